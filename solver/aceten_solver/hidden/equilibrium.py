"""Hidden cards, exactly: what a deal comes to when both players mix their actions as well as can be, and how they mix them.

Worlds are the deals that may be, with a weight for each; the seats know what they have seen in their world, what is public, and how likely
each world is. Two players whose gains are each other's losses have strategies then that nothing can beat, an equilibrium, and with them the
deal comes to the same on average, whichever it is: its value. The game is grown with the engine (``aceten_solver.hidden.histories``),
solved by linear programming once dominated actions are out of it (``aceten_solver.hidden.dominance``,
``aceten_solver.hidden.sequence_form``), and what is found is held against best responses in the whole game
(``aceten_solver.hidden.best_response``).

Where all worlds look the same to the seat to act, the other seat knows its hand, as it is the same in all of them. It knows no more about
the talon than it sees. What the seat to act draws later it keeps to itself. Where the worlds are all that everybody thinks possible from
what is public, nobody knows more than his own cards.

What bounds it is the number of histories, a world with the actions since, up to where everything is open. With matching tricks that is
where the talon ends: from there on two players who have seen all cards play with open cards.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from aceten import Action, Seat, State, UsageError, View
from aceten.engine.equal_actions import canonical_action, canonical_state
from aceten_solver.answers.solver import Solver
from aceten_solver.hidden.shared_tree import SharedTree, check_worlds
from aceten_solver.hidden.tree_size import expected_histories
from aceten_solver.question.objectives import Objective
from aceten_spec.speech import say
from aceten_spec.texts.extras import lacking

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from aceten_solver.hidden.histories import GameTree
    from aceten_solver.question.objectives import Objective

MOST_HISTORIES: Final = 1_000_000
"""The default for how large a game is solved: that is about ten seconds."""


class ActionChance(msgspec.Struct, frozen=True, kw_only=True):
    """An action of a mixed strategy."""

    action: Action
    """The action, one for all that do the same."""
    chance: float
    """How likely it is to be chosen, 0 to 1."""


class InformationSet(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat cannot tell apart when it has to choose, and what it does then."""

    view: View
    """What the seat sees."""
    played: tuple[Action, ...]
    """The actions since the beginning."""
    chances: tuple[ActionChance, ...]
    """How likely each action is."""


class Equilibrium:
    """Strategies of two players that nothing can beat."""

    def __init__(
        self, game: GameTree, strategies: tuple[list[float], list[float]], bounds: tuple[float, float], seconds: float
    ) -> None:
        self.game = game
        """The game of all histories."""
        self._strategies = strategies
        self.objective: Objective = game.play.objective
        """What was asked for."""
        self.seats: tuple[Seat, Seat] = game.seats
        """The seat of side 0, and that of side 1."""
        self.bounds = bounds
        """What the strategy of side 0 is certain of against everything, and what that of side 1 leaves it at most, on average."""
        self.histories = game.size
        """How many histories the game has."""
        self.information_sets = len(game.decisions[0].parent), len(game.decisions[1].parent)
        """In how many information sets each seat has to choose."""
        self.seconds = seconds
        """Time taken."""

    @property
    def value(self) -> float:
        """What the deal comes to for side 0 on average: its points, its game points less those of the other side, or 1 won to -1 lost."""
        return sum(self.bounds) / 2

    @property
    def exploitability(self) -> float:
        """How much both could gain together by best responses to each other; 0 in an equilibrium, but for rounding."""
        return self.bounds[1] - self.bounds[0]

    def value_in(self, worlds: Collection[State]) -> float:
        """Return what the deal comes to on average in some of the worlds, such as those with a certain hand, by these strategies.

        :raises UsageError: where it is none of them.
        """
        layers, wanted = self.game.layers, set(map(canonical_state, worlds))
        begins = [self.game.play.states[number] in wanted for number in layers[0].state.tolist()]
        reached: list[float] = [weight * wants for weight, wants in zip(layers[0].weight.tolist(), begins, strict=True)]
        if not any(reached):
            raise UsageError(say("worlds: none of these is one of them"))
        total, worth = sum(reached), 0.0
        for depth, layer in enumerate(layers):
            if depth:
                players = layers[depth - 1].player.tolist()
                sequences = layer.sequence[0].tolist(), layer.sequence[1].tolist()
                reached = [
                    reached[parent]
                    * (1.0 if (who := players[parent]) < 0 else self._strategies[who][sequences[who][place]])
                    for place, parent in enumerate(layer.parent.tolist())
                ]
            worth += sum([reach * value for reach, value in zip(reached, layer.worth.tolist(), strict=True)])
        return worth / total

    def chances(self, world: State, played: Sequence[Action] = ()) -> tuple[ActionChance, ...]:
        """Return how likely each action of the seat to act is in a world, after some actions.

        Where a seat does not come by its own strategy, nothing depends on its actions: all that are not dominated are as likely.
        Nothing where all is over, or open, so that what is left is perfect play with all cards known.

        :raises UsageError: for a world that is none of those, or actions that cannot be.
        """
        layers, actions = self.game.layers, self.game.actions
        numbers = layers[0].state.tolist()
        begin = [self.game.play.states[number] for number in numbers]
        state = canonical_state(world)
        if state not in begin:
            raise UsageError(say("worlds: this is none of them: {world}", world=world))
        place = begin.index(state)
        for depth, action in enumerate(played, start=1):
            if layers[depth - 1].ends[place]:
                return ()
            wanted = canonical_action(world.game, action)
            for after in (layers[depth].parent == place).nonzero()[0].tolist():
                if actions[int(layers[depth].action[after])] == wanted:
                    place = after
                    break
            else:
                raise UsageError(
                    say("worlds: {action} cannot be played after {number} actions", action=action, number=depth - 1)
                )
        return self.chances_at(len(played), place)

    def chances_at(self, depth: int, place: int) -> tuple[ActionChance, ...]:
        """Return how likely each action is after a history of the game, as :meth:`chances` does.

        :param depth: how many actions it has.
        :param place: its place in the layer of those.
        """
        layer = self.game.layers[depth]
        if layer.ends[place]:
            return ()
        steps, player = [*self.game.play.steps(int(layer.state[place]))], int(layer.player[place])
        if len(steps) == 1:
            return (ActionChance(action=steps[0], chance=1.0),)
        first = self.game.decisions[player].first[int(layer.information[place])]
        chances = self._strategies[player][first : first + len(steps)]
        return tuple([ActionChance(action=action, chance=each) for action, each in zip(steps, chances, strict=True)])

    def strategies(self) -> Iterator[InformationSet]:
        """Yield every information set in which there is a choice, those of the first action first."""
        layers, play = self.game.layers, self.game.play
        for depth, layer in enumerate(layers):
            known: set[tuple[int, int]] = set()
            for place, key in enumerate(zip(layer.player.tolist(), layer.information.tolist(), strict=True)):
                if key[0] < 0 or key in known:
                    continue
                known.add(key)
                played: list[Action] = []
                at = place
                for before in range(depth, 0, -1):
                    played.append(self.game.actions[int(layers[before].action[at])])
                    at = int(layers[before].parent[at])
                view = play.states[int(layer.state[place])].view(self.seats[key[0]])
                yield InformationSet(view=view, played=tuple(reversed(played)), chances=self.chances_at(depth, place))


