"""What clauses are about, in the words under which people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten_spec.names import unaccented

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


def topics(rulebook: Rulebook) -> dict[str, list[Clause]]:
    """Return the clauses of a rulebook by the headings under which they are read, both in reading order."""
    found: dict[str, list[Clause]] = {}
    for clause in rulebook.clauses:
        topic = clause.id.split("-")[1]
        found.setdefault(TOPICS.get(topic, topic.capitalize()), []).append(clause)
    return found


def clauses_with(rulebook: Rulebook, words: str) -> list[Clause]:
    """Return the clauses in which all these words stand, or in what was asked about them; accents and capitals do not matter."""
    wanted = unaccented(words).split()
    asked = {decision.clause: decision.question for decision in rulebook.decisions}
    texts = {clause: unaccented(f"{clause.text} {asked.get(clause.id, '')}") for clause in rulebook.clauses}
    return [clause for clause, text in texts.items() if all(word in text for word in wanted)]
