"""Starting a program and exchanging messages with it, whatever it does.

A program is a stranger: it may hang, flood, lie about whom it answers, or leave other programs behind. Nothing that it does makes the
runner wait beyond the time it was given, hold much more of its output than :data:`MAX_LINE`, or keep a process, a thread or a file open.
"""

from __future__ import annotations

import math
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from aceten.errors import UsageError
from aceten.naming import either
from aceten_spec.causes import why
from aceten_spec.errors import AcetenError, shown
from aceten_spec.protocol import PROTOCOL, REPLIES, SPOKEN, Failed, Hello, HelloReply, Skipped
from aceten_spec.speech import in_english, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import TracebackType
    from typing import NoReturn, Self

    from aceten_spec.protocol import Question, Reply, Request

Trouble: TypeAlias = Literal["start", "crash", "timeout", "garbage", "protocol"]
"""What goes wrong with a program: it does not come up, ends, takes too long, writes what is no reply, or a reply out of turn."""

MAX_LINE: Final = 1 << 20
"""The longest line that is read, in bytes: some 25 times the longest honest reply, which tells all about the course of a deal for six."""

_KEPT: Final = 4096
"""How many bytes are kept of what a program writes to its standard error, and of a line that is quoted."""
_LAST_LINES: Final = 20
"""How many of the last lines on standard error a message shows: a traceback of node begins with what went wrong."""
_CHUNK: Final = 1 << 16
"""How many bytes are read at a time."""
_GRACE: Final = 0.5
"""How many seconds a program has to end after its input has, and again after it was told to."""
_PATIENCE: Final = 1.0
"""How many seconds all that it has started has to be gone after it was killed."""
_GLANCE: Final = 0.1
"""How many seconds to wait for a pipe before looking whether the program still runs: its children may hold the pipe."""
_BLINK: Final = 0.005
"""The same for a program that is about to end."""
_KEEPER: Final = str(Path(__file__).with_name("keeper.py"))
"""What is started in place of a program on Linux, and starts it."""
_MOMENT: Final = 0.001
"""How many seconds to wait for pipes on a system that does not say when they are ready."""


class ProgramError(AcetenError):
    """A program could not be started, or did not answer as the protocol says."""

    def __init__(
        self,
        *,
        kind: Trouble,
        problem: str,
        command: Sequence[str],
        request: str | None = None,
        seen: str | None = None,
        stderr: str = "",
    ) -> None:
        """Say what the program did, when it was asked what, and what it wrote last."""
        self.kind: Trouble = kind
        """What went wrong."""
        self.problem = problem
        """The same in words."""
        self.command = tuple(command)
        """The command that starts the program."""
        self.request = request
        """The last request that was sent to it; ``None`` when there was none."""
        self.seen = seen
        """The line that is to blame, or else the last one that it wrote; shortened; ``None`` when there was none."""
        self.stderr = stderr
        """The end of what it wrote to its standard error."""
        lines = [in_english("{command}: {problem}", command=shown(shlex.join(command)), problem=problem)]
        if request is not None:
            lines.append(in_english("  request: {request}", request=shown(request)))
        if seen is not None:
            lines.append(in_english("  last line seen: {seen}", seen=shown(seen)))
        if last_lines := stderr.split("\n")[-_LAST_LINES:] if stderr else []:
            lines.append(in_english("  standard error ends with:"))
            lines.extend(f"    {shown(line)}".rstrip() for line in last_lines)
        super().__init__("\n".join(lines))


