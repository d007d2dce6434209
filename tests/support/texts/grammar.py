"""The grammar in ``aceten_spec/position.ebnf`` as a reader of its own, and texts that it derives, rewritten and damaged."""

import functools
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from support.slices import sliced

from aceten import AcetenError, NotationError, parse
from aceten.notation.given_lines import in_order
from aceten_spec import load_shipped, shipped
from aceten_spec.options import (
    POSITION_KEYS,
    SUIT_KEYS,
    option_values,
)

GRAMMAR: Final = files("aceten_spec").joinpath("position.ebnf").read_text(encoding="utf-8")

KEYS: Final = POSITION_KEYS
"""The keys of a position line; each is a rule of the grammar as well."""

SEEN_KEYS: Final = ("seen_hands", "seen_talon", "seen_drawn", "seen_closed")
"""The rules for what a view says in another way."""

PLACES: Final = tuple((game, players) for game in shipped() for players in load_shipped(game).parameters.players)
"""Every shipped game with every number of players."""

NUMBERS: Final = (
    *("lead", "dealer", "forfeit", "points", "tricks", "lone", "resets"),
    *("closed", "melds", "waiting", "claim", "bids", "bid", "score"),
)
"""The keys whose values are numbers, or dashes among them."""

BLANKS: Final = " \t\r\n"
"""The characters that separate words."""

BEYOND_GRAMMAR: Final = (
    r"a line of \d+ characters; ",
    r"no hands; ",
    r"a second [a-z0-9_]+; ",
    r"\d players; ",
    r"the game '.*'; ",
    r"'[a-z0-9_]+' is neither a key nor an option of .*; ",
    r"\S+ has the option [a-z0-9_]+ not for \d players; ",
    r"options that contradict each other: ",
    r"'.*' is no value of .*option.*; ",
    r"(.* )?'[0-9]{1,4}'; expected a number from 0 to ",
    r"[a-z]+ is '([A-Ha-h]|[0-9]{1,4})'; expected a seat, ",
    r"'([0-9]{1,4}(,[0-9]{1,4})+|[0-9,]{40})'; expected a whole number of at most 4 digits for each",
    r"resets is '([0-9]{1,4}(,[0-9]{1,4})*|[0-9,]{40})'; expected sides from 0",
    r"closed is '([A-Ha-h]|[0-9]{1,4})(,[0-9]{1,4}){3}'; expected the seat that closed",
    r"bid is '([A-Ha-h]|[0-9]{1,4}),[0-9]{1,4}'; expected a seat and what it bid",
    r"\S+ beside the cards that are named already; ",
    r"(has|not) is '([A-Ha-h]|[0-9]{1,4}):[^:,'-]+(,([A-Ha-h]|[0-9]{1,4}):[^:,'-]+)*'; expected seats with cards",
    r"'([A-Ha-h]|[0-9]{1,4})' is no seat of \S+; expected seats with cards",
    r"([A-H] sees all cards of [A-H]|.+ is in no pack of \S+|[A-H] holds .+); expected cards that may be hidden",
    r"[A-H] is there twice; ",
    r"[A-H] sees all cards of [A-H]; expected each other seat once",
    r"\d+ steps of [A-H]; ",
    r"more cards came to [A-H] than [A-H] has held since; ",
    r".+ has been played, and lies nowhere; ",
    r".+ is in no pack of \S+; expected cards of the pack",
    r"'\+0+'; expected ~ or \^ with cards, ",
    r"hidden cards, and nobody who sees the others; ",
    r"how many points the other side had then cannot be told ",
    r"two readings, \S+ or \S+; ",
    r"the line is what [A-H] sees, and \d+ cards? of [A-H] (is|are) hidden; ",
)
"""How the error begins when a line that the grammar allows is unreadable: for something of which the grammar says that it cannot say it."""


