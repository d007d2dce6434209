"""The theorem about drawing: who draws which card, that all draw alike, and that nothing is stranded in the talon."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal, cast

import msgspec

from aceten.deals import talon as drawing
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.proofs.execution.symbolic_numbers import SymbolicTable
from aceten.proofs.statements.game_setting import Setting, is_matching
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.statements.witnesses import in_deals
from aceten_spec.cards import Card, sort_cards
from aceten_spec.formulas.draw_clauses import drawn_at, shares, undrawn
from aceten_spec.formulas.terms import Z3, Number, Truth, together


def _case(
    setting: Setting,
    missing: Iterable[int],
    talon: Iterable[int],
    claim: Callable[[Number, Number, Number], Truth],
    *,
    name: str = "",
    assuming: Callable[[Number, Number], list[Truth]],
    position: Callable[[tuple[int, ...]], str] | None = None,
    problem: Callable[[tuple[int, ...]], str] | None = None,
) -> ProofCase:
    """Return the case of what each draws who lacks so many cards, from a talon of so many; the claim is about these and what is due."""
    return ProofCase(
        name=name,
        variables=(Variable("missing", tuple(missing)), Variable("talon", tuple(talon))),
        returns=("due",),
        lifted=functools.partial(drawing.cards_due, players=setting.game.players),
        assuming=lambda given: assuming(*given),
        claim=lambda given, found: claim(*given, *found),
        position=position,
        problem=problem,
    )


def cards_due(setting: Setting) -> Iterator[ProofCase]:
    """Nobody draws more than he lacks, nor all together more than there is; the formula allows no other number of cards."""
    players, hand, any_number = setting.game.players, setting.game.rules.hand, Z3.Int("any number")
    shared = shares(players)

    def claim(missing: Number, talon: Number, due: Number) -> Truth:
        determined = together(shared(missing, talon, any_number), any_number == due)
        return Z3.And([determined, due >= 0, due <= missing, due * players <= talon])

    sizes = range(hand + 1), range(setting.sizes["talon"] + 1)
    yield _case(setting, *sizes, claim, assuming=lambda missing, talon: [missing >= 0, talon >= 0])


def turns(setting: Setting) -> Iterator[ProofCase]:
    """Each card from the top of the talon on goes to the player who draws it in the order of the clause."""
    players, hand = setting.game.players, setting.game.rules.hand
    dues = [(each,) * players for each in range(1, hand + 1)]
    if draws_unevenly(setting):
        dues += [due for due in itertools.product((0, 1), repeat=players) if 0 < sum(due) < players]

    def case(due: tuple[int, ...], order: Literal["block", "round_robin"]) -> ProofCase:
        placed = drawn_at(order, players)

        def run(place: int) -> tuple[int, ...]:
            cards = cast("tuple[Card, ...]", tuple(range(sum(due))))
            portions = drawing.portions(order, cards, due)
            drawn = [next(turn for turn, portion in enumerate(portions) if card in portion) for card in cards]
            before = [drawn[:nth].count(turn) for nth, turn in enumerate(drawn)]
            return len(portions), sum(map(len, portions)), SymbolicTable(drawn)[place], SymbolicTable(before)[place]

        def claim(given: Numbers, found: Numbers) -> Truth:
            parts, count, turn, nth = found
            # The card is one of those that are due to its player.
            inside = Z3.Or([(turn == number) & (nth >= 0) & (nth < cards) for number, cards in enumerate(due)])
            at = placed(turn, nth, *[Z3.IntVal(number) for number in due])
            return Z3.And([parts == players, count == sum(due), given[0] == at, inside])

        return ProofCase(
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


def stock(setting: Setting) -> Iterator[ProofCase]:
    """The talon never runs below nothing, always leaves the same remainder, and at last only what the rules leave over.

    Any talon may remain when nobody draws from it, and where every card must be drawn, when it is empty.
    """
    game, players, largest = setting.game, setting.game.players, setting.sizes["talon"]
    pack, hand = len(game.pack.cards), game.rules.hand
    ends, remainder = undrawn(game.rules, players), pack % players
    all_drawn = not is_matching(setting) or setting.matching.rules.leftover == "none"

    def claim(missing: Number, talon: Number, due: Number) -> Truth:
        left, dealt = talon - due * players, Z3.IntVal(pack) - hand * players
        enough = (due == missing) | ends(left)
        return Z3.And([left >= 0, left % players == remainder, enough, dealt % players == remainder, dealt >= 0])

    def remains(_: Number, talon: Number, due: Number) -> Truth:
        return together(ends(talon), (due == 0) & (talon == 0) if all_drawn else due == 0)

    def assuming(missing: Number, talon: Number) -> list[Truth]:
        in_play = [missing >= 1, missing <= hand, talon >= 0, talon <= largest]
        return [*in_play, talon % players == remainder]

    yield _case(
        setting,
        range(1, hand + 1),
        range(largest % players, largest + 1, players),
        claim,
        assuming=assuming,
        position=lambda given: _stranded(setting, *given),
        problem=lambda given: (
            f"cards can remain: {players} players who lack {given[0]} each share a talon of {given[1]},"
            f" and no rule says what becomes of the rest"
        ),
    )
    sizes = range(1, hand + 1), range(players + 1)
    yield _case(setting, *sizes, remains, name="any talon", assuming=lambda missing, talon: [missing >= 1, talon >= 0])


def _stranded(setting: Setting, missing: int, talon: int) -> str:
    """Return the position line after drawing what there is for everybody, with what is left in the talon."""
    game = setting.game
    players, start = game.players, game.deal(seed=0)
    due = min(missing, talon // players)
    each = game.rules.hand - missing + due
    pack = iter(game.pack.cards)
    hands = tuple([sort_cards(tuple(itertools.islice(pack, each))) for _ in range(players)])
    rest = tuple(itertools.islice(pack, talon - due * players))
    turn = start.turn if each else None
    return str(msgspec.structs.replace(start, hands=hands, talon=rest, turn=turn, tricks=None, points_known=False))


# --- The theorem ------------------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    remains = len(setting.game.pack.cards) % setting.game.players
    end = f"until {remains} cards remain that nobody draws" if remains else "until the talon is exhausted"
    return f"in {setting.game} all hold equally many cards after every drawing, and draw by turns {end}"


def _seen(states: Sequence[State]) -> bool:
    """Whether all hands are equal between tricks, and at the end all cards are played, or the deal ended before."""
    between = [
        state
        for state in states
        if not state.trick and not (isinstance(state, SuitState) and (state.drawing or state.turn is None))
    ]
    equal = all(len(set(map(len, state.hands))) == 1 for state in between)
    last = states[-1]
    left = last.game.rules.leftover == "unplayed" if isinstance(last, MatchingState) else False
    rest = len(last.game.pack.cards) % last.game.players if left else 0
    played = isinstance(last, SuitState) or (not any(last.hands) and len(last.talon) == rest)
    return equal and played and last.turn is None


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
    return is_matching(setting) and (setting.matching.rules.flip or setting.matching.rules.spice)


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
                function="aceten.deals.talon.cards_due",
                domain="all whole numbers from 0, of cards lacked and of cards in the talon; {players} players",
                cases=cards_due,
            ),
            Step(
                name="portions",
                statement="the cards of the talon go to the players in the order of the clause, to each as many as are due to him",
                clauses=("DRAW-1", "DRAW-2"),
                function="aceten.deals.talon.portions",
                domain="1 to {hand} cards due to each, or one to some where cards are turned up; {players} players, both orders of drawing",
                cases=turns,
            ),
            Step(
                name="stock",
                statement="the talon never runs below nothing, keeps its remainder, and ends with what the rules leave over",
                clauses=("DEAL-4", "DRAW-3", "DRAW-5", "DRAW-6"),
                function="aceten.deals.talon.cards_due",
                domain="every talon of 0 to {talon} cards that leaves the remainder of the pack, 1 to {hand} cards lacked by each",
                cases=stock,
            ),
        ),
        trusted=(
            "sorting a hand puts the same cards in another order (aceten_spec.cards.sort_cards)",
            "a deal whose talon is closed, or that is claimed, ends before everything is drawn",
            "the induction that joins the obligations, which is an argument in words",
        ),
        witnesses=in_deals("between tricks all hold equally many cards", [11], _seen),
    ),
)
"""The theorem about drawing."""
