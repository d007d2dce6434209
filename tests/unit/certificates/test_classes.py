"""Which positions a certificate proves together."""

from random import Random
from typing import Final

import msgspec
from support.games.mixed_rules import ANY_SUITS, BY_TABLE, MARRIAGES, mixed
from support.games.tiny_deals import tiny

from aceten import SuitGame, SuitState
from aceten.vocabulary.actions import Side
from aceten_certificates.classes import Classes, actions_of
from aceten_spec.cards import Suit
from aceten_spec.written_cards import parse_cards

EXCHANGING: Final = {
    "trump": "turn_up",
    "obligation": "none",
    "exchange": "J",
    "exchange_by": "any",
    "exchange_min_stock": 1,
    "order": ["A", "T", "K", "Q", "J"],
}
"""Rules by which who follows may exchange the turn-up, when he has taken a trick."""


def test_who_has_taken_a_trick_tells_positions_apart() -> None:
    """Where only who has taken a trick may exchange, positions in which others have taken one are not proved together."""
    rules = mixed(Random(1), ANY_SUITS, MARRIAGES[0], BY_TABLE) | EXCHANGING
    row = {"name": "any", "meaning": "any", "points": (0, 81), "tricks": "any", "game_points": 1}
    game = tiny(
        "tausendeins", "Kc Ks Qc Qs Jc Js Ac As Tc Ts Ah Th", 2, 2, rules | {"scoring": [row], "last_trick_points": 0}
    )
    assert isinstance(game, SuitGame)
    start = game.deal(seed=1)
    hands = parse_cards("JsTc"), parse_cards("Th")
    taken = parse_cards("AhQc"), parse_cards("AcKcJcTs")
    one = msgspec.structs.replace(
        start,
        hands=hands,
        talon=parse_cards("AsKs"),
        leader=1,
        winning=1,
        turn=0,
        trick=parse_cards("Qs"),
        trump=Suit.SPADES,
        taken=taken,
        points=tuple(map(game.points_of, taken)),
        tricks=(1, 2),
    )
    other = msgspec.structs.replace(one, taken=((), taken[0] + taken[1]), points=(0, sum(one.points)), tricks=(0, 3))
    assert isinstance(one, SuitState)
    assert (one.key, one.points_to_come) == (other.key, other.points_to_come)
    assert [other.took_a_trick(Side(side)) for side in (0, 1)] == [False, True]
    classes = Classes(one, "points")
    assert actions_of(one) != actions_of(other)
    assert classes.of(one) != classes.of(other)
