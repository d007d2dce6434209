"""Requests that the board's own page would not make: each is refused, nothing grows, and the page still answers."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.patience import PATIENCE, awaited
from support.processes.served_board import JSON, POSITION, answers, asked, served_board
from support.slices import examples, sliced

from aceten_board.server import AT_WORK


def test_every_answer_says_what_the_browser_may_do(board: str) -> None:
    """Nothing but the board's own page comes from it, and nothing from elsewhere comes into it."""
    for path, body in (
        ("/", None),
        ("/board.mjs", None),
        ("/cards/german/Ah.svg", None),
        ("/api/look", {"position": POSITION}),
    ):
        status, _, headers = asked(board, path, body)
        assert status == 200, path
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert "data:" not in policy
        assert policy.count("blob:") == policy.count("img-src 'self' blob:") == 1  # pictures that the page makes itself
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("path", ["kit", "deal", "rules"])
@pytest.mark.parametrize("game", ["zsiros/4444444", "zsiros/4 players=2", "zsiros/4 rules=2"])
def test_no_name_of_a_game_ends_in_a_fault(board: str, path: str, game: str) -> None:
    """Whatever is named as a game, it is said what is wrong with it."""
    status, told, _ = asked(board, f"/api/{path}", {"game": game})
    assert (status, bool(told["error"])) == (422, True)


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (421, {**JSON, "Host": "example.org"}),
        (421, {**JSON, "Host": "127.0.0.1.example.org"}),
        (421, {**JSON, "Host": "[::1"}),
        (421, {**JSON, "Host": ""}),
        (403, {**JSON, "Origin": "http://example.org"}),
        (403, {**JSON, "Origin": "null"}),
        (403, {**JSON, "Origin": "http://127.0.0.1:1"}),
        (403, {**JSON, "Sec-Fetch-Site": "cross-site"}),
        (403, {**JSON, "Sec-Fetch-Site": "same-site"}),
        (415, {"Content-Type": "text/plain"}),
        (415, {"Content-Type": "application/x-www-form-urlencoded"}),
        (415, {"Content-Type": ""}),
        (413, {**JSON, "Content-Length": "70000"}),
        (413, {**JSON, "Content-Length": "9" * 15}),
    ],
)
def test_others_are_refused(board: str, status: int, headers: dict[str, str]) -> None:
    """Another host, page, or kind of body than the board's own gets an error, and nothing of the game."""
    found, told, _ = asked(board, "/api/look", {"position": POSITION}, headers)
    assert found == status
    assert set(told) == {"error"}
    assert answers(board)


def test_only_what_there_is_is_answered(board: str) -> None:
    """Another path or method is not there; no path leads out of the page's folder."""
    for path in (
        "/nothing",
        "/api/nothing",
        "/../server.py",
        "/%2e%2e/server.py",
        "/cards/german/xx.svg",
        "/cards/html/Ah.svg",
        "/api/words/xx",
    ):
        assert asked(board, path)[0] == 404, path
    assert asked(board, "/api/look")[0] in {404, 405}
    assert asked(board, "/api/look", {"position": POSITION}, method="PUT")[0] in {404, 405, 415}


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"position": 7}', b'{"position": "x", "nonsense": 1}', b'{"position": "x", "seat": -1}',
        b'{"position": "x", "seat": 1e400}', b'{"position": "x", "language": "xx"}', b'{"actions": []}', b"[" * 60_000,
        b'{"position": "' + b"x" * 30_000 + b'"}', json.dumps({"position": "x", "actions": ["A"] * 1001}).encode(),
    ],
)  # fmt: skip
def test_what_is_no_question_is_refused(board: str, body: bytes) -> None:
    """A body that is no question is told to be none, in words."""
    for path in ("/api/look", "/api/values", "/api/machine"):
        status, told, _ = asked(board, path, body)
        assert status == 400, told
        assert told["error"]


@pytest.mark.turns(2)
@examples(150)
@given(
    position=st.text(max_size=60)
    | st.sampled_from([POSITION, POSITION + " seat=1", "zsiros/2 hands=AK,??", "<script>alert(1)</script>"]),
    actions=st.lists(st.text(max_size=8) | st.sampled_from(["A", "7", "stop", "flip", "call:0:beat"]), max_size=3),
    seat=st.none() | st.integers(0, 9),
    path=st.sampled_from(["look", "machine"]),
)
def test_whatever_is_asked_is_answered_or_refused(
    board: str, position: str, actions: list[str], seat: int | None, path: str
) -> None:
    """No text makes the board fail: it answers, or says what is wrong."""
    status, told, _ = asked(board, f"/api/{path}", {"position": position, "actions": actions, "seat": seat})
    assert status in {200, 422}, told
    assert status == 200 or told["error"]


def test_a_body_that_is_too_long_or_does_not_come_is_not_waited_for(board: str) -> None:
    """Who sends more than he may, in pieces without end, is cut off."""
    host, port = urlsplit(board).netloc.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(
            b"POST /api/look HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        piece = b"2000\r\n" + b"x" * 0x2000 + b"\r\n"
        with suppress(OSError):  # cut off already
            for _ in range(100):
                line.sendall(piece)
        told = b""
        with suppress(OSError):
            told = line.recv(100)
        assert told[:12] in {b"HTTP/1.1 413", b""}
    assert answers(board)


def begun(board: str, what: str, dealt: dict[str, object]) -> socket.socket:
    """Ask, and do not wait for the answer."""
    address = urlsplit(board)
    body = json.dumps(dealt).encode()
    head = f"POST /api/{what} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    line = socket.create_connection((address.hostname or "", address.port or 0), timeout=PATIENCE)
    line.sendall(head.encode() + body)
    return line


@pytest.mark.turns(12)
def test_ctrl_c_ends_what_is_under_way() -> None:
    """The server ends soon and without a word, though searches are under way, others wait for them, and nobody reads what it answers."""
    with ExitStack() as lines, served_board() as (board, _):
        _, dealt, _ = asked(board, "/api/deal", {"game": "hola/4", "seed": 1})
        for what in ("values",) * (AT_WORK + 2) + ("machine",):
            waiting = lines.enter_context(begun(board, what, dealt))
            if what == "values":
                assert waiting.recv(12) == b"HTTP/1.1 200"


@pytest.mark.turns(12)
def test_many_at_once_and_questions_that_nobody_waits_for() -> None:
    """Many questions at once are all answered; searches that are given up end, and leave nothing behind."""
    with served_board() as (board, served):
        with ThreadPoolExecutor(20) as threads:
            assert all(threads.map(answers, [board] * sliced(60, whole=200)))
        threads_before = served.num_threads()
        _, dealt, _ = asked(board, "/api/deal", {"game": "hola/4", "seed": 1})
        for count in range(sliced(30, whole=1000)):
            with begun(board, "values", dealt) as line:
                if count % 3 == 0:
                    assert line.recv(12) == b"HTTP/1.1 200"
        assert awaited(lambda: served.cpu_percent(0.3) <= 20), "searches that nobody waits for go on"
        assert served.num_threads() <= threads_before + AT_WORK
        assert served.memory_info().rss < 300 * 2**20
        assert answers(board)


def test_a_seat_is_not_told_more_by_any_answer(board: str) -> None:
    """What the machine plays, and what values say, does not depend on cards that the seat does not see."""
    lines = ["zsiros/2 hands=AK,T9 lead=0 points=40,20", "zsiros/2 hands=AK,T8 lead=0 points=40,20"]
    for path in ("look", "machine", "values"):
        told = [asked(board, f"/api/{path}", {"position": line, "seat": 0})[1] for line in lines]
        assert told[0] == told[1], path
