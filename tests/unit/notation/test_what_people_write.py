"""What people write who come from elsewhere is read as they mean it, or refused with a sentence that tells a stranger what to do."""

import pytest
from support.texts.people_write import Written, people_write


@pytest.mark.parametrize("written", people_write(), ids=lambda written: f"{written.place} {written.text[:40]}")
def test_what_people_write(written: Written) -> None:
    """Every line of the table comes to what stands in it."""
    outcome = written.outcome()
    assert written.is_right(outcome), outcome
