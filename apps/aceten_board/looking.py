"""The table as the page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aceten
from aceten import IllegalAction, Seat, State, UsageError, View
from aceten.naming import card_words, party_of, seat_name
from aceten.telling import telling
from aceten.telling.outcomes import meaning_of_result
from aceten_board.bodies import Choice, Laid, Look, Player, Refused
from aceten_board.bodies import Side as SideTold
from aceten_solver.labels import card_of
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import AcetenError
    from aceten_board.bodies import Asked


class BrokenRuleError(Exception):
    """Something was to be done that the rules do not allow."""

    def __init__(self, error: IllegalAction, state: State) -> None:
        """Say what, and what the clause says that it breaks."""
        super().__init__(str(error))
        rule = state.game.rulebook.clause(error.clause).text
        self.refused = Refused(f"{telling(state).choice(error.action)}: {error.problem}", error.clause, rule)


def refusal(error: AcetenError) -> Refused:
    """Return what is told of something that is wrong."""
    return Refused(str(error))


def moments(asked: Asked) -> list[State] | View:
    """Return every state from the position on; or what a seat sees where the position hides cards.

    :raises AcetenError: when the position cannot be read, or an action not be told.
    :raises BrokenRuleError: when an action is not allowed.
    """
    start = aceten.parse(asked.position)
    if isinstance(start, View):
        if asked.actions:
            raise UsageError(say("cards are hidden: nobody knows what comes of an action"))
        return start
    states: list[State] = [start]
    for action in asked.actions:
        try:
            states.append(states[-1].play(action))
        except IllegalAction as error:
            raise BrokenRuleError(error, states[-1]) from error
    return states


def sight(asked: Asked) -> State | View:
    """Return what is seen now: all cards, or what one seat sees.

    :raises AcetenError: likewise, or for a seat that there is not.
    """
    found = moments(asked)
    if isinstance(found, View):
        return found
    return found[-1] if asked.seat is None else found[-1].view(_seat(found[-1], asked.seat))


def look(asked: Asked) -> Look:
    """Return the table at the moment that is asked for.

    :raises AcetenError: when that cannot be told.
    """
    found = moments(asked)
    states = [] if isinstance(found, View) else found
    seen = sight(asked)
    words, scene, game = telling(seen), seen.scene(), seen.game
    lying = (*scene.hands, scene.trick, (scene.turn_up,))
    opened = {card for cards in lying for card in cards if card is not None}
    return Look(
        game=game.rulebook.title,
        style=game.pack.style,
        line=str(seen),
        players=tuple(
            [
                Player(
                    seat_name(seat),
                    game.sides[seat],
                    tuple([None if card is None else str(card) for card in hand]),
                    words.marks(seat),
                )
                for seat, hand in enumerate(scene.hands)
            ]
        ),
        sides=tuple(
            [
                SideTold(party_of(game, side).name, points, None if scene.tricks is None else scene.tricks[side])
                for side, points in enumerate(scene.points)
            ]
        ),
        talon=scene.talon,
        turn_up=None if scene.turn_up is None else str(scene.turn_up),
        trick=tuple(
            [
                Laid(seat_name(seat), str(card), winning=seat == scene.winning)
                for place, card in enumerate(scene.trick)
                for seat in [Seat((scene.leader + place) % game.players)]
            ]
        ),
        turn=scene.turn,
        choices=tuple(
            [
                Choice(str(action), None if card_of(action) is None else str(card_of(action)), words.choice(action))
                for action in seen.legal
            ]
        ),
        names={str(card): card_words(game, card) for card in opened},
        told=tuple(_told(states, asked.seat)),
        notes=scene.notes,
        over=scene.turn is None,
    )


def _told(states: list[State], seat: int | None) -> Iterator[str]:
    """Yield what the last action was and what it led to, and what the deal came to when it is over."""
    if len(states) > 1:
        before, after = states[-2:]
        who, action = after.log[-1]
        words = telling(before if seat is None else before.view(_seat(before, seat)))
        yield f"{seat_name(who)} {words.does(action)}"
        yield from (each for each in dict.fromkeys([*words.noticed(after), words.outcome(after)]) if each)
        now = states[-1] if seat is None else states[-1].view(_seat(states[-1], seat))
        yield from telling(now).trick()
    if states and states[-1].turn is None:
        yield meaning_of_result(states[-1])


def _seat(state: State, seat: int) -> Seat:
    if seat >= state.game.players:
        raise UsageError(say("seat {seat}: there are {players}", seat=seat, players=state.game.players))
    return Seat(seat)
