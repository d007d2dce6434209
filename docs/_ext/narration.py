"""The worked examples in words: what the engine did, move by move, as sentences for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from aceten import Call, Play, Stop, load, start_match
from aceten_spec.names import card_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aceten import Result, State
    from aceten.examples import Moment
    from aceten_spec.rulebook import MatchCourse, Rulebook


class Row(NamedTuple):
    """One action of an example."""

    notation: str
    """The action as a program writes it."""
    action: str
    """Who does what."""
    outcome: str
    """What it leads to; may be empty."""
    refused: bool
    """Whether the engine refused it."""


class DealRow(NamedTuple):
    """One deal of a match."""

    dealer: str
    """Who dealt."""
    game_points: tuple[int, ...]
    """What the sides scored in it."""
    scores: tuple[int, ...]
    """What the sides have after it."""


def player(seat: int) -> str:
    """Return the letter of a seat: A for seat 0."""
    return chr(ord("A") + seat)


def side(number: int, players: int) -> str:
    """Return the players of a side, such as ``A and C``."""
    return listed(player(seat) for seat in range(players) if seat % 2 == number)


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def hands(state: State) -> list[tuple[str, str]]:
    """Return each player and his hand, from the first seat on."""
    style = state.game.pack.style
    return [
        (player(seat), ", ".join(card_name(card, style=style) for card in hand) or "nothing")
        for seat, hand in enumerate(state.hands)
    ]


def tell(moment: Moment) -> Row:
    """Return an action and what it led to."""
    after = moment.after
    if after is None:
        return Row(str(moment.action), _tried(moment), _refusal(moment), refused=True)
    return Row(str(moment.action), _done(moment), _outcome(moment, after), refused=False)


def _done(moment: Moment) -> str:
    state, action = moment.before, moment.action
    match action:
        case Play():
            verb = "continues with" if state.choosing else "plays" if state.trick else "leads"
            return f"{_actor(state)} {verb} the {_card(state, action)}"
        case Stop():
            return f"{_actor(state)} stops"
        case Call():
            return f"{player(action.seat)} calls “{action.kind.replace('-', ' ')}”"
        case _:
            assert_never(action)


def _tried(moment: Moment) -> str:
    state, action = moment.before, moment.action
    match action:
        case Play():
            what = f"the {_card(state, action)}"
            return (
                f"{_actor(state)} tries to play {what}" if state.turn is not None else f"Someone tries to play {what}"
            )
        case Stop():
            return f"{_actor(state)} tries to stop"
        case Call():
            return f"{player(action.seat)} tries to call “{action.kind.replace('-', ' ')}”"
        case _:
            assert_never(action)


def _actor(state: State) -> str:
    return player(state.turn) if state.turn is not None else "Someone"


def _card(state: State, action: Play) -> str:
    return card_name(action.card, style=state.game.pack.style)


def _refusal(moment: Moment) -> str:
    state = moment.before
    if isinstance(moment.action, Call):
        instead = f"; {player(state.calls[0].seat)} may call now" if state.calls else ""
    else:
        instead = f"; allowed: {', '.join(map(str, state.legal))}" if state.legal else ""
    return f"Refused by {moment.clause}{instead}"


def _outcome(moment: Moment, after: State) -> str:
    if isinstance(moment.action, Call):
        return ""
    if after.trick:
        choice = f"; {player(after.leader)} may continue or stop" if after.choosing else ""
        return f"{player(after.winning)} is winning{choice}"
    return _trick_taken(moment, after)


def _trick_taken(moment: Moment, after: State) -> str:
    before = moment.before
    cards = len(before.trick) + isinstance(moment.action, Play)
    points = sum(after.points) - sum(before.points)
    drawn = (len(before.talon) - len(after.talon)) // after.game.players
    draws = f"; each draws {_counted(drawn, 'card')}, {player(after.leader)} first" if drawn else ""
    return f"{player(after.leader)} takes the trick: {cards} cards, {_counted(points, 'card point')}{draws}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def ending(result: Result, players: int) -> str:
    """Return what a deal came to."""
    points = "; ".join(
        f"{side(number, players)}: {_counted(have, 'card point')}" for number, have in enumerate(result.points)
    )
    if result.winner is None:
        return f"{points}. Nobody wins." if result.award is not None else f"{points}."
    won = f"{points}. {side(result.winner, players)} {'win' if players > 2 else 'wins'} the deal"  # noqa: PLR2004
    if result.game_points is None:
        return f"{won}."
    return f"{won}: {_counted(result.game_points[result.winner], 'game point')} ({result.award})."


def tell_match(rulebook: Rulebook, course: MatchCourse) -> tuple[list[DealRow], str]:
    """Return the deals of a match, and who has won it."""
    game = load(rulebook, players=course.players, **course.options)
    match = start_match(game, dealer=course.dealer, seed=course.seed)
    rows: list[DealRow] = []
    for game_points in course.deals:
        dealer = player(match.dealer)
        match = match.add_game_points(game_points)
        rows.append(DealRow(dealer, game_points, match.scores))
    if match.winner is None:
        return rows, "The match goes on."
    return rows, f"{side(match.winner, game.players)} {'win' if game.players > 2 else 'wins'} the match."  # noqa: PLR2004
