"""Games with suit tricks as the native core takes them: lists of numbers (``solver/rust/core/src/suits``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from aceten import CLOSE, DRAW, EXCHANGE, PASS, Action, Bid, Claim, Meld, NameTrump, Side
from aceten.vocabulary.actions import play_of
from aceten_solver.native.manifest import ALL_SHORTCUTS, Layout, Shortcut, Value
from aceten_solver.question.measures import OutcomeScale, WeighedEnds
from aceten_spec.cards import Card, Rank, Suit, card_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from aceten import SuitGame, SuitState
    from aceten_solver.question.measures import Scale
    from aceten_solver.question.two_sides import TwoSides
    from aceten_spec.rulebook import Award, SuitParameters

_RULES: Final = Layout("suit rules")
_QUESTION: Final = Layout("suit question")
_PAST: Final = Layout("suit past")
_SUIT_STEP: Final = 16
_MOST_PLAYERS: Final = 4
_MOST_RANKS: Final = 13
_MOST_CARD_POINTS: Final = 125
_MOST_MARRIAGE: Final = 1000
_MOST: Final = 4000
_MOST_ROWS: Final = 64
_MOST_BIDS: Final = 63
_MOST_MISSING: Final = 1_000_000
_GAME_POINTS: Final = (-1, 0, 1)
"""Game points are measured (:func:`_measure`)."""

_TOOK: Final = {False: "no", True: "yes", None: "unknown"}
_FIRST: Final = Side(0)
_SECOND: Final = Side(1)


class _Encoding(NamedTuple):
    """A game in numbers."""

    rules: tuple[int, ...] | None
    """Its rules; ``None``: the core does not do such games."""
    number_of: Callable[[Card], int]
    """Returns the number of a card in the core: 16 for each suit, and the place of its rank in the game's order."""
    actions: tuple[Action | None, ...]
    """Every action by its number in the core."""


_ENCODINGS: Final[dict[SuitGame, _Encoding]] = {}
_MOST_ENCODINGS: Final = 1000


def rules_of(game: SuitGame, sides: TwoSides) -> tuple[int, ...] | None:  # noqa: ARG001 - these are always those of the seats in turn
    """Return the rules of a game; ``None`` when the core does not do it."""
    return _encoding(game).rules


def question_of(state: SuitState, scale: Scale) -> list[int] | None:
    """Return a position in which somebody is to act, and what is measured; ``None`` when the core does not do it."""
    if isinstance(scale, WeighedEnds) and "points" in scale.weights:
        return None
    return _question(state, _measure(scale))


def position_of(state: SuitState) -> tuple[list[int], list[int]] | None:
    """Return where a deal that is not over stands, as the core goes on from there, and what went before; ``None``: it does not."""
    number_of = _encoding(state.game).number_of
    question = _question(state, _GAME_POINTS)
    past: dict[str, Value] = {
        "dealer": state.dealer,
        "tricks": state.tricks or (0, 0),
        "closed_tricks": state.closed.tricks if state.closed else (0, 0),
        "taken": [[*map(number_of, pile)] for pile in state.taken],
        "shown": [[*map(number_of, cards)] for cards in state.shown],
    }
    return None if question is None else (question, _PAST.numbers(past))


def _question(state: SuitState, measure: tuple[int, int, int]) -> list[int] | None:
    """Return a question in which this is measured (:func:`_measure`); ``None`` when the core does not do it."""
    if max(*state.points, *state.melds) > _MOST or max(state.scores) > _MOST_MISSING:
        return None
    game = state.game
    number_of = _encoding(game).number_of
    every_trick, deal, game_point = measure
    closer, closed_points, closed_took, closed_fresh = _closed(state)
    bidder, bid = (-1, 0) if state.contract is None else state.contract
    asked: dict[str, Value] = {
        "every_trick": every_trick,
        "deal": deal,
        "game_point": game_point,
        "leader": game.after[state.dealer] if state.bidding else state.leader,
        "trump": -1 if state.trump is None else state.trump - 1,
        "points": state.points,
        "took": (_TOOK[state.took_a_trick(_FIRST)], _TOOK[state.took_a_trick(_SECOND)]),
        "melds": state.melds,
        "needs": [needed(game.rules, score) for score in state.scores],
        "tricks_known": state.tricks is not None,
        "begun": state.cards_in_play + game.players <= len(game.pack.cards),
        "closer": closer,
        "closed_points": closed_points,
        "closed_took": closed_took,
        "closed_fresh": closed_fresh,
        "bidder": bidder,
        "bid": bid,
        "bids": state.bids,
        "talon": [*map(number_of, state.talon)],
        "trick": [*map(number_of, state.trick)],
        "hands": [[*map(number_of, hand)] for hand in state.hands],
    }
    return _QUESTION.numbers(asked)


