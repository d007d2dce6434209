"""Symmetries of games with suit tricks: suits and seats may be exchanged, and what positions are remembered by is enough.

As in :mod:`aceten.proofs.theorems.symmetry`, two runs of the engine are compared.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar, cast

import msgspec

from aceten.actions import CLOSE, DRAW, Claim, Meld, Play, Seat
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Random, Variable
from aceten.proofs.setting import holds
from aceten.proofs.symbolic import SymbolicInt, SymbolicTruth
from aceten.proofs.theorems.twins import (
    HELD,
    Agreement,
    Cards,
    FollowedSuit,
    Refusal,
    Shape,
    Table,
    agree_on,
    counted,
    exchanged,
    followed,
    is_followed,
    made,
    numbered,
    random_cards,
    rank_number_of,
    run_of,
    strength,
    suit_number_of,
)
from aceten.suits import rights, steps
from aceten.suits.closing import Closing
from aceten.suits.state import SuitState
from aceten_spec.cards import card_of
from aceten_spec.formulas import Z3, Truth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FunctionType

    from aceten.actions import Action
    from aceten.proofs.setting import Setting
    from aceten.scoring import Result
    from aceten.suits.facts import SuitFacts
    from aceten.suits.game import SuitGame
    from aceten_spec.cards import Card, Rank, Suit

_T = TypeVar("_T")
_AGREE: Final = ("what is compared agrees",)
_SUITS: Final = (1, 2, 3, 4)


class Strengths:
    """The table of how tricks see cards, in which a followed card can be looked up."""

    def __init__(self, game: SuitGame) -> None:
        self._game = game

    def __getitem__(self, card: Card) -> steps.Strong:
        """Return suit and strength of a card."""
        if not is_followed(card):
            return self._game.strong[card]
        return suit_number_of(card), strength(self._game.rules.order, rank_number_of(card))


class Lookup(tuple[int, ...]):
    """A tuple of numbers in which a symbolic place can be looked up, by asking for one after the other."""

    __slots__ = ()

    def __getitem__(self, place: object, /) -> int:  # type: ignore[override]  # no slices: it is looked up only
        """Return the number at a place."""
        known_place = bool(place) if type(place) is SymbolicTruth else place
        return next(number for known, number in enumerate(self) if known_place == known)


class KeptSuit(SuitState, frozen=True, eq=False):
    """A state whose play is followed: card points come from a formula of what is proved about counting, and refusals are short."""

    def _play_card(self, turn: Seat, card: Card, action: Action) -> SuitState:
        return linked(SuitState._play_card, SuitState=KeptSuit)(self, turn, card, action)  # noqa: SLF001 - the step that is followed

    def _end_trick(self) -> SuitState:
        return linked(SuitState._end_trick, SuitState=KeptSuit, count_cards=counted)(self)  # noqa: SLF001 - the step that is followed

    def _refuse(self, code: str, action: Action) -> NoReturn:  # noqa: ARG002 - it may be symbolic
        raise Refusal(code)


def small_suits(game: SuitGame) -> SuitGame:
    """Return the game with small hands and tables in which followed cards and suits can be looked up."""
    points = cast("tuple[int, ...]", Lookup(game.rules.marriage_points))
    rules = msgspec.structs.replace(game.rules, hand=HELD, marriage_points=points)
    return msgspec.structs.replace(game, rules=rules, strong=cast("tuple[steps.Strong, ...]", Strengths(game)))


def suit_shapes(game: SuitGame) -> tuple[Shape, ...]:
    """Return shapes in which a card is played."""
    players = game.players
    most = Shape(name="the last card of a trick, with a talon", trick=players - 1, talon=2 * players)
    last = Shape(name="the last card of the deal", held=1, trick=players - 1, winning=players - 2)
    found = [
        Shape(name="a card to a lead without a talon", trick=1),
        msgspec.structs.replace(most, name="the last card of a trick without a talon", talon=0),
        last,
    ]
    if len(game.pack.cards) == players * sum(game.rules.deal):  # there is never a talon
        return Shape(name="a lead"), *found
    emptied = msgspec.structs.replace(most, name="the last card of a trick, the last cards in the talon", talon=players)
    if game.rules.close != "never":
        found.append(Shape(name="a lead with a closed talon", held=1, talon=2 * players, closed=True))
    if game.rules.close == "either":
        found.append(Shape(name="before drawing", held=1, talon=2 * players))
    return Shape(name="a lead", talon=2 * players), *found, most, emptied


def suit_state(
    game: SuitGame,
    table: Table,
    cards: Sequence[Card],
    *,
    trump: int,
    points: tuple[int, ...] = (0, 0),
    tricks: tuple[int, ...] = (0, 0),
    melds: tuple[int, ...] = (0, 0),
    dealer: int = 0,
    shown: bool = False,
) -> KeptSuit:
    """Return the state in which cards lie so."""
    leader, players = table.leader, table.players
    hands, trick, talon = table.laid(cards)
    highest = game.rules.bids[-1:] or None
    return KeptSuit(
        game=game,
        hands=hands,
        talon=talon,
        leader=Seat(leader),
        trick=trick,
        winning=Seat((leader + table.shape.winning) % players),
        turn=Seat((leader + table.shape.turn(players)) % players),
        taken=((), ()),
        points=points,
        tricks=tricks,
        dealer=Seat(dealer),
        points_known=True,
        log=(),
        trump=cast("Suit", trump),
        closed=Closing(Seat(1), 7, (1, 0)) if table.shape.closed else None,
        melds=melds,
        shown=tuple([hand[:1] if shown else () for hand in hands]),
        claimant=None,
        bids=(),
        contract=None if highest is None else (Seat(1), highest[0]),
        scores=(3, 5),
    )


def after_suits(state: SuitState, action: Action) -> SuitState | str:
    """Return what the engine makes of an action; the code when it refuses it."""
    try:
        return state.play(action)
    except Refusal as refusal:
        return str(refusal)


def same_suit_outcome(
    agree: Agreement, here: SuitState | str, there: SuitState | str, cards: Callable[[Cards, Cards], None], trump: int
) -> None:
    """Ask that two actions were refused by the same code, or that they make states that agree in everything but cards.

    :param cards: asks what two piles are to have in common.
    :param trump: the trump suit there.
    """
    if isinstance(here, str) or isinstance(there, str):
        agree.known(here if isinstance(here, str) else "", there if isinstance(there, str) else "")
        return
    for name in ("leader", "winning", "turn", "dealer", "points_known", "claimant", "bids", "contract", "scores"):
        agree.known(getattr(here, name), getattr(there, name))
    for name in ("points", "tricks", "melds", "closed"):
        agree_on(agree, _plain(getattr(here, name)), _plain(getattr(there, name)))
    agree.known([seat for seat, _ in here.log], [seat for seat, _ in there.log])
    agree.known(there.trump is None, here.trump is None)
    if there.trump is not None:
        agree.numbers(there.trump, trump)
    piles = [(*state.hands, state.talon, state.trick, *state.taken, *state.shown) for state in (here, there)]
    for one, other in zip(*piles, strict=True):
        cards(one, other)


def _plain(value: object) -> object:
    """Return how a talon was closed as a tuple; any other value as it is."""
    return (value.seat, value.points, value.tricks) if type(value) is Closing else value


def _suit_actions(game: SuitFacts, state: SuitState, shape: Shape) -> tuple[tuple[str, Action], ...]:
    """Return the actions to look at in a state of this shape, each with its name."""
    card = Play(state.hands[state.turn or 0][0])
    chosen: list[tuple[str, Action]] = [("a card", card)]
    if not shape.trick and shape.talon and not shape.closed and game.rules.close != "never":
        chosen.append(("closing", CLOSE))
        if shape.held < HELD:
            chosen.append(("drawing", DRAW))
    if not shape.trick and game.rules.claim == "called":
        chosen.append(("a claim", Claim()))
    return tuple(chosen)


def _suit_case(
    setting: Setting,
    table: Table,
    name: str,
    compared: Callable[[Cards, int, tuple[int, ...]], bool],
    *,
    more: tuple[Variable, ...] = (),
    assuming: Callable[[Numbers], list[Truth]] = lambda _: [],
    sample: Callable[[Random], tuple[int, ...]] = lambda _: (),
) -> Case:
    """Return the case of one table with any cards and any trump suit.

    :param more: further variables, and what is assumed of them, and random numbers for them.
    """
    count = table.count

    def lifted(*numbers: int) -> bool:
        cards = tuple(map(made, numbers[:count], numbers[count : 2 * count]))
        return compared(cards, numbers[2 * count], numbers[2 * count + 1 :])

    def sampled(random: Random) -> tuple[int, ...]:
        ranks, suits = random_cards(setting, random, count)
        return *ranks, *suits, random.among(_SUITS), *sample(random)

    def assumed(given: Numbers) -> list[Truth]:
        seated = [(suit >= 1) & (suit <= len(_SUITS)) for suit in given[count : 2 * count + 1]]
        return [*seated, *_turn_up_is_there_once(table, given), *assuming(given[2 * count + 1 :])]

    return Case(
        name=name,
        variables=(*table.ranks(setting), *table.suits(), Variable("trump", _SUITS), *more),
        returns=_AGREE,
        lifted=lifted,
        assuming=assumed,
        claim=lambda _, found: holds(found[0]),
        sample=sampled,
    )


def _turn_up_is_there_once(table: Table, given: Numbers) -> list[Truth]:
    """Return that the last card of the talon is no other card's equal: of a pack that is turned up there is one of each."""
    count = table.count
    if not table.shape.talon:
        return []
    return [
        (given[place] != given[count - 1]) | (given[count + place] != given[2 * count - 1])
        for place in range(count - 1)
    ]


