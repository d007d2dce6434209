"""Write what is generated and checked in: JSON Schemas, test vectors, and records of matches."""

from __future__ import annotations

from pathlib import Path

from aceten.conformance.vectors import write_vectors
from aceten_spec import load_shipped, shipped
from aceten_spec.formats import schemas

SPEC = Path(__file__).parents[1] / "spec" / "aceten_spec"


def main() -> None:
    """Write all of them."""
    for name, schema in schemas().items():
        (SPEC / "schemas" / f"{name}.schema.json").write_text(schema, encoding="utf-8")
    write_vectors(map(load_shipped, shipped()), SPEC / "vectors")


if __name__ == "__main__":
    main()
