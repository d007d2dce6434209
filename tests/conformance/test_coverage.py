"""Facts about moments of play, and the table that leads from them to clauses."""

import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from support.games.match_results import deals_of, match_after
from support.oracles.plain_tables import begun

from aceten import Flip, Game, MatchingGame, Play, Side, State, SuitGame, load, parse
from aceten.conformance.coverage import (
    FIRST_DEALER,
    INSTEAD,
    SHOWN_ALONE,
    SHUFFLED,
    Facts,
    Moment,
    blame,
    clauses_of,
    facts_at,
    facts_of,
    facts_of_deal,
    facts_of_match,
    facts_of_trick,
    facts_of_view,
    links,
    part_of,
    rule_clauses,
    short_id,
)
from aceten.conformance.oracle.answers import step_of
from aceten.conformance.oracle.discrepancies import discrepancies
from aceten.deals.shuffling import shuffle_and_cut
from aceten.engine.match import start_match
from aceten.notation.examples import run_example
from aceten.testing import MatchingDeal, SuitDeal, pick
from aceten_spec import Example, Rulebook, card, load_shipped, plain, shipped
from aceten_spec.plain import MatchingTable, matching_tricks, suit_deal
from aceten_spec.plain.bidding import in_auction
from aceten_spec.plain.lone_player import teams
from aceten_spec.plain.matching_awards import points
from aceten_spec.plain.matching_table import cards_taken
from aceten_spec.plain.matching_tricks import deal_over, deciding_lead, matches
from aceten_spec.plain.pack_and_sides import suit
from aceten_spec.plain.suit_deal import first_of_all, played_out
from aceten_spec.plain.suit_tricks import beats, playable, strict
from aceten_spec.protocol import DealScore, PlayReply
from aceten_spec.rulebook import MatchCourse

KINDS: Final = frozenset(
    {"stop", "spice", "draw", "bid", "trump", "pass", "cards", "flip", "meld", "exchange", "close", "claim", "call"}
)
"""The kinds of actions, by which the table says what may be done."""
ALWAYS_SAID: Final = KINDS | {
    "turn", "result", "result.winners", "result.game_points", "result.resets",
    "winner", "scores", "over", "known", "sizes", "known_talon", "deck", "cut",
}  # fmt: skip
"""The parts of answers that no program leaves out."""
MAY_BE_LEFT_OUT: Final = frozenset(
    {"winning", "points", "tricks", "hands", "talon", "dealer", "players", "result.points"}
)
"""The others."""

BOOKS: Final = tuple(map(load_shipped, shipped()))


# --- The examples, whose authors say which clauses they show ---


@cache
def facts_of_examples(game: str) -> dict[str, Facts]:
    """Return what is the case in each example of a rulebook."""
    rulebook = load_shipped(game)
    return {example.id: facts_of_example(rulebook, example) for example in rulebook.examples}


def facts_of_example(rulebook: Rulebook, example: Example) -> Facts:
    """Return what is the case in an example, and what each player sees of it."""
    moments = run_example(rulebook, example)
    if example.match is not None:
        return facts_of_course(load(rulebook, players=example.match.players, **example.match.options), example.match)
    start = parse(example.position or "", rules=rulebook)
    states = [start, *[moment.after for moment in moments if moment.after is not None]]
    found = facts_of_deal(start) if example.deck is not None else frozenset[str]()
    views = [state.view(seat) for state in states for seat in range(state.game.players)]
    return found.union(*map(facts_at, states), *map(facts_of, moments), *map(facts_of_view, views))


def facts_of_course(game: Game, course: MatchCourse) -> Facts:
    """Return what is the case in a match."""
    match = start_match(game, dealer=course.dealer, seed=course.seed)
    found = FIRST_DEALER if course.seed is not None else frozenset[str]()
    for deal in deals_of(course):
        after = match_after(match, deal)
        found |= facts_of_match(match, deal, after)
        match = after
    return found


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", shipped())
def test_examples_reach_the_clauses_that_they_show(game: str) -> None:
    """The facts of an example lead to every clause that its author says it shows."""
    rulebook = load_shipped(game)
    rules = set(rule_clauses(rulebook))
    missing = {
        (example.id, clause)
        for example in rulebook.examples
        for clause in rules.intersection(example.clauses).difference(
            clauses_of(rulebook, facts_of_examples(game)[example.id])
        )
    }
    assert missing == set()


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", shipped())
def test_every_rule_is_reached_by_some_example(game: str) -> None:
    """The examples of a rulebook together reach every clause that asks something of a program, and none besides."""
    rulebook = load_shipped(game)
    facts = frozenset[str]().union(*facts_of_examples(game).values())
    assert clauses_of(rulebook, facts) == rule_clauses(rulebook)


