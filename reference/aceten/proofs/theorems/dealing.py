"""Dealing: the cases of the obligations about who gets which card, of which pack, how a deal begins, and what is no deal."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, cast

from aceten.actions import Seat
from aceten.errors import UsageError
from aceten.game import Game
from aceten.numbering import Wanted, deals_of, drawn
from aceten.proofs import deals, suit_deals
from aceten.proofs.acts import same
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Numbers, Variable
from aceten.proofs.setting import holds, is_matching, same_cards, with_rules
from aceten.proofs.setting import setting as setting_of
from aceten_spec.formulas import Z3, Number, Truth
from aceten_spec.formulas.cards import receiver
from aceten_spec.formulas.play import Play
from aceten_spec.formulas.suit_play import SuitPlay
from aceten_spec.formulas.terms import TRUE, every, no, numeral, some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.matching.state import MatchingState
    from aceten.numbering import Deals
    from aceten.proofs.deals import Flat
    from aceten.proofs.setting import Setting
    from aceten.suits.state import SuitState
    from aceten_spec.cards import Card


def deal(setting: Setting) -> Iterator[Case]:
    """However the pack lies, every card of it is dealt where the clauses say; also in packets that are not multiples of each other.

    A deal begins as the relation of play says: with nothing captured, and with what a card shows that is turned up, or cut.
    """
    game = setting.game
    last = len(game.pack.cards) - 1
    yield from (_dealing(game, dealer, 0) for dealer in range(game.players))
    yield _dealing(game, 0, last)
    yield _dealing(game, game.players - 1, last)
    yield _dealing(with_rules(game, deal=(2, 3), hand=5), 0, 0)
    if not is_matching(setting) and setting.suits.cuts:
        known = with_rules(game, cut_card="known")
        for number, cut in enumerate(range(0, last + 1, game.rules.deal[0])):
            yield _dealing(known, number % game.players, cut)


def _dealing(game: Game, dealer: int, cut: int) -> Case:
    """Return the case of a deal in which the card at a place of the pack is shown by cutting."""
    about, goes_to = setting_of(game), receiver(game.rules, game.players)
    matching, seed, usual = is_matching(about), dealer * 5, tuple(map(int, game.pack.cards))
    scores = tuple(range(3, 3 + game.side_count)) if game.scores_matter else None

    def run(*numbers: int) -> Flat:
        cards = tuple(map(deals.as_card if matching else suit_deals.as_card, numbers))

        def shuffle_and_cut(pack: tuple[Card, ...], seeded: int) -> tuple[tuple[Card, ...], Card]:
            return cards if pack == game.pack.cards and seeded == seed else (), cards[cut]

        dealing = linked(Game.deal, shuffle_and_cut=shuffle_and_cut, sort_cards=same_cards)
        state = dealing(game, seed=seed, dealer=dealer, scores=scores)
        right = (state.game, state.dealer, state.points_known, state.log) == (game, dealer, True, ())
        if matching:
            return (int(right), *deals.flat_deal(cast("MatchingState", state)))
        return (int(right), *suit_deals.flat_deal(cast("SuitState", state)))

    def claim(given: Numbers, found: Numbers) -> Truth:
        seats = [goes_to.at(dealer, place) for place in range(len(given))]
        *hands, rest = [
            tuple([card for card, to in zip(given, seats, strict=True) if to == seat])
            for seat in range(game.players + 1)
        ]
        return every(
            some([no(guard), same(found, (1, *begun))]) for guard, begun in begin(tuple(hands), rest, given[cut])
        )

    def begin(hands: tuple[Numbers, ...], rest: Numbers, shown: Number) -> Iterator[tuple[Truth, Flat]]:
        if matching:
            yield TRUE, deals.flat_deal(Play(about.matching.rules, game.players).start(hands, rest, dealer))
            return
        before = tuple(map(numeral, scores or (0,) * game.side_count))
        relation, by_cut = SuitPlay(about.suits.rules, game.players), shown if about.suits.cuts else None
        for guard, begun in relation.start(hands, rest, dealer, cut=by_cut, scores=before):
            yield guard, suit_deals.flat_deal(begun)

    return Case(
        name=f"dealer {dealer}, card {cut + 1} at the cut, packets of {', '.join(map(str, game.rules.deal))}",
        variables=tuple(Variable(f"card {place + 1}", usual, card=True) for place in range(len(usual))),
        returns=(),
        lifted=run,
        assuming=lambda given: [] if matching else [Z3.Distinct(*given)],
        claim=claim,
        by_path=True,
    )


def packs(setting: Setting) -> Iterator[Case]:
    """A deck that is given, has a number or is drawn for what hands hold and lack, is dealt as if shuffling had given it."""
    game, dealer = setting.game, Seat(0)
    pack, cut, mine, other = game.pack.cards[::-1], game.pack.cards[3], game.pack.cards[:1], game.pack.cards[-1:]
    number, hand = game.deals - 1, game.players - 1  # the dealer's hand is the last one
    asked: dict[str, tuple[dict[str, Any], tuple[Wanted, ...]]] = {
        "what a hand is to hold": ({"holds": {0: mine}}, (Wanted(hand, mine),)),
        "what a hand is to lack": ({"lacks": {1: other}}, (Wanted(0, (), other),)),
        "both": ({"holds": {0: mine}, "lacks": {1: mine}}, (Wanted(0, (), mine), Wanted(hand, mine))),
    }
    all_deals = deals_of(game)

    def case(name: str, given: dict[str, Any], deck: tuple[Card, ...], shown: Card) -> Case:
        dealing = linked(Game.deal, shuffle_and_cut=lambda *_: (deck, shown))

        def run() -> tuple[int, ...]:
            return (Game.deal(game, dealer=dealer, **given) == dealing(game, seed=0, dealer=dealer),)

        return Case(
            name=name, variables=(), returns=("as shuffled",), lifted=run, claim=lambda _, found: holds(found[0])
        )

    def found(name: str, given: dict[str, Any], deals: Deals, at: int) -> Case:
        arranged = deals.at(at)
        return case(name, given, arranged.deck(game.rules.deal, game.players), arranged.cut)

    yield case("a deck", {"deck": pack, "cut": cut if game.cuts else None}, pack, cut)
    yield found("a number", {"number": number}, all_deals, number)
    for seed, (name, (given, wanted)) in enumerate(asked.items()):
        deals = deals_of(game, wanted)
        yield found(name, {"seed": seed, **given}, deals, drawn(deals, seed))


def refusals(setting: Setting) -> Iterator[Case]:
    """What is no deal is refused: without a seed or a deck, with both, or with what the game does not ask for."""
    game = setting.game
    pack, sides = game.pack.cards, game.side_count
    wrong: dict[str, dict[str, Any]] = {
        "neither seed nor deck": {},
        "both seed and deck": {"seed": 0, "deck": pack},
        "a seed and a cut": {"seed": 0, "cut": pack[0]},
        "a deck without a card": {"deck": pack[1:], "cut": pack[0] if game.cuts else None},
        "a deck and what hands are to hold": {
            "deck": pack,
            "cut": pack[0] if game.cuts else None,
            "holds": {0: pack[:1]},
        },
        "scores that there cannot be": {"seed": 0, "scores": (-1,) * sides},
        "no such dealer": {"seed": 0, "dealer": game.players},
    }

    def case(name: str, given: dict[str, Any]) -> Case:
        def run() -> tuple[int, ...]:
            try:
                Game.deal(game, **given)
            except UsageError:
                return (True,)
            return (False,)

        return Case(name=name, variables=(), returns=("refused",), lifted=run, claim=lambda _, found: holds(found[0]))

    yield from itertools.starmap(case, wrong.items())
