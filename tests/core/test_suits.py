"""The kernel for suit tricks against the search in Python, which knows nothing of it."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games.game_strategies import HOUSE_SUIT_GAMES, SUIT_GAMES, rewrite
from support.games.tiny_deals import deals, shuffled_deal
from support.games.tiny_games import SUITS
from support.oracles.merits import asked_of
from support.slices import sliced

from aceten import PositionError, SuitGame, SuitState, load, parse
from aceten.testing import pick
from aceten_solver import solve
from aceten_solver.in_python import python_answer
from aceten_solver.native.door import RefusedError
from aceten_solver.native.encode_suits import actions_of, numbers_of, question_of, rules_of
from aceten_solver.native.library import native_library
from aceten_solver.native.manifest import ALL_SHORTCUTS, Shortcut
from aceten_solver.native.native_core import Core
from aceten_solver.question.measures import OutcomeScale, scale_for
from aceten_solver.question.objectives import Aims, merit, value_of_result
from aceten_solver.question.question import Depth, Limits, SearchAnswer, SearchQuestion
from aceten_solver.question.two_sides import two_sides
from aceten_spec import load_shipped
from aceten_spec.rulebook import Award, SuitParameters

pytestmark = pytest.mark.skipif(native_library() is None, reason="the native core is not built")

FEW: Final = 2**20
MANY: Final = 2**28


def _alike(name: str, values: dict[str, int], **changes: object) -> SuitGame:
    """Return a shipped game in which ranks count the same."""
    book = load_shipped(name)
    parameters = msgspec.structs.replace(book.parameters, values=values, **changes)
    game = load(msgspec.structs.replace(book, id="alike", options={}, parameters=parameters))
    assert isinstance(game, SuitGame)
    return game


EXCHANGED: Final = _alike(
    "sixty-six", {"A": 3}, claim_points=40, schneider=20, meld_after_stock=True, hand=4, deal=(4,)
)
"""A game in which the card that is exchanged counts the same as most others."""
MARRIED_APART: Final = _alike(
    "schnapsen", {"A": 5, "T": 5}, order=("K", "A", "T", "Q", "J"), claim_points=25, schneider=10
)
"""A game in which there are cards between king and queen."""
SCHNAPSEN: Final = next(game for game in SUIT_GAMES if str(game) == "schnapsen/2")
GAMES: Final = (
    *[game for game in SUIT_GAMES if game.rules.meld_counts == "any_trick"],
    *HOUSE_SUIT_GAMES,
    _alike("schnapsen", {"A": 5, "T": 5, "K": 4, "Q": 4, "J": 4}, claim_points=40, schneider=20),
    EXCHANGED,
    MARRIED_APART,
    _alike("schnapsen", {"A": 5, "T": 5}, claim_points=25, meld_lead="king", meld_forced=True),
    _alike("sixty-six", {"A": 5, "K": 4, "Q": 4}, claim_points=30, meld_after_stock=True, meld_lead="king"),
    _alike("schnapsen-book", {"A": 5, "Q": 4, "J": 4}, claim_points=30, meld_after_closing=True, meld_forced=True),
    _alike("tausendeins", {"A": 4, "K": 4, "Q": 4, "9": 4}, meld_after_stock=True),
    _alike("auction-sixty-six", {"A": 4, "K": 4, "Q": 4, "9": 4}),
    _alike("einwerfen", {"A": 1, "Q": 1, "J": 1, "8": 1}),
)
"""Every game with suit tricks that the core knows, and some in which ranks count the same."""
TINY: Final = {
    name: tiny
    for name, tiny in SUITS.items()
    if isinstance(tiny.game, SuitGame) and tiny.game.rules.meld_counts == "any_trick"
}

SWITCHED: Final = (*Shortcut, ALL_SHORTCUTS)
"""What is left out of what makes the core fast: each of it, and all."""
EFFORT: Final = sliced(3_000, whole=6_000)
"""Positions that take the search in Python more states than this are left out."""


@cache
def core(rules: tuple[int, ...], memory: int = FEW) -> Core:
    """Return a solver, one for each game, so that what it learns in one deal is used in the next."""
    library = native_library()
    assert library is not None
    return Core(library, rules, memory)


def native(
    question: SearchQuestion, state: SuitState, *, shortcuts: Shortcut = ALL_SHORTCUTS, memory: int = FEW
) -> SearchAnswer:
    """Return what the core answers."""
    asked = question_of(state, question.scale)
    assert asked is not None
    levels = question.scale.thresholds
    reply = core(numbers_of(state.game, shortcuts=shortcuts), memory).ask(asked, levels, question.depth, Limits())
    actions = {actions_of(state.game)(code): span for code, span in reply.actions}
    line = tuple([actions_of(state.game)(code) for code in reply.line])
    return SearchAnswer(reply.root, actions, line, reply.exact, reply.cost.nodes, "native")


def as_suits(state: object) -> SuitState:
    """Return a state that is one with suit tricks."""
    assert isinstance(state, SuitState)
    return state


def some_moment(game: SuitGame, chance: Random, scores: tuple[int, ...] | None) -> SuitState:
    """Return a late moment of a random deal, mostly within a trick."""
    dealer = chance.randrange(game.players)
    state = as_suits(game.deal(seed=chance.randrange(2**32), dealer=dealer, scores=scores))
    left = chance.randint(1, 6 + game.players)
    while sum(map(len, state.hands)) + len(state.talon) > left and state.turn is not None:
        state = as_suits(state.play(pick(state, chance.randrange(256))))
    for _ in range(chance.randrange(game.players)):
        if state.turn is not None:
            state = as_suits(state.play(pick(state, chance.randrange(256))))
    return state


def positions(game: SuitGame, chance: Random) -> Iterator[SuitState]:
    """Yield a late moment of a random deal, and the same with less said about the past."""
    target = game.rules.target
    scores = (target - chance.randint(1, 120), target - chance.randint(1, 120)) if game.scores_matter else None
    if scores is not None and min(scores) < 0:
        scores = None
    state = some_moment(game, chance, scores)
    if state.turn is None:
        return
    yield state
    if chance.random() < 0.3:
        try:
            yield as_suits(parse(rewrite(str(state), taken=None, points=None, tricks=None), rules=game.rulebook))
        except PositionError:
            return


def questions(state: SuitState) -> Iterator[tuple[SearchQuestion, Aims]]:
    """Yield what is asked about a position."""
    sides = two_sides(state)
    for aims in asked_of(state, sides):
        yield SearchQuestion(state, scale_for(state, aims, sides), sides, Depth.LINE, Limits(nodes=EFFORT)), aims


def compare(state: SuitState) -> int:
    """Ask both about a position, the core with all that makes it fast and without some of it; return how many questions were answered."""
    compared = 0
    for question, aims in questions(state):
        expected = python_answer.answer(question)
        if not expected.exact:
            continue
        without = Random(str(state)).choice(SWITCHED)
        for shortcuts in (ALL_SHORTCUTS, ALL_SHORTCUTS ^ without):
            found = native(question, state, shortcuts=shortcuts)
            assert found.exact
            assert found.root == expected.root, (str(state), aims, shortcuts)
            assert found.actions == expected.actions, (str(state), aims, shortcuts)
            assert found.line == expected.line, (str(state), aims, shortcuts)
            check_line(state, found, question, aims)
        compared += 1
    return compared


def check_line(state: SuitState, found: SearchAnswer, question: SearchQuestion, aims: Aims) -> None:
    """Play the line in the engine: it comes to the value that it is said to come to."""
    now = state
    for action in found.line:
        now = as_suits(now.play(action))
    assert now.result is not None
    value = question.scale.value(found.root[0])
    reached = value_of_result(now.result, question.sides)
    assert merit(reached, aims) == merit(value, aims)
    if "points" in aims and isinstance(question.scale, OutcomeScale):
        assert (value.points, value.last_trick) == (reached.points, reached.last_trick)


@pytest.mark.turns(8)
@pytest.mark.parametrize("place", range(len(GAMES)))
def test_every_game(place: int) -> None:
    """Value, value of every action and the line of best play are those of the search in Python, in every game, for every objective."""
    chance = Random(place)
    compared = 0
    while compared < sliced(3, whole=40):
        compared += sum(map(compare, positions(GAMES[place], chance)))


def with_another_past(state: SuitState) -> Iterator[SuitState]:
    """Yield the position with its captured points and tricks shared out otherwise, as far as a deal can come to that."""
    points, tricks = sum(state.points), sum(state.tricks or ())
    for taken in {0, 1, tricks - 1, tricks}:
        for has in (0, points // 3, points - points // 3, points):
            past = {"points": f"{has},{points - has}", "tricks": f"{taken},{tricks - taken}"}
            try:
                yield as_suits(parse(rewrite(str(state), taken=None, **past), rules=state.game.rulebook))
            except PositionError:
                continue


@pytest.mark.turns(8)
@pytest.mark.parametrize("place", [place for place, game in enumerate(GAMES) if game.players == 2])
def test_what_was_captured_before_is_not_forgotten(place: int) -> None:
    """Of one position with several pasts, asked about in turn, each has its own value: what bears on the result is part of the key."""
    chance = Random(f"past {place}")
    compared = 0
    while compared < sliced(2, whole=60):
        state = some_moment(GAMES[place], chance, None)
        if state.turn is not None and state.tricks is not None:
            pasts = [*with_another_past(state)]
            compared += sum(map(compare, chance.sample(pasts, min(len(pasts), sliced(2, whole=8)))))


TRICKS_WANTED: Final = next(game for game in HOUSE_SUIT_GAMES if game.rulebook.id == "bids-with-talon")
"""A game in which the highest contract is to take every trick."""
TOLD_APART: Final = {
    "tricks that count nothing": (
        TRICKS_WANTED,
        "bids-with-talon/4 hands=QdTd,AhAd,JdTh,QhJs9s lead=0 trick=QcTcAc points=0,44 tricks=0,3 dealer=0 trump=h bid=1,90",
        "bids-with-talon/4 hands=QdTd,AhAd,JdTh,QhJs9s lead=0 trick=QcTcAc points=0,44 tricks=1,2 dealer=0 trump=h bid=1,90",
    ),
    "the card that is exchanged": (
        EXCHANGED,
        "alike/2 hands=AcAs9s9d,KdJsTd talon=JdKhQdAd lead=1 trick=9h taken=-,AhKcKsQcQsQhJcJhTcTsTh9c dealer=0",
        "alike/2 hands=QcJc9c,AdKhTh9s talon=9dAsQh9h lead=0 trick=Ah taken=AcKcKsKdQsQdJsJhJdTcTsTd,- dealer=0",
    ),
    "a trick before the talon was closed": (
        SCHNAPSEN,
        "schnapsen/2 hands=AsQsJd,KhQhJs talon=AhThJhKdKcKs lead=0 taken=AcAdQcQdJcTcTsTd,- dealer=0 closed=0,0,2,0",
        "schnapsen/2 hands=AsQsJd,KhQhJs talon=AhThJhKdKcKs lead=0 taken=AcAdQcQdJcTc,TsTd dealer=0 closed=0,20,1,1",
    ),
    "king and queen": (
        MARRIED_APART,
        "alike/2 hands=AcAdTc,KcQcJcTd lead=0 trick=Qh taken=AhKsKhKdQsJsJhJdTsTh,AsQd dealer=0 trump=c shown=-,Kc",
        "alike/2 hands=KsQsQhJsTh,AdQcJcJh lead=1 trick=Td taken=-,AcAsAhKcKhKdQdJdTcTs dealer=0 trump=s shown=Qs,-",
    ),
}
"""Positions that are taken for others where something is forgotten: what a side took before, or which cards a rule names."""


@pytest.mark.turns(6)
@pytest.mark.parametrize("what", TOLD_APART)
def test_what_tells_positions_apart(what: str) -> None:
    """What bears on the rest of a deal beside strengths and points is not forgotten, in whatever order the positions come."""
    game, *lines = TOLD_APART[what]
    for line in (*lines, *reversed(lines)):
        assert compare(as_suits(parse(line, rules=game.rulebook)))


@pytest.mark.parametrize("name", TINY)
def test_tiny_games(name: str) -> None:
    """The same in games of a handful of cards, from the deal on and at a moment of it."""
    tiny, chance = TINY[name], Random(name)
    game = tiny.game
    compared = 0
    for number in range(sliced(1, whole=20)):
        if tiny.shuffled is None and number == 0:
            deal = next(iter(deals(game, 0, scores=tiny.scores)))
        else:
            deal = shuffled_deal(game, chance, tiny.scores)
        state = as_suits(deal.state())
        compared += compare(state)
        for _ in range(chance.randrange(6)):
            if state.turn is not None:
                state = as_suits(state.play(pick(state, chance.randrange(256))))
        compared += compare(state) if state.turn is not None else 0
    assert compared


def larger(chance: Random) -> SuitState:
    """Return a position that takes the search in Python too long."""
    while True:
        game = GAMES[chance.randrange(len(GAMES))]
        state = as_suits(game.deal(seed=chance.randrange(2**32)))
        left = chance.randint(12, 20)
        while sum(map(len, state.hands)) + len(state.talon) > left and state.turn is not None:
            state = as_suits(state.play(pick(state, chance.randrange(256))))
        if state.turn is not None:
            return state


@pytest.mark.turns(2)
@pytest.mark.parametrize("number", range(sliced(12, whole=150)))
def test_what_is_remembered_makes_no_difference(number: int) -> None:
    """Larger positions have one value with all that makes the core fast and without some of it, and with small and large tables."""
    state, without = larger(Random(f"larger {number}")), ALL_SHORTCUTS ^ SWITCHED[number % len(SWITCHED)]
    for question, _ in questions(state):
        asked, levels = question_of(state, question.scale), question.scale.thresholds
        assert asked is not None
        replies = [
            core(numbers_of(state.game, shortcuts=shortcuts), memory).ask(asked, levels, Depth.ACTIONS, LIMITED)
            for shortcuts, memory in ((ALL_SHORTCUTS, FEW), (ALL_SHORTCUTS, MANY), (without, FEW))
        ]
        exact = [(reply.root, reply.actions) for reply in replies if reply.exact]
        assert exact.count(exact[0]) == len(exact) if exact else True


LIMITED: Final = Limits(nodes=sliced(200_000, whole=3_000_000))
"""How much one of the larger positions may cost."""


def test_tricks_alone() -> None:
    """A rulebook of one's own in which every card counts one: what is solved are tricks, from the deal on, the cards of a rank apart."""
    book = load_shipped("einwerfen")
    assert isinstance(book.parameters, SuitParameters)
    letters = tuple("AKQJT987")
    row = Award(name="more", meaning="more points", points=(0, 32), tricks="any", game_points=1)
    parameters = msgspec.structs.replace(
        book.parameters, order=letters, values=dict.fromkeys(letters, 1), scoring=(row,)
    )
    game = load(msgspec.structs.replace(book, id="tricks", options={}, parameters=parameters))
    assert isinstance(game, SuitGame)
    for seed in range(sliced(5, whole=50)):
        state = as_suits(game.deal(seed=seed))
        [(question, _)] = [each for each in questions(state) if each[1] == ("points",)]
        found = native(question._replace(depth=Depth.VALUE), state, memory=MANY)
        value = question.scale.value(found.root[0])
        assert value.points is not None
        assert [points % 4 for points in value.points] == [0, 0]


