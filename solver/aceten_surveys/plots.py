"""Pictures of what a survey shows, as SVG: the same numbers make the same files."""

# pyright: reportUnknownMemberType=false
# Hardly any function of matplotlib says of what types all its further arguments are.

from __future__ import annotations

import io
import itertools
from typing import TYPE_CHECKING, Final

import msgspec
from typing_extensions import override

from aceten_spec.speech import grouped, say, say_in
from aceten_spec.texts.extras import brought_by
from aceten_spec.texts.user_files import unusable
from aceten_surveys.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from aceten_solver import Objective
    from aceten_surveys.report import DealWorth, Held, Report

with brought_by("data"):
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.ticker import ScalarFormatter


_COLOUR: Final = "#2a6f97"
_SIZE: Final = (6.4, 3.6)


class _Numbers(ScalarFormatter):
    """How numbers stand beside an axis: as the language in force writes them."""

    @override
    def __call__(self, x: float, pos: int | None = None) -> str:
        return super().__call__(x, pos).replace(".", say_in("before decimals", "."))


class Picture(msgspec.Struct, frozen=True):
    """A picture, which notebooks show."""

    name: str
    """What it is called."""
    svg: bytes
    """The file."""

    @override
    def __repr__(self) -> str:
        """Return what it is called."""
        return f"Picture(name={self.name!r})"

    def _repr_svg_(self) -> str:
        return self.svg.decode()


def plots(shown: Report) -> Iterator[Picture]:
    """Yield each picture."""
    for worth in shown.worth:
        yield Picture(worth.objective, _distribution(shown, worth))
    for held in shown.held:
        yield Picture(held.kind, _held(shown, held))


def write_plots(shown: Report, folder: Path) -> list[Path]:
    """Write the pictures into a folder, and return where they are.

    :raises FileError: when they cannot be written.
    """
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for picture in plots(shown):
            written.append(folder / f"{picture.name}.svg")
            write_whole(written[-1], picture.svg)
    except OSError as error:
        raise unusable(folder, error) from error
    return written


def worth_in(objective: Objective) -> str:
    """Return in words what is measured."""
    match objective:
        case "points":
            return say("points of the side that acts first")
        case "deal":
            return say("the side that acts first: won 1, lost -1")
        case "game-points":
            return say("game points of the side that acts first, less those of the other side")


def kind_in_words(held: Held) -> str:
    """Return in words of which cards it is told what they are worth."""
    ranks = ", ".join(held.ranks)
    match held.kind:
        case "wild":
            return say("wild cards ({ranks}) dealt to the side that acts first", ranks=ranks)
        case "counting":
            return say("cards that count ({ranks}) dealt to the side that acts first", ranks=ranks)
        case _:
            return say("trumps dealt to the side that acts first")


def _distribution(shown: Report, worth: DealWorth) -> bytes:
    shares = {value: 100 * count / max(1, worth.mean.deals) for value, count in worth.counts.items()}
    return _drawn(shown, shares, across=worth_in(worth.objective), up=say("% of deals"))


def _held(shown: Report, held: Held) -> bytes:
    means = {number: mean.mean for number, mean in held.worth.items()}
    margins = [mean.margin or 0.0 for mean in held.worth.values()]  # one deal has no interval
    return _drawn(shown, means, across=kind_in_words(held), up=worth_in(shown.worth[0].objective), margins=margins)


def _drawn(
    shown: Report, bars: Mapping[int, float], *, across: str, up: str, margins: list[float] | None = None
) -> bytes:
    """Return bars over whole numbers, with their intervals."""
    places = [*bars]
    width = 0.8 * min([later - earlier for earlier, later in itertools.pairwise(places)], default=1)
    # Names in the file are not drawn by lot, and letters are text.
    with mpl.rc_context({"svg.hashsalt": "aceten", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=_SIZE, layout="constrained")
        axes = figure.subplots()
        axes.bar(places, [*bars.values()], width=width, color=_COLOUR, yerr=margins, ecolor="black", capsize=3)
        if len(places) <= 12:  # noqa: PLR2004 - so many numbers have room
            axes.set_xticks(places)
        axes.yaxis.set_major_formatter(_Numbers())
        axes.set_xlabel(across)
        axes.set_ylabel(up, wrap=True)
        axes.set_title(say("{game}, {deals} deals, perfect play", game=shown.game, deals=grouped(shown.settled)))
        axes.spines[["top", "right"]].set_visible(False)
        data = io.BytesIO()
        figure.savefig(data, format="svg", metadata={"Date": None, "Creator": None})
    return data.getvalue()
