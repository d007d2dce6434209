"""``aceten play``: what is asked, shown, taken back and recorded, and what is never shown."""

from __future__ import annotations

import builtins
import io
import random
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

import msgspec
import pytest
from commands import Done, run
from signals import ended_by_ctrl_c, hearing_ctrl_c
from slices import in_turn, one_of_each, sliced
from strategies import game_of

import aceten
import aceten_solver
from aceten import (
    Bid,
    Call,
    CallKind,
    Claim,
    Close,
    Meld,
    NameTrump,
    Pass,
    Play,
    State,
    Suit,
    SuitGame,
    SuitState,
    UsageError,
)
from aceten.telling import match_words, telling
from aceten_cli.frame.position_tables import event_lines, status, table_lines
from aceten_cli.frame.typed_actions import action_typed
from aceten_cli.play.hint_figures import advice_lines
from aceten_solver.hidden.hints import hint
from aceten_solver.hidden.machine import Machine
from aceten_spec import load_shipped, shipped
from aceten_spec.names import card_name, suit_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from aceten import Card
    from aceten_spec import Rulebook
    from aceten_spec.rulebook import SuitParameters

TABLES: Final = [f"{name}/{players}" for name in shipped() for players in load_shipped(name).parameters.players]
GAMES: Final = sliced(one_of_each(TABLES[::-1], lambda table: table.partition("/")[0]), whole=TABLES)
"""Every game, with the most players where not every number of them is looked at."""
QUICK: Final = ("--samples", "2")
HANDOVER: Final = "it is your turn at the screen"


class Table:
    """Runs the program in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, record: Path) -> None:
        """Record what is played in this file, and in others with numbers."""
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self.record = record
        self.rulebook: Rulebook | None = None
        self._read: tuple[str, tuple[State, ...]] = "", ()

    def run(self, *arguments: str, typed: str = "") -> Done:
        """Run any command with text as standard input."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return run(self._capsys, self._monkeypatch, *arguments)

    def play(self, *arguments: str, typed: str = "") -> Done:
        """Run ``aceten play`` with a weak machine, recorded."""
        return self.run("play", *arguments, *QUICK, "--record", str(self.record), typed=typed)

    def sit(self, answer: Callable[[str, State, str], str], *arguments: str) -> Done:
        """Play with somebody who answers by prompt, state and what was printed since the prompt before."""

        def read(prompt: str) -> str:
            return answer(prompt, self.state(), self._capsys.readouterr().out)

        self._monkeypatch.setattr(builtins, "input", read)
        return self.play(*arguments)

    def files(self) -> list[Path]:
        """Return the records, in the order in which they were begun."""
        paths = self.record.parent.glob(f"{self.record.stem}*")
        return sorted(paths, key=lambda path: (len(path.stem), path.stem))

    def moments(self) -> tuple[State, ...]:
        """Return the states of the last record."""
        record = self.files()[-1].read_text(encoding="utf-8")
        if self._read[0] != record:
            self._read = record, aceten.read_record(record, rules=self.rulebook).states
        return self._read[1]

    def state(self) -> State:
        """Return the state that the last record has come to."""
        return self.moments()[-1]


@pytest.fixture
def table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Table:
    """Return a table to play at."""
    return Table(capsys, monkeypatch, tmp_path / "deal.jsonl")


def _played(prompt: str) -> bool:
    """Whether a prompt asks for an action."""
    return re.match(r"[A-H]( \(.*\))?> $", prompt) is not None


def wise(state: State, chance: random.Random) -> aceten.Action:
    """Return what somebody does at random who claims nothing that he need not, and bids."""
    calm = [action for action in state.legal if not isinstance(action, Claim | Pass)]
    return chance.choice(calm or list(state.legal))


@pytest.mark.turns(90)
@pytest.mark.parametrize("game", TABLES)
def test_the_machine_plays_a_deal_of_every_game(table: Table, game: str) -> None:
    """With no people the machine plays a whole deal, and the match then stands as the record says; the end of the input ends it."""
    done = table.play(game, "--seats", "none", "--seed", "11")
    assert (done.status, done.err) == (0, "")
    state = table.state()
    assert state.turn is None
    match = aceten.start_match(game_of(state), dealer=state.dealer).finish(state)
    stands = re.findall(r"Match: (.*?)[;.]", done.out)
    assert [tuple(map(int, re.findall(r"\d+", text))) for text in stands] == [match.scores]
    assert table.run("replay", str(table.record)).status == 0


