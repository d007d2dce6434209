"""Matching tricks: who takes one, what a player may do, and that play ends. The formulas on given values, and in whole deals."""

import msgspec
import pytest
from support.proofs.single_obligations import MATCHING, PROPOSITIONS, at_each, established, matching
from support.slices import sliced

from aceten import MatchingState, load
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.statements.witnesses import played
from aceten.proofs.theorems.play import branch_claims
from aceten_spec import Rank, load_shipped
from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.written_cards import card


@pytest.mark.turns(12)
def test_a_led_card_trumps_for_what_it_counts_when_it_is_led() -> None:
    """A lone card that is a trump when it is played, but only itself when it is led, does not trump its own trick."""
    three = load_shipped("sedma-three")
    rules = msgspec.structs.replace(three.parameters, wild_role="trump", lone_card_led="own")
    game = load(msgspec.structs.replace(three, parameters=rules))
    theorem = established("T-TRICK", game, only={"T-TRICK.trumped", "T-TRICK.put"})
    assert [obligation.verdict for obligation in theorem.obligations] == ["proved", "proved"]


@pytest.mark.parametrize(
    ("theorem", "game", "applies"),
    [("T-TRICK", "sedma-trumps", True), ("T-TRICK", "einwerfen", False), ("T-END", "einwerfen", False)],
)
def test_games_with_suit_tricks_are_left_out(theorem: str, game: str, *, applies: bool) -> None:
    """The theorems are about matching tricks, those that earlier rounds have trumped among them."""
    assert PROPOSITIONS[theorem].applies(setting(load(game))) is applies


# --- Who takes a trick ---


def taker(game: str, trick: str) -> int:
    """Return the place of the card that takes a trick, by the formula."""
    cards = [int(card(each)) for each in trick.split()]
    formula = trick_clauses.takes(matching(game).rules, matching(game).players, len(cards))
    [place] = [place for place in range(-1, len(cards) + 1) if formula.at(place, *cards)]
    return place


@pytest.mark.parametrize(
    ("game", "trick", "place"),
    [
        ("zsiros/4", "A K Q J", 0),
        ("zsiros/4", "A K A J", 2),
        ("zsiros/4", "A 7 A 7", 3),
        ("zsiros/4", "7 A A K", 0),
        ("zsiros/4", "7 A 7 K", 2),
        ("zsiros/2", "A A A K", 2),
        ("zsiros/2", "A K 7 A", 3),
        ("lusti-kartln/4", "A 7 7 7", 0),
        ("sedma-trumps/4", "A 7 A A", 1),
        ("sedma-trumps/4", "A A K Q", 1),
        ("sedma-trumps/4", "A 7 A 7", 3),
        ("sedma-trumps/2", "A 7 A A", 1),
        ("sedma-three/3", "Qc Kh Kc", 1),
        ("sedma-three/3", "Kh Kc Qc", 0),
        ("sedma-three/3", "Kh Kc 7c", 2),
        ("sedma-three/3", "Kc Ks Qc", 1),
        ("hola/2", "A A K Q", 2),
        ("hola/2", "A A K K", 3),
        ("hola/2", "A K 7 2", 3),
        ("hola/2", "7 2", 1),
        ("ristiklappi/4 taken_by=first_match", "A K A A", 2),
        ("ristiklappi/4 taken_by=first_match", "A K Q J", 0),
    ],
)
def test_which_card_takes_a_trick(game: str, trick: str, place: int) -> None:
    """ZS-PLAY-4 to ZS-PLAY-6, ST-PLAY-9, SL-LONE-3, SL-LONE-4, HO-MULTI-10: by hand, which card of these tricks takes it."""
    assert taker(game, trick) == place


def test_who_is_known_to_play_alone() -> None:
    """SL-LONE-2: whoever has played the king of hearts, here the second after the leader; before, what was known."""
    formula = trick_clauses.lone_seat(matching("sedma-three").rules, 3, 3)
    assert formula.at(1, 2, card("Ac"), card("Ks"), card("Kh")) == 0
    assert formula.at(1, 2, card("Ac"), card("Ks"), card("Kd")) == 2


@pytest.mark.parametrize(
    ("rank", "led", "trumped", "matches"),
    [(14, 14, 0, True), (14, 14, 1, False), (7, 14, 1, True), (7, 7, 0, True), (14, 7, 0, False), (13, 14, 0, False)],
)
def test_what_matches(rank: int, led: int, trumped: int, *, matches: bool) -> None:
    """ST-PLAY-5, ST-PLAY-6, ST-PLAY-9: a seven matches anything, an ace an ace as long as the trick is not trumped."""
    assert trick_clauses.matching(matching("sedma-trumps").rules).at(rank, led, trumped) == matches


