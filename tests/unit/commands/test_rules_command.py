"""``aceten games`` and ``aceten rules``: what is listed, found and guessed."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from support.games.shown_positions import HOME
from support.processes.program_runs import Aceten

import aceten
import aceten_spec
from aceten_spec.clauses import sources

# --- The rules ----------------------------------------------------------------------------------------------------------


def test_the_games_are_listed(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """``rules --list --full`` has a row for each game with its players, clauses, parent and options; ``rules`` says what each is."""
    monkeypatch.setenv("COLUMNS", "400")
    rows = {row.split()[0]: row for row in run("rules", "--list", "--full").out.splitlines()[1:]}
    told = run("rules").out.splitlines()[1:]
    entries = {entry["id"]: entry for entry in map(json.loads, run("rules", "--list", "--json").out.splitlines())}
    assert tuple(rows) == tuple(entries) == aceten_spec.shipped()
    assert tuple(row.split()[0] for row in told) == aceten_spec.shipped()
    for (game, row), summary in zip(rows.items(), told, strict=True):
        rulebook = aceten_spec.load_shipped(game)
        words = row.split()
        assert rulebook.summary in summary
        assert ", ".join(map(str, rulebook.parameters.players)) in row
        assert str(len(rulebook.clauses)) in words
        assert ", ".join(rulebook.options) in row
        assert rulebook.extends is None or rulebook.extends in words
        assert entries[game] == {
            "id": game,
            "title": rulebook.title,
            "players": list(rulebook.parameters.players),
            "clauses": len(rulebook.clauses),
            "options": list(rulebook.options),
            "extends": rulebook.extends,
            "summary": rulebook.summary,
        }


def test_options_and_numbers_of_players_are_shown(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """``rules GAME --full`` shows what differs with the number of players, and each option with what its values set and for whom it is."""
    monkeypatch.setenv("COLUMNS", "200")
    lines = run("rules", "hola", "--full").out.splitlines()
    for line in (
        "with 3 players: sides = each, removed = [3c]",
        "with 6 players: packs = 2, leftover = unplayed, keeps_deal = 90",
        "option draw: block (default) | round_robin (HO-DRAW-2)",
        "option four_resets, with 4 players only: off (default) | on (HO-SCORE-11)",
        "option continue_with (HO-MULTI-2)",
        "    any (default)",
        "    first_rank: continue_with = match, to_match = first_lead",
        "option target: any whole number from 1 (default 500) (HO-MATCH-1)",
    ):
        assert line in [shown.rstrip() for shown in lines]
    hashes = [line for line in lines if line.startswith("hash of these rules")]
    assert [line.rpartition(" players")[0].rpartition("with ")[2] for line in hashes] == ["2 or 4", "3", "6"]
    assert [
        aceten.load("hola", players=players).digest in line for players, line in zip((2, 3, 6), hashes, strict=True)
    ]


def test_an_option_may_have_another_default_with_other_numbers_of_players(
    run: Aceten, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the default of an option differs with the number of players, it is named for each of them."""
    monkeypatch.setenv("COLUMNS", "200")
    file = tmp_path / "home.toml"
    own = HOME.replace('tie = "draw"', "hand = 4") + '[by_players.4]\ntie = "draw"\ntarget = 3\n'
    file.write_text(own, encoding="utf-8")
    shown = run("rules", "home", "--full", "--rules", str(file)).out
    assert "extends zsiros" in shown
    assert "option tie: last_trick | draw (default last_trick with 2 players, draw with 4 players)" in shown
    assert "option target: any whole number from 1 (default 5 with 2 players, 3 with 4 players)" in shown


@pytest.mark.parametrize("game", aceten_spec.shipped())
def test_rules_are_complete_as_json(run: Aceten, game: str) -> None:
    """``rules GAME --json`` is the whole rulebook: read again, it is the same."""
    text = run("rules", game, "--json").out
    assert msgspec.json.decode(text, type=aceten_spec.Rulebook) == aceten_spec.load_shipped(game)


def test_rules_are_read_by_headings(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """``rules GAME`` is how it is played, variations, and rules under headings; a word is never broken, and the end says what is left."""
    monkeypatch.setenv("COLUMNS", "60")
    shown = run("rules", "zsiros").out
    assert (
        max(len(line) for line in shown.splitlines() if not re.match(" +(zsiros/4|comes to) ", line)) <= 60
    )  # are to be copied
    assert [shown.index(f"\n{heading}\n") for heading in ("Aim", "Variations", "Players")] == sorted(
        shown.index(f"\n{heading}\n") for heading in ("Aim", "Variations", "Players")
    )
    said = " ".join(shown.split())
    rulebook = aceten_spec.load_shipped("zsiros")
    for clause in rulebook.clauses:
        assert set(clause.text.split()) <= set(said.split())
    assert "Multiple tricks ZS-MULTI-1 When everyone has played to a round" in said
    assert said.endswith(
        "What stands behind a rule: aceten rules ZS-PLAYERS-1. All of it: aceten rules zsiros --all. "
        "Parameters and sources: aceten rules zsiros --full"
    )
    assert not re.search("source:|hash|option ", said)


@pytest.mark.parametrize("name", ["ZS-PLAY-4", "zs-play-4", "SX-MELD-1", "ZS-EX-3", "sn-ex-1"])
def test_a_clause_is_found_without_its_game(run: Aceten, name: str) -> None:
    """``rules CLAUSE`` prints what ``rules GAME CLAUSE`` prints, of an example as well."""
    game = {"ZS": "zsiros", "SX": "sixty-six", "SN": "schnapsen"}[name[:2].upper()]
    alone = run("rules", name)
    assert alone.status == 0
    assert name.upper() in alone.out
    assert alone.out == run("rules", game, name).out


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("ZS-PLAI-4",), "did you mean ZS-PLAY-4"),
        (("zsiros", "ZS-PLAYER-1"), "did you mean ZS-PLAYERS-1"),
        (("ZX-PLAY-4",), "did you mean"),
        (("QQQ-NOTHING-77",), "clauses begin with one of: ZS (zsiros), SE (sedma)"),
        (("zsirosz",), "did you mean zsiros?"),
        (("ZS-PLAY-4", "ZS-PLAY-5"), "leave out 'ZS-PLAY-5'"),
    ],
)
def test_what_was_meant_is_guessed(run: Aceten, words: tuple[str, ...], meant: str) -> None:
    """A clause or a game that there is not is refused with those that are written alike."""
    done = run("rules", *words)
    assert (done.status, done.out) == (2, "")
    assert meant in done.err


