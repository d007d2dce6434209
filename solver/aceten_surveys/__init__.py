"""What many deals of a game come to: computed once, by one machine or by many, kept in files, and asked about.

>>> import tempfile
>>> from pathlib import Path
>>> import aceten_surveys
>>> deals = aceten_surveys.Deals(count=4)
>>> survey = aceten_surveys.survey_of(aceten_surveys.Specification(game="zsiros/2", limit=100, deals=deals))
>>> with tempfile.TemporaryDirectory() as folder:
...     status = aceten_surveys.run(survey, Path(folder), aceten_surveys.in_threads(2))
>>> status.whole, status.found.deals, status.found.open
(True, 4, 4)

What it needs beside aceten comes with the extra ``data``.
"""

from aceten_spec.texts.extras import brought_by

with brought_by("data"):
    from aceten_surveys.drivers import in_processes, in_threads
    from aceten_surveys.errors import SurveyError
    from aceten_surveys.folder import Manifest, Status, read_survey, status
    from aceten_surveys.running import run
    from aceten_surveys.shards import Done, run_shard
    from aceten_surveys.specification import Deals, Specification, Survey, read_specification, survey_of

__all__ = [
    "Deals",
    "Done",
    "Manifest",
    "Specification",
    "Status",
    "Survey",
    "SurveyError",
    "in_processes",
    "in_threads",
    "read_specification",
    "read_survey",
    "run",
    "run_shard",
    "status",
    "survey_of",
]
