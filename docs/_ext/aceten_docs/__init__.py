"""What is particular to this site: extensions of Sphinx, and what they share."""
