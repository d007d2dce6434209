"""Pictures of solutions, advice and reviews, and where they are shown."""

import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from support.checkout import RECORD, ROOT
from support.pages.svg_pictures import LINE, SVG, corners, name_and_words, read, titles

import aceten
import aceten_solver
from aceten.pictures import picture_of
from aceten.pictures.card_faces import card_block, labelled_block
from aceten.words import telling
from aceten_cli.main import main
from aceten_solver.reviews.verdicts import Verdicts
from aceten_spec import parse_rulebook
from aceten_spec.names import card_name
from aceten_spec.written_cards import parse_cards


def under_cards(picture: str) -> list[tuple[str, str, bool]]:
    """Return each card with room for a label under it: its name, the label, and whether the card is marked."""
    found: list[tuple[str, str, bool]] = []
    for cell in read(picture).iter(f"{SVG}g"):
        if len(cell) != 2 or cell[1].find(f"{SVG}text") is None:
            continue
        card = cell[0].find(f"{SVG}g")
        if card is not None and card.find(f"{SVG}title") is not None and card.find(f"{SVG}rect") is not None:
            marked = any(part.get("class") == "aceten-frame" for part in card)
            found.append((card.findtext(f"{SVG}title") or "", cell[1].findtext(f"{SVG}text") or "", marked))
    return found


def faces(inside: ET.Element, x: float = 0, y: float = 0) -> Iterator[tuple[float, float]]:
    """Yield the upper left corner of every card."""
    for part in inside:
        moved = re.match(r"translate\((\S+) (\S+)\)", part.get("transform") or "")
        here = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
        if part.get("class") == "aceten-face":
            yield here
        yield from faces(part, *here)


@pytest.mark.parametrize(
    ("line", "objective"),
    [
        (LINE, "points"),
        ("zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=1 points=10,20 tricks=2,2", "game-points"),
        ("zsiros/2 hands=AQT8,AK97 points=30,20 tricks=6,6", "deal"),
        ("schnapsen/2 hands=KhQhTsJs,AhThAdKd trump=s lead=0 points=27,38 tricks=3,3", "game-points"),
    ],
)
def test_solutions_show_what_each_card_is_worth(line: str, objective: str) -> None:
    """Under each card stands what it is worth to the side to act, and exactly the best cards are marked; other actions stand in lines."""
    solution = aceten_solver.solve(aceten.parse(line), objective)
    state, turn = solution.position, solution.position.turn
    assert turn is not None
    own, shown = int(turn in solution.sides[1]), solution.picture()
    worth: dict[str, str] = {}
    for entry in solution.actions:
        assert entry.value is not None
        margin, winner = entry.value.margin, entry.value.winner
        if objective == "points":
            assert entry.value.points is not None
            written = str(entry.value.points[own])
        elif objective == "deal":
            written = "won" if winner == own else "lost"
        else:
            assert margin is not None
            written = f"{margin[own]:+d}".replace("-", "\N{MINUS SIGN}")
        if isinstance(entry.action, aceten.Play):
            worth[card_name(entry.action.card, style=state.game.pack.style)] = written
        else:
            assert f"{telling(state).choice(entry.action)}: {written}" in " ".join(read(shown).itertext())
    best = {
        card_name(each.card, style=state.game.pack.style) for each in solution.best if isinstance(each, aceten.Play)
    }
    hand = [card_name(card, style=state.game.pack.style) for card in state.game.held(state.hands[turn])]
    assert under_cards(shown) == [(name, worth[name], name in best) for name in hand]
    assert f"{next(iter(worth))} {next(iter(worth.values()))}" in name_and_words(shown)


def test_solutions_show_what_is_proved_when_the_budget_ran_out() -> None:
    """Bounds that lie apart are both under the card, the lower first, as the side to act counts."""
    solution = aceten_solver.solve(aceten.parse(LINE), nodes=60)
    assert not solution.exact
    own = {str(entry.action): [value.points for value in entry.bounds] for entry in solution.actions}
    seen = {name: label for name, label, _ in under_cards(solution.picture())}
    for name, letter in (("ace", "A"), ("over", "Q"), ("seven", "7")):
        numbers = sorted({points[0] for points in own[letter] if points is not None})
        assert seen[name] == " to ".join(map(str, numbers))


