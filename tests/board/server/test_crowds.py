"""Connections that ask nothing, or do not end: however many there are, whoever asks is answered, and hardly anything is said of them."""

import asyncio
import errno
import http.client
import json
import logging
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from typing import Final, TypeVar
from urllib.parse import urlsplit

import pytest
from support.patience import PATIENCE
from support.processes.served_board import JSON, POSITION, answers, served_board
from uvicorn.server import ServerState

from aceten_board import connections
from aceten_board.connections import FEWEST, HEAD_SECONDS, MOST, SPARE, Seldom, heard, most_connections, patience
from aceten_board.server import config_for, make_app

_T = TypeVar("_T")
FILES: Final = 256
CROWD: Final = 600
SAID: Final = "more connections than are held open at a time: those that have waited longest are closed\n"
ASKED: Final = json.dumps({"position": POSITION}).encode()
HEAD: Final = "\r\n".join(
    [
        "POST /api/values HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        f"Content-Length: {len(ASKED)}",
        "",
        "",
    ]
).encode()
STARTS: Final = {
    "nothing": b"",
    "half a head": HEAD[:40],
    "half a body": HEAD + ASKED[:10],
    "an answer that nobody reads": HEAD + ASKED,
    "questions without end": b"GET /board.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 50,
}
"""What others send that come in crowds."""


def crowd(stack: ExitStack, board: str, sent: bytes) -> None:
    """Come in great numbers, and stay as long as is allowed."""
    where = urlsplit(board)
    for _ in range(CROWD):
        line = stack.enter_context(socket.create_connection((where.hostname or "", where.port or 0), timeout=PATIENCE))
        with suppress(OSError):  # closed already
            line.sendall(sent)


@pytest.mark.turns(40)
@pytest.mark.skipif(os.name != "posix", reason="files are not counted there")
@pytest.mark.parametrize("sent", STARTS)
def test_a_crowd_keeps_nobody_out(sent: str) -> None:
    """With 256 files and 600 connections the page is answered at once, over a line that was there before, too; one line is said of it.

    A line on which nothing is asked for long is closed, whoever else comes: so that is asked on a machine that was quick enough.
    """
    with ExitStack() as stack, served_board(FILES, SAID) as (board, process):
        own = http.client.HTTPConnection(urlsplit(board).netloc, timeout=PATIENCE)
        own.request("POST", "/api/look", ASKED, JSON)
        assert own.getresponse().read()
        began = time.monotonic()
        crowd(stack, board, STARTS[sent])
        assert answers(board)
        assert process.num_fds() < FILES
        if sent in {"nothing", "half a head", "half a body"} and time.monotonic() - began < HEAD_SECONDS / 2:
            own.request("POST", "/api/look", ASKED, JSON)
            assert own.getresponse().status == 200
        own.close()


def in_a_loop(doing: Callable[[], Coroutine[None, None, _T]]) -> _T:
    """Run something in a loop of its own, as the browser has one in this thread."""
    found: list[_T] = []
    thread = threading.Thread(target=lambda: found.append(asyncio.run(doing())))
    thread.start()
    thread.join()
    return found[0]


async def answer_on(reader: asyncio.StreamReader) -> bytes:
    """Return the answer that comes first."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    assert length is not None
    return head + await reader.readexactly(int(length[1]))


async def left(sent: bytes, more: bytes = b"", then: bytes = b"") -> bytes:
    """Return what is told on a connection until it is ended.

    :param more: is sent again and again.
    :param then: is sent once what was asked has been answered.
    """
    config = config_for(make_app())
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: config.http_protocol_class(config, state, {}), "127.0.0.1", 0)  # type: ignore[call-arg]
    where = server.sockets[0].getsockname()

    reader, writer = await asyncio.open_connection(*where)
    writer.write(sent)

    async def trickle() -> None:
        while more:
            writer.write(more)
            await asyncio.sleep(0.01)

    trickling = asyncio.create_task(trickle())
    try:
        first = await answer_on(reader) if then else b""
        writer.write(then)
        return first + await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        return b""
    finally:
        trickling.cancel()
        writer.close()
        server.close()


@pytest.mark.parametrize(("sent", "more"), [(b"", b""), (HEAD[:40], b""), (HEAD[:-2], b"x"), (b"", b"x")])
def test_a_head_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch, sent: bytes, more: bytes) -> None:
    """A connection on which no head comes ends, and so does one on which it comes without end."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    assert in_a_loop(lambda: left(sent, more)) == b""


def test_the_next_head_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has been answered is waited for no longer."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    told = in_a_loop(lambda: left(b"GET /board.mjs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", then=b"GET / HT"))
    assert told.count(b"HTTP/1.1 200") == 1


def test_who_asks_is_put_up_with_longest() -> None:
    """Room is made by those who have asked nothing, then those who do not end or do not read, and each time by the oldest."""
    order = [
        patience(idle=True, asked=False, stuck=False, since=1),
        patience(idle=True, asked=False, stuck=False, since=9),
        patience(idle=False, asked=True, stuck=True, since=2),
        patience(idle=True, asked=True, stuck=False, since=1),
        patience(idle=False, asked=True, stuck=False, since=0),
    ]
    assert order == sorted(order)


@pytest.mark.skipif(os.name != "posix", reason="files are not counted there")
def test_there_are_fewer_where_the_system_allows_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the files that are allowed are left to everything else."""
    import resource

    for allowed, most in (
        (20, FEWEST),
        (FILES, (FILES - SPARE) // 2),
        (100_000, MOST),
        (resource.RLIM_INFINITY, MOST),
    ):
        monkeypatch.setattr(
            resource, "getrlimit", dict.fromkeys([resource.RLIMIT_NOFILE], (allowed, allowed)).__getitem__
        )
        assert most_connections() == most


def test_the_same_trouble_is_told_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another trouble is told beside it, and the same again a minute later."""
    now = 1000.0
    monkeypatch.setattr(connections, "monotonic", lambda: now)
    seldom = Seldom()

    def passes(text: str) -> bool:
        return seldom.filter(logging.LogRecord("asyncio", logging.ERROR, "", 0, text, None, None))

    assert [passes(text) for text in ("one\nsocket 1", "one\nsocket 2", "two", "one", "two")] == [
        True,
        False,
        True,
        False,
        False,
    ]
    now += 61
    assert passes("one")


def test_files_that_are_used_up_are_told_in_a_line(caplog: pytest.LogCaptureFixture) -> None:
    """No traceback is written when the system allows no more files; any other fault is told as it always is."""
    loop = asyncio.new_event_loop()
    try:
        heard(loop, {"message": "accept", "exception": OSError(errno.EMFILE, "Too many open files")})
        assert [(each.getMessage(), each.exc_info) for each in caplog.records] == [
            ("the system allows no more connections: Too many open files", None)
        ]
        heard(loop, {"message": "another fault"})
        assert caplog.records[-1].name == "asyncio"
    finally:
        loop.close()
