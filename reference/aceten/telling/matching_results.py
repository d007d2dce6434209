"""What a deal with matching tricks comes to, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.matching.seen import plays_alone, resets
from aceten.naming import party, party_of
from aceten.scoring import SHARED, SWEEP
from aceten.telling.results import OPEN_SCORE, margin_words, missing_words, points_taken, winner_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.matching.state import MatchingState
    from aceten.telling.results import Account


def matching_sentences(state: MatchingState, account: Account) -> Iterator[str]:
    """Yield what the deal comes to, in sentences; empty ones among them."""
    told = state.result
    if told is not None and state.lone is not None and len(account.parties) == state.game.side_count:
        yield f"{plays_alone(state.lone)}."
    if account.points is not None:
        yield f"{points_taken(state, account)}{_together(state, account)}."
    if state.game.rules.score == "points":
        yield _score(state, account)
    else:
        yield _winners(state, account)
    if told is not None and told.resets:
        falls = resets(state.game, told.resets)
        yield f"{falls[:1].upper()}{falls[1:]}."


def _together(state: MatchingState, account: Account) -> str:
    """Return what those have together who play against one."""
    if state.lone is None or account.points is None or len(account.parties) != state.game.players:
        return ""
    others = [seat for seat in range(state.game.players) if seat != state.lone]
    return f"; {party(state.game, others).name} {sum(account.points[seat] for seat in others)} together"


def _score(state: MatchingState, account: Account) -> str:
    """Return what each side scores where all score their points."""
    if account.game_points is None:
        if account.points is None:
            return margin_words(state, account) or (_winners(state, account) if account.winners is not None else "")
        return OPEN_SCORE if state.points_known else ""
    sweep = ""
    if account.award == SWEEP and account.last_trick is not None:
        sweep = party(state.game, account.parties[account.last_trick]).does("take") + " every trick. "
    if account.game_points == account.points:
        return f"{sweep}Each scores as many."
    scored = [
        f"{party(state.game, seats).name} {points}"
        for seats, points in zip(account.parties, account.game_points, strict=True)
    ]
    return f"{sweep}In the match that scores: {', '.join(scored)}."


def _winners(state: MatchingState, account: Account) -> str:
    """Return who wins the deal, why, and what that scores."""
    if account.winners is None:
        return _open_winner(state)
    needed = state.game.rules.wins_from
    if not account.winners and account.points is not None and max(account.points) < needed:
        return f"Nobody wins the deal: it takes {needed} points."
    return winner_words(state, account, _reason(state, account))


def _open_winner(state: MatchingState) -> str:
    if not state.points_known:
        return f"Who wins the deal is open: {missing_words(state)}."
    card = state.game.lone_card
    if card is not None and state.alone is None:
        return f"Who wins the deal is open: nobody is known to play alone (say with lone= who had {card})."
    return ""


def _reason(state: MatchingState, account: Account) -> str:
    """Return why they win, where it is not by more points."""
    if state.forfeit is not None:
        return f", as {party_of(state.game, state.forfeit).name} played the last card"
    points = account.points
    if points is None or account.award == SHARED or state.game.rules.tie != "last_trick":
        return ""
    return " by the last trick" if points.count(max(points)) > 1 else ""
