"""``aceten rules``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from aceten import UsageError
from aceten.vocabulary.naming import either
from aceten_cli.frame.game_names import rulebook_named, rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, RulesFile, games
from aceten_cli.frame.output import console, headed_table, print_json, print_sentence
from aceten_cli.frame.streams import NEGATIVE, print_error
from aceten_cli.rules.clause_texts import changes_in_words, is_id, plain_parameters, print_clause, rulebook_with
from aceten_cli.rules.whole_rules import clause_table, print_clauses, print_explanation, print_variations
from aceten_spec import Rulebook, load_shipped, shipped
from aceten_spec.clauses.clause_search import clauses_with
from aceten_spec.clauses.sources import Use, document_of, full, shared, uses
from aceten_spec.errors import shown
from aceten_spec.options import own_value, parameters_for
from aceten_spec.rulebook import Document, Option, digest
from aceten_spec.speech import rule, say, say_counted, to_say
from aceten_spec.stated_parameters import doubtful


class _Listed(msgspec.Struct):
    id: str
    title: str
    players: tuple[int, ...]
    clauses: int
    options: tuple[str, ...]
    extends: str | None
    summary: str


class _Source(msgspec.Struct):
    name: str
    document: Document
    uses: dict[str, Use]
    """How much rests on it, by game."""


def rules(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game, or a clause or an example alone; without it all games are listed.",
            autocompletion=games,
        ),
    ] = None,
    clause: Annotated[
        str | None, typer.Argument(metavar="CLAUSE", help="A clause or an example, such as ZS-PLAY-4 or ZS-EX-4.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the games.")] = False,
    everything: Annotated[
        bool, typer.Option("--full", help="Everything: options, numbers of players, hashes, sources.")
    ] = False,
    whole: Annotated[
        bool,
        typer.Option("--all", help="All of a game in one go: clauses, decisions, other answers, options and examples."),
    ] = False,
    sources: Annotated[
        bool,
        typer.Option("--sources", help="What the rules of a game, or of all, rest on, and how much on each source."),
    ] = False,
    find: Annotated[
        str | None,
        typer.Option(
            "--find",
            metavar="WORDS",
            help="The clauses about which these words are said, in any form: in a rule, its decision, options or examples.",
        ),
    ] = None,
    rules_file: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Print the rules of a game to read, one clause with its sources, decision and examples, or one example."""
    own = rulebook_of(rules_file)
    if find is not None:
        chosen = own if game is None else rulebook_named(game.partition("/")[0], rules_file)
        _print_found(map(load_shipped, shipped()) if chosen is None else [chosen], find, json=json)
        return
    if game is not None and is_id(game) and (own is None or own.id != game):
        if clause is not None:
            raise UsageError(
                say("{clause!r} names a clause by itself; leave out {other!r}", clause=game[:40], other=clause[:40])
            )
        print_clause(rulebook_with(game, own), game, json=json)
        return
    if listing or (game is None and own is None):
        books = list(map(load_shipped, shipped()))
        if sources:
            _print_sources(books, json=json)
        else:
            _list(books, everything=everything, json=json)
        return
    named = (game or "").partition("/")[0]  # the rules are those of all numbers of players
    rulebook = own if game is None and own is not None else rulebook_named(named, rules_file)
    if clause is not None:
        print_clause(rulebook, clause, json=json)
    elif sources:
        _print_sources([rulebook], json=json)
    elif json:
        print_json(rulebook)
    elif everything:
        _print_everything(rulebook)
    else:
        _print_rules(rulebook, own=own is not None, whole=whole)


def _list(books: Iterable[Rulebook], *, everything: bool, json: bool) -> None:
    entries = [_listed(book) for book in books]
    if json:
        for entry in entries:
            print_json(entry)
        return
    table = headed_table()
    more = (say("clauses"), say("extends"), say("options")) if everything else (say("what it is"),)
    table.add_column(say("game"), no_wrap=True)
    for name in (say("players"), *more):
        table.add_column(name)
    for entry in entries:
        players = ", ".join(map(str, entry.players))
        rest = (str(entry.clauses), entry.extends or "", ", ".join(entry.options)) if everything else (entry.summary,)
        table.add_row(entry.id, players, *rest)
    console().print(table)


