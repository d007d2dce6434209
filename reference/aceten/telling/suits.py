"""How deals with suit tricks are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from typing_extensions import override

from aceten.actions import DRAW, PASS, Action, Bid, Claim, Close, Draw, Exchange, Meld, NameTrump, Pass
from aceten.naming import by_side, counted, party_of, seat_name, suit_words
from aceten.suits.seen import auction, bid_most, closed
from aceten.suits.state import SuitState
from aceten.suits.view import SuitView
from aceten.telling.deal import Telling, draws, gathered, is_winning
from aceten_spec.cards import Rank, Suit, card_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aceten.state import State
    from aceten_spec.cards import Card
    from aceten_spec.names import Language
    from aceten_spec.rulebook import SuitParameters

_NO_TRICK: Final = "the marriage counts nothing, as no trick follows"


class SuitTelling(Telling):
    """How a deal with suit tricks is told at one moment."""

    def __init__(self, seen: SuitState | SuitView, language: Language) -> None:
        """Tell a state or a view."""
        super().__init__(seen, language)
        self._seen = seen

    # --- Actions ---

    @override
    def _phrase(self, action: Action, named: Callable[[Card], str]) -> str:
        match action:
            case Meld(card):
                said = f"show~ {self._marriage(card.suit)} and lead~ {named(card)}"
            case Exchange():
                said = self._exchange(named)
            case Close():
                said = "close~ the talon"
            case Draw():
                said = "draw~"
            case Claim(suit):
                shows = "" if suit is None else f"show~ {self._marriage(suit)} and "
                said = f"{shows}claim~ {claimed(self._seen.game.rules)}"
            case Bid(points):
                said = f"bid~ {points}"
            case NameTrump(suit):
                said = f"name~ {self._suit(suit)} as trumps"
            case Pass():
                said = "claim~ nothing" if PASS in self._seen.legal and not self._bidding else "pass~"
            case _:
                said = str(action)
        return said

    @override
    def explanation(self, action: Action) -> str:
        does = self.done(action)
        match action:
            case Meld():
                does += self._counts(action)
            case Close():
                does += ", and nobody draws any more"
            case Draw():
                does += ", and then the others"
            case Claim(suit):
                does += f"{'' if suit is None else self._counts(action)}, and the deal ends"
            case Pass() if not self._bidding:
                does += ", and the deal ends"
            case _:
                pass
        return does

    @override
    def asked(self) -> str:
        legal = self._seen.legal
        if self._bidding:
            bids = any(isinstance(action, Bid) for action in legal)
            return " or ".join(["bid"] * bids + ["pass"] * (PASS in legal))
        if any(isinstance(action, NameTrump) for action in legal):
            return "name trumps"
        if DRAW in legal:
            return "draw or close"
        return "claim or pass" if PASS in legal else ""

    # --- What an action led to ---

    @override
    def outcome(self, after: State) -> str:
        before = self._seen
        if not isinstance(before, SuitState) or not isinstance(after, SuitState):
            return ""
        if before.trick and not after.trick:
            return gathered(before, after, played_out=_played_out(after))
        if after.contract is not None and before.contract is None:
            return bid_most(after.contract)
        if after.claimant is not None:
            side = after.game.sides[after.claimant]
            in_match = before.game.rules.claim_for == "match"
            has = after.counted(side) + (after.scores[side] if in_match else 0)
            return f"{party_of(after.game, side).has} {counted(has, 'point')}{' in the match' if in_match else ''}"
        return ""

    @override
    def noticed(self, after: State) -> Iterator[str]:
        before = self._seen
        if not isinstance(before, SuitState) or not isinstance(after, SuitState):
            return
        yield from self._shown(before, after)
        if before.trick and not after.trick and before.game.rules.claim == "called":
            yield gathered(before, after, played_out=False, points=False)  # who wants to claim has to count
        elif after.claimant is None or before.trick:
            yield from filter(None, (self.outcome(after),))
        yield from self._used_up(before, after)

    @override
    def consequences(self, after: State) -> Iterator[str]:
        before = self._seen
        if not isinstance(before, SuitState) or not isinstance(after, SuitState):
            return
        yield from self._shown(before, after)
        if after.trick and after.trick != before.trick:
            yield is_winning(after)
        yield from filter(None, (self.outcome(after), draws(before, after)))
        yield from self._used_up(before, after)
        if after.closed is not None and before.closed is None:
            yield "nobody draws any more"
        if after.claimant is not None:
            yield "the deal is over"
        elif after.drawing:
            yield f"{seat_name(after.leader)} may close the talon before anybody draws"
        elif after.asking:
            yield f"{seat_name(after.leader)} may claim"

    def _shown(self, before: SuitState, after: SuitState) -> Iterator[str]:
        """Yield what a marriage counts that was shown, and the trump suit that it made."""
        for side, (had, has) in enumerate(zip(before.melds, after.melds, strict=True)):
            if has > had and after.claimant is not None and after.waiting[side]:
                yield _NO_TRICK
            elif has > had:
                uncounted = "" if after.took_a_trick(after.game.sides[side]) else ", if a trick is taken"
                waits = ", with the next trick of its side" if after.waiting[side] else uncounted
                yield f"the marriage counts {has - had}{waits}"
        if after.trump is not None and after.trump != before.trump and not before.naming:
            yield f"{self._suit(after.trump)} are trumps"

    def _used_up(self, before: SuitState, after: SuitState) -> Iterator[str]:
        """Yield that the talon is used up, and who has drawn the turn-up."""
        if before.talon and not after.talon:
            turn_up = self._turn_up
            gets = [seat for seat, hand in enumerate(after.hands) if turn_up in hand]
            drawn = f"; {seat_name(gets[0])} has drawn {turn_up}" if gets else ""
            yield f"the talon is used up{drawn}"

    # --- How the deal stands ---

    @override
    def opening(self) -> str:
        seen = self._seen
        first = f"{seat_name(seen.leader)} {'bids first' if self._bidding else 'leads'}"
        return f"{first}; {self._trumps}{self._turned_up}" if seen.trump is not None else first

    @override
    def marks(self, seat: int) -> tuple[str, ...]:
        seen = self._seen
        bid = (f"bid {seen.contract[1]}",) if seen.contract is not None and seen.contract[0] == seat else ()
        leads = seen.leader == seat and seen.turn is not None and not self._bidding
        return bid + ("leader",) * leads

    @override
    def table(self) -> Iterator[str]:
        seen = self._seen
        if self._trumps:
            yield self._trumps
        if seen.game.rules.hand * seen.game.players == len(seen.game.pack.cards):
            return
        size = _talon_size(seen)
        yield f"talon: {counted(size, 'card')}{self._turned_up}" if size else "no talon"

    @override
    def trick(self) -> Iterator[str]:
        if self._seen.trick:
            yield is_winning(self._seen)

    @override
    def notes(self) -> Iterator[str]:
        seen = self._seen
        yield from self._auction()
        yield from closed(seen)
        if any(seen.melds):
            yield f"{self._melds}; {self._counting}"
        yield from self._scores()
        for seat, cards in enumerate(seen.shown):
            if cards:
                yield f"all know that {seat_name(seat)} holds {' '.join(map(str, cards))}"

    @override
    def gist(self) -> Iterator[str]:
        seen = self._seen
        yield from self._auction()
        if self._trumps:
            yield self._trumps
        if seen.closed is None and _talon_size(seen):
            yield f"talon {_talon_size(seen)}{self._turned_up}"
        yield from closed(seen)
        if any(seen.melds):
            yield self._melds
        if seen.points is not None and not self._bidding:
            yield by_side(self._game, seen.points)
        yield from self._scores()
        for seat, cards in enumerate(seen.shown):
            if cards and not (isinstance(seen, SuitView) and seat == seen.seat):
                yield f"{seat_name(seat)} holds {' '.join(map(str, cards))}"

    # --- Parts of these ---

    @property
    def _bidding(self) -> bool:
        seen = self._seen
        return bool(seen.game.rules.bids) and seen.contract is None

    @property
    def _turn_up(self) -> Card | None:
        if self._seen.game.rules.trump != "turn_up":
            return None
        lying = self._seen.known_talon if isinstance(self._seen, SuitView) else self._seen.talon
        return lying[-1] if lying else None

    @property
    def _turned_up(self) -> str:
        return "" if self._turn_up is None else f", turn-up {self._turn_up}"

    @property
    def _trumps(self) -> str:
        trump = self._seen.trump
        if trump is not None:
            return f"trumps: {self._suit(trump)}"
        return "no trumps yet" if self._seen.game.rules.trump == "marriage" else ""

    @property
    def _melds(self) -> str:
        return f"marriages: {by_side(self._game, self._seen.melds)}"

    @property
    def _counting(self) -> str:
        """How marriages count: those who play have to count themselves."""
        if isinstance(self._seen, SuitView):
            waits = self._seen.game.rules.meld_counts == "next_trick"
            return "each counts with the next trick of its side" if waits else "they count for a side that has a trick"
        counted_ = [self._seen.counted(side) for side in sorted(set(self._game.sides))]
        return f"points that count so far: {by_side(self._game, counted_)}"

    def _auction(self) -> Iterator[str]:
        told = ", ".join(auction(self._seen))
        if told or self._bidding:
            yield told or "no bid yet"

    def _scores(self) -> Iterator[str]:
        """Yield the score in the match, where it bears on play."""
        if self._seen.game.scores_matter:
            yield f"match: {by_side(self._game, self._seen.scores)} before this deal"

    def _suit(self, suit: Suit) -> str:
        return suit_words(self._game, suit, self._language)

    def _marriage(self, suit: Suit | None) -> str:
        return "a marriage" if suit is None else f"the marriage of {self._suit(suit)}"

    def _exchange(self, named: Callable[[Card], str]) -> str:
        trump, turn_up, given = self._seen.trump, self._turn_up, self._seen.game.exchange
        if trump is None or turn_up is None or not given:
            return "exchange~ a card for the turn-up"
        return f"exchange~ {named(card_of(Rank(given), trump))} for the turn-up, {named(turn_up)}"

    def _counts(self, action: Meld | Claim) -> str:
        """Return what the marriage counts that an action shows."""
        if not isinstance(self._seen, SuitState):
            return ""
        after = self._seen.play(action)
        if isinstance(action, Claim) and any(after.waiting):
            return f"; {_NO_TRICK}"
        return f"; the marriage counts {sum(after.melds) - sum(self._seen.melds)}"


def claimed(rules: SuitParameters) -> str:
    """Return what a claim is about."""
    if rules.claim_for == "match":
        return f"{rules.target} points in the match"
    return f"{rules.claim_points} points"


def _played_out(state: SuitState) -> bool:
    return not state.talon and not any(state.hands)


def _talon_size(seen: SuitState | SuitView) -> int:
    return seen.talon_size if isinstance(seen, SuitView) else len(seen.talon)
