"""Games with suit tricks as the native core takes them: lists of numbers (``solver/rust/core/src/suits``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from aceten import CLOSE, DRAW, EXCHANGE, PASS, Action, Claim, Meld, NameTrump, Side
from aceten.actions import play_of
from aceten_solver.native._core import ALL_SHORTCUTS, Shortcut
from aceten_solver.question.measures import OutcomeScale, WeighedEnds
from aceten_spec.cards import Rank, Suit, card_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aceten import SuitFacts, SuitState
    from aceten_solver.question.measures import Scale
    from aceten_solver.question.two_sides import TwoSides
    from aceten_spec.rulebook import Award, SuitParameters

_SUIT_TRICKS: Final = 1
_SUIT_STEP: Final = 16
_MOST_PLAYERS: Final = 4
_MOST_RANKS: Final = 13
_MOST_CARD_POINTS: Final = 125
_MOST_MARRIAGE: Final = 1000
_MOST: Final = 4000
_MOST_ROWS: Final = 64
_MOST_MISSING: Final = 1_000_000

_OBLIGATIONS: Final = ("none", "follow", "follow_beat_trump")
_MARRIAGES: Final = ("none", "trump", "suit", "order")
_CLOSING: Final = ("never", "after_drawing", "either")
_CLAIMS: Final = ("never", "called", "automatic")
_SCORES: Final = ("table", "race", "contract", "points")
_PENALTIES: Final = ("closing", "end", "flat")
_TRICKS: Final = ("any", "some", "all")
_TOOK: Final = {False: 0, True: 1, None: 2}
_FIRST: Final = Side(0)
_SECOND: Final = Side(1)


class _Encoding(NamedTuple):
    """A game in numbers."""

    rules: tuple[int, ...] | None
    """Its rules; ``None``: the core does not do such games."""
    numbers: tuple[int, ...]
    """The number of each card in the core, by its own: 16 for each suit, and the place of its rank in the game's order."""
    actions: tuple[Action | None, ...]
    """Every action by its number in the core."""


_ENCODINGS: Final[dict[SuitFacts, _Encoding]] = {}
_MOST_ENCODINGS: Final = 1000


def rules_of(game: SuitFacts, sides: TwoSides) -> tuple[int, ...] | None:  # noqa: ARG001 - these are always those of the seats in turn
    """Return the rules of a game; ``None`` when the core does not do it."""
    return _encoding(game).rules


def question_of(state: SuitState, scale: Scale) -> list[int] | None:
    """Return a position in which somebody is to act, and what is measured; ``None`` when the core does not do it."""
    if isinstance(scale, WeighedEnds) and "points" in scale.weights:
        return None
    if state.bidding or max(*state.points, *state.melds) > _MOST or max(state.scores) > _MOST_MISSING:
        return None
    game, closed, tricks = state.game, state.closed, state.tricks
    numbers = _encoding(game).numbers
    took = state.took_a_trick(_FIRST), state.took_a_trick(_SECOND)
    asked = [*_measure(scale), state.leader, -1 if state.trump is None else state.trump - 1]
    for points, has, melds, score in zip(state.points, took, state.melds, state.scores, strict=True):
        asked += (points, _TOOK[has], melds, _needed(game.rules, score))
    asked += (tricks is not None, state.cards_in_play + game.players <= len(game.pack.cards))
    if closed is None:
        asked += (-1, 0, 0, 0)
    else:
        other = 1 - game.sides[closed.seat]
        fresh = tricks is not None and sum(tricks) == sum(closed.tricks)
        asked += (closed.seat, closed.points, closed.tricks[other] > 0, fresh)
    asked += (-1, 0) if state.contract is None else state.contract
    for cards in (state.talon, state.trick, *state.hands):
        asked.append(len(cards))
        asked += [numbers[card] for card in cards]
    return asked


def action_of(code: int, state: SuitState) -> Action:
    """Return the action that a number of the core stands for."""
    action = _encoding(state.game).actions[code]
    if action is None:
        message = f"no action has number {code}"
        raise ValueError(message)
    return action


