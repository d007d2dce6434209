"""Sphinx extension that makes the rules pages from the rulebooks.

Every shipped rulebook gets a page ``rules/ID``, whose whole content is the directive ``.. rulebook:: ID``. Every clause and example
is an anchor of its own id there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar, cast

import msgspec
from babel import Locale
from building import code, code_line, definitions, joined, labelled, paragraph, section, table, text, xref
from docutils import nodes
from narration import ending, hands, listed, player, tell, tell_match
from pictures import drawn, tricks
from proof_pages import degree, standings
from sphinx import addnodes
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

from aceten.examples import run_example
from aceten.position import parse
from aceten_spec import load_shipped, shipped
from aceten_spec.options import own_value, parameters_for
from aceten_spec.rulebook import Award

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from aceten.examples import Moment
    from aceten_spec import Clause, Decision, Example, Rulebook
    from aceten_spec.rulebook import Alternative, MatchCourse, Option, Parameters, Source

_T = TypeVar("_T")

TOPICS: Final = {
    "PLAYERS": "Players",
    "CARDS": "Cards",
    "DEAL": "Dealing",
    "PLAY": "Tricks",
    "MULTI": "Multiple tricks",
    "SUIT": "What wins and what may be played",
    "TRUMP": "Trumps",
    "BID": "Bidding",
    "DRAW": "Drawing",
    "MELD": "Marriages",
    "EXCH": "Exchanging the turn-up",
    "CLOSE": "Closing the talon",
    "CLAIM": "Claiming",
    "FLIP": "Flipping",
    "SPICE": "Spicing",
    "LONE": "Playing alone",
    "CALL": "Calls",
    "SCORE": "Scoring",
    "MATCH": "The match",
}
"""Headings by the middle part of the clause ids under them; a topic that is not named here is its own heading."""

SUBJECTS: Final = {
    "name": "This clause fixes a word. It asks nothing of a program.",
    "conduct": "This clause binds the people at the table. It asks nothing of a program.",
}
"""What is said of clauses that are not about play."""


RULES_INTRO: Final = """
The id of a clause is permanent: it is the anchor of the clause on this page, and it is never used for another rule.
A clause that is not marked as our decision is what the source documents say.
"""
PARAMETERS_INTRO: Final = """
What the engine plays by: everything that this game says or its options change. The scoring tables, which follow, are parameters too.
"""
DEFAULTS_INTRO: Final = "The parameters that are left have the values of games that say nothing special:"
OPTIONS_INTRO: Final = """
What players may agree on otherwise. In a position line an option is written as it is here; in Python it is an argument of
:func:`aceten.load`.
"""
SCORING_INTRO: Final = """
What the winners of a deal score: the first row that fits, or else the first of all. Points are those of the cards with those for
the last trick.
"""
NO_TABLE: Final = {
    "points": "Every side scores the points that it has taken.",
    "race": "There is no table: the parameters won and penalty say what a side scores that claims rightly, or against which one does not.",
    "contract": "There is no table: the bidders score the points that they make, or the other side its points and what was bid.",
}
"""What is said in place of a scoring table, by the value of the parameter score."""

TRICKS: Final = """
What tricks are like. ``matching``: what matches the led card takes the trick. ``suit``: the highest trump takes it, or else the highest
card of the suit led.
"""
"""The meaning of the parameter that says which others there are."""

REFUSALS_INTRO: Final = """
For each code with which the engine refuses an action (:attr:`aceten.IllegalAction.code`), the clause that it refuses it by.
"""
EXAMPLES_INTRO: Final = """
The engine has played each example, and the tables show what it did. :doc:`/notation` explains position lines and actions: the engine
writes ``Q`` for ``O`` and ``J`` for ``U``.
"""


def shown(value: object) -> str:
    """Return the value of a parameter as text."""
    plain: object = msgspec.to_builtins(value)
    if isinstance(plain, dict):
        return ", ".join(f"{key} = {each}" for key, each in cast("dict[str, object]", plain).items())
    if isinstance(plain, tuple | list):
        return ", ".join(map(str, cast("Sequence[object]", plain))) or "none"
    return str(plain)


def numbers(players: Iterable[int]) -> str:
    """Return numbers of players in words, such as ``2 or 4 players``."""
    *first, last = map(str, players)
    return f"{', '.join(first)} or {last} players" if first else f"{last} players"


class RulebookPage(SphinxDirective):
    """The directive ``rulebook``: everything that a rulebook says."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the page as one section."""
        book = self._book = load_shipped(self.arguments[0])
        return [
            section(
                book.title,
                text(book.summary),
                *self._parent(),
                *self._names(),
                section("Rules", *self.parse_text_to_nodes(RULES_INTRO), *self._topics()),
                section("Parameters", *self._parameters()),
                section("Options", *self._options()),
                section("Scoring table", *self._scoring()),
                section("Refusals", *self._refusals()),
                section("Examples", *self._examples()),
                section("Files", *self._files()),
                section("Sources", definitions((name, text(what)) for name, what in book.documents.items())),
            )
        ]

    def _parent(self) -> Iterator[Node]:
        if self._book.extends is not None:
            parent = load_shipped(self._book.extends)
            link = xref("doc", f"/rules/{parent.id}", parent.title, self.env.docname)
            yield labelled("Extends", link, nodes.Text(": what is not said otherwise is as there, examples apart."))

    def _names(self) -> Iterator[Node]:
        for language, names in self._book.names.items():
            spoken = Locale.parse(language, sep="-").get_display_name("en") or language
            yield labelled(f"Names in {spoken}", nodes.Text(", ".join(names)))
        if self._book.glossary:
            yield definitions((word, text(meaning)) for word, meaning in self._book.glossary.items())

    def _entry(self, kind: str, name: str, title: str, *inside: Node) -> addnodes.desc:
        """Return an entry that can be linked to by its id."""
        heading = [addnodes.desc_name("", name), addnodes.desc_annotation("", f" {title}")]
        signature = addnodes.desc_signature("", "", *heading, ids=[name])
        self.set_source_info(signature)
        self.env.domains.standard_domain.note_object(kind, name, name, location=signature)
        return addnodes.desc(
            "", signature, addnodes.desc_content("", *inside), domain="std", objtype=kind, classes=["std", kind]
        )

    # --- Rules ---

    def _topics(self) -> Iterator[nodes.section]:
        topics: dict[str, list[Clause]] = {}
        for clause in self._book.clauses:
            topics.setdefault(clause.id.split("-")[1], []).append(clause)
        for topic, clauses in topics.items():
            yield section(TOPICS.get(topic, topic.capitalize()), *map(self._clause, clauses))

    def _clause(self, clause: Clause) -> addnodes.desc:
        book = self._book
        examples = [example.id for example in book.examples if clause.id in example.clauses]
        inside: list[Node] = [text(clause.text)]
        if clause.subject in SUBJECTS:
            inside.append(text(SUBJECTS[clause.subject], "small"))
        inside.append(self._cited(clause.sources, "our own choice"))
        inside.append(degree(standings(book.id)[clause.id], self.env.docname))
        if examples:
            inside.append(labelled("Examples", nodes.Text(", ".join(examples)), classes=["small"]))
        inside += [self._decision(decision) for decision in book.decisions if decision.clause == clause.id]
        title = "our decision" if clause.kind == "decision" else ""
        return self._entry("clause", clause.id, title, *inside)

    def _cited(self, sources: Iterable[Source], otherwise: str) -> nodes.paragraph:
        cited = citations(self._book, sources)
        return labelled("Sources", nodes.Text(f"{cited or otherwise}."), classes=["small"])

    def _decision(self, decision: Decision) -> nodes.container:
        block = nodes.container("", classes=["decision"])
        block += labelled("Question", nodes.Text(decision.question))
        block += labelled("Reason", nodes.Text(decision.reason))
        if decision.parameter in self._book.options:
            block += labelled("Chosen", *self._defaults(decision.parameter))
        for alternative in decision.alternatives:
            block += self._alternative(decision.parameter, alternative)
        return block

    def _alternative(self, parameter: str | None, alternative: Alternative) -> nodes.paragraph:
        inside: list[Node] = [nodes.Text(alternative.text)]
        if alternative.value is not None:
            inside += [nodes.Text(" Selected by "), code(f"{parameter}={alternative.value}"), nodes.Text(".")]
        if alternative.sources:
            inside.append(nodes.Text(f" So in: {citations(self._book, alternative.sources)}."))
        return labelled("Alternative", *inside)

    # --- Tables ---

    def _by_players(self, get: Callable[[int], _T]) -> list[tuple[_T, tuple[int, ...]]]:
        """Return the different values that something has with different numbers of players, each with those numbers."""
        found: list[tuple[_T, tuple[int, ...]]] = []
        for players in self._book.parameters.players:
            value = get(players)
            same = [place for place, (other, _) in enumerate(found) if other == value]
            if same:
                found[same[0]] = (value, (*found[same[0]][1], players))
            else:
                found.append((value, (players,)))
        return found

    def _parameter(self, name: str) -> list[Node]:
        """Return the value of a parameter, or its values where they differ with the number of players."""
        book = self._book
        values = self._by_players(lambda players: shown(getattr(parameters_for(book, players), name)))
        if len(values) == 1:
            return [code(values[0][0])]
        return joined(
            nodes.inline("", "", code(value), nodes.Text(f" with {numbers(players)}")) for value, players in values
        )

    def _says(self, field: msgspec.structs.FieldInfo) -> bool:
        """Whether the game says something about a parameter, with some number of players or option."""
        book = self._book
        if field.required or field.name in book.options:
            return True
        tables = [option.values for option in book.options.values() if isinstance(option.values, dict)]
        if any(field.name in changes for table in tables for changes in table.values()):
            return True
        return any(
            getattr(parameters_for(book, players), field.name) != field.default for players in book.parameters.players
        )

    def _parameters(self) -> Iterator[Node]:
        kind = type(self._book.parameters)
        meant = meanings(kind)
        fields = [field for field in msgspec.structs.fields(kind) if field.name != "scoring"]
        tricks = str(kind.__struct_config__.tag)
        rows: list[Sequence[Node]] = [
            (paragraph(code("tricks")), paragraph(code(tricks)), nodes.container("", *self.parse_text_to_nodes(TRICKS)))
        ]
        for field in filter(self._says, fields):
            meaning = nodes.container("", *self.parse_text_to_nodes("\n".join(meant[field.name])))
            rows.append((paragraph(code(field.name)), paragraph(*self._parameter(field.name)), meaning))
        yield from self.parse_text_to_nodes(PARAMETERS_INTRO)
        yield table(("Parameter", "Value", "Meaning"), rows, "stacked")
        silent = [code(f"{each.name} = {shown(each.default)}") for each in fields if not self._says(each)]
        if silent:
            yield paragraph(nodes.Text(f"{DEFAULTS_INTRO} "), *joined(silent), nodes.Text("."), classes=["small"])

    def _options(self) -> Iterator[Node]:
        rows = [
            (paragraph(code(name)), self._option_values(name, option), text(option.clause))
            for name, option in self._book.options.items()
        ]
        yield from self.parse_text_to_nodes(OPTIONS_INTRO)
        yield table(("Option", "Values", "Clause"), rows, "stacked")

    def _option_values(self, name: str, option: Option) -> Node:
        """Return the values of an option, what they set where its name does not say it, and for how many players it is."""
        default, values = self._defaults(name), option.values
        inside: list[Node] = []
        if isinstance(values, dict):
            own = {own_value(self._book, name, players) for players in self._counts(name)}
            for value, changes in values.items():
                sets = [code(f"{parameter} = {_set(each)}") for parameter, each in changes.items()]
                said = [nodes.Text(": "), *joined(sets)] if sets else []
                inside.append(paragraph(*(default if value in own else [code(f"{name}={value}"), *said])))
        elif values == "positive":
            inside.append(paragraph(*default, nodes.Text(", or any other whole number from 1")))
        else:
            own = {own_value(self._book, name, players) for players in self._counts(name)}
            others = [code(f"{name}={value}") for value in values if value not in own]
            inside.append(paragraph(*default, *(node for other in others for node in (nodes.Text(", "), other))))
        if option.players:
            inside.append(text(f"With {numbers(option.players)} only.", "small"))
        return nodes.container("", *inside)

    def _counts(self, name: str) -> tuple[int, ...]:
        """Return the numbers of players with which there is an option."""
        return self._book.options[name].players or self._book.parameters.players

    def _defaults(self, name: str) -> list[Node]:
        """Return the value that an option has when it is not agreed on, or the values for different numbers of players."""
        own: dict[object, list[int]] = {}
        for players in self._counts(name):
            own.setdefault(own_value(self._book, name, players), []).append(players)
        if len(own) == 1:
            return [code(f"{name}={next(iter(own))}"), nodes.Text(" (default)")]
        return joined(
            nodes.inline("", "", code(f"{name}={value}"), nodes.Text(f" (default with {numbers(players)})"))
            for value, players in own.items()
        )

    def _scoring(self) -> Iterator[Node]:
        book = self._book
        plain = self._by_players(lambda players: _how_scored(parameters_for(book, players)))
        for (score, rows), players in plain:
            if len(plain) > 1:
                yield text(f"With {numbers(players)}:")
            if rows:
                yield from self._scoring_table(rows)
            else:
                yield text(NO_TABLE[score])
        for name, option in book.options.items():
            if not isinstance(option.values, dict):
                continue
            for value, changes in option.values.items():
                if "scoring" in changes:
                    yield paragraph(nodes.Text("With "), code(f"{name}={value}"), nodes.Text(":"))
                    yield from self._scoring_table(msgspec.convert(changes["scoring"], tuple[Award, ...]))

    def _scoring_table(self, rows: Sequence[Award]) -> Iterator[Node]:
        with_cards = any(award.cards is not None for award in rows)
        cells: list[Sequence[Node]] = []
        for award in rows:
            cards = [text("" if award.cards is None else _span(award.cards))] if with_cards else []
            said = (paragraph(code(award.name)), text(award.meaning), text(_span(award.points)))
            cells.append((*said, *cards, text(award.tricks), text(str(award.game_points))))
        of_cards = ["Points of cards"] if with_cards else []
        yield from self.parse_text_to_nodes(SCORING_INTRO)
        yield table(("Row", "Applies when", "Points", *of_cards, "Tricks", "Game points"), cells)

    def _refusals(self) -> Iterator[Node]:
        rows = [(paragraph(code(reason)), text(clause)) for reason, clause in self._book.refusals.items()]
        yield from self.parse_text_to_nodes(REFUSALS_INTRO)
        yield table(("Code", "Clause"), rows)

    def _files(self) -> Iterator[Node]:
        for kind, name in (
            ("rulebook", f"rulebooks/{self._book.id}.toml"),
            ("test vectors", f"vectors/{self._book.id}.json"),
        ):
            path = Path("..", "spec", "aceten_spec", name)
            if Path(self.env.srcdir, path).exists():
                yield from self.parse_text_to_nodes(f"The {kind}: :download:`{Path(name).name} </{path.as_posix()}>`")

    # --- Examples ---

    def _examples(self) -> Iterator[Node]:
        examples = self._book.examples
        most = max(self._book.parameters.players)
        seats = listed(f"{player(seat)} is seat {seat}" for seat in range(most))
        yield from self.parse_text_to_nodes(EXAMPLES_INTRO)
        yield text(f"{seats}.")
        for title, shown_here in (
            ("Examples of the sources", [each for each in examples if each.source]),
            ("Our own examples", [each for each in examples if not each.source]),
        ):
            if shown_here:
                yield section(title, *map(self._example, shown_here))

    def _example(self, example: Example) -> addnodes.desc:
        moments = run_example(self._book, example)
        origin = f"From {citation(self._book, example.source)}." if example.source else "Our own."
        played = self._play(example, moments) if example.match is None else self._match(example.match)
        shows = labelled("Shows", nodes.Text(", ".join(example.clauses)), classes=["small"])
        return self._entry("example", example.id, example.title, text(origin, "small"), shows, *played)

    def _play(self, example: Example, moments: Sequence[Moment]) -> Iterator[Node]:
        line = example.position or ""
        state = parse(line, rules=self._book)
        yield code_line(line)
        if example.deck is not None:
            yield text(f"This is what {player(state.dealer)} deals from the deck:")
            yield code_line(example.deck)
        yield nodes.line_block(
            "",
            *(nodes.line("", "", nodes.strong("", who), nodes.Text(f": {hand}")) for who, hand in hands(state)),
            classes=["hands"],
        )
        yield table(
            ("Action", "In words", "Outcome"),
            [
                (paragraph(code(row.notation)), text(row.action), text(row.outcome, *["refused"] * row.refused))
                for row in map(tell, moments)
            ],
            "steps",
        )
        pictures = tricks(moments)
        if pictures:
            yield drawn(pictures)
        last = next((moment.after for moment in reversed(moments) if moment.after is not None), state)
        if last.result is not None:
            yield text(ending(last))
        elif last is not state:
            yield text("The position after that:")
            yield code_line(str(last))

    def _match(self, course: MatchCourse) -> Iterator[Node]:
        story = tell_match(self._book, course)
        if course.options:
            chosen = joined(code(f"{name}={value}") for name, value in course.options.items())
            yield paragraph(nodes.Text(f"{course.players} players, with "), *chosen, nodes.Text("."))
        else:
            yield text(f"{course.players} players.")
        if course.seed is not None:
            yield text(f"The first dealer is drawn from the seed {course.seed}.")
        resets = any(deal.resets for deal in story.deals)
        partners = any(deal.partners for deal in story.deals)
        trumps = any(deal.trump for deal in story.deals)
        yield table(
            (
                "Deal",
                "Dealer",
                *(["Partners"] * partners),
                *(["Trumps"] * trumps),
                *(f"Game points of {each}" for each in story.sides),
                *(["Falls to 0"] * resets),
                "Score",
            ),
            [
                (
                    text(str(number)),
                    text(deal.dealer),
                    *([text(deal.partners)] * partners),
                    *([text(deal.trump)] * trumps),
                    *(text(str(points)) for points in deal.game_points),
                    *([text(deal.resets)] * resets),
                    text(" to ".join(map(str, deal.scores))),
                )
                for number, deal in enumerate(story.deals, start=1)
            ],
        )
        yield text(story.ending)


