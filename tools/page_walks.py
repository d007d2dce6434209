"""Doing what a page tells a reader to do, one step after the other, to see that it prints what the page shows.

In a ``console`` block each line that begins with ``$`` is a command, and what stands below it is what the command prints. A command with
nothing below it prints more than the page wants to show: it is run, and has to succeed. What is typed in answer to a prompt stands behind
the prompt. A ``pycon`` block is a session of Python, and a ``python`` block is a program; names live to the end of the page. A block with
a caption is a file of that name, and a ``diff`` changes one.

``make generate`` writes what is printed now into every page.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from hypothesis import HealthCheck, settings

import aceten_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

ROOT: Final = Path(__file__).parents[1]
_PROGRAMS: Final = "tests/conformance/programs"

SAMPLE: Final = ROOT / _PROGRAMS / "python"
"""A program that ``aceten verify`` can ask."""


class Walk(NamedTuple):
    """What a page is walked with."""

    columns: int = 80
    """The width of the terminal."""
    files: Mapping[str, str] = {}
    """Files that the page takes to be there: the name of each, and what it is a copy of."""
    backend: str = "python"
    """Which search answers: the one that is everywhere, unless that takes too long."""


PAGES: Final[dict[str, Walk]] = {
    "README.md": Walk(
        100,
        {
            "adapter.mjs": f"{_PROGRAMS}/javascript/adapter.mjs",
            "zsiros.mjs": f"{_PROGRAMS}/javascript/zsiros.mjs",
        },
    ),
    "tests/golden/sessions.md": Walk(100),
    "tests/golden/languages.md": Walk(100, {"game.jsonl": "tests/golden/endgame.jsonl"}),
    "docs/index.md": Walk(
        files={
            "game.jsonl": "tests/golden/endgame.jsonl",
            "adapter.mjs": f"{_PROGRAMS}/javascript/adapter.mjs",
            "zsiros.mjs": f"{_PROGRAMS}/javascript/zsiros.mjs",
        }
    ),
    "docs/overview.md": Walk(files={"tests/golden/endgame.jsonl": "tests/golden/endgame.jsonl"}),
    "docs/equilibria.md": Walk(),
    "docs/frameworks.md": Walk(backend="native"),
    "docs/numbers.md": Walk(),
    "docs/record_text.md": Walk(100),
    "docs/plain/index.md": Walk(),
    "docs/verifying.md": Walk(
        files={
            "adapter.py": f"{_PROGRAMS}/python/adapter.py",
            "zsiros.py": f"{_PROGRAMS}/python/zsiros.py",
            "adapter.mjs": f"{_PROGRAMS}/javascript/adapter.mjs",
            "zsiros.mjs": f"{_PROGRAMS}/javascript/zsiros.mjs",
        }
    ),
    **{page.relative_to(ROOT).as_posix(): Walk() for page in sorted((ROOT / "docs" / "guides").glob("*.md"))},
    "docs/guides/arena.md": Walk(100, files={"saver.mjs": "examples/saver.mjs"}),
    "docs/guides/hidden_cards.md": Walk(files={"game.jsonl": "tests/golden/endgame.jsonl"}, backend="native"),
    "docs/guides/many_positions.md": Walk(files={"endings.txt": "tests/golden/endings.txt"}),
    "docs/guides/playing.md": Walk(files={"game.jsonl": "tests/golden/endgame.jsonl"}, backend="native"),
    "docs/guides/training.md": Walk(
        files={name: f"docs/training/{name}" for name in ("learn.py", "zsiros-2.npz", "schnapsen-2.npz")},
        backend="native",
    ),
    "docs/guides/surveys.md": Walk(
        files={"match.jsonl": "spec/aceten_spec/vectors/schnapsen.match.jsonl"}, backend="native"
    ),
}
"""The pages that are walked."""

_FEWER: Final = ("--examples", "5")
"""What is added to ``aceten verify`` where its output is not shown, as what matters then is that the command is right."""

_FENCED: Final = re.compile(
    r"^```(?P<info>.*?)\n(?::caption: (?P<file>\S+)\n)?(?P<body>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_PROMPT: Final = re.compile(r"^[A-F]> ")
_TIME: Final = re.compile(r"\d+(\.\d+)? s\b")
_NUMBERED: Final = re.compile(r"[$?]x\d+")
"""A name that z3 gives to a part of a formula: the number depends on what it was asked before."""


class PageError(Exception):
    """A page that cannot be walked, or a command on it that fails."""


class Block(NamedTuple):
    """A block of a page."""

    language: str
    """Such as ``console``, or ``{picture}`` for a directive with that name."""
    file: str
    """The name of the file that it is; empty: it is none."""
    body: str
    arguments: str = ""
    """What stands behind the name of a directive."""


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page in Markdown."""
    yield from map(_block, _FENCED.finditer(page))


