"""What whoever opens the library tries first, and what he is told when it is wrong."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from importlib.metadata import version
from typing import Final

import msgspec
import pytest

import aceten
import aceten_solver
from aceten import AcetenError, IllegalAction, PositionError, UsageError

WRONG: Final[list[object]] = [3.0, 1.9, "7", None, True, [3], Fraction(3), b"3"]
"""What is no whole number."""


class Whole:
    """A whole number of another library."""

    def __index__(self) -> int:
        """Return it."""
        return 1


def test_every_game_is_named_and_loaded_by_its_name() -> None:
    """``games`` lists what ``load`` takes: every rulebook with each number of its players, once."""
    names = aceten.games()
    assert len(set(names)) == len(names)
    assert {*map(str, map(aceten.load, names))} == {*names}
    assert {"zsiros/4", "hola/6", "sueca/4"} < {*names}


def test_the_version_is_that_of_the_package() -> None:
    """``__version__`` is what the package was installed as; another name that there is not is refused as Python does."""
    assert aceten.__version__ == version("aceten")
    with pytest.raises(AttributeError, match="has no attribute '__verison__'"):
        operator.attrgetter("__verison__")(aceten)


@pytest.mark.parametrize("name", aceten.games())
def test_a_deal_is_played_by_numbers(name: str) -> None:
    """The number of a legal action is as good as the action, up to the end, which a state and a view tell."""
    game = aceten.load(name)
    state = game.deal(7)
    assert state == game.deal(seed=7)
    while not state.over:
        assert not state.view(0).over
        number = state.legal_ids[len(state.log) % len(state.legal_ids)]
        assert state.play(number) == state.play(state.action(number))
        state = state.play(number)
    assert state.view(0).over
    assert state.result is not None


def test_a_number_of_another_library_is_one() -> None:
    """A whole number of any kind is taken wherever one is asked for."""
    game = aceten.load("zsiros", players=2)
    one: int = Whole()  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType] - as scalars of numpy are
    assert game.deal(7).play(one) == game.deal(7).play(1)
    assert game.deal(7).view(one) == game.deal(7).view(1)


def test_a_number_that_is_not_legal_is_refused_by_its_clause() -> None:
    """A number names an action, legal or not; where there is none it says which there are."""
    state = aceten.load("zsiros/4").deal(7)
    with pytest.raises(IllegalAction, match=r"J: B does not hold this card \(ZS-PLAY-2\); legal: Kd, 9d, 8c, 8d"):
        state.play(3)
    for number in (-1, 9):
        with pytest.raises(UsageError, match=f"action {number}: expected 0 to 8 in zsiros/4"):
            state.play(number)


ASKED: Final[dict[str, Callable[[object], object]]] = {
    "a seed": lambda wrong: aceten.load("zsiros").deal(seed=wrong),  # type: ignore[arg-type]
    "a number": lambda wrong: aceten.load("zsiros").deal(number=wrong),  # type: ignore[arg-type]
    "a dealer": lambda wrong: aceten.load("zsiros").deal(seed=1, dealer=wrong),  # type: ignore[arg-type]
    "a seat": lambda wrong: aceten.load("zsiros").deal(seed=1).view(wrong),  # type: ignore[arg-type]
    "an action": lambda wrong: aceten.load("zsiros").deal(seed=1).action(wrong),  # type: ignore[arg-type]
    "players": lambda wrong: aceten.load("zsiros", wrong),  # type: ignore[arg-type]
}
"""Where a whole number is asked for."""


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_no_whole_number_is_refused_in_words(asked: str) -> None:
    """It is never rounded, nor met by an error of Python; and what is shown is what was given."""
    for wrong in WRONG:
        if wrong is None and asked in {"a seed", "a number", "players"}:
            continue  # as good as left out
        with pytest.raises(AcetenError, match="expected") as refused:
            ASKED[asked](wrong)
        assert repr(wrong) in str(refused.value)


@pytest.mark.parametrize("wrong", [3.0, None, True, ["Ah"], b"Ah"])
def test_what_is_no_action_is_refused_in_words(wrong: object) -> None:
    """Neither a float nor anything else is taken for an action."""
    for game in ("zsiros", "schnapsen"):
        with pytest.raises(
            IllegalAction, match=r"no action but a .*; expected an action, its notation as text, or its number"
        ):
            aceten.load(game).deal(1).play(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [66, None, b"zsiros", ["zsiros"]])
def test_what_is_no_game_is_refused_in_words(wrong: object) -> None:
    """``load`` says what it takes."""
    with pytest.raises(UsageError, match="expected a game, such as zsiros/4, or the path of a rulebook"):
        aceten.load(wrong)  # type: ignore[arg-type]


def test_a_game_is_worked_out_once() -> None:
    """Who loads a shipped game again gets the same one; what an option means by its type is kept apart."""
    assert aceten.load("zsiros/4") is aceten.load("zsiros/4")
    assert aceten.load("sedma", draw="block") == aceten.load("sedma", draw="block")
    with pytest.raises(AcetenError):
        aceten.load("zsiros", calls=[1])  # type: ignore[arg-type]


STATE: Final = aceten.load("zsiros/2").deal(7)
OTHERS: Final[dict[str, Callable[[], object]]] = {
    "perft": lambda: aceten.perft(3, 2),  # type: ignore[arg-type]
    "a card to play": lambda: aceten.Play("Kd"),  # type: ignore[arg-type]
    "a card to meld": lambda: aceten.Meld("Kd"),  # type: ignore[arg-type]
    "a bid": lambda: aceten.Bid("60"),  # type: ignore[arg-type]
    "a bid with a point": lambda: aceten.Bid(60.0),  # type: ignore[arg-type]
    "a suit to claim with": lambda: aceten.Claim("h"),  # type: ignore[arg-type]
    "trumps": lambda: aceten.NameTrump("h"),  # type: ignore[arg-type]
    "who calls": lambda: aceten.Call("A", aceten.CallKind.BEAT),  # type: ignore[arg-type]
    "a call": lambda: aceten.Call(aceten.Seat(0), "beat"),  # type: ignore[arg-type]
    "numbers of actions": lambda: STATE.game.action_ids(3),  # type: ignore[arg-type]
    "the number of a moment": lambda: aceten.number_of(STATE.view(0)),  # type: ignore[arg-type]
    "a match": lambda: aceten.start_match(3, seed=1),  # type: ignore[arg-type]
    "a first dealer": lambda: aceten.first_dealer(3, 1),  # type: ignore[arg-type]
    "a deal that is finished": lambda: aceten.start_match("zsiros/2", seed=1).finish("deal"),  # type: ignore[arg-type]
    "a result": lambda: aceten.start_match("zsiros/2", seed=1).add(STATE),  # type: ignore[arg-type]
    "the record of a match": lambda: aceten.record_of_match(STATE, []),  # type: ignore[arg-type]
    "the game of a trick": lambda: aceten.trick_winner(STATE, "A9"),  # type: ignore[arg-type]
    "the cards of a trick": lambda: aceten.trick_winner("zsiros/2", (3,)),  # type: ignore[arg-type]
    "the trumps of a trick": lambda: aceten.trick_winner("schnapsen/2", "AhJc", trump="c"),  # type: ignore[arg-type]
    "rules": lambda: aceten.parse("zsiros/2 hands=A,K", rules="zsiros"),  # type: ignore[call-overload]
    "how many worlds": lambda: aceten.worlds(STATE.view(0)).drawn("3"),  # type: ignore[arg-type]
    "what a machine sees": lambda: aceten_solver.Machine(seed=1).choose(STATE),  # type: ignore[arg-type]
    "the seed of a machine": lambda: aceten_solver.Machine(seed="1"),  # type: ignore[arg-type]
    "strategies": lambda: aceten_solver.certify_strategies(STATE, 3, private=True),  # type: ignore[arg-type]
    "reviews": lambda: aceten_solver.review_all(3),  # type: ignore[arg-type]
    "a world without its weight": lambda: aceten_solver.find_equilibrium([(STATE,)]),  # type: ignore[list-item]
    "a depth": lambda: aceten.perft(STATE, 1.5),  # type: ignore[arg-type]
    "rewards": lambda: aceten.rewards(3),  # type: ignore[arg-type]
    "a measure": lambda: aceten.rewards(STATE, "chips"),  # type: ignore[arg-type]
    "worlds": lambda: aceten.worlds(STATE),  # type: ignore[arg-type]
    "a record": lambda: aceten.read_record(3),  # type: ignore[arg-type]
    "records": lambda: next(aceten.read_records(3)),  # type: ignore[arg-type]
    "the record of a deal": lambda: aceten.record_of(3, STATE),  # type: ignore[arg-type]
    "a record as text": lambda: aceten.record_as_text(3),  # type: ignore[arg-type]
    "what is imagined": lambda: aceten.imagine(STATE, (), ()),  # type: ignore[arg-type]
    "an action": lambda: aceten.parse_action(3),  # type: ignore[arg-type]
    "a card": lambda: aceten.card(3),  # type: ignore[arg-type]
    "the number of a deal": lambda: STATE.game.number_of(3),  # type: ignore[arg-type]
    "who holds cards": lambda: STATE.game.deal(1, holds=3),  # type: ignore[arg-type]
    "cards held": lambda: STATE.game.deal(1, holds={0: 3}),  # type: ignore[dict-item]
    "an objective": lambda: aceten_solver.solve(STATE, 3),  # type: ignore[arg-type]
    "advice": lambda: aceten_solver.advise(STATE),  # type: ignore[arg-type]
    "an equilibrium": lambda: aceten_solver.find_equilibrium(3),  # type: ignore[arg-type]
    "a world": lambda: aceten_solver.search_alpha_mu([(3, 1)]),  # type: ignore[list-item]
    "a weight": lambda: aceten_solver.search_alpha_mu([(STATE, 1.5)]),  # type: ignore[list-item]
    "a certificate": lambda: aceten_solver.certify(3),  # type: ignore[arg-type]
    "a review": lambda: aceten_solver.review(STATE),  # type: ignore[arg-type]
    "a fair review": lambda: aceten_solver.review_fairly(STATE, 0),  # type: ignore[arg-type]
    "many positions": lambda: next(aceten_solver.solve_many(3)),  # type: ignore[arg-type]
}
"""What is called with an argument of another kind."""


@pytest.mark.parametrize("called", OTHERS)
def test_an_argument_of_another_kind_is_refused_in_words(called: str) -> None:
    """Wherever something is asked for by its kind, the error is ours and says what was expected."""
    with pytest.raises(AcetenError, match="expected"):
        OTHERS[called]()


def test_text_is_taken_for_games_actions_and_cards() -> None:
    """Where a game, actions or the cards of a trick are wanted, their names will do; one line of a position is no row of positions."""
    game = aceten.load("zsiros/2")
    assert aceten.start_match("zsiros/2", seed=1) == aceten.start_match(game, seed=1)
    assert aceten.first_dealer("zsiros/2", 1) == aceten.first_dealer(game, 1)
    assert aceten.trick_winner("zsiros/2", "9A") == aceten.trick_winner(game, (aceten.card("9"), aceten.card("A")))
    assert game.action_ids(["9", "A"]) == game.action_ids(
        [aceten.Play(aceten.card("9")), aceten.Play(aceten.card("A"))]
    )
    assert game.action_ids("9") == (game.action_id("9"),)
    with pytest.raises(UsageError, match="no action with a number"):
        game.action_id([])  # type: ignore[arg-type]
    [solved] = aceten_solver.solve_many("zsiros/2 hands=A,K")
    assert isinstance(solved, aceten_solver.Solution)


def test_a_line_is_read_as_what_is_asked_for() -> None:
    """``parse`` with a kind returns that kind, which a type checker knows, and refuses the others in words."""
    whole, seen = "zsiros/2 hands=AK97,QJT8", "zsiros/2 hands=AK97,???? talon=????"
    state: aceten.State = aceten.parse(whole, of="state")
    view: aceten.View = aceten.parse(seen, of="view")
    assert (str(state), str(view)) == (str(aceten.parse(whole)), str(aceten.parse(seen)))
    with pytest.raises(PositionError, match="some cards are hidden, and here every one has to be known"):
        aceten.parse(seen, of="state")
    with pytest.raises(PositionError, match="every card is known, and here what one seat sees is expected"):
        aceten.parse(whole, of="view")


@pytest.mark.parametrize("bound", [1.5, True, "40"])
def test_a_bound_to_be_proved_is_a_whole_number(bound: object) -> None:
    """A fraction, a yes and text are refused before anything is searched."""
    state = aceten.parse_state("zsiros/2 hands=AK,T7 points=40,20")
    with pytest.raises(aceten.UsageError, match=r"a bound of .*: expected a whole number"):
        aceten_solver.certify(state, at_least=bound)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - what a caller without a type checker may give


@pytest.mark.parametrize(
    "kind", [aceten.State, aceten.SuitState, aceten.View, aceten.Result, aceten_solver.Solution, aceten_solver.Advice]
)
def test_what_fields_mean_is_said_when_the_program_runs(kind: type) -> None:
    """Every field of a value has its meaning, those of the classes below it among them; what has none is refused."""
    told = aceten.fields(kind)
    assert {field.name for field in msgspec.structs.fields(kind)} <= {*told}
    assert all(told.values())


def test_a_value_has_the_fields_of_its_class() -> None:
    """A state is as good as its class; a field of its own kind is there beside those that all states have."""
    state = aceten.load("schnapsen").deal(7)
    told = aceten.fields(state)
    assert told == aceten.fields(aceten.SuitState)
    assert told["trump"] == "The trump suit; ``None`` while there is none."
    assert told["hands"] == "The hand of each seat, each in its written order."
    for wrong in (3, int, "state"):
        with pytest.raises(UsageError, match="expected a class of aceten, or a value of one, with fields"):
            aceten.fields(wrong)
