"""Lines in which cards are hidden: what one seat sees, as text."""

from __future__ import annotations

import pytest

import aceten
from aceten import NotationError, PositionError, View, parse, parse_state, worlds
from aceten_spec.speech import speaking


def seen(line: str) -> View:
    """Return the view of a line."""
    view = parse(line)
    assert isinstance(view, View)
    return view


def test_hidden_cards_are_counted() -> None:
    """A question mark stands for each card that is not seen, in hands after those that are, in the talon before them."""
    view = seen("zsiros/4 hands=A97K,K???,????,???? talon=???????????????Th lead=0 seat=0")
    assert view.hand_sizes == (4, 4, 4, 4)
    assert view.talon_size == 16
    assert [str(card) for card in view.known[1]] == ["K"]
    assert [str(card) for card in view.known_talon] == ["Th"]
    assert len(view.unseen) == 32 - 4 - 1 - 1
    assert [str(action) for action in view.legal] == ["A", "K", "9", "7"]
    assert str(view) == "zsiros/4 hands=AK97,K???,????,???? talon=???????????????Th lead=0 seat=0"


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("zsiros/2 hands=AK97,???? talon=???? lead=0", "zsiros/2 hands=AK97,???? talon=???? lead=0 seat=0"),
        ("zsiros/2 hands=????,AK97 talon=???? lead=A", "zsiros/2 hands=????,AK97 talon=???? lead=0 seat=1"),
        (
            "zsiros/2 hands=AK97,???? lead=0 has=B:T7 not=B:A,B:K seat=A",
            "zsiros/2 hands=AK97,T7?? lead=0 seat=0 not=1:AK",
        ),
        ("zsiros/2 hands=AK,97 lead=0 seat=0", "zsiros/2 hands=AK,97 lead=0 seat=0"),
        (
            "sixty-six/2 hands=AcTcKcQcJc9h,?????? talon=???????????Ah lead=0",
            "sixty-six/2 hands=AcKcQcJcTc9h,?????? talon=???????????Ah lead=0 seat=0",
        ),
        (
            "ristiklappi/4 hands=9843,?????,????,???? talon=??????? lead=0 trick=KK2T drawn=?",
            "ristiklappi/4 hands=9843,?????,????,???? talon=??????? lead=0 seat=0 trick=KK2T drawn=?",
        ),
        (
            "sixty-six/2 hands=?????,AsKsQsJsTs talon=???????????9h lead=0 taken=9c9s,- closed=A,?,1,0",
            "sixty-six/2 hands=?????,AsKsQsJsTs talon=???????????9h lead=0 seat=1 taken=9c9s,- closed=0,?,1,0",
        ),
        (  # a marriage of who has taken nothing does not count yet
            "sixty-six/2 hands=AhKdJdTs9d,Qs???? talon=???????????Jh lead=0 seat=0 taken=AsKs,- closed=0,?,1,0 melds=0,20 shown=-,Qs",
            "sixty-six/2 hands=AhKdJdTs9d,Qs???? talon=???????????Jh lead=0 seat=0 taken=AsKs,- closed=0,?,1,0 melds=0,20 shown=-,Qs",
        ),
    ],
)
def test_a_line_comes_back(line: str, written: str) -> None:
    """What is written is read again as the same view."""
    view = seen(line)
    assert str(view) == written
    assert seen(written) == view


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("zsiros/2 hands=A?K7,???? lead=0 seat=0", "'?' stands for a card that is not seen"),
        ("zsiros/2 hands=????,???? lead=0", "hidden cards, and nobody who sees the others"),
        ("zsiros/4 hands=AK,97,??,?? lead=0", "hidden cards, and nobody who sees the others"),
        (
            "zsiros/2 hands=A??,??? lead=0 seat=0",
            "the line is what A sees, and 2 cards of A are hidden; expected every card in the hand of A",
        ),
        ("zsiros/2 hands=AK,?? lead=0 has=B:KQJ", "beside the cards that are named already"),
        ("zsiros/2 hands=AK,?? lead=0 has=KQ", "has is 'KQ'"),
        ("zsiros/2 hands=AK,?? lead=0 not=C:K", "'C' is no seat of zsiros/2"),
        ("zsiros/2 hands=AK,?? lead=0 not=CK", "not is 'CK'"),
        ("zsiros/2 hands=AK,?? lead=0 not=A:A", "A sees all cards of A"),
        ("zsiros/2 hands=AK,?? lead=0 not=B:5", "five is in no pack of zsiros/2"),
        ("zsiros/2 hands=AK,?? lead=0 has=B:Th not=B:Th", "B holds the ten of hearts"),
    ],
)
def test_what_cannot_be_read_is_refused(line: str, told: str) -> None:
    """The error says what is wrong, and where."""
    with pytest.raises(NotationError, match=None) as error:
        parse(line)
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("zsiros/2 hands=AAAA,???? lead=0 has=B:A", "5 cards of rank ace"),
        ("zsiros/2 hands=AAKK,??? lead=1 trick=9 not=B:AKQJT987", "leaves no room"),
        ("zsiros/4 hands=A97K,????,????,???? talon=?????????????????????? lead=0", "hidden cards, and only"),
        ("zsiros/2 hands=AK,?? lead=0 points=80,0", "does not count so many points"),
        ("zsiros/2 hands=AK97,?? lead=0", "hands"),
        # What is captured is not told, and so the cards that are named come first.
        (
            "schnapsen/2 hands=AcKcJc,??? lead=0 trump=h points=40,45 tricks=3,4 has=B:Ac",
            "the ace of clubs is there 2 times",
        ),
        (
            "schnapsen/2 hands=AcKcJc,??? lead=0 trump=h points=40,45 tricks=3,4 has=B:9c",
            "nine is there, and the pack has none",
        ),
        # A holds three kings, and the turn-up is the fourth one's suit: nobody else can have shown a marriage.
        (
            "schnapsen/2 hands=KcKsKd,??? lead=0 trump=h points=40,45 tricks=3,4 melds=0,20",
            "kings and queens do not lie so",
        ),
        (
            "sedmice/4 hands=AT,??,??,?? lead=0 partner_peek=on",
            "A sees the hand of C, too; hidden in it: 2",
        ),
        # Everybody sees the turn-up, also when the talon is closed.
        ("schnapsen/2 hands=AhKhQhTcJc,????? talon=?????????? lead=0", "the turn-up lies open"),
        ("sixty-six/2 hands=AhKhQh,??? talon=?? lead=0 trump=h seat=0 closed=0,0,1,0", "the turn-up lies open"),
        # B did not follow the lead of hearts, and has hearts alone.
        ("einwerfen/4 hands=Ac,?,??,?? lead=0 trick=Kh seat=0", "hands"),
        (
            "einwerfen/4 hands=AcKc,??,?,? lead=2 trick=Ah9c has=D:Kh seat=0 points=60,20 tricks=3,3 trump=d",
            "could not play",
        ),
    ],
)
def test_what_no_deal_fits_is_refused(line: str, told: str) -> None:
    """A position that nothing can come to is refused, whatever the hidden cards are."""
    with pytest.raises(PositionError) as error:
        parse(line)
    assert told in str(error.value)
    assert line in str(error.value)


