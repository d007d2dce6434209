"""What the tests of this room share."""

from support.games.played_table import table as table  # noqa: PLC0414 - a fixture for several files
