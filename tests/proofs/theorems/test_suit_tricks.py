"""The theorems about suit tricks: what they speak about, positions of their counterexamples, and their formulas."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.proofs.single_obligations import PROPOSITIONS, at_each, changed, discharged, game_of, refuted, suits
from tools.mutants.mutations import installed

from aceten import Play, load, parse
from aceten.engine.suits import steps
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.theorems.play import suit_trick_theorem
from aceten_spec import Rank
from aceten_spec.formulas.suits import suit_trick_clauses

STRONG = st.tuples(st.integers(1, 4), st.integers(0, 7))
TRUMP = st.integers(0, 4)
HIGHEST = suit_trick_clauses.highest()
REFUSAL = {each: suit_trick_clauses.refusal(each) for each in suit_trick_clauses.OBLIGATIONS}
HELD = {size: [suit_trick_clauses.held(size, what) for what in ("led", "higher", "trump")] for size in range(1, 7)}


def test_theorems_speak_about_suit_tricks_alone() -> None:
    """In a game with matching tricks there is nothing to prove about suits."""
    about = setting(load("zsiros"))
    theorems = "T-SUIT-TRICK", "T-OBEY", "T-RIGHTS", "T-AUCTION", "T-SUIT-END"
    assert not [theorem for theorem in theorems if PROPOSITIONS[theorem].applies(about)]


def test_large_hands_are_covered_in_part() -> None:
    """With more cards in hand than are followed one by one the obligation says that it is bounded."""
    for game in ("einwerfen", "schnapsen"):
        applying = {step.name for step in PROPOSITIONS["T-OBEY"].steps if step.applies(setting(load(game)))}
        assert "owed" in applying
        assert "owed_first" not in applying
    assert all(step.bounded for step in PROPOSITIONS["T-OBEY"].steps if step.name.endswith("_first"))


# --- Positions ---


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        ("einwerfen/4", "if suit == lead", "if suit == trump"),
        ("sixty-six/2", "strength > height", "strength < height"),
        ("auction-sixty-six/4", "follows = True", "follows = False"),
    ],
)
def test_counterexample_can_be_shown(game: str, before: str, after: str) -> None:
    """A counterexample about a lead comes with a position in which the wrong engine lets other cards be played than the right one."""
    with installed(changed("aceten.engine.suits.steps.owed", before, after)):
        line = refuted(discharged("T-OBEY.unpaid", game_of(game))).position
        assert line
        wrong = parse(line).legal
    assert parse(line).trick
    assert set(parse(line).legal) != set(wrong)


def test_position_of_a_lead() -> None:
    """A card led and a hand make a position; cards that do not exist, or one card twice, make none."""
    about = setting(load("schnapsen"))
    line = suit_trick_theorem.lead_position(about, 3, (2, 4), [(3, 0), (2, 1)])
    state = parse(line)
    assert (str(state.trick[0]), sorted(map(str, state.hands[1]))) == ("As", ["Jh", "Qs"])
    assert [str(action) for action in state.legal if isinstance(action, Play)] == ["Qs"]
    for led, hand in (((2, 4), [(2, 4)]), ((5, 4), [(2, 1)]), ((2, 5), [(2, 1)])):
        assert not suit_trick_theorem.lead_position(about, 3, led, hand)
    tausendeins = suit_trick_theorem.lead_position(setting(load("tausendeins")), 3, (2, 4), [(3, 0), (2, 1)])
    assert "melds=" in tausendeins


# --- The formulas ---


def test_strengths() -> None:
    """The lowest rank of the order has strength 0; in Einwerfen the ten is below the under."""
    strength = suit_trick_clauses.strength(suits("einwerfen").rules)
    assert [strength.at(rank) for rank in (Rank.SEVEN, Rank.NINE, Rank.TEN, Rank.JACK, Rank.ACE)] == [0, 2, 3, 4, 7]
    strength = suit_trick_clauses.strength(suits("schnapsen").rules)
    assert [strength.at(rank) for rank in (Rank.JACK, Rank.TEN, Rank.ACE)] == [0, 3, 4]


def test_what_takes_a_trick() -> None:
    """A higher card of the suit, or a trump on another suit; a lower trump does not."""
    takes = suit_trick_clauses.takes()
    assert all(at_each(takes, (1, 5, 1, 4, 3), (3, 0, 1, 7, 3)))
    assert not any(at_each(takes, (1, 4, 1, 5, 3), (2, 7, 1, 0, 3), (3, 0, 3, 1, 3), (1, 7, 3, 0, 3), (2, 7, 1, 0, 0)))


@given(st.lists(STRONG, min_size=1, max_size=4, unique=True), TRUMP)
def test_exactly_one_card_is_the_highest(cards: list[tuple[int, int]], trump: int) -> None:
    """Of the cards of any trick one is the highest, and the engine's comparison finds it."""
    led = cards[0][0]
    winning = [card for card in cards if all(HIGHEST.at(*card, *other, trump, led) for other in cards)]
    best = cards[0]
    for card in cards[1:]:
        best = card if steps.beats(card, best, trump) else best
    assert winning == [best]


@given(
    st.lists(STRONG, min_size=1, max_size=6, unique=True),
    STRONG,
    TRUMP,
    st.sampled_from(suit_trick_clauses.OBLIGATIONS),
)
def test_what_is_refused(hand: list[tuple[int, int]], led: tuple[int, int], trump: int, obligation: str) -> None:
    """The formula refuses a card as the clauses do, read card by card."""
    has = [formula.at(*led, trump, *itertools.chain(*hand)) for formula in HELD[len(hand)]]
    same = [card for card in hand if card[0] == led[0]]
    above = [card for card in same if card[1] > led[1]]
    assert has == [bool(same), bool(above), any(card[0] == trump for card in hand)]
    allowed = hand
    if obligation != "none" and same:
        allowed = above if above and obligation == "follow_beat_trump" else same
    elif obligation == "follow_beat_trump":
        allowed = [card for card in hand if card[0] == trump] or hand
    assert [card for card in hand if not REFUSAL[obligation].at(*card, *led, trump, *has)] == allowed


def test_reasons() -> None:
    """A card that does not follow, one that is too low, and one that is no trump are refused for different reasons."""
    given = (2, 7, 1, 3, 4, 1, 0, 1), (1, 2, 1, 3, 4, 1, 1, 1), (2, 7, 1, 3, 4, 0, 0, 1), (1, 2, 1, 3, 4, 1, 0, 1)
    reasons = [suit_trick_clauses.REFUSALS[why] for why in at_each(REFUSAL["follow_beat_trump"], *given)]
    assert reasons == ["suit_not_followed", "not_beaten", "not_trumped", ""]


def test_strict_rules_begin() -> None:
    """In Schnapsen any card may be played while there is an open talon; then the strict rules hold."""
    owes = suit_trick_clauses.owes(suits("schnapsen").rules)
    due = [suit_trick_clauses.OBLIGATIONS[each] for each in at_each(owes, (4, 0), (4, 1), (0, 0))]
    assert due == ["none", "follow_beat_trump", "follow_beat_trump"]


def test_what_pays() -> None:
    """Where nothing is due every card pays; else a card of the suit that is high enough."""
    given = (1, 0, 0, -1), (1, 0, 1, -1), (2, 7, 1, -1), (1, 3, 1, 3), (1, 4, 1, 3)
    assert at_each(suit_trick_clauses.pays(), *given) == [True, True, False, False, True]
