"""Certificates of what positions are worth: answers that anybody can check by the rules alone.

A certificate holds what one side does at its choices; whoever checks it follows that, tries all that the other side may do, and sees
that every deal ends as claimed. No search is needed for it, nor trusted. :func:`aceten_solver.certify` makes them.

Where cards are hidden, a certificate holds the strategies of both players (:mod:`aceten_certificates.strategies`), which
:func:`aceten_solver.certify_strategies` makes, and :func:`check_strategies` checks. :func:`check_either` takes both kinds.
"""

from aceten_certificates.certificate import Certificate, Part
from aceten_certificates.checking import MOST_POSITIONS, Checked, check
from aceten_certificates.claims import MEASURES, Claim, Half, Measure, usual_measure
from aceten_certificates.errors import CertificateError, TooManyPositionsError
from aceten_certificates.kinds import check_either
from aceten_certificates.proved_checker import CheckerError, check_with_rocq
from aceten_certificates.strategies.strategy_certificate import Strategy, StrategyCertificate
from aceten_certificates.strategies.strategy_checking import MOST_HISTORIES, CheckedStrategies, check_strategies
from aceten_certificates.walk import Walk

__all__ = [
    "MEASURES",
    "MOST_HISTORIES",
    "MOST_POSITIONS",
    "Certificate",
    "CertificateError",
    "Checked",
    "CheckedStrategies",
    "CheckerError",
    "Claim",
    "Half",
    "Measure",
    "Part",
    "Strategy",
    "StrategyCertificate",
    "TooManyPositionsError",
    "Walk",
    "check",
    "check_either",
    "check_strategies",
    "check_with_rocq",
    "usual_measure",
]
