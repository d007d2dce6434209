"""Sphinx extension for what is proved, with the directives ``theorems`` and ``bounded``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten import load
from aceten.proofs import THEOREMS, Proposition, Step
from aceten.proofs.clause_standing import Degree, Standing, standing
from aceten.proofs.statements.game_setting import Setting, setting
from aceten_docs.pages.page_parts import code, definitions, joined, labelled, paragraph, section, text, xref
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

DEGREES: Final[dict[Degree, str]] = {
    "proved": "proved",
    "bounded": "proved up to a bound",
    "tested": "tested",
    "definition": "by definition",
}
"""How a page calls each degree."""

EXAMPLES: Final = ("zsiros/4", "schnapsen/2")
"""The games for which a theorem is written out, where it speaks about them."""


@cache
def standings(game: str) -> dict[str, Standing]:
    """Return how far each clause of a shipped game is shown to be kept to."""
    return standing(load_shipped(game))


def theorem_anchor(theorem: str) -> str:
    """Return the anchor of a theorem on its page."""
    return nodes.make_id(theorem)


def step_anchor(obligation: str) -> str:
    """Return the anchor of a step of a theorem, by the name of the obligation."""
    theorem, _, step = obligation.partition(".")
    return f"{theorem_anchor(theorem)}.{step}"


def degree(found: Standing, docname: str) -> nodes.paragraph:
    """Return how far a clause is shown to be kept to, with links to the theorems."""
    parts: list[Node] = []
    for theorem in dict.fromkeys(name.partition(".")[0] for name in found.obligations):
        steps = [name.partition(".")[2] for name in found.obligations if name.startswith(theorem + ".")]
        parts.append(paragraph_free(xref("ref", theorem_anchor(theorem), theorem, docname), f" ({', '.join(steps)})"))
    inside = [nodes.Text(DEGREES[found.degree])]
    return labelled("Standing", *inside, *([nodes.Text(": "), *joined(parts)] if parts else []), classes=["small"])


def paragraph_free(*inside: Node | str) -> nodes.inline:
    """Return nodes and words in one line."""
    return nodes.inline("", "", *[nodes.Text(part) if isinstance(part, str) else part for part in inside])


class TheoremList(SphinxDirective):
    """The directive ``theorems``: every theorem with its argument and its obligations."""

    def run(self) -> list[Node]:
        """Return a section for each."""
        return [self._theorem(proposition) for proposition in THEOREMS]

    def _theorem(self, proposition: Proposition) -> nodes.section:
        games = [
            f"{game}/{players}"
            for game in shipped()
            for players in load_shipped(game).parameters.players
            if proposition.applies(setting(load(game, players=players)))
        ]
        shown = next((game for game in EXAMPLES if game in games), games[0])
        example = setting(load(shown.partition("/")[0], players=int(shown.partition("/")[2])))
        made = section(
            proposition.id,
            labelled(f"In {shown}", nodes.Text(proposition.statement(example) + ".")),
            text(proposition.argument),
            definitions(
                ((step.name, self._step(step, example)) for step in proposition.steps),
                anchors=step_anchor(f"{proposition.id}."),
            ),
            *(
                [labelled("Taken for granted", nodes.Text("; ".join(proposition.trusted) + "."))]
                if proposition.trusted
                else []
            ),
            labelled("Games", nodes.Text(", ".join(games) + ".")),
        )
        anchor = theorem_anchor(proposition.id)
        made["ids"] = [anchor]
        self.env.domains.standard_domain.note_hyperlink_target(anchor, self.env.docname, anchor, proposition.id)
        return made

    def _step(self, step: Step, example: Setting) -> nodes.paragraph:
        bound = "Up to a bound: " if step.bounded else "For "
        domain = step.domain.format_map(example.sizes)
        return paragraph(
            nodes.Text(f"{step.statement[:1].upper()}{step.statement[1:]}. {bound}{domain}. "),
            code(step.function),
            nodes.Text(f". Clauses {', '.join(step.clauses)}." if step.clauses else "."),
        )


class LastProof(SphinxDirective):
    """The directive ``last-proof``: when everything was last proved, and how long it took."""

    def run(self) -> list[Node]:
        """Return a sentence."""
        file = Path(self.env.srcdir, "last_proof.json")
        self.env.note_dependency(str(file))
        told = json.loads(file.read_text(encoding="utf-8"))
        words = (
            f"The last time that everything was proved, by both solvers and from nothing, was {told['day']}: {told['games']} games and"
            f" numbers of players, {told['theorems']} theorems, {told['obligations']} obligations, in {told['minutes']} minutes on two"
            " cores."
        )
        return [paragraph(nodes.Text(words))]


class BoundedList(SphinxDirective):
    """The directive ``bounded``: every obligation that is proved up to a bound, with what it is proved for."""

    def run(self) -> list[Node]:
        """Return a list of them, each with the first game that it speaks about."""
        games = [load(game, players=players) for game in shipped() for players in load_shipped(game).parameters.players]
        about = [setting(game) for game in games]
        return [
            definitions(
                (
                    (f"{proposition.id}.{step.name}", paragraph(nodes.Text(self._bound(step, about))))
                    for proposition in THEOREMS
                    for step in proposition.steps
                    if step.bounded
                ),
            )
        ]

    def _bound(self, step: Step, about: Sequence[Setting]) -> str:
        example = next(each for each in about if step.applies(each))
        return f"In {example.game}: {step.domain.format_map(example.sizes)}."


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives."""
    app.add_directive("theorems", TheoremList)
    app.add_directive("bounded", BoundedList)
    app.add_directive("last-proof", LastProof)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
