"""The theorems about symmetries, and wrong functions that they must fail for."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec
import pytest
from slices import sliced

from aceten import Action, MatchingState, Seat, load, scoring
from aceten.matching import play, steps
from aceten.matching.game import MatchingGame
from aceten.matching.settling import settle
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.replacing import named, replaced
from aceten.proofs.setting import setting
from aceten.proofs.theorems import matching_symmetry
from aceten.proofs.theorems.symmetry import PROPOSITIONS
from aceten.suits import rights
from aceten.suits import steps as suit_steps
from aceten.suits.state import SuitState
from aceten_spec import Card, load_shipped, shipped
from aceten_spec.cards import without_suit

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from aceten import Game, Side
    from aceten.matching.settling import Course
    from aceten.matching.steps import Continuation, Matching
    from aceten.proofs.report import Obligation
    from aceten.scoring import Result
    from aceten_spec.cards import Suit
    from aceten_spec.rulebook import MatchingParameters, OptionValue

ALL = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]
GAMES = sliced([("einwerfen", 4)], whole=ALL)
FAST = Provers(solvers=("z3",))
"""Enough where something is to be refuted."""


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_symmetries_are_proved(game: str, players: int) -> None:
    """In these games suits, seats and the ranks that do the same may be exchanged, and the key of a state is enough."""
    about = setting(load(game, players=players))
    for proposition in PROPOSITIONS:
        if not proposition.applies(about):
            continue
        theorem = establish(proposition, about, provers=Provers())
        failed = [obligation for obligation in theorem.obligations if obligation.verdict != "proved"]
        assert theorem.verdict == "proved", (failed, theorem.witnesses)
        assert all("{" not in obligation.domain for obligation in theorem.obligations)
        assert theorem.clauses


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("sedma-three", 3, {}),
        *sliced(
            [],
            whole=[
                ("hola", 4, {"four_resets": "on", "wild_led": "own_rank"}),
                ("zsiros", 4, {"last_card_loses": "7", "continuation": "always", "draw": "round_robin"}),
                ("ristiklappi", 4, {"taken_by": "first_match", "lead_limit": 3}),
                ("tausendeins", 2, {"marriages": "order", "wrong_claim": "lost"}),
            ],
        ),
    ],
)
def test_suits_are_proved_to_make_no_difference_with_options(
    game: str, players: int, options: dict[str, OptionValue]
) -> None:
    """A lone card keeps its suit, and options change nothing about it."""
    [suits] = [proposition for proposition in PROPOSITIONS if proposition.id == "T-SUITS"]
    theorem = establish(suits, setting(load(game, players=players, **options)), provers=FAST)
    assert theorem.verdict == "proved", theorem


def test_ranks_that_a_rule_names_are_no_exchange_for_others() -> None:
    """Ranks may be exchanged that count the same; not those that are wild, lose the deal, or belong to the lone card."""
    zsiros = setting(load("zsiros", players=2)).matching
    assert [[*map(_letter, group)] for group in matching_symmetry.alike_ranks(zsiros)] == [
        ["A", "T"],
        ["K", "Q", "J", "9", "8"],
    ]
    three = setting(load("sedma-three")).matching
    assert "K" not in [_letter(rank) for group in matching_symmetry.alike_ranks(three) for rank in group]
    losing = setting(load("zsiros", players=2, last_card_loses="7")).matching
    assert matching_symmetry.alike_ranks(losing) == matching_symmetry.alike_ranks(zsiros)


def _letter(rank: int) -> str:
    return str(Card(rank))


def test_spice_is_remembered_by_the_card_that_is_winning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever spices gets the card back that won, which can be a wild one: a key that does not tell it is not enough.

    No shipped rulebook has such rules.
    """
    ristiklappi = load_shipped("ristiklappi")
    rules = msgspec.structs.replace(ristiklappi.parameters, wild=("7",))
    other = load(msgspec.structs.replace(ristiklappi, id="other", clauses=(), parameters=rules), players=4)
    assert _obligation(other, "T-KEY.play").verdict == "proved"
    monkeypatch.setattr(MatchingState, "key", property(_key_that_does_not_tell_it))
    obligation = _obligation(other, "T-KEY.play")
    assert obligation.verdict == "refuted"
    assert obligation.counterexample is not None


_KEY = vars(MatchingState)["key"].fget


def _key_that_does_not_tell_it(state: MatchingState) -> tuple[object, ...]:
    key: tuple[object, ...] = _KEY(state)
    return key if state.drawn is not None else key[:-1]


# --- Wrong functions --------------------------------------------------------------------------------------------------


def _hearts_are_wild(_: MatchingGame, card: Card) -> int:
    return 7 if card // 16 == 3 else card % 16


