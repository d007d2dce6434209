"""Checking certificates of strategies: by the rules alone, as the reference engine has them, and in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import islice
from typing import IO, TYPE_CHECKING, Final

import msgspec

from aceten import Action, Seat, View
from aceten.vocabulary.naming import seat_name
from aceten_certificates.claims import Half, Measure
from aceten_certificates.classes import relied_on
from aceten_certificates.errors import CertificateError
from aceten_certificates.sealed_file import read_by
from aceten_certificates.strategies.hidden_game import HiddenGame
from aceten_certificates.strategies.plans import SequencePlan
from aceten_certificates.strategies.proof import proof_of
from aceten_certificates.strategies.strategy_certificate import StrategyCertificate, StrategyReader
from aceten_spec.speech import decimal, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from aceten_spec.rulebook import Rulebook

MOST_HISTORIES: Final = 2_000_000
"""So many histories, and positions with open cards, are looked at where nothing else is said: some 350 bytes of memory each."""


class CheckedStrategies(msgspec.Struct, frozen=True, kw_only=True):
    """What a certificate of strategies proves."""

    view: View
    """What the seat sees that is to act."""
    measure: Measure
    """What is counted for side 0."""
    seats: tuple[Seat, Seat]
    """The seat of side 0, and that of side 1."""
    private: bool
    """Whether each knows his own cards alone; otherwise the other player knows those of the seat."""
    at_least: Fraction
    """So much side 0 comes to on average with its strategy, whatever the other does."""
    at_most: Fraction
    """So much it comes to at most on average, whatever it does, against the other strategy."""
    value: Fraction
    """What it comes to on average with the cards of the seat, when both play by their strategies."""
    gain: Fraction
    """So much more on average the seat can have with these cards at most, whatever it does, against the strategy of the other."""
    chances: tuple[tuple[Action, Fraction], ...]
    """How likely each action of the seat is in its strategy now: one for all that do the same."""
    deals: int
    """How many deals may be that play can tell apart."""
    histories: int
    """How many histories the game has."""
    positions: int
    """How many histories, and positions with open cards, were looked at."""
    strict: bool
    """Whether no positions with open cards were held to be alike."""
    digest: str
    """The checksum of the file, in hexadecimal digits."""

    @property
    def gap(self) -> Fraction:
        """How much both could gain together against each other's strategies, at most: 0 where neither can gain anything."""
        return self.at_most - self.at_least

    @property
    def relied_on(self) -> tuple[str, ...]:
        """The theorems that were relied on beside the rules."""
        return relied_on(self.view.game, self.measure, strict=self.strict, hidden=True)

    @property
    def words(self) -> tuple[str, str]:
        """What is proved, in words."""
        name = seat_name(self.seats[0])
        least, most = fraction_words(self.at_least), fraction_words(self.at_most)
        match self.measure:
            case "points":
                return (
                    say("on average at least {number} points for {name}", number=least, name=name),
                    say("on average at most {number} points for {name}", number=most, name=name),
                )
            case "game-points":
                return (_margin_words("at_least", self.at_least, name), _margin_words("at_most", self.at_most, name))
            case "deal":
                told = say("where 1 is a deal won and -1 one lost")
                return (
                    say("on average at least {number} for {name}, {told}", number=least, name=name, told=told),
                    say("on average at most {number} for {name}, {told}", number=most, name=name, told=told),
                )


def _margin_words(half: Half, number: Fraction, name: str) -> str:
    told = {"number": fraction_words(abs(number)), "name": name}
    match half, number < 0:
        case "at_least", False:
            return say("on average at least {number} game points more than the other for {name}", **told)
        case "at_least", True:
            return say("on average at worst {number} game points fewer than the other for {name}", **told)
        case _, False:
            return say("on average at most {number} game points more than the other for {name}", **told)
        case _:
            return say("on average at best {number} game points fewer than the other for {name}", **told)


def fraction_words(number: Fraction) -> str:
    """Return a fraction as it is told: exactly, and about how much it is."""
    return str(number) if number.denominator == 1 else f"{number} ({decimal(float(number), 3)})"


def check_strategies(
    source: Path | str | bytes | StrategyCertificate,
    *,
    rules: Rulebook | None = None,
    strict: bool = False,
    most: int | None = MOST_HISTORIES,
    progress: Callable[[int], None] | None = None,
) -> CheckedStrategies:
    """Check a certificate of strategies, and return what it proves.

    :param source: a file by its name, its content, or a certificate.
    :param rules: the rulebook to play by; without it the shipped rulebook that the view names.
    :param strict: whether no positions are held to be alike when cards are open. It takes longer.
    :param most: how many histories and positions it may look at; ``None``: any number.
    :param progress: is told now and then how many it has looked at.
    :raises CertificateError: when it is no such certificate, or does not prove what it claims.
    :raises FileError: when the file cannot be read.
    """
    if isinstance(source, StrategyCertificate):
        source = source.to_bytes()
    return read_by(partial(check_strategy_file, rules=rules, strict=strict, most=most, progress=progress), source)


def check_strategy_file(
    file: IO[bytes],
    *,
    rules: Rulebook | None,
    strict: bool,
    most: int | None,
    progress: Callable[[int], None] | None,
) -> CheckedStrategies:
    """Check a certificate in a file that is open at its beginning, as :func:`check_strategies` does."""
    reader = StrategyReader(file, rules=rules, most=most)
    told = reader.header
    game = HiddenGame(told.view, told.measure, private=told.private, strict=strict, most=most, progress=progress)
    plans = _plan(reader, game, 0), _plan(reader, game, 1)
    reader.finish()
    proof = proof_of(game, plans)
    if proof.at_least < told.at_least:
        problem = say("{claimed} at least is claimed, and it is {found}", claimed=told.at_least, found=proof.at_least)
        raise CertificateError(problem, position=str(told.view))
    if proof.at_most > told.at_most:
        problem = say("{claimed} at most is claimed, and it is {found}", claimed=told.at_most, found=proof.at_most)
        raise CertificateError(problem, position=str(told.view))
    return CheckedStrategies(
        view=told.view,
        measure=told.measure,
        seats=game.deals.seats,
        private=told.private,
        at_least=told.at_least,
        at_most=told.at_most,
        value=proof.value,
        gain=proof.gain,
        chances=proof.chances,
        deals=len(game.deals.weights),
        histories=game.histories,
        positions=game.tally.number,
        strict=strict,
        digest=reader.digest,
    )


def _plan(reader: StrategyReader, game: HiddenGame, player: int) -> SequencePlan:
    """Return the strategy of a player as the file tells it.

    :raises CertificateError: when it tells too little, too much, or chances that do not add up.
    """
    told = reader.header
    denominator = told.denominators[player]
    numerators = reader.numerators(told.numerators[player], denominator)

    def tell(_: int, count: int) -> Sequence[int]:
        found = list(islice(numerators, count))
        if len(found) < count:
            raise CertificateError(say("no chances are told for an information set"), position=str(told.view))
        if sum(found) != denominator:
            raise CertificateError(say("chances do not add up to 1"), position=str(told.view))
        return found

    plan = SequencePlan(game.decisions[player], denominator, tell)
    if next(numerators, None) is not None:
        raise CertificateError(say("more chances are told than there are choices"), position=str(told.view))
    return plan
