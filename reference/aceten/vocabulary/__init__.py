"""What the engine speaks in: actions, seats, what things are called, and how it refuses."""
