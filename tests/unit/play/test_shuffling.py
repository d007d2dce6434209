"""The shuffle, compared with published numbers and with programs written from its description."""

import itertools
import json
import shutil
import subprocess
from collections import Counter
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.slices import examples

from aceten import UsageError, load
from aceten.deals.shuffling import MAX_SEED, below, shuffle, shuffle_and_cut, split_mix
from aceten_spec import PACKS, Card, Pack, card

PUBLISHED: Final = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""The first numbers of SplitMix64 from the seed 1234567, as published for checking implementations."""

WORD: Final = 2**64
GAMMA: Final = 0x9E3779B97F4A7C15

JAVASCRIPT: Final = """
const [count, ...seeds] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const word = (1n << 64n) - 1n;
function deck(seed) {
  let state = BigInt(seed);
  const step = () => {
    state = (state + 0x9e3779b97f4a7c15n) & word;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & word;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & word;
    return z ^ (z >> 31n);
  };
  const below = (n) => {
    for (;;) {
      const r = Number(step() >> 32n);
      if (r < Math.floor(2 ** 32 / n) * n) return r % n;
    }
  };
  const places = Array.from({ length: count }, (_, place) => place);
  for (let i = count - 1; i >= 1; i--) {
    const j = below(i + 1);
    [places[i], places[j]] = [places[j], places[i]];
  }
  return [...places, below(count)];
}
process.stdout.write(JSON.stringify(seeds.map(deck)));
"""


def from_description(cards: tuple[Card, ...], seed: int) -> list[Card]:
    """Shuffle as the description says, step by step."""
    return cut_from_description(cards, seed)[0]


def cut_from_description(cards: tuple[Card, ...], seed: int) -> tuple[list[Card], Card]:
    """Shuffle and cut as the description says, step by step."""
    state = seed

    def step() -> int:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) % WORD
        z = state
        z = (z ^ (z // 2**30)) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ (z // 2**27)) * 0x94D049BB133111EB % WORD
        return z ^ (z // 2**31)

    def number_below(n: int) -> int:
        while True:
            upper = step() // 2**32
            if upper < n * (2**32 // n):
                return upper % n

    deck = list(cards)
    place = len(deck) - 1
    while place >= 1:
        other = number_below(place + 1)
        kept = deck[place]
        deck[place] = deck[other]
        deck[other] = kept
        place -= 1
    return deck, deck[number_below(len(deck))]


def _unshift(z: int, by: int) -> int:
    """Return the number that gives ``z`` when it is mixed with itself shifted down."""
    found = z
    for _ in range(64 // by):
        found = z ^ (found >> by)
    return found


def seed_whose_number(index: int, value: int) -> int:
    """Return the seed whose number at this index, from 0, is this value: every step of the generator can be undone."""
    z = _unshift(value, 31)
    z = _unshift(z * pow(0x94D049BB133111EB, -1, WORD) % WORD, 27)
    z = _unshift(z * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD, 30)
    return (z - (index + 1) * GAMMA) % WORD


THROWN_AWAY: Final = tuple(
    seed_whose_number(index, (2**32 - 1) * 2**32 + index)
    for index in range(31)
    if 2**32 % (32 - index)  # a power of two throws nothing away
)
"""Seeds for which one of the 31 numbers that shuffle 32 cards is thrown away, which no other seed is likely to show."""


def test_generator_gives_the_published_numbers() -> None:
    """The generator is SplitMix64: from the seed 1234567 it gives the numbers published for it."""
    assert tuple(itertools.islice(split_mix(1234567), len(PUBLISHED))) == PUBLISHED


@settings(deadline=None)
@given(seed=st.integers(0, MAX_SEED), pack=st.sampled_from(sorted(PACKS.values(), key=lambda pack: pack.id)))
def test_shuffle_is_what_its_description_says(seed: int, pack: Pack) -> None:
    """Any seed shuffles any pack as a program does that was written from the description alone."""
    assert list(shuffle(pack.cards, seed)) == from_description(pack.cards, seed)


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED, *THROWN_AWAY])
def test_shuffle_throws_numbers_away_as_described(seed: int) -> None:
    """A number that would make some cards likelier than others is thrown away and the next one is taken."""
    cards = PACKS["german-32"].cards
    assert list(shuffle(cards, seed)) == from_description(cards, seed)


def test_seeds_that_throw_a_number_away_are_what_they_seem() -> None:
    """Each of the seeds that are to throw a number away has such a number where a bound needs it."""
    assert len(THROWN_AWAY) > 20
    for seed in THROWN_AWAY:
        uppers = [number >> 32 for number in itertools.islice(split_mix(seed), 31)]
        bounds = range(32, 1, -1)
        assert any(upper >= 2**32 // bound * bound for upper, bound in zip(uppers, bounds, strict=True))


@pytest.mark.parametrize(
    ("bound", "uppers", "drawn"),
    [
        (3, [2**32 - 2], 2),
        (3, [2**32 - 1, 4], 1),
        (3, [2**32 - 1, 2**32 - 1, 0], 0),
        (4, [2**32 - 1], 3),
        (5, [2**32 - 1, 7], 2),
        (31, [2**32 - 5], 30),
        (31, [2**32 - 4, 32], 1),
        (1, [12345], 0),
    ],
)
def test_number_below_a_bound(bound: int, uppers: list[int], drawn: int) -> None:
    """A draw is the upper half of a number modulo the bound; from the largest multiple of the bound on it is drawn again."""
    numbers = iter([upper << 32 | 0xFFFFFFFF for upper in uppers])
    assert below(bound, numbers) == drawn
    assert list(numbers) == []


def test_javascript_shuffles_alike() -> None:
    """A few lines of JavaScript, written from the description, deal the same decks."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node, and there is none on the path")
    seeds = [0, 1, 7, 1234567, 2**53 + 1, MAX_SEED, *THROWN_AWAY]
    cards = PACKS["german-32"].cards
    asked = json.dumps([len(cards), *map(str, seeds)])
    command = [node, "-e", JAVASCRIPT]
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, timeout=60)  # noqa: S603 - our own program
    found: list[list[int]] = json.loads(ran.stdout)
    decks = [tuple(cards[place] for place in places[:-1]) for places in found]
    assert decks == [shuffle(cards, seed) for seed in seeds]
    cuts = [deck[places[-1]] for deck, places in zip(decks, found, strict=True)]
    assert list(zip(decks, cuts, strict=True)) == [shuffle_and_cut(cards, seed) for seed in seeds]


