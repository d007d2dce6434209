"""What strangers put into links, files and requests is shown on the board as text: nothing of it runs, and nothing of it is loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import pytest
from support.pages.board_tab import opened
from support.processes.served_board import POSITION, asked
from support.slices import in_turn, sliced
from support.texts.hostile_texts import ALL, HALVES, obeyed_by_terminals, read_xml, written_as_escapes

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

KEYS: Final = ("p", "a", "r", "d", "n", "s", "w", "b", "f", "m", "v", "l", "z", "t")
"""All that a link may say."""
PROBE: Final = "window.touched = true"
"""What would tell of itself if it ran: the texts of the table call alert, which a page may not do unseen either."""
SCRIPT: Final = (
    f"<img src=x onerror='{PROBE}'><svg onload='{PROBE}'><script>{PROBE}</script><a href='javascript:{PROBE}'>x</a>"
)

REFUSED: Final = "the server responded with a status of 4"
"""What a browser itself says of a question that is refused."""
FOREIGN: Final = "script, iframe, object, embed, a, base, link, meta, svg [onload], img[onerror]"
"""Elements of which no text makes more."""


def bodies(text: str) -> list[tuple[str, dict[str, object]]]:
    """Return requests with a text wherever one may stand."""
    deals = [{"position": text, "actions": [text]}]
    worths = [{"action": "A", "label": text, "best": True}]
    return [
        ("look", {"position": text}), ("look", {"position": POSITION, "actions": [text]}), ("look", {"position": POSITION, text: 1}),
        ("kit", {"game": text}), ("read", {"text": text}), ("read", {"text": f'{{"type":"header","format":1,"position":"{text}"}}'}),
        ("deals", {"deals": deals}), ("record", {"deals": deals}), ("deal", {"game": text}), ("machine", {"position": text}),
        ("rules", {"game": "zsiros/4", "words": text}), ("rules", {"game": text, "clause": text}),
        ("look", {"position": POSITION, "style": text}),
        ("picture", {"position": POSITION, "caption": text, "worths": worths}),
    ]  # fmt: skip


@pytest.mark.parametrize("name", [*ALL, "script"])
@pytest.mark.turns(18)
def test_answers_hold_nothing_that_is_obeyed(board: str, name: str) -> None:
    """Whatever is asked, what is said of it is plain text; a picture is XML that shows it."""
    text = (ALL | {"script": SCRIPT})[name][:90]
    for path, body in bodies(text):
        status, told, _ = asked(board, f"/api/{path}", body)
        assert status in {200, 400, 422}, (path, told)
        if status == 200 and path == "picture":
            picture = read_xml(told["text"].encode())
            assert {each.tag.rpartition("}")[2] for each in picture.iter()} <= {
                "svg", "title", "desc", "style", "rect", "g", "path", "text", "use", "defs", "circle", "polygon", "line",
            }  # fmt: skip
            assert written_as_escapes(text) in " ".join(picture.itertext())
            told = {"text": "".join(picture.itertext())}
        if name not in HALVES or status != 200:
            assert obeyed_by_terminals(str(told.get("error", told))) == set(), (path, told)


@pytest.fixture
def stranger(window: Tab, board: str) -> Iterator[Tab]:
    """A page on which nothing runs or is loaded that is not the board's; that it is told what is no question is no fault here."""
    wrong: list[str] = []
    hearing: dict[str, Callable[[Any], object]] = {
        "console": lambda said: wrong.append(said.text) if said.type == "error" and REFUSED not in said.text else None,
        "pageerror": lambda error: wrong.append(str(error)),
        "request": lambda request: None if request.url.startswith(board) else wrong.append(request.url),
        "dialog": lambda dialog: [wrong.append(dialog.message), dialog.dismiss()],  # type: ignore[func-returns-value]
    }
    for event, hear in hearing.items():
        window.on(event, hear)  # type: ignore[call-overload]
    yield window
    for event, hear in hearing.items():
        window.remove_listener(event, hear)
    window.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    window.goto("about:blank")
    assert wrong == []


@pytest.mark.turns(12)
def test_links_and_files_are_shown(stranger: Tab, board: str, tmp_path: Path) -> None:
    """A link, a text or a file that says something else than a board does is refused in words, and stays words."""
    texts = {name: text.replace("\0", "") for name, text in ALL.items() if name not in HALVES}
    file = tmp_path / "<img src=x onerror=alert(1)>.jsonl"
    for text in sliced([SCRIPT], whole=[SCRIPT, *texts.values()]):
        opened(stranger, board, POSITION)
        before = stranger.eval_on_selector_all(FOREIGN, "all => all.length")
        stranger.fill("#position", text.replace("\n", " "))
        stranger.press("#position", "Enter")
        stranger.wait_for_function("() => document.querySelector('#wrong').textContent !== ''")
        said = stranger.inner_text("#wrong")
        assert said
        assert obeyed_by_terminals(said) == set()
        file.write_text(text, encoding="utf-8")
        stranger.set_input_files("#file", file)
        for key in in_turn(KEYS, 6):
            stranger.goto("about:blank")
            stranger.goto(f"{board}#{urlencode({'p': POSITION, 'l': 'en'} | {key: text})}")
            stranger.wait_for_selector("#wrong:not([hidden])" if key == "p" else ".player")
            assert obeyed_by_terminals(stranger.inner_text("body").replace("\xa0", " ")) == set(), key
        after = stranger.eval_on_selector_all(FOREIGN, "all => all.length")
        assert (before, stranger.evaluate("() => window.touched")) == (after, None)
