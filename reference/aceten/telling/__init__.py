"""Play in sentences: what is done, what it leads to, what a deal comes to, and how a match stands.

The command line and the site take their sentences from here. What everybody knows at a moment, as position lines and pictures tell it
too, stands with the states (:mod:`aceten.matching.seen`, :mod:`aceten.suits.seen`).
"""

from aceten.telling.deal import Telling
from aceten.telling.match import (
    by_player,
    end_of_match,
    end_words,
    match_words,
    result_words,
    scores_words,
    seats_words,
    standing_words,
)
from aceten.telling.outcomes import meaning_of_result, sentences
from aceten.telling.play import TrickStory, best_play, telling, tricks_of
from aceten.telling.results import Account
from aceten.telling.suit_results import wrong_claim_words
from aceten.telling.suits import claimed

__all__ = [
    "Account",
    "Telling",
    "TrickStory",
    "best_play",
    "by_player",
    "claimed",
    "end_of_match",
    "end_words",
    "match_words",
    "meaning_of_result",
    "result_words",
    "scores_words",
    "seats_words",
    "sentences",
    "standing_words",
    "telling",
    "tricks_of",
    "wrong_claim_words",
]
