"""Games with mini-packs that nobody has chosen."""

from random import Random

from aceten import Game, load
from aceten_spec import RulebookError, format_cards, shipped


def mini_game(chance: Random, whole: Game) -> Game:
    """Return a game with a random mini-pack of a few cards."""
    cards = sorted(set(whole.pack.cards))
    rules = whole.rulebook.id if whole.rulebook.id in shipped() else whole.rulebook
    while True:
        hand = chance.randint(1, 3)
        size = whole.players * (hand + chance.randint(0, 2)) // whole.pack.copies
        options = dict(whole.options) | {"cards": format_cards(tuple(chance.sample(cards, size))), "hand": hand}
        try:
            return load(rules, players=whole.players, **options)
        except RulebookError:  # no card counts, there is no talon to turn up, or a card that has to be there is not
            continue
