"""The theorem about what a deal scores: rules that it must fail for, and its formulas on given values."""

import itertools

import msgspec
import pytest
from support.proofs.single_obligations import at_each, discharged, established, matching, refuted, with_rules
from support.slices import sliced

from aceten import load, parse
from aceten.engine import scoring as engine
from aceten_spec.formulas.award_clauses import award_number, award_points, falls, one_row, row_applies, scores
from aceten_spec.formulas.end_clauses import ending
from aceten_spec.formulas.outcome_clauses import took_all
from aceten_spec.rulebook import Award

# --- Rules with a gap or an overlap -----------------------------------------------------------------------------------


def row(name: str, low: int, high: int, tricks: str = "some", game_points: int = 1) -> Award:
    """Return a row of a scoring table."""
    return msgspec.convert(
        {"name": name, "meaning": name, "points": [low, high], "tricks": tricks, "game_points": game_points}, Award
    )


REST = (row("kopasz", 80, 80, game_points=2), row("csupasz", 80, 80, "all", 3))


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ((row("majority", 40, 60), *REST), (70, 10)),
        ((row("majority", 50, 70), *REST), (40, 40)),
        ((row("majority", 40, 80), *REST), (80, 0)),
        ((row("majority", 40, 60), row("more", 60, 70), *REST), (60, 20)),
        ((row("majority", 40, 70), REST[0]), (80, 0)),
    ],
    ids=["gap", "gap at the tie", "overlap at the end", "overlap", "no row for every trick"],
)
def test_gap_or_overlap_is_shown_in_a_position(rows: tuple[Award, ...], points: tuple[int, int]) -> None:
    """Where no row applies to a result, or two do, the counterexample is a finished deal that has this result."""
    game = with_rules("zsiros", 4, scoring=rows)
    found = refuted(discharged("T-SCORE.rows", game))
    result = parse(found.position, rules=game.rulebook).result
    assert result is not None
    assert sorted(result.points, reverse=True) == list(points)
    assert sum(found.outcome.values()) != 1


def test_gap_between_points_that_cannot_occur_is_none() -> None:
    """Card points come in tens in this game, so that a table may leave out what lies between two tens."""
    rows = (row("majority", 40, 61), row("more", 69, 79), *REST)
    assert discharged("T-SCORE.rows", with_rules("zsiros", 4, scoring=rows)).verdict == "proved"


@pytest.mark.turns(6)
def test_row_that_never_applies_is_no_witness() -> None:
    """A row that applies to no result makes the theorem fail: it has no witness."""
    rows = (row("less", 10, 20), row("majority", 40, 70), *REST)
    theorem = established("T-SCORE", with_rules("zsiros", 2, scoring=rows))
    assert [witness.shows for witness in theorem.witnesses if not witness.holds] == ["less: less"]
    assert theorem.verdict == "refuted"


# --- Formulas on given values -----------------------------------------------------------------------------------------

ZSIROS = matching("zsiros/4").rules.scoring


@pytest.mark.parametrize(
    ("points", "every", "name", "game_points"),
    [(40, 0, "majority", 1), (70, 0, "majority", 1), (80, 0, "kopasz", 2), (80, 1, "csupasz", 3)],
)
def test_rows_of_zsiros(points: int, every: int, name: str, game_points: int) -> None:
    """ZS-SCORE-4 to ZS-SCORE-6: 40 to 70 score 1, all 80 score 2, every trick 3."""
    applying = [each.name for each in ZSIROS if row_applies(each).at(points, points, every)]
    assert applying == [name]
    assert one_row(ZSIROS).at(points, points, every)
    assert ZSIROS[award_number(ZSIROS).at(points, points, every)].name == name
    assert award_points(ZSIROS).at(points, points, every) == game_points


def test_no_row_below_half() -> None:
    """No row of the table is for 30 points; whoever wins so by the other's last card scores by the first row."""
    assert not one_row(ZSIROS).at(30, 30, 0)
    assert award_number(ZSIROS).at(30, 30, 0) == 0
    assert award_points(ZSIROS).at(30, 30, 0) == 1


