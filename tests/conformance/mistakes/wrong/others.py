"""Wrong programs about matches, positions, views, shuffles and counts, and such as do not keep to the protocol's word."""

from collections.abc import Iterable, Iterator

from conformance.mistakes.registry import mistake
from conformance.programs.agreements import Agreed
from conformance.programs.matches import MatchTable
from conformance.programs.referee import Program
from conformance.programs.tables import MatchingTable, SuitTable, Table, piles
from typing_extensions import override

from aceten_spec.protocol import DealScore, MatchReply, MatchRequest, Question, ShuffleReply, ShuffleRequest, Step

# --- Matches ---


@mistake("zsiros/4", "match", breaks="MATCH-1")
class TargetHasToBePassed(MatchTable):
    """Five game points do not win, six do."""

    @property
    @override
    def over(self) -> bool:
        return super().over and max(self.scores) > self.rules.target


@mistake("zsiros/2", "match", breaks="MATCH-1")
class OneWinIsOnePoint(MatchTable):
    """Every deal that is won counts one game point, however it was won."""

    @override
    def add(self, deal: DealScore) -> None:
        before = list(self.scores)
        super().add(deal)
        self.scores = [old + (new > old) for old, new in zip(before, self.scores, strict=True)]


@mistake("sedmice/4", "match", breaks="MATCH-3 MATCH-4")
class FirstSideBreaksTheTie(MatchTable):
    """When both sides have the target the first one wins, not the one with more."""

    @property
    @override
    def best(self) -> int | None:
        there = [side for side, score in enumerate(self.scores) if score >= self.rules.target]
        return there[0] if there else super().best


@mistake("hola/4", "match", breaks="SCORE-20", hola="burn")
class BurnedScoreStands(MatchTable):
    """A side that is burned scores nothing in the deal, but keeps what it had."""

    @override
    def add(self, deal: DealScore) -> None:
        before = list(self.scores)
        super().add(deal)
        for side in deal.resets:
            self.scores[side] = before[side]


@mistake("sixty-six/2", "match", breaks="MATCH-6")
class OneDrawnDealIsCarried(MatchTable):
    """Of several drawn deals in a row only the last is carried."""

    @override
    def counting(self, points: list[int], trump: str | None) -> list[int]:
        if not any(points):
            self.carried = 0
        return super().counting(points, trump)


@mistake("sixty-six/2", "match", breaks="MATCH-6")
class CarriedForEver(MatchTable):
    """A drawn deal adds a point to every later deal, not only to the next that is won."""

    @override
    def counting(self, points: list[int], trump: str | None) -> list[int]:
        carried = self.carried
        gained = super().counting(points, trump)
        self.carried = max(self.carried, carried)
        return gained


@mistake("einwerfen/4", "match", breaks="MATCH-8")
class NewestSuitIsFavourite(MatchTable):
    """The favourite suit is that of the deal before, not that of the first."""

    @override
    def add(self, deal: DealScore) -> None:
        super().add(deal)
        self.favourite = deal.trump


@mistake("einwerfen/4", "match", breaks="MATCH-7")
class FirstDealCountsDouble(MatchTable):
    """The first deal counts double, too, as its trumps are the favourite suit."""

    @override
    def counting(self, points: list[int], trump: str | None) -> list[int]:
        self.favourite = self.favourite or trump
        return super().counting(points, trump)


@mistake("einwerfen/4", "match", breaks="MATCH-6")
class CarriedLumpIsDoubled(MatchTable):
    """What is carried is doubled with the favourite suit as well."""

    @override
    def counting(self, points: list[int], trump: str | None) -> list[int]:
        carried, double = self.carried, trump is not None and trump == self.favourite
        return [has + carried * (double and bool(has)) for has in super().counting(points, trump)]


