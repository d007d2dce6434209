"""The better methods of ``aceten advise``: alpha-mu, and equilibria of endings with hidden cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from rich.console import Console
from rich.text import Text

import aceten
import aceten_solver
from aceten import Action, State, UsageError, View
from aceten.deals.shuffling import split_mix
from aceten.engine.equal_actions import canonical_action
from aceten.hidden.worlds import LISTED
from aceten.vocabulary.naming import party, seat_name
from aceten.words import telling
from aceten_cli.analysis.strategy_files import Certified, ToldCertificate, told_certificate
from aceten_cli.frame.output import choices_table, print_json, print_sentence
from aceten_solver import AlphaMu, Equilibrium, Objective
from aceten_solver.hidden.told_advice import deals_fitting
from aceten_solver.question.two_sides import two_sides
from aceten_spec.speech import decimal, grouped, say, say_counted

_EVERY: Final = 2_000
"""Where more deals are possible than so many when nobody's cards are known, the other is taken to know those of the seat."""
_HISTORIES: Final = 200_000
"""Likewise where they have more histories."""
_ROUNDING: Final = 1e-9
"""A smaller gap is rounding."""


class _Chosen(msgspec.Struct):
    action: str
    chance: float


class _Exact(msgspec.Struct, omit_defaults=True):
    view: str
    method: str
    objective: Objective
    worlds: int
    private: bool
    value: float
    """For side 0, with these cards."""
    bounds: tuple[float, float]
    exploitability: float
    histories: int
    chances: tuple[_Chosen, ...]
    certificate: ToldCertificate | None = None


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


class Exact(NamedTuple):
    """An equilibrium for what a seat sees."""

    found: Equilibrium
    own: tuple[State, ...]
    """The deals that the seat thinks possible."""
    deals: int
    """How many deals the equilibrium is of."""
    private: bool
    """Whether each knows his own cards alone; otherwise the other knows those of the seat."""

    @property
    def value(self) -> float:
        """What the deal comes to for side 0 with the seat's cards."""
        return self.found.value_in(self.own)


def find_exact(view: View, objective: Objective) -> Exact:
    """Return the equilibrium in which each knows his own cards alone; where it is too large, that in which the other knows the seat's.

    :raises UsageError: when there are too many deals, or the ending is too large for either.
    """
    worlds = aceten.worlds(view)
    listed = worlds.listed(LISTED)
    if listed is None and worlds.count is None:
        raise UsageError(say("--method exact: the deals that fit cannot be listed; ask for average or alpha-mu"))
    if listed is None:
        raise UsageError(say("--method exact: more than {most} deals fit; ask for average or alpha-mu", most=LISTED))
    own = tuple([state for state, _ in listed])
    every = aceten.worlds(view.public).listed(_EVERY)
    if every is not None:
        try:
            found = aceten_solver.find_equilibrium(every, objective, most=_HISTORIES)
        except UsageError:  # it is too large, or there is none: that is said of the other, too
            pass
        else:
            return Exact(found, own, len(every), private=True)
    return Exact(aceten_solver.find_equilibrium(listed, objective), own, len(listed), private=False)


def tell_exact(exact: Exact, made: Certified | None, out: Console, line: str, view: View, *, json: bool) -> None:
    """Print the value, how likely each action is to be played, and what is proved of it."""
    found, world = exact.found, exact.own[0]
    chances = sorted(found.chances(world), key=lambda each: -each.chance)
    if json:
        print_json(
            _Exact(
                str(view),
                "exact",
                found.objective,
                exact.deals,
                exact.private,
                exact.value,
                found.bounds,
                found.exploitability,
                found.histories,
                tuple([_Chosen(str(each.action), each.chance) for each in chances]),
                None if made is None else told_certificate(made),
            )
        )
        return
    out.print(Text(line, style="bold"), soft_wrap=True)
    table = choices_table(view.seat)
    table.add_column(say("chance"), justify="right")
    for each in chances:
        likely = each.chance > 1e-6  # noqa: PLR2004 - what is less is rounding
        table.add_row(
            "*" if likely else "", _choice(view, each.action), decimal(each.chance, 2), style="bold" if likely else ""
        )
    out.print(table)
    who, other = seat_name(view.seat), seat_name(next(seat for seat in found.seats if seat != view.seat))
    knows = (
        say("Each knows his own cards alone.")
        if exact.private
        else say(
            "Here {other} knows the cards of {who}: that they are hidden, too, makes more deals than can be looked at.",
            who=who,
            other=other,
        )
    )
    gap = f"{max(found.exploitability, _ROUNDING):.0e}"
    for sentence in (
        say(
            "In equilibrium: {value}.", value=_value(_Ours(view, world, found.objective), found.objective, exact.value)
        ),
        knows,
        say(
            "Nobody can do better against it by more than {gap}; {histories} histories of {deals} different deals were looked at.",
            gap=gap,
            histories=grouped(found.histories),
            deals=grouped(exact.deals),
        ),
        *([] if made is None else [made.words()]),
    ):
        print_sentence(out, sentence)


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
    table = choices_table(view.seat)
    ours = _Ours(view, found.worlds[0][0], found.objective)
    table.add_column(_unit(ours, found.objective), justify="right")
    for each in found.actions:
        best = each.action == found.chosen
        table.add_row(
            "*" if best else "", _choice(view, each.action), decimal(ours(each.mean), 2), style="bold" if best else ""
        )
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
    print_sentence(out, told)
    count = aceten.worlds(view).count
    if count != sum([times for _, times in found.worlds]):
        fit = deals_fitting(count)
        told = say("These were drawn at random; {fit} fit, and others would give other means.", fit=fit)
        print_sentence(out, told)
    print_sentence(
        out, say("The side to act goes on in the same way where it cannot tell deals apart; the others see all cards.")
    )


def _choice(view: View, action: Action) -> str:
    """Return what the first legal action is called that does the same as this one."""
    same = (each for each in view.legal if canonical_action(view.game, each) == canonical_action(view.game, action))
    return telling(view).choice(next(same))


class _Ours:
    """How values for side 0 of a search are told to a seat: as those of its own side."""

    def __init__(self, view: View, world: State, objective: Objective) -> None:
        sides, game = two_sides(world), view.game
        own = sides.of(game.sides[view.seat])
        if objective == "points" and not (view.points_known and world.points_to_come == world.points_in_play):
            own = 0  # what one side does not take the other need not have
        self._other_way = own == 1
        self._all = game.most_points if objective == "points" else 0
        self.party: Final = party(game, sides.seats(world)[own])
        """Who that is."""

    def __call__(self, value: float) -> float:
        """Return what is left for them where side 0 has so much."""
        return self._all - value if self._other_way else value


def _unit(ours: _Ours, objective: Objective) -> str:
    who = ours.party.name
    match objective:
        case "points":
            return say("points {who}", who=who)
        case "game-points":
            return say("game points {who}", who=who)
        case "deal":
            return say("deal {who}", who=who)


def _value(ours: _Ours, objective: Objective, value: float) -> str:
    who, value = ours.party, ours(value)
    match objective:
        case "points":
            return who.says("{who} takes {value} points", "{who} take {value} points", value=decimal(value, 2))
        case "game-points" if value < 0:
            return who.says(
                "{who} scores {value} game points less than the other side",
                "{who} score {value} game points less than the other side",
                value=decimal(-value, 3),
            )
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
