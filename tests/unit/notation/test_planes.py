"""Actions and views as numbers: numbers that stay, planes that say what a seat sees, and states that are small when they are pickled."""

import copy
import pickle
import random
import re
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
from support.checkout import DOCS
from support.games.game_strategies import GAMES, HOUSE_GAMES, HOUSE_SUIT_GAMES, HOUSE_SUIT_RULES, game_of

from aceten import (
    Card,
    Game,
    IllegalAction,
    MatchingView,
    State,
    SuitView,
    UsageError,
    View,
    imagine,
    load,
    parse,
    parse_action,
)
from aceten.engine.planes import Plane
from aceten.testing import pick
from aceten_spec import load_shipped, shipped
from aceten_spec.cards import Suit

PAGE: Final = DOCS / "numbers.md"
SHIPPED: Final = [
    load(name, players=players) for name in shipped() for players in load_shipped(name).parameters.players
]
ALL: Final = (*GAMES, *HOUSE_GAMES, *HOUSE_SUIT_GAMES)
SMALL: Final = 2048
"""So many bytes a pickled state of a shipped game has at most."""


def course(game: Game, seed: int) -> Iterator[State]:
    """Yield the states of a random deal."""
    rng = random.Random(f"{seed} {game}")
    state = game.deal(seed=rng.randrange(2**64), dealer=rng.randrange(game.players))
    yield state
    while state.turn is not None:
        state = state.play(pick(state, rng.randrange(256)))
        yield state


def key_without_suits(state: State) -> str:
    """Return a state as text, with one card for all that play alike."""
    hands = [sorted(map(str, map(state.game.canonical_card, hand))) for hand in state.hands]
    return f"{hands} {len(state.talon)} {state.points} {state.turn} {state.winning} {len(state.trick)}"


# --- Actions ------------------------------------------------------------------------------------------------------------


def test_the_page_has_the_numbers_of_every_game() -> None:
    """The page on numbers has for every shipped game all its actions in their order, and how many numbers a view comes to."""
    rows = re.findall(r"^\| `(\S+)` \| (\d+) \| (\d+) \| `(.*)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [(game, int(actions), int(numbers), said) for game, actions, numbers, said in rows] == [
        (str(game), len(game.actions), game.tensor_size, " ".join(map(str, game.actions))) for game in SHIPPED
    ]


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", [pytest.param(game, id=repr(game)) for game in SHIPPED])
def test_every_action_of_play_has_a_number(game: Game) -> None:
    """Whatever is legal has a number by which it is found again; actions have the same one exactly when they do the same."""
    for state in course(game, 1):
        ids = state.legal_ids
        assert list(ids) == sorted({game.action_id(action) for action in state.legal})
        for number in ids:
            chosen = state.action(number)
            assert chosen in state.legal
            alike = [action for action in state.legal if game.action_id(action) == number]
            assert len({key_without_suits(state.play(action)) for action in alike}) == 1
            assert game.action_id(game.actions[number]) == number


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", [pytest.param(game, id=repr(game)) for game in SHIPPED])
def test_no_number_is_idle(game: Game) -> None:
    """Every number is that of an action that is legal somewhere in fifty deals, but for marriages claimed and the higher bids."""
    met: set[int] = set()
    for seed in range(50):
        for state in course(game, seed):
            met.update(state.legal_ids)
    idle = {str(game.actions[number]) for number in set(range(len(game.actions))) - met}
    assert {word.partition(":")[0] for word in idle} <= {"claim", "bid"}


def test_numbers_are_the_same_whatever_is_agreed_on_beside_actions() -> None:
    """Players, seeds and options that bring no other actions leave the numbers as they are."""
    plain = load("zsiros", players=4).actions
    for game in (load("zsiros", players=2), load("zsiros", players=4, tie="draw", target=5)):
        assert game.actions == plain
    assert load("ristiklappi", players=2).actions != load("sedma", players=2).actions


