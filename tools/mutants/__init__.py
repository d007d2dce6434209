"""The hunt for mutants: wrong functions made of proved ones and of formulas, for each of which an obligation must fail."""
