"""``aceten.testing``: one's own engine against the reference, in one's own suite."""

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from conformance.mistakes.catalogue import BY_NAME
from conformance.mistakes.wrong import matching, suits
from conformance.programs.agreements import Agreed, Dealt
from conformance.programs.tables import MatchingTable, SuitTable, Table
from hypothesis import find, given, settings
from hypothesis import strategies as st
from support.games.game_strategies import GAMES, deals
from support.slices import examples, in_turn, sliced
from typing_extensions import override

from aceten import State, SuitGame, UsageError, parse_state, record_of
from aceten.testing import Adapter, Deal, DealResult, Divergence, deal_of, game_named, machine, play_both, strategies
from aceten_spec.protocol import DealRequest, PositionRequest

PLANTED = (
    (matching.LedSevenIsWild, "zsiros/4"),
    (matching.FirstRoundAlone, "zsiros/2"),
    (matching.PartnerLeads, "zsiros/4"),
    (matching.OtherWayRound, "zsiros/4"),
    (matching.StopNotOffered, "zsiros/4"),
    (matching.AlwaysAsked, "zsiros/4"),
    (matching.GoesOnOverThePartner, "zsiros/4"),
    (matching.AnyCardGoesOn, "zsiros/4"),
    (matching.NoSevenGoesOn, "zsiros/2"),
    (suits.TrumpsAreNothingSpecial, "schnapsen/2"),
)
"""Engines with a mistake that people make, and what they play."""


class OfTables(Adapter):
    """The independent model of the rules, as somebody's engine."""

    table: ClassVar[type[Table]] = MatchingTable

    @override
    def deal(self, deal: Deal) -> None:
        agreed = Agreed(deal.game.rules, deal.game.players)
        cut = None if deal.cut is None else str(deal.cut)
        self.now = self.table(Dealt(agreed, tuple(map(str, deal.deck)), deal.dealer, cut, deal.scores))

    @override
    def turn(self) -> int | None:
        return self.now.turn

    @override
    def legal(self) -> Iterable[str]:
        return self.now.allowed

    @override
    def play(self, action: str) -> None:
        if action not in self.now.allowed:
            raise ValueError(action)
        self.now.act(action)

    @override
    def result(self) -> DealResult | None:
        return self.now.result

    @override
    def hands(self) -> Sequence[Iterable[object]]:
        return self.now.hands

    @override
    def talon(self) -> Iterable[object]:
        return self.now.talon

    @override
    def winning(self) -> int | None:
        return self.now.winning if self.now.trick else None


class OfPositions(OfTables):
    """The same where it begins with positions, too."""

    @override
    def position(self, state: State) -> None:
        game = state.game
        agreed = Agreed(game.rules, game.players)
        self.now = self.table(Dealt(agreed, tuple(map(str, game.pack.cards)), game.players - 1, None, None))
        self.now.place(dict(word.split("=", 1) for word in str(state).split()[1:]))


def engine(table: type[Table], game: str, parent: type[OfTables] = OfPositions) -> type[OfTables]:
    """Return the adapter of a table."""
    return type("Mine", (parent,), {"table": table, "games": (game,), "__module__": __name__})


def found_by(adapter: type[Adapter], most: int = 100) -> Divergence:
    """Return what the machine finds."""
    test = machine(adapter).TestCase
    test.settings = settings(test.settings, max_examples=most, database=None)
    with pytest.raises(Divergence) as found:
        test("runTest").debug()
    return found.value


def clauses_of(table: type[Table]) -> tuple[str, ...]:
    """Return the clauses of which a table breaks one."""
    return BY_NAME[re.sub("(?<!^)(?=[A-Z])", "-", table.__name__).lower()].clauses