def _encoding(game: SuitFacts) -> _Encoding:
    encoding = _ENCODINGS.get(game)
    if encoding is None:
        if len(_ENCODINGS) >= _MOST_ENCODINGS:
            _ENCODINGS.clear()
        encoding = _ENCODINGS[game] = _encode(game)
    return encoding


def _encode(game: SuitFacts) -> _Encoding:
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
    further: tuple[Action, ...] = (EXCHANGE, CLOSE, DRAW, Claim(), *map(Claim, Suit), PASS, *map(NameTrump, Suit))
    return _Encoding(
        rules=numbers_of(game) if rules.meld_counts == "any_trick" and _is_small(game) else None,
        numbers=tuple(numbers),
        actions=(*plays, *melds, *further),
    )


def _is_small(game: SuitFacts) -> bool:
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
    )


def numbers_of(game: SuitFacts, *, shortcuts: Shortcut = ALL_SHORTCUTS) -> tuple[int, ...]:
    """Return the rules as the core reads them, in the order of ``rules.rs``.

    :param shortcuts: what the core may use to be fast.
    """
    rules = game.rules
    order: tuple[str, ...] = tuple(reversed(rules.order))
    written = [rank.letter for rank in reversed(Rank) if rank.letter in order]
    points = {str(letter): value for letter, value in rules.values.items()}
    return (
        _SUIT_TRICKS,
        shortcuts,
        game.players,
        rules.hand,
        len(game.pack.cards) - game.players * rules.hand,
        len(order),
        *[points.get(letter, 0) for letter in order],
        *map(written.index, order),
        *[order.index(letter) if letter in order else -1 for letter in ("K", "Q", rules.exchange)],
        rules.trump == "marriage",
        rules.last_trick_points,
        *map(_OBLIGATIONS.index, (rules.obligation, rules.last_obligation)),
        _MARRIAGES.index(rules.marriages),
        *[*rules.marriage_points, 0, 0, 0, 0][: len(Suit)],
        rules.meld_lead == "king",
        *(rules.meld_forced, rules.meld_first, rules.meld_after_stock, rules.meld_after_closing),
        rules.exchange_by == "leader",
        rules.exchange_needs_trick,
        min(rules.exchange_min_stock, len(game.pack.cards)),
        rules.exchange_after_closing,
        _CLOSING.index(rules.close),
        min(rules.close_min_stock, len(game.pack.cards)),
        rules.close_first,
        _CLAIMS.index(rules.claim),
        rules.wrong_claim == "refused",
        _SCORES.index(rules.score),
        game.most_game_points,
        *rules.won,
        rules.won_at == "closing",
        rules.schneider,
        *rules.penalty,
        _PENALTIES.index(rules.penalty_at),
        rules.last_trick_wins,
        max(rules.bids, default=0),
        rules.grand_points,
        rules.grand_needs == "tricks",
        rules.defenders_score,
        len(rules.scoring),
        *[number for row in rules.scoring for number in _row(row)],
    )


def _row(row: Award) -> Iterable[int]:
    return (*row.points, *(row.cards or (-1, -1)), _TRICKS.index(row.tricks), row.game_points)


def _measure(scale: Scale) -> tuple[int, int, int]:
    """Return what every trick counts beside points, -1 where it does not; and where no points are measured, what an end's weights are."""
    match scale:
        case WeighedEnds():
            return -1, scale.weights.get("deal", 0), scale.weights.get("game-points", 0)
        case OutcomeScale():
            return scale.extra if scale.extremes else -1, 0, 0
        case _:
            message = f"expected one of the scales for suit tricks, given a {type(scale).__name__}"
            raise TypeError(message)


def _needed(rules: SuitParameters, score: int) -> int:
    """Return the points that a side needs for a right claim."""
    if rules.claim == "never":
        return 0
    return rules.target - score if rules.claim_for == "match" else rules.claim_points
