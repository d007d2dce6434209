"""What is best in an ace-ten card game: exact values of positions with every card known, and advice for who sees only his own.

>>> import aceten, aceten_solver
>>> solution = aceten_solver.solve(aceten.parse("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"))
>>> advice = aceten_solver.advise(aceten.load("zsiros").deal(seed=7).view(1), samples=10)
"""

from aceten_solver.objectives import OBJECTIVES, Objective, ObjectiveError, Value
from aceten_solver.sampling import Advice, Method, Prospect, advise
from aceten_solver.solution import ActionValue, Backend, Solution
from aceten_solver.solving import solve

__all__ = [
    "OBJECTIVES",
    "ActionValue",
    "Advice",
    "Backend",
    "Method",
    "Objective",
    "ObjectiveError",
    "Prospect",
    "Solution",
    "Value",
    "advise",
    "backend",
    "solve",
]

backend: Backend = "python"
"""Which search answers."""
