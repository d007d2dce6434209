"""What stands on the page beside what the server says of a table."""

from __future__ import annotations

from aceten_spec.loader import load_shipped, shipped
from aceten_spec.speech import say


def words() -> dict[str, object]:
    """Return the page's words by their names, and every game that is shipped, with each number of players."""
    games: list[tuple[str, str]] = []
    for name in shipped():
        book = load_shipped(name)
        games += [(f"{name}/{players}", f"{book.title}/{players}") for players in book.parameters.players]
    return {
        "games": games,
        "game": say("Game"),
        "deal": say("Deal"),
        "eyes": say("Seen by"),
        "all": say("all cards open"),
        "machine": say("Machine"),
        "nobody": say("does not play"),
        "greedy": say("rule of thumb"),
        "playouts": say("plays deals out"),
        "average": say("solves deals"),
        "language": say("Language"),
        "position": say("Position"),
        "set": say("Set up"),
        "undo": say("Undo"),
        "redo": say("Redo"),
        "best": say("Play the best"),
        "values": say("Values"),
        "link": say("Link"),
        "keys": say("Keys"),
        "course": say("Course of play"),
        "hidden": say("hidden card"),
        "is_best": say("best"),
        "talon": say("Talon: {cards}", cards="{cards}"),
        "taken": say("{who}: {points} points, {tricks} tricks", who="{who}", points="{points}", tricks="{tricks}"),
        "key_move": say("choose a card of the hand"),
        "key_play": say("play it"),
    }
