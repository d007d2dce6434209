"""Worlds where something was shown, drawn or known: position by position."""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import pytest
from support.games.tiny_deals import Changes, tiny
from support.oracles.replayed_worlds import beginnings, by_kind, compare, is_told, none_is_missing, replayed
from support.slices import sliced

from aceten import Game, MatchingState, PositionError, UsageError, View, imagine, load, parse, worlds
from aceten_spec.cards import format_cards

# --- One by one ---------------------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """A course of a deal by rules of our own, and who has seen it."""

    game: Game
    line: str
    actions: str
    seat: int
    why: str


_SPICED: Final[Changes] = {"continuation": "never", "spice": True, "wild": [], "calls": []}

_NO_EXCHANGE: Final[Changes] = {
    "exchange": "none",
    "exchange_by": "any",
    "exchange_needs_trick": True,
    "exchange_min_stock": 3,
}

_SHOWN: Final[Changes] = _NO_EXCHANGE | {"marriages": "suit", "marriage_points": [3, 5, 7, 9], "meld_forced": True}

ONE_BY_ONE: Final = (
    Told(
        tiny("zsiros", "7c 7s 7h Ac As Kc Ks Qc", 2, 2, {**_SPICED, "lead_limit": 1}),
        "tiny/2 hands=7c7s,AcKc talon=7hAsKsQc",
        "7c Ac stop 7s Kc",
        1,
        "who had to lead a rank again has drawn the card of another rank just now",
    ),
    Told(
        tiny("zsiros", "7c 7s 7h Ac As Kc Ks Qc", 2, 2, _SPICED),
        "tiny/2 hands=7c7s,AcKc talon=7hAsKsQc",
        "7c Ac",
        1,
        "the card that has been drawn is none that had been there before",
    ),
    Told(
        tiny("zsiros", "Ac As Ah Kc Ks Kh 7c 7s 7h Qc", 2, 3, {"wild": ["A"], "calls": []}),
        "tiny/2 hands=AsKh7c,AcKcQc talon=Ah7h7sKs",
        "Kh Kc stop Qc As Ac",
        1,
        "the ace that he has played may have come after the trick that he might have continued",
    ),
    Told(
        tiny("zsiros", "Kc Ks Kh 7c 7s 7h 7d 8c 8s 9c", 2, 4, {"wild": ["7"], "calls": []}),
        "tiny/2 hands=7cKc8c,7s9c8s lead=0 trick=Ks7h taken=Kh7d,- tricks=1,0",
        "7c 7s stop",
        1,
        "what was led lay there before, and it is not the first card of the log that he might have matched",
    ),
    Told(
        tiny(
            "schnapsen",
            "Kc Ks Qc Qs Jc Js",
            2,
            2,
            {**_SHOWN, "meld_first": False, "meld_after_closing": True, "close": "after_drawing", "close_first": True}
            | {"claim": "automatic", "claim_points": 20, "close_min_stock": 2, "last_obligation": "none"},
        ),
        "tiny/2 hands=JsJc,KsQc talon=QsKc lead=1",
        "close Ks Jc",
        0,
        "before the first trick no marriage can be shown, in a closed talon either",
    ),
    Told(
        tiny(
            "schnapsen",
            "Ac As Kc Ks Qc Qs Jc Js",
            2,
            2,
            {"claim": "automatic", "claim_points": 5, "obligation": "follow_beat_trump", **_NO_EXCHANGE},
        ),
        "tiny/2 hands=JcJs,AcQs talon=AsKsKcQc lead=1",
        "Qs Js",
        1,
        "the deal was over before anybody drew",
    ),
    Told(
        tiny(
            "schnapsen",
            "Ac As Kc Ks Qc Qs Jc Js",
            2,
            3,
            {"claim": "automatic", "claim_points": 20, "obligation": "follow", **_NO_EXCHANGE},
        ),
        "tiny/2 hands=AsKsJs,KcQcAc talon=QsJc lead=1",
        "Ac Js meld:Kc",
        1,
        "the marriage was enough, and none of its cards was led",
    ),
)
"""Where a conclusion was wrong, or was lost, once."""


