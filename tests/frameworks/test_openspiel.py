"""Every game as games of OpenSpiel: its own tests pass, and what it plays, pays and shows is what the engine does."""

from __future__ import annotations

import itertools
import json
import pickle
import random
import subprocess
import sys
import unittest
from collections import Counter
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from slices import in_turn, sliced
from walking import ROOT, blocks

from aceten import PositionError, State, UsageError, imagine, load, parse, perft, rewards
from aceten.memory import joined
from aceten_solver import solve
from aceten_solver.hidden.equilibrium import Equilibrium, find_equilibrium
from aceten_spec import load_shipped, shipped
from aceten_spec.extras import installing

pytest.importorskip("pyspiel", reason='OpenSpiel is not installed; pip install ".[openspiel]" or make compare does')

import pyspiel

from aceten_openspiel import NAMES, DealState, line_of, resample
from aceten_openspiel.deal_histories import plain, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Card

HIDDEN: Final = [name for name in NAMES if not name.endswith("_open")]
PLAYTHROUGHS: Final = Path(__file__).parent / "playthroughs"
TINY: Final = {
    "aceten_zsiros_2(cards=AcAsTc7c,hand_size=2)": (23, 126, 46, 39),
    "aceten_zsiros_2(cards=AcAsTc7c,hand_size=1)": (23, 48, 12, 34),
    "aceten_schnapsen_2(cards=AcKcQcAh,hand_size=1)": (41, 192, 240, 168),
    "aceten_einwerfen_4(cards=AcTcAhTh,hand_size=1)": (83, 192, 48, 128),
}
"""Games with a few cards, one of each group: nodes of chance, of players, final ones, and information sets."""
SMALL: Final = next(iter(TINY))
"""The first of them."""


def node_of(name: str, line: str = "") -> DealState:
    """Return the beginning of a game, or a position of it."""
    node = pyspiel.load_game(name).new_initial_state(*[line] * bool(line))
    assert isinstance(node, DealState)
    return node


def everything(node: DealState) -> Counter[Card]:
    """Return how many cards of each kind there are, wherever they lie."""
    state = engine(node)
    cards = (*joined(state.hands), *state.talon, *state.trick, *joined(state.taken))
    return Counter(map(state.game.canonical_card, cards))


def child(node: DealState, action: int) -> DealState:
    """Return the node after an action."""
    after = node.child(action)
    assert isinstance(after, DealState)
    return after


def played(node: DealState, seed: int) -> Iterator[DealState]:
    """Yield the nodes of a random deal, from its beginning to its end."""
    rng = random.Random(seed)
    yield node
    while not node.is_terminal():
        node = child(node, rng.choice(node.legal_actions()))
        yield node


def engine(node: DealState) -> State:
    """Return the state of the engine at a node."""
    now = node.held.now
    assert now is not None
    return now


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
            assert str(view) in node.observation_string(seat)
            tensor = node.observation_tensor(seat)
            assert tuple(tensor[state.game.players :]) == view.tensor
            assert node.information_state_string(seat).startswith(node.observation_string(seat))
        assert game.min_utility() <= min(node.returns())
        assert max(node.returns()) <= game.max_utility()


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
        node = node_of("aceten_zsiros_2(cards=AcAsTcTs7c7s,hand_size=2)")
        del seed
        seen: tuple[object, ...] = ()
        while not node.is_terminal():
            if not node.is_chance_node():
                seen = (*seen, str(engine(node).view(0)), tuple(str(action) for _, action in engine(node).log))
                text = node.information_state_string(0)
                assert by_text.setdefault(text, seen) == seen
                assert by_views.setdefault(seen, text) == text
            node = child(node, rng.choice(node.legal_actions()))


# --- Equilibria -------------------------------------------------------------------------------------------------------


