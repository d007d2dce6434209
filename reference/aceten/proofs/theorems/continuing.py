"""What a player may do where tricks are matched: which cards he may lead, play and continue with, and what else there is to do."""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING, Final, NoReturn, cast

import msgspec
from typing_extensions import override

from aceten.actions import (
    CLOSE,
    DRAW,
    EXCHANGE,
    FLIP,
    PASS,
    SPICE,
    STOP,
    Action,
    Bid,
    Call,
    CallKind,
    Claim,
    Meld,
    NameTrump,
    Play,
    Seat,
    Side,
)
from aceten.matching import steps
from aceten.matching.state import MatchingState
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import holds, rank_of, same_cards
from aceten.proofs.symbolic import Untouched
from aceten.proofs.theorems.tricks import (
    Trick,
    Variant,
    as_cards,
    every,
    first_seen,
    flag,
    followed,
    is_matching,
    matcher,
    method,
    most_cards,
    numbered,
    rounds_of,
    same,
    some,
    state_of,
    told,
    trick_kind,
    trumped_by,
    variants,
    within,
)
from aceten_spec.cards import Card, Rank, Suit, card_of
from aceten_spec.errors import AcetenError
from aceten_spec.formulas import Z3, Formula, Number, Truth
from aceten_spec.formulas import tricks as rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aceten.actions import Event, Hands
    from aceten.matching.game import MatchingGame
    from aceten.proofs.obligations import Numbers
    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.state import State

REFUSALS: Final = (
    "",
    "deal_over",
    "spice_first",
    "not_in_hand",
    "lead_limit",
    "wrong_continuation",
    "flip_off",
    "flip_exhausted",
    "stop_off",
    "stop_not_offered",
    "stop_not_spicing",
    "spice_off",
    "spice_no_trick",
    "spice_not_drawn",
    "trumped_continuation",
    "calls_off",
    "call_without_partner",
    "call_out_of_turn",
)
"""Why an action is refused, by number; 0: it is not."""

Cards = tuple[Card, ...]
"""Cards, some of which may be symbolic."""


# --- States of which one action is followed ---------------------------------------------------------------------------


class Refusal(AcetenError):  # noqa: N818 - as the engine's own, IllegalAction
    """An action that is refused, with the reason as its text."""


class Done(Exception):  # noqa: N818 - it is no error: here an action hands on to the next step
    """What an action hands on to the engine's next step."""

    def __init__(self, step: str, *given: object) -> None:
        """Keep the name of the step, and what it is given."""
        super().__init__(step)
        self.step = step
        self.given = given


def _any_card(_: Card) -> bool:
    return True


class Moment(Trick, frozen=True, eq=False, kw_only=True):
    """A state of which one action is followed: what the engine's next step makes of it is followed on its own."""

    to_continue: Callable[[Card], bool] = _any_card
    """Which cards continue the trick."""
    to_repeat: Callable[[Card], bool] = _any_card
    """Which cards are one lead too many of their rank."""

    @override
    def _continues(self, card: Card) -> bool:
        return self.to_continue(card)

    @override
    def _repeats_lead(self, card: Card) -> bool:
        return self.to_repeat(card)

    @override
    def _refuse_continuation(self, action: Play) -> NoReturn:
        raise Refusal("wrong_continuation")

    @override
    def _refuse(self, code: str, action: Action) -> NoReturn:
        raise Refusal(code)

    @override
    def _put(self, card: Card, hands: Hands, talon: Cards, log: tuple[Event, ...]) -> MatchingState:
        raise Done("put", card, hands, talon, log)

    @override
    def _end_round(self, after: MatchingState) -> MatchingState:
        raise Done("end_round", after)

    @override
    def _end_trick(
        self, hands: Hands, talon: Cards, trick: Cards, winner: Seat, log: tuple[Event, ...]
    ) -> MatchingState:
        raise Done("end_trick", hands, talon, trick, winner, log)


def followed_up(step: str, run: Callable[..., object], *given: object) -> tuple[int, tuple[object, ...]]:
    """Return why an action is refused, as a number, and else what it hands on to a step.

    :raises Done: when it hands on to another step.
    """
    try:
        run(*given)
    except Refusal as refusal:
        return REFUSALS.index(str(refusal)), ()
    except Done as done:
        if done.step == step:
            return 0, done.given
        raise
    raise AssertionError(f"an action that is neither refused nor handed on to {step}")


def alike(one: object, other: object) -> bool:
    """Return whether two cards, hands or other values are the same object, or known to be equal."""
    kinds = {type(one), type(other)}
    if kinds == {tuple}:
        these, those = cast("tuple[object, ...]", one), cast("tuple[object, ...]", other)
        return len(these) == len(those) and all(map(alike, these, those))
    return one is other or (kinds <= _KNOWN and one == other)


_KNOWN: Final[frozenset[type]] = frozenset({int, bool, str, Card})


def truth(*, holding: bool) -> Truth:
    """Return a truth value as a term."""
    return Z3.BoolVal(holding)


# --- When a trick may go on -------------------------------------------------------------------------------------------


def _allowed(setting: Setting) -> Iterator[Case]:
    game = setting.matching

    def case(rule: steps.Continuation) -> Case:
        formula = rules_of.may_continue(msgspec.structs.replace(game.rules, continuation=rule))

        def run(leading: int, winning: int) -> bool:
            return steps.continuation_allowed(rule, Side(leading), Side(winning))

        return Case(
            name=rule,
            variables=tuple(numbered(name, game.side_count - 1) for name in ("leading", "winning")),
            returns=("may be continued",),
            lifted=run,
            claim=lambda given, found: same(holds(found[0]), formula(*given)),
        )

    yield from map(case, RULES)


RULES: Final[tuple[steps.Continuation, ...]] = ("never", "opponent_winning", "always")
"""When a leader may continue a trick, by one rulebook or another."""


def _can(setting: Setting) -> Iterator[Case]:
    game = setting.matching

    def case(variant: Variant, cards: int) -> Case:
        formula = rules_of.continues(variant.rules)

        def run(matches: Callable[..., bool], led: int, trumped: int, *ranks: int) -> bool:
            can = linked(steps.can_continue, matches=matches)
            return can(ranks, led, variant.matching, trumped=trumped != 0)

        def claim(given: Numbers, found: Numbers) -> Truth:
            led, trumped, *ranks = given
            return same(holds(found[0]), some([formula(rank, led, trumped) for rank in ranks]))

        return Case(
            name=f"{cards} cards {variant.name}".strip(),
            variables=(setting.card("led"), flag("trumped"), *setting.cards("rank", cards)),
            returns=("can be continued",),
            lifted=partial(run, matcher(variant.rules)),
            plain=partial(run, steps.matches),
            claim=claim,
        )

    own, *others = variants(game)
    yield from (case(own, cards) for cards in range(game.rules.hand + 1))
    yield from (case(other, cards) for other in others for cards in range(3))


