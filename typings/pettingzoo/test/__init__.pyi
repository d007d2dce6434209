from collections.abc import Callable
from typing import TypeVar

from pettingzoo import AECEnv

_ObservationT = TypeVar("_ObservationT")

def api_test(env: AECEnv[str, _ObservationT, int], num_cycles: int = 1000, verbose_progress: bool = False) -> None: ...
def seed_test(env_constructor: Callable[[], AECEnv[str, _ObservationT, int]], num_cycles: int = 500) -> None: ...
def render_test(env_fn: Callable[..., AECEnv[str, _ObservationT, int]]) -> None: ...
