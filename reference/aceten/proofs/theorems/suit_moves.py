"""What an action does to the cards of a deal with suit tricks: the cases of its obligations."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

import msgspec

from aceten.actions import Seat
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Variable
from aceten.proofs.setting import holds, same_cards
from aceten.proofs.symbolic import Untouched
from aceten.proofs.theorems.states import (
    Refusal,
    SuitStage,
    Supply,
    among,
    choice,
    counting,
    differences,
    itself,
    method,
    one_of,
    places,
    same,
    singles,
    suit_stage,
)
from aceten.suits.state import SuitState
from aceten_spec.cards import Card, Suit
from aceten_spec.formulas import Z3, Truth
from aceten_spec.formulas.cards import kept
from aceten_spec.formulas.scoring import capture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten.actions import Event
    from aceten.proofs.setting import Setting
    from aceten.proofs.theorems.states import Cards
    from aceten.state import State
    from aceten.suits.game import SuitGame

_ACCEPTED: Final = 0
_REFUSED: Final = 1


def _log() -> tuple[Event, ...]:
    return cast("tuple[Event, ...]", (Untouched(),))


def refused_or(function: Callable[[], State]) -> tuple[str, SuitStage | None]:
    """Return the code of a refusal, or the state that comes of an action."""
    try:
        return "", cast("SuitStage", function())
    except Refusal as refusal:
        return refusal.code, None


def moving(
    *,
    name: str,
    cards: Cards,
    choices: tuple[str, ...],
    before: Callable[[tuple[bool, ...]], SuitStage],
    act: Callable[[SuitStage], State],
    expected: Callable[[SuitStage, SuitStage], dict[str, object]],
    reached: str = "",
    accepts: Callable[[tuple[Truth, ...]], Truth],
    refusal: str = "",
) -> Case:
    """Return the case of an action that is accepted or refused by choices that are made elsewhere.

    :param expected: the fields that change, with what they become.
    :param reached: the step that the state is handed to.
    :param refusal: the code of the refusal, where there is only one.
    """
    conserved = kept()

    def run(x: int, *numbers: int) -> tuple[int, ...]:
        state = before(tuple([number != 0 for number in numbers]))
        code, after = refused_or(lambda: act(state))
        if after is None:
            return _REFUSED, 1, code == (refusal or code)
        agrees = not differences(state, after, **expected(state, after)) and after.reached == reached
        return _ACCEPTED, places(cards, after)[x], agrees

    def claim(given: Numbers, found: Numbers) -> Truth:
        refused, lies, agrees = found
        accepted = accepts(tuple([number != 0 for number in given[1:]]))
        right = (accepted & (refused == _ACCEPTED)) | (~accepted & (refused == _REFUSED))
        return Z3.And([right, conserved(Z3.IntVal(1), lies), holds(agrees)])

    return Case(
        name=name,
        variables=(one_of(cards), *map(choice, choices)),
        returns=("refused", "places", "the rest as it must be"),
        lifted=run,
        assuming=lambda given: among(given, 0, len(cards)),
        claim=claim,
    )


def always(_: tuple[Truth, ...]) -> Truth:
    """Return that an action is accepted."""
    return Z3.And([])


# --- Cards ------------------------------------------------------------------------------------------------------------


def play_card(setting: Setting) -> Iterator[Case]:
    """A card is refused when it is not in hand, and otherwise moves to the trick; a complete trick ends."""
    game, players = setting.suits, setting.game.players

    def case(turn: int, held: int, trick: int, place: int, *, seen: bool) -> Case:
        cards = singles(held * players + trick + 2)
        supply = Supply(cards)
        hands, played = supply.hands([held] * players), supply.take(trick)
        known = (hands[turn][:1], supply.take(2))[place == 0]
        chosen = hands[turn][place] if place < held else cards[-1]
        shown = tuple(
            [(*known, chosen, *hands[turn][:1]) if seen and seat == turn else known for seat in range(players)]
        )
        leader = (turn - trick) % players
        winning = (leader + 1) % players if trick != 1 else leader
        trump = Suit.HEARTS if held % 2 else None

        def before(choices: tuple[bool, ...]) -> SuitStage:
            return suit_stage(
                game,
                hands=hands,
                talon=(),
                trick=played,
                taken=(),
                leader=Seat(leader),
                winning=Seat(winning),
                shown=shown,
                trump=trump,
                log=_log(),
                bids_first=choices[0],
                may=choices[1],
                opened=choices[2],
            )

        def expected(state: SuitStage, _: SuitStage) -> dict[str, object]:
            now = tuple([card for card in hands[turn] if card is not chosen])
            seen_now = tuple([card for card in shown[turn] if card is not chosen])
            takes = not trick or state.opened
            return {
                "hands": tuple([now if seat == turn else hand for seat, hand in enumerate(hands)]),
                "trick": (*played, chosen),
                "winning": turn if takes else winning,
                "turn": (turn + 1) % players,
                "shown": tuple([seen_now if seat == turn else pile for seat, pile in enumerate(shown)]),
                "log": (*state.log, (turn, chosen)),
                "claimant": None,
                "bids": (),
            }

        def accepts(given: tuple[Truth, ...]) -> Truth:
            paid = given[1] if trick else Z3.And([])
            return Z3.And([~given[0], paid, Z3.BoolVal(place < held)])

        used = hands[turn] + played + tuple(card for seat, hand in enumerate(hands) if seat != turn for card in hand)
        return moving(
            name=f"seat {turn} plays card {place + 1} of {held} to a trick of {trick}" + ", known to all" * seen,
            cards=used,
            choices=("something else comes first", "pays what is owed", "beats the best card"),
            before=before,
            act=lambda state: _follow_card(state, Seat(turn), chosen),
            expected=expected,
            reached="_end_trick" if trick + 1 == players else "",
            accepts=accepts,
        )

    hand = game.rules.hand
    for turn, trick in itertools.product(range(players), repeat=2):
        yield case(turn, 2, trick, 1, seen=True)
        yield case(turn, 2, trick, 2, seen=False)
    for held in range(1, hand + 1):
        for place in range(held):
            yield case(place % players, held, (held + place) % players, place, seen=bool(place % 2))


def _follow_card(state: SuitStage, turn: Seat, card: Card) -> State:
    """Return what comes of playing a card that pays if the state says ``may``, and beats the best card if it says ``opened``.

    Both are asked about the right cards, or else the answer is the other one.
    """
    strong, debt = (card, card), (state.hands[turn], state.hands[turn])
    best = state.trick[(state.winning - state.leader) % len(state.hands)] if state.trick else None

    def pay(*given: object) -> bool:
        return state.may if same(given, (strong, debt)) else not state.may

    def beat(*given: object) -> bool:
        return state.opened if same(given, (strong, (best, best), state.trump or 0)) else not state.opened

    def unpaid(*given: object) -> str:
        return "unpaid" if same(given, (strong, debt, state.trick[0])) else ""

    function = linked(method(SuitState, "_play_card"), SuitState=SuitStage, pays=pay, unpaid=unpaid, beats=beat)
    return function(state, turn, card, card)


def end_trick(setting: Setting) -> Iterator[Case]:
    """The winner's side captures the trick and the winner leads; who has enough may end the deal, or all draw."""
    plain, players = setting.suits, setting.game.players
    conserved, captured, sides = kept(), capture(plain.side_count), plain.side_count

    def case(winner: int, held: int, talon: int, claims: Claims, *, counted: bool) -> Case:
        game = claiming(plain, claims)
        rules = game.rules
        cards = singles(players + players * held + talon + sides * 2)
        supply = Supply(cards)
        trick, piles = supply.take(players), supply.hands([2] * sides)
        stock, hands, side = supply.take(talon), supply.hands([held] * players), winner % sides

        def run(x: int, enough: int, opened: int, gained: int, *had: int) -> tuple[int, ...]:
            points, tricks = had[:sides], had[sides:]
            before = suit_stage(
                game,
                hands=hands,
                talon=stock,
                trick=trick,
                taken=piles,
                points=points,
                tricks=tricks if counted else None,
                winning=Seat(winner),
                log=_log(),
                opened=opened != 0,
                may=enough != 0,
            )
            kind = cast("Callable[..., SuitStage]", SuitStage)

            def state(*fields: object) -> SuitStage:
                return kind(*fields, may=before.may, opened=before.opened)

            function = linked(
                method(SuitState, "_end_trick"),
                SuitState=state,
                sort_cards=same_cards,
                rank_number=itself,
                count_cards=counting(trick, gained, plain),
            )
            after = cast("SuitStage", function(before))
            taken = tuple([pile + trick if number == side else pile for number, pile in enumerate(piles)])
            ended = rules.claim == "automatic" and before.may
            over = not held and not before.opened and rules.claim != "called"
            waits = rules.close == "either" and talon >= rules.close_min_stock
            expected: dict[str, object] = {
                "leader": winner,
                "trick": (),
                "winning": winner,
                "turn": None if over or ended else winner,
                "taken": taken,
                "points": after.points,
                "tricks": after.tricks if counted else None,
                "claimant": winner if ended else None,
                "bids": (),
            }
            draws = before.opened and not ended and not waits
            agrees = not differences(before, after, **expected) and after.reached == ("_drawn" if draws else "")
            found = after.tricks if after.tricks is not None else tricks
            return places(cards, after)[x], agrees, *after.points, *found

        def claim(given: Numbers, found: Numbers) -> Truth:
            _, _, _, gained, *had = given
            lies, agrees, *have = found
            trick_more = Z3.IntVal(1 if counted else 0)
            return Z3.And(
                [
                    conserved(Z3.IntVal(1), lies),
                    holds(agrees),
                    captured(Z3.IntVal(side), gained, *had[:sides], *have[:sides]),
                    captured(Z3.IntVal(side), trick_more, *had[sides:], *have[sides:]),
                ]
            )

        numbers = range(sides)
        return Case(
            name=f"seat {winner} wins, hands of {held} and {talon} in the talon, claims {claims}",
            variables=(
                one_of(cards),
                choice("has enough"),
                choice("open talon"),
                setting.points("gained"),
                *[setting.points(f"side {number} had") for number in numbers],
                *[Variable(f"tricks of side {number}", tuple(range(9))) for number in numbers],
            ),
            returns=(
                "places",
                "the rest as it must be",
                *[f"side {number} has" for number in numbers],
                *[f"tricks of side {number} after" for number in numbers],
            ),
            lifted=run,
            assuming=lambda given: among(given, 0, len(cards)),
            claim=claim,
        )

    longest = len(plain.pack.cards) - players * plain.rules.hand
    for winner in range(players):
        for held, claims in itertools.product((0, 1), CLAIMS):
            yield case(winner, held, min(players, longest), claims, counted=True)
    for talon in range(longest + 1):
        yield case(talon % players, talon % 2, talon, plain.rules.claim, counted=False)


