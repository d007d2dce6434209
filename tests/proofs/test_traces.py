"""Formulas and engine, both ways: what the engine plays satisfies the formulas, and what z3 invents from the formulas the engine plays.

The formulas are worked out on plain values here; no function of the engine is followed on symbols.
"""

import itertools
import random
from collections.abc import Iterator

import pytest
from support.games.tiny_games import TINY
from support.oracles.every_course import transitions
from support.proofs.play_by_formulas import Move, check, of, worth
from support.proofs.single_obligations import GAMES, MATCHING, game_of, matching, suits
from support.slices import sliced

from aceten import Exchange, MatchingGame, Meld, Play, Rank, State, Stop, Suit, parse
from aceten.engine.suits.duties import MARRIED
from aceten.proofs.execution import solvers
from aceten_spec import Card, load_shipped
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas.card_clauses import card_points
from aceten_spec.formulas.matching.trick_clauses import continues, may_continue, rank_of_led, rank_of_played, takes
from aceten_spec.formulas.suits import suit_trick_clauses

DEALS = sliced(2, whole=1000)
"""So many deals of each rulebook are played."""
FOLLOWED = sliced(1, whole=None)
"""So many deals of each tiny game are followed to every end."""
INVENTED = sliced(3, whole=200)
"""So many positions of each rulebook are invented."""


def plays(name: str, players: int, deals: int) -> Iterator[list[Move]]:
    """Yield deals, played at random to their end."""
    game, chance = game_of(f"{name}/{players}"), random.Random(f"{name}/{players}")
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


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", TINY)
def test_what_tiny_packs_come_to_satisfies_the_formulas(name: str) -> None:
    """Every step to which a deal with a handful of cards can come."""
    states = 0
    for deal in itertools.islice(TINY[name].deals(), FOLLOWED):
        for before, action, after in transitions(deal.state()):
            check(Move(before, action, after))
            states += 1
    assert states


@pytest.mark.turns(8)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_the_engine_plays_satisfies_the_formulas(game: str, players: int) -> None:
    """Every step of many random deals, worked out by every formula that speaks about such a step."""
    share = -(-DEALS // len(load_shipped(game).parameters.players))
    ended = 0
    for moves in plays(game, players, share):
        for move in moves:
            check(move)
        ended += moves[-1].after.turn is None
    assert ended == share


# --- Positions that z3 invents ---


def invented(constraints: list[Truth], variables: list[Number], usual: list[int], seed: int) -> list[int] | None:
    """Return values for which the constraints hold, as many of them chosen by chance as the constraints allow; or none."""
    chance = random.Random(seed)
    asked = solvers.solver(constraints)
    for variable in chance.sample(variables, len(variables)):
        wish = variable == chance.choice(usual)
        if solvers.satisfiable(asked, wish) == "sat":
            asked.add([wish])
    if solvers.verdict(asked) != "sat":
        return None
    return list(solvers.values(asked.model(), variables))


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
            may_continue(rules)(Z3.IntVal(game.sides[0]), side, Z3.If(ahead == 0, 1, Z3.IntVal(0))),
        ]
        if rules.continuation == "never":
            return None
    values = invented(constraints, cards, [int(card) for card in game.pack.cards], seed)
    return None if values is None else ([Card(value) for value in values], seed // 2 % len(cards))


@pytest.mark.turns(12)
@pytest.mark.parametrize(("game", "players"), MATCHING)
def test_engine_plays_matching_tricks_that_z3_invents(game: str, players: int) -> None:
    """The last trick of a deal goes to who takes it by the formula, and counts what its cards do."""
    loaded = matching(f"{game}/{players}")
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
        line = f"{loaded} hands={hands} lead=0 trick={''.join(map(str, trick))}"
        line += f" talon={''.join(left)}" if left else ""
        state = parse(line)
        before = worth(state, tuple(cards))
        after = state.play(Play(last))
        if after.turn is not None:  # only where the trick could go on
            after = after.play(Stop())
        assert after.leader == place % players, line
        assert after.points[loaded.sides[after.leader]] - state.points[loaded.sides[after.leader]] == before
    assert found >= INVENTED // 2


@pytest.mark.turns(2)
@pytest.mark.parametrize(("game", "players"), [each for each in GAMES if each not in MATCHING])
def test_engine_plays_suit_tricks_that_z3_invents(game: str, players: int) -> None:
    """A trick goes to who takes it by the formula; a card that may not be played by the formula is refused."""
    loaded = suits(f"{game}/{players}")
    rules = loaded.rules
    height, count = suit_trick_clauses.strength(rules), card_points(rules)
    found = 0
    for seed in range(INVENTED):
        cards = [Z3.Int(f"card {number}") for number in range(players)]
        place, trump = seed % players, seed // players % 4 + 1
        strong = [(card / 16, height(card % 16)) for card in cards]
        best = strong[place]
        constraints = _of_pack(cards, loaded.pack.cards)
        constraints += [suit_trick_clauses.highest()(*best, *other, Z3.IntVal(trump), strong[0][0]) for other in strong]
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
        if rules.trump == "marriage":  # shown by who has the other card
            shown = rules.marriage_points[trump - 1]
            own = (last.suit, last.rank) in [(trump, rank) for rank in MARRIED]
            line += f" melds=0,{shown}" if own else f" melds={shown},0"
        after = parse(line).play(Play(last))
        assert after.leader == place, line
    assert found == INVENTED
