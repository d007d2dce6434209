"""What clauses rest on and are about, and which of them refuses an action."""