def _block(found: re.Match[str]) -> Block:
    language, _, arguments = found["info"].removeprefix("{code-block} ").strip().partition(" ")
    return Block(language, found["file"] or "", found["body"], arguments if language.startswith("{") else "")


def can_be_walked(page: str) -> bool:
    """Whether the search is there that answers on a page."""
    return aceten_solver.backend == "native" or PAGES[page].backend == "python"


def anew(page: str) -> str:
    """Return a page with what is printed now; where that is what it shows, but for times, the page as it is.

    :param page: as in :data:`PAGES`, or any other file.

    :raises PageError: for a step that cannot be taken.
    """
    settings = {
        "COLUMNS": str(PAGES.get(page, Walk()).columns),
        "TERM": "dumb",
        "PYTHONUTF8": "1",
        "ACETEN_BACKEND": PAGES.get(page, Walk()).backend,
    }
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = [sys.executable, "-m", "tools.page_walks", page]
    done = subprocess.run(  # noqa: S603 - our own program
        command,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "ACETEN_PROOFS": "off", **settings, "PATH": path},
        check=False,
        cwd=ROOT,
    )
    if done.returncode:
        raise PageError(f"{page}: {done.stderr}")
    return done.stdout


def _walked(page: str) -> str:
    """Do what a page says, in a folder of its own, and return it with what is printed."""
    text, names = (ROOT / page).read_text(encoding="utf-8"), dict[str, object]()
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        folder = Path(name)
        for copy, original in PAGES.get(page, Walk()).files.items():
            (folder / copy).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / original, folder / copy)
        sys.path.insert(0, "")  # as in a session of one's own

        def step(found: re.Match[str]) -> str:
            start = found.start("body") - found.start()
            return f"{found[0][:start]}{_step(_block(found), folder, names)}```"

        return _FENCED.sub(step, text)


def _step(block: Block, folder: Path, names: dict[str, object]) -> str:
    """Take the step that a block is, and return the block with what is printed."""
    if block.file:
        (folder / block.file).write_text(block.body, encoding="utf-8")
    elif block.language == "diff":
        _change(folder, block.body)
    elif block.language == "python":
        _python(block.body, names, "exec")
    elif block.language == "pycon":
        return "".join(_session(block.body, names))
    elif block.language == "console":
        return "".join(_commands(block.body))
    elif block.language == "yaml":
        for command in re.findall(r"^ +- (?:run: )?(aceten .*)$", block.body, re.MULTILINE):
            list(_commands(f"$ {command}\n"))
    return block.body


