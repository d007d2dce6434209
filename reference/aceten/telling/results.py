"""What a deal comes to, in sentences: what is said of it whatever its tricks are like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten.naming import counted, party
from aceten.scoring import DRAW, POINTS, SHARED, SWEEP

if TYPE_CHECKING:
    from aceten.naming import Party
    from aceten.state import State

OPEN_SCORE: Final = "What that scores is open: say with tricks= or taken= who has taken a trick."
"""Why it is not said what a deal scores."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal came to, or comes to with perfect play, by those who win or lose in it."""

    parties: tuple[tuple[int, ...], ...]
    """The seats of each."""
    points: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    """Who of the parties wins, by number; ``None`` when not known."""
    game_points: tuple[int, ...] | None
    margin: int | None
    """Game points that the first of two parties scores more than the second."""
    last_trick: int | None
    """Who of them took the last trick."""
    award: str | None


def points_taken(state: State, account: Account) -> str:
    """Return who takes how many of the points there are; nothing where that is not known."""
    if account.points is None:
        return ""
    last = state.game.rules.last_trick_points
    whole = f"the {state.game.total + last} points"  # more than the sum where cards stay in the talon
    if not state.points_known:
        whole = f"the {sum(account.points)} points in this position"
    parts: list[str] = []
    for number, (seats, has) in enumerate(zip(account.parties, account.points, strict=True)):
        who = party(state.game, seats)
        said = f"{who.name} {has}" if number else f"{who.does('take')} {has} of {whole}"
        parts.append(said + (f" ({last} for the last trick)" if last and number == account.last_trick else ""))
    return ", ".join(parts)


def winner_words(state: State, account: Account, reason: str = "") -> str:
    """Return who wins the deal, why, and what that scores; for winners that are known."""
    game = state.game
    if not account.winners:
        return "Nobody wins the deal."
    who = party(game, sorted(seat for number in account.winners for seat in account.parties[number]))
    verb = "share" if account.award == SHARED else "win"
    told = f"{who.does(verb)} the deal{reason}{_scored(state, account, who)}."
    if account.game_points is None and account.points is not None:
        return f"{told} {OPEN_SCORE}"
    return told


def _scored(state: State, account: Account, who: Party) -> str:
    if account.game_points is None or account.award in {DRAW, POINTS, SWEEP}:
        return ""
    each = " each" if who.plural else ""
    local = {word.casefold(): f", {word}" for word in state.game.rulebook.glossary}
    return f": {counted(max(account.game_points), 'game point')}{each}{local.get(account.award or '', '')}"


def margin_words(state: State, account: Account) -> str:
    """Return how much more the first of two parties scores than the second; nothing where that is not known."""
    if account.margin is None:
        return ""
    first, second = (party(state.game, seats) for seats in account.parties)
    if not account.margin:
        return f"In the match {first.name} and {second.name} score the same."
    more, less = (first, second) if account.margin > 0 else (second, first)
    return f"In the match {more.does('score')} {abs(account.margin)} more than {less.name}."


def missing_words(state: State) -> str:
    """Return which card points the position does not account for, and how it could."""
    missing = state.game.total - sum(state.points) - state.points_in_play
    return (
        f"{missing} of the {state.game.total} card points are neither in play nor captured"
        " (say where they are with points=, taken= or talon=)"
    )
