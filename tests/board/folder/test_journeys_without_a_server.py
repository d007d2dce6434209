"""The board as a static folder, on a telephone: from a plain server of files, in a place below its root, and without the net."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import pytest
from support.pages.board_tab import comes_to, faults, opened, settled, shown, solved
from support.patience import MILLISECONDS
from support.processes.served_folder import FOLDER, served_folder

import aceten
import aceten_solver
from aceten_spec import load_shipped
from aceten_spec.clauses.clause_search import clauses_with
from aceten_spec.speech import speaking

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext
    from playwright.sync_api import Page as Tab

LATE: Final = "zsiros/2 hands=AhTs9c7d,KcQdJs8h talon=7hTd lead=0 points=30,20 tricks=9,2"
STRANGE: Final = {
    "markup": "</script><script>alert(1)</script>",
    "long": "zsiros/4 hands=" + "A" * 5000,
    "turned": "\N{RIGHT-TO-LEFT OVERRIDE}zsiros/4",
    "open": "{" * 4000,
}
"""Positions that are none, by what is strange in them."""
LONG: Final = str(aceten.load("hola", players=6).deal(seed=1))


@pytest.mark.turns(2)
def test_a_deal_is_played_analysed_and_reviewed_without_the_net(
    visited: BrowserContext, page: Tab, folder: str
) -> None:
    """After one visit nothing is asked of the net: taps play to the end, each value is that of ``solve``, and the line is reviewed."""
    visited.set_offline(True)
    try:
        opened(page, folder, LATE)
        state = aceten.parse_state(LATE)
        while state.turn is not None:
            solution = aceten_solver.solve(state)
            assert shown(page) == solved(solution, 0 if state.turn in solution.sides[0] else 1)
            action = solution.best[-1] if len(state.log) % 2 else solution.actions[-1].action
            page.tap(f"[data-action='{action}']")
            state = state.play(action)
            comes_to(page, str(state))
        page.tap("#judge")
        settled(page)
        review = aceten_solver.review(aceten.read_record(aceten.record_of(aceten.parse_state(LATE), state)))
        told = page.eval_on_selector_all(
            ".faults button:not(.again)", "all => all.map(each => each.textContent.split('.')[0])"
        )
        assert told == [
            str((entry.number + 1) // 2) for entry in review.actions if entry.mistake
        ]  # by tricks of two cards
    finally:
        visited.set_offline(False)


@pytest.mark.turns(12)
def test_a_puzzle_rules_and_a_match_in_hungarian(page: Tab, folder: str) -> None:
    """A puzzle is set; rules are found by their words; the machine plays a deal, and the next one of the match begins."""
    opened(page, folder, "zsiros/2 hands=A9,78 lead=0", l="hu")
    page.tap("#puzzle-open")
    page.select_option("#puzzle-game", "zsiros/4")
    page.tap("#puzzle-set")
    page.wait_for_function("() => location.hash.includes('z=1')")
    page.wait_for_function("() => document.querySelector('#puzzle-task').textContent.endsWith('?')")
    page.tap("#rules-open")
    page.fill("#rules-words", "ász")
    page.press("#rules-words", "Enter")
    with speaking("hu"):
        found = len(clauses_with(load_shipped("zsiros"), "ász"))
    page.wait_for_function("found => document.querySelectorAll('#rules-found article').length === found", arg=found)
    assert faults(page) == []
    page.tap("#rules-close")
    page.tap("#play-open")
    page.select_option("#play-game", "zsiros/2")
    for select in page.query_selector_all("#play-seats select"):
        select.select_option("greedy")
    page.tap("#play-start")
    page.wait_for_selector("#play-next:visible")
    assert page.text_content("#play-score")
    page.tap("#play-next")
    page.wait_for_function("() => location.hash.includes('d=1')")


@pytest.mark.turns(10)
def test_a_search_that_nobody_waits_for_ends(page: Tab, folder: str) -> None:
    """A position that takes half a minute is left: the next is looked at at once, and its values come though the worker was busy."""
    opened(page, folder, LONG)
    page.wait_for_selector("#loading", state="detached")
    page.wait_for_function("() => document.querySelector('#caption').textContent !== ''")
    page.fill("#position", LATE)
    page.press("#position", "Enter")
    page.wait_for_selector("[data-action='Ah']")
    assert shown(page) == solved(aceten_solver.solve(aceten.parse_state(LATE)), 0)


@pytest.mark.turns(18)
@pytest.mark.parametrize("name", STRANGE)
def test_a_link_of_a_stranger_says_what_is_wrong(page: Tab, folder: str, name: str) -> None:
    """Whatever it holds is text, and the board goes on."""
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    opened_with = quote(STRANGE[name])
    page.goto("about:blank")
    page.goto(f"{folder}#p={opened_with}&l=en")
    page.wait_for_selector("#wrong:visible")
    page.fill("#position", LATE)
    page.press("#position", "Enter")
    page.wait_for_selector("[data-action='Ah']")


@pytest.mark.turns(4)
def test_nothing_is_kept_of_what_a_link_says(page: Tab, folder: str) -> None:
    """Whatever is opened and asked, a browser keeps the files of the folder alone, and no more bytes than before."""
    found = """async () => {
        const names = await caches.keys();
        const kept = (await Promise.all(names.map(async name => (await caches.open(name)).keys()))).flat();
        const files = [...(await (await fetch("offline.js")).text()).match(/^const FILES = (.*);$/m)[1].matchAll(/"([^"]*)"/g)];
        return {
            versions: names.length,
            kept: kept.map(({ url }) => url).sort(),
            named: files.map(each => new URL(each[1], document.baseURI.split("#")[0]).href).sort(),
            databases: (await indexedDB.databases()).length,
            cookies: document.cookie,
            stored: JSON.stringify({ ...localStorage }).length,
        };
    }"""
    opened(page, folder, LATE, s="0")
    shown(page)
    before = page.evaluate(found)
    assert before["kept"] == before["named"]
    assert (before["versions"], before["databases"], before["cookies"]) == (1, 0, "")
    for number in range(3):
        asked = {"q": "x" * 20_000, "a": "Ah " * 900, "m": ",greedy", "other": str(number)}
        page.goto("about:blank")
        page.goto(
            f"{folder}?{number}#p={quote(LATE)}&{'&'.join(f'{name}={quote(said)}' for name, said in asked.items())}"
        )
        page.wait_for_selector("#wrong:visible")
    assert page.evaluate(found) == before


@pytest.mark.turns(8)
def test_python_reaches_nobody(tab: Tab, folder: str) -> None:
    """The page asks nobody but the folder, and runs no text; once Python is there, its workers ask nobody at all."""
    browser = tab.context.browser
    assert browser is not None
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.set_default_timeout(MILLISECONDS)
        page.goto(folder)
        page.wait_for_selector("#loading", state="detached")
        refused = page.evaluate(
            """async () => {
                const violated = [];
                document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => violated.push(effectiveDirective));
                const script = document.createElement("script");
                script.textContent = "window.ran = true";
                document.body.append(script);
                await fetch("http://127.0.0.1:1/").catch(() => {});
                for (let n = 0; n < 1000 && violated.length < 2; n += 1) await new Promise((resolve) => setTimeout(resolve, 20));
                return [window.ran ?? false, violated.sort()];
            }"""
        )
        assert refused == [False, ["connect-src", "script-src-elem"]]
        left = page.workers[0].evaluate(
            "() => ['fetch', 'XMLHttpRequest', 'WebSocket', 'Worker', 'indexedDB', 'caches'].filter(name => self[name])"
        )
        assert left == []


@pytest.mark.turns(18)
def test_a_newer_version_waits_until_it_is_taken(tab: Tab, tmp_path: Path) -> None:
    """It is offered, the page stays as it is, also when it is opened anew, and has the newer files once somebody takes them."""
    if not FOLDER.is_dir():
        pytest.skip("There is no board without a server to look at; make web makes it, where npm is.")
    folder = tmp_path / "web"
    shutil.copytree(FOLDER, folder)
    browser = tab.context.browser
    assert browser is not None
    with served_folder(folder) as address, closing(browser.new_context()) as context:
        page = context.new_page()
        page.set_default_timeout(MILLISECONDS)
        opened(page, address, LATE)
        page.wait_for_selector("#loading", state="detached")
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        opened(page, address, LATE)
        page.wait_for_function("() => navigator.serviceWorker.controller")
        for name, before, after in (
            ("index.html", "aceten board", "newer board"),
            ("offline.js", 'VERSION = "', 'VERSION = "1'),
        ):
            file = folder / name
            file.write_text(file.read_text("utf-8").replace(before, after), encoding="utf-8")
        opened(page, address, LATE)
        page.wait_for_selector("#newer button")
        page.evaluate("() => { window.here = true; }")
        comes_to(page, str(aceten.parse_state(LATE)))
        assert page.evaluate(
            "async () => [window.here, (await (await fetch('./')).text()).includes('aceten board')]"
        ) == [True, True]
        with page.expect_navigation():
            page.click("#newer button")
        comes_to(page, str(aceten.parse_state(LATE)))
        assert page.evaluate("async () => (await (await fetch('./')).text()).includes('newer board')")
        kept = page.evaluate("async () => (await caches.keys()).length")
        assert kept == 1


def test_the_table_stands_there_before_python(tab: Tab, folder: str) -> None:
    """What to do is asked, and the table is looked at, before any worker answers: that was done when the folder was made."""
    browser = tab.context.browser
    assert browser is not None
    with closing(browser.new_context(service_workers="block", locale="hu")) as context:
        page = context.new_page()
        page.set_default_timeout(MILLISECONDS)
        page.route("**/python/*", lambda _route: None)  # never answered
        page.goto(folder, wait_until="domcontentloaded")
        page.click("[data-answer=analyse]")
        page.wait_for_selector(".player [data-action]")
        page.wait_for_selector("#loading progress")
        assert "Előkészületek" in page.inner_text("#loading")
        page.unroute_all(behavior="ignoreErrors")
