"""Carrying out a survey: what is missing is computed, whatever was there before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten_spec.speech import say
from aceten_surveys.errors import SurveyError
from aceten_surveys.folder import Status, finish, open_folder, status
from aceten_surveys.shards import Done

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from aceten_surveys.drivers import Driver
    from aceten_surveys.specification import Survey


def run(
    survey: Survey,
    folder: Path,
    driver: Driver,
    *,
    tell: Callable[[int], None] = lambda _more: None,
    stop: Callable[[], bool] = lambda: False,
) -> Status:
    """Compute what is missing in the folder of a survey, and write the manifest when all is there; return how far it is.

    :param driver: who computes it.
    :param tell: is told first how many deals were there before, and then now and then how many more are done.
    :param stop: is asked now and then whether to end.
    :raises SurveyError: when something else is in the folder, or files that were written are not there.
    :raises OSError: when one cannot be written. What was written is kept.
    """
    open_folder(folder, survey)
    survey.played()
    there = status(folder)
    finished = told = there.found.deals
    begun = 0
    tell(told)
    for done in driver(survey, folder, there.left, stop) if there.left else ():
        if isinstance(done, Done):
            finished, begun = finished + done.rows, max(0, begun - done.rows)
        else:
            begun += done
        tell(finished + begun - told)
        told = finished + begun
    now = finish(folder)
    if not now.whole and not stop():
        problem = say("files that were written are not there; do all workers see this folder?")
        raise SurveyError(where=str(folder), problem=problem)
    return now
