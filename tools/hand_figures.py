"""What it is worth to lead, and to hold a wild card more, where two players have drawn their last cards: for every pair of hands.

``python -m tools.hand_figures`` writes ``docs/hands.jsonl``, which takes a minute or two; ``python -m tools.hand_figures zsiros/2`` prints
the lines of one game.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

import aceten
import aceten_solver
from aceten_spec.cards import format_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FIGURES: Final = Path(__file__).parents[1] / "docs" / "hands.jsonl"
"""Where they are kept: a line for each game and each number of cards."""
SHOWN: Final = {"zsiros/2": 4, "sedma/2": 4}
"""The games, and the cards a hand up to which every pair of hands is looked at."""

Hand: TypeAlias = tuple[aceten.Card, ...]
"""Cards without suits, as these do not count."""
Pair: TypeAlias = tuple[Hand, Hand]
"""The hand of who leads, and the other one."""


class Swing(msgspec.Struct, frozen=True, kw_only=True):
    """How many points more a difference makes to whom it is about, with perfect play of both: never fewer, and never more."""

    fewest: int
    """Below 0: what it costs in the worst case."""
    most: int
    """What it gains in the best case."""
    fewest_at: tuple[str, str]
    """Positions without it and with it, for which it is so few."""
    most_at: tuple[str, str]
    """Positions without it and with it, for which it is so many."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What all pairs of hands show."""

    game: str
    """The game, as a position line begins."""
    cards: int
    """Cards a hand."""
    pairs: int
    """How many pairs of hands there are, who leads being known."""
    lead: Swing
    """To lead, instead of the other player."""
    wild: Swing
    """To hold a wild card in place of one that is not wild and counts nothing, leading or not."""


def read() -> tuple[Figures, ...]:
    """Return what is kept."""
    return tuple(msgspec.json.decode(line, type=Figures) for line in FIGURES.read_text(encoding="utf-8").splitlines())


def game_of(name: str) -> aceten.MatchingGame:
    """Return the game of a name such as ``zsiros/2``.

    :raises aceten.UsageError: when it is none for two players with matching tricks.
    """
    title, _, players = name.partition("/")
    game = aceten.load(title, players=int(players))
    if not isinstance(game, aceten.MatchingGame) or game.players != 2:  # noqa: PLR2004 - whom it is about
        raise aceten.UsageError(f"{game}: expected a game with matching tricks for two players")
    return game


def line_of(game: aceten.Game, hands: Pair, leader: int = 0) -> str:
    """Return the position in which hands have been drawn, and a seat is to lead."""
    return f"{game} hands={','.join(map(format_cards, hands))} lead={leader} tricks=0,0"


def pairs_of(game: aceten.Game, cards: int) -> Iterator[Pair]:
    """Yield all pairs of hands of so many cards that differ in anything that counts."""
    pack = Counter(map(game.canonical_card, game.pack.cards))
    hands = [hand for hand in itertools.combinations_with_replacement(sorted(pack), cards) if Counter(hand) <= pack]
    yield from (pair for pair in itertools.product(hands, hands) if Counter(itertools.chain(*pair)) <= pack)


def values_of(
    game: aceten.Game, cards: int, backend: aceten_solver.Backend | None = None
) -> dict[Pair, tuple[int, int]]:
    """Return the points that the leader and the other player come to, for every pair of hands.

    :param backend: the search that is to answer; ``None``: the one that there is.
    """
    found: dict[Pair, tuple[int, int]] = {}
    with aceten_solver.Solver(backend=backend) as solver:
        for pair in pairs_of(game, cards):
            value = solver.value(aceten.parse(line_of(game, pair)), "points")
            if value is None or value.points is None:
                raise RuntimeError(f"{line_of(game, pair)}: not solved")
            leader, other = value.points
            found[pair] = leader, other
    return found


def figures(game: aceten.MatchingGame, cards: int, values: Mapping[Pair, tuple[int, int]]) -> Figures:
    """Return what the values of all pairs of hands show."""
    return Figures(
        game=str(game),
        cards=cards,
        pairs=len(values),
        lead=_swing(_leading(game, values)),
        wild=_swing(_wild(game, values)),
    )


_Difference: TypeAlias = "tuple[int, tuple[str, str]]"


def _swing(differences: Iterator[_Difference]) -> Swing:
    least, *_, most = sorted(differences)
    return Swing(fewest=least[0], most=most[0], fewest_at=least[1], most_at=most[1])


def _leading(game: aceten.Game, values: Mapping[Pair, tuple[int, int]]) -> Iterator[_Difference]:
    """Yield how many points more a player has who leads."""
    for (own, other), (points, _) in values.items():
        yield points - values[other, own][1], (line_of(game, (own, other), 1), line_of(game, (own, other)))


def _wild(game: aceten.MatchingGame, values: Mapping[Pair, tuple[int, int]]) -> Iterator[_Difference]:
    """Yield how many points more a player has by a wild card in place of one that counts nothing."""
    cards = sorted({*map(game.canonical_card, game.pack.cards)})
    wild = [card for card in cards if card.rank in game.matching.wild]
    plain = [card for card in cards if card not in wild and not game.points_of((card,))]
    for pair, points in values.items():
        for seat, hand in enumerate(pair):
            for place, new in itertools.product(range(len(hand)), wild):
                if hand[place] in plain:
                    with_it = tuple(sorted((*hand[:place], new, *hand[place + 1 :])))
                    changed = (with_it, pair[1]) if seat == 0 else (pair[0], with_it)
                    if changed in values:  # there are so many of that card
                        yield values[changed][seat] - points[seat], (line_of(game, pair), line_of(game, changed))


def main(names: list[str]) -> None:
    """Write what all games show, or print what some do."""
    lines: list[str] = []
    for name in names or SHOWN:
        game = game_of(name)
        for cards in range(1, SHOWN.get(name, 4) + 1):
            lines.append(msgspec.json.encode(figures(game, cards, values_of(game, cards))).decode())
            sys.stdout.write(f"{lines[-1]}\n")
            sys.stdout.flush()
    if not names:
        FIGURES.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
