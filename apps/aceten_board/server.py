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
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

import anyio
import anyio.to_thread
import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from aceten import AcetenError
from aceten.pictures import picture_of_suit, playing_card
from aceten_board.bodies import (
    AskedDeal,
    AskedDeals,
    AskedFair,
    AskedKit,
    AskedLook,
    AskedMachine,
    AskedPicture,
    AskedReview,
    AskedTable,
    AskedText,
    AskedValues,
    Refused,
    Spoken,
)
from aceten_board.connections import AT_ONCE, Connection, heard, most_connections, tell_seldom
from aceten_board.courses import AskedCourse, course
from aceten_board.game_reviews import fair_judgements, judgements
from aceten_board.game_rules import AskedRules, rules
from aceten_board.guards import LOCAL, Guard, Hosts
from aceten_board.kept_files import deals_told, picture, read, record
from aceten_board.kits import kit
from aceten_board.puzzle_tasks import AskedAttempt, AskedPuzzle, attempt, puzzle
from aceten_board.shown_table import BrokenRuleError, look, refusal
from aceten_board.solver_answers import deal, machine, values
from aceten_board.table_talk import AskedHint, AskedMatch, explained, hinted, match_told
from aceten_board.words import words
from aceten_spec.errors import shown
from aceten_spec.speech import LANGUAGES, Language, speaking
from aceten_spec.written_cards import parse_cards, read_suit

if TYPE_CHECKING:
    import socket

    from starlette.requests import Request


_A = TypeVar("_A", bound=Spoken)
Answers: TypeAlias = "Callable[[Callable[[], bool]], Iterator[msgspec.Struct]]"
"""What yields better and better answers, and asks now and then whether nobody waits for them any more."""

PAGE: Final = Path(__file__).with_name("page")
"""What the browser loads."""
AT_WORK: Final = 4
"""So many questions of each sort are worked on at a time; others wait."""
AT_THE_DOOR: Final = 512
"""So many connections the system keeps ready until they are let in."""


class PageQuestion(NamedTuple):
    """What the page may ask, and what answers it."""

    kind: type[Spoken]
    """What its bodies are."""
    answer: Callable[[bytes], tuple[int, msgspec.Struct]]
    """Returns the status and the answer to a body."""


def _question(kind: type[_A], answer: Callable[[_A], msgspec.Struct]) -> PageQuestion:
    def answered(body: bytes) -> tuple[int, msgspec.Struct]:
        asked = _read(body, kind)
        if isinstance(asked, Refused):
            return 400, asked
        with speaking(asked.language):
            try:
                return 200, answer(asked)
            except (AcetenError, BrokenRuleError) as error:
                return 422, _refused(error)

    return PageQuestion(kind, answered)


QUESTIONS: Final = {
    "look": _question(AskedLook, look),
    "kit": _question(AskedKit, kit),
    "read": _question(AskedText, read),
    "deals": _question(AskedDeals, deals_told),
    "record": _question(AskedDeals, record),
    "picture": _question(AskedPicture, picture),
    "deal": _question(AskedDeal, deal),
    "machine": _question(AskedMachine, machine),
    "puzzle": _question(AskedPuzzle, puzzle),
    "attempt": _question(AskedAttempt, attempt),
    "rules": _question(AskedRules, rules),
    "hint": _question(AskedHint, hinted),
    "lesson": _question(AskedTable, explained),
    "match": _question(AskedMatch, match_told),
    "course": _question(AskedCourse, course),
}
"""Every question that is answered at once, by its name."""


class Followed(NamedTuple):
    """What the page may ask that is answered better and better."""

    kind: type[Spoken]
    """What its bodies are."""
    answer: Callable[[bytes], Refused | tuple[Language, Answers]]
    """Returns what is wrong with a body; or the language of the answers, and what begins them when told how it learns of their end."""


def _followed(kind: type[_A], answer: Callable[[_A, Callable[[], bool]], Iterator[msgspec.Struct]]) -> Followed:
    def answered(body: bytes) -> Refused | tuple[Language, Answers]:
        asked = _read(body, kind)
        return asked if isinstance(asked, Refused) else (asked.language, partial(answer, asked))

    return Followed(kind, answered)


FOLLOWED: Final = {
    "values": _followed(AskedValues, values),
    "review": _followed(AskedReview, judgements),
    "fair": _followed(AskedFair, fair_judgements),
}
"""Every question that is answered better and better, by its name."""


