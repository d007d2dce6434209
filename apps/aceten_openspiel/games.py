"""The games: one of hidden cards and one of open hands for each game and number of players, registered by name.

``aceten_zsiros_4`` is Zsíros with four players, ``aceten_zsiros_4_open`` the same with all cards on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import quote, unquote

import pyspiel

from aceten import Game, State, UsageError, load, parse_state, worlds
from aceten.engine.rewards import reward_bounds
from aceten_openspiel.deal_histories import DealHistory, GameSettings, Room, plain, written
from aceten_openspiel.observers import Observer
from aceten_spec import load_shipped, shipped
from aceten_spec.mini_packs import MINI_OPTIONS
from aceten_spec.options import options_for, own_value
from aceten_spec.rulebook import OptionValue, Rulebook
from aceten_spec.speech import say

_TWO: Final = 2
_OWN: Final[dict[str, OptionValue]] = {"deal": -1, "dealer": 0, "position": "", "cards": "", "hand": 0}
"""The parameters that every game has, with what they are when they are not given."""


def _options(rulebook: Rulebook, players: int) -> dict[str, OptionValue]:
    """Return the options of a game with their own values."""
    return {name: own_value(rulebook, name, players) for name in options_for(rulebook, players)}


def _written(value: OptionValue) -> OptionValue:
    """Return a value as it stands in the name of a game: OpenSpiel reads text of digits as a number, so that it begins with ``_``."""
    return f"_{value}" if isinstance(value, str) and value.isdigit() else value


def _read(value: OptionValue) -> OptionValue:
    return value.removeprefix("_") if isinstance(value, str) else value


class DealGame(pyspiel.Game):
    """A game of OpenSpiel: deals of one game with so many players."""

    def __init__(
        self, name: str, players: int, open_hands: bool, params: Mapping[str, OptionValue] | None = None
    ) -> None:
        """Make a game with parameters by name.

        :param params: the options of the game; and ``deal``, a seed: that deal alone; ``position``, a position line to begin with;
            ``dealer``, the seat that deals; ``cards`` and ``hand``, a mini-pack (:mod:`aceten_spec.mini_packs`).
        :raises AcetenError: for parameters that make no game.
        """
        usual = _OWN | _options(load_shipped(name), players)
        options = [key for key in usual if key not in _OWN or key in MINI_OPTIONS]
        given = usual | {key: _read(value) for key, value in (params or {}).items()}
        game = load(name, players=players, **{key: given[key] for key in options if given[key] != usual[key]})
        line, seed, dealer = unquote(str(given["position"])), int(given["deal"]), int(given["dealer"])
        begins: State | None = None
        if line:
            begins = plain(parse_state(line))
        elif seed >= 0 or open_hands:
            begins = plain(game.deal(seed=max(seed, 0), dealer=dealer))
        self.table: Final = GameSettings(game, int(game.check_seat(dealer)), begins, open_hands)
        """What all deals of it have in common."""
        self._root: Final = self._begun(begins)
        least, most = reward_bounds(game)
        self.info: Final = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=0 if begins is not None and open_hands else self.table.most_outcomes,
            num_players=self.table.players,
            min_utility=float(least),
            max_utility=float(most),
            utility_sum=0.0 if game.side_count == _TWO else None,
            max_game_length=self.table.longest,
        )
        """What OpenSpiel is told of it."""
        said = {key: _written(value) for key, value in (params or {}).items()}
        if line:
            said["position"] = quote(line, safe="")
        super().__init__(_type_of(name, players, open_hands), self.info, said)

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        """Make the game again by its name, with all that this class knows of it."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, line: str | None = None) -> DealState:
        """Return the beginning of a deal: before the cards are dealt, or at a position.

        :param line: a position line to begin with, in place of what the parameters say.
        :raises PositionError: when no play could reach it.
        :raises NotationError: when it cannot be read.
        """
        if not line:
            return DealState(self, self._root)
        return DealState(self, self._begun(plain(parse_state(line))))

    def _begun(self, state: State | None) -> DealHistory:
        if state is not None and state.game != self.table.game:
            raise UsageError(say("{state}: expected a position of {game}", state=state, game=self.table.game))
        return DealHistory(self.table, (), () if state is None else (state,), room=Room(self.table.room))

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes there are: one for each card, and one for the cut."""
        return self.table.steps

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, object] | None = None
    ) -> Observer:
        """Return an observer of a kind; without one it sees what a player sees, and remembers nothing."""
        return Observer(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class DealState(pyspiel.State):
    """A node of the tree: a deal at a moment."""

    def __init__(self, game: pyspiel.Game, held: DealHistory) -> None:
        """Make a node."""
        super().__init__(game)
        self.held = held

    def current_player(self) -> int:
        """Return who is to act: a player, chance, or nobody at the end."""
        held = self.held
        if held.now is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if held.player is None else held.player

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - asked for the one who is to act alone
        return self.held.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return which card comes next, by number, and how likely each is."""
        return self.held.outcomes

    def _apply_action(self, action: int) -> None:
        self.held = self.held.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.held.outcome(action)
        return str(self.held.table.game.actions[action])

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.held.now is not None and self.held.player is None

    def returns(self) -> list[float]:
        """Return what the deal has come to for each player, in game points; 0 before the end."""
        return self.held.returns

    def __str__(self) -> str:
        """Return the position line, or what is dealt so far."""
        held = self.held
        if held.now is not None:
            return written(held.now)
        kinds = held.table.game.kinds
        cut = [held.table.cuts[number][0] for number in held.dealt[: held.table.game.cuts]]
        shown = [f"cut={card}" for card in cut]
        return " ".join(
            [str(held.table.game), *shown, "dealt=" + "".join(str(kinds[number]) for number in held.dealt[len(cut) :])]
        )

    def _to_struct(self) -> dict[str, object]:
        game, now = self.held.table.game, self.held.now
        return {
            "game": str(game),
            "position": None if now is None else written(now),
            "dealt": list(self.held.dealt),
            "actions": [str(game.actions[number]) for number in self.held.actions],
        }

    def _action_to_struct(self, player: int, action: int) -> dict[str, object]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Mapping[str, object]) -> list[int]:
        wanted = struct["action"]
        found = [
            number for number in self.legal_actions() if self._action_to_string(self.current_player(), number) == wanted
        ]
        if not found:
            raise UsageError(say("{action}: no legal action here", action=wanted))
        return found

    def _to_observation_struct(self, player: int) -> dict[str, object]:
        table, now = self.held.table, self.held.now
        if now is None:
            return {"player": player, "position": None, "legal": []}
        view = now.view(table.seat_of(now, player))
        seen = written(now) if table.open else str(view.present)
        return {"player": player, "position": seen, "legal": [str(action) for action in view.legal]}


