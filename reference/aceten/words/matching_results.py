"""What a deal with matching tricks comes to, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from aceten.engine.matching.public_facts import plays_alone, resets
from aceten.engine.scoring import SHARED, SWEEP
from aceten.vocabulary.naming import party, party_of, the_card
from aceten.words.accounts import OPEN_SCORE, Account, margin_words, missing_words, points_taken, winner_words
from aceten_spec.speech import say, sentence

if TYPE_CHECKING:
    from aceten.engine.matching.state import MatchingState


def matching_sentences(state: MatchingState, account: Account) -> Iterator[str]:
    """Yield what the deal comes to, in sentences; empty ones among them."""
    told = state.result
    if told is not None and state.lone is not None and len(account.parties) == state.game.side_count:
        yield sentence(plays_alone(state.lone))
    if account.points is not None:
        yield sentence(points_taken(state, account) + _together(state, account))
    if state.game.rules.score == "points":
        yield _score(state, account)
    else:
        yield _winners(state, account)
    if told is not None and told.resets:
        yield sentence(resets(state.game, told.resets))


def _together(state: MatchingState, account: Account) -> str:
    """Return what those have together who play against one."""
    if state.lone is None or account.points is None or len(account.parties) != state.game.players:
        return ""
    others = [seat for seat in range(state.game.players) if seat != state.lone]
    points = sum(account.points[seat] for seat in others)
    return "; " + say("{who} {points} together", who=party(state.game, others).name, points=points)


def _score(state: MatchingState, account: Account) -> str:
    """Return what each side scores where all score their points."""
    if account.game_points is None:
        if account.points is None:
            return margin_words(state, account) or (_winners(state, account) if account.winners is not None else "")
        return say(OPEN_SCORE) if state.points_known else ""
    sweep = ""
    if account.award == SWEEP and account.last_trick is not None:
        who = party(state.game, account.parties[account.last_trick])
        sweep = who.says("{who} takes every trick.", "{who} take every trick.") + " "
    if account.game_points == account.points:
        return sweep + say("Each scores as many.")
    scored = [
        f"{party(state.game, seats).label} {points}"
        for seats, points in zip(account.parties, account.game_points, strict=True)
    ]
    return sweep + say("In the match that scores: {points}.", points=", ".join(scored))


def _winners(state: MatchingState, account: Account) -> str:
    """Return who wins the deal, why, and what that scores."""
    if account.winners is None:
        return _open_winner(state)
    needed = state.game.rules.wins_from
    if not account.winners and account.points is not None and max(account.points) < needed:
        return say("Nobody wins the deal: it takes {points} points.", points=needed)
    return winner_words(state, account, _reason(state, account))


def _open_winner(state: MatchingState) -> str:
    if not state.points_known:
        return say("Who wins the deal is open: {reason}.", reason=missing_words(state))
    card = state.game.lone_card
    if card is not None and state.alone is None:
        had = the_card(state.game, card)
        return say(
            "Who wins the deal is open: nobody is known to play alone (say with lone= who had {card}).", card=had
        )
    return ""


def _reason(state: MatchingState, account: Account) -> str:
    """Return why they win, where it is not by more points."""
    if state.forfeit is not None:
        return say(", as {who} played the last card", who=party_of(state.game, state.forfeit).name)
    points = account.points
    if points is None or account.award == SHARED or state.game.rules.tie != "last_trick":
        return ""
    return say(" by the last trick") if points.count(max(points)) > 1 else ""
