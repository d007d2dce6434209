"""The theorem that no card points are lost, and mutants that it must fail for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
import pytest
from slices import sliced

from aceten import Call, MatchingState, Play, Stop, SuitGame, UsageError, load, parse, parse_action
from aceten.actions import Side
from aceten.drawing import draw, draw_turns
from aceten.matching.state import start
from aceten.proofs import ENGINE, MUTANTS, OBLIGATIONS, Mutant, Report, prove, prove_points
from aceten.scoring import add_card, credit
from aceten.shuffling import shuffle
from aceten_spec import Card, Rulebook, load_shipped, shipped

if TYPE_CHECKING:
    from aceten import Action, MatchingGame, Result, Seat
    from aceten.proofs import Functions, Obligation, Theorem
    from aceten.state import Event, Hands

Cards: TypeAlias = tuple[Card, ...]
Order: TypeAlias = Literal["block", "round_robin"]
Values: TypeAlias = tuple[tuple[int, int], ...]
GAMES = [("zsiros", 2), ("zsiros", 4), ("hola", 2), *sliced([], whole=[("sedma", 2), ("septica", 2)])]
"""A slice of what ``make prove`` proves."""

NOT_COVERED = {"hola": "leftover", "ristiklappi": "flip", "sedma-three": "sides", "sedma-trumps": "wild_role"}


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_theorem_is_proved(game: str, players: int) -> None:
    """Every play of these games ends with the card points of the pack captured."""
    report = prove(load_shipped(game), players)
    [theorem] = report.theorems
    assert report.verdict == theorem.verdict == "proved", _failures(theorem)
    assert [obligation.id for obligation in theorem.obligations] == list(OBLIGATIONS)
    assert all(obligation.cases and obligation.paths >= obligation.cases for obligation in theorem.obligations)
    assert all("{" not in obligation.domain for obligation in theorem.obligations)
    assert theorem.clauses
    assert set(theorem.clauses) <= {clause.id for clause in load_shipped(game).clauses}


@pytest.mark.parametrize("game", sorted(set(NOT_COVERED) & set(shipped())))
def test_games_that_the_theorem_does_not_speak_about_are_refused(game: str) -> None:
    """A game with rules that no obligation looks at is refused, with the parameter that is to blame, and not called proved."""
    with pytest.raises(UsageError, match=f"not stated for games in which {NOT_COVERED[game]} is not"):
        prove(load_shipped(game), max(load_shipped(game).parameters.players))


@pytest.mark.parametrize("game", [game for game in shipped() if isinstance(load(game), SuitGame)])
def test_games_with_suit_tricks_are_refused(game: str) -> None:
    """The theorem is about games with matching tricks; one with suit tricks is refused in a sentence that says so."""
    with pytest.raises(
        UsageError, match=f"T-POINTS is stated for games with matching tricks.*{game}/. has suit tricks"
    ):
        prove(load_shipped(game), max(load_shipped(game).parameters.players))


def test_theorem_follows_the_rulebook() -> None:
    """All numbers come from the rulebook: one with another pack, other values, hands and options has its own theorem."""
    report = prove(_other_rulebook(), 2, options={"draw": "round_robin"})
    [theorem] = report.theorems
    assert report.verdict == "proved", _failures(theorem)
    assert theorem.statement == "every play of other/2, of any length, ends with 120 captured card points"
    assert sum(theorem.witness.points) == 120


def _failures(theorem: Theorem) -> list[Obligation]:
    return [obligation for obligation in theorem.obligations if obligation.verdict != "proved"]


def _other_rulebook() -> Rulebook:
    zsiros = load_shipped("zsiros")
    other = msgspec.structs.replace(
        zsiros.parameters,
        pack="french-52",
        hand=2,
        deal=(1, 1),
        values={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0},
        wild=("7", "2"),
        continuation="always",
    )
    return msgspec.structs.replace(zsiros, id="other", clauses=(), parameters=other)


def test_witness_is_a_whole_deal() -> None:
    """The witness can be replayed: from its position, by its actions, with what it says captured, to its points."""
    witness = prove_points(load("zsiros", players=2), ENGINE, only=()).witness
    assert witness.holds
    state = parse(witness.position)
    captured = [sum(state.points)]
    for action in witness.actions:
        assert state.result is None
        state = state.play(parse_action(action))
        captured.append(sum(state.points))
    assert state.result is not None
    assert state.result.points == witness.points
    assert tuple(captured) == witness.captured
    assert {sum(moment) for moment in zip(witness.captured, witness.in_play, strict=True)} == {80}
    assert (witness.captured[0], witness.in_play[-1]) == (0, 0)
    assert sum(witness.points) == 80


def test_engine_that_fails_is_no_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the deal cannot be played to its end the theorem is refuted, and the witness says what went wrong."""

    def stuck(state: MatchingState, _action: Action) -> MatchingState:
        return state

    monkeypatch.setattr(MatchingState, "play", stuck)
    theorem = prove_points(load("zsiros", players=2), ENGINE, only=())
    assert theorem.verdict == "refuted"
    assert not theorem.witness.holds
    assert theorem.witness.problem


