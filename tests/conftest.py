"""How Hypothesis tries what no test asks for in another way."""

from __future__ import annotations

from hypothesis import settings
from slices import examples

settings.register_profile("slice", examples(100))
settings.load_profile("slice")
