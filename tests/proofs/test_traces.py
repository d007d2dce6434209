"""Formulas and engine, both ways: what the engine plays satisfies the formulas, and what z3 invents from the formulas the engine plays.

The formulas are worked out on plain values here; no function of the engine is followed on symbols.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import pytest
from slices import sliced

from aceten import (
    Action,
    Exchange,
    Flip,
    MatchingGame,
    MatchingState,
    Meld,
    Play,
    Rank,
    Spice,
    State,
    Stop,
    Suit,
    SuitGame,
    SuitState,
    load,
    parse,
)
from aceten.proofs import solving
from aceten_spec import Card, load_shipped, shipped
from aceten_spec.cards import rank_number, suit_number
from aceten_spec.formulas import Z3, Formula, Number, Truth, suit_tricks
from aceten_spec.formulas.cards import card_points, conservation
from aceten_spec.formulas.drawing import shares
from aceten_spec.formulas.scoring import capture
from aceten_spec.formulas.tricks import barred, continues, may_continue, may_lead, rank_of_led, rank_of_played, takes
from aceten_spec.formulas.winning import wins
from aceten_spec.rulebook import MatchingParameters, SuitParameters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten import Game

_Term = TypeVar("_Term", "Number", "Truth")

DEALS = sliced(8, whole=1000)
"""So many deals of each rulebook are played."""
INVENTED = sliced(8, whole=200)
"""So many positions of each rulebook are invented."""
GAMES = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]


class Move(NamedTuple):
    """A step of a play."""

    before: State
    action: Action
    after: State


def plays(name: str, players: int, deals: int) -> Iterator[list[Move]]:
    """Yield deals, played at random to their end."""
    game, chance = load(name, players=players), random.Random(f"{name}/{players}")
    for seed in range(deals):
        state: State = game.deal(seed=seed, dealer=seed % players)
        moves: list[Move] = []
        while state.turn is not None:
            # What ends a deal early is rare here, or most deals would be short.
            choices = [each for each in state.legal if isinstance(each, Play | Stop | Meld | Exchange)] or state.legal
            action = chance.choice(state.legal if chance.random() < 0.2 else choices)
            moves.append(Move(state, action, state.play(action)))
            state = moves[-1].after
        yield moves


@functools.cache
def of(make: Callable[..., Formula[_Term]], game: Game, *sizes: int) -> Formula[_Term]:
    """Return a formula of a game's rules. The same serves every state; making one takes long."""
    return make(game.rules, *sizes)


_shares = functools.cache(shares)
_refusal = functools.cache(suit_tricks.refusal)
_held = functools.cache(suit_tricks.held)
_highest = functools.cache(suit_tricks.highest)
_capture = functools.cache(capture)
_wins = functools.cache(wins)
_barred = functools.cache(barred)
_may_lead = functools.cache(may_lead)


def worth(state: State, cards: tuple[Card, ...]) -> int:
    """Return what cards count by the formula."""
    counts = of(card_points, state.game)
    return sum(counts.at(rank_number(card)) for card in cards)


def captured_by(move: Move) -> tuple[Card, ...]:
    """Return the cards that a step has added to the captured piles."""
    before, after = (Counter(itertools.chain(*state.taken)) for state in (move.before, move.after))
    return tuple((after - before).elements())


def check_cards(move: Move) -> None:
    """Check what is true of cards and points in every game."""
    after = move.after
    conserved = of(conservation, after.game)
    assert conserved.at(sum(after.points), after.points_in_play)
    gained = worth(after, captured_by(move))
    side = after.game.sides[after.leader]
    assert _capture(after.game.side_count).at(side, gained, *move.before.points, *after.points)
    assert sum(after.points) == sum(move.before.points) + gained


# --- Matching tricks ---


