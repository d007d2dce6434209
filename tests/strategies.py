"""Games, deals and states for the property tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec
from hypothesis import strategies as st

from aceten import (
    EXCHANGE,
    PASS,
    Action,
    Claim,
    Close,
    Game,
    MatchingGame,
    MatchingState,
    Meld,
    Play,
    Rank,
    State,
    SuitGame,
    SuitState,
    parse,
)
from aceten.conformance.rows import load_row, option_rows
from aceten.shuffling import MAX_SEED, shuffle
from aceten_spec import Card, load_shipped, shipped
from aceten_spec.refusals import refusal_codes
from aceten_spec.rulebook import Award, MatchingParameters, Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from aceten import Facts

LONGEST_DEAL: Final = 180
"""No deal of these games has more actions, calls apart: at most 104 cards are played, and after each round a trick is stopped."""

_EAGER: Final = 128


def every_game(rulebook: Rulebook) -> Iterator[Game]:
    """Yield a rulebook's games: each number of players with each of the combinations of :func:`option_rows`."""
    for players in rulebook.parameters.players:
        for row in option_rows(rulebook, players):
            yield load_row(rulebook, players, row)


def _house_rules(name: str, parameters: MatchingParameters) -> Rulebook:
    zsiros = load_shipped("zsiros")
    refusals = dict.fromkeys(refusal_codes(parameters), zsiros.refusals["unknown_action"]) | zsiros.refusals
    return msgspec.structs.replace(zsiros, id=name, options={}, refusals=refusals, parameters=parameters)


_ZSIROS: Final = msgspec.convert(msgspec.to_builtins(load_shipped("zsiros").parameters), MatchingParameters)

