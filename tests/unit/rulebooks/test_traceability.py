"""Clauses and code refer to each other: no rule without code that names it, no rule step that names no rule."""

import ast
import importlib
import inspect
import pkgutil

import pytest

from aceten import tracing
from aceten.tracing import (
    FORMULAS,
    PLAIN,
    carried,
    citations,
    cited,
    means_the_same,
    named,
    naming,
    pages_of,
    stated,
    stated_plainly,
)
from aceten_spec import load_shipped, plain, shipped
from aceten_spec.clauses.refusals import needed_refusals, refusal_codes
from aceten_spec.plain.mechanisms import OF_SUITS, PAGES

RULE_MODULES = (
    "aceten.engine.matching.steps",
    "aceten.engine.suits.steps",
    "aceten.engine.scoring",
    "aceten.deals.talon",
)
KNOWN = {clause.id for game in shipped() for clause in load_shipped(game).clauses}


def without_code(game: str) -> list[str]:
    """Return the clauses of a game that ask something of play, and which neither code nor data carries out."""
    rulebook = load_shipped(game)
    rules = {clause.id for clause in rulebook.clauses if clause.subject == "rule"}
    return [
        clause
        for clause, by in carried(rulebook).items()
        if clause in rules and not (by.code or by.options or by.refusals)
    ]


@pytest.mark.parametrize("game", shipped())
def test_every_rule_is_named_by_code(game: str) -> None:
    """Every clause that asks something of play is named by the docstring of the code that carries it out, or by its data."""
    assert without_code(game) == []


def test_a_rule_that_code_names_no_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the code that carries out a clause does not name it, nothing else stands in for it."""
    silent = {name: clauses - {"ZS-PLAY-4"} for name, clauses in citations().items()}

    def cited_now(_packages: tuple[str, ...]) -> dict[str, frozenset[str]]:
        return silent

    monkeypatch.setattr(tracing, "citations", cited_now)
    assert without_code("zsiros") == ["ZS-PLAY-4"]
    assert without_code("sedma") == ["SE-PLAY-4"]


def test_every_clause_that_code_names_exists() -> None:
    """No docstring names a clause that no rulebook has, neither of the engine nor of the formulas nor of plain Python."""
    found = {**citations(), **citations(FORMULAS), **citations(PLAIN)}
    assert {name: sorted(clauses - KNOWN) for name, clauses in found.items() if clauses - KNOWN} == {}


@pytest.mark.parametrize("package", FORMULAS)
def test_a_formula_carries_the_clauses_that_its_docstring_names(package: str) -> None:
    """What a proof says that a formula is about, and what is said where it is written, are the same clauses."""
    apart = {}
    for found in pkgutil.iter_modules(importlib.import_module(package).__path__, package + "."):
        tree = ast.parse(inspect.getsource(importlib.import_module(found.name)))
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            said = (ast.get_docstring(function) or "").partition("Clauses:")[2]
            texts = [node.value for node in ast.walk(function) if isinstance(node, ast.Constant)]
            carries = {text for text in texts if isinstance(text, str) and named(text) == {text}}
            if said and carries and carries != named(said):
                apart[f"{found.name}.{function.name}"] = carries ^ named(said)
    assert apart == {}


@pytest.mark.parametrize("module", RULE_MODULES)
def test_every_rule_step_names_its_clauses(module: str) -> None:
    """Every public function of the rule modules names the clauses that it carries out."""
    functions = [
        name
        for name, member in vars(importlib.import_module(module)).items()
        if inspect.isfunction(member) and member.__module__ == module and not name.startswith("_")
    ]
    assert functions
    assert [name for name in functions if not citations()[f"{module}.{name}"]] == []


def unstated(game: str) -> list[str]:
    """Return the clauses of a game that ask something of play, and that no page of plain Python that it needs states."""
    rulebook = load_shipped(game)
    said, options = stated_plainly(rulebook), {option.clause for option in rulebook.options.values()}
    return [
        clause.id
        for clause in rulebook.clauses
        if clause.subject == "rule" and not said[clause.id] and not (clause.id in options and not naming(clause.id))
    ]


@pytest.mark.parametrize("game", shipped())
def test_every_rule_is_stated_in_plain_python(game: str) -> None:
    """Every clause that asks something of play is named by a function of plain Python, on a page that its game needs.

    One that says no more than which variant is played is data, as it is for the engine.
    """
    assert unstated(game) == []


def test_a_mechanism_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that games need and that is not said to be needed leaves clauses without a statement."""
    monkeypatch.setitem(OF_SUITS, "exchange_and_closing", lambda _: False)
    assert {"SN-EXCH-3", "SN-CLOSE-4"} <= set(unstated("schnapsen"))
    assert unstated("sueca") == []


