"""What the theorems about scoring have in common: ends of deals as cases and as positions, and functions that stand in for others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec

from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.notation.position import parse
from aceten.proofs.claims.action_claims import same
from aceten.proofs.claims.symbolic_deals import Flat
from aceten.proofs.execution.solvers import solver, values, verdict
from aceten.proofs.execution.symbolic_numbers import Untouched
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.obligations import ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten_spec.formulas.end_clauses import EndClause, ending
from aceten_spec.formulas.outcome_clauses import Tie
from aceten_spec.formulas.result_relation import OPEN, EndTerms, Results, ResultTerms, SuitResults, number_of
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import Z3, Number, Truth, either
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters

UNKNOWN: Final = 2
"""What stands for a truth value that is not known; 0 and 1 are false and true."""

FLAG: Final = (0, 1)
"""The values of what is or is not."""

Numbers = tuple[Number, ...]
"""z3 terms."""


def flag(name: str) -> Variable:
    """Return a variable that is 0 or 1."""
    return Variable(name, FLAG, only=True)


def known_flag(name: str) -> Variable:
    """Return a variable that is 0, 1, or not known."""
    return Variable(name, (*FLAG, UNKNOWN), only=True)


def known(number: int) -> bool | None:
    """Return the truth value that a number stands for, ``None`` where it is not known; a symbolic number forks the run."""
    if number == UNKNOWN:
        return None
    return bool(number == 1)


def within(number: Number, least: int, most: int) -> Truth:
    """Return that a number lies between two others, both included."""
    return (number >= least) & (number <= most)


class SomeCards(Untouched):
    """Any cards, one at least, of which only that is asked."""

    def __bool__(self) -> bool:
        return True


# --- Ends of deals ----------------------------------------------------------------------------------------------------


def team_count(game: Game) -> int:
    """Return how many teams play against each other: the sides, or a lone player and all others."""
    return len(teams_of(game))


def teams_of(game: Game) -> tuple[tuple[int, ...], ...]:
    """Return the sides of each team; where one plays alone it is side 0."""
    if isinstance(game, MatchingGame) and game.rules.sides == "lone":
        return (0,), tuple(range(1, game.side_count))
    return tuple((side,) for side in range(game.side_count))


def points_each(setting: Setting, name: str, count: int) -> tuple[Variable, ...]:
    """Return variables for the points of so many sides or teams.

    :param name: what the points are called, but for the number of the side.
    """
    return tuple(setting.points(f"{name} {number}") for number in range(count))


def tie_of(rules: Parameters) -> tuple[Tie, int]:
    """Return who wins when the best are equal, and the points without which nobody wins."""
    return (rules.tie, rules.wins_from) if isinstance(rules, MatchingParameters) else ("draw", 0)


def ends(setting: Setting) -> EndClause:
    """Return the ends of deals of a game, by team."""
    return ending(setting.game.rules, setting.game.players, team_count(setting.game))


class FinishedDeal(msgspec.Struct, frozen=True, eq=False):
    """How a deal has ended, in terms: what each team has got, and which of them took the last trick."""

    numbers: Numbers
    """What the rest is made of."""
    possible: Truth
    points: Numbers
    cards: Numbers
    rounds: Numbers
    last: Number


def end(setting: Setting, numbers: Numbers = ()) -> FinishedDeal:
    """Return how a deal has ended, as the formulas of :func:`ends` say it of these numbers, or of variables for them."""
    found = ends(setting)
    numbers = numbers or tuple(map(Z3.Int, found.names))
    return FinishedDeal(
        numbers=numbers,
        possible=found.possible(*numbers),
        points=tuple([points(*numbers) for points in found.points]),
        cards=tuple([cards(*numbers) for cards in found.cards]),
        rounds=tuple([rounds(*numbers) for rounds in found.rounds]),
        last=found.last(*numbers),
    )


def example(setting: Setting, *wanted: Truth) -> tuple[int, ...] | None:
    """Return the numbers of a deal that has ended as is wanted; ``None`` when there are none, or z3 does not say.

    :param wanted: what is wanted of :func:`end`.
    """
    some_end = end(setting)
    return model([some_end.possible, *wanted], some_end.numbers)


def line(setting: Setting, numbers: Sequence[int], **further: object) -> str:
    """Return the position line of a deal that has ended so.

    :param further: keys of the position line and what they say; ``None`` for one that is not to be there.
    """
    game, found, teams = setting.game, ends(setting), teams_of(setting.game)
    per_side = [(0, 0)] * game.side_count
    for team, sides in enumerate(teams):
        per_side[sides[0]] = (found.cards[team].at(*numbers), found.rounds[team].at(*numbers))
    words: dict[str, object] = {
        "hands": ",".join("-" * game.players),
        "lead": game.sides.index(teams[found.last.at(*numbers)][0]),
        "points": ",".join(str(points) for points, _ in per_side),
        "tricks": ",".join(str(rounds) for _, rounds in per_side),
    }
    if isinstance(game, MatchingGame) and game.lone_card is not None:
        words["lone"] = 0
    if found.left:
        words["talon"] = "".join(_left_over(game, {value: count.at(*numbers) for value, count in found.left}))
    words |= _needed(game) | further | dict(game.options)
    return " ".join([str(game), *[f"{key}={value}" for key, value in words.items() if value is not None]])


def is_claimed(rules: SuitParameters) -> bool:
    """Whether a deal of which all cards are played can have ended by the claim of a side with enough points."""
    return rules.claim != "called" or rules.claim_last != "off"


def _left_over(game: Game, counts: dict[int, int]) -> Iterator[str]:
    """Yield so many cards of each value."""
    for value, count in counts.items():
        cards = [card for card in game.pack.cards if game.points_of((card,)) == value]
        yield from (card.rank.letter if isinstance(game, MatchingGame) else str(card) for card in cards[:count])


def _needed(game: Game) -> dict[str, object]:
    """Return what the line of a finished deal has to say in such a game, beside points and tricks."""
    if not isinstance(game, SuitGame):
        return {}
    said: dict[str, object] = {} if game.rules.trump == "marriage" else {"trump": "c"}
    if game.rules.bids:
        said["bid"] = f"0,{game.rules.bids[0]}"
    if game.rules.asks:
        said["claim"] = "-"
    return said


def case(
    setting: Setting,
    own: tuple[Variable, ...],
    follows: Callable[[FinishedDeal], Flat],
    function: Callable[..., object],
    *,
    returns: tuple[str, ...],
    claim: Callable[[Numbers, Numbers], Truth],
    name: str = "",
    wanted: Callable[[FinishedDeal], Iterable[Truth]] = lambda _: (),
    problem: Callable[[tuple[int, ...]], str] | None = None,
    writes: Callable[[Setting, Sequence[int]], str] = line,
) -> ProofCase:
    """Return the case of a function in every way in which a deal can end.

    :param own: the variables that the function is called with.
    :param follows: gives the values that they have when the deal has ended so.
    :param claim: what is claimed of them and of what comes out.
    :param wanted: what else is assumed of the end.
    :param problem: says from the values of the variables what is wrong.
    :param writes: writes the position line in which it shows.
    """
    count = len(own)

    def assuming(given: Numbers) -> list[Truth]:
        ended = end(setting, given[count:])
        return [ended.possible, same(given[:count], follows(ended)), *wanted(ended)]

    return ProofCase(
        name=name,
        variables=(*own, *end_variables(ends(setting))),
        returns=returns,
        lifted=lambda *numbers: function(*numbers[:count]),
        assuming=assuming,
        claim=lambda given, found: claim(given[:count], found),
        position=lambda numbers: writes(setting, numbers[count:]),
        problem=None if problem is None else lambda numbers: problem(numbers[:count]),
    )


def result_at(setting: Setting, numbers: Numbers) -> ResultTerms:
    """Return what a deal that has ended so comes to, by the relation of results, each team as one side."""
    ended, rules = end(setting, numbers), setting.game.rules
    teams = range(team_count(setting.game))
    taken = EndTerms(
        points=ended.cards,
        known=True,
        tricks=[OPEN] * len(teams),
        took=[either(rounds > 0, 1, 0) for rounds in ended.rounds],
        last=ended.last,
        teams=tuple((team,) for team in teams),
        burned=[Z3.IntVal(0)] * len(teams),
    )
    if isinstance(rules, MatchingParameters):
        return Results(rules, len(teams)).of(taken)
    return SuitResults(SuitRelation(rules, setting.game.players)).by_table(taken, 0)


def end_variables(found: EndClause) -> tuple[Variable, ...]:
    """Return the variables that say how a deal has ended."""
    return tuple(Variable(name, tuple(range(most + 1))) for name, most in zip(found.names, found.most, strict=True))


def model(conditions: Sequence[Truth], variables: Sequence[Number]) -> tuple[int, ...] | None:
    """Return values for which conditions hold; ``None`` when there are none, or z3 does not say."""
    asked = solver(conditions)
    return values(asked.model(), variables) if verdict(asked) == "sat" else None


def every_value(
    conditions: Sequence[Truth], terms: Sequence[Number], variables: Sequence[Number], *, most: int
) -> dict[tuple[int, ...], tuple[int, ...]] | None:
    """Return all values that terms can have under conditions, each with values of the variables; ``None`` when there are too many.

    :param most: more than so many are too many.
    """
    asked = solver(conditions)
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    while verdict(asked) == "sat":
        if len(found) == most:
            return None
        model_ = asked.model()
        seen = values(model_, terms)
        found[seen] = values(model_, variables)
        asked.add([Z3.Or([term != value for term, value in zip(terms, seen, strict=True)])])
    return found


def witness(
    setting: Setting,
    shows: str,
    numbers: Sequence[int] | None,
    seen: Callable[[State, Result], bool],
    **further: object,
) -> Witness:
    """Return a witness: the position of a deal that has ended so, with a result in which something is seen.

    :param numbers: how it has ended; ``None`` when none can end as is wanted, and there is no position.
    :param further: keys of the position line and what they say, as in :func:`line`.
    """
    position, holds, problem = "", False, "no deal can end so"
    if numbers is not None:
        try:
            position = line(setting, numbers, **further)
            state = parse(position, rules=setting.game.rulebook)
            holds, problem = state.result is not None and seen(state, state.result), ""
        except Exception as error:  # noqa: BLE001 - an engine that fails in any way is no witness
            problem = f"{type(error).__name__}: {error}"
    return Witness(shows=shows, position=position, actions=(), holds=holds, problem=problem)


def flat(numbers: Iterable[int] | None, count: int) -> tuple[int, ...]:
    """Return so many numbers, or -1 for each where they are not known."""
    return (-1,) * count if numbers is None else tuple(numbers)


def members(found: Iterable[int] | None, count: int) -> tuple[int, ...]:
    """Return for each of so many numbers whether it is among those, 0 or 1; -1 for each where that is not known."""
    if found is None:
        return (-1,) * count
    there = tuple(found)
    return tuple([int(number in there) for number in range(count)])


def flat_result(rules: Parameters, found: Result) -> tuple[int, ...]:
    """Return the numbers of a result, as the relation of results has them.

    Before them stands whether it names no side twice, and those whose scores fall in their order.
    """
    sides, winners = len(found.points), found.winners or ()
    plain = len(set(winners)) == len(winners) and list(found.resets) == sorted(set(found.resets))
    return (
        int(plain),
        *found.points,
        *flat(found.tricks, sides),
        *members(found.winners, sides),
        *flat(found.game_points, sides),
        *members(found.resets, sides),
        OPEN if found.last_trick is None else found.last_trick,
        OPEN if found.award is None else number_of(rules.scoring, found.award),
        OPEN if found.claimed is None else found.claimed,
        0 if found.trump is None else found.trump,
    )
