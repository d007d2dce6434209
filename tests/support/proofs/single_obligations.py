"""For the tests of theorems: games, single obligations and what comes of them, and functions with some other code."""

import dis
import functools
import importlib
import inspect
import textwrap
from collections.abc import Container
from types import CodeType, FunctionType, ModuleType
from typing import Final

import msgspec
from tools.mutants.mutations import Mutation

from aceten import Game, MatchingGame, Result, SuitGame, load, parse
from aceten.proofs import THEOREMS
from aceten.proofs.execution.replacements import functions_of, named
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.statements.obligations import Z3_ALONE, Provers
from aceten.proofs.statements.proof_report import Counterexample, Obligation, Theorem
from aceten.proofs.statements.propositions import establish
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas import Formula, Number, Truth, evaluate
from aceten_spec.rulebook import MatchingParameters, Parameters

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
    about = setting(game)
    [step] = [step for step in PROPOSITIONS[theorem].steps if step.name == name]
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
    source = _source(function)
    assert source.count(before) == 1, (function, before)
    return _written(function, source.replace(before, after), before, after)


def unchanged(function: str) -> Mutation:
    """Return the change that changes nothing: the source as it is."""
    return _written(function, _source(function))


def _source(function: str) -> str:
    return textwrap.dedent(inspect.getsource(named(function)))


def _written(function: str, source: str, before: str = "", after: str = "") -> Mutation:
    return Mutation(
        function=function,
        operator="constant",
        line=1,
        statement=1,
        number=1,
        before=before,
        after=after,
        source=source,
    )


def instructions(code: CodeType) -> list[object]:
    """Return the variables of code and what it does, whatever the place in a file."""
    return [
        code.co_varnames,
        *[
            instructions(step.argval)
            if isinstance(step.argval, CodeType)
            else (step.opname, type(step.argval), step.argval)
            for step in dis.get_instructions(code)
        ],
    ]


def modules(*names: str) -> list[ModuleType]:
    """Return modules by their names."""
    return list(map(importlib.import_module, names))


MODULES: Final = modules(
    *("aceten.deals.talon", "aceten.engine.scoring"),
    *[f"aceten.engine.matching.{name}" for name in ("play", "state", "steps")],
    *[f"aceten.engine.suits.{name}" for name in ("course", "play", "settling", "state", "steps")],
)
"""Modules of the engine whose functions are made wrong."""
FURTHER: Final = modules(
    *("aceten.vocabulary.errors", "aceten.deals.dealing", "aceten.engine.game", "aceten.engine.state"),
    *("aceten.positions.matching_positions", "aceten.engine.matching.game", "aceten.engine.matching.settling"),
    *("aceten.positions.suit_positions", *[f"aceten.engine.suits.{name}" for name in ("auction", "game", "rights")]),
)
"""Others that play runs."""


def originals(*modules: ModuleType) -> dict[str, FunctionType]:
    """Return the engine's functions by name."""
    return {name: function for module in modules for name, function in functions_of(module).items()}
