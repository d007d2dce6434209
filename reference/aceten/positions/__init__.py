"""Whether a position can come about in play, and the state or view that it describes."""
