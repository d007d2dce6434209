"""What the clauses of matching tricks say."""
