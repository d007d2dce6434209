"""What a game can have or not have, such as closing the talon: the parameter that says so, and what nothing is said by without it.

Where a game lacks something, parameters about it have the value that says nothing, and clauses that speak of nothing else do not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, cast

import msgspec

from aceten_spec.speech import to_say

if TYPE_CHECKING:
    from aceten_spec.rulebook import Parameters, Rulebook


class Feature(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a game can have."""

    what: str
    """What it is, in words."""
    parameter: str
    """The parameter that says whether a game has it."""
    without: tuple[object, ...]
    """The values of that parameter by which it does not."""
    moot: tuple[tuple[str, object], ...] = ()
    """Parameters that say nothing then, each with the value that it has to have."""
    takes: tuple[tuple[str, object], ...] = ()
    """What else a game that had it loses with it, by parameter with its value then; another can be given."""
    clauses: tuple[str, ...] = ()
    """Clauses that speak of nothing else, without prefix; a topic stands for all its clauses."""

    def lacking(self, value: object) -> bool:
        """Whether a game with this value of the parameter lacks it."""
        plain = tuple(cast("list[object]", value)) if isinstance(value, list) else value
        return plain in self.without

    def speaks(self, clause: str) -> bool:
        """Whether a clause, named without prefix, speaks of nothing else."""
        return clause in self.clauses or clause.partition("-")[0] in self.clauses


SUIT_FEATURES: Final = {
    feature.what: feature
    for feature in (
        Feature(
            what=to_say("an auction (bids)"),
            parameter="bids",
            without=((),),
            moot=(("no_bid", "redeal"), ("grand_points", 0), ("defenders_score", False)),
            clauses=("BID", "SCORE-35", "SCORE-36", "SCORE-37", "SCORE-38", "SCORE-40"),
        ),
        Feature(
            what=to_say("marriages"),
            parameter="marriages",
            without=("none",),
            moot=(
                ("marriage_points", ()),
                ("meld_counts", "any_trick"),
                ("meld_lead", "either"),
                ("meld_forced", False),
                ("meld_first", True),
                ("meld_after_stock", False),
                ("meld_after_closing", False),
            ),
            clauses=("MELD", "CLAIM-3"),
        ),
        Feature(
            what=to_say("an exchange"),
            parameter="exchange",
            without=("none",),
            moot=(
                ("exchange_by", "any"),
                ("exchange_needs_trick", True),
                ("exchange_min_stock", 3),
                ("exchange_after_closing", False),
            ),
            clauses=("EXCH",),
        ),
        Feature(
            what=to_say("closing the talon"),
            parameter="close",
            without=("never",),
            moot=(
                ("close_first", True),
                ("close_min_stock", 2),
                ("won_at", "end"),
                ("penalty_at", "closing"),
                ("exchange_after_closing", False),
                ("meld_after_closing", False),
            ),
            clauses=("CLOSE", "MELD-6", "EXCH-5", "SCORE-26", "SCORE-27", "SCORE-34"),
        ),
        Feature(
            what=to_say("a race"),
            parameter="score",
            without=("table", "contract", "points"),
            moot=(("won", (1, 2, 3)), ("schneider", 0), ("penalty", (2, 3)), ("last_trick_wins", False)),
            takes=(("close", "never"), ("claim", "never")),
            clauses=(
                "SCORE-22",
                "SCORE-23",
                "SCORE-24",
                "SCORE-25",
                "SCORE-26",
                "SCORE-27",
                "SCORE-28",
                "SCORE-29",
                "SCORE-34",
            ),
        ),
        Feature(
            what=to_say("claims"),
            parameter="claim",
            without=("never",),
            moot=(
                ("claim_when", "turn"),
                ("claim_last", "asked"),
                ("claim_for", "deal"),
                ("claim_points", 0),
                ("wrong_claim", "lost"),
            ),
            clauses=("CLAIM",),
        ),
        Feature(
            what=to_say("a scoring table"),
            parameter="score",
            without=("race", "contract", "points"),
            moot=(("scoring", ()),),
            clauses=("SCORE-30", "SCORE-31", "SCORE-32"),
        ),
        Feature(
            what=to_say("deals that one side wins"),
            parameter="score",
            without=("contract", "points"),
            moot=(("drawn", "void"), ("favourite", False)),
            clauses=("MATCH-6",),
        ),
        Feature(
            what=to_say("a favourite suit"), parameter="favourite", without=(False,), clauses=("MATCH-7", "MATCH-8")
        ),
        Feature(
            what=to_say("partners that change"),
            parameter="partners_change",
            without=(0,),
            clauses=("MATCH-9", "MATCH-11"),
        ),
    )
}
"""What games with suit tricks can have, by what it is."""

