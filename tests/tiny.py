"""Tiny packs, with which play can be followed to every end: games of a handful of cards, and all that the rules make of a deal.

The rules are those of the referees, which read them once more, on cards as text. :func:`explore` follows them to everything that a deal
can come to, without the engine; :func:`transitions` follows the engine.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

import msgspec
from referee import Referee
from slices import sliced
from suit_referee import SuitReferee
from typing_extensions import override

from aceten import Action, Game, MatchingGame, MatchingState, Rank, State, SuitGame, SuitState, load, parse_action
from aceten.testing import MatchingDeal, SuitDeal
from aceten_spec import load_shipped
from aceten_spec.cards import PACKS
from aceten_spec.parameter_checks import check_parameters
from aceten_spec.refusals import refusal_codes
from aceten_spec.rulebook import Award, SuitParameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from aceten import Facts as GameFacts
    from aceten.actions import Event
    from aceten_spec import Card

_T = TypeVar("_T")

Changes: TypeAlias = "dict[str, object]"
"""Parameters by name."""

AnyDeal: TypeAlias = MatchingDeal | SuitDeal
"""Everything that a deal begins with."""

# --- Games ------------------------------------------------------------------------------------------------------------

VALUES: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""What a card counts, by rank, whatever the game."""


def points_of(cards: str, packs: int = 1) -> int:
    """Return what cards such as ``"Ac As Kc"`` count."""
    return packs * sum(VALUES.get(text[0], 0) for text in cards.split())


