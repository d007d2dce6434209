"""The version of the distribution, which its build reads here."""

from typing import Final

VERSION: Final = "0.1.0"