# --- The table ---


def test_the_table_names_rules_and_parts_of_answers() -> None:
    """Every clause in the table is a rule of some rulebook, every field a part of an answer, and none of its rows stands twice."""
    rules = {clause for rulebook in BOOKS for clause in rule_clauses(rulebook)}
    known = rules | set(map(short_id, rules))
    assert {clause for link in links() for clause in link.clauses} <= known
    assert {link.unless for link in links()} - {""} <= {link.fact for link in links()}
    assert {part for link in links() for part in link.fields} == ALWAYS_SAID | MAY_BE_LEFT_OUT
    assert len({(link.fact, link.clauses, link.fields) for link in links()}) == len(links())


def test_every_rule_shows_in_what_no_program_leaves_out() -> None:
    """A program that says no more than it must can be caught breaking any rule but those about who deals."""
    named = {clause for link in links() for clause in link.clauses}
    shown = {clause for link in links() if ALWAYS_SAID.intersection(link.fields) for clause in link.clauses}
    assert named - shown == {"DEAL-1", "DEAL-2"}


@pytest.mark.turns(9)
def test_every_fact_means_something_and_happens() -> None:
    """Every fact of an example has a place in the table, and every fact in it holds in one, or in no game that is played."""
    seen = {fact for game in shipped() for facts in facts_of_examples(game).values() for fact in facts}
    in_table = {link.fact for link in links() if not link.fact.startswith(INSTEAD)}
    assert {fact for fact in seen if not fact.startswith("refused:")} | SHUFFLED | SHOWN_ALONE == in_table


# --- The facts once more, by the rules in plain Python ---


GAMES: Final = [load(rulebook, players=players) for rulebook in BOOKS for players in rulebook.parameters.players]


def moments_of(start: State, seed: int) -> Iterator[Moment]:
    """Yield the moments of a deal that is played at random."""
    chance = random.Random(seed)
    state = start
    while state.turn is not None:
        action = pick(state, chance.randrange(256))
        after = state.play(action)
        yield Moment(state, action, after, None)
        state = after


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", [game for game in GAMES if isinstance(game, MatchingGame)], ids=str)
def test_facts_of_matching_tricks_are_those_of_the_rules(game: MatchingGame) -> None:
    """Who matches and takes over, how rounds and tricks end, and what players draw: the facts say what the text of the rules says."""
    for seed in (1, 2):
        deck, _ = shuffle_and_cut(game.pack.cards, seed)
        deal = MatchingDeal(game, deck, 0)
        for moment in moments_of(deal.state(), seed):
            assert moment.after is not None
            before, after = begun(deal, moment.before.log), begun(deal, moment.after.log)
            facts = facts_of(moment)
            expected = what_happened(before, after)
            undealt = len(before.talon) - isinstance(moment.action, Flip)
            cards = len(before.trick) + isinstance(moment.action, Play | Flip)
            expected["taken_in_several_rounds"] = not after.trick and cards > game.players
            expected["drew"] = not after.trick and len(after.talon) < undealt
            if isinstance(moment.action, Play | Flip):
                card_played = str(moment.action.card) if isinstance(moment.action, Play) else before.talon[0]
                expected |= what_a_card_did(before, card_played)
                taker = matching_tricks.winning(after)
                expected["took_over"] = taker == moment.before.turn != matching_tricks.winning(before)
            assert {fact: fact in facts for fact in expected} == expected


