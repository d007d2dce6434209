"""Sphinx extension for the index of the search: the stem of a word is worked out once for all pages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sphinx.search.en import SearchEnglish
from typing_extensions import override

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


class English(SearchEnglish):
    """English as Sphinx knows it, with a memory."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._stem = cache(super().stem)

    @override
    def stem(self, word: str) -> str:
        """Return the stem of a word."""
        return self._stem(word)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Put the language in the place of the one that Sphinx has."""
    app.add_search_language(English)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
