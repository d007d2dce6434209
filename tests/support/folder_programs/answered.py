"""Answers questions of the page, as its worker does."""

from __future__ import annotations

import sys
import time

from aceten_board.questions import BoardAnswer, answered, followed

if sys.platform == "emscripten":  # other work of the machine is to cut no search short
    time.monotonic = time.perf_counter = time.process_time


def told(given: list[tuple[str, str]]) -> list[object]:
    """Return the answer to each question, by its name and its body."""
    answers: list[object] = []
    for name, body in given:
        if name in {"values", "review"}:
            found = followed(f"/api/{name}", body.encode(), lambda: False)
            assert not isinstance(found, BoardAnswer)
            answers.append([[kind, said.decode()] for kind, said in found])
        else:
            answer = answered("POST", f"/api/{name}", body.encode())
            answers.append([answer.status, answer.body.decode()])
    return answers
