"""Matching tricks: what matches the led card takes the trick (the games of the Sedma group)."""