@pytest.mark.parametrize(("game", "players"), [("hola", 6), ("einwerfen", 4), ("ristiklappi", 2), ("sixty-six", 2)])
def test_advice_shows_what_each_card_brought(game: str, players: int) -> None:
    """Under each card stands the mean by which it was judged, the one to play is marked, no card covers a label, and no more is told."""
    state = aceten.load(game, players=players).deal(seed=2)
    assert state.turn is not None
    view = state.view(state.turn)
    advice = aceten_solver.advise(view, samples=12, nodes=0)
    shown, style = advice.picture(), state.game.pack.style
    means = {each.action: each for each in advice.prospects}
    labels = under_cards(shown)
    assert [name for name, _, _ in labels] == [card_name(card, style=style) for card in state.game.held(view.hand)]
    for card, (_, label, marked) in zip(state.game.held(view.hand), labels, strict=True):
        mean = means[aceten.Play(card)]
        assert label in {f"{mean.points:.1f}", f"{mean.margin:+.2f}".replace("-", "\N{MINUS SIGN}")}
        assert marked == (aceten.Play(card) == advice.chosen)
    assert titles(shown).count("a card not seen") == titles(picture_of(view)).count("a card not seen")
    assert shown == advice._repr_svg_()  # pyright: ignore[reportPrivateUsage] - the name that notebooks look for
    assert int(read(shown).get("width") or 0) <= 640


@pytest.mark.parametrize("label", ["30", "100 to 120"])
def test_labelled_cards_lie_side_by_side(label: str) -> None:
    """No card with a label covers another one or its label, however many rows there are, and all stay within the drawing."""
    cards = parse_cards("AcTcKsQsJh9h8d")
    drawn = labelled_block(cards, "french", dict.fromkeys(cards, label), in_a_row=3)
    corners_of = list(faces(read(f"<svg>{drawn.svg}</svg>")))
    assert len(corners_of) == len(cards)
    width, height = card_block(cards[0], "french").width, card_block(cards[0], "french").height
    for place, (x, y) in enumerate(corners_of):
        assert 0 <= x <= drawn.width - width
        assert 0 <= y <= drawn.height - height
        assert all(abs(x - far) >= width or abs(y - low) > height + 13 for far, low in corners_of[:place])


def test_reviews_show_the_course_of_the_deal() -> None:
    """The line of a review goes to the value after every action, each mistake is marked, and the words tell all of it."""
    record = aceten.read_record(RECORD.read_text(encoding="utf-8"))
    reviewed = aceten_solver.review(record)
    shown = reviewed.picture()
    (line,) = [part.get("d") or "" for part in read(shown).iter() if part.get("class") == "aceten-line"]
    heights = [int(number) for number in re.findall(r"(?:M\d+ |V)(\d+)H", line)]
    points = [value.points[0] for value in (reviewed.actions[0].before,) if value and value.points]
    points += [entry.after.points[0] for entry in reviewed.actions if entry.after and entry.after.points]
    assert points == [60, 20, *[40] * 10]
    # The more points, the higher, in proportion; heights are measured from above.
    assert heights[1] > heights[0]
    assert [(heights[1] - height) * 40 for height in heights] == [
        (heights[1] - heights[0]) * (each - 20) for each in points
    ]
    falls = [part for part in read(shown).iter() if part.get("class") == "aceten-fall"]
    assert len(falls) == len([entry for entry in reviewed.actions if entry.mistake]) == 2
    words = name_and_words(shown)
    assert "Before: 60. 1. A nine: 20, a mistake. 2. B seven: 40, a mistake. 3. A ten: 40. 4." in words
    assert "1. A nine; better: ace. 2. B seven; better: king or over. A takes 40 of the 80 points" in words
    assert shown == reviewed._repr_svg_()  # pyright: ignore[reportPrivateUsage] - the name that notebooks look for
    assert shown == aceten_solver.review(record).picture()


def test_a_review_of_which_nothing_is_settled_is_drawn() -> None:
    """A budget may settle no value at all: the actions stand there, and no line."""
    record = aceten.read_record(RECORD.read_text(encoding="utf-8"))
    reviewed = aceten_solver.review(record)
    unproved = tuple(replace(entry, before=None, after=None, mistake=None) for entry in reviewed.actions)
    shown = replace(reviewed, actions=unproved, value=None).picture()
    assert [part.get("d") for part in read(shown).iter() if part.get("class") == "aceten-line"] == [""]
    assert "1. A nine" in name_and_words(shown)


def test_what_would_have_been_better_may_be_open() -> None:
    """A budget may settle what a position is worth and not yet by which action: the mistake is told, and a question mark."""
    record = aceten.read_record(RECORD.read_text(encoding="utf-8"))
    reviewed = aceten_solver.review(record)
    unproved = tuple(replace(entry, best=()) for entry in reviewed.actions)
    reviewed = replace(reviewed, actions=unproved)
    assert "1. A nine; better: ?. 2. B seven; better: ?. A takes" in name_and_words(reviewed.picture())
    assert {Verdicts(reviewed).better(entry) for entry in unproved if entry.mistake} == {"?"}