def _hearts_may_not_continue(_: MatchingState, card: Card) -> bool:
    return card // 16 != 3


def _without_any_suit(_: MatchingGame, card: Card) -> Card:
    return without_suit(card)


def _itself(_: MatchingGame, card: Card) -> Card:
    return card


def _seat_0_wins(winning: Seat, seat: Seat, leader: Seat, *, matched: bool, rules: Matching) -> Seat:
    del leader, rules
    return seat if matched and seat else winning


def _side_0_may_continue(rule: Continuation, leading: int, winning: int) -> bool:
    del rule, winning
    return leading == 0


def _seat_1_may_stop_only(state: MatchingState) -> bool:
    return state.leader != 1 and bool(state.trick) and len(state.trick) % state.game.players == 0


def _side_0_wins_ties(points: tuple[int, ...], last_trick: int, tie: str, wins_from: int = 0) -> tuple[int, ...]:
    del last_trick, tie, wins_from
    return (points.index(max(points)),)


def _nines_match_kings(rank: int, led: int, rules: Matching, *, trumped: bool = False) -> bool:
    del trumped
    if rank == 9 and led == 13:
        return True
    return rank == led or steps.is_wild(rank, rules.wild)


def _nines_count(points: int, rank: int, values: tuple[tuple[int, int], ...]) -> int:
    if rank == 9:
        return points + 1
    for counting, value in values:
        if rank == counting:
            return points + value
    return points


def _key_without_rank(state: MatchingState) -> Hashable:
    return state.hands, len(state.talon), state.leader, state.winning, len(state.trick), state.leads


def _key_without_winner(state: MatchingState) -> Hashable:
    return state.hands, len(state.talon), state.leader, state.to_match, len(state.trick), state.leads


def _key_without_talon(state: MatchingState) -> Hashable:
    return state.hands, state.leader, state.to_match, state.winning, len(state.trick), state.leads


def _points_by_tricks(rules: MatchingParameters, course: Course) -> Result:
    result = settle(rules, course)
    most = course.tricks is not None and course.tricks[0] > course.tricks[1]
    return msgspec.structs.replace(result, award="most tricks") if most else result


MATCHING: list[tuple[str, str, Callable[..., object], Callable[..., object]]] = [
    ("T-SUITS.play", "zsiros", MatchingGame.played_rank, _hearts_are_wild),
    ("T-SUITS.legal", "zsiros", play.continues, _hearts_may_not_continue),
    ("T-SUITS.plain", "sedma-three", MatchingGame.plain_card, _without_any_suit),
    ("T-SUITS.plain", "zsiros", MatchingGame.plain_card, _itself),
    ("T-SEATS.play", "zsiros", steps.winning_after, _seat_0_wins),
    ("T-SEATS.play", "sedma", steps.continuation_allowed, _side_0_may_continue),
    ("T-SEATS.result", "sedma", scoring.deal_winners, _side_0_wins_ties),
    ("T-RANKS.matches", "zsiros", steps.matches, _nines_match_kings),
    ("T-RANKS.legal", "zsiros", steps.matches, _nines_match_kings),
    ("T-RANKS.play", "zsiros", steps.matches, _nines_match_kings),
    ("T-RANKS.counts", "zsiros", scoring.add_card, _nines_count),
    ("T-KEY.result", "sedma", settle, _points_by_tricks),
]


@pytest.mark.parametrize(("obligation", "game", "function", "wrong"), MATCHING)
def test_wrong_function_is_refuted(
    obligation: str, game: str, function: Callable[..., object], wrong: Callable[..., object]
) -> None:
    """A function that does not treat alike what is alike is refuted at its step."""
    about = load(game, players=min(load_shipped(game).parameters.players))
    with replaced(function, wrong):
        found = _obligation(about, obligation)
    assert found.verdict == "refuted", found
    assert found.counterexample is not None


