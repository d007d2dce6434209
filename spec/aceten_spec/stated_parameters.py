"""Which clauses state the value of a parameter, so that they are looked at again where another rulebook changes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import msgspec

from aceten_spec.loader import load_shipped
from aceten_spec.options import apply_options, meaning, parameters_for
from aceten_spec.rulebook import OptionValue, Parameters, Rulebook
from aceten_spec.switches import as_option

STATED: Final[dict[str, tuple[str, ...]]] = {
    # Any game
    "pack": ("CARDS-1", "CARDS-3", "CARDS-6"),
    "packs": ("CARDS-5",),
    "removed": ("CARDS-1", "CARDS-5"),
    "players": ("PLAYERS-1",),
    "direction": ("DEAL-6",),
    "hand": ("DEAL-3",),
    "deal": ("DEAL-5",),
    "values": ("CARDS-3",),
    "last_trick_points": ("SCORE-8", "SCORE-21"),
    "scoring[0]": ("SCORE-4", "SCORE-30"),
    "scoring[1]": ("SCORE-5", "SCORE-31"),
    "scoring[2]": ("SCORE-6", "SCORE-32"),
    "match_ends": ("MATCH-1", "MATCH-2", "MATCH-5"),
    "target": ("MATCH-1",),
    "deals": ("MATCH-2", "MATCH-5"),
    "match_tie": ("MATCH-4", "MATCH-10"),
    "next_dealer": ("DEAL-2",),
    "keeps_deal": ("DEAL-2",),
    "drawn_dealer": ("DEAL-2",),
    "score": ("SCORE-2", "SCORE-9", "SCORE-39"),
    # Matching tricks
    "sides": ("PLAYERS-2", "PLAYERS-3"),
    "lone_card": ("LONE-1",),
    "lone_card_rank": ("LONE-3",),
    "lone_card_led": ("LONE-4",),
    "draw": ("DRAW-2",),
    "leftover": ("DRAW-6",),
    "wild": ("PLAY-5", "PLAY-6", "PLAY-10", "PLAY-20", "MULTI-2"),
    "wild_role": ("PLAY-4", "PLAY-5", "PLAY-9", "MULTI-2", "MULTI-3", "MULTI-9"),
    "wild_led": ("PLAY-6", "PLAY-10"),
    "taken_by": ("PLAY-4",),
    "continuation": ("MULTI-1", "MULTI-6"),
    "continue_with": ("MULTI-2",),
    "to_match": ("MULTI-3", "MULTI-10"),
    "flip": ("FLIP-1", "PLAY-2"),
    "spice": ("SPICE-1",),
    "lead_limit": ("PLAY-3", "PLAY-11"),
    "partner_peek": ("DRAW-7",),
    "calls": ("CALL-1", "CALL-4"),
    "wins_from": ("SCORE-2", "SCORE-14"),
    "tie": ("SCORE-3", "SCORE-15"),
    "last_card_loses": ("SCORE-7",),
    "sweep_points": ("SCORE-10",),
    "sweep_resets": ("SCORE-12",),
    "four_resets": ("SCORE-11",),
    "zero_resets": ("SCORE-13",),
    "finish": ("MATCH-3",),
    # Suit tricks
    "order": ("CARDS-6",),
    "trump": ("TRUMP-1", "TRUMP-4", "DEAL-7", "DEAL-8", "DEAL-9"),
    "cut_card": ("TRUMP-4",),
    "obligation": ("SUIT-3",),
    "last_obligation": ("SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
    "bids": ("BID-2", "BID-6"),
    "bid_again": ("BID-4", "BID-9"),
    "no_bid": ("BID-7",),
    "grand_points": ("SCORE-37",),
    "grand_needs": ("SCORE-40",),
    "defenders_score": ("SCORE-38",),
    "marriages": ("MELD-1", "MELD-2"),
    "marriage_points": ("MELD-2",),
    "meld_counts": ("MELD-3",),
    "meld_lead": ("MELD-1",),
    "meld_forced": ("MELD-9",),
    "meld_first": ("MELD-7",),
    "meld_after_stock": ("MELD-5",),
    "meld_after_closing": ("MELD-6",),
    "exchange": ("EXCH-1",),
    "exchange_by": ("EXCH-2",),
    "exchange_needs_trick": ("EXCH-3",),
    "exchange_min_stock": ("EXCH-4",),
    "exchange_after_closing": ("EXCH-5",),
    "close": ("CLOSE-2",),
    "close_first": ("CLOSE-1",),
    "close_min_stock": ("CLOSE-4",),
    "claim": ("CLAIM-1", "PLAY-8"),
    "claim_when": ("CLAIM-1", "CLAIM-3"),
    "claim_last": ("CLAIM-1", "PLAY-8"),
    "claim_for": ("CLAIM-2", "CLAIM-5"),
    "claim_points": ("CLAIM-2", "SCORE-26", "SCORE-28"),
    "won": ("SCORE-22", "SCORE-23", "SCORE-24"),
    "won_at": ("SCORE-25",),
    "schneider": ("SCORE-22", "SCORE-23"),
    "penalty": ("CLAIM-4", "SCORE-26"),
    "penalty_at": ("SCORE-27",),
    "last_trick_wins": ("SCORE-28", "SCORE-29"),
    "wrong_claim": ("CLAIM-4",),
    "drawn": ("MATCH-6",),
    "favourite": ("MATCH-7",),
    "partners_change": ("MATCH-9",),
}
"""For each parameter the clauses that state its value, without prefix. Rows of the scoring table are numbered."""


def doubtful(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return the clauses of a rulebook that it has from its parent word for word, and which its parameters may make false.

    :return: by the id of the clause, the parameters that it states and that have another value in the parent.
    """
    if rulebook.extends is None:
        return {}
    parent = load_shipped(rulebook.extends)
    theirs = {clause.id.removeprefix(f"{parent.prefix}-"): clause.text for clause in parent.clauses}
    changed = _changed(rulebook, parent)
    found: dict[str, tuple[str, ...]] = {}
    for clause in rulebook.clauses:
        name = clause.id.removeprefix(f"{rulebook.prefix}-")
        by = tuple([parameter for parameter in changed if name in STATED[parameter]])
        if by and theirs.get(name) == clause.text:
            found[clause.id] = tuple(dict.fromkeys(parameter.partition("[")[0] for parameter in by))
    return found