def _continues(setting: Setting) -> Iterator[Case]:
    game, rules = setting.matching, setting.matching.rules
    formula, played = rules_of.continues(rules), rules_of.rank_of_played(rules)
    led, decides = rules_of.rank_of_led(rules), rules_of.to_match(rules, game.players)
    kind = trick_kind(rules, most_cards(game))
    lifted = (followed(game), kind, matcher(rules))
    plain = (game, Trick, steps.matches)

    def case(cards: int) -> Case:
        is_trumped = trumped_by(rules, cards)

        def run(using: tuple[MatchingGame, type[Trick], Callable[..., bool]], *numbers: int) -> object:
            card, *trick = as_cards(numbers)
            state = state_of(using[0], using[1], trick=tuple(trick))
            return linked(method("_continues"), matches=using[2])(state, card)

        def claim(given: Numbers, found: Numbers) -> Truth:
            card, *trick = given
            trumped = Z3.If(is_trumped(*trick), 1, Z3.IntVal(0))
            size = Z3.IntVal(cards)
            at = [
                decides(size, Z3.IntVal(place)) & formula(played(card), led(lead), trumped)
                for place, lead in enumerate(trick)
            ]
            return same(holds(found[0]), some(at) if cards else truth(holding=True))

        return Case(
            name=f"a trick of {cards} cards",
            variables=(setting.card("card"), *setting.cards("trick", cards)),
            returns=("continues",),
            lifted=partial(run, lifted),
            plain=partial(run, plain),
            claim=claim,
        )

    yield from map(case, range(0, most_cards(game), game.players))


def _too_many(setting: Setting) -> Iterator[Case]:
    limit = setting.matching.rules.lead_limit

    def case(leads: int) -> Case:
        formula = rules_of.barred(leads)

        def run(rank: int, most: int, lead: int) -> bool:
            return steps.too_many_leads(rank, (lead,) * leads, most)

        return Case(
            name=f"{leads} leads before",
            variables=(setting.card("rank"), numbered("limit", limit + 1), setting.card("lead")),
            returns=("too many",),
            lifted=run,
            claim=lambda given, found: same(holds(found[0]), formula(given[0], given[1], *[given[2]] * leads)),
        )

    yield from map(case, range(limit + 3))


