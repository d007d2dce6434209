"""Loading games: files, names, options, digests, and rules that are not sound."""

import hashlib
import itertools
import re
import tracemalloc
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

import msgspec
import pytest
from support.games.changed_rulebooks import changed, home, refused

from aceten import RulebookError, UsageError, load
from aceten.knowledge import deductions as deducing
from aceten_spec import PACKS, cards, load_file, load_shipped, parse_rulebook, shipped
from aceten_spec.loader import MAX_RULEBOOK_BYTES
from aceten_spec.rulebook import SuitParameters, digest

# --- Files, games and options by name -----------------------------------------------------------------------------------


def test_the_error_names_the_file(tmp_path: Path) -> None:
    """What is wrong in a file is told with the name of the file."""
    path = tmp_path / "home.toml"
    path.write_text(changed("hand = 4", "hand = 9"), encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load_file(path)
    assert caught.value.source == str(path)
    assert str(caught.value).startswith(f"{path}: parameters.hand: ")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """A file that is missing or no file is refused with what the system says."""
    for path, reason in ((tmp_path / "none.toml", "No such file"), (tmp_path, "directory")):
        with pytest.raises(RulebookError, match=reason) as caught:
            load_file(path)
        assert caught.value.source == str(path)
        assert caught.value.expected.startswith("a readable file")


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    """A file that is no TOML is refused with the line in which it is none."""
    path = tmp_path / "home.toml"
    path.write_text('format = 1\nid = "zsiros\nprefix = "ZS"', encoding="utf-8")
    with pytest.raises(RulebookError, match="line 2") as caught:
        load_file(path)
    assert "TOML" in caught.value.expected


@pytest.mark.parametrize("game", shipped())
def test_shipped_rulebooks_pass_every_check(game: str) -> None:
    """What is shipped is read unchecked at every start, as it passes here all that is asked of a rulebook that somebody brings."""
    text = (files("aceten_spec") / "rulebooks" / f"{game}.toml").read_text(encoding="utf-8")
    assert parse_rulebook(text, source=f"{game}.toml") == load_shipped(game)


def test_the_shipped_rulebooks_are_small() -> None:
    """Every rulebook that comes with the project could be given as a file as well."""
    for game in shipped():
        assert len(files("aceten_spec").joinpath("rulebooks", f"{game}.toml").read_bytes()) < MAX_RULEBOOK_BYTES


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("Zsírozás", "zsiros"),
        ("SEPTICA", "septica"),
        ("Lusti-Kartl'n", "lusti-kartln"),
        ("Šedesát šest", "sixty-six"),
        ("Schnapsen", "schnapsen"),
        ("zählspiel", "einwerfen"),
        ("Ristilappi", "ristikontra"),
    ],
)
def test_a_game_goes_by_all_its_names(name: str, game: str) -> None:
    """Its id, its title and what its rulebook says it is called elsewhere, with accents or without, in whatever letters."""
    assert load_shipped(name).id == load(name).rulebook.id == game


@pytest.mark.parametrize("name", ["zsirosz", "", "zsiros.toml", "../zsiros"])
def test_an_unknown_game_is_refused(name: str) -> None:
    """A game that does not come with the project is refused, with the name that was given and the names of those that do."""
    for reader in (load_shipped,) if {"/", "."} & set(name) else (load_shipped, load):
        with pytest.raises(RulebookError) as caught:
            reader(name)
        assert repr(name) in str(caught.value)
        for known in shipped():
            assert known in caught.value.expected


@pytest.mark.parametrize("name", ["nowhere.toml", "../nowhere", "no/where"])
def test_a_text_may_be_a_path(name: str, tmp_path: Path) -> None:
    """What looks like a path is one: a file is read, and where there is none, that is said with its name."""
    path = tmp_path / "home.toml"
    path.write_text('format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HO"\n', encoding="utf-8")
    assert load(str(path)).rulebook.id == "home"
    with pytest.raises(RulebookError, match="No such file") as caught:
        load(name)
    assert Path(name) == Path(caught.value.source)


