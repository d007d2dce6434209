"""The environment: a deal in which each seat is an agent."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypedDict, get_args

import numpy as np
import pettingzoo
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
from typing_extensions import override

from aceten import Action, Game, State, UsageError, View, games, load, parse_state, rewards
from aceten.deals.shuffling import MAX_SEED, checked_seed
from aceten.engine.rewards import Measure, check_measure, reward_bounds
from aceten.vocabulary.errors import check_among, check_kind, view_expected
from aceten.words import telling
from aceten_spec.errors import given, whole
from aceten_spec.rulebook import OptionValue
from aceten_spec.speech import say

if TYPE_CHECKING:
    from numpy.typing import NDArray


RenderMode: TypeAlias = Literal["ansi", "human"]
"""How a deal is shown: as text that is returned, or as text that is printed."""


class Observation(TypedDict):
    """What an agent is given."""

    observation: NDArray[np.int16]
    """What the seat sees, the numbers of :attr:`aceten.View.tensor`."""
    action_mask: NDArray[np.int8]
    """1 for each action that it may take, by number; all 0 when another is to act."""


def observation(view: View) -> Observation:
    """Return what an agent is given where a seat sees this, so that what has learnt in an environment plays wherever policies do.

    >>> import aceten
    >>> observation(aceten.load("zsiros/2").deal(7).view(1))["action_mask"].tolist()
    [0, 1, 0, 0, 0, 1, 1, 0, 0]

    :raises UsageError: for what is no view.
    """
    check_kind(view, View, view_expected())
    planes = view.planes
    numbers = [number for plane in planes.values() for number in plane]
    return Observation(
        observation=np.array(numbers, dtype=np.int16), action_mask=np.array(planes["legal"], dtype=np.int8)
    )


class DealEnv(AECEnv[str, Observation, int]):
    """A deal of one game: each seat is an agent, ``player_0`` on, that may act several times in a row.

    An action is a number (:attr:`aceten.Game.actions`). When the deal is over, every agent gets what it is worth to it
    (:func:`aceten.rewards`), and all are terminated; before that rewards are 0.
    """

    metadata: dict[str, object]

    def __init__(self, game: Game, *, measure: Measure = "game_points", render_mode: RenderMode | None = None) -> None:
        """Make an environment of a game.

        :param measure: what the rewards count.
        :param render_mode: what :meth:`render` does: ``"ansi"`` returns text, ``"human"`` prints it.
        :raises UsageError: for what is no measure, or no such mode.
        """
        super().__init__()
        check_measure(measure)
        check_among("render_mode", render_mode, (None, *get_args(RenderMode)))
        self.game: Final = game
        """The game."""
        self.measure: Final = measure
        """What the rewards count."""
        self.render_mode = render_mode
        self.metadata = {
            "name": f"aceten_{game.rulebook.id.replace('-', '_')}_{game.players}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents = []
        most = [plane.most for plane in game.planes for _ in range(plane.size)]
        seen = Box(0, np.array(most, dtype=np.int16), dtype=np.int16)
        mask = Box(0, 1, (len(game.actions),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(game.actions)) for agent in self.possible_agents}
        self._random = random.Random()  # noqa: S311 - deals to learn from are no secrets
        self._state: State | None = None

    @property
    def deal(self) -> State:
        """The deal as it stands, with all cards.

        :raises UsageError: before :meth:`reset`.
        """
        if self._state is None:
            raise UsageError(say("the environment: nothing is dealt yet; call reset first"))
        return self._state

    @override
    def observation_space(self, agent: str) -> Dict:
        """Return the space of what an agent is given, always the same object.

        :raises UsageError: for what is no agent.
        """
        check_among("agent", agent, self.possible_agents)
        return self.observation_spaces[agent]

    @override
    def action_space(self, agent: str) -> Discrete[np.int64]:
        """Return the numbers of actions, always the same object.

        :raises UsageError: for what is no agent.
        """
        check_among("agent", agent, self.possible_agents)
        return self.action_spaces[agent]

    @override
    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Deal anew.

        :param seed: the deal is ``game.deal(seed=seed)``; without it another one follows, the same after the same seed.
        :param options: ``dealer``, the seat that deals, or ``position``, a position line to begin with instead of a deal. Others mean
            nothing here.
        :raises UsageError: for a seed or a dealer that is none, and for a position of another game or one that is over.
        :raises PositionError: for a position that cannot come about.
        :raises NotationError: for one that cannot be read.
        """
        asked = dict(options or {})
        chance = self._random if seed is None else random.Random(checked_seed(seed))  # noqa: S311 - as above
        dealt = chance.randrange(MAX_SEED + 1) if seed is None else seed
        dealer = asked.get("dealer", 0)
        if not isinstance(dealer, int):
            raise UsageError(say("dealer {dealer}: expected a seat", dealer=dealer))
        position = asked.get("position")
        state = self.game.deal(seed=dealt, dealer=dealer) if position is None else self._placed(str(position))
        self._random, self._state = chance, state
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[state.turn or 0]

    def _placed(self, line: str) -> State:
        state = parse_state(line, rules=self.game.rulebook)
        if state.game != self.game or state.turn is None:
            message = say(
                "{state}: expected a position of {game} in which somebody is to act", state=state, game=self.game
            )
            raise UsageError(message)
        return state

    @override
    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now, and what it may do.

        :raises UsageError: for what is no agent.
        """
        check_among("agent", agent, self.possible_agents)
        return observation(self.deal.view(self.possible_agents.index(agent)))

    @override
    def step(self, action: int | None) -> None:
        """Let the agent that is to act do something, or, when the deal is over, leave.

        :param action: the number of an action; ``None`` to leave.
        :raises IllegalAction: when the action is not allowed, and nothing has changed then.
        :raises UsageError: when there is no such number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.deal
        after = state.play(checked_action(state, action))
        self._state = after
        self._cumulative_rewards[agent] = 0
        self.rewards = dict(zip(self.possible_agents, rewards(after, self.measure), strict=True))
        if after.turn is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[after.turn]
        self._accumulate_rewards()

    @override
    def render(self) -> str | None:
        """Show the deal with all cards, as text in the language in force: returned by ``"ansi"``, printed by ``"human"``."""
        state = self.deal
        text = "\n".join([str(state), *telling(state).table(), *telling(state).gist()])
        if self.render_mode == "human":
            print(text)  # noqa: T201 - this is what it is for
            return None
        return text if self.render_mode == "ansi" else None

    @override
    def close(self) -> None:
        """Do nothing, as nothing is open."""


