"""Packs compiled modules for the folder, ours and those of the library that they use; ``modules.mjs`` runs it in the folder's Python."""

import gzip
import importlib.util
import json
import marshal
import sys
import zipfile
from pathlib import Path
from typing import Final

OWN: Final = Path("/lib/python3.14/site-packages")
LIBRARY: Final = Path("/lib/python314.zip")
POSITION: Final = "zsiros/2 hands=AQT8,AK97 points=30,20 tricks=6,6 lead=0"
ASKED: Final[dict[str, dict[str, object]]] = {
    "look": {"position": POSITION, "language": "hu"},
    "kit": {"game": "schnapsen/2"},
    "read": {"text": POSITION},
    "deals": {"deals": [{"position": POSITION}]},
    "record": {"deals": [{"position": POSITION}]},
    "picture": {"position": POSITION},
    "deal": {"game": "sixty-six/2"},
    "machine": {"position": POSITION},
    "puzzle": {"game": "zsiros/2"},
    "attempt": {"position": POSITION},
    "rules": {"game": "zsiros/2", "words": "ász", "language": "hu"},
    "hint": {"position": POSITION},
    "lesson": {"position": POSITION},
    "match": {"deals": [{"position": POSITION}]},
    "course": {"game": "zsiros/4"},
    "values": {"position": POSITION},
    "review": {"position": POSITION, "actions": ["Q"]},
    "fair": {"position": POSITION, "actions": ["Q"], "seat": 0},
}
"""A question of each kind, so that everything is loaded that any needs."""
KEPT: Final = {
    "encodings",
    "traceback",
    "linecache",
    "tokenize",
    "token",
    "warnings",
    "locale",
    "gettext",
    "zipfile",
    "shutil",
    "tarfile",
}
"""What of the library is there in any case: archives are unpacked by it, and errors told."""


def ask() -> None:
    """Ask one question of each kind."""
    from aceten_board.questions import FOLLOWED, QUESTIONS, answered, followed  # noqa: PLC0415 - after what is there has been listed

    if ASKED.keys() != {*QUESTIONS, *FOLLOWED}:
        raise SystemExit("modules.py: ASKED has other questions than the page asks")
    for name, body in ASKED.items():
        text = json.dumps(body).encode()
        told = (
            answered("POST", f"/api/{name}", text)
            if name in QUESTIONS
            else followed(f"/api/{name}", text, lambda: False)
        )
        if getattr(told, "status", 200) not in {200, 422} or not list(told):
            raise SystemExit(f"modules.py: {name} is not answered")


def compiled(source: bytes, name: str) -> bytes:
    """Return a module as Python keeps it, without what only readers need."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def ready(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files in the order of their names; modules become compiled ones."""
    return {
        f"{name}c" if name.endswith(".py") else name: compiled(data, name) if name.endswith(".py") else data
        for name, data in sorted(files.items())
    }


def pack(target: str, files: dict[str, bytes]) -> None:
    """Write what ``packed.mjs`` reads. As in the other archive nothing depends on the day."""
    told = json.dumps([(name, len(data)) for name, data in files.items()])
    Path(target).write_bytes(gzip.compress(b"\n".join([told.encode(), b"".join(files.values())]), mtime=0))


def zipped(target: str, files: dict[str, bytes]) -> None:
    """Write an archive of which Python loads modules one by one."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            told = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            told.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(told, data)


def main() -> None:
    """Write both archives."""
    own = {str(file.relative_to(OWN)): file.read_bytes() for file in OWN.rglob("*") if file.is_file()}
    ask()
    used = {name.partition(".")[0] for name in sys.modules} | KEPT
    with zipfile.ZipFile(LIBRARY) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        library = {name: archive.read(name) for name in names if name.partition("/")[0].partition(".")[0] in used}
    pack("/aceten.packed", ready({name: data for name, data in own.items() if not name.endswith(".pyc")}))
    zipped("/library.zip", ready(library))


if __name__ == "__main__":
    main()
