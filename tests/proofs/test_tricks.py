"""Who takes a trick: what the theorem speaks about, and its formulas on given values."""

from __future__ import annotations

import functools

import msgspec
import pytest
from slices import sliced

from aceten import MatchingGame, load
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.tricks import TRICK
from aceten.proofs.witness import played
from aceten_spec import Rank, load_shipped, shipped
from aceten_spec.cards import card
from aceten_spec.formulas import tricks as rules_of

MATCHING = [
    (game, players)
    for game in shipped()
    for players in load_shipped(game).parameters.players
    if isinstance(load(game), MatchingGame)
]
"""The games that the theorem speaks about."""
Z3_ALONE = Provers(solvers=("z3",))


@functools.cache
def matching_game(game: str, players: int = 0) -> MatchingGame:
    """Return a game with matching tricks."""
    loaded = load(game, players=players or max(load_shipped(game).parameters.players))
    assert isinstance(loaded, MatchingGame)
    return loaded


@pytest.mark.turns(12)
def test_a_led_card_trumps_for_what_it_counts_when_it_is_led() -> None:
    """A lone card that is a trump when it is played, but only itself when it is led, does not trump its own trick."""
    three = load_shipped("sedma-three")
    rules = msgspec.structs.replace(three.parameters, wild_role="trump", lone_card_led="own")
    game = load(msgspec.structs.replace(three, parameters=rules))
    theorem = establish(TRICK, setting(game), only={"T-TRICK.trumped", "T-TRICK.put"}, provers=Z3_ALONE)
    assert [obligation.verdict for obligation in theorem.obligations] == ["proved", "proved"]


def test_rules_that_contradict_each_other_are_left_out() -> None:
    """Trumps of earlier rounds that play no part, and a trick that they have trumped, do not go together: nothing is claimed."""
    assert TRICK.applies(setting(load("sedma-trumps")))
    assert not TRICK.applies(setting(load("einwerfen")))


# --- Formulas on given values -----------------------------------------------------------------------------------------


def taker(game: str, players: int, trick: str) -> int:
    """Return the place of the card that takes a trick, by the formula."""
    cards = [int(card(each)) for each in trick.split()]
    formula = rules_of.takes(matching_game(game, players).rules, players, len(cards))
    [place] = [place for place in range(-1, len(cards) + 1) if formula.at(place, *cards)]
    return place


@pytest.mark.parametrize(
    ("game", "players", "trick", "place"),
    [
        ("zsiros", 4, "A K Q J", 0),
        ("zsiros", 4, "A K A J", 2),
        ("zsiros", 4, "A 7 A 7", 3),
        ("zsiros", 4, "7 A A K", 0),
        ("zsiros", 4, "7 A 7 K", 2),
        ("zsiros", 2, "A A A K", 2),
        ("zsiros", 2, "A K 7 A", 3),
        ("lusti-kartln", 4, "A 7 7 7", 0),
        ("sedma-trumps", 4, "A 7 A A", 1),
        ("sedma-trumps", 4, "A A K Q", 1),
        ("sedma-trumps", 4, "A 7 A 7", 3),
        ("sedma-trumps", 2, "A 7 A A", 1),
        ("sedma-three", 3, "Qc Kh Kc", 1),
        ("sedma-three", 3, "Kh Kc Qc", 0),
        ("sedma-three", 3, "Kh Kc 7c", 2),
        ("sedma-three", 3, "Kc Ks Qc", 1),
        ("hola", 2, "A A K Q", 2),
        ("hola", 2, "A A K K", 3),
        ("hola", 2, "A K 7 2", 3),
        ("hola", 2, "7 2", 1),
    ],
)
def test_which_card_takes_a_trick(game: str, players: int, trick: str, place: int) -> None:
    """ZS-PLAY-4 to ZS-PLAY-6, ST-PLAY-9, SL-LONE-3, SL-LONE-4, HO-MULTI-10: by hand, which card of these tricks takes it."""
    assert taker(game, players, trick) == place


