"""What others have written or named: files, JSON and data, what is wrong with them, and how it is shown."""