def find_equilibrium(
    worlds: Sequence[tuple[State, int]], objective: Objective | str | None = None, *, most: int = MOST_HISTORIES
) -> Equilibrium:
    """Return strategies of two players that nothing can beat, where each sees only his own cards.

    >>> import aceten, aceten_solver
    >>> worlds = [(aceten.parse(f"zsiros/2 hands=A9,{theirs} lead=0 points=30,30"), 1) for theirs in ("A8", "T9")]
    >>> found = aceten_solver.find_equilibrium(worlds, "points")
    >>> round(found.value, 6), [(str(each.action), round(each.chance, 6)) for each in found.chances(worlds[0][0])]
    (40.0, [('A', 1.0), ('9', 0.0)])

    :param worlds: the deals that may be, with their weights, whole numbers from 1 on; in all of them the same seat is to act.
    :param objective: what counts: by default points, where nothing else decides a deal, otherwise game points.
    :param most: refuse a game of more histories than this, by an estimate before it is grown.
    :raises ObjectiveError: when a world does not say enough for the objective.
    :raises UsageError: when there are not two players, the game is too large, or a package is missing.
    """
    check_worlds(worlds)
    started = time.perf_counter()
    try:
        from aceten_solver.hidden.best_response import best_response  # noqa: PLC0415 - numpy and scipy take long to load,
        from aceten_solver.hidden.histories import GameTree  # noqa: PLC0415 - and may not be there
        from aceten_solver.hidden.sequence_form import optimal  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise UsageError(lacking(error, "exact")) from error
    with Solver() as solver:
        _check_size(len(worlds), most)  # it takes long to look at so many
        play = SharedTree(worlds, objective, solver)
        if (players := sum(map(len, play.seats))) > len(play.seats):
            raise UsageError(say("an equilibrium is computed for two players; this deal has {number}", number=players))
        _check_size(expected_histories(play), most)
        game = GameTree(play)
    ours, theirs = optimal(game)
    bounds = best_response(game, 1, ours), best_response(game, 0, theirs)
    return Equilibrium(game, (ours.tolist(), theirs.tolist()), bounds, time.perf_counter() - started)


def _check_size(histories: float, most: int) -> None:
    """Refuse a game with more histories than this.

    :raises UsageError: that says about how many there are.
    """
    if histories > most:
        raise UsageError(
            say(
                "too large for an equilibrium: about {number} histories of play, more than {most}; ask about a later position",
                number=int(float(f"{histories:.1g}")),
                most=most,
            )
        )
