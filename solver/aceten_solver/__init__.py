"""What is best: exact values of positions."""
