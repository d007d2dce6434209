"""The server of the board: its page, and what the page asks."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import anyio
import anyio.to_thread
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from aceten_board.bodies import Refused
from aceten_board.connections import AT_ONCE, Connection, heard, most_connections, tell_seldom
from aceten_board.guards import LOCAL, Guard, Hosts
from aceten_board.questions import FOLLOWED, QUESTIONS, SVG, BoardAnswer, answered, followed, told
from aceten_board.words import words

if TYPE_CHECKING:
    import socket

    from starlette.requests import Request


PAGE: Final = Path(__file__).with_name("page")
"""What the browser loads."""
AT_WORK: Final = 4
"""So many questions of each sort are worked on at a time; others wait."""
PACKED: Final = 5
"""How hard is tried to send less, from 1 to 9: more than this takes longer than it saves."""
AT_THE_DOOR: Final = 512
"""So many connections the system keeps ready until they are let in."""


def make_app(hosts: Hosts = LOCAL, searching: Searching | None = None) -> Starlette:
    """Return the application.

    :param hosts: by which names it is called, and what who asks has to know.
    :param searching: where questions are followed; by default in threads of its own.
    """
    limiter, searching = anyio.CapacityLimiter(AT_WORK), searching or Searching()
    return Starlette(
        routes=[
            *[Route(f"/api/{name}", partial(_answer, limiter), methods=["POST"]) for name in QUESTIONS],
            *[Route(f"/api/{name}", partial(_stream, searching), methods=["POST"]) for name in FOLLOWED],
            Route("/api/words/{language}", _shown),
            Route("/cards/{style}/{card}", _shown),
            Route("/suits/{style}/{suit}", _shown),
            Route("/favicon.ico", _no_icon),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ],
        middleware=[Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, compresslevel=PACKED)],
        exception_handlers={HTTPException: _not_there},
    )


def serve(listening: socket.socket, ready: Callable[[], None], hosts: Hosts = LOCAL) -> None:
    """Serve the board on a socket until Ctrl-C.

    :param ready: is called once it answers.
    :param hosts: by which names it is called, and what who asks has to know.
    """
    searching = Searching()
    server = _Server(config_for(make_app(hosts, searching)))
    server.ready = ready
    server.searching = searching
    threading.Thread(target=words, daemon=True).start()  # reads every rulebook, which the first page would wait for
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def config_for(app: Starlette) -> uvicorn.Config:
    """Return how an application is served: to few at a time, of whom each has only so long to ask."""
    return uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        http=type("Connection", (Connection,), {"most": most_connections()}),
        ws="none",
        loop="asyncio",
        backlog=AT_ONCE,
    )


class _Server(uvicorn.Server):
    """One that says when it answers, and ends all searches when it ends itself."""

    ready: Callable[[], None]
    searching: Searching

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        tell_seldom()
        asyncio.get_running_loop().set_exception_handler(heard)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(AT_THE_DOOR)  # AT_ONCE is how many of them are let in at a time
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.searching.ending.set()
        # What is under way is cut off after a moment; nobody has to hear of that.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)


async def _answer(limiter: anyio.CapacityLimiter, request: Request) -> Response:
    """Answer a question at once."""
    body = await request.body()
    return _response(
        await anyio.to_thread.run_sync(answered, request.method, request.scope["path"], body, limiter=limiter)
    )


class Searching:
    """Where questions are worked on that are answered better and better."""

    def __init__(self) -> None:
        """Make room for them."""
        self.threads: Final = ThreadPoolExecutor(AT_WORK)
        """As few as can be: what a thread has used it may keep to itself, and a search uses much."""
        self.ending: Final = threading.Event()
        """Set when no more answers are wanted: every search ends."""


async def _stream(searching: Searching, request: Request) -> Response:
    """Answer what takes long, better and better, as server-sent events."""
    gone = threading.Event()

    def unwanted() -> bool:
        return gone.is_set() or searching.ending.is_set()

    found = followed(request.scope["path"], await request.body(), unwanted)
    if isinstance(found, BoardAnswer):
        return _response(found)
    return StreamingResponse(
        _events(found, gone, searching), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def _events(
    answers: Iterator[tuple[str, bytes]], gone: threading.Event, searching: Searching
) -> AsyncIterator[bytes]:
    try:
        # A thread goes on for a moment when its question is given up, and one that waits for a thread never gets it.
        while (
            event := await asyncio.get_running_loop().run_in_executor(searching.threads, next, answers, None)
        ) is not None:
            kind, body = event
            yield b"event: " + kind.encode() + b"\ndata: " + body + b"\n\n"
    finally:
        gone.set()


def _shown(request: Request) -> Response:
    """Return what stands on the page in a language, or the picture of a card or a suit."""
    return _response(answered("GET", request.scope["path"]))


def _response(answer: BoardAnswer) -> Response:
    kept = "max-age=86400" if answer.kind == SVG else "no-store"
    return Response(answer.body, answer.status, {"Cache-Control": kept}, media_type=answer.kind)


def _no_icon(_request: Request) -> Response:
    """Return nothing, so that a browser does not complain."""
    return Response(status_code=204)


def _not_there(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _response(told(Refused("there is nothing"), status))
