"""The relations of play against the engine in states that chance seldom leads to.

They are those of the examples of all rulebooks, in which every fact happens that the conformance kit has a name for, and some more, where
what happens depends on how many cards, rounds or bids there are.
"""

import functools
import random
from collections.abc import Iterator
from typing import Final, NamedTuple

from support.games.game_strategies import GAMES
from support.games.match_results import deals_of
from support.proofs.matches_by_formulas import agree_on
from support.proofs.play_by_relations import agree, agree_at_start
from support.slices import THOROUGH, TURN, sliced

from aceten import MatchingState, Meld, State, SuitState, load, parse, parse_action, start_match
from aceten.conformance.coverage import (
    FIRST_DEALER,
    INSTEAD,
    SHOWN_ALONE,
    SHUFFLED,
    Facts,
    Moment,
    facts_of,
    facts_of_deal,
    facts_of_view,
    links,
)
from aceten.notation.examples import run_example
from aceten_spec import Example, Rulebook, load_shipped, shipped
from aceten_spec.protocol import DealScore

ELDER: Final = (
    "sixty-six/2 hands=AcKcQcAsKsQs,JcTc9cJsTs9s talon=KhQhJhTh9hAdKdQdJdTd9dAh lead=0 dealer=1",
    "schnapsen-book/2 hands=AcKcQcKsQs,JcTcAsJsTs talon=KhQhJhThAdKdQdJdTdAh lead=0 dealer=1",
)
BIDDER: Final = "auction-sixty-six/4 hands=JsTs9sJdTd9d,AcKcQcAhKhQh,JcTc9cJhTh9h,AsKsQsAdKdQd lead=1 bid_again=always"

BOTH_SHOWN: Final = (
    "tausendeins/2 hands=AcKsKdQc7h,AsAdKcQhQdJs talon=8sThTsTcJcTdJhJd9h8h7d9s8c7c8d9c9d7s lead=0 trick=Qs taken=AhKh,- dealer=0"
    " trump=s melds=80,60 shown=Ks,Qh"
)

COURSES: Final = f"""
sedma/4 hands=AAAA7777,KKKKQQQQ,JJJJTTTT,99998888 lead=0 stock=none
  A K J 9 A K J 9 A K J 9 A K J 9 7 Q T 8 7 Q T 8 7 Q T 8 7 Q T 8
ristikontra/4 hands=A5,KQ,KQ,KQ lead=0 leads=555
ristikontra/4 hands=AK5,KQJ,KQJ,KQJ lead=0 leads=555
ristikontra/4 hands=AKQ5,KQJT,KQJT,KQJT lead=0 leads=555
ristikontra/4 hands=AKQJ5,KQJT9,KQJT9,KQJT9 lead=0 leads=555
ristikontra/4 hands=AKQJT5,KQJT98,KQJT98,KQJT98 lead=0 leads=555
{ELDER[0]}
  close Ac
  Ac 9s draw close Kc
  Ac 9s draw As 9c draw close Ks
  Ac 9s draw As 9c draw Kc Th draw close Js
  Ac 9s draw As 9c draw Kc Th draw Qh Jh draw close Js
  Ac 9s draw As 9c draw Kc Th draw Qh Jh draw Kd Qd draw close Js
{ELDER[1]}
  close Ac
  Ac Ts draw close Kc
  Ac Ts draw Kc Jc draw close Qc
{BIDDER}
  bid:60 bid:66 bid:70 bid:72 bid:78 bid:80 bid:84 bid:90 bid:96 bid:100 bid:102 bid:108 bid:110 bid:114 bid:120 bid:126 bid:130 trump:c Ac
sixty-six/2 hands=KhQh,AdTd lead=0 trump=c points=40,52 tricks=5,5 meld_after_stock=on
  meld:Kh
auction-sixty-six/4 hands=KhQh,AdTd,9s9d,JsJd lead=0 trump=h bid=0,60 points=40,45 tricks=3,1
  meld:Qh Ad 9s Js
{BOTH_SHOWN}
  Qh
"""
"""Positions, and what is played there: at every moment all is compared."""

SIZES: Final = {
    *[("rounds of a trick", number) for number in range(1, 9)],
    *[("cards in a hand when a rank may not be led", number) for number in range(2, 7)],
    *[("cards of a closed talon when following", number) for number in (2, 4, 6, 8, 10, 12)],
    *[("bids of an auction", number) for number in range(17)],
    *[("kinds of games with a marriage of the last two cards", number) for number in (2, 4)],
    ("players with known cards", 2),
}
"""What has to be met beside the facts."""


class Course(NamedTuple):
    """A position, and what is played there."""

    line: str
    actions: tuple[str, ...] = ()

    def states(self) -> Iterator[State]:
        """Yield every state."""
        state = parse(self.line)
        yield state
        for action in self.actions:
            state = state.play(parse_action(action))
            yield state


