"""What players are called by where they sit: whoever asks plays against machines, and their letters would look like aces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aceten import AcetenError, Game
from aceten.vocabulary.second_person import reader
from aceten_board.bodies import AskedDeals, AskedTable, Spoken
from aceten_board.kits import game_named
from aceten_board.table_talk import AskedMatch
from aceten_spec.speech import say, say_in

_ROUND: Final = {2: ("opponent",), 3: ("left", "right"), 4: ("left", "opposite", "right")}
"""Where the others sit, by their number, as they follow clockwise."""


def names_in(asked: Spoken) -> Sequence[str]:
    """Return what the players are called in the answer; nothing: by their letters."""
    if asked.names or asked.own is None:
        return asked.names
    match asked:
        case AskedTable():
            position = asked.position
        case AskedDeals() | AskedMatch():
            position = asked.deals[0].position
        case _:
            return ()
    try:
        return seated(game_named(position.partition(" ")[0]), asked.own)
    except AcetenError:
        return ()


def seated(game: Game, own: int) -> tuple[str, ...]:
    """Return what the players are called by one of them; nothing where so many have no such names."""
    others = _ROUND.get(game.players, ())
    if own >= game.players or not others:
        return ()
    said = {
        "opponent": say("Opponent"),
        "partner": say("Partner"),
        "left": say_in("a player", "Left"),
        "right": say_in("a player", "Right"),
        "opposite": say_in("a player", "Opposite"),
    }
    names: dict[int, str] = {own: reader()}
    for step, place in enumerate(others if game.rules.direction == "clockwise" else others[::-1], start=1):
        seat = (own + step) % game.players
        names[seat] = said["partner" if place == "opposite" and game.sides[seat] == game.sides[own] else place]
    return tuple([names[seat] for seat in range(game.players)])
