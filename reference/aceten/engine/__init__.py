"""Games, their states and views, and how they are played and scored."""
