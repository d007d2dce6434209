"""Pictures of cards, tricks and positions: well-formed, told in words, and telling no more than may be seen."""

from __future__ import annotations

import random
import re
import sys
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

import pytest

import aceten
import aceten_solver
from aceten.pictures import picture_of, picture_of_card, picture_of_trick
from aceten.pictures.sheets import DARK, LIGHT
from aceten_cli.main import main
from aceten_spec import PACKS, load_shipped, parse_rulebook, shipped
from aceten_spec.cards import parse_cards
from aceten_spec.names import card_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from aceten import State

GAMES: Final = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]
LINE: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
_SVG: Final = "{http://www.w3.org/2000/svg}"


def read(picture: str) -> ET.Element:
    """Read a picture as XML."""
    return ET.fromstring(picture)  # noqa: S314 - our own pictures


def name_and_words(picture: str) -> str:
    """Return the whole alternative text of a picture."""
    root = read(picture)
    return f"{root.findtext(f'{_SVG}title')} {root.findtext(f'{_SVG}desc') or ''}"


def titles(picture: str) -> list[str]:
    """Return the titles of everything in a picture that has one."""
    return [title.text or "" for title in read(picture).iter(f"{_SVG}title")]


def course(game: str, players: int, *, seed: int = 5) -> Iterator[State]:
    """Yield the states of a deal that is played at random, to its end."""
    chance = random.Random(seed)
    state = aceten.load(game, players=players).deal(seed=seed)
    yield state
    while state.legal:
        state = state.play(chance.choice(state.legal))
        yield state


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 measures it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("pack", PACKS)
def test_every_card_has_a_picture_of_its_own(pack: str) -> None:
    """Every card of every pack is drawn, under its name, and no two of them look alike even without colours."""
    cards, style = PACKS[pack].cards, PACKS[pack].style
    shapes: set[str] = set()
    for card in cards:
        picture = picture_of_card(card, style=style)
        assert titles(picture)[:2] == [card_name(card, style=style)] * 2
        drawn = read(picture)[-1]
        signs = [text.text or "" for text in drawn.iter(f"{_SVG}text")]
        paths = [path.get("d") or "" for path in drawn.iter(f"{_SVG}path")]
        shapes.add(" ".join(signs + paths))
    assert len(shapes) == len(cards)


def test_cards_say_what_their_pack_says() -> None:
    """German packs have an over and an under where French ones have a queen and a jack; a ten is a 10."""
    for letters, style, sign in (
        ("Qh", "german", "O"),
        ("Jh", "german", "U"),
        ("Qh", "french", "Q"),
        ("Th", "french", "10"),
    ):
        drawn = read(picture_of_card(aceten.card(letters), style=style))
        assert [text.text for text in drawn.iter(f"{_SVG}text")] == [sign]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_words_name_every_card_in_sight(game: str, players: int) -> None:
    """The alternative text of a state names the cards of all hands, of the trick, of what was captured, and the turn-up."""
    for state in list(course(game, players))[::7]:
        told, style = name_and_words(picture_of(state)), state.game.pack.style
        up = state.view(0).known_talon
        for card in (*(card for hand in (*state.hands, *state.taken) for card in hand), *state.trick, *up):
            assert card_name(card, style=style) in told


@pytest.mark.turns(3)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_views_give_nothing_away(game: str, players: int) -> None:
    """The picture of a view names no card that its seat has not seen, and shows a back for each in another hand."""
    for state in list(course(game, players))[::7]:
        for seat in range(players):
            view = state.view(seat)
            picture, style = picture_of(view), state.game.pack.style
            seen = {*view.known_talon, *view.trick, *(card for pile in (*view.known, *view.taken) for card in pile)}
            hidden = {card_name(card, style=style) for card in view.unseen if card not in seen}
            said = " ".join([name_and_words(picture), *titles(picture)])
            assert not [name for name in hidden if re.search(rf"\b{name}\b", said)]
            backs = sum(view.hand_sizes) - sum(map(len, view.known))
            talon = view.talon_size > len(view.known_talon)
            assert titles(picture).count("a card not seen") == backs + talon


@pytest.mark.turns(3)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_nothing_reaches_beyond_the_sheet(game: str, players: int) -> None:
    """A picture is as large as its view box, everything in it has room there, and it stands on a page without being scrolled."""
    for state in list(course(game, players))[::5]:
        root = read(picture_of(state, told=["A long sentence is broken into lines. " * 5]))
        width, height = int(root.get("width") or 0), int(root.get("height") or 0)
        assert root.get("viewBox") == f"0 0 {width} {height}"
        assert 0 < width <= 640
        for x, y in corners(root):
            assert 0 <= x <= width
            assert 0 <= y <= height


