"""Every game as an environment of PettingZoo: its own tests pass, and a deal there is a deal of the engine."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from typing import Final

import pytest
from support.slices import sliced

from aceten import IllegalAction, PositionError, UsageError, View, imagine, load, rewards
from aceten.engine.rewards import reward_bounds
from aceten_pettingzoo import DealEnv
from aceten_pettingzoo.environment import Observation
from aceten_solver import match
from aceten_spec import load_shipped, shipped
from aceten_spec.texts.extras import installing

pytest.importorskip("pettingzoo", reason='PettingZoo is not installed; pip install ".[pettingzoo]" does')
np = pytest.importorskip("numpy")

import pettingzoo  # noqa: E402 - likewise
from pettingzoo import AECEnv  # noqa: E402 - likewise

with warnings.catch_warnings():  # where pygame is, they import a game of theirs by a name that is theirs no longer
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

from aceten_pettingzoo import NAMES, env, observation, raw_env  # noqa: E402 - likewise

GAMES: Final = [(name, players) for name in shipped() for players in load_shipped(name).parameters.players]
SHOWN: Final = [pytest.param(*game, id="/".join(map(str, game))) for game in GAMES]
ALLOWED: Final = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
"""What the tests of PettingZoo say of every observation that is a dictionary, which is how it is told what is legal."""


def played(dealt: DealEnv, seed: int) -> list[int]:
    """Play a deal to its end with random numbers, and return them."""
    rng = random.Random(seed)
    numbers: list[int] = []
    while dealt.deal.turn is not None:
        mask = dealt.observe(dealt.agent_selection)["action_mask"]
        numbers.append(rng.choice([number for number, may in enumerate(mask) if may]))
        dealt.step(numbers[-1])
    return numbers


@pytest.mark.turns(3)
@pytest.mark.parametrize(("game", "players"), SHOWN)
def test_their_own_tests_pass(game: str, players: int) -> None:
    """The tests of PettingZoo pass, of the interface, of seeds and of pictures, with no other warnings than those of dictionaries."""
    make = partial(env, game, players=players)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=sliced(60, whole=1000))
        seed_test(make, num_cycles=sliced(20, whole=500))
        render_test(make)
    assert {str(one.message) for one in said} == ALLOWED


@pytest.mark.parametrize(("game", "players"), SHOWN)
def test_a_deal_is_that_of_the_engine(game: str, players: int) -> None:
    """A seed deals what it deals in the engine; agents act as seats do, also several times in a row; rewards are those of the result."""
    dealt = raw_env(game, players=players)
    dealt.reset(seed=5)
    state = load(game, players=players).deal(seed=5)
    assert dealt.deal == state
    rng = random.Random(5)
    while state.turn is not None:
        agent = f"player_{state.turn}"
        assert dealt.agent_selection == agent
        assert dealt.rewards == dict.fromkeys(dealt.possible_agents, 0)
        for seat, other in enumerate(dealt.possible_agents):
            seen = dealt.observe(other)
            assert dealt.observation_space(other).contains(seen)
            assert tuple(seen["observation"].tolist()) == state.view(seat).tensor
            legal = state.legal_ids if seat == state.turn else ()
            assert tuple(np.flatnonzero(seen["action_mask"]).tolist()) == legal
        number = np.int64(rng.choice(state.legal_ids))
        state = state.play(state.action(int(number)))
        dealt.step(int(number))
    assert list(dealt.rewards.values()) == list(rewards(state))
    least, most = reward_bounds(state.game)
    assert all(least <= reward <= most for reward in rewards(state))
    assert all(dealt.terminations.values())
    for left in range(players, 0, -1):
        assert len(dealt.agents) == left
        _, reward, over, _, _ = dealt.last()
        assert over
        assert reward == rewards(state)[dealt.possible_agents.index(dealt.agent_selection)]
        dealt.step(None)
    assert dealt.agents == []


def test_other_seeds_deal_otherwise() -> None:
    """Another seed is another deal; without one the deals go on from the last seed, so that a run can be repeated."""
    dealt = raw_env("zsiros", players=2)
    deals: list[str] = []
    for seed in (1, 2, None, None, 1, None):
        dealt.reset(seed=seed)
        deals.append(str(dealt.deal))
    assert len({*deals[:4]}) == 4
    assert deals[4:] == [deals[0], deals[5]]
    dealt.reset(seed=2)
    dealt.reset()
    assert str(dealt.deal) == deals[2]


def test_an_illegal_action_is_refused_by_its_clause_or_ends_the_deal() -> None:
    """The bare environment raises what the engine does, and nothing changes; the wrapped one ends the deal, at the highest price."""
    bare = raw_env("zsiros", players=2)
    bare.reset(seed=7)
    before = bare.deal
    wrong = min(set(range(8)) - {*before.legal_ids})
    with pytest.raises(IllegalAction, match="ZS-PLAY-2"):
        bare.step(wrong)
    with pytest.raises(UsageError, match="expected 0 to 8"):
        bare.step(9)
    assert bare.deal is before
    wrapped = env("zsiros", players=2)
    wrapped.reset(seed=7)
    agent = wrapped.agent_selection
    wrapped.step(wrong)
    assert wrapped.terminations == {"player_0": True, "player_1": True}
    assert wrapped.rewards[agent] == -3


def test_what_is_hidden_is_not_observed() -> None:
    """Where the hidden cards lie otherwise, an agent observes the same."""
    for game in ("zsiros", "schnapsen"):
        dealt = raw_env(game, players=2)
        dealt.reset(seed=3)
        view = dealt.deal.view(0)
        hidden = [*view.unseen]
        random.Random(1).shuffle(hidden)
        hands = (view.hand, tuple(hidden[: view.hand_sizes[1]]))
        other = imagine(view, hands, (*hidden[view.hand_sizes[1] :], *view.known_talon))
        assert other != dealt.deal
        again = raw_env(game, players=2)
        again.reset(options={"position": str(other)})
        here, there = dealt.observe("player_0"), again.observe("player_0")
        assert here["observation"].tolist() == there["observation"].tolist()
        assert here["action_mask"].tolist() == there["action_mask"].tolist()


def test_a_deal_begins_where_one_wants() -> None:
    """The options of a reset say who deals, or a position; what is no such thing is refused, and what others use is left alone."""
    dealt = raw_env("zsiros", players=4)
    dealt.reset(seed=1, options={"dealer": 2, "something": "else"})
    assert dealt.agent_selection == "player_3"
    line = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=1"
    dealt.reset(options={"position": line})
    assert dealt.agent_selection == "player_1"
    for wrong in (
        {"dealer": 4},
        {"dealer": "A"},
        {"position": "zsiros/2 hands=A,K"},
        {"position": "zsiros/4 hands=-,-,-,-"},
    ):
        with pytest.raises((UsageError, PositionError)):
            dealt.reset(options=wrong)


def test_what_is_asked_wrongly_is_refused_in_words() -> None:
    """Seeds, agents, measures and modes are what they are called; a number of NumPy is a seed, and after a refusal nothing has changed."""
    dealt = raw_env("zsiros/2")
    dealt.reset(seed=np.int64(3))
    before = dealt.deal
    assert before == load("zsiros/2").deal(seed=3)
    for seed in ("3", 3.0, True, -1):
        with pytest.raises(UsageError, match="expected a whole number from 0"):
            dealt.reset(seed=seed)  # type: ignore[arg-type]
    assert dealt.deal is before
    for asked in (dealt.observe, dealt.observation_space, dealt.action_space):
        with pytest.raises(UsageError, match="expected one of: player_0, player_1"):
            asked("player_2")
    for make in (env, raw_env):
        with pytest.raises(UsageError, match="measure 'points': expected one of: game_points, card_points"):
            make("zsiros/2", measure="points")  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="render_mode 'rgb_array': expected one of: None, ansi, human"):
            make("zsiros/2", render_mode="rgb_array")  # type: ignore[arg-type]


def test_they_are_made_by_name() -> None:
    """PettingZoo makes every game by the name under which it is registered, with parameters of ours, and the environment is called so."""
    assert len(NAMES) == len(GAMES)
    for name, (game, players) in zip(NAMES, GAMES, strict=True):
        made = pettingzoo.make("aec", name)
        assert made.unwrapped.game == load(game, players=players)  # type: ignore[attr-defined]
        assert f"{made.metadata['name']}".replace("_v", "-v") == name.replace("/", "_")
    assert pettingzoo.make("aec", "aceten/zsiros_4-v0", tie="draw").unwrapped.game.options == (("tie", "draw"),)  # type: ignore[attr-defined]


def test_who_has_learnt_here_plays_where_policies_do() -> None:
    """What a policy is to choose from is made what an agent is given, and the number that it chooses, of NumPy's, is what is played."""

    class First:
        def choose(self, view: View) -> int:
            seen = observation(view)
            assert tuple(seen["observation"].tolist()) == view.tensor
            assert tuple(np.flatnonzero(seen["action_mask"]).tolist()) == view.legal_ids
            return seen["action_mask"].argmax()  # type: ignore[return-value]

    found = match(First, lambda view: view.legal_ids[0], "schnapsen/2", deals=3, seed=7)
    assert (found.equal, found.faults) == (3, ())
    with pytest.raises(UsageError, match="expected a View"):
        observation(load("schnapsen/2").deal(7))  # type: ignore[arg-type]


