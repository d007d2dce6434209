"""That play with matching tricks ends: every action leaves less to play, there is one until the end, and then nothing is left."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec
from typing_extensions import override

from aceten.actions import FLIP, SPICE, STOP, Play, Seat, Side
from aceten.drawing import draw
from aceten.matching import state as states
from aceten.matching import steps
from aceten.matching.state import MatchingState
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import holds, same_cards
from aceten.proofs.symbolic import Untouched
from aceten.proofs.theorems.continuing import Done, Moment, Refusal, alike
from aceten.proofs.theorems.tricks import (
    Trick,
    as_cards,
    every,
    first_seen,
    flag,
    followed,
    is_matching,
    method,
    most_cards,
    rounds_of,
    some,
    state_of,
    within,
)
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas import tricks as rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.actions import Hands
    from aceten.matching.game import MatchingGame
    from aceten.proofs.obligations import Numbers
    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.state import State
    from aceten_spec.cards import Card

Cards = tuple["Card", ...]
"""Cards, which may not be looked at, or are symbolic."""


def lying(cards: int) -> Cards:
    """Return so many cards that may not be looked at."""
    return cast("Cards", tuple(Untouched() for _ in range(cards)))


def in_hands(hands: Hands) -> int:
    """Return how many cards there are in hands."""
    return sum(map(len, hands))


class _Left(msgspec.Struct, frozen=True):
    """How much there is to play."""

    hands: int
    talon: int
    choice: bool
    """Whether a player has to choose between going on with a complete trick and leaving it as it is."""

    @property
    def measure(self) -> Number:
        """The measure that gets less."""
        return rules_of.measure()(Z3.IntVal(self.hands), Z3.IntVal(self.talon), Z3.IntVal(int(self.choice)))


def _terms(found: Numbers) -> Number:
    return rules_of.measure()(*found)


# --- Rounds -----------------------------------------------------------------------------------------------------------


def _no_card(setting: Setting) -> Iterator[Case]:
    game = setting.matching

    def run(led: int, trumped: int) -> bool:
        return steps.can_continue((), led, game.matching, trumped=trumped != 0)

    yield Case(
        variables=(setting.card("led"), flag("trumped")),
        returns=("can be continued",),
        lifted=run,
        claim=lambda _, found: ~holds(found[0]),
    )


def _put(setting: Setting) -> Iterator[Case]:
    game = followed(setting.matching)
    players, most = game.players, most_cards(game)

    def case(cards: int) -> Case:
        complete = (cards + 1) % players == 0

        def run(leader: int, ahead: int, *rest: int) -> tuple[int, ...]:
            (matched, may, can), (card, *trick) = rest[:3], as_cards(rest[3:])
            put = linked(
                method("_put"),
                matches=lambda *_, **__: matched != 0,
                winning_after=lambda *_, **__: ahead,
                continuation_allowed=lambda *_: may != 0,
                can_continue=lambda *_, **__: can != 0,
                MatchingState=_Trick,
            )
            hands = _AnyHand()
            before = state_of(game, _Trick, leader=Seat(leader), trick=tuple(trick), winning=Seat(ahead))
            talon, seat = lying(2), Seat((leader + cards) % players)
            after = cast(
                "MatchingState",
                put(before, card, hands, talon, ((Untouched(), None), (Untouched(), None), (seat, None))),
            )
            kept = cast("object", after.hands) is hands and after.talon is talon and after.drawn is None
            return (
                after.turn is None,
                0 if after.turn is None else after.turn,
                kept and len(after.trick) == cards + 1,
            )

        def claim(given: Numbers, found: Numbers) -> Truth:
            leader, _, _, may, can = given[:5]
            over, turn, kept = found
            if not complete:
                return holds(kept) & ~holds(over) & (turn == (leader + cards + 1) % players)
            goes_on = (may != 0) & (can != 0)
            ends = Z3.Implies(~goes_on, holds(over)) & Z3.Implies(goes_on, ~holds(over) & (turn == leader))
            return holds(kept) & ends

        return Case(
            name=f"a card put on {cards}",
            variables=(
                *map(setting.seats, ("leader", "winning")),
                *map(flag, ("matches", "the leader may continue", "the leader has a card for it")),
                setting.card("card"),
                *setting.cards("trick", cards),
            ),
            returns=("the trick is over", "turn", "no other card moves"),
            lifted=run,
            assuming=lambda given: [within(given[0], range(players)), within(given[1], range(players))],
            claim=claim,
        )

    yield from map(case, range(most))


class _Trick(Trick, frozen=True, eq=False):
    """A trick of which the cards are not looked at."""

    @property
    @override
    def trumped(self) -> bool:
        return False  # whatever it is: what would ask for it is told something else


class _AnyHand(tuple["Cards", ...]):
    """Hands that may be any: that of nobody is looked at closely."""

    __slots__ = ()

    @override
    def __getitem__(self, seat: object, /) -> Cards:  # type: ignore[override]  # no slices: one hand is looked up
        """Return a hand without cards: what is asked about them is answered otherwise."""
        return ()


# --- What every action leaves -----------------------------------------------------------------------------------------


def _card(setting: Setting) -> Iterator[Case]:
    game = followed(setting.matching)
    players, most = game.players, most_cards(game)

    def case(held: int, cards: int) -> Case:
        choice = cards > 0 and cards % players == 0

        def run(asked: int, *numbers: int) -> tuple[int, ...]:
            card, *hand = as_cards(numbers)

            def answer(_: Card) -> bool:
                return asked != 0

            before = state_of(
                game,
                Moment,
                hands=(tuple(hand), *[lying(1)] * (players - 1)),
                turn=Seat(0),
                trick=lying(cards),
                talon=lying(2),
                leads=lying(min(1, game.rules.lead_limit)),
                to_continue=answer,
                to_repeat=answer,
            )
            try:
                method("_play_card")(before, Play(card))
            except Refusal:
                return False, 0, 0
            except Done as done:
                _, hands, talon, _ = cast("tuple[Card, Hands, Cards, object]", done.given)
                return done.step == "put" and len(hands) == players, in_hands(hands), len(talon)
            return False, 0, 0

        def claim(given: Numbers, found: Numbers) -> Truth:
            accepted, *left = found
            less = _terms((*left, Z3.IntVal(1))) == _Left(held + players - 1, 2, choice).measure - (2 if choice else 1)
            exactly = left[0] + left[1] == held + players
            return Z3.Implies(holds(accepted), less & exactly) & Z3.Implies(
                some([given[1] == other for other in given[2:]]) & (given[0] == int(choice)), holds(accepted)
            )

        return Case(
            name=f"a hand of {held}, a trick of {cards}",
            variables=(flag("continues, or is barred"), setting.card("card"), *setting.cards("hand", held)),
            returns=("accepted", "cards in hands", "cards in the talon"),
            lifted=run,
            assuming=lambda given: [within(given[0], range(2))],
            claim=claim,
        )

    tricks = [0, 1, *([players] if most > players else [])]
    yield from (case(held, cards) for held in range(1, game.rules.hand + 1) for cards in tricks)


def _flip(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    players = game.players

    def case(talon: int) -> Case:
        def run() -> tuple[int, ...]:
            hands = (lying(1),) * players
            before = state_of(game, Moment, hands=hands, turn=Seat(0), trick=(), talon=lying(talon))
            try:
                method("_flip")(before, FLIP)
            except Done as done:
                _, after, stock, _ = cast("tuple[Card, Hands, Cards, object]", done.given)
                return done.step == "put" and after is hands, len(stock)
            raise AssertionError("neither refused nor followed by a card on the trick")

        return Case(
            name=f"a talon of {talon}",
            variables=(),
            returns=("the card goes to the trick, the hands stay", "cards in the talon"),
            lifted=run,
            claim=lambda _, found: (
                holds(found[0])
                & (_terms((Z3.IntVal(players), found[1], Z3.IntVal(1))) < _Left(players, talon, choice=False).measure)
            ),
        )

    stock = len(game.pack.cards) - players * game.rules.hand
    yield from map(case, range(1, stock + 1))


def _stop(setting: Setting) -> Iterator[Case]:
    game = setting.matching

    def run() -> tuple[int, ...]:
        hands, talon = (lying(1),) * game.players, lying(2)
        found: list[bool] = []
        for drawn in (None, *lying(1)):
            before = state_of(
                game, Moment, hands=hands, turn=Seat(0), trick=lying(game.players), talon=talon, drawn=drawn
            )
            try:
                method("_stop")(before, STOP)
            except Done as done:
                after, stock, trick, *_ = done.given
                same_cards_ = after is hands and stock is talon and trick is before.trick
                found.append(done.step == "end_trick" and same_cards_)
        return tuple(found)

    yield Case(
        variables=(),
        returns=("the trick ends, no card moves", "the same when the winner has drawn"),
        lifted=run,
        claim=lambda _, found: every(list(map(holds, found))),
    )


def _spice(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    players, held = game.players, game.rules.hand

    def run(number: int, *numbers: int) -> tuple[int, ...]:
        drawn, *hand = as_cards((number, *numbers))
        before = state_of(
            game,
            Moment,
            hands=(tuple(hand), *[lying(1)] * (players - 1)),
            turn=Seat(0),
            leader=Seat(0),
            winning=Seat(0),
            trick=lying(players),
            talon=lying(2),
            drawn=drawn,
        )
        try:
            linked(method("_spice"), sort_cards=same_cards)(before, SPICE)
        except Done as done:
            hands, talon, trick, *_ = cast("tuple[Hands, Cards, Cards, object, object]", done.given)
            return done.step == "end_trick" and len(trick) == players, in_hands(hands), len(talon)
        raise AssertionError("the trick does not end")

    yield Case(
        variables=(setting.card("drawn"), *setting.cards("hand", held)),
        returns=("the trick ends, with as many cards", "cards in hands", "cards in the talon"),
        lifted=run,
        assuming=lambda given: [some([given[0] == other for other in given[1:]])],
        claim=lambda _, found: (
            holds(found[0])
            & (_terms((found[1], found[2], Z3.IntVal(0))) < _Left(held + players - 1, 2, choice=True).measure)
        ),
    )


def _end_round(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    players, full = game.players, game.rules.hand

    def case(held: int, talon: int) -> Case:
        def run() -> tuple[int, ...]:
            found: list[bool] = []
            for winner in range(players):
                hands = (lying(held),) * players
                after = state_of(
                    game, Moment, hands=hands, talon=lying(talon), trick=lying(players), winning=Seat(winner), turn=None
                )
                try:
                    end = linked(method("_end_round"), sort_cards=same_cards)
                    spicing = cast("MatchingState", end(after, after))
                except Done as done:
                    same_ones = done.given[:3] == (hands, after.talon, after.trick)
                    found.append(done.step == "end_trick" and same_ones)
                else:
                    all_there = in_hands(spicing.hands) + len(spicing.talon) == held * players + talon
                    found.append(all_there and spicing.drawn is not None and spicing.turn == winner)
            return tuple(found)

        return Case(
            name=f"hands of {held}, a talon of {talon}",
            variables=(),
            returns=tuple(
                f"seat {winner} has a choice, or the trick ends; no card is lost" for winner in range(players)
            ),
            lifted=run,
            claim=lambda _, found: every(list(map(holds, found))),
        )

    yield from itertools.starmap(case, itertools.product(range(full + 1), range(3)))


# --- What the end of a trick leaves -----------------------------------------------------------------------------------


class _Ended(msgspec.Struct, frozen=True):
    """A trick that ends: how many cards each held before it, and what has happened in it."""

    held: int
    talon: int
    rounds: int
    flipped: tuple[int, ...]

    def __str__(self) -> str:
        flips = f", flipped by {', '.join(map(str, self.flipped))}" if self.flipped else ""
        return f"hands of {self.held}, a talon of {self.talon}, a trick of {self.rounds} rounds{flips}"


def _ended(game: MatchingGame) -> Iterator[_Ended]:
    """Yield the tricks that there are: between tricks all hands are equal, and full as long as the talon suffices."""
    players, full = game.players, game.rules.hand
    stock = len(game.pack.cards) - players * full
    for held in range(1, full + 1):
        for talon in range(stock % players, stock + 1, players) if held == full else (stock % players,):
            for rounds in range(1, min(rounds_of(game), held) + 1):
                most = min(talon, players) if game.rules.flip == "on" else 0
                for flips in range(most + 1):
                    for seats in itertools.combinations(range(players), flips):
                        yield _Ended(held, talon, rounds, seats)


class _Taken(MatchingState, frozen=True, eq=False):
    """A state of which the end of a trick is followed: what it asks about the trick is answered by what it asks about."""

    @override
    def _forfeit(self, trick: Cards) -> Side | None:
        return cast("Side", ("forfeit", trick))

    @override
    def _lone_after(self, trick: Cards) -> Seat | None:
        return cast("Seat", ("lone", trick))

    @override
    def _burned_by(self, trick: Cards, side: Side) -> tuple[Side, ...]:
        return cast("tuple[Side, ...]", ("burned", trick, side))


GAINED: Final = 1000
"""What stands for the card points of the cards that are taken."""


def _before(game: MatchingGame, ended: _Ended, winner: int) -> tuple[MatchingState, Hands, Cards]:
    """Return the state at the end of a trick, and the hands and the talon then. With some winners tricks are not known."""
    sizes = [ended.held - ended.rounds + (seat in ended.flipped) for seat in range(game.players)]
    stock = ended.talon - len(ended.flipped)
    if game.rules.spice == "on" and stock and sizes[winner] < game.rules.hand:  # the winner has drawn already
        sizes[winner] += 1
        stock -= 1
    state = state_of(
        game,
        _Taken,
        points=tuple(range(game.side_count)),
        taken=tuple(lying(2) for _ in range(game.side_count)),
        tricks=tuple(range(2, game.side_count + 2)) if winner else None,
        leads=lying(1),
    )
    return state, tuple(map(lying, sizes)), lying(stock)


def _one_end(game: MatchingGame, ended: _Ended, winner: int) -> tuple[int, ...]:
    """Return what the engine makes of a trick that ends, in numbers, and whether all else is as it should be."""
    before, hands, talon = _before(game, ended, winner)
    trick, log = lying(ended.rounds * game.players), lying(1)
    counted: list[object] = []

    def count_cards(*given: object) -> int:
        counted.extend(given)
        return GAINED

    end = linked(
        method("_end_trick"),
        draw=linked(draw, sort_cards=same_cards),
        count_cards=count_cards,
        rank_number=_as_it_is,
        sort_cards=same_cards,
    )
    after = cast("MatchingState", end(before, hands, talon, trick, Seat(winner), log))
    over, side = after.turn is None, game.sides[winner]
    captured = after.taken[side][len(before.taken[side]) :]
    tricks = before.tricks and tuple(had + (other == side) for other, had in enumerate(before.tricks))
    expected: dict[str, object] = {
        "leader": winner,
        "trick": (),
        "winning": winner,
        "taken": tuple(pile + captured if other == side else pile for other, pile in enumerate(before.taken)),
        "points": tuple(had + GAINED * (other == side) for other, had in enumerate(before.points)),
        "tricks": tricks,
        "turn": None if over else winner,
        "log": log,
        "forfeit": ("forfeit", trick) if over else None,
        "leads": () if over else before.leads,
        "drawn": None,
        "lone": ("lone", trick),
        "burned": ("burned", trick, side),
        **{name: getattr(before, name) for name in ("game", "dealer", "points_known")},
    }
    agrees = all(alike(getattr(after, name), value) for name, value in expected.items())
    equal = len({len(hand) for hand in after.hands}) == 1 and len(after.hands) == game.players
    scored = alike(tuple(counted), (captured, game.values)) and alike(captured[: len(trick)], trick)
    gone = in_hands(hands) + len(talon) - in_hands(after.hands) - len(after.talon)
    numbers = len(after.hands[0]), len(after.talon), gone, len(captured) - len(trick)
    return over, agrees and equal and scored, *numbers


def _as_it_is(card: Card) -> Card:
    return card


def _end_trick(setting: Setting) -> Iterator[Case]:
    players = setting.game.players
    what = ("over", "all else as it should be", "cards in each hand", "talon", "gone", "taken besides the trick")

    def case(game: MatchingGame, ended: _Ended) -> Case:
        rules = game.rules
        formula = rules_of.between_tricks(rules, players)

        def run() -> tuple[int, ...]:
            return tuple(itertools.chain(*[_one_end(game, ended, winner) for winner in range(players)]))

        def claim(_: Numbers, found: Numbers) -> Truth:
            says: list[Truth] = []
            for winner in range(players):
                over, agrees, held, talon, gone, taken = found[winner * len(what) : (winner + 1) * len(what)]
                ends = Z3.If(holds(over), 1, Z3.IntVal(0))
                to_winner = Z3.BoolVal(rules.leftover == "last_trick") & holds(over)
                left = Z3.Implies(to_winner, talon == 0) & Z3.Implies(~to_winner, gone == 0)
                undrawn = formula(held - 1, talon + players, ends)
                says += [formula(held, talon, ends), ~undrawn, holds(agrees), gone == taken, gone >= 0, left]
            return every(says)

        return Case(
            name=f"{ended}, leftover = {rules.leftover}",
            variables=(),
            returns=tuple(f"{each} when seat {winner} wins" for winner in range(players) for each in what),
            lifted=run,
            claim=claim,
        )

    for game in _with_leftover(setting.matching):
        yield from (case(game, ended) for ended in _ended(game))


def _with_leftover(game: MatchingGame) -> Iterator[MatchingGame]:
    """Yield the game, and where cards are left over also with the other fate of these."""
    yield game
    if game.leftover:
        other: Literal["unplayed", "last_trick"] = "unplayed" if game.rules.leftover == "last_trick" else "last_trick"
        yield msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, leftover=other))


# --- Beginning, and going on ------------------------------------------------------------------------------------------


def _start(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    players = game.players
    formula = rules_of.between_tricks(game.rules, players)
    stock = len(game.pack.cards) - players * game.rules.hand

    def run() -> tuple[int, ...]:
        hands, talon = tuple(lying(game.rules.hand) for _ in range(players)), lying(stock)
        found: list[int] = []
        for dealer in range(players):
            state = states.start(game, hands, talon, Seat(dealer))
            sides = (0,) * game.side_count
            none_taken = (state.points, state.tricks, state.taken, state.points_known) == (
                sides,
                sides,
                ((),) * len(sides),
                True,
            )
            nothing = (state.trick, state.drawn, state.leads, state.log) == ((), None, (), ())
            clear = nothing and none_taken and state.hands is hands and state.talon is talon
            turn = -1 if state.turn is None else state.turn
            found += [turn, clear and state.leader == state.winning == state.turn and state.dealer == dealer]
        return tuple(found)

    def claim(_: Numbers, found: Numbers) -> Truth:
        says = [formula(Z3.IntVal(game.rules.hand), Z3.IntVal(stock), Z3.IntVal(0))]
        for dealer, turn, clear in zip(range(players), found[::2], found[1::2], strict=True):
            says += [turn == (dealer + 1) % players, holds(clear)]
        return every(says)

    names = [
        (f"who leads when seat {dealer} deals", "the cards lie as they were dealt, and none is taken")
        for dealer in range(players)
    ]
    yield Case(variables=(), returns=tuple(itertools.chain(*names)), lifted=run, claim=claim)


class _First:
    """In place of ``dict``: one card of a hand stands for all that are equal."""

    fromkeys = tuple


def _some_action(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    players, most = game.players, most_cards(game)

    def case(held: int) -> Case:
        sizes = [cards for cards in range(most) if cards < players or game.rules.continuation != "never"]

        def run(*answers: int) -> tuple[bool, ...]:
            hand = lying(held)

            def asked(card: Card) -> bool:
                return next(answer for one, answer in zip(hand, answers, strict=True) if one is card) != 0

            found: list[bool] = []
            for cards in sizes:
                state = state_of(
                    game,
                    Moment,
                    hands=(hand, *[lying(1)] * (players - 1)),
                    turn=Seat(0),
                    trick=lying(cards),
                    talon=(),
                    leads=lying(min(1, game.rules.lead_limit)),
                    to_continue=asked,
                    to_repeat=asked,
                )
                legal = linked(method("legal"), dict=_First, play_of=Play)
                found.append(len(cast("Sequence[object]", legal(state))) > 0)
            return tuple(found)

        return Case(
            name=f"a hand of {held}",
            variables=tuple(flag(f"card {place + 1} continues, or is barred") for place in range(held)),
            returns=tuple(f"something is legal with {cards} cards in the trick" for cards in sizes),
            lifted=run,
            claim=lambda _, found: every(list(map(holds, found))),
        )

    yield from map(case, range(1, game.rules.hand + 1))


# --- Witnesses --------------------------------------------------------------------------------------------------------


def _ends(states_: Sequence[State]) -> bool:
    """Whether a deal ends with all hands empty, no longer than the measure at its beginning."""
    first, last = states_[0], states_[-1]
    longest = rules_of.measure().at(in_hands(first.hands), len(first.talon), 0)
    return last.result is not None and not any(last.hands) and len(states_) - 1 <= longest


def _witnesses(setting: Setting) -> Iterator[Witness]:
    yield first_seen(setting, "a deal that is played to its end", _ends)


# --- The theorem ------------------------------------------------------------------------------------------------------


def _flips(setting: Setting) -> bool:
    return setting.matching.rules.flip == "on"


def _spices(setting: Setting) -> bool:
    return setting.matching.rules.spice == "on"


_STEPS: Final = (
    Step(
        name="start",
        statement="a deal begins with full hands and nothing taken, and the player after the dealer leads",
        clauses=("PLAY-1",),
        function="aceten.matching.state.start",
        domain="any cards, every dealer",
        cases=_start,
    ),
    Step(
        name="no_card",
        statement="a trick is not continued without a card, so that it has no more rounds than its leader had cards",
        clauses=("MULTI-2", "MULTI-4", "MULTI-6"),
        function="aceten.matching.steps.can_continue",
        domain="all whole numbers",
        cases=_no_card,
    ),
    Step(
        name="card",
        statement="a card that is played leaves one card less to play",
        clauses=("PLAY-2",),
        function="aceten.matching.state.MatchingState._play_card",
        domain="any cards, in hands of 1 to {hand} cards",
        cases=_card,
    ),
    Step(
        name="flip",
        statement="a card that is turned up leaves one card less to play",
        clauses=("FLIP-1",),
        function="aceten.matching.state.MatchingState._flip",
        domain="any cards, talons of 1 to {talon} cards",
        cases=_flip,
        applies=_flips,
    ),
    Step(
        name="put",
        statement="on the card follows the next seat's turn, or after a round the leader's choice or the end of the trick",
        clauses=("PLAY-2", "MULTI-1", "MULTI-6"),
        function="aceten.matching.state.MatchingState._put",
        domain="any cards, in tricks of every size that there is, led and being won by any of {players} seats",
        cases=_put,
    ),
    Step(
        name="end_round",
        statement="on the end of a trick follows its winner's choice, or the trick is taken",
        clauses=("MULTI-6", "SPICE-1"),
        function="aceten.matching.state.MatchingState._end_round",
        domain="any cards, in hands of 0 to {hand} cards",
        cases=_end_round,
    ),
    Step(
        name="stop",
        statement="a choice to leave a trick as it is ends it",
        clauses=("MULTI-5",),
        function="aceten.matching.state.MatchingState._stop",
        domain="any cards",
        cases=_stop,
    ),
    Step(
        name="spice",
        statement="a choice to spice a trick ends it, with as many cards as before",
        clauses=("SPICE-1",),
        function="aceten.matching.state.MatchingState._spice",
        domain="any cards in a full hand",
        cases=_spice,
        applies=_spices,
    ),
    Step(
        name="end_trick",
        statement="after a trick all hands are equal, and the deal is over exactly when no card is left to play",
        clauses=("PLAY-7", "PLAY-8", "DRAW-1", "DRAW-3", "DRAW-5", "DRAW-6", "FLIP-4"),
        function="aceten.matching.state.MatchingState._end_trick",
        domain="any cards, hands of 1 to {hand} cards before the trick, every talon, every number of rounds, every winner",
        cases=_end_trick,
    ),
    Step(
        name="some_action",
        statement="whoever is to act has something that he may do",
        clauses=("PLAY-2", "PLAY-3", "PLAY-11", "MULTI-5"),
        function="aceten.matching.state.MatchingState.legal",
        domain="any cards, in hands of 1 to {hand} cards and tricks of every size that there is",
        cases=_some_action,
    ),
)

END: Final = Proposition(
    id="T-END",
    statement=lambda setting: (
        f"every deal ends, after {2 * len(setting.game.pack.cards)} actions at most beside calls, when no card is left to play"
    ),
    argument=(
        "The measure is twice the number of cards in hands and talon, and one more while a player may leave a complete trick as it is. A"
        " deal begins with a measure of twice the pack at most (start). A card from a hand or from the talon makes it less by one at"
        " least (card, flip): what follows on the trick, the next turn, a choice, or the end of the trick, moves no card (put), or from"
        " the talon to a hand (end_round). A choice to end a trick takes the one off (stop, spice). At the end of a trick no card is"
        " added (end_trick). So no play is endless; and it does not get stuck, as between tricks all hands are equal and not empty until"
        " the deal is over (end_trick), everybody plays one card to a round, and whoever has cards has something to do (some_action). A"
        " round takes a card from the leader, and he does not continue without one (no_card): a trick has no more rounds than cards in"
        " his hand."
    ),
    steps=_STEPS,
    applies=is_matching,
    witnesses=_witnesses,
)
"""That play ends."""

PROPOSITIONS: Final[tuple[Proposition, ...]] = (END,)
"""The theorem of this module."""
