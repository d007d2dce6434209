"""Numbered deals and deals under conditions: compared with every deal of tiny games, and with a program written from the description."""

import itertools
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.tiny_deals import tiny
from support.processes.program_runs import Aceten
from support.slices import examples, sliced

from aceten import Game, MatchingGame, State, UsageError, load, number_of, parse
from aceten.deals.numbered_deals import Wanted, deals_of
from aceten.deals.shuffling import MAX_SEED, far_below, split_mix
from aceten_spec import Card, load_shipped, parse_cards, shipped
from aceten_surveys.specification import Deals, Specification, dealt, survey_of

EVERY: Final = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]
"""Every shipped game with each number of players."""

SMALL: Final[dict[str, Callable[[], Game]]] = {
    "talon": lambda: tiny("zsiros", "Ac As Kc Ks Kh 7c", 2, 2, {}),
    "no talon": lambda: tiny("zsiros", "Ac As Kc Ks Kh 9c", 3, 2, {"sides": "each", "calls": [], "wild": []}),
    "two packs": lambda: tiny("zsiros", "Ac Kc Ks", 2, 2, {"packs": 2, "wild": []}),
    "lone card": lambda: tiny("sedma-three", "Kc Kh Ks Ac As 7c", 3, 1, {"lone_card": "Kh"}),
    "suits": lambda: tiny("einwerfen", "Ac As Kc Ks Kh 9c", 2, 2, {"trump": "turn_up"}),
    "cut": lambda: tiny("einwerfen", "Ac As Kc Ks", 2, 2, {}),
    "cut, suits of different length": lambda: tiny("einwerfen", "Ac As Ah Kc", 2, 2, {}),
    "cut that is known": lambda: tiny("einwerfen", "Ac As Kc Ks", 2, 2, {"cut_card": "known"}),
    "last card shown": lambda: tiny("einwerfen", "Ac As Kc Ks Kh 9c", 2, 2, {"trump": "dealt"}),
}
"""Games small enough for every order of their pack to be dealt."""


def together(cards: Iterable[tuple[Card, ...]]) -> str:
    """Return several hands as a position line has them."""
    return ",".join("".join(map(str, hand)) for hand in cards)


def every_shuffle(game: Game, dealer: int) -> Counter[str]:
    """Return how many of all orders of the pack, and cuts, deal each position."""
    cards = game.pack.cards
    cuts: tuple[Card | None, ...] = cards if game.cuts else (None,)
    return Counter(
        str(game.deal(deck=deck, cut=cut, dealer=dealer)) for deck in itertools.permutations(cards) for cut in cuts
    )


def by_kinds(game: Game, state: State) -> tuple[object, ...]:
    """Return what counts of a deal: for each hand how many cards of each kind, the talon in order, and all that is not cards."""

    def kind(card: Card) -> str:
        text = str(card)
        return text if not isinstance(game, MatchingGame) or text == game.rules.lone_card else text[0]

    further = str(state).partition(" lead=")[2]
    return tuple(tuple(sorted(map(kind, hand))) for hand in state.hands), tuple(map(kind, state.talon)), further


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", SMALL)
def test_every_deal_has_its_number(name: str) -> None:
    """The numbers of a tiny game are its deals, each as often among them as among all shuffles; deals that play alike are neighbours."""
    game = SMALL[name]()
    dealer = game.players - 1
    shuffles = every_shuffle(game, dealer)
    states = [game.deal(number=number, dealer=dealer) for number in range(game.deals)]
    found = Counter(map(str, states))
    times, left = divmod(shuffles.total(), found.total())
    assert left == 0
    assert Counter({line: count * times for line, count in found.items()}) == shuffles
    first: dict[str, int] = {}
    runs: dict[tuple[object, ...], list[int]] = {}
    for number, state in enumerate(states):
        runs.setdefault(by_kinds(game, state), []).append(number)
        assert game.number_of(state) == first.setdefault(str(state), number)
    for same in runs.values():
        alike = game.numbers_like(states[same[-1]])
        assert list(alike) == same


