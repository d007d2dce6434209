"""Theorems about two games side by side: what they have in common, and what not."""
