"""Suit tricks: which card wins one, and what may be played to a lead.

Cards lie in concrete places here, and what a trick sees of each, its suit and its strength, is symbolic: ``game.strong`` is a table of
symbolic pairs. What a step does not speak about is havoc: :attr:`Stage.free` puts any value in its place.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, Literal, NoReturn, TypeAlias, TypeVar, cast

import msgspec
from typing_extensions import override

from aceten.actions import Action, Play, Seat, Side
from aceten.loading import load
from aceten.position import parse
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import Setting, holds, is_suits
from aceten.proofs.symbolic import Table
from aceten.proofs.witness import whole_deal
from aceten.scoring import count_cards
from aceten.suits import game as games
from aceten.suits import steps
from aceten.suits.closing import Closing
from aceten.suits.state import SuitState
from aceten_spec.cards import Card, Suit, card_of, format_cards, rank_number
from aceten_spec.errors import AcetenError, RulebookError
from aceten_spec.formulas import Z3, Formula, Number, Truth, suit_tricks
from aceten_spec.formulas.cards import RANKS
from aceten_spec.formulas.rights import YES
from aceten_spec.options import option_values, options_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aceten.actions import Hands
    from aceten.proofs.report import Witness
    from aceten.state import State
    from aceten.suits.game import SuitGame
    from aceten.suits.steps import Obligation, Strong

Cards: TypeAlias = tuple[Card, ...]
"""Cards in a row."""

_T = TypeVar("_T")

MOST: Final = 8
"""Larger hands have too many ways through the engine's loops over a hand; of them only so many cards are looked at."""

TRUTH: Final = (0, 1)
"""The usual values of a variable that is no or yes."""


# --- A state to follow play from ---


class Refused(AcetenError):  # noqa: N818 - as the engine's own, IllegalAction
    """An action that a stage does not accept."""

    def __init__(self, code: str) -> None:
        """Keep the code of the refusal."""
        super().__init__(code)
        self.code = code
        """The code."""


class Stage(SuitState, frozen=True, eq=False):
    """A state that play is followed from. What :attr:`free` names has any value that stands there."""

    free: dict[str, object] = msgspec.field(default_factory=dict)
    """By the name of a property its value, by that of a method a function that stands in for it."""

    def _stands_in(self, name: str) -> Callable[..., object] | None:
        return cast("Callable[..., object] | None", self.free.get(name))

    @property
    @override
    def bidding(self) -> bool:
        """Whether the auction is going on, or any value."""
        return cast("bool", self.free["bidding"]) if "bidding" in self.free else super().bidding

    @property
    @override
    def naming(self) -> bool:
        """Whether trumps are to be named, or any value."""
        return cast("bool", self.free["naming"]) if "naming" in self.free else super().naming

    @property
    @override
    def drawing(self) -> bool:
        """Whether to draw or to close is to be chosen, or any value."""
        return cast("bool", self.free["drawing"]) if "drawing" in self.free else super().drawing

    @property
    @override
    def asking(self) -> bool:
        """Whether the winner of the last trick is asked for a claim, or any value."""
        return cast("bool", self.free["asking"]) if "asking" in self.free else super().asking

    @override
    def _debt(self, hand: Cards) -> tuple[int, int]:
        instead = self._stands_in("_debt")
        return super()._debt(hand) if instead is None else cast("tuple[int, int]", instead(hand))

    @override
    def _may_claim(self, suit: Suit | None) -> bool:
        instead = self._stands_in("_may_claim")
        return super()._may_claim(suit) if instead is None else cast("bool", instead(suit))

    @override
    def is_right(self, suit: Suit | None) -> bool:
        """Whether a claim is right, or any value."""
        instead = self._stands_in("is_right")
        return super().is_right(suit) if instead is None else cast("bool", instead(suit))

    @override
    def counted(self, side: int, more: int = 0) -> int:
        """Return the points that count, or any value."""
        instead = self._stands_in("counted")
        return super().counted(Side(side), more) if instead is None else cast("int", instead(side, more))

    @override
    def has_enough(self, side: int) -> bool:
        """Whether a side has enough points, or any value."""
        instead = self._stands_in("has_enough")
        return super().has_enough(Side(side)) if instead is None else cast("bool", instead(side))

    @override
    def _last_trick_points(self, side: int) -> int:
        instead = self._stands_in("_last_trick_points")
        return super()._last_trick_points(Side(side)) if instead is None else cast("int", instead(side))

    @override
    def _end_trick(self) -> SuitState:
        instead = self._stands_in("_end_trick")
        return super()._end_trick() if instead is None else cast("SuitState", instead(self))

    @override
    def _drawn(self, log: tuple[tuple[Seat, Action], ...]) -> SuitState:
        instead = self._stands_in("_drawn")
        return super()._drawn(log) if instead is None else cast("SuitState", instead(self, log))

    @override
    def _play_card(self, turn: Seat, card: Card, action: Action) -> SuitState:
        instead = self._stands_in("_play_card")
        if instead is not None:
            return cast("SuitState", instead(self, turn, card, action))
        return super()._play_card(turn, card, action)

    @override
    def _show(self, turn: Seat, suit: Suit) -> SuitState:
        instead = self._stands_in("_show")
        return super()._show(turn, suit) if instead is None else cast("SuitState", instead(turn, suit))

    @override
    def _refuse(self, code: str, action: Action) -> NoReturn:
        raise Refused("arguments" if isinstance(action, str) else code)


