"""What people write who come from elsewhere is read as they mean it, or refused with a sentence that tells a stranger what to do."""

import pytest
from support.processes.program_runs import Aceten
from support.texts.people_write import Written, people_write
from tools.written_table import PAGE, written_table


@pytest.mark.parametrize("written", people_write(), ids=lambda written: f"{written.place} {written.text[:40]}")
def test_what_people_write(written: Written) -> None:
    """Every line of the table comes to what stands in it."""
    outcome = written.outcome()
    assert written.is_right(outcome), outcome


def test_letters_that_look_latin_are_told(run: Aceten) -> None:
    """Cyrillic and Greek letters are read as what they look like, and the command line says which they were."""
    done = run("show", "zsiros/2 hands=\u0410K,\u03a47 points=40,20")
    assert done.status == 0
    assert "letters that look Latin and are not were read as Latin ones: \u0410\u03a4" in done.err
    assert done.out == run("show", "zsiros/2 hands=AK,T7 points=40,20").out


def test_the_table_holds_what_it_was_made_of() -> None:
    """There are more than 120 lines, and of most something else was made before; what was read rightly then still is."""
    written = people_write()
    assert len(written) >= 120
    assert sum(each.was != "right" for each in written) > len(written) // 2


def test_the_page_shows_the_table() -> None:
    """What stands on the page on reliability is made of the table as it is, each line of it in one row."""
    assert PAGE.read_text(encoding="utf-8") == written_table()
    assert written_table().count("\n") == len(people_write()) + 2