def _listed(rulebook: Rulebook) -> _Listed:
    return _Listed(
        rulebook.id,
        rulebook.title,
        rulebook.parameters.players,
        len(rulebook.clauses),
        tuple(rulebook.options),
        rulebook.extends,
        rule(rulebook.summary),
    )


def _print_rules(rulebook: Rulebook, *, own: bool, whole: bool) -> None:
    """Print the rules as they are read: how the game is played, variations, clauses by headings."""
    out = console()
    _print_head(out, rulebook)
    print_explanation(out, rulebook)
    print_variations(out, rulebook)
    print_clauses(out, rulebook, everything=whole)
    with_file = " --rules FILE" if own else ""
    out.print()
    out.print(
        say(
            "What stands behind a rule: {rule}. All of it: {whole}. Parameters and sources: {everything}",
            rule=f"aceten rules {rulebook.clauses[0].id}{with_file}",
            whole=f"aceten rules {rulebook.id} --all{with_file}",
            everything=f"aceten rules {rulebook.id} --full{with_file}",
        )
    )


def _print_found(books: Iterable[Rulebook], words: str, *, json: bool) -> None:
    """Print the clauses in which all words stand, or in what is said about them: those of a game under its name."""
    out, none = console(), True
    for book in books:
        found = clauses_with(book, words)
        if json:
            for each in found:
                print_json(each.clause)
        elif found:
            if not none:
                out.print()
            out.print(Text(book.called, style="bold"))
            marked = doubtful(book)
            for each in found:
                out.print(clause_table(book, [each.clause], marked))
                for text in each.beside:
                    out.print(Padding(Text(text, style="dim"), (0, 0, 0, 4)))
        none = none and not found
    if none:
        print_error(say("no clause has all of these words: {words}", words=shown(words, 80)))
        raise typer.Exit(NEGATIVE)


def _print_head(out: Console, rulebook: Rulebook) -> None:
    out.print(Text(rulebook.called, style="bold"))
    out.print(rule(rulebook.summary))
    if rulebook.extends is not None:
        changed = (
            "" if rulebook.id in shipped() else changes_in_words(_differences(rulebook))
        )  # clauses say it in words
        extends = say("extends {game}", game=rulebook.extends)
        if changed:
            extends = say("extends {game}, with {changes}", game=rulebook.extends, changes=changed)
        out.print(Text(extends))
        if rulebook.id not in shipped():
            out.print(Text(say(_INHERITED)))


def _print_everything(rulebook: Rulebook) -> None:
    out = console()
    _print_head(out, rulebook)
    out.print()
    out.print(clause_table(rulebook, rulebook.clauses, doubtful(rulebook)))
    if rulebook.by_players:
        out.print()
    for players, changes in sorted(rulebook.by_players.items()):
        out.print(Text(say("with {players} players: {changes}", players=players, changes=changes_in_words(changes))))
    if rulebook.options:
        out.print()
    for name, option in rulebook.options.items():
        _print_option(out, rulebook, name, option)
    out.print()
    digests = _digests(rulebook)
    for hashed, numbers in digests.items():
        told = say("hash of these rules without options: {hash}", hash=hashed)
        if len(digests) > 1:
            players = either(map(str, numbers))
            told = say(
                "hash of these rules without options with {players} players: {hash}", players=players, hash=hashed
            )
        print_sentence(out, told)
    out.print()
    _print_sources([rulebook], json=False)


_INHERITED = to_say(
    "Clauses that it does not give itself are its parent's. Where one says something else, the parameters named here hold."
)


