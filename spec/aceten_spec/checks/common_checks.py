"""What must hold of parameters whatever the tricks are like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, Generic, TypeVar

from aceten_spec.cards import Rank
from aceten_spec.errors import RulebookError
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters, pack_of
from aceten_spec.speech import say
from aceten_spec.written_cards import parse_cards

_P = TypeVar("_P", MatchingParameters, SuitParameters)

SIDES: Final = 2
"""The number of sides where seats belong to them in turn."""
WITH_PARTNERS: Final = 4
"""The number of players of whom everybody has one partner."""


def distinct(values: Iterable[object], *, source: str, key: str) -> None:
    """Refuse values of which one stands there several times.

    :raises RulebookError: for the first such value.
    """
    for value, times in Counter(values).items():
        if times > 1:
            raise RulebookError(
                source=source,
                key=key,
                problem=say("{value!r} stands there {times} times", value=value, times=times),
                expected=say("each value once"),
            )


def has_partners(parameters: Parameters, players: int) -> bool:
    """Whether everybody has one partner, across the table."""
    alternate = not isinstance(parameters, MatchingParameters) or parameters.sides == "alternate"
    return alternate and players == WITH_PARTNERS


class CommonChecker(Generic[_P]):
    """The checks of parameters with a pack that exists.

    What fails is either no game that can be played, or that says what it means, and is always refused; or it is unsound: it can be
    played, but something in it can never happen, or happens otherwise than the rules say.
    """

    def __init__(self, parameters: _P, players: int, source: str, key: str, *, sound: bool = True) -> None:
        """Take the parameters for so many players; ``key`` is the place in the file ``source`` where they stand.

        :param sound: whether what is unsound is refused, too.
        """
        self._parameters: _P = parameters
        self._players = players
        self._source = source
        self._key = key
        self._sound = sound
        self._pack = pack_of(parameters)

    def _fail(self, name: str, problem: str, expected: str) -> RulebookError:
        return RulebookError(source=self._source, key=f"{self._key}.{name}", problem=problem, expected=expected)

    def _unsound(self, name: str, problem: str, expected: str) -> None:
        """Refuse what is unsound, where parameters have to be sound."""
        if self._sound:
            raise self._fail(name, problem, expected)

    def _check_deal(self) -> None:
        parameters = self._parameters
        size = len(self._pack.cards)
        if self._players * parameters.hand > size:
            raise self._fail(
                "hand",
                say(
                    "{players} hands of {cards} cards from a pack of {size}",
                    players=self._players,
                    cards=parameters.hand,
                    size=size,
                ),
                say("at most {most} cards", most=size // self._players),
            )
        if sum(parameters.deal) != parameters.hand:
            raise self._fail(
                "deal",
                say("batches of {number} cards together", number=sum(parameters.deal)),
                say("a sum of {cards}, the value of {key}.hand", cards=parameters.hand, key=self._key),
            )

    def _check_values(self) -> int:
        """Return the card points of the pack, which are above 0 where parameters have to be sound."""
        parameters = self._parameters
        self._distinct("values", tuple(parameters.values))
        for letter in parameters.values:
            self._rank_in_pack("values", letter)
        cards = sum(points * self._pack.count(rank(letter)) for letter, points in parameters.values.items())
        problem, expected = say("no card counts anything"), say("a value above 0 for at least one rank of the pack")
        if not any(parameters.values.values()):
            raise self._fail("values", problem, expected)
        if not cards:
            self._unsound("values", problem, expected)
        return cards

    def _check_rows(self, cards: int, total: int) -> None:
        parameters = self._parameters
        if not parameters.scoring:
            raise self._fail("scoring", say("empty"), say("at least one row where score is 'table'"))
        self._distinct("scoring", [row.name for row in parameters.scoring])
        lowest = 0
        for index, row in enumerate(parameters.scoring):
            if row.game_points < lowest:
                self._unsound(
                    f"scoring[{index}].game_points",
                    say("{points} after a row with {lowest}", points=row.game_points, lowest=lowest),
                    say("rows in rising order of game points"),
                )
            lowest = row.game_points
            for name, span, most in (("points", row.points, total), ("cards", row.cards, cards)):
                if span is not None and not span[0] <= span[1] <= most:
                    self._unsound(
                        f"scoring[{index}].{name}",
                        f"[{span[0]}, {span[1]}]",
                        say("from, to: in order and at most {most}, all there is", most=most),
                    )

    def _check_match(self) -> None:
        parameters = self._parameters
        if (parameters.next_dealer == "keeps") != (parameters.keeps_deal > 0):
            problem = say(
                "{number} with next_dealer = {value!r}", number=parameters.keeps_deal, value=parameters.next_dealer
            )
            raise self._fail("keeps_deal", problem, say("a number above 0 exactly where next_dealer is 'keeps'"))

    def _rank_in_pack(self, name: str, letter: str) -> None:
        if not self._pack.count(rank(letter)):
            letters = " ".join(each.letter for each in self._pack.ranks_left)
            self._unsound(
                name,
                say("the pack {pack} has no {card}", pack=self._pack.id, card=letter),
                say("one of: {known}", known=letters),
            )

    def _distinct(self, name: str, values: Iterable[object]) -> None:
        distinct(values, source=self._source, key=f"{self._key}.{name}")


def rank(letter: str) -> Rank:
    """Return the rank that a letter stands for."""
    return parse_cards(letter)[0].rank
