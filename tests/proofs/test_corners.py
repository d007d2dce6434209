"""Functions that are wrong only in a corner: they are made for every fact, and one that no theorem notices is found."""

import functools
import itertools
import operator
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias, cast

import msgspec
import pytest
from support.slices import THOROUGH, TURN
from tools.mutants import corner_hunt, journal
from tools.mutants.corner_hunt import Part, Prepared, followed, found_of
from tools.mutants.corners import VALUES, cornered, corners_of, spread
from tools.mutants.facts import Corner, Fact, Value, entering, facts_of
from tools.mutants.journal import Finding, Journal, key_of
from tools.mutants.mutations import installed, mutations
from tools.mutants.real_play import RealPlay

from aceten import MatchingState, State, load
from aceten.engine.matching.play import call_refusal
from aceten.proofs import Obligation, Provers, Step
from aceten.proofs.execution.symbolic_numbers import Carried, Run, SymbolicInt, Untouched
from aceten.proofs.statements.game_setting import Setting
from aceten.proofs.statements.obligations import ProofCase
from aceten.vocabulary.actions import Event
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas.terms import Z3

pytestmark = pytest.mark.turns(15)

Among: TypeAlias = Callable[[Iterable[ProofCase]], Iterable[ProofCase]]
"""Which cases are looked at."""

key_in = operator.attrgetter("key")

PLAY: Final = "aceten.engine.matching.play"
REFUSAL: Final = f"{PLAY}.call_refusal"
STATE: Final = "aceten.engine.matching.state.MatchingState"
RELATION: Final = "aceten_spec.formulas.matching.play_relation.PlayRelation"
LEGALITY: Final = "aceten.engine.matching.legality"
DRAW: Final = "aceten.deals.talon.draw"
SUITS: Final = "aceten.engine.suits.play"
BIDDING: Final = "aceten.engine.suits.state.SuitState.bidding"
SUIT_RELATION: Final = "aceten_spec.formulas.suits.suit_relation.SuitRelation"


@functools.cache
def played() -> RealPlay:
    """Return some deals of a game."""
    return RealPlay(load("zsiros", players=2), (f"{PLAY}.take_trick", f"{RELATION}._taken", DRAW), deals=6)


# --- Which corners there are ---


@pytest.mark.parametrize(
    ("game", "function", "facts"),
    [
        (
            "zsiros/4",
            f"{PLAY}.take_trick",
            (
                "state.leader; state.winning; state.turn; state.dealer; len(state.trick); len(state.talon); len(state.hands[3]); "
                "len(state.taken[1]); len(state.log); len(state.leads); state.lone; state.burned; state.drawn is None; state.points[0]; "
                "(state.leader, len(state.trick), len(state.hands[state.leader]), len(state.talon))"
            ),
        ),
        ("zsiros/2", f"{STATE}.choosing", "self.leader; len(self.hands[1]); len(self.log)"),
        (
            "zsiros/2",
            f"{RELATION}._taken",
            "deal.leader; deal.turn; len(deal.trick); len(deal.talon); len(deal.hands[0])",
        ),
        ("zsiros/2", f"{LEGALITY}.goes_on", "public.leader; public.winning; len(public.trick); len(hand)"),
        ("zsiros/2", "aceten.engine.matching.steps.matches", "rank; led; trumped"),
        ("zsiros/2", DRAW, "len(hands[1]); len(talon); winner; hand_size"),
        ("zsiros/2", "aceten.engine.match.Match.over", "self.dealer; self.deals"),
        (
            "schnapsen/2",
            f"{SUITS}.take_trick",
            (
                "len(state.shown[1]); None if state.closed is None else (state.closed.seat, len(state.talon)); state.trump is None; "
                "state.claimant; len(state.bids); None if state.contract is None else state.contract[0]"
            ),
        ),
        ("schnapsen/2", f"{SUIT_RELATION}._put", "deal.dealer; len(deal.shown[0]); len(deal.talon)"),
    ],
)
def test_facts(game: str, function: str, facts: str) -> None:
    """Of whatever a function is given it is asked in what deals can differ; of what the rules bound, up to the bounds."""
    name, _, players = game.partition("/")
    found = {fact.text: fact for fact in facts_of(function, load(name, players=int(players)))}
    assert {*facts.split("; ")} <= {*found}
    for text, fact in found.items():
        assert fact.bounds or not text.endswith((".leader", ".trick)", ".talon)", ".hands[0])")), text


