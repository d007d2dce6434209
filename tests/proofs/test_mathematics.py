"""Formulas as mathematics for people: what is written says what the formula says, and refusals stand in the order of their formula."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from aceten_docs.specification.mathematics import Mathematics
from hypothesis import given
from hypothesis import strategies as st

from aceten_spec import load_shipped, shipped
from aceten_spec.cards import Rank, Suit
from aceten_spec.clauses.refusals import REFUSALS
from aceten_spec.formulas.award_clauses import row_applies
from aceten_spec.formulas.branch_cases import CASES, REFUSED_UNLESS, Stated, reasons
from aceten_spec.formulas.matching.trick_clauses import may_continue
from aceten_spec.names import suit_name
from aceten_spec.rulebook import MatchingParameters, SuitParameters
from aceten_spec.written_cards import card

ONLY: Final = {
    "matching": ("matched", "leader_chooses", "may_spice", "flipped", "wrong_continuation", "flip_exhausted"),
    "suit": ("beaten", "claimed", "meld_wrong_card", "wrong_claim", "pass_forced"),
}
"""The cases and refusals that games with such tricks have formulas for."""
SIGNS: Final = {
    "\N{LOGICAL OR}": "or",
    "∧": "and",
    "∈": "in",
    "∉": "not in",
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    " = ": " == ",
    ", else": " else",
}
"""Signs, and what they are in Python."""
EXCLUDED: Final = ("bidding", "naming", "draw_first")
"""What comes first can only be while somebody is to lead; its place among what is asked of who is not to lead does not matter."""


@cache
def written_of(game: str) -> list[tuple[Stated, str]]:
    """Return the formulas that are written on the page of a game, as they are written there."""
    mathematics = Mathematics(load_shipped(game).parameters)
    return [(formula, said) for formula in stated(game) if (said := mathematics.written(formula))]


def stated(game: str) -> Iterator[Stated]:
    """Yield the formulas that are written on the page of a game."""
    rules = load_shipped(game).parameters
    kind = "matching" if isinstance(rules, MatchingParameters) else "suit"
    for name, case in CASES.items():
        if name in ONLY[kind]:
            yield from case.says(rules, 2)
    for code, says in REFUSED_UNLESS.items():
        if code in ONLY[kind]:
            yield from says(rules, 2)
    yield from map(row_applies, rules.scoring)
    if isinstance(rules, MatchingParameters):
        yield may_continue(rules)


def in_python(written: str, names: list[str], *, ranks: bool) -> str:
    """Return mathematics as Python has it, with numbers for ranks, suits and cards."""
    for sign, word in SIGNS.items():
        written = written.replace(sign, word)
    written = re.sub(r"¬", "not ", written)
    for name in sorted(names, key=len, reverse=True):
        written = written.replace(name.replace("_", " "), name) if "_" in name else written
    written = re.sub(r"rank\((\w+)\)", r"(\1 % 16)", written)
    written = re.sub(r"(?<=card == )\w\w", lambda found: str(int(card(found[0]))), written)
    for suit in Suit:
        written = re.sub(rf"\b{suit_name(suit, style='french')}\b", str(int(suit)), written)
    if ranks:
        letters = {rank.letter: str(int(rank)) for rank in Rank}
        written = re.sub(
            r"(?<=rank == )\w\b|(?<=else )\w(?= if)|^\w(?= if)|\{[^}]*\}",
            lambda found: re.sub(r"\w", lambda letter: letters[letter[0]], found[0]),
            written,
        )
    return written


@pytest.mark.turns(4)
@pytest.mark.parametrize("game", shipped())
@given(data=st.data())
def test_what_is_written_says_the_same(game: str, data: st.DataObject) -> None:
    """For any numbers the mathematics on a page comes to what its formula comes to, and denied to what it does not."""
    mathematics = Mathematics(load_shipped(game).parameters)
    for formula, written in written_of(game):
        names = list(map(str, formula.variables))
        borders = [int(number) + more for number in re.findall(r"\d+", written) for more in (-1, 0, 1)]
        numbers = st.one_of(st.integers(0, 2), st.integers(2, 14), st.sampled_from([*borders, int(card("Kh"))]))
        values = data.draw(st.tuples(*[numbers for _ in names]))
        known = {
            name: value for name, value in zip(names, values, strict=True) if name not in {"trick", "every", "trumped"}
        }
        truths = {name: value % 2 for name, value in zip(names, values, strict=True) if name not in known}
        comes_to = formula.at(*[(known | truths)[name] for name in names])
        ranks = "rank" in names or "card" in names
        said = eval(in_python(written, names, ranks=ranks), {}, known | truths)  # noqa: S307
        assert said == comes_to, (written, known, truths)
        if isinstance(comes_to, bool):
            denied = mathematics.denied(formula)
            said = eval(in_python(denied, names, ranks=ranks), {}, known | truths)  # noqa: S307
            assert said != comes_to, (denied, known, truths)


@pytest.mark.parametrize("game", shipped())
def test_refusals_stand_in_the_order_in_which_they_are_looked_at(game: str) -> None:
    """The order of the codes, in which a page has them, is the order of the conditions in the formulas."""
    rules = load_shipped(game).parameters
    if not isinstance(rules, SuitParameters):
        return
    places: list[str] = list(REFUSALS)
    for codes, formula in reasons(rules):
        asked = [codes[place] for place in Mathematics(rules).conditions(formula) if codes[place]]
        order = [places.index(code) for code in asked if code not in EXCLUDED]
        assert order == sorted(order), asked
