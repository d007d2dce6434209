"""Symmetries of games with matching tricks: suits, seats and some ranks may be exchanged, and the key of a state is enough.

Two runs of the engine are compared (:mod:`aceten.proofs.theorems.twins`): of a state and of what comes of it by the exchange.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import msgspec

from aceten import scoring
from aceten.actions import Call, Seat, Side
from aceten.matching import steps
from aceten.matching.game import MatchingGame
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Random, Variable
from aceten.proofs.setting import holds
from aceten.proofs.theorems.suit_symmetry import further
from aceten.proofs.theorems.twins import (
    Agreement,
    Cards,
    Shape,
    Table,
    actions_in,
    after,
    agree_on,
    call_of,
    choosing,
    counted_cards,
    exchanged,
    followed,
    following,
    leading,
    legal_plays,
    made,
    numbered,
    random_cards,
    rank_number_of,
    rank_term,
    run_of,
    shapes,
    small,
    spicing,
    state_of,
    suit_term,
    term,
)
from aceten_spec.cards import rank_number, suit_number
from aceten_spec.formulas import Z3, Number, Truth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aceten.actions import Action
    from aceten.matching.facts import MatchingFacts
    from aceten.matching.state import MatchingState
    from aceten.proofs.setting import Setting
    from aceten.scoring import Result
    from aceten_spec.cards import Card

_TWO: Final = 2
_AGREE: Final = ("what is compared agrees",)


def is_matching(setting: Setting) -> bool:
    """Whether the game has matching tricks."""
    return isinstance(setting.game, MatchingGame)


# --- T-SUITS: suits make no difference --------------------------------------------------------------------------------


def _is_lone(game: MatchingFacts, rank: Number, suit: Number) -> Truth:
    if game.lone_card is None:
        return Z3.BoolVal(False)  # noqa: FBT003 - z3 has no keyword
    return (rank == rank_number(game.lone_card)) & (suit == suit_number(game.lone_card))


def alike(game: MatchingFacts, agree: Agreement, here: Cards, there: Cards) -> None:
    """Ask that two piles are alike but for suits: the same ranks, and the lone card in both or in neither."""
    agree.ranks(here, there)
    counts = [
        Z3.Sum([Z3.IntVal(0), *[Z3.If(_is_lone(game, rank_term(card), suit_term(card)), 1, 0) for card in pile]])
        for pile in (here, there)
    ]
    agree.holds(counts[0] == counts[1])


def _suit_pair(
    setting: Setting, table: Table, compared: Callable[[Cards, Cards], bool], name: str, more: tuple[Variable, ...] = ()
) -> Case:
    """Return the case of one table whose cards have these suits or those."""
    game, count = setting.matching, table.count

    def lifted(*numbers: int) -> bool:
        ranks, here, there = numbers[:count], numbers[count : 2 * count], numbers[2 * count : 3 * count]
        return compared(tuple(map(made, ranks, here)), tuple(map(made, ranks, there)))

    def assuming(given: Numbers) -> list[Truth]:
        if game.lone_card is None:
            return []
        ranks, here, there = given[:count], given[count : 2 * count], given[2 * count : 3 * count]
        pairs = [
            (_is_lone(game, rank, suit), _is_lone(game, rank, other))
            for rank, suit, other in zip(ranks, here, there, strict=True)
        ]
        return [(one & other) | (~one & ~other) for one, other in pairs]

    def sample(random: Random) -> tuple[int, ...]:
        ranks, suits = random_cards(setting, random, count)
        others = [
            suit
            if made(rank, suit) == game.lone_card
            else random.among([other for other in (1, 2, 3, 4) if made(rank, other) != game.lone_card])
            for rank, suit in zip(ranks, suits, strict=True)
        ]
        return *ranks, *suits, *others

    return Case(
        name=name,
        variables=(*table.ranks(setting), *table.suits(), *table.suits(" there"), *more),
        returns=_AGREE,
        lifted=lifted,
        assuming=assuming,
        claim=lambda _, found: holds(found[0]),
        sample=sample,
    )


def suits_legal(setting: Setting) -> Iterator[Case]:
    """The same ranks may be played, whatever their suits."""
    game = small(setting.matching)

    def case(shape: Shape) -> Case:
        table = Table(shape=shape, players=game.players)

        def compared(here: Cards, there: Cards) -> bool:
            agree = Agreement(run_of(here))
            (plays, others), (plays_there, others_there) = (
                legal_plays(state_of(game, table, cards)) for cards in (here, there)
            )
            agree.known(others, others_there)
            for one, other in ((plays, plays_there), (plays_there, plays)):
                for card in one:
                    agree.holds(Z3.Or([rank_term(card) == rank_term(each) for each in other]))
            return agree.found

        return _suit_pair(setting, table, compared, shape.name)

    yield from map(case, (*leading(game), *following(game)[:1], *choosing(game), *spicing(game)))


def suits_play(setting: Setting) -> Iterator[Case]:
    """States that differ in suits only come to states that differ in suits only."""
    game = small(setting.matching)

    def case(shape: Shape, place: int, name: str) -> Case:
        table = Table(shape=shape, players=game.players)

        def compared(here: Cards, there: Cards) -> bool:
            agree = Agreement(run_of(here))
            found: list[MatchingState | str] = []
            for cards in (here, there):
                state = state_of(game, table, cards)
                found.append(after(state, actions_in(game, table, state)[place][1]))
            same_outcome(agree, found[0], found[1], lambda one, other: alike(game, agree, one, other))
            return agree.found

        return _suit_pair(setting, table, compared, f"{shape.name}: {name}")

    for shape in (*shapes(game), *spicing(game)):
        table = Table(shape=shape, players=game.players)
        for place, (name, _) in enumerate(actions_in(game, table, _any_state(game, table))):
            yield case(shape, place, name)


def _any_state(game: MatchingGame, table: Table) -> MatchingState:
    return state_of(game, table, [game.pack.cards[0]] * table.count)


def _without_leads(state: MatchingState | str) -> MatchingState | str:
    return state if isinstance(state, str) else msgspec.structs.replace(state, leads=(0,) * len(state.leads))


def same_outcome(
    agree: Agreement,
    here: MatchingState | str,
    there: MatchingState | str,
    cards: Callable[[Cards, Cards], None],
) -> None:
    """Ask that two actions were refused by the same code, or that they make states that agree in everything but cards.

    :param cards: asks what two piles are to have in common.
    """
    if isinstance(here, str) or isinstance(there, str):
        agree.known(here if isinstance(here, str) else "", there if isinstance(there, str) else "")
        return
    for name in ("leader", "winning", "turn", "dealer", "points_known", "forfeit", "lone"):
        agree.known(getattr(here, name), getattr(there, name))
    agree.known(sorted(here.burned), sorted(there.burned))
    agree.known(len(here.log), len(there.log))
    agree.known([seat for seat, _ in here.log], [seat for seat, _ in there.log])
    agree.known(len(here.leads), len(there.leads))
    for pair in (*zip(here.leads, there.leads, strict=False), *zip(here.points, there.points, strict=True)):
        agree.numbers(*pair)
    agree.known(here.tricks is None, there.tricks is None)
    for pair in zip(here.tricks or (), there.tricks or (), strict=False):
        agree.numbers(*pair)
    drawn = [() if state.drawn is None else (state.drawn,) for state in (here, there)]
    piles = ((*here.hands, here.talon, here.trick, *here.taken), (*there.hands, there.talon, there.trick, *there.taken))
    agree.known(list(map(len, piles[0])), list(map(len, piles[1])))
    for one, other in (*zip(*piles, strict=False), drawn):
        cards(one, other)


# --- T-SEATS: seats rotate --------------------------------------------------------------------------------------------


def rotated(state: MatchingState) -> MatchingState:
    """Return the state in which everybody sits one seat further, and the sides with them."""
    game = state.game

    def seat(number: int | None) -> Seat | None:
        return None if number is None else Seat((number + 1) % game.players)

    def side(number: int | None) -> Side | None:
        return None if number is None else Side((number + 1) % game.side_count)

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
        forfeit=side(state.forfeit),
        lone=seat(state.lone),
        burned=tuple([side(number) for number in state.burned]),
        log=tuple([(seat(number), action) for number, action in state.log]),
    )


def _seat_case(setting: Setting, table: Table, name: str, compared: Callable[[MatchingState], bool]) -> Case:
    """Return the case of one table, whose cards and captures may be any."""
    game, count = small(setting.matching), table.count
    sides = game.side_count

    def lifted(*numbers: int) -> bool:
        cards = tuple(map(made, numbers[:count], numbers[count : 2 * count]))
        points, tricks = numbers[2 * count : 2 * count + sides], numbers[2 * count + sides :]
        burned = (0,) if game.rules.four_resets == "on" else ()
        return compared(state_of(game, table, cards, points=points, tricks=tricks, dealer=1, burned=burned))

    def sample(random: Random) -> tuple[int, ...]:
        ranks, suits = random_cards(setting, random, count)
        return *ranks, *suits, *[random.among(range(9)) for _ in range(2 * sides)]

    return Case(
        name=name,
        variables=(
            *table.ranks(setting),
            *table.suits(),
            *[setting.points(f"points of side {side}") for side in range(sides)],
            *[Variable(f"tricks of side {side}", tuple(range(9))) for side in range(sides)],
        ),
        returns=_AGREE,
        lifted=lifted,
        claim=lambda _, found: holds(found[0]),
        sample=sample,
    )


def seats_legal(setting: Setting) -> Iterator[Case]:
    """The same actions are legal wherever one sits."""
    game = small(setting.matching)

    def compared(here: MatchingState) -> bool:
        there = rotated(here)
        agree = Agreement(run_of(here.hands[0] + here.trick))
        agree_on(agree, legal_plays(here), legal_plays(there))
        moved = tuple([msgspec.structs.replace(call, seat=Seat((call.seat + 1) % game.players)) for call in here.calls])
        agree.known(moved, there.calls)
        agree.known(here.choosing, there.choosing)
        return agree.found

    for shape in (*leading(game), *following(game)[:1], *choosing(game), *spicing(game)):
        for leader in range(game.players):
            table = Table(shape=shape, players=game.players, leader=leader)
            yield _seat_case(setting, table, f"{shape.name}, seat {leader} leading", compared)


def seats_play(setting: Setting) -> Iterator[Case]:
    """What an action makes of a position turns with the seats."""
    game = small(setting.matching)

    def case(table: Table, place: int, name: str) -> Case:
        def compared(here: MatchingState) -> bool:
            agree = Agreement(run_of(here.hands[0] + here.hands[-1] + here.trick))
            action, moved = _action_and_moved(game, table, here, place)
            found = after(here, action)
            same_outcome(
                agree, found if isinstance(found, str) else rotated(found), after(rotated(here), moved), agree.cards
            )
            return agree.found

        return _seat_case(setting, table, f"{table.shape.name}, seat {table.leader} leading: {name}", compared)

    for shape in (*shapes(game), *spicing(game)):
        for leader in range(game.players):
            table = Table(shape=shape, players=game.players, leader=leader)
            state = _any_state(game, table)
            names = [name for name, _ in actions_in(game, table, state)]
            if call_of(game, (leader + shape.turn(game.players)) % game.players):
                names.append("a call")
            for place, name in enumerate(names):
                yield case(table, place, name)


def _action_and_moved(game: MatchingGame, table: Table, state: MatchingState, place: int) -> tuple[Action, Action]:
    """Return an action in a state, and the same one seat further."""
    actions = actions_in(game, table, state)
    if place < len(actions):
        return actions[place][1], actions[place][1]
    call = call_of(game, state.turn or 0)
    if call is None:
        raise ValueError("nobody can call here")
    return call, Call(Seat((call.seat + 1) % game.players), call.kind)


def seats_result(setting: Setting) -> Iterator[Case]:
    """What a deal comes to turns with the seats."""
    game = setting.matching
    sides = game.side_count

    def case(leader: int, forfeit: int | None) -> Case:
        def lifted(*numbers: int) -> bool:
            here = over(game, numbers[:sides], numbers[sides:], leader, forfeit)
            agree = Agreement(run_of(numbers))
            found, moved = here.result, rotated(here).result
            if found is None or moved is None:
                return False
            for one, other in ((found.points, moved.points), (found.game_points, moved.game_points)):
                agree_on(agree, None if one is None else further(one), other)
            agree_on(agree, None if found.tricks is None else further(found.tricks), moved.tricks)
            turned = None if found.winners is None else sorted((side + 1) % sides for side in found.winners)
            agree.known(turned, None if moved.winners is None else sorted(moved.winners))
            agree.known(sorted((side + 1) % sides for side in found.resets), sorted(moved.resets))
            agree.known((found.award, found.claimed), (moved.award, moved.claimed))
            agree.known(None if found.last_trick is None else (found.last_trick + 1) % sides, moved.last_trick)
            return agree.found

        return Case(
            name=f"seat {leader} takes the last trick"
            + ("" if forfeit is None else f", side {forfeit} has lost by it"),
            variables=(
                *[setting.points(f"points of side {side}") for side in range(sides)],
                *[Variable(f"tricks of side {side}", (0, 1, 2)) for side in range(sides)],
            ),
            returns=_AGREE,
            lifted=lifted,
            assuming=lambda given: [*[number >= 0 for number in given], given[sides + leader] > 0],
            claim=lambda _, found: holds(found[0]),
        )

    for leader in range(sides):
        yield case(leader, None)
    if game.rules.last_card_loses != "none":
        yield case(0, 0)


def over(
    game: MatchingGame, points: tuple[int, ...], tricks: tuple[int, ...], leader: int, forfeit: int | None
) -> MatchingState:
    """Return the state of a deal that is over."""
    table = Table(shape=Shape(name="", held=0), players=game.players, leader=leader)
    lone = 0 if game.rules.sides == "lone" else None
    state = state_of(game, table, (), points=points, tricks=tricks, lone=lone)
    return msgspec.structs.replace(state, turn=None, forfeit=None if forfeit is None else Side(forfeit))


# --- T-RANKS: ranks that do the same ----------------------------------------------------------------------------------


def special_ranks(game: MatchingGame) -> frozenset[int]:
    """Return the ranks that a parameter names."""
    rules = game.rules
    named = set(game.matching.wild)
    named |= {int(rank) for rank in game.pack.ranks if rank.letter == rules.last_card_loses}
    if game.lone_card is not None:
        named |= {*game.lone_ranks, rank_number(game.lone_card)}
    return frozenset(named)


def alike_ranks(game: MatchingGame) -> tuple[tuple[int, ...], ...]:
    """Return the ranks that no parameter names, in groups that count the same and come in the same suits; only groups of two or more."""
    values = dict(game.values)
    groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for rank in game.pack.ranks:
        suits = tuple(sorted([suit_number(card) for card in game.pack.cards if card.rank == rank]))
        if rank not in special_ranks(game):
            groups.setdefault((values.get(rank, 0), suits), []).append(int(rank))
    return tuple([tuple(group) for group in groups.values() if len(group) > 1])


def _rank_case(setting: Setting, table: Table, name: str, compared: Callable[[Cards, Cards, int, int], bool]) -> Case:
    """Return the case of one table in which two ranks are exchanged."""
    game, count = setting.matching, table.count

    def lifted(*numbers: int) -> bool:
        one, other = numbers[:2]
        ranks, suits = numbers[2 : 2 + count], numbers[2 + count :]
        changed = [exchanged(rank, one, other) for rank in ranks]
        return compared(tuple(map(made, ranks, suits)), tuple(map(made, changed, suits)), one, other)

    def assuming(given: Numbers) -> list[Truth]:
        pair = given[:2]
        unnamed = [each != rank for each in pair for rank in sorted(special_ranks(game))]
        return [*unnamed, setting.counts(pair[0]) == setting.counts(pair[1])]

    def sample(random: Random) -> tuple[int, ...]:
        group = alike_ranks(game)[0]
        ranks, suits = random_cards(setting, random, count)
        return random.among(group), random.among(group), *ranks, *suits

    return Case(
        name=name,
        variables=(*map(setting.card, ("one rank", "another rank")), *table.ranks(setting), *table.suits()),
        returns=_AGREE,
        lifted=lifted,
        assuming=assuming,
        claim=lambda _, found: holds(found[0]),
        sample=sample,
    )


def ranks_matches(setting: Setting) -> Iterator[Case]:
    """Whether a card matches is the same when two such ranks are exchanged."""
    game = setting.matching

    def case(trumped: bool) -> Case:
        def lifted(one: int, other: int, rank: int, led: int) -> bool:
            found = bool(steps.matches(rank, led, game.matching, trumped=trumped))
            moved = [exchanged(each, one, other) for each in (rank, led)]
            return found is bool(steps.matches(moved[0], moved[1], game.matching, trumped=trumped))

        def assuming(given: Numbers) -> list[Truth]:
            return [each != rank for each in given[:2] for rank in sorted(special_ranks(game))]

        return Case(
            name="trumped" if trumped else "",
            variables=tuple(map(setting.card, ("one rank", "another rank", "rank", "led"))),
            returns=_AGREE,
            lifted=lifted,
            assuming=assuming,
            claim=lambda _, found: holds(found[0]),
        )

    yield case(trumped=False)
    if game.matching.trumps:
        yield case(trumped=True)


def ranks_count(setting: Setting) -> Iterator[Case]:
    """A card counts the same when two such ranks are exchanged."""
    values = setting.matching.values

    def lifted(one: int, other: int, points: int, rank: int) -> tuple[int, int]:
        return scoring.add_card(points, rank, values), scoring.add_card(points, exchanged(rank, one, other), values)

    yield Case(
        variables=(
            *map(setting.card, ("one rank", "another rank")),
            setting.points("points"),
            setting.card("rank"),
        ),
        returns=("points after", "points after when exchanged"),
        lifted=lifted,
        assuming=lambda given: [setting.counts(given[0]) == setting.counts(given[1])],
        claim=lambda _, found: found[0] == found[1],
    )


def ranks_legal(setting: Setting) -> Iterator[Case]:
    """When two such ranks are exchanged, they are exchanged among the legal actions."""
    game = small(setting.matching)

    def case(shape: Shape) -> Case:
        table = Table(shape=shape, players=game.players)

        def compared(here: Cards, there: Cards, one: int, other: int) -> bool:
            agree = Agreement(run_of(here))
            (plays, others), (plays_there, others_there) = (
                legal_plays(state_of(game, table, cards)) for cards in (here, there)
            )
            agree.known(others, others_there)
            moved = [term(exchanged(rank_number_of(card), one, other)) for card in plays]
            for rank, ranks in (
                *[(rank, list(map(rank_term, plays_there))) for rank in moved],
                *[(rank_term(card), moved) for card in plays_there],
            ):
                agree.holds(Z3.Or([rank == each for each in ranks]))
            return agree.found

        return _rank_case(setting, table, shape.name, compared)

    yield from map(case, (*leading(game), *choosing(game)))


def ranks_play(setting: Setting) -> Iterator[Case]:
    """When two such ranks are exchanged, they are exchanged in what an action makes of the position, and nothing else changes."""
    game = msgspec.structs.replace(small(setting.matching), values=())  # what cards count is looked at on its own

    def case(shape: Shape, place: int, name: str) -> Case:
        table = Table(shape=shape, players=game.players)

        def compared(here: Cards, there: Cards, one: int, other: int) -> bool:
            agree = Agreement(run_of(here))

            def moved_ranks(pile: Cards, pile_there: Cards) -> None:
                agree.ranks(pile, pile_there, lambda rank: exchanged(rank, one, other))

            found: list[MatchingState | str] = []
            for cards in (here, there):
                state = state_of(game, table, cards)
                found.append(after(state, actions_in(game, table, state)[place][1]))
            states = [state for state in found if not isinstance(state, str)]
            same_outcome(agree, _without_leads(found[0]), _without_leads(found[1]), moved_ranks)
            for rank, moved in zip(*[state.leads for state in states], strict=False):
                agree.holds(term(exchanged(rank, one, other)) == term(moved))
            return agree.found

        return _rank_case(setting, table, f"{shape.name}: {name}", compared)

    for shape in (*shapes(game), *spicing(game)):
        table = Table(shape=shape, players=game.players)
        for place, (name, _) in enumerate(actions_in(game, table, _any_state(game, table))):
            yield case(shape, place, name)


# --- T-KEY: what a search remembers positions by ----------------------------------------------------------------------


class _Pair(msgspec.Struct, frozen=True):
    """Two tables from which the same action is taken."""

    game: MatchingGame
    here: Table
    there: Table
    place: int
    """Of the action among those that are looked at."""
    name: str

    @property
    def turn(self) -> int:
        """The seat to act."""
        return (self.here.leader + self.here.shape.turn(self.game.players)) % self.game.players

    @property
    def held(self) -> tuple[int, ...]:
        """Cards in each hand, by seat."""
        return self.here.shape.hands(self.game.players, self.here.leader)

    @property
    def winning(self) -> int | None:
        """The place of the card that has won a trick that can be spiced: who spices gets it back, so that it matters which it can be."""
        shape = self.here.shape
        if self.game.rules.spice == "on" and 0 < shape.winning < shape.trick == self.there.shape.trick:
            return shape.winning
        return None

    def states(self, numbers: tuple[int, ...]) -> tuple[MatchingState, MatchingState]:
        """Return both states, from the numbers of :meth:`variables`."""
        count, trick, sides = self.here.count, self.there.shape.trick, self.game.side_count
        cards = tuple(map(made, numbers[:count], numbers[count : 2 * count]))
        hands, _, talon = self.here.laid(cards)
        more = numbers[2 * count :]
        other_trick = map(made, more[:trick], more[trick : 2 * trick])
        first = made(*more[2 * trick : 2 * trick + 2])
        had = more[2 * trick + 2 :]
        changed = [(first, *hand[1:]) if seat == self.turn else hand for seat, hand in enumerate(hands)]
        cards_there = (*itertools.chain(*changed), *other_trick, *talon[: self.there.shape.talon])
        points, tricks = (had[:sides], had[2 * sides : 3 * sides]), (had[sides : 2 * sides], had[3 * sides :])
        return (
            state_of(self.game, self.here, cards, points=points[0], tricks=tricks[0]),
            state_of(self.game, self.there, cards_there, points=points[1], tricks=tricks[1], dealer=1),
        )

    def variables(self, setting: Setting) -> tuple[Variable, ...]:
        """Return the cards here, those there that may be others, and the captures of both."""
        others = numbered("other trick, card", self.there.shape.trick)
        return (
            *self.here.ranks(setting),
            *self.here.suits(),
            *map(setting.card, others),
            *[Variable(f"{other}, suit", (1, 2, 3, 4)) for other in others],
            setting.card("card to play there"),
            Variable("card to play there, suit", (1, 2, 3, 4)),
            *[
                Variable(f"{what} of side {side}{where}", tuple(range(9)))
                for where in ("", " there")
                for what in ("points", "tricks")
                for side in range(self.game.side_count)
            ],
        )

    def sample(self, setting: Setting, random: Random) -> tuple[int, ...]:
        """Return random numbers, most of them with equal tricks."""
        trick, hands = self.there.shape.trick, sum(self.held)
        ranks, suits = random_cards(setting, random, self.here.count)
        if self.winning is not None:
            ranks[hands + self.winning] = ranks[hands]
        other = random_cards(setting, random, trick)
        if trick == self.here.shape.trick:
            other = ranks[hands : hands + trick], suits[hands : hands + trick]
        first = sum(self.held[: self.turn])
        had = [random.among(range(9)) for _ in range(4 * self.game.side_count)]
        return (*ranks, *suits, *other[0], *other[1], ranks[first], suits[first], *had)

    def assuming(self, given: Numbers) -> list[Truth]:
        """Return that the card that is winning matches, where it matters."""
        if self.winning is None:
            return []
        start, trick = 2 * self.here.count, self.there.shape.trick
        tricks = given[sum(self.held) :][:trick], given[start : start + trick]
        return [_matches(self.game, each[self.winning], each[0]) for each in tricks]


def key_play(setting: Setting) -> Iterator[Case]:
    """From positions with one key the same is legal, and every action brings the same and leads to positions with one key."""

    def case(pair: _Pair) -> Case:
        def lifted(*numbers: int) -> tuple[bool, bool]:
            before, agree = Agreement(run_of(numbers)), Agreement(run_of(numbers))
            states = pair.states(numbers)
            agree_on(before, states[0].key, states[1].key)
            agree_on(before, *[counted_cards(pair.game, state.trick) for state in states])
            if not before.found:  # the two forks of a run: with one key, and without
                return False, True
            agree_on(agree, legal_plays(states[0]), legal_plays(states[1]))
            here, there = (
                after(state, actions_in(pair.game, table, state)[pair.place][1])
                for state, table in zip(states, (pair.here, pair.there), strict=True)
            )
            _same_future(agree, states, (here, there))
            return True, agree.found

        wild = ", with wild ranks" if pair.game.matching.wild != setting.matching.matching.wild else ""
        return Case(
            name=f"{pair.here.shape.name}: {pair.name}{wild}",
            variables=pair.variables(setting),
            returns=("one key", "one future"),
            lifted=lifted,
            assuming=pair.assuming,
            claim=lambda _, found: ~holds(found[0]) | holds(found[1]),
            sample=lambda random: pair.sample(setting, random),
        )

    for game in _also_wild(small(setting.matching)):
        yield from map(case, _pairs(game))


def _also_wild(game: MatchingGame) -> Iterator[MatchingGame]:
    """Yield a game, and where a trick can be spiced also with wild ranks: then not only the led rank can have won it."""
    yield game
    if game.rules.spice == "on" and not game.matching.wild:
        lowest = min(game.pack.ranks)
        rules = msgspec.structs.replace(game.rules, wild=(lowest.letter,))
        matching = msgspec.structs.replace(game.matching, wild=(int(lowest),))
        yield msgspec.structs.replace(game, rules=rules, matching=matching)


def _pairs(game: MatchingGame) -> Iterator[_Pair]:
    """Yield tables that lie alike, and such as only the key tells apart: who is winning, how much lies in the talon, what was drawn."""
    players = game.players
    simple = game.lone_card is None and not game.matching.trumps
    for shape in (*shapes(game), *spicing(game)):
        if not simple and shape.trick > players:  # too many ways in which two long tricks can be
            continue
        table = Table(shape=shape, players=players)
        for place, (name, _) in enumerate(actions_in(game, table, _any_state(game, table))):
            yield _Pair(game, table, table, place, name)
    last = Shape(name="another is winning", trick=players - 1, winning=0)
    other = msgspec.structs.replace(last, winning=players - 2)
    for shape in spicing(game):
        table = Table(
            shape=msgspec.structs.replace(shape, name=f"{shape.name}, led by seat 1"), players=players, leader=1
        )
        for place, (name, _) in enumerate(actions_in(game, table, _any_state(game, table))):
            yield _Pair(game, table, table, place, name)
    longer = Shape(name="more lies in the talon", trick=players - 1, talon=players + game.leftover)
    shorter = msgspec.structs.replace(longer, talon=game.leftover)
    drawn = [(shape, msgspec.structs.replace(shape, first_drawn=True)) for shape in spicing(game)]
    for one, another in ((last, other), (longer, shorter), *drawn):
        if one != another:
            tables = [Table(shape=shape, players=players) for shape in (one, another)]
            yield _Pair(game, tables[0], tables[1], 0, "a card")


def _matches(game: MatchingGame, rank: Number, led: Number) -> Truth:
    """Return that a card of a rank can be winning to a lead, as what wins matches (T-TRICK)."""
    if game.lone_card is not None:
        return Z3.BoolVal(True)  # noqa: FBT003 - z3 has no keyword
    return Z3.Or([rank == led, *[rank == wild for wild in game.matching.wild]])


def _same_future(
    agree: Agreement, states: Sequence[MatchingState], found: tuple[MatchingState | str, MatchingState | str]
) -> None:
    """Ask that both actions are refused, or bring the same and lead to states with one key."""
    here, there = found
    if isinstance(here, str) or isinstance(there, str):
        agree.known(here if isinstance(here, str) else "", there if isinstance(there, str) else "")
        return
    agree_on(agree, here.key, there.key, cards=lambda one, other: alike(here.game, agree, one, other))
    agree.known((here.turn, here.forfeit, here.burned), (there.turn, there.forfeit, there.burned))
    for name in ("points", "tricks"):
        gains = [
            tuple([now - had for now, had in zip(getattr(after, name), getattr(before, name), strict=True)])
            for before, after in zip(states, (here, there), strict=True)
        ]
        agree_on(agree, *gains)


def key_result(setting: Setting) -> Iterator[Case]:
    """What a deal comes to depends on what was captured, which sides took tricks and who took the last one, not on how many tricks."""
    game = setting.matching
    sides = game.side_count

    def case(leader: int, forfeit: int | None) -> Case:
        def lifted(*numbers: int) -> bool:
            points, tricks, others = (numbers[sides * part : sides * (part + 1)] for part in range(3))
            agree = Agreement(run_of(numbers))
            found = [over(game, points, each, leader, forfeit).result for each in (tricks, others)]
            agree_on(agree, *[_compared_result(result) for result in found])
            return agree.found

        def assuming(given: Numbers) -> list[Truth]:
            pairs = zip(given[sides : 2 * sides], given[2 * sides :], strict=True)
            same = [((one > 0) & (other > 0)) | ((one == 0) & (other == 0)) for one, other in pairs]
            return [*[number >= 0 for number in given], *same]

        return Case(
            name=f"seat {leader} takes the last trick"
            + ("" if forfeit is None else f", side {forfeit} has lost by it"),
            variables=(
                *[setting.points(f"points of side {side}") for side in range(sides)],
                *[
                    Variable(f"{what} of side {side}", (0, 1, 2))
                    for what in ("tricks", "other tricks")
                    for side in range(sides)
                ],
            ),
            returns=_AGREE,
            lifted=lifted,
            assuming=assuming,
            claim=lambda _, found: holds(found[0]),
        )

    yield case(0, None)
    if game.rules.last_card_loses != "none":
        yield case(0, 0)


def _compared_result(result: Result | None) -> object:
    if result is None:
        return None
    return result.points, result.last_trick, result.winners, result.game_points, result.award, result.resets


# --- What the solvers merge -------------------------------------------------------------------------------------------


def plain_cards(setting: Setting) -> Iterator[Case]:
    """One card stands for all of a rank, and has this rank; for the lone card stands none but itself."""
    game = setting.matching

    def seen(cards: Cards, found: Cards) -> bool:
        agree = Agreement(run_of(cards))
        lone = [_is_lone(game, rank_term(card), suit_term(card)) for card in (*cards, *found)]
        for place in (0, 1):
            agree.numbers(rank_number_of(cards[place]), rank_number_of(found[place]))
            agree.holds((lone[place] & lone[place + 2]) | (~lone[place] & ~lone[place + 2]))
        agree.holds(lone[0] | lone[1] | (suit_term(found[0]) == suit_term(found[1])))
        return agree.found

    def lifted(rank: int, suit: int, other: int) -> bool:
        def without_suit(card: Card) -> Card:
            return made(rank_number_of(card), followed(run_of((suit,)), Z3.IntVal(0)))

        cards = made(rank, suit), made(rank, other)
        plain_card = linked(MatchingGame.plain_card, without_suit=without_suit)
        return seen(cards, tuple([plain_card(game, card) for card in cards]))

    def plain(rank: int, suit: int, other: int) -> bool:
        cards = made(rank, suit), made(rank, other)
        return seen(cards, tuple(map(game.plain_card, cards)))

    yield Case(
        variables=(setting.card("rank"), Variable("suit", (1, 2, 3, 4)), Variable("another suit", (1, 2, 3, 4))),
        returns=("one card stands for both",),
        lifted=lifted,
        plain=plain,
        assuming=lambda given: [suit >= 1 for suit in given[1:]],
        claim=lambda _, found: holds(found[0]),
    )
