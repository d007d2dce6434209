"""Comparisons of games: what is the same in both for all inputs, and a position for what is not.

A comparison looks at one aspect after the other. What two games have in common is proved: where a branch of the relation of play holds
in one game and a branch in the other they lead to the same, for all cards. What they have not is shown by a position that z3 finds and
both engines replay.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import resources
from typing import Final, TypeAlias, TypeVar

import msgspec

from aceten.engine.game import Game
from aceten.engine.loading import load
from aceten.engine.state import State
from aceten.notation.position import parse
from aceten.proofs.statements.game_setting import Setting, setting
from aceten.proofs.statements.obligations import ProofCase
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.statements.witnesses import played, witness
from aceten.proofs.theorems.comparisons import game_cases, game_differences
from aceten.proofs.theorems.comparisons.game_differences import Aspect
from aceten.proofs.theorems.symmetries.matching_symmetry import (
    ALIKE,
    HELD,
)
from aceten.vocabulary.actions import Action, Play, parse_action
from aceten.vocabulary.errors import usage_error
from aceten_spec.loader import load_shipped
from aceten_spec.rulebook import OptionValue

_G = TypeVar("_G", bound=Game)


class GameComparison(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What two games have in common, and what not."""

    id: str
    """Permanent; with ``T-SAME-`` before it the id of the theorem."""
    left: str
    """The rulebook of the game that the theorem belongs to."""
    right: str
    """The rulebook of the other."""
    left_options: dict[str, OptionValue] = {}
    """Its options."""
    right_options: dict[str, OptionValue] = {}
    """Those of the other."""
    players: tuple[int, ...]
    """With how many players they are compared."""
    same: tuple[Aspect, ...]
    """What is the same."""
    differ: tuple[Aspect, ...]
    """What is not."""
    text: str
    """Both in words."""


class _File(msgspec.Struct, frozen=True):
    comparison: tuple[GameComparison, ...]


