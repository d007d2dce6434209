"""What the tests of this room share."""

from support.games.small_surveys import two as two  # noqa: PLC0414 - a fixture for several files
from support.games.small_surveys import undisturbed as undisturbed  # noqa: PLC0414 - a fixture for several files
