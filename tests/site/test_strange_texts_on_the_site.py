"""What a rulebook says stands on the pages of the site letter for letter, and none of it is read as marks of any kind."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.slices import sliced
from support.texts.hostile_texts import MARKS, UNSEEN, Seen

PAGES = ("index.html", "rules/zsiros.html", "traceability/zsiros.html")


def site(folder: Path, text: str) -> dict[str, Seen]:
    """Build the small site whose rulebook says a text everywhere, and return its pages."""
    builder = Path(__file__).with_name("strange_site.py")
    command = [sys.executable, str(builder), str(folder)]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)  # noqa: S603 - our own command
    assert done.returncode == 0, done.stderr.decode()
    return {page: Seen((folder / "html" / page).read_text(encoding="utf-8")) for page in PAGES}


def shape(page: Seen) -> Counter[tuple[str, ...]]:
    """Return how many elements of each kind a page has, with the names of their attributes."""
    return Counter((name, *sorted(attributes)) for name, attributes in page.elements)


def addresses(page: Seen) -> Iterator[str]:
    """Yield all that a page leads to or loads."""
    for _, attributes in page.elements:
        yield from (value or "" for key, value in attributes.items() if key in {"href", "src", "action", "data"})


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Seen]:
    """The pages of a rulebook that says one plain word everywhere."""
    return site(tmp_path_factory.mktemp("plain"), "plainword")


@pytest.mark.built
@pytest.mark.turns(4)
@pytest.mark.parametrize("name", ["all", *sliced([], whole=[*MARKS, *UNSEEN])])
def test_what_rulebooks_say_is_no_markup(plain: dict[str, Seen], tmp_path: Path, name: str) -> None:
    """A page has the elements that it has where the rulebook says one plain word everywhere, and shows its texts as often."""
    text = " ".join((MARKS | UNSEEN).values()) if name == "all" else (MARKS | UNSEEN)[name]
    strange = site(tmp_path, text)
    for page in PAGES:
        assert shape(strange[page]) == shape(plain[page]), page
        assert not [
            each for each in addresses(strange[page]) if each.startswith(("javascript:", "data:", "http://127."))
        ]
        shown = " ".join(strange[page].text.split())
        assert shown.lower().count(" ".join(text.split()).lower()) == plain[page].text.lower().count("plainword"), page
