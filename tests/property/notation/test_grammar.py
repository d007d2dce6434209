"""The grammar in ``aceten_spec/position.ebnf`` and the engine's own reading and writing: the same language."""

import itertools
import random
import re
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.game_strategies import GAMES, HOUSE_GAMES, read, states
from support.slices import sliced
from support.texts.grammar import (
    GRAMMAR,
    KEYS,
    PLACES,
    THOROUGHLY,
    UNTIMED,
    allows,
    damaged,
    generated,
    generated_lines,
    goes_beyond_grammar,
    has_form,
    put_in_order,
    read_beside,
    refusal,
    rewritten,
    tree,
    without_cards,
)

from aceten import NotationError, PositionError, State, SuitView, card, parse, parse_action, parse_state
from aceten.notation.given_lines import in_order
from aceten.testing import Deal, pick
from aceten_spec import characters, format_cards, load_shipped, parse_cards
from aceten_spec.errors import TwoReadingsError
from aceten_spec.options import (
    SIGHT_KEYS,
    option_values,
    options_for,
    own_value,
    position_keys,
)


def test_lark_reads_the_grammar() -> None:
    """The file is a grammar that lark reads, and a comment stands before every rule and every word of it."""
    lines = GRAMMAR.splitlines()
    for number, line in enumerate(lines):
        if re.match(r"\w+:", line):
            assert lines[number - 1].startswith("// "), line
            assert lines[number - 1].endswith("."), line


@pytest.mark.parametrize("key", KEYS)
def test_every_key_is_a_rule(key: str) -> None:
    """Each key of a position line is a rule of the grammar, and the grammar has no other word before an equals sign."""
    assert re.search(rf'(?m)^{key}: "{key}" "="', GRAMMAR)
    assert set(re.findall(r'"(\w+)" "="', GRAMMAR)) == set(KEYS)


@UNTIMED
@given(states())
def test_every_state_is_written_by_the_grammar(state: State) -> None:
    """The grammar allows the line of every state that play of any game leads to, and of every seat's view of it."""
    assert allows("position", str(state))
    for seat in range(state.game.players):
        assert allows("view", str(state.view(seat)))


@pytest.mark.parametrize(("name", "players"), PLACES)
def test_the_states_written_include_every_option(name: str, players: int) -> None:
    """The games whose states are written have every number of players, and with it every value of every option that is not a number."""
    games = [game for game in GAMES if game.rulebook.id == name and game.players == players]
    rulebook = load_shipped(name)
    assert games
    for option in options_for(rulebook, players):
        values = option_values(rulebook.options[option])
        found = {dict(game.options).get(option, own_value(rulebook, option, players)) for game in games}
        assert found == set(values) if values is not None else len(found) > 1, option