# --- T-SUITS: suits may be exchanged ----------------------------------------------------------------------------------

_PAIR: Final = (Variable("one suit", _SUITS), Variable("another suit", _SUITS))


def _two_suits(given: Numbers) -> list[Truth]:
    return [number >= 1 for number in given[:2]]


def suits_beats(setting: Setting) -> Iterator[Case]:
    """The same card takes a trick when two suits are exchanged."""
    yield _step_case(setting, ("card, suit", "card, strength", "best, suit", "best, strength", "trump"), _beats)


def _beats(numbers: Sequence[int]) -> bool:
    suit, strength_, best, best_strength, trump = numbers
    return bool(steps.beats((suit, strength_), (best, best_strength), trump))


def suits_pays(setting: Setting) -> Iterator[Case]:
    """The same cards may be played to a lead when two suits are exchanged, and the others are refused for the same reason."""
    rules = setting.suits.rules
    names = [f"{card}, {what}" for card in ("led", "first", "second") for what in ("suit", "strength")]

    def case(obligation: steps.Obligation) -> Case:
        def paid(numbers: Sequence[int]) -> tuple[bool, str]:
            led, *hand = [(numbers[place], numbers[place + 1]) for place in range(0, len(numbers) - 1, 2)]
            debt = steps.owed(tuple(hand), led, numbers[-1], obligation)
            if steps.pays(hand[0], debt):
                return True, ""
            return False, steps.unpaid(hand[0], debt, led[0])

        made_case = _step_case(setting, (*names, "trump"), paid)
        return msgspec.structs.replace(made_case, name=f"{obligation} is owed")

    yield from map(case, dict.fromkeys((rules.obligation, rules.last_obligation)))


