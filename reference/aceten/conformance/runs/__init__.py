"""A verification from its beginning to its report."""
