"""What the clauses of suit tricks say."""
