"""Equilibria beside OpenSpiel, which reads tiny deals as games in extensive form.

It solves them by a linear program of its own, and says what best responses to ours gain.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final, Protocol, TypeAlias

import pytest
from support.games.hidden_deals import FEW, Worlds, dealt, kind_of, look, minimax, possible, worlds_of
from support.slices import TURN

from aceten import Action, State
from aceten_solver.hidden.equilibrium import Equilibrium, find_equilibrium

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; make compare does")

Chances: TypeAlias = "dict[str, float]"
"""How likely each action is, by its notation."""

EXACTLY: Final = ("HIGHS", {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10})
"""The solver of a linear program, and its options."""

Table: TypeAlias = dict[str, list[tuple[int, float]]]
"""A strategy as OpenSpiel has it: by its names of information sets, and its numbers of actions."""


class _Node(Protocol):
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def child(self, action: int) -> _Node: ...
    def action_to_string(self, action: int) -> str: ...
    def information_state_string(self) -> str: ...


class _Game(Protocol):
    def new_initial_state(self) -> _Node: ...


class _Response(Protocol):
    def value_from_state(self, node: _Node, /) -> float: ...


class Text:
    """A game in the text format of Gambit, grown to the end of every deal by the engine alone, and a strategy for it."""

    def __init__(self, found: Equilibrium, worlds: Worlds) -> None:
        self.found = found
        self.known: dict[object, int] = {}
        """A number for all that a seat has seen and done so far, by that before and what came then."""
        self.sets: tuple[dict[int, int], dict[int, int]] = {}, {}
        """The number of each information set of a seat, by that for what it has seen."""
        self.chances: dict[str, Chances] = {}
        """What is played in each information set, by its name."""
        self.leaves = 0
        whole = sum([weight for _, weight in worlds])
        deals = " ".join([f'"{place}" {weight}/{whole}' for place, (_, weight) in enumerate(worlds)])
        self.lines = ['EFG 2 R "deal" { "0" "1" } ""', f'c "" 1 "" {{ {deals} }} 0']
        for world, _ in worlds:
            self._follow(world, world, (), (0, 0))

    def _follow(self, world: State, state: State, played: tuple[Action, ...], knew: tuple[int, int]) -> None:
        if state.turn is None:
            self.leaves += 1
            self.lines.append(f't "" {self.leaves} "" {{ {minimax(state)} {-minimax(state)} }}')
            return
        first, second = (
            self._known(before, look(state, seat)) for before, seat in zip(knew, self.found.seats, strict=True)
        )
        who = self.found.seats.index(state.turn)
        number = self.sets[who].setdefault((first, second)[who], len(self.sets[who]) + 1)
        name = f"{who}/{number}"
        if name not in self.chances:
            self.chances[name] = self._chances(world, state, played)
        labels = " ".join([f'"{action}"' for action in state.legal])
        self.lines.append(f'p "" {who + 1} {number} "{name}" {{ {labels} }} 0')
        for action in state.legal:
            after = self._known(first, action), self._known(second, action)
            self._follow(world, state.play(action), (*played, action), after)

    def _known(self, before: int, comes: object) -> int:
        return self.known.setdefault((before, comes), len(self.known) + 1)

    def _chances(self, world: State, state: State, played: tuple[Action, ...]) -> Chances:
        chosen = {str(one.action): one.chance for one in self.found.chances(world, played)}
        if not chosen:  # all is open: any of the actions that are best with all cards known
            best = [action for action in state.legal if minimax(state.play(action)) == minimax(state)]
            return {str(action): (action in best) / len(best) for action in state.legal}
        kinds = {str(action): kind_of(state, action) for action in state.legal}
        return {action: chosen[kind] / [*kinds.values()].count(kind) for action, kind in kinds.items()}


def read(text: Text) -> _Game:
    """Return the game as OpenSpiel reads it."""
    game: _Game = import_module("pyspiel").load_efg_game("\n".join(text.lines) + "\n")
    return game


def responses(text: Text) -> tuple[float, float]:
    """Return what either seat gets by its best response, as OpenSpiel finds it."""
    spiel = import_module("pyspiel")
    game = read(text)
    root, table = game.new_initial_state(), Table()
    _write(root, text.chances, table)
    first: _Response = spiel.TabularBestResponse(game, 0, table)
    second: _Response = spiel.TabularBestResponse(game, 1, table)
    return first.value_from_state(root), second.value_from_state(root)


def _write(node: _Node, chances: dict[str, Chances], table: Table) -> None:
    """Write what is played from a node on into a table."""
    if node.is_terminal():
        return
    actions = node.legal_actions()
    if not node.is_chance_node():
        name = node.information_state_string()
        likely = chances[name.rpartition("-")[2]]
        table[name] = [(action, likely[node.action_to_string(action)]) for action in actions]
    for action in actions:
        _write(node.child(action), chances, table)


@pytest.mark.turns(30)
@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("alone", [False, True])
def test_openspiel_finds_no_better_response(name: str, *, alone: bool) -> None:
    """Neither seat can do better, so that what the deal comes to is what we say, to nine digits."""
    worlds = possible(name, TURN) if alone else worlds_of(dealt(name, TURN, TURN % 3))
    found = find_equilibrium(worlds)
    first, second = responses(Text(found, worlds))
    assert first == pytest.approx(found.value, abs=1e-9)
    assert -second == pytest.approx(found.value, abs=1e-9)


@pytest.mark.turns(30)
@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("alone", [False, True])
def test_openspiel_solves_it_too(monkeypatch: pytest.MonkeyPatch, name: str, *, alone: bool) -> None:
    """What a deal comes to is what its linear program in sequence form says, for either seat, to nine digits."""
    pytest.importorskip(
        "cvxpy", reason="cvxpy is not installed, by which OpenSpiel solves linear programs; make compare does"
    )
    worlds = possible(name, TURN) if alone else worlds_of(dealt(name, TURN, TURN % 3))
    found = find_equilibrium(worlds)
    # By itself it asks for a solver that stops at eight digits; what it would tell that one is none of the options of this.
    monkeypatch.setattr(
        import_module("open_spiel.python.algorithms.lp_solver").LinearProgram.solve, "__defaults__", EXACTLY
    )
    program = import_module("open_spiel.python.algorithms.sequence_form_lp")
    first, second, *_ = program.solve_zero_sum_game(read(Text(found, worlds)), solver="HIGHS")
    assert first == pytest.approx(found.value, abs=1e-9)
    assert -second == pytest.approx(found.value, abs=1e-9)


def test_openspiel_finds_what_a_bad_strategy_loses() -> None:
    """Where each takes any action as likely as another, both together gain something by its best responses."""
    worlds = possible("sweep-points", 36)
    text = Text(find_equilibrium(worlds), worlds)
    for chances in text.chances.values():
        chances.update(dict.fromkeys(chances, 1 / len(chances)))
    assert sum(responses(text)) > 0.1
