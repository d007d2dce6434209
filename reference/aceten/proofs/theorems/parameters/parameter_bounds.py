"""What is there and what a deal can bring, as the engine and small packs show it: what the formulas about parameters are compared with."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from aceten.deals import talon as drawing
from aceten.engine.suits import rights
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims import symbolic_suit_deals
from aceten.proofs.claims.action_claims import same
from aceten.proofs.statements.game_setting import Setting, with_rules
from aceten.proofs.statements.obligations import ProofCase, agreeing
from aceten.proofs.theorems.results.finished_deals import end_variables, team_count
from aceten.vocabulary.actions import Seat
from aceten_spec.cards import Rank, Suit, card_of
from aceten_spec.formulas.end_clauses import EndClause, ending
from aceten_spec.formulas.parameter_clauses import in_pack, marriages, most_game_points, most_points, talon_after_tricks
from aceten_spec.formulas.terms import equal, every, some, together
from aceten_spec.rulebook import MatchingParameters, Parameters, pack_of


def reach(setting: Setting) -> Iterator[ProofCase]:
    """Yield a case for each formula."""
    game = setting.game
    there, ranks = in_pack(game.rules), {int(card.rank) for card in game.pack.cards}

    def is_there(rank: int) -> bool:
        return any(rank == each for each in ranks)

    yield agreeing(is_there, there, (setting.card("rank"),), "is there", name="ranks")
    yield _equal("points", game.most_points, most_points(game.rules).at())
    yield _equal("game points", game.most_game_points, most_game_points(game.rules).at())
    if isinstance(game, SuitGame):
        grand = with_rules(game, grand_points=1000)
        yield _equal("game points with a grand", grand.most_game_points, most_game_points(grand.rules).at())
        yield from _of_suits(game)


def _of_suits(game: SuitGame) -> Iterator[ProofCase]:
    rules, talon = game.rules, talon_after_tricks(game.rules, game.players)
    dealt = game.deal(seed=0)
    yield _equal("talon", len(dealt.talon), talon.at(0))
    if dealt.talon:
        hands = tuple(hand[1:] for hand in dealt.hands)
        _, left = drawing.draw(hands, dealt.talon, Seat(0), rules.hand, "block")
        yield _equal("talon after a trick", len(left), talon.at(1))
    kings = tuple(card_of(Rank.KING, suit) for suit in Suit)
    for lost in ((), kings[:1], (card_of(Rank.QUEEN, Suit.SPADES),), kings):
        fewer = msgspec.structs.replace(rules, removed=(*rules.removed, *map(str, lost)))
        name = f"marriages without {', '.join(map(str, lost))}" if lost else "marriages"
        yield _equal(name, _shown(msgspec.structs.replace(game, rules=fewer)), sum(marriages(fewer)))


def _shown(game: SuitGame) -> int:
    """Return what the marriages count together that somebody can show who holds the whole pack, the first of them in trumps."""
    rules = msgspec.structs.replace(game.rules, meld_after_stock=True, meld_first=True)
    able = msgspec.structs.replace(game, rules=rules)

    def before(trump: Suit, worth: int) -> SuitState:
        hands = (pack_of(game.rules).cards, *[()] * (game.players - 1))
        return symbolic_suit_deals.moment(able, hands=hands, turn=Seat(0), trump=trump, melds=(worth, 0))

    suits, worth = rights.marriages(before(Suit.CLUBS, 0)), 0
    for suit in suits:
        worth += rights.marriage_points(before(suits[0], worth), suit)
    return worth


def _equal(name: str, found: int, told: int) -> ProofCase:
    """Return the case that the engine and the formula come to the same number."""
    return ProofCase(
        name=name,
        variables=(),
        returns=("number",),
        lifted=lambda: found,
        claim=lambda _, numbers: equal(numbers[0], told),
    )


# --- Every end of a deal with a small pack, trick by trick ------------------------------------------------------------


class _Way(NamedTuple):
    """How the cards of a pack lie: of each kind, which is what a card counts, so many."""

    last: int
    rounds: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]


def small_ends(setting: Setting) -> Iterator[ProofCase]:
    """A pack of one or two cards for each player, with no card left over and with one."""
    players, teams = setting.game.players, team_count(setting.game)
    tricks = 1 if teams * players > 16 else 2  # noqa: PLR2004 - more ways to end than can be looked at
    for size in (tricks * players, tricks * players + 1):
        yield _case(setting, _small(setting, size), players, teams)


def _case(setting: Setting, rules: Parameters, players: int, teams: int) -> ProofCase:
    found = ending(rules, players, teams)
    counts = [setting.game.points_of((card,)) for card in pack_of(rules).cards]
    kinds = sorted(set(counts))
    ways = _ways(rules, tuple([counts.count(kind) for kind in kinds]), players, teams)
    ends = {_numbers(found, way, kinds): way for way in ways}
    told = all(_is_told(found, rules, kinds, end, way) for end, way in ends.items()) and _is_most(found, list(ends))

    return ProofCase(
        name=f"{len(counts)} cards",
        variables=end_variables(found),
        claim=lambda given, _: every([told, together(found.possible(*given), some(same(given, end) for end in ends))]),
    )


def _small(setting: Setting, size: int) -> Parameters:
    """Return the rules with a pack of so few cards: a third of those that count most, and of those that count least."""
    rules = msgspec.structs.replace(setting.game.rules, packs=1, removed=())
    cards = sorted(pack_of(rules).cards, key=lambda card: setting.game.points_of((card,)))
    few = size - size // 3
    return msgspec.structs.replace(rules, removed=tuple(map(str, cards[few : len(cards) - size // 3])))


def _ways(rules: Parameters, counts: tuple[int, ...], players: int, teams: int) -> set[_Way]:
    """Return all ways in which tricks can go to the teams; what is too little for a trick is left over, or goes with the last one."""
    tricks, spare = divmod(sum(counts), players)
    to_last = isinstance(rules, MatchingParameters) and rules.leftover == "last_trick"
    ways = {_Way(0, (0,) * teams, ((0,) * len(counts),) * teams, counts)}
    for number in range(tricks):
        size = players + (spare if to_last and number == tricks - 1 else 0)
        ways = {
            _with_trick(way, team, trick)
            for way in ways
            for team in range(teams)
            for trick in itertools.product(*[range(count + 1) for count in way.left])
            if sum(trick) == size
        }
    return ways


def _with_trick(way: _Way, team: int, trick: tuple[int, ...]) -> _Way:
    return _Way(
        last=team,
        rounds=tuple([taken + (other == team) for other, taken in enumerate(way.rounds)]),
        piles=tuple(
            [tuple(map(operator.add, pile, trick)) if other == team else pile for other, pile in enumerate(way.piles)]
        ),
        left=tuple(map(operator.sub, way.left, trick)),
    )


def _numbers(found: EndClause, way: _Way, kinds: list[int]) -> tuple[int, ...]:
    """Return the numbers that say in the formula how the cards lie."""
    said = {"last trick": way.last} | {f"rounds {team}": taken for team, taken in enumerate(way.rounds)}
    for team, pile in enumerate(way.piles):
        said |= {f"cards {team} of {kind}": count for kind, count in zip(kinds, pile, strict=True)}
    said |= {f"left of {kind}": count for kind, count in zip(kinds, way.left, strict=True)}
    return tuple([said[name] for name in found.names])


def _is_told(found: EndClause, rules: Parameters, kinds: list[int], end: tuple[int, ...], way: _Way) -> bool:
    """Whether the other formulas say what teams have got, who took the last trick, and what is left over."""
    cards = [sum(map(operator.mul, kinds, pile)) for pile in way.piles]
    points = [has + rules.last_trick_points * (team == way.last) for team, has in enumerate(cards)]
    left = dict(zip(kinds, way.left, strict=True)) if any(way.left) else {}
    said = (*found.cards, *found.points, *found.rounds, found.last)
    return [formula.at(*end) for formula in said] == [*cards, *points, *way.rounds, way.last] and left == {
        kind: formula.at(*end) for kind, formula in found.left
    }


def _is_most(found: EndClause, ends: list[tuple[int, ...]]) -> bool:
    """Whether no number can be more than the most that is said; but of what is left over there may be less of each kind."""
    greatest = [max(numbers) for numbers in zip(*ends, strict=True)]
    return all(
        there <= most if name.startswith("left") else there == most
        for name, most, there in zip(found.names, found.most, greatest, strict=True)
    )
