"""A match from its first dealer on: how it begins, what it deals, when a trick ends it, and that it adds what a deal came to."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple, cast

import msgspec

from aceten.engine import match
from aceten.engine.game import Game
from aceten.engine.matching.state import MatchingState
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims import symbolic_deals, symbolic_suit_deals
from aceten.proofs.claims.action_claims import same
from aceten.proofs.claims.contracts import Contract, standing_in
from aceten.proofs.claims.symbolic_deals import Flat
from aceten.proofs.claims.symbolic_suit_deals import as_points
from aceten.proofs.execution.replacements import replaced
from aceten.proofs.execution.symbolic_numbers import Untouched, told
from aceten.proofs.statements.game_setting import Setting, is_matching, with_rules
from aceten.proofs.statements.game_setting import setting as setting_of
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.theorems.results.added_deals import counted, flat_side, match_of, scores_each
from aceten.proofs.theorems.results.finished_deals import points_each
from aceten.vocabulary.actions import Seat, Side
from aceten.vocabulary.errors import UsageError
from aceten_spec.errors import whole
from aceten_spec.formulas.match_clauses import match_over
from aceten_spec.formulas.terms import Z3, Number, Truth, either, equal, every, no, some
from aceten_spec.rulebook import MatchingParameters

_REFUSED: Final = (-2,)
"""What stands for an error of use."""


def _or_refused(run: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
    """Return what a function returns, or that what it was given is refused."""
    try:
        return run()
    except UsageError:
        return _REFUSED


def _is_refused(found: Numbers) -> bool:
    return len(found) == len(_REFUSED)


# --- The beginning, and every deal ------------------------------------------------------------------------------------


def _itself(number: int) -> int:
    return number


def begun(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases of a match that is begun with any number for a dealer, and with neither a dealer nor a seed, or both."""
    game, scores = setting.game, (0,) * counted(setting)

    def flat(begins: match.Match) -> tuple[int, ...]:
        new = match.Match(game, begins.dealer, scores)
        plain = all(
            getattr(begins, name) == getattr(new, name) for name in match.Match.__struct_fields__ if name != "dealer"
        )
        return int(plain), begins.dealer

    def claim(given: Numbers, found: Numbers) -> Truth:
        is_seat = every([given[0] >= 0, given[0] < game.players])
        return no(is_seat) if _is_refused(found) else every([is_seat, same(found, (1, given[0]))])

    def given(dealer: int) -> tuple[int, ...]:
        with replaced(whole, _itself):  # what is followed stands for a whole number, of which Python cannot be asked
            return _or_refused(lambda: flat(match.start_match(game, dealer=as_points(dealer))))

    def wrong(arguments: dict[str, int]) -> tuple[int, ...]:
        return _or_refused(lambda: flat(match.start_match(game, **arguments)))

    yield ProofCase(
        variables=(setting.seats("dealer"),),
        lifted=given,
        claim=claim,
    )
    for name, arguments in (("neither", {}), ("both", {"dealer": 0, "seed": 0})):
        yield ProofCase(
            name=name,
            variables=(),
            lifted=partial(wrong, arguments),
            claim=lambda _, found: equal(int(_is_refused(found)), 1),
        )


