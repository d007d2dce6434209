"""Programs of strangers: starting them, and exchanging messages with them, whatever they do."""
