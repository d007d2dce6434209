"""Parameters of a rulebook that contradict each other."""

import re
from typing import Final, NamedTuple

import msgspec
import pytest
from support.games.changed_rulebooks import FIELDS, home, refused

from aceten import load
from aceten_spec import load_shipped, parse_rulebook
from aceten_spec.checks.parameter_checks import check_parameters
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


def contradicting(text: str) -> tuple[Wrong, ...]:
    """Read parameters from lines of TOML, and below each of them, indented, the error that they are refused with."""
    found = re.findall(r"((?:^\S.*\n)+\n?) {2}([\w.]+): ((?:.+\n)(?: .+\n)*)", text, re.MULTILINE)
    said = [(parameters, key, *" ".join(error.split()).split("; expected ")) for parameters, key, error in found]
    return tuple([Wrong(parameters.removesuffix("\n"), *error) for parameters, *error in said])


EACH: Final = 'players = [2, 3, 4]\n[by_players.3]\nremoved = ["8c", "8s"]\n'
"""Three players besides two and four; what follows belongs to them."""

NO_MARRIAGES: Final = 'marriages = "none"\nmarriage_points = []\n'

NO_EXCHANGE: Final = 'exchange = "none"\n'

NO_CLOSING: Final = 'close = "never"\n'

CONTRADICTIONS: Final = contradicting(f"""
removed = ["7c", "7c"]
  parameters.removed: '7c' stands there 2 times; expected each value once
removed = ["2c"]
  parameters.removed: the pack german-32 has no 2c; expected cards of the pack
removed = ["7c", "7s", "7h", "7d"]
  parameters.wild: the pack german-32 has no 7; expected one of: A K
calls = ["beat", "beat"]
  parameters.calls: 'beat' stands there 2 times; expected each value once
{EACH}
  by_players.3.players: 3 players on two sides in turn; expected sides = 'each' or 'lone'
{EACH}sides = "lone"
  by_players.3.lone_card: with lone_card = 'none'; expected a card exactly where sides is 'lone'
{EACH}sides = "each"
lone_card = "Kh"
  by_players.3.lone_card: sides = 'each'; expected where sides is 'lone'
continuation = "never"
leftover = "unplayed"
removed = ["7c"]
flip = true
  parameters.flip: true with 31 cards, which do not divide by 4; expected a number of players that divides the pack
continuation = "never"
leftover = "unplayed"
removed = ["7c"]
spice = true
  parameters.spice: true with 31 cards; expected false
players = [4]
continuation = "always"
leftover = "unplayed"
removed = ["7c"]
calls = []
sides = "lone"
lone_card = "Kh"
  parameters.lone_card: the lone card can be left over: 31 cards do not divide by 4; expected a pack that the players divide
sides = "lone"
lone_card = "Kh"
  parameters.continuation: nobody knows who his opponents; expected never or always
players = [2]
calls = []
sides = "lone"
lone_card = "Kh"
  parameters.sides: 'lone' with two players; expected at least three players
{EACH}sides = "lone"
lone_card = "8c"
  by_players.3.lone_card: 8c is not there once; expected a card of the pack
{EACH}sides = "lone"
lone_card = "Kh"
packs = 2
  by_players.3.lone_card: Kh is not there once; expected a card of the pack
{EACH}sides = "lone"
lone_card = "Kh"
continuation = "always"
lone_card_rank = "2"
  by_players.3.lone_card_rank: the pack german-32 has no 2; expected one of: A K
{EACH}sides = "lone"
lone_card = "Kh"
continuation = "always"
lone_card_led = "2"
  by_players.3.lone_card_led: the pack german-32 has no 2; expected one of: A K
lone_card_rank = "7"
  parameters.lone_card_rank: a rank without a lone card; expected 'own'
lone_card_led = "7"
  parameters.lone_card_rank: a rank without a lone card; expected 'own'
partner_peek = true
  parameters.partner_peek: true, but nobody has a partner; expected false
removed = ["8c", "8s"]
  parameters.players: 30 cards do not divide by 4; expected or leftover
packs = 2
hand = 17
deal = [17]
  parameters.hand: 4 hands of 17 cards from a pack of 64; expected at most 16
taken_by = "first_match"
  parameters.taken_by: 'first_match' with tricks that can be continued; expected 'last_match'
flip = true
  parameters.flip: true with tricks that can be continued; expected false, or continuation = 'never'
spice = true
  parameters.spice: true with tricks that can be continued; expected false, or continuation = 'never'
continue_with = "any"
  parameters.to_match: 'first_lead'; expected 'newest_lead' where continue_with is 'any'
wins_from = 90
  parameters.wins_from: 90; expected at most 80, all there is
wins_from = 91
last_trick_points = 10
  parameters.wins_from: 91; expected at most 90, all there is
{EACH}sides = "each"
last_card_loses = "7"
  by_players.3.last_card_loses: a losing rank; expected two sides with a
score = "points"
scoring = []
last_card_loses = "7"
  parameters.last_card_loses: a losing rank; expected 'none'
{EACH}sides = "lone"
lone_card = "Kh"
continuation = "always"
tie = "shared"
  by_players.3.tie: 'shared' where one plays alone against the others; expected 'last_trick' or 'draw'
{EACH}sides = "each"
calls = ["beat"]
  by_players.3.calls: calls, but nobody has a partner where sides is 'each'; expected []
{EACH}sides = "lone"
lone_card = "Kh"
continuation = "always"
score = "points"
scoring = []
  by_players.3.score: 'points' where several players win or lose together; expected 'table'
score = "points"
scoring = [{{ name = "most", meaning = "most", points = [1, 2], tricks = "any", game_points = 1 }}]
  parameters.scoring: rows, but score = 'points'; expected []
sweep_points = 80
  parameters.sweep_points: 80; expected 0, or score = 'points'
sweep_resets = true
  parameters.sweep_resets: true; expected false, or score = 'points'
four_resets = true
  parameters.four_resets: true; expected false, or score = 'points'
zero_resets = true
  parameters.zero_resets: true; expected false, or score = 'points'
finish = "immediate"
  parameters.finish: 'immediate'; expected points that count towards a target
score = "points"
scoring = []
match_ends = "deals"
finish = "immediate"
  parameters.finish: 'immediate'; expected 'deal_end'
next_dealer = "keeps"
  parameters.keeps_deal: 0 with next_dealer = 'keeps'; expected a number above 0 exactly where
keeps_deal = 50
  parameters.keeps_deal: 50 with next_dealer = 'rotate'; expected a number above 0 exactly where
""")


