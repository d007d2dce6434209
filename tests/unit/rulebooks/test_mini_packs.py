"""Mini-packs: any game with some of its cards, and hands of a few."""

import pickle
from math import comb
from pathlib import Path
from random import Random
from typing import Final

import pytest
from support.games.mini_games import mini_game

from aceten import (
    MatchRecord,
    NotationError,
    Record,
    RulebookError,
    State,
    UsageError,
    games,
    load,
    parse,
    parse_state,
    read_match,
    read_record,
    read_records,
    record_as_text,
    record_of_match,
    start_match,
)
from aceten.testing import pick
from aceten_spec import format_cards

MINI: Final = "zsiros/2 cards=AhThKhAsTsKs hand=2"
"""Three ranks of two suits."""

OWN: Final = """format = 1
id = "no-wild"
prefix = "NW"
extends = "zsiros"

[parameters]
wild = []
"""
"""A rulebook of one's own."""


def to_the_end(state: State, chance: Random) -> list[State]:
    """Return the states of a random deal from a state on."""
    states = [state]
    while states[-1].turn is not None:
        states.append(states[-1].play(pick(states[-1], chance.randrange(256))))
    return states


@pytest.mark.parametrize("name", games())
def test_every_game_is_played_with_a_mini_pack(name: str) -> None:
    """All cards that are kept are dealt, and no other, in hands of so many; lines, views and games are read back as they were."""
    chance = Random(name)
    game = mini_game(chance, load(name))
    options = dict(game.options)
    assert load(f"{name} cards={options['cards']} hand={game.rules.hand}") == game == pickle.loads(pickle.dumps(game))  # noqa: S301 - its own
    for state in to_the_end(game.deal(seed=chance.randrange(2**32)), chance):
        assert sorted((*sum(state.hands, ()), *state.talon, *state.trick, *sum(state.taken, ()))) == sorted(
            game.pack.cards
        )
        assert parse_state(str(state)) == state
        for seat in range(game.players):
            assert str(parse(str(state.view(seat).present))) == str(state.view(seat).present)
    assert set(map(len, game.deal(seed=1).hands)) == {game.rules.hand}


def test_a_mini_pack_is_named_in_every_way_that_a_game_is() -> None:
    """Cards in any order, and numbers as text, name the same game; its name can be copied, and says what was changed."""
    game = load("zsiros", players=2, cards="KsTsAsKhThAh", hand=2)
    assert game == load(MINI) == load("zsiros/2", cards="As Ks Ts Ah Kh Th", hand="2")
    assert repr(game) == "load('zsiros', players=2, cards='AsAhKsKhTsTh', hand=2)"
    assert game != load("zsiros/2")
    assert game.deals == comb(6, 2) * comb(4, 2) * 2
    whole = load("zsiros/2")
    assert load("zsiros/2", hand=4, cards=format_cards(whole.pack.cards)).options == whole.options == ()
    assert [str(action) for action in game.actions] == ["A", "K", "T", "stop"]


def test_options_of_a_rulebook_go_with_a_mini_pack() -> None:
    """An option that the rulebook has is agreed on beside it; where it has one by such a name, its values come first."""
    game = load("zsiros/2", cards="AhThKhAsTsKs", hand=2, tie="draw")
    assert dict(game.options) == {"cards": "AsAhKsKhTsTh", "hand": 2, "tie": "draw"}
    assert load("tausendeins/2", hand=8).rules.deal == (3, 3, 2)
    assert load("tausendeins/2", hand=4).rules.deal == (4,)


def test_rules_of_ones_own_are_played_with_a_mini_pack(tmp_path: Path) -> None:
    """A rulebook of one's own is loaded with a mini-pack in one line, from text and from a file, and lines are read by it."""
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    game = load(path, players=2, cards="AhThKh7hAsTsKs7s", hand=2)
    assert game == load(OWN, players=2, cards="AhThKh7hAsTsKs7s", hand=2)
    state = game.deal(seed=1)
    assert str(state).startswith("no-wild/2 ")
    assert parse_state(str(state), rules=game.rulebook) == state


