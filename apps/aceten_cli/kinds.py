"""Which words go with which kind of tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import Facts, MatchingState, MatchingView, State, SuitState, SuitView, View
from aceten_cli import matching, suits
from aceten_cli.matching import MatchingTelling
from aceten_cli.suits import SuitTelling
from aceten_spec.names import Language
from aceten_spec.rulebook import MatchingParameters, SuitParameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten_cli.telling import Telling


def telling(seen: State | View, language: Language = "en") -> Telling:
    """Return how a deal is spoken of that is at this moment, as a state or as one seat sees it."""
    match seen:
        case MatchingState() | MatchingView():
            return MatchingTelling(seen, language)
        case SuitState() | SuitView():
            return SuitTelling(seen, language)
        case _:
            raise TypeError(type(seen).__name__)


def help_lines(game: Facts) -> Iterator[str]:
    """Yield what can be typed."""
    match game.rules:
        case MatchingParameters():
            yield from matching.help_lines(game.rules, partners=game.partner(0) is not None)
        case SuitParameters():
            yield from suits.help_lines(game.rules)
    yield "  legal         what you may do now         hint       what the machine would do in your place"
    yield "  table         all that you can see        undo       take back your last action"
    yield "  save FILE     the record of this deal     quit       leave; Ctrl-D and Ctrl-C too"
