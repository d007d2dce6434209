"""Theorems about what may be exchanged without any difference to play."""
