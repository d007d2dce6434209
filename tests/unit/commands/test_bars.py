"""The bar that tells how many of many are done."""

import re

import pytest

from aceten_cli.frame.progress_bars import bar


@pytest.mark.parametrize("total", [40, None])
def test_a_bar_counts_what_it_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, total: int | None
) -> None:
    """On a terminal, in one line of it; how many there are is told where it is known."""
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "60")
    with bar("deals", lambda: total, shown=True) as step:
        for more in (3, 1, 4):
            step(more)
    shown = capsys.readouterr()
    last = re.findall(r"deals .*? +(\d+)/(\d+|\?)", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.err))[-1]
    assert last == ("8", "?" if total is None else "40")
    assert not shown.out


@pytest.mark.parametrize("shown", [False, True])
def test_no_bar_where_it_is_not_wanted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *, shown: bool
) -> None:
    """Neither in a pipe, nor where answers go by on the terminal."""
    monkeypatch.setenv("TTY_COMPATIBLE", str(int(not shown)))
    with bar("deals", lambda: 5, shown=shown) as step:
        step(5)
    assert capsys.readouterr() == ("", "")
