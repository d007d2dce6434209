"""What is said anywhere in the project, for its catalogs; as a script, :command:`make messages` writes them anew and compiles them.

Translations that are there stay. What is new has none yet, and what is no longer said goes; tests tell what is missing.
"""

from __future__ import annotations

import ast
import datetime as dt
import functools
import io
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from typer.core import TyperGroup
from typer.main import get_command

from aceten_cli.frame import help_texts
from aceten_cli.main import program
from aceten_spec import load_shipped, shipped
from aceten_spec.clauses.refusals import REFUSALS
from aceten_spec.clauses.topics import topics
from aceten_spec.speech import CATALOGS, DOMAIN, LANGUAGES, RULES, Language

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = (
    "spec/aceten_spec",
    "reference/aceten",
    "reference/aceten_certificates",
    "solver/aceten_solver",
    "solver/aceten_surveys",
    "apps/aceten_board",
    "apps/aceten_openspiel",
    "apps/aceten_notebook",
    "apps/aceten_pettingzoo",
    "apps/aceten_cli",
    "tools/mutants",
)
NOT_OURS: Final = "starters"
"""A folder of programs in other languages, which say nothing in ours."""
TRANSLATED: Final[tuple[Language, ...]] = tuple(language for language in LANGUAGES if language != "en")
TEMPLATED: Final = frozenset(
    [
        "say",
        "to_say",
        "message_of",
        "say_in",
        "phrase",
        "usage_error",
        "position_error",
        "record_error",
        "false_record_error",
    ]
)
"""Functions that are given a template."""
_BEGUN: Final = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""Stands in every catalog, so that one that is written anew is the same."""


class Message(NamedTuple):
    """A template in a file."""

    file: str
    id: str | tuple[str, str]
    """The English template, or those for one and for several."""
    context: str | None = None


@functools.cache
def messages() -> tuple[Message, ...]:
    """Return what is said, file by file in the order in which it stands there.

    :raises ValueError: where a template is put together before it is said, so that it cannot be found.
    """
    found: list[Message] = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if NOT_OURS not in path.parts:
                tree = ast.parse(path.read_text(encoding="utf-8"))
                calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
                for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
                    found += _said_by(call, path.relative_to(ROOT).as_posix())
    found += [Message("spec/aceten_spec/clauses/refusals.py", refusal.says) for refusal in REFUSALS.values()]
    found += [Message("apps/aceten_cli/main.py", text) for text in _of_help()]
    return tuple(found)


def _of_help() -> Iterator[str]:
    """Yield what the program says of itself and of its commands, paragraph by paragraph."""
    made = get_command(program())
    if not isinstance(made, TyperGroup):
        raise TypeError(made)
    texts = [getattr(holder, name) for holder, name in help_texts.texts(made)]
    for text in (*texts, *help_texts.TYPERS):
        yield from (each for each in help_texts.paragraphs(text) if not each.startswith(help_texts.EXAMPLE))


def _said_by(call: ast.Call, file: str) -> Iterator[Message]:
    """Yield what a call says, by the name of what it calls."""
    says = isinstance(call.func, ast.Attribute) and call.func.attr == "says"
    name = "says" if says else getattr(call.func, "id", "")  # no other method is ours
    given = [each.value if isinstance(each, ast.Constant) else None for each in call.args]
    match name, given:
        case "say" | "to_say" | "message_of" | "usage_error", [str(template), *_]:
            yield Message(file, template)
        case "position_error" | "record_error" | "false_record_error", [_, str(template), *_]:
            yield Message(file, template)
        case "says" | "say_counted", [str(one), str(many), *_]:
            yield Message(file, (one, many))
        case "say_in", [str(context), str(template), *_]:
            yield Message(file, template, context)
        case "phrase", [_, str(template), *_]:
            yield from (Message(file, template, context) for context in ("choice", "done"))
        case "says" | "say_counted", [_, _, *_] if file != "reference/aceten/vocabulary/naming.py":
            raise ValueError(file, call.lineno, "both templates have to stand where they are said")
        case name, _ if name in TEMPLATED and any(isinstance(each, ast.JoinedStr) for each in call.args):
            raise ValueError(file, call.lineno, "a template names its parts in braces, and is no f-string")
        case _:
            pass


@functools.cache
def rule_texts() -> tuple[Message, ...]:
    """Return what the shipped rulebooks tell, each text once, game by game: summaries, clauses with their headings, and options."""
    found: dict[str, Message] = {}
    for game in shipped():
        book = load_shipped(game)
        told = [book.summary]
        for heading, clauses in topics(book).items():
            told += [heading, *(clause.text for clause in clauses)]
        told += [sentence for option in book.options.values() for sentence in option.means.values()]
        told += book.glossary.values()
        for text in told:
            found.setdefault(text, Message(f"spec/aceten_spec/rulebooks/{game}.toml", text))
    return tuple(found.values())


TEXTS: Final = {DOMAIN: messages, RULES: rule_texts}
"""What the catalogs of each name hold."""


def written(language: Language, domain: str = DOMAIN) -> Path:
    """Return where a catalog of a language lies."""
    return CATALOGS / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: Language, domain: str = DOMAIN) -> Catalog:
    """Return a catalog of a language as it lies there; an empty one where there is none."""
    path = written(language, domain)
    return read_po(io.BytesIO(path.read_bytes() if path.exists() else b""), locale=language)


def anew(language: Language, domain: str = DOMAIN) -> str:
    """Return a catalog of a language with all that is said, and with the translations that are there, as text."""
    old = read(language, domain)
    catalog = Catalog(
        language,
        project="aceten",
        version="0",
        msgid_bugs_address="The aceten authors",
        last_translator="The aceten authors",
        language_team="The aceten authors",
        creation_date=_BEGUN,
        revision_date=_BEGUN,
        fuzzy=False,
    )
    catalog.header_comment = f"# What aceten says, in the language {language}. 'make messages' writes it anew."
    for message in TEXTS[domain]():
        known = old.get(message.id, message.context)
        string = (
            known.string if known is not None and isinstance(known.string, str) == isinstance(message.id, str) else ""
        )
        catalog.add(message.id, string, locations=[(message.file, 0)], context=message.context)
    text = io.BytesIO()
    write_po(text, catalog, width=140, include_lineno=False)
    lines = text.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if "Generated-By" not in line)  # another Babel writes the same


def main() -> None:
    """Write and compile all of them."""
    for language, domain in itertools.product(TRANSLATED, TEXTS):
        path = written(language, domain)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(anew(language, domain), encoding="utf-8")
        with path.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read(language, domain))


if __name__ == "__main__":
    main()
