"""What is generated and checked in: current, valid, and held by the engine."""

import functools
import hashlib
import json
import math
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from support.by_schema import validator_of
from support.slices import sliced

import aceten
from aceten.conformance.coverage import rule_clauses
from aceten.conformance.vectors import (
    VectorError,
    check_answer,
    check_vector,
    make_match,
    vectors_of_examples,
    write_vectors,
)
from aceten_spec import load_shipped, shipped
from aceten_spec.formats import VectorFile, VectorIndex, schemas
from aceten_spec.options import parameters_for
from aceten_spec.rulebook import digest

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

SPEC = files("aceten_spec")


def checked_in(game: str) -> str:
    """Return the vectors of a game as they are checked in."""
    return (SPEC / "vectors" / f"{game}.json").read_text(encoding="utf-8")


def accepts(schema: str, data: Any) -> bool:  # noqa: ANN401 - whatever JSON holds
    """Return whether an independent validator accepts data by one of the schemas."""
    return validator(schema).is_valid(data)  # pyright: ignore[reportUnknownMemberType] - partially typed


@functools.cache
def validator(schema: str) -> "Draft202012Validator":
    """Return what checks data by one of the schemas."""
    return validator_of(json.loads(schemas()[schema]))


MOST_BY_HAND = sliced(1_000, whole=10_000_000)
"""Levels with more states than this are not written down."""

VECTORS = [vector for game in shipped() for vector in msgspec.json.decode(checked_in(game), type=VectorFile).vectors]


