"""Functions run unmodified on symbolic numbers, by z3 and cvc5."""
