"""Positions that the native core is asked about, as it is given them."""

from collections.abc import Sequence

import msgspec
import pytest

import aceten
import aceten_solver
from aceten import MatchingState, State, SuitState
from aceten_solver import Objective
from aceten_solver.native import encode_matching, encode_suits
from aceten_solver.question.measures import scale_for
from aceten_solver.question.objectives import Value, check_objective, default_objective
from aceten_solver.question.two_sides import two_sides

NATIVE = aceten_solver.backend == "native"
needs_core = pytest.mark.skipif(not NATIVE, reason="the native core is not built")

# ruff: noqa: E501 - position lines are as long as they are
LINES = (
    "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0",
    "zsiros/2 hands=AcQd8c8d,JdTc9c7s talon=KdTs lead=1 taken=AhKsKhQsQhJcJsJhTd9s8s7h,AsAdKcQcTh9h9d8h7c7d dealer=0",
    "sedma/4 hands=AhKdJh,KsTs7d,AsTd9c,QdJd7c lead=0 taken=AcAdKcKhQcQsQhJcJsTcTh9s9h9d8c8s8h8d7s7h,- tricks=4,0 dealer=0",
    "hola/2 hands=Th8c3c3s,Qd8d6s3d talon=Jc7sAs4h lead=1 taken=Ad7d5s3h2s2d,AcAhKcKsKhKdQcQsQhJsJhJdTcTsTd9c9s9h9d8s8h7c7h6c6h6d5c5h5d4c4s4d2c2h tricks=1,7 dealer=0",
    "ristiklappi/2 hands=Th9d4s4d3s,Qh9s8d6c6h talon=Jc7sAs4h lead=0 taken=KsQcQdJsJhTcTs9c9h8c7c7h7d6s6d5c5s5h5d3c3d2h,AcAhAdKcKhKdQsJdTd8s8h4c3h2c2s2d dealer=0",
    "schnapsen/2 hands=AdKdQcQsTd,AhKcQhQdTc lead=0 taken=KsKhJsTh,AcAsJcJhJdTs dealer=0 trump=c shown=-,Kc",
    "sixty-six/2 hands=QhJsJd9c9h,KsKhTcTh9s lead=0 taken=AhKcKdQd,AcAsAdQcQsJcJhTsTd9d dealer=0 trump=h melds=0,20 shown=9h,Ks",
    "auction-sixty-six/4 hands=AsKdTc,QcJcJh,AhAd9c,AcQh9s lead=1 taken=KcKsKhJsTsTh9h9d,QsQdJdTd dealer=0 trump=d melds=40,0 shown=Kd,-,-,- bid=0,70",
    "tausendeins/2 hands=JdTs9c8d7d,AcAdKdQdJc lead=0 taken=AhJhTd9h8c7h,AsKcKsKhQcQsQhJsTcTh9s9d8s8h7c7s dealer=0 trump=h melds=0,60",
    "einwerfen/4 hands=QsTs8h,Ks9h7h,JsJd9d,AhAd8c lead=0 taken=AcAsKcKhKdQcQhQdJcJhThTd9s8d7c7d,Tc9c8s7s dealer=0 trump=d",
)
ENDS = (
    *LINES,
    "schnapsen-book/2 hands=QsJcJsJh,KcKsThTd lead=0 taken=KdQh,AcAsAhAdKhQcQdJdTcTs dealer=0 trump=h close_min_stock=3",
    "sedma/2 hands=-,Qh lead=0 trick=Td taken=AdKsTs9c9d8c7c7d,AcAsAhKcKhKdQcQsQdJcJsJhJdTcTh9s9h8s8h8d7s7h score_by=stakes_card_points",
)
LONG = str(aceten.load("hola", players=6).deal(seed=1))


def asked(state: State, objective: Objective | None = None) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Return rules, question and levels as the core is given them."""
    sides = two_sides(state)
    scale = scale_for(state, (check_objective(state, objective or default_objective(state.game), sides),), sides)
    rules: Sequence[int] | None
    question: Sequence[int] | None
    if isinstance(state, MatchingState):
        rules, question = encode_matching.rules_of(state.game, sides), encode_matching.question_of(state, scale)
    else:
        assert isinstance(state, SuitState)
        rules, question = encode_suits.rules_of(state.game, sides), encode_suits.question_of(state, scale)
    assert rules is not None
    assert question is not None
    return rules, question, scale.thresholds


def is_part_of(value: Value | None, whole: Value | None) -> bool:
    """Whether all that one value says is what the other one says."""
    if value is None or whole is None:
        return value is None
    said = msgspec.structs.asdict(value)
    return all(said[name] in {None, settled} for name, settled in msgspec.structs.asdict(whole).items())
