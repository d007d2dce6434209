"""What the installed distribution promises as a whole."""

from importlib.resources import files

import pytest


@pytest.mark.parametrize("package", ["aceten_spec", "aceten", "aceten_solver", "aceten_cli"])
def test_every_package_is_typed(package: str) -> None:
    """A type checker reads the annotations of every package of the distribution."""
    assert files(package).joinpath("py.typed").is_file()
