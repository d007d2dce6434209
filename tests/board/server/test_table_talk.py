"""Puzzles, rules, hints, explanations and matches: what the board says beside a position."""

import json
import random
from typing import Any, Final

import msgspec
import pytest
from support.slices import TURN, in_turn, sliced

import aceten
import aceten_solver
from aceten.vocabulary.naming import seat_name
from aceten_board.game_rules import NEAREST
from aceten_board.questions import ENCODER, QUESTIONS
from aceten_board.seat_names import seated
from aceten_board.shown_table import trick_numbers
from aceten_board.words import words
from aceten_solver.hidden.hints import hint
from aceten_solver.hidden.machine_player import Machine
from aceten_solver.reviews import puzzles
from aceten_spec.clauses.clause_search import clauses_with
from aceten_spec.loader import load_shipped, shipped
from aceten_spec.speech import Language, say, speaking

NAMES: Final = [f"{name}/{n}" for name in shipped() for n in load_shipped(name).parameters.players]
POSITION: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"


def told(question: str, **body: object) -> Any:  # noqa: ANN401 - JSON
    """Return what a question is answered that has an answer."""
    status, answer = QUESTIONS[question].answer(json.dumps(body).encode())
    assert status == 200, answer
    return json.loads(ENCODER.encode(answer))


def refused(question: str, **body: object) -> str:
    """Return why a question has no answer."""
    status, answer = QUESTIONS[question].answer(json.dumps(body).encode())
    assert status == 422
    problem: str = json.loads(msgspec.json.encode(answer))["error"]
    return problem


@pytest.mark.turns(2)
def test_a_puzzle_has_one_card_and_the_others_cost_something() -> None:
    """One action alone is right, and it is the solver's; each other is told what it costs, and how play goes on then."""
    position = told("puzzle", game="zsiros/4", cards=2)["position"]
    state = aceten.parse_state(position)
    solution = aceten_solver.solve(state)
    task = told("attempt", position=position)
    assert task["right"] is None
    assert task["told"] == []
    right: list[str] = []
    for action in map(str, state.legal):
        answer = told("attempt", position=position, action=action)
        if answer["right"]:
            right.append(action)
        else:
            assert "costs" in answer["told"][0]
        tricks = [trick.partition(": ")[0].split(", ") for trick in answer["line"]]
        cards = [each for trick in tricks for each in trick if not each.endswith(" stops")]
        assert len(cards) == 8  # all of them, in two tricks, or in two rounds of one
    assert set(right) >= set(map(str, solution.best))
    assert set(right) < set(map(str, state.legal))


@pytest.mark.turns(8)
def test_a_puzzle_may_ask_for_something_else_than_a_card() -> None:
    """Where points are claimed, hands are full; what is tried may be to close the talon, and a wrong claim is told what it costs."""
    position = told("puzzle", game="schnapsen/2")["position"]
    state = aceten.parse_state(position)
    assert {len(hand) for hand in state.hands} == {5}
    (right,) = aceten_solver.solve(state).best
    assert told("attempt", position=position, action=str(right))["right"] is True
    answer = told("attempt", position=position, action="claim")
    assert answer["right"] is False
    assert "costs" in answer["told"][0]
    closing = "schnapsen/2 hands=AcAsQcQsTd,AdKhJsTcTh talon=QhAhTsKd lead=0 taken=KsQdJhJd,KcJc dealer=0"
    assert told("attempt", position=closing, action="close")["right"] is True
    assert told("attempt", position=closing, action="Qc")["right"] is False


def test_the_page_knows_where_hands_are_full() -> None:
    """It offers other levels there: those of the games of which puzzles have full hands when nothing is asked for."""
    games = [f"{name}/{players}" for name in shipped() for players in load_shipped(name).parameters.players]
    full = [name for name in games if puzzles.usual_cards(_game(name)) > puzzles.USUAL]
    assert words()["claimed"] == full


def _game(name: str) -> aceten.Game:
    rules, players = name.split("/")
    return aceten.load(rules, players=int(players))


def test_what_is_no_puzzle_is_none() -> None:
    """Where several cards keep the value, cards are hidden, or a game has no such ending, that is said."""
    assert "more than one" in refused("attempt", position="zsiros/2 hands=A9,78 lead=0")
    assert "every card" in refused("attempt", position="zsiros/2 hands=AK,??")
    assert "5 cards" in refused("puzzle", game="zsiros/2", cards=5)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", shipped())
