"""How Hypothesis tries what no test asks for in another way, and what is not looked at again in search of waste."""

from __future__ import annotations

import gc

from hypothesis import settings
from slices import examples

settings.register_profile("slice", examples(100))
settings.load_profile("slice")


def pytest_collection_finish() -> None:
    """Leave alone all that has been loaded: it stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
