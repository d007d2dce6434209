from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from gymnasium.spaces import Space

_AgentT = TypeVar("_AgentT")
_ObservationT = TypeVar("_ObservationT")
_ActionT = TypeVar("_ActionT")

class AECEnv(Generic[_AgentT, _ObservationT, _ActionT]):
    metadata: dict[str, object]
    render_mode: str | None
    possible_agents: list[_AgentT]
    agents: list[_AgentT]
    agent_selection: _AgentT
    rewards: dict[_AgentT, float]
    terminations: dict[_AgentT, bool]
    truncations: dict[_AgentT, bool]
    infos: dict[_AgentT, dict[str, object]]
    _cumulative_rewards: dict[_AgentT, float]

    def __init__(self) -> None: ...
    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None: ...
    def step(self, action: _ActionT | None) -> None: ...
    def observe(self, agent: _AgentT) -> _ObservationT: ...
    def observation_space(self, agent: _AgentT) -> Space[object]: ...
    def action_space(self, agent: _AgentT) -> Space[object]: ...
    def last(self, observe: bool = True) -> tuple[_ObservationT, float, bool, bool, dict[str, object]]: ...
    def render(self) -> object: ...
    def close(self) -> None: ...
    @property
    def unwrapped(self) -> AECEnv[_AgentT, _ObservationT, _ActionT]: ...
    def _accumulate_rewards(self) -> None: ...
    def _was_dead_step(self, action: _ActionT | None) -> None: ...

def register(
    env_type: str,
    id: str,  # noqa: A002 - called so there
    entry_point: Callable[..., object],
    *,
    kwargs: Mapping[str, object] | None = None,
) -> None: ...
def make(
    env_type: str,
    id: str,  # noqa: A002 - likewise
    **kwargs: object,
) -> AECEnv[str, object, int]: ...
