"""``aceten advise``: what it prints by each of its methods, and what it refuses."""

import json
import re
from pathlib import Path
from typing import Final

import pytest
from support.checkout import RECORD
from support.games.advised_views import FEW, MANY, view_of
from support.processes.program_runs import Aceten

import aceten
import aceten_solver
from aceten import UsageError, parse
from aceten.deals.shuffling import split_mix
from aceten_certificates import check_strategies
from aceten_spec.cards import format_cards


def test_advice_on_the_command_line(run: Aceten) -> None:
    """Points, wins and the share of deals in which a card is best; the same as JSON; a position with all cards as who is to act sees it."""
    done = run("advise", FEW)
    assert done.status == 0
    rows = re.findall(r"^(\*?) +(king|ace) +([\d.]+) +(\d+)% +(\d+)%$", done.out, re.MULTILINE)
    assert [(row[0], row[1]) for row in rows] == [("*", "king"), ("", "ace")]
    assert "All deals that fit were solved with all cards known: 161 deals." in done.out
    told = json.loads(run("advise", FEW, "--json").out)
    assert (told["view"], told["worlds"], told["exact"]) == (
        f"{FEW.partition(' points')[0]} seat=0 points=40,20",
        161,
        True,
    )
    assert [entry["action"] for entry in told["prospects"]] == ["K", "A"]
    whole = "zsiros/2 hands=AK,Q9 lead=0 points=40,20"
    seen = "zsiros/2 hands=AK,?? lead=0 points=50,20"
    _, sees, *rest = run("advise", "zsiros/2 hands=AK,Q9 lead=0 points=50,20").out.splitlines()
    assert sees == f"As A sees it: {parse(seen)}"
    assert rest == run("advise", seen).out.splitlines()[1:]
    assert run("advise", whole, "--seat", "B").status == 2


def test_the_line_that_is_printed_has_the_same_advice(run: Aceten) -> None:
    """What play has shown of hidden cards stands in the line of the view, printed and in JSON: given back, it has the same answer."""
    whole = "einwerfen/4 hands=AhKhQs,KcQcJc,JhTh9h,AsKsTs trump=d points=28,28 tricks=3,2"
    first = run("advise", whole, "-m", "Ah Jc Jh Ts", "--worlds", "20").out.splitlines()
    line = first[1].partition(": ")[2]
    assert line.endswith(" not=1:QhTh9h8h7h,3:QhTh9h8h7h")
    assert first[2:] == run("advise", line, "--worlds", "20").out.splitlines()[1:]
    told = json.loads(run("advise", whole, "-m", "Ah Jc Jh Ts", "--worlds", "20", "--json").out)
    assert told == json.loads(run("advise", told["view"], "--worlds", "20", "--json").out)
    assert told["worlds"] == 159_048


def test_what_a_line_leaves_out_is_said(run: Aceten) -> None:
    """Where a seat knows more than its line says, the answer says so, for the view and for its line."""
    whole = "sedma/2 hands=9d9s7c7s,QsTd8dAh talon=AsKsJc8c lead=0 points=30,20 tricks=8,2"
    first = run("advise", whole, "-m", "9d Qs 9s Td", "--worlds", "20").out.splitlines()
    line = first[1].partition(": ")[2]
    assert line.endswith(" partial=yes")
    assert first[2] == "A knows more of hidden cards than this: fewer deals may fit."
    assert run("advise", line, "--worlds", "20").out.splitlines()[1:] == first[2:]


def test_one_wrong_line_of_several_is_told_and_the_others_are_answered(run: Aceten, tmp_path: Path) -> None:
    """Each line of a file has its answer; what is wrong with one is said with where it stands, and the exit status is 1."""
    lines = [FEW, "zsiros/2 hands=AK,???", FEW.replace("lead=0", "lead=1"), FEW]
    (tmp_path / "lines.txt").write_text("\n".join(lines), encoding="utf-8")
    done = run("advise", str(tmp_path / "lines.txt"))
    assert done.status == 1
    assert done.out.count("To play: king.") == 2
    assert "lines.txt:2: hands: hands of 2, 3 cards" in done.err
    assert "lines.txt:3: A is not to act: there is nothing to advise" in done.err
    assert "Wrong positions: 2 of 4." in done.err


