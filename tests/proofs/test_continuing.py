"""What a player may do where tricks are matched: the formulas on given values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from aceten import MatchingGame, load
from aceten_spec.formulas import tricks as rules_of

if TYPE_CHECKING:
    from aceten_spec.rulebook import MatchingParameters


def rules(game: str, players: int, **options: object) -> MatchingParameters:
    """Return the parameters of a game with matching tricks."""
    loaded = load(game, players=players, **options)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert isinstance(loaded, MatchingGame)
    return loaded.rules


@pytest.mark.parametrize(
    ("game", "leading", "winning", "may"),
    [("zsiros", 0, 1, True), ("zsiros", 0, 0, False), ("sedma", 0, 0, True), ("lusti-kartln", 0, 1, False)],
)
def test_who_may_continue(game: str, leading: int, winning: int, *, may: bool) -> None:
    """ZS-MULTI-1: when an opponent is winning, always, or never."""
    assert rules_of.may_continue(rules(game, 4)).at(leading, winning) == may


@pytest.mark.parametrize(
    ("game", "rank", "led", "trumped", "holds"),
    [
        ("zsiros", 14, 14, 0, True),
        ("zsiros", 7, 14, 0, True),
        ("zsiros", 13, 14, 0, False),
        ("zsiros", 14, 7, 0, False),
        ("sedma-trumps", 14, 14, 1, False),
        ("hola", 13, 14, 0, True),
    ],
)
def test_what_continues(game: str, rank: int, led: int, trumped: int, *, holds: bool) -> None:
    """ZS-MULTI-2, ST-MULTI-9, HO-MULTI-2: the led rank or a seven, in a trumped trick a seven, or any card."""
    assert rules_of.continues(rules(game, 4)).at(rank, led, trumped) == holds


@pytest.mark.parametrize(
    ("rank", "limit", "leads", "holds"),
    [(9, 3, (9, 9, 9), True), (8, 3, (9, 9, 9), False), (9, 3, (9, 9), False), (9, 0, (9, 9, 9), False)],
)
def test_which_rank_is_barred(rank: int, limit: int, leads: tuple[int, ...], *, holds: bool) -> None:
    """RK-PLAY-11: after three nines that were led in a row, a nine is."""
    assert rules_of.barred(len(leads)).at(rank, limit, *leads) == holds


@pytest.mark.parametrize(
    ("barred", "held", "holds"), [(0, (0, 1), True), (1, (0, 1), False), (1, (1, 1), True), (0, (0, 0), True)]
)
def test_what_may_be_led(barred: int, held: tuple[int, ...], *, holds: bool) -> None:
    """RK-PLAY-11: a card of a barred rank only by who holds no other."""
    assert rules_of.may_lead(len(held)).at(barred, *held) == holds


@pytest.mark.parametrize(
    ("rank", "leads", "after"), [(9, (), 1), (9, (9,), 2), (9, (9, 9), 3), (9, (9, 9, 9), 3), (8, (9, 9, 9), 1)]
)
def test_how_many_leads_count(rank: int, leads: tuple[int, ...], after: int) -> None:
    """RK-PLAY-11: with a limit of three, leads of one rank are counted to three, and another rank begins anew."""
    formula = rules_of.in_a_row(len(leads))
    assert [number for number in range(6) if formula.at(rank, 3, number, *leads)] == [after]


@pytest.mark.parametrize(
    ("cards", "drawn", "choosing"), [(0, 0, False), (1, 0, False), (2, 0, True), (2, 1, False), (4, 0, True)]
)
def test_when_the_leader_has_to_choose(cards: int, drawn: int, *, choosing: bool) -> None:
    """ZS-MULTI-5: with two players after two cards and after four, unless the trick is his who drew to spice it."""
    assert rules_of.choosing(2).at(cards, drawn) == choosing


@pytest.mark.parametrize("talon", [0, 1, 5])
def test_who_may_flip(talon: int) -> None:
    """RL-FLIP-3: whoever is to lead or to play, while there is a talon."""
    assert rules_of.may_flip(rules("ristiklappi", 2)).at(talon) == (talon > 0)
    assert not rules_of.may_flip(rules("zsiros", 2)).at(talon)


def test_who_may_spice() -> None:
    """RL-SPICE-2: who draws after the trick, because he has not flipped and there is a talon."""
    formula = rules_of.may_spice(rules("ristiklappi", 2))
    assert [formula.at(talon, held) for talon, held in ((3, 4), (0, 4), (3, 5))] == [True, False, False]
    assert not rules_of.may_spice(rules("ristikontra", 4)).at(3, 4)


def test_who_may_call() -> None:
    """ZS-CALL-2: of four players the one opposite, of two nobody."""
    four, two = (rules_of.may_call(rules("zsiros", players), players) for players in (4, 2))
    assert [seat for seat in range(4) if four.at(1, seat)] == [3]
    assert not any(two.at(0, seat) for seat in range(2))