NUMBERS: Final = st.one_of(st.integers(-3, 8), st.integers(0, 63), st.integers(-(2**31), 2**31 - 1))


@pytest.mark.turns(2)
@settings(deadline=None, max_examples=sliced(40, whole=1000))
@given(
    place=st.integers(0, len(GAMES) - 1),
    seed=st.integers(0, 1000),
    changes=st.lists(st.tuples(st.integers(0, 80), NUMBERS), max_size=4),
    cut=st.integers(0, 100),
)
def test_questions_that_are_wrong_are_refused_or_answered(
    place: int, seed: int, changes: Sequence[tuple[int, int]], cut: int
) -> None:
    """Whatever numbers a question has, it is answered within its limits, or refused; nothing fails in any other way."""
    chance = Random(seed)
    state = some_moment(GAMES[place], chance, None)
    if state.turn is None:
        return
    question, _ = next(questions(state), (None, None))
    asked = None if question is None else question_of(state, question.scale)
    if question is None or asked is None:
        return
    for at, number in changes:
        asked[at % len(asked)] = number
    try:
        core(numbers_of(state.game)).ask(
            asked[: len(asked) - max(cut - 90, 0)], question.scale.thresholds, Depth.LINE, Limits(nodes=20_000)
        )
    except RefusedError as error:
        assert str(error).startswith("question, ")  # noqa: PT017 - the answer is allowed, too