def test_deals_that_cannot_be_solved_are_played_out_all_of_them(run: Aceten) -> None:
    """Where it is open in some deals who plays against whom, the others alone give no mean; the reason is told."""
    line = "sedma-three/3 hands=QdAs,??,?? lead=0 taken=AcAdAhKsKcKd,QcQsQh,9s9h9cTsThTdTcJsJcJhJd8s"
    for nodes in (None, 10**6):
        advice = aceten_solver.advise(view_of(line), samples=20, nodes=nodes, objective="points")
        assert (advice.method, advice.samples) == ("played out", 20)
    told = run("advise", line, "-n", "20").out
    assert "No deal was solved: nobody is known to hold the king of hearts" in told
    assert "So deals were played out, mostly at random: 20 deals." in told
    assert (
        aceten_solver.advise(view_of(f"{line} lone=1"), samples=20, nodes=None, objective="points").method == "solved"
    )


def test_half_of_the_time_is_kept_for_playing_out() -> None:
    """Where no deal is solved in half of the time, some are played out in the other half."""
    deal = aceten.load("hola", 6).deal(seed=1)
    assert deal.turn is not None
    advice = aceten_solver.advise(deal.view(deal.turn), samples=3, nodes=None, seconds=1)
    assert (advice.method, advice.samples) == ("played out", 3)


def test_after_closing_the_order_of_the_talon_makes_no_other_deal(run: Aceten) -> None:
    """What is left in the talon counts as it lies, so that all deals are looked at where they are few."""
    line = "schnapsen/2 hands=AsTh,?? talon=???????Kh lead=0 closed=0,0,1,0 taken=AcTcQcJcKcTs,QhJh dealer=1"
    told = run("advise", line).out
    assert "All deals that fit were solved with all cards known: 36 deals." in told
    assert re.search(r"^\* +ace of spades +\+0\.75 +75% +100%$", told, re.MULTILINE)


def test_what_a_seat_sees_does_not_depend_on_what_is_hidden_from_it(run: Aceten) -> None:
    """Of a line with all cards, also one with points that no cards account for, only what the seat sees counts."""
    told = [
        run("advise", f"zsiros/2 hands=AK,{theirs} lead=0 points=40,20").out.splitlines() for theirs in ("97", "T7")
    ]
    assert told[0][1:] == told[1][1:]
    assert "161 deals" in "\n".join(told[0])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["zsiros/2 hands=AK,?? lead=1"], "A is not to act"),
        (["zsiros/2 hands=AK,?? lead=0", "--seat", "B"], "the line says what A sees"),
        (["zsiros/2 hands=AK,97 lead=0", "--seat", "C"], "expected A to B"),
        (["zsiros/2 hands=-,- lead=0"], "the deal is over"),
        (["zsiros/2 hands=AK,?? lead=0", "--moves", "A"], "no cards are hidden"),
    ],
)
def test_what_is_wrong_is_said(run: Aceten, words: list[str], told: str) -> None:
    """Exit status 2, and a sentence."""
    done = run("advise", *words)
    assert (done.status, done.out) == (2, "")
    assert told in done.err


@pytest.mark.parametrize("command", ["solve", "perft"])
def test_commands_that_need_every_card_say_so(run: Aceten, command: str) -> None:
    """They name the one that does not."""
    done = run(command, "zsiros/2 hands=AK,?? lead=0", *(["2"] if command == "perft" else []))
    assert done.status == 2
    assert "aceten advise" in done.err


def test_a_view_is_shown(run: Aceten) -> None:
    """Backs for hidden cards; as JSON the cards that are unseen, and how many deals fit."""
    out = run("show", FEW).out
    assert "▒▒" in out
    told = json.loads(run("show", FEW, "--json").out)
    assert (told["seat"], told["worlds"], len(told["unseen"])) == (0, "161", 30)
    assert told["hand"] == ["A", "K"]
    assert "".join(told["unseen"]).count("A") == 3
    assert run("show", FEW, "--svg", "-").out.startswith("<svg")
    assert format_cards(view_of(FEW).hand) == "AK"


