"""Steering: of several questions the one is asked in which most facts meet for the first time."""

import itertools
from typing import Final

import msgspec
import pytest
from conformance.mistakes.catalogue import MISTAKES, Mistake
from conformance.programs.in_place import verified

from aceten import load
from aceten.conformance.coverage import in_words
from aceten.conformance.oracle.cases import OracleCase, example_cases
from aceten.conformance.questions.generator import CaseGenerator
from aceten.conformance.questions.novelty import Novelty, signs_of
from aceten.conformance.questions.option_rows import values_of
from aceten.conformance.questions.plan import plan_for
from aceten.conformance.questions.random_play import any_temper, is_limited, play_out
from aceten.conformance.questions.random_source import RandomSource
from aceten.notation.position import parse_state
from aceten.vocabulary.actions import Claim
from aceten_spec import Rulebook, load_shipped, shipped
from aceten_spec.options import options_for
from aceten_spec.protocol import LEVELS, GameSupport, HelloReply, Level, Option

BOOK: Final = load_shipped("schnapsen")
RARE: Final = [mistake for mistake in MISTAKES if mistake.rare]


def score_cases() -> list[OracleCase]:
    """Return cases about what deals of Schnapsen come to."""
    maker = CaseGenerator(load("schnapsen"), RandomSource(3), calls=False)
    return [maker.make("score") for _ in range(150)]


@pytest.mark.turns(2)
def test_the_case_with_most_that_is_new_is_asked() -> None:
    """A case whose facts were asked before is passed over for one in which others meet."""
    made = score_cases()
    other = next(case for case in made if not signs_of(case) <= signs_of(made[0]))
    seen = Novelty()
    seen.note(made[0])
    proposed = iter([made[0], other] * 20)
    assert seen.choose("score", 0, lambda: next(proposed)) is other


@pytest.mark.turns(2)
def test_what_was_never_seen_is_told() -> None:
    """Facts of a question that was made and not asked are told, and no others; nothing once it is asked and answered, too."""
    made = score_cases()
    other = next(case for case in made if not signs_of(case) <= signs_of(made[0]))
    seen = Novelty()
    proposed = iter([made[0], other] * 20)
    chosen = seen.choose("score", 0, lambda: next(proposed))
    assert seen.circumstances.seen == 0
    seen.answered()
    passed = other if chosen is made[0] else made[0]
    asked, never = (signs_of(case) for case in (chosen, passed))
    assert set(seen.circumstances.never) == {fact for fact in never - asked if not fact.startswith("last:")}
    assert all(never >= set(pair) and not asked >= set(pair) for pair in seen.circumstances.pairs_never)
    seen.note(passed)
    assert seen.circumstances.pairs_never
    seen.answered()
    assert not seen.circumstances.never
    assert not seen.circumstances.pairs_never


@pytest.mark.turns(12)
def test_two_options_meet() -> None:
    """Any two values of options that can meet do so in questions about play, though a level has too few for that."""
    levels: tuple[Level, ...] = ("score", "deal", "position", "match")
    support = GameSupport(
        game="schnapsen",
        players=(2,),
        levels=levels,
        options={name: tuple(map(str, values_of(BOOK, name, 2))) for name in BOOK.options},
    )
    hello = HelloReply(id=0, protocol=2, program="all", games=(support,))
    plan = plan_for(hello, BOOK, players=(2,), levels=levels, options={}, seed=0, examples=40)
    asked: set[tuple[tuple[str, Option], ...]] = set()
    for level in levels:
        further = (case for case, further in plan.cases(level) if further)
        asked |= {case.game.options for case in itertools.islice(further, plan.goal(level))}
    games = {game.options for game in plan.games("deal")}
    assert plan.goal("deal") // 2 < len(games)
    assert asked == games


@pytest.mark.turns(4)
@pytest.mark.parametrize("game", shipped())
def test_every_example_is_asked(game: str) -> None:
    """Each example of the rulebook is asked by whose options a program can do all, whichever of them meet in other questions."""
    book = load_shipped(game)
    players = book.parameters.players
    offered = {name: {str(value) for count in players for value in _values(book, name, count)} for name in book.options}
    supports = tuple(
        GameSupport(
            game=game,
            players=(count,),
            levels=LEVELS,
            calls=True,
            options={name: tuple(sorted(offered[name])) for name in options_for(book, count)},
        )
        for count in players
    )
    hello = HelloReply(id=0, protocol=2, program="all", games=supports)
    plan = plan_for(hello, book, players=players, levels=LEVELS, options={}, seed=0, examples=1)
    asked = [
        case.question
        for level in LEVELS
        for case, _ in itertools.takewhile(lambda each: not each[1], plan.cases(level))
    ]
    missing = [case.question for case in example_cases(book, calls=True) if case.question not in asked]
    assert all(
        any(str(value) not in offered[name] for name, value in question.options.items()) for question in missing
    ), missing


def _values(book: Rulebook, name: str, players: int) -> tuple[Option, ...]:
    return values_of(book, name, players) if name in options_for(book, players) else ()


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("showed_a_marriage", "showed a marriage"),
        ("refused:PLAY-4", "an action refused by PLAY-4"),
        ("limit:schneider-1:other", "a side ended with one short of the points that save from schneider"),
        (
            "limit:enough_by_marriages:closer_claimant",
            "the closer claimant ended with the points for a claim just by marriages",
        ),
        ("limit:row_40+0:last", "who took the last trick ended with exactly 40 points"),
        ("limit:even:bidder", "the bidder ended with as many points as another side"),
    ],
)
def test_facts_are_told_in_words(fact: str, words: str) -> None:
    """What stands in the report is said in words."""
    assert in_words(fact) == words


@pytest.mark.turns(4)
def test_limits_are_asked() -> None:
    """Among questions about scores there are such with just enough points by marriages, and just schneider or just not."""
    signs = set[str]().union(*map(signs_of, score_cases()))
    assert {"limit:enough_by_marriages:claimant", "limit:schneider+0:other", "limit:schneider-1:other"} <= signs


@pytest.mark.turns(44)
@pytest.mark.parametrize("mistake", RARE, ids=lambda mistake: mistake.name)
def test_rare_mistakes_are_found(mistake: Mistake) -> None:
    """What is wrong only where two things meet that seldom do is found, if not with the first seed then with one of three."""
    assert any(verified(mistake, seed=seed).findings for seed in range(3))


def test_positions_begin_where_a_rank_may_not_be_led() -> None:
    """There are questions whose line has to be read for what was led before: it says what may not be led."""
    for seed in range(3):
        maker = CaseGenerator(load("ristikontra"), RandomSource(seed), calls=False)
        assert any(is_limited(maker.make("position").moments[0].before) for _ in range(120))


def test_cards_on_the_table_are_claimed_with() -> None:
    """Who claims wrongly does so in half of the cases in which what lies on the table would be enough."""
    state = parse_state("schnapsen/2 hands=AsKs,KdQhTs lead=0 trick=Th trump=h points=18,60 tricks=3,4")
    chance = RandomSource(0)
    temper = msgspec.structs.replace(
        any_temper(state.game, chance, attempts=False, calls=False), claims=0, claims_wrongly=True
    )
    claims = [play_out(state, temper, chance)[0].action for _ in range(40)].count(Claim())
    assert 10 <= claims <= 30
