"""Exchanging messages with programs that behave in every way: nothing hangs, nothing is left, and the message says what happened."""

import os
import select
import sys
import time
import tracemalloc

import pytest
from conformance.hostile.strangers import (
    IN_TIME,
    LONG,
    QUESTION,
    STRANGER,
    TEXT,
    failure,
    failure_of_hello,
    python,
    replying,
    started,
)

from aceten.conformance.programs.conversation import ProgramError, Trouble
from aceten.conformance.programs.process import MAX_LINE
from aceten.conformance.programs.program import Program
from aceten.vocabulary.errors import UsageError
from aceten_spec.protocol import Failed, PerftReply, PerftRequest, Skipped, TrickReply, TrickRequest

pytestmark = pytest.mark.usefixtures("nothing_left")


def test_replies_come_with_the_ids_of_their_requests() -> None:
    """Each request has an id of its own, whatever the question says, and its reply is decoded by what was asked."""
    with started("behaves") as program:
        assert [program.ask(QUESTION) for _ in range(3)] == [TrickReply(id=number, winner=1) for number in (1, 2, 3)]


def test_long_request_is_written_whole() -> None:
    """A request that is longer than a pipe holds is written as the program reads it."""
    with replying(b'{"id":1,"count":7}\n') as program:
        assert program.ask(LONG) == PerftReply(id=1, count=7)


@pytest.mark.turns(2)
def test_reply_may_come_before_the_end_of_the_request() -> None:
    """A program that answers before it has read the request still gets all of it, and the next one."""
    with started("answers_early") as program:
        assert program.ask(LONG) == PerftReply(id=1, count=7)
        assert program.ask(QUESTION) == TrickReply(id=2, winner=1)


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("line", "reply"),
    [
        (b'{"id":1,"error":"no such card"}\n', Failed(id=1, error="no such card")),
        (b'{"id":1,"skip":"not yet"}\n', Skipped(id=1, skip="not yet")),
        (b'{"id":1,"winner":1,"error":"or not"}\n', Failed(id=1, error="or not")),
        (b'{"id":1,"winner":1,"error":null,"skip":null}\n', TrickReply(id=1, winner=1)),
    ],
)
def test_program_may_fail_or_skip(line: bytes, reply: Failed | Skipped | TrickReply) -> None:
    """A reply with ``error`` is a failure and one with ``skip`` is skipped, whatever else it holds; ``null`` is neither."""
    with replying(line) as program:
        assert program.ask(QUESTION) == reply
        assert program.ask(QUESTION) == TrickReply(id=2, winner=1)


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "line",
    [
        b'{"id":1,"winner":1}\r\n',
        b'{"id":1,"winner":1} \t \n',
        b'  {"winner" : 1 , "id" : 1}\n',
        b'\n\r\n  \n{"id":1,"winner":1}\n',
        b'{"id":1,"winner":1}\n\n \r\n',
        b'{"id":1,"winner":1,"comment":{"why":["led"]},"command":"trick"}\n',
        b'{"\\u0069d":1,"winner":1,"name":"Zs\\u00edros \xc3\xad"}\n',
    ],
)
def test_harmless_ways_to_write_are_taken(line: bytes) -> None:
    """Line ends of Windows, blanks, blank lines, the order of keys, further keys and escapes make no difference."""
    with replying(line) as program:
        assert program.ask(QUESTION) == TrickReply(id=1, winner=1)
        assert program.ask(QUESTION) == TrickReply(id=2, winner=1)


