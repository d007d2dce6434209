"""What is best in an ace-ten card game: exact values of positions with every card known, and advice for who sees only his own.

>>> import aceten, aceten_solver
>>> solution = aceten_solver.solve(aceten.parse("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"))
>>> [str(action) for action in solution.best], solution.value.points
(['A'], (30, 20))
>>> advice = aceten_solver.advise(aceten.load("zsiros").deal(seed=7).view(1), samples=10)
>>> str(advice.chosen)
'Kd'
"""

import importlib
from typing import TYPE_CHECKING, Final

from aceten_solver.answers.batches import solve_many, value_many
from aceten_solver.answers.estimates import Estimate, estimate
from aceten_solver.answers.solution import ActionValue, Solution
from aceten_solver.answers.solver import Bounds, Solver, solve
from aceten_solver.native.library import native_library
from aceten_solver.question.backends import Backend, BackendError, CoreError, Cost
from aceten_solver.question.objectives import OBJECTIVES, Objective, ObjectiveError, Value

if TYPE_CHECKING:
    from aceten_solver.certificates.certify import certify
    from aceten_solver.certificates.certify_strategies import certify_strategies
    from aceten_solver.contests.contest_standings import Pairing, PolicyStanding, Standings
    from aceten_solver.contests.policies import BeginningPolicy, Policy
    from aceten_solver.contests.round_robin import match, round_robin
    from aceten_solver.endgames import endgame_tables as tables
    from aceten_solver.hidden.alpha_mu import AlphaMu, Cuts, PlannedAction, search_alpha_mu
    from aceten_solver.hidden.equilibrium import ActionChance, Equilibrium, InformationSet, find_equilibrium
    from aceten_solver.hidden.machine_player import Machine
    from aceten_solver.hidden.sampling import Advice, Method, Prospect, advise
    from aceten_solver.native.batch_faces import ParallelDeals, VectorDeals, vector_env
    from aceten_solver.native.vector_deals import Batch, IllegalStep
    from aceten_solver.reviews import puzzles
    from aceten_solver.reviews.answers_as_json import to_json
    from aceten_solver.reviews.deal_review import Chance, Review, ReviewedAction, Verdict, review, review_all
    from aceten_solver.reviews.fair_review import FairAction, FairReview, review_fairly

__all__ = [
    "OBJECTIVES",
    "ActionChance",
    "ActionValue",
    "Advice",
    "AlphaMu",
    "Backend",
    "BackendError",
    "Batch",
    "BeginningPolicy",
    "Bounds",
    "Chance",
    "CoreError",
    "Cost",
    "Cuts",
    "Equilibrium",
    "Estimate",
    "FairAction",
    "FairReview",
    "IllegalStep",
    "InformationSet",
    "Machine",
    "Method",
    "Objective",
    "ObjectiveError",
    "Pairing",
    "ParallelDeals",
    "PlannedAction",
    "Policy",
    "PolicyStanding",
    "Prospect",
    "Review",
    "ReviewedAction",
    "Solution",
    "Solver",
    "Standings",
    "Value",
    "VectorDeals",
    "Verdict",
    "advise",
    "backend",
    "certify",
    "certify_strategies",
    "estimate",
    "find_equilibrium",
    "match",
    "puzzles",
    "review",
    "review_all",
    "review_fairly",
    "round_robin",
    "search_alpha_mu",
    "solve",
    "solve_many",
    "tables",
    "to_json",
    "value_many",
    "vector_env",
]

backend: Backend
"""Which search answers: the native core where it is built, for games that it knows, or else the one in Python.

The environment variable ``ACETEN_BACKEND`` forces one of them.
"""


_LATER: Final = {
    "certificates.certify": ("certify",),
    "certificates.certify_strategies": ("certify_strategies",),
    "contests.contest_standings": ("Pairing", "PolicyStanding", "Standings"),
    "contests.policies": ("BeginningPolicy", "Policy"),
    "contests.round_robin": ("match", "round_robin"),
    "hidden.alpha_mu": ("AlphaMu", "Cuts", "PlannedAction", "search_alpha_mu"),
    "hidden.equilibrium": ("ActionChance", "Equilibrium", "InformationSet", "find_equilibrium"),
    "hidden.machine_player": ("Machine",),
    "hidden.sampling": ("Advice", "Method", "Prospect", "advise"),
    "native.batch_faces": ("ParallelDeals", "VectorDeals", "vector_env"),
    "native.vector_deals": ("Batch", "IllegalStep"),
    "reviews.answers_as_json": ("to_json",),
    "reviews.deal_review": ("Chance", "Review", "ReviewedAction", "Verdict", "review", "review_all"),
    "reviews.fair_review": ("FairAction", "FairReview", "review_fairly"),
}
"""What is not needed to solve a position, by the module that has it: it is loaded when somebody asks for it."""
_MODULES: Final = {"puzzles": "reviews.puzzles", "tables": "endgames.endgame_tables"}
"""Modules that are loaded likewise."""


def __getattr__(name: str) -> object:
    if name == "backend":  # looked for when it is first needed, so that what is wrong with it is said in good order
        return "python" if native_library() is None else "native"
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{_MODULES[name]}")
    for home, names in _LATER.items():
        if name in names:
            found: object = getattr(importlib.import_module(f"{__name__}.{home}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, loaded or not."""
    return sorted({*globals(), *__all__})
