"""What a deal with suit tricks comes to, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from aceten.engine.state import State
from aceten.engine.suits.settling import (
    CLOSING_FAILED,
    FAILED,
    GRAND,
    GRAND_FAILED,
    LAST_TRICK,
    LEVELS,
    PASSED,
    WRONG_CLAIM,
)
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import Action, Claim, Side
from aceten.vocabulary.naming import Party, either, party, party_of, seat_name
from aceten.words.accounts import Account, margin_words, missing_words, points_taken, winner_words
from aceten_spec.options import apply_options, option_values, options_for
from aceten_spec.outcomes import scored_by_one
from aceten_spec.rulebook import OptionValue, SuitParameters
from aceten_spec.speech import say, to_say

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame


def suit_sentences(state: SuitState, account: Account) -> Iterator[str]:
    """Yield what the deal comes to, in sentences; empty ones among them."""
    score = state.game.rules.score
    if score == "table":
        if account.points is not None:
            yield f"{points_taken(state, account)}."
        yield f"{_open(state)}" if account.winners is None else winner_words(state, account)
    elif state.turn is not None:
        yield from _foreseen(state, account)
    elif account.award == PASSED:
        yield say("Nobody bids, and nobody scores.")
    else:
        if state.contract is not None:
            yield say("{who} bid {points}.", who=seat_name(state.contract[0]), points=state.contract[1])
        yield _has(state, account)
        match score:
            case "race":
                yield from _race(state, account)
            case "contract":
                yield from _contract(state, account)
            case "points":
                yield _points(state, account)


def wrong_claim_words(state: State, line: Iterable[Action]) -> str:
    """Return what is to be said of a line of best play in which somebody claims wrongly; nothing of another one.

    Best play has no such claim but where all else costs more, so that it is made on purpose.
    """
    for action in line:
        if isinstance(state, SuitState) and isinstance(action, Claim) and not state.is_right(action.suit):
            who = seat_name(state.turn or 0)
            said = say("{who} claims wrongly on purpose: to play on would cost more.", who=who)
            agreed = [
                f"{name}={value} ({option.clause})"
                for name, option in options_for(state.game.rulebook, state.game.players).items()
                for value in option_values(option) or ()
                if _rules_out_wrong_claims(state.game, name, value)
            ]
            if not agreed:
                return said
            return said + " " + say("With {options} nobody can.", options=either(agreed))
        state = state.play(action)
    return ""


def _rules_out_wrong_claims(game: SuitGame, name: str, value: OptionValue) -> bool:
    parameters, _ = apply_options(game.rulebook, game.players, {name: value})
    if not isinstance(parameters, SuitParameters):
        return False
    return parameters.claim == "automatic" or parameters.wrong_claim == "refused"


def _open(state: SuitState) -> str:
    return "" if state.points_known else say("Who wins the deal is open: {reason}.", reason=missing_words(state))


def _foreseen(state: SuitState, account: Account) -> Iterator[str]:
    """Yield what a deal that goes on comes to."""
    if account.winners is not None:
        yield winner_words(state, account)
    if account.margin is not None and not scored_by_one(state.game.rules):
        yield margin_words(state, account)


def _has(state: SuitState, account: Account) -> str:
    """Return who has how many points that count, and what for beside cards."""
    if account.points is None:
        return ""
    parts: list[str] = []
    played_out = not state.talon and not any(state.hands)
    for number, (seats, points) in enumerate(zip(account.parties, account.points, strict=True)):
        who = party(state.game, seats)
        further: list[str] = []
        melded = state.melds[number] - state.waiting[number]
        if melded and state.took_a_trick(Side(number)):
            further.append(say("{points} for marriages", points=melded))
        if played_out and account.last_trick == number and state.game.rules.last_trick_points:
            further.append(say("{points} for the last trick", points=state.game.rules.last_trick_points))
        said = f"{who.label} {points}"
        if not number:
            said = who.says("{who} has {points} points", "{who} have {points} points", points=points)
        parts.append(said + (f" ({', '.join(further)})" if further else ""))
    return f"{', '.join(parts)}."


def _of(state: SuitState, seat: int) -> Party:
    return party_of(state.game, state.game.sides[seat])


def _race(state: SuitState, account: Account) -> Iterator[str]:
    """Yield who wins a race to a number of points, and why."""
    rules, claimant, closed = state.game.rules, state.claimant, state.closed
    called = rules.claim == "called" and not _counted_at_last(state)
    enough = rules.claim_points
    if claimant is not None:
        who = _of(state, claimant)
        if account.award == WRONG_CLAIM:
            yield who.says("{who} claims wrongly.", "{who} claim wrongly.")
        else:
            done = who.says("{who} comes to {points} points", "{who} come to {points} points", points=enough)
            if called:
                done = who.says("{who} claims rightly", "{who} claim rightly")
            yield f"{done}{_although_closed(state, account)}."
    elif closed is not None and account.award == CLOSING_FAILED:
        template = to_say("{who} closed the talon and has not come to {points} points.")
        yield say(template, who=_of(state, closed.seat).name, points=enough)
    elif rules.claim == "called" and rules.claim_last != "counted":
        yield say("Nobody has claimed.")
    else:
        yield say("Nobody has come to {points} points.", points=enough)
    yield winner_words(state, account, _reason(state, account))


def _counted_at_last(state: SuitState) -> bool:
    """Whether the deal was won by what the last trick brought, without a claim."""
    return state.game.rules.claim_last == "counted" and not state.unfinished


def _although_closed(state: SuitState, account: Account) -> str:
    if account.award != CLOSING_FAILED or state.closed is None:
        return ""
    return say(", and {who} had closed the talon", who=_of(state, state.closed.seat).name)


def _reason(state: SuitState, account: Account) -> str:
    """Return what makes a deal count as it does."""
    if account.award == LAST_TRICK:
        return say(" by the last trick")
    if account.award not in LEVELS[1:] or not account.winners:
        return ""
    rules, loser = state.game.rules, party(state.game, account.parties[1 - account.winners[0]])
    own = state.closed is not None and state.game.sides[state.closed.seat] == account.winners[0]
    at_closing = own and rules.won_at == "closing"
    if account.award == LEVELS[2]:
        if at_closing:
            return say(" against {who} without a trick when the talon was closed", who=loser.name)
        return say(" against {who} without a trick", who=loser.name)
    parts = {"who": loser.name, "points": rules.schneider}
    if at_closing:
        return say(" against {who} with fewer than {points} points when the talon was closed", **parts)
    return say(" against {who} with fewer than {points} points", **parts)


def _contract(state: SuitState, account: Account) -> Iterator[str]:
    """Yield whether those who have bid make their bid, and what both sides score."""
    if account.game_points is None:
        yield _open_score(state)
        return
    if state.contract is None or account.points is None:
        return
    seat, bid = state.contract
    bidders = state.game.sides[seat]
    others = Side(1 - bidders)
    first, second = (party(state.game, account.parties[side]) for side in (bidders, others))
    scored, points = account.game_points, account.points
    scores = second.says("{who} scores {points}", "{who} score {points}", points=scored[others] or say("nothing"))
    if account.award == GRAND_FAILED:
        fails = first.says("{who} fails with the highest bid", "{who} fail with the highest bid")
        yield say("{fails}, and {scores}.", fails=fails, scores=scores)
    elif account.award == FAILED:
        fails = first.says("{who} fails", "{who} fail")
        template = to_say("{fails}, and {scores}: {points} and the bid of {bid}.")
        yield say(template, fails=fails, scores=scores, points=points[others], bid=bid)
    else:
        makes = first.says("{who} makes the bid", "{who} make the bid")
        if account.award == GRAND:
            makes = first.says("{who} makes the highest bid", "{who} make the highest bid")
        yield say("{makes} and scores {points}; {others}.", makes=makes, points=scored[bidders], others=scores)


def _open_score(state: SuitState) -> str:
    return "" if state.points_known else say("What that scores is open: {reason}.", reason=missing_words(state))


def _points(state: SuitState, account: Account) -> str:
    """Return what each side scores where all score their points, and whether a claim of the match was right."""
    if account.game_points is None or account.points is None:
        return _open_score(state)
    claimant = state.claimant
    if claimant is None:
        return say("Each scores as many.")
    side, rules = state.game.sides[claimant], state.game.rules
    who = _of(state, claimant)
    has = state.scores[side] + account.points[side]
    if account.award == WRONG_CLAIM:
        scored = [
            f"{party(state.game, seats).label} {points or say('nothing')}"
            for seats, points in zip(account.parties, account.game_points, strict=True)
        ]
        return who.says(
            "{who} claims wrongly, with {points} points in the match. That scores: {scored}.",
            "{who} claim wrongly, with {points} points in the match. That scores: {scored}.",
            points=has,
            scored=", ".join(scored),
        )
    if rules.claim == "called" and not _counted_at_last(state):
        done = who.says(
            "{who} claims rightly, with {points} points in the match.",
            "{who} claim rightly, with {points} points in the match.",
            points=has,
        )
    else:
        done = who.says(
            "{who} comes to {points} points in the match.",
            "{who} come to {points} points in the match.",
            points=has,
        )
    return done + " " + say("Each scores as many.")
