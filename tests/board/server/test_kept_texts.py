"""Texts that go into the board and come out of it keep what people keep beside the play."""

import msgspec
import pytest

import aceten
from aceten import AcetenError, Annotations, MatchRecord, Note
from aceten.conformance.vectors import make_match
from aceten_board.bodies import AskedDeals, AskedText, Found
from aceten_board.kept_files import read, record
from aceten_spec import load_shipped

DEAL = (
    "zsiros/2 points=40,20\nPlayers: Anna, Béla\nDate: 1999\n; gift\nA: A K\nB: T 7\n1. K T @0:10 ; greedy?\n2. A 7\n"
)


def taken_back(found: Found, **further: object) -> str:
    """Return the record that the board writes of what it has read, as the page asks for it."""
    asked = {"deals": msgspec.to_builtins(found.deals), **further}
    return record(msgspec.convert(asked, AskedDeals)).text


def test_a_deal_comes_back_with_what_is_kept() -> None:
    """A record that people typed leaves the board as JSON Lines with names, date, notes and clock."""
    [deal] = aceten.read_records(DEAL)
    found = read(AskedText(DEAL))
    assert found.about == "A Anna, B Béla\n1999\ngift"
    assert taken_back(found) == str(deal)
    [seen] = aceten.read_records(taken_back(found, seat=1))
    assert isinstance(seen, aceten.SeenRecord)
    assert seen.annotations == Annotations(players=("Anna", "Béla"), date="1999", notes=(Note(2, clock="0:10"),))


def test_a_match_comes_back_with_what_is_kept() -> None:
    """So does a match, and each of its deals."""
    match = aceten.read_match(make_match(load_shipped("zsiros")))
    kept = Annotations(players=tuple("PQRS"), comment="ours")
    first, *others = match.deals
    deals = (msgspec.structs.replace(first, annotations=Annotations(notes=(Note(1, "so"),))), *others)
    match = msgspec.structs.replace(match, annotations=kept, deals=deals)
    [back] = aceten.read_records(taken_back(read(AskedText(aceten.record_as_text(match)))))
    assert isinstance(back, MatchRecord)
    assert back == match


def test_notes_to_what_was_not_played_are_left_out() -> None:
    """Of a line of play that is shorter, no more is kept than belongs to it."""
    found = read(AskedText(DEAL))
    [deal] = found.deals
    shorter = msgspec.structs.replace(found, deals=(msgspec.structs.replace(deal, actions=deal.actions[:1]),))
    assert "greedy" not in taken_back(shorter)
    assert "gift" in taken_back(shorter)


def test_a_bad_record_among_others_is_told_of() -> None:
    """The others are on the board all the same; where there is no other, the text is refused."""
    found = read(AskedText(f"{DEAL}zsiros/2\nA: AK\n{DEAL}"))
    assert len(found.deals) == 2
    assert found.problems == ("line 9: the hand of B is missing; of no cards it is -",)
    with pytest.raises(AcetenError, match="the hand of B"):
        read(AskedText("zsiros/2\nA: AK\n"))
    with pytest.raises(AcetenError, match="the board holds"):
        read(AskedText("zsiros/2\nA: AK\nB: T7\nPoints: 40,20\n" * 300))
    seen = str(aceten.Record((aceten.parse_state("zsiros/2 hands=AK,T7 points=40,20"),)).seen_by(0))
    assert read(AskedText(seen)).seat == 0
    assert len(read(AskedText(DEAL + seen)).problems) == 1


def test_what_strangers_put_beside_a_deal_is_looked_at() -> None:
    """What the page sends back is held against the same limits as a file."""
    [deal] = read(AskedText(DEAL)).deals
    for kept in (Annotations(comment="\x1b[2J"), Annotations(players=("A",)), Annotations(date="x" * 300)):
        with pytest.raises(AcetenError):
            record(AskedDeals((msgspec.structs.replace(deal, kept=kept),)))