def test_what_is_known_of_hidden_cards_besides() -> None:
    """Cards that are named stay so where all are; the card of who plays alone is captured once it is known who that is."""
    assert worlds(seen("zsiros/2 hands=AK,?? lead=0 points=40,20 has=B:T9")).count == 1
    one, more = (seen(f"zsiros/2 hands=AK9,??? lead=0 has=B:K{rest}") for rest in (" not=B:K", ""))
    assert {sum(card.rank == aceten.Rank.KING for card in state.hands[1]) for state in worlds(one).drawn(50)} == {1}
    assert (worlds(one).count or 0) < (worlds(more).count or 0)
    lone = seen("sedma-three/3 hands=Qd,?,Qc lead=1 seat=0 lone=0")
    assert worlds(lone).count == 27
    assert aceten.card("Kh") not in {card for state in worlds(lone).drawn(100) for card in state.hands[1]}


def test_whoever_needs_every_card_says_so() -> None:
    """Where a state is needed, a line with hidden cards is refused with what to do instead."""
    with pytest.raises(PositionError, match="aceten advise"):
        parse_state("zsiros/2 hands=AK,?? lead=0")


def test_what_did_not_follow_is_not_held() -> None:
    """D played a club to the lead of hearts, so D has no heart; that is used without being said."""
    view = seen("einwerfen/4 hands=AcKc,??,?,? lead=2 trick=Ah9c seat=0 points=60,20 tricks=3,3 trump=d")
    assert view.turn == 0
    hearts = {card for state in worlds(view).drawn(50) for card in state.hands[3] if card.suit == aceten.Suit.HEARTS}
    assert not hearts


def test_contradictions_are_told_in_other_languages() -> None:
    """What is wrong with hidden cards is said in the language in force."""
    with speaking("hu"), pytest.raises(PositionError) as error:
        parse("zsiros/2 hands=AK,?? lead=0 points=80,0")
    assert "whatever" not in str(error.value)
