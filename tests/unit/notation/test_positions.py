"""Position lines: what the right ones say."""

import copy
import pickle
from collections import Counter

import msgspec
import pytest
from support.texts.position_lines import DRAWN, NEW_DEAL, impossible, matching

from aceten import SPICE, STOP, AcetenError, MatchingView, Side, card, games, load, parse, parse_action
from aceten.knowledge.memory import left_of
from aceten_spec import format_cards, parse_cards
from aceten_spec.options import options_for, own_value

# --- Positions that are right -------------------------------------------------------------------------------------------


def test_the_shortest_position() -> None:
    """Left out, the lead is seat 0, and there are no talon, no trick and nothing captured; tricks before are not known."""
    state = matching("zsiros/4 hands=A,K,Q,J")
    assert state.hands == ((card("A"),), (card("K"),), (card("Q"),), (card("J"),))
    assert (state.leader, state.turn, state.winning, state.dealer) == (0, 0, 0, 3)
    assert (state.talon, state.trick, state.taken) == ((), (), ((), ()))
    assert (state.points, state.tricks, state.forfeit) == ((0, 0), None, None)
    assert not state.points_known
    assert str(state) == "zsiros/4 hands=A,K,Q,J lead=0"


@pytest.mark.parametrize("name", games())
def test_a_line_is_that_of_its_rulebook(name: str) -> None:
    """A line of a shipped game means the same when its rulebook is given, and when its options are named that are so by themselves."""
    state = load(name).deal(7)
    for action in (0, 0):
        state = state.play(state.legal[action])
    line, rulebook = str(state), state.game.rulebook
    assert parse(line) == parse(line, rules=rulebook) == state
    usual = next(iter(options_for(rulebook, state.game.players)))
    said = f"{line} {usual}={own_value(rulebook, usual, state.game.players)}"
    assert parse(said) == parse(said, rules=rulebook) == parse(line)


def test_a_new_deal() -> None:
    """With all cards in play nothing has been taken, and the dealer sits before the leader."""
    state = parse(f"{NEW_DEAL} lead=1")
    assert (state.leader, state.dealer, state.tricks, state.points, state.points_known) == (1, 0, (0, 0), (0, 0), True)
    assert format_cards(state.talon) == "KKKKQQQQJJJJ999988887777"
    assert str(state) == f"{NEW_DEAL} lead=1"


def test_the_third_round_of_a_trick() -> None:
    """A position in the middle of a trick's third round: led with an ace, continued with an ace and a seven."""
    state = matching("zsiros/4 hands=O,T9,KK,OU lead=0 trick=AT87A77A7")
    assert (state.leader, state.winning, state.turn, state.choosing) == (0, 0, 1, False)
    assert [str(action) for action in state.legal] == ["T", "9"]
    for played in ("9", "K", "U"):
        state = state.play(parse_action(played))
    assert state == parse("zsiros/4 hands=O,T,K,O lead=0 taken=AAAKUT987777,-")


def test_a_round_that_the_leader_may_continue() -> None:
    """After a round that an opponent is winning the leader is to choose, if he has a card to continue with."""
    state = matching("zsiros/2 hands=A7,KQ lead=0 trick=AA")
    assert (state.winning, state.turn, state.choosing) == (1, 0, True)
    assert [str(action) for action in state.legal] == ["A", "7", "stop"]


def test_keys_stand_in_any_order() -> None:
    """The order of keys and options makes no difference, nor do more blanks."""
    line = "zsiros/2 hands=AK,Q talon=- lead=1 trick=9 taken=99,- dealer=0 points=20,0 tie=draw"
    first, *fields = line.split()
    for turn in range(len(fields)):
        assert parse("  ".join((first, *fields[turn:], *fields[:turn]))) == parse(line)
    assert parse(" \t ".join((" " + first, *reversed(fields)))) == parse(line)


def test_ranks_may_be_written_in_other_ways() -> None:
    """O and U are queen and jack, X and 10 the ten, and all are written in one way."""
    state = parse("zsiros/2 hands=OhUXc,10A7 talon=-")
    assert state == parse("zsiros/2 hands=QhJTc,TA7")
    assert str(state) == "zsiros/2 hands=QhJTc,AT7 lead=0"


def test_hands_are_put_in_order_and_the_talon_is_not() -> None:
    """A hand is a set of cards, written in one order; talon and trick stay as they were given."""
    state = parse("zsiros/2 hands=7TA,KJA9 talon=- lead=0 trick=8")
    assert format_cards(state.hands[0] + state.hands[1]) == "AT7AKJ9"
    assert parse("zsiros/2 hands=7TAK,KJA9 talon=78A9 lead=0") == parse("zsiros/2 hands=KAT7,9JKA talon=78A9")
    assert parse("zsiros/2 hands=7TAK,KJA9 talon=78A9") != parse("zsiros/2 hands=7TAK,KJA9 talon=789A")