def test_every_clause_is_at_hand(name: str) -> None:
    """A clause is told as the rulebook has it, with its sources, and found by its words."""
    book = load_shipped(name)
    everything = told("rules", game=name)["rules"]
    assert [rule["clause"] for rule in everything] == [clause.id for clause in book.clauses]
    for rule, clause in zip(everything, book.clauses, strict=True):
        assert rule["text"] == clause.text
        assert len(rule["sources"]) == len(clause.sources)
    first = book.clauses[0]
    assert told("rules", game=name, clause=first.id)["rules"] == everything[:1]
    if there := [each.clause.id for each in clauses_with(book, "ace ten")]:
        assert [rule["clause"] for rule in told("rules", game=name, words="ace TEN")["rules"]] == there
    assert "no clause" in refused("rules", game=name, words="xyzzy")
    assert "no clause" in refused("rules", game=name, clause="XX-PLAY-1")


@pytest.mark.turns(8)
def test_a_hint_is_that_of_the_terminal() -> None:
    """It says what ``hint`` says there, and knows no more than the seat."""
    view = aceten.parse_state(POSITION).view(aceten.Seat(0))
    machine = Machine(seed=0, strength="greedy", seconds=5)
    assert (
        told("hint", position=POSITION, seat=0, strength="greedy")["told"].split(":")[0]
        == hint(machine.advise(view), view).split(":")[0]
    )
    assert "over" in refused("hint", position="zsiros/2 hands=A,8 lead=0", actions=["A", "8"])


@pytest.mark.parametrize(
    ("position", "actions", "said"),
    [
        (POSITION, [], ["A leads."]),
        (POSITION, ["A"], ["A leads the ace.", "It puts 10 points into the trick."]),
        (POSITION, ["A", "7"], ["B's seven matches whatever was led: B is winning."]),
        (POSITION, ["A", "7", "8"], ["C's eight does not match: B is still winning."]),
        (POSITION, ["A", "7", "8", "A"], ["D's ace matches the card that was led: D is winning.", "It puts 10 points into the trick."]),
        (POSITION, ["A", "7", "8", "U", "stop"], ["A stops.", "B takes 4 cards, 10 points."]),
        ("einwerfen/4 hands=AhTs,Kh9s,Jc8s,7h7s lead=0 trump=c", ["Ah", "Kh"],
         ["B's king of hearts is of the suit that was led, but does not beat A's card.", "It puts 4 points into the trick."]),
        ("einwerfen/4 hands=AhTs,Kh9s,Jc8s,7h7s lead=0 trump=c", ["Ah", "Kh", "Jc"],
         ["C's under of acorns is a trump, and beats the suit that was led: C is winning.", "It puts 2 points into the trick."]),
        ("einwerfen/4 hands=AhTs,Kh9s,Jc8s,7h9h lead=0 trump=c", ["Ts", "9s", "8s", "7h"],
         ["D's seven of hearts is neither of the suit that was led nor a trump: A is still winning.", "A takes 4 cards, 10 points."]),
    ],
)  # fmt: skip
def test_what_happened_is_explained(position: str, actions: list[str], said: list[str]) -> None:
    """A beginner reads what a card was, why it is winning or not, and what it brought."""
    assert told("lesson", position=position, actions=actions)["told"] == said


@pytest.mark.parametrize("name", [f"{name}/{n}" for name in shipped() for n in load_shipped(name).parameters.players])
@pytest.mark.turns(5)
def test_every_action_of_every_game_is_explained(name: str) -> None:
    """Something is said of each action of a deal, and who is told to be winning is."""
    game, players = name.split("/")
    start = aceten.load(game, players=int(players)).deal(seed=8)
    state, actions = start, list[str]()
    while state.turn is not None:
        action = state.legal[len(actions) % len(state.legal)]
        actions.append(str(action))
        state = state.play(action)
        said = told("lesson", position=str(start), actions=actions)["told"]
        assert said
        if said[0].endswith("is winning.") and not {"still", "but"} & {*said[0].split()} and state.trick:
            assert said[0].split(": ")[-1].startswith(seat_name(state.winning))


def test_a_match_goes_on_until_it_is_won() -> None:
    """After each deal it is told how the match stands, and the next is dealt by whoever deals it; in the end nobody does."""
    game = aceten.load("zsiros", players=2)
    match = aceten.start_match(game, dealer=1)
    state, deals = match.deal(seed=1), list[dict[str, object]]()
    while True:
        start = state
        while state.turn is not None:
            state = state.play(state.legal[0])
        done = [str(action) for _, action in state.log[len(start.log) :]]
        deals.append({"position": str(start), "actions": done})
        match = match.finish(state)
        answer = told("match", deals=deals)
        assert any("Match: A {}, B {}".format(*match.scores) in sentence for sentence in answer["told"])
        if match.over:
            assert answer["position"] is None
            break
        state = aceten.parse_state(answer["position"])
        assert state.dealer == match.dealer
    assert "over" in refused("match", deals=[{"position": "zsiros/2 hands=A9,78 lead=0"}]) or deals


