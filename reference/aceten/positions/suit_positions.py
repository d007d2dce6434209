"""Whether a position with suit tricks can come about in play, and the state that it describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from typing_extensions import override

from aceten.engine.suits.course import Closing
from aceten.engine.suits.duties import SuitTrick, card_rule, leading_ranks
from aceten.engine.suits.public_facts import default_trump
from aceten.engine.suits.state import SuitState
from aceten.engine.suits.steps import auction_over, may_bid
from aceten.positions.claim_checks import check_claim, check_closing
from aceten.positions.marriage_checks import check_melds, check_shown, check_waiting
from aceten.positions.position_checks import Check, WrittenPosition
from aceten.positions.shown_marriages import Lying
from aceten.vocabulary.actions import Seat
from aceten.vocabulary.errors import PositionError, position_error
from aceten.vocabulary.naming import either, seat_name, side_name, suit_words, the_card
from aceten_spec.cards import EVERY_CARD, Card, Suit, sort_cards
from aceten_spec.speech import say

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame

_WITHOUT_SUIT: Final = frozenset(card for card in EVERY_CARD if card.suit is None)


class SuitPosition(WrittenPosition, frozen=True, kw_only=True):
    """What a position line of a game with suit tricks says, unchecked."""

    trump: Suit | None
    closed: tuple[int, ...] | None
    melds: tuple[int, ...] | None
    waiting: tuple[int, ...] | None
    shown: tuple[tuple[Card, ...], ...] | None
    claim: int | Literal["nobody"] | None
    bids: tuple[int, ...] | None
    bid: tuple[int, int] | None
    score: tuple[int, ...] | None


def build(game: SuitGame, position: SuitPosition) -> SuitState:
    """Return the state of a position.

    :raises PositionError: when no play could reach it.
    """
    check = SuitCheck(game, position)
    check.cards()
    check.hands()
    check.auction()
    trump = check.trump()
    closed = check.closed()
    check.captured()
    winning = check.trick(trump, closed)
    check.leader()
    check.scores()
    state = SuitState(
        game,
        tuple(map(sort_cards, position.hands)),
        position.talon,
        Seat(position.lead),
        position.trick,
        winning,
        check.turn(),
        tuple(map(sort_cards, check.taken)),
        check.points,
        check.tricks,
        check.dealer(),
        sum(check.points) + check.points_in_play == game.total,
        (),
        trump,
        closed,
        check.melds(trump),
        check.waiting(),
        check.shown(),
        check.claimant(),
        position.bids or (),
        None if position.bid is None else (Seat(position.bid[0]), position.bid[1]),
        position.score or (0,) * game.side_count,
    )
    check_closing(state)
    check_claim(state)
    return state


class SuitCheck(Check):
    """The checks of one position, each raising for the first thing that is wrong."""

    def __init__(self, game: SuitGame, position: SuitPosition) -> None:
        super().__init__(game, position)
        self._game = game
        self._position = position
        self._bidding = bool(game.rules.bids) and position.bid is None

    @override
    def cards(self) -> None:
        """Every card stands in the pack, with its suit."""
        super().cards()
        if _WITHOUT_SUIT.isdisjoint(self._cards):
            return
        for card in self._cards:
            if card.suit is None:
                raise position_error("cards", "{card} without its suit, and suits matter here", card=card)

    def hands(self) -> None:
        """Everybody has as many cards as the rules give, and the talon is what drawing leaves."""
        game, position = self._game, self._position
        players, full = game.players, game.rules.hand
        if len(position.trick) >= players:
            raise position_error(
                "trick", "{cards} cards; a trick that is complete has been taken", cards=len(position.trick)
            )
        held = [
            len(hand) + ((seat - position.lead) % players < len(position.trick))
            for seat, hand in enumerate(position.hands)
        ]
        if len(set(held)) > 1:
            raise position_error(
                "hands",
                "before the trick the seats held {cards} cards, and all hands are equal then"
                " (a card on the table is no longer in a hand; lead= is who led the trick)",
                cards=", ".join(map(str, held)),
            )
        if held[0] > full:
            raise position_error(
                "hands",
                "seats held {cards} cards before the trick; a hand has {full} at most",
                cards=held[0],
                full=full,
            )
        self._check_talon(held[0])

    def _check_talon(self, held: int) -> None:
        game, position, talon = self._game, self._position, len(self._position.talon)
        players, full, most = game.players, game.rules.hand, self._whole_talon
        if talon > most or talon % players:
            raise position_error(
                "talon",
                "{talon} cards; after the deal there are {most}, and {players} fewer after each trick",
                talon=talon,
                most=most,
                players=players,
            )
        if not talon or held == full or position.closed is not None:
            return
        choosing = game.rules.close == "either" and talon >= game.rules.close_min_stock
        ended = game.rules.claim == "automatic" and position.claim is not None
        if position.trick or not (choosing or ended) or held != full - 1:
            raise position_error(
                "talon",
                "{talon} cards are left although seats held only {held} before the trick; they draw up to {full}"
                " (closed= says that the talon is closed)",
                talon=talon,
                held=held,
                full=full,
            )

    @property
    def _whole_talon(self) -> int:
        return len(self._game.pack.cards) - self._game.players * self._game.rules.hand

    @property
    def _tricks_taken(self) -> int:
        return (len(self._game.pack.cards) - self._in_play) // self._game.players

    def trump(self) -> Suit | None:
        """Return the trump suit, which the turn-up shows where there is one."""
        game, position = self._game, self._position
        shown, trump = default_trump(game, position.talon), position.trump
        if shown is not None and trump is not None and trump != shown:
            raise position_error(
                "trump",
                "{suit}; the talon ends with the turn-up, {card}",
                suit=suit_words(game, trump),
                card=the_card(game, position.talon[-1]),
            )
        found = trump if trump is not None else shown
        match game.rules.trump:
            case "turn_up" | "cut" | "dealt":
                needed = True
            case "named":
                needed = bool(self._tricks_taken or position.trick)
                if found is not None and self._bidding:
                    raise position_error("trump", "a trump suit before the auction is over; say bid= too")
            case "marriage":
                needed = False
                shown_one = any(position.melds or ())
                if (found is not None) != shown_one:
                    problem = say("trumps come with the first marriage; say melds= too")
                    if shown_one:
                        problem = say("trumps come with the first marriage; say trump= too")
                    raise PositionError(key="trump", problem=problem)
        if found is None and needed:
            raise position_error("trump", "missing; say the trump suit, such as trump=h")
        return found

    def auction(self) -> None:
        """What was bid could be bid, and the auction is over before a card is played."""
        game, position = self._game, self._position
        if not game.rules.bids:
            for key, said in (("bids", position.bids), ("bid", position.bid)):
                if said is not None:
                    raise position_error(key, "there is no auction here")
        elif position.bid is not None:
            if position.bids:
                raise position_error("bids", "the auction is over; bid= alone says what was bid")
            if position.bid[1] not in game.rules.bids:
                known = ", ".join(map(str, game.rules.bids))
                raise position_error(
                    "bid", "{bid} cannot be bid; one can bid {known}", bid=position.bid[1], known=known
                )
        else:
            if self._tricks_taken or position.trick:
                raise position_error("bid", "missing; say who bid the most, and how much, such as bid=0,66")
            self._check_bids(position.bids or ())

    def _check_bids(self, bids: tuple[int, ...]) -> None:
        """These bids could be made one after the other, and the auction goes on, unless nobody has bid."""
        players, rules = self._game.players, self._game.rules
        for place, bid in enumerate(bids):
            before = bids[:place]
            if before and auction_over(before, players, rules.bids[-1]):
                raise position_error("bids", "the auction was over after {place} of them; say bid=", place=place)
            higher = bid in rules.bids and bid > max(before, default=0)
            if bid and not (higher and may_bid(before, players, rules.bid_again)):
                raise position_error("bids", "{bid} could not be bid in place {place}", bid=bid, place=place + 1)
        if any(bids) and auction_over(bids, players, rules.bids[-1]):
            raise position_error("bids", "the auction is over; say bid=")
        if rules.no_bid == "dealer" and len(bids) == players and not any(bids):
            raise position_error("bids", "the dealer has to bid when nobody else has")

    def closed(self) -> Closing | None:
        """Return how the talon was closed."""
        game, said, talon = self._game, self._position.closed, len(self._position.talon)
        if said is None:
            return None
        if game.rules.close == "never":
            raise position_error("closed", "the talon is never closed here")
        if not talon:
            raise position_error("closed", "there is no talon to be closed")
        seat, points, *tricks = said
        drawn = (self._whole_talon - talon) // game.players
        possible = {drawn, drawn + 1} if game.rules.close == "either" else {drawn}
        if sum(tricks) not in possible:
            counts = either(map(str, sorted(possible)))
            raise position_error(
                "closed",
                "{tricks} tricks when the talon was closed with {talon} cards left; expected {counts}",
                tricks=sum(tricks),
                talon=talon,
                counts=counts,
            )
        if not game.rules.close_first and not sum(tricks):
            raise position_error("closed", "the talon is not closed before the first lead here")
        return Closing(Seat(seat), points, tuple(tricks))

    def captured(self) -> None:
        """What is said to be captured is possible, and agrees with itself and with the cards in play."""
        game, total = self._game, self._tricks_taken
        for side, pile in enumerate(self.taken):
            if len(pile) % game.players:
                raise position_error(
                    "taken",
                    "side {side} has {cards} cards; every trick brings {players}, so it has a multiple",
                    side=side_name(game, side),
                    cards=len(pile),
                    players=game.players,
                )
        self._check_points()
        if self.tricks is None and not total:
            self.tricks = (0,) * game.side_count
        if self.tricks is not None:
            self._check_tricks(self.tricks, total)
        if game.rules.claim != "never":
            self._check_accounts(total)

    def _check_tricks(self, tricks: tuple[int, ...], total: int) -> None:
        """The tricks of the sides are all that were taken, and make what they have taken."""
        if sum(tricks) != total:
            raise position_error(
                "tricks",
                "together {tricks}; the cards that are not in play make {total}",
                tricks=sum(tricks),
                total=total,
            )
        for side, pile in enumerate(self.taken):
            fewest = max(len(pile) // self._game.players, 1 if self.points[side] else 0)
            if tricks[side] < fewest:
                raise position_error(
                    "tricks",
                    "side {side} is given {tricks} tricks; what it has taken makes {fewest} at least",
                    side=side_name(self._game, side),
                    tricks=tricks[side],
                    fewest=fewest,
                )

    def _check_accounts(self, total: int) -> None:
        """Tricks and card points are all known, as claims depend on them."""
        game = self._game
        if self.tricks is None:
            raise position_error(
                "tricks",
                "missing; say how the {total} tricks are divided, such as tricks={total},0, or all cards with taken=",
                total=total,
            )
        missing = game.total - sum(self.points) - self.points_in_play
        if missing:
            raise position_error(
                "points",
                "{missing} of the {total} card points are neither in play nor captured; say where with points= or taken=",
                missing=missing,
                total=game.total,
            )

    def trick(self, trump: Suit | None, closed: Closing | None) -> Seat:
        """Return the seat that is winning the trick, in which everybody has played what he may."""
        game, position = self._game, self._position
        trick, leader = position.trick, Seat(position.lead)
        before = SuitTrick(
            game=game,
            trick=(),
            trump=trump,
            closed=closed,
            open_talon=bool(position.talon) and closed is None,
            cards_in_play=self._in_play,
        )
        for place in range(len(trick)):
            self._check_played(before._replace(trick=trick[:place]), trick[place])
        return Seat((leader + game.winning_place(trick, trump=trump)) % game.players if trick else leader)

    def _check_played(self, before: SuitTrick, card: Card) -> None:
        """A card of the trick could be played with those that its player has kept, or its marriage has been shown."""
        game, position = self._game, self._position
        rule, seat = card_rule(before), (position.lead + len(before.trick)) % game.players
        code = None if rule is None else rule(before, (*position.hands[seat], card), card)
        if code is None or (code == "meld_due" and (position.melds or (0, 0))[game.sides[seat]]):
            return
        told = {"who": seat_name(seat), "card": the_card(game, card)}
        problem = say("{who} could not play {card} with the cards in hand", **told)
        if code == "meld_due":
            problem = say(
                "{who} could not lead {card} without the marriage, and holds the other card of it; say melds= too",
                **told,
            )
        raise PositionError(key="trick", problem=problem)

    @override
    def leader(self) -> None:
        """The leader won the last trick; in the first he follows the dealer, or has bid the most."""
        if self._position.bid is None:
            super().leader()
        elif not self._tricks_taken and self._position.lead != self._position.bid[0]:
            raise position_error(
                "lead", "{who} has bid the most and leads to the first trick", who=seat_name(self._position.bid[0])
            )

    def scores(self) -> None:
        """The scores in the match are said where they bear on play."""
        if self._position.score is not None and not self._game.scores_matter:
            raise position_error("score", "the scores in the match have no effect on a deal here")
        if self._position.score is not None and self._game.match_is_over(self._position.score):
            raise position_error(
                "score",
                "with {target} the match is over by itself, and there is no further deal",
                target=self._game.rules.target,
            )

    def melds(self, trump: Suit | None) -> tuple[int, ...]:
        """Return the points of the marriages that were shown."""
        position = self._position
        if position.melds is None:
            return (0,) * self._game.side_count
        lying = Lying(
            hands=position.hands,
            talon=position.talon,
            unseen=(),
            shown=position.shown,
            claimed=position.claim is not None,
        )
        led = bool(self._tricks_taken or position.trick) or position.claim is not None
        check_melds(self._game, position.melds, trump, lying, led=led)
        return position.melds

    def waiting(self) -> tuple[int, ...]:
        """Return the points of the marriages that count only with the next trick of their side."""
        game, position, nothing = self._game, self._position, (0,) * self._game.side_count
        said, leading = position.waiting or nothing, game.sides[position.lead]
        check_waiting(game, said, position.melds or nothing, self.tricks)
        led = bool(position.trick) and position.trick[0].rank in leading_ranks(game.rules)
        if said[leading] and not led and position.claim in {None, "nobody"} and self._tricks_taken:
            raise position_error(
                "waiting",
                "side {side} has taken a trick since it last led, so that no marriage of it waits",
                side=side_name(game, leading),
            )
        return said

    def shown(self) -> tuple[tuple[Card, ...], ...]:
        """Return the cards in hands that everybody knows."""
        game, position = self._game, self._position
        shown = position.shown if position.shown is not None else ((),) * game.players
        trump = position.trump or default_trump(game, position.talon)
        single = check_shown(game, shown, position.hands, position.melds, trump)
        if game.last_shown:
            self._check_last_dealt(shown, single)
        return tuple(map(sort_cards, shown))

    def _check_last_dealt(self, shown: tuple[tuple[Card, ...], ...], single: list[Card]) -> None:
        """The last card that was dealt is the dealer's, and lies open until he plays it.

        Clauses: SU-DEAL-9, SU-TRUMP-4.
        """
        dealer = self.dealer()
        played = self._tricks_taken or len(self._position.hands[dealer]) < self._game.rules.hand
        if single and single[0] not in shown[dealer]:
            raise position_error(
                "shown",
                "{card}: the last card that was dealt is the dealer's, and here {who} is said to have dealt",
                card=the_card(self._game, single[0]),
                who=seat_name(dealer),
            )
        if not single and not played:
            raise position_error(
                "shown", "missing; say which trump {who} was dealt last, as the dealer", who=seat_name(dealer)
            )

    def claimant(self) -> Seat | None:
        """Return who ended the deal by a claim."""
        rules, claim = self._game.rules, self._position.claim
        if claim is None:
            return None
        if rules.claim == "never":
            raise position_error("claim", "nobody claims anything here")
        if claim != "nobody":
            return Seat(claim)
        if not rules.asks or self._position.trick or any(self._position.hands):
            raise position_error("claim", "nobody has claimed, and yet the deal can go on")
        return None

    def turn(self) -> Seat | None:
        """Return the seat to act; ``None`` when the deal is over."""
        game, position = self._game, self._position
        bids = position.bids or ()
        if position.claim is not None or (len(bids) == game.players and not any(bids)):
            return None
        if self._bidding:
            return Seat((game.after[self.dealer()] + len(bids)) % game.players)
        if not position.trick and not any(position.hands) and not game.rules.asks:
            return None
        return Seat((position.lead + len(position.trick)) % game.players)
