"""One clause or one example, as ``aceten rules`` prints it: with what stands behind it."""

from __future__ import annotations

import re
from typing import Final, cast

import msgspec
from rich.console import Console
from rich.text import Text

from aceten import UsageError
from aceten_cli.frame.output import console, print_json
from aceten_spec import Clause, Decision, Example, Parameters, Rulebook, load_shipped, shipped
from aceten_spec.clauses.sources import citations, document_of
from aceten_spec.errors import meant
from aceten_spec.rulebook import Document, ExpectedResult, MatchCourse, Source
from aceten_spec.speech import language, rule, say, to_say
from aceten_spec.stated_parameters import doubtful

_ID: Final = re.compile(r"[A-Z0-9]+-[A-Z]+-[0-9]+", re.IGNORECASE)


class _ShownClause(msgspec.Struct):
    clause: Clause
    decision: Decision | None
    examples: tuple[str, ...]
    doubtful: tuple[str, ...]
    """The parameters that may make it false, where it is the parent's word for word."""
    documents: dict[str, Document]
    """Those that are cited, by their names."""


def is_id(word: str) -> bool:
    """Whether a word looks like the id of a clause or an example, which no name of a game does."""
    return _ID.fullmatch(word) is not None and word not in shipped()


def rulebook_with(name: str, own: Rulebook | None) -> Rulebook:
    """Return the rulebook whose ids begin as this one does: one of the user's own, or a shipped one.

    :raises UsageError: when there is none.
    """
    books = [*([] if own is None else [own]), *map(load_shipped, shipped())]
    prefix = name.partition("-")[0].upper()
    for book in books:
        if book.prefix == prefix:
            return book
    known = ", ".join(f"{book.prefix} ({book.id})" for book in books)
    missing = say("no game has {name!r}", name=name[:40]) + _question(name, *books)
    raise UsageError(say("{missing}; clauses begin with one of: {known}", missing=missing, known=known))


def print_clause(rulebook: Rulebook, name: str, *, json: bool) -> None:
    """Print a clause with its sources, decision and examples, or an example.

    :raises UsageError: when the rulebook has neither of this name.
    """
    example = next((example for example in rulebook.examples if example.id == name.upper()), None)
    if example is not None:
        if json:
            print_json(example)
        else:
            print_example(console(), example)
        return
    try:
        clause = rulebook.clause(name.upper())
    except KeyError as error:
        missing = say("{game} has no clause {name!r}", game=rulebook.id, name=name[:40]) + _question(name, rulebook)
        raise UsageError(
            say("{missing}; `aceten rules {game}` lists them", missing=missing, game=rulebook.id)
        ) from error
    decision = next((decision for decision in rulebook.decisions if decision.clause == clause.id), None)
    examples = tuple(example for example in rulebook.examples if clause.id in example.clauses)
    doubts = doubtful(rulebook).get(clause.id, ())
    if json:
        names = tuple(example.id for example in examples)
        print_json(_ShownClause(clause, decision, names, doubts, _documents(rulebook, clause, decision)))
        return
    out = console()
    out.print(Text(clause.id, style="bold"))
    out.print(rule(clause.text))
    if doubts:
        out.print(Text(mark(rulebook, doubts), style="yellow"))
    _print_sources(out, rulebook, clause.sources, to_say("source: {cited}"))
    if decision is not None or examples:
        print_language(out)
    if decision is not None:
        print_decision(out, rulebook, decision)
    for shown in examples:
        out.print()
        print_example(out, shown)


def _question(name: str, *rulebooks: Rulebook) -> str:
    """Return the question whether a clause or an example was meant that is written much as this name; nothing where none is."""
    ids = [clause.id for book in rulebooks for clause in book.clauses]
    ids += [example.id for book in rulebooks for example in book.examples]
    called = {each.casefold(): each for each in ids}
    return meant(name, called, called=called, near=0.8)


def _documents(rulebook: Rulebook, clause: Clause, decision: Decision | None) -> dict[str, Document]:
    others = () if decision is None else decision.alternatives
    sources = (*clause.sources, *(source for other in others for source in other.sources))
    return {source.document: document_of(rulebook, source.document) for source in sources}


def _print_sources(out: Console, rulebook: Rulebook, sources: tuple[Source, ...], template: str) -> None:
    for cited in citations(rulebook, sources):
        out.print(Text(say(template, cited=cited)))


def print_language(out: Console) -> None:
    """Print that what follows on a clause is in English; nothing where that is the language in force."""
    if language() != "en":
        out.print()
        out.print(Text(say("Decisions, sources and examples are in English."), style="dim"))


def print_decision(out: Console, rulebook: Rulebook, decision: Decision) -> None:
    """Print what was asked about a clause, why it was answered so, and the other answers."""
    out.print(f"\n{decision.question}\n{decision.reason}")
    for alternative in decision.alternatives:
        selects = f" [{decision.parameter}={alternative.value}]" if alternative.value is not None else ""
        out.print(Text(f"- {alternative.text}{selects}"))
        _print_sources(out, rulebook, alternative.sources, to_say("  as: {cited}"))


def print_example(out: Console, example: Example) -> None:
    """Print an example: the position as it can be copied, what is done, and what it comes to."""
    out.print(f"{example.id}: {example.title}")
    print_example_line(out, example)


def print_example_line(out: Console, example: Example) -> None:
    """Print the position of an example as it can be copied, what is done, and what it comes to."""
    lines: list[str] = []
    if example.position is not None:
        lines.append(example.position)
    if example.steps:
        lines.append(
            " ".join(
                say("[{action} is refused]", action=step.action) if step.refused else step.action
                for step in example.steps
            )
        )
    if example.result is not None:
        lines.append(say("comes to {result}", result=changes_in_words(_said(example.result))))
    if example.match is not None:
        lines.append(changes_in_words(_said(example.match)))
    for line in lines:
        out.print(Text(f"  {line}"), soft_wrap=True)


def _said(value: ExpectedResult | MatchCourse) -> dict[str, object]:
    """Return what an example says about an end, or a match, and nothing that it leaves out."""
    plain = cast("dict[str, object]", msgspec.to_builtins(value))
    return {name.replace("_", " "): each for name, each in plain.items() if each not in (None, (), {})}


def mark(rulebook: Rulebook, parameters: tuple[str, ...]) -> str:
    """Return what is said of a clause of the parent that these parameters may make false."""
    values = plain_parameters(rulebook.parameters)
    here = changes_in_words({name: values[name] for name in parameters})
    return say("(as in {game}, while here {here}: give it anew if it does not hold)", game=rulebook.extends, here=here)


def plain_parameters(parameters: Parameters) -> dict[str, object]:
    """Return parameters by their names."""
    return cast("dict[str, object]", msgspec.to_builtins(parameters))


def changes_in_words(changes: dict[str, object]) -> str:
    """Return which parameters are changed, and to what."""
    return ", ".join(f"{name} = {_plain(value)}" for name, value in changes.items())


def _plain(value: object) -> str:
    """Return the value of a parameter, of a table of scoring rows only their names and game points."""
    if isinstance(value, list | tuple):
        items = cast("list[object]", value)
        return "[" + ", ".join(map(_plain, items)) + "]"
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        if "game_points" in table:
            return f"{table.get('name')} {table['game_points']}"
        return ", ".join(f"{key} {each}" for key, each in table.items())
    return str(value).lower() if isinstance(value, bool) else str(value)