def stage(
    game: SuitGame,
    hands: Sequence[Sequence[Card]],
    *,
    talon: Sequence[Card] = (),
    leader: int = 0,
    trick: Cards = (),
    winning: int | None = None,
    turn: int | None = 0,
    taken: Hands = ((), ()),
    points: tuple[int, ...] = (0, 0),
    tricks: tuple[int, ...] | None = (0, 0),
    dealer: int | None = None,
    trump: int | None = None,
    closed: Closing | None = None,
    melds: tuple[int, ...] = (0, 0),
    shown: Hands | None = None,
    claimant: int | None = None,
    bids: tuple[int, ...] = (),
    contract: tuple[int, int] | None = None,
    scores: tuple[int, ...] = (0, 0),
    **free: object,
) -> Stage:
    """Return a stage; ``free`` is its :attr:`Stage.free`."""
    return Stage(
        game=game,
        hands=cast("Hands", hands),
        talon=cast("Cards", talon),
        leader=Seat(leader),
        trick=trick,
        winning=Seat(leader if winning is None else winning),
        turn=None if turn is None else Seat(turn),
        taken=taken,
        points=points,
        tricks=tricks,
        dealer=Seat(game.players - 1 if dealer is None else dealer),
        points_known=True,
        log=(),
        trump=cast("Suit | None", trump),
        closed=closed,
        melds=melds,
        shown=((),) * game.players if shown is None else shown,
        claimant=None if claimant is None else Seat(claimant),
        bids=bids,
        contract=cast("tuple[Seat, int] | None", contract),
        scores=scores,
        free=free,
    )


def unary(function: Callable[[object], _T]) -> Callable[..., _T]:
    """Return a function that stands in for one that takes one argument."""
    return function


def binary(function: Callable[[int, int], _T]) -> Callable[..., _T]:
    """Return a function that stands in for one that takes two numbers."""
    return function


def marked(state: SuitState, log: tuple[tuple[Seat, Action], ...]) -> SuitState:
    """Stand in for a step that is not looked at: spades are trump then, and the log is as it was given."""
    return msgspec.structs.replace(state, trump=Suit.SPADES, log=log)


def ended(state: SuitState) -> SuitState:
    """Stand in for the end of a trick."""
    return msgspec.structs.replace(state, turn=None)


def staged(free: dict[str, object]) -> Callable[..., SuitState]:
    """Return what makes a stage in place of a state."""

    def make(*fields: object) -> SuitState:
        return Stage(**dict(zip(SuitState.__struct_fields__, fields, strict=True)), free=free)  # type: ignore[arg-type]

    return make


def getter(name: str) -> Callable[[SuitState], object]:
    """Return the function behind a property of :class:`aceten.suits.state.SuitState`, as it is now."""
    return cast("Callable[[SuitState], object]", cast("property", getattr(SuitState, name)).fget)


def method(name: str) -> Callable[..., object]:
    """Return a method of :class:`aceten.suits.state.SuitState`, as it is now."""
    return cast("Callable[..., object]", getattr(SuitState, name))


def becomes(before: SuitState, after: SuitState, **changes: object) -> bool:
    """Whether an action has changed this and nothing else."""
    return all(changes.get(name, getattr(before, name)) == getattr(after, name) for name in SuitState.__struct_fields__)


def one_of(number: int, values: Sequence[int]) -> int:
    """Return a symbolic number as a plain one: the run forks for every value that it may have; the last if it has none of them."""
    for value in values[:-1]:
        if number == value:
            return value
    return values[-1]


def option_games(setting: Setting, *names: str) -> tuple[SuitGame, ...]:
    """Return the game, and the games in which its options give other values to parameters of these names, one for each combination."""
    own = setting.suits
    found: dict[tuple[object, ...], SuitGame] = {}
    choices: list[dict[str, object]] = [{}]
    for name, option in options_for(own.rulebook, own.players).items():
        tables = list(option.values.values()) if isinstance(option.values, dict) else []
        if name in names or any(changed in names for table in tables for changed in table):
            values = option_values(option) or ()
            choices = [{**chosen, name: value} for chosen in choices for value in values]
    for chosen in choices:
        game = _load(own, chosen)
        if game is not None:
            found.setdefault(tuple(getattr(game.rules, name) for name in names), game)
    found.setdefault(tuple(getattr(own.rules, name) for name in names), own)
    return tuple(found.values())


def with_rules(game: SuitGame, **changes: object) -> SuitGame:
    """Return a game with other values of parameters that play alone is about."""
    return msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, **changes))


def _load(own: SuitGame, options: dict[str, object]) -> SuitGame | None:
    """Return the game with options added to its own; ``None`` where they do not go together."""
    chosen = cast("dict[str, str]", dict(own.options) | options)
    try:
        return cast("SuitGame", load(own.rulebook, players=own.players, **chosen))
    except RulebookError:
        return None


