"""Broken records: an error of the project's own with a useful message, never anything else."""

import re

from hypothesis import given
from hypothesis import strategies as st
from support.slices import examples

import aceten
from aceten import AcetenError, RecordError


def sample(game: str, players: int) -> str:
    """Return a valid record."""
    start = state = aceten.load(game, players=players).deal(seed=11)
    while state.turn is not None:
        state = state.play(state.legal[-1] if len(state.log) % 2 else state.legal[0])
    return aceten.record_of(start, state)


SAMPLE = sample("zsiros", 4)
WHOLE = (SAMPLE, sample("sixty-six", 2), sample("auction-sixty-six", 4), sample("einwerfen", 4))
SAMPLES = WHOLE + tuple(str(aceten.read_record(record).seen_by(1)) for record in WHOLE)
TEXTS = tuple(aceten.record_as_text(aceten.read_record(record)) for record in WHOLE)
LINES = [line for record in SAMPLES + TEXTS for line in record.splitlines()]


def read(text: str) -> None:
    """Read a record; only errors of records may come."""
    for reader in (aceten.read_record, aceten.read_seen_record):
        try:
            reader(text)
        except RecordError as error:
            assert 1 <= error.line <= text.count("\n") + 1  # noqa: PT017 - the error is one of two right outcomes
            assert len(str(error)) < 10_000  # noqa: PT017
    for found in aceten.read_records(text):
        if isinstance(found, RecordError):
            assert 1 <= found.line <= len(re.split("\r\n|\r|\n", text))
            assert len(str(found)) < 10_000


@examples(300)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    """Any text is refused as no record."""
    read(text)


@examples(300)
@given(st.sampled_from(SAMPLES + TEXTS), st.integers(0), st.integers(0, 6), st.text(max_size=4))
def test_a_record_with_a_wound(record: str, place: int, cut: int, put: str) -> None:
    """A record with some characters lost or replaced still reads, or is refused."""
    at = place % len(record)
    read(record[:at] + put + record[at + cut :])


@examples(200)
@given(st.lists(st.sampled_from([*LINES, "", "null", "{}", '{"type":"header"}', "[" * 50]), max_size=40))
def test_lines_in_any_order(lines: list[str]) -> None:
    """Lines that are lost, doubled or out of order are noticed or harmless."""
    read("\n".join(lines))


@examples(200)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)
    )
)
def test_wrong_values(value: object) -> None:
    """Any JSON value in place of a field's is refused as no record."""
    import msgspec

    for lines in (SAMPLE.splitlines(), SAMPLES[len(WHOLE)].splitlines()):
        for line in lines[:2]:
            fields = msgspec.json.decode(line)
            for name in {**fields, "sees": "", "taken": False}:
                changed = msgspec.json.encode({**fields, name: value}).decode()
                read("\n".join([changed if other == line else other for other in lines]))


def test_deep_nesting() -> None:
    """A line nested deeper than any parser goes is refused."""
    try:
        aceten.read_record("[" * 400_000)
    except AcetenError as error:
        assert "not a line of a record" in str(error)  # noqa: PT017
