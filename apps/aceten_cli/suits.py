"""How deals with suit tricks are spoken of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from typing_extensions import override

from aceten import (
    DRAW,
    PASS,
    Action,
    Bid,
    Claim,
    Close,
    Draw,
    Exchange,
    Meld,
    NameTrump,
    Pass,
    Rank,
    State,
    Suit,
    SuitState,
    SuitView,
)
from aceten.naming import counted, listed, seat_name
from aceten_cli.telling import Telling, gathered
from aceten_cli.words import (
    by_side,
    card_text,
    card_words,
    cards_text,
    named_card,
    party_of,
    suit_words,
)
from aceten_spec import card_of
from aceten_spec.cards import without_suit
from aceten_spec.names import Language
from aceten_spec.rulebook import SuitParameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Card


class SuitTelling(Telling):
    """How a deal with suit tricks is spoken of at one moment."""

    def __init__(self, seen: SuitState | SuitView, language: Language) -> None:
        """Speak of a state or a view."""
        super().__init__(seen.game, language)
        self._seen = seen

    # --- Actions ---

    @override
    def choice(self, action: Action) -> str:
        match action:
            case Meld(card):
                said = f"show {self._marriage(card.suit)} and lead the {self._rank(card)}"
            case Exchange():
                said = f"exchange for the turn-up ({self._exchanged(' for ')})"
            case Close():
                said = "close the talon"
            case Claim(suit):
                said = (
                    f"claim {_claimed(self._seen.game.rules)}"
                    if suit is None
                    else f"show {self._marriage(suit)} and claim"
                )
            case Bid(points):
                said = f"bid {points}"
            case NameTrump(suit):
                said = f"name {self._suit(suit)} as trumps"
            case Pass():
                said = "pass" if self._bidding else "claim nothing"
            case _:
                said = super().choice(action)
        return said

    @override
    def done(self, action: Action) -> str:
        match action:
            case Meld(card):
                said = f"shows {self._marriage(card.suit)} and leads {card}"
            case Exchange():
                said = f"exchanges {self._exchanged(' for ')}"
            case Close():
                said = "closes the talon"
            case Draw():
                said = "draws"
            case Claim(suit):
                said = "claims" if suit is None else f"shows {self._marriage(suit)} and claims"
            case Bid(points):
                said = f"bids {points}"
            case NameTrump(suit):
                said = f"names {self._suit(suit)} as trumps"
            case Pass():
                said = "passes" if self._bidding else "claims nothing"
            case _:
                said = super().done(action)
        return said

    @override
    def seen(self, action: Action) -> str:
        match action:
            case Meld(card):
                leads = named_card(self._game, card, self._language)
                return f"shows {self._marriage(card.suit)} and leads {leads}"
            case Exchange():
                return f"exchanges {self._exchanged(' for the turn-up ')}"
            case _:
                return super().seen(action)

    @override
    def explained(self) -> Iterator[str]:
        turn, legal = self._seen.turn, self._seen.legal
        if turn is None:
            return
        bids = [action.points for action in legal if isinstance(action, Bid)]
        if bids:
            partner = self._game.partner(turn)
            side = seat_name(turn) if partner is None else listed(map(seat_name, (turn, partner)))
            yield f"bid:{bids[0]}: {side} undertake to make {bids[0]} points, and the highest bidder names trumps"
        for action in legal:
            said = self._explanation(action)
            if said:
                yield f"{action}: {seat_name(turn)} {said}"

    def _explanation(self, action: Action) -> str:
        """Return what an action means that has no number and is no card, after the player's name; empty for others."""
        rules = self._seen.game.rules
        match action:
            case Meld(card):
                said = f"shows {self._marriage(card.suit)}{self._worth(action)} and leads the {self._rank(card)}"
            case Exchange():
                said = f"exchanges {self._exchanged(' for the turn-up ')}"
            case Close():
                said = "closes the talon, and nobody draws any more"
            case Draw():
                said = "draws, and then the others"
            case Claim(suit):
                shows = "" if suit is None else f"shows {self._marriage(suit)}{self._worth(action)} and "
                said = f"{shows}claims {_claimed(rules)}, and the deal ends"
            case NameTrump(suit):
                said = f"names {self._suit(suit)} as trumps"
            case Pass():
                said = "does not bid" if self._bidding else "claims nothing, and the deal ends"
            case _:
                said = ""
        return said

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
            played_out = not after.talon and not any(after.hands)
            last = before.game.rules.last_trick_points if played_out else 0
            return gathered(before, after, last)
        if after.contract is not None and before.contract is None:
            seat, bid = after.contract
            return f"{seat_name(seat)} has bid the most, {bid}"
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
        for side, (had, has) in enumerate(zip(before.melds, after.melds, strict=True)):
            if has > had:
                uncounted = "" if after.took_a_trick(after.game.sides[side]) else ", if a trick is taken"
                yield f"the marriage counts {has - had}{uncounted}"
        if before.trick and not after.trick and before.game.rules.claim == "called":
            yield gathered(before, after, 0, points=False)  # who wants to claim has to count
        elif after.claimant is None or before.trick:
            yield from filter(None, (self.outcome(after),))
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
        return f"{first}; {self._trumps}{self._turned_up()}" if seen.trump is not None else first

    @override
    def marks(self, seat: int) -> tuple[str, ...]:
        seen = self._seen
        bid = (f"bid {seen.contract[1]}",) if seen.contract is not None and seen.contract[0] == seat else ()
        leads = seen.leader == seat and seen.turn is not None and not self._bidding
        return bid + ("leader",) * leads

    @override
    def table(self) -> Iterator[Text]:
        seen = self._seen
        yield from self._auction()
        if self._trumps:
            yield Text(self._trumps)
        if seen.game.rules.hand * seen.game.players == len(seen.game.pack.cards):
            return
        size = _talon_size(seen)
        if not size:
            yield Text("no talon")
            return
        closed = "" if seen.closed is None else f", closed by {seat_name(seen.closed.seat)}"
        yield Text(f"talon: {counted(size, 'card')}{closed}") + self._turned_up()

    @override
    def trick(self) -> Iterator[Text]:
        if self._seen.trick:
            yield Text(f"{seat_name(self._seen.winning)} is winning")

    @override
    def notes(self) -> Iterator[Text]:
        seen = self._seen
        if any(seen.melds):
            yield Text(f"{self._melds}; {self._counting}")
        yield from self._scores()
        for seat, cards in enumerate(seen.shown):
            if cards:
                yield Text(f"all know that {seat_name(seat)} holds ") + cards_text(cards)

    @override
    def gist(self) -> Iterator[Text]:
        seen = self._seen
        yield from self._auction()
        if self._trumps:
            yield Text(self._trumps)
        if seen.closed is not None:
            yield Text(f"talon closed by {seat_name(seen.closed.seat)}")
        elif _talon_size(seen):
            yield Text(f"talon {_talon_size(seen)}") + self._turned_up()
        if any(seen.melds):
            yield Text(self._melds)
        if seen.points is not None and not self._bidding:
            yield Text(by_side(self._game, seen.points))
        yield from self._scores()
        for seat, cards in enumerate(seen.shown):
            if cards and not (isinstance(seen, SuitView) and seat == seen.seat):
                yield Text(f"{seat_name(seat)} holds ") + cards_text(cards)

    @override
    def own(self) -> Iterator[Text]:
        return iter(())

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
            return "they count for a side that has a trick"
        counted_ = [self._seen.counted(side) for side in sorted(set(self._game.sides))]
        return f"points that count so far: {by_side(self._game, counted_)}"

    def _turned_up(self) -> Text:
        card = self._turn_up
        return Text("") if card is None else Text(", turn-up ") + card_text(card)

    def _auction(self) -> Iterator[Text]:
        """Yield what was bid so far, or who has bid the most."""
        seen = self._seen
        if seen.contract is not None:
            seat, points = seen.contract
            yield Text(f"{seat_name(seat)} has bid {points}")
        elif self._bidding:
            first = seen.dealer + 1
            said = [
                f"{seat_name((first + place) % seen.game.players)} {bid or 'pass'}"
                for place, bid in enumerate(seen.bids)
            ]
            yield Text(f"bids: {', '.join(said)}" if said else "no bid yet")

    def _scores(self) -> Iterator[Text]:
        """Yield the score in the match, where it bears on play."""
        if self._seen.game.scores_matter:
            yield Text(f"match: {by_side(self._game, self._seen.scores)} before this deal")

    def _suit(self, suit: Suit) -> str:
        return suit_words(self._game, suit, self._language)

    def _rank(self, card: Card) -> str:
        return card_words(self._game, without_suit(card), self._language)

    def _marriage(self, suit: Suit | None) -> str:
        return "a marriage" if suit is None else f"the marriage of {self._suit(suit)}"

    def _exchanged(self, between: str) -> str:
        seen = self._seen
        if seen.trump is None:
            return ""
        return f"{card_of(Rank(seen.game.exchange), seen.trump)}{between}{self._turn_up}"

    def _worth(self, action: Meld | Claim) -> str:
        """Return what the marriage is worth that an action shows."""
        if not isinstance(self._seen, SuitState):
            return ""
        points = sum(self._seen.play(action).melds) - sum(self._seen.melds)
        return f" for {points} points"


