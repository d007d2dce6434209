"""Rules mixed at will: games of a few cards in which every parameter has any of its values, as long as they do not contradict each other.

A new parameter stands among the choices here, so that the engine is held against the rules as read once more with it, and what one seat
can know of a deal against what comes about by dealing in other ways.
"""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from tiny import AnyDeal, shuffled_deal, tiny

from aceten import Game, RulebookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Choices: TypeAlias = "Mapping[str, tuple[object, ...]]"
ON: Final = ("off", "on")
OBLIGATIONS: Final = ("none", "follow", "follow_beat_trump")

ANY_MATCHING: Final[Choices] = {
    "calls": ((),),
    "wild": ((), ["7"], ["7"], ["7", "K"], ["A"]),
    "wild_role": ("any_rank", "trump"),
    "wild_led": ("any_wild", "own_rank"),
    "taken_by": ("last_match", "last_match", "first_match"),
    "continuation": ("never", "opponent_winning", "always"),
    "continue_with": ("match", "match", "any"),
    "to_match": ("first_lead", "newest_lead"),
    "flip": ("off", *ON),
    "spice": ("off", *ON),
    "lead_limit": (0, 0, 1, 2),
    "draw": ("block", "round_robin"),
    "leftover": ("none", "unplayed", "last_trick"),
    "last_trick_points": (0, 0, 5),
    "wins_from": (0, 0, 12),
    "tie": ("last_trick", "draw", "shared"),
    "last_card_loses": ("none", "none", "7", "A"),
}
"""What rules of a game with matching tricks are mixed from; what is there twice is taken more often."""
BY_TABLE: Final[Choices] = {"score": ("table",)}
BY_POINTS: Final[Choices] = {
    "score": ("points",),
    "scoring": ((),),
    "last_card_loses": ("none",),
    "sweep_points": (0, 9),
    "sweep_resets": ON,
    "four_resets": ON,
    "zero_resets": ON,
}
ALL_KNOWN: Final[Choices] = {"sides": ("alternate", "each")}
LONE: Final[Choices] = {
    "sides": ("lone",),
    "lone_card": ("Kh", "Ac"),
    "lone_card_rank": ("own", "7", "A"),
    "lone_card_led": ("own", "7"),
}

PARTNERS: Final[Choices] = {"sides": ("alternate",), "partner_peek": ON, "calls": ((), ["beat"])}
"""What is there with partners only, who may tell each other something, and see each other's hands in the end."""

ANY_SUITS: Final[Choices] = {
    "pack": ("french-20",),
    "order": (["A", "T", "K", "Q", "J"], ["A", "K", "Q", "J", "T"], ["J", "T", "Q", "A", "K"]),
    "obligation": OBLIGATIONS,
    "last_obligation": OBLIGATIONS,
    "last_trick_points": (0, 5),
    "trump": ("turn_up", "turn_up", "cut"),
    "claim": ("never",),
    "claim_for": ("deal",),
    "wrong_claim": ("lost",),
    "target": (50,),
}
"""What rules of a game with suit tricks are mixed from, and what is there with some of them only."""
MELDING: Final[Choices] = {
    "meld_counts": ("any_trick", "next_trick"),
    "meld_lead": ("either", "king"),
    "meld_forced": ON,
    "meld_first": ON,
    "meld_after_stock": ON,
    "meld_after_closing": ON,
}
MARRIAGES: Final[tuple[Choices, ...]] = (
    {"marriages": ("none",), "marriage_points": ((),)},
    {"marriages": ("trump",), "marriage_points": ([4, 8], [2, 2]), **MELDING},
    {"marriages": ("suit",), "marriage_points": ([3, 5, 7, 9], [8, 6, 4, 2]), **MELDING},
    {"marriages": ("order",), "marriage_points": ([3, 5, 7, 9], [1, 1, 2, 2]), **MELDING},
)
NOTHING: Final[Choices] = {}
EXCHANGING: Final[Choices] = {
    "exchange": ("J", "J", "Q"),
    "exchange_by": ("any", "leader"),
    "exchange_needs_trick": ON,
    "exchange_min_stock": (1, 2, 3),
}
CLOSING: Final[Choices] = {
    "close": ("after_drawing", "either"),
    "close_first": ON,
    "close_min_stock": (1, 2, 3, 4),
    "won_at": ("end", "closing"),
    "penalty_at": ("closing", "end", "flat"),
}
RACE: Final[Choices] = {
    "score": ("race",),
    "claim": ("called", "automatic"),
    "claim_points": (5, 10, 15, 20),
    "won": ([1, 2, 3], [2, 2, 5]),
    "penalty": ([2, 3], [1, 4]),
    "schneider": (0, 6, 10),
    "last_trick_wins": ON,
    "wrong_claim": ("lost", "refused"),
}
CLAIMING: Final[Choices] = {
    "score": ("points",),
    "claim": ("never", "called", "automatic"),
    "claim_for": ("match",),
    "wrong_claim": ("lost", "refused"),
}
BIDDING: Final[Choices] = {
    "score": ("contract",),
    "trump": ("named",),
    "bids": ([3], [3, 9], [4, 14]),
    "bid_again": ("partner", "always", "never"),
    "no_bid": ("redeal", "dealer"),
    "grand_points": (0, 40),
    "grand_needs": ("points", "tricks"),
    "defenders_score": ON,
}


class Size(NamedTuple):
    """How many play, with which cards."""

    players: int
    hand: int
    cards: str


_EIGHT: Final = "Ac As Ah Kc Ks 7c 7s 7h"
_NINE: Final = "Ac As Kc Ks Kh 7c 7s 7h Qc"
_TEN: Final = "Ac As Ah Kc Ks Kh 7c 7s 7h Qc"
_COUPLES: Final = "Kc Ks Qc Qs Jc Js"