@pytest.mark.parametrize("name", ["zsiros/2", "schnapsen/2", "einwerfen/4"])
def test_records_keep_a_mini_pack(name: str) -> None:
    """Records of deals and of matches, as JSON and as text are read back as they were written."""
    chance = Random(name)
    game = mini_game(chance, load(name))
    match = start_match(game, dealer=0)
    first = match.deal(seed=1)
    states = to_the_end(first, chance)
    deal = Record(tuple(states))
    assert read_record(str(deal)).states == deal.states
    [typed] = read_records(record_as_text(deal))
    assert isinstance(typed, Record)
    assert typed.states == deal.states
    whole = record_of_match(match, [(first, states[-1])])
    assert str(read_match(whole)) == whole
    [again] = read_records(record_as_text(read_match(whole)))
    assert isinstance(again, MatchRecord)
    assert str(again) == whole


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("zsiros/2 cards=AhAh", "cards: 'Ah' stands there 2 times; expected each value once"),
        ("zsiros/2 cards=Ah5h", "cards: the pack german-32 has no 5h; expected cards of the pack with their suits"),
        ("zsiros/2 cards=AhK", "cards: the pack german-32 has no K"),
        ("zsiros/2 cards=AhXh", "cards: "),
        ("sueca/4 cards=AhTh", "cards: the pack french-52 has no Th"),
        ("zsiros/2 cards=KhQh hand=1", "cards: no card counts anything"),
        ("zsiros/2 hand=0", "hand: '0'; expected how many cards each is dealt, from 1"),
        ("zsiros/2 hand=17", "hand: 2 hands of 17 cards from a pack of 32; expected at most 16 cards"),
        ("zsiros/2 cards=AhTh", "cards: 2 hands of 4 cards from a pack of 2; expected at most 1 cards"),
        ("zsiros/2 cards=AhKhTh hand=1", "hand: a talon of 1 cards does not divide by 2 players"),
        ("schnapsen/2 cards=AhKhThJhQh hand=2", "hand: a talon of 1 cards does not divide by 2 players"),
        ("schnapsen/2 cards=AhKhThJh hand=2", "hand: 'turn_up' without a talon"),
        ("sixty-six/2 cards=AhKhThJh hand=1", "hand: 'either' with hands of one card"),
        ("sedma-three/3 cards=AhThAs hand=1", "hand: Kh is not there once"),
    ],
)  # fmt: skip
def test_what_cannot_be_dealt_is_refused_in_words(asked: str, told: str) -> None:
    """It is said which of the two options is wrong, and what is; in a position line with the column at which it stands."""
    with pytest.raises(RulebookError) as refused:
        load(asked)
    assert told in str(refused.value)
    option = refused.value.key
    with pytest.raises(NotationError) as misread:
        parse_state(f"{asked} hands=A,T")
    assert misread.value.column == asked.index(f"{option}=") + len(option) + 2


@pytest.mark.parametrize("value", [True, 2.0, None, ["Ah"], -1, pytest.param(10**5000, id="huge")])
def test_a_value_of_another_kind_is_refused(value: object) -> None:
    """Cards are text, and their number is a whole one that can be a number of cards."""
    for option in ("cards", "hand"):
        with pytest.raises(RulebookError, match=f"{option}: "):
            load("zsiros/2", **{option: value})  # type: ignore[arg-type]


def test_options_behind_a_name_are_said_once() -> None:
    """What stands behind the name of a game is options, none of them twice."""
    for name in ("zsiros/2 hand", "zsiros/2 hand=2 hand=2"):
        with pytest.raises(UsageError, match="expected NAME=VALUE, each name once"):
            load(name)
    with pytest.raises(UsageError, match="each name once"):
        load("zsiros/2 hand=2", hand=2)
