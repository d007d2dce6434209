"""The table as the page shows it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from typing import NamedTuple

import msgspec

import aceten
from aceten import (
    AcetenError,
    Action,
    Card,
    Claim,
    IllegalAction,
    Match,
    Meld,
    NotationError,
    PositionError,
    Seat,
    State,
    SuitState,
    SuitView,
    UsageError,
    View,
)
from aceten.engine.equal_actions import canonical_action
from aceten.engine.suits.rights import marriage_points
from aceten.pictures.captions import captured
from aceten.vocabulary.naming import (
    card_words,
    game_points_counted,
    points_counted,
    seat_letter,
    seat_name,
    side_words,
    suit_words,
)
from aceten.words import telling
from aceten.words.deal_results import meaning_of_result
from aceten.words.deal_stories import is_winning
from aceten_board.bodies import (
    AskedLook,
    AskedTable,
    Choice,
    Collected,
    DoneAction,
    Laid,
    Look,
    PlayedDeal,
    Refused,
    Style,
    TablePlayer,
    TrickTaken,
    Trumps,
)
from aceten_solver.answers.value_labels import card_of
from aceten_spec.speech import rule, say


class BrokenRuleError(Exception):
    """Something was to be done that the rules do not allow."""

    def __init__(self, error: IllegalAction, state: State) -> None:
        """Say what, and what the clause says that it breaks."""
        super().__init__(str(error))
        broken = rule(state.game.rulebook.clause(error.clause).text)
        self.refused = Refused(f"{telling(state).choice(error.action)}: {error.problem}", error.clause, broken)


def refusal(error: AcetenError) -> Refused:
    """Return what is told of something that is wrong."""
    return Refused(str(error), field=_field(error))


def _field(error: AcetenError) -> str | None:
    """Return the key of the position line that is to blame; ``None`` where none is."""
    if isinstance(error, PositionError):
        return error.key
    if not isinstance(error, NotationError):
        return None
    word = re.search(r"\S*$", error.text[: error.column])
    key, equals, _ = error.text[0 if word is None else word.start() :].partition("=")
    return key if equals and " " not in key else "game"


def moments(asked: AskedTable) -> list[State] | View:
    """Return every state from the position on; or what a seat sees where the position hides cards.

    :raises AcetenError: when the position cannot be read, or an action not be told.
    :raises BrokenRuleError: when an action is not allowed.
    """
    start = _dressed(aceten.parse(asked.position), asked.style)
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


def _dressed(seen: State | View, style: Style | None) -> State | View:
    """Return it with cards of other faces, and other names."""
    if style is None or style == seen.game.pack.style:
        return seen
    pack = msgspec.structs.replace(seen.game.pack, style=style)
    return msgspec.structs.replace(seen, game=msgspec.structs.replace(seen.game, pack=pack))


def seen_of(asked: AskedTable) -> State | View:
    """Return what is seen now: all cards, or what one seat sees.

    :raises AcetenError: likewise, or for a seat that there is not.
    """
    found = moments(asked)
    if isinstance(found, View):
        return found
    return found[-1] if asked.seat is None else found[-1].view(seat_of(found[-1], asked.seat))


def view_to_act(asked: AskedTable) -> View:
    """Return what whoever is to act sees now.

    :raises AcetenError: likewise, or where nobody is.
    """
    found = moments(asked)
    if isinstance(found, View):
        view = found
    elif found[-1].turn is None:
        raise UsageError(say("the deal is over"))
    else:
        view = found[-1].view(found[-1].turn)
    if not view.legal:
        raise UsageError(say("it is not the turn of {who}", who=seat_name(view.seat)))
    return view


def state_of(asked: AskedTable) -> State:
    """Return the state now, with all its cards.

    :raises AcetenError: when it cannot be told, or cards are hidden.
    """
    found = moments(asked)
    if isinstance(found, View):
        raise UsageError(say("cards are hidden: a policy plays deals whose cards the board knows"))
    return found[-1]


def states_of(deal: PlayedDeal) -> list[State]:
    """Return every state of a deal that was played.

    :raises AcetenError: when it cannot be told, or cards are hidden.
    """
    states = moments(AskedTable(deal.position, deal.actions))
    if not isinstance(states, list):
        raise UsageError(say("cards are hidden: there is no record of that"))
    return states


def match_from(start: State) -> Match:
    """Return a match that begins with a deal, with the game's own faces of cards."""
    game = aceten.load(start.game.rulebook, players=start.game.players, **dict(start.game.options))
    return aceten.start_match(game, dealer=start.dealer)


