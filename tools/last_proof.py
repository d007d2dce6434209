"""Write when everything was last proved, and how long it took, for the page on proofs: ``aceten prove --again --json`` into this.

``make prove`` does it where all games are proved. What the page says is of that day: code that has changed since is proved again by whoever
runs it, and by a slice in every run of the tests.
"""

from __future__ import annotations

import datetime as dt
import json
import sys
import time
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parents[1] / "docs" / "last_proof.json"
"""What is written."""


def main() -> None:
    """Read what is proved, game by game as it comes, pass it on, and write the sum where all of it was.

    :raises SystemExit: with 1 where something is not proved.
    """
    begun, games, theorems, obligations = time.monotonic(), 0, 0, 0
    for line in sys.stdin:
        game = json.loads(line)
        wrong = [theorem["id"] for theorem in game["theorems"] if theorem["verdict"] != "proved"]
        if wrong:
            sys.exit(f"{game['game']}: not proved: {', '.join(wrong)}")
        games += 1
        theorems += len(game["theorems"])
        obligations += sum(len(theorem["obligations"]) for theorem in game["theorems"])
        sys.stdout.write(f"{game['game']}: {len(game['theorems'])} theorems\n")
        sys.stdout.flush()
    if not games:
        sys.exit("nothing was proved")
    told = {
        "day": dt.datetime.now(dt.UTC).date().isoformat(),  # noqa: TID251 - the day is what is asked for
        "games": games,
        "theorems": theorems,
        "obligations": obligations,
        "minutes": round((time.monotonic() - begun) / 60, 1),
    }
    FILE.write_text(json.dumps(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
