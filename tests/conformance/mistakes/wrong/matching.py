"""Wrong programs for games with matching tricks. What each has wrong stands in its docstring."""

import itertools
from dataclasses import replace

import msgspec
from conformance.mistakes.registry import mistake
from conformance.programs.agreements import Dealt
from conformance.programs.tables import MatchingTable
from typing_extensions import override

from aceten_spec.protocol import DealResult

# --- Tricks ---


@mistake("zsiros/4", "trick", breaks="PLAY-6")
class LedSevenIsWild(MatchingTable):
    """A led seven is any rank, so that every card beats it."""

    @override
    def matches(self, card: str, lead: int, place: int) -> bool:
        return self.trick[lead][0] in self.rules.wild or super().matches(card, lead, place)


@mistake("zsiros/2", "trick", breaks="MULTI-7")
class FirstRoundAlone(MatchingTable):
    """The first round of a multiple trick decides who takes it; what follows is only thrown in."""

    @property
    @override
    def winning(self) -> int:
        first = [place for place in range(len(self.trick[: self.players])) if self.matches(self.trick[place], 0, place)]
        return (self.leader + (first[-1] if first else 0)) % self.players


@mistake("zsiros/4", "deal", breaks="PLAY-7")
class PartnerLeads(MatchingTable):
    """The partner of a trick's winner leads to the next."""

    @override
    def _gather(self, winner: int | None = None, trick: list[str] | None = None) -> None:
        super()._gather(winner, trick)
        self.leader = (self.leader + 2) % self.players


@mistake("zsiros/4", "deal", breaks="DEAL-6")
class OtherWayRound(MatchingTable):
    """Play goes to the seat before, not to the one after."""

    @property
    @override
    def turn(self) -> int | None:
        return None if self.over else (self.leader - len(self.trick)) % self.players


@mistake("zsiros/4", "deal", breaks="PLAY-1 DEAL-5")
class DealerLeads(MatchingTable):
    """The dealer is dealt the first cards and leads."""

    @override
    def __init__(self, dealt: Dealt) -> None:
        super().__init__(replace(dealt, dealer=(dealt.dealer - 1) % dealt.game.players))


# --- Going on ---


@mistake("zsiros/4", "deal", breaks="MULTI-5")
class StopNotOffered(MatchingTable):
    """A leader who can go on has to."""

    @property
    @override
    def allowed(self) -> set[str]:
        return super().allowed - {"stop"}


@mistake("zsiros/4", "deal", breaks="MULTI-6")
class AlwaysAsked(MatchingTable):
    """A leader who has no card to go on with is asked all the same, and has to stop himself."""

    @override
    def _may_continue(self) -> bool:
        return self.side(self.winning) != self.side(self.leader) and bool(self.hands[self.leader])


@mistake("zsiros/4", "deal", breaks="MULTI-1")
class GoesOnOverThePartner(MatchingTable):
    """A leader who does not win the trick himself may go on, also when his partner wins it."""

    @override
    def _may_continue(self) -> bool:
        return self.winning != self.leader and bool(self._continuing())


@mistake("zsiros/4", "deal", breaks="MULTI-2")
class AnyCardGoesOn(MatchingTable):
    """To go on, the leader may play any card of his hand."""

    @override
    def _continuing(self) -> set[str]:
        return set(self.hands[self.leader]) if super()._continuing() else set()


@mistake("zsiros/2", "deal", breaks="MULTI-2")
class NoSevenGoesOn(MatchingTable):
    """To go on, the leader needs the rank that he led; a seven will not do."""

    @override
    def _continuing(self) -> set[str]:
        return {card for card in super()._continuing() if card[0] == self.trick[0][0]}


@mistake("zsiros/2", "deal", breaks="MULTI-4")
class TwoRoundsAtMost(MatchingTable):
    """A trick has two rounds at most."""

    @override
    def _may_continue(self) -> bool:
        return len(self.trick) == self.players and super()._may_continue()


# --- Drawing ---


@mistake("zsiros/2", "deal", breaks="DRAW-4")
class DrawsBetweenRounds(MatchingTable):
    """Everybody draws before the next round of a multiple trick."""

    @override
    def _put(self, seat: int, card: str) -> None:
        super()._put(seat, card)
        if self.choosing:
            self._draw()


@mistake("zsiros/4", "deal", breaks="DRAW-1")
class WinnerDrawsLast(MatchingTable):
    """The player after the winner draws first, and the winner last."""

    @override
    def _draw(self) -> None:
        self.leader = (self.leader + 1) % self.players
        super()._draw()
        self.leader = (self.leader - 1) % self.players


@mistake("zsiros/2", "deal", breaks="DRAW-3 DRAW-2")
class ShortTalonToTheWinner(MatchingTable):
    """When the talon is short the winner fills his hand, and the others get what is left."""

    @override
    def _draw(self) -> None:
        for seat in self._round_from(self.leader):
            self._take_from_talon(seat, self.rules.hand - len(self.hands[seat]))


@mistake("zsiros/2", "deal", breaks="DRAW-3")
class ShortTalonLiesStill(MatchingTable):
    """When the talon does not suffice for full hands, nobody draws."""

    @override
    def _draw(self) -> None:
        if sum(self.rules.hand - len(hand) for hand in self.hands) <= len(self.talon):
            super()._draw()


# --- Flipping and spicing ---