def test_reviews_of_long_deals_are_broken_into_rows() -> None:
    """A deal of many actions has several rows, each of which begins with the value that the one before ended with."""
    states = [aceten.load("zsiros", players=2).deal(seed=5)]
    chance = random.Random(5)
    while states[-1].legal:
        states.append(states[-1].play(chance.choice(states[-1].legal)))
    record = aceten.Record(tuple(states))
    reviews = (aceten_solver.review(record, "points", nodes=1000 * 2**more) for more in range(8))
    reviewed = next(each for each in reviews if each.settled_from < 15)  # so that the first row has some of them, too
    assert reviewed.settled_from > 1
    root = read(reviewed.picture())
    lines = [part.get("d") or "" for part in root.iter() if part.get("class") == "aceten-line"]
    first, second = (re.findall(r"(?:M\d+ |V)(\d+)H", line) for line in lines)
    assert first[-1:] == second[:1]
    assert len(first) + len(second) == len(reviewed.actions) - reviewed.settled_from + 1 + 2
    assert f"What was done before action {reviewed.settled_from} is not settled" in name_and_words(reviewed.picture())
    assert 0 < int(root.get("width") or 0) <= 640
    for x, y in corners(root):
        assert 0 <= x <= int(root.get("width") or 0)
        assert 0 <= y <= int(root.get("height") or 0)


def test_notebooks_show_pictures() -> None:
    """States, views and solutions are shown as pictures; of a solution the value is told."""
    state = aceten.parse(LINE + " points=10,20 tricks=2,2")
    view = state.view(1)
    solution = aceten_solver.solve(state)
    shown = solution._repr_svg_()  # pyright: ignore[reportPrivateUsage] - the name that notebooks look for
    assert shown == solution.picture()
    assert state._repr_svg_() == picture_of(state)  # pyright: ignore[reportPrivateUsage] - likewise
    assert view._repr_svg_() == picture_of(view)  # pyright: ignore[reportPrivateUsage] - likewise
    assert solution.value is not None
    assert solution.value.points is not None
    first, second = solution.value.points
    assert f"A's side takes {first} of the 80 points, B's side {second}." in name_and_words(shown)


def test_notebooks_show_solutions_by_rules_of_ones_own() -> None:
    """A solution is shown as a picture whoever made the rulebook."""
    own = parse_rulebook('format = 1\nextends = "zsiros"\nid = "own"\nprefix = "OW"\n')
    state = aceten.parse("own/2 hands=AQT8,AK97 points=30,20 tricks=6,6", rules=own)
    shown = aceten_solver.solve(state)._repr_svg_()  # pyright: ignore[reportPrivateUsage] - the name that notebooks look for
    assert "Best: ten" in name_and_words(shown)


def test_the_readme_shows_what_its_first_command_answers() -> None:
    """The picture in the README is that of the position that is solved below it, and its text tells what it shows."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"!\[(.*?)\]\((\S+\.svg)\)", readme)
    command = re.search(r'^\$ aceten solve "(.*?)"$', readme, re.MULTILINE)
    assert shown is not None
    assert command is not None
    solution = aceten_solver.solve(aceten.parse(command[1]))
    assert (ROOT / shown[2]).read_text(encoding="utf-8") == solution.picture() + "\n"
    points = {str(entry.action)[0]: entry.value.points for entry in solution.actions if entry.value}
    for name, letter in (("an ace", "A"), ("the over and the seven", "Q"), ("the over and the seven", "7")):
        assert (
            f"{(points[letter] or ('?',))[0]} points {name}" in shown[1]
            or f"{(points[letter] or ('?',))[0]} {name}" in shown[1]
        )


@pytest.mark.parametrize("command", ["show", "solve", "review"])
def test_the_command_line_writes_pictures(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """``--svg`` writes the picture alone, to a file or to standard output; a file that cannot be written is named, with status 2."""
    played = aceten.read_record(RECORD.read_text(encoding="utf-8"))
    state = aceten.parse(LINE)
    given, expected = {
        "show": (LINE, picture_of(state)),
        "solve": (LINE, aceten_solver.solve(state).picture()),
        "review": (str(RECORD), aceten_solver.review(played).picture()),
    }[command]

    def draw(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["aceten", command, given, *arguments])
        try:
            main()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 0
        return 0

    file = tmp_path / "table.svg"
    assert draw("--svg", str(file)) == 0
    assert file.read_text(encoding="utf-8") == expected + "\n"
    assert capsys.readouterr().out == ""
    assert draw("--svg", "-") == 0
    assert capsys.readouterr().out == expected + "\n"
    nowhere = str(tmp_path / "missing" / "table.svg")
    assert draw("--svg", nowhere) == 2
    assert nowhere in " ".join(capsys.readouterr().err.split())
    assert draw("--svg", "-", "--json") == 2


def test_one_file_holds_one_picture(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """``aceten solve --svg`` of several positions is refused, as the second picture would take the place of the first."""
    lines = tmp_path / "positions.txt"
    lines.write_text(f"{LINE}\n{LINE}\n", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["aceten", "solve", str(lines), "--svg", str(tmp_path / "table.svg")])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "one picture" in capsys.readouterr().err
