"""How a trick ends in a deal with matching tricks: the cases of the obligations about what becomes of its cards."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

import msgspec
from typing_extensions import override

from aceten.actions import SPICE, STOP, Seat, Side
from aceten.matching.state import MatchingState
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Variable
from aceten.proofs.setting import holds, same_cards
from aceten.proofs.symbolic import Table, Untouched
from aceten.proofs.theorems.continuing import stopped
from aceten.proofs.theorems.matching_moves import times
from aceten.proofs.theorems.states import (
    ELSEWHERE,
    Choices,
    Refusal,
    Stage,
    Supply,
    among,
    choice,
    counting,
    differences,
    itself,
    matching_game,
    method,
    one_of,
    places,
    remade,
    same,
    stage,
    tokens,
)
from aceten_spec.formulas import Z3, Truth
from aceten_spec.formulas.cards import kept
from aceten_spec.formulas.scoring import capture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.actions import Event, Hands
    from aceten.matching.game import MatchingGame
    from aceten.proofs.setting import Setting
    from aceten.proofs.theorems.states import Cards


def _log() -> tuple[Event, ...]:
    return cast("tuple[Event, ...]", (Untouched(),))


# --- The end of a round -----------------------------------------------------------------------------------------------


def end_round(setting: Setting) -> Iterator[Case]:
    """Where a trick may be spiced its winner draws a card, unless his hand is full; otherwise the trick ends."""
    game = matching_game(setting.matching)
    players, conserved, full = game.players, kept(), game.rules.hand
    spiced = game.rules.spice != "off"

    def case(winner: int, held: int, talon: int) -> Case:
        cards = tokens(players + talon + full * players)
        supply = Supply(cards)
        trick, stock = supply.take(players), supply.take(talon)
        hands = supply.hands([held if seat == winner else full - 1 for seat in range(players)])
        draws = spiced and talon > 0 and held < full

        def run(x: int) -> tuple[int, ...]:
            before = stage(game, hands=(), trick=(), talon=(), taken=())
            given = stage(
                game, hands=hands, trick=trick, talon=stock, taken=(), winning=Seat(winner), turn=Seat(0), log=_log()
            )
            function = linked(method(MatchingState, "_end_round"), sort_cards=same_cards)
            after = cast("Stage", function(before, given))
            if draws:
                full_hand = (*hands[winner], stock[0])
                new = tuple([full_hand if seat == winner else hand for seat, hand in enumerate(hands)])
                expected = {"hands": new, "talon": stock[1:], "turn": winner, "drawn": stock[0]}
                agrees = not differences(given, after, **expected) and not after.choices.reached
            else:
                moved = ("hands", "talon", "trick", "winning", "log")
                ended = {name: getattr(given, name) for name in moved}
                agrees = not differences(before, after, **ended) and after.choices.reached == "_end_trick"
            lay = [0 if place >= supply.given else 1 for place in range(len(cards))]
            return Table(lay)[x], places(cards, after)[x], agrees

        return Case(
            name=f"seat {winner} wins with {held} cards in hand, {talon} in the talon",
            variables=(one_of(cards),),
            returns=("places", "places after", "the rest as it must be"),
            lifted=run,
            assuming=lambda given: among(given, 0, len(cards)),
            claim=lambda _, found: conserved(found[0], found[1]) & holds(found[2]),
        )

    longest = len(game.pack.cards) - players * full
    for winner in range(players):
        for held in range(full + 1):
            yield case(winner, held, min(1, longest))
    for talon in range(longest + 1) if spiced else (0, longest):
        yield case(talon % players, full - 1, talon)


def spice(setting: Setting) -> Iterator[Case]:
    """The card that was drawn takes the place of the card that won the trick, and that goes to the winner's hand."""
    game = matching_game(setting.matching)
    players, conserved, full = game.players, kept(), game.rules.hand
    nothing = "spice_off" if game.rules.spice == "off" else "spice_no_trick"

    def case(leader: int, winner: int, first: str = "") -> Case:
        def run(x: int, drawn: int, *numbers: int) -> tuple[int, ...]:
            cards = cast("Cards", numbers)
            hand, trick = cards[:full], cards[full:]
            before = stage(
                game,
                hands=tuple([hand if seat == winner else ELSEWHERE.cards for seat in range(players)]),
                talon=ELSEWHERE.cards,
                trick=trick,
                leader=Seat(leader),
                winning=Seat(winner),
                turn=None if first == "deal_over" else Seat(winner),
                drawn=None if first == nothing else drawn,
                log=_log(),
            )
            lay = times(x, numbers)
            try:
                function = linked(method(MatchingState, "_spice"), sort_cards=same_cards)
                after = cast("Stage", function(before, SPICE))
            except Refusal as refusal:
                return ("deal_over", nothing).index(refusal.code) + 1, lay, lay, True, *trick, cards[0]
            left = after.hands[winner]
            hands = tuple([left if seat == winner else ELSEWHERE.cards for seat in range(players)])
            expected = {"hands": hands, "trick": after.trick, "log": (*before.log, (winner, SPICE))}
            agrees = after.choices.reached == "_end_trick" and not differences(before, after, **expected)
            agrees = agrees and len(left) == full and len(after.trick) == players
            return 0, lay, times(x, left + after.trick), agrees, *after.trick, left[-1]

        def claim(given: Numbers, found: Numbers) -> Truth:
            _, drawn, *cards = given
            refused, was, now, agrees, *trick, back = found
            place = (winner - leader) % players
            expected = [drawn if turn == place else card for turn, card in enumerate(cards[full:])]
            moved = Z3.And([one == other for one, other in zip(trick, expected, strict=True)])
            code = Z3.IntVal(0 if not first else ("deal_over", nothing).index(first) + 1)
            return Z3.And(
                [
                    refused == code,
                    conserved(was, now),
                    holds(agrees),
                    (moved & (back == cards[full + place])) | (refused != 0),
                ]
            )

        return Case(
            name=f"seat {winner} wins a trick led by seat {leader} {first}".rstrip(),
            variables=(
                setting.card("any card"),
                setting.card("drawn"),
                *setting.cards("hand", full),
                *setting.cards("trick", players),
            ),
            returns=(
                "refused",
                "in hand and trick",
                "in hand and trick after",
                "the rest as it was",
                *[f"trick {place + 1} after" for place in range(players)],
                "card back in hand",
            ),
            lifted=run,
            assuming=lambda given: [Z3.Or([given[1] == card for card in given[2 : 2 + full]])],
            claim=claim,
        )

    for leader, winner in itertools.product(range(players), repeat=2):
        yield case(leader, winner)
    yield case(0, 1, "deal_over")
    yield case(0, 1, nothing)


