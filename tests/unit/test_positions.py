"""Position lines: what is wrong with the wrong ones, and what the right ones say."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections import Counter
from typing import Final

import msgspec
import pytest
from support.texts.refused_lines import impossible, unreadable

from aceten import (
    SPICE,
    STOP,
    AcetenError,
    MatchingState,
    MatchingView,
    NotationError,
    PositionError,
    RulebookError,
    Side,
    card,
    load,
    parse,
    parse_action,
)
from aceten.memory import left_of
from aceten.naming import seat_name
from aceten_spec import format_cards, load_shipped, parse_cards, shipped
from aceten_spec.options import option_values


def matching(line: str) -> MatchingState:
    """Read a position of a game with matching tricks."""
    state = parse(line)
    assert isinstance(state, MatchingState)
    return state


NEW_DEAL = "zsiros/2 hands=AAAA,TTTT talon=KKKKQQQQJJJJ999988887777"
"""All cards are in play: nobody has played yet."""


# --- Lines that cannot be read ------------------------------------------------------------------------------------------


def test_an_unreadable_card() -> None:
    """What is no rank stands in the error, with its column and all ranks and suits that there are."""
    unreadable(
        "zsiros/4 hands=A,K,AZ,J",
        "                    ^",
        "'Z' is not a card rank",
        "a rank (A K Q J T 9 8 7 6 5 4 3 2;",
        "then its suit (c s h d) or none",
    )


def test_a_suit_before_its_rank() -> None:
    """A suit stands behind its rank."""
    unreadable("zsiros/4 hands=A,hK,Q,J", "                 ^", "'h' is not a card rank", "a rank (A K")


def test_a_blank_between_cards() -> None:
    """Cards that stand alone behind a blank are said to be that, rather than no key."""
    unreadable("zsiros/4 hands=A, K,Q,J", "                  ^", "a blank before 'K,Q,J'", "cards without blanks")


def test_points_that_are_nowhere() -> None:
    """Where so many tricks take every card that is not in play, no points are anywhere else."""
    with pytest.raises(PositionError) as caught:
        parse("zsiros/4 hands=AT77,JT97,KK87,AQJ9 points=20,10 tricks=2,2")
    assert caught.value.key == "points"
    assert "30 captured and 40 in play, of 80" in caught.value.problem
    assert parse("zsiros/4 hands=AT77,JT97,KK87,AQJ9 points=20,20 tricks=2,2").points == (20, 20)
    assert parse("zsiros/4 hands=AT77,JT97,KK87,AQJ9 points=20,10 tricks=2,1").points == (20, 10)


def test_what_players_write() -> None:
    """Names of games, cards and seats are read as players write them, and written as the grammar has them."""
    for line in (
        "Zsírozás/2 hands=áF10,k7B lead=B",
        "ZSIROS/2 hands=Á♥️O♣X,K7U lead=b dealer=a",
        "zsir/2 hands=AQT,7KJ lead=1",
    ):
        assert [str(card)[0] for hand in parse(line).hands for card in hand] == [*"AQTKJ7"]
        assert str(parse(line)).startswith("zsiros/2 ")
        assert parse(line).turn == 1
    trumps = parse("Schnapsen/2 hands=AhKh,QhJh tricks=4,4 points=50,50 trump=♥ lead=A")
    assert str(trumps) == "schnapsen/2 hands=AhKh,QhJh lead=0 points=50,50 tricks=4,4 trump=h"


def test_an_unseen_card() -> None:
    """Unseen cards come behind those of a hand that are seen, and before those of the talon."""
    unreadable("zsiros/4 hands=A,?K,?,?", "                 ^", "'?' stands for a card that is not seen", "a rank (A K")


def test_a_dash_among_cards() -> None:
    """A dash stands for no cards, so no card stands beside it."""
    unreadable("zsiros/4 hands=A,K-,Q,J", "                  ^", "'-' is not a card rank", "a rank (A K")


@pytest.mark.parametrize("line", ["zsiros/4 lead=0", "zsiros/4"])
def test_missing_hands(line: str) -> None:
    """A position has hands."""
    unreadable(line, " " * len(line) + "^", "no hands", "hands= with 4 hands")


@pytest.mark.parametrize(
    ("line", "given", "wanted"),
    [("zsiros/4 hands=A,K,Q", "3", "4"), ("zsiros/2 hands=A,K,Q,J", "4", "2"), ("zsiros/4 hands=A,K,Q,J,", "5", "4")],
)
def test_a_wrong_number_of_hands(line: str, given: str, wanted: str) -> None:
    """There is one hand for each seat."""
    unreadable(line, "               ^", "hands", given, wanted, "one hand for each seat", "separated by commas")


def test_a_wrong_number_of_sides() -> None:
    """There are captured cards of two sides."""
    line = "zsiros/4 hands=A,K,Q,J taken=99,99,-"
    unreadable(
        line, "                             ^", "taken", "3", "2", "the cards of each side", "separated by commas"
    )


@pytest.mark.parametrize("key", ["hands", "lead", "tie"])
def test_a_key_twice(key: str) -> None:
    """Every key and every option stands in a line once, even if both say the same."""
    value = {"hands": "A,K,Q,J", "lead": "1", "tie": "draw"}[key]
    line = f"zsiros/4 {key}={value} dealer=0"
    unreadable(f"{line} {key}={value}", " " * len(line) + " ^", f"a second {key}", "each key once")


@pytest.mark.parametrize("key", ["colour", "Lead", "trump", "hand", "rules"])
def test_an_unknown_key(key: str) -> None:
    """What is neither a key nor an option of the game is refused with all that are, also names of parameters that are no option."""
    unreadable(
        f"zsiros/4 hands=A,K,Q,J {key}=1",
        "                       ^",
        f"'{key}' is neither a key nor an option of zsiros",
        "hands, talon, lead, trick, taken, points, tricks, dealer, forfeit, leads, drawn, lone, resets, seat, has, not, past, partial, "
        + ", ".join(load_shipped("zsiros").options),
    )


@pytest.mark.parametrize("word", ["lead", "=1", "lead:1", "K,Z,J"])
def test_a_word_without_a_key(word: str) -> None:
    """Behind the game every word is key=value."""
    unreadable(
        f"zsiros/4 hands=A,K,Q,J {word}",
        "                       ^",
        f"'{word}' is not of the form key=value",
        "hands, talon, lead, trick, taken, points, tricks, dealer, forfeit, leads, drawn, lone, resets, "
        "trump, closed, melds, waiting, shown, claim, bids, bid, score, seat, has, not, past, partial, or an option",
    )


def test_a_key_without_a_value() -> None:
    """Behind a key stands something: no cards are a dash."""
    unreadable("zsiros/4 hands=A,K,Q,J talon= lead=0", "                             ^", "no value after 'talon='", "-")


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("tie=nobody", "one of: last_trick, draw"),
        ("calls=", "a value"),
        ("last_card_loses=K", "one of: none, 7"),
        ("target=0", "a whole number from 1 to 999999"),
        ("target=1000000", "a whole number from 1 to 999999"),
    ],
)
def test_a_value_that_an_option_does_not_have(option: str, expected: str) -> None:
    """The value of an option is one that it can take; the error lists them."""
    name, _, value = option.partition("=")
    line = f"zsiros/4 hands=A,K,Q,J {option}"
    unreadable(line, " " * line.index(option) + " " * len(name) + " ^", value, expected)


@pytest.mark.parametrize("number", ["4", "-1", "+1", "x", "E", "AB", "1.0", "1,2", "00000"])
@pytest.mark.parametrize("key", ["lead", "dealer"])
def test_a_seat_that_does_not_exist(key: str, number: str) -> None:
    """A seat is one of those at the table."""
    line = f"zsiros/4 hands=A,K,Q,J {key}={number}"
    unreadable(line, " " * line.index(number, 23) + "^", f"'{number}'", "a seat, A to D or 0 to 3")
    unreadable("zsiros/2 hands=A,K lead=2", "                        ^", "'2'", "a seat, A to B or 0 to 1")


def test_a_side_that_does_not_exist() -> None:
    """There are two sides, however many play."""
    unreadable("zsiros/4 hands=A,K,Q,J forfeit=2", "                               ^", "'2'", "a number from 0 to 1")


@pytest.mark.parametrize("numbers", ["10", "10,20,30", "10,x", "10,", "-10,20", "1.5,2", "10,99999"])
@pytest.mark.parametrize("key", ["points", "tricks"])
def test_numbers_that_are_none(key: str, numbers: str) -> None:
    """Points and tricks are a whole number for each of the two sides."""
    line = f"zsiros/4 hands=A,K,Q,J {key}={numbers}"
    caret = " " * len("zsiros/4 hands=A,K,Q,J points=") + "^"
    unreadable(line, caret, f"'{numbers}'", "for each of the 2 sides, such as 30,20")


@pytest.mark.parametrize("players", ["1", "3", "5", "9"])
def test_a_number_of_players_that_the_game_is_not_for(players: str) -> None:
    """The game is played by as many as its rulebook says."""
    unreadable(f"zsiros/{players} hands=A,K,Q", "       ^", f"{players} players", "2 or 4 in zsiros")


@pytest.mark.parametrize(
    "word", ["zsiros", "zsiros/", "zsiros/0", "zsiros/10", "zsiros/x", "zsiros/4,", "/4", "hands=A,K,Q,J"]
)
def test_a_line_that_does_not_begin_with_a_game(word: str) -> None:
    """A line begins with the game and its number of players."""
    unreadable(f"{word} hands=A,K,Q,J", "^", f"'{word}'", "the game and its number of players, such as zsiros/4")


@pytest.mark.parametrize("line", ["", "  ", "\t"])
def test_an_empty_line(line: str) -> None:
    """An empty line is refused with an example of a line."""
    with pytest.raises(NotationError, match="column 1: nothing there") as caught:
        parse(line)
    assert "zsiros/4 hands=" in caught.value.expected


def test_an_unknown_game() -> None:
    """A game that does not come with the project is refused with those that do."""
    with pytest.raises(RulebookError, match="sedma2") as caught:
        parse("sedma2/4 hands=A,K,Q,J")
    assert "zsiros" in caught.value.expected


def test_another_game_than_that_of_the_rules() -> None:
    """Read by a rulebook, a line is one of its game."""
    with pytest.raises(NotationError) as caught:
        parse("sedma/4 hands=A,K,Q,J", rules=load("zsiros").rulebook)
    assert caught.value.column == 1
    assert "'sedma'" in caught.value.problem
    assert "'zsiros'" in caught.value.expected


def test_a_line_that_is_too_long() -> None:
    """A line has 4096 characters at most; one more is refused."""
    line = "zsiros/4 hands=A,K,Q,J".ljust(4096)
    assert parse(line) == parse("zsiros/4 hands=A,K,Q,J")
    with pytest.raises(NotationError, match="a line of 4097 characters") as caught:
        parse(line + " ")
    assert caught.value.column == 4097
    assert caught.value.expected == "at most 4096"


def test_the_column_is_right_in_a_long_line() -> None:
    """Of a long line the message shows the part around the wrong character, with the caret below it."""
    line = f"{NEW_DEAL} dealer=1 tie=draw calls=off direction=clockwise target=10 lead=7 draw=block"
    with pytest.raises(NotationError) as caught:
        parse(line)
    said, part, caret = str(caught.value).split("\n")
    assert said.startswith(f"column {line.index('lead=7') + 6}: lead is '7'")
    assert part[len(caret) - 6 : len(caret)] == "lead=7"
    assert caret.endswith(" ^")


@pytest.mark.parametrize("cards", ["AK", "-", "?", "A,K", "10c9"])
def test_a_drawn_card_that_is_none(cards: str) -> None:
    """The card that was drawn is one card."""
    line = f"ristiklappi/2 hands=AK,Q talon=99 lead=0 trick=9 drawn={cards}"
    with pytest.raises(NotationError) as caught:
        parse(line)
    assert caught.value.column > line.index("drawn=") + len("drawn=")
    if cards in ("AK", "-", "10c9"):
        assert caught.value.problem == f"drawn is {cards!r}"
        assert caught.value.expected == "one card, such as K"


@pytest.mark.parametrize("sides", ["2", "1,0", "0,0", "0,1,2", "x", "-", "0,", ",0", "-1", "00000"])
def test_sides_that_are_none(sides: str) -> None:
    """The sides whose score falls to 0 stand in rising order, each once."""
    line = f"hola/4 hands=A,K,Q,J four_resets=on resets={sides}"
    caret = " " * line.index(sides, line.index("resets=")) + "^"
    unreadable(line, caret, f"resets is {sides!r}", "sides from 0 to 1 in rising order")


@pytest.mark.parametrize("key", ["points", "tricks"])
def test_numbers_for_three_sides(key: str) -> None:
    """Where three play each for himself, or one alone, points and tricks are those of three."""
    line = f"sedma-three/3 hands=A,K,Q {key}=10,20"
    unreadable(line, " " * (line.index("=10") + 1) + "^", "'10,20'", "for each of the 3 sides")
    unreadable("hola/3 hands=A,K,Q taken=AKQ,-", " " * 25 + "^", "taken has 2 of 3 parts", "the cards of each side")
    unreadable("hola/3 hands=A,K,Q forfeit=3", " " * 27 + "^", "'3'", "a number from 0 to 2")


def test_a_seat_that_cannot_play_alone() -> None:
    """Who plays alone is one of the players."""
    unreadable("sedma-three/3 hands=A,T,9 lone=3", " " * 31 + "^", "lone is '3'", "a seat, A to C or 0 to 2")


def test_an_option_for_other_numbers_of_players() -> None:
    """An option that there is not with so many players is refused where it stands, with those that there are."""
    unreadable(
        "hola/2 hands=A,K four_resets=on",
        "                 ^",
        "hola has the option four_resets not for 2 players",
        "resets, seat, has, not, past, partial, wild_led, continue_with, draw, hola, keeps_deal, target",
    )


def test_options_that_contradict_each_other() -> None:
    """Options of which each is possible alone, and which contradict each other together, are refused with what they contradict in."""
    unreadable(
        "sedma-three/3 hands=A,T,9 three_player=each_for_himself lone_card=Ks",
        "                          ^",
        "options that contradict each other: parameters.lone_card: sides = 'each' with lone_card = 'Ks'",
        "a card exactly where sides is 'lone'",
    )


# --- Positions that cannot come about -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "zsiros/4 hands=7A,7K,7Q,77",
        "zsiros/2 hands=7,A lead=0 taken=7777,-",
        "zsiros/2 hands=7,A lead=0 trick=77 taken=77,-",
        NEW_DEAL.replace("9", "7", 1),
    ],
)
def test_too_many_cards_of_a_rank(line: str) -> None:
    """In hands, talon, trick and captured cards together there are no more cards of a rank than in the pack."""
    impossible(line, "cards", "5 cards of rank seven", "has 4")


def test_a_card_twice() -> None:
    """There is one card of each rank and suit."""
    impossible("zsiros/2 hands=Ac,Kc taken=AcQc,-", "cards", "the ace of acorns", "2 times", "one")


def test_a_rank_that_the_pack_does_not_have() -> None:
    """A card is one of the pack."""
    impossible("zsiros/4 hands=A,K,6,J", "cards", "six is there", "the pack")


def test_unequal_hands_between_tricks() -> None:
    """Before a trick all hold equally many cards."""
    impossible("zsiros/4 hands=AK,K,Q,J", "hands", "2, 1, 1, 1 cards", "between tricks", "equal")


def test_unequal_hands_in_a_trick() -> None:
    """In a trick those who have played have a card less than the others, for each round."""
    impossible("zsiros/4 hands=AK,KQ,QJ,JT lead=2 trick=98", "hands", "led by C", "held 2, 2, 3, 3", "equal")
    impossible("zsiros/2 hands=K,Q lead=1 trick=9AT", "hands", "led by B", "held 2, 3", "equal")


def test_a_hand_that_is_too_large() -> None:
    """Nobody holds more cards than he is dealt, before a trick as in it."""
    impossible("zsiros/2 hands=AAAKK,KKQQQ", "hands", "held 5 cards", "4 at most")
    impossible("zsiros/2 hands=AAAK,KKQQQ trick=9", "hands", "held 5 cards", "4 at most")


def test_a_talon_that_does_not_divide() -> None:
    """Everybody draws the same number of cards in the end."""
    impossible(
        "zsiros/4 hands=AAAK,KKKQ,QQQJ,JJJT talon=99",
        "talon",
        "the talon had 2 before the trick; with 4 players it has a multiple",
    )


def test_a_talon_when_hands_are_not_full() -> None:
    """As long as there is a talon, everybody draws up to a full hand."""
    impossible("zsiros/2 hands=AAA,KKK talon=99", "talon", "2 cards are left", "held only 3", "up to 4")
    impossible("zsiros/2 hands=-,- talon=99", "talon", "2 cards are left", "held only 0")


def test_a_trick_continued_with_another_card() -> None:
    """The leader continues with a card that matches the led rank, not with one that matched it in some other trick."""
    impossible(
        "zsiros/2 hands=Q,QJ lead=0 trick=AAK", "trick", "card 3, the king,", "cannot continue a trick led with the ace"
    )
    impossible("zsiros/2 hands=QJ,Q lead=1 trick=77A", "trick", "card 3, the ace,", "led with the seven")


def test_a_trick_continued_while_the_leaders_side_was_winning() -> None:
    """The leader does not continue a trick that he or his partner is winning."""
    impossible("zsiros/2 hands=Q,QJ lead=0 trick=AKA", "trick", "after 2 cards A was winning", "over")
    impossible("zsiros/4 hands=Q,QJ,QJ,QJ lead=0 trick=A9A9A", "trick", "after 4 cards C was winning", "over")


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("zsiros/2 hands=A7,KQ lead=0 trick=AK", 0),
        ("zsiros/4 hands=A,9,9,K lead=0 trick=A9A9", 2),
        ("zsiros/2 hands=KQ,KQ lead=0 trick=AA", 1),
        ("zsiros/2 hands=A,K lead=0 trick=7777", 1),
        ("zsiros/2 hands=-,- lead=1 trick=AA", 0),
    ],
)
def test_a_trick_that_has_ended(line: str, winner: int) -> None:
    """A trick that the leader may not or cannot continue is over: the position is the one after it was taken."""
    impossible(line, "trick", f"{seat_name(winner)} has taken it", "the position after")


def test_captured_cards_that_are_no_rounds() -> None:
    """Every round of a trick brings a card of each player."""
    impossible("zsiros/4 hands=A,K,Q,J taken=9999,88", "taken", "side B+D has 2 cards", "4")


def test_more_points_than_there_are() -> None:
    """The captured points and those in play are not more than those of the pack."""
    impossible("zsiros/4 hands=A,K,Q,J points=60,20", "points", "80 captured and 10 in play", "80 of the pack")
    impossible("zsiros/2 hands=-,- points=90,0", "points", "90 captured", "80 of the pack")


def test_points_that_no_cards_make() -> None:
    """All card points are multiples of ten where each card counts ten or nothing."""
    impossible("zsiros/4 hands=A,K,Q,J points=0,15", "points", "side B+D is given 15", "multiples of 10")


def test_points_that_contradict_the_captured_cards() -> None:
    """A side has the points of the cards it is known to have captured at least, and if no card is unknown, just these."""
    impossible("zsiros/2 hands=A,K points=0,10 taken=A9,-", "points", "side A is given 0", "count 10")
    all_taken = "zsiros/2 hands=A,7 taken=AAATTTTKKKKQQQQJJJJ9999888,8777"
    assert parse(f"{all_taken} points=70,0") == parse(all_taken)
    impossible(f"{all_taken} points=60,0", "points", "side A is given 60", "count 70")
    impossible(f"{all_taken} points=70,10", "points", "side B is given 10", "count 0")


def test_tricks_that_are_impossible() -> None:
    """A side has a trick for its cards or points at least, and no more tricks than rounds that could have been played."""
    impossible("zsiros/4 hands=A,K,Q,J tricks=8,0", "tricks", "side A+C is given 8", "28 unseen cards make 0 to 7")
    impossible("zsiros/4 hands=A,K,Q,J taken=9999,- tricks=0,3", "tricks", "side A+C is given 0", "1 to 7")
    impossible("zsiros/4 hands=A,K,Q,J points=0,10 tricks=3,0", "tricks", "side B+D is given 0", "1 to 7")
    impossible("zsiros/4 hands=A,K,Q,J tricks=4,4", "tricks", "8 tricks need 32 cards", "28 are not in play")
    impossible(f"{NEW_DEAL} tricks=1,0", "tricks", "side A is given 1", "0 to 0")
    impossible("zsiros/2 hands=A,K taken=QQJJ99887T,TT tricks=1,1", "tricks", "side A is given 1", "make 2 to")


def test_a_leader_whose_side_took_no_trick() -> None:
    """Whoever leads took the last trick, or his partner did, unless there was none."""
    impossible("zsiros/4 hands=A,K,Q,J lead=1 tricks=7,0", "lead", "B leads", "taken none")
    impossible("zsiros/4 hands=A,K,Q,J lead=2 tricks=0,1", "lead", "C leads", "taken none")
    assert parse("zsiros/4 hands=A,K,Q,J lead=1 tricks=0,0").leader == 1


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", shipped())
def test_the_leader_of_a_fresh_deal_tells_the_dealer(name: str) -> None:
    """By whatever option is played, a fresh deal is written without its dealer, and read with him."""
    rulebook = load_shipped(name)
    ways = [{}, *[{key: each} for key, option in rulebook.options.items() for each in option_values(option) or (1,)]]
    for players, options in itertools.product(rulebook.parameters.players, ways):
        try:
            game = load(name, players=players, **options)
        except RulebookError:  # an option that there is for other numbers of players
            continue
        for dealer in range(players):
            line = str(game.deal(seed=1, dealer=dealer))
            assert " dealer=" not in line
            assert parse(line).dealer == dealer


def test_a_leader_who_does_not_follow_the_dealer() -> None:
    """The first trick is led by the seat after the dealer."""
    impossible(f"{NEW_DEAL} lead=0 dealer=0", "lead", "A leads the first trick", "where A has dealt, B does")
    assert parse(f"{NEW_DEAL} lead=0 dealer=1").dealer == 1


def test_a_deal_lost_by_its_last_card_where_it_cannot_be() -> None:
    """A deal is lost by its last card when it is over, by the option only, and by the side that can have played that card."""
    impossible("zsiros/2 hands=-,- forfeit=0", "forfeit", "no card loses", "last_card_loses")
    impossible("zsiros/2 hands=A,K forfeit=0 last_card_loses=7", "forfeit", "not over")
    impossible(
        "zsiros/2 hands=-,- forfeit=1 last_card_loses=7", "forfeit", "a last seven takes its trick", "side B did not"
    )


def test_a_position_with_two_mistakes() -> None:
    """Of several reasons for which a position cannot be one is told: here there are too many sevens, and unequal hands."""
    with pytest.raises(PositionError) as caught:
        parse("zsiros/2 hands=A97K,T77Q talon=KQJ8AT lead=1 trick=9 taken=AT77,KK")
    assert caught.value.key in ("cards", "hands")


@pytest.mark.parametrize("key", ["leads=A", "drawn=A", "lone=0", "resets=0"])
def test_what_the_game_does_not_know(key: str) -> None:
    """Leads in a row, a card to spice with, a player alone and scores that fall to 0 are refused in games that know none of these."""
    line = f"zsiros/2 hands=A,K {key}"
    with pytest.raises(PositionError) as caught:
        parse(line)
    assert caught.value.key == key.partition("=")[0]


def test_leads_that_are_impossible() -> None:
    """Leads in a row are of one rank, that of the current trick, no more of them than are limited, and of a deal that goes on."""
    impossible("zsiros/2 hands=A,K leads=A", "leads", "leads are not limited here", "lead_limit")
    impossible("ristikontra/4 hands=A,K,Q,J leads=AK", "leads", "several ranks")
    impossible("ristikontra/4 hands=A,K,Q,- lead=3 trick=9 leads=AA", "leads", "the current trick is led with 9")
    impossible("ristikontra/4 hands=A,K,Q,- lead=3 trick=9 leads=-", "leads", "the current trick is led with 9")
    impossible("ristikontra/4 hands=A,K,Q,J leads=9999", "leads", "4 leads in a row", "the last 3 suffice")
    impossible("ristikontra/4 hands=-,-,-,- leads=9", "leads", "the deal is over")
    impossible("ristikontra/4 hands=A,K,Q,J leads=999 tricks=1,1", "leads", "earlier leads: 3", "taken: 2")
    played = "ristikontra/4 hands=A9,K9,Q9,J lead=3 trick=9 leads"
    assert parse(f"{played}=9").legal
    impossible(f"{played}=99", "leads", "leads of 9: 1", "captured: 0")


DRAWN: Final = "ristiklappi/2 hands=AKQJT,QJT9 talon=876 lead=0 trick=K7 drawn=A"
"""A position in which seat 0, who has won the trick and drawn an ace, may spice it."""


def test_a_drawn_card_that_is_impossible() -> None:
    """A card to spice with was drawn by the winner of a complete trick, who holds it, and the talon had cards for it."""
    assert parse(DRAWN).legal == (SPICE, STOP)
    impossible("zsiros/2 hands=A,K drawn=A", "drawn", "no trick is spiced here")
    impossible(f"{DRAWN} spice=off", "drawn", "no trick is spiced here", "set spice")
    impossible(DRAWN.replace("drawn=A", "drawn=9"), "drawn", "A wins the trick", "does not hold the nine")
    impossible("ristiklappi/2 hands=AKQJT,QJT98 talon=765 lead=0 trick=K drawn=A", "drawn", "the trick is not complete")
    impossible(
        DRAWN.replace("talon=876", "talon=87"),
        "talon",
        "the talon had 3 before the trick; with 2 players it has a multiple",
    )
    impossible(
        "ristiklappi/2 hands=AKQJ,QJT lead=0 trick=K7 drawn=A talon=8",
        "talon",
        "2 cards are left although seats held only 4",
    )


def test_a_complete_trick_without_the_card_to_spice_with() -> None:
    """A complete trick that the winner may still spice says what he has drawn; otherwise it has been taken."""
    impossible(
        "ristiklappi/2 hands=KQJT,QJT9 talon=8765 lead=0 trick=K7", "trick", "A has taken it", "the position after"
    )


def test_a_player_alone_who_is_impossible() -> None:
    """Who plays alone is told when his card has been captured; as long as it is in play it shows by itself who does."""
    impossible("zsiros/2 hands=A,K lone=0", "lone", "nobody plays alone here")
    impossible("sedma-three/3 hands=A,T,9 lone=0 three_player=each_for_himself", "lone", "nobody plays alone here")
    for line in ("hands=AKh,T9,98 lead=0", "hands=A,T9,98 lead=0 trick=Kh"):
        impossible(f"sedma-three/3 {line} lone=0", "lone", "the king of hearts has not been captured")
    assert matching("sedma-three/3 hands=A,T,9 taken=Kh98,-,- lone=0").lone == 0


def test_a_special_card_is_told_from_others_of_its_rank() -> None:
    """Where one card decides who plays alone, the cards of its rank are written with their suits."""
    impossible(
        "sedma-three/3 hands=A,K,9", "cards", "a king without its suit", "the king of hearts is not like the others"
    )
    impossible("sedma-three/3 hands=A,T,9 taken=-,-,K98", "cards", "a king without its suit")
    assert parse("sedma-three/3 hands=A,Ks,9").hands[1] == (card("Ks"),)
    assert matching("sedma-three/3 hands=A,K,9 three_player=each_for_himself").game.lone_card is None


def test_scores_that_cannot_fall() -> None:
    """No score falls to 0 by a round where that is not agreed on."""
    impossible("hola/4 hands=A,K,Q,J resets=0", "resets", "no round resets a score here", "four_resets")
    assert matching("hola/4 hands=A,K,Q,J resets=0,1 four_resets=on").burned == (0, 1)


def test_cards_that_were_taken_out() -> None:
    """A card that was taken out of the pack is nowhere, and of its rank there are fewer."""
    impossible("sedma-three/3 hands=A,T,8d", "cards", "the eight of bells is there once", "none")
    impossible("sedma-three/3 hands=A,T,8 taken=888,-,-", "cards", "4 cards of rank eight", "has 3")


def test_cards_of_two_packs() -> None:
    """With two packs there are two of each card and eight of each rank, and no more."""
    line = "hola/6 hands=Ac,Ac,9,9,8,8 talon=KK taken=-,999999"
    assert parse(line).talon == parse_cards("KK")
    impossible(line.replace("8,8", "Ac,8"), "cards", "the ace of clubs is there 3 times", "2")
    impossible(line.replace("8,8", "9,8"), "cards", "9 cards of rank nine", "has 8")


def test_cards_that_are_left_over() -> None:
    """Where the pack does not divide, the talon keeps what is too few for all, unless the last trick has brought it somebody."""
    assert matching("hola/6 hands=A,K,Q,J,T,9 talon=32").game.leftover == 2
    impossible(
        "hola/6 hands=A,K,Q,J,T,9", "talon", "the talon had 0 before the trick", "2 cards beside a multiple of 6"
    )
    impossible(
        "hola/6 hands=A,K,Q,J,T,9 talon=3",
        "talon",
        "the talon had 1 before the trick",
        "2 cards beside a multiple of 6",
    )
    assert parse("hola/6 hands=-,-,-,-,-,- talon=32").turn is None
    last = "hola/6 hands=-,-,-,-,-,- lead=1 leftover=last_trick"
    assert parse(last).turn is None
    impossible(f"{last} talon=32", "talon", "the talon had 2 before the trick; with 6 players it has a multiple")
    assert parse(f"{last} taken=-,AKQJT932").points == (0, 20)
    impossible(f"{last} taken=AKQJT932,-", "taken", "side A+C+E has 8 cards", "6")


def test_nobody_draws_what_is_left_over() -> None:
    """Cards that are too few for everybody are neither turned up nor drawn."""
    book = load_shipped("ristiklappi")
    changes = {"players": (3,), "sides": "each", "leftover": "unplayed"}
    rules = msgspec.structs.replace(book, options={}, parameters=msgspec.structs.replace(book.parameters, **changes))
    for line in (
        "ristiklappi/3 hands=AKQJT,QJT98,98765 lead=0 trick=K",
        "ristiklappi/3 hands=AKQJT,QJT9,9876 lead=0 trick=K75 drawn=A",
    ):
        with pytest.raises(PositionError, match="1 cards before the trick; nobody can have drawn from them"):
            parse(line, rules=rules)


def test_players_who_turned_up_cards() -> None:
    """Who has turned up a card has a full hand after playing, and the talon had the card; before that nobody has more than a full one."""
    line = "ristiklappi/4 hands=AKQJT,9876,QJT98,A5432 talon=876532 lead=0 trick=K98"
    assert parse(line).turn == 3
    impossible(
        line.replace("876532", "8765"), "talon", "the talon had 6 before the trick; with 4 players it has a multiple"
    )
    impossible(line.replace("AKQJT", "AKQJT2"), "hands", "held 7, 5, 5, 5 cards")
    impossible("ristiklappi/2 hands=AAKQJT,98765 talon=78 lead=0", "hands", "hands of 6, 5 cards")
    impossible("ristiklappi/2 hands=AAKQJT,987654 lead=0", "hands", "seats held 6 cards", "5 at most")
    impossible("ristiklappi/2 hands=AKQJT,98765 talon=8 lead=0 trick=K flip=off", "hands", "held 6, 5 cards")


# --- Positions that are right -------------------------------------------------------------------------------------------


def test_the_shortest_position() -> None:
    """Left out, the lead is seat 0, and there are no talon, no trick and nothing captured; tricks before are not known."""
    state = matching("zsiros/4 hands=A,K,Q,J")
    assert state.hands == ((card("A"),), (card("K"),), (card("Q"),), (card("J"),))
    assert (state.leader, state.turn, state.winning, state.dealer) == (0, 0, 0, 3)
    assert (state.talon, state.trick, state.taken) == ((), (), ((), ()))
    assert (state.points, state.tricks, state.forfeit) == ((0, 0), None, None)
    assert not state.points_known
    assert str(state) == "zsiros/4 hands=A,K,Q,J lead=0"


def test_a_new_deal() -> None:
    """With all cards in play nothing has been taken, and the dealer sits before the leader."""
    state = parse(f"{NEW_DEAL} lead=1")
    assert (state.leader, state.dealer, state.tricks, state.points, state.points_known) == (1, 0, (0, 0), (0, 0), True)
    assert format_cards(state.talon) == "KKKKQQQQJJJJ999988887777"
    assert str(state) == f"{NEW_DEAL} lead=1"


def test_the_third_round_of_a_trick() -> None:
    """A position in the middle of a trick's third round: led with an ace, continued with an ace and a seven."""
    state = matching("zsiros/4 hands=O,T9,KK,OU lead=0 trick=AT87A77A7")
    assert (state.leader, state.winning, state.turn, state.choosing) == (0, 0, 1, False)
    assert [str(action) for action in state.legal] == ["T", "9"]
    for played in ("9", "K", "U"):
        state = state.play(parse_action(played))
    assert state == parse("zsiros/4 hands=O,T,K,O lead=0 taken=AAAKUT987777,-")


