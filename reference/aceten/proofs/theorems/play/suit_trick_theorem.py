"""Suit tricks: which card wins, and which cards may be played to a lead. Cards are pairs here, of a suit and a strength."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

import msgspec

from aceten.engine.scoring import count_cards
from aceten.engine.state import State
from aceten.engine.suits import game as games
from aceten.engine.suits import steps
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.steps import Obligation, Strong
from aceten.notation.position import parse
from aceten.proofs.claims.symbolic_deals import taking
from aceten.proofs.execution.symbolic_numbers import SymbolicTable
from aceten.proofs.statements.game_setting import Setting, holds, is_suits
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable, agreeing
from aceten.proofs.statements.propositions import Proposition, Step, for_each
from aceten.proofs.statements.witnesses import in_deals
from aceten.proofs.theorems.play import suit_branch_claims
from aceten.proofs.theorems.play.option_games import SUITS, option_games, suit, trump_suit
from aceten.vocabulary.actions import Play
from aceten_spec.cards import Suit, card_of, format_cards, rank_number
from aceten_spec.errors import AcetenError
from aceten_spec.formulas.card_clauses import RANKS
from aceten_spec.formulas.suits import suit_trick_clauses
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import Z3, Number, Truth, every, together

_T = TypeVar("_T")

MOST: Final = 8
"""Larger hands have too many ways through the engine's loops over a hand; of them only so many cards are looked at."""


def heights(setting: Setting) -> tuple[int, ...]:
    """Return the usual strengths of cards."""
    return tuple(range(len(setting.game.pack.ranks)))


def card_variables(setting: Setting, *names: str) -> tuple[Variable, ...]:
    """Return variables for cards as a trick sees them: a suit and a strength each."""
    return tuple(
        each for name in names for each in (suit(f"suit of {name}"), Variable(f"strength of {name}", heights(setting)))
    )


def pairs(numbers: Sequence[_T]) -> list[tuple[_T, _T]]:
    """Return numbers two by two."""
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def real(cards: Sequence[Number]) -> list[Truth]:
    """Return the assumption that cards have suits, and strengths from 0 on."""
    return [suit >= 1 for suit in cards[::2]] + [height >= 0 for height in cards[1::2]]


def lead_position(setting: Setting, trump: int, led: Strong, hand: Sequence[Strong]) -> str:
    """Return a position line with a lead to seat 1, who has this hand; empty where there is no such position.

    All other cards that are in play are any that are left, the talon is exhausted, and what was taken before is anybody's.
    """
    game, order = setting.suits, [RANKS[letter] for letter in reversed(setting.suits.rules.order)]
    seen = [led, *hand]
    if not trump and game.rules.trump != "marriage":  # then there is a trump suit: one that nobody has a card of
        trump = next((number for number in SUITS if number not in {each for each, _ in seen}), 0)
    known = all(number in SUITS and 0 <= height < len(order) for number, height in seen) and trump in (0, *SUITS)
    if not known or len(set(seen)) < len(seen):
        return ""
    cards = [card_of(order[height], Suit(number)) for number, height in seen]
    others = [card for card in game.pack.cards if card not in cards]
    sizes = [len(hand) - 1, *[len(hand)] * (game.players - 2)]
    if sum(sizes) > len(others):
        return ""
    piles = list(map(taking(others), sizes))
    hands = ",".join(format_cards(pile) or "-" for pile in (piles[0], tuple(cards[1:]), *piles[1:]))
    tricks = len(game.pack.cards) // game.players - len(hand)
    options = "".join(f" {name}={value}" for name, value in game.options)
    suit_of_trump = f" trump={Suit(trump).letter}" if trump else ""
    line = f"{game} hands={hands} lead=0 trick={cards[0]}{suit_of_trump}{options}"
    bid = f" bid=0,{game.rules.bids[0]}" if game.rules.bids else ""
    in_play = [*cards, *itertools.chain(*piles)]
    points = game.total - count_cards(tuple([rank_number(card) for card in in_play]), game.values)
    before = f" tricks={tricks},0 points={points},0"
    melds = [f"{before} melds={worth},0" for worth in game.rules.marriage_points]
    for further in (bid, bid + before, *melds):
        try:
            return str(parse(line + further, rules=game.rulebook))
        except AcetenError:
            continue
    return ""


# --- Which card wins ---


