"""Tiny packs, with which play can be followed to every end: games of a handful of cards."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from support.games.tiny_deals import AnyDeal, Changes, deals, shuffled_deal, tiny
from support.slices import sliced

from aceten import Game


@dataclass(frozen=True)
class Tiny:
    """A tiny game, and which of its deals are followed."""

    game: Game
    shows: frozenset[str]
    """What must come to pass in those deals (:func:`seen`)."""
    every: int = 1
    """A run of the tests follows one in so many deals, the players dealing in turn; ``make thorough`` all, each by every dealer."""
    shuffled: tuple[int, int] | None = None
    """Where there are too many deals for that: so many shuffled decks that a run of the tests follows, and ``make thorough``."""
    scores: tuple[int, ...] | None = None
    """The scores in the match, where they bear on play."""

    def deals(self) -> Iterator[AnyDeal]:
        """Yield the deals that are followed."""
        players = self.game.players
        if self.shuffled is not None:
            part, whole = self.shuffled
            yield from (
                shuffled_deal(self.game, Random(seed), self.scores) for seed in range(sliced(part, whole=whole))
            )
            return
        for dealer in range(players):
            first, step = sliced((dealer, players * self.every), whole=(0, 1))
            yield from itertools.islice(deals(self.game, dealer, scores=self.scores), first, None, step)


def _matching(
    shows: str,
    changes: Changes,
    *,
    cards: str = "Ac As Kc Ks 7c 7s",
    players: int = 2,
    hand: int = 2,
    every: int = 6,
) -> Tiny:
    """Return a game with matching tricks; unless told otherwise sevens are wild, and the leader may continue when the opponent wins."""
    game = tiny("zsiros", cards, players, hand, {"calls": (), **changes})
    return Tiny(game, frozenset(shows.split(", ")), every)


_POINTS: Final[Changes] = {"score": "points", "scoring": ()}
_EACH: Final[Changes] = {"sides": "each", "tie": "shared", "continuation": "always"}
_LONE: Final[Changes] = {"sides": "lone", "lone_card": "Kh", "tie": "draw", "continuation": "always"}
_WITH_KH: Final = "Ac As Kc Kh 7c 7s"
_SEVEN: Final = "Ac As Ah Kc Ks 7c 7s"
_EIGHT: Final = "Ac As Ah Kc Ks Kh 7c 7s"
_ACES_AND_KINGS: Final = "Ac As Ah Ad Kc Ks Kh Kd"
_ACES_AND_SEVENS: Final = "Ac As Ah Ad 7c 7s 7h 7d"

MATCHING: Final = {
    # When the leader may continue, and with what
    "never": _matching("most, sweep, round 1", {"continuation": "never"}),
    "opponent-winning": _matching("most, all, sweep, stop, round 2", {}),
    "not-partner-winning": _matching(
        "stop, round 2", {"continuation": "not_partner_winning"}, cards=_EIGHT, players=4, every=80
    ),
    "always": _matching("most, all, sweep, stop, round 2", {"continuation": "always"}),
    "three-rounds": _matching("stop, round 3", {"continuation": "always"}, hand=3),
    "newest": _matching("stop, round 2", {"continuation": "always", "to_match": "newest_lead"}, every=12),
    "newest-opponent-winning": _matching("stop, round 2", {"to_match": "newest_lead"}, every=12),
    "any-card": _matching(
        "stop, round 2", {"continuation": "always", "to_match": "newest_lead", "continue_with": "any"}
    ),
    "any-card-opponent-winning": _matching("round 3", {"to_match": "newest_lead", "continue_with": "any"}, hand=3),
    # What is wild, and how
    "no-wild": _matching("round 2", {"wild": (), "continuation": "always"}),
    "two-wild": _matching("round 2", {"wild": ["7", "K"]}, every=12),
    "own-rank": _matching("round 2", {"wild": ["7", "K"], "wild_led": "own_rank", "continuation": "always"}),
    "trump": _matching("round 2", {"wild_role": "trump", "continuation": "always"}),
    "trump-own-rank": _matching(
        "round 2", {"wild": ["7", "K"], "wild_role": "trump", "wild_led": "own_rank"}, every=12
    ),
    "trump-newest": _matching(
        "round 3",
        {"wild": ["7", "K"], "wild_role": "trump", "to_match": "newest_lead", "continuation": "always"},
        hand=3,
    ),
    # Drawing, and what is left over
    "block": _matching("round 2", {"wild": (), "continuation": "always"}, cards=_ACES_AND_KINGS, every=24),
    "round-robin": _matching(
        "round 2", {"wild": (), "continuation": "always", "draw": "round_robin"}, cards=_ACES_AND_KINGS, every=24
    ),
    "left-unplayed": _matching("left over, most", {"leftover": "unplayed"}, cards=_SEVEN, every=18),
    "left-to-the-last": _matching(
        "most, all, sweep", {"leftover": "last_trick", "draw": "round_robin"}, cards=_SEVEN, every=18
    ),
    "left-unplayed-three": _matching(
        "left over, most", _EACH | {"leftover": "unplayed"}, cards=_EIGHT, players=3, every=30
    ),
    "left-to-the-last-three": _matching("most", _EACH | {"leftover": "last_trick"}, cards=_EIGHT, players=3, every=30),
    # Flipping, spicing, leading
    "flip": _matching("flip", {"continuation": "never", "flip": True}, every=12),
    "spice": _matching("spice, stop", {"continuation": "never", "spice": True}, every=12),
    "flip-and-spice": _matching(
        "flip, spice, stop", {"continuation": "never", "flip": True, "spice": True, "lead_limit": 1}, every=12
    ),
    "lead-limit": _matching("round 2", {"lead_limit": 1, "continuation": "always"}, every=12),
    "lead-limit-two": _matching("round 2", {"lead_limit": 2, "wild": ["A"]}, cards="Ac As Ah Kc 7c 7s", hand=3),
    # What a deal comes to
    "last-trick-points": _matching("draw, most", {"last_trick_points": 5, "tie": "draw", "wins_from": 20}, every=12),
    "tie-to-the-last": _matching("most, round 1", {"wild": ()}, cards="Ac As Kc Ks 9c 9s", every=12),
    "tie-to-nobody": _matching("draw, most", {"wild": (), "tie": "draw"}, cards="Ac As Kc Ks 9c 9s", every=6),
    "tie-to-both": _matching("shared, most", {"wild": (), "tie": "shared"}, cards="Ac As Kc Ks 9c 9s", every=6),
    "seven-loses": _matching("forfeit, most", {"last_card_loses": "7"}, every=12),
    "ace-loses": _matching(
        "forfeit, draw", {"last_card_loses": "A", "tie": "draw", "continuation": "always"}, every=12
    ),
    "sweep-points": _matching(
        "points, sweep, resets", _POINTS | {"sweep_points": 9, "zero_resets": True, "last_trick_points": 5}, every=12
    ),
    "sweep-resets": _matching("points, sweep, resets", _POINTS | {"sweep_resets": True}, every=12),
    "two-packs": _matching("most, round 2", {"packs": 2}, cards="Ac Kc 7c"),
    # Three players
    "three": _matching("shared, most, sweep, round 2", _EACH, players=3),
    "three-first-match": _matching(
        "shared, most", _EACH | {"continuation": "never", "taken_by": "first_match"}, players=3
    ),
    "three-with-talon": _matching(
        "flip, spice, most",
        _EACH | {"continuation": "never", "flip": True, "spice": True, "tie": "last_trick"},
        players=3,
        hand=1,
        every=12,
    ),
    "three-score-points": _matching(
        "points, sweep, resets",
        _EACH | _POINTS | {"sweep_points": 9, "sweep_resets": True, "zero_resets": True},
        players=3,
    ),
    "lone-as-seven": _matching(
        "draw, most, round 2", _LONE | {"lone_card_rank": "7", "lone_card_led": "7"}, cards=_WITH_KH, players=3
    ),
    "lone-as-seven-when-played": _matching(
        "most", _LONE | {"lone_card_rank": "7"}, cards=_WITH_KH, players=3, every=12
    ),
    "lone-as-seven-when-led": _matching("most", _LONE | {"lone_card_led": "7"}, cards=_WITH_KH, players=3, every=6),
    "lone-as-trump-when-played": _matching(
        "most", _LONE | {"lone_card_rank": "7", "wild_role": "trump"}, cards=_WITH_KH, players=3
    ),
    "lone-as-king": _matching("most", _LONE, cards=_WITH_KH, players=3),
    "lone-with-talon": _matching(
        "flip, spice, most",
        _LONE
        | {"continuation": "never", "flip": True, "spice": True, "tie": "last_trick", "last_trick_points": 5}
        | {"lone_card_rank": "7", "lone_card_led": "7"},
        cards=_WITH_KH,
        players=3,
        hand=1,
        every=24,
    ),
    # Four players
    "partners": _matching(
        "stop, most, all, sweep", {"calls": ["beat", "no-grease"]}, cards=_ACES_AND_SEVENS, players=4, every=2
    ),
    "partners-with-talon": _matching("most, all", {"calls": ["beat"]}, cards=_ACES_AND_SEVENS, players=4, hand=1),
    "four-first-match": _matching(
        "most", {"continuation": "never", "taken_by": "first_match"}, cards=_ACES_AND_SEVENS, players=4
    ),
    "four-each": _matching("shared, most", _EACH | {"wild": ()}, cards=_ACES_AND_KINGS, players=4, every=12),
    "four-resets": _matching(
        "resets, points",
        _POINTS | {"wild": (), "four_resets": True, "zero_resets": True, "continuation": "always"},
        cards=_ACES_AND_KINGS,
        players=4,
        every=2,
    ),
}
"""Games with matching tricks: every parameter that bears on a deal, with every one of its values."""


def _suits(
    parent: str,
    shows: str,
    changes: Changes,
    *,
    cards: str = "Kc Ks Qc Qs Jc Js",
    players: int = 2,
    hand: int = 2,
    every: int = 72,
    shuffled: tuple[int, int] | None = None,
    scores: tuple[int, ...] | None = None,
) -> Tiny:
    """Return a game with suit tricks."""
    pack: Changes = {"pack": "french-20", "order": ["A", "T", "K", "Q", "J"]}
    game = tiny(parent, cards, players, hand, {**pack, **_SMALL[parent], **changes})
    return Tiny(game, frozenset(shows.split(", ")), every, shuffled, scores)


_RACE: Final[Changes] = {"exchange": "J", "marriage_points": [4, 8], "claim_points": 15, "schneider": 6}
_SMALL: Final[dict[str, Changes]] = {
    "sixty-six": _RACE | {"exchange_min_stock": 2, "last_trick_points": 3},
    "schnapsen": _RACE,
    "auction-sixty-six": {"marriage_points": [4, 8], "last_trick_points": 3},
    "tausendeins": {},
    "einwerfen": {"pack": "french-24", "order": ["A", "T", "K", "Q", "J", "9"]},
    "sueca": {"pack": "french-24"},
}
"""Parameters of the shipped games that suit tiny packs."""
_OPEN: Final[Changes] = {"close": "never", "meld_after_closing": False, "won_at": "end", "claim": "automatic"}
_CUT: Final[Changes] = {"trump": "cut", "exchange": "none", "exchange_min_stock": 3, "close": "never"}
_DEALT: Final[Changes] = {**_CUT, "trump": "dealt"}
_ROWS: Final = tuple(
    {"name": name, "meaning": name, "points": points, "tricks": tricks, "game_points": game_points}
    for name, points, tricks, game_points in (
        ("more", (0, 13), "any", 1),
        ("all", (14, 17), "some", 2),
        ("swept", (14, 17), "all", 3),
    )
)
_ORDERED: Final[Changes] = {"marriages": "order", "marriage_points": [3, 5, 7, 9], "meld_after_stock": True}
_BY_SUIT: Final[Changes] = {"marriages": "suit", "marriage_points": [3, 5, 7, 9], "meld_after_stock": True}
_COUPLES: Final = "Kc Ks Qc Qs"
_EIGHT_COUPLES: Final = "Kc Ks Kh Kd Qc Qs Qh Qd"
_NINES: Final = "Kc Ks Qc Qs 9c 9s"
_FOUR_RANKS: Final = "Ac As Kc Ks Qc Qs Jc Js"

SUITS: Final = {
    # A race to a number of points
    "race": _suits(
        "sixty-six", "close, draw, claim, pass, meld, wrong-claim, closing-failed, plain, schwarz", {}, every=12
    ),
    "race-automatic": _suits(
        "sixty-six", "close, draw, meld, closing-failed, plain", {"claim": "automatic", "penalty_at": "end"}, every=12
    ),
    "race-refused": _suits(
        "sixty-six",
        "exchange, close, claim, closing-failed",
        {
            "close": "after_drawing",
            "exchange_after_closing": True,
            "exchange_needs_trick": False,
            "penalty_at": "flat",
            "wrong_claim": "refused",
        },
    ),
    "race-claimed-leading": _suits(
        "sixty-six", "close, draw, claim, pass, meld, wrong-claim, closing-failed", {"claim_when": "leading"}, every=12
    ),
    "race-claimed-with-tricks": _suits(
        "schnapsen",
        "close, meld, claim, wrong-claim, last-trick",
        {"claim_when": "trick", "claim_last": "off"},
        every=4,
    ),
    "race-counted-at-last": _suits(
        "sixty-six", "close, meld, claim, wrong-claim, closing-failed", {"claim_last": "counted"}, every=12
    ),
    "race-late-marriages": _suits(
        "sixty-six",
        "close, meld, claim",
        {
            "close_first": False,
            "meld_first": False,
            "meld_after_stock": True,
            "meld_after_closing": True,
            "obligation": "follow",
            "last_obligation": "follow",
            "won_at": "closing",
        },
    ),
    "race-after-closing": _suits(
        "sixty-six",
        "exchange, close",
        {"exchange_after_closing": True, "exchange_by": "leader", "meld_after_closing": True},
    ),
    "race-kings-lead": _suits(
        "schnapsen", "meld, claim", {"meld_lead": "king", "meld_forced": True, "claim_points": 30}, every=4
    ),
    "race-next-trick": _suits(
        "schnapsen",
        "close, meld, claim, plain, wrong-claim",
        {"meld_counts": "next_trick", "claim_points": 12},
        every=8,
    ),
    "race-next-trick-automatic": _suits(
        "sixty-six", "meld, plain", {"meld_counts": "next_trick", "claim": "automatic", "close": "never"}, every=12
    ),
    "race-forced": _suits("sixty-six", "meld, plain", {"meld_forced": True, "claim": "automatic"}, every=12),
    "schnapsen": _suits("schnapsen", "exchange, close, meld, claim, last-trick, wrong-claim", {}),
    "schnapsen-none": _suits("schnapsen", "exchange, last-trick", _OPEN | {"obligation": "none"}),
    "schnapsen-follow": _suits("schnapsen", "exchange, last-trick", _OPEN | {"obligation": "follow"}),
    "schnapsen-beat": _suits(
        "schnapsen", "exchange, last-trick", _OPEN | {"obligation": "follow_beat_trump", "last_obligation": "none"}
    ),
    "schnapsen-last-ten": _suits(
        "schnapsen",
        "exchange, closing-failed",
        {"last_trick_wins": False, "last_trick_points": 5, "exchange_by": "any"},
    ),
    "by-order": _suits("sixty-six", "meld, claim", _ORDERED | {"obligation": "follow_beat_trump"}),
    "by-suit": _suits("sixty-six", "meld", _BY_SUIT | {"close": "never", "claim": "automatic"}),
    "long-talon": _suits(
        "sixty-six",
        "exchange, draw, close, meld, claim",
        {"exchange": "J", "exchange_min_stock": 2, "claim_points": 30},
        cards=_FOUR_RANKS,
        shuffled=(3, 60),
    ),
    "long-talon-of-single-cards": _suits(
        "schnapsen", "exchange, close, claim", {"exchange_needs_trick": True, "exchange_by": "any"}, hand=1, every=90
    ),
    "race-cut": _suits(
        "sixty-six", "meld, plain", _CUT | _ORDERED | {"cut_card": "known", "claim": "automatic"}, hand=3, every=36
    ),
    "race-cut-with-talon": _suits("sixty-six", "meld, claim, wrong-claim", _CUT | {"cut_card": "known"}, every=360),
    "race-dealt": _suits("sixty-six", "meld, plain", _DEALT | _ORDERED | {"claim": "automatic"}, hand=3, every=36),
    "race-dealt-with-talon": _suits("sixty-six", "meld, claim, wrong-claim", _DEALT, every=120),
    "race-partners": _suits(
        "sixty-six",
        "exchange, claim, close",
        {"close": "after_drawing", "exchange_needs_trick": False},
        cards=_FOUR_RANKS,
        players=4,
        hand=1,
        shuffled=(8, 400),
    ),
    # A scoring table
    "table": _suits(
        "einwerfen", "more, all, swept", {"scoring": _ROWS, "last_trick_points": 3}, cards=_NINES, hand=3, every=15
    ),
    "table-with-talon": _suits(
        "einwerfen",
        "more, all, swept",
        {
            "scoring": _ROWS,
            "last_trick_points": 3,
            "cut_card": "known",
            "obligation": "none",
            "last_obligation": "follow_beat_trump",
        },
        cards=_NINES,
        every=180,
    ),
    "table-dealt": _suits(
        "sueca",
        "more, all, swept",
        {"scoring": _ROWS, "last_trick_points": 3, "order": ["A", "K", "J", "Q", "9"]},
        cards=_NINES,
        hand=3,
        every=15,
    ),
    "table-turn-up": _suits(
        "einwerfen",
        "most, all, sweep, draw, exchange",
        {"trump": "turn_up", "exchange": "9", "exchange_min_stock": 2, "exchange_needs_trick": False},
        cards=_NINES,
        every=24,
    ),
    # Every side its points
    "points": _suits(
        "tausendeins",
        "meld, claim, match won",
        {"marriages": "suit", "marriage_points": [3, 5, 7, 9]},
        scores=(990, 985),
        every=12,
    ),
    "points-lost": _suits(
        "tausendeins",
        "meld, claim, wrong-claim",
        _ORDERED | {"wrong_claim": "lost", "last_trick_points": 3},
        scores=(990, 0),
    ),
    "points-counted-at-last": _suits(
        "tausendeins",
        "meld, claim, match won",
        _BY_SUIT | {"claim_when": "trick", "claim_last": "counted"},
        scores=(980, 985),
        every=4,
    ),
    "points-automatic": _suits(
        "tausendeins", "meld, match won", _BY_SUIT | {"claim": "automatic", "meld_first": False}, scores=(980, 990)
    ),
    "points-unclaimed": _suits("tausendeins", "meld, points", _BY_SUIT | {"claim": "never"}, hand=3, every=12),
    # A contract
    "bids": _suits(
        "auction-sixty-six",
        "bid, pass, trump, passed, made, failed",
        {"bids": [3, 9]},
        cards=_COUPLES,
        players=4,
        hand=1,
        every=18,
    ),
    "bids-always": _suits(
        "auction-sixty-six",
        "bid, made",
        {"bids": [3, 9], "bid_again": "always"},
        cards=_COUPLES,
        players=4,
        hand=1,
        every=18,
    ),
    "bids-never": _suits(
        "auction-sixty-six",
        "bid, made",
        {"bids": [3, 9], "bid_again": "never"},
        cards=_COUPLES,
        players=4,
        hand=1,
        every=18,
    ),
    "bids-dealer": _suits(
        "auction-sixty-six",
        "bid, pass, grand, grand-failed, made, failed",
        {"bids": [3, 9, 14], "no_bid": "dealer", "grand_points": 20, "grand_needs": "tricks", "defenders_score": True},
        cards=_COUPLES,
        players=4,
        hand=1,
        every=36,
    ),
    "bids-and-marriages": _suits(
        "auction-sixty-six",
        "bid, meld, made, failed",
        {"bids": [9], "grand_points": 0},
        cards=_EIGHT_COUPLES,
        players=4,
        shuffled=(2, 40),
    ),
    "bids-with-talon": _suits(
        "auction-sixty-six",
        "bid, made, failed",
        {"bids": [9], "grand_needs": "tricks", "grand_points": 0, "obligation": "none"},
        cards=_EIGHT_COUPLES,
        players=4,
        hand=1,
        shuffled=(8, 400),
    ),
}
"""Games with suit tricks: every parameter that bears on a deal, with every one of its values."""

TINY: Final = MATCHING | SUITS
"""Every tiny game by name."""