def test_a_round_that_the_leader_may_continue() -> None:
    """After a round that an opponent is winning the leader is to choose, if he has a card to continue with."""
    state = matching("zsiros/2 hands=A7,KQ lead=0 trick=AA")
    assert (state.winning, state.turn, state.choosing) == (1, 0, True)
    assert [str(action) for action in state.legal] == ["A", "7", "stop"]


def test_keys_stand_in_any_order() -> None:
    """The order of keys and options makes no difference, nor do more blanks."""
    line = "zsiros/2 hands=AK,Q talon=- lead=1 trick=9 taken=99,- dealer=0 points=20,0 tie=draw"
    first, *fields = line.split()
    for turn in range(len(fields)):
        assert parse("  ".join((first, *fields[turn:], *fields[:turn]))) == parse(line)
    assert parse(" \t ".join((" " + first, *reversed(fields)))) == parse(line)


def test_ranks_may_be_written_in_other_ways() -> None:
    """O and U are queen and jack, X and 10 the ten, and all are written in one way."""
    state = parse("zsiros/2 hands=OhUXc,10A7 talon=-")
    assert state == parse("zsiros/2 hands=QhJTc,TA7")
    assert str(state) == "zsiros/2 hands=QhJTc,AT7 lead=0"


def test_hands_are_put_in_order_and_the_talon_is_not() -> None:
    """A hand is a set of cards, written in one order; talon and trick stay as they were given."""
    state = parse("zsiros/2 hands=7TA,KJA9 talon=- lead=0 trick=8")
    assert format_cards(state.hands[0] + state.hands[1]) == "AT7AKJ9"
    assert parse("zsiros/2 hands=7TAK,KJA9 talon=78A9 lead=0") == parse("zsiros/2 hands=KAT7,9JKA talon=78A9")
    assert parse("zsiros/2 hands=7TAK,KJA9 talon=78A9") != parse("zsiros/2 hands=7TAK,KJA9 talon=789A")