@pytest.mark.parametrize(("cards", "place"), [(1, 0), (3, 0), (4, 0), (5, 4), (8, 4), (9, 8)])
def test_what_is_to_be_matched(cards: int, place: int) -> None:
    """HO-MULTI-10: with four players the card led to the newest round; ZS-MULTI-3: the first card."""
    newest, first = (trick_clauses.to_match(matching(game).rules, 4) for game in ("hola/4", "zsiros/4"))
    assert [number for number in range(10) if newest.at(cards, number)] == [place]
    assert [number for number in range(10) if first.at(cards, number)] == [0]


@pytest.mark.parametrize(
    ("players", "ranks", "burns"),
    [(4, (9, 9, 9, 9), True), (4, (9, 9, 9, 8), False), (2, (9, 9, 9, 9), False), (4, (9, 8, 9, 8, 7, 7, 7, 7), True)],
)
def test_what_burns(players: int, ranks: tuple[int, ...], *, burns: bool) -> None:
    """HO-SCORE-11: a round of four cards of one rank, of four players."""
    assert trick_clauses.burns(players, len(ranks)).at(*ranks) == burns


def test_what_a_lone_card_counts_as() -> None:
    """SL-LONE-3, SL-LONE-4: the king of hearts counts as a seven, led and played; other kings are kings."""
    rules = matching("sedma-three").rules
    for formula in (trick_clauses.rank_of_led(rules), trick_clauses.rank_of_played(rules)):
        assert at_each(formula, (card("Kh"),), (card("Ks"),)) == [Rank.SEVEN, Rank.KING]


# --- What a player may do ---


@pytest.mark.parametrize(
    ("game", "leading", "winning", "may"),
    [("zsiros", 0, 1, True), ("zsiros", 0, 0, False), ("sedma", 0, 0, True), ("lusti-kartln", 0, 1, False)],
)
def test_who_may_continue(game: str, leading: int, winning: int, *, may: bool) -> None:
    """ZS-MULTI-1: when an opponent is winning, always, or never."""
    assert trick_clauses.may_continue(matching(f"{game}/4").rules).at(leading, winning, int(leading == winning)) == may


@pytest.mark.parametrize(
    ("game", "rank", "led", "trumped", "holds"),
    [
        ("zsiros", 14, 14, 0, True),
        ("zsiros", 7, 14, 0, True),
        ("zsiros", 7, 7, 0, True),
        ("zsiros", 10, 14, 0, False),
        ("zsiros", 13, 14, 0, False),
        ("zsiros", 14, 7, 0, False),
        ("sedma-trumps", 14, 14, 1, False),
        ("hola", 13, 14, 0, True),
    ],
)
def test_what_continues(game: str, rank: int, led: int, trumped: int, *, holds: bool) -> None:
    """ZS-MULTI-2, ST-MULTI-9, HO-MULTI-2: the led rank or a seven, in a trumped trick a seven, or any card."""
    assert trick_clauses.continues(matching(f"{game}/4").rules).at(rank, led, trumped) == holds


@pytest.mark.parametrize(
    ("rank", "limit", "leads", "holds"),
    [(9, 3, (9, 9, 9), True), (8, 3, (9, 9, 9), False), (9, 3, (9, 9), False), (9, 0, (9, 9, 9), False)],
)
def test_which_rank_is_barred(rank: int, limit: int, leads: tuple[int, ...], *, holds: bool) -> None:
    """RK-PLAY-11: after three nines that were led in a row, a nine is."""
    assert trick_clauses.barred(len(leads)).at(rank, limit, *leads) == holds


@pytest.mark.parametrize(
    ("barred", "held", "holds"), [(0, (0, 1), True), (1, (0, 1), False), (1, (1, 1), True), (0, (0, 0), True)]
)
def test_what_may_be_led(barred: int, held: tuple[int, ...], *, holds: bool) -> None:
    """RK-PLAY-11: a card of a barred rank only by who holds no other."""
    assert trick_clauses.may_lead(len(held)).at(barred, *held) == holds