def _step_case(setting: Setting, names: tuple[str, ...], function: Callable[[Sequence[int]], object]) -> Case:
    """Return the case of a step that is run twice, with two suits exchanged."""
    ranks = tuple(range(len(setting.suits.rules.order)))

    def lifted(*numbers: int) -> bool:
        one, other, *given = numbers
        moved = [
            exchanged(number, one, other) if "strength" not in name else number
            for name, number in zip(names, given, strict=True)
        ]
        return function(given) == function(moved)

    return Case(
        variables=(*_PAIR, *[Variable(name, ranks if "strength" in name else _SUITS) for name in names]),
        returns=_AGREE,
        lifted=lifted,
        assuming=lambda given: [
            *_two_suits(given),
            *[number >= 1 for name, number in zip(names, given[2:], strict=True) if name.endswith(", suit")],
            given[-1] >= 0,
        ],
        claim=lambda _, found: holds(found[0]),
    )


def suits_marriages(setting: Setting) -> Iterator[Case]:
    """A marriage counts the same when two suits are exchanged whose marriages count the same."""
    game = small_suits(setting.suits)
    table = Table(shape=Shape(name="", held=1), players=game.players)
    by_suit = setting.suits.rules.marriage_points if setting.suits.rules.marriages == "suit" else ()

    def lifted(one: int, other: int, suit: int, trump: int) -> tuple[int, int]:
        found: list[int] = []
        for moved, moved_trump in ((suit, trump), (exchanged(suit, one, other), exchanged(trump, one, other))):
            state = suit_state(game, table, [setting.game.pack.cards[0]] * table.count, trump=moved_trump)
            found.append(rights.marriage_points(state, cast("Suit", moved)))
        return found[0], found[1]

    def assuming(given: Numbers) -> list[Truth]:
        counts = [
            Z3.Sum(
                [
                    Z3.IntVal(0),
                    *[Z3.If(suit == place, points, Z3.IntVal(0)) for place, points in enumerate(by_suit, start=1)],
                ]
            )
            for suit in given[:2]
        ]
        return [*[(number >= 1) & (number <= len(_SUITS)) for number in given], counts[0] == counts[1]]

    yield Case(
        variables=(*_PAIR, Variable("suit", _SUITS), Variable("trump", _SUITS)),
        returns=("points", "points when exchanged"),
        lifted=lifted,
        assuming=assuming,
        claim=lambda _, found: found[0] == found[1],
    )


