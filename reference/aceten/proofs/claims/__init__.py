"""What is claimed of play, in deals of which every card and every number is symbolic."""