FOLLOWED: Final = {
    "matching": (
        *[Size(2, hand, cards) for hand in (1, 2, 2, 3) for cards in ("Ac As Kc Kh 7c 7s", "Ac As Ah Kc Kh 7c 7s")],
        *[Size(3, hand, cards) for hand in (1, 2, 2) for cards in ("Ac As Kc Kh 7c 7s", "Ac As Ah Kc Kh 7c 7s")],
        *[Size(4, hand, _EIGHT) for hand in (1, 2, 2)],
    ),
    "suits": (*[Size(2, hand, _COUPLES) for hand in (1, 2, 2, 2, 3)], Size(4, 1, "Kc Ks Qc Qs")),
}
"""Sizes of games of which a deal can be followed to every end; the last of those with suit tricks is for auctions."""
HIDDEN: Final = {
    "matching": (
        *[Size(2, hand, _EIGHT) for hand in (2, 3, 3)],
        *[Size(2, 3, cards) for cards in ("Ac As Kc Ks Qc Qs 7c 7s", "Ac As Ah Kc Ks Kh 7c 7s", _NINE)],
        Size(2, 4, _TEN),
        *[Size(3, hand, _NINE) for hand in (2, 3)],
        Size(3, 2, "Ac As Kc Ks Kh 7c 7s"),
        *[Size(4, hand, _EIGHT) for hand in (1, 2, 2)],
    ),
    "suits": (
        *[Size(2, hand, _COUPLES) for hand in (1, 2)],
        *[Size(2, hand, f"{_COUPLES} Ac As") for hand in (2, 3, 3)],
        *[Size(2, hand, "Kc Ks Kh Qc Qs Qh Jc Js") for hand in (2, 3)],
        *[Size(2, hand, f"{_COUPLES} Ac As Tc Ts") for hand in (4, 5)],
        *[Size(4, hand, f"{_COUPLES} Ac As") for hand in (1, 2)],
    ),
}
"""Sizes of games with more cards, of which a seat does not see most: every way to deal those can still be tried."""


def mixed(chance: Random, *choices: Choices) -> dict[str, object]:
    """Return one of the options for each parameter; later choices replace earlier ones."""
    return {name: chance.choice(options) for each in choices for name, options in each.items()}


def mixed_matching(chance: Random, sizes: tuple[Size, ...] = FOLLOWED["matching"], partners: Choices = NOTHING) -> Game:
    """Return a game with matching tricks by rules that are mixed at will.

    :param partners: what is there with partners, as often as not.
    :raises RulebookError: when they contradict each other.
    """
    players, hand, cards = chance.choice(sizes)
    sides = LONE if players == 3 and chance.random() < 0.5 else ALL_KNOWN
    further = partners if players == 4 and chance.random() < 0.5 else NOTHING
    return tiny(
        "zsiros",
        cards,
        players,
        hand,
        mixed(chance, ANY_MATCHING, sides, chance.choice((BY_TABLE, BY_POINTS)), further),
    )


def mixed_suits(chance: Random, sizes: tuple[Size, ...] = FOLLOWED["suits"]) -> Game:
    """Return a game with suit tricks by rules that are mixed at will.

    :raises RulebookError: when they contradict each other.
    """
    marriages = chance.choice(MARRIAGES)
    if chance.random() < 0.2:
        players, hand, cards = chance.choice([size for size in sizes if size.players == 4])
        return tiny("tausendeins", cards, players, hand, mixed(chance, ANY_SUITS, marriages, BIDDING))
    score = chance.choice((CLAIMING, BY_TABLE, RACE, RACE))
    picked = mixed(chance, ANY_SUITS, marriages, score)
    if picked["trump"] == "turn_up":
        picked |= mixed(chance, chance.choice((NOTHING, EXCHANGING, EXCHANGING)))
        if score is RACE:
            picked |= mixed(chance, chance.choice((NOTHING, CLOSING, CLOSING)))
        if {"exchange", "close"} <= picked.keys():
            picked |= mixed(chance, {"exchange_after_closing": ON})
    elif picked["trump"] == "cut":
        picked |= mixed(chance, {"cut_card": ("unknown", "known"), "trump": ("cut", "cut", "marriage")})
    if picked["trump"] == "marriage":
        picked["cut_card"] = "unknown"
    players, hand, cards = chance.choice([size for size in sizes if size.players == 2])
    return tiny("tausendeins", cards, players, hand, picked)


def hidden_matching(chance: Random) -> Game:
    """Return a game with matching tricks by mixed rules, of which a seat does not see most cards.

    :raises RulebookError: when they contradict each other.
    """
    return mixed_matching(chance, HIDDEN["matching"], PARTNERS)


def hidden_suits(chance: Random) -> Game:
    """Return a game with suit tricks by mixed rules, of which a seat does not see most cards.

    :raises RulebookError: when they contradict each other.
    """
    return mixed_suits(chance, HIDDEN["suits"])


def mixed_deals(mix: Callable[[Random], Game], count: int, first: int = 0) -> Iterator[tuple[AnyDeal, Random]]:
    """Yield a shuffled deal of each of so many games, and where chance comes from for it.

    :param first: the seed of the first game; each one has the next.
    """
    found = 0
    for seed in itertools.count(first):
        chance = Random(seed)
        try:
            game = mix(chance)
        except RulebookError:
            continue
        found += 1
        scores = (chance.randrange(20, 50), chance.randrange(20, 50))
        yield shuffled_deal(game, chance, scores if game.scores_matter else None), chance
        if found == count:
            return
