"""That the engine keeps to the relation of play: the theorem, wrong steps for which it must fail, and the relation on given deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec
import pytest
from slices import in_turn, sliced

from aceten import MatchingGame, SuitGame, load
from aceten.matching import state as states
from aceten.matching import steps
from aceten.matching.state import MatchingState
from aceten.proofs.contracts import of_play
from aceten.proofs.mutating import installed, mutations
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.replacing import named, plain, replaced
from aceten.proofs.setting import setting
from aceten.proofs.theorems.cards import PROPOSITIONS as CARDS
from aceten.proofs.theorems.ending import PROPOSITIONS as ENDING
from aceten.proofs.theorems.points import PROPOSITIONS as POINTS
from aceten.proofs.theorems.step import PROPOSITIONS
from aceten.proofs.theorems.suit_ending import PROPOSITIONS as SUIT_ENDING
from aceten.proofs.theorems.tricks import TRICK
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas import play, suit_play
from aceten_spec.formulas.terms import TRUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from aceten.actions import Action, Hands, Seat
    from aceten.proofs.propositions import Proposition
    from aceten.proofs.report import Obligation
    from aceten_spec import Card
    from aceten_spec.formulas import Number, Truth
    from aceten_spec.formulas.drawing import Cards

[STEP] = PROPOSITIONS
_Games = list[tuple[str, int, dict[str, str | int]]]
MATCHING: _Games = [
    (game, players, {})
    for game in shipped()
    for players in load_shipped(game).parameters.players
    if isinstance(load(game), MatchingGame)
]
FURTHER: _Games = [
    ("ristiklappi", 2, {"lead_limit": 3}),
    ("ristiklappi", 4, {"lead_limit": 3}),
    ("ristiklappi", 2, {"taken_by": "first_match"}),
    ("ristikontra", 4, {"spice": "on"}),
    ("ristikontra", 4, {"flip": "off"}),
    ("hola", 2, {"wild_led": "own_rank"}),
    ("hola", 4, {"continue_with": "match"}),
    ("hola", 4, {"four_resets": "on"}),
    ("hola", 6, {"leftover": "last_trick"}),
    ("sedma", 4, {"calls": "on"}),
    ("sedma-three", 3, {"lone_card_led": "own"}),
    ("zsiros", 2, {"last_card_loses": "7"}),
    ("zsiros", 2, {"draw": "round_robin"}),
    ("zsiros", 4, {"continuation": "never"}),
]
SUITS: _Games = [(game, load(game).players, {}) for game in shipped() if isinstance(load(game), SuitGame)]
WITH_SUITS: _Games = [
    (
        "schnapsen",
        2,
        {
            "last_obligation": "follow",
            "meld_after_stock": "on",
            "meld_first": "off",
            "meld_lead": "king",
            "meld_forced": "on",
            "exchange_by": "leader",
            "exchange_min_stock": 2,
            "close_min_stock": 3,
            "close_first": "off",
            "exchange_needs_trick": "off",
        },
    ),
    ("sixty-six", 2, {"claiming": "automatic", "close": "after_drawing"}),
    ("sixty-six", 2, {"meld_after_closing": "on", "exchange_after_closing": "on", "meld_counts": "next_trick"}),
    ("tausendeins", 2, {"marriages": "order", "claiming": "automatic", "obligation": "follow"}),
    ("tausendeins", 2, {"wrong_claim": "lost", "meld_first": "off", "meld_after_stock": "on", "pack": 24}),
    ("auction-sixty-six", 4, {"bid_again": "always", "no_bid": "dealer"}),
    ("auction-sixty-six", 4, {"bid_again": "never"}),
    ("einwerfen", 4, {"cut_card": "known"}),
]
"""Between them every other value of an option that play depends on."""
SOME: _Games = in_turn([("ristiklappi", 2, {}), ("zsiros", 2, {})], 2)
GAMES = sliced(SOME, whole=[*MATCHING, *FURTHER, *SUITS, *WITH_SUITS])
Z3_ALONE = Provers(solvers=("z3",))


@pytest.mark.turns(3)
@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_theorem_is_proved(game: str, players: int, options: dict[str, str | int]) -> None:
    """The engine does what the relation says, also with an option; by one solver; both are asked in a thorough run."""
    theorem = establish(STEP, setting(load(game, players=players, **options)), provers=Z3_ALONE)
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]
    assert all("{" not in obligation.domain for obligation in theorem.obligations)


def discharged(step: str, game: str) -> Obligation:
    """Return an obligation of the theorem, about a game that is named as position lines do."""
    name, *options = game.split()
    rulebook, _, players = name.partition("/")
    values = dict(option.split("=") for option in options)
    about = setting(load(rulebook, players=int(players), **values))
    [found] = establish(STEP, about, only={f"{STEP.id}.{step}"}, provers=Z3_ALONE).obligations
    return found


# --- Wrong functions --------------------------------------------------------------------------------------------------

_started = states.start


def _dealer_leads(game: MatchingGame, hands: Hands, talon: tuple[Card, ...], dealer: Seat) -> MatchingState:
    return _started(game, hands, talon, game.after[dealer])


def _nothing(state: MatchingState, _: Action) -> MatchingState:
    return state


def _always(_: MatchingState) -> bool:
    return True


def _no_change(winning: Seat, *_: object, **__: object) -> Seat:
    return winning


def test_a_step_that_is_wrong_everywhere_is_refuted() -> None:
    """What the engine decides by is followed: with another winner the theorem fails."""
    with replaced(steps.winning_after, _no_change):
        assert discharged("card", "zsiros/2").verdict == "refuted"


@pytest.mark.parametrize(
    ("step", "holder", "name", "wrong"),
    [
        ("start", states, "start", _dealer_leads),
        ("card", MatchingState, "play", _nothing),
        ("alone", MatchingState, "choosing", property(_always)),
        ("call", MatchingState, "play", _nothing),
    ],
)
def test_wrong_function_is_refuted(
    monkeypatch: pytest.MonkeyPatch, *, step: str, holder: object, name: str, wrong: object
) -> None:
    """A wrong function is refuted, with numbers that show what is wrong."""
    monkeypatch.setattr(holder, name, wrong)
    found = discharged(step, "zsiros/4")
    assert found.verdict == "refuted", found
    assert found.counterexample is not None


CHANGES = [
    ("view", "state.MatchingState.view", "hand if other in (sees, partner) else ()", "hand", "zsiros/4"),
    ("card", "play.after_card", "place", "place + 1", "zsiros/2"),
    ("card", "play.after_card", "place + 1", "place - 1", "zsiros/2"),
    ("card", "play.after_card", "all", "any", "ristikontra/4"),
    ("card", "play.after_card", "not continues(state, card)", "continues(state, card)", "zsiros/2"),
    ("card", "play.continues", "True", "False", "hola/2"),
    (
        "card",
        "play.repeats_lead",
        "too_many_leads(rank_number(card), state.leads, state.game.rules.lead_limit)",
        "not too_many_leads(rank_number(card), state.leads, state.game.rules.lead_limit)",
        "ristikontra/4",
    ),
    (
        "card",
        "play._refuse_continuation",
        "state.game.played_rank(action.card) == state.to_match",
        "state.game.played_rank(action.card) != state.to_match",
        "sedma-trumps/2",
    ),
    ("card", "play.contest", "state.winning, seat", "seat, state.winning", "zsiros/2"),
    ("card", "play.contest", "rules.newest", "not rules.newest", "hola/2"),
    ("card", "play.leads_with", "-limit", "-limit + 1", "ristikontra/4"),
    ("card", "play.put", "may_go_on(after, led)", "not may_go_on(after, led)", "zsiros/2"),
    (
        "card",
        "play.put",
        "if (len(trick) + 1) % game.players or may_go_on(after, led):\n    return after",
        "pass",
        "zsiros/2",
    ),
    (
        "card",
        "play.may_go_on",
        "not continuation_allowed(game.rules.continuation, game.sides[leader], game.sides[state.winning])",
        "continuation_allowed(game.rules.continuation, game.sides[leader], game.sides[state.winning])",
        "zsiros/2",
    ),
    ("card", "play.end_round", "not talon", "talon", "ristiklappi/2"),
    ("card", "play.end_round", "1", "0", "ristiklappi/2"),
    ("alone", "play.after_flip", "0", "-1", "ristiklappi/2"),
    ("alone", "play.after_flip", "1", "0", "ristiklappi/2"),
    ("alone", "play.after_spice", "hand.remove(drawn)", "pass", "ristiklappi/2"),
    (
        "alone",
        "play._spice_refusal",
        "state.trick or (state.tricks is not None and (not any(state.tricks)))",
        "state.trick and (state.tricks is not None and (not any(state.tricks)))",
        "ristiklappi/2",
    ),
    ("alone", "play.after_stop", "state.drawn is None", "state.drawn is not None", "ristiklappi/2"),
    ("alone", "play.after_stop", "not state.choosing", "state.choosing", "zsiros/2"),
    ("card", "play.take_trick", "None if over else winner", "winner", "zsiros/2"),
    ("alone", "play.take_trick", "1", "2", "zsiros/2"),
    ("card", "play.take_trick", "game.rules.leftover == 'last_trick'", "game.rules.leftover != 'last_trick'", "hola/6"),
    ("card", "play.forfeited", "-1", "0", "zsiros/2 last_card_loses=7"),
    ("card", "play.burned_after", "side != own", "side == own", "hola/4 four_resets=on"),
    (
        "card",
        "play.lone_after",
        "state.leader + trick.index(card)",
        "state.leader - trick.index(card)",
        "sedma-three/3",
    ),
    ("call", "play.after_call", "call.seat != partner", "call.seat == partner", "zsiros/4"),
    ("calls", "state.MatchingState.calls", "partner is None", "partner is not None", "zsiros/4"),
    ("legal", "play.legal_actions", "continues(state, card)", "not continues(state, card)", "zsiros/2"),
    ("legal", "play.legal_actions", "not repeats_lead(state, card)", "repeats_lead(state, card)", "ristikontra/4"),
    ("legal", "play.legal_actions", "(*plays, FLIP) if may_flip(state) else plays", "plays", "ristiklappi/2"),
    ("legal", "play.legal_actions", "if state.drawn is not None:\n    return (SPICE, STOP)", "pass", "ristiklappi/2"),
    (
        "legal",
        "play.legal_actions",
        "[card for card in hand if not repeats_lead(state, card)] or hand",
        "[card for card in hand if not repeats_lead(state, card)] and hand",
        "ristikontra/4",
    ),
    ("once", "play.legal_actions", "continues(state, card)", "not continues(state, card)", "zsiros/2"),
]
"""The step that must fail, the function, its code before and after the change, and the game."""


@pytest.mark.turns(3)
@pytest.mark.parametrize(("step", "function", "before", "after", "game"), CHANGES[:: sliced(5, whole=1)])
def test_changed_function_is_not_proved(step: str, function: str, before: str, after: str, game: str) -> None:
    """A function with one wrong change is not proved: it is refuted, or does what cannot be followed."""
    found = mutations(named(f"aceten.matching.{function}"))
    chosen = [each for each in found if (each.before, each.after) == (before, after)]
    assert chosen, [(each.before, each.after) for each in found]
    with installed(chosen[0]):
        verdict = discharged(step, game)
    assert verdict.verdict in {"refuted", "unknown"}, verdict
    assert verdict.counterexample is not None or verdict.reason


def test_contracts_are_about_functions_that_there_are() -> None:
    """Each function for which something stands in is one of the engine; without its contract it is followed itself."""
    functions = [plain(function) for function, _ in of_play(setting(load("zsiros", players=2)))]
    assert all(function is not None and function.__module__.startswith("aceten") for function in functions)
    assert len(set(functions)) == len(functions)


# --- What follows from the relation -----------------------------------------------------------------------------------

_taken = cast("Callable[[play.Play, play.Deal], play.Deal]", vars(play.Play)["_taken"])


@pytest.mark.parametrize(
    ("theorem", "step", "kept"),
    [
        (CARDS, "kept", "taken"),
        (CARDS, "kept", "hands"),
        (POINTS, "kept", "points"),
        (ENDING, "nearer", "trick"),
    ],
)
def test_wrong_relation_is_refuted(
    monkeypatch: pytest.MonkeyPatch, theorem: tuple[Proposition, ...], step: str, kept: str
) -> None:
    """A relation that leaves something as it was when a trick is taken does not have what follows from it."""

    def wrong(relation: play.Play, deal: play.Deal) -> play.Deal:
        return msgspec.structs.replace(_taken(relation, deal), **{kept: getattr(deal, kept)})

    monkeypatch.setattr(play.Play, "_taken", wrong)
    [proposition] = theorem
    about = setting(load("zsiros", players=2))
    [found] = establish(proposition, about, only={f"{proposition.id}.{step}"}, provers=Z3_ALONE).obligations
    assert found.verdict == "refuted", found


_suit_taken = cast(
    "Callable[[suit_play.SuitPlay, suit_play.SuitDeal], Iterable[tuple[Truth, suit_play.SuitDeal]]]",
    vars(suit_play.SuitPlay)["_taken"],
)


@pytest.mark.parametrize(
    ("theorem", "step", "kept"),
    [
        (CARDS, "suit_kept", "taken"),
        (POINTS, "suit_kept", "points"),
        (SUIT_ENDING, "over", "turn"),
    ],
)
def test_wrong_relation_of_suit_tricks_is_refuted(
    monkeypatch: pytest.MonkeyPatch, theorem: tuple[Proposition, ...], step: str, kept: str
) -> None:
    """So it is with suit tricks."""

    def wrong(relation: suit_play.SuitPlay, deal: suit_play.SuitDeal) -> Iterable[tuple[Truth, suit_play.SuitDeal]]:
        for guard, after in _suit_taken(relation, deal):
            yield guard, msgspec.structs.replace(after, **{kept: getattr(deal, kept)})

    monkeypatch.setattr(suit_play.SuitPlay, "_taken", wrong)
    [proposition] = theorem
    about = setting(load("einwerfen"))
    [found] = establish(proposition, about, only={f"{proposition.id}.{step}"}, provers=Z3_ALONE).obligations
    assert found.verdict == "refuted", found


def _unchanged(_: suit_play.SuitPlay, deal: suit_play.SuitDeal) -> list[suit_play.Way]:
    return [play.Branch(TRUE, deal)]


def test_what_leads_nowhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a relation in which passing changes nothing a deal need not end."""
    monkeypatch.setattr(suit_play.SuitPlay, "waive", _unchanged)
    [proposition] = SUIT_ENDING
    about = setting(load("einwerfen"))
    [found] = establish(proposition, about, only={"T-SUIT-END.nearer"}, provers=Z3_ALONE).obligations
    assert found.verdict == "refuted", found


def _newest(_: play.Play, trick: Cards) -> Number:
    return trick[-1] % 16


def test_wrong_winner_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a relation in which the newest card has to be matched another one takes the trick."""
    monkeypatch.setattr(play.Play, "to_match", _newest)
    about = setting(load("zsiros", players=4))
    [found] = establish(TRICK, about, only={"T-TRICK.put"}, provers=Z3_ALONE).obligations
    assert found.verdict == "refuted", found


def _refusing(*_: object) -> list[play.Branch]:
    return [play.Branch(TRUE, "not_in_hand")]


def test_who_cannot_do_anything_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relation that refuses everything leaves nothing to do."""
    monkeypatch.setattr(play.Play, "card", _refusing)
    about = setting(load("zsiros", players=2))
    [proposition] = ENDING
    [found] = establish(proposition, about, only={"T-END.some_action"}, provers=Z3_ALONE).obligations
    assert found.verdict == "refuted", found
