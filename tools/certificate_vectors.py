"""Certificates for who writes a checker, right ones and wrong ones; ``make generate`` writes them into the documentation."""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

import aceten
import aceten_certificates
import aceten_solver
from aceten_certificates import Certificate, Claim, Part

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER: Final = Path(__file__).parents[1] / "docs" / "certificates" / "vectors"
"""Where they lie, and beside them ``index.json``, which says what each proves, or what is wrong with it."""

RIGHT: Final[dict[str, tuple[str, aceten_certificates.Measure]]] = {
    "zsiros-2": ("zsiros/2 hands=AQT8,AK97 lead=0", "points"),
    "zsiros-2-talon": ("zsiros/2 hands=AQT8,AK97 talon=9TKA7Q lead=1", "points"),
    "zsiros-4": ("zsiros/4 hands=AQ7,T97,K87,AQ7 lead=2 points=30,0 tricks=2,2", "points"),
    "zsiros-4-round": ("zsiros/4 hands=K7,T9,87,A8 lead=0 trick=K7QT points=20,0 tricks=3,1", "points"),
    "schnapsen": (
        "schnapsen/2 hands=AcKsKdQhTc,JcJsJhThTd talon=AdQsAhQd lead=0 taken=AsKcQcTs,KhJd dealer=0",
        "game-points",
    ),
    "schnapsen-talon": (
        "schnapsen/2 hands=QsQdJcJdTd,AdKcKdJhTc talon=QhAhAcJs lead=1 taken=AsQc,KsKhTsTh dealer=0 melds=0,20 shown=-,Kc",
        "deal",
    ),
    "schnapsen-closed": (
        "schnapsen/2 hands=AcKhJcTs,AdQcQdTh talon=JhKsTdTcKdQs lead=1 points=0,33 tricks=0,3 closed=1,0,0,2 melds=0,20",
        "game-points",
    ),
    "schnapsen-marriage": (
        "schnapsen/2 hands=AdKcQcQhTd,KsKdJcJdTh talon=KhQsTsAh lead=0 taken=AcAsQdJsJhTc,- dealer=0 melds=0,20 shown=-,Kd",
        "game-points",
    ),
    "schnapsen-below-33": (
        "schnapsen/2 hands=AhKsQcJhTs,KdQhJcJsJd talon=TdAsAdQsAcKc lead=1 taken=KhTh,QdTc dealer=0",
        "game-points",
    ),
    "schnapsen-at-33": (
        "schnapsen/2 hands=KcQdJhThTd,KdQcQsTcTs talon=JcAsJdAc lead=0 taken=AhAdKsKhQhJs,- dealer=0",
        "game-points",
    ),
    "schnapsen-to-close": (
        "schnapsen/2 hands=AsKhQsQdJs,AhAdQcJhTh talon=JcJd lead=0 taken=KdQhTcTd,AcKcKsTs dealer=0 melds=20,0 shown=Kh,-",
        "game-points",
    ),
    "schnapsen-closed-early": (
        "schnapsen/2 hands=AdQcJcTd,AcAsQdJh talon=KdJsTsAhQhKc lead=1 taken=-,KsKhQsJdTcTh dealer=0 closed=1,0,0,2",
        "game-points",
    ),
    "schnapsen-exhausted": (
        "schnapsen/2 hands=AcKhQh,AsKcTc lead=0 points=19,58 tricks=2,5 trump=d melds=0,40",
        "game-points",
    ),
}
"""Positions, and what is counted."""

PACKED: Final = "zsiros-2-talon"
"""The one of them that is there a second time, with moves that are packed without being made shorter."""


@functools.cache
def certificate(name: str) -> Certificate:
    """Return one of :data:`RIGHT`."""
    line, measure = RIGHT[name]
    return aceten_solver.certify(aceten.parse(line), measure)


def _flipped(name: str) -> bytes:
    content = bytearray(certificate(name).to_bytes())
    content[-1] ^= 1
    return bytes(content)


def _cut(name: str) -> bytes:
    return certificate(name).to_bytes()[:-1]


def _extended(name: str) -> bytes:
    return certificate(name).to_bytes() + b"\0"


def _with_header(name: str, written: str, instead: str) -> bytes:
    header, moves = _parts(name)
    return _sealed(header.replace(written.encode("ascii"), instead.encode("ascii"), 1), moves, zlib.compress(moves, 9))


def _more_packed(name: str) -> bytes:
    header, moves = _parts(name)
    return _sealed(header, moves, zlib.compress(moves, 9) + b"\0")


def _packed_otherwise(name: str) -> bytes:
    header, moves = _parts(name)
    return _sealed(header, moves, zlib.compress(moves, 0))


def _parts(name: str) -> tuple[bytes, bytes]:
    """Return the header of one of :data:`RIGHT`, and its moves."""
    header, line_feed, _ = certificate(name).to_bytes().partition(b"\n")
    return header + line_feed, b"".join(part.moves for part in certificate(name).parts)


def _sealed(header: bytes, moves: bytes, packed: bytes) -> bytes:
    """Return a file with its checksum."""
    return header + packed + hashlib.sha256(header + moves).digest()