class Program:
    """A program that speaks the protocol; in a ``with`` statement, which leaves nothing of it behind.

    :meth:`hello` starts it. After a :class:`ProgramError` it has been ended, and :meth:`restart` starts it again.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        seconds: float = 10.0,
        start_seconds: float = 30.0,
        transcript: Callable[[str], None] | None = None,
    ) -> None:
        """Take the command, the time limit of a reply, and that of the first reply, for which the program has to come up.

        The transcript is told each request after ``>``, and each reply after ``<``, as they go over the pipes.

        :raises UsageError: when the command is empty, or a time limit is not positive.
        """
        if isinstance(command, str) or not command:
            message = say(
                "command: a list of a program and its arguments is needed, not {command}", command=shown(repr(command))
            )
            raise UsageError(message)
        for name, limit in (("seconds", seconds), ("start_seconds", start_seconds)):
            if not 0 < limit < math.inf:
                message = say("{name}: a positive number is needed, not {limit}", name=name, limit=limit)
                raise UsageError(message)
        self.command = tuple(command)
        """The program and its arguments."""
        self.seconds = seconds
        """How long a reply may take, in seconds."""
        self.start_seconds = start_seconds
        """How long the first reply may take, in seconds."""
        self._transcript = transcript
        self._process: _Process | None = None
        self._next_id = 0
        self._sent: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def hello(self) -> HelloReply:
        """Start the program, if it does not run, and ask who it is and what it can do.

        :raises ProgramError: when it cannot be started, or does not answer as the protocol says.
        """
        if self._process is None:
            self._next_id, self._sent = 0, None
            try:
                self._process = _Process(self.command)
            except (OSError, ValueError) as error:
                reason = why(error, in_english)
                self._fail(
                    "start",
                    in_english("cannot be started: {program}: {reason}", program=shown(self.command[0]), reason=reason),
                )
        reply = self._exchange(Hello(id=self._next_id, protocol=PROTOCOL), self.start_seconds)
        if not isinstance(reply, HelloReply):
            reason = reply.error if isinstance(reply, Failed) else reply.skip if isinstance(reply, Skipped) else ""
            self._fail("protocol", in_english("must answer hello, and says instead: {reason}", reason=shown(reason)))
        if reply.protocol not in SPOKEN:
            spoken = either(map(str, SPOKEN), in_english)
            self._fail(
                "protocol",
                in_english(
                    "speaks version {version} of the protocol; {spoken} is needed",
                    version=reply.protocol,
                    spoken=spoken,
                ),
            )
        return reply

    def ask(self, question: Question) -> Reply:
        """Ask a question, under an id of its own, and return the reply to it, a ``Failed`` or a ``Skipped``.

        :raises ProgramError: when the program does not answer as the protocol says.
        :raises UsageError: when it does not run.
        """
        return self._exchange(msgspec.structs.replace(question, id=self._next_id), self.seconds)

    def restart(self) -> HelloReply:
        """End the program, start it again and ask who it is.

        :raises ProgramError: when it cannot be started, or does not answer as the protocol says.
        """
        self.close()
        return self.hello()

    def close(self) -> None:
        """End the program and everything that it has started, if it runs; within some two seconds, however it resists."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _exchange(self, request: Request, seconds: float) -> Reply:
        """Send a request and wait for the reply to it."""
        process = self._process
        if process is None:
            message = say(
                "{command} does not run; hello() or restart() starts it", command=shown(shlex.join(self.command))
            )
            raise UsageError(message)
        deadline = time.monotonic() + seconds
        process.pump(0)
        if extra := process.waiting:
            self._fail("protocol", in_english("writes a line that nobody asked for"), extra)
        line = _ENCODER.encode(request)
        self._sent = line.decode()
        self._next_id += 1
        self._note("> ", line)
        process.send(line + b"\n")
        replied = self._reply_to(request, process, deadline, seconds)
        self._note("< ", replied)
        return self._decoded(request, replied)

    def _note(self, mark: str, line: bytes) -> None:
        if self._transcript is not None:
            self._transcript(mark + _text(line))

    def _reply_to(self, request: Request, process: _Process, deadline: float, seconds: float) -> bytes:
        """Wait for the next line."""
        while (line := process.next_line()) is None:
            if process.overlong:
                self._fail("garbage", in_english("writes a line of more than {most} bytes", most=MAX_LINE))
            left = deadline - time.monotonic()
            if left <= 0:
                self._fail(
                    "timeout",
                    in_english(
                        "no reply to {request} within {seconds:g} seconds{excuse}",
                        request=_named(request),
                        seconds=seconds,
                        excuse=process.excuse,
                    ),
                )
            moved = process.pump(min(left, _GLANCE))
            if process.silent or not (moved or process.running or process.pump(0)):
                self._ended(request, process)
        return line

    def _ended(self, request: Request, process: _Process) -> NoReturn:
        """Report that nothing more comes, once the program has had the time to end and to say why."""
        process.settle()
        kind: Trouble = "start" if isinstance(request, Hello) else "crash"
        where = in_english(", in the middle of a line") if process.waiting else ""
        self._fail(
            kind,
            in_english(
                "{fate} before it answered {request}{where}", fate=process.fate, request=_named(request), where=where
            ),
        )

    def _decoded(self, request: Request, line: bytes) -> Reply:  # noqa: RET503 - to fail is not to return
        """Return the reply that a line is."""
        try:
            line.decode()
            head = _HEAD.decode(line)
            if head.id != request.id:
                self._fail(
                    "protocol",
                    in_english("answers request {given} instead of {request}", given=head.id, request=_named(request)),
                    line,
                )
            if head.error is not None:
                return Failed(id=head.id, error=head.error)
            if head.skip is not None:
                return Skipped(id=head.id, skip=head.skip)
            return _DECODERS[type(request)].decode(line)
        except UnicodeDecodeError as error:
            problem = in_english("it is not UTF-8 at byte {byte}", byte=error.start)
        except msgspec.ValidationError as error:
            problem = why(error, in_english)
        except msgspec.DecodeError as error:
            problem = in_english(
                "{problem}; standard output is for replies alone, and messages belong on standard error",
                problem=why(error, in_english),
            )
        except RecursionError:
            problem = in_english("it is nested too deeply")
        self._fail(
            "garbage",
            in_english("writes what is no reply to {request}: {problem}", request=_named(request), problem=problem),
            line,
        )

    def _fail(self, kind: Trouble, problem: str, seen: bytes = b"") -> NoReturn:
        """End the program and raise the error."""
        process, stderr = self._process, b""
        if process is not None:
            seen, stderr = seen or process.waiting or process.last, bytes(process.last_words)
            self.close()
        raise ProgramError(
            kind=kind,
            problem=problem,
            command=self.command,
            request=self._sent,
            seen=_text(seen[:_KEPT]) if seen else None,
            stderr=_text(stderr).rstrip(),
        )


