"""What a deal with suit tricks comes to, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.actions import Claim, Side
from aceten.naming import party, party_of, seat_name
from aceten.suits.settling import CLOSING_FAILED, FAILED, GRAND, GRAND_FAILED, LAST_TRICK, LEVELS, PASSED, WRONG_CLAIM
from aceten.suits.state import SuitState
from aceten.telling.results import margin_words, missing_words, points_taken, winner_words
from aceten_spec.options import apply_options, option_values, options_for
from aceten_spec.outcomes import scored_by_one
from aceten_spec.rulebook import SuitParameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from aceten.actions import Action
    from aceten.naming import Party
    from aceten.state import State
    from aceten.suits.facts import SuitFacts
    from aceten.telling.results import Account
    from aceten_spec.rulebook import OptionValue


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
        yield "Nobody bids, and nobody scores."
    else:
        if state.contract is not None:
            yield f"{seat_name(state.contract[0])} bid {state.contract[1]}."
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
            said = f"{seat_name(state.turn or 0)} claims wrongly on purpose: to play on would cost more."
            agreed = [
                f"{name}={value} ({option.clause})"
                for name, option in options_for(state.game.rulebook, state.game.players).items()
                for value in option_values(option) or ()
                if _rules_out_wrong_claims(state.game, name, value)
            ]
            return f"{said} With {' or '.join(agreed)} nobody can." if agreed else said
        state = state.play(action)
    return ""


def _rules_out_wrong_claims(game: SuitFacts, name: str, value: OptionValue) -> bool:
    parameters, _ = apply_options(game.rulebook, game.players, {name: value})
    if not isinstance(parameters, SuitParameters):
        return False
    return parameters.claim == "automatic" or parameters.wrong_claim == "refused"


def _open(state: SuitState) -> str:
    return "" if state.points_known else f"Who wins the deal is open: {missing_words(state)}."


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
            further.append(f"{melded} for marriages")
        if played_out and account.last_trick == number and state.game.rules.last_trick_points:
            further.append(f"{state.game.rules.last_trick_points} for the last trick")
        said = f"{who.name} {points}" if number else f"{who.has} {points} points"
        parts.append(said + (f" ({', '.join(further)})" if further else ""))
    return f"{', '.join(parts)}."


def _of(state: SuitState, seat: int) -> Party:
    return party_of(state.game, state.game.sides[seat])


def _race(state: SuitState, account: Account) -> Iterator[str]:
    """Yield who wins a race to a number of points, and why."""
    rules, claimant, closed = state.game.rules, state.claimant, state.closed
    called = rules.claim == "called"
    enough = f"{rules.claim_points} points"
    if claimant is not None:
        who = _of(state, claimant)
        if account.award == WRONG_CLAIM:
            yield f"{who.does('claim')} wrongly."
        else:
            done = f"{who.does('claim')} rightly" if called else f"{who.does('come')} to {enough}"
            yield f"{done}{_although_closed(state, account)}."
    elif closed is not None and account.award == CLOSING_FAILED:
        yield f"{_of(state, closed.seat).name} closed the talon and has not come to {enough}."
    else:
        yield "Nobody has claimed." if called else f"Nobody has come to {enough}."
    yield winner_words(state, account, _reason(state, account))


def _although_closed(state: SuitState, account: Account) -> str:
    if account.award != CLOSING_FAILED or state.closed is None:
        return ""
    return f", and {_of(state, state.closed.seat).name} had closed the talon"


def _reason(state: SuitState, account: Account) -> str:
    """Return what makes a deal count as it does."""
    if account.award == LAST_TRICK:
        return " by the last trick"
    if account.award not in LEVELS[1:] or not account.winners:
        return ""
    rules, loser = state.game.rules, party(state.game, account.parties[1 - account.winners[0]])
    lacking = "without a trick" if account.award == LEVELS[2] else f"with fewer than {rules.schneider} points"
    own = state.closed is not None and state.game.sides[state.closed.seat] == account.winners[0]
    if own and rules.won_at == "closing":
        return f" against {loser.name} {lacking} when the talon was closed"
    return f" against {loser.name} {lacking}"


def _contract(state: SuitState, account: Account) -> Iterator[str]:
    """Yield whether those who have bid make their bid, and what both sides score."""
    if account.game_points is None:
        yield f"What that scores is open: {missing_words(state)}." if not state.points_known else ""
        return
    if state.contract is None or account.points is None:
        return
    seat, bid = state.contract
    bidders = state.game.sides[seat]
    others = Side(1 - bidders)
    first, second = (party(state.game, account.parties[side]) for side in (bidders, others))
    scored, points = account.game_points, account.points
    if account.award == GRAND_FAILED:
        yield f"{first.does('fail')} with the highest bid, and {second.does('score')} {scored[others]}."
    elif account.award == FAILED:
        sum_ = f"{points[others]} and the bid of {bid}"
        yield f"{first.does('fail')}, and {second.does('score')} {scored[others]}: {sum_}."
    else:
        made = f"{first.does('make')} {'the highest bid' if account.award == GRAND else 'the bid'}"
        yield f"{made} and scores {scored[bidders]}; {second.does('score')} {scored[others] or 'nothing'}."


def _points(state: SuitState, account: Account) -> str:
    """Return what each side scores where all score their points, and whether a claim of the match was right."""
    if account.game_points is None or account.points is None:
        return "" if state.points_known else f"What that scores is open: {missing_words(state)}."
    claimant = state.claimant
    if claimant is None:
        return "Each scores as many."
    side, rules = state.game.sides[claimant], state.game.rules
    who = _of(state, claimant)
    has = f"{state.scores[side] + account.points[side]} points in the match"
    if account.award == WRONG_CLAIM:
        scored = [
            f"{party(state.game, seats).name} {points or 'nothing'}"
            for seats, points in zip(account.parties, account.game_points, strict=True)
        ]
        return f"{who.does('claim')} wrongly, with {has}. That scores: {', '.join(scored)}."
    done = f"{who.does('claim')} rightly, with" if rules.claim == "called" else f"{who.does('come')} to"
    return f"{done} {has}. Each scores as many."
