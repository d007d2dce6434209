"""How cards move: the cases of the obligations about dealing, playing, taking tricks and drawing."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec

from aceten.actions import STOP, Call, CallKind, Play, Seat
from aceten.matching.state import MatchingState
from aceten.matching.steps import deciding
from aceten.proofs.functions import linked
from aceten.proofs.obligations import SAMPLES, Case, Numbers, Random, Variable
from aceten.proofs.positions import (
    Refusal,
    Sizes,
    Stage,
    before_end,
    changed,
    dealt,
    ended_tricks,
    follows,
    is_open,
    open_tricks,
    stage,
    talons,
)
from aceten.proofs.setting import holds, rank_of, same_cards
from aceten.proofs.symbolic import Untouched
from aceten.shuffling import shuffle
from aceten_spec.cards import Card
from aceten_spec.formulas import Z3, Truth, capture, conservation, continues, drawn_by_each, shares

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.proofs.functions import Draw, EndTrick
    from aceten.proofs.setting import Setting


def deal(setting: Setting) -> Iterator[Case]:
    """However the pack lies, a deal puts all of it in play."""
    game, pack = setting.game, setting.game.pack.cards
    conserved = conservation(game.rules)
    deck = tuple(Variable(f"card {place + 1}", tuple(map(int, pack)), card=True) for place in range(len(pack)))

    def case(dealer: int) -> Case:
        def read(state: MatchingState) -> tuple[int, ...]:
            agrees = is_open(state, len(state.talon)) and state.winning == state.leader == (dealer + 1) % game.players
            return *state.points, setting.worth_in_play(state), agrees

        def lifted(*numbers: int) -> tuple[int, ...]:
            [cards] = dealt(numbers, [len(numbers)])
            deal = linked(setting.functions.deal, shuffle_and_cut=lambda *_: (cards, cards[0]), sort_cards=same_cards)
            return read(deal(game, seed=0, dealer=dealer))

        def plain(*numbers: int) -> tuple[int, ...]:
            return read(setting.functions.deal(game, deck=tuple(map(Card, numbers)), dealer=dealer))

        return Case(
            name=f"dealer {dealer}",
            variables=deck,
            returns=("captured 0", "captured 1", "in play", "sizes come about"),
            lifted=lifted,
            plain=plain,
            assuming=lambda cards: [conserved(Z3.IntVal(0), Z3.Sum([setting.counts(rank_of(card)) for card in cards]))],
            claim=lambda _, found: conserved(found[0] + found[1], found[2]) & holds(found[3]),
            sample=lambda random: tuple(map(int, shuffle(pack, random.among(range(1000))))),
        )

    yield from map(case, range(game.players))


def play(setting: Setting) -> Iterator[Case]:
    """A card is refused when it is not in hand, and otherwise moves from there to the trick."""
    game, players = setting.game, setting.game.players
    continuing = continues(game.rules)

    def case(held: int, trick: int, leader: int) -> Case:
        hands = Sizes(held, trick, 0).hands(players, leader)
        turn = (leader + trick) % players
        first, led = 2 + sum(hands[:turn]), 2 + sum(hands) + deciding(trick, players, game.matching)
        choosing = trick > 0 and trick % players == 0 and not game.matching.any_card

        def run(winning: int, chosen: int, *numbers: int) -> tuple[int, ...]:
            *held_now, played, [card] = dealt((*numbers, chosen), (*hands, trick, 1))
            before = stage(game, leader, played, winning, tuple(held_now))
            worth = setting.worth(*before.hands, before.trick)
            try:
                after = setting.functions.play(before, Play(card))
            except Refusal:
                return True, winning, worth, worth, True
            agrees = changed(before, after) <= {"hands", "trick", "winning", "turn", "log"} and follows(before, after)
            return False, after.winning, worth, setting.worth(*after.hands, after.trick), agrees

        def assuming(given: Numbers) -> list[Truth]:
            seated = [given[0] >= 0, given[0] < players]
            return [*seated, continuing(rank_of(given[1]), rank_of(given[led]))] if choosing else seated

        def claim(given: Numbers, found: Numbers) -> Truth:
            in_hand = Z3.Or([given[1] == card for card in given[first : first + hands[turn]]])
            refused, winning, before, after, agrees = found
            accepted = (in_hand & ~holds(refused)) | (~in_hand & holds(refused))
            return Z3.And([accepted, winning >= 0, winning < players, before == after, holds(agrees)])

        def sample(random: Random) -> tuple[int, ...]:
            numbers = [random.among(variable.usual) for variable in variables]
            if choosing:
                numbers[1] = numbers[led]
            if random.among(range(SAMPLES)):  # now and then a card that need not be in hand
                numbers[first] = numbers[1]
            return tuple(numbers)

        variables = (
            setting.seats("winning"),
            setting.card("card"),
            *setting.hands(hands),
            *setting.cards("trick", trick),
        )
        return Case(
            name=f"{held} cards held before a trick of {trick} led by seat {leader}",
            variables=variables,
            returns=("refused", "winning after", "hands and trick", "hands and trick after", "sizes come about"),
            lifted=run,
            assuming=assuming,
            claim=claim,
            sample=sample,
        )

    for (held, trick), leader in itertools.product(open_tricks(game), range(players)):
        yield case(held, trick, leader)


def stop(setting: Setting) -> Iterator[Case]:
    """To stop is accepted after a round, and then leaves all cards where they are."""
    game, players = setting.game, setting.game.players

    def case(trick: int, leader: int) -> Case:
        after_round = trick > 0 and trick % players == 0

        def run(winning: int, *numbers: int) -> tuple[int, ...]:
            [cards] = dealt(numbers, [trick])
            before = stage(game, leader, cards, winning)
            try:
                after = setting.functions.play(before, STOP)
            except Refusal:
                return not after_round, winning
            return after_round and after.turn is None and changed(before, after) <= {
                "winning",
                "turn",
                "log",
            }, after.winning

        return Case(
            name=f"a trick of {trick} led by seat {leader}",
            variables=(setting.seats("winning"), *setting.cards("trick", trick)),
            returns=("as it was", "winning after"),
            lifted=run,
            claim=lambda given, found: holds(found[0]) & (found[1] == given[0]),
        )

    for trick, leader in itertools.product(range(players * game.rules.hand), range(players)):
        yield case(trick, leader)


def call(setting: Setting) -> Iterator[Case]:
    """A call is refused or leaves everything as it is."""
    game, players = setting.game, setting.game.players

    def case(turn: int, made: Call) -> Case:
        def run(winning: int) -> tuple[int, ...]:
            before = msgspec.structs.replace(stage(game, turn, (), winning), trick=Untouched())
            try:
                after = setting.functions.play(before, made)
            except Refusal:
                return True, winning
            return changed(before, after) <= {"winning", "log"}, after.winning

        return Case(
            name=f"{made} at the turn of seat {turn}",
            variables=(setting.seats("winning"),),
            returns=("as it was", "winning after"),
            lifted=run,
            claim=lambda given, found: holds(found[0]) & (found[1] == given[0]),
        )

    for turn, seat, kind in itertools.product(range(players), range(players), CallKind):
        yield case(turn, Call(Seat(seat), kind))


def cards_due(setting: Setting) -> Iterator[Case]:
    """Nobody draws more than he lacks, nor all together more than there is."""
    players, hand = setting.game.players, setting.game.rules.hand
    shared = shares(players)

    def run(missing: int, talon: int) -> int:
        return setting.functions.cards_due(missing, talon, players)

    yield Case(
        variables=(Variable("missing", tuple(range(hand + 1))), Variable("talon", talons(setting.game, hand))),
        returns=("due",),
        lifted=run,
        assuming=lambda given: [given[0] >= 0, given[1] >= 0],
        claim=lambda given, found: (
            shared(*given, *found) & (found[0] >= 0) & (found[0] <= given[0]) & (found[0] * players <= given[1])
        ),
    )


def draw_turns(setting: Setting) -> Iterator[Case]:
    """Each player draws the cards that are due to him."""
    players, order = setting.game.players, setting.game.rules.draw

    def case(due: int) -> Case:
        cards = players * due
        each = drawn_by_each(cards, due)

        def run(_: int) -> tuple[int, ...]:
            return setting.functions.draw_turns(order, (due,) * players)

        return Case(
            name=f"{due} cards each",
            variables=(Variable("turn", tuple(range(players))),),
            returns=tuple(f"card {number + 1} goes to" for number in range(cards)),
            lifted=run,
            assuming=lambda given: [given[0] >= 0, given[0] < players],
            claim=lambda given, found: each(*given, *found),
        )

    yield from map(case, range(1, setting.game.rules.hand + 1))


def draw(setting: Setting) -> Iterator[Case]:
    """Drawing moves cards from the talon to the hands."""
    game, players = setting.game, setting.game.players
    shared = shares(players)
    plain_draw, lifted_draw = setting.draw(), setting.draw(sort_cards=same_cards)

    def case(held: int, talon: int, winner: int) -> Case:
        def run(draw: Draw, numbers: tuple[int, ...]) -> tuple[int, ...]:
            *hands, stock = dealt(numbers, (*[held] * players, talon))
            after, left = draw(tuple(hands), stock, Seat(winner), game.rules.hand, game.rules.draw)
            drawn = [len(hand) - held for hand in after]
            return setting.worth(*hands, stock), setting.worth(*after, left), len(left), *drawn

        def claim(_: Numbers, found: Numbers) -> Truth:
            lacking, stock = Z3.IntVal(game.rules.hand - held), Z3.IntVal(talon)
            before, after, left, *drawn = found
            each = [shared(lacking, stock, number) for number in drawn]
            return Z3.And([before == after, Z3.Sum([left, *drawn]) == talon, *each])

        return Case(
            name=f"hands of {held}, talon of {talon}, seat {winner} draws first",
            variables=(
                *setting.hands([held] * players),
                *setting.cards("talon", talon),
            ),
            returns=("worth before", "worth after", "talon left", *[f"seat {seat} draws" for seat in range(players)]),
            lifted=lambda *numbers: run(lifted_draw, numbers),
            plain=lambda *numbers: run(plain_draw, numbers),
            claim=claim,
        )

    hand = game.rules.hand
    for held, talon, winner in itertools.product(range(hand + 1), talons(game, hand), range(players)):
        yield case(held, talon, winner)


def end_trick(setting: Setting) -> Iterator[Case]:
    """The winner's side captures the trick, everybody draws, and the sizes are again some that come about."""
    game, players = setting.game, setting.game.players
    captured = capture()
    plain_end = setting.end_trick()
    lifted_end = setting.end_trick(
        count_cards=setting.count_cards, draw=setting.draw(sort_cards=same_cards), sort_cards=same_cards
    )

    def case(held: int, trick: int, talon: int, winner: int) -> Case:
        rest = held - trick // players

        def run(
            end: EndTrick, kind: type[MatchingState], points: tuple[int, ...], numbers: tuple[int, ...]
        ) -> tuple[int, ...]:
            *hands, played, stock = dealt(numbers, (*[rest] * players, trick, talon))
            before = before_end(kind, game, stock, points)
            after = end(before, tuple(hands), stock, played, Seat(winner), ())
            agrees = is_open(after, len(after.talon)) and after.leader == after.winning == winner
            return (
                setting.worth(played),
                setting.worth(*hands, stock),
                *after.points,
                setting.worth_in_play(after),
                agrees and not after.trick,
            )

        def claim(given: Numbers, found: Numbers) -> Truth:
            gained, before, *have, after, agrees = found
            had = given[:2]
            return Z3.And(
                [
                    captured(Z3.IntVal(game.sides[winner]), gained, *had, *have),
                    Z3.Sum([*had, gained, before]) == Z3.Sum([*have, after]),
                    holds(agrees),
                ]
            )

        return Case(
            name=f"hands of {rest}, a trick of {trick}, talon of {talon}, seat {winner} wins",
            variables=(
                *map(setting.points, ("side 0 had", "side 1 had")),
                *setting.hands([rest] * players),
                *setting.cards("trick", trick),
                *setting.cards("talon", talon),
            ),
            returns=("trick", "hands and talon", "side 0 has", "side 1 has", "in play after", "sizes come about"),
            lifted=lambda *given: run(lifted_end, Stage, given[:2], given[2:]),
            plain=lambda *given: run(plain_end, MatchingState, given[:2], given[2:]),
            claim=claim,
        )

    for held, trick in ended_tricks(game):
        for talon, winner in itertools.product(talons(game, held), range(players)):
            yield case(held, trick, talon, winner)
