"""Comparisons of games: what is the same in both for all inputs, and a position for what is not.

A comparison looks at one aspect after the other. What two games have in common is proved: where a branch of the relation of play holds
in one game and a branch in the other they lead to the same, for all cards. What they have not is shown by a position that z3 finds and
both engines replay.
"""

from __future__ import annotations

import itertools
import tomllib
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar, cast

import msgspec

from aceten.actions import Play, Seat, parse_action
from aceten.errors import UsageError
from aceten.game import Game
from aceten.loading import load
from aceten.matching.state import MatchingState, start
from aceten.position import parse
from aceten.proofs.claims import symbolic_deals as deals
from aceten.proofs.claims.action_claims import MATCHING
from aceten.proofs.claims.deal_pairs import among, by_side
from aceten.proofs.execution.symbolic_runs import lift
from aceten.proofs.statements.game_setting import Setting, setting, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.statements.witnesses import played, witness
from aceten.proofs.theorems.play.branch_claims import about, of_deals
from aceten.proofs.theorems.results.finished_deals import model
from aceten.proofs.theorems.symmetries.matching_symmetry import (
    ALIKE,
    HELD,
    alike,
    by_own_rank,
    led_by_seat_0,
    of_results,
    ways,
)
from aceten.suits.game import SuitGame
from aceten_spec.cards import Card
from aceten_spec.errors import AcetenError
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas.card_clauses import rank_of
from aceten_spec.formulas.matching.play_relation import Branch, DealTerms, PlayRelation
from aceten_spec.formulas.suits import suit_trick_clauses as suit_tricks
from aceten_spec.formulas.suits.suit_relation import SUITS, SuitRelation
from aceten_spec.formulas.terms import FALSE, TRUE, equal, every, no, some, term_of, together
from aceten_spec.loader import load_shipped
from aceten_spec.rulebook import OptionValue
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aceten.actions import Action
    from aceten.matching.game import MatchingGame
    from aceten.scoring import Result
    from aceten.state import State

_C = TypeVar("_C")
_G = TypeVar("_G", bound=Game)

Aspect: TypeAlias = Literal["cards", "play", "points", "result", "tricks"]
"""What is compared: pack and hands; what is legal and where every card goes; what a card counts; who wins a deal and what it scores for
the same points; with suit tricks, which card wins and what is owed to a lead."""

ASPECTS: Final[tuple[Aspect, ...]] = ("cards", "play", "points", "result", "tricks")
"""Every aspect."""