@pytest.mark.parametrize("hands", ["-,-", ",", "-,", ",-"])
def test_an_empty_hand_is_a_dash_or_nothing(hands: str) -> None:
    """No cards are a dash; between commas they may also be nothing."""
    state = parse(f"zsiros/2 hands={hands} talon=- trick=- taken=-,")
    assert state == parse("zsiros/2 hands=-,-")
    assert (state.hands, state.turn) == (((), ()), None)


def test_points_and_tricks_without_cards() -> None:
    """What was taken can be told by points and tricks alone; then the captured cards are out of play."""
    state = parse("zsiros/4 hands=A,9,T,K lead=0 points=20,40 tricks=3,4")
    assert (state.points, state.tricks, state.taken, state.points_known) == ((20, 40), (3, 4), ((), ()), True)
    assert not parse("zsiros/4 hands=A,9,T,K points=20,30").points_known


def test_captured_cards_count() -> None:
    """The points of captured cards are theirs; with more points given, other cards have been captured, too."""
    line = "zsiros/2 hands=A,9 taken=AK,TTTQ"
    assert parse(line).points == (10, 30)
    assert parse(f"{line} points=20,30").points == (20, 30)


def test_cards_that_are_nowhere_are_out_of_play() -> None:
    """Cards that stand nowhere do not come back: the deal ends with the cards that are in play."""
    state = parse("zsiros/2 hands=A,9")
    for _ in range(2):
        state = state.play(state.legal[0])
    assert (state.turn, state.points, state.talon) == (None, (10, 0), ())


