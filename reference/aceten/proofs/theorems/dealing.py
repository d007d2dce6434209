"""Dealing: the cases of the obligations about who gets which card of the pack, and how a deal begins."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import msgspec

from aceten.errors import UsageError
from aceten.game import Game
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers
from aceten.proofs.setting import holds, same_cards
from aceten.proofs.symbolic import Table
from aceten.proofs.theorems.states import Cards, among, differences, one_of, places, same, singles, tokens
from aceten.suits.game import SuitGame
from aceten_spec.formulas import Z3, Truth
from aceten_spec.formulas.cards import kept, receiver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.proofs.setting import Setting
    from aceten.state import State
    from aceten_spec.cards import Card


def deal(setting: Setting) -> Iterator[Case]:
    """However the pack lies, every card of it is dealt where the clauses say; also in packets that are not multiples of each other."""
    game = setting.game
    for dealer in range(game.players):
        yield _dealing(game, dealer, 0)
    yield _dealing(msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, deal=(2, 3), hand=5)), 0, 0)
    yield from start(setting)


def start(setting: Setting) -> Iterator[Case]:
    """A deal begins with nothing captured; where a card is cut, it is known to all that a player has it, or it is not."""
    game = setting.game
    last = len(game.pack.cards) - 1
    yield _dealing(game, 0, last)
    yield _dealing(game, game.players - 1, last)
    if isinstance(game, SuitGame) and game.cuts:
        known = msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, cut_card="known"))
        for number, cut in enumerate(range(0, last + 1, game.rules.deal[0])):
            yield _dealing(known, number % game.players, cut)


def _dealing(game: Game, dealer: int, cut: int) -> Case:
    """Return the case of a deal in which the card at a place of the pack is shown by cutting."""
    size, suits = len(game.pack.cards), isinstance(game, SuitGame)
    goes_to, conserved = receiver(game.rules, game.players), kept()
    scores = tuple(range(3, 3 + game.side_count)) if game.scores_matter else None
    pack, seed = singles(size) if suits else tokens(size), dealer * 5

    def run(place: int) -> tuple[int, ...]:
        def shuffle_and_cut(cards: Cards, seeded: int) -> tuple[Cards, Card]:
            right = cards == game.pack.cards and seeded == seed
            return (pack, pack[cut]) if right else ((), pack[cut])

        dealing = linked(Game.deal, shuffle_and_cut=shuffle_and_cut, sort_cards=same_cards)
        state = dealing(game, seed=seed, dealer=dealer, scores=scores)
        seats = Table([_seat_of(state, card) for card in pack])
        return seats[place], places(pack, state)[place], _begins(state, pack, dealer, cut, scores)

    def claim(given: Numbers, found: Numbers) -> Truth:
        seat, lies, begins = found
        return Z3.And([seat == goes_to(Z3.IntVal(dealer), given[0]), conserved(Z3.IntVal(1), lies), holds(begins)])

    return Case(
        name=f"dealer {dealer}, card {cut + 1} at the cut",
        variables=(one_of(pack),),
        returns=("goes to seat", "places", "begins as it must"),
        lifted=run,
        assuming=lambda given: among(given, 0, size),
        claim=claim,
    )


def refusals(setting: Setting) -> Iterator[Case]:
    """What is no deal is refused: without a seed or a deck, with both, or with what the game does not ask for."""
    game = setting.game
    pack, sides = game.pack.cards, game.side_count
    wrong: dict[str, dict[str, Any]] = {
        "neither seed nor deck": {},
        "both seed and deck": {"seed": 0, "deck": pack},
        "a seed and a cut": {"seed": 0, "cut": pack[0]},
        "a deck without a card": {"deck": pack[1:], "cut": pack[0] if game.cuts else None},
        "scores that there cannot be": {"seed": 0, "scores": (-1,) * sides},
        "no such dealer": {"seed": 0, "dealer": game.players},
    }

    def case(name: str, given: dict[str, Any]) -> Case:
        def run() -> tuple[int, ...]:
            try:
                Game.deal(game, **given)
            except UsageError:
                return (True,)
            return (False,)

        return Case(name=name, variables=(), returns=("refused",), lifted=run, claim=lambda _, found: holds(found[0]))

    yield from itertools.starmap(case, wrong.items())


def _seat_of(state: State, card: object) -> int:
    """Return the seat that holds a card, the number of players where it lies in the talon, or -1."""
    for seat, hand in enumerate(state.hands):
        if any(card is other for other in hand):
            return seat
    return state.game.players if any(card is other for other in state.talon) else -1


def _begins(state: State, pack: Cards, dealer: int, cut: int, scores: tuple[int, ...] | None) -> bool:
    """Whether the cards lie in order, nothing is captured, and the player after the dealer is to lead."""
    game = state.game
    rules, sides, first = game.rules, game.side_count, (dealer + 1) % game.players
    order = {id(card): place for place, card in enumerate(pack)}
    piles: list[Cards] = [*state.hands, state.talon]
    trump = None
    shown: tuple[Cards, ...] = ((),) * game.players
    further: dict[str, object] = {"forfeit": None, "leads": (), "drawn": None, "lone": None, "burned": ()}
    if isinstance(game, SuitGame):
        if game.cuts:
            trump = pack[cut].suit
        if game.rules.cut_card == "known":
            shown = tuple([(pack[cut],) if any(pack[cut] is card for card in hand) else () for hand in state.hands])
        if game.rules.trump == "turn_up":  # the next card after the hands lies under the talon
            turned = pack[game.players * rules.hand]
            piles[-1] = (state.talon[-1], *state.talon[:-1])
            trump = turned.suit
        further = {
            "trump": trump,
            "closed": None,
            "melds": (0,) * sides,
            "shown": shown,
            "claimant": None,
            "bids": (),
            "contract": None,
            "scores": scores or (0,) * sides,
        }
    expected: dict[str, object] = {
        "leader": first,
        "winning": first,
        "turn": first,
        "trick": (),
        "taken": ((),) * sides,
        "points": (0,) * sides,
        "tricks": (0,) * sides,
        "dealer": dealer,
        "points_known": True,
        "log": (),
    }
    at = [[order[id(card)] for card in pile] for pile in piles]
    return same(differences(state, state, **expected, **further), ()) and at == [sorted(pile) for pile in at]
