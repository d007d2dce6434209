"""Sphinx extension that makes the rules pages from the rulebooks.

Every shipped rulebook gets a page ``rules/ID``, whose whole content is the directive ``.. rulebook:: ID``. Every clause and example
is an anchor of its own id there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import msgspec
from babel import Locale
from building import code, code_line, definitions, joined, labelled, paragraph, section, table, text, xref
from docutils import nodes
from narration import ending, hands, listed, player, side, tell, tell_match
from sphinx import addnodes
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

from aceten.examples import run_example
from aceten.position import parse
from aceten_spec import load_shipped, shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from aceten.examples import Moment
    from aceten_spec import Clause, Decision, Example
    from aceten_spec.rulebook import Alternative, MatchCourse, OptionValue, Source

TOPICS: Final = {
    "PLAYERS": "Players",
    "CARDS": "Cards",
    "DEAL": "Dealing",
    "PLAY": "Tricks",
    "MULTI": "Multiple tricks",
    "DRAW": "Drawing",
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
PARAMETERS_INTRO: Final = "What the engine plays by. The scoring table, which follows, is a parameter too."
OPTIONS_INTRO: Final = """
The parameters that players may change. In a position line an option is written as it is here; in Python it is an argument of
:func:`aceten.load`.
"""
SCORING_INTRO: Final = "What the winners of a deal score."
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
    if isinstance(plain, tuple):
        return ", ".join(map(str, cast("tuple[object, ...]", plain))) or "none"
    return str(plain)


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

    def _names(self) -> Iterator[Node]:
        for language, names in self._book.names.items():
            spoken = Locale.parse(language).get_display_name("en") or language
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
        if examples:
            inside.append(labelled("Examples", nodes.Text(", ".join(examples)), classes=["small"]))
        inside += [self._decision(decision) for decision in book.decisions if decision.clause == clause.id]
        title = "our decision" if clause.kind == "decision" else ""
        return self._entry("clause", clause.id, title, *inside)

    def _cited(self, sources: Iterable[Source], otherwise: str) -> nodes.paragraph:
        cited = "; ".join(map(self._citation, sources))
        return labelled("Sources", nodes.Text(f"{cited or otherwise}."), classes=["small"])

    def _citation(self, source: Source) -> str:
        where = f", section “{source.section}”" if source.section else ""
        return f"{self._book.documents[source.document]}{where}"

    def _decision(self, decision: Decision) -> nodes.container:
        block = nodes.container("", classes=["decision"])
        block += labelled("Question", nodes.Text(decision.question))
        block += labelled("Reason", nodes.Text(decision.reason))
        if decision.parameter in self._book.options:
            chosen = getattr(self._book.parameters, decision.parameter)
            block += labelled("Chosen", code(f"{decision.parameter}={chosen}"), nodes.Text(" (default)"))
        for alternative in decision.alternatives:
            block += self._alternative(decision.parameter, alternative)
        return block

    def _alternative(self, parameter: str | None, alternative: Alternative) -> nodes.paragraph:
        inside: list[Node] = [nodes.Text(alternative.text)]
        if alternative.value is not None:
            inside += [nodes.Text(" Selected by "), code(f"{parameter}={alternative.value}"), nodes.Text(".")]
        if alternative.sources:
            inside.append(nodes.Text(f" So in: {'; '.join(map(self._citation, alternative.sources))}."))
        return labelled("Alternative", *inside)

    # --- Tables ---

    def _parameters(self) -> Iterator[Node]:
        parameters = self._book.parameters
        kind = type(parameters)
        meanings = ModuleAnalyzer.for_module(kind.__module__).find_attr_docs()
        rows: list[Sequence[Node]] = []
        for name in kind.__struct_fields__:
            if name == "scoring":
                continue
            [meaning] = self.parse_text_to_nodes("\n".join(meanings[kind.__qualname__, name]))
            value = shown(getattr(parameters, name))
            rows.append((paragraph(code(name)), paragraph(code(value)), meaning))
        yield from self.parse_text_to_nodes(PARAMETERS_INTRO)
        yield table(("Parameter", "Value", "Meaning"), rows, "stacked")

    def _options(self) -> Iterator[Node]:
        book = self._book
        rows = [
            (
                paragraph(code(name)),
                paragraph(*self._option_values(name, option.values)),
                text(option.clause),
            )
            for name, option in book.options.items()
        ]
        yield from self.parse_text_to_nodes(OPTIONS_INTRO)
        yield table(("Option", "Values", "Clause"), rows, "stacked")

    def _option_values(self, name: str, values: Sequence[OptionValue]) -> list[Node]:
        own = getattr(self._book.parameters, name)
        if values == "positive":
            return [code(f"{name}={own}"), nodes.Text(" (default), or any other whole number from 1")]
        others = joined(code(f"{name}={value}") for value in values if value != own)
        return [code(f"{name}={own}"), nodes.Text(" (default), "), *others]

    def _scoring(self) -> Iterator[Node]:
        rows = [
            (
                paragraph(code(award.name)),
                text(award.meaning),
                text(" to ".join(map(str, dict.fromkeys(award.points)))),
                text(award.tricks),
                text(str(award.game_points)),
            )
            for award in self._book.parameters.scoring
        ]
        yield from self.parse_text_to_nodes(SCORING_INTRO)
        yield table(("Row", "Applies when", "Card points", "Tricks", "Game points"), rows)

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
        yield section("Examples of the sources", *(self._example(each) for each in examples if each.source))
        yield section("Our own examples", *(self._example(each) for each in examples if not each.source))

    def _example(self, example: Example) -> addnodes.desc:
        moments = run_example(self._book, example)
        origin = f"From {self._citation(example.source)}." if example.source else "Our own."
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
        last = next((moment.after for moment in reversed(moments) if moment.after is not None), state)
        if last.result is not None:
            yield text(ending(last.result, last.game.players))
        elif last is not state:
            yield text("The position after that:")
            yield code_line(str(last))

    def _match(self, course: MatchCourse) -> Iterator[Node]:
        deals, won = tell_match(self._book, course)
        sides = [side(number, course.players) for number in range(len(course.scores))]
        if course.seed is not None:
            yield text(f"The first dealer is drawn from the seed {course.seed}.")
        yield table(
            ("Deal", "Dealer", *(f"Game points of {each}" for each in sides), "Score"),
            [
                (
                    text(str(number)),
                    text(deal.dealer),
                    *(text(str(points)) for points in deal.game_points),
                    text(" to ".join(map(str, deal.scores))),
                )
                for number, deal in enumerate(deals, start=1)
            ],
        )
        yield text(won)


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
    """Read the pages of rulebooks again in every build: they depend on the rulebooks and on the whole engine."""
    return [f"rules/{game}" for game in shipped()]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("rulebook", RulebookPage)
    app.add_directive("rulebooks", RulebookList)
    app.connect("builder-inited", write_pages)
    app.connect("env-get-outdated", always_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