def test_options_stand_by_name() -> None:
    """Options of the game stand in the line by name; one with the value of the rulebook says nothing."""
    state = parse("zsiros/4 hands=A,K,Q,J tie=draw calls=off target=10 last_card_loses=7 draw=block")
    assert state.game == load("zsiros", players=4, tie="draw", calls="off", target=10, last_card_loses="7")
    assert dict(state.game.options) == {"calls": "off", "last_card_loses": "7", "target": 10, "tie": "draw"}
    assert str(state) == "zsiros/4 hands=A,K,Q,J lead=0 calls=off last_card_loses=7 target=10 tie=draw"


def test_a_deal_that_is_over() -> None:
    """Without cards the deal is over: the lead is the winner of the last trick, who wins at equal points."""
    state = parse("zsiros/4 hands=-,-,-,- lead=3 points=40,40 tricks=4,4")
    result = state.result
    assert (state.turn, state.legal) == (None, ())
    assert result is not None
    assert (result.winner, result.last_trick, result.game_points) == (1, 1, (0, 1))
    assert parse(str(state)) == state


def test_a_deal_that_was_lost_by_its_last_card() -> None:
    """A deal that is over says which side lost it by its last card."""
    state = matching("zsiros/2 hands=-,- lead=1 points=10,70 tricks=2,5 last_card_loses=7 forfeit=1")
    assert state.forfeit == Side(1)
    assert state.result is not None
    assert state.result.winner == 0
    assert parse(str(state)) == state


