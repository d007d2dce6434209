"""Records as people type them: the same as JSON Lines, for every game and option, whatever is kept beside the play."""

import msgspec
import pytest
from support.games.kept_records import Played, read_one, record_of_chance, ways_to_play
from support.slices import TURN, in_turn

import aceten
from aceten import MatchRecord
from aceten.conformance.vectors import make_match
from aceten_spec import Card, Rank, Suit, card_of, load_shipped, shipped
from aceten_spec.names import rank_name, suit_name
from aceten_spec.speech import LANGUAGES, speaking

WAYS = tuple(ways_to_play())


@pytest.mark.parametrize("way", in_turn(WAYS, 20), ids=str)
def test_text_and_record_say_the_same(way: Played) -> None:
    """A deal is read from its text, in any language, as from its JSON Lines, with all that is kept beside it; so is what a seat saw."""
    record = record_of_chance(way, TURN)
    text = aceten.record_as_text(record)
    for language in LANGUAGES:
        with speaking(language):
            assert read_one(text) == record, text
    assert read_one(str(record)) == record
    seen = record.seen_by(TURN % way.players)
    assert read_one(aceten.record_as_text(seen)) == seen
    assert read_one(str(seen)) == seen


@pytest.mark.parametrize("game", in_turn(shipped(), 6))
def test_a_match_as_text(game: str) -> None:
    """A match of every game is read from its text as it was, with what is kept beside it and its deals."""
    match = aceten.read_match(make_match(load_shipped(game)))
    kept = aceten.Annotations(comment="one; two", date="today", place="here", ending="well played")
    first, *others = match.deals
    match = msgspec.structs.replace(
        match, annotations=kept, deals=(msgspec.structs.replace(first, annotations=kept), *others)
    )
    found = read_one(aceten.record_as_text(match))
    assert isinstance(found, MatchRecord)
    assert found == match
    assert read_one(str(match)) == match


def spellings(card: Card) -> list[str]:
    """Return a card as people write it, each with what separates it from others."""
    suit, rank = card.suit, card.rank
    assert suit is not None
    sign, pip, number = suit.letter, "♣♠♥♦"["cshd".index(suit.letter)], "10" if rank is Rank.TEN else rank.letter
    names = [
        f"{rank_name(rank, style='french')} of {suit_name(suit, style='french')}",
        f"{suit_name(suit, style='german', language='hu')} {rank_name(rank, style='german', language='hu')}",
        f"{suit_name(suit, style='french', language='de')}-{rank_name(rank, style='french', language='de')}",
    ]
    signs = [
        f"{number}{sign}",
        f"{sign.upper()}{number}",
        f"{pip}{number}",
        f"{number}{pip}",
        f"{number}{sign}".lower(),
    ]
    return [*signs, *names]


FORMS = len(spellings(card_of(Rank.ACE, Suit.HEARTS)))


@pytest.mark.parametrize("form", range(FORMS))
@pytest.mark.parametrize("game", ["schnapsen", "zsiros", "tausendeins", "einwerfen"])
def test_every_notation_says_the_same(game: str, form: int) -> None:
    """A deal whose hands, talon and tricks are written in any notation is the deal that it is in the canonical one."""
    book = load_shipped(game)
    players = book.parameters.players[0]
    states = [aceten.load(game, players=players).deal(seed=TURN)]
    while states[-1].turn is not None and len(states) < 30:
        states.append(states[-1].play(states[-1].legal[-1]))
    record = aceten.Record(tuple(states))
    assert read_one(spelt(aceten.record_as_text(record), form)) == record


def spelt(text: str, form: int) -> str:
    """Return a record whose cards are written in one of the forms, with commas between them."""
    lines: list[str] = []
    for line in text.splitlines():
        words = line.replace(", ", ",").split(" ")
        told, cards = list[str](), list[str]()
        for word in words:
            card = aceten.card(word) if len(word) == 2 and word[0] in "AKQJT98765432" and word[1] in "cshd" else None
            if card is not None:
                cards.append(spellings(card)[form])
            elif cards:
                cards.append(word)
            else:
                told.append(word)
        lines.append(" ".join([*told, ", ".join(cards)]))
    return "\n".join(lines)
