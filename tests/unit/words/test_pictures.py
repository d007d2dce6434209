"""Pictures of cards, tricks and positions: well-formed, told in words, and telling no more than may be seen."""

import colorsys
import random
import re
from collections.abc import Iterator
from typing import Final

import pytest
from support.pages.svg_pictures import LINE, SVG, corners, name_and_words, read, titles

import aceten
import aceten_solver
from aceten import State
from aceten.pictures import picture_of, picture_of_card, picture_of_trick, playing_card
from aceten.pictures.sheets import DARK, LIGHT
from aceten_cli.frame import output
from aceten_cli.frame.position_tables import table_picture
from aceten_spec import PACKS, load_shipped, shipped
from aceten_spec.names import card_name
from aceten_spec.speech import Language, speaking
from aceten_spec.written_cards import parse_cards

GAMES: Final = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]


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
        signs = [text.text or "" for text in drawn.iter(f"{SVG}text")]
        paths = [path.get("d") or "" for path in drawn.iter(f"{SVG}path")]
        shapes.add(" ".join(signs + paths))
    assert len(shapes) == len(cards)


@pytest.mark.parametrize("pack", PACKS)
def test_every_playing_card_is_another(pack: str) -> None:
    """Every card of every pack is drawn for the table, under its name, with each half upright; no two look alike even without colours."""
    cards, style = PACKS[pack].cards, PACKS[pack].style
    shapes: set[str] = set()
    for card in cards:
        picture = playing_card(card, style=style)
        assert titles(picture) == [card_name(card, style=style)]
        assert "rotate(180 50 70)" in picture
        shapes.add(re.sub(r'(fill|stroke)="#[0-9a-f]{6}"', "", picture).replace(card_name(card, style=style), ""))
    assert len(shapes) == len(cards)


def test_german_cards_keep_to_the_tell_pattern() -> None:
    """What counts has Roman numerals and so many signs; the suit of an over stands above its letter, that of an under below."""
    for letters, numeral, number in (("Th", "X", 10), ("9c", "IX", 9), ("8d", "VIII", 8), ("7s", "VII", 7)):
        drawn = read(playing_card(aceten.card(letters), style="german"))
        assert {text.text for text in drawn.iter(f"{SVG}text")} == {numeral}
        moved = [each.get("transform") or "" for each in drawn.iter(f"{SVG}g")]
        assert sum(each.endswith("translate(-12 -12)") for each in moved) == number
    heights: dict[str, float] = {}
    for letters in ("Qh", "Jh"):
        drawn = read(playing_card(aceten.card(letters), style="german"))
        text = next(drawn.iter(f"{SVG}text"))
        sign = next(
            each for each in drawn.iter(f"{SVG}g") if (each.get("transform") or "").endswith("translate(-12 -12)")
        )
        place = re.match(r"translate\(\S+ (\S+?)\)", sign.get("transform") or "")
        assert place
        heights[text.text or ""] = float(place[1]) - float(text.get("y") or 0)
    assert heights["O"] < 0 < heights["U"]


def test_playing_cards_are_light_by_night() -> None:
    """They ask for no scheme of colours: each carries its own, on light paper, and a suit has one in which it can be read there."""
    for style in ("french", "german"):
        for letters in ("Ah", "Kc", "9s", "7d"):
            picture = playing_card(aceten.card(letters), style=style)
            assert "prefers-color-scheme" not in picture
            assert "var(" not in picture
            paper = re.search(r'<rect [^>]*fill="(#\w{6})"', picture)
            ink = re.search(r'<text [^>]*fill="(#\w{6})"', picture)
            assert paper
            assert ink
            assert contrast(ink[1], paper[1]) >= 3


def test_cards_say_what_their_pack_says() -> None:
    """German packs have an over and an under where French ones have a queen and a jack; a ten is a 10."""
    for letters, style, sign in (
        ("Qh", "german", "O"),
        ("Jh", "german", "U"),
        ("Qh", "french", "Q"),
        ("Th", "french", "10"),
    ):
        drawn = read(picture_of_card(aceten.card(letters), style=style))
        assert [text.text for text in drawn.iter(f"{SVG}text")] == [sign]


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
    assert [text.text for text in root.iter(f"{SVG}text") if "rank" not in (text.get("class") or "")] == list("BCDA")
    assert len([face for face in root.iter(f"{SVG}rect") if face.get("class") == "aceten-face"]) == 6


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
        drawn = {text.text or "" for text in read(picture).iter(f"{SVG}text")}
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
    signs = [text.text for text in root.iter(f"{SVG}text") if "rank" in (text.get("class") or "")]
    assert signs == [*"KKK77", "A", "10", "10", "10", "10"]
    for text in root.iter(f"{SVG}text"):
        if text.text == "10":  # no wider than between the edge and the next card, whatever the font
            middle, wide = float(text.get("x") or 0), float(text.get("textLength") or 99)
            assert middle - wide / 2 > 3
            assert middle + wide / 2 < 28 or middle - wide / 2 > 18