class Watcher:
    """A person who plays anything legal, asks for everything, and sees to it that no card is shown that is hidden from him."""

    def __init__(self, seed: int, moments: Callable[[], tuple[State, ...]]) -> None:
        """Play at random; ``moments`` are all the states of the deal so far."""
        self._random = random.Random(seed)
        self.moments = moments
        self._facing: str | None = None
        self._seen: dict[str | None, set[Card]] = {}
        self._looked: dict[str | None, int] = {}
        self.deals = 0
        self.checked = 0

    def __call__(self, prompt: str, state: State, text: str) -> str:
        """Check what was printed, and answer."""
        if _played(prompt) or " is to play; call " in prompt:
            self._facing = prompt[0] if _played(prompt) else "ABCDEFGH"[state.calls[0].seat]
        self._check(state, text)
        if HANDOVER in prompt:
            self._facing = prompt[0]
            return ""
        if state.turn is None:
            self.deals += 1
            self._seen.clear()
            self._looked.clear()
            if self.deals > 1:
                raise EOFError
            return ""
        ask = self._random.choice(["hint", "table", "legal", "undo", "", "", "", ""])
        if ask == "undo" or (ask and _played(prompt)):
            return ask
        return str(wise(state, self._random)) if _played(prompt) else self._random.choice(["", "beat"])

    def _check(self, state: State, text: str) -> None:
        seen = self._seen.setdefault(self._facing, set())
        moments = self.moments()
        self._looked = {facing: min(count, len(moments)) for facing, count in self._looked.items()}  # after undo
        for moment in moments[self._looked.get(self._facing, 0) :]:
            view = moment.view("ABCDEFGH".index(self._facing or "A"))
            shown = view.known if self._facing is not None else ()
            seen.update(view.trick, view.known_talon, *shown, *view.taken)
            seen.update(action.card for _, action in moment.log if isinstance(action, Play | Meld))
        self._looked[self._facing] = len(moments)
        style = state.game.pack.style
        for hidden in set(state.game.pack.cards) - seen:
            assert re.search(rf"(?<!\w){hidden}(?!\w)", text) is None, (hidden, text)
            assert card_name(hidden, style=style) not in text, (hidden, text)
            self.checked += 1


@pytest.mark.turns(90)
@pytest.mark.parametrize(
    ("game", "seats"), [*((game, "A") for game in in_turn(GAMES, 2)), ("zsiros/4", "A,C"), ("hola/3", "0,1")]
)
def test_nothing_hidden_is_shown(table: Table, game: str, seats: str) -> None:
    """Whatever a person asks, he sees no card before it is played or in his own hand; neither does he that of another person."""
    watcher = Watcher(len(game), table.moments)
    done = table.sit(watcher, game, "--seats", seats, "--seed", "5")
    assert done.status == 0
    assert watcher.deals > 0
    assert watcher.checked > 100
    assert len(table.files()) == watcher.deals


def test_a_hand_is_handed_over(table: Table) -> None:
    """Before another person's hand is shown he is asked to come to the screen; after that he is told what he has missed."""
    prompts: list[str] = []
    printed: list[str] = []

    def answer(prompt: str, state: State, text: str) -> str:
        prompts.append(prompt)
        printed.append(text)
        if len(prompts) > 6:
            raise EOFError
        return str(state.legal[0]) if _played(prompt) else ""

    table.sit(answer, "zsiros/2", "--seats", "all", "--seed", "1")
    assert [HANDOVER in prompt for prompt in prompts[:4]] == [True, False, True, False]
    assert prompts[0][0] != prompts[2][0]
    assert "your hand: " not in printed[0] + printed[2]
    assert "your hand: " in printed[1]
    assert f"{prompts[0][0]}  " in printed[3]


def test_whoever_comes_to_the_screen_may_leave_before_seeing_anything(table: Table) -> None:
    """Where seats change ``quit`` leaves, and nothing but Enter shows the hand of who comes."""
    prompts: list[str] = []
    shown: list[str] = []

    def answer(prompt: str, state: State, out: str) -> str:
        prompts.append(prompt)
        shown.append(out)
        if HANDOVER not in prompt:
            return str(state.legal[0])
        return {1: "", 3: "hint", 4: "quit"}[len(prompts)]

    done = table.sit(answer, "zsiros/2", "--seats", "all", "--seed", "1")
    assert (done.status, len(prompts)) == (0, 4)
    assert not any("your hand" in each.lower() for each in shown[3:])
    assert len(table.state().log) == 1


