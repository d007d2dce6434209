"""A deal is stepped through in a notebook: what can be, what is told, and how it works in a browser, for everybody."""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import aceten
import aceten_notebook
import aceten_solver
from aceten.pictures import picture_of
from aceten_spec.speech import speaking

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

POLICIES: Final = """
def first(view):
    return view.legal[0]


def unable(view):
    raise ValueError("no idea")
"""
ENDING: Final = "zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1"
PLAYED: Final = ("9", "7", "T", "8", "7", "A", "Q", "A", "K", "J", "K")
HOME: Final = Path(aceten_notebook.__file__).parent


def states() -> tuple[aceten.State, ...]:
    """Return the states of a deal that was played from the ending on."""
    found = [aceten.parse_state(ENDING)]
    for action in PLAYED:
        found.append(found[-1].play(action))
    return tuple(found)


def told(stepper: aceten_notebook.Stepper) -> list[list[str]]:
    """Return what is told, moment by moment."""
    return [moment["told"] for moment in stepper.moments]


def sent(stepper: aceten_notebook.Stepper) -> dict[str, object]:
    """Return what the browser is told, but for what every widget tells it."""
    names = {"moments", "at", "_words"}
    assert names < set(stepper.trait_names(sync=True))
    return {name: getattr(stepper, name) for name in names}


def test_a_record() -> None:
    """A record has a moment for each of its states, with its picture, what was done, and what the deal came to; states say the same."""
    played = states()
    stepper = aceten_notebook.Stepper(aceten.Record(played))
    assert [moment["picture"] for moment in stepper.moments] == list(map(picture_of, played))
    assert [lines[0] for lines in told(stepper)[:3]] == ["B is winning", "A plays the nine", "B leads the seven"]
    assert told(stepper)[1] == ["A plays the nine", "B takes 2 cards, 10 points"]
    assert (
        told(stepper)[-1][-1] == "A takes 40 of the 80 points, B 40. A wins the deal by the last trick: 1 game point."
    )
    assert aceten_notebook.Stepper(played).moments == stepper.moments


def test_what_one_seat_saw() -> None:
    """What a seat saw shows that seat's views: no picture has a card that lay hidden from it."""
    record = aceten.Record(states()).seen_by(0)
    stepper = aceten_notebook.Stepper(record)
    assert [moment["picture"] for moment in stepper.moments] == list(map(picture_of, record.views))
    assert told(stepper)[3][0] == "A plays the ten"


def test_best_play() -> None:
    """A solution shows its picture with the values, and then its line."""
    solution = aceten_solver.solve(aceten.parse_state(ENDING))
    stepper = aceten_notebook.Stepper(solution)
    assert stepper.moments[0]["picture"] == solution.picture()
    assert len(stepper.moments) == len(solution.line) + 1
    assert told(stepper)[-1][-1] == "A takes 60 of the 80 points, B 20. A wins the deal: 1 game point."


def test_a_review() -> None:
    """A review tells at each moment what is best, and after each mistake that it was one."""
    review = aceten_solver.review(aceten.Record(states()))
    lines = told(aceten_notebook.Stepper(review))
    assert lines[0] == ["B is winning", "Best: ace"]
    mistaken = [entry.number for entry in review.actions if entry.mistake]
    assert mistaken
    assert [number for number, said in enumerate(lines) if "That was a mistake" in said] == mistaken
    assert lines[-1][-1] == "A takes 40 of the 80 points, B 40. A wins the deal by the last trick: 1 game point."


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("zsiros/2", "cannot step through str; expected a record, a solution, a review, or states"),
        ([], "states to step through: expected one or more, each an action after the one before it"),
        (states()[::2], "states to step through: expected one or more, each an action after the one before it"),
        ([*states(), 1], "states to step through: expected one or more, each an action after the one before it"),
    ],
)
def test_nothing_to_step_through(shown: object, said: str) -> None:
    """What has no moments is refused, and the error says what is expected."""
    with pytest.raises(aceten.UsageError) as error:
        aceten_notebook.Stepper(shown)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - which is the point
    assert str(error.value) == said


def test_no_moment_but_those_that_there_are() -> None:
    """The first and the last moment are the ends, wherever one wants to go."""
    stepper = aceten_notebook.Stepper(states())
    for wanted, got in ((-1, 0), (3, 3), (1000, len(PLAYED))):
        stepper.at = wanted
        assert stepper.at == got


def test_it_speaks() -> None:
    """Buttons and sentences are in the language in force."""
    with speaking("hu"):
        stepper = aceten_notebook.Stepper(states())
    assert told(stepper)[1][0] == "A ráteszi: kilences"
    assert not {"First moment", "Moment"} & set(re.findall(r"'([^']*)'", str(sent(stepper)["_words"])))


def test_nothing_from_elsewhere() -> None:
    """What runs in the browser is in the package: it names no address."""
    for file in (*HOME.glob("*.mjs"), *HOME.glob("*.css")):
        assert "//" not in file.read_text(encoding="utf-8").replace("// ", "")


