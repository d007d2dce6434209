"""Rulebooks that state their differences from another: ``extends = "zsiros"`` and what is not the same.

- Of a table (``parameters``, ``by_players``, ``options``, ``refusals``, ``names``, ``glossary``, ``documents``) the keys that are
  given replace the parent's, whole values at a time; the others are the parent's.
- The parent's clauses and decisions hold under the new rulebook's own prefix: ``ZS-PLAY-4`` becomes ``MY-PLAY-4``. One that is given
  again changes only in the keys that are given; a new one comes after the others of its topic.
- What the parent says about a number of players that the new rulebook does not have is left out.
- ``without`` names, without prefix, the clauses that do not hold; their decisions go with them, and the options that refer to them.
- Examples are not inherited, as their positions name the parent's game, nor are aliases.

Errors count clauses and decisions in the rulebook that results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, cast

from aceten_spec.errors import RulebookError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

Data: TypeAlias = "dict[str, object]"
"""A rulebook as it stands in its file."""

_TABLES: Final = ("parameters", "by_players", "options", "refusals", "names", "glossary", "documents")
_LISTS: Final = {"clauses": "id", "decisions": "clause"}
_OWN: Final = ("examples", "without", "extends", "aliases")


def inherit(child: Data, parent: Data, source: str) -> Data:
    """Return the data of a rulebook with all that it has from its parent.

    Values of a wrong type are left as they are, for whoever reads the result to refuse.

    :param source: the name of the child's file, for errors.
    :raises RulebookError: when it has no prefix of its own, or is without a clause that the parent does not have.
    """
    prefix = child.get("prefix")
    if not isinstance(prefix, str) or not prefix:
        raise RulebookError(
            source=source, key="prefix", problem="missing", expected="the first part of this rulebook's ids"
        )
    old = str(parent["prefix"])
    base = cast(
        "Data", _renamed({key: value for key, value in parent.items() if key not in _OWN}, f"{old}-", f"{prefix}-")
    )
    merged: Data = {"examples": [], **base, **child}
    for key in _TABLES:
        table = _table(child.get(key, {}))
        if table is not None:
            merged[key] = {**cast("Data", base.get(key, {})), **table}
    dropped = _dropped(child, base, f"{prefix}-", source)
    for key, name in _LISTS.items():
        given = child.get(key, [])
        if isinstance(given, list):
            kept = [entry for entry in cast("list[Data]", base[key]) if entry[name] not in dropped]
            merged[key] = _merged(kept, cast("list[object]", given), name)
    _keep_players(merged, child)
    own = _table(child.get("options", {})) or {}
    options = _table(merged["options"])
    if options is not None:
        merged["options"] = {
            name: option
            for name, option in options.items()
            if name in own or str(_get(option, "clause")) not in dropped
        }
        gone = set(cast("Data", base["options"])) - set(_table(merged["options"]) or {})
        _drop_choices(merged, cast("list[Data]", base["decisions"]), gone)
    return merged


def _drop_choices(merged: Data, inherited: list[Data], gone: set[str]) -> None:
    """Leave the parent's decisions without what could be chosen by options that are gone."""
    decisions = merged["decisions"]
    if not isinstance(decisions, list):
        return
    fixed = [entry for entry in inherited if entry.get("parameter") in gone]
    merged["decisions"] = [
        _without_choice(cast("Data", entry)) if any(entry is one for one in fixed) else entry
        for entry in cast("list[object]", decisions)
    ]


def _without_choice(decision: Data) -> Data:
    kept = {key: value for key, value in decision.items() if key != "parameter"}
    alternatives = cast("list[Data]", decision.get("alternatives", []))
    kept["alternatives"] = [
        {key: value for key, value in alternative.items() if key != "value"} for alternative in alternatives
    ]
    return kept


def _keep_players(merged: Data, child: Data) -> None:
    """Leave out what the parent says about numbers of players that the child does not have."""
    parameters = _table(merged.get("parameters"))
    numbers = parameters.get("players") if parameters is not None else None
    if not isinstance(numbers, list):
        return
    own = {name: _table(child.get(name, {})) or {} for name in ("by_players", "options")}
    by_players, options = _table(merged.get("by_players", {})), _table(merged.get("options", {}))
    if by_players is not None:
        kept = {str(number) for number in cast("list[object]", numbers)} | set(own["by_players"])
        merged["by_players"] = {number: changes for number, changes in by_players.items() if number in kept}
    if options is not None:
        merged["options"] = {
            name: option if name in own["options"] else left
            for name, option in options.items()
            if (left := _for_players(option, cast("list[object]", numbers))) is not None or name in own["options"]
        }


def _for_players(option: object, numbers: list[object]) -> object | None:
    """Return an option as far as it is one for some of these numbers of players; ``None`` when it is for none of them."""
    players = _get(option, "players")
    if not isinstance(players, list) or not players:
        return option
    left = [number for number in cast("list[object]", players) if number in numbers]
    return {**cast("Data", option), "players": left} if left else None


def _renamed(value: object, old: str, new: str) -> object:
    """Return a value in which every id of the parent has the new prefix."""
    if isinstance(value, str):
        return new + value[len(old) :] if value.startswith(old) else value
    if isinstance(value, list):
        return [_renamed(item, old, new) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        return {key: _renamed(item, old, new) for key, item in cast("Data", value).items()}
    return value


def _dropped(child: Data, base: Data, prefix: str, source: str) -> set[str]:
    """Return the ids of the clauses that do not hold."""
    without = child.get("without", [])
    if not isinstance(without, list):
        return set()
    known = {str(clause["id"]).removeprefix(prefix) for clause in cast("list[Data]", base["clauses"])}
    for index, name in enumerate(cast("list[object]", without)):
        if not isinstance(name, str) or name not in known:
            raise RulebookError(
                source=source,
                key=f"without[{index}]",
                problem=f"the parent has no clause {shown(name, 80)!r}",
                expected="a clause of the parent without its prefix, such as CALL-1",
            )
    return {prefix + str(name) for name in cast("list[object]", without)}


def _merged(kept: list[Data], given: Iterable[object], name: str) -> list[object]:
    """Return the parent's entries with those that are given in their places."""
    merged: list[object] = list(kept)
    for entry in given:
        identifier = _get(entry, name)
        if not isinstance(identifier, str):
            merged.append(entry)
            continue
        same = [place for place, other in enumerate(merged) if _get(other, name) == identifier]
        topic = identifier.rpartition("-")[0]
        alike = [place for place, other in enumerate(merged) if str(_get(other, name)).rpartition("-")[0] == topic]
        if same and _is_inherited(merged[same[0]], kept):
            merged[same[0]] = {**cast("Data", merged[same[0]]), **cast("Data", entry)}
        else:
            merged.insert(alike[-1] + 1 if alike else len(merged), entry)
    return merged


def _table(value: object) -> Data | None:
    return cast("Data", value) if isinstance(value, dict) else None


def _get(entry: object, name: str) -> object:
    table = _table(entry)
    return None if table is None else table.get(name)


def _is_inherited(entry: object, kept: list[Data]) -> bool:
    """Whether an entry is still the parent's own, so that one that is given twice stands there twice and is refused."""
    return any(entry is other for other in kept)