@pytest.mark.parametrize("told_once", ONE_BY_ONE, ids=lambda told_once: told_once.why)
def test_worlds_one_by_one(told_once: Told) -> None:
    """What fits the view of this seat is what comes about in other ways as it came about here."""
    states = [parse(told_once.line, rules=told_once.game.rulebook)]
    for action in told_once.actions.split():
        states.append(states[-1].play(action))
    views = [state.view(told_once.seat) for state in states]
    actions = [action for _, action in views[-1].log]
    others = [replayed(start, actions, views) for start in beginnings(views[0])]
    fitting = Counter([by_kind(other) for other in others if other is not None])
    assert by_kind(states[-1]) in fitting
    (compare if is_told(states, views[-1]) else none_is_missing)(views[-1], fitting)


def test_a_known_hand_may_have_drawn_each_of_its_cards() -> None:
    """Where a line names the whole hand that has drawn, and not which card it drew, this may be any of them."""
    view = parse_view(f"ristiklappi/2 hands=2345,3456K talon={'?' * 31} trick=AK lead=1 drawn=? seat=0")
    found = worlds(view)
    assert found.count == 5 * math.factorial(41) // math.factorial(10)  # 10 of 41 unseen cards are captured
    assert found.listed() is None
    drawn = [state.drawn for state in found.drawn(60) if isinstance(state, MatchingState)]
    assert sorted({str(card) for card in drawn}) == ["3", "4", "5", "6", "K"]


@pytest.mark.parametrize(
    ("hand", "talon", "actions"),
    [
        ("AcKc", "Qc7d8d9c9s9h9dJc", "Ac 8c 8s 8h spice Kc flip flip flip"),
        ("7c7s", "7dQc8d9c9s9h9dJc", "7c 8c 8s 8h stop 7s flip flip flip"),
    ],
    ids=["it came back before", "there was no other rank before"],
)
def test_which_card_of_a_seen_hand_was_drawn(hand: str, talon: str, actions: str) -> None:
    """Who sees the hand of a partner who has drawn the last card knows which card it is, where the others were there before."""
    seen: Changes = {"flip": True, "partner_peek": True, "sides": "alternate", "lead_limit": 1}
    cards = "Ac Kc 7c 7s 7d 8c 8s 8h 8d 9c 9s 9h 9d Qc Jc Th"
    left = [card for card in cards.split() if card not in hand + talon and not card.startswith("8")]
    game = tiny("zsiros", cards, 4, 2, {**_SPICED, **seen})
    line = f"tiny/4 hands={hand},8c{left[0]},8s{left[1]},8h{left[2]} talon={talon} lead=0"
    state = parse(line, rules=game.rulebook)
    for action in actions.split():
        state = state.play(action)
    assert (state.talon, state.view(2).known[0]) == ((), state.hands[0])
    drawn = {str(other.drawn) for other in worlds(state.view(2)).drawn(20) if isinstance(other, MatchingState)}
    assert drawn == {"Jc"}


def test_a_card_that_is_not_held_was_not_drawn() -> None:
    """Of whom a seat knows that he does not hold a card, it knows that he has not drawn it."""
    game = tiny("zsiros", "7c 7s 7h Ac As Kc Ks Qc", 2, 2, _SPICED)
    state = parse("tiny/2 hands=7c7s,AcKc talon=7hAsKsQc", rules=game.rulebook).play("7c").play("Ac")
    view = parse(f"{state.view(1)} not=A:7hAs past=A:+1", rules=game.rulebook)
    assert isinstance(view, View)
    listed = worlds(view).listed()
    assert listed is not None
    assert all(set(view.lacking[0]).isdisjoint(other.hands[0]) for other, _ in listed)
    assert sum(times for _, times in listed) == worlds(view).count


def test_a_view_says_that_it_forgets_which_card_was_dealt_last() -> None:
    """Once cards were drawn, it is not told any more that the card of the dealer was there before; until then nothing is lost."""
    game = tiny(
        "sixty-six",
        "Ac Kc Qc Jc As Ks Qs Js Kh Qh",
        2,
        2,
        {**_NO_EXCHANGE, "trump": "dealt", "close": "never", "obligation": "follow_beat_trump"},
    )
    state = parse("tiny/2 hands=AcQs,KsJs talon=KcJcAsQcKhQh dealer=0 lead=1 trump=c shown=Ac,-", rules=game.rulebook)
    views = [state.view(1)]
    for action in ("Ks", "Qs", "Kc"):
        state = state.play(action)
        views.append(state.view(1))
    assert [view.forgets for view in views] == [False, False, True, True]
    assert str(views[-1]).endswith(" partial=yes")


