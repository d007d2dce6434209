"""``aceten play`` with suit tricks: what is typed, told and claimed."""

import random
import re
from pathlib import Path
from typing import Final

import msgspec
import pytest
from support.games.game_strategies import game_of
from support.games.played_table import TABLES, Table, asks_for_an_action, wise
from support.slices import sliced

import aceten
from aceten import Bid, Claim, Close, Meld, NameTrump, Play, State, Suit, SuitGame, SuitState, UsageError
from aceten.typed.typed_actions import action_typed
from aceten.words import match_words, telling
from aceten_cli.frame.position_tables import event_lines, status, table_lines
from aceten_solver.hidden.machine_player import Machine
from aceten_spec.names import card_name, suit_name
from aceten_spec.rulebook import SuitParameters

# --- Suit tricks --------------------------------------------------------------------------------------------------------


def _rules(game: str) -> SuitParameters | None:
    """Return the parameters of a game with suit tricks."""
    loaded = aceten.load(game.partition("/")[0])
    return loaded.rules if isinstance(loaded, SuitGame) else None


SUITED: Final = {game: rules for game in TABLES if (rules := _rules(game)) is not None}

CLAIMED: Final = [game for game, rules in SUITED.items() if rules.claim == "called"]

MARRIED: Final = "sixty-six/2 hands=KsQsJhJd9c9s,AsJcJsTcTsTd talon=AhKcQhAdKhThQd9dKdQc lead=0 taken=Ac9h,- dealer=0"

BIDDING: Final = "auction-sixty-six/4 hands=AcKcQcAsTdJs,AhKhQhJhTh9h,AdKdQdTcJc9c,KsQsTs9sJd9d bids=60"

NAMING: Final = "auction-sixty-six/4 hands=AcKcQcAsTdJs,AhKhQhJhTh9h,AdKdQdTcJc9c,KsQsTs9sJd9d bid=0,66 dealer=3"


