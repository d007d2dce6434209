"""What a deal comes to, in sentences, whatever its tricks are like."""

from __future__ import annotations

from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.seating import seats_of
from aceten.words.accounts import Account
from aceten.words.matching_results import matching_sentences
from aceten.words.suit_results import suit_sentences
from aceten_spec.speech import capital


def meaning_of_result(state: State) -> str:
    """Return what a deal that is over came to, in a few sentences; nothing when it goes on."""
    result = state.result
    if result is None:
        return ""
    game = state.game
    account = Account(
        parties=tuple(seats_of(game, (side,)) for side in range(game.side_count)),
        points=result.points,
        winners=result.winners,
        game_points=result.game_points,
        margin=None,
        last_trick=result.last_trick,
        award=result.award,
    )
    return sentences(state, account)


def sentences(state: State, account: Account) -> str:
    """Return what a deal came to, or comes to with perfect play, in a few sentences."""
    match state:
        case MatchingState():
            told = matching_sentences(state, account)
        case SuitState():
            told = suit_sentences(state, account)
        case _:
            raise TypeError(type(state).__name__)
    return " ".join(capital(each) for each in told if each)
