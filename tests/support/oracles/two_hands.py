"""The last hands of two players with matching tricks, by the plainest search: on letters of ranks, without engine or solver."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from aceten_spec.rulebook import MatchingParameters


class TwoHands:
    """What two hands of letters come to when nothing is left to draw, in a game whose wild ranks match any other rank."""

    def __init__(self, rules: MatchingParameters) -> None:
        """Take what the rules say of ranks, of going on and of the last trick."""
        self._worth = {str(letter): points for letter, points in rules.values.items()}
        self._wild, self._always, self._last = rules.wild, rules.continuation == "always", rules.last_trick_points
        self._lead = functools.cache(self._led)
        self._follow = functools.cache(self._followed)

    def points(self, leader: str, other: str) -> tuple[int, int]:
        """Return the points of the leader and of the other player with best play of both."""
        whole = sum(self._worth.get(letter, 0) for letter in leader + other) + self._last
        ahead = self._lead("".join(sorted(leader)), "".join(sorted(other)))
        return (whole + ahead) // 2, (whole - ahead) // 2

    def _led(self, leader: str, other: str) -> int:
        """Return how many points more than the other player the leader comes to."""
        if not leader:
            return 0
        return max(self._follow(rest, other, card, self._worth.get(card, 0)) for card, rest in _plays(leader))

    def _followed(self, leader: str, other: str, led: str, lying: int) -> int:
        """Return the same when the other player is to play, to so many points in the trick, which its leader is winning."""
        values: list[int] = []
        for card, rest in _plays(other):
            at_stake = lying + self._worth.get(card, 0)
            taken = self._matches(card, led)
            bonus = 0 if leader else self._last
            won = at_stake + bonus
            ends = [-won - self._lead(rest, leader) if taken else won + self._lead(leader, rest)]
            if taken or self._always:
                goes_on = [each for each in _plays(leader) if self._matches(each[0], led)]
                ends += [self._follow(kept, rest, led, at_stake + self._worth.get(new, 0)) for new, kept in goes_on]
            values.append(max(ends))
        return min(values)

    def _matches(self, card: str, led: str) -> bool:
        return card == led or card in self._wild


def _plays(hand: str) -> Iterator[tuple[str, str]]:
    """Yield every card of a hand, one for all equal ones, with the cards that are kept."""
    for card in dict.fromkeys(hand):
        yield card, hand.replace(card, "", 1)