def _change(folder: Path, difference: str) -> None:
    """Change the one file that has what a difference is about."""
    old, new = (
        "".join(f"{line[1:]}\n" for line in difference.splitlines() if line[:1] in (sign, " ")) for sign in "-+"
    )
    files = [file for file in folder.iterdir() if file.is_file() and old in file.read_text(encoding="utf-8")]
    if len(files) != 1:
        raise PageError(f"{len(files)} files have the lines that this changes, expected one:\n{difference}")
    files[0].write_text(files[0].read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def _python(source: str, names: dict[str, object], mode: str) -> str:
    with _captured() as captured:
        exec(compile(source, "the page", mode), names)  # noqa: S102 - our own code
    return captured()


def _session(body: str, names: dict[str, object]) -> Iterator[str]:
    """Yield each entry of a session of Python, with what it prints."""
    for example in doctest.DocTestParser().get_examples(body):
        first, *rest = example.source.splitlines()
        yield "".join(f"{line}\n" for line in [f">>> {first}", *[f"... {line}" for line in rest]])
        yield _latest(example.want, _python(example.source, names, "single"))


def _commands(body: str) -> Iterator[str]:
    """Yield each command of a block, with what it prints."""
    first, *entries = re.split(r"^\$ ", body, flags=re.MULTILINE)
    if first:
        raise PageError(f"expected $ and a command before anything else:\n{body}")
    for entry in entries:
        command, _, shown = entry.partition("\n")
        yield f"$ {command}\n"
        arguments = shlex.split(command)
        if shutil.which("node") is None and any(word.split()[:1] == ["node"] for word in arguments):
            yield shown
            continue
        if arguments[:2] == ["aceten", "verify"] and not shown:
            arguments[3:3] = _FEWER
        typed = [_PROMPT.sub("", line) for line in shown.splitlines() if _PROMPT.match(line)]
        status, printed = _piped(command) if {"|", ">"} & {*arguments} else _run(arguments, typed)
        if "Traceback" in printed or (status and not shown):
            raise PageError(f"{command}: exit status {status}\n{printed}")
        yield _latest(shown, printed) if shown else ""


def _run(arguments: list[str], typed: list[str]) -> tuple[int, str]:
    """Run a command, and return its exit status and what it prints; the program itself runs in this process, as it starts quicker so."""
    if arguments[0] != "aceten":
        done = subprocess.run(arguments, capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - on our own page
        return done.returncode, done.stdout + done.stderr
    from aceten_cli.main import main  # noqa: PLC0415 - here, as who asks for a walk alone has no need of it

    status: object = 0
    sys.argv = arguments
    with _captured() as captured:
        sys.stdin = io.StringIO("".join(f"{line}\n" for line in typed))
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
        finally:
            sys.stdin = sys.__stdin__
    return status if isinstance(status, int) else 1, captured()


def _piped(command: str) -> tuple[int, str]:
    """Run a command whose output goes into another or into a file, as a shell does."""
    done = subprocess.run(["sh", "-c", command], capture_output=True, encoding="utf-8", check=False)  # noqa: S603, S607 - on our own page
    return done.returncode, done.stdout + done.stderr


@contextlib.contextmanager
def _captured() -> Generator[Callable[[], str]]:
    """Keep what is printed, errors last, as where both are written to files."""
    kept = (io.BytesIO(), io.BytesIO())
    out, err = (io.TextIOWrapper(each, encoding="utf-8") for each in kept)

    def printed() -> str:
        out.flush()
        err.flush()
        text = b"".join(each.getvalue() for each in kept).decode()
        return "".join(f"{line.rstrip()}\n" for line in text.rstrip().splitlines())

    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield printed


def _latest(shown: str, printed: str) -> str:
    """Return what is printed; or what is shown, where only times differ, and the line breaks with them, or numbers of names."""
    shown_then, printed_now = (_NUMBERED.sub("x", text) for text in (shown, printed))
    if _TIME.search(printed):
        shown_then, printed_now = without_time(shown_then), without_time(printed_now)
    return shown if shown_then == printed_now else printed


def without_time(text: str) -> str:
    """Return what is printed without the times taken and the line breaks, which differ from run to run."""
    return _TIME.sub("... s", " ".join(text.split()))


def main() -> None:
    """Write every page anew; or print one that is named."""
    if sys.argv[1:]:
        # How long it takes to draw an example says nothing here: the machine may have other work.
        settings.register_profile("walked", deadline=None, suppress_health_check=[HealthCheck.too_slow])
        settings.load_profile("walked")
        sys.stdout.write(_walked(sys.argv[1]))
        return
    for page in filter(can_be_walked, PAGES):
        (ROOT / page).write_text(anew(page), encoding="utf-8")


if __name__ == "__main__":
    main()
