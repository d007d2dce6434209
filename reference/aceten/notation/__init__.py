"""How positions, deals and matches are read and written."""
