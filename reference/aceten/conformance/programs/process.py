"""A program that is started, and its three pipes: nothing that it does makes anybody wait, or leaves a process behind."""

from __future__ import annotations

import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from aceten_spec.speech import Message, Words, message_of, say

MAX_LINE: Final = 1 << 20
"""The longest line that is read, in bytes: some 25 times the longest honest reply, which tells all about the course of a deal for six."""
MAX_KEPT: Final = 4096
"""How many bytes are kept of what a program writes to its standard error, and of a line that is quoted."""
_CHUNK: Final = 1 << 16
"""How many bytes are read at a time."""
_GRACE: Final = 0.5
"""How many seconds a program has to end after its input has, and again after it was told to."""
_PATIENCE: Final = 1.0
"""How many seconds all that it has started has to be gone after it was killed."""
_BLINK: Final = 0.005
"""How many seconds to wait for a pipe of a program that is about to end."""
_KEEPER: Final = str(Path(__file__).with_name("keeper.py"))
"""What is started in place of a program on Linux, and starts it."""
_MOMENT: Final = 0.001
"""How many seconds to wait for pipes on a system that does not say when they are ready."""
_KILL: Final = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


class Process:
    """A started program and its three pipes, on which nothing ever blocks."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start it, in a session of its own.

        :param environment: the variables that it has; ``None``: those of this process.
        :raises OSError: when it cannot be started.
        :raises ValueError: when the command cannot be one.
        """
        if not hasattr(os, "set_blocking"):
            raise OSError(say("Python 3.12 or later is needed for that on Windows"))
        self._line: socket.socket | None = None
        """To the keeper, where there is one."""
        if sys.platform == "linux" and sys.executable:
            self._child, self._line = _kept(command, environment)
        else:
            self._child = _opened(command, environment)
        pipes = (self._child.stdin, self._child.stdout, self._child.stderr)
        self._open = {pipe.fileno(): pipe for pipe in pipes if pipe is not None}
        self._stdin, self._stdout, self._stderr = self._open
        for file in self._open:
            os.set_blocking(file, False)
        self._unsent = b""
        self._received = bytearray()
        self.last = b""
        """The last line that was taken."""
        self.last_words = bytearray()
        """The end of what it wrote to its standard error."""

    @property
    def running(self) -> bool:
        """Whether it still runs."""
        return self._child.poll() is None

    @property
    def silent(self) -> bool:
        """Whether it has closed its standard output, or its standard input before it has read all."""
        return self._stdout not in self._open or self._stdin not in self._open

    @property
    def overlong(self) -> bool:
        """Whether there is more output than is held at a time."""
        return len(self._received) > MAX_LINE

    @property
    def waiting(self) -> bytes:
        """The output that no request has taken, shortened; empty when it is blank."""
        return bytes(self._received).strip()[:MAX_KEPT]

    @property
    def fate(self) -> Message:
        """What has become of it."""
        status = self._child.poll()
        if status is None:
            if self._stdin not in self._open:
                return message_of("has closed its standard input")
            return message_of("has closed its standard output")
        if status >= 0:
            return message_of("ended with exit status {status}", status=status)
        try:
            return message_of("was ended by {signal}", signal=signal.Signals(-status).name)
        except ValueError:
            return message_of("was ended by signal {number}", number=-status)

    @property
    def excuse(self) -> Words:
        """What may have kept it from answering in time."""
        if self._unsent:
            return message_of(
                "; the last {number} bytes of the request could not be written, because it does not read",
                number=len(self._unsent),
            )
        if self.waiting:
            return message_of("; a line has begun, and does not end")
        if not self.last:
            return message_of("; nothing has come at all: does it flush its output after each line?")
        return ""

    def send(self, line: bytes) -> None:
        """Write what the pipe takes of a line; :meth:`pump` writes the rest."""
        self._unsent = line
        if self._stdin in self._open:
            self._write()

    def next_line(self) -> bytes | None:
        """Take the next line that is not blank; ``None`` while it or the request is not through, or it is too long."""
        while (end := self._received.find(b"\n", 0, MAX_LINE + 1)) >= 0 and not self._unsent:
            line = bytes(self._received[:end])
            del self._received[: end + 1]
            if line and not line.isspace():
                self.last = line
                return line
        return None

    def pump(self, seconds: float) -> bool:
        """Write what the pipes take and read what they hold, waiting at most so long; say whether anything moved."""
        wanted = {self._stdin: bool(self._unsent), self._stdout: not self.overlong, self._stderr: True}
        moved = False
        for file in _ready([file for file in self._open if wanted[file]], self._stdin, seconds):
            moved |= self._write() if file == self._stdin else self._read(file)
        return moved

    def settle(self) -> None:
        """Let it end by itself, and read its last words."""
        deadline = time.monotonic() + _GRACE
        while self.running and time.monotonic() < deadline:
            self.pump(_BLINK)
        self.pump(0)

    def end(self) -> None:
        """End it, and everything that it has started."""
        try:
            self._close(self._stdin)
            if not self._has_ended():
                self._tell_to_end()
                self._has_ended()
        finally:
            self._kill()
            for file in tuple(self._open):
                self._close(file)

    def _has_ended(self) -> bool:
        """Wait for it to end; what it still writes is thrown away, lest it wait for a reader."""
        deadline = time.monotonic() + _GRACE
        while self.running and time.monotonic() < deadline:
            self.pump(_BLINK)
            self._received.clear()
        return not self.running

    def _kill(self) -> None:
        """Kill it and its process group; on Linux all that it has started."""
        if self._line is None:
            self._signal(_KILL)
        else:
            self._child.send_signal(signal.SIGCONT)  # lest the program has stopped the keeper
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)
            self._line.close()
        try:
            self._child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._child.kill()
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(_GRACE)

    def _tell_to_end(self) -> None:
        """Ask it and its process group to end."""
        if self._line is None:
            self._signal(signal.SIGTERM)
        else:
            with suppress(OSError):
                self._line.send(b"t")

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to it and to its process group, which may outlive it."""
        if sys.platform != "win32":
            with suppress(OSError):
                os.killpg(self._child.pid, number)
        with suppress(OSError):
            self._child.send_signal(number)

    def _write(self) -> bool:
        """Write what the pipe takes."""
        try:
            written = os.write(self._stdin, self._unsent)
        except BlockingIOError:
            return False
        except OSError:  # nobody reads any more
            self._close(self._stdin)
            return True
        self._unsent = self._unsent[written:]
        return True

    def _read(self, file: int) -> bool:
        """Read what a pipe holds."""
        try:
            read = os.read(file, _CHUNK)
        except BlockingIOError:
            return False
        if not read:
            self._close(file)
        elif file == self._stdout:
            self._received += read
        else:
            self.last_words += read
            del self.last_words[:-MAX_KEPT]
        return True

    def _close(self, file: int) -> None:
        """Close a pipe, if it is open."""
        pipe = self._open.pop(file, None)
        if pipe is not None:
            pipe.close()


def _opened(command: Sequence[str], environment: Mapping[str, str] | None, *further: int) -> subprocess.Popen[bytes]:
    """Start a command with pipes, in a session of its own.

    :param environment: the variables that it has; ``None``: those of this process.
    :param further: the numbers of other files that it is to have.
    :raises OSError: when it cannot be started.
    :raises ValueError: when the command cannot be one.
    """
    return subprocess.Popen(  # noqa: S603 - the program that the user wants to be verified
        command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        pass_fds=further,
        env=environment,
    )


def _kept(
    command: Sequence[str], environment: Mapping[str, str] | None
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a command by a keeper; return that, which ends as the program does, and the line to it.

    :raises OSError: when it cannot be started.
    :raises ValueError: when the command cannot be one.
    """
    line, other = socket.socketpair()
    try:
        with other:
            keeper = (sys.executable, "-I", "-S", _KEEPER, str(other.fileno()), *command)
            child = _opened(keeper, environment, other.fileno())
        number = int(line.recv(16) or b"0")
    except BaseException:
        line.close()
        raise
    if not number:
        return child, line
    line.close()
    with child:
        raise OSError(number, os.strerror(number), command[0])


def _ready(files: Sequence[int], writing: int, seconds: float) -> Iterable[int]:
    """Return the files that can be read, or written if it is that one, waiting at most so long for the first of them."""
    if not hasattr(select, "poll"):  # Windows waits for no pipe: any may be ready after a moment
        time.sleep(min(seconds, _MOMENT))
        return files
    poll = select.poll()
    for file in files:
        poll.register(file, select.POLLOUT if file == writing else select.POLLIN)
    return [file for file, _ in poll.poll(math.ceil(seconds * 1000))]
