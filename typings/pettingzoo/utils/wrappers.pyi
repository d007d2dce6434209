from typing import TypeVar

from pettingzoo import AECEnv

_AgentT = TypeVar("_AgentT")
_ObservationT = TypeVar("_ObservationT")
_ActionT = TypeVar("_ActionT")

class BaseWrapper(AECEnv[_AgentT, _ObservationT, _ActionT]):
    def __init__(self, env: AECEnv[_AgentT, _ObservationT, _ActionT]) -> None: ...

class OrderEnforcingWrapper(BaseWrapper[_AgentT, _ObservationT, _ActionT]): ...

class TerminateIllegalWrapper(BaseWrapper[_AgentT, _ObservationT, _ActionT]):
    def __init__(self, env: AECEnv[_AgentT, _ObservationT, _ActionT], illegal_reward: float) -> None: ...
