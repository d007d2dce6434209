"""Play in sentences: what is done, what it leads to, what a deal comes to, and how a match stands.

The command line and the site take their sentences from here. What everybody knows at a moment, as position lines and pictures tell it
too, stands with the states (:mod:`aceten.engine.matching.public_facts`, :mod:`aceten.engine.suits.public_facts`).
"""

from aceten.words.accounts import Account
from aceten.words.deal_results import meaning_of_result, sentences
from aceten.words.deal_stories import Telling
from aceten.words.lines_of_play import TrickStory, best_play, telling, tricks_of
from aceten.words.standings import (
    by_player,
    end_of_match,
    end_words,
    match_words,
    missing,
    result_words,
    scores_words,
    seats_words,
    standing_words,
)
from aceten.words.suit_results import wrong_claim_words
from aceten.words.suit_stories import claimed

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
    "missing",
    "result_words",
    "scores_words",
    "seats_words",
    "sentences",
    "standing_words",
    "telling",
    "tricks_of",
    "wrong_claim_words",
]
