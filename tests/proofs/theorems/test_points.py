"""The theorem that no card points are lost: what it tells, and what a counterexample and a witness show."""

from typing import TypeAlias

import msgspec
import pytest
from support.proofs.single_obligations import established, game_of, refuted

from aceten import MatchingState, Play, Stop, load, parse, parse_action
from aceten.engine import scoring
from aceten.engine.game import Game
from aceten.engine.scoring import add_card
from aceten.proofs.statements.proof_report import Obligation, Theorem
from aceten.vocabulary.actions import Action
from aceten_spec import load_shipped

Values: TypeAlias = tuple[tuple[int, int], ...]


def _established(game: Game, *only: str) -> Theorem:
    return established("T-POINTS", game, only=[f"T-POINTS.{name}" for name in only])


def _failures(theorem: Theorem) -> list[Obligation]:
    return [obligation for obligation in theorem.obligations if obligation.verdict != "proved"]


@pytest.mark.turns(6)
def test_theorem_follows_the_rulebook() -> None:
    """All numbers come from the rulebook: one with another pack, other values, hands and options has its own theorem."""
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
    book = msgspec.structs.replace(zsiros, id="other", clauses=(), parameters=other)
    theorem = established("T-POINTS", load(book, players=2, draw="round_robin"))
    assert theorem.verdict == "proved", _failures(theorem)
    assert theorem.statement == "every play of other/2, of any length, ends with 120 captured card points"


@pytest.mark.parametrize(
    ("game", "statement"),
    [
        ("sedma/4", "every play of {}, of any length, ends with 80 captured card points and a result of 90 points"),
        (
            "hola/6",
            (
                "every play of {}, of any length, ends with 160 captured card points, less what 2 cards count that are left over"
                " and a result of 170 points"
            ),
        ),
        ("schnapsen/2", "in every play of {} 120 card points are captured or in play at every moment"),
    ],
)
def test_statement_gives_the_numbers(game: str, statement: str) -> None:
    """What is proved is said with the numbers of the game."""
    assert _established(game_of(game), "pack").statement == statement.format(game)


def test_witness_is_a_whole_deal() -> None:
    """The witness can be replayed: from its position, by its actions, with 80 points at every moment, to its result."""
    [witness] = _established(game_of("zsiros/2"), "pack").witnesses
    assert witness.holds
    state = parse(witness.position)
    for action in witness.actions:
        assert state.result is None
        assert sum(state.points) + state.points_in_play == 80
        state = state.play(parse_action(action))
    assert state.result is not None
    assert sum(state.result.points) == 80


def test_engine_that_fails_is_no_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the deal cannot be played to its end the theorem is refuted, and the witness says what went wrong."""

    def stuck(state: MatchingState, _action: Action) -> MatchingState:
        return state

    monkeypatch.setattr(MatchingState, "play", stuck)
    theorem = _established(game_of("zsiros/2"), "pack")
    assert theorem.verdict == "refuted"
    assert not theorem.witnesses[0].holds
    assert theorem.witnesses[0].problem


def test_points_that_are_lost_are_seen_in_the_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    """A play in which points vanish is no witness."""
    play = MatchingState.play

    def losing(state: MatchingState, action: Action) -> MatchingState:
        after = play(state, action)
        kept = isinstance(action, Play | Stop) and not any(after.points)
        return after if kept else msgspec.structs.replace(after, points=(0, 0))

    monkeypatch.setattr(MatchingState, "play", losing)
    assert not _established(game_of("zsiros/2"), "pack").witnesses[0].holds


# --- Wrong functions --------------------------------------------------------------------------------------------------


def test_mutant_fails_at_its_step_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Obligations that a wrong step function has no part in are proved all the same.

    A counterexample gives inputs that occur in play, in the notation of the game, and what comes of them.
    """

    def tens_count_nothing(points: int, rank: int, values: Values) -> int:
        return add_card(points, rank, values[:1])

    game = game_of("zsiros/2")
    monkeypatch.setattr(scoring, "add_card", tens_count_nothing)
    [failure] = _failures(_established(game, "add_card", "credit", "to_come"))
    assert failure.id == "T-POINTS.add_card"
    found = refuted(failure)
    assert found.inputs["rank"] == "T"
    assert found.outcome == {"points after": int(found.inputs["points"])}


def test_what_cannot_be_followed_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step function that cannot be lifted leaves its obligation unknown, with the reason."""

    def by_table(points: int, rank: int, values: Values) -> int:
        return points + dict(values).get(rank, 0)

    game = game_of("zsiros/2")
    monkeypatch.setattr(scoring, "add_card", by_table)
    [obligation] = _established(game, "add_card").obligations
    assert obligation.verdict == "unknown"
    assert "hash is not supported" in obligation.reason
