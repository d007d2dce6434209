"""The picture of the board that the README and the front page of the site show, ``docs/_static/board.png``: made by ``make figures``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote_plus

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURE: Final = Path(__file__).parents[1] / "docs" / "_static" / "board.png"
SIZE: Final = (1200, 660)
"""Its width and height."""
POSITION: Final = "zsiros/4 hands=AhAcOd7s,ThTc9d7h,KcKd8s7c,AsOhUd7d points=10,20 tricks=2,2"
"""The one that the README solves first."""
COURSE: Final = "Ac (7s 7h) Tc Kc Qh Qd 9d"
"""Best play from there; and what else might be led."""
QUIET: Final = (
    "--no-sandbox",  # in a container root may not have one
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""How the browser is started, so that it looks at the site and does nothing else."""
PLAIN: Final = "#table { background: var(--felt) }"
"""The shading of the cloth would make four times the bytes."""


def take(browser: Browser, board: str, picture: Path) -> None:
    """Write a picture of the board with a position that has been played on."""
    page = browser.new_page(
        viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="light", reduced_motion="reduce", bypass_csp=True
    )
    page.goto(f"{board}#p={quote_plus(POSITION)}&a={quote_plus(COURSE)}&l=en")
    page.add_style_tag(content=PLAIN)
    page.wait_for_function("() => document.querySelector('#means').textContent !== ''")
    page.evaluate("async () => { for (const each of document.images) await each.decode(); }")
    page.screenshot(path=picture)
    page.close()


def main() -> None:
    """Write it, where there is a browser."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - here, as the tests that import this have it open already

    program = shutil.which("chromium")
    if program is None:
        sys.stderr.write("There is no chromium to take a picture with; make browser installs one.\n")
        return
    serving = [sys.executable, "-m", "aceten_cli.main", "board", "--no-browser"]
    with (
        subprocess.Popen(serving, stdout=subprocess.PIPE, text=True) as served,  # noqa: S603 - our own program
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=QUIET) as browser,
    ):
        address, _, _ = next(iter(served.stdout or ())).partition("#")
        take(browser, address, PICTURE)
        served.terminate()


if __name__ == "__main__":
    main()
