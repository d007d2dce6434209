"""Games, deals and states for the property tests."""

from typing import Final

import msgspec
from hypothesis import strategies as st

from aceten import Game, MatchingGame, MatchingState, State, SuitGame, SuitState, parse
from aceten.testing import Deal, MatchingDeal, SuitDeal, every_game, strategies
from aceten_spec import load_shipped, shipped
from aceten_spec.clauses.refusals import refusal_codes
from aceten_spec.rulebook import Award, MatchingParameters, Rulebook

LONGEST_DEAL: Final = 180
"""No deal of these games has more actions, calls apart: at most 104 cards are played, and after each round a trick is stopped."""


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
            flip=True,
            spice=True,
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
        meld_after_stock=True,
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
        meld_first=False,
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
        "flat", "schnapsen", close="either", penalty_at="flat", exchange_after_closing=True, wrong_claim="refused"
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


def games() -> st.SearchStrategy[Game]:
    """Any game; as likely one with suit tricks as one with matching tricks."""
    return st.sampled_from(MATCHING_GAMES + HOUSE_GAMES) | st.sampled_from(SUIT_GAMES)


def matching_deals() -> st.SearchStrategy[MatchingDeal]:
    """Any game with matching tricks, a dealer, and a deck."""
    return strategies.matching_deals(st.sampled_from(MATCHING_GAMES + HOUSE_GAMES))


def suit_deals() -> st.SearchStrategy[SuitDeal]:
    """Any game with suit tricks, a dealer, a deck, and what else a deal of it begins with."""
    return strategies.suit_deals(st.sampled_from(SUIT_GAMES) | st.sampled_from(HOUSE_SUIT_GAMES))


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


def states() -> st.SearchStrategy[State]:
    """Any state that play leads to, at any moment of a deal."""
    return strategies.states(deals())


def matching_states() -> st.SearchStrategy[MatchingState]:
    """Any state with matching tricks that play leads to, at any moment of a deal."""
    return strategies.states(matching_deals()).map(matching_state)


def suit_states() -> st.SearchStrategy[SuitState]:
    """Any state with suit tricks that play leads to, at any moment of a deal."""
    return strategies.states(suit_deals()).map(_suit_state)


def _suit_state(state: State) -> SuitState:
    assert isinstance(state, SuitState)
    return state


def game_of(state: State) -> Game:
    """Return the game of a state, which was loaded as a whole."""
    return state.game


def read(line: str, game: Game) -> State:
    """Read a position line by the rulebook of a game."""
    return parse(line, rules=game.rulebook)


def rewrite(line: str, **values: str | None) -> str:
    """Return a position line with other values for some of its keys; ``None`` leaves the key out."""
    first, *fields = line.split()
    kept = [field for field in fields if field.partition("=")[0] not in values]
    return " ".join([first, *kept, *(f"{key}={value}" for key, value in values.items() if value is not None)])
