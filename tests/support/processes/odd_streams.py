"""Runs the program with standard streams that are closed, full, or read by nobody, and in odd environments.

Each run is a fork of a process that has loaded the program, and finds its streams as a new process would: what takes long is done once.
Standard input says what is asked, with which streams and with which variables of the environment; standard output has for each the exit
status and what was said of errors.
"""

import atexit
import gc
import json
import os
import pwd
import signal
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Final, NoReturn, TextIO

import aceten.proofs
from aceten.conformance import vectors
from aceten.proofs import Report
from aceten_cli.main import main
from aceten_spec import Rulebook
from aceten_spec.formats import VectorFile

_SECONDS: Final = 60
"""Who takes longer is ended."""
_ERRORS: Final = 2
"""The number of the stream of errors, the last."""
_KEPT: Final = Path("errors")
"""Where it is kept."""


def _one_theorem(*_: object, **__: object) -> tuple[str, ...]:
    return ("T-MATCH",)


def _proved(rulebook: Rulebook, players: int, **_: object) -> Report:
    return Report(game=f"{rulebook.id}/{players}", rules="", theorems=(), verdict="proved", seconds=0)


def _no_vectors(rulebook: Rulebook, _options: object = None) -> VectorFile:
    return VectorFile(format=3, game=rulebook.id, rules={}, count=0, vectors=(), answers=(), perft=())


def _no_match(_: Rulebook, _options: object = None) -> str:
    return ""


def _connect(number: int, how: str) -> None:
    """Make of a standard stream what a shell would."""
    match how:
        case "closed":
            os.close(number)
            return
        case "full":
            opened = os.open("/dev/full", os.O_WRONLY)
        case "unread":
            reading, opened = os.pipe()
            os.close(reading)
        case "kept":
            opened = os.open(_KEPT, os.O_WRONLY)
        case _:
            opened = os.open(os.devnull, os.O_RDWR)
    os.dup2(opened, number)
    os.close(opened)


def _found(number: int) -> TextIO | None:
    """Return a standard stream as Python makes it at its start: ``None`` where it is closed; each line of errors is written at once."""
    try:
        os.fstat(number)
    except OSError:
        return None
    return open(number, "w" if number else "r", 1 if number == _ERRORS else -1, encoding="utf-8", closefd=False)


def _nobody(_user: int) -> NoReturn:
    raise KeyError


def _be(arguments: Sequence[str], streams: Sequence[str], environment: Mapping[str, str | None]) -> NoReturn:
    """Be the program, started so; ``None`` is a variable that is not set, and without a home nobody knows the user."""
    signal.alarm(_SECONDS)
    for name, value in environment.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    if "HOME" not in os.environ:
        pwd.getpwuid = _nobody
    for number, how in enumerate(streams):
        _connect(number, how)
    sys.stdin, sys.stdout, sys.stderr = map(_found, range(_ERRORS + 1))
    sys.argv = ["aceten", *arguments]
    status: object = 0
    try:
        main()
    except SystemExit as ended:
        status = ended.code
    except BaseException:  # noqa: BLE001 - whatever it is, the interpreter would print it
        traceback.print_exc()
        status = 1
    _end(int(str(status or 0)))


def _end(status: int) -> NoReturn:
    """End as the interpreter does, but leave what is loaded as it is: taking that apart takes ten times as long as all else."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - nothing else ends and leaves things as they are
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            status = 120
    os._exit(status)


def _run(arguments: Sequence[str], streams: Sequence[str], environment: Mapping[str, str | None]) -> tuple[int, str]:
    """Return how the program ended, and what it said on standard error."""
    _KEPT.write_text("", encoding="utf-8")
    child = os.fork()
    if not child:
        _be(arguments, streams, environment)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), _KEPT.read_text(encoding="utf-8")


def _rehearse(arguments: Sequence[str]) -> None:
    """Run the program in this process, so that it has loaded what it needs."""
    sys.argv = ["aceten", *arguments]
    with (
        Path(os.devnull).open("w") as nowhere,
        redirect_stdout(nowhere),
        redirect_stderr(nowhere),
        suppress(SystemExit),
    ):
        main()


def _answer(
    asked: Sequence[Sequence[str]], around: Sequence[tuple[Sequence[str], Mapping[str, str | None]]]
) -> list[list[tuple[int, str]]]:
    for arguments in asked:
        _rehearse(arguments)
    gc.collect()
    gc.freeze()  # what is loaded stays as it is in every fork
    return [[_run(arguments, *each) for each in around] for arguments in asked]


if __name__ == "__main__":
    aceten.proofs.chosen_theorems, aceten.proofs.prove = _one_theorem, _proved
    vectors.make_vectors, vectors.make_match = _no_vectors, _no_match  # type: ignore[assignment]
    json.dump(_answer(*json.load(sys.stdin)), sys.stdout)