MATCHING_FEATURES: Final = {
    feature.what: feature
    for feature in (
        Feature(
            what=to_say("tricks that can be continued"),
            parameter="continuation",
            without=("never",),
            clauses=("MULTI",),
        ),
        Feature(what=to_say("flipping"), parameter="flip", without=(False,), clauses=("FLIP",)),
        Feature(what=to_say("spicing"), parameter="spice", without=(False,), clauses=("SPICE",)),
        Feature(
            what=to_say("calls"),
            parameter="calls",
            without=((),),
            clauses=("CALL-1", "CALL-2", "CALL-3", "CALL-5"),
        ),
        Feature(
            what=to_say("partners"),
            parameter="sides",
            without=("each", "lone"),
            moot=(("partner_peek", False),),
            takes=(("calls", ()),),
            clauses=("PLAYERS-2", "CALL"),
        ),
        Feature(
            what=to_say("one who plays alone"),
            parameter="sides",
            without=("alternate", "each"),
            moot=(("lone_card", "none"), ("lone_card_rank", "own"), ("lone_card_led", "own")),
            clauses=("LONE",),
        ),
        Feature(what=to_say("a limit to leads"), parameter="lead_limit", without=(0,), clauses=("PLAY-11",)),
        Feature(what=to_say("points for every trick"), parameter="sweep_points", without=(0,), clauses=("SCORE-10",)),
        Feature(
            what=to_say("a scoring table"),
            parameter="score",
            without=("points",),
            moot=(("scoring", ()), ("last_card_loses", "none")),
            clauses=("SCORE-4", "SCORE-5", "SCORE-6", "SCORE-7"),
        ),
        Feature(
            what=to_say("points that count in the match"),
            parameter="score",
            without=("table",),
            moot=(("sweep_points", 0), ("sweep_resets", False), ("four_resets", False), ("zero_resets", False)),
        ),
    )
}
"""The same of games with matching tricks."""


def features(tricks: object) -> tuple[Feature, ...]:
    """Return what games with such tricks can have; nothing where there are no such tricks."""
    return tuple({"matching": MATCHING_FEATURES, "suit": SUIT_FEATURES}.get(str(tricks), {}).values())


def lost(had: Mapping[str, object], changes: Mapping[str, object]) -> Iterator[Feature]:
    """Yield what a game with these parameters has, and lacks by such changes."""
    for feature in features(had["tricks"]):
        name = feature.parameter
        if name in changes and feature.lacking(changes[name]) and not feature.lacking(had[name]):
            yield feature
            yield from lost({**had, name: changes[name]}, {**dict(feature.moot), **dict(feature.takes), **changes})


def moot(had: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    """Return the parameters that say nothing any more by such changes, each with the value that it has then, but for those given."""
    return {
        name: plain
        for feature in lost(had, changes)
        for name, plain in (*feature.takes, *feature.moot)
        if name not in changes
    }


def unspoken(rulebook: Rulebook, parameters: Parameters) -> frozenset[str]:
    """Return the clauses of a rulebook that say nothing by these parameters, as they speak of what the rulebook has and these lack.

    A clause that an option changes, or by which an action is refused, says what there is in its place.
    """
    had, has = (
        {name: getattr(each, name) for name in each.__struct_fields__} for each in (rulebook.parameters, parameters)
    )
    lacking = lost({"tricks": parameters.__struct_config__.tag, **had}, has)
    still = {*rulebook.refusals.values(), *[option.clause for option in rulebook.options.values()]}
    spoken = [feature.speaks for feature in lacking]
    ids = {clause.id for clause in rulebook.clauses} - still
    return frozenset([each for each in ids if any(speaks(each.partition("-")[2]) for speaks in spoken)])
