"""How a match stands, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.naming import Party, by_side, counted, listed, party_of, seat_name, suit_words
from aceten.telling.outcomes import meaning_of_result
from aceten_spec.outcomes import scored_by_one
from aceten_spec.rulebook import MatchingParameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.facts import Facts
    from aceten.match import Match
    from aceten.state import State
    from aceten_spec.names import Language


def result_words(match: Match, state: State) -> str:
    """Return what the deal came to that has just ended."""
    if state.result is not None:
        return meaning_of_result(state)
    side = match.reached(state)
    points = by_side(match.game, state.points)
    who = party_of(match.game, side or 0)
    return f"{who.does('come')} to {match.game.rules.target} with this trick. Points in this deal: {points}."


def seats_words(match: Match) -> str:
    """Return who sits where in the next deal; nothing where everybody sits in his own seat."""
    if match.players == tuple(range(match.game.players)):
        return ""
    sitting = [f"player {seat_name(player)} at {seat_name(seat)}" for seat, player in enumerate(match.players)]
    return f"Seats: {', '.join(sitting)}."


def match_words(before: Match, state: State, after: Match, language: Language) -> Iterator[str]:
    """Yield how a match stands after a deal that has come to ``state``, and who has won it."""
    yield from _counting(before, state, after, language)
    stands = f"Match: {_scores(after)}"
    if after.over:
        yield f"{stands}. {end_words(after)}"
    else:
        yield f"{stands}; {end_of_match(after.game)}."
        yield from _coming(after, language)


def end_words(match: Match) -> str:
    """Return who has won a match that is over."""
    if match.winner is None:
        return "Nobody wins the match."
    winner = (
        Party(f"Player {seat_name(match.winner)}", plural=False)
        if by_player(match)
        else party_of(match.game, match.winner)
    )
    return f"{winner.does('win')} the match{' by the claim' if match.claimed is not None else ''}."


def end_of_match(game: Facts) -> str:
    """Return when a match is won."""
    rules = game.rules
    if rules.match_ends == "deals":
        return f"it has {counted(rules.deals, 'deal')}"
    if game.scores_matter:
        return f"who comes to {counted(rules.target, 'point')} wins it"
    at_once = (
        ", at once when a trick brings them"
        if isinstance(rules, MatchingParameters) and rules.finish == "immediate"
        else ""
    )
    noun = "game point" if scored_by_one(rules) else "point"
    verb = "wins" if rules.target == 1 else "win"
    return f"{counted(rules.target, noun)} {verb} it{at_once}"


def by_player(match: Match) -> bool:
    """Whether each player has a score of his own, as partners change."""
    return len(match.scores) > match.game.side_count


def _scores(match: Match) -> str:
    if by_player(match):
        return ", ".join(f"player {seat_name(player)} {score}" for player, score in enumerate(match.scores))
    return by_side(match.game, match.scores)


def _counting(before: Match, state: State, after: Match, language: Language) -> Iterator[str]:
    """Yield what a deal counts in the match, where its trumps or drawn deals before it bear on that."""
    result = state.result
    if result is None or not result.game_points or not any(result.game_points):
        return
    reasons: list[str] = []
    if before.favourite is not None and result.trump == before.favourite:
        reasons.append(f"{suit_words(before.game, before.favourite, language)} count twice")
    if before.carried != (0, 0):
        reasons.append("the deals before it that nobody won count too")
    if reasons:
        gained = max(new - old for new, old in zip(after.scores, before.scores, strict=True))
        yield f"In the match it counts {gained}: {listed(reasons)}."


def _coming(match: Match, language: Language) -> Iterator[str]:
    """Yield what bears on the deals to come."""
    added, doubled = match.carried
    if added:
        yield f"The next deal that somebody wins counts {added} more."
    if doubled:
        times = "twice" if doubled == 1 else f"{2**doubled} times"
        yield f"The next deal that somebody wins counts {times} as much."
    if match.favourite is not None:
        yield f"Deals with {suit_words(match.game, match.favourite, language)} as trumps count twice."
