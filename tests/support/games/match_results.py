"""Results and dealers of matches."""

from collections.abc import Iterable

from aceten import Game, load, start_match
from aceten_spec import parse_rulebook


def home(parameters: str, *, parent: str = "zsiros", players: int = 4) -> Game:
    """Return a game that is played as another, but for some parameters."""
    head = f'format = 1\nextends = "{parent}"\nid = "home"\nprefix = "HO"\n[parameters]\n'
    return load(parse_rulebook(head + parameters), players=players)


def dealers(game: Game, deals: Iterable[tuple[int, ...]], first: int = 0) -> list[int]:
    """Return who deals each deal of a match in which the sides score this, and who deals the one after these."""
    match = start_match(game, dealer=first)
    found = [match.dealer]
    for game_points in deals:
        match = match.add_game_points(game_points)
        found.append(match.dealer)
    return [int(dealer) for dealer in found]