def described(cards: list[tuple[Card, ...]], sizes: list[int], number: int) -> list[list[Card]]:
    """Read a number as the description says: ``cards`` by kinds, to parts of these sizes."""
    left = [list(kind) for kind in cards]
    counts = [len(kind) for kind in cards]
    weight = 1
    held: list[list[int]] = []
    for part, size in enumerate(sizes):
        room = size
        mine: list[int] = []
        after = sum(sizes[part + 1 :])
        orders = math.factorial(after)
        for other in sizes[part + 1 :]:
            orders //= math.factorial(other)
        for kind, m in enumerate(counts):
            later, x = sum(counts[kind + 1 :]), 0
            for x in range(min(m, room), -1, -1):
                deals = weight * math.comb(m, x) * math.comb(later, room - x) * orders
                if number < deals:
                    break
                number -= deals
            weight *= math.comb(m, x)
            room -= x
            mine.append(x)
        counts = [m - x for m, x in zip(counts, mine, strict=True)]
        held.append(mine)
    dealt: list[list[Card]] = []
    for mine in held:
        dealt.append([])
        for kind, x in enumerate(mine):
            weight //= math.comb(len(left[kind]), x)
            place, number = divmod(number, weight)
            chosen = list(itertools.combinations(left[kind], x))[place]
            dealt[-1] += chosen
            for card in chosen:
                left[kind].remove(card)
    return dealt


def test_the_small_case_of_the_description() -> None:
    """Number 3000 of four aces and four kings is what the description works out, and there are as many numbers as it says."""
    game = tiny("zsiros", "Ac As Ah Ad Kc Ks Kh Kd", 2, 2, {"wild": []})
    assert game.deals == 10_080
    dealt = game.deal(number=3000, dealer=1)
    assert dealt == game.deal(deck="AdKhAsAhKcKsAcKd", dealer=1)


@examples(40)
@given(players=st.sampled_from([2, 4]), data=st.data())
def test_numbers_are_read_as_described(players: int, data: st.DataObject) -> None:
    """A program that was written from the description alone reads numbers of Zsíros and of Sixty-Six alike."""
    for game, by_suit in ((load("zsiros", players=players), False), (load("sixty-six"), True)):
        number = data.draw(st.integers(0, game.deals - 1))
        whole = game.pack.cards
        order = sorted(whole, key=lambda card: (-card.rank, card.suit or 0))
        by_rank = [tuple(each) for _, each in itertools.groupby(order, key=lambda card: card.rank)]
        kinds: list[tuple[Card, ...]] = [(card,) for card in order] if by_suit else by_rank
        size = game.rules.hand
        sizes = [size] * game.players + [1] * (len(whole) - size * game.players)
        parts = described(kinds, sizes, number)
        state = game.deal(number=number, dealer=game.players - 1)
        assert [sorted(hand) for hand in state.hands] == [sorted(part) for part in parts[: game.players]]
        rest = [part[0] for part in parts[game.players :]]
        assert list(state.talon) == (rest[1:] + rest[:1] if by_suit else rest)


@pytest.mark.turns(8)
@pytest.mark.parametrize(("name", "players"), EVERY)
def test_numbers_and_deals_go_both_ways(name: str, players: int) -> None:
    """In every game the first, the last and some numbers between, and the deals of some seeds, are found again, whoever deals."""
    game = load(name, players=players)
    for number in (
        0,
        game.deals - 1,
        *(far_below(game.deals, split_mix(seed)) for seed in range(sliced(2, whole=100))),
    ):
        dealer = number % players
        state = game.deal(number=number, dealer=dealer)
        found = game.number_of(state)
        assert found == number or (game.pack.copies > 1 and found < number)
        assert game.deal(number=found, dealer=dealer) == state
        assert game.number_of(parse(str(state))) == found
        assert number in game.numbers_like(state)
    for seed in range(sliced(2, whole=100)):
        state = game.deal(seed=seed)
        assert game.deal(number=game.number_of(state)) == state


def test_suits_that_do_not_count() -> None:
    """A deal that is told by ranks alone has the first number of those that play alike."""
    game = load("zsiros", players=2)
    state = game.deal(seed=3)
    hands, talon = (re.sub("[cshd]", "", together(cards)) for cards in (state.hands, [state.talon]))
    assert (
        game.number_of(parse(f"zsiros/2 hands={hands} talon={talon} lead={state.leader}"))
        == game.numbers_like(state).start
    )


