"""What the tests of this room share."""

from support.processes.verified import verify as verify  # noqa: PLC0414 - a fixture for several files
