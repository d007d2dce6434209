"""Values in sentences, and in a few characters as pictures have them: under a card, beside a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import Meld, Play
from aceten.engine.equal_actions import is_choice
from aceten.pictures import Worth
from aceten.vocabulary.naming import members, party
from aceten.words import Account, sentences, telling
from aceten_spec.speech import decimal, say, say_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aceten import Action, Card, Seat, State, View
    from aceten_solver.question.objectives import Objective, Value


def meaning_of_value(state: State, value: Value, sides: Sequence[Sequence[int]]) -> str:
    """Return what a value means, in a sentence or two.

    :param sides: the seats of the two sides that the value is about (:attr:`aceten_solver.Solution.sides`).
    """
    winners: tuple[int, ...] | None
    match value.winner:
        case None:
            winners = None
        case "nobody":
            winners = ()
        case "both":
            winners = (0, 1)
        case side:
            winners = (side,)
    account = Account(
        parties=tuple(map(tuple, sides)),
        points=value.points,
        winners=winners,
        game_points=value.game_points,
        margin=None if value.margin is None else value.margin[0],
        last_trick=value.last_trick,
        award=value.award,
    )
    return sentences(state, account)


def verdict(state: State, value: Value, sides: Sequence[Sequence[int]], own: int) -> str:
    """Return in a few words how a deal ends for one of two sides; nothing where that is not known.

    :param own: 0 or 1, whose points stand first.
    """
    points, winner = value.points, value.winner
    score = "" if points is None else f"{points[own]} : {points[1 - own]}"
    if winner is None:
        return score
    who = party(state.game, sides[own])
    if isinstance(winner, str):
        said = who.says("{who} draws", "{who} draw")
    elif decided_by_last_trick(value):
        won = who.says("{who} wins by the last trick", "{who} win by the last trick")
        said = won if winner == own else who.says("{who} loses by the last trick", "{who} lose by the last trick")
    else:
        said = who.says("{who} wins", "{who} win") if winner == own else who.says("{who} loses", "{who} lose")
    return f"{said}, {score}" if score else said


def decided_by_last_trick(value: Value) -> bool:
    """Whether both sides have as many points, and who took the last trick wins."""
    return (
        value.points is not None
        and value.points[0] == value.points[1]
        and value.last_trick is not None
        and value.winner == value.last_trick
    )


def measured(value: Value, objective: Objective, side: int) -> int | None:
    """Return a value as a number for a side, more being better: points; game points more than the other side; 1, 0 or -1 for the deal.

    ``None`` where the value leaves it open.
    """
    match objective:
        case "points":
            return None if value.points is None else value.points[side]
        case "game-points":
            return None if value.margin is None else value.margin[side]
        case "deal":
            if value.winner is None:
                return None
            return 1 if value.winner == side else 0 if isinstance(value.winner, str) else -1


def label(number: float | None, objective: Objective) -> str:
    """Return such a number, or a mean of them, in a few characters."""
    if number is None:
        return "?"
    match objective:
        case "points":
            return decimal(number, 1) if isinstance(number, float) else str(number)
        case "game-points":
            told = decimal(number, 2, signed=True) if isinstance(number, float) else f"{number:+d}"
            return told.replace("-", "\N{MINUS SIGN}")
        case "deal":
            if not number:
                return say_in("the deal", "draw")
            return say_in("the deal", "won") if number > 0 else say_in("the deal", "lost")


def label_between(bounds: tuple[Value, Value], objective: Objective, side: int) -> str:
    """Return what is proved of a value that lies between two."""
    numbers = [measured(bound, objective, side) for bound in bounds]
    known = sorted([number for number in numbers if number is not None])
    if len(known) < len(numbers):
        return "?"
    low, high = (label(number, objective) for number in (known[0], known[-1]))
    return low if low == high else say("{low} to {high}", low=low, high=high)


def caption(objective: Objective, own: Iterable[Seat], other: Iterable[Seat]) -> str:
    """Return what such labels say about a side."""
    who, others = (members(seats).name for seats in (own, other))
    match objective:
        case "points":
            return say("points for {who}", who=who)
        case "game-points":
            return say("game points for {who}, less those of {others}", who=who, others=others)
        case "deal":
            return say("the deal, for {who}", who=who)


def no_choice(seen: State | View) -> tuple[str, ...]:
    """Return the sentence that whoever is to act has no choice; nothing where he has one."""
    if is_choice(seen):
        return ()
    alone = len(seen.legal) == 1
    return (say("Nothing else can be done.") if alone else say("All that can be done comes to the same."),)


def card_of(action: Action) -> Card | None:
    """Return the card that an action plays; ``None``: it plays none."""
    return action.card if isinstance(action, Play | Meld) else None


def worth_of(labels: Iterable[tuple[Action, str]], said: str) -> Worth:
    """Return what stands under the cards; under one that can be played in several ways what the first of them is worth."""
    under: dict[Card, str] = {}
    for action, written in labels:
        card = card_of(action)
        if card is not None:
            under.setdefault(card, written)
    return Worth(said, under)


def other_actions(seen: State | View, labels: Iterable[tuple[Action, str]], best: Sequence[Action]) -> Iterator[str]:
    """Yield a line for each action that does more than play a card, or none, and what it is worth; the best have a star."""
    words = telling(seen)
    for action, written in labels:
        if not isinstance(action, Play):
            yield f"{'★ ' if action in best else ''}{words.choice(action)}: {written}"