@mistake("einwerfen/4", "match", breaks="MATCH-9", seating="tour_48")
class NobodyChangesSeats(MatchTable):
    """Partners stay where they are although a tour was agreed on."""

    @override
    def change_partners(self) -> None:
        pass


@mistake("tausendeins/2", "match", breaks="DEAL-2")
class LoserDeals(MatchTable):
    """The loser of a deal deals the next."""

    @override
    def next_dealer(self, points: tuple[int, ...]) -> int:
        return points.index(min(points))


@mistake("septica/4", "match", breaks="DEAL-2")
class DrawnDealIsDealtAgain(MatchTable):
    """After a drawn deal the same player deals again."""

    @override
    def next_dealer(self, points: tuple[int, ...]) -> int:
        return super().next_dealer(points) if any(points) else self.dealer


@mistake("zsiros/4", "match")
class ScoreOfAnotherMatch(Program):
    """A match begins with the score of the one before."""

    scores: tuple[int, ...] = (0, 0)

    @override
    def stands(self, question: MatchRequest) -> MatchReply:
        match = self.match(self.agreed(question), question.dealer)
        match.scores = list(self.scores)
        steps = [match.step()]
        for deal in question.deals:
            match.add(deal)
            steps.append(match.step())
        self.scores = tuple(match.scores)
        return MatchReply(id=question.id, steps=tuple(steps))


# --- Positions ---


@mistake("zsiros/4", "position")
class SeatNoughtLeads(MatchingTable):
    """In every position seat 0 leads, whatever it says."""

    @override
    def place(self, said: dict[str, str]) -> None:
        super().place({key: value for key, value in said.items() if key != "lead"})


@mistake("zsiros/4", "position")
class PointsBeforeForgotten(MatchingTable):
    """Points that a position gives without their cards do not count."""

    @override
    def place(self, said: dict[str, str]) -> None:
        super().place({key: value for key, value in said.items() if key != "points"})


@mistake("zsiros/4", "position")
class TrickIsAlwaysANewOne(MatchingTable):
    """In a position with whole rounds on the table the leader plays any card: it is not seen that he goes on."""

    @override
    def place(self, said: dict[str, str]) -> None:
        super().place(said)
        self.choosing = False


@mistake("schnapsen/2", "position")
class ClosingForgotten(SuitTable):
    """A position with a closed talon is played on as if it were open."""

    @override
    def place(self, said: dict[str, str]) -> None:
        goes_on = "claim" not in said and any(piles(said["hands"], self.players))
        super().place({key: value for key, value in said.items() if not (goes_on and key == "closed")})


@mistake("sixty-six/2", "position")
class MarriagesBeforeForgotten(SuitTable):
    """Marriages that were shown before a position count no more."""

    @override
    def place(self, said: dict[str, str]) -> None:
        super().place({key: value for key, value in said.items() if key != "melds"})


# --- Views ---


@mistake("zsiros/4", "view")
class PartnerShowsHisHand(MatchingTable):
    """Partners see each other's cards."""

    @override
    def seen(self, seat: int) -> list[list[str]]:
        return [hand if other % 2 == seat % 2 else [] for other, hand in enumerate(self.hands)]


@mistake("sedma/4", "view", breaks="DEAL-4")
class TalonFaceUp(MatchingTable):
    """Everybody sees what lies in the talon, and in which order."""

    @override
    def known_talon(self) -> list[str]:
        return self.talon


@mistake("hola/4", "view")
class OthersActionsShown(Program):
    """A player is told what another may do, and so what that one holds."""

    @override
    def legal_for(self, table: Table, seat: int) -> set[str]:
        return table.allowed


# --- Shuffling and counting ---


@mistake("zsiros/4", "shuffle")
class NoCardStays(Program):
    """A card changes places with one below it, never with itself."""

    @override
    def below(self, bound: int, numbers: Iterator[int]) -> int:
        return super().below(max(1, bound - 1), numbers)