def test_undo_goes_back_to_the_last_own_decision(table: Table) -> None:
    """Undo restores the state of the last own decision; the same action leads on to the same state."""
    states: list[State] = []

    def answer(_prompt: str, state: State, _text: str) -> str:
        states.append(state)
        if len(states) > 4:
            raise EOFError
        return "undo" if len(states) == 3 else str(state.legal[0])

    table.sit(answer, "zsiros/2", "--seed", "4")
    first, second, third, again, last = states
    assert len({first, second, third}) == 3
    assert again == second
    assert last == third
    assert table.state() == third


def test_there_is_nothing_to_take_back_at_first(table: Table) -> None:
    """Before a person has played, undo says that there is nothing to take back."""
    done = table.play("zsiros/2", "--seed", "4", typed="undo\n")
    assert "nothing to take back" in done.out


@pytest.mark.turns(2)
def test_a_finished_deal_can_be_taken_back(table: Table) -> None:
    """Undo works after the last trick too, before the next deal."""
    ends: list[int] = []

    def answer(_prompt: str, state: State, _text: str) -> str:
        if state.turn is not None:
            if ends:
                raise EOFError
            return str(state.legal[0])
        ends.append(len(state.log))
        return "undo"

    done = table.sit(answer, "zsiros/2", "--seed", "4")
    assert done.status == 0
    assert table.state().turn == 0
    assert len(table.files()) == 1


@pytest.mark.turns(2)
def test_a_hint_is_what_the_machine_would_play(table: Table) -> None:
    """A hint says in a sentence to do what the machine does with the same view; its figures are shown on request, that action first."""
    hints: list[tuple[State, str]] = []

    def answer(_prompt: str, state: State, text: str) -> str:
        if hints and hints[-1][1] == "":
            hints[-1] = (state, text)
            return str(state.legal[0])
        if len(hints) > 5:
            raise EOFError
        hints.append((state, ""))
        return "hint full" if len(hints) % 2 == 0 else "hint"

    table.sit(answer, "zsiros/2", "--seed", "1")
    assert len(hints) > 5
    for number, (state, text) in enumerate(hints):
        chosen = Machine(seed=1, samples=2).choose(state.view(0))
        assert isinstance(chosen, Play)
        if number % 2:
            assert f"hint: the machine would play {chosen} (" in text
        else:
            assert f"Play the {card_name(chosen.card, style=state.game.pack.style)}: " in text
            assert "hint: " not in text


def test_the_figures_of_a_hint_say_in_how_many_deals_each_was_tried() -> None:
    """Where that differs, so that the sentence and the figures tell the same."""
    view = aceten.load("hola", players=4).deal(seed=3).view(1)
    advice = aceten_solver.advise(view, samples=40, seed=1)
    best, *others = advice.prospects
    assert best.samples < advice.samples
    _, *figures = advice_lines(advice, view)
    assert [line.rpartition(", ")[2] for line in figures] == [f"{each.samples} deals" for each in (best, *others)]
    assert f"of {best.samples} deals that fit" in hint(advice, view)


@pytest.mark.turns(4)
def test_a_match_goes_on_to_its_end(table: Table) -> None:
    """Deals follow one another, the dealer moves on, scores add up, and the match ends with its winner."""

    def answer(_prompt: str, state: State, text: str) -> str:
        printed.append(text)
        return "" if state.turn is None else str(state.legal[0])

    printed: list[str] = []
    done = table.sit(answer, "zsiros/2", "--seed", "2", "--option", "target=3", "--dealer", "B")
    assert done.status == 0
    match = aceten.start_match(aceten.load("zsiros", players=2, target=3), dealer=1)
    for number, path in enumerate(table.files()):
        record = aceten.read_record(path.read_text(encoding="utf-8"))
        assert record.states[0] == match.deal(seed=2 + number)
        match = match.finish(record.state)
    assert len(table.files()) > 1
    assert match.winner is not None
    assert f"Match: A {match.scores[0]}, B {match.scores[1]}. {'AB'[match.winner]} wins the match." in printed[-1]


@pytest.mark.turns(12)
def test_a_match_may_end_with_a_trick(table: Table) -> None:
    """Where reaching the target ends the match at once, the deal stops there."""
    options = ("--option", "finish=immediate", "--option", "target=20")
    done = table.play("ristiklappi/2", "--seats", "none", "--seed", "3", *options)
    assert "comes to 20 with this trick" in done.out
    assert "wins the match" in done.out
    assert table.state().turn is not None


