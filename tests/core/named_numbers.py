"""Where the numbers of a field stand in a list that the core is given."""

from collections.abc import Mapping, Sequence
from importlib import resources

from aceten_solver.native import manifest

TABLE = (resources.files("aceten_solver.native") / "manifest.txt").read_text(encoding="utf-8")


def places(title: str, numbers: Sequence[int]) -> dict[str, int]:
    """Return by the name of each field where its numbers begin, after the length of a list."""
    found: dict[str, int] = {}
    place = 0
    for field in manifest.read(TABLE)[title]:
        found[field.name] = place
        many = field.times.strip("[]")
        if many in {"*", "**", "{}"}:
            found[field.name] += 1
            count, place = numbers[place], place + 1
            for _ in range(count):
                place += {"*": 1, "**": 1 + numbers[place], "{}": len(field.columns)}[many]
        else:
            place += 1 if not many else int(many) if many.isdecimal() else numbers[found[many]]
    assert place == len(numbers)
    return found


def changed(title: str, numbers: Sequence[int], others: Mapping[str, int]) -> list[int]:
    """Return a list in which some numbers are others: those of a field by its name, any but the first with its place, ``won 2``."""
    begins = places(title, numbers)
    after = list(numbers)
    for key, number in others.items():
        name, _, place = key.partition(" ")
        after[begins[name] + int(place or 0)] = number
    return after
