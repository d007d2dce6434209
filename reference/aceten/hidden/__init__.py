"""The deals that fit what a seat has seen."""
