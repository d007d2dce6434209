"""Shipped rulebooks with something changed, and what the reader refuses of them."""

from importlib.resources import files
from typing import Final

import msgspec
import pytest

from aceten import RulebookError
from aceten_spec import parse_rulebook
from aceten_spec.rulebook import MatchingParameters

SHIPPED: Final = files("aceten_spec").joinpath("rulebooks", "zsiros.toml").read_text(encoding="utf-8")
"""The shipped rulebook: everything in it is right."""

RULEBOOK: Final = SHIPPED[: SHIPPED.index("# --- Examples of our own")]
"""The same with fewer examples, as reading takes long."""


def changed(old: str, new: str, *, text: str = RULEBOOK) -> str:
    """Return a text with the first occurrence of a part exchanged."""
    assert old in text
    return text.replace(old, new, 1)


def home(differences: str = "", parent: str = "zsiros") -> str:
    """Return a rulebook that states its differences from a shipped one."""
    return f'format = 1\nextends = "{parent}"\nid = "home"\nprefix = "HO"\n{differences}\n'


def refused(text: str, key: str, *, problem: str, expected: str) -> None:
    """Require that a rulebook is refused at this key first, for this problem, saying what was expected, and all of it in the message."""
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(text, source="home.toml")
    error = caught.value
    assert error.source == "home.toml"
    assert error.key == key
    assert problem in error.problem
    assert expected in error.expected
    first, *_ = str(error).split("\n")
    assert first == f"home.toml: {key}: {error.problem}; expected {error.expected}"


FIELDS: Final = {field.name: field for field in msgspec.structs.fields(MatchingParameters)}

SUIT_SHIPPED: Final = files("aceten_spec").joinpath("rulebooks", "sixty-six.toml").read_text(encoding="utf-8")

SUIT_RULEBOOK: Final = SUIT_SHIPPED[: SUIT_SHIPPED.index('[[examples]]\nid = "SX-EX-2"')]
"""A shipped rulebook of a game with suit tricks, with one of its examples."""


def table_option(*values: str, name: str = "kind", more: str = "") -> str:
    """Return the text of an option whose values set several parameters."""
    return f'[options.{name}]\nclause = "HO-CARDS-1"\n{more}' + "".join(f"values.{value}\n" for value in values)
