"""The tables on pages that the code knows best: below a comment such as ``.. table: Hello`` stands what ``make generate`` writes there.

It is the name of a message of the protocol, whose fields are listed, of a module, whose docstring has a table, ``ranks`` or ``suits``, or
one of those about complete tables, puzzles, times and certificates, from the files that ``make figures`` and ``make bench`` write.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import TYPE_CHECKING, Final

from babel import Locale
from tools import certificate_sizes, deal_times, endgame_figures, hand_figures
from tools.page_walks import ROOT

from aceten_cli.rules.message_fields import own_fields
from aceten_cli.rules.plain_tables import PlainTable, table_in, write_table
from aceten_solver.contests import policy_messages
from aceten_spec import PACKS, Rank, Suit, card, protocol, shipped
from aceten_spec.names import rank_name, suit_name
from aceten_spec.speech import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import msgspec

TABLED: Final = (
    "docs/protocol.rst",
    "docs/notation.rst",
    "docs/endgames.rst",
    "docs/solver.rst",
    "docs/certificates.rst",
    "docs/guides/arena.md",
)
"""The pages that have such tables."""

ALSO_READ: Final = ("Á", "O", "F", "U", "B", "10", "X", "IX", "VIII", "VII")
"""Other ways to write ranks."""
STYLES: Final = tuple(dict.fromkeys(pack.style for pack in reversed(PACKS.values())))
"""The styles of packs, ``french`` first."""

_PLACE: Final = re.compile(r"^(?P<place>\.\. table: (?P<name>.+)\n)(?:\n=(?:.+\n)+)?", re.MULTILINE)
_ROLE: Final = re.compile(r":\w+:`(.+?)`")


def with_tables(page: str) -> str:
    """Return a page with its tables as the code has them."""
    return _PLACE.sub(lambda found: f"{found['place']}\n{_table(found['name'])}\n", page)


def _table(name: str) -> str:
    """Return the text of a table."""
    if name == "ranks":
        return write_table(PlainTable(("rank", "also read", *_languages()), tuple(_ranks())))
    if name == "suits":
        return write_table(PlainTable(("suit", "also read", *_languages()), tuple(_suits())))
    if name in _COUNTED:
        headings, rows = _COUNTED[name]
        return write_table(PlainTable(headings, tuple(rows())))
    if "." in name:
        return table_in(inspect.getdoc(import_module(name)) or "")
    return write_table(
        PlainTable(
            ("field", "type", "when left out", "meaning"),
            tuple(_fields((vars(protocol) | vars(policy_messages))[name])),
        )
    )


def _fields(kind: type[msgspec.Struct]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each field that a message itself defines."""
    tag = kind.__struct_config__.tag
    if isinstance(tag, str):
        yield _code("command"), _code(f'"{tag}"'), "", "What is asked."
    for field in own_fields(kind):
        left_out = _code(field.left_out) if field.left_out else ""
        yield _code(field.name), _code(field.kind), left_out, _ROLE.sub(r"``\1``", field.meaning)


def _languages() -> list[str]:
    return [Locale.parse(language).get_display_name("en") or language for language in LANGUAGES]


def _ranks() -> Iterator[tuple[str, ...]]:
    for rank in reversed(Rank):
        also = ", ".join(_code(other) for other in ALSO_READ if card(other).rank == rank)
        names = [[rank_name(rank, style=style, language=language) for style in STYLES] for language in LANGUAGES]
        yield _code(rank.letter), also, *map(_either, names)


def _suits() -> Iterator[tuple[str, ...]]:
    for suit in Suit:
        names = [[suit_name(suit, style=style, language=language) for style in STYLES] for language in LANGUAGES]
        also = ", ".join(_code(sign) for sign in "♣♧♠♤♥♡♦♢" if card(f"A{sign}").suit == suit)
        yield _code(suit.letter), also, *map(_either, names)