def test_card_points_can_be_the_reward() -> None:
    """With card points every seat gets what its side has at the end."""
    dealt = raw_env("zsiros", players=4, measure="card_points", tie="draw")
    dealt.reset(seed=2)
    played(dealt, 2)
    result = dealt.deal.result
    assert result is not None
    assert [*dealt.rewards.values()] == [*result.points, *result.points]


def test_it_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    """As ``ansi`` a deal is returned as text, as ``human`` the same is printed; without a mode nothing is shown."""
    texts = {mode: raw_env("sixty-six", players=2, render_mode=mode) for mode in ("ansi", "human", None)}
    shown: dict[str | None, str | None] = {}
    for mode, dealt in texts.items():
        dealt.reset(seed=1)
        shown[mode] = dealt.render()
    assert shown["human"] is None
    assert shown[None] is None
    assert str(shown["ansi"]).startswith("sixty-six/2 hands=")
    assert len(str(shown["ansi"]).splitlines()) > 2
    assert capsys.readouterr().out == f"{shown['ansi']}\n"


def test_an_environment_is_copied_and_pickled() -> None:
    """A copy plays on by itself, and so does one that was pickled."""
    dealt = raw_env("zsiros", players=2)
    dealt.reset(seed=3)
    for twin in (copy.deepcopy(dealt), pickle.loads(pickle.dumps(dealt))):  # noqa: S301 - our own bytes
        assert twin.deal == dealt.deal
        played(twin, 1)
        assert twin.deal != dealt.deal