@pytest.mark.parametrize(
    ("rank", "leads", "after"), [(9, (), 1), (9, (9,), 2), (9, (9, 9), 3), (9, (9, 9, 9), 3), (8, (9, 9, 9), 1)]
)
def test_how_many_leads_count(rank: int, leads: tuple[int, ...], after: int) -> None:
    """RK-PLAY-11: with a limit of three, leads of one rank are counted to three, and another rank begins anew."""
    formula = trick_clauses.in_a_row(len(leads))
    assert [number for number in range(6) if formula.at(rank, 3, number, *leads)] == [after]


def test_when_the_leader_has_to_choose() -> None:
    """ZS-MULTI-5: with two players after two cards and after four, unless the trick is his who drew to spice it."""
    assert at_each(trick_clauses.choosing(2), (2, 0), (4, 0), (0, 0), (1, 0), (2, 1)) == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_who_may_flip() -> None:
    """RL-FLIP-3: whoever is to lead or to play, while there is a talon."""
    assert at_each(trick_clauses.may_flip(matching("ristiklappi/2").rules), (0,), (1,), (5,)) == [False, True, True]
    assert not any(at_each(trick_clauses.may_flip(matching("zsiros/2").rules), (0,), (1,), (5,)))


def test_who_may_spice() -> None:
    """RL-SPICE-2: who draws after the trick, because he has not flipped and there is a talon."""
    formula = trick_clauses.may_spice(matching("ristiklappi/2").rules)
    assert at_each(formula, (3, 4), (0, 4), (3, 5)) == [True, False, False]
    assert not trick_clauses.may_spice(matching("ristikontra/4").rules).at(3, 4)


def test_who_may_call() -> None:
    """ZS-CALL-2: of four players the one opposite, of two nobody."""
    four, two = (trick_clauses.may_call(matching(f"zsiros/{players}").rules, players) for players in (4, 2))
    assert [seat for seat in range(4) if four.at(1, seat)] == [3]
    assert not any(two.at(0, seat) for seat in range(2))


# --- That play ends ---


def test_measure() -> None:
    """The cards, a choice for each round after which there may be one, and the choice there is: less after a card, and after a choice."""
    for name, cards, measures in (
        ("zsiros/4", (32, 29, 28, 4, 1, 0), (39, 36, 34, 4, 1, 0)),
        ("ristiklappi/2", (52, 50, 12, 10, 9), (73, 70, 13, 10, 9)),
        ("lusti-kartln/4", (32, 31, 0), (32, 31, 0)),
        ("hola/6", (104, 103, 8, 2), (118, 117, 6, 0)),
    ):
        assert tuple(branch_claims.measure(matching(name), count) for count in cards) == measures
    assert branch_claims.measure(matching("zsiros/4"), 28, choosing=True) == 35


def test_between_tricks() -> None:
    """ZS-PLAY-8, ZS-DRAW-1: full hands as long as the talon suffices, and over only without a card in a hand."""
    between = trick_clauses.between_tricks(matching("zsiros/4").rules, 4)
    assert all(at_each(between, (4, 24, 0), (3, 1, 0), (0, 0, 1)))
    assert not any(at_each(between, (3, 24, 0), (0, 0, 0), (0, 8, 1)))


# --- Whole deals ---


@pytest.mark.turns(2)
@pytest.mark.parametrize(("game", "players"), sliced([("zsiros", 4), ("hola", 3), ("sedma-trumps", 2)], whole=MATCHING))
def test_engine_has_the_winner_of_the_formula(game: str, players: int) -> None:
    """At every moment of a deal the seat is winning that played the card which the formula names."""
    loaded = matching(f"{game}/{players}")
    state = loaded.deal(seed=1)
    for action in played(loaded, 1):
        state = state.play(action)
        if state.trick:
            formula = trick_clauses.takes(loaded.rules, players, len(state.trick))
            cards = tuple(map(int, state.trick))
            [place] = [place for place in range(len(cards)) if formula.at(place, *cards)]
            assert state.winning == (state.leader + place) % players


@pytest.mark.parametrize(("game", "players"), MATCHING)
def test_every_action_lowers_the_measure(game: str, players: int) -> None:
    """In a whole deal of each game every action lowers the measure, and at the end nothing is left to play."""
    loaded = matching(f"{game}/{players}")
    state, left = loaded.deal(seed=3), list[int]()
    for action in (None, *played(loaded, 3)):
        state = state if action is None else state.play(action)
        assert isinstance(state, MatchingState)
        choice = state.choosing or state.drawn is not None
        left.append(branch_claims.measure(loaded, sum(map(len, (*state.hands, state.talon))), choosing=choice))
    assert left == sorted(set(left), reverse=True)
    assert (state.turn, any(state.hands)) == (None, False)
