"""How many deals at a time are dealt, begun and told, as the native core takes it: games that it plays so, actions, planes, positions."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from aceten import MatchingGame, MatchingState, State, SuitGame, SuitState, UsageError, parse
from aceten.vocabulary.actions import FLIP, SPICE, STOP
from aceten.vocabulary.errors import check_kind, state_expected
from aceten_solver.native import encode_matching, encode_suits
from aceten_solver.native.manifest import Layout, Value
from aceten_solver.question.two_sides import TwoSides
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aceten import Game

_MATCHING: Final = Layout("dealing")
_SUITS: Final = Layout("suit dealing")
_PLANES: Final = Layout("planes")
_TWO: Final = 2


def check_playable(game: Game) -> None:
    """Refuse a game whose deals are not played many at a time, with the reason.

    :raises UsageError: then.
    """
    if game.side_count != _TWO or (isinstance(game, MatchingGame) and game.lone_card is not None):
        raise UsageError(
            say("{game}: only deals between two sides that are known beforehand are played many at a time", game=game)
        )


def rules_of(game: Game) -> Sequence[int] | None:
    """Return the rules of a game as the core takes them; ``None``: it does not do them."""
    sides = TwoSides((game.sides[0],), (game.sides[1],))
    if isinstance(game, MatchingGame):
        return encode_matching.rules_of(game, sides)
    return encode_suits.rules_of(game, sides) if isinstance(game, SuitGame) else None


def dealing_of(game: Game) -> list[int]:
    """Return how the pack of a game is dealt, and which actions have numbers."""
    if isinstance(game, SuitGame):
        return _SUITS.numbers(_suits(game))
    further = game.further_actions()
    words = {"flip": FLIP, "spice": SPICE, "stop": STOP}
    return _MATCHING.numbers(
        {
            "further": [word for word, action in words.items() if action in further],
            "batches": game.rules.deal,
            "pack": [game.place_of[card] for card in game.pack.cards],
        }
    )


def state_of(game: Game, position: object) -> State:
    """Return a position of a game, or that of a line, in which somebody is to act and of which it is known what went before.

    :raises AcetenError: when it is none.
    """
    state = parse(position, rules=game.rulebook, of="state") if isinstance(position, str) else position
    check_kind(state, State, state_expected())
    assert isinstance(state, State)  # noqa: S101 - for type checkers
    if state.game != game or state.turn is None:
        raise UsageError(
            say("{state}: expected a position of {game} in which somebody is to act", state=state, game=game)
        )
    if state.tricks is None or not state.points_known:
        message = say("{state}: what the deal comes to is open, as the position does not say enough", state=state)
        raise UsageError(message)
    return state


def position_of(state: State) -> list[int]:
    """Return where a deal stands, and what went before, as the core goes on from there.

    :raises UsageError: when it does not do such a position.
    """
    told = None
    if isinstance(state, MatchingState):
        told = encode_matching.position_of(state)
    elif isinstance(state, SuitState):
        told = encode_suits.position_of(state)
    if told is None:
        raise UsageError(say("{state}: there are more points than the native core counts", state=state))
    return [number for numbers in told for number in (len(numbers), *numbers)]


def planes_of(game: Game) -> list[int]:
    """Return where each plane begins of what a seat sees, and what else has to be known to tell it."""
    begins = dict(
        zip(
            [plane.name for plane in game.planes],
            accumulate([0, *[plane.size for plane in game.planes]]),
            strict=False,
        )
    )
    peeking = isinstance(game, MatchingGame) and game.rules.partner_peek and game.partner(0) is not None
    told: dict[str, Value] = {
        "size": game.tensor_size,
        "cards": next(plane.shape[0] for plane in game.planes if plane.name == "trick"),
        "lead_ranks": [game.pack.ranks.index(card.rank) for card in game.kinds],
        "peeking": peeking,
        "auction": next((plane.size for plane in game.planes if plane.name == "bids"), 0),
    }
    return _PLANES.numbers({name: begins.get(name, -1) for name in _PLANES.names} | told)


def _suits(game: SuitGame) -> dict[str, Value]:
    rules, number_of = game.rules, game.number_of_action
    known = "cut_known" if rules.trump == "cut" and game.cut_shown else rules.trump
    trumps = "later" if rules.trump in {"marriage", "named"} else known
    return {
        "trumps": trumps,
        "needed": encode_suits.needed(rules, 0),
        "batches": rules.deal,
        "pack": [*map(encode_suits.card_number(game), game.pack.cards)],
        "actions": len(game.actions),
        "numbers": [-1 if action is None else number_of.get(action, -1) for action in encode_suits.actions_known(game)],
    }
