"""Exchanging messages with a program, one JSON object a line, whatever it does.

A program is a stranger: it may hang, flood, lie about whom it answers, or leave other programs behind. Nothing that it does makes the
runner wait beyond the time it was given, hold much more of its output than a line may have, or keep a process, a thread or a file open.
"""

from __future__ import annotations

import math
import re
import shlex
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Final, Generic, Literal, NoReturn, Self, TypeAlias, TypeVar

import msgspec

from aceten.conformance.programs.process import MAX_KEPT, MAX_LINE, Process
from aceten.vocabulary.errors import usage_error
from aceten_spec.errors import AcetenError, shown
from aceten_spec.protocol import Failed, Numbered, Skipped
from aceten_spec.speech import Message, Words, line_by_line, message_of
from aceten_spec.texts.causes import cause
from aceten_spec.texts.json_keys import decoded

_Reply = TypeVar("_Reply", bound=Numbered)

Trouble: TypeAlias = Literal["start", "crash", "timeout", "garbage", "protocol"]
"""What goes wrong with a program: it does not come up, ends, takes too long, writes what is no reply, or a reply out of turn."""

_LAST_LINES: Final = 20
"""How many of the last lines on standard error a message shows: a traceback of node begins with what went wrong."""
_GLANCE: Final = 0.1
"""How many seconds to wait for a pipe before looking whether the program still runs: its children may hold the pipe."""


