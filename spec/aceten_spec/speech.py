"""What is said to people, in the language in force: English templates, and what the catalogs of the other languages make of them.

The catalogs lie in ``aceten_spec/locale``. ``make messages`` gathers there what is said anywhere in the project; an installation compiles
them. A language whose catalog is not there speaks English.
"""

from __future__ import annotations

import functools
import gettext
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final, Literal, Self, TypeAlias

import msgspec
from typing_extensions import override

Language: TypeAlias = Literal["en", "hu", "de"]
"""A language that is spoken here."""

LANGUAGES: Final[tuple[Language, ...]] = ("en", "hu", "de")
"""Every language, the default first."""

CATALOGS: Final = Path(__file__).with_name("locale")
"""Where the catalogs lie, a folder for each language but English.

:meta hide-value:
"""
DOMAIN: Final = "aceten"
"""What the catalogs of what the programs say are called."""
RULES: Final = "rules"
"""What those of the texts of rulebooks are called."""

_in_force: Final[ContextVar[Language]] = ContextVar("language", default="en")


def language() -> Language:
    """Return the language in force."""
    return _in_force.get()


@contextmanager
def speaking(language: Language) -> Generator[None]:
    """Speak a language as long as this lasts; in this thread or task alone."""
    token = _in_force.set(language)
    try:
        yield
    finally:
        _in_force.reset(token)


class Reader(str):
    """What whoever reads is called. A sentence of which he is the part ``who`` speaks to him where it can, and of him where it cannot."""

    __slots__ = ("label", "sentences")
    label: str
    """What he is called where nothing is said of him: in tables and lists."""
    sentences: Mapping[str, str]
    """Templates in the second person, by those in the third; of words that depend on a number, by the first of them."""

    def __new__(cls, name: str, label: str, sentences: Mapping[str, str]) -> Self:
        """Call him by a name where he is spoken of."""
        made = super().__new__(cls, name)
        made.label, made.sentences = label, sentences
        return made


def _to_reader(template: str, parts: Mapping[str, object]) -> str | None:
    who = parts.get("who")
    return who.sentences.get(template) if isinstance(who, Reader) else None


def say(template: str, /, **parts: object) -> str:
    """Return a sentence or a cell in the language in force.

    :param template: the English one, with its parts in braces, as ``str.format`` has them. Where it does not stand in the call it is
        marked by :func:`to_say` where it stands.
    """
    return _catalog(language(), CATALOGS).gettext(_to_reader(template, parts) or template).format(**parts)


def rule(text: str) -> str:
    """Return a text of a rulebook in the language in force; as it stands there where no catalog has it, as of rulebooks of users."""
    return _catalog(language(), CATALOGS, RULES).gettext(text)


def say_in(context: str, template: str, /, **parts: object) -> str:
    """Return a sentence or a cell as :func:`say` does, where the same English words mean several things.

    :param context: what the words mean here.
    """
    return _catalog(language(), CATALOGS).pgettext(context, template).format(**parts)


def say_counted(one: str, many: str, number: int, /, **parts: object) -> str:
    """Return a sentence or a cell that depends on a number, which is its part ``number`` unless that is given in other words."""
    template = _to_reader(one, parts)
    if template is not None:
        return say(template, **parts)
    return _catalog(language(), CATALOGS).ngettext(one, many, number).format(**{"number": number, **parts})


def to_say(template: str) -> str:
    """Return a template as it is, for :func:`say` to say later."""
    return template


class Message(msgspec.Struct, frozen=True):
    """What is said in the language of whoever reads it, whenever and wherever that is; ``str`` has it in English.

    Files for programs hold it in English. A message that is kept as a value, or pickled, keeps every language.
    """

    template: str
    """The English template, as in :func:`say`."""
    parts: tuple[tuple[str, Part], ...] = ()
    """Its parts, each with its name."""

    @override
    def __str__(self) -> str:
        """Return it in English."""
        return self.template.format(**{name: _whole(part, str) for name, part in self.parts})

    def said(self) -> str:
        """Return it in the language in force, and so its parts."""
        return say(self.template, **{name: _whole(part, read_out) for name, part in self.parts})


Words: TypeAlias = Message | str
"""A message, or what is the same in every language: what strangers say, names, notation."""
Part: TypeAlias = Message | str | int | float | tuple[Message | str, ...]
"""A part of a message; several messages stand in a row."""


def message_of(template: str, /, **parts: Part) -> Message:
    """Return a message.

    :param template: as in :func:`say`.
    """
    return Message(template, tuple(parts.items()))


def read_out(words: Words) -> str:
    """Return words in the language in force."""
    return words.said() if isinstance(words, Message) else words


def line_by_line(lines: Iterable[Words]) -> Words:
    """Return several lines as one text; nothing where there are none."""
    parts = tuple([(f"line{number}", line) for number, line in enumerate(lines)])
    if len(parts) == 1:
        return parts[0][1]
    return Message("\n".join([f"{{{name}}}" for name, _ in parts]), parts) if parts else ""


def _whole(part: Part, said: Callable[[Words], str]) -> object:
    """Return a part of a message as one thing: several messages in a row, each said in some way."""
    if isinstance(part, tuple):
        return "; ".join(map(said, part))
    return said(part) if isinstance(part, Message) else part


@functools.cache
def _catalog(language: Language, folder: Path, domain: str = DOMAIN) -> gettext.NullTranslations:
    """Return the catalog of a language; of English, or where there is none, one that changes nothing."""
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(domain, folder, [language], fallback=True)


def sentence(said: str) -> str:
    """Return what is said as a sentence of its own, with a capital letter at its beginning and a full stop at its end."""
    return f"{capital(said)}."


def capital(said: str) -> str:
    """Return what is said with a capital letter at its beginning."""
    return said[:1].upper() + said[1:]


def grouped(number: int) -> str:
    """Return a number with its thousands apart, as the language in force writes it."""
    return f"{number:,}".replace(",", say_in("between thousands", ","))


def decimal(number: float, places: int, *, signed: bool = False) -> str:
    """Return a number with so many decimal places, as the language in force writes it.

    :param signed: whether it has a sign also where it is not negative.
    """
    return f"{number:{'+' if signed else ''}.{places}f}".replace(".", say_in("before decimals", "."))