def suits_cards(setting: Setting) -> Iterator[Case]:
    """When two suits are exchanged, they are exchanged in what an action makes of the position, and nothing else changes."""
    game = small_suits(setting.suits)

    def case(table: Table, place: int, name: str) -> Case:
        def compared(cards: Cards, trump: int, more: tuple[int, ...]) -> bool:
            one, other = more
            agree = Agreement(run_of(cards))

            def moved(card: Card) -> Card:
                return made(rank_number_of(card), exchanged(suit_number_of(card), one, other))

            def exchanged_cards(pile: Cards, pile_there: Cards) -> None:
                agree.cards_in_order(tuple(map(moved, pile)), pile_there)

            trumps = trump, exchanged(trump, one, other)
            states = [
                suit_state(game, table, pile, trump=suit, shown=True)
                for pile, suit in zip((cards, tuple(map(moved, cards))), trumps, strict=True)
            ]
            found = [after_suits(state, _suit_actions(game, state, table.shape)[place][1]) for state in states]
            same_suit_outcome(agree, found[0], found[1], exchanged_cards, trumps[1])
            return agree.found

        return _suit_case(
            setting,
            table,
            f"{table.shape.name}: {name}",
            compared,
            more=_PAIR,
            assuming=_two_suits,
            sample=lambda random: (random.among(_SUITS), random.among(_SUITS)),
        )

    yield from _tables_of(game, case)


def _tables_of(
    game: SuitGame, case: Callable[[Table, int, str], Case], leaders: Sequence[int] = (0,)
) -> Iterator[Case]:
    for shape in suit_shapes(game):
        for leader in leaders:
            table = Table(shape=shape, players=game.players, leader=leader)
            state = suit_state(game, table, [game.pack.cards[0]] * table.count, trump=1)
            for place, (name, _) in enumerate(_suit_actions(game, state, shape)):
                yield case(table, place, name)


class _Melds:
    """Melds and claims by a card or a suit that is followed."""

    def __init__(self, make: Callable[[object], Action]) -> None:
        self._make = make

    def __getitem__(self, of: object) -> Action:
        """Return the action with a card or a suit."""
        return self._make(of)


def legal_in(state: SuitState) -> tuple[object, ...]:
    """Return the legal actions, each as its kind and the card or the suit that it names."""

    def card_like(rank: Rank, suit: Suit) -> Card:
        number = _number(suit)
        if type(number) is not SymbolicInt:
            return card_of(rank, suit)
        return made(followed(number.run, Z3.IntVal(int(rank))), cast("int", number))

    exchangeable = linked(rights.exchangeable, card_of=card_like)
    callees = {
        "play_of": Play,
        "marriages": linked(rights.marriages, card_of=card_like),
        "may_exchange": linked(
            rights.may_exchange, exchange_refusal=linked(rights.exchange_refusal, exchangeable=exchangeable)
        ),
        "meld_of": Meld,
        "_CLAIMS": _Melds(lambda suit: Claim(cast("Suit", suit))),
    }
    getter = cast("FunctionType", cast("property", vars(SuitState)["legal"]).fget)
    legal = cast(
        "Callable[[SuitState], tuple[Action, ...]]", linked(getter, **cast("dict[str, Callable[..., object]]", callees))
    )
    return tuple(
        [
            (type(action).__name__, getattr(action, "card", None), _number(getattr(action, "suit", None)))
            for action in legal(state)
        ]
    )


def _number(suit: object) -> object:
    """Return a followed suit as its symbolic number; any other as it is."""
    return suit.number if type(suit) is FollowedSuit else suit


