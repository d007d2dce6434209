"""The cases of the theorem about who takes a trick: cards, tricks and functions of the engine, each beside its formula."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, cast

import msgspec

from aceten.engine.matching import steps
from aceten.engine.matching.game import MatchingGame, build_matching
from aceten.engine.matching.state import MatchingState, start
from aceten.proofs.claims.symbolic_deals import symbolic, taking
from aceten.proofs.execution.replacements import linked
from aceten.proofs.execution.symbolic_numbers import SymbolicInt, SymbolicTable, Untouched, number_term, run_of, told
from aceten.proofs.statements.game_setting import Setting, holds
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable, agreeing
from aceten.proofs.statements.propositions import for_each
from aceten.vocabulary.actions import Seat
from aceten_spec.cards import CARD_NUMBERS, Card
from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth, every, some, together
from aceten_spec.rulebook import MatchingParameters

FOLDED: Final = 6
"""Tricks of so many cards at most are followed as a whole, from the lead to the last card."""

# --- What these theorems are made from --------------------------------------------------------------------------------


def flag(name: str) -> Variable:
    """Return a variable for what is (1) or is not (0)."""
    return Variable(name, (0, 1))


def numbered(name: str, last: int) -> Variable:
    """Return a variable for a whole number, in play one from 0 on."""
    return Variable(name, tuple(range(last + 1)))


def as_cards(numbers: Sequence[int]) -> tuple[Card, ...]:
    """Return the cards of these numbers; a symbolic number is a symbolic card."""
    return tuple([Card(number) if type(number) is int else cast("Card", number) for number in numbers])


def most_cards(game: MatchingGame) -> int:
    """Return how many cards a trick may have: one round of them, or as many as a hand has cards."""
    return game.players * (1 if game.rules.continuation == "never" else game.rules.hand)


def followed(game: MatchingGame) -> MatchingGame:
    """Return the game with tables in which symbolic seats and cards can be looked up."""
    return msgspec.structs.replace(symbolic(game), sides=SymbolicTable(game.sides), after=SymbolicTable(game.after))


def trick_of(game: MatchingGame, trick: Sequence[int]) -> MatchingState:
    """Return a state of which nothing may be looked at but the game and the trick."""
    fields: dict[str, object] = {name: Untouched() for name in MatchingState.__struct_fields__}
    fields |= {"game": game, "trick": as_cards(trick)}
    return MatchingState(**fields)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - symbolic


def trumped_by(rules: MatchingParameters, cards: int) -> Formula[Truth]:
    """Return the formula that so many cards of a trick have made it a trumped one, about the cards.

    Clauses: ST-PLAY-9, SL-LONE-3, SL-LONE-4.
    """
    trick = tuple(Z3.Int(f"card{place}") for place in range(cards))
    led, played = trick_clauses.rank_of_led(rules), trick_clauses.rank_of_played(rules)
    has_trump = trick_clauses.trumped(rules, cards)
    ranks = [played(card) if place else led(card) for place, card in enumerate(trick)]
    return Formula(clauses=has_trump.clauses, text=has_trump.text, variables=trick, term=has_trump(*ranks))


def shown(game: MatchingGame, trick: Sequence[int]) -> str:
    """Return the position line of a trick in the first deal that has cards for it; empty where the pack has not."""
    rest = list(game.pack.cards)
    lying: list[Card] = []
    for number in trick:
        like = [card for card in rest if card == number] or [card for card in rest if card.rank == number]
        if not like:
            return ""
        lying.append(like[0])
        rest.remove(like[0])
    players, take = game.players, taking(rest)
    hands = tuple(take(game.rules.hand - len(range(seat, len(lying), players))) for seat in range(players))
    state = start(game, hands, take(len(rest)), Seat(players - 1))
    return str(msgspec.structs.replace(state, trick=tuple(lying), turn=Seat(len(lying) % players)))


# --- The steps --------------------------------------------------------------------------------------------------------


def wild_cases(setting: Setting) -> Iterator[ProofCase]:
    """Yield the case of every rank."""
    game = setting.matching

    def run(rank: int) -> bool:
        return steps.is_wild(rank, game.matching.wild)

    yield agreeing(run, trick_clauses.wild(game.rules), (setting.card("rank"),), "is wild")


class RuleVariant(msgspec.Struct, frozen=True):
    """The rules of a game, or the same with another value for one parameter, and what decides about tricks by them."""

    name: str
    rules: MatchingParameters
    matching: steps.Matching


def variants(setting: Setting) -> tuple[RuleVariant, ...]:
    """Return the rules of a game, and all that differ from them by one parameter of those that decide about tricks."""
    rules, matching, change = setting.matching.rules, setting.matching.matching, msgspec.structs.replace
    found = [RuleVariant("", rules, matching)]
    for parameter, decides, values in (
        ("wild_role", "trumps", ("any_rank", "trump")),
        ("wild_led", "own_rank", ("any_wild", "own_rank")),
        ("taken_by", "first", ("last_match", "first_match")),
        ("to_match", "newest", ("first_lead", "newest_lead")),
        ("continue_with", "any_card", ("match", "any")),
    ):
        for place, value in enumerate(values):
            if getattr(rules, parameter) != value:
                other = change(rules, **{parameter: value}), change(matching, **{decides: bool(place)})
                found.append(RuleVariant(value, *other))
    return tuple(found)


@for_each(variants)
def match_cases(setting: Setting, variant: RuleVariant) -> ProofCase:
    """Return the case of any rank that is played to another one."""

    def run(rank: int, led: int, trumped: int) -> bool:
        return steps.matches(rank, led, variant.matching, trumped=trumped != 0)

    variables = (setting.card("rank"), setting.card("led"), flag("trumped"))
    return agreeing(run, trick_clauses.matching(variant.rules), variables, "matches", name=variant.name)


def _sizes(setting: Setting) -> range:
    """Return how many cards can lie in a trick."""
    return range(most_cards(setting.matching) + 1)


def _with_sizes(setting: Setting, own: int, other: int) -> Iterator[tuple[RuleVariant, int]]:
    """Yield the rules of a game with every number of cards up to one bound, and those that differ up to another."""
    for variant in variants(setting):
        yield from ((variant, cards) for cards in range((other if variant.name else own) + 1))


@for_each(lambda setting: _with_sizes(setting, most_cards(setting.matching), min(setting.game.players, FOLDED)))
def trump_cases(setting: Setting, sized: tuple[RuleVariant, int]) -> ProofCase:
    """Return the case of ranks, as many as lie in a trick."""
    variant, cards = sized
    return agreeing(
        lambda *ranks: steps.is_trumped(ranks, variant.matching),
        trick_clauses.trumped(variant.rules, cards),
        setting.cards("rank", cards),
        "is trumped",
        name=f"{cards} cards {variant.name}".strip(),
    )


@for_each(variants)
def deciding_cases(setting: Setting, variant: RuleVariant) -> ProofCase:
    """Return the case of any number of cards."""
    players = setting.game.players
    formula = trick_clauses.to_match(variant.rules, players)

    def run(cards: int, _: int) -> int:
        return steps.deciding(cards, players, variant.matching)

    def claim(given: Numbers, found: Numbers) -> Truth:
        cards, place = given
        decides = together(formula(cards, place), place == found[0])
        return Z3.Implies(cards > 0, decides) & Z3.Implies(cards == 0, found[0] == 0)

    return ProofCase(
        name=variant.name,
        variables=tuple(Variable(name, tuple(_sizes(setting))) for name in ("cards", "any place")),
        returns=("place",),
        lifted=run,
        assuming=lambda given: [given[0] >= 0],
        claim=claim,
    )


@for_each(variants)
def ahead_cases(setting: Setting, variant: RuleVariant) -> ProofCase:
    """Return the case of a card that has matched or not."""
    formula = trick_clauses.winning(variant.rules)

    def run(winning: int, seat: int, leader: int, matched: int) -> int:
        return steps.winning_after(
            Seat(winning), Seat(seat), Seat(leader), matched=matched != 0, rules=variant.matching
        )

    return ProofCase(
        name=variant.name,
        variables=(*map(setting.seats, ("winning", "seat", "leader")), flag("matched")),
        returns=("winning after",),
        lifted=run,
        claim=lambda given, found: formula(*given, *found),
    )


def _with_lone(game: MatchingGame) -> Iterator[tuple[str, MatchingGame]]:
    """Yield a game as it is, and with a lone card that counts for its own rank or another when it is led, and when it is played."""
    yield "", game
    change, card = msgspec.structs.replace, game.lone_card or game.pack.cards[0]
    other = next(rank for rank in game.pack.ranks if rank != card.rank)
    for led, played in itertools.product(("own", other.letter), repeat=2):
        rules = change(game.rules, lone_card=str(card), lone_card_led=led, lone_card_rank=played)
        name = f"{card} counts as {led} when led, as {played} when played"
        yield name, change(game, rules=rules, lone_card=card)


def rank_cases(
    setting: Setting, ranks: Callable[[MatchingGame], tuple[int, ...]], formula: Callable[..., Formula[Number]]
) -> Iterator[ProofCase]:
    """Yield the cases that a game is built with the ranks of a formula."""
    for name, game in _with_lone(setting.matching):

        def rank(card: int, game: MatchingGame = game) -> int:
            return SymbolicTable(ranks(build_matching(game.rulebook, game.players, game.rules, {})))[card]

        yield agreeing(
            rank,
            formula(game.rules),
            (_card(game),),
            "rank",
            name=name,
            assuming=lambda given: [given[0] >= 0, given[0] < CARD_NUMBERS],
        )


def _card(game: MatchingGame) -> Variable:
    lone = [] if game.lone_card is None else [game.lone_card]
    return Variable("card", tuple(map(int, (*game.pack.ranks, *lone))), card=True)


@for_each(_sizes)
def to_match_cases(setting: Setting, cards: int) -> ProofCase:
    """Return the case of tricks of so many cards."""
    game = symbolic(setting.matching)
    formula, led = trick_clauses.to_match(game.rules, game.players), trick_clauses.rank_of_led(game.rules)

    def run(*trick: int) -> tuple[int, ...]:
        rank = trick_of(game, trick).to_match
        return (True, 0) if rank is None else (False, rank)

    def claim(given: Numbers, found: Numbers) -> Truth:
        nothing, rank = found
        size = Z3.IntVal(cards)
        at = [Z3.Implies(formula(size, Z3.IntVal(place)), rank == led(card)) for place, card in enumerate(given)]
        return every([together(holds(nothing), not cards), *at])

    return ProofCase(
        name=f"{cards} cards",
        variables=setting.cards("trick", cards),
        returns=("there is nothing to match", "rank"),
        lifted=run,
        claim=claim,
    )


@for_each(_sizes)
def trumped_cases(setting: Setting, cards: int) -> ProofCase:
    """Return the case of tricks of so many cards."""
    game = setting.matching
    inside = followed(game)
    return agreeing(
        lambda *trick: trick_of(inside, trick).trumped,
        trumped_by(game.rules, cards),
        setting.cards("trick", cards),
        "is trumped",
        name=f"{cards} cards",
        plain=lambda *trick: trick_of(game, trick).trumped,
        position=lambda given: shown(game, given),
    )


def _whole_rounds(setting: Setting) -> range:
    players = setting.game.players
    return range(players, most_cards(setting.matching) + 1, players)


@for_each(_whole_rounds)
def one_winner_cases(setting: Setting, cards: int) -> ProofCase:
    """Return the case of tricks of so many cards."""
    formula = trick_clauses.takes(setting.matching.rules, setting.game.players, cards)

    def claim(given: Numbers, _: Numbers) -> Truth:
        one, other, *trick = given
        there_is = some([formula(Z3.IntVal(place), *trick) for place in range(cards)])
        both = formula(one, *trick) & formula(other, *trick)
        return there_is & Z3.Implies(both, (one == other) & (one >= 0) & (one < cards))

    places = (numbered(name, cards - 1) for name in ("place", "other"))
    return ProofCase(name=f"{cards} cards", variables=(*places, *setting.cards("trick", cards)), claim=claim)


@for_each(lambda setting: _with_sizes(setting, setting.game.rules.hand, 2))
def can_cases(setting: Setting, sized: tuple[RuleVariant, int]) -> ProofCase:
    """Return the case of hands of so many cards."""
    variant, cards = sized
    formula, match = trick_clauses.continues(variant.rules), trick_clauses.matching(variant.rules)

    def matches(rank: int, led: int, _: steps.Matching, *, trumped: bool = False) -> bool:
        return told(match, rank, led, trumped)

    def run(led: int, trumped: int, *ranks: int, can: Callable[..., bool]) -> bool:
        return can(ranks, led, variant.matching, trumped=trumped != 0)

    def claim(given: Numbers, found: Numbers) -> Truth:
        led, trumped, *ranks = given
        return together(holds(found[0]), some([formula(rank, led, trumped) for rank in ranks]))

    return ProofCase(
        name=f"{cards} cards {variant.name}".strip(),
        variables=(setting.card("led"), flag("trumped"), *setting.cards("rank", cards)),
        returns=("can be continued",),
        lifted=partial(run, can=linked(steps.can_continue, matches=matches)),
        plain=partial(run, can=steps.can_continue),
        claim=claim,
    )


class _Distinct:
    """In place of a set of ranks: how many different ones there are."""

    def __init__(self, ranks: Sequence[int]) -> None:
        self.ranks = tuple(ranks)


def _count(counted: _Distinct | Sequence[object]) -> int:
    """Stand in for ``len``: of a set without its elements being hashed."""
    if not isinstance(counted, _Distinct):
        return len(counted)
    terms = [number_term(rank) for rank in counted.ranks]
    run = run_of(counted.ranks)
    if run is None:
        return len(set(counted.ranks))
    new = [Z3.If(some([rank == other for other in terms[:place]]), 0, Z3.IntVal(1)) for place, rank in enumerate(terms)]
    return cast("int", SymbolicInt(run, Z3.Sum(new)))


@for_each(_whole_rounds)
def four_cases(setting: Setting, cards: int) -> ProofCase:
    """Return the case of tricks of so many cards."""
    players = setting.game.players
    return agreeing(
        lambda *ranks: linked(steps.four_of_a_rank, set=_Distinct, len=_count)(ranks, players),
        trick_clauses.burns(players, cards),
        setting.cards("rank", cards),
        "burns",
        name=f"{cards} cards",
        plain=lambda *ranks: steps.four_of_a_rank(ranks, players),
    )


@for_each(lambda setting: range(setting.matching.rules.lead_limit + 2))
def barred_cases(setting: Setting, count: int) -> ProofCase:
    """Return the case of so many leads before, up to one more than the limit, all of one rank."""

    def repeats(rank: int, limit: int, *leads: int) -> bool:
        return steps.too_many_leads(rank, leads, limit)

    limit = numbered("limit", setting.matching.rules.lead_limit)
    return agreeing(
        repeats,
        trick_clauses.barred(count),
        (setting.card("rank"), limit, *setting.cards("lead", count)),
        "is barred",
        name=f"after {count} leads",
        assuming=lambda given: [given[1] >= 0, *[lead == given[2] for lead in given[3:]]],
    )