@mistake("ristiklappi/4", "deal", breaks="FLIP-3")
class OnlyTheLeaderFlips(MatchingTable):
    """Nobody but the leader may turn up a card."""

    @property
    @override
    def may_flip(self) -> bool:
        return super().may_flip and not self.trick


@mistake("ristiklappi/4", "deal", breaks="FLIP-4", spice="off")
class FlipperDraws(MatchingTable):
    """Everybody draws a card after a trick, also who has turned one up and still holds a full hand."""

    @override
    def _draw(self) -> None:
        for seat in self._round_from(self.leader):
            self._take_from_talon(seat, 1)


@mistake("ristiklappi/4", "deal", breaks="SPICE-1")
class SpicedTrickChangesHands(MatchingTable):
    """A trick that was spiced goes to whoever wins it as it then lies."""

    @override
    def _spice(self) -> None:
        winner, place = self.winning, (self.winning - self.leader) % self.players
        assert self.drawn is not None
        self.hands[winner].remove(self.drawn)
        self.hands[winner].append(self.trick[place])
        self.trick[place] = self.drawn
        self._gather()


@mistake("ristiklappi/4", "deal", breaks="SPICE-2")
class SpicesWithoutADraw(MatchingTable):
    """A winner who has turned up his card and draws none may spice as well, with a card that he has held."""

    @override
    def _gather(self, winner: int | None = None, trick: list[str] | None = None) -> None:
        hand = self.hands[self.winning]
        if winner is None and not self.drawn and self.talon and len(hand) == self.rules.hand:
            self.drawn = hand[-1]
        else:
            super()._gather(winner, trick)


@mistake("ristiklappi/2", "deal", breaks="SPICE-1")
class SpiceOnTop(MatchingTable):
    """The card that was won with stays in the trick, and the card drawn is put there besides."""

    @override
    def _spice(self) -> None:
        winner, drawn = self.winning, self.drawn
        assert drawn is not None
        self.hands[winner].remove(drawn)
        self._gather(winner, [*self.trick, drawn])


# --- What it comes to ---


@mistake("zsiros/4", "score", breaks="SCORE-3")
class EvenDealToTheFirstSide(MatchingTable):
    """At 40 to 40 the first side wins, as it is found first."""

    @property
    @override
    def winners(self) -> tuple[int, ...]:
        return (0,) if self.points[0] == self.points[1] else super().winners


@mistake("septica/2", "score", breaks="SCORE-3")
class EvenDealToBoth(MatchingTable):
    """At 4 to 4 both sides win."""

    @property
    @override
    def winners(self) -> tuple[int, ...]:
        return (0, 1) if self.points[0] == self.points[1] else super().winners


@mistake("zsiros/4", "score", breaks="SCORE-2 SCORE-3")
class WinnersLeftOpen(MatchingTable):
    """Who wins a deal is not said."""

    @property
    @override
    def result(self) -> DealResult | None:
        result = super().result
        return result and msgspec.structs.replace(result, winners=None)


@mistake("zsiros/4", "score", breaks="SCORE-5 SCORE-6")
class CsupaszByPoints(MatchingTable):
    """All 80 points score 3, although the losers took a trick."""

    @override
    def _swept(self, team: set[int]) -> bool:
        return not any(points for side, points in enumerate(self.cards) if side not in team)


@mistake("zsiros/2", "score", breaks="SCORE-5")
class KopaszForgotten(MatchingTable):
    """All 80 points, but not every trick, score 1."""

    @property
    @override
    def award(self) -> tuple[str, tuple[int, ...]]:
        name, scored = super().award
        return name, tuple(1 if points == 2 else points for points in scored)


@mistake("zsiros/2", "score", breaks="SCORE-6")
class CsupaszForgotten(MatchingTable):
    """Every trick scores no more than all 80 points."""

    @override
    def _swept(self, team: set[int]) -> bool:
        return False


@mistake("sedma/4", "score", breaks="SCORE-8")
class LastTrickToTheOthers(MatchingTable):
    """The ten for the last trick go to the side that did not take it."""

    @property
    @override
    def points(self) -> list[int]:
        last = self.side(self.leader)
        return [has + (0 if side == last else self.rules.last_trick_points) for side, has in enumerate(self.cards)]


@mistake("sedma-three/3", "score", breaks="LONE-5")
class EverybodyForHimself(MatchingTable):
    """The two who play against the red king do not add their points."""

    @property
    @override
    def teams(self) -> list[set[int]]:
        return [{side} for side in range(self.sides)]


@mistake("sedma-three/3", "deal", breaks="LONE-1")
class KingOfWhoTookIt(MatchingTable):
    """He who captures the red king plays alone, not he who held it."""

    taker: int | None = None

    @property
    @override
    def lone(self) -> int | None:
        return self.taker

    @override
    def _gather(self, winner: int | None = None, trick: list[str] | None = None) -> None:
        if self.rules.lone_card in self.trick:
            self.taker = self.winning
        super()._gather(winner, trick)


@mistake("hola/4", "deal", breaks="SCORE-11", four_resets="on")
class FourOfARankInAnyRounds(MatchingTable):
    """Four cards of one rank burn the others, even when they lie in different rounds of a trick."""

    @override
    def _gather(self, winner: int | None = None, trick: list[str] | None = None) -> None:
        taker, ranks = self.winning, sorted(card[0] for card in self.trick)
        super()._gather(winner, trick)
        if any(len(list(equal)) == len(self.hands) for _, equal in itertools.groupby(ranks)):
            self.burned |= {side for side in range(self.sides) if side != self.side(taker)}
