"""How deals with matching tricks are told."""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import override

from aceten.engine.matching.public_facts import notes, plays_alone, resets
from aceten.engine.matching.state import MatchingState
from aceten.engine.matching.view import MatchingView
from aceten.engine.state import State
from aceten.vocabulary.actions import SPICE, STOP, Action, Flip, Play, Spice, Stop
from aceten.vocabulary.naming import by_side, cards_counted, seat_name, the_cards
from aceten.words.deal_stories import Manner, Telling, draws, gathered, is_winning, phrase
from aceten_spec.cards import Card, Rank, card_of
from aceten_spec.speech import say


class MatchingTelling(Telling):
    """How a deal with matching tricks is told at one moment."""

    def __init__(self, seen: MatchingState | MatchingView) -> None:
        """Tell a state or a view."""
        super().__init__(seen)
        self._seen = seen

    # --- Actions ---

    @override
    def _phrase(self, action: Action, manner: Manner) -> str:
        seen = self._seen
        match action:
            case Flip():
                top = seen.talon[:1] if isinstance(seen, MatchingState) else ()
                return self._flip(self._the(top[0]), manner) if top else self._flip_hidden(manner)
            case Spice():
                if seen.drawn is None:
                    return phrase(manner, "spice~ a trick")
                cards = {"drawn": self._the(seen.drawn), "winning": self._the(_winning_card(seen))}
                return phrase(manner, "put~ {drawn} into the trick and take~ back {winning}", **cards)
            case Stop():
                return phrase(manner, "stop~") if seen.drawn is None else phrase(manner, "leave~ the trick as it is")
            case _:
                return str(action)

    @override
    def _planned(self, action: Action, manner: Manner) -> str:
        return self._flip_hidden(manner) if isinstance(action, Flip) else super()._planned(action, manner)

    def _flip(self, card: str, manner: Manner) -> str:
        if self._seen.trick:
            return phrase(manner, "turn~ up {card} from the talon and play~ it", card=card)
        return phrase(manner, "turn~ up {card} from the talon and lead~ it", card=card)

    def _flip_hidden(self, manner: Manner) -> str:
        if self._seen.trick:
            return phrase(manner, "turn~ up the top card of the talon and play~ it")
        return phrase(manner, "turn~ up the top card of the talon and lead~ it")

    @override
    def seen(self, action: Action) -> str:
        said = super().seen(action)
        again = isinstance(action, Play) and STOP in self._seen.legal
        return say("{played}, another round", played=said) if again else said

    @override
    def explanation(self, action: Action) -> str:
        seen = self._seen
        match action:
            case Flip():
                return say("{does}, whatever it is", does=self._flip_hidden("done"))
            case Stop() if seen.drawn is None and seen.winning == seen.turn:
                return say("stops and takes the trick")
            case Stop() if seen.drawn is None:
                return say("stops and lets {who} take the trick", who=seat_name(seen.winning))
            case _:
                return self.done(action)

    @override
    def asked(self) -> str:
        if SPICE in self._seen.legal:
            return say("spice or stop")
        return say("go on or stop") if STOP in self._seen.legal else ""

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
            yield say("{who} wins the trick and draws", who=seat_name(after.winning))
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
            who, card = seat_name(after.winning), self._the(after.drawn)
            yield say("{who} wins the trick, draws {card}, and may spice or stop", who=who, card=card)
            return
        yield from self.noticed(after)
        if after.trick:
            yield is_winning(after)
            if after.choosing:
                yield say("{who} may continue or stop", who=seat_name(after.leader))
        else:
            yield from filter(None, (draws(before, after),))

    # --- How the deal stands ---

    @override
    def opening(self) -> str:
        return say("{who} leads", who=seat_name(self._seen.leader))

    @override
    def marks(self, seat: int) -> tuple[str, ...]:
        seen = self._seen
        alone = isinstance(seen, MatchingState) and seen.alone == seat
        leads = seen.leader == seat and seen.turn is not None
        return (say("alone"),) * alone + (say("leader"),) * leads

    @override
    def table(self) -> Iterator[str]:
        size, game = _talon_size(self._seen), self._seen.game
        unplayed = not game.rules.flip and size == game.leftover
        cards = cards_counted(size)
        if not size:
            yield say("no talon")
        elif not unplayed:
            yield say("talon: {cards}", cards=cards)
        elif game.rules.leftover == "last_trick":
            yield say("talon: {cards}, for the last trick", cards=cards)
        else:
            yield say("talon: {cards}, not played", cards=cards)

    @override
    def trick(self) -> Iterator[str]:
        seen = self._seen
        if seen.trick and not seen.spicing:
            yield is_winning(seen)
        if seen.leads:
            ranks = ", ".join(self._card(card_of(Rank(rank))) for rank in seen.leads)
            yield say("led in a row: {ranks} ({most} at most)", ranks=ranks, most=seen.game.rules.lead_limit)

    @override
    def notes(self) -> Iterator[str]:
        seen = self._seen
        if seen.turn is not None:
            yield from notes(seen)
        if isinstance(seen, MatchingView):
            partner = seen.game.partner(seen.seat)
            if partner is not None and seen.known[partner]:
                yield say("your partner holds {cards}", cards=the_cards(seen.game, seen.known[partner]))

    @override
    def gist(self) -> Iterator[str]:
        yield say("talon {number}", number=_talon_size(self._seen))
        yield by_side(self._game, self._seen.points)

    @override
    def own(self) -> Iterator[str]:
        seen = self._seen
        if seen.drawn is not None:
            drawn, winning = self._the(seen.drawn), self._the(_winning_card(seen))
            yield say("drawn: {drawn}; the trick is won with {winning}", drawn=drawn, winning=winning)
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
        yield say("you play alone")
    elif card in view.trick:
        yield plays_alone((view.leader + view.trick.index(card)) % view.game.players)
    elif lone is not None:
        yield plays_alone(lone)
