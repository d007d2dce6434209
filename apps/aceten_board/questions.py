"""Everything that the page may ask, and what answers it: a method, a path and a body make a status and a body, whatever carries them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple, TypeAlias, TypeVar

import msgspec

from aceten import AcetenError
from aceten.pictures import picture_of_suit, playing_card
from aceten.vocabulary.naming import called
from aceten_board.bodies import (
    AskedDeal,
    AskedDeals,
    AskedFair,
    AskedKit,
    AskedLook,
    AskedMachine,
    AskedPicture,
    AskedReview,
    AskedTable,
    AskedText,
    AskedValues,
    DealsTold,
    Dealt,
    Fair,
    Found,
    Judged,
    KeptText,
    Kit,
    Look,
    Moved,
    Refused,
    Spoken,
    Values,
)
from aceten_board.courses import AskedCourse, Lesson, course
from aceten_board.game_reviews import fair_judgements, judgements
from aceten_board.game_rules import AskedRules, Rules, rules
from aceten_board.kept_files import deals_told, picture, read, record
from aceten_board.kits import kit
from aceten_board.puzzle_tasks import AskedAttempt, AskedPuzzle, Attempted, PuzzleSet, attempt, puzzle
from aceten_board.seat_names import names_in
from aceten_board.shown_table import BrokenRuleError, look, refusal
from aceten_board.solver_answers import deal, machine, values
from aceten_board.table_talk import AskedHint, AskedMatch, Hinted, MatchTold, Told, explained, hinted, match_told
from aceten_board.words import words
from aceten_spec.errors import shown
from aceten_spec.speech import LANGUAGES, Language, speaking
from aceten_spec.written_cards import parse_cards, read_suit

_A = TypeVar("_A", bound=Spoken)
_T = TypeVar("_T", bound=msgspec.Struct)
Answers: TypeAlias = "Callable[[Callable[[], bool]], Iterator[msgspec.Struct]]"
"""What yields better and better answers, and asks now and then whether nobody waits for them any more."""

JSON: Final = "application/json"
SVG: Final = "image/svg+xml"

MOST_BYTES: Final = 65_536
"""The longest body."""
MOST_OF_RECORDS: Final = 1_048_576
"""The longest body where it holds records."""
RECORDS: Final = frozenset({"/api/read", "/api/deals", "/api/record"})
"""Where it may."""


ENCODER: Final = msgspec.json.Encoder(enc_hook=str)
"""Writes answers; of a name that is more than text, its text."""


class BoardAnswer(NamedTuple):
    """What answers a question."""

    status: int
    """As HTTP has it: 200, 400 for a body that is no question, 404 where there is nothing, 413 for one that is too long, 422 for one that
    is refused."""
    body: bytes
    kind: str = JSON
    """What the body is."""


class PageQuestion(NamedTuple):
    """What the page may ask, and what answers it."""

    kind: type[Spoken]
    """What its bodies are."""
    told: type[msgspec.Struct]
    """What is told."""
    answer: Callable[[bytes], tuple[int, msgspec.Struct]]
    """Returns the status and the answer to a body."""


def _question(kind: type[_A], told: type[_T], answer: Callable[[_A], _T]) -> PageQuestion:
    def answered(body: bytes) -> tuple[int, msgspec.Struct]:
        asked = _read(body, kind)
        if isinstance(asked, Refused):
            return 400, asked
        with speaking(asked.language), called(names_in(asked)):
            try:
                return 200, answer(asked)
            except (AcetenError, BrokenRuleError) as error:
                return 422, _refused(error)

    return PageQuestion(kind, told, answered)


QUESTIONS: Final = {
    "look": _question(AskedLook, Look, look),
    "kit": _question(AskedKit, Kit, kit),
    "read": _question(AskedText, Found, read),
    "deals": _question(AskedDeals, DealsTold, deals_told),
    "record": _question(AskedDeals, KeptText, record),
    "picture": _question(AskedPicture, KeptText, picture),
    "deal": _question(AskedDeal, Dealt, deal),
    "machine": _question(AskedMachine, Moved, machine),
    "puzzle": _question(AskedPuzzle, PuzzleSet, puzzle),
    "attempt": _question(AskedAttempt, Attempted, attempt),
    "rules": _question(AskedRules, Rules, rules),
    "hint": _question(AskedHint, Hinted, hinted),
    "lesson": _question(AskedTable, Told, explained),
    "match": _question(AskedMatch, MatchTold, match_told),
    "course": _question(AskedCourse, Lesson, course),
}
"""Every question that is answered at once, by its name."""


class Followed(NamedTuple):
    """What the page may ask that is answered better and better."""

    kind: type[Spoken]
    """What its bodies are."""
    told: type[msgspec.Struct]
    """What each answer is."""
    answer: Callable[[bytes], Refused | tuple[Spoken, Answers]]
    """Returns what is wrong with a body; or what is asked, and what begins the answers when told how it learns of their end."""


def _followed(kind: type[_A], told: type[_T], answer: Callable[[_A, Callable[[], bool]], Iterator[_T]]) -> Followed:
    def answered(body: bytes) -> Refused | tuple[Spoken, Answers]:
        asked = _read(body, kind)
        return asked if isinstance(asked, Refused) else (asked, partial(answer, asked))

    return Followed(kind, told, answered)


FOLLOWED: Final = {
    "values": _followed(AskedValues, Values, values),
    "review": _followed(AskedReview, Judged, judgements),
    "fair": _followed(AskedFair, Fair, fair_judgements),
}
"""Every question that is answered better and better, by its name."""


def answered(method: str, path: str, body: bytes = b"") -> BoardAnswer:
    """Return the answer to what is answered at once.

    :param path: as the page has it, from ``/`` on: ``/api/look`` is asked by ``POST``, words and pictures by ``GET``.
    """
    match method, path.split("/")[1:]:
        case "POST", ["api", name] if name in QUESTIONS:
            if len(body) > most_bytes(path):
                return told(Refused(f"expected at most {most_bytes(path)} bytes"), 413)
            status, answer = QUESTIONS[name].answer(body)
            return told(answer, status)
        case "GET", ["api", "words", language]:
            return _words(language)
        case "GET", ["cards", style, card] if card.endswith(".svg"):
            return _card(style, card.removesuffix(".svg"))
        case "GET", ["suits", style, suit] if suit.endswith(".svg"):
            return _suit(style, suit.removesuffix(".svg"))
        case _:
            return told(Refused("there is nothing"), 404)


def followed(path: str, body: bytes, unwanted: Callable[[], bool]) -> BoardAnswer | Iterator[tuple[str, bytes]]:
    """Return what goes through the answers to a question that is answered better and better; or what is wrong with it.

    Each is ``told``, or ``refused`` and the last, and its body.

    :param unwanted: is asked now and then, in whichever thread the answers are made, whether nobody waits for them any more.
    """
    name = path.removeprefix("/api/")
    if name not in FOLLOWED:
        return told(Refused("there is nothing"), 404)
    if len(body) > most_bytes(path):
        return told(Refused(f"expected at most {most_bytes(path)} bytes"), 413)
    found = FOLLOWED[name].answer(body)
    if isinstance(found, Refused):
        return told(found, 400)
    asked, answers = found
    return _following(answers(unwanted), asked, unwanted)


def _following(
    answers: Iterator[msgspec.Struct], asked: Spoken, unwanted: Callable[[], bool]
) -> Iterator[tuple[str, bytes]]:
    while not unwanted():
        with speaking(asked.language), called(names_in(asked)):
            try:
                answer = next(answers, None)
            except (AcetenError, BrokenRuleError) as error:
                answer = _refused(error)
        if answer is None:
            return
        yield "refused" if isinstance(answer, Refused) else "told", ENCODER.encode(answer)
        if isinstance(answer, Refused):
            return


def most_bytes(path: str) -> int:
    """Return how long the body of a question may be."""
    return MOST_OF_RECORDS if path in RECORDS else MOST_BYTES


def told(answer: msgspec.Struct, status: int = 200) -> BoardAnswer:
    """Return what is said as an answer."""
    return BoardAnswer(status, ENCODER.encode(answer))


def _words(asked: str) -> BoardAnswer:
    """Return what stands on the page, in a language."""
    for language in LANGUAGES:
        if language == asked:
            with speaking(language):
                return BoardAnswer(200, ENCODER.encode(words()))
    return told(Refused("there is no such language"), 404)


def _card(style: str, name: str) -> BoardAnswer:
    """Return the picture of a card; French ones also with the letters of a language, as ``french-de`` has them."""
    faces, _, lettered = style.partition("-")
    spoken: dict[str, Language] = {each: each for each in LANGUAGES}
    language = spoken.get(lettered or "en")
    try:
        cards = parse_cards(name) if faces in {"french", "german"} and language is not None else ()
    except AcetenError:
        cards = ()
    if len(cards) != 1 or language is None:
        return told(Refused("there is no such card"), 404)
    with speaking(language):
        return BoardAnswer(200, playing_card(cards[0], style=faces).encode(), SVG)


def _suit(style: str, name: str) -> BoardAnswer:
    """Return the picture of a suit."""
    suit = read_suit(name)
    if style not in {"french", "german"} or suit is None:
        return told(Refused("there is no such suit"), 404)
    return BoardAnswer(200, picture_of_suit(suit, style=style).encode(), SVG)


def _read(body: bytes, kind: type[_A]) -> _A | Refused:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return Refused(shown(error))


def _refused(error: AcetenError | BrokenRuleError) -> Refused:
    return error.refused if isinstance(error, BrokenRuleError) else refusal(error)
