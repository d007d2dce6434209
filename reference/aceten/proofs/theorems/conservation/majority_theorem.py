"""The theorem of how few tricks win a deal that its points decide, where suit is followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.proofs.statements.game_setting import Setting, is_suits
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.theorems.play.branch_claims import about
from aceten.proofs.theorems.play.extreme_deals import Played, dealt, played, rounds_of, shown
from aceten.vocabulary.actions import Play
from aceten_spec.cards import Card, rank_number
from aceten_spec.formulas.card_clauses import pack_points
from aceten_spec.formulas.terms import Z3, Truth, every, no, some


def fewest_in(setting: Setting) -> int:
    """Return how many tricks can have half of the points of a deal, the dearest cards of the pack in them, as the engine counts them."""
    game, last = setting.suits, setting.suits.rules.last_trick_points
    dearest = sorted([game.worth[card] for card in game.pack.cards], reverse=True)
    return next(
        tricks
        for tricks in range(1, rounds_of(game) + 1)
        if 2 * (sum(dearest[: tricks * game.players]) + last) >= sum(dearest) + last
    )


def _applies(setting: Setting) -> bool:
    """Whether two sides win by points alone, and one trick is too little."""
    if not is_suits(setting) or setting.game.side_count != 2:  # noqa: PLR2004 - two sides
        return False
    rules = setting.suits.rules
    return rules.score == "table" and rules.marriages == "none" and fewest_in(setting) > 1


def too_few(setting: Setting) -> Iterator[ProofCase]:
    """Whatever cards lie in fewer tricks, they have not half of the points, with those of the last trick, as the clauses count them."""
    game, last, tricks = setting.suits, setting.suits.rules.last_trick_points, fewest_in(setting) - 1
    ranks = Counter(map(rank_number, game.pack.cards))
    worth = {rank: setting.counts.at(rank) for rank in ranks}
    all_points = pack_points(game.rules).at() + last

    def claim(given: Numbers, _: Numbers) -> Truth:
        there = [every([number >= 0, number <= count]) for number, count in zip(given, ranks.values(), strict=True)]
        points = Z3.Sum([number * worth[rank] for number, rank in zip(given, ranks, strict=True)])
        few = every([*there, Z3.Sum(given) <= tricks * game.players])
        return some([no(few), (points + last) * 2 < all_points])

    variables = tuple(Variable(f"cards of rank {rank}", tuple(range(count + 1))) for rank, count in ranks.items())
    yield about(f"tricks: {tricks}", variables, claim)


def one_suit_each(game: SuitGame, tricks: int) -> Played:
    """Return a deal in which every seat holds a suit, the dealer trumps, and so many tricks have nearly all that counts.

    Seat 0 and the dealer have exchanged as many of their lowest cards as there are such tricks: to those the dealer has to follow suit, and
    seat 0 wins them with his dearest cards, on which the others throw theirs. Then the dealer trumps, and takes all that is left.

    :raises ValueError: when there are not as many seats as suits.
    """
    suits: dict[int, list[Card]] = {}
    for card in sorted(game.pack.cards, key=game.strong.__getitem__):
        suits.setdefault(game.strong[card][0], []).append(card)
    first, second, third, trumps = suits.values()
    hands = [[*trumps[:tricks], *first[tricks:]], second, third, [*first[:tricks], *trumps[tricks:]]]
    start = dealt(game, hands, ())

    def dearest(state: State) -> Play:
        cards = [action for action in state.legal if isinstance(action, Play)]
        return max(cards, key=lambda action: game.worth[action.card])

    return start, played(start, dearest)


def _statement(setting: Setting) -> str:
    return f"no side wins a deal of {setting.game} with fewer than {fewest_in(setting)} of its {rounds_of(setting.game)} tricks"


def _few(setting: Setting) -> list[Witness]:
    """Return a deal that is won with as few tricks as can have half of the points."""
    fewest = fewest_in(setting)

    def seen(states: Sequence[State]) -> bool:
        result, tricks = states[-1].result, states[-1].tricks
        return (
            result is not None and tricks is not None and all(tricks[side] >= fewest for side in result.winners or ())
        )

    compose = partial(one_suit_each, tricks=fewest)
    return [shown(f"a deal that is won with {fewest} tricks, and lost with all others", setting.suits, compose, seen)]


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-MAJORITY",
        statement=_statement,
        argument=(
            "Of two sides the one that wins has the most points (T-WINNER), and so at least half of all, as none are lost (T-POINTS). A"
            " side has the points of the cards in its tricks, of each player one, and perhaps those of the last trick; in fewer tricks"
            " there are not so many, whatever cards lie in them (too_few). The witness is won with as few as it says."
        ),
        steps=(
            Step(
                name="too_few",
                statement="fewer tricks have not half of the points, with those of the last trick",
                clauses=("CARDS-1", "CARDS-3", "SCORE-1", "SCORE-2"),
                function="aceten_spec.formulas.card_clauses.card_points",
                domain="all cards of the pack of {pack} that can lie in one trick fewer",
                cases=too_few,
            ),
        ),
        applies=_applies,
        witnesses=_few,
    ),
)
"""The theorem about few tricks that win."""