@pytest.mark.turns(8)
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"Hello, world!\n", "standard output is for replies alone"),
        (b'{"id":1,"winner":NaN}\n', "malformed"),
        (b'\xef\xbb\xbf{"id":1,"winner":1}\n', "malformed"),
        (b'{"id":1,"winner":1} {}\n', "trailing characters"),
        (b"[" * 20_000 + b"\n", "Expected `object`, got `array`"),
        (b'{"id":1,"winner":' + b"[" * 20_000 + b"\n", "nested too deeply"),
        (b'{"id":1,"winner":1,"name":"\xed"}\n', "not UTF-8 at byte 27"),
        (b'{"id":1,"winner":1,"name":"\xed\xa0\x80"}\n', "not UTF-8 at byte 27"),
        (b"[1, 1]\n", "Expected `object`, got `array`"),
        (b'{"winner":1}\n', "missing required field `id`"),
        (b'{"id":1}\n', "missing required field `winner`"),
        (b'{"id":1,"winner":"1"}\n', "`$.winner`"),
        (b'{"id":1,"winner":-1}\n', "`$.winner`"),
        (b'{"id":"1","winner":1}\n', "`$.id`"),
        (b'{"id":1,"error":7}\n', "`$.error`"),
    ],
)
def test_garbage_is_told(line: bytes, problem: str) -> None:
    """A line that is no reply to the question is told with what is wrong in it, and quoted, shortened."""
    error = failure(replying(line))
    assert (error.kind, error.request) == ("garbage", TEXT)
    assert problem in str(error.problem)
    assert error.seen == line.strip()[:4096].decode(errors="replace")
    assert f"\n  request: {TEXT}\n  last line seen: " in str(error)
    assert len(str(error)) < 2000


def test_first_line_of_garbage_is_quoted() -> None:
    """Where there are more lines than one, the first is to blame."""
    assert failure(replying(b"Traceback\nmore\n")).seen == "Traceback"


def test_line_of_the_greatest_length_is_read() -> None:
    """A line may be as long as the limit."""
    with started("pads", str(MAX_LINE)) as program:
        assert program.ask(QUESTION) == TrickReply(id=1, winner=1)
        assert program.ask(QUESTION) == TrickReply(id=2, winner=1)


def test_longer_line_is_garbage() -> None:
    """A line that is longer than the limit is no reply, even a right one."""
    error = failure(started("pads", str(MAX_LINE + 1)))
    assert (error.kind, str(error.problem)) == ("garbage", f"writes a line of more than {MAX_LINE} bytes")


@pytest.mark.turns(2)
def test_endless_line_takes_no_memory() -> None:
    """Of a line of 100 MB no more is held than the limit, and it is quoted shortened."""
    program = started("floods")
    tracemalloc.start()
    error = failure(program)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (error.kind, error.seen) == ("garbage", "x" * 4096)
    assert peak < 4 * MAX_LINE


@pytest.mark.turns(6)
def test_flood_of_a_program_that_is_given_up_takes_no_memory() -> None:
    """While a program that reads no more is given the time to end, no more is held of what it writes either."""
    program = started("closes_input_and_floods")
    tracemalloc.start()
    error = failure(program, LONG)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert error.kind == "crash"
    assert peak < 8 * MAX_LINE


def test_standard_error_is_drained() -> None:
    """A program may write to its standard error as much as it likes; only the end is kept."""
    with started("floods_errors") as program:
        tracemalloc.start()
        assert program.ask(QUESTION) == TrickReply(id=1, winner=1)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < MAX_LINE


@pytest.mark.turns(4)
def test_flood_on_standard_error_does_not_stop_the_clock() -> None:
    """A program that complains forever takes too long; what it wrote last is told."""
    error = failure(started("complains_forever", seconds=0.2))
    assert error.kind == "timeout"
    assert 4000 < len(error.stderr) <= 4096
    assert str(error).count("\n    0123456789") >= 10
    assert len(str(error)) < 1000


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("file", "reason"),
    [("no/such/program", "No such file"), (__file__, "Permission denied"), (os.sep, "Permission denied")],
)
def test_program_that_cannot_be_started(file: str, reason: str) -> None:
    """What is no program is told with the reason that the system gives, however often it is tried."""
    program = Program((file,))
    for start in (program.hello, program.restart):
        with pytest.raises(ProgramError) as caught:
            start()
        assert (caught.value.kind, caught.value.request, caught.value.seen) == ("start", None, None)
        assert str(caught.value).startswith(f"{file}: cannot be started: {file}: {reason}")


