"""Graphs of a deal: what it comes to after each action, as a line that goes up and down, with the actions below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten.pictures.blocks import Block, above, as_text, at, element, words, written
from aceten.pictures.card_faces import rank_sign, suit_sign
from aceten.pictures.sheets import LEAST_WIDTH, sheet
from aceten.vocabulary.actions import Action, Meld, Play, Seat
from aceten.vocabulary.naming import seat_letter
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten.engine.game import Game

_IN_A_ROW: Final = 18
"""How many actions stand in a row at most; more make rows that are about as long."""
_COLUMN: Final = 30
"""How wide the column of an action is."""
_ROOM: Final = 20
"""Room above the highest value, for marks, and at the left of the first action, for what was before it."""
_RISE: Final = 110
"""How far the highest value lies above the lowest."""
_BELOW: Final = 62
"""Room for what was done, below the lowest value."""
_SMALL: Final = 12
"""The font size of what stands beside and below."""
_LETTERS: Final = 4
"""So many letters of an action that is no card have room in a column."""


class Step(NamedTuple):
    """An action, and what the deal comes to after it."""

    number: int
    """Which action of the deal it is."""
    seat: Seat
    """Who acted."""
    action: Action
    """What was done."""
    value: int | None
    """What the deal comes to after it; ``None`` where that is not known."""
    mistake: bool
    """Whether it stands out."""
    told: str
    """All that in words."""


class _Row(NamedTuple):
    """A part of a graph whose actions stand side by side."""

    before: int | None
    """What the deal comes to before the first of them."""
    steps: Sequence[Step]


def picture_of_course(
    game: Game,
    before: int | None,
    steps: Sequence[Step],
    labels: Mapping[int, str],
    *,
    caption: str,
    told: Iterable[str] = (),
) -> str:
    """Return as SVG how what a deal comes to goes up and down with each action.

    :param before: what it comes to before the first action; ``None`` where that is not known.
    :param steps: the actions, one at least.
    :param labels: how each value is written that comes up.
    :param caption: what the values are, such as ``points for A and C``.
    :param told: sentences to stand below.
    """
    beside = max(words(label, size=_SMALL).width for label in ["", *labels.values()])
    rows = -(-len(steps) // _IN_A_ROW)
    long = -(-len(steps) // rows)
    values = [before, *[step.value for step in steps]]
    parts = [_Row(values[first], steps[first : first + long]) for first in range(0, len(steps), long)]
    drawn = above([_row(game, part, labels, beside, long) for part in parts], gap=10)
    width, lines = max(drawn.width, LEAST_WIDTH), tuple(told)
    head = say("after each action: {what}", what=caption)
    course = [say("Before: {value}", value=labels[before])] if before is not None else []
    course += [step.told for step in steps]
    return sheet(
        above([*written([head], width), drawn, *written(lines, width), Block(width, 0, "")], gap=8),
        title=f"{game}: {head}",
        told=(*course, *lines),
    )


def _row(game: Game, row: _Row, labels: Mapping[int, str], beside: int, long: int) -> Block:
    """Return a part of the graph, with room for ``beside`` at its left and so many actions."""
    left, right = beside + 6, beside + 6 + _ROOM + long * _COLUMN
    heights = _heights(labels)
    drawn = [
        *_ruled(heights, labels, left, right),
        element("path", d=" ".join(_line(row, heights, left)), class_="aceten-line"),
    ]
    value = row.before
    for place, step in enumerate(row.steps):
        x = left + _ROOM + place * _COLUMN
        if step.mistake and value is not None and step.value is not None:
            drawn.append(_fall(x, heights[value], heights[step.value]))
        drawn.append(at(x, _ROOM + _RISE + 4, _below(game, step)))
        value = step.value
    return Block(right, _ROOM + _RISE + _BELOW, "".join(drawn))


def _heights(labels: Mapping[int, str]) -> dict[int, int]:
    """Return how far below the upper edge each value lies."""
    if not labels:  # nothing is known yet
        return {}
    low, high = min(labels), max(labels)
    if low == high:
        return {low: _ROOM + _RISE // 2}
    return {value: _ROOM + _RISE * (high - value) // (high - low) for value in labels}


def _ruled(heights: Mapping[int, int], labels: Mapping[int, str], left: int, right: int) -> Iterator[str]:
    """Yield a thin line for each value, and its label where there is room: the highest and the lowest first."""
    written_at: list[int] = []
    ends = (max(labels, default=0), min(labels, default=0))
    for value in dict.fromkeys((*ends, *sorted(labels))):
        if value not in heights:
            continue
        y = heights[value]
        yield element("path", d=f"M{left} {y}H{right}", class_="aceten-rule")
        if all(abs(y - other) > _SMALL + 2 for other in written_at):
            written_at.append(y)
            label = words(labels[value], size=_SMALL)
            yield at(left - 6 - label.width, y - 9, label.svg)


def _line(row: _Row, heights: Mapping[int, int], left: int) -> Iterator[str]:
    """Yield the parts of the line: level while nothing changes, and straight up or down with an action that does."""
    drawn, x = False, left
    for place, value in enumerate([row.before, *[step.value for step in row.steps]]):
        far = left + _ROOM + place * _COLUMN
        if value is not None:
            yield f"{'V' if drawn else f'M{x} '}{heights[value]}H{far}"
        drawn, x = value is not None, far


def _fall(x: int, before: int, after: int) -> str:
    """Return a mistake: what it gave away, and a question mark."""
    fall = element("path", d=f"M{x} {before}V{after}", class_="aceten-fall")
    return fall + at(x + 2, min(before, after) - 17, words("?", size=15, strong=True).svg)


def _below(game: Game, step: Step) -> str:
    """Return what was done: the number of the action, who acted, and the card."""
    action, style = step.action, game.pack.style
    kind = "aceten-strong" if step.mistake else "aceten-words"

    def line(text: str, y: int, size: int = _SMALL) -> str:
        return element("text", as_text(text), x=_COLUMN // 2, y=y, font_size=size, text_anchor="middle", class_=kind)

    drawn = [element("title", as_text(step.told)), line(str(step.number), 10, 10), line(seat_letter(step.seat), 25)]
    if not isinstance(action, Play | Meld):
        said = str(action)
        drawn.append(line(said if len(said) <= _LETTERS + 1 else f"{said[:_LETTERS]}…", 40, 9))
    else:
        drawn.append(line(rank_sign(action.card.rank, style), 40))
        if action.card.suit is not None:
            drawn.append(at(_COLUMN // 2 - 6, 44, suit_sign(action.card.suit, style, 12).svg))
    return element("g", *drawn)
