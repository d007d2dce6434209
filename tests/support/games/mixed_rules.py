"""Rules mixed at will: games of a few cards in which every parameter has any of its values, as long as they do not contradict each other.

A new parameter stands among the choices here, so that the engine is held against the rules in plain Python with it, and what one seat
can know of a deal against what comes about by dealing in other ways. Games of :func:`own_matching` and :func:`own_suits` have cards that
count whatever, and scoring tables as nobody would make them.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final, NamedTuple, TypeAlias

from support.games.tiny_deals import VALUES, AnyDeal, Changes, shuffled_deal, tiny

from aceten import Game, RulebookError

Choices: TypeAlias = "Mapping[str, tuple[object, ...]]"
ON: Final = (False, True)
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
    "flip": (False, *ON),
    "spice": (False, *ON),
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

ENDING_PLAINLY: Final[Choices] = {"lead_limit": (0,), "four_resets": (False,), "last_card_loses": ("none",)}
"""Rules of endgames that are the same in every deal."""

ANY_SUITS: Final[Choices] = {
    "pack": ("french-20",),
    "order": (["A", "T", "K", "Q", "J"], ["A", "K", "Q", "J", "T"], ["J", "T", "Q", "A", "K"]),
    "obligation": OBLIGATIONS,
    "last_obligation": OBLIGATIONS,
    "last_trick_points": (0, 5),
    "trump": ("turn_up", "turn_up", "cut", "dealt"),
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
    "claim_when": ("turn", "leading", "trick"),
    "claim_last": ("asked", "counted", "off"),
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
    "claim_when": ("turn", "leading", "trick"),
    "claim_last": ("asked", "counted", "off"),
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


def mixed(chance: Random, *choices: Choices) -> Changes:
    """Return one of the options for each parameter; later choices replace earlier ones."""
    return {name: chance.choice(options) for each in choices for name, options in each.items()}


def mixed_matching(chance: Random, sizes: tuple[Size, ...] = FOLLOWED["matching"], partners: Choices = NOTHING) -> Game:
    """Return a game with matching tricks by rules that are mixed at will.

    :param partners: what is there with partners, as often as not.
    :raises RulebookError: when they contradict each other.
    """
    players, hand, cards = chance.choice(sizes)
    return tiny("zsiros", cards, players, hand, _matching_rules(chance, players, partners))


def _matching_rules(chance: Random, players: int, partners: Choices = NOTHING) -> Changes:
    sides = LONE if players == 3 and chance.random() < 0.5 else ALL_KNOWN
    further = partners if players == 4 and chance.random() < 0.5 else NOTHING
    return mixed(chance, ANY_MATCHING, sides, chance.choice((BY_TABLE, BY_POINTS)), further)


def mixed_suits(chance: Random, sizes: tuple[Size, ...] = FOLLOWED["suits"]) -> Game:
    """Return a game with suit tricks by rules that are mixed at will.

    :raises RulebookError: when they contradict each other.
    """
    marriages = chance.choice(MARRIAGES)
    if chance.random() < 0.2:
        players, hand, cards = chance.choice([size for size in sizes if size.players == 4])
        return tiny("tausendeins", cards, players, hand, mixed(chance, ANY_SUITS, marriages, BIDDING))
    picked = _suit_rules(chance, marriages)
    players, hand, cards = chance.choice([size for size in sizes if size.players == 2])
    return tiny("tausendeins", cards, players, hand, picked)


def _suit_rules(chance: Random, marriages: Choices) -> Changes:
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
    if picked["trump"] in {"marriage", "dealt"}:
        picked["cut_card"] = "unknown"
    return picked


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


# --- Rulebooks as nobody would make them ------------------------------------------------------------------------------


def own_values(chance: Random, ranks: str) -> dict[str, int]:
    """Return what cards of these ranks count: as anywhere, or whatever."""
    if chance.random() < 0.3:
        return {rank: points for rank, points in VALUES.items() if rank in ranks}
    few = chance.sample((0, 1, 2, 3, 5, 10, 11, 25), chance.choice((2, 2, 4)))  # so that some count the same
    return {rank: chance.choice(few) for rank in ranks}


def own_table(chance: Random, cards: int, last_trick: int) -> list[dict[str, object]]:
    """Return a scoring table that may score anything for anything: fewer points may score more, and points from cards may count apart.

    :param cards: card points of the pack.
    :param last_trick: points for the last trick.
    """

    def span(most: int) -> tuple[int, int]:
        low, high = sorted((chance.randint(0, most), chance.randint(0, most)))
        return low, high

    scored = sorted(chance.choices((1, 1, 2, 3, 4, 7), k=chance.randint(1, 4)))
    return [
        {
            "name": f"row-{place}",
            "meaning": "something",
            "points": span(cards + last_trick),
            "cards": span(cards) if chance.random() < 0.3 else None,
            "tricks": chance.choice(("any", "some", "all")),
            "game_points": game_points,
        }
        for place, game_points in enumerate(scored)
    ]


def _with_own_worth(chance: Random, cards: list[str], rules: Changes) -> Changes:
    """Return rules with values of cards, points for the last trick and a scoring table as nobody would make them."""
    values = own_values(chance, "".join(dict.fromkeys(card[0] for card in cards)))
    total = sum(values.get(card[0], 0) for card in cards)
    last_trick = chance.choice((0, 0, 1, 3, 10))
    own: Changes = {"values": values, "last_trick_points": last_trick}
    if rules["score"] == "table":
        own["scoring"] = own_table(chance, total, last_trick)
    if rules.get("wins_from"):
        own["wins_from"] = chance.randint(1, max(1, (total + last_trick) * 2 // 3))
    return rules | own


def own_matching(chance: Random) -> Game:
    """Return a game with matching tricks by a rulebook as nobody would make it.

    :raises RulebookError: when it contradicts itself.
    """
    players, hand = chance.choice((2, 2, 2, 3, 4)), chance.choice((1, 2, 3, 3, 4))
    ranks = chance.choice(("AK7", "AT7", "ATK7", "AKQ97"))
    count = players * hand + players * chance.choice((0, 0, 1, 1, 2)) + chance.choice((0, 0, 0, 1))
    cards = chance.sample([rank + suit for rank in ranks for suit in "cshd"], min(count, 4 * len(ranks)))
    rules = _matching_rules(chance, players)
    if chance.random() < 0.5:
        rules |= mixed(chance, ENDING_PLAINLY)
    return tiny("zsiros", " ".join(cards), players, hand, _with_own_worth(chance, cards, rules))


def own_suits(chance: Random) -> Game:
    """Return a game with suit tricks by a rulebook as nobody would make it.

    :raises RulebookError: when it contradicts itself.
    """
    players, marriages = chance.choice((2, 2, 2, 4)), chance.choice(MARRIAGES)
    bidding = chance.random() < 0.15
    rules = mixed(chance, ANY_SUITS, marriages, BIDDING) if bidding else _suit_rules(chance, marriages)
    hand = chance.choice((1, 2)) if players == 4 else chance.choice((1, 2, 3, 3, 4))
    count = players * (hand + (chance.choice((0, 0, 1)) if bidding else chance.choice((0, 1, 1, 2))))
    couples = chance.sample([["K" + suit, "Q" + suit] for suit in "cshd"], min(2, count // 2))
    cards = [card for couple in couples for card in couple]
    rest = [card for card in (rank + suit for rank in "ATKQJ" for suit in "cshd") if card not in cards]
    cards += chance.sample(rest, max(0, count - len(cards)))
    rules = _with_own_worth(chance, cards, rules)
    if rules["score"] == "race":
        rules["claim_points"] = chance.randint(1, 40)
        rules["won"] = sorted(chance.choices(range(1, 6), k=3))
        rules["penalty"] = sorted(chance.choices(range(1, 6), k=2))
        rules["schneider"] = chance.choice((0, 3, 6, 10, 20))
    return tiny("tausendeins", " ".join(cards), players, hand, rules)


# --- Their deals ------------------------------------------------------------------------------------------------------


def mixed_deals(
    mix: Callable[[Random], Game], count: int, first: int = 0, *, name: str = ""
) -> Iterator[tuple[AnyDeal, Random]]:
    """Yield a shuffled deal of each of so many games, and where chance comes from for it.

    :param first: the seed of the first game; each one has the next.
    :param name: whose games these are: those of another name are others.
    """
    found = 0
    for seed in itertools.count(first):
        chance = Random(f"{name} {seed}" if name else seed)
        try:
            game = mix(chance)
        except RulebookError:
            continue
        found += 1
        scores = (chance.randrange(20, 50), chance.randrange(20, 50))
        yield shuffled_deal(game, chance, scores if game.scores_matter else None), chance
        if found == count:
            return
