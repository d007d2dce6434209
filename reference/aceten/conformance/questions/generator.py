"""Cases that are made: deals that are played at random, with what seldom happens in them more often than it does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, TypedDict

import msgspec

from aceten.conformance.coverage import facts_of_ending
from aceten.conformance.oracle.answers import after_deal, deal_score, match_reply, play_reply, reply_to, score_request
from aceten.conformance.oracle.cases import OracleCase, case_about, deals_of, of_game, takes
from aceten.conformance.oracle.discrepancies import kind_of
from aceten.conformance.oracle.shown_marriages import showable
from aceten.conformance.questions.novelty import FactPairs
from aceten.conformance.questions.random_play import any_start, any_temper, is_limited, play_out
from aceten.conformance.questions.random_source import RandomSource, seed_before
from aceten.deals.shuffling import MAX_SEED
from aceten.engine.game import Game
from aceten.engine.loading import load
from aceten.engine.match import Match, start_match
from aceten.engine.perft import perft
from aceten.engine.scoring import count_cards
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.notation.examples import Moment
from aceten.notation.position import parse_state
from aceten.notation.position_parts import words
from aceten.vocabulary.actions import Call, Flip, Meld, Play, Side
from aceten.vocabulary.errors import UsageError
from aceten_spec.cards import Card, Suit, rank_number, sort_cards
from aceten_spec.errors import AcetenError
from aceten_spec.protocol import (
    DealRequest,
    DealScore,
    Level,
    MatchRequest,
    PerftRequest,
    PositionRequest,
    ShuffleRequest,
    TrickRequest,
    ViewRequest,
)
from aceten_spec.rulebook import MatchCourse, SuitParameters
from aceten_spec.speech import Message, message_of

_LONGEST_POSITION: Final = 20
"""Most actions that are taken from a position."""
_LONGEST_MATCH: Final = 60
"""Most deals of a match."""
_MANY_SEQUENCES: Final = 300
"""Action sequences are counted no deeper when there are more than this."""
_POOL: Final = 96
"""So many deals are played at most to find what the deals of a match may bring."""
_PARTS: Final = 3
"""So many questions about a part of a deal are about the same deal."""
_OTHER_ENDS: Final = 5
"""In so many other ways a deal is ended, of which the one is taken in which most meets that seldom does."""
_SHOWN: Final = 4
"""One in so many positions is one in which a marriage has been shown, if it can be, of programs that are asked about such."""
_OTHER_SHOWN: Final = 12
"""In so many other deals such a position is looked for in which another marriage could have been shown, which is rare."""
_LIMITED: Final = 2
"""One in so many positions of a deal in which a card may not be led begins there: its line says what was led before."""
_ENDED_OTHERWISE: Final = 2
"""One in so many deals is."""
_LONGEST_END: Final = 8
"""Most actions that are done otherwise then."""
_EXCHANGES: Final = 80
"""How often cards are exchanged between two sides at most, to come near to some points."""
_SEEDS: Final = (0, 1, 2**32, MAX_SEED)
_ATTEMPTS: Final = 100
"""So often a case without some kinds of actions is made anew at most."""


def _showing(moments: Sequence[Moment]) -> list[tuple[State, tuple[Suit, ...]]]:
    """Return the states in which a marriage can be shown, each with the suits of which."""
    return [(moment.before, suits) for moment in moments if (suits := showable(moment.before))]


class UnplayableError(UsageError):
    """A game cannot be played without the actions that a program lacks."""

    def __init__(self, problem: Message) -> None:
        """Say which."""
        super().__init__(str(problem))
        self.problem = problem
        """The same as a message."""


class _Play(msgspec.Struct, frozen=True):
    """A deal that was played."""

    deck: tuple[Card, ...]
    dealer: int
    cut: Card | None
    scores: tuple[int, ...] | None
    start: State
    moments: list[Moment]

    @property
    def end(self) -> State:
        """The state at the end."""
        return next((moment.after for moment in reversed(self.moments) if moment.after is not None), self.start)


class CaseGenerator:
    """Makes cases about a game.

    :param calls: whether partners may call.
    :param shows: whether it is asked what may be done between showing a marriage and leading from it.
    :param lacks: the kinds of actions that nobody takes.
    """

    def __init__(
        self, game: Game, chance: RandomSource, *, calls: bool, shows: bool = False, lacks: Collection[str] = ()
    ) -> None:
        self._game = game
        self._chance = chance
        self._calls = calls
        self._shows = shows
        self._lacks = lacks
        self._pool: list[DealScore] = []
        self._pooled = 0
        self._ends = FactPairs()
        self._parts: dict[Level, tuple[int, _Play]] = {}
        self._makers: dict[Level, Callable[[], OracleCase]] = {
            "trick": self._trick,
            "score": self._score,
            "deal": self._deal,
            "position": self._position,
            "match": self._match,
            "view": self._view,
            "shuffle": self._shuffle,
            "perft": self._perft,
        }

    def make(self, level: Level) -> OracleCase:
        """Return a case of this level.

        :raises UnplayableError: when the game cannot be played without the actions that nobody takes.
        """
        for _ in range(_ATTEMPTS):
            case = self._makers[level]()
            if not takes(case, self._lacks):
                return case
        raise self._unplayable()

    def can_play(self) -> bool:
        """Whether a deal with a trick in it can be played without the actions that nobody takes."""
        plays = (self._play(ends=False) for _ in range(_ATTEMPTS))
        return any(
            any(_tricks(play.moments)) and not any(kind_of(str(each.action)) in self._lacks for each in play.moments)
            for play in plays
        )

    def _unplayable(self) -> UnplayableError:
        return UnplayableError(
            message_of(
                "{game} cannot be played without: {actions}",
                game=str(self._game),
                actions=", ".join(sorted(self._lacks)),
            )
        )

    def _part_of(self, level: Level, *, attempts: bool = False, calls: bool = False) -> _Play:
        """Return a deal of which a part is asked: a few questions are about parts of the same."""
        left, play = self._parts.get(level, (0, None))
        if play is None or not left:
            left, play = _PARTS, self._play(attempts=attempts, calls=calls, ends=level == "position")
        self._parts[level] = (left - 1, play)
        return play

    def _play(self, *, attempts: bool = False, calls: bool = False, ends: bool = True) -> _Play:
        deck, dealer, cut = any_start(self._game, self._chance)
        scores = self._scores()
        start = self._game.deal(deck=deck, dealer=dealer, cut=cut, scores=scores)

        def from_here(state: State) -> list[Moment]:
            temper = any_temper(self._game, self._chance, attempts=attempts, calls=calls, lacks=self._lacks)
            return play_out(state, temper, self._chance)

        calls = calls and self._calls
        play = _Play(deck, dealer, cut, scores, start, from_here(start))
        if not (ends and self._chance.one_in(_ENDED_OTHERWISE)):
            return play
        best, signs = play, facts_of_ending(play.moments[-1])
        for _ in range(_OTHER_ENDS):
            before = play.moments[: -1 - self._chance.below(_LONGEST_END)]
            moments = before + from_here(play.moments[len(before)].before)
            other = facts_of_ending(moments[-1])
            if self._ends.worth(other) > self._ends.worth(signs):
                best, signs = msgspec.structs.replace(play, moments=moments), other
        self._ends.note(signs)
        return best

    def _scores(self) -> tuple[int, ...] | None:
        """Return scores at which a deal can begin, where they bear on play."""
        game = self._game
        if not game.scores_matter or self._chance.one_in(3):
            return None
        most = game.rules.target
        near = max(1, self._chance.choose((most // 10, most // 3, most)))
        scores = tuple([most - 1 - self._chance.below(near) for _ in range(game.side_count)])
        return None if game.match_is_over(scores) else scores

    def _trick(self) -> OracleCase:
        parts = (list(_tricks(self._part_of("trick").moments)) for _ in range(_ATTEMPTS))
        tricks = next(filter(None, parts), None)
        if tricks is None:
            raise self._unplayable()
        long = [trick for trick in tricks if len(trick) > self._game.players]
        moments = self._chance.choose(long if long and self._chance.one_in(2) else tricks)
        first = moments[0].before
        question = TrickRequest(
            id=0,
            **of_game(self._game),
            leader=first.leader,
            cards=words(_card_of(moment) for moment in moments if isinstance(moment.action, Play | Flip | Meld)),
            trump=_trump(moments),
        )
        return case_about(self._game, question)

    def _score(self) -> OracleCase:
        ends = (self._play().end for _ in range(_ATTEMPTS))
        end = next((end for end in ends if end.result is not None and end.tricks is not None), None)
        if end is None:
            raise self._unplayable()
        return case_about(self._game, score_request(self._other_cards(end, end) if self._chance.one_in(2) else end))

    def _other_cards(self, state: State, end: State) -> State:
        """Return a state in which two sides have taken as many cards as they had, and others, so that points count to which the deal comes.

        :param end: how the deal ended that went through this state.
        """
        chance, values = self._chance, dict(self._game.values)
        one, other = chance.shuffled(range(len(state.taken)))[:2]
        piles = list(map(list, state.taken))
        if not (piles[one] and piles[other]):
            return state

        def worth(pile: Sequence[Card]) -> int:
            return count_cards(tuple(map(rank_number, pile)), self._game.values)

        wanted = chance.choose(_bounds(end, one, other)) - worth(end.taken[one]) + worth(piles[one])
        has = worth(piles[one])
        for _ in range(_EXCHANGES):
            at, there = chance.below(len(piles[one])), chance.below(len(piles[other]))
            more = [values.get(rank_number(card), 0) for card in (piles[other][there], piles[one][at])]
            if abs(has + more[0] - more[1] - wanted) < abs(has - wanted):
                piles[one][at], piles[other][there] = piles[other][there], piles[one][at]
                has += more[0] - more[1]
        points = tuple(
            [sum_ + worth(now) - worth(then) for sum_, now, then in zip(state.points, piles, state.taken, strict=True)]
        )
        changed = msgspec.structs.replace(
            state, taken=tuple([sort_cards(tuple(pile)) for pile in piles]), points=points
        )
        if isinstance(changed, SuitState) and changed.closed is not None:
            beside = Side(1 - changed.game.sides[changed.closed.seat])
            least = min(changed.closed.points, changed.counted(beside))
            changed = msgspec.structs.replace(changed, closed=msgspec.structs.replace(changed.closed, points=least))
        try:
            return parse_state(str(changed), rules=self._game.rulebook)
        except AcetenError:
            return state  # what was said when the talon was closed does not agree with it

    def _deal(self) -> OracleCase:
        play = self._play(attempts=True, calls=True)
        actions = tuple([str(moment.action) for moment in play.moments])
        question = DealRequest(id=0, **of_game(self._game), **_dealt(play), actions=actions)
        moments = tuple(play.moments)
        return OracleCase(question, self._game, play_reply(question, self._game, moments), moments)

    def _position(self) -> OracleCase:
        play = self._part_of("position", attempts=True, calls=True)
        if self._shows and self._chance.one_in(_SHOWN):
            able = _showing(play.moments)
            for _ in range(_OTHER_SHOWN if able else 0):
                if any(len(suits) > 1 for _, suits in able):
                    break
                able += _showing(self._part_of("position", attempts=True, calls=True).moments)
            if able:
                several = [each for each in able if len(each[1]) > 1]
                return self._shown(*self._chance.choose(several or able))
        many = len(play.moments)
        to_the_end = self._chance.one_in(2)
        first = self._chance.below(many) if not to_the_end else max(0, many - 1 - self._chance.below(_LONGEST_POSITION))
        limited = [number for number, moment in enumerate(play.moments) if is_limited(moment.before)]
        if limited and self._chance.one_in(_LIMITED):
            first, to_the_end = self._chance.choose(limited), False
        moments = play.moments[first:][: None if to_the_end else 1 + self._chance.below(_LONGEST_POSITION)]
        start = moments[0].before
        if to_the_end:
            start = self._other_cards(start, play.end)
        question = PositionRequest(
            id=0, **of_game(self._game), position=str(start), actions=tuple([str(moment.action) for moment in moments])
        )
        if start != moments[0].before:
            return case_about(self._game, question)
        return OracleCase(question, self._game, play_reply(question, self._game, tuple(moments)), tuple(moments))

    def _shown(self, state: State, suits: tuple[Suit, ...]) -> OracleCase:
        showing = self._chance.choose(suits).letter
        question = PositionRequest(id=0, **of_game(self._game), position=str(state), showing=showing)
        return case_about(self._game, question)

    def _match(self) -> OracleCase:
        dealer = self._chance.below(self._game.players)
        match = start_match(self._game, dealer=dealer)
        stands = [match]
        deals: list[DealScore] = []
        close = self._chance.one_in(3)
        while not match.over and len(deals) < _LONGEST_MATCH:
            brought = self._brought(match, close=close)
            after = _after_deal(match, brought)
            if after is None:
                break  # the match ended with a trick, which a question about deals cannot say
            match = after
            deals.append(brought)
            stands.append(match)
        question = MatchRequest(id=0, **of_game(self._game), dealer=dealer, deals=tuple(deals))
        return OracleCase(question, self._game, match_reply(question, stands), stands=tuple(stands))

    def _brought(self, match: Match, *, close: bool) -> DealScore:
        """Return what the next deal of a match brings: what such a deal did bring.

        :param close: whether it is one that leaves the sides as equal as can be.
        """
        if self._game.scores_matter:
            deck, _, _ = any_start(self._game, self._chance)
            start = match.deal(deck=deck)
            temper = any_temper(self._game, self._chance, attempts=False, calls=False, lacks=self._lacks)
            played = _Play(deck, match.dealer, None, match.scores, start, play_out(start, temper, self._chance))
            return _result(played.end)
        if not self._pool:
            self._add_to_pool([deal for course in _courses(self._game) for deal in deals_of(course)])
        if self._pooled < _POOL:
            self._pooled += 1
            self._add_to_pool([_result(self._play(ends=False).end)])
        if close:
            return min(self._chance.shuffled(self._pool), key=lambda deal: _apart(match, deal))
        return self._chance.choose(self._pool)

    def _add_to_pool(self, deals: list[DealScore]) -> None:
        """Let these deals come in matches, won by either side: what seldom happens as often as anything else."""
        for deal in deals:
            for points in (deal.game_points, deal.game_points[::-1]):
                either = msgspec.structs.replace(deal, game_points=points)
                if either not in self._pool:
                    self._pool.append(either)

    def _view(self) -> OracleCase:
        play = self._part_of("view", calls=True)
        before = self._chance.below(len(play.moments) + 1)
        moments = play.moments[:before]
        question = ViewRequest(
            id=0,
            **of_game(self._game),
            **_dealt(play),
            actions=tuple([str(moment.action) for moment in moments]),
            seat=self._chance.below(self._game.players),
        )
        return OracleCase(question, self._game, reply_to(question, self._game), tuple(moments))

    def _shuffle(self) -> OracleCase:
        seed = self._chance.choose(_SEEDS) if self._chance.one_in(5) else self._chance.seed()
        if self._chance.one_in(3):
            thrown_away = MAX_SEED - self._chance.below(2**16)
            seed = seed_before(thrown_away, self._chance.below(len(self._game.pack.cards) - 1))
        return case_about(self._game, ShuffleRequest(id=0, **of_game(self._game), seed=seed))

    def _perft(self) -> OracleCase:
        deck, dealer, cut = any_start(self._game, self._chance)
        start = self._game.deal(deck=deck, dealer=dealer, cut=cut)
        depth = 1
        while depth < len(deck) and perft(start, depth) <= _MANY_SEQUENCES:
            depth += 1
        dealt = _dealt(_Play(deck, dealer, cut, None, start, []))
        return case_about(self._game, PerftRequest(id=0, **of_game(self._game), **dealt, depth=depth))


def _bounds(end: State, one: int, other: int) -> tuple[int, ...]:
    """Return card points of one of two sides at which, or just beside which, something else begins to count for either of them."""
    rules, game = end.game.rules, end.game
    bounds = {bound for row in rules.scoring for bound in row.points}
    cards = [count_cards(tuple(map(rank_number, pile)), game.values) for pile in end.taken]
    counted = [
        end.counted(Side(side)) if isinstance(end, SuitState) else end.points[side] for side in range(len(cards))
    ]
    if isinstance(rules, SuitParameters):
        bounds |= {rules.claim_points, rules.schneider}
    if isinstance(end, SuitState) and end.contract is not None:
        bounds.add(end.contract[1])
    if isinstance(end, SuitState) and game.scores_matter:
        bounds |= {rules.target - score for score in end.scores}
    bounds |= {points for side, points in enumerate(counted) if side not in (one, other)}
    both = cards[one] + cards[other]
    near = sorted({bound + by for bound in bounds for by in (-1, 0)})
    for_one = [bound - counted[one] + cards[one] for bound in near]
    for_other = [both - (bound - counted[other] + cards[other]) for bound in near]
    even = (both + counted[other] - cards[other] - counted[one] + cards[one]) // 2
    return (0, both, even, *for_one, *for_other)


def _courses(game: Game) -> Iterator[MatchCourse]:
    """Yield the matches among the examples of a rulebook that are about this very game."""
    for example in game.rulebook.examples:
        course = example.match
        if course is not None and load(game.rulebook, players=course.players, **course.options) == game:
            yield course


def _apart(match: Match, deal: DealScore) -> int:
    """Return how far apart the sides are after a deal."""
    after = _after_deal(match, deal)
    return 0 if after is None else max(after.scores) - min(after.scores)


class _Dealt(TypedDict):
    deck: tuple[str, ...]
    dealer: int
    cut: str | None
    scores: tuple[int, ...] | None


def _dealt(play: _Play) -> _Dealt:
    cut = None if play.cut is None else str(play.cut)
    return {"deck": words(play.deck), "dealer": play.dealer, "cut": cut, "scores": play.scores}


def _tricks(moments: list[Moment]) -> Iterator[list[Moment]]:
    """Yield the moments of each trick that was played to its end and can be told by its cards."""
    trick: list[Moment] = []
    for moment in moments:
        if moment.after is None or isinstance(moment.action, Call):
            continue
        if moment.before.trick or isinstance(moment.action, Play | Flip | Meld):
            trick.append(moment)
        if trick and not moment.after.trick:
            cards = sum(isinstance(moment.action, Play | Flip | Meld) for moment in trick)
            if cards and cards % moment.before.game.players == 0:
                yield trick
            trick = []


def _card_of(moment: Moment) -> Card:
    """Return the card that was played."""
    action = moment.action
    if isinstance(action, Play | Meld):
        return action.card
    return moment.before.talon[0]


def _trump(moments: list[Moment]) -> str | None:
    """Return the trump suit of a trick: the marriage with which it was led may have made it."""
    led = moments[0].after
    return led.trump.letter if isinstance(led, SuitState) and led.trump is not None else None


def _result(end: State) -> DealScore:
    return DealScore(game_points=()) if end.result is None else deal_score(end.result)


def _after_deal(match: Match, brought: DealScore) -> Match | None:
    """Return the match after a deal; ``None`` when it would have ended before the deal did."""
    try:
        return after_deal(match, brought)
    except UsageError:
        return None
