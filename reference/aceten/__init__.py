"""The reference engine of the ace-ten card games: what happens when cards are played, exactly.

>>> import aceten
>>> state = aceten.load("zsiros", players=4).deal(seed=7)
>>> state = state.play(state.legal[0])
>>> state.turn, [str(action) for action in state.legal]
(2, ['Ah', 'Qc', '9c', '9h'])
"""

from typing import TypeAlias

from aceten.engine.game import Game
from aceten.engine.loading import games, load
from aceten.engine.match import Match, first_dealer, start_match
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.matching.view import MatchingView
from aceten.engine.perft import perft
from aceten.engine.rewards import rewards
from aceten.engine.scoring import Result
from aceten.engine.state import State, number_of
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.view import SuitView
from aceten.engine.trick_winner import trick_winner
from aceten.engine.view import View
from aceten.hidden.imagine import imagine
from aceten.hidden.worlds import Worlds, worlds
from aceten.notation.annotations import Annotations, Note
from aceten.notation.match_record import MatchRecord, holds_match, read_match, record_of_match
from aceten.notation.position import parse, parse_state
from aceten.notation.record import Record, read_record, record_of
from aceten.notation.seen_record import SeenRecord, holds_seen, read_seen_record
from aceten.typed.record_files import AnyRecord, is_text_record, read_records
from aceten.typed.written_records import record_as_text
from aceten.vocabulary.actions import (
    CLOSE,
    DRAW,
    EXCHANGE,
    FLIP,
    PASS,
    SPICE,
    STOP,
    Action,
    Bid,
    Call,
    CallKind,
    Claim,
    Close,
    Draw,
    Exchange,
    Flip,
    Meld,
    NameTrump,
    Pass,
    Play,
    Seat,
    Side,
    Spice,
    Stop,
    parse_action,
)
from aceten.vocabulary.errors import FalseRecordError, IllegalAction, PositionError, RecordError, UsageError
from aceten.vocabulary.field_docs import fields
from aceten_spec import AcetenError, Card, NotationError, Rank, RulebookError, Suit, card


def __getattr__(name: str) -> str:
    """Return the version of the package when it is asked for, as looking it up takes as long as everything here together."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - as above

        return version("aceten")
    raise AttributeError(f"module 'aceten' has no attribute {name!r}")


Facts: TypeAlias = Game
"""A game, by the name that it had as long as dealing stood apart from it."""
MatchingFacts: TypeAlias = MatchingGame
"""A game with matching tricks, by that name."""
SuitFacts: TypeAlias = SuitGame
"""A game with suit tricks, by that name."""

__all__ = [
    "CLOSE",
    "DRAW",
    "EXCHANGE",
    "FLIP",
    "PASS",
    "SPICE",
    "STOP",
    "AcetenError",
    "Action",
    "Annotations",
    "AnyRecord",
    "Bid",
    "Call",
    "CallKind",
    "Card",
    "Claim",
    "Close",
    "Draw",
    "Exchange",
    "Facts",
    "FalseRecordError",
    "Flip",
    "Game",
    "IllegalAction",
    "Match",
    "MatchRecord",
    "MatchingFacts",
    "MatchingGame",
    "MatchingState",
    "MatchingView",
    "Meld",
    "NameTrump",
    "NotationError",
    "Note",
    "Pass",
    "Play",
    "PositionError",
    "Rank",
    "Record",
    "RecordError",
    "Result",
    "RulebookError",
    "Seat",
    "SeenRecord",
    "Side",
    "Spice",
    "State",
    "Stop",
    "Suit",
    "SuitFacts",
    "SuitGame",
    "SuitState",
    "SuitView",
    "UsageError",
    "View",
    "Worlds",
    "card",
    "fields",
    "first_dealer",
    "games",
    "holds_match",
    "holds_seen",
    "imagine",
    "is_text_record",
    "load",
    "number_of",
    "parse",
    "parse_action",
    "parse_state",
    "perft",
    "read_match",
    "read_record",
    "read_records",
    "read_seen_record",
    "record_as_text",
    "record_of",
    "record_of_match",
    "rewards",
    "start_match",
    "trick_winner",
    "worlds",
]
