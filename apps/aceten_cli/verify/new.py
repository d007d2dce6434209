"""``aceten verify new``: starter adapters, a folder to begin with for programs that ``aceten verify`` is to ask.

The templates lie in ``starters``, a folder for each language; each is a whole adapter, for one game. What is written differs from it in the
game, and in comments: a line such as ``# @fields trick`` becomes what the protocol says about that level, and how the game's actions look.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import msgspec
import typer

from aceten import UsageError, parse
from aceten.conformance.oracle.discrepancies import kind_of, legal_in
from aceten.vocabulary import actions
from aceten_cli.frame.game_names import game_named
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import games
from aceten_cli.frame.streams import print_line
from aceten_cli.rules.message_fields import FieldText, every_field, parts, plain
from aceten_cli.rules.plain_tables import read_table, table_in
from aceten_spec.errors import FileError, shown
from aceten_spec.formats import VectorFile
from aceten_spec.protocol import PROTOCOL, REPLIES, GameSupport, Hello, Request, ScoreRequest
from aceten_spec.speech import say
from aceten_spec.texts.user_files import shown_name, unusable, write_text

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class _Language(NamedTuple):
    """How an adapter in a language is made and run, in its folder."""

    main: str
    """The file with the functions to fill in."""
    run: str
    """What starts it."""
    elsewhere: str
    """How an engine in another folder is reached."""
    build: str = ""
    """What has to be done before; empty: nothing."""


_LANGUAGES: Final = {
    "python": _Language("adapter.py", "python adapter.py", 'write `sys.path.append("../engine")` before you import it'),
    "javascript": _Language(
        "adapter.mjs",
        "node adapter.mjs",
        'write `import { Game } from "../engine/game.mjs"`, and of a CommonJS module `import game from "../engine/game.js"`',
    ),
    "typescript": _Language(
        "adapter.ts",
        "node start.mjs",
        'write `import { Game } from "../engine/game.ts"`, with the ending',
    ),
    "java": _Language(
        "Adapter.java",
        "java Adapter",
        "compile with `javac -cp ../engine Adapter.java Json.java`, and run `java -cp .:../engine Adapter` (the folder or jar in which"
        " its classes are)",
        "javac Adapter.java Json.java",
    ),
    "go": _Language(
        "adapter.go",
        "./adapter",
        "`go mod edit -require=NAME@v0.0.0 -replace=NAME=../engine && go mod tidy`, where NAME stands after `module` in its go.mod; that"
        " raises the version of Go in ours, too, where it has to",
        "go build -o adapter .",
    ),
    "rust": _Language(
        "src/main.rs",
        "target/release/adapter",
        "`cargo add --path ../engine`; it has to be a library",
        "cargo build --release",
    ),
}
LANGUAGES: Final = tuple(_LANGUAGES)
"""The languages that there are starters for."""
_SHORT: Final = {"js": "javascript", "ts": "typescript", "py": "python"}

_GAME: Final = "zsiros"
"""The game that the templates name, for 2 and 4 players."""
_PLAYERS: Final = "2, 4"
_FIELDS: Final = re.compile(r"^(?P<lead>[ \t]*\S+) @fields (?P<what>\w+)\n", re.MULTILINE)
_VERSION: Final = re.compile(r'("protocol"\W+(?:Number )?)1\b')
_WIDTH: Final = 100
"""Comments are broken here."""

_README: Final = """\
# An adapter for `aceten verify`: {game}

It reads requests and writes replies, a line of JSON each. That is done; what is left is a function for each level in
`{main}`, which skips what it is asked until it is filled in with a call of your program. Begin with `trick`,
in this folder:

{commands}

The comments in `{main}` say what a request has, and what belongs in the reply; `aceten protocol` prints all
about it. Then fill in the next level, and name it under `levels` at the top.

Your program lies in another folder, such as `../engine`? Then {elsewhere}.
"""


def new(
    language: Annotated[str, typer.Argument(metavar="LANGUAGE", help=f"One of {', '.join(LANGUAGES)}.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder, new or empty.")],
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME[/PLAYERS]",
            help="The game that it says it plays; without one Zsíros.",
            autocompletion=games,
        ),
    ] = None,
    _language: LanguageChoice = "en",
) -> None:
    """Write the beginning of an adapter.

    The loop is done; each level has a function to be filled in with a call of your program.

    Example: aceten verify new python adapter schnapsen
    """
    name = _SHORT.get(language.lower(), language.lower())
    if name not in _LANGUAGES:
        message = say(
            "language {language!r}: expected {known}; 'aceten protocol' helps with others",
            language=shown(language, 40),
            known=", ".join(LANGUAGES),
        )
        raise UsageError(message)
    told = game or _GAME
    played = game_named(told, [], None)
    players = (played.players,) if "/" in told else played.rulebook.parameters.players
    made = _LANGUAGES[name]
    files = {path: _filled(text, played.rulebook.id, players) for path, text in _templates(name)}
    files["README.md"] = _readme(made, told)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = not any(folder.iterdir())
        for path in files if free else ():
            (folder / path).parent.mkdir(exist_ok=True)
    except (OSError, ValueError) as error:  # a name with a NUL character is a ValueError
        raise unusable(folder, error) from error
    if not free:
        raise FileError(
            file=str(folder), problem=say("this folder is not empty, and nothing is overwritten; name a new one")
        )
    for path, text in files.items():
        write_text(folder / path, text)
    for path in files:
        print_line(shown_name(folder / path))
    print_line(say("What to fill in is in {file}; README.md says how to go on.", file=shown_name(made.main)))


def _templates(language: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a language, with their paths in its folder."""
    yield from _within(resources.files("aceten_cli.verify") / "starters" / language, "")