def test_numbers_out_of_range_are_refused() -> None:
    """A number that no deal has is refused, and the message says which there are."""
    game = tiny("zsiros", "Ac As Ah Ad Kc Ks Kh Kd", 2, 2, {"wild": []})
    for number in (-1, 10_080, 10**5000):
        with pytest.raises(UsageError, match="expected a whole number from 0 to 10079 in tiny/2"):
            game.deal(number=number)


def test_what_has_no_number() -> None:
    """A deal that has gone on, one of another game, and one with fewer cards have no number."""
    game = load("zsiros", players=2)
    state = game.deal(seed=1)
    for wrong in (
        state.play(state.legal[0]),
        parse("zsiros/2 hands=A,7 lead=0"),
        load("sedma", players=2).deal(seed=1),
    ):
        with pytest.raises(UsageError, match="expected the beginning of a deal of zsiros/2"):
            game.number_of(wrong)


def test_the_number_at_any_moment() -> None:
    """A state knows the number of its deal until somebody acts, and then no more."""
    state = load("schnapsen").deal(number=12345, dealer=1)
    assert number_of(state) == 12345
    assert number_of(parse(str(state))) == 12345
    assert number_of(state.play(state.legal[0])) is None
    assert number_of(parse("zsiros/2 hands=A,7 lead=0")) is None


# --- Conditions -------------------------------------------------------------------------------------------------------

ASKED: Final = {
    "one hand": ("talon", {0: ("A", "")}),
    "two hands": ("talon", {0: ("K", "7"), 1: ("K", "")}),
    "both alike": ("two packs", {0: ("A", ""), 1: ("A", "")}),
    "a pair": ("no talon", {2: ("KK", "")}),
    "everybody": ("no talon", {0: ("K", ""), 1: ("K", ""), 2: ("K", "")}),
    "the lone card": ("lone card", {1: ("Kh", ""), 2: ("", "K")}),
    "another card of its rank": ("lone card", {1: ("K", "Kh")}),
    "by rank": ("suits", {0: ("K", ""), 1: ("A", "Ac")}),
    "by name and by rank": ("suits", {0: ("KhK", ""), 1: ("A", "")}),
    "with a cut": ("cut, suits of different length", {1: ("A", "As")}),
    "a suit that does not count": ("talon", {1: ("Ks", "")}),
    "lacking a suit that does not count": ("talon", {0: ("K", "Kc"), 1: ("", "As")}),
    "by name and by rank where suits do not count": ("talon", {0: ("KhK", ""), 1: ("Ac", "Kc")}),
    "by name in two packs": ("two packs", {0: ("Ac", ""), 1: ("Ks", "Kc")}),
    "by name beside the lone card": ("lone card", {0: ("Kc", ""), 1: ("", "Ks"), 2: ("", "7c")}),
}
"""What is asked of which seats of a tiny game: what they hold, and what they lack."""


def fulfils(hand: tuple[Card, ...], holds: str, lacks: str) -> bool:
    """Whether a hand holds and lacks these cards, told by trying every way to find them in it."""
    fits = [str(card) for card in hand]

    def is_one(asked: str, card: str) -> bool:
        return asked in (card, card[0])

    wanted = [str(card) for card in parse_cards(holds)]
    found = any(all(map(is_one, wanted, chosen)) for chosen in itertools.permutations(fits, len(wanted)))
    return found and not any(is_one(str(asked), card) for asked in parse_cards(lacks) for card in fits)


@pytest.mark.turns(2)
@pytest.mark.parametrize("name", ASKED)
def test_every_deal_that_fulfils_conditions(name: str) -> None:
    """The deals that are drawn among are those of all that fulfil what is asked, each once: so one is as likely as any other."""
    small, asked = ASKED[name]
    game = SMALL[small]()
    dealer = game.players - 1
    every = Counter(
        str(state)
        for state in (game.deal(number=number, dealer=dealer) for number in range(game.deals))
        if all(fulfils(state.hands[seat], *cards) for seat, cards in asked.items())
    )
    wanted = tuple(Wanted(seat, parse_cards(holds), parse_cards(lacks)) for seat, (holds, lacks) in asked.items())
    deals = deals_of(game, wanted)
    found = Counter(
        str(game.deal(deck=one.deck(game.rules.deal, game.players), cut=one.cut if game.cuts else None, dealer=dealer))
        for one in map(deals.at, range(deals.count))
    )
    assert found == every
    assert len(every) > 1
    for seed in range(
        20
    ):  # one number of 64 bits says every number below so few, and hardly ever one that is thrown away
        one = deals.at(next(split_mix(seed)) % deals.count)
        deck, cut = one.deck(game.rules.deal, game.players), one.cut if game.cuts else None
        holds, lacks = ({seat: cards[which] for seat, cards in asked.items()} for which in (0, 1))
        assert game.deal(seed=seed, dealer=dealer, holds=holds, lacks=lacks) == game.deal(
            deck=deck, cut=cut, dealer=dealer
        )


