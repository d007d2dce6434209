"""What to play when cards are hidden."""
