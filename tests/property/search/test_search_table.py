"""What the search remembers: positions that it takes for the same are worth the same."""

import random
from collections.abc import Hashable

import pytest
from support.games.game_strategies import MATCHING_NAMES, matching_game
from support.slices import sliced

import aceten_solver
from aceten import MatchingGame, MatchingState, PositionError, State, parse
from aceten.conformance.questions.option_rows import load_row, option_rows
from aceten_spec import load_shipped

POSITIONS = sliced(12, whole=150)


def games(name: str) -> list[MatchingGame]:
    """Return a rulebook's games with two sides that are known from the deal on, for two and four players."""
    book = load_shipped(name)
    found = [
        matching_game(load_row(book, players, row))
        for players in book.parameters.players
        for row in option_rows(book, players)
    ]
    return [game for game in found if game.rules.sides == "alternate" and game.players in {2, 4}]


def few_ranks(chance: random.Random, game: MatchingGame) -> State | None:
    """Return a position with cards of three or four ranks, so that many plays lead to much the same; ``None``: no such position."""
    letters = [rank.letter for rank in game.pack.ranks]
    ranks = list(dict.fromkeys([*game.rules.wild[:1], chance.choice("AT"), *chance.sample(letters, 3)]))
    deck = [letter for letter in ranks for _ in range(4)]
    chance.shuffle(deck)
    players, full = game.players, game.rules.hand
    hand = chance.choice([size for size in (2, 3, full) if size * players <= min(len(deck), 12)] or [2])
    talon = (
        min(players * chance.choice((1, 2)), (len(deck) - hand * players) // players * players) if hand == full else 0
    )
    cards = deck[: hand * players + talon]
    hands = ["".join(cards[hand * seat : hand * (seat + 1)]) for seat in range(players)]
    missing = game.total - sum(
        points for card in cards for letter, points in game.rules.values.items() if letter == card
    )
    mine = missing // game.unit // 2 * game.unit
    words = [
        str(game),
        f"hands={','.join(hands)}",
        f"lead={chance.randrange(players)}",
        f"points={mine},{missing - mine}",
    ]
    words += ["tricks=2,2"] + ([f"talon={''.join(cards[hand * players :])}"] if talon else [])
    words += [f"{option}={value}" for option, value in game.options]
    try:
        return parse(" ".join(words))
    except PositionError:
        return None


def everything(state: MatchingState) -> Hashable:
    """Tell every two states apart that differ in anything."""
    return state


@pytest.mark.turns(8)
@pytest.mark.parametrize("name", sorted(set(MATCHING_NAMES) - {"sedma-three"}))
def test_what_is_remembered_holds_wherever_it_is_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values are those of a search that takes no two different states for the same, on positions of few ranks, which come back often."""
    chance = random.Random(f"table {name}")
    choices = games(name)
    done = 0
    while done < POSITIONS:
        state = few_ranks(chance, chance.choice(choices))
        if state is None:
            continue
        done += 1
        objective = chance.choice(("points", "game-points"))
        solution = aceten_solver.solve(state, objective)
        with monkeypatch.context() as changed:
            changed.setattr(MatchingState, "key", property(everything))
            plain = aceten_solver.solve(state, objective)
        assert [(entry.action, entry.value) for entry in solution.actions] == [
            (entry.action, entry.value) for entry in plain.actions
        ], f"{state} ({objective})"
