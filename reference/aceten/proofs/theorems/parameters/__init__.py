"""The theorem about the rulebook alone: what its parameters ask for is there, and can happen."""
