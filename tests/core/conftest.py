"""What tests of the native core share."""

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pytest

from aceten_solver.native import table_files
from aceten_solver.native.library import native_library


@pytest.fixture
def core() -> ctypes.CDLL:
    """Return the native core."""
    library = native_library()
    assert library is not None
    return library


@pytest.fixture
def choosing() -> Iterator[None]:
    """Let the backend be chosen anew."""
    native_library.cache_clear()
    yield
    native_library.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tables are while a test goes on."""
    monkeypatch.setenv(table_files.ENVIRONMENT, str(tmp_path / "tables"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "tables"