def checked_action(state: State, number: object) -> Action:
    """Return the action that has a number where a deal stands, allowed or not.

    :raises UsageError: when there is no such number: 1.0, which a network may bring forth, is none.
    """
    told = whole(number)
    if told is None:
        most = len(state.game.actions) - 1
        raise UsageError(
            say(
                "action {number}: expected a whole number, 0 to {most} in {game}",
                number=given(number),
                most=most,
                game=state.game,
            )
        )
    return state.action(told)


class NumbersOnly(BaseWrapper[str, Observation, int]):
    """An environment that refuses in words what is no number of an action, before any other wrapper looks at it."""

    def __init__(self, inner: AECEnv[str, Observation, int], deal: DealEnv) -> None:
        """Stand before an environment of deals."""
        super().__init__(inner)
        self._deals = deal

    @override
    def step(self, action: int | None) -> None:
        """Do it, if it is the number of an action.

        :raises UsageError: when it is none.
        """
        if not self._deals.terminations[self._deals.agent_selection]:
            checked_action(self._deals.deal, action)
        super().step(action)


def raw_env(
    game: str | Game = "zsiros",
    *,
    players: int | None = None,
    measure: Measure = "game_points",
    render_mode: RenderMode | None = None,
    **options: OptionValue | bool,
) -> DealEnv:
    """Return the environment of a game, in which an illegal action raises :class:`aceten.IllegalAction` with its clause.

    :param game: the name of a game, or a game.
    :param players: the number of players; by default the largest.
    :param measure: what the rewards count, game points or card points.
    :param render_mode: what :meth:`DealEnv.render` does.
    :param options: options of the game, such as ``tie="draw"``.
    :raises UsageError: for a number of players that there is not, for what is no measure, and for another ``render_mode``.
    :raises RulebookError: when there is no such game or option.
    """
    loaded = load(game, players=players, **options) if isinstance(game, str) else game
    return DealEnv(loaded, measure=measure, render_mode=render_mode)


def env(
    game: str | Game = "zsiros",
    *,
    players: int | None = None,
    measure: Measure = "game_points",
    render_mode: RenderMode | None = None,
    **options: OptionValue | bool,
) -> AECEnv[str, Observation, int]:
    """Return the environment of a game as PettingZoo wants it: an illegal action ends the deal, and costs who takes it the most there is.

    The parameters and errors are those of :func:`raw_env`.
    """
    inner = raw_env(game, players=players, measure=measure, render_mode=render_mode, **options)
    _, most = reward_bounds(inner.game, measure)
    return OrderEnforcingWrapper(NumbersOnly(TerminateIllegalWrapper(inner, illegal_reward=-most), inner))


def register() -> tuple[str, ...]:
    """Tell PettingZoo of all games, and return what they are called there."""
    named = {f"aceten/{re.sub('[-/]', '_', game)}-v0": game for game in games()}
    for name, game in named.items():
        pettingzoo.register("aec", name, env, kwargs={"game": game})
    return tuple(named)
