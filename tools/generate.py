"""Write what is generated and checked in: schemas, test vectors, certificates, records of deals, and the picture that the README shows."""

from __future__ import annotations

from pathlib import Path

from tools import certificate_vectors, deal_records

import aceten
import aceten_solver
from aceten.conformance.vectors import write_vectors
from aceten_spec import load_shipped, shipped
from aceten_spec.formats import schemas

ROOT = Path(__file__).parents[1]
SPEC = ROOT / "spec" / "aceten_spec"
SHOWN = "zsiros/4 hands=AhAcOd7s,ThTc9d7h,KcKd8s7c,AsOhUd7d points=10,20 tricks=2,2"
"""The position that the README solves first."""


def main() -> None:
    """Write all of them."""
    for name, schema in schemas().items():
        (SPEC / "schemas" / f"{name}.schema.json").write_text(schema, encoding="utf-8")
    picture = aceten_solver.solve(aceten.parse(SHOWN)).picture()
    (ROOT / "docs" / "_static" / "solution.svg").write_text(f"{picture}\n", encoding="utf-8")
    for name in deal_records.DEALS:
        (deal_records.FOLDER / f"{name}.jsonl").write_text(deal_records.record_of(name), encoding="utf-8")
    certificate_vectors.write()
    write_vectors(map(load_shipped, shipped()), SPEC / "vectors")


if __name__ == "__main__":
    main()
