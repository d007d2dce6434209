"""What a person types at the table, and which action he means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten import Action, Call, Card, NotationError, Play, UsageError, parse_action
from aceten_cli.words import card_words
from aceten_spec import card, card_of
from aceten_spec.cards import without_suit
from aceten_spec.errors import shown
from aceten_spec.names import Language, rank_name

if TYPE_CHECKING:
    from aceten import Game, State

_MAX_SHOWN = 30


def action_typed(text: str, state: State, language: Language) -> Action:
    """Return the action that the player to act means.

    Cards are taken in their notation in small letters too, and by name. A rank alone stands for any card of it that may be played,
    as suits make no difference; where the card that makes its holder play alone is among them, the suit is asked for.

    :raises UsageError: when it is no action, or could be several; it says what is legal.
    """
    word = " ".join(text.split()).casefold()
    if word in ("stop", "flip", "spice"):
        return parse_action(word)
    found = _by_notation(word) or _by_name(word, state.game, language)
    if found is None:
        message = f"{shown(text, _MAX_SHOWN)!r} is neither a card nor a command; {_legal(state)}; ? for help"
        raise UsageError(message)
    hand = () if state.turn is None else state.hands[state.turn]
    meant = tuple([each for each in hand if found in (each, without_suit(each))])
    if not meant:
        lack = "hold no" if found.suit is None else "do not hold"
        message = f"you {lack} {card_words(state.game, found, language)}; {_legal(state)}"
        raise UsageError(message)
    return Play(_one_of(meant, state))


def calls_typed(text: str, state: State) -> tuple[Call, ...]:
    """Return the calls that a person means, such as ``beat`` or ``call beat``, one or more.

    :raises UsageError: when they are none of those that can be made now; it says which can.
    """
    words = text.casefold().split()
    kinds = words[1:] if words[:1] == ["call"] else words
    possible = {str(call.kind): call for call in state.calls}
    if not kinds or not set(kinds) <= set(possible):
        message = f"{shown(text, _MAX_SHOWN)!r}: expected a call, {' or '.join(possible)}"
        raise UsageError(message)
    return tuple(possible[kind] for kind in kinds)


def _by_notation(word: str) -> Card | None:
    """Return the card that is written so, in capital letters or not."""
    rank, suit = (word[:-1], word[-1:]) if word[-1:] in "cshd" else (word, "")
    try:
        return card(rank.upper() + suit)
    except NotationError:
        return None


def _by_name(word: str, game: Game, language: Language) -> Card | None:
    """Return the card of that name, or one without a suit for the name of a rank."""
    ranks = {rank_name(rank, style=game.pack.style, language=language).casefold(): rank for rank in game.pack.ranks}
    if word in ranks:
        return card_of(ranks[word])
    cards = {card_words(game, each, language).casefold(): each for each in game.pack.cards}
    return cards.get(word)


def _one_of(meant: tuple[Card, ...], state: State) -> Card:
    """Return the one to play of cards that go by the same name: a legal one, or else any, and the engine says what is wrong."""
    playable = [each for each in dict.fromkeys(meant) if Play(each) in state.legal] or list(meant)
    if state.game.lone_card in playable and len(playable) > 1:
        message = f"{' or '.join(map(str, playable))}? The suit matters here"
        raise UsageError(message)
    return playable[0]


def _legal(state: State) -> str:
    return f"legal: {', '.join(map(str, state.legal))}"
