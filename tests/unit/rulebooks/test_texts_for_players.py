"""What players read: how a game is played, and what its options mean."""

import re
from pathlib import Path
from typing import Final

import pytest

import aceten_spec
from aceten_spec import load_shipped, shipped
from aceten_spec.options import option_values

PLAYED: Final = Path(aceten_spec.__file__).parent / "played"
"""Where the texts stand, by language."""
TEXTS: Final = [
    (language, game)
    for language in ("en", "hu", "de")
    for game in shipped()
    if language == "en" or (PLAYED / language / f"{game}.md").exists()
]
"""Every game has a text in English; those in other languages are taken as they come."""
EXAMPLE: Final = re.compile(r"^\{([A-Z0-9]+-EX-[0-9]+)\}$", re.MULTILINE)
"""The line that stands for the picture of an example."""
HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
LINE: Final = re.compile(r"|## [^*]+|\{[A-Z0-9]+-EX-[0-9]+\}|(- )?(?!- )(?:[^*#{}\[\]<>`|_]|\*[^* ][^*]*\*)+")
"""What a line can be: nothing, a heading, a picture, or words of a paragraph or of a list, some of them emphasised."""


def read(language: str, game: str) -> str:
    """Return how a game is played."""
    return (PLAYED / language / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", shipped())
def test_every_value_of_an_option_has_its_sentence(game: str) -> None:
    """Whoever agrees on something reads what is played then; a number that can be any is filled in."""
    for name, option in load_shipped(game).options.items():
        values = option_values(option)
        assert list(option.means) == (["positive"] if values is None else [str(value) for value in values]), name
        for value, sentence in option.means.items():
            assert sentence[0].isupper(), (name, value)
            assert sentence.endswith("."), (name, value)
            assert sentence.count("{value}") == (values is None), (name, value)


def test_no_text_is_about_anything_else() -> None:
    """There is a text of a game in a language, and nothing else."""
    there = {path.relative_to(PLAYED).as_posix() for path in PLAYED.rglob("*") if path.is_file()}
    assert there == {f"{language}/{game}.md" for language, game in TEXTS}


@pytest.mark.parametrize(("language", "game"), TEXTS)
def test_a_text_is_plain_and_of_a_length_to_be_read(language: str, game: str) -> None:
    """A page and a terminal can show it, and nobody scrolls far."""
    text = read(language, game)
    assert not [line for line in text.splitlines() if not LINE.fullmatch(line)]
    assert text.startswith("## ")
    assert text.endswith("\n")
    assert 1000 <= len(text) <= 4500


@pytest.mark.parametrize(("language", "game"), TEXTS)
def test_a_text_shows_examples_of_its_rulebook(language: str, game: str) -> None:
    """What is pictured is an example that is run; every text has one."""
    examples = EXAMPLE.findall(read(language, game))
    assert examples
    assert set(examples) <= {example.id for example in load_shipped(game).examples}


@pytest.mark.parametrize("game", shipped())
def test_a_text_tells_what_play_is_for_how_it_begins_and_what_counts(game: str) -> None:
    """These headings are there in this order, whatever stands between."""
    headings = HEADING.findall(read("en", game))
    needed = ["Aim", "Cards", "Deal", "A trick", "Scoring", "What is special"]
    assert [heading for heading in headings if heading in needed] == needed


@pytest.mark.parametrize(("language", "game"), TEXTS)
def test_a_translation_says_the_same(language: str, game: str) -> None:
    """It has as many headings, the same pictures in the same order, and the same numerals."""
    text, english = read(language, game), read("en", game)
    assert len(HEADING.findall(text)) == len(HEADING.findall(english))
    assert EXAMPLE.findall(text) == EXAMPLE.findall(english)
    assert sorted(re.findall("[0-9]+", text)) == sorted(re.findall("[0-9]+", english))
