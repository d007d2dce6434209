"""The shipped games with matching tricks for Coq and OCaml, from their rulebooks; ``make generate`` writes them.

``Rulebooks.v`` has the parameters of every game with every number of players, when nothing else is agreed on; ``engine/options.ml`` what
options change of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from aceten_spec import PACKS, card, load_shipped, shipped
from aceten_spec.cards import Rank
from aceten_spec.options import apply_options, option_values, options_for, own_value, parameters_for
from aceten_spec.parameters import Award, MatchingParameters, pack_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER: Final = Path(__file__).parents[1] / "spec" / "rocq"
"""Where both files lie."""
RULEBOOKS: Final = FOLDER / "Rulebooks.v"
"""The parameters, in Coq."""
OPTIONS: Final = FOLDER / "engine" / "options.ml"
"""What options change, in OCaml."""

_RANKS: Final = {rank.letter: rank for rank in Rank}
_WORDS: Final = {
    ("leftover", "none"): "NothingLeft",
    ("tie", "last_trick"): "TieLastTrick",
    ("tie", "draw"): "TieDraw",
    ("tie", "shared"): "TieShared",
    ("score", "table"): "ByTable",
    ("score", "points"): "ByPoints",
}
"""Values that have another name in Coq than that of the parameter, word by word."""
_SHARES: Final = {"all": "AllTricks", "some": "SomeTricks", "any": "AnyTricks"}
_CHOICES: Final = (
    "sides",
    "draw",
    "leftover",
    "wild_role",
    "wild_led",
    "taken_by",
    "continuation",
    "continue_with",
    "to_match",
    "tie",
    "score",
)
"""Parameters with a word as their value."""
_NUMBERS: Final = ("hand", "last_trick_points", "lead_limit", "wins_from", "sweep_points")
_SWITCHES: Final = ("flip", "spice", "four_resets", "sweep_resets", "zero_resets")
FIELDS: Final = (
    *("players", "sides", "lone_card", "lone_card_rank", "lone_card_led", "pack", "hand", "deal", "values"),
    *("last_trick_points", "draw", "leftover", "wild", "wild_role", "wild_led", "taken_by", "continuation"),
    *("continue_with", "to_match", "flip", "spice", "lead_limit", "calls", "four_resets", "wins_from", "tie"),
    *("last_card_loses", "score", "sweep_points", "sweep_resets", "zero_resets", "scoring"),
)
"""The fields of ``rules`` in ``Rules.v``, in their order."""
ELSEWHERE: Final = (
    *("packs", "removed"),  # they make the pack
    *("direction", "partner_peek"),  # what is drawn, and who sees what
    *("match_ends", "target", "deals", "match_tie", "next_dealer", "keeps_deal", "drawn_dealer", "finish"),  # the match
)
"""Parameters that have no field there."""


def rulebooks() -> str:
    """Return the text of ``Rulebooks.v``."""
    games = list(_games())
    records = "\n\n".join(_record(name, players, parameters) for name, players, parameters in games)
    listed = ";\n   ".join(f'("{name}"%string, {_identifier(name, players)})' for name, players, _ in games)
    packs = {parameters.pack for _, _, parameters in games}
    ranks = "\n".join(
        f"Definition {_identifier(pack)} : list nat := {_list(map(str, map(int, PACKS[pack].ranks)))}."
        for pack in PACKS
        if pack in packs
    )
    return f"""\
(** By which rules are the shipped games played?

    Written by tools/rocq_rulebooks.py from the rulebooks; "make generate" does it. With every number of players, when nothing else is
    agreed on. *)
From Coq Require Import List String.
From Aceten Require Import Cards Scoring Rules.
Import ListNotations.

{ranks}

{records}

Definition shipped : list (string * rules) :=
  [{listed}].
"""


def options() -> str:
    """Return the text of ``engine/options.ml``."""
    tables, single = (
        "\n".join(line for name, players, each in _games() for line in _changes(name, players, each, tables=tables))
        for tables in (True, False)
    )
    known = ";\n    ".join(f'("{name}", {players}, {{|{_known(name, players)}|}})' for name, players, _ in _games())
    return f"""\
