"""Position lines of games with suit tricks: what is wrong with the wrong ones, and what the right ones say."""

import re
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import pytest
from support.texts.position_lines import impossible, unreadable

from aceten import Suit, SuitState, card, load, parse, parse_action
from aceten_spec import load_shipped, parse_cards

DEAL: Final = "sixty-six/2 hands=AcKcQcJcTc9c,AsKsQsJsTs9s talon=AhKhQhJhTh9hAdKdQdJdTd9d lead=0"
"""All cards are in play, and the nine of diamonds is turned up."""

LATER: Final = "sixty-six/2 hands=AcQcJcJdTc9h,AsKsQsJsTs9s talon=KhQhJhThAdKdQdTd9dAh lead=0 taken=Kc9c,-"
"""Seat 0 has taken a trick, and the ace of hearts is turned up."""

UNDRAWN: Final = "sixty-six/2 hands=AcKcQcJcTc,AsKsQsJsTs talon=AhKhQhJhTh9hAdKdQdJdTd9d lead=0 taken=9c9s,-"
"""Seat 0 has taken the first trick, and nobody has drawn yet."""

LAST: Final = "sixty-six/2 hands=AhKh,QhTh lead=0 trump=h"
"""Everybody has two cards, and there is no talon; 28 card points are in play, and ten tricks have been taken."""

AUCTION: Final = "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=1"
"""Nobody has bid yet; seat 1 begins."""

PLAIN: Final = "einwerfen/4 hands=TsTd9s9d8s8d7s7d,AcAhKcKhQcQhJcJh,TcTh9c9h8c8h7c7h,AsAdKsKdQsQdJsJd lead=1"
"""All cards are dealt, and the card that was cut is not told."""
SHOWN: Final = (
    "sueca/4 hands=KdQdJd7d6d5d4c4d3d2d,AcAdKcQcJc7c6c5c3c2c,AsKsQsJs7s6s5s4s3s2s,AhKhQhJh7h6h5h4h3h2h lead=1 trump=c"
)
"""All cards are dealt, and which was the last is not told."""

NO_TRUMP: Final = "tausendeins/2 hands=KsQsJcJsTc9c,AcAsKcQc8c7c talon=Ts9s8s7sAhKhQhJhTh9h8h7hAdKdQdJdTd9d8d7d lead=1"
"""Trumps come with the first marriage."""


class Impossible(NamedTuple):
    """A position that cannot come about."""

    line: str
    """The position line."""
    key: str
    """The key that is to blame."""
    problem: str
    """The whole of what is said of it."""


def impossible_by(text: str) -> tuple[Impossible, ...]:
    """Read positions from lines, and below each, indented, the key that is to blame and what is said of it."""
    found = re.findall(r"^([^\s#].*)\n {2}(\w+): ((?:.+\n)(?: .+\n)*)", text, re.MULTILINE)
    return tuple([Impossible(line, key, " ".join(problem.split())) for line, key, problem in found])


IMPOSSIBLE: Final = impossible_by(
    Path(__file__)
    .with_name("impossible_suit_positions.txt")
    .read_text(encoding="utf-8")
    .format(DEAL=DEAL, LATER=LATER, LAST=LAST, AUCTION=AUCTION, PLAIN=PLAIN, SHOWN=SHOWN, NO_TRUMP=NO_TRUMP)
)


@pytest.mark.parametrize("wrong", IMPOSSIBLE, ids=lambda wrong: f"{wrong.key}-{wrong.problem[:40]}")
def test_a_position_that_cannot_come_about(wrong: Impossible) -> None:
    """A position that no play leads to is refused at the key that is to blame, with what is wrong there."""
    impossible(wrong.line, wrong.key, wrong.problem)


@pytest.mark.parametrize(
    ("word", "problem", "expected"),
    [
        ("trump=x", "trump is 'x'", "a suit: c s h d"),
        ("trump=none", "trump is 'none'", "a suit: c s h d, or its name, such as hearts"),
        (
            "closed=0,0",
            "closed is '0,0'",
            "the seat that closed, the points that the other side had then, and each side's tricks",
        ),
        ("closed=2,0,0,0", "closed is '2,0,0,0'", "such as 0,17,2,1"),
        ("closed=-", "closed is '-'", "such as 0,17,2,1"),
        ("melds=20", "'20'", "for each of the 2 sides"),
        ("shown=Kc", "shown has 1 of 2 parts", "cards of each hand, separated by commas"),
        ("claim=2", "claim is '2'", "a seat, A to B or 0 to 1"),
        ("bids=0", "bids is '0'", "numbers, and - for a pass, such as 60,-,66"),
        ("bids=60,", "bids is '60,'", "numbers, and - for a pass"),
        ("bid=66", "bid is '66'", "a seat and what it bid, such as 0,66"),
        ("bid=2,66", "bid is '2,66'", "a seat and what it bid"),
        ("score=1,2,3", "'1,2,3'", "for each of the 2 sides"),
        (
            "lone=0",
            "'lone' is neither a key nor an option of sixty-six",
            "trump, closed, melds, waiting, shown, claim, bids, bid, score",
        ),
    ],
)
def test_what_cannot_be_read(word: str, problem: str, expected: str) -> None:
    """What has not the form that its key asks for is refused where it stands, with an example of that form."""
    line = f"sixty-six/2 hands=Ah,Kh {word}"
    at = line.index(word) if word.startswith("lone") else line.index("=", line.index(word)) + 1
    unreadable(line, " " * at + "^", problem, expected)