def stop(setting: Setting) -> Iterator[Case]:
    """To stop is accepted where there is a choice, and lets the trick be taken as it lies."""
    game = matching_game(setting.matching)
    players = game.players

    def case(turn: int | None, *, drawn: bool) -> Case:
        def run(choosing: int) -> tuple[int, ...]:
            before = stage(
                game,
                turn=turn,
                drawn=Untouched() if drawn else None,
                log=_log(),
                choices=Choices(choosing=choosing != 0),
            )
            try:
                after = cast("Stage", method(MatchingState, "_stop")(before, STOP))
            except Refusal as refusal:
                return ("deal_over", stopped(setting.matching)).index(refusal.code) + 1, True
            agrees = not differences(before, after, log=(*before.log, (turn, STOP)))
            return 0, agrees and after.choices.reached == "_end_trick"

        def claim(given: Numbers, found: Numbers) -> Truth:
            code = Z3.If((given[0] != 0) | Z3.BoolVal(drawn), 0, 2) if turn is not None else Z3.IntVal(1)
            return (found[0] == code) & holds(found[1])

        return Case(
            name=f"turn of seat {turn}, {'a' if drawn else 'no'} card drawn to spice with",
            variables=(choice("there is a choice"),),
            returns=("refused", "the rest as it was"),
            lifted=run,
            claim=claim,
        )

    for turn in (None, *range(players)):
        yield case(turn, drawn=False)
        yield case(turn, drawn=True)


# --- The end of a trick -----------------------------------------------------------------------------------------------


def end_trick(setting: Setting) -> Iterator[Case]:
    """The winner's side captures the trick, at the end also what lies over where the rules say so, and the winner leads."""
    plain, players = setting.matching, setting.game.players
    over, own = len(plain.pack.cards) % players, plain.rules.leftover
    for winner, leftover in itertools.product(range(players), LEFTOVERS):
        yield _ending(setting, winner, 1, (1, players), leftover)
        yield _ending(setting, winner, 1, (0, over), leftover)
    for rounds in range(1, plain.rules.hand + 1):
        yield _ending(setting, rounds % players, rounds, (plain.rules.hand, 1), own, counted=False)
        yield _ending(setting, rounds % players, rounds, (0, max(over, 1)), "last_trick", counted=False)


def captures(setting: Setting) -> Iterator[Case]:
    """The same for each winner, while play goes on and at its end."""
    plain, players = setting.matching, setting.game.players
    for winner in range(players):
        yield _ending(setting, winner, 1, (1, players), plain.rules.leftover)
        yield _ending(setting, winner, 1, (0, len(plain.pack.cards) % players), plain.rules.leftover)


