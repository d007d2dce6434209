"""What may be done beside playing a card: showing a marriage, exchanging, closing the talon, drawing and claiming.

How many cards lie in a pile is a symbolic number here (:class:`Pile`); which marriages are in a hand is followed card by card.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec

from aceten.actions import (
    CLOSE,
    DRAW,
    EXCHANGE,
    PASS,
    Action,
    Bid,
    Claim,
    Close,
    Draw,
    Exchange,
    Meld,
    NameTrump,
    Play,
    Seat,
    Side,
)
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Random, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import Setting, holds, is_suits
from aceten.proofs.theorems.suit_tricks import (
    Cards,
    Refused,
    becomes,
    binary,
    code_of,
    getter,
    marked,
    method,
    one_of,
    option_games,
    same,
    stage,
    suit,
    trump_suit,
    truths,
    unary,
    with_rules,
    yes_no,
)
from aceten.proofs.witness import MOST_ACTIONS, whole_deal, witness
from aceten.suits import rights, settling
from aceten.suits.closing import Closing
from aceten_spec.cards import Card, Rank, Suit, card_of, sort_cards
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas import rights as formulas
from aceten_spec.refusals import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from aceten.proofs.report import Witness
    from aceten.state import State
    from aceten.suits.game import SuitGame
    from aceten.suits.state import SuitState

_MARRIED: Final = (Rank.KING, Rank.QUEEN)


class Pile:
    """Cards of which only the number is known, and that may be symbolic."""

    def __init__(self, size: int) -> None:
        """Keep the number."""
        self.size = size
        """How many cards there are."""

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.size)


def size_of(cards: Pile | Sequence[object]) -> int:
    """Return how many cards there are: what ``len`` is linked to, as ``len`` itself returns no symbolic number."""
    return cards.size if isinstance(cards, Pile) else len(cards)


def pile(size: int) -> Cards:
    """Return a pile in place of cards."""
    return cast("Cards", Pile(size))


def sizes(setting: Setting, name: str) -> Variable:
    """Return a variable for the number of cards in a pile."""
    return Variable(name, tuple(range(setting.sizes["talon"] + 1)))


def _points(name: str) -> Variable:
    return Variable(name, (0, 11, 20, 33, 66, 120))


def _few(name: str) -> Variable:
    return Variable(name, (0, 1, 2, 3))


def not_negative(numbers: Sequence[Number]) -> list[Truth]:
    """Return the assumption that numbers are none below 0."""
    return [number >= 0 for number in numbers]


# --- Marriages ---


def _when(setting: Setting) -> Iterator[Case]:
    """Every circumstance."""
    for own in option_games(setting, "marriages", "meld_first", "meld_after_stock", "meld_after_closing", "pack"):
        may_show, showing = formulas.may_show(own.rules), formulas.showing(own.rules)

        def why(  # noqa: PLR0917 - what the case is about
            leads: int,
            talon: int,
            closed: int,
            tricks: int,
            bidding: int,
            naming: int,
            drawing: int,
            own: SuitGame = own,
        ) -> int:
            before = stage(
                own,
                [()] * own.players,
                talon=pile(talon),
                trick=() if leads == 1 else own.pack.cards[-1:],
                closed=Closing(Seat(0), 0, (0, 0)) if closed == 1 else None,
                bidding=bidding,
                naming=naming,
                drawing=drawing,
            )
            function = linked(rights.show_refusal, _tricks_taken=unary(lambda _: tricks))
            return code_of(function(before), formulas.SHOWING)

        def claim(
            given: Numbers,
            found: Numbers,
            may_show: Callable[..., Truth] = may_show,
            showing: Callable[..., Number] = showing,
        ) -> Truth:
            leads, talon, closed, tricks, *before = given
            first, there = Z3.If(Z3.Or([each == 1 for each in before]), 1, Z3.IntVal(0)), Z3.IntVal(1)
            may = may_show(leads, talon, closed, tricks, first, there, there)
            return same(found[0] == 0, may) & (found[0] == showing(leads, *before, talon, closed, tricks))

        yield Case(
            name=_differs(own, setting),
            variables=(
                yes_no("leads"),
                sizes(setting, "talon"),
                yes_no("closed"),
                _few("tricks taken"),
                *map(yes_no, ("bidding", "naming trumps", "drawing first")),
            ),
            returns=("why none may be shown",),
            lifted=why,
            assuming=lambda given: [*truths([given[0], given[2], *given[4:]]), given[1] >= 0, given[3] >= 0],
            claim=claim,
        )


def _differs(own: SuitGame, setting: Setting) -> str:
    """Name the options that make a game another than the one that is proved about."""
    chosen = [f"{name}={value}" for name, value in own.options if (name, value) not in setting.game.options]
    return ", ".join(chosen) or "as it is played"


def _which(setting: Setting) -> Iterator[Case]:
    """Any kings and queens, when some may be shown and when none may."""
    own = setting.suits
    cards = [card_of(rank, each) for each in Suit for rank in _MARRIED]

    def listed(over: int, refused: int, *there: int) -> tuple[bool, ...]:
        hand = tuple([card for card, held in zip(cards, there, strict=True) if held == 1])
        before = stage(own, [hand if seat == 1 else () for seat in range(own.players)], turn=None if over == 1 else 1)
        why = unary(lambda state: "meld_closed" if refused == 1 or state is not before else "")
        found = linked(rights.marriages, show_refusal=why)(before)
        return (*[each in found for each in Suit], len(set(found)) == len(found))

    def claim(given: Numbers, found: Numbers) -> Truth:
        over, refused, *there = given
        may = (over == 0) & (refused == 0)
        whole = [may & (king == 1) & (queen == 1) for king, queen in zip(there[::2], there[1::2], strict=True)]
        return Z3.And(
            [same(holds(shown), both) for shown, both in zip(found, whole, strict=False)] + [holds(found[-1])]
        )

    yield Case(
        variables=(
            yes_no("the deal is over"),
            yes_no("none may be shown"),
            *[yes_no(f"the hand has {card}") for card in cards],
        ),
        returns=(*(f"the marriage of {each.name.lower()} may be shown" for each in Suit), "each once"),
        lifted=listed,
        assuming=truths,
        claim=claim,
    )


def _has_marriages(setting: Setting) -> bool:
    return setting.suits.rules.marriages != "none"


def _taken(setting: Setting) -> Iterator[Case]:
    game = setting.suits
    taken = formulas.tricks_taken(len(game.pack.cards), game.players)

    def counted(_: int, talon: int, trick: int, *hands: int) -> int:
        before = stage(game, [pile(size) for size in hands], talon=pile(talon), trick=pile(trick))
        return linked(cast("Callable[[SuitState], int]", vars(rights)["_tricks_taken"]), len=size_of)(before)

    yield Case(
        variables=(
            _few("tricks"),
            sizes(setting, "talon"),
            _few("trick"),
            *(_few(f"hand {seat}") for seat in range(game.players)),
        ),
        returns=("tricks",),
        lifted=counted,
        assuming=lambda given: [*not_negative(given), taken(given[0], Z3.Sum(given[1:]))],
        claim=lambda given, found: found[0] == given[0],
    )


def _worth(setting: Setting) -> Iterator[Case]:
    games = option_games(setting, "marriages", "marriage_points")
    # The first marriage may also count as little as can be.
    games += tuple(with_rules(own, marriage_points=(1, 2, 3, 4)) for own in games if own.rules.marriages == "order")
    for own in games:
        if own.rules.marriages == "none":
            continue
        points = formulas.marriage_points(own.rules)
        suits = tuple(map(int, Suit))
        before = [sum(own.rules.marriage_points[:shown]) for shown in range(4)]

        def worth(  # noqa: PLR0917 - what the case is about
            shown: int, trump: int, _: int, one: int, other: int, own: SuitGame = own, suits: tuple[int, ...] = suits
        ) -> int:
            chosen = one_of(trump, (*suits, 0))
            state = stage(own, [()] * own.players, trump=chosen or None, melds=(one, other))
            return rights.marriage_points(state, Suit(one_of(shown, suits)))

        def assuming(given: Numbers, own: SuitGame = own, before: Sequence[int] = before) -> list[Truth]:
            known = [(given[2] == shown) & (given[3] + given[4] == points) for shown, points in enumerate(before)]
            in_order = [Z3.Or(known)] if own.rules.marriages == "order" else [given[2] == 0]
            return [given[0] >= 1, given[0] <= 4, given[1] >= 0, given[1] <= 4, *not_negative(given[3:]), *in_order]  # noqa: PLR2004

        yield Case(
            name=_differs(own, setting),
            variables=(
                suit("suit"),
                trump_suit(),
                _few("shown before"),
                _points("shown by side 0"),
                _points("shown by side 1"),
            ),
            returns=("points",),
            lifted=worth,
            assuming=assuming,
            claim=lambda given, found, points=points: found[0] == points(*given[:3]),  # type: ignore[misc]
        )


def _shows(setting: Setting) -> Iterator[Case]:
    """What a marriage is worth may be anything."""
    for own in option_games(setting, "trump"):
        for shown in Suit:
            pair = [card_of(rank, shown) for rank in _MARRIED]
            for turn in range(own.players):
                for known in ((), (pair[0],), (card_of(Rank.ACE, shown),)):

                    def show(
                        worth: int,
                        *melds: int,
                        own: SuitGame = own,
                        shown: Suit = shown,
                        pair: Sequence[Card] = pair,
                        turn: int = turn,
                        known: Cards = known,
                    ) -> tuple[int, ...]:
                        open_cards = [known if seat == turn else () for seat in range(own.players)]
                        before = stage(
                            own, [()] * own.players, turn=turn, melds=melds, shown=tuple(open_cards), trump=Suit.HEARTS
                        )
                        function = linked(method("_show"), marriage_points=second(shown, worth, -1))
                        after = cast("SuitState", function(before, turn, shown))
                        open_cards[turn] = sort_cards(tuple({*known, *pair}))
                        trump = shown if own.rules.trump == "marriage" else Suit.HEARTS
                        rest = becomes(before, after, melds=after.melds, trump=trump, shown=tuple(open_cards))
                        return (*after.melds, rest)

                    def claim(given: Numbers, found: Numbers, own: SuitGame = own, turn: int = turn) -> Truth:
                        side = own.sides[turn]
                        gains = [given[0] if each == side else Z3.IntVal(0) for each in range(2)]
                        return Z3.And(
                            [found[each] == given[1 + each] + gains[each] for each in range(2)] + [holds(found[2])]
                        )

                    yield Case(
                        name=f"seat {turn}, {shown.name.lower()}, {_differs(own, setting)}",
                        variables=(_points("worth"), _points("melds of side 0"), _points("melds of side 1")),
                        returns=("melds of side 0", "melds of side 1", "all else"),
                        lifted=show,
                        claim=claim,
                    )


def second(expected: object, value: int, otherwise: int) -> Callable[[object, object], int]:
    """Return a function that stands in for one that should get this as its second argument."""

    def give(_: object, argument: object) -> int:
        return value if argument is expected else otherwise

    return give


def _for(expected: tuple[object, ...], state: SuitState) -> Callable[..., SuitState | None]:
    """Return a function that stands in for one that should get these arguments."""

    def give(*given: object) -> SuitState | None:
        return state if given == expected else None

    return give


_CODES: Final = ("", *REFUSALS)


def _code(name: str) -> Number:
    """Return the place of a code, as a term."""
    return Z3.IntVal(_CODES.index(name))


def refused_or(play: Callable[[], int]) -> int:
    """Return the place of the code of a refusal, or what is returned."""
    try:
        return play()
    except Refused as refused:
        return code_of(refused.code, _CODES)


_DONE: Final = -2
"""That an action was not refused, and has made of the state what it has to."""


def done(right: bool) -> int:
    """Return that an action was not refused, and whether the state is what it has to be."""
    return _DONE if right else -3


def _melds(setting: Setting) -> Iterator[Case]:
    """The marriage of hearts may be shown or not, and may bring enough points; king, queen or another card is to be led.

    Why none may be shown, if none may, may be anything.
    """
    for own in option_games(setting, "claim"):
        for card in (
            card_of(Rank.KING, Suit.HEARTS),
            card_of(Rank.QUEEN, Suit.HEARTS),
            card_of(Rank.TEN, Suit.HEARTS),
            Card(Rank.KING),
        ):
            automatic = own.rules.claim == "automatic"

            def meld(offered: int, why: int, enough: int, own: SuitGame = own, card: Card = card) -> int:
                action, turn = Meld(card), Seat(1)

                def end(state: SuitState, seat: Seat, led: Card, given: Action) -> SuitState:
                    proper = (seat, led, given) == (turn, card, action)
                    return msgspec.structs.replace(state, trump=Suit.SPADES if proper else None)

                before = stage(
                    own,
                    [()] * own.players,
                    turn=turn,
                    has_enough=unary(lambda side: enough if side == own.sides[turn] else -enough),
                    _play_card=end,
                )
                shown = msgspec.structs.replace(before, melds=(7, 7))
                function = linked(
                    method("_meld"),
                    marriages=unary(lambda _: (Suit.HEARTS,) if offered == 1 else ()),
                    show_refusal=unary(lambda _: "meld_closed" if why == 1 else ""),
                )
                free: dict[str, object] = {**before.free, "_show": _for((turn, Suit.HEARTS), shown)}
                before = msgspec.structs.replace(before, free=free)

                def outcome() -> int:
                    after = cast("SuitState", function(before, turn, action))
                    if after.turn is None:
                        ended = becomes(shown, after, turn=None, claimant=turn, log=((turn, action),))
                        return done(ended) + 10 if own.rules.claim == "automatic" else -3
                    return done(becomes(shown, after, trump=Suit.SPADES))

                return refused_or(outcome)

            def claim(given: Numbers, found: Numbers, card: Card = card, automatic: bool = automatic) -> Truth:
                wedded = card.suit is not None and card.rank in _MARRIED
                offered = Z3.And([given[0] == 1, Z3.BoolVal(wedded)])
                over = Z3.And([given[2] == 1, Z3.BoolVal(automatic)])
                lacking = _code("no_marriage" if card.rank in _MARRIED else "meld_wrong_card")
                refused = Z3.If(given[1] == 1, _code("meld_closed"), lacking)
                return found[0] == Z3.If(offered, Z3.If(over, _DONE + 10, Z3.IntVal(_DONE)), refused)

            names = ("the marriage of hearts may be shown", "there is another reason", "enough points with it")
            yield Case(
                name=f"meld:{card}, {_differs(own, setting)}",
                variables=tuple(map(yes_no, names)),
                returns=("outcome",),
                lifted=meld,
                assuming=truths,
                claim=claim,
            )


# --- The turn-up and the talon ---


def _exchangeable(setting: Setting) -> Iterator[Case]:
    for own in option_games(setting, "exchange"):
        card = formulas.exchanged(own.rules)

        def number(talon: int, trump: int, own: SuitGame = own) -> int:
            chosen = one_of(trump, (0, *map(int, Suit)))
            found = rights.exchangeable(
                stage(own, [()] * own.players, talon=pile(talon), trump=Suit(chosen) if chosen else None)
            )
            return -1 if found is None else int(found)

        yield Case(
            name=_differs(own, setting),
            variables=(sizes(setting, "talon"), trump_suit()),
            returns=("card",),
            lifted=number,
            assuming=lambda given: [*not_negative(given), given[1] <= 4],  # noqa: PLR2004 - the suits
            claim=lambda given, found, card=card: found[0] == card(*given),  # type: ignore[misc]
        )


_EXCHANGE: Final = ("exchange", "exchange_by", "exchange_needs_trick", "exchange_min_stock", "exchange_after_closing")


def _may_exchange(setting: Setting) -> Iterator[Case]:
    """Each seat, after a closing by each: any numbers of tricks."""
    for own in option_games(setting, *_EXCHANGE):
        may, card, plain = formulas.may_exchange(own.rules), own.pack.cards[0], own == setting.game
        exchanging = formulas.exchanging(own.rules)
        for turn in range(own.players if plain else 1):
            for closer in range(min(own.players, 2)):

                def allowed(  # noqa: PLR0917 - what the case is about
                    over: int,
                    known: int,
                    has: int,
                    drawing: int,
                    talon: int,
                    closed: int,
                    leads: int,
                    *tricks: int,
                    own: SuitGame = own,
                    turn: int = turn,
                    closer: int = closer,
                    card: Card = card,
                ) -> int:
                    holder = turn if has == 1 else (turn + 1) % own.players
                    before = stage(
                        own,
                        [(own.pack.cards[1], card) if seat == holder else () for seat in range(own.players)],
                        talon=pile(talon),
                        trick=() if leads == 1 else own.pack.cards[-1:],
                        turn=None if over == 1 else turn,
                        tricks=tricks[:2] if known == 1 else None,
                        closed=Closing(Seat(closer), 0, tricks[2:]) if closed == 1 else None,
                        drawing=drawing,
                    )
                    there = own.rules.exchange != "none" and talon > 0
                    why = linked(
                        rights.exchange_refusal, len=size_of, exchangeable=unary(lambda _: card if there else None)
                    )
                    return code_of(why(before), (*formulas.EXCHANGING, "deal_over"))

                def claim(  # noqa: PLR0917 - what the case fixes
                    given: Numbers,
                    found: Numbers,
                    may: Callable[..., Truth] = may,
                    exchanging: Callable[..., Number] = exchanging,
                    own: SuitGame = own,
                    turn: int = turn,
                    closer: int = closer,
                ) -> Truth:
                    over, known, has, drawing, talon, closed, leads, *tricks = given
                    since = tricks[0] + tricks[1] - tricks[2] - tricks[3]
                    own_closing = Z3.IntVal(int(closer == turn))
                    took = tricks[own.sides[turn]]
                    state = (has, drawing, talon, closed, own_closing, leads, took, since)
                    right = (talon > 0) & may(*state)
                    ended = Z3.IntVal(1 if own.rules.exchange == "none" else len(formulas.EXCHANGING))
                    why = Z3.If(over == 1, ended, exchanging(*state, known))
                    return same(found[0] == 0, (over == 0) & (known == 1) & right) & (found[0] == why)

                tricks = (
                    "tricks of side 0",
                    "tricks of side 1",
                    "of side 0 at the closing",
                    "of side 1 at the closing",
                )
                yield Case(
                    name=f"seat {turn}, seat {closer} closed, {_differs(own, setting)}",
                    variables=(
                        yes_no("the deal is over"),
                        yes_no("the tricks are known"),
                        yes_no("holds the card"),
                        yes_no("drawing first"),
                        sizes(setting, "talon"),
                        yes_no("closed"),
                        yes_no("leads"),
                        *map(_few, tricks),
                    ),
                    returns=("why he may not exchange",),
                    lifted=allowed,
                    assuming=lambda given, plain=plain: [  # type: ignore[misc]
                        *truths([*given[:4], *given[5:7]]),
                        *not_negative([given[4], *given[7:]]),
                        *([] if plain else [given[0] == 0, given[1] == 1]),
                    ],
                    claim=claim,
                )


def _may(what: Literal["exchange", "close"], setting: Setting) -> Iterator[Case]:
    """What is broken may be anything."""
    own = setting.suits

    def may(refused: int) -> bool:
        before = stage(own, [()] * own.players)
        why = unary(lambda state: "deal_over" if refused == 1 or state is not before else "")
        if what == "close":
            return bool(linked(rights.may_close, close_refusal=why)(before))
        return bool(linked(rights.may_exchange, exchange_refusal=why)(before))

    yield Case(
        variables=(yes_no("a condition is broken"),),
        returns=(f"may {what}",),
        lifted=may,
        assuming=truths,
        claim=lambda given, found: same(holds(found[0]), given[0] == 0),
    )


def _exchanges(setting: Setting) -> Iterator[Case]:
    """Every trump suit: the card goes where the turn-up lay, whoever has it."""
    own = setting.suits
    for trump in Suit:
        for turn in range(own.players):
            for offered in (True, False) if trump == Suit.HEARTS else (True,):
                ranks = (Rank.JACK, Rank.TEN, Rank.ACE, Rank.KING, Rank.QUEEN)
                card, up, first, second, third = (card_of(rank, trump) for rank in ranks)

                def exchange(  # noqa: PLR0917 - what the case fixes
                    allowed: int,
                    trump: Suit = trump,
                    turn: int = turn,
                    offered: bool = offered,
                    card: Card = card,
                    up: Card = up,
                    first: Card = first,
                    second: Card = second,
                    third: Card = third,
                ) -> int:
                    hands = [(first, card) if seat == turn else () for seat in range(own.players)]
                    known = [(first, card) if seat == turn else () for seat in range(own.players)]
                    before = stage(own, hands, talon=(second, third, up), turn=turn, trump=trump, shown=tuple(known))
                    function = linked(
                        method("_exchange"),
                        exchangeable=unary(lambda _: card if offered else None),
                        exchange_refusal=unary(lambda _: "" if allowed == 1 else "exchange_late"),
                    )

                    def outcome() -> int:
                        after = cast("SuitState", function(before, turn, EXCHANGE))
                        mine = [sort_cards((first, up)) if seat == turn else () for seat in range(own.players)]
                        return done(
                            becomes(
                                before,
                                after,
                                hands=tuple(mine),
                                shown=tuple(mine),
                                talon=(second, third, card),
                                log=((turn, EXCHANGE),),
                            )
                        )

                    return refused_or(outcome)

                yield Case(
                    name=f"seat {turn}, {trump.name.lower()}, {'one' if offered else 'no'} card can be exchanged",
                    variables=(yes_no("may exchange"),),
                    returns=("outcome",),
                    lifted=exchange,
                    assuming=lambda given, offered=offered: truths(given) if offered else [given[0] == 0],  # type: ignore[misc]
                    claim=lambda given, found: found[0] == Z3.If(given[0] == 1, _DONE, _code("exchange_late")),
                )


def _may_close(setting: Setting) -> Iterator[Case]:
    for own in option_games(setting, "close", "close_min_stock"):
        may, closing = formulas.may_close(own.rules), formulas.closing(own.rules)

        def allowed(over: int, leads: int, talon: int, closed: int, own: SuitGame = own) -> int:
            before = stage(
                own,
                [()] * own.players,
                talon=pile(talon),
                trick=() if leads == 1 else own.pack.cards[-1:],
                turn=None if over == 1 else 0,
                closed=Closing(Seat(0), 0, (0, 0)) if closed == 1 else None,
            )
            return code_of(linked(rights.close_refusal, len=size_of)(before), (*formulas.CLOSING, "deal_over"))

        def claim(
            given: Numbers,
            found: Numbers,
            may: Callable[..., Truth] = may,
            closing: Callable[..., Number] = closing,
            own: SuitGame = own,
        ) -> Truth:
            ended = Z3.IntVal(1 if own.rules.close == "never" else len(formulas.CLOSING))
            why = Z3.If(given[0] == 1, ended, closing(*given[1:]))
            return same(found[0] == 0, (given[0] == 0) & may(*given[1:])) & (found[0] == why)

        yield Case(
            name=_differs(own, setting),
            variables=(yes_no("the deal is over"), yes_no("leads"), sizes(setting, "talon"), yes_no("closed")),
            returns=("why he may not close",),
            lifted=allowed,
            assuming=lambda given: [*truths([*given[:2], given[3]]), given[2] >= 0],
            claim=claim,
        )


def _closes(setting: Setting) -> Iterator[Case]:
    own = setting.suits
    for turn in range(own.players):
        for known in (True, False):

            def close(  # noqa: PLR0917 - what the case is about
                allowed: int, mine: int, theirs: int, one: int, other: int, turn: int = turn, known: bool = known
            ) -> tuple[int, ...]:
                side = own.sides[turn]
                before = stage(
                    own,
                    [()] * own.players,
                    turn=turn,
                    tricks=(one, other) if known else None,
                    counted=binary(lambda asked, _: {side: mine, 1 - side: theirs}[asked]),
                )
                points: list[int] = [0]

                def outcome() -> int:
                    why = "" if allowed == 1 else "close_again"
                    function = linked(method("_close"), close_refusal=unary(lambda _: why))
                    after = cast("SuitState", function(before, turn, CLOSE))
                    closed = after.closed
                    points[0] = -1 if closed is None else closed.points
                    rest = becomes(before, after, closed=closed, log=((turn, CLOSE),))
                    return done(
                        rest and closed is not None and (closed.seat, closed.tricks) == (turn, before.tricks or ())
                    )

                return refused_or(outcome), points[0]

            yield Case(
                name=f"seat {turn}, {'known' if known else 'unknown'} tricks",
                variables=(
                    yes_no("may close"),
                    _points("points of the side that closes"),
                    _points("points of the other side"),
                    _few("tricks of side 0"),
                    _few("tricks of side 1"),
                ),
                returns=("outcome", "points of the other side"),
                lifted=close,
                assuming=lambda given: truths(given[:1]),
                claim=lambda given, found: (
                    ((given[0] == 1) & (found[0] == _DONE) & (found[1] == given[2]))
                    | ((given[0] == 0) & (found[0] == _code("close_again")))
                ),
            )


def _drawing(setting: Setting) -> Iterator[Case]:
    for own in option_games(setting, "hand"):
        draws = formulas.has_to_draw(own.rules)

        def drawing(  # noqa: PLR0917 - what the case is about
            over: int, leads: int, talon: int, closed: int, hand: int, own: SuitGame = own
        ) -> bool:
            before = stage(
                own,
                [pile(hand) if seat == 1 else pile(0) for seat in range(own.players)],
                talon=pile(talon),
                trick=() if leads == 1 else own.pack.cards[-1:],
                turn=None if over == 1 else 1,
                closed=Closing(Seat(0), 0, (0, 0)) if closed == 1 else None,
            )
            return bool(linked(getter("drawing"), len=size_of)(before))

        yield Case(
            name=_differs(own, setting),
            variables=(
                yes_no("the deal is over"),
                yes_no("leads"),
                sizes(setting, "talon"),
                yes_no("closed"),
                Variable("cards in hand", tuple(range(own.rules.hand + 1))),
            ),
            returns=("has to draw or to close first",),
            lifted=drawing,
            assuming=lambda given: [*truths([*given[:2], given[3]]), *not_negative([given[2], given[4]])],
            claim=lambda given, found, draws=draws: same(holds(found[0]), (given[0] == 0) & draws(*given[1:])),  # type: ignore[misc]
        )


def _open_talon(setting: Setting) -> Iterator[Case]:
    own = setting.suits

    def is_open(talon: int, closed: int) -> bool:
        is_closed = Closing(Seat(0), 0, (0, 0)) if closed == 1 else None
        return bool(getter("open_talon")(stage(own, [()] * own.players, talon=pile(talon), closed=is_closed)))

    yield Case(
        variables=(sizes(setting, "talon"), yes_no("closed")),
        returns=("there is a talon that is not closed",),
        lifted=is_open,
        assuming=lambda given: [given[0] >= 0, *truths(given[1:])],
        claim=lambda given, found: same(holds(found[0]), (given[0] > 0) & (given[1] == 0)),
    )


def _draws(setting: Setting) -> Iterator[Case]:
    own = setting.suits

    def draw(drawing: int) -> int:
        turn = Seat(1)
        before = stage(
            own,
            [()] * own.players,
            turn=turn,
            drawing=drawing,
            _drawn=marked,
        )

        def outcome() -> int:
            function = linked(method("_draw"), draw_refusal=unary(lambda _: "draw_closed"))
            after = cast("SuitState", function(before, turn, DRAW))
            return done(becomes(before, after, trump=Suit.SPADES, log=((turn, DRAW),)))

        return refused_or(outcome)

    yield Case(
        variables=(yes_no("has to draw or to close"),),
        returns=("outcome",),
        lifted=draw,
        assuming=truths,
        claim=lambda given, found: found[0] == Z3.If(given[0] == 1, _DONE, _code("draw_closed")),
    )


def _draws_not(setting: Setting) -> Iterator[Case]:
    for own in option_games(setting, "close"):
        drawing = formulas.drawing(own.rules)

        def why(talon: int, closed: int, own: SuitGame = own) -> int:
            is_closed = Closing(Seat(0), 0, (0, 0)) if closed == 1 else None
            before = stage(own, [()] * own.players, talon=pile(talon), closed=is_closed)
            return code_of(rights.draw_refusal(before), formulas.DRAWING)

        yield Case(
            name=_differs(own, setting),
            variables=(sizes(setting, "talon"), yes_no("closed")),
            returns=("why nobody draws",),
            lifted=why,
            assuming=lambda given: [given[0] >= 0, *truths(given[1:])],
            claim=lambda given, found, drawing=drawing: found[0] == drawing(*given),  # type: ignore[misc]
        )


def _all_draw(setting: Setting) -> Iterator[Case]:
    """What :func:`aceten.drawing.draw` makes of hands and talon may be anything: where the turn-up comes, all know of it."""
    own = setting.suits
    up, other, card, last = own.pack.cards[:4]
    for holder in range(own.players):
        for winner in range(own.players):

            def drawn(left: int, holder: int = holder, winner: int = winner) -> bool:
                hands = [(other, up) if seat == holder else (card,) for seat in range(own.players)]
                before = stage(
                    own,
                    [(other,) if seat == holder else (card,) for seat in range(own.players)],
                    talon=(card, last, up),
                    leader=winner,
                    shown=tuple([(other,) if seat == holder else (card,) for seat in range(own.players)]),
                )
                talon = (up,) if left == 1 else ()
                asked: list[object] = []

                def draw(*given: object) -> object:
                    asked.append(given)
                    return tuple(hands), talon

                after = cast("SuitState", linked(method("_drawn"), draw=draw)(before, ((winner, DRAW),)))
                shown = list(before.shown)
                if left == 0 and own.rules.trump == "turn_up":
                    shown[holder] = sort_cards((other, up))
                proper = asked == [(before.hands, (card, last, up), winner, own.rules.hand, "block")]
                rest = becomes(
                    before, after, hands=tuple(hands), talon=talon, shown=tuple(shown), log=((winner, DRAW),)
                )
                return proper and rest

            yield Case(
                name=f"seat {winner} draws first, seat {holder} gets the last card",
                variables=(yes_no("the talon is not exhausted"),),
                returns=("the state is what it has to be",),
                lifted=drawn,
                assuming=truths,
                claim=lambda _, found: holds(found[0]),
            )


# --- Claims ---


def _asking(setting: Setting) -> Iterator[Case]:
    own = setting.suits

    def asking(over: int, leads: int, hand: int, other: int) -> bool:
        before = stage(
            own,
            [pile(hand) if seat == 1 else pile(other) for seat in range(own.players)],
            trick=() if leads == 1 else own.pack.cards[-1:],
            turn=None if over == 1 else 1,
        )
        return bool(getter("asking")(before))

    yield Case(
        variables=(yes_no("the deal is over"), yes_no("no card lies on the table"), _few("hand"), _few("other hands")),
        returns=("asks for a claim",),
        lifted=asking,
        assuming=lambda given: [*truths(given[:2]), *not_negative(given[2:])],
        claim=lambda given, found: same(holds(found[0]), (given[0] == 0) & (given[1] == 1) & (given[2] == 0)),
    )


_CLAIMS: Final = ("claim", "claim_for", "claim_points", "wrong_claim", "target")


def _may_claim(setting: Setting) -> Iterator[Case]:
    for own in option_games(setting, *_CLAIMS):
        may = formulas.may_claim(own.rules)
        for shown in (None, Suit.HEARTS):

            def allowed(right: int, own: SuitGame = own, shown: Suit | None = shown) -> bool:
                before = stage(
                    own, [()] * own.players, is_right=unary(lambda suit: right if suit is shown else 1 - right)
                )
                return bool(method("_may_claim")(before, shown))

            yield Case(
                name=f"{_differs(own, setting)}, {'a marriage' if shown else 'no marriage'}",
                variables=(yes_no("the claim is right"),),
                returns=("may claim",),
                lifted=allowed,
                assuming=truths,
                claim=lambda given, found, may=may: same(holds(found[0]), may(*given)),  # type: ignore[misc]
            )


def _is_right(setting: Setting) -> Iterator[Case]:
    """What counts may be anything; the score is that of the side of the seat to act."""
    for own in option_games(setting, *_CLAIMS):
        right = formulas.is_right(own.rules)
        for turn in range(own.players):
            for shown in (None, Suit.HEARTS):

                def is_right(  # noqa: PLR0917 - what the case is about
                    over: int,
                    worth: int,
                    counted: int,
                    mine: int,
                    theirs: int,
                    own: SuitGame = own,
                    turn: int = turn,
                    shown: Suit | None = shown,
                ) -> bool:
                    side = own.sides[turn]
                    before = stage(
                        own,
                        [()] * own.players,
                        turn=None if over == 1 else turn,
                        scores=(mine, theirs) if side == 0 else (theirs, mine),
                        counted=binary(lambda asked, more: counted + more if asked == side else theirs),
                    )
                    function = linked(method("is_right"), marriage_points=second(shown, worth, 0))
                    return bool(function(before, shown))

                def claim(
                    given: Numbers, found: Numbers, right: Callable[..., Truth] = right, shown: Suit | None = shown
                ) -> Truth:
                    over, worth, counted, mine, _ = given
                    counts = counted if shown is None else counted + worth
                    return same(holds(found[0]), (over == 0) & right(mine, counts))

                yield Case(
                    name=f"seat {turn}, {'a marriage' if shown else 'no marriage'}, {_differs(own, setting)}",
                    variables=(
                        yes_no("the deal is over"),
                        *map(_points, ("worth", "what counts", "own score", "other score")),
                    ),
                    returns=("the claim is right",),
                    lifted=is_right,
                    assuming=lambda given: truths(given[:1]),
                    claim=claim,
                )


def _has_enough(setting: Setting) -> Iterator[Case]:
    for own in option_games(setting, *_CLAIMS):
        right = formulas.is_right(own.rules)
        for side in range(2):

            def enough(counted: int, mine: int, theirs: int, own: SuitGame = own, side: int = side) -> bool:
                before = stage(
                    own,
                    [()] * own.players,
                    scores=(mine, theirs) if side == 0 else (theirs, mine),
                    counted=binary(lambda asked, more: counted + more if asked == side else theirs),
                )
                return bool(method("has_enough")(before, Side(side)))

            yield Case(
                name=f"side {side}, {_differs(own, setting)}",
                variables=tuple(map(_points, ("what counts", "own score", "other score"))),
                returns=("has enough",),
                lifted=enough,
                claim=lambda given, found, right=right: same(holds(found[0]), right(given[1], given[0])),  # type: ignore[misc]
            )


def _claims_rightly(setting: Setting) -> Iterator[Case]:
    for own in option_games(setting, *_CLAIMS):
        right = formulas.is_right(own.rules)

        def rightly(score: int, points: int, own: SuitGame = own) -> bool:
            return settling.claims_rightly(own.rules, score, points)

        yield Case(
            name=_differs(own, setting),
            variables=(_points("score"), _points("what counts")),
            returns=("the claim is right",),
            lifted=rightly,
            claim=lambda given, found, right=right: same(holds(found[0]), right(*given)),  # type: ignore[misc]
        )


def _counts(setting: Setting) -> Iterator[Case]:
    del setting
    counts = formulas.counts()

    def counted(points: int, melds: int, took: int) -> int:
        return settling.counted(points, melds, took == 1)

    yield Case(
        variables=(_points("cards"), _points("marriages"), yes_no("a trick is taken")),
        returns=("what counts",),
        lifted=counted,
        assuming=lambda given: truths(given[2:]),
        claim=lambda given, found: found[0] == counts(*given, Z3.IntVal(0)),
    )


def _counted(setting: Setting) -> Iterator[Case]:
    """Points, marriages and tricks of both sides; who has card points has taken a trick."""
    own, counts = setting.suits, formulas.counts()
    for side in range(2):

        def counted(leads: int, talon: int, last: int, more: int, *numbers: int, side: int = side) -> int:
            before = stage(
                own,
                [()] * own.players,
                talon=pile(talon),
                trick=() if leads == 1 else own.pack.cards[-1:],
                points=numbers[:2],
                melds=numbers[2:4],
                tricks=numbers[4:],
                _last_trick_points=unary(lambda asked: last if asked == side else -last),
            )
            return cast("int", method("counted")(before, Side(side), more))

        def claim(given: Numbers, found: Numbers, side: int = side) -> Truth:
            leads, talon, last, more, *numbers = given
            points, melds, tricks = numbers[side], numbers[2 + side], numbers[4 + side]
            at_end = Z3.If((leads == 1) & (talon == 0), last, Z3.IntVal(0))
            trick = Z3.If(tricks > 0, 1, Z3.IntVal(0))
            return found[0] == counts(points, melds + more, trick, at_end)

        names = [f"{what} of side {each}" for what in ("points", "marriages") for each in range(2)]
        yield Case(
            name=f"side {side}",
            variables=(
                yes_no("no card lies on the table"),
                sizes(setting, "talon"),
                _points("for the last trick"),
                _points("marriage shown now"),
                *map(_points, names),
                _few("tricks of side 0"),
                _few("tricks of side 1"),
            ),
            returns=("what counts",),
            lifted=counted,
            assuming=lambda given: [
                *truths(given[:1]),
                *not_negative(given[1:]),
                *[Z3.Implies(given[4 + each] > 0, given[8 + each] > 0) for each in range(2)],
            ],
            claim=claim,
        )


def _last_trick(setting: Setting) -> Iterator[Case]:
    for own in option_games(setting, "last_trick_points"):
        worth = formulas.last_trick(own.rules)
        for leader in range(own.players):
            for side in range(2):

                def points(
                    trick: int, talon: int, *hands: int, own: SuitGame = own, leader: int = leader, side: int = side
                ) -> int:
                    before = stage(
                        own, [pile(size) for size in hands], talon=pile(talon), trick=pile(trick), leader=leader
                    )
                    return cast("int", method("_last_trick_points")(before, Side(side)))

                def claim(  # noqa: PLR0917 - what the case fixes
                    given: Numbers,
                    found: Numbers,
                    worth: Callable[..., Number] = worth,
                    own: SuitGame = own,
                    leader: int = leader,
                    side: int = side,
                ) -> Truth:
                    return found[0] == worth(Z3.IntVal(int(own.sides[leader] == side)), Z3.Sum(given))

                yield Case(
                    name=f"seat {leader} took it, side {side}, {_differs(own, setting)}",
                    variables=(
                        _few("trick"),
                        sizes(setting, "talon"),
                        *(_few(f"hand {seat}") for seat in range(own.players)),
                    ),
                    returns=("points",),
                    lifted=points,
                    assuming=not_negative,
                    claim=claim,
                )


def _claims(setting: Setting) -> Iterator[Case]:
    """A claim with the marriage of hearts or without one, whatever the seat may do, and for whatever reason it may show none."""
    for own in option_games(setting, "claim"):
        for shown in (None, Suit.HEARTS):

            def claim_it(  # noqa: PLR0917 - what the case is about
                bidding: int,
                naming: int,
                drawing: int,
                offered: int,
                why: int,
                may: int,
                own: SuitGame = own,
                shown: Suit | None = shown,
            ) -> int:
                action, turn = Claim(shown), Seat(1)
                before = stage(
                    own,
                    [()] * own.players,
                    turn=turn,
                    bidding=bidding,
                    naming=naming,
                    drawing=drawing,
                    _may_claim=unary(lambda suit: may if suit is shown else 1 - may),
                )
                melded = msgspec.structs.replace(before, melds=(7, 7))
                free: dict[str, object] = {**before.free, "_show": _for((turn, shown), melded)}
                before = msgspec.structs.replace(before, free=free)
                function = linked(
                    method("_claim"),
                    marriages=unary(lambda _: (Suit.HEARTS,) if offered == 1 else ()),
                    show_refusal=unary(lambda _: "meld_closed" if why == 1 else ""),
                )

                def outcome() -> int:
                    after = cast("SuitState", function(before, turn, action))
                    base = before if shown is None else melded
                    return done(becomes(base, after, turn=None, claimant=turn, log=((turn, action),)))

                return refused_or(outcome)

            def claim(given: Numbers, found: Numbers, own: SuitGame = own, shown: Suit | None = shown) -> Truth:
                bidding, naming, drawing, offered, why, may = given
                right = Z3.If(may == 1, _DONE, _code("wrong_claim"))
                if shown is not None:
                    lacking = Z3.If(why == 1, _code("meld_closed"), _code("no_marriage"))
                    early = _code("meld_off" if own.rules.marriages == "none" else "claim_before_drawing")
                    right = Z3.If(drawing == 1, early, Z3.If(offered == 1, right, lacking))
                right = Z3.If(bidding == 1, _code("bidding"), Z3.If(naming == 1, _code("naming"), right))
                fixed = {"never": "claim_off", "automatic": "claim_automatic"}
                return found[0] == (_code(fixed[own.rules.claim]) if own.rules.claim in fixed else right)

            names = (
                "bidding",
                "naming trumps",
                "drawing first",
                "the marriage may be shown",
                "there is another reason",
                "may claim",
            )
            yield Case(
                name=f"{action_name(shown)}, {_differs(own, setting)}",
                variables=tuple(map(yes_no, names)),
                returns=("outcome",),
                lifted=claim_it,
                assuming=truths,
                claim=claim,
            )


def action_name(shown: Suit | None) -> str:
    """Return a claim as it is written."""
    return str(Claim(shown))


def _waives(setting: Setting) -> Iterator[Case]:
    for own in option_games(setting, "claim"):

        def waive(asking: int, own: SuitGame = own) -> int:
            before, turn = stage(own, [()] * own.players, turn=1, asking=asking), Seat(1)

            def outcome() -> int:
                after = cast("SuitState", method("_waive")(before, turn, PASS))
                return done(becomes(before, after, turn=None, log=((turn, PASS),)))

            return refused_or(outcome)

        asked = "unknown_action" if own.rules.claim == "never" else "pass_not_asked"
        refused = "pass_outside" if own.rules.bids else asked
        yield Case(
            name=_differs(own, setting),
            variables=(yes_no("asked for a claim"),),
            returns=("outcome",),
            lifted=waive,
            assuming=truths,
            claim=lambda given, found, refused=refused: found[0] == Z3.If(given[0] == 1, _DONE, _code(refused)),  # type: ignore[misc]
        )


# --- All that is legal ---


def _legal(setting: Setting) -> Iterator[Case]:
    """To lead, with any rights; two suits at a time may have marriages that can be shown."""
    for own in option_games(setting, "claim"):
        for suits in ((Suit.CLUBS, Suit.SPADES), (Suit.HEARTS, Suit.DIAMONDS)):
            hand = sort_cards(
                (*[card_of(rank, each) for each in suits for rank in _MARRIED], card_of(Rank.TEN, Suit.CLUBS))
            )
            called = own.rules.claim == "called"
            married = [card for card in hand if card.rank in _MARRIED]
            universe: list[Action] = [
                *map(Play, hand),
                *map(Meld, married),
                EXCHANGE,
                CLOSE,
                Claim(),
                *map(Claim, suits),
            ]

            def listed(  # noqa: PLR0917 - what the case is about
                exchange: int,
                close: int,
                plain: int,
                one: int,
                other: int,
                claim_one: int,
                claim_other: int,
                own: SuitGame = own,
                suits: tuple[Suit, Suit] = suits,
                hand: Cards = hand,
                universe: Sequence[Action] = universe,
            ) -> tuple[int, ...]:
                may: dict[object, int] = {None: plain, suits[0]: claim_one, suits[1]: claim_other}
                before = stage(
                    own,
                    [hand if seat == 1 else () for seat in range(own.players)],
                    turn=1,
                    bidding=False,
                    naming=False,
                    drawing=False,
                    _may_claim=unary(lambda suit: may[suit]),
                )
                found = cast(
                    "tuple[Action, ...]",
                    linked(
                        getter("legal"),
                        marriages=unary(
                            lambda _: tuple(
                                [each for each, there in zip(suits, (one, other), strict=True) if there == 1]
                            )
                        ),
                        may_exchange=unary(lambda _: exchange),
                        may_close=unary(lambda _: close),
                    )(before),
                )
                return (
                    *[each in found for each in universe],
                    list(found) == [each for each in universe if each in found],
                )

            def claim(
                given: Numbers,
                found: Numbers,
                called: bool = called,
                suits: tuple[Suit, Suit] = suits,
                universe: Sequence[Action] = universe,
            ) -> Truth:
                exchange, close, plain, one, other, *claims = given
                show = dict(zip(suits, (one, other), strict=True))
                may = dict(zip(suits, claims, strict=True))
                calls = Z3.BoolVal(called)
                expected: list[Truth] = []
                for action in universe:
                    if isinstance(action, Play):
                        expected.append(formulas.YES)
                    elif isinstance(action, Meld):
                        expected.append(show[cast("Suit", action.card.suit)] == 1)
                    elif isinstance(action, Claim) and action.suit is None:
                        expected.append(calls & (plain == 1))
                    elif isinstance(action, Claim):
                        expected.append(Z3.And([calls, show[action.suit] == 1, may[action.suit] == 1]))  # type: ignore[index]
                    else:
                        expected.append((exchange if isinstance(action, Exchange) else close) == 1)
                return Z3.And(
                    [same(holds(each), right) for each, right in zip(found, expected, strict=False)]
                    + [holds(found[-1])]
                )

            names = (
                "may exchange",
                "may close",
                "may claim",
                *(f"may show {each.name.lower()}" for each in suits),
                *(f"may claim with {each.name.lower()}" for each in suits),
            )
            yield Case(
                name=f"{suits[0].name.lower()} and {suits[1].name.lower()}, {_differs(own, setting)}",
                variables=tuple(map(yes_no, names)),
                returns=(*(f"{each} is legal" for each in universe), "in this order, and nothing else"),
                lifted=listed,
                assuming=truths,
                claim=claim,
            )


def _legal_before(setting: Setting) -> Iterator[Case]:
    """Where something other than a card comes first, or nothing is left to play."""
    own = setting.suits
    bids, names = (Bid(1),), tuple(NameTrump(each) for each in Suit)
    universe: tuple[tuple[Action, ...], ...] = (
        (),
        bids,
        names,
        (PASS,),
        (Claim(), PASS),
        (CLOSE, DRAW),
        (CLOSE, DRAW, Claim()),
    )

    def listed(  # noqa: PLR0917 - what the case is about
        over: int, bidding: int, naming: int, empty: int, drawing: int, may: int
    ) -> int:
        before = stage(
            own,
            [own.pack.cards[:1] if seat == 1 and empty == 0 else () for seat in range(own.players)],
            turn=None if over == 1 else 1,
            bidding=bidding,
            naming=naming,
            drawing=drawing,
            _may_claim=unary(lambda suit: may if suit is None else 1 - may),
        )
        function = linked(
            getter("legal"),
            legal_bids=unary(lambda _: bids),
            marriages=unary(lambda _: ()),
            may_exchange=unary(lambda _: False),
            may_close=unary(lambda _: False),
        )
        found = cast("tuple[Action, ...]", function(before))
        return universe.index(found) if found in universe else -1

    def claim(given: Numbers, found: Numbers) -> Truth:
        over, bidding, naming, empty, drawing, may = given
        last = Z3.If(may == 1, 4, Z3.IntVal(3))
        first = Z3.If(may == 1, 6, Z3.IntVal(5))
        cards = Z3.If(empty == 1, last, Z3.If(drawing == 1, first, Z3.IntVal(-1)))
        return found[0] == Z3.If(over == 1, 0, Z3.If(bidding == 1, 1, Z3.If(naming == 1, 2, cards)))

    names_of = ("the deal is over", "bidding", "naming trumps", "the hand is empty", "drawing first", "may claim")
    yield Case(
        variables=tuple(map(yes_no, names_of)),
        returns=("which actions are legal",),
        lifted=listed,
        assuming=truths,
        claim=claim,
    )


# --- The theorem ---


def _kinds(game: SuitGame) -> dict[str, type[Action]]:
    """Return what can be done in a game beside playing cards, by what a witness shows."""
    rules, kinds = game.rules, dict[str, type[Action]]()
    if rules.marriages != "none":
        kinds["a marriage is shown"] = Meld
    if rules.exchange != "none":
        kinds["the turn-up is exchanged"] = Exchange
    if rules.close != "never":
        kinds["the talon is closed"] = Close
    if rules.close == "either":
        kinds["the winner of a trick draws, although he might close"] = Draw
    if rules.claim == "called":
        kinds["a player claims"] = Claim
    return kinds


def _witnesses(setting: Setting) -> Iterable[Witness]:
    game = setting.suits
    for shows, kind in _kinds(game).items():
        yield _deal_with(game, shows, kind)
    if not _kinds(game):
        yield whole_deal("nothing but cards is played", game, 1, _only_cards)


def _deal_with(game: SuitGame, shows: str, kind: type[Action]) -> Witness:
    """Return a deal in which something of a kind is done as soon as it can be, the first of some such deals."""
    near = max(game.rules.target - 1, 0)  # where the match is claimed, a deal in which that can come about
    scores = (near,) * game.side_count if game.scores_matter else None
    found: Witness | None = None
    for seed in range(1, 40):
        start = game.deal(seed=seed, scores=scores)
        found = witness(shows, start, _done_soon(start, kind, seed), lambda states: _did(states, kind))
        if found.holds:
            break
    return cast("Witness", found)


def _done_soon(start: State, kind: type[Action], seed: int) -> tuple[Action, ...]:
    """Return what is played to the end of a deal when something of a kind is done wherever it can be; nothing when play fails."""
    random, state, actions = Random(seed), start, list[Action]()
    try:
        while state.turn is not None and len(actions) < MOST_ACTIONS:
            choices = [action for action in state.legal if isinstance(action, kind)] or list(state.legal)
            actions.append(choices[random.among(range(len(choices)))])
            state = state.play(actions[-1])
    except Exception:  # noqa: BLE001 - an engine that fails in any way is no witness
        return ()
    return tuple(actions)


def _did(states: Sequence[State], kind: type[Action]) -> bool:
    return states[-1].turn is None and any(isinstance(action, kind) for _, action in states[-1].log)


def _only_cards(states: Sequence[State]) -> bool:
    return states[-1].turn is None and all(isinstance(action, Play) for _, action in states[-1].log)


_SUIT_STATE: Final = "aceten.suits.state.SuitState"
_SUIT_MOMENT: Final = "aceten.suits.moment.SuitMoment"
_RIGHTS: Final = "aceten.suits.rights"

_STEPS: Final = (
    Step(
        name="show_refusal",
        statement="marriages may be shown exactly when the clauses allow it; else the first condition that is broken is named",
        clauses=("MELD-1", "MELD-4", "MELD-5", "MELD-6", "MELD-7", "BID-8", "CLOSE-2"),
        function=f"{_RIGHTS}.show_refusal",
        domain="a talon of any size, any number of tricks, with every option",
        cases=_when,
    ),
    Step(
        name="marriages",
        statement="the marriages that may be shown are those of which the hand has king and queen",
        clauses=("MELD-1", "MELD-9"),
        function=f"{_RIGHTS}.marriages",
        domain="any kings and queens",
        cases=_which,
    ),
    Step(
        name="tricks",
        statement="the tricks taken are counted by the cards that are not in play",
        clauses=("MELD-7", "PLAY-7"),
        function=f"{_RIGHTS}._tricks_taken",
        domain="hands, talon and trick of any size",
        cases=_taken,
    ),
    Step(
        name="marriage_points",
        statement="a marriage counts what its clause says",
        clauses=("MELD-2",),
        function=f"{_RIGHTS}.marriage_points",
        domain="every suit, every trump suit or none, whoever has shown the marriages before, with every option",
        cases=_worth,
        applies=_has_marriages,
    ),
    Step(
        name="show",
        statement="who shows a marriage gets its points, all know both cards, and where marriages make trumps its suit is trump",
        clauses=("MELD-2", "MELD-8", "TRUMP-1", "TRUMP-3"),
        function=f"{_SUIT_STATE}._show",
        domain="every seat and suit, whatever the marriage counts",
        cases=_shows,
        applies=_has_marriages,
    ),
    Step(
        name="meld",
        statement="a marriage that may be shown is shown and one of its cards led, unless it ends the deal; any other is refused",
        clauses=("MELD-1", "MELD-4", "MELD-5", "MELD-6", "MELD-7", "CLAIM-1"),
        function=f"{_SUIT_STATE}._meld",
        domain="king, queen and another card, whatever may be shown and comes first, with every option",
        cases=_melds,
    ),
    Step(
        name="exchangeable",
        statement="one card can be exchanged for the turn-up",
        clauses=("EXCH-1",),
        function=f"{_RIGHTS}.exchangeable",
        domain="a talon of any size, every trump suit or none",
        cases=_exchangeable,
    ),
    Step(
        name="exchange_refusal",
        statement="its holder may exchange it exactly when the clauses allow it; else the first condition that is broken is named",
        clauses=("EXCH-1", "EXCH-2", "EXCH-3", "EXCH-4", "EXCH-5"),
        function=f"{_RIGHTS}.exchange_refusal",
        domain="every seat, a talon of any size, any numbers of tricks now and at the closing, with every option",
        cases=_may_exchange,
    ),
    Step(
        name="may_exchange",
        statement="he may where no condition is broken",
        clauses=("EXCH-2", "EXCH-3", "EXCH-4", "EXCH-5"),
        function=f"{_RIGHTS}.may_exchange",
        domain="any state",
        cases=partial(_may, "exchange"),
    ),
    Step(
        name="exchange",
        statement="the card and the turn-up change places, and all know who has the turn-up; otherwise exchanging is refused",
        clauses=("EXCH-1", "EXCH-6"),
        function=f"{_SUIT_STATE}._exchange",
        domain="every seat and trump suit",
        cases=_exchanges,
    ),
    Step(
        name="close_refusal",
        statement="the talon may be closed exactly when the clauses allow it; else the first condition that is broken is named",
        clauses=("CLOSE-1", "CLOSE-3", "CLOSE-4"),
        function=f"{_RIGHTS}.close_refusal",
        domain="a talon of any size, with every option",
        cases=_may_close,
    ),
    Step(
        name="may_close",
        statement="it may where no condition is broken",
        clauses=("CLOSE-1", "CLOSE-4"),
        function=f"{_RIGHTS}.may_close",
        domain="any state",
        cases=partial(_may, "close"),
    ),
    Step(
        name="close",
        statement="closing keeps who closed, the tricks, and the points that count for the other side; otherwise it is refused",
        clauses=("CLOSE-1", "CLOSE-3"),
        function=f"{_SUIT_STATE}._close",
        domain="every seat, any points and tricks",
        cases=_closes,
    ),
    Step(
        name="drawing",
        statement="before a card is led hands are full, as long as there is an open talon",
        clauses=("CLOSE-2", "DRAW-1"),
        function=f"{_SUIT_MOMENT}.drawing",
        domain="hand and talon of any size",
        cases=_drawing,
    ),
    Step(
        name="open_talon",
        statement="a talon is open when it has cards and is not closed",
        clauses=("SUIT-3", "CLOSE-3"),
        function=f"{_SUIT_MOMENT}.open_talon",
        domain="a talon of any size",
        cases=_open_talon,
    ),
    Step(
        name="draw",
        statement="who has to draw or to close may draw; otherwise drawing is refused",
        clauses=("CLOSE-2",),
        function=f"{_SUIT_STATE}._draw",
        domain="any state",
        cases=_draws,
    ),
    Step(
        name="draw_refusal",
        statement="where nobody has to draw it is said why: the talon, or full hands",
        clauses=("CLOSE-2", "CLOSE-3", "DRAW-1", "DRAW-5"),
        function=f"{_RIGHTS}.draw_refusal",
        domain="a talon of any size, with every option",
        cases=_draws_not,
    ),
    Step(
        name="drawn",
        statement="the winner of the trick draws first; all know who has drawn the turn-up",
        clauses=("DRAW-1", "DRAW-8"),
        function=f"{_SUIT_STATE}._drawn",
        domain="every winner, every seat that gets the last card",
        cases=_all_draw,
    ),
    Step(
        name="asking",
        statement="when all cards are played the winner of the last trick is asked",
        clauses=("CLAIM-1",),
        function=f"{_SUIT_MOMENT}.asking",
        domain="hands of any size",
        cases=_asking,
    ),
    Step(
        name="may_claim",
        statement="a player may claim where claims are called, and where a wrong one is refused only if he is right",
        clauses=("CLAIM-1", "CLAIM-4"),
        function=f"{_SUIT_STATE}._may_claim",
        domain="with a marriage and without, with every option",
        cases=_may_claim,
    ),
    Step(
        name="is_right",
        statement="a claim is right when what counts for the claimant suffices, the marriage that he shows included",
        clauses=("CLAIM-2", "CLAIM-3", "CLAIM-5"),
        function=f"{_SUIT_STATE}.is_right",
        domain="every seat, all whole numbers, with every option",
        cases=_is_right,
    ),
    Step(
        name="has_enough",
        statement="a side has enough when what counts for it suffices",
        clauses=("CLAIM-2", "CLAIM-5"),
        function=f"{_SUIT_MOMENT}.has_enough",
        domain="both sides, all whole numbers, with every option",
        cases=_has_enough,
    ),
    Step(
        name="claims_rightly",
        statement="what has to be reached is what the rules name, in the deal or in the match",
        clauses=("CLAIM-2", "CLAIM-5"),
        function="aceten.suits.settling.claims_rightly",
        domain="all whole numbers, with every option",
        cases=_claims_rightly,
    ),
    Step(
        name="counts",
        statement="marriages count once a trick is taken",
        clauses=("MELD-3",),
        function="aceten.suits.settling.counted",
        domain="all whole numbers",
        cases=_counts,
    ),
    Step(
        name="counted",
        statement="for a side count its cards, its marriages once it has a trick, and the last trick",
        clauses=("MELD-3", "CLAIM-2", "SCORE-21"),
        function=f"{_SUIT_MOMENT}.counted",
        domain="both sides, all numbers from 0",
        cases=_counted,
    ),
    Step(
        name="last_trick",
        statement="the last trick counts for the side that took it, once all cards of the pack have been played",
        clauses=("SCORE-21",),
        function=f"{_SUIT_MOMENT}._last_trick_points",
        domain="every seat, hands, talon and trick of any size, with every option",
        cases=_last_trick,
    ),
    Step(
        name="claim",
        statement="a claim that may be made ends the deal; any other is refused",
        clauses=("CLAIM-1", "CLAIM-3", "CLAIM-4"),
        function=f"{_SUIT_STATE}._claim",
        domain="with a marriage and without, whatever comes first, with every option",
        cases=_claims,
    ),
    Step(
        name="waive",
        statement="who is asked for a claim may pass, which ends the deal; otherwise passing is refused",
        clauses=("CLAIM-1",),
        function=f"{_SUIT_STATE}._waive",
        domain="any state",
        cases=_waives,
    ),
    Step(
        name="legal",
        statement="to lead exactly the cards of the hand and what one has a right to are legal",
        clauses=("PLAY-2", "SUIT-2", "MELD-1", "EXCH-1", "CLOSE-1", "CLAIM-1"),
        function=f"{_SUIT_STATE}.legal",
        domain="any rights, two suits of marriages at a time",
        cases=_legal,
    ),
    Step(
        name="legal_before",
        statement="bids, naming trumps and drawing come before cards; who has no cards may claim or pass",
        clauses=("BID-8", "TRUMP-2", "CLOSE-2", "CLAIM-1"),
        function=f"{_SUIT_STATE}.legal",
        domain="any state in which no card is to be played",
        cases=_legal_before,
    ),
)

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-RIGHTS",
        statement=lambda _: (
            "marriages, exchanging, closing, drawing and claiming are allowed exactly when the rules allow them"
        ),
        argument=(
            "Each right is a function of what lies where, and is shown to say what its clauses say; what may be done is what one has a "
            "right to, and all else is refused. What an action changes is shown for each, and that it changes nothing else."
        ),
        steps=_STEPS,
        applies=is_suits,
        witnesses=_witnesses,
    ),
)
"""The theorem about rights."""
