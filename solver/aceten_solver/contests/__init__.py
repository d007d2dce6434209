"""Who plays better? Policies that play the same deals against each other."""
