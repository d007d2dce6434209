"""Results and dealers of matches."""

from collections.abc import Iterable

from aceten import Game, Match, Side, load, start_match
from aceten_spec import card, parse_rulebook
from aceten_spec.protocol import DealScore
from aceten_spec.rulebook import MatchCourse


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


def deals_of(course: MatchCourse) -> list[DealScore]:
    """Return what the deals of an example's match brought."""
    return [
        DealScore(
            game_points=game_points,
            resets=course.resets[number] if course.resets else (),
            trump=course.trumps[number] if course.trumps else None,
            claimed=course.claimed if number == len(course.deals) - 1 else None,
        )
        for number, game_points in enumerate(course.deals)
    ]


def match_after(match: Match, deal: DealScore) -> Match:
    """Return a match after a deal that has brought this."""
    return match.add_game_points(
        deal.game_points,
        tuple(map(Side, deal.resets)),
        trump=None if deal.trump is None else card(f"A{deal.trump}").suit,
        claimed=None if deal.claimed is None else Side(deal.claimed),
    )