def test_who_is_known_to_play_alone() -> None:
    """SL-LONE-2: whoever has played the king of hearts, here the second after the leader; before, what was known."""
    formula = rules_of.lone_seat(matching_game("sedma-three").rules, 3, 3)
    assert formula.at(1, 2, card("Ac"), card("Ks"), card("Kh")) == 0
    assert formula.at(1, 2, card("Ac"), card("Ks"), card("Kd")) == 2


def test_first_match_takes_a_trick() -> None:
    """Where the first card that matches takes a trick, a later one does not."""
    rules = load("ristiklappi", players=4, taken_by="first_match").rules
    formula = rules_of.takes(rules, 4, 4)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert [place for place in range(4) if formula.at(place, 14, 13, 14, 14)] == [2]
    assert [place for place in range(4) if formula.at(place, 14, 13, 12, 11)] == [0]


@pytest.mark.parametrize(
    ("rank", "led", "trumped", "matches"),
    [(14, 14, 0, True), (14, 14, 1, False), (7, 14, 1, True), (7, 7, 0, True), (14, 7, 0, False), (13, 14, 0, False)],
)
def test_what_matches(rank: int, led: int, trumped: int, *, matches: bool) -> None:
    """ST-PLAY-5, ST-PLAY-6, ST-PLAY-9: a seven matches anything, an ace an ace as long as the trick is not trumped."""
    assert rules_of.matching(matching_game("sedma-trumps").rules).at(rank, led, trumped) == matches


@pytest.mark.parametrize(("cards", "place"), [(1, 0), (3, 0), (4, 0), (5, 4), (8, 4), (9, 8)])
def test_what_is_to_be_matched(cards: int, place: int) -> None:
    """HO-MULTI-10: with four players the card led to the newest round; ZS-MULTI-3: the first card."""
    newest, first = (rules_of.to_match(matching_game(game, 4).rules, 4) for game in ("hola", "zsiros"))
    assert [number for number in range(10) if newest.at(cards, number)] == [place]
    assert [number for number in range(10) if first.at(cards, number)] == [0]


@pytest.mark.parametrize(
    ("players", "ranks", "burns"),
    [(4, (9, 9, 9, 9), True), (4, (9, 9, 9, 8), False), (2, (9, 9, 9, 9), False), (4, (9, 8, 9, 8, 7, 7, 7, 7), True)],
)
def test_what_burns(players: int, ranks: tuple[int, ...], *, burns: bool) -> None:
    """HO-SCORE-11: a round of four cards of one rank, of four players."""
    assert rules_of.burns(players, len(ranks)).at(*ranks) == burns


def test_what_a_lone_card_counts_as() -> None:
    """SL-LONE-3, SL-LONE-4: the king of hearts counts as a seven, led and played; other kings are kings."""
    rules = matching_game("sedma-three").rules
    for formula in (rules_of.rank_of_led(rules), rules_of.rank_of_played(rules)):
        assert (formula.at(card("Kh")), formula.at(card("Ks"))) == (Rank.SEVEN, Rank.KING)


@pytest.mark.turns(2)
@pytest.mark.parametrize(("game", "players"), sliced([("zsiros", 4), ("hola", 3), ("sedma-trumps", 2)], whole=MATCHING))
def test_engine_has_the_winner_of_the_formula(game: str, players: int) -> None:
    """At every moment of a deal the seat is winning that played the card which the formula names."""
    loaded = matching_game(game, players)
    state = loaded.deal(seed=1)
    for action in played(loaded, 1):
        state = state.play(action)
        if state.trick:
            formula = rules_of.takes(loaded.rules, players, len(state.trick))
            cards = tuple(map(int, state.trick))
            [place] = [place for place in range(len(cards)) if formula.at(place, *cards)]
            assert state.winning == (state.leader + place) % players
