"""What notebooks show beside pictures: a deal that is stepped through, action by action (the extra ``notebook``).

>>> import aceten
>>> from aceten_notebook import Stepper
>>> start = aceten.load("zsiros", players=2).deal(seed=7)
>>> stepper = Stepper([start, start.play(start.legal[0])])
>>> stepper.moments[1]["told"]
['B leads the king of bells', 'B is winning']
"""

from aceten_spec.texts.extras import brought_by

with brought_by("notebook"):
    from aceten_notebook.stepper import Shown, Stepper

__all__ = ["Shown", "Stepper"]
