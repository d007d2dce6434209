"""Following a deal with the eyes of one seat: from what it saw, event by event, to a deal that fits all of it.

Cards are hidden, and yet the engine plays: at every event there is a deal that fits what was seen so far
(:mod:`aceten.hidden.card_places`), and it is played anew when another one has to take its place. What a seat sees depends on nothing that
is hidden from it, so any deal that fits gives the same views.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from aceten.deals.talon import portions
from aceten.engine.matching import matching_deductions as matching
from aceten.engine.matching.legality import MatchingTrick
from aceten.engine.matching.state import MatchingState
from aceten.engine.matching.view import MatchingView
from aceten.engine.state import State
from aceten.engine.suits import suit_deductions as suits
from aceten.engine.suits.view import SuitView
from aceten.engine.view import View
from aceten.hidden.card_places import BEGINNING, Fitting, Place, counting
from aceten.hidden.events import Heard, card_put, concluded, given, is_over, kept
from aceten.hidden.imagine import imagined
from aceten.knowledge.deductions import Conclusion, blank
from aceten.knowledge.memory import since
from aceten.vocabulary.actions import Call, Exchange, Flip, Meld, Play, Seat, Spice
from aceten.vocabulary.errors import FalseRecordError, false_record_error
from aceten.vocabulary.naming import card_words, seat_name
from aceten_spec.cards import Card, sort_cards
from aceten_spec.speech import say


class _NoneFitsError(FalseRecordError):
    """No deal fits."""


def followed(view: View, events: Sequence[Heard], play: Callable[[Heard, State], State], *, over: bool) -> list[State]:
    """Return the states of a deal that fits what a seat has seen: at the beginning, and after every event.

    :param view: what it saw at the beginning.
    :param play: makes the state after an event, or raises the error that says why there is none.
    :param over: whether the deal is over after the events.
    :raises FalseRecordError: when there is no such deal; it names the line.
    """
    captured = len(view.unseen) - sum(map(len, _hidden_hands(view))) - _in_talon(view)
    failed: _NoneFitsError | None = None
    for counts in _counts(view, captured):
        try:
            return _Following(view, counts, events, play, over=over).states()
        except _NoneFitsError as error:
            failed = max(failed or error, error, key=lambda each: each.line)
    raise failed or _none_fits(view, events[0].line - 1 if events else 1)


def _hidden_hands(view: View) -> list[range]:
    return [range(size - len(known)) for known, size in zip(view.known, view.hand_sizes, strict=True)]


def _in_talon(view: View) -> int:
    return view.talon_size - len(view.known_talon)


def _counts(view: View, captured: int) -> Iterator[Sequence[int | None]]:
    """Yield what the cards can count that were captured untold."""
    if view.points_known and captured:
        yield from counting(view.unseen, captured, view.untold_points, lambda card: view.game.points_of((card,)))
    else:
        yield [None] * captured


def _none_fits(view: View, line: int) -> _NoneFitsError:
    problem = say("no deal fits what {who} has seen up to here", who=seat_name(view.seat))
    return _NoneFitsError(line=line, problem=problem)


class _Following:
    """A deal that fits, as far as events have been followed."""

    def __init__(
        self,
        view: View,
        counts: Sequence[int | None],
        events: Sequence[Heard],
        play: Callable[[Heard, State], State],
        *,
        over: bool,
    ) -> None:
        self._view, self._events, self._play, self._over = view, events, play, over
        self._hands = [
            [Place(Seat(seat), BEGINNING) for _ in hidden] for seat, hidden in enumerate(_hidden_hands(view))
        ]
        self._talon = [Place() for _ in range(_in_talon(view))]
        captured = [Place(counts=worth) for worth in counts]
        self._fitting = Fitting(
            view.unseen,
            [*(place for hand in self._hands for place in hand), *self._talon, *captured],
            lambda card: view.game.points_of((card,)),
        )
        self._open = [Counter(known) for known in view.known]
        """The cards in each hand that the seat knows."""
        self._drawn = view.drawn if isinstance(view, MatchingView) else None
        """The card that the winner of the trick had drawn in the beginning."""
        self._to_spice: Place | None = None
        """Where the card has lain that the winner of the trick has drawn since."""
        self._open_hand: Seat | None = None
        """Whose hand the seat knew whole when a card of it was put into a trick to spice it."""
        self._states: list[State] = []
        self._dealt: object = None

    def states(self) -> list[State]:
        """Follow all events."""
        self._begin()
        self._replay(0)
        for number in range(len(self._events)):
            self._follow(number)
        return self._states

    def _begin(self) -> None:
        """Note what the beginning says of hands."""
        view = self._view
        said = since(blank(view.game.players), view.lacking, view.past, view.game.pack)
        for each in filter(said.settled, said.conclusions):
            self._conclude(msgspec.structs.replace(each, event=-1))
        if isinstance(view, MatchingView):
            for each in matching.on_table(view, view.hand_sizes, -1, spicing=view.spicing):
                self._conclude(each)
        elif isinstance(view, SuitView):
            for each in suits.on_table(suits.public_trick(view), view.leader, -1, melds=view.melds):
                self._conclude(each)

    def _conclude(self, conclusion: Conclusion) -> None:
        """Note what follows for a hand that the seat does not see whole."""
        seat = conclusion.seat
        if seat != self._view.seat and not (conclusion.held and not conclusion.cards.isdisjoint(self._open[seat])):
            self._fitting.conclude(conclusion)

    def _replay(self, number: int) -> State:
        """Return the state after so many events, in a deal that fits."""
        view, fitting = self._view, self._fitting
        if not fitting.fit():
            raise _none_fits(view, self._events[number - 1].line if number else self._events[0].line - 1)
        hands = tuple(
            [known + tuple(map(fitting.card_in, places)) for known, places in zip(view.known, self._hands, strict=True)]
        )
        talon = tuple(map(fitting.card_in, self._talon)) + view.known_talon
        if self._dealt != (hands, talon, self._drawn):
            self._dealt = hands, talon, self._drawn
            self._states = [imagined(view, hands, talon, drawn=self._drawn)]
        for heard in self._events[len(self._states) - 1 : number]:
            self._states.append(self._play(heard, self._states[-1]))
        return self._states[number]

    def _follow(self, number: int) -> None:
        heard, before = self._events[number], self._states[number]
        if not isinstance(heard.action, Call) and before.turn not in {None, heard.seat}:
            raise false_record_error(
                heard.line,
                "{who} acts; it is the turn of {turn}",
                who=seat_name(heard.seat),
                turn=seat_name(before.turn or 0),
            )
        if heard.seat != self._view.seat and before.turn is not None:
            self._show(number, heard, before)
            conclusion = concluded(number, heard, before)
            if conclusion is not None:
                self._conclude(conclusion)
        if isinstance(heard.action, Flip) and heard.sees and before.talon:  # it may win the trick
            top = self._talon[self._view.talon_size - len(before.talon)]
            self._must(heard, heard.sees[0], self._fitting.tie(heard.sees[0], top))
        self._replay(number + 1)
        self._ask(number, heard, before)
        before, after = self._states[number], self._replay(number + 1)
        self._see(number, heard, before, after)
        self._replay(number + 1)

    def _show(self, number: int, heard: Heard, before: State) -> None:
        """Note the cards of another hand that an action names."""
        for card in kept(heard.action):
            if not self._open[heard.seat][card]:
                self._must(heard, card, self._fitting.show(card, heard.seat, by=number))
                self._open[heard.seat][card] += 1
        leaving = given(heard.action, before)
        if leaving is None:
            return
        if self._open[heard.seat][leaving]:
            self._open[heard.seat][leaving] -= 1
            self._fitting.leave(leaving, heard.seat, number)
        else:
            self._must(heard, leaving, self._fitting.show(leaving, heard.seat, by=number, until=number))
        if isinstance(heard.action, Exchange) and before.talon:
            self._open[heard.seat][before.talon[-1]] += 1

    def _must(self, heard: Heard, card: Card, is_there: bool) -> None:
        if not is_there:
            who, shown = seat_name(self._view.seat), card_words(self._view.game, card)
            raise false_record_error(heard.line, "{card}: {who} has seen all of them elsewhere", card=shown, who=who)

    def _ask(self, number: int, heard: Heard, before: State) -> None:
        """Note what it says of the leader's hand that a trick was over at the end of a round, or not."""
        view = before.view(self._view.seat)
        later = [(each.seat, each.action) for each in self._events[number + 1 :] if not isinstance(each.action, Call)]
        ended = is_over(view, heard, later[0] if later else None, over=self._over)
        card = card_put(heard)
        if ended is not None and card is not None and isinstance(before, MatchingState):
            after = MatchingTrick(game=before.game, leader=before.leader, trick=(*before.trick, card))
            self._conclude(Conclusion(before.leader, number, matching.continuing(after), held=not ended))

    def _see(self, number: int, heard: Heard, before: State, after: State) -> None:
        """Note where the cards have lain that the seat saw by an event."""
        own = self._view.seat
        turned, drawn, left = self._drawn_places(number, heard, before, after)
        places: list[Place | None] = [*left, *drawn]
        spiced = isinstance(heard.action, Spice) and heard.seat != own
        if spiced:
            places.insert(0, self._to_spice)
            self._spiced(heard, before)
        partner, looked_at = self._looked_at(after)
        if len(heard.sees) != turned + len(places) + looked_at:
            raise false_record_error(
                heard.line,
                "sees: {given} cards, expected {number}: those that {who} drew by this action, and those that were shown to that seat",
                given=len(heard.sees),
                who=seat_name(own),
                number=turned + len(places) + looked_at,
            )
        sees = heard.sees[turned:]
        for at, (card, place) in enumerate(zip(sees, places, strict=False)):
            if at == 0 and spiced and self._open_hand == heard.seat:  # the seat has seen the card in this hand
                self._must(heard, card, self._fitting.put(card, heard.seat, place, until=number))
            elif place is not None:
                self._must(heard, card, self._fitting.tie(card, place))
            else:  # what the winner had drawn before the beginning
                self._must(heard, card, self._fitting.show(card, heard.seat, by=-1, until=number))
                self._drawn = card
        for card in sees[len(places) :]:
            self._must(heard, card, self._fitting.show(card, partner, by=number + 1))
            self._open[partner][card] += 1

    def _spiced(self, heard: Heard, before: State) -> None:
        """Another has put a card that he had drawn into the trick, and got back the one with which he had won it."""
        whole, known = len(before.hands[heard.seat]), self._open[heard.seat]
        self._open_hand = heard.seat if known.total() == whole else None
        if heard.sees and self._open_hand is not None:
            known[heard.sees[0]] -= 1
        if isinstance(before, MatchingState):
            known[before.trick[(before.winning - before.leader) % before.game.players]] += 1

    def _drawn_places(
        self, number: int, heard: Heard, before: State, after: State
    ) -> tuple[int, list[Place], list[Place]]:
        """Return how many cards were turned up, and the places of the talon that the seat drew from, and that were left in the end."""
        game, top = after.game, self._view.talon_size - len(before.talon)
        gone = [*range(top, self._view.talon_size - len(after.talon))]
        turned = int(isinstance(heard.action, Flip))
        del gone[:turned]
        players = [Seat((after.leader + place) % game.players) for place in range(game.players)]
        due = [len(after.hands[seat]) - len(before.hands[seat]) for seat in players] if gone else [0]
        if gone and isinstance(heard.action, Play | Meld):
            due[players.index(heard.seat)] += 1
        order = after.game.rules.draw if isinstance(after, MatchingState) else "block"
        own: list[Place] = []
        for seat, drawn in zip(players, portions(order, tuple(gone), due), strict=False):
            for at in drawn:
                if at >= len(self._talon):
                    self._open[seat][before.talon[at - top]] += 1
                    continue
                place = self._talon[at]
                place.seat, place.since = seat, number
                if seat == self._view.seat:
                    own.append(place)
                elif isinstance(after, MatchingState) and after.drawn is not None:
                    self._to_spice = place
        left = gone[sum(due) :]
        return turned, own, [self._talon[at] for at in left]

    def _looked_at(self, after: State) -> tuple[Seat, int]:
        """Return the partner of the seat, and how many cards of his hand it sees now for the first time."""
        seat = self._view.seat
        partner = after.game.partner(seat)
        if partner is None or not isinstance(after, MatchingState):
            return seat, 0
        seen = after.view(seat).known[partner]
        return partner, len(seen) - self._open[partner].total() if seen else 0


def looked(view: View, states: Sequence[State]) -> Iterator[View]:
    """Yield what a seat sees of states that follow from one another, with what it knew in the beginning as far as that still holds."""
    known, still = [Counter(cards) for cards in view.known], view.lacking
    yield view
    for before, after in itertools.pairwise(states):
        seat, action = after.log[-1]
        card = given(action, before)
        if card is not None and known[seat][card]:
            known[seat][card] -= 1
        came = [Counter(new) - Counter(old) for old, new in zip(before.hands, after.hands, strict=True)]
        still = tuple([() if new else cards for cards, new in zip(still, came, strict=False)])
        now = msgspec.structs.replace(after.view(view.seat), lacking=view.lacking, past=view.past, partial=view.partial)
        if not now.course.whole:  # then nobody knows what was drawn when
            now = msgspec.structs.replace(now, lacking=still, past=())
        yield msgspec.structs.replace(
            now,
            known=tuple(
                [
                    cards if own == view.seat else sort_cards(tuple((Counter(cards) | known[own]).elements()))
                    for own, cards in enumerate(now.known)
                ]
            ),
        )
