"""What a player may do where tricks are matched: the theorem, wrong functions for which it must fail, and its formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from slices import sliced

from aceten import MatchingGame, load
from aceten.matching import steps
from aceten.matching.state import MatchingState
from aceten.proofs.mutating import installed, mutations
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.replacing import named
from aceten.proofs.setting import setting
from aceten.proofs.theorems.continuing import CONTINUE_THEOREM
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas import tricks as rules_of

if TYPE_CHECKING:
    from aceten.actions import Action, Side
    from aceten.matching.steps import Continuation, Matching
    from aceten.proofs.report import Obligation
    from aceten_spec.rulebook import MatchingParameters

GAMES = sliced(
    [("ristiklappi", 2)],
    whole=[
        (game, players)
        for game in shipped()
        for players in load_shipped(game).parameters.players
        if isinstance(load(game), MatchingGame)
    ],
)
OPTIONS: list[tuple[str, int, dict[str, str | int]]] = sliced(
    [("zsiros", 2, {"continuation": "never"})],
    whole=[
        ("ristiklappi", 4, {"lead_limit": 3}),
        ("ristikontra", 4, {"spice": "on"}),
        ("ristikontra", 4, {"flip": "off"}),
        ("hola", 4, {"continue_with": "match"}),
        ("sedma", 4, {"calls": "on"}),
        ("zsiros", 4, {"continuation": "never"}),
    ],
)
Z3_ALONE = Provers(solvers=("z3",))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_theorem_is_proved(game: str, players: int) -> None:
    """In these games a player may do what the clauses allow and nothing else, by both solvers."""
    theorem = establish(CONTINUE_THEOREM, setting(load(game, players=players)), provers=Provers())
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]
    assert all("{" not in obligation.domain for obligation in theorem.obligations)


@pytest.mark.parametrize(("game", "players", "options"), OPTIONS)
def test_theorem_follows_options(game: str, players: int, options: dict[str, str | int]) -> None:
    """With an option the theorem is about what that option says."""
    about = setting(load(game, players=players, **options))
    assert establish(CONTINUE_THEOREM, about, provers=Z3_ALONE).verdict == "proved"


def test_games_with_suit_tricks_are_left_out() -> None:
    """The theorem is about matching tricks."""
    assert not CONTINUE_THEOREM.applies(setting(load("einwerfen")))


def refutation(step: str, game: str, players: int) -> Obligation:
    """Return an obligation that a wrong function makes fail."""
    about = setting(load(game, players=players))
    name = f"{CONTINUE_THEOREM.id}.{step}"
    [found] = establish(CONTINUE_THEOREM, about, only={name}, provers=Z3_ALONE).obligations
    return found


# --- Wrong functions --------------------------------------------------------------------------------------------------


def _only_against_himself(_rule: Continuation, leading: Side, winning: Side) -> bool:
    return leading == winning


def _with_any_card(hand: tuple[int, ...], _led: int, _rules: Matching, **_: object) -> bool:
    return bool(hand)


def _one_lead_less(rank: int, leads: tuple[int, ...], limit: int) -> bool:
    return 0 < limit <= len(leads) + 1 and bool(leads) and rank == leads[0]


def _always(_: MatchingState) -> bool:
    return True


def _nothing(state: MatchingState, _: Action) -> MatchingState:
    return state


@pytest.mark.parametrize(
    ("step", "holder", "name", "wrong", "game"),
    [
        ("allowed", steps, "continuation_allowed", _only_against_himself, "zsiros"),
        ("can", steps, "can_continue", _with_any_card, "zsiros"),
        ("too_many", steps, "too_many_leads", _one_lead_less, "zsiros"),
        ("choosing", MatchingState, "choosing", property(_always), "zsiros"),
        ("may_flip", MatchingState, "_may_flip", property(_always), "ristiklappi"),
        ("play", MatchingState, "play", _nothing, "zsiros"),
    ],
)
def test_wrong_function_is_refuted(
    monkeypatch: pytest.MonkeyPatch, *, step: str, holder: object, name: str, wrong: object, game: str
) -> None:
    """A wrong function is refuted at its own step."""
    monkeypatch.setattr(holder, name, wrong)
    found = refutation(step, game, 2)
    assert found.verdict == "refuted", found
    assert found.counterexample is not None


@pytest.mark.parametrize(
    ("step", "function", "before", "after", "game", "players"),
    [
        ("continues", "_continues", "True", "False", "hola", 2),
        (
            "repeats",
            "_repeats_lead",
            "too_many_leads(rank_number(card), self.leads, self.game.rules.lead_limit)",
            "not too_many_leads(rank_number(card), self.leads, self.game.rules.lead_limit)",
            "ristikontra",
            4,
        ),
        ("row", "_put", "-game.rules.lead_limit", "-game.rules.lead_limit + 1", "ristikontra", 4),
        ("legal", "legal", "self._continues(card)", "not self._continues(card)", "zsiros", 2),
        ("legal", "legal", "not self._repeats_lead(card)", "self._repeats_lead(card)", "ristikontra", 4),
        ("legal", "legal", "(*plays, FLIP) if self._may_flip else plays", "plays", "ristiklappi", 2),
        ("once", "legal", "self._continues(card)", "not self._continues(card)", "zsiros", 2),
        ("nothing_else", "legal", "if self.drawn is not None:\n    return (SPICE, STOP)", "pass", "ristiklappi", 2),
        ("card", "_play_card", "all", "any", "ristikontra", 4),
        ("card", "_play_card", "place", "place + 1", "zsiros", 2),
        ("card", "_play_card", "not self._continues(card)", "self._continues(card)", "zsiros", 2),
        ("flip", "_flip", "0", "-1", "ristiklappi", 2),
        ("stop", "_stop", "self.drawn is None", "self.drawn is not None", "ristiklappi", 2),
        ("spice", "_spice", "hand.remove(self.drawn)", "pass", "ristiklappi", 2),
        (
            "spice_refusal",
            "_spice_refusal",
            "self.trick or (self.tricks is not None and (not any(self.tricks)))",
            "self.trick and (self.tricks is not None and (not any(self.tricks)))",
            "ristiklappi",
            2,
        ),
        (
            "refuse_continuation",
            "_refuse_continuation",
            "self.game.played_rank(action.card) == self.to_match",
            "self.game.played_rank(action.card) != self.to_match",
            "sedma-trumps",
            2,
        ),
        ("calls", "calls", "partner is None", "partner is not None", "zsiros", 4),
        ("call", "_call", "call.seat != partner", "call.seat == partner", "zsiros", 4),
        ("next", "_put", "game.after[seat], self.taken", "self.taken, game.after[seat]", "zsiros", 2),
        (
            "next",
            "_put",
            "continuation_allowed(game.rules.continuation, game.sides[leader], game.sides[winning])",
            "not continuation_allowed(game.rules.continuation, game.sides[leader], game.sides[winning])",
            "zsiros",
            2,
        ),
        ("end_round", "_end_round", "not after.talon", "after.talon", "ristiklappi", 2),
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


def rules(game: str, players: int, **options: object) -> MatchingParameters:
    """Return the parameters of a game with matching tricks."""
    loaded = load(game, players=players, **options)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert isinstance(loaded, MatchingGame)
    return loaded.rules


@pytest.mark.parametrize(
    ("game", "leading", "winning", "may"),
    [("zsiros", 0, 1, True), ("zsiros", 0, 0, False), ("sedma", 0, 0, True), ("lusti-kartln", 0, 1, False)],
)
def test_who_may_continue(game: str, leading: int, winning: int, *, may: bool) -> None:
    """ZS-MULTI-1: when an opponent is winning, always, or never."""
    assert rules_of.may_continue(rules(game, 4)).at(leading, winning) == may


@pytest.mark.parametrize(
    ("game", "rank", "led", "trumped", "holds"),
    [
        ("zsiros", 14, 14, 0, True),
        ("zsiros", 7, 14, 0, True),
        ("zsiros", 13, 14, 0, False),
        ("zsiros", 14, 7, 0, False),
        ("sedma-trumps", 14, 14, 1, False),
        ("hola", 13, 14, 0, True),
    ],
)
def test_what_continues(game: str, rank: int, led: int, trumped: int, *, holds: bool) -> None:
    """ZS-MULTI-2, ST-MULTI-9, HO-MULTI-2: the led rank or a seven, in a trumped trick a seven, or any card."""
    assert rules_of.continues(rules(game, 4)).at(rank, led, trumped) == holds


@pytest.mark.parametrize(
    ("rank", "limit", "leads", "holds"),
    [(9, 3, (9, 9, 9), True), (8, 3, (9, 9, 9), False), (9, 3, (9, 9), False), (9, 0, (9, 9, 9), False)],
)
def test_which_rank_is_barred(rank: int, limit: int, leads: tuple[int, ...], *, holds: bool) -> None:
    """RK-PLAY-11: after three nines that were led in a row, a nine is."""
    assert rules_of.barred(len(leads)).at(rank, limit, *leads) == holds


@pytest.mark.parametrize(
    ("barred", "held", "holds"), [(0, (0, 1), True), (1, (0, 1), False), (1, (1, 1), True), (0, (0, 0), True)]
)
def test_what_may_be_led(barred: int, held: tuple[int, ...], *, holds: bool) -> None:
    """RK-PLAY-11: a card of a barred rank only by who holds no other."""
    assert rules_of.may_lead(len(held)).at(barred, *held) == holds


@pytest.mark.parametrize(
    ("rank", "leads", "after"), [(9, (), 1), (9, (9,), 2), (9, (9, 9), 3), (9, (9, 9, 9), 3), (8, (9, 9, 9), 1)]
)
def test_how_many_leads_count(rank: int, leads: tuple[int, ...], after: int) -> None:
    """RK-PLAY-11: with a limit of three, leads of one rank are counted to three, and another rank begins anew."""
    formula = rules_of.in_a_row(len(leads))
    assert [number for number in range(6) if formula.at(rank, 3, number, *leads)] == [after]


@pytest.mark.parametrize(
    ("cards", "drawn", "talon", "choosing", "may_flip"),
    [
        (0, 0, 5, False, True),
        (1, 0, 5, False, True),
        (1, 0, 0, False, False),
        (2, 0, 5, True, False),
        (2, 1, 5, False, False),
    ],
)
def test_what_there_is_to_do(cards: int, drawn: int, talon: int, *, choosing: bool, may_flip: bool) -> None:
    """ZS-MULTI-5, RL-FLIP-3: with two players a choice after two cards, and flips at any other time while there is a talon."""
    assert rules_of.choosing(2).at(cards, drawn) == choosing
    assert rules_of.may_flip(rules("ristiklappi", 2), 2).at(cards, drawn, talon) == may_flip
    assert not rules_of.may_flip(rules("zsiros", 2), 2).at(cards, drawn, talon)


def test_who_may_spice() -> None:
    """RL-SPICE-2: who draws after the trick, because he has not flipped and there is a talon."""
    formula = rules_of.may_spice(rules("ristiklappi", 2))
    assert [formula.at(talon, held) for talon, held in ((3, 4), (0, 4), (3, 5))] == [True, False, False]
    assert not rules_of.may_spice(rules("ristikontra", 4)).at(3, 4)


def test_who_may_call() -> None:
    """ZS-CALL-2: of four players the one opposite, of two nobody."""
    four, two = (rules_of.may_call(rules("zsiros", players), players) for players in (4, 2))
    assert [seat for seat in range(4) if four.at(1, seat)] == [3]
    assert not any(two.at(0, seat) for seat in range(2))
