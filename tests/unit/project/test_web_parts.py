"""What the board without a server is made of is fetched by name, held to its hash, and left out with a sentence."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from tools.web import parts
from tools.web.parts import Missing, Part, fetched


def test_parts_are_named_without_addresses() -> None:
    """Each has a version, its file and a SHA-256; no place is named from which it comes."""
    for name, part in parts.parts().items():
        assert part.version in part.file
        assert name in part.file
        assert re.fullmatch(r"[0-9a-f]{64}", part.sha256)
    assert "://" not in parts.LIST.read_text(encoding="utf-8")


def test_another_file_is_refused(tmp_path: Path) -> None:
    """A file with another hash is not used, nor kept."""
    file = tmp_path / "part-1.tgz"
    file.write_bytes(b"something")
    right = hashlib.sha256(b"something").hexdigest()
    assert fetched("part", Part("1", file.name, right), tmp_path) == file
    with pytest.raises(Missing, match="SHA-256"):
        fetched("part", Part("1", file.name, "0" * 64), tmp_path)
    assert not file.exists()


def test_what_cannot_be_had_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without npm, and where npm fails: with the reason."""
    part = Part("1", "part-1.tgz", "0" * 64)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Missing, match="there is no npm"):
        fetched("part", part, tmp_path)
    for name, text in (("npm", "#!/bin/sh\necho gone >&2\nexit 1\n"), ("node", "#!/bin/sh\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    with pytest.raises(Missing, match="part 1: gone"):
        fetched("part", part, tmp_path)
