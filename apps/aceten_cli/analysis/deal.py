"""``aceten deal``, ``aceten show`` and ``aceten perft``."""

from __future__ import annotations

import itertools
import secrets
from typing import Annotated, Final

import msgspec
import typer
from rich.text import Text

import aceten
from aceten import AcetenError, MatchingState, Rank, Side, State, SuitState, UsageError, View
from aceten.deals.shuffling import MAX_SEED
from aceten.pictures import picture_of
from aceten_cli.frame.deal_conditions import cards_by_seat, condition_named, fitting
from aceten_cli.frame.game_names import game_named, rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import (
    GameNamed,
    JsonOutput,
    Moves,
    OptionsChosen,
    Positions,
    RulesFile,
    one_state,
    positions_or_views,
    seat_named,
)
from aceten_cli.frame.output import console, print_json, progress, result_json
from aceten_cli.frame.picture_files import SvgFile, check_drawing, write_picture
from aceten_cli.frame.position_tables import choices_words, number_text, table_picture
from aceten_cli.frame.streams import INTERRUPTED, interruptible, print_line, print_note
from aceten_spec.speech import say


class Shown(msgspec.Struct, kw_only=True):
    """What is the same whatever the tricks are like."""

    position: str
    turn: int | None
    legal: tuple[str, ...]
    calls: tuple[str, ...]
    leader: int
    winning: int
    points: tuple[int, ...]
    tricks: tuple[int, ...] | None
    result: dict[str, object] | None
    number: str | None
    """The number of the deal, as text, at its beginning."""


class ShownMatching(Shown, kw_only=True):
    """A state with matching tricks."""

    leads: str
    drawn: str | None
    lone: int | None
    resets: tuple[int, ...]


class ShownClosing(msgspec.Struct, kw_only=True):
    """How the talon was closed."""

    seat: int
    points: int
    """What the other side had then."""
    tricks: tuple[int, ...]


class ShownBid(msgspec.Struct, kw_only=True):
    """The highest bid of an auction that is over."""

    seat: int
    points: int


class ShownSuits(Shown, kw_only=True):
    """A state with suit tricks."""

    counted: tuple[int, ...]
    """Points by side that count so far: of cards, of marriages that count already, and for the last trick."""
    trump: str | None
    turn_up: str | None
    closed: ShownClosing | None
    melds: tuple[int, ...]
    waiting: tuple[int, ...]
    """Those of them that wait for the next trick of their side."""
    known: tuple[tuple[str, ...], ...]
    """For each seat the cards of its hand that everybody knows."""
    claim: int | None
    bids: tuple[int, ...]
    bid: ShownBid | None
    scores: tuple[int, ...] | None
    """The scores in the match before the deal, where they bear on play."""


def shown(state: State) -> Shown:
    """Return a state as it is shown."""
    match state:
        case MatchingState():
            return ShownMatching(
                **msgspec.structs.asdict(_common(state)),
                leads="".join(Rank(rank).letter for rank in state.leads),
                drawn=None if state.drawn is None else str(state.drawn),
                lone=state.lone,
                resets=state.burned,
            )
        case SuitState():
            return _suits(state)
        case _:
            raise TypeError(type(state).__name__)


def _suits(state: SuitState) -> ShownSuits:
    closed, contract, rules = state.closed, state.contract, state.game.rules
    turned_up = rules.trump == "turn_up" and state.talon
    return ShownSuits(
        **msgspec.structs.asdict(_common(state)),
        counted=tuple([state.counted(Side(side)) for side in range(state.game.side_count)]),
        trump=None if state.trump is None else state.trump.letter,
        turn_up=str(state.talon[-1]) if turned_up else None,
        closed=None if closed is None else ShownClosing(seat=closed.seat, points=closed.points, tricks=closed.tricks),
        melds=state.melds,
        waiting=state.waiting,
        known=tuple([tuple(map(str, cards)) for cards in state.shown]),
        claim=state.claimant,
        bids=state.bids,
        bid=None if contract is None else ShownBid(seat=contract[0], points=contract[1]),
        scores=state.scores if state.game.scores_matter else None,
    )


def _common(state: State) -> Shown:
    return Shown(
        position=str(state),
        turn=state.turn,
        legal=tuple(map(str, state.legal)),
        calls=tuple(map(str, state.calls)),
        leader=state.leader,
        winning=state.winning,
        points=state.points,
        tricks=state.tricks,
        result=result_json(state.result),
        number=number_text(state),
    )


class _Seen(msgspec.Struct):
    """What one seat sees."""

    position: str
    seat: int
    turn: int | None
    legal: tuple[str, ...]
    hand: tuple[str, ...]
    unseen: tuple[str, ...]
    """The cards that it has not seen."""
    worlds: str | None
    """How many deals fit, as text; ``None`` where they cannot be counted."""


def _seen_by(view: View) -> _Seen:
    count = aceten.worlds(view).count
    return _Seen(
        position=str(view),
        seat=view.seat,
        turn=view.turn,
        legal=tuple(map(str, view.legal)),
        hand=tuple(map(str, view.hand)),
        unseen=tuple(map(str, view.unseen)),
        worlds=None if count is None else str(count),
    )


_MAX_DIGITS: Final = 3


class _Dealt(msgspec.Struct):
    position: str
    seed: int | None
    dealer: int
    number: str | None
    """As text, since many JSON parsers round numbers as large as this."""


class _Counted(msgspec.Struct):
    position: str
    depth: int
    count: int
    divided: dict[str, int]


