"""The shipped games for Coq and OCaml, from their rulebooks; ``make generate`` writes them.

Of each kind of games, and of their matches, there are two files. ``Rulebooks.v``, ``SuitRulebooks.v`` and ``MatchRulebooks.v`` have the
parameters of every game with every number of players, when nothing else is agreed on; ``options.ml``, ``suit_options.ml`` and
``match_options.ml`` in ``engine`` have what options change of them.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from aceten_spec import PACKS, card, load_shipped, shipped
from aceten_spec.cards import Rank
from aceten_spec.options import apply_options, option_values, options_for, own_value, parameters_for
from aceten_spec.parameters import Award, MatchingParameters, Parameters, SuitParameters, pack_of
from aceten_spec.plain.pack_and_sides import side_count
from aceten_spec.plain.score_sheet import won_by_claims

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER: Final = Path(__file__).parents[1] / "spec" / "rocq"
"""Where all files lie."""


class Kind(NamedTuple):
    """A kind of games, or their matches, and what there is of it in Coq and OCaml."""

    parameters: tuple[type[Parameters], ...]
    """What a rulebook has of it."""
    played: str
    """What is played so, in words."""
    rulebooks: Path
    """The parameters, in Coq."""
    options: Path
    """What options change, in OCaml."""
    rules: str
    """The module of Coq with the record ``rules``."""
    program: str
    """The module of OCaml that Coq writes."""
    fields: tuple[str, ...]
    """The fields of ``rules``, in their order."""
    elsewhere: tuple[str, ...]
    """Parameters that have no field in any file."""


MATCHING: Final = Kind(
    (MatchingParameters,),
    "the shipped games with matching tricks",
    FOLDER / "Rulebooks.v",
    FOLDER / "engine" / "options.ml",
    "Rules",
    "Aceten",
    (
        *("players", "sides", "lone_card", "lone_card_rank", "lone_card_led", "pack", "hand", "deal", "values"),
        *("last_trick_points", "draw", "leftover", "wild", "wild_role", "wild_led", "taken_by", "continuation"),
        *("continue_with", "to_match", "flip", "spice", "lead_limit", "calls", "four_resets", "wins_from", "tie"),
        *("last_card_loses", "score", "sweep_points", "sweep_resets", "zero_resets", "scoring"),
    ),
    (
        *("packs", "removed"),  # they make the pack
        *("direction", "partner_peek"),  # what is drawn, and who sees what
        "finish",  # a match that ends within a deal
    ),
)
SUIT: Final = Kind(
    (SuitParameters,),
    "the shipped games with suit tricks",
    FOLDER / "SuitRulebooks.v",
    FOLDER / "engine" / "suit_options.ml",
    "SuitRules",
    "Suits",
    (
        *("players", "pack", "hand", "deal", "values", "last_trick_points", "ranking", "trump_from", "cut_known"),
        *("obligation", "last_obligation", "bids", "bid_again", "no_bid", "grand_points", "grand_needs"),
        *("defenders_score", "marriages", "marriage_points", "meld_counts", "meld_lead", "meld_forced", "meld_first"),
        *("meld_after_stock", "meld_after_closing", "exchange", "exchange_by", "exchange_needs_trick"),
        *("exchange_min_stock", "exchange_after_closing", "close", "close_first", "close_min_stock", "claim"),
        *("claim_when", "claim_last", "claim_for", "claim_points", "target", "score", "won", "won_at", "schneider"),
        *("penalty", "penalty_at", "last_trick_wins", "wrong_claim", "scoring"),
    ),
    ("packs", "removed", "direction"),
)
MATCHES: Final = Kind(
    (MatchingParameters, SuitParameters),
    "matches of the shipped games",
    FOLDER / "MatchRulebooks.v",
    FOLDER / "engine" / "match_options.ml",
    "Matches",
    "Matches",
    (
        *("players", "side_count", "match_ends", "target", "deals", "match_tie", "next_dealer", "keeps_deal"),
        *("drawn_dealer", "drawn", "favourite", "partners_change", "won_by_claims"),
    ),
    (),
)
KINDS: Final = (MATCHING, SUIT, MATCHES)
"""All of them."""

NAMED: Final = {"ranking": "order", "trump_from": "trump", "cut_known": "cut_card"}
"""Fields that have another name than their parameter."""
_RANKS: Final = {rank.letter: rank for rank in Rank}
_WORDS: Final = {
    ("leftover", "none"): "NothingLeft",
    ("tie", "last_trick"): "TieLastTrick",
    ("tie", "draw"): "TieDraw",
    ("tie", "shared"): "TieShared",
    ("score", "table"): "ByTable",
    ("score", "race"): "ByRace",
    ("score", "contract"): "ByContract",
    ("score", "points"): "ByPoints",
    ("trump_from", "marriage"): "ByMarriage",
    ("obligation", "none"): "NoDuty",
    ("last_obligation", "none"): "NoDuty",
    ("bid_again", "partner"): "AgainPartner",
    ("bid_again", "always"): "AgainAlways",
    ("bid_again", "never"): "AgainNever",
    ("no_bid", "dealer"): "DealerBids",
    ("grand_needs", "points"): "NeedsPoints",
    ("grand_needs", "tricks"): "NeedsTricks",
    ("marriages", "none"): "NoMarriages",
    ("marriages", "trump"): "ByTrump",
    ("marriages", "suit"): "BySuit",
    ("marriages", "order"): "ByOrder",
    ("meld_lead", "either"): "EitherCard",
    ("meld_lead", "king"): "KingOnly",
    ("exchange_by", "any"): "Anybody",
    ("exchange_by", "leader"): "LeaderOnly",
    ("close", "never"): "NeverClosed",
    ("close", "either"): "BeforeDrawing",
    ("claim", "never"): "NoClaims",
    ("claim_when", "turn"): "AtAnyTurn",
    ("claim_when", "leading"): "WhenLeading",
    ("claim_when", "trick"): "WithATrick",
    ("claim_last", "asked"): "LastAsked",
    ("claim_last", "counted"): "LastCounted",
    ("claim_last", "off"): "LastOff",
    ("claim_for", "deal"): "ForDeal",
    ("claim_for", "match"): "ForMatch",
    ("won_at", "end"): "WonAtEnd",
    ("won_at", "closing"): "WonAtClosing",
    ("penalty_at", "end"): "PenaltyAtEnd",
    ("penalty_at", "closing"): "PenaltyAtClosing",
    ("penalty_at", "flat"): "PenaltyFlat",
    ("wrong_claim", "lost"): "WrongLoses",
    ("wrong_claim", "refused"): "WrongRefused",
    ("match_ends", "target"): "AtTarget",
    ("match_ends", "deals"): "AfterDeals",
    ("match_tie", "goes_on"): "TieGoesOn",
    ("match_tie", "nobody"): "TieNobody",
    ("drawn_dealer", "passes"): "DrawPasses",
    ("drawn_dealer", "keeps"): "DrawKeeps",
}
"""Values that have another name in Coq than that of the parameter, word by word."""
_SHARES: Final = {"all": "AllTricks", "some": "SomeTricks", "any": "AnyTricks"}
_LISTS: Final = ("deal", "bids", "marriage_points")
"""Parameters with a list of numbers as their value."""
_TUPLES: Final = ("won", "penalty")
"""Parameters with some numbers as their value."""
_RANK_OR_NONE: Final = ("lone_card_rank", "lone_card_led", "last_card_loses", "exchange")
"""Parameters with a rank as their value, if there is one."""
_OF_SUITS: Final = {"drawn": "void", "favourite": False, "partners_change": 0}
"""Parameters of a match that games with matching tricks have not, and what they would be there."""


def rulebooks(kind: Kind) -> str:
    """Return the text of a file with parameters."""
    games = list(_games(kind))
    records = "\n\n".join(_record(kind, name, players, parameters) for name, players, parameters in games)
    listed = ";\n   ".join(f'("{name}"%string, {_identifier(name, players)})' for name, players, _ in games)
    packs = {parameters.pack for name, players, _ in games for parameters in _all_parameters(name, players)}
    ranks = "\n".join(
        f"Definition {_identifier(pack)} : list nat := {_list(map(str, map(int, PACKS[pack].ranks)))}."
        for pack in PACKS
        if pack in packs and "pack" in kind.fields
    )
    definitions = "\n\n".join(filter(None, (ranks, records)))
    return f"""\
