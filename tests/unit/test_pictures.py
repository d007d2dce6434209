"""Pictures of cards, tricks and positions: well-formed, told in words, and telling no more than may be seen."""

from __future__ import annotations

import colorsys
import random
import re
import sys
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from support.checkout import RECORD, ROOT

import aceten
import aceten_solver
from aceten.pictures import picture_of, picture_of_card, picture_of_trick
from aceten.pictures.cards import card_block, labelled_block
from aceten.pictures.sheets import DARK, LIGHT
from aceten.telling import telling
from aceten_cli.frame import output
from aceten_cli.frame.position_tables import table_picture
from aceten_cli.main import main
from aceten_solver.reviews.verdicts import Verdicts
from aceten_spec import PACKS, load_shipped, parse_rulebook, shipped
from aceten_spec.cards import parse_cards
from aceten_spec.names import card_name
from aceten_spec.speech import speaking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from aceten import State
    from aceten_spec.speech import Language

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


@pytest.mark.turns(2)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_words_name_every_card_in_sight(game: str, players: int) -> None:
    """The alternative text of a state names the cards of all hands, of the trick, of what was captured, and the turn-up."""
    for state in list(course(game, players))[::7]:
        told, style = name_and_words(picture_of(state)), state.game.pack.style
        up = state.view(0).known_talon
        for card in (*(card for hand in (*state.hands, *state.taken) for card in hand), *state.trick, *up):
            assert card_name(card, style=style) in told


@pytest.mark.turns(12)
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


@pytest.mark.turns(6)
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


@pytest.mark.turns(2)
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


@pytest.mark.turns(2)
@pytest.mark.parametrize("language", ["hu", "de"])
def test_pictures_are_told_in_the_language_in_force(language: Language) -> None:
    """Cards and sentences are in the language in force: no line is left as it is in English, nor the alternative text."""
    state = aceten.parse("zsiros/2 hands=AhQcTs8d,AdKc9c7h points=30,20 tricks=6,6")
    after = state.play("Qc")
    answers = (
        aceten_solver.solve(state),
        aceten_solver.advise(state.view(0)),
        aceten_solver.review(aceten.Record((state, after, *[after.play(after.legal[0])]))),
    )

    def lines(picture: str) -> set[str]:
        drawn = {text.text or "" for text in read(picture).iter(f"{_SVG}text")}
        return {line for line in [*drawn, *titles(picture)] if re.search("[a-z]{3}", line)}

    for answer in answers:
        english = lines(answer.picture())
        with speaking(language):
            assert english.isdisjoint(lines(answer.picture()))


def test_pictures_are_the_same_every_time() -> None:
    """A position gives the same text each time, and no ids, so that several pictures stand on one page."""
    assert picture_of(aceten.parse(LINE)) == picture_of(aceten.parse(LINE))
    assert " id=" not in picture_of(aceten.parse(LINE))


def test_colours_can_be_told_from_what_they_stand_on() -> None:
    """Text, suits and marks have enough contrast by day and by night, on cards and beside them."""
    assert set(LIGHT) == set(DARK)
    for colours in (LIGHT, DARK):
        for name in ("black", "red", "green", "gold", "ink"):
            assert contrast(colours[name], colours["paper"]) >= 4.5, name
            assert contrast(colours[name], colours["ground"]) >= 4.5, name
        for name in ("accent", "edge"):
            assert contrast(colours[name], colours["paper"]) >= 3, name
            assert contrast(colours[name], colours["ground"]) >= 3, name


def test_suits_have_the_colours_of_pictures_in_a_terminal_too() -> None:
    """A terminal writes a suit in the hue in which pictures draw it, readable on black and on white; clubs in that of text."""

    def hue(colour: str) -> float:
        return colorsys.rgb_to_hls(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))[0]

    assert output.card_text(aceten.card("Ac")).style == "bold"
    for letters, name in (("As", "green"), ("Ah", "red"), ("Ad", "gold")):
        written = str(output.card_text(aceten.card(letters)).style).removeprefix("bold ")
        assert min(contrast(written, ground) for ground in ("#000000", "#ffffff")) >= 4.5
        for style in ("french", "german"):
            assert f"aceten-{name}" in picture_of_card(aceten.card(letters), style=style).partition("</style>")[2]
        assert abs((hue(written) - hue(LIGHT[name]) + 0.5) % 1 - 0.5) < 0.05


@pytest.mark.parametrize(
    ("game", "hand"), [("zsiros/2", "AhKcKsTh9d"), ("einwerfen/4", "Qc9cAsKhTh8d"), ("sixty-six/2", "9cTsKsAdTdJd")]
)
def test_hands_lie_as_players_hold_them(game: str, hand: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where suits matter a hand is drawn suit by suit, the strongest card first, and otherwise by ranks; in a terminal likewise."""
    monkeypatch.setenv("COLUMNS", "120")
    loaded = aceten.load(game.partition("/")[0], players=int(game[-1]))
    cards = parse_cards(hand)
    shuffled = tuple(random.Random(3).sample(cards, len(cards)))
    assert loaded.held(shuffled) == cards
    state = loaded.deal(seed=4)
    for seat, dealt in enumerate(state.hands):
        held = loaded.held(dealt)
        assert state.scene().hands[seat] == state.view(seat).scene().hands[seat] == held
        names = [card_name(card, style=loaded.pack.style) for card in held]
        assert re.search(rf"<title>{'</title>.*?<title>'.join(names)}</title>", picture_of(state), re.DOTALL)
        terminal = output.console()
        with terminal.capture() as captured:
            terminal.print(table_picture(state))
        assert " ".join(map(str, held)) in captured.get()


def test_cards_that_lie_under_others_show_their_corner_alone() -> None:
    """Of a card in a hand that another one covers nothing is drawn where that one begins; the last shows its sign twice."""
    root = read(picture_of(aceten.parse("zsiros/2 hands=ATTT,KKK7 points=20,20 tricks=6,6")))
    signs = [text.text for text in root.iter(f"{_SVG}text") if "rank" in (text.get("class") or "")]
    assert signs == [*"KKK77", "A", "10", "10", "10", "10"]
    for text in root.iter(f"{_SVG}text"):
        if text.text == "10":  # no wider than between the edge and the next card, whatever the font
            middle, wide = float(text.get("x") or 0), float(text.get("textLength") or 99)
            assert middle - wide / 2 > 3
            assert middle + wide / 2 < 28 or middle - wide / 2 > 18


def under_cards(picture: str) -> list[tuple[str, str, bool]]:
    """Return each card with room for a label under it: its name, the label, and whether the card is marked."""
    found: list[tuple[str, str, bool]] = []
    for cell in read(picture).iter(f"{_SVG}g"):
        if len(cell) != 2 or cell[1].find(f"{_SVG}text") is None:
            continue
        card = cell[0].find(f"{_SVG}g")
        if card is not None and card.find(f"{_SVG}title") is not None and card.find(f"{_SVG}rect") is not None:
            marked = any(part.get("class") == "aceten-frame" for part in card)
            found.append((card.findtext(f"{_SVG}title") or "", cell[1].findtext(f"{_SVG}text") or "", marked))
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
