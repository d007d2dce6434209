"""Positions in which two games differ, as z3 finds them and both engines replay them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias, TypeVar, cast

import msgspec

from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState, start
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.notation.position import parse
from aceten.proofs.claims import symbolic_deals
from aceten.proofs.claims.deal_pairs import among, by_side
from aceten.proofs.execution.symbolic_runs import lift
from aceten.proofs.statements.game_setting import setting, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase
from aceten.proofs.theorems.comparisons.game_cases import (
    can_end,
    lead_to_the_same,
    same_beats,
    same_cards,
    same_owed,
    same_points,
    same_result,
    small_pair,
)
from aceten.proofs.theorems.results.finished_deals import model
from aceten.proofs.theorems.symmetries.matching_symmetry import (
    HELD,
)
from aceten.vocabulary.actions import Play, Seat, parse_action
from aceten.vocabulary.errors import usage_error
from aceten_spec.cards import Card
from aceten_spec.errors import AcetenError
from aceten_spec.formulas.matching.play_relation import Branch, DealTerms, PlayRelation
from aceten_spec.formulas.terms import TRUE, Z3, Truth, every, no, some, term_of

_C = TypeVar("_C")

Aspect: TypeAlias = Literal["cards", "play", "points", "result", "tricks"]
"""What is compared: pack and hands; what is legal and where every card goes; what a card counts; who wins a deal and what it scores for
the same points; with suit tricks, which card wins and what is owed to a lead."""

ASPECTS: Final[tuple[Aspect, ...]] = ("cards", "play", "points", "result", "tricks")
"""Every aspect."""


class GameDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A position in which two games differ."""

    aspect: Aspect
    """In what."""
    left: str
    """The position line of one game."""
    right: str
    """The same position in the other; empty where it has no such position."""
    action: str = ""
    """The action that makes the difference; empty where the position itself shows it."""
    what: str
    """What it is, in words."""


def compare(left: Game, right: Game) -> tuple[GameDifference, ...]:
    """Return a position for every aspect in which two games differ, as far as z3 finds one in the shapes that are followed.

    :raises UsageError: for games with other numbers of players, or of which one has suit tricks and the other matching ones.
    """
    if left.players != right.players or type(left) is not type(right):
        raise usage_error(
            "{left} and {right}: expected as many players, and tricks of one kind", left=left, right=right
        )
    aspects: Sequence[Aspect] = ("cards", "tricks") if isinstance(left, SuitGame) else ASPECTS[:-1]
    found = [difference(left, right, aspect) for aspect in aspects]
    return tuple([each for each in found if each is not None])


def difference(left: Game, right: Game, aspect: Aspect) -> GameDifference | None:
    """Return a position in which two games differ in an aspect; ``None``: there is none in the shapes that are followed."""
    one, other = setting(left), setting(right)
    match aspect:
        case "cards":
            return _other_cards(left, right)
        case "play":
            return _round_difference(one.matching, other.matching, "play", HELD)
        case "points":
            [points] = same_points(left, right)
            return None if _refuting(points) is None else _round_difference(one.matching, other.matching, "points", 1)
        case "result":
            return _other_result(one.matching, other.matching)
        case "tricks":
            return _other_tricks(one.suits, other.suits)


def _refuting(case: ProofCase, further: Sequence[Truth] = ()) -> tuple[int, ...] | None:
    """Return numbers for which a claim does not hold, with further assumptions; ``None``: there are none."""
    variables = tuple(Z3.Int(variable.name) for variable in case.variables)
    assuming = [*case.assuming(variables), *further]
    found: list[tuple[Truth, Numbers]] = [(TRUE, ())]
    if case.lifted is not None:
        paths = lift(case.lifted, variables, assuming).paths
        found = [(path.condition, cast("Numbers", path.terms)) for path in paths]
    wrong = some(every([taken, no(case.claim(variables, terms))]) for taken, terms in found)
    return model([*assuming, term_of(wrong)], variables)


def _other_cards(left: Game, right: Game) -> GameDifference | None:
    [case] = same_cards(left, right)
    numbers = _refuting(case)
    if numbers is None:
        return None
    what = f"hands of {left.rules.hand} cards, not {right.rules.hand}"
    if left.rules.hand == right.rules.hand:
        what = f"one pack has {Card(numbers[0])}, the other not, or not as often"
    return GameDifference(aspect="cards", left=str(left.deal(seed=0)), right="", what=what)


