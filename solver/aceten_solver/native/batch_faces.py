"""Many deals at a time behind the faces that libraries of learners know: one seat against others, and all seats by name.

Neither needs these libraries. :class:`VectorDeals` has the methods of Gymnasium's ``VectorEnv``, and :func:`vector_env` makes one that is a
``VectorEnv``, which its wrappers ask for; :class:`ParallelDeals` has those of PettingZoo's ``ParallelEnv``, with an array for each agent.

>>> import numpy
>>> from aceten_solver import VectorDeals
>>> deals = VectorDeals("schnapsen/2", 100)
>>> seen, _ = deals.reset(seed=1)
>>> seen, rewards, over, cut_short, infos = deals.step(seen["action_mask"].argmax(axis=1))
>>> seen["observation"].shape, rewards.shape
((100, 246), (100,))
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypedDict, cast

from aceten import CLOSE, Bid, Claim, UsageError
from aceten.vocabulary.errors import check_among
from aceten_solver.native.vector_deals import Batch
from aceten_spec.errors import given, whole
from aceten_spec.speech import say
from aceten_spec.texts.extras import lacking

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from aceten import Game


class Observations(TypedDict):
    """What is given of every deal."""

    observation: NDArray[np.int16]
    """What the seat sees, the numbers of :attr:`aceten.View.tensor`; 0 where it is not to act."""
    action_mask: NDArray[np.int8]
    """1 for each action that it may take, by number; all 0 where it is not to act."""


class _Dealt:
    """A batch whose deals are drawn one after the other by a seed."""

    def __init__(self, game: Game | str, num_envs: int) -> None:
        self.batch: Final = Batch(game, num_envs)
        """The deals."""
        self.num_envs: Final = self.batch.size
        """How many there are."""
        import numpy  # noqa: ICN001, PLC0415 - it is there, as a batch needs it

        self._np = numpy
        self._chance = numpy.random.default_rng()

    def _space(self, deals: tuple[int, ...]) -> object:
        numpy, spaces = self._np, _gymnasium().spaces
        most = numpy.array([plane.most for plane in self.batch.planes for _ in range(plane.size)], numpy.int16)
        seen = spaces.Box(0, numpy.broadcast_to(most, (*deals, most.size)).copy(), dtype=numpy.int16)
        mask = spaces.Box(0, 1, (*deals, len(self.batch.game.actions)), numpy.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    @cached_property
    def _all_seen(self) -> object:
        return self._space((self.num_envs,))

    @cached_property
    def _all_actions(self) -> object:
        return _gymnasium().spaces.MultiDiscrete([len(self.batch.game.actions)] * self.num_envs)

    def _deal(self, where: NDArray[np.bool_]) -> None:
        """Deal anew, by seeds and dealers that are drawn."""
        seeds = self._chance.integers(2**63, size=self.num_envs, dtype=self._np.uint64)
        dealers = self._chance.integers(self.batch.game.players, size=self.num_envs, dtype=self._np.uint8)
        self.batch.deal(seeds, dealers, where=where)

    def _begin(self, seed: int | None) -> None:
        """Deal all anew; the same seed deals the same, now and later."""
        if seed is not None:
            number = whole(seed)
            if number is None or number < 0:
                raise UsageError(say("seed {seed}: expected a whole number from 0", seed=given(seed)))
            self._chance = self._np.random.default_rng(number)
        self._deal(self._np.ones(self.num_envs, self._np.bool_))

    def _seen(self, acts: NDArray[np.bool_]) -> Observations:
        """Return what is seen where somebody acts."""
        shown = acts[:, None]
        return Observations(
            observation=self.batch.seen * shown, action_mask=(self.batch.legal * shown).astype(self._np.int8)
        )

    def close(self) -> None:
        """Do nothing, as nothing is open."""


class VectorDeals(_Dealt):
    """One seat of many deals, with the others played by somebody else, as Gymnasium's vector environments are used.

    A deal that is over is dealt anew by the next step, whose action for it is not looked at (``AutoresetMode.NEXT_STEP``). A reward
    comes with the end of a deal: the game points of the own side less those of the other. A deal that others end before the own seat has
    acted at all is no deal here, and another one is dealt.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        seat: int | None = 0,
        others: Callable[[Batch], ArrayLike] | None = None,
    ) -> None:
        """Sit down at many tables.

        :param game: what is played, or its name.
        :param num_envs: how many deals are played at a time.
        :param seat: where one sits in all of them; ``None``: in each seat as often, place by place.
        :param others: returns the numbers of actions for all other seats; by default they play at random, but where anything else may
            be done they do not claim, close or bid, which by chance is a mistake nearly always.
        :raises UsageError: for a game that cannot be played so, a seat that there is not, and ``others`` that cannot be called.
        """
        super().__init__(game, num_envs)
        players = self.batch.game.players
        places = self._np.arange(self.num_envs, dtype=self._np.int8) % players
        self.seats: Final[NDArray[np.int8]] = (
            places if seat is None else self._np.full_like(places, self.batch.game.check_seat(seat))
        )
        """For each deal the own seat."""
        if not (others is None or callable(others)):
            raise UsageError(
                say(
                    "others {given}: expected a function of a batch that returns a number of an action for each deal",
                    given=given(others),
                )
            )
        self._others = others or self._at_random
        rash = [isinstance(action, (Claim, Bid)) or action == CLOSE for action in self.batch.game.actions]
        self._calm: Final = ~self._np.array(rash)
        self._over: NDArray[np.bool_] = self._np.ones(self.num_envs, self._np.bool_)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,  # noqa: ARG002 - as the interface has it; there are none
    ) -> tuple[Observations, dict[str, object]]:
        """Deal anew, and play on until the own seat is to act.

        :param seed: the same seed brings the same deals, dealers and, where others play at random, the same play.
        :raises UsageError: for a seed that is none.
        """
        self._begin(seed)
        self._play_on(self._np.ones(self.num_envs, self._np.bool_))
        return self._seen(~self._over), {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, object]]:
        """Play an action in each deal, and let the others play until it is the own turn again, or the deal is over.

        :param actions: numbers of actions; of deals that were over they are not looked at, and those are dealt anew.
        :raises IllegalStep: when one is not legal; nothing has changed then.
        :return: what is seen, rewards, which deals are over, which were cut short (none), and further facts (none).
        """
        fresh = self._over
        self.batch.step(actions, where=~fresh)
        self._deal(fresh)
        self._play_on(fresh)
        rewards = self.batch.rewards[self._np.arange(self.num_envs), self.seats].astype(self._np.float64)
        cut_short = self._np.zeros(self.num_envs, self._np.bool_)
        return self._seen(~self._over), rewards, self._over.copy(), cut_short, {}

    def _play_on(self, fresh: NDArray[np.bool_]) -> None:
        """Let the others play until it is the own turn or a deal is over; of those just dealt none is then."""
        batch = self.batch
        while True:
            while (waiting := ~batch.over & (batch.turns != self.seats)).any():
                batch.step(self._others(batch), where=waiting)
            self._over = batch.over
            if not (early := fresh & self._over).any():
                return
            self._deal(early)

    def _at_random(self, batch: Batch) -> NDArray[np.intp]:
        calm = batch.legal * self._calm
        some = self._np.asarray(calm.any(axis=1))[:, None]
        legal: NDArray[np.uint8] = self._np.where(some, calm, batch.legal)
        drawn: NDArray[np.intp] = (legal * (1 - self._chance.random(legal.shape))).argmax(axis=1)
        return drawn

    @cached_property
    def single_observation_space(self) -> object:
        """Gymnasium's space of what is seen of one deal.

        :raises UsageError: where Gymnasium is not installed.
        """
        return self._space(())

    @property
    def observation_space(self) -> object:
        """Gymnasium's space of what is seen of all deals.

        :raises UsageError: where Gymnasium is not installed.
        """
        return self._all_seen

    @cached_property
    def single_action_space(self) -> object:
        """Gymnasium's space of the numbers of actions.

        :raises UsageError: where Gymnasium is not installed.
        """
        return _gymnasium().spaces.Discrete(len(self.batch.game.actions))

    @property
    def action_space(self) -> object:
        """Gymnasium's space of a number for each deal.

        :raises UsageError: where Gymnasium is not installed.
        """
        return self._all_actions


