"""Positions that cannot come about: which key says so, and why."""

import itertools

import msgspec
import pytest
from support.texts.position_lines import DRAWN, NEW_DEAL, impossible, matching

from aceten import SPICE, STOP, PositionError, RulebookError, card, load, parse
from aceten.vocabulary.naming import seat_name
from aceten_spec import load_shipped, parse_cards, shipped
from aceten_spec.options import option_values

# --- Positions that cannot come about -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "zsiros/4 hands=7A,7K,7Q,77",
        "zsiros/2 hands=7,A lead=0 taken=7777,-",
        "zsiros/2 hands=7,A lead=0 trick=77 taken=77,-",
        NEW_DEAL.replace("9", "7", 1),
    ],
)
def test_too_many_cards_of_a_rank(line: str) -> None:
    """In hands, talon, trick and captured cards together there are no more cards of a rank than in the pack."""
    impossible(line, "cards", "5 cards of rank seven", "has 4")


def test_a_card_twice() -> None:
    """There is one card of each rank and suit."""
    impossible("zsiros/2 hands=Ac,Kc taken=AcQc,-", "cards", "the ace of acorns", "2 times", "one")


def test_a_rank_that_the_pack_does_not_have() -> None:
    """A card is one of the pack."""
    impossible("zsiros/4 hands=A,K,6,J", "cards", "six is there", "the pack")


def test_unequal_hands_between_tricks() -> None:
    """Before a trick all hold equally many cards."""
    impossible("zsiros/4 hands=AK,K,Q,J", "hands", "2, 1, 1, 1 cards", "between tricks", "equal")


def test_unequal_hands_in_a_trick() -> None:
    """In a trick those who have played have a card less than the others, for each round."""
    impossible("zsiros/4 hands=AK,KQ,QJ,JT lead=2 trick=98", "hands", "led by C", "held 2, 2, 3, 3", "equal")
    impossible("zsiros/2 hands=K,Q lead=1 trick=9AT", "hands", "led by B", "held 2, 3", "equal")


def test_a_hand_that_is_too_large() -> None:
    """Nobody holds more cards than he is dealt, before a trick as in it."""
    impossible("zsiros/2 hands=AAAKK,KKQQQ", "hands", "held 5 cards", "4 at most")
    impossible("zsiros/2 hands=AAAK,KKQQQ trick=9", "hands", "held 5 cards", "4 at most")


def test_a_talon_that_does_not_divide() -> None:
    """Everybody draws the same number of cards in the end."""
    impossible(
        "zsiros/4 hands=AAAK,KKKQ,QQQJ,JJJT talon=99",
        "talon",
        "the talon had 2 before the trick; with 4 players it has a multiple",
    )


def test_a_talon_when_hands_are_not_full() -> None:
    """As long as there is a talon, everybody draws up to a full hand."""
    impossible("zsiros/2 hands=AAA,KKK talon=99", "talon", "2 cards are left", "held only 3", "up to 4")
    impossible("zsiros/2 hands=-,- talon=99", "talon", "2 cards are left", "held only 0")


def test_a_trick_continued_with_another_card() -> None:
    """The leader continues with a card that matches the led rank, not with one that matched it in some other trick."""
    impossible(
        "zsiros/2 hands=Q,QJ lead=0 trick=AAK", "trick", "card 3, the king,", "cannot continue a trick led with the ace"
    )
    impossible("zsiros/2 hands=QJ,Q lead=1 trick=77A", "trick", "card 3, the ace,", "led with the seven")


def test_a_trick_continued_while_the_leaders_side_was_winning() -> None:
    """The leader does not continue a trick that he or his partner is winning."""
    impossible("zsiros/2 hands=Q,QJ lead=0 trick=AKA", "trick", "after 2 cards A was winning", "over")
    impossible("zsiros/4 hands=Q,QJ,QJ,QJ lead=0 trick=A9A9A", "trick", "after 4 cards C was winning", "over")


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("zsiros/2 hands=A7,KQ lead=0 trick=AK", 0),
        ("zsiros/4 hands=A,9,9,K lead=0 trick=A9A9", 2),
        ("zsiros/2 hands=KQ,KQ lead=0 trick=AA", 1),
        ("zsiros/2 hands=A,K lead=0 trick=7777", 1),
        ("zsiros/2 hands=-,- lead=1 trick=AA", 0),
    ],
)
def test_a_trick_that_has_ended(line: str, winner: int) -> None:
    """A trick that the leader may not or cannot continue is over: the position is the one after it was taken."""
    impossible(line, "trick", f"{seat_name(winner)} has taken it", "the position after")


