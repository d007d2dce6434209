"""Every game as games of OpenSpiel: its own tests pass, and what it plays, pays and shows is what the engine does."""

import itertools
import random
import unittest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from support.games.openspiel_nodes import TINY, child, engine, node_of, played
from support.slices import sliced

from aceten import PositionError, imagine, parse, perft, rewards
from aceten_solver import solve
from aceten_spec import load_shipped, shipped

pytest.importorskip("pyspiel", reason='OpenSpiel is not installed; pip install ".[openspiel]" or make compare does')

import pyspiel

from aceten_openspiel import NAMES, DealState, line_of
from aceten_openspiel.deal_histories import plain, written

HIDDEN: Final = [name for name in NAMES if not name.endswith("_open")]

PLAYTHROUGHS: Final = Path(__file__).parent / "playthroughs"


# --- Their own tests --------------------------------------------------------------------------------------------------


@pytest.mark.turns(26)
@pytest.mark.parametrize("name", NAMES)
def test_their_random_deals_pass(name: str) -> None:
    """Random deals keep to what OpenSpiel asks of every game, with each node written out and read back."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=sliced(1, whole=100), serialize=True, verbose=False)


def their(kind: str, name: str, game: pyspiel.Game) -> unittest.TestResult:
    """Run a class of OpenSpiel's tests of the interface with a game."""
    tests = import_module("open_spiel.integration_tests.api_test")
    case: type[unittest.TestCase] = type(kind, (getattr(tests, kind),), {"game": game, "game_name": name})
    return unittest.defaultTestLoader.loadTestsFromTestCase(case).run(unittest.TestResult())


@pytest.mark.turns(26)
@pytest.mark.parametrize("name", NAMES)
def test_their_tests_of_a_part_of_the_tree_pass(name: str) -> None:
    """Their tests of the interface pass on a part of the tree of each game: lengths, errors, legal actions, what is public and private."""
    result = their("EnforceAPIOnPartialTreeBase", name, pyspiel.load_game(name))
    assert result.testsRun == 5
    assert not [*result.errors, *result.failures]


