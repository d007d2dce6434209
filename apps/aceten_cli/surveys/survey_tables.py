"""What surveys show, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table

from aceten.vocabulary.naming import either
from aceten_cli.frame.output import headed_table, print_sentence
from aceten_solver import Objective
from aceten_solver.contests.means import Mean
from aceten_spec.speech import decimal, grouped, say, say_counted
from aceten_spec.texts.user_files import shown_name
from aceten_surveys.asking import Answer
from aceten_surveys.plots import kind_in_words, worth_in
from aceten_surveys.report import DealWorth, Held, Played, Report

if TYPE_CHECKING:
    from aceten_surveys.compare import Comparison
    from aceten_surveys.grading import Summary


def tell_report(out: Console, shown: Report) -> None:
    """Print what a survey shows."""
    perfect = shown.worth or shown.leads
    told = {"game": shown.game, "settled": grouped(shown.settled), "deals": grouped(shown.deals)}
    print_sentence(
        out,
        say("{game}: {settled} settled deals of {deals}, with perfect play; ± is the interval of 95%", **told)
        if perfect
        else say("{game}: {settled} settled deals of {deals}; ± is the interval of 95%", **told),
    )
    for worth in shown.worth:
        _heading(out, worth_in(worth.objective))
        out.print(_distribution(worth))
    if shown.endings:
        _heading(out, say("how deals are won"))
        table = _table(say("row"), say("first"), say("other"), say("share"), say("meaning"))
        for ending in shown.endings:
            share = _mean(ending.share, percent=True)
            table.add_row(ending.name, grouped(ending.first), grouped(ending.other), share, ending.meaning)
        out.print(table)
    for held in shown.held:
        _heading(out, kind_in_words(held))
        out.print(_held(held))
    if shown.leads:
        _heading(out, say("first actions"))
        table = _table(say("action"), say("deals"), say("one of the best"), say("costs"))
        for lead in shown.leads:
            table.add_row(lead.action, grouped(lead.best.deals), _mean(lead.best, percent=True), _mean(lead.cost))
        out.print(table)
    if shown.played:
        _tell_played(out, shown.played)


def _tell_played(out: Console, played: Sequence[Played]) -> None:
    """Print what policies come to against each other."""
    one, other = played[0].policies
    _heading(out, say("{one} against {other}", one=one, other=other))
    print_sentence(
        out, say("Each deal was played twice, the second time with the sides exchanged. What {one} comes to:", one=one)
    )
    table = _table("", *[_played_in(each.objective) for each in played])
    rows: list[tuple[str, list[str]]] = [
        (say("when it acts first"), [_mean(each.first) for each in played]),
        (say("when {other} acts first", other=other), [_mean(each.second) for each in played]),
        (say("more than {other}, deal by deal", other=other), [_mean(each.more, signed=True) for each in played]),
        (say("deals with more"), [grouped(each.better) for each in played]),
        (say("deals with as much"), [grouped(each.equal) for each in played]),
        (say("deals with less"), [grouped(each.worse) for each in played]),
    ]
    for name, cells in rows:
        table.add_row(name, *cells)
    out.print(table)


def _played_in(objective: Objective) -> str:
    """Return in what it is told what policies come to."""
    return say("points") if objective == "points" else say("lead in game points")


def tell_comparison(out: Console, shown: Comparison) -> None:
    """Print what differs between two surveys."""
    print_sentence(
        out,
        say(
            "{one} against {other}: {deals} deals that are settled in both; ± is the interval of 95%",
            one=shown.one,
            other=shown.other,
            deals=grouped(shown.deals),
        ),
    )
    for difference in shown.differences:
        _heading(out, worth_in(difference.objective))
        table = Table.grid(padding=(0, 2))
        table.add_column()
        table.add_column(justify="right")
        table.add_row(say("mean in the first"), _mean(difference.one))
        table.add_row(say("mean in the other"), _mean(difference.other))
        table.add_row(say("difference, deal by deal"), _mean(difference.more, signed=True))
        table.add_row(say("deals that change"), _mean(difference.changed, percent=True))
        out.print(table)
        if difference.most:
            out.print(say("deals that change most:"))
            numbered = isinstance(difference.most[0].deal, str)
            most = _table(say("number") if numbered else say("seed"), say("first"), say("other"))
            for deal in difference.most:
                most.add_row(str(deal.deal), str(deal.one), str(deal.other))
            out.print(most)


_WIDEST: Final = 100_000
"""So many columns a line may have where it is no terminal that shows it."""


def tell_answer(out: Console, answer: Answer) -> None:
    """Print the answer to a question in SQL."""
    table = headed_table()
    for place, name in enumerate(answer.columns):
        numbers = all(isinstance(row[place], int | float) for row in answer.rows)
        table.add_column(name, justify="right" if numbers else "left", overflow="fold")
    for row in answer.rows:
        table.add_row(*["" if cell is None else str(cell) for cell in row])
    if not out.is_terminal:  # nobody's lines end where those of a terminal do
        out.width = max(out.width, out.measure(table, options=out.options.update(width=_WIDEST)).maximum)
    out.print(table)


def tell_grading(out: Console, shown: Summary) -> None:
    """Print what the seats have lost by their mistakes, game by game."""
    told = say_counted(
        "{number} record; ± is the interval of 95%", "{number} records; ± is the interval of 95%", shown.records
    )
    print_sentence(out, told)
    for game in shown.games:
        deals = say_counted("{number} deal", "{number} deals", game.deals)
        _heading(out, say("{game}: {deals}, cost in {unit}", game=game.game, deals=deals, unit=_unit(game.objective)))
        table = _table(say("seat"), say("actions"), say("mistakes"), say("lost in a deal"))
        for player in game.seats:
            share = f"{decimal(100 * player.mistakes / max(1, player.actions), 2)}%"
            mistakes = f"{grouped(player.mistakes)} ({share})"
            table.add_row(
                player.seat, grouped(player.actions), mistakes, _mean(player.lost) if player.lost.deals else "-"
            )
        out.print(table)
        unsettled = sum(player.open for player in game.seats)
        if unsettled:
            more = say_counted(
                "{number} further action is not settled within the limits",
                "{number} further actions are not settled within the limits",
                unsettled,
            )
            print_sentence(out, more)
        costliest = [(player.seat, player.costliest) for player in game.seats if player.costliest is not None]
        if costliest:
            out.print(say("what cost most:"))
        for seat, action in costliest:
            words = say(
                "{who} in {record}, deal {deal}, action {number}: {action} cost {cost}; better: {best}",
                who=seat,
                record=shown_name(action.record),
                deal=action.deal,
                number=action.number,
                action=action.action,
                cost=action.cost,
                best=either(action.best),
            )
            out.print(words, soft_wrap=True)


def _unit(objective: Objective) -> str:
    """Return in what it is told what actions cost."""
    match objective:
        case "points":
            return say("points")
        case "deal":
            return say("deals: 2 from winning one to losing it")
        case "game-points":
            return say("game points")


def _heading(out: Console, text: str) -> None:
    out.print()
    out.print(text, style="bold")


def _table(*names: str) -> Table:
    """Return a table whose columns but the first and those of texts are numbers."""
    table = headed_table()
    for place, name in enumerate(names):
        table.add_column(name, justify="left" if place in {0, 4} else "right")
    return table


def _distribution(worth: DealWorth) -> Table:
    table = _table(say("value"), say("deals"), say("share"))
    for value, count in worth.counts.items():
        table.add_row(str(value), grouped(count), f"{decimal(100 * count / worth.mean.deals, 2)}%")
    table.add_row(say("mean"), grouped(worth.mean.deals), _mean(worth.mean))
    table.add_row(say("acting first is worth"), "", _mean(worth.lead, signed=True))
    return table


def _held(held: Held) -> Table:
    table = _table(say("cards"), say("deals"), say("mean"))
    for number, mean in held.worth.items():
        table.add_row(str(number), grouped(mean.deals), _mean(mean))
    return table


def _mean(told: Mean, *, percent: bool = False, signed: bool = False) -> str:
    factor, end = (100, "%") if percent else (1, "")
    sign = "+" if signed and told.mean > 0 else ""
    mean = f"{sign}{decimal(factor * told.mean, 2)}{end}"
    return f"{mean} ± {decimal(factor * told.margin, 2)}{end}" if told.margin else mean  # one deal has no interval