def test_theorem_needs_every_obligation() -> None:
    """A theorem does not count as proved while an obligation is left out."""
    theorem = prove_points(load("zsiros", players=2), ENGINE, only=("T-POINTS.credit",))
    assert [obligation.verdict for obligation in theorem.obligations] == ["proved"]
    assert theorem.verdict == "unknown"


def test_report_is_plain_json() -> None:
    """A report can be written as JSON and read again, counterexamples included."""
    theorem = prove_points(
        load("zsiros", players=2), MUTANTS[0].functions, only=("T-POINTS.credit", "T-POINTS.end_trick")
    )
    report = Report(game="zsiros/2", rules="", theorems=(theorem,), verdict=theorem.verdict, seconds=0)
    assert msgspec.json.decode(msgspec.json.encode(report), type=Report) == report


# --- Mutants: functions of the engine, each made wrong -----------------------------------------------------------------


def _tens_count_nothing(points: int, rank: int, values: Values) -> int:
    return add_card(points, rank, values[:1])


def _first_card_is_forgotten(ranks: tuple[int, ...], values: Values) -> int:
    points = 0
    for rank in ranks[1:]:
        points = add_card(points, rank, values)
    return points


def _to_the_other_side(totals: tuple[int, ...], side: Side, gained: int) -> tuple[int, ...]:
    return credit(totals, Side(1 - side), gained)


def _all_that_is_missing(missing: int, talon: int, players: int) -> int:
    del talon, players
    return missing


