"""Parameters of a rulebook that contradict each other."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
import pytest
from support.games.changed_rulebooks import FIELDS, home, refused

from aceten import load
from aceten_spec import load_shipped, parse_rulebook
from aceten_spec.parameter_checks import check_parameters
from aceten_spec.rulebook import SuitParameters, digest


class Wrong(NamedTuple):
    """Parameters that contradict each other."""

    parameters: str
    """What is not as in Zsíros, under ``[parameters]``."""
    key: str
    """The key that is refused."""
    problem: str
    """What the error says of it."""
    expected: str
    """What the error says should be there."""


EACH: Final = 'players = [2, 3, 4]\n[by_players.3]\nremoved = ["8c", "8s"]\n'
"""Three players besides two and four; what follows belongs to them."""


NO_MARRIAGES: Final = 'marriages = "none"\nmarriage_points = []\n'


NO_EXCHANGE: Final = 'exchange = "none"\n'


NO_CLOSING: Final = 'close = "never"\n'


CONTRADICTIONS: Final = (
    Wrong('removed = ["7c", "7c"]', "parameters.removed", "'7c' stands there 2 times", "each value once"),
    Wrong('removed = ["2c"]', "parameters.removed", "the pack german-32 has no 2c", "cards of the pack"),
    Wrong('removed = ["7c", "7s", "7h", "7d"]', "parameters.wild", "the pack german-32 has no 7", "one of: A K"),
    Wrong('calls = ["beat", "beat"]', "parameters.calls", "'beat' stands there 2 times", "each value once"),
    Wrong(EACH, "by_players.3.players", "3 players on two sides in turn", "sides = 'each' or 'lone'"),
    Wrong(
        EACH + 'sides = "lone"',
        "by_players.3.lone_card",
        "with lone_card = 'none'",
        "a card exactly where sides is 'lone'",
    ),
    Wrong(
        EACH + 'sides = "each"\nlone_card = "Kh"', "by_players.3.lone_card", "sides = 'each'", "where sides is 'lone'"
    ),
    Wrong(
        'continuation = "never"\nleftover = "unplayed"\nremoved = ["7c"]\nflip = "on"',
        "parameters.flip",
        "'on' with 31 cards, which do not divide by 4",
        "a number of players that divides the pack",
    ),
    Wrong(
        'continuation = "never"\nleftover = "unplayed"\nremoved = ["7c"]\nspice = "on"',
        "parameters.spice",
        "'on' with 31 cards",
        "'off'",
    ),
    Wrong(
        'players = [4]\ncontinuation = "always"\nleftover = "unplayed"\nremoved = ["7c"]\ncalls = []\n'
        'sides = "lone"\nlone_card = "Kh"',
        "parameters.lone_card",
        "the lone card can be left over: 31 cards do not divide by 4",
        "a pack that the players divide",
    ),
    Wrong(
        'sides = "lone"\nlone_card = "Kh"',
        "parameters.continuation",
        "nobody knows who his opponents",
        "never or always",
    ),
    Wrong(
        'players = [2]\ncalls = []\nsides = "lone"\nlone_card = "Kh"',
        "parameters.sides",
        "'lone' with two players",
        "at least three players",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "8c"',
        "by_players.3.lone_card",
        "8c is not there once",
        "a card of the pack",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\npacks = 2',
        "by_players.3.lone_card",
        "Kh is not there once",
        "a card of the pack",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\ncontinuation = "always"\nlone_card_rank = "2"',
        "by_players.3.lone_card_rank",
        "the pack german-32 has no 2",
        "one of: A K",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\ncontinuation = "always"\nlone_card_led = "2"',
        "by_players.3.lone_card_led",
        "the pack german-32 has no 2",
        "one of: A K",
    ),
    Wrong('lone_card_rank = "7"', "parameters.lone_card_rank", "a rank without a lone card", "'own'"),
    Wrong('lone_card_led = "7"', "parameters.lone_card_rank", "a rank without a lone card", "'own'"),
    Wrong('partner_peek = "on"', "parameters.partner_peek", "'on', but nobody has a partner", "off"),
    Wrong('removed = ["8c", "8s"]', "parameters.players", "30 cards do not divide by 4", "or leftover"),
    Wrong(
        "packs = 2\nhand = 17\ndeal = [17]", "parameters.hand", "4 hands of 17 cards from a pack of 64", "at most 16"
    ),
    Wrong(
        'taken_by = "first_match"',
        "parameters.taken_by",
        "'first_match' with tricks that can be continued",
        "'last_match'",
    ),
    Wrong(
        'flip = "on"', "parameters.flip", "'on' with tricks that can be continued", "'off', or continuation = 'never'"
    ),
    Wrong(
        'spice = "on"', "parameters.spice", "'on' with tricks that can be continued", "'off', or continuation = 'never'"
    ),
    Wrong('continue_with = "any"', "parameters.to_match", "'first_lead'", "'newest_lead' where continue_with is 'any'"),
    Wrong("wins_from = 90", "parameters.wins_from", "90", "at most 80, all there is"),
    Wrong("wins_from = 91\nlast_trick_points = 10", "parameters.wins_from", "91", "at most 90, all there is"),
    Wrong(
        EACH + 'sides = "each"\nlast_card_loses = "7"',
        "by_players.3.last_card_loses",
        "a losing rank",
        "two sides with a",
    ),
    Wrong(
        'score = "points"\nscoring = []\nlast_card_loses = "7"', "parameters.last_card_loses", "a losing rank", "'none'"
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\ncontinuation = "always"\ntie = "shared"',
        "by_players.3.tie",
        "'shared' where one plays alone against the others",
        "'last_trick' or 'draw'",
    ),
    Wrong(
        EACH + 'sides = "each"\ncalls = ["beat"]',
        "by_players.3.calls",
        "calls, but nobody has a partner where sides is 'each'",
        "[]",
    ),
    Wrong(
        EACH + 'sides = "lone"\nlone_card = "Kh"\ncontinuation = "always"\nscore = "points"\nscoring = []',
        "by_players.3.score",
        "'points' where several players win or lose together",
        "'table'",
    ),
    Wrong(
        'score = "points"\nscoring = [{ name = "most", meaning = "most", points = [1, 2], tricks = "any", game_points = 1 }]',
        "parameters.scoring",
        "rows, but score = 'points'",
        "[]",
    ),
    Wrong("sweep_points = 80", "parameters.sweep_points", "80", "0, or score = 'points'"),
    Wrong('sweep_resets = "on"', "parameters.sweep_resets", "on", "off, or score = 'points'"),
    Wrong('four_resets = "on"', "parameters.four_resets", "on", "off, or score = 'points'"),
    Wrong('zero_resets = "on"', "parameters.zero_resets", "on", "off, or score = 'points'"),
    Wrong('finish = "immediate"', "parameters.finish", "'immediate'", "points that count towards a target"),
    Wrong(
        'score = "points"\nscoring = []\nmatch_ends = "deals"\nfinish = "immediate"',
        "parameters.finish",
        "'immediate'",
        "'deal_end'",
    ),
    Wrong(
        'next_dealer = "keeps"',
        "parameters.keeps_deal",
        "0 with next_dealer = 'keeps'",
        "a number above 0 exactly where",
    ),
    Wrong(
        "keeps_deal = 50", "parameters.keeps_deal", "50 with next_dealer = 'rotate'", "a number above 0 exactly where"
    ),
)


@pytest.mark.parametrize(
    "wrong", CONTRADICTIONS, ids=lambda wrong: wrong.parameters.removeprefix(EACH).replace("\n", " ")
)
def test_parameters_that_contradict_each_other_are_refused(wrong: Wrong) -> None:
    """Parameters that cannot be played by together are refused at one of them, with the other and with what would agree."""
    refused(home(f"[parameters]\n{wrong.parameters}"), wrong.key, problem=wrong.problem, expected=wrong.expected)


SUIT_CONTRADICTIONS: Final = {
    "sixty-six": (
        Wrong(
            "hand = 1\ndeal = [1]",
            "parameters.close",
            "'either' with hands of one card",
            "'after_drawing' or 'never', or larger hands",
        ),
        Wrong("players = [2, 3]", "parameters.players", "3 players on two sides in turn", "an even number"),
        Wrong("packs = 2", "parameters.packs", "2, so that cards are not told apart", "1"),
        Wrong(
            "players = [2, 4]",
            "parameters.trump",
            "'turn_up' without a talon",
            "another source of trumps, or smaller hands",
        ),
        Wrong("hand = 13\ndeal = [13]", "parameters.hand", "2 hands of 13 cards from a pack of 24", "at most 12 cards"),
        Wrong(
            'removed = ["9c"]',
            "parameters.hand",
            "a talon of 11 cards does not divide by 2 players",
            "hands that leave a talon which does, or none",
        ),
        Wrong(
            'order = ["A", "T", "K", "Q", "J"]',
            "parameters.order",
            "A T K Q J",
            "each rank of the pack french-24 once: A K Q J T 9",
        ),
        Wrong(
            'order = ["A", "T", "K", "Q", "J", "9", "8"]',
            "parameters.order",
            "A T K Q J 9 8",
            "each rank of the pack french-24 once",
        ),
        Wrong(
            'order = ["A", "T", "K", "Q", "J", "9", "9"]',
            "parameters.order",
            "'9' stands there 2 times",
            "each value once",
        ),
        Wrong(
            'trump = "marriage"',
            "parameters.trump",
            "'marriage' with marriages = 'trump'",
            "marriages that count by suit or by order",
        ),
        Wrong(
            'cut_card = "known"', "parameters.cut_card", "'known', but no card is cut", "'unknown', or trump = 'cut'"
        ),
        Wrong('trump = "named"', "parameters.bids", "0 bids with trump = 'named'", "bids where trump is named"),
        Wrong("bids = [60, 66]", "parameters.bids", "2 bids with trump = 'turn_up'", "bids where trump is named"),
        Wrong('score = "contract"', "parameters.score", "'contract' with 0 bids", "'contract' exactly where one bids"),
        Wrong('no_bid = "dealer"', "parameters.no_bid", "'dealer' without an auction (bids)", "'redeal'"),
        Wrong("grand_points = 260", "parameters.grand_points", "260 without an auction (bids)", "0"),
        Wrong('defenders_score = "on"', "parameters.defenders_score", "'on' without an auction (bids)", "'off'"),
        Wrong(
            "marriage_points = [20]", "parameters.marriage_points", "1 numbers", "2 numbers where marriages is 'trump'"
        ),
        Wrong('marriages = "suit"', "parameters.marriage_points", "2 numbers", "4 numbers where marriages is 'suit'"),
        Wrong(
            'marriages = "none"\nmarriage_points = [20, 40]',
            "parameters.marriage_points",
            "2 numbers",
            "0 numbers where marriages is 'none'",
        ),
        Wrong(
            f'{NO_MARRIAGES}meld_counts = "next_trick"',
            "parameters.meld_counts",
            "'next_trick' without marriages",
            "'any_trick'",
        ),
        Wrong(f'{NO_MARRIAGES}meld_lead = "king"', "parameters.meld_lead", "'king' without marriages", "'either'"),
        Wrong(f'{NO_MARRIAGES}meld_forced = "on"', "parameters.meld_forced", "'on' without marriages", "'off'"),
        Wrong(f'{NO_MARRIAGES}meld_first = "off"', "parameters.meld_first", "'off' without marriages", "'on'"),
        Wrong(
            f'{NO_MARRIAGES}meld_after_stock = "on"', "parameters.meld_after_stock", "'on' without marriages", "'off'"
        ),
        Wrong(
            f'{NO_MARRIAGES}meld_after_closing = "on"',
            "parameters.meld_after_closing",
            "'on' without marriages",
            "'off'",
        ),
        Wrong(
            'removed = ["Kc", "Ks", "Kh", "Kd"]\nvalues = { A = 11, T = 10 }',
            "parameters.marriages",
            "the pack french-24 has no K",
            "one of: A",
        ),
        Wrong('trump = "cut"', "parameters.exchange", "'9' without a turn-up", "another value, or trump = 'turn_up'"),
        Wrong(
            f'trump = "cut"\n{NO_EXCHANGE}',
            "parameters.close",
            "'either' without a turn-up",
            "another value, or trump = 'turn_up'",
        ),
        Wrong('exchange = "8"', "parameters.exchange", "the pack french-24 has no 8", "one of: A K Q J T 9"),
        Wrong(
            f'{NO_EXCHANGE}exchange_by = "leader"', "parameters.exchange_by", "'leader' without an exchange", "'any'"
        ),
        Wrong(
            f'{NO_EXCHANGE}exchange_needs_trick = "off"',
            "parameters.exchange_needs_trick",
            "'off' without an exchange",
            "'on'",
        ),
        Wrong(f"{NO_EXCHANGE}exchange_min_stock = 2", "parameters.exchange_min_stock", "2 without an exchange", "3"),
        Wrong(
            f'{NO_EXCHANGE}exchange_after_closing = "on"',
            "parameters.exchange_after_closing",
            "'on' without an exchange",
            "'off'",
        ),
        Wrong(
            'score = "points"\nclose = "either"', "parameters.close", "'either' with score = 'points'", "score = 'race'"
        ),
        Wrong(
            'score = "table"',
            "parameters.marriages",
            "'trump' with a scoring table, which counts cards alone",
            "'none'",
        ),
        Wrong(f"{NO_CLOSING}close_min_stock = 3", "parameters.close_min_stock", "3 without closing the talon", "2"),
        Wrong(f'{NO_CLOSING}won_at = "closing"', "parameters.won_at", "'closing' without closing the talon", "'end'"),
        Wrong(
            f'{NO_CLOSING}penalty_at = "flat"', "parameters.penalty_at", "'flat' without closing the talon", "'closing'"
        ),
        Wrong(
            f'{NO_CLOSING}exchange_after_closing = "on"',
            "parameters.exchange_after_closing",
            "'on' without closing the talon",
            "'off'",
        ),
        Wrong(
            'claim = "never"',
            "parameters.claim",
            "'never' for the deal with score = 'race'",
            "a claim for the deal exactly where score is 'race'",
        ),
        Wrong(
            'claim_for = "match"',
            "parameters.claim",
            "'called' for the match with score = 'race'",
            "exactly where score is 'race'",
        ),
        Wrong(
            f'{NO_CLOSING}score = "points"\nclaim = "called"',
            "parameters.claim",
            "'called' for the deal with score = 'points'",
            "exactly where score is 'race'",
        ),
        Wrong(
            f'{NO_MARRIAGES}{NO_CLOSING}score = "table"\nclaim = "called"\nclaim_for = "match"',
            "parameters.claim",
            "'called' for the match with score = 'table'",
            "points that count towards a target",
        ),
        Wrong("claim_points = 0", "parameters.claim_points", "0", "a number above 0 where a deal is claimed"),
        Wrong("won = [3, 2, 1]", "parameters.won", "3, 2, 1", "numbers that do not fall"),
        Wrong("penalty = [3, 2]", "parameters.penalty", "3, 2", "numbers that do not fall"),
        Wrong(
            'scoring = [{ name = "most", meaning = "most", points = [1, 2], tricks = "any", game_points = 1 }]',
            "parameters.scoring",
            "rows, but score = 'race'",
            "[]",
        ),
        Wrong("partners_change = 1", "parameters.partners_change", "1", "0, or four players"),
    ),
    "tausendeins": (
        Wrong(
            'marriages = "none"\nmarriage_points = []',
            "parameters.trump",
            "'marriage' with marriages = 'none'",
            "by suit or by order",
        ),
        Wrong("claim_points = 66", "parameters.claim_points", "66", "a number above 0 where a deal is claimed"),
        Wrong(
            'match_ends = "deals"',
            "parameters.claim",
            "'called' for the match with score = 'points'",
            "points that count towards a target",
        ),
        Wrong("won = [1, 2, 4]", "parameters.won", "(1, 2, 4) without a race", "(1, 2, 3)"),
        Wrong("schneider = 33", "parameters.schneider", "33 without a race", "0"),
        Wrong("penalty = [1, 3]", "parameters.penalty", "(1, 3) without a race", "(2, 3)"),
        Wrong('last_trick_wins = "on"', "parameters.last_trick_wins", "'on' without a race", "'off'"),
        Wrong('drawn = "carry"', "parameters.drawn", "'carry' without deals that one side wins", "'void'"),
        Wrong('favourite = "on"', "parameters.favourite", "'on' without deals that one side wins", "'off'"),
    ),
    "auction-sixty-six": (
        Wrong("bids = [60, 66, 66]", "parameters.bids", "66 after 66", "rising numbers"),
        Wrong("bids = [70, 66]", "parameters.bids", "66 after 70", "rising numbers"),
        Wrong("bids = []", "parameters.bids", "0 bids with trump = 'named'", "bids where trump is named"),
        Wrong('drawn = "doubles"', "parameters.drawn", "'doubles' without deals that one side wins", "'void'"),
        Wrong("values = { A = 0 }", "parameters.values", "no card counts anything", "above 0"),
    ),
    "einwerfen": (
        Wrong("scoring = []", "parameters.scoring", "empty", "at least one row"),
        Wrong(
            "partners_change = 16", "parameters.partners_change", "16", "match_ends = 'deals' and next_dealer = 'same'"
        ),
        Wrong(
            'partners_change = 16\nnext_dealer = "same"\nmatch_ends = "target"',
            "parameters.partners_change",
            "16",
            "so that eldest hand stays",
        ),
        Wrong(
            "keeps_deal = 2",
            "parameters.keeps_deal",
            "2 with next_dealer = 'rotate'",
            "exactly where next_dealer is 'keeps'",
        ),
    ),
}
"""For each of some games with suit tricks parameters that contradict each other."""


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("game", "wrong"),
    [(game, wrong) for game, several in SUIT_CONTRADICTIONS.items() for wrong in several],
    ids=lambda value: value if isinstance(value, str) else value.parameters.replace("\n", " "),
)
def test_parameters_of_suit_tricks_that_contradict_each_other_are_refused(game: str, wrong: Wrong) -> None:
    """Parameters of a game with suit tricks that cannot be played by together are refused likewise."""
    text = home(f"[parameters]\n{wrong.parameters}", parent=game)
    refused(text, wrong.key, problem=wrong.problem, expected=wrong.expected)


def test_games_with_suit_tricks_may_be_played_without_what_others_have() -> None:
    """Without marriages, exchanging and closing a game with suit tricks is one all the same."""
    rules = load_shipped("sixty-six").parameters
    assert isinstance(rules, SuitParameters)
    plain = msgspec.structs.replace(rules, marriages="none", marriage_points=(), exchange="none", close="never")
    check_parameters(plain, 2, source="home.toml")


ROW: Final = 'name = "most", meaning = "more points", tricks = "some", game_points = 1'


@pytest.mark.parametrize(
    ("row", "key", "problem", "most"),
    [
        ("points = [40, 100]", "points", "[40, 100]", "at most 90"),
        ("points = [50, 40]", "points", "[50, 40]", "in order"),
        ("points = [50, 90], cards = [40, 90]", "cards", "[40, 90]", "at most 80"),
        ("points = [50, 90], cards = [60, 50]", "cards", "[60, 50]", "in order"),
    ],
)
def test_a_scoring_row_counts_cards_apart_from_the_last_trick(row: str, key: str, problem: str, most: str) -> None:
    """Points of a row include those for the last trick, its points of cards do not: neither is more than there is."""
    text = home(f"[parameters]\nlast_trick_points = 10\nscoring = [{{ {ROW}, {row} }}]")
    refused(text, f"parameters.scoring[0].{key}", problem=problem, expected=most)


def test_the_last_trick_may_count_for_more_than_there_is_in_cards() -> None:
    """Where the last trick counts 10, a row may go to 90 points, and to 80 from cards."""
    text = home(f"[parameters]\nlast_trick_points = 10\nscoring = [{{ {ROW}, points = [50, 90], cards = [40, 80] }}]")
    assert parse_rulebook(text).parameters.scoring[0].cards == (40, 80)


# --- Parameters by the number of players --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by_players", "key", "problem", "expected"),
    [
        ("[by_players.3]\nhand = 3", "by_players.3", "not among parameters.players", "one of: 2, 4"),
        ("[by_players.04]\nhand = 3", "by_players.04", "not among parameters.players", "one of: 2, 4"),
        ("[by_players.four]\nhand = 3", "by_players.four", "not among parameters.players", "one of: 2, 4"),
        ("[by_players.4]\ncolour = 1", "by_players.4.colour", "unknown key", f"of the {len(FIELDS)} keys"),
        ("[by_players.4]\nhand = 0", "by_players.4.hand", "not of the form", "1"),
        ('[by_players.4]\nwild = ["1"]', "by_players.4.wild[0]", "found '1'", "one of: 2, 3"),
        ("[by_players.4]\nplayers = [4]", "by_players.4.players", "cannot be changed", "can depend on the number"),
        (
            "[by_players.2]\nhand = 3",
            "by_players.2.deal",
            "batches of 4 cards",
            "a sum of 3, the value of by_players.2.hand",
        ),
        ("[by_players]\n4 = 3", "by_players.4", "found a whole number", "a table"),
        ("by_players = 3", "by_players", "found a whole number", "a table"),
    ],
)
def test_wrong_parameters_for_a_number_of_players_are_refused(
    by_players: str, key: str, problem: str, expected: str
) -> None:
    """What holds for one number of players is as strict as what holds for all: number, names, values, and all of them together."""
    refused(home(by_players), key, problem=problem, expected=expected)


def test_parameters_for_a_number_of_players_hold_for_that_number() -> None:
    """With that number the game is played by them, and by the general ones with every other."""
    book = parse_rulebook(home("[by_players.2]\nhand = 5\ndeal = [3, 2]"))
    two, four = load(book, players=2), load(book, players=4)
    assert (two.rules.hand, two.rules.deal) == (5, (3, 2))
    assert four.rules == book.parameters
    assert [len(game.deal(seed=1).hands[0]) for game in (two, four)] == [5, 4]
    assert two.digest != four.digest == digest(book.parameters)
