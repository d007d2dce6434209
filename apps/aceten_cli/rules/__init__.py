"""Commands about the rules: their clauses, the pages of the protocol, and their proofs."""
