"""Pictures of cards, tricks and positions as SVG: one text each, with its alternative in words, and no font or file beside it."""

from aceten.pictures.cards import picture_of_card
from aceten.pictures.tables import picture_of
from aceten.pictures.tricks import picture_of_trick

__all__ = ["picture_of", "picture_of_card", "picture_of_trick"]