@pytest.mark.parametrize("hands", ["-,-", ",", "-,", ",-"])
def test_an_empty_hand_is_a_dash_or_nothing(hands: str) -> None:
    """No cards are a dash; between commas they may also be nothing."""
    state = parse(f"zsiros/2 hands={hands} talon=- trick=- taken=-,")
    assert state == parse("zsiros/2 hands=-,-")
    assert (state.hands, state.turn) == (((), ()), None)


def test_points_and_tricks_without_cards() -> None:
    """What was taken can be told by points and tricks alone; then the captured cards are out of play."""
    state = parse("zsiros/4 hands=A,9,T,K lead=0 points=20,40 tricks=3,4")
    assert (state.points, state.tricks, state.taken, state.points_known) == ((20, 40), (3, 4), ((), ()), True)
    assert not parse("zsiros/4 hands=A,9,T,K points=20,30").points_known


def test_captured_cards_count() -> None:
    """The points of captured cards are theirs; with more points given, other cards have been captured, too."""
    line = "zsiros/2 hands=A,9 taken=AK,TTTQ"
    assert parse(line).points == (10, 30)
    assert parse(f"{line} points=20,30").points == (20, 30)


def test_cards_that_are_nowhere_are_out_of_play() -> None:
    """Cards that stand nowhere do not come back: the deal ends with the cards that are in play."""
    state = parse("zsiros/2 hands=A,9")
    for _ in range(2):
        state = state.play(state.legal[0])
    assert (state.turn, state.points, state.talon) == (None, (10, 0), ())


def test_options_stand_by_name() -> None:
    """Options of the game stand in the line by name; one with the value of the rulebook says nothing."""
    state = parse("zsiros/4 hands=A,K,Q,J tie=draw calls=off target=10 last_card_loses=7 draw=block")
    assert state.game == load("zsiros", players=4, tie="draw", calls="off", target=10, last_card_loses="7")
    assert dict(state.game.options) == {"calls": "off", "last_card_loses": "7", "target": 10, "tie": "draw"}
    assert str(state) == "zsiros/4 hands=A,K,Q,J lead=0 calls=off last_card_loses=7 target=10 tie=draw"


def test_a_deal_that_is_over() -> None:
    """Without cards the deal is over: the lead is the winner of the last trick, who wins at equal points."""
    state = parse("zsiros/4 hands=-,-,-,- lead=3 points=40,40 tricks=4,4")
    result = state.result
    assert (state.turn, state.legal) == (None, ())
    assert result is not None
    assert (result.winner, result.last_trick, result.game_points) == (1, 1, (0, 1))
    assert parse(str(state)) == state


def test_a_deal_that_was_lost_by_its_last_card() -> None:
    """A deal that is over says which side lost it by its last card."""
    state = matching("zsiros/2 hands=-,- lead=1 points=10,70 tricks=2,5 last_card_loses=7 forfeit=1")
    assert state.forfeit == Side(1)
    assert state.result is not None
    assert state.result.winner == 0
    assert parse(str(state)) == state


def test_a_rank_alone_may_stand_beside_a_suited_card() -> None:
    """Cards with and without suit may be mixed, as long as there are enough of their rank."""
    state = parse("zsiros/2 hands=AcA,AhA")
    assert state.hands == (parse_cards("AAc"), parse_cards("AAh"))
    impossible("zsiros/2 hands=AcA,AhA taken=AK,-", "cards", "5 cards of rank ace")


def test_a_trick_that_may_be_spiced() -> None:
    """The winner of a complete trick is to act; he holds the card that he has drawn, which nobody else sees."""
    state = matching(DRAWN)
    assert (state.winning, state.turn, state.drawn, state.choosing) == (0, 0, card("A"), False)
    assert parse(str(state)) == state
    assert "drawn=A" in str(state.view(0))
    assert "drawn=?" in str(state.view(1))
    view = state.view(1)
    assert isinstance(view, MatchingView)
    assert (view.drawn, view.spicing, view.legal) == (None, True, ())
    assert str(state.play(SPICE)) == "ristiklappi/2 hands=KKQJT,QJT98 talon=76 lead=0 taken=A7,-"
    assert str(state.play(STOP)) == "ristiklappi/2 hands=AKQJT,QJT98 talon=76 lead=0 taken=K7,-"


