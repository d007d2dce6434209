"""The page of a game that is its specification says everything that can be, and nothing that cannot.

What can be is seen in whole deals, played by the relation of play over numbers, with every action tried at every turn.
"""

import functools
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast, get_args

import pytest
from aceten_docs.specification.live_branches import Trail, Way, live_branches, of_matching, of_suits, trail_of
from aceten_docs.specification.specified_rows import parts_of
from support.slices import in_turn, sliced
from tools.mutants.plain_relations import matching_deal, plain_cards, suit_deal

import aceten
from aceten import MatchingState, Meld, Play, SuitState
from aceten.engine.matching.game import MatchingGame
from aceten.engine.suits.game import SuitGame
from aceten.notation.examples import run_example
from aceten_spec import load_shipped, shipped
from aceten_spec.formulas import Number
from aceten_spec.formulas.branch_cases import CASES
from aceten_spec.formulas.case_names import CaseName
from aceten_spec.formulas.matching.play_relation import DealTerms, PlayRelation
from aceten_spec.formulas.suits.suit_conditions import SuitDealTerms
from aceten_spec.formulas.suits.suit_relation import SuitRelation

GAMES: Final = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]
DEALS: Final = 400
"""So many deals at most show everything that can be."""

SELDOM: Final = {"claim": 1, "close": 2}
"""How often what shortens a deal is done, where other actions are done 20 times."""

Deal = DealTerms | SuitDealTerms
Done = tuple[str, Way]
"""An action and the branch of it that holds."""


def happening(ways: Iterable[tuple[str, Iterable[Way]]]) -> Iterator[Done]:
    """Yield the branch of each action that holds, where all cards are known."""
    for action, branches in ways:
        [holds] = [way for way in branches if way.guard]
        yield action, holds


@functools.cache
def relation_of(game: MatchingGame | SuitGame) -> PlayRelation | SuitRelation:
    """Return the relation of play of a game."""
    return (PlayRelation if isinstance(game, MatchingGame) else SuitRelation)(game.rules, game.players)  # type: ignore[arg-type]


def begun(game: MatchingGame | SuitGame, chance: random.Random) -> Deal:
    """Return a deal of shuffled cards."""
    relation, players, size = relation_of(game), game.players, game.rules.hand
    cards = cast("list[Number]", [int(card) for card in game.pack.cards])
    chance.shuffle(cards)
    hands = tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in range(players))
    rest, dealer = tuple(cards[players * size :]), chance.randrange(players)
    if isinstance(relation, PlayRelation):
        return relation.start(hands, rest, dealer)
    shown = {"cut": chance.choice(cards), "dealt": hands[dealer][-1]}.get(relation.rules.trump)
    scores = cast("tuple[Number, Number]", (max(relation.rules.target - chance.randrange(200), 0), 0))
    starts = relation.start(hands, rest, dealer, cut=shown, scores=scores)
    return next(deal for guard, deal in starts if guard)


def tried(game: MatchingGame | SuitGame, deal: Deal, chance: random.Random, *more: Number) -> list[Done]:
    """Return what every action leads to, of cards those of the hand, a few others and some more."""
    relation = relation_of(game)
    others = cast("Sequence[Number]", [int(card) for card in chance.sample(game.pack.cards, 2)])
    cards = (*(() if deal.turn is None else deal.hands[deal.turn]), *others, *more)
    if isinstance(relation, PlayRelation):
        ways = [of_matching(relation, cast("DealTerms", deal), card) for card in cards]
    else:
        bids = cast("Sequence[Number]", (*relation.rules.bids, 7))
        ways = [of_suits(relation, cast("SuitDealTerms", deal), card, chance.choice(bids)) for card in cards]
    return [done for each in ways for done in happening(each)]


def played(game: MatchingGame | SuitGame, chance: random.Random) -> Iterator[Done]:
    """Yield what is tried in a deal, in which kinds of actions are chosen evenly, but for those that end it seldom."""
    deal: Deal = begun(game, chance)
    while True:
        done = tried(game, deal, chance)
        yield from done
        if deal.turn is None:
            return
        kinds: dict[str, list[Deal]] = {}
        for action, way in done:
            if not isinstance(way.after, str) and action != "call":
                kinds.setdefault(action, []).append(cast("Deal", way.after))
        often = [kind for kind in kinds for _ in range(SELDOM.get(kind, 20))]
        deal = chance.choice(kinds[chance.choice(often)])


