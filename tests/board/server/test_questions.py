"""What the page asks is answered without a server, too."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Final
from urllib.request import Request, urlopen

import pytest
from support.processes.served_board import POSITION, Served, asked

import aceten_board
from aceten_board.questions import FOLLOWED, MOST_BYTES, MOST_OF_RECORDS, QUESTIONS, BoardAnswer, answered, followed

MOST_SENT: Final = 60_000
"""So many bytes of the page are sent at most."""
LOOK: Final = json.dumps({"position": POSITION}).encode()

_LOADED: Final = """
import sys
import aceten_board.questions
print(*sorted({"anyio", "asyncio", "filelock", "multiprocessing", "starlette", "subprocess", "uvicorn", "z3"} & set(sys.modules)))
"""


def test_it_needs_nothing_that_a_browser_has_not() -> None:
    """No server, no processes, no locks on files are loaded with what answers."""
    done = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/look", LOOK),
        ("POST", "/api/look", b"{"),
        ("POST", "/api/look", b'{"position": "zsiros/4 hands=A"}'),
        ("POST", "/api/kit", b'{"game": "schnapsen/2", "language": "hu"}'),
        ("GET", "/api/words/hu", b""),
        ("GET", "/api/words/xx", b""),
        ("GET", "/cards/german/Ah.svg", b""),
        ("GET", "/cards/german/Ah", b""),
        ("GET", "/cards/other/Ah.svg", b""),
        ("GET", "/cards/french/A.svg", b""),
        ("GET", "/suits/french/h.svg", b""),
        ("GET", "/suits/french/x.svg", b""),
        ("GET", "/api/nothing", b""),
    ],
)
def test_it_is_answered_as_by_the_server(board: str, method: str, path: str, body: bytes) -> None:
    """Status, body and kind are the same, whether it is asked over a socket or not."""
    status, told, headers = asked(board, path, body if method == "POST" else None, method=method)
    answer = answered(method, path, body)
    text = told if isinstance(told, bytes) else json.dumps(told)
    if headers["Content-Type"] == "application/json":
        assert json.loads(answer.body) == json.loads(text)
    else:
        assert answer.body == told
    assert (answer.status, answer.kind) == (status, headers["Content-Type"].partition(";")[0])


def test_what_is_too_long_is_not_read() -> None:
    """A body has as many bytes at most as the server takes; where it holds records it is as long as there."""
    for name in (*QUESTIONS, *FOLLOWED):
        most = MOST_OF_RECORDS if name in {"read", "deals", "record"} else MOST_BYTES
        for length, status in ((most, 400), (most + 1, 413)):
            body = b"{" + b" " * (length - 1)
            path = f"/api/{name}"
            answer = answered("POST", path, body) if name in QUESTIONS else followed(path, body, lambda: False)
            assert isinstance(answer, BoardAnswer)
            assert answer.status == status


def test_better_answers_end_when_nobody_waits() -> None:
    """The answers are those of the stream; once nobody waits for them there is none more."""
    answers = followed("/api/values", LOOK, lambda: False)
    assert not isinstance(answers, BoardAnswer)
    kinds, bodies = zip(*answers, strict=True)
    assert set(kinds) == {"told"}
    assert json.loads(bodies[-1])["settled"]
    unwanted = followed("/api/values", LOOK, lambda: True)
    assert not isinstance(unwanted, BoardAnswer)
    assert list(unwanted) == []
    refused = followed("/api/values", b'{"position": "zsiros/4 hands=A"}', lambda: False)
    assert not isinstance(refused, BoardAnswer)
    assert [kind for kind, _ in refused] == ["refused"]
    assert isinstance(followed("/api/look", LOOK, lambda: False), BoardAnswer)


def test_the_page_is_sent_in_few_bytes(served: Served) -> None:
    """What a browser loads of the page is packed, and so are answers; what comes better and better is not held back for it."""
    page = Path(aceten_board.__file__).with_name("page")
    files = [file for file in page.rglob("*") if file.is_file()]
    sent = 0
    for file in files:
        asking = Request(f"{served.address}{file.relative_to(page)}", headers={"Accept-Encoding": "gzip"})  # noqa: S310 - our own server
        with urlopen(asking) as answer:  # noqa: S310 - likewise
            body = answer.read()
        assert file.read_bytes() in {body, gzip.decompress(body) if body.startswith(b"\x1f\x8b") else b""}
        sent += len(body)
    assert sent < MOST_SENT
    for name, encoding in (("look", "gzip"), ("values", None)):
        headers = {"Accept-Encoding": "gzip", "Content-Type": "application/json"}
        with urlopen(Request(f"{served.address}api/{name}", LOOK, headers)) as answer:  # noqa: S310 - our own server
            assert answer.headers["Content-Encoding"] == encoding
