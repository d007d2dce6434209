"""What is typed to ``aceten play``, what it answers to that, and what it records."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.games.played_table import Table
from support.processes.interrupts import ended_by_ctrl_c, hearing_ctrl_c

import aceten
from aceten import State, UsageError
from aceten.typed.typed_actions import action_typed

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
        ("9d 8d", "'9d 8d': one card at a time, such as: "),
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
