"""Hunting mutants in corners: ``make mutants``, or ``python -m tools.mutants.corner_hunt [GAME/PLAYERS ...] [--minutes 120]``.

Of every function and formula that is run while a game's theorems are proved, and for every value of every fact about what it is given, one
mutant that is wrong only there is tried: one that is seen to do something else in real play, where there is such a one. It is tried with
the cases in which the function is called in this corner, or with symbols for the fact, for only they can notice it. What is found is
written down at once, in the file that :mod:`tools.mutants.journal` names: a hunt that was ended goes on where it was.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import functools
import gc
import itertools
import multiprocessing
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import msgspec
from rich.console import Console
from rich.table import Table
from tools.mutants.corners import cornered, corners_of, in_order_of, number_of
from tools.mutants.facts import Corner, entering
from tools.mutants.hunt import Trial, about_engine, equivalents, verdict_of
from tools.mutants.journal import FILE, Finding, Journal, Verdict, key_of
from tools.mutants.mutations import Mutation, mutations
from tools.mutants.reached_code import GameVariant, Place, formula_functions, recorded
from tools.mutants.real_play import DEALS, RealPlay

from aceten.proofs.execution.replacements import named
from aceten_spec import load_shipped, shipped
from aceten_spec.texts.worker_processes import end_with_parent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

TRIES: Final = 8
"""So many changes of a function are looked at in a corner for one that is seen to differ there."""
PATIENCE: Final = 5.0
"""After so many seconds a mutant that is not seen to differ is given up: most of them do the same as their original."""
PART: Final = 4
"""So many functions one process follows at a time."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What one process does at a time."""

    game: str = ""
    """The game's rulebook."""
    players: int = 0
    """How many play."""
    functions: tuple[str, ...] = ()
    """The functions that are made wrong; none: all."""
    chosen: tuple[str, ...] = ()
    """Ids of theorems and obligations that are asked; none: all."""
    deals: int = DEALS
    """So many deals are played."""
    slice: tuple[int, int] = (0, 1)
    """Which of how many slices of their corners."""
    file: Path = FILE
    """Where findings are written."""
    until: float = float("inf")
    """When to stop (:func:`time.monotonic`)."""


class Prepared:
    """What is known of a game before its mutants are tried."""

    def __init__(self, game: str, players: int, chosen: tuple[str, ...] = (), deals: int = DEALS) -> None:
        """Play so many deals, and prove everything once, or some theorems and obligations."""
        self.variant = variant = GameVariant(rulebook=load_shipped(game), players=players)
        self.game = variant.game()
        self._about = about_engine([variant], chosen)
        self.functions = (*self._about, *formula_functions())
        self.play = RealPlay(self.game, self.functions, deals)
        self._cases: dict[Place, dict[str, tuple[int, float]]] = {}
        for use in recorded(variant, chosen, tuple(self._about), entering(self.game)):
            for place in use.places:
                self._cases.setdefault(place, {})[use.obligation] = use.cases, use.seconds

    def reaches(self, mutation: Mutation) -> bool:
        """Whether anything that is proved about the game comes to what a mutation changes; if not, another game may notice it."""
        known = self._cases.get((mutation.function, mutation.statement), {})
        return any(obligation in self._about.get(mutation.function, (obligation,)) for obligation in known)

    def trials(self, mutant: Mutation, corner: Corner) -> list[Trial]:
        """Return what may notice a mutant: the cases that come to it in the corner, or with symbols.

        First those of obligations about the function, what is done soonest before the rest; then those of others that come to it, too.
        """
        function, found = mutant.function, list[Trial]()
        there, any_where = (self._cases.get((function, what), {}) for what in (corner, corner.fact))
        for obligation, (cases, seconds) in self._cases.get((function, mutant.statement), {}).items():
            near = cases & (there.get(obligation, (0, 0))[0] | any_where.get(obligation, (0, 0))[0])
            if near:
                share = seconds * near.bit_count() / cases.bit_count()
                found.append(Trial(obligation=obligation, variant=self.variant, cases=near, seconds=share))
        about = self._about.get(function, {})
        return sorted(found, key=lambda trial: (bool(about) and trial.obligation not in about, trial.seconds))


prepared = functools.lru_cache(maxsize=1)(Prepared)
"""What is known of the game that is at hand."""


def followed(part: Part) -> list[Finding]:
    """Return what is found, or was found before, of some functions in a game."""
    ready, journal, found = (
        prepared(part.game, part.players, part.chosen, part.deals),
        Journal(part.file),
        list[Finding](),
    )
    number, slices = part.slice
    for function in part.functions or ready.functions:
        for corner in corners_of(function, ready.game, ready.play):
            if time.monotonic() > part.until:
                return found
            if number_of(f"{function} {corner.text}") % slices == number:
                key = key_of(str(ready.game), ready.game.digest, *part.chosen, str(part.deals), function, corner.text)
                if key not in journal.findings:
                    finding = found_of(ready, function, corner, key)
                    if finding is None:
                        continue
                    journal.add(finding)
                found.append(journal.findings[key])
    return found