@pytest.mark.turns(4)
def test_clauses_are_found_by_words(run: Aceten) -> None:
    """``rules --find`` lists every clause, of one game or of all, about which all words are said, in any form; or says no."""
    found = run("rules", "zsiros/4", "--find", "40 To 70")
    assert re.findall(r"^[A-Z]+-[A-Z]+-\d+", found.out, re.MULTILINE)[0] == "ZS-SCORE-4"
    assert "\n    Kopasz: all the grease, but not every trick" in run("rules", "zsiros", "--find", "kopasz every").out
    for words, clause in (("declares", "SN-CLAIM-1"), ("marriages shown", "SN-MELD-1"), ("talons", "SN-CLOSE-1")):
        assert clause in run("rules", "schnapsen", "--find", words).out
        assert clause in run("rules", "schnapsen", "--find", words, "-l", "hu").out, (
            "English words are found in every language"
        )
    for spoken, words, clause in (
        ("de", "zudrehender", "SN-CLOSE-1"),
        ("de", "Stiches", "SN-PLAY-1"),
        ("hu", "adukkal", "SN-EXCH-4"),
        ("hu", "adulap", "SN-DEAL-7"),
    ):
        assert clause in run("rules", "schnapsen", "--find", words, "-l", spoken).out
    everywhere = run("rules", "--find", "TALON closed", "--json").out.splitlines()
    clauses = [clause for name in aceten_spec.shipped() for clause in aceten_spec.load_shipped(name).clauses]
    sure = {clause.id for clause in clauses if "talon" in clause.text.lower() and "closed" in clause.text.lower()}
    told = {json.loads(line)["id"] for line in everywhere}
    assert told >= sure
    assert "SX-SUIT-4" in told
    assert "ZS-SCORE-3" not in told
    assert "SM-MATCH-1" not in run("rules", "sedmice", "--find", "20").out, "120 is another number"
    none = run("rules", "sedma", "--find", "soup")
    assert (none.status, none.out, none.err) == (1, "", "error: no clause has all of these words: soup\n")


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    ("spoken", "game", "forms"),
    [
        ("en", "schnapsen", "draw drew drawn"),
        ("en", "schnapsen", "beat beaten"),
        ("de", "schnapsen", "zudrehen zugedreht zudrehe"),
        ("de", "schnapsen", "stechen sticht gestochen"),
        ("de", "schnapsen", "bedienen bedient"),
        ("de", "auction-sixty-six", "reizen gereizt"),
        ("hu", "schnapsen", "betakar betakarni betakarás betakarhatja"),
        ("hu", "schnapsen", "bemond bemondani bemondást"),
        ("hu", "auction-sixty-six", "licit licitálni licitek"),
        ("hu", "schnapsen", "viszi vitte vinni"),
    ],
)
def test_every_form_of_a_word_finds_the_same(run: Aceten, spoken: str, game: str, forms: str) -> None:
    """Forms that no stemmer puts together are those of one word, too, as far as rules use it."""
    found = [run("rules", game, "--find", form, "-l", spoken).out for form in forms.split()]
    first, *others = [sorted(re.findall(r"^[A-Z]+-[A-Z]+-\d+", out, re.MULTILINE)) for out in found]
    assert first
    assert all(other == first for other in others)


@pytest.mark.parametrize("asked", [("SX-CLOSE-1",), ("ZS-PLAY-8",), ("sixty-six", "--all")])
def test_what_is_not_translated_says_so(run: Aceten, asked: tuple[str, ...]) -> None:
    """In other languages it is said once, before what stands in English behind a clause; in English it is not."""
    noted = {
        "hu": "A döntések, források és példák angolul vannak.",
        "de": "Entscheidungen, Quellen und Beispiele sind auf Englisch.",
    }
    for spoken, note in noted.items():
        assert run("rules", *asked, "-l", spoken).out.count(note) == 1
    assert "English" not in run("rules", *asked).out


def test_sources_are_listed(run: Aceten, monkeypatch: pytest.MonkeyPatch) -> None:
    """``rules --sources`` has every source with its address and how much of each game rests on it; of one game only its own."""
    monkeypatch.setenv("COLUMNS", "200")
    shown = run("rules", "--sources").out
    for name, document in sources.shared().items():
        assert f"{name}: {sources.full(document)}" in shown
        assert document.address in shown or document.isbn in shown
    assert "zsiros 45 clauses, 1 other answer, 11 examples" in shown
    lines = run("rules", "zsiros", "--sources", "--json").out.splitlines()
    told = {entry["name"]: entry for entry in map(json.loads, lines)}
    assert set(told) == set(sources.uses(aceten_spec.load_shipped("zsiros")))
    assert told["parlett"]["document"]["isbn"] == "978-0-14-103787-5"
    assert told["parlett"]["uses"] == {"zsiros": {"clauses": 17, "decisions": 2, "examples": 0}}
