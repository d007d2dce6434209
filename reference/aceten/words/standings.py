"""How a match stands, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from aceten.engine.game import Game
from aceten.engine.state import State
from aceten.vocabulary.naming import (
    Party,
    by_side,
    deals_counted,
    game_points_counted,
    listed,
    party_of,
    points_counted,
    seat_name,
    suit_words,
)
from aceten.words.deal_results import meaning_of_result
from aceten_spec.outcomes import scored_by_one
from aceten_spec.rulebook import MatchingParameters
from aceten_spec.speech import capital, say, say_counted

if TYPE_CHECKING:
    from aceten.engine.match import Match


def result_words(match: Match, state: State) -> str:
    """Return what the deal came to that has just ended."""
    if state.result is not None:
        return meaning_of_result(state)
    side = match.reached(state)
    return party_of(match.game, side or 0).says(
        "{who} comes to {target} with this trick. Points in this deal: {points}.",
        "{who} come to {target} with this trick. Points in this deal: {points}.",
        target=match.game.rules.target,
        points=by_side(match.game, state.points),
    )


def seats_words(match: Match) -> str:
    """Return who sits where in the next deal; nothing where everybody sits in his own seat."""
    if match.players == tuple(range(match.game.players)):
        return ""
    sitting = [
        say("player {who} at {seat}", who=seat_name(player), seat=seat_name(seat))
        for seat, player in enumerate(match.players)
    ]
    return say("Seats: {players}.", players=", ".join(sitting))


def match_words(before: Match, state: State, after: Match, *, down: bool = False) -> Iterator[str]:
    """Yield how a match stands after a deal that has come to ``state``, and who has won it.

    :param down: whether it is written from the target down to nothing.
    """
    yield from _counting(before, state, after)
    stands = say("Match: {scores}", scores=scores_words(after, down=down))
    if after.over:
        yield f"{stands}. {end_words(after)}"
    else:
        nothing = say("who comes to 0 first wins it")
        yield f"{stands}; {nothing if down else end_of_match(after.game)}."
        yield from _coming(after)


def standing_words(match: Match, *, down: bool = False) -> Iterator[str]:
    """Yield how a match stands that goes on, unless the deal itself tells that, and what bears on the next deal.

    :param down: whether it is written from the target down to nothing.
    """
    if not match.game.scores_matter:
        yield say("Match: {scores}", scores=scores_words(match, down=down))
    yield from _coming(match)


def end_words(match: Match) -> str:
    """Return who has won a match that is over."""
    if match.winner is None:
        return say("Nobody wins the match.")
    winner = (
        Party(say("Player {who}", who=seat_name(match.winner)), plural=False)
        if by_player(match)
        else party_of(match.game, match.winner)
    )
    if match.claimed is not None:
        return capital(winner.says("{who} wins the match by the claim.", "{who} win the match by the claim."))
    return capital(winner.says("{who} wins the match.", "{who} win the match."))


def end_of_match(game: Game) -> str:
    """Return when a match is won."""
    rules = game.rules
    if rules.match_ends == "deals":
        return say("it has {deals}", deals=deals_counted(rules.deals))
    if game.scores_matter:
        return say("who comes to {points} wins it", points=points_counted(rules.target))
    points = game_points_counted(rules.target) if scored_by_one(rules) else points_counted(rules.target)
    wins = say_counted("{points} wins it", "{points} win it", rules.target, points=points)
    if isinstance(rules, MatchingParameters) and rules.finish == "immediate":
        return say("{wins}, at once when a trick brings them", wins=wins)
    return wins


def by_player(match: Match) -> bool:
    """Whether each player has a score of his own, as partners change."""
    return len(match.scores) > match.game.side_count


def scores_words(match: Match, *, down: bool = False) -> str:
    """Return the scores of a match, by side or by player; ``down``: what each is missing."""
    scores = missing(match.game, match.scores) if down else match.scores
    if by_player(match):
        return ", ".join(
            say("player {who} {score}", who=seat_name(player), score=score) for player, score in enumerate(scores)
        )
    return by_side(match.game, scores)


def missing(game: Game, scores: Sequence[int]) -> tuple[int, ...]:
    """Return what each is missing to the target of a match."""
    return tuple([max(0, game.rules.target - score) for score in scores])


def _counting(before: Match, state: State, after: Match) -> Iterator[str]:
    """Yield what a deal counts in the match, where its trumps or drawn deals before it bear on that."""
    result = state.result
    if result is None or not result.game_points or not any(result.game_points):
        return
    reasons: list[str] = []
    if before.favourite is not None and result.trump == before.favourite:
        reasons.append(say("{suit} count twice", suit=suit_words(before.game, before.favourite)))
    if before.carried != (0, 0):
        reasons.append(say("the deals before it that nobody won count too"))
    if reasons:
        gained = max(new - old for new, old in zip(after.scores, before.scores, strict=True))
        yield say("In the match it counts {points}: {reasons}.", points=gained, reasons=listed(reasons))


def _coming(match: Match) -> Iterator[str]:
    """Yield what bears on the deals to come."""
    added, doubled = match.carried
    if added:
        yield say("The next deal that somebody wins counts {points} more.", points=added)
    if doubled == 1:
        yield say("The next deal that somebody wins counts twice as much.")
    elif doubled:
        yield say("The next deal that somebody wins counts {number} times as much.", number=2**doubled)
    if match.favourite is not None:
        yield say("Deals with {suit} as trumps count twice.", suit=suit_words(match.game, match.favourite))