def test_nothing_is_seen_before_a_deal() -> None:
    """What needs a deal says that there is none."""
    with pytest.raises(UsageError, match="call reset first"):
        raw_env("zsiros").observe("player_0")


def test_without_pettingzoo_the_extra_is_named() -> None:
    """Who lacks the package is told which extra brings it; and a type checker reads the annotations of ours."""
    program = "import sys; sys.modules['pettingzoo'] = None; import aceten_pettingzoo"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert ran.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: the package pettingzoo is missing; install it with: {installing('pettingzoo')}"
    )
    assert files("aceten_pettingzoo").joinpath("py.typed").is_file()


@pytest.mark.parametrize("make", [env, raw_env])
def test_what_is_no_number_of_an_action_is_refused_in_words(make: Callable[..., AECEnv[str, Observation, int]]) -> None:
    """Neither a float, which a network may bring forth, nor anything else is taken for an action, and nothing has changed then."""
    dealt = make("zsiros", players=2)
    dealt.reset(seed=7)
    before = dealt.last()[0]["observation"].tolist()
    for wrong in (1.9, 1.0, np.float32(1), True, "1", [1], np.array([1]), None):
        with pytest.raises(UsageError, match="expected a whole number, 0 to 8 in zsiros/2"):
            dealt.step(wrong)  # type: ignore[arg-type]
    for wrong in (-1, 9):
        with pytest.raises(UsageError, match="expected 0 to 8 in zsiros/2"):
            dealt.step(wrong)
    assert dealt.last()[0]["observation"].tolist() == before
    dealt.step(np.int64(1))
    assert dealt.last()[0]["observation"].tolist() != before