@pytest.mark.turns(6)
def test_a_game_repeats_with_its_seed(table: Table) -> None:
    """The seed decides the deals and what the machine does; the first deal is that of ``aceten deal``."""
    typed = "9\n\na\nk\n\nhint\n"
    arguments = ("play", "zsiros/4", *QUICK, "--dealer", "0", "--seed")
    once, twice, other = (table.run(*arguments, seed, typed=typed).out for seed in ("8", "8", "9"))
    assert once == twice != other
    table.play("zsiros/4", "--seed", "8", "--dealer", "0")
    dealt = table.run("deal", "zsiros/4", "--seed", "8").out.strip()
    assert aceten.read_record(table.record.read_text(encoding="utf-8")).states[0] == aceten.parse(dealt)


@pytest.mark.turns(2)
def test_a_call_is_offered_and_heeded(table: Table) -> None:
    """Before the machine plays for a person's partner, he may call; the call is recorded, and the machine does it if it can."""

    def answer(prompt: str, state: State, _text: str) -> str:
        prompts.append(prompt)
        if len(prompts) > 1:
            raise EOFError
        assert state.turn == 2
        return "call no-grease"

    prompts: list[str] = []
    table.sit(answer, "zsiros/4", "--seed", "3", "--dealer", "0", "--calls")
    assert prompts[0] == "C is to play; call beat, no-beat, grease, no-grease, or Enter> "
    log = table.state().log
    assert (0, Call(aceten.Seat(0), CallKind.NO_GREASE)) in log
    card = log[2][1]
    assert isinstance(card, Play)
    assert card.card.rank.letter not in "AT"


@pytest.mark.turns(4)
def test_calls_are_offered_only_when_they_are_wanted(table: Table) -> None:
    """Nobody is asked what to call before ``calls on``, nor after ``calls off``, whatever is asked just then."""

    def answer(prompt: str, state: State, _text: str) -> str:
        prompts.append(prompt)
        if len(prompts) > 8:
            raise EOFError
        said = {1: "calls off", 3: "calls on", 5: "calls off"}.get(len(prompts))
        return said or ("" if "call" in prompt else str(state.legal[0]))

    prompts: list[str] = []
    table.sit(answer, "zsiros/4", "--seed", "1", "--dealer", "0")
    assert ["call" in prompt for prompt in prompts] == [False] * 4 + [True, True] + [False] * 3


@pytest.mark.turns(12)
@pytest.mark.parametrize("kind", list(CallKind))
def test_the_machine_does_as_called(kind: CallKind) -> None:
    """Whatever is called, the machine picks an action that does it, where there is one."""
    done = 0
    for seed in range(12):
        state = aceten.load("zsiros", players=4).deal(seed=seed)
        state = state.play(state.legal[0])
        state = state.play(Call(aceten.Seat(0), kind))
        chosen = Machine(seed=seed, samples=2).choose(state.view(2))
        fits = [action for action in state.legal if _does(state, action, kind)]
        assert chosen in (fits or state.legal)
        done += bool(fits) and len(fits) < len(state.legal)
    assert done > 2


def _does(state: State, action: aceten.Action, kind: CallKind) -> bool:
    assert isinstance(action, Play)
    rank, led = action.card.rank.letter, state.trick[0].rank.letter
    return {
        CallKind.BEAT: rank in (led, "7"),
        CallKind.NO_BEAT: rank not in (led, "7"),
        CallKind.GREASE: rank in ("A", "T"),
        CallKind.NO_GREASE: rank not in ("A", "T"),
    }[kind]


# --- What is typed ------------------------------------------------------------------------------------------------------


def _choosing() -> State:
    """Return a state in which A may go on with a nine or a seven, or stop."""
    state = aceten.parse("zsiros/2 hands=Ah9s9d7h,Tc9hKc8d talon=8s8c lead=0")
    return state.play(aceten.parse_action("9d")).play(aceten.parse_action("9h"))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("ah", "Ah"),
        ("AH", "Ah"),
        ("Ah", "Ah"),
        ("a", "Ah"),
        ("9", "9s"),
        ("9s", "9s"),
        ("  7H ", "7h"),
        ("ace", "Ah"),
        ("Ace of  Hearts", "Ah"),
        ("STOP", "stop"),
        ("flip", "flip"),
        ("spice", "spice"),
    ],
)
def test_an_action_may_be_typed_in_several_ways(text: str, action: str) -> None:
    """Small letters, names, and a rank without its suit are understood; the engine then says whether it is legal."""
    assert str(action_typed(text, _choosing().view(0))) == action


