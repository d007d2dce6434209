"""Deals to test with, and ways to play them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, overload

from typing_extensions import override

from aceten.conformance.questions.option_rows import load_row, option_rows
from aceten.deals.shuffling import shuffle_and_cut
from aceten.engine.game import Game
from aceten.engine.loading import load, rulebook_of
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import EXCHANGE, PASS, Action, Claim, Close, Meld, Play
from aceten.vocabulary.errors import usage_error
from aceten_spec.cards import Card, Rank, format_cards
from aceten_spec.errors import shown
from aceten_spec.rulebook import OptionValue, Rulebook
from aceten_spec.written_cards import card, parse_cards

_EAGER: Final = 128
"""From this number on, :func:`pick` plays for what seldom comes about."""


@dataclass(frozen=True)
class Deal:
    """Everything that a deal begins with."""

    game: Game
    """What is played."""
    deck: tuple[Card, ...]
    """The pack in dealing order: the first card is dealt first."""
    dealer: int = 0
    """The seat that deals."""
    cut: Card | None = None
    """The card that cutting shows, in a game where one is cut."""
    scores: tuple[int, ...] | None = None
    """The scores in the match, in a game where they bear on play; ``None``: 0 each."""

    def state(self) -> State:
        """Return the engine's state after dealing.

        :raises UsageError: when there can be no such deal.
        """
        return self.game.deal(deck=self.deck, dealer=self.dealer, cut=self.cut, scores=self.scores)

    @override
    def __repr__(self) -> str:
        """As :func:`deal_of` makes it again."""
        options = "".join(f" {name}={value}" for name, value in self.game.options)
        further = [f"dealer={self.dealer}"]
        if self.cut is not None:
            further.append(f"cut='{self.cut}'")
        if self.scores is not None:
            further.append(f"scores={self.scores}")
        return f"deal_of('{self.game}{options}', '{format_cards(self.deck)}', {', '.join(further)})"


@dataclass(frozen=True, repr=False)
class MatchingDeal(Deal):
    """A deal with matching tricks."""

    game: MatchingGame

    @override
    def state(self) -> MatchingState:
        """Return the engine's state after dealing."""
        state = super().state()
        assert isinstance(state, MatchingState)  # noqa: S101 - the game makes no other
        return state


@dataclass(frozen=True, repr=False)
class SuitDeal(Deal):
    """A deal with suit tricks."""

    game: SuitGame

    @override
    def state(self) -> SuitState:
        """Return the engine's state after dealing."""
        state = super().state()
        assert isinstance(state, SuitState)  # noqa: S101 - the game makes no other
        return state


AnyDeal: TypeAlias = MatchingDeal | SuitDeal
"""A deal with tricks of either kind."""


def game_named(name: str, options: Mapping[str, OptionValue] | None = None) -> Game:
    """Return the game of a name such as ``"zsiros/2"`` or ``"zsiros/2 tie=draw"``.

    :param options: further options.
    :raises RulebookError: when there is no such game or option.
    :raises UsageError: when the number of players is none, or not one of the game's.
    """
    first, *said = name.split()
    rules, _, players = first.partition("/")
    if not players.isdecimal() or not all("=" in each for each in said):
        raise usage_error("{name}: expected a game with its number of players, such as zsiros/2", name=shown(name, 80))
    written = dict([each.split("=", 1) for each in said])
    numbers = {key: int(value) if value.isdecimal() else value for key, value in written.items()}
    return load(rules, players=int(players), **numbers, **(options or {}))


