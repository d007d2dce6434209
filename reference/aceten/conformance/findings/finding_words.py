"""A finding in words: what was asked, and what the two say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, assert_never

import msgspec

from aceten.conformance.findings.amended.amended_rules import BY_NAME
from aceten.conformance.oracle.discrepancies import Value, kind_of
from aceten.vocabulary.naming import either
from aceten_spec.errors import shown
from aceten_spec.protocol import (
    DealRequest,
    DealScore,
    MatchRequest,
    Option,
    PerftRequest,
    PositionRequest,
    Question,
    ScoreRequest,
    ShuffleRequest,
    TrickRequest,
    ViewRequest,
)
from aceten_spec.speech import Message, read_out, say, to_say

if TYPE_CHECKING:
    from aceten.conformance.verification import Finding

_MAX_SHOWN: Final = 2000
"""How much is shown of what a program says, in characters."""


def facts(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield what there is to say about a finding but for its clauses, each with its label; a text that is one line."""
    question = finding.question
    if finding.position:
        yield say("position"), finding.position
    alone = isinstance(question, PositionRequest) and len(question.actions) <= 1 and question.showing is None
    if not (finding.position and alone):
        yield say("asked"), asked_words(question)
    if finding.action:
        yield say("action"), finding.action
    if finding.field:
        yield say("part"), _part(finding)
    yield say("reference"), _says(finding, finding.expected)
    yield say("program"), _says(finding, finding.given)
    yield from _changes(finding)
    if finding.fits:
        yield say("right by"), either(map(settings, finding.fits))
    if finding.cause and not any(finding.cause in (settings(options), *options) for options in finding.fits):
        yield say("as if"), _cause(finding.cause)
    if finding.note:
        yield say("note"), read_out(finding.note)


def _cause(name: str) -> str:
    """Return what is played otherwise: a rule in words, an option of which it is not clear what its value is, or a setting."""
    rule = BY_NAME.get(name)
    if rule is not None:
        return say(rule.says)
    return name if "=" in name else say("another {option}", option=name)


def settings(options: Mapping[str, Option]) -> str:
    """Return options as they are written on the command line."""
    return " ".join(f"{name}={value}" for name, value in options.items())


def _part(finding: Finding) -> str:
    """Return the part of the answer that is wrong, and of which moment."""
    if finding.field == "refused":
        return say("whether the action is legal")
    if finding.field == "steps":
        return say("how many moments it tells: one before each action or deal, and the end")
    return say("{part}, after the action", part=finding.field) if finding.action else finding.field


def _says(finding: Finding, said: Value) -> str:
    """Return what one of the two says."""
    if finding.field == "refused":
        return say("refuses the action") if said else say("takes the action")
    if isinstance(said, list) and all(isinstance(each, str) for each in said):
        return shown(" ".join(map(str, said)) or say("nothing"), _MAX_SHOWN)
    return shown(read_out(said) if isinstance(said, Message | str) else msgspec.json.encode(said).decode(), _MAX_SHOWN)


def _changes(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield the actions that the program leaves out, or that it adds, where it lists actions."""
    if finding.field == "legal" and isinstance(finding.expected, list) and isinstance(finding.given, list):
        which, _, kind = finding.about.partition(" ")
        some, others = (finding.expected, finding.given)[:: 1 if which == "missing" else -1]
        parts = [str(part) for part in some if part not in others and kind_of(str(part)) == kind]
        yield say("missing") if which == "missing" else say("too many"), shown(" ".join(parts), _MAX_SHOWN)


def asked_words(question: Question) -> str:
    """Return a question in words, with numbers and cards as in the request."""
    match question:
        case TrickRequest():
            trump = "" if question.trump is None else say(", {trump} being trumps", trump=question.trump)
            words = say(
                "who wins {cards}, led by seat {seat}{trump}?",
                cards=" ".join(question.cards),
                seat=question.leader,
                trump=trump,
            )
        case ScoreRequest():
            words = say("what does a deal come to that ends with {position}?", position=question.position)
        case DealRequest():
            words = say("what holds in {what}{after}?", what=_deal_words(question), after=_after(question.actions))
        case PositionRequest(showing=str(suit)):
            template = to_say("what may be done in {what}, when the marriage of {suit} was shown and is not led from?")
            words = say(template, what=question.position, suit=suit)
        case PositionRequest():
            words = say("what holds in {what}{after}?", what=question.position, after=_after(question.actions))
        case MatchRequest():
            brought = ", ".join(map(_score_words, question.deals))
            after = say("after deals that bring {results}", results=brought) if brought else say("before any deal")
            words = say(
                "how does a match stand in which seat {seat} deals first, {after}?", seat=question.dealer, after=after
            )
        case ViewRequest():
            words = say(
                "what may seat {seat} know in {what}{after}?",
                seat=question.seat,
                what=_deal_words(question),
                after=_after(question.actions),
            )
        case ShuffleRequest():
            words = say("how does seed {seed} shuffle the pack?", seed=question.seed)
        case PerftRequest():
            words = say(
                "how many sequences of {depth} actions are there in {what}?",
                depth=question.depth,
                what=_deal_words(question),
            )
        case _:
            assert_never(question)
    options = "".join(f" {name}={value}" for name, value in question.options.items())
    return f"{question.game}/{question.players}{options}: {words}"


def _deal_words(question: DealRequest | ViewRequest | PerftRequest) -> str:
    cut = "" if question.cut is None else say(", {card} cut for trumps", card=question.cut)
    scores = "" if question.scores is None else say(", the match at {scores}", scores=_numbers(question.scores))
    dealt = say("the deal by seat {seat} of the deck {deck}", seat=question.dealer, deck="".join(question.deck))
    return dealt + cut + scores


def _after(actions: Sequence[str]) -> str:
    return say(", after {actions}", actions=" ".join(actions)) if actions else ""


def _score_words(deal: DealScore) -> str:
    resets = say(" with {sides} falling to 0", sides=_numbers(deal.resets)) if deal.resets else ""
    trump = say(" in {trump}", trump=deal.trump) if deal.trump else ""
    claimed = "" if deal.claimed is None else say(" by a claim of {seat}", seat=deal.claimed)
    return _numbers(deal.game_points) + trump + claimed + resets


def _numbers(numbers: Sequence[int]) -> str:
    return "-".join(map(str, numbers))
