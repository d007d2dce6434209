"""Clauses of a rulebook, their documents and decisions."""

import re

import pytest
from support.games.changed_rulebooks import RULEBOOK, changed, refused

from aceten_spec import load_shipped

# --- Clauses and decisions ----------------------------------------------------------------------------------------------


def test_a_clause_id_is_used_once() -> None:
    """No two clauses have the same id."""
    refused(
        changed('id = "ZS-PLAYERS-2"', 'id = "ZS-PLAYERS-1"'),
        "clauses",
        problem="'ZS-PLAYERS-1' stands there 2 times",
        expected="each value once",
    )


def test_a_clause_id_begins_with_the_prefix() -> None:
    """Every clause has the prefix of its rulebook."""
    refused(
        changed('id = "ZS-PLAYERS-1"', 'id = "SE-PLAYERS-1"'), "clauses[0].id", problem="SE-PLAYERS-1", expected="ZS-"
    )


def test_an_example_id_begins_with_the_prefix() -> None:
    """Every example has the prefix of its rulebook."""
    refused(changed('id = "ZS-EX-1"', 'id = "SE-EX-1"'), "examples[0].id", problem="SE-EX-1", expected="ZS-")


def test_a_decision_belongs_to_a_clause() -> None:
    """A decision names a clause of the rulebook."""
    refused(
        changed('clause = "ZS-DEAL-2"', 'clause = "ZS-DEAL-99"'),
        "decisions[0].clause",
        problem="no clause 'ZS-DEAL-99'",
        expected="the id of a clause",
    )


def test_a_clause_of_our_own_choice_gives_its_reasons() -> None:
    """A clause that is a decision has one, with the question and the reason."""
    refused(
        changed('kind = "seed"', 'kind = "decision"'),
        "clauses[0].kind",
        problem="ZS-PLAYERS-1 is a decision without its reasons",
        expected="clause = 'ZS-PLAYERS-1'",
    )


def test_a_clause_of_a_source_names_it() -> None:
    """A clause that stands in a document says in which."""
    text = re.sub("sources = .*", "sources = []", RULEBOOK, count=1)
    refused(text, "clauses[0].sources", problem="empty", expected="at least one source")


@pytest.mark.parametrize(
    ("old", "key"),
    [
        ('sources = [{ document = "pagat-zsiros"', "clauses[0].sources"),
        ('source = { document = "pagat-zsiros"', "examples[0].source"),
    ],
)
def test_an_unknown_document_is_refused(old: str, key: str) -> None:
    """A source is a document of the rulebook or one that all share; the error says where these are listed, and names some."""
    text = changed(old, old.replace("pagat-zsiros", "pagat-zsirosz"))
    refused(
        text,
        key,
        problem="no document 'pagat-zsirosz'",
        expected="`aceten rules --sources` lists, such as: pagat-zsiros",
    )


def test_an_unknown_document_of_an_alternative_is_refused() -> None:
    """Whoever reads a rule in another way is one of these documents, too."""
    number = [decision.clause for decision in load_shipped("zsiros").decisions].index("ZS-DRAW-2")
    text = changed(
        'value = "round_robin"\nsources = [{ document = "', 'value = "round_robin"\nsources = [{ document = "x'
    )
    refused(
        text,
        f"decisions[{number}].alternatives[0].sources",
        problem="no document 'x",
        expected="aceten rules --sources",
    )


def test_a_decision_is_about_a_parameter() -> None:
    """The parameter of a decision is one that there is."""
    number = [decision.parameter for decision in load_shipped("zsiros").decisions].index("draw")
    refused(
        changed('parameter = "draw"', 'parameter = "drawing"'),
        f"decisions[{number}].parameter",
        problem="no parameter and no option 'drawing'",
        expected="the name of a parameter or an option",
    )


def test_an_alternative_is_a_value_of_the_option() -> None:
    """The value that selects another answer is one that the option can take; the error lists those."""
    number = [decision.parameter for decision in load_shipped("zsiros").decisions].index("tie")
    refused(
        changed('value = "draw"', 'value = "nobody"'),
        f"decisions[{number}].alternatives[0].value",
        problem="'nobody' is no value",
        expected="last_trick, draw",
    )


def test_an_alternative_has_a_value_only_where_there_is_an_option() -> None:
    """What cannot be chosen has no value that chooses it."""
    number = [decision.clause for decision in load_shipped("zsiros").decisions].index("ZS-MULTI-6")
    assert load_shipped("zsiros").decisions[number].parameter is None
    refused(
        changed('not selectable."', 'not selectable."\nvalue = "on"'),
        f"decisions[{number}].alternatives[0].value",
        problem="no option",
        expected="no value",
    )
