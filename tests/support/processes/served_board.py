"""A board as ``aceten board`` serves it, to be looked at from outside and asked, as its page does or as a stranger."""

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import psutil
from support.patience import PATIENCE


class Served(NamedTuple):
    """A board that is served."""

    address: str
    """Without what stands behind #."""
    process: psutil.Process


_WITH_FEW_FILES: Final = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))
sys.argv = ["aceten", "board", "--no-browser"]
runpy.run_module("aceten_cli.main", run_name="__main__")
"""


@contextmanager
def served_board(files: int | None = None, complaint: str = "", further: Sequence[str] = ()) -> Generator[Served]:
    """Serve a board by a process of its own.

    :param files: how many the system allows it; ``None``: as many as everybody.
    :param complaint: all that it has to complain of in the end.
    :param further: what else it is told.
    """
    command = [sys.executable, "-m", "aceten_cli.main", "board", "--no-browser"]
    if files is not None:
        command = [sys.executable, "-c", _WITH_FEW_FILES.format(files=files)]
    with subprocess.Popen([*command, *further], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:  # noqa: S603 - our own command
        assert served.stdout is not None
        line = served.stdout.readline()
        address = re.fullmatch(r"(http://127\.0\.0\.1:\d+/)#p=&l=en\n", line)
        assert address, line
        try:
            yield Served(address[1], psutil.Process(served.pid))
        finally:
            served.send_signal(signal.SIGINT)
            _, errors = served.communicate(timeout=PATIENCE)
        assert errors == complaint
        assert served.returncode == 0


POSITION: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
JSON: Final = {"Content-Type": "application/json"}


def asked(
    board: str, path: str, body: object = None, headers: Mapping[str, str] = JSON, method: str | None = None
) -> tuple[int, Any, http.client.HTTPMessage]:
    """Return the status, the body and the headers of an answer."""
    connection = http.client.HTTPConnection(urlsplit(board).netloc, timeout=PATIENCE)
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    connection.request(method or ("GET" if data is None else "POST"), path, data, dict(headers))
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    kind = answer.headers.get("Content-Type", "")
    return answer.status, json.loads(text) if kind == "application/json" else text, answer.headers


def answers(board: str) -> bool:
    """Whether it still answers."""
    status, look, _ = asked(board, "/api/look", {"position": POSITION})
    return status == 200 and look["turn"] == 0