UNTIMED: Final = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""How long an example takes says nothing here: the machine may have other work."""

THOROUGHLY: Final = settings(UNTIMED, max_examples=sliced(30, whole=300))
"""The same, with more examples."""


def without_cards(key: str) -> str:
    """Return a line without cards, of a game that knows a key."""
    return "sixty-six/2 hands=-,-" if key in SUIT_KEYS else "zsiros/4 hands=-,-,-,-"


@functools.cache
def reader() -> Lark:
    """Return what reads by the grammar."""
    return Lark(GRAMMAR, parser="lalr", start=["position", "view", "action", "cards", "card", *KEYS, *SEEN_KEYS])


def tree(start: str, text: str) -> Tree[Token]:
    """Return how the grammar derives the text from a rule."""
    return reader().parse(text, start=start)  # pyright: ignore[reportUnknownMemberType] - lark leaves the type of text open


def allows(start: str, text: str) -> bool:
    """Whether the grammar derives the text from a rule."""
    try:
        tree(start, text)
    except UnexpectedInput:
        return False
    return True


def put_in_order(line: str) -> str | None:
    """Return a line as it is before the grammar is asked; ``None`` where something is in it that nobody sees."""
    try:
        return in_order(line)
    except NotationError:
        return None


def read_beside(text: str) -> bool:
    """Whether a text may be read beside the grammar: with dots, question marks in brackets, names of cards, or suits with colons."""
    return bool(
        re.search(
            r"\.|[\[({\"'].*[?:]|[^\W\d_]{3}|(?:^|[\s,;-])[♣♠♥♦♧♤♡♢][\ufe0e\ufe0f]?(?:[\s,;-]|$)",
            text.partition("hands=")[2] or text,
        )
    )


def goes_beyond_grammar(error: NotationError) -> bool:
    """Whether a line is unreadable for something that the grammar cannot say."""
    said = f"{error.problem}; expected {error.expected}"
    if re.match(r"(hands|taken|shown) has \d+ of \d parts; ", said):  # the parts are counted before they are read
        bare = re.sub(r"""\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|"[^"]*"|'[^']*'""", "-", error.text[error.column - 1 :])
        parts = bare.split(maxsplit=1)[0].split(",")
        return len(parts) > 1 and all(part == "-" or allows("cards", part) for part in parts)
    return any(re.match(beginning, said) for beginning in BEYOND_GRAMMAR)


def refusal(reader: Callable[[str], object], text: str) -> AcetenError | None:
    """Return the error with which the engine refuses a text; ``None`` when it reads it."""
    try:
        reader(text)
    except AcetenError as error:
        return error
    return None


def has_form(line: str) -> bool:
    """Whether the engine reads a line, or refuses it for something else than its form."""
    error = refusal(parse, line)
    return not isinstance(error, NotationError) or goes_beyond_grammar(error)


@functools.cache
def generated(start: str) -> st.SearchStrategy[str]:
    """Texts that the grammar derives from a rule."""
    return from_lark(reader(), start=start)


@functools.cache
def generated_lines() -> st.SearchStrategy[str]:
    """Position lines that the grammar derives: most of a game that exists, with its options and values, and some of none."""
    rulebooks = [load_shipped(game) for game in shipped()]
    options = {name: option for rulebook in rulebooks for name, option in rulebook.options.items()}
    values = {str(value) for option in options.values() for value in option_values(option) or ()}
    explicit = {
        "GAME": st.sampled_from((*shipped(), "zsiros", "a-game_2")),
        "PLAYERS": st.sampled_from("2423643429"),
        "OPTION": st.sampled_from((*sorted(options), "colour")),
        "VALUE": st.sampled_from((*sorted(values), "10", "0", "Nobody", "-", "5000000")),
        "_BLANKS": st.sampled_from((" ", " ", "\t", "\n", "  \r\n")),
    }
    return from_lark(reader(), start="position", explicit=explicit)


@st.composite
def rewritten(draw: st.DrawFn, line: str) -> str:
    """Return a position line that says the same in another way: other order, blanks, synonyms, ways to say that there are no cards."""
    first, *fields = line.split(" ")
    words = [first, *draw(st.permutations(fields))]
    for index, word in enumerate(words):
        key, _, value = word.partition("=")
        if key in ("hands", "talon", "trick", "taken", "leads", "drawn", "shown"):
            for letter, others in (("Q", "QO"), ("J", "JU"), ("T", ("T", "X", "10"))):
                value = "".join(draw(st.sampled_from(others)) if c == letter else c for c in value)
            if key in ("hands", "taken", "shown"):
                value = ",".join("" if pile == "-" and draw(st.booleans()) else pile for pile in value.split(","))
            words[index] = f"{key}={value}"
        if key in NUMBERS:
            width = draw(st.integers(1, 4))
            numbers = [number if number == "-" else number.zfill(width) for number in value.split(",")]
            words[index] = f"{key}=" + ",".join(numbers)
    between = st.text(BLANKS, min_size=1, max_size=3)
    around = st.text(BLANKS, max_size=2)
    return draw(around) + words[0] + "".join(draw(between) + word for word in words[1:]) + draw(around)


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """Return a text with a few characters taken out, put in or exchanged, mostly for others of the notation."""
    characters = st.sampled_from("AKQJTOUXÁFBakb♥192076cshdH-,=/?:") | st.sampled_from(BLANKS) | st.characters()
    text = draw(texts)
    for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(characters | st.just("")) + text[at + draw(st.integers(0, 2)) :]
    return text
