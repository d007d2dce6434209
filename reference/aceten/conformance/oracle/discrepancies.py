"""Where a program's answer differs from the reference's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import Final, Literal, TypeAlias, TypeVar, cast

import msgspec

from aceten.vocabulary.actions import parse_action
from aceten_spec.errors import NotationError
from aceten_spec.protocol import (
    ACTIONS,
    DealResult,
    Level,
    MatchReply,
    MatchStep,
    PerftReply,
    PlayReply,
    Reply,
    ScoreReply,
    ShuffleReply,
    Step,
    TrickReply,
    ViewReply,
)
from aceten_spec.speech import Message, message_of
from aceten_spec.written_cards import card

_S = TypeVar("_S")
_Plain: TypeAlias = str | int | bool | list[object] | None
Value: TypeAlias = _Plain | Message
"""Something said in an answer, as JSON has it; a message where there was no answer."""
_Cards: TypeAlias = "tuple[str, ...]"


Lack: TypeAlias = Literal["missing", "extra", "left out"]
"""What is the matter where it is about what may be done, an action that is missing or extra; or that the program says nothing."""


class Discrepancy(msgspec.Struct, frozen=True):
    """One thing in which two answers differ."""

    field: str
    """What it is: ``turn``, ``legal``, ``result.game_points``, ..."""
    step: int | None
    """The step in the course of a deal or a match, counted from 0; ``None`` where there are none."""
    expected: Value
    """What the reference says."""
    given: Value
    """What the program says."""
    lack: Lack | None = None
    """What is the matter, where it is not just another value."""
    action: str = ""
    """The kind of action that is missing or extra."""

    @property
    def part(self) -> str:
        """The part of the answer, without the seat."""
        return self.field.partition("[")[0]

    @property
    def about_actions(self) -> bool:
        """Whether it is about what may be done."""
        return self.field in {"legal", "refused"}

    @property
    def parts_ways(self) -> bool:
        """Whether two courses of play are different ones from here on, so that nothing else says more."""
        return self.field.partition(".")[0] not in _WITHOUT_CONSEQUENCE


NAMES: Final = tuple(
    dict.fromkeys(
        prefix + name
        for kind, prefix in (
            *[(reply, "") for reply in (TrickReply, ScoreReply, Step, MatchStep, ViewReply, ShuffleReply)],
            *[(DealResult, prefix) for prefix in ("", "result.")],
        )
        for name in kind.__struct_fields__
        if name != "id"
    )
)
"""The parts of answers, as a program names those that it does not tell."""


_TOLD: Final[dict[Level, tuple[str, ...]]] = {
    "trick": ("winner",),
    "score": ("result.winners", "result.game_points", "result.points"),
    "deal": ("turn", "legal", "refused", "result"),
    "position": ("turn", "legal", "refused", "result"),
    "match": ("scores", "over", "winner"),
    "view": ("known", "sizes", "talon", "known_talon", "legal"),
    "shuffle": ("deck",),
    "perft": ("count",),
}
"""By level, the parts of an answer without which it says nothing."""


def says_nothing(level: Level, omits: Collection[str]) -> bool:
    """Whether a program that does not tell these parts has nothing to say at a level."""
    return all(is_omitted(part, omits) for part in _TOLD[level])


def is_omitted(part: str, omits: Collection[str]) -> bool:
    """Whether a part of an answer is one that a program says it does not tell: by its own name, or by that of the whole."""
    name = part.partition("[")[0]
    return not {name, name.partition(".")[0], name.rpartition(".")[2]}.isdisjoint(omits)


SHOW: Final = "show"
"""The word of a marriage that is shown without being led from, as ``show:h``: nothing of the rules, but of a program."""
_WITHOUT_CONSEQUENCE: Final = frozenset({"legal", "result", "winning", "points", "tricks"})
"""Parts of what holds at a moment that leave the next moments as they are."""


def discrepancies(expected: Reply, given: Reply) -> Iterator[Discrepancy]:
    """Yield where answers to the same question differ, the first first. What a program leaves out, and may, is no discrepancy."""
    match expected, given:
        case (PlayReply(), PlayReply()):
            yield from _in_steps(expected.steps, given.steps, _in_step)
        case (MatchReply(), MatchReply()):
            yield from _in_steps(expected.steps, given.steps, _in_match_step)
        case (ScoreReply(), ScoreReply()):
            yield from _in_result(None, expected.result, given.result)
        case (TrickReply(), TrickReply()):
            yield from _plain(None, "winner", expected.winner, given.winner)
        case (PerftReply(), PerftReply()):
            yield from _plain(None, "count", expected.count, given.count)
        case (ShuffleReply(), ShuffleReply()):
            yield from _compared(None, "deck", expected.deck, given.deck, _cards)
            if expected.cut is not None:
                yield from _compared(None, "cut", (expected.cut,), () if given.cut is None else (given.cut,), _cards)
            yield from _left_out(None, "dealer", expected.dealer, given.dealer)
        case (ViewReply(), ViewReply()):
            yield from _in_view(expected, given)
        case _:
            raise TypeError(f"{type(given).__name__} where {type(expected).__name__} is expected")


_OPTIONAL: Final[dict[type, tuple[str, ...]]] = {
    Step: ("winning", "points", "tricks", "hands", "talon"),
    MatchStep: ("dealer", "players"),
    ShuffleReply: ("dealer",),
}


def said(reply: Reply) -> frozenset[str]:
    """Return the parts of an answer that may be left out, and are there."""
    return frozenset(
        [name for part in _parts(reply) for name in _OPTIONAL.get(type(part), ()) if getattr(part, name) is not None]
    )


def legal_in(reply: Reply) -> Iterator[str]:
    """Yield the actions that an answer says are legal at some moment."""
    for part in _parts(reply):
        if isinstance(part, Step | ViewReply):
            yield from part.legal


def _parts(reply: Reply) -> tuple[object, ...]:
    """Return what an answer consists of: the steps of a course, or the answer itself."""
    return reply.steps if isinstance(reply, PlayReply | MatchReply) else (reply,)


def _in_steps(
    expected: tuple[_S, ...], given: tuple[_S, ...], compare: Callable[[int, _S, _S], Iterator[Discrepancy]]
) -> Iterator[Discrepancy]:
    for number, (one, other) in enumerate(zip(expected, given, strict=False)):
        yield from compare(number, one, other)
    yield from _plain(min(len(expected), len(given)) - 1, "steps", len(expected), len(given))


def _in_step(step: int, expected: Step, given: Step) -> Iterator[Discrepancy]:
    """Compare what holds at a moment; what says most of a mistake comes first."""
    yield from _plain(step, "turn", expected.turn, given.turn)
    yield from _in_result(step, expected.result, given.result)
    if given.hands is not None and expected.hands is not None:
        yield from _piles(step, "hands", expected.hands, given.hands)
    if given.talon is not None and expected.talon is not None:
        yield from _compared(step, "talon", expected.talon, given.talon, _cards)
    yield from _in_legal(step, expected.legal, given.legal)
    yield from _plain(step, "refused", expected.refused, given.refused)
    if given.winning is not None and expected.winning is not None:
        yield from _plain(step, "winning", expected.winning, given.winning)
    yield from _left_out(step, "points", expected.points, given.points)
    yield from _left_out(step, "tricks", expected.tricks, given.tricks)


def _in_match_step(step: int, expected: MatchStep, given: MatchStep) -> Iterator[Discrepancy]:
    yield from _plain(step, "scores", expected.scores, given.scores)
    yield from _plain(step, "over", expected.over, given.over)
    yield from _plain(step, "winner", expected.winner, given.winner)
    if not expected.over:
        yield from _left_out(step, "dealer", expected.dealer, given.dealer)
        yield from _left_out(step, "players", expected.players, given.players)


def _in_result(step: int | None, expected: DealResult | None, given: DealResult | None) -> Iterator[Discrepancy]:
    if expected is None or given is None:
        if (expected is None) != (given is None):
            yield Discrepancy("result", step, _over(expected), _over(given))
        return
    if given.points is not None:  # who wins what follows from them
        yield from _left_out(step, "result.points", expected.points, given.points)
    if expected.winners is not None:
        winners = None if given.winners is None else tuple(sorted(set(given.winners)))
        yield from _there(step, "result.winners", expected.winners, winners)
    if expected.game_points is not None:
        yield from _there(step, "result.game_points", expected.game_points, given.game_points)
    if given.points is None:
        yield from _left_out(step, "result.points", expected.points, given.points)
    yield from _plain(step, "result.resets", expected.resets, tuple(sorted(set(given.resets))))


def _over(result: DealResult | None) -> Message:
    return message_of("no result") if result is None else message_of("a result")


def _in_view(expected: ViewReply, given: ViewReply) -> Iterator[Discrepancy]:
    yield from _piles(None, "known", expected.known, given.known)
    yield from _plain(None, "sizes", expected.sizes, given.sizes)
    yield from _plain(None, "talon", expected.talon, given.talon)
    yield from _compared(None, "known_talon", expected.known_talon, given.known_talon, _cards)
    yield from _in_legal(None, expected.legal, given.legal)


def _in_legal(step: int | None, expected: _Cards, given: _Cards) -> Iterator[Discrepancy]:
    """Compare what may be done; one discrepancy for each kind of action that is missing or extra."""
    one, other = _actions(expected), _actions(given)
    listed_by: tuple[tuple[Lack, list[str], list[str]], ...] = (("missing", one, other), ("extra", other, one))
    for lack, some, others in listed_by:
        for kind in sorted({kind_of(action) for action in some if action not in others}):
            yield Discrepancy("legal", step, [*one], [*other], lack, kind)


def kind_of(action: str) -> str:
    """Return the kind of an action that is written so, one of :data:`aceten_spec.protocol.ACTIONS`."""
    word = action.partition(":")[0]
    if word == SHOW:
        return "meld"
    return word if word in ACTIONS else "cards"


def _plain(step: int | None, field: str, expected: object, given: object) -> Iterator[Discrepancy]:
    if expected != given:
        yield Discrepancy(field, step, _value(expected), _value(given))


def _there(step: int | None, field: str, expected: object, given: object) -> Iterator[Discrepancy]:
    """Compare what a program must not leave out."""
    if expected != given:
        yield Discrepancy(field, step, _value(expected), _value(given), "left out" if given is None else None)


def _left_out(step: int | None, field: str, expected: object, given: object) -> Iterator[Discrepancy]:
    """Compare what a program may leave out."""
    if given is not None and expected is not None:
        yield from _plain(step, field, expected, given)


def _compared(
    step: int | None, field: str, expected: _Cards, given: _Cards, plain: Callable[[_Cards], Iterable[str]]
) -> Iterator[Discrepancy]:
    if expected == given:
        return
    one, other = tuple(plain(expected)), tuple(plain(given))
    if one != other:
        yield Discrepancy(field, step, [*one], [*other])


def _piles(
    step: int | None, field: str, expected: tuple[_Cards, ...], given: tuple[_Cards, ...]
) -> Iterator[Discrepancy]:
    """Compare cards by seat, in any order."""
    if list(map(sorted, expected)) == list(map(sorted, given)):
        return
    yield from _plain(step, field, len(expected), len(given))
    for seat, (one, other) in enumerate(zip(expected, given, strict=False)):
        yield from _compared(step, f"{field}[{seat}]", one, other, _sorted_cards)


def _actions(texts: _Cards) -> list[str]:
    """Return actions as they are written, each once and in one order."""
    return sorted(set(map(_action, texts)))


@lru_cache(maxsize=1024)
def _action(text: str) -> str:
    try:
        return str(parse_action(text))
    except NotationError:
        return text


def _sorted_cards(texts: _Cards) -> list[str]:
    return sorted(_cards(texts))


def _cards(texts: _Cards) -> list[str]:
    """Return cards as they are written."""
    return list(map(_card, texts))


@lru_cache(maxsize=1024)
def _card(text: str) -> str:
    try:
        return str(card(text))
    except NotationError:
        return text


def listed(value: Value) -> set[str]:
    """Return the actions or cards that a part of an answer lists."""
    return set(cast("list[str]", value))


def _value(value: object) -> Value:
    """Return a value as JSON has it."""
    said: Value = msgspec.json.decode(msgspec.json.encode(value), type=_Plain)
    return said
