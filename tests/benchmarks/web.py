"""The board without a server: the core there against the native one and the search in Python there, and how soon a page is ready.

``make bench``, or ``python -m benchmarks.web``.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import time
from typing import TYPE_CHECKING, Final, TypeAlias

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table
from support.folder_programs import timed
from support.processes.folder_python import holds_core, run_in_folder
from support.processes.served_folder import FOLDER, served_folder
from tools.board_picture import QUIET

import aceten

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

GAMES: Final = (("zsiros", 4), ("schnapsen", 2), ("einwerfen", 4))
SEEDS: Final = (7, 8, 9)
LATE: Final = 8
"""So many actions before its end a deal is solved by the search in Python, too."""
ANALYSES: Final = 1000
SLOWER: Final = 6
"""So many times slower than this machine a telephone is taken to be."""
Times: TypeAlias = tuple[float, float, float]
"""Milliseconds until a page is painted, shows a table to whoever wants one at once, and is ready."""
PAINT: Final = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""


def positions(game: str, players: int, seed: int) -> tuple[str, str]:
    """Return a whole deal, and one that ends soon."""
    state = start = aceten.load(game, players=players).deal(seed=seed)
    states = [state]
    while state.turn is not None:
        state = state.play(state.legal[0])
        states.append(state)
    return str(start), str(states[-1 - LATE])


def solved() -> Table:
    """Return how long deals take each search, those of a game together."""
    table = Table(f"{len(SEEDS)} deals solved, milliseconds", box=None, pad_edge=False)
    for name in ("native", "WebAssembly", "native / WebAssembly", "Python in the page"):
        table.add_column(name, justify="right")
    deals = [positions(game, players, seed) for game, players in GAMES for seed in SEEDS]
    lines = [line for each in deals for line in each]
    there = run_in_folder("timed", lines, "native").told if holds_core() else [float("nan")] * len(lines)
    here = timed.told(lines)
    plain = run_in_folder("timed", [late for _, late in deals], "python").told
    for number, (game, players) in enumerate(GAMES):
        own = slice(len(SEEDS) * number, len(SEEDS) * (number + 1))
        for place, name in enumerate((f"{game}/{players}", f"{game}/{players}, the end")):
            native, web = (1000 * sum(times[place::2][own]) for times in (here, there))
            slow = f"{1000 * sum(plain[own]):.1f}" if place else "-"
            table.add_row(name, f"{native:.1f}", f"{web:.1f}", f"{native / web:.2f}", slow)
    return table


def opened(context: BrowserContext, address: str, slower: int = 1) -> Times:
    """Open a page, and return what that took."""
    page = context.new_page()
    throttle = context.new_cdp_session(page).send  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - as they have it
    throttle("Emulation.setCPUThrottlingRate", {"rate": slower})
    begun = time.perf_counter()
    page.goto(address)
    page.click("[data-answer=analyse]")
    page.wait_for_selector(".player [data-action]")
    table = time.perf_counter() - begun
    page.wait_for_selector("#loading", state="detached")
    ready = time.perf_counter() - begun
    painted = float(page.evaluate(PAINT))
    page.close()
    return painted, 1000 * table, 1000 * ready


def main() -> None:
    """Print all of it."""
    program = shutil.which("chromium")
    if program is None or not (FOLDER / "index.html").is_file():
        sys.stdout.write("The board without a server is not measured. Left out: chromium, or make web\n")
        return
    console = Console(highlight=False, width=120)
    console.print(solved())
    table = Table("a page without a server, milliseconds (medians)", box=None, pad_edge=False)
    for name in ("painted", "table", "ready"):
        table.add_column(name, justify="right")
    with (
        served_folder() as address,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=QUIET) as browser,
    ):
        first: list[Times] = []
        again: list[Times] = []
        slow: list[Times] = []
        for _ in range(3):
            context = browser.new_context()
            first.append(opened(context, address))
            again += [opened(context, address) for _ in range(3)]
            slow.append(opened(context, address, SLOWER))
            context.close()
        for name, took in (("at first", first), ("again", again), (f"again, {SLOWER} times slower", slow)):
            table.add_row(name, *(f"{statistics.median(each):.0f}" for each in zip(*took, strict=True)))
    console.print(table)
    ends = [positions("zsiros", 4, seed)[1] for seed in range(ANALYSES)]
    console.print(
        f"after {ANALYSES} analyses: {run_in_folder('timed', ends).memory / 1e6:.0f} MB in the Python of a page"
    )


if __name__ == "__main__":
    main()