def what_happened(before: MatchingTable, after: MatchingTable) -> dict[str, bool]:
    """Return what the rules in plain Python say of any moment."""
    over, has = deal_over(after), points(after)
    totals = sorted([sum([has[side] for side in team]) for team in teams(after)]) if over else [0, 0]
    return {
        "trick_taken": not after.trick,
        "may_continue": before.choosing,
        "choice_given": after.choosing,
        "may_spice": before.drawn is not None,
        "winner_drew_to_spice": after.drawn is not None,
        "deal_over": over,
        "points_taken": cards_taken(after) != cards_taken(before),
        "taken_by_partner": not after.trick
        and after.leader != before.leader
        and before.side(after.leader) == before.side(before.leader),
        "equal_points": over and totals[-1] == totals[-2],
        "more_points": over and totals[-1] > totals[-2],
    }


def what_a_card_did(before: MatchingTable, played: str) -> dict[str, bool]:
    """Return what the rules in plain Python say of a card that is put into the trick."""
    place, players = len(before.trick), before.players
    answers = place > 0 and not (before.rules.to_match == "newest_lead" and place % players == 0)
    no_match = answers and not matches(before, played, deciding_lead(before), place)
    none_wild = not before.rules.wild
    expected = {
        "led": not place,
        "continued": bool(place) and place % players == 0,
        "in_a_further_round": place >= players,
        "in_a_late_round": place >= 2 * players,
    }
    if before.rules.wild_role == "trump":
        return expected
    return expected | {
        "other_rank": no_match and not none_wild,
        "other_rank_where_none_is_wild": no_match and none_wild,
    }


@pytest.mark.parametrize("game", [game for game in GAMES if isinstance(game, SuitGame)], ids=str)
def test_facts_of_suit_tricks_are_those_of_the_rules(game: SuitGame) -> None:
    """What a hand owes, and what may be shown, exchanged and closed: the facts say what the text of the rules says."""
    for seed in (1, 2, 3):
        deck, cut = shuffle_and_cut(game.pack.cards, seed)
        deal = SuitDeal(game, deck, 0, cut if game.cuts else None)
        for moment in moments_of(deal.state(), seed):
            assert moment.after is not None
            before, after = begun(deal, moment.before.log), begun(deal, moment.after.log)
            facts, seat = facts_of(moment), plain.turn(before)
            assert seat is not None
            hand, auction = before.hands[seat], in_auction(before)
            playing = not (first_of_all(before) or played_out(before))
            answering = playing and bool(before.trick)
            free = playable(before, hand) == set(hand)
            following = [held for held in hand if answering and suit(held) == suit(before.trick[0])]
            duty = before.rules.last_obligation if strict(before) else before.rules.obligation
            allowed = plain.legal(before)
            expected = {
                "trick_taken": sum(after.tricks) > sum(before.tricks),
                "need_not_beat": duty == "follow" and any(beats(before, held, before.trick[0]) for held in following),
                "may_show_a_marriage": any(action.startswith("meld:") for action in allowed),
                "may_exchange": "exchange" in allowed,
                "may_close": "close" in allowed,
                "closed": before.closer is None is not after.closer,
                "last_trick_taken": not any(after.hands)
                and (suit_deal.deal_over(after) or sum(after.tricks) > sum(before.tricks)),
                "deal_over": suit_deal.deal_over(after),
                "auction_over": auction and not in_auction(after) and not suit_deal.deal_over(after),
            }
            if answering and not free:
                expected["owes_a_trump"] = not following
            assert {fact: fact in facts for fact in expected} == expected
            assert answering or not any(fact.startswith("owes_") for fact in facts)
            if "owes_nothing" in facts or "owes_nothing_yet" in facts:
                assert free


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_facts_of_matches_are_what_the_scores_say(game: Game) -> None:
    """Who deals next, whether the match is near its end, and what drawn deals mean for others: the scores show it."""
    for seed in range(4):
        chance, match = random.Random(seed), start_match(game, dealer=0)
        while not match.over and match.deals < 60:
            points = tuple([chance.choice((0, 0, 1, 3, 60)) for _ in range(game.side_count)])
            trump = chance.choice("cshd")
            claimed = Side(0) if game.scores_matter and not chance.randrange(9) else None
            after = match.add_game_points(points, trump=card(f"A{trump}").suit, claimed=claimed)
            facts = facts_of_match(match, DealScore(game_points=points, trump=trump, claimed=claimed), after)
            best, second = sorted(after.scores)[:-3:-1]
            last = after.deals >= game.rules.deals if game.rules.match_ends == "deals" else best >= game.rules.target
            gained = sum(after.scores) - sum(match.scores)
            expected = {
                "match_over": after.over,
                "deal_passed": after.dealer == (match.dealer + 1) % game.players,
                "several_at_the_target": second >= game.rules.target,
                "equal_at_the_end": last and best == second,
                "scored_by_nobody": not any(points),
            }
            if "favourite_suit_again" not in facts:
                expected["drawn_deals_count_now"] = gained > sum(points)
            assert {fact: fact in facts for fact in expected} == expected
            match = after


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_trick_alone_tells_what_its_cards_told_one_by_one(game: Game) -> None:
    """The facts of a trick that is given by its cards are among those of the moments in which it was played, and tell why it is won so."""
    told = frozenset[str]()
    for moment in moments_of(game.deal(seed=5), 5):
        assert moment.after is not None
        told = facts_of(moment) | (told if moment.before.trick else frozenset[str]())
        if "trick_taken" in told and isinstance(moment.action, Play):
            trump = getattr(moment.after, "trump", None)
            facts = facts_of_trick(game, (*moment.before.trick, moment.action.card), trump)
            assert facts <= told
            assert blame(game.rulebook, facts, "winner")