@pytest.mark.parametrize(("text", "action"), [("hetes", "7h"), ("piros ász", "Ah"), ("KILENCES", "9s")])
def test_cards_are_understood_in_their_language(text: str, action: str) -> None:
    """Names in another language are understood too."""
    assert str(action_typed(text, _choosing().view(0))) == action


def test_the_suit_is_asked_for_where_it_matters() -> None:
    """A rank alone does not say whether the lone player's card is meant; with one such card in hand it does."""
    view = aceten.parse("sedma-three/3 hands=KhKs7c,AcAsAd,9h9s8s lead=0").view(0)
    with pytest.raises(UsageError, match=r"king of leaves or king of hearts\? The suit matters here"):
        action_typed("k", view)
    assert str(action_typed("kh", view)) == "Kh"
    assert str(action_typed("7", view)) == "7c"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Zz", "'Zz' is neither a card nor a command; legal: "),
        ("9d 8d", "'9d 8d' is neither a card nor a command"),
        ("\x1b[2J", "is neither a card nor a command"),
        ("2", "2: A does not hold this card (ZS-PLAY-2); legal: "),
        ("call beat", "there are no partners (ZS-CALL-1)"),
        ("stop", "only the leader stops, where he could continue the trick with another round (ZS-MULTI-5)"),
        ("save", "expected: save FILE"),
        ("undo", "nothing to take back"),
    ],
)
def test_wrong_input_is_answered(table: Table, text: str, said: str) -> None:
    """What cannot be done is answered with the reason and what is legal, and asked again."""
    done = table.play("zsiros/2", "--seed", "4", typed=f"{text}\n")
    assert done.status == 0
    assert said in done.out
    assert "\x1b" not in done.out
    assert done.out.count("A> ") == 2


def test_a_call_prompt_takes_nothing_else(table: Table) -> None:
    """At the partner's turn a card is no answer, and what may be called is said."""
    done = table.play("zsiros/4", "--seed", "3", "--dealer", "0", "--calls", typed="9\nbeet\nhint\n")
    assert "'9': expected a call, beat or no-beat or grease or no-grease" in done.out
    assert "'beet': expected a call" in done.out
    assert "it is not your turn" in done.out


def test_help_says_what_there_is(table: Table) -> None:
    """Help names the commands, and what only some games have only there."""
    zsiros, klappi = (table.play(game, "--seed", "1", typed="?\nhelp\n").out for game in ("zsiros/2", "ristiklappi/2"))
    for command in ("legal", "hint", "table", "undo", "save FILE", "quit"):
        assert zsiros.count(f"  {command} ") == 2
    assert "flip" in klappi
    assert "flip" not in zsiros
    assert "call " not in zsiros


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nosuch/2",), "nosuch"),
        (("zsiros/x",), "expected a game"),
        (("zsiros/3",), "3 players"),
        (("zsiros/2", "--seats", "C"), "seat 'C': expected A, B, or 0 to 1"),
        (("zsiros/2", "--dealer", "2"), "seat '2': expected A, B, or 0 to 1"),
        (("zsiros/2", "--option", "tie"), "expected NAME=VALUE"),
        (("zsiros/2", "--option", "tie=what"), "tie"),
        (("zsiros/2", "--seed", str(2**64)), "seed"),
        (("zsiros/2", "--samples", "0"), "samples"),
        (("zsiros/2", "--record", "/nosuch/file"), "/nosuch/file"),
        (("zsiros/2", "--record", "/"), "a directory; name a file in it"),
    ],
)
def test_wrong_arguments_are_refused(table: Table, arguments: tuple[str, ...], said: str) -> None:
    """Before anything is played, wrong arguments are refused with exit status 2."""
    done = table.run("play", *arguments)
    assert done.status == 2
    assert said in done.err
    assert "Deal 1" not in done.out


# --- Records and leaving ------------------------------------------------------------------------------------------------


@pytest.mark.turns(2)
@pytest.mark.parametrize(("end", "status"), [("quit", 0), (EOFError, 0), (KeyboardInterrupt, 130)])
def test_an_unfinished_deal_is_recorded(table: Table, end: str | type[BaseException], status: int) -> None:
    """Whichever way a person leaves, the record holds every action so far, and replays."""
    states: list[State] = []

    def answer(_prompt: str, state: State, _text: str) -> str:
        states.append(state)
        if len(states) < 4:
            return str(state.legal[0])
        if isinstance(end, str):
            return end
        raise end

    done = table.sit(answer, "zsiros/2", "--seed", "4")
    assert done.status == status
    assert table.state() == states[-1]
    assert f"recorded: {table.record}" in done.out
    assert table.run("replay", str(table.record)).status == 0