def test_a_bummerl_is_written_one_way() -> None:
    """From seven down to nothing: the sheet, the verdict, the sentence beside them, and what an earlier deal is told to have come to."""
    state = start = aceten.load("schnapsen").deal(seed=1)
    while state.turn is not None:
        state = state.play(state.legal[0])
    deals = [{"position": str(start), "actions": [str(action) for _, action in state.log]}]
    answer = told("match", deals=deals, own=0)
    first, last = answer["sheet"]["rows"]
    assert first == [7, 7]
    assert min(last) < 7
    assert answer["verdict"].endswith(": {} : {}".format(*last))
    assert "Match: You {}, Opponent {}; who comes to 0 first wins it.".format(*last) in answer["told"]
    stands = "Match: A {}, B {}".format(*last)
    later = aceten.start_match(start.game, dealer=start.dealer).finish(state).deal(seed=2)
    first_told, second_told = told("deals", deals=[*deals, {"position": str(later)}])["deals"]
    assert stands in first_told["told"]
    assert second_told["before"] == [stands]


def test_whoever_plays_alone_is_told_of_others_by_their_places() -> None:
    """Seen from each seat the partner is opposite, and left and right follow the direction of play; of more than four all have letters."""
    for name in ("zsiros/4", "sueca/4", "septica/3", "schnapsen/2", "hola/6"):
        loaded = aceten.load(name)
        for own in range(loaded.players):
            names = seated(loaded, own)
            if loaded.players > 4:
                assert names == ()
                continue
            assert names[own] == "Guest"
            after = names[(own + 1) % loaded.players]
            if loaded.players == 2:
                assert after == "Opponent"
                continue
            assert after == ("Left" if loaded.rules.direction == "clockwise" else "Right")
            if loaded.players == 4:
                assert names[(own + 2) % 4] == "Partner"
    assert seated(aceten.load("schnapsen"), 5) == ()


@pytest.mark.turns(3)
@pytest.mark.parametrize("language", ["en", "hu", "de"])
def test_whoever_plays_is_spoken_to(language: Language) -> None:
    """Nothing that the table says, or the end of a deal, has whoever plays against machines in the third person."""
    for name in sliced(in_turn(NAMES, 4), whole=NAMES):
        game, players = name.split("/")
        deal = aceten.load(game, players=int(players)).deal(seed=TURN)
        chosen = random.Random(TURN)
        state: aceten.State = deal
        asked: dict[str, object] = {"own": 0, "language": language}
        said: list[str] = []
        while state.turn is not None:
            state = state.play(chosen.choice(state.legal))
            seen = told("look", position=str(deal), actions=[str(action) for _, action in state.log], seat=0, **asked)
            said += [*seen["told"], *seen["standing"], *seen["taken"]]
        played = {"position": str(deal), "actions": [str(action) for _, action in state.log]}
        said += told("match", deals=[played], **asked)["told"]
        with speaking(language):
            third = say("Guest")
        assert [each for each in said if third in each] == []


def test_rules_are_found_by_what_players_say() -> None:
    """Where no clause has all words, the nearest are told; how it is played comes first, and no question in a language that has it not."""
    german = {"game": "schnapsen", "language": "de"}
    for said, clause in (("zwanzig", "SN-MELD-2"), ("40er ansagen", "SN-MELD-2"), ("Bummerl", "SN-MATCH-1")):
        assert clause in {each["clause"] for each in told("rules", **german, words=said)["rules"]}
    near = told("rules", **german, words="wann darf ich tauschen")
    assert len(near["rules"]) <= NEAREST
    assert any(each["clause"].startswith("SN-EXCH") for each in near["rules"])
    assert near["played"] == []
    assert all(each["question"] is None for each in told("rules", **german)["rules"])
    whole = told("rules", game="schnapsen")
    assert any(each["question"] for each in whole["rules"])
    assert {kind for kind, _ in whole["played"]} == {"h3", "p"}
    assert "xyzzy" in refused("rules", game="schnapsen", words="xyzzy")


@pytest.mark.parametrize(
    ("line", "actions", "numbers"),
    [
        ("zsiros/2 hands=AT7,KQ7 lead=0 points=40,20 tricks=7,6", "T 7 stop K 7 A Q", [1, 1, 1, 2, 2, 3, 3]),
        ("zsiros/2 hands=AT7,KQ7 lead=0 points=40,20 tricks=7,6", "T 7 7 Q A K", [1, 1, 1, 1, 2, 2]),
        (
            "schnapsen/2 hands=KdQdJc,AcTcKs lead=0 trump=d tricks=4,3 points=40,46",
            "meld:Kd Ks Jc Ac Tc Qd",
            [1, 1, 2, 2, 3, 3],
        ),
    ],
    ids=["who could go on stops", "two rounds", "a marriage"],
)
def test_tricks_are_counted_from_the_first(line: str, actions: str, numbers: list[int]) -> None:
    """What is done belongs to the trick in which it is done; what ends it to that, too."""
    states = [aceten.parse_state(line)]
    for action in actions.split():
        states.append(states[-1].play(action))
    assert trick_numbers(states) == numbers
