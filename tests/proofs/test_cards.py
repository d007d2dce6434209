"""The theorem that cards are neither lost nor made, and wrong functions that it must fail for."""

from __future__ import annotations

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
from aceten.proofs.theorems.cards import PROPOSITIONS
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
    """A deal that forgets the last card is refuted, and so is one that begins with the dealer, or with points."""
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
    assert _obligation("deal", "zsiros", 2).verdict == "refuted"

    def rich(*given: object) -> MatchingState:
        return msgspec.structs.replace(matching_start(*given), points=(10, 0))  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr("aceten.matching.game.start", rich)
    assert _obligation("deal", "zsiros", 2).verdict == "refuted"


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
