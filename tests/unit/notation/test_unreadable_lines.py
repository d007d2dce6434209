"""Position lines that cannot be read: at which column, and what was expected there."""

import pytest
from support.texts.position_lines import NEW_DEAL, unreadable

from aceten import NotationError, PositionError, RulebookError, load, parse
from aceten_spec import load_shipped

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


def test_a_suit_before_some_ranks_and_behind_others() -> None:
    """Suits stand behind all ranks of a hand, or before all of them."""
    unreadable("zsiros/4 hands=A,AchK,Q,J", "                   ^", "'h' is not a card rank", "a rank (A K")


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
    unreadable(
        "zsiros/4 hands=A,K-,Q,J", "                  ^", "'-' is not a card rank", "or in brackets, such as [A-K]"
    )


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
    unreadable(line, "               ^", "hands", given, wanted, "one hand for each seat", "hands=[A K],[7 T]")


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


@pytest.mark.parametrize("key", ["colour", "trump", "deal", "rules"])
def test_an_unknown_key(key: str) -> None:
    """What is neither a key nor an option of the game is refused with all that are, also names of parameters that are no option."""
    unreadable(
        f"zsiros/4 hands=A,K,Q,J {key}=1",
        "                       ^",
        f"'{key}' is neither a key nor an option of zsiros",
        "hands, talon, lead, trick, taken, points, tricks, dealer, forfeit, leads, drawn, lone, resets, seat, has, not, past, partial, "
        + ", ".join([*load_shipped("zsiros").options, "cards", "hand"]),
    )


@pytest.mark.parametrize("word", ["lead", "=1", "led:1", "K,Z,J"])
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


@pytest.mark.parametrize("begun", ["zsiros", "zsiros 4", "hola"])
def test_a_game_without_its_number_of_players(begun: str) -> None:
    """What lacks is a slash and how many play, which the hands say."""
    name = begun.split(maxsplit=1)[0]
    unreadable(f"{begun} hands=A,K,Q,J", "^", f"'{name}' without its number of players", f"a slash, such as {name}/4")


@pytest.mark.parametrize("word", ["zsiros/", "zsiros/0", "zsiros/10", "zsiros/x", "/4", "hands=A,K,Q,J"])
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
        "                                       ^",
        "three_player=each_for_himself does not go with lone_card=Ks: Everyone plays for himself,",
        "one of the two",
    )