def test_every_fact_has_corners() -> None:
    """Where a fact takes more than one value in play, a function is made wrong for the extreme ones and for some between."""
    game = load("zsiros", players=2)
    for function in (f"{PLAY}.take_trick", f"{RELATION}._taken", DRAW):
        made = {
            fact: [each.value for each in group]
            for fact, group in itertools.groupby(corners_of(function, game, played()), key=lambda each: each.fact)
        }
        for fact in facts_of(function, game):
            values = played().values(function, fact)
            if len(values) > 1:
                assert set(made[fact]) <= values | {*fact.bounds}
                assert len(made[fact]) == min(VALUES, len(values | {*fact.bounds}))
                assert {*fact.bounds[:1], *fact.bounds[-1:]} <= set(made[fact])


def test_values_are_those_of_play_not_of_proofs() -> None:
    """The values come from deals: hands and talons of every size, every leader, logs of every length."""
    game = load("zsiros", players=2)
    values = {fact.text: played().values(f"{PLAY}.take_trick", fact) for fact in facts_of(f"{PLAY}.take_trick", game)}
    assert values["state.leader"] == values["state.dealer"] == {0, 1}
    assert values["len(state.talon)"] >= {0, 2, 10, 22, 24}
    assert values["len(state.hands[0])"] == {0, 1, 2, 3}
    assert len(values["len(state.log)"]) > 20


def test_what_is_open() -> None:
    """Where a number is a symbol the fact about it is noted as open; so is how many there are of what cannot be counted."""

    class Opaque(tuple[object, ...]):
        __slots__ = ()

        def __len__(self) -> int:
            raise AssertionError

    game = load("zsiros", players=2)
    points = cast("tuple[int, ...]", (SymbolicInt(cast("Run", None), Z3.Int("points")), 30))
    state = msgspec.structs.replace(
        cast("MatchingState", game.deal(seed=1)), points=points, log=cast("tuple[Event, ...]", Opaque())
    )
    noted = {what for _, what in entering(game)(f"{PLAY}.take_trick", (state,))}
    assert {fact.text for fact in noted if isinstance(fact, Fact)} == {"state.points[0]", "len(state.log)"}
    known = {each.text for each in noted if isinstance(each, Corner)}
    assert {
        "(state.points[1]) == 30",
        "(state.leader) == 1",
        "(len(state.hands[1])) == 4",
        "(state.drawn is None) == 1",
    } <= known


def test_spread() -> None:
    """Of many values the extreme ones are taken, and others that are not the same for every function."""
    assert spread({3, 1, 2}, 6, "x") == [1, 2, 3]
    assert spread({None, 1, 0}, 6, "x") == [None, 0, 1]
    some = [spread(range(40), 6, f"function {number}") for number in range(40)]
    assert all(len(set(each)) == 6 and (each[0], each[-1]) == (0, 39) for each in some)
    assert {value for each in some for value in each} == {*range(40)}


# --- What is wrong there ---


def graded(x: int, y: int) -> int:
    """Whatever has branches, steps and a loop."""
    total = 0
    for number in range(y):
        if number > x:
            continue
        total += number
    return total if x < y else -x


def counted(x: int, y: int) -> Iterator[int]:
    """Something that yields."""
    yield from range(x)
    if x > y:
        yield y


@pytest.mark.parametrize("function", [graded, counted], ids=lambda function: function.__name__)
def test_a_mutant_is_wrong_in_its_corner_only(function: Callable[..., object]) -> None:
    """In its corner it does what the mutant does that is wrong everywhere, and elsewhere what the original does."""

    def told(made: Callable[..., object], *given: int) -> object:
        try:
            found = made(*given)
            return [*cast("Iterator[int]", found)] if isinstance(found, Iterator) else found
        except ZeroDivisionError:
            return None

    where, differing = Corner(fact=Fact(parameter="x", words="{0}"), value=3), 0
    for mutation in mutations(function):
        everywhere, here = mutation.make(), cornered(mutation, where).make()
        for x, y in itertools.product(range(6), repeat=2):
            if x == 3:
                assert told(here, x, y) == told(everywhere, x, y), mutation
                differing += told(here, x, y) != told(function, x, y)
            else:
                assert told(here, x, y) == told(function, x, y), mutation
    assert differing > 20