def legal_case(setting: Setting, table: Table, *, turned: bool) -> Case:
    """Return the case of the legal actions of one table: one seat further, or with the same key and another course before it."""
    game = small_suits(setting.suits)

    def compared(cards: Cards, trump: int, had: tuple[int, ...]) -> bool:
        agree = Agreement(run_of(cards))
        here = suit_state(game, table, cards, trump=trump, points=had[:2], tricks=had[2:4], melds=had[4:], shown=True)
        changed = msgspec.structs.replace(here, dealer=Seat(1), shown=tuple([() for _ in here.hands]))
        agree_on(agree, legal_in(here), legal_in(rotated_suits(here) if turned else changed))
        return agree.found

    name = f"{table.shape.name}, seat {table.leader} leading"
    shown = (0, *itertools.accumulate(setting.suits.rules.marriage_points[:-1]))
    in_order = setting.suits.rules.marriages == "order"  # then the points tell how many marriages there were

    def assuming(given: Numbers) -> list[Truth]:
        return [Z3.Or([given[4] + given[5] == points for points in shown])] if in_order else []

    def sample(random: Random) -> tuple[int, ...]:
        had = _any_had(random)
        return (*had[:4], 0, random.among(shown)) if in_order else had

    return _suit_case(setting, table, name, compared, more=_HAD, assuming=assuming, sample=sample)


def _shapes_to_choose_in(game: SuitGame) -> tuple[Shape, ...]:
    """Return a lead, a card to a lead, a lead when the talon is closed, and the choice before drawing."""
    found = suit_shapes(game)
    return *found[:2], *[shape for shape in found if shape.closed or (shape.talon and shape.held < HELD)]


def seats_legal(setting: Setting) -> Iterator[Case]:
    """The same actions are legal wherever one sits."""
    game = small_suits(setting.suits)
    for shape in _shapes_to_choose_in(game):
        for leader in range(game.players):
            yield legal_case(setting, Table(shape=shape, players=game.players, leader=leader), turned=True)


def key_legal(setting: Setting) -> Iterator[Case]:
    """From positions with one key and one past the same actions are legal."""
    game = small_suits(setting.suits)
    for shape in _shapes_to_choose_in(game):
        yield legal_case(setting, Table(shape=shape, players=game.players), turned=False)


def _over(game: SuitGame, leader: int, had: tuple[int, ...], claimant: int | None) -> SuitState:
    """Return the state of a deal that is over, with these points, tricks and marriages of the sides."""
    shape = Shape(name="", held=0, closed=game.rules.close != "never")
    table = Table(shape=shape, players=game.players, leader=leader)
    state = suit_state(game, table, (), trump=1, points=had[:2], tricks=had[2:4], melds=had[4:6])
    return msgspec.structs.replace(state, turn=None, claimant=None if claimant is None else Seat(claimant))


def _results(setting: Setting, name: str, compared: Callable[[SuitState, tuple[int, ...]], bool]) -> Iterator[Case]:
    """Yield the cases of the end of a deal, with any points, tricks and marriages, with a claim and without."""
    game = setting.suits

    def case(leader: int, claimant: int | None) -> Case:
        def lifted(*numbers: int) -> bool:
            return compared(_over(game, leader, numbers, claimant), numbers)

        said = "" if claimant is None else f", seat {claimant} has claimed"
        return Case(
            name=f"seat {leader} takes the last trick{said}{name}",
            variables=(*_HAD, *[Variable(f"tricks of side {side} there", tuple(range(1, 9))) for side in (0, 1)]),
            returns=_AGREE,
            lifted=lifted,
            assuming=lambda given: [
                *[number >= 0 for number in given],
                given[2 + leader % 2] > 0,
                *[
                    ((given[place] > 0) & (given[place + 4] > 0)) | ((given[place] == 0) & (given[place + 4] == 0))
                    for place in (2, 3)
                ],
            ],
            claim=lambda _, found: holds(found[0]),
        )

    for leader in (0, 1):
        yield case(leader, None)
    if game.rules.claim != "never":
        yield case(0, 0)
        yield case(0, 1)


