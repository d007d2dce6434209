"""Test vectors of a rulebook: made of its examples, actions, cases of other levels and counts, and held against the reference."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Final

import msgspec

from aceten.conformance.coverage.blamed_clauses import clauses_tested, facts_in
from aceten.conformance.oracle.answers import answer, in_parts
from aceten.conformance.oracle.cases import OracleCase, case_of, example_cases, level_of, of_game, with_options
from aceten.conformance.oracle.discrepancies import discrepancies, said
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.option_rows import load_row, option_rows
from aceten.conformance.questions.random_source import RandomSource
from aceten.deals.shuffling import below, far_below, split_mix
from aceten.engine.game import Game
from aceten.engine.loading import load_with
from aceten.engine.match import start_match
from aceten.engine.perft import perft
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.notation.examples import Moment, run_example
from aceten.notation.match_record import record_of_match
from aceten.notation.position import parse_state
from aceten.notation.position_parts import position_of
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
from aceten_spec.options import own_value
from aceten_spec.protocol import REPLIES, Level, Option, PlayReply, PositionRequest, Question, Reply
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
_KINDS: Final = frozenset({"vectors", "answers", "perft", "numbers", "draws"})
"""The parts of a file that are lists of cases."""
_ROWS: Final = 12
"""Combinations of options at most, for each number of players."""
_TRIES_OWN: Final = 20
"""Cases that are made to find telling ones, by the rulebook's own options, for each number of players and level."""
_TRIES: Final = 1
"""The same by each combination of other options."""


def make_vectors(rulebook: Rulebook, options: Mapping[str, Option] | None = None) -> VectorFile:
    """Return the vectors of a rulebook; the same rulebook gives the same vectors.

    :param options: what all cases are played by; without it most are played by the rulebook's own, and some by others.
    :raises AcetenError: when there are no such options, with any number of players.
    """
    games = games_by(rulebook, options or {})
    vectors = vectors_of_examples(rulebook) if options is None else tuple(_of_variant(games, options))
    mark = "" if options is None else "".join(f"-{name}={value}" for name, value in sorted(options.items()))
    return VectorFile(
        format=3,
        game=rulebook.id,
        options=dict(options or {}),
        rules={str(game.players): digest(game.rules) for game in games},
        count=len(vectors),
        vectors=vectors,
        answers=tuple(_answers(games, options)),
        perft=tuple([_perft(game, seed, mark) for game in games for seed in _PERFT_SEEDS]),
        numbers=tuple([vector for game in games for vector in _numbers(game, mark)]),
        draws=tuple([vector for game in games for vector in _draws(game, mark)]),
    )


def games_by(rulebook: Rulebook, options: Mapping[str, Option]) -> tuple[Game, ...]:
    """Return the game by these options with every number of players with which there are such options.

    :raises AcetenError: when there are none with any.
    """
    games: list[Game] = []
    failed: AcetenError | None = None
    for players in rulebook.parameters.players:
        try:
            games.append(load_with(rulebook, players, options))
        except AcetenError as error:
            failed = error
    if failed is not None and not games:
        raise failed
    return tuple(games)


def vectors_of_examples(rulebook: Rulebook) -> tuple[Vector, ...]:
    """Return a vector for each action of the rulebook's examples."""
    return tuple([vector for example in rulebook.examples for vector in _of_example(rulebook, example)])


def _of_example(rulebook: Rulebook, example: Example) -> Iterator[Vector]:
    for number, moment in enumerate(run_example(rulebook, example), start=1):
        if _changes_nothing(moment):
            continue
        clauses = example.clauses if moment.clause is None else (moment.clause,)
        seed = bool(example.source)
        yield _of_moment(f"{example.id}/{number}", moment, clauses, seed=seed)


def _changes_nothing(moment: Moment) -> bool:
    """Whether a moment is a call that is allowed."""
    return isinstance(moment.action, Call) and moment.after is not None


def _of_moment(name: str, moment: Moment, clauses: tuple[str, ...], *, seed: bool = False) -> Vector:
    before, after = moment.before, moment.after
    return Vector(
        id=name,
        clauses=clauses,
        flags=("valid" if after is not None else "invalid", *(("seed",) if seed else ())),
        options=dict(before.game.options),
        position=str(before),
        parts=position_of(before),
        legal=tuple(map(str, before.legal)),
        action=str(moment.action),
        after=None if after is None else str(after),
        after_parts=None if after is None else position_of(after),
        refused=moment.clause,
    )


def _of_variant(games: Sequence[Game], options: Mapping[str, Option]) -> Iterator[Vector]:
    """Yield a vector for each action of the examples that can be played by options; an id says by which."""
    mark = "".join(f"-{name}={value}" for name, value in sorted(options.items()))
    rulebook = games[0].rulebook
    for example in rulebook.examples:
        if not example.steps:
            continue
        moments = run_example(rulebook, example)
        case = _by(_question(moments[0].before, *[moment.action for moment in moments]), games, options)
        for number, moment in enumerate(() if case is None else case.moments, start=1):
            if not _changes_nothing(moment):
                alone = case_of(_question(moment.before, moment.action), rulebook)
                clauses = _in_order(rulebook, clauses_tested(alone)) if moment.clause is None else (moment.clause,)
                yield _of_moment(f"{example.id}/{number}{mark}", moment, clauses)


