"""The sheet that a picture is drawn on: its size, its colours by day and by night, and what it shows in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from aceten.pictures.blocks import Block, as_text, at, element

LIGHT: Final[dict[str, str]] = {
    "ground": "#eaf1ea",
    "paper": "#ffffff",
    "ink": "#1f2328",
    "edge": "#68727d",
    "accent": "#0b5fa5",
    "black": "#1f2328",
    "red": "#b01020",
    "green": "#1f672d",
    "gold": "#865700",
}
"""Colours on a light page, by what they are for."""

DARK: Final[dict[str, str]] = {
    "ground": "#1b241e",
    "paper": "#2c3137",
    "ink": "#ececec",
    "edge": "#919ba6",
    "accent": "#7cc4ff",
    "black": "#ececec",
    "red": "#ff938a",
    "green": "#82d68d",
    "gold": "#ffd166",
}
"""The same colours on a dark page."""

LEAST_WIDTH: Final = 430
"""A picture with sentences that is narrower is made as wide, so that most of them fit into a line."""
_MARGIN: Final = 10


def _set(colours: Mapping[str, str]) -> str:
    return "".join(f"--aceten-{name}:{colour};" for name, colour in colours.items())


# A picture of its own follows the reader's preference; on a page that has a theme, that of the page. The names of classes are ours
# alone: styles inside an SVG hold for the whole page that it stands in.
STYLE: Final = (
    f".aceten-picture{{{_set(LIGHT)}max-width:100%;height:auto}}"
    f"@media (prefers-color-scheme:dark){{.aceten-picture{{{_set(DARK)}}}}}"
    f"[data-theme=light] .aceten-picture,[data-jp-theme-light=true] .aceten-picture{{{_set(LIGHT)}}}"
    f"[data-theme=dark] .aceten-picture,[data-jp-theme-light=false] .aceten-picture{{{_set(DARK)}}}"
    ".aceten-picture text{font-family:sans-serif}"
    ".aceten-ground{fill:var(--aceten-ground)}"
    ".aceten-words,.aceten-strong{fill:var(--aceten-ink)}"
    ".aceten-strong{font-weight:bold}"
    ".aceten-face{fill:var(--aceten-paper);stroke:var(--aceten-edge)}"
    ".aceten-back{fill:var(--aceten-edge)}"
    ".aceten-lattice{fill:none;stroke:var(--aceten-paper)}"
    ".aceten-mark{fill:var(--aceten-accent)}"
    ".aceten-frame{fill:none;stroke:var(--aceten-accent);stroke-width:3}"
    ".aceten-rule{fill:none;stroke:var(--aceten-edge);stroke-width:.5}"
    ".aceten-line{fill:none;stroke:var(--aceten-ink);stroke-width:2}"
    ".aceten-fall{fill:none;stroke:var(--aceten-accent);stroke-width:5}"
    ".aceten-rank{font-weight:bold}"
    + "".join(f".aceten-{colour}{{fill:var(--aceten-{colour})}}" for colour in ("black", "red", "green", "gold"))
)
"""What every picture looks like, as CSS; each carries it along."""


def sheet(drawn: Block, *, title: str, told: Iterable[str] = (), plain: bool = False) -> str:
    """Return a whole SVG text.

    :param title: what it shows, in a few words.
    :param told: what it shows, in sentences; a full stop is added to each that has none.
    :param plain: whether it is the drawing alone, without a ground and room around it.
    """
    margin = 0 if plain else _MARGIN
    width, height = drawn.width + 2 * margin, drawn.height + 2 * margin
    sentences = " ".join(f"{sentence.removesuffix('.')}." for sentence in told)
    return element(
        "svg",
        element("title", as_text(title)),
        element("desc", as_text(sentences)) if sentences else "",
        element("style", STYLE),
        "" if plain else element("rect", width=width, height=height, rx=8, class_="aceten-ground"),
        at(margin, margin, drawn.svg),
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        class_="aceten-picture",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
    )