def agreed_otherwise(
    rulebook: Rulebook, players: int, options: Mapping[str, OptionValue | bool]
) -> dict[str, tuple[str, ...]]:
    """Return the clauses that say something else than what was agreed on, or may do so.

    :return: by the id of the clause, the options by which something else holds: ``draw=round_robin``, with the sentence
        of that value; and the parameters of a rulebook of one's own that may make it false (:func:`doubtful`): ``wild=7,8``.
    :raises RulebookError: for an unknown option or a value that it cannot take.
    """
    own = parameters_for(rulebook, players)
    found = {
        clause: [f"{name}={_as_text(getattr(own, name))}" for name in names]
        for clause, names in doubtful(rulebook).items()
    }
    for name, value in apply_options(rulebook, players, options)[1].items():
        option = rulebook.options[name]
        changed = list(option.values[str(value)]) if isinstance(option.values, dict) else [name]
        stated = {f"{rulebook.prefix}-{clause}" for parameter in changed for clause in STATED.get(parameter, ())}
        said = f"{name}={value}{_in_words(rulebook, name, value)}"
        for clause in rulebook.clauses:
            if clause.id in {option.clause, *stated}:
                found.setdefault(clause.id, []).append(said)
    return {clause: tuple(said) for clause, said in found.items()}


def _as_text(value: object) -> str:
    """Return the value of a parameter; of a table how many rows it is of."""
    if not isinstance(value, tuple):
        return str(as_option(value))
    rows = cast("tuple[object, ...]", value)
    if any(isinstance(row, msgspec.Struct) for row in rows):
        return f"of {len(rows)}"
    return ",".join(map(str, rows)) or "none"


def _in_words(rulebook: Rulebook, name: str, value: OptionValue) -> str:
    """Return what a value of an option means: its own sentence, or what is said where a decision settles it otherwise."""
    said = meaning(rulebook.options[name], value, str)
    if said:
        return f": {said}"
    for decision in rulebook.decisions:
        for alternative in decision.alternatives:
            if decision.parameter == name and alternative.value == value:
                return f": {alternative.text}"
    return ""


def _changed(rulebook: Rulebook, parent: Rulebook) -> list[str]:
    """Return the parameters that have another value, or have one with some number of players that both have."""
    both = [number for number in rulebook.parameters.players if number in parent.parameters.players]
    pairs = [(rulebook.parameters, parent.parameters)]
    pairs += [(parameters_for(rulebook, number), parameters_for(parent, number)) for number in both]
    said = [(_said(own), _said(theirs)) for own, theirs in pairs]
    return [name for name in STATED if any(own.get(name) != theirs.get(name) for own, theirs in said)]


def _said(parameters: Parameters) -> dict[str, object]:
    """Return the parameters by name, the rows of the scoring table by number."""
    values: dict[str, object] = {name: getattr(parameters, name) for name in parameters.__struct_fields__}
    return values | {f"scoring[{number}]": row for number, row in enumerate(parameters.scoring)}