class ProgramError(AcetenError):
    """A program could not be started, or did not answer as the protocol says."""

    def __init__(
        self,
        *,
        kind: Trouble,
        problem: Words,
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
        lines: list[Words] = [message_of("{command}: {problem}", command=shown(shlex.join(command)), problem=problem)]
        if request is not None:
            lines.append(message_of("  request: {request}", request=shown(request)))
        if seen is not None:
            lines.append(message_of("  last line seen: {seen}", seen=shown(seen)))
        if last_lines := stderr.split("\n")[-_LAST_LINES:] if stderr else []:
            lines.append(message_of("  standard error ends with:"))
            lines.extend(f"    {shown(line)}".rstrip() for line in last_lines)
        self.words = line_by_line(lines)
        """All of it, as the error says it."""
        super().__init__(str(self.words))


class ReplyError(AcetenError):
    """A line is no reply to a request."""

    def __init__(self, kind: Trouble, problem: Message) -> None:
        """Say what is wrong with it."""
        super().__init__(str(problem))
        self.problem = problem
        """What is wrong with it."""
        self.kind: Trouble = kind
        """Whether it is no reply at all (``garbage``), or one to something else (``protocol``)."""


def read_as(request: Numbered, line: bytes, replies: msgspec.json.Decoder[_Reply]) -> _Reply | Failed | Skipped:
    """Return the reply to a request that a line is.

    A number such as ``1.0`` is taken for a whole one: JSON makes no difference, and some languages write all numbers so.

    :raises ReplyError: when it is none.
    """
    head = None
    try:
        line.decode()
        line = _WHOLE.sub(lambda found: found[1] or found[0], line)
        head = decoded(line, _HEAD)
        if head.id != request.id:
            instead = message_of("answers request {given} instead of {request}", given=head.id, request=_named(request))
            raise ReplyError("protocol", instead)
        if head.error is not None:
            return Failed(id=head.id, error=head.error)
        if head.skip is not None:
            return Skipped(id=head.id, skip=head.skip)
        return replies.decode(line)
    except UnicodeDecodeError as error:
        problem: Words = _for_replies(message_of("it is not UTF-8 at byte {byte}", byte=error.start))
    except msgspec.ValidationError as error:
        problem = cause(error) if head is not None or b'"id"' in line else _for_replies(cause(error))
    except msgspec.DecodeError as error:
        problem = _for_replies(cause(error))
    except RecursionError:
        problem = message_of("it is nested too deeply")
    told = message_of("writes what is no reply to {request}: {problem}", request=_named(request), problem=problem)
    raise ReplyError("garbage", told)


def _for_replies(problem: Words) -> Message:
    """Return what is wrong with a line that seems to be a greeting or a message, with where those belong."""
    return message_of(
        "{problem}; standard output is for replies alone, and messages belong on standard error", problem=problem
    )


class Conversation(Generic[_Reply]):
    """A program that is spoken with; in a ``with`` statement, which leaves nothing of it behind.

    After a :class:`ProgramError` it has been ended.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        seconds: float = 10.0,
        start_seconds: float = 30.0,
        transcript: Callable[[str], None] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Take the command, the time limit of a reply, and that of the first reply, for which the program has to come up.

        The transcript is told each request after ``>``, and each reply after ``<``, as they go over the pipes.

        :param environment: the variables that the program has; ``None``: those of this process.
        :raises UsageError: when the command is empty, or a time limit is not positive.
        """
        if isinstance(command, str) or not command:
            raise usage_error(
                "command: a list of a program and its arguments is needed, not {command}", command=shown(repr(command))
            )
        for name, limit in (("seconds", seconds), ("start_seconds", start_seconds)):
            if not 0 < limit < math.inf:
                raise usage_error("{name}: a positive number is needed, not {limit}", name=name, limit=limit)
        self.command = tuple(command)
        """The program and its arguments."""
        self.seconds = seconds
        """How long a reply may take, in seconds."""
        self.start_seconds = start_seconds
        """How long the first reply may take, in seconds."""
        self._transcript = transcript
        self._environment = environment
        self._process: Process | None = None
        self._next_id = 0
        self._sent: str | None = None
        self._greeting = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def running(self) -> bool:
        """Whether it has been started, and not been ended."""
        return self._process is not None

    @abstractmethod
    def _decoder(self, request: Numbered) -> msgspec.json.Decoder[_Reply]:
        """Return what reads the replies to a request."""

    def greet(self, hello: Numbered) -> _Reply:
        """Start the program, if it does not run, and return what it answers to the first request.

        :raises ProgramError: when it cannot be started, or does not answer as the protocol says.
        """
        if self._process is None:
            self._next_id, self._sent = 0, None
            try:
                self._process = Process(self.command, self._environment)
            except (OSError, ValueError) as error:
                reason = cause(error)
                self.fail(
                    "start",
                    message_of("cannot be started: {program}: {reason}", program=shown(self.command[0]), reason=reason),
                )
        self._greeting = True
        reply = self._exchange(hello, self.start_seconds)
        self._greeting = False
        if isinstance(reply, Failed | Skipped):
            reason = reply.error if isinstance(reply, Failed) else reply.skip
            self.fail("protocol", message_of("must answer hello, and says instead: {reason}", reason=shown(reason)))
        return reply

    def request(self, request: Numbered) -> _Reply | Failed | Skipped:
        """Send a request, under an id of its own, and return the reply to it.

        :raises ProgramError: when the program does not answer as the protocol says.
        :raises UsageError: when it does not run.
        """
        return self._exchange(request, self.seconds)

    def close(self) -> None:
        """End the program and everything that it has started, if it runs; within some two seconds, however it resists."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _exchange(self, request: Numbered, seconds: float) -> _Reply | Failed | Skipped:
        """Send a request and wait for the reply to it."""
        process = self._process
        if process is None:
            raise usage_error(
                "{command} does not run; hello() or restart() starts it", command=shown(shlex.join(self.command))
            )
        deadline = time.monotonic() + seconds
        process.pump(0)
        if extra := process.waiting:
            self.fail("protocol", _for_replies(message_of("writes a line that nobody asked for")), extra)
        request = msgspec.structs.replace(request, id=self._next_id)
        line = _ENCODER.encode(request)
        self._sent = line.decode()
        self._next_id += 1
        self._note("> ", line)
        process.send(line + b"\n")
        replied = self._reply_to(request, process, deadline, seconds)
        self._note("< ", replied)
        try:
            return read_as(request, replied, self._decoder(request))
        except ReplyError as error:
            self.fail(error.kind, error.problem, replied)

    def _note(self, mark: str, line: bytes) -> None:
        if self._transcript is not None:
            self._transcript(mark + _text(line))

    def _reply_to(self, request: Numbered, process: Process, deadline: float, seconds: float) -> bytes:
        """Wait for the next line."""
        while (line := process.next_line()) is None:
            if process.overlong:
                self.fail("garbage", message_of("writes a line of more than {most} bytes", most=MAX_LINE))
            left = deadline - time.monotonic()
            if left <= 0:
                self.fail(
                    "timeout",
                    message_of(
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

    def _ended(self, request: Numbered, process: Process) -> NoReturn:
        """Report that nothing more comes, once the program has had the time to end and to say why."""
        process.settle()
        kind: Trouble = "start" if self._greeting else "crash"
        where: Words = message_of(", in the middle of a line") if process.waiting else ""
        self.fail(
            kind,
            message_of(
                "{fate} before it answered {request}{where}", fate=process.fate, request=_named(request), where=where
            ),
        )

    def fail(self, kind: Trouble, problem: Words, seen: bytes = b"") -> NoReturn:
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
            seen=_text(seen[:MAX_KEPT]) if seen else None,
            stderr=_text(stderr).rstrip(),
        )


class _Head(msgspec.Struct, frozen=True):
    """What tells replies apart."""

    id: int
    error: str | None = None
    skip: str | None = None


_WHOLE: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|(?<![0-9.eE+-])(-?[0-9]+)\.0+(?![0-9.eE])')
"""Texts, in which nothing is changed, and whole numbers that are written with a point."""
_ENCODER: Final = msgspec.json.Encoder()
_HEAD: Final = msgspec.json.Decoder(_Head)


def _named(request: Numbered) -> Message:
    """Return how messages speak of a request."""
    return message_of("{kind} request {number}", kind=str(request.__struct_config__.tag), number=request.id)


def _text(written: bytes) -> str:
    """Return what a program wrote, with line ends as here, and what is no UTF-8 replaced."""
    return written.decode(errors="replace").replace("\r\n", "\n")