def _round_difference(left: MatchingGame, right: MatchingGame, aspect: Aspect, held: int) -> GameDifference | None:
    """Return the difference that a round makes from hands of so many cards on, each seat playing its first card."""
    players, other = left.players, with_rules(left, values=right.rules.values)
    games = (left, other) if aspect == "points" else small_pair(left, right)
    relations = [PlayRelation(game.rules, players) for game in games]
    cards = tuple(Z3.Int(f"card {place}") for place in range(players * held))
    pack = sorted({*map(int, left.pack.cards)} & {*map(int, right.pack.cards)})
    different = [*among(pack, cards), Z3.Distinct(*cards)]
    courses = [[Branch(TRUE, relation.start(_hands(cards, held), (), players - 1))] for relation in relations]
    for seat in range(players):
        courses = [
            [way for course in each for way in _played(relation, course)]
            for relation, each in zip(relations, courses, strict=True)
        ]
        same = every(lead_to_the_same(*each) for each in itertools.product(*courses))
        numbers = model([*different, term_of(no(same))], cards)
        if numbers is not None:
            return _replayed(left, right, aspect, _hands(tuple(map(Card, numbers)), held), seat)
    return None


def _hands(cards: tuple[_C, ...], held: int) -> tuple[tuple[_C, ...], ...]:
    return tuple(cards[at : at + held] for at in range(0, len(cards), held))


def _played(relation: PlayRelation, course: Branch[DealTerms]) -> Iterator[Branch[DealTerms]]:
    """Yield what comes of it when the player at turn plays the first card of his hand."""
    deal = course.after
    if isinstance(deal, DealTerms) and deal.turn is not None:
        for way in relation.card(deal, deal.hands[deal.turn][0]):
            yield Branch(every([course.guard, way.guard]), way.after)


def _replayed(
    left: MatchingGame, right: MatchingGame, aspect: Aspect, hands: tuple[tuple[Card, ...], ...], last: int
) -> GameDifference | None:
    """Return the difference that the engines make when the seats up to the last play the first of these cards."""
    lines = [str(start(game, hands, (), Seat(left.players - 1))) for game in (left, right)]
    states = [parse(line, rules=game.rulebook) for line, game in zip(lines, (left, right), strict=True)]
    for hand in hands[: last + 1]:
        action = Play(hand[0])
        before, states = states, [state.play(action) for state in states]
        what = what_differs(states[0], states[1], aspect)
        if what:
            return GameDifference(
                aspect=aspect, left=str(before[0]), right=str(before[1]), action=str(action), what=what
            )
    return None


def what_differs(left: State, right: State, aspect: Aspect) -> str:
    """Return in words in what two states of two games differ; empty when in nothing."""
    if aspect == "points":
        return "" if sum(left.points) == sum(right.points) else f"points {left.points} and {right.points}"
    of_matching = ("hands", "legal") if isinstance(left, MatchingState) else ()
    for name in ("turn", "winning", "trick", *of_matching):
        pair = getattr(left, name), getattr(right, name)
        if pair[0] != pair[1]:
            shown = [_shown(each) for each in pair]
            return f"{name}: {shown[0]}, and in the other game {shown[1]}"
    return ""


def _shown(value: object) -> str:
    return ", ".join(map(str, cast("tuple[object, ...]", value))) if isinstance(value, tuple) else str(value)


def _other_result(left: MatchingGame, right: MatchingGame) -> GameDifference | None:
    if left.total != right.total or left.side_count != right.side_count:
        return None  # there are no equal points of which both would say what they come to
    sides = left.side_count
    for leader, case in enumerate(itertools.islice(same_result(left, right), sides)):
        numbers = _refuting(case, can_end(right, tuple(Z3.Int(each.name) for each in case.variables), leader))
        if numbers is not None:
            lines = [
                str(symbolic_deals.ended(game, numbers[:sides], numbers[sides:], leader)) for game in (left, right)
            ]
            found = [parse(line).result for line in lines]
            what = [
                "nothing" if each is None else f"points {each.points}, {each.award}, game points {each.game_points}"
                for each in found
            ]
            return GameDifference(aspect="result", left=lines[0], right=lines[1], what=" and ".join(what))
    return None


def _other_tricks(left: SuitGame, right: SuitGame) -> GameDifference | None:
    for case in (*same_beats(left, right), *same_owed(left, right)):
        numbers = _refuting(case)
        if numbers is not None:
            pairs = zip(case.variables, numbers, strict=True)
            inputs = ", ".join([f"{variable.name} {variable.write(number)}" for variable, number in pairs])
            return GameDifference(aspect="tricks", left="", right="", what=f"{case.name}: {inputs}")
    return None


def differs(found: GameDifference, right: Game, states: Sequence[State]) -> bool:
    """Whether a difference is seen when its position is replayed in the other game.

    :param states: the position and what its action makes of it in the first game.
    """
    if found.aspect == "cards":
        try:
            parse(str(msgspec.structs.replace(states[0], game=right)), rules=right.rulebook)
        except AcetenError:  # such a position cannot come about there
            return True
        return False
    there = parse(found.right, rules=right.rulebook)
    if found.aspect == "result":
        return by_side(states[-1].result) != by_side(there.result)
    if what_differs(states[0], there, "play"):
        return False
    return bool(what_differs(states[-1], there.play(parse_action(found.action)), found.aspect))
