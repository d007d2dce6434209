"""Rulebooks with one fault each: it is found, by the obligation that the file names, and shown in a position."""

import functools
import sys
from pathlib import Path
from typing import Final

import pytest
from support.proofs.single_obligations import discharged, refuted
from support.slices import one_of_each, sliced

from aceten import load, parse
from aceten.proofs import THEOREMS
from aceten.proofs.statements.game_setting import setting
from aceten.proofs.statements.obligations import Z3_ALONE
from aceten.proofs.statements.propositions import establish
from aceten_cli.main import main
from aceten_spec import RulebookError, load_file, load_shipped

FILES: Final = sorted((Path(__file__).parent / "faults").glob("*.toml"))
"""The rulebooks. The first line of each says which obligation is refuted, the next ones what the fault is."""


def named(file: Path) -> str:
    """Return the id of the obligation that a file names."""
    return file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# refuted: ")


SLICE: Final = one_of_each(FILES, named)
"""One rulebook for each obligation, for every run of the tests."""


@functools.cache
def verdict_on_parent(parent: str, players: int, name: str) -> str:
    """Return the verdict on an obligation about a shipped game, with as many players where it can have them."""
    rulebook = load_shipped(parent)
    numbers = rulebook.parameters.players
    return discharged(name, load(rulebook, players=players if players in numbers else max(numbers))).verdict


def test_there_are_faults_of_many_kinds() -> None:
    """There are enough faults, each in a game that is named like its file, and no obligation has all of them."""
    assert len(FILES) >= 15
    assert [load_file(file, sound=False).id for file in FILES] == [file.stem for file in FILES]
    assert len({named(file) for file in FILES}) >= 8


@pytest.mark.turns(2)
@pytest.mark.parametrize("file", sliced(SLICE, whole=FILES), ids=lambda file: file.stem)
def test_the_fault_is_found(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The obligation that the file names is refuted, with a position that can be opened; for the shipped rules it is proved."""
    rulebook, name = load_file(file, sound=False), named(file)
    players = max(rulebook.parameters.players)
    found = refuted(discharged(name, load(rulebook, players=players)))
    assert found.problem != "the claim does not hold"
    line = found.position
    assert line.startswith(f"{rulebook.id}/{players} ")
    parse(line, rules=rulebook)
    monkeypatch.setattr(sys, "argv", ["aceten", "show", line, "--rules", str(file)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert "─ A" in capsys.readouterr().out
    assert rulebook.extends is not None
    assert verdict_on_parent(rulebook.extends, players, name) == "proved"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_deal_is_played_by_faulty_rules(file: Path) -> None:
    """Faulty rules can be played by: every deal comes to an end and has a result."""
    rulebook = load_file(file, sound=False)
    for players in rulebook.parameters.players:
        state = load(rulebook, players=players).deal(seed=2)
        for _ in range(200):
            if state.turn is None:
                break
            state = state.play(state.legal[0])
        assert state.result is not None


@pytest.mark.turns(2)
@pytest.mark.parametrize("file", sliced(FILES[:1], whole=FILES[::5]), ids=lambda file: file.stem)
def test_no_theorem_breaks_on_a_fault(file: Path) -> None:
    """Whatever is wrong with rules, every theorem comes to a verdict, and the engine raises no error."""
    about = setting(load(load_file(file, sound=False)))
    for proposition in THEOREMS:
        if proposition.applies(about):
            theorem = establish(proposition, about, only=sliced((), whole=None), provers=Z3_ALONE)
            assert not [each for each in theorem.obligations if each.reason.startswith("raises ")]


def test_only_show_opens_what_is_not_sound(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """By rules that are not sound nobody plays: every other command refuses them."""
    file = next(file for file in FILES if file.stem == "wild-rank")
    with pytest.raises(RulebookError, match="has no 2"):
        load_file(file)
    monkeypatch.setattr(sys, "argv", ["aceten", "deal", "wild-rank", "--seed", "1", "--rules", str(file)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "has no 2" in capsys.readouterr().err