def test_captured_cards_that_are_no_rounds() -> None:
    """Every round of a trick brings a card of each player."""
    impossible("zsiros/4 hands=A,K,Q,J taken=9999,88", "taken", "side B+D has 2 cards", "4")


def test_more_points_than_there_are() -> None:
    """The captured points and those in play are not more than those of the pack."""
    impossible("zsiros/4 hands=A,K,Q,J points=60,20", "points", "80 captured and 10 in play", "80 of the pack")
    impossible("zsiros/2 hands=-,- points=90,0", "points", "90 captured", "80 of the pack")


def test_points_that_no_cards_make() -> None:
    """All card points are multiples of ten where each card counts ten or nothing."""
    impossible("zsiros/4 hands=A,K,Q,J points=0,15", "points", "side B+D is given 15", "multiples of 10")


def test_points_that_contradict_the_captured_cards() -> None:
    """A side has the points of the cards it is known to have captured at least, and if no card is unknown, just these."""
    impossible("zsiros/2 hands=A,K points=0,10 taken=A9,-", "points", "side A is given 0", "count 10")
    all_taken = "zsiros/2 hands=A,7 taken=AAATTTTKKKKQQQQJJJJ9999888,8777"
    assert parse(f"{all_taken} points=70,0") == parse(all_taken)
    impossible(f"{all_taken} points=60,0", "points", "side A is given 60", "count 70")
    impossible(f"{all_taken} points=70,10", "points", "side B is given 10", "count 0")


def test_tricks_that_are_impossible() -> None:
    """A side has a trick for its cards or points at least, and no more tricks than rounds that could have been played."""
    impossible("zsiros/4 hands=A,K,Q,J tricks=8,0", "tricks", "side A+C is given 8", "28 unseen cards make 0 to 7")
    impossible("zsiros/4 hands=A,K,Q,J taken=9999,- tricks=0,3", "tricks", "side A+C is given 0", "1 to 7")
    impossible("zsiros/4 hands=A,K,Q,J points=0,10 tricks=3,0", "tricks", "side B+D is given 0", "1 to 7")
    impossible("zsiros/4 hands=A,K,Q,J tricks=4,4", "tricks", "8 tricks need 32 cards", "28 are not in play")
    impossible(f"{NEW_DEAL} tricks=1,0", "tricks", "side A is given 1", "0 to 0")
    impossible("zsiros/2 hands=A,K taken=QQJJ99887T,TT tricks=1,1", "tricks", "side A is given 1", "make 2 to")


def test_a_leader_whose_side_took_no_trick() -> None:
    """Whoever leads took the last trick, or his partner did, unless there was none."""
    impossible("zsiros/4 hands=A,K,Q,J lead=1 tricks=7,0", "lead", "B leads", "taken none")
    impossible("zsiros/4 hands=A,K,Q,J lead=2 tricks=0,1", "lead", "C leads", "taken none")
    assert parse("zsiros/4 hands=A,K,Q,J lead=1 tricks=0,0").leader == 1


@pytest.mark.turns(6)
@pytest.mark.parametrize("name", shipped())
def test_the_leader_of_a_fresh_deal_tells_the_dealer(name: str) -> None:
    """By whatever option is played, a fresh deal is written without its dealer, and read with him."""
    rulebook = load_shipped(name)
    ways = [{}, *[{key: each} for key, option in rulebook.options.items() for each in option_values(option) or (1,)]]
    for players, options in itertools.product(rulebook.parameters.players, ways):
        try:
            game = load(name, players=players, **options)
        except RulebookError:  # an option that there is for other numbers of players
            continue
        for dealer in range(players):
            line = str(game.deal(seed=1, dealer=dealer))
            assert " dealer=" not in line
            assert parse(line).dealer == dealer


def test_a_leader_who_does_not_follow_the_dealer() -> None:
    """The first trick is led by the seat after the dealer."""
    impossible(f"{NEW_DEAL} lead=0 dealer=0", "lead", "A leads the first trick", "where A has dealt, B does")
    assert parse(f"{NEW_DEAL} lead=0 dealer=1").dealer == 1


def test_a_deal_lost_by_its_last_card_where_it_cannot_be() -> None:
    """A deal is lost by its last card when it is over, by the option only, and by the side that can have played that card."""
    impossible("zsiros/2 hands=-,- forfeit=0", "forfeit", "no card loses", "last_card_loses")
    impossible("zsiros/2 hands=A,K forfeit=0 last_card_loses=7", "forfeit", "not over")
    impossible(
        "zsiros/2 hands=-,- forfeit=1 last_card_loses=7", "forfeit", "a last seven takes its trick", "side B did not"
    )