def test_command_that_can_be_none_is_told() -> None:
    """A command that no system takes, because it holds a null character, is told like one that is not there."""
    error = failure_of_hello(Program(("a\0b",)))
    assert (error.kind, str(error)) == ("start", r"'a\x00b': cannot be started: a\x00b: embedded null byte")


def test_program_that_ends_at_once() -> None:
    """A program that ends before it has said hello did not start; its exit status and last words are told."""
    error = failure_of_hello(python("-c", 'import sys; sys.exit("no such module")'))
    assert (error.kind, error.stderr) == ("start", "no such module")
    assert str(error) == (
        f"{sys.executable} -S -E -c 'import sys; sys.exit(\"no such module\")': "
        "ended with exit status 1 before it answered hello request 0\n"
        '  request: {"command":"hello","id":0,"protocol":2}\n'
        "  standard error ends with:\n"
        "    no such module"
    )


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("reply", "kind", "problem"),
    [
        (
            '{"id":0,"protocol":3,"program":"x","games":[]}',
            "protocol",
            "speaks version 3 of the protocol; 1 or 2 is needed",
        ),
        ('{"id":0,"error":"who?"}', "protocol", "must answer hello, and says instead: who?"),
        ('{"id":0,"skip":"no"}', "protocol", "must answer hello, and says instead: no"),
        ("Welcome!", "garbage", "malformed"),
    ],
)
def test_hello_must_be_answered(reply: str, kind: Trouble, problem: str) -> None:
    """A program that does not say what it can do, in this version of the protocol, cannot be asked anything."""
    error = failure_of_hello(python("-c", f"input(); print({reply!r}, flush=True); input()"))
    assert error.kind == kind
    assert problem in str(error.problem)


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("behaviour", "argument", "problem"),
    [
        ("crashes", "", "ended with exit status 3 before it answered trick request 1"),
        ("dies", "9", "was ended by SIGKILL before it answered trick request 1"),
        pytest.param(
            *("dies", "40", "was ended by signal 40 before it answered trick request 1"),
            marks=pytest.mark.skipif(sys.platform != "linux", reason="a signal without a name is needed"),
        ),
        ("says_half", "", "ended with exit status 0 before it answered trick request 1, in the middle of a line"),
        ("closes_output", "", "has closed its standard output before it answered trick request 1"),
    ],
)
def test_crash_is_told(behaviour: str, argument: str, problem: str) -> None:
    """A program that ends, or can answer no more, is noticed at once, and its exit status or signal told."""
    program = started(behaviour, argument)
    start = time.monotonic()
    error = failure(program)
    assert time.monotonic() - start < IN_TIME
    assert (error.kind, error.request, str(error.problem)) == ("crash", TEXT, problem)


def test_last_words_are_told() -> None:
    """What a program writes to its standard error when it crashes is in the message."""
    error = failure(started("crashes"))
    assert error.stderr == "first\nlast words"
    assert str(error).endswith("\n  standard error ends with:\n    first\n    last words")


def test_half_a_line_is_quoted() -> None:
    """What a program had written of a reply when it ended is told."""
    assert failure(started("says_half")).seen == '{"id":1,"'


def test_program_that_ends_after_an_answer() -> None:
    """An answer counts even if the program ends with it; the next question fails."""
    with started("answers_once") as program:
        assert program.ask(QUESTION) == TrickReply(id=1, winner=1)
        error = failure(program)
    assert (error.kind, error.seen) == ("crash", '{"id":1,"winner":1}')
    assert str(error.problem) == "ended with exit status 0 before it answered trick request 2"


@pytest.mark.turns(6)
def test_program_that_closes_its_input() -> None:
    """A program that can be asked no more has crashed, even if it lives on."""
    error = failure(started("closes_input"), LONG)
    assert (error.kind, str(error.problem)) == (
        "crash",
        "has closed its standard input before it answered perft request 1",
    )