def suits(line: str) -> SuitState:
    """Read a position of a game with suit tricks."""
    state = parse(line)
    assert isinstance(state, SuitState)
    return state


def test_a_new_deal() -> None:
    """The suit of the turn-up is trump, and nothing has been shown, closed or claimed."""
    state = suits(DEAL)
    assert (state.trump, state.closed, state.melds, state.shown) == (Suit.DIAMONDS, None, (0, 0), ((), ()))
    assert (state.leader, state.turn, state.dealer, state.tricks) == (0, 0, 1, (0, 0))
    assert (state.claimant, state.bids, state.contract, state.scores) == (None, (), None, (0, 0))
    assert str(state) == DEAL
    assert str(suits(f"{DEAL} trump=d melds=0,0 shown=-,-")) == DEAL


ROUND_TRIPS: Final = (
    DEAL,
    f"{DEAL} close=after_drawing",
    f"{DEAL} closed=0,0,0,0",
    f"{LATER} melds=20,0 shown=Qc,-",
    UNDRAWN,
    f"{UNDRAWN} closed=0,0,1,0",
    f"{UNDRAWN.replace('Qc', '')} trick=Qc closed=0,0,1,0 melds=20,0 shown=Kc,-",
    "sixty-six/2 hands=AhKh,QhTh lead=0 points=20,72 tricks=5,5 trump=h shown=-,Qh",
    "sixty-six/2 hands=AhKh,QhTh lead=0 points=20,72 tricks=5,5 trump=h claim=0",
    "sixty-six/2 hands=AhKh,QhTh lead=0 points=20,72 tricks=5,5 trump=h claim=1 claiming=automatic",
    "sixty-six/2 hands=-,- lead=0 points=60,60 tricks=6,6 trump=h",
    "sixty-six/2 hands=-,- lead=0 points=60,60 tricks=6,6 trump=h claim=-",
    "schnapsen-book/2 hands=AcKcQcJcTc,AsKsQsJsTs talon=AhKhQhJhThAdKdQdTdJd lead=1",
    f"{PLAIN} trump=h",
    f"{PLAIN} trump=h shown=-,Ah,-,- cut_card=known",
    f"{SHOWN} shown=4c,-,-,-",
    "sueca/4 hands=Kd4d,Qd,Jd,3d lead=1 trick=Qh2h5h trump=d shown=4d,-,-,- dealer=0",
    "sueca/4 hands=Ad,Qd,Jd,4d lead=0 trump=d taken=AhKhQh7h,- points=27,77 tricks=1,8",
    "einwerfen/4 hands=Ah,Ks,QhJs,Jh9s lead=0 trick=TsQs trump=c",
    "einwerfen/4 hands=-,-,-,- lead=0 points=61,59 tricks=4,4 trump=c",
    AUCTION,
    f"{AUCTION} bids=60,-,-,66",
    f"{AUCTION} bids=-,-,-,-",
    f"{AUCTION} bid=1,66",
    f"{AUCTION} trump=h bid=1,66",
    "auction-sixty-six/4 hands=Ah,Kh,Qh,Jh lead=2 trump=s bid=1,130 melds=20,40",
    NO_TRUMP,
    f"{NO_TRUMP} score=930,800",
    "sixty-six/2 hands=9c9s,AhKh lead=1 trump=h points=50,55 tricks=6,4 melds=20,0 waiting=20,0 meld_counts=next_trick",
    "tausendeins/2 hands=Ac,Ks lead=1 points=55,50 tricks=8,7 trump=h melds=60,0 score=900,800",
    "tausendeins/2 hands=Ac,Ks lead=1 points=55,50 tricks=8,7 trump=h melds=60,0 claim=1 score=900,800",
)


