"""The program that Coq writes from the rules of ``spec/rocq``, which are proved for all sizes, plays as the engine does.

Where Coq or OCaml is missing it cannot be built, and this is left out; so it is, but for thorough runs, where nobody has built it yet.
"""

import fcntl
import json
import random
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from support.checkout import ROOT
from support.games.shown_positions import HOME
from support.processes.program_runs import Aceten
from support.proofs.single_obligations import changed, game_of
from support.slices import THOROUGH, TURN, sliced
from tools.mutants.mutations import installed

import aceten
import aceten_certificates
import aceten_solver
from aceten import (
    CLOSE,
    DRAW,
    EXCHANGE,
    FLIP,
    PASS,
    SPICE,
    STOP,
    Action,
    Bid,
    Call,
    CallKind,
    Claim,
    Close,
    Game,
    IllegalAction,
    MatchingState,
    Meld,
    NameTrump,
    Play,
    Seat,
    State,
    SuitState,
)
from aceten.conformance.oracle.answers import after_deal, match_step
from aceten.engine.match import Match, start_match
from aceten.notation.examples import run_example
from aceten.notation.position_parts import position_of
from aceten_certificates import (
    Certificate,
    CertificateError,
    Checked,
    CheckerError,
    Measure,
    Part,
    check,
    check_with_rocq,
    proved_checker,
)
from aceten_spec import load_shipped, shipped
from aceten_spec.cards import Card, Suit
from aceten_spec.clauses.refusals import REFUSALS
from aceten_spec.options import option_values, options_for
from aceten_spec.protocol import DealScore, MatchStep
from aceten_spec.rulebook import MatchingParameters
from aceten_spec.written_cards import card

FOLDER: Final = ROOT / "spec" / "rocq"
PROGRAM: Final = FOLDER / "engine" / "aceten-rocq"
GAMES: Final = tuple((name, players) for name in shipped() for players in load_shipped(name).parameters.players)
"""The games, each with its numbers of players."""
OTHERS: Final[tuple[Action, ...]] = (
    *(FLIP, SPICE, STOP, CLOSE, DRAW, EXCHANGE, PASS),
    *(Call(Seat(seat), kind) for seat in range(4) for kind in CallKind),
    *(Claim(suit) for suit in (None, *Suit)),
    *(Meld(card(f"{rank}{suit.letter}")) for rank in "KQJ" for suit in Suit),
    *map(NameTrump, Suit),
    *map(Bid, (60, 65, 66, 84, 130)),
)
"""Every action that is no card, but for most bids, and for marriages that are none."""
CLAIM: Final = Claim()
CAN_BUILD: Final = shutil.which("coqc") is not None and shutil.which("ocamlopt") is not None
needs_coq = pytest.mark.skipif(
    not (CAN_BUILD and (THOROUGH or PROGRAM.exists())), reason="it is not built: make rocq-tools rocq"
)