def tabular(node: DealState, found: Equilibrium, table: dict[str, list[tuple[int, float]]]) -> None:
    """Write an equilibrium of ours into a policy of theirs, from a node on."""
    if node.is_terminal():
        return
    if not node.is_chance_node():
        held = node.held
        game, actions = held.table.game, [held.table.game.actions[number] for number in held.actions]
        chances = {game.action_id(one.action): one.chance for one in found.chances(held.states[0], actions)}
        if not chances:  # all is open from here on: what is best with open cards
            player = node.current_player()
            worth = {action: (-1) ** player * open_value(child(node, action)) for action in node.legal_actions()}
            best = [action for action, value in worth.items() if value == max(worth.values())]
            chances = {action: 1 / len(best) for action in best}
        table[node.information_state_string()] = [(action, chances.get(action, 0.0)) for action in node.legal_actions()]
    for action in node.legal_actions():
        tabular(child(node, action), found, table)


def open_value(node: DealState) -> float:
    """Return what a node is worth to player 0 with open cards."""
    if node.is_terminal():
        return node.returns()[0]
    return (max, min)[node.current_player()]([open_value(child(node, action)) for action in node.legal_actions()])


def deals_of(node: DealState, chance: float = 1.0) -> Iterator[tuple[State, float]]:
    """Yield every deal with how likely it is."""
    if not node.is_chance_node():
        yield engine(node), chance
        return
    for action, likely in node.chance_outcomes():
        yield from deals_of(child(node, action), chance * likely)


@pytest.mark.parametrize("name", sliced([SMALL], whole=[SMALL, "aceten_zsiros_2(cards=AcAsTcTs7c7s,hand_size=2)"]))
def test_an_equilibrium_of_ours_is_one_of_theirs(name: str) -> None:
    """OpenSpiel finds that nobody gains against our equilibrium of all deals of a small pack, to nine digits; against chance one does."""
    game = pyspiel.load_game(name)
    node = node_of(name)
    weights: dict[State, float] = {}
    for state, chance in deals_of(node):
        weights[state] = weights.get(state, 0.0) + chance
    least = min(weights.values())
    worlds = [(state, round(chance / least)) for state, chance in weights.items()]
    found = find_equilibrium(worlds, objective="game-points")
    table: dict[str, list[tuple[int, float]]] = {}
    tabular(node, found, table)
    assert pyspiel.exploitability(game, pyspiel.TabularPolicy(table)) == pytest.approx(found.exploitability, abs=1e-9)
    assert found.exploitability == pytest.approx(0, abs=1e-9)
    even = {text: [(action, 1 / len(row)) for action, _ in row] for text, row in table.items()}
    assert pyspiel.exploitability(game, pyspiel.TabularPolicy(even)) > 0.01


# --- Parameters and the rest --------------------------------------------------------------------------------------------


def test_a_game_begins_where_one_wants() -> None:
    """A seed deals what the engine deals, a position begins there, options and dealers are those of the game; names are read back."""
    assert plain(load("zsiros", players=2).deal(seed=7)) == engine(node_of("aceten_zsiros_2(deal=7)"))
    line = "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1"
    game = pyspiel.load_game("aceten_zsiros_2", {"position": line})
    for again in (game, pickle.loads(pickle.dumps(game)), pyspiel.load_game(str(game))):  # noqa: S301 - our own bytes
        node = again.new_initial_state()
        assert isinstance(node, DealState)
        assert line_of(node) == line
    assert line_of(node_of("aceten_zsiros_2", line)) == line
    assert node_of("aceten_zsiros_4(dealer=2,deal=1)").current_player() == 3
    assert engine(node_of("aceten_zsiros_4(tie=draw,deal=1)")).game == load("zsiros", players=4, tie="draw")
    assert engine(node_of("aceten_sedma_2(deal=1)")).game == load("sedma", players=2)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("cards=AcAs,hand_size=4", "leave -6 cards"),
        ("cards=AcAsTc,hand_size=1", "leave 1 cards"),
        ("cards=AcAc,hand_size=1", "each once"),
        ("dealer=7", "expected 0 to 1"),
        ("position=zsiros%2F4%20hands%3DA%2CK%2CT%2C7", "expected a position of zsiros/2"),
        ("tie=mine", "tie"),
    ],
)
def test_parameters_that_make_no_game_are_refused(given: str, told: str) -> None:
    """What makes no game is refused with the reason."""
    with pytest.raises((ValueError, RuntimeError), match=told):
        pyspiel.load_game(f"aceten_zsiros_2({given})")


