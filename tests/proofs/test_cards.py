"""The theorem that cards are neither lost nor made, and wrong functions that it must fail for."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, cast

import msgspec
import pytest
from slices import sliced

from aceten import MatchingState, load
from aceten.game import Game
from aceten.matching.state import start as matching_start
from aceten.proofs.obligations import Provers, discharge
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.symbolic import UnsupportedError
from aceten.proofs.theorems.cards import PROPOSITIONS
from aceten.proofs.theorems.states import Supply, counting, differences, places, same, singles, stage, tokens
from aceten_spec.formulas.cards import kept, receiver

if TYPE_CHECKING:
    from aceten.proofs.report import Obligation

[CARDS] = PROPOSITIONS
GAMES = sliced([("schnapsen", 2)], whole=[("hola", 6), ("ristiklappi", 4), ("auction-sixty-six", 4)])
"""A slice of what ``make prove`` proves."""
FAST = Provers(solvers=("z3",))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_theorem_is_proved(game: str, players: int) -> None:
    """In every play of these games each card lies in one place."""
    theorem = establish(CARDS, setting(load(game, players=players)), provers=FAST)
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]
    assert all(each.cases for each in theorem.obligations)


def _obligation(name: str, game: str, players: int) -> Obligation:
    [step] = [step for step in CARDS.steps if step.name == name]
    return discharge(
        name=name,
        statement=step.statement,
        clauses=(),
        function=step.function,
        domain=step.domain,
        cases=step.cases(setting(load(game, players=players))),
        provers=FAST,
    )


# --- Wrong functions --------------------------------------------------------------------------------------------------


def test_wrong_deal_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that forgets the last card is refuted, and so is one that begins with the dealer."""
    deal = Game.deal

    def short(game: Game, *, seed: int, **_: object) -> object:
        state = cast("MatchingState", deal(game, seed=seed))
        return msgspec.structs.replace(state, talon=state.talon[:-1])

    monkeypatch.setattr(Game, "deal", short)
    assert _obligation("deal", "zsiros", 2).verdict != "proved"
    monkeypatch.undo()

    def other(*given: object) -> MatchingState:
        state = matching_start(*given)  # type: ignore[arg-type]  # as it was called
        return msgspec.structs.replace(state, turn=state.dealer)

    monkeypatch.setattr("aceten.matching.game.start", other)
    assert _obligation("start", "zsiros", 2).verdict == "refuted"


def test_refusals_of_deals_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that takes anything is refuted."""
    state = load("zsiros", players=2).deal(seed=0)

    def deal(*_: object, **__: object) -> object:
        return state

    monkeypatch.setattr(Game, "deal", deal)
    assert _obligation("no_deal", "zsiros", 2).verdict == "refuted"


# --- Formulas on given values -----------------------------------------------------------------------------------------


def test_receiver_of_a_card() -> None:
    """SX-DEAL-5: with dealer 0 the first three cards go to seat 1, three to seat 0, three more to each, the rest to the talon."""
    goes_to = receiver(load("sixty-six").rules, 2)
    seats = [goes_to.at(0, place) for place in range(24)]
    assert seats == [1] * 3 + [0] * 3 + [1] * 3 + [0] * 3 + [2] * 12
    assert goes_to.at(1, 0) == 0


@pytest.mark.parametrize(("game", "players"), [("hola", 6), ("einwerfen", 4), ("schnapsen", 2)])
def test_engine_deals_as_the_formula(game: str, players: int) -> None:
    """The engine deals every card where the formula says, whoever deals."""
    made = load(game, players=players)
    deck = made.pack.cards
    for dealer in range(players):
        state = made.deal(deck=deck, dealer=dealer, cut=deck[0] if made.cuts else None)
        goes_to = receiver(made.rules, players)
        for seat in range(players):
            dealt = [card for place, card in enumerate(deck) if goes_to.at(dealer, place) == seat]
            assert sorted(dealt) == sorted(state.hands[seat])


@pytest.mark.parametrize(("before", "after", "holds"), [(1, 1, True), (1, 0, False), (1, 2, False), (2, 2, True)])
def test_kept(before: int, after: int, *, holds: bool) -> None:
    """A card lies in as many places as before, in no fewer and no more."""
    assert kept().at(before, after) == holds


# --- States of cards that are not looked at ---------------------------------------------------------------------------


def test_places_are_counted() -> None:
    """A card is found in each pile that it lies in, and nowhere else."""
    cards = tokens(6)
    state = stage(
        load("zsiros", players=2),  # type: ignore[arg-type]  # the game has matching tricks
        hands=(cards[:1], ()),
        talon=cards[1:2],
        trick=cards[2:3],
        taken=(cards[3:4], cards[2:4]),
    )
    assert tuple(places(cards, state)) == (1, 1, 2, 2, 0, 0)


def test_sameness_is_of_values_and_of_cards_themselves() -> None:
    """Numbers are the same when they are equal, truth values are no numbers, and cards are the same only as themselves."""
    one, other = tokens(2)
    assert same((1, (one, other)), (1, (one, other)))
    assert not same((one,), (other,))
    assert not same((one, other), (one,))
    assert not same((), 0)
    assert not same(1, True)  # noqa: FBT003 - that is what is compared
    assert not same(None, 0)


def test_differences_are_named() -> None:
    """The fields that are not as before, or not as expected, are named."""
    game = load("zsiros", players=2)
    before = stage(game, trick=(), turn=0)  # type: ignore[arg-type]  # the game has matching tricks
    after = msgspec.structs.replace(before, turn=1)
    assert differences(before, after) == ("turn",)
    assert differences(before, after, turn=1) == ()
    assert differences(before, after, turn=1, trick=(1,)) == ("trick",)


def test_cards_that_are_alone_equal_themselves() -> None:
    """No two single cards are equal; tokens refuse to be compared."""
    cards = singles(3)
    assert all((one == other) == (one is other) for one, other in itertools.product(cards, repeat=2))
    assert len(set(cards)) == 3
    with pytest.raises(UnsupportedError):
        assert tokens(1)[0] != tokens(1)[0]


def test_supply_runs_out() -> None:
    """No card is handed out twice."""
    supply = Supply(tokens(2))
    first, second = supply.take(1), supply.take(1)
    assert first[0] is not second[0]
    with pytest.raises(IndexError):
        supply.take(1)


def test_counting_asks_for_just_these_cards() -> None:
    """What cards count is told only for just these cards, by the values of the game."""
    game, cards = load("zsiros", players=2), tokens(2)
    count = counting(cards, 30, game)
    assert count(cards, game.values) == 30
    assert count(cards[:1], game.values) == -1
    assert count(cards, ()) == -1
