"""The theorem that no card points are lost: what is captured and what is in play are together what the pack counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NoReturn, cast

import msgspec

from aceten.engine import scoring
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims.action_claims import same
from aceten.proofs.execution.replacements import linked
from aceten.proofs.execution.symbolic_numbers import CarriedError, SymbolicTable, UnsupportedError, Untouched
from aceten.proofs.statements.game_setting import Setting, is_matching, is_suits, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step, matching_step, suit_step
from aceten.proofs.statements.witnesses import whole_deal
from aceten.proofs.theorems.play import branch_claims, suit_branch_claims
from aceten.proofs.theorems.play.branch_claims import BRANCHES, SHAPES
from aceten.proofs.theorems.results.finished_deals import points_each
from aceten.vocabulary.actions import Side
from aceten_spec.cards import CARD_NUMBERS, Card, rank_number
from aceten_spec.formulas.card_clauses import capture, conservation, pack_points
from aceten_spec.formulas.terms import Z3, Truth, equal, every, together


def add_card(setting: Setting) -> Iterator[ProofCase]:
    """One more card adds what the formula says."""
    yield ProofCase(
        variables=(setting.points("points"), setting.card("rank")),
        returns=("points after",),
        lifted=partial(scoring.add_card, values=setting.game.values),
        claim=lambda given, found: found[0] == given[0] + setting.counts(given[1]),
    )


def count_cards(setting: Setting) -> Iterator[ProofCase]:
    """Cards count together what they count one by one."""
    values, size = setting.game.values, len(setting.game.pack.cards)

    def counts(count: Callable[..., int], *ranks: int) -> tuple[int, ...]:
        return tuple([count(ranks[:number], values) for number in range(size + 1)])

    def claim(given: Numbers, found: Numbers) -> Truth:
        more = [found[number + 1] == found[number] + setting.counts(rank) for number, rank in enumerate(given)]
        return Z3.And([found[0] == 0, *more])

    yield ProofCase(
        variables=setting.cards("rank", size),
        returns=tuple([f"points of the first {number}" for number in range(size + 1)]),
        lifted=partial(counts, linked(scoring.count_cards, add_card=setting.add_card)),
        plain=partial(counts, scoring.count_cards),
        claim=claim,
    )


class _OwnNumbers(tuple[int, ...]):
    """A table in which every card counts its own number: any number at all."""

    __slots__ = ()

    def __getitem__(self, card: object, /) -> int:  # type: ignore[override]  # no slices: a table is looked up only
        """Return what a card counts."""
        return cast("int", card)


def points_of(setting: Setting) -> Iterator[ProofCase]:
    """A card counts what the formula says, by the table that the game keeps; several count what they count one by one."""
    game = msgspec.structs.replace(setting.game, worth=SymbolicTable(setting.game.worth))
    usual = tuple(map(int, game.pack.cards))

    def of_one(card: Card) -> int:
        return game.points_of((card,))

    yield ProofCase(
        name="one card",
        variables=(Variable("card", usual, card=True),),
        returns=("points",),
        lifted=of_one,
        assuming=lambda given: [given[0] >= 0, given[0] < CARD_NUMBERS],
        claim=lambda given, found: equal(found[0], setting.counts_card(given[0])),
    )
    counting = msgspec.structs.replace(setting.game, worth=_OwnNumbers())
    for size in range(len(usual) + 1):
        yield ProofCase(
            name=f"{size} cards",
            variables=tuple(setting.points(f"points of card {number + 1}") for number in range(size)),
            returns=("points of all",),
            lifted=lambda *cards: counting.points_of(cast("tuple[Card, ...]", cards)),
            claim=lambda given, found: equal(found[0], Z3.Sum([Z3.IntVal(0), *given])),
        )


def pack(setting: Setting) -> Iterator[ProofCase]:
    """The pack counts what the formula says."""
    ranks = tuple(rank_number(card) for card in setting.game.pack.cards)
    total, conserved = pack_points(setting.game.rules)(), conservation(setting.game.rules)
    yield ProofCase(
        variables=(),
        returns=("points", "total"),
        lifted=lambda: (scoring.count_cards(ranks, setting.game.values), setting.game.total),
        claim=lambda _, found: Z3.And([found[0] == total, found[1] == total, conserved(Z3.IntVal(0), found[0])]),
    )


def credit(setting: Setting) -> Iterator[ProofCase]:
    """The side that wins gains all, the others nothing: what the sides have then is what the formula allows, and it allows nothing else."""
    sides = setting.game.side_count
    captured = capture(sides)

    def run(side: int, gained: int, *points: int) -> tuple[int, ...]:
        return scoring.credit(points[:sides], Side(side), gained)

    def claim(given: Numbers, found: Numbers) -> Truth:
        had, may_have = given[1 : 2 + sides], given[2 + sides :]
        return every([together(captured(*given), same(may_have, found)), Z3.Sum(found) == Z3.Sum(had)])

    yield ProofCase(
        variables=(
            Variable("side", tuple(range(sides)), only=True),
            setting.points("gained"),
            *points_each(setting, "points before, side", sides),
            *points_each(setting, "points that may be after, side", sides),
        ),
        returns=tuple([f"side {side} has" for side in range(sides)]),
        lifted=run,
        claim=claim,
    )


class _Pile:
    """Any number of cards, of which is known what they count together: whoever goes through them finds that, and can ask nothing else."""

    def __init__(self, points: int) -> None:
        self._points = points

    def __iter__(self) -> Iterator[int]:
        return iter((self._points,))

    def __bool__(self) -> NoReturn:
        raise UnsupportedError("it is asked whether there are any cards")

    def __len__(self) -> NoReturn:
        raise CarriedError


def in_play(setting: Setting) -> Iterator[ProofCase]:
    """What is in play counts what the cards in hands, talon and trick count, however many they are."""
    game = msgspec.structs.replace(setting.game, worth=_OwnNumbers())
    piles = (*[f"the hand of seat {seat}" for seat in range(game.players)], "the talon", "the trick")
    kind = MatchingState if is_matching(setting) else SuitState

    def run(*points: int) -> int:
        anything: dict[str, object] = {name: Untouched() for name in kind.__struct_fields__}
        *hands, talon, trick = map(_Pile, points)
        lies = {"game": game, "hands": tuple(hands), "talon": talon, "trick": trick}
        return kind(**(anything | lies)).points_in_play  # type: ignore[arg-type]

    yield ProofCase(
        variables=tuple(setting.points(f"points in {pile}") for pile in piles),
        returns=("points",),
        lifted=run,
        claim=lambda given, found: equal(found[0], Z3.Sum([*given])),
    )


def to_come(setting: Setting) -> Iterator[ProofCase]:
    """What can still be captured is what is in play, but for cards that the rules leave over for nobody."""
    remains, whole = len(setting.game.pack.cards) % setting.game.players, setting.sizes["talon"]
    for leftover in ("unplayed", "last_trick") if remains else ("none", "unplayed", "last_trick"):
        other = with_rules(setting.matching, leftover=leftover)
        yield from [_to_come(other, talon) for talon in range(remains, whole + 1)]


def _to_come(game: MatchingGame, talon: int) -> ProofCase:
    """Return the case of so many cards in the talon, of which is known what each counts, and of hands and a trick of any."""
    counting, piles = msgspec.structs.replace(game, worth=_OwnNumbers()), game.players + 1
    nobodys = game.leftover * (game.rules.leftover != "last_trick")

    def run(*points: int) -> int:
        anything: dict[str, object] = {name: Untouched() for name in MatchingState.__struct_fields__}
        *hands, trick = map(_Pile, points[:piles])
        lies = {"game": counting, "hands": tuple(hands), "trick": trick, "talon": points[piles:]}
        return MatchingState(**(anything | lies)).points_to_come  # type: ignore[arg-type]

    names = [*[f"the hand of seat {seat}" for seat in range(game.players)], "the trick"]
    names += [f"card {place + 1} of the talon" for place in range(talon)]
    return ProofCase(
        name=f"{talon} in the talon, leftover {game.rules.leftover}",
        variables=tuple([Variable(f"points of {name}", (0, 10)) for name in names]),
        returns=("points",),
        lifted=run,
        claim=lambda given, found: equal(found[0], Z3.Sum([*given[: len(given) - nobodys]])),
    )


# --- The theorem ------------------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    total, last = pack_points(setting.game.rules).at(), setting.game.rules.last_trick_points
    if is_suits(setting):
        return f"in every play of {setting.game} {total} card points are captured or in play at every moment"
    remains = len(setting.game.pack.cards) % setting.game.players
    unplayed = remains and setting.matching.rules.leftover == "unplayed"
    less = f", less what {remains} cards count that are left over" if unplayed else ""
    more = f" and a result of {total + last} points" if last else ""
    return f"every play of {setting.game}, of any length, ends with {total} captured card points{less}{more}"


def _seen(setting: Setting, states: Sequence[State]) -> bool:
    """Whether at every moment captured and in play are together the points of the pack, and the result is what was captured."""
    total = pack_points(setting.game.rules).at()
    if any(sum(state.points) + setting.worth_in_play(state) != total for state in states):
        return False
    last = states[-1]
    if last.result is None or (isinstance(last, SuitState) and (any(last.melds) or any(last.hands) or last.talon)):
        return last.result is not None
    more = setting.game.rules.last_trick_points
    return sum(last.result.points) == total - setting.worth(last.talon) + more


def _witnesses(setting: Setting) -> Iterator[Witness]:
    yield whole_deal(
        "captured and in play are together what the pack counts, from the first card to the last",
        setting.game,
        7,
        lambda states: _seen(setting, states),
    )


_ARGUMENT: Final = (
    "By induction over the actions of a play. The sum is the card points captured by the sides and those of the cards in trick, hands and"
    " talon. A deal puts the pack in play (pack, T-CARDS), with nothing captured (T-STEP). What is in play counts what its cards count"
    " (in_play, points_of, count_cards, add_card). An action does what a branch of the relation of play says (T-STEP), and no branch"
    " changes the sum, or takes from a side what it has captured (kept). A deal that ends by a claim leaves the rest in play. When all is"
    " played all of the sum is captured, but for cards that the rules leave over, and the result says so, with the points for the last"
    " trick (T-SCORE), with marriages where there are some (T-SETTLE)."
)

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-POINTS",
        statement=_statement,
        argument=_ARGUMENT,
        steps=(
            Step(
                name="add_card",
                statement="a card adds to card points what the clause says that it counts",
                clauses=("CARDS-3",),
                function="aceten.engine.scoring.add_card",
                domain="all whole numbers of card points; all whole numbers for the rank, the {ranks} of the pack among them",
                cases=add_card,
            ),
            Step(
                name="count_cards",
                statement="cards count together what they count one by one",
                clauses=("CARDS-3", "SCORE-1"),
                function="aceten.engine.scoring.count_cards",
                domain="every tuple of 0 to {pack} cards; all whole numbers for each rank",
                cases=count_cards,
            ),
            Step(
                name="points_of",
                statement="a game counts cards by a table of what each of them counts",
                clauses=("CARDS-3", "SCORE-1"),
                function="aceten.engine.game.Game.points_of",
                domain="a card of any rank and suit; every tuple of 0 to {pack} cards, whatever each of them counts",
                cases=points_of,
            ),
            Step(
                name="pack",
                statement="the pack counts what the clauses say, and that is the total of the game",
                clauses=("CARDS-1", "CARDS-3"),
                function="aceten.engine.scoring.count_cards",
                domain="the one pack",
                cases=pack,
            ),
            Step(
                name="in_play",
                statement="what is in play counts what the cards in hands, talon and trick count",
                clauses=("CARDS-3",),
                function="aceten.engine.state.State.points_in_play",
                domain="any cards, any number of them in each hand, in the talon and in the trick",
                cases=in_play,
            ),
            matching_step(
                name="to_come",
                statement="what can still be captured is what is in play, but for cards that are left over for nobody",
                clauses=("DRAW-6", "CARDS-3"),
                function="aceten.engine.matching.state.MatchingState.points_to_come",
                domain="any cards; talons of every size up to {talon}, down to what is left over; a card in each hand and in the trick",
                cases=to_come,
            ),
            Step(
                name="credit",
                statement="the side that wins a trick gains all of it and the others nothing",
                clauses=("PLAY-7", "SCORE-1"),
                function="aceten.engine.scoring.credit",
                domain="all whole numbers of card points, gained or had before; each of {sides} sides",
                cases=credit,
            ),
            matching_step(
                name="kept",
                statement="every action leaves the sum of captured card points and of those in play as it was, and takes none from a side",
                clauses=("PLAY-7", "PLAY-8", "DRAW-6", "SCORE-1"),
                function="aceten_spec.formulas.matching.play_relation.PlayRelation.card",
                domain=f"{BRANCHES}; {SHAPES}",
                cases=branch_claims.same_points,
            ),
            suit_step(
                name="suit_kept",
                statement="every action leaves the sum of captured card points and of those in play as it was, and takes none from a side",
                clauses=("CARDS-3", "PLAY-7"),
                function="aceten_spec.formulas.suits.suit_relation.SuitRelation.card",
                domain=f"{BRANCHES}; {suit_branch_claims.SHAPES}",
                cases=suit_branch_claims.same_points,
            ),
        ),
        trusted=(
            "every card stays in one place (T-CARDS)",
            "sorting a hand or a pile puts the same cards in another order (aceten_spec.cards.sort_cards)",
            "the induction that joins the obligations, which is an argument in words",
        ),
        witnesses=_witnesses,
    ),
)
"""The theorem about card points."""
