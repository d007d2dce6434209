"""How deals with matching tricks are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from typing_extensions import override

from aceten.actions import SPICE, STOP, Action, Flip, Play, Spice, Stop
from aceten.matching.seen import notes, plays_alone, resets
from aceten.matching.state import MatchingState
from aceten.matching.view import MatchingView
from aceten.naming import by_side, counted, seat_name
from aceten.state import State
from aceten.telling.deal import Telling, draws, gathered, is_winning, third
from aceten_spec.cards import Rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten_spec.cards import Card
    from aceten_spec.names import Language

_TOP: Final = "the top card of the talon"


class MatchingTelling(Telling):
    """How a deal with matching tricks is told at one moment."""

    def __init__(self, seen: MatchingState | MatchingView, language: Language) -> None:
        """Tell a state or a view."""
        super().__init__(seen, language)
        self._seen = seen

    # --- Actions ---

    @override
    def _phrase(self, action: Action, named: Callable[[Card], str]) -> str:
        seen = self._seen
        match action:
            case Flip():
                top = seen.talon[:1] if isinstance(seen, MatchingState) else ()
                return self._flip(f"{named(top[0])} from the talon" if top else _TOP)
            case Spice():
                if seen.drawn is None:
                    return "spice~ a trick"
                return f"put~ {named(seen.drawn)} into the trick and take~ back {named(_winning_card(seen))}"
            case Stop():
                return "stop~" if seen.drawn is None else "leave~ the trick as it is"
            case _:
                return str(action)

    @override
    def _planned(self, action: Action, named: Callable[[Card], str]) -> str:
        return self._flip(_TOP) if isinstance(action, Flip) else super()._planned(action, named)

    def _flip(self, card: str) -> str:
        return f"turn~ up {card} and {'play' if self._seen.trick else 'lead'}~ it"

    @override
    def seen(self, action: Action) -> str:
        again = isinstance(action, Play) and STOP in self._seen.legal
        return f"{super().seen(action)}{', another round' * again}"

    @override
    def explanation(self, action: Action) -> str:
        seen = self._seen
        match action:
            case Flip():
                return f"{third(self._flip(_TOP))}, whatever it is"
            case Stop() if seen.drawn is None and seen.winning == seen.turn:
                return "stops and takes the trick"
            case Stop() if seen.drawn is None:
                return f"stops and lets {seat_name(seen.winning)} take the trick"
            case _:
                return self.done(action)

    @override
    def asked(self) -> str:
        if SPICE in self._seen.legal:
            return "spice or stop"
        return "go on or stop" if STOP in self._seen.legal else ""

    # --- What an action led to ---

    @override
    def outcome(self, after: State) -> str:
        if not isinstance(self._now, State) or not self._now.trick or after.trick:
            return ""
        return gathered(self._now, after, played_out=after.turn is None)

    @override
    def noticed(self, after: State) -> Iterator[str]:
        before = self._seen
        if not isinstance(before, MatchingState) or not isinstance(after, MatchingState):
            return
        if after.drawn is not None:
            yield f"{seat_name(after.winning)} wins the trick and draws"
        yield from filter(None, (self.outcome(after),))
        if after.lone is not None and before.lone is None:
            yield plays_alone(after.lone)
        if lost := [side for side in after.burned if side not in before.burned]:
            yield resets(after.game, lost)

    @override
    def consequences(self, after: State) -> Iterator[str]:
        before = self._seen
        if not isinstance(before, MatchingState) or not isinstance(after, MatchingState):
            return
        if after.drawn is not None:
            yield f"{seat_name(after.winning)} wins the trick, draws {self._long(after.drawn)}, and may spice or stop"
            return
        yield from self.noticed(after)
        if after.trick:
            yield is_winning(after)
            if after.choosing:
                yield f"{seat_name(after.leader)} may continue or stop"
        else:
            yield from filter(None, (draws(before, after),))

    # --- How the deal stands ---

    @override
    def opening(self) -> str:
        return f"{seat_name(self._seen.leader)} leads"

    @override
    def marks(self, seat: int) -> tuple[str, ...]:
        seen = self._seen
        alone = isinstance(seen, MatchingState) and seen.alone == seat
        leads = seen.leader == seat and seen.turn is not None
        return ("alone",) * alone + ("leader",) * leads

    @override
    def table(self) -> Iterator[str]:
        size, game = _talon_size(self._seen), self._seen.game
        unplayed = game.rules.flip == "off" and size == game.leftover
        gets = (", for the last trick" if game.rules.leftover == "last_trick" else ", not played") if unplayed else ""
        yield f"talon: {counted(size, 'card')}{gets}" if size else "no talon"

    @override
    def trick(self) -> Iterator[str]:
        seen = self._seen
        if seen.trick and not seen.spicing:
            yield is_winning(seen)
        if seen.leads:
            ranks = " ".join(Rank(rank).letter for rank in seen.leads)
            yield f"led in a row: {ranks} ({seen.game.rules.lead_limit} at most)"

    @override
    def notes(self) -> Iterator[str]:
        seen = self._seen
        if seen.turn is not None:
            yield from notes(seen)
        if isinstance(seen, MatchingView):
            partner = seen.game.partner(seen.seat)
            if partner is not None and seen.known[partner]:
                yield f"your partner's hand: {' '.join(map(str, seen.known[partner]))}"

    @override
    def gist(self) -> Iterator[str]:
        yield f"talon {_talon_size(self._seen)}"
        yield by_side(self._game, self._seen.points)

    @override
    def own(self) -> Iterator[str]:
        seen = self._seen
        if seen.drawn is not None:
            yield f"drawn: {seen.drawn}; the trick is won with {_winning_card(seen)}"
        if isinstance(seen, MatchingView):
            yield from _alone(seen)


def _winning_card(seen: MatchingState | MatchingView) -> Card:
    """Return the card with which a trick of one round is being won."""
    return seen.trick[(seen.winning - seen.leader) % seen.game.players]


def _talon_size(seen: MatchingState | MatchingView) -> int:
    return seen.talon_size if isinstance(seen, MatchingView) else len(seen.talon)


def _alone(view: MatchingView) -> Iterator[str]:
    """Yield who plays alone, as far as the seat knows."""
    card, lone = view.game.lone_card, view.lone
    if card is None:
        return
    if lone == view.seat or card in view.hand:
        yield "you play alone"
    elif card in view.trick:
        yield plays_alone((view.leader + view.trick.index(card)) % view.game.players)
    elif lone is not None:
        yield plays_alone(lone)