@pytest.mark.parametrize(
    ("line", "text", "action"),
    [
        (MARRIED, "marriage ks", "meld:Ks"),
        (MARRIED, "Marriage king", "meld:Ks"),
        (MARRIED, "marriage Queen of Spades", "meld:Qs"),
        (MARRIED, "MELD:QS", "meld:Qs"),
        (MARRIED, "meld:9c", "meld:9c"),
        (MARRIED, "marriage Kh", "meld:Kh"),
        (MARRIED, "marriage ace", "meld:A"),
        (MARRIED, "Ad", "Ad"),
        (MARRIED, "stop", "stop"),
        (MARRIED, "exchange", "exchange"),
        (MARRIED, " CLOSE", "close"),
        (MARRIED, "draw", "draw"),
        (MARRIED, "claim", "claim"),
        (MARRIED, "claim s", "claim:s"),
        (MARRIED, "claim:s", "claim:s"),
        (MARRIED, "claim Spades", "claim:s"),
        (MARRIED, "pass", "pass"),
        (MARRIED, "jh", "Jh"),
        (MARRIED, "jack of diamonds", "Jd"),
        (MARRIED, "k", "Ks"),
        (BIDDING, "66", "bid:66"),
        (BIDDING, "bid 66", "bid:66"),
        (BIDDING, "Bid:66", "bid:66"),
        (BIDDING, "pass", "pass"),
        (NAMING, "h", "trump:h"),
        (NAMING, "Hearts", "trump:h"),
        (NAMING, "trump h", "trump:h"),
        (NAMING, "trumps clubs", "trump:c"),
        (NAMING, "trump:d", "trump:d"),
    ],
)
def test_what_belongs_to_suit_tricks_may_be_typed_in_several_ways(line: str, text: str, action: str) -> None:
    """Marriages, claims, bids and trumps are understood in their notation and in words; the engine then says whether they are legal."""
    state = aceten.parse(line)
    assert str(action_typed(text, state.view(state.turn or 0))) == action


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [
        (MARRIED, "j", r"jack of hearts or jack of diamonds\? The suit matters here"),
        (MARRIED, "9", r"nine of clubs or nine of spades\? The suit matters here"),
        (MARRIED, "marriage", "a marriage is shown with the card that is led, such as: meld Ks; legal: "),
        (MARRIED, "claim x", "'x': type claim alone, or with the suit of a marriage that is shown with it: claim h"),
        (MARRIED, "trumps", "'trumps' is no suit"),
        (MARRIED, "66", "'66' is neither a card nor a command"),
        (BIDDING, "bid", "a bid has a number, such as: bid 66; legal: bid:66, bid:70"),
        (BIDDING, "bid many", "'many' is no bid"),
        (BIDDING, "123456", "'123456' is no bid"),
        (NAMING, "66", "'66' is no suit"),
    ],
)
def test_what_is_typed_wrongly_is_answered_with_what_is_legal(line: str, text: str, said: str) -> None:
    """What is no action in a game with suit tricks, or could be several, is refused with the reason."""
    state = aceten.parse(line)
    with pytest.raises(UsageError, match=said):
        action_typed(text, state.view(state.turn or 0))


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("sixty-six/2", "exchange", "A does not hold the nine of trumps (SX-EXCH-1)"),
        ("sixty-six/2", "draw", "nobody draws but after a trick: hands are full (SX-DRAW-1)"),
        ("sixty-six/2", "claim d", "A does not hold both king and queen of this suit (SX-MELD-1)"),
        ("sixty-six/2", "66", "'66' is neither a card nor a command"),
        ("auction-sixty-six/4", "61", "61 points cannot be bid (AS-BID-2)"),
        ("auction-sixty-six/4", "trump h", "the auction is not over (AS-TRUMP-2)"),
        ("einwerfen/4", "claim", "nobody claims in Einwerfen (EW-PLAY-2)"),
        ("tausendeins/2", "close", "nobody closes the talon in Tausendeins (TT-CLOSE-1)"),
        ("tausendeins/2", "call beat", "there is nothing of the kind in Tausendeins (TT-PLAY-2)"),
        ("tausendeins/2", "flip", "flip: there is nothing of the kind in Tausendeins (TT-PLAY-2); legal: "),
    ],
)
def test_what_the_rules_do_not_allow_is_answered_with_the_clause(table: Table, game: str, text: str, said: str) -> None:
    """An action that cannot be done here is answered with the clause that says so, and asked again."""
    first = "B" if game.endswith("2") else "D"
    done = table.play(game, "--seed", "4", "--dealer", first, typed=f"{text}\n")
    assert done.status == 0
    assert said in " ".join(done.out.split())
    assert len(re.findall(r"^A.*> ", done.out, flags=re.MULTILINE)) == 2


class Typist:
    """A person who plays anything that is wise, in one of the ways in which it can be typed, and sees that it is done."""

    def __init__(self, seed: int) -> None:
        """Play at random."""
        self._random = random.Random(seed)
        self._meant: aceten.Action | None = None
        self._acted = 0
        self.done: list[str] = []

    def __call__(self, prompt: str, state: State, _text: str) -> str:
        """Check that the last action was done, and type another."""
        if self._meant is not None:
            assert (0, self._meant) == state.log[self._acted]
            self.done.append(type(self._meant).__name__)
        if not asks_for_an_action(prompt):
            raise EOFError
        self._meant, self._acted = wise(state, self._random), len(state.log)
        return self._random.choice(self._ways(state, self._meant))

    def _ways(self, state: State, action: aceten.Action) -> list[str]:
        style = state.game.pack.style
        match action:
            case Play(card):
                return [str(card), str(card).casefold(), card_name(card, style=style)]
            case Meld(card):
                return [str(action), f"marriage {card}", f"marriage {card_name(card, style=style)}"]
            case NameTrump(suit):
                return [str(action), suit_name(suit, style=style), f"trumps {suit.letter}"]
            case Bid(points):
                return [str(action), str(points), f"bid {points}"]
            case _:
                return [str(action)]


