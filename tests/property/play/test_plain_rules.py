"""The rules in plain Python against the engine where deals of shipped games do not go: rules made at will, and matches."""

import random
from collections.abc import Callable
from typing import Final, TypeAlias

import pytest
from support.games.game_strategies import GAMES, HOUSE_GAMES, HOUSE_SUIT_GAMES
from support.games.mixed_rules import hidden_matching, hidden_suits, mixed_deals, own_matching, own_suits
from support.games.tiny_deals import AnyDeal, Changes, shuffled_deal, tiny
from support.oracles.compared_facts import facts_of, facts_of_table
from support.oracles.plain_tables import begun
from support.slices import TURN, in_turn, sliced

from aceten import (
    CLOSE,
    DRAW,
    EXCHANGE,
    FLIP,
    PASS,
    SPICE,
    STOP,
    Action,
    Bid,
    Call,
    CallKind,
    Claim,
    Game,
    IllegalAction,
    MatchingGame,
    MatchingState,
    Meld,
    NameTrump,
    Play,
    Rank,
    Seat,
    Side,
    State,
    Stop,
    Suit,
    SuitState,
    UsageError,
)
from aceten.engine.match import Match, start_match
from aceten.testing import MatchingDeal, pick
from aceten.vocabulary.actions import Event
from aceten_spec import card_of, plain
from aceten_spec.plain import MatchingTable, ScoreSheet, score_sheet
from aceten_spec.rulebook import MatchingParameters

OTHERS: Final[tuple[Action, ...]] = (
    *(CLOSE, DRAW, EXCHANGE, FLIP, PASS, SPICE, STOP),
    *(Call(Seat(seat), CallKind.BEAT) for seat in range(4)),
    *(Claim(suit) for suit in (None, *Suit)),
    *map(NameTrump, Suit),
    *(Meld(card_of(rank, suit)) for rank in (Rank.KING, Rank.QUEEN, Rank.ACE) for suit in Suit),
    *map(Bid, (1, 3, 4, 9, 14)),
)
"""Every action that is no card, and some that are none in any game."""


def refused_by(state: State, action: Action) -> str | None:
    """Return the code with which the engine refuses an action; ``None`` where it does it."""
    try:
        state.play(action)
    except IllegalAction as error:
        return error.code
    return None


Choice: TypeAlias = Callable[[State, random.Random], Action]


def any_action(state: State, chance: random.Random) -> Action:
    """Return any legal action."""
    return pick(state, chance.randrange(256))


def boldly(state: State, chance: random.Random) -> Action:
    """Return an action that seldom comes up by chance: the talon is closed early, marriages are shown, nobody stops or claims."""
    for rare in (CLOSE, EXCHANGE, *(action for action in state.legal if isinstance(action, Meld))):
        if rare in state.legal and chance.randrange(3):
            return rare
    bold = [action for action in state.legal if not isinstance(action, Stop | Claim)]
    return chance.choice(bold or state.legal)


def with_what_matches(state: State, chance: random.Random) -> Action:
    """Return a card of the rank of which most are in the hand where it is led or goes on, so that tricks have many rounds."""
    cards = [action for action in state.legal if isinstance(action, Play)]
    if state.turn != state.leader or not cards:
        return boldly(state, chance)
    ranks = [card.rank for card in state.hands[state.leader]]
    return max(cards, key=lambda action: ranks.count(action.card.rank))


def agree(deal: AnyDeal, chance: random.Random, choose: Choice = any_action) -> list[State]:
    """Return the states of a course of a deal: engine and plain Python agree on each, and on what an action leads to or is refused for."""
    table: plain.Table = begun(deal)
    state: State = deal.state()
    states: list[State] = [state]
    while True:
        assert facts_of(state) == facts_of_table(table), str(state)
        for action in chance.sample((*map(Play, deal.deck), *OTHERS), 3):
            assert plain.refusal(table, str(action)) == refused_by(state, action), f"{action} in {state}"
        if state.turn is None:
            return states
        before = facts_of_table(table)
        action = choose(state, chance)
        state, after = state.play(action), plain.after(table, str(action))
        assert facts_of_table(table) == before  # what was there before stays as it was
        table = after
        states.append(state)


PLAYED: Final = (*in_turn(GAMES, 6), *HOUSE_GAMES, *HOUSE_SUIT_GAMES)
"""Games of which some deals are played by every run."""


def test_every_game_is_played_alike() -> None:
    """Engine and plain Python agree on deals of shipped games with every option in which tricks are long, or the talon closed early.

    Among them are a trick of more than three rounds of four cards, and a talon that is closed with five cards or more.
    """
    most, closed = 0, 0
    for number, game in enumerate(PLAYED):
        chance = random.Random(f"{TURN} {number}")
        scores = (chance.randrange(game.rules.target), chance.randrange(game.rules.target))
        deal = shuffled_deal(game, chance, scores if game.scores_matter else None)
        for state in agree(deal, chance, with_what_matches if isinstance(game, MatchingGame) else boldly):
            most = max(most, len(state.trick))
            closed = max(closed, len(state.talon) * (isinstance(state, SuitState) and state.closed is not None))
    assert most > 12
    assert closed >= 5


