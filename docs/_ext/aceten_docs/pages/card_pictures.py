"""Sphinx extension: the directives ``picture``, a position, ``solution``, what it is worth, and ``course``, a deal; the tricks of examples.

Their alternative texts stand in them. What all of them look like is said once on a page, not in each picture.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

import aceten_solver
from aceten import AcetenError, Card, Flip, Meld, Play, Spice, State, Stop, SuitState, parse, read_record
from aceten.pictures import picture_of, picture_of_trick
from aceten.pictures.sheets import STYLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from aceten.notation.examples import Moment


class Picture(SphinxDirective):
    """The directive ``picture``. Its argument is a position line."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[Node]:
        """Return the picture."""
        try:
            return [drawn([self.svg()])]
        except (AcetenError, OSError) as error:
            raise self.error(str(error)) from error

    def svg(self) -> str:
        """Return what is drawn."""
        return picture_of(parse(self.arguments[0]))


class Solved(Picture):
    """The directive ``solution``. Its argument is a position line, too; under each card stands what it is worth."""

    @override
    def svg(self) -> str:
        return aceten_solver.solve(parse(self.arguments[0])).picture()


class Course(Picture):
    """The directive ``course``. Its argument is the file of a record, from the root of the project; mistakes are marked."""

    @override
    def svg(self) -> str:
        file = Path(self.env.srcdir).parent / self.arguments[0]
        self.env.note_dependency(str(file))
        return aceten_solver.review(read_record(file.read_text(encoding="utf-8"))).picture()


def drawn(pictures: Sequence[str]) -> nodes.container:
    """Return pictures side by side, as far as there is room."""
    bare = (picture.replace(f"<style>{STYLE}</style>", "") for picture in pictures)
    return nodes.container("", *(nodes.raw("", svg, format="html") for svg in bare), classes=["pictures"])


def tricks(moments: Sequence[Moment]) -> list[str]:
    """Return a picture of each trick of an example, whole or as far as it was played."""
    return list(_tricks([moment for moment in moments if moment.after is not None]))


def _tricks(moments: Sequence[Moment]) -> Iterator[str]:
    for moment in moments:
        before, after = moment.before, moment.after
        if after is None:
            continue
        last = moment is moments[-1]
        if after.trick and last:
            yield _trick(after, after.trick)
        elif not after.trick and isinstance(moment.action, Play | Meld | Flip | Spice | Stop):
            yield _trick(before, (*before.trick, *_put(before, moment)))


def _put(before: State, moment: Moment) -> tuple[Card, ...]:
    """Return the card that an action puts into the trick, if it does."""
    match moment.action:
        case Play(card) | Meld(card):
            return (card,)
        case Flip():
            return before.talon[:1]
        case _:
            return ()


def _trick(state: State, cards: tuple[Card, ...]) -> str:
    trump = state.trump if isinstance(state, SuitState) else None
    return picture_of_trick(state.game, cards, leader=state.leader, trump=trump)


def _add_style(
    _app: Sphinx, _page: str, _template: str, context: dict[str, object], doctree: nodes.document | None
) -> None:
    """Say once on a page what its pictures look like."""
    if doctree is not None and any("pictures" in found["classes"] for found in doctree.findall(nodes.container)):
        context["metatags"] = f"{context.get('metatags', '')}<style>{STYLE}</style>"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives."""
    for name, directive in (("picture", Picture), ("solution", Solved), ("course", Course)):
        app.add_directive(name, directive)
    app.connect("html-page-context", _add_style)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