@pytest.fixture(scope="session")
def program() -> Iterator[subprocess.Popen[str]]:
    """Build the program, which proves everything, and start it."""
    with (FOLDER / "_CoqProject").open(encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = subprocess.run(["make", "-C", str(FOLDER)], capture_output=True, text=True, check=False)  # noqa: S603, S607 - our own
    assert built.returncode == 0, built.stderr
    with subprocess.Popen([str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:  # noqa: S603
        yield started
        started.stdin.close()  # type: ignore[union-attr] # it has a pipe


def asked(program: subprocess.Popen[str], request: dict[str, object]) -> dict[str, list[dict[str, object]]]:
    """Return what it replies."""
    assert program.stdin
    assert program.stdout
    program.stdin.write(json.dumps({"id": 1, **request}) + "\n")
    program.stdin.flush()
    reply: dict[str, list[dict[str, object]]] = json.loads(program.stdout.readline())
    return reply


def some_options(name: str, players: int, chance: random.Random) -> dict[str, str | int]:
    """Return values of some options, drawn by chance, that agree with each other."""
    drawn: dict[str, str | int] = {}
    for option, described in options_for(load_shipped(name), players).items():
        values = option_values(described)
        if values and not chance.randrange(3):
            tried = {**drawn, option: chance.choice(values)}
            try:
                aceten.load(name, players=players, **tried)
            except aceten.RulebookError:
                continue
            drawn = tried
    return drawn


def code_of(state: State, action: Action) -> str | None:
    """Return why the engine refuses an action; ``None`` where it does not."""
    try:
        state.play(action)
    except IllegalAction as error:
        return error.code
    return None


def step_of(state: State, code: str | None) -> dict[str, object]:
    """Return what the program should say of a moment."""
    said: dict[str, object] = {
        "turn": state.turn,
        "legal": sorted(str(action) for action in state.legal),
        "points": list(state.points),
        "tricks": list(state.tricks or ()),
        "hands": [sorted(map(str, hand)) for hand in state.hands],
        "talon": list(map(str, state.talon)),
    }
    if state.trick:
        said["winning"] = state.winning
    if code:
        said |= {"refused": True, "code": code}
    if state.turn is None:
        result = state.result
        assert result
        said["result"] = {
            "points": list(result.points),
            "winners": list(result.winners or ()),
            "game_points": list(result.game_points or ()),
            **({"resets": list(result.resets)} if isinstance(state, MatchingState) else {}),
        }
    return said


def sorted_step(step: dict[str, object]) -> dict[str, object]:
    """Return a step with hands and legal actions in the order in which they are compared."""
    hands = msgspec.convert(step["hands"], list[list[str]])
    return {
        **step,
        "hands": [sorted(hand) for hand in hands],
        "legal": sorted(msgspec.convert(step["legal"], list[str])),
    }


def any_action(state: State, chance: random.Random) -> Action:
    """Return a legal action: often a card of the rank played last, so that tricks have many rounds; claims if right; seldom high bids."""
    if isinstance(state, SuitState) and CLAIM in state.legal and state.is_right(None) and chance.randrange(2):
        return CLAIM
    if isinstance(state, SuitState) and chance.randrange(20):
        bids = [action for action in state.legal if isinstance(action, Bid)]
        return chance.choice(
            [action for action in state.legal if not isinstance(action, Claim) and action not in bids[2:]]
        )
    ranks = {card.rank for card in state.trick[-1:]}
    alike = [action for action in state.legal if isinstance(action, Play) and action.card.rank in ranks]
    return chance.choice(alike if alike and chance.randrange(2) else state.legal)


def deal_with_refusals(state: State, chance: random.Random) -> tuple[list[str], list[dict[str, object]]]:
    """Return the actions of a deal, with refused ones between them, and what is true before each and after the last."""
    actions: list[str] = []
    steps: list[dict[str, object]] = []
    deck = [card for hand in state.hands for card in hand] + list(state.talon)
    while True:
        held = () if state.turn is None else state.hands[state.turn]
        tried = [*chance.sample((*map(Play, deck), *OTHERS), 5), *map(Play, held)]
        tried += [EXCHANGE, CLOSE, DRAW, CLAIM, *chance.sample(OTHERS, 3)] if isinstance(state, SuitState) else []
        for action in tried:
            code = code_of(state, action)
            if code or isinstance(action, Call):  # a call that is made changes nothing
                actions.append(str(action))
                steps.append(step_of(state, code))
        if state.turn is None:
            return actions, [*steps, step_of(state, None)]
        steps.append(step_of(state, None))
        action = any_action(state, chance)
        actions.append(str(action))
        state = state.play(action)


def begun(game: Game, chance: random.Random) -> tuple[State, dict[str, object]]:
    """Return a deal before its first action, and the question for it."""
    dealer = chance.randrange(game.players)
    deck: list[Card] = list(game.pack.cards)
    chance.shuffle(deck)
    cut = chance.choice(deck) if game.cuts else None
    scores = (chance.randrange(900), chance.randrange(900)) if game.scores_matter else None
    state = game.deal(deck=tuple(deck), dealer=dealer, cut=cut, scores=scores)
    question: dict[str, object] = {"command": "deal", "game": game.rulebook.id, "players": game.players}
    question |= {
        "options": dict(game.options),
        "deck": list(map(str, deck)),
        "dealer": dealer,
        "cut": None if cut is None else str(cut),
        "scores": scores,
    }
    return state, question


@needs_coq
@pytest.mark.turns(5)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_moment_of_deals_is_as_in_the_engine(program: subprocess.Popen[str], name: str, players: int) -> None:
    """Who is to act, what is legal, why anything else is refused, what it leads to and comes to; with any options."""
    chance = random.Random(f"{name} {players} {TURN}")
    for _ in range(sliced(20, whole=200)):
        game = aceten.load(name, players=players, **some_options(name, players, chance))
        state, question = begun(game, chance)
        actions, steps = deal_with_refusals(state, chance)
        reply = asked(program, {**question, "actions": actions})
        assert [sorted_step(step) for step in reply["steps"]] == steps


WRONG: Final = tuple(
    (function, *row)
    for function, rows in tomllib.loads(
        Path(__file__).with_name("wrong_engine.toml").read_text(encoding="utf-8")
    ).items()
    for row in rows
)
"""The engine made wrong: a function, a game in which that shows, and the code before and after."""


@needs_coq
@pytest.mark.turns(5)
@pytest.mark.parametrize(("function", "line", "before", "after"), WRONG, ids=[row[0] for row in WRONG])
def test_a_wrong_engine_is_noticed(
    program: subprocess.Popen[str], function: str, line: str, before: str, after: str
) -> None:
    """Where a function of the engine is another, some moment of some deal is not as in the program."""
    game, chance = game_of(line), random.Random(function)
    with installed(changed(function, before, after)):
        for _ in range(100):
            state, question = begun(game, chance)
            actions, steps = deal_with_refusals(state, chance)
            reply = asked(program, {**question, "actions": actions})
            if [sorted_step(step) for step in reply["steps"]] != steps:
                return
    pytest.fail("nothing differs")


def any_deal(match: Match, chance: random.Random) -> DealScore:
    """Return what a deal of a match may bring: nothing to anybody, much, or the match itself where it is claimed."""
    sides, rules = match.game.side_count, match.game.rules
    points = tuple([chance.choice((0, 0, 1, 2, rules.target // 3)) for _ in range(sides)])
    resets: tuple[int, ...] = ()
    trump, claimed = None, None
    if isinstance(rules, MatchingParameters):
        resets = tuple(chance.sample(range(sides), 1)) if not chance.randrange(6) else ()
    elif rules.favourite:
        trump = chance.choice("cshd")
    if match.game.scores_matter and not chance.randrange(6):
        claimed = chance.randrange(sides)
    return DealScore(
        game_points=points if chance.randrange(4) else (0,) * sides, resets=resets, trump=trump, claimed=claimed
    )


@needs_coq
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_matches_stand_as_in_the_engine(program: subprocess.Popen[str], name: str, players: int) -> None:
    """How a match stands before each deal and after the last, with any options: who deals and sits where, when it is over, who wins."""
    chance = random.Random(f"{name} {players} {TURN}")
    for _ in range(sliced(10, whole=200)):
        options, dealer = some_options(name, players, chance), chance.randrange(players)
        match = start_match(aceten.load(name, players=players, **options), dealer=dealer)
        steps, deals = [match_step(match)], list[DealScore]()
        while not match.over and len(deals) < 60:
            deal = any_deal(match, chance)
            try:
                match = after_deal(match, deal)
            except aceten.UsageError:  # two sides have the target, where the match ends with the trick that brings it
                continue
            deals.append(deal)
            steps.append(match_step(match))
        question = {"command": "match", "game": name, "players": players, "options": options, "dealer": dealer}
        reply = asked(program, {**question, "deals": msgspec.to_builtins(deals)})["steps"]
        for step, expected in zip(msgspec.convert(reply, list[MatchStep]), steps, strict=True):
            open_now = {part: None for part in ("dealer", "players") if getattr(expected, part) is None}
            assert msgspec.structs.replace(step, **open_now) == expected


EXAMPLES: Final = tuple(
    (rulebook, example) for rulebook in map(load_shipped, shipped()) for example in rulebook.examples if example.steps
)
"""Those of rulebooks in which something happens: what is too rare for deals by chance, such as burning."""
NOT_SHOWN: Final = {"early_not_beaten", "early_not_trumped", "meld_wrong_card"}
"""Codes that no example shows. No shipped rules know the first two; the last one is tried in deals."""


@needs_coq
def test_examples_of_rulebooks_go_as_in_the_engine(program: subprocess.Popen[str]) -> None:
    """Each moment of what a rulebook shows: what is refused and why, what anything leads to, and what it comes to where that is known."""
    burned = set[int]()
    codes = set[object]()
    for rulebook, example in EXAMPLES:
        moments = run_example(rulebook, example)
        states = [each for moment in moments for each in (moment.before, moment.after) if each]
        first, last = states[0], states[-1]
        unknown = {"tricks"} if first.tricks is None else set[str]()
        unknown |= set() if first.points_known and first.tricks is not None else {"result"}
        expected = [step_of(each.before, code_of(each.before, each.action)) for each in moments]
        expected += [] if moments[-1].after is None else [step_of(last, None)]
        position = {"parts": msgspec.to_builtins(position_of(first)), "actions": [str(each.action) for each in moments]}
        game = {"game": rulebook.id, "players": first.game.players, "options": dict(first.game.options)}
        steps = asked(program, {"command": "position", **game, **position})["steps"][: len(expected)]
        assert [but_for(sorted_step(step), unknown) for step in steps] == [
            but_for(step, unknown) for step in expected
        ], example.id
        burned.update(last.burned if isinstance(last, MatchingState) else ())
        codes.update(step["code"] for step in expected if "code" in step)
    assert burned == {0, 1}
    assert set(REFUSALS) - codes == NOT_SHOWN


def but_for(step: dict[str, object], unknown: set[str]) -> dict[str, object]:
    """Return a step without what the position leaves open."""
    return {key: value for key, value in step.items() if key not in unknown}


NOT_CHECKED: Final = {("sedma-three", 3), ("septica", 3), ("hola", 3), ("hola", 6)}
"""Games without two sides that stay the same, and one with cards that are left over for nobody."""


def ending(name: str, players: int, chance: random.Random, options: dict[str, str | int] | None = None) -> State:
    """Return a position of few cards that a deal came to by chance, without a claim where there is another way."""
    state = aceten.load(name, players=players, **(options or {})).deal(seed=chance.randrange(2**32))
    while state.turn is not None and (len(state.talon) > 4 or max(map(len, state.hands)) > 8 // players):
        bids = [action for action in state.legal if isinstance(action, Bid)]
        actions = [action for action in state.legal if not isinstance(action, Claim | Close) and action not in bids[1:]]
        state = state.play(chance.choice(actions or state.legal))
    return state


def verdict(checker: Callable[[bytes], Checked], certificate: Certificate) -> object:
    """Return how many positions a checker has walked for each claim, or what it finds wrong."""
    try:
        return checker(certificate.to_bytes()).positions
    except CertificateError as error:
        return error.problem


def altered(certificate: Certificate, state: State, other: State, chance: random.Random) -> Iterator[Certificate]:
    """Yield certificates that tell something else: of one claim, of its moves, of the options, or about another position."""
    for place, part in enumerate(certificate.parts):
        claim, moves = part.claim, part.moves
        harder = aceten_certificates.Claim(claim.half, claim.number + (1 if claim.half == "at_least" else -1))
        anywhere = chance.randrange(len(moves) + 1)
        for other_part in (
            Part(harder, moves),
            Part(claim, moves[:anywhere] + bytes([chance.randrange(4)]) + moves[anywhere + 1 :]),
            Part(claim, moves[:-1]),
            Part(claim, moves + b"\0"),
        ):
            parts = (*certificate.parts[:place], other_part, *certificate.parts[place + 1 :])
            yield msgspec.structs.replace(certificate, parts=parts)
    yield msgspec.structs.replace(certificate, position=other)
    yield msgspec.structs.replace(certificate, position=msgspec.structs.replace(state, game=other.game))


@needs_coq
@pytest.mark.turns(2)
@pytest.mark.usefixtures("program")
@pytest.mark.parametrize(("name", "players"), [game for game in GAMES if game not in NOT_CHECKED])
def test_certificates_are_checked_alike(name: str, players: int) -> None:
    """The checker that is proved walks as many positions as the other one, and finds the same wrong with what is altered."""
    chance = random.Random(f"{name} {players} {TURN}")
    refused = 0
    for _ in range(sliced(1, whole=50)):
        options = some_options(name, players, chance)
        state, other = ending(name, players, chance), ending(name, players, chance, options)
        if state.turn is None or other.turn is None:
            continue
        points = () if isinstance(state, SuitState) and state.game.rules.score != "table" else ("points",)
        certificate = aceten_solver.certify(state, chance.choice((*points, "deal", "game-points")))
        assert isinstance(verdict(check_with_rocq, certificate), tuple)
        for each in (certificate, *altered(certificate, state, other, chance)):
            found = verdict(check, each)
            assert verdict(check_with_rocq, each) == found, str(each.position)
            refused += isinstance(found, str)
    assert refused


@needs_coq
@pytest.mark.usefixtures("program")
@pytest.mark.skipif(aceten_solver.backend != "native", reason="the search in Python takes minutes for whole deals")
def test_a_deal_with_an_auction_is_checked_alike() -> None:
    """Of an auction that is over it counts who won it, and with how many points, and no other bid."""
    certificate = aceten_solver.certify(aceten.load("auction-sixty-six").deal(seed=3), at_least=260)
    assert check_with_rocq(certificate.to_bytes()).positions == check(certificate).positions


VECTORS: Final = ROOT / "docs" / "certificates" / "vectors"
WITH_ROCQ: Final = ("--with", "rocq")


@needs_coq
@pytest.mark.usefixtures("program")
def test_the_vectors_of_the_format_are_told_apart() -> None:
    """What is right is proved with as many positions as the page says, and what is wrong is refused."""
    index = json.loads((VECTORS / "index.json").read_text())
    for each in index["right"]:
        checked = check_with_rocq(VECTORS / each["file"])
        assert list(checked.positions) == [claim["positions"] for claim in each["proved"]]
    for file in sorted((VECTORS / "wrong").iterdir()):
        with pytest.raises(CertificateError):
            check_with_rocq(file)


@needs_coq
@pytest.mark.usefixtures("program")
@pytest.mark.parametrize(
    ("line", "measure"),
    [
        ("sedma-three/3 hands=QsTs,Th7c,Qd8h lead=2 lone=2", "points"),
        ("zsiros/2 hands=AQT8,AK97 lead=0", "deal"),
    ],
)
def test_what_the_proved_checker_leaves_out_is_said(line: str, measure: Measure) -> None:
    """About a player who plays alone, or where points or tricks are open, it is not asked."""
    certificate = Certificate(aceten.parse_state(line), measure, (Part(aceten_certificates.Claim("at_least", 0), b""),))
    with pytest.raises(CheckerError, match="the checker that is proved"):
        check_with_rocq(certificate.to_bytes())


@needs_coq
@pytest.mark.usefixtures("program")
def test_the_command_tells_what_the_proved_checker_finds(run: Aceten, tmp_path: Path) -> None:
    """``aceten check --with rocq`` tells as many positions as without it, and by whom; what is wrong it refuses for the same reason."""
    right, wrong = VECTORS / "right" / "zsiros-4.certificate", VECTORS / "wrong" / "other-move.certificate"
    proved, usual = (json.loads(run("check", str(right), "--json", *more).out) for more in (WITH_ROCQ, ()))
    assert proved == usual | {"with": "rocq", "relied_on": []}
    assert "relied on: the rules as Rocq has them" in run("check", str(right), *WITH_ROCQ).out
    failed, without = (run("check", str(wrong), "--json", *more) for more in (WITH_ROCQ, ()))
    assert failed.status == without.status == 1
    found, expected = json.loads(failed.out), json.loads(without.out)
    assert found == expected | {"position": found["position"]}  # which Rocq tells with points, not with cards
    strategies = tmp_path / "strategies"
    strategies.write_bytes(b'{"strategies": 1}\n')
    asked = run("check", str(strategies), *WITH_ROCQ)
    assert asked.status == 2
    assert "and no strategies" in asked.err


def test_the_command_wants_one_way_of_checking(run: Aceten, tmp_path: Path) -> None:
    """Another rulebook, or a strict check, is not for the checker that is proved."""
    home = tmp_path / "home.toml"
    home.write_text(HOME, encoding="utf-8")
    for more in (("--strict",), ("--rules", str(home))):
        done = run("check", "anything", *WITH_ROCQ, *more)
        assert done.status == 2
        assert "leave out --strict and --rules" in done.err


def test_a_checker_that_is_not_built_is_told_of(run: Aceten, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the program is neither in the checkout nor anywhere, one sentence says so, and how it is built."""
    monkeypatch.setattr(proved_checker, "_BUILT", tmp_path / "nothing")
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run("check", str(VECTORS / "right" / "zsiros-4.certificate"), *WITH_ROCQ)
    assert (done.status, done.out) == (2, "")
    assert "is not built here; in a checkout, make rocq-tools rocq builds it" in " ".join(done.err.split())