def _closed(state: SuitState) -> tuple[int, int, bool, bool]:
    """Return who closed the talon, -1 for nobody, what the other side had then, and whether that had a trick, and none was taken since."""
    closed, tricks = state.closed, state.tricks
    if closed is None:
        return -1, 0, False, False
    took = closed.tricks[1 - state.game.sides[closed.seat]] > 0
    return closed.seat, closed.points, took, tricks is not None and sum(tricks) == sum(closed.tricks)


def card_number(game: SuitGame) -> Callable[[Card], int]:
    """Return what returns the number of a card in the core."""
    return _encoding(game).number_of


def actions_known(game: SuitGame) -> tuple[Action | None, ...]:
    """Return every action by its number in the core."""
    return _encoding(game).actions


def actions_of(game: SuitGame) -> Callable[[int], Action]:
    """Return what returns the action that a number of the core stands for."""
    actions = _encoding(game).actions

    def action_of(code: int) -> Action:
        action = actions[code]
        if action is None:
            message = f"no action has number {code}"
            raise ValueError(message)
        return action

    return action_of


def _encoding(game: SuitGame) -> _Encoding:
    encoding = _ENCODINGS.get(game)
    if encoding is None:
        if len(_ENCODINGS) >= _MOST_ENCODINGS:
            _ENCODINGS.clear()
        encoding = _ENCODINGS[game] = _encode(game)
    return encoding


def _encode(game: SuitGame) -> _Encoding:
    rules = game.rules
    order = tuple(reversed(rules.order))
    ranks = {rank.letter: rank for rank in Rank}
    numbers = [0] * (_SUIT_STEP * (len(Suit) + 1))
    plays: list[Action | None] = [None] * (_SUIT_STEP * len(Suit))
    melds = list(plays)
    for suit in Suit:
        for strength, letter in enumerate(order):
            card = card_of(ranks[letter], suit)
            number = numbers[card] = _SUIT_STEP * (suit - 1) + strength
            plays[number] = play_of(card)
            if card.rank in {Rank.KING, Rank.QUEEN}:
                melds[number] = Meld(card)
    claims = Claim(), *map(Claim, Suit)
    further: tuple[Action, ...] = (EXCHANGE, CLOSE, DRAW, *claims, PASS, *map(NameTrump, Suit), *map(Bid, rules.bids))
    return _Encoding(
        rules=numbers_of(game) if rules.meld_counts == "any_trick" and _is_small(game) else None,
        number_of=tuple(numbers).__getitem__,
        actions=(*plays, *melds, *further),
    )


def _is_small(game: SuitGame) -> bool:
    """Whether the core has room for all that a game counts."""
    rules = game.rules
    points = max([*rules.values.values(), rules.last_trick_points])
    others = [game.most_points, game.most_game_points, *rules.won, *rules.penalty, rules.schneider, rules.grand_points]
    rows = [number for row in rules.scoring for number in (*row.points, *(row.cards or ()), row.game_points)]
    return (
        game.pack.copies == 1
        and game.players <= _MOST_PLAYERS
        and len(rules.order) <= _MOST_RANKS
        and points <= _MOST_CARD_POINTS
        and max([0, *rules.marriage_points]) <= _MOST_MARRIAGE
        and max([*others, *rows, *rules.bids, rules.claim_points]) <= _MOST
        and (rules.claim_for == "deal" or rules.target <= _MOST_MISSING)
        and len(rules.scoring) <= _MOST_ROWS
        and len(rules.bids) <= _MOST_BIDS
    )