def _with_parts(name: str, change: Callable[[tuple[Part, ...]], tuple[Part, ...]]) -> bytes:
    made = certificate(name)
    return msgspec.structs.replace(made, parts=change(made.parts)).to_bytes()


def _with_moves(name: str, change: Callable[[bytes], bytes]) -> bytes:
    """Return the file in which the last claim has other moves."""
    return _with_parts(name, lambda parts: (*parts[:-1], Part(parts[-1].claim, change(parts[-1].moves))))


def _claiming_more(name: str) -> bytes:
    """Return the file that claims one more of *at least*, with the moves that it has."""

    def more(parts: tuple[Part, ...]) -> tuple[Part, ...]:
        first, *others = parts
        return (Part(Claim(first.claim.half, first.claim.number + 1), first.moves), *others)

    return _with_parts(name, more)


def _other_rules() -> tuple[str, str]:
    usual, other = aceten.load("zsiros", players=2), aceten.load("zsiros", players=2, tie="draw")
    return usual.digest, other.digest


WRONG: Final[dict[str, tuple[str, str, Callable[[], bytes]]]] = {
    "no-header": ("header", "nothing is there", lambda: b""),
    "other-version": (
        "header",
        "version 2 of the format",
        lambda: _with_header("zsiros-2", '"certificate": 1', '"certificate": 2'),
    ),
    "claims-turned": (
        "header",
        "at_most stands before at_least",
        lambda: _with_parts("zsiros-2", lambda parts: parts[::-1]),
    ),
    "no-checksum": ("checksum", "it ends after the header", lambda: _parts("zsiros-2")[0]),
    "cut": ("packing", "the last byte is missing", lambda: _cut("zsiros-2")),
    "extended": ("packing", "one byte follows the checksum", lambda: _extended("schnapsen-closed")),
    "changed": ("checksum", "its last bit is another", lambda: _flipped("schnapsen")),
    "other-rules": (
        "rules",
        "the hash is that of zsiros/2 with tie=draw, and the position has no such option",
        lambda: _with_header("zsiros-2", *_other_rules()),
    ),
    "five-aces": ("position", "it has five aces", lambda: _with_header("zsiros-2", "AQT8,AK97", "AAA8,AA97")),
    "more-packed": (
        "packing",
        "one byte stands between the packed moves and the checksum",
        lambda: _more_packed("zsiros-2"),
    ),
    "move-missing": (
        "moves",
        "the last move is missing",
        lambda: _with_moves("schnapsen-closed", lambda told: told[:-1]),
    ),
    "move-over": ("moves", "one move is left over", lambda: _with_moves("zsiros-4", lambda told: told + b"\0")),
    "no-such-move": (
        "moves",
        "the first move of at_most is 9",
        lambda: _with_moves("zsiros-4", lambda told: b"\x09" + told[1:]),
    ),
    "other-move": (
        "claim",
        "the first move of at_most is another action, which does not prove it",
        lambda: _with_moves("zsiros-2-talon", lambda told: bytes([told[0] + 1]) + told[1:]),
    ),
    "one-more": ("claim", "at_least is one more than the moves prove", lambda: _claiming_more("zsiros-4-round")),
    "game-point-more": (
        "claim",
        "at_least is one more than the moves prove",
        lambda: _claiming_more("schnapsen-exhausted"),
    ),
}
"""What kind of fault each has, the fault in words, and what makes the file."""


def proved(content: bytes) -> list[dict[str, int]]:
    """Return what a right one proves, with how many positions are walked for it."""
    checked = aceten_certificates.check(content)
    return [
        {claim.half: claim.number, "positions": positions}
        for claim, positions in zip(checked.claims, checked.positions, strict=True)
    ]


def right() -> dict[str, bytes]:
    """Return the right ones by their names."""
    found = {name: certificate(name).to_bytes() for name in RIGHT}
    return found | {f"{PACKED}-stored": _packed_otherwise(PACKED)}


def index() -> dict[str, list[dict[str, object]]]:
    """Return what ``index.json`` says."""
    told_right: list[dict[str, object]] = [
        {"file": f"right/{name}.certificate", "game": name.split("-")[0], "proved": proved(content)}
        for name, content in right().items()
    ]
    told_wrong: list[dict[str, object]] = [
        {"file": f"wrong/{name}.certificate", "fault": fault, "why": why} for name, (fault, why, _) in WRONG.items()
    ]
    return {"right": told_right, "wrong": told_wrong}


def write() -> None:
    """Write all of them, and nothing else."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    files = {f"right/{name}": content for name, content in right().items()}
    files |= {f"wrong/{name}": made() for name, (_, _, made) in WRONG.items()}
    for name, content in files.items():
        file = FOLDER / f"{name}.certificate"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    rows = {
        kind: "[\n" + ",\n".join(f"    {json.dumps(row)}" for row in rows) + "\n  ]" for kind, rows in index().items()
    }
    text = ",\n".join(f'  "{kind}": {told}' for kind, told in rows.items())
    (FOLDER / "index.json").write_text(f"{{\n{text}\n}}\n", encoding="utf-8")
