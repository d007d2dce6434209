"""What the tests of the site share: the site itself, and a browser in which it is looked at."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.checkout import DOCS


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what looks at the built site, which ``make docs`` does; the other tests of the site read what it is built from."""
    for item in items:
        if "site" in getattr(item, "fixturenames", ()):
            item.add_marker("built")


@pytest.fixture(scope="session")
def site() -> Path:
    """The site, built with every warning an error; as ``make docs`` builds it, and once for both."""
    command = [sys.executable, str(DOCS.parent / "tools" / "site.py")]
    built = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert built.returncode == 0, built.stderr
    return DOCS / "_build" / "html"