def line_of(state: DealState) -> str:
    """Return the position line of a node; empty while cards are dealt."""
    now = state.held.now
    return "" if now is None else written(now)


def resample(state: DealState, player: int, seed: int) -> DealState:
    """Return a node that a player cannot tell from this one: all deals that fit what he has seen are equally likely.

    For Information Set MCTS: what its ``set_resampler`` is given is called with a node and a player.
    The node has no history, so it can be played on, and asked for what is seen, but not undone or serialised by its history.

    :param seed: which of the deals is drawn, 0 to 2**64 - 1.
    """
    held, now = state.held, state.held.now
    if now is None or held.table.open:
        return DealState(state.get_game(), held)
    (drawn,) = worlds(now.view(player)).drawn(1, seed)
    memory = [str(drawn.view(seat)) for seat in range(now.game.players)]
    memory[player] = held.memory(player)
    return DealState(state.get_game(), DealHistory(held.table, (), (drawn,), remembered=tuple(memory)))


def _type_of(name: str, players: int, open_hands: bool) -> pyspiel.GameType:
    rulebook = load_shipped(name)
    game: Game = load(rulebook, players=players)
    sides = game.side_count == _TWO
    seats = _TWO if sides and open_hands else players
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name=_name(name, players, open_hands),
        long_name=f"{rulebook.title}, {players} players" + (", open hands" if open_hands else ""),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC if open_hands else kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION if open_hands else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if sides else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            **_OWN,
            **{key: _written(value) for key, value in _options(rulebook, players).items()},
        },
        default_loadable=True,
    )


def _name(name: str, players: int, open_hands: bool) -> str:
    return f"aceten_{name.replace('-', '_')}_{players}" + ("_open" if open_hands else "")


def game_named(game: Game) -> DealGame:
    """Return a game of ours as a game of OpenSpiel, with its options.

    :raises UsageError: for one by rules of somebody's own.
    """
    name = _name(game.rulebook.id, game.players, open_hands=False)
    if name not in NAMES or game != load(game.rulebook.id, players=game.players, **dict(game.options)):
        raise UsageError(say("{game}: OpenSpiel has games by the rulebooks that are shipped alone", game=game))
    made = pyspiel.load_game(name, {key: _written(value) for key, value in game.options})
    if not isinstance(made, DealGame):
        raise TypeError(type(made).__name__)
    return made


def _class_of(name: str, players: int, open_hands: bool) -> tuple[str, Callable[[Mapping[str, OptionValue]], DealGame]]:
    """Return what makes the games of one name: a class, as OpenSpiel lets go of it only when Python has ended."""

    class Named(DealGame):
        """The games of one name."""

        def __init__(self, params: Mapping[str, OptionValue] | None = None) -> None:
            super().__init__(name, players, open_hands, params)

    Named.__name__ = Named.__qualname__ = "".join(map(str.capitalize, _name(name, players, open_hands).split("_")))
    return Named.__name__, Named


def register() -> tuple[str, ...]:
    """Register every game.

    :raises UsageError: when another package has registered one of the names.
    """
    wanted = [
        (name, players, open_hands)
        for name in shipped()
        for players in load_shipped(name).parameters.players
        for open_hands in (False, True)
    ]
    names = tuple(_name(*each) for each in wanted)
    taken = sorted({*names} & {*pyspiel.registered_names()})
    if taken:
        raise UsageError(say("OpenSpiel has games of these names already: {names}", names=", ".join(taken)))
    for each in wanted:
        called, made = _class_of(*each)
        globals()[called] = made  # where pickle finds it
        pyspiel.register_game(_type_of(*each), made)
    return names


NAMES: Final = register()
"""The names of all games."""
