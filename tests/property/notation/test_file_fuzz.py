"""Whatever a file, its name, an option or a number of players is, the reader of rulebooks and the loading of games refuse it in order."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.games.changed_rulebooks import SHIPPED
from support.texts.damaged_texts import MEGABYTE, NUMBERS, THOROUGHLY, UNTIMED, anything, check_message, refusal

from aceten import RulebookError, UsageError, load
from aceten_spec import load_file, load_shipped, parse_rulebook
from aceten_spec.loader import MAX_RULEBOOK_BYTES
from aceten_spec.rulebook import OptionValue

# --- Files --------------------------------------------------------------------------------------------------------------


@UNTIMED
@given(content=st.binary() | anything().map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(content=b"\xff\xfe" + SHIPPED.encode("utf-16-le") + b"\0")
@example(content=SHIPPED.encode("iso8859-2"))
@example(content=SHIPPED.encode() + b"\x00")
@example(content=SHIPPED.encode() + b"\xed\xa0\x80")
def test_no_file_breaks_the_reader_of_files(tmp_path: Path, content: bytes) -> None:
    """Whatever bytes are in a file, it is refused as a rulebook with an error that names the file."""
    path = tmp_path / "home.toml"
    path.write_bytes(content)
    error = refusal(lambda: load_file(path))
    assert isinstance(error, RulebookError)
    assert error.source == str(path)


def test_a_file_that_is_not_utf_8_is_refused_with_the_place(tmp_path: Path) -> None:
    """The error for a file in another encoding says which byte is wrong and which encoding belongs there."""
    path = tmp_path / "home.toml"
    path.write_bytes(b'title = "Zs\xedros"')
    with pytest.raises(RulebookError) as caught:
        load_file(path)
    assert "byte 11" in caught.value.problem
    assert "UTF-8" in caught.value.expected


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
def test_a_file_of_any_editor_is_read(tmp_path: Path, mark: bytes, line_end: bytes) -> None:
    """A file in UTF-8 is the same rulebook with both kinds of line ends, and with the mark that some editors put first."""
    path = tmp_path / "home.toml"
    path.write_bytes(mark + SHIPPED.encode().replace(b"\n", line_end))
    assert load_file(path) == load_shipped("zsiros")


@pytest.mark.turns(2)
def test_a_file_of_more_than_a_megabyte_is_refused(tmp_path: Path) -> None:
    """A rulebook file may have 1,000,000 bytes; with one more it is refused, and the error says how many it may have."""
    path = tmp_path / "home.toml"
    path.write_bytes(SHIPPED.encode() + b"#\n" * MEGABYTE)
    with path.open("r+b") as file:
        file.truncate(MAX_RULEBOOK_BYTES)
    assert load_file(path) == load_shipped("zsiros")
    with path.open("ab") as file:
        file.write(b"\n")
    with pytest.raises(RulebookError) as caught:
        load_file(path)
    check_message(caught.value)
    assert caught.value.problem == "larger than 1000000 bytes"
    assert "1000000 bytes" in caught.value.expected


@pytest.mark.parametrize("line", ["#", "title = ", 'title = "', "x", "1", "[", "\0"])
def test_a_line_of_a_megabyte_in_a_rulebook_is_refused(line: str) -> None:
    """A rulebook of one line of a megabyte is refused in a few words."""
    assert isinstance(refusal(lambda: parse_rulebook(line.ljust(MEGABYTE, line[-1]))), RulebookError)


@UNTIMED
@given(anything())
def test_no_file_name_breaks_the_reader_of_files(name: str) -> None:
    """A file name that nobody can have, or nobody has, is refused as such."""
    path = Path("no such folder" + name)
    error = refusal(lambda: load_file(path))
    assert isinstance(error, RulebookError)
    assert error.source == str(path)


# --- Games and options --------------------------------------------------------------------------------------------------


@THOROUGHLY
@given(anything())
def test_no_name_breaks_the_loading_of_games(name: str) -> None:
    """Any text is refused as the name of a game, with the names that there are; with a line end as a rulebook, as a path if it is one."""
    error = refusal(lambda: load(name))
    assert isinstance(error, RulebookError)
    path = {"/", "\\"} & set(name) or name.endswith(".toml")
    assert "\n" in name or path or "zsiros" in error.expected


@THOROUGHLY
@given(
    st.sampled_from(sorted(load_shipped("zsiros").options))
    | anything().filter(lambda name: name not in ("rules", "players")),
    anything() | st.booleans() | st.integers() | st.sampled_from(NUMBERS),
)
def test_no_option_breaks_the_loading_of_games(name: str, value: OptionValue | bool) -> None:
    """Any option with any value is taken or refused, and the error names the options or values that there are."""
    error = refusal(lambda: load("zsiros", players=2, **{name: value}))
    if error is not None:
        assert isinstance(error, RulebookError)
        assert error.expected.startswith(("one of: ", "a whole number from 1 to "))


@UNTIMED
@given(st.integers() | st.sampled_from(NUMBERS))
def test_no_number_of_players_breaks_the_loading_of_games(players: int) -> None:
    """Any number of players is taken, or refused with the numbers that the game is described for."""
    error = refusal(lambda: load("zsiros", players=players))
    assert (error is None) == (players in (2, 4))
    assert error is None or (isinstance(error, UsageError) and "2, 4" in str(error))


def test_numbers_that_python_does_not_write_are_refused() -> None:
    """A number with more digits than Python turns into text is refused as any other that is too large."""
    large = 10**5000
    assert isinstance(refusal(lambda: load("zsiros", players=large)), UsageError)
    assert isinstance(refusal(lambda: load("zsiros", target=large)), RulebookError)
    assert isinstance(refusal(lambda: load("zsiros", target=-large)), RulebookError)
    assert isinstance(refusal(lambda: load("zsiros", tie=large)), RulebookError)