def numbers_of(game: SuitGame, *, shortcuts: Shortcut = ALL_SHORTCUTS) -> tuple[int, ...]:
    """Return the rules as the core reads them.

    :param shortcuts: what the core may use to be fast.
    """
    rules = game.rules
    order: tuple[str, ...] = tuple(reversed(rules.order))
    written = [rank.letter for rank in reversed(Rank) if rank.letter in order]
    points = {str(letter): value for letter, value in rules.values.items()}
    strength = {letter: place for place, letter in enumerate(order)}
    return tuple(
        map(
            int,
            _RULES.numbers(
                {
                    "tricks": "suits",
                    "shortcuts": shortcuts.words(),
                    "players": game.players,
                    "hand": rules.hand,
                    "talon": len(game.pack.cards) - game.players * rules.hand,
                    "ranks": len(order),
                    "values": [points.get(letter, 0) for letter in order],
                    "written": [*map(written.index, order)],
                    "king": strength.get("K", -1),
                    "queen": strength.get("Q", -1),
                    "exchange": strength.get(rules.exchange, -1),
                    "trump_by_marriage": rules.trump == "marriage",
                    "last_trick": rules.last_trick_points,
                    "obligation": rules.obligation,
                    "last_obligation": rules.last_obligation,
                    "marriages": rules.marriages,
                    "marriage_points": [*rules.marriage_points, 0, 0, 0, 0][: len(Suit)],
                    "meld_by_king": rules.meld_lead == "king",
                    "meld_forced": rules.meld_forced,
                    "meld_first": rules.meld_first,
                    "meld_after_stock": rules.meld_after_stock,
                    "meld_after_closing": rules.meld_after_closing,
                    "exchange_by_leader": rules.exchange_by == "leader",
                    "exchange_needs_trick": rules.exchange_needs_trick,
                    "exchange_min_stock": min(rules.exchange_min_stock, len(game.pack.cards)),
                    "exchange_after_closing": rules.exchange_after_closing,
                    "close": rules.close,
                    "close_min_stock": min(rules.close_min_stock, len(game.pack.cards)),
                    "close_first": rules.close_first,
                    "claim": rules.claim,
                    "claim_when": rules.claim_when,
                    "claim_last": rules.claim_last,
                    "wrong_claim_refused": rules.wrong_claim == "refused",
                    "score": rules.score,
                    "most_game_points": game.most_game_points,
                    "won": rules.won,
                    "won_at_closing": rules.won_at == "closing",
                    "schneider": rules.schneider,
                    "penalty": rules.penalty,
                    "penalty_at": rules.penalty_at,
                    "last_trick_wins": rules.last_trick_wins,
                    "bids": rules.bids,
                    "bid_again": rules.bid_again,
                    "dealer_bids": rules.no_bid == "dealer",
                    "grand_points": rules.grand_points,
                    "grand_needs_tricks": rules.grand_needs == "tricks",
                    "defenders_score": rules.defenders_score,
                    "rows": [_row(row) for row in rules.scoring],
                }
            ),
        )
    )


def _row(row: Award) -> dict[str, int | str]:
    (points_from, points_to), (cards_from, cards_to) = row.points, row.cards or (-1, -1)
    return {
        "points_from": points_from,
        "points_to": points_to,
        "cards_from": cards_from,
        "cards_to": cards_to,
        "tricks": row.tricks,
        "game_points": row.game_points,
    }


def _measure(scale: Scale) -> tuple[int, int, int]:
    """Return what every trick counts beside points, -1: nothing; what the deal does, and each game point: 0 where points are measured."""
    match scale:
        case WeighedEnds():
            return -1, scale.weights.get("deal", 0), scale.weights.get("game-points", 0)
        case OutcomeScale():
            return scale.extra if scale.extremes else -1, 0, 0
        case _:
            message = f"expected one of the scales for suit tricks, given a {type(scale).__name__}"
            raise TypeError(message)


def needed(rules: SuitParameters, score: int) -> int:
    """Return the points that a side needs for a right claim."""
    if rules.claim == "never":
        return 0
    return rules.target - score if rules.claim_for == "match" else rules.claim_points