def courses() -> Iterator[Course]:
    """Yield the courses above."""
    line = ""
    for row in COURSES.strip().splitlines():
        if row.startswith(" "):
            yield Course(line, tuple(row.split()))
        else:
            line = row
            yield Course(line)


def sizes(state: State) -> Iterator[tuple[str, int]]:
    """Yield what a state shows, of what has to be met in several sizes."""
    game, turn = state.game, state.turn
    if turn is None:
        return
    hand = state.hands[turn]
    if isinstance(state, MatchingState):
        if state.trick:
            yield "rounds of a trick", 1 + (len(state.trick) - 1) // game.players
        limit = state.game.rules.lead_limit
        if limit and len(state.leads) == limit and not state.trick and len(state.legal) < len(set(hand)):
            yield "cards in a hand when a rank may not be led", len(hand)
    if isinstance(state, SuitState):
        if state.closed is not None and state.trick:
            yield "cards of a closed talon when following", len(state.talon)
        if state.bidding:
            yield "bids of an auction", len(state.bids)
        if len(hand) == 2 and any(isinstance(action, Meld) for action in state.legal):
            yield "kinds of games with a marriage of the last two cards", game.players
        if state.trick:
            yield "players with known cards", sum(map(bool, state.shown))


@functools.cache
def examples() -> tuple[tuple[Rulebook, Example], ...]:
    """Return the examples of all rulebooks, for every commit from another one on."""
    books = [load_shipped(name) for name in shipped()]
    first = TURN % len(books)
    return tuple([(book, example) for book in books[first:] + books[:first] for example in book.examples])


def moments() -> Iterator[tuple[Moment, Facts]]:
    """Yield what happens in the examples."""
    for rulebook, example in examples():
        for moment in run_example(rulebook, example):
            yield moment, facts_of(moment)


def named() -> set[str]:
    """Return every fact that has a name and is about play or matches, and not about what a player may know.

    What a program has between showing a marriage and leading from it is none of play: here both are one action.
    """
    views = set[str]()
    for rulebook, example in examples():
        if example.position is not None:
            state = parse(example.position, rules=rulebook)
            states = [state, *[moment.after for moment in run_example(rulebook, example) if moment.after is not None]]
            views.update(*[facts_of_view(each.view(seat)) for each in states for seat in range(each.game.players)])
    return {link.fact for link in links() if not link.fact.startswith(INSTEAD)} - views - SHUFFLED - SHOWN_ALONE


def test_every_fact_is_met_where_relations_and_engine_agree() -> None:
    """Every fact with a name is met where what any action makes of a state, or a deal of a match, is the same by both.

    The moments are compared that have a fact which no earlier one has, beginning with another rulebook for every commit; by
    ``make thorough`` all are.
    """
    met = set[str]()
    compared = set[State]()
    for moment, facts in moments():
        if facts <= met and not THOROUGH:
            continue
        met |= facts
        ended = moment.after is not None and moment.after.turn is None
        for state in {moment.before, moment.after if ended and moment.after is not None else moment.before} - compared:
            agree(state)
            compared.add(state)
    assert named() - met - of_matches() - of_dealing() == set()


def of_dealing() -> set[str]:
    """Return what is the case in the deals of examples, which begin as the relations say."""
    found = set[str]()
    for rulebook, example in examples():
        if example.deck is not None:
            state = parse(example.position or "", rules=rulebook)
            agree_at_start(state)
            found |= facts_of_deal(state)
    return found


def of_matches() -> set[str]:
    """Return what is the case in the matches of examples, in which deals add up as the formulas say."""
    found = set(FIRST_DEALER)
    for rulebook, example in examples():
        if (course := example.match) is not None:
            game = load(rulebook, players=course.players, **course.options)
            match = start_match(game, dealer=course.dealer, seed=course.seed)
            found.update(*agree_on(match, deals_of(course)))
    return found


def test_every_size_is_met_where_relations_and_engine_agree() -> None:
    """What depends on how many cards, rounds, bids or players there are is compared for every number."""
    states = [state for course in courses() for state in course.states()]
    for state in states:
        agree(state)
    assert {size for state in states for size in sizes(state)} & SIZES == SIZES


def test_deals_that_nobody_wins_are_carried_on() -> None:
    """What several of them in a row, and then one that somebody wins, mean for the next is the same by formulas and engine."""
    chance = random.Random(1)
    for game in GAMES[:: sliced(20, whole=1)]:
        for length in range(sliced(5, whole=20)):
            drawn = [(0,) * game.side_count] * length
            others = [tuple(chance.choice((0, 0, 1, 3)) for _ in range(game.side_count)) for _ in range(4)]
            deals = [DealScore(game_points=points, trump=chance.choice("cshd")) for points in (*drawn, *others)]
            assert [*agree_on(start_match(game, dealer=length % game.players), deals)]
