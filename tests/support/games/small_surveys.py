"""Surveys that take no time, and what they have written."""

from pathlib import Path
from typing import Final

import msgspec
import pytest
from pyarrow import parquet
from support.slices import sliced

import aceten_solver
import aceten_surveys
from aceten_surveys import Deals, Specification, in_threads, survey_of

QUICK: Final = Specification(
    game="zsiros/2", values=("points",), leads="deal", nodes=True, limit=400, shard=4, deals=Deals(first=7, count=18)
)
"""A survey that takes no time: hardly anything of it is settled."""

SMALL: Final = """
format = 1
extends = "zsiros"
id = "small"
prefix = "SMALL"
title = "Zsíros with sixteen cards"

[parameters]
removed = ["8c", "8d", "8h", "8s", "9c", "9d", "9h", "9s", "Jc", "Jd", "Jh", "Js", "Qc", "Qd", "Qh", "Qs"]
"""
"""The rulebook of a game whose whole deals take no time, to search and to prove."""

CERTIFIED: Final = Specification(
    game="small/2", values=("points", "game-points"), certify=3, shard=4, deals=Deals(first=5, count=8)
)
"""A survey of it, with certificates."""

SLOW: Final = "the search in Python takes minutes for whole deals"


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the quick survey, computed without any trouble."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert aceten_surveys.run(survey_of(QUICK), folder, in_threads(1)).whole
    return folder


def manifest(folder: Path) -> str:
    """Return the manifest in a folder."""
    return (folder / "manifest.json").read_text(encoding="utf-8")


def rows_in(folder: Path) -> list[dict[str, object]]:
    """Return all rows of a survey."""
    files = sorted((folder / "shards").glob("*.parquet"))
    return parquet.read_table(files).to_pylist()  # pyright: ignore[reportUnknownMemberType] - the stubs leave a list open


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return two surveys of the same deals, by the rules and by others."""
    if aceten_solver.backend != "native":
        pytest.skip(SLOW)
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")
    values: tuple[aceten_solver.Objective, ...] = ("points", "game-points")
    rules = Specification(
        game="zsiros/2", values=values, leads="points", shard=15, deals=Deals(count=sliced(40, whole=600))
    )
    others = msgspec.structs.replace(rules, leads=None, options={"continuation": "always"}, shard=25)
    for asked, folder in zip((rules, others), folders, strict=True):
        assert aceten_surveys.run(survey_of(asked), folder, in_threads(2)).whole
    return folders