@settings(deadline=None, max_examples=sliced(40, whole=1000))
@given(place=st.integers(0, len(GAMES) - 1), changes=st.lists(st.tuples(st.integers(0, 90), NUMBERS), min_size=1))
def test_rules_that_are_wrong_are_refused_or_taken(place: int, changes: Sequence[tuple[int, int]]) -> None:
    """Whatever numbers the rules have, a solver is made, or they are refused."""
    library = native_library()
    assert library is not None
    rules = list(numbers_of(GAMES[place]))
    for at, number in changes:
        rules[1 + at % (len(rules) - 1)] = number
    try:
        Core(library, rules, FEW).close()
    except RefusedError as error:
        assert str(error).startswith("rules, ")  # noqa: PT017 - they may be right, too


def test_what_the_core_cannot_do() -> None:
    """Games with more cards, points or bids than the core has room for are for the search in Python."""
    book = load_shipped("einwerfen")
    rich = msgspec.structs.replace(book.parameters, values={"A": 2000})
    game = load(msgspec.structs.replace(book, id="rich", options={}, parameters=rich))
    assert isinstance(game, SuitGame)
    assert rules_of(game, two_sides(game.deal(seed=1))) is None


def test_marriages_that_count_with_the_next_trick() -> None:
    """They are for the search in Python: where any trick counts a marriage the leader shows one and has enough, else he loses."""
    line = "schnapsen/2 hands=AhKsQs,AcQdTc lead=0 taken=AsKcKdQhJsJhTsTh,AdKhQcJcJdTd dealer=0 trump=c shown=-,Ac"
    solved = [solve(parse(line + more), objective="game-points") for more in ("", " meld_counts=next_trick")]
    assert [(each.backend, each.value and each.value.margin) for each in solved] == [
        ("native", (2, -2)),
        ("python", (-1, 1)),
    ]
