"""Who takes a trick, where what matches the lead takes it: one player always, by the last card that matches or as the rules have it."""

from __future__ import annotations

import itertools
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Final, cast

import msgspec

from aceten.actions import Seat
from aceten.matching import steps
from aceten.matching.game import MatchingGame, build_matching
from aceten.matching.state import MatchingState, start
from aceten.proofs.claims.symbolic_deals import symbolic, taking
from aceten.proofs.execution.replacements import linked
from aceten.proofs.execution.symbolic_numbers import SymbolicInt, SymbolicTable, Untouched, number_term, run_of, told
from aceten.proofs.statements.game_setting import Setting, holds, is_matching
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable, agreeing
from aceten.proofs.statements.propositions import Proposition, Step, for_each
from aceten.proofs.statements.witnesses import in_deals
from aceten.proofs.theorems.play import branch_claims as follows
from aceten.proofs.theorems.play.branch_claims import SHAPES
from aceten_spec.cards import CARD_NUMBERS, Card
from aceten_spec.formulas import Z3, Formula, Number, Truth
from aceten_spec.formulas.matching import trick_clauses as rules_of
from aceten_spec.formulas.terms import every, some, together
from aceten_spec.rulebook import MatchingParameters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aceten.state import State

FOLDED: Final = 6
"""Tricks of so many cards at most are followed as a whole, from the lead to the last card."""

SEEDS: Final = 60
"""So many deals are looked through for one that shows something."""


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
    led, played = rules_of.rank_of_led(rules), rules_of.rank_of_played(rules)
    has_trump = rules_of.trumped(rules, cards)
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


def _wild(setting: Setting) -> Iterator[ProofCase]:
    game = setting.matching

    def run(rank: int) -> bool:
        return steps.is_wild(rank, game.matching.wild)

    yield agreeing(run, rules_of.wild(game.rules), (setting.card("rank"),), "is wild")


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
def _match(setting: Setting, variant: RuleVariant) -> ProofCase:
    def run(rank: int, led: int, trumped: int) -> bool:
        return steps.matches(rank, led, variant.matching, trumped=trumped != 0)

    variables = (setting.card("rank"), setting.card("led"), flag("trumped"))
    return agreeing(run, rules_of.matching(variant.rules), variables, "matches", name=variant.name)


def _sizes(setting: Setting) -> range:
    """Return how many cards can lie in a trick."""
    return range(most_cards(setting.matching) + 1)


def _with_sizes(setting: Setting, own: int, other: int) -> Iterator[tuple[RuleVariant, int]]:
    """Yield the rules of a game with every number of cards up to one bound, and those that differ up to another."""
    for variant in variants(setting):
        yield from ((variant, cards) for cards in range((other if variant.name else own) + 1))


@for_each(lambda setting: _with_sizes(setting, most_cards(setting.matching), min(setting.game.players, FOLDED)))
def _trump(setting: Setting, sized: tuple[RuleVariant, int]) -> ProofCase:
    variant, cards = sized
    return agreeing(
        lambda *ranks: steps.is_trumped(ranks, variant.matching),
        rules_of.trumped(variant.rules, cards),
        setting.cards("rank", cards),
        "is trumped",
        name=f"{cards} cards {variant.name}".strip(),
    )


@for_each(variants)
def _deciding(setting: Setting, variant: RuleVariant) -> ProofCase:
    players = setting.game.players
    formula = rules_of.to_match(variant.rules, players)

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
def _ahead(setting: Setting, variant: RuleVariant) -> ProofCase:
    formula = rules_of.winning(variant.rules)

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