def look(asked: AskedLook) -> Look:
    """Return the table at the moment that is asked for.

    :raises AcetenError: when that cannot be told.
    """
    found = moments(asked)
    states = [] if isinstance(found, View) else found
    seen = seen_of(asked)
    words, scene, game = telling(seen), seen.scene(), seen.game
    collected = _collected(*states[-2:]) if len(states) > 1 else None
    lying = (*scene.hands, scene.trick, (scene.turn_up,), () if collected is None else collected.cards)
    opened = {card for cards in lying for card in cards if card is not None}
    return Look(
        game=game.rulebook.called,
        style=game.pack.style,
        begins=" ".join([str(game), *[f"{name}={value}" for name, value in game.options]]),
        line=str(seen),
        players=tuple(
            [
                TablePlayer(
                    seat_name(seat),
                    game.sides[seat],
                    tuple([None if card is None else str(card) for card in hand]),
                    words.marks(seat),
                )
                for seat, hand in enumerate(scene.hands)
            ]
        ),
        taken=tuple([captured(scene, side) for side in range(game.side_count)]),
        talon=scene.talon,
        turn_up=None if scene.turn_up is None else str(scene.turn_up),
        trumps=trumps(seen),
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
                Choice(
                    str(action),
                    None if card_of(action) is None else str(card_of(action)),
                    words.choice(action),
                    str(canonical_action(game, action)),
                    _counts(states[-1], action) if states else None,
                    _loses(states[-1], action) if states else None,
                )
                for action in seen.legal
            ]
        ),
        names={str(card): card_words(game, card) for card in opened},
        clockwise=game.rules.direction == "clockwise",
        played=tuple(_played(states, asked.ahead)),
        collected=None
        if collected is None
        else Collected(tuple(map(str, collected.cards)), collected.by, collected.to),
        told=tuple(_told(states, asked.seat, asked.own)),
        standing=tuple(dict.fromkeys(felt_notes(seen))),
        over=scene.turn is None,
    )


def _played(states: list[State], ahead: tuple[str, ...]) -> Iterator[DoneAction]:
    """Yield who did what since the position, and further on as far as that is allowed."""
    line = list(states)
    with suppress(AcetenError):
        for action in ahead if line else ():
            line.append(line[-1].play(action))
    for before, after in pairwise(line):
        trick = _collected(before, after)
        took = None if trick is None else TrickTaken(seat_letter(trick.to), after.game.points_of(trick.cards))
        yield DoneAction(seat_letter(after.log[-1][0]), leads=not before.trick, took=took)


def trick_numbers(states: Sequence[State]) -> list[int]:
    """Return in which trick each action was done, counted from 1 at the first state."""
    ended = [_collected(before, after) is not None for before, after in pairwise(states)]
    return [*accumulate(ended[:-1], initial=1)]


def _counts(state: State, action: Action) -> int | None:
    """Return what the marriage counts that an action shows with a card; ``None``: it shows none."""
    if not isinstance(state, SuitState) or not isinstance(action, Meld):
        return None
    return None if action.card.suit is None else marriage_points(state, action.card.suit)


def _loses(state: State, action: Action) -> str | None:
    """Return what a wrong claim costs, without counting for anybody; ``None``: the action is none."""
    if not isinstance(state, SuitState) or not isinstance(action, Claim) or state.is_right(action.suit):
        return None
    result = state.play(action).result
    if result is None or result.game_points is None:
        return say("Who claims wrongly loses the deal.")
    return say("Who claims wrongly gives the others {points}.", points=game_points_counted(max(result.game_points)))


class _Trick(NamedTuple):
    """A trick that ended."""

    cards: tuple[Card, ...]
    by: tuple[int, ...]
    """The seats that laid them."""
    to: Seat
    """The seat that took it."""


def _collected(before: State, after: State) -> _Trick | None:
    """Return the trick that ended with an action; ``None``: none did."""
    taken = Counter(card for pile in after.taken for card in pile)
    taken.subtract(card for pile in before.taken for card in pile)
    new = +(taken - Counter(before.trick))
    cards = (*before.trick, *new.elements())
    if not sum((+taken).values()) or not cards:
        return None
    players = after.game.players
    return _Trick(cards, tuple([(before.leader + place) % players for place in range(len(cards))]), after.leader)


def _told(states: list[State], seat: int | None, own: int | None) -> Iterator[str]:
    """Yield what the last action was and what it led to, and what the deal came to when it is over."""
    if len(states) > 1:
        before, after = states[-2:]
        who, action = after.log[-1]
        words = telling(before if seat is None else before.view(seat_of(before, seat)))
        if who != own:  # who knows what he did
            yield f"{seat_name(who)} {words.does(action)}"
        came_to = telling(before).outcome(after)  # which everybody sees
        yield from (each for each in dict.fromkeys([*words.noticed(after), came_to]) if each)
        now = states[-1] if seat is None else states[-1].view(seat_of(states[-1], seat))
        yield from telling(now).trick()
    if states and states[-1].turn is None:
        yield meaning_of_result(states[-1])


def seat_of(state: State, seat: int) -> Seat:
    """Return the seat.

    :raises UsageError: when there is no such seat.
    """
    if seat >= state.game.players:
        raise UsageError(say("seat {seat}: there are {players}", seat=seat, players=state.game.players))
    return Seat(seat)


def trumps(seen: State | View) -> Trumps | None:
    """Return which suit is trump, or that none is yet; ``None`` where a game has no trump suit."""
    if not isinstance(seen, SuitState | SuitView):
        return None
    if seen.trump is None:
        return Trumps(None, say("no trumps yet"))
    return Trumps(seen.trump.letter, say("trumps: {suit}", suit=suit_words(seen.game, seen.trump)))


def felt_notes(seen: State | View) -> Iterator[str]:
    """Yield what else is known: bids, marriages, who has closed the talon, who plays alone, what was led in a row."""
    words = telling(seen)
    yield from words.notes()
    yield from _waiting(seen)
    yield from (each for each in words.trick() if each != is_winning(seen))  # which stands under the card
    if isinstance(seen, View):
        yield from words.own()


def _waiting(seen: State | View) -> Iterator[str]:
    """Yield which marriages do not count yet."""
    for side, points in enumerate(seen.waiting if isinstance(seen, SuitState | SuitView) else ()):
        if points:
            who, counted = side_words(seen.game, side), points_counted(points)
            yield say("marriages of {who} that wait for a trick: {points}", who=who, points=counted)