def seats_result(setting: Setting) -> Iterator[Case]:
    """What a deal comes to turns with the seats."""

    def compared(here: SuitState, numbers: tuple[int, ...]) -> bool:
        agree = Agreement(run_of(numbers))
        found, moved = here.result, rotated_suits(here).result
        if found is None or moved is None:
            return False
        for one, other in (
            (found.points, moved.points),
            (found.game_points, moved.game_points),
            (found.tricks, moved.tricks),
        ):
            agree_on(agree, None if one is None else further(one), other)
        sides = [None if side is None else 1 - side for side in (found.last_trick, found.claimed)]
        agree.known(sides, [moved.last_trick, moved.claimed])
        agree.known(
            None if found.winners is None else [1 - side for side in found.winners],
            None if moved.winners is None else list(moved.winners),
        )
        agree.known((found.award, found.trump, found.resets), (moved.award, moved.trump, moved.resets))
        return agree.found

    yield from _results(setting, "", compared)


def key_result(setting: Setting) -> Iterator[Case]:
    """What a deal comes to depends on points, marriages and which sides took tricks, not on how many tricks."""

    def compared(here: SuitState, numbers: tuple[int, ...]) -> bool:
        agree = Agreement(run_of(numbers))
        there = msgspec.structs.replace(here, tricks=numbers[6:], dealer=Seat(1))
        agree_on(agree, *[_without_tricks(state.result) for state in (here, there)])
        return agree.found

    yield from _results(setting, "", compared)


def _without_tricks(result: Result | None) -> object:
    if result is None:
        return None
    return (
        result.points,
        result.last_trick,
        result.winners,
        result.game_points,
        result.award,
        result.claimed,
        result.trump,
    )


# --- T-SEATS: seats rotate --------------------------------------------------------------------------------------------


def rotated_suits(state: SuitState) -> SuitState:
    """Return the state in which everybody sits one seat further, and the sides with them."""
    players = state.game.players

    def seat(number: int | None) -> Seat | None:
        return None if number is None else Seat((number + 1) % players)

    closed, contract = state.closed, state.contract
    return msgspec.structs.replace(
        state,
        hands=further(state.hands),
        leader=seat(state.leader),
        winning=seat(state.winning),
        turn=seat(state.turn),
        taken=further(state.taken),
        points=further(state.points),
        tricks=None if state.tricks is None else further(state.tricks),
        dealer=seat(state.dealer),
        closed=None
        if closed is None
        else Closing(Seat((closed.seat + 1) % players), closed.points, further(closed.tricks)),
        melds=further(state.melds),
        shown=further(state.shown),
        claimant=seat(state.claimant),
        contract=None if contract is None else (Seat((contract[0] + 1) % players), contract[1]),
        scores=further(state.scores),
        log=tuple([(Seat((number + 1) % players), action) for number, action in state.log]),
    )


def further(each: tuple[_T, ...]) -> tuple[_T, ...]:
    """Return what belongs to seats or sides, each with the next one."""
    return each[-1:] + each[:-1]


_HAD: Final = tuple(
    Variable(f"{what} of side {side}", tuple(range(1, 9))) for what in ("points", "tricks", "melds") for side in (0, 1)
)


def _any_had(random: Random) -> tuple[int, ...]:
    return tuple([random.among(range(1, 9)) for _ in _HAD])


def seats_cards(setting: Setting) -> Iterator[Case]:
    """What an action makes of a position turns with the seats."""
    game = small_suits(setting.suits)

    def case(table: Table, place: int, name: str) -> Case:
        def compared(cards: Cards, trump: int, had: tuple[int, ...]) -> bool:
            agree = Agreement(run_of(cards))
            here = suit_state(
                game, table, cards, trump=trump, points=had[:2], tricks=had[2:4], melds=had[4:], dealer=1, shown=True
            )
            action = _suit_actions(game, here, table.shape)[place][1]
            found, there = after_suits(here, action), after_suits(rotated_suits(here), action)
            turned = found if isinstance(found, str) else rotated_suits(found)
            same_suit_outcome(agree, turned, there, agree.cards, trump)
            return agree.found

        return _suit_case(
            setting,
            table,
            f"{table.shape.name}, seat {table.leader} leading: {name}",
            compared,
            more=_HAD,
            sample=_any_had,
        )

    yield from _tables_of(game, case, range(game.players))


# --- T-KEY: what a search remembers positions by ----------------------------------------------------------------------


