"""Every refusal that can occur in a game is shown by an example, which names its code and the clause that is broken.

The engine, the formulas and the conformance kit look the clause up in one table of the rulebook; the examples say it once more.
"""

import random
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
from support.games.game_strategies import GAMES
from support.games.proposed_actions import can_be_written, everything
from support.slices import in_turn, one_of_each, sliced

from aceten import Game, IllegalAction
from aceten.notation.examples import ExampleError, run_example
from aceten.testing import pick
from aceten_spec import Example, Rulebook, load_shipped, shipped
from aceten_spec.clauses.refusals import REFUSALS, needed_refusals
from aceten_spec.rulebook import Step

BOOKS: Final = tuple(map(load_shipped, shipped()))
NEVER_SHOWN: Final = {
    "meld_wrong_card": "the notation has no marriage of an ace, so that only a program can try to show one",
    "early_not_beaten": "no game asks for more than following suit while there is a talon",
    "early_not_trumped": "likewise",
}
"""What no example of a shipped game can show, and why."""


def refused_steps(rulebook: Rulebook) -> Iterator[tuple[Example, Step]]:
    """Yield the steps of examples that are refused."""
    for example in rulebook.examples:
        for step in example.steps:
            if step.refused is not None:
                yield example, step


def shown(rulebook: Rulebook) -> dict[str, list[Example]]:
    """Return the examples that show a refusal, by its code."""
    found: dict[str, list[Example]] = {}
    for example, step in refused_steps(rulebook):
        found.setdefault(str(step.code), []).append(example)
    return found


@pytest.mark.parametrize("rulebook", BOOKS, ids=shipped())
def test_a_refusal_is_shown_with_its_code_and_its_clause(rulebook: Rulebook) -> None:
    """Every example with an action that is refused says the code, and is one of the clause that is broken."""
    for example, step in refused_steps(rulebook):
        assert step.code is not None, example.id
        assert step.refused in example.clauses, example.id


@pytest.mark.parametrize("rulebook", BOOKS, ids=shipped())
def test_a_rulebook_shows_what_it_has_a_clause_for(rulebook: Rulebook) -> None:
    """What can be refused by the parameters of a game, or has an entry in its table, is shown; and nothing has one in vain."""
    assert {*needed_refusals(rulebook), *rulebook.refusals} - NEVER_SHOWN.keys() <= {*shown(rulebook)}


def test_every_code_is_shown_somewhere() -> None:
    """Every reason to refuse is shown by some rulebook, but for those of which it is said why not."""
    assert REFUSALS.keys() - NEVER_SHOWN.keys() == {code for rulebook in BOOKS for code in shown(rulebook)}


def refused_in_play(game: Game, seed: int) -> dict[str, str]:
    """Return the codes by which any action is refused at any moment of a deal, each with a moment and an action."""
    found: dict[str, str] = {}
    chance, state = random.Random(seed), game.deal(seed=seed)
    proposed = [action for action in everything(game) if can_be_written(action)]
    while True:
        for action in proposed:
            try:
                state.play(action)
            except IllegalAction as error:
                found.setdefault(error.code, f"{action} in {state}")
        if state.turn is None:
            return found
        state = state.play(pick(state, chance.randrange(256)))


@pytest.mark.turns(20)
def test_a_rulebook_shows_what_is_refused_in_play() -> None:
    """Whatever is refused, of all that can be tried at any moment of play, with any options, the rulebook shows."""
    plain = one_of_each(GAMES, lambda game: (game.rulebook.id, game.players))
    for game in dict.fromkeys([*plain, *in_turn(GAMES, 30)]):
        for seed in range(sliced(1, whole=2)):
            codes = refused_in_play(game, seed)
            missing = codes.keys() - shown(game.rulebook)
            assert {code: codes[code] for code in missing} == {}


@pytest.mark.parametrize("rulebook", BOOKS, ids=shipped())
def test_a_wrong_clause_contradicts_an_example(rulebook: Rulebook) -> None:
    """With another clause for a code in the table of its rulebook, every example that shows it does not go as it says."""
    clauses = [clause.id for clause in rulebook.clauses]
    for code, examples in shown(rulebook).items():
        [right] = {step.refused for _, step in refused_steps(rulebook) if step.code == code}
        others = [clause for clause in clauses if clause != right]
        for wrong in sliced([others[clauses.index(str(right)) - 1]], whole=others):
            changed = msgspec.structs.replace(rulebook, refusals=rulebook.refusals | {code: wrong})
            for example in examples:
                with pytest.raises(ExampleError, match=f"refused by: expected {right}, found {wrong}$"):
                    run_example(changed, example)