@pytest.mark.parametrize(
    ("seed", "top", "place", "cut"),
    [
        (0, "AdQd8dKs", 30, "8h"),
        (1, "KsJc9h7d", 7, "Td"),
        (7, "9d8dKd8c", 11, "8h"),
        (1234567, "KcKsQh9c", 17, "8d"),
        (MAX_SEED, "9c9hTdKd", 22, "Kh"),
    ],
)
def test_the_card_that_cutting_shows(seed: int, top: str, place: int, cut: str) -> None:
    """The card that is cut lies at the place drawn next after the shuffle: numbers worked out without the engine, in two languages."""
    deck, shown = shuffle_and_cut(PACKS["german-32"].cards, seed)
    assert ("".join(map(str, deck[:4])), deck.index(shown), shown) == (top, place, card(cut))


@settings(deadline=None)
@given(seed=st.integers(0, MAX_SEED), pack=st.sampled_from(sorted(PACKS.values(), key=lambda pack: pack.id)))
def test_cutting_leaves_the_shuffle_as_it_is(seed: int, pack: Pack) -> None:
    """A pack that is cut is shuffled as one that is not, and the card that is cut is what the description says."""
    deck, shown = shuffle_and_cut(pack.cards, seed)
    assert deck == shuffle(pack.cards, seed)
    assert (list(deck), shown) == cut_from_description(pack.cards, seed)


