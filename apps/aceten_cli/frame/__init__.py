"""What every command is made of: words that are taken, what is printed, and how far a long computation is."""
