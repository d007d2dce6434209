"""The board under fire: whatever is sent to any of its questions, it answers, or says what is wrong, and goes on."""

import asyncio
import json
import socket
import sys
import threading
from typing import Final
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.types import Message, Scope
from support.patience import PATIENCE
from support.processes.program_runs import Aceten
from support.processes.served_board import POSITION, Served, answers, asked
from support.slices import examples, sliced
from support.texts.request_bodies import bodies

from aceten_board import guards
from aceten_board.bodies import Spoken
from aceten_board.guards import COOKIE, LEAST_TOKEN, LOCAL, Hosts
from aceten_board.questions import FOLLOWED, MOST_BYTES, QUESTIONS
from aceten_board.server import make_app
from aceten_spec.speech import LANGUAGES

KINDS: Final[dict[str, type[Spoken]]] = {
    **{name: question.kind for name, question in QUESTIONS.items()},
    **{name: question.kind for name, question in FOLLOWED.items()},
}
ASKED: Final = {"position": POSITION}
EVERYWHERE: Final = ".".join("0000")
"""Every address of the machine."""
TOKEN: Final = "t" * LEAST_TOKEN
"""As short as one may be."""


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", KINDS)
def test_every_question_stands_whatever_is_sent(board: str, name: str) -> None:
    """Text of any kind, broken JSON, wrong types, huge numbers: each is answered, refused as no question, or as one that has no answer."""

    @settings(examples(200), suppress_health_check=[HealthCheck.too_slow])
    @given(body=bodies(KINDS[name]))
    def stands(body: bytes) -> None:
        status, told, headers = asked(board, f"/api/{name}", body)
        if headers["Content-Type"].startswith("text/event-stream"):
            assert status == 200
            assert told.startswith(b"event: ")
            return
        assert status in {200, 400, 422}, told
        assert headers["Content-Type"] == "application/json"
        assert headers["X-Content-Type-Options"] == "nosniff"
        if status != 200:
            assert told["error"]
            assert len(told["error"]) < 3000

    stands()
    assert answers(board)


@examples(100)
@given(
    path=st.sampled_from(["/", "/api/look", "/api/words/en", "/cards/german/Ah.svg", "/board.mjs"]) | st.text(max_size=20).map("/".__add__),
    method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "BREW"]),
    host=st.sampled_from(["127.0.0.1", "localhost", "[::1]", "example.org", "127.0.0.1@example.org", "[", "", "127.0.0.1:x"]),
    origin=st.sampled_from([None, "null", "http://[", "http://example.org", "http://127.0.0.1", "//"]),
    kind=st.sampled_from(["application/json", "text/plain", "application/json; charset=utf-7", "multipart/form-data", "é"]),
    body=st.binary(max_size=50),
)  # fmt: skip
def test_every_head_stands(  # noqa: PLR0917 - parts of a request that have nothing to do with one another
    board: str, path: str, method: str, host: str, origin: str | None, kind: str, body: bytes
) -> None:
    """Whatever a request is called, wherever it says it comes from: it is answered or refused, and nothing fails."""
    lines = [
        f"{method} {''.join(each for each in path if each.isprintable() and each > ' ')} HTTP/1.1",
        f"Host: {host}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *([] if origin is None else [f"Origin: {origin}"]),
    ]
    where, port = urlsplit(board).netloc.split(":")
    with socket.create_connection((where, int(port)), timeout=PATIENCE) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        told = bytearray()
        try:
            while part := line.recv(4096):
                told += part
        except ConnectionResetError:
            pass
    status = int(told.split()[1]) if told else 400
    assert status < 500, told[:300]
    if host in {"example.org", "127.0.0.1@example.org"} and status < 300:
        pytest.fail(f"another host was answered: {told[:300]!r}")


