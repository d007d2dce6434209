"""All theorems: what they are stated about, that they hold in shipped games, and that what they are asked is kept for other solvers."""

import functools
import re
import tomllib
from pathlib import Path
from typing import Final

import msgspec
import pytest
from support.proofs.single_obligations import GAMES, PROPOSITIONS, established, game_of, matching, suits
from support.slices import THOROUGH

from aceten import UsageError
from aceten.proofs import THEOREMS, Provers, chosen_theorems, merged, obligations_of, prove
from aceten.proofs.claims.contracts import of_play
from aceten.proofs.clause_standing import standing
from aceten.proofs.execution import solvers
from aceten.proofs.execution.replacements import named, plain
from aceten.proofs.statements import obligations
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.statements.obligations import Z3_ALONE
from aceten_spec import load_shipped, shipped
from aceten_spec.features import unspoken

BOTH = Provers()


class Games(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games in which the tests prove a theorem (``proved.toml``)."""

    both: tuple[str, ...] = ()
    """By both solvers."""
    by_z3: tuple[str, ...] = ()
    """By z3 alone."""
    thorough: tuple[str, ...] = ()
    """By z3 alone, in a thorough run."""


TABLE: Final = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "proved.toml").read_text(encoding="utf-8")), dict[str, Games]
)
CHOSEN: Final = [
    *[(theorem, game, BOTH) for theorem, games in TABLE.items() for game in games.both],
    *[(theorem, game, Z3_ALONE) for theorem, games in TABLE.items() for game in games.by_z3],
]
PROVED: Final = [
    *CHOSEN,
    *[(theorem, "zsiros/2", BOTH) for theorem in chosen_theorems(load_shipped("zsiros"), 2) if theorem not in TABLE],
]


def _all() -> list[tuple[str, str, Provers]]:
    """Return all that ``make prove`` proves, and more options."""
    return [
        *[
            (theorem, f"{game}/{players}", BOTH)
            for game, players in GAMES
            for theorem in chosen_theorems(load_shipped(game), players)
        ],
        *[each for each in CHOSEN if " " in each[1]],
        *[(theorem, game, Z3_ALONE) for theorem, games in TABLE.items() for game in games.thorough],
    ]


@pytest.mark.turns(60)
@pytest.mark.parametrize(("theorem", "game", "provers"), _all() if THOROUGH else PROVED)
def test_theorem_is_proved(theorem: str, game: str, provers: Provers) -> None:
    """The solvers agree on every obligation, about clauses of the rulebook, and every witness holds."""
    found = established(theorem, game_of(game), provers=provers)
    failed = [each for each in found.obligations if each.verdict != "proved"]
    assert not [f"{each.id}: {each.reason} {each.counterexample}" for each in failed]
    assert not [f"{each.shows}: {each.problem} {each.position}" for each in found.witnesses if not each.holds]
    assert found.verdict == "proved"
    assert found.obligations
    assert found.clauses or (theorem, game) == ("T-RIGHTS", "einwerfen/4")  # in which there are none
    assert set(found.clauses) <= {clause.id for clause in game_of(game).rulebook.clauses}
    for obligation in found.obligations:
        assert obligation.solvers == provers.solvers
        assert obligation.paths >= obligation.cases > 0
        assert not re.search("[{}]", obligation.domain)


@pytest.mark.parametrize(
    ("theorem", "game", "statement"),
    [
        ("T-TRICK", "hola/2", "every trick has one winner: the "),
        ("T-END", "ristiklappi/2", "every deal ends, after 73 actions at most"),
        ("T-ORDER", "zsiros/4", "points, deal, game points"),
    ],
)
def test_statement_is_about_the_game(theorem: str, game: str, statement: str) -> None:
    """What is proved is said for the game that it is about."""
    assert statement in PROPOSITIONS[theorem].statement(setting(game_of(game)))


def test_contracts_are_about_functions_that_there_are() -> None:
    """Each function for which something stands in is one of the engine; without its contract it is followed itself."""
    functions = [plain(function) for function, _ in of_play(setting(game_of("zsiros/2")))]
    assert all(function is not None and function.__module__.startswith("aceten") for function in functions)
    assert len(set(functions)) == len(functions)


def test_every_game_has_theorems() -> None:
    """Each theorem speaks about some game, and about each game there are several, of which at least one speaks of cards."""
    known = {theorem.id for theorem in THEOREMS}
    spoken: set[str] = set()
    for game, players in GAMES:
        theorems = chosen_theorems(load_shipped(game), players)
        assert len(theorems) >= 8
        assert {"T-CARDS", "T-POINTS"} <= set(theorems)
        spoken |= set(theorems)
    assert spoken == known
    assert len(known) == len(THEOREMS)


@pytest.mark.parametrize("game", ["zsiros/4", "hola/2", "schnapsen/2", "auction-sixty-six/4", "tausendeins/2"])
def test_every_step_is_asked_of_any_game(game: str) -> None:
    """A step says of every game whether it has something to show there, and has nothing where its theorem says nothing."""
    about = setting(game_of(game))
    for theorem in THEOREMS:
        assert {step.applies(about) for step in theorem.steps} <= {False, theorem.applies(about)}, theorem.id


@pytest.mark.parametrize("theorem", [theorem.id for theorem in THEOREMS])
def test_what_a_theorem_is_about_exists(theorem: str) -> None:
    """The functions that its obligations name are there, and so are the clauses, in some rulebook; ids differ."""
    [proposition] = [each for each in THEOREMS if each.id == theorem]
    clauses = {clause.id for game in shipped() for clause in load_shipped(game).clauses}
    suffixes = {clause.partition("-")[2] for clause in clauses}
    assert len(set(proposition.obligations())) == len(proposition.steps)
    assert obligations_of(theorem) == proposition.obligations()
    assert proposition.argument
    for step in proposition.steps:
        assert callable(named(step.function))
        assert set(step.clauses) <= suffixes | clauses, step.name
        assert re.fullmatch("[a-z][a-z0-9_]*", step.name)
        assert step.statement[:1].islower()
        assert not step.statement.endswith(".")


@pytest.mark.turns(12)
def test_what_is_asked_is_kept_for_other_solvers(tmp_path: Path) -> None:
    """With a directory to export to, each obligation leaves an SMT-LIB script, and every question in it is answered unsat."""
    report = prove(load_shipped("zsiros"), 2, only=["T-POINTS"], provers=Provers(solvers=("z3",), export=tmp_path))
    [theorem] = report.theorems
    assert theorem.verdict == "proved"
    for obligation in theorem.obligations:
        text = (tmp_path / f"{obligation.id}.smt2").read_text(encoding="utf-8")
        logic, _, rest = text.partition("\n")
        assert logic == f"(set-logic {obligation.logic})"
        questions = re.findall(r"\(push 1\)\n(.*?)\(pop 1\)", rest, flags=re.DOTALL)
        assert len(questions) == obligation.cases
        assert [solvers.answers(question) for question in questions[:5]] == [("unsat",)] * len(questions[:5])


def test_solvers_that_disagree_leave_a_claim_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """When cvc5 says other than z3, or does not say, nothing counts as proved, and the reason names both."""
    for said in ("sat", "unknown", '(error "no")'):
        monkeypatch.setattr(obligations, "answers", functools.partial(_says, said))
        report = prove(load_shipped("zsiros"), 2, only=["T-POINTS.add_card"])
        [obligation] = report.theorems[0].obligations
        assert obligation.verdict == report.verdict == "unknown"
        assert f"cvc5 says {said}, z3 says unsat" in obligation.reason


def _says(what: str, _script: str) -> tuple[str, ...]:
    return (what,)


def test_what_cvc5_refuses_is_not_proved() -> None:
    """A claim outside of the logic is an error, not an answer."""
    [answer] = solvers.answers("(declare-fun x () Int)(assert (= (* x x) 2))(check-sat)")
    assert "non-linear" in answer


def test_a_part_is_not_the_whole() -> None:
    """A theorem of which only some obligations were looked at does not count as proved, though what was asked for is."""
    report = prove(load_shipped("zsiros"), 2, only=["T-POINTS.add_card"])
    [theorem] = report.theorems
    assert report.verdict == "proved"
    assert theorem.verdict == "unknown"
    assert not theorem.complete


@pytest.mark.turns(6)
def test_what_a_clause_asks_for() -> None:
    """Only obligations that name the clause are looked at, of whatever theorem."""
    zsiros = load_shipped("zsiros")
    report = merged(
        [prove(zsiros, 2, only=[name], clause="ZS-CARDS-3") for name in chosen_theorems(zsiros, 2, clause="ZS-CARDS-3")]
    )
    assert report.verdict == "proved"
    assert report.theorems
    assert all("ZS-CARDS-3" in each.clauses for theorem in report.theorems for each in theorem.obligations)


@pytest.mark.parametrize(("only", "clause"), [(["T-NOTHING"], None), (["T-POINTS.nothing"], None), (None, "ZS-NO-1")])
def test_unknown_names_are_refused(only: list[str] | None, clause: str | None) -> None:
    """A theorem, an obligation or a clause that there is not."""
    with pytest.raises(UsageError, match=r"no theorem and no obligation|has no clause"):
        prove(load_shipped("zsiros"), 2, only=only, clause=clause)
    with pytest.raises(UsageError, match="no theorem"):
        obligations_of("T-NOTHING")


@pytest.mark.parametrize(
    ("game", "silent"),
    [
        ("septica/4", set[str]()),
        ("septica/3", {"PLAYERS-2", "CALL-3", "CALL-5"}),
        ("septica/4 sides=each", {"PLAYERS-2", "CALL-3", "CALL-5"}),
        ("sedma/4 sides=each", {"PLAYERS-2", "CALL-3", "CALL-5"}),
        ("hola/3", {"PLAYERS-2"}),
        ("zsiros/4 continuation=never", {f"MULTI-{number}" for number in (3, 4, 6, 7, 8)}),
    ],
)
def test_no_clause_is_proved_that_says_nothing(game: str, silent: set[str]) -> None:
    """Of what the players have agreed to leave out nothing is claimed: of partners nothing where each plays for himself."""
    loaded = game_of(game)
    book = loaded.rulebook
    names = {clause.id.removeprefix(f"{book.prefix}-") for clause in book.clauses if clause.subject == "rule"}
    steps = [step for theorem in THEOREMS for step in theorem.steps]
    every = {clause for step in steps for clause in step.clauses_of(book)}
    claimed = {clause for step in steps for clause in step.clauses_in(loaded)}
    assert {f"{book.prefix}-{name}" for name in silent & names} & every == every - claimed
    assert {each.removeprefix(f"{book.prefix}-") for each in unspoken(book, loaded.rules)} & names == silent


def test_settings_know_their_kind() -> None:
    """A setting of a game with matching tricks is none of one with suit tricks."""
    assert matching("zsiros").rules.tie == "last_trick"
    with pytest.raises(TypeError, match="no suit tricks"):
        suits("zsiros")
    with pytest.raises(TypeError, match="no matching tricks"):
        matching("schnapsen")


def test_a_clause_of_one_rulebook_alone_is_proved_of_no_other() -> None:
    """What HO-SCORE-20 says of burned sides is proved in Hola; SM-SCORE-20 says something else, about which there is no theorem."""
    assert "T-SCORE.each_scores" in standing(load_shipped("hola"))["HO-SCORE-20"].obligations
    assert standing(load_shipped("sedmice"))["SM-SCORE-20"].degree == "tested"