MODEL: Final = """async ({ state, module }) => {
    const listeners = new Map();
    window.model = {
        get: (name) => state[name],
        set: (name, value) => { state[name] = value; (listeners.get(`change:${name}`) ?? []).forEach((heard) => heard()); },
        save_changes: () => {},
        on: (name, heard) => listeners.set(name, [...(listeners.get(name) ?? []), heard]),
        off: (name, heard) => listeners.set(name, (listeners.get(name) ?? []).filter((each) => each !== heard)),
        heard: () => [...listeners.values()].flat().length,
    };
    const { default: widget } = await import(module);
    window.leave = await widget.render({ model: window.model, el: document.querySelector("main") });
}"""
"""Shows the widget with a model as notebooks have it."""


@pytest.fixture
def page(tab: Tab) -> Iterator[Tab]:
    """A page that shows the deal, in which nothing goes wrong unseen."""
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    css = (HOME / "stepper.css").read_text(encoding="utf-8")
    tab.set_content(
        f"<!doctype html><html lang=en><title>Notebook</title><style>{css}</style><main><h1>A</h1></main></html>"
    )
    module = base64.b64encode((HOME / "stepper.mjs").read_bytes()).decode()
    tab.evaluate(
        MODEL, {"state": sent(aceten_notebook.Stepper(states())), "module": f"data:text/javascript;base64,{module}"}
    )
    yield tab
    assert wrong == []


def shown(page: Tab) -> tuple[str, str, Sequence[str]]:
    """Return what is on the page: which moment, the title of the picture, and what is told."""
    return (
        page.locator(".place").inner_text(),
        page.locator(".picture > svg > title").evaluate("title => title.textContent"),
        page.get_by_role("status").inner_text().splitlines(),
    )


def test_stepping(page: Tab) -> None:
    """Keys, buttons and the slider all lead to a moment, its picture and its sentences."""
    assert shown(page) == ("1 of 12", "zsiros/2: B is winning the trick, A is to act", ["B is winning"])
    page.get_by_role("slider", name="Moment").focus()
    page.keyboard.press("ArrowRight")
    assert shown(page) == ("2 of 12", "zsiros/2: B is to act", ["A plays the nine", "B takes 2 cards, 10 points"])
    page.keyboard.press("End")
    assert shown(page)[0] == "12 of 12"
    page.keyboard.press("ArrowRight")
    assert shown(page)[0] == "12 of 12"
    page.get_by_role("button", name="One action back").click()
    assert shown(page)[0] == "11 of 12"
    page.keyboard.press("Home")
    assert shown(page)[0] == "1 of 12"
    page.keyboard.press("ArrowRight")  # the button that had the focus can do nothing any more; the keys still can
    assert shown(page)[0] == "2 of 12"
    page.get_by_role("slider").fill("6")
    assert shown(page)[0] == "7 of 12"
    page.get_by_role("button", name="Last moment").click()
    page.get_by_role("button", name="First moment").click()
    page.get_by_role("button", name="One action on").click()
    assert shown(page)[0] == "2 of 12"
    page.evaluate("model.set('at', 4)")  # as Python does
    assert shown(page)[0] == "5 of 12"
    page.keyboard.press("Control+ArrowRight")  # which belongs to others
    assert shown(page)[0] == "5 of 12"
    page.evaluate("leave()")
    assert page.evaluate("[model.heard(), document.querySelector('.aceten-stepper')]") == [0, None]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_everybody_can_step(page: Tab, colours: str) -> None:
    """No rule of WCAG 2.1 A or AA is broken, at the first moment and in the midst."""
    from importlib.resources import files

    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
    page.add_style_tag(content=":root { color-scheme: light dark; }")
    page.evaluate(axe)
    for at in (0, 5):
        page.evaluate(f"model.set('at', {at})")
        found = page.evaluate(
            "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(({ violations }) => violations)"
        )
        assert [each["id"] for each in found] == []
    page.emulate_media(color_scheme="light")


def first_legal(view: aceten.View) -> aceten.Action:
    """Return the first action that is legal."""
    return view.legal[0]


def test_a_deal_that_policies_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy plays every seat, or each its own: one of a module, a shipped one, or an object; the moments tell the deal."""
    (tmp_path / "policies_of_mine.py").write_text(POLICIES, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    start = aceten.parse_state(ENDING)
    for policies in (["policies_of_mine:first"], ["policies_of_mine:first", first_legal]):
        played = [start]
        while played[-1].turn is not None:
            played.append(played[-1].play(played[-1].legal[0]))
        assert told(aceten_notebook.Stepper.played(start, *policies)) == told(aceten_notebook.Stepper(played))
    one, again = (aceten_notebook.Stepper.played(start, "random", "greedy", seed=7) for _ in range(2))
    assert told(one) == told(again)
    assert len(one.moments) > 1
    with pytest.raises(aceten.UsageError, match="3 policies"):
        aceten_notebook.Stepper.played(start, "greedy", "greedy", "greedy")
    with pytest.raises(aceten.UsageError, match="no policy is called so"):
        aceten_notebook.Stepper.played(start, "nobody")
    with pytest.raises(aceten.UsageError, match=r"unable as .: .*no idea"):
        aceten_notebook.Stepper.played(start, "policies_of_mine:unable")
