"""What is said to people, in the language in force: English templates, and what the catalogs of the other languages make of them.

The catalogs lie in ``aceten_spec/locale``. ``make messages`` gathers there what is said anywhere in the project; an installation compiles
them. A language whose catalog is not there speaks English.
"""

from __future__ import annotations

import functools
import gettext
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Generator

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
    """Return a sentence or a cell that depends on a number, which is its part ``number``."""
    return _catalog(language(), CATALOGS).ngettext(one, many, number).format(number=number, **parts)


def to_say(template: str) -> str:
    """Return a template as it is, for :func:`say` to say later."""
    return template


@functools.cache
def _catalog(language: Language, folder: Path) -> gettext.NullTranslations:
    """Return the catalog of a language; of English, or where there is none, one that changes nothing."""
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, folder, [language], fallback=True)
