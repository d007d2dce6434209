"""What lies on the felt beside cards: whoever plays sees the trump suit, the bid, and all else that bears on what he plays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest
from support.pages.board_tab import faults, opened
from support.slices import in_turn, sliced

import aceten
from aceten import Game, MatchingState, State, SuitState
from aceten.pictures import picture_of
from aceten.vocabulary.naming import seat_name, suit_words
from aceten_board.bodies import AskedDeals, AskedLook, PlayedDeal
from aceten_board.kept_files import deals_told
from aceten_board.shown_table import look
from aceten_spec.loader import load_shipped, shipped
from aceten_spec.rulebook import SuitParameters

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab


BOOKS: Final = [load_shipped(name) for name in shipped()]
SUITED: Final = [
    f"{book.id}/{n}" for book in BOOKS if isinstance(book.parameters, SuitParameters) for n in book.parameters.players
]
"""The games with a trump suit."""


def game_of(name: str) -> Game:
    """Return a game by its name and its number of players."""
    game, players = name.split("/")
    return aceten.load(game, players=int(players))


def course(name: str, seed: int) -> Iterator[State]:
    """Yield the moments of a deal in which bids, marriages, exchanges and closing are likelier than cards."""
    chosen = random.Random(seed)
    state: State = game_of(name).deal(seed=seed)
    yield state
    while state.turn is not None:
        further = [action for action in state.legal if ":" in str(action) or str(action) in {"close", "exchange"}]
        state = state.play(chosen.choice(further if further and chosen.random() < 0.5 else state.legal))
        yield state


@pytest.mark.parametrize("name", SUITED)
def test_the_felt_says_what_the_state_has(name: str) -> None:
    """At every moment the trump suit, who has bid the most, who has closed, and marriages that wait are told, to every seat."""
    found: set[str] = set()
    for seed in range(sliced(4, whole=40)):
        for state in course(name, seed):
            assert isinstance(state, SuitState)
            for seat in (None, *range(state.game.players)):
                told = look(AskedLook(str(state), seat=seat))
                assert told.trumps is not None
                if state.trump is None:
                    assert (told.trumps.suit, told.trumps.told) == (None, "no trumps yet")
                else:
                    assert told.trumps.suit == state.trump.letter
                    assert suit_words(state.game, state.trump) in told.trumps.told
                said = "; ".join(told.standing)
                if state.contract is not None:
                    assert f"{seat_name(state.contract[0])} has bid the most, {state.contract[1]}" in said
                    found.add("bid")
                if state.closed is not None:
                    assert f"{seat_name(state.closed.seat)} has closed the talon" in said
                    found.add("closed")
                if any(state.waiting):
                    assert f"wait for a trick: {max(state.waiting)} points" in said
                    found.add("waiting")
                if any(state.melds):
                    assert "marriages: " in said
                    found.add("melds")
    rules = game_of(name).rules
    assert isinstance(rules, SuitParameters)
    assert ("bid" in found) == bool(rules.bids)
    assert ("closed" in found) == (rules.close != "never")
    assert ("waiting" in found) <= (rules.meld_counts == "next_trick" or rules.marriages != "none")


@pytest.mark.parametrize("name", [name for name in SUITED if game_of(name).rules.trump == "turn_up"])  # type: ignore[union-attr]
def test_a_closed_talon_lies_face_down(name: str) -> None:
    """The turn-up is seen until the talon is closed, and then by nobody, on the board and in pictures; its suit stays trump."""
    rules = game_of(name).rules
    assert isinstance(rules, SuitParameters)
    if rules.close == "never":
        pytest.skip("nobody closes it there")
    open_state = next(state for seed in range(50) for state in course(name, seed) if "close" in map(str, state.legal))
    closed = open_state.play("close")
    assert isinstance(closed, SuitState)
    card = str(closed.talon[-1])
    for seat in (None, 0, 1):
        before, after = (look(AskedLook(str(state), seat=seat)) for state in (open_state, closed))
        assert (before.turn_up, after.turn_up) == (card, None)
        assert after.talon == len(closed.talon)
        assert before.trumps == after.trumps
    assert "turned up" in picture_of(open_state)
    assert "turned up" in picture_of(open_state.view(0))
    assert "turned up" not in picture_of(closed)
    assert "turned up" not in picture_of(closed.view(0))


def test_whoever_plays_alone_is_told() -> None:
    """In a game in which the holder of a card plays alone he is named once that is known, and knows it himself before."""
    name = next(book.id for book in BOOKS if getattr(book.parameters, "lone_card", "none") != "none")
    state, holder = next(
        (state, seat)
        for state in (aceten.load(name).deal(seed=seed) for seed in range(20))
        for seat in range(state.game.players)
        if "you play alone" in look(AskedLook(str(state), seat=seat)).standing
    )
    another = (holder + 1) % state.game.players
    assert isinstance(state, MatchingState)
    while state.lone is None:
        assert (
            f"{seat_name(holder)} plays alone" not in look(AskedLook(str(state), seat=another)).standing or state.trick
        )
        legal = {str(action): action for action in state.legal}
        state = state.play(legal.get(str(state.game.lone_card)) or state.legal[0])
    assert f"{seat_name(holder)} plays alone" in look(AskedLook(str(state), seat=another)).standing


def match_of_two() -> tuple[list[tuple[str, list[str]]], str]:
    """Return the deals of a match of which the suit of the first counts twice, and that suit in words."""
    book = next(book for book in BOOKS if getattr(book.parameters, "favourite", False))
    game = aceten.load(book.id)
    match = aceten.start_match(game, dealer=0)
    deals: list[tuple[str, list[str]]] = []
    suit = ""
    for seed in (1, 2):
        start = state = match.deal(seed=seed)
        assert isinstance(start, SuitState)
        assert start.trump is not None
        suit = suit or suit_words(game, start.trump)
        while state.turn is not None and seed == 1:
            state = state.play(state.legal[0])
        deals.append((str(start), [str(action) for _, action in state.log]))
        match = match.finish(state) if state.turn is None else match
    return deals, suit


def test_how_the_match_stood_is_told_of_each_deal() -> None:
    """Before the second deal the score and the suit that counts twice are known; before the first nothing is."""
    deals, suit = match_of_two()
    told = deals_told(AskedDeals(deals=tuple([PlayedDeal(position, tuple(actions)) for position, actions in deals])))
    assert told.deals[0].before == ()
    assert told.deals[1].before[0].startswith("Match: ")
    assert told.deals[1].before[-1] == f"Deals with {suit} as trumps count twice."


def test_a_score_that_bears_on_the_deal_is_told_once() -> None:
    """Where the score in the match is a part of the deal, the deal tells it, and nothing else does."""
    game = next(aceten.load(book.id) for book in BOOKS if aceten.load(book.id).scores_matter)
    match = aceten.start_match(game, dealer=0)
    state = start = match.deal(seed=1)
    while state.turn is not None:
        state = state.play(state.legal[0])
    second = match.finish(state).deal(seed=2)
    deals = (PlayedDeal(str(start), tuple([str(action) for _, action in state.log])), PlayedDeal(str(second)))
    told = deals_told(AskedDeals(deals=deals))
    assert told.match
    assert told.deals[1].before == ()
    assert "before this deal" in "; ".join(look(AskedLook(str(second))).standing)


@pytest.mark.turns(12)
def test_the_favourite_suit_is_on_the_felt(page: Tab, board: str) -> None:
    """In the second deal of a match it stands there with the score, though the position line does not tell it."""
    deals, suit = match_of_two()
    said = "&".join(f"p={position.replace(' ', '+')}&a={'+'.join(actions)}&r=" for position, actions in deals)
    page.goto(f"{board}#{said}&d=1&l=en&s=0&v=0&m=,greedy,greedy,greedy")
    page.wait_for_function(
        "suit => document.querySelector('#standing').innerText.includes(suit)", arg=f"Deals with {suit} as trumps"
    )
    assert "Match: " in page.inner_text("#standing")


@pytest.mark.turns(60)
@pytest.mark.parametrize("name", SUITED)
def test_trumps_are_seen_whatever_one_does(page: Tab, board: str, name: str) -> None:
    """While it is analysed, played and reviewed, on a wide and a narrow screen, the trump suit stands on the felt with its sign."""
    state = next(
        each
        for each in course(name, 3)
        if isinstance(each, SuitState) and each.trump is not None and each.turn is not None
    )
    assert isinstance(state, SuitState)
    assert state.trump is not None
    suit = suit_words(state.game, state.trump)
    line = str(state)
    greedy = ",greedy" * (state.game.players - 1)
    for width, further in ((1280, {}), (390, {"s": "0", "m": greedy, "v": "0"}), (390, {"v": "0"}), (1280, {"z": "1"})):
        page.set_viewport_size({"width": width, "height": 800})
        opened(page, board, line, a=str(state.legal[0]), n="0", **further)
        assert page.inner_text("#table #trumps") == f"trumps: {suit}"
        page.wait_for_function(
            "() => document.querySelector('#trumps img')?.naturalWidth > 0"
        )  # pictures come when they come
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []
    opened(page, board, line, a=str(state.legal[0]), n="0")  # a puzzle has nothing of a review beside it
    page.keyboard.press("a")
    page.wait_for_selector("#judged .graph")
    assert page.inner_text("#table #trumps") == f"trumps: {suit}"


@pytest.mark.turns(8)
@pytest.mark.parametrize("language", in_turn(["hu", "de"], 2))
def test_the_felt_speaks(page: Tab, board: str, language: str) -> None:
    """What lies on the felt is told in the language of the page."""
    opened(page, board, str(game_of("schnapsen/2").deal(seed=1)), l=language, v="0")
    assert {"hu": "adu", "de": "Trumpf"}[language].lower() in page.inner_text("#trumps").lower()
