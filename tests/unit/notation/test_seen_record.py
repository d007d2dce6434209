"""Records of what one seat saw: how they are written by hand, what is refused and why, and the commands that take them."""

import json
from pathlib import Path
from typing import Final

import pytest
from support.checkout import RECORD
from support.processes.program_runs import Aceten

import aceten
from aceten import FalseRecordError, RecordError, SeenRecord, State, UsageError, read_record, read_seen_record
from aceten_solver import review_fairly

DEALT: Final = f"zsiros/2 hands=AK97,???? talon={'?' * 24} lead=0"
"""A fresh deal, as who leads sees it."""


def written(position: str, *actions: str, form: int = 2) -> str:
    """Return a record: each action as its seat, what was done, and what was seen, such as ``1 Q T``."""
    lines: list[dict[str, object]] = [{"type": "header", "format": form, "position": position}]
    for each in actions:
        seat, action, *sees = each.split()
        seen = {"sees": sees[0]} if sees else {}
        lines.append({"type": "action", "seat": int(seat), "action": action, **seen})
    return "\n".join(map(json.dumps, lines))


def read(position: str, *actions: str) -> SeenRecord:
    """Return a record that is written so."""
    return read_seen_record(written(position, *actions))


def view_after(position: str, *actions: str) -> str:
    """Return the line of what is seen in the end."""
    return str(read(position, *actions).view)


@pytest.fixture
def seen(tmp_path: Path) -> Path:
    """Return the file of what B saw of :data:`RECORD`."""
    path = tmp_path / "seen.jsonl"
    path.write_text(str(read_record(RECORD.read_text(encoding="utf-8")).seen_by(1)), encoding="utf-8")
    return path


# --- By hand ----------------------------------------------------------------------------------------------------------


def test_cards_may_be_written_without_suits() -> None:
    """Where suits do not matter ranks are enough, in the position, in actions and in what was seen."""
    record = read(DEALT, "0 A", "1 Q T", "0 9", "1 9", "0 stop K")
    assert (record.seat, len(record.views), len(record.events)) == (0, 6, 5)
    assert [view.hand_sizes for view in record.views] == [(4, 4), (3, 4), (4, 4), (3, 4), (3, 3), (4, 4)]
    assert view_after(DEALT, "0 A", "1 Q T") == f"zsiros/2 hands=KT97,???? talon={'?' * 22} lead=0 seat=0 taken=AQ,-"


def test_what_was_known_in_the_beginning_is_known_as_long_as_it_holds() -> None:
    """A card that another was known to hold is known until he plays it; one that he did not hold he may draw."""
    known = f"{DEALT} has=B:K not=B:7"
    assert view_after(known, "0 K").endswith(" seat=0 trick=K not=1:7")
    after = read(known, "0 K", "1 9 T").view
    assert str(after).endswith(" taken=K9,- past=1:~7-9+1")
    assert list(map(str, after.known[1])) == ["K"]
    assert read(known, "0 9", "1 K T").view.known[1] == ()


def test_a_trick_that_is_over_at_the_end_of_a_record_is_marked() -> None:
    """After the last draw nothing shows whether the leader is asked for another round: he is, unless the record says no."""
    text = written("zsiros/2 hands=87,?? lead=1 seat=0 points=40,20 tricks=7,7", "1 A", "0 7")
    asked = read_seen_record(text)
    assert (asked.view.turn, len(asked.view.trick)) == (1, 2)
    assert aceten.worlds(asked.view).count == 3  # he goes on with an ace, as one card counts
    over = read_seen_record(text.replace('"action": "7"', '"action": "7", "taken": true'))
    assert (over.view.turn, over.view.trick) == (0, ())
    assert aceten.worlds(over.view).count == 4  # he has a ten
    assert ('"taken":true' in str(over), "taken" in str(asked)) == (True, False)
    for seen in (over, asked):
        assert list(aceten.read_records(aceten.record_as_text(seen))) == [seen]


def test_a_round_may_have_lain_there() -> None:
    """Where it is not said that every trick had one round, the first card may go on with a trick, and its end says nothing of hands."""
    text = written("zsiros/2 hands=87,?? lead=1 seat=0 points=40,20", "1 A", "0 7")
    over = read_seen_record(text.replace('"action": "7"', '"action": "7", "taken": true'))
    assert aceten.worlds(over.view).count == 7