@pytest.mark.parametrize("name", sorted(schemas()))
def test_schemas_are_current(name: str) -> None:
    """The schemas that are checked in are those of the types; ``make generate`` writes them."""
    assert (SPEC / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8") == schemas()[name]


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", shipped())
def test_vectors_of_examples_are_current(game: str) -> None:
    """The vectors of every example that are checked in, and the match, are those that the rulebook gives; the index has their hashes."""
    rulebook = load_shipped(game)
    data = msgspec.json.decode(checked_in(game), type=VectorFile)
    assert data.vectors == vectors_of_examples(rulebook)
    assert data.rules == {
        str(players): digest(parameters_for(rulebook, players)) for players in rulebook.parameters.players
    }
    match = (SPEC / "vectors" / f"{game}.match.jsonl").read_text(encoding="utf-8")
    assert match == make_match(rulebook)
    index = msgspec.json.decode((SPEC / "vectors" / "index.json").read_bytes(), type=VectorIndex)
    hashes = {entry.file: entry.sha256 for entry in index.files if entry.game == game}
    assert hashes == {
        f"{game}.json": hashlib.sha256(checked_in(game).encode()).hexdigest(),
        f"{game}.match.jsonl": hashlib.sha256(match.encode()).hexdigest(),
    }


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", sliced(("sedma-three", "sixty-six"), whole=shipped()))
def test_vectors_are_current(game: str, tmp_path: Path) -> None:
    """What is checked in is what the rulebook gives, byte by byte, and what the index says; ``make generate`` writes it.

    That what is generated for two games is current says that it is for the others, but for new rules, which other tests notice.
    """
    index = write_vectors([load_shipped(game)], tmp_path)
    shipped_index = msgspec.json.decode((SPEC / "vectors" / "index.json").read_bytes(), type=VectorIndex)
    assert index.files == tuple(entry for entry in shipped_index.files if entry.game == game)
    for entry in index.files:
        assert (tmp_path / entry.file).read_bytes() == (SPEC / "vectors" / entry.file).read_bytes()
        assert hashlib.sha256((tmp_path / entry.file).read_bytes()).hexdigest() == entry.sha256


def test_the_index_fits_its_schema_and_is_whole() -> None:
    """An independent validator accepts the index; it lists every file of vectors, and no other."""
    data = json.loads((SPEC / "vectors" / "index.json").read_text(encoding="utf-8"))
    assert accepts("index", data)
    listed = [entry["file"] for entry in data["files"]]
    assert sorted([*listed, "index.json"]) == sorted(path.name for path in (SPEC / "vectors").iterdir())


@pytest.mark.parametrize("game", shipped())
def test_every_rule_has_a_vector(game: str) -> None:
    """Every clause that asks something of a program is put to the test by a vector, of a refused action among others."""
    data = msgspec.json.decode(checked_in(game), type=VectorFile)
    tested = {clause for case in data.vectors for clause in case.clauses}
    tested |= {clause for case in data.answers for clause in case.clauses}
    assert sorted(set(rule_clauses(load_shipped(game))) - tested) == []
    assert {flag for case in data.vectors for flag in case.flags} >= {"valid", "invalid"}


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", shipped())
def test_the_reference_gives_every_answer(game: str) -> None:
    """The reference answers every request as the vector says, and the requests and answers fit the protocol's schemas."""
    answers = msgspec.json.decode(checked_in(game), type=VectorFile).answers
    for vector in answers:
        check_answer(vector)
        assert accepts("protocol-request", json.loads(msgspec.json.encode(vector.request)))
        assert accepts("protocol-reply", json.loads(bytes(vector.reply)))
    wrong = next(vector for vector in answers if vector.id.split("-")[1] == "TRICK")
    reply = json.loads(bytes(wrong.reply))
    reply["winner"] += 1
    with pytest.raises(VectorError, match="the vector says"):
        check_answer(msgspec.structs.replace(wrong, reply=msgspec.Raw(json.dumps(reply).encode())))


@pytest.mark.turns(6)
@pytest.mark.parametrize("game", shipped())
def test_vectors_fit_their_schema(game: str) -> None:
    """An independent validator accepts the vectors, and refuses them with a field of its own."""
    data = json.loads(checked_in(game))
    assert accepts("vector", data)
    data["vectors"][0]["colour"] = "red"
    assert not accepts("vector", data)


def test_records_fit_their_schema() -> None:
    """An independent validator accepts every line of a record, and refuses a wrong one."""
    start = state = aceten.load("zsiros", players=4).deal(seed=5)
    while state.turn is not None:
        state = state.play(state.legal[0])
    for line in aceten.record_of(start, state).splitlines():
        assert accepts("record", json.loads(line))
        assert not accepts("record", json.loads(line) | {"type": "shuffle"})


@pytest.mark.parametrize("game", shipped())
def test_engine_holds_every_vector(game: str) -> None:
    """The engine does what each vector says; one that does not hold is named."""
    for vector in msgspec.json.decode(checked_in(game), type=VectorFile).vectors:
        check_vector(vector)


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", shipped())
def test_numbered_deals_are_those_of_the_vectors(name: str) -> None:
    """The engine gives every numbered deal, and every one that a seed draws; how many there are follows from pack and hands."""
    data = msgspec.json.decode(checked_in(name), type=VectorFile)
    for number in data.numbers:
        game = aceten.load(name, players=number.players)
        cards, hand = len(game.pack.cards), sum(game.rules.deal)
        shown = {"einwerfen": 4, "sueca": hand}.get(
            name, 1
        )  # a suit that is cut, or which of the dealer's cards was his last
        assert int(number.deals) == shown * math.factorial(cards) // math.factorial(hand) ** number.players
        state = game.deal(number=int(number.number), dealer=number.dealer)
        assert str(state) == number.position
        alike = game.numbers_like(state)
        assert (str(alike[0]), str(alike[-1])) == number.alike
    numbers = {(each.players, each.number) for each in data.numbers}
    assert numbers >= {(each.players, "0") for each in data.numbers}
    assert numbers >= {(each.players, str(int(each.deals) - 1)) for each in data.numbers}
    for draw in data.draws:
        game = aceten.load(name, players=draw.players)
        holds, lacks = ({int(seat): cards for seat, cards in each.items()} for each in (draw.holds, draw.lacks))
        assert str(game.deal(seed=draw.seed, dealer=draw.dealer, holds=holds, lacks=lacks)) == draw.position
        assert game.deals_with(holds=holds, lacks=lacks) == int(draw.deals)
    played = set(load_shipped(name).parameters.players)
    assert {each.players for each in data.numbers} == {each.players for each in data.draws} == played


@pytest.mark.parametrize("game", shipped())
def test_ids_are_unique_and_counted(game: str) -> None:
    """No id stands twice, and the file states how many vectors it has."""
    data = msgspec.json.decode(checked_in(game), type=VectorFile)
    assert len({vector.id for vector in data.vectors}) == len(data.vectors) == data.count
    assert len({vector.id for vector in data.answers}) == len(data.answers)
    ids = [vector.id for vector in data.numbers] + [vector.id for vector in data.draws]
    assert len(set(ids)) == len(ids)


def test_a_wrong_vector_is_noticed() -> None:
    """A vector with another outcome, or refused for another reason, does not hold."""
    valid = next(vector for vector in VECTORS if vector.after is not None)
    invalid = next(vector for vector in VECTORS if vector.refused is not None)
    for wrong in (
        msgspec.structs.replace(valid, after=valid.position),
        msgspec.structs.replace(valid, after=None, refused="ZS-PLAY-2"),
        msgspec.structs.replace(invalid, refused="ZS-SCORE-1"),
        msgspec.structs.replace(invalid, refused=None, after=invalid.position),
    ):
        with pytest.raises(VectorError, match="the vector says"):
            check_vector(wrong)


@pytest.mark.parametrize("game", shipped())
def test_perft_counts_by_hand(game: str) -> None:
    """The counts are those of plain enumeration, one level at a time, as far as a level is not too large to be written down quickly."""
    for entry in msgspec.json.decode(checked_in(game), type=VectorFile).perft:
        level = [aceten.parse(entry.position)]
        for count in entry.counts:
            if count > MOST_BY_HAND:
                break
            level = [state.play(action) for state in level for action in state.legal]
            assert len(level) == count