class GameComparison(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What two games have in common, and what not."""

    id: str
    """Permanent; with ``T-SAME-`` before it the id of the theorem."""
    left: str
    """The rulebook of the game that the theorem belongs to."""
    right: str
    """The rulebook of the other."""
    left_options: dict[str, OptionValue] = {}
    """Its options."""
    right_options: dict[str, OptionValue] = {}
    """Those of the other."""
    players: tuple[int, ...]
    """With how many players they are compared."""
    same: tuple[Aspect, ...]
    """What is the same."""
    differ: tuple[Aspect, ...]
    """What is not."""
    text: str
    """Both in words."""


class _File(msgspec.Struct, frozen=True):
    comparison: tuple[GameComparison, ...]


def comparisons() -> tuple[GameComparison, ...]:
    """Return the comparisons that are made of the shipped rulebooks."""
    text = (resources.files("aceten.proofs.theorems.comparisons") / "comparisons.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File).comparison


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
        message = say("{left} and {right}: expected as many players, and tricks of one kind", left=left, right=right)
        raise UsageError(message)
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


# --- What is the same -------------------------------------------------------------------------------------------------


Strong: TypeAlias = tuple[Number, Number]
"""A card as a trick sees it: its suit and its strength."""


def same_cards(left: Game, right: Game) -> Iterator[ProofCase]:
    """Both games have the same pack, and hands of one size."""
    packs = [game.pack.cards for game in (left, right)]

    def claim(given: Numbers, _: Numbers) -> Truth:
        counts = [Z3.Sum([Z3.If(given[0] == int(card), 1, Z3.IntVal(0)) for card in pack]) for pack in packs]
        return every([counts[0] == counts[1], left.rules.hand == right.rules.hand])

    usual = tuple(map(int, itertools.chain(*packs)))
    yield about("", (Variable("card", usual, card=True),), claim)


def _common_ranks(left: Game, right: Game) -> tuple[int, ...]:
    return tuple([int(rank) for rank in left.pack.ranks if rank in right.pack.ranks])


def _pair(left: MatchingGame, right: MatchingGame) -> tuple[MatchingGame, MatchingGame]:
    """Return both games with small hands and cards that count nothing: where cards go does not depend on what they count."""
    hand, nothing = min(left.rules.hand, right.rules.hand, HELD), dict.fromkeys(left.rules.values, 0)
    here, there = (with_rules(game, hand=hand, values=nothing) for game in (left, right))
    return here, there


def same_play(left: MatchingGame, right: MatchingGame) -> Iterator[ProofCase]:
    """An action makes the same of a deal in both games, or is refused in both for the same reason."""
    games = _pair(left, right)
    relations = [PlayRelation(game.rules, game.players) for game in games]
    ranks = _common_ranks(left, right)

    def holds(deal: DealTerms) -> Truth:
        pairs = zip(*[ways(relation, deal) for relation in relations], strict=True)
        return every(_lead_to_the_same(one, other) for each in pairs for one, other in itertools.product(*each))

    def of_common_ranks(case: ProofCase) -> ProofCase:
        def assuming(given: Numbers) -> list[Truth]:
            cards = [number for variable, number in zip(case.variables, given, strict=True) if variable.card]
            return among(ranks, map(rank_of, cards))

        return msgspec.structs.replace(case, assuming=assuming)

    shapes = dict.fromkeys(itertools.chain(*map(led_by_seat_0, games)))
    return (by_own_rank(of_common_ranks(case)) for case in of_deals(MATCHING, left, shapes, holds))


def _lead_to_the_same(one: Branch[DealTerms], other: Branch[DealTerms]) -> Truth:
    """Return that two branches lead to the same where both hold."""
    if isinstance(one.after, DealTerms) and isinstance(other.after, DealTerms):
        same = alike(one.after, other.after)
    else:
        same = TRUE if one.after == other.after else FALSE
    return some([same, no(one.guard), no(other.guard)])


def same_points(left: Game, right: Game) -> Iterator[ProofCase]:
    """A card that both packs have counts the same in both games."""
    here, there = (setting(game).counts for game in (left, right))
    in_both = partial(among, _common_ranks(left, right))
    yield about("", (setting(left).card("rank"),), lambda given, _: here(given[0]) == there(given[0]), in_both)


def _can_end(game: MatchingGame, given: Numbers, leader: int) -> list[Truth]:
    """Return what holds of points and tricks at the end of a deal whose last trick goes to a seat."""
    sides = game.side_count
    points, tricks = given[:sides], given[sides:]
    return [
        *[(has % game.unit) == 0 for has in points],
        Z3.Sum(list(points)) == game.total,
        Z3.Sum(list(tricks)) <= len(game.pack.cards) // game.players,
        tricks[game.sides[leader]] > 0,
        *[(has == 0) | (took > 0) for has, took in zip(points, tricks, strict=True)],
    ]


def same_result(left: MatchingGame, right: MatchingGame) -> Iterator[ProofCase]:
    """The same points and tricks come to the same in both games, but for what a row of a table is called."""
    sides = left.side_count

    def pair(numbers: tuple[int, ...], leader: int, _: int | None) -> tuple[Result | None, Result | None]:
        here, there = (deals.ended(game, numbers[:sides], numbers[sides:], leader).result for game in (left, right))
        return here, there

    yield from of_results(setting(left), (), pair, partial(_can_end, left), names=False)


def same_beats(left: SuitGame, right: SuitGame) -> Iterator[ProofCase]:
    """The same card takes a trick in both games."""
    takes = suit_tricks.takes()
    yield _suit_case("", left, right, 2, lambda _, cards, trump: takes.of(*cards[0], *cards[1], trump))


def same_owed(left: SuitGame, right: SuitGame) -> Iterator[ProofCase]:
    """The same cards may be played to a lead in both games, with a talon and without one."""
    for talon, name in ((1, "with a talon"), (0, "without a talon")):

        def pays(relation: SuitRelation, cards: Sequence[Strong], trump: Number, talon: int = talon) -> Truth:
            obligation = suit_tricks.OBLIGATIONS[suit_tricks.owes(relation.rules).at(talon, 0)]
            return equal(relation.owed(obligation, cards[1], tuple(cards[1:]), cards[0], trump), 0)

        yield _suit_case(name, left, right, 1 + HAND, pays)


HAND: Final = 3
"""Hands of so many cards are looked at."""


def _suit_case(
    name: str,
    left: SuitGame,
    right: SuitGame,
    count: int,
    holds: Callable[[SuitRelation, Sequence[Strong], Number], Truth],
) -> ProofCase:
    """Return the case that something holds of cards, as a trick sees them, in both games or in neither."""
    relations = [SuitRelation(game.rules, game.players) for game in (left, right)]

    def claim(given: Numbers, _: Numbers) -> Truth:
        cards = [suit * 16 + rank for rank, suit in zip(given[:count], given[count:-1], strict=True)]
        return together(*[holds(each, [each.seen(card) for card in cards], given[-1]) for each in relations])

    def assuming(given: Numbers) -> list[Truth]:
        suits = given[count : 2 * count]
        return [*among(_common_ranks(left, right), given[:count]), *[suit >= 1 for suit in suits]]

    suits = [Variable(f"suit of card, {number + 1}", SUITS) for number in range(count)]
    variables = (*setting(left).cards("rank of card", count), *suits, Variable("trump", (0, *SUITS)))
    return about(name, variables, claim, assuming)


# --- What is not ------------------------------------------------------------------------------------------------------


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
    games = (left, other) if aspect == "points" else _pair(left, right)
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
        same = every(_lead_to_the_same(*each) for each in itertools.product(*courses))
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
        what = _what_differs(states[0], states[1], aspect)
        if what:
            return GameDifference(
                aspect=aspect, left=str(before[0]), right=str(before[1]), action=str(action), what=what
            )
    return None


def _what_differs(left: State, right: State, aspect: Aspect) -> str:
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
        numbers = _refuting(case, _can_end(right, tuple(Z3.Int(each.name) for each in case.variables), leader))
        if numbers is not None:
            lines = [str(deals.ended(game, numbers[:sides], numbers[sides:], leader)) for game in (left, right)]
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


# --- The theorems -----------------------------------------------------------------------------------------------------


def games_of(row: GameComparison, about: Setting) -> tuple[Game, Game]:
    """Return the two games of a comparison, with as many players as a setting has."""
    return (
        load(about.game.rulebook, players=about.game.players, **row.left_options),
        load(row.right, players=about.game.players, **row.right_options),
    )


def _speaks_about(row: GameComparison, about: Setting) -> bool:
    game = about.game
    return not game.options and game.players in row.players and game.rulebook == load_shipped(row.left)


def _of(
    row: GameComparison, cases: Callable[[_G, _G], Iterator[ProofCase]], game_of: Callable[[Setting], _G]
) -> Callable[[Setting], Iterator[ProofCase]]:
    """Return the cases about the two games of a comparison."""
    return lambda about: cases(*[game_of(setting(game)) for game in games_of(row, about)])


_ASPECT_OF: Final[dict[str, Aspect]] = {"beats": "tricks", "owed": "tricks"}
"""The aspect of a step whose name is another one."""


def _steps(row: GameComparison) -> tuple[Step, ...]:
    """Return what is to be shown of the aspects that are the same."""
    steps = (
        Step(
            name="cards",
            statement="both games are played with the same pack and hands of one size",
            clauses=("CARDS-1", "DEAL-3"),
            function="aceten_spec.cards.Pack.cards",
            domain="all whole numbers for cards, the {pack} cards of the pack among them",
            cases=_of(row, same_cards, lambda about: about.game),
        ),
        Step(
            name="play",
            statement="every action makes the same of a position in both games, or is refused in both for the same reason",
            clauses=(
                *("PLAY-2", "PLAY-3", "PLAY-4", "PLAY-7", "PLAY-8"),
                *("MULTI-1", "MULTI-2", "MULTI-5", "MULTI-6", "DRAW-1"),
            ),
            function="aceten_spec.formulas.matching.play_relation.PlayRelation.card",
            domain=f"cards of ranks that both packs have; hands of up to {HELD} cards; {ALIKE}",
            bounded=True,
            cases=_of(row, same_play, lambda about: about.matching),
        ),
        Step(
            name="points",
            statement="a card counts the same in both games",
            clauses=("CARDS-3", "SCORE-1"),
            function="aceten_spec.formulas.card_clauses.card_points",
            domain="all ranks that both packs have",
            cases=_of(row, same_points, lambda about: about.game),
        ),
        Step(
            name="result",
            statement="the same points and tricks come to the same in both games",
            clauses=("SCORE-1", "SCORE-2", "SCORE-3", "SCORE-4"),
            function="aceten.matching.settling.settle",
            domain="all card points of {sides} sides that make up the pack, all tricks, each side taking the last one",
            cases=_of(row, same_result, lambda about: about.matching),
        ),
        Step(
            name="beats",
            statement="the same card takes a trick in both games",
            clauses=("SUIT-1", "CARDS-6"),
            function="aceten_spec.formulas.suits.suit_trick_clauses.takes",
            domain="all cards that both packs have, and every trump suit",
            cases=_of(row, same_beats, lambda about: about.suits),
        ),
        Step(
            name="owed",
            statement="the same cards may be played to a lead in both games",
            clauses=("SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
            function="aceten_spec.formulas.suits.suit_relation.SuitRelation.owed",
            domain="all cards that both packs have, hands of up to three of them, and every trump suit",
            bounded=True,
            cases=_of(row, same_owed, lambda about: about.suits),
        ),
    )
    return tuple([step for step in steps if _ASPECT_OF.get(step.name, step.name) in row.same])


def _witnesses(row: GameComparison, about: Setting) -> Iterator[Witness]:
    left, right = games_of(row, about)
    other = " ".join([str(right), *[f"{name}={value}" for name, value in right.options]])
    if {"cards", "play"} <= {*row.same}:
        yield _guarded(left, f"a whole deal, which goes the same way in {other}", partial(_whole, left, right))
    if {"cards", "tricks"} <= {*row.same}:
        yield _guarded(left, f"a trick, which goes the same way in {other}", partial(_whole, left, right, 1))
    for aspect in row.differ:
        shows = f"{_ASPECTS[aspect]}, compared with {other}"
        yield _guarded(left, shows, partial(_shown_by, left, right, aspect))


_Replay: TypeAlias = "tuple[State, tuple[Action, ...], Callable[[Sequence[State]], bool], str]"
"""A position, what is played from it, what is to be seen, and that in words."""


def _guarded(game: Game, shows: str, replay: Callable[[], _Replay]) -> Witness:
    """Return the witness of a replay; one that does not hold when there is none."""
    try:
        start, actions, seen, what = replay()
    except Exception as error:  # noqa: BLE001 - an engine that fails in any way is no witness
        start, problem = game.deal(seed=_SEED), f"{type(error).__name__}: {error}"
        return Witness(shows=shows, position=str(start), actions=(), holds=False, problem=problem)
    return witness(shows + what, start, actions, seen)


def _whole(left: Game, right: Game, tricks: int | None = None) -> _Replay:
    """Return a deal, or so many tricks of it, to be replayed in the other game."""
    actions = played(left, _SEED, prefer=lambda _, action: isinstance(action, Play))
    actions = actions if tricks is None else actions[: tricks * left.players]
    return left.deal(seed=_SEED), actions, partial(_goes_the_same_way, right, actions), ""


def _shown_by(left: Game, right: Game, aspect: Aspect) -> _Replay:
    """Return a position in which two games differ.

    :raises UsageError: when there is none in the shapes that are followed.
    """
    found = difference(left, right, aspect)
    if found is None:
        raise UsageError(say("no position in which {what} are seen", what=_ASPECTS[aspect]))
    actions = (parse_action(found.action),) if found.action else ()
    return parse(found.left, rules=left.rulebook), actions, partial(differs, found, right), f": {found.what}"


_SEED: Final = 7
_ASPECTS: Final[dict[Aspect, str]] = {
    "cards": "other cards",
    "play": "other play",
    "points": "other card points",
    "result": "another result",
    "tricks": "other tricks",
}


def _goes_the_same_way(right: Game, actions: Sequence[Action], states: Sequence[State]) -> bool:
    """Whether actions are legal in another game, too, and make the same of the cards."""
    there = parse(str(msgspec.structs.replace(states[0], game=right)), rules=right.rulebook)
    for state, action in zip(states, [*actions, None], strict=True):
        if _what_differs(state, there, "play"):
            return False
        there = there if action is None else there.play(action)
    return True


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
    if _what_differs(states[0], there, "play"):
        return False
    return bool(_what_differs(states[-1], there.play(parse_action(found.action)), found.aspect))


def proposition(row: GameComparison) -> Proposition:
    """Return the theorem that a comparison states."""
    return Proposition(
        id=f"T-SAME-{row.id}",
        statement=lambda _: row.text,
        argument=(
            "Both games keep to the relation of play (T-STEP). From one position, where a branch of an action holds in one game and a "
            "branch in the other, both lead to the same position or to the same refusal, so by induction every play of one is a play of "
            "the other; where cards count the same the captures are the same, and where results agree a deal comes to the same. What is "
            "said to differ is shown by a position found by z3 and replayed in both engines. Where packs or hands differ, what is the "
            "same is so for the cards that both have."
        ),
        steps=_steps(row),
        applies=partial(_speaks_about, row),
        witnesses=partial(_witnesses, row),
    )


PROPOSITIONS: Final[tuple[Proposition, ...]] = tuple(map(proposition, comparisons()))
"""What is proved here: one theorem for each comparison of shipped games."""