def test_a_mutant_in_play() -> None:
    """In deals that are played, a function of the engine is wrong wherever the fact has the value, and nowhere else."""
    game = load("zsiros", players=2)
    [fact] = [fact for fact in facts_of(f"{STATE}.choosing", game) if fact.text == "len(self.talon)"]
    mutation = next(
        each for each in mutations(MatchingState.choosing) if each.before == "False" and each.after == "True"
    )
    mutation = next(
        each for each in mutations(MatchingState.choosing) if each.operator == "comparison" and "%" in each.before
    )
    states: list[State] = [game.deal(seed=4)]
    while states[-1].turn is not None:
        states.append(states[-1].play(states[-1].legal[0]))
    matching = [state for state in states if isinstance(state, MatchingState) and state.trick]
    before = [state.choosing for state in matching]
    with installed(mutation):
        everywhere = [state.choosing for state in matching]
    with installed(cornered(mutation, Corner(fact=fact, value=20))):
        here = [state.choosing for state in matching]
    there = [len(state.talon) == 20 for state in matching]
    assert here == [wrong if at else right for right, wrong, at in zip(before, everywhere, there, strict=True)]
    assert here not in (before, everywhere)


def held(hands: tuple[tuple[int, ...], ...], x: int) -> int:
    """What is given hands, perhaps fewer than there are players."""
    return len(hands) + x


def test_what_cannot_be_asked() -> None:
    """Where a fact cannot be asked of an argument a mutant does what the original does, and no corner is noted."""
    game = load("zsiros", players=2)
    fact = Fact(parameter="hands", words="len({0}[1])")
    made = cornered(mutations(held)[0], Corner(fact=fact, value=2)).make()
    assert [made(hands, 1) for hands in (((1,),), ((), (1, 2)), ((), (1,)))] == [2, 1, 3]
    state = msgspec.structs.replace(cast("MatchingState", game.deal(seed=1)), hands=((),))
    noted = {what.fact.text for _, what in entering(game)(f"{PLAY}.take_trick", (state,)) if isinstance(what, Corner)}
    assert "len(state.hands[0])" in noted
    assert "len(state.hands[1])" not in noted


def test_what_may_not_be_looked_at_is_open() -> None:
    """A fact of what is only carried, or not to be touched, counts as open: a mutant that asks for it is noticed there."""
    game = load("zsiros", players=2)
    state = game.deal(seed=1)
    texts = {fact.text for fact in facts_of(f"{PLAY}.take_trick", game)}
    for anything in (Carried(), Untouched()):
        covered = msgspec.structs.replace(state, hands=anything, trick=anything, taken=anything)
        noted = {what.text for _, what in entering(game)(f"{PLAY}.take_trick", (covered,)) if isinstance(what, Fact)}
        assert noted == {text for text in texts if re.search(r"hands|trick\)|taken", text)}


def test_its_name_says_where() -> None:
    """A mutant's id has the corner, and the condition stands in its source."""
    mutant = cornered(mutations(call_refusal)[0], corner("state.turn", None))
    assert mutant.id.endswith(" where (state.turn) == None")
    assert "in_corner = state.turn == None" in mutant.source


# --- A hole ---


CALL: Final = "T-STEP.call"


def corner(text: str, value: Value, function: str = REFUSAL) -> Corner:
    """Return the corner of a function in which a fact has a value."""
    [fact] = [fact for fact in facts_of(function, load("zsiros", players=4)) if fact.text == text]
    return Corner(fact=fact, value=value)


LEFT_OUT: Final = ", turn 2"
"""What the names of cases have that are about the turn of seat 2."""


def verdict_in(ready: Prepared, seat: int) -> str:
    """Return what becomes of a mutant that is wrong at the turn of a seat only."""
    finding = found_of(ready, REFUSAL, corner("state.turn", seat))
    assert finding is not None
    return finding.verdict


@functools.cache
def calling() -> Prepared:
    """Return what is known of a game, for what is said of calls."""
    return Prepared("zsiros", 4, (CALL,), deals=3)


