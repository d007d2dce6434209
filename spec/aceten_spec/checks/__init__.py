"""What must hold of a rulebook: of its parameters, and of all that it says together."""
