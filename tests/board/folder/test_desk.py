"""Whatever a link brings, the page goes on: it has soon read it, and where questions wait for Python, another one is answered soon."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest
from support.processes import folder_python

import aceten_board

DESKS: Final = Path(aceten_board.__file__).parent / "folder" / "desks.mjs"
ADDRESS: Final = Path(aceten_board.__file__).parent / "page" / "address.mjs"
WIDE: Final = f"a=A {' '.join(f'(T{number})' for number in range(2990))}"
"""A card, and as many in its place as a line of play may have."""
LINKS: Final = {
    "notes": f"#p=x&l=en&{WIDE}{'&c=0.9. x' * 200_000}",
    "lines": f"#p=x&l=en{f'&p=x&{WIDE}' * 90}",
    "beside": f"#p=x&l=en&k=[{','.join(['{}'] * 600_000)}]",
    "actions": f"#p=x&l=en&a={'A ' * 900_000}",
    "asides": f"#p=x&l=en&a={'A (7) ' * 300_000}",
}
"""About as long as a browser takes them, and of each kind what is most work."""
COURSES: Final = {
    "left": """
        0: worker 1; 0: settled; 0: asked first; 0: heard 1; 0: asked long; 500: long failed: AbortError; 500: told to stop
        1500: ended; 1500: worker 2; 1500: settled; 1500: asked next; 1500: heard 2
    """,
    "leftInTime": """
        0: worker 1; 0: settled; 0: asked long; 0: long failed: AbortError; 0: told to stop; 10900: asked next; 10900: heard 2
    """,
    "late": """
        0: worker 1; 0: settled; 0: asked long
        60000: ended; 60000: long failed: too late; 60000: worker 2; 60000: settled; 60000: asked next; 60000: heard 2
    """,
    "failed": """
        0: worker 1; 0: settled; 0: asked first; 0: ended; 0: first failed: Error; 0: worker 2
        0: ended; 0: next failed: Error; 0: settled
    """,
    "shut": "5000: worker 1; 5000: settled; 5000: asked first",
}
"""What comes of each, as the promises have it: the time in thousandths of a second, and what happens."""


def test_what_hangs_ends_with_its_worker() -> None:
    """A second after nobody waits for it, or when it takes too long; what waits behind it is asked of another worker at once."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("There is no node to try the page's desks with.")
    tried = Path(folder_python.__file__).with_name("folder_desk.mjs")
    done = subprocess.run([node, str(tried), str(DESKS)], capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert done.returncode == 0, done.stderr
    expected = {name: text.replace("\n", ";").split(";") for name, text in COURSES.items()}
    assert json.loads(done.stdout) == {
        name: [line.strip() for line in lines if line.strip()] for name, lines in expected.items()
    }


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_is_soon_read(kind: str) -> None:
    """A second is enough, however much it says."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("There is no node to try the page's address with.")
    tried = Path(folder_python.__file__).with_name("link_reader.mjs")
    command = [node, str(tried), str(ADDRESS)]
    done = subprocess.run(command, input=LINKS[kind], capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1
