"""The page of each game that is its specification: play by the relation of play, as far as it can go so by the rulebook."""
