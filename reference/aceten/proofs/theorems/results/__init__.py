"""Theorems about what a deal and a match come to."""
