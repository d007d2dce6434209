"""The checkers that the documentation shows: written from its page about the format by somebody else, as it were."""

import ast
import hashlib
import json
import random
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from support.checkout import DOCS
from support.slices import TURN, sliced
from tools import certificate_vectors

import aceten
import aceten_certificates
import aceten_solver
from aceten import Claim as Claiming
from aceten import State
from aceten_certificates import Certificate, CertificateError, Claim, Measure, Part

pytestmark = pytest.mark.turns(12)

FOLDER: Final = DOCS / "certificates"
COMMANDS: Final = {
    "zsiros": [sys.executable, str(FOLDER / "check_zsiros.py")],
    "schnapsen": ["node", str(FOLDER / "check_schnapsen.mjs")],
}
INDEX: Final = json.loads((FOLDER / "vectors" / "index.json").read_bytes())
GAMES: Final = [
    pytest.param("zsiros"),
    pytest.param("schnapsen", marks=pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")),
]
each_game = pytest.mark.parametrize("game", GAMES)
PLACES: Final = {"zsiros": (("zsiros", 2, 13), ("zsiros", 4, 16)), "schnapsen": (("schnapsen", 2, 17),)}
"""For each checker games, and how many cards are in play at most."""
DIGEST: Final = hashlib.sha256().digest_size


def said(game: str, file: Path) -> tuple[int, str]:
    """Return the exit status of a checker, and what it prints."""
    done = subprocess.run([*COMMANDS[game], file], capture_output=True, text=True, check=False, timeout=120)  # noqa: S603 - our own files
    assert done.stderr == ""
    return done.returncode, done.stdout


def accepted(game: str, content: bytes, folder: Path) -> tuple[int, ...] | None:
    """Return how many positions a checker walks for each claim; ``None`` where it refuses."""
    file = folder / "asked.certificate"
    file.write_bytes(content)
    status, told = said(game, file)
    assert status == int(told.startswith("not proved: ")), told
    return None if status else tuple(map(int, re.findall(r"proved, (\d+) positions", told)))


def accepted_here(content: bytes) -> tuple[int, ...] | None:
    """Return the same of the reference."""
    try:
        return aceten_certificates.check(content).positions
    except CertificateError:
        return None


def sealed(header: bytes, moves: bytes, packed: bytes) -> bytes:
    """Return a file with its checksum."""
    return header + b"\n" + packed + hashlib.sha256(header + b"\n" + moves).digest()


def opened(content: bytes) -> tuple[bytes, bytes]:
    """Return the header of a file, and its moves."""
    header, _, packed = content[:-DIGEST].partition(b"\n")
    return header, zlib.decompress(packed)


def played(name: str, players: int, cards: int, chance: random.Random) -> State:
    """Return a position of a deal that chance plays, with so many cards in hands, talon and trick at most."""
    state = aceten.load(name, players=players).deal(seed=chance.randrange(10**9))
    while state.turn is not None and state.cards_in_play > cards:
        others = [action for action in state.legal if not isinstance(action, Claiming)]
        state = state.play(chance.choice(others or state.legal))
    return state


def drawn(game: str, count: int) -> Iterator[Certificate]:
    """Yield certificates of positions that chance chooses, another choice for every commit."""
    chance = random.Random(f"{TURN} {game}")
    for name, players, cards in PLACES[game] * count:
        measure = chance.choice(("game-points", "deal")) if game == "schnapsen" else "points"
        yield aceten_solver.certify(played(name, players, chance.randint(1, cards), chance), measure)


# --- What is right ---


@each_game
def test_right_ones_are_accepted(game: str) -> None:
    """What the vectors prove a checker proves, with as many positions; those of another game it refuses."""
    for told in INDEX["right"]:
        status, words = said(game, FOLDER / "vectors" / told["file"])
        assert status == int(not told["game"].startswith(game))
        if status == 0:
            positions = tuple(map(int, re.findall(r"proved, (\d+) positions", words)))
            assert positions == tuple(claim["positions"] for claim in told["proved"])


@each_game
def test_positions_that_chance_chooses(game: str, tmp_path: Path) -> None:
    """A certificate of any position is accepted, and the walk has as many positions as that of the reference."""
    for made in drawn(game, sliced(4, whole=40)):
        content = made.to_bytes()
        assert accepted(game, content, tmp_path) == aceten_certificates.check(content).positions, made.position


@pytest.mark.turns(6)
@each_game
def test_whole_deals(game: str, tmp_path: Path) -> None:
    """So is that of a whole deal."""
    if aceten_solver.backend != "native":
        pytest.skip("the search in Python takes minutes for whole deals")
    deal = aceten.load(game, players=2).deal(seed=sliced(3, whole=TURN))
    content = aceten_solver.certify(deal).to_bytes()
    assert accepted(game, content, tmp_path) == aceten_certificates.check(content).positions


# --- What is wrong ---


@each_game
def test_wrong_ones_are_refused(game: str) -> None:
    """No vector that is wrong is accepted, by the checkers and by the reference."""
    for told in INDEX["wrong"]:
        file = FOLDER / "vectors" / told["file"]
        assert said(game, file)[0] == 1, told
        with pytest.raises(CertificateError):
            aceten_certificates.check(file)


def claiming_more(made: Certificate, place: int) -> Certificate:
    """Return a certificate of which one claim says one more than is so, by the same moves."""
    parts = [*made.parts]
    claim = parts[place].claim
    parts[place] = Part(Claim(claim.half, claim.number + (1 if claim.half == "at_least" else -1)), parts[place].moves)
    return msgspec.structs.replace(made, parts=tuple(parts))


def with_moves(made: Certificate, change: Callable[[bytes], bytes]) -> Certificate:
    """Return a certificate of which the last claim has other moves."""
    *others, last = made.parts
    return msgspec.structs.replace(made, parts=(*others, Part(last.claim, change(last.moves))))


@each_game
def test_changed_ones_are_refused(game: str, tmp_path: Path) -> None:
    """A certificate that was changed, cut, extended or turned round, or that claims one more than is so, is refused by all."""
    for made in drawn(game, sliced(1, whole=12)):
        content = made.to_bytes()
        place = random.Random(TURN).randrange(len(content))
        flipped = bytes([content[place] ^ 1])
        wrong = {
            "changed": content[:place] + flipped + content[place + 1 :],
            "cut": content[:place],
            "extended": content + b"\n",
            "more": claiming_more(made, 0).to_bytes(),
            "less": claiming_more(made, -1).to_bytes(),
            "turned": msgspec.structs.replace(made, parts=made.parts[::-1]).to_bytes(),
            "over": with_moves(made, lambda moves: moves + b"\0").to_bytes(),
        }
        if made.parts[-1].moves:
            wrong["missing"] = with_moves(made, lambda moves: moves[:-1]).to_bytes()
            wrong["unknown"] = with_moves(made, lambda moves: b"\xff" + moves[1:]).to_bytes()
        for name, each in wrong.items():
            assert accepted(game, each, tmp_path) is None, (name, made.position)
            assert accepted_here(each) is None, (name, made.position)


@each_game
def test_other_moves_are_judged_alike(game: str, tmp_path: Path) -> None:
    """Where the moves are others, a checker and the reference say the same of them."""
    chance = random.Random(f"{TURN} moves")
    for made in drawn(game, sliced(3, whole=40)):

        def other(moves: bytes) -> bytes:
            place = chance.randrange(len(moves)) if moves else 0
            return moves[:place] + bytes([chance.randrange(3)]) + moves[place + 1 :]

        content = with_moves(made, other).to_bytes()
        assert accepted(game, content, tmp_path) == accepted_here(content), made.position


ODD: Final[list[Any]] = [10**400, *json.loads('[null, true, -1, 4294967297, 1.5, "", "1", [], {}, [[]], [{}]]')]
"""What may stand in a header where something else is expected."""


def odd_headers(header: dict[str, Any]) -> Iterator[str]:
    """Yield headers of which one thing is another, is missing or is too much."""
    claim = header["claims"][0]
    for key in header:
        yield from (json.dumps(header | {key: odd}) for odd in ODD)
        yield json.dumps({other: header[other] for other in header if other != key})
    for key in claim:
        yield from (json.dumps(header | {"claims": [claim | {key: odd}]}) for odd in ODD if odd != -1 or key == "moves")
    for more in ({"at_most": None}, {"at_most": 1}, {"more": 1}):
        yield json.dumps(header | {"claims": [claim | more]})
    yield json.dumps(header | {"more": 1})
    yield from (
        "",
        "[]",
        "null",
        "{",
        json.dumps(header) + " ,",
        "\ufeff" + json.dumps(header),
        "[" * 60_000,
        " " * 65_536,
    )


@each_game
def test_odd_headers_are_refused(game: str, tmp_path: Path) -> None:
    """A header that is not as the page says is refused, and nothing else happens."""
    line = {
        "zsiros": "zsiros/2 hands=A,9 lead=0",
        "schnapsen": "schnapsen/2 hands=Ac,Kc lead=0 points=60,45 tricks=4,5 trump=s",
    }
    state = aceten.parse(line[game])
    assert isinstance(state, State)
    measure: Measure = "points" if game == "zsiros" else "deal"
    content = aceten_solver.certify(state, measure, at_least=-1).to_bytes()
    header, moves = opened(content)
    packed = zlib.compress(moves)
    assert accepted(game, sealed(header, moves, packed), tmp_path) == accepted_here(content) is not None
    for number, odd in enumerate(odd_headers(json.loads(header))):
        each = sealed(odd.encode(), moves, packed)
        assert accepted_here(each) is None, odd[:200]
        if (number + TURN) % sliced(4, whole=1) == 0:
            assert accepted(game, each, tmp_path) is None, odd[:200]


@each_game
def test_what_is_packed_otherwise(game: str, tmp_path: Path) -> None:
    """One stream of zlib is read however well it is packed; what is cut, followed by something, or packed otherwise is refused."""
    made = next(drawn(game, 1))
    header, moves = opened(made.to_bytes())
    best = zlib.compress(moves, 9)
    for level in (0, 1, 9):
        content = sealed(header, moves, zlib.compress(moves, level))
        assert accepted(game, content, tmp_path) == accepted_here(content) == accepted_here(made.to_bytes()) is not None
    bomb = zlib.compress(bytes(2**24), 9)
    for packed in (b"", best[:-1], best + b"\0", best + best, moves, zlib.compress(moves, 9, -15), bomb):
        content = sealed(header, moves, packed)
        assert accepted(game, content, tmp_path) is None
        assert accepted_here(content) is None


def test_a_position_without_two_sides_is_refused() -> None:
    """Where three play for themselves nothing can be proved, and a certificate that names such a position is none."""
    position = aceten.parse("hola/3 hands=A9,K7,Q2 lead=0")
    header = {"certificate": 1, "rules": position.game.digest, "position": str(position), "measure": "points"}
    told = json.dumps(header | {"claims": [{"at_least": 0, "moves": 0}]})
    with pytest.raises(CertificateError, match="two sides"):
        aceten_certificates.check(sealed(told.encode(), b"", zlib.compress(b"")))


# --- The files themselves ---


def test_vectors_are_current() -> None:
    """The vectors are what the tool makes: the same claims, moves and words; how they are packed another zlib may decide otherwise."""
    assert certificate_vectors.index() == INDEX
    kept = {file.relative_to(FOLDER / "vectors").as_posix() for file in (FOLDER / "vectors").rglob("*.certificate")}
    assert kept == {told["file"] for told in chain(INDEX["right"], INDEX["wrong"])}
    for name, made in certificate_vectors.right().items():
        content = (FOLDER / "vectors" / "right" / f"{name}.certificate").read_bytes()
        assert opened(content) == opened(made)
        assert content[-DIGEST:] == made[-DIGEST:]
    for told in INDEX["right"]:
        assert certificate_vectors.proved((FOLDER / "vectors" / told["file"]).read_bytes()) == told["proved"]


def test_the_checkers_know_nothing_of_the_project() -> None:
    """They import nothing but the library of their language."""
    tree = ast.parse((FOLDER / "check_zsiros.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names]
    assert len(names) == len(imports)
    assert set(names) <= sys.stdlib_module_names
    text = (FOLDER / "check_schnapsen.mjs").read_text(encoding="utf-8")
    sources = re.findall(r'\bfrom "([^"]+)"', text)
    assert len(sources) == len(re.findall(r"\bimport\b", text)) > 0
    assert all(source.startswith("node:") for source in sources)


def test_what_cannot_be_read_is_said() -> None:
    """A file that is not there is no proof."""
    assert said("zsiros", FOLDER / "nothing")[0] == 1
    if shutil.which("node") is not None:
        assert said("schnapsen", FOLDER / "nothing")[0] == 1
