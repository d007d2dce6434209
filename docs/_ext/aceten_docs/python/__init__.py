"""What is read from the code: packages, commands, sources, and which tests name a clause."""