@pytest.mark.parametrize(
    ("game", "players", "key"),
    [("zsiros", 2, _key_without_rank), ("zsiros", 4, _key_without_winner), ("zsiros", 2, _key_without_talon)],
)
def test_key_that_leaves_something_out_is_refuted(
    game: str, players: int, key: Callable[[MatchingState], Hashable], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key without the rank to be matched, without who is winning, or without the talon does not tell enough."""
    monkeypatch.setattr(MatchingState, "key", property(key))
    found = _obligation(load(game, players=players), "T-KEY.play")
    assert found.verdict == "refuted", found


def test_choice_that_depends_on_the_seat_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """When one seat may not stop where the others may, seats do not rotate."""
    monkeypatch.setattr(MatchingState, "choosing", property(_seat_1_may_stop_only))
    assert _obligation(load("zsiros", players=2), "T-SEATS.legal").verdict == "refuted"


# --- Wrong functions of suit tricks -----------------------------------------------------------------------------------


def _hearts_beat_all(card: suit_steps.Strong, best: suit_steps.Strong, trump: int) -> bool:
    if card[0] == best[0]:
        return card[1] > best[1]
    return card[0] == trump or card[0] == 3


def _hearts_pay_all(card: suit_steps.Strong, debt: tuple[int, int]) -> bool:
    return debt[0] == 0 or card[0] == 3 or (card[0] == debt[0] and card[1] > debt[1])


def _hearts_count_more(_: SuitState, suit: Suit) -> int:
    return 40 if suit == 3 else 20


def _claims_at_seat_0(state: SuitState, suit: Suit | None) -> bool:
    return state.turn == 0 and suit is None


def _key_without_trump(state: SuitState) -> Hashable:
    return state.hands, state.talon, state.leader, state.trick, state.turn


def _key_without_trick(state: SuitState) -> Hashable:
    return state.hands, state.talon, state.leader, len(state.trick), state.turn, state.trump


@pytest.mark.parametrize(
    ("obligation", "function", "wrong"),
    [
        ("T-SUITS.beats", suit_steps.beats, _hearts_beat_all),
        ("T-SUITS.pays", suit_steps.pays, _hearts_pay_all),
        ("T-SUITS.marriages", rights.marriage_points, _hearts_count_more),
        ("T-SUITS.cards", suit_steps.beats, _hearts_beat_all),
        ("T-SEATS.suit_legal", named("aceten.suits.state.SuitState._may_claim"), _claims_at_seat_0),
    ],
)
def test_wrong_function_of_suit_tricks_is_refuted(
    obligation: str, function: Callable[..., object], wrong: Callable[..., object]
) -> None:
    """A function that treats one suit or one seat in another way than the others is refuted at its step."""
    with replaced(function, wrong):
        found = _obligation(load("schnapsen-book"), obligation)
    assert found.verdict == "refuted", found
    assert found.counterexample is not None


@pytest.mark.parametrize("key", [_key_without_trump, _key_without_trick])
def test_key_of_suit_tricks_that_leaves_something_out_is_refuted(
    key: Callable[[SuitState], Hashable], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key without trumps or without the trick does not tell enough."""
    monkeypatch.setattr(SuitState, "key", property(key))
    assert _obligation(load("schnapsen-book"), "T-KEY.suit_play").verdict == "refuted"


def _play_at_seat_1(state: SuitState, turn: Seat, card: Card, action: Action) -> SuitState:
    after = _PLAY_CARD(state, turn, card, action)
    return msgspec.structs.replace(after, winning=Seat(1)) if after.trick else after


_PLAY_CARD = cast(
    "Callable[[SuitState, Seat, Card, Action], SuitState]", named("aceten.suits.state.SuitState._play_card")
)


def test_play_that_depends_on_the_seat_is_refuted() -> None:
    """When seat 1 wins whatever it plays, seats do not rotate."""
    with replaced(_PLAY_CARD, _play_at_seat_1):
        found = _obligation(load("schnapsen-book"), "T-SEATS.suit_play")
    assert found.verdict == "refuted", found


def test_result_that_depends_on_the_side_or_on_tricks_is_refuted() -> None:
    """When side 0 counts a point more, sides cannot be exchanged; when tricks count, a search has to remember their number."""
    game = load("auction-sixty-six")

    def one_more(state: SuitState, side: Side, more: int = 0) -> int:
        return state.points[side] + more + (side == 0)

    def with_tricks(state: SuitState, side: Side, more: int = 0) -> int:
        return state.points[side] + more + (0 if state.tricks is None else state.tricks[side])

    with replaced(SuitState.counted, one_more):
        assert _obligation(game, "T-SEATS.suit_result").verdict == "refuted"
    with replaced(SuitState.counted, with_tricks):
        assert _obligation(game, "T-KEY.suit_result").verdict == "refuted"


def test_right_that_depends_on_more_than_key_and_past_is_refuted() -> None:
    """When what everybody knows of a hand decides what is legal, a search has to remember it."""

    def unless_known(state: SuitState) -> bool:
        return any(state.shown)

    with replaced(rights.may_close, unless_known):
        assert _obligation(load("schnapsen-book"), "T-KEY.suit_legal").verdict == "refuted"


def _obligation(game: Game, name: str) -> Obligation:
    [proposition] = [each for each in PROPOSITIONS if name.startswith(f"{each.id}.")]
    [obligation] = establish(proposition, setting(game), only=(name,), provers=FAST).obligations
    return obligation
