"""What keeps others out: the board answers its own page on this machine, and nobody else."""

from __future__ import annotations

import asyncio
import hmac
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse

from aceten_board.questions import most_bytes

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
"""The names of this machine for itself."""
COOKIE: Final = "aceten-board"
"""Where a browser keeps the token."""
PAGE: Final = "/"
"""Where the page is: the only place that takes a token, and the only one to which anybody is sent on."""
LEAST_TOKEN: Final = 16
"""A token has as many characters at least."""
MOST_SECONDS: Final = 10.0
"""How long a body may take to come."""

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer has."""


class Hosts(msgspec.Struct, frozen=True):
    """By which names the board is called, and what who asks has to know."""

    names: frozenset[str] | None = LOOPBACK
    """The names, without a port; ``None``: any, where it is asked for a token."""
    token: str | None = None
    """What who asks has to know; ``None``: nothing, as it is asked from this machine alone."""


LOCAL: Final = Hosts()
"""The board answers this machine alone."""


class Guard:
    """Lets pass what the board's own page asks, and answers everything else itself."""

    def __init__(self, app: ASGIApp, hosts: Hosts = LOCAL) -> None:
        """Stand before an application."""
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        most = most_bytes(scope["path"])
        token = self._hosts.token
        if token is not None and scope["method"] == "GET" and scope["path"] == PAGE and _is(token, _given(scope)):
            # From here on the browser shows it by itself, and no address has it that might be handed on. Nobody is sent anywhere else.
            welcome = RedirectResponse(PAGE, 303, {"Cache-Control": "no-store"})
            welcome.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            await welcome(scope, receive, sending)
            return
        refused = _refusal(scope["method"], headers, self._hosts, most)
        body = b""
        if refused is None and scope["method"] == "POST":
            taken = await _body(receive, most)
            refused, body = (None, taken) if isinstance(taken, bytes) else (taken, b"")
        if refused is not None:
            status, problem = refused
            # What is still on its way is not waited for.
            await JSONResponse({"error": problem}, status, {"Connection": "close"})(scope, receive, sending)
            return
        given = False

        async def receiving() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, receiving, sending)


def _refusal(method: str, headers: Headers, hosts: Hosts, most: int) -> tuple[int, str] | None:
    """Return the status and the words for a request that is not to be answered."""
    host = _name(f"//{headers.get('host', '')}")
    if host is None or (hosts.names is not None and host not in hosts.names):
        return 421, "the board does not answer by this name"
    if _is_foreign(headers):
        return 403, "another page may not ask the board"
    if hosts.token is not None and not _is(hosts.token, _kept(headers)):
        return 401, "the board answers those who know its whole address"
    if method == "POST":
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "expected application/json"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > len(str(most)) or int(length) > most:
            return 413, f"expected at most {most} bytes"
    return None


def _is_foreign(headers: Headers) -> bool:
    """Whether another page asks."""
    origin = headers.get("origin")
    if origin is not None and _place(origin) != headers.get("host"):
        return True
    return headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}


def _name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _place(origin: str) -> str | None:
    """Return the host and port of an origin."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _given(scope: Scope) -> str:
    """Return the token in an address."""
    query: bytes = scope["query_string"]
    return parse_qs(query.decode("latin-1")).get("token", [""])[0]


def _kept(headers: Headers) -> str:
    """Return the token that a browser keeps."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return ""


def _is(token: str, given: str) -> bool:
    """Whether a token is the right one, found in a time that does not tell how much of it is."""
    return hmac.compare_digest(token.encode(), given.encode("utf-8", "replace"))


async def _body(receive: Receive, most: int) -> bytes | tuple[int, str]:
    """Return the body of a request, or why it is not taken."""
    body = bytearray()
    try:
        async with asyncio.timeout(MOST_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return 400, "the request ended early"
                body += message.get("body", b"")
                if len(body) > most:
                    return 413, f"expected at most {most} bytes"
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return 408, f"expected the whole request within {MOST_SECONDS:g} seconds"