(* What do the options of the shipped games change?

   Written by tools/rocq_rulebooks.py from the rulebooks; "make generate" does it. Options with a table are applied before those that set
   a single parameter. Known are, by option, the values beside the rulebook's own. *)
open Aceten

let by_table game players option value (r : rules) : rules =
  match game, players, option, value with
{tables}
  | _ -> r

let by_itself game players option value (r : rules) : rules =
  match game, players, option, value with
{single}
  | _ -> r

let known =
  [ {known} ]
"""


def write() -> None:
    """Write both files."""
    RULEBOOKS.write_text(rulebooks(), encoding="utf-8")
    OPTIONS.write_text(options(), encoding="utf-8")


def _games() -> Iterator[tuple[str, int, MatchingParameters]]:
    """Yield the shipped games with matching tricks, with each number of players and its parameters."""
    for name in shipped():
        rulebook = load_shipped(name)
        for players in rulebook.parameters.players:
            parameters = parameters_for(rulebook, players)
            if isinstance(parameters, MatchingParameters):
                yield name, players, parameters


def _changes(name: str, players: int, parameters: MatchingParameters, *, tables: bool) -> Iterator[str]:
    """Yield a case for each value of an option that can change something; of options with a table, or of all others."""
    rulebook = load_shipped(name)
    before = _fields(players, parameters, ocaml=True)
    for option, described in options_for(rulebook, players).items():
        if isinstance(described.values, dict) != tables or not (tables or option in FIELDS):
            continue
        for value in option_values(described) or ():
            changed, _ = apply_options(rulebook, players, {option: value})
            after = _fields(players, cast("MatchingParameters", changed), ocaml=True)
            changes = [
                f"{field} = {text}"
                for field, text in after.items()
                if text != before[field] or (not tables and field == option)
            ]
            if changes:
                yield f'  | "{name}", {players}, "{option}", "{value}" -> {{ r with {"; ".join(changes)} }}'


def _known(name: str, players: int) -> str:
    """Return the values that options can take, but for the rulebook's own and for numbers without an end, as JSON."""
    rulebook = load_shipped(name)
    values = {
        option: [value for value in option_values(described) or () if value != own_value(rulebook, option, players)]
        for option, described in options_for(rulebook, players).items()
    }
    return json.dumps({option: others for option, others in values.items() if others})


def _record(name: str, players: int, parameters: MatchingParameters) -> str:
    """Return the definition of the rules of a game."""
    fields = ";\n".join(f"  {field} := {text}" for field, text in _fields(players, parameters).items())
    return f"Definition {_identifier(name, players)} : rules := {{|\n{fields} |}}."


def _fields(players: int, parameters: MatchingParameters, *, ocaml: bool = False) -> dict[str, str]:
    """Return the value of each field, as Coq or OCaml writes it."""
    return {field: _value(field, players, parameters, ocaml=ocaml) for field in FIELDS}


def _value(  # noqa: PLR0911 - one for each kind of field
    field: str, players: int, parameters: MatchingParameters, *, ocaml: bool
) -> str:
    """Return the value of a field."""
    value = getattr(parameters, field, None)
    if field == "players":
        return str(players)
    if field in _NUMBERS:
        return str(value)
    if field in _SWITCHES:
        return "true" if value else "false"
    if field in _CHOICES:
        return _WORDS.get((field, str(value)), str(value).title().replace("_", ""))
    if field == "pack":
        return _pack(parameters, ocaml=ocaml)
    if field == "lone_card":
        return _some(None if value == "none" else _card(str(value), ocaml=ocaml))
    if field in {"lone_card_rank", "lone_card_led", "last_card_loses"}:
        return _some(None if value in {"none", "own"} else _rank(str(value)))
    return _list(_listed(field, parameters, ocaml=ocaml))


def _listed(field: str, parameters: MatchingParameters, *, ocaml: bool) -> Iterable[str]:
    """Return what stands in a list that is the value of a field."""
    match field:
        case "deal":
            return map(str, parameters.deal)
        case "values":
            return (f"({_rank(rank)}, {points})" for rank, points in parameters.values.items())
        case "wild":
            return map(_rank, parameters.wild)
        case "calls":
            return (call.title().replace("-", "") for call in parameters.calls)
        case _:
            return (_award(row, ocaml=ocaml) for row in parameters.scoring)


def _rank(letter: str) -> str:
    """Return the number of a rank."""
    return str(int(_RANKS[letter]))


def _award(row: Award, *, ocaml: bool) -> str:
    """Return a row of the scoring table."""
    fields = {
        "award_points": f"({row.points[0]}, {row.points[1]})",
        "award_tricks": _SHARES[row.tricks],
        "game_points": str(row.game_points),
        "award_cards": _some(None if row.cards is None else f"({row.cards[0]}, {row.cards[1]})"),
    }
    if ocaml:
        return "{ " + "; ".join(f"{field} = {text}" for field, text in fields.items()) + " }"
    return f"Award {' '.join(fields.values())}"


def _pack(parameters: MatchingParameters, *, ocaml: bool) -> str:
    """Return all cards of a game."""
    pack = pack_of(parameters)
    removed = _list(_card(str(each), ocaml=ocaml) for each in pack.removed)
    return f"pack_of {_identifier(parameters.pack)} {removed} {pack.copies}"


def _card(text: str, *, ocaml: bool) -> str:
    """Return a card."""
    read = card(text)
    rank, suit = int(read.rank), int(read.suit or 0)
    return f"{{ rank = {rank}; suit = {suit} }}" if ocaml else f"(Card {rank} {suit})"


def _some(text: str | None) -> str:
    """Return what may be missing."""
    return "None" if text is None else f"(Some {text})"


def _list(items: Iterable[str]) -> str:
    """Return a list."""
    return f"[{'; '.join(items)}]"


def _identifier(name: str, players: int | None = None) -> str:
    """Return the name of a pack, or of a game with so many players."""
    return "_".join(name.split("-")) + ("" if players is None else f"_{players}")


if __name__ == "__main__":
    write()
