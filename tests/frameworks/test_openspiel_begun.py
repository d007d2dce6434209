"""Our games in OpenSpiel: equilibria, beginnings of one's own, and what its algorithms need."""

import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from typing import Final

import pytest
from support.games.openspiel_nodes import TINY, child, engine, node_of, played
from support.slices import in_turn, sliced
from tools.page_walks import ROOT, blocks

from aceten import Card, State, UsageError, load
from aceten.knowledge.memory import joined
from aceten_solver.hidden.equilibrium import Equilibrium, find_equilibrium
from aceten_spec.texts.extras import installing

pytest.importorskip("pyspiel", reason='OpenSpiel is not installed; pip install ".[openspiel]" or make compare does')

import pyspiel

from aceten_openspiel import DealState, line_of, resample
from aceten_openspiel.deal_histories import plain

SMALL: Final = next(iter(TINY))
"""The first of them."""


def everything(node: DealState) -> Counter[Card]:
    """Return how many cards of each kind there are, wherever they lie."""
    state = engine(node)
    cards = (*joined(state.hands), *state.talon, *state.trick, *joined(state.taken))
    return Counter(map(state.game.canonical_card, cards))


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


@pytest.mark.parametrize("name", sliced([SMALL], whole=[SMALL, "aceten_zsiros_2(cards=AcAsTcTs7c7s,hand=2)"]))
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
        ("cards=AcAs,hand=4", "2 hands of 4 cards from a pack of 2"),
        ("cards=AcAc,hand=1", "'Ac' stands there 2 times"),
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


SEARCHED: Final = """
import importlib, sys, pyspiel, aceten_openspiel
importlib.import_module("open_spiel.python.games.tic_tac_toe")
game = pyspiel.load_game(sys.argv[1])
bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 100, 1000, False, 1, False)
print(bot.step(game.new_initial_state()))
"""
"""A search in C++."""


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["tic_tac_toe", "python_tic_tac_toe", "aceten_zsiros_2_open(deal=7)"])
def test_the_search_in_cpp_ends_the_process_with_any_game_in_python(name: str) -> None:
    """It does so with their own game in Python as with ours, and not with the same game in C++: the page says so until it is mended."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", SEARCHED, name], capture_output=True, text=True, check=False
    )
    assert (done.returncode == 0) == (name == "tic_tac_toe")