def help_lines(rules: SuitParameters) -> Iterator[str]:
    """Yield what can be typed in these games alone."""
    yield "At your turn, type a card as your hand shows it: 9d, Ah, Tc or 10c; or its name. The rank alone will do if no other fits."
    yield "When only one thing can be done, Enter does it."
    if rules.bids:
        yield "  66            bid 66; pass: do not bid"
        yield "  hearts, h     name hearts as trumps"
    if rules.marriages != "none":
        yield "  marriage Kh   show king and queen of hearts and lead the king; marriage Qh leads the queen"
    if rules.exchange != "none":
        yield "  exchange      exchange your card for the turn-up"
    if rules.close != "never":
        yield "  close         close the talon, so that nobody draws any more"
    if rules.close == "either":
        yield "  draw          draw after a trick that you have won, instead of closing the talon before"
    if rules.claim == "called":
        yield f"  claim         claim {_claimed(rules)}; nobody counts for you, and a wrong claim " + (
            "loses" if rules.wrong_claim == "lost" else "is refused"
        )
        if rules.marriages != "none":
            yield "  claim h       show the marriage of hearts and claim"
        yield "  pass          claim nothing when all cards are played"


def _claimed(rules: SuitParameters) -> str:
    """Return what a claim is about."""
    if rules.claim_for == "match":
        return f"{rules.target} points in the match"
    return f"{rules.claim_points} points"


def _talon_size(seen: SuitState | SuitView) -> int:
    return seen.talon_size if isinstance(seen, SuitView) else len(seen.talon)