@pytest.mark.turns(12)
@pytest.mark.parametrize(
    ("behaviour", "question", "problem"),
    [
        ("hangs", QUESTION, "no reply to trick request 1 within 0.2 seconds"),
        ("hangs", LONG, "bytes of the request could not be written, because it does not read"),
        ("trickles", QUESTION, "within 0.2 seconds; a line has begun, and does not end"),
        ("blanks", QUESTION, "no reply to trick request 1 within 0.2 seconds"),
        ("answers_late", QUESTION, "no reply to trick request 1 within 0.2 seconds"),
    ],
)
def test_limit_is_for_the_whole_reply(behaviour: str, question: TrickRequest | PerftRequest, problem: str) -> None:
    """A program that does not answer in time is ended, however it passes the time; the message says what was awaited."""
    program = started(behaviour, seconds=0.2)
    start = time.monotonic()
    error = failure(program, question)
    assert 0.2 <= time.monotonic() - start < IN_TIME
    assert error.kind == "timeout"
    assert problem in str(error.problem)
    assert str(error).startswith(f"{sys.executable} -S -E {STRANGER} {behaviour}: ")
    assert len(str(error)) < 2000


@pytest.mark.turns(4)
def test_program_that_never_says_hello() -> None:
    """The first reply has a time limit of its own, and silence has a hint."""
    error = failure_of_hello(python("-c", "import time; time.sleep(60)", seconds=60, start_seconds=0.2))
    assert (error.kind, error.seen) == ("timeout", None)
    assert "within 0.2 seconds; nothing has come at all: does it flush" in str(error.problem)


@pytest.mark.turns(4)
def test_last_line_is_quoted_when_time_is_up() -> None:
    """A message about silence quotes the last line that came."""
    assert failure(started("hangs", seconds=0.1)).seen == '{"id":0,"protocol":1,"program":"stranger","games":[]}'


def test_reply_to_another_request() -> None:
    """A reply with the id of another request is none to this one, whatever its shape."""
    error = failure(replying(b'{"id":7,"count":1}\n'))
    assert (error.kind, str(error.problem)) == ("protocol", "answers request 7 instead of trick request 1")
    assert error.seen == '{"id":7,"count":1}'


def test_reply_too_many() -> None:
    """A line that nobody asked for is noticed at the next request at the latest."""
    with started("answers_twice") as program:
        assert program.ask(QUESTION) == TrickReply(id=1, winner=1)
        time.sleep(0.05)
        error = failure(program)
    assert (error.kind, str(error.problem)) == (
        "protocol",
        "writes a line that nobody asked for; standard output is for replies alone, and messages belong on standard error",
    )
    assert (error.request, error.seen) == (TEXT, '{"id":1,"winner":1}')


@pytest.mark.turns(3)
def test_system_that_cannot_wait_for_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system does not say when a pipe is ready, as Windows does not, looking again and again does the same."""
    monkeypatch.delattr(select, "poll")
    with replying(b'{"id":1,"count":7}\n') as program:
        assert program.ask(LONG) == PerftReply(id=1, count=7)
    assert failure(started("crashes")).stderr == "first\nlast words"
    assert failure(started("hangs", seconds=0.1)).kind == "timeout"


def test_python_that_cannot_do_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python that would wait for a pipe without an end, as 3.11 does on Windows, says so before anything is started."""
    monkeypatch.delattr(os, "set_blocking")
    error = failure_of_hello(python(STRANGER, "behaves"))
    assert (error.kind, str(error.problem).split(": ")[-1]) == (
        "start",
        "Python 3.12 or later is needed for that on Windows",
    )


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_time_limits_are_positive(seconds: float) -> None:
    """A time limit is a positive number of seconds."""
    with pytest.raises(UsageError, match=r"^seconds: a positive number is needed"):
        Program(("x",), seconds=seconds)
    with pytest.raises(UsageError, match=r"^start_seconds: a positive number is needed"):
        Program(("x",), start_seconds=seconds)


@pytest.mark.parametrize("wrong", [(), "node adapter.mjs"])
def test_command_is_a_list(wrong: tuple[str, ...] | str) -> None:
    """A command is a list of the program and its arguments, and not a text of both."""
    with pytest.raises(UsageError, match="command: a list of a program and its arguments is needed"):
        Program(wrong)