def table(total: int) -> tuple[Award, ...]:
    """Return a scoring table for so many points in all: for most of them, for all of them, and for every trick."""
    return (
        Award(name="most", meaning="most points", points=(total // 2, total - 1), tricks="some", game_points=1),
        Award(name="all", meaning="all points", points=(total, total), tricks="some", game_points=2),
        Award(name="sweep", meaning="every trick", points=(0, total), tricks="all", game_points=3),
    )


def tiny(parent: str, cards: str, players: int, hand: int, changes: Changes) -> Game:
    """Return the game of a shipped rulebook with these cards alone, such as ``"Ac As Kc"``, and with other parameters.

    :raises RulebookError: when they contradict each other.
    """
    book = load_shipped(parent)
    kind = type(book.parameters)
    kept = cards.split()
    ranks = {text[0] for text in kept}
    own: dict[str, object] = {name: getattr(book.parameters, name) for name in kind.__struct_fields__}
    own |= {
        "players": [players],
        "hand": hand,
        "deal": [hand],
        "tricks": "suit" if kind is SuitParameters else "matching",
    }
    own |= {"values": {letter: points for letter, points in VALUES.items() if letter in ranks}}
    own |= changes
    own |= {"removed": [str(each) for each in PACKS[str(own["pack"])].cards if str(each) not in kept]}
    if own["score"] == "table" and "scoring" not in changes:
        own |= {"scoring": table(points_of(cards, int(str(own["packs"]))) + int(str(own["last_trick_points"])))}
    # Through plain values, so that a wrong one is refused as in a rulebook that is read.
    parameters = msgspec.convert(msgspec.to_builtins(own), kind)
    check_parameters(parameters, players, source=f"tiny {parent}")
    refusals = dict.fromkeys(refusal_codes(parameters), book.refusals["unknown_action"]) | book.refusals
    changed = msgspec.structs.replace(
        book, id="tiny", options={}, by_players={}, refusals=refusals, parameters=parameters
    )
    return load(changed, players=players)


# --- Deals ------------------------------------------------------------------------------------------------------------


def kind_of(card: Card, game: GameFacts) -> str:
    """Return what tells a card from others: with matching tricks its rank alone, but for the card whose holder plays alone."""
    text = str(card)
    if isinstance(game, MatchingGame) and text != game.rules.lone_card:
        return text[0]
    return text


def hands_and_talons(game: Game) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every way to deal the pack by kinds of cards: each player's hand, in no order, and the talon, in its order."""

    def dealt(left: Counter[str], hands: tuple[tuple[str, ...], ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
        rest = sorted(left.elements())
        if len(hands) == game.players:
            yield from ((*hands, talon) for talon in sorted(set(itertools.permutations(rest))))
            return
        for hand in sorted(set(itertools.combinations(rest, game.rules.hand))):
            yield from dealt(left - Counter(hand), (*hands, hand))

    yield from dealt(Counter(kind_of(card, game) for card in game.pack.cards), ())


def deals(game: Game, dealer: int, *, scores: tuple[int, ...] | None = None) -> Iterator[AnyDeal]:
    """Yield every deal by a dealer, up to the order in which the cards of a hand come and, with matching tricks, up to suits.

    Where a card is cut, every deal comes with every card, and where the last card that is dealt is shown, with each of the dealer's.
    """
    for *by_seat, talon in hands_and_talons(game):
        yield from _deals_of(game, dealer, by_seat, talon, scores)


def last_ones(cards: Sequence[_T], *, shown: bool) -> Iterator[Sequence[_T]]:
    """Yield a hand in every order that makes a difference: with each of its cards dealt last where that one is shown."""
    for place in range(len(cards)) if shown else (-1,):
        yield (*cards[:place], *cards[place + 1 :], cards[place]) if shown else cards


def _deals_of(
    game: Game, dealer: int, by_seat: Sequence[tuple[str, ...]], talon: tuple[str, ...], scores: tuple[int, ...] | None
) -> Iterator[AnyDeal]:
    """Yield the deals of these hands and this talon."""
    for last in last_ones(by_seat[dealer], shown=game.last_shown):
        hands = [*by_seat[:dealer], last, *by_seat[dealer + 1 :]]
        order: list[str] = []
        at = 0
        for batch in game.rules.deal:
            for turn in range(1, game.players + 1):
                order += hands[(dealer + turn) % game.players][at : at + batch]
            at += batch
        deck = _of_kinds(game, [*order, *talon])
        if isinstance(game, SuitGame):
            cuts = game.pack.cards if game.cuts else (None,)
            yield from (SuitDeal(game, deck, dealer, cut, scores) for cut in cuts)
        elif isinstance(game, MatchingGame):
            yield MatchingDeal(game, deck, dealer)


def _of_kinds(game: Game, kinds: list[str]) -> tuple[Card, ...]:
    """Return the cards of the pack in this order of their kinds, those of one kind as they come."""
    left = list(game.pack.cards)
    found: list[Card] = []
    for kind in kinds:
        card = next(card for card in left if kind_of(card, game) == kind)
        left.remove(card)
        found.append(card)
    return tuple(found)


def other_decks(deal: AnyDeal, seat: int) -> Iterator[tuple[Card, ...]]:
    """Yield the pack in every order in which a seat is dealt the hand that it is dealt by this one, but for the order in a hand."""
    game, order = deal.game, list[int]()
    for batch in game.rules.deal:
        for turn in range(1, game.players + 1):
            order += [(deal.dealer + turn) % game.players] * batch
    places = {hand: [at for at, owner in enumerate(order) if owner == hand] for hand in range(game.players)}
    rest = frozenset(range(len(deal.deck))) - set(places[seat])
    deck = list(deal.deck)

    def dealt(hand: int, left: frozenset[int]) -> Iterator[tuple[Card, ...]]:
        if hand == seat:
            yield from dealt(hand + 1, left)
        elif hand == game.players:
            talon = range(len(order), len(deck))
            for cards in itertools.permutations(sorted(left)):
                for place, card in zip(talon, cards, strict=True):
                    deck[place] = deal.deck[card]
                yield tuple(deck)
        else:
            shown = game.last_shown and hand == deal.dealer
            chosen = itertools.combinations(sorted(left), len(places[hand]))
            for held in itertools.chain.from_iterable(last_ones(each, shown=shown) for each in chosen):
                for place, card in zip(places[hand], held, strict=True):
                    deck[place] = deal.deck[card]
                yield from dealt(hand + 1, left - set(held))

    yield from dealt(0, rest)


def shuffled_deal(game: Game, chance: Random, scores: tuple[int, ...] | None = None) -> AnyDeal:
    """Return a deal of a shuffled deck by any dealer."""
    cards = game.pack.cards
    deck, dealer = tuple(chance.sample(cards, len(cards))), chance.randrange(game.players)
    if isinstance(game, SuitGame):
        return SuitDeal(game, deck, dealer, chance.choice(cards) if game.cuts else None, scores)
    assert isinstance(game, MatchingGame)
    return MatchingDeal(game, deck, dealer)


# --- What is to be compared -------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """What a deal comes to."""

    points: tuple[int, ...]
    tricks: tuple[int, ...] | None
    last_trick: int | None
    winners: tuple[int, ...] | None
    game_points: tuple[int, ...] | None
    award: str | None
    resets: tuple[int, ...]
    claimed: int | None
    trump: str | None


class OfMatching(NamedTuple):
    """What only a deal with matching tricks has."""

    choosing: bool
    drawn: str | None
    leads: str
    lone: int | None
    burned: tuple[int, ...]
    forfeit: int | None


class OfSuits(NamedTuple):
    """What only a deal with suit tricks has."""

    trump: str | None
    closed: tuple[int, int, tuple[int, ...]] | None
    melds: tuple[int, ...]
    waiting: tuple[int, ...]
    counted: tuple[int, ...]
    shown: tuple[str, ...]
    claimant: int | None
    bids: tuple[int, ...]
    contract: tuple[int, int] | None
    scores: tuple[int, ...]


class Facts(NamedTuple):
    """All that there is to say about one moment of a deal, cards as text; but not how it came about."""

    turn: int | None
    legal: tuple[str, ...]
    calls: tuple[str, ...]
    hands: tuple[str, ...]
    talon: str
    trick: str
    leader: int
    winning: int
    taken: tuple[str, ...]
    points: tuple[int, ...]
    points_to_take: int
    tricks: tuple[int, ...] | None
    dealer: int
    further: OfMatching | OfSuits
    outcome: Outcome | None


def together(cards: Iterable[object]) -> str:
    """Return cards in no order of their own as text."""
    return "".join(sorted(map(str, cards)))


def in_order(cards: Iterable[object]) -> str:
    """Return cards as text in their order."""
    return "".join(map(str, cards))


def facts_of(state: State) -> Facts:
    """Return what the engine says about a state."""
    return Facts(
        turn=state.turn,
        legal=tuple(sorted(map(str, state.legal))),
        calls=tuple(sorted(map(str, state.calls))),
        hands=tuple([together(hand) for hand in state.hands]),
        talon=in_order(state.talon),
        trick=in_order(state.trick),
        leader=state.leader,
        winning=state.winning,
        taken=tuple([together(pile) for pile in state.taken]),
        points=state.points,
        points_to_take=state.points_in_play,
        tricks=state.tricks,
        dealer=state.dealer,
        further=_of_suits(state) if isinstance(state, SuitState) else _of_matching(state),
        outcome=_outcome_of(state),
    )


def _of_matching(state: State) -> OfMatching:
    assert isinstance(state, MatchingState)
    return OfMatching(
        choosing=state.choosing,
        drawn=None if state.drawn is None else str(state.drawn),
        leads="".join(Rank(rank).letter for rank in state.leads),
        lone=state.lone,
        burned=state.burned,
        forfeit=state.forfeit,
    )


def _of_suits(state: SuitState) -> OfSuits:
    closed = state.closed
    return OfSuits(
        trump=None if state.trump is None else state.trump.letter,
        closed=None if closed is None else (closed.seat, closed.points, closed.tricks),
        melds=state.melds,
        waiting=state.waiting,
        counted=tuple([state.counted(side) for side in sorted(set(state.game.sides))]),
        shown=tuple([together(cards) for cards in state.shown]),
        claimant=state.claimant,
        bids=state.bids,
        contract=state.contract,
        scores=state.scores,
    )


def _outcome_of(state: State) -> Outcome | None:
    result = state.result
    if result is None:
        return None
    return Outcome(
        points=result.points,
        tricks=result.tricks,
        last_trick=result.last_trick,
        winners=result.winners,
        game_points=result.game_points,
        award=result.award,
        resets=result.resets,
        claimed=result.claimed,
        trump=None if result.trump is None else result.trump.letter,
    )


# --- The rules once more ----------------------------------------------------------------------------------------------


_action = functools.cache(parse_action)


class MatchingBoard(Referee):
    """A deal with matching tricks by the rules alone."""

    def __init__(self, deal: MatchingDeal, events: Iterable[Event] = ()) -> None:
        """Deal the cards and let everything happen."""
        super().__init__(deal, events)
        self._deal = deal

    def then(self, action: str) -> MatchingBoard:
        """Return the deal after an action of the seat to act."""
        assert self.turn is not None
        return self.after(self.turn, _action(action))

    @override
    def _spice(self) -> None:
        # The card that was drawn lies in the trick as if its player had played it, and the one taken back as if he had not.
        place = len(self.played) - len(self.trick) + (self.winning - self.leader) % self.players
        assert self.drawn is not None
        self.played[place] = (self.winning, self.drawn)
        super()._spice()

    @functools.cached_property
    def facts(self) -> Facts:
        """All that there is to say about it."""
        calls = [f"call:{seat}:{kind}" for seat in self.callers for kind in self.rules.calls]
        return Facts(
            turn=self.turn,
            legal=tuple(sorted(self.allowed)),
            calls=tuple(sorted(calls)),
            hands=tuple(map(together, self.hands)),
            talon=in_order(self.talon),
            trick=in_order(self.trick),
            leader=self.leader,
            winning=self.winning,
            taken=tuple(map(together, self.taken)),
            points=tuple(self.cards),
            points_to_take=self.count([*itertools.chain(*self.hands), *self.talon, *self.trick]),
            tricks=tuple(self.tricks),
            dealer=self._deal.dealer,
            further=OfMatching(
                choosing=self.choosing,
                drawn=self.drawn,
                leads=self._last_leads,
                lone=self.lone,
                burned=tuple(sorted(self.burned)),
                forfeit=self._forfeit,
            ),
            outcome=self._outcome,
        )

    @property
    def _last_leads(self) -> str:
        limit = self.rules.lead_limit
        return "" if self.over or not limit else "".join(self.leads[-limit:])

    @property
    def _forfeit(self) -> int | None:
        if not self.over or self.played[-1][1][0] != self.rules.last_card_loses:
            return None
        return self.side(self.played[-1][0])

    @property
    def _outcome(self) -> Outcome | None:
        if not self.over:
            return None
        name, scored = self.award
        return Outcome(
            points=tuple(self.points),
            tricks=tuple(self.tricks),
            last_trick=self.side(self.leader),
            winners=self.winners,
            game_points=scored,
            award=name,
            resets=self.resets,
            claimed=None,
            trump=None,
        )


class SuitBoard(SuitReferee):
    """A deal with suit tricks by the rules alone."""

    def __init__(self, deal: SuitDeal, events: Iterable[Event] = ()) -> None:
        """Deal the cards and let everything happen."""
        super().__init__(deal, events)
        self._deal = deal

    def then(self, action: str) -> SuitBoard:
        """Return the deal after an action of the seat to act."""
        assert self.turn is not None
        return self.after(self.turn, _action(action))

    @functools.cached_property
    def facts(self) -> Facts:
        """All that there is to say about it."""
        closed = None if self.closer is None else (self.closer, self.at_closing[0], tuple(self.at_closing[1]))
        return Facts(
            turn=self.turn,
            legal=tuple(sorted(self.allowed)),
            calls=(),
            hands=tuple(map(together, self.hands)),
            talon=in_order(self.talon),
            trick=in_order(self.trick),
            leader=self.leader,
            winning=self.winning,
            taken=tuple(map(together, self.piles)),
            points=tuple(map(self.count, self.piles)),
            points_to_take=self.count([*itertools.chain(*self.hands), *self.talon, *self.trick]),
            tricks=tuple(self.won),
            dealer=self._deal.dealer,
            further=OfSuits(
                trump=self.trump,
                closed=closed,
                melds=tuple(self.melds),
                waiting=tuple(map(sum, self.pending)),
                counted=(self.total(0), self.total(1)),
                shown=tuple(map(together, self.known)),
                claimant=self.claimant,
                bids=() if self.declarer is not None else tuple(bid for _, bid in self.bids),
                contract=None if self.declarer is None else (self.declarer, self.bid),
                scores=tuple(self.scores),
            ),
            outcome=self._outcome,
        )

    @property
    def _outcome(self) -> Outcome | None:
        if not self.over:
            return None
        name, scored = self.award
        winners = () if scored[0] == scored[1] else (scored.index(max(scored)),)
        claimed = None
        if self.claimant is not None and self.rules.claim_for == "match" and name != "wrong-claim":
            claimed = self.claimant % 2
        return Outcome(
            points=(self.total(0), self.total(1)),
            tricks=tuple(self.won),
            last_trick=None if self.trick or any(self.hands) else self.leader % 2,
            winners=winners if claimed is None else (claimed,),
            game_points=scored,
            award=name,
            resets=(),
            claimed=claimed,
            trump=self.trump,
        )


Board: TypeAlias = MatchingBoard | SuitBoard
"""A deal at one moment by the rules alone."""


def board(deal: AnyDeal) -> Board:
    """Return a deal at its beginning, by the rules alone."""
    return MatchingBoard(deal, ()) if isinstance(deal, MatchingDeal) else SuitBoard(deal, ())


# --- Everything that a deal can come to -------------------------------------------------------------------------------


class Moment(NamedTuple):
    """One moment of a deal by the rules alone."""

    board: Board
    after: dict[str, Facts]
    """What each allowed action makes of it."""


Course: TypeAlias = "dict[Facts, Moment]"
"""Everything that a deal can come to, each moment once."""


def explore(start: Board) -> Course:
    """Return everything that a deal can come to by the rules alone."""
    found: Course = {}
    waiting = [start]
    while waiting:
        now = waiting.pop()
        if now.facts in found:
            continue
        after = {action: now.then(action) for action in now.facts.legal}
        found[now.facts] = Moment(now, {action: each.facts for action, each in after.items()})
        waiting += after.values()
    return found


def transitions(start: State) -> Iterator[tuple[State, Action, State]]:
    """Yield everything that the engine makes of a state: every state that play comes to, every legal action in it, and the next state."""
    known = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in state.legal:
            after = state.play(action)
            yield state, action, after
            if after not in known:
                known.add(after)
                waiting.append(after)


def sequences(course: Course, start: Facts) -> list[int]:
    """Return how many sequences of 0, 1, 2, ... actions there are by the rules alone."""
    counts: list[int] = []
    now = Counter({start: 1})
    while now:
        counts.append(now.total())
        then: Counter[Facts] = Counter()
        for facts, ways in now.items():
            for after in course[facts].after.values():
                then[after] += ways
        now = then
    return counts


class Worth(NamedTuple):
    """What a deal is worth to one side of two, by what is asked for: that first, and then what else counts."""

    deal: tuple[int, ...]
    """1: won, 0: nobody's, -1: lost."""
    game_points: tuple[int, ...]
    """Game points, less those of the other side."""
    points: tuple[int, ...]
    """Points."""


def minimax(
    course: Course, start: Facts, sides: tuple[int, ...], first: frozenset[int], *, by_points: bool
) -> dict[Facts, Worth]:
    """Return what every moment is worth to the sides ``first`` when all know every card and everything is tried.

    :param sides: the side of each seat.
    :param by_points: whether points count.
    """
    known: dict[Facts, Worth] = {}

    def worth(facts: Facts) -> Worth:
        if facts not in known:
            if facts.turn is None:
                known[facts] = _worth_of(facts.outcome, first, by_points=by_points)
            else:
                choose = max if sides[facts.turn] in first else min
                known[facts] = Worth(*map(choose, zip(*map(worth, course[facts].after.values()), strict=True)))
        return known[facts]

    worth(start)
    return known


def _worth_of(outcome: Outcome | None, first: frozenset[int], *, by_points: bool) -> Worth:
    assert outcome is not None
    assert outcome.winners is not None
    assert outcome.game_points is not None
    scored = (
        [points for side, points in enumerate(outcome.game_points) if (side in first) is ours] for ours in (True, False)
    )
    ours, theirs = map(max, scored)
    won = {side in first for side in outcome.winners}
    deal = 0 if len(won) != 1 else 1 if won == {True} else -1  # a win of both is worth what one of nobody is
    margin = ours - theirs
    points = sum(points for side, points in enumerate(outcome.points) if side in first)
    last = (points,) if by_points else ()
    return Worth(deal=(deal, margin, *last), game_points=(margin, deal, *last), points=(points, deal, margin))


def seen(course: Course) -> Iterator[str]:
    """Yield what comes to pass, by name: actions other than cards, how many rounds a trick has, awards, and what else a result says."""
    for facts, moment in course.items():
        yield from (action.partition(":")[0] for action in moment.after if len(action) > len("Ac"))
        cards = len(facts.trick) // 2
        yield f"round {-(-cards // len(facts.hands))}"
        if isinstance(facts.further, OfMatching) and facts.further.forfeit is not None:
            yield "forfeit"
        outcome = facts.outcome
        if outcome is not None and outcome.award is not None:
            yield outcome.award
            yield from ["resets"] * bool(outcome.resets) + ["match won"] * (outcome.claimed is not None)
            yield from ["left over"] * bool(facts.talon and isinstance(facts.further, OfMatching))


# --- The games that are followed ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tiny:
    """A tiny game, and which of its deals are followed."""

    game: Game
    shows: frozenset[str]
    """What must come to pass in those deals (:func:`seen`)."""
    every: int = 1
    """A run of the tests follows one in so many deals, the players dealing in turn; ``make thorough`` all, each by every dealer."""
    shuffled: tuple[int, int] | None = None
    """Where there are too many deals for that: so many shuffled decks that a run of the tests follows, and ``make thorough``."""
    scores: tuple[int, ...] | None = None
    """The scores in the match, where they bear on play."""

    def deals(self) -> Iterator[AnyDeal]:
        """Yield the deals that are followed."""
        players = self.game.players
        if self.shuffled is not None:
            part, whole = self.shuffled
            yield from (
                shuffled_deal(self.game, Random(seed), self.scores) for seed in range(sliced(part, whole=whole))
            )
            return
        for dealer in range(players):
            first, step = sliced((dealer, players * self.every), whole=(0, 1))
            yield from itertools.islice(deals(self.game, dealer, scores=self.scores), first, None, step)


def _matching(
    shows: str,
    changes: Changes,
    *,
    cards: str = "Ac As Kc Ks 7c 7s",
    players: int = 2,
    hand: int = 2,
    every: int = 6,
) -> Tiny:
    """Return a game with matching tricks; unless told otherwise sevens are wild, and the leader may continue when the opponent wins."""
    game = tiny("zsiros", cards, players, hand, {"calls": (), **changes})
    return Tiny(game, frozenset(shows.split(", ")), every)


_POINTS: Final[Changes] = {"score": "points", "scoring": ()}
_EACH: Final[Changes] = {"sides": "each", "tie": "shared", "continuation": "always"}
_LONE: Final[Changes] = {"sides": "lone", "lone_card": "Kh", "tie": "draw", "continuation": "always"}
_WITH_KH: Final = "Ac As Kc Kh 7c 7s"
_SEVEN: Final = "Ac As Ah Kc Ks 7c 7s"
_EIGHT: Final = "Ac As Ah Kc Ks Kh 7c 7s"
_ACES_AND_KINGS: Final = "Ac As Ah Ad Kc Ks Kh Kd"
_ACES_AND_SEVENS: Final = "Ac As Ah Ad 7c 7s 7h 7d"

MATCHING: Final = {
    # When the leader may continue, and with what
    "never": _matching("most, sweep, round 1", {"continuation": "never"}),
    "opponent-winning": _matching("most, all, sweep, stop, round 2", {}),
    "always": _matching("most, all, sweep, stop, round 2", {"continuation": "always"}),
    "three-rounds": _matching("stop, round 3", {"continuation": "always"}, hand=3),
    "newest": _matching("stop, round 2", {"continuation": "always", "to_match": "newest_lead"}, every=12),
    "newest-opponent-winning": _matching("stop, round 2", {"to_match": "newest_lead"}, every=12),
    "any-card": _matching(
        "stop, round 2", {"continuation": "always", "to_match": "newest_lead", "continue_with": "any"}
    ),
    "any-card-opponent-winning": _matching("round 3", {"to_match": "newest_lead", "continue_with": "any"}, hand=3),
    # What is wild, and how
    "no-wild": _matching("round 2", {"wild": (), "continuation": "always"}),
    "two-wild": _matching("round 2", {"wild": ["7", "K"]}, every=12),
    "own-rank": _matching("round 2", {"wild": ["7", "K"], "wild_led": "own_rank", "continuation": "always"}),
    "trump": _matching("round 2", {"wild_role": "trump", "continuation": "always"}),
    "trump-own-rank": _matching(
        "round 2", {"wild": ["7", "K"], "wild_role": "trump", "wild_led": "own_rank"}, every=12
    ),
    "trump-newest": _matching(
        "round 3",
        {"wild": ["7", "K"], "wild_role": "trump", "to_match": "newest_lead", "continuation": "always"},
        hand=3,
    ),
    # Drawing, and what is left over
    "block": _matching("round 2", {"wild": (), "continuation": "always"}, cards=_ACES_AND_KINGS, every=24),
    "round-robin": _matching(
        "round 2", {"wild": (), "continuation": "always", "draw": "round_robin"}, cards=_ACES_AND_KINGS, every=24
    ),
    "left-unplayed": _matching("left over, most", {"leftover": "unplayed"}, cards=_SEVEN, every=18),
    "left-to-the-last": _matching(
        "most, all, sweep", {"leftover": "last_trick", "draw": "round_robin"}, cards=_SEVEN, every=18
    ),
    "left-unplayed-three": _matching(
        "left over, most", _EACH | {"leftover": "unplayed"}, cards=_EIGHT, players=3, every=30
    ),
    "left-to-the-last-three": _matching("most", _EACH | {"leftover": "last_trick"}, cards=_EIGHT, players=3, every=30),
    # Flipping, spicing, leading
    "flip": _matching("flip", {"continuation": "never", "flip": True}, every=12),
    "spice": _matching("spice, stop", {"continuation": "never", "spice": True}, every=12),
    "flip-and-spice": _matching(
        "flip, spice, stop", {"continuation": "never", "flip": True, "spice": True, "lead_limit": 1}, every=12
    ),
    "lead-limit": _matching("round 2", {"lead_limit": 1, "continuation": "always"}, every=12),
    "lead-limit-two": _matching("round 2", {"lead_limit": 2, "wild": ["A"]}, cards="Ac As Ah Kc 7c 7s", hand=3),
    # What a deal comes to
    "last-trick-points": _matching("draw, most", {"last_trick_points": 5, "tie": "draw", "wins_from": 20}, every=12),
    "tie-to-the-last": _matching("most, round 1", {"wild": ()}, cards="Ac As Kc Ks 9c 9s", every=12),
    "tie-to-nobody": _matching("draw, most", {"wild": (), "tie": "draw"}, cards="Ac As Kc Ks 9c 9s", every=6),
    "tie-to-both": _matching("shared, most", {"wild": (), "tie": "shared"}, cards="Ac As Kc Ks 9c 9s", every=6),
    "seven-loses": _matching("forfeit, most", {"last_card_loses": "7"}, every=12),
    "ace-loses": _matching(
        "forfeit, draw", {"last_card_loses": "A", "tie": "draw", "continuation": "always"}, every=12
    ),
    "sweep-points": _matching(
        "points, sweep, resets", _POINTS | {"sweep_points": 9, "zero_resets": True, "last_trick_points": 5}, every=12
    ),
    "sweep-resets": _matching("points, sweep, resets", _POINTS | {"sweep_resets": True}, every=12),
    "two-packs": _matching("most, round 2", {"packs": 2}, cards="Ac Kc 7c"),
    # Three players
    "three": _matching("shared, most, sweep, round 2", _EACH, players=3),
    "three-first-match": _matching(
        "shared, most", _EACH | {"continuation": "never", "taken_by": "first_match"}, players=3
    ),
    "three-with-talon": _matching(
        "flip, spice, most",
        _EACH | {"continuation": "never", "flip": True, "spice": True, "tie": "last_trick"},
        players=3,
        hand=1,
        every=12,
    ),
    "three-score-points": _matching(
        "points, sweep, resets",
        _EACH | _POINTS | {"sweep_points": 9, "sweep_resets": True, "zero_resets": True},
        players=3,
    ),
    "lone-as-seven": _matching(
        "draw, most, round 2", _LONE | {"lone_card_rank": "7", "lone_card_led": "7"}, cards=_WITH_KH, players=3
    ),
    "lone-as-seven-when-played": _matching(
        "most", _LONE | {"lone_card_rank": "7"}, cards=_WITH_KH, players=3, every=12
    ),
    "lone-as-seven-when-led": _matching("most", _LONE | {"lone_card_led": "7"}, cards=_WITH_KH, players=3, every=6),
    "lone-as-trump-when-played": _matching(
        "most", _LONE | {"lone_card_rank": "7", "wild_role": "trump"}, cards=_WITH_KH, players=3
    ),
    "lone-as-king": _matching("most", _LONE, cards=_WITH_KH, players=3),
    "lone-with-talon": _matching(
        "flip, spice, most",
        _LONE
        | {"continuation": "never", "flip": True, "spice": True, "tie": "last_trick", "last_trick_points": 5}
        | {"lone_card_rank": "7", "lone_card_led": "7"},
        cards=_WITH_KH,
        players=3,
        hand=1,
        every=24,
    ),
    # Four players
    "partners": _matching(
        "stop, most, all, sweep", {"calls": ["beat", "no-grease"]}, cards=_ACES_AND_SEVENS, players=4, every=2
    ),
    "partners-with-talon": _matching("most, all", {"calls": ["beat"]}, cards=_ACES_AND_SEVENS, players=4, hand=1),
    "four-first-match": _matching(
        "most", {"continuation": "never", "taken_by": "first_match"}, cards=_ACES_AND_SEVENS, players=4
    ),
    "four-each": _matching("shared, most", _EACH | {"wild": ()}, cards=_ACES_AND_KINGS, players=4, every=12),
    "four-resets": _matching(
        "resets, points",
        _POINTS | {"wild": (), "four_resets": True, "zero_resets": True, "continuation": "always"},
        cards=_ACES_AND_KINGS,
        players=4,
        every=2,
    ),
}
"""Games with matching tricks: every parameter that bears on a deal, with every one of its values."""


def _suits(
    parent: str,
    shows: str,
    changes: Changes,
    *,
    cards: str = "Kc Ks Qc Qs Jc Js",
    players: int = 2,
    hand: int = 2,
    every: int = 72,
    shuffled: tuple[int, int] | None = None,
    scores: tuple[int, ...] | None = None,
) -> Tiny:
    """Return a game with suit tricks."""
    pack: Changes = {"pack": "french-20", "order": ["A", "T", "K", "Q", "J"]}
    game = tiny(parent, cards, players, hand, {**pack, **_SMALL[parent], **changes})
    return Tiny(game, frozenset(shows.split(", ")), every, shuffled, scores)


_RACE: Final[Changes] = {"exchange": "J", "marriage_points": [4, 8], "claim_points": 15, "schneider": 6}
_SMALL: Final[dict[str, Changes]] = {
    "sixty-six": _RACE | {"exchange_min_stock": 2, "last_trick_points": 3},
    "schnapsen": _RACE,
    "auction-sixty-six": {"marriage_points": [4, 8], "last_trick_points": 3},
    "tausendeins": {},
    "einwerfen": {"pack": "french-24", "order": ["A", "T", "K", "Q", "J", "9"]},
    "sueca": {"pack": "french-24"},
}
"""Parameters of the shipped games that suit tiny packs."""
_OPEN: Final[Changes] = {"close": "never", "meld_after_closing": False, "won_at": "end", "claim": "automatic"}
_CUT: Final[Changes] = {"trump": "cut", "exchange": "none", "exchange_min_stock": 3, "close": "never"}
_DEALT: Final[Changes] = {**_CUT, "trump": "dealt"}
_ROWS: Final = tuple(
    {"name": name, "meaning": name, "points": points, "tricks": tricks, "game_points": game_points}
    for name, points, tricks, game_points in (
        ("more", (0, 13), "any", 1),
        ("all", (14, 17), "some", 2),
        ("swept", (14, 17), "all", 3),
    )
)
_ORDERED: Final[Changes] = {"marriages": "order", "marriage_points": [3, 5, 7, 9], "meld_after_stock": True}
_BY_SUIT: Final[Changes] = {"marriages": "suit", "marriage_points": [3, 5, 7, 9], "meld_after_stock": True}
_COUPLES: Final = "Kc Ks Qc Qs"
_EIGHT_COUPLES: Final = "Kc Ks Kh Kd Qc Qs Qh Qd"
_NINES: Final = "Kc Ks Qc Qs 9c 9s"
_FOUR_RANKS: Final = "Ac As Kc Ks Qc Qs Jc Js"

SUITS: Final = {
    # A race to a number of points
    "race": _suits(
        "sixty-six", "close, draw, claim, pass, meld, wrong-claim, closing-failed, plain, schwarz", {}, every=12
    ),
    "race-automatic": _suits(
        "sixty-six", "close, draw, meld, closing-failed, plain", {"claim": "automatic", "penalty_at": "end"}, every=12
    ),
    "race-refused": _suits(
        "sixty-six",
        "exchange, close, claim, closing-failed",
        {
            "close": "after_drawing",
            "exchange_after_closing": True,
            "exchange_needs_trick": False,
            "penalty_at": "flat",
            "wrong_claim": "refused",
        },
    ),
    "race-late-marriages": _suits(
        "sixty-six",
        "close, meld, claim",
        {
            "close_first": False,
            "meld_first": False,
            "meld_after_stock": True,
            "meld_after_closing": True,
            "obligation": "follow",
            "last_obligation": "follow",
            "won_at": "closing",
        },
    ),
    "race-after-closing": _suits(
        "sixty-six",
        "exchange, close",
        {"exchange_after_closing": True, "exchange_by": "leader", "meld_after_closing": True},
    ),
    "race-kings-lead": _suits(
        "schnapsen", "meld, claim", {"meld_lead": "king", "meld_forced": True, "claim_points": 30}, every=4
    ),
    "race-next-trick": _suits(
        "schnapsen",
        "close, meld, claim, plain, wrong-claim",
        {"meld_counts": "next_trick", "claim_points": 12},
        every=8,
    ),
    "race-next-trick-automatic": _suits(
        "sixty-six", "meld, plain", {"meld_counts": "next_trick", "claim": "automatic", "close": "never"}, every=12
    ),
    "race-forced": _suits("sixty-six", "meld, plain", {"meld_forced": True, "claim": "automatic"}, every=12),
    "schnapsen": _suits("schnapsen", "exchange, close, meld, claim, last-trick, wrong-claim", {}),
    "schnapsen-none": _suits("schnapsen", "exchange, last-trick", _OPEN | {"obligation": "none"}),
    "schnapsen-follow": _suits("schnapsen", "exchange, last-trick", _OPEN | {"obligation": "follow"}),
    "schnapsen-beat": _suits(
        "schnapsen", "exchange, last-trick", _OPEN | {"obligation": "follow_beat_trump", "last_obligation": "none"}
    ),
    "schnapsen-last-ten": _suits(
        "schnapsen",
        "exchange, closing-failed",
        {"last_trick_wins": False, "last_trick_points": 5, "exchange_by": "any"},
    ),
    "by-order": _suits("sixty-six", "meld, claim", _ORDERED | {"obligation": "follow_beat_trump"}),
    "by-suit": _suits("sixty-six", "meld", _BY_SUIT | {"close": "never", "claim": "automatic"}),
    "long-talon": _suits(
        "sixty-six",
        "exchange, draw, close, meld, claim",
        {"exchange": "J", "exchange_min_stock": 2, "claim_points": 30},
        cards=_FOUR_RANKS,
        shuffled=(3, 60),
    ),
    "long-talon-of-single-cards": _suits(
        "schnapsen", "exchange, close, claim", {"exchange_needs_trick": True, "exchange_by": "any"}, hand=1, every=90
    ),
    "race-cut": _suits(
        "sixty-six", "meld, plain", _CUT | _ORDERED | {"cut_card": "known", "claim": "automatic"}, hand=3, every=36
    ),
    "race-cut-with-talon": _suits("sixty-six", "meld, claim, wrong-claim", _CUT | {"cut_card": "known"}, every=360),
    "race-dealt": _suits("sixty-six", "meld, plain", _DEALT | _ORDERED | {"claim": "automatic"}, hand=3, every=36),
    "race-dealt-with-talon": _suits("sixty-six", "meld, claim, wrong-claim", _DEALT, every=120),
    "race-partners": _suits(
        "sixty-six",
        "exchange, claim, close",
        {"close": "after_drawing", "exchange_needs_trick": False},
        cards=_FOUR_RANKS,
        players=4,
        hand=1,
        shuffled=(8, 400),
    ),
    # A scoring table
    "table": _suits(
        "einwerfen", "more, all, swept", {"scoring": _ROWS, "last_trick_points": 3}, cards=_NINES, hand=3, every=15
    ),
    "table-with-talon": _suits(
        "einwerfen",
        "more, all, swept",
        {
            "scoring": _ROWS,
            "last_trick_points": 3,
            "cut_card": "known",
            "obligation": "none",
            "last_obligation": "follow_beat_trump",
        },
        cards=_NINES,
        every=180,
    ),
    "table-dealt": _suits(
        "sueca",
        "more, all, swept",
        {"scoring": _ROWS, "last_trick_points": 3, "order": ["A", "K", "J", "Q", "9"]},
        cards=_NINES,
        hand=3,
        every=15,
    ),
    "table-turn-up": _suits(
        "einwerfen",
        "most, all, sweep, draw, exchange",
        {"trump": "turn_up", "exchange": "9", "exchange_min_stock": 2, "exchange_needs_trick": False},
        cards=_NINES,
        every=24,
    ),
    # Every side its points
    "points": _suits(
        "tausendeins",
        "meld, claim, match won",
        {"marriages": "suit", "marriage_points": [3, 5, 7, 9]},
        scores=(990, 985),
        every=12,
    ),
    "points-lost": _suits(
        "tausendeins",
        "meld, claim, wrong-claim",
        _ORDERED | {"wrong_claim": "lost", "last_trick_points": 3},
        scores=(990, 0),
    ),
    "points-automatic": _suits(
        "tausendeins", "meld, match won", _BY_SUIT | {"claim": "automatic", "meld_first": False}, scores=(980, 990)
    ),
    "points-unclaimed": _suits("tausendeins", "meld, points", _BY_SUIT | {"claim": "never"}, hand=3, every=12),
    # A contract
    "bids": _suits(
        "auction-sixty-six",
        "bid, pass, trump, passed, made, failed",
        {"bids": [3, 9]},
        cards=_COUPLES,
        players=4,
        hand=1,
        every=18,
    ),
    "bids-always": _suits(
        "auction-sixty-six",
        "bid, made",
        {"bids": [3, 9], "bid_again": "always"},
        cards=_COUPLES,
        players=4,
        hand=1,
        every=18,
    ),
    "bids-never": _suits(
        "auction-sixty-six",
        "bid, made",
        {"bids": [3, 9], "bid_again": "never"},
        cards=_COUPLES,
        players=4,
        hand=1,
        every=18,
    ),
    "bids-dealer": _suits(
        "auction-sixty-six",
        "bid, pass, grand, grand-failed, made, failed",
        {"bids": [3, 9, 14], "no_bid": "dealer", "grand_points": 20, "grand_needs": "tricks", "defenders_score": True},
        cards=_COUPLES,
        players=4,
        hand=1,
        every=36,
    ),
    "bids-and-marriages": _suits(
        "auction-sixty-six",
        "bid, meld, made, failed",
        {"bids": [9], "grand_points": 0},
        cards=_EIGHT_COUPLES,
        players=4,
        shuffled=(2, 40),
    ),
    "bids-with-talon": _suits(
        "auction-sixty-six",
        "bid, made, failed",
        {"bids": [9], "grand_needs": "tricks", "grand_points": 0, "obligation": "none"},
        cards=_EIGHT_COUPLES,
        players=4,
        hand=1,
        shuffled=(8, 400),
    ),
}
"""Games with suit tricks: every parameter that bears on a deal, with every one of its values."""

TINY: Final = MATCHING | SUITS
"""Every tiny game by name."""
