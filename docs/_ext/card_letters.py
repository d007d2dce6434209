"""Sphinx extension: the directive ``card-letters``, the letters of ranks and suits and what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from babel import Locale
from building import code, joined, paragraph, table, text
from sphinx.util.docutils import SphinxDirective

from aceten_spec import PACKS, Rank, Suit, card
from aceten_spec.names import LANGUAGES, rank_name, suit_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

ALSO_READ: Final = ("10", "X", "U", "O")
"""Other ways to write ranks."""

STYLES: Final = tuple(dict.fromkeys(pack.style for pack in reversed(PACKS.values())))
"""The styles of packs, ``french`` first."""


class CardLetters(SphinxDirective):
    """The directive."""

    def run(self) -> list[Node]:
        """Return a table of ranks and a table of suits."""
        languages = [Locale.parse(language).get_display_name("en") or language for language in LANGUAGES]
        return [
            table(("Rank", "Also read", *languages), map(self._rank, reversed(Rank))),
            table(("Suit", *languages), map(self._suit, Suit)),
        ]

    def _rank(self, rank: Rank) -> Sequence[Node]:
        also = joined(code(other) for other in ALSO_READ if card(other).rank == rank)
        names = [[rank_name(rank, style=style, language=language) for style in STYLES] for language in LANGUAGES]
        return paragraph(code(rank.letter)), paragraph(*also), *map(_either, names)

    def _suit(self, suit: Suit) -> Sequence[Node]:
        names = [[suit_name(suit, style=style, language=language) for style in STYLES] for language in LANGUAGES]
        return paragraph(code(suit.letter)), *map(_either, names)


def _either(names: Sequence[str]) -> Node:
    return text(", ".join(dict.fromkeys(names)))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("card-letters", CardLetters)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