(** By which rules are {kind.played} played?

    Written by tools/rocq_rulebooks.py from the rulebooks; "make generate" does it. With every number of players, when nothing else is
    agreed on. *)
From Coq Require Import List String.
From Aceten Require Import Cards Scoring {kind.rules}.
Import ListNotations.

{definitions}

Definition shipped : list (string * rules) :=
  [{listed}].
"""


def options(kind: Kind) -> str:
    """Return the text of a file with what options change."""
    tables, single = (
        "\n".join(
            line for name, players, each in _games(kind) for line in _changes(kind, name, players, each, tables=tables)
        )
        for tables in (True, False)
    )
    known = ";\n    ".join(f'("{name}", {players}, {{|{_known(name, players)}|}})' for name, players, _ in _games(kind))
    return f"""\
(* What do options change of {kind.played}?

   Written by tools/rocq_rulebooks.py from the rulebooks; "make generate" does it. Options with a table are applied before those that set
   a single parameter. Known are, by option, the values beside the rulebook's own; of any number, two. *)
open {kind.program}

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
    """Write all files."""
    for kind in KINDS:
        kind.rulebooks.write_text(rulebooks(kind), encoding="utf-8")
        kind.options.write_text(options(kind), encoding="utf-8")


def _games(kind: Kind) -> Iterator[tuple[str, int, Parameters]]:
    """Yield the shipped games of a kind, with each number of players and its parameters."""
    for name in shipped():
        rulebook = load_shipped(name)
        for players in rulebook.parameters.players:
            parameters = parameters_for(rulebook, players)
            if isinstance(parameters, kind.parameters):
                yield name, players, parameters


def _all_parameters(name: str, players: int) -> Iterator[Parameters]:
    """Yield the parameters of a game, and those with each value of each option."""
    rulebook = load_shipped(name)
    yield parameters_for(rulebook, players)
    for option, described in options_for(rulebook, players).items():
        for value in option_values(described) or ():
            yield apply_options(rulebook, players, {option: value})[0]


def _changes(kind: Kind, name: str, players: int, parameters: Parameters, *, tables: bool) -> Iterator[str]:
    """Yield a case for each value of an option that can change something; of options with a table, or of all others."""
    rulebook = load_shipped(name)
    before = _fields(kind, players, parameters, ocaml=True)
    own = {NAMED.get(field, field): field for field in kind.fields}
    for option, described in options_for(rulebook, players).items():
        if isinstance(described.values, dict) != tables:
            continue
        case = f'  | "{name}", {players}, "{option}", '
        if option_values(described) is None and option in own:
            yield f"{case}value -> {{ r with {own[option]} = int_of_string value }}"
        for value in option_values(described) or ():
            changed, _ = apply_options(rulebook, players, {option: value})
            after = _fields(kind, players, changed, ocaml=True)
            changes = [
                f"{field} = {text}"
                for field, text in after.items()
                if text != before[field] or (not tables and field == own.get(option))
            ]
            if changes:
                yield f'{case}"{value}" -> {{ r with {"; ".join(changes)} }}'


def _known(name: str, players: int) -> str:
    """Return the values that options can take, but for the rulebook's own, as JSON; where any number can be taken, two."""
    rulebook = load_shipped(name)
    values = {
        option: [
            value
            for value in option_values(described) or (1, 2 * int(own_value(rulebook, option, players)))
            if value != own_value(rulebook, option, players)
        ]
        for option, described in options_for(rulebook, players).items()
    }
    return json.dumps({option: others for option, others in values.items() if others})


def _record(kind: Kind, name: str, players: int, parameters: Parameters) -> str:
    """Return the definition of the rules of a game."""
    fields = ";\n".join(f"  {field} := {text}" for field, text in _fields(kind, players, parameters).items())
    return f"Definition {_identifier(name, players)} : rules := {{|\n{fields} |}}."


def _fields(kind: Kind, players: int, parameters: Parameters, *, ocaml: bool = False) -> dict[str, str]:
    """Return the value of each field, as Coq or OCaml writes it."""
    return {field: _value(field, players, parameters, ocaml=ocaml) for field in kind.fields}


def _computed(  # noqa: PLR0911 - one for each field
    field: str, players: int, parameters: Parameters, *, ocaml: bool
) -> str | None:
    """Return the value of a field that is not just that of a parameter; ``None`` where it is."""
    value = getattr(parameters, NAMED.get(field, field), None)
    match field:
        case "players":
            return str(players)
        case "side_count":
            return str(side_count(parameters, players))
        case "won_by_claims":
            return str(won_by_claims(parameters)).lower()
        case "pack":
            return _pack(parameters, ocaml=ocaml)
        case "cut_known":
            return str(value == "known").lower()
        case "lone_card":
            return _some(None if value == "none" else _card(str(value), ocaml=ocaml))
        case _:
            return None


def _value(field: str, players: int, parameters: Parameters, *, ocaml: bool) -> str:  # noqa: PLR0911 - one for each kind of value
    """Return the value of a field."""
    value = getattr(parameters, NAMED.get(field, field), _OF_SUITS.get(field))
    computed = _computed(field, players, parameters, ocaml=ocaml)
    if computed is not None:
        return computed
    if field in _RANK_OR_NONE:
        return _some(None if value in {"none", "own"} else _rank(str(value)))
    if field in _TUPLES:
        first, *others = map(str, getattr(parameters, field))
        return functools.reduce("({}, {})".format, others, first)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _WORDS.get((field, value), value.title().replace("_", ""))
    return _list(_listed(field, parameters, ocaml=ocaml))


def _listed(field: str, parameters: Parameters, *, ocaml: bool) -> Iterable[str]:
    """Return what stands in a list that is the value of a field."""
    value = getattr(parameters, NAMED.get(field, field))
    if field in _LISTS:
        return map(str, value)
    match field:
        case "values":
            return (f"({_rank(rank)}, {points})" for rank, points in parameters.values.items())
        case "wild" | "ranking":
            return map(_rank, value)
        case "calls":
            return (call.title().replace("-", "") for call in value)
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


def _pack(parameters: Parameters, *, ocaml: bool) -> str:
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
