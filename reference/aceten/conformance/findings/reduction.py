"""Smaller questions: fewer actions, fewer cards, fewer options, so that what a program does wrong is plain to see."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from aceten.conformance.oracle.cases import OracleCase, case_of, length_of
from aceten.conformance.oracle.discrepancies import Discrepancy
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.notation.examples import Moment
from aceten.notation.position_parts import words
from aceten_spec.errors import AcetenError
from aceten_spec.protocol import (
    DealRequest,
    Level,
    MatchRequest,
    PerftRequest,
    PositionRequest,
    Question,
    ScoreRequest,
    ShuffleRequest,
    TrickRequest,
    ViewRequest,
)
from aceten_spec.rulebook import Rulebook
from aceten_spec.written_cards import parse_cards

if TYPE_CHECKING:
    from aceten.conformance.findings.asker import Wrong

_MAX_TRIES: Final = 400
"""So many smaller questions are tried at most."""
_COSTLY: Final = {"timeout": 8, "crash": 40}
"""So many of them may cost a time-out, or a new start."""
_FEW_ACTIONS: Final = 12
"""A counterexample with more actions is worth a search for a shorter one."""
_SEARCH: Final = 60
"""How many further questions that search asks."""

_FEW_CARDS: Final = 4
"""Hands are cut at once to fewer cards than this beside those that are played."""
_SEEDS: Final = (0, 1, 2**31, 2**32, 2**53 + 1, 2**63)
"""Seeds that say more than others: small ones, and those just beyond what numbers of some languages hold."""
_PAST: Final = ("taken", "points", "tricks", "dealer", "talon")
"""Keys of a position line that can mostly be left out."""

Ask: TypeAlias = "Callable[[OracleCase], tuple[Wrong, ...]]"
"""Asks the program; returns in which ways it is wrong."""
Same: TypeAlias = "Callable[[OracleCase, Wrong], bool]"
"""Whether an answer to a case is wrong in the way that is looked for."""


def smallest(
    case: OracleCase,
    wrong: Wrong,
    ask: Ask,
    *,
    same: Same,
    levels: frozenset[Level],
    kept: Collection[str],
    others: Iterator[OracleCase],
) -> tuple[OracleCase, Wrong]:
    """Return the smallest case found in which a program goes wrong in the same way.

    :param same: whether a wrong answer is of the same kind: a question in which something else goes wrong is none.
    :param levels: what the program can be asked.
    :param kept: the options that are agreed on, which stay as they are.
    :param others: further cases without end, among which there may be one with fewer actions.
    """

    def again(candidate: OracleCase) -> Wrong | None:
        return next((one for one in ask(candidate) if one.kind == wrong.kind and same(candidate, one)), None)

    found = _shrunk(case, wrong, again, levels, kept)
    if wrong.kind != "differs":
        return found
    for other in itertools.islice(others, _SEARCH):
        if length_of(found[0].question) <= _FEW_ACTIONS:
            break
        shorter = again(other)
        if shorter is not None and (shorter.discrepancy.step or 0) < length_of(found[0].question):
            found = min(
                found, _shrunk(other, shorter, again, levels, kept), key=lambda pair: length_of(pair[0].question)
            )
    return found


def underlying(question: PerftRequest | ViewRequest, start: State) -> Iterator[DealRequest]:
    """Yield the deals in which it may lie that a count or a view is wrong: those that are counted, or the one that is seen.

    :param start: the state after dealing.
    """
    dealt = {name: getattr(question, name) for name in DealRequest.__struct_fields__ if name != "actions"}
    if isinstance(question, ViewRequest):
        yield DealRequest(**dealt, actions=question.actions)
        return

    def from_here(state: State, actions: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(actions) == question.depth - 1 or not state.legal:
            yield actions
            return
        for action in state.legal:
            yield from from_here(state.play(action), (*actions, str(action)))

    for actions in from_here(start, ()):
        yield DealRequest(**dealt, actions=actions)


def _shrunk(
    case: OracleCase,
    wrong: Wrong,
    again: Callable[[OracleCase], Wrong | None],
    levels: frozenset[Level],
    kept: Collection[str],
) -> tuple[OracleCase, Wrong]:
    """Return the smallest case that can be made of one."""
    left, costly = _MAX_TRIES, _COSTLY.get(wrong.kind, _MAX_TRIES)
    better = True
    while better:
        better = False
        for question in smaller(case, wrong.discrepancy, levels, kept):
            candidate = _case(question, case.game.rulebook)
            if candidate is None:
                continue
            if not (left and costly):
                return case, wrong
            left -= 1
            found = again(candidate)
            if found is not None:
                costly -= 1
                case, wrong, better = candidate, found, True
                break
    return case, wrong


def _case(question: Question, rules: Rulebook) -> OracleCase | None:
    """Return the case of a question; ``None`` when there is no such thing."""
    try:
        return case_of(question, rules)
    except AcetenError:
        return None


def smaller(
    case: OracleCase, discrepancy: Discrepancy, levels: frozenset[Level], kept: Collection[str]
) -> Iterator[Question]:
    """Yield smaller questions in which the same might go wrong, those first that are much smaller."""
    question = case.question
    if isinstance(question, DealRequest | PositionRequest):
        if not discrepancy.field:
            yield from _begun(question)
        yield from _in_play(question, case.moments, discrepancy, levels, kept)
    elif isinstance(question, MatchRequest):
        yield from _in_match(question, discrepancy)
    else:
        yield from _shorter(question)
    yield from _plainer(question, kept)


def _shorter(question: Question) -> Iterator[Question]:
    """Yield questions that ask the same of less: fewer actions, fewer rounds, smaller numbers."""
    match question:
        case ViewRequest():
            count = len(question.actions)
            for kept in sorted({0, count // 4, count // 2, count - 1} - {count, -1}):
                yield msgspec.structs.replace(question, actions=question.actions[:kept])
        case TrickRequest():
            for cards in range(question.players, len(question.cards), question.players):
                yield msgspec.structs.replace(question, cards=question.cards[:cards])
        case ShuffleRequest():
            for seed in _SEEDS:
                if seed < question.seed:
                    yield msgspec.structs.replace(question, seed=seed)
        case PerftRequest():
            for depth in range(1, question.depth):
                yield msgspec.structs.replace(question, depth=depth)
        case _:
            pass


def _begun(question: DealRequest | PositionRequest) -> Iterator[Question]:
    """Yield the question with fewer actions: where there was no answer, nobody knows how far the program came."""
    count = len(question.actions)
    for kept in sorted({0, count // 2, count * 3 // 4, count - 1} - {count, -1}):
        yield msgspec.structs.replace(question, actions=question.actions[:kept])


def _plainer(question: Question, kept: Collection[str]) -> Iterator[Question]:
    """Yield the question without one of its options."""
    if isinstance(question, PositionRequest | ScoreRequest):
        return  # its position says them, too
    for name in [name for name in question.options if name not in kept]:
        options = {other: value for other, value in question.options.items() if other != name}
        yield msgspec.structs.replace(question, options=options)


def _in_match(question: MatchRequest, discrepancy: Discrepancy) -> Iterator[MatchRequest]:
    deals = question.deals[: discrepancy.step]
    if len(deals) < len(question.deals):
        yield msgspec.structs.replace(question, deals=deals)
    for half in (len(deals) // 2, 1):
        for start in range(0, len(deals), half or 1):
            rest = deals[:start] + deals[start + half :]
            if len(rest) < len(deals):
                yield msgspec.structs.replace(question, deals=rest)


def _in_play(
    question: DealRequest | PositionRequest,
    moments: tuple[Moment, ...],
    discrepancy: Discrepancy,
    levels: frozenset[Level],
    agreed: Collection[str],
) -> Iterator[Question]:
    step = len(question.actions) if not discrepancy.field else discrepancy.step or 0
    last = step + 1 if discrepancy.field == "refused" else step
    used = moments[:last]
    if "position" in levels:
        for kept in (0, 1, 2):
            if kept < last or isinstance(question, DealRequest):
                yield from _from_position(question, used[max(0, last - kept) :], moments, step)
    if last < len(question.actions):
        yield msgspec.structs.replace(question, actions=question.actions[:last])
    legal = tuple([str(moment.action) for moment in used[:-1] if moment.after is not None])
    if used and len(legal) + 1 < last:
        yield msgspec.structs.replace(question, actions=(*legal, str(used[-1].action)))
    if isinstance(question, DealRequest):
        for first in range(last - 1, 0, -1):
            yield from _dealt_anew(question, used[first:])
    else:
        yield from _lighter(question, agreed)


def _from_position(
    question: DealRequest | PositionRequest, kept: tuple[Moment, ...], moments: tuple[Moment, ...], step: int
) -> Iterator[PositionRequest]:
    """Yield the question that begins with the position before the last actions."""
    start = kept[0].before if kept else _before(moments, step)
    if start is None or _tells_half(start):
        return
    yield PositionRequest(
        id=0,
        game=question.game,
        players=question.players,
        options=question.options,
        position=str(start),
        actions=tuple([str(moment.action) for moment in kept]),
    )


def _tells_half(state: State) -> bool:
    """Whether some of the cards are told that were taken, and not all: who looks for tricks or points there finds too few."""
    points = [state.game.points_of(pile) for pile in state.taken]
    return any(state.taken) and points != list(state.points or points)


def _before(moments: tuple[Moment, ...], step: int) -> State | None:
    """Return the state at a step; ``None`` where nothing was played."""
    if step < len(moments):
        return moments[step].before
    return moments[-1].after if moments else None


def _dealt_anew(question: DealRequest, moments: tuple[Moment, ...]) -> Iterator[DealRequest]:
    """Yield the deal that begins with these moments: the hands are dealt that were held before the first of them."""
    start = moments[0].before
    game = start.game
    if start.trick or any(len(hand) != game.rules.hand for hand in start.hands):
        return
    dealer = (start.leader - 1) % game.players
    hands = [list(start.hands[(dealer + 1 + turn) % game.players]) for turn in range(game.players)]
    deck = [hands[turn].pop(0) for batch in game.rules.deal for turn in range(game.players) for _ in range(batch)]
    captured = [card for pile in start.taken for card in pile]
    talon = list(start.talon)
    if isinstance(start, SuitState) and start.game.rules.trump == "turn_up":
        if not talon:
            return
        deck.append(talon.pop())
    yield msgspec.structs.replace(
        question,
        deck=words([*deck, *talon, *captured]),
        dealer=dealer,
        actions=tuple([str(moment.action) for moment in moments]),
    )


def _lighter(question: PositionRequest, agreed: Collection[str]) -> Iterator[PositionRequest]:
    """Yield the position with less in it: without what was captured, without the talon, with smaller hands, without options."""
    game, *fields = question.position.split()
    known = dict([field.split("=", 1) for field in fields])
    past = [key for key in _PAST if key in known]
    single = [[key] for key in (*past, *[name for name in question.options if name not in agreed])]
    for gone in ([past] if past else []) + single:
        options = {name: value for name, value in question.options.items() if name not in gone}
        kept = {key: value for key, value in known.items() if key not in gone}
        yield msgspec.structs.replace(question, position=_line(game, kept), options=options)
        if "taken" in gone and "taken" in known:  # some programs always know who took which tricks
            one_each = ",".join("1" for _ in known["taken"].split(","))
            yield msgspec.structs.replace(question, position=_line(game, kept | {"tricks": one_each}), options=options)
    talon = [] if known.get("talon", "-") == "-" else [str(card) for card in parse_cards(known["talon"])]
    for left in sorted({1, question.players, 2 * question.players, len(talon) - question.players, len(talon) - 1}):
        if 0 < left < len(talon):
            for cards in (talon[-left:], talon[:left]):
                yield msgspec.structs.replace(question, position=_line(game, known | {"talon": "".join(cards)}))
    played = [text.partition(":")[2] or text for text in question.actions]
    hands = [[str(card) for card in parse_cards(hand)] if hand != "-" else [] for hand in known["hands"].split(",")]
    spare = [[card for card in hand if card not in played] for hand in hands]
    most = max(map(len, spare), default=0)
    cuts = [[rest[kept:] for rest in spare] for kept in range(min(_FEW_CARDS, most))]
    cuts += [[[rest[turn % len(rest)]] if rest else [] for rest in spare] for turn in range(most)]
    for cut in cuts:
        fewer = [tuple((Counter(hand) - Counter(gone)).elements()) for hand, gone in zip(hands, cut, strict=True)]
        line = _line(game, known | {"hands": ",".join("".join(hand) or "-" for hand in fewer)})
        yield msgspec.structs.replace(question, position=line)


def _line(game: str, fields: dict[str, str]) -> str:
    return " ".join([game, *[f"{key}={value}" for key, value in fields.items()]])
