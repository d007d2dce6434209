"""The lines of a record that a person types: what begins one, names and values, and notes at their ends.

The grammar stands in ``aceten_spec/record_text.ebnf``, and the page of it in ``docs/record_text.rst``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from aceten.notation.given_lines import FENCE
from aceten.notation.given_lines import in_order as line_in_order
from aceten.vocabulary.errors import RecordError, record_error
from aceten.vocabulary.position_writer import MAX_LINE
from aceten_spec import characters
from aceten_spec.errors import NotationError
from aceten_spec.names import unaccented
from aceten_spec.written_cards import card

_HEAD: Final = re.compile(r"\s*(?P<game>[^\s:=#;,/\[{]+/[1-9])(?!\S)(?P<rest>.*)")
"""The line that begins a deal: the game, its number of players, and perhaps keys of the position and options."""
_KEY: Final = re.compile(r"\s*(?P<key>[^\W\d_][\w'\u2019. -]{0,60}?)\s*:(?P<value>.*)")
_NOTE: Final = re.compile(r"""\[[^\[\]]*\]|\([^()]*\)|"[^"]*"|(?P<note>;|(?<!\S)(?:\#|//)).*""", re.VERBOSE)
_MARKS: Final = re.compile(rf"^(?:\ufeff?\s*>)+ ?|^{FENCE.pattern}$")
"""What stands before the lines of a letter that is quoted, and around those of a program."""
_ACTIONS: Final = frozenset({"bid", "call", "claim", "meld", "trump"})
"""Words that are keys only with a blank behind their colon, and otherwise actions."""
# fmt: off
_KEYS: Final = {
    "match": "match", "meccs": "match", "partie": "match",
    "matchresult": "match result", "ameccsvege": "match result", "partieergebnis": "match result",
    "players": "players", "jatekosok": "players", "spieler": "players",
    "date": "date", "datum": "date",
    "place": "place", "site": "place", "hely": "place", "ort": "place",
    "result": "result", "eredmeny": "result", "ergebnis": "result",
    "stock": "talon", "leader": "lead", "trumps": "trump", "adu": "trump", "trumpf": "trump",
    "pont": "points", "pontok": "points", "punkte": "points", "augen": "points",
    "utes": "tricks", "utesek": "tricks", "stiche": "tricks",
    "kezd": "lead", "ausspiel": "lead", "vorhand": "lead", "oszto": "dealer", "geber": "dealer",
}
# fmt: on
"""What keys mean, in small letters without accents and blanks; any other key means itself."""
WHOLE_LINES: Final = frozenset({"players", "date", "place"})
"""Keys behind which everything to the end of the line belongs to the value."""


class TextLine(NamedTuple):
    """A line of a record."""

    number: int
    """Which it is, from 1 on."""
    text: str
    """What is in it, without a note."""
    note: str
    """The note at its end; empty where there is none."""

    @property
    def key(self) -> str:
        """What stands before the first colon, as it is meant; empty where that is no key."""
        return self._keyed[0]

    @property
    def name(self) -> str:
        """The same as it is written."""
        found = _KEY.fullmatch(self.text)
        return found["key"] if found else ""

    @property
    def value(self) -> str:
        """What stands behind it."""
        return self._keyed[1]

    @property
    def _keyed(self) -> tuple[str, str]:
        found = _KEY.fullmatch(self.text)
        if found is None or (found["key"].casefold() in _ACTIONS and not re.match(r"\s|$", found["value"])):
            return "", ""
        return _meant(found["key"]), found["value"].strip()


def _meant(key: str) -> str:
    plain = unaccented(key)
    return _KEYS.get(re.sub(r"[\s_-]", "", plain), plain)


def ends_apart(text: str) -> list[str]:
    """Return the lines of a text, however they end, without the marks of a quoted letter or program."""
    return [_MARKS.sub("", line) for line in re.sub("\r\n?", "\n", text).split("\n")]


def text_lines(lines: Iterable[str], first: int) -> Iterator[TextLine]:
    """Yield those lines in which something is.

    :param first: the number of the first of them.
    :raises RecordError: where something is in one that nobody sees, and for one that is too long.
    """
    for number, line in enumerate(lines, start=first):
        plain = line.removeprefix("\ufeff")
        found = next((found for found in _NOTE.finditer(plain) if found["note"]), None)
        keyed = _KEY.fullmatch(characters.in_order(plain))
        if found is None or (keyed is not None and _meant(keyed["key"]) in WHOLE_LINES):
            text, note = plain, ""
        else:
            text, note = plain[: found.start()], plain[found.start("note") + len(found["note"]) :]
        if len(text) > MAX_LINE:
            raise record_error(
                number,
                "{number} characters in a line, without its note: at most {most}",
                number=len(text),
                most=MAX_LINE,
            )
        try:
            characters.check_seen(text)
        except NotationError as error:
            raise RecordError(line=number, problem=str(error)) from error
        if text.strip() or note.strip():
            yield TextLine(number, _in_order(text, keyed), note.strip())


def _in_order(text: str, keyed: re.Match[str] | None) -> str:
    """Return a line with plain blanks and Latin letters; a name, a date or a place stays as it is."""
    if keyed is not None and _meant(keyed["key"]) in WHOLE_LINES:
        return " ".join(text.split())
    return characters.in_order(text)


class Head(NamedTuple):
    """The line that begins a deal."""

    game: str
    """The game and its number of players."""
    rest: str
    """Keys of the position, and options."""


def head_of(line: str) -> Head | None:
    """Return what begins a deal; ``None`` where a line does not."""
    try:
        found = _HEAD.fullmatch(line_in_order(line).rstrip()) if len(line) <= MAX_LINE else None
    except NotationError:
        return None
    return (
        None
        if found is None or _is_card(found["game"].partition("/")[0])
        else Head(found["game"], found["rest"].strip())
    )


def _is_card(text: str) -> bool:
    """Whether a text is a card: ``K/7`` are two that are played, and no game."""
    try:
        return bool(card(text))
    except NotationError:
        return False


def begins_match(line: str) -> bool:
    """Whether a match begins with a line."""
    return _key_of(line) == "match"


def ends_match(line: str) -> bool:
    """Whether a line says what a match came to."""
    return _key_of(line) == "match result"


def _key_of(line: str) -> str:
    found = _KEY.fullmatch(line.removeprefix("\ufeff").rstrip())
    return "" if found is None else _meant(found["key"])
