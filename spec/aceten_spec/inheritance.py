"""Rulebooks that state their differences from another: ``extends = "zsiros"`` and what is not the same.

- Of a table (``parameters``, ``by_players``, ``options``, ``refusals``, ``results``, ``names``, ``glossary``, ``documents``) the keys
  that are given replace the parent's, whole values at a time; the others are the parent's.
- The parent's clauses and decisions hold under the new rulebook's own prefix: ``ZS-PLAY-4`` becomes ``MY-PLAY-4``. One that is given
  again changes only in the keys that are given; a new one comes after the others of its topic.
- What the parent says about a number of players that the new rulebook does not have is left out.
- A parameter that takes something from the game, such as ``close = "never"``, takes with it what speaks of that alone
  (:mod:`aceten_spec.features`): parameters, options, clauses and their decisions, but for those that are given.
- Of the parent's options, hands go for which there are not cards enough any more.
- ``without`` names, without prefix, the clauses that do not hold; their decisions go with them, and the options and refusals that
  refer to them. It names options, too, that there are not; their clauses and decisions stay, but nothing is chosen by them.
- Decisions of the parent do not select what options that are given anew do not have.
- Examples are not inherited, as their positions name the parent's game, nor are aliases and titles in other languages; without a
  title the id stands for it. Nor is the summary, which is about the parent; without one it says whose rules are changed.

Errors count clauses and decisions in the rulebook that results.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias, cast

import msgspec

from aceten_spec.cards import PACKS
from aceten_spec.errors import RulebookError, shown
from aceten_spec.features import Feature, lost, moot
from aceten_spec.rulebook import MatchingParameters, SuitParameters
from aceten_spec.speech import say

Data: TypeAlias = "dict[str, object]"
"""A rulebook as it stands in its file."""

_TABLES: Final = ("parameters", "by_players", "options", "refusals", "results", "names", "glossary", "documents")
_LISTS: Final = {"clauses": "id", "decisions": "clause"}
_OWN: Final = ("examples", "without", "extends", "aliases", "titles", "summary")
_CLAUSE: Final = re.compile("[A-Z0-9]+-[0-9]+")
"""What the id of a clause looks like without its prefix: no option has such a name."""


def inherit(child: Data, parent: Data, source: str) -> Data:
    """Return the data of a rulebook with all that it has from its parent.

    Values of a wrong type are left as they are, for whoever reads the result to refuse.

    :param source: the name of the child's file, for errors.
    :raises RulebookError: when it has no prefix of its own, or is without a clause that the parent does not have.
    """
    prefix = child.get("prefix")
    if not isinstance(prefix, str) or not prefix:
        raise RulebookError(
            source=source, key="prefix", problem=say("missing"), expected=say("the first part of this rulebook's ids")
        )
    old = str(parent["prefix"])
    base = cast(
        "Data", _renamed({key: value for key, value in parent.items() if key not in _OWN}, f"{old}-", f"{prefix}-")
    )
    own: Data = {"title": child.get("id", base["title"]), "summary": f"{parent['title']} by other rules."}
    merged: Data = {"examples": [], **base, **own, **child}
    had, changes = _defaults(cast("Data", base["parameters"])), _table(child.get("parameters", {})) or {}
    lacking = list(lost(had, changes))
    for key in _TABLES:
        table = _table(child.get(key, {}))
        if table is not None:
            merged[key] = {**cast("Data", base.get(key, {})), **table}
    parameters = _table(merged["parameters"])
    if parameters is not None:
        merged["parameters"] = parameters | moot(had, changes)
    without, gone = _dropped(child, base, f"{prefix}-", source)
    dropped = without | _spoken_of(lacking, child, base, f"{prefix}-")
    for key, name in _LISTS.items():
        given = child.get(key, [])
        if isinstance(given, list):
            kept = [entry for entry in cast("list[Data]", base[key]) if entry[name] not in dropped]
            merged[key] = _merged(kept, cast("list[object]", given), name)
    _keep_players(merged, child)
    given_options = _table(child.get("options", {})) or {}
    options = _table(merged["options"])
    if options is not None:
        merged["options"] = {
            name: left
            for name, option in options.items()
            if name in given_options or name not in gone
            if (
                left := option
                if name in given_options
                else _left_of(name, option, dropped, _said_by(lacking), _cards(merged["parameters"]))
            )
            is not None
        }
        _drop_choices(merged, cast("list[Data]", base["decisions"]), cast("Data", base["options"]))
    refusals, given = _table(merged["refusals"]), _table(child.get("refusals", {})) or {}
    if refusals is not None:
        merged["refusals"] = {
            code: clause for code, clause in refusals.items() if code in given or clause not in dropped
        }
    results, given = _table(merged["results"]), _table(child.get("results", {})) or {}
    anew = child.get("clauses", [])
    missing = dropped - {
        _get(clause, "id") for clause in (cast("list[object]", anew) if isinstance(anew, list) else [])
    }
    if results is not None:
        merged["results"] = {
            part: said if part in given else [clause for clause in cast("list[object]", said) if clause not in missing]
            for part, said in results.items()
        }
    return merged


def _defaults(parameters: Data) -> Data:
    """Return parameters with those that are not said."""
    kind = MatchingParameters if parameters["tricks"] == "matching" else SuitParameters
    return {field.name: field.default for field in msgspec.structs.fields(kind)} | parameters


def _spoken_of(lacking: list[Feature], child: Data, base: Data, prefix: str) -> set[str]:
    """Return the ids of the parent's clauses that speak of nothing but what is lacking, but for those that the child gives.

    What an option of the child brings back is spoken of.
    """
    options = _table(child.get("options", {})) or {}
    clauses = child.get("clauses", [])
    entries = cast("list[object]", clauses) if isinstance(clauses, list) else []
    given = {_get(entry, "id") for entry in entries}
    ids = [str(clause["id"]) for clause in cast("list[Data]", base["clauses"])]
    return {
        clause
        for clause in ids
        if clause not in given
        and any(feature.speaks(clause.removeprefix(prefix)) for feature in lacking if feature.parameter not in options)
    }


def _cards(parameters: object) -> int | None:
    """Return how many cards there are; ``None`` where that is not said rightly."""
    pack, copies, removed = (_get(parameters, name) for name in ("pack", "packs", "removed"))
    if not isinstance(pack, str) or pack not in PACKS:
        return None
    out = cast("list[object]", removed) if isinstance(removed, list) else []
    return (len(PACKS[pack].cards) - len(out)) * (copies if isinstance(copies, int) else 1)


def _is_dealt(changes: Data, players: object, cards: int | None) -> bool:
    """Whether hands of as many cards as these changes ask for can be dealt."""
    hand, numbers = changes.get("hand"), cast("list[object]", players) if isinstance(players, list) else []
    most = max((number for number in numbers if isinstance(number, int)), default=1)
    return cards is None or not isinstance(hand, int) or hand * most <= cards


def _left_of(name: str, option: object, dropped: set[str], gone: set[str], cards: int | None) -> object | None:
    """Return an option of the parent without what it says of parameters that are gone, and without hands for which cards are lacking.

    ``None`` when nothing is left to choose.
    """
    values = _get(option, "values")
    if name in gone or str(_get(option, "clause")) in dropped:
        return None
    if not isinstance(values, dict):
        return option
    left: Data = {}
    for value, changes in cast("dict[str, Data]", values).items():
        kept = {parameter: each for parameter, each in changes.items() if parameter not in gone}
        if (not changes or kept) and _is_dealt(changes, _get(option, "players"), cards):
            left[value] = kept
    if len(left) == 1:
        return None
    means = {value: said for value, said in (_table(_get(option, "means")) or {}).items() if value in left}
    return {**cast("Data", option), "values": left, **({"means": means} if means else {})}


def _said_by(lacking: list[Feature]) -> set[str]:
    """Return the parameters about what is lacking."""
    return {name for feature in lacking for name in (feature.parameter, *dict(feature.moot), *dict(feature.takes))}


def _drop_choices(merged: Data, inherited: list[Data], had: Data) -> None:
    """Leave the parent's decisions without what could be chosen by options that are gone, or have other values now."""
    decisions, options = merged["decisions"], _table(merged["options"]) or {}
    if not isinstance(decisions, list):
        return
    merged["decisions"] = [
        _without_choices(cast("Data", entry), options, had) if any(entry is one for one in inherited) else entry
        for entry in cast("list[object]", decisions)
    ]


