"""The action for GitHub: its steps are run here as a runner would run them, and the page's workflow says what it takes."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final, cast

import pytest
import yaml
from support.checkout import DOCS

ROOT: Final = DOCS.parent
ENGINE: Final = ROOT / "tests" / "conformance" / "faults" / "engines" / "schnapsen.py"


def loaded(text: str) -> dict[str, object]:
    """Return what stands in YAML."""
    return cast("dict[str, object]", yaml.safe_load(text))


ACTION: Final = loaded((ROOT / "action.yml").read_text(encoding="utf-8"))
INPUTS: Final = cast("dict[str, dict[str, object]]", ACTION["inputs"])


def step(name: str) -> dict[str, object]:
    """Return a step of the action."""
    steps = cast("dict[str, list[dict[str, object]]]", ACTION["runs"])["steps"]
    return next(one for one in steps if one.get("name") == name)


def run_step(name: str, given: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a step with what is given to the action, in a folder of its own."""
    said = {key: str(given.get(key, each.get("default", ""))) for key, each in INPUTS.items()}
    values = {f"inputs.{key}": text for key, text in said.items()}
    values |= {"github.action_path": str(ROOT), "steps.python.outputs.python-path": sys.executable}
    asked = cast("dict[str, str]", step(name)["env"])
    filled = {key: re.sub(r"\$\{\{ (\S+) \}\}", lambda found: values[found[1]], text) for key, text in asked.items()}
    places = {"RUNNER_TEMP": str(folder), "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", str(step(name)["run"])]
    environment = {**os.environ, **filled, **places}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a folder in which the first steps have installed aceten: that of this environment."""
    here = tmp_path / "aceten" / "bin"
    here.mkdir(parents=True)
    (here / "aceten").symlink_to(Path(sys.executable).with_name("aceten"))
    return tmp_path


@pytest.mark.turns(2)
def test_the_action_tells_a_right_program_from_a_wrong_one(installed: Path) -> None:
    """It ends as verify does, and shows the report in the summary; the result stands in the file for JUnit."""
    given = {"game": "schnapsen", "arguments": "--level trick --examples 20", "command": f"{sys.executable} engine.py"}
    (installed / "engine.py").write_text(ENGINE.read_text(encoding="utf-8"), encoding="utf-8")
    right = run_step("Verify", given, installed)
    assert (right.returncode, right.stderr) == (0, "")
    assert "conforms" in (installed / "summary.md").read_text(encoding="utf-8")
    assert "<testsuites" in (installed / "conformance.xml").read_text(encoding="utf-8")
    wrong = ENGINE.read_text(encoding="utf-8").replace("JQKTA", "TJQKA")
    (installed / "engine.py").write_text(wrong, encoding="utf-8")
    done = run_step("Verify", {**given, "junit": "other.xml"}, installed)
    assert done.returncode == 1
    assert "SN-CARDS-6" in (installed / "summary.md").read_text(encoding="utf-8")
    assert "failure" in (installed / "other.xml").read_text(encoding="utf-8")


@pytest.mark.turns(4)
def test_what_is_given_to_the_action_is_no_shell(installed: Path) -> None:
    """Only the command is read by a shell: a game and further options are words, whatever stands in them."""
    given = {"game": "$(touch game)", "arguments": "`touch options` ; touch more", "command": "touch command"}
    assert run_step("Verify", given, installed).returncode == 2
    assert not any((installed / name).exists() for name in ("game", "options", "more", "command"))
    assert not any("${{" in str(one.get("run", "")) for one in (step("Install"), step("Verify")))


def test_the_page_gives_the_action_what_it_takes() -> None:
    """The workflow on the page names inputs that there are, and all that have to be named."""
    page = (DOCS / "verifying.md").read_text(encoding="utf-8")
    workflow = loaded(re.findall(r"```yaml\n(name: conformance\n.*?)```", page, re.DOTALL)[0])
    jobs = cast("dict[str, dict[str, list[dict[str, object]]]]", workflow["jobs"])
    [used] = [one for one in jobs["verify"]["steps"] if one.get("uses") == "./aceten"]
    given = set(cast("dict[str, str]", used["with"]))
    assert given <= set(INPUTS)
    assert {name for name, each in INPUTS.items() if each.get("required")} <= given


@pytest.mark.skipif("ACETEN_THOROUGH" not in os.environ, reason="installs aceten anew")
def test_the_action_installs_aceten(tmp_path: Path) -> None:
    """What it installs verifies."""
    assert run_step("Install", {}, tmp_path).returncode == 0
    given = {"game": "schnapsen", "arguments": "--examples 5", "command": f"{sys.executable} {ENGINE}"}
    assert run_step("Verify", given, tmp_path).returncode == 0
