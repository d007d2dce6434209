"""Every part of what a deal comes to is stated by a clause of the game: from what decides it back to the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, get_args

import pytest

from aceten import load
from aceten.engine.game import Game
from aceten_spec import Rulebook, load_shipped, shipped
from aceten_spec.formulas import award_clauses, match_clauses, outcome_clauses
from aceten_spec.formulas.end_clauses import ending
from aceten_spec.formulas.suits import rights_clauses, settlement_clauses
from aceten_spec.plain import matching_awards, suit_awards
from aceten_spec.rulebook import MatchingParameters, ResultPart, SuitParameters

BOOKS: Final = tuple(map(load_shipped, shipped()))
RESETTING: Final = ("four_resets", "sweep_resets", "zero_resets")


def suffixes(clauses: tuple[str, ...]) -> set[str]:
    """Return clauses without the prefixes of their games: the same number says the like in all of them."""
    return {clause.partition("-")[2] for clause in clauses}


def named_by(function: Callable[..., object]) -> tuple[str, ...]:
    """Return the clauses that a page of plain Python names."""
    return tuple(re.findall(r"\b[A-Z]{2}-[A-Z]+-\d+\b", (function.__doc__ or "").partition("Clauses:")[2]))


def deciding(game: Game) -> Iterator[tuple[ResultPart, tuple[str, ...]]]:
    """Yield what decides a part of the results of a game, by the clauses that it names."""
    yield "next_dealer", match_clauses.dealer_after(game.rules, game.players, game.side_count, 0).clauses
    yield "match", match_clauses.match_over(game.rules, game.side_count).clauses
    yield from (
        in_matching(game, game.rules) if isinstance(game.rules, MatchingParameters) else in_suits(game, game.rules)
    )


def in_matching(game: Game, rules: MatchingParameters) -> Iterator[tuple[ResultPart, tuple[str, ...]]]:
    """Yield what decides where tricks are taken by matching."""
    ends = ending(rules, game.players, game.side_count)
    yield "rest", ends.possible.clauses
    yield "points", ends.points[0].clauses
    yield "winner", outcome_clauses.wins(rules.tie, rules.wins_from, game.side_count, 0).clauses
    yield "winner", named_by(matching_awards.winners)
    if rules.score == "table":
        yield "game_points", award_clauses.award_points(rules.scoring).clauses
    else:
        yield "game_points", award_clauses.scores(rules, game.side_count, 0).clauses
    if any(getattr(rules, name) for name in RESETTING):
        yield "resets", award_clauses.falls(rules, game.side_count, 0).clauses


def in_suits(game: Game, rules: SuitParameters) -> Iterator[tuple[ResultPart, tuple[str, ...]]]:
    """Yield what decides where suits matter."""
    yield "rest", rights_clauses.is_over(rules).clauses
    yield "points", ("SX-SCORE-1",)
    if rules.last_trick_points:
        yield "points", rights_clauses.last_trick(rules).clauses
    if rules.marriages != "none":
        yield "points", settlement_clauses.counting(rules).clauses
        yield "points", rights_clauses.marriage_points(rules).clauses
    yield "winner", named_by(suit_awards.winners)
    if rules.score in {"race", "table"}:
        yield "match", match_clauses.counts_in_match(rules, game.side_count, 0, 0).clauses
    if rules.score == "race":
        yield "game_points", settlement_clauses.row_against(rules).clauses
        yield "game_points", settlement_clauses.penalty(rules).clauses
        for side in range(game.side_count):
            yield "game_points", settlement_clauses.race_scores(rules, side).clauses
    elif rules.score == "contract":
        for bidders in (False, True):
            yield "game_points", settlement_clauses.contract_scores(rules, bidders=bidders).clauses
    else:
        yield "game_points", named_by(suit_awards.by_table if rules.score == "table" else suit_awards.by_points)


def by_options(book: Rulebook) -> Iterator[Game]:
    """Yield a game with every number of players, and with every value of an option that is not the rulebook's own."""
    for players in book.parameters.players:
        yield load(book, players=players)
        for name, option in book.options.items():
            if option.values != "positive" and (not option.players or players in option.players):
                yield from (load(book, players=players, **{name: value}) for value in option.values)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_what_decides_a_result_is_stated(book: Rulebook) -> None:
    """Whatever decides a part of a result, with any option, names clauses of this game, all of them among those that state the part."""
    own = suffixes(tuple(clause.id for clause in book.clauses if clause.subject == "rule"))
    for game in by_options(book):
        for part, clauses in deciding(game):
            named = suffixes(clauses) & own
            assert named, (game, part, clauses)
            assert named <= suffixes(book.results.get(part, ())), (game, part)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_every_part_is_stated(book: Rulebook) -> None:
    """No part of a result is without a clause, but for scores that fall to 0 where none can."""
    falls = any(any(getattr(game.rules, name, False) for name in RESETTING) for game in by_options(book))
    expected = set(get_args(ResultPart)) - (set() if falls else {"resets"})
    assert {part for part, clauses in book.results.items() if clauses} == expected
    rules = {clause.id for clause in book.clauses if clause.subject == "rule"}
    assert {clause for clauses in book.results.values() for clause in clauses} <= rules