# --- Blame ---


OTHER_RULES: Final = (
    ("zsiros", 2, {"continuation": "always"}),
    ("zsiros", 4, {"continuation": "never"}),
    ("zsiros", 2, {"draw": "round_robin"}),
    ("zsiros", 4, {"tie": "draw"}),
    ("zsiros", 2, {"last_card_loses": "7"}),
    ("zsiros", 4, {"last_trick": "ten"}),
    ("hola", 3, {"wild_led": "own_rank"}),
    ("hola", 2, {"continue_with": "match"}),
    ("hola", 2, {"hola": "none"}),
    ("hola", 6, {"leftover": "last_trick"}),
    ("lusti-kartln", 4, {"wins_from": 60}),
    ("ristikontra", 4, {"taken_by": "first_match"}),
    ("ristiklappi", 2, {"spice": "off"}),
    ("ristiklappi", 2, {"flip": "off"}),
    ("septica", 2, {"tie": "shared"}),
    ("septica", 3, {"tie": "shared"}),
    ("septica", 4, {"tie": "shared"}),
    ("sixty-six", 2, {"exchange_by": "leader"}),
    ("sixty-six", 2, {"exchange_min_stock": 2}),
    ("schnapsen-book", 2, {"exchange_needs_trick": "off"}),
    ("sixty-six", 2, {"meld_first": "off"}),
    ("schnapsen", 2, {"meld_lead": "king"}),
    ("schnapsen", 2, {"meld_counts": "next_trick"}),
    ("sixty-six", 2, {"meld_after_stock": "on"}),
    ("sixty-six", 2, {"close": "after_drawing"}),
    ("sixty-six", 2, {"close_first": "off"}),
    ("sixty-six", 2, {"claiming": "automatic"}),
    ("schnapsen-book", 2, {"penalty_at": "end"}),
    ("schnapsen", 2, {"close": "either"}),
    ("tausendeins", 2, {"obligation": "follow"}),
    ("tausendeins", 2, {"hand": "8"}),
    ("auction-sixty-six", 4, {"bid_again": "never"}),
    ("auction-sixty-six", 4, {"grand_points": 0}),
    ("auction-sixty-six", 4, {"defenders_score": "on"}),
)
"""Games with an option: programs that play by it are wrong where it is not agreed on, and its clause says in what."""


@pytest.mark.turns(12)
@pytest.mark.parametrize(("name", "players", "options"), OTHER_RULES, ids=str)
def test_a_program_that_plays_by_an_option_is_blamed_for_its_clause(
    name: str, players: int, options: dict[str, str | int]
) -> None:
    """Where the answers of a wrong program first differ, the clause that it breaks is among the first three that are named."""
    right = load(name, players=players)
    wrong = load(name, players=players, **options)
    [option] = options
    clause = right.rulebook.options[option].clause
    found = list(itertools.islice((named for seed in range(150) for named in first_blame(right, wrong, seed)), 4))
    assert found
    assert sum(clause in named[:3] for named in found) * 4 >= len(found) * 3


