"""Sphinx extension for the order of outcomes, with the directives ``order-of-outcomes`` and ``argument``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten import load
from aceten.proofs import THEOREMS
from aceten.vocabulary.naming import listed, seat_name
from aceten_docs.pages.page_parts import labelled, table, text, xref
from aceten_docs.proofs.theorem_pages import theorem_anchor
from aceten_solver.question.objectives import Value, value_of_outcome
from aceten_solver.question.two_sides import two_sides
from aceten_spec.outcomes import Outcome, OutcomeOrder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class Outcomes(SphinxDirective):
    """The directive ``order-of-outcomes``: every outcome of a game, such as ``zsiros/4``, the worst first, and what the deal comes to."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return a table."""
        name, _, players = self.arguments[0].partition("/")
        game = load(name, players=int(players))
        start = game.deal(seed=0)
        sides = two_sides(start)
        who = [listed(map(seat_name, seats)) for seats in sides.seats(start)]
        order = OutcomeOrder(game.total, game.unit, game.rules.last_trick_points)
        rows = [
            _row(order.number(outcome), outcome, value_of_outcome(start, outcome, sides), who)
            for outcome in order.outcomes(extremes=True)
        ]
        return [table(("Number", f"Points of {who[0]}", "Tricks", "Game points"), rows)]


def _row(number: int, outcome: Outcome, value: Value, who: Sequence[str]) -> Sequence[Node]:
    if outcome.every_trick is not None:
        tricks = ("every trick", "no trick")[outcome.every_trick]
    else:
        tricks = f"the last for {who[outcome.last_trick]}"
    points = "" if value.points is None else str(value.points[0])
    margin = 0 if value.margin is None else value.margin[0]
    worth = f"{who[margin < 0]} score {abs(margin)}" if margin else "nobody scores"
    return text(str(number)), text(points), text(tricks), text(worth)


class Argument(SphinxDirective):
    """The directive ``argument``: why a theorem holds, as it stands with its proof, and a link to that."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return a paragraph."""
        [proposition] = [each for each in THEOREMS if each.id == self.arguments[0]]
        link = xref("ref", theorem_anchor(proposition.id), proposition.id, self.env.docname)
        return [labelled("Argument", nodes.Text(proposition.argument), nodes.Text(" "), link, nodes.Text("."))]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives."""
    app.add_directive("order-of-outcomes", Outcomes)
    app.add_directive("argument", Argument)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
