"""The theorems about what games have in common, and games that they must fail for."""

import pytest
from support.proofs.single_obligations import PROPOSITIONS, established, game_of, refuted, result_of
from support.slices import sliced

from aceten import UsageError, parse, parse_action
from aceten.engine.matching import steps
from aceten.proofs.execution.replacements import replaced
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.statements.obligations import Provers, discharge
from aceten.proofs.statements.proof_report import Counterexample
from aceten.proofs.statements.propositions import establish
from aceten.proofs.theorems.comparisons import comparison_theorems, game_cases
from aceten.proofs.theorems.comparisons.comparison_theorems import comparisons
from aceten.proofs.theorems.comparisons.game_differences import ASPECTS, GameDifference, compare, difference, differs
from aceten_spec import shipped

ROWS = comparisons()
SLICE = ("ZSIROS-SEDMA", "SEDMA-ZSIROS", "SEPTICA-ZSIROS", "SEDMA-TRUMPS-SEDMA", "SCHNAPSEN-BOOK-SIXTY-SIX")


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.id in sliced(SLICE, whole=tuple(row.id for row in ROWS))], ids=lambda row: row.id
)
def test_comparison_is_proved(row: comparison_theorems.GameComparison) -> None:
    """What a row says to be the same is proved, and what it says to differ is seen in a position that both engines replay."""
    for players in sliced(row.players[:1], whole=row.players):
        game = game_of(f"{row.left}/{players}")
        assert PROPOSITIONS[f"T-SAME-{row.id}"].applies(setting(game))
        theorem = established(f"T-SAME-{row.id}", game, provers=Provers())
        assert theorem.verdict == "proved", theorem
        assert theorem.witnesses


def test_rows_speak_about_shipped_games_and_known_aspects() -> None:
    """Each row has an id of its own, names shipped games, and says something about each aspect once at most."""
    assert len({row.id for row in ROWS}) == len(ROWS) >= 10
    for row in ROWS:
        assert {row.left, row.right} <= set(shipped())
        said = (*row.same, *row.differ)
        assert len(set(said)) == len(said) > 0
        assert set(said) <= set(ASPECTS)


def test_comparison_does_not_speak_about_games_with_options() -> None:
    """A row is about the rulebook and the options that it names, not about others."""
    applies = PROPOSITIONS["T-SAME-ZSIROS-SEDMA"].applies
    games = "zsiros/2", "zsiros/2 tie=draw", "sedma/2"
    assert [applies(setting(game_of(game))) for game in games] == [True, False, False]


def refuted_step(step: str, left: str, right: str) -> Counterexample:
    """Return what refutes that two games have something in common."""
    cases = getattr(game_cases, step)(game_of(left), game_of(right))
    found = discharge(name="", statement="", clauses=(), function="", domain="", cases=cases, provers=Provers())
    return refuted(found)


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("step", "left", "right"),
    [
        ("same_cards", "zsiros/2", "hola/2"),
        ("same_cards", "schnapsen", "sixty-six"),
        ("same_play", "sedma-trumps/2", "sedma/2"),
        ("same_play", "ristikontra lead_limit=0", "ristikontra"),
        ("same_play", "zsiros/2", "sedma/2"),
        ("same_play", "zsiros/2", "zsiros/2 draw=round_robin continuation=always"),
        ("same_points", "septica/2", "zsiros/2"),
        ("same_result", "zsiros/2", "zsiros/2 tie=draw"),
        ("same_beats", "einwerfen", "auction-sixty-six"),
        ("same_owed", "schnapsen", "schnapsen last_obligation=follow"),
    ],
)
def test_games_that_differ_are_refuted(step: str, left: str, right: str) -> None:
    """Each step fails for two games that differ in just this."""
    refuted_step(step, left, right)


@pytest.mark.turns(12)
def test_draws_in_other_order_are_seen() -> None:
    """Drawing all at once and one after the other differ after two rounds only, and are told apart there."""
    assert "trick 3" in refuted_step("same_play", "sedma/2", "sedma/2 draw=round_robin").case


def test_compare_gives_positions() -> None:
    """Two games that differ in play and result are shown to do so, by positions and an action for both engines."""
    found = {each.aspect: each for each in compare(game_of("zsiros/2"), game_of("sedma/2"))}
    assert set(found) == {"play", "result"}
    play = found["play"]
    here, there = (parse(line).play(parse_action(play.action)) for line in (play.left, play.right))
    assert (here.turn, here.trick, here.legal) != (there.turn, there.trick, there.legal)
    assert result_of(found["result"].left) != result_of(found["result"].right)


def test_compare_gives_nothing_for_one_game() -> None:
    """A game does not differ from itself in anything."""
    for game in ("zsiros/2", "schnapsen"):
        assert compare(game_of(game), game_of(game)) == ()


def test_trick_in_which_trumps_differ() -> None:
    """Where sevens are trumps, the led rank after a seven wins no more: by hand, 8 7 8 goes to the seven, in Sedma to the last eight."""
    found = difference(game_of("sedma-trumps/4"), game_of("sedma/4"), "play")
    assert found is not None
    line = "sedma-trumps/4 hands=K,Q,8K,JJ lead=0 trick=87"
    here, there = (parse(text).play(parse_action("8")) for text in (line, line.replace("-trumps", "")))
    assert (here.winning, there.winning) == (1, 2)
    seen = [parse(found.left), parse(found.left).play(parse_action(found.action))]
    assert differs(found, game_of("sedma/4"), seen)
    itself = GameDifference(aspect="play", left=found.left, right=found.left, action=found.action, what="")
    assert not differs(itself, game_of("sedma-trumps/4"), seen)


def test_games_that_cannot_be_compared_are_refused() -> None:
    """Games with other numbers of players, or other kinds of tricks, are refused with both names."""
    for other in ("zsiros/4", "schnapsen/2"):
        with pytest.raises(UsageError, match=f"zsiros/2 and {other}"):
            compare(game_of("zsiros/2"), game_of(other))


def test_difference_that_is_none_is_refuted() -> None:
    """A row that says that games differ where they do not has no witness, and is refuted."""
    [row] = [row for row in ROWS if row.id == "SEPTICA-ZSIROS"]
    wrong = comparison_theorems.GameComparison(
        id="WRONG", left=row.left, right=row.right, players=row.players, same=("points",), differ=("play",), text=""
    )
    theorem = establish(comparison_theorems.proposition(wrong), setting(game_of("septica/2")), provers=Provers())
    assert theorem.verdict == "refuted"
    assert [obligation.verdict for obligation in theorem.obligations] == ["refuted"]
    assert not any(witness.holds for witness in theorem.witnesses)


def test_engine_that_treats_games_alike_has_no_difference() -> None:
    """When the engine forgets what sets two games apart, the position that shows it is gone, and the theorem is refuted."""
    with replaced(steps.continuation_allowed, lambda *_, **__: False):
        theorem = established("T-SAME-SEDMA-ZSIROS-PLAIN", game_of("sedma/2"), only=(), provers=Provers())
    assert theorem.verdict == "refuted"
    assert any("no position" in witness.problem for witness in theorem.witnesses)
