"""What is claimed, from a single case to a theorem and its report, and about which game."""
