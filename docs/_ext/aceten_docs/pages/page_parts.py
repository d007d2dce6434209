"""Short ways to make the document nodes that generated pages consist of."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment.adapters.toctree import global_toctree_for_doc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.docutils import SphinxDirective

_navigation: Final[dict[object, str]] = {}
"""The tables of contents that are written, by folder and form."""


def text(words: str, *classes: str) -> nodes.paragraph:
    """Return a paragraph of plain words."""
    return paragraph(nodes.Text(words), classes=classes)


def paragraph(*inside: Node, classes: Iterable[str] = ()) -> nodes.paragraph:
    """Return a paragraph."""
    return nodes.paragraph("", "", *inside, classes=list(classes))


def labelled(label: str, *inside: Node, classes: Iterable[str] = ()) -> nodes.paragraph:
    """Return a paragraph that begins with a label in bold."""
    return paragraph(nodes.strong("", f"{label}:"), nodes.Text(" "), *inside, classes=classes)


def code(words: str) -> nodes.literal:
    """Return words as they are written for a program."""
    return nodes.literal("", words)


def code_line(line: str) -> nodes.literal_block:
    """Return a line for a program, alone."""
    return nodes.literal_block(line, line, language="none")


def joined(parts: Iterable[Node], separator: str = ", ") -> list[Node]:
    """Return nodes with a separator between them."""
    result: list[Node] = []
    for part in parts:
        result += [nodes.Text(separator), part] if result else [part]
    return result


def table(headings: Sequence[str], rows: Iterable[Sequence[Node]], *classes: str) -> nodes.table:
    """Return a table, each of whose cells holds one node."""

    def row(cells: Iterable[Node]) -> nodes.row:
        return nodes.row("", *(nodes.entry("", cell) for cell in cells))

    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in headings), cols=len(headings))
    group += nodes.thead("", row(map(text, headings)))
    group += nodes.tbody("", *map(row, rows))
    return nodes.table("", group, classes=["colwidths-auto", *classes])


def definitions(words: Iterable[tuple[str, Node]], anchors: str | None = None) -> nodes.definition_list:
    """Return a definition list; with ``anchors`` every word is an anchor, which begins with that."""

    def term(word: str) -> nodes.term:
        return nodes.term("", word, ids=[] if anchors is None else [f"{anchors}{word}"])

    return nodes.definition_list(
        "",
        *(nodes.definition_list_item("", term(word), nodes.definition("", meaning)) for word, meaning in words),
        classes=["words"],
    )


def write_pages(app: Sphinx, folder: str, pages: Mapping[str, str]) -> None:
    """Make the source files of generated pages in a folder, where they are not there, and remove those that are not made any more."""
    Path(app.srcdir, folder).mkdir(exist_ok=True)
    for made in Path(app.srcdir, folder).glob("*.rst"):
        if made.stem not in pages:
            made.unlink()
    for name, content in pages.items():
        page = Path(app.srcdir, folder, f"{name}.rst")
        if not page.exists() or page.read_text(encoding="utf-8") != content:
            page.write_text(content, encoding="utf-8")


def navigation(app: Sphinx, page: str) -> Callable[..., str]:
    """Return what writes the table of contents beside a page that is no document; all pages of such a folder have the same."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        raise TypeError(builder)

    def written(**settings: bool) -> str:
        key = (page.rpartition("/")[0], *sorted(settings.items()))
        if key not in _navigation:
            tree = global_toctree_for_doc(app.env, page, builder, tags=app.tags, **settings)
            _navigation[key] = builder.render_partial(tree)["fragment"]
        return _navigation[key]

    return written


def section(title: str, *inside: Node) -> nodes.section:
    """Return a section."""
    return nodes.section("", nodes.title("", title), *inside, ids=[nodes.make_id(title)])


def folded(summary: Iterable[Node], *inside: Node, classes: str = "", name: str = "") -> list[Node]:
    """Return what is opened by a click on its summary, without a script; with a name that is its anchor, which is seen before."""
    anchor = f' id="{escape(name)}"' if name else ""
    return [
        nodes.raw("", f'<details class="{classes}"{anchor}><summary>', format="html"),
        *summary,
        nodes.raw("", '</summary><div class="behind">', format="html"),
        *inside,
        nodes.raw("", "</div></details>", format="html"),
    ]


def entry(page: SphinxDirective, kind: str, name: str, words: Iterable[Node], *inside: Node) -> list[Node]:
    """Return an entry that can be linked to by its id, as an object of this kind: its words, and folded away what stands behind them."""
    page.env.domains.standard_domain.note_object(kind, name, name)
    number = nodes.raw("", f'<span class="number">{escape(name)}</span> ', format="html")
    own = nodes.raw("", f'<a class="headerlink" href="#{escape(name)}">Link to this {kind}</a>', format="html")
    return folded(
        [number, nodes.inline("", "", *words, classes=["words"])], *inside, own, classes=f"entry {kind}", name=name
    )


def link(target: str, words: str, docname: str) -> nodes.reference:
    """Return a link to a page or an anchor of it, such as ``rules/zsiros#ZS-PLAY-4``, also where it is no document."""
    page, _, anchor = target.partition("#")
    uri = f"{'../' * docname.count('/')}{page}.html{'#' * bool(anchor)}{anchor}"
    return nodes.reference("", words, refuri=uri, internal=True)


def xref(kind: str, target: str, words: str, docname: str, *, classes: Iterable[str] = ()) -> addnodes.pending_xref:
    """Return a link to an object of Sphinx's standard domain: a page, a clause or an example."""
    return addnodes.pending_xref(
        "",
        nodes.inline("", words, classes=list(classes)),
        refdomain="std",
        reftype=kind,
        reftarget=target,
        refexplicit=True,
        refwarn=True,
        refdoc=docname,
    )
