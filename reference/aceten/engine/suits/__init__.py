"""Suit tricks: the highest trump takes the trick, or else the highest card of the suit led (Einwerfen and the marriage games)."""
