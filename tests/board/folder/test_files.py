"""What the folder of the board without a server consists of."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Final

import pytest
from support.processes.served_folder import FOLDER

import aceten_board
from aceten_board.guards import HEADERS
from aceten_board.questions import answered
from aceten_spec.speech import LANGUAGES

BOARD: Final = Path(aceten_board.__file__).parent
MOST: Final = 12_000_000
"""So many bytes are sent at most, compressed."""


@pytest.fixture(scope="module")
def files() -> dict[str, Path]:
    """Every file by its name."""
    if not (FOLDER / "index.html").is_file():
        pytest.skip("There is no board without a server to look at; make web makes it, where npm is.")
    return {str(file.relative_to(FOLDER)): file for file in sorted(FOLDER.rglob("*")) if file.is_file()}


def test_both_modules_that_are_asked_offer_the_same() -> None:
    """What the page takes from the one that asks the server, it takes from the one that asks a worker."""
    offered = [
        set(
            re.findall(
                r"^export (?:async )?(?:function|const) (\w+)",
                (BOARD / place / "server.mjs").read_text("utf-8"),
                re.MULTILINE,
            )
        )
        for place in ("page", "folder")
    ]
    assert offered[0] == offered[1] == {"words", "picture", "suit", "ask", "follow"}


def test_the_page_is_the_same(files: dict[str, Path]) -> None:
    """Every module of the page but that one is there as it is; the page itself has a policy, and is otherwise the same."""
    for file in (BOARD / "page").rglob("*.*"):
        if file.name not in {"server.mjs", "index.html"}:
            name = str(file.relative_to(BOARD / "page"))
            assert files[name].read_bytes() == file.read_bytes(), name
    added = set(files["index.html"].read_text("utf-8").splitlines()) - set(
        (BOARD / "page" / "index.html").read_text("utf-8").splitlines()
    )
    assert {re.match(r"<(\w+)", line)[1] for line in added} == {"meta", "link"}  # type: ignore[index]
    policy = next(line for line in added if "Content-Security-Policy" in line)
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    for rule in HEADERS["Content-Security-Policy"].split("; "):
        assert rule in policy or rule.startswith("frame-ancestors"), rule


def test_everything_is_kept_for_a_day_without_the_net(files: dict[str, Path]) -> None:
    """The service worker names each file, and none that there is not."""
    listed = re.search(r"^const FILES = (.*);$", files["offline.js"].read_text("utf-8"), re.MULTILINE)
    assert listed
    kept = ["index.html" if name == "./" else name for name in json.loads(listed[1])]
    assert sorted(kept) == sorted(set(files) - {"offline.js"})


def test_what_is_said_and_drawn_is_what_the_server_says_and_draws(files: dict[str, Path]) -> None:
    """Words, pictures and first looks are answers of the same questions."""
    for language in LANGUAGES:
        assert files[f"words/{language}.json"].read_bytes() == answered("GET", f"/api/words/{language}").body
    pictures = [name for name in files if name.endswith(".svg") and "/" in name]
    assert len(pictures) > 100
    for name in pictures:
        assert files[name].read_bytes() == answered("GET", f"/{name}").body
    for each in json.loads(files["first.json"].read_bytes()):
        name, _, body = each["asked"].partition(" ")
        if name == "look":
            assert json.loads(answered("POST", "/api/look", body.encode()).body) == each["told"]


def test_it_is_light_and_names_nobody_else(files: dict[str, Path]) -> None:
    """Sent compressed it has so many bytes at most; and what is ours in it names no address outside."""
    assert sum(len(gzip.compress(file.read_bytes())) for file in files.values()) <= MOST
    for name, file in files.items():
        if file.suffix in {".mjs", ".js", ".html", ".css", ".webmanifest"} and not name.startswith("python/"):
            assert not re.search(r"https?://(?!www\.w3\.org/)[a-z]", file.read_text("utf-8")), name
