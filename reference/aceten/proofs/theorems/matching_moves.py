"""What an action does to the cards of a deal with matching tricks: the cases of its obligations."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NoReturn, cast

import msgspec
from typing_extensions import override

from aceten.actions import FLIP, PASS, SPICE, STOP, Action, Call, CallKind, Flip, Play, Seat, Spice, Stop, play_of
from aceten.matching.state import MatchingState
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers
from aceten.proofs.setting import holds
from aceten.proofs.symbolic import SymbolicInt, Untouched
from aceten.proofs.theorems.states import (
    ELSEWHERE,
    Choices,
    Refusal,
    Stage,
    Supply,
    among,
    choice,
    differences,
    itself,
    matching_game,
    method,
    one_of,
    places,
    remade,
    same,
    stage,
    tokens,
)
from aceten_spec.cards import Card
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas.cards import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.actions import Event
    from aceten.matching.game import MatchingGame
    from aceten.proofs.setting import Setting
    from aceten.proofs.theorems.states import Cards
    from aceten_spec.rulebook import CallName


def _log() -> tuple[Event, ...]:
    return cast("tuple[Event, ...]", (Untouched(),))


def flips(setting: Setting) -> bool:
    """Whether cards can be turned up."""
    return is_matching(setting) and setting.matching.rules.flip == "on"


def spices(setting: Setting) -> bool:
    """Whether tricks can be spiced."""
    return is_matching(setting) and setting.matching.rules.spice == "on"


def is_matching(setting: Setting) -> bool:
    """Whether tricks are matching tricks."""
    return setting.game.rules.__struct_config__.tag == "matching"


# --- Putting a card into the trick ------------------------------------------------------------------------------------


def play_card(setting: Setting) -> Iterator[Case]:
    """A card is refused when it is not in hand, and otherwise leaves it for the trick."""
    game = matching_game(setting.matching)
    players, conserved = game.players, kept()

    def case(held: int, turn: int, trick: int, first: str = "") -> Case:
        def run(chosen: int, x: int, *numbers: int) -> tuple[int, ...]:
            continues, repeats, others, last = [number != 0 for number in numbers[:4]]
            card, *held_now = apart((chosen, *numbers[4:]))
            hand = tuple(held_now)
            choices = Choices(
                continues=continues,
                chosen=card,
                repeats=repeats,
                others_repeat=others,
                last=hand[-1],
                last_repeats=last,
            )
            before = stage(
                game,
                hands=tuple([hand if seat == turn else ELSEWHERE.cards for seat in range(players)]),
                talon=ELSEWHERE.cards,
                trick=tokens(trick),
                turn=None if first == "deal_over" else Seat(turn),
                drawn=Untouched() if first == "spice_first" else None,
                log=_log(),
                leads=(7,),
                choices=choices,
            )
            action, lay = Play(card), times(x, hand)
            try:
                after = cast("Stage", method(MatchingState, "_play_card")(before, action))
            except Refusal as refusal:
                return _CODES.index(refusal.code), lay, lay, True, *hand
            left, played = after.hands[turn], after.trick[trick:]
            hands = tuple([left if seat == turn else pile for seat, pile in enumerate(before.hands)])
            expected = {"hands": hands, "trick": (*before.trick, *played), "log": (*before.log, (turn, action))}
            agrees = after.choices.reached == "_put" and not differences(before, after, **expected)
            found = (*left, *played)
            agrees = agrees and len(played) == 1 and len(found) == held
            return 0, lay, times(x, found), agrees, *(found + hand)[:held]

        def claim(given: Numbers, found: Numbers) -> Truth:
            chosen, _, continues, repeats, others, last, *hand = given
            all_repeat = (last != 0) & ((others != 0) | Z3.BoolVal(held == 1))
            refused, was, now, agrees, *after = found
            in_hand = Z3.Or([chosen == card for card in hand])
            code = Z3.If(in_hand, _refusal(trick, players, continues, (repeats != 0) & ~all_repeat), 1)
            if first:
                code = Z3.IntVal(_CODES.index(first))
            moved = [
                after[place]
                == Z3.If(Z3.Or([chosen == card for card in hand[: place + 1]]), hand[place + 1], hand[place])
                for place in range(held - 1)
            ]
            played = Z3.And([*moved, after[-1] == chosen])
            return Z3.And([refused == code, conserved(was, now), holds(agrees), played | (refused != 0)])

        return Case(
            name=f"{held} cards in the hand of seat {turn}, {trick} in the trick {first}".rstrip(),
            variables=(
                setting.card("card"),
                setting.card("any card"),
                choice("may continue"),
                choice("is a lead too many"),
                choice("the others in hand are"),
                choice("the last in hand is"),
                *setting.cards("hand", held),
            ),
            returns=(
                "refused",
                "in hand and trick",
                "in hand and trick after",
                "the rest as it was",
                *[f"card {place + 1} after" for place in range(held)],
            ),
            lifted=run,
            claim=claim,
        )

    for held in range(1, game.rules.hand + 1):
        yield case(held, held % players, 1)
    for trick in (0, players):
        yield case(2, trick % players, trick)
        yield case(3, (trick + 1) % players, trick)
    for turn in range(players):
        yield case(2, turn, players + 1)
    for first in ("deal_over", "spice_first"):
        yield case(1, 0, 0, first)


def _refusal(trick: int, players: int, continues: Number, too_many: Truth) -> Number:
    """Return the number of the code by which a card of the hand is refused; 0 where it is not."""
    if not trick:
        return Z3.If(too_many, _CODES.index("lead_limit"), 0)
    if trick % players == 0:
        return Z3.If(continues == 0, _CODES.index("wrong_continuation"), 0)
    return Z3.IntVal(0)


_CODES: Final = ("", "not_in_hand", "wrong_continuation", "lead_limit", "deal_over", "spice_first")


def apart(numbers: Sequence[int]) -> Cards:
    """Return cards of these numbers, symbolic or not, each an object of its own also where two are equal."""
    return tuple([Card(number) if type(number) is int else cast("Card", number) for number in numbers])


def times(card: int, cards: Sequence[int]) -> int:
    """Return how often a card is among others, symbolic or not."""
    if not isinstance_symbolic(card):
        return sum([card == other for other in cards])
    term = cast("SymbolicInt", card)
    same_as = [Z3.If(term.term == cast("SymbolicInt", other).term, 1, Z3.IntVal(0)) for other in cards]
    return cast("int", SymbolicInt(term.run, Z3.Sum([Z3.IntVal(0), *same_as])))


def isinstance_symbolic(value: object) -> bool:
    """Whether a number is symbolic."""
    return type(value) is SymbolicInt


def flip(setting: Setting) -> Iterator[Case]:
    """The top card of the talon is turned up and goes to the trick, where that is offered."""
    game = matching_game(setting.matching)
    players, conserved = game.players, kept()
    longest = len(game.pack.cards) - players * game.rules.hand
    never = "flip_off" if game.rules.flip == "off" else "flip_exhausted"

    def case(turn: int | None, talon: int, drawn: object) -> Case:
        cards = tokens(talon)

        def run(x: int, may: int) -> tuple[int, ...]:
            before = stage(
                game,
                hands=(ELSEWHERE.cards,) * players,
                talon=cards,
                trick=(),
                taken=(),
                turn=turn,
                drawn=drawn,
                log=_log(),
                choices=Choices(may_flip=may != 0),
            )
            try:
                after = cast("Stage", method(MatchingState, "_flip")(before, FLIP))
            except Refusal as refusal:
                return (never, *_CODES).index(refusal.code), 1, True
            expected = {"talon": cards[1:], "trick": cards[:1], "log": (*before.log, (turn, FLIP))}
            agrees = after.choices.reached == "_put" and not differences(before, after, **expected)
            return 9, places(cards, after)[x], agrees

        def claim(given: Numbers, found: Numbers) -> Truth:
            refused = (never, *_CODES).index("deal_over" if turn is None else "spice_first")
            code = Z3.If(given[1] != 0, 9, 0) if turn is not None and drawn is None else Z3.IntVal(refused)
            return (found[0] == code) & conserved(Z3.IntVal(1), found[1]) & holds(found[2])

        return Case(
            name=f"turn of seat {turn}, {talon} cards in the talon",
            variables=(one_of(cards), choice("offered")),
            returns=("accepted or refused", "places", "the rest as it was"),
            lifted=run,
            assuming=lambda given: among(given, 0, talon),
            claim=claim,
        )

    for talon in range(1, longest + 1):
        yield case(talon % players, talon, None)
    for turn in range(players):
        yield case(turn, 1, None)
    yield case(None, 1, None)
    yield case(0, 1, Untouched())


def put(setting: Setting) -> Iterator[Case]:
    """A card goes on top of the trick, and nothing else moves; then the next seat is to act, or the round ends."""
    plain, players = setting.matching, setting.game.players
    game, conserved, sides = matching_game(plain), kept(), 2 if plain.rules.sides == "alternate" else players
    lengths = tuple(range(players * game.rules.hand))

    def case(leader: int, length: int) -> Case:
        cards = tokens(length + 1 + players)
        supply = Supply(cards)
        card, trick, hands = *supply.take(1), supply.take(length), supply.hands([1] * players)
        seat = (leader + length) % players
        over = (length + 1) % players == 0
        fresh = not length or (game.matching.newest and length % players == 0)
        newest = (length - 1) // players * players if game.matching.newest else 0
        to_match = card if fresh else trick[newest]

        def run(x: int, winning: int, wins: int, allowed: int, can: int) -> tuple[int, ...]:
            action, rest = cast("Action", Untouched()), cast("Cards", Untouched())
            log = (*_log(), *_log(), (Seat(seat), action))
            before = stage(
                game, hands=(), leader=Seat(leader), trick=trick, winning=winning, taken=(), turn=Untouched()
            )
            asked: list[int] = []

            def may(rule: object, leading: int, winning_side: int) -> bool:
                asked.append(winning_side if rule == game.rules.continuation and leading == leader % sides else -1)
                return allowed != 0

            def go_on(hand: Cards, led: Card, *_: object, **__: object) -> bool:
                asked[0] = asked[0] if same(hand, hands[leader]) and led is to_match else -1
                return can != 0

            def matched(rank: Card, led: Card, *_: object, **__: object) -> bool:
                asked[:] = [] if rank is card and led is to_match else [-1]
                return cast("bool", Untouched())

            function = linked(
                method(MatchingState, "_put"),
                MatchingState=Stage,
                rank_number=itself,
                matches=matched,
                winning_after=lambda *given, **_: wins if same(given, (winning, seat, leader)) else -1,
                continuation_allowed=may,
                can_continue=go_on,
            )
            after = cast("Stage", function(before, card, hands, rest, log))
            stays = {"hands": hands, "talon": rest, "trick": (*trick, card), "turn": (seat + 1) % players}
            now = {"winning": after.winning, "leads": after.leads, "log": log, "forfeit": None, "drawn": None}
            agrees = not differences(before, after, **stays, **now)
            ended = after.choices.reached == "_end_round"
            lies = places(cards, msgspec.structs.replace(after, talon=()))[x]
            return lies, after.winning, ended, agrees, asked[0] if asked else side_of(after.winning)

        def side_of(seat: int) -> int:
            return seat % sides

        def claim(given: Numbers, found: Numbers) -> Truth:
            lies, winning, ended, agrees, asked = found
            goes_on = (given[3] != 0) & (given[4] != 0)
            ends = ~goes_on if over else Z3.Or([])
            right = Z3.And([holds(ended) | ~ends, ~holds(ended) | ends])
            return Z3.And(
                [
                    conserved(Z3.IntVal(1), lies),
                    right,
                    winning == (seat if fresh else given[2]),
                    holds(agrees),
                    asked == winning % sides,
                ]
            )

        return Case(
            name=f"seat {seat} plays to a trick of {length} led by seat {leader}",
            variables=(
                one_of(cards),
                setting.seats("winning"),
                setting.seats("winning after"),
                choice("may be continued"),
                choice("can be continued"),
            ),
            returns=("places", "winning", "the round ends the trick", "the rest as it was", "side that is winning"),
            lifted=run,
            assuming=lambda given: [*among(given, 0, len(cards)), *among(given, 2, players)],
            claim=claim,
        )

    for length in lengths:
        for leader in range(players) if length in {0, players - 1} else [length % players]:
            yield case(leader, length)


def lead(setting: Setting) -> Iterator[Case]:
    """The last leads in a row of one rank are kept, up to the limit."""
    plain, players = setting.matching, setting.game.players

    def case(limit: int, before_it: int) -> Case:
        rules = msgspec.structs.replace(plain.rules, lead_limit=limit)
        game = matching_game(msgspec.structs.replace(plain, rules=rules))
        kept_leads = 0 if not limit else min(before_it + 1, limit)

        def run(rank: int, was: int) -> tuple[int, ...]:
            def rank_number(_: Card) -> int:
                return rank

            before = stage(game, leader=Seat(0), trick=(), winning=Seat(0), leads=(was,) * before_it)
            log = (*_log(), (Seat(0), cast("Action", Untouched())))
            function = linked(method(MatchingState, "_put"), MatchingState=Stage, rank_number=rank_number)
            after = cast("Stage", function(before, tokens(1)[0], ((),) * players, (), log))
            filled = (*after.leads, *[-1] * (limit + before_it + 1 - len(after.leads)))
            return len(after.leads), *filled

        def claim(given: Numbers, found: Numbers) -> Truth:
            rank, was = given
            count, *leads = found
            if not limit:
                return Z3.And([count == before_it, *[number == was for number in leads[:before_it]]])
            again = Z3.BoolVal(before_it > 0) & (rank == was)
            of_rank = Z3.And([number == rank for number in leads[:kept_leads]])
            return (again & (count == kept_leads) & of_rank) | (~again & (count == 1) & (leads[0] == rank))

        return Case(
            name=f"a limit of {limit}, {before_it} leads of one rank before",
            variables=(setting.card("rank"), setting.card("rank before")),
            returns=("leads", *[f"lead {number + 1}" for number in range(limit + before_it + 1)]),
            lifted=run,
            claim=claim,
        )

    for limit in sorted({0, 1, 3, plain.rules.lead_limit}):
        for before_it in range(limit + 1):
            yield case(limit, before_it)


def call(setting: Setting) -> Iterator[Case]:
    """A call is refused or changes nothing but the log."""
    plain, players = setting.matching, setting.game.players
    partner = {seat: (seat + 2) % 4 for seat in range(players)} if _partners(plain) else {}

    codes = ("", "deal_over", "calls_off", "call_without_partner", "call_out_of_turn")

    made = [Call(Seat(seat), kind) for seat in range(players) for kind in CallKind]

    def expected(turn: int | None, call: Call, calls: tuple[CallName, ...]) -> str:
        if turn is None:
            return "deal_over"
        if call.kind not in calls:
            return "calls_off"
        if turn not in partner:
            return "call_without_partner"
        return "" if partner[turn] == call.seat else "call_out_of_turn"

    def case(turn: int | None, calls: tuple[CallName, ...]) -> Case:
        rules = msgspec.structs.replace(plain.rules, calls=calls)
        game = matching_game(msgspec.structs.replace(plain, rules=rules))

        def told(call: Call) -> tuple[int, int]:
            before = stage(game, turn=turn, log=_log())
            try:
                after = method(MatchingState, "_call")(before, call)
            except Refusal as refusal:
                return codes.index(refusal.code), True
            return 0, not differences(before, after, log=(*before.log, (call.seat, call)))

        def claim(_: Numbers, found: Numbers) -> Truth:
            right = [codes.index(expected(turn, call, calls)) for call in made]
            refused = [found[2 * number] == code for number, code in enumerate(right)]
            return Z3.And([*refused, *map(holds, found[1::2])])

        return Case(
            name=f"turn of seat {turn}, agreed: {', '.join(calls) or 'none'}",
            variables=(),
            returns=tuple([f"{call}{what}" for call in made for what in (" refused", ", the rest as it was")]),
            lifted=lambda: tuple(itertools.chain(*map(told, made))),
            claim=claim,
        )

    for turn in (None, *range(players)):
        yield case(turn, plain.rules.calls)
        yield case(turn, ("beat", "no-grease"))


def _partners(game: MatchingGame) -> bool:
    pairs = 4
    return game.players == pairs and game.rules.sides == "alternate"


# --- Which action is which --------------------------------------------------------------------------------------------


def play(setting: Setting) -> Iterator[Case]:
    """Every action is done by the step for its kind."""
    kinds: tuple[tuple[Action, str], ...] = (
        (play_of(setting.game.pack.cards[0]), "_play_card"),
        (FLIP, "_flip"),
        (SPICE, "_spice"),
        (STOP, "_stop"),
        (Call(Seat(0), CallKind.BEAT), "_call"),
        (PASS, "_refuse_unknown"),
    )

    def case(action: Action, name: str) -> Case:
        def run() -> tuple[int, ...]:
            state = remade(Noting, stage(setting.matching))
            try:
                after = cast("Stage", method(MatchingState, "play")(state, action))
            except Refusal as refusal:
                return (refusal.code == name,)
            return (after.choices.reached == name and after.choices.chosen is action,)

        return Case(
            name=str(action),
            variables=(),
            returns=(f"done by {name}",),
            lifted=run,
            claim=lambda _, found: holds(found[0]),
        )

    for action, name in kinds:
        yield case(action, name)


class Noting(Stage, frozen=True, eq=False):
    """A state that notes by which step an action is done."""

    def _note(self, action: object, name: str) -> MatchingState:
        return msgspec.structs.replace(self, choices=Choices(reached=name, chosen=action))

    @override
    def _play_card(self, action: Play) -> MatchingState:
        return self._note(action, "_play_card")

    @override
    def _flip(self, action: Flip) -> MatchingState:
        return self._note(action, "_flip")

    @override
    def _spice(self, action: Spice) -> MatchingState:
        return self._note(action, "_spice")

    @override
    def _stop(self, action: Stop) -> MatchingState:
        return self._note(action, "_stop")

    @override
    def _call(self, call: Call) -> MatchingState:
        return self._note(call, "_call")

    @override
    def _refuse_unknown(self, action: object) -> NoReturn:
        raise Refusal("_refuse_unknown")
