"""What whole deals come to by their sources, what play does not depend on, and that values stay."""

import random
from typing import Final, cast

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.games.game_strategies import (
    LONGEST_DEAL,
    MATCHING_GAMES,
    game_of,
    matching_deals,
    matching_game,
    matching_state,
    matching_states,
    read,
    rewrite,
)
from support.slices import examples

from aceten import (
    FLIP,
    Action,
    Call,
    Flip,
    MatchingGame,
    MatchingState,
    Play,
    Rank,
    Spice,
    Stop,
    load,
    parse,
    start_match,
)
from aceten.testing import MatchingDeal, pick, play_on
from aceten_spec import card_of, load_shipped
from aceten_spec.cards import without_suit

CHOICES: Final = st.binary(min_size=LONGEST_DEAL, max_size=LONGEST_DEAL)
"""Enough choices among legal actions to play any deal to its end."""


@pytest.mark.turns(2)
@examples(100)
@given(deal=matching_deals(), choices=CHOICES)
def test_suits_have_no_effect(deal: MatchingDeal, choices: bytes) -> None:
    """A deal of cards without suits goes the same way: the same ranks are legal, and the result is the same.

    Not where one card is unlike the others of its rank.
    """
    assume(not _has_lone_card(deal.game))
    state = deal.state()
    plain = _without_suits(state)
    for choice in choices:
        assert str(_without_suits(state)) == str(plain)
        assert list(dict.fromkeys(map(_plain, state.legal))) == list(plain.legal)
        if not state.legal:
            break
        action = pick(state, choice)
        state, plain = state.play(action), plain.play(_plain(action))
    assert plain.result == state.result


def _plain(action: Action) -> Action:
    return Play(without_suit(action.card)) if isinstance(action, Play) else action


def _has_lone_card(game: MatchingGame) -> bool:
    return game.lone_card is not None


def _without_suits(state: MatchingState) -> MatchingState:
    suits = str.maketrans("", "", "cshd")
    fields = dict(field.split("=") for field in str(state).split()[1:])
    cards = {
        key: fields[key].translate(suits) for key in ("hands", "talon", "trick", "taken", "drawn") if key in fields
    }
    return matching_state(read(rewrite(str(state), **cards), state.game))


@pytest.mark.turns(2)
@examples(150)
@given(state=matching_states(), told=st.sets(st.sampled_from(["points", "tricks"])), choices=CHOICES)
def test_what_a_position_leaves_open_is_never_guessed(state: MatchingState, told: set[str], choices: bytes) -> None:
    """Played on from a position that does not say which cards were captured, a result is right wherever it says anything."""
    facts = {"points": state.points, "tricks": state.tricks or ()}
    words = {key: ",".join(map(str, facts[key])) if key in told else None for key in facts}
    vague = read(rewrite(str(state), taken=None, **words), state.game)
    for choice in choices:
        assert vague.legal == state.legal
        if not state.legal:
            break
        action = pick(state, choice)
        state, vague = state.play(action), vague.play(action)
    truth, found = state.result, vague.result
    assert truth is not None
    assert found is not None
    if "points" in told:
        assert (found.points, found.winners) == (truth.points, truth.winners)
    if told == {"points", "tricks"}:
        assert found == truth
    assert found.last_trick == truth.last_trick
    assert found.tricks in (None, truth.tricks)
    assert found.winners in (None, truth.winners)
    assert found.award in (None, truth.award)
    assert found.game_points in (None, truth.game_points)
    assert set(found.resets) <= set(truth.resets)