def yes_no(name: str) -> Variable:
    """Return a variable that is 0 or 1."""
    return Variable(name, TRUTH)


def truths(numbers: Sequence[Number]) -> list[Truth]:
    """Return the assumption that numbers are 0 or 1."""
    return [(number == 0) | (number == 1) for number in numbers]


_SUITS: Final = tuple(map(int, Suit))


def suit(name: str) -> Variable:
    """Return a variable for a suit."""
    return Variable(name, _SUITS)


def trump_suit() -> Variable:
    """Return the variable for the trump suit, 0 for none."""
    return Variable("trump", (0, *_SUITS))


def heights(setting: Setting) -> tuple[int, ...]:
    """Return the usual strengths of cards."""
    return tuple(range(len(setting.game.pack.ranks)))


def card_variables(setting: Setting, *names: str) -> tuple[Variable, ...]:
    """Return variables for cards as a trick sees them: a suit and a strength each."""
    return tuple(
        each for name in names for each in (suit(f"suit of {name}"), Variable(f"strength of {name}", heights(setting)))
    )


def pairs(numbers: Sequence[int]) -> list[Strong]:
    """Return numbers two by two."""
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def seen_as(game: SuitGame, cards: Sequence[Card], numbers: Sequence[int]) -> SuitGame:
    """Return the game, to a trick of which these cards have symbolic suits and strengths."""
    strong = dict(zip(cards, pairs(numbers), strict=True))
    return msgspec.structs.replace(game, strong=cast("tuple[Strong, ...]", strong))


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
        trump = next((number for number in _SUITS if number not in {each for each, _ in seen}), 0)
    known = all(number in _SUITS and 0 <= height < len(order) for number, height in seen) and trump in (0, *_SUITS)
    if not known or len(set(seen)) < len(seen):
        return ""
    cards = [card_of(order[height], Suit(number)) for number, height in seen]
    others = [card for card in game.pack.cards if card not in cards]
    sizes = [len(hand) - 1, *[len(hand)] * (game.players - 2)]
    if sum(sizes) > len(others):
        return ""
    ends = list(itertools.accumulate(sizes, initial=0))
    piles = [tuple(others[start:end]) for start, end in itertools.pairwise(ends)]
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


def _strong(setting: Setting) -> Iterator[Case]:
    """Cards of the pack as tricks see them; what can be exchanged for the turn-up is made with them."""
    for own in option_games(setting, "order", "pack", "exchange"):
        rules = own.rules
        height = suit_tricks.strength(rules)
        exchange = 0 if rules.exchange == "none" else int(RANKS[rules.exchange])

        def look_up(card: int, _: int, own: SuitGame = own) -> tuple[int, ...]:
            made = games.build_suits(own.rulebook, own.players, own.rules, dict(own.options))
            known = made.rules == own.rules and made.players == own.players and made.side_count == 2  # noqa: PLR2004 - sides
            at = [Table(column)[card] for column in zip(*made.strong, strict=True)]
            return (*at, made.exchange, known and made.options == own.options)

        def assuming(given: Numbers, pack: Cards = own.pack.cards) -> list[Truth]:
            return [Z3.Or([card == int(each) for each in pack]) for card in given]

        def claim(
            given: Numbers, found: Numbers, exchange: int = exchange, height: Callable[..., Number] = height
        ) -> Truth:
            (card, other), (place, strength, exchanged, rest) = given, found
            same_suit = (card / 16 == other / 16) & (card != other)
            return Z3.And(
                [
                    place == card / 16,
                    strength == height(card % 16),
                    Z3.Implies(same_suit, height(other % 16) != strength),
                    exchanged == exchange,
                    holds(rest),
                ]
            )

        usual = tuple(map(int, own.pack.cards))
        yield Case(
            name=f"the order {' '.join(rules.order)}",
            variables=(Variable("card", usual, card=True), Variable("another card", usual, card=True)),
            returns=("suit", "strength", "rank that can be exchanged", "all else"),
            lifted=look_up,
            assuming=assuming,
            claim=claim,
        )


def _beats(setting: Setting) -> Iterator[Case]:
    takes = suit_tricks.takes()

    def beats(*numbers: int) -> bool:
        card, best = pairs(numbers[:4])
        return steps.beats(card, best, numbers[4])

    yield Case(
        variables=(*card_variables(setting, "the card", "the best card"), trump_suit()),
        returns=("takes the trick",),
        lifted=beats,
        claim=lambda given, found: same(holds(found[0]), takes(*given)),
        position=lambda values: lead_position(setting, values[4], (values[2], values[3]), [(values[0], values[1])]),
    )


def _highest(setting: Setting) -> Iterator[Case]:
    """One more card is played to a trick, of which the cards before had a winning one."""
    highest = suit_tricks.highest()

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
        return Z3.And(
            [
                highest(*found[:2], *other, trump, led),
                highest(*found[:2], *card, trump, led),
                highest(*found[:2], *best, trump, led),
                again | holds(found[2]),
            ]
        )

    yield Case(
        variables=(*card_variables(setting, "the best card", "another", "the card played"), trump_suit(), suit("led")),
        returns=("suit that wins", "strength that wins", "the card takes the trick"),
        lifted=play,
        assuming=assuming,
        claim=claim,
    )


