"""``aceten prove``: what it prints, what it can be asked for, and its exit status."""

import json
import multiprocessing
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import partial
from math import inf
from pathlib import Path
from types import FunctionType
from typing import Any

import msgspec
import psutil
import pytest
from support.patience import PATIENCE
from support.processes.interrupts import going_on, workers
from support.processes.program_runs import Aceten
from tools.mutants import hunt as hunting
from tools.mutants import mutations, reached_code

from aceten.engine import scoring
from aceten.proofs.execution import solvers
from aceten.proofs.execution.replacements import named
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.proof_report import Obligation
from aceten.proofs.statements.propositions import Step
from aceten.vocabulary.actions import Side
from aceten_cli.main import main
from aceten_cli.rules.prove import at_work
from aceten_spec import load_shipped


@pytest.fixture
def prove(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> Aceten:
    """Return what runs ``aceten prove``; one process is enough for the little that is asked here."""
    monkeypatch.setenv("COLUMNS", "200")
    return partial(run, "prove", "--jobs", "1")


@pytest.mark.turns(8)
def test_a_theorem_is_shown(prove: Aceten) -> None:
    """A line for each obligation, with verdict, domain, paths and time; where it is seen; and at the end by whom it was proved."""
    done = prove("zsiros", "--players", "2", "--theorem", "T-POINTS")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "zsiros/2"
    assert lines[1].startswith("proved  T-POINTS  ")
    [credit] = [line for line in lines if line.split()[:2] == ["proved", "credit"]]
    assert "all whole numbers" in credit
    assert "path" in credit
    assert credit.endswith(" s")
    assert any(line.strip().startswith("seen: ") and "zsiros/2 hands=" in line for line in lines)
    assert lines[-1].startswith("all proved: 1 theorem, ")
    assert "by z3 and cvc5" in lines[-1]


@pytest.mark.turns(2)
def test_json_has_a_report_for_each_number_of_players(prove: Aceten) -> None:
    """With the ids, verdicts and solvers of all obligations that were asked for."""
    done = prove("zsiros", "--theorem", "T-POINTS.credit", "--solver", "cvc5", "--json")
    reports = [json.loads(line) for line in done.out.splitlines()]
    assert done.status == 0
    assert [report["game"] for report in reports] == ["zsiros/2", "zsiros/4"]
    for report in reports:
        [theorem] = report["theorems"]
        [obligation] = theorem["obligations"]
        assert (obligation["id"], obligation["verdict"]) == ("T-POINTS.credit", "proved")
        assert obligation["solvers"] == ["cvc5"]


def test_a_game_is_proved_with_its_options(prove: Aceten) -> None:
    """The witness plays by the option, and the report says so; an option is of one game, and has only its own values."""
    done = prove(
        "zsiros", "--players", "2", "--option", "tie=draw", "--theorem", "T-STEP.start", "--solver", "z3", "--json"
    )
    report = json.loads(done.out)
    assert (done.status, report["game"]) == (0, "zsiros/2 tie=draw")
    [theorem] = report["theorems"]
    assert all("tie=draw" in witness["position"] for witness in theorem["witnesses"])
    assert prove("--option", "tie=draw").err == "error: --option is for proofs of one game\n"
    assert "'drwa' is no value of the option tie" in prove("zsiros", "--option", "tie=drwa").err


@pytest.mark.turns(8)
def test_what_a_clause_asks_for_is_proved(prove: Aceten) -> None:
    """Only the obligations of the clause are looked at."""
    done = prove("zsiros", "--players", "2", "--clause", "ZS-CARDS-3", "--json")
    [report] = map(json.loads, done.out.splitlines())
    obligations = [each for theorem in report["theorems"] for each in theorem["obligations"]]
    assert done.status == 0
    assert obligations
    assert all("ZS-CARDS-3" in each["clauses"] for each in obligations)


def test_scripts_are_exported(prove: Aceten, tmp_path: Path) -> None:
    """Each obligation leaves its SMT-LIB script, by game."""
    directory = tmp_path / "new" / "scripts"
    done = prove(
        "zsiros", "--players", "2", "--theorem", "T-POINTS.credit", "--solver", "z3", "--export", str(directory)
    )
    text = (directory / "zsiros-2" / "T-POINTS.credit.smt2").read_text(encoding="utf-8")
    assert done.status == 0
    assert set(solvers.answers(text.partition("\n")[2])) == {"unsat"}


def test_wrong_code_is_not_proved(prove: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the engine is wrong the exit status is 1, and numbers show it."""

    def credit_both(totals: tuple[int, ...], side: Side, gained: int) -> tuple[int, ...]:
        del side
        return tuple([total + gained for total in totals])

    monkeypatch.setattr(scoring, "credit", credit_both)
    done = prove("zsiros", "--players", "2", "--theorem", "T-POINTS.credit")
    assert done.status == 1
    assert "refuted" in done.out
    assert "T-POINTS.credit: the claim does not hold" in done.out
    assert "where side = " in done.out
    assert "NOT ALL PROVED" in done.out


@pytest.mark.turns(90)
def test_mutants_are_hunted(prove: Aceten) -> None:
    """Each mutant of a function and of a formula is accounted for, and none survives."""
    done = prove("zsiros", "--players", "2", "--mutants", "--theorem", "T-POINTS.credit", "--json")
    fates = [json.loads(line) for line in done.out.splitlines()]
    assert done.status == 0
    functions = [fate["function"] for fate in fates]
    assert list(dict.fromkeys(functions)) == [
        "aceten.engine.scoring.credit",
        "aceten_spec.formulas.card_clauses.capture",
    ]
    engine, formulas = map(functions.count, dict.fromkeys(functions))
    assert min(engine, formulas) > 3
    assert {fate["verdict"] for fate in fates} <= {"refuted", "not proved", "equivalent"}
    shown = prove("zsiros", "--players", "2", "--mutants", "--theorem", "T-POINTS.credit")
    assert f"{engine} mutants of functions and {formulas} of formulas" in shown.out
    assert f"{len(fates)} refuted, not proved or equivalent: 100.0 %" in shown.out


@pytest.mark.turns(6)
def test_uses_of_formulas_are_recorded() -> None:
    """Each obligation is recorded with the formulas that it uses, also with those that were made before it; others are not."""
    variant = reached_code.GameVariant(rulebook=load_shipped("zsiros"), players=2)
    used: dict[str, set[str]] = {}
    asked = ["T-POINTS.credit", "T-POINTS.add_card", "T-POINTS.pack", "T-END.nearer"]
    for use in reached_code.recorded(variant, asked):
        names = {function.removeprefix("aceten_spec.formulas.") for function, _ in use.places}
        used.setdefault(use.obligation, set()).update(names)
    assert used.pop("T-END.nearer") >= {
        "matching.trick_clauses.between_tricks",
        "matching.play_relation.PlayRelation.card",
    }
    assert used == {
        "T-POINTS.credit": {"card_clauses.capture"},
        "T-POINTS.add_card": {"card_clauses.card_points", "card_clauses.rank_of"},
        "T-POINTS.pack": {"card_clauses.card_points", "card_clauses.pack_points", "card_clauses.conservation"},
    }


@pytest.mark.turns(6)
def test_formulas_are_the_same_after_recording() -> None:
    """What is watched while uses are recorded is the very same afterwards."""
    before = reached_code.formula_functions()
    codes = {name: function.__code__ for name, function in before.items()}
    assert {name.rpartition(".")[0] for name in before} >= {
        "aceten_spec.formulas.card_clauses",
    }
    assert not [name for name in before if ".term" in name]
    reached_code.recorded(reached_code.GameVariant(rulebook=load_shipped("zsiros"), players=2), ["T-POINTS.credit"])
    after = reached_code.formula_functions()
    assert all(after[name] is function for name, function in before.items())
    assert {name: function.__code__ for name, function in after.items()} == codes


@pytest.mark.turns(48)
def test_options_notice_what_no_game_does_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code of a formula that only an option makes use of is tried with the option too."""

    def of_one_comparison(function: FunctionType) -> list[mutations.Mutation]:
        return [each for each in mutations.mutations(function) if each.before == "points[side] == 0"]

    monkeypatch.setattr(hunting, "mutations", of_one_comparison)
    games = [(load_shipped("ristiklappi"), 2)]
    [hunt] = [hunt for hunt in hunting.hunts_of(games, ["T-SCORE.each_scores"]) if hunt.function.endswith(".falls")]

    def survivors(hunt: hunting.Hunt) -> list[str]:
        return [fate.id for fate in hunting.followed(hunt) if fate.verdict == "survived"]

    left = survivors(hunt)
    assert left
    [again] = hunting.hunts_with_options([hunt], left, games)
    assert again.only == frozenset(left)
    assert not survivors(again)


_CONTINUES = "aceten.engine.matching.legality.continuation_refusal"


@pytest.mark.turns(90)
def test_cases_that_do_not_come_to_a_mutant_notice_nothing() -> None:
    """The cases that come to a statement find of each of its mutants what all cases of the same obligation find."""
    asked = "T-STEP.legal"
    [hunt] = [each for each in hunting.hunts_of([(load_shipped("zsiros"), 2)], [asked]) if each.function == _CONTINUES]
    trials = [trial for tried in hunt.trials.values() for trial in tried.first if trial.obligation == asked]
    assert "0" in f"{trials[0].cases:b}"  # some cases are left out
    verdicts: set[str] = set()
    for mutation in mutations.mutations(named(_CONTINUES)):
        tried = hunt.trials.get(mutation.statement, hunting.Trials())
        few = [trial for trial in tried.first if trial.obligation == asked]
        every = [msgspec.structs.replace(trials[0], cases=-1)]
        fate = hunting.fate_of(mutation, few, [])
        assert fate == hunting.fate_of(mutation, every, []), mutation.id
        verdicts.add(fate[0])
        others = [msgspec.structs.replace(trial, cases=~trial.cases) for trial in few]
        assert hunting.fate_of(mutation, others, []) == ("survived", ""), mutation.id
    assert {"refuted", "survived"} <= verdicts


@pytest.mark.turns(36)
def test_what_does_not_run_a_function_is_not_tried_for_its_mutants() -> None:
    """Each function of the engine is tried where it is run, and a statement that nothing comes to is tried nowhere."""
    games = [(load_shipped("zsiros"), 2)]
    [credit] = [
        hunt for hunt in hunting.hunts_of(games, ["T-POINTS"]) if hunt.function == "aceten.engine.scoring.credit"
    ]
    tried = {trial.obligation for trials in credit.trials.values() for trial in trials.first}
    assert "T-POINTS.credit" in tried
    assert "T-POINTS.pack" not in tried
    assert hunting.followed(msgspec.structs.replace(credit, trials={}))[0].verdict == "survived"


@pytest.mark.turns(3)
def test_each_obligation_is_tried_once_when_patience_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """However soon it is out; then what is like something that was tried is left out."""
    tried: list[tuple[str, int]] = []
    own = Step.discharged

    def discharged(step: Step, name: str, about: Setting, *asked: Any) -> Obligation:  # noqa: ANN401 - whatever it is asked
        tried.append((name, about.game.players))
        return own(step, name, about, *asked)

    monkeypatch.setattr(Step, "discharged", discharged)
    variants = [reached_code.GameVariant(rulebook=load_shipped("zsiros"), players=players) for players in (2, 4)]
    names = ("T-POINTS.pack", "T-POINTS.add_card")
    trials = [hunting.Trial(obligation=name, variant=each, cases=-1, seconds=1) for name in names for each in variants]
    mutation = mutations.mutations(scoring.credit)[0]  # of which neither knows
    assert hunting.fate_of(mutation, trials, [], patience=-1) == ("survived", "")
    assert tried == [(name, 2) for name in names]
    tried.clear()
    assert hunting.fate_of(mutation, trials, [])[0] == "survived"
    assert tried == [(name, players) for name in names for players in (2, 4)]


def test_a_formula_is_tried_first_where_it_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What only an option makes another formula is tried with the option; without it too, but only at length."""
    tried: list[list[object]] = []

    def fate_of(_mutation: object, trials: Iterable[hunting.Trial], *_: object) -> tuple[str, str]:
        tried.append([trial.variant.option for trial in trials])
        return "survived", ""

    monkeypatch.setattr(hunting, "fate_of", fate_of)
    function = "aceten_spec.formulas.suits.rights_clauses.closing"
    [mutation] = [each for each in mutations.mutations(named(function)) if each.before == "tricks == 0"]
    book = load_shipped("sixty-six")
    as_it_is, asked = reached_code.GameVariant(rulebook=book, players=2), ("close_first", False)
    trials = [
        hunting.Trial(obligation="T-STEP.talon", variant=variant, cases=-1, seconds=1)
        for variant in (as_it_is, msgspec.structs.replace(as_it_is, option=asked))
    ]

    hunt = hunting.Hunt(
        function=function,
        trials={mutation.statement: hunting.Trials(first=tuple(trials))},
        obligations=(),
        only=frozenset({mutation.id}),
    )
    for patience in (hunting.PATIENCE, inf):
        assert [fate.verdict for fate in hunting.followed(msgspec.structs.replace(hunt, patience=patience))] == [
            "survived"
        ]
    assert tried == [[asked], [asked, None]]


def test_mutants_are_hunted_in_a_checkout_alone(prove: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where what hunts them is not there, it is said so."""
    monkeypatch.setattr("aceten_cli.rules.prove._CHECKOUT", tmp_path)
    done = prove("zsiros/2", "--mutants")
    assert (done.status, done.out) == (2, "")
    assert done.err == "error: mutants are hunted in a checkout of aceten alone: its folder tools/mutants is not here\n"


def _nothing_noticed(*_: object) -> tuple[str, str]:
    return "survived", ""


@pytest.mark.turns(6)
def test_a_mutant_that_survives_is_a_negative_result(prove: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """When nothing notices wrong code the exit status is 1, and it is shown."""
    monkeypatch.setattr(hunting, "fate_of", _nothing_noticed)
    done = prove("lusti-kartln", "--mutants", "--theorem", "T-POINTS.add_card")
    assert done.status == 1
    assert "survived: aceten.engine.scoring.add_card:" in done.out


def test_equivalent_mutants_are_there() -> None:
    """Each that is listed is a mutant of the function as it is, with the change that is listed, and a reason."""
    listed = hunting.equivalents()
    known = {
        each.id: each
        for name in {each.partition(":")[0] for each in listed}
        for each in mutations.mutations(named(name))
    }
    for name, equivalent in listed.items():
        assert (known[name].before, known[name].after) == (equivalent.before, equivalent.after), name
        assert len(equivalent.reason) > 10
    assert {name.partition(".")[0] for name in listed} == {"aceten", "aceten_spec"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("zsiros", "--players", "3"), "zsiros is for 2, 4"),
        (("zsiros/3",), "zsiros is for 2, 4"),
        (("zsiros/4", "--players", "2"), "--players 2: zsiros/4 is for 4"),
        (("zsirso/4",), "no game 'zsirso'"),
        (("zsiros/44",), "zsiros/44: No such file"),
        (("zsiros", "--theorem", "T-NO"), "no theorem and no obligation T-NO"),
        (("zsiros", "--clause", "ZS-NO-1"), "zsiros has no clause ZS-NO-1"),
        (("zsiros", "--clause", "ZS-CARDS-4"), "no theorem speaks about clause ZS-CARDS-4 in zsiros"),
        (("zsiros", "--theorem", "T-RULES.talon"), "no theorem speaks about T-RULES.talon in zsiros"),
        (("nothing",), "no game 'nothing'"),
        (("nothing.toml",), "nothing.toml: No such file"),
    ],
)
def test_what_there_is_not_is_refused(prove: Aceten, arguments: tuple[str, ...], said: str) -> None:
    """In a sentence, with exit status 2."""
    done = prove(*arguments)
    assert (done.status, done.out) == (2, "")
    assert said in " ".join(done.err.split())


@pytest.mark.turns(2)
def test_a_rulebook_of_ones_own_is_proved(prove: Aceten, tmp_path: Path) -> None:
    """From its file alone, or with the game's name and ``--rules``; a game by another name is refused."""
    file = tmp_path / "home.toml"
    file.write_text(
        'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HO"\n[parameters]\ntie = "draw"\n', encoding="utf-8"
    )
    asked = ("--theorem", "T-POINTS.credit", "--players", "2")
    assert prove(str(file), *asked).out.startswith("home/2\n")
    assert prove("home", "--rules", str(file), *asked).status == 0
    assert prove("home/2", "--rules", str(file), *asked[:2]).out.startswith("home/2\n")
    assert prove("--rules", str(file), *asked).status == 0
    assert prove("zsiros", "--rules", str(file), *asked).status == 2


@pytest.mark.turns(9)
def test_games_are_spread_over_processes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With two processes the output is that of one, but for the times."""

    def reports(jobs: str) -> list[dict[str, object]]:
        arguments = ["aceten", "prove", "zsiros", "--theorem", "T-POINTS.credit", "--json", "--jobs", jobs]
        monkeypatch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 0
        return [
            {
                "game": report["game"],
                "ids": [each["id"] for theorem in report["theorems"] for each in theorem["obligations"]],
            }
            for report in map(json.loads, capsys.readouterr().out.splitlines())
        ]

    assert reports("2") == reports("1")
    assert len(reports("1")) == len(load_shipped("zsiros").parameters.players)


@pytest.mark.turns(3)
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_workers_end_with_the_one_that_began_them() -> None:
    """Whoever kills the command alone has killed the processes that prove for it, too."""
    program = [sys.executable, "-m", "aceten_cli.main", "prove", "zsiros", "--jobs", "2"]
    proving = psutil.Popen([*program, "--theorem", "T-STEP"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    begun: list[psutil.Process] = []
    while proving.poll() is None and len(begun) < 2:
        time.sleep(0.05)
        begun = workers(proving.children())
    proving.kill()
    proving.wait(timeout=PATIENCE)
    assert len(begun) == 2
    assert going_on(begun) == []


def test_ctrl_c_does_not_wait_for_a_solver() -> None:
    """Those at work are ended, whatever they are at."""

    def pressed() -> None:
        with at_work(2) as each:
            each(time.sleep, [10 * PATIENCE] * 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pressed()
    assert not multiprocessing.active_children()
