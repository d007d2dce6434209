"""What is best in an ace-ten card game: exact values of positions with every card known.

>>> import aceten, aceten_solver
>>> solution = aceten_solver.solve(aceten.parse("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"))
"""

from aceten_solver.objectives import OBJECTIVES, Objective, ObjectiveError, Value
from aceten_solver.solution import ActionValue, Backend, Solution
from aceten_solver.solving import solve

__all__ = [
    "OBJECTIVES",
    "ActionValue",
    "Backend",
    "Objective",
    "ObjectiveError",
    "Solution",
    "Value",
    "backend",
    "solve",
]

backend: Backend = "python"
"""Which search answers."""
