"""What Coq and OCaml have of the rulebooks is what these say."""

import re

import msgspec
from tools import rocq_rulebooks

from aceten_spec import load_shipped, shipped
from aceten_spec.rulebook import MatchingParameters


def test_parameters_and_options_are_current() -> None:
    """``make generate`` writes them; it is due after a change of a rulebook with matching tricks, or of an option."""
    assert rocq_rulebooks.RULEBOOKS.read_text(encoding="utf-8") == rocq_rulebooks.rulebooks()
    assert rocq_rulebooks.OPTIONS.read_text(encoding="utf-8") == rocq_rulebooks.options()


def test_every_parameter_is_known() -> None:
    """A parameter that is new is a field of ``rules`` in ``Rules.v``, or said to be of no account there."""
    known = {*rocq_rulebooks.FIELDS, *rocq_rulebooks.ELSEWHERE}
    assert {field.name for field in msgspec.structs.fields(MatchingParameters)} | {"players"} == known


def test_every_clause_that_is_named_is_there() -> None:
    """Definitions and theorems name clauses of shipped rulebooks."""
    there = {clause.id for name in shipped() for clause in load_shipped(name).clauses}
    for file in rocq_rulebooks.FOLDER.glob("*.v"):
        assert set(re.findall(r"\b[A-Z]{2}-[A-Z]+-[0-9]+", file.read_text(encoding="utf-8"))) <= there, file.name
