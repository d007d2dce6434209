"""Test vectors of a rulebook: made of its examples, actions, cases of other levels and counts, and held against the reference."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

import msgspec

from aceten.conformance.coverage.blamed_clauses import clauses_tested, facts_in
from aceten.conformance.oracle.answers import answer
from aceten.conformance.oracle.cases import OracleCase, example_cases, level_of
from aceten.conformance.oracle.discrepancies import discrepancies, said
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.option_rows import load_row, option_rows
from aceten.conformance.questions.random_source import RandomSource
from aceten.deals.shuffling import below, far_below, split_mix
from aceten.engine.game import Game
from aceten.engine.loading import load
from aceten.engine.match import start_match
from aceten.engine.perft import perft
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.notation.examples import run_example
from aceten.notation.match_record import record_of_match
from aceten.notation.position import parse_state
from aceten.vocabulary.actions import Action, Bid, Call, Claim
from aceten.vocabulary.errors import IllegalAction, UsageError
from aceten_spec.errors import AcetenError
from aceten_spec.formats import (
    AnswerVector,
    DrawVector,
    IndexEntry,
    NumberVector,
    PerftVector,
    Vector,
    VectorFile,
    VectorIndex,
)
from aceten_spec.options import parameters_for
from aceten_spec.protocol import REPLIES, Level, PlayReply, Reply
from aceten_spec.rulebook import Example, Rulebook, digest
from aceten_spec.speech import say
from aceten_spec.texts.user_files import unusable, write_text

_PERFT_SEEDS: Final = (1, 2, 3)
_PERFT_DEPTH: Final = 6
_DEAL_SEEDS: Final = (1, 2)
_MANY_SEQUENCES: Final = 100_000
"""A table goes no deeper when there are more sequences than this."""
_MATCH_SEED: Final = 1
_LEVELS: Final[tuple[Level, ...]] = ("trick", "score", "match", "view", "shuffle", "deal")
"""The levels beside single actions."""
_KEPT: Final = frozenset({"points", "dealer", "players"})
"""The parts of an answer that are there although a program may leave them out."""
_LONG: Final[tuple[Level, ...]] = ("deal", "shuffle")
"""The levels of which there is a case for every clause; of the others there is one for everything that can happen."""
_ROWS: Final = 12
"""Combinations of options at most, for each number of players."""
_TRIES_OWN: Final = 20
"""Cases that are made to find telling ones, by the rulebook's own options, for each number of players and level."""
_TRIES: Final = 1
"""The same by each combination of other options."""


def make_vectors(rulebook: Rulebook) -> VectorFile:
    """Return the vectors of a rulebook; the same rulebook gives the same vectors."""
    vectors = vectors_of_examples(rulebook)
    return VectorFile(
        format=2,
        game=rulebook.id,
        rules={str(players): digest(parameters_for(rulebook, players)) for players in rulebook.parameters.players},
        count=len(vectors),
        vectors=vectors,
        answers=tuple(_answers(rulebook)),
        perft=tuple(
            _perft(rulebook, players, seed) for players in rulebook.parameters.players for seed in _PERFT_SEEDS
        ),
        numbers=tuple(vector for players in rulebook.parameters.players for vector in _numbers(rulebook, players)),
        draws=tuple(vector for players in rulebook.parameters.players for vector in _draws(rulebook, players)),
    )


def vectors_of_examples(rulebook: Rulebook) -> tuple[Vector, ...]:
    """Return a vector for each action of the rulebook's examples."""
    return tuple(vector for example in rulebook.examples for vector in _of_example(rulebook, example))


def _of_example(rulebook: Rulebook, example: Example) -> list[Vector]:
    vectors: list[Vector] = []
    for number, moment in enumerate(run_example(rulebook, example), start=1):
        if isinstance(moment.action, Call) and moment.after is not None:
            continue  # a call that is allowed changes no position
        vectors.append(
            Vector(
                id=f"{example.id}/{number}",
                clauses=example.clauses if moment.clause is None else (moment.clause,),
                flags=("valid" if moment.after is not None else "invalid", *(("seed",) if example.source else ())),
                position=str(moment.before),
                action=str(moment.action),
                after=None if moment.after is None else str(moment.after),
                refused=moment.clause,
            )
        )
    return vectors


