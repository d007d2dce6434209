"""Saying in words what happens at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten import Action, Call, Play, State, Stop
from aceten_spec.names import Language, card_name

if TYPE_CHECKING:
    from aceten import Card, Game
    from aceten_solver import Value
    from aceten_spec.rulebook import Rulebook

SEATS: Final = "ABCDEF"
"""What players are called: A is seat 0."""


def seat_name(seat: int) -> str:
    """Return what a player is called."""
    return SEATS[seat]


def side_name(game: Game, side: int) -> str:
    """Return what a side is called: its players, such as ``A+C``."""
    return "+".join(seat_name(seat) for seat in range(game.players) if game.sides[seat] == side)


def sides_genitive(game: Game, side: int) -> str:
    """Return how a sentence begins about a side: ``A's side`` of partners, ``A`` alone."""
    name = seat_name(side)
    return f"{name}'s side" if game.partner(side) is not None else name


def action_words(state: State, action: Action, language: Language) -> str:
    """Return an action in words, such as ``ten of hearts`` or ``stops``."""
    match action:
        case Play(card):
            return card_words(state.game, card, language)
        case Stop():
            return "stops"
        case Call(_, kind):
            return f"calls “{kind}”"


def action_in_line(state: State, action: Action, language: Language) -> str:
    """Return an action as lines of play show it: a card that has a suit in its notation, as words would be too long."""
    if isinstance(action, Play) and action.card.suit is not None:
        return str(action)
    return action_words(state, action, language)


def card_words(game: Game, card: Card, language: Language) -> str:
    """Return what a card is called in the pack of the game."""
    return card_name(card, style=game.pack.style, language=language)


class TrickStory(msgspec.Struct, frozen=True):
    """A trick, or what is left of it to play, as it was played."""

    plays: tuple[tuple[int, Action], ...]
    """Who did what."""
    winner: int | None
    """Who took it; ``None`` when it is not over."""
    points: int
    """Card points in it; 0 when it is not over."""
    cards: int
    """Cards in it; 0 when it is not over."""


def tricks_of(start: State, actions: tuple[Action, ...]) -> tuple[TrickStory, ...]:
    """Return the tricks that a line of play makes."""
    stories: list[TrickStory] = []
    plays: list[tuple[int, Action]] = []
    state = start
    for action in actions:
        after = state.play(action)
        plays.append((after.log[-1][0], action))
        if not after.trick and not isinstance(action, Call):
            gained = sum(after.points) - sum(state.points)
            stories.append(TrickStory(tuple(plays), after.leader, gained, len(state.trick) + isinstance(action, Play)))
            plays = []
        state = after
    if plays:
        stories.append(TrickStory(tuple(plays), None, 0, 0))
    return tuple(stories)


def meaning(state: State, value: Value) -> str:
    """Return what a value means, in a sentence or two."""
    game = state.game
    sentences: list[str] = []
    if value.points is not None:
        total = sum(value.points)
        whole = f"the {total} points" if state.points_known else f"the {total} points in this position"
        sentences.append(
            f"{sides_genitive(game, 0)} takes {value.points[0]} of {whole}, {sides_genitive(game, 1)} {value.points[1]}."
        )
    if value.winner == "nobody":
        sentences.append("Nobody wins the deal.")
    elif value.winner is not None:
        reason = " by the last trick" if value.points is not None and value.points[0] == value.points[1] else ""
        sentences.append(f"{sides_genitive(game, value.winner)} wins the deal{reason}{_scored(game.rulebook, value)}.")
        if value.game_points is None and value.points is not None:
            sentences.append("What that scores is open: say with tricks= or taken= who has taken a trick.")
    elif not state.points_known:
        missing = game.total - sum(state.points) - state.points_in_play
        sentences.append(
            f"Who wins the deal is open: {missing} of the {game.total} card points are neither in play nor captured"
            " (say where they are with points=, taken= or talon=)."
        )
    return " ".join(sentences)


def _scored(rulebook: Rulebook, value: Value) -> str:
    if value.game_points is None:
        return ""
    scored = max(value.game_points)
    local = f", {value.award}" if value.award in rulebook.glossary else ""
    return f": {scored} game point{'s' if scored > 1 else ''}{local}"