def check_legal(state: MatchingState) -> None:
    """Check the legal actions: what may be led, what may be played to a lead, what continues a trick."""
    game, turn = state.game, state.turn
    assert turn is not None
    legal, hand = state.legal, state.hands[turn]
    if state.drawn is not None:
        assert set(legal) == {action for action in legal if isinstance(action, Spice | Stop)}
        return
    choosing = bool(state.trick) and len(state.trick) % game.players == 0
    for card in hand:
        if choosing:
            allowed = of(continues, game).at(*_roles(state, card))
        elif state.trick:
            allowed = True
        else:
            is_barred = [
                _barred(len(state.leads)).at(rank_number(each), game.rules.lead_limit, *state.leads)
                for each in (card, *hand)
            ]
            allowed = _may_lead(len(hand)).at(*is_barred)
        assert (Play(card) in legal) == bool(allowed), (state, card)
    assert any(isinstance(action, Stop) for action in legal) == choosing
    assert any(isinstance(action, Flip) for action in legal) == (
        game.rules.flip == "on" and bool(state.talon) and not choosing
    )
    if choosing:
        ahead = game.sides[state.winning]
        assert of(may_continue, game).at(game.sides[state.leader], ahead)
        assert any(isinstance(action, Play) for action in legal)


def _roles(state: MatchingState, card: Card) -> tuple[int, int, int]:
    """Return a card's rank as it is played, the rank to match, and whether the trick is trumped, from the cards on the table."""
    game = state.game
    first = (len(state.trick) - 1) // game.players * game.players if game.rules.to_match == "newest_lead" else 0
    played = of(rank_of_played, game)
    wilds = {Rank(rank) for rank in Rank if rank.letter in game.rules.wild}
    trumped = game.rules.wild_role == "trump" and any(played.at(each) in wilds for each in state.trick)
    return played.at(card), of(rank_of_led, game).at(state.trick[first]), int(trumped)


def check_trick(before: MatchingState, action: Action, after: MatchingState) -> None:
    """Check who takes a trick that has ended, and what everybody draws."""
    game = before.game
    trick = before.trick
    if isinstance(action, Play):
        trick += (action.card,)
    elif isinstance(action, Flip):
        trick += before.talon[:1]
    if after.trick or not trick:
        return
    formula = of(takes, game, game.players, len(trick))
    [place] = [place for place in range(len(trick)) if formula.at(place, *trick)]
    assert after.leader == (before.leader + place) % game.players
    if game.rules.flip == game.rules.spice == "off":  # nobody but from his hand
        missing = len(trick) // game.players
        [drawn] = {
            len(after.hands[seat]) - (len(hand) - _played(before, seat)) for seat, hand in enumerate(before.hands)
        }
        assert _shares(game.players).at(missing, len(before.talon), drawn)


def _played(state: MatchingState, seat: int) -> int:
    """Return how many cards a seat has yet to play to the trick, were it over with this round."""
    to_come = -len(state.trick) % state.game.players
    return int((seat - (state.turn or 0)) % state.game.players < to_come)


def check_winners(state: MatchingState) -> None:
    """Check who wins a deal that is over."""
    result, game = state.result, state.game
    assert result is not None
    teams = state.teams
    if state.forfeit is not None or teams is None or game.rules.score == "points":
        return
    totals = [sum(result.points[side] for side in team) for team in teams]
    [last] = [number for number, team in enumerate(teams) if result.last_trick in team]
    winning = [
        side
        for number, team in enumerate(teams)
        if _wins(game.rules.tie, game.rules.wins_from, len(teams), number).at(*totals, last)
        for side in team
    ]
    assert sorted(result.winners or ()) == sorted(winning)


# --- Suit tricks ---