def found_of(ready: Prepared, function: str, corner: Corner, key: str = "") -> Finding | None:
    """Return what becomes of a mutant of a function in a corner; ``None`` where nothing is to be changed."""
    started = time.perf_counter()
    changes = [each for each in mutations(named(function)) if ready.reaches(each) and each.id not in equivalents()]
    mutants = [cornered(each, corner) for each in in_order_of(changes, corner)[:TRIES]]
    if not mutants:
        return None
    seen = ready.play.differing(mutants, corner)
    mutant = seen or next((each for each in mutants if ready.trials(each, corner)), mutants[0])
    verdict, by = _verdict_on(mutant, ready.trials(mutant, corner), is_seen=seen is not None)
    return Finding(
        key=key,
        game=str(ready.game),
        function=function,
        fact=corner.fact.text,
        value=repr(corner.value),
        mutant=mutant.id,
        before=mutant.before,
        after=mutant.after,
        verdict=verdict,
        by=by,
        seconds=round(time.perf_counter() - started, 3),
    )


def _verdict_on(mutant: Mutation, trials: Sequence[Trial], *, is_seen: bool) -> tuple[Verdict, str]:
    """Return what becomes of a mutant, and by what."""
    deadline = time.monotonic() + (float("inf") if is_seen else PATIENCE)
    for trial in trials:
        if time.monotonic() > deadline:
            break
        verdict = verdict_of(mutant, trial)
        if verdict != "proved":
            return "refuted" if verdict == "refuted" else "not proved", trial.obligation
    return "hole" if is_seen else "not seen to differ", ""


# --- The whole hunt ---------------------------------------------------------------------------------------------------


def hunted(variants: Iterable[GameVariant], asked: Part, jobs: int) -> Iterator[tuple[Part, list[Finding]]]:
    """Yield what is found in games, a part after the other.

    :param asked: what is the same for all of them.
    """
    parts: list[Part] = []
    for variant in variants:
        functions = (*about_engine([variant], asked.chosen), *formula_functions())
        part = msgspec.structs.replace(asked, game=variant.rulebook.id, players=variant.players)
        parts += [
            msgspec.structs.replace(part, functions=functions[first : first + PART])
            for first in range(0, len(functions), PART)
        ]
    # z3 keeps a state of its own that a fork would share, so every process begins afresh.
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin) as pool:
        yield from zip(parts, pool.map(followed, parts), strict=True)


def _begin() -> None:
    end_with_parent()
    gc.set_threshold(100_000)


def table(findings: Iterable[Finding]) -> Table:
    """Return a row for each function and fact: its values, and what became of the mutants."""
    verdicts: tuple[Verdict, ...] = ("refuted", "not proved", "hole", "not seen to differ")
    shown = Table("function", "fact", "values", *verdicts, "seconds", box=None, padding=(0, 2, 0, 0))
    in_order = sorted(findings, key=lambda each: (each.function, each.fact))
    for (function, fact), group in itertools.groupby(in_order, key=lambda each: (each.function, each.fact)):
        some = [*group]
        counts = Counter[str](each.verdict for each in some)
        values = len({each.value for each in some})
        seconds = sum(each.seconds for each in some)
        numbers = [str(counts[verdict] or "") for verdict in verdicts]
        shown.add_row(function.partition(".")[2], fact, str(values), *numbers, f"{seconds:.1f}")
    return shown


def main() -> None:
    """Hunt in all games, or in some of them."""
    told = argparse.ArgumentParser(prog="corner_hunt", description=__doc__)
    told.add_argument("games", nargs="*", metavar="GAME/PLAYERS", help="only these games")
    told.add_argument("--theorem", action="append", metavar="ID", help="only this theorem, or this obligation of one")
    told.add_argument(
        "--minutes", type=float, default=float("inf"), help="stop after so long; the next time it goes on"
    )
    told.add_argument("--slice", default="1/1", metavar="N/OF", help="only this slice of the corners")
    told.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    told.add_argument("--file", type=Path, default=FILE, help="where findings are written")
    asked = told.parse_args()
    variants = [each for each in _games() if not asked.games or _name(each) in asked.games]
    if unknown := {*cast("list[str]", asked.games)} - {*map(_name, variants)}:
        told.error(f"no such games: {', '.join(sorted(unknown))}")
    number, _, slices = cast("str", asked.slice).partition("/")
    console, findings = Console(highlight=False, markup=False, width=180), list[Finding]()
    started = time.monotonic()
    whole = Part(
        chosen=tuple(asked.theorem or ()),
        slice=(int(number) - 1, int(slices)),
        file=asked.file,
        until=started + 60 * cast("float", asked.minutes),
    )
    for part, found in hunted(variants, whole, asked.jobs):
        findings += found
        holes = [each for each in found if each.verdict == "hole"]
        console.print(
            f"{part.game}/{part.players}: {len(found)} corners of {part.functions[0]} to {part.functions[-1]}, "
            f"{len(holes)} holes; {len(findings)} after {time.monotonic() - started:.0f} s"
        )
        for each in holes:
            change = "  ->  ".join(" ".join(code.split()) for code in (each.before, each.after))
            console.print(f"hole in {each.game}: {each.mutant}: {change}", style="red")
    console.print(table(findings))
    counts = Counter[str](each.verdict for each in findings)
    console.print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    sys.exit(counts["hole"] > 0)


def _games() -> Iterator[GameVariant]:
    for rulebook in map(load_shipped, shipped()):
        yield from [GameVariant(rulebook=rulebook, players=players) for players in rulebook.parameters.players]


def _name(variant: GameVariant) -> str:
    return f"{variant.rulebook.id}/{variant.players}"


if __name__ == "__main__":
    main()