def test_a_position_with_two_mistakes() -> None:
    """Of several reasons for which a position cannot be one is told: here there are too many sevens, and unequal hands."""
    with pytest.raises(PositionError) as caught:
        parse("zsiros/2 hands=A97K,T77Q talon=KQJ8AT lead=1 trick=9 taken=AT77,KK")
    assert caught.value.key in ("cards", "hands")


@pytest.mark.parametrize("key", ["leads=A", "drawn=A", "lone=0", "resets=0"])
def test_what_the_game_does_not_know(key: str) -> None:
    """Leads in a row, a card to spice with, a player alone and scores that fall to 0 are refused in games that know none of these."""
    line = f"zsiros/2 hands=A,K {key}"
    with pytest.raises(PositionError) as caught:
        parse(line)
    assert caught.value.key == key.partition("=")[0]


def test_leads_that_are_impossible() -> None:
    """Leads in a row are of one rank, that of the current trick, no more of them than are limited, and of a deal that goes on."""
    impossible("zsiros/2 hands=A,K leads=A", "leads", "leads are not limited here", "lead_limit")
    impossible("ristikontra/4 hands=A,K,Q,J leads=AK", "leads", "several ranks")
    impossible("ristikontra/4 hands=A,K,Q,- lead=3 trick=9 leads=AA", "leads", "the current trick is led with 9")
    impossible("ristikontra/4 hands=A,K,Q,- lead=3 trick=9 leads=-", "leads", "the current trick is led with 9")
    impossible("ristikontra/4 hands=A,K,Q,J leads=9999", "leads", "4 leads in a row", "the last 3 suffice")
    impossible("ristikontra/4 hands=-,-,-,- leads=9", "leads", "the deal is over")
    impossible("ristikontra/4 hands=A,K,Q,J leads=999 tricks=1,1", "leads", "earlier leads: 3", "taken: 2")
    played = "ristikontra/4 hands=A9,K9,Q9,J lead=3 trick=9 leads"
    assert parse(f"{played}=9").legal
    impossible(f"{played}=99", "leads", "leads of 9: 1", "captured: 0")


def test_a_drawn_card_that_is_impossible() -> None:
    """A card to spice with was drawn by the winner of a complete trick, who holds it, and the talon had cards for it."""
    assert parse(DRAWN).legal == (SPICE, STOP)
    impossible("zsiros/2 hands=A,K drawn=A", "drawn", "no trick is spiced here")
    impossible(f"{DRAWN} spice=off", "drawn", "no trick is spiced here", "set spice")
    impossible(DRAWN.replace("drawn=A", "drawn=9"), "drawn", "A wins the trick", "does not hold the nine")
    impossible("ristiklappi/2 hands=AKQJT,QJT98 talon=765 lead=0 trick=K drawn=A", "drawn", "the trick is not complete")
    impossible(
        DRAWN.replace("talon=876", "talon=87"),
        "talon",
        "the talon had 3 before the trick; with 2 players it has a multiple",
    )
    impossible(
        "ristiklappi/2 hands=AKQJ,QJT lead=0 trick=K7 drawn=A talon=8",
        "talon",
        "2 cards are left although seats held only 4",
    )


def test_a_complete_trick_without_the_card_to_spice_with() -> None:
    """A complete trick that the winner may still spice says what he has drawn; otherwise it has been taken."""
    impossible(
        "ristiklappi/2 hands=KQJT,QJT9 talon=8765 lead=0 trick=K7", "trick", "A has taken it", "the position after"
    )


def test_a_player_alone_who_is_impossible() -> None:
    """Who plays alone is told when his card has been captured; as long as it is in play it shows by itself who does."""
    impossible("zsiros/2 hands=A,K lone=0", "lone", "nobody plays alone here")
    impossible("sedma-three/3 hands=A,T,9 lone=0 three_player=each_for_himself", "lone", "nobody plays alone here")
    for line in ("hands=AKh,T9,98 lead=0", "hands=A,T9,98 lead=0 trick=Kh"):
        impossible(f"sedma-three/3 {line} lone=0", "lone", "the king of hearts has not been captured")
    assert matching("sedma-three/3 hands=A,T,9 taken=Kh98,-,- lone=0").lone == 0


