"""Whether the parameters of a game with suit tricks agree with each other."""

from __future__ import annotations

import itertools
from typing import Final

from typing_extensions import override

from aceten_spec.cards import Rank
from aceten_spec.checks.common_checks import SIDES, CommonChecker, has_partners
from aceten_spec.errors import check_all, raise_together
from aceten_spec.features import SUIT_FEATURES
from aceten_spec.rulebook import SuitParameters
from aceten_spec.speech import say
from aceten_spec.switches import as_written

_MARRIAGE_POINTS: Final = {"none": 0, "trump": 2, "suit": 4, "order": 4}
"""How many numbers of points there are for marriages, by what they depend on."""


class SuitChecker(CommonChecker[SuitParameters]):
    """The checks of parameters with suit tricks."""

    def check(self) -> None:
        """Raise for what contradicts each other."""
        if self._players % SIDES:
            raise self._fail(
                "players", say("{players} players on two sides in turn", players=self._players), say("an even number")
            )
        check_all(
            (
                self._check_deal,
                self._check_order,
                self._check_trump,
                self._check_auction,
                self._check_marriages,
                self._check_turn_up,
                self._check_claims,
                lambda: self._check_score(self._check_values()),
                self._check_match,
            )
        )

    @property
    def _talon(self) -> int:
        return len(self._pack.cards) - self._players * self._parameters.hand

    @override
    def _check_deal(self) -> None:
        super()._check_deal()
        if self._pack.copies > 1:
            raise self._fail("packs", say("{packs}, so that cards are not told apart", packs=self._pack.copies), "1")
        if self._talon % self._players:
            problem = say(
                "a talon of {cards} cards does not divide by {players} players",
                cards=self._talon,
                players=self._players,
            )
            raise self._fail("hand", problem, say("hands that leave a talon which does, or none"))

    def _check_order(self) -> None:
        order = self._parameters.order
        self._distinct("order", order)
        # A rank of which all cards are removed may stand there, too: an option, or a number of players, can remove them.
        there = {rank.letter for rank in self._pack.ranks_left}
        if not there <= set(order) <= {rank.letter for rank in self._pack.ranks}:
            letters = " ".join(rank.letter for rank in self._pack.ranks_left)
            raise self._fail(
                "order",
                " ".join(order),
                say("each rank of the pack {pack} once: {letters}", pack=self._pack.id, letters=letters),
            )

    def _check_trump(self) -> None:
        parameters = self._parameters
        if parameters.trump == "turn_up" and not self._talon:
            raise self._fail(
                "trump", say("'turn_up' without a talon"), say("another source of trumps, or smaller hands")
            )
        if parameters.trump == "marriage" and parameters.marriages in {"none", "trump"}:
            problem = say("'marriage' with marriages = {value!r}", value=parameters.marriages)
            raise self._fail("trump", problem, say("marriages that count by suit or by order"))
        if parameters.cut_card == "known" and parameters.trump != "cut":
            raise self._fail("cut_card", say("'known', but no card is cut"), say("'unknown', or trump = 'cut'"))

    def _check_auction(self) -> None:
        parameters = self._parameters
        bids = parameters.bids
        count = say("{number} bids", number=len(bids))
        wrong = {
            "bids": (
                say("{count} with trump = {value!r}", count=count, value=parameters.trump),
                say("bids where trump is named"),
            ),
            "score": (
                say("{score!r} with {count}", score=parameters.score, count=count),
                say("'contract' exactly where one bids"),
            ),
        }
        right = {
            "bids": bool(bids) == (parameters.trump == "named"),
            "score": bool(bids) == (parameters.score == "contract"),
        }
        raise_together(self._fail(name, *wrong[name]) for name in wrong if not right[name])
        if bids and parameters.bid_again == "partner" and not has_partners(parameters, self._players):
            raise self._fail(
                "bid_again",
                say("'partner', but nobody has a partner"),
                say("{first} or {last}", first="'always'", last="'never'"),
            )
        for one, other in itertools.pairwise(bids):
            if one >= other:
                raise self._fail("bids", say("{other} after {one}", other=other, one=one), say("rising numbers"))
        if not bids:
            self._moot("an auction (bids)")

    def _check_marriages(self) -> None:
        parameters = self._parameters
        kind = parameters.marriages
        if len(parameters.marriage_points) != _MARRIAGE_POINTS[kind]:
            expected = say("{number} numbers where marriages is {kind!r}", number=_MARRIAGE_POINTS[kind], kind=kind)
            raise self._fail(
                "marriage_points", say("{number} numbers", number=len(parameters.marriage_points)), expected
            )
        if kind == "none":
            self._moot("marriages")
            return
        if parameters.score == "table":
            raise self._fail(
                "marriages", say("{kind!r} with a scoring table, which counts cards alone", kind=kind), "'none'"
            )
        for rank in (Rank.KING, Rank.QUEEN):
            self._rank_in_pack("marriages", rank.letter)

    def _check_turn_up(self) -> None:
        parameters = self._parameters
        for name in ("exchange", "close"):
            if getattr(parameters, name) not in {"none", "never"} and parameters.trump != "turn_up":
                problem = say("{value!r} without a turn-up", value=getattr(parameters, name))
                raise self._fail(name, problem, say("another value, or trump = 'turn_up'"))
        if parameters.exchange != "none":
            self._rank_in_pack("exchange", parameters.exchange)
        else:
            self._moot("an exchange")
        if parameters.close == "either" and parameters.hand == 1:
            problem = say("'either' with hands of one card, which are empty before anybody draws")
            raise self._fail("close", problem, say("'after_drawing' or 'never', or larger hands"))
        if parameters.close != "never" and parameters.score != "race":
            raise self._fail(
                "close",
                say("{close!r} with score = {score!r}", close=parameters.close, score=parameters.score),
                "score = 'race'",
            )
        if parameters.close == "never":
            self._moot("closing the talon")

    def _check_claims(self) -> None:
        parameters = self._parameters
        claimed = parameters.claim != "never"
        for_deal = claimed and parameters.claim_for == "deal"
        if for_deal != (parameters.score == "race"):
            problem = say(
                "{value!r} for the {what} with score = {score!r}",
                value=parameters.claim,
                what=parameters.claim_for,
                score=parameters.score,
            )
            raise self._fail("claim", problem, say("a claim for the deal exactly where score is 'race'"))
        if claimed and not for_deal and (parameters.score, parameters.match_ends) != ("points", "target"):
            problem = say(
                "{value!r} for the match with score = {score!r}", value=parameters.claim, score=parameters.score
            )
            raise self._fail("claim", problem, say("points that count towards a target"))
        if for_deal != (parameters.claim_points > 0):
            raise self._fail(
                "claim_points", str(parameters.claim_points), say("a number above 0 where a deal is claimed")
            )

    def _check_score(self, cards: int) -> None:
        parameters = self._parameters
        if parameters.score == "table":
            self._check_rows(cards, cards + parameters.last_trick_points)
        elif parameters.scoring:
            raise self._fail("scoring", say("rows, but score = {score!r}", score=parameters.score), "[]")
        for name, numbers in (("won", parameters.won), ("penalty", parameters.penalty)):
            if sorted(numbers) != list(numbers):
                expected = say("numbers that do not fall: the less the other side has done, the more one scores")
                self._unsound(name, ", ".join(map(str, numbers)), expected)
        if parameters.score != "race":
            self._moot("a race")
        if parameters.score in {"contract", "points"}:
            self._moot("deals that one side wins")

    @override
    def _check_match(self) -> None:
        super()._check_match()
        parameters = self._parameters
        if not parameters.partners_change:
            return
        if not has_partners(parameters, self._players):
            raise self._fail("partners_change", str(parameters.partners_change), say("0, or four players"))
        if (parameters.match_ends, parameters.next_dealer) != ("deals", "same"):
            expected = say("match_ends = 'deals' and next_dealer = 'same', so that eldest hand stays")
            raise self._fail("partners_change", str(parameters.partners_change), expected)
        if parameters.claim != "never":
            raise self._fail("partners_change", str(parameters.partners_change), say("0 where there are claims"))

    def _moot(self, what: str) -> None:
        """Refuse parameters that only mean something where there is something that is not there."""
        said = [(name, getattr(self._parameters, name), plain) for name, plain in SUIT_FEATURES[what].moot]
        raise_together(
            self._fail(name, say("{value} without {what}", value=as_written(value), what=say(what)), as_written(plain))
            for name, value, plain in said
            if value != plain
        )
