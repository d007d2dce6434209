"""What a deal comes to, in sentences: what is said of it whatever its tricks are like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten.engine.scoring import DRAW, POINTS, SHARED, SWEEP
from aceten.vocabulary.naming import Party, game_points_counted, party
from aceten_spec.speech import say, to_say

if TYPE_CHECKING:
    from aceten.engine.state import State

OPEN_SCORE: Final = to_say("What that scores is open: say with tricks= or taken= who has taken a trick.")
"""Why it is not said what a deal scores."""


_IN_ENGLISH: Final = {word: word for word in (to_say("bald"), to_say("naked"))}
"""What rulebooks call a win in English; what they call it in the language in which it is played is the same in every language."""


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
    parts: list[str] = []
    for number, (seats, has) in enumerate(zip(account.parties, account.points, strict=True)):
        who = party(state.game, seats)
        if number:
            said = f"{who.label} {has}"
        elif state.points_known:  # more than the sum where cards stay in the talon
            said = who.says(
                "{who} takes {points} of the {whole} points",
                "{who} take {points} of the {whole} points",
                points=has,
                whole=state.game.total + last,
            )
        else:
            said = who.says(
                "{who} takes {points} of the {whole} points in this position",
                "{who} take {points} of the {whole} points in this position",
                points=has,
                whole=sum(account.points),
            )
        if last and number == account.last_trick:
            said = say("{said} ({points} for the last trick)", said=said, points=last)
        parts.append(said)
    return ", ".join(parts)


def winner_words(state: State, account: Account, reason: str = "") -> str:
    """Return who wins the deal, why, and what that scores; for winners that are known."""
    game = state.game
    if not account.winners:
        return say("Nobody wins the deal.")
    who = party(game, sorted(seat for number in account.winners for seat in account.parties[number]))
    parts = {"reason": reason, "scored": _scored(state, account, who)}
    if account.award == SHARED:
        told = who.says("{who} shares the deal{reason}{scored}.", "{who} share the deal{reason}{scored}.", **parts)
    else:
        told = who.says("{who} wins the deal{reason}{scored}.", "{who} win the deal{reason}{scored}.", **parts)
    if account.game_points is None and account.points is not None:
        return f"{told} {say(OPEN_SCORE)}"
    return told


def _scored(state: State, account: Account, who: Party) -> str:
    if account.game_points is None or account.award in {DRAW, POINTS, SWEEP}:
        return ""
    points = game_points_counted(max(account.game_points))
    each = say("{points} each", points=points) if who.plural else points
    local = {word.casefold(): word for word in state.game.rulebook.glossary}
    word = local.get(account.award or "")
    return f": {each}" if word is None else f": {each}, {say(_IN_ENGLISH[word]) if word in _IN_ENGLISH else word}"


def margin_words(state: State, account: Account) -> str:
    """Return how much more the first of two parties scores than the second; nothing where that is not known."""
    if account.margin is None:
        return ""
    first, second = (party(state.game, seats) for seats in account.parties)
    if not account.margin:
        return say("In the match {first} and {second} score the same.", first=first.name, second=second.name)
    more, less = (first, second) if account.margin > 0 else (second, first)
    return more.says(
        "In the match {who} scores {points} more than {other}.",
        "In the match {who} score {points} more than {other}.",
        points=abs(account.margin),
        other=less.name,
    )


def missing_words(state: State) -> str:
    """Return which card points the position does not account for, and how it could."""
    missing = state.game.total - sum(state.points) - state.points_in_play
    return say(
        "{missing} of the {total} card points are neither in play nor captured"
        " (say where they are with points=, taken= or talon=)",
        missing=missing,
        total=state.game.total,
    )