@pytest.mark.turns(2)
def test_reviews_by_what_was_known_are_printed(run: Aceten) -> None:
    """A table with both costs and a word for each, and how often the player was wrong and unlucky."""
    done = run("review", str(RECORD), "--seat", "B")
    assert done.status == 0
    assert "by what B knew" in done.out
    words = re.findall(
        r"^ *\d+\..*?\b(unlucky|lucky|wrong|right)\b", done.out.partition("by what B knew")[2], re.MULTILINE
    )
    told = re.search(r"B was wrong (\d+) times?(?:, (\d+) of them luckily)?, and unlucky (\d+) times?\.", done.out)
    assert told
    wrong, lucky, unlucky = (int(number or 0) for number in told.groups())
    assert (wrong, lucky, unlucky) == (
        words.count("wrong") + words.count("lucky"),
        words.count("lucky"),
        words.count("unlucky"),
    )
    lines = run("review", str(RECORD), "--seat", "B", "--json").out.splitlines()
    assert json.loads(lines[1])["seat"] == 1
    assert run("review", str(RECORD), "--seat", "C").status == 2


FUSION: Final = (
    "zsiros/2 hands=AdQh9d7c,???? talon=?? lead=0 taken=KsKdQcQsQdJcJhJdThTd9s8d7h7d,AsKhJsTc8c8s8h7s tricks=7,3"
)
"""Six cards are hidden, and every method plays another card or says something else of it."""


LISTED: Final = aceten.worlds(view_of(FUSION)).some(30, split_mix(0))
"""All deals that fit, as they are fewer than 30 that play can tell apart."""


EVERY: Final = aceten.worlds(view_of(FUSION).public).listed() or ()
"""All deals that anybody takes for possible who sees neither hand."""


METHODS: Final = ["exact", "alpha-mu"]


@pytest.mark.turns(2)
@pytest.mark.parametrize("objective", aceten_solver.OBJECTIVES)
def test_an_equilibrium_as_json_is_that_of_the_api(run: Aceten, objective: aceten_solver.Objective) -> None:
    """Its value, what holds it, how large the game is, and how likely each action is, the most likely first."""
    told = json.loads(run("advise", FUSION, "--method", "exact", "--objective", objective, "--json").out)
    found = aceten_solver.find_equilibrium(EVERY, objective)
    chances = {str(each.action): each.chance for each in found.chances(LISTED[0][0])}
    assert {entry["action"]: entry["chance"] for entry in told["chances"]} == pytest.approx(chances, abs=1e-9)
    likely = [entry["chance"] for entry in told["chances"]]
    assert likely == sorted(likely, reverse=True)
    assert sum(likely) == pytest.approx(1)
    assert told["bounds"] == pytest.approx(found.bounds, abs=1e-9)
    assert told["value"] == pytest.approx(found.value_in([world for world, _ in LISTED]), abs=1e-9)
    assert told["private"]
    assert told["exploitability"] <= 1e-9
    assert (told["view"], told["method"], told["objective"]) == (str(view_of(FUSION)), "exact", objective)
    assert (told["worlds"], told["histories"]) == (len(EVERY), found.histories)


@pytest.mark.parametrize(("words", "worlds"), [([], 200), (["--worlds", "9", "--seed", "5"], 9)])
def test_alpha_mu_as_json_is_that_of_the_api(run: Aceten, words: list[str], worlds: int) -> None:
    """Over all deals that fit, or over as many as are asked for, drawn by the seed: what each action comes to, the best first."""
    told = json.loads(run("advise", FUSION, "--method", "alpha-mu", "--json", *words).out)
    some = aceten.worlds(view_of(FUSION)).some(worlds, split_mix(5))
    found = aceten_solver.search_alpha_mu(some, "points")
    assert (told["view"], told["method"], told["objective"]) == (str(view_of(FUSION)), "alpha-mu", "points")
    assert (told["worlds"], told["exact"], told["moves"]) == (len(found.worlds), found.exact, found.moves)
    assert [(each["action"], each["mean"], each["moves"], each["undominated"]) for each in told["actions"]] == [
        (str(each.action), each.mean, each.moves, len(each.front)) for each in found.actions
    ]
    assert told["actions"][0]["action"] == str(found.chosen)


