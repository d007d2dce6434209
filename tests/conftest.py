"""How Hypothesis tries what no test asks for in another way, what is no longer searched for waste, and which tests go together."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from slices import examples
from typing_extensions import override
from xdist.scheduler import (  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]
    LoadGroupScheduling,
)

if TYPE_CHECKING:
    from xdist.remote import Producer  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]

settings.register_profile("slice", examples(100))
settings.load_profile("slice")


def pytest_collection_finish() -> None:
    """Leave alone all that has been loaded: it stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


class ByFunction(LoadGroupScheduling):  # type: ignore[misc]  # xdist has no types to be read
    """Hands out the cases of a test function together, and those with most cases first; a group of tests stays a group.

    What is handed out is looked through at the end of every test, which takes long where each of thousands of cases goes by itself.
    """

    @override
    def _split_scope(self, nodeid: str) -> str:
        group: str = super()._split_scope(nodeid)
        return nodeid.partition("[")[0] if group == nodeid else group

    @override
    def _pending_of(self, workload: dict[str, dict[str, bool]]) -> int:
        for done in [name for name, unit in workload.items() if all(unit.values())]:
            del workload[done]
        pending: int = super()._pending_of(workload)
        return pending


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFunction | None:
    """Let the tests be handed out so where groups of tests stay together."""
    return ByFunction(config, log) if config.getoption("dist") == "loadgroup" else None
