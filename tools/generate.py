"""Write the files that are generated and checked in: JSON Schemas and test vectors."""

from __future__ import annotations

from pathlib import Path

from aceten.vectors import encode_vectors, make_vectors
from aceten_spec import load_shipped, shipped
from aceten_spec.formats import schemas

SPEC = Path(__file__).parent.parent / "spec" / "aceten_spec"


def main() -> None:
    """Write all of them."""
    for name, schema in schemas().items():
        (SPEC / "schemas" / f"{name}.schema.json").write_text(schema, encoding="utf-8")
    for game in shipped():
        vectors = encode_vectors(make_vectors(load_shipped(game)))
        (SPEC / "vectors" / f"{game}.json").write_text(vectors, encoding="utf-8")


if __name__ == "__main__":
    main()