def check_suit_legal(state: SuitState) -> None:
    """Check the cards that may be led or played to a lead."""
    turn = state.turn
    assert turn is not None
    if state.bidding or state.naming or state.drawing or not state.hands[turn]:
        assert not any(isinstance(action, Play) for action in state.legal)
        return
    game, hand = state.game, state.hands[turn]
    height = of(suit_tricks.strength, game)
    strong = {card: (suit_number(card), height.at(rank_number(card))) for card in (*hand, *state.trick)}
    trump = state.trump or 0
    due = of(suit_tricks.owes, game).at(len(state.talon), int(state.closed is not None))
    refused = _refusal(suit_tricks.OBLIGATIONS[due])
    for card in hand:
        why = 0
        if state.trick:
            led = strong[state.trick[0]]
            has = [
                _held(len(hand), what).at(*led, trump, *itertools.chain(*(strong[each] for each in hand)))
                for what in ("led", "higher", "trump")
            ]
            why = refused.at(*strong[card], *led, trump, *has)
        assert (Play(card) in state.legal) == (why == 0), (str(state), card)


def check_suit_trick(before: SuitState, action: Action, after: SuitState) -> None:
    """Check who takes a trick that has ended."""
    if not isinstance(action, Play | Meld) or after.trick or len(before.trick) + 1 < before.game.players:
        return
    assert takes_suit_trick(before.game, (*before.trick, action.card), after.trump or 0) == [
        (after.leader - before.leader) % before.game.players
    ]