def _counting(
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
def _to_match(setting: Setting, cards: int) -> ProofCase:
    game = symbolic(setting.matching)
    formula, led = rules_of.to_match(game.rules, game.players), rules_of.rank_of_led(game.rules)

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
def _is_trumped(setting: Setting, cards: int) -> ProofCase:
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
def _one(setting: Setting, cards: int) -> ProofCase:
    formula = rules_of.takes(setting.matching.rules, setting.game.players, cards)

    def claim(given: Numbers, _: Numbers) -> Truth:
        one, other, *trick = given
        there_is = some([formula(Z3.IntVal(place), *trick) for place in range(cards)])
        both = formula(one, *trick) & formula(other, *trick)
        return there_is & Z3.Implies(both, (one == other) & (one >= 0) & (one < cards))

    places = (numbered(name, cards - 1) for name in ("place", "other"))
    return ProofCase(name=f"{cards} cards", variables=(*places, *setting.cards("trick", cards)), claim=claim)


@for_each(lambda setting: _with_sizes(setting, setting.game.rules.hand, 2))
def _can(setting: Setting, sized: tuple[RuleVariant, int]) -> ProofCase:
    variant, cards = sized
    formula, match = rules_of.continues(variant.rules), rules_of.matching(variant.rules)

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
def _four(setting: Setting, cards: int) -> ProofCase:
    players = setting.game.players
    return agreeing(
        lambda *ranks: linked(steps.four_of_a_rank, set=_Distinct, len=_count)(ranks, players),
        rules_of.burns(players, cards),
        setting.cards("rank", cards),
        "burns",
        name=f"{cards} cards",
        plain=lambda *ranks: steps.four_of_a_rank(ranks, players),
    )


@for_each(lambda setting: range(setting.matching.rules.lead_limit + 2))
def _repeats(setting: Setting, count: int) -> ProofCase:
    """Up to one lead more than the limit, all of one rank."""

    def repeats(rank: int, limit: int, *leads: int) -> bool:
        return steps.too_many_leads(rank, leads, limit)

    limit = numbered("limit", setting.matching.rules.lead_limit)
    return agreeing(
        repeats,
        rules_of.barred(count),
        (setting.card("rank"), limit, *setting.cards("lead", count)),
        "is barred",
        name=f"after {count} leads",
        assuming=lambda given: [given[1] >= 0, *[lead == given[2] for lead in given[3:]]],
    )


# --- Witnesses --------------------------------------------------------------------------------------------------------


def _taken_by_another(states: Sequence[State]) -> bool:
    """Whether a card that matched took a trick from its leader, and the lead took one that nobody matched."""
    ends = [(before, after) for before, after in itertools.pairwise(states) if before.trick and not after.trick]
    return {before.leader == after.leader for before, after in ends} == {True, False}


# --- The theorem ------------------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    return f"every trick has one winner: {rules_of.takes(setting.matching.rules, 1, 1).text}"


def _applies(setting: Setting) -> bool:
    """Whether there are matching tricks, and one reading of how rounds, of which the newest decides, go with trumps of earlier ones."""
    if not isinstance(setting.game, MatchingGame):
        return False
    rules = setting.game.rules
    return (rules.wild_role, rules.to_match) != ("trump", "newest_lead")


_STEPS: Final = (
    Step(
        name="wild",
        statement="the wild ranks are those of the rulebook",
        clauses=("PLAY-5",),
        function="aceten.matching.steps.is_wild",
        domain="all whole numbers",
        cases=_wild,
    ),
    Step(
        name="match",
        statement="a card matches that is of the led rank or wild, as far as trumps and led wild cards allow it",
        clauses=("CARDS-2", "PLAY-4", "PLAY-5", "PLAY-6", "PLAY-9", "PLAY-10"),
        function="aceten.matching.steps.matches",
        domain="all whole numbers, whatever the rulebook says of trumps and of led wild cards",
        cases=_match,
    ),
    Step(
        name="trump",
        statement="ranks hold a trump when one of them is wild, where wild cards are trumps",
        clauses=("PLAY-9", "MULTI-9"),
        function="aceten.matching.steps.is_trumped",
        domain="all whole numbers, as many as a trick has cards",
        cases=_trump,
    ),
    Step(
        name="deciding",
        statement="the card to be matched is the first of the trick, or of its newest round where that alone decides",
        clauses=("MULTI-3", "MULTI-7", "MULTI-10"),
        function="aceten.matching.steps.deciding",
        domain="any number of cards, whichever round the rulebook lets decide",
        cases=_deciding,
    ),
    Step(
        name="ahead",
        statement="who matches is winning, or only who matches first",
        clauses=("PLAY-4", "MULTI-7"),
        function="aceten.matching.steps.winning_after",
        domain="all whole numbers, whichever match takes the trick by the rulebook",
        cases=_ahead,
    ),
    Step(
        name="led",
        statement="a card that is led counts for its own rank; the lone card for the rank of the rulebook",
        clauses=("LONE-4",),
        function="aceten.matching.game.counts_as",
        domain="every card, with its own rank and another for the lone card",
        cases=partial(_counting, ranks=attrgetter("led"), formula=rules_of.rank_of_led),
    ),
    Step(
        name="played",
        statement="a card that is played to a lead counts for its own rank; the lone card for the rank of the rulebook",
        clauses=("LONE-3",),
        function="aceten.matching.game.counts_as",
        domain="every card, with its own rank and another for the lone card",
        cases=partial(_counting, ranks=attrgetter("played"), formula=rules_of.rank_of_played),
    ),
    Step(
        name="to_match",
        statement="what has to be matched is the rank for which the deciding card counts; without a card, nothing",
        clauses=("PLAY-4", "MULTI-3", "MULTI-10", "LONE-4"),
        function="aceten.matching.moment.MatchingMoment.to_match",
        domain="any cards, in tricks of every size that there is",
        cases=_to_match,
    ),
    Step(
        name="trumped",
        statement="a trick is trumped once a wild card lies in it, where wild cards are trumps",
        clauses=("PLAY-9",),
        function="aceten.matching.moment.MatchingMoment.trumped",
        domain="any cards, in tricks of every size that there is",
        cases=_is_trumped,
    ),
    Step(
        name="one_winner",
        statement="of the cards of a trick there is exactly one that takes it",
        clauses=("PLAY-4",),
        function="aceten_spec.formulas.matching.trick_clauses.takes",
        domain="any cards, in tricks of every number of rounds that there is",
        cases=_one,
    ),
    Step(
        name="can",
        statement="a trick can be continued when a card of the hand continues it",
        clauses=("MULTI-2", "MULTI-6"),
        function="aceten.matching.steps.can_continue",
        domain="all whole numbers, in hands of 0 to {hand} cards",
        cases=_can,
    ),
    Step(
        name="put",
        statement="whoever played the card that takes a trick is winning it, card after card, and takes it",
        clauses=("PLAY-4", "PLAY-5", "PLAY-6", "PLAY-9", "PLAY-10", "MULTI-3", "MULTI-7", "MULTI-8", "MULTI-10"),
        function="aceten_spec.formulas.matching.play_relation.PlayRelation.card",
        domain=f"every branch of a card that is played, the first of its hand (T-STEP), or turned up; {SHAPES}",
        cases=follows.ahead,
    ),
    Step(
        name="four",
        statement="a round of four players burns that consists of four cards of one rank",
        clauses=("SCORE-11",),
        function="aceten.matching.steps.four_of_a_rank",
        domain="all whole numbers, in tricks of every number of rounds that there is",
        cases=_four,
    ),
    Step(
        name="barred",
        statement="a rank is barred after as many leads of it as the limit",
        clauses=("PLAY-11",),
        function="aceten.matching.steps.too_many_leads",
        domain="all whole numbers, a limit from 0, which is none; up to one lead more than the limit",
        cases=_repeats,
        applies=lambda setting: is_matching(setting) and setting.matching.rules.lead_limit > 0,
    ),
)

TRICK: Final = Proposition(
    id="T-TRICK",
    statement=_statement,
    argument=(
        "A formula says of the cards of a whole trick which of them takes it; there is exactly one (one_winner). A trick of one card is"
        " being won by its leader. Put on a trick that is being won by whoever played the card that takes it, every further card leaves"
        " that so (put): by induction over the cards it is so when the trick ends, however many cards and rounds it has. The functions"
        " that decide about a card follow the same rules (wild, match, trump, deciding, ahead, led, played, to-match, trumped)."
        " What else a trick brings about follows from its cards too (four, burned, lone, barred)."
    ),
    steps=_STEPS,
    applies=_applies,
    witnesses=in_deals(
        "a trick that its leader takes, and one that another takes from him", range(SEEDS), _taken_by_another
    ),
)
"""Who takes a trick."""

PROPOSITIONS: Final[tuple[Proposition, ...]] = (TRICK,)
"""The theorem of this module."""