class ParallelDeals(_Dealt):
    """All seats of many deals by name, as PettingZoo's parallel environments are used, with an array for each agent.

    In each deal one agent is to act at a time: what the others say for it is not looked at, and their mask is all 0. Deals that are over
    wait for the others, and when all are, no agents are left.
    """

    def __init__(self, game: Game | str, num_envs: int) -> None:
        """Make room for so many deals.

        :param game: what is played, or its name.
        :param num_envs: how many deals are played at a time.
        :raises UsageError: for a game that cannot be played so.
        """
        super().__init__(game, num_envs)
        self.possible_agents: Final = [f"player_{seat}" for seat in range(self.batch.game.players)]
        """The names of the seats, ``player_0`` first."""
        self.agents: list[str] = []
        """Those that play: all, or none before the deal and when all deals are over."""

    def observation_space(self, agent: str) -> object:
        """Return Gymnasium's space of what an agent is given of all deals, always the same object.

        :raises UsageError: for what is no agent, and where Gymnasium is not installed.
        """
        check_among("agent", agent, self.possible_agents)
        return self._all_seen

    def action_space(self, agent: str) -> object:
        """Return Gymnasium's space of an agent's actions, a number for each deal; always the same object.

        :raises UsageError: for what is no agent, and where Gymnasium is not installed.
        """
        check_among("agent", agent, self.possible_agents)
        return self._all_actions

    def reset(
        self,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,  # noqa: ARG002 - as the interface has it; there are none
    ) -> tuple[dict[str, Observations], dict[str, dict[str, object]]]:
        """Deal anew.

        :param seed: the same seed brings the same deals and dealers.
        :raises UsageError: for a seed that is none.
        """
        self._begin(seed)
        self.agents = self.possible_agents[:]
        return self._told(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, ArrayLike]
    ) -> tuple[
        dict[str, Observations],
        dict[str, NDArray[np.int16]],
        dict[str, NDArray[np.bool_]],
        dict[str, NDArray[np.bool_]],
        dict[str, dict[str, object]],
    ]:
        """Play in every deal the action of the agent that is to act there.

        :param actions: for each agent the number of an action in each deal.
        :raises UsageError: when an agent is missing that is to act somewhere.
        :raises IllegalStep: when an action is not legal; nothing has changed then.
        :return: by agent what is seen, rewards (when a deal ends), which deals are over, which were cut short (none), and facts (none).
        """
        numpy, batch, agents = self._np, self.batch, self.agents
        before = batch.over
        chosen = numpy.zeros(self.num_envs, numpy.int64)
        for seat, agent in enumerate(self.possible_agents):
            acts = batch.turns == seat
            if acts.any():
                if agent not in actions:
                    raise UsageError(say("{agent}: expected its actions, as it is to act", agent=agent))
                chosen = numpy.where(acts, batch.numbers(actions[agent]), chosen)
        batch.step(chosen)
        over = batch.over
        rewards = batch.rewards * (over & ~before)[:, None]
        if over.all():
            self.agents = []
        return (
            self._told(),
            {agent: rewards[:, seat] for seat, agent in enumerate(agents)},
            {agent: over.copy() for agent in agents},
            {agent: numpy.zeros(self.num_envs, numpy.bool_) for agent in agents},
            {agent: {} for agent in agents},
        )

    def _told(self) -> dict[str, Observations]:
        return {agent: self._seen(self.batch.turns == seat) for seat, agent in enumerate(self.possible_agents)}


def vector_env(
    game: Game | str, num_envs: int, *, seat: int | None = 0, others: Callable[[Batch], ArrayLike] | None = None
) -> VectorDeals:
    """Return deals as :class:`VectorDeals` does that are a ``VectorEnv`` of Gymnasium, for its wrappers.

    :raises UsageError: where Gymnasium is not installed, and as there.
    """
    vector = _gymnasium().vector
    facts = {"metadata": {"autoreset_mode": vector.AutoresetMode.NEXT_STEP}}
    made = cast("type[VectorDeals]", type("DealsVectorEnv", (VectorDeals, vector.VectorEnv), facts))
    return made(game, num_envs, seat=seat, others=others)


def _gymnasium() -> Any:  # noqa: ANN401 - it may not be there
    """Return Gymnasium.

    :raises UsageError: where it is not installed; it says what brings it.
    """
    try:
        import gymnasium  # noqa: PLC0415 - it may not be there
    except ModuleNotFoundError as error:
        raise UsageError(lacking(error, "pettingzoo")) from error
    return gymnasium
