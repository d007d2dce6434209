"""The theorem about drawing: who draws which card, that all draw alike, and that nothing is stranded in the talon."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec

from aceten import drawing
from aceten.proofs.obligations import Case, Numbers, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import is_matching
from aceten.proofs.symbolic import Table
from aceten.proofs.witness import whole_deal
from aceten.suits.state import SuitState
from aceten_spec.cards import sort_cards
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas.drawing import drawn_at, shares, undrawn
from aceten_spec.formulas.terms import together

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.state import State
    from aceten_spec.cards import Card


def stock_of(setting: Setting) -> int:
    """Return how many cards a deal leaves in the talon."""
    return setting.sizes["talon"]


def cards_due(setting: Setting) -> Iterator[Case]:
    """Nobody draws more than he lacks, nor all together more than there is; the formula allows no other number of cards."""
    players, hand = setting.game.players, setting.game.rules.hand
    shared = shares(players)

    def run(missing: int, talon: int, _: int) -> int:
        return drawing.cards_due(missing, talon, players)

    def claim(given: Numbers, found: Numbers) -> Truth:
        missing, talon, any_number = given
        [due] = found
        determined = together(shared(*given), any_number == due)
        return Z3.And([determined, due >= 0, due <= missing, due * players <= talon])

    yield Case(
        variables=(
            Variable("missing", tuple(range(hand + 1))),
            Variable("talon", tuple(range(stock_of(setting) + 1))),
            Variable("any number", tuple(range(hand + 1))),
        ),
        returns=("due",),
        lifted=run,
        assuming=lambda given: [given[0] >= 0, given[1] >= 0],
        claim=claim,
    )


def turns(setting: Setting) -> Iterator[Case]:
    """Each card from the top of the talon on goes to the player who draws it in the order of the clause."""
    players, hand = setting.game.players, setting.game.rules.hand
    dues = [(each,) * players for each in range(1, hand + 1)]
    if draws_unevenly(setting):
        dues += [due for due in itertools.product((0, 1), repeat=players) if 0 < sum(due) < players]

    def case(due: tuple[int, ...], order: Literal["block", "round_robin"]) -> Case:
        placed = drawn_at(order, players)

        def run(place: int) -> tuple[int, ...]:
            cards = cast("tuple[Card, ...]", tuple(range(sum(due))))
            portions = drawing.portions(order, cards, due)
            drawn = [next(turn for turn, portion in enumerate(portions) if card in portion) for card in cards]
            return len(portions), sum(map(len, portions)), Table(drawn)[place], Table(_before(drawn))[place]

        def claim(given: Numbers, found: Numbers) -> Truth:
            parts, count, turn, nth = found
            cards = [Z3.IntVal(number) for number in due]
            return Z3.And(
                [parts == players, count == sum(due), given[0] == placed(turn, nth, *cards), _inside(turn, nth, due)]
            )

        return Case(
            name=f"{order}, due to each: {', '.join(map(str, due))}",
            variables=(Variable("place in the talon", tuple(range(sum(due)))),),
            returns=("portions", "cards drawn", "turn", "cards that he drew before"),
            lifted=run,
            assuming=lambda given: [given[0] >= 0, given[0] < sum(due)],
            claim=claim,
        )

    for due in dues:
        yield case(due, "round_robin")
        if len(set(due)) == 1:
            yield case(due, "block")


def _before(drawn: Sequence[int]) -> list[int]:
    """Return for each card how many its player has drawn before."""
    return [drawn[:place].count(turn) for place, turn in enumerate(drawn)]


def _inside(turn: Number, nth: Number, due: Sequence[int]) -> Truth:
    """Return that a card is one of those that are due to its player."""
    return Z3.Or([(turn == number) & (nth >= 0) & (nth < cards) for number, cards in enumerate(due)])


def _talons(setting: Setting) -> range:
    """Return the sizes of the talon before a trick: drawing takes equally many cards for everybody from what the deal leaves."""
    return range(stock_of(setting) % setting.game.players, stock_of(setting) + 1, setting.game.players)


def stock(setting: Setting) -> Iterator[Case]:
    """The talon never runs below nothing, always leaves the same remainder, and at last only what the rules leave over."""
    game, players = setting.game, setting.game.players
    pack, hand = len(game.pack.cards), game.rules.hand
    ends, remainder = undrawn(game.rules, players), pack % players

    def run(missing: int, talon: int) -> int:
        return drawing.cards_due(missing, talon, players)

    def claim(given: Numbers, found: Numbers) -> Truth:
        missing, talon = given
        [due] = found
        left = talon - due * players
        enough = (due == missing) | ends(left)
        dealt = Z3.IntVal(pack) - hand * players
        return Z3.And([left >= 0, left % players == remainder, enough, dealt % players == remainder, dealt >= 0])

    yield Case(
        variables=(Variable("missing", tuple(range(1, hand + 1))), Variable("talon", tuple(_talons(setting)))),
        returns=("due",),
        lifted=run,
        assuming=lambda given: [
            given[0] >= 1,
            given[0] <= hand,
            given[1] >= 0,
            given[1] <= stock_of(setting),
            given[1] % players == remainder,
        ],
        claim=claim,
        position=lambda given: _stranded(setting, *given),
        problem=lambda given: (
            f"cards can remain: {players} players who lack {given[0]} each share a talon of {given[1]},"
            f" and no rule says what becomes of the rest"
        ),
    )
    yield _remaining(setting)


def _remaining(setting: Setting) -> Case:
    """Return the case of any talon: it may remain when nobody draws from it, and where every card must be drawn, when it is empty."""
    rules, players = setting.game.rules, setting.game.players
    ends, all_drawn = undrawn(rules, players), not is_matching(setting) or setting.matching.rules.leftover == "none"

    def run(missing: int, talon: int) -> int:
        return drawing.cards_due(missing, talon, players)

    def claim(given: Numbers, found: Numbers) -> Truth:
        nobody = found[0] == 0
        return together(ends(given[1]), nobody & (given[1] == 0) if all_drawn else nobody)

    return Case(
        name="any talon",
        variables=(Variable("missing", tuple(range(1, rules.hand + 1))), Variable("talon", tuple(range(players + 1)))),
        returns=("due",),
        lifted=run,
        assuming=lambda given: [given[0] >= 1, given[1] >= 0],
        claim=claim,
    )


def _stranded(setting: Setting, missing: int, talon: int) -> str:
    """Return the position line after drawing what there is for everybody, with what is left in the talon."""
    game = setting.game
    players, start = game.players, game.deal(seed=0)
    due = min(missing, talon // players)
    each = game.rules.hand - missing + due
    pack = iter(game.pack.cards)
    hands = tuple([sort_cards(tuple(itertools.islice(pack, each))) for _ in range(players)])
    rest = tuple(itertools.islice(pack, talon - due * players))
    over = not each
    changed = msgspec.structs.replace(
        start, hands=hands, talon=rest, turn=None if over else start.turn, tricks=None, points_known=False
    )
    return str(changed)


# --- The theorem ------------------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    remains = len(setting.game.pack.cards) % setting.game.players
    end = f"until {remains} cards remain that nobody draws" if remains else "until the talon is exhausted"
    return f"in {setting.game} all hold equally many cards after every drawing, and draw by turns {end}"


def _seen(setting: Setting, states: Sequence[State]) -> bool:
    """Whether all hands are equal between tricks, and at the end all cards are played, or the deal ended before."""
    between = [
        state
        for state in states
        if not state.trick and not (isinstance(state, SuitState) and (state.drawing or state.turn is None))
    ]
    equal = all(len(set(map(len, state.hands))) == 1 for state in between)
    last = states[-1]
    rest = (
        len(setting.game.pack.cards) % setting.game.players
        if getattr(setting.game.rules, "leftover", "none") == "unplayed"
        else 0
    )
    played = isinstance(last, SuitState) or (not any(last.hands) and len(last.talon) == rest)
    return equal and played and last.turn is None


def _witnesses(setting: Setting) -> Iterator[Witness]:
    yield whole_deal(
        "between tricks all hold equally many cards",
        setting.game,
        11,
        lambda states: _seen(setting, states),
    )


_ARGUMENT: Final = (
    "By induction over the tricks of a deal. Before a trick all hands are equal, and the talon divided by the players leaves what the"
    " pack leaves (stock, for the deal). In a trick everybody plays as many cards, from his hand or, where cards are turned up, from the"
    " talon; who spices draws one card from it before the others do. Then all draw as the relation of play says (T-STEP): who lacks cards"
    " draws as many as everybody else, each counting what he has taken from the talon already (cards_due), in the order that the clause"
    " says (portions). So all hands are equal again, and the talon has lost a multiple of the players, which keeps its remainder and"
    " never takes it below nothing (stock). Hands are not filled up only when no more than the rules leave over remains (stock), and from"
    " then on nobody draws any more: all other cards are in the hands, and are played."
)


def draws_unevenly(setting: Setting) -> bool:
    """Whether some may have a full hand before the others draw."""
    return is_matching(setting) and "on" in (setting.matching.rules.flip, setting.matching.rules.spice)


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-DRAW",
        statement=_statement,
        argument=_ARGUMENT,
        steps=(
            Step(
                name="cards_due",
                statement="each draws what he lacks, or an equal share, and the talon suffices for all of it",
                clauses=("DRAW-1", "DRAW-3", "DRAW-5"),
                function="aceten.drawing.cards_due",
                domain="all whole numbers from 0, of cards lacked and of cards in the talon; {players} players",
                cases=cards_due,
            ),
            Step(
                name="portions",
                statement="the cards of the talon go to the players in the order of the clause, to each as many as are due to him",
                clauses=("DRAW-1", "DRAW-2"),
                function="aceten.drawing.portions",
                domain="1 to {hand} cards due to each, or one to some where cards are turned up; {players} players, both orders of drawing",
                cases=turns,
            ),
            Step(
                name="stock",
                statement="the talon never runs below nothing, keeps its remainder, and ends with what the rules leave over",
                clauses=("DEAL-4", "DRAW-3", "DRAW-5", "DRAW-6"),
                function="aceten.drawing.cards_due",
                domain="every talon of 0 to {talon} cards that leaves the remainder of the pack, 1 to {hand} cards lacked by each",
                cases=stock,
            ),
        ),
        trusted=(
            "sorting a hand puts the same cards in another order (aceten_spec.cards.sort_cards)",
            "a deal whose talon is closed, or that is claimed, ends before everything is drawn",
            "the induction that joins the obligations, which is an argument in words",
        ),
        witnesses=_witnesses,
    ),
)
"""The theorem about drawing."""
