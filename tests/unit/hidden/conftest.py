"""What the tests of this room share."""

from __future__ import annotations

from support.games.advised_views import run as run  # noqa: PLC0414 - a fixture for several files
