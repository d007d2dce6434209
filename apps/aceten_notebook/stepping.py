"""The widget that steps through a deal. What it does in the browser stands in ``stepper.mjs``."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

import anywidget
import traitlets

from aceten import Record, SeenRecord, State
from aceten_notebook.moments import Moment, moments_of
from aceten_solver import Review, Solution
from aceten_spec.speech import say

Shown: TypeAlias = "Record | SeenRecord | Solution | Review | list[State] | tuple[State, ...]"
"""What can be stepped through: records, a solution with its line of best play, a review, states that follow each other."""
_HERE: Final = Path(__file__).parent


class Stepper(anywidget.AnyWidget):
    """A deal that is stepped through, in Jupyter and wherever else widgets are shown.

    Buttons, a slider and keys (left and right arrow, Home, End) go from moment to moment; what was done is said below the picture, in the
    language that was in force when it was made. The moments are in the notebook itself: nothing is asked of Python while one steps.
    """

    _esm = _HERE / "stepper.mjs"
    _css = _HERE / "stepper.css"
    moments = traitlets.List[Moment](read_only=True).tag(sync=True)
    """Each moment: ``picture``, an SVG, and ``told``, sentences."""
    at = traitlets.Int(0).tag(sync=True)
    """Which moment is shown, counted from 0."""
    _words = traitlets.Dict(read_only=True).tag(sync=True)

    def __init__(self, shown: Shown) -> None:
        """Show the first moment.

        :raises UsageError: for what has no moments.
        """
        super().__init__()
        self.set_trait("moments", moments_of(shown))
        words = {
            "title": say("A deal, step by step"),
            "first": say("First moment"),
            "back": say("One action back"),
            "on": say("One action on"),
            "last": say("Last moment"),
            "moment": say("Moment"),
            "place": say("{number} of {count}", number="{number}", count="{count}"),
        }
        self.set_trait("_words", words)

    @traitlets.validate("at")
    def _check_at(self, proposal: dict[str, int]) -> int:
        """Keep to the moments that there are, as the slider does."""
        return min(max(proposal["value"], 0), max(len(self.moments) - 1, 0))
