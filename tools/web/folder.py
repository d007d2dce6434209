"""The files of the folder: the board's page with another module to ask, what answers it, and what was answered before."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Final

import aceten_board
from aceten_board.guards import HEADERS
from aceten_board.kits import game_named
from aceten_board.questions import answered
from aceten_spec.speech import LANGUAGES

BOARD: Final = Path(aceten_board.__file__).parent
PAGE: Final = BOARD / "page"
OWN: Final = BOARD / "folder"
"""What only the folder has."""
_SERVED: Final = dict(rule.strip().split(" ", 1) for rule in HEADERS["Content-Security-Policy"].split(";"))
POLICY: Final = "; ".join(
    f"{name} {told}"
    for name, told in {
        **_SERVED,
        "script-src": f"{_SERVED['script-src']} 'wasm-unsafe-eval'",
        "worker-src": "'self'",
        "manifest-src": "'self'",
    }.items()
    if name != "frame-ancestors"
)
"""As the board's server has it, and Python may be compiled in workers. A page itself cannot say who may frame it; the site does so."""
PYTHON: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
FIRST: Final = "zsiros/4"
"""The game that is on the table when nothing is asked for, as the page has it."""
SEED: Final = 7

_HEAD: Final = f"""<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="referrer" content="no-referrer">
<link rel="manifest" href="manifest.webmanifest">
<link rel="icon" href="icon.svg">
<link rel="apple-touch-icon" href="icon-192.png">
<link rel="stylesheet" href="folder.css">
"""


def write(target: Path, pyodide: Path, made: Path) -> None:
    """Write the folder.

    :param pyodide: the folder of the package.
    :param made: where the archives of modules are.
    """
    shutil.copytree(PAGE, target)
    shutil.copytree(OWN, target, dirs_exist_ok=True)
    page = (target / "index.html").read_text(encoding="utf-8")
    charset = '<meta charset="utf-8">\n'
    (target / "index.html").write_text(page.replace(charset, charset + _HEAD), encoding="utf-8")
    _python(target / "python", pyodide, made)
    _answers(target)
    _offline(target)


def _python(target: Path, pyodide: Path, made: Path) -> None:
    target.mkdir()
    for name in PYTHON:
        shutil.copyfile(pyodide / name, target / name)
    for archive in made.iterdir():
        shutil.copyfile(archive, target / archive.name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (target / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    # The map of where its own code comes from is for its makers.
    code = (target / "pyodide.mjs").read_text(encoding="utf-8")
    (target / "pyodide.mjs").write_text(re.sub(r"//# sourceMappingURL=.*\n?", "", code), encoding="utf-8")
    sizes = {file.name: file.stat().st_size for file in sorted(target.iterdir()) if file.suffix != ".mjs"}
    (target / "sizes.json").write_text(json.dumps(sizes), encoding="utf-8")


def _answers(target: Path) -> None:
    """Write what the folder answers by itself: words, pictures, and what is looked at first."""
    shown = [f"words/{language}.json" for language in LANGUAGES]
    for name in shown:
        _keep(target / name, answered("GET", f"/api/{name.removesuffix('.json')}").body)
    suits = "cshd"
    cards = [f"{rank}{suit}" for rank in "AKQJT98765432" for suit in suits]
    for style in ("french", "french-de", "german"):
        for place in [
            *[f"cards/{style}/{card}" for card in [*cards, *"AKQJT98765432"]],
            *[f"suits/{style}/{suit}" for suit in suits],
        ]:
            answer = answered("GET", f"/{place}.svg")
            if answer.status == 200:  # noqa: PLR2004 - as HTTP has it
                _keep(target / f"{place}.svg", answer.body)
    position = str(game_named(FIRST).deal(seed=SEED))
    first: list[dict[str, object]] = []
    for language in LANGUAGES:
        first.append({"asked": _asked("deal", {"game": FIRST, "language": language}), "told": {"position": position}})
        look: dict[str, object] = {
            "position": position,
            "actions": [],
            "seat": None,
            "style": None,
            "language": language,
            "own": None,
            "ahead": [],
        }
        told = answered("POST", "/api/look", json.dumps(look).encode())
        first.append({"asked": _asked("look", look), "told": json.loads(told.body)})
    _keep(target / "first.json", json.dumps(first, ensure_ascii=False).encode())


def _asked(name: str, body: dict[str, object]) -> str:
    """Return a question as the page writes it."""
    return f"{name} {json.dumps(body, separators=(',', ':'), ensure_ascii=False)}"


def _keep(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def _offline(target: Path) -> None:
    """Say in the service worker which files there are, and which version that is: a digest of all of them."""
    worker = target / "offline.js"
    files = sorted(str(file.relative_to(target)) for file in target.rglob("*") if file.is_file() and file != worker)
    digest = hashlib.sha256(worker.read_bytes())
    for file in files:
        digest.update(f"{file}\0".encode() + hashlib.sha256((target / file).read_bytes()).digest())
    listed = json.dumps(["./" if file == "index.html" else file for file in files])
    code = worker.read_text(encoding="utf-8")
    for mark, text in (
        ('"{version}"', json.dumps(digest.hexdigest()[:16])),
        ('["{files}"]', listed),
        ('"{policy}"', json.dumps(POLICY)),
    ):
        code = code.replace(mark, text)
    worker.write_text(code, encoding="utf-8")