@for_each(lambda setting: option_games(setting, "order", "pack", "exchange"))
def _strong(_: Setting, own: SuitGame) -> ProofCase:
    """Cards of the pack as tricks see them; what can be exchanged for the turn-up is made with them."""
    rules, usual = own.rules, tuple(map(int, own.pack.cards))
    height = suit_trick_clauses.strength(rules)
    exchange = 0 if rules.exchange == "none" else int(RANKS[rules.exchange])

    def look_up(card: int, _: int) -> tuple[int, ...]:
        made = games.build_suits(own.rulebook, own.players, rules, dict(own.options))
        known = made.rules == rules and made.players == own.players and made.side_count == 2  # noqa: PLR2004 - sides
        at = [SymbolicTable(column)[card] for column in zip(*made.strong, strict=True)]
        return (*at, made.exchange, known and made.options == own.options)

    def claim(given: Numbers, found: Numbers) -> Truth:
        (card, other), (place, strength, exchanged, rest) = given, found
        same_suit = (card / 16 == other / 16) & (card != other)
        others_differ = Z3.Implies(same_suit, height(other % 16) != strength)
        as_said = [place == card / 16, strength == height(card % 16), exchanged == exchange]
        return Z3.And([*as_said, others_differ, holds(rest)])

    return ProofCase(
        name=f"the order {' '.join(rules.order)}",
        variables=(Variable("card", usual, card=True), Variable("another card", usual, card=True)),
        returns=("suit", "strength", "rank that can be exchanged", "all else"),
        lifted=look_up,
        assuming=lambda given: [Z3.Or([card == each for each in usual]) for card in given],
        claim=claim,
    )


def _beats(setting: Setting) -> Iterator[ProofCase]:
    def beats(*numbers: int) -> bool:
        card, best = pairs(numbers[:4])
        return steps.beats(card, best, numbers[4])

    yield agreeing(
        beats,
        suit_trick_clauses.takes(),
        (*card_variables(setting, "the card", "the best card"), trump_suit()),
        "takes the trick",
        position=lambda values: lead_position(setting, values[4], (values[2], values[3]), [(values[0], values[1])]),
    )


def _highest(setting: Setting) -> Iterator[ProofCase]:
    """One more card is played to a trick, of which the cards before had a winning one."""
    highest = suit_trick_clauses.highest()

    def play(*numbers: int) -> tuple[int, ...]:
        best, _, card = pairs(numbers[:6])
        taken = steps.beats(card, best, numbers[6])
        return (*(card if taken else best), taken)

    def assuming(given: Numbers) -> list[Truth]:
        best, other, led = given[:2], given[2:4], given[7]
        return [*real(given[:6]), led >= 1, given[6] >= 0, highest(*best, *other, given[6], led)]

    def claim(given: Numbers, found: Numbers) -> Truth:
        best, other, card, (trump, led) = given[:2], given[2:4], given[4:6], given[6:8]
        again = (found[0] == best[0]) & (found[1] == best[1])
        highest_of_all = [highest(*found[:2], *each, trump, led) for each in (other, card, best)]
        return Z3.And([*highest_of_all, again | holds(found[2])])

    yield ProofCase(
        variables=(*card_variables(setting, "the best card", "another", "the card played"), trump_suit(), suit("led")),
        returns=("suit that wins", "strength that wins", "the card takes the trick"),
        lifted=play,
        assuming=assuming,
        claim=claim,
    )


def _led(setting: Setting) -> Iterator[ProofCase]:
    """The trick begins with one card; and where two cards win, each against the other, they are one."""
    highest, takes = suit_trick_clauses.highest(), suit_trick_clauses.takes()

    def claim(given: Numbers, _: Numbers) -> Truth:
        one, other, (trump, led) = given[:2], given[2:4], given[4:]
        both = highest(*one, *other, trump, led) & highest(*other, *one, trump, led)
        same = (one[0] == other[0]) & (one[1] == other[1])
        led_wins = Z3.Implies(one[0] == led, highest(*one, *one, trump, led))
        one_takes = ~(takes(*one, *other, trump) & takes(*other, *one, trump))
        return Z3.And([led_wins, Z3.Implies(both, same), one_takes])

    yield ProofCase(
        variables=(*card_variables(setting, "one card", "another"), trump_suit(), suit("led")),
        assuming=lambda given: [*real(given[:4]), given[4] >= 0, given[5] >= 1],
        claim=claim,
    )


# --- What may be played ---


