"""Games, deals and states for the property tests."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec
from hypothesis import strategies as st

from aceten import Action, Game, Play, Rank, RulebookError, State, load, parse
from aceten.shuffling import MAX_SEED, shuffle
from aceten_spec import Card, load_shipped, shipped
from aceten_spec.options import option_values, options_for, own_value
from aceten_spec.rulebook import FURTHER_REFUSALS, Award, OptionValue, Parameters, Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

LONGEST_DEAL: Final = 180
"""No deal of these games has more actions, calls apart: at most 104 cards are played, and after each round a trick is stopped."""

_EAGER: Final = 128

Row: TypeAlias = "dict[str, OptionValue]"


def values_of(rulebook: Rulebook, name: str, players: int) -> tuple[OptionValue, ...]:
    """Return every value of an option, its own first; of a number without limit its own value and another."""
    own = own_value(rulebook, name, players)
    values = option_values(rulebook.options[name])
    others = (int(own) + 1,) if values is None else tuple(value for value in values if value != own)
    return (own, *others)


def load_row(rulebook: Rulebook, players: int, row: Row) -> Game:
    """Return the game with these option values; one that is the option's own is not said.

    :raises RulebookError: when they contradict each other.
    """
    said = {name: value for name, value in row.items() if value != own_value(rulebook, name, players)}
    return load(rulebook, players=players, **said)


def _loads(rulebook: Rulebook, players: int, row: Row) -> bool:
    """Whether these options agree with each other."""
    try:
        load_row(rulebook, players, row)
    except RulebookError:
        return False
    return True


def option_rows(rulebook: Rulebook, players: int) -> tuple[Row, ...]:
    """Return combinations of option values in which every two values of two options that agree with each other occur together."""
    values = {name: values_of(rulebook, name, players) for name in options_for(rulebook, players)}
    own: Row = {name: choices[0] for name, choices in values.items()}
    wanted = [
        {first: one, second: other}
        for first, second in itertools.combinations(values, 2)
        for one in values[first]
        for other in values[second]
    ] or [{name: value} for name, choices in values.items() for value in choices]
    rows: list[Row] = [own]
    for pair in wanted:
        if any(pair.items() <= row.items() for row in rows) or not _loads(rulebook, players, own | pair):
            continue
        row = own | pair
        for name in values:
            if name in pair:
                continue
            for value in values[name][1:]:
                new = [
                    {name: value, other: row[other]}
                    for other in row
                    if other != name
                    and not any({name: value, other: row[other]}.items() <= done.items() for done in rows)
                ]
                if len(new) > 1 and _loads(rulebook, players, row | {name: value}):
                    row |= {name: value}
                    break
        rows.append(row)
    return tuple(rows)


def every_game(rulebook: Rulebook) -> Iterator[Game]:
    """Yield a rulebook's games: each number of players with each of the combinations of :func:`option_rows`."""
    for players in rulebook.parameters.players:
        for row in option_rows(rulebook, players):
            yield load_row(rulebook, players, row)


def _house_rules(name: str, parameters: Parameters) -> Rulebook:
    zsiros = load_shipped("zsiros")
    refusals = zsiros.refusals | dict.fromkeys(FURTHER_REFUSALS, zsiros.refusals["unknown_action"])
    return msgspec.structs.replace(zsiros, id=name, options={}, refusals=refusals, parameters=parameters)


_ZSIROS: Final = load_shipped("zsiros").parameters

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

HOUSE_GAMES: Final = tuple(game for rulebook in HOUSE_RULES for game in every_game(rulebook))
"""Every game of :data:`HOUSE_RULES`."""


@dataclass(frozen=True)
class Deal:
    """Everything that a deal begins with."""

    game: Game
    deck: tuple[Card, ...]
    dealer: int

    def state(self) -> State:
        """Return the engine's state after dealing."""
        return self.game.deal(deck=self.deck, dealer=self.dealer)


def games() -> st.SearchStrategy[Game]:
    """Any game."""
    return st.sampled_from(GAMES + HOUSE_GAMES)


def seeds() -> st.SearchStrategy[int]:
    """Any seed."""
    return st.integers(0, MAX_SEED)


def _in_pairs(game: Game, order: Iterable[int]) -> tuple[Card, ...]:
    """Return a deck in which equal ranks lie in pairs, so that hands can continue tricks more often than by chance."""
    by_rank = sorted(game.pack.cards, key=lambda card: (card.rank, card.suit or 0))
    pairs = tuple(card for pair in order for card in by_rank[2 * pair : 2 * pair + 2])
    return pairs + tuple(by_rank[len(pairs) :])


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Any game, a dealer, and a deck that is either shuffled or in pairs of equal rank."""
    game = draw(games())
    cards = game.pack.cards
    shuffled = seeds().map(lambda seed: shuffle(cards, seed))
    paired = st.permutations(range(len(cards) // 2)).map(lambda order: _in_pairs(game, order))
    return Deal(game, draw(shuffled | paired), draw(st.integers(0, game.players - 1)))


def pick(state: State, choice: int) -> Action:
    """Return the legal action for a number from 0 to 255.

    The upper half of the numbers play for long tricks: they lead a rank that the hand has several of, match it, and continue.
    """
    legal = state.legal
    if choice >= _EAGER and state.turn is not None:
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


def read(line: str, game: Game) -> State:
    """Read a position line by the rulebook of a game."""
    return parse(line, rules=game.rulebook)


def rewrite(line: str, **values: str | None) -> str:
    """Return a position line with other values for some of its keys; ``None`` leaves the key out."""
    first, *fields = line.split()
    kept = [field for field in fields if field.partition("=")[0] not in values]
    return " ".join([first, *kept, *(f"{key}={value}" for key, value in values.items() if value is not None)])