@pytest.mark.turns(8)
def test_ctrl_c_ends_a_long_thought(tmp_path: Path) -> None:
    """Ctrl-C while the machine thinks ends the program with status 130, without a traceback, and what was played is recorded."""
    record = tmp_path / "deal.jsonl"
    arguments = [
        "play",
        "zsiros/4",
        "--seed",
        "3",
        "--samples",
        "1000000000",
        "--seats",
        "none",
        "--record",
        str(record),
    ]
    program = [sys.executable, "-m", "aceten_cli.main", *arguments]
    with (
        hearing_ctrl_c(),
        subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,  # noqa: S603 - our own program
    ):
        while not (record.exists() and record.stat().st_size):
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(0.3)
        _, err = ended_by_ctrl_c(process)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert aceten.read_record(record.read_text(encoding="utf-8")).state.turn is not None


@pytest.mark.turns(12)
def test_records_write_nothing_over(table: Table) -> None:
    """A record that is there already stays as it is, and the next number is taken."""
    table.record.write_text("precious", encoding="utf-8")
    done = table.play("zsiros/2", "--seats", "none", "--seed", "1", typed="\n")
    assert table.record.read_text(encoding="utf-8") == "precious"
    assert [path.name for path in table.files()] == ["deal.jsonl", "deal-2.jsonl", "deal-3.jsonl"]
    assert "deal-2.jsonl and " in done.out


def test_a_deal_is_saved_on_request(table: Table, tmp_path: Path) -> None:
    """``save FILE`` writes the record of the deal so far, and writes nothing over; after a name that cannot be the match goes on."""
    path = tmp_path / "saved here.jsonl"
    done = table.play("zsiros/2", "--seed", "4", typed=f"save {tmp_path / ('x' * 300)}\nsave {path}\nsave {path}\n")
    assert "File name too long" in done.out
    assert aceten.read_record(path.read_text(encoding="utf-8")).state == table.state()
    assert f"saved: {path}" in done.out
    assert "there is such a file; choose another name" in done.out


@pytest.mark.turns(2)
def test_rules_of_ones_own_can_be_played(table: Table, tmp_path: Path) -> None:
    """``--rules`` plays by a rulebook in a file."""
    rules = tmp_path / "home.toml"
    rules.write_text(
        'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HO"\n[parameters]\nwild = ["8"]\n', "utf-8"
    )
    done = table.play("home/2", "--rules", str(rules), "--seats", "none", "--seed", "1")
    assert done.status == 0
    assert "Match: " in done.out


@pytest.mark.turns(2)
def test_the_only_thing_to_do_is_done_at_enter(table: Table) -> None:
    """Enter plays the last card; where there is a choice it shows what is legal."""

    def answer(_prompt: str, state: State, text: str) -> str:
        if state.turn is None:
            raise EOFError
        enters.append((len(state.legal), text))
        return "" if len(state.legal) == 1 or len(enters) == 1 else str(state.legal[0])

    enters: list[tuple[int, str]] = []
    table.sit(answer, "zsiros/2", "--seed", "4")
    assert table.state().turn is None
    assert "seven of" in enters[1][1] or " of " in enters[1][1]
    assert enters[-1][0] == 1


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
        (MARRIED, "marriage", "a marriage is shown with the card that is led, such as: meld Kh; legal: "),
        (MARRIED, "claim x", "'x' is no suit: expected one of clubs, spades, hearts, diamonds, or c, s, h, d"),
        (MARRIED, "trumps", "'trumps' is no suit"),
        (MARRIED, "66", "'66' is neither a card nor a command"),
        (BIDDING, "bid", "'' is no bid; legal: bid:66, bid:70"),
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
        if not _played(prompt):
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


@pytest.mark.turns(8)
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


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", CLAIMED)
def test_nobody_counts_for_those_who_may_claim(table: Table, game: str) -> None:
    """Where players claim, neither the points of a trick nor those of a side are told before the deal is over."""
    told: list[str] = []

    def answer(prompt: str, state: State, text: str) -> str:
        told.append(text)
        if not _played(prompt):
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
        if not _played(prompt):
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