def make_app(hosts: Hosts = LOCAL, searching: Searching | None = None) -> Starlette:
    """Return the application.

    :param hosts: by which names it is called, and what who asks has to know.
    :param searching: where questions are followed; by default in threads of its own.
    """
    limiter, searching = anyio.CapacityLimiter(AT_WORK), searching or Searching()
    return Starlette(
        routes=[
            *[
                Route(f"/api/{name}", partial(_answer, question, limiter), methods=["POST"])
                for name, question in QUESTIONS.items()
            ],
            *[
                Route(f"/api/{name}", partial(_stream, following, searching), methods=["POST"])
                for name, following in FOLLOWED.items()
            ],
            Route("/api/words/{language}", _words),
            Route("/cards/{style}/{card}.svg", _card),
            Route("/suits/{style}/{suit}.svg", _suit),
            Route("/favicon.ico", _no_icon),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
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


async def _answer(question: PageQuestion, limiter: anyio.CapacityLimiter, request: Request) -> Response:
    """Answer a question at once."""
    status, told = await anyio.to_thread.run_sync(question.answer, await request.body(), limiter=limiter)
    return _json(told, status)


class Searching:
    """Where questions are worked on that are answered better and better."""

    def __init__(self) -> None:
        """Make room for them."""
        self.threads: Final = ThreadPoolExecutor(AT_WORK)
        """As few as can be: what a thread has used it may keep to itself, and a search uses much."""
        self.ending: Final = threading.Event()
        """Set when no more answers are wanted: every search ends."""


async def _stream(followed: Followed, searching: Searching, request: Request) -> Response:
    """Answer what takes long, better and better, as server-sent events."""
    found = followed.answer(await request.body())
    if isinstance(found, Refused):
        return _json(found, 400)
    language, answers = found
    return StreamingResponse(
        _events(answers, language, searching), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def _events(answer: Answers, language: Language, searching: Searching) -> AsyncIterator[bytes]:
    gone = threading.Event()

    def unwanted() -> bool:
        return gone.is_set() or searching.ending.is_set()

    answers = answer(unwanted)

    def following() -> msgspec.Struct | None:
        with speaking(language):
            try:
                return None if unwanted() else next(answers, None)
            except (AcetenError, BrokenRuleError) as error:
                return _refused(error)

    try:
        # A thread goes on for a moment when its question is given up, and one that waits for a thread never gets it.
        while (told := await asyncio.get_running_loop().run_in_executor(searching.threads, following)) is not None:
            kind = b"refused" if isinstance(told, Refused) else b"told"
            yield b"event: " + kind + b"\ndata: " + msgspec.json.encode(told) + b"\n\n"
    finally:
        gone.set()


def _words(request: Request) -> Response:
    """Return what stands on the page, in a language."""
    for language in LANGUAGES:
        if language == request.path_params["language"]:
            with speaking(language):
                return Response(msgspec.json.encode(words()), media_type="application/json")
    return _json(Refused("there is no such language"), 404)


def _card(request: Request) -> Response:
    """Return the picture of a card."""
    style, name = request.path_params["style"], request.path_params["card"]
    try:
        cards = parse_cards(name) if style in {"french", "german"} else ()
    except AcetenError:
        cards = ()
    if len(cards) != 1:
        return _json(Refused("there is no such card"), 404)
    return Response(
        playing_card(cards[0], style=style),
        media_type="image/svg+xml",
        headers={"Cache-Control": "max-age=86400"},
    )


def _suit(request: Request) -> Response:
    """Return the picture of a suit."""
    style, suit = request.path_params["style"], read_suit(request.path_params["suit"])
    if style not in {"french", "german"} or suit is None:
        return _json(Refused("there is no such suit"), 404)
    return Response(
        picture_of_suit(suit, style=style), media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"}
    )


def _read(body: bytes, kind: type[_A]) -> _A | Refused:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return Refused(shown(error))


def _refused(error: AcetenError | BrokenRuleError) -> Refused:
    return error.refused if isinstance(error, BrokenRuleError) else refusal(error)


def _json(told: msgspec.Struct, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(told), status, media_type="application/json", headers={"Cache-Control": "no-store"}
    )


def _no_icon(_request: Request) -> Response:
    """Return nothing, so that a browser does not complain."""
    return Response(status_code=204)


def _not_there(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _json(Refused("there is nothing"), status)
