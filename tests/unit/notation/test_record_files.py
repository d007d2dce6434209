"""Files with many records: each is read for itself, as JSON Lines or as people type it, and what is wrong is told with its line."""

from pathlib import Path

import msgspec
import pytest
from support.games.kept_records import read_one
from support.processes.program_runs import Aceten

import aceten
from aceten import AcetenError, Annotations, FalseRecordError, Note, Record, RecordError
from aceten.conformance.vectors import make_match
from aceten_spec import load_shipped

DEAL = """\
; An evening in the club
Zsiros/2 points=40,20
Players: Anna, Béla
Date: 28. 11. 2026
Place: Szeged; the club
A: Ace of spades, K♥
B: 10, 7
1. Anna: A T @0:12 ; a gift
2. K 7
Result: 60-20 (1, 0)
; no hurry
"""
KEPT = Annotations(
    comment="An evening in the club",
    players=("Anna", "Béla"),
    date="28. 11. 2026",
    place="Szeged; the club",
    notes=(Note(2, "a gift", "0:12"),),
    ending="no hurry",
)


def test_what_people_type_in_a_minute() -> None:
    """Hands, then tricks: a deal with all that people keep beside it, which is the record that it is as JSON Lines."""
    deal = read_one(DEAL.replace("Ace of spades, K♥", "A K"))
    assert isinstance(deal, Record)
    assert deal.annotations == KEPT
    assert [str(action) for _, action in deal.events] == ["A", "T", "K", "7"]
    assert read_one(str(deal)) == deal == read_one(aceten.record_as_text(deal))


