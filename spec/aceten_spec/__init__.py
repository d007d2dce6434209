"""What the rules of the ace-ten card games are: cards, rulebooks, notations, the order of outcomes. Runs no game."""

from aceten_spec.cards import PACKS, Card, Pack, Rank, Suit, card_of, format_cards
from aceten_spec.errors import AcetenError, NotationError, RulebookError
from aceten_spec.loader import load_file, load_shipped, parse_rulebook, shipped
from aceten_spec.rulebook import Clause, Decision, Example, Option, Parameters, Rulebook
from aceten_spec.written_cards import card, parse_cards

__all__ = [
    "PACKS",
    "AcetenError",
    "Card",
    "Clause",
    "Decision",
    "Example",
    "NotationError",
    "Option",
    "Pack",
    "Parameters",
    "Rank",
    "Rulebook",
    "RulebookError",
    "Suit",
    "card",
    "card_of",
    "format_cards",
    "load_file",
    "load_shipped",
    "parse_cards",
    "parse_rulebook",
    "shipped",
]