def names(action: str, trail: Trail) -> Iterator[tuple[str, str]]:
    """Yield what a page has to say of a branch."""
    yield from ((action, name) for name in ([trail] if isinstance(trail, str) else trail))


def is_whole(action: str, trail: Sequence[CaseName]) -> bool:
    """Return whether a branch says all that it decides: of a card who wins and what follows, and what follows a trick."""
    decided: list[str] = [CASES[name].decides for name in trail if not CASES[name].beside]
    once = "winning", "next", "taken", "bidding"
    ends = {"round_over", "trick_over", "stopped", "spiced", "not_spiced"} & {*trail}
    puts = action in {"card", "flip", "meld"} and "enough_shown" not in trail
    due = [puts, puts, bool(ends) or action == "draw", action in {"bid", "pass"} and "not_claimed" not in trail]
    return [decided.count(each) for each in once] == due and (action in {"card", "draw"} or "action" in decided)


def test_every_case_is_one_that_the_type_checkers_know() -> None:
    """The names of the type and those of the table are the same, in the same order."""
    assert get_args(CaseName) == tuple(CASES)


@pytest.mark.turns(18)
@pytest.mark.parametrize(("game", "players"), GAMES[:: sliced(6, whole=1)])
def test_a_page_says_what_can_be_and_nothing_else(game: str, players: int) -> None:
    """Every refusal and every case that is seen in play is on the page, for its action; whatever is there is seen."""
    loaded, chance = aceten.load(game, players=players), random.Random(f"{game}/{players}")
    assert isinstance(loaded, MatchingGame | SuitGame)
    live = live_branches(game, players)
    printed = {
        name
        for action, found in live.items()
        for trail in (*found.trails, *found.refusals)
        for name in names(action, trail)
    }
    seen: set[tuple[str, str]] = set()
    for _ in range(DEALS):
        for action, way in played(loaded, chance):
            seen |= {*names(action, trail_of(way))}
        assert seen <= printed
        if seen == printed:
            break
    assert seen == printed
    for action, found in live.items():
        assert all(is_whole(action, trail) for trail in found.trails), action
    rows = {
        row.name for part in parts_of(game).values() for row, with_players in part.items() if players in with_players
    }
    accepted = {action for action, found in live.items() if found.trails}
    assert {name for action, name in printed if action in accepted} <= rows
    asked = {name for _, name in printed}
    assert {name for name in rows if name in CASES} <= asked


@pytest.mark.parametrize("game", in_turn(shipped(), 16))
def test_what_examples_show_is_on_the_page(game: str) -> None:
    """What comes of any action at the moments of a rulebook's examples, which show what seldom happens, is on the page."""
    book, chance = load_shipped(game), random.Random(game)
    for moment in (moment for example in book.examples for moment in run_example(book, example)):
        state = moment.before
        if state.game.options:  # pages are about the usual rules
            continue
        assert isinstance(state, MatchingState | SuitState)
        deal = matching_deal(state) if isinstance(state, MatchingState) else suit_deal(state)
        more = plain_cards((moment.action.card,)) if isinstance(moment.action, Play | Meld) else ()
        live = live_branches(game, state.game.players)
        for action, way in tried(state.game, deal, chance, *more):
            found, trail = live[action], trail_of(way)
            assert trail in (found.refusals if isinstance(trail, str) else found.trails), (
                f"{action}: {trail} in {state}"
            )


@pytest.mark.parametrize("game", in_turn(shipped(), 16))
def test_every_row_has_words_and_clauses(game: str) -> None:
    """Whatever a page says it says in words, with a clause that says so."""
    for part in parts_of(game).values():
        for row in part:
            assert row.then, row
            assert row.clauses, row
            assert "{" not in row.when + row.then, row
            assert row.when or not row.refused, row
