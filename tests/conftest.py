"""How Hypothesis tries what no test asks for in another way, what is no longer searched for waste, and which tests go together."""

import gc
import os
import tempfile
from collections import Counter
from math import prod
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest
from hypothesis import settings
from support.pages.site_tab import tab as tab  # noqa: PLC0414 - one browser for all that looks at pages
from support.processes.program_runs import run as run  # noqa: PLC0414 - the program, for all who run it
from support.schedule import ByGroup
from support.slices import THOROUGH, TURN, examples

_SECONDS: Final = "aceten/seconds"
"""What is kept from run to run: how long each group of tests took."""

settings.register_profile("slice", examples(100))
settings.load_profile("slice")

os.environ["ACETEN_TABLES"] = str(Path(tempfile.gettempdir()) / "no-aceten-tables")
"""No tables of whoever runs the tests bear on them."""
os.environ["ACETEN_PROOFS"] = "off"
"""Nor does what was proved before."""
_STATE: Final = tempfile.TemporaryDirectory(prefix="aceten-state-")
os.environ["XDG_STATE_HOME"] = _STATE.name
"""Nor does what is known of such tables, and the tests add nothing to it."""
os.environ.pop("ACETEN_LANGUAGE", None)


def pytest_report_header() -> str:
    """Say what it takes to have the same slices again."""
    return "slices: everything" if THOROUGH else f"slices: ACETEN_TURN={TURN} takes the same again"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Say what tests may be marked with; let Hypothesis choose examples by the commit, too: the same one has the same verdict."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(TURN)
    config.addinivalue_line(
        "markers",
        "turns(parts, together=name): a run takes one of so many parts of the cases, for every commit another; all or none of a name; "
        "marks multiply",
    )
    config.addinivalue_line("markers", "built: looks at the site as it is built, see tests/site/conftest.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases whose turn it is not, unless everything or some test by its name is asked for."""
    if THOROUGH or config.option.keyword or any("::" in asked for asked in config.args):
        return
    places: Counter[str] = Counter()
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        function = item.nodeid.partition("[")[0]
        turns = [*item.iter_markers("turns")]
        # Where functions begin differs, so that those of one case do not all have their turn together, unless they are to.
        name = next((each.kwargs["together"] for each in turns if each.kwargs), None)
        begin = crc32((name or function).encode()) + (0 if name else places[function])
        due = (begin + TURN) % prod(each.args[0] for each in turns) == 0
        places[function] += 1
        (kept if due else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


def pytest_collection_finish() -> None:
    """Leave alone all that has been loaded: it stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_unconfigure() -> None:
    """Let everything be taken away in the end, or libraries say that it was forgotten."""
    gc.unfreeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Let one more test run than there are processors: now and then some wait for programs to end, or for time to pass."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config) -> ByGroup | None:
    """Let the tests be handed out so where several processes run them, unless another way is asked for."""
    if config.getoption("dist") != "load":
        return None
    cache: pytest.Cache | None = getattr(config, "cache", None)  # -p no:cacheprovider takes it away
    if cache is None:
        return ByGroup(len(config.option.tx), {})
    scheduler = ByGroup(len(config.option.tx), cache.get(_SECONDS, {}))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    config.add_cleanup(lambda: cache.set(_SECONDS, scheduler.seconds))
    return scheduler