@pytest.mark.parametrize("line", ROUND_TRIPS)
def test_a_position_is_read_and_written_again(line: str) -> None:
    """What a line says is all there in its state: written again it is a line of the same state, and that is written alike."""
    state = parse(line)
    written = str(state)
    assert parse(written) == state
    assert str(parse(written)) == written
    assert {word for word in written.split() if not word.startswith("hands=")} == {
        word for word in line.split() if not word.startswith("hands=")
    }


@pytest.mark.parametrize(("key", "values"), [("melds", ("0,0", "20,0")), ("closed", (None, "0,0,0,0", "1,0,0,0"))])
def test_positions_that_differ_in_one_thing(key: str, values: tuple[str | None, ...]) -> None:
    """Two positions of which one thing is told otherwise are two states."""
    start = LATER if key == "melds" else DEAL
    states = {parse(start if value is None else f"{start} {key}={value}") for value in values}
    assert len(states) == len(values)


def test_the_turn_in_an_auction() -> None:
    """Bidding goes round from the player after the dealer; who has bid the most names trumps and leads."""
    assert [suits(f"{AUCTION}{bids}").turn for bids in ("", " bids=60", " bids=60,-", " bids=60,-,66,-,70")] == [
        1,
        2,
        3,
        2,
    ]
    assert suits(f"{AUCTION} dealer=0").turn == 1
    assert suits(f"{AUCTION} bids=-,-,-,-").turn is None
    named = suits(f"{AUCTION.replace('lead=1', 'lead=3')} bid=3,66")
    assert (named.turn, named.naming, named.bidding) == (3, True, False)
    assert [str(action) for action in named.legal] == ["trump:c", "trump:s", "trump:h", "trump:d"]


def test_the_turn_after_the_last_trick() -> None:
    """When all cards are played and claims are called, the winner of the last trick is asked; a dash says that he has not claimed."""
    line = "sixty-six/2 hands=-,- lead=1 points=60,60 tricks=6,6 trump=h"
    assert (suits(line).turn, suits(line).asking) == (1, True)
    assert suits(line).play(parse_action("pass")) == suits(f"{line} claim=-")
    assert suits(line).play(parse_action("claim")) == suits(f"{line} claim=1")
    assert suits(f"{line} claim=-").turn is None


def test_the_winner_of_a_trick_before_anybody_draws() -> None:
    """Hands that are one card short while the talon lies there are those of a trick after which its winner may close."""
    state = suits(UNDRAWN)
    assert (state.turn, state.drawing) == (0, True)
    assert [str(action) for action in state.legal] == ["close", "draw", "claim"]
    drawn = state.play(parse_action("draw"))
    assert drawn.hands == (parse_cards("AcAhKcQcJcTc"), parse_cards("AsKsKhQsJsTs"))


def test_what_was_shown_stays_known() -> None:
    """A card that was shown is told until it is played, and cards of one who has not been seen are not."""
    state = suits(f"{LATER} melds=20,0 shown=Qc9h,-")
    assert state.shown == (parse_cards("Qc9h"), ())
    assert state.play(parse_action("Qc")).shown == ((card("9h"),), ())


def test_deals_are_written_as_positions() -> None:
    """A deal of every game with suit tricks is a position, with what was cut and what the score is."""
    for name, further in (("einwerfen", "trump=s"), ("tausendeins", "score=100,200")):
        game = load(name)
        deck = tuple(game.pack.cards)
        state = game.deal(
            deck=deck,
            cut=card("As") if game.cuts else None,
            scores=(100, 200) if game.scores_matter else None,
        )
        assert further in str(state)
        assert parse(str(state)) == state


def test_a_shown_card_that_is_exchanged_is_shown_no_more() -> None:
    """A queen of a marriage that goes to the talon is not among the cards of the hand that all know; the turn-up is."""
    book = load_shipped("sixty-six")
    rules = msgspec.structs.replace(book.parameters, exchange="Q", exchange_min_stock=2)
    game = msgspec.structs.replace(book, id="queens", parameters=rules)
    line = "queens/2 hands=KcQc9hJhTh9d,AsKsQsJsTs9s talon=KhQhAhKdQdTdAdJd9cAcTcJc lead=0"
    state = parse(line, rules=game)
    state = state.play(parse_action("meld:Kc")).play(parse_action("9s")).play(parse_action("draw"))
    assert isinstance(state, SuitState)
    assert card("Qc") in state.shown[0]
    after = state.play(parse_action("exchange"))
    assert isinstance(after, SuitState)
    assert card("Qc") in after.talon
    assert card("Qc") not in after.shown[0]
    assert parse(str(after), rules=game) == after