@pytest.mark.turns(4)
def test_an_equilibrium_is_told_in_sentences(run: Aceten) -> None:
    """A star for what is played, the value, and what was looked at; in Hungarian too."""
    found = aceten_solver.find_equilibrium(EVERY, "points")
    done = run("advise", FUSION, "--method", "exact")
    assert done.status == 0
    assert re.findall(r"^(\*?) +(\w+) of \w+ +([\d.]+)$", done.out, re.MULTILINE) == [
        ("*", "over", "1.00"),
        ("", "ace", "0.00"),
        ("", "nine", "0.00"),
        ("", "seven", "0.00"),
    ]
    assert "In equilibrium: A takes 47.33 points." in done.out
    assert "Each knows his own cards alone." in done.out
    assert f"{found.histories:,} histories of {len(EVERY)} different deals were looked at." in done.out
    told = run("advise", FUSION, "--method", "exact", "-l", "hu").out
    assert re.search(r"^\* +piros felső +1,00$", told, re.MULTILINE)
    assert "Egyensúlyban: A 47,33 pontot visz el." in told
    assert f"{len(EVERY)} különböző leosztás {found.histories:,} lefolyása került sorra.".replace(",", "\u202f") in told


def test_alpha_mu_is_told_in_sentences(run: Aceten) -> None:
    """What each card comes to, how far was searched, and what that counts on; in Hungarian too."""
    done = run("advise", FUSION, "--method", "alpha-mu")
    assert done.status == 0
    means = aceten_solver.search_alpha_mu(LISTED, "points").actions
    rows = re.findall(r"^(\*?) +\w+ of \w+ +([\d.]+)$", done.out, re.MULTILINE)
    assert rows == [("" if place else "*", f"{each.mean:.2f}") for place, each in enumerate(means)]
    assert f"Alpha-mu to the end, over {len(LISTED)} deals." in done.out
    short = run("advise", FUSION, "--method", "alpha-mu", "--seconds", "0").out
    assert f"Alpha-mu with 1 move ahead, over {len(LISTED)} deals." in short
    told = run("advise", FUSION, "--method", "alpha-mu", "-l", "hu").out
    assert f"Alfa-mű a végéig, {len(LISTED)} leosztásra." in told


HIDDEN: Final = (
    "zsiros/2 hands=J87,?? talon=?? lead=1 seat=0 trick=Q7Q taken=-,AAAAKKKKQQJJJTT9998887 tricks=0,10 dealer=0"
)
"""Where the other knows the hand all cards are worth the same; where he does not, only the seven is played in equilibrium."""


