"""How pages and clauses are found."""
