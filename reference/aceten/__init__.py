"""The reference engine of the ace-ten card games: what happens when cards are played, exactly.

>>> import aceten
>>> state = aceten.load("zsiros", players=4).deal(seed=7)
>>> state = state.play(state.legal[0])
"""

from aceten.actions import FLIP, SPICE, STOP, Action, Call, CallKind, Flip, Play, Seat, Side, Spice, Stop, parse_action
from aceten.errors import FalseRecordError, IllegalAction, PositionError, RecordError, UsageError
from aceten.game import Game, load
from aceten.match import Match, first_dealer, start_match
from aceten.perft import perft
from aceten.position import parse
from aceten.record import Record, read_record, record_of
from aceten.scoring import Result
from aceten.state import State
from aceten.view import View
from aceten_spec import AcetenError, Card, NotationError, Rank, RulebookError, Suit, card

__all__ = [
    "FLIP",
    "SPICE",
    "STOP",
    "AcetenError",
    "Action",
    "Call",
    "CallKind",
    "Card",
    "FalseRecordError",
    "Flip",
    "Game",
    "IllegalAction",
    "Match",
    "NotationError",
    "Play",
    "PositionError",
    "Rank",
    "Record",
    "RecordError",
    "Result",
    "RulebookError",
    "Seat",
    "Side",
    "Spice",
    "State",
    "Stop",
    "Suit",
    "UsageError",
    "View",
    "card",
    "first_dealer",
    "load",
    "parse",
    "parse_action",
    "perft",
    "read_record",
    "record_of",
    "start_match",
]