def _question(state: State, *actions: Action) -> PositionRequest:
    return PositionRequest(id=0, **of_game(state.game), position=str(state), actions=tuple(map(str, actions)))


def _by(question: Question, games: Sequence[Game], options: Mapping[str, Option]) -> OracleCase | None:
    """Return the case of a question by options; ``None`` where it is about others, or there is no such thing."""
    game = next((game for game in games if game.players == question.players), None)
    if game is None:
        return None
    book = game.rulebook
    meant = {name: options.get(name, own_value(book, name, game.players)) for name in question.options}
    if meant != question.options:
        return None
    try:
        case = case_of(with_options(question, dict(game.options)), book)
    except AcetenError:  # a position or an end that there is not by these options
        return None
    return case if case.game == game else None


def _in_order(rulebook: Rulebook, clauses: frozenset[str]) -> tuple[str, ...]:
    return tuple([clause.id for clause in rulebook.clauses if clause.id in clauses])


def _answers(games: Sequence[Game], options: Mapping[str, Option] | None) -> Iterator[AnswerVector]:
    """Yield cases of other levels: the examples, and so many others that every clause is reached that can be."""
    rulebook = games[0].rulebook
    examples = example_cases(rulebook, calls=True)
    if options is None:
        rows = [(game.players, row) for game in games for row in option_rows(rulebook, game.players)[:_ROWS]]
        games = sorted([load_row(rulebook, *row) for row in rows], key=lambda game: bool(game.options))
    else:
        examples = tuple([case for one in examples if (case := _by(one.question, games, options)) is not None])
    for level in _LEVELS:
        reached: set[str] = set()
        asked = [case for case in examples if level_of(case.question) == level]
        for case in itertools.chain(asked, _candidates(games, level, fixed=options is not None)):
            clauses = clauses_tested(case, said(case.expected) & _KEPT)
            new = clauses if level in _LONG else facts_in(case)
            if not new <= reached:
                reached |= new
                yield _answer(rulebook, case, clauses)


def _candidates(games: Sequence[Game], level: Level, *, fixed: bool) -> Iterator[OracleCase]:
    """Yield cases of a level: by the rulebook's own options first."""
    for number, game in enumerate(games):
        maker = CaseGenerator(game, RandomSource(number), calls=True)
        for _ in range((_TRIES if game.options and not fixed else _TRIES_OWN) * (4 if level == "match" else 1)):
            yield maker.make(level)


def _answer(rulebook: Rulebook, case: OracleCase, clauses: frozenset[str]) -> AnswerVector:
    """Return a case as a vector; its id is made from the request, so that it names no other."""
    level = level_of(case.question)
    request = msgspec.json.encode(case.question, order="deterministic")
    name = hashlib.sha256(request).hexdigest()[:8]
    return AnswerVector(
        id=f"{rulebook.prefix}-{level.upper()}-{name}",
        clauses=_in_order(rulebook, clauses),
        request=in_parts(case.question, case.game),
        reply=msgspec.Raw(msgspec.json.encode(_short(case.expected))),
    )


def _short(reply: Reply) -> Reply:
    """Return an answer without most of what a program may leave out."""
    if not isinstance(reply, PlayReply):
        return reply
    gone = dict.fromkeys({"winning", "points", "tricks", "hands", "talon"} - _KEPT)
    return msgspec.structs.replace(reply, steps=tuple([msgspec.structs.replace(step, **gone) for step in reply.steps]))


def write_vectors(
    rulebooks: Iterable[Rulebook], folder: Path, options: Mapping[str, Option] | None = None
) -> VectorIndex:
    """Write the vectors of these rulebooks and their index into a folder, and return the index.

    The same version writes the same bytes.

    :param options: what all cases are played by, as in :func:`make_vectors`.
    :raises FileError: when the folder cannot be written to.
    :raises AcetenError: when there are no such options.
    """
    made = [(rulebook, make_vectors(rulebook, options), make_match(rulebook, options)) for rulebook in rulebooks]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(folder, error) from error
    entries: list[IndexEntry] = []
    for rulebook, vectors, match in made:
        tagged = [case.clauses for case in vectors.vectors] + [case.clauses for case in vectors.answers]
        clauses = {clause for each in tagged for clause in each}
        in_order = _in_order(rulebook, frozenset(clauses))
        kinds = vectors.vectors, vectors.answers, vectors.perft, vectors.numbers, vectors.draws
        cases = sum(map(len, kinds))
        entries += [
            _written(folder / f"{rulebook.id}.json", encode_vectors(vectors), rulebook, cases, in_order),
            _written(folder / f"{rulebook.id}.match.jsonl", match, rulebook, 0, ()),
        ]
    index = VectorIndex(format=3, aceten=metadata.version("aceten"), options=dict(options or {}), files=tuple(entries))
    write_text(folder / "index.json", msgspec.json.format(msgspec.json.encode(index), indent=1).decode() + "\n")
    return index


