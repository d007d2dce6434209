"""Records of whole matches: what is read back, and what is refused."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from aceten import (
    FalseRecordError,
    RecordError,
    State,
    UsageError,
    load,
    read_match,
    read_record,
    record_of_match,
    start_match,
)
from aceten.conformance.vectors import make_match
from aceten_spec import load_shipped, shipped

SPEC = files("aceten_spec")
Line = dict[str, Any]


def checked_in(game: str) -> str:
    """Return the record of a match that is checked in for a game."""
    return (SPEC / "vectors" / f"{game}.match.jsonl").read_text(encoding="utf-8")


def lines_of(text: str) -> list[Line]:
    """Return the lines of a record as JSON."""
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: list[Line]) -> str:
    """Return a record of these lines."""
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize("game", shipped())
def test_the_match_of_every_game_is_current(game: str) -> None:
    """The matches that are checked in are those of the rulebooks; ``make generate`` writes them."""
    assert checked_in(game) == make_match(load_shipped(game))


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", shipped())
def test_the_match_of_every_game_replays(game: str) -> None:
    """From the first deal to the result of the match the record replays; it says who has won, and its last deals were needed for that."""
    read = read_match(checked_in(game))
    lines = lines_of(checked_in(game))
    assert lines[0]["type"] == "match"
    assert lines[-1] == {"type": "match_result", "scores": list(read.match.scores), "winner": read.match.winner}
    assert read.match.over
    assert len(read.deals) == sum(line["type"] == "header" for line in lines) == read.match.deals
    results = [line for line in lines if line["type"] == "result"]
    book = load_shipped(game).parameters
    if book.match_ends == "target" and not read.match.claimed:
        assert max(read.match.scores) >= book.target
    assert len(results) >= len(read.deals) - 1
    before = text_of(lines[: [number for number, line in enumerate(lines) if line["type"] == "header"][-1]])
    assert not read_match(before).match.over


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", shipped())
def test_a_match_is_written_as_it_was_read(game: str) -> None:
    """What is read from a record is written again as the same record."""
    read = read_match(checked_in(game))
    begun = start_match(read.match.game, dealer=lines_of(checked_in(game))[0]["dealer"])
    deals: list[tuple[State, State]] = [(deal.states[0], deal.state) for deal in read.deals]
    assert record_of_match(begun, deals) == checked_in(game)


def _drop_header(lines: list[Line]) -> list[Line]:
    return [lines[0], *lines[2:]]


def _other_dealer(lines: list[Line]) -> list[Line]:
    return [{**lines[0], "dealer": 1 - lines[0]["dealer"]}, *lines[1:]]


def _other_winner(lines: list[Line]) -> list[Line]:
    return [*lines[:-1], {**lines[-1], "winner": 1 - lines[-1]["winner"]}]


def _early_end(lines: list[Line]) -> list[Line]:
    end = next(number for number, line in enumerate(lines) if line["type"] == "result")
    return [*lines[: end + 1], {**lines[-1], "scores": [0, 0]}]


def _other_rules(lines: list[Line]) -> list[Line]:
    return [{**lines[0], "rules": "sha256:" + "0" * 64}, *lines[1:]]


def _another_game(lines: list[Line]) -> list[Line]:
    return [{**lines[0], "game": "schnapsen-book/2"}, *lines[1:]]


def _cut_deal(lines: list[Line]) -> list[Line]:
    headers = [number for number, line in enumerate(lines) if line["type"] == "header"]
    return [*lines[: headers[1] - 3], *lines[headers[1] :]]


def _wrong_result(lines: list[Line]) -> list[Line]:
    end = next(number for number, line in enumerate(lines) if line["type"] == "result")
    return [*lines[:end], {**lines[end], "game_points": [9, 9]}, *lines[end + 1 :]]


WRONG: dict[str, tuple[Callable[[list[Line]], list[Line]], type[RecordError], str]] = {
    "a deal without header": (_drop_header, RecordError, "line 2: no header before it"),
    "the other player deals": (_other_dealer, FalseRecordError, "not a fresh deal of sixty-six/2 dealt by"),
    "the other side wins": (_other_winner, FalseRecordError, "the result is"),
    "the match ends early": (_early_end, FalseRecordError, "a result of the match, and it is not over"),
    "other rules": (_other_rules, FalseRecordError, "line 1: made under other rules of sixty-six/2"),
    "a record goes on": (lambda lines: [*lines, lines[-1]], RecordError, "a line after the result of the match"),
    "a second match": (lambda lines: [lines[0], *lines], RecordError, "line 2: a second match"),
    "deals of another game": (_another_game, FalseRecordError, "made under other rules of schnapsen-book/2"),
    "a deal that is cut short": (_cut_deal, FalseRecordError, "the deal is not over"),
    "another result of a deal": (_wrong_result, FalseRecordError, "the result is"),
    "no such game": (lambda lines: [{**lines[0], "game": "bridge/4"}], RecordError, "no game 'bridge'"),
    "no number of players": (lambda lines: [{**lines[0], "game": "sixty-six"}], RecordError, "line 1: game"),
    "no match": (lambda lines: lines[1:], RecordError, "not the first line of a match"),
}


@pytest.mark.parametrize(("change", "kind", "problem"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_match_is_refused(
    change: Callable[[list[Line]], list[Line]], kind: type[RecordError], problem: str
) -> None:
    """A record of a match in which something is missing or false is refused, with the line and what is wrong there."""
    with pytest.raises(RecordError, match=problem) as caught:
        read_match(text_of(change(lines_of(checked_in("sixty-six")))))
    assert type(caught.value) is kind
    assert caught.value.line > 0


def test_a_deal_is_not_read_as_a_match_nor_a_match_as_a_deal() -> None:
    """Each kind of record names itself when the other is expected."""
    with pytest.raises(RecordError, match="the record of a match, where that of a single deal is expected"):
        read_record(checked_in("sixty-six"))


def test_a_deal_at_other_scores_is_refused() -> None:
    """Where the scores of the match bear on play, a deal that begins at others is not the next one of the match."""
    lines = lines_of(checked_in("tausendeins"))
    second = [number for number, line in enumerate(lines) if line["type"] == "header"][1]
    position = " ".join(word for word in lines[second]["position"].split() if not word.startswith("score="))
    wrong = [*lines[:second], {**lines[second], "position": position}]
    with pytest.raises(FalseRecordError, match=r"not a fresh deal of tausendeins/2 dealt by [AB] at \d+ to \d+"):
        read_match(text_of(wrong))


def test_a_match_that_goes_on_is_read_as_far_as_it_is() -> None:
    """A record may end in the middle of a deal: the match stands as it did before, and the deal goes on."""
    lines = lines_of(checked_in("sixty-six"))
    read = read_match(text_of(lines[:6]))
    assert (read.match.deals, len(read.deals)) == (0, 1)
    assert read.deals[0].state.turn is not None


def test_deals_that_are_not_those_of_the_match_are_not_written() -> None:
    """A deal after the end of a match is refused when the record is written."""
    begun = start_match(load("septica", players=2), dealer=0)
    state = start = begun.deal(seed=1)
    while state.turn is not None:
        state = state.play(state.legal[0])
    with pytest.raises(UsageError, match="the match is over"):
        record_of_match(begun, [(start, state)] * 9)
