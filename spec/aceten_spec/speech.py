"""What is said to people, in the language in force: English templates, and what the catalogs of the other languages make of them.

The catalogs lie in ``aceten_spec/locale``. ``make messages`` gathers there what is said anywhere in the project; an installation compiles
them. A language whose catalog is not there speaks English.
"""

from __future__ import annotations

import functools
import gettext
import threading
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

Language: TypeAlias = Literal["en", "hu", "de"]
"""A language that is spoken here."""

LANGUAGES: Final[tuple[Language, ...]] = ("en", "hu", "de")
"""Every language, the default first."""

CATALOGS: Final = Path(__file__).with_name("locale")
"""Where the catalogs lie, a folder for each language but English.

:meta hide-value:
"""
DOMAIN: Final = "aceten"
"""What the catalogs are called."""

_in_english: Final[dict[str, tuple[str, dict[str, object]]]] = {}
"""What was said last in English for programs, with its template and parts."""
_MOST_SENTENCES: Final = 1 << 14
"""So many of these are known, more than a report has: what was said of strangers' words before that stays English."""
_SAYING: Final = threading.Lock()
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


def say(template: str, /, **parts: object) -> str:
    """Return a sentence or a cell in the language in force.

    :param template: the English one, with its parts in braces, as ``str.format`` has them. Where it does not stand in the call it is
        marked by :func:`to_say` where it stands.
    """
    return _catalog(language(), CATALOGS).gettext(template).format(**parts)


def say_in(context: str, template: str, /, **parts: object) -> str:
    """Return a sentence or a cell as :func:`say` does, where the same English words mean several things.

    :param context: what the words mean here.
    """
    return _catalog(language(), CATALOGS).pgettext(context, template).format(**parts)


def say_counted(one: str, many: str, number: int, /, **parts: object) -> str:
    """Return a sentence or a cell that depends on a number, which is its part ``number`` unless that is given in other words."""
    return _catalog(language(), CATALOGS).ngettext(one, many, number).format(**{"number": number, **parts})


def to_say(template: str) -> str:
    """Return a template as it is, for :func:`say` to say later."""
    return template


def in_english(template: str, /, **parts: object) -> str:
    """Return a sentence in English whatever is spoken, as reports hold it that programs read; :func:`again` says it to people.

    :param template: as in :func:`say`. A part may be such a sentence itself, or a tuple of them.
    """
    sentence = template.format(**{name: _whole(part, str) for name, part in parts.items()})
    with _SAYING:
        _in_english.pop(sentence, None)  # what is said again is the last
        _in_english[sentence] = template, parts
        if len(_in_english) > _MOST_SENTENCES:
            del _in_english[next(iter(_in_english))]
    return sentence


def again(sentence: str) -> str:
    """Return a sentence of :func:`in_english`, or several line by line, in the language in force; any other text as it is."""
    said = _in_english.get(sentence)
    if said is None:
        return sentence if "\n" not in sentence else "\n".join(map(again, sentence.split("\n")))
    template, parts = said
    return say(template, **{name: _whole(part, again) for name, part in parts.items()})


def _whole(part: object, said: Callable[[str], str]) -> object:
    """Return a part of a sentence as one thing: several sentences in a row, each said in some way."""
    if isinstance(part, tuple):
        return "; ".join(said(str(each)) for each in cast("tuple[object, ...]", part))
    return said(part) if isinstance(part, str) else part


@functools.cache
def _catalog(language: Language, folder: Path) -> gettext.NullTranslations:
    """Return the catalog of a language; of English, or where there is none, one that changes nothing."""
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, folder, [language], fallback=True)


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
