"""Whether the parameters of a game with matching tricks agree with each other."""

from __future__ import annotations

from typing_extensions import override

from aceten_spec.checks.common_checks import SIDES, CommonChecker, has_partners
from aceten_spec.errors import raise_together
from aceten_spec.features import MATCHING_FEATURES
from aceten_spec.rulebook import MatchingParameters
from aceten_spec.speech import say
from aceten_spec.switches import as_written


class MatchingChecker(CommonChecker[MatchingParameters]):
    """The checks of parameters with matching tricks."""

    def check(self) -> None:
        """Raise for the first contradiction."""
        parameters = self._parameters
        self._check_sides()
        self._check_deal()
        size = len(self._pack.cards)
        if size % self._players and parameters.leftover == "none":
            self._unsound(
                "players",
                say("{size} cards do not divide by {players}", size=size, players=self._players),
                say("a number that divides the pack, or leftover to say what becomes of the rest"),
            )
        if size % self._players:
            self._check_leftover()
        cards = self._check_values()
        self._distinct("wild", parameters.wild)
        for letter in parameters.wild:
            self._rank_in_pack("wild", letter)
        self._distinct("calls", parameters.calls)
        self._check_tricks()
        self._check_scoring(cards)
        self._check_match()

    def _check_sides(self) -> None:
        parameters = self._parameters
        sides = parameters.sides
        if sides == "alternate" and self._players % SIDES:
            expected = say("an even number, or for this one by_players with sides = 'each' or 'lone'")
            raise self._fail("players", say("{players} players on two sides in turn", players=self._players), expected)
        if (sides == "lone") != (parameters.lone_card != "none"):
            problem = say("sides = {sides!r} with lone_card = {card!r}", sides=sides, card=parameters.lone_card)
            raise self._fail("lone_card", problem, say("a card exactly where sides is 'lone'"))
        if sides == "lone":
            self._check_lone()
        elif (parameters.lone_card_rank, parameters.lone_card_led) != ("own", "own"):
            raise self._fail(
                "lone_card_rank", say("a rank without a lone card"), say("'own' where sides is not 'lone'")
            )
        for name in ("lone_card_rank", "lone_card_led"):
            if getattr(parameters, name) != "own":
                self._rank_in_pack(name, getattr(parameters, name))
        if parameters.calls and sides != "alternate":
            raise self._fail(
                "calls", say("calls, but nobody has a partner where sides is {sides!r}", sides=sides), "[]"
            )
        if parameters.partner_peek and not has_partners(parameters, self._players):
            raise self._fail("partner_peek", say("true, but nobody has a partner"), "false")

    def _check_leftover(self) -> None:
        """Refuse cards that are left over where that would leave hands of different size, or nobody with the lone card."""
        parameters = self._parameters
        for name, plain in (("flip", False), ("spice", False)):
            if getattr(parameters, name) != plain:
                problem = say(
                    "true with {size} cards, which do not divide by {players}",
                    size=len(self._pack.cards),
                    players=self._players,
                )
                raise self._fail(name, problem, say("false, or a number of players that divides the pack"))
        if parameters.sides == "lone":
            problem = say(
                "the lone card can be left over: {size} cards do not divide by {players}",
                size=len(self._pack.cards),
                players=self._players,
            )
            raise self._fail("lone_card", problem, say("a pack that the players divide"))

    def _check_lone(self) -> None:
        parameters = self._parameters
        if self._players == SIDES:
            raise self._fail("sides", say("'lone' with two players"), say("at least three players"))
        if parameters.lone_card not in map(str, self._pack.cards) or self._pack.copies > 1:
            raise self._fail(
                "lone_card", say("{card} is not there once", card=parameters.lone_card), say("a card of the pack")
            )
        if parameters.score == "points":
            raise self._fail("score", say("'points' where several players win or lose together"), "'table'")
        if parameters.continuation in {"opponent_winning", "not_partner_winning"}:
            rule = as_written(parameters.continuation)
            problem = say("{rule}, but nobody knows who his opponents are", rule=rule)
            raise self._fail("continuation", problem, say("never or always where sides is 'lone'"))

    def _check_tricks(self) -> None:
        parameters = self._parameters
        if parameters.continuation != "never":
            for name, plain in (("taken_by", "last_match"), ("flip", False), ("spice", False)):
                if getattr(parameters, name) != plain:
                    value = as_written(getattr(parameters, name))
                    problem = say("{value} with tricks that can be continued", value=value)
                    expected = say("{plain}, or continuation = 'never'", plain=as_written(plain))
                    raise self._fail(name, problem, expected)
        if parameters.continue_with == "any" and parameters.to_match == "first_lead":
            problem = say("'first_lead', although the leader may continue with any card")
            raise self._fail("to_match", problem, say("'newest_lead' where continue_with is 'any'"))

    def _check_scoring(self, cards: int) -> None:
        parameters = self._parameters
        total = cards + parameters.last_trick_points
        if parameters.wins_from > total:
            self._unsound("wins_from", str(parameters.wins_from), say("at most {most}, all there is", most=total))
        if parameters.last_card_loses != "none":
            self._rank_in_pack("last_card_loses", parameters.last_card_loses)
            if parameters.sides != "alternate" or parameters.score != "table":
                expected = say("'none', or two sides with a scoring table")
                raise self._fail("last_card_loses", say("a losing rank"), expected)
        if parameters.tie == "shared" and parameters.sides == "lone":
            raise self._fail(
                "tie",
                say("'shared' where one plays alone against the others"),
                say("{first} or {last}", first="'last_trick'", last="'draw'"),
            )
        if parameters.score == "table":
            raise_together(
                self._fail(
                    name,
                    as_written(getattr(parameters, name)),
                    say("{plain}, or score = 'points'", plain=as_written(plain)),
                )
                for name, plain in MATCHING_FEATURES["points that count in the match"].moot
                if getattr(parameters, name) != plain
            )
            self._check_rows(cards, total)
        elif parameters.scoring:
            raise self._fail("scoring", say("rows, but score = 'points'"), "[]")

    @override
    def _check_match(self) -> None:
        super()._check_match()
        parameters = self._parameters
        if parameters.finish == "immediate" and (parameters.score, parameters.match_ends) != ("points", "target"):
            expected = say("'deal_end', or points that count towards a target")
            raise self._fail("finish", "'immediate'", expected)
