"""The theorem that no card points are lost: what it tells, and what a counterexample and a witness show."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec
import pytest

from aceten import MatchingState, Play, Stop, load, parse, parse_action, scoring
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.points import PROPOSITIONS
from aceten.scoring import add_card, count_cards, credit
from aceten_spec import Rulebook, load_shipped
from aceten_spec.formulas.scoring import capture

if TYPE_CHECKING:
    from aceten.actions import Action
    from aceten.game import Game
    from aceten.proofs.report import Obligation, Theorem

Values: TypeAlias = tuple[tuple[int, int], ...]

[POINTS] = PROPOSITIONS
FAST = Provers(solvers=("z3",))


def _established(game: Game, *only: str) -> Theorem:
    chosen = tuple([f"T-POINTS.{name}" for name in only]) if only else None
    return establish(POINTS, setting(game), only=chosen, provers=FAST)


def _failures(theorem: Theorem) -> list[Obligation]:
    return [obligation for obligation in theorem.obligations if obligation.verdict != "proved"]


@pytest.mark.turns(6)
def test_theorem_follows_the_rulebook() -> None:
    """All numbers come from the rulebook: one with another pack, other values, hands and options has its own theorem."""
    theorem = _established(load(_other_rulebook(), players=2, draw="round_robin"))
    assert theorem.verdict == "proved", _failures(theorem)
    assert theorem.statement == "every play of other/2, of any length, ends with 120 captured card points"


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


@pytest.mark.parametrize(
    ("game", "players", "statement"),
    [
        (
            "sedma",
            4,
            "every play of sedma/4, of any length, ends with 80 captured card points and a result of 90 points",
        ),
        (
            "hola",
            6,
            "every play of hola/6, of any length, ends with 160 captured card points, less what 2 cards count that are left over",
        ),
        ("schnapsen", 2, "in every play of schnapsen/2 120 card points are captured or in play at every moment"),
    ],
)
def test_statement_gives_the_numbers(game: str, players: int, statement: str) -> None:
    """What is proved is said with the numbers of the game."""
    assert _established(load(game, players=players), "pack").statement == statement


def test_witness_is_a_whole_deal() -> None:
    """The witness can be replayed: from its position, by its actions, with 80 points at every moment, to its result."""
    [witness] = _established(load("zsiros", players=2), "pack").witnesses
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
    theorem = _established(load("zsiros", players=2), "pack")
    assert theorem.verdict == "refuted"
    assert not theorem.witnesses[0].holds
    assert theorem.witnesses[0].problem


def test_points_that_are_lost_are_seen_in_the_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    """A play in which points vanish is no witness."""
    play = MatchingState.play

    def losing(state: MatchingState, action: Action) -> MatchingState:
        after = play(state, action)
        return (
            after
            if isinstance(action, Play | Stop) and not any(after.points)
            else msgspec.structs.replace(after, points=(0, 0))
        )

    monkeypatch.setattr(MatchingState, "play", losing)
    assert not _established(load("zsiros", players=2), "pack").witnesses[0].holds


def test_theorem_needs_every_obligation() -> None:
    """A theorem does not count as proved while an obligation is left out."""
    theorem = _established(load("zsiros", players=2), "credit")
    assert [obligation.verdict for obligation in theorem.obligations] == ["proved"]
    assert theorem.verdict == "unknown"


# --- Wrong functions --------------------------------------------------------------------------------------------------


def _tens_count_nothing(points: int, rank: int, values: Values) -> int:
    return add_card(points, rank, values[:1])


def test_mutant_fails_at_its_step_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Obligations that a wrong step function has no part in are proved all the same."""
    game = load("zsiros", players=2)
    monkeypatch.setattr(scoring, "add_card", _tens_count_nothing)
    theorem = _established(game, "add_card", "credit", "to_come")
    assert [obligation.id for obligation in _failures(theorem)] == ["T-POINTS.add_card"]


def test_counterexample_names_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A counterexample gives inputs that occur in play, in the notation of the game, and what comes of them."""
    game = load("zsiros", players=2)
    monkeypatch.setattr(scoring, "add_card", _tens_count_nothing)
    [obligation] = _established(game, "add_card").obligations
    found = obligation.counterexample
    assert found is not None
    assert found.inputs["rank"] == "T"
    assert found.outcome == {"points after": int(found.inputs["points"])}


def test_what_cannot_be_followed_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step function that cannot be lifted leaves its obligation unknown, with the reason."""

    def by_table(points: int, rank: int, values: Values) -> int:
        return points + dict(values).get(rank, 0)

    game = load("zsiros", players=2)
    monkeypatch.setattr(scoring, "add_card", by_table)
    [obligation] = _established(game, "add_card").obligations
    assert obligation.verdict == "unknown"
    assert "hash is not supported" in obligation.reason


# --- The formula on given values --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "have", "holds"),
    [(2, (1, 2, 33, 4), True), (0, (31, 2, 3, 4), True), (0, (1, 32, 3, 4), False), (3, (1, 2, 3, 4), False)],
)
def test_capture_among_four_sides(side: int, have: tuple[int, ...], *, holds: bool) -> None:
    """The side that wins a trick of 30 gains it, whatever the number of sides, and nobody else gains."""
    assert capture(4).at(side, 30, 1, 2, 3, 4, *have) == holds


def test_engine_counts_and_credits_as_the_formula() -> None:
    """What the engine makes of a trick is what the formula asks for."""
    game = load("sedma-three", players=3)
    gained = count_cards((14, 10, 9), game.values)
    assert gained == 20
    assert capture(3).at(1, gained, 10, 0, 30, *credit((10, 0, 30), game.sides[1], gained))
