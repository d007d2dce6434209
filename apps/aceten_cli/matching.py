"""How deals with matching tricks are spoken of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from typing_extensions import override

from aceten import FLIP, SPICE, STOP, Action, Flip, MatchingState, MatchingView, Rank, Spice, State, Stop
from aceten.naming import counted, listed, seat_name
from aceten_cli.telling import Telling, gathered
from aceten_cli.words import (
    by_side,
    card_text,
    cards_text,
    named_card,
    party_of,
    short_card,
)
from aceten_spec.names import Language
from aceten_spec.rulebook import MatchingParameters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten import Card, Facts, Side


class MatchingTelling(Telling):
    """How a deal with matching tricks is spoken of at one moment."""

    def __init__(self, seen: MatchingState | MatchingView, language: Language) -> None:
        """Speak of a state or a view."""
        super().__init__(seen.game, language)
        self._seen = seen

    @override
    def choice(self, action: Action) -> str:
        match action:
            case Flip():
                return "turn up the top card"
            case Spice():
                return f"spice ({self._spiced})"
            case Stop():
                return "leave the trick as it is" if self._seen.drawn is not None else "stop"
            case _:
                return super().choice(action)

    @override
    def done(self, action: Action) -> str:
        match action:
            case Flip():
                card = self._top
                return f"turns up {'a card' if card is None else short_card(self._game, card, self._language)}"
            case Spice():
                return f"spices ({self._spiced})"
            case Stop():
                return "does not spice" if self._seen.drawn is not None else "stops"
            case _:
                return super().done(action)

    @override
    def seen(self, action: Action) -> str:
        match action:
            case Flip():
                card = self._top
                named = "a card" if card is None else named_card(self._game, card, self._language)
                return f"{named}, turned up from the talon"
            case Spice():
                drawn = self._seen.drawn
                named = "" if drawn is None else named_card(self._game, drawn, self._language)
                return f"spices: {named} takes the place of {winning_card(self._seen)}"
            case Stop():
                return "leaves the trick as it is" if self._seen.drawn is not None else "stops"
            case _:
                again = ", another round" if STOP in self._seen.legal and self._seen.drawn is None else ""
                return super().seen(action) + again

    @override
    def explained(self) -> Iterator[str]:
        seen, legal, turn = self._seen, self._seen.legal, self._seen.turn
        if turn is None:
            return
        name = seat_name(turn)
        if FLIP in legal:
            yield f"flip: {name} turns up the top card of the talon and plays it, whatever it is"
        if SPICE in legal:
            yield f"spice: {name} puts {seen.drawn} into the trick and takes back {winning_card(seen)}"
        if STOP in legal:
            if seen.drawn is not None:
                yield f"stop: {name} leaves the trick as it is"
            elif seen.winning == turn:
                yield f"stop: {name} takes the trick"
            else:
                yield f"stop: {name} lets {seat_name(seen.winning)} take the trick"
        if seen.calls:
            kinds = listed(str(call.kind) for call in seen.calls)
            yield f"{seat_name(seen.calls[0].seat)} may call {kinds}"

    @override
    def asked(self) -> str:
        if SPICE in self._seen.legal:
            return "spice or stop"
        return "go on or stop" if STOP in self._seen.legal else ""

    @override
    def outcome(self, after: State) -> str:
        if not isinstance(self._seen, State) or not self._seen.trick or after.trick:
            return ""
        last = self._game.rules.last_trick_points if after.turn is None else 0
        return gathered(self._seen, after, last)

    @override
    def noticed(self, after: State) -> Iterator[str]:
        if isinstance(after, MatchingState) and after.drawn is not None:
            yield f"{seat_name(after.winning)} wins the trick and draws"

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
    def table(self) -> Iterator[Text]:
        size = _talon_size(self._seen)
        if not size:
            yield Text("no talon")
            return
        rules, cards = self._seen.game.rules, counted(size, "card")
        if rules.flip == "off" and size == self._seen.game.leftover:
            gets = {"last_trick": "for the last trick"}.get(rules.leftover, "not played")
            yield Text(f"talon: {cards}, {gets}")
            return
        yield Text(f"talon: {cards}")

    @override
    def trick(self) -> Iterator[Text]:
        seen = self._seen
        if seen.drawn is not None:
            yield Text(f"{seat_name(seen.winning)} wins it and has drawn ") + card_text(seen.drawn)
        elif seen.trick:
            yield Text(f"{seat_name(seen.winning)} is winning")
        if seen.leads:
            ranks = " ".join(Rank(rank).letter for rank in seen.leads)
            yield Text(f"led in a row: {ranks} ({seen.game.rules.lead_limit} at most)")

    @override
    def notes(self) -> Iterator[Text]:
        seen = self._seen
        if seen.turn is not None and seen.burned:
            yield Text(resets_words(self._game, seen.burned))
        if isinstance(seen, MatchingView):
            partner = seen.game.partner(seen.seat)
            if partner is not None and seen.known[partner]:
                yield Text("your partner's hand: ") + cards_text(seen.known[partner])

    @override
    def gist(self) -> Iterator[Text]:
        yield Text(f"talon {_talon_size(self._seen)}")
        yield Text(by_side(self._game, self._seen.points))

    @override
    def own(self) -> Iterator[Text]:
        seen = self._seen
        if seen.drawn is not None:
            won = card_text(winning_card(seen))
            yield Text("drawn: ") + card_text(seen.drawn) + Text("; the trick is won with ") + won
        alone = _alone(seen) if isinstance(seen, MatchingView) else ""
        if alone:
            yield Text(alone)

    @property
    def _top(self) -> Card | None:
        """The top card of the talon, as far as it is told."""
        return self._seen.talon[0] if isinstance(self._seen, MatchingState) else None

    @property
    def _spiced(self) -> str:
        drawn = self._seen.drawn
        if drawn is None:
            return ""
        new, old = (short_card(self._game, card, self._language) for card in (drawn, winning_card(self._seen)))
        return f"{new} for {old}"


def winning_card(seen: MatchingState | MatchingView) -> Card:
    """Return the card with which a trick of one round is being won."""
    return seen.trick[(seen.winning - seen.leader) % seen.game.players]


def resets_words(game: Facts, sides: Sequence[Side]) -> str:
    """Return that the scores of these sides fall to 0, in a sentence; nothing where there are none."""
    if not sides:
        return ""
    names = listed(party_of(game, side).name for side in sides)
    scores, fall = ("score", "falls") if len(sides) == 1 else ("scores", "fall")
    return f"The {scores} of {names} in the match {fall} to 0."


def help_lines(rules: MatchingParameters, *, partners: bool) -> Iterator[str]:
    """Yield what can be typed in these games alone."""
    yield "At your turn, type a card as your hand shows it: 9d, Ah, Tc or 10c; or its name. The rank alone will do: 9, a."
    yield "When only one thing can be done, Enter does it."
    if rules.continuation != "never":
        yield "  stop          end the trick, where you may go on with another card"
    if rules.flip == "on":
        yield "  flip          turn up the top card of the talon and play it"
    if rules.spice == "on":
        yield "  spice, stop   put the card you drew into the trick for the one that won it, or leave it"
    if rules.calls and partners:
        yield f"  call CALL     at your partner's turn: {', '.join(rules.calls)}; the machine does as called, if it can"
        yield "  calls off     ask for no calls; calls on asks again"


def _talon_size(seen: MatchingState | MatchingView) -> int:
    return seen.talon_size if isinstance(seen, MatchingView) else len(seen.talon)


def _alone(view: MatchingView) -> str:
    """Return who plays alone, as far as the seat knows."""
    card = view.game.lone_card
    if card is None:
        return ""
    if view.lone == view.seat or card in view.hand:
        return "you play alone"
    lone: int | None = view.lone
    if card in view.trick:
        lone = (view.leader + view.trick.index(card)) % view.game.players
    return "" if lone is None else f"{seat_name(lone)} plays alone"
