"""How cards come to the players: the shuffle, numbered deals, and drawing from the talon."""