def test_a_rank_alone_may_stand_beside_a_suited_card() -> None:
    """Cards with and without suit may be mixed, as long as there are enough of their rank."""
    state = parse("zsiros/2 hands=AcA,AhA")
    assert state.hands == (parse_cards("AAc"), parse_cards("AAh"))
    impossible("zsiros/2 hands=AcA,AhA taken=AK,-", "cards", "5 cards of rank ace")


def test_a_trick_that_may_be_spiced() -> None:
    """The winner of a complete trick is to act; he holds the card that he has drawn, which nobody else sees."""
    state = matching(DRAWN)
    assert (state.winning, state.turn, state.drawn, state.choosing) == (0, 0, card("A"), False)
    assert parse(str(state)) == state
    assert "drawn=A" in str(state.view(0))
    assert "drawn=?" in str(state.view(1))
    view = state.view(1)
    assert isinstance(view, MatchingView)
    assert (view.drawn, view.spicing, view.legal) == (None, True, ())
    assert str(state.play(SPICE)) == "ristiklappi/2 hands=KKQJT,QJT98 talon=76 lead=0 taken=A7,-"
    assert str(state.play(STOP)) == "ristiklappi/2 hands=AKQJT,QJT98 talon=76 lead=0 taken=K7,-"


def test_leads_in_a_row() -> None:
    """Left out, only the lead of the current trick counts; given, they are all counted with it."""
    assert matching("ristikontra/4 hands=A,K,Q,J").leads == ()
    line = "ristikontra/4 hands=AA,KK,QQ,J lead=3 trick=9"
    assert matching(line).leads == (9,)
    assert parse(f"{line} leads=9") == parse(line)
    assert str(parse(f"{line} leads=9")) == f"{line}"
    several = matching(f"{line} leads=9h99c")
    assert several.leads == (9, 9, 9)
    assert str(several) == f"{line} leads=999"
    assert several != parse(line)
    state = parse("ristikontra/4 hands=9A,KK,QQ,JJ leads=999")
    assert [str(action) for action in state.legal] == ["A"]
    assert parse("ristikontra/4 hands=9A,KK,QQ,JJ leads=99").legal != state.legal