def deal_of(
    game: str | Game,
    deck: str | tuple[Card, ...] | int,
    *,
    dealer: int = 0,
    cut: str | Card | None = None,
    scores: tuple[int, ...] | None = None,
) -> AnyDeal:
    """Return a deal.

    >>> from aceten.testing import deal_of
    >>> deal_of("zsiros/2", 7, dealer=1).state().hands[0]
    (card('Kd'), card('9d'), card('8c'), card('8d'))

    :param game: the game, or its name with the number of players and options: ``"zsiros/2 tie=draw"``.
    :param deck: the pack in dealing order, as cards or as text; or a seed, from 0 to 2**64 - 1, that shuffles it.
    :param dealer: the seat that deals.
    :param cut: the card that cutting shows, in a game where one is cut; the seed knows it, too.
    :param scores: the sides' scores in the match, in a game where they bear on play; 0 each when they are left out.
    :raises AcetenError: when there is no such game, deck, card or seed. Whether the deck is the whole pack is seen when it is dealt.
    """
    found = game_named(game) if isinstance(game, str) else game
    if isinstance(deck, int):
        cards, cut_card = shuffle_and_cut(found.pack.cards, deck)
        cut = cut_card if cut is None and found.cuts else cut
    else:
        cards = parse_cards(deck) if isinstance(deck, str) else deck
    at = card(cut) if isinstance(cut, str) else cut
    if isinstance(found, SuitGame):
        return SuitDeal(found, cards, dealer, at, scores)
    assert isinstance(found, MatchingGame)  # noqa: S101 - there are two kinds
    return MatchingDeal(found, cards, dealer, at, scores)


@overload
def every_game(rulebook: str, players: int | None = None) -> Iterator[Game]: ...
@overload
def every_game(rulebook: Rulebook, players: int | None = None) -> Iterator[Game]: ...
def every_game(rulebook: str | Rulebook, players: int | None = None) -> Iterator[Game]:
    """Yield a rulebook's games: each number of players, with so many combinations of options that any two values meet.

    :param rulebook: the rulebook, or the id of a shipped one.
    :param players: this number of players alone.
    :raises RulebookError: when there is no such rulebook.
    """
    book = rulebook_of(rulebook)
    for count in book.parameters.players if players is None else (players,):
        for row in option_rows(book, count):
            yield load_row(book, count, row)


def pick(state: State, choice: int) -> Action:
    """Return the legal action for a number from 0 to 255, by which deals come to what seldom happens more often than by chance.

    The upper half of the numbers play for long tricks: they lead a rank that the hand has several of, match it, and continue.
    With suit tricks they claim when it is right, and bid little; the lower half seldom claim, and seldom close the talon.

    :param state: a state in which somebody is to act.
    """
    legal = state.legal
    if isinstance(state, SuitState):
        return _pick_in_suits(state, choice)
    if isinstance(state, MatchingState) and choice >= _EAGER and state.turn is not None:
        ranks = [action.card.rank for action in legal if isinstance(action, Play)] or list(Rank)
        wild = {letter for letter in state.game.rules.wild if state.trick}
        held = Counter(card.rank for card in state.hands[state.turn])
        wanted = state.trick[0].rank if state.trick else max(ranks, key=lambda rank: held[rank])
        legal = tuple(
            action
            for action in legal
            if isinstance(action, Play) and (action.card.rank == wanted or action.card.rank.letter in wild)
        )
    return (legal or state.legal)[choice % len(legal or state.legal)]


def _pick_in_suits(state: SuitState, choice: int) -> Action:
    legal = state.legal
    right = [action for action in legal if isinstance(action, Claim) and state.is_right(action.suit)]
    if right and choice >= _EAGER:
        return right[choice % len(right)]
    if PASS in legal and choice % 3:
        return PASS
    if EXCHANGE in legal and choice % 4:
        return EXCHANGE
    melds = [action for action in legal if isinstance(action, Meld)]
    if melds and choice % 2:
        return melds[choice % len(melds)]
    rare = [action for action in legal if isinstance(action, Claim | Close)]
    usual = [action for action in legal if action not in rare]
    chosen = usual if usual and choice % 16 else legal
    return chosen[choice % len(chosen)]


def play_on(state: State, choices: Iterable[int]) -> State:
    """Return the state after as many legal actions as there are choices (:func:`pick`), or at the end of the deal."""
    for choice in choices:
        if state.turn is None:
            break
        state = state.play(pick(state, choice))
    return state