@pytest.mark.turns(8)
def test_the_states_written_include_every_key() -> None:
    """Play leads to states whose lines have each of the keys, but for points, which follow from the captured cards then."""
    found: set[str] = set()
    chance = random.Random(1)
    for game in (GAMES + HOUSE_GAMES)[:: sliced(2, whole=1)]:
        cut = card("Ah") if game.cuts else None
        scores = (100, 200) if game.scores_matter else None
        # In the last deal everybody has one card of each of a few ranks, and plays for long tricks.
        spread = sorted(game.pack.cards, key=lambda card: ((14 - card.rank) // game.rules.hand, card.suit or 0))
        deals = [(game.deal(seed=seed, scores=scores), 0) for seed in range(sliced(1, whole=4))]
        for start, least in (*deals, (Deal(game, tuple(spread), 0, cut, scores).state(), 128)):
            state = start
            while state.turn is not None:
                state = state.play(pick(state, chance.randrange(least, 256)))
                found |= {field.partition("=")[0] for field in str(state).split()[1:]}
    assert set(KEYS) - {*SIGHT_KEYS} - found == {"points"}


@UNTIMED
@given(st.data(), states())
def test_a_line_may_be_written_in_other_ways(data: st.DataObject, state: State) -> None:
    """Keys in any order, blanks, O U X 10, leading zeros and empty piles: it is the same state, and the grammar allows it."""
    line = data.draw(rewritten(str(state)))
    assert read(line, state.game) == state
    assert allows("position", line)


@pytest.mark.turns(4)
@THOROUGHLY
@given(st.data(), states())
def test_the_same_lines_have_the_form_of_a_position(data: st.DataObject, state: State) -> None:
    """What the grammar does not allow is unreadable; what it allows is unreadable only for what a grammar cannot say."""
    line = data.draw(damaged(rewritten(str(state))))
    error = refusal(lambda text: read(text, state.game), line)
    plain = put_in_order(line)
    if plain is not None and allows("position", plain):
        assert not isinstance(error, NotationError) or goes_beyond_grammar(error), error
    elif not read_beside(line):
        assert isinstance(error, NotationError)


@pytest.mark.parametrize("players", ["", "0", "1", "2", "9", "10", "04", "x", "4/4", "-4"])
def test_the_same_numbers_of_players_have_the_form_of_one(players: str) -> None:
    """Behind the game stands one digit from 1 to 9, for grammar and engine."""
    assert allows("position", f"zsiros/{players} hands=A,K,Q,J") == has_form(f"zsiros/{players} hands=A,K,Q,J")
    assert allows("position", f"zsiros/{players} hands=A,K,Q,J") == (players in ("1", "2", "9"))


VALUES: Final = (
    *("", "-", ",", "-,-", ",,", "--", "?", "A", "A-", "-A", "A,K", "A,K,Q", "AK,", "10,10h", "1,1", "1h,0"),
    *("10", "10h", "Ah", "AhK", "0,1", "1,0", "0,1,1", "0,", ",0", "0,1,"),
    *("0", "0000", "00000", "9999", "10000", "0,0", "0000,9999", "00000,0", "0,10000", "0,0,0", "-1", "1.0", "+1"),
    *("c", "h", "H", "x", "ch", "1,h", "60,-,66", "-,66", "66,00", "0001,66", "00001"),
    *("0,17,2,1", "0,?,2,1", "0,1,2,3,4"),
    *("yes", "A:~7", "B:~7h8-9+1^K", "B:^", "B:7~8", "1:+0", "1:-", "C:-78", "C:+1-10,D:~K"),
    *("A:K", "0:Kh10", "b:7,C:KhA", "A:", ":K", "A:K,", "A:K:7", "A:-", "AK:7", "9:A"),
)


@pytest.mark.turns(6)
@pytest.mark.parametrize("key", KEYS[1:])
def test_the_same_values_have_the_form_of_one(key: str) -> None:
    """The values that the grammar allows for a key are those that have the form for which the engine reads them."""
    lines = [f"{without_cards(key)} {key}={value}" for value in VALUES]
    assert [line for line in lines if allows("view", line)] == [line for line in lines if has_form(line)]


@pytest.mark.parametrize("blank", ["\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\u2003", "\u2028", "\ufeff"])
def test_every_other_blank_is_put_in_order(blank: str) -> None:
    """Whatever is a blank in some script separates words; the grammar is asked with plain ones in their place."""
    line = f"zsiros/4{blank}hands=A,K,Q,J"
    assert not allows("position", line)
    assert in_order(line) == "zsiros/4 hands=A,K,Q,J"
    assert parse(line) == parse("zsiros/4 hands=A,K,Q,J")


@pytest.mark.turns(2)
@THOROUGHLY
@given(generated_lines())
def test_what_the_grammar_allows_is_no_error_of_syntax(line: str) -> None:
    """A line that the grammar allows is read, or refused for something that the grammar cannot say: never for its form."""
    assert allows("position", line)
    assert has_form(line)


def within_a_line(cards: str) -> str:
    """Return cards as they stand in a line: in brackets where something separates them."""
    bare = cards[1:-1] if cards[:1] in {*"[({\"'"} else cards
    return f"[{bare}]" if bare != cards or re.search(r"[\s,;/|+&-]", bare) else cards


@st.composite
def whole_lines(draw: st.DrawFn) -> str:
    """Return a line of a known game with all its hands, each key once, and every value as the grammar makes it."""
    game, players = draw(st.sampled_from(PLACES))
    pile = st.just("-") | generated("cards").map(within_a_line)
    hands = ",".join(draw(st.lists(pile, min_size=players, max_size=players)))
    known = [key for key in position_keys(load_shipped(game).parameters)[1:] if key not in SIGHT_KEYS]
    keys = draw(st.lists(st.sampled_from(known), unique=True))
    return " ".join((f"{game}/{players}", f"hands={hands}", *(draw(generated(key)) for key in keys)))


@pytest.mark.turns(48)
@THOROUGHLY
@given(whole_lines())
def test_a_whole_line_says_a_position_or_an_impossible_one(line: str) -> None:
    """With a known game, all hands and each key once at most, only a seat, a side or a number of sides that do not exist are unreadable."""
    error = refusal(parse, line)
    assert error is None or isinstance(error, NotationError | PositionError)
    if isinstance(error, NotationError) and not isinstance(error, TwoReadingsError):
        assert re.search(
            "(lead|dealer|forfeit|lone|taken|points|tricks|resets|shown|closed|claim|bids|bid|melds|waiting|score)=$",
            line[: error.column - 1],
        ), error
        assert re.match(
            r"a number from 0 to |a seat, |(the )?cards of each |a whole number |sides from 0 to |the seat that closed|a seat and ",
            error.expected,
        )
        assert goes_beyond_grammar(error)


def reads(reader: Callable[[str], object], text: str) -> bool:
    """Whether the engine reads a text, in one way or in two, which it refuses with both."""
    return isinstance(refusal(reader, text), TwoReadingsError | None)


@UNTIMED
@given(generated("action"))
def test_every_action_of_the_grammar_is_read(text: str) -> None:
    """The engine reads every action that the grammar makes, and writes it the same again, but for synonyms of ranks."""
    plain = text
    if text.startswith("meld:"):
        plain = text.replace("O", "Q")
    elif allows("cards", text):
        plain = plain_card(text)
    assert str(parse_action(text)) == plain


def plain_card(text: str) -> str:
    """Return how a card is written of which the suit stands before its rank or behind it."""
    if "\U0001f0a1" <= text <= "\U0001f0de":
        row, place = divmod(ord(text) - 0x1F0A0, 16)
        return " A23456789TJ QK"[place] + "shdc"[row]
    text = text.replace("\ufe0e", "").replace("\ufe0f", "")
    for numeral, digit in (("VIII", "8"), ("VII", "7"), ("IX", "9"), ("10", "T")):
        text = text.replace(numeral, digit)
    first, second = text[:1], text[1:]
    signs = "cshdCSHD♣♧♠♤♥♡♦♢"
    german = first in "dD" and second in set(signs)
    rank, suit = (second, first) if second and first in signs and not german else (first, second)
    synonyms = str.maketrans("ÁOFUBXDZ♣♧♠♤♥♡♦♢", "AQQJJTQTccsshhdd")
    return rank.upper().translate(synonyms) + suit.lower().translate(synonyms)


@pytest.mark.turns(2)
@THOROUGHLY
@given(damaged(generated("action")) | st.text(max_size=4))
def test_the_same_texts_are_actions(text: str) -> None:
    """The engine reads a text as an action exactly when the grammar allows it."""
    assert (
        reads(parse_action, text) == allows("action", characters.in_order(text))
        or read_beside(text)
        or suits_before_several(text)
    )


@pytest.mark.turns(30)
@pytest.mark.parametrize("length", range(4))
def test_the_same_short_texts_are_actions_and_cards(length: int) -> None:
    """Of all short texts of the notation's characters, engine and grammar take the same for actions, and the same for cards."""
    for each in itertools.product("AKQJTOUXÁ1029csdhH♥\ufe0f-,?a \n", repeat=length):
        text = "".join(each)
        beside = read_beside(text) or suits_before_several(text)
        assert reads(parse_action, text) == allows("action", text) or beside, text
        assert reads(parse_cards, text) == allows("cards", text) or beside, text


@pytest.mark.parametrize("seat", range(10))
def test_calls_of_every_seat_are_actions(seat: int) -> None:
    """Engine and grammar read the four calls of the seats 0 to 9, and none of a seat that is written in another way."""
    for call in ("beat", "no-beat", "grease", "no-grease"):
        for text in (f"call:{seat}:{call}", f"call:0{seat}:{call}", f"call:{seat}:{call} ", f"Call:{seat}:{call}"):
            assert reads(parse_action, text) == allows("action", text) == (text == f"call:{seat}:{call}"), text


@pytest.mark.parametrize(
    "text",
    [
        *("exchange", "close", "draw", "pass", "claim", "Claim", "claims", "closed", "pass:", "exchange:9h"),
        *("claim:h", "claim:H", "claim:", "claim:ch", "claim:Kh", "trump:c", "trump:d", "trump", "trump:", "trump:x"),
        *("meld:Kh", "meld:Qd", "meld:Oc", "meld:Ah", "meld:K", "meld:", "meld", "meld:KhQh", "meld:kh", "meld:h"),
        *("bid:1", "bid:66", "bid:9999", "bid:0", "bid:066", "bid:10000", "bid:", "bid", "bid:-", "bid:6 6", "bid:٣"),
    ],
)
def test_the_same_words_are_actions(text: str) -> None:
    """Engine and grammar read the same as showing a marriage, exchanging, closing, drawing, claiming, bidding, naming and passing."""
    assert reads(parse_action, text) == allows("action", text)


@UNTIMED
@given(generated("cards"))
def test_every_row_of_cards_is_read(text: str) -> None:
    """The engine reads cards in a row as the grammar does: as many, and the same again when they are written."""
    if isinstance(refusal(parse_cards, text), TwoReadingsError):
        return
    cards = parse_cards(text)
    assert len(cards) == len(tree("cards", text).children)
    assert parse_cards(format_cards(cards)) == cards


@THOROUGHLY
@given(damaged(generated("cards")))
def test_the_same_texts_are_cards(text: str) -> None:
    """The engine reads a text as cards exactly when the grammar allows it, but for what it reads beside that."""
    allowed = allows("cards", characters.in_order(text))
    assert reads(parse_cards, text) == allowed or read_beside(text) or suits_before_several(text)


def suits_before_several(text: str) -> bool:
    """Whether a suit stands before several ranks, which has two readings and which no grammar allows."""
    return isinstance(refusal(parse_cards, text), TwoReadingsError)


@pytest.mark.turns(2)
@UNTIMED
@given(st.data(), states())
def test_a_view_is_not_read_as_a_position(data: st.DataObject, state: State) -> None:
    """What a seat sees is allowed as a view only, and the engine does not play it on."""
    seat = data.draw(st.integers(0, state.game.players - 1))
    view = state.view(seat)
    line = str(view)
    assert allows("view", line)
    assert "?" not in line or not allows("position", line)
    assert str(parse(line, rules=state.game.rulebook)) == line
    with pytest.raises((NotationError, PositionError)):
        parse_state(line, rules=state.game.rulebook)


SORTED: Final = "sixty-six/2 hands=AcKcQcJcTc9c,AsKsQsJsTs9s talon=AhThKhQhJh9hAdTdKdQdJd9d lead=0"
"""A position in which each seat has a suit; that of the turn-up is trump."""


def test_a_view_counts_nothing_for_its_seat() -> None:
    """How many points the other side had when the talon was closed is a question mark in a view, until the deal is over."""
    state = parse(SORTED).play(parse_action("close"))
    assert "closed=0,0,0,0" in str(state)
    for seat in range(2):
        line = str(state.view(seat))
        assert "closed=0,?,0,0" in line
        assert allows("view", line)
        assert not allows("position", line)
    over = state.play(parse_action("claim"))
    assert "closed=0,0,0,0" in str(over.view(0))


def test_a_view_says_what_nobody_can_count_any_more() -> None:
    """Once the other side has taken a trick, what it had at the closing is told, and the line of the view is read again."""
    line = "sixty-six/2 hands=JdTs,QcQs talon=KhTdAd9cThQhAc9hQdJsTcJh lead=0 taken=AsAhKsJc9s9d,KcKd dealer=0 closed=1,0,0,1"
    view = parse(f"{line} melds=0,20 shown=-,Qc").view(1)
    assert "closed=1,0,0,1" in str(view)
    assert parse(str(view)) == view


def test_a_view_knows_some_cards_of_a_hand() -> None:
    """What another has shown stands before the question marks of his hand, and the turn-up behind those of the talon."""
    view = parse(SORTED).play(parse_action("meld:Kc")).view(1)
    assert isinstance(view, SuitView)
    assert "hands=Qc????,AsKsQsJsTs9s talon=???????????9d" in str(view)
    assert allows("view", str(view))
    for word in ("hands=??Qc,-", "hands=-?,A", "talon=9d?", "talon=-?", "closed=?,?,0,0", "closed=0,0,?,0", "trump=?"):
        assert not allows("view", f"sixty-six/2 {word}"), word