def test_a_number_of_players_may_stand_behind_a_game() -> None:
    """``zsiros/2`` is the game for two; another number beside it, or no number, is refused."""
    assert load("zsiros/2") == load("zsiros", players=2) == load("zsiros/2", players=2)
    for wrong, problem in (
        ("zsiros/3", "3 players; expected one of: 2, 4"),
        ("zsiros/x", "x players; expected a number"),
    ):
        with pytest.raises(UsageError, match=problem):
            load(wrong)
    with pytest.raises(UsageError, match="zsiros/2: 4 players are asked for beside that"):
        load("zsiros/2", players=4)


def test_an_unknown_option_is_refused() -> None:
    """An option that the game does not have is refused with those that it has."""
    with pytest.raises(RulebookError) as caught:
        load("zsiros", ties="draw")
    assert caught.value.key == "ties"
    assert caught.value.problem == "zsiros has no such option (did you mean tie?)"
    assert caught.value.expected == "one of: " + ", ".join(sorted(load_shipped("zsiros").options))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("tie", "nobody", "one of: last_trick, draw"),
        ("tie", "", "one of: last_trick, draw"),
        ("tie", True, "one of: last_trick, draw"),
        ("last_card_loses", 8, "one of: none, 7"),
        ("target", 0, "a whole number from 1 to 999999"),
        ("target", -5, "a whole number from 1 to 999999"),
        ("target", 1_000_000, "a whole number from 1 to 999999"),
        ("target", "05", "a whole number from 1 to 999999"),
        ("target", True, "a whole number from 1 to 999999"),
        ("target", "five", "a whole number from 1 to 999999"),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(name: str, value: str | int | bool, expected: str) -> None:
    """A value that an option cannot take is refused with the values that it can take."""
    with pytest.raises(RulebookError) as caught:
        load("zsiros", players=4, **{name: value})
    assert caught.value.key == name
    assert repr(str(value)) in caught.value.problem
    assert caught.value.expected == expected


def test_an_option_may_be_given_as_text_or_number() -> None:
    """The value of an option may be written as in a position line, or be a number."""
    assert load("zsiros", target="10") == load("zsiros", target=10) != load("zsiros")
    assert load("zsiros", last_card_loses=7) == load("zsiros", last_card_loses="7") != load("zsiros")
    assert load("zsiros", target=5).options == ()


def test_the_digest_is_that_of_what_is_said() -> None:
    """It is the hash of the parameters that have another value than their default, so that a new one leaves those of older rules alone."""
    said = (
        b'{"deal":[2],"direction":"clockwise","hand":2,"last_obligation":"none","obligation":"none","order":["A","K"],"pack":"french-20",'
        b'"players":[2],"score":"points","target":1,"tricks":"suit","trump":"cut","values":{"A":1}}'
    )
    parameters = msgspec.json.decode(said, type=SuitParameters)
    assert digest(parameters) == f"sha256:{hashlib.sha256(said).hexdigest()}"


def test_the_digest_is_that_of_what_is_played() -> None:
    """Other words for a rule leave the digest as it is; every other value of an option makes another."""
    rulebook = load_shipped("zsiros")
    reworded = parse_rulebook(changed("Two or four people play.", "Two people play, or four."))
    assert reworded != rulebook
    assert digest(reworded.parameters) == digest(rulebook.parameters) == load("zsiros").digest
    digests = [load("zsiros").digest]
    for name, option in rulebook.options.items():
        for value in (5, 10, 11) if option.values == "positive" else option.values:
            game = load("zsiros", players=4, **{name: value})
            assert (game.digest == load("zsiros").digest) == (not game.options)
            digests += [game.digest] if game.options else []
    assert len(digests) == len(set(digests)) >= 8
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", text) for text in digests)


