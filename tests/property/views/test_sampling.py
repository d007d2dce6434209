"""Advice from what one seat may know: it rests on deals that fit, on nothing hidden, and is perfect when nothing is."""

import itertools
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.games.game_strategies import states
from support.slices import examples, sliced

import aceten_solver
from aceten import Action, State, UsageError, load
from aceten.deals.shuffling import MAX_SEED, below, split_mix
from aceten.engine.equal_actions import canonical_action
from aceten.testing import pick
from aceten.testing.strategies import seeds
from aceten_solver import advise
from aceten_solver.answers import solver as solve
from aceten_solver.hidden import playouts, sampling
from aceten_solver.hidden.sampling import sample
from aceten_solver.in_python import alpha_beta


def _seat_to_act(state: State) -> int:
    assume(state.turn is not None)
    return state.turn or 0


@examples(300)
@given(data=st.data(), state=states(), seed=seeds())
def test_a_sample_looks_the_same_to_the_seat(data: st.DataObject, state: State, seed: int) -> None:
    """A sample holds every card of the deal, and shows the seat just what the deal does; the log is not made up."""
    view = state.view(data.draw(st.integers(0, state.game.players - 1), label="seat"))
    made = sample(view, split_mix(seed))
    assert made.view(view.seat) == msgspec.structs.replace(view, log=())
    assert sorted(itertools.chain(*made.hands, made.talon)) == sorted(itertools.chain(*state.hands, state.talon))


@pytest.mark.turns(2)
@examples(60)
@given(state=states(), seed=seeds())
def test_samples_differ(state: State, seed: int) -> None:
    """Where much is hidden, samples are not all the same deal."""
    view = state.view(_seat_to_act(state))
    assume(view.talon_size > view.game.players)
    numbers = split_mix(seed)
    assert len({sample(view, numbers) for _ in range(8)}) > 1


@pytest.mark.turns(2)
@examples(60)
@given(state=states(), seed=seeds())
def test_advice_depends_on_the_view_alone(state: State, seed: int) -> None:
    """Two deals that look the same to the seat that is to act get the same advice."""
    seat = _seat_to_act(state)
    other = sample(state.view(seat), split_mix(seed))
    other = msgspec.structs.replace(state, hands=other.hands, talon=other.talon)
    assert other.view(seat) == state.view(seat)
    assert advise(other.view(seat), samples=4, nodes=400, seed=seed) == advise(
        state.view(seat), samples=4, nodes=400, seed=seed
    )


@pytest.mark.turns(2)
@examples(150)
@given(state=states(), seed=seeds(), samples=st.integers(1, 6), nodes=st.integers(0, 2000))
def test_advice_is_about_what_is_legal(state: State, seed: int, samples: int, nodes: int) -> None:
    """Advice names every legal action once, the chosen one first; what does the same has the same prospects, within the deal's bounds.

    It is so, too, where there is no choice.
    """
    seat = _seat_to_act(state)
    view = state.view(seat)
    advice = advise(view, samples=samples, nodes=nodes, seed=seed)
    assert advice.chosen in view.legal
    assert advice.samples <= samples
    assert sorted(map(str, view.legal)) == sorted(str(prospect.action) for prospect in advice.prospects)
    seen: dict[Action, tuple[float | None, float | None, int]] = {}
    for prospect in advice.prospects:
        told = (prospect.points, prospect.margin, prospect.samples)
        assert seen.setdefault(canonical_action(view.game, prospect.action), told) == told
        assert prospect.samples <= advice.samples
        if prospect.points is not None:
            assert 0 <= prospect.points <= view.game.most_points
    assert advice.samples > 0


@examples(60)
@given(seed=seeds(), numbers=st.binary(min_size=40, max_size=40))
def test_with_nothing_hidden_the_advice_is_perfect(seed: int, numbers: bytes) -> None:
    """When only one hand is hidden, and so none, one sample is solved, and the chosen action is best in every respect."""
    state = load("zsiros", players=2).deal(seed=seed)
    for number in numbers:
        if not state.talon:
            break
        state = state.play(pick(state, number))
    assume(not state.talon)
    view = state.view(_seat_to_act(state))
    advice = advise(view, seed=seed)
    solution = aceten_solver.solve(state)
    assert (advice.method, advice.samples) == ("solved", 1)
    for objective in aceten_solver.OBJECTIVES:
        assert advice.chosen in aceten_solver.solve(state, objective).best
    assert solution.value is not None
    assert solution.value.points is not None
    assert advice.prospects[0].points == solution.value.points[view.seat]


