"""Commands about positions and deals: what they are worth, what to play, and what was played wrong."""