def key_cards(setting: Setting) -> Iterator[Case]:
    """From positions with one key and one past, every action brings the same and leads to positions with one key and one past.

    Trick and trumps of the other position may be any, before the keys are compared; where nobody can claim, so may its points.
    """
    game = small_suits(setting.suits)
    any_points = game.rules.claim == "never"

    def case(table: Table, place: int, name: str, *, closed: bool | None = None) -> Case:
        trick, first = table.shape.trick, sum(table.shape.hands(game.players, table.leader))
        is_closed = table.shape.closed if closed is None else closed
        there_table = msgspec.structs.replace(table, shape=msgspec.structs.replace(table.shape, closed=is_closed))
        course = len(_HAD) + len(_HAD_THERE)

        def compared(cards: Cards, trump: int, more: tuple[int, ...]) -> bool:
            had, other_trump, others = more[:course], more[course], more[course + 1 :]
            run = run_of(cards)
            points = had[:2], had[8:] if any_points else had[:2]
            other_cards = (*cards[:first], *map(made, others[:trick], others[trick:]), *cards[first + trick :])
            here = suit_state(game, table, cards, trump=trump, points=points[0], tricks=had[2:4], melds=had[4:6])
            there = suit_state(
                game,
                there_table,
                other_cards,
                trump=other_trump,
                points=points[1],
                tricks=had[6:8],
                melds=had[4:6],
                dealer=1,
                shown=True,
            )
            before, agree = Agreement(run), Agreement(run)
            agree_on(before, here.key, there.key)
            if not before.found:  # the two forks of a run: with one key, and without
                return True
            _same_future(agree, place, table, (here, there))
            return agree.found

        def sample(random: Random) -> tuple[int, ...]:
            had = _any_had(random)
            ranks, suits = random_cards(setting, random, trick)
            return *had, had[3], had[2], *_any_had(random)[:2], random.among(_SUITS), *ranks, *suits

        names = numbered("other trick, card", trick)
        return _suit_case(
            setting,
            table,
            f"{table.shape.name}: {name}",
            compared,
            more=(
                *_HAD,
                *_HAD_THERE,
                Variable("trump there", _SUITS),
                *map(setting.card, names),
                *[Variable(f"{other}, suit", _SUITS) for other in names],
            ),
            assuming=lambda given: [
                *_as_many_tricks(given),
                *[(suit >= 1) & (suit <= len(_SUITS)) for suit in (given[course], *given[course + 1 + trick :])],
            ],
            sample=sample,
        )

    yield from _tables_of(game, case)
    if game.rules.close != "never":  # the key tells whether the talon is closed
        [open_talon] = [shape for shape in suit_shapes(game) if shape.trick and shape.talon > game.players]
        yield case(Table(shape=open_talon, players=game.players), 0, "a card, the talon closed there", closed=True)


def _same_future(agree: Agreement, place: int, table: Table, states: tuple[SuitState, SuitState]) -> None:
    """Ask that an action is refused in both states, or brings the same and leads to states with one key and one past but for points."""
    here, there = (after_suits(state, _suit_actions(state.game, state, table.shape)[place][1]) for state in states)
    if isinstance(here, str) or isinstance(there, str):
        agree.known(here if isinstance(here, str) else "", there if isinstance(there, str) else "")
        return
    agree_on(agree, here.key, there.key)
    agree.known((here.turn, here.winning, here.claimant), (there.turn, there.winning, there.claimant))
    agree_on(agree, *[_past_but_points(state) for state in (here, there)])
    gains = [
        tuple([points - had for points, had in zip(after.points, before.points, strict=True)])
        for after, before in zip((here, there), states, strict=True)
    ]
    agree_on(agree, *gains)


_HAD_THERE: Final = tuple(
    Variable(f"{what} of side {side} there", tuple(range(1, 9))) for what in ("tricks", "points") for side in (0, 1)
)


def _as_many_tricks(given: Numbers) -> list[Truth]:
    """Return that the same sides took tricks, and as many together: the cards that are out of play say how many there were."""
    taken, others = given[2:4], given[6:8]
    same = [((one > 0) & (other > 0)) | ((one == 0) & (other == 0)) for one, other in zip(taken, others, strict=True)]
    return [*[number >= 0 for number in (*taken, *others)], *same, taken[0] + taken[1] == others[0] + others[1]]


def _past_but_points(state: SuitState) -> tuple[object, ...]:
    """Return the past but for points, as far as it tells positions apart."""
    return tuple(map(_told_apart, cast("tuple[object, ...]", state.past)[1:]))


def _told_apart(value: object) -> object:
    """Return what bears on a deal of how its talon was closed: who had tricks, and how many there were; any other value as it is."""
    if type(value) is not Closing:
        return value
    return value.seat, value.points, tuple([count > 0 for count in value.tricks]), sum(value.tricks)
