"""Certificates of random positions of every game: they are right, in two ways; and what is changed proves nothing that is not so."""

import hashlib
import json
import random
import zlib
from collections.abc import Iterator
from typing import Final

import pytest
from support.slices import TURN, sliced

import aceten_solver
from aceten import AcetenError, Claim, State, UsageError, load, parse
from aceten.conformance.questions.option_rows import load_row, option_rows
from aceten_certificates import Certificate, CertificateError, Part, check
from aceten_certificates import Claim as Claimed
from aceten_certificates.claims import sides_of
from aceten_solver import OBJECTIVES, Objective, Solver
from aceten_solver.question.objectives import merit_by
from aceten_spec import load_shipped, shipped

pytestmark = pytest.mark.turns(6)

GAMES: Final = [(name, players) for name in shipped() for players in load_shipped(name).parameters.players]
EACH: Final = sliced(2, whole=45)
"""How many positions of each game are tried."""
CHANGES: Final = sliced(12, whole=120)
"""How often each certificate is changed."""
TRIES: Final = 6
"""How many deals are played for each position, where some have not two sides, or end too soon."""
CARDS: Final = sliced(9, whole=12)
"""So many cards are in play at most."""


def endings(name: str, players: int, count: int, source: random.Random) -> Iterator[State]:
    """Yield positions near the end of deals that two sides play, in the game as it is or with options."""
    rulebook = load_shipped(name)
    rows = option_rows(rulebook, players)
    for _ in range(TRIES * count):
        game = (
            load_row(rulebook, players, source.choice(rows)) if source.random() < 0.5 else load(name, players=players)
        )
        state, late = game.deal(seed=source.randrange(10**6)), list[State]()
        while state.turn is not None:
            state = state.play(
                source.choice([action for action in state.legal if not isinstance(action, Claim)] or state.legal)
            )
            if state.cards_in_play <= CARDS:
                late.append(state)
        if late and state.teams is not None and len(state.teams) == 2:
            yield source.choice(late)
            count -= 1
        if not count:
            return


def certified(name: str, players: int, count: int, salt: str) -> Iterator[tuple[State, Objective, int, Certificate]]:
    """Yield positions with an objective, their value by the solver and their certificate."""
    source = random.Random(f"{name}/{players} {salt} {TURN}")
    with Solver() as solver:
        for state in endings(name, players, count, source):
            for objective in source.sample(OBJECTIVES, len(OBJECTIVES)):
                try:
                    value = solver.value(state, objective)
                except aceten_solver.ObjectiveError:
                    continue
                assert value is not None
                made = aceten_solver.certify(state, objective, solver=solver)
                yield state, objective, merit_by(value, objective), made
                break


@pytest.mark.parametrize(("name", "players"), GAMES, ids=str)
def test_certificates_are_right(name: str, players: int) -> None:
    """Each half of the value is proved, also by a walk that takes nothing for alike; the file gives the certificate again."""
    for state, objective, value, made in certified(name, players, EACH, "right"):
        found = check(made)
        assert found.claims == (Claimed("at_least", value), Claimed("at_most", value)), str(state)
        assert (str(found.position), found.measure) == (str(state), objective)
        strict = check(made.to_bytes(), strict=True)
        assert (strict.claims, strict.digest) == (found.claims, made.digest)
        assert all(one >= other for one, other in zip(strict.positions, found.positions, strict=True))


@pytest.mark.parametrize(("name", "players"), GAMES, ids=str)
def test_more_is_not_proved(name: str, players: int) -> None:
    """One more than can be had is refused when it is asked for, and by the check of the same moves, in both ways."""
    for state, objective, value, made in certified(name, players, EACH, "more"):
        more = (Claimed("at_least", value + 1), Claimed("at_most", value - 1))
        for part, claim in zip(made.parts, more, strict=True):
            wrong = Certificate(state, made.measure, (Part(claim, part.moves),))
            for strict in (False, True):
                with pytest.raises(CertificateError):
                    check(wrong, strict=strict)
            with pytest.raises(UsageError, match="it is not so"):
                aceten_solver.certify(
                    state,
                    objective,
                    at_least=claim.number if claim is more[0] else None,
                    at_most=claim.number if claim is more[1] else None,
                )