OWN: Final = sliced(60, whole=1500)
"""So many games of each kind of rules are played, a shuffled deal of each."""


@pytest.mark.parametrize("mix", [own_matching, own_suits, hidden_matching, hidden_suits])
def test_rules_as_nobody_would_make_them(mix: Callable[[random.Random], Game]) -> None:
    """Engine and plain Python agree on random courses of deals whose rules, cards and scoring tables are made at will."""
    for deal, chance in mixed_deals(mix, OWN, first=1000 * TURN):
        agree(deal, chance)


def test_four_of_a_rank_with_spicing() -> None:
    """A round is of four cards of one rank as it is taken: a card that was spiced away is not of it, one that was put there is."""
    changes: Changes = {"spice": True, "four_resets": True, "score": "points", "scoring": [], "continuation": "never"}
    cards = [f"{rank}{suit}" for rank in "AK7" for suit in "cshd"]
    game = tiny("zsiros", " ".join(cards), 4, 1, {**changes, "wild": ["7"], "draw": "round_robin"})
    burned: set[int] = set()
    for seed in range(sliced(40, whole=800)):
        deal = shuffled_deal(game, random.Random(seed))
        agree(deal, random.Random(seed))
        assert isinstance(deal, MatchingDeal)
        burned.add(len(begun(deal, _always_spiced(deal)).burned))
    assert burned == {0, 1}


def _always_spiced(deal: AnyDeal) -> tuple[Event, ...]:
    state = deal.state()
    while state.turn is not None:
        state = state.play(SPICE if SPICE in state.legal else state.legal[0])
    return state.log


# --- Matches ----------------------------------------------------------------------------------------------------------


def stands(match: Match) -> tuple[object, ...]:
    """Return how a match stands, by the engine."""
    added, doubled = match.carried
    suit = None if match.favourite is None else match.favourite.letter
    return match.over, match.winner, match.scores, match.dealer, match.players, match.deals, added, doubled, suit


def stands_plainly(sheet: ScoreSheet) -> tuple[object, ...]:
    """Return the same by the rules in plain Python."""
    return (
        *(plain.match_over(sheet), plain.match_winner(sheet), sheet.scores, sheet.dealer, sheet.seated, sheet.deals),
        *(sheet.carried, sheet.doublings, sheet.favourite),
    )


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "game", [*GAMES, *HOUSE_GAMES, *HOUSE_SUIT_GAMES], ids=lambda game: repr(game).replace(" ", "")
)
def test_matches_go_on_alike(game: Game) -> None:
    """Whatever deals bring, engine and plain Python have the same scores, dealer, seats and winner, and carry the same on."""
    for seed in range(sliced(4, whole=40)):
        chance = random.Random(f"{game} {seed}")
        dealer = chance.randrange(game.players)
        match, sheet = start_match(game, dealer=dealer), plain.first_sheet(game.rules, game.players, dealer)
        most = chance.choice((1, 3, 20, 120))
        while not match.over and match.deals < 60:
            assert stands(match) == stands_plainly(sheet)
            points = tuple([chance.choice((0, 0, 1, 1, chance.randint(0, most))) for _ in range(game.side_count)])
            resets = tuple([side for side in range(game.side_count) if not chance.randrange(9)])
            trump = chance.choice(tuple(Suit))
            claimed = Side(0) if game.scores_matter and not chance.randrange(9) else None
            try:
                match = match.add_game_points(points, tuple(map(Side, resets)), trump=trump, claimed=claimed)
            except UsageError:  # both come to the target, where the match ends at once when one has
                continue
            sheet = plain.with_deal(sheet, points, resets, trump=trump.letter, claimed=claimed)
        assert stands(match) == stands_plainly(sheet)


AT_ONCE: Final = [
    game
    for game in (*GAMES, *HOUSE_GAMES)
    if isinstance(game.rules, MatchingParameters) and game.rules.finish == "immediate"
]


def test_a_match_ends_with_a_trick() -> None:
    """Where a match ends at once, both say after the same trick that a side has come to the target."""
    ended = 0
    for seed, game in enumerate(AT_ONCE * 3):
        chance = random.Random(seed)
        has = tuple([max(0, game.rules.target - chance.randint(1, 60)) for _ in range(game.side_count)])
        match = start_match(game, dealer=0).add_game_points(has)
        sheet = plain.with_deal(plain.first_sheet(game.rules, game.players, 0), has)
        deal = shuffled_deal(game, chance)
        table: plain.Table = begun(deal)
        state: State = deal.state()
        while state.turn is not None and match.reached(state) is None:
            assert isinstance(state, MatchingState)
            assert isinstance(table, MatchingTable)
            assert score_sheet.reached(sheet, table) is None
            action = pick(state, chance.randrange(256))
            state, table = state.play(action), plain.after(table, str(action))
        assert isinstance(table, MatchingTable)
        assert score_sheet.reached(sheet, table) == match.reached(state)
        ended += match.reached(state) is not None
    assert ended
