"""How fast the board is, seen from a browser: ``make bench``, or ``python -m benchmarks.board``."""

from __future__ import annotations

import shutil
import statistics
import sys
from typing import Final, NamedTuple
from urllib.parse import quote_plus

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table
from support.processes.served_board import served_board
from tools.board_picture import QUIET

import aceten
import aceten_solver
from aceten import State

ROUNDS: Final = 5
LOOKED: Final = 500
"""Milliseconds from an opened page to a click, in which all of it is painted: whoever clicks has looked at it."""
DEALS: Final = ("zsiros/4", "schnapsen/2", "sedma/4")
"""Games of which a deal is opened and played on: so many actions before its end, and at its beginning."""
LEFT: Final = (16, 10)
"""So many actions are left in the positions that are quick to solve."""
CLICK: Final = """(action) => new Promise((resolve) => {
    const address = location.href;
    const began = performance.now();
    let drawn = null;
    let first = null;
    const watch = new MutationObserver(() => {
        if (location.href === address) return;
        drawn ??= performance.now() - began;
        if (!document.querySelector("[data-action]:not([data-worth=''])[data-worth]")) return;
        first ??= performance.now() - began;
        if (document.querySelector("#means").textContent === "") return;
        watch.disconnect();
        resolve([drawn, first, performance.now() - began]);
    });
    watch.observe(document.body, { attributes: true, childList: true, subtree: true, characterData: true });
    document.querySelector(`[data-action="${action}"]`).click();
})"""
"""Milliseconds from a click to the new table, to the first values, and to the last."""
PAINT: Final = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""


class Took(NamedTuple):
    """What a click took, in milliseconds."""

    core: float
    """For the solver alone."""
    drawn: float
    """Until the new table."""
    first: float
    """Until the first values."""
    settled: float
    """Until the last."""


def painted(browser: Browser) -> tuple[float, ...]:
    """Return how long a server's first page took, and the next one: until something is painted, and until the table stands there."""
    found: list[float] = []
    with served_board() as (board, _):
        for _ in range(2):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{board}#p={quote_plus(str(aceten.load('zsiros', players=4).deal(seed=1)))}&v=0&l=en")
            page.wait_for_selector("[data-action]")
            table = page.evaluate("() => performance.now()")
            found += [page.evaluate(PAINT), table]
            page.close()
    return tuple(found)


def positions(number: int) -> dict[str, State]:
    """Return the positions that are clicked in, by what they are; in every round those of another deal, as solvers remember."""
    found: dict[str, State] = {}
    for name in DEALS:
        game, players = name.split("/")
        states = [aceten.load(game, players=int(players)).deal(seed=number)]
        while states[-1].turn is not None:
            states.append(states[-1].play(states[-1].legal[0]))
        for left in LEFT:
            state = states[-left - 1]
            found[f"{name}, {left} actions before the end"] = state
        found[f"{name}, opening"] = states[0]
    return found


def clicked(browser: Browser, board: str, state: State) -> Took:
    """Return what a click on the first card took."""
    action = state.legal[0]
    page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page.set_default_timeout(90_000)
    page.goto(f"{board}#p={quote_plus(str(state))}&v=0&l=en")
    page.wait_for_selector("[data-action]")
    page.evaluate(
        "async () => { (await import('/store.mjs')).board.shown = true; }"
    )  # values are asked for from here on
    page.wait_for_timeout(LOOKED)
    drawn, first, settled = page.evaluate(CLICK, str(action))
    page.close()
    solution = aceten_solver.solve(state.play(action), seconds=30)
    return Took(1000 * solution.seconds, drawn, first, settled)


def main() -> None:
    """Print medians."""
    program = shutil.which("chromium")
    if program is None:
        sys.stdout.write("The board is not measured. Left out: chromium\n")
        return
    table = Table("the board, milliseconds (medians)", box=None, pad_edge=False)
    for name in ("solver alone", "table", "first values", "all values"):
        table.add_column(name, justify="right")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=QUIET) as browser,
    ):
        opened = [painted(browser) for _ in range(ROUNDS)]
        first, table_there, again, there_again = (statistics.median(each) for each in zip(*opened, strict=True))
        table.add_row("the first page of a server, painted after", "", f"{first:.0f}", "", "")
        table.add_row("its table", "", f"{table_there:.0f}", "", "")
        table.add_row("the next page, painted after", "", f"{again:.0f}", "", "")
        table.add_row("its table", "", f"{there_again:.0f}", "", "")
        with served_board() as (board, _):
            took: dict[str, list[Took]] = {}
            for number in range(1, ROUNDS + 1):
                for name, state in positions(number).items():
                    took.setdefault(name, []).append(clicked(browser, board, state))
            for name, each in took.items():
                table.add_row(name, *(f"{statistics.median(one):.0f}" for one in zip(*each, strict=True)))
    Console(highlight=False, width=120).print(table)


if __name__ == "__main__":
    main()
