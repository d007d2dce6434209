"""Makes the board that needs no server: ``python -m tools.web`` writes a static folder."""