@pytest.mark.parametrize("name", [*TINY])
def test_their_tests_of_the_whole_tree_pass(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their tests of the whole tree pass on a small pack of each group: counts, perfect recall, sums, information sets of players apart."""
    tests = import_module("open_spiel.integration_tests.api_test")
    monkeypatch.setitem(tests.TOTAL_NUM_STATES, name, TINY[name][:3])
    monkeypatch.setitem(tests.PERFECT_RECALL_NUM_STATES, name, TINY[name][3])
    result = their("EnforceAPIOnFullTreeBase", name, pyspiel.load_game(name))
    assert result.testsRun == 8
    assert not [*result.errors, *result.failures]


@pytest.mark.turns(26)
@pytest.mark.parametrize("name", NAMES)
def test_their_simulation_passes(name: str) -> None:
    """The body of their simulations passes: copies, pickled games, types and nodes, returns within their bounds."""
    tests = import_module("open_spiel.python.tests.games_sim_test")
    case = tests.GamesSimTest()
    game = pyspiel.load_game(name)
    case.sim_game(game, check_pyspiel_serialization=True, check_pickle_serialization=True)


@pytest.mark.parametrize("file", [path.name for path in sorted(PLAYTHROUGHS.glob("*.txt"))])
def test_a_deal_is_played_as_it_was(file: str) -> None:
    """A whole deal of one game of each group, with all that OpenSpiel asks of it on the way, is as it is written down."""
    import_module("absl.flags").FLAGS.mark_as_parsed()
    replay = import_module("open_spiel.python.algorithms.generate_playthrough").replay
    before, now = replay(str(PLAYTHROUGHS / file))
    assert before == now


# --- Held against the engine ------------------------------------------------------------------------------------------


def test_every_game_is_there_with_and_without_open_hands() -> None:
    """There is a name for every game and number of players, and one more for open hands; a side is a player then."""
    wanted = [
        f"aceten_{name.replace('-', '_')}_{players}"
        for name in shipped()
        for players in load_shipped(name).parameters.players
    ]
    assert wanted == HIDDEN
    assert [f"{name}_open" for name in wanted] == [name for name in NAMES if name not in HIDDEN]
    assert {*NAMES} <= {*pyspiel.registered_names()}
    assert pyspiel.load_game("aceten_zsiros_4").num_players() == 4
    assert pyspiel.load_game("aceten_zsiros_4_open").num_players() == 2
    assert pyspiel.load_game("aceten_sedma_three_3_open").num_players() == 3


@pytest.mark.turns(13)
@pytest.mark.parametrize("name", HIDDEN)
def test_a_deal_is_that_of_the_engine(name: str) -> None:
    """Turns, actions, results and what is seen are those of the engine; every card is dealt as likely as it is left in the pack."""
    for node in played(node_of(name), 1):
        if node.is_chance_node():
            chances = dict(node.chance_outcomes())
            assert sum(chances.values()) == pytest.approx(1)
            assert min(chances.values()) > 0
            continue
        state = engine(node)
        seats = range(state.game.players)
        assert node.current_player() == (-4 if state.turn is None else state.turn)
        assert tuple(node.legal_actions()) == state.legal_ids
        assert node.returns() == [float(reward) for reward in rewards(state)]
        assert all(str(value) != "-0.0" for value in node.returns())
        assert [node.action_to_string(action) for action in state.legal_ids] == [
            str(state.game.actions[action]) for action in state.legal_ids
        ]
        game = node.get_game()
        for seat in seats:
            view = state.view(seat)
            assert str(view.present) in node.observation_string(seat)
            tensor = node.observation_tensor(seat)
            assert tuple(tensor[state.game.players :]) == view.tensor
        assert game.min_utility() <= min(node.returns())
        assert max(node.returns()) <= game.max_utility()


def nodes(node: DealState) -> Iterator[DealState]:
    """Yield a node and all that follow it."""
    yield node
    for action in node.legal_actions():
        yield from nodes(child(node, action))


@pytest.mark.parametrize("name", [*TINY])
def test_what_a_player_remembers_tells_all_that_he_sees(name: str) -> None:
    """Wherever a player remembers the same, he sees the same and may do the same, and it is told in the same words when nothing is kept."""
    seen: dict[str, tuple[str, list[int]]] = {}
    whole, anew = node_of(name), node_of(name)
    anew.held.room.left = 0
    for node in nodes(whole):
        if node.is_chance_node():
            continue
        again = anew.clone()
        for action in node.history():
            again.apply_action(action)
        for player in range(node.get_game().num_players()):
            told = node.information_state_string(player)
            legal = node.legal_actions() if node.current_player() == player else []
            assert seen.setdefault(told, (node.observation_string(player), legal))[0] == node.observation_string(player)
            assert seen[told][1] == legal
            assert again.information_state_string(player) == told
    assert len(seen) > TINY[name][3]


def leaves(node: DealState, depth: int) -> int:
    """Return how many sequences of so many actions there are."""
    if depth == 0:
        return 1
    return sum([leaves(child(node, action), depth - 1) for action in node.legal_actions()])


@pytest.mark.turns(13)
@pytest.mark.parametrize("name", HIDDEN)
def test_it_counts_as_the_engine_counts(name: str) -> None:
    """From the same deal there are as many sequences of actions as in the engine, where suits that do not matter are left out."""
    node = node_of(f"{name}(deal=3)")
    state = engine(node)
    depth = 3 if state.game.players > 2 else 4
    assert plain(state) == state
    assert [leaves(node, each) for each in range(depth)] == [perft(state, each) for each in range(depth)]


def minimax(node: DealState) -> float:
    """Return what OpenSpiel's search says of a node for the player who is to act first."""
    search = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search
    value, _ = search(node.get_game(), state=node, maximizing_player_id=0)
    return float(value)


ENDINGS: Final = (
    "zsiros/2 hands=AT97,KQ7A points=30,20 tricks=2,2 lead=1",
    "zsiros/4 hands=A7,TT,K8,AO lead=2 points=20,20 tricks=3,3",
    "sedma/2 hands=AT7,KQ7 points=40,20 tricks=2,1",
    "schnapsen/2 hands=AhThJs,KhAsTs trump=h lead=1 points=30,42 tricks=3,4",
    "einwerfen/4 hands=AcTd,KcTs,AhAs,9cKh trump=c points=40,19",
)


@pytest.mark.parametrize("line", ENDINGS)
def test_its_minimax_is_our_solution(line: str) -> None:
    """With open hands the search of OpenSpiel finds what the solver finds, with two and with four players."""
    state = parse(line)
    node = node_of(f"aceten_{state.game.rulebook.id.replace('-', '_')}_{state.game.players}_open", line)
    value = solve(state, objective="game-points").value
    assert value is not None
    assert value.game_points is not None
    assert minimax(node) == value.game_points[0] - value.game_points[1]


@pytest.mark.turns(26)
@pytest.mark.parametrize("name", NAMES)
def test_the_line_of_a_node_begins_another(name: str) -> None:
    """The line of every node can be read, and begins a node of which the same is told; written out and read back it is still the same."""
    for node in itertools.islice((node for node in played(node_of(name), 3) if not node.is_chance_node()), 0, None, 5):
        begun = node_of(name, line_of(node))
        assert engine(begun).hands == engine(node).hands
        assert begun.legal_actions() == node.legal_actions()
        _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(begun.get_game(), begun))
        assert (str(read), read.legal_actions()) == (str(begun), begun.legal_actions())