def test_three_sides() -> None:
    """Where three play each for himself, what was taken is told of each, and the result is that of three."""
    state = parse("hola/3 hands=-,-,- lead=2 points=20,30,30 tricks=4,4,9")
    assert state.result is not None
    assert state.result.points == (20, 30, 40)
    assert (state.result.winners, state.result.game_points) == ((2,), (20, 30, 40))
    assert parse(str(state)) == state


def test_who_plays_alone() -> None:
    """With who plays alone a deal that is over has winners; without, and without his card, they are open."""
    line = "sedma-three/3 hands=-,-,- lead=2 points=30,40,10 tricks=3,4,3"
    assert parse(line).result is not None
    for lone, winners in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1)), (None, None)):
        state = matching(line if lone is None else f"{line} lone={lone}")
        assert state.lone == lone
        assert state.result is not None
        assert state.result.winners == winners
        assert parse(str(state)) == state


def test_scores_that_fall() -> None:
    """A round of four equal ranks earlier in the deal is told by the sides whose score falls to 0."""
    state = parse("hola/4 hands=-,-,-,- lead=0 points=50,30 tricks=6,7 four_resets=on resets=1")
    assert state.result is not None
    assert (state.result.resets, state.result.game_points) == ((1,), (60, 0))
    assert "resets=1" in str(state)
    assert parse(str(state)) == state