@mistake("zsiros/4", "shuffle")
class UnevenShuffle(Program):
    """Numbers that would make some cards likelier than others are not thrown away."""

    @override
    def below(self, bound: int, numbers: Iterator[int]) -> int:
        return self.half(next(numbers)) % bound


@mistake("sedma/4", "shuffle")
class ShufflesFromTheTop(Program):
    """The places are gone through from the first to the last."""

    @override
    def places(self, cards: int) -> Iterable[int]:
        return range(1, cards)


@mistake("hola/4", "shuffle")
class LowerHalfOfNumbers(Program):
    """The lower 32 bits of each number are taken, not the upper ones."""

    @override
    def half(self, number: int) -> int:
        return number % 2**32


@mistake("schnapsen/2", "shuffle")
class SuitsInAnotherOrder(Program):
    """The pack lies in another order before it is shuffled: hearts before spades."""

    @override
    def pack(self, agreed: Agreed) -> list[str]:
        return sorted(super().pack(agreed), key=lambda card: "chsd".index(card[1]))


@mistake("einwerfen/4", "shuffle")
class CutAtTheTop(Program):
    """The cut shows the card on top."""

    @override
    def shuffle(self, question: ShuffleRequest) -> ShuffleReply:
        reply = super().shuffle(question)
        return ShuffleReply(id=reply.id, deck=reply.deck, cut=reply.deck[0])


@mistake("zsiros/2", "shuffle")
class ShufflesTheShuffled(Program):
    """The pack is shuffled as the shuffle before has left it."""

    left: tuple[str, ...] = ()

    @override
    def pack(self, agreed: Agreed) -> list[str]:
        return list(self.left) or super().pack(agreed)

    @override
    def shuffle(self, question: ShuffleRequest) -> ShuffleReply:
        reply = super().shuffle(question)
        self.left = reply.deck
        return reply


@mistake("zsiros/4", "perft")
class EqualRanksCountOnce(Program):
    """Cards of one rank are one action, as their suits make no difference."""

    @override
    def counted(self, table: Table) -> Iterable[str]:
        return {action if action == "stop" else action[0]: action for action in sorted(super().counted(table))}.values()


@mistake("zsiros/2", "perft")
class StoppingDoesNotCount(Program):
    """Stopping is not counted as an action."""

    @override
    def counted(self, table: Table) -> Iterable[str]:
        return {action for action in super().counted(table) if action != "stop"}


@mistake("schnapsen/2", "perft")
class MarriageIsOneAction(Program):
    """A marriage is one action, whichever of its cards is led."""

    @override
    def counted(self, table: Table) -> Iterable[str]:
        return {action for action in super().counted(table) if not action.startswith("meld:K")}


# --- What is refused ---


@mistake("einwerfen/4", "deal", breaks="SUIT-4")
class AcceptsAnyCardInHand(Program):
    """A card that may not be played is accepted."""

    @override
    def accepts(self, table: Table, action: str) -> bool:
        turn = table.turn
        return super().accepts(table, action) or (turn is not None and action in table.hands[turn])


@mistake("zsiros/4", "deal")
class RefusalEndsTheDeal(Program):
    """After the first refusal nothing is done any more."""

    @override
    def course(self, table: Table, actions: Iterable[str]) -> Iterator[Step]:
        refused = False
        for step in super().course(table, actions):
            if not refused:
                yield step
            refused = refused or step.refused


@mistake("zsiros/4", "deal", breaks="CALL-1 CALL-2")
class CallsRefused(Program):
    """Partners are not allowed to call."""

    @override
    def agreed(self, question: Question) -> Agreed:
        question.options["calls"] = "off"
        return super().agreed(question)


@mistake("zsiros/4", "deal", breaks="CALL-2 PLAY-8")
class CallAtAnyTime(Program):
    """A player may call whenever he likes."""

    @override
    def accepts_call(self, table: Table, action: str) -> bool:
        return action.startswith("call:")