class _Head(msgspec.Struct, frozen=True):
    """What tells replies apart."""

    id: int
    error: str | None = None
    skip: str | None = None


_ENCODER: Final = msgspec.json.Encoder()
_HEAD: Final = msgspec.json.Decoder(_Head)
_DECODERS: Final[dict[type[Request], msgspec.json.Decoder[Reply]]] = {
    request: msgspec.json.Decoder(reply) for request, reply in REPLIES.items()
}


def _named(request: Request) -> str:
    """Return how messages speak of a request."""
    return in_english("{kind} request {number}", kind=str(request.__struct_config__.tag), number=request.id)


def _text(written: bytes) -> str:
    """Return what a program wrote, with line ends as here, and what is no UTF-8 replaced."""
    return written.decode(errors="replace").replace("\r\n", "\n")


class _Process:
    """A started program and its three pipes, on which nothing ever blocks."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it, in a session of its own.

        :raises OSError: when it cannot be started.
        :raises ValueError: when the command cannot be one.
        """
        if not hasattr(os, "set_blocking"):
            message = say("Python 3.12 or later is needed for that on Windows")
            raise OSError(message)
        self._line: socket.socket | None = None
        """To the keeper, where there is one."""
        if sys.platform == "linux" and sys.executable:
            self._child, self._line = _kept(command)
        else:
            self._child = _opened(command)
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
        return bytes(self._received).strip()[:_KEPT]

    @property
    def fate(self) -> str:
        """What has become of it."""
        status = self._child.poll()
        if status is None:
            if self._stdin not in self._open:
                return in_english("has closed its standard input")
            return in_english("has closed its standard output")
        if status >= 0:
            return in_english("ended with exit status {status}", status=status)
        try:
            return in_english("was ended by {signal}", signal=signal.Signals(-status).name)
        except ValueError:
            return in_english("was ended by signal {number}", number=-status)

    @property
    def excuse(self) -> str:
        """What may have kept it from answering in time."""
        if self._unsent:
            return in_english(
                "; the last {number} bytes of the request could not be written, because it does not read",
                number=len(self._unsent),
            )
        if self.waiting:
            return in_english("; a line has begun, and does not end")
        if not self.last:
            return in_english("; nothing has come at all: does it flush its output after each line?")
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
            del self.last_words[:-_KEPT]
        return True

    def _close(self, file: int) -> None:
        """Close a pipe, if it is open."""
        pipe = self._open.pop(file, None)
        if pipe is not None:
            pipe.close()


_KILL: Final = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


def _opened(command: Sequence[str], *further: int) -> subprocess.Popen[bytes]:
    """Start a command with pipes, in a session of its own.

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
    )


def _kept(command: Sequence[str]) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a command by a keeper; return that, which ends as the program does, and the line to it.

    :raises OSError: when it cannot be started.
    :raises ValueError: when the command cannot be one.
    """
    line, other = socket.socketpair()
    try:
        with other:
            child = _opened((sys.executable, "-I", "-S", _KEEPER, str(other.fileno()), *command), other.fileno())
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
