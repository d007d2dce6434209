"""Deals that begin with an auction, from the first bid on: bids are worth what the contracts are that they lead to."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, TypeAlias

import pytest
from support.games.mixed_rules import ANY_SUITS, BIDDING, MARRIAGES, mixed
from support.games.tiny_deals import VALUES, shuffled_deal, tiny
from support.slices import sliced

from aceten import Action, RulebookError, SuitGame, SuitState, load
from aceten_certificates import check
from aceten_solver import Solver, certify
from aceten_solver.native.library import native_library

pytestmark = pytest.mark.skipif(native_library() is None, reason="the native core is not built")

OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"grand_points": 0},
    {"grand_points": 0, "defenders_score": "on", "bid_again": "always"},
    {"grand_needs": "tricks", "no_bid": "dealer"},
    {"grand_needs": "tricks", "grand_points": 0, "bid_again": "never"},
)
"""What tables agree about auctions and what they count."""

Past: TypeAlias = "tuple[object, ...]"


def worth(solver: Solver, state: SuitState) -> int:
    """Return how much more side 0 scores than the other one."""
    value = solver.value(state, "game-points")
    assert value is not None
    assert value.margin is not None
    return value.margin[0]


class Auction:
    """The auction of a deal by plain minimax: what was bid is walked through, and of each contract it is asked what it is worth."""

    def __init__(self, solver: Solver) -> None:
        """Ask this solver about contracts."""
        self._solver = solver
        self._contracts: dict[object, int] = {}
        self._seen: dict[Past, int] = {}

    def worth(self, state: SuitState) -> int:
        """Return how much more side 0 scores than the other one."""
        if not state.bidding:
            if state.contract not in self._contracts:
                self._contracts[state.contract] = worth(self._solver, state)
            return self._contracts[state.contract]
        past = self._past(state)
        if past not in self._seen:
            assert state.turn is not None
            choose = max if state.game.sides[state.turn] == 0 else min
            self._seen[past] = choose(after for _, after in self.actions(state))
        return self._seen[past]

    def actions(self, state: SuitState) -> Iterator[tuple[Action, int]]:
        """Yield each action with how much more side 0 scores after it."""
        for action in state.legal:
            yield action, self.worth(state.play(action))

    def _past(self, state: SuitState) -> Past:
        """Return what of an auction bears on the rest: the bids since the highest, and each seat's since it passed last."""
        bids, players = state.bids, state.game.players
        highest = bids.index(max(bids)) if any(bids) else 0
        passed = [
            max((at for at in range(seat, len(bids), players) if not bids[at]), default=-1) for seat in range(players)
        ]
        since = [last >= 0 and not any(bids[last + players // 2 :: players]) for last in passed]
        never = [last >= 0 for last in passed]
        return len(bids) % players, max(bids, default=0), highest % players, len(bids) - highest, (*since, *never)


@pytest.mark.turns(10)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_bids_are_worth_what_follows_from_contracts(options: dict[str, Any]) -> None:
    """In whole deals every bid, and passing, is worth what plain minimax of the auction makes of the values of all contracts."""
    game = load("auction-sixty-six", **options)
    for seed in range(sliced(2, whole=40)):
        deal = game.deal(seed=seed)
        assert isinstance(deal, SuitState)
        with Solver() as solver:
            solution = solver.solve(deal, line=False)
            assert (solution.exact, solution.backend) == (True, "native")
            found = {entry.action: entry.value and entry.value.margin for entry in solution.actions}
            assert found == {action: (after, -after) for action, after in Auction(solver).actions(deal)}


def small_game(chance: Random) -> SuitGame | None:
    """Return a game with an auction and few cards, bids and points as nobody would choose them; ``None``: they contradict each other."""
    players, hand, ranks = chance.choice((2, 4)), chance.choice((1, 2)), chance.choice(("KQ", "KQA", "KQJ", "AKQT"))
    cards = chance.sample([rank + suit for suit in "cshd" for rank in ranks], players * hand)
    total = sum(VALUES.get(card[0], 0) for card in cards)
    rules = mixed(chance, ANY_SUITS, chance.choice(MARRIAGES), BIDDING) | {
        "bids": sorted(chance.sample(range(1, total + 15), chance.randint(1, 4))),
        "last_trick_points": chance.choice((0, 3, 10)),
    }
    try:
        game = tiny("tausendeins", " ".join(cards), players, hand, rules)
    except RulebookError:
        return None
    assert isinstance(game, SuitGame)
    return game if game.rules.meld_counts == "any_trick" else None


def test_auctions_of_small_games() -> None:
    """With few cards and bids both searches say the same of the first bid, and of each: values, and the line of best play."""
    chance, compared = Random("auctions"), 0
    while compared < sliced(12, whole=300):
        game = small_game(chance)
        if game is None:
            continue
        deal = shuffled_deal(game, chance).state()
        with Solver(backend="python") as slow:
            expected = slow.solve(deal, nodes=sliced(1500, whole=20_000))
        if expected.exact:
            with Solver(backend="native") as fast:
                found = fast.solve(deal)
            assert (found.value, found.actions, found.line) == (expected.value, expected.actions, expected.line), str(
                deal
            )
            compared += 1


def test_a_certificate_from_the_first_bid_on() -> None:
    """What the first bid comes to is proved by a certificate that the engine alone checks."""
    chance, proved = Random("certified"), 0
    while proved < sliced(2, whole=20):
        game = small_game(chance)
        if game is not None:
            deal = shuffled_deal(game, chance).state()
            with Solver() as solver:
                made = certify(deal, "game-points", solver=solver)
                value = solver.value(deal, "game-points")
            checked = check(made, rules=game.rulebook)
            assert value is not None
            assert value.margin is not None
            assert {part.claim.number for part in made.parts} == {value.margin[0]}
            assert len(checked.words) == len(made.parts)
            proved += 1