def _led(setting: Setting) -> Iterator[Case]:
    """The trick begins with one card; and where two cards win, each against the other, they are one."""
    highest, takes = suit_tricks.highest(), suit_tricks.takes()

    def claim(given: Numbers, _: Numbers) -> Truth:
        one, other, (trump, led) = given[:2], given[2:4], given[4:]
        both = highest(*one, *other, trump, led) & highest(*other, *one, trump, led)
        same = (one[0] == other[0]) & (one[1] == other[1])
        return Z3.And(
            [
                Z3.Implies(one[0] == led, highest(*one, *one, trump, led)),
                Z3.Implies(both, same),
                ~(takes(*one, *other, trump) & takes(*other, *one, trump)),
            ]
        )

    yield Case(
        variables=(*card_variables(setting, "one card", "another"), trump_suit(), suit("led")),
        returns=("nothing",),
        lifted=lambda *_: 0,
        assuming=lambda given: [*real(given[:4]), given[4] >= 0, given[5] >= 1],
        claim=claim,
    )


def _wins_so_far(setting: Setting) -> Iterator[Case]:
    """A card is played by any seat, to an empty trick or one that any seat is winning; what is owed is paid."""
    game, takes = setting.suits, suit_tricks.takes()
    players, cards = game.players, game.pack.cards
    for leader in range(players):
        for size in range(players):
            for best in range(max(size, 1)):
                for known in (False, True):
                    hand, trick = cards[:3], cards[3 : 3 + size]
                    turn = (leader + size) % players
                    winning = (leader + (best if size else 1)) % players  # to lead, it does not matter who is winning

                    def play(
                        trump: int,
                        *numbers: int,
                        hand: Cards = hand,
                        trick: Cards = trick,
                        turn: int = turn,
                        winning: int = winning,
                        leader: int = leader,
                        known: bool = known,
                    ) -> tuple[int, ...]:
                        return _played(game, trump, numbers, hand, trick, turn, winning, leader, known=known)

                    def claim(  # noqa: PLR0917 - what the case fixes
                        given: Numbers,
                        found: Numbers,
                        size: int = size,
                        best: int = best,
                        turn: int = turn,
                        winning: int = winning,
                    ) -> Truth:
                        card, lying = given[1:3], given[3 + 2 * best : 5 + 2 * best]
                        taken = takes(*card, *lying, given[0]) if size else YES
                        return (found[0] == Z3.If(taken, turn, Z3.IntVal(winning))) & holds(found[1])

                    case = f"seat {turn} {f'plays, seat {winning} wins so far' if size else 'leads'}"
                    names = ["the card", *(f"card {number + 1} of the trick" for number in range(size))]
                    yield Case(
                        name=f"{case}, {'seen' if known else 'unseen'} cards",
                        variables=(trump_suit(), *card_variables(setting, *names)),
                        returns=("winning", "all else"),
                        lifted=play,
                        assuming=lambda given: [given[0] >= 0, *real(given[1:])],
                        claim=claim,
                    )


def _played(  # noqa: PLR0917 - what the case fixes
    game: SuitGame,
    trump: int,
    numbers: Sequence[int],
    hand: Cards,
    trick: Cards,
    turn: int,
    winning: int,
    leader: int,
    *,
    known: bool,
) -> tuple[int, ...]:
    """Return who wins after the second card of a hand is played, and whether the rest of the state is what it has to be."""
    players, card = game.players, hand[1]
    shown = tuple([hand if seat == turn and known else () for seat in range(players)])
    seen = seen_as(game, (card, *trick), numbers)
    before = stage(
        seen,
        [hand if seat == turn else () for seat in range(players)],
        leader=leader,
        trick=trick,
        winning=winning,
        turn=turn,
        trump=trump,
        shown=shown,
        points=(3, 5),
        tricks=(1, 2),
        melds=(20, 40),
        scores=(7, 9),
        contract=(0, 1),
        bidding=False,
        naming=False,
        drawing=False,
        _debt=unary(lambda _: (0, -1)),
        _end_trick=ended,
    )
    play = linked(method("_play_card"), SuitState=staged(before.free))
    action = Play(card)
    after = cast("SuitState", play(before, before.turn, card, action))
    kept = (hand[0], hand[2])
    rest = becomes(
        before,
        after,
        trick=(*trick, card),
        winning=after.winning,
        turn=None if len(trick) + 1 == players else (turn + 1) % players,
        hands=tuple([kept if seat == turn else () for seat in range(players)]),
        shown=tuple([kept if seat == turn and known else () for seat in range(players)]),
        log=((turn, action),),
    )
    return after.winning, rest


# --- What may be played ---


_Formulas: TypeAlias = "tuple[Formula[Number], ...]"


def _has(size: int) -> _Formulas:
    """Return the formulas of what a hand has: a card of the suit led, a higher one, a trump."""
    return tuple(suit_tricks.held(size, what) for what in _KINDS)


