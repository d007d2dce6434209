"""That every deal has so many tricks at least, where a trick may have several rounds."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

from aceten.engine.matching.game import MatchingGame
from aceten.engine.state import State
from aceten.proofs.statements.game_setting import Setting, is_matching
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step
from aceten.proofs.theorems.play import branch_claims
from aceten.proofs.theorems.play.branch_claims import BRANCHES, SHAPES
from aceten.proofs.theorems.play.extreme_deals import fewest, lengths_of, rounds_of, shown
from aceten_spec.cards import Card
from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.formulas.matching.play_relation import DealTerms, PlayRelation
from aceten_spec.formulas.terms import TRUE, Z3, Number, Truth, either, every, no, some

_N = TypeVar("_N", int, Number)


# --- How many there are -----------------------------------------------------------------------------------------------


def _kinds(
    cards: Iterable[Card], counts_as: Callable[[Card], set[int]], wild: Callable[[int], bool]
) -> tuple[int, int]:
    """Return how many cards count for one rank that is not wild, at most, whether led or played, and how many for a wild one."""
    ranks = Counter([rank for card in cards for rank in counts_as(card)])
    plain = [count for rank, count in ranks.items() if not wild(rank)]
    return max(plain), ranks.total() - sum(plain)


def _by_clauses(game: MatchingGame) -> tuple[int, int]:
    """Return the same as the clauses say."""
    formulas = trick_clauses.rank_of_led(game.rules), trick_clauses.rank_of_played(game.rules)
    wild = trick_clauses.wild(game.rules)
    return _kinds(game.pack.cards, lambda card: {each.at(card) for each in formulas}, lambda rank: bool(wild.at(rank)))


def _is_beaten(game: MatchingGame) -> bool:
    """Return whether every round but the last of a trick has a card like the lead that an opponent of the leader played."""
    return game.rules.continuation == "opponent_winning" and not game.matching.first


def alike(game: MatchingGame, rounds: _N) -> _N:
    """Return how many cards like the lead a trick has at least that has so many rounds.

    Like the lead is the led card, and every card that counts for its rank or is wild: no other card ever matches it.
    """
    if game.matching.any_card:
        return rounds * 0 + 1
    return rounds * 2 - 1 if _is_beaten(game) else rounds


def fewest_in(setting: Setting) -> int:
    """Return how many tricks are enough for all rounds of a deal, as nearly equally long as they can be, as the engine counts cards."""
    game, wild = setting.matching, setting.matching.matching.wild
    one_rank, wild_cards = _kinds(
        game.pack.cards, lambda card: {game.led[card], game.played[card]}, lambda rank: rank in wild
    )

    def is_enough(tricks: int) -> bool:
        lengths = lengths_of(rounds_of(game), tricks)
        needed = sum(max(alike(game, length) - one_rank, 0) for length in lengths)
        return max(lengths) <= game.rules.hand and needed <= wild_cards

    return next(filter(is_enough, itertools.count(1)))


def _statement(setting: Setting) -> str:
    return f"every deal of {setting.game} has {fewest_in(setting)} tricks at least"


def _applies(setting: Setting) -> bool:
    """Whether tricks may have several rounds, all of them played from hands."""
    return is_matching(setting) and setting.matching.rules.continuation != "never" and not setting.matching.rules.flip


def rounds(setting: Setting) -> Iterator[ProofCase]:
    """As a trick goes on there are as many cards like its lead in it as its rounds ask for, and as many fewer in its leader's hand."""
    game = setting.matching
    relation, players = PlayRelation(game.rules, game.players), game.players
    may_continue, is_wild, beaten = (
        trick_clauses.may_continue(game.rules),
        trick_clauses.wild(game.rules),
        _is_beaten(game),
    )
    led, played = trick_clauses.rank_of_led(game.rules), trick_clauses.rank_of_played(game.rules)

    def like(lead: Number, others: Numbers) -> Number:
        ranks = [played(card) for card in others]
        return Z3.Sum([Z3.IntVal(1), *[either(some([rank == led(lead), is_wild(rank)]), 1, 0) for rank in ranks]])

    def enough(trick: Numbers, more: int) -> Truth:
        begun = -(-len(trick) // players)
        return like(trick[0], trick[1:]) >= alike(game, begun) + more

    def so_far(deal: DealTerms) -> Truth:
        if not deal.trick:
            return TRUE
        leading, winning = relation.side(deal.leader), relation.side(deal.winning)
        own = int(deal.leader == deal.winning)
        goes_on = len(deal.trick) % players or may_continue.at(leading, winning, own)
        first, *_, newest = deal.trick[::players] * 2
        fits = game.matching.any_card or like(first, (newest,)) == 2  # noqa: PLR2004 - both of them
        return every([bool(goes_on), fits, enough(deal.trick, int(beaten and leading != winning))])

    def held(deal: DealTerms) -> int:
        return len(deal.hands[deal.leader]) + -(-len(deal.trick) // players)

    def holds(before: DealTerms, after: DealTerms, put: Number | None) -> Truth:
        if put is None:
            return TRUE
        kept = some([not after.trick, held(after) <= max(held(before), game.rules.hand)])
        return every([kept, some([no(so_far(before)), every([enough((*before.trick, put), 0), so_far(after)])])])

    return branch_claims.of_branches(setting, holds)


def too_few(setting: Setting) -> Iterator[ProofCase]:
    """For every smaller number of tricks, there are no tricks of so many rounds for which there are cards enough."""
    game = setting.matching
    (one_rank, wild), hand = _by_clauses(game), game.rules.hand

    def claim(given: Numbers, _: Numbers) -> Truth:
        each = list(zip(given[::3], given[1::3], given[2::3], strict=True))
        lengths, ranks, wilds = (list(column) for column in zip(*each, strict=True))
        possible = [
            *[every([length >= 1, length <= hand]) for length in lengths],
            *[every([like >= 0, like <= one_rank]) for like in ranks],
            *[number >= 0 for number in wilds],
            *[like + number >= alike(game, length) for length, like, number in each],
            Z3.Sum(lengths) == rounds_of(game),
            Z3.Sum(wilds) <= wild,
        ]
        return no(every(possible))

    for tricks in range(1, fewest_in(setting)):
        variables = tuple(
            Variable(f"{what} of trick {number + 1}", tuple(range(hand + 1)))
            for number in range(tricks)
            for what in ("rounds", "cards of the led rank", "wild cards")
        )
        yield branch_claims.about(f"{tricks} tricks", variables, claim)


def _fewest(setting: Setting) -> list[Witness]:
    """Return a deal of as few tricks as its cards are enough for."""
    few = fewest_in(setting)

    def seen(states: Sequence[State]) -> bool:
        tricks = states[-1].tricks
        return states[-1].result is not None and tricks is not None and sum(tricks) >= few

    return [shown(f"a deal of {few} tricks", setting.matching, partial(fewest, tricks=few), seen)]


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-TRICKS",
        statement=_statement,
        argument=(
            "A trick goes on only if its leader plays a card that continues it, and, where the rules say so, only if an opponent is winning"
            " it, who has then beaten its newest round with a card like the lead: one of its rank, or a wild one. So a trick of so many"
            " rounds has so many cards like its lead, and no more rounds than a hand has cards, as nobody draws meanwhile (rounds). No card"
            " lies in two tricks (T-CARDS), so no trick has more cards of one rank than the pack, and all of them together no more wild"
            " ones. All rounds together are those of the whole pack (T-END), and fewer tricks would not have cards enough (too_few)."
        ),
        steps=(
            Step(
                name="rounds",
                statement="a trick of so many rounds has so many cards like its lead, and no more rounds than a hand has cards",
                clauses=("PLAY-4", "PLAY-5", "PLAY-6", "MULTI-1", "MULTI-2", "MULTI-3", "MULTI-4", "MULTI-6", "DRAW-4"),
                function="aceten_spec.formulas.matching.play_relation.PlayRelation.card",
                domain=f"{BRANCHES}; {SHAPES}",
                cases=rounds,
            ),
            Step(
                name="too_few",
                statement="with fewer tricks there are not cards enough for all rounds",
                clauses=("CARDS-1", "PLAY-5", "MULTI-2"),
                function="aceten_spec.formulas.matching.trick_clauses.wild",
                domain="every smaller number of tricks, each of any number of rounds, cards of the led rank and wild cards",
                cases=too_few,
            ),
        ),
        trusted=(
            "the inductions over the cards of a trick and over the tricks of a deal, which are arguments in words",
        ),
        applies=_applies,
        witnesses=_fewest,
    ),
)
"""The theorem about the number of tricks."""
