"""Whether a position with matching tricks can come about in play, and the state that it describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from aceten.engine.matching.legality import MatchingTrick, another_round, card_rule, goes_on
from aceten.engine.matching.public_facts import default_leads
from aceten.engine.matching.state import MatchingState
from aceten.positions.position_checks import Check, WrittenPosition
from aceten.vocabulary.actions import Seat, Side
from aceten.vocabulary.errors import PositionError, position_error
from aceten.vocabulary.naming import card_words, seat_name, side_name, the_card
from aceten_spec.cards import Card, Rank, rank_number, sort_cards, without_suit
from aceten_spec.speech import say
from aceten_spec.written_cards import card

if TYPE_CHECKING:
    from aceten.engine.matching.game import MatchingGame


class MatchingPosition(WrittenPosition, frozen=True, kw_only=True):
    """What a position line of a game with matching tricks says, unchecked."""

    forfeit: int | None
    leads: tuple[Card, ...] | None
    drawn: Card | None
    lone: int | None
    resets: tuple[int, ...]


def build(game: MatchingGame, position: MatchingPosition) -> MatchingState:
    """Return the state of a position.

    :raises PositionError: when no play could reach it.
    """
    check = MatchingCheck(game, position)
    check.cards()
    drawing = check.drawing()
    check.hands(drawing)
    winning = check.trick()
    check.captured()
    check.leader()
    leader = Seat(position.lead)
    over = not position.trick and not any(position.hands)
    turn = winning if position.drawn is not None else Seat((leader + len(position.trick)) % game.players)
    return MatchingState(
        game,
        tuple(map(sort_cards, position.hands)),
        position.talon,
        leader,
        position.trick,
        winning,
        None if over else turn,
        tuple(map(sort_cards, check.taken)),
        check.points,
        check.tricks,
        check.dealer(),
        sum(check.points) + check.points_in_play == game.total,
        (),
        check.forfeit(over=over),
        check.leads(),
        position.drawn,
        check.lone(),
        check.burned(),
    )


class MatchingCheck(Check):
    """The checks of one position, each raising for the first thing that is wrong."""

    def __init__(self, game: MatchingGame, position: MatchingPosition) -> None:
        super().__init__(game, position)
        self._game = game
        self._position = position

    @override
    def cards(self) -> None:
        """Every card stands in the pack, no more of them than the pack has, and what is not like the others with its suit."""
        super().cards()
        lone = self._game.lone_card
        if lone is not None and without_suit(lone) in self._cards:
            raise position_error(
                "cards",
                "a {rank} without its suit, and {card} is not like the others",
                rank=card_words(self._game, without_suit(lone)),
                card=the_card(self._game, lone),
            )

    def drawing(self) -> Seat | None:
        """Return the seat that has won the trick and drawn a card to spice it with; ``None`` at any other time."""
        game, drawn, trick = self._game, self._position.drawn, self._position.trick
        if drawn is None:
            return None
        if not game.rules.spice:
            raise position_error("drawn", "no trick is spiced here; set spice")
        if len(trick) != game.players:
            raise position_error("drawn", "the trick is not complete; who wins it draws after that")
        winning = self._lying(len(trick)).winning
        if drawn not in self._position.hands[winning]:
            raise position_error(
                "drawn",
                "{who} wins the trick and does not hold {card}",
                who=seat_name(winning),
                card=the_card(game, drawn),
            )
        return winning

    def hands(self, drawing: Seat | None) -> None:
        """Everybody has received equally many cards, as many as the rules give, and the talon divides."""
        game, position = self._game, self._position
        players, full = game.players, game.rules.hand
        played = [(len(position.trick) - turn + players - 1) // players for turn in range(players)]
        held: list[int] = []
        flipped = 0
        for seat, hand in enumerate(position.hands):
            on_table = played[(seat - position.lead) % players]
            cards = len(hand) + on_table
            if seat == drawing:
                cards -= 1
            elif game.rules.flip and on_table and len(hand) == full:
                cards -= 1  # a full hand, although the seat has played: it turned up a card instead
                flipped += 1
            held.append(cards)
        if len(set(held)) > 1:
            before = ", ".join(map(str, held))
            problem = say("hands of {cards} cards; between tricks all hands are equal", cards=before)
            if position.trick:
                problem = say(
                    "before the trick led by {who} the seats held {cards} cards, and all hands are equal then"
                    " (a card on the table is no longer in a hand; lead= is who led the trick)",
                    who=seat_name(position.lead),
                    cards=before,
                )
            raise PositionError(key="hands", problem=problem)
        if held[0] > full:
            raise position_error(
                "hands",
                "seats held {cards} cards before the trick; a hand has {full} at most",
                cards=held[0],
                full=full,
            )
        self._check_talon(held[0], flipped)

    def _check_talon(self, held: int, flipped: int) -> None:
        """The talon before the trick was one that drawing leaves."""
        game, position = self._game, self._position
        players, full = game.players, game.rules.hand
        before = len(position.talon) + flipped + (position.drawn is not None)
        rest = game.leftover if held or game.rules.leftover != "last_trick" else 0
        if before % players != rest:
            problem = say(
                "the talon had {before} before the trick; with {players} players it has a multiple of {players} cards",
                before=before,
                players=players,
            )
            if rest:
                problem = say(
                    "the talon had {before} before the trick; with {players} players it has {rest} cards beside a multiple of {players}",
                    before=before,
                    players=players,
                    rest=rest,
                )
            raise PositionError(key="talon", problem=problem)
        if before >= players and held < full:
            raise position_error(
                "talon",
                "{before} cards are left although seats held only {held} before the trick; they draw up to {full}",
                before=before,
                held=held,
                full=full,
            )
        if (flipped or position.drawn is not None) and before < players:
            raise position_error(
                "talon", "{before} cards before the trick; nobody can have drawn from them", before=before
            )

    def _lying(self, cards: int) -> MatchingTrick:
        """Return what everybody saw when so many cards lay in the trick; which ranks had been led before is not told."""
        return MatchingTrick(game=self._game, leader=Seat(self._position.lead), trick=self._position.trick[:cards])

    def _check_played(self, place: int) -> None:
        """The card at a place of the trick could be played there."""
        game, position, before = self._game, self._position, self._lying(place)
        card, seat = position.trick[place], (before.leader + place) % game.players
        rounds = bool(place) and place % game.players == 0
        if rounds and not another_round(before):
            raise position_error(
                "trick",
                "after {cards} cards {who} was winning, and the trick was over",
                cards=place,
                who=seat_name(before.winning),
            )
        rule, left = card_rule(before), position.hands[seat]
        # A hand that is full again has drawn since, or its card was turned up.
        hand = (*left, *position.trick[place :: game.players]) if len(left) < game.rules.hand else (card,)
        if rule is None or rule(before, hand, card) is None:
            return
        problem = say(
            "{who} could not play {card} with the cards in hand", who=seat_name(seat), card=the_card(game, card)
        )
        if rounds:
            problem = say(
                "card {place}, {card}, cannot continue a trick led with {led}",
                place=place + 1,
                card=the_card(game, card),
                led=the_card(game, position.trick[0]),
            )
        raise PositionError(key="trick", problem=problem)

    def trick(self) -> Seat:
        """Return the seat that is winning the trick, which could have been played so and is not over."""
        position = self._position
        for place in range(len(position.trick)):
            self._check_played(place)
        lying = self._lying(len(position.trick))
        complete = bool(position.trick) and len(position.trick) % self._game.players == 0
        if complete and position.drawn is None and not goes_on(lying, position.hands[lying.leader]):
            raise position_error(
                "trick",
                "the trick is complete and cannot be continued: {who} has taken it; give the position after that",
                who=seat_name(lying.winning),
            )
        return lying.winning

    def leads(self) -> tuple[int, ...]:
        """Return the last leads in a row of one rank."""
        game, leads, trick = self._game, self._position.leads, self._position.trick
        if leads is None:
            return default_leads(game, trick)
        if not game.rules.lead_limit:
            raise position_error("leads", "leads are not limited here; set lead_limit")
        ranks = tuple(map(rank_number, leads))
        if len(set(ranks)) > 1:
            raise position_error("leads", "several ranks; only leads of one rank in a row matter")
        if trick and (not ranks or ranks[0] != rank_number(trick[0])):
            raise position_error(
                "leads",
                "the current trick is led with {rank}, and its lead counts among them",
                rank=trick[0].rank.letter,
            )
        if len(ranks) > game.rules.lead_limit:
            raise position_error(
                "leads",
                "{number} leads in a row; the last {most} suffice",
                number=len(ranks),
                most=game.rules.lead_limit,
            )
        if not trick and not any(self._position.hands):
            raise position_error("leads", "the deal is over")
        self._led_before(ranks[bool(trick) :])
        return ranks

    def _led_before(self, ranks: tuple[int, ...]) -> None:
        """As many tricks have been taken, and cards of the rank captured, as were led before the current trick."""
        game, number = self._game, len(ranks)
        taken = (len(game.pack.cards) - self._in_play) // game.players if self.tricks is None else sum(self.tricks)
        if number > taken:
            raise position_error(
                "leads", "earlier leads: {number}; tricks taken: {tricks} at most", number=number, tricks=taken
            )
        if not ranks or game.rules.spice:  # a card that was led may have been taken back
            return
        rank = Rank(ranks[0])
        captured = game.pack.count(rank) - sum(each.rank is rank for each in self._cards[: self._in_play])
        if number > captured:
            raise position_error(
                "leads",
                "earlier leads of {rank}: {number}; cards of that rank captured: {captured} at most",
                number=number,
                rank=rank.letter,
                captured=captured,
            )

    def lone(self) -> Seat | None:
        """Return who plays alone, where the position says so."""
        game, lone = self._game, self._position.lone
        if lone is None:
            return None
        if game.lone_card is None:
            raise position_error("lone", "nobody plays alone here by holding a card")
        if game.lone_card in self._cards[: self._in_play]:
            raise position_error(
                "lone",
                "{card} has not been captured: it shows by itself who plays alone",
                card=the_card(game, game.lone_card),
            )
        return Seat(lone)

    def burned(self) -> tuple[Side, ...]:
        """Return the sides whose score falls to 0 by a round of four equal ranks."""
        resets = self._position.resets
        if resets and not self._game.rules.four_resets:
            raise position_error("resets", "no round resets a score here; set four_resets")
        return tuple(map(Side, resets))

    def captured(self) -> None:
        """What is said to be captured is possible, and agrees with itself and with the cards in play."""
        game = self._game
        over = not self._position.trick and not any(self._position.hands)
        last = game.sides[self._position.lead] if over and game.rules.leftover == "last_trick" else None
        for side, pile in enumerate(self.taken):
            if len(pile) % game.players and not (side == last and len(pile) % game.players == game.leftover):
                raise position_error(
                    "taken",
                    "side {side} has {cards} cards; every round brings {players}, so it has a multiple",
                    side=side_name(game, side),
                    cards=len(pile),
                    players=game.players,
                )
        self._check_points()
        if self.tricks is not None:
            self._check_tricks(self.tricks)

    def _check_tricks(self, tricks: tuple[int, ...]) -> None:
        game = self._game
        for side, pile in enumerate(self.taken):
            longest = game.players * game.rules.hand
            played = len(pile) - len(pile) % game.players  # beside what was left over
            fewest = max(-(-played // longest), 1 if self.points[side] else 0)
            most = (len(pile) + self._unseen) // game.players
            if not fewest <= tricks[side] <= most:
                raise position_error(
                    "tricks",
                    "side {side} is given {tricks} tricks; {taken} taken and {unseen} unseen cards make {fewest} to {most}",
                    side=side_name(game, side),
                    tricks=tricks[side],
                    taken=len(pile),
                    unseen=self._unseen,
                    fewest=fewest,
                    most=most,
                )
        needed, out = game.players * sum(tricks), len(game.pack.cards) - self._in_play
        if needed == out and self._common.points is not None and sum(self.points) + self.points_in_play != game.total:
            raise position_error(
                "points",
                "{captured} captured and {in_play} in play, of {total}; with so many tricks every card that is not in play is captured",
                captured=sum(self.points),
                in_play=self.points_in_play,
                total=game.total,
            )
        if needed > out:
            raise position_error(
                "tricks",
                "{tricks} tricks need {needed} cards; {out} are not in play",
                tricks=sum(tricks),
                needed=needed,
                out=out,
            )

    def forfeit(self, *, over: bool) -> Side | None:
        """Return the side that lost the deal by its last card."""
        game, forfeit = self._game, self._position.forfeit
        if forfeit is None:
            return None
        if game.rules.last_card_loses == "none":
            raise position_error("forfeit", "no card loses a deal here; set last_card_loses")
        if not over:
            raise position_error("forfeit", "the deal is not over")
        if forfeit != game.sides[self._position.lead] and game.last_card_loses in game.matching.wild:
            raise position_error(
                "forfeit",
                "a last {rank} takes its trick; by lead= side {side} did not take the last one",
                rank=card_words(game, card(game.rules.last_card_loses)),
                side=side_name(game, forfeit),
            )
        return Side(forfeit)