def test_options_that_contradict_each_other_only_together_are_refused() -> None:
    """Two options of which each is fine alone are refused when together they contradict each other."""
    text = changed('pack = "german-32"', 'pack = "french-52"')
    option = '[options.pack]\nclause = "ZS-CARDS-1"\nvalues = ["french-52", "german-32"]\n\n[options.direction]'
    text = changed("[options.direction]", option, text=text)
    book = parse_rulebook(changed('values = ["none", "7"]', 'values = ["none", "7", "2"]', text=text))
    assert load(book, last_card_loses="2").options == (("last_card_loses", "2"),)
    assert load(book, pack="german-32").rules.pack == "german-32"
    with pytest.raises(RulebookError, match="the pack german-32 has no 2"):
        load(book, pack="german-32", last_card_loses="2")


# --- Rules that are not sound ---------------------------------------------------------------------------------------------


class Unsound(NamedTuple):
    """Rules that can be played by, although something in them can never happen, or is not what they say."""

    text: str
    key: str
    problem: str


UNSOUND: Final = [
    Unsound(home('[parameters]\nwild = ["7", "2"]'), "parameters.wild", "has no 2"),
    Unsound(home("[parameters]\nvalues = { A = 10, T = 10, 6 = 5 }"), "parameters.values", "has no 6"),
    Unsound(
        changed("values = { A = 10, T = 10 }", "values = { 2 = 10 }"),
        "parameters.values",
        "has no 2",
    ),
    Unsound(
        changed('last_card_loses = "none"', 'last_card_loses = "2"').replace(
            'values = ["none", "7"]', 'values = ["none", "2", "7"]'
        ),
        "parameters.last_card_loses",
        "has no 2",
    ),
    Unsound(
        home('[parameters]\nplayers = [4]\nremoved = ["8c", "8s"]'), "parameters.players", "30 cards do not divide by 4"
    ),
    Unsound(
        home('[options.pack]\nclause = "HO-CARDS-1"\nvalues.whole = {}\nvalues.less = { removed = ["8c"] }'),
        "options.pack.values.less.players",
        "31 cards do not divide by 2",
    ),
    Unsound(home("[parameters]\nwins_from = 90"), "parameters.wins_from", "90"),
    Unsound(changed("points = [40, 70]", "points = [40, 90]"), "parameters.scoring[0].points", "[40, 90]"),
    Unsound(changed("points = [40, 70]", "points = [70, 40]"), "parameters.scoring[0].points", "[70, 40]"),
    Unsound(changed("game_points = 1", "game_points = 3"), "parameters.scoring[1].game_points", "2 after a row with 3"),
    Unsound(
        home(
            '[parameters]\nlone_card_led = "5"\n\n[options.lone_card_led]\nclause = "HO-LONE-4"\nvalues = ["5", "7", "own"]',
            "sedma-three",
        ),
        "parameters.lone_card_led",
        "has no 5",
    ),
    Unsound(home('[parameters]\nexchange = "8"', "sixty-six"), "parameters.exchange", "has no 8"),
    Unsound(home("[parameters]\nwon = [3, 2, 1]", "sixty-six"), "parameters.won", "3, 2, 1"),
    Unsound(home("[parameters]\npenalty = [3, 2]", "sixty-six"), "parameters.penalty", "3, 2"),
    Unsound(
        home('[parameters]\nremoved = ["Kc", "Ks", "Kh", "Kd"]\nvalues = { A = 11, T = 10 }', "tausendeins"),
        "parameters.marriages",
        "has no K",
    ),
]