def _within(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _within(entry, f"{path}{entry.name}/")
        elif not entry.name.endswith(".pyc"):  # what pip leaves beside each file of Python
            yield f"{path}{entry.name}", entry.read_text(encoding="utf-8")


def _readme(language: _Language, game: str) -> str:
    asked = f"aceten verify {game} -- {language.run}"
    commands = "\n".join(f"    {command}" for command in (language.build, asked) if command)
    return _README.format(game=game, main=language.main, commands=commands, elsewhere=language.elsewhere)


def _filled(text: str, game: str, players: Iterable[int]) -> str:
    """Return a template as it is written, for a game and its numbers of players."""
    replaced = text.replace(_GAME, game).replace(_PLAYERS, ", ".join(map(str, players)))
    return _FIELDS.sub(lambda found: _comment(found, game), _VERSION.sub(rf"\g<1>{PROTOCOL}", replaced))


# --- What is said about fields ------------------------------------------------------------------------------------------


def _comment(found: re.Match[str], game: str) -> str:
    """Return what stands in the place of a line that asks for fields, as comments."""
    lead = found["lead"]
    return "".join(f"{lead} {line}".rstrip() + "\n" for line in _told(found["what"], game, _WIDTH - len(lead) - 1))


def _first() -> dict[type[msgspec.Struct], str]:
    """Return for each object in messages the level at which it is told about: the first but for scores, which few programs are asked."""
    first: dict[type[msgspec.Struct], str] = {}
    for request, reply in sorted(REPLIES.items(), key=lambda pair: pair[0] is ScoreRequest):
        for part in (*parts(request), *parts(reply)):
            first.setdefault(part, str(request.__struct_config__.tag))
    return first


def _told(what: str, game: str, width: int) -> Iterator[str]:
    """Yield what there is to say about a level, about every request, or about what a program plays."""
    if what == "hello":
        yield from _listed(every_field(GameSupport), width)
        yield "Name a level when its function is filled in."
    elif what == "request":
        yield from _listed(_shared(), width)
    else:
        request = next(kind for kind in REPLIES if kind.__struct_config__.tag == what)
        yield from _told_of_level(what, request, width)
    if what == "deal":
        yield f"The actions of {game}:"
        yield from _actions_of(game)


def _told_of_level(level: str, request: type[Request], width: int) -> Iterator[str]:
    reply, shared = REPLIES[request], _shared()
    yield from textwrap.wrap(plain(inspect.getdoc(request) or ""), width)
    yield "The request has:"
    yield from _listed((field for field in every_field(request) if field not in shared), width)
    yield "The reply has:"
    yield from _listed((field for field in every_field(reply) if field not in shared), width)
    for part in dict.fromkeys((*parts(request), *parts(reply))):
        if level == _first()[part]:
            yield f"A {part.__name__} has:"
            yield from _listed(every_field(part), width)
        else:
            yield f"What a {part.__name__} has stands at {_first()[part]}."


def _shared() -> list[FieldText]:
    """Return the fields that every request about a game has."""
    first, *others = [list(every_field(request)) for request in REPLIES if request is not Hello]
    return [field for field in first if all(field in other for other in others)]


def _listed(fields: Iterable[FieldText], width: int) -> Iterator[str]:
    """Yield each field in a line or several."""
    for name, kind, left_out, meaning in fields:
        default = f" (left out: {left_out})" if left_out and "left out" not in meaning else ""
        yield from textwrap.wrap(
            f"{name}: {kind}. {plain(meaning)}{default}", width, initial_indent="- ", subsequent_indent="  "
        )


def _actions_of(game: str) -> Iterator[str]:
    """Yield how each of a game's actions is written, and what it is; they are those of its test vectors, as it is usually played."""
    packed = resources.files("aceten_spec") / "vectors" / f"{game}.json"
    cases = msgspec.json.decode(packed.read_bytes(), type=VectorFile)
    usual = (vector for vector in cases.vectors if vector.refused is None and not parse(vector.position).game.options)
    taken = {vector.action for vector in usual}
    for case in cases.answers:
        taken.update(legal_in(msgspec.json.decode(case.reply, type=REPLIES[type(case.request)])))
    kinds = set(map(kind_of, taken))
    for written, meaning in read_table(table_in(inspect.getdoc(actions) or "")).rows:
        if kind_of(plain(written)) in kinds:
            yield f"- {plain(written)}: {plain(meaning)}"
