"""What clauses are about, in the words under which people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from aceten_spec.rulebook import Clause, Rulebook

TOPICS: Final = {
    "PLAYERS": "Players",
    "CARDS": "Cards",
    "DEAL": "Dealing",
    "PLAY": "Tricks",
    "MULTI": "Multiple tricks",
    "SUIT": "What wins and what may be played",
    "TRUMP": "Trumps",
    "BID": "Bidding",
    "DRAW": "Drawing",
    "MELD": "Marriages",
    "EXCH": "Exchanging the turn-up",
    "CLOSE": "Closing the talon",
    "CLAIM": "Claiming",
    "FLIP": "Flipping",
    "SPICE": "Spicing",
    "LONE": "Playing alone",
    "CALL": "Calls",
    "SCORE": "Scoring",
    "MATCH": "The match",
}
"""Headings by the middle part of the clause ids under them; a topic that is not named here is its own heading."""


def topic_of(clause: str) -> str:
    """Return the heading under which a clause is read, in English."""
    topic = clause.split("-")[1]
    return TOPICS.get(topic, topic.capitalize())


def topics(rulebook: Rulebook) -> dict[str, list[Clause]]:
    """Return the clauses of a rulebook by the headings under which they are read, both in reading order."""
    found: dict[str, list[Clause]] = {}
    for clause in rulebook.clauses:
        found.setdefault(topic_of(clause.id), []).append(clause)
    return found
