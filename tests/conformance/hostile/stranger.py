"""A program that misbehaves in the way that its first argument names; it speaks the protocol up to that moment."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Final

SLEEPER: Final = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
"""A program that outlives its parent, and does not end when it is told to."""


def hear() -> int:
    """Wait for a request and return its id."""
    asked: dict[str, int] = json.loads(sys.stdin.buffer.readline())
    return asked["id"]


def say(text: bytes) -> None:
    """Write to standard output, at once."""
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()


def complain(text: str) -> None:
    """Write to standard error, at once."""
    sys.stderr.write(text)
    sys.stderr.flush()


def answer(number: int) -> bytes:
    """Return a right reply to a question about a trick."""
    return b'{"id":%d,"winner":1}\n' % number


def welcome() -> None:
    """Answer hello."""
    say(b'{"id":%d,"protocol":1,"program":"stranger","games":[]}\n' % hear())


def behaves() -> None:
    """Answer everything until input ends."""
    for line in sys.stdin.buffer:
        say(answer(json.loads(line)["id"]))


def says() -> None:
    """Answer the first question with the bytes of the second argument, and the others well."""
    hear()
    say(bytes.fromhex(sys.argv[2]))
    behaves()


def pads() -> None:
    """Answer the first question with a line of so many bytes as the second argument says, without its end."""
    say(answer(hear()).strip().ljust(int(sys.argv[2])) + b"\n")
    behaves()


def crashes() -> None:
    """End in the middle of a question, having complained."""
    hear()
    complain("first\nlast words\n")
    sys.exit(3)


def dies() -> None:
    """End by the signal of the second argument."""
    hear()
    os.kill(os.getpid(), int(sys.argv[2]))


def says_half() -> None:
    """End in the middle of a reply."""
    say(answer(hear())[:9])


def answers_once() -> None:
    """End after the first answer, as if that was all."""
    say(answer(hear()))


def closes_output() -> None:
    """Live on without an output."""
    hear()
    os.close(1)
    time.sleep(60)


def closes_input() -> None:
    """Live on without an input."""
    os.close(0)
    time.sleep(60)


def closes_input_and_floods() -> None:
    """Write without an end, having closed the input in the middle of a request."""
    os.read(0, 1)
    os.close(0)
    while True:
        say(b"x" * 100_000)


def hangs() -> None:
    """Do nothing, and read nothing."""
    time.sleep(60)


def trickles() -> None:
    """Answer with a line that never ends, slowly."""
    hear()
    while True:
        say(b" x")
        time.sleep(0.01)


def blanks() -> None:
    """Write nothing but blank lines."""
    while True:
        say(b" \n" * 1000)


def floods() -> None:
    """Write a line of 100 MB, as the answer."""
    hear()
    for _ in range(100):
        say(b"x" * 1_000_000)
    say(b"\n")


def floods_errors() -> None:
    """Complain at length before answering."""
    number = hear()
    for _ in range(100):
        complain("0123456789\n" * 10_000)
    complain("enough\n")
    say(answer(number))
    behaves()


def complains_forever() -> None:
    """Complain without an end."""
    while True:
        complain("0123456789\n" * 1000)


def answers_early() -> None:
    """Answer a question about a number of sequences before it has been read."""
    os.read(0, 1)
    say(b'{"id":1,"count":7}\n')
    time.sleep(0.1)
    sys.stdin.buffer.readline()
    behaves()


def answers_late() -> None:
    """Answer every question after the next one has come."""
    number = hear()
    hear()
    say(answer(number))
    behaves()


def answers_twice() -> None:
    """Answer the first question twice."""
    number = hear()
    say(answer(number) + answer(number))
    behaves()


def leaves_child() -> None:
    """End, and leave a program in the same group that holds the pipes."""
    hear()
    leave(daemon=False)


def leaves_daemon() -> None:
    """End, and leave a program in a session of its own that holds the pipes."""
    hear()
    leave(daemon=True)


def answers_and_leaves() -> None:
    """Answer until input ends, and then leave a program in a session of its own."""
    behaves()
    leave(daemon=True)


def hides() -> None:
    """Leave a program that nothing connects with this one, and answer until input ends; the second argument is among its own."""
    hide()
    behaves()


def hides_and_ends() -> None:
    """Leave such a program in the middle of a question, and end."""
    hear()
    hide()
    sys.exit(3)


def hides_when_told() -> None:
    """Leave such a program when it is told to end."""

    def told(_number: int, _frame: FrameType | None) -> None:
        hide()

    signal.signal(signal.SIGTERM, told)
    behaves()
    signal.pause()


def runs_away() -> None:
    """Leave a program that is another process every moment, for a minute: each starts the next one, and ends."""
    end = time.monotonic() + 60
    if os.fork() == 0:
        os.setsid()
        while time.monotonic() < end:
            if os.fork():
                os._exit(0)
        os._exit(0)
    behaves()


def multiplies() -> None:
    """Leave 60 programs that nothing connects with this one nor with each other."""
    for _ in range(60):
        hide()
    behaves()


def silences_its_parent() -> None:
    """Stop the process that has started this one, having sent it all that it may hear, and leave a program."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGSTOP):
        os.kill(os.getppid(), number)
    hide()
    behaves()


def hide() -> None:
    """Start a sleeper as a daemon: forked twice, in a session of its own, with all files closed and an empty environment."""
    hidden, hiding = os.pipe()
    if os.fork():
        os.close(hiding)
        os.wait()
        os.read(hidden, 1)  # ends when all files are closed
        os.close(hidden)
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    os.closerange(0, 1 << 10)
    os.chdir("/")
    os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", SLEEPER, sys.argv[2]], {})  # noqa: S606 - our own


def leave(*, daemon: bool) -> None:
    """Start a sleeper, wait until it sleeps, and end."""
    sleeper = subprocess.Popen([sys.executable, "-S", "-c", SLEEPER], start_new_session=daemon)  # noqa: S603 - our own
    time.sleep(0.1)
    os._exit(3 if sleeper.poll() is None else 4)


def ignores_end() -> None:
    """Go on after the end of input."""
    behaves()
    time.sleep(60)


def ignores_all() -> None:
    """Go on after the end of input and when told to end, flooding both outputs."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    behaves()
    while True:
        say(b"x" * 1000)
        complain("x" * 1000)


def tidies_up() -> None:
    """Write much after the end of input, and then the file of the second argument."""
    behaves()
    say(b"x" * 3_000_000)
    Path(sys.argv[2]).touch()


def tidies_up_when_told() -> None:
    """Write the file of the second argument when it is told to end."""

    def tidy(_number: int, _frame: FrameType | None) -> None:
        Path(sys.argv[2]).touch()

    signal.signal(signal.SIGTERM, tidy)
    behaves()
    signal.pause()


def interrupts() -> None:
    """Interrupt the runner, which the second argument names, while it waits."""
    hear()
    os.kill(int(sys.argv[2]), signal.SIGINT)
    time.sleep(60)


def interrupts_the_end() -> None:
    """Interrupt the runner, which the second argument names, while it waits for the end."""
    behaves()
    os.kill(int(sys.argv[2]), signal.SIGINT)
    time.sleep(60)


def shows_group() -> None:
    """Answer with the process group."""
    say(b'{"id":%d,"error":"%d"}\n' % (hear(), os.getpgid(0)))
    behaves()


if __name__ == "__main__":
    welcome()
    globals()[sys.argv[1]]()
