"""What people write who come from elsewhere, and what is made of it: the table of ``people_write.toml``."""

import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias, cast

from aceten import AcetenError, card, parse, parse_action, parse_state
from aceten.typed.typed_actions import action_typed
from aceten_cli.frame.game_names import game_named
from aceten_cli.frame.inputs import GivenPosition, positions_or_views
from aceten_spec import format_cards, parse_cards
from aceten_spec.speech import Language, speaking
from aceten_spec.written_cards import read_suit

_Entry: TypeAlias = dict[str, str | list[str]]


class Written(NamedTuple):
    """Something that a person writes, and what it is to come to."""

    place: str
    """Where it is written: the key before the text in the table."""
    text: str
    """What is written; the words of a command with blanks between them."""
    words: tuple[str, ...]
    """The same as words."""
    at: str
    """The position at which it is typed; empty where it is no action."""
    language: Language
    encoding: str
    """In which a file is written."""
    reads: str | None
    """How the reading is written; ``None`` where it is refused."""
    says: tuple[str, ...]
    """What the refusal says."""
    was: str
    """What it came to before."""

    def outcome(self) -> str:
        """Return what is made of it, or ``refused: `` and why."""
        with speaking(self.language):
            try:
                return _READERS[self.place](self)
            except AcetenError as error:
                return f"refused: {error}"

    def is_right(self, outcome: str) -> bool:
        """Whether that is what it is to come to."""
        if self.reads is not None:
            return outcome == self.reads
        return outcome.startswith("refused: ") and all(part in outcome for part in self.says)


def _suit(written: Written) -> str:
    suit = read_suit(written.text)
    return "refused: no suit" if suit is None else suit.letter


def _typed(written: Written) -> str:
    state = parse_state(written.at)
    assert state.turn is not None
    return str(action_typed(written.text, state.view(state.turn)))


def _lines(given: list[str]) -> str:
    found: list[str] = []
    for position in positions_or_views(given, None, None):
        if not isinstance(position, GivenPosition):
            raise position
        found.append(str(position.seen))
    return "\n".join(found)


def _file(written: Written) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "given.txt")
        marked = "\ufeff" if written.encoding.endswith("-be") else ""
        path.write_bytes((marked + written.text).encode(written.encoding))
        return _lines([str(path)])


_READERS: Final[dict[str, Callable[[Written], str]]] = {
    "cards": lambda written: format_cards(parse_cards(written.text)),
    "card": lambda written: str(card(written.text)),
    "suit": _suit,
    "position": lambda written: str(parse(written.text)),
    "action": lambda written: str(parse_action(written.text)),
    "typed": _typed,
    "game": lambda written: str(game_named(written.text, [], None)),
    "words": lambda written: _lines([*written.words]),
    "file": _file,
}


def _written(entry: _Entry, positions: dict[str, str]) -> Written:
    place = next(iter(entry))
    given = entry[place]
    words = (given,) if isinstance(given, str) else tuple(given)
    at = cast("str", entry.get("at", ""))
    reads = entry.get("reads")
    return Written(
        place=place,
        text=" ".join(words),
        words=words,
        at=positions.get(at, at),
        language=cast("Language", entry.get("language", "en")),
        encoding=cast("str", entry.get("encoding", "utf-8")),
        reads=cast("str | None", reads),
        says=tuple(entry.get("says", ())),
        was=cast("str", entry.get("was", "")),
    )


def people_write() -> tuple[Written, ...]:
    """Return everything in the table."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    positions = cast("dict[str, str]", table.pop("at"))
    return tuple(_written(entry, positions) for entries in table.values() for entry in entries)
