"""Which clause of a rulebook refuses what, and its examples."""

import re
from typing import get_args

import pytest
from support.games.changed_rulebooks import RULEBOOK, SHIPPED, SUIT_RULEBOOK, changed, home, refused, table_option

from aceten_spec import load_shipped, parse_rulebook
from aceten_spec.clauses.refusals import REFUSALS, RefusalCode, needed_refusals, refusal_clause

ONE_ROUND = (
    '[[decisions]]\nclause = "HO-MULTI-1"\nalternatives = []\n'
    '[options.continuation]\nclause = "HO-MULTI-1"\nvalues = ["never"]\n[parameters]\ncontinuation = "never"\n'
)
"""The parameters of a game without further rounds, to go on with."""


@pytest.mark.parametrize(
    ("parameters", "codes"),
    [
        (ONE_ROUND + "flip = true\n", ["flip_exhausted"]),
        (ONE_ROUND + "spice = true\n", ["spice_first", "spice_no_trick", "spice_not_drawn", "stop_not_spicing"]),
        ("[by_players.2]\nlead_limit = 3\n", ["lead_limit"]),
        ('[options.lead_limit]\nclause = "HO-PLAY-3"\nvalues = [0, 3]\n', ["lead_limit"]),
        (
            table_option("a = {}", 'b = { continuation = "never", flip = true }'),
            ["flip_exhausted", "flip_off"],
        ),
    ],
)
def test_what_only_some_games_refuse_needs_a_clause_there(parameters: str, codes: list[str]) -> None:
    """Where players may flip or spice, or leads are limited, be it by an option, a clause is named for what is refused then."""
    given = {code: f'{code} = "HO-PLAY-2"\n' for code in codes}
    for code in codes:
        others = "".join(text for other, text in given.items() if other != code)
        refused(home(f"{parameters}[refusals]\n{others}"), f"refusals.{code}", problem="missing", expected="the clause")
    book = parse_rulebook(home(f"{parameters}[refusals]\n{''.join(given.values())}"))
    assert {code: book.refusals[code] for code in codes} == dict.fromkeys(codes, "HO-PLAY-2")


def test_a_clause_for_what_other_games_refuse_may_be_named() -> None:
    """A clause may be named also for what the game has no occasion to refuse; without one it is refused as unknown."""
    book = parse_rulebook(home('[refusals]\nflip_off = "HO-PLAY-3"'))
    assert refusal_clause(book, "flip_off") == "HO-PLAY-3"
    assert refusal_clause(book, "spice_off") == book.refusals["unknown_action"]


def test_a_clause_stands_in_for_that_of_a_special_condition() -> None:
    """Where a rulebook names no clause for what is owed while there is a talon, that for what is owed later stands in."""
    book = load_shipped("sixty-six")
    assert refusal_clause(book, "early_not_beaten") == "SX-SUIT-6"
    assert refusal_clause(load_shipped("tausendeins"), "early_suit_not_followed") == "TT-SUIT-3"


@pytest.mark.parametrize("code", needed_refusals(load_shipped("zsiros")))
def test_every_reason_to_refuse_has_a_clause(code: str) -> None:
    """A rulebook says for each reason by which clause an action is refused."""
    text = re.sub(rf"(?m)^{code} = .*\n", "", RULEBOOK, count=1)
    refused(text, f"refusals.{code}", problem="missing", expected="the clause")


@pytest.mark.turns(6)
@pytest.mark.parametrize("code", needed_refusals(load_shipped("sixty-six")))
def test_every_reason_to_refuse_in_a_game_with_suit_tricks_has_a_clause(code: str) -> None:
    """The same where tricks are of suits: for what such games always refuse, and for what belongs to the rules that the game has."""
    text, times = re.subn(rf"(?m)^{code} = .*\n", "", SUIT_RULEBOOK, count=1)
    assert times == 1
    refused(text, f"refusals.{code}", problem="missing", expected="the clause")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (RULEBOOK, "suit_not_followed"),
        (RULEBOOK, "bidding"),
        (SUIT_RULEBOOK, "wrong_continuation"),
        (SUIT_RULEBOOK, "lead_limit"),
    ],
)
def test_a_reason_of_games_with_other_tricks_is_refused(text: str, code: str) -> None:
    """No clause is named for what games with such tricks never have an occasion to refuse."""
    prefix = re.findall('(?m)^prefix = "(.*)"', text)[0]
    named = changed("[refusals]", f'[refusals]\n{code} = "{prefix}-PLAY-2"', text=text)
    refused(named, f"refusals.{code}", problem="unknown key", expected="a code of games with such tricks")


def test_an_unknown_reason_to_refuse_is_refused() -> None:
    """The engine refuses for the reasons that there are; the error lists those that are most alike."""
    text = changed("[refusals]", '[refusals]\nstop_not_offerd = "ZS-PLAY-2"')
    refused(text, "refusals.stop_not_offerd", problem="unknown key", expected="such as: stop_not_offered, ")


def test_a_refusal_names_a_clause() -> None:
    """What the engine refuses by is a clause of the rulebook."""
    refused(
        changed('deal_over = "ZS-PLAY-8"', 'deal_over = "ZS-PLAY-88"'),
        "refusals.deal_over",
        problem="no clause 'ZS-PLAY-88'",
        expected="the id of a clause",
    )


def test_an_example_shows_clauses() -> None:
    """The clauses that an example shows are those of the rulebook."""
    refused(
        changed('clauses = ["ZS-PLAY-2", ', 'clauses = ["ZS-PLAY-22", '),
        "examples[0].clauses",
        problem="no clause 'ZS-PLAY-22'",
        expected="the id of a clause",
    )


def test_a_step_is_refused_by_a_clause() -> None:
    """The clause by which an example says that an action is refused is one of the rulebook."""
    example = [example.id for example in load_shipped("zsiros").examples].index("ZS-EX-18")
    refused(
        changed('"call:1:beat", refused = "ZS-CALL-1"', '"call:1:beat", refused = "ZS-CALL-11"', text=SHIPPED),
        f"examples[{example}].steps[0].refused",
        problem="no clause 'ZS-CALL-11'",
        expected="the id of a clause",
    )


def test_a_step_is_refused_for_a_known_reason() -> None:
    """The code that an example names is one by which games with such tricks refuse; the error lists those that are most alike."""
    example = [example.id for example in load_shipped("zsiros").examples].index("ZS-EX-18")
    refused(
        changed('code = "call_without_partner"', 'code = "call_without_partners"', text=SHIPPED),
        f"examples[{example}].steps[0].code",
        problem="found 'call_without_partners'",
        expected="such as: call_without_partner, ",
    )


def test_an_example_is_a_position_or_a_match() -> None:
    """An example begins with a position, or it is the course of a match."""
    text = re.sub(r"(?m)^position = .*\n", "", RULEBOOK, count=1)
    refused(text, "examples[0]", problem="neither of position and match", expected="one of them")


def test_every_code_is_one_that_the_type_checkers_know() -> None:
    """The codes of the type and those of the table are the same, in the same order."""
    assert get_args(RefusalCode) == tuple(REFUSALS)
