"""Mini-packs: games played with some cards of their pack and hands of a few, so small that all of play can be searched.

Two options that every game has say so: ``cards``, what is played with, and ``hand``, how many cards each is dealt. All other rules stay:
rows of the scoring table, points that win and bids are those of the whole pack (where no row applies the first one does), and what speaks
of cards that are not there never happens.
A rulebook may have an option of its own by one of these names; its values come first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from aceten_spec.cards import Card, Pack, format_cards, sort_cards
from aceten_spec.checks.common_checks import distinct, rank
from aceten_spec.checks.parameter_checks import check_parameters
from aceten_spec.errors import NotationError, RulebookError, given, whole
from aceten_spec.options import option_values, options_for
from aceten_spec.parameters import MatchingParameters, Parameters, pack_of
from aceten_spec.rulebook import OptionValue, Rulebook
from aceten_spec.speech import say
from aceten_spec.written_cards import parse_cards

MINI_OPTIONS: Final = ("cards", "hand")
"""The options by which every game is played with a mini-pack."""

_TOO_MANY: Final = 10**6


def mini_options(
    rulebook: Rulebook, players: int, options: Mapping[str, OptionValue | bool]
) -> dict[str, OptionValue | bool]:
    """Return those of some options that ask for a mini-pack: none that the rulebook itself has with such a value."""
    own = options_for(rulebook, players)
    return {
        name: options[name]
        for name in MINI_OPTIONS
        if name in options
        and not (name in own and str(options[name]) in map(str, option_values(own[name]) or [options[name]]))
    }


def smaller(
    parameters: Parameters, players: int, asked: Mapping[str, OptionValue | bool], *, source: str = "options"
) -> tuple[Parameters, dict[str, OptionValue]]:
    """Return the parameters of a mini-pack, and those of the options that make a difference, as they are written.

    :param asked: of :data:`MINI_OPTIONS`, those that are given.
    :raises RulebookError: for cards that are not in the pack or stand there twice, and for hands and a talon that cannot be dealt.
    """
    changes, said = dict[str, object](), dict[str, OptionValue]()
    if "cards" in asked:
        pack = pack_of(parameters)
        kept = _cards(asked["cards"], pack, source)
        if removed := [str(card) for card in dict.fromkeys(pack.cards) if card not in kept]:
            changes["removed"] = (*parameters.removed, *removed)
            said["cards"] = format_cards(kept)
    if "hand" in asked:
        hand = _hand(asked["hand"], source)
        if hand != parameters.hand:
            changes |= {"hand": hand, "deal": (hand,)}
            said["hand"] = hand
    changed = msgspec.structs.replace(parameters, **changes)
    if said:
        _check(changed, players, tuple(said), source)
    return changed, said


def _cards(value: OptionValue | bool, pack: Pack, source: str) -> tuple[Card, ...]:
    """Return the cards that are played with, in their written order."""
    expected = say("cards of the pack with their suits, each once")
    try:
        cards = parse_cards(value) if isinstance(value, str) else ()
    except NotationError as error:
        raise _error("cards", error.problem, expected, source) from error
    distinct(map(str, cards), source=source, key="cards")
    for card in cards:
        if card not in pack.cards:
            raise _error("cards", say("the pack {pack} has no {card}", pack=pack.id, card=card), expected, source)
    if not cards:
        raise _error("cards", given(value), expected, source)
    return sort_cards(cards)


def _hand(value: OptionValue | bool, source: str) -> int:
    """Return how many cards each is dealt."""
    hand = int(value) if isinstance(value, str) and re.fullmatch("[1-9][0-9]{0,5}", value) else whole(value)
    if hand is None or not 1 <= hand < _TOO_MANY:
        raise _error("hand", given(value), say("how many cards each is dealt, from 1"), source)
    return hand


def _check(parameters: Parameters, players: int, said: tuple[str, ...], source: str) -> None:
    """Refuse what cannot be dealt, or played; of the options that are said the last is the one to change."""
    pack = pack_of(parameters)
    talon = len(pack.cards) - players * parameters.hand
    leftover = isinstance(parameters, MatchingParameters) and parameters.leftover != "none"
    if talon > 0 and talon % players and not leftover:
        problem = say("a talon of {cards} cards does not divide by {players} players", cards=talon, players=players)
        raise _error(said[-1], problem, say("hands that leave a talon which does, or none"), source)
    if not any(points and pack.count(rank(letter)) for letter, points in parameters.values.items()):
        raise _error(said[0], say("no card counts anything"), say("a card that counts points"), source)
    try:
        check_parameters(parameters, players, source=source, sound=False)
    except RulebookError as error:
        raise _error(said[-1], error.problem, error.expected, source) from error


def _error(option: str, problem: str, expected: str, source: str) -> RulebookError:
    return RulebookError(source=source, key=option, problem=problem, expected=expected)