def _answers(rulebook: Rulebook) -> Iterator[AnswerVector]:
    """Yield cases of other levels: the examples, and so many others that every clause is reached that can be."""
    games = [
        load_row(rulebook, players, row)
        for players in rulebook.parameters.players
        for row in option_rows(rulebook, players)[:_ROWS]
    ]
    games.sort(key=lambda game: bool(game.options))
    examples = example_cases(rulebook, calls=True)
    for level in _LEVELS:
        reached: set[str] = set()
        asked = [case for case in examples if level_of(case.question) == level]
        for case in itertools.chain(asked, _candidates(games, level)):
            clauses = clauses_tested(case, said(case.expected) & _KEPT)
            new = clauses if level in _LONG else facts_in(case)
            if not new <= reached:
                reached |= new
                yield _answer(rulebook, case, clauses)


def _candidates(games: list[Game], level: Level) -> Iterator[OracleCase]:
    """Yield cases of a level: by the rulebook's own options first."""
    for number, game in enumerate(games):
        maker = CaseGenerator(game, RandomSource(number), calls=True)
        for _ in range((_TRIES if game.options else _TRIES_OWN) * (4 if level == "match" else 1)):
            yield maker.make(level)


def _answer(rulebook: Rulebook, case: OracleCase, clauses: frozenset[str]) -> AnswerVector:
    """Return a case as a vector; its id is made from the request, so that it names no other."""
    level = level_of(case.question)
    request = msgspec.json.encode(case.question, order="deterministic")
    name = hashlib.sha256(request).hexdigest()[:8]
    return AnswerVector(
        id=f"{rulebook.prefix}-{level.upper()}-{name}",
        clauses=tuple([clause.id for clause in rulebook.clauses if clause.id in clauses]),
        request=case.question,
        reply=msgspec.Raw(msgspec.json.encode(_short(case.expected))),
    )


def _short(reply: Reply) -> Reply:
    """Return an answer without most of what a program may leave out."""
    if not isinstance(reply, PlayReply):
        return reply
    gone = dict.fromkeys({"winning", "points", "tricks", "hands", "talon"} - _KEPT)
    return msgspec.structs.replace(reply, steps=tuple([msgspec.structs.replace(step, **gone) for step in reply.steps]))