def test_every_card_is_cut() -> None:
    """No card of the pack is likelier to be cut than another."""
    cards = PACKS["german-32"].cards
    found = Counter(shuffle_and_cut(cards, seed)[1] for seed in range(6400))
    assert set(found) == set(cards)
    # About 200 each, with a standard deviation of 14.
    assert all(130 < times < 270 for times in found.values())


@settings(deadline=None)
@given(seed=st.integers(0, MAX_SEED), pack=st.sampled_from(sorted(PACKS.values(), key=lambda pack: pack.id)))
def test_shuffle_loses_no_card(seed: int, pack: Pack) -> None:
    """Every seed puts the very cards of the pack in some order."""
    assert Counter(shuffle(pack.cards, seed)) == Counter(pack.cards)


def test_every_card_comes_to_every_place() -> None:
    """No card is likelier at one place of the deck than at another."""
    cards = PACKS["german-32"].cards
    decks = [shuffle(cards, seed) for seed in range(6400)]
    for place in range(len(cards)):
        found = Counter(deck[place] for deck in decks)
        assert set(found) == set(cards)
        # About 200 each, with a standard deviation of 14.
        assert all(130 < times < 270 for times in found.values())


@pytest.mark.parametrize("seed", [-1, 2**64, -(2**64), 2**80])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    """A seed below 0 or above the largest is refused wherever one is given, and the message says which there are."""
    message = f"seed {seed}: expected a whole number from 0 to {MAX_SEED}"
    for use in (
        lambda: shuffle(PACKS["german-32"].cards, seed),
        lambda: next(split_mix(seed)),
        lambda: load("zsiros").deal(seed=seed),
        lambda: load("einwerfen").deal(seed=seed),
    ):
        with pytest.raises(UsageError, match=message):
            use()


@examples(50)
@given(seed=st.integers(0, MAX_SEED), players=st.sampled_from([2, 4]), data=st.data())
def test_a_seed_deals_the_deck_it_shuffles(seed: int, players: int, data: st.DataObject) -> None:
    """To deal from a seed is to deal the pack as this seed shuffles it, as cards or as text."""
    game = load("zsiros", players=players)
    dealer = data.draw(st.integers(0, players - 1))
    deck = shuffle(game.pack.cards, seed)
    dealt = game.deal(seed=seed, dealer=dealer)
    assert dealt == game.deal(deck=deck, dealer=dealer) == game.deal(deck="".join(map(str, deck)), dealer=dealer)


@examples(50)
@given(seed=st.integers(0, MAX_SEED), dealer=st.integers(0, 3))
def test_a_seed_cuts_for_trumps(seed: int, dealer: int) -> None:
    """Where a card is cut, to deal from a seed is to deal the deck that it shuffles with the card that it cuts."""
    game = load("einwerfen")
    deck, cut = shuffle_and_cut(game.pack.cards, seed)
    dealt = game.deal(seed=seed, dealer=dealer)
    assert dealt == game.deal(deck=deck, cut=cut, dealer=dealer) == game.deal(deck=deck, cut=str(cut), dealer=dealer)
    assert f"trump={'cshd'[(cut.suit or 0) - 1]}" in str(dealt)


@pytest.mark.parametrize(
    ("name", "seed", "cut", "message"),
    [
        ("einwerfen", None, None, "deal: expected the card that cutting shows"),
        ("einwerfen", None, "A", "deal: the cut shows the ace; expected a card of the pack, with its suit"),
        ("einwerfen", None, "2h", "deal: the cut shows the two of hearts; expected a card of the pack"),
        ("einwerfen", 1, "Ah", "deal: the seed or the number says where the pack is cut"),
        ("zsiros", None, "Ah", "deal: no card is cut in zsiros/4"),
    ],
)
def test_what_is_cut_is_asked_for(name: str, seed: int | None, cut: str | None, message: str) -> None:
    """A cut belongs to a deck, to a game in which one cuts, and to its pack; a seed says by itself what is cut."""
    game = load(name)
    with pytest.raises(UsageError, match=message):
        game.deal(seed=seed, deck=game.pack.cards if seed is None else None, cut=cut)
