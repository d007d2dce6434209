"""``aceten play`` from a position or a record on, and back to what has been."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import pytest
from support.processes.program_runs import Aceten, Done

import aceten
from aceten_solver.hidden.hints import hint
from aceten_solver.hidden.sampling import Advice, Prospect

QUICK: Final = ("--samples", "1", "--seed", "3")
LATE: Final = "zsiros/2 hands=A9hTs7d,KcQdJs8h talon=7cAs lead=0 points=30,20 tricks=4,5"
SHORT: Final = "zsiros/2 hands=Ah,Kc lead=0 points=40,30 tricks=7,8"


@pytest.fixture
def play(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Return a way to run ``aceten play`` in a pipe, with a weak machine, and these lines as input."""

    def run_it(*arguments: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return run("play", *arguments, *QUICK)

    return run_it


def states(path: Path) -> tuple[aceten.State, ...]:
    """Return the states of a record."""
    return aceten.read_record(path.read_text(encoding="utf-8")).states


def test_a_position_is_played_on(play: Callable[..., Done], tmp_path: Path) -> None:
    """A position is taken up where it stands, by the game and with the dealer that it names; the next deal is dealt by the other."""
    path = tmp_path / "on.jsonl"
    done = play("--from", SHORT, "--record", str(path), typed="ah\n\n")
    assert done.status == 0
    assert "Deal 1, taken up where it stands: B dealt" in done.out
    assert str(states(path)[0]) == str(aceten.parse(SHORT))
    assert states(path)[-1].turn is None
    assert "Match: A 1, B 0;" in done.out
    assert re.search(r"Deal 2 \(seed 4\): A deals", done.out) is not None


def test_a_deal_that_counts_nothing_ends_the_match(play: Callable[..., Done]) -> None:
    """A position that leaves open what the deal counts is played to its end, and no further."""
    done = play("--from", "zsiros/2 hands=9,8 lead=0", typed="9\n\n")
    assert done.status == 0
    assert "what the deal counts is open" in done.out
    assert "Deal 2" not in done.out


@pytest.mark.turns(2)
def test_a_match_goes_on_with_its_record(play: Callable[..., Done], tmp_path: Path) -> None:
    """What is saved in the second deal is the match, which goes on where it was, from the start or when it is loaded."""
    saved = tmp_path / "match.jsonl"
    first = play("zsiros/2", "--dealer", "A", "--seats", "none", typed=f"\nback 3\nsave {saved}\n")
    assert first.status == 0
    record = aceten.read_match(saved.read_text(encoding="utf-8"))
    assert len(record.deals) == 2
    score = ", ".join(f"{name} {has}" for name, has in zip("AB", record.match.scores, strict=True))
    for done in (
        play("--from", str(saved), typed=""),
        play("zsiros/2", typed=f"load {saved}\n"),
    ):
        assert done.status == 0
        assert "Deal 2, taken up where it stands" in done.out
        assert f"Match: {score}" in done.out


def test_what_people_keep_goes_on(play: Callable[..., Done], tmp_path: Path) -> None:
    """Names, comments and notes of a record stay when it goes on and is saved; a note goes with what is taken back."""
    begun = aceten.parse_state(LATE)
    played = (begun, begun.play("Ts"), begun.play("Ts").play("8h"))
    notes = (aceten.Note(1, "bold"), aceten.Note(2, clock="1:05"))
    kept = aceten.Annotations(comment="by the fire", players=("Anna", "Béla"), notes=notes)
    given, recorded, saved, back = (tmp_path / name for name in ("given", "recorded", "saved", "back"))
    given.write_text(str(aceten.Record(played, kept)), encoding="utf-8")
    typed = f"\nsave {saved}\nundo\n\nsave {back}\n"
    assert play("--from", str(given), "--seats", "all", "--record", str(recorded), typed=typed).status == 0
    assert saved.read_text(encoding="utf-8") == given.read_text(encoding="utf-8")
    without = aceten.read_record(back.read_text(encoding="utf-8"))
    assert without.states == played[:2]
    assert without.annotations == msgspec.structs.replace(kept, notes=notes[:1])
    assert recorded.read_text(encoding="utf-8") == back.read_text(encoding="utf-8")


def test_a_match_keeps_its_names(play: Callable[..., Done], tmp_path: Path) -> None:
    """Who goes on with the record of a deal into the next one saves a match that has the names, and the deal with its notes."""
    start = aceten.load("zsiros", players=2).deal(seed=5)
    states = [start]
    while states[-1].turn is not None:
        states.append(states[-1].play(states[-1].legal[0]))
    kept = aceten.Annotations(
        players=("Anna", "Béla"), notes=(aceten.Note(3, "here it was won"),), ending="well played"
    )
    given, saved = tmp_path / "given", tmp_path / "saved"
    given.write_text(str(aceten.Record(tuple(states), kept)), encoding="utf-8")
    assert play("--from", str(given), typed=f"\n\nsave {saved}\n").status == 0
    match = aceten.read_match(saved.read_text(encoding="utf-8"))
    assert [len(match.deals), match.annotations.players] == [2, kept.players]
    assert match.deals[0].annotations == kept


def test_what_cannot_be_taken_up_is_refused(play: Callable[..., Done], tmp_path: Path) -> None:
    """Neither a record that is not there, nor one with too few players, nor something that a position says already."""
    for arguments, said in (
        (("--from", str(tmp_path / "none.jsonl")), "none.jsonl"),
        (("--from", "zsiros/2 hands=9"), "hands"),
        (("zsiros/2", "--from", LATE), "expected neither GAME"),
        (("--from", LATE, "--dealer", "A"), "expected neither GAME"),
        ((), "expected GAME[/PLAYERS], such as zsiros/4, or --from"),
    ):
        done = play(*arguments)
        assert done.status == 2
        assert said in done.err
    two = tmp_path / "two.jsonl"
    play("--from", LATE, typed=f"save {two}\n")
    done = play("zsiros/4", "--dealer", "C", "--seats", "A,D", typed=f"\nload {two}\nload\nload {tmp_path}/none\n")
    assert "a record of zsiros/2, where nobody can be D" in done.out
    assert "expected: load FILE" in done.out
    assert "none" in done.out


def test_the_past_is_looked_at_and_played_from(play: Callable[..., Done], tmp_path: Path) -> None:
    """Back and forward show what was, with what the seat knew; nothing is played until one is back, or plays on from there."""
    path = tmp_path / "on.jsonl"
    done = play(
        "--from",
        LATE,
        "--record",
        str(path),
        typed="back\n9h\nback 2\nforward\n9h\n\n7d\nback 99\nforward 99\nforward\nback x\nback 99\nhint\nhere\nts\n",
    )
    assert done.status == 0
    assert "this is how the deal began; there is nothing before it" in done.out
    assert "this is over; expected back, forward, here" in done.out
    assert "this is how the deal stands now" in done.out
    assert "'x': expected how many actions to go" in done.out
    assert "action 1 of 2: A  9h nine of hearts\n" in done.out
    assert "the beginning, 4 actions ago\n" in done.out
    log = states(path)[-1].log
    assert str(log[0][1]) == "Ts"
    assert "Play the " in done.out


def test_a_hint_calls_nothing_better_that_may_be_chance() -> None:
    """What two means differ by is told as a difference only where it is more than both may be off together."""
    view = aceten.parse("zsiros/2 hands=Ah9hTs7d,KcQdJs8h lead=0").view(0)
    for error, said in (
        (0.1, "0.40 more than the ace of hearts."),
        (0.3, "ahead on average, about as the ace of hearts did."),
    ):
        entries = [
            Prospect(action=aceten.parse_action(action), points=None, margin=margin, samples=20, margin_error=error)
            for action, margin in (("7d", 0.5), ("Ah", 0.1))
        ]
        told = hint(Advice(view=view, prospects=tuple(entries), method="played out", samples=40), view)
        assert told.endswith(said)


def prospect(action: str, points: float | None, margin: float | None, samples: int = 200) -> Prospect:
    """Return what an action led to."""
    return Prospect(action=aceten.parse_action(action), points=points, margin=margin, samples=samples)


@pytest.mark.parametrize(
    ("prospects", "said"),
    [
        ([("7d", 24.2, 0.5), ("Ah", 15.1, 0.1)], "24 points on average, 9 more than the ace of hearts."),
        ([("7d", 24.2, 0.5), ("Ah", 24.0, 0.1)], "24 points on average, about as much as the ace of hearts."),
        ([("7d", 24.2, 0.5), ("9h", 1.0, 0.1, 0)], "24 points on average."),
        (
            [("7d", 14.2, 0.5), ("Ah", 24.0, 0.1)],
            "it came out 0.50 game points ahead on average, 0.40 more than the ace of hearts.",
        ),
        (
            [("7d", None, -0.5), ("Ah", None, -0.75)],
            "0.50 game points behind on average; the ace of hearts lost 0.25 more.",
        ),
        (
            [("7d", None, -0.5), ("Ah", None, -0.5)],
            "0.50 game points behind on average, about as the ace of hearts did.",
        ),
        ([("7d", None, -0.5), ("Ah", None, 0.5)], "0.50 game points behind on average."),
    ],
)
def test_a_hint_says_why(prospects: list[tuple[str, float | None, float | None]], said: str) -> None:
    """A hint compares what the best action brought with the next best: in points, unless these speak against it."""
    view = aceten.parse("zsiros/2 hands=Ah9hTs7d,KcQdJs8h lead=0").view(0)
    advice = Advice(view=view, prospects=tuple(prospect(*each) for each in prospects), method="played out", samples=400)
    told = hint(advice, view)
    assert told.startswith("Play the seven of bells: of 200 deals that fit, it ")
    assert told.endswith(said)