def citation(rulebook: Rulebook, source: Source) -> str:
    """Return where a rule stands, in words."""
    where = f", section “{source.section}”" if source.section else ""
    return f"{rulebook.documents[source.document]}{where}"


def citations(rulebook: Rulebook, sources: Iterable[Source]) -> str:
    """Return everywhere that a rule stands, in words."""
    return "; ".join(citation(rulebook, source) for source in sources)


def _how_scored(parameters: Parameters) -> tuple[str, tuple[Award, ...]]:
    return parameters.score, parameters.scoring


def meanings(kind: type) -> dict[str, list[str]]:
    """Return the docstrings of a class's attributes, those that it inherits among them."""
    found: dict[str, list[str]] = {}
    for base in reversed(kind.__mro__):
        if base.__module__ == kind.__module__:
            for (owner, name), lines in ModuleAnalyzer.for_module(base.__module__).find_attr_docs().items():
                if owner == base.__qualname__:
                    found[name] = lines
    return found


def _span(span: tuple[int, int]) -> str:
    return " to ".join(map(str, dict.fromkeys(span)))


def _set(value: object) -> str:
    """Return what an option sets a parameter to; the rows of a scoring table stand in a table of their own."""
    rows = cast("list[object]", value) if isinstance(value, list) else []
    if rows and all(isinstance(row, dict) for row in rows):
        return "a table of its own, see below"
    return shown(rows if isinstance(value, list) else value)


