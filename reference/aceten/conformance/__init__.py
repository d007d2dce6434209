"""Verifying other people's programs against the reference.

>>> from aceten.conformance import verify
>>> report = verify(["python", "adapter.py"], "zsiros", levels=["trick"])
>>> report.verdict
'conforms'

A program speaks the protocol of :mod:`aceten_spec.protocol`; ``aceten verify`` does the same from the command line.
"""

from aceten.conformance.oracle.answers import answer
from aceten.conformance.programs.conversation import ProgramError
from aceten.conformance.programs.program import Program
from aceten.conformance.runs.runner import ask_one, verify
from aceten.conformance.verification import (
    Circumstances,
    ClauseReport,
    ClauseText,
    Finding,
    LevelReport,
    Proposal,
    Variants,
    Verification,
)

__all__ = [
    "Circumstances",
    "ClauseReport",
    "ClauseText",
    "Finding",
    "LevelReport",
    "Program",
    "ProgramError",
    "Proposal",
    "Variants",
    "Verification",
    "answer",
    "ask_one",
    "verify",
]