def _without_choices(decision: Data, options: Data, had: Data) -> Data:
    """Return a decision of the parent without the values that nothing selects any more."""
    name = str(decision.get("parameter"))
    values = _get(options.get(name), "values")
    if name not in had or options.get(name) == had[name] or values == "positive":
        return decision
    allowed = list(cast("list[object] | Data", values)) if isinstance(values, list | dict) else []
    alternatives = [
        alternative
        if alternative.get("value") in allowed
        else {key: alternative[key] for key in alternative if key != "value"}
        for alternative in cast("list[Data]", decision.get("alternatives", []))
    ]
    kept = {key: value for key, value in decision.items() if key != "parameter" or name in options}
    return kept | {"alternatives": alternatives}


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


def _dropped(child: Data, base: Data, prefix: str, source: str) -> tuple[set[str], set[str]]:
    """Return the ids of the clauses that do not hold, and the names of the options that there are not."""
    without = child.get("without", [])
    if not isinstance(without, list):
        return set(), set()
    clauses = {str(clause["id"]).removeprefix(prefix) for clause in cast("list[Data]", base["clauses"])}
    options = cast("Data", base["options"])
    for index, name in enumerate(cast("list[object]", without)):
        if not isinstance(name, str) or name not in (*clauses, *options):
            meant = isinstance(name, str) and not _CLAUSE.fullmatch(name)
            problem = say("the parent has no clause {name!r}", name=shown(name, 80))
            expected = say("a clause of the parent without its prefix, such as CALL-1, or the name of an option")
            if meant:
                problem = say("the parent has no option {name!r}", name=shown(name, 80))
                expected = say("one of: {known}", known=", ".join(options))
            raise RulebookError(source=source, key=f"without[{index}]", problem=problem, expected=expected)
    names = {str(name) for name in cast("list[object]", without)}
    return {prefix + name for name in names & clauses}, names - clauses


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