@pytest.mark.turns(13)
@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_hidden_is_seen(name: str) -> None:
    """Where the cards that a player has not seen lie otherwise, all that he is shown is the same: texts and tensors."""
    rng = random.Random(2)
    others = 0
    for node in itertools.islice((node for node in played(node_of(name), 2) if not node.is_chance_node()), 0, None, 3):
        state = engine(node)
        for seat in range(state.game.players):
            view = state.view(seat)
            hidden = [*view.unseen]
            rng.shuffle(hidden)
            hands = [
                (*known, *[hidden.pop() for _ in range(size - len(known))])
                for known, size in zip(view.known, view.hand_sizes, strict=True)
            ]
            talon = (*[hidden.pop() for _ in range(view.talon_size - len(view.known_talon))], *view.known_talon)
            other = imagine(view, tuple(hands), talon)
            others += other != state
            here = node_of(name, written(state))
            try:
                there = node_of(name, written(other))
            except PositionError:  # play would have gone otherwise
                continue
            for told in (
                "observation_string",
                "observation_tensor",
                "information_state_string",
                "information_state_tensor",
            ):
                assert getattr(here, told)(seat) == getattr(there, told)(seat), told
    assert others


@pytest.mark.parametrize(
    "name", ["aceten_zsiros_4", "aceten_sixty_six_2", "aceten_ristiklappi_2", "aceten_zsiros_2_open"]
)
def test_an_observer_of_every_kind_has_a_row_of_all_it_names(name: str) -> None:
    """For all kinds of observers the tensor is what its parts are one after the other; what is only public is the same for all hands."""
    game = pyspiel.load_game(name)
    make = import_module("open_spiel.python.observation").make_observation
    for public, recall in itertools.product((False, True), repeat=2):
        for private in (
            pyspiel.PrivateInfoType.ALL_PLAYERS,
            pyspiel.PrivateInfoType.NONE,
            pyspiel.PrivateInfoType.SINGLE_PLAYER,
        ):
            observer = make(game, pyspiel.IIGObservationType(recall, public, private))
            sizes: set[int] = set()
            for node in itertools.islice(played(node_of(name), 3), 0, None, 5):
                for player in range(game.num_players()):
                    observer.set_from(node, player)
                    sizes.add(len(observer.tensor))
                    assert sum([part.size for part in observer.dict.values()]) == len(observer.tensor)
                    assert [number for part in observer.dict.values() for number in part.ravel()] == [*observer.tensor]
                    if private == pyspiel.PrivateInfoType.NONE and "_open" not in name and not node.is_chance_node():
                        assert not {"hands", "legal", "drawn", "all_hands"} & observer.dict.keys()
                        hand = "".join(map(str, engine(node).view(player).hand))
                        assert f"={hand}," not in observer.string_from(node, player) or not hand
            assert len(sizes) == 1


def test_the_memory_of_a_seat_tells_all_that_it_saw() -> None:
    """Two deals are one to a seat exactly when it has seen the same sequence of views and acted alike."""
    rng = random.Random(1)
    by_text: dict[str, object] = {}
    by_views: dict[object, str] = {}
    for seed in range(40):
        node = node_of("aceten_zsiros_2(cards=AcAsTcTs7c7s,hand=2)")
        del seed
        seen: tuple[object, ...] = ()
        while not node.is_terminal():
            if not node.is_chance_node():
                seen = (*seen, str(engine(node).view(0)), tuple(str(action) for _, action in engine(node).log))
                text = node.information_state_string(0)
                assert by_text.setdefault(text, seen) == seen
                assert by_views.setdefault(seen, text) == text
            node = child(node, rng.choice(node.legal_actions()))