@pytest.mark.turns(18)
@pytest.mark.parametrize("game", SUITED)
def test_a_whole_deal_is_typed(table: Table, game: str) -> None:
    """Whatever can be done is done as it was typed, until the deal is over."""
    done: list[str] = []
    for seed in range(3):
        typist = Typist(seed)
        assert table.sit(typist, game, "--seed", str(seed)).status == 0
        assert table.state().turn is None
        done += typist.done
    assert "Play" in done


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", CLAIMED)
def test_nobody_counts_for_those_who_may_claim(table: Table, game: str) -> None:
    """Where players claim, neither the points of a trick nor those of a side are told before the deal is over."""
    told: list[str] = []

    def answer(prompt: str, state: State, text: str) -> str:
        told.append(text)
        if not asks_for_an_action(prompt):
            raise EOFError
        return "table" if len(told) % 2 else str(wise(state, chance))

    chance = random.Random(1)
    table.sit(answer, game, "--seed", "9")
    *before, _ = told
    shown = "\n".join(line for text in before for line in text.splitlines() if not line.startswith("Tausendeins"))
    assert len(before) > 10
    assert "takes 2 cards\n" in shown
    assert "1 trick: " in shown
    assert re.findall(r"\d+ points?\b", shown.partition("Deal 1")[2]) == []


@pytest.mark.turns(12)
@pytest.mark.parametrize("game", CLAIMED)
def test_the_machine_claims_when_it_may_and_only_then(game: str) -> None:
    """The machine claims as soon as a claim is right by what its seat may know, and never makes a wrong claim."""
    name, _, players = game.partition("/")
    right = 0
    for seed in range(8):
        machine = Machine(seed=seed, strength=sliced("playouts", whole="average"), samples=2)
        chance = random.Random(seed)
        scores = (900, 900) if aceten.load(name).scores_matter else None
        state = aceten.load(name, players=int(players)).deal(seed=seed, scores=scores)
        while state.turn is not None:
            assert isinstance(state, SuitState)
            claims = [action for action in state.legal if isinstance(action, Claim) and state.is_right(action.suit)]
            chosen = machine.choose(state.view(state.turn))
            assert chosen in claims if claims else not isinstance(chosen, Claim)
            right += bool(claims)
            state = state.play(chosen if claims else _playing_on(state, chance))
    assert right > 1


def _playing_on(state: State, chance: random.Random) -> aceten.Action:
    """Return what somebody does at random who neither claims nor closes the talon."""
    action = wise(state, chance)
    return _playing_on(state, chance) if isinstance(action, Close) else action


def _shown(line: str, action: str) -> list[str]:
    """Return what is told of an action."""
    state = aceten.parse(line)
    return list(event_lines(state, state.play(aceten.parse_action(action))))


@pytest.mark.parametrize(
    ("line", "action", "told"),
    [
        (
            MARRIED,
            "meld:Qs",
            ["A  melds the marriage of spades and leads the queen of spades", "   the marriage counts 20"],
        ),
        (MARRIED, "exchange", ["A  exchanges the nine of clubs for the turn-up, the queen of clubs"]),
        (MARRIED, "close", ["A  closes the talon"]),
        (MARRIED, "claim:s", ["A  melds the marriage of spades and claims 66 points", "   the marriage counts 20"]),
        (
            "sixty-six/2 hands=KsQs9c9sJhTh,AsAcJcJsTcTs talon=AhKcQhAdKhTdQd9dKdQcJd9h lead=0",
            "meld:Ks",
            [
                "A  melds the marriage of spades and leads the king of spades",
                "   the marriage counts 20, if a trick is taken",
            ],
        ),
        (
            "sixty-six/2 hands=KsQs9c9sJh,AsAcJcJsTc talon=AhKc lead=0 taken=JdTh,AdKdQdKhQhTd9dQcTs9h",
            "draw",
            ["A  draws", "   the talon is used up; B has drawn the king of clubs"],
        ),
        (BIDDING, "pass", ["B  passes"]),
        (BIDDING.replace("60", "60,-,-"), "pass", ["D  passes", "   A has bid the most, 60"]),
        (NAMING, "trump:h", ["A  names hearts as trumps"]),
        ("sixty-six/2 hands=-,- points=60,60 tricks=6,6 trump=h lead=1", "pass", ["B  claims nothing"]),
        (
            "auction-sixty-six/4 hands=-,-,-,9c lead=0 trick=AcTcKc points=46,48 tricks=3,2 trump=h bid=0,66",
            "9c",
            ["D  9c nine of clubs", "   A takes 4 cards, 25 points and 10 for the last trick", ""],
        ),
    ],
)
def test_what_happens_with_suit_tricks_is_told(line: str, action: str, told: list[str]) -> None:
    """Everybody is told who did what, what a marriage counts, who has drawn the turn-up, and who has bid the most."""
    assert _shown(line, action) == told


