"""What is there and what a deal can bring, as the engine finds it: what the formulas about parameters are compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from aceten import drawing
from aceten.actions import Seat
from aceten.proofs import suit_deals
from aceten.proofs.obligations import Case, agreeing
from aceten.proofs.setting import with_rules
from aceten.suits import rights
from aceten.suits.game import SuitGame
from aceten_spec.cards import Rank, Suit, card_of
from aceten_spec.formulas.rules import in_pack, marriages, most_game_points, most_points, talon_after_tricks
from aceten_spec.formulas.terms import equal
from aceten_spec.rulebook import pack_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.proofs.setting import Setting
    from aceten.suits.state import SuitState


def reach(setting: Setting) -> Iterator[Case]:
    """Yield a case for each formula."""
    game = setting.game
    there, ranks = in_pack(game.rules), {int(card.rank) for card in game.pack.cards}

    def is_there(rank: int) -> bool:
        return any(rank == each for each in ranks)

    yield agreeing(is_there, there, (setting.card("rank"),), "is there", name="ranks")
    yield _equal("points", game.most_points, most_points(game.rules).at())
    yield _equal("game points", game.most_game_points, most_game_points(game.rules).at())
    if isinstance(game, SuitGame):
        grand = with_rules(game, grand_points=1000)
        yield _equal("game points with a grand", grand.most_game_points, most_game_points(grand.rules).at())
        yield from _of_suits(game)


def _of_suits(game: SuitGame) -> Iterator[Case]:
    rules, talon = game.rules, talon_after_tricks(game.rules, game.players)
    dealt = game.deal(seed=0)
    yield _equal("talon", len(dealt.talon), talon.at(0))
    if dealt.talon:
        hands = tuple(hand[1:] for hand in dealt.hands)
        _, left = drawing.draw(hands, dealt.talon, Seat(0), rules.hand, "block")
        yield _equal("talon after a trick", len(left), talon.at(1))
    kings = tuple(card_of(Rank.KING, suit) for suit in Suit)
    for lost in ((), kings[:1], (card_of(Rank.QUEEN, Suit.SPADES),), kings):
        fewer = msgspec.structs.replace(rules, removed=(*rules.removed, *map(str, lost)))
        name = f"marriages without {', '.join(map(str, lost))}" if lost else "marriages"
        yield _equal(name, _shown(msgspec.structs.replace(game, rules=fewer)), sum(marriages(fewer)))


def _shown(game: SuitGame) -> int:
    """Return what the marriages count together that somebody can show who holds the whole pack, the first of them in trumps."""
    rules = msgspec.structs.replace(game.rules, meld_after_stock=True, meld_first=True)
    able = msgspec.structs.replace(game, rules=rules)

    def before(trump: Suit, worth: int) -> SuitState:
        hands = (pack_of(game.rules).cards, *[()] * (game.players - 1))
        return suit_deals.moment(able, hands=hands, turn=Seat(0), trump=trump, melds=(worth, 0))

    suits, worth = rights.marriages(before(Suit.CLUBS, 0)), 0
    for suit in suits:
        worth += rights.marriage_points(before(suits[0], worth), suit)
    return worth


def _equal(name: str, found: int, told: int) -> Case:
    """Return the case that the engine and the formula come to the same number."""
    return Case(
        name=name,
        variables=(),
        returns=("number",),
        lifted=lambda: found,
        claim=lambda _, numbers: equal(numbers[0], told),
    )
