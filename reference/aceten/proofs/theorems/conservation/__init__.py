"""Theorems about what is neither lost nor made: cards, card points, and who draws how many."""