# --- Errors as values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["zsiros/4 hands=?,K,Q,J", "zsiros/4 hands=AA,K,Q,J", "sedma2/4 hands=A,K,Q,J"])
def test_an_error_can_be_sent_to_another_process(line: str) -> None:
    """An error is copied with its message and all its attributes, as a pool of processes does."""
    with pytest.raises(AcetenError) as caught:
        parse(line)
    for twin in (copy.copy(caught.value), pickle.loads(pickle.dumps(caught.value))):  # noqa: S301 - our own bytes
        assert isinstance(twin, AcetenError)
        assert (type(twin), str(twin), vars(twin)) == (type(caught.value), str(caught.value), vars(caught.value))


def test_what_was_left_over_was_played_in_no_trick() -> None:
    """Who takes the last trick gets the two cards that six players cannot divide, and they make his tricks no more."""
    state = load("hola", players=6, leftover="last_trick").deal(seed=3)
    stopped = False
    while state.turn is not None:  # the first trick has one round, the others as many as they can
        choosing = STOP in state.legal
        action = STOP if choosing and not stopped else state.legal[0]
        stopped = stopped or choosing
        state = state.play(action)
    assert any(len(pile) % 6 for pile in state.taken)
    assert parse(str(state)) == state


def test_a_card_without_its_suit_is_like_the_others() -> None:
    """Where a card without its suit was seen, the one that is not like the others of its rank is still out."""
    game = load("sedma-three", players=3)
    left = Counter(map(str, left_of(game, parse_cards("K"))))
    assert (left["K"], left["Kh"], left.total()) == (2, 1, len(game.pack.cards) - 1)
    assert Counter(map(str, left_of(game, parse_cards("Kh")))) == Counter(map(str, game.pack.cards)) - Counter(["Kh"])


@pytest.mark.parametrize("name", ["zsiros", "schnapsen"])
def test_states_are_equal_that_differ_in_the_log_alone(name: str) -> None:
    """Whatever else is another makes another state of it; the log makes none, nor another hash."""
    state = load(name, players=2).deal(seed=1)
    for field in state.__struct_fields__:
        other = msgspec.structs.replace(state, **{field: ("another",)})
        assert (other == state) == (field == "log"), field
        assert field != "log" or hash(other) == hash(state)