def _ending(
    setting: Setting, winner: int, rounds: int, sizes: tuple[int, int], leftover: Leftover, *, counted: bool = True
) -> Case:
    """Return the case of a trick that ends; ``sizes`` of hands and talon after drawing. Tricks are counted, or not known."""
    plain, players = setting.matching, setting.game.players
    conserved, captured = kept(), capture(plain.side_count)
    sides, full = plain.side_count, plain.rules.hand
    side_count = 2 if plain.rules.sides == "alternate" else players
    held, talon = sizes
    game = matching_game(leaving(plain, leftover))
    cards = tokens(players * rounds + players * held + talon + sides * 2)
    supply = Supply(cards)
    trick, piles = supply.take(players * rounds), supply.hands([2] * sides)
    stock, hands = supply.take(talon), supply.hands([held] * players)
    side = winner % side_count
    takes_rest = not held and leftover == "last_trick"
    gains = trick + stock if takes_rest else trick

    def run(x: int, gained: int, *had: int) -> tuple[int, ...]:
        points, tricks = had[:sides], had[sides:]
        old_hands, old_talon, log = cast("Cards", Untouched()), cast("Cards", Untouched()), _log()
        before = stage(
            game,
            hands=cast("Hands", old_hands),
            taken=piles,
            points=points,
            tricks=tricks if counted else None,
            leads=(7,),
        )
        order = plain.rules.draw
        function = linked(
            method(MatchingState, "_end_trick"),
            MatchingState=Ending,
            sort_cards=same_cards,
            rank_number=itself,
            draw=lambda *given: (hands, stock) if same(given, (old_hands, old_talon, winner, full, order)) else None,
            count_cards=counting(gains, gained, plain),
        )
        after = function(remade(Ending, before), old_hands, old_talon, trick, Seat(winner), log)
        taken = tuple([pile + gains if number == side else pile for number, pile in enumerate(piles)])
        expected: dict[str, object] = {
            "hands": hands,
            "talon": () if takes_rest else stock,
            "leader": winner,
            "trick": (),
            "winning": winner,
            "turn": winner if held else None,
            "taken": taken,
            "points": after.points,
            "tricks": after.tricks if counted else None,
            "log": log,
            "forfeit": None if held else (trick,),
            "leads": before.leads if held else (),
            "drawn": None,
            "lone": (trick,),
            "burned": (trick, side),
        }
        found = after.tricks if after.tricks is not None else tricks
        return places(cards, after)[x], not differences(before, after, **expected), *after.points, *found

    def claim(given: Numbers, found: Numbers) -> Truth:
        _, gained, *had = given
        lies, agrees, *have = found
        right_tricks = captured(Z3.IntVal(side), Z3.IntVal(1 if counted else 0), *had[sides:], *have[sides:])
        return Z3.And(
            [
                conserved(Z3.IntVal(1), lies),
                holds(agrees),
                captured(Z3.IntVal(side), gained, *had[:sides], *have[:sides]),
                right_tricks,
            ]
        )

    numbers = range(sides)
    return Case(
        name=f"seat {winner} wins {rounds} rounds, then hands of {held} and {talon} in the talon, leftover {leftover}",
        variables=(
            one_of(cards),
            setting.points("gained"),
            *[setting.points(f"side {number} had") for number in numbers],
            *[Variable(f"tricks of side {number}", tuple(range(9))) for number in numbers],
        ),
        returns=(
            "places",
            "the rest as it must be",
            *[f"side {number} has" for number in numbers],
            *[f"tricks of side {number} after" for number in numbers],
        ),
        lifted=run,
        assuming=lambda given: among(given, 0, len(cards)),
        claim=claim,
    )


Leftover: TypeAlias = Literal["none", "unplayed", "last_trick"]
"""What becomes of cards that are too few for everybody to draw one more."""

LEFTOVERS: Final[tuple[Leftover, ...]] = ("none", "unplayed", "last_trick")
"""Each of these: what a step does by them is claimed of all."""


def leaving(game: MatchingGame, leftover: Leftover) -> MatchingGame:
    """Return a game in which this becomes of cards that are left over."""
    return msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, leftover=leftover))


class Ending(Stage, frozen=True, eq=False):
    """A state of which a trick ends; who loses by the last card, plays alone or loses his score is said elsewhere."""

    @override
    def _forfeit(self, trick: Cards) -> Side | None:
        return cast("Side", (trick,))

    @override
    def _lone_after(self, trick: Cards) -> Seat | None:
        return cast("Seat", (trick,))

    @override
    def _burned_by(self, trick: Cards, side: Side) -> tuple[Side, ...]:
        return cast("tuple[Side, ...]", (trick, side))