def _of_hands(
    setting: Setting,
    sizes: Iterable[int],
    card_name: str,
    returns: tuple[str, ...],
    *,
    run: Callable[[Obligation, int, Strong, Strong, tuple[Strong, ...]], object],
    claim: Callable[[Number, list[Numbers], Numbers], Truth],
    assuming: Callable[[Numbers], list[Truth]] = lambda _: [],
) -> Iterator[ProofCase]:
    """Yield the cases about hands of these sizes, a lead, and a card, with whatever is owed in the game.

    :param run: is given what is owed, trumps, the card, the lead and the hand.
    :param claim: is given the reason why the card may not be played, the card, the lead and the hand, and what is found.
    """
    game = setting.suits
    refusal = SuitRelation(game.rules, game.players).owed

    def case(obligation: Obligation, size: int) -> ProofCase:
        def lifted(trump: int, *numbers: int) -> object:
            card, led, *hand = pairs(numbers)
            return run(obligation, trump, card, led, tuple(hand))

        def claimed(given: Numbers, found: Numbers) -> Truth:
            card, led, *hand = pairs(given[1:])
            return claim(refusal(obligation, card, tuple(hand), led, given[0]), [card, led, *hand], found)

        def position(values: tuple[int, ...]) -> str:
            if obligation != game.rules.last_obligation:  # the rules that it is about hold with a talon
                return ""
            card, led, *hand = pairs(values[1:])
            return lead_position(setting, values[0], led, hand if card in hand else [card, *hand])

        names = [card_name, "the card led", *(f"card {number + 1}" for number in range(size))]
        return ProofCase(
            name=f"{obligation}, {size} cards",
            variables=(trump_suit(), *card_variables(setting, *names)),
            returns=returns,
            lifted=lifted,
            assuming=lambda given: [given[0] >= 0, *real(given[1:]), *assuming(given)],
            claim=claimed,
            position=position,
        )

    return itertools.starmap(case, itertools.product(_obligations(setting), sizes))


def owed_by(hand: tuple[Strong, ...], led: Strong, trump: int, obligation: Obligation) -> tuple[int, int]:
    """Return what the engine says that a hand of such cards owes to a lead."""
    return steps.owed(range(1, len(hand) + 1), 0, (led, *hand), trump, obligation)


def _owed(setting: Setting) -> Iterator[ProofCase]:
    """Hands of every size, up to the bound; and any card, held or not."""
    pays, sizes = suit_trick_clauses.pays(), range(1, min(setting.game.rules.hand, MOST) + 1)

    def run(obligation: Obligation, trump: int, _: Strong, led: Strong, hand: tuple[Strong, ...]) -> object:
        return owed_by(hand, led, trump, obligation)

    def claim(why: Number, cards: list[Numbers], found: Numbers) -> Truth:
        card, led, *hand = cards
        free = Z3.Or([pays(*held, *found) for held in hand])
        least = (found[1] == -1) | ((found[1] == led[1]) & (found[0] != 0))
        return every([together(pays(*card, *found), why == 0), free, least])

    return _of_hands(setting, sizes, "any card", ("suit that is due", "strength to exceed"), run=run, claim=claim)


def _obligations(setting: Setting) -> tuple[Obligation, ...]:
    """Return what is owed in a game, with every option."""
    owed: dict[Obligation, None] = {}
    for own in option_games(setting, "obligation", "last_obligation"):
        owed[own.rules.obligation] = owed[own.rules.last_obligation] = None
    return tuple(owed)


def _pays(setting: Setting) -> Iterator[ProofCase]:
    def lifted(suit: int, strength: int, due: int, least: int) -> bool:
        return steps.pays((suit, strength), (due, least))

    due = Variable("suit that is due", (0, *SUITS)), Variable("strength to exceed", (-1, *heights(setting)))
    yield agreeing(lifted, suit_trick_clauses.pays(), (*card_variables(setting, "the card"), *due), "pays")


def _of_the_hand(given: Numbers) -> list[Truth]:
    """Return the assumption that the card played is one of the hand, and that the card led is none of it."""
    card, led, *hand = pairs(given[1:])
    held = Z3.Or([(card[0] == each[0]) & (card[1] == each[1]) for each in hand])
    return [held, *[(each[0] != led[0]) | (each[1] != led[1]) for each in hand]]


def _unpaid(setting: Setting) -> Iterator[ProofCase]:
    """Hands of up to two cards: all that can be owed comes about with them."""

    def run(obligation: Obligation, trump: int, card: Strong, led: Strong, hand: tuple[Strong, ...]) -> int:
        debt = owed_by(hand, led, trump, obligation)
        return 0 if steps.pays(card, debt) else suit_trick_clauses.REFUSALS.index(steps.unpaid(card, debt, led[0]))

    def claim(why: Number, _: list[Numbers], found: Numbers) -> Truth:
        return found[0] == why

    sizes = (1, 2)[: setting.game.rules.hand]
    reason = ("why it is refused",)
    return _of_hands(setting, sizes, "the card", reason, run=run, claim=claim, assuming=_of_the_hand)


# --- The theorems ---


def _higher_trump_wins(states: Sequence[State]) -> bool:
    """Whether a trick was taken by a card of another suit than that led."""
    for before, after in itertools.pairwise(states):
        trick, last = before.trick, after.log[-1][1] if after.log else None
        if isinstance(before, SuitState) and trick and isinstance(last, Play) and not after.trick:
            cards = (*trick, last.card)
            best = cards[(after.leader - before.leader) % before.game.players]
            if best.suit != cards[0].suit and best.suit == before.trump:
                return True
    return False


