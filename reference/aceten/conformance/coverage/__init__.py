"""Which clauses are at work at a moment of play: what happened there as named facts, and a table from facts to clauses.

Facts are read off the states before and after an action; nothing is decided again here.
"""

from aceten.conformance.coverage.clause_table import (
    Facts,
    Link,
    blame,
    blame_alone,
    clauses_of,
    links,
    part_of,
    rule_clauses,
    short_id,
)
from aceten.conformance.coverage.deal_facts import (
    SHOWN_ALONE,
    SHUFFLED,
    facts_at,
    facts_of,
    facts_of_deal,
    facts_of_trick,
    facts_of_view,
)
from aceten.conformance.coverage.limit_facts import LAST, LIMIT, facts_of_ending, facts_of_limits, in_words
from aceten.conformance.coverage.match_facts import FIRST_DEALER, facts_of_match
from aceten.conformance.coverage.wrong_answers import (
    INSTEAD,
    Trick,
    facts_instead,
    facts_instead_in_match,
    facts_instead_in_trick,
    facts_instead_of_deck,
)
from aceten.notation.examples import Moment

__all__ = [
    "FIRST_DEALER",
    "INSTEAD",
    "LAST",
    "LIMIT",
    "SHOWN_ALONE",
    "SHUFFLED",
    "Facts",
    "Link",
    "Moment",
    "Trick",
    "blame",
    "blame_alone",
    "clauses_of",
    "facts_at",
    "facts_instead",
    "facts_instead_in_match",
    "facts_instead_in_trick",
    "facts_instead_of_deck",
    "facts_of",
    "facts_of_deal",
    "facts_of_ending",
    "facts_of_limits",
    "facts_of_match",
    "facts_of_trick",
    "facts_of_view",
    "in_words",
    "links",
    "part_of",
    "rule_clauses",
    "short_id",
]
