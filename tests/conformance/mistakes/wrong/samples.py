"""Wrong programs that are one of the two samples with a line changed."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from conformance.mistakes.registry import Mistake

from aceten_spec.protocol import Level

_PROGRAMS: Final = Path(__file__).parents[2] / "programs"


class Patch(NamedTuple):
    """A line of a sample, and what stands there instead."""

    name: str
    says: str
    players: int
    level: Level
    before: str
    after: str
    breaks: str = ""


JAVASCRIPT: Final = (
    Patch(
        "seed-as-a-number",
        "A large seed loses its last digits, as it is read as a number that is not exact.",
        4,
        "shuffle",
        r'BigInt(/"seed"\s*:\s*(\d+)/.exec(line)[1])',
        "BigInt(request.seed)",
    ),
    Patch("one-bit-too-few", "Of each number the upper 31 bits are taken.", 2, "shuffle", ">> 32n);", ">> 33n);"),
    Patch(
        "pack-by-ranks",
        "The pack lies sorted by ranks before it is shuffled, not by suits.",
        2,
        "shuffle",
        "[...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit))",
        "[...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit))",
    ),
    Patch(
        "hands-shared-by-copies",
        "Courses are counted on one and the same table, as only its cover was copied.",
        2,
        "perft",
        "structuredClone({ ...this })",
        "{ ...this }",
    ),
    Patch(
        "first-card-refused",
        "The first of all allowed actions is refused, as its place is 0, and that is taken for none.",
        4,
        "deal",
        "if (!this.legal.includes(action)) return false;",
        "if (this.legal.indexOf(action) <= 0) return false;",
        "PLAY-3",
    ),
    Patch(
        "nine-counts",
        "Nines count ten as well as aces and tens.",
        4,
        "score",
        '"AT".includes',
        '"AT9".includes',
        "CARDS-3",
    ),
    Patch(
        "winner-of-tie-loses",
        "At 40 to 40 the side without the last trick wins.",
        2,
        "score",
        "winner = last;",
        "winner = 1 - last;",
        "SCORE-3",
    ),
    Patch(
        "kopasz-before-csupasz",
        "Losers without a trick are kopasz, as they have no points either.",
        4,
        "score",
        "if (tricks[loser] === 0) gained = 3; // csupasz\n  else if (points[loser] === 0) gained = 2; // kopasz",
        "if (points[loser] === 0) gained = 2;\n  else if (tricks[loser] === 0) gained = 3;",
        "SCORE-6",
    ),
    Patch(
        "match-without-end",
        "A match is won with exactly five game points only.",
        2,
        "match",
        "score >= TARGET",
        "score === TARGET",
        "MATCH-1",
    ),
)
"""Changes in the JavaScript sample."""

PYTHON: Final = (
    Patch(
        "first-of-its-rank",
        "Instead of the card that is played, the first of its rank in the hand is.",
        4,
        "deal",
        "index(card)",
        "index(next(held for held in self.hands[self.turn] if held.rank == card.rank))",
    ),
    Patch(
        "talon-drawn-from-below",
        "Cards are drawn from the bottom of the talon.",
        2,
        "deal",
        "drawn = self.talon[: count * self.table.players]",
        "drawn = self.talon[::-1][: count * self.table.players]", "DRAW-1 DEAL-5"),
    Patch(
        "captured-cards-count-nothing",
        "In a position the cards that a side has captured count nothing.",
        4,
        "position",
        "else tuple(map(grease, taken))",
        "else (0, 0)",
    ),
    Patch(
        "trick-not-counted-in-position",
        "The tricks that a position gives are not counted on.",
        2,
        "position",
        'if "tricks" in said:',
        'if "trick" in said and "tricks" in said:',
    ),
    Patch(
        "everybody-sees-all",
        "A player is shown all hands.",
        4,
        "view",
        "if other == seat else [] for",
        "for",
    ),
    Patch("biased-draw", "The numbers of the shuffle are drawn below one less.", 2, "shuffle", "bound = place + 1", "bound = place"),
    Patch("depth-one-more", "Courses are counted one action deeper.", 4, "perft", "if depth == 0:", "if depth < 0:"),
)  # fmt: skip
"""Changes in the Python sample."""


def mistakes() -> Iterator[Mistake]:
    """Yield the wrong programs."""
    for patch in JAVASCRIPT:
        yield Mistake(
            patch.name, patch.says, _game(patch), patch.level, partial(_javascript, patch), breaks=patch.breaks
        )
    for patch in PYTHON:
        yield Mistake(patch.name, patch.says, _game(patch), patch.level, partial(_python, patch), breaks=patch.breaks)


def _game(patch: Patch) -> str:
    return f"zsiros/{patch.players}"


def _javascript(patch: Patch) -> list[str]:
    """Return the command line of node with the whole program in it, adapter and all."""
    folder = _PROGRAMS / "javascript"
    game = (folder / "zsiros.mjs").read_text(encoding="utf-8").replace("export ", "")
    adapter = (folder / "adapter.mjs").read_text(encoding="utf-8")
    imported = next(line for line in adapter.splitlines() if "./zsiros.mjs" in line)
    return ["node", "--input-type=module", "-e", _once(game + adapter.replace(imported, ""), patch)]


def _python(patch: Patch) -> list[str]:
    """Return the command line of Python with the whole program in it."""
    folder = _PROGRAMS / "python"
    game = _once((folder / "zsiros.py").read_text(encoding="utf-8"), patch)
    adapter = (folder / "adapter.py").read_text(encoding="utf-8")
    module = f"import sys, types; m = types.ModuleType('zsiros'); sys.modules['zsiros'] = m; exec({game!r}, m.__dict__)"
    return [sys.executable, "-c", f"{module}\nexec({adapter!r}, {{'__name__': '__main__'}})"]


def _once(source: str, patch: Patch) -> str:
    assert source.count(patch.before) == 1, f"{patch.name}: not exactly once there: {patch.before}"
    return source.replace(patch.before, patch.after)