@pytest.mark.turns(2)
@pytest.mark.parametrize("unsound", UNSOUND, ids=[each.problem for each in UNSOUND])
def test_rules_that_are_not_sound_are_let_pass_where_they_are_looked_into(unsound: Unsound, tmp_path: Path) -> None:
    """Rules that are not sound are refused, but can be read all the same, and every deal is played to its end by them."""
    refused(unsound.text, unsound.key, problem=unsound.problem, expected="")
    book = parse_rulebook(unsound.text, sound=False)
    file = tmp_path / "unsound.toml"
    file.write_text(unsound.text, encoding="utf-8")
    assert load_file(file, sound=False) == book
    with pytest.raises(RulebookError, match=re.escape(unsound.problem)):
        load_file(file)
    for players in book.parameters.players:
        state = load(book, players=players).deal(seed=1)
        for _ in range(200):
            if state.turn is None:
                break
            state = state.play(state.legal[0])
        assert state.result is not None


@pytest.mark.parametrize(
    ("text", "key", "problem"),
    [
        (home("[parameters]\ncolour = 1"), "parameters.colour", "unknown key"),
        (home('[parameters]\nwild = ["7", "7"]'), "parameters.wild", "stands there 2 times"),
        (home('[parameters]\npack = "german-33"'), "parameters.pack", "unknown pack"),
        (home('[parameters]\nremoved = ["2c"]'), "parameters.removed", "has no 2c"),
        (home("[parameters]\nhand = 20\ndeal = [20]"), "parameters.hand", "4 hands of 20 cards from a pack of 32"),
        (home("[parameters]\ndeal = [3]"), "parameters.deal", "batches of 3 cards"),
        (home("[parameters]\nplayers = [3]\ncalls = []"), "parameters.players", "3 players on two sides"),
        (home('[parameters]\nsides = "lone"'), "parameters.lone_card", "'lone' with lone_card = 'none'"),
        (home('[parameters]\nflip = "on"'), "parameters.flip", "with tricks that can be continued"),
        (home("[parameters]\nvalues = { A = 0, T = 0 }"), "parameters.values", "no card counts anything"),
        (home("[parameters]\nscoring = []"), "parameters.scoring", "empty"),
        (home("[parameters]\nkeeps_deal = 2"), "parameters.keeps_deal", "2 with next_dealer = 'rotate'"),
        (home("[parameters]\nhand = 5\ndeal = [5]\nremoved = ['9c']", "sixty-six"), "parameters.hand", "a talon of 13"),
        (home("[parameters]\norder = ['A', 'T', 'K', 'Q', 'J']", "sixty-six"), "parameters.order", "A T K Q J"),
        (home("[parameters]\nbids = [66, 60]", "auction-sixty-six"), "parameters.bids", "60 after 66"),
        (home("[parameters]\nmarriage_points = [20]", "sixty-six"), "parameters.marriage_points", "1 numbers"),
    ],
)
def test_rules_that_cannot_be_played_by_are_refused_in_any_case(text: str, key: str, problem: str) -> None:
    """What makes no game, or says nothing, is refused in the same words whether rules have to be sound or not."""
    for sound in (True, False):
        with pytest.raises(RulebookError) as caught:
            parse_rulebook(text, sound=sound)
        assert caught.value.key.replace("by_players.4", "parameters") == key
        assert problem in caught.value.problem


def test_a_name_is_not_kept_in_every_spelling() -> None:
    """A game can be named in any number of ways; what is kept is its rulebook, once."""
    rulebook = load_shipped("Zsírozás")
    tracemalloc.start()
    try:
        for number in range(200):
            assert load_shipped("'" * number * 100 + "Zsírozás") is rulebook
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000


@pytest.mark.parametrize(("module", "name"), [(cards, "_cards_of"), (deducing, "every_card")])
def test_packs_of_strangers_are_not_kept_for_ever(module: ModuleType, name: str) -> None:
    """A rulebook may take any cards out of a pack: so there are more packs than memory holds."""
    cached = vars(module)[name]
    for removed in itertools.islice(itertools.combinations(PACKS["german-32"].cards, 3), 400):
        cached(msgspec.structs.replace(PACKS["german-32"], removed=removed))
    info = cached.cache_info()
    assert info.maxsize is not None
    assert info.currsize <= info.maxsize < 400