def takes_suit_trick(game: Game, trick: tuple[Card, ...], trump: int) -> list[int]:
    """Return the places of the cards that win a trick, of which there should be one."""
    height = of(suit_tricks.strength, game)
    strong = [(suit_number(card), height.at(rank_number(card))) for card in trick]
    return [
        place
        for place, best in enumerate(strong)
        if all(_highest().at(*best, *other, trump, strong[0][0]) for other in strong)
    ]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_the_engine_plays_satisfies_the_formulas(game: str, players: int) -> None:
    """Every step of many random deals, worked out by every formula that speaks about such a step."""
    share = -(-DEALS // len(load_shipped(game).parameters.players))
    ended = 0
    for moves in plays(game, players, share):
        for move in moves:
            check_cards(move)
            match move.before, move.after:
                case MatchingState() as before, MatchingState() as after:
                    check_legal(before)
                    check_trick(before, move.action, after)
                case SuitState() as before, SuitState() as after:
                    check_suit_legal(before)
                    check_suit_trick(before, move.action, after)
                case _:
                    pytest.fail("states of two kinds")
        end = moves[-1].after
        if isinstance(end, MatchingState):
            check_winners(end)
        ended += end.turn is None
    assert ended == share


# --- Positions that z3 invents ---


def invented(constraints: list[Truth], variables: list[Number], usual: list[int], seed: int) -> list[int] | None:
    """Return values for which the constraints hold, as many of them chosen by chance as the constraints allow; or none."""
    chance = random.Random(seed)
    asked = solving.solver(constraints)
    for variable in chance.sample(variables, len(variables)):
        wish = variable == chance.choice(usual)
        if solving.satisfiable(asked, wish) == "sat":
            asked.add([wish])
    if solving.verdict(asked) != "sat":
        return None
    return list(solving.values(asked.model(), variables))


def _of_pack(cards: list[Number], pack: tuple[Card, ...]) -> list[Truth]:
    """Return that cards are some of a pack, each once."""
    return [Z3.Distinct(*cards), *(Z3.Or([card == int(each) for each in pack]) for card in cards)]


def matching_position(game: MatchingGame, seed: int) -> tuple[list[Card], int] | None:
    """Return a last trick of one round or two, and the place that takes it, as the formulas allow them."""
    rules, players = game.rules, game.players
    rounds = 1 + seed % 2 if rules.continuation != "never" and rules.hand > 1 else 1
    cards = [Z3.Int(f"card {number}") for number in range(rounds * players)]
    place = Z3.Int("place")
    constraints = [*_of_pack(cards, game.pack.cards), place == seed // 2 % len(cards)]
    constraints.append(of(takes, game, players, len(cards))(place, *cards))
    if rounds == 2:
        ahead = Z3.Int("ahead")
        led, played = rank_of_led(rules)(cards[0]), rank_of_played(rules)
        wilds = [Z3.IntVal(int(rank)) for rank in Rank if rank.letter in rules.wild]
        trumps = [played(card) == rank for card in cards[:players] for rank in wilds if rules.wild_role == "trump"]
        trumped = Z3.If(Z3.Or(trumps), 1, Z3.IntVal(0)) if trumps else Z3.IntVal(0)
        side = Z3.Sum([Z3.If(ahead == seat, game.sides[seat], Z3.IntVal(0)) for seat in range(players)])
        constraints += [
            of(takes, game, players, players)(ahead, *cards[:players]),
            continues(rules)(played(cards[players]), led, trumped),
            may_continue(rules)(Z3.IntVal(game.sides[0]), side),
        ]
        if rules.continuation == "never":
            return None
    values = invented(constraints, cards, [int(card) for card in game.pack.cards], seed)
    return None if values is None else ([Card(value) for value in values], seed // 2 % len(cards))


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game, players in GAMES if isinstance(load_shipped(game).parameters, MatchingParameters)],
)
def test_engine_plays_matching_tricks_that_z3_invents(game: str, players: int) -> None:
    """The last trick of a deal goes to who takes it by the formula, and counts what its cards do."""
    loaded = load(game, players=players)
    assert isinstance(loaded, MatchingGame)
    found = 0
    for seed in range(INVENTED):
        made = matching_position(loaded, seed)
        if made is None:
            continue  # that place cannot take such a trick
        found += 1
        cards, place = made
        *trick, last = cards
        hands = ",".join(str(last) if seat == players - 1 else "-" for seat in range(players))
        left = [str(card) for card in loaded.pack.cards if card not in cards][: loaded.leftover]
        line = f"{loaded} hands={hands} lead=0 trick={''.join(map(str, trick))}" + (
            f" talon={''.join(left)}" if left else ""
        )
        state = parse(line)
        before = worth(state, tuple(cards))
        after = state.play(Play(last))
        if after.turn is not None:  # only where the trick could go on
            after = after.play(Stop())
        assert after.leader == place % players, line
        assert after.points[loaded.sides[after.leader]] - state.points[loaded.sides[after.leader]] == before
    assert found >= INVENTED // 2


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game, players in GAMES if isinstance(load_shipped(game).parameters, SuitParameters)],
)
def test_engine_plays_suit_tricks_that_z3_invents(game: str, players: int) -> None:
    """A trick goes to who takes it by the formula; a card that may not be played by the formula is refused."""
    loaded = load(game, players=players)
    assert isinstance(loaded, SuitGame)
    rules = loaded.rules
    height, count = suit_tricks.strength(rules), card_points(rules)
    found = 0
    for seed in range(INVENTED):
        cards = [Z3.Int(f"card {number}") for number in range(players)]
        place, trump = seed % players, seed // players % 4 + 1
        strong = [(card / 16, height(card % 16)) for card in cards]
        best = strong[place]
        constraints = _of_pack(cards, loaded.pack.cards)
        constraints += [suit_tricks.highest()(*best, *other, Z3.IntVal(trump), strong[0][0]) for other in strong]
        values = invented(constraints, cards, [int(card) for card in loaded.pack.cards], seed)
        assert values is not None
        found += 1
        *trick, last = map(Card, values)
        hands = ",".join(str(last) if seat == players - 1 else "-" for seat in range(players))
        line = f"{loaded} hands={hands} lead=0 trick={''.join(map(str, trick))} trump={Suit(trump).letter}"
        tricks = len(loaded.pack.cards) // players - 1
        rest = loaded.total - sum(count.at(value % 16) for value in values)
        line += f" tricks={tricks},0 points={rest},0"
        line += f" bid=0,{rules.bids[0]}" if rules.bids else ""
        line += f" melds={rules.marriage_points[trump - 1]},0" if rules.trump == "marriage" else ""
        after = parse(line).play(Play(last))
        assert after.leader == place, line
    assert found == INVENTED