def test_rows_can_look_at_cards() -> None:
    """With ten points for the last trick 80 of cards are kopasz, and 70 with the last trick are not."""
    rows = matching("zsiros/4 last_trick=ten").rules.scoring
    assert rows[award_number(rows).at(80, 80, 0)].name == "kopasz"
    assert rows[award_number(rows).at(80, 70, 0)].name == "majority"


@pytest.mark.parametrize("game", sliced(["zsiros", "einwerfen"], whole=["zsiros", "einwerfen", "sedma", "ristikontra"]))
def test_rows_are_those_of_the_engine(game: str) -> None:
    """Formula and engine find the same row for all points."""
    loaded = load(game)
    rows, most = loaded.rules.scoring, loaded.most_points
    number = award_number(rows)
    for points, every in itertools.product(range(0, most + 1, loaded.unit), (0, 1)):
        found = engine.award_for(rows, points, points, every_trick=bool(every))
        assert rows[number.at(points, points, every)] == found


@pytest.mark.parametrize(
    ("numbers", "possible", "points"),
    [
        ((0, 3, 5, 6, 6, 2, 18), True, (70, 20)),
        ((1, 3, 5, 6, 6, 2, 18), True, (60, 30)),
        ((0, 0, 8, 0, 0, 8, 24), False, (10, 80)),
        ((0, 3, 5, 6, 6, 1, 19), False, (70, 10)),
        ((0, 3, 5, 6, 7, 2, 17), False, (70, 20)),
    ],
)
def test_ends_of_deals(numbers: tuple[int, ...], possible: bool, points: tuple[int, int]) -> None:
    """All 32 cards lie in rounds of four, and who took the last trick took one: points are those of tens and aces, 10 for it."""
    found = ending(matching("sedma/4").rules, 4, 2)
    assert found.names[:3] == ("last trick", "rounds 0", "rounds 1")
    assert bool(found.possible.at(*numbers)) is possible
    assert tuple(total.at(*numbers) for total in found.points) == points


def test_cards_are_left_over() -> None:
    """With six players and two packs two cards are left over; they count for nobody, or for who took the last trick."""
    found = ending(matching("hola/6").rules, 6, 2)
    assert [value for value, _ in found.left] == [10, 0]
    assert found.possible.at(0, 10, 7, 10, 50, 6, 36, 0, 2)
    assert not found.possible.at(0, 10, 7, 10, 50, 6, 38, 0, 0)
    to_last = ending(matching("hola/6 leftover=last_trick").rules, 6, 2)
    assert to_last.left == ()
    assert to_last.possible.at(0, 10, 7, 10, 52, 6, 36)
    assert not to_last.possible.at(1, 10, 7, 10, 52, 6, 36)


def test_every_trick() -> None:
    """A side took every trick when no other took one; it is open when that is not known of another."""
    every = took_all(3, (0,))
    assert at_each(every, (0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 2, 0), (1, 2, 1)) == [1, 1, 0, 2, 0]


def test_burned_sides_score_nothing() -> None:
    """HO-SCORE-10, HO-SCORE-12, HO-SCORE-20: every trick brings 80 more, or burns the others where that is agreed."""
    plain, burning = matching("hola/2").rules, matching("hola/2 hola=burn").rules
    swept, burned = (90, 0, 0, 0, 1, 0), (50, 40, 1, 0, 0, 0)
    assert [scores(plain, 2, side).at(*swept) for side in (0, 1)] == [170, 0]
    assert [scores(burning, 2, side).at(*swept) for side in (0, 1)] == [90, 0]
    assert [bool(falls(plain, 2, side).at(*swept)) for side in (0, 1)] == [False, False]
    assert [bool(falls(burning, 2, side).at(*swept)) for side in (0, 1)] == [False, True]
    assert [scores(plain, 2, side).at(*burned) for side in (0, 1)] == [0, 40]


def test_no_points_reset_a_score() -> None:
    """RL-SCORE-13: where it is agreed, a side without points loses its score."""
    rules = matching("ristiklappi/2 zero_resets=on").rules
    assert [bool(falls(rules, 2, side).at(120, 0, 0, 0, 0, 0)) for side in (0, 1)] == [False, True]
