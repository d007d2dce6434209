"""What contests come to, in sentences and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.vocabulary.naming import seat_name
from aceten_solver.answers.told_tables import Heading, Told, ToldRow, ToldTable
from aceten_spec.errors import shown
from aceten_spec.speech import decimal, grouped, say, say_counted
from aceten_spec.texts.extras import installing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from aceten_solver.contests.contest_standings import Pairing, PolicyStanding, Standings
    from aceten_solver.contests.means import Mean
    from aceten_solver.contests.played_deals import Fault

_MOST_FAULTS: Final = 3
"""So many faults of a policy are told in full."""
_LONGEST: Final = 40
"""So many letters of what a policy is called are shown."""


def told_standings(found: Standings) -> Iterator[Told]:
    """Yield what was played, who is how strong, what each two come to, and by what deals were lost."""
    deals = say_counted("{number} deal", "{number} deals", found.deals)
    told = {"game": shown(found.game), "deals": deals, "seed": found.seed}
    yield (
        say(
            "{game}: {deals} from seed {seed}, each played twice, the second time with the sides exchanged; ± is the interval of 95%",
            **told,
        )
        if found.pairs
        else say("{game}: {deals} from seed {seed}, each played once; ± is the interval of 95%", **told)
    )
    yield ""
    strong = found.standings[0].strength is not None
    strength = (Heading(say("strength"), right=True),) if strong else ()
    yield ToldTable((Heading(say("policy")), *strength, *_headings()), tuple(map(_standing, found.standings)))
    if not strong:
        command = installing("arena")
        yield say("For strengths as of chess players, by Bradley and Terry, install: {command}", command=command)
    if len(found.pairings) > 1:
        yield ""
        headings = Heading(say("one")), Heading(say("against")), *_headings()
        yield ToldTable(headings, tuple(map(_pairing, found.pairings)))
    for each in found.standings:
        if each.lost:
            yield from _faults(each, found.pairings)


def told_pairing(found: Pairing) -> str:
    """Return what two policies come to, in a sentence; and the first fault, if there was one."""
    said = say(
        "{one} against {other}: {ahead} game points in {deals}",
        one=shown(found.one),
        other=shown(found.other),
        ahead=_mean(found.game_points),
        deals=say_counted("{number} deal", "{number} deals", found.deals),
    )
    if not found.faults:
        return said
    count = say_counted("{number} fault", "{number} faults", sum(found.lost))
    return f"{said}; {say('{faults}, the first: {problem}', faults=count, problem=found.faults[0].problem)}"


def _headings() -> tuple[Heading, ...]:
    names = say("game points"), say("points"), say("better"), say("equal"), say("worse")
    return tuple([Heading(name, right=True) for name in names])


def _standing(each: PolicyStanding) -> ToldRow:
    strength = () if each.strength is None else (_mean(each.strength, 0),)
    return ToldRow((_called(each.policy), *strength, *_cells(each)))


def _pairing(each: Pairing) -> ToldRow:
    return ToldRow((_called(each.one), _called(each.other), *_cells(each)))


def _cells(each: PolicyStanding | Pairing) -> tuple[str, ...]:
    counts = map(grouped, (each.better, each.equal, each.worse))
    return _mean(each.game_points), _mean(each.points), *counts


def _faults(standing: PolicyStanding, pairings: Iterable[Pairing]) -> Iterator[str]:
    """Yield by what a policy has lost deals."""
    yield ""
    yield say_counted(
        "{policy} has lost {number} deal by its own fault, with all that a deal can bring:",
        "{policy} has lost {number} deals by its own fault, with all that a deal can bring:",
        standing.lost,
        policy=_called(standing.policy),
    )
    for fault in [fault for each in pairings for fault in _faults_of(standing.policy, each)][:_MOST_FAULTS]:
        where = say("deal {deal}, {who}", deal=fault.deal, who=seat_name(fault.seat))
        yield f"- {where}: {fault.problem}"
        yield f"  {say('it saw: {view}', view=fault.view)}"


def _faults_of(policy: str, pairing: Pairing) -> list[Fault]:
    return [fault for fault in pairing.faults if (pairing.one, pairing.other)[fault.policy] == policy]


def _called(policy: str) -> str:
    return shown(policy, _LONGEST)


def _mean(told: Mean, places: int = 2) -> str:
    """Return a lead with its interval; one deal has none."""
    mean = decimal(told.mean, places, signed=True)
    return f"{mean} ± {decimal(told.margin, places)}" if told.margin else mean