def test_a_node_is_told_as_json() -> None:
    """A node, what is seen of it and its actions are structs, from which actions are read back."""
    node = node_of("aceten_schnapsen_2(deal=1)")
    state = engine(node)
    assert json.loads(node.to_struct().to_json())["position"] == str(state)
    assert json.loads(node.to_observation_struct(0).to_json())["position"] == str(state.view(0))
    for action in node.legal_actions():
        struct = node.action_to_struct(action)
        assert json.loads(struct.to_json()) == {"action": str(state.action(action))}
        assert node.struct_to_actions(struct) == [action]


def test_a_deal_that_looks_the_same_is_drawn() -> None:
    """For searches of information sets a node is drawn that looks the same to a player, and in which others may hold other cards."""
    for name in ("aceten_zsiros_2", "aceten_sixty_six_2", "aceten_sedma_three_3"):
        nodes = [node for node in played(node_of(name), 4) if not node.is_chance_node() and not node.is_terminal()]
        for node in in_turn(nodes, 6):
            player = node.current_player()
            drawn = [resample(node, player, seed) for seed in range(4)]
            for other in drawn:
                assert other.information_state_string(player) == node.information_state_string(player)
                assert other.legal_actions() == node.legal_actions()
                assert everything(other) == everything(node)
                *_, last = played(other, 1)
                assert last.is_terminal()
        assert len({str(resample(nodes[0], 0, seed)) for seed in range(4)}) == 4


def test_searches_of_information_sets_can_use_it() -> None:
    """The Information Set MCTS of OpenSpiel plays a legal action, with the deals that are drawn."""
    ismcts = import_module("open_spiel.python.algorithms.ismcts")
    mcts = import_module("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("aceten_zsiros_2")
    node = next(node for node in played(node_of("aceten_zsiros_2"), 5) if not node.is_chance_node())
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, random_state=import_module("numpy").random.RandomState(1)),
        uct_c=2.0,
        max_simulations=20,
    )

    def drawn(state: DealState, player: int) -> DealState:
        return resample(state, player, random.randrange(2**32))

    bot.set_resampler(drawn)
    assert bot.step(node) in node.legal_actions()


def test_the_page_begins_a_deal() -> None:
    """What the site shows first does what it says."""
    [shown] = [
        each
        for each in blocks((ROOT / "docs" / "frameworks.md").read_text(encoding="utf-8"))
        if each.language == "text"
    ]
    names: dict[str, object] = {}
    exec(shown.body, names)  # noqa: S102 - our own page
    assert isinstance(names["state"], DealState)


def test_a_name_of_others_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where OpenSpiel has a game of one of the names already, it is not replaced, and that is said."""
    from aceten_openspiel import games

    def replaced(*_: object) -> None:
        pytest.fail("replaced")

    monkeypatch.setattr(pyspiel, "register_game", replaced)
    with pytest.raises(UsageError, match="aceten_zsiros_2"):
        games.register()


def test_without_openspiel_the_extra_is_named() -> None:
    """Who lacks the package is told which extra brings it; Python ends well with it; and a type checker reads our annotations."""
    for program, said in (
        ("import sys; sys.modules['pyspiel'] = None; import aceten_openspiel", "open_spiel"),
        ("import aceten_openspiel", ""),
    ):
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603 - our own
        expected = f"ModuleNotFoundError: the package {said} is missing; install it with: {installing('openspiel')}"
        assert (ran.stderr.splitlines() or [""])[-1] == (said and expected)
        assert ran.returncode == bool(said)
    assert files("aceten_openspiel").joinpath("py.typed").is_file()
