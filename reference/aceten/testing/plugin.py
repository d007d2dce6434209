"""A plugin for pytest that collects adapters: each class that is an ``Adapter`` and names games is a test class.

Ask for it in ``conftest.py``, ``pytest_plugins = ["aceten.testing.plugin"]``, or with ``pytest -p aceten.testing.plugin``. Each game is a
test of its own: ``Mine::test_play[zsiros/2]``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest
from hypothesis.stateful import run_state_machine_as_test

from aceten.testing.adapter import Adapter, Divergence, games_of
from aceten.testing.state_machine import machine


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> pytest.Collector | None:
    """Collect an adapter that is written in this module."""
    if not isinstance(obj, type) or not issubclass(obj, Adapter) or inspect.isabstract(obj) or not obj.games:
        return None
    if collector.module is None or obj.__module__ != collector.module.__name__:
        return None
    made = type(
        name, (), {"test_play": staticmethod(_playing(obj)), "__module__": obj.__module__, "__doc__": obj.__doc__}
    )
    found: pytest.Class = pytest.Class.from_parent(collector, name=name)  # pyright: ignore[reportUnknownMemberType] - partially typed
    found.obj = made
    return found


def _playing(adapter: type[Adapter]) -> Callable[[str], None]:
    """Return the test that plays a game of an engine."""
    games = {str(game): game for game in adapter.games}
    games_of(adapter)

    @pytest.mark.parametrize("game", games)
    def test_play(game: str) -> None:
        one = type(adapter.__name__, (adapter,), {"games": (games[game],), "__module__": adapter.__module__})
        made = machine(one)
        try:
            run_state_machine_as_test(made, settings=made.TestCase.settings)
        except Divergence as found:  # what it says is enough: the frames in between are ours
            raise found.with_traceback(None) from found.__cause__

    return test_play
