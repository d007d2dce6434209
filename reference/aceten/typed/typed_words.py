"""The words that people type, in the language in force and in English."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from aceten_spec.names import unaccented
from aceten_spec.speech import Language, say_in, speaking
from aceten_spec.speech import language as spoken


def word_meant(text: str) -> str:
    """Return the English word for one that is typed at the table in the language in force; any other word as it is, in small letters."""
    return _plain_words(spoken()).get(plain(text), text.casefold())


def words_meant(text: str) -> list[str]:
    """Return the words of what was typed, each as :func:`word_meant` has it."""
    return list(map(word_meant, text.split()))


def words_to_type(meant: Iterable[str]) -> list[str]:
    """Return the words to type for English ones: in each case the first that the language in force has."""
    first: dict[str, str] = {}
    for word, english in _typed_words(spoken()).items():
        first.setdefault(english, word)
    return [first.get(word, word) for word in meant]


@functools.cache
def _typed_words(language: Language) -> Mapping[str, str]:
    """Return the English words for those of a language, of which there may be several for one."""
    with speaking(language):
        english = {
            "stop": say_in("typed", "stop"),
            "flip": say_in("typed", "flip"),
            "spice": say_in("typed", "spice"),
            "exchange": say_in("typed", "exchange"),
            "close": say_in("typed", "close"),
            "draw": say_in("typed", "draw"),
            "claim": say_in("typed", "claim"),
            "pass": say_in("typed", "pass"),
            "meld": say_in("typed", "meld"),
            "trump": say_in("typed", "trump"),
            "bid": say_in("typed", "bid"),
            "play": say_in("typed", "play"),
            "call": say_in("typed", "call"),
            "calls": say_in("typed", "calls"),
            "on": say_in("typed", "on"),
            "off": say_in("typed", "off"),
            "beat": say_in("typed", "beat"),
            "no-beat": say_in("typed", "no-beat"),
            "grease": say_in("typed", "grease"),
            "no-grease": say_in("typed", "no-grease"),
            "legal": say_in("typed", "legal"),
            "table": say_in("typed", "table"),
            "hint": say_in("typed", "hint"),
            "full": say_in("typed", "full"),
            "undo": say_in("typed", "undo"),
            "back": say_in("typed", "back"),
            "forward": say_in("typed", "forward"),
            "here": say_in("typed", "here"),
            "save": say_in("typed", "save"),
            "load": say_in("typed", "load"),
            "show": say_in("typed", "show"),
            "help": say_in("typed", "help"),
            "quit": say_in("typed", "quit"),
        }
    return {word: meant for meant, words in english.items() for word in words.split(", ")}


@functools.cache
def _plain_words(language: Language) -> Mapping[str, str]:
    return {plain(word): meant for word, meant in _typed_words(language).items()}


def plain(text: str) -> str:
    """Return text in small letters without accents, and with one blank between its words."""
    return unaccented(" ".join(text.split()))
