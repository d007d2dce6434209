"""Whether the parameters of a game agree with each other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from aceten_spec.cards import PACKS, Rank, parse_cards
from aceten_spec.errors import RulebookError, shown
from aceten_spec.rulebook import Parameters, pack_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIDES: Final = 2
_WITH_PARTNERS: Final = 4
_OF_POINTS: Final = {"sweep_points": 0, "sweep_resets": "off", "four_resets": "off", "zero_resets": "off"}
"""Parameters that only mean something where score is 'points', with the values by which they mean nothing."""


def check_parameters(parameters: Parameters, players: int, *, source: str, key: str = "parameters") -> None:
    """Refuse parameters that contradict each other, such as options that only do so together.

    :param source: the file, and ``key`` the place in it where the parameters stand, for the error.
    :raises RulebookError: for the first contradiction.
    """
    _check_pack(parameters, source, key)
    _Checker(parameters, players, source, key).check()


def has_partners(parameters: Parameters, players: int) -> bool:
    """Whether everybody has one partner, across the table."""
    return parameters.sides == "alternate" and players == _WITH_PARTNERS


def distinct(values: Iterable[object], *, source: str, key: str) -> None:
    """Refuse values of which one stands there several times.

    :raises RulebookError: for the first such value.
    """
    for value, times in Counter(values).items():
        if times > 1:
            raise RulebookError(
                source=source, key=key, problem=f"{value!r} stands there {times} times", expected="each value once"
            )


def _check_pack(parameters: Parameters, source: str, key: str) -> None:
    """Refuse a pack that there is not, or cards taken out of it that it does not have."""
    pack = PACKS.get(parameters.pack)
    if pack is None:
        known = "one of: " + ", ".join(PACKS)
        raise RulebookError(
            source=source, key=f"{key}.pack", problem=f"unknown pack {parameters.pack!r}", expected=known
        )
    distinct(parameters.removed, source=source, key=f"{key}.removed")
    whole = tuple(map(str, pack.cards))
    for text in parameters.removed:
        if text not in whole:
            problem = f"the pack {pack.id} has no {text}"
            raise RulebookError(source=source, key=f"{key}.removed", problem=problem, expected="cards of the pack")


class _Checker:
    """The checks of parameters with a pack that exists."""

    def __init__(self, parameters: Parameters, players: int, source: str, key: str) -> None:
        self._parameters = parameters
        self._players = players
        self._source = source
        self._key = key
        self._pack = pack_of(parameters)

    def _fail(self, name: str, problem: str, expected: str) -> RulebookError:
        return RulebookError(source=self._source, key=f"{self._key}.{name}", problem=problem, expected=expected)

    def check(self) -> None:
        """Raise for the first contradiction."""
        parameters = self._parameters
        self._check_sides()
        self._check_deal()
        for name, ranks in (("values", tuple(parameters.values)), ("wild", parameters.wild)):
            self._distinct(name, ranks)
            for letter in ranks:
                self._rank_in_pack(name, letter)
        self._distinct("calls", parameters.calls)
        self._check_tricks()
        self._check_scoring()
        self._check_match()

    def _check_sides(self) -> None:
        parameters = self._parameters
        sides = parameters.sides
        if sides == "alternate" and self._players % _SIDES:
            expected = "an even number, or for this one by_players with sides = 'each' or 'lone'"
            raise self._fail("players", f"{self._players} players on two sides in turn", expected)
        if (sides == "lone") != (parameters.lone_card != "none"):
            problem = f"sides = {sides!r} with lone_card = {parameters.lone_card!r}"
            raise self._fail("lone_card", problem, "a card exactly where sides is 'lone'")
        if sides == "lone":
            self._check_lone()
        elif (parameters.lone_card_rank, parameters.lone_card_led) != ("own", "own"):
            raise self._fail("lone_card_rank", "a rank without a lone card", "'own' where sides is not 'lone'")
        for name in ("lone_card_rank", "lone_card_led"):
            if getattr(parameters, name) != "own":
                self._rank_in_pack(name, getattr(parameters, name))
        if parameters.partner_peek == "on" and not has_partners(parameters, self._players):
            raise self._fail("partner_peek", "'on', but nobody has a partner", "off")

    def _check_lone(self) -> None:
        parameters = self._parameters
        if self._players == _SIDES:
            raise self._fail("sides", "'lone' with two players", "at least three players")
        if parameters.lone_card not in map(str, self._pack.cards) or self._pack.copies > 1:
            raise self._fail("lone_card", f"{parameters.lone_card} is not there once", "a card of the pack")
        if parameters.score == "points":
            raise self._fail("score", "'points' where several players win or lose together", "'table'")
        if parameters.continuation == "opponent_winning":
            problem = "'opponent_winning', but nobody knows who his opponents are"
            raise self._fail("continuation", problem, "never or always where sides is 'lone'")

    def _check_deal(self) -> None:
        parameters = self._parameters
        size = len(self._pack.cards)
        if self._players * parameters.hand > size:
            raise self._fail(
                "hand",
                f"{self._players} hands of {parameters.hand} cards from a pack of {size}",
                f"at most {size // self._players} cards",
            )
        if size % self._players and parameters.leftover == "none":
            raise self._fail(
                "players",
                f"{size} cards do not divide by {self._players}",
                "a number that divides the pack, or leftover to say what becomes of the rest",
            )
        if sum(parameters.deal) != parameters.hand:
            raise self._fail(
                "deal",
                f"batches of {sum(parameters.deal)} cards together",
                f"a sum of {parameters.hand}, the value of {self._key}.hand",
            )

    def _check_tricks(self) -> None:
        parameters = self._parameters
        if parameters.continuation != "never":
            for name, plain in (("taken_by", "last_match"), ("flip", "off"), ("spice", "off")):
                if getattr(parameters, name) != plain:
                    problem = f"{getattr(parameters, name)!r} with tricks that can be continued"
                    raise self._fail(name, problem, f"{plain!r}, or continuation = 'never'")
        if parameters.continue_with == "any" and parameters.to_match == "first_lead":
            problem = "'first_lead', although the leader may continue with any card"
            raise self._fail("to_match", problem, "'newest_lead' where continue_with is 'any'")

    def _check_scoring(self) -> None:
        parameters = self._parameters
        cards = sum(points * self._pack.count(_rank(letter)) for letter, points in parameters.values.items())
        total = cards + parameters.last_trick_points
        if not cards:
            raise self._fail("values", "no card counts anything", "a value above 0 for at least one rank of the pack")
        if parameters.wins_from > total:
            raise self._fail("wins_from", str(parameters.wins_from), f"at most {total}, all there is")
        if parameters.last_card_loses != "none":
            self._rank_in_pack("last_card_loses", parameters.last_card_loses)
            if parameters.sides != "alternate" or parameters.score != "table":
                expected = "'none', or two sides with a scoring table"
                raise self._fail("last_card_loses", "a losing rank", expected)
        if parameters.tie == "shared" and parameters.sides != "each":
            raise self._fail("tie", "'shared' between two sides", "'last_trick' or 'draw'")
        if parameters.score == "table":
            for name, plain in _OF_POINTS.items():
                if getattr(parameters, name) != plain:
                    raise self._fail(name, shown(getattr(parameters, name)), f"{plain}, or score = 'points'")
            self._check_rows(cards, total)
        elif parameters.scoring:
            raise self._fail("scoring", "rows, but score = 'points'", "[]")

    def _check_rows(self, cards: int, total: int) -> None:
        parameters = self._parameters
        if not parameters.scoring:
            raise self._fail("scoring", "empty", "at least one row where score is 'table'")
        self._distinct("scoring", [row.name for row in parameters.scoring])
        lowest = 0
        for index, row in enumerate(parameters.scoring):
            if row.game_points < lowest:
                raise self._fail(
                    f"scoring[{index}].game_points",
                    f"{row.game_points} after a row with {lowest}",
                    "rows in rising order of game points",
                )
            lowest = row.game_points
            for name, span, most in (("points", row.points, total), ("cards", row.cards, cards)):
                if span is not None and not span[0] <= span[1] <= most:
                    raise self._fail(
                        f"scoring[{index}].{name}",
                        f"[{span[0]}, {span[1]}]",
                        f"from, to: in order and at most {most}, all there is",
                    )

    def _check_match(self) -> None:
        parameters = self._parameters
        if parameters.finish == "immediate" and (parameters.score, parameters.match_ends) != ("points", "target"):
            expected = "'deal_end', or points that count towards a target"
            raise self._fail("finish", "'immediate'", expected)
        if (parameters.next_dealer == "keeps") != (parameters.keeps_deal > 0):
            problem = f"{parameters.keeps_deal} with next_dealer = {parameters.next_dealer!r}"
            raise self._fail("keeps_deal", problem, "a number above 0 exactly where next_dealer is 'keeps'")

    def _rank_in_pack(self, name: str, letter: str) -> None:
        if not self._pack.count(_rank(letter)):
            letters = " ".join(rank.letter for rank in self._pack.ranks)
            raise self._fail(name, f"the pack {self._pack.id} has no {letter}", f"one of: {letters}")

    def _distinct(self, name: str, values: Iterable[object]) -> None:
        distinct(values, source=self._source, key=f"{self._key}.{name}")


def _rank(letter: str) -> Rank:
    return parse_cards(letter)[0].rank