_KINDS: Final[tuple[Literal["led", "higher", "trump"], ...]] = ("led", "higher", "trump")


def _owed(setting: Setting) -> Iterator[Case]:
    """Hands of every size, up to the bound; and any card, held or not."""
    game, pays = setting.suits, suit_tricks.pays()
    for obligation in _obligations(setting):
        refusal = suit_tricks.refusal(obligation)
        for size in range(1, min(game.rules.hand, MOST) + 1):
            has = _has(size)

            def owed(
                trump: int, _suit: int, _strength: int, *numbers: int, obligation: Obligation = obligation
            ) -> tuple[int, int]:
                led, *hand = pairs(numbers)
                return steps.owed(tuple(hand), led, trump, obligation)

            def claim(
                given: Numbers, found: Numbers, refusal: Formula[Number] = refusal, has: _Formulas = has
            ) -> Truth:
                trump, card, led, hand = given[0], given[1:3], given[3:5], given[5:]
                seen = [formula(*led, trump, *hand) for formula in has]
                may = refusal(*card, *led, trump, *seen) == 0
                free = Z3.Or([pays(*held, *found) for held in zip(hand[::2], hand[1::2], strict=True)])
                least = (found[1] == -1) | ((found[1] == led[1]) & (found[0] != 0))
                return same(pays(*card, *found), may) & free & least

            names = ["any card", "the card led", *(f"card {number + 1}" for number in range(size))]

            def shown(values: tuple[int, ...], obligation: Obligation = obligation) -> str:
                return _lead(setting, obligation, values)

            yield Case(
                name=f"{obligation}, {size} cards",
                variables=(trump_suit(), *card_variables(setting, *names)),
                returns=("suit that is due", "strength to exceed"),
                lifted=owed,
                assuming=lambda given: [given[0] >= 0, *real(given[1:])],
                claim=claim,
                position=shown,
            )


def same(one: Truth, other: Truth) -> Truth:
    """Return that two statements are both true or both false."""
    return (one & other) | (~one & ~other)


def _obligations(setting: Setting) -> tuple[Obligation, ...]:
    """Return what is owed in a game, with every option."""
    owed: dict[Obligation, None] = {}
    for own in option_games(setting, "obligation", "last_obligation"):
        owed[own.rules.obligation] = owed[own.rules.last_obligation] = None
    return tuple(owed)


def _lead(setting: Setting, obligation: Obligation, values: tuple[int, ...]) -> str:
    """Return the position of a counterexample about a hand, where the rules that it is about hold without a talon."""
    if obligation != setting.suits.rules.last_obligation:
        return ""
    card, led, *hand = pairs(values[1:])
    return lead_position(setting, values[0], led, hand if card in hand else [card, *hand])


def _pays(setting: Setting) -> Iterator[Case]:
    pays = suit_tricks.pays()

    def lifted(suit: int, strength: int, due: int, least: int) -> bool:
        return steps.pays((suit, strength), (due, least))

    yield Case(
        variables=(*card_variables(setting, "the card"), trump_named("suit that is due"), _least(setting)),
        returns=("pays",),
        lifted=lifted,
        claim=lambda given, found: same(holds(found[0]), pays(*given)),
    )


def trump_named(name: str) -> Variable:
    """Return a variable for a suit or none."""
    return Variable(name, (0, *_SUITS))


def _least(setting: Setting) -> Variable:
    return Variable("strength to exceed", (-1, *heights(setting)))


def _of_the_hand(given: Numbers) -> list[Truth]:
    """Return the assumption that the card played is one of the hand, and that the card led is none of it."""
    card, led, hand = given[1:3], given[3:5], list(zip(given[5::2], given[6::2], strict=True))
    held = Z3.Or([(card[0] == each[0]) & (card[1] == each[1]) for each in hand])
    return [held, *[(each[0] != led[0]) | (each[1] != led[1]) for each in hand]]


def _unpaid(setting: Setting) -> Iterator[Case]:
    """Hands of up to two cards: all that can be owed comes about with them."""
    game = setting.suits
    for obligation in _obligations(setting):
        refusal = suit_tricks.refusal(obligation)
        for size in (1, 2)[: game.rules.hand]:
            has = _has(size)

            def why(trump: int, suit: int, strength: int, *numbers: int, obligation: Obligation = obligation) -> int:
                led, *hand = pairs(numbers)
                debt = steps.owed(tuple(hand), led, trump, obligation)
                if steps.pays((suit, strength), debt):
                    return 0
                return code_of(steps.unpaid((suit, strength), debt, led[0]), suit_tricks.REFUSALS)

            def claim(
                given: Numbers, found: Numbers, refusal: Formula[Number] = refusal, has: _Formulas = has
            ) -> Truth:
                trump, card, led, hand = given[0], given[1:3], given[3:5], given[5:]
                return found[0] == refusal(*card, *led, trump, *[formula(*led, trump, *hand) for formula in has])

            names = ["the card", "the card led", *(f"card {number + 1}" for number in range(size))]

            def shown(values: tuple[int, ...], obligation: Obligation = obligation) -> str:
                return _lead(setting, obligation, values)

            yield Case(
                name=f"{obligation}, {size} cards",
                variables=(trump_suit(), *card_variables(setting, *names)),
                returns=("why it is refused",),
                lifted=why,
                assuming=lambda given: [given[0] >= 0, *real(given[1:]), *_of_the_hand(given)],
                claim=claim,
                position=shown,
            )


