"""That play with matching tricks ends: the theorem, wrong functions for which it must fail, and its formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from slices import sliced

from aceten import MatchingGame, load
from aceten.matching import state as states
from aceten.matching import steps
from aceten.proofs.mutating import installed, mutations
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.replacing import named
from aceten.proofs.setting import setting
from aceten.proofs.theorems.ending import END
from aceten.proofs.witness import played
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas import tricks as rules_of

if TYPE_CHECKING:
    from aceten.actions import Hands, Seat
    from aceten.matching.state import MatchingState
    from aceten.matching.steps import Matching
    from aceten.proofs.report import Obligation
    from aceten_spec import Card

MATCHING = [
    (game, players)
    for game in shipped()
    for players in load_shipped(game).parameters.players
    if isinstance(load(game), MatchingGame)
]
GAMES = sliced([("ristiklappi", 2)], whole=MATCHING)
Z3_ALONE = Provers(solvers=("z3",))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_theorem_is_proved(game: str, players: int) -> None:
    """Every deal of these games ends, by both solvers."""
    theorem = establish(END, setting(load(game, players=players)), provers=Provers())
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]
    assert all("{" not in obligation.domain for obligation in theorem.obligations)
    assert theorem.statement.startswith(f"every deal ends, after {2 * len(load(game).pack.cards)} actions at most")


def test_games_with_suit_tricks_are_left_out() -> None:
    """The theorem is about matching tricks."""
    assert not END.applies(setting(load("einwerfen")))


def refutation(step: str, game: str, players: int) -> Obligation:
    """Return an obligation that a wrong function makes fail."""
    about = setting(load(game, players=players))
    [found] = establish(END, about, only={f"{END.id}.{step}"}, provers=Z3_ALONE).obligations
    return found


def _with_nothing(_hand: tuple[int, ...], _led: int, _rules: Matching, **_: object) -> bool:
    return True


_started = states.start


def _dealer_leads(game: MatchingGame, hands: Hands, talon: tuple[Card, ...], dealer: Seat) -> MatchingState:
    return _started(game, hands, talon, game.after[dealer])


@pytest.mark.parametrize(
    ("step", "holder", "name", "wrong"),
    [("no_card", steps, "can_continue", _with_nothing), ("start", states, "start", _dealer_leads)],
)
def test_wrong_function_is_refuted(
    monkeypatch: pytest.MonkeyPatch, *, step: str, holder: object, name: str, wrong: object
) -> None:
    """A wrong function is refuted at its own step."""
    monkeypatch.setattr(holder, name, wrong)
    found = refutation(step, "zsiros", 2)
    assert found.verdict == "refuted", found
    assert found.counterexample is not None


@pytest.mark.parametrize(
    ("step", "function", "before", "after", "game", "players"),
    [
        ("card", "_play_card", "place + 1", "place - 1", "zsiros", 2),
        ("flip", "_flip", "1", "0", "ristiklappi", 2),
        ("put", "_put", "if len(after.trick) % players:\n    return after", "pass", "zsiros", 2),
        ("end_round", "_end_round", "1", "0", "ristiklappi", 2),
        ("stop", "_stop", "self.hands, self.talon", "self.talon, self.hands", "zsiros", 2),
        ("spice", "_spice", "hand.remove(self.drawn)", "pass", "ristiklappi", 2),
        ("end_trick", "_end_trick", "None if over else winner", "winner", "zsiros", 2),
        ("end_trick", "_end_trick", "1", "2", "zsiros", 2),
        (
            "end_trick",
            "_end_trick",
            "game.rules.leftover == 'last_trick'",
            "game.rules.leftover != 'last_trick'",
            "hola",
            6,
        ),
        (
            "some_action",
            "legal",
            "tuple([card for card in hand if not self._repeats_lead(card)]) or hand",
            "tuple([card for card in hand if not self._repeats_lead(card)]) and hand",
            "ristikontra",
            4,
        ),
    ],
)
def test_changed_function_is_not_proved(
    *, step: str, function: str, before: str, after: str, game: str, players: int
) -> None:
    """A function with one wrong change is not proved at its step: it is refuted, or does what cannot be followed."""
    found = mutations(named(f"aceten.matching.state.MatchingState.{function}"))
    chosen = [each for each in found if (each.before, each.after) == (before, after)]
    assert chosen, [(each.before, each.after) for each in found]
    with installed(chosen[0]):
        verdict = refutation(step, game, players)
    assert verdict.verdict in {"refuted", "unknown"}, verdict
    assert verdict.counterexample is not None or verdict.reason


# --- Formulas on given values -----------------------------------------------------------------------------------------


def test_measure() -> None:
    """Twice the cards, and one more for a choice: less after a card, and after a choice that moves no card."""
    measure = rules_of.measure()
    assert measure.at(8, 24, 0) == 64
    assert measure.at(7, 24, 1) == 63
    assert measure.at(7, 24, 0) == 62


@pytest.mark.parametrize(
    ("held", "talon", "over", "holds"),
    [(4, 24, 0, True), (3, 24, 0, False), (3, 1, 0, True), (0, 0, 1, True), (0, 0, 0, False), (0, 8, 1, False)],
)
def test_between_tricks(held: int, talon: int, over: int, *, holds: bool) -> None:
    """ZS-PLAY-8, ZS-DRAW-1: full hands as long as the talon suffices, and over only without a card in a hand."""
    assert rules_of.between_tricks(load("zsiros").rules, 4).at(held, talon, over) == holds  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(("game", "players"), MATCHING)
def test_every_action_lowers_the_measure(game: str, players: int) -> None:
    """In a whole deal of each game every action lowers the measure, and at the end nothing is left to play."""
    measure = rules_of.measure()
    loaded = load(game, players=players)
    assert isinstance(loaded, MatchingGame)
    state = loaded.deal(seed=3)
    left: list[int] = []
    for action in (None, *played(loaded, 3)):
        state = state if action is None else state.play(action)
        assert isinstance(state, states.MatchingState)
        choice = state.choosing or state.drawn is not None
        left.append(measure.at(sum(map(len, state.hands)), len(state.talon), int(choice)))
    assert left == sorted(set(left), reverse=True)
    assert (state.turn, any(state.hands)) == (None, False)