@st.composite
def last_tricks(draw: st.DrawFn) -> tuple[MatchingState, tuple[int, int], tuple[int, int]]:
    """A game of Zsíros before its last trick, with any card points and tricks that the sides may have, and these."""
    game = draw(st.sampled_from([game for game in MATCHING_GAMES if game.rulebook.id == "zsiros"]))
    cards = draw(st.lists(st.sampled_from(game.pack.cards), min_size=game.players, max_size=game.players, unique=True))
    lead = draw(st.integers(0, game.players - 1))
    out = 80 - 10 * sum(card.rank in (Rank.ACE, Rank.TEN) for card in cards)
    of_leader = draw(st.sampled_from([0, out, *range(0, out + 1, 10)]))
    rounds = 32 // game.players - 1
    others = draw(st.integers(0 if of_leader == out else 1, rounds - 2))
    leaders = draw(st.integers(1, rounds - others))
    points = (of_leader, out - of_leader) if lead % 2 == 0 else (out - of_leader, of_leader)
    tricks = (leaders, others) if lead % 2 == 0 else (others, leaders)
    options = "".join(f" {name}={value}" for name, value in game.options)
    line = (
        f"{game} hands={','.join(map(str, cards))} lead={lead} points={points[0]},{points[1]}"
        f" tricks={tricks[0]},{tricks[1]}{options}"
    )
    return matching_state(parse(line)), points, tricks


@examples(300)
@given(position=last_tricks())
def test_a_deal_of_zsiros_scores_as_its_source_says(
    position: tuple[MatchingState, tuple[int, int], tuple[int, int]],
) -> None:
    """The side with more card points wins, at 40 to 40 the side with the last trick.

    It scores 1, with all 80 points from cards 2, with every trick 3; where it is agreed on, the last trick counts 10 more.
    """
    state, points, tricks = position
    rules, lead = state.game.rules, state.leader
    cards = [state.hands[(lead + turn) % len(state.hands)][0] for turn in range(len(state.hands))]
    sevens = [turn for turn, card in enumerate(cards) if card.rank == Rank.SEVEN]
    matching = [turn for turn, card in enumerate(cards) if card.rank in (cards[0].rank, Rank.SEVEN)]
    if sevens and dict(state.game.options).get("sevens") == "trumps":
        matching = sevens
    last = (lead + matching[-1]) % 2
    for card in cards:
        state = state.play(Play(card))
    gained = 10 * sum(card.rank in (Rank.ACE, Rank.TEN) for card in cards)
    cards_of = [points[side] + gained * (side == last) for side in range(2)]
    bonus = 10 if dict(state.game.options).get("last_trick") == "ten" else 0
    total = [has + bonus * (side == last) for side, has in enumerate(cards_of)]
    taken = [tricks[side] + (side == last) for side in range(2)]

    winner: int | None = last
    if cards[-1].rank == Rank.SEVEN and rules.last_card_loses == "7":
        winner = 1 - last
    elif total[0] != total[1]:
        winner = total.index(max(total))
    elif rules.tie == "draw":
        winner = None
    scored = [0, 0]
    if winner is not None:
        scored[winner] = 1 if cards_of[winner] < 80 else 2 if taken[1 - winner] else 3

    result = state.result
    assert result is not None
    assert list(result.points) == total
    assert result.winner == winner
    assert list(result.game_points or ()) == scored
    assert result.award == ("draw", "majority", "kopasz", "csupasz")[max(scored)]


def test_zsiros_is_played_by_the_numbers_of_its_source() -> None:
    """Zsíros is played by two or four with 32 cards, four in hand; sevens are wild; aces and tens count 10 of 80; 5 wins."""
    game = matching_game(load("zsiros"))
    assert load_shipped("zsiros").parameters.players == (2, 4)
    assert sorted(map(str, game.pack.cards)) == sorted(rank + suit for rank in "AKQJT987" for suit in "cshd")
    assert (game.players, game.total, game.rules.hand, game.rules.wild, game.rules.target) == (4, 80, 4, ("7",), 5)
    assert game.rules.values == {"A": 10, "T": 10}
    assert (game.rules.continuation, game.rules.draw, game.rules.tie) == ("opponent_winning", "block", "last_trick")
    assert (game.rules.last_card_loses, len(game.rules.calls)) == ("none", 4)


POINTS: Final = {
    ("zsiros", "80"): {},
    ("zsiros", "90"): {"last_trick": "ten"},
    ("sedma", "90"): {},
    ("sedma-trumps", "90"): {},
    ("sedma-three", "90"): {},
    ("septica", "8"): {},
    ("sedmice", "90"): {},
    ("sedmice", "80"): {"variant": "croatian"},
    ("sedmice", "9"): {"variant": "serbian"},
    ("hola", "90"): {},
    ("ristiklappi", "120"): {},
    ("ristikontra", "120"): {},
    ("ristiklappi", "60"): {"count": "points_60"},
    ("lusti-kartln", "90"): {},
}
"""How many points there are in a deal, from the sources, by game and options; but for six players of Hola."""