def _winner_draws_for_the_next(order: Order, due: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([max(turn, 1) for turn in draw_turns(order, due)])


def _talon_stays(hands: Hands, talon: Cards, winner: Seat, hand_size: int, order: Order) -> tuple[Hands, Cards]:
    drawn, _ = draw(hands, talon, winner, hand_size, order)
    return drawn, talon


def _last_card_is_lost(game: MatchingGame, *, seed: int = 0, dealer: Seat, deck: Cards | None = None) -> MatchingState:
    cards = shuffle(game.pack.cards, seed) if deck is None else deck
    size = game.rules.hand
    hands = [cards[size * turn : size * (turn + 1)] for turn in range(game.players)]
    return start(game, tuple(hands), cards[size * game.players : -1], dealer)


def _card_stays_in_hand(state: MatchingState, action: Action) -> MatchingState:
    return msgspec.structs.replace(state.play(action), hands=state.hands)


def _last_in_hand_goes_too(state: MatchingState, action: Action) -> MatchingState:
    after = state.play(action)
    return msgspec.structs.replace(after, hands=tuple(hand[:-1] for hand in after.hands))


def _any_card_will_do(state: MatchingState, action: Action) -> MatchingState:
    if isinstance(action, Play) and state.turn is not None and not state.choosing:
        hand = (*state.hands[state.turn], action.card)
        hands = (*state.hands[: state.turn], hand, *state.hands[state.turn + 1 :])
        return msgspec.structs.replace(state, hands=hands).play(action)
    return state.play(action)


def _stop_throws_the_trick_away(state: MatchingState, action: Action) -> MatchingState:
    after = state.play(action)
    return msgspec.structs.replace(after, trick=()) if isinstance(action, Stop) else after


def _call_ends_the_deal(state: MatchingState, action: Action) -> MatchingState:
    after = state.play(action)
    return msgspec.structs.replace(after, turn=None) if isinstance(action, Call) else after


def _trick_counts_nothing(  # noqa: PLR0917 - as the step itself
    state: MatchingState, hands: Hands, talon: Cards, trick: Cards, winner: Seat, log: tuple[Event, ...]
) -> MatchingState:
    after = ENGINE.end_trick(state, hands, talon, trick, winner, log)
    return msgspec.structs.replace(after, points=state.points)


def _deal_goes_on(  # noqa: PLR0917 - as the step itself
    state: MatchingState, hands: Hands, talon: Cards, trick: Cards, winner: Seat, log: tuple[Event, ...]
) -> MatchingState:
    return msgspec.structs.replace(ENGINE.end_trick(state, hands, talon, trick, winner, log), turn=winner)


def _points_of_side_0_twice(state: MatchingState) -> Result | None:
    result = state.result
    return None if result is None else msgspec.structs.replace(result, points=(state.points[0], state.points[0]))


@pytest.mark.parametrize(
    ("step", "functions"),
    [
        ("add_card", msgspec.structs.replace(ENGINE, add_card=_tens_count_nothing)),
        ("count_cards", msgspec.structs.replace(ENGINE, count_cards=_first_card_is_forgotten)),
        ("credit", msgspec.structs.replace(ENGINE, credit=_to_the_other_side)),
        ("cards_due", msgspec.structs.replace(ENGINE, cards_due=_all_that_is_missing)),
        ("draw_turns", msgspec.structs.replace(ENGINE, draw_turns=_winner_draws_for_the_next)),
        ("draw", msgspec.structs.replace(ENGINE, draw=_talon_stays)),
        ("deal", msgspec.structs.replace(ENGINE, deal=_last_card_is_lost)),
        ("play", msgspec.structs.replace(ENGINE, play=_card_stays_in_hand)),
        ("play", msgspec.structs.replace(ENGINE, play=_last_in_hand_goes_too)),
        ("play", msgspec.structs.replace(ENGINE, play=_any_card_will_do)),
        ("stop", msgspec.structs.replace(ENGINE, play=_stop_throws_the_trick_away)),
        ("call", msgspec.structs.replace(ENGINE, play=_call_ends_the_deal)),
        ("end_trick", msgspec.structs.replace(ENGINE, end_trick=_trick_counts_nothing)),
        ("end_trick", msgspec.structs.replace(ENGINE, end_trick=_deal_goes_on)),
        ("result", msgspec.structs.replace(ENGINE, result=_points_of_side_0_twice)),
    ],
)
def test_mutant_is_refuted(step: str, functions: Functions) -> None:
    """A wrong step function is refuted at its own obligation, with inputs that show what is wrong."""
    game = load("zsiros", players=4 if step == "call" else 2)
    [obligation] = prove_points(game, functions, only=(f"T-POINTS.{step}",)).obligations
    assert obligation.verdict == "refuted", obligation
    assert obligation.counterexample is not None


def test_mutant_fails_at_its_step_alone() -> None:
    """Obligations that a wrong step function has no part in are proved all the same."""
    functions = msgspec.structs.replace(ENGINE, add_card=_tens_count_nothing)
    theorem = prove_points(load("zsiros", players=2), functions, only=set(OBLIGATIONS) - {"T-POINTS.play"})
    assert [obligation.id for obligation in _failures(theorem)] == ["T-POINTS.add_card"]
    assert theorem.verdict == "refuted"


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_every_shipped_mutant_is_refuted(mutant: Mutant) -> None:
    """Each mutant of the package is refuted at the obligation that it names."""
    theorem = prove_points(load("zsiros", players=2), mutant.functions, only=set(OBLIGATIONS) - {"T-POINTS.play"})
    failed = {obligation.id: obligation.verdict for obligation in _failures(theorem)}
    assert failed[mutant.refutes] == "refuted"
    assert theorem.verdict == "refuted"


def test_counterexample_names_what_is_wrong() -> None:
    """A counterexample gives inputs that occur in play, in the notation of the game, and what comes of them."""
    functions = msgspec.structs.replace(ENGINE, add_card=_tens_count_nothing)
    [obligation] = prove_points(load("zsiros", players=2), functions, only=("T-POINTS.add_card",)).obligations
    found = obligation.counterexample
    assert found is not None
    assert found.inputs["rank"] == "T"
    assert found.outcome == {"points after": int(found.inputs["points"])}


def test_what_cannot_be_followed_is_not_proved() -> None:
    """A step function that cannot be lifted leaves its obligation unknown, with the reason."""

    def by_table(points: int, rank: int, values: Values) -> int:
        return points + dict(values).get(rank, 0)

    functions = msgspec.structs.replace(ENGINE, add_card=by_table)
    [obligation] = prove_points(load("zsiros", players=2), functions, only=("T-POINTS.add_card",)).obligations
    assert obligation.verdict == "unknown"
    assert "hash is not supported" in obligation.reason