@pytest.mark.parametrize("text", ["call:2:beat", "6", "meld:Kh", "bid:66"])
def test_what_no_rule_knows_has_no_number(text: str) -> None:
    """A call has no number, nor has a card that is not in the pack, nor an action of other games; the error says which game."""
    with pytest.raises(UsageError, match=f"{text}: no action with a number in zsiros/4"):
        load("zsiros").action_id(parse_action(text))


def test_a_number_out_of_range_is_refused() -> None:
    """A number that is none is refused with the numbers that there are."""
    state = load("zsiros").deal(seed=1)
    for number in (-1, 9, 10**5000):
        with pytest.raises(UsageError, match="expected 0 to 8 in zsiros/4"):
            state.action(number)


def test_an_illegal_number_is_refused_for_what_is_wrong_with_it() -> None:
    """A number that is not legal gives the action that it means here, which play refuses by its clause."""
    state = parse("zsiros/2 hands=AcAdKd8c,7hTd9s8h lead=0").play("Ac").play("7h")
    assert state.turn == 0
    with pytest.raises(IllegalAction, match="Kd"):
        state.play(state.action(state.game.action_id(parse_action("K"))))
    with pytest.raises(IllegalAction, match=r"^T: "):
        state.play(state.action(state.game.action_id(parse_action("T"))))


# --- Planes -------------------------------------------------------------------------------------------------------------


