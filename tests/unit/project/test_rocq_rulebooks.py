"""What Coq and OCaml have of the rulebooks is what these say."""

import re

import msgspec
import pytest
from tools import rocq_rulebooks
from tools.rocq_rulebooks import KINDS, MATCHES, MATCHING, NAMED, SUIT, Kind

from aceten_spec import load_shipped, shipped


@pytest.mark.parametrize("kind", KINDS, ids=[kind.rules for kind in KINDS])
def test_parameters_and_options_are_current(kind: Kind) -> None:
    """``make generate`` writes them; it is due after a change of a rulebook, or of an option."""
    assert kind.rulebooks.read_text(encoding="utf-8") == rocq_rulebooks.rulebooks(kind)
    assert kind.options.read_text(encoding="utf-8") == rocq_rulebooks.options(kind)


@pytest.mark.parametrize("kind", [MATCHING, SUIT], ids=["matching", "suit"])
def test_every_parameter_is_known(kind: Kind) -> None:
    """A parameter that is new is a field of ``rules`` there, or in ``Matches.v``, or said to be of no account."""
    [parameters] = kind.parameters
    there = {field.name for field in msgspec.structs.fields(parameters)} | {"players"}
    own = {*(NAMED.get(field, field) for field in kind.fields), *kind.elsewhere}
    assert own <= there <= own | set(MATCHES.fields)


def test_every_clause_that_is_named_is_there() -> None:
    """Definitions and theorems name clauses of shipped rulebooks."""
    there = {clause.id for name in shipped() for clause in load_shipped(name).clauses}
    for file in rocq_rulebooks.FOLDER.glob("*.v"):
        assert set(re.findall(r"\b[A-Z]{2}-[A-Z]+-[0-9]+", file.read_text(encoding="utf-8"))) <= there, file.name


def test_what_the_readme_names_is_there() -> None:
    """Each row of its tables names files, and what is defined or proved there; on what a theorem rests is asked."""
    readme = (rocq_rulebooks.FOLDER / "README.md").read_text(encoding="utf-8")
    asked = (rocq_rulebooks.FOLDER / "Assumptions.v").read_text(encoding="utf-8")
    _, _, theorems = readme.partition("## Theorems")
    rows = re.findall(r"^\| .* \| ((?:`\w+\.v`(?:, )?)+) \| (.*) \|$", readme, re.MULTILINE)
    assert rows
    for files, names in rows:
        text = "\n".join(
            (rocq_rulebooks.FOLDER / file).read_text(encoding="utf-8") for file in re.findall(r"\w+\.v", files)
        )
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"^(?:Definition|Fixpoint|Inductive|Record|Theorem) {name}\b", text, re.MULTILINE), name
            assert f"| {files} | {names} |" not in theorems or re.search(rf"\b{name}\.$", asked, re.MULTILINE), name
