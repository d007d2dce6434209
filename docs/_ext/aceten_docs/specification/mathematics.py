"""Formulas as mathematics that people read: of a z3 term what is left of it when it is worked out as far as it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, cast

import z3  # type: ignore[import-untyped]

from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.names import suit_name
from aceten_spec.rulebook import SuitParameters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten_spec.formulas import Formula, Number, Truth
    from aceten_spec.rulebook import Parameters

RANKS: Final = ("rank", "led")
"""The variables that are ranks, where tricks are of matching cards."""
SUITS: Final = ("suit", "trump", "led", "best_suit")
"""The variables that are suits, where tricks are of suits."""
TRUTHS: Final = frozenset(
    {
        *("bidding", "closed", "closer", "drawing", "first", "follows", "higher", "holds", "leads", "may", "naming"),
        *("every", "trick", "trumped", "trumps"),
    }
)
"""The variables that are 1 where something holds, and else 0."""

OR: Final = "\N{LOGICAL OR}"

LEGEND: Final = f"∧ and, {OR} or, ¬ not, ∈ one of these, ≠ is not; a word that stands alone holds or does not"
"""What the signs mean."""

_SIGNS: Final = {
    z3.Z3_OP_EQ: "=",
    z3.Z3_OP_DISTINCT: "≠",
    z3.Z3_OP_LE: "≤",
    z3.Z3_OP_GE: "≥",
    z3.Z3_OP_LT: "<",
    z3.Z3_OP_GT: ">",
}
_NEGATED: Final = {"≤": ">", "≥": "<", "<": "≥", ">": "≤", "=": "≠", "≠": "="}
RANK_LETTERS: Final = frozenset(rank.letter for rank in Rank)
"""What ranks are written with."""

_SUMS: Final = {z3.Z3_OP_ADD: "+", z3.Z3_OP_SUB: "-", z3.Z3_OP_MUL: "·"}


class _Term(Protocol):
    def children(self) -> list[_Term]: ...
    def decl(self) -> _Declaration: ...
    def as_long(self) -> int: ...


class _Declaration(Protocol):
    def kind(self) -> int: ...


_is_number: Final = cast("Callable[[object], bool]", z3.is_int_value)


class Mathematics:
    """How terms are written for a game."""

    def __init__(self, rules: Parameters) -> None:
        """Give the rules, which say what the names of variables mean."""
        self._values: dict[str, Callable[[int], str]] = {"card": lambda number: str(Card(number))}
        if isinstance(rules, SuitParameters):
            self._values |= dict.fromkeys(SUITS, lambda number: suit_name(Suit(number), style="french"))
            self._values["rank"] = _rank
        else:
            self._values |= dict.fromkeys(RANKS, _rank)

        self._logic: dict[int, Callable[[Sequence[_Term]], str | bool]] = {
            z3.Z3_OP_TRUE: lambda _: True,
            z3.Z3_OP_FALSE: lambda _: False,
            z3.Z3_OP_NOT: lambda inside: self._not(inside[0]),
            z3.Z3_OP_AND: lambda inside: self._joined(inside, every=True),
            z3.Z3_OP_OR: lambda inside: self._joined(inside, every=False),
            z3.Z3_OP_ITE: lambda inside: self._either(*inside),
        }

    def written(self, formula: Formula[Number] | Formula[Truth]) -> str:
        """Return what a formula says; an empty text where nothing is left to say."""
        return self.term(formula.term)

    def denied(self, formula: Formula[Number] | Formula[Truth]) -> str:
        """Return that what a formula says is not so, likewise."""
        return self._left(self._not(cast("_Term", formula.term)))

    def term(self, term: Number | Truth) -> str:
        """Return what a term says; an empty text where it is known."""
        return self._left(self._of(cast("_Term", term)))

    def _left(self, said: str | bool) -> str:
        return "" if isinstance(said, bool) or said.lstrip("-").isdigit() else said

    def conditions(self, formula: Formula[Number]) -> dict[int, list[str]]:
        """Return for each number that a formula can come to when it does, each time after what comes before did not hold."""
        found: dict[int, list[str]] = {}
        node = cast("_Term", formula.term)
        while not _is_number(node):
            condition, number, node = node.children()
            said = self._of(condition)
            if said is not False:
                found.setdefault(number.as_long(), []).append("" if said is True else said)
        return found

    # --- What is left of a term ---

    def _of(self, term: _Term) -> str | bool:
        """Return a term, or the truth value that it has in any case."""
        kind, inside = term.decl().kind(), term.children()
        if _is_number(term) or kind == z3.Z3_OP_UNINTERPRETED:
            return str(term).replace("_", " ")
        if kind in _SIGNS:
            return self._compared(inside, _SIGNS[kind])
        if kind in _SUMS or kind == z3.Z3_OP_MOD:
            return self._reckoned(inside, kind)
        if kind not in self._logic:
            raise ValueError(f"{term} is written nowhere")
        return self._logic[kind](inside)

    def _reckoned(self, inside: Sequence[_Term], kind: int) -> str:
        if kind == z3.Z3_OP_MOD:  # a card is its suit times 16 and its rank
            return (
                f"rank({self._of(inside[0])})" if str(inside[1]) == "16" else f"{self._of(inside[0])} mod {inside[1]}"
            )
        adds = kind == z3.Z3_OP_ADD
        numbers: list[str] = []
        for each in inside:
            said = str(self._of(each))
            numbers.append(said if adds and each.decl().kind() == kind else _apart(said))
        return f" {_SUMS[kind]} ".join([each for each in numbers if each != "0" or not adds]) or "0"

    def _not(self, term: _Term) -> str | bool:
        said = self._of(term)
        if isinstance(said, bool):
            return not said
        kind, inside = term.decl().kind(), term.children()
        if kind == z3.Z3_OP_NOT:
            return self._of(inside[0])
        if kind in _SIGNS:
            return self._compared(inside, _NEGATED[_SIGNS[kind]])
        if OR not in said and said.count(" ∈ ") == 1:
            return said.replace(" ∈ ", " ∉ ")
        return f"¬({said})"

    def _joined(self, inside: Sequence[_Term], *, every: bool) -> str | bool:
        parts: list[str] = []
        for each in inside:
            said = self._of(each)
            if said is not every and isinstance(said, bool):
                return said
            if isinstance(said, str):
                parts.append(said)
        if not parts:
            return every
        gather = _spanned if every else _gathered
        parts = gather(list(dict.fromkeys(parts)))
        if len(parts) == 1:
            return parts[0]
        other = f" {OR} " if every else " ∧ "
        return (" ∧ " if every else f" {OR} ").join(f"({part})" if other in part else part for part in parts)

    def _compared(self, sides: Sequence[_Term], sign: str) -> str | bool:
        one, other = (self._of(side) for side in sides)
        if _is_number(sides[0]) and _is_number(sides[1]):
            return bool(eval(f"{one} {({'=': '==', '≠': '!=', '≤': '<=', '≥': '>='}).get(sign, sign)} {other}"))  # noqa: S307 - two numbers
        name = str(sides[0])
        if name in TRUTHS and other in {"0", "1"} and sign in {"=", "≠"}:
            holds = (other == "1") == (sign == "=")
            return str(one) if holds else f"¬{one}"
        if _is_number(sides[1]) and name in self._values:
            other = self._values[name](sides[1].as_long())
        return f"{one} {sign} {other}"

    def _either(self, condition: _Term, here: _Term, there: _Term) -> str | bool:
        said, one, other = self._of(condition), self._of(here), self._of(there)
        if isinstance(said, bool):
            return one if said else other
        return one if one == other else f"{one} if {said}, else {other}"


def _rank(number: int) -> str:
    return Rank(number).letter


def _apart(number: str) -> str:
    """Return a number as a part of a sum."""
    return f"({number})" if " " in number else number


def _spanned(parts: list[str]) -> list[str]:
    """Return conditions with two that follow each other as one, where they say between what a number lies."""
    found: list[str] = []
    for part in parts:
        name, between, most = part.partition(" ≤ ")
        lower, at_least, least = found[-1].partition(" ≥ ") if found else ("", "", "")
        if between and at_least and name == lower:
            found[-1] = f"{name} = {most}" if most == least else f"{least} ≤ {name} ≤ {most}"
        else:
            found.append(part)
    return found


def _gathered(parts: list[str]) -> list[str]:
    """Return alternatives with those gathered that say of one variable which value it has."""
    values: dict[str, list[str]] = {}
    for part in parts:
        name, is_equation, value = part.partition(" = ")
        if is_equation and (value in RANK_LETTERS or value.isdigit()):
            values.setdefault(name, []).append(value)
    found: list[str] = []
    for part in parts:
        name, _, value = part.partition(" = ")
        several = values.get(name, [])
        if len(several) == 1 or value not in several:
            found.append(part)
        elif value == several[0]:
            found.append(f"{name} ∈ {{{', '.join(several)}}}")
    return found