def test_one_deal_that_fits_is_whole() -> None:
    """It has every card somewhere, the played ones where they were played, and looks to the seat as the deal did."""
    record = read(DEALT, "0 A", "1 Q T", "0 9", "1 9", "0 stop K", "1 J")
    states = record.one_deal()
    assert all(isinstance(state, State) for state in states)
    assert "?" not in str(states[0])
    assert aceten.Record(states).seen_by(0) == record


# --- What is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "actions", "line", "told"),
    [
        (DEALT, ["0 A", "1 Q"], 3, "sees: 0 cards, expected 1"),
        (DEALT, ["0 A", "1 Q TT"], 3, "sees: 2 cards, expected 1"),
        (DEALT, ["0 A T"], 2, "sees: 1 cards, expected 0"),
        (DEALT, ["1 A"], 2, "it is the turn of A"),
        (DEALT, ["0 Q"], 2, "A does not hold this card"),
        (DEALT, ["0 9", "1 9", "0 K"], 4, "legal: 7, stop"),
        (DEALT, ["0 9", "1 Q T", "0 J"], 4, "A does not hold this card"),
        (f"{DEALT} not=B:7", ["0 9", "1 7 T"], 3, "no deal fits what A has seen up to here"),
        (
            "zsiros/2 hands=AAA7,???? talon=?? lead=0 points=20,20",
            ["0 A", "1 A", "0 stop K", "1 A"],
            5,
            "ace: A has seen all of them elsewhere",
        ),
        (
            "sixty-six/2 hands=AhKhQh9c,???? lead=0 trump=c points=30,40 tricks=4,4",
            ["0 Ah", "1 9s", "0 Kh", "1 Th"],
            5,
            "no deal fits",
        ),
        (
            "zsiros/2 hands=AK97,???? talon=?? lead=0 points=30,30 tricks=6,5",
            ["0 K", "1 T A"],
            3,
            "no deal fits",
        ),
    ],
)
def test_what_cannot_have_been_is_refused_at_its_line(position: str, actions: list[str], line: int, told: str) -> None:
    """The first line is named at which no deal fits, or at which the rules are broken, and what is the matter."""
    with pytest.raises(FalseRecordError, match=told) as refused:
        read(position, *actions)
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (written(DEALT, "0 A", form=1), "the record of a whole deal, of format 1"),
        (written("zsiros/2 hands=AK,TT lead=0 points=20,20", "0 A"), "expected \\? or seat="),
        (written("zsiros/2 hands=AK,?T? lead=0"), "position: "),
        (written(DEALT, "0 A", "1 Q Z"), "line 3: .*not a card rank"),
        (written(DEALT, "0 A", "1 jump"), "line 3: .*expected a card"),
        (written(DEALT) + '\n{"type": "result", "points": [0, 0], "tricks": [0, 0], "winners": [], "game_points": []}', "not over"),
        ('{"type": "action", "seat": 0, "action": "A"}', "no header before it"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(text: str, told: str) -> None:
    """A record that is of another kind, or cannot be read, is refused with the reason."""
    with pytest.raises(RecordError, match=told):
        read_seen_record(text)


def test_whole_records_stay_what_they_were() -> None:
    """A whole record has format 1 and no new field; where every card has to be known, nothing else is taken."""
    text = RECORD.read_text(encoding="utf-8")
    record = read_record(text)
    again = aceten.record_of(record.states[0], record.state)
    assert [set(json.loads(line)) for line in again.splitlines()[:2]] == [
        {"type", "format", "position", "rules"},
        {"type", "seat", "action"},
    ]
    assert json.loads(again.splitlines()[0])["format"] == 1
    assert not aceten.holds_seen(text)
    seen = str(record.seen_by(0))
    assert aceten.holds_seen(seen)
    with pytest.raises(RecordError, match="what one seat saw of a deal, and here every card has to be known"):
        read_record(seen)
    with pytest.raises(RecordError, match="line 2: sees and taken: expected in what one seat saw, which has format 2"):
        read_record(text.replace('"action": "9"', '"action": "9", "sees": "K"'))


# --- Reviews ----------------------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
@pytest.mark.parametrize("seat", [0, 1])
def test_what_was_right_by_what_was_known_is_the_same(seat: int) -> None:
    """What an action cost by what its player knew is what the review of the whole record says; what it cost beside that is left open."""
    record = read_record(RECORD.read_text(encoding="utf-8"))
    whole = review_fairly(record, seat, worlds=20)
    known = review_fairly(read_seen_record(str(record.seen_by(seat))), seat, worlds=20)
    assert whole.actions
    assert [(entry.number, entry.action, entry.best, entry.cost, entry.error) for entry in known.actions] == [
        (entry.number, entry.action, entry.best, entry.cost, entry.error) for entry in whole.actions
    ]
    assert {(entry.open_cost, entry.judgement) for entry in known.actions} == {(None, None)}


def test_nobody_else_is_judged_by_it() -> None:
    """What another knew does not stand in it."""
    with pytest.raises(UsageError, match="what B knew is asked for, and the record is of what A saw"):
        review_fairly(read(DEALT, "0 A"), 1)


# --- Commands ---------------------------------------------------------------------------------------------------------


def test_replay_makes_it_and_tells_it(run: Aceten, seen: Path) -> None:
    """``--seen-by`` prints what a seat saw; replayed, it tells the play, and ``?`` for what was not seen."""
    printed = run("replay", str(RECORD), "--seen-by", "B")
    assert (printed.status, printed.out) == (0, seen.read_text(encoding="utf-8"))
    told = run("replay", str(seen))
    assert told.status == 0
    assert "hands=????,KQ7 talon=????" in told.words
    assert "1. A nine B takes 2 cards, 10 points" in told.words
    assert "A wins the deal by the last trick" in told.words
    as_json = json.loads(run("replay", str(seen), "--json").out)
    assert (as_json["actions"], as_json["number"]) == (11, None)
    assert as_json["start"].startswith("zsiros/2 hands=????,KQ7")
    refused = run("replay", str(seen), "--seen-by", "B")
    assert (refused.status, "every card is known" in refused.err) == (2, True)


def test_a_moment_of_it_can_be_shown_and_asked_about(run: Aceten, tmp_path: Path) -> None:
    """``show`` and ``advise`` take it for the moment that it comes to, with backs for hidden cards."""
    path = tmp_path / "mine.jsonl"
    path.write_text(written("zsiros/2 hands=AK9,??? lead=0 points=30,20", "0 9", "1 Q"), encoding="utf-8")
    shown = run("show", str(path))
    assert (shown.status, "▒▒" in shown.out, "Q 9" in shown.words) == (0, True, True)
    advice = run("advise", str(path), "--json", "--worlds", "10")
    line = "zsiros/2 hands=AK,?? lead=0 seat=0 taken=Q9,- points=30,20"
    assert (advice.status, json.loads(advice.out)["view"]) == (0, line)


@pytest.mark.turns(2)
def test_only_its_own_seat_is_reviewed(run: Aceten, seen: Path) -> None:
    """``review --seat`` judges by what was known, without a word of open cards; without it, the sentence says what to do."""
    judged = run("review", str(seen), "--seat", "B", "--worlds", "20")
    assert judged.status == 0
    assert "What B did, by what B knew" in judged.words
    assert "cost, all cards known" not in judged.words
    assert "What was best with open cards cannot be said" in judged.words
    as_json = json.loads(run("review", str(seen), "--seat", "B", "--worlds", "20", "--json").out)
    assert as_json["seat"] == 1
    alone = run("review", str(seen))
    assert (alone.status, "--seat B says what was best by what B knew" in alone.err) == (2, True)
    other = run("review", str(seen), "--seat", "A")
    assert (other.status, "the record is of what B saw" in other.err) == (2, True)
    both = run("review", str(seen), str(RECORD), "--seat", "B", "--worlds", "20")
    assert (both.status, both.out.count("What B did, by what B knew")) == (0, 2)


@pytest.mark.parametrize("command", [["solve"], ["play", "--from"], ["grade", "--out", "graded"]])
def test_where_every_card_has_to_be_known_it_is_refused(
    run: Aceten, monkeypatch: pytest.MonkeyPatch, seen: Path, command: list[str]
) -> None:
    """The sentence says what is missing, and which commands take it."""
    monkeypatch.chdir(seen.parent)
    refused = run(*command, seen.name)
    assert refused.status
    said = " ".join((refused.err + refused.out).split())
    assert "what one seat saw of a deal, and here every card has to be known" in said
