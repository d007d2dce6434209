"""What a position is worth: a question on its way to a search, and back as an answer."""