def test_status_has_what_a_seat_may_know(table: Table) -> None:
    """A person who is to act sees trumps, talon and turn-up, who closed it, marriages, bids, the match, and cards that all know."""
    done = table.play("sixty-six/2", "--seed", "5", "--dealer", "B", typed="close\n")
    assert "   [trumps: clubs; talon 12, turn-up jack of clubs] your hand: " in done.out
    assert "   [trumps: clubs; A has closed the talon] your hand: " in done.out
    done = table.play("auction-sixty-six/4", "--seed", "11", "--dealer", "D", typed="60\n")
    assert "   [no bid yet] your hand: " in done.out
    assert re.search(r"\[A bids 60, B [a-z]+(?: \d+)?, C [a-z]+(?: \d+)?, D [a-z]+(?: \d+)?\] your hand: ", done.out)
    done = table.play("tausendeins/2", "--seed", "5", "--dealer", "B")
    assert "   [no trumps yet; talon 20; match: A 0, B 0 before this deal] your hand: " in done.out
    state = aceten.parse(MARRIED).play(aceten.parse_action("exchange")).play(aceten.parse_action("meld:Ks"))
    assert (
        "; marriages: A 20, B 0; A holds the queen of clubs and the queen of spades; A is winning] your hand: "
        in status(state.view(1)).plain
    )
    assert "holds" not in status(state.view(0)).plain
    shown = [line.plain for line in table_lines(state.view(1))]
    assert "marriages: A 20, B 0; they count for a side that has a trick" in shown
    assert "all know that A holds the queen of clubs and the queen of spades" in shown
    assert "talon: 10 cards, turn-up nine of clubs" in shown


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (MARRIED, ""),
        (BIDDING, "bid or pass"),
        (BIDDING.replace("60", "60,-,-,66"), "bid or pass"),
        (BIDDING.replace("60", "60,-,66,70,-,-,72,-,-"), "pass"),
        (f"{BIDDING.replace('60', '-,-,-')} no_bid=dealer", "bid"),
        (NAMING, "name trumps"),
        ("sixty-six/2 hands=-,- points=60,60 tricks=6,6 trump=h lead=1", "claim or pass"),
        ("sixty-six/2 hands=KsQs9c9sJh,AsAcJcJsTc talon=AhKc taken=JdTh,AdKdQdKhQhTd9dQcTs9h", "draw or close"),
    ],
)
def test_the_prompt_says_what_is_asked(line: str, asked: str) -> None:
    """Where something else than a card is to be chosen, the prompt says what."""
    state = aceten.parse(line)
    assert telling(state.view(state.turn or 0)).asked() == asked


TOUR: Final = """format = 1
extends = "einwerfen"
id = "tour"
prefix = "TO"
[parameters]
partners_change = 1
deals = 3
next_dealer = "same"
"""


@pytest.mark.turns(4)
def test_partners_change(table: Table, tmp_path: Path) -> None:
    """Where partners change it is said who sits where, a person keeps his cards wherever he sits, and each player has a score."""
    rules = tmp_path / "tour.toml"
    rules.write_text(TOUR, encoding="utf-8")
    prompts: list[str] = []
    printed: list[str] = []

    def answer(prompt: str, state: State, text: str) -> str:
        printed.append(text)
        if not asks_for_an_action(prompt):
            return ""
        prompts.append(prompt[0])
        return str(state.legal[0])

    match = aceten.start_match(aceten.load(rules), dealer=0)
    table.rulebook = match.game.rulebook
    table.sit(answer, "tour/4", "--rules", str(rules), "--seats", "C", "--seed", "1", "--dealer", "A")
    seats: list[str] = []
    for path in table.files():
        seats.append("ABCD"[match.players.index(2)])
        match = match.finish(aceten.read_record(path.read_text(encoding="utf-8"), rules=table.rulebook).state)
    assert list(dict.fromkeys(prompts)) == list(dict.fromkeys(seats))
    assert len(set(seats)) > 1
    shown = "\n".join(printed)
    assert f"You are {seats[1]}." in shown
    scores = ", ".join(f"player {name} {score}" for name, score in zip("ABCD", match.scores, strict=True))
    assert f"Match: {scores}. " in shown
    assert "wins the match." in shown or "Nobody wins the match." in shown