class Decoder:
    """Reads a tensor with nothing but the game, the seat, and the list of planes."""

    def __init__(self, game: Game, seat: int, tensor: tuple[int, ...]) -> None:
        self.game, self.seat = game, seat
        self.planes: dict[str, tuple[int, ...]] = {}
        at = 0
        for plane in game.planes:
            self.planes[plane.name] = tensor[at : at + plane.size]
            at += plane.size
        assert at == len(tensor)

    def by_seat(self, name: str) -> tuple[tuple[int, ...], ...]:
        """Return the rows of a plane by seat."""
        rows = self.rows(name, self.game.players)
        return tuple(rows[(seat - self.seat) % len(rows)] for seat in range(len(rows)))

    def by_side(self, name: str) -> tuple[tuple[int, ...], ...]:
        """Return the rows of a plane by side."""
        rows = self.rows(name, self.game.side_count)
        own = self.game.sides[self.seat]
        return tuple(rows[(side - own) % len(rows)] for side in range(len(rows)))

    def rows(self, name: str, count: int) -> list[tuple[int, ...]]:
        """Return a plane in so many rows."""
        numbers = self.planes[name]
        width = len(numbers) // count
        return [numbers[row * width : (row + 1) * width] for row in range(count)]

    def one(self, name: str) -> int | None:
        """Return the seat at which the one 1 of a plane is."""
        seats = [seat for seat, row in enumerate(self.by_seat(name)) if row == (1,)]
        assert len(seats) <= 1
        return seats[0] if seats else None

    def sides(self, name: str) -> tuple[int, ...]:
        """Return the sides for which a plane has 1."""
        return tuple(side for side, row in enumerate(self.by_side(name)) if row == (1,))

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return one number for each side."""
        return tuple(row[0] for row in self.by_side(name))

    def cards(self, row: tuple[int, ...]) -> tuple[Card, ...]:
        """Return the cards that a row counts."""
        return tuple(card for card, count in zip(self.game.kinds, row, strict=True) for _ in range(count))

    def check(self, view: View) -> None:
        """Require that all that stands in the tensor is what stands in the view, field by field."""
        game, planes = self.game, self.planes

        def plain(cards: tuple[Card, ...]) -> tuple[Card, ...]:
            return tuple(sorted(map(game.canonical_card, cards), key=game.kinds.index))

        assert tuple(map(self.cards, self.by_seat("hands"))) == tuple(map(plain, view.known))
        assert tuple(row[0] for row in self.by_seat("hand_sizes")) == view.hand_sizes
        assert planes["talon"] == (view.talon_size,)
        rows = next(plane.shape[0] for plane in game.planes if plane.name == "trick")
        trick = tuple(card for row in self.rows("trick", rows) for card in self.cards(row))
        assert trick == tuple(map(game.canonical_card, view.trick))
        whose = ("leader", "winning", "turn", "dealer")
        assert [self.one(name) for name in whose] == [view.leader, view.winning, view.turn, view.dealer]
        assert tuple(map(self.cards, self.by_side("taken"))) == tuple(map(plain, view.taken))
        if view.points is not None:
            assert self.numbers("points") == view.points
        assert (self.numbers("tricks") if planes["tricks_known"] == (1,) else None) == view.tricks
        assert planes["points_known"] == (view.points_known,)
        legal = [action for action, may in zip(game.actions, planes["legal"], strict=True) if may]
        assert legal == sorted({game.actions[game.action_id(one)] for one in view.legal}, key=game.action_id)
        if isinstance(view, MatchingView):
            self.check_matching(view)
        else:
            assert isinstance(view, SuitView)
            self.check_suits(view)

    def check_matching(self, view: MatchingView) -> None:
        """Require the same of what only matching tricks have; what has no plane says nothing in this game."""
        planes = self.planes
        forfeit = self.sides("forfeit") if "forfeit" in planes else ()
        assert forfeit == (() if view.forfeit is None else (view.forfeit,))
        ranks = self.game.pack.ranks
        leads = planes.get("leads", (0,) * len(ranks))
        assert sorted(rank for rank, count in zip(ranks, leads, strict=True) for _ in range(count)) == sorted(
            view.leads
        )
        assert planes.get("spicing", (0,)) == (view.spicing,)
        drawn = self.cards(planes["drawn"]) if "drawn" in planes else ()
        assert drawn == (() if view.drawn is None else (self.game.canonical_card(view.drawn),))
        assert (self.one("lone") if "lone" in planes else None) == view.lone
        assert (self.sides("resets") if "resets" in planes else ()) == tuple(sorted(view.burned))

    def check_suits(self, view: SuitView) -> None:
        """Require the same of what only suit tricks have."""
        planes, nothing = self.planes, (0,) * self.game.side_count
        trumps = [suit for suit, has in zip(Suit, planes["trump"], strict=True) if has]
        assert trumps == ([] if view.trump is None else [view.trump])
        assert (self.cards(planes["turn_up"]) if "turn_up" in planes else ()) == view.known_talon
        if "shown" in planes:
            assert tuple(map(self.cards, self.by_seat("shown"))) == view.shown
        else:
            assert not any(view.shown)
        for name in ("melds", "waiting", "scores"):
            assert (self.numbers(name) if name in planes else nothing) == getattr(view, name)
        closer = self.one("closed") if "closed" in planes else None
        assert (closer is None) == (view.closed is None)
        if view.closed is not None:
            told = closer, planes["closed_points"], self.numbers("closed_tricks")
            assert told == (view.closed.seat, (view.closed.points,), view.closed.tricks)
        assert (self.one("claimant") if "claimant" in planes else None) == view.claimant
        bids = [0, *view.game.rules.bids]
        assert tuple(bids[number - 1] for number in planes.get("bids", ()) if number) == view.bids
        declarer = self.one("declarer") if "declarer" in planes else None
        contract = None if declarer is None else (declarer, planes["contract"][0])
        assert contract == view.contract


@pytest.mark.turns(48)
@pytest.mark.parametrize("game", [pytest.param(game, id=f"{game!r}-{number}") for number, game in enumerate(ALL)])
def test_a_tensor_says_what_its_view_says(game: Game) -> None:
    """Every plane is read back: it says what the view has in its field, in every game, for every seat, and has always the same length."""
    most = {plane.name: plane.most for plane in game.planes}
    assert min(most.values()) >= 1
    for state in course(game, 3):
        for seat in range(game.players):
            view = state.view(seat)
            tensor = view.tensor
            assert len(tensor) == game.tensor_size
            assert all(min(plane) >= 0 and max(plane) <= most[name] for name, plane in view.planes.items())
            Decoder(game, seat, tensor).check(view)


def test_a_tensor_says_what_a_position_leaves_open() -> None:
    """Points and tricks of which a position does not tell are told as unknown."""
    planes = parse("zsiros/2 hands=AK97,QJT8 points=20,30").view(1).planes
    assert (planes["points"], planes["tricks_known"], planes["points_known"]) == ((30, 20), (0,), (0,))


@pytest.mark.turns(48)
@pytest.mark.parametrize("game", [pytest.param(game, id=f"{game!r}-{number}") for number, game in enumerate(ALL)])
def test_a_tensor_says_nothing_of_hidden_cards(game: Game) -> None:
    """Where the cards that a seat has not seen lie otherwise, its tensor is the same."""
    rng = random.Random(4)
    others = 0
    for state in course(game, 4):
        for seat in range(game.players):
            view = state.view(seat)
            hidden = list(view.unseen)
            rng.shuffle(hidden)
            hands = [
                (*known, *[hidden.pop() for _ in range(size - len(known))])
                for known, size in zip(view.known, view.hand_sizes, strict=True)
            ]
            talon = (*[hidden.pop() for _ in range(view.talon_size - len(view.known_talon))], *view.known_talon)
            other = imagine(view, tuple(hands), talon)
            others += other != state
            assert other.view(seat).tensor == view.tensor
    assert others > 10


def test_planes_say_how_long_they_are() -> None:
    """A plane has as many numbers as its shape says, and a game as many as all its planes together."""
    assert Plane("hands", (4, 8), 4).size == 32
    for game in SHIPPED:
        view = game.deal(seed=1).view(0)
        assert {plane.name: plane.size for plane in game.planes} == {
            name: len(row) for name, row in view.planes.items()
        }


# --- Pickled and copied -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [pytest.param(game, id=repr(game)) for game in SHIPPED])
def test_a_pickled_state_is_small(game: Game) -> None:
    """A state of a shipped game takes less than 2 KB pickled, at every moment of a deal, and comes back equal."""
    for state in course(game, 5):
        packed = pickle.dumps(state)
        assert len(packed) < SMALL
        twin: object = pickle.loads(packed)  # noqa: S301 - our own bytes
        assert twin == state


def test_a_state_of_ones_own_rules_takes_them_along() -> None:
    """A state of a game that is not shipped is pickled with its rulebook, even one by a name that is shipped."""
    book = msgspec.structs.replace(load_shipped("zsiros"), summary="As at home.")
    for rulebook in (book, HOUSE_SUIT_RULES[0]):
        state = load(rulebook).deal(seed=1)
        twin: State = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
        assert (twin, twin.game.rulebook) == (state, rulebook)


def test_a_state_of_other_rules_is_refused() -> None:
    """A state that was pickled where the rules of its game were others is refused with both digests."""
    state = load("zsiros", players=2, tie="draw").deal(seed=3)
    other = "sha256:" + 64 * "0"
    packed = pickle.dumps(state).replace(state.game.digest.encode(), other.encode())
    with pytest.raises(UsageError, match=rf"zsiros/2: pickled where .* {other}; here they have {state.game.digest}"):
        pickle.loads(packed)  # noqa: S301 - our own bytes


def test_a_copy_is_the_same() -> None:
    """States, views and games cannot change: a copy is the thing itself."""
    state = load("schnapsen").deal(seed=1)
    for thing in (state, state.view(1), game_of(state)):
        assert copy.copy(thing) is thing
        assert copy.deepcopy(thing) is thing
        assert copy.deepcopy([thing])[0] is thing
