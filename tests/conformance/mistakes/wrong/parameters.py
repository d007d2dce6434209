"""Programs that play by a wrong rule: right in everything, but with another parameter than the rulebook has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec
from conformance.programs.referee import Program
from conformance.programs.tables import Agreed
from typing_extensions import override

from aceten_spec.protocol import Level, Option, Question


class WrongRule(NamedTuple):
    """A rule that a program has wrong."""

    name: str
    says: str
    game: str
    level: Level
    breaks: str
    changed: Mapping[str, object]
    options: Mapping[str, Option] = MappingProxyType({})


RULES: Final = (
    # --- Tricks that are matched ---
    WrongRule(
        "rotating-draw",
        "After a trick the players draw one card each in rotation, not each all that he is due.",
        "zsiros/2",
        "deal", "DRAW-2",
        {"draw": "round_robin"},
    ),
    WrongRule(
        "never-continues", "A trick is one round: nobody goes on.", "zsiros/4", "deal", "MULTI-1", {"continuation": "never"}
    ),
    WrongRule(
        "continues-over-partner",
        "The leader may go on while he or his partner is winning.",
        "zsiros/4",
        "deal", "MULTI-1",
        {"continuation": "always"},
    ),
    WrongRule(
        "sedma-like-zsiros",
        "In Sedma, too, the leader may only go on while an opponent is winning.",
        "sedma/4",
        "deal", "MULTI-1",
        {"continuation": "opponent_winning"},
    ),
    WrongRule(
        "first-match-wins", "The first card that matches takes the trick.", "zsiros/4", "trick", "PLAY-4", {"taken_by": "first_match"}
    ),
    WrongRule(
        "seven-cannot-be-beaten",
        "Once a seven lies, the rank that was led matches no more: only another seven beats it.",
        "sedma/4",
        "trick", "PLAY-4",
        {"wild_role": "trump"},
    ),
    WrongRule(
        "trumped-rank-still-matches",
        "In the game with trumps, a card of the rank led still beats a seven.",
        "sedma-trumps/4",
        "trick", "PLAY-9",
        {"wild_role": "any_rank"},
    ),
    WrongRule("twos-not-wild", "In Hola only the sevens match any rank.", "hola/4", "trick", "PLAY-5 PLAY-10", {"wild": ("7",)}),
    WrongRule(
        "two-does-not-beat-led-seven",
        "In Hola a led seven is beaten by sevens only, and a led two by twos only.",
        "hola/4",
        "trick", "PLAY-10",
        {"wild_led": "own_rank"},
    ),
    WrongRule(
        "first-lead-stays",
        "In Hola the first lead has to be matched in further rounds, not the newest.",
        "hola/4",
        "trick", "MULTI-10 MULTI-3",
        {"to_match": "first_lead"},
    ),
    WrongRule(
        "goes-on-with-match-only",
        "In Hola the leader needs a card that matches to go on.",
        "hola/2",
        "deal", "MULTI-2",
        {"continue_with": "match"},
    ),
    WrongRule(
        "leftover-to-last-trick",
        "With six players the cards that nobody could draw go to the winner of the last trick.",
        "hola/6",
        "deal", "DRAW-6",
        {"leftover": "last_trick"},
    ),
    WrongRule(
        "limit-after-two-leads",
        "After two leads of one rank another has to be led, not after three.",
        "ristikontra/4",
        "deal", "PLAY-11",
        {"lead_limit": 2},
    ),
    WrongRule(
        "limit-after-four-leads",
        "After four leads of one rank another has to be led, not after three.",
        "ristikontra/4",
        "deal", "PLAY-11",
        {"lead_limit": 4},
    ),
    WrongRule("never-spices", "The winner of a trick is not asked to spice it.", "ristiklappi/4", "deal", "SPICE-1", {"spice": False}),
    WrongRule(
        "dealt-all-at-once",
        "Five cards are dealt at once, not three and then two.",
        "ristiklappi/4",
        "deal", "DEAL-5",
        {"deal": (5,)},
    ),
    WrongRule(
        "lone-king-not-wild",
        "The red king matches kings only, and not like a seven.",
        "sedma-three/3",
        "trick", "LONE-3",
        {"lone_card_rank": "own"},
    ),
    WrongRule(
        "lone-king-led-is-a-king",
        "The red king, when it is led, is to be matched by kings.",
        "sedma-three/3",
        "trick", "LONE-4",
        {"lone_card_led": "own"},
    ),
    # --- What they come to ---
    WrongRule("even-deal-drawn", "At 40 to 40 nobody wins.", "zsiros/4", "score", "SCORE-3", {"tie": "draw"}),
    WrongRule(
        "even-deal-decided",
        "In Septica at 4 to 4 the last trick decides.",
        "septica/4",
        "score", "SCORE-3",
        {"tie": "last_trick"},
    ),
    WrongRule(
        "last-trick-counts-in-zsiros", "The last trick counts ten.", "zsiros/2", "score", "SCORE-8", {"last_trick_points": 10}
    ),
    WrongRule(
        "last-trick-missing-in-sedma", "The last trick counts nothing.", "sedma/2", "score", "SCORE-8", {"last_trick_points": 0}
    ),
    WrongRule(
        "hola-counts-nothing", "Whoever takes every trick gets no 80 for it.", "hola/4", "score", "SCORE-10", {"sweep_points": 0}
    ),
    WrongRule(
        "fifty-wins-anyway",
        "It was agreed on that 60 win, and 50 do.",
        "lusti-kartln/4",
        "score", "SCORE-14",
        {"wins_from": 0},
        {"wins_from": 60},
    ),
    WrongRule(
        "last-seven-harmless",
        "It was agreed on that a seven as the very last card loses, and it does not.",
        "zsiros/2",
        "deal", "SCORE-7",
        {"last_card_loses": "none"},
        {"last_card_loses": "7"},
    ),
    WrongRule(
        "nobody-burns",
        "It was agreed on that a hola takes the others' score, and it does not.",
        "hola/2",
        "score", "SCORE-12",
        {"sweep_resets": False},
        {"hola": "burn"},
    ),
    WrongRule(
        "king-counts-three",
        "A king counts 3 and a queen 4.",
        "ristiklappi/2",
        "deal", "CARDS-3",
        {"values": {"A": 11, "T": 10, "K": 3, "Q": 4, "J": 2}},
    ),
    WrongRule(
        "partner-hidden",
        "It was agreed on that partners see each other's hands in the end, and they do not.",
        "sedmice/4",
        "view", "DRAW-7",
        {"partner_peek": False},
        {"partner_peek": True},
    ),
    # --- Tricks that are followed ---
    WrongRule(
        "ten-below-jack",
        "The ten is lower than the jack, as people have it who know other games.",
        "schnapsen/2",
        "trick", "CARDS-6",
        {"order": ("A", "K", "Q", "J", "T")},
    ),
    WrongRule(
        "ten-above-king",
        "In Einwerfen the ten is second to the ace, as in the other games.",
        "einwerfen/4",
        "trick", "CARDS-6",
        {"order": ("A", "T", "K", "Q", "J", "9", "8", "7")},
    ),
    WrongRule(
        "any-card-on-a-lead", "Nobody needs to follow suit.", "einwerfen/4", "deal", "SUIT-4", {"last_obligation": "none"}
    ),
    WrongRule(
        "suit-followed-too-early",
        "Suit has to be followed although the talon is open.",
        "schnapsen/2",
        "deal", "SUIT-3",
        {"obligation": "follow_beat_trump"},
    ),
    WrongRule(
        "no-must-trump",
        "In the end one has to follow suit, but neither to beat nor to trump.",
        "sixty-six/2",
        "deal", "SUIT-5 SUIT-6",
        {"last_obligation": "follow"},
    ),
    WrongRule(
        "forty-for-every-marriage", "Every marriage counts 40.", "sixty-six/2", "deal", "MELD-2", {"marriage_points": (40, 40)}
    ),
    WrongRule(
        "marriage-led-with-the-king",
        "A marriage is led with the king alone.",
        "sixty-six/2",
        "deal", "MELD-1",
        {"meld_lead": "king"},
    ),
    WrongRule(
        "no-marriage-with-first-lead",
        "No marriage can be shown before a trick is taken.",
        "sixty-six/2",
        "deal", "MELD-7",
        {"meld_first": False},
    ),
    WrongRule(
        "marriage-after-the-talon",
        "A marriage can be shown when the talon is exhausted.",
        "sixty-six/2",
        "deal", "MELD-5",
        {"meld_after_stock": True},
    ),
    WrongRule("jack-exchanged", "The jack of trumps is exchanged.", "sixty-six/2", "deal", "EXCH-1", {"exchange": "J"}),
    WrongRule(
        "exchanged-by-anyone", "Who is not to lead may exchange as well.", "schnapsen/2", "deal", "EXCH-2", {"exchange_by": "any"}
    ),
    WrongRule(
        "exchanged-without-a-trick",
        "One may exchange before one has taken a trick.",
        "sixty-six/2",
        "deal", "EXCH-3",
        {"exchange_needs_trick": False},
    ),
    WrongRule(
        "last-two-exchanged",
        "One may exchange when only two cards are left.",
        "sixty-six/2",
        "deal", "EXCH-4",
        {"exchange_min_stock": 2},
    ),
    WrongRule(
        "closed-with-four-only", "With two cards left nobody may close.", "schnapsen/2", "deal", "CLOSE-4", {"close_min_stock": 4}
    ),
    WrongRule(
        "not-closed-at-first",
        "Nobody may close the talon before a trick is taken.",
        "schnapsen/2",
        "deal",
        "CLOSE-1",
        {"close_first": False},
    ),
    WrongRule(
        "closed-after-drawing-only",
        "The winner of a trick draws before he is asked whether he closes.",
        "sixty-six/2",
        "deal", "CLOSE-2",
        {"close": "after_drawing"},
    ),
    WrongRule("claims-at-65", "65 points are enough to claim.", "sixty-six/2", "score", "CLAIM-2 SCORE-26 SCORE-28", {"claim_points": 65}),
    WrongRule(
        "schneider-with-33", "The losers are schneider with 33 points.", "sixty-six/2", "score", "SCORE-22 SCORE-23", {"schneider": 34}
    ),
    WrongRule(
        "no-schneider-with-32", "The losers are out of schneider with 32.", "schnapsen/2", "score", "SCORE-22 SCORE-23", {"schneider": 32}
    ),
    WrongRule(
        "closing-judged-at-the-end",
        "After a closing the other's points count as they are in the end.",
        "schnapsen/2",
        "score", "SCORE-25",
        {"won_at": "end"},
    ),
    WrongRule(
        "penalty-always-two", "Failing never costs more than 2.", "sixty-six/2", "score", "SCORE-26 SCORE-27 CLAIM-4", {"penalty": (2, 2)}
    ),
    WrongRule(
        "penalty-by-the-end",
        "A failed closing costs 2 when the other has taken a trick by the end.",
        "sixty-six/2",
        "score", "SCORE-27",
        {"penalty_at": "end"},
    ),
    WrongRule(
        "last-trick-wins-nothing", "The last trick does not win the deal.", "schnapsen/2", "score", "SCORE-28", {"last_trick_wins": False}
    ),
    WrongRule(
        "bids-again-after-a-pass",
        "Who has passed may bid again whenever he likes.",
        "auction-sixty-six/4",
        "deal", "BID-4",
        {"bid_again": "always"},
    ),
    WrongRule(
        "pass-is-final", "Who has passed is out, whatever his partner bids.", "auction-sixty-six/4", "deal", "BID-4", {"bid_again": "never"}
    ),
    WrongRule(
        "dealer-must-bid", "The dealer has to bid when nobody else has.", "auction-sixty-six/4", "deal", "BID-7", {"no_bid": "dealer"}
    ),
    WrongRule(
        "highest-bid-like-any", "The highest bid counts like any other.", "auction-sixty-six/4", "score", "SCORE-37", {"grand_points": 0}
    ),
    WrongRule(
        "defenders-score-too",
        "When a bid is made, the others score as well.",
        "auction-sixty-six/4",
        "score", "SCORE-38",
        {"defenders_score": True},
    ),
    # --- Who wins together ---
    WrongRule("both-win-a-tie", "At 4 to 4 both sides win.", "septica/2", "score", "SCORE-3", {"tie": "shared"}),
    WrongRule(
        "nobody-wins-a-tie",
        "At 4 to 4 nobody wins, although it is agreed that both do.",
        "septica/4",
        "score", "SCORE-3",
        {"tie": "draw"},
        {"tie": "shared"},
    ),
    WrongRule("four-each-for-himself", "Four play each for himself.", "septica/4", "deal", "PLAYERS-2", {"sides": "each"}),
    WrongRule(
        "opposite-is-a-partner",
        "Who sits opposite is a partner, although it is agreed that each plays for himself.",
        "septica/4",
        "deal", "PLAYERS-3",
        {"sides": "alternate"},
        {"sides": "each"},
    ),
    WrongRule(
        "four-never-share",
        "When the best of four are equal, nobody wins.",
        "sedma/4",
        "score", "SCORE-15",
        {"tie": "draw"},
        {"sides": "each"},
    ),
    # --- Packs and matches ---
    WrongRule("other-three-removed", "Another three is taken out.", "hola/3", "shuffle", "CARDS-5", {"removed": ("3d",)}),
    WrongRule("eights-left-in", "With three players the pack is whole.", "septica/3", "shuffle", "CARDS-5", {"removed": ()}),
    WrongRule("deal-always-passes", "In Hola the deal passes after every deal.", "hola/4", "match", "DEAL-2", {"next_dealer": "rotate"}),
    WrongRule("forty-keeps-the-deal", "In Hola 40 points keep the deal.", "hola/2", "match", "DEAL-2", {"keeps_deal": 40}),
    WrongRule("winner-deals", "Whoever wins deals next.", "zsiros/2", "match", "DEAL-2", {"next_dealer": "winners"}),
    WrongRule("tie-ends-the-match", "A match can end level.", "sedmice/4", "match", "MATCH-4", {"match_tie": "nobody"}),
    WrongRule("drawn-deal-forgotten", "A drawn deal means nothing.", "sixty-six/2", "match", "MATCH-6", {"drawn": "void"}),
    WrongRule("favourite-suit-single", "The favourite suit does not count twice.", "einwerfen/4", "match", "MATCH-7", {"favourite": False}),
    WrongRule("one-deal-fewer", "The match has 47 deals.", "einwerfen/4", "match", "MATCH-5", {"deals": 47}),
    WrongRule("won-without-a-claim", "1001 points win by themselves.", "tausendeins/2", "match", "MATCH-1 MATCH-3", {"claim": "never"}),
)  # fmt: skip
"""The wrong rules."""


class RuleProgram(Program):
    """Plays by the parameters of a rulebook, but for some that are wrong."""

    def __init__(self, games: Iterable[str], changed: Mapping[str, object]) -> None:
        """Take the wrong parameters."""
        super().__init__(games)
        self.changed = changed

    @override
    def agreed(self, question: Question) -> Agreed:
        right = super().agreed(question)
        return Agreed(msgspec.structs.replace(right.rules, **self.changed), right.players)