def _told(line: str, **fields: object) -> list[str]:
    """Return what is told of a match after a deal; the fields say how the match stood."""
    state = aceten.parse(line)
    match = msgspec.structs.replace(aceten.start_match(game_of(state), dealer=state.dealer), **fields)
    return list(match_words(match, state, match.finish(state)))


WON: Final = "einwerfen/4 hands=-,-,-,- points=80,40 tricks=5,3 trump=h"

TIED: Final = "einwerfen/4 hands=-,-,-,- points=60,60 tricks=5,3 trump=h"


@pytest.mark.parametrize(
    ("line", "fields", "told"),
    [
        (WON, {}, ["Match: A+C 1, B+D 0; it has 48 deals.", "Deals with hearts as trumps count twice."]),
        (
            WON,
            {"favourite": Suit.HEARTS, "deals": 1},
            [
                "In the match it counts 2: hearts count twice.",
                "Match: A+C 2, B+D 0; it has 48 deals.",
                "Deals with hearts as trumps count twice.",
            ],
        ),
        (
            TIED,
            {"favourite": Suit.CLUBS, "deals": 2},
            [
                "Match: A+C 0, B+D 0; it has 48 deals.",
                "The next deal that somebody wins counts 1 more.",
                "Deals with acorns as trumps count twice.",
            ],
        ),
        (
            WON,
            {"favourite": Suit.CLUBS, "deals": 2, "carried": (1, 0)},
            [
                "In the match it counts 2: the deals before it that nobody won count too.",
                "Match: A+C 2, B+D 0; it has 48 deals.",
                "Deals with acorns as trumps count twice.",
            ],
        ),
        (
            f"{TIED} drawn_deal=doubles",
            {"favourite": Suit.CLUBS, "deals": 2, "carried": (0, 1)},
            [
                "Match: A+C 0, B+D 0; it has 48 deals.",
                "The next deal that somebody wins counts 4 times as much.",
                "Deals with acorns as trumps count twice.",
            ],
        ),
        (
            f"{TIED} drawn_deal=doubles favourite=off",
            {},
            ["Match: A+C 0, B+D 0; it has 48 deals.", "The next deal that somebody wins counts twice as much."],
        ),
        (f"{TIED} favourite=off deals=1", {}, ["Match: A+C 0, B+D 0. Nobody wins the match."]),
        (f"{WON} favourite=off deals=1", {}, ["Match: A+C 1, B+D 0. A's side wins the match."]),
        (
            "tausendeins/2 hands=-,- lead=1 points=80,40 tricks=10,6 claim=0 melds=160,0 trump=c score=800,900",
            {"scores": (800, 900)},
            ["Match: A 1040, B 940. A wins the match by the claim."],
        ),
        (
            "tausendeins/2 hands=-,- lead=1 points=80,40 tricks=10,6 claim=1 score=800,900",
            {"scores": (800, 900)},
            ["Match: A 880, B 900; who comes to 1001 points wins it."],
        ),
        (
            "sixty-six/2 hands=-,- lead=1 points=60,60 tricks=6,6 trump=h claim=-",
            {"scores": (5, 6)},
            ["Match: A 5, B 6; 7 game points win it.", "The next deal that somebody wins counts 1 more."],
        ),
    ],
)
def test_how_a_match_stands_is_said(line: str, fields: dict[str, object], told: list[str]) -> None:
    """After a deal it is said what it counts in the match and why, how the match stands, what bears on the next deal, and who has won."""
    assert _told(line, **fields) == told


@pytest.mark.parametrize("game", SUITED)
def test_help_names_what_the_game_knows(table: Table, game: str) -> None:
    """Help names marriages, the turn-up, closing, claims and bids exactly where the game has them."""
    rules = SUITED[game]
    shown = table.play(game, "--seed", "1", "--dealer", "B" if game.endswith("2") else "D", typed="?\n").out
    for word, known in (
        ("meld Kh", rules.marriages != "none"),
        ("exchange", rules.exchange != "none"),
        ("close", rules.close != "never"),
        ("draw", rules.close == "either"),
        ("claim", rules.claim == "called"),
        ("66", bool(rules.bids)),
    ):
        assert (f"\n  {word}  " in shown) == known
    assert "stop" not in shown