def test_a_card_that_was_not_drawn_is_refused() -> None:
    """Nobody has drawn what he does not hold, nor another card than the seat has seen; and where nobody may spice, none was drawn."""
    game = tiny("zsiros", "7c 7s 7h Ac As Kc Ks Qc", 2, 2, _SPICED)
    state = parse("tiny/2 hands=7c7s,AcKc talon=7hAsKsQc", rules=game.rulebook)
    spicing = state.play("7c").play("Ac")
    assert isinstance(spicing, MatchingState)
    other = next(card for card in spicing.hands[0] if card != spicing.drawn)
    for moment, seat, drawn in ((spicing, 1, spicing.talon[0]), (spicing, 0, other), (state, 1, other)):
        with pytest.raises(UsageError, match="cannot lie there"):
            imagine(moment.view(seat), moment.hands, moment.talon, drawn=drawn)
    assert imagine(spicing.view(1), spicing.hands, spicing.talon, drawn=spicing.drawn) == spicing


# --- Marriages of which only the points are known ---

MARRIAGES: Final = {
    "schnapsen": [(20, 0), (0, 20), (40, 0), (0, 40), (60, 0), (20, 20), (20, 40), (40, 40), (0, 80)],
    "tausendeins": [(100, 0), (0, 60), (100, 80), (60, 40), (0, 180), (140, 0)],
}
"""Points for marriages by side that can come about, with clubs for trumps."""

IN_TAUSENDEINS: Final = dict(zip("cshd", (100, 80, 60, 40), strict=True))


def can_have_shown(game: str, melds: tuple[int, int], hands: Sequence[set[str]]) -> bool:
    """Whether in a whole deal the sides can have shown marriages of these points: one card is gone, and the other not on the other side."""
    for owners in itertools.product((None, 0, 1), repeat=4):
        points = [0, 0]
        fits = game != "tausendeins" or owners[0] is not None  # the last one made clubs trumps
        for suit, owner in zip("cshd", owners, strict=True):
            if owner is not None:
                points[owner] += IN_TAUSENDEINS[suit] if game == "tausendeins" else 40 if suit == "c" else 20
                pair = {f"K{suit}", f"Q{suit}"}
                fits &= pair.isdisjoint(hands[1 - owner]) and not pair <= hands[owner]
        if fits and tuple(points) == melds:
            return True
    return False


@pytest.mark.turns(2)
@pytest.mark.parametrize("name", MARRIAGES)
def test_marriages_that_were_shown_bear_on_what_lies_where(name: str) -> None:
    """Where it is not said what was captured, the worlds are the hands with which the marriages can have been shown, found one by one."""
    chance, game = Random(name), load(name)
    pack = list(game.pack.cards)
    fitted = 0
    for _ in range(sliced(30, whole=600)):
        size = chance.randint(1, 3 if name == "schnapsen" else 2)
        chance.shuffle(pack)
        own, captured, melds = pack[:size], pack[2 * size :], chance.choice(MARRIAGES[name])
        points = game.points_of(tuple(captured))
        tricks = len(captured) // 2
        line = f"{game} hands={format_cards(tuple(own))},{'?' * size} lead=0 trump=c melds={melds[0]},{melds[1]}"
        line += f" points={points - 10},10 tricks={tricks - 2},2"
        mine, others = set(map(str, own)), pack[size:]
        fitting = {
            frozenset(hand)
            for hand in itertools.combinations(others, size)
            if points + game.points_of((*own, *hand)) == game.total
            and can_have_shown(name, melds, (mine, set(map(str, hand))))
        }
        if not fitting:
            with pytest.raises(PositionError):
                worlds(parse_view(line))
            continue
        fitted += 1
        found = worlds(parse_view(line))
        assert found.count == len(fitting), line
        assert {frozenset(state.hands[1]) for state, _ in found.listed() or ()} == fitting, line
        assert {frozenset(state.hands[1]) for state in found.drawn(10)} <= fitting, line
    assert fitted > sliced(15, whole=300)


def parse_view(line: str) -> View:
    """Return what a seat sees, by a line."""
    view = parse(line)
    assert isinstance(view, View)
    return view