def first_blame(right: Game, wrong: Game, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield what is blamed for the first discrepancy in a deal, if there is one."""
    state, other = (
        right.deal(seed=seed, dealer=seed % right.players),
        wrong.deal(seed=seed, dealer=seed % right.players),
    )
    chance, before = random.Random(seed), facts_of_deal(state)
    while True:
        discrepancy = next(discrepancies(answer_of(state), answer_of(other)), None)
        if discrepancy is not None:
            field = discrepancy.field
            if field == "legal":
                field = part_of(field, {str(action) for action in {*state.legal} ^ {*other.legal}})
            yield blame(right.rulebook, facts_at(state) | before, field)
            return
        if state.turn is None:
            return
        action = pick(state, chance.randrange(256))
        after = state.play(action)
        before, state, other = facts_of(Moment(state, action, after, None)), after, other.play(action)


def answer_of(state: State) -> PlayReply:
    """Return what a program says of a state."""
    return PlayReply(id=0, steps=(step_of(state),))


@pytest.mark.turns(2)
@pytest.mark.parametrize("rulebook", BOOKS, ids=lambda rulebook: rulebook.id)
def test_there_is_always_somebody_to_blame(rulebook: Rulebook) -> None:
    """Whatever differs at a moment of play, some clause is named, and only clauses of the rulebook that ask something of a program."""
    rules = set(rule_clauses(rulebook))
    game = load(rulebook)
    for moment in itertools.chain(moments_of(game.deal(seed=9), 9), moments_of(game.deal(seed=10), 10)):
        assert moment.after is not None
        facts = facts_of(moment) | facts_at(moment.after)
        parts = ["refused", *(["turn", "result.game_points"] if moment.after.turn is None else ["turn", "legal"])]
        for part in parts:
            named = blame(rulebook, facts, part)
            assert named, (moment, part)
            assert rules.issuperset(named)


@pytest.mark.turns(4)
def test_a_refusal_is_blamed_on_its_clause_before_anything_else() -> None:
    """When an action is refused by a clause and a program takes it, that clause is named first."""
    for rulebook in BOOKS:
        for example in rulebook.examples:
            for moment in run_example(rulebook, example):
                if moment.clause is not None:
                    assert blame(rulebook, facts_of(moment), "refused")[0] == moment.clause


def test_the_kind_of_action_that_is_not_agreed_on() -> None:
    """What stands in place of cards says most, then cards, then what may be done beside playing one; without actions nothing is said."""
    assert part_of("legal", ["Kh", "stop"]) == "legal.stop"
    assert part_of("legal", ["Kh", "meld:Kh", "exchange"]) == "legal.cards"
    assert part_of("refused", ["meld:Kh"]) == "refused.meld"
    assert part_of("legal", ["exchange", "claim:h"]) == "legal.exchange"
    assert part_of("legal", []) == "legal"


def test_a_field_without_detail_stands_for_all_its_details() -> None:
    """``result`` asks for whatever bears on a result, ``legal`` for whatever bears on what may be done."""
    rulebook = load_shipped("zsiros")
    facts = frozenset({"equal_points", "award:majority", "may_continue", "holds_two_marriages"})
    assert blame(rulebook, facts, "result") == ("ZS-SCORE-3", "ZS-SCORE-2", "ZS-SCORE-4")
    assert blame(rulebook, facts, "result.winners") == ("ZS-SCORE-3", "ZS-SCORE-2")
    assert blame(rulebook, facts, "legal") == blame(rulebook, facts, "legal.stop") == ("ZS-MULTI-5", "ZS-MULTI-2")
    assert blame(rulebook, facts, "hands[2]") == ()


def test_clauses_of_one_rulebook_alone() -> None:
    """A clause with a prefix in the table is at work in that rulebook only, although another has one of the same number."""
    facts = frozenset({"burned"})
    assert "HO-SCORE-20" in clauses_of(load_shipped("hola"), facts)
    assert blame(load_shipped("hola"), facts, "result.resets")[0] == "HO-SCORE-20"
    assert "SM-SCORE-20" not in clauses_of(load_shipped("sedmice"), facts)
