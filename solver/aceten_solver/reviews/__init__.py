"""What was played, judged; and endings to puzzle over."""