@pytest.mark.parametrize("page", PAGES)
def test_every_function_of_plain_python_names_its_clauses(page: str) -> None:
    """Every function of plain Python names the clauses that it states, but for those that only copy a table or list pages."""
    module = importlib.import_module(f"aceten_spec.plain.{page}")
    functions = [
        name for name, each in inspect.getmembers(module, inspect.isfunction) if each.__module__ == module.__name__
    ]
    silent = [
        name for name in functions if not citations(PLAIN)[f"{module.__name__}.{name}"] and not name.startswith("_")
    ]
    assert silent in ([], ["copied"])


def test_every_page_of_plain_python_is_among_the_mechanisms() -> None:
    """There is no module of plain Python that no game needs, but the one that says which are needed."""
    modules = {found.name for found in pkgutil.iter_modules(plain.__path__)}
    assert (
        modules - {"mechanisms"} == set(PAGES) == {page for game in shipped() for page in pages_of(load_shipped(game))}
    )


def test_every_refusal_has_a_rule() -> None:
    """Every reason for which the engine refuses an action stands for a clause that asks something of play."""
    for game in shipped():
        rulebook = load_shipped(game)
        assert {*needed_refusals(rulebook)} <= set(rulebook.refusals) <= {*refusal_codes(rulebook.parameters)}
        assert all(rulebook.clause(clause).subject == "rule" for clause in rulebook.refusals.values())


def test_ids_are_read_off_texts() -> None:
    """Ids are read one by one and in ranges; a "Clauses:" line is told from other words."""
    assert named("ZS-PLAY-4 to ZS-PLAY-6, HO-EX-1; (SX-MELD-1)") == {
        "ZS-PLAY-4",
        "ZS-PLAY-5",
        "ZS-PLAY-6",
        "HO-EX-1",
        "SX-MELD-1",
    }
    assert named("AS-TRICK-936dbfbf, PLAY-4 and UTF-8") == set()
    assert cited("As in ZS-PLAY-1.\n\nClauses: ZS-PLAY-4, ST-PLAY-9.\n") == {"ZS-PLAY-4", "ST-PLAY-9"}


def test_what_carries_out_a_clause() -> None:
    """Code is found by a clause of another rulebook, but not that of games with other tricks, nor by an id that means another rule."""
    assert "aceten.engine.matching.steps.winning_after" in carried(load_shipped("sedma"))["SE-PLAY-4"].code
    assert "aceten.engine.suits.play.legal_actions" in carried(load_shipped("schnapsen"))["SN-PLAY-2"].code
    assert not [name for name in carried(load_shipped("schnapsen"))["SN-PLAY-2"].code if ".matching." in name]
    assert "aceten.engine.matching.settling._each_scores" in carried(load_shipped("hola"))["HO-SCORE-20"].code
    assert not means_the_same("HO-SCORE-20", "SM-SCORE-20")
    assert naming("SM-SCORE-20") == ()
    assert carried(load_shipped("sedmice"))["SM-SCORE-20"].options == ("variant",)
    assert carried(load_shipped("zsiros"))["ZS-MULTI-5"].refusals == ("stop_not_offered",)


def test_what_states_a_clause() -> None:
    """The formulas of a clause are those of its own kind of games, and those that serve any game."""
    assert "aceten_spec.formulas.matching.trick_clauses.matching" in stated(load_shipped("sedma"))["SE-PLAY-4"]
    sixty_six = stated(load_shipped("sixty-six"))["SX-PLAY-2"]
    assert {name.rpartition(".")[0] for name in sixty_six} == {
        "aceten_spec.formulas.suits.rights_clauses",
        "aceten_spec.formulas.suits.suit_relation.SuitRelation",
    }
    play = (
        "aceten_spec.formulas.matching.play_relation.PlayRelation.card",
        "aceten_spec.formulas.matching.play_relation.PlayRelation._put",
    )
    assert stated(load_shipped("zsiros"))["ZS-PLAY-2"] == play
    assert "aceten_spec.formulas.card_clauses.card_points" in stated(load_shipped("einwerfen"))["EW-CARDS-3"]
