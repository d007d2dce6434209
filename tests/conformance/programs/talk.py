"""Talking with a program that has been started, as plainly as that can be done."""

import subprocess
from typing import Self

import msgspec

from aceten_spec.protocol import REPLIES, Hello, HelloReply, Question, Reply


class Talk:
    """A talk with a program that has been started."""

    def __init__(self, command: list[str]) -> None:
        """Start it."""
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - our own
        self.hello = msgspec.json.decode(self._said(Hello(id=0, protocol=1)), type=HelloReply)

    def __enter__(self) -> Self:
        """Begin the talk."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the program by ending its input."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait(timeout=10) == 0

    def _said(self, request: Hello | Question) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(request) + b"\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def answer(self, question: Question) -> Reply:
        """Return its answer."""
        return msgspec.json.decode(self._said(question), type=REPLIES[type(question)])
