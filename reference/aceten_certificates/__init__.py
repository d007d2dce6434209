"""Certificates of what positions are worth: answers that anybody can check by the rules alone.

A certificate holds what one side does at its choices; whoever checks it follows that, tries all that the other side may do, and sees
that every deal ends as claimed. No search is needed for it, nor trusted. :func:`aceten_solver.certify` makes them.
"""

from aceten_certificates.certificate import Certificate, Part
from aceten_certificates.checking import MOST_POSITIONS, Checked, check
from aceten_certificates.claims import MEASURES, Claim, Half, Measure, usual_measure
from aceten_certificates.errors import CertificateError, TooManyPositionsError
from aceten_certificates.walk import Walk

__all__ = [
    "MEASURES",
    "MOST_POSITIONS",
    "Certificate",
    "CertificateError",
    "Checked",
    "Claim",
    "Half",
    "Measure",
    "Part",
    "TooManyPositionsError",
    "Walk",
    "check",
    "usual_measure",
]
