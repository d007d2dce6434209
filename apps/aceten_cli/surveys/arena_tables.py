"""What contests come to, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table

from aceten.vocabulary.naming import seat_name
from aceten_cli.frame.output import headed_table, print_sentence
from aceten_spec.errors import shown
from aceten_spec.speech import decimal, grouped, say, say_counted
from aceten_spec.texts.extras import installing

if TYPE_CHECKING:
    from aceten_solver import Pairing, PolicyStanding, Standings
    from aceten_solver.contests.means import Mean
    from aceten_solver.contests.played_deals import Fault

_MOST_FAULTS: Final = 3
"""So many faults of a policy are told in full."""
_LONGEST: Final = 40


def tell_standings(out: Console, found: Standings) -> None:
    """Print what a contest comes to."""
    deals = say_counted("{number} deal", "{number} deals", found.deals)
    told = {"game": shown(found.game), "deals": deals, "seed": found.seed}
    print_sentence(
        out,
        say(
            "{game}: {deals} from seed {seed}, each played twice, the second time with the sides exchanged; ± is the interval of 95%",
            **told,
        )
        if found.pairs
        else say("{game}: {deals} from seed {seed}, each played once; ± is the interval of 95%", **told),
    )
    out.print()
    out.print(_table(found.standings))
    if found.standings[0].strength is None:
        command = installing("arena")
        print_sentence(
            out, say("For strengths as of chess players, by Bradley and Terry, install: {command}", command=command)
        )
    if len(found.pairings) > 1:
        out.print()
        out.print(_pairings(found.pairings))
    for standing in found.standings:
        if standing.lost:
            _tell_faults(out, standing, found.pairings)


def _table(standings: Sequence[PolicyStanding]) -> Table:
    table = headed_table(say("policy"))
    names = (say("strength"),) if standings[0].strength is not None else ()
    for name in (*names, say("game points"), say("points"), say("better"), say("equal"), say("worse")):
        table.add_column(name, justify="right", no_wrap=True)
    for each in standings:
        strength = () if each.strength is None else (_mean(each.strength, 0),)
        counts = map(grouped, (each.better, each.equal, each.worse))
        table.add_row(_called(each.policy), *strength, _mean(each.game_points), _mean(each.points), *counts)
    return table


def _pairings(pairings: Sequence[Pairing]) -> Table:
    table = headed_table(say("one"), say("against"))
    for name in (say("game points"), say("points"), say("better"), say("equal"), say("worse")):
        table.add_column(name, justify="right", no_wrap=True)
    for each in pairings:
        counts = map(grouped, (each.better, each.equal, each.worse))
        table.add_row(_called(each.one), _called(each.other), _mean(each.game_points), _mean(each.points), *counts)
    return table


def _tell_faults(out: Console, standing: PolicyStanding, pairings: Sequence[Pairing]) -> None:
    """Print by what a policy has lost deals."""
    out.print()
    lost = say_counted(
        "{policy} has lost {number} deal by its own fault, with all that a deal can bring:",
        "{policy} has lost {number} deals by its own fault, with all that a deal can bring:",
        standing.lost,
        policy=_called(standing.policy),
    )
    print_sentence(out, lost)
    for fault in [fault for each in pairings for fault in _faults_of(standing.policy, each)][:_MOST_FAULTS]:
        where = say("deal {deal}, seat {seat}", deal=fault.deal, seat=seat_name(fault.seat))
        out.print(f"- {where}: {fault.problem}", soft_wrap=True, markup=False)
        out.print(f"  {say('it saw: {view}', view=fault.view)}", soft_wrap=True, markup=False)


def _faults_of(policy: str, pairing: Pairing) -> list[Fault]:
    return [fault for fault in pairing.faults if (pairing.one, pairing.other)[fault.policy] == policy]


def _called(policy: str) -> str:
    return shown(policy, _LONGEST)


def _mean(told: Mean, places: int = 2) -> str:
    """Return a lead with its interval; one deal has none."""
    mean = decimal(told.mean, places, signed=True)
    return f"{mean} ± {decimal(told.margin, places)}" if told.margin else mean