def deal(
    game: GameNamed,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="The seed of the shuffle; without it one is chosen and shown."),
    ] = None,
    count: Annotated[
        int,
        typer.Option(
            "--count",
            "-n",
            metavar="N",
            min=1,
            help="Deal so often, each deal with the seed after that of the one before.",
        ),
    ] = 1,
    number: Annotated[
        int | None,
        typer.Option(
            "--number", metavar="N", min=0, help="In place of a seed, the number of the deal, as --json tells it."
        ),
    ] = None,
    holds: Annotated[
        list[str] | None,
        typer.Option(
            "--holds",
            metavar="SEAT=CARDS",
            help="Deal a seat these cards among others, such as A=77A or A=7h; may be repeated.",
        ),
    ] = None,
    lacks: Annotated[
        list[str] | None,
        typer.Option("--lacks", metavar="SEAT=CARDS", help="Deal a seat none of these cards; may be repeated."),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(
            "--where",
            metavar="MODULE:FUNCTION",
            help="Only deals for which a Python function of yours, given the state, is true.",
        ),
    ] = None,
    tries: Annotated[
        int, typer.Option("--tries", metavar="N", min=1, help="With --where, how many deals are looked at, at most.")
    ] = 100_000,
    dealer: Annotated[str, typer.Option("--dealer", metavar="SEAT", help="Who deals, such as A or 0.")] = "A",
    option: OptionsChosen = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Deal cards and print the position line.

    With --count a line for each deal, as 'aceten solve -' reads them: the deals of the seeds from --seed on, one after the other.

    With --holds and --lacks a seed draws among the deals that are so, each as likely as any other. With --where seeds are passed over whose
    deals do not fit.

    Example: aceten deal zsiros/4 --count 1000 --seed 1
    """
    played = game_named(game, option or [], rules)
    dealing = seat_named(played, dealer)
    held, missing = (
        cards_by_seat(played, name, given or []) for name, given in (("--holds", holds), ("--lacks", lacks))
    )
    wanted = None if where is None else condition_named(where)
    if number is None:
        seeds = _seeds(seed, count)
        seeds = seeds if wanted is None else range(seeds[0], MAX_SEED + 1)
        deals = ((each, played.deal(seed=each, dealer=dealing, holds=held, lacks=missing)) for each in seeds)
    elif seed is not None or holds or lacks:
        raise UsageError(say("--number says the whole deal: leave out --seed, --holds and --lacks"))
    else:
        numbers = range(number, number + count) if wanted is None else range(number, played.deals)
        for each in (number, number + count - 1 if wanted is None else number):
            played.deal(number=each)  # one that there is not is refused before anything is printed
        deals = ((each, played.deal(number=each, dealer=dealing)) for each in numbers)
    chosen: list[int] = []
    with interruptible() as interrupted:
        found = deals if wanted is None else fitting(deals, wanted, tries, interrupted)
        for each, state in itertools.islice(found, count):
            chosen = [*chosen[:1], each]
            if json:
                print_json(_Dealt(str(state), each if number is None else None, dealing, number_text(state)))
            else:
                print_line(str(state))
            if interrupted():
                break
        if interrupted():
            raise typer.Exit(INTERRUPTED)
    if number is None and (seed is None or wanted is not None) and not json:
        first, last = chosen[0], chosen[-1]
        print_note(
            say("seed {seed}", seed=first) if count == 1 else say("seeds {first} to {last}", first=first, last=last),
        )


def _seeds(first: int | None, count: int) -> range:
    """Return so many seeds, from the first or else from one that is drawn.

    :raises UsageError: where they would go beyond the largest seed. To begin again at 0 there would deal one seed under two numbers.
    """
    last_start = MAX_SEED + 1 - count
    start = secrets.randbelow(max(last_start, 0) + 1) if first is None else first
    if count > 1 and start > last_start:
        raise UsageError(say("--count {count}: the largest seed is {most}", count=count, most=MAX_SEED))
    return range(start, start + count)


def show(
    position: Positions,
    moves: Moves = None,
    rules: RulesFile = None,
    svg: SvgFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Draw positions as tables with their players."""
    book = rulebook_of(rules, sound=False)  # so that what is wrong with rules can be looked at
    every = list(positions_or_views(position, book, moves))
    check_drawing(svg, json=json, several=len(every) > 1)
    for number, given in enumerate(every):
        if isinstance(given, AcetenError):
            raise given
        if svg is not None:
            write_picture(svg, picture_of(given.seen))
        elif json:
            print_json(_seen_by(given.seen) if isinstance(given.seen, View) else shown(given.seen))
        else:
            if number or len(every) > 1:
                console().print(Text(given.line, style="bold"), soft_wrap=True)
            _draw(given.seen)


def _draw(seen: State | View) -> None:
    """Print the table, and what may be done beside playing a card."""
    out = console()
    out.print(table_picture(seen))
    choices = tuple(choices_words(seen))
    if choices:
        out.print("\n" + "\n".join(choices))


def perft(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION DEPTH",
            help="A position line, and how many actions deep. Quotes around the line are not needed.",
        ),
    ],
    divide: Annotated[bool, typer.Option("--divide", help="Also count each first action separately.")] = False,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Count the action sequences of a given length, to compare with another program."""
    *position, last = words
    if not (last.isascii() and last.isdigit() and len(last) <= _MAX_DIGITS):
        missing = say(
            "DEPTH is missing: expected a whole number after the position, given {last!r} last", last=last[:40]
        )
        raise UsageError(missing)
    depth = int(last)
    state = one_state(position, rulebook_of(rules))
    with progress(say("counting")):
        divided = {str(action): aceten.perft(state.play(action), depth - 1) for action in state.legal if depth}
    count = sum(divided.values()) if depth else 1
    if json:
        print_json(_Counted(str(state), depth, count, divided))
        return
    for action, number in divided.items() if divide else ():
        print_line(f"{action} {number}")
    print_line(str(count))
