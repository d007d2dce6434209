"""Where things lie in a checkout, whichever folder a test lies in."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
TESTS: Final = ROOT / "tests"
RECORD: Final = TESTS / "golden" / "endgame.jsonl"
"""A deal of Zsíros that was played to its end, as ``aceten play`` records it."""