def test_a_hole_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a theorem leaves the turn of a seat out, a function that is wrong at this turn alone is a hole, and at another one refuted."""
    assert verdict_in(calling(), 2) == "refuted"
    discharged = Step.discharged

    def without(self: Step, name: str, about: Setting, provers: Provers, among: Among = iter) -> Obligation:
        return discharged(
            self, name, about, provers, lambda cases: among(each for each in cases if LEFT_OUT not in each.name)
        )

    monkeypatch.setattr(Step, "discharged", without)
    part = Prepared("zsiros", 4, (CALL,), deals=3)
    assert [verdict_in(part, value) for value in range(4)] == ["refuted", "refuted", "hole", "refuted"]


@pytest.mark.turns(6)
def test_any_proof_that_comes_to_it_may_notice() -> None:
    """Also one about another function: what is due when a deal is over says that nobody bids then."""
    ready = Prepared("schnapsen", 2, ("T-STEP.over", "T-STEP.talon"), deals=2)
    [fact] = [fact for fact in facts_of(BIDDING, ready.game) if fact.text == "self.claimant"]
    finding = found_of(ready, BIDDING, Corner(fact=fact, value=0))
    assert finding is not None
    assert (finding.verdict, finding.by) == ("refuted", "T-STEP.over")


def test_numbers_that_are_symbols() -> None:
    """What is wrong for one number only is refuted where the theorem is about any number."""
    finding = found_of(calling(), REFUSAL, corner("state.points[0]", 70))
    assert finding is not None
    assert (finding.verdict, finding.by) == ("refuted", CALL)


def test_what_does_the_same_is_no_hole() -> None:
    """A mutant that in no deal does anything else, and is not refuted, is told as that: whether it ever differs is open."""
    finding = found_of(calling(), REFUSAL, corner("state.burned", (0,)))
    assert finding is not None
    assert (finding.verdict, finding.by) == ("not seen to differ", "")


def test_what_no_proof_comes_to() -> None:
    """What is not run while the theorems are proved is left alone, for no corner of it is left out."""
    function = f"{PLAY}.burned_after"
    assert found_of(calling(), function, corner("state.turn", 1, function)) is None


# --- Going on ---

FINDING: Final = Finding(
    key="1", game="zsiros/2", function="f", fact="x", value="1", mutant="f:1", before="a", after="b", verdict="hole"
)


def test_journal(tmp_path: Path) -> None:
    """What is written is read again; a line that was cut off is passed over, and what is written behind it is not."""
    file = tmp_path / "folder" / "corners.jsonl"
    assert not Journal(file).findings
    first, second, third = [msgspec.structs.replace(FINDING, key=key) for key in "123"]
    for finding in (first, second):
        Journal(file).add(finding)
    assert Journal(file).findings == {"1": first, "2": second}
    file.write_bytes(file.read_bytes()[:-9])
    journal = Journal(file)
    assert journal.findings == {"1": first}
    journal.add(third)
    journal.add(second)
    assert Journal(file).findings == {"1": first, "2": second, "3": third}


def test_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked by other code is not what is asked now."""
    keys = {key_of("a", "b"), key_of("ab"), key_of("a", "c")}
    monkeypatch.setattr(journal, "_ASKED", ("aceten.deals",))
    journal.code.cache_clear()
    keys.add(key_of("a", "b"))
    journal.code.cache_clear()
    assert len(keys) == 4


def test_a_hunt_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written down is not tried again, and slices have all corners together, each once."""
    asked: list[Corner] = []

    def found(ready: Prepared, function: str, where: Corner, key: str) -> Finding:
        asked.append(where)
        return msgspec.structs.replace(FINDING, key=key, value=where.text, function=function, game=str(ready.game))

    monkeypatch.setattr(corner_hunt, "found_of", found)
    part = Part(game="zsiros", players=4, functions=(REFUSAL,), chosen=(CALL,), deals=3, file=tmp_path / "found")
    whole = followed(part)
    assert len(whole) == len(asked) == len(set(asked)) > 50
    part.file.write_bytes(part.file.read_bytes()[:-200])
    before = len(asked)
    assert followed(part) == whole
    assert 1 <= len(asked) - before <= 3
    assert followed(part) == whole
    slices = [msgspec.structs.replace(part, slice=(number, 3)) for number in range(3)]
    assert sorted(map(key_in, itertools.chain(*map(followed, slices)))) == sorted(map(key_in, whole))
    assert followed(msgspec.structs.replace(part, until=0)) == []


# --- A slice of all ---

GAMES: Final = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]
SLICES: Final = 60


@pytest.mark.skipif(not THOROUGH, reason="takes minutes")
def test_a_slice_of_corners(tmp_path: Path) -> None:
    """Of a game and a slice of its corners, others for every commit, no mutant that plays otherwise is left."""
    game, players = GAMES[TURN % len(GAMES)]
    part = Part(game=game, players=players, slice=(TURN // len(GAMES) % SLICES, SLICES), file=tmp_path / "found")
    findings = followed(part)
    assert sum(each.verdict == "refuted" for each in findings) > len(findings) // 10
    assert not [each for each in findings if each.verdict == "hole"]
