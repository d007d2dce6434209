"""``aceten board --static`` writes the folder that needs no server, where this installation holds it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.processes.program_runs import Aceten

from aceten_cli.play import static_board


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the folder is that this installation holds."""
    made = tmp_path / "made"
    (made / "python").mkdir(parents=True)
    (made / "index.html").write_text("page", encoding="utf-8")
    (made / "python" / "aceten.packed").write_bytes(b"PK")
    monkeypatch.setattr(static_board, "PLACES", (tmp_path / "none", made))
    return made


@pytest.mark.usefixtures("made")
def test_the_folder_is_written(run: Aceten, tmp_path: Path) -> None:
    """All of it, into a folder that is new or empty."""
    for name in ("new", "deep/er", "empty"):
        target = tmp_path / name
        if name == "empty":
            target.mkdir()
        assert run("board", "--static", str(target)).status == 0
        assert sorted(str(file.relative_to(target)) for file in target.rglob("*.*")) == [
            "index.html",
            "python/aceten.packed",
        ]


@pytest.mark.usefixtures("made")
def test_nothing_is_written_over(run: Aceten, tmp_path: Path) -> None:
    """What is there already stays as it is, and so does what is a file, or cannot be written to; the reason is said."""
    full = tmp_path / "full"
    full.mkdir()
    (full / "own").touch()
    for target in (full, full / "own"):
        done = run("board", "--static", str(target))
        assert done.status == 2
        assert done.err.startswith(f"error: --static {target}: there is something already")
    assert [each.name for each in full.iterdir()] == ["own"]
    assert run("board", "--static", str(full / "own" / "further")).err.startswith(
        f"error: {full / 'own' / 'further'}: "
    )


def test_how_it_is_made_is_said(run: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where this installation does not hold it."""
    monkeypatch.setattr(static_board, "PLACES", (tmp_path,))
    done = run("board", "--static", str(tmp_path / "new"))
    assert (done.status, "make web" in done.err, (tmp_path / "new").exists()) == (2, True, False)