@pytest.mark.turns(6)
@pytest.mark.parametrize(("table", "game"), in_turn(PLANTED, 4))
def test_a_mistake_is_found_in_a_few_cards_with_its_clause(table: type[Table], game: str) -> None:
    """An engine with a mistake fails; it says a small game in which it does, the clause that is broken, and a line that asks this alone."""
    divergence = found_by(engine(table, game))
    assert set(clauses_of(table)) & {clause.id for clause in divergence.finding.clauses}
    assert isinstance(divergence.question, PositionRequest)
    assert len(divergence.question.actions) <= 3
    line = str(divergence).splitlines()[-1].strip()
    names: dict[str, object] = {"Mine": engine(table, game), "play_both": play_both, "deal_of": deal_of}
    with pytest.raises(Divergence):
        exec(line, names)  # noqa: S102 - the line that it says to keep
    names["Mine"] = engine(MatchingTable if issubclass(table, MatchingTable) else SuitTable, game)
    exec(line, names)  # noqa: S102 - it passes when the mistake is mended


@pytest.mark.turns(8)
def test_an_engine_that_only_deals_is_tested_from_the_deal_on() -> None:
    """Without ``position`` all begins with a deal, and what is found is one, too; a position is refused with the reason."""
    mine = engine(matching.NoSevenGoesOn, "zsiros/2", OfTables)
    divergence = found_by(mine)
    assert isinstance(divergence.question, DealRequest)
    assert "ZS-MULTI-2" in {clause.id for clause in divergence.finding.clauses}
    assert "play_both(Mine, deal_of('zsiros/2', '" in str(divergence)
    with pytest.raises(UsageError, match=r"no position\(state\)"):
        play_both(mine, "zsiros/2 hands=A7,T8 lead=0")
    with pytest.raises(UsageError, match=r"no position\(state\)"):
        mine().position(parse_state("zsiros/2 hands=A7,T8 lead=0"))


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "game", in_turn(["zsiros/2", "zsiros/4", "sedma-three/3", "hola/4", "schnapsen/2", "tausendeins/2"], 3)
)
def test_a_right_engine_passes(game: str) -> None:
    """The independent model of the rules finds nothing to fail with, in games with tricks of both kinds."""
    kind = SuitTable if isinstance(game_named(game), SuitGame) else MatchingTable
    test = machine(engine(kind, game)).TestCase
    test.settings = settings(test.settings, max_examples=sliced(12, whole=200), database=None)
    test("runTest").debug()


class Broken(MatchingTable):
    """Falls over when a ten is played."""

    @override
    def act(self, action: str) -> None:
        if action.startswith("T"):
            raise KeyError(action)
        super().act(action)


class Believing(OfPositions):
    """Takes what is not legal for legal."""

    games = ("zsiros/2",)

    @override
    def play(self, action: str) -> None:
        if action in self.now.allowed:
            self.now.act(action)


@pytest.mark.turns(8)
def test_an_engine_that_breaks_is_told_from_one_that_refuses() -> None:
    """An exception that is none of those by which it refuses is a fault, and the cause of the failure; so is taking what is not legal."""
    divergence = found_by(engine(Broken, "zsiros/2"))
    assert divergence.finding.kind == "error"
    assert isinstance(divergence.__cause__, KeyError)
    assert "KeyError" in str(divergence)
    assert found_by(Believing).finding.field == "refused"


def test_what_depends_on_what_came_before_is_called_unsteady() -> None:
    """An engine that is wrong once, and right when it is asked the same again, is said to be so."""

    class Moody(OfPositions):
        games = ("zsiros/2",)
        begun: ClassVar[int] = 0

        @override
        def deal(self, deal: Deal) -> None:
            super().deal(deal)
            type(self).begun += 1

        @override
        def turn(self) -> int | None:
            return super().turn() if self.begun != 1 else 1 - (super().turn() or 0)

    begin = deal_of("zsiros/2", 7)
    divergence = Divergence(Moody, begin, (), "turn")
    Moody.begun = 1
    assert divergence.finding.kind == "unsteady"


@pytest.mark.turns(2)
def test_what_it_lacks_or_omits_is_not_asked_for() -> None:
    """A kind of action that an engine says it lacks is not taken nor looked for, and what it says it omits is not compared."""

    class Plain(OfPositions):
        games = ("sixty-six/2",)
        table = SuitTable
        lacks = ("exchange", "close", "meld")
        omits = ("result",)

        @override
        def legal(self) -> Iterable[str]:
            return [action for action in self.now.allowed if action.partition(":")[0] not in self.lacks]

        @override
        def result(self) -> DealResult | None:
            return None

    test = machine(Plain).TestCase
    test.settings = settings(test.settings, max_examples=10, database=None)
    test("runTest").debug()