def _either(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _sizes() -> Iterator[tuple[str, ...]]:
    for each in endgame_figures.read():
        yield each.game, str(each.cards), f"{each.positions:,}", f"{each.seconds:.1f}"


def _ends() -> Iterator[tuple[str, ...]]:
    for each in endgame_figures.read():
        counts = (each.ahead, each.level, each.positions - each.ahead - each.level, each.every, each.none)
        yield each.game, str(each.cards), *[_percent(count, each.positions) for count in counts]


def _points() -> Iterator[tuple[str, ...]]:
    columns = [each for each in endgame_figures.read() if each.game == endgame_figures.FIRST]
    for points in columns[-1].points:
        yield str(points), *[_percent(each.points.get(points, 0), each.positions) for each in columns]


def _only_one() -> Iterator[tuple[str, ...]]:
    for each in endgame_figures.read():
        if each.several:
            numbers = (f"{each.several:,}", f"{each.only_one:,}", _percent(each.only_one, each.several))
            yield each.game, str(each.cards), *numbers


def _rounds() -> Iterator[tuple[str, ...]]:
    for each in endgame_figures.read():
        if each.cards > 1 and any(list(each.rounds.values())[1:]):
            shares = [
                _percent(each.rounds.get(number, 0), each.positions)
                for number in range(1, endgame_figures.MOST_ROUNDS + 1)
            ]
            yield each.game, str(each.cards), *shares, _code(each.longest)


def _swings() -> Iterator[tuple[str, ...]]:
    for each in hand_figures.read():
        swings = [f"{swing.fewest} to {swing.most}" for swing in (each.lead, each.wild)]
        yield each.game, str(each.cards), f"{each.pairs:,}", *swings


def _puzzles() -> Iterator[tuple[str, ...]]:
    for each in endgame_figures.read_shares():
        counts = (each.puzzles, each.hard, each.closings)
        shares = [f"{count} ({_percent(count, each.endings)})" if count else "0" for count in counts]
        yield each.game, str(each.cards), str(each.endings), *shares


def _times() -> Iterator[tuple[str, ...]]:
    games = shipped()
    for each in sorted(deal_times.read(), key=lambda each: games.index(each.game.partition("/")[0])):
        median = deal_times.words(each.median)
        slowest = deal_times.words(each.seconds[-1] if len(each.seconds) == each.deals else None)
        yield each.game, str(each.cards), median, slowest, f"{len(each.seconds)} of {each.deals}"


def _certificates() -> Iterator[tuple[str, ...]]:
    for each in certificate_sizes.read():
        fewest, most = each.cards
        cards = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        seconds = [_spread(spread, "{:,.1f}") for spread in (each.made, each.checked, each.proved, each.foreign)]
        yield (
            each.game,
            cards,
            str(each.deals),
            _spread(each.bytes, "{:,.0f}"),
            *seconds,
            certificate_sizes.aim(each.game),
        )


def _spread(spread: certificate_sizes.Spread | None, form: str) -> str:
    return f"{form.format(spread.median)}, {form.format(spread.most)}" if spread else ""


def _percent(count: int, whole: int) -> str:
    return f"{count / whole:.2%}" if count else ""


_COUNTED: Final[dict[str, tuple[tuple[str, ...], Callable[[], Iterator[tuple[str, ...]]]]]] = {
    "two hands": (("game", "cards", "pairs", "to lead", "a wild card"), _swings),
    "sizes of endgame tables": (("game", "cards", "positions", "seconds"), _sizes),
    "ends of endgames": (("game", "cards", "more", "as many", "fewer", "every trick", "none"), _ends),
    "points of endgames": (("points", "1 card", "2 cards", "3 cards", "4 cards"), _points),
    "one card in endgames": (("game", "cards", "several ranks", "only one keeps", "share"), _only_one),
    "rounds in endgames": (("game", "cards", "1", "2", "3", "4", "a position with the most"), _rounds),
    "times of whole deals": (("game", "cards", "median", "longest", "settled"), _times),
    "sizes of certificates": (
        ("game", "cards", "deals", "bytes", "made", "checked", "by Rocq", "by another", "aimed at"),
        _certificates,
    ),
    "shares of puzzles": (("game", "cards", "endings", "puzzles", "hard", "to close"), _puzzles),
}
"""The tables about complete tables, puzzles, times and certificates: headings, and what makes the rows."""


def _code(words: str) -> str:
    return f"``{words}``"


def main() -> None:
    """Write the tables on every page."""
    for page in TABLED:
        text = (ROOT / page).read_text(encoding="utf-8")
        (ROOT / page).write_text(with_tables(text), encoding="utf-8")


if __name__ == "__main__":
    main()
