"""Wrong functions of the engine and wrong formulas: the obligation that is about each is refuted.

In ``wrong.toml`` they are wrong altogether, in ``corners.toml`` for one leader, talon, trick or the like alone.
"""

import tomllib
from pathlib import Path
from typing import Final

import msgspec
import pytest
from support.proofs.single_obligations import PROPOSITIONS, changed, discharged, game_of
from tools.mutants.mutations import installed
from tools.mutants.reached_code import forget

from aceten import Game, IllegalAction, load, parse


class Wrong(msgspec.Struct, frozen=True, array_like=True):
    """One row of the table: some code of a function is another."""

    obligation: str
    """What fails."""
    game: str
    """The game that it is about, with options."""
    before: str
    """Code that the function has once."""
    after: str
    """What stands there instead."""


def rows_of(name: str) -> list[tuple[str, Wrong]]:
    """Return the rows of a table, each with its function."""
    table = tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))
    return [
        (function, wrong) for function, rows in msgspec.convert(table, dict[str, list[Wrong]]).items() for wrong in rows
    ]


ROWS: Final = [*rows_of("wrong.toml"), *rows_of("corners.toml")]
SHOWN: Final = {"T-WINNER.scores", "T-WINNER.enough"}
"""Obligations of which a counterexample is a finished deal."""


@pytest.mark.turns(180)
@pytest.mark.parametrize(
    ("function", "wrong"), ROWS, ids=lambda each: each if isinstance(each, str) else each.obligation
)
def test_wrong_function_is_refuted(function: str, wrong: Wrong) -> None:
    """A wrong function is refuted at the obligation that is about it, by a counterexample."""
    game = game_of(wrong.game)
    forget()
    with installed(changed(function, wrong.before, wrong.after)):
        found = discharged(wrong.obligation, game)
    forget()
    assert found.verdict == "refuted", found
    assert found.counterexample is not None
    if wrong.obligation in SHOWN:
        assert parse(found.counterexample.position).result is not None


CLAIMING: Final = "aceten_spec.formulas.suits.rights_clauses.claiming"
"""What the relation of play with suit tricks keeps."""
RIGHT: Final = list(dict.fromkeys((wrong.obligation, wrong.game) for _, wrong in ROWS))
"""What is made wrong, once each: an obligation of a game."""


@pytest.mark.turns(120)
@pytest.mark.parametrize(("obligation", "game"), RIGHT)
def test_what_is_made_wrong_is_proved_as_it_is(obligation: str, game: str) -> None:
    """An obligation that a wrong function refutes is proved of the right one: else it would be refuted whatever is wrong."""
    found = discharged(obligation, game_of(game))
    assert found.verdict == "proved", found


@pytest.mark.parametrize(
    ("obligation", "game"),
    [
        ("T-STEP.card", load("zsiros", players=2, cards="AhAsKhKs", hand=1)),
        ("T-STEP.meld", load("schnapsen", cards="KhQhKsQs", hand=1)),
        ("T-STEP.bid", load("auction-sixty-six", cards="AhKhQhAs", hand=1)),
    ],
    ids=["card", "meld", "bid"],
)
def test_every_kind_of_action_is_followed(obligation: str, game: Game) -> None:
    """In every run, of few cards, as a line too much in an action or a state makes all that is proved of its kind unknown at once."""
    assert discharged(obligation, game).verdict == "proved"


@pytest.mark.turns(8)
def test_a_wrong_formula_is_forgotten() -> None:
    """Relations keep their formulas: what is proved after a wrong one is about the right one again."""
    (row,) = [row for row in ROWS if row[0] == CLAIMING]
    test_wrong_function_is_refuted(*row)
    assert discharged(row[1].obligation, game_of(row[1].game)).verdict == "proved"


def test_every_row_fits_its_function() -> None:
    """What a row exchanges stands once in the function, in a file that Python reads: told of all rows, however few are proved."""
    for function, wrong in ROWS:
        assert changed(function, wrong.before, wrong.after).function == function


def test_every_obligation_has_a_wrong_function() -> None:
    """Each obligation about a function of the engine has one that makes it fail; those of rules and of pairs of games have faulty rules."""
    tried = {wrong.obligation for _, wrong in ROWS}
    for theorem, proposition in PROPOSITIONS.items():
        if theorem != "T-RULES" and not theorem.startswith("T-SAME"):
            about = {f"{theorem}.{step.name.removesuffix('_first')}" for step in proposition.steps if step.about_engine}
            assert about <= tried, about - tried


@pytest.mark.turns(20)
def test_a_counterexample_is_a_position_and_says_what_differs() -> None:
    """It can be opened, and the right engine does there what the clauses say."""
    wrong = changed(
        "aceten.engine.matching.legality.lead_refusal", "if not too_many", "if len(hand) < 6 or not too_many"
    )
    with installed(wrong):
        found = discharged("T-STEP.card", game_of("ristikontra/4")).counterexample
    assert found is not None
    assert found.problem == f"{found.inputs['card']}: the engine says no refusal, the clauses lead_limit (RK-PLAY-11)"
    with pytest.raises(IllegalAction, match="lead") as refused:
        parse(found.position).play(found.inputs["card"])
    assert refused.value.code == "lead_limit"
    with installed(changed("aceten.engine.matching.play.after_flip", "state.talon[1:]", "state.talon[2:]")):
        flipped = discharged("T-STEP.alone", game_of("ristiklappi/2")).counterexample
    assert flipped is not None
    assert flipped.problem.startswith("flip: talon: the engine has ")
    assert parse(flipped.position).play("flip").talon == parse(flipped.position).talon[1:]