def write_vectors(rulebooks: Iterable[Rulebook], folder: Path) -> VectorIndex:
    """Write the vectors of these rulebooks and their index into a folder, and return the index.

    The same version writes the same bytes.

    :raises FileError: when the folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(folder, error) from error
    entries: list[IndexEntry] = []
    for rulebook in rulebooks:
        vectors = make_vectors(rulebook)
        tagged = [case.clauses for case in vectors.vectors] + [case.clauses for case in vectors.answers]
        clauses = {clause for each in tagged for clause in each}
        in_order = tuple([clause.id for clause in rulebook.clauses if clause.id in clauses])
        kinds = vectors.vectors, vectors.answers, vectors.perft, vectors.numbers, vectors.draws
        cases = sum(map(len, kinds))
        entries += [
            _written(folder / f"{rulebook.id}.json", encode_vectors(vectors), rulebook, cases, in_order),
            _written(folder / f"{rulebook.id}.match.jsonl", make_match(rulebook), rulebook, 0, ()),
        ]
    index = VectorIndex(format=2, aceten=metadata.version("aceten"), files=tuple(entries))
    write_text(folder / "index.json", msgspec.json.format(msgspec.json.encode(index), indent=1).decode() + "\n")
    return index


def _written(path: Path, text: str, rulebook: Rulebook, cases: int, clauses: tuple[str, ...]) -> IndexEntry:
    """Write a file and return what the index says of it.

    :raises FileError: when it cannot be written.
    """
    write_text(path, text)
    sha = hashlib.sha256(text.encode()).hexdigest()
    return IndexEntry(file=path.name, game=rulebook.id, sha256=sha, cases=cases, clauses=clauses)


def _perft(rulebook: Rulebook, players: int, seed: int) -> PerftVector:
    state = load(rulebook, players=players).deal(seed=seed)
    counts: list[int] = []
    while len(counts) < _PERFT_DEPTH and max(counts, default=0) <= _MANY_SEQUENCES:
        counts.append(perft(state, len(counts) + 1))
    return PerftVector(id=f"{rulebook.prefix}-PERFT-{players}-{seed}", position=str(state), counts=tuple(counts))


def _numbers(rulebook: Rulebook, players: int) -> Iterator[NumberVector]:
    """Yield the first deal, the last and some between, by each dealer in turn."""
    game = load(rulebook, players=players)
    between = [far_below(game.deals, split_mix(seed)) for seed in _DEAL_SEEDS]
    for place, number in enumerate((0, game.deals - 1, *between)):
        state = game.deal(number=number, dealer=place % players)
        alike = game.numbers_like(state)
        yield NumberVector(
            id=f"{rulebook.prefix}-NUMBER-{players}-{place + 1}",
            players=players,
            dealer=place % players,
            number=str(number),
            deals=str(game.deals),
            position=str(state),
            alike=(str(alike.start), str(alike.stop - 1)),
        )


def _draws(rulebook: Rulebook, players: int) -> Iterator[DrawVector]:
    """Yield deals in which a hand holds two ranks and another lacks one of them, and in which everybody holds a card of a rank."""
    game = load(rulebook, players=players)
    best, *_, least = (rank.letter for rank in game.pack.ranks)
    own = {0: f"{best}{least}"}, {players - 1: least}
    everybody: tuple[dict[int, str], dict[int, str]] = (dict.fromkeys(range(players), best), {})
    for place, (seed, (holds, lacks)) in enumerate(itertools.product(_DEAL_SEEDS, (own, everybody))):
        try:
            state = game.deal(seed=seed, dealer=place % players, holds=holds, lacks=lacks)
        except UsageError:  # a rulebook of one's own may have too few cards
            continue
        yield DrawVector(
            id=f"{rulebook.prefix}-DRAW-{players}-{place + 1}",
            players=players,
            dealer=place % players,
            seed=seed,
            holds={str(seat): cards for seat, cards in holds.items()},
            lacks={str(seat): cards for seat, cards in lacks.items()},
            deals=str(game.deals_with(holds=holds, lacks=lacks)),
            position=str(state),
        )


def encode_vectors(vectors: VectorFile) -> str:
    """Return the vectors as JSON text, one entry a line in effect: the form in which they are checked in."""
    return msgspec.json.format(msgspec.json.encode(vectors), indent=1).decode() + "\n"


def make_match(rulebook: Rulebook) -> str:
    """Return the record of a whole match, from the first deal to the result; the same rulebook gives the same record.

    The players do what chance says, but for claims, which they make when they are right and only then, and low bids.
    """
    game = load(rulebook)
    numbers = split_mix(_MATCH_SEED)
    begun = match = start_match(game, dealer=0)
    deals: list[tuple[State, State]] = []
    while not match.over:
        start = state = match.deal(seed=next(numbers))
        while state.turn is not None and match.reached(state) is None:
            choices = _choices(state)
            state = state.play(choices[below(len(choices), numbers)])
        deals.append((start, state))
        match = match.finish(state)
    return record_of_match(begun, deals)


def _choices(state: State) -> tuple[Action, ...]:
    """Return what a player chooses among."""
    legal = state.legal
    if not isinstance(state, SuitState):
        return legal
    claims = [action for action in legal if isinstance(action, Claim)]
    right = [action for action in claims if state.is_right(action.suit)]
    bids = [action for action in legal if isinstance(action, Bid)]
    return tuple(right[:1] or [action for action in legal if action not in claims and action not in bids[1:]])


class VectorError(AcetenError):
    """A vector does not hold."""

    def __init__(self, *, vector: str, problem: str) -> None:
        """Say which vector fails, and how."""
        self.vector = vector
        """Id of the vector."""
        self.problem = problem
        """What is different, in words."""
        super().__init__(f"{vector}: {problem}")


def check_vector(vector: Vector, *, rules: Rulebook | None = None) -> None:
    """Run a vector through the engine.

    :raises VectorError: when the engine does something else than the vector says.
    """
    state = parse_state(vector.position, rules=rules)
    try:
        after = str(state.play(vector.action))
    except IllegalAction as error:
        if error.clause != vector.refused:
            problem = say(
                "refused by {clause}; the vector says {told}", clause=error.clause, told=vector.refused or say("legal")
            )
            raise VectorError(vector=vector.id, problem=problem) from error
        return
    if vector.refused is not None:
        raise VectorError(
            vector=vector.id, problem=say("legal; the vector says refused by {clause}", clause=vector.refused)
        )
    if after != vector.after:
        raise VectorError(
            vector=vector.id, problem=say("leads to {after}; the vector says {told}", after=after, told=vector.after)
        )


def check_answer(vector: AnswerVector, *, rules: Rulebook | None = None) -> None:
    """Compare what the reference answers with a vector.

    :raises VectorError: when it answers something else.
    """
    expected = msgspec.json.decode(vector.reply, type=REPLIES[type(vector.request)])
    discrepancy = next(discrepancies(answer(vector.request, rules), expected), None)
    if discrepancy is not None:
        at = "" if discrepancy.step is None else say("step {step}: ", step=discrepancy.step)
        said, told = (msgspec.json.encode(value).decode() for value in (discrepancy.expected, discrepancy.given))
        problem = say(
            "{at}{field}: {said}; the vector says {told}", at=at, field=discrepancy.field, said=said, told=told
        )
        raise VectorError(vector=vector.id, problem=problem)
