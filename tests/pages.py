"""Reading the pages of the site."""

from __future__ import annotations

import functools
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from typing_extensions import override

DOCS: Final = Path(__file__).parents[1] / "docs"
"""What the site is made from."""


class Page(HTMLParser):
    """The anchors, links and words of a page, or of one section that has no sections in it."""

    def __init__(self, file: Path, *, section: str = "") -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self._text: list[str] = []
        html = file.read_text(encoding="utf-8")
        self.feed(html.partition(f'<section id="{section}">')[2].partition("</section>")[0] if section else html)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors.append(values.get("id") or "")
        if "headerlink" not in (values.get("class") or ""):  # what an entry offers as a link to itself
            self.links.append(values.get("href") or "")

    @override
    def handle_data(self, data: str) -> None:
        self._text.append(data)

    @property
    def text(self) -> str:
        """Everything that there is to read."""
        return "".join(self._text)


@functools.cache
def page_at(file: Path, *, section: str = "") -> Page:
    """Return a page of the site, or one of its sections; each is read once."""
    return Page(file, section=section)