def test_leads_in_a_row() -> None:
    """Left out, only the lead of the current trick counts; given, they are all counted with it."""
    assert matching("ristikontra/4 hands=A,K,Q,J").leads == ()
    line = "ristikontra/4 hands=AA,KK,QQ,J lead=3 trick=9"
    assert matching(line).leads == (9,)
    assert parse(f"{line} leads=9") == parse(line)
    assert str(parse(f"{line} leads=9")) == f"{line}"
    several = matching(f"{line} leads=9h99c")
    assert several.leads == (9, 9, 9)
    assert str(several) == f"{line} leads=999"
    assert several != parse(line)
    state = parse("ristikontra/4 hands=9A,KK,QQ,JJ leads=999")
    assert [str(action) for action in state.legal] == ["A"]
    assert parse("ristikontra/4 hands=9A,KK,QQ,JJ leads=99").legal != state.legal


def test_three_sides() -> None:
    """Where three play each for himself, what was taken is told of each, and the result is that of three."""
    state = parse("hola/3 hands=-,-,- lead=2 points=20,30,30 tricks=4,4,9")
    assert state.result is not None
    assert state.result.points == (20, 30, 40)
    assert (state.result.winners, state.result.game_points) == ((2,), (20, 30, 40))
    assert parse(str(state)) == state


def test_who_plays_alone() -> None:
    """With who plays alone a deal that is over has winners; without, and without his card, they are open."""
    line = "sedma-three/3 hands=-,-,- lead=2 points=30,40,10 tricks=3,4,3"
    assert parse(line).result is not None
    for lone, winners in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1)), (None, None)):
        state = matching(line if lone is None else f"{line} lone={lone}")
        assert state.lone == lone
        assert state.result is not None
        assert state.result.winners == winners
        assert parse(str(state)) == state


def test_scores_that_fall() -> None:
    """A round of four equal ranks earlier in the deal is told by the sides whose score falls to 0."""
    state = parse("hola/4 hands=-,-,-,- lead=0 points=50,30 tricks=6,7 four_resets=on resets=1")
    assert state.result is not None
    assert (state.result.resets, state.result.game_points) == ((1,), (60, 0))
    assert "resets=1" in str(state)
    assert parse(str(state)) == state


# --- Errors as values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["zsiros/4 hands=?,K,Q,J", "zsiros/4 hands=AA,K,Q,J", "sedma2/4 hands=A,K,Q,J"])
def test_an_error_can_be_sent_to_another_process(line: str) -> None:
    """An error is copied with its message and all its attributes, as a pool of processes does."""
    with pytest.raises(AcetenError) as caught:
        parse(line)
    for twin in (copy.copy(caught.value), pickle.loads(pickle.dumps(caught.value))):  # noqa: S301 - our own bytes
        assert isinstance(twin, AcetenError)
        assert (type(twin), str(twin), vars(twin)) == (type(caught.value), str(caught.value), vars(caught.value))


def test_what_was_left_over_was_played_in_no_trick() -> None:
    """Who takes the last trick gets the two cards that six players cannot divide, and they make his tricks no more."""
    state = load("hola", players=6, leftover="last_trick").deal(seed=3)
    stopped = False
    while state.turn is not None:  # the first trick has one round, the others as many as they can
        choosing = STOP in state.legal
        action = STOP if choosing and not stopped else state.legal[0]
        stopped = stopped or choosing
        state = state.play(action)
    assert any(len(pile) % 6 for pile in state.taken)
    assert parse(str(state)) == state


def test_a_card_without_its_suit_is_like_the_others() -> None:
    """Where a card without its suit was seen, the one that is not like the others of its rank is still out."""
    game = load("sedma-three", players=3)
    left = Counter(map(str, left_of(game, parse_cards("K"))))
    assert (left["K"], left["Kh"], left.total()) == (2, 1, len(game.pack.cards) - 1)
    assert Counter(map(str, left_of(game, parse_cards("Kh")))) == Counter(map(str, game.pack.cards)) - Counter(["Kh"])


@pytest.mark.parametrize("name", ["zsiros", "schnapsen"])
def test_states_are_equal_that_differ_in_the_log_alone(name: str) -> None:
    """Whatever else is another makes another state of it; the log makes none, nor another hash."""
    state = load(name, players=2).deal(seed=1)
    for field in state.__struct_fields__:
        other = msgspec.structs.replace(state, **{field: ("another",)})
        assert (other == state) == (field == "log"), field
        assert field != "log" or hash(other) == hash(state)
