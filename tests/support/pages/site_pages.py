"""Reading the pages of the site."""

import functools
import html
import re
from pathlib import Path
from typing import Final

_TAG: Final = re.compile(r"<(?:!--.*?--|[^>]*)>", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r'\s(id|href|class)="([^"]*)"')

PLAY: Final = "play"
"""The folder of the site in which the board is, where it was made."""


def pages_of(site: Path) -> list[Path]:
    """Return every page of the site but the board, which has tests of its own."""
    return [page for page in site.rglob("*.html") if page.parent != site / PLAY]


class Page:
    """The anchors, links and words of a page, or of one section that has no sections in it."""

    def __init__(self, file: Path, *, section: str = "") -> None:
        text = file.read_text(encoding="utf-8")
        self._html = text.partition(f'<section id="{section}">')[2].partition("</section>")[0] if section else text
        tags = [dict(_ATTRIBUTE.findall(tag)) for tag in _TAG.findall(self._html)]
        self.anchors = [html.unescape(tag["id"]) for tag in tags if "id" in tag]
        links = [tag["href"] for tag in tags if "href" in tag and "headerlink" not in tag.get("class", "")]
        self.links = [html.unescape(link) for link in links]
        """But for what an entry offers as a link to itself."""

    @functools.cached_property
    def text(self) -> str:
        """Everything that there is to read."""
        return html.unescape(_TAG.sub("", self._html))


@functools.cache
def page_at(file: Path, *, section: str = "") -> Page:
    """Return a page of the site, or one of its sections; each is read once."""
    return Page(file, section=section)