def dealt(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a match deals what it is asked for, by its dealer and with its scores where they matter, while it goes on."""
    claims = (None, *range(setting.game.side_count)) if setting.game.scores_matter else (None,)
    with standing_in([(Game.deal, _given)]):
        yield from [_dealt(setting, claimed) for claimed in claims]


def _given(*given: object, **named: object) -> object:
    """Stand in for a function: return what it was given."""
    return given, named


def _dealt(setting: Setting, claimed: int | None) -> ProofCase:
    """Return the case of a match that a side has claimed, or none."""
    game, over = setting.game, match_over(setting.game.rules, counted(setting))

    def deal(deals: int, *scores: int) -> tuple[int, ...]:
        now = match_of(setting, tuple(map(as_points, scores)), Untouched(), deals=deals, claimed=claimed)
        seed, deck, cut = Untouched(), Untouched(), Untouched()
        told_ = now.scores if game.scores_matter else None

        def dealing() -> tuple[int, ...]:
            found = now.deal(seed=seed, deck=deck, cut=cut)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
            [about], named = cast("tuple[tuple[object], dict[str, object]]", found)
            wanted = {"seed": seed, "deck": deck, "cut": cut, "dealer": now.dealer, "scores": told_}
            right = about is game and named.keys() == wanted.keys()
            return (1, int(right and all(named[name] is value for name, value in wanted.items())))

        return _or_refused(dealing)

    def claim(given: Numbers, found: Numbers) -> Truth:
        ends = claimed is not None if game.scores_matter else over(*given[1:], given[0])
        return some([ends]) if _is_refused(found) else every([no(ends), same(found, (1, 1))])

    return ProofCase(
        name="" if claimed is None else f"side {claimed} has claimed",
        variables=(Variable("deals", tuple(range(game.rules.deals + 2))), *scores_each(setting)),
        lifted=deal,
        claim=claim,
    )


# --- The end of a deal ------------------------------------------------------------------------------------------------


class _Moment(NamedTuple):
    """A deal of a match, as far as it is not numbers."""

    leader: int
    goes_on: bool
    burned: tuple[Side, ...] = ()

    def __str__(self) -> str:
        """Name what sets it apart."""
        return (
            f"seat {self.leader} {'leads' if self.goes_on else 'took the last trick'}, sides {self.burned} are burned"
        )


def _moments(setting: Setting) -> Iterator[_Moment]:
    sides = tuple(map(Side, range(setting.game.side_count)))
    burned = [each for count in range(len(sides) + 1) for each in itertools.combinations(sides, count)]
    for leader, goes_on in itertools.product(range(setting.game.players), (True, False)):
        yield from (_Moment(leader, goes_on, each) for each in (burned if is_matching(setting) else burned[:1]))


def _state(setting: Setting, moment: _Moment, points: tuple[int, ...]) -> State:
    turn = Seat(moment.leader) if moment.goes_on else None
    if not is_matching(setting):
        suits = symbolic_suit_deals.moment(setting.suits, points=points, leader=Seat(moment.leader), turn=turn)
        return symbolic_deals.asked_of(suits, "points", "leader", "turn")
    over = symbolic_deals.ended(setting.matching, points, (0,) * len(points), moment.leader)
    matching = msgspec.structs.replace(over, turn=turn, burned=moment.burned)
    return symbolic_deals.asked_of(matching, "points", "leader", "turn", "burned")


def _would_have(setting: Setting, moment: _Moment, scores: Numbers, points: Numbers) -> list[Number]:
    """Return the score of each side with what it has captured in a deal."""
    last = 0 if moment.goes_on else setting.game.rules.last_trick_points
    taker = setting.game.sides[moment.leader]
    return [
        either(side in moment.burned, 0, has + more + (last if side == taker else 0))
        for side, (has, more) in enumerate(zip(scores, points, strict=True))
    ]


def _finishes(setting: Setting) -> Iterator[Setting]:
    """Yield the game; with matching tricks as one whose match ends with a deal, and as one where it does not and the last trick counts."""
    if not is_matching(setting):
        yield setting
        return
    more = setting.game.rules.last_trick_points + 10
    yield setting_of(with_rules(setting.game, finish="deal_end"))
    yield setting_of(with_rules(setting.game, finish="immediate", last_trick_points=more))


def _ends_at_once(setting: Setting) -> bool:
    rules = setting.game.rules
    return isinstance(rules, MatchingParameters) and rules.finish == "immediate"


def reached(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases of who has come to the target by what was captured so far."""
    for about in _finishes(setting):
        yield from [_reached(about, moment) for moment in _moments(about)]


def _reached(setting: Setting, moment: _Moment) -> ProofCase:
    count = counted(setting)

    def run(*numbers: int) -> tuple[int, ...]:
        now = match_of(setting, numbers[:count], Untouched(), deals=Untouched())
        state = _state(setting, moment, numbers[count:])
        return _or_refused(lambda: (1, flat_side(now.reached(state))))

    def claim(given: Numbers, found: Numbers) -> Truth:
        if not _ends_at_once(setting):
            return every([not _is_refused(found), same(found, (1, -1))])
        has = _would_have(setting, moment, given[:count], given[count:])
        there = [each >= setting.game.rules.target for each in has]
        many = Z3.Sum([either(each, 1, 0) for each in there]) > 1
        if _is_refused(found):
            return many
        side = Z3.Sum([either(each, side, 0) for side, each in enumerate(there, start=1)]) - 1
        return every([no(many), same(found, (1, side))])

    return ProofCase(
        name=f"{'at once' if _ends_at_once(setting) else 'at the end'}, {moment}",
        variables=(*scores_each(setting), *points_each(setting, "points of side", setting.game.side_count)),
        lifted=run,
        claim=claim,
    )


class _AnyResult(NamedTuple):
    """What any deal came to, as far as it is handed on."""


_RESULT: Final = _AnyResult()
_ADDED: Final = -1
"""What stands for the number of deals in a match to which that was added."""


def _came_to(state: State) -> object:
    """Stand in for the result of a deal."""
    return None if state.turn is not None else _RESULT


def _add(now: match.Match, result: object) -> match.Match:
    """Stand in for :meth:`aceten.engine.match.Match.add`."""
    return msgspec.structs.replace(now, deals=_ADDED) if result is _RESULT else now


def finished(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases of what a match is after a deal: it adds its result, or what was captured when that has ended the match."""
    over = match_over(setting.game.rules, counted(setting))

    def is_over(now: match.Match) -> bool:
        return told(over, *now.scores, now.deals)

    def nobody(_: match.Match) -> None:
        """Stand in for who has won, which is only said."""

    contracts: list[Contract] = [
        (cast("property", (MatchingState if is_matching(setting) else SuitState).result), _came_to),
        (match.Match.add, _add),
        (cast("property", match.Match.over), is_over),
        (cast("property", match.Match.winner), nobody),
    ]
    with standing_in(contracts):
        for about in _finishes(setting):
            yield from [_finished(about, moment) for moment in _moments(about)]


def _finished(setting: Setting, moment: _Moment) -> ProofCase:
    game, count = setting.game, counted(setting)
    over = match_over(game.rules, count)
    anything = {name: Untouched() for name in ("carried", "favourite")}

    def run(deals: int, *numbers: int) -> tuple[int, ...]:
        now = match_of(setting, tuple(map(as_points, numbers[:count])), Untouched(), deals=deals, **anything)
        state = _state(setting, moment, numbers[count:])
        return _or_refused(lambda: flat(now, now.finish(state)))

    def flat(now: match.Match, then: match.Match) -> tuple[int, ...]:
        rest = [name for name in match.Match.__struct_fields__ if name not in {"scores", "deals"}]
        return int(all(getattr(then, name) is getattr(now, name) for name in rest)), then.deals, *then.scores

    def claim(given: Numbers, found: Numbers) -> Truth:
        deals, scores, points = given[0], given[1 : 1 + count], given[1 + count :]
        has = _would_have(setting, moment, scores, points) if _ends_at_once(setting) else []
        there = [each >= game.rules.target for each in has]
        many, one = (Z3.Sum([Z3.IntVal(0), *[either(each, 1, 0) for each in there]]) > least for least in (1, 0))
        closed = over(*scores, deals)
        if _is_refused(found):
            return some([closed, many, no(one) if moment.goes_on else False])
        wanted: Flat = (1, deals + 1, *has) if moment.goes_on else (1, _ADDED, *scores)
        return every([no(closed), no(many), one if moment.goes_on else True, same(found, wanted)])

    return ProofCase(
        name=f"{'at once' if _ends_at_once(setting) else 'at the end'}, {moment}",
        variables=(
            Variable("deals", tuple(range(game.rules.deals + 2))),
            *scores_each(setting),
            *points_each(setting, "points of side", game.side_count),
        ),
        lifted=run,
        assuming=lambda given: [given[0] >= 0],
        claim=claim,
    )


def result_added(setting: Setting) -> Iterator[ProofCase]:
    """Yield the cases that a result is added as it is, or refused where it leaves the game points open."""
    with standing_in([(match.Match.add_game_points, _given)]):
        yield _adding(setting, known=True)
        yield _adding(setting, known=False)


def _adding(setting: Setting, *, known: bool) -> ProofCase:
    """Return the case of a result of which the game points are known or not."""

    def run() -> tuple[int, ...]:
        now = match_of(setting, (0,) * counted(setting), **dict.fromkeys(("dealer", "deals", "carried"), Untouched()))
        parts: dict[str, object] = {name: Untouched() for name in Result.__struct_fields__}
        result = Result(**(parts if known else parts | {"game_points": None}))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

        def add() -> tuple[int, ...]:
            given, named = cast("tuple[tuple[object, ...], dict[str, object]]", now.add(result))
            found = (*given, named.get("trump"), named.get("claimed"))
            wanted = (now, result.game_points, result.resets, result.trump, result.claimed)
            return (1, int(len(found) == len(wanted) and all(map(operator.is_, found, wanted))))

        return _or_refused(add)

    return ProofCase(
        name="game points are known" if known else "game points are open",
        variables=(),
        lifted=run,
        claim=lambda _, found: same(found, (1, 1) if known else _REFUSED),
    )
