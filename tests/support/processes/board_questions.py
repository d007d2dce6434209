"""Asking a board, as its page does or as a stranger."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

POSITION: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
JSON: Final = {"Content-Type": "application/json"}


def asked(
    board: str, path: str, body: object = None, headers: Mapping[str, str] = JSON, method: str | None = None
) -> tuple[int, Any, http.client.HTTPMessage]:
    """Return the status, the body and the headers of an answer."""
    connection = http.client.HTTPConnection(urlsplit(board).netloc, timeout=20)
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
