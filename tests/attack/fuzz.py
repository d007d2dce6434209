"""Let a reader read what a fuzzer makes, which looks for inputs that reach what no other has reached: ``python -m attack.fuzz READER``.

The fuzzer is Atheris. What must not be ends the run, and the input is left in a file.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, cast

LONGEST: Final = {
    "rulebook": 60_000,
    "table": 9_000,
    "record": 20_000,
    "seen-record": 20_000,
    "records": 20_000,
    "match-record": 60_000,
}
"""So many bytes an input may have; others have as many as a line."""
LINE: Final = 2_000
MEGABYTES: Final = 1_500
"""More memory than that is too much, the program itself included."""
SLOWER: Final = 4
"""So many times as long as otherwise a reader takes that is looked at."""
SECONDS: Final = 60
"""After so long the run is ended where an input seems to take for ever; whether it is slow, the processor's time tells."""


class _Atheris(Protocol):
    def instrument_imports(self, *, include: list[str]) -> AbstractContextManager[None]: ...
    def Setup(self, arguments: list[str], ask: Callable[[bytes], None]) -> object: ...  # noqa: N802 - their name
    def Fuzz(self) -> None: ...  # noqa: N802


def main() -> None:
    """Fuzz a reader."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("reader")
    told.add_argument("--runs", type=int, default=100_000)
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--folder", type=Path, default=Path(".attack"), help="for what has been reached so far")
    asked = told.parse_args()
    name = cast("str", asked.reader)
    atheris = cast("_Atheris", import_module("atheris"))
    with atheris.instrument_imports(include=["aceten", "aceten_spec", "aceten_board", "aceten_surveys"]):
        readers = import_module("attack.readers")
    reader = readers.READERS[name]
    corpus, wrong = asked.folder / "reached" / name, asked.folder / "wrong" / name
    corpus.mkdir(parents=True, exist_ok=True)
    wrong.mkdir(parents=True, exist_ok=True)
    for sample in reader.samples():
        data = sample.encode("utf-8", "surrogateescape")
        (corpus / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    options = {
        "runs": asked.runs,
        "seed": asked.seed,
        "max_len": LONGEST.get(name, LINE),
        "rss_limit_mb": MEGABYTES,
        "timeout": SECONDS,
        "artifact_prefix": f"{wrong}/",
        "verbosity": 0,
        "print_final_stats": 1,
    }
    arguments = [sys.argv[0], *[f"-{option}={value}" for option, value in options.items()], str(corpus)]
    atheris.Setup(arguments, lambda data: cast("None", readers.attack(reader, data, readers.LIMIT * SLOWER) and None))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
