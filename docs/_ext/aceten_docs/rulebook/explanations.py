"""How a game is played and what can be agreed on, as players read it: on the page of a game, and on a page in each other language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aceten.notation.examples import run_example
from aceten_docs.pages.card_pictures import drawn, tricks
from aceten_docs.pages.page_parts import code, link, paragraph, section, text, write_pages, xref
from aceten_spec import load_shipped, shipped
from aceten_spec.clauses.topics import topics
from aceten_spec.explanations import emphasised, explanation
from aceten_spec.options import told_values
from aceten_spec.speech import LANGUAGES, Language, rule, speaking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from aceten_spec import Rulebook

TITLES: Final = {
    "en": ("How it is played", "Variations", "The rules, one by one", "The rules of the games"),
    "hu": ("Így játsszák", "Változatok", "A szabályok egyenként", "A játékok szabályai"),
    "de": ("So wird gespielt", "Varianten", "Die Regeln einzeln", "Die Regeln der Spiele"),
}
"""The headings of a page, and the title of the list of pages."""
OWN_NAMES: Final = {"en": "English", "hu": "magyarul", "de": "deutsch"}
"""What readers of a language look for."""
BEHIND: Final = {
    "hu": "Döntések, források, példák és bizonyítások angolul: ",
    "de": "Entscheidungen, Quellen, Beispiele und Beweise auf Englisch: ",
}
AGREED: Final = {
    "en": "What players may agree on; what holds otherwise stands first.",
    "hu": "Amiben a játékosok megegyezhetnek; elöl az áll, ami egyébként érvényes.",
    "de": "Was Spieler vereinbaren können; voran steht, was sonst gilt.",
}


def played(page: SphinxDirective, book: Rulebook, spoken: Language = "en") -> list[Node]:
    """Return how a game is played, with the tricks of the examples that it names."""
    made: list[Node] = []
    for block in explanation(book.id, spoken):
        match block.kind:
            case "heading":
                made.append(nodes.rubric("", block.texts[0]))
            case "paragraph":
                made.append(paragraph(*_styled(block.texts[0])))
            case "list":
                made.append(
                    nodes.bullet_list("", *(nodes.list_item("", paragraph(*_styled(each))) for each in block.texts))
                )
            case "example":
                made.append(_picture(page, book, block.texts[0]))
    return made


def _styled(words: str) -> Iterator[Node]:
    for part, emphasis in emphasised(words):
        yield nodes.emphasis("", part) if emphasis else nodes.Text(part)


def _picture(page: SphinxDirective, book: Rulebook, name: str) -> nodes.container:
    """Return the tricks of an example, and its name, which leads to it."""
    example = next(each for each in book.examples if each.id == name)
    pictures = tricks(run_example(book, example)) if example.match is None else []
    named = xref("example", name, name, page.env.docname, classes=["id"])
    return nodes.container("", drawn(pictures), paragraph(named, classes=["small"]), classes=["shown"])


def variations(page: SphinxDirective, book: Rulebook, spoken: Language = "en") -> list[Node]:
    """Return what can be agreed on: each value of an option in a sentence, with how it is written and the clause that it changes."""
    items: list[Node] = []
    with speaking(spoken):
        for name, option in book.options.items():
            means = [_value(*told) for told in told_values(book, name)]
            if means:
                clause = xref("clause", option.clause, option.clause, page.env.docname, classes=["id"])
                term = nodes.term("", "", code(name), nodes.Text(" "), clause)
                values = nodes.bullet_list("", *(nodes.list_item("", each) for each in means))
                items.append(nodes.definition_list_item("", term, nodes.definition("", values)))
    return [text(AGREED[spoken], "small"), nodes.definition_list("", *items)] if items else []


def _value(value: str, meant: str, own: bool) -> nodes.paragraph:
    words = [nodes.Text(f"{meant} "), code(value)]
    return paragraph(nodes.strong("", "", *words) if own else nodes.inline("", "", *words))


class RulesInLanguage(SphinxDirective):
    """The directive ``rules-in``: how a game is played, its variations and its clauses in a language, as ``.. rules-in:: hu zsiros``."""

    required_arguments = 2

    def run(self) -> list[Node]:
        """Return the page as one section."""
        spoken: Language = next(each for each in LANGUAGES if each == self.arguments[0])
        book = load_shipped(self.arguments[1])
        how, what, one_by_one, _ = TITLES[spoken]
        with speaking(spoken):
            clauses = [
                section(rule(heading), _numbered(self, [(each.id, rule(each.text)) for each in found]))
                for heading, found in topics(book).items()
            ]
            title, summary = book.called, rule(book.summary)
        behind = paragraph(
            nodes.Text(BEHIND[spoken]), xref("doc", f"/rules/{book.id}", book.title, self.env.docname), nodes.Text(".")
        )
        return [
            section(
                title,
                text(summary),
                section(how, *played(self, book, spoken)),
                section(what, *variations(self, book, spoken)),
                section(one_by_one, behind, *clauses),
            )
        ]


def _numbered(page: SphinxDirective, clauses: list[tuple[str, str]]) -> nodes.definition_list:
    """Return clauses behind their numbers, which lead to what stands behind them."""
    return nodes.definition_list(
        "",
        *(
            nodes.definition_list_item(
                "",
                nodes.term("", "", xref("clause", name, name, page.env.docname, classes=["id"])),
                nodes.definition("", text(words)),
            )
            for name, words in clauses
        ),
        classes=["clauses"],
    )


def in_other_languages(book: Rulebook, docname: str) -> nodes.paragraph:
    """Return links to the rules of a game in the other languages."""
    links = [link(f"rules/{each}/{book.id}", OWN_NAMES[each], docname) for each in LANGUAGES if each != "en"]
    return paragraph(
        nodes.Text("These rules "), links[0], nodes.Text(", "), links[1], nodes.Text("."), classes=["small"]
    )


class GamesInLanguage(SphinxDirective):
    """The directive ``games-in``: every game with its summary in a language, and the table of contents of the pages in it."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the page as one section."""
        spoken: Language = next(each for each in LANGUAGES if each == self.arguments[0])
        items: list[Node] = []
        with speaking(spoken):
            for book in map(load_shipped, shipped()):
                term = nodes.term("", "", xref("doc", f"/rules/{spoken}/{book.id}", book.called, self.env.docname))
                items.append(nodes.definition_list_item("", term, nodes.definition("", text(rule(book.summary)))))
        contents = "\n".join([".. toctree::", "   :hidden:", "", *(f"   {game}" for game in shipped())])
        return [section(TITLES[spoken][3], nodes.definition_list("", *items), *self.parse_text_to_nodes(contents))]


def write_translations(app: Sphinx) -> None:
    """Make the source files of the pages in other languages, and remove those of rulebooks that are gone."""
    for spoken in LANGUAGES:
        if spoken != "en":
            pages = {game: f".. rules-in:: {spoken} {game}\n" for game in shipped()}
            write_pages(app, f"rules/{spoken}", {"index": f".. games-in:: {spoken}\n", **pages})


def always_outdated(_app: Sphinx, _env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Read these pages again in every build: they depend on the rulebooks, the texts and the engine."""
    return [f"rules/{each}/{page}" for each in LANGUAGES if each != "en" for page in ("index", *shipped())]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("rules-in", RulesInLanguage)
    app.add_directive("games-in", GamesInLanguage)
    app.connect("builder-inited", write_translations)
    app.connect("env-get-outdated", always_outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
