"""What is asked about a position: who plays against whom, what is measured, and what does the same."""
