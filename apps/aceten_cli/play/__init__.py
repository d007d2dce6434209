"""Commands for players: matches at the terminal and in the browser, and their records."""