CLOSED: Final = "schnapsen/2 hands=AdTdKs,??? talon=?????Kh lead=0 closed=0,0,2,0 taken=AcJcQcKdJsJd,QhJh"


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("line", "objective", "private", "card"), [(HIDDEN, "points", True, "7"), (CLOSED, "game-points", False, "Ad")]
)
def test_the_other_knows_the_hand_only_where_else_there_is_too_much(
    run: Aceten, line: str, objective: aceten_solver.Objective, private: bool, card: str
) -> None:
    """An equilibrium is that of the worlds that everybody takes for possible, or of those that the seat does, and told as what it is."""
    told = json.loads(run("advise", line, "--method", "exact", "-o", objective, "--json").out)
    view = view_of(line)
    own = [world for world, _ in aceten.worlds(view).listed() or ()]
    deals = aceten.worlds(view.public if private else view).listed() or ()
    found = aceten_solver.find_equilibrium(deals, objective)
    assert (told["private"], told["worlds"], told["chances"][0]["action"]) == (private, len(deals), card)
    assert told["value"] == pytest.approx(found.value_in(own), abs=1e-9)
    assert found.value_in([world for world, _ in deals]) == pytest.approx(found.value, abs=1e-9)
    if line == HIDDEN:  # worked out by another program, too
        assert found.value == pytest.approx(73 / 7)
    with pytest.raises(UsageError, match="none of these"):
        found.value_in([])
    said = (
        "Each knows his own cards alone."
        if private
        else "Here B knows the cards of A: that they are hidden, too, makes more"
    )
    assert said in run("advise", line, "--method", "exact", "-o", objective).out


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("unit", "objective"), [("points", "points"), ("game points", "game-points"), ("A wins by", "deal")]
)
def test_a_value_is_told_in_what_is_asked_for(run: Aceten, unit: str, objective: aceten_solver.Objective) -> None:
    """Points, game points more than the other side, or won and lost."""
    told = run("advise", FUSION, "--method", "exact", "--objective", objective).out
    value = aceten_solver.find_equilibrium(EVERY, objective).value_in([world for world, _ in LISTED])
    digits = 2 if objective == "points" else 3
    line = next(line for line in told.splitlines() if line.startswith("In equilibrium"))
    assert unit in line
    assert f"{value:.{digits}f}" in line


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([FUSION, "--svg", "-"], "--svg and --method {method}: expected one of them"),
        ([FEW.replace("lead=0", "lead=1")], "A is not to act: there is nothing to advise"),
        (["septica/3 hands=AK,??,?? lead=0 points=3,2,1"], "3 players, each for himself"),
    ],
)
def test_what_a_method_cannot_do_is_said(run: Aceten, method: str, words: list[str], told: str) -> None:
    """Exit status 2, a sentence, and nothing else."""
    done = run("advise", *words, "--method", method)
    assert (done.status, done.out) == (2, "")
    assert told.format(method=method) in done.err


@pytest.mark.turns(18)
def test_an_equilibrium_is_for_two_players_and_few_deals(run: Aceten) -> None:
    """Too many deals, and partners, are refused with the methods that there are for them, or with how many players there may be."""
    many = run("advise", MANY.replace("talon=??", "talon=????") + " tricks=5,5", "--method", "exact")
    assert (many.status, many.out) == (2, "")
    assert "--method exact: more than 10000 deals fit; ask for average or alpha-mu" in many.err
    partners = run("advise", "zsiros/4 hands=A,?,?,? lead=0 points=40,20", "--method", "exact")
    assert (partners.status, partners.out) == (2, "")
    assert "an equilibrium is computed for two players; this deal has 4" in partners.err


@pytest.mark.turns(12)
def test_strategies_are_certified(run: Aceten, tmp_path: Path) -> None:
    """``--certify`` writes a new file that proves what is told; what has no certificate is refused, and nothing is overwritten."""
    file = tmp_path / "fusion.certificate"
    done = run("advise", FUSION, "--method", "exact", "--certify", str(file))
    assert done.status == 0
    assert "Proved: neither can do better at all." in done.out
    assert f"{file.stat().st_size} bytes" in done.out
    checked = check_strategies(file)
    assert (str(checked.view), checked.private) == (str(view_of(FUSION)), True)
    assert not checked.gap
    again = run("advise", FUSION, "--method", "exact", "--certify", str(file))
    assert (again.status, again.out) == (2, "")
    assert "it is there already, and nothing is overwritten" in again.err
    other = tmp_path / "other.certificate"
    told = json.loads(run("advise", FUSION, "--method", "exact", "--json", "--certify", str(other)).out)
    assert other.read_bytes() == file.read_bytes()
    assert told["certificate"] == {
        "file": str(other),
        "digest": checked.digest,
        "at_least": "13604/315",
        "at_most": "13604/315",
        "value": "142/3",
    }
    new = str(tmp_path / "new.certificate")
    average = run("advise", FUSION, "--certify", new)
    assert (average.status, average.out) == (2, "")
    assert "--certify: only what --method exact finds has a certificate" in average.err
    several = run("advise", FUSION, FEW, "--method", "exact", "--certify", new)
    assert several.status != 0
    assert "--certify: one file holds one certificate" in several.err
    nowhere = run("advise", FUSION, "--method", "exact", "--certify", str(tmp_path / "no" / "folder"))
    assert nowhere.status == 2