@pytest.mark.parametrize(
    "wrong", CONTRADICTIONS, ids=lambda wrong: wrong.parameters.removeprefix(EACH).replace("\n", " ")
)
def test_parameters_that_contradict_each_other_are_refused(wrong: Wrong) -> None:
    """Parameters that cannot be played by together are refused at one of them, with the other and with what would agree."""
    refused(home(f"[parameters]\n{wrong.parameters}"), wrong.key, problem=wrong.problem, expected=wrong.expected)


SUIT_CONTRADICTIONS: Final = {
    "sixty-six": contradicting(f"""
hand = 1
deal = [1]
  parameters.close: 'either' with hands of one card; expected 'after_drawing' or 'never', or larger hands
players = [2, 3]
  parameters.players: 3 players on two sides in turn; expected an even number
packs = 2
  parameters.packs: 2, so that cards are not told apart; expected 1
players = [2, 4]
  parameters.trump: 'turn_up' without a talon; expected another source of trumps, or smaller hands
hand = 13
deal = [13]
  parameters.hand: 2 hands of 13 cards from a pack of 24; expected at most 12 cards
removed = ["9c"]
  parameters.hand: a talon of 11 cards does not divide by 2 players; expected hands that leave a talon which does, or none
order = ["A", "T", "K", "Q", "J"]
  parameters.order: A T K Q J; expected each rank of the pack french-24 once: A K Q J T 9
order = ["A", "T", "K", "Q", "9"]
removed = ["Jc", "Js"]
  parameters.order: A T K Q 9; expected each rank of the pack french-24 once: A K Q J T 9
order = ["A", "T", "K", "Q"]
removed = ["Jc", "Js", "Jh", "Jd"]
  parameters.order: A T K Q; expected each rank of the pack french-24 once: A K Q T 9
order = ["A", "T", "K", "Q", "J", "9", "8"]
  parameters.order: A T K Q J 9 8; expected each rank of the pack french-24 once
order = ["A", "T", "K", "Q", "J", "9", "9"]
  parameters.order: '9' stands there 2 times; expected each value once
trump = "marriage"
  parameters.trump: 'marriage' with marriages = 'trump'; expected marriages that count by suit or by order
cut_card = "known"
  parameters.cut_card: 'known', but no card is cut; expected 'unknown', or trump = 'cut'
trump = "named"
  parameters.bids: 0 bids with trump = 'named'; expected bids where trump is named
bids = [60, 66]
  parameters.bids: 2 bids with trump = 'turn_up'; expected bids where trump is named
score = "contract"
  parameters.score: 'contract' with 0 bids; expected 'contract' exactly where one bids
no_bid = "dealer"
  parameters.no_bid: 'dealer' without an auction (bids); expected 'redeal'
grand_points = 260
  parameters.grand_points: 260 without an auction (bids); expected 0
defenders_score = true
  parameters.defenders_score: true without an auction (bids); expected false
marriage_points = [20]
  parameters.marriage_points: 1 numbers; expected 2 numbers where marriages is 'trump'
marriages = "suit"
  parameters.marriage_points: 2 numbers; expected 4 numbers where marriages is 'suit'
marriages = "none"
marriage_points = [20, 40]
  parameters.marriage_points: 2 numbers; expected 0 numbers where marriages is 'none'
{NO_MARRIAGES}meld_counts = "next_trick"
  parameters.meld_counts: 'next_trick' without marriages; expected 'any_trick'
{NO_MARRIAGES}meld_lead = "king"
  parameters.meld_lead: 'king' without marriages; expected 'either'
{NO_MARRIAGES}meld_forced = true
  parameters.meld_forced: true without marriages; expected false
{NO_MARRIAGES}meld_first = false
  parameters.meld_first: false without marriages; expected true
{NO_MARRIAGES}meld_after_stock = true
  parameters.meld_after_stock: true without marriages; expected false
{NO_MARRIAGES}meld_after_closing = true
  parameters.meld_after_closing: true without marriages; expected false
removed = ["Kc", "Ks", "Kh", "Kd"]
values = {{ A = 11, T = 10 }}
  parameters.marriages: the pack french-24 has no K; expected one of: A
trump = "cut"
  parameters.exchange: '9' without a turn-up; expected another value, or trump = 'turn_up'
trump = "cut"
{NO_EXCHANGE}
  parameters.close: 'either' without a turn-up; expected another value, or trump = 'turn_up'
exchange = "8"
  parameters.exchange: the pack french-24 has no 8; expected one of: A K Q J T 9
{NO_EXCHANGE}exchange_by = "leader"
  parameters.exchange_by: 'leader' without an exchange; expected 'any'
{NO_EXCHANGE}exchange_needs_trick = false
  parameters.exchange_needs_trick: false without an exchange; expected true
{NO_EXCHANGE}exchange_min_stock = 2
  parameters.exchange_min_stock: 2 without an exchange; expected 3
{NO_EXCHANGE}exchange_after_closing = true
  parameters.exchange_after_closing: true without an exchange; expected false
score = "points"
close = "either"
  parameters.close: 'either' with score = 'points'; expected score = 'race'
score = "table"
  parameters.marriages: 'trump' with a scoring table, which counts cards alone; expected 'none'
{NO_CLOSING}close_min_stock = 3
  parameters.close_min_stock: 3 without closing the talon; expected 2
{NO_CLOSING}won_at = "closing"
  parameters.won_at: 'closing' without closing the talon; expected 'end'
{NO_CLOSING}penalty_at = "flat"
  parameters.penalty_at: 'flat' without closing the talon; expected 'closing'
{NO_CLOSING}exchange_after_closing = true
  parameters.exchange_after_closing: true without closing the talon; expected false
claim = "never"
  parameters.claim: 'never' for the deal with score = 'race'; expected a claim for the deal exactly where score is 'race'
claim_for = "match"
  parameters.claim: 'called' for the match with score = 'race'; expected exactly where score is 'race'
{NO_CLOSING}score = "points"
claim = "called"
  parameters.claim: 'called' for the deal with score = 'points'; expected exactly where score is 'race'
{NO_MARRIAGES}{NO_CLOSING}score = "table"
claim = "called"
claim_for = "match"
  parameters.claim: 'called' for the match with score = 'table'; expected points that count towards a target
claim_points = 0
  parameters.claim_points: 0; expected a number above 0 where a deal is claimed
won = [3, 2, 1]
  parameters.won: 3, 2, 1; expected numbers that do not fall
penalty = [3, 2]
  parameters.penalty: 3, 2; expected numbers that do not fall
scoring = [{{ name = "most", meaning = "most", points = [1, 2], tricks = "any", game_points = 1 }}]
  parameters.scoring: rows, but score = 'race'; expected []
partners_change = 1
  parameters.partners_change: 1; expected 0, or four players
"""),
    "tausendeins": contradicting("""
marriages = "none"
marriage_points = []
  parameters.trump: 'marriage' with marriages = 'none'; expected by suit or by order
claim_points = 66
  parameters.claim_points: 66; expected a number above 0 where a deal is claimed
match_ends = "deals"
  parameters.claim: 'called' for the match with score = 'points'; expected points that count towards a target
won = [1, 2, 4]
  parameters.won: (1, 2, 4) without a race; expected (1, 2, 3)
schneider = 33
  parameters.schneider: 33 without a race; expected 0
penalty = [1, 3]
  parameters.penalty: (1, 3) without a race; expected (2, 3)
last_trick_wins = true
  parameters.last_trick_wins: true without a race; expected false
drawn = "carry"
  parameters.drawn: 'carry' without deals that one side wins; expected 'void'
favourite = true
  parameters.favourite: true without deals that one side wins; expected false
"""),
    "auction-sixty-six": contradicting("""
bids = [60, 66, 66]
  parameters.bids: 66 after 66; expected rising numbers
bids = [70, 66]
  parameters.bids: 66 after 70; expected rising numbers
bids = []
  parameters.bids: 0 bids with trump = 'named'; expected bids where trump is named
drawn = "doubles"
  parameters.drawn: 'doubles' without deals that one side wins; expected 'void'
values = { A = 0 }
  parameters.values: no card counts anything; expected above 0
"""),
    "einwerfen": contradicting("""
scoring = []
  parameters.scoring: empty; expected at least one row
partners_change = 16
  parameters.partners_change: 16; expected match_ends = 'deals' and next_dealer = 'same'
partners_change = 16
next_dealer = "same"
match_ends = "target"
  parameters.partners_change: 16; expected so that eldest hand stays
keeps_deal = 2
  parameters.keeps_deal: 2 with next_dealer = 'rotate'; expected exactly where next_dealer is 'keeps'
"""),
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
