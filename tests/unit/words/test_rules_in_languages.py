"""The rules in Hungarian and German: every text of the rulebooks, in the words of the list of terms."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from tools.messages import TRANSLATED, anew, read, written

from aceten_spec import load_shipped, shipped
from aceten_spec.explanations import FOLDER, explanation
from aceten_spec.speech import DOMAIN, RULES, Language, rule, speaking

TERMS: Final = FOLDER.with_name("terms")
ID: Final = re.compile(r"[A-Z]{2}-[A-Z]+-\d+")
BY_NAME: Final = frozenset(["Lump", "Matsch", "Bombe"])


def terms(spoken: Language) -> dict[str, dict[str, str | list[str]]]:
    """Return the list of terms of a language."""
    return tomllib.loads(Path(TERMS, f"{spoken}.toml").read_text(encoding="utf-8"))


def spoken_texts(spoken: Language) -> Iterator[str]:
    """Yield all texts of the rules in a language."""
    for message in read(spoken, RULES):
        if message.id:
            yield str(message.string)
    for game in shipped():
        yield from (text for block in explanation(game, spoken) for text in block.texts)


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_every_text_is_translated(spoken: Language) -> None:
    """Each text of a shipped rulebook has its translation, with the same numbers and the same clauses in it."""
    assert written(spoken, RULES).read_text(encoding="utf-8") == anew(spoken, RULES), "make messages writes it anew"
    for message in read(spoken, RULES):
        if not message.id:
            continue
        original, text = str(message.id), str(message.string)
        assert text, original
        assert not message.fuzzy, original
        assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", original)), original
        assert ID.findall(text) == ID.findall(original), original
        assert ("{value}" in text) == ("{value}" in original), original


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_words_are_those_of_the_list(spoken: Language) -> None:
    """No text of the rules, and no message, has a word that the list of terms excludes."""
    excluded = {word: term for term, entry in terms(spoken).items() for word in entry.get("not", ())}
    assert len(excluded) > 50
    messages = (str(message.string) for message in read(spoken, DOMAIN) if message.id)
    whole = {word: re.compile(rf"(?<!\w){re.escape(word)}(?!\w)") for word in excluded}
    found = {
        (word, text)
        for text in (*spoken_texts(spoken), *messages)
        for word, pattern in whole.items()
        if pattern.search(text)
    }
    assert not found


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_words_of_the_list_are_used(spoken: Language) -> None:
    """What the list calls a thing is what the texts call it: each of its words stands somewhere, in some form."""
    everything = "\n".join(
        [*spoken_texts(spoken), *(str(message.string) for message in read(spoken, DOMAIN))]
    ).casefold()
    for term, entry in terms(spoken).items():
        said = entry["said"]
        for word in [said] if isinstance(said, str) else said:
            begun = re.sub(r"\W.*", "", word.casefold())
            assert begun[: max(4, len(begun) - 3)] in everything, (term, word)


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_rules_are_read_in_the_language_in_force(spoken: Language) -> None:
    """A clause is told in the language in force; a text of somebody's own rulebook stays as it is."""
    clause = load_shipped("zsiros").clause("ZS-PLAY-4").text
    with speaking(spoken):
        assert rule(clause) != clause
        assert rule("A house rule.") == "A house rule."
    assert rule(clause) == clause
