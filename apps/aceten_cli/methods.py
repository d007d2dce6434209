"""The better methods of ``aceten advise``: alpha-mu, and equilibria of endings with hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from rich.table import Table
from rich.text import Text

import aceten
import aceten_solver
from aceten import Side, UsageError
from aceten.naming import party_of, seat_name
from aceten.shuffling import split_mix
from aceten.telling import telling
from aceten.worlds import LISTED
from aceten_cli.output import print_json
from aceten_solver.alike import canonical_action
from aceten_spec.speech import decimal, grouped, say, say_counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from aceten import Action, Facts, State, View
    from aceten_solver import AlphaMu, Equilibrium, Objective


_ROUNDING: Final = 1e-9
"""A smaller gap is rounding."""


class _Chosen(msgspec.Struct):
    action: str
    chance: float


class _Exact(msgspec.Struct):
    view: str
    method: str
    objective: Objective
    worlds: int
    value: float
    """For side 0."""
    bounds: tuple[float, float]
    exploitability: float
    histories: int
    chances: tuple[_Chosen, ...]


class _Planned(msgspec.Struct):
    action: str
    mean: float
    """For side 0."""
    moves: int
    undominated: int


class _AlphaMu(msgspec.Struct):
    view: str
    method: str
    objective: Objective
    worlds: int
    exact: bool
    moves: int
    actions: tuple[_Planned, ...]


def find_exact(view: View, objective: Objective) -> tuple[Equilibrium, State, int]:
    """Return the equilibrium of what a seat sees, one of the deals that fit, and how many there are that play can tell apart.

    :raises UsageError: when they are too many, or the ending is too large for it.
    """
    listed = aceten.worlds(view).listed(LISTED)
    if listed is None:
        raise UsageError(say("--method exact: more than {most} deals fit; ask for average or alpha-mu", most=LISTED))
    return aceten_solver.find_equilibrium(listed, objective), listed[0][0], len(listed)


def tell_exact(
    found: Equilibrium, world: State, deals: int, out: Console, line: str, view: View, *, json: bool
) -> None:
    """Print the value, and how likely each action is to be played."""
    chances = sorted(found.chances(world), key=lambda each: -each.chance)
    if json:
        print_json(
            _Exact(
                str(view),
                "exact",
                found.objective,
                deals,
                found.value,
                found.bounds,
                found.exploitability,
                found.histories,
                tuple([_Chosen(str(each.action), each.chance) for each in chances]),
            )
        )
        return
    out.print(Text(line, style="bold"), soft_wrap=True)
    words = telling(view)
    table = Table(title=None, box=None, pad_edge=False, header_style="italic")
    table.add_column("")
    table.add_column(say("{who} plays", who=seat_name(view.seat)))
    table.add_column(say("chance"), justify="right")
    for each in chances:
        likely = each.chance > 1e-6  # noqa: PLR2004 - what is less is rounding
        name = next(words.choice(action) for action in view.legal if _same(view, action, each.action))
        table.add_row("*" if likely else "", name, decimal(each.chance, 2), style="bold" if likely else "")
    out.print(table)
    for sentence in (
        say("In equilibrium: {value}.", value=_value(view.game, found.objective, found.value)),
        say(
            "Nobody can do better against it by more than {gap}; {histories} histories of {deals} different deals were looked at.",
            gap=f"{max(found.exploitability, _ROUNDING):.0e}",
            histories=grouped(found.histories),
            deals=grouped(deals),
        ),
    ):
        out.print(sentence, soft_wrap=not out.is_terminal)


def find_alpha_mu(
    view: View, objective: Objective, *, worlds: int, seed: int, seconds: float, stop: Callable[[], bool]
) -> AlphaMu:
    """Return what alpha-mu finds over all deals that fit, where they are no more than so many, or over some drawn at random."""
    some = aceten.worlds(view).some(worlds, split_mix(seed))
    return aceten_solver.search_alpha_mu(some, objective, seconds=seconds, stop=stop)


def tell_alpha_mu(found: AlphaMu, out: Console, line: str, view: View, *, json: bool) -> None:
    """Print what each action comes to when the side goes on the same way in deals that it cannot tell apart."""
    if json:
        actions = [_Planned(str(each.action), each.mean, each.moves, len(each.front)) for each in found.actions]
        print_json(
            _AlphaMu(
                str(view), "alpha-mu", found.objective, len(found.worlds), found.exact, found.moves, tuple(actions)
            )
        )
        return
    out.print(Text(line, style="bold"), soft_wrap=True)
    words = telling(view)
    table = Table(title=None, box=None, pad_edge=False, header_style="italic")
    table.add_column("")
    table.add_column(say("{who} plays", who=seat_name(view.seat)))
    table.add_column(_unit(view.game, found.objective), justify="right")
    for each in found.actions:
        best = each.action == found.chosen
        name = next(words.choice(action) for action in view.legal if _same(view, action, each.action))
        table.add_row("*" if best else "", name, decimal(each.mean, 2), style="bold" if best else "")
    out.print(table)
    if found.exact:
        told = say("Alpha-mu to the end, over {deals} deals.", deals=grouped(len(found.worlds)))
    else:
        told = say_counted(
            "Alpha-mu with {number} move ahead, over {deals} deals.",
            "Alpha-mu with {number} moves ahead, over {deals} deals.",
            found.moves,
            deals=grouped(len(found.worlds)),
        )
    out.print(told, soft_wrap=not out.is_terminal)
    out.print(
        say("The side to act goes on in the same way where it cannot tell deals apart; the others see all cards."),
        soft_wrap=not out.is_terminal,
    )


def _same(view: View, one: Action, other: Action) -> bool:
    return canonical_action(view.game, one) == canonical_action(view.game, other)


def _unit(game: Facts, objective: Objective) -> str:
    who = party_of(game, Side(0)).name
    match objective:
        case "points":
            return say("points {who}", who=who)
        case "game-points":
            return say("game points {who}", who=who)
        case "deal":
            return say("deal {who}", who=who)


def _value(game: Facts, objective: Objective, value: float) -> str:
    who = party_of(game, Side(0))
    match objective:
        case "points":
            return who.says("{who} takes {value} points", "{who} take {value} points", value=decimal(value, 2))
        case "game-points":
            return who.says(
                "{who} scores {value} game points more than the other side",
                "{who} score {value} game points more than the other side",
                value=decimal(value, 3),
            )
        case "deal":
            return who.says(
                "{who} wins by {value}, where 1 is a deal won and -1 one lost",
                "{who} win by {value}, where 1 is a deal won and -1 one lost",
                value=decimal(value, 3),
            )
