"""What the reference answers to questions, and where another answer differs."""