@pytest.mark.parametrize(
    ("bound", "drawn", "expected"),
    [
        (1, [5], 0),
        (10, [2**64 - 1, 2**64 - 7], 9),
        (2**64, [2**64 - 1], 2**64 - 1),
        (2**64 + 1, [1, 0], 2**64),
        (2**64 + 1, [2**64 - 1, 2**64 - 1, 0, 7], 7),
        (3 * 2**64, [2**64 - 1, 5, 1, 9], 2**64 + 9),
    ],
)
def test_large_numbers_below_a_bound(bound: int, drawn: list[int], expected: int) -> None:
    """Numbers are put together, the first in front; from the largest multiple of the bound on all of them are drawn again."""
    numbers = iter(drawn)
    assert far_below(bound, numbers) == expected
    assert list(numbers) == []


@examples(30)
@given(seed=st.integers(0, MAX_SEED), dealer=st.integers(0, 3))
def test_a_seed_draws_among_them(seed: int, dealer: int) -> None:
    """A seed deals what was asked of each seat, the same whenever it is asked, and seats are those at the table whoever deals."""
    game = load("zsiros", players=4)
    state = game.deal(seed=seed, dealer=dealer, holds={0: "77A", 2: parse_cards("T")}, lacks={1: "7", 2: "A"})
    held = ["".join(str(card)[0] for card in hand) for hand in state.hands]
    assert (held[0].count("7") >= 2, "A" in held[0], "T" in held[2]) == (True, True, True)
    assert "7" not in held[1]
    assert "A" not in held[2]
    assert state.dealer == dealer
    assert state == game.deal(seed=seed, dealer=dealer, holds={2: "T", 0: "A77"}, lacks={2: "A", 1: "7"})


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_suit_that_is_named_is_kept(name: str, players: int) -> None:
    """In every game, whether suits count or not: who is to hold a card by its name gets it, who lacks one may get others of its rank."""
    game = load(name, players=players)
    *rest, named = game.pack.cards
    hand = sum(game.rules.deal)
    for seed in range(4):
        assert named in game.deal(seed=seed, holds={0: (named,)}).hands[0]
        assert named not in game.deal(seed=seed, lacks={0: str(named)}).hands[0]
    having, lacking = game.deals_with(holds={0: (named,)}), game.deals_with(lacks={0: (named,)})
    assert having + lacking == game.deals
    if game.pack.copies == 1:
        assert having * len(game.pack.cards) == game.deals * hand
        both = game.deals_with(holds={0: (named,), 1: (rest[-1],)})
        assert both * len(game.pack.cards) * len(rest) == game.deals * hand**2
        assert game.deals_with(holds={0: (named,), 1: (named,)}) == 0


def test_a_survey_keeps_a_suit_that_is_named() -> None:
    """What a survey asks of hands is what the deals of its seeds have."""
    deals = Deals(count=20, holds={"A": "7h"}, lacks={"B": "7c"})
    survey = survey_of(Specification(game="zsiros/4", deals=deals))
    hands = [dealt(survey, survey.played(), seed).hands for seed in survey.drawn(0)]
    assert all("7h" in map(str, hand[0]) and "7c" not in map(str, hand[1]) for hand in hands)
    assert any(str(card)[0] == "7" for hand in hands for card in hand[1])


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"seed": 1, "holds": {0: "777", 1: "77"}}, "no deal fulfils all that is asked of the hands"),
        ({"seed": 1, "holds": {0: "A"}, "lacks": {0: "A"}}, "no deal fulfils all that is asked of the hands"),
        ({"seed": 1, "holds": {0: "AAKKQ"}}, "no deal fulfils all that is asked of the hands"),
        ({"seed": 1, "holds": {0: "2"}}, "two: zsiros/2 is not played with such a card"),
        ({"seed": 1, "holds": {2: "A"}}, "seat 2: expected 0 to 1"),
        ({"number": 1, "holds": {0: "A"}}, "what hands are to hold or to lack is asked with a seed"),
        ({"number": 1, "seed": 1}, "expected a seed, a deck or a number, and only one of them"),
        ({}, "expected a seed, a deck or a number, and only one of them"),
    ],
)
def test_conditions_that_are_refused(asked: dict[str, Any], message: str) -> None:
    """What no deal fulfils, and what is asked in the wrong way, is refused."""
    with pytest.raises(UsageError, match=message):
        load("zsiros", players=2).deal(**asked)