class RulebookList(SphinxDirective):
    """The directive ``rulebooks``: every shipped rulebook with its summary."""

    def run(self) -> list[Node]:
        """Return a definition list."""
        items: list[nodes.definition_list_item] = []
        for game in shipped():
            book = load_shipped(game)
            link = xref("doc", f"/rules/{game}", book.title, self.env.docname)
            term = nodes.term("", "", link, nodes.Text(" "), code(game))
            items.append(nodes.definition_list_item("", term, nodes.definition("", text(book.summary))))
        return [nodes.definition_list("", *items)]


def write_pages(app: Sphinx) -> None:
    """Make the source file of each rulebook's page, and remove those of rulebooks that are gone."""
    folder = Path(app.srcdir, "rules")
    for page in folder.glob("*.rst"):
        if page.stem not in shipped():
            page.unlink()
    for game in shipped():
        page, content = folder / f"{game}.rst", f".. rulebook:: {game}\n"
        if not page.exists() or page.read_text(encoding="utf-8") != content:
            page.write_text(content, encoding="utf-8")


def always_outdated(_app: Sphinx, _env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Read the pages made of rulebooks again in every build: they depend on the rulebooks and on the whole engine."""
    return [f"rules/{page}" for page in ("comparison", "contradictions", "family", *shipped())]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("rulebook", RulebookPage)
    app.add_directive("rulebooks", RulebookList)
    app.connect("builder-inited", write_pages)
    app.connect("env-get-outdated", always_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