def code_of(code: str, codes: Sequence[str]) -> int:
    """Return the place of a code, -1 for one that is not among them."""
    return codes.index(code) if code in codes else -1


def _debt(setting: Setting) -> Iterator[Case]:
    """Every size of the talon, closed or not; what :func:`aceten.suits.steps.owed` returns may be anything."""
    for own in option_games(setting, "obligation", "last_obligation", "hand", "pack"):
        owes, cards = suit_tricks.owes(own.rules), own.pack.cards
        talons = range(len(cards) - own.players * own.rules.hand + 1)

        def debt(
            talon: int,
            closed: int,
            trump: int,
            *numbers: int,
            own: SuitGame = own,
            talons: range = talons,
            cards: Cards = cards,
        ) -> tuple[int, ...]:
            size, hand, led = one_of(talon, talons), cards[:2], cards[2]
            seen = seen_as(own, (*hand, led), numbers[:6])
            is_closed = Closing(Seat(0), 0, (0, 0)) if closed == 1 else None
            before = stage(
                seen,
                [()] * own.players,
                talon=cards[3 : 3 + size],
                trick=(led, cards[-1]),
                trump=trump,
                closed=is_closed,
            )
            asked: list[int] = []

            def anything(held: tuple[Strong, ...], on: Strong, given: int, obligation: Obligation) -> tuple[int, int]:
                proper = (
                    held == tuple([seen.strong[card] for card in hand]) and on == seen.strong[led] and given == trump
                )
                asked.append(code_of(obligation, suit_tricks.OBLIGATIONS) if proper else -1)
                return numbers[6], numbers[7]

            found = cast("tuple[int, int]", linked(method("_debt"), owed=anything)(before, hand))
            return (*found, asked[0] if asked else 0)

        def claim(given: Numbers, found: Numbers, owes: Callable[..., Number] = owes) -> Truth:
            kind = owes(given[0], given[1])
            nothing = (kind == 0) & (found[0] == 0) & (found[1] == -1)
            asked = (found[2] == kind) & (found[0] == given[9]) & (found[1] == given[10])
            return Z3.If(kind == 0, Z3.If(nothing | asked, 1, Z3.IntVal(0)), Z3.If(asked, 1, Z3.IntVal(0))) == 1

        yield Case(
            name=f"{own.rules.obligation}, then {own.rules.last_obligation}, a talon of at most {talons[-1]}",
            variables=(
                Variable("talon", tuple(talons)),
                yes_no("closed"),
                trump_suit(),
                *card_variables(setting, "card 1", "card 2", "the card led"),
                trump_named("suit that is due"),
                _least(setting),
            ),
            returns=("suit that is due", "strength to exceed", "obligation"),
            lifted=debt,
            assuming=lambda given, talons=talons: [  # type: ignore[misc]
                *truths(given[1:2]),
                given[0] >= 0,
                given[0] <= talons[-1],
                given[2] >= 0,
                *real(given[3:9]),
                Z3.Implies(given[9] == 0, given[10] == -1),
            ],
            claim=claim,
        )


def _legal(setting: Setting) -> Iterator[Case]:
    """Who follows, with a hand of every size up to the bound, any cards of which give what is owed."""
    game = setting.suits
    cards = game.pack.cards
    for size in range(1, min(game.rules.hand, MOST) + 1):
        hand = cards[:size]

        def listed(*paying: int, hand: Cards = hand) -> tuple[int, ...]:
            before = stage(
                game,
                [hand if seat == 1 else () for seat in range(game.players)],
                trick=cards[-1:],
                turn=1,
                bidding=False,
                naming=False,
                drawing=False,
                _debt=unary(lambda held: (0, -1) if held == hand else (-1, -1)),
                _may_claim=unary(lambda _: False),
            )

            def pays(card: Strong, debt: tuple[int, int]) -> bool:
                places = [place for place, held in enumerate(hand) if game.strong[held] is card]
                return debt == (0, -1) and paying[places[0]] != 0

            found = cast(
                "tuple[Action, ...]",
                linked(
                    getter("legal"),
                    pays=pays,
                    marriages=unary(lambda _: ()),
                    may_exchange=unary(lambda _: False),
                    may_close=unary(lambda _: False),
                )(before),
            )
            chosen = [found.index(Play(card)) if Play(card) in found else -1 for card in hand]
            there = [place for place in chosen if place >= 0]
            return (*[place >= 0 for place in chosen], there == sorted(there) and len(there) == len(found))

        yield Case(
            name=f"{size} cards",
            variables=tuple(yes_no(f"card {number + 1} pays") for number in range(size)),
            returns=(
                *(f"card {number + 1} is legal" for number in range(size)),
                "in the order of the hand, and nothing else",
            ),
            lifted=listed,
            assuming=truths,
            claim=lambda given, found: Z3.And(
                [same(holds(legal), paid == 1) for legal, paid in zip(found, given, strict=False)] + [holds(found[-1])]
            ),
        )


