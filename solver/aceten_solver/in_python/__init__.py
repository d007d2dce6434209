"""The search in Python, over the engine's own states: slow, and obviously right."""