def test_a_special_card_is_told_from_others_of_its_rank() -> None:
    """Where one card decides who plays alone, the cards of its rank are written with their suits."""
    impossible(
        "sedma-three/3 hands=A,K,9", "cards", "a king without its suit", "the king of hearts is not like the others"
    )
    impossible("sedma-three/3 hands=A,T,9 taken=-,-,K98", "cards", "a king without its suit")
    assert parse("sedma-three/3 hands=A,Ks,9").hands[1] == (card("Ks"),)
    assert matching("sedma-three/3 hands=A,K,9 three_player=each_for_himself").game.lone_card is None


def test_scores_that_cannot_fall() -> None:
    """No score falls to 0 by a round where that is not agreed on."""
    impossible("hola/4 hands=A,K,Q,J resets=0", "resets", "no round resets a score here", "four_resets")
    assert matching("hola/4 hands=A,K,Q,J resets=0,1 four_resets=on").burned == (0, 1)


def test_cards_that_were_taken_out() -> None:
    """A card that was taken out of the pack is nowhere, and of its rank there are fewer."""
    impossible("sedma-three/3 hands=A,T,8d", "cards", "the eight of bells is there once", "none")
    impossible("sedma-three/3 hands=A,T,8 taken=888,-,-", "cards", "4 cards of rank eight", "has 3")


def test_cards_of_two_packs() -> None:
    """With two packs there are two of each card and eight of each rank, and no more."""
    line = "hola/6 hands=Ac,Ac,9,9,8,8 talon=KK taken=-,999999"
    assert parse(line).talon == parse_cards("KK")
    impossible(line.replace("8,8", "Ac,8"), "cards", "the ace of clubs is there 3 times", "2")
    impossible(line.replace("8,8", "9,8"), "cards", "9 cards of rank nine", "has 8")


def test_cards_that_are_left_over() -> None:
    """Where the pack does not divide, the talon keeps what is too few for all, unless the last trick has brought it somebody."""
    assert matching("hola/6 hands=A,K,Q,J,T,9 talon=32").game.leftover == 2
    impossible(
        "hola/6 hands=A,K,Q,J,T,9", "talon", "the talon had 0 before the trick", "2 cards beside a multiple of 6"
    )
    impossible(
        "hola/6 hands=A,K,Q,J,T,9 talon=3",
        "talon",
        "the talon had 1 before the trick",
        "2 cards beside a multiple of 6",
    )
    assert parse("hola/6 hands=-,-,-,-,-,- talon=32").turn is None
    last = "hola/6 hands=-,-,-,-,-,- lead=1 leftover=last_trick"
    assert parse(last).turn is None
    impossible(f"{last} talon=32", "talon", "the talon had 2 before the trick; with 6 players it has a multiple")
    assert parse(f"{last} taken=-,AKQJT932").points == (0, 20)
    impossible(f"{last} taken=AKQJT932,-", "taken", "side A+C+E has 8 cards", "6")


def test_nobody_draws_what_is_left_over() -> None:
    """Cards that are too few for everybody are neither turned up nor drawn."""
    book = load_shipped("ristiklappi")
    changes = {"players": (3,), "sides": "each", "leftover": "unplayed"}
    rules = msgspec.structs.replace(book, options={}, parameters=msgspec.structs.replace(book.parameters, **changes))
    for line in (
        "ristiklappi/3 hands=AKQJT,QJT98,98765 lead=0 trick=K",
        "ristiklappi/3 hands=AKQJT,QJT9,9876 lead=0 trick=K75 drawn=A",
    ):
        with pytest.raises(PositionError, match="1 cards before the trick; nobody can have drawn from them"):
            parse(line, rules=rules)


def test_players_who_turned_up_cards() -> None:
    """Who has turned up a card has a full hand after playing, and the talon had the card; before that nobody has more than a full one."""
    line = "ristiklappi/4 hands=AKQJT,9876,QJT98,A5432 talon=876532 lead=0 trick=K98"
    assert parse(line).turn == 3
    impossible(
        line.replace("876532", "8765"), "talon", "the talon had 6 before the trick; with 4 players it has a multiple"
    )
    impossible(line.replace("AKQJT", "AKQJT2"), "hands", "held 7, 5, 5, 5 cards")
    impossible("ristiklappi/2 hands=AAKQJT,98765 talon=78 lead=0", "hands", "hands of 6, 5 cards")
    impossible("ristiklappi/2 hands=AAKQJT,987654 lead=0", "hands", "seats held 6 cards", "5 at most")
    impossible("ristiklappi/2 hands=AKQJT,98765 talon=8 lead=0 trick=K flip=off", "hands", "held 6, 5 cards")
