"""Many deals at a time as a vector environment of Gymnasium."""

from __future__ import annotations

from typing import Any

import pytest

import aceten_solver
from aceten import UsageError

gymnasium = pytest.importorskip("gymnasium", reason='Gymnasium is not installed; pip install ".[pettingzoo]" does')
np = pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(aceten_solver.backend == "python", reason="the native core is not there")


@pytest.mark.parametrize("game", ["zsiros/2", "schnapsen/2"])
def test_its_wrappers_take_deals(game: str) -> None:
    """It is a vector environment whose observations lie in its spaces, and whose episodes Gymnasium counts with their rewards."""
    inner = aceten_solver.vector_env(game, 8, seat=None)
    wrapped: Any = gymnasium.wrappers.vector.RecordEpisodeStatistics(inner)
    seen, _ = wrapped.reset(seed=1)
    ended = 0
    for _ in range(80):
        assert seen in wrapped.observation_space
        assert {name: part[0] for name, part in seen.items()} in wrapped.single_observation_space
        before = inner.batch.over
        seen, rewards, over, _, infos = wrapped.step(seen["action_mask"].argmax(axis=1))
        assert (rewards[~over] == 0).all()
        if over.any():
            counted = infos["episode"]["r"][over]
            assert counted.tolist() == rewards[over].tolist()
            ended += int(over.sum())
        assert not (before & over).any()
    assert ended >= 8
    assert wrapped.single_action_space.n == len(inner.batch.game.actions)
    assert wrapped.action_space.shape == (8,)
    wrapped.close()


def test_parallel_deals_have_spaces_by_agent() -> None:
    """What all deals show an agent, and what it may answer, lies in its spaces, which are always the same; who is no agent has none."""
    deals: Any = aceten_solver.ParallelDeals("schnapsen/2", 8)
    seen, _ = deals.reset(seed=1)
    for agent in deals.agents:
        assert seen[agent] in deals.observation_space(agent)
        assert seen[agent]["action_mask"].argmax(axis=1) in deals.action_space(agent)
        assert deals.observation_space(agent) is deals.observation_space(agent)
    for space in (deals.observation_space, deals.action_space):
        with pytest.raises(UsageError, match="agent 'player_2': expected one of: player_0, player_1"):
            space("player_2")
