"""For the tests of theorems: games, single obligations and what comes of them, and functions with some other code."""

from __future__ import annotations

import functools
import inspect
import textwrap
from typing import TYPE_CHECKING, Final

import msgspec

from aceten import load, parse
from aceten.proofs import THEOREMS
from aceten.proofs.mutating import Mutation
from aceten.proofs.obligations import Z3_ALONE
from aceten.proofs.propositions import establish
from aceten.proofs.replacing import named
from aceten.proofs.setting import setting
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas import evaluate
from aceten_spec.rulebook import MatchingParameters

if TYPE_CHECKING:
    from collections.abc import Container

    from aceten import Game, MatchingGame, Result, SuitGame
    from aceten.proofs.obligations import Provers
    from aceten.proofs.report import Counterexample, Obligation, Theorem
    from aceten_spec.formulas import Formula, Number, Truth
    from aceten_spec.rulebook import Parameters

PROPOSITIONS: Final = {proposition.id: proposition for proposition in THEOREMS}
"""The theorems by id."""


GAMES: Final = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]
"""The shipped games with every number of players."""

MATCHING: Final = [each for each in GAMES if isinstance(load_shipped(each[0]).parameters, MatchingParameters)]
"""Those with matching tricks."""


@functools.cache
def game_of(text: str) -> Game:
    """Return a game by its name, options, and number of players if it has several, such as ``zsiros/2 last_card_loses=7``."""
    game, *options = text.split()
    name, _, players = game.partition("/")
    return load(name, players=int(players) if players else None, **dict(option.split("=") for option in options))


def matching(text: str) -> MatchingGame:
    """Return a game with matching tricks."""
    return setting(game_of(text)).matching


def suits(text: str) -> SuitGame:
    """Return a game with suit tricks."""
    return setting(game_of(text)).suits


def with_rules(game: str, players: int | None = None, **changes: object) -> Game:
    """Return a shipped game with other parameters and without its options."""
    book = load_shipped(game)
    parameters: Parameters = msgspec.structs.replace(book.parameters, **changes)
    other = msgspec.structs.replace(book, id="other", options={}, parameters=parameters, by_players={})
    return load(other, players=players)


def established(
    theorem: str, game: Game, *, only: Container[str] | None = None, provers: Provers = Z3_ALONE
) -> Theorem:
    """Return a theorem about a game, with some of its obligations or all of them discharged."""
    return establish(PROPOSITIONS[theorem], setting(game), only=only, provers=provers)


def discharged(obligation: str, game: Game, provers: Provers = Z3_ALONE) -> Obligation:
    """Return one obligation about a game that it speaks about, discharged."""
    theorem, _, name = obligation.partition(".")
    about, proposition = setting(game), PROPOSITIONS[theorem]
    [step] = [step for step in proposition.steps if step.name == name]
    assert proposition.applies(about), obligation
    assert step.applies(about), obligation
    return step.discharged(obligation, about, provers)


def refuted(obligation: Obligation) -> Counterexample:
    """Return what refutes an obligation."""
    assert obligation.verdict == "refuted", obligation
    assert obligation.counterexample is not None
    return obligation.counterexample


def result_of(line: str) -> Result:
    """Return the result of the finished deal of a position line."""
    result = parse(line).result
    assert result is not None
    return result


def at_each(formula: Formula[Number] | Formula[Truth], *given: tuple[int, ...]) -> list[int]:
    """Return what a formula says of each of these numbers."""
    return [formula.at(*numbers) for numbers in given]


def value_of(number: Number | int) -> int:
    """Return the value of a number of a relation of which all is known."""
    return number if isinstance(number, int) else evaluate(number)


def changed(function: str, before: str, after: str) -> Mutation:
    """Return a function in which other code stands for some that it has once."""
    source = textwrap.dedent(inspect.getsource(named(function)))
    assert source.count(before) == 1, (function, before)
    return Mutation(
        function=function,
        operator="constant",
        line=1,
        statement=1,
        number=1,
        before=before,
        after=after,
        source=source.replace(before, after),
    )
