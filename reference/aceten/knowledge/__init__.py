"""What a seat can know of cards that it does not see: what play shows, what it remembers, and where they may lie."""
