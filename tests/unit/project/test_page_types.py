"""The modules of the board's page are held against the bodies of the server, by types that are made from these."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Final

import pytest
from tools.page.__main__ import GUESSED, PROJECT, ROOT, complaints, without_guesses
from tools.page.body_types import FILE, body_types
from tools.web.parts import Missing

PAGE: Final = PROJECT.parent / "aceten_board" / "page"
BESIDE: Final = "worker.mjs"
"""What runs beside the page."""
TRIED: Final = """import { ask } from "./server.mjs";
import { board } from "./store.mjs";

export async function looked(/** @type {string} */ position) {
  const { words } = board;
  const found = await ask("look", { position });
  return [found.talon, words.talon];
}
"""


def test_the_types_are_those_of_the_server() -> None:
    """The file that is checked in is made of the bodies as they are now; ``make generate`` writes it."""
    assert FILE.read_text(encoding="utf-8") == body_types()


def test_every_module_is_checked() -> None:
    """The compiler is told to look into modules, into those in the folder without a server likewise, and none says otherwise."""
    settings = json.loads(PROJECT.read_text(encoding="utf-8"))
    assert settings["compilerOptions"]["checkJs"]
    modules = {*PAGE.rglob("*.mjs"), *(PAGE.parent / "folder").glob("*.mjs")}
    told = {module for each in settings["include"] for module in PROJECT.parent.glob(each)}
    left = {PROJECT.parent / each for each in settings["exclude"]}
    assert modules - (told - left) == {PAGE.parent / "folder" / BESIDE}
    assert not [module.name for module in modules if "@ts-" in module.read_text(encoding="utf-8")]


@pytest.mark.turns(24)
@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("found.talon", "found.tallon", "tallon"),
        ('"look"', '"lok"', "lok"),
        ("words.talon", "words.talons", "talons"),
    ],
)
def test_a_name_that_the_server_has_not_is_found(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    """What an answer, the questions and the words of the page have is known to the compiler; what they have not, it complains of."""
    for name in ("aceten_board/page", "typings"):
        source = ROOT / "typings" / "page" if name == "typings" else PAGE
        shutil.copytree(source, tmp_path / name)
    settings = json.loads(PROJECT.read_text(encoding="utf-8"))
    project = tmp_path / "tsconfig.json"
    project.write_text(json.dumps({**settings, "include": ["aceten_board/page/tried.mjs", "typings/*.d.ts"]}))
    for asked, expected in ((TRIED, ""), (TRIED.replace(right, wrong), said)):
        (tmp_path / "aceten_board" / "page" / "tried.mjs").write_text(asked, encoding="utf-8")
        try:
            found = without_guesses(complaints(project))
        except Missing as error:
            pytest.skip(str(error))
        assert (expected in found) if expected else found == ""


@pytest.mark.turns(18)
def test_types_are_left_to_be_guessed_only_where_that_is_said() -> None:
    """The compiler complains of a type that is not told in every module of the list, and nothing in any other: so the list gets shorter."""
    try:
        found = complaints(PROJECT)
    except Missing as error:
        pytest.skip(str(error))
    assert without_guesses(found) == ""
    blamed = {
        line.split("(")[0].removeprefix("apps/aceten_board/") for line in found.splitlines() if "error TS7" in line
    }
    assert blamed == {*GUESSED}
