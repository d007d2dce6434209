"""What people type: words, actions, and records as text."""
