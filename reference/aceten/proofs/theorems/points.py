"""The theorem that no card points are lost: what is captured and what is in play are together what the pack counts."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

import msgspec

from aceten import scoring
from aceten.actions import Side
from aceten.matching.settling import Course
from aceten.matching.state import MatchingState
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Random, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import holds, is_matching, is_suits
from aceten.proofs.theorems import dealing, follows, suit_follows
from aceten.proofs.theorems.ended import same
from aceten.proofs.theorems.follows import SHAPES
from aceten.proofs.theorems.states import Supply, counting, itself, made, method, stage, tokens
from aceten.proofs.witness import whole_deal
from aceten.state import State
from aceten.suits.state import SuitState
from aceten_spec.cards import rank_number
from aceten_spec.formulas import Z3, Truth
from aceten_spec.formulas.cards import conservation, pack_points
from aceten_spec.formulas.scoring import capture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from aceten.matching.game import MatchingGame
    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.proofs.theorems.states import Cards
    from aceten.scoring import Result


def add_card(setting: Setting) -> Iterator[Case]:
    """One more card adds what the formula says."""

    def run(points: int, rank: int) -> int:
        return scoring.add_card(points, rank, setting.game.values)

    yield Case(
        variables=(setting.points("points"), setting.card("rank")),
        returns=("points after",),
        lifted=run,
        claim=lambda given, found: found[0] == given[0] + setting.counts(given[1]),
    )


def count_cards(setting: Setting) -> Iterator[Case]:
    """Cards count together what they count one by one."""
    values = setting.game.values

    size = len(setting.game.pack.cards)

    def counts(count: Callable[..., int], ranks: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([count(ranks[:number], values) for number in range(size + 1)])

    def run(*ranks: int) -> tuple[int, ...]:
        return counts(linked(scoring.count_cards, add_card=setting.add_card), ranks)

    def claim(given: Numbers, found: Numbers) -> Truth:
        more = [found[number + 1] == found[number] + setting.counts(rank) for number, rank in enumerate(given)]
        return Z3.And([found[0] == 0, *more])

    yield Case(
        variables=setting.cards("rank", size),
        returns=tuple([f"points of the first {number}" for number in range(size + 1)]),
        lifted=run,
        plain=lambda *ranks: counts(scoring.count_cards, ranks),
        claim=claim,
    )


def pack(setting: Setting) -> Iterator[Case]:
    """The pack counts what the formula says."""
    ranks = tuple(rank_number(card) for card in setting.game.pack.cards)
    total, conserved = pack_points(setting.game.rules)(), conservation(setting.game.rules)
    yield Case(
        variables=(),
        returns=("points", "total"),
        lifted=lambda: (scoring.count_cards(ranks, setting.game.values), setting.game.total),
        claim=lambda _, found: Z3.And([found[0] == total, found[1] == total, conserved(Z3.IntVal(0), found[0])]),
    )


def credit(setting: Setting) -> Iterator[Case]:
    """The side that wins gains all, the others nothing: what the sides have then is what the formula allows, and it allows nothing else."""
    sides = setting.game.side_count
    captured, numbers = capture(sides), range(sides)

    def run(side: int, gained: int, *points: int) -> tuple[int, ...]:
        return scoring.credit(points[:sides], Side(side), gained)

    def claim(given: Numbers, found: Numbers) -> Truth:
        had, may_have = given[1 : 2 + sides], given[2 + sides :]
        have = Z3.And([points == has for points, has in zip(may_have, found, strict=True)])
        return same(captured(*given), have) & (Z3.Sum([*found]) == Z3.Sum([*had]))

    yield Case(
        variables=(
            Variable("side", tuple(numbers)),
            setting.points("gained"),
            *[setting.points(f"side {number} had") for number in numbers],
            *[setting.points(f"side {number} may have") for number in numbers],
        ),
        returns=tuple([f"side {number} has" for number in numbers]),
        lifted=run,
        assuming=lambda given: [given[0] >= 0, given[0] < sides],
        claim=claim,
    )


def in_play(setting: Setting) -> Iterator[Case]:
    """What is in play counts what the cards in hands, talon and trick count."""
    game, players = setting.game, setting.game.players
    total = len(game.pack.cards)

    def case(held: int, talon: int, trick: int) -> Case:
        supply = Supply(tokens(held * players + talon + trick + 2))
        hands, stock, played = supply.hands([held] * players), supply.take(talon), supply.take(trick)
        lying = [*itertools.chain(*hands), *stock, *played]

        def run(worth: int) -> int:
            kinds = {"hands": hands, "talon": stock, "trick": played, "taken": (supply.cards[-2:],)}
            state = stage(setting.matching if is_matching(setting) else setting.suits, **kinds)

            def count(cards: Cards, values: object) -> int:
                right = len(cards) == len(lying) and {id(card) for card in cards} == {id(card) for card in lying}
                return worth if right and values is game.values else -1

            function = linked(method(State, "points_in_play"), rank_number=itself, count_cards=count)
            return cast("int", function(state))

        return Case(
            name=f"hands of {held}, {talon} in the talon, {trick} in the trick",
            variables=(setting.points("what they count"),),
            returns=("in play",),
            lifted=run,
            assuming=lambda given: [given[0] >= 0],
            claim=lambda given, found: found[0] == given[0],
        )

    longest = total - players * game.rules.hand
    for held, talon, trick in itertools.product((0, 1, game.rules.hand), {0, 1, longest}, (0, 1, players)):
        yield case(held, talon, trick)


_Leftover: TypeAlias = Literal["none", "unplayed", "last_trick"]
_LEFTOVERS: Final[tuple[_Leftover, ...]] = ("none", "unplayed", "last_trick")


def _leaving(game: MatchingGame, leftover: _Leftover) -> MatchingGame:
    """Return a game in which this becomes of cards that are left over."""
    return msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, leftover=leftover))


def to_come(setting: Setting) -> Iterator[Case]:
    """What can still be captured is what is in play, but for cards that the rules leave over for nobody."""
    plain, players = setting.matching, setting.game.players
    remains = len(plain.pack.cards) % players

    def case(talon: int, leftover: _Leftover) -> Case:
        game = _leaving(plain, leftover)
        stock = tokens(talon)
        left_over = remains if leftover != "last_trick" else 0

        def run(there: int, over: int) -> int:
            fields = {name: getattr(stage(game, talon=stock), name) for name in MatchingState.__struct_fields__}
            state = made(Playing, fields | {"there": there})
            count = counting(stock[talon - left_over :], over, game)
            function = linked(method(MatchingState, "points_to_come"), rank_number=itself, count_cards=count)
            return cast("int", function(state))

        def claim(given: Numbers, found: Numbers) -> Truth:
            return found[0] == (given[0] - given[1] if left_over else given[0])

        return Case(
            name=f"{talon} in the talon, leftover {leftover}",
            variables=(setting.points("in play"), setting.points("what is left over counts")),
            returns=("to come",),
            lifted=run,
            claim=claim,
        )

    talons = range(remains, remains + 2 * players + 1, players)
    for talon, leftover in itertools.product(talons, _LEFTOVERS):
        if leftover != "none" or not remains:
            yield case(talon, leftover)


class Playing(MatchingState, frozen=True, eq=False):
    """A state of which the card points in play are given."""

    there: int = 0
    """What is in play."""

    @property
    def points_in_play(self) -> int:
        """Return what is given."""
        return self.there


def result(setting: Setting) -> Iterator[Case]:
    """The result states the captured points as they are, and adds those for the last trick."""
    game = setting.matching
    last, sides = game.rules.last_trick_points, game.side_count
    numbers = range(sides)
    forfeits = (None,) if game.rules.last_card_loses == "none" else (None, *numbers)
    kinds = tuple(itertools.product(range(game.players), forfeits))

    def case(leader: int, forfeit: int | None) -> Case:
        side = leader % (2 if game.rules.sides == "alternate" else game.players)

        def run(*given: int) -> tuple[int, ...]:
            fields = _over(setting) | {"points": given[:sides], "tricks": given[sides:], "forfeit": forfeit}
            found = _result_of(MatchingState, fields | {"leader": leader})
            if _result_of(MatchingState, fields | {"leader": 0, "turn": leader}) is not None:
                return ()
            return () if found is None else found.points

        def claim(given: Numbers, found: Numbers) -> Truth:
            more = [last if number == side else 0 for number in numbers]
            return Z3.And([found[number] == given[number] + more[number] for number in numbers])

        return Case(
            name=f"seat {leader} won the last trick, {'no side' if forfeit is None else f'side {forfeit}'} forfeits",
            variables=(
                *[setting.points(f"captured {number}") for number in numbers],
                *[Variable(f"tricks {number}", tuple(range(9))) for number in numbers],
            ),
            returns=tuple([f"points {number}" for number in numbers]),
            lifted=run,
            assuming=lambda given: [number >= 0 for number in given] + [_all_there(setting, given[:sides])],
            claim=claim,
            sample=lambda random: _shared(setting, random),
        )

    for leader, forfeit in kinds:
        yield case(leader, forfeit)


def _result_of(kind: type[MatchingState | SuitState], fields: Mapping[str, object]) -> Result | None:
    """Return the result of a state with these fields."""
    return cast("Result | None", method(kind, "result")(made(kind, fields)))


def _over(setting: Setting) -> dict[str, object]:
    """Return the fields of a deal that is over."""
    dealt = setting.game.deal(seed=0)
    fields: dict[str, object] = {name: getattr(dealt, name) for name in dealt.__struct_fields__}
    return fields | {"hands": ((),) * setting.game.players, "talon": (), "turn": None}


def _all_there(setting: Setting, points: Numbers) -> Truth:
    """Return that these are together the points of the pack, or, where cards are left over, no more."""
    total = Z3.Sum([*points])
    remains = getattr(setting.game.rules, "leftover", "none") == "unplayed"
    return (
        total <= pack_points(setting.game.rules)() if remains else conservation(setting.game.rules)(total, Z3.IntVal(0))
    )


def _shared(setting: Setting, random: Random) -> tuple[int, ...]:
    """Return points by side that are together those of the pack, and tricks."""
    sides, rest = setting.game.side_count, setting.game.total
    points: list[int] = []
    for _ in range(sides - 1):
        points.append(random.among([number for number in setting.points("").usual if number <= rest]))
        rest -= points[-1]
    return (*points, rest, *[random.among(range(1, 4)) for _ in range(sides)])


def counted(setting: Setting) -> Iterator[Case]:
    """What counts for a side is what it has captured, its marriages once it has a trick, and the last trick once all is played."""
    game, players, sides = setting.suits, setting.game.players, setting.game.side_count
    last = game.rules.last_trick_points

    def case(side: int, leader: int, where: str) -> Case:
        def run(melds: int, waiting: int, more: int, tricks: int, *points: int) -> int:
            pile = tokens(1)
            lies = {name: pile if name == where else () for name in ("trick", "talon")}
            state = stage(
                game,
                **lies,
                hands=tuple([pile if where == f"hand {seat}" else () for seat in range(players)]),
                leader=leader,
                points=points,
                melds=tuple([melds if number == side else 77 for number in range(sides)]),
                waiting=tuple([waiting if number == side else 7 for number in range(sides)]),
                taken=((),) * sides,
                tricks=tuple([tricks if number == side else 3 for number in range(sides)]),
            )
            return cast("int", method(SuitState, "counted")(state, Side(side), more))

        def claim(given: Numbers, found: Numbers) -> Truth:
            melds, waiting, more, tricks, *points = given
            now = more if game.rules.meld_counts == "any_trick" else 0
            took = (tricks > 0) | (points[side] != 0)
            extra = last if not where and leader % sides == side else 0
            return found[0] == points[side] + extra + Z3.If(took, melds - waiting + now, 0)

        return Case(
            name=f"side {side}, seat {leader} took the last trick, {where or 'nothing'} in play",
            variables=(
                Variable("marriages", (0, 20, 40)),
                Variable("waiting for the next trick", (0, 20, 40)),
                Variable("marriage shown now", (0, 20, 40)),
                Variable("tricks", (0, 1, 2)),
                *[setting.points(f"captured {number}") for number in range(sides)],
            ),
            returns=("counted",),
            lifted=run,
            assuming=lambda given: [number >= 0 for number in given],
            claim=claim,
        )

    for side, leader in itertools.product(range(sides), range(players)):
        for where in ("", "trick", "talon", *[f"hand {seat}" for seat in range(players)]):
            yield case(side, leader, where)


def suit_result(setting: Setting) -> Iterator[Case]:
    """The result states what counts for each side."""
    game, players, sides = setting.suits, setting.game.players, setting.game.side_count
    fields = _over(setting)
    numbers, last = range(sides), game.rules.last_trick_points

    def case(leader: int) -> Case:
        def run(*given: int) -> tuple[int, ...]:
            contract = (0, game.rules.bids[0]) if game.rules.bids else None
            counts = {"points": given[:sides], "melds": given[sides:], "tricks": (2, 1), "contract": contract}
            found = _result_of(SuitState, fields | counts | {"leader": leader})
            if _result_of(SuitState, fields | counts | {"leader": 0, "turn": leader}) is not None:
                return ()
            return () if found is None else found.points

        def claim(given: Numbers, found: Numbers) -> Truth:
            more = [last if leader % sides == number else 0 for number in numbers]
            return Z3.And([found[number] == given[number] + given[sides + number] + more[number] for number in numbers])

        def sample(random: Random) -> tuple[int, ...]:
            marriages = [random.among((0, 20, 40)) if game.rules.marriages != "none" else 0 for _ in numbers]
            return *_shared(setting, random)[:sides], *marriages

        married = game.rules.marriages != "none"
        return Case(
            name=f"seat {leader} won the last trick",
            variables=(
                *[setting.points(f"captured {number}") for number in numbers],
                *[Variable(f"marriages {number}", (0, 20, 40) if married else (0,)) for number in numbers],
            ),
            returns=tuple([f"points {number}" for number in numbers]),
            lifted=run,
            assuming=lambda given: [
                *[number >= 0 for number in given],
                *([] if married else [number == 0 for number in given[sides:]]),
                conservation(game.rules)(Z3.Sum([*given[:sides]]), Z3.IntVal(0)),
            ],
            claim=claim,
            sample=sample,
        )

    for leader in range(players):
        yield case(leader)


def course(setting: Setting) -> Iterator[Case]:
    """A result is settled from what the state says: points, tricks, who took some, the last trick, forfeits and resets."""
    game, sides = setting.matching, setting.game.side_count

    def case(leader: int, taker: int) -> Case:
        def run() -> tuple[int, ...]:
            known = {"points": (0,) * sides, "tricks": tuple(range(sides)), "forfeit": Side(0), "leader": leader}
            piles = tuple([tokens(1) if side == taker else () for side in range(sides)])
            fields = _over(setting) | known | {"taken": piles, "burned": (Side(1),), "lone": None}
            told: list[Course] = []

            def note(rules: object, course: Course) -> None:
                if rules is game.rules:
                    told.append(course)

            linked(method(MatchingState, "result"), settle=note)(made(MatchingState, fields))
            expected = Course(
                points=(0,) * sides,
                points_known=True,
                tricks=tuple(range(sides)),
                took_a_trick=tuple([side > 0 or side == taker for side in range(sides)]),
                last_trick=Side(leader % sides),
                forfeit=Side(0),
                burned=(Side(1),),
                teams=game.teams(None),
            )
            return (told == [expected],)

        return Case(
            name=f"seat {leader} won the last trick, side {taker} has cards",
            variables=(),
            returns=("as the state says",),
            lifted=run,
            claim=lambda _, found: holds(found[0]),
        )

    for leader, taker in itertools.product(range(game.players), range(sides)):
        yield case(leader, taker)


# --- The theorem ------------------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    total, last = pack_points(setting.game.rules).at(), setting.game.rules.last_trick_points
    if is_suits(setting):
        return f"in every play of {setting.game} {total} card points are captured or in play at every moment"
    remains = len(setting.game.pack.cards) % setting.game.players
    less = (
        ""
        if not remains or setting.matching.rules.leftover != "unplayed"
        else f", less what {remains} cards count that are left over"
    )
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
    " talon. A deal puts the pack in play, with nothing captured (pack, deal). What is in play counts what its cards count (in_play,"
    " count_cards, add_card). An action does what a branch of the relation of play says (T-STEP), and no branch changes the sum (kept). A"
    " deal that ends by a claim leaves the rest in play. When all is played all of the sum is captured, but for cards that the rules leave"
    " over, and the result says so, with the points for the last trick (result), with marriages where there are some (counted)."
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
                function="aceten.scoring.add_card",
                domain="all whole numbers of card points; all whole numbers for the rank, the {ranks} of the pack among them",
                cases=add_card,
            ),
            Step(
                name="count_cards",
                statement="cards count together what they count one by one",
                clauses=("CARDS-3", "SCORE-1"),
                function="aceten.scoring.count_cards",
                domain="every tuple of 0 to {pack} cards; all whole numbers for each rank",
                cases=count_cards,
            ),
            Step(
                name="pack",
                statement="the pack counts what the clauses say, and that is the total of the game",
                clauses=("CARDS-1", "CARDS-3"),
                function="aceten.scoring.count_cards",
                domain="the one pack",
                cases=pack,
            ),
            Step(
                name="deal",
                statement="a deal puts the whole pack in play, with nothing captured",
                clauses=("DEAL-3", "DEAL-4", "DEAL-5"),
                function="aceten.game.Game.deal",
                domain="every order of the {pack} cards, first and last dealer (T-CARDS.deal says it of each)",
                cases=dealing.start,
            ),
            Step(
                name="in_play",
                statement="what is in play counts what the cards in hands, talon and trick count",
                clauses=("CARDS-3",),
                function="aceten.state.State.points_in_play",
                domain="any cards; hands of 0, 1 and {hand}, talons of 0, 1 and {talon}, tricks of 0, 1 and {players} cards",
                bounded=True,
                cases=in_play,
            ),
            Step(
                name="to_come",
                statement="what can still be captured is what is in play, but for cards that are left over for nobody",
                clauses=("DRAW-6", "CARDS-3"),
                function="aceten.matching.state.MatchingState.points_to_come",
                domain="all whole numbers of card points; talons of the remainder and up to two rounds of drawing more",
                bounded=True,
                cases=to_come,
                applies=is_matching,
            ),
            Step(
                name="credit",
                statement="the side that wins a trick gains all of it and the others nothing",
                clauses=("PLAY-7", "SCORE-1"),
                function="aceten.scoring.credit",
                domain="all whole numbers of card points, gained or had before; each of {sides} sides",
                cases=credit,
            ),
            Step(
                name="kept",
                statement="every action leaves the sum of captured card points and of those in play as it was",
                clauses=("PLAY-7", "PLAY-8", "DRAW-6", "SCORE-1"),
                function="aceten_spec.formulas.play.Play.card",
                domain=f"every branch of every action; {SHAPES}",
                cases=follows.same_points,
                applies=is_matching,
            ),
            Step(
                name="suit_kept",
                statement="every action leaves the sum of captured card points and of those in play as it was",
                clauses=("CARDS-3", "PLAY-7"),
                function="aceten_spec.formulas.suit_play.SuitPlay.card",
                domain=f"every branch of every action; {suit_follows.SHAPES}",
                cases=suit_follows.same_points,
                applies=is_suits,
            ),
            Step(
                name="counted",
                statement="what counts for a side is what it captured, its marriages and the last trick",
                clauses=("MELD-3", "SCORE-21", "CLAIM-2"),
                function="aceten.suits.moment.SuitMoment.counted",
                domain="all whole numbers from 0 of points, marriages and tricks; each side, each winner of the last trick",
                cases=counted,
                applies=is_suits,
            ),
            Step(
                name="result",
                statement="the result states the card points that were captured, and those for the last trick with the side that took it",
                clauses=("SCORE-1", "SCORE-8"),
                function="aceten.matching.state.MatchingState.result",
                domain="all whole numbers of card points that can be captured, all whole numbers of tricks; each winner of the last"
                " trick, each side or none that forfeits",
                cases=result,
                applies=is_matching,
            ),
            Step(
                name="course",
                statement="a result is settled from what the state says, and by the rules",
                clauses=("SCORE-1", "SCORE-2"),
                function="aceten.matching.state.MatchingState.result",
                domain="each winner of the last trick, each side that has captured cards; tricks, forfeit and resets that differ",
                bounded=True,
                cases=course,
                applies=is_matching,
            ),
            Step(
                name="suit_result",
                statement="the result states the card points that were captured, with marriages and the last trick",
                clauses=("SCORE-1", "SCORE-21", "MELD-3"),
                function="aceten.suits.state.SuitState.result",
                domain="all whole numbers of card points that are together those of the pack, and of marriages; each winner of the"
                " last trick; without a claim and with the talon played out",
                cases=suit_result,
                applies=is_suits,
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