def _bound(states: Sequence[State]) -> bool:
    """Whether somebody may not play all cards of his hand to a lead."""
    return any(
        state.trick and state.turn is not None and len(state.legal) < len(state.hands[state.turn]) for state in states
    )


def _large(setting: Setting) -> bool:
    return setting.game.rules.hand > MOST


_TRICK: Final = Proposition(
    id="T-SUIT-TRICK",
    statement=lambda _: (
        "the highest trump takes the trick, or else the highest card of the suit led, and no other card does"
    ),
    argument=(
        "The card led is the highest so far. A card that is played takes over exactly when it is higher than the best so far in the "
        "trick's order, and by induction over the cards the best so far is the highest of them all: it is shown for an arbitrary card "
        "among those before, so for each; the seat of that card is winning (put, T-STEP). Cards of a suit differ "
        "in strength, so that there is one highest card only."
    ),
    steps=(
        Step(
            name="strong",
            statement="every card has its suit, and for strength its place in the game's order; no two of a suit have the same",
            clauses=("CARDS-6",),
            function="aceten.engine.suits.game.strong_card",
            domain="any two of the {pack} cards, with every option",
            cases=_strong,
        ),
        Step(
            name="built",
            statement="the game that is played has these strengths, the rulebook's rules and the card that can be exchanged",
            clauses=("CARDS-6", "EXCH-1"),
            function="aceten.engine.suits.game.build_suits",
            domain="any two of the {pack} cards, with every option",
            cases=_strong,
        ),
        Step(
            name="beats",
            statement="a card takes the trick that is higher in its suit, or a trump where the best so far is none",
            clauses=("SUIT-1", "CARDS-6"),
            function="aceten.engine.suits.steps.beats",
            domain="all whole numbers",
            cases=_beats,
        ),
        Step(
            name="highest",
            statement="with one more card the best so far is again the highest trump, or else the highest card of the suit led",
            clauses=("SUIT-1",),
            function="aceten.engine.suits.steps.beats",
            domain="tricks of any number of cards, any trump suit or none",
            cases=_highest,
        ),
        Step(
            name="unique",
            statement="the card led is the highest at first; two cards that are both the highest are one",
            clauses=("SUIT-1",),
            function="aceten_spec.formulas.suits.suit_trick_clauses.highest",
            domain="any two cards, any trump suit or none",
            cases=_led,
        ),
        Step(
            name="put",
            statement="whoever played the highest trump, or else the highest card of the suit led, is winning the trick, card after card",
            clauses=("SUIT-1", "PLAY-2"),
            function="aceten_spec.formulas.suits.suit_relation.SuitRelation.card",
            domain=suit_branch_claims.SHAPES,
            cases=suit_branch_claims.ahead,
        ),
    ),
    applies=is_suits,
    witnesses=in_deals("a trump takes a trick to which another suit was led", range(1, 30), _higher_trump_wins),
)

_HANDS: Final = "hands of 1 to {hand} cards, any cards"
_FIRST: Final = f"hands of 1 to {MOST} cards, any cards"

_OWED: Final = Step(
    name="owed",
    statement="a card gives what is owed exactly when the rules let it be played; some card of the hand always does",
    clauses=("SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
    function="aceten.engine.suits.steps.owed",
    domain=_HANDS,
    cases=_owed,
    applies=lambda setting: not _large(setting),
)

_OBEY: Final = Proposition(
    id="T-OBEY",
    statement=lambda _: "to a lead exactly those cards can be played that the rules allow, and there always is one",
    argument=(
        "What is owed is a suit and a strength to exceed. A card gives it exactly when the clauses allow the card, and of every hand "
        "some card does. Which clauses hold is decided by the talon: an action does what the relation of play says, or is refused for the "
        "reason that it says (T-STEP)."
    ),
    steps=(
        _OWED,
        msgspec.structs.replace(
            _OWED,
            name="owed_first",
            domain=_FIRST,
            bounded=True,
            applies=_large,
        ),
        Step(
            name="pays",
            statement="a card gives what is owed when nothing is, or when it is of the suit and higher than the strength to exceed",
            clauses=("SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
            function="aceten.engine.suits.steps.pays",
            domain="all whole numbers",
            cases=_pays,
        ),
        Step(
            name="unpaid",
            statement="a card that is refused is so because it does not follow, does not beat the lead, or is no trump",
            clauses=("SUIT-4", "SUIT-5", "SUIT-6"),
            function="aceten.engine.suits.steps.unpaid",
            domain="hands of one or two cards, any lead: all that can be owed comes about with them",
            cases=_unpaid,
        ),
    ),
    applies=is_suits,
    witnesses=in_deals("a player may not play all cards of his hand to a lead", range(1, 30), _bound),
)

PROPOSITIONS: Final[tuple[Proposition, ...]] = (_TRICK, _OBEY)
"""The theorems about tricks."""