# --- On the command line ----------------------------------------------------------------------------------------------

WHERE: Final = """
def sevens(state):
    return sum(str(card)[0] == "7" for card in state.hands[0]) >= 2

def never(state):
    return False

def broken(state):
    return 1 / 0
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be in a folder with a module of one's own."""
    (tmp_path / "own_deals.py").write_text(WHERE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "own_deals", raising=False)


@pytest.mark.usefixtures("own")
def test_deals_on_the_command_line(run: Aceten) -> None:
    """``deal`` deals by number, under conditions, and what a function wants of the deals of the seeds; JSON tells the number."""

    def dealt(*arguments: str) -> list[str]:
        return run("deal", "zsiros/2", *arguments).out.splitlines()

    game = load("zsiros", players=2)
    assert dealt("--number", "7", "--count", "2", "--dealer", "B") == [
        str(game.deal(number=n, dealer=1)) for n in (7, 8)
    ]
    state = game.deal(seed=4, holds={0: "77A"}, lacks={1: "7"})
    asked = ("--seed", "4", "--holds", "A=7", "--holds", "0=A7", "--lacks", "B=7")
    assert dealt(*asked) == [str(state)]
    number = str(game.number_of(state))
    assert json.loads(dealt(*asked, "--json")[0]) == {"position": str(state), "seed": 4, "dealer": 0, "number": number}
    (line,) = dealt("--seed", "4", "--holds", "A=7h", "--lacks", "B=7s")
    assert line == str(game.deal(seed=4, holds={0: "7h"}, lacks={1: "7s"}))
    assert "7h" in line.partition(",")[0]
    shown = run("show", str(state), "--json").out
    assert json.loads(shown)["number"] == number
    fitting = [seed for seed in range(200) if sum(str(card)[0] == "7" for card in game.deal(seed=seed).hands[0]) >= 2][
        :3
    ]
    rows = [json.loads(row) for row in dealt("--seed", "0", "--where", "own_deals:sevens", "--count", "3", "--json")]
    assert [row["seed"] for row in rows] == fitting
    done = run("deal", "zsiros/2", "--seed", "0", "--where", "own_deals:sevens")
    assert (done.out.strip(), done.err.strip()) == (str(game.deal(seed=fitting[0])), f"seed {fitting[0]}")


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--number 1 --seed 1", "--number says the whole deal: leave out --seed, --holds and --lacks"),
        ("--number 1 --holds A=7", "--number says the whole deal: leave out --seed, --holds and --lacks"),
        (f"--number {10**40}", f"number {10**40}: expected a whole number from 0 to"),
        ("--holds 77", "--holds '77': expected SEAT=CARDS, such as A=77A"),
        ("--lacks C=7", "seat 'C': expected A, B, or 0 to 1"),
        ("--holds A=777 --lacks A=7", "no deal fulfils all that is asked of the hands"),
        ("--where own_deals", "--where 'own_deals': expected MODULE:FUNCTION"),
        ("--where no_such_module:f", "--where no_such_module:f: module 'no_such_module' cannot be imported: No module"),
        ("--where own_deals:f", "--where own_deals:f: module 'own_deals' has no function 'f'"),
        (
            "--where own_deals:broken --seed 1",
            "--where own_deals:broken: ZeroDivisionError: division by zero; asked of",
        ),
        (
            "--where own_deals:never --seed 1 --tries 50",
            "--where: 50 deals were tried, 0 of them fit; --tries looks at more",
        ),
    ],
)
def test_deals_that_are_refused(arguments: str, message: str, run: Aceten) -> None:
    """What cannot be dealt is refused in one line that says what was expected, and nothing is printed before."""
    done = run("deal", "zsiros/2", *arguments.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"error: {message}")
