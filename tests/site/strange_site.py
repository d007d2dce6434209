"""Builds a small site whose one rulebook says what strangers say: ``python strange_site.py FOLDER``, with the text on standard input.

The rulebook takes the place of Zsíros before anything else of the project is loaded that asks for it.
"""

import sys
from pathlib import Path
from typing import cast

import msgspec

import aceten_spec
from aceten_spec import Rulebook, loader

DOCS = Path(__file__).parents[2] / "docs"
CONF = f"""
import sys
sys.path.insert(0, {str(DOCS / "_ext")!r})
extensions = [
    "aceten_docs.pages.card_pictures",
    "aceten_docs.rulebook.quotations",
    "aceten_docs.rulebook.rule_pages",
    "aceten_docs.proofs.traceability",
    "aceten_docs.specification.specification_pages",
    "aceten_docs.pages.glossary",
]
html_theme = "basic"
smartquotes = False
"""


SAID = {"text", "question", "reason", "title", "meaning", "summary", "section", "note"}
"""What in a rulebook is said in words."""


def strange(book: Rulebook, text: str) -> Rulebook:
    """Return a rulebook that says a text wherever it says something in words."""
    said: dict[str, object] = msgspec.json.decode(msgspec.json.encode(book))
    changed = cast("dict[str, object]", _saying(said, text))
    return msgspec.convert(changed | {"names": {"hu": [text]}, "glossary": {f"word {text}": text}}, Rulebook)


def _saying(value: object, text: str) -> object:
    if isinstance(value, dict):
        named = cast("dict[str, object]", value)
        return {key: text if key in SAID else _saying(each, text) for key, each in named.items()}
    return [_saying(each, text) for each in cast("list[object]", value)] if isinstance(value, list) else value


def main(folder: Path, text: str) -> int:
    """Build the site into ``folder/html``, and return the exit status of Sphinx."""
    book = strange(aceten_spec.load_shipped("zsiros"), text)
    for place in (aceten_spec, loader):
        place.load_shipped = lambda _game: book  # type: ignore[attr-defined]
        place.shipped = lambda: ("zsiros",)  # type: ignore[attr-defined]
    from sphinx.cmd.build import build_main  # here, as it is to find the rulebook in its place

    source = folder / "source"
    for name in ("rules", "specification", "traceability"):
        (source / name).mkdir(parents=True)
    (source / "conf.py").write_text(CONF, encoding="utf-8")
    (source / "index.rst").write_text(
        "Strange\n=======\n\n.. toctree::\n\n   rules/zsiros\n   traceability/zsiros\n\n.. words::\n\n   own\n      Ours.\n",
        encoding="utf-8",
    )
    return build_main(["-q", "-d", str(folder / "doctrees"), str(source), str(folder / "html")])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.stdin.read()))