def _play_on(state: State, advised: int | None, seed: int) -> State:
    """Play to the end: this side by advice, everybody else by chance; ``None``: everybody by chance."""
    numbers = split_mix(seed)
    while state.turn is not None:
        if state.game.sides[state.turn] == advised:
            state = state.play(
                advise(state.view(state.turn), samples=sliced(15, whole=30), nodes=2000, seed=next(numbers)).chosen
            )
        else:
            state = state.play(state.legal[below(len(state.legal), numbers)])
    return state


def _points(end: State, side: int) -> int:
    """Return the points of a side and of those who win with it."""
    teams = end.teams
    assert teams is not None
    return sum(end.points[each] for team in teams if side in team for each in team)


SLICE = ("zsiros/4", "septica/3", "hola/3")


@pytest.mark.turns(12)
@pytest.mark.parametrize("name", sliced(SLICE, whole=(*SLICE, "zsiros/2", "sedma/4", "ristiklappi/2")))
def test_advice_is_better_than_chance(name: str) -> None:
    """Over some deals, each played from every side, who follows advice takes a fifth more than who plays the same deals at random."""
    title, players = name.split("/")
    game = load(title, players=int(players))
    by_advice = by_chance = 0
    for seed, side in itertools.product(range(sliced(4, whole=8)), range(game.side_count)):
        start = game.deal(seed=seed, dealer=seed % game.players)
        by_advice += _points(_play_on(start, side, seed), side)
        by_chance += _points(_play_on(start, None, seed), side)
    assert by_advice > 1.2 * by_chance


@pytest.mark.turns(6)
def test_advice_takes_no_longer_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without time there is advice all the same, from one sample; with some, it runs out however many samples are asked for.

    The clock is the test's own, and moves on by a hundredth of a second whenever it is looked at: a machine can be slow.
    """
    ticks = itertools.count()

    def clock() -> float:
        return next(ticks) / 100

    for module in (sampling, playouts, alpha_beta, solve):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=clock, perf_counter=clock))
    view = load("zsiros", players=4).deal(seed=1).view(1)
    assert advise(view, seconds=0).samples == 1
    started = next(ticks)
    assert advise(view, samples=10**9, nodes=10**9, seconds=1).samples > 1
    assert next(ticks) - started < 110


def test_the_same_seed_gives_the_same_advice() -> None:
    """Advice repeats with its seed, and chance plays a part in it."""
    view = load("zsiros", players=4).deal(seed=1).view(1)
    assert advise(view, samples=50, seed=3) == advise(view, samples=50, seed=3)
    assert advise(view, samples=50, seed=3) != advise(view, samples=50, seed=4)


def test_what_cannot_be_advised_is_refused() -> None:
    """It must be the turn of the view's seat, the number of samples 1 or more, and the seed in range."""
    state = load("zsiros", players=4).deal(seed=1)
    with pytest.raises(UsageError, match="A is not to act"):
        advise(state.view(0))
    with pytest.raises(UsageError, match="samples 0: expected 1 or more"):
        advise(state.view(1), samples=0)
    with pytest.raises(UsageError, match="seed"):
        advise(state.view(1), seed=MAX_SEED + 1)


def test_a_seen_hand_is_not_dealt_anew() -> None:
    """Where partners see each other's hands, every sample leaves the partner his."""
    state = load("sedmice", players=4, partner_peek=True).deal(seed=1)
    while state.talon:
        state = state.play(state.legal[0])
    numbers = split_mix(0)
    partner = state.game.partner(1)
    assert partner is not None
    assert {sample(state.view(1), numbers).hands[partner] for _ in range(10)} == {state.hands[partner]}
