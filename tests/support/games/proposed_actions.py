"""Actions to propose to a state, legal or not."""

from aceten import (
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
    Game,
    MatchingGame,
    Meld,
    NameTrump,
    NotationError,
    Play,
    Rank,
    Seat,
    Suit,
    parse_action,
)
from aceten_spec import card_of


def everything(game: Game) -> tuple[Action, ...]:
    """Return every kind of action, with every card of the pack."""
    calls = [Call(Seat(seat), kind) for seat in range(game.players) for kind in CallKind]
    cards = tuple(map(Play, dict.fromkeys(game.pack.cards)))
    if isinstance(game, MatchingGame):
        return (*cards, *calls, FLIP, SPICE, STOP, PASS)
    melds = [Meld(card_of(rank, suit)) for suit in Suit for rank in (Rank.KING, Rank.QUEEN, Rank.ACE)]
    bids = [Bid(points) for points in (1, 60, 65, 100, 130)]
    return *cards, *melds, *map(Claim, (None, *Suit)), *map(NameTrump, Suit), *bids, CLOSE, DRAW, EXCHANGE, PASS, STOP


def can_be_written(action: Action) -> bool:
    """Whether the notation has an action: a program alone can make a marriage of an ace."""
    try:
        return parse_action(str(action)) == action
    except NotationError:
        return False