_EARLY: Final = tuple(f"early_{code}" for code in suit_tricks.REFUSALS[1:])
_PLAY_CODES: Final = ("", "bidding", "naming", "draw_first", "not_in_hand", *suit_tricks.REFUSALS[1:], *_EARLY)


def _refusals(setting: Setting) -> Iterator[Case]:
    """A card of the hand or none, led or played to a lead, whatever is owed and whatever has to be done first, with a talon or none."""
    game = setting.suits
    cards = game.pack.cards
    pays = suit_tricks.pays()
    for size in range(min(2, game.players)):
        for held, early in ((True, False), (True, True), (False, True)):

            def code(  # noqa: PLR0917 - what the case is about
                bidding: int,
                naming: int,
                drawing: int,
                due: int,
                least: int,
                why: int,
                *numbers: int,
                size: int = size,
                held: bool = held,
                early: bool = early,
            ) -> int:
                card, hand = cards[0], cards[:2] if held else cards[1:3]
                led = cards[-1:] if size else ()
                seen = seen_as(game, (card, cards[-1]), numbers)
                debt = (due, least)
                before = stage(
                    seen,
                    [hand if seat == size else () for seat in range(game.players)],
                    talon=cards[3:5] if early else (),
                    trick=led,
                    turn=size,
                    bidding=bidding,
                    naming=naming,
                    drawing=drawing,
                    _debt=unary(lambda given: debt if given == hand else (-1, -1)),
                    _end_trick=ended,
                )

                def unpaid(given: Strong, owed: tuple[int, int], lead: int) -> str:
                    proper = given is seen.strong[card] and owed is debt and lead is seen.strong[cards[-1]][0]
                    return suit_tricks.REFUSALS[one_of(why, (1, 2, 3))] if proper else "arguments"

                play = linked(method("_play_card"), unpaid=unpaid, SuitState=staged(before.free))
                try:
                    play(before, before.turn, card, Play(card))
                except Refused as refused:
                    return code_of(refused.code, _PLAY_CODES)
                return 0

            def claim(
                given: Numbers, found: Numbers, size: int = size, held: bool = held, early: bool = early
            ) -> Truth:
                paid = pays(*given[6:8], given[3], given[4]) if size else YES
                played = Z3.If(paid, 0, given[5] + (7 if early else 4)) if held else Z3.IntVal(4)
                named = Z3.If(given[1] == 1, 2, Z3.If(given[2] == 1, 3, played))
                return found[0] == Z3.If(given[0] == 1, 1, named)

            talon = ", with a talon" * early
            yield Case(
                name=f"a card {'of the hand' if held else 'of another'} {'to a lead' if size else 'to lead'}{talon}",
                variables=(
                    yes_no("the auction goes on"),
                    yes_no("trumps are to be named"),
                    yes_no("cards are to be drawn first"),
                    trump_named("suit that is due"),
                    _least(setting),
                    Variable("why it is not paid", (1, 2, 3)),
                    *card_variables(setting, "the card", "the card led"),
                ),
                returns=("refusal",),
                lifted=code,
                assuming=lambda given: [*truths(given[:3]), given[5] >= 1, given[5] <= 3],  # noqa: PLR2004 - the refusals
                claim=claim,
            )


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


def _deals(setting: Setting, shows: str, seen: Callable[[Sequence[State]], bool]) -> Iterator[Witness]:
    """Yield the first of some deals in which something is seen."""
    yield first_deal(setting, shows, seen)


def first_deal(setting: Setting, shows: str, seen: Callable[[Sequence[State]], bool]) -> Witness:
    """Return a witness, the first of some whole deals in which something is seen; the last of them if it is in none."""
    found = whole_deal(shows, setting.game, 1, seen)
    for seed in range(2, 30):
        if found.holds:
            break
        found = whole_deal(shows, setting.game, seed, seen)
    return found


def _must_follow(setting: Setting) -> Iterator[Witness]:
    def bound(states: Sequence[State]) -> bool:
        return any(
            state.trick and state.turn is not None and len(state.legal) < len(state.hands[state.turn])
            for state in states
        )

    yield first_deal(setting, "a player may not play all cards of his hand to a lead", bound)


def _small(setting: Setting) -> bool:
    return setting.game.rules.hand <= MOST


def _large(setting: Setting) -> bool:
    return not _small(setting)