def corners(inside: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[tuple[float, float]]:
    """Yield the corners of all rectangles, and both ends of all lines of text at their widest, on the sheet."""
    for part in inside:
        moved = re.match(r"translate\((\S+) (\S+)\)", part.get("transform") or "")
        grown = re.match(r"scale\((\S+)\)", part.get("transform") or "")
        here = (x + scale * float(moved[1]), y + scale * float(moved[2])) if moved else (x, y)
        if part.tag == f"{_SVG}rect":
            left, top = float(part.get("x") or 0), float(part.get("y") or 0)
            yield here[0] + scale * left, here[1] + scale * top
            far = left + float(part.get("width") or 0), top + float(part.get("height") or 0)
            yield here[0] + scale * far[0], here[1] + scale * far[1]
        if part.tag == f"{_SVG}text":
            half = 0.3 * float(part.get("font-size") or 0) * len(part.text or "")
            middle = float(part.get("x") or 0)
            for end in (middle - half, middle + half):
                yield here[0] + scale * end, here[1] + scale * float(part.get("y") or 0)
        yield from corners(part, *here, scale * float(grown[1]) if grown else scale)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_card_that_wins_is_marked(game: str, players: int) -> None:
    """The marked card of a trick is one of the seat that is winning it in the engine, and the picture says so."""
    for state in course(game, players, seed=8):
        if not state.trick:
            continue
        trump = state.trump if isinstance(state, aceten.SuitState) else None
        place = state.game.winning_place(state.trick, trump=trump)
        assert (state.leader + place) % players == state.winning
        picture = picture_of_trick(state.game, state.trick, leader=state.leader, trump=trump)
        assert f"{'ABCDEF'[state.winning]} is winning the trick with" in name_and_words(picture)
        assert picture.count("aceten-frame") == 2  # its style, and the card


@pytest.mark.parametrize(
    ("played", "cards", "place"),
    [
        ("zsiros", "TTKK", 1),
        ("zsiros", "KT98", 0),
        ("zsiros", "TT7KT", 4),
        ("zsiros", "TTKK7O97", 7),
        ("sedma-trumps", "97K9", 1),
        ("sedma-trumps", "9K79", 2),
    ],
)
def test_the_last_card_that_matches_wins(played: str, cards: str, place: int) -> None:
    """In a trick of several rounds the marked card is the one that matched last, in whatever round, trumps before others."""
    game = aceten.load(played, players=4)
    assert game.winning_place(parse_cards(cards)) == place


def test_rounds_are_rows() -> None:
    """Cards of one round of a multiple trick stand in a row, and those of one player in a column."""
    game = aceten.load("zsiros", players=4)
    root = read(picture_of_trick(game, parse_cards("TT7TTK"), leader=1))
    assert [text.text for text in root.iter(f"{_SVG}text") if "rank" not in (text.get("class") or "")] == list("BCDA")
    assert len([face for face in root.iter(f"{_SVG}rect") if face.get("class") == "aceten-face"]) == 6


def test_pictures_are_the_same_every_time() -> None:
    """A position gives the same text each time, and no ids, so that several pictures stand on one page."""
    assert picture_of(aceten.parse(LINE)) == picture_of(aceten.parse(LINE))
    assert " id=" not in picture_of(aceten.parse(LINE))


def test_colours_can_be_told_from_what_they_stand_on() -> None:
    """Text, suits and marks have enough contrast by day and by night, on cards and beside them."""
    assert set(LIGHT) == set(DARK)
    for colours in (LIGHT, DARK):
        for name in ("black", "red", "brown", "green", "gold", "ink"):
            assert contrast(colours[name], colours["paper"]) >= 4.5, name
            assert contrast(colours[name], colours["ground"]) >= 4.5, name
        for name in ("accent", "edge"):
            assert contrast(colours[name], colours["paper"]) >= 3, name
            assert contrast(colours[name], colours["ground"]) >= 3, name


def test_notebooks_show_pictures() -> None:
    """States, views and solutions are shown as pictures; of a solution the best card stands out, and its value is told."""
    state = aceten.parse(LINE + " points=10,20 tricks=2,2")
    view = state.view(1)
    solution = aceten_solver.solve(state)
    shown = solution._repr_svg_()  # pyright: ignore[reportPrivateUsage] - the name that notebooks look for
    assert state._repr_svg_() == picture_of(state)  # pyright: ignore[reportPrivateUsage] - likewise
    assert view._repr_svg_() == picture_of(view)  # pyright: ignore[reportPrivateUsage] - likewise
    best = solution.best[0]
    assert isinstance(best, aceten.Play)
    marked = [
        part.findtext(f"{_SVG}title")
        for part in read(shown).iter(f"{_SVG}g")
        if any(below.get("class") == "aceten-frame" for below in part)
    ]
    assert card_name(best.card, style="german") in marked
    assert solution.value is not None
    assert solution.value.points is not None
    first, second = solution.value.points
    assert f"With perfect play, points: A and C {first}, B and D {second}" in name_and_words(shown)


def test_notebooks_show_solutions_by_rules_of_ones_own() -> None:
    """A solution is shown as a picture whoever made the rulebook."""
    own = parse_rulebook('format = 1\nextends = "zsiros"\nid = "own"\nprefix = "OW"\n')
    state = aceten.parse("own/2 hands=AQT8,AK97 points=30,20 tricks=6,6", rules=own)
    shown = aceten_solver.solve(state)._repr_svg_()  # pyright: ignore[reportPrivateUsage] - the name that notebooks look for
    assert "Best: T" in name_and_words(shown)


def test_the_command_line_writes_pictures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """``aceten show --svg`` writes the picture to a file or to standard output; a file that cannot be written is named, with status 2."""

    def show(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["aceten", "show", LINE, *arguments])
        try:
            main()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 0
        return 0

    file = tmp_path / "table.svg"
    expected = picture_of(aceten.parse(LINE)) + "\n"
    assert show("--svg", str(file)) == 0
    assert file.read_text(encoding="utf-8") == expected
    assert capsys.readouterr().out == ""
    assert show("--svg", "-") == 0
    assert capsys.readouterr().out == expected
    nowhere = str(tmp_path / "missing" / "table.svg")
    assert show("--svg", nowhere) == 2
    assert nowhere in " ".join(capsys.readouterr().err.split())
    assert show("--svg", "-", "--json") == 2