def test_bodies_that_do_not_come_keep_nobody_waiting(board: str) -> None:
    """Many may begin a body and not end it: others are answered meanwhile, and those are told in the end that it took too long."""
    where, port = urlsplit(board).netloc.split(":")
    head = (
        "POST /api/look HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    waiting = [socket.create_connection((where, int(port)), timeout=PATIENCE) for _ in range(sliced(20, whole=100))]
    for line in waiting:
        line.sendall(head.encode())
    assert answers(board)
    for line in sliced([], whole=waiting):
        assert line.recv(12) == b"HTTP/1.1 408"
    for line in waiting:
        line.close()
    assert answers(board)


def test_a_body_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A body that does not come is given up."""
    monkeypatch.setattr(guards, "MOST_SECONDS", 0.05)
    assert answered(LOCAL, "/api/look", body=None, host="localhost", content_type="application/json")[0] == 408


@pytest.mark.turns(2)
def test_nothing_grows(served: Served) -> None:
    """Bodies as long as they may be, again and again, leave no memory taken."""
    board, process = served
    body = json.dumps({"position": "x" * 19_000, "actions": ["y" * 90] * 400}).encode()
    assert len(body) < MOST_BYTES
    for _ in range(20):
        assert asked(board, "/api/look", body)[0] == 422
    before = process.memory_info().rss
    for _ in range(sliced(100, whole=2000)):
        assert asked(board, "/api/look", body)[0] == 422
    assert process.memory_info().rss - before < 20 * 2**20


def test_words_are_there_in_every_language(board: str) -> None:
    """What stands on the page has the same names in every language, and no text is empty."""
    found = {language: asked(board, f"/api/words/{language}")[1] for language in LANGUAGES}
    assert len({frozenset(each) for each in found.values()}) == 1
    assert all(each for told in found.values() for each in told.values())


# --- Others, who have to know the token -----------------------------------------------------------------------------------


def answered(
    hosts: Hosts, path: str, query: str = "", body: object = ASKED, **headers: str
) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of what an application answers that is told of other hosts.

    :param body: what is sent; ``None``: nothing ever comes.
    """
    told: list[Message] = []
    sent = False
    over = asyncio.Event()

    async def receive() -> Message:
        nonlocal sent
        if body is None:
            await asyncio.Event().wait()
        if sent:
            await over.wait()  # who asks stays until he has his answer
            return {"type": "http.disconnect"}
        sent = True
        return {"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}

    async def send(message: Message) -> None:
        told.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            over.set()

    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST" if path.startswith("/api") else "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    answered = threading.Thread(target=lambda: asyncio.run(make_app(hosts)(scope, receive, send)))
    answered.start()  # for the browser has a loop of its own in this thread
    answered.join()
    start = told[0]
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}


def test_another_host_is_answered_with_the_token_alone() -> None:
    """Who has the address that was printed gets a page that keeps the token; who has not gets nothing at all."""
    hosts = Hosts(None, TOKEN)
    json_from = {"host": "board.example:8000", "content_type": "application/json"}
    assert answered(hosts, "/", host="board.example:8000")[0] == 401
    assert answered(hosts, "/api/look", **json_from)[0] == 401
    for wrong in (TOKEN[:-1], f"{TOKEN}t", "", "é"):
        assert answered(hosts, "/", f"token={wrong}", host="board.example:8000")[0] == 401
        assert answered(hosts, "/api/look", **json_from, cookie=f"{COOKIE}={wrong}")[0] == 401
    status, headers = answered(hosts, "/", f"token={TOKEN}", host="board.example:8000")
    assert (status, headers["location"]) == (303, "/")
    kept = headers["set-cookie"]
    assert "HttpOnly" in kept
    assert "SameSite=strict" in kept
    cookie = kept.partition(";")[0]
    assert answered(hosts, "/", host="board.example:8000", cookie=cookie)[0] == 200
    assert answered(hosts, "/api/look", **json_from, cookie=cookie)[0] == 200
    assert answered(hosts, "/api/look", **json_from, cookie=cookie, origin="http://elsewhere.example")[0] == 403
    named = Hosts(frozenset({"192.0.2.7"}), TOKEN)
    assert answered(named, "/", host="board.example", cookie=cookie)[0] == 421
    assert answered(named, "/", host="192.0.2.7:8000", cookie=cookie)[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/", "/\\evil.example", "/\\/evil.example", "///evil.example", "/%2F%2Fevil.example", "/%5Cevil.example",
        "/\t/evil.example", "/\r\nLocation: //evil.example", "/@evil.example", "https://evil.example/", "/board.mjs", "/api/words/en",
    ],
)  # fmt: skip
def test_the_token_leads_to_the_page_alone(path: str) -> None:
    """Whatever place an address with the token names: nobody is sent there, and nobody is let in by it."""
    hosts = Hosts(None, TOKEN)
    status, headers = answered(hosts, path, f"token={TOKEN}", host="board.example")
    assert (status, "location" in headers, "set-cookie" in headers) == (401, False, False)
    let_in = f"{COOKIE}={TOKEN}"
    for known in (hosts, LOCAL):
        status, headers = answered(known, path, f"token={TOKEN}", host="localhost", cookie=let_in)
        assert (status < 300 or status >= 400, "location" in headers) == (True, False)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--host", EVERYWHERE], "--token"),
        (["--host", "192.0.2.7"], "--token"),
        (["--host", "board.example", "--token", "new"], "expected an address"),
        (["--host", EVERYWHERE, "--token", "short"], "16"),
        (["--token", "with a blank in it, long enough"], "16"),
    ],
)
def test_others_need_a_token(run: Aceten, given: list[str], said: str) -> None:
    """The command serves no other host without a token, and takes none that could be guessed."""
    done = run("board", "--no-browser", *given)
    assert done.status == 2
    assert said in done.err


@pytest.fixture
def open_to_others(monkeypatch: pytest.MonkeyPatch) -> list[Hosts]:
    """What the board would be served to; nothing is served."""
    served: list[Hosts] = []

    def serve(listening: socket.socket, ready: object, hosts: Hosts) -> None:
        assert listening.proto == socket.IPPROTO_TCP  # without this name answers lie about for 40 ms
        assert callable(ready)
        served.append(hosts)
        ready()

    monkeypatch.setattr(sys.modules["aceten_board"], "serve", serve)
    return served


def test_a_token_is_drawn(run: Aceten, open_to_others: list[Hosts]) -> None:
    """Each start draws another, and the address that is printed has it."""
    for _ in range(2):
        done = run("board", "--no-browser", "--host", EVERYWHERE, "--token", "new")
        assert done.status == 0
        token = open_to_others[-1].token
        assert token is not None
        assert f"/?token={token}#" in done.out
        assert open_to_others[-1].names is None
    assert len({hosts.token for hosts in open_to_others}) == 2