def _differences(rulebook: Rulebook) -> dict[str, object]:
    """Return the parameters of a rulebook that are not those of the one that it extends."""
    parent = load_shipped(rulebook.extends or rulebook.id)
    own, others = (plain_parameters(book.parameters) for book in (rulebook, parent))
    return {name: value for name, value in own.items() if value != others[name]}


def _print_option(out: Console, rulebook: Rulebook, name: str, option: Option) -> None:
    """Print an option with its values; where a value sets several parameters, each on a line of its own with what it sets."""
    counts = option.players or rulebook.parameters.players
    own = {own_value(rulebook, name, players) for players in counts}
    head = say("option {name}", name=name)
    if option.players:
        head = say("option {name}, with {players} players only", name=name, players=either(map(str, counts)))
    if isinstance(option.values, dict):
        out.print(Text(f"{head} ({option.clause})"))
        for value, changes in option.values.items():
            sets = f": {changes_in_words(changes)}" if changes else ""
            default = f" ({say('default')})" if value in own else ""
            out.print(Padding(Text(f"{value}{default}{sets}"), (0, 0, 0, 4)))
        return
    default = _default(rulebook, name, option)
    if option.values == "positive":
        values = say("any whole number from 1 ({default})", default=default)
    elif len(own) > 1:
        values = " | ".join(map(str, option.values)) + f" ({default})"
    else:
        values = " | ".join(f"{value} ({default})" if value in own else str(value) for value in option.values)
    out.print(Text(f"{head}: {values} ({option.clause})"))


def _default(rulebook: Rulebook, name: str, option: Option) -> str:
    """Return which value an option has when it is not agreed on, as far as the value itself does not stand beside it."""
    counts = option.players or rulebook.parameters.players
    own = {players: own_value(rulebook, name, players) for players in counts}
    if len(set(own.values())) > 1:
        each = (say("{value} with {players} players", value=value, players=players) for players, value in own.items())
        return say("default {value}", value=", ".join(each))
    return say("default {value}", value=own[counts[0]]) if option.values == "positive" else say("default")


def _digests(rulebook: Rulebook) -> dict[str, list[int]]:
    """Return the hash of the parameters for every number of players, with the numbers that it is for."""
    digests: dict[str, list[int]] = {}
    for players in rulebook.parameters.players:
        digests.setdefault(digest(parameters_for(rulebook, players)), []).append(players)
    return digests


def _print_sources(books: Iterable[Rulebook], *, json: bool) -> None:
    """Print what rulebooks rest on: each document in full, and how much of which game rests on it."""
    found: dict[str, _Source] = {}
    for book in books:
        for name, use in uses(book).items():
            document = document_of(book, name)
            found.setdefault(name, _Source(name, document, {})).uses[book.id] = use
    order = {name: place for place, name in enumerate(shared())}
    entries = sorted(found.values(), key=lambda entry: order.get(entry.name, len(order)))
    if json:
        for entry in entries:
            print_json(entry)
        return
    out = console()
    for entry in entries:
        out.print(Text.assemble((entry.name, "bold"), f": {full(entry.document)}"))
        for line in _told(entry.document):
            out.print(Text(f"    {line}"), soft_wrap=True)
        rests = "; ".join(f"{game} {_counted(use)}" for game, use in entry.uses.items())
        out.print(Padding(Text(rests), (0, 0, 0, 4)))


def _told(document: Document) -> Iterable[str]:
    if document.address != "not known":
        yield document.address
    elif not document.isbn:
        yield say("address not known")
    if document.copy:
        yield say("read in {copy}", copy=document.copy)
    if document.note:
        yield document.note


def _counted(use: Use) -> str:
    """Return how much rests on a source, in words."""
    parts = (
        (use.clauses, say_counted("{number} clause", "{number} clauses", use.clauses)),
        (use.decisions, say_counted("{number} other answer", "{number} other answers", use.decisions)),
        (use.examples, say_counted("{number} example", "{number} examples", use.examples)),
    )
    return ", ".join(words for count, words in parts if count)
