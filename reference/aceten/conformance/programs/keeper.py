"""A process that stands between the runner and a program on Linux, so that whatever the program starts ends with it.

    python -I -S keeper.py LINE COMMAND...

It starts the command in a session of its own. What has lost its parent below the keeper becomes the keeper's child: also a daemon that
has forked twice, in a session of its own, with all files closed and an empty environment. When the program has ended, or the runner hangs
up or has gone, every child is killed until there is none; then the keeper ends as the program did.

LINE is the number of a socket. The keeper writes there 0 when the program has been started, or else the number of the error; for
each byte that it reads there it tells the program to end (``SIGTERM``), and at the end of file the runner has hung up.

It imports little, for it is started with every program.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType
from typing import Final, NoReturn

TYPE_CHECKING = False  # typing takes longer to load than all else

_PR_SET_CHILD_SUBREAPER: Final = 36
"""What it is called in ``linux/prctl.h`` that orphans below a process become its children."""
_HEARD: Final = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2)
"""The signals that do nothing to the keeper: a program may send them to its parent."""
_BLINK: Final = 0.001
"""How many seconds to wait between looking for children that are to be killed."""


def keep(line: int, command: list[str]) -> NoReturn:
    """Start a program, wait for its end or that of the runner, and end all that it has started."""
    _take_in_orphans()
    os.set_inheritable(line, False)  # noqa: FBT003 - as the system has it
    awake, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, _hear)
    for number in _HEARD:
        if signal.getsignal(number) is not signal.SIG_IGN:  # which the program inherits
            signal.signal(number, _hear)
    try:
        program = os.posix_spawnp(
            command[0], command, os.environ, setsid=True, setsigdef=(signal.SIGPIPE, signal.SIGXFSZ)
        )
    except OSError as error:
        os.write(line, b"%d" % (error.errno or 0))
        os._exit(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in (0, 1, 2):  # the program's pipes are its own, to be closed when it likes
        os.dup2(nothing, file)
    with suppress(OSError):  # the runner has gone already
        os.write(line, b"0")
    status = _end_of(program, line, awake)
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    _end_children()
    _end_so(status)


def _hear(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: that there was a signal wakes the keeper."""


def _take_in_orphans() -> None:
    """Have what loses its parent below this process become its child, where Python can ask for that."""
    with suppress(ImportError, OSError, AttributeError):
        import ctypes  # noqa: PLC0415 - it may not be there

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _end_of(program: int, line: int, awake: int) -> int:
    """Wait, and return the status with which the program has ended; 0 when the runner is no longer there."""
    poll = select.poll()
    poll.register(line, select.POLLIN)
    poll.register(awake, select.POLLIN)
    while True:
        for ended, status in _ended_children():
            if ended == program:
                return status
        for file, _ in poll.poll():
            if file == awake:
                os.read(awake, 1 << 12)
            elif not _is_told(line):
                return 0
            else:
                with suppress(OSError):
                    os.killpg(program, signal.SIGTERM)


def _is_told(line: int) -> bool:
    """Whether the runner wants the program to be told to end; otherwise it has hung up."""
    try:
        return bool(os.read(line, 1))
    except OSError:
        return False


def _ended_children() -> Iterator[tuple[int, int]]:
    """Yield the children that have ended, each with its status.

    :raises ChildProcessError: when there is no child any more.
    """
    while (ended := os.waitpid(-1, os.WNOHANG))[0]:
        yield ended


def _end_children() -> None:
    """Kill every child, and what becomes one as its parent is killed, until there is none."""
    with suppress(ChildProcessError):
        while True:
            for child in _children():
                with suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            for _ in _ended_children():
                pass
            select.select((), (), (), _BLINK)


def _children() -> Iterator[int]:
    """Yield the children of this process."""
    own = b"%d" % os.getpid()
    with suppress(OSError), os.scandir("/proc") as entries:
        for entry in entries:
            if entry.name.isdecimal():
                with suppress(OSError), open(f"{entry.path}/stat", "rb") as stat:  # noqa: PTH123 - pathlib takes long to load
                    if stat.read().rpartition(b")")[2].split()[1] == own:
                        yield int(entry.name)


def _end_so(status: int) -> NoReturn:
    """End with a status as a child had it: with its exit status, or by its signal, and without a dump."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):  # SIGKILL does the same by itself
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1)


if __name__ == "__main__":
    keep(int(sys.argv[1]), sys.argv[2:])