def test_an_adapter_without_games_is_refused() -> None:
    """What it is to be asked has to be said."""
    with pytest.raises(UsageError, match="expected games such as zsiros/2"):
        machine(type("Nothing", (OfTables,), {}))
    with pytest.raises(UsageError, match="expected a game with its number of players"):
        game_named("zsiros")


@given(deals())
def test_a_deal_is_written_so_that_it_can_be_made_again(deal: Deal) -> None:
    """The ``repr`` of a deal of a shipped game makes the same deal."""
    if deal.game in GAMES:
        made = eval(repr(deal), {"deal_of": deal_of})  # noqa: S307 - it is ours
        assert made == deal
        assert made.state() == deal.state()


@pytest.mark.turns(2)
@examples(100)
@given(st.data())
def test_what_is_drawn_is_of_its_kind(data: st.DataObject) -> None:
    """Strategies draw what they say: views of states, records that can be read, hands that hold what was asked for, games by name."""
    game = data.draw(strategies.games("zsiros", "schnapsen/2"))
    record = data.draw(strategies.records(strategies.deals(st.just(game))))
    assert parse_state(str(record.state), rules=game.rulebook) == record.state or record.state.log
    assert record_of(record.states[0], record.state).count("\n") >= len(record.events)
    state = data.draw(strategies.deals_with("zsiros/2", holds={0: "77"}, lacks={1: "7"}))
    assert sum(card.rank.letter == "7" for card in state.hands[0]) >= 2
    assert not any(card.rank.letter == "7" for card in state.hands[1])
    view = data.draw(strategies.views(st.just(state)))
    assert view == state.view(view.seat)
    plain = data.draw(strategies.games("zsiros/4", every_option=False))
    assert str(plain) == "zsiros/4"
    assert not plain.options
    assert game_named("zsiros/4", data.draw(strategies.options("zsiros", 4))).players == 4


@pytest.mark.turns(4)
def test_states_shrink_to_a_deal_with_nothing_played() -> None:
    """What Hypothesis is left with is the plainest: the first game, the seed 0, and no action."""
    drawn = strategies.states(strategies.deals(strategies.games("zsiros/2")))
    assert find(drawn, lambda _: True, settings=settings(max_examples=20)) == deal_of("zsiros/2", 0).state()


_PLUGGED = """
from hypothesis import settings
settings.register_profile("few", max_examples=6, database=None, deadline=None)
settings.load_profile("few")

from aceten.testing import Adapter, DealResult

class Echo(Adapter):
    def deal(self, deal):
        self.state = deal.state()
    def turn(self):
        return self.state.turn
    def legal(self):
        return self.state.legal
    def play(self, action):
        self.state = self.state.play(action)
    def result(self):
        result = self.state.result
        return DealResult(winners=result.winners, game_points=result.game_points)

class Good(Echo):
    games = ("zsiros/2", "zsiros/4 tie=draw")

class Bad(Echo):
    games = ("zsiros/2",)
    def legal(self):
        return [action for action in self.state.legal if str(action) != "stop"]
"""


@pytest.mark.turns(15)
def test_the_plugin_collects_adapters(tmp_path: Path) -> None:
    """Each class that is an adapter and names games is a test class with a test for each game; other classes are left alone."""
    (tmp_path / "test_mine.py").write_text(_PLUGGED, encoding="utf-8")
    options = ("-q", "-p", "aceten.testing.plugin", "-p", "no:cacheprovider", "-W", "error")
    command = [sys.executable, "-m", "pytest", *options, "test_mine.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - our own
    assert "1 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert "FAILED test_mine.py::Bad::test_play[zsiros/2]" in done.stdout
    assert "play_both(Bad, deal_of('zsiros/2', " in done.stdout