def _written(path: Path, text: str, rulebook: Rulebook, cases: int, clauses: tuple[str, ...]) -> IndexEntry:
    """Write a file and return what the index says of it.

    :raises FileError: when it cannot be written.
    """
    write_text(path, text)
    sha = hashlib.sha256(text.encode()).hexdigest()
    return IndexEntry(file=path.name, game=rulebook.id, sha256=sha, cases=cases, clauses=clauses)


def _perft(game: Game, seed: int, mark: str) -> PerftVector:
    state = game.deal(seed=seed)
    counts: list[int] = []
    while len(counts) < _PERFT_DEPTH and max(counts, default=0) <= _MANY_SEQUENCES:
        counts.append(perft(state, len(counts) + 1))
    return PerftVector(
        id=f"{game.rulebook.prefix}-PERFT-{game.players}-{seed}{mark}",
        position=str(state),
        parts=position_of(state),
        counts=tuple(counts),
    )


def _numbers(game: Game, mark: str) -> Iterator[NumberVector]:
    """Yield the first deal, the last and some between, by each dealer in turn."""
    between = [far_below(game.deals, split_mix(seed)) for seed in _DEAL_SEEDS]
    for place, number in enumerate((0, game.deals - 1, *between)):
        state = game.deal(number=number, dealer=place % game.players)
        alike = game.numbers_like(state)
        yield NumberVector(
            id=f"{game.rulebook.prefix}-NUMBER-{game.players}-{place + 1}{mark}",
            players=game.players,
            dealer=place % game.players,
            number=str(number),
            deals=str(game.deals),
            position=str(state),
            parts=position_of(state),
            alike=(str(alike.start), str(alike.stop - 1)),
        )


def _draws(game: Game, mark: str) -> Iterator[DrawVector]:
    """Yield deals in which a hand holds two ranks and another lacks one of them, and in which everybody holds a card of a rank."""
    best, *_, least = (rank.letter for rank in game.pack.ranks)
    own = {0: f"{best}{least}"}, {game.players - 1: least}
    everybody: tuple[dict[int, str], dict[int, str]] = (dict.fromkeys(range(game.players), best), {})
    for place, (seed, (holds, lacks)) in enumerate(itertools.product(_DEAL_SEEDS, (own, everybody))):
        try:
            state = game.deal(seed=seed, dealer=place % game.players, holds=holds, lacks=lacks)
        except UsageError:  # a rulebook of one's own may have too few cards
            continue
        yield DrawVector(
            id=f"{game.rulebook.prefix}-DRAW-{game.players}-{place + 1}{mark}",
            players=game.players,
            dealer=place % game.players,
            seed=seed,
            holds={str(seat): cards for seat, cards in holds.items()},
            lacks={str(seat): cards for seat, cards in lacks.items()},
            deals=str(game.deals_with(holds=holds, lacks=lacks)),
            position=str(state),
            parts=position_of(state),
        )


def encode_vectors(vectors: VectorFile) -> str:
    """Return the vectors as JSON text, a case on each line: the form in which they are checked in."""
    fields: dict[str, msgspec.Raw] = msgspec.json.decode(msgspec.json.encode(vectors), type=dict[str, msgspec.Raw])
    lines: list[str] = []
    for name, value in fields.items():
        text = bytes(value).decode()
        if name in _KINDS:
            rows = [bytes(row).decode() for row in msgspec.json.decode(value, type=list[msgspec.Raw])]
            text = "[{}]".format("".join(f"\n{row}," for row in rows).rstrip(",") + "\n")
        lines.append(f'"{name}": {text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def make_match(rulebook: Rulebook, options: Mapping[str, Option] | None = None) -> str:
    """Return the record of a whole match, from the first deal to the result; the same rulebook gives the same record.

    The players do what chance says, but for claims, which they make when they are right and only then, and low bids.
    """
    game = games_by(rulebook, options or {})[-1]
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
    if position_of(state) != vector.parts:
        raise VectorError(vector=vector.id, problem=say("the parts are not those of {position}", position=state))
    if set(map(str, state.legal)) != set(vector.legal):
        legal = ", ".join(map(str, state.legal))
        raise VectorError(vector=vector.id, problem=say("legal: {legal}; the vector has others", legal=legal))
    try:
        done = state.play(vector.action)
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
    after = str(done)
    if vector.after_parts is None or position_of(done) != vector.after_parts:
        raise VectorError(vector=vector.id, problem=say("the parts are not those of {position}", position=after))
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
