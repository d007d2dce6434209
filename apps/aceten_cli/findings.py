"""What a program does wrong, in words, and the command that shows it again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final, assert_never

import msgspec

from aceten_spec.errors import shown
from aceten_spec.protocol import (
    DealRequest,
    MatchRequest,
    PerftRequest,
    PositionRequest,
    ScoreRequest,
    ShuffleRequest,
    TrickRequest,
    ViewRequest,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.conformance.report import Finding, Kind, Verification
    from aceten_spec.protocol import DealScore, Question

KINDS: Final[dict[Kind, str]] = {
    "differs": "another answer",
    "error": "an error in place of an answer",
    "crash": "no answer: the program ends",
    "timeout": "no answer in time",
    "garbage": "an answer that is none",
    "unsteady": "answers that change",
}
"""How a program fails, in words."""

_MAX_SHOWN: Final = 2000
"""How much is shown of what a program says, in characters."""


def facts(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield what there is to say about a finding but for its clauses, each with its label; a text that is one line."""
    if finding.position:
        yield "position", finding.position
    else:
        yield "asked", asked_words(finding.question)
    if finding.action:
        yield "action", finding.action
    if finding.field:
        yield "part", _part(finding)
    yield "reference", _says(finding, finding.expected)
    yield "program", _says(finding, finding.given)
    yield from _changes(finding)
    if finding.note:
        yield "note", finding.note


def _part(finding: Finding) -> str:
    """Return the part of the answer that is wrong, and of which moment."""
    if finding.field == "refused":
        return "whether the action is legal"
    return f"{finding.field}, after the action" if finding.action else finding.field


def _says(finding: Finding, said: str) -> str:
    """Return what one of the two says."""
    if finding.field == "refused":
        return "refuses the action" if said == "true" else "takes the action"
    return shown(said, _MAX_SHOWN)


def _changes(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield the actions that the program leaves out, and those that it adds, where it lists actions."""
    if finding.field == "legal":
        expected, given = (
            [part for part in text.split() if part != "nothing"] for text in (finding.expected, finding.given)
        )
        for label, (some, others) in {"missing": (expected, given), "too many": (given, expected)}.items():
            parts = " ".join(part for part in some if part not in others)
            if parts:
                yield label, shown(parts, _MAX_SHOWN)


def asked_words(question: Question) -> str:
    """Return a question in words, with numbers and cards as in the request."""
    match question:
        case TrickRequest():
            trump = "" if question.trump is None else f", {question.trump} being trumps"
            words = f"who wins {' '.join(question.cards)}, led by seat {question.leader}{trump}?"
        case ScoreRequest():
            words = f"what does a deal come to that ends with {question.position}?"
        case DealRequest():
            words = f"what holds in {_deal_words(question)}{_after(question.actions)}?"
        case PositionRequest():
            words = f"what holds in {question.position}{_after(question.actions)}?"
        case MatchRequest():
            brought = ", ".join(map(_score_words, question.deals))
            after = f"after deals that bring {brought}" if brought else "before any deal"
            words = f"how does a match stand in which seat {question.dealer} deals first, {after}?"
        case ViewRequest():
            words = f"what may seat {question.seat} know in {_deal_words(question)}{_after(question.actions)}?"
        case ShuffleRequest():
            words = f"how does seed {question.seed} shuffle the pack?"
        case PerftRequest():
            words = f"how many sequences of {question.depth} actions are there in {_deal_words(question)}?"
        case _:
            assert_never(question)
    options = "".join(f" {name}={value}" for name, value in question.options.items())
    return f"{question.game}/{question.players}{options}: {words}"


def _deal_words(question: DealRequest | ViewRequest | PerftRequest) -> str:
    cut = "" if question.cut is None else f", {question.cut} cut for trumps"
    scores = "" if question.scores is None else f", the match at {_numbers(question.scores)}"
    return f"the deal by seat {question.dealer} of the deck {''.join(question.deck)}{cut}{scores}"


def _after(actions: Sequence[str]) -> str:
    return f", after {' '.join(actions)}" if actions else ""


def _score_words(deal: DealScore) -> str:
    resets = f" with {_numbers(deal.resets)} falling to 0" if deal.resets else ""
    trump = f" in {deal.trump}" if deal.trump else ""
    claimed = "" if deal.claimed is None else f" by a claim of {deal.claimed}"
    return _numbers(deal.game_points) + trump + claimed + resets


def _numbers(numbers: Sequence[int]) -> str:
    return "-".join(map(str, numbers))


def reproducing(report: Verification, question: Question, further: Sequence[str] = ()) -> str:
    """Return the command, on one line, that asks the program this question alone.

    :param further: options of the command that matter to it.
    """
    given = msgspec.to_builtins(question)
    del given["id"]
    case = msgspec.json.encode(given).decode()
    game = f"{question.game}/{question.players}"
    return shlex.join(["aceten", "verify", game, *further, "--case", case, "--", *report.command])