def comparisons() -> tuple[GameComparison, ...]:
    """Return the comparisons that are made of the shipped rulebooks."""
    text = (resources.files("aceten.proofs.theorems.comparisons") / "comparisons.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File).comparison


# --- The theorems -----------------------------------------------------------------------------------------------------


def games_of(row: GameComparison, about: Setting) -> tuple[Game, Game]:
    """Return the two games of a comparison, with as many players as a setting has."""
    return (
        load(about.game.rulebook, players=about.game.players, **row.left_options),
        load(row.right, players=about.game.players, **row.right_options),
    )


def _speaks_about(row: GameComparison, about: Setting) -> bool:
    game = about.game
    return not game.options and game.players in row.players and game.rulebook == load_shipped(row.left)


def _of(
    row: GameComparison, cases: Callable[[_G, _G], Iterator[ProofCase]], game_of: Callable[[Setting], _G]
) -> Callable[[Setting], Iterator[ProofCase]]:
    """Return the cases about the two games of a comparison."""
    return lambda about: cases(*[game_of(setting(game)) for game in games_of(row, about)])


_ASPECT_OF: Final[dict[str, Aspect]] = {"beats": "tricks", "owed": "tricks"}
"""The aspect of a step whose name is another one."""


def _steps(row: GameComparison) -> tuple[Step, ...]:
    """Return what is to be shown of the aspects that are the same."""
    steps = (
        Step(
            name="cards",
            statement="both games are played with the same pack and hands of one size",
            clauses=("CARDS-1", "DEAL-3"),
            function="aceten_spec.cards.Pack.cards",
            domain="all whole numbers for cards, the {pack} cards of the pack among them",
            cases=_of(row, game_cases.same_cards, lambda about: about.game),
        ),
        Step(
            name="play",
            statement="every action makes the same of a position in both games, or is refused in both for the same reason",
            clauses=(
                *("PLAY-2", "PLAY-3", "PLAY-4", "PLAY-7", "PLAY-8"),
                *("MULTI-1", "MULTI-2", "MULTI-5", "MULTI-6", "DRAW-1"),
            ),
            function="aceten_spec.formulas.matching.play_relation.PlayRelation.card",
            domain=f"cards of ranks that both packs have; hands of up to {HELD} cards; {ALIKE}",
            bounded=True,
            cases=_of(row, game_cases.same_play, lambda about: about.matching),
        ),
        Step(
            name="points",
            statement="a card counts the same in both games",
            clauses=("CARDS-3", "SCORE-1"),
            function="aceten_spec.formulas.card_clauses.card_points",
            domain="all ranks that both packs have",
            cases=_of(row, game_cases.same_points, lambda about: about.game),
        ),
        Step(
            name="result",
            statement="the same points and tricks come to the same in both games",
            clauses=("SCORE-1", "SCORE-2", "SCORE-3", "SCORE-4"),
            function="aceten.engine.matching.settling.settle",
            domain="all card points of {sides} sides that make up the pack, all tricks, each side taking the last one",
            cases=_of(row, game_cases.same_result, lambda about: about.matching),
        ),
        Step(
            name="beats",
            statement="the same card takes a trick in both games",
            clauses=("SUIT-1", "CARDS-6"),
            function="aceten_spec.formulas.suits.suit_trick_clauses.takes",
            domain="all cards that both packs have, and every trump suit",
            cases=_of(row, game_cases.same_beats, lambda about: about.suits),
        ),
        Step(
            name="owed",
            statement="the same cards may be played to a lead in both games",
            clauses=("SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
            function="aceten_spec.formulas.suits.suit_conditions.SuitConditions.owed",
            domain="all cards that both packs have, hands of up to {hand} of them, and every trump suit; with a talon and without one",
            cases=_of(row, game_cases.same_owed, lambda about: about.suits),
        ),
    )
    return tuple([step for step in steps if _ASPECT_OF.get(step.name, step.name) in row.same])


def _witnesses(row: GameComparison, about: Setting) -> Iterator[Witness]:
    left, right = games_of(row, about)
    other = " ".join([str(right), *[f"{name}={value}" for name, value in right.options]])
    if {"cards", "play"} <= {*row.same}:
        yield _guarded(left, f"a whole deal, which goes the same way in {other}", partial(_whole, left, right))
    if {"cards", "tricks"} <= {*row.same}:
        yield _guarded(left, f"a trick, which goes the same way in {other}", partial(_whole, left, right, 1))
    for aspect in row.differ:
        shows = f"{_ASPECTS[aspect]}, compared with {other}"
        yield _guarded(left, shows, partial(_shown_by, left, right, aspect))


_Replay: TypeAlias = "tuple[State, tuple[Action, ...], Callable[[Sequence[State]], bool], str]"
"""A position, what is played from it, what is to be seen, and that in words."""


def _guarded(game: Game, shows: str, replay: Callable[[], _Replay]) -> Witness:
    """Return the witness of a replay; one that does not hold when there is none."""
    try:
        start, actions, seen, what = replay()
    except Exception as error:  # noqa: BLE001 - an engine that fails in any way is no witness
        start, problem = game.deal(seed=_SEED), f"{type(error).__name__}: {error}"
        return Witness(shows=shows, position=str(start), actions=(), holds=False, problem=problem)
    return witness(shows + what, start, actions, seen)


def _whole(left: Game, right: Game, tricks: int | None = None) -> _Replay:
    """Return a deal, or so many tricks of it, to be replayed in the other game."""
    actions = played(left, _SEED, prefer=lambda _, action: isinstance(action, Play))
    actions = actions if tricks is None else actions[: tricks * left.players]
    return left.deal(seed=_SEED), actions, partial(_goes_the_same_way, right, actions), ""


def _shown_by(left: Game, right: Game, aspect: Aspect) -> _Replay:
    """Return a position in which two games differ.

    :raises UsageError: when there is none in the shapes that are followed.
    """
    found = game_differences.difference(left, right, aspect)
    if found is None:
        raise usage_error("no position in which {what} are seen", what=_ASPECTS[aspect])
    actions = (parse_action(found.action),) if found.action else ()
    return (
        parse(found.left, rules=left.rulebook),
        actions,
        partial(game_differences.differs, found, right),
        f": {found.what}",
    )


_SEED: Final = 7
_ASPECTS: Final[dict[Aspect, str]] = {
    "cards": "other cards",
    "play": "other play",
    "points": "other card points",
    "result": "another result",
    "tricks": "other tricks",
}


def _goes_the_same_way(right: Game, actions: Sequence[Action], states: Sequence[State]) -> bool:
    """Whether actions are legal in another game, too, and make the same of the cards."""
    there = parse(str(msgspec.structs.replace(states[0], game=right)), rules=right.rulebook)
    for state, action in zip(states, [*actions, None], strict=True):
        if game_differences.what_differs(state, there, "play"):
            return False
        there = there if action is None else there.play(action)
    return True


def proposition(row: GameComparison) -> Proposition:
    """Return the theorem that a comparison states."""
    return Proposition(
        id=f"T-SAME-{row.id}",
        statement=lambda _: row.text,
        argument=(
            "Both games keep to the relation of play (T-STEP). From one position, where a branch of an action holds in one game and a "
            "branch in the other, both lead to the same position or to the same refusal, so by induction every play of one is a play of "
            "the other; where cards count the same the captures are the same, and where results agree a deal comes to the same. What is "
            "said to differ is shown by a position found by z3 and replayed in both engines. Where packs or hands differ, what is the "
            "same is so for the cards that both have."
        ),
        steps=_steps(row),
        applies=partial(_speaks_about, row),
        witnesses=partial(_witnesses, row),
    )


PROPOSITIONS: Final[tuple[Proposition, ...]] = tuple(map(proposition, comparisons()))
"""What is proved here: one theorem for each comparison of shipped games."""
