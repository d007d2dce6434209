"""Who takes a trick: the theorem, wrong functions for which it must fail, and its formulas on given values."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec
import pytest
from slices import sliced

from aceten import MatchingGame, load
from aceten.matching import steps
from aceten.matching.state import MatchingState
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.setting import setting
from aceten.proofs.theorems.tricks import TRICK
from aceten.proofs.witness import played
from aceten_spec import Rank, load_shipped, shipped
from aceten_spec.cards import card, rank_number
from aceten_spec.formulas import Z3, Formula
from aceten_spec.formulas import tricks as rules_of

if TYPE_CHECKING:
    from aceten.matching.steps import Matching
    from aceten.proofs.propositions import Proposition
    from aceten.proofs.report import Obligation
    from aceten_spec import Card
    from aceten_spec.formulas import Truth
    from aceten_spec.rulebook import MatchingParameters

MATCHING = [
    (game, players)
    for game in shipped()
    for players in load_shipped(game).parameters.players
    if isinstance(load(game), MatchingGame)
]
"""The games that the theorem speaks about."""
GAMES = sliced([("hola", 2)], whole=MATCHING)
OPTIONS = sliced(
    [("ristiklappi", 2, {"taken_by": "first_match"})],
    whole=[
        ("ristiklappi", 2, {"taken_by": "first_match"}),
        ("ristiklappi", 4, {"taken_by": "first_match"}),
        ("hola", 2, {"wild_led": "own_rank"}),
        ("hola", 4, {"continue_with": "first_rank"}),
        ("sedma-three", 3, {"lone_card_led": "own"}),
    ],
)
Z3_ALONE = Provers(solvers=("z3",))


@functools.cache
def matching_game(game: str, players: int = 0) -> MatchingGame:
    """Return a game with matching tricks."""
    loaded = load(game, players=players or max(load_shipped(game).parameters.players))
    assert isinstance(loaded, MatchingGame)
    return loaded


@pytest.mark.turns(3)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_theorem_is_proved(game: str, players: int) -> None:
    """Every trick of these games has one winner, who is as the clauses say, by both solvers."""
    theorem = establish(TRICK, setting(load(game, players=players)), provers=Provers())
    assert theorem.verdict == "proved", [each for each in theorem.obligations if each.verdict != "proved"]
    assert all("{" not in obligation.domain for obligation in theorem.obligations)
    assert theorem.statement.startswith("every trick has one winner: the ")


@pytest.mark.parametrize(("game", "players", "options"), OPTIONS)
def test_theorem_follows_options(game: str, players: int, options: dict[str, str]) -> None:
    """With an option the theorem is about what that option says."""
    assert establish(TRICK, setting(load(game, players=players, **options)), provers=Z3_ALONE).verdict == "proved"


@pytest.mark.turns(3)
def test_a_led_card_trumps_for_what_it_counts_when_it_is_led() -> None:
    """A lone card that is a trump when it is played, but only itself when it is led, does not trump its own trick."""
    three = load_shipped("sedma-three")
    rules = msgspec.structs.replace(three.parameters, wild_role="trump", lone_card_led="own")
    game = load(msgspec.structs.replace(three, parameters=rules))
    theorem = establish(TRICK, setting(game), only={"T-TRICK.trumped", "T-TRICK.put"}, provers=Z3_ALONE)
    assert [obligation.verdict for obligation in theorem.obligations] == ["proved", "proved"]


def test_rules_that_contradict_each_other_are_left_out() -> None:
    """Trumps of earlier rounds that play no part, and a trick that they have trumped, do not go together: nothing is claimed."""
    assert TRICK.applies(setting(load("sedma-trumps")))
    assert not TRICK.applies(setting(load("einwerfen")))


def refutation(proposition: Proposition, step: str, game: str, players: int) -> Obligation:
    """Return an obligation that a wrong function makes fail."""
    name = f"{proposition.id}.{step}"
    theorem = establish(proposition, setting(load(game, players=players)), only={name}, provers=Z3_ALONE)
    [found] = theorem.obligations
    return found


# --- Wrong functions --------------------------------------------------------------------------------------------------


def _nothing_is_wild(_rank: int, _wild: tuple[int, ...]) -> bool:
    return False


def _led_rank_alone(rank: int, led: int, _: Matching, *, trumped: bool = False) -> bool:
    return rank == led and not trumped


def _never(*_: object, **__: object) -> bool:
    return False


def _first_card(_cards: int, _players: int, _rules: Matching) -> int:
    return 0


def _whoever_plays(_winning: int, seat: int, _leader: int, **_: object) -> int:
    return seat


def _own_rank(_: MatchingGame, played: Card) -> int:
    return rank_number(played)


def _the_newest_card(state: MatchingState) -> int | None:
    return state.game.led_rank(state.trick[-1]) if state.trick else None


def _first_two_alike(ranks: tuple[int, ...], players: int) -> bool:
    return players == 4 and ranks[0] == ranks[1]


def _first_or_second(_rules: MatchingParameters, _players: int, cards: int) -> Formula[Truth]:
    place, trick = Z3.Int("place"), [Z3.Int(f"card{number}") for number in range(cards)]
    return Formula(clauses=(), text="", variables=(place, *trick), term=(place == 0) | (place == 1))


@pytest.mark.parametrize(
    ("step", "holder", "name", "wrong", "game", "players"),
    [
        ("wild", steps, "is_wild", _nothing_is_wild, "zsiros", 2),
        ("match", steps, "matches", _led_rank_alone, "zsiros", 2),
        ("can", steps, "can_continue", _never, "zsiros", 2),
        ("trump", steps, "is_trumped", _never, "sedma-trumps", 2),
        ("deciding", steps, "deciding", _first_card, "hola", 2),
        ("ahead", steps, "winning_after", _whoever_plays, "zsiros", 2),
        ("led", MatchingGame, "led_rank", _own_rank, "sedma-three", 3),
        ("played", MatchingGame, "played_rank", _own_rank, "sedma-three", 3),
        ("to_match", MatchingState, "to_match", property(_the_newest_card), "zsiros", 2),
        ("trumped", MatchingState, "trumped", property(_never), "sedma-trumps", 2),
        ("one_winner", rules_of, "takes", _first_or_second, "zsiros", 2),
        ("four", steps, "four_of_a_rank", _first_two_alike, "zsiros", 4),
    ],
)
def test_wrong_function_is_refuted(
    monkeypatch: pytest.MonkeyPatch, *, step: str, holder: object, name: str, wrong: object, game: str, players: int
) -> None:
    """A wrong function is refuted at its own step, by numbers that show what is wrong."""
    monkeypatch.setattr(holder, name, wrong)
    found = refutation(TRICK, step, game, players)
    assert found.verdict == "refuted", found
    assert found.counterexample is not None


# --- Formulas on given values -----------------------------------------------------------------------------------------


def taker(game: str, players: int, trick: str) -> int:
    """Return the place of the card that takes a trick, by the formula."""
    cards = [int(card(each)) for each in trick.split()]
    formula = rules_of.takes(matching_game(game, players).rules, players, len(cards))
    [place] = [place for place in range(-1, len(cards) + 1) if formula.at(place, *cards)]
    return place


@pytest.mark.parametrize(
    ("game", "players", "trick", "place"),
    [
        ("zsiros", 4, "A K Q J", 0),
        ("zsiros", 4, "A K A J", 2),
        ("zsiros", 4, "A 7 A 7", 3),
        ("zsiros", 4, "7 A A K", 0),
        ("zsiros", 4, "7 A 7 K", 2),
        ("zsiros", 2, "A A A K", 2),
        ("zsiros", 2, "A K 7 A", 3),
        ("lusti-kartln", 4, "A 7 7 7", 0),
        ("sedma-trumps", 4, "A 7 A A", 1),
        ("sedma-trumps", 4, "A A K Q", 1),
        ("sedma-trumps", 4, "A 7 A 7", 3),
        ("sedma-trumps", 2, "A 7 A A", 1),
        ("sedma-three", 3, "Qc Kh Kc", 1),
        ("sedma-three", 3, "Kh Kc Qc", 0),
        ("sedma-three", 3, "Kh Kc 7c", 2),
        ("sedma-three", 3, "Kc Ks Qc", 1),
        ("hola", 2, "A A K Q", 2),
        ("hola", 2, "A A K K", 3),
        ("hola", 2, "A K 7 2", 3),
        ("hola", 2, "7 2", 1),
    ],
)
def test_which_card_takes_a_trick(game: str, players: int, trick: str, place: int) -> None:
    """ZS-PLAY-4 to ZS-PLAY-6, ST-PLAY-9, SL-LONE-3, SL-LONE-4, HO-MULTI-10: by hand, which card of these tricks takes it."""
    assert taker(game, players, trick) == place


def test_who_is_known_to_play_alone() -> None:
    """SL-LONE-2: whoever has played the king of hearts, here the second after the leader; before, what was known."""
    formula = rules_of.lone_seat(matching_game("sedma-three").rules, 3, 3)
    assert formula.at(1, 2, card("Ac"), card("Ks"), card("Kh")) == 0
    assert formula.at(1, 2, card("Ac"), card("Ks"), card("Kd")) == 2


def test_first_match_takes_a_trick() -> None:
    """Where the first card that matches takes a trick, a later one does not."""
    rules = load("ristiklappi", players=4, taken_by="first_match").rules
    formula = rules_of.takes(rules, 4, 4)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert [place for place in range(4) if formula.at(place, 14, 13, 14, 14)] == [2]
    assert [place for place in range(4) if formula.at(place, 14, 13, 12, 11)] == [0]


@pytest.mark.parametrize(
    ("rank", "led", "trumped", "matches"),
    [(14, 14, 0, True), (14, 14, 1, False), (7, 14, 1, True), (7, 7, 0, True), (14, 7, 0, False), (13, 14, 0, False)],
)
def test_what_matches(rank: int, led: int, trumped: int, *, matches: bool) -> None:
    """ST-PLAY-5, ST-PLAY-6, ST-PLAY-9: a seven matches anything, an ace an ace as long as the trick is not trumped."""
    assert rules_of.matching(matching_game("sedma-trumps").rules).at(rank, led, trumped) == matches


@pytest.mark.parametrize(("cards", "place"), [(1, 0), (3, 0), (4, 0), (5, 4), (8, 4), (9, 8)])
def test_what_is_to_be_matched(cards: int, place: int) -> None:
    """HO-MULTI-10: with four players the card led to the newest round; ZS-MULTI-3: the first card."""
    newest, first = (rules_of.to_match(matching_game(game, 4).rules, 4) for game in ("hola", "zsiros"))
    assert [number for number in range(10) if newest.at(cards, number)] == [place]
    assert [number for number in range(10) if first.at(cards, number)] == [0]


@pytest.mark.parametrize(
    ("players", "ranks", "burns"),
    [(4, (9, 9, 9, 9), True), (4, (9, 9, 9, 8), False), (2, (9, 9, 9, 9), False), (4, (9, 8, 9, 8, 7, 7, 7, 7), True)],
)
def test_what_burns(players: int, ranks: tuple[int, ...], *, burns: bool) -> None:
    """HO-SCORE-11: a round of four cards of one rank, of four players."""
    assert rules_of.burns(players, len(ranks)).at(*ranks) == burns


def test_what_a_lone_card_counts_as() -> None:
    """SL-LONE-3, SL-LONE-4: the king of hearts counts as a seven, led and played; other kings are kings."""
    rules = matching_game("sedma-three").rules
    for formula in (rules_of.rank_of_led(rules), rules_of.rank_of_played(rules)):
        assert (formula.at(card("Kh")), formula.at(card("Ks"))) == (Rank.SEVEN, Rank.KING)


@pytest.mark.parametrize(("game", "players"), sliced([("zsiros", 4), ("hola", 3), ("sedma-trumps", 2)], whole=MATCHING))
def test_engine_has_the_winner_of_the_formula(game: str, players: int) -> None:
    """At every moment of a deal the seat is winning that played the card which the formula names."""
    loaded = matching_game(game, players)
    state = loaded.deal(seed=1)
    for action in played(loaded, 1):
        state = state.play(action)
        if state.trick:
            formula = rules_of.takes(loaded.rules, players, len(state.trick))
            cards = tuple(map(int, state.trick))
            [place] = [place for place in range(len(cards)) if formula.at(place, *cards)]
            assert state.winning == (state.leader + place) % players
