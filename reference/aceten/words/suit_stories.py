"""How deals with suit tricks are told."""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import override

from aceten.engine.state import State
from aceten.engine.suits.public_facts import auction, bid_most, closed
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.view import SuitView
from aceten.vocabulary.actions import DRAW, PASS, Action, Bid, Claim, Close, Draw, Exchange, Meld, NameTrump, Pass
from aceten.vocabulary.naming import by_side, cards_counted, party_of, points_counted, seat_name, suit_words, the_cards
from aceten.words.deal_stories import Manner, Telling, draws, gathered, is_winning, phrase
from aceten_spec.cards import Card, Rank, Suit, card_of
from aceten_spec.rulebook import SuitParameters
from aceten_spec.speech import say


class SuitTelling(Telling):
    """How a deal with suit tricks is told at one moment."""

    def __init__(self, seen: SuitState | SuitView) -> None:
        """Tell a state or a view."""
        super().__init__(seen)
        self._seen = seen

    # --- Actions ---

    @override
    def _phrase(self, action: Action, manner: Manner) -> str:
        match action:
            case Meld(card):
                shows = {"marriage": self._marriage(card.suit), "card": self._the(card)}
                said = phrase(manner, "meld~ {marriage} and lead~ {card}", **shows)
            case Exchange():
                said = self._exchange(manner)
            case Close():
                said = phrase(manner, "close~ the talon")
            case Draw():
                said = phrase(manner, "draw~")
            case Claim(suit):
                said = self._claim(suit, manner)
            case Bid(points):
                said = phrase(manner, "bid~ {points}", points=points)
            case NameTrump(suit):
                said = phrase(manner, "name~ {suit} as trumps", suit=self._suit(suit))
            case Pass() if PASS in self._seen.legal and not self._bidding:
                said = phrase(manner, "claim~ nothing")
            case Pass():
                said = phrase(manner, "pass~")
            case _:
                said = str(action)
        return said

    @override
    def explanation(self, action: Action) -> str:
        does = self.done(action)
        match action:
            case Meld():
                does = self._with_count(does, action)
            case Close():
                does = say("{does}, and nobody draws any more", does=does)
            case Draw():
                does = say("{does}, and then the others", does=does)
            case Claim(suit):
                does = say("{does}, and the deal ends", does=does if suit is None else self._with_count(does, action))
            case Pass() if not self._bidding:
                does = say("{does}, and the deal ends", does=does)
            case _:
                pass
        return does

    @override
    def asked(self) -> str:
        legal = self._seen.legal
        if self._bidding:
            if not any(isinstance(action, Bid) for action in legal):
                return say("pass")
            return say("bid or pass") if PASS in legal else say("bid")
        if any(isinstance(action, NameTrump) for action in legal):
            return say("name trumps")
        if DRAW in legal:
            return say("draw or close")
        return say("claim or pass") if PASS in legal else ""

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
            who, points = party_of(after.game, side), points_counted(has)
            if in_match:
                return who.says("{who} has {points} in the match", "{who} have {points} in the match", points=points)
            return who.says("{who} has {points}", "{who} have {points}", points=points)
        return ""

    @override
    def noticed(self, after: State) -> Iterator[str]:
        before = self._seen
        if not isinstance(before, SuitState) or not isinstance(after, SuitState):
            return
        yield from self._shown(before, after)
        if before.trick and not after.trick and before.game.rules.claim == "called" and after.turn is not None:
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
            yield say("nobody draws any more")
        if after.claimant is not None:
            yield say("the deal is over")
        elif after.drawing:
            yield say("{who} may close the talon before anybody draws", who=seat_name(after.leader))
        elif after.asking:
            yield say("{who} may claim", who=seat_name(after.leader))

    def _shown(self, before: SuitState, after: SuitState) -> Iterator[str]:
        """Yield what a marriage counts that was shown, and the trump suit that it made."""
        for side, (had, has) in enumerate(zip(before.melds, after.melds, strict=True)):
            if has > had and after.claimant is not None and after.waiting[side]:
                yield _counts_nothing()
            elif has > had and after.waiting[side]:
                yield say("the marriage counts {points}, with the next trick of its side", points=has - had)
            elif has > had and not after.took_a_trick(after.game.sides[side]):
                yield say("the marriage counts {points}, if a trick is taken", points=has - had)
            elif has > had:
                yield say("the marriage counts {points}", points=has - had)
        if after.trump is not None and after.trump != before.trump and not before.naming:
            yield say("{suit} are trumps", suit=self._suit(after.trump))

    def _used_up(self, before: SuitState, after: SuitState) -> Iterator[str]:
        """Yield that the talon is used up, and who has drawn the turn-up."""
        if before.talon and not after.talon:
            up = self._turn_up
            gets = [seat for seat, hand in enumerate(after.hands) if up in hand]
            if up is not None and gets:
                yield say("the talon is used up; {who} has drawn {card}", who=seat_name(gets[0]), card=self._the(up))
            else:
                yield say("the talon is used up")

    # --- How the deal stands ---

    @override
    def opening(self) -> str:
        seen = self._seen
        who = seat_name(seen.leader)
        first = say("{who} bids first", who=who) if self._bidding else say("{who} leads", who=who)
        return self._with_turn_up(f"{first}; {self._trumps}") if seen.trump is not None else first

    @override
    def marks(self, seat: int) -> tuple[str, ...]:
        seen = self._seen
        bid = (
            (say("bid {points}", points=seen.contract[1]),)
            if seen.contract is not None and seen.contract[0] == seat
            else ()
        )
        leads = seen.leader == seat and seen.turn is not None and not self._bidding
        return bid + (say("leader"),) * leads

    @override
    def table(self) -> Iterator[str]:
        seen = self._seen
        if self._trumps:
            yield self._trumps
        if seen.game.rules.hand * seen.game.players == len(seen.game.pack.cards):
            return
        size = _talon_size(seen)
        said = say("talon: {cards}", cards=cards_counted(size)) if size else say("no talon")
        yield self._with_turn_up(said) if size and seen.closed is None else said

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
                yield say("all know that {who} holds {cards}", who=seat_name(seat), cards=the_cards(self._game, cards))

    @override
    def gist(self) -> Iterator[str]:
        seen = self._seen
        yield from self._auction()
        if self._trumps:
            yield self._trumps
        if seen.closed is None and _talon_size(seen):
            yield self._with_turn_up(say("talon {number}", number=_talon_size(seen)))
        yield from closed(seen)
        if any(seen.melds):
            yield self._melds
        if seen.points is not None and not self._bidding:
            yield by_side(self._game, seen.points)
        yield from self._scores()
        for seat, cards in enumerate(seen.shown):
            if cards and not (isinstance(seen, SuitView) and seat == seen.seat):
                yield say("{who} holds {cards}", who=seat_name(seat), cards=the_cards(self._game, cards))

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

    def _with_turn_up(self, said: str) -> str:
        up = self._turn_up
        return said if up is None else say("{said}, turn-up {card}", said=said, card=self._card(up))

    @property
    def _trumps(self) -> str:
        trump = self._seen.trump
        if trump is not None:
            return say("trumps: {suit}", suit=self._suit(trump))
        return say("no trumps yet") if self._seen.game.rules.trump == "marriage" else ""

    @property
    def _melds(self) -> str:
        return say("marriages: {points}", points=by_side(self._game, self._seen.melds))

    @property
    def _counting(self) -> str:
        """How marriages count: those who play have to count themselves."""
        if isinstance(self._seen, SuitView):
            if self._seen.game.rules.meld_counts == "next_trick":
                return say("each counts with the next trick of its side")
            return say("they count for a side that has a trick")
        counted = [self._seen.counted(side) for side in sorted(set(self._game.sides))]
        return say("points that count so far: {points}", points=by_side(self._game, counted))

    def _auction(self) -> Iterator[str]:
        told = ", ".join(auction(self._seen))
        if told or self._bidding:
            yield told or say("no bid yet")

    def _scores(self) -> Iterator[str]:
        """Yield the score in the match, where it bears on play."""
        if self._seen.game.scores_matter:
            yield say("match: {scores} before this deal", scores=by_side(self._game, self._seen.scores))

    def _suit(self, suit: Suit) -> str:
        return suit_words(self._game, suit)

    def _marriage(self, suit: Suit | None) -> str:
        return say("a marriage") if suit is None else say("the marriage of {suit}", suit=self._suit(suit))

    def _claim(self, suit: Suit | None, manner: Manner) -> str:
        what = claimed(self._seen.game.rules)
        if suit is None:
            return phrase(manner, "claim~ {claimed}", claimed=what)
        return phrase(manner, "meld~ {marriage} and claim~ {claimed}", marriage=self._marriage(suit), claimed=what)

    def _exchange(self, manner: Manner) -> str:
        trump, turn_up, given = self._seen.trump, self._turn_up, self._seen.game.exchange
        if trump is None or turn_up is None or not given:
            return phrase(manner, "exchange~ a card for the turn-up")
        cards = {"card": self._the(card_of(Rank(given), trump)), "turn_up": self._the(turn_up)}
        return phrase(manner, "exchange~ {card} for the turn-up, {turn_up}", **cards)

    def _with_count(self, does: str, action: Meld | Claim) -> str:
        """Return what an action does that shows a marriage, and what that counts."""
        if not isinstance(self._seen, SuitState):
            return does
        after = self._seen.play(action)
        if isinstance(action, Claim) and any(after.waiting):
            return f"{does}; {_counts_nothing()}"
        return f"{does}; {say('the marriage counts {points}', points=sum(after.melds) - sum(self._seen.melds))}"


def _counts_nothing() -> str:
    return say("the marriage counts nothing, as no trick follows")


def claimed(rules: SuitParameters) -> str:
    """Return what a claim is about."""
    if rules.claim_for == "match":
        return say("{points} points in the match", points=rules.target)
    return say("{points} points", points=rules.claim_points)


def _played_out(state: SuitState) -> bool:
    return not state.talon and not any(state.hands)


def _talon_size(seen: SuitState | SuitView) -> int:
    return seen.talon_size if isinstance(seen, SuitView) else len(seen.talon)