@pytest.mark.parametrize(
    "text",
    [
        "zsiros/2 points=40,20\nA: A K\nB: 10 7\n1. A 10\n2. K 7",
        "zsiros/2 hands=AK,T7 points=40,20\nA T K 7",
        "zsiros/2\nPoints: 40, 20\nHands: A K, T 7\nA T, K 7",
        "zsiros/2\r\nAnna: AK\r\nBéla: X 7\r\nPoints: 40,20\r\n1) Anna: A\r\nBéla: T\r\n2: K-7\r\n",
        "> zsiros/2 points=40,20\nB: [T 7]\nA: (A-K)\n1. [A T]\n2. a: k b: 7",
        "66; no game yet\n".replace("66", "") + "ZSIROS/2 points=40,20\nA: Á K\nB: T VII\nAT\nK7",
    ],
)
def test_a_deal_is_typed_in_many_ways(text: str) -> None:
    """Numbers, names, labels and line ends may stand there or not."""
    deal = read_one(text)
    assert isinstance(deal, Record)
    assert [str(action) for _, action in deal.events] == ["A", "T", "K", "7"]
    assert str(deal.states[0]) == "zsiros/2 hands=AK,T7 lead=0 points=40,20"


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("meld Kh; ", ["meld:Kh"]),
        ("close, Kh", ["close", "Kh"]),
        ("Close. 20?", None),
        ("claim hearts", ["claim:h"]),
        ("queen of hearts", ["Qh"]),
    ],
)
def test_actions_are_typed_as_at_the_table(text: str, actions: list[str] | None) -> None:
    """Words stand beside cards; what is no action is refused."""
    at = "sixty-six/2 talon=AcJc9s9h lead=0 points=21,27 tricks=2,2\nA: AsKhKdQhJs9c\nB: QsJdTcThTd9d\n1. "
    [found] = aceten.read_records(at + text)
    if actions is None:
        assert isinstance(found, RecordError)
    else:
        assert isinstance(found, Record), found
        assert [str(action) for _, action in found.events] == actions


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "expected a record"),
        ("hello\n", 1, "begins no record"),
        ("# a note\n\nhello\n", 3, "begins no record"),
        ('[Deal "N:AK.K.Q.J T.9.8.7 6.5.4.3 2.A.K.Q"]\n', 1, "PBN"),
        ("zsiros/2\n", 1, "hands"),
        ("zsiros/2\nA: AK\n1. A", 1, "the hand of B is missing"),
        ("zsiros/2\nA: AK\nA: K7", 3, "a second hand of A"),
        ("zsiros/2\nA: AK\nTrumps: h\nTrump: h\nB: T7", 4, "a second trump"),
        ("zsiros/2\nA: Ax\nB: T7", 2, "T or 10 for a ten"),
        ("zsiros/2\nA: A\u00adK\nB: T7", 2, "soft hyphen"),
        ("zsiros/2\nA: AK\nTalno: 89", 3, "no player and no key"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\nTalno: 89", 1, "'talno' is neither a key nor an option"),
        ("zsiros/2 points=40,20\nPlayers: Anna\nA: AK\nB: T7", 2, "1 names for 2 players"),
        ("zsiros/2 points=40,20\nPlayers: Anna,\nA: AK\nB: T7", 2, "none of them empty"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n; \x1b[31m", 4, "U\\+001B"),
        (f"zsiros/2 points=40,20\nA: AK\nB: T7\n; {'x' * 10_001}", 4, "at most 10000"),
        ("zsiros/2 hands=AK97,???? talon=???? points=30,20 tricks=5,5\nA: :", 2, "not a card rank"),
        (f"zsiros/2 points=40,20\nA: AK\nB: T7\n{'A ' * 2049}", 4, "4098 characters in a line"),
        (f"zsiros/2 points=40,20\nA: AK\nB: T7\nA T K 7\nResult: {'9' * 4000}", 5, "the card points"),
        ("x" * 1_000_001, 1, "at most 1000000"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n@0:10 A", 4, "behind an action"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\nA @ten", 4, "minutes and seconds"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A hello", 4, "neither a card nor a command"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A\n2. T", 5, "2. begins a trick, and in the one before it B"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. B: A", 4, "B acts; it is the turn of A"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A 9", 4, "9: "),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A T\n2. K 7 A", 5, "the deal is over before 'A'"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A T\nResult: 60, 20", 5, "the deal is not over"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A T\n2. K 7\nResult: 61, 19", 6, "replay gives 60, 20 \\(1, 0\\)"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A T\n2. K 7\nResult: 60, 20 (2, 0)", 6, "replay gives"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A T\n2. K 7\nResult: A wins", 6, "the card points of each side"),
        ("zsiros/2 points=40,20\nA: AK\nB: T7\n1. A T\n2. K 7\nResult: 60, 20\nA", 7, "after the result"),
        ("zsiros/2 hands=AK97,???? talon=???? points=30,20 tricks=5,5\nA", 2, "expected who acts"),
        ("zsiros/2 hands=AK97,???? talon=???? points=30,20 tricks=5,5\n[A]", 2, "behind an action"),
        ("Match: zsiros/4\nhello", 2, "what a match begins with"),
        ("Match: zsiros/4\nDealer: A\nDealer: B", 3, "a second dealer"),
        ("Match: zsiros/4\nDealer: X", 1, "no player"),
        ("Match: nothing", 1, "expected such as zsiros/4"),
        ("Match: zsiros/2\n\nzsiros/2 points=40,20\nA: AK\nB: T7", 3, "not a fresh deal"),
        ("Match: zsiros/2\nMatch result: 1, 0", 2, "it is not over"),
        ("Match: zsiros/2\nMatch result: A wins", 2, "the score of the match"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, problem: str) -> None:
    """A text that is no record, or a false one, is refused with the line and what is wrong there."""
    found = list(aceten.read_records(text))
    assert isinstance(found[0], RecordError)
    assert found[0].line == line
    with pytest.raises(RecordError, match=problem):
        raise found[0]


def test_a_file_of_many() -> None:
    """Records of all kinds stand one after the other; a bad one in the middle is told of with its line, and loses no other."""
    deal = read_one(DEAL.replace("Ace of spades, K♥", "A K"))
    assert isinstance(deal, Record)
    match = aceten.read_match(make_match(load_shipped("zsiros")))
    seen = deal.seen_by(1)
    good = [str(deal), aceten.record_as_text(deal), str(match), aceten.record_as_text(match), str(seen), str(deal)]
    assert [str(each) for each in aceten.read_records("".join(good))] == [
        str(each) for each in (deal, deal, match, match, seen, deal)
    ]
    bad = str(deal).replace('"action":"7"', '"action":"8"')
    for place in range(len(good) + 1):
        text = "".join([*good[:place], bad, *good[place:]])
        found = list(aceten.read_records(text))
        if place == 3:  # a deal behind a match that is not over would be its next; this one is over
            assert len(found) == len(good) + 1
        [wrong] = [each for each in found if isinstance(each, AcetenError)]
        assert isinstance(wrong, FalseRecordError)
        assert '"action":"8"' in text.splitlines()[wrong.line - 1]
        assert len(found) == len(good) + 1
        assert found.index(wrong) == place


def test_a_match_with_a_wrong_deal_keeps_the_others() -> None:
    """Of a match in which a card is wrong, what is wrong is told once, and every other deal comes for itself."""
    match = aceten.read_match(make_match(load_shipped("schnapsen")))
    for text in (str(match), aceten.record_as_text(match)):
        lines = text.splitlines()
        begins = [n for n, line in enumerate(lines) if "header" in line or line.startswith("schnapsen/2")]
        wrong = begins[2] - 1 - (not lines[begins[2] - 1])
        damaged = "\n".join([*lines[: wrong - 1], "nonsense", *lines[wrong:]])
        first, *others = aceten.read_records(damaged)
        assert isinstance(first, RecordError)
        assert first.line == wrong
        assert others == [deal for place, deal in enumerate(match.deals) if place != 1]


def test_old_formats_are_read_and_nothing_more_is_written_than_there_is() -> None:
    """A record without anything beside the play has the format that it always had; letters for seats are read."""
    state = aceten.parse_state("zsiros/2 hands=AK,T7 points=40,20")
    plain = aceten.record_of(state, state.play("A").play("T"))
    assert '"format":1' in plain
    kept = aceten.record_of(state, state.play("A"), Annotations(place="here"))
    assert '"format":3' in kept
    assert read_one(plain.replace('"seat":0', '"seat":"A"').replace('"seat":1', '"seat":"b"')) == read_one(plain)
    seen = aceten.read_record(kept).seen_by(0)
    assert '"format":4' in str(seen)
    assert seen.annotations == Annotations(place="here")


def test_comments_tell_a_seat_nothing() -> None:
    """What a seat saw has none of the comments, which may speak of hidden cards; names, date and clock stay."""
    deal = read_one(DEAL.replace("Ace of spades, K♥", "A K"))
    assert isinstance(deal, Record)
    kept = deal.seen_by(0).annotations
    assert kept == Annotations(players=KEPT.players, date=KEPT.date, place=KEPT.place, notes=(Note(2, clock="0:12"),))


@pytest.mark.parametrize(
    "kept",
    [
        Annotations(comment="\x1b[31m"),
        Annotations(place="\u202e"),
        Annotations(players=("Anna",)),
        Annotations(players=("Anna, B", "C")),
        Annotations(date="x" * 201),
        Annotations(notes=(Note(3, "x"),)),
        Annotations(notes=(Note(1, clock="ten"),)),
        Annotations(comment="\ud800"),
    ],
)
def test_what_cannot_be_kept_is_refused(kept: Annotations) -> None:
    """Nothing is written that could not be read again, or that a terminal would obey; nor is it read."""
    state = aceten.parse_state("zsiros/2 hands=AK,T7 points=40,20")
    with pytest.raises(RecordError):
        aceten.record_of(state, state.play("A").play("T"), kept)


def test_the_command_takes_both_forms(run: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``replay`` shows what is kept, writes either form, and goes on behind a bad record, which the exit status says."""
    monkeypatch.chdir(tmp_path)
    deal = DEAL.replace("Ace of spades, K♥", "A K")
    (tmp_path / "deal.txt").write_text(deal, encoding="utf-8")
    shown = run("replay", "deal.txt")
    assert shown.status == 0
    for told in (
        "A Anna, B Béla",
        "Szeged; the club, 28. 11. 2026",
        "An evening in the club",
        "2. B T: a gift @0:12",
        "no hurry",
    ):
        assert told in shown.out
    lines = run("replay", "deal.txt", "--to", "jsonl").out
    (tmp_path / "deal.jsonl").write_text(lines, encoding="utf-8")
    text = run("replay", "deal.jsonl", "--to", "text").out
    assert str(read_one(text)) == lines
    kept = msgspec.json.decode(run("replay", "deal.txt", "--json").out)["annotations"]
    assert msgspec.convert(kept, Annotations) == KEPT
    (tmp_path / "both.txt").write_text(text + "zsiros/2\nA: AK\n\n" + lines, encoding="utf-8")
    both = run("replay", "both.txt")
    assert both.status == 1
    assert "line 15: the hand of B is missing" in both.err
    assert "Wrong records: 1 of 3." in both.err
    assert both.out.count("An evening in the club") == 2
    assert run("show", "deal.txt").out == run("show", "deal.jsonl").out


def test_utf_16_is_read_by_its_mark_or_named(run: Aceten, tmp_path: Path) -> None:
    """A record in UTF-16, as PowerShell writes it, is read where its mark stands before it; without it, it is named as what it is."""
    file = tmp_path / "deal.txt"
    text = "zsiros/2 points=40,20\nA: A K\nB: 10 7\n1. A 10\n2. K 7\n"
    file.write_bytes(text.encode("utf-16"))
    assert run("replay", str(file)).status == 0
    for encoding in ("utf-16-le", "utf-16-be"):
        file.write_bytes(text.encode(encoding))
        done = run("replay", str(file))
        assert (done.status, done.err) == (2, f"error: {file}: UTF-16 without its mark; save it as UTF-8\n")


def test_a_record_is_read_out_of_a_letter() -> None:
    """Marks of quotation before its lines, and fences around them, bear on nothing; two cards with a slash between them begin no deal."""
    text = "zsiros/2 points=40,20\nA: A K\nB: 10 7\n1. A/10\n2. K/7\n"
    [plain] = aceten.read_records(text)
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    for letter in (
        quoted,
        f"```\n{text}```\n",
        f"```text\n{text}```\n",
        quoted.replace("> ", ">> "),
        quoted.replace("> ", ">"),
    ):
        assert [*aceten.read_records(letter)] == [plain], letter
    [deal, again] = aceten.read_records(quoted + quoted)
    assert deal == again == plain
    [match] = aceten.read_records("> Match: zsiros/2\n> Dealer: A\n")
    assert isinstance(match, aceten.MatchRecord)


def test_a_review_of_text_says_what_went_wrong(run: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``review`` takes what people type, reviews every record in a file, and shows what they noted beside the actions."""
    monkeypatch.chdir(tmp_path)
    deal = "zsiros/2 points=40,20\nA: A K\nB: T 7\n1. K T ; greedy?\n2. A 7\n"
    (tmp_path / "deals.txt").write_text(f"{deal}zsiros/2\nA: AK\n{deal}", encoding="utf-8")
    done = run("review", "deals.txt")
    assert done.status == 1
    assert done.out.count("greedy?") == 2
    assert "line 6: the hand of B is missing" in done.err
    numbers = [msgspec.json.decode(line) for line in run("review", "deals.txt", "--json").out.splitlines()]
    assert len(numbers) == 2
    (tmp_path / "false.txt").write_text("zsiros/2 points=40,20\nA: A K\nB: T 7\n1. A 9\n", encoding="utf-8")
    false = run("review", "false.txt")
    assert false.status == 1
    assert "line 4: 9: " in false.err


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "text",
    [
        "[" * 900_000,
        "zsiros/2\n" + "=[" * 400_000,
        "zsiros/2\nA: " + "(" * 900_000,
        'zsiros/2\nA: AK\nB: T7\n1. "' + "[" * 900_000,
        "zsiros/2\n" * 5_000,
        "{" + '"type" ' * 100_000,
        "Match: zsiros/2 x\n" * 5_000,
        "; note\n" * 100_000,
        "a" * 900_000 + "/2",
        "a " * 400_000 + ": A",
        "zsiros/2\nResult: " + "1 " * 400_000,
    ],
    ids=lambda text: text[:20],
)
def test_hostile_files_take_no_longer_than_others(text: str) -> None:
    """Whatever stands in a megabyte is refused: what would look at it again for each character does not come to an end."""
    assert all(isinstance(found, RecordError) for found in aceten.read_records(text))


def test_who_is_not_named_goes_by_his_letter() -> None:
    """The first players may be named, and the others be letters, which are their names then, in both forms."""
    [record] = aceten.read_records("zsiros/2 points=40,20\nAnna: A K\nB: T 7\n1. A T\n2. K 7\n")
    assert isinstance(record, aceten.Record)
    assert record.annotations.players == ("Anna", "B")
    for written in (str(record), aceten.record_as_text(record)):
        assert [*map(str, aceten.read_records(written))] == [str(record)]
