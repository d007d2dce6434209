"""Lines in which cards are hidden: what one seat sees, as text."""

from importlib import import_module

import msgspec
import pytest

import aceten
from aceten import NotationError, PositionError, Suit, View, parse, parse_state, worlds
from aceten.deals.shuffling import split_mix
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


# --- What play has shown ---


def after(line: str, *actions: str) -> View:
    """Return what A sees after some actions."""
    state = aceten.parse_state(line)
    for action in actions:
        state = state.play(aceten.parse_action(action))
    return state.view(0)


EINWERFEN = "einwerfen/4 hands=AhKhQs,KcQcJc,JhTh9h,AsKsTs trump=d points=28,28 tricks=3,2"
"""B and D have no hearts."""
ZSIROS = "zsiros/2 hands=AK97,JJT8 talon=QQJ888 lead=1 points=40,20 tricks=7,2"
"""B leads a ten with which he cannot go on."""


def test_a_line_remembers_who_could_not_follow() -> None:
    """Who did not follow suit has none of it, in the line as in the view; the same deals fit both."""
    view = after(EINWERFEN, "Ah", "Jc", "Jh", "Ts")
    assert str(view).endswith(" trump=d not=1:QhTh9h8h7h,3:QhTh9h8h7h")
    assert worlds(view).count == worlds(seen(str(view))).count == 159_048
    assert seen(str(view)) == view
    assert worlds(view.present).count == 344_790
    assert seen(str(view.present)) == view.present != view


def test_a_line_remembers_what_was_held_before_cards_were_drawn() -> None:
    """Of a hand to which cards have come since a line says what was known of it, and what it has lost and drawn."""
    view = after(ZSIROS, "T", "7", "K", "J")
    assert str(view).endswith(" past=1:~T7+1-J+1")
    assert seen(str(view)) == view
    line, other = (seen(f"zsiros/2 hands=AK97,???? lead=0 past=B:{past}") for past in ("^7-9+1", "^7-9+2"))
    assert (worlds(line).count, line == other) == (None, False)
    assert any("7" in map(str, world.hands[1]) for world in worlds(line).drawn(20))


def test_a_card_that_was_seen_to_be_drawn_is_none_that_was_known() -> None:
    """Who may spice the trick has drawn a card; whoever saw that knows that it is none of those that were in the hand before."""
    line = "ristiklappi/2 hands=AATQ,532?? talon=????????????????????? lead=1 seat=0 trick=35 drawn=?"
    open_ways, apart = worlds(seen(line)).count, worlds(seen(f"{line} past=B:+1")).count
    assert open_ways is not None
    assert apart == open_ways * 2 // 5
    assert " past=1:+1" in str(seen(f"{line} past=B:+1"))
    assert seen(str(seen(f"{line} past=B:+1"))) == seen(f"{line} past=B:+1") != seen(line)


def test_a_line_that_would_be_too_long_says_that_it_is_less() -> None:
    """What a line cannot hold is left out, what is said of earlier moments first, and the line is marked as less than what is known."""
    view = seen("zsiros/2 hands=AK97,???? talon=???? lead=0 taken=99,- not=1:K past=1:^KQJ87T-9~KQJ87T+1")
    long = msgspec.structs.replace(view, past=((), view.past[1] * 250))
    assert str(long) == "zsiros/2 hands=AK97,???? talon=???? lead=0 seat=0 taken=99,- not=1:K partial=yes"
    assert seen(str(long)).partial
    assert str(seen(str(long))) == str(long)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("past=A:~7", "A sees all cards of A"),
        ("past=B:~7,1:~8", "B is there twice"),
        ("past=B:7", "'7'; expected ~ or ^ with cards, - with one card, or + with a number, such as ~7-9+1"),
        ("past=B:~", "'~'; expected ~ or ^ with cards"),
        ("past=B:~7-98", "'-98'; expected ~ or ^ with cards"),
        ("past=B:~7+0", "'+0'; expected ~ or ^ with cards"),
        ("past=B:~2", "the two is in no pack of zsiros/2"),
        ("past=B:~7-T", "the ten has been played, and lies nowhere; expected taken= with the cards that were captured"),
        ("past=B:^7+4", "more cards came to B than B has held since"),
        ("past=B:~7+5", "more cards came to B than B has held since"),
        (f"past=B:{'~7' * 301}", "301 steps of B; expected at most 300"),
        ("past=7", "past is '7'; expected seats with cards, such as B:7"),
        ("partial=no", "partial is 'no'; expected yes"),
    ],
)
def test_what_is_said_of_earlier_moments_has_to_be_possible(line: str, told: str) -> None:
    """An error says what is wrong with what a line says of earlier moments."""
    with pytest.raises(NotationError) as caught:
        parse(f"zsiros/2 hands=AK97,???? talon=???? lead=0 {line}")
    assert told in str(caught.value)


def test_what_no_hand_can_have_held_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no deal fits what is said of earlier moments, that is said in the end: nobody waits for ever."""
    with pytest.raises(PositionError, match="no deal fits"):
        worlds(seen("schnapsen/2 hands=AhKhQhJhTh,????? talon=?????????Tc lead=0 past=B:^AhKh+1"))
    apart = seen("schnapsen/2 hands=AhKhQhJhTh,????? talon=?????????Tc lead=0 past=B:^AsKs~AsKs+1")
    monkeypatch.setattr(import_module("aceten.hidden.worlds"), "TRIED", 300)
    with pytest.raises(PositionError, match="of 300 deals none fits what was known of hands earlier"):
        worlds(apart).sample(split_mix(0))


@pytest.mark.parametrize("choice", ["close", "draw"])
def test_a_log_may_begin_where_the_winner_is_about_to_draw(choice: str) -> None:
    """Whoever then closes or draws is followed like anybody else: who could not follow suit has none of it, and nothing is forgotten."""
    state = parse_state(
        "sixty-six/2 hands=AhThQdJd9d,AcKcQcJc9s talon=QsKhTcKsJsTsQhJhAdKdTd9c lead=0 taken=As9h,- tricks=1,0"
    )
    for action in (choice, "Ah", "9s" if choice == "draw" else "Ac"):
        state = state.play(action)
    view = state.view(0)
    assert not view.forgets
    if choice == "close":
        drawn = worlds(view).drawn(40)
        assert not any(card.suit is Suit.HEARTS for world in drawn for card in world.hands[1])