@pytest.mark.parametrize(("name", "points"), POINTS)
def test_a_deal_has_the_points_of_its_source(name: str, points: str) -> None:
    """Whatever is played, the points of a deal are together those that the sources name; in Hola game points 170 with every trick."""
    for players in load_shipped(name).parameters.players:
        for seed in range(12):
            state = load(name, players=players, **POINTS[name, points]).deal(seed=seed) if players != 6 else None
            if state is None:
                continue
            chance = random.Random(seed)
            while state.turn is not None:
                state = state.play(pick(state, chance.randrange(256)))
            assert state.result is not None
            assert sum(state.result.points) == int(points)
            if name == "hola" and state.result.award == "sweep":
                assert sorted(state.result.game_points or ()) == [*[0] * (state.game.side_count - 1), 170]


@pytest.mark.parametrize("leftover", ["unplayed", "last_trick"])
def test_six_players_of_hola_have_the_points_of_two_packs(leftover: str) -> None:
    """Of the 160 points of two packs six players capture all but those of two cards that are left over, or all. The last trick has 10."""
    for seed in range(12):
        state = load("hola", players=6, leftover=leftover).deal(seed=seed)
        last_two = state.talon[-2:]
        chance = random.Random(seed)
        while state.turn is not None:
            state = state.play(pick(state, chance.randrange(256)))
        assert state.result is not None
        left = 10 * sum(card.rank in (Rank.ACE, Rank.TEN) for card in last_two) if leftover == "unplayed" else 0
        assert sum(state.result.points) == 170 - left
        assert state.talon == (last_two if leftover == "unplayed" else ())


def _fields(value: msgspec.Struct) -> list[str]:
    return list(value.__struct_fields__)


@examples(40)
@given(state=matching_states())
def test_values_cannot_be_changed(state: MatchingState) -> None:
    """No attribute of a state, a view, a game, a match, an action or a result can be set, added or deleted."""
    game = state.game
    result = play_on(state, bytes(LONGEST_DEAL)).result
    assert result is not None
    values: list[msgspec.Struct] = [state, state.view(0), game, start_match(game_of(state), dealer=0), result]
    values += [action for _, action in state.log] + list(state.legal + state.calls)
    for value in values:
        text = repr(value)
        for name in _fields(value):
            with pytest.raises(AttributeError):
                setattr(value, name, None)
            with pytest.raises(AttributeError):
                delattr(value, name)
        with pytest.raises(AttributeError):
            setattr(value, "remark", "")  # noqa: B010 - a type checker would refuse the statement
        assert repr(value) == text


@examples(40)
@given(state=matching_states())
def test_a_state_holds_nothing_that_changes(state: MatchingState) -> None:
    """Beside its game, a state consists of numbers, truth values, actions and tuples of them, all the way down."""
    waiting: list[object] = [getattr(state, name) for name in _fields(state) if name != "game"]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, tuple):
            waiting.extend(cast("tuple[object, ...]", thing))
        elif isinstance(thing, Play | Call):
            waiting.extend(getattr(thing, name) for name in _fields(thing))
        else:
            assert isinstance(thing, int | str | Stop | Flip | Spice | None)


def test_drawing_one_by_one_after_a_flip() -> None:
    """Where cards are drawn one by one, a winner who turned up his card draws none, and the other draws the next."""
    book = load_shipped("ristiklappi")
    parameters = msgspec.structs.replace(book.parameters, draw="round_robin", spice=False)
    rules = msgspec.structs.replace(book, options={}, parameters=parameters)
    state = parse("ristiklappi/2 hands=KQJT9,A8765 talon=KA54 lead=0", rules=rules)
    state = state.play(Play(card_of(Rank.KING, None))).play(FLIP)
    assert str(state) == "ristiklappi/2 hands=AQJT9,A8765 talon=54 lead=1 taken=-,KK"
