"""Theorems about what may be done and what comes of it: every action, tricks, rights, the auction."""