_TRICK: Final = Proposition(
    id="T-SUIT-TRICK",
    statement=lambda _: (
        "the highest trump takes the trick, or else the highest card of the suit led, and no other card does"
    ),
    argument=(
        "The card led is the highest so far. A card that is played takes over exactly when it is higher than the best so far in the "
        "trick's order, and by induction over the cards the best so far is the highest of them all: it is shown for an arbitrary card "
        "among those before, so for each. Cards of a suit differ in strength, so that there is one highest card only."
    ),
    steps=(
        Step(
            name="strong",
            statement="every card has its suit, and for strength its place in the game's order; no two of a suit have the same",
            clauses=("CARDS-6",),
            function="aceten.suits.game._strong",
            domain="any two of the {pack} cards, with every option",
            cases=_strong,
        ),
        Step(
            name="built",
            statement="the game that is played has these strengths, the rulebook's rules and the card that can be exchanged",
            clauses=("CARDS-6", "EXCH-1"),
            function="aceten.suits.game.build_suits",
            domain="any two of the {pack} cards, with every option",
            cases=_strong,
        ),
        Step(
            name="beats",
            statement="a card takes the trick that is higher in its suit, or a trump where the best so far is none",
            clauses=("SUIT-1", "CARDS-6"),
            function="aceten.suits.steps.beats",
            domain="all whole numbers",
            cases=_beats,
        ),
        Step(
            name="highest",
            statement="with one more card the best so far is again the highest trump, or else the highest card of the suit led",
            clauses=("SUIT-1",),
            function="aceten.suits.steps.beats",
            domain="tricks of any number of cards, any trump suit or none",
            cases=_highest,
        ),
        Step(
            name="unique",
            statement="the card led is the highest at first; two cards that are both the highest are one",
            clauses=("SUIT-1",),
            function="aceten_spec.formulas.suit_tricks.highest",
            domain="any two cards, any trump suit or none",
            cases=_led,
        ),
        Step(
            name="play_card",
            statement="the seat of the card that takes the trick is the one that is winning it",
            clauses=("SUIT-1", "PLAY-2"),
            function="aceten.suits.state.SuitState._play_card",
            domain="every seat, every place in the trick, any cards",
            cases=_wins_so_far,
        ),
    ),
    applies=is_suits,
    witnesses=lambda setting: _deals(
        setting, "a trump takes a trick to which another suit was led", _higher_trump_wins
    ),
)

_HANDS: Final = "hands of 1 to {hand} cards, any cards"
_FIRST: Final = f"hands of 1 to {MOST} cards, any cards"

_OWED: Final = Step(
    name="owed",
    statement="a card gives what is owed exactly when the rules let it be played; some card of the hand always does",
    clauses=("SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
    function="aceten.suits.steps.owed",
    domain=_HANDS,
    cases=_owed,
    applies=_small,
)
_LEGAL: Final = Step(
    name="legal",
    statement="the legal cards are those of the hand that give what is owed, in its order",
    clauses=("SUIT-3", "SUIT-4", "SUIT-7"),
    function="aceten.suits.state.SuitState.legal",
    domain=_HANDS,
    cases=_legal,
    applies=_small,
)

_OBEY: Final = Proposition(
    id="T-OBEY",
    statement=lambda _: "to a lead exactly those cards can be played that the rules allow, and there always is one",
    argument=(
        "What is owed is a suit and a strength to exceed. A card gives it exactly when the clauses allow the card, and of every hand "
        "some card does. Which clauses hold is decided by the talon. The legal cards are those that give it, and play refuses exactly "
        "the others, for the reason that applies."
    ),
    steps=(
        _OWED,
        msgspec.structs.replace(_OWED, name="owed_first", domain=_FIRST, bounded=True, applies=_large),
        Step(
            name="pays",
            statement="a card gives what is owed when nothing is, or when it is of the suit and higher than the strength to exceed",
            clauses=("SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
            function="aceten.suits.steps.pays",
            domain="all whole numbers",
            cases=_pays,
        ),
        Step(
            name="unpaid",
            statement="a card that is refused is so because it does not follow, does not beat the lead, or is no trump",
            clauses=("SUIT-4", "SUIT-5", "SUIT-6"),
            function="aceten.suits.steps.unpaid",
            domain="hands of one or two cards, any lead: all that can be owed comes about with them",
            cases=_unpaid,
        ),
        Step(
            name="debt",
            statement="the rules for an open talon hold exactly while there is a talon that is not closed",
            clauses=("SUIT-3", "SUIT-4", "DRAW-5", "CLOSE-3"),
            function="aceten.suits.state.SuitState._debt",
            domain="a talon of 0 to {talon} cards or with another option more, closed or not; hands of two cards",
            cases=_debt,
        ),
        _LEGAL,
        msgspec.structs.replace(_LEGAL, name="legal_first", domain=_FIRST, bounded=True, applies=_large),
        *(
            Step(
                name=name,
                statement="a card is refused exactly when something comes first, it is not held, or it does not give what is owed",
                clauses=("PLAY-2", "SUIT-2", "SUIT-4", "SUIT-5", "SUIT-6", "BID-8", "CLOSE-2"),
                function=f"aceten.suits.state.SuitState.{function}",
                domain="any card, led or played to a lead, whatever is owed",
                cases=_refusals,
            )
            for name, function in (
                ("play_card", "_play_card"),
                ("before_cards", "_before_cards"),
                ("reason", "_refuse_unpaid"),
            )
        ),
    ),
    applies=is_suits,
    witnesses=_must_follow,
)

PROPOSITIONS: Final[tuple[Proposition, ...]] = (_TRICK, _OBEY)
"""The theorems about tricks."""