Claims: TypeAlias = Literal["never", "called", "automatic"]
CLAIMS: Final[tuple[Claims, ...]] = ("never", "called", "automatic")


def claiming(game: SuitGame, claims: Claims) -> SuitGame:
    """Return a game with such claims: what a step does by them is claimed of all."""
    return msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, claim=claims))


def drawn(setting: Setting) -> Iterator[Case]:
    """Everybody draws, and who draws the turn-up is known to hold it."""
    game, players = setting.suits, setting.game.players
    order = "block"

    def case(leader: int, left: int, last: int, trump: Literal["turn_up", "marriage"]) -> Case:
        plain = msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, trump=trump))
        cards = singles(3 * players + left + 1)
        supply = Supply(cards)
        turned, others, stock = supply.take(1), supply.take(players - 1), supply.take(left)
        shown, hands = supply.hands([1] * players), supply.hands([1] * players)
        talon = (*others, *stock, *turned) if left else (*others, *turned)
        more = dict(zip([seat for seat in range(players) if seat != last], others, strict=True))
        full = tuple([(*hand, more[seat]) if seat != last else hand for seat, hand in enumerate(hands)])
        if not left:
            full = tuple([(*hand, *turned) if seat == last else hand for seat, hand in enumerate(full)])
        rest = (*stock, *turned) if left else ()

        def act(state: SuitStage) -> State:
            def draw(*given: object) -> object:
                return (full, rest) if same(given, (hands, talon, leader, plain.rules.hand, order)) else None

            function = linked(method(SuitState, "_drawn"), draw=draw, sort_cards=same_cards)
            return function(state, ())

        def expected(_: SuitStage, __: SuitStage) -> dict[str, object]:
            seen = shown
            if not left and trump == "turn_up":
                seen = tuple([(*pile, *turned) if seat == last else pile for seat, pile in enumerate(shown)])
            return {"hands": full, "talon": rest, "shown": seen, "log": ()}

        return moving(
            name=f"seat {leader} draws first, {left} cards are left, seat {last} draws the last, trump {trump}",
            cards=(*turned, *others, *stock, *itertools.chain(*hands)),
            choices=(),
            before=lambda _: suit_stage(
                plain, hands=hands, talon=talon, trick=(), taken=(), leader=Seat(leader), shown=shown, log=_log()
            ),
            act=act,
            expected=expected,
            accepts=always,
        )

    longest = len(game.pack.cards) - players * game.rules.hand
    for leader, last in itertools.product(range(players), repeat=2):
        yield case(leader, 0, last, "turn_up")
        yield case(leader, 0, last, "marriage")
    for left in range(1, max(longest, 2)):
        yield case(left % players, left, 0, "turn_up")
