"""Rules that people take otherwise, each turned round: by them it is tried what a program plays."""

from typing import Final

from aceten.conformance.findings.amended.amended_course import COURSE
from aceten.conformance.findings.amended.amended_rights import RIGHTS
from aceten.conformance.findings.amended.amended_takers import TAKERS

RULES: Final = (*TAKERS, *COURSE, *RIGHTS)
"""The rules that are tried."""
BY_NAME: Final = {rule.name: rule for rule in RULES}
"""The same by their names."""
