"""What dealt hands are to hold, and functions of one's own that choose among deals."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator

from aceten import AcetenError, Card, Game, Seat, State, UsageError
from aceten.vocabulary.own_code import named_object
from aceten_cli.frame.inputs import seat_named
from aceten_cli.frame.output import progress
from aceten_spec.errors import shown
from aceten_spec.speech import say
from aceten_spec.written_cards import parse_cards


def cards_by_seat(game: Game, option: str, given: Iterable[str]) -> dict[int, tuple[Card, ...]]:
    """Return the cards that were given for seats; those of one seat are put together.

    :param given: such as ``A=77A``.
    :raises UsageError: for anything else, and for a seat that there is not.
    :raises NotationError: for what is no card.
    """
    cards: dict[Seat, tuple[Card, ...]] = {}
    for text in given:
        seat, equals, held = text.partition("=")
        if not equals or not held:
            message = say("{option} {text!r}: expected SEAT=CARDS, such as A=77A", option=option, text=shown(text, 40))
            raise UsageError(message)
        named = seat_named(game, seat)
        cards[named] = cards.get(named, ()) + parse_cards(held)
    return {int(seat): each for seat, each in cards.items()}


def condition_named(name: str) -> Callable[[State], bool]:
    """Return a function of one's own that says whether a deal is wanted, from a module in this folder or an installed one.

    :param name: ``MODULE:FUNCTION``.
    :raises UsageError: when there is none, or its module cannot be imported; and by the function, when it breaks.
    """
    module, _, function = name.partition(":")
    if not (module and function.isidentifier()):
        raise UsageError(say("--where {name!r}: expected MODULE:FUNCTION", name=shown(name, 80)))
    found = named_object(name, f"--where {name}")
    if not callable(found):
        missing = say(
            "--where {name}: module {module!r} has no function {function!r}",
            name=name,
            module=module,
            function=function,
        )
        raise UsageError(missing)

    def wanted(state: State) -> bool:
        try:
            return bool(found(state))
        except AcetenError:
            raise
        except Exception as error:
            kind = type(error).__name__
            failed = say(
                "--where {name}: {kind}: {error}; asked of {state}", name=name, kind=kind, error=error, state=state
            )
            raise UsageError(failed) from error

    return wanted


def fitting(
    deals: Iterable[tuple[int, State]], wanted: Callable[[State], bool], most: int, interrupted: Callable[[], bool]
) -> Iterator[tuple[int, State]]:
    """Yield the deals that are wanted, with the seeds or numbers that they come from; ends when it is interrupted.

    :param most: how many are looked at.
    :raises UsageError: when more are asked for than were found among so many.
    """
    left, fit, tried = iter(deals), 0, 0

    def next_that_fits() -> tuple[int, State] | None:
        nonlocal tried
        for deal in itertools.islice(left, most - tried):
            tried += 1
            if wanted(deal[1]):
                return deal
            if interrupted():
                return None
        return None

    while True:
        with progress(say("looking for deals")):
            found = next_that_fits()
        if found is None:
            break
        fit += 1
        yield found
    if interrupted():
        return
    message = say("--where: {tried} deals were tried, {fit} of them fit; --tries looks at more", tried=tried, fit=fit)
    raise UsageError(message)