@pytest.mark.parametrize(("name", "players"), GAMES, ids=str)
def test_what_a_side_can_be_sure_of_is_its_value(name: str, players: int) -> None:
    """So much is secured, and less, but not more, by both searches: it is what the moves of certificates are found by."""
    for state, objective, value, _ in certified(name, players, EACH, "sure"):
        for backend in (None, "python"):
            with Solver(backend=backend) as solver:
                sure = [solver.secures(state, value + more, objective) for more in (-1, 0, 1)]
            assert sure == [True, True, False], (str(state), objective, backend)


def changed(made: Certificate, source: random.Random) -> bytes:
    """Return the file of a certificate in which something is other than it was, with the checksum of what it has now."""
    line, _, body = made.to_bytes()[:-32].partition(b"\n")
    header, moves = json.loads(line), bytearray(zlib.decompress(body))
    match source.randrange(7):
        case 0 if moves:
            moves[source.randrange(len(moves))] = source.choice((0, 1, 2, 3, 255))
        case 1 if moves:
            del moves[source.randrange(len(moves)) :]
        case 2:
            moves += bytes(source.choices((0, 1), k=source.randint(1, 9)))
        case 3:
            claim = source.choice(header["claims"])
            half = "at_least" if "at_least" in claim else "at_most"
            claim[half] += source.choice((-30, -10, -1, 1, 10, 30))
        case 4:
            claim = source.choice(header["claims"])
            claim["moves"] = max(0, claim["moves"] + source.choice((-1, 1, 1000)))
        case 5:
            header["measure"] = source.choice(OBJECTIVES)
        case _:
            header["position"] = moved(header["position"], source)
    line = json.dumps(header).encode() + b"\n"
    return line + zlib.compress(bytes(moves)) + hashlib.sha256(line + bytes(moves)).digest()


def moved(line: str, source: random.Random) -> str:
    """Return a position line in which two letters have changed places."""
    letters = list(line)
    one, other = (source.randrange(len(letters)) for _ in range(2))
    letters[one], letters[other] = letters[other], letters[one]
    return "".join(letters)


@pytest.mark.parametrize(("name", "players"), GAMES, ids=str)
def test_what_is_changed_proves_only_what_is_so(name: str, players: int) -> None:
    """A changed certificate is refused with a reason, or its claims are so: the search is the judge."""
    source = random.Random(f"{name}/{players} changed {TURN}")
    for _, _, _, made in certified(name, players, EACH, "changed"):
        for _ in range(CHANGES):
            file = changed(made, source)
            try:
                found = check(file, most=100_000)
            except CertificateError:
                continue
            for claim in found.claims:
                assert is_so(found.position, found.measure, claim), file


def is_so(state: State, objective: Objective, claim: Claimed) -> bool:
    """Whether a claim is so by the solver; where that says nothing of such an objective, by all plays."""
    try:
        with Solver() as solver:
            value = solver.value(state, objective)
    except AcetenError:
        return claim.holds(by_all_plays(state, objective))
    assert value is not None
    return claim.holds(merit_by(value, objective))


def by_all_plays(state: State, objective: Objective) -> int:
    """Return what a position comes to, by trying everything."""
    first, second = sides_of(state)
    if state.turn is None:
        result = state.result
        assert result is not None
        match objective:
            case "points":
                return sum(result.points[side] for side in first)
            case "deal":
                assert result.winners is not None
                return any(side in first for side in result.winners) - any(side in second for side in result.winners)
            case _:
                assert result.game_points is not None
                return result.game_points[first[0]] - result.game_points[second[0]]
    choose = max if state.game.sides[state.turn] in first else min
    return choose(by_all_plays(state.play(action), objective) for action in state.legal)


def test_only_positions_with_two_sides_have_certificates() -> None:
    """Where it is open who plays against whom nothing is certified, and no such file is taken."""
    state = load("sedma-three").deal(seed=1)
    with pytest.raises(UsageError, match="nobody is known to hold"):
        aceten_solver.certify(state)
    made = Certificate(state, "points", (Part(Claimed("at_least", 0), b""),))
    with pytest.raises(AcetenError, match="two sides"):
        check(made)


def test_a_finished_deal_has_a_certificate_without_moves() -> None:
    """There is nothing to be told of it, and what it came to is checked."""
    state = parse("zsiros/2 hands=9,8 lead=1")
    while state.turn is not None:
        state = state.play(state.legal[0])
    made = aceten_solver.certify(state)
    assert [part.moves for part in made.parts] == [b"", b""]
    assert check(made).positions == (0, 0)
