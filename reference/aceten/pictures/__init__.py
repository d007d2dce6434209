"""Pictures of cards, tricks, positions and deals as SVG: one text each, with its alternative in words, and no font or file beside it."""

from aceten.engine.scenes import Worth
from aceten.pictures.card_faces import picture_of_card, picture_of_suit
from aceten.pictures.graphs import Step, picture_of_course
from aceten.pictures.playing_cards import playing_card
from aceten.pictures.table_pictures import picture_of
from aceten.pictures.trick_pictures import picture_of_trick

__all__ = [
    "Step",
    "Worth",
    "picture_of",
    "picture_of_card",
    "picture_of_course",
    "picture_of_suit",
    "picture_of_trick",
    "playing_card",
]
