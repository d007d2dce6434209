"""What is done beside playing cards in a deal with suit tricks: the cases of the obligations about what becomes of the cards."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NoReturn, cast

import msgspec
from typing_extensions import override

from aceten.actions import CLOSE, DRAW, EXCHANGE, PASS, STOP, Bid, Claim, Meld, NameTrump, Play, Seat
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.setting import holds, same_cards
from aceten.proofs.symbolic import Untouched
from aceten.proofs.theorems.states import (
    ELSEWHERE,
    Refusal,
    Single,
    SuitStage,
    Supply,
    answering,
    differences,
    method,
    remade,
    same,
    singles,
    suit_stage,
)
from aceten.proofs.theorems.suit_moves import CLAIMS, Claims, claiming, moving, refused_or
from aceten.suits.closing import Closing
from aceten.suits.state import SuitState
from aceten_spec.cards import Card, Rank, Suit
from aceten_spec.formulas import Z3, Truth
from aceten_spec.formulas.scoring import capture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.actions import Action, Close, Draw, Event, Exchange, Pass
    from aceten.proofs.setting import Setting
    from aceten.proofs.theorems.states import Cards
    from aceten.state import State


def _log() -> tuple[Event, ...]:
    return cast("tuple[Event, ...]", (Untouched(),))


# --- What is done beside playing cards --------------------------------------------------------------------------------


def _still(setting: Setting) -> tuple[Cards, dict[str, object]]:
    """Return cards, and fields of a state in which they lie: two in each hand, three in the talon, one captured."""
    players, sides = setting.game.players, setting.game.side_count
    cards = singles(2 * players + 3 + sides)
    supply = Supply(cards)
    hands, talon, taken = supply.hands([2] * players), supply.take(3), supply.hands([1] * sides)
    return cards, {"hands": hands, "talon": talon, "taken": taken, "trick": (), "log": _log()}


def draw(setting: Setting) -> Iterator[Case]:
    """To draw is accepted where there is something to draw."""
    cards, fields = _still(setting)

    def case(turn: int) -> Case:
        return moving(
            name=f"seat {turn}",
            cards=cards,
            choices=("there is something to draw",),
            before=lambda choices: suit_stage(setting.suits, **fields, draws_first=choices[0]),
            act=lambda state: linked(method(SuitState, "_draw"), draw_refusal=answering("draw_closed"))(
                state, Seat(turn), DRAW
            ),
            expected=lambda state, _: {"log": (*state.log, (turn, DRAW))},
            reached="_drawn",
            accepts=lambda given: given[0],
            refusal="draw_closed",
        )

    yield from map(case, range(setting.game.players))


def close(setting: Setting) -> Iterator[Case]:
    """Closing the talon leaves all cards where they are."""
    cards, fields = _still(setting)
    game = setting.suits

    def case(turn: int, tricks: tuple[int, ...] | None) -> Case:
        other = 1 - turn % 2

        def act(state: SuitStage) -> State:
            why = "" if state.may else "close_again"
            return linked(method(SuitState, "_close"), close_refusal=answering(why))(state, Seat(turn), CLOSE)

        def expected(state: SuitStage, after: SuitStage) -> dict[str, object]:
            points = {0: 17, 1: 23}[other]
            right = after.closed == Closing(Seat(turn), points, tricks or ())
            return {"closed": after.closed if right else Untouched(), "log": (*state.log, (turn, CLOSE))}

        known = {"points": (17, 23), "melds": (0, 0), "tricks": tricks, "scores": (0, 0)}
        return moving(
            name=f"seat {turn}, tricks {tricks}",
            cards=cards,
            choices=("may close",),
            before=lambda choices: suit_stage(game, **fields, **known, may=choices[0], closed=None),
            act=act,
            expected=expected,
            accepts=lambda given: given[0],
            refusal="close_again",
        )

    for turn, tricks in itertools.product(range(setting.game.players), ((1, 2), None)):
        yield case(turn, tricks)


def exchange(setting: Setting) -> Iterator[Case]:
    """A card of the hand and the turn-up change places."""
    game, players = setting.suits, setting.game.players

    def case(turn: int, held: int, talon: int, place: int) -> Case:
        cards = singles(held + talon)
        hand, stock = cards[:held], cards[held:]
        given_up, turned = hand[place], stock[-1]
        piles = tuple([hand if seat == turn else () for seat in range(players)])
        shown = tuple([(Untouched(),) if seat == turn else ELSEWHERE.cards for seat in range(players)])

        def before(choices: tuple[bool, ...]) -> SuitStage:
            return suit_stage(
                game,
                hands=piles,
                talon=stock,
                trick=(),
                taken=(),
                shown=shown,
                log=_log(),
                may=choices[0],
                opened=choices[1],
            )

        def act(state: SuitStage) -> State:
            there = state.opened
            function = linked(
                method(SuitState, "_exchange"),
                exchangeable=answering(given_up if there else None),
                exchange_refusal=answering("" if state.may and there else "exchange_late"),
                sort_cards=same_cards,
            )
            return function(state, Seat(turn), EXCHANGE)

        def expected(state: SuitStage, _: SuitStage) -> dict[str, object]:
            left = (*[card for card in hand if card is not given_up], turned)
            return {
                "hands": tuple([left if seat == turn else () for seat in range(players)]),
                "talon": (*stock[:-1], given_up),
                "shown": tuple([(*pile, turned) if seat == turn else pile for seat, pile in enumerate(shown)]),
                "log": (*state.log, (turn, EXCHANGE)),
            }

        return moving(
            name=f"seat {turn} gives card {place + 1} of {held}, {talon} in the talon",
            cards=cards,
            choices=("may exchange", "there is a card to exchange"),
            before=before,
            act=act,
            expected=expected,
            accepts=lambda given: given[0] & given[1],
            refusal="exchange_late",
        )

    hand, longest = game.rules.hand, len(game.pack.cards) - players * game.rules.hand
    for held in range(1, hand + 1):
        for place in range(held):
            yield case(held % players, held, max(longest, 1), place)
    for talon in range(1, longest + 1):
        for turn in range(players):
            yield case(turn, 2, talon, 1)


def show(setting: Setting) -> Iterator[Case]:
    """To show a marriage leaves all cards where they are; its points go to the side that shows it."""
    game, players, sides = setting.suits, setting.game.players, setting.game.side_count
    captured, by_marriage = capture(sides), game.rules.trump == "marriage"

    def case(turn: int, suit: Suit) -> Case:
        def run(worth: int, *had: int) -> tuple[int, ...]:
            known = tuple([(Single(Rank.ACE, suit),) if seat == turn else () for seat in range(players)])
            before = suit_stage(
                game,
                hands=ELSEWHERE.cards,
                talon=ELSEWHERE.cards,
                trick=ELSEWHERE.cards,
                melds=had,
                shown=known,
                trump=Untouched(),
            )

            def points(_: object, shown: object) -> int:
                return worth if shown is suit else -1

            function = linked(
                method(SuitState, "_show"),
                marriage_points=points,
                sort_cards=frozenset,
            )
            after = function(before, turn, suit)
            seen = tuple([set(pile) for pile in cast("SuitStage", after).shown])
            pair = {card for card in map(Card, range(100)) if card in _married(suit)}
            right = seen == tuple([set(pile) | (pair if seat == turn else set()) for seat, pile in enumerate(known)])
            melds, shown = cast("SuitStage", after).melds, cast("SuitStage", after).shown
            expected = {"melds": melds, "shown": shown, "trump": suit if by_marriage else before.trump}
            return right and not differences(before, after, **expected), *melds

        return Case(
            name=f"seat {turn} shows the marriage of {suit.name.lower()}",
            variables=(
                Variable("marriage", game.rules.marriage_points or (20,)),
                *[Variable(f"side {side} had", (0, 20, 40)) for side in range(sides)],
            ),
            returns=("the rest as it was", *[f"side {side} has" for side in range(sides)]),
            lifted=run,
            claim=lambda given, found: (
                captured(Z3.IntVal(turn % sides), given[0], *given[1:], *found[1:]) & holds(found[0])
            ),
        )

    for turn, suit in itertools.product(range(players), Suit):
        yield case(turn, suit)


def _married(suit: Suit) -> tuple[Card, Card]:
    """Return the king and the queen of a suit."""
    step = 16
    return Card(int(Rank.KING) + step * int(suit)), Card(int(Rank.QUEEN) + step * int(suit))


def meld(setting: Setting) -> Iterator[Case]:
    """A marriage is shown, and then one of its cards played as any other, unless the deal ends by it."""
    game, players = setting.suits, setting.game.players
    cards, fields = _still(setting)

    def case(turn: int, rank: Rank, claims: Claims) -> Case:
        chosen = (
            _married(Suit.HEARTS)[rank == Rank.QUEEN] if rank in _MARRIED else Card(int(rank) + 16 * int(Suit.HEARTS))
        )
        action = Meld(chosen)

        def act(state: SuitStage) -> State:
            there = state.opened
            function = linked(
                method(SuitState, "_meld"),
                marriages=answering((Suit.HEARTS,) if there else (Suit.CLUBS,)),
                show_refusal=answering(""),
            )
            return function(remade(Melding, state), Seat(turn), action)

        def expected(state: SuitStage, _: SuitStage) -> dict[str, object]:
            if claims == "automatic" and state.may:
                return {"turn": None, "claimant": turn, "log": (*state.log, (turn, action)), "trump": Suit.HEARTS}
            return {"log": (turn, chosen, action), "trump": Suit.HEARTS}

        def before(choices: tuple[bool, ...]) -> SuitStage:
            return suit_stage(claiming(game, claims), **fields, opened=choices[0], may=choices[1])

        return moving(
            name=f"seat {turn} shows a marriage with {chosen}, claims {claims}",
            cards=cards,
            choices=("there is the marriage", "a side has enough"),
            before=before,
            act=act,
            expected=expected,
            accepts=lambda given: Z3.And([given[0], Z3.BoolVal(rank in _MARRIED)]),
            refusal="no_marriage" if rank in _MARRIED else "meld_wrong_card",
        )

    for turn, rank, claims in itertools.product(range(players), (*_MARRIED, Rank.ACE), CLAIMS):
        yield case(turn, rank, claims)


_MARRIED: Final = (Rank.KING, Rank.QUEEN)


class Melding(SuitStage, frozen=True, eq=False):
    """A state in which a marriage is shown: that it is, and which card is played then, is noted."""

    @override
    def _show(self, turn: Seat, suit: Suit) -> SuitState:
        return msgspec.structs.replace(self, trump=suit)

    @override
    def _play_card(self, turn: Seat, card: Card, action: Action) -> SuitState:
        return msgspec.structs.replace(self, log=cast("tuple[Event, ...]", (turn, card, action)))


def claim(setting: Setting) -> Iterator[Case]:
    """A claim ends the deal, and leaves all cards where they are."""
    game, players = setting.suits, setting.game.players
    called = game.rules.claim == "called"
    cards, fields = _still(setting)

    def case(turn: int, suit: Suit | None) -> Case:
        action = Claim(suit)

        def act(state: SuitStage) -> State:
            there = state.opened
            function = linked(
                method(SuitState, "_claim"),
                marriages=answering((Suit.HEARTS,) if there else (Suit.CLUBS,)),
                show_refusal=answering(""),
            )
            return function(remade(Melding, state), Seat(turn), action)

        def before(choices: tuple[bool, ...]) -> SuitStage:
            names = ("bids_first", "names_first", "draws_first", "opened", "may")
            return suit_stage(game, **fields, **dict(zip(names, choices, strict=True)), trump=Suit.SPADES)

        def expected(state: SuitStage, _: SuitStage) -> dict[str, object]:
            trump = Suit.SPADES if suit is None else suit
            return {"turn": None, "claimant": turn, "trump": trump, "log": (*state.log, (turn, action))}

        def accepts(given: tuple[Truth, ...]) -> Truth:
            bidding, naming, drawing, there, may = given
            with_suit = Z3.BoolVal(suit is None) | (~drawing & there)
            return Z3.And([Z3.BoolVal(called), ~bidding, ~naming, with_suit, may])

        return moving(
            name=f"seat {turn}: {action}",
            cards=cards,
            choices=(
                "bids come first",
                "trumps come first",
                "drawing comes first",
                "there is the marriage",
                "may claim",
            ),
            before=before,
            act=act,
            expected=expected,
            accepts=accepts,
        )

    for turn, suit in itertools.product(range(players), (None, Suit.HEARTS)):
        yield case(turn, suit)


def waive(setting: Setting) -> Iterator[Case]:
    """To pass at the end ends the deal, and leaves all cards where they are."""
    cards, fields = _still(setting)

    def case(turn: int) -> Case:
        return moving(
            name=f"seat {turn}",
            cards=cards,
            choices=("is asked",),
            before=lambda choices: suit_stage(setting.suits, **fields, asks=choices[0]),
            act=lambda state: method(SuitState, "_waive")(state, Seat(turn), PASS),
            expected=lambda state, _: {"turn": None, "log": (*state.log, (turn, PASS))},
            accepts=lambda given: given[0],
        )

    yield from map(case, range(setting.game.players))


def bid(setting: Setting) -> Iterator[Case]:
    """A bid or a pass leaves all cards where they are."""
    cards, fields = _still(setting)
    game = setting.suits

    def case(turn: int, action: Bid | Pass, points: int) -> Case:
        def act(state: SuitStage) -> State:
            offered = state.may

            def after_bid(*given: object) -> State:
                right = same(given, (state, points, (*state.log, (turn, action))))
                return msgspec.structs.replace(state, log=given[2] if right else (), turn=None)

            function = linked(
                method(SuitState, "_bid"),
                legal_bids=answering((action,) if offered else ()),
                after_bid=after_bid,
                bid_refusal=answering("bid_passed"),
            )
            return function(state, Seat(turn), action)

        return moving(
            name=f"seat {turn}: {action}",
            cards=cards,
            choices=("offered",),
            before=lambda choices: suit_stage(game, **fields, may=choices[0]),
            act=act,
            expected=lambda state, _: {"turn": None, "log": (*state.log, (turn, action))},
            accepts=lambda given: given[0],
            refusal="bid_passed" if points else "pass_forced",
        )

    for turn in range(setting.game.players):
        for points in game.rules.bids:
            yield case(turn, Bid(points), points)
        yield case(turn, PASS, 0)


def name_trump(setting: Setting) -> Iterator[Case]:
    """To name trumps leaves all cards where they are."""
    cards, fields = _still(setting)

    def case(turn: int, suit: Suit) -> Case:
        action = NameTrump(suit)
        return moving(
            name=f"seat {turn}: {action}",
            cards=cards,
            choices=("trumps are to be named",),
            before=lambda choices: suit_stage(setting.suits, **fields, names_first=choices[0], trump=None),
            act=lambda state: method(SuitState, "_name_trump")(state, Seat(turn), action),
            expected=lambda state, _: {"trump": suit, "log": (*state.log, (turn, action))},
            accepts=lambda given: given[0],
            refusal="trump_named" if setting.suits.rules.bids else "unknown_action",
        )

    for turn, suit in itertools.product(range(setting.game.players), Suit):
        yield case(turn, suit)


# --- Which action is which --------------------------------------------------------------------------------------------


def play(setting: Setting) -> Iterator[Case]:
    """Every action is done by the step for its kind; nothing is done when the deal is over."""
    card = setting.game.pack.cards[0]
    kinds: tuple[tuple[Action, str], ...] = (
        (Play(card), "_play_card"),
        (Meld(card), "_meld"),
        (EXCHANGE, "_exchange"),
        (CLOSE, "_close"),
        (DRAW, "_draw"),
        (Bid(1), "_bid"),
        (NameTrump(Suit.CLUBS), "_name_trump"),
        (PASS, "_waive"),
        (Claim(), "_claim"),
        (STOP, "_refuse_unknown"),
    )

    def case(action: Action, name: str, turn: int | None, *, bidding: bool) -> Case:
        if name == "_bid" and not bidding:
            name = "bid_outside" if setting.suits.rules.bids else "unknown_action"
        if name == "_waive" and bidding:
            name = "_bid"
        if turn is None:
            name = "deal_over"

        def run() -> tuple[int, ...]:
            state = remade(Noting, suit_stage(setting.suits, turn=turn, bids_first=bidding))
            code, after = refused_or(lambda: method(SuitState, "play")(state, action))
            log = () if after is None else cast("tuple[object, ...]", after.log)
            expected = (turn, card, action) if name == "_play_card" else (turn, action)
            return (code == name if after is None else after.reached == name and log == expected,)

        return Case(
            name=f"{action}, turn of seat {turn}" + ", in an auction" * bidding,
            variables=(),
            returns=(f"done by {name}",),
            lifted=run,
            claim=lambda _, found: holds(found[0]),
        )

    for (action, name), bidding in itertools.product(kinds, (False, True)):
        yield case(action, name, setting.game.players - 1, bidding=bidding)
        yield case(action, name, None, bidding=bidding)


class Noting(SuitStage, frozen=True, eq=False):
    """A state that notes by which step an action is done, and with what."""

    def _note(self, name: str, *given: object) -> SuitState:
        return msgspec.structs.replace(self, reached=name, log=cast("tuple[Event, ...]", given))

    @override
    def _play_card(self, turn: Seat, card: Card, action: Action) -> SuitState:
        return self._note("_play_card", turn, card, action)

    @override
    def _meld(self, turn: Seat, action: Meld) -> SuitState:
        return self._note("_meld", turn, action)

    @override
    def _exchange(self, turn: Seat, action: Exchange) -> SuitState:
        return self._note("_exchange", turn, action)

    @override
    def _close(self, turn: Seat, action: Close) -> SuitState:
        return self._note("_close", turn, action)

    @override
    def _draw(self, turn: Seat, action: Draw) -> SuitState:
        return self._note("_draw", turn, action)

    @override
    def _bid(self, turn: Seat, action: Bid | Pass) -> SuitState:
        return self._note("_bid", turn, action)

    @override
    def _name_trump(self, turn: Seat, action: NameTrump) -> SuitState:
        return self._note("_name_trump", turn, action)

    @override
    def _waive(self, turn: Seat, action: Pass) -> SuitState:
        return self._note("_waive", turn, action)

    @override
    def _claim(self, turn: Seat, action: Claim) -> SuitState:
        return self._note("_claim", turn, action)

    @override
    def _refuse_unknown(self, action: object) -> NoReturn:
        raise Refusal("_refuse_unknown")
