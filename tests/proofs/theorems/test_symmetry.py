"""The theorems about symmetries, where rules meet that no shipped rulebook has together."""

import pytest
from support.proofs.single_obligations import changed, discharged, game_of, matching, refuted, with_rules
from tools.mutants.mutations import installed

from aceten.proofs.theorems.symmetries import matching_symmetry
from aceten_spec import Card


@pytest.mark.turns(48)
@pytest.mark.parametrize(
    "game",
    [
        "sedma/4 sides=each score_by=stakes_card_points",
        "sedma-three/3 three_player=each_for_himself score_by=stakes_card_points",
    ],
)
def test_who_shares_a_win_makes_no_difference(game: str) -> None:
    """Winners with equal points score alike from whichever seat they are looked at, also where a row asks for points of cards."""
    assert discharged("T-SEATS.result", game_of(game)).verdict == "proved"


def test_ranks_that_a_rule_names_are_no_exchange_for_others() -> None:
    """Ranks may be exchanged that count the same; not those that are wild, lose the deal, or belong to the lone card."""
    zsiros, three, losing = (
        [[str(Card(rank)) for rank in group] for group in matching_symmetry.alike_ranks(matching(game))]
        for game in ("zsiros/2", "sedma-three", "zsiros/2 last_card_loses=7")
    )
    assert zsiros == losing == [["A", "T"], ["K", "Q", "J", "9", "8"]]
    assert "K" not in [rank for group in three for rank in group]


@pytest.mark.turns(24)
@pytest.mark.parametrize("rules", [{"wild": ("7",), "wild_role": "trump"}, {"four_resets": True}])
def test_key_tells_enough_where_rules_meet(rules: dict[str, object]) -> None:
    """With spice the key also tells whether a trick is trumped, and with rounds of equal ranks also the card that was drawn."""
    other = with_rules("ristiklappi", 4, **rules)
    assert discharged("T-KEY.play", other).verdict == "proved"
    assert discharged("T-KEY.key", other).verdict == "proved"


@pytest.mark.turns(8)
def test_spice_is_remembered_by_the_card_that_is_winning() -> None:
    """Whoever spices gets the card back that won, which can be a wild one: a key that does not tell it is not enough."""
    other = with_rules("ristiklappi", 4, wild=("7",))
    assert discharged("T-KEY.play", other).verdict == "proved"
    assert discharged("T-KEY.key", other).verdict == "proved"
    with installed(changed("aceten.engine.matching.state.MatchingState.key", "told,\n", "(),\n")):
        refuted(discharged("T-KEY.key", other))
    with installed(
        changed("aceten.proofs.theorems.symmetries.matching_symmetry.key_of", "deal.leads, told,", "deal.leads, (),")
    ):
        refuted(discharged("T-KEY.play", other))