HOUSE_RULES: Final = (
    _house_rules(
        "one-round",
        msgspec.structs.replace(_ZSIROS, pack="french-52", hand=5, deal=(3, 2), continuation="never", calls=()),
    ),
    _house_rules(
        "always",
        msgspec.structs.replace(
            _ZSIROS,
            wild=("8", "7"),
            continuation="always",
            draw="round_robin",
            values={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
            last_card_loses="A",
            scoring=(
                Award(name="most", meaning="most points", points=(60, 119), tricks="some", game_points=2),
                Award(name="few", meaning="all points", points=(120, 120), tricks="some", game_points=4),
                Award(name="all", meaning="all tricks", points=(120, 120), tricks="all", game_points=5),
            ),
        ),
    ),
    _house_rules(
        "whole-pack",
        msgspec.structs.replace(_ZSIROS, wild=(), hand=8, deal=(1, 4, 3), tie="draw", last_card_loses="K"),
    ),
    _house_rules(
        "eight-at-table",
        msgspec.structs.replace(
            _ZSIROS,
            pack="french-52",
            packs=2,
            players=(8, 3),
            sides="each",
            leftover="last_trick",
            tie="shared",
            calls=(),
        ),
    ),
    _house_rules(
        "two-aces",
        msgspec.structs.replace(
            _ZSIROS,
            removed=("Ac", "As"),
            players=(2,),
            values={"A": 1},
            tie="shared",
            calls=(),
            scoring=(Award(name="most", meaning="most points", points=(1, 2), tricks="any", game_points=1),),
        ),
    ),
    _house_rules(
        "newest",
        msgspec.structs.replace(
            _ZSIROS,
            wild=("7", "8", "9"),
            wild_led="own_rank",
            wild_role="trump",
            continuation="always",
            to_match="newest_lead",
            calls=("beat",),
            last_trick_points=7,
            wins_from=45,
            tie="draw",
        ),
    ),
    _house_rules(
        "flip",
        msgspec.structs.replace(
            _ZSIROS,
            wild=("7",),
            continuation="never",
            taken_by="first_match",
            flip="on",
            spice="on",
            lead_limit=2,
            players=(2, 4),
            sides="each",
            tie="last_trick",
            calls=(),
        ),
    ),
)
"""Rulebooks of our own, for the parameters that no option of a shipped rulebook reaches."""

GAMES: Final = tuple(game for name in shipped() for game in every_game(load_shipped(name)))
"""Every game that the shipped rulebooks describe."""

MATCHING_GAMES: Final = tuple(game for game in GAMES if isinstance(game, MatchingGame))
"""Those of them with matching tricks."""

SUIT_GAMES: Final = tuple(game for game in GAMES if isinstance(game, SuitGame))
"""Those of them with suit tricks."""


def _house_suits(name: str, parent: str, **changes: object) -> Rulebook:
    book = load_shipped(parent)
    plain = book.refusals["unknown_action"]
    further = refusal_codes(book.parameters)
    parameters = msgspec.structs.replace(book.parameters, **changes)
    return msgspec.structs.replace(
        book, id=name, options={}, refusals=dict.fromkeys(further, plain) | book.refusals, parameters=parameters
    )


HOUSE_SUIT_RULES: Final = (
    _house_suits("four-race", "sixty-six", players=(4,), hand=4, deal=(4,), exchange_min_stock=1, claim_points=40),
    _house_suits(
        "cut-race",
        "sixty-six",
        pack="french-32",
        order=("A", "T", "K", "Q", "J", "9", "8", "7"),
        hand=5,
        deal=(2, 3),
        trump="cut",
        cut_card="known",
        exchange="none",
        exchange_min_stock=3,
        close="never",
        claim="automatic",
        marriages="order",
        marriage_points=(20, 30, 40, 50),
        meld_after_stock="on",
    ),
    _house_suits(
        "bids-with-talon",
        "auction-sixty-six",
        hand=4,
        deal=(4,),
        obligation="none",
        last_obligation="follow_beat_trump",
        marriages="suit",
        marriage_points=(20, 40, 60, 80),
        meld_first="off",
        bids=(20, 30, 90),
        grand_points=100,
        grand_needs="tricks",
    ),
    _house_suits(
        "table-and-last-trick",
        "einwerfen",
        players=(2, 4),
        obligation="follow_beat_trump",
        last_obligation="follow_beat_trump",
        last_trick_points=10,
        scoring=(
            Award(name="more", meaning="more points", points=(66, 130), tricks="some", game_points=1),
            Award(name="all", meaning="every trick", points=(130, 130), tricks="all", game_points=3),
        ),
    ),
    _house_suits("no-claims", "tausendeins", players=(2, 4), claim="never", last_trick_points=10, target=200),
    _house_suits(
        "flat", "schnapsen", close="either", penalty_at="flat", exchange_after_closing="on", wrong_claim="refused"
    ),
)
"""Rulebooks with suit tricks of our own, for the parameters that no option of a shipped rulebook reaches."""

HOUSE_SUIT_GAMES: Final = tuple(
    game for rulebook in HOUSE_SUIT_RULES for game in every_game(rulebook) if isinstance(game, SuitGame)
)
"""Every game of :data:`HOUSE_SUIT_RULES`."""

HOUSE_GAMES: Final = tuple(
    game for rulebook in HOUSE_RULES for game in every_game(rulebook) if isinstance(game, MatchingGame)
)
"""Every game of :data:`HOUSE_RULES`."""


@dataclass(frozen=True)
class Deal:
    """Everything that a deal begins with."""

    game: Game
    deck: tuple[Card, ...]
    dealer: int
    cut: Card | None = None
    """The card that cutting shows, in a game where one is cut."""
    scores: tuple[int, ...] | None = None
    """The scores in the match, in a game where they bear on play."""

    def state(self) -> State:
        """Return the engine's state after dealing."""
        return self.game.deal(deck=self.deck, dealer=self.dealer, cut=self.cut, scores=self.scores)


@dataclass(frozen=True)
class MatchingDeal(Deal):
    """A deal with matching tricks."""

    game: MatchingGame

    def state(self) -> MatchingState:
        """Return the engine's state after dealing."""
        return matching_state(super().state())


@dataclass(frozen=True)
class SuitDeal(Deal):
    """A deal with suit tricks."""

    game: SuitGame

    def state(self) -> SuitState:
        """Return the engine's state after dealing."""
        state = super().state()
        assert isinstance(state, SuitState)
        return state


def games() -> st.SearchStrategy[Game]:
    """Any game; as likely one with suit tricks as one with matching tricks."""
    return st.sampled_from(MATCHING_GAMES + HOUSE_GAMES) | st.sampled_from(SUIT_GAMES)


def seeds() -> st.SearchStrategy[int]:
    """Any seed."""
    return st.integers(0, MAX_SEED)


def _in_pairs(game: Game, order: Iterable[int]) -> tuple[Card, ...]:
    """Return a deck in which equal ranks lie in pairs, so that hands can continue tricks more often than by chance."""
    by_rank = sorted(game.pack.cards, key=lambda card: (card.rank, card.suit or 0))
    pairs = tuple(card for pair in order for card in by_rank[2 * pair : 2 * pair + 2])
    return pairs + tuple(by_rank[len(pairs) :])


def decks(game: Game) -> st.SearchStrategy[tuple[Card, ...]]:
    """A deck that is either shuffled or in pairs of equal rank."""
    shuffled = seeds().map(lambda seed: shuffle(game.pack.cards, seed))
    paired = st.permutations(range(len(game.pack.cards) // 2)).map(lambda order: _in_pairs(game, order))
    return shuffled | paired


@st.composite
def matching_deals(draw: st.DrawFn) -> MatchingDeal:
    """Any game with matching tricks, a dealer, and a deck."""
    game = draw(st.sampled_from(MATCHING_GAMES + HOUSE_GAMES))
    return MatchingDeal(game, draw(decks(game)), draw(st.integers(0, game.players - 1)))


@st.composite
def suit_deals(draw: st.DrawFn) -> SuitDeal:
    """Any game with suit tricks, a dealer, a deck, and what else a deal of it begins with."""
    game = draw(st.sampled_from(SUIT_GAMES) | st.sampled_from(HOUSE_SUIT_GAMES))
    cut = draw(st.sampled_from(game.pack.cards)) if game.cuts else None
    score = st.integers(0, game.rules.target + (60 if game.rules.claim == "called" else -1))
    scores = draw(st.tuples(score, score)) if game.scores_matter and draw(st.booleans()) else None
    return SuitDeal(game, draw(decks(game)), draw(st.integers(0, game.players - 1)), cut, scores)


def deals() -> st.SearchStrategy[Deal]:
    """A deal of any game."""
    return matching_deals() | suit_deals()


def matching_state(state: State) -> MatchingState:
    """Return a state that is one with matching tricks."""
    assert isinstance(state, MatchingState)
    return state


def matching_game(game: Game) -> MatchingGame:
    """Return a game that is one with matching tricks."""
    assert isinstance(game, MatchingGame)
    return game


MATCHING_NAMES: Final = tuple(
    name for name in shipped() if isinstance(load_shipped(name).parameters, MatchingParameters)
)
"""The shipped rulebooks of games with matching tricks."""


def pick(state: State, choice: int) -> Action:
    """Return the legal action for a number from 0 to 255.

    The upper half of the numbers play for long tricks: they lead a rank that the hand has several of, match it, and continue.
    With suit tricks they claim when it is right, and bid little; the lower half seldom claim, and seldom close the talon.
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


def play_on(state: State, choices: bytes) -> State:
    """Return the state after as many legal actions as there are choices, or at the end of the deal."""
    for choice in choices:
        if state.turn is None:
            break
        state = state.play(pick(state, choice))
    return state


def choices(most: int = 40) -> st.SearchStrategy[bytes]:
    """Numbers for :func:`pick`; as likely many of them as few."""
    return st.integers(0, most).flatmap(lambda count: st.binary(min_size=count, max_size=count))


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any state that play leads to, at any moment of a deal."""
    return play_on(draw(deals()).state(), draw(choices()))


@st.composite
def matching_states(draw: st.DrawFn) -> MatchingState:
    """Any state with matching tricks that play leads to, at any moment of a deal."""
    return matching_state(play_on(draw(matching_deals()).state(), draw(choices())))


@st.composite
def suit_states(draw: st.DrawFn) -> SuitState:
    """Any state with suit tricks that play leads to, at any moment of a deal."""
    state = play_on(draw(suit_deals()).state(), draw(choices()))
    assert isinstance(state, SuitState)
    return state


def game_of(state: State) -> Game:
    """Return the game of a state, which was loaded as a whole."""
    assert isinstance(state.game, Game)
    return state.game


def read(line: str, game: Facts) -> State:
    """Read a position line by the rulebook of a game."""
    return parse(line, rules=game.rulebook)


def rewrite(line: str, **values: str | None) -> str:
    """Return a position line with other values for some of its keys; ``None`` leaves the key out."""
    first, *fields = line.split()
    kept = [field for field in fields if field.partition("=")[0] not in values]
    return " ".join([first, *kept, *(f"{key}={value}" for key, value in values.items() if value is not None)])
