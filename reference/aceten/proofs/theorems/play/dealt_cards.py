"""Dealing: the cases of the obligations about who gets which card, of which pack, how a deal begins, and what is no deal."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, cast

import msgspec

from aceten.deals.numbered_deals import Deals, Wanted, deals_of, drawn
from aceten.engine.game import Game
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.proofs.claims.action_claims import MATCHING, SUITS, Form, same
from aceten.proofs.claims.symbolic_deals import Flat, taking
from aceten.proofs.execution.replacements import linked
from aceten.proofs.statements.game_setting import Setting, holds, is_matching, same_cards, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.vocabulary.actions import Seat
from aceten.vocabulary.errors import UsageError
from aceten_spec.cards import Card
from aceten_spec.formulas.card_clauses import receiver
from aceten_spec.formulas.terms import Z3, Number, Truth, every, no, numeral, some

_G = TypeVar("_G", bound=Game)
_S = TypeVar("_S")
_D = TypeVar("_D")
_T = TypeVar("_T", bound="State")
_N = TypeVar("_N")


def begun(form: Form[_G, _S, _D, _T], game: _G) -> Iterator[ProofCase]:
    """A deal begins as the relation of play says; where scores bear on it, whether they are told or not."""
    suits = isinstance(game, SuitGame)
    pack, scores = _pack(game), [Variable(f"score of side {side}", (0,)) for side in range(game.side_count) if suits]
    cuts = [msgspec.structs.replace(pack[0], name="card cut")] * game.cuts

    def parted(numbers: Sequence[_N]) -> tuple[tuple[tuple[_N, ...], ...], tuple[_N, ...], tuple[_N, ...], _N | None]:
        take, dealt = taking(numbers), game.players * game.rules.hand
        hands = tuple(take(game.rules.hand) for _ in range(game.players))
        return hands, take(len(pack) - dealt), take(len(scores)), next(iter(take(len(cuts))), None)

    def assuming(numbers: Numbers) -> list[Truth]:
        # The card cut lies in one place at most: every card is there once.
        pairs = itertools.combinations(numbers[: len(pack)], 2)
        return [some([cut != one, cut != other]) for one, other in pairs for cut in numbers[-1:] if cuts]

    def case(dealer: int, *, told: bool) -> ProofCase:
        def run(*numbers: int) -> Flat:
            hands, rest, before, cut = parted(numbers)
            cards = tuple(tuple(map(form.as_card, hand)) for hand in hands)
            shown = cards[dealer][-1] if game.last_shown else None if cut is None else form.as_card(cut)
            others = tuple(map(form.as_card, rest))
            state = form.start(game, cards, others, Seat(dealer), shown, before if told else None)
            return _as_begun(form, game, dealer, state)

        def claim(given: Numbers, found: Numbers) -> Truth:
            hands, rest, before, cut = parted(given)
            shown = hands[dealer][-1] if game.last_shown else cut
            return _begins(form, game, (hands, rest, dealer, shown, before if told else _nothing(game)), found)

        name = f"dealer {dealer}" if told else f"dealer {dealer}, no scores told"
        return ProofCase(name=name, variables=(*pack, *scores, *cuts), lifted=run, assuming=assuming, claim=claim)

    for dealer, told in itertools.product(range(game.players), (True, False) if suits else (True,)):
        yield case(dealer, told=told)


def _pack(game: Game) -> list[Variable]:
    usual = tuple(map(int, game.pack.cards))
    return [Variable(f"card {place + 1}", usual, card=True) for place in range(len(usual))]


def _nothing(game: Game) -> Numbers:
    return (numeral(0),) * game.side_count


def _as_begun(form: Form[_G, _S, _D, _T], game: _G, dealer: int, state: _T) -> Flat:
    """Return the numbers of a state, and whether it is one of this game, of which nothing is played."""
    right = (state.game, state.dealer, state.points_known, state.log) == (game, dealer, True, ())
    return (int(right), *form.flat(state))


def _begins(
    form: Form[_G, _S, _D, _T],
    game: _G,
    dealt: tuple[tuple[Numbers, ...], Numbers, int, Number | None, Numbers],
    found: Numbers,
) -> Truth:
    """Return that what is found are the numbers of a deal that begins so."""
    ways = form.begin(game, *dealt)
    return every(some([no(guard), same(found, (1, *form.flat(deal)))]) for guard, deal in ways)


def deal(setting: Setting) -> Iterator[ProofCase]:
    """However the pack lies, every card of it is dealt where the clauses say; also in packets that are not multiples of each other.

    A deal begins as the relation of play says: with nothing captured, and with what a card shows that is turned up, cut, or dealt last.
    """
    return _deals(MATCHING, setting.matching) if is_matching(setting) else _deals(SUITS, setting.suits)


def _deals(form: Form[_G, _S, _D, _T], game: _G) -> Iterator[ProofCase]:
    last = len(game.pack.cards) - 1
    yield from (_dealing(form, game, dealer, 0) for dealer in range(game.players))
    yield _dealing(form, game, 0, last)
    yield _dealing(form, game, game.players - 1, last)
    yield _dealing(form, with_rules(game, deal=(2, 3), hand=5), 0, 0)
    known = with_rules(game, cut_card="known") if game.cuts else game
    for number, cut in enumerate(range(last + 1 if game.cuts else 0)):
        yield _dealing(form, known, number % game.players, cut)


def _dealing(form: Form[_G, _S, _D, _T], game: _G, dealer: int, cut: int) -> ProofCase:
    """Return the case of a deal in which the card at a place of the pack is shown by cutting."""
    goes_to, seed = receiver(game.rules, game.players), dealer * 5
    scores = tuple(range(3, 3 + game.side_count)) if game.scores_matter else None

    def run(*numbers: int) -> Flat:
        cards = tuple(map(form.as_card, numbers))

        def shuffle_and_cut(pack: tuple[Card, ...], seeded: int) -> tuple[tuple[Card, ...], Card]:
            return cards if pack == game.pack.cards and seeded == seed else (), cards[cut]

        dealing = linked(Game.deal, shuffle_and_cut=shuffle_and_cut, sort_cards=same_cards)
        return _as_begun(form, game, dealer, cast("_T", dealing(game, seed=seed, dealer=dealer, scores=scores)))

    def claim(given: Numbers, found: Numbers) -> Truth:
        seats = [goes_to.at(dealer, place) for place in range(len(given))]
        *hands, rest = [
            tuple([card for card, to in zip(given, seats, strict=True) if to == seat])
            for seat in range(game.players + 1)
        ]
        before = tuple(map(numeral, scores or ())) or _nothing(game)
        shown = given[len(given) - len(rest) - 1] if game.last_shown else given[cut] if game.cuts else None
        return _begins(form, game, (tuple(hands), rest, dealer, shown, before), found)

    return ProofCase(
        name=f"dealer {dealer}, card {cut + 1} at the cut, packets of {', '.join(map(str, game.rules.deal))}",
        variables=tuple(_pack(game)),
        lifted=run,
        assuming=lambda given: [Z3.Distinct(*given)] if isinstance(game, SuitGame) else [],
        claim=claim,
    )


def packs(setting: Setting) -> Iterator[ProofCase]:
    """A deck that is given, has a number or is drawn for what hands hold and lack, is dealt as if shuffling had given it."""
    for dealer in range(setting.game.players):
        yield from _packs(setting.game, Seat(dealer))


def _packs(game: Game, dealer: Seat) -> Iterator[ProofCase]:
    """Yield the cases of a dealer; hands count from the player after him on, so that his own is the last."""
    pack, cut, mine, other = game.pack.cards[::-1], game.pack.cards[3], game.pack.cards[:1], game.pack.cards[-1:]
    last, following = game.players - 1, game.after[dealer]
    asked: dict[str, tuple[dict[str, Any], tuple[Wanted, ...]]] = {
        "what a hand is to hold": ({"holds": {dealer: mine}}, (Wanted(last, mine),)),
        "what a hand is to lack": ({"lacks": {following: other}}, (Wanted(0, (), other),)),
        "both": ({"holds": {dealer: mine}, "lacks": {following: mine}}, (Wanted(0, (), mine), Wanted(last, mine))),
    }

    def case(name: str, given: dict[str, Any], deck: tuple[Card, ...], shown: Card) -> ProofCase:
        dealing = linked(Game.deal, shuffle_and_cut=lambda *_: (deck, shown))
        return _so(
            f"{name}, seat {dealer} deals",
            "as shuffled",
            lambda: Game.deal(game, dealer=dealer, **given) == dealing(game, seed=0, dealer=dealer),
        )

    def found(name: str, given: dict[str, Any], deals: Deals, at: int) -> ProofCase:
        arranged = deals.at(at)
        return case(name, given, arranged.deck(game.rules.deal, game.players), arranged.cut)

    yield case("a deck", {"deck": pack, "cut": cut if game.cuts else None}, pack, cut)
    for number in (0, game.deals // 3, game.deals - 1):
        yield found(f"number {number}", {"number": number}, deals_of(game), number)
    for seed, (name, (given, wanted)) in enumerate(asked.items()):
        deals = deals_of(game, wanted)
        yield found(name, {"seed": seed, **given}, deals, drawn(deals, seed))


def refusals(setting: Setting) -> Iterator[ProofCase]:
    """What is no deal is refused: without a seed or a deck, with both, or with what the game does not ask for."""
    game = setting.game
    pack = game.pack.cards
    cut = pack[0] if game.cuts else None
    wrong: dict[str, dict[str, Any]] = {
        "neither seed nor deck": {},
        "both seed and deck": {"seed": 0, "deck": pack},
        "a seed and a cut": {"seed": 0, "cut": pack[0]},
        "a deck without a card": {"deck": pack[1:], "cut": cut},
        "a deck and what hands are to hold": {"deck": pack, "cut": cut, "holds": {0: pack[:1]}},
        "scores that there cannot be": {"seed": 0, "scores": (-1,) * game.side_count},
        "no such dealer": {"seed": 0, "dealer": game.players},
    }

    def refused(given: dict[str, Any]) -> bool:
        try:
            Game.deal(game, **given)
        except UsageError:
            return True
        return False

    yield from (_so(name, "refused", functools.partial(refused, given)) for name, given in wrong.items())


def _so(name: str, what: str, run: Callable[[], bool]) -> ProofCase:
    """Return the case of a statement about the engine alone, without any number."""
    return ProofCase(name=name, variables=(), returns=(what,), lifted=run, claim=lambda _, found: holds(found[0]))
