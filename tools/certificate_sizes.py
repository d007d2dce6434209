"""How large certificates are, and how long it takes to make and to check them, as their page tells it: measured, and kept.

``python -m tools.certificate_sizes [--deals 20] [--minutes 20] [GAME/PLAYERS ...]``: whole deals where the search settles them, else the
same deals once no more than 24, 20 or 16 cards are in play. Seconds are of one processor.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

import aceten
import aceten_certificates
import aceten_solver
from aceten import AcetenError, Claim, State
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DOCS: Final = Path(__file__).parents[1] / "docs"
SIZES: Final = DOCS / "certificate_sizes.jsonl"
"""Where they are kept: a line for each game and number of players."""
CHECKERS: Final = {
    **dict.fromkeys(("zsiros/2", "zsiros/4"), (sys.executable, str(DOCS / "certificates" / "check_zsiros.py"))),
    "schnapsen/2": ("node", str(DOCS / "certificates" / "check_schnapsen.mjs")),
}
"""The checkers of the page, by the games that they know."""
ENDINGS: Final = (24, 20, 16, 12)
"""Cards in play of endings that are tried where whole deals take too long, in turn."""
PATIENCE: Final = 40.0
"""After so many seconds a value or a certificate is given up."""
AIMS: Final = {"zsiros/4": "100,000 bytes, 30 s", **dict.fromkeys(("schnapsen/2", "einwerfen/4"), "10,000 bytes, 5 s")}
"""What medians of bytes and of making are to be at most; of all others, of bytes alone, :data:`AIM`."""
AIM: Final = "10,000 bytes"
GAMES: Final = tuple(f"{name}/{players}" for name in shipped() for players in load_shipped(name).parameters.players)
"""All games, in the order of the page."""

_Result = TypeVar("_Result")


class Spread(msgspec.Struct, frozen=True):
    """Of one number for each certificate the median, and the most."""

    median: float
    most: float


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """How large certificates of a game are, and how long they take."""

    game: str
    """Game and players, such as ``zsiros/4``."""
    cards: tuple[int, int]
    """How many cards were in play, the fewest and the most; as many as are dealt for whole deals."""
    tried: int
    """How many deals were tried."""
    deals: int
    """Of how many of them a certificate was made; the others were given up."""
    bytes: Spread
    positions: Spread
    made: Spread
    """Seconds; in them the value was known already, as far as the search remembers it."""
    checked: Spread
    """Seconds of :func:`aceten_certificates.check`."""
    proved: Spread | None
    """Those of the checker that is proved; ``None`` where it cannot be asked."""
    foreign: Spread | None
    """Those of the checker of the page; ``None`` where there is none."""


class _Sample(msgspec.Struct, frozen=True, kw_only=True):
    """One certificate, as :class:`Sizes` has many."""

    cards: int
    bytes: int
    positions: int
    made: float
    checked: float
    proved: float | None
    foreign: float | None


def read() -> tuple[Sizes, ...]:
    """Return what was measured, in the order of the games."""
    lines = SIZES.read_text(encoding="utf-8").splitlines() if SIZES.exists() else ()
    measured = [msgspec.json.decode(line, type=Sizes) for line in lines]
    return tuple(sorted(measured, key=lambda each: GAMES.index(each.game)))


def aim(name: str) -> str:
    """Return what medians of a game are to be at most."""
    return AIMS.get(name, AIM)


def sizes(name: str, deals: int, minutes: float) -> Sizes | None:
    """Return how large certificates of a game are; ``None`` where nobody knows who plays against whom.

    They are of whole deals, or of endings if more deals are given up than not.

    :param minutes: after so much processor time no further deal is begun.
    """
    game, _, players = name.partition("/")
    played = aceten.load(game, players=int(players))
    for most in (len(played.pack.cards), *ENDINGS):
        samples: list[_Sample] = []
        tried, began = 0, spent()
        while 2 * len(samples) >= tried and tried < deals and spent() - began < 60 * minutes:
            tried += 1
            state = _later(played.deal(seed=tried), most, random.Random(tried))  # noqa: S311
            if state.turn is None or state.teams is None or len(state.teams) != len((0, 1)):
                return None
            samples += _sampled(state)
        if 2 * len(samples) >= tried:
            return _sizes(name, tried, samples)
    return None


def _sizes(name: str, tried: int, samples: list[_Sample]) -> Sizes:
    cards = [sample.cards for sample in samples]
    told = ("bytes", "positions", "made", "checked", "proved", "foreign")
    spreads = {field: _spread([getattr(sample, field) for sample in samples]) for field in told}
    counts = {"game": name, "cards": (min(cards), max(cards)), "tried": tried, "deals": len(samples)}
    return msgspec.convert(counts | spreads, Sizes, from_attributes=True)


def _spread(numbers: list[float | None]) -> Spread | None:
    known = [number for number in numbers if number is not None]
    return Spread(round(statistics.median(known), 2), round(max(known), 2)) if known else None


def _later(state: State, most: int, source: random.Random) -> State:
    """Return how a deal stands once so few cards are in play."""
    while state.turn is not None and state.cards_in_play > most:
        legal = [action for action in state.legal if not isinstance(action, Claim)] or state.legal
        state = state.play(source.choice(legal))
    return state


def _sampled(state: State) -> Iterator[_Sample]:
    """Make a certificate, check it, and yield what that took; nothing where it takes too long."""
    with aceten_solver.Solver() as solver:
        if solver.value(state, stop=_impatient()) is None:
            return
        try:
            made, certificate = timed(lambda: aceten_solver.certify(state, solver=solver, stop=_impatient()))
        except AcetenError:
            return
    file = certificate.to_bytes()
    checked, found = timed(lambda: aceten_certificates.check(file))
    yield _Sample(
        cards=state.cards_in_play,
        bytes=len(file),
        positions=sum(found.positions),
        made=made,
        checked=checked,
        proved=_proved(file),
        foreign=_foreign(CHECKERS.get(str(state.game)), file),
    )


def _proved(file: bytes) -> float | None:
    try:
        return timed(lambda: aceten_certificates.check_with_rocq(file))[0]
    except aceten_certificates.CheckerError:
        return None


def _foreign(command: tuple[str, ...] | None, file: bytes) -> float | None:
    if command is None:
        return None
    with tempfile.NamedTemporaryFile() as written:
        written.write(file)
        written.flush()
        asked = [*command, written.name]
        return timed(lambda: subprocess.run(asked, check=True, stdout=subprocess.DEVNULL))[0]  # noqa: S603 - our own files


def _impatient() -> Callable[[], bool]:
    """Return what says from then on that it has taken too long."""
    end = spent() + PATIENCE
    return lambda: spent() > end


def timed(work: Callable[[], _Result]) -> tuple[float, _Result]:
    """Do something, and return the processor time that it took, with what comes of it."""
    began = spent()
    result = work()
    return spent() - began, result


def spent() -> float:
    """Return the processor time of this process, and of those that it has waited for."""
    return sum(os.times()[:4])


def main() -> None:
    """Measure, and keep what was measured of other games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME/PLAYERS")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=20)
    asked = parser.parse_args()
    for name in asked.games or GAMES:
        measured = sizes(name, asked.deals, asked.minutes)
        if measured is not None:
            rows = {each.game: each for each in (*read(), measured)}
            lines = [f"{msgspec.json.encode(rows[game]).decode()}\n" for game in GAMES if game in rows]
            SIZES.write_text("".join(lines), encoding="utf-8")
            sys.stdout.write(f"{time.strftime('%H:%M')} {measured}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
