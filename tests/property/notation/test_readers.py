"""Whatever reads what others have written, on what is right, and on what something was once wrong with (``make attack``)."""

from pathlib import Path

import pytest
from attack.__main__ import READERS as INPUTS
from attack.readers import FOUND, READERS, Reader, attack
from support.slices import in_turn

import aceten
import aceten_solver


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", READERS)
def test_samples_are_accepted(name: str) -> None:
    """What the attack begins with is right, and what must be true of it is."""
    if name == "table" and aceten_solver.backend != "native":
        pytest.skip("tables are built by the native core, which is not built")
    reader = READERS[name]
    for sample in in_turn(list(reader.samples()), 12):
        assert attack(reader, sample.encode("utf-8", "surrogateescape"), limit=20), sample


def test_every_reader_is_attacked() -> None:
    """``make attack`` gives inputs to every reader, ten million in all."""
    assert INPUTS.keys() == READERS.keys()
    assert sum(INPUTS.values()) == 10_000_000


@pytest.mark.parametrize("file", sorted(FOUND.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_once_wrong_is_right(file: Path) -> None:
    """It is accepted with all that must be true of it, or refused with an error that helps."""
    attack(READERS[file.parent.name], file.read_bytes(), limit=20)


def test_the_attack_finds_what_is_wrong() -> None:
    """An error that is none of the project's own, and one with a control character in it, come through."""

    def broken(text: str) -> None:
        raise KeyError(text)

    def careless(text: str) -> None:
        raise aceten.UsageError(text)

    with pytest.raises(KeyError):
        attack(Reader(broken, tuple), b"")
    with pytest.raises(AssertionError):
        attack(Reader(careless, tuple), b"a \x1b[31m red one")