def _repeats(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    limit = game.rules.lead_limit

    def case(leads: int) -> Case:
        formula = rules_of.barred(leads)

        def run(number: int, lead: int) -> object:
            [card] = as_cards([number])
            return method("_repeats_lead")(state_of(game, MatchingState, leads=(lead,) * leads), card)

        return Case(
            name=f"{leads} leads before",
            variables=(setting.card("card"), setting.card("lead")),
            returns=("repeats them once too often",),
            lifted=run,
            claim=lambda given, found: same(
                holds(found[0]), formula(rank_of(given[0]), Z3.IntVal(limit), *[given[1]] * leads)
            ),
        )

    yield from map(case, range(limit + 1))


def _row(setting: Setting) -> Iterator[Case]:
    game = followed(setting.matching)
    players, limit = game.players, game.rules.lead_limit

    def case(leads: int) -> Case:
        formula = rules_of.in_a_row(leads)

        def run(leader: int, number: int, lead: int) -> tuple[int, ...]:
            [card] = as_cards([number])
            seat = Seat(leader)
            before = state_of(game, Trick, leader=seat, trick=(), winning=seat, leads=(lead,) * leads)
            after = before.put(card, seat, _never).leads
            rest = [0] * (limit + 1 - len(after))
            return len(after), *after, *rest

        def claim(given: Numbers, found: Numbers) -> Truth:
            _, card, lead = given
            count, *after = found
            row = [(count <= place) | (rank == rank_of(card)) for place, rank in enumerate(after)]
            return formula(rank_of(card), Z3.IntVal(limit), count, *[lead] * leads) & every(row)

        return Case(
            name=f"{leads} leads before",
            variables=(setting.seats("leader"), setting.card("card"), setting.card("lead")),
            returns=("leads after", *[f"lead {number + 1}" for number in range(limit + 1)]),
            lifted=run,
            assuming=lambda given: [within(given[0], range(players))],
            claim=claim,
        )

    yield from map(case, range(limit + 1))


def _never(*_: object, **__: object) -> bool:
    return False


class _Sizes(msgspec.Struct, frozen=True):
    """How many cards lie in a trick, and in the talon, and whether its winner has drawn to spice it."""

    trick: int
    talon: int
    drawn: bool

    def terms(self) -> tuple[Number, Number, Number]:
        """Return them as terms: cards, drawn, talon."""
        return Z3.IntVal(self.trick), Z3.IntVal(int(self.drawn)), Z3.IntVal(self.talon)


def _sizes(game: MatchingGame) -> tuple[_Sizes, ...]:
    """Return what there may lie while a deal goes on: a trick that can be continued, or one whose winner has drawn."""
    most = most_cards(game)
    lying = [cards for cards in range(most) if cards < game.players or game.rules.continuation != "never"]
    plain = [_Sizes(trick, talon, drawn=False) for trick in lying for talon in range(3)]
    spiced = [_Sizes(game.players, talon, drawn=True) for talon in range(3)]
    return (*plain, *spiced)


def _at(game: MatchingGame, sizes: _Sizes, kind: type[MatchingState] = Moment, **known: object) -> MatchingState:
    """Return a state in which so many cards lie there, none of which may be looked at."""
    fields: dict[str, object] = {
        "trick": tuple(Untouched() for _ in range(sizes.trick)),
        "talon": tuple(Untouched() for _ in range(sizes.talon)),
        "drawn": Untouched() if sizes.drawn else None,
        "turn": Seat(0),
    }
    return state_of(game, kind, **(fields | known))


def _choosing(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    formula, sizes = rules_of.choosing(game.players), _sizes(game)

    def run() -> tuple[bool, ...]:
        going_on = [_at(game, each).choosing for each in sizes]
        return *going_on, state_of(game, Moment, trick=(), turn=None).choosing

    def claim(_: Numbers, found: Numbers) -> Truth:
        *going_on, over = found
        at = [same(holds(each), formula(*size.terms()[:2])) for each, size in zip(going_on, sizes, strict=True)]
        return every([*at, ~holds(over)])

    yield Case(variables=(), returns=(*map(str, sizes), "when the deal is over"), lifted=run, claim=claim)


def _may_flip(setting: Setting) -> Iterator[Case]:
    """In the game as it is, and where tricks are continued and flipped to: no game has both."""
    own = setting.matching
    rules = msgspec.structs.replace(own.rules, flip="on", continuation="always")

    def case(name: str, game: MatchingGame) -> Case:
        formula, sizes = rules_of.may_flip(game.rules, game.players), _sizes(game)

        def run() -> tuple[object, ...]:
            return tuple(method("_may_flip")(_at(game, each)) for each in sizes)

        def claim(_: Numbers, found: Numbers) -> Truth:
            at = [same(holds(each), formula(*size.terms())) for each, size in zip(found, sizes, strict=True)]
            return every(at)

        return Case(name=name, variables=(), returns=tuple(map(str, sizes)), lifted=run, claim=claim)

    yield case("", own)
    yield case("tricks are continued and flipped to", msgspec.structs.replace(own, rules=rules))


# --- What is legal ----------------------------------------------------------------------------------------------------

LEAD: Final = "to lead"
"""A turn between two tricks."""

FOLLOW: Final = "to follow"
"""A turn in a round."""

CONTINUE: Final = "to continue"
"""The leader's turn after a round."""


class _Turn(msgspec.Struct, frozen=True):
    """A player's turn: what he is to do, and with how many cards in hand."""

    to: str
    hand: int
    leads: tuple[int, ...]
    """How many leads of one rank there may have been."""
    tricks: tuple[int, ...]
    """How many cards may lie in the trick then."""

    def __str__(self) -> str:
        after = "" if self.leads == (0,) else f" after {self.leads[0]} to {self.leads[-1]} leads of one rank"
        return f"{self.to} with {self.hand} cards{after}"

    def allowed(self, own: Number, hand: Sequence[Number]) -> Truth:
        """Return whether a card may be played, for which what is asked about cards at this turn is answered so."""
        if self.to == LEAD:
            return rules_of.may_lead(self.hand)(own, *hand)
        return own != 0 if self.to == CONTINUE else truth(holding=True)

    def assumed(self, cards: Sequence[Number], answers: Sequence[Number]) -> list[Truth]:
        """Return that the same is answered for the same card, and beside that what is known of all answers."""
        pairs = itertools.combinations(zip(cards, answers, strict=True), 2)
        same_answers = [Z3.Implies(card == other, own == its) for (card, own), (other, its) in pairs]
        return same_answers + self.known(answers)

    def known(self, answers: Sequence[Number]) -> list[Truth]:
        """Return that what is asked is answered by yes or no, and that without leads in a row no rank is barred."""
        return [within(own, range(1 if self.to == LEAD and self.leads == (0,) else 2)) for own in answers]

    def states(self, game: MatchingGame, talon: int, hand: Cards, asked: Callable[[Card], bool]) -> list[MatchingState]:
        """Return the states at this turn: for every seat, size of the trick and number of leads."""
        sizes = itertools.product(self.leads, self.tricks, range(game.players))
        return [
            self._state(game, _Sizes(trick, talon, drawn=False), (leads, seat), hand, asked)
            for leads, trick, seat in sizes
        ]

    def _state(
        self, game: MatchingGame, sizes: _Sizes, at: tuple[int, int], hand: Cards, asked: Callable[[Card], bool]
    ) -> MatchingState:
        leads, seat = at
        hands: list[object] = [Untouched() for _ in range(game.players)]
        hands[seat] = hand
        return _at(
            game,
            sizes,
            hands=tuple(hands),
            leader=Seat((seat - sizes.trick) % game.players),
            turn=Seat(seat),
            leads=tuple(Untouched() for _ in range(leads)),
            to_continue=asked if self.to == CONTINUE else _not_asked,
            to_repeat=asked if self.to == LEAD else _not_asked,
        )


def _not_asked(card: Card) -> bool:
    """Stand in for a question that has no business here: a proof in which it is asked fails."""
    raise RuntimeError(f"{card} is asked about")


def _turns(game: MatchingGame) -> Iterator[_Turn]:
    """Yield the turns that there are: hands of every size, tricks of every size."""
    players, most, limit = game.players, most_cards(game), game.rules.lead_limit
    following = tuple(cards for cards in range(most) if cards % players)
    going_on = tuple(range(players, most, players))
    row = tuple(range(1, limit + 1))
    for hand in range(1, game.rules.hand + 1):
        yield _Turn(LEAD, hand, (0,), (0,))
        if row:
            yield _Turn(LEAD, hand, row, (0,))
        yield _Turn(FOLLOW, hand, row or (0,), following)
        if going_on:
            yield _Turn(CONTINUE, hand, row or (0,), going_on)


def _answers(cards: Cards, answers: Sequence[int]) -> Callable[[Card], bool]:
    """Return what is answered about cards, each of which is known by itself."""

    def asked(card: Card) -> bool:
        return next(answer for one, answer in zip(cards, answers, strict=True) if one is card) != 0

    return asked


class _Keys:
    """In place of ``dict``: what of a hand comes only once, without its cards being hashed."""

    @staticmethod
    def fromkeys(cards: Sequence[Card]) -> list[Card]:
        """Return each card once, where it comes first."""
        once: list[Card] = []
        for card in cards:
            if not any(card == other for other in once):
                once.append(card)
        return once


class _Different:
    """The same where all cards of a hand are different."""

    fromkeys = tuple


def _legal_of(keys: type[_Keys | _Different], state: MatchingState) -> tuple[Action, ...]:
    offered = linked(method("legal"), dict=keys, play_of=Play)
    return cast("tuple[Action, ...]", offered(state))


def _engine_legal(state: MatchingState) -> tuple[Action, ...]:
    return state.legal


_OTHERS: Final = (FLIP, SPICE, STOP)


def _read(actions: Sequence[Action], hand: Cards) -> tuple[bool, ...]:
    """Return which cards of a hand are among legal actions, which others are, and whether nothing else is, all in order."""
    places: list[int] = []
    others: list[Action] = []
    clean = True
    for action in actions:
        if isinstance(action, Play):
            place = next(place for place, card in enumerate(hand) if place not in places and alike(card, action.card))
            clean = clean and not others and place >= max(places, default=0)
            places.append(place)
        else:
            clean = clean and action in _OTHERS and action not in others
            others.append(action)
    in_order = [action for action in _OTHERS if action in others] == others
    return (
        *[place in places for place in range(len(hand))],
        *[action in others for action in _OTHERS],
        clean and in_order,
    )


def _legal(setting: Setting, *, once: bool) -> Iterator[Case]:
    """Yield the cases of what is legal: hands of different cards, or such as may have a card twice."""
    game = followed(setting.matching)
    players = game.players

    def case(turn: _Turn, talon: int) -> Case:
        may_flip, choosing = rules_of.may_flip(game.rules, players), rules_of.choosing(players)

        def run(legal: Callable[[MatchingState], tuple[Action, ...]], *given: int) -> tuple[bool, ...]:
            hand = as_cards(given[: turn.hand])
            states = turn.states(game, talon, hand, _answers(hand, given[turn.hand :]))
            read = [_read(legal(state), hand) for state in states]
            return *read[0], all(each == read[0] for each in read)

        def assuming(given: Numbers) -> list[Truth]:
            hand, answers = given[: turn.hand], given[turn.hand :]
            different = [Z3.Distinct(*hand)] if turn.hand > 1 else []
            return turn.assumed(hand, answers) if once else [*different, *turn.known(answers)]

        def claim(given: Numbers, found: Numbers) -> Truth:
            hand, answers = given[: turn.hand], given[turn.hand :]
            *offered, flip, spice, stop, clean, agreed = map(holds, found)
            at: list[Truth] = []
            for place, (card, own, each) in enumerate(zip(hand, answers, offered, strict=True)):
                again = some([card == other for other in hand[:place]]) if once else truth(holding=False)
                at.append(same(each, ~again & turn.allowed(own, answers)))
            cards, drawn, stock = _Sizes(turn.tricks[0], talon, drawn=False).terms()
            others = [same(flip, may_flip(cards, drawn, stock)), ~spice, same(stop, choosing(cards, drawn))]
            return every([*at, *others, clean, agreed])

        return Case(
            name=f"{turn}, {talon} in the talon",
            variables=(*setting.cards("hand", turn.hand), *_asked(turn, turn.hand)),
            returns=(
                *[f"card {place + 1} is legal" for place in range(turn.hand)],
                *map(str, _OTHERS),
                "nothing else, and in order",
                "so for every seat and every size of the trick",
            ),
            lifted=partial(run, partial(_legal_of, _Keys if once else _Different)),
            plain=partial(run, _engine_legal),
            assuming=assuming,
            claim=claim,
        )

    stocks = range(2) if game.rules.flip == "on" and not once else range(1)
    for turn in _turns(game):
        if not once or turn.hand <= EQUAL:
            yield from (case(turn, talon) for talon in stocks)


def _asked(turn: _Turn, cards: int) -> tuple[Variable, ...]:
    what = {LEAD: "is barred", FOLLOW: "is not asked about", CONTINUE: "continues"}[turn.to]
    return tuple(flag(f"card {place + 1} {what}") for place in range(cards))


EQUAL: Final = 3
"""Hands in which a card may come twice have so many cards at most here."""


def _nothing_else(setting: Setting) -> Iterator[Case]:
    game = setting.matching

    def run() -> tuple[bool, ...]:
        over = state_of(game, Moment, turn=None)
        spicing = [_at(game, _Sizes(game.players, talon, drawn=True), turn=Seat(0)) for talon in range(3)]
        return over.legal == (), all(state.legal == (SPICE, STOP) for state in spicing)

    yield Case(
        variables=(),
        returns=("nothing when the deal is over", "spice and stop when the winner has drawn"),
        lifted=run,
        claim=lambda _, found: every(list(map(holds, found))),
    )


# --- What is accepted -------------------------------------------------------------------------------------------------


def _card(setting: Setting) -> Iterator[Case]:
    game = followed(setting.matching)
    reasons = {code: number for number, code in enumerate(REFUSALS)}

    def case(turn: _Turn) -> Case:
        rest, size = turn.hand - 1, turn.hand + 1

        def one(state: MatchingState, card: Card) -> tuple[object, ...]:
            action, seat = Play(card), cast("Seat", state.turn)
            code, handed = followed_up("put", method("_play_card"), state, action)
            if code:
                return code, True, *[0] * rest
            put, hands, talon, log = cast("tuple[Card, Hands, Cards, tuple[tuple[object, object], ...]]", handed)
            pairs = zip(hands, state.hands, strict=True)
            others = all(mine is theirs for place, (mine, theirs) in enumerate(pairs) if place != seat)
            [(player, done)] = log
            whole = others and put is card and talon is state.talon and player == seat and done is action
            return code, whole and len(hands[seat]) == rest, *hands[seat]

        def run(*given: int) -> tuple[object, ...]:
            cards = as_cards(given[:size])
            states = turn.states(game, 1, cards[:-1], _answers(cards, given[size:]))
            found = [one(state, cards[-1]) for state in states]
            return *found[0], all(alike(each, found[0]) for each in found)

        def claim(given: Numbers, found: Numbers) -> Truth:
            *hand, card = given[:size]
            *answers, own = given[size:]
            code, whole, *after, agreed = found
            held = some([card == other for other in hand])
            why = Z3.IntVal(reasons["lead_limit" if turn.to == LEAD else "wrong_continuation"])
            says = Z3.If(held, Z3.If(turn.allowed(own, answers), 0, why), Z3.IntVal(reasons["not_in_hand"]))
            left = [
                each == Z3.If(some([card == other for other in hand[: place + 1]]), hand[place + 1], hand[place])
                for place, each in enumerate(after)
            ]
            return every([code == says, holds(whole), holds(agreed), Z3.Implies(code == 0, every(left))])

        return Case(
            name=str(turn),
            variables=(*setting.cards("hand", turn.hand), setting.card("card played"), *_asked(turn, size)),
            returns=(
                "why it is refused",
                "all else stays",
                *[f"card {place + 1} left" for place in range(rest)],
                "so for every seat and every size of the trick",
            ),
            lifted=run,
            assuming=lambda given: turn.assumed(given[:size], given[size:]),
            claim=claim,
        )

    yield from map(case, _turns(game))

    def refused() -> tuple[int, ...]:
        over, spicing = _ended(game), _spicing(game)
        play = Play(cast("Card", Untouched()))
        return tuple(followed_up("put", method("_play_card"), state, play)[0] for state in (over, spicing))

    yield Case(
        name="when no card is to be played",
        variables=(),
        returns=("when the deal is over", "when the winner has drawn"),
        lifted=refused,
        claim=lambda _, found: (found[0] == reasons["deal_over"]) & (found[1] == reasons["spice_first"]),
    )


def _ended(game: MatchingGame) -> MatchingState:
    """Return the state of a deal that is over."""
    return state_of(game, Moment, turn=None, trick=(), hands=((),) * game.players)


def _spicing(game: MatchingGame) -> MatchingState:
    """Return a state in which the winner of a trick has drawn."""
    return _at(game, _Sizes(game.players, 1, drawn=True))


def _flip(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    sizes, formula = _sizes(game), rules_of.may_flip(game.rules, game.players)

    def one(state: MatchingState) -> tuple[int, bool]:
        code, handed = followed_up("put", method("_flip"), state, FLIP)
        if code:
            return code, True
        card, hands, talon, log = handed
        lying = (*cast("Cards", talon), card) if not talon else (card, *cast("Cards", talon))
        return code, alike(lying, state.talon) and hands is state.hands and log == ((state.turn, FLIP),)

    def run() -> tuple[int, ...]:
        found = [one(_at(game, each)) for each in sizes]
        return *itertools.chain(*found), one(_ended(game))[0]

    def claim(_: Numbers, found: Numbers) -> Truth:
        *at, over = found
        says: list[Truth] = [over == REFUSALS.index("deal_over")]
        for size, code, whole in zip(sizes, at[::2], at[1::2], strict=True):
            never = "flip_off" if game.rules.flip == "off" else "flip_exhausted"
            why = REFUSALS.index("spice_first" if size.drawn else never)
            says += [code == Z3.If(formula(*size.terms()), 0, Z3.IntVal(why)), holds(whole)]
        return every(says)

    names = [(f"why refused: {size}", "all else stays") for size in sizes]
    yield Case(
        variables=(), returns=(*itertools.chain(*names), "why refused when the deal is over"), lifted=run, claim=claim
    )


def _stop(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    sizes, formula = _sizes(game), rules_of.choosing(game.players)

    def one(state: MatchingState) -> tuple[int, bool]:
        code, handed = followed_up("end_trick", method("_stop"), state, STOP)
        kept = (state.hands, state.talon, state.trick, state.winning, ((state.turn, STOP),))
        return code, bool(code) or alike(handed, kept)

    def run() -> tuple[int, ...]:
        return *itertools.chain(*[one(_at(game, each)) for each in sizes]), one(_ended(game))[0]

    def claim(_: Numbers, found: Numbers) -> Truth:
        *at, over = found
        says: list[Truth] = [over == REFUSALS.index("deal_over")]
        for size, code, whole in zip(sizes, at[::2], at[1::2], strict=True):
            offered = formula(*size.terms()[:2]) | truth(holding=size.drawn)
            says += [code == Z3.If(offered, 0, Z3.IntVal(REFUSALS.index(stopped(game)))), holds(whole)]
        return every(says)

    names = [(f"why refused: {size}", "all else stays") for size in sizes]
    yield Case(
        variables=(), returns=(*itertools.chain(*names), "why refused when the deal is over"), lifted=run, claim=claim
    )


def stopped(game: MatchingGame) -> str:
    """Return why a trick is not stopped where nobody has the choice."""
    if game.rules.continuation != "never":
        return "stop_not_offered"
    return "stop_off" if game.rules.spice == "off" else "stop_not_spicing"


def _unspiced(setting: Setting) -> Iterator[Case]:
    """Between tricks, and while one goes on; after tricks of the sides that may be anything, known or not."""
    own = setting.matching
    on = msgspec.structs.replace(own, rules=msgspec.structs.replace(own.rules, spice="on"))
    off = msgspec.structs.replace(own, rules=msgspec.structs.replace(own.rules, spice="off"))

    def case(game: MatchingGame, cards: int, *, known: bool) -> Case:
        def why(*tricks: int) -> int:
            sizes = _Sizes(cards, 1, drawn=False)
            code = method("_spice_refusal")(_at(game, sizes, tricks=tricks if known else None))
            return REFUSALS.index(cast("str", code))

        def claim(given: Numbers, found: Numbers) -> Truth:
            codes = {code: Z3.IntVal(REFUSALS.index(code)) for code in REFUSALS}
            begun = every([tricks == 0 for tricks in given]) if known else truth(holding=False)
            won = Z3.If(begun, codes["spice_no_trick"], codes["spice_not_drawn"])
            there = codes["spice_no_trick"] if cards else won
            return found[0] == (there if game.rules.spice == "on" else codes["spice_off"])

        return Case(
            name=f"{cards} cards in the trick, tricks {'known' if known else 'not known'}, spicing {game.rules.spice}",
            variables=tuple(numbered(f"tricks of side {side}", 2) for side in range(game.side_count)),
            returns=("why there is nothing to spice",),
            lifted=why,
            claim=claim,
        )

    for game, cards, known in itertools.product((off, on), range(2), (True, False)):
        yield case(game, cards, known=known)


def _continues_not(setting: Setting) -> Iterator[Case]:
    """Any card, any rank that was led."""
    own = setting.matching
    game, players = followed(own), own.players
    led, played = rules_of.rank_of_led(own.rules), rules_of.rank_of_played(own.rules)

    def run(card: int, lead: int) -> int:
        one, first = as_cards([card, lead])
        cards = (first, *[Untouched()] * (players - 1))
        state = state_of(game, _Wrong, trick=cast("Cards", cards))
        try:
            method("_refuse_continuation")(state, Play(one))
        except Refusal as refusal:
            return REFUSALS.index(str(refusal))
        return 0

    def claim(given: Numbers, found: Numbers) -> Truth:
        codes = [Z3.IntVal(REFUSALS.index(code)) for code in ("trumped_continuation", "wrong_continuation")]
        return found[0] == Z3.If(played(given[0]) == led(given[1]), *codes)

    yield Case(
        variables=(setting.card("card"), setting.card("card led")),
        returns=("why it does not continue the trick",),
        lifted=run,
        claim=claim,
    )


class _Wrong(MatchingState, frozen=True, eq=False):
    """A state of which the refusal of a card is followed."""

    @override
    def _refuse(self, code: str, action: Action) -> NoReturn:
        raise Refusal(code)


def _spice(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    players, held = game.players, game.rules.hand
    nothing = [each for each in _sizes(game) if not each.drawn]

    def refused() -> tuple[int, ...]:
        at = [_ended(game), *[_at(game, each, tricks=(1,) * game.side_count) for each in nothing]]
        return tuple(followed_up("end_trick", method("_spice"), state, SPICE)[0] for state in at)

    def why(place: int) -> int:
        if not place:
            return REFUSALS.index("deal_over")
        if game.rules.spice == "off":
            return REFUSALS.index("spice_off")
        return REFUSALS.index("spice_no_trick" if nothing[place - 1].trick else "spice_not_drawn")

    yield Case(
        name="when there is nothing to spice",
        variables=(),
        returns=("why refused when the deal is over", *map(str, nothing)),
        lifted=refused,
        claim=lambda _, found: every([code == why(place) for place, code in enumerate(found)]),
    )
    if game.rules.spice == "off":
        return

    def one(leader: int, winner: int, hand: Cards, drawn: Card) -> tuple[object, ...]:
        hands: list[object] = [Untouched() for _ in range(players)]
        hands[winner] = hand
        state = _at(
            game,
            _Sizes(players, 1, drawn=True),
            hands=tuple(hands),
            leader=Seat(leader),
            winning=Seat(winner),
            turn=Seat(winner),
            drawn=drawn,
        )
        spiced = linked(method("_spice"), sort_cards=same_cards)
        code, handed = followed_up("end_trick", spiced, state, SPICE)
        after, talon, trick, taker, log = cast("tuple[Hands, Cards, Cards, Seat, object]", handed)
        place = (winner - leader) % players
        pairs = zip(after, hands, strict=True)
        others = all(mine is theirs for seat, (mine, theirs) in enumerate(pairs) if seat != winner)
        lies = alike(trick, (*state.trick[:place], drawn, *state.trick[place + 1 :]))
        kept = alike(talon, state.talon) and taker == winner and log == ((winner, SPICE),)
        *left, back = after[winner]
        whole = others and lies and kept and back is state.trick[place] and len(left) == held - 1
        return code, whole, *left

    def run(number: int, *numbers: int) -> tuple[object, ...]:
        drawn, *hand = as_cards((number, *numbers))
        seats = itertools.product(range(players), repeat=2)
        found = [one(leader, winner, tuple(hand), drawn) for leader, winner in seats]
        return *found[0], all(alike(each, found[0]) for each in found)

    def claim(given: Numbers, found: Numbers) -> Truth:
        drawn, *hand = given
        code, whole, *left, agreed = found
        kept = [
            each == Z3.If(some([drawn == other for other in hand[: place + 1]]), hand[place + 1], hand[place])
            for place, each in enumerate(left)
        ]
        return every([code == 0, holds(whole), holds(agreed), *kept])

    yield Case(
        name="when the winner has drawn",
        variables=(setting.card("drawn"), *setting.cards("hand", held)),
        returns=(
            "why refused",
            "the cards are exchanged, all else stays",
            *[f"card {place + 1} left" for place in range(held - 1)],
            "so for every leader and every winner",
        ),
        lifted=run,
        assuming=lambda given: [some([given[0] == other for other in given[1:]])],
        claim=claim,
    )


# --- Calls ------------------------------------------------------------------------------------------------------------


def _calls(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    seats = range(game.players)
    formula, kinds = rules_of.may_call(game.rules, game.players), tuple(map(CallKind, game.rules.calls))
    every_call = tuple(Call(Seat(seat), kind) for seat in seats for kind in CallKind)

    def run() -> tuple[bool, ...]:
        at = [state_of(game, Moment, turn=Seat(turn)).calls for turn in seats]
        offered = [call in calls for calls in at for call in every_call]
        once = all(len(calls) == sum([call in calls for call in every_call]) for calls in at)
        return *offered, once, state_of(game, Moment, turn=None).calls == ()

    def claim(_: Numbers, found: Numbers) -> Truth:
        *offered, once, over = map(holds, found)
        pairs = itertools.product(seats, every_call)
        at = [
            same(each, formula(Z3.IntVal(turn), Z3.IntVal(call.seat)) & truth(holding=call.kind in kinds))
            for each, (turn, call) in zip(offered, pairs, strict=True)
        ]
        return every([*at, once, over])

    yield Case(
        variables=(),
        returns=(
            *[f"{call} at the turn of seat {turn}" for turn, call in itertools.product(seats, every_call)],
            "each once, and nothing else",
            "none when the deal is over",
        ),
        lifted=run,
        claim=claim,
    )


def _call(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    seats = range(game.players)
    formula = rules_of.may_call(game.rules, game.players)
    partners = any(formula.at(turn, seat) for turn in seats for seat in seats)
    pairs = [(turn, Call(Seat(seat), kind)) for turn in seats for seat in seats for kind in CallKind]

    def one(turn: int | None, call: Call) -> tuple[int, bool]:
        log = ((0, STOP),)
        state = state_of(game, Moment, turn=turn, log=log)
        try:
            after = cast("MatchingState", method("_call")(state, call))
        except Refusal as refusal:
            return REFUSALS.index(str(refusal)), True
        fields = [name for name in MatchingState.__struct_fields__ if name != "log"]
        kept = all(getattr(after, name) is getattr(state, name) for name in fields)
        return 0, kept and after.log == (*log, (call.seat, call))

    def run() -> tuple[int, ...]:
        found = [one(turn, call) for turn, call in pairs]
        return *itertools.chain(*found), one(None, pairs[0][1])[0]

    def claim(_: Numbers, found: Numbers) -> Truth:
        *at, over = found
        says: list[Truth] = [over == REFUSALS.index("deal_over")]
        for (turn, call), code, whole in zip(pairs, at[::2], at[1::2], strict=True):
            agreed = call.kind in game.rules.calls
            why = "calls_off" if not agreed else "call_out_of_turn" if partners else "call_without_partner"
            accepted = formula(Z3.IntVal(turn), Z3.IntVal(call.seat)) & truth(holding=agreed)
            says += [code == Z3.If(accepted, 0, Z3.IntVal(REFUSALS.index(why))), holds(whole)]
        return every(says)

    names = [(f"why refused: {call} at the turn of seat {turn}", "all else stays") for turn, call in pairs]
    yield Case(
        variables=(), returns=(*itertools.chain(*names), "why refused when the deal is over"), lifted=run, claim=claim
    )


# --- How play goes on -------------------------------------------------------------------------------------------------


class _Dispatched(MatchingState, frozen=True, eq=False):
    """A state that says which of the engine's steps an action leads to."""

    @override
    def _play_card(self, action: Play) -> MatchingState:
        raise Done("play_card", action)

    @override
    def _flip(self, action: Action) -> MatchingState:
        raise Done("flip", action)

    @override
    def _spice(self, action: Action) -> MatchingState:
        raise Done("spice", action)

    @override
    def _stop(self, action: Action) -> MatchingState:
        raise Done("stop", action)

    @override
    def _call(self, call: Call) -> MatchingState:
        raise Done("call", call)

    @override
    def _refuse_unknown(self, action: object) -> NoReturn:
        raise Done("unknown", action)


def _play(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    ace = card_of(Rank.ACE, Suit.HEARTS)
    known: tuple[tuple[str, Action], ...] = (
        ("play_card", Play(ace)),
        ("flip", FLIP),
        ("spice", SPICE),
        ("stop", STOP),
        *(("call", Call(Seat(0), kind)) for kind in CallKind),
    )
    foreign: tuple[Action, ...] = (Meld(ace), EXCHANGE, CLOSE, DRAW, Claim(), Bid(1), NameTrump(Suit.HEARTS), PASS)
    actions = (*known, *[("unknown", action) for action in foreign])

    def one(step: str, action: Action) -> bool:
        try:
            state_of(game, _Dispatched).play(action)
        except Done as done:
            return done.step == step and done.given == (action,)
        return False

    yield Case(
        variables=(),
        returns=tuple(str(action) for _, action in actions),
        lifted=lambda: tuple(itertools.starmap(one, actions)),
        claim=lambda _, found: every(list(map(holds, found))),
    )


class _OneHand(tuple[object, ...]):
    """Hands of which that of the leader is known, whoever he is; no other may be looked at."""

    __slots__ = ()

    @override
    def __getitem__(self, seat: object, /) -> object:  # type: ignore[override]  # no slices: one hand is looked up
        """Return the hand of a seat."""
        leader, hand = tuple(self)
        return hand if seat == leader else Untouched()


def _next(setting: Setting) -> Iterator[Case]:
    game, rules = followed(setting.matching), setting.matching.rules
    players, most = game.players, most_cards(game)
    allowed, continues, side = rules_of.may_continue(rules), rules_of.continues(rules), rules_of.side(rules)
    led, played = rules_of.rank_of_led(rules), rules_of.rank_of_played(rules)
    decides, kind = rules_of.to_match(rules, players), trick_kind(rules, most)
    can = [_any_continues(continues, cards) for cards in range(rules.hand)]

    def can_continue(hand: Sequence[int], to_match: int, _: steps.Matching, *, trumped: bool = False) -> bool:
        return told(can[len(hand)], to_match, trumped, *hand)

    def continuation_allowed(_: object, leading: int, winning: int) -> bool:
        return told(allowed, leading, winning)

    def case(lying: int, left: int) -> Case:
        complete = (lying + 1) % players == 0
        is_trumped = trumped_by(rules, lying + 1)

        def run(leader: int, ahead: int, matched: int, *numbers: int) -> tuple[object, ...]:
            cards = as_cards(numbers)
            trick, card, hand = cards[:lying], cards[lying], cards[lying + 1 :]
            put = linked(
                method("_put"),
                matches=lambda *_, **__: matched != 0,
                winning_after=lambda *_, **__: ahead,
                continuation_allowed=continuation_allowed,
                can_continue=can_continue,
                MatchingState=kind,
            )
            known = {"leader": Seat(leader), "trick": trick, "winning": Seat(ahead)}
            before = state_of(game, kind, **known, lone=Untouched(), burned=Untouched())
            hands = _OneHand((leader, hand)) if complete else Untouched()
            talon, log = Untouched(), ((Untouched(), STOP), (Untouched(), STOP), ((leader + lying) % players, STOP))
            after = cast("MatchingState", put(before, card, hands, talon, log))
            stays = (
                "game",
                "taken",
                "points",
                "tricks",
                "dealer",
                "points_known",
                "forfeit",
                "drawn",
                "lone",
                "burned",
            )
            kept = all(getattr(after, name) is getattr(before, name) for name in stays)
            given = ((after.hands, hands), (after.talon, talon), (after.log, log))
            moved = all(alike(one, other) for one, other in given)
            same_trick = after.leader is before.leader and (not lying or after.leads is before.leads)
            over = after.turn is None
            return over, 0 if after.turn is None else after.turn, after.winning, kept and moved and same_trick

        def claim(given: Numbers, found: Numbers) -> Truth:
            leader, trick, hand = given[0], given[3 : lying + 4], given[lying + 4 :]
            over, turn, winning, kept = found
            if not complete:
                return holds(kept) & ~holds(over) & (turn == (leader + lying + 1) % players)
            trumped = Z3.If(is_trumped(*trick), 1, Z3.IntVal(0))
            size = Z3.IntVal(lying + 1)
            has_card = some(
                [
                    decides(size, Z3.IntVal(place))
                    & some([continues(played(each), led(lead), trumped) for each in hand])
                    for place, lead in enumerate(trick)
                ]
            )
            goes_on = allowed(side(leader), side(winning)) & has_card
            return holds(kept) & same(holds(over), ~goes_on) & (holds(over) | (turn == leader))

        return Case(
            name=f"a card put on {lying}" + (f", the leader has {left} left" if complete else ""),
            variables=(
                *map(setting.seats, ("leader", "winning")),
                flag("matches"),
                *setting.cards("trick", lying),
                setting.card("card"),
                *setting.cards("hand of the leader", left),
            ),
            returns=("the trick is over", "turn", "winning after", "all else stays"),
            lifted=run,
            assuming=lambda given: [within(given[0], range(players)), within(given[1], range(players))],
            claim=claim,
        )

    for lying in range(most):
        lefts = range(rules.hand - lying // players) if (lying + 1) % players == 0 else (0,)
        yield from (case(lying, left) for left in lefts)


def _any_continues(continues: Formula[Truth], cards: int) -> Formula[Truth]:
    """Return the formula that one of so many cards continues, about the rank to be matched, whether it is trumped, and their ranks."""
    led, trumped = Z3.Int("led"), Z3.Int("trumped")
    ranks = tuple(Z3.Int(f"rank{number}") for number in range(cards))
    return Formula(
        clauses=continues.clauses,
        text=continues.text,
        variables=(led, trumped, *ranks),
        term=some([continues(rank, led, trumped) for rank in ranks]),
    )


class _Ending(MatchingState, frozen=True, eq=False):
    """A state of which the end of a round is followed."""

    @override
    def _end_trick(
        self, hands: Hands, talon: Cards, trick: Cards, winner: Seat, log: tuple[Event, ...]
    ) -> MatchingState:
        raise Done("end_trick", hands, talon, trick, winner, log)


def _end_round(setting: Setting) -> Iterator[Case]:
    game = setting.matching
    players = game.players
    formula = rules_of.may_spice(game.rules)
    sizes = tuple(itertools.product(range(3), range(game.rules.hand + 1)))

    def one(talon: int, held: int, winner: int) -> tuple[bool, bool]:
        hand = tuple(Untouched() for _ in range(held))
        hands = tuple(hand if seat == winner else Untouched() for seat in range(players))
        lying = _Sizes(players, talon, drawn=False)
        after = _at(game, lying, _Ending, hands=hands, winning=Seat(winner), turn=Seat((winner + 1) % players))
        end = linked(method("_end_round"), sort_cards=same_cards)
        try:
            spicing = cast("MatchingState", end(after, after))
        except Done as done:
            return False, alike(done.given, (after.hands, after.talon, after.trick, winner, after.log))
        fields = {name for name in MatchingState.__struct_fields__ if name not in {"hands", "talon", "turn", "drawn"}}
        kept = all(getattr(spicing, name) is getattr(after, name) for name in fields) and spicing.turn == winner
        drawn = talon > 0 and spicing.drawn is after.talon[0] and alike(spicing.talon, after.talon[1:])
        others = all(spicing.hands[seat] is after.hands[seat] for seat in range(players) if seat != winner)
        return True, kept and drawn and others and alike(spicing.hands[winner], (*hand, *after.talon[:1]))

    def run() -> tuple[bool, ...]:
        found: list[bool] = []
        for talon, held in sizes:
            each = [one(talon, held, winner) for winner in range(players)]
            found += [each[0][0], all(spices == each[0][0] and whole for spices, whole in each)]
        return tuple(found)

    def claim(_: Numbers, found: Numbers) -> Truth:
        says: list[Truth] = []
        for (talon, held), spices, whole in zip(sizes, found[::2], found[1::2], strict=True):
            says += [same(holds(spices), formula(Z3.IntVal(talon), Z3.IntVal(held))), holds(whole)]
        return every(says)

    names = [
        (f"may be spiced, talon of {talon}, hand of {held}", "all else stays, for every winner")
        for talon, held in sizes
    ]
    yield Case(variables=(), returns=tuple(itertools.chain(*names)), lifted=run, claim=claim)


# --- Witnesses --------------------------------------------------------------------------------------------------------


def _goes_on(states: Sequence[State]) -> bool:
    """Whether a trick was continued; where that may not be, whether none could be."""
    matching = [state for state in states if isinstance(state, MatchingState)]
    if rounds_of(matching[0].game) == 1:
        return not any(state.choosing for state in matching)
    pairs = itertools.pairwise(matching)
    return any(before.choosing and len(after.trick) > len(before.trick) for before, after in pairs)


def _witnesses(setting: Setting) -> Iterator[Witness]:
    shows = (
        "no trick has more than one round"
        if rounds_of(setting.matching) == 1
        else "a trick that its leader continues with another round"
    )
    yield first_seen(setting, shows, _goes_on)


# --- The theorem ------------------------------------------------------------------------------------------------------


def _may_have_leads(setting: Setting) -> bool:
    return setting.matching.rules.lead_limit > 0


_ANY_TURN: Final = "any cards, in hands of 1 to {hand} cards and tricks of every size that there is"
_SIZES: Final = "tricks of every size that there is, with and without cards in the talon"

_STEPS: Final = (
    Step(
        name="allowed",
        statement="the leader may continue a trick never, always, or when an opponent is winning it",
        clauses=("MULTI-1", "MULTI-6"),
        function="aceten.matching.steps.continuation_allowed",
        domain="all whole numbers",
        cases=_allowed,
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
        name="continues",
        statement="a card continues a trick that matches, or any card",
        clauses=("MULTI-2", "MULTI-3", "MULTI-9"),
        function="aceten.matching.state.MatchingState._continues",
        domain="any cards, in tricks of every number of rounds that there is",
        cases=_continues,
    ),
    Step(
        name="too_many",
        statement="a lead is one too many when as many as the limit, in a row, were of its rank",
        clauses=("PLAY-11",),
        function="aceten.matching.steps.too_many_leads",
        domain="all whole numbers and limits, after leads of one rank",
        cases=_too_many,
    ),
    Step(
        name="repeats",
        statement="it is the rank of a card that counts among leads in a row",
        clauses=("PLAY-11",),
        function="aceten.matching.state.MatchingState._repeats_lead",
        domain="any card, after as many leads of one rank as are counted",
        cases=_repeats,
    ),
    Step(
        name="row",
        statement="leads of one rank are counted up to the limit, and another rank begins anew",
        clauses=("PLAY-11",),
        function="aceten.matching.state.MatchingState._put",
        domain="any card that is led, after as many leads of one rank as are counted",
        cases=_row,
        applies=_may_have_leads,
    ),
    Step(
        name="choosing",
        statement="the leader chooses after a round of a trick that is not over",
        clauses=("MULTI-1", "MULTI-5"),
        function="aceten.matching.state.MatchingState.choosing",
        domain=_SIZES,
        cases=_choosing,
    ),
    Step(
        name="may_flip",
        statement="a player may flip where that is allowed and the talon has cards",
        clauses=("FLIP-1", "FLIP-3"),
        function="aceten.matching.state.MatchingState._may_flip",
        domain=_SIZES,
        cases=_may_flip,
    ),
    Step(
        name="legal",
        statement="legal are the cards that the rules allow, flip where it may be, and stop where the leader chooses",
        clauses=("PLAY-2", "PLAY-3", "PLAY-11", "MULTI-2", "MULTI-3", "MULTI-4", "MULTI-5", "FLIP-3", "CALL-3"),
        function="aceten.matching.state.MatchingState.legal",
        domain=f"{_ANY_TURN}; no card twice in a hand",
        cases=partial(_legal, once=False),
    ),
    Step(
        name="once",
        statement="a card that a hand has twice is legal once",
        clauses=("PLAY-3", "MULTI-2"),
        function="aceten.matching.state.MatchingState.legal",
        domain=f"any cards, in hands of 1 to {EQUAL} cards and tricks of every size that there is",
        bounded=True,
        cases=partial(_legal, once=True),
    ),
    Step(
        name="nothing_else",
        statement="nothing is legal when the deal is over, and only spice and stop when the winner has drawn",
        clauses=("PLAY-8", "SPICE-1", "SPICE-3"),
        function="aceten.matching.state.MatchingState.legal",
        domain="every size of the talon that makes a difference",
        cases=_nothing_else,
    ),
    Step(
        name="play",
        statement="every action leads to the step for it, and none of other games is accepted",
        clauses=("PLAY-2",),
        function="aceten.matching.state.MatchingState.play",
        domain="every kind of action",
        cases=_play,
    ),
    Step(
        name="card",
        statement="a card is accepted when it is legal, and leaves the hand; otherwise it is refused with the reason",
        clauses=("PLAY-2", "PLAY-3", "PLAY-8", "PLAY-11", "MULTI-2", "MULTI-3", "MULTI-4", "MULTI-8", "SPICE-3"),
        function="aceten.matching.state.MatchingState._play_card",
        domain=_ANY_TURN,
        cases=_card,
    ),
    Step(
        name="flip",
        statement="flip is accepted when it is legal, and puts the top card of the talon on the trick",
        clauses=("FLIP-1", "FLIP-2", "FLIP-3"),
        function="aceten.matching.state.MatchingState._flip",
        domain=_SIZES,
        cases=_flip,
    ),
    Step(
        name="stop",
        statement="stop is accepted when it is legal, and ends the trick as it lies",
        clauses=("MULTI-5", "SPICE-1"),
        function="aceten.matching.state.MatchingState._stop",
        domain=_SIZES,
        cases=_stop,
    ),
    Step(
        name="spice_refusal",
        statement="where nothing can be spiced it is said why: no trick has just been won, or its winner has drawn no card",
        clauses=("SPICE-1", "SPICE-2"),
        function="aceten.matching.state.MatchingState._spice_refusal",
        domain="between tricks and while one goes on, any numbers of tricks taken",
        cases=_unspiced,
    ),
    Step(
        name="refuse_continuation",
        statement="a card that does not continue a trick does not match it, or would do so, were the trick not trumped",
        clauses=("MULTI-2", "MULTI-9"),
        function="aceten.matching.state.MatchingState._refuse_continuation",
        domain="any card, any card led",
        cases=_continues_not,
    ),
    Step(
        name="spice",
        statement="spice is accepted when it is legal, and exchanges the card drawn for the one that won the trick",
        clauses=("SPICE-1", "SPICE-2"),
        function="aceten.matching.state.MatchingState._spice",
        domain="any cards in a full hand, every leader and every winner",
        cases=_spice,
    ),
    Step(
        name="calls",
        statement="the calls of the rulebook can be made by the partner of the seat to act, where there is one",
        clauses=("CALL-1", "CALL-2"),
        function="aceten.matching.state.MatchingState.calls",
        domain="every seat and every call",
        cases=_calls,
    ),
    Step(
        name="call",
        statement="a call is accepted when it can be made, and changes nothing; otherwise it is refused with the reason",
        clauses=("CALL-1", "CALL-2", "CALL-3", "CALL-5"),
        function="aceten.matching.state.MatchingState._call",
        domain="every seat and every call",
        cases=_call,
    ),
    Step(
        name="next",
        statement="after a card it is the next seat's turn; after a round the leader's, if he may and can continue, or the trick is over",
        clauses=("PLAY-2", "MULTI-1", "MULTI-2", "MULTI-4", "MULTI-6", "MULTI-8", "MULTI-9"),
        function="aceten.matching.state.MatchingState._put",
        domain="any cards, in tricks of every size that there is, led and being won by any of {players} seats",
        cases=_next,
    ),
    Step(
        name="end_round",
        statement="the winner of a trick draws and may spice it where he may; otherwise the trick is taken at once",
        clauses=("MULTI-6", "SPICE-1", "SPICE-2", "SPICE-3"),
        function="aceten.matching.state.MatchingState._end_round",
        domain="hands of 0 to {hand} cards, with and without cards in the talon",
        cases=_end_round,
    ),
)

CONTINUE_THEOREM: Final = Proposition(
    id="T-CONTINUE",
    statement=lambda setting: (
        "a player may do what the rules allow and nothing else; " + rules_of.may_continue(setting.matching.rules).text
    ),
    argument=(
        "Which actions are legal is one formula for each turn: to lead, to follow, to continue, to spice. The engine lists just those"
        " (legal, once, nothing-else) and accepts just those (card, flip, stop, spice, and play, which hands each action to its step),"
        " calls being apart (calls, call). After each card the next seat is to play; after a round the leader chooses when the rules let"
        " him continue and he has a card for it, and else the trick is over (next, end-round). The functions that these ask decide as"
        " the rules do (allowed, can, continues, choosing, may-flip, too-many, repeats, row)."
    ),
    steps=_STEPS,
    applies=is_matching,
    witnesses=_witnesses,
)
"""What a player may do."""

PROPOSITIONS: Final[tuple[Proposition, ...]] = (CONTINUE_THEOREM,)
"""The theorem of this module."""
