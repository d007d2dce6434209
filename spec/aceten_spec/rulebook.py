"""What a rulebook is: the rules of one game as data.

A rulebook holds *parameters*, everything in which the games of a group differ; *clauses*, the normative text; *decisions*,
where the sources are silent or disagree; *options*, the parameters that players may change; and *examples*, which are run.
:mod:`aceten_spec.loader` reads rulebooks from TOML and refuses wrong ones.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

RankLetter: TypeAlias = Literal["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
"""A rank in a rulebook, as in every notation."""

OptionValue: TypeAlias = str | int
"""The value of an option, as it is written after ``name=`` in a position line."""

_MAX: Final = 999_999
_Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=_MAX)]
_Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=_MAX)]
_Players: TypeAlias = Annotated[int, msgspec.Meta(ge=2, le=8)]
CLAUSE_ID: Final = r"^[A-Z0-9]+-[A-Z]+-[0-9]+\Z"
"""What the id of a clause looks like."""
EXAMPLE_ID: Final = r"^[A-Z0-9]+-EX-[0-9]+\Z"
"""What the id of an example looks like."""
NAME: Final = r"^[a-z][a-z0-9_-]*\Z"
"""What the name of a game or of a row looks like."""
PREFIX: Final = r"^[A-Z0-9]+\Z"
"""What the first part of every id looks like."""

_Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]
_ClauseId: TypeAlias = Annotated[str, msgspec.Meta(pattern=CLAUSE_ID)]
_ExampleId: TypeAlias = Annotated[str, msgspec.Meta(pattern=EXAMPLE_ID)]
_Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=NAME)]


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything in a rulebook: immutable, by name, nothing unknown."""


class Award(_Strict, frozen=True, kw_only=True):
    """One row of the scoring table: what the winners of a deal score."""

    name: _Name
    """What the row is called, such as ``kopasz``."""
    meaning: _Text
    """The row in words, for people."""
    points: tuple[_Points, _Points]
    """The row applies when the winners have from this to that many card points, both included."""
    tricks: Literal["all", "some"]
    """``all``: the winners took every trick; ``some``: the losers took one at least."""
    game_points: _Positive
    """What the winners score."""


class Parameters(_Strict, frozen=True, kw_only=True):
    """The parameters of a game with matching tricks: the last card that matches the led rank takes the trick."""

    pack: str
    """Id of the pack (:data:`aceten_spec.cards.PACKS`)."""
    players: tuple[_Players, ...]
    """The numbers of players for which the game is described. Seats alternate between two sides."""
    direction: Literal["clockwise", "anticlockwise"]
    """Which way round the table play goes. Seats are numbered in the order of play, so this only concerns pictures."""
    hand: _Positive
    """Cards that each player is dealt, and draws up to."""
    deal: tuple[_Positive, ...]
    """The batches in which a hand is dealt, in order; their sum is ``hand``."""
    values: dict[RankLetter, _Points]
    """Card points by rank; a rank that is left out counts nothing."""
    wild: tuple[RankLetter, ...]
    """Ranks that match whatever rank was led."""
    continuation: Literal["never", "opponent_winning", "always"]
    """When the leader may lead to another round of the same trick, with a card that matches the led rank."""
    draw: Literal["block", "round_robin"]
    """How players draw after a trick, its winner first: each all that he needs, or one card each in rotation."""
    tie: Literal["last_trick", "draw"]
    """Who wins when both sides have the same card points: the side that took the last trick, or nobody."""
    last_card_loses: Literal["none"] | RankLetter
    """Rank that must not be the very last card played: the side that plays it loses the deal. ``none``: no such rule."""
    calls: Literal["on", "off"]
    """Whether partners may make the four calls."""
    scoring: tuple[Award, ...]
    """The rows of the scoring table, the lowest first. The first that fits the winners of a deal applies, or else the lowest."""
    target: _Positive
    """Game points that win the match."""


class Option(_Strict, frozen=True, kw_only=True):
    """A parameter that players may change."""

    clause: _ClauseId
    """The clause that says what the option does."""
    values: tuple[OptionValue, ...] | Literal["positive"]
    """The values it can take; ``positive``: any whole number from 1."""


class Source(_Strict, frozen=True, kw_only=True):
    """Where a rule stands."""

    document: str
    """Id of one of the rulebook's documents."""
    section: str
    """Heading under which it stands there; empty for a document without headings."""


class Clause(_Strict, frozen=True, kw_only=True):
    """One rule, so small that there is one answer to whether play keeps to it."""

    id: _ClauseId
    """Permanent; never used again for another rule."""
    text: _Text
    """The rule, in our words."""
    kind: Literal["seed", "decision"]
    """``seed``: a source document says so. ``decision``: chosen here, see the decision of the same clause."""
    sources: tuple[Source, ...]
    """Where it stands. Empty where nothing but our own choice stands behind it."""
    subject: Literal["rule", "name", "conduct"] = "rule"
    """``name`` fixes a word and ``conduct`` binds the people at the table; neither asks anything of a program."""


class Alternative(_Strict, frozen=True, kw_only=True):
    """Another answer to a question that a decision settles."""

    text: _Text
    """The other reading."""
    value: OptionValue | None = None
    """The option value that selects it; ``None`` where it cannot be selected, and the text says why not."""
    sources: tuple[Source, ...] = ()
    """Who reads it so."""


class Decision(_Strict, frozen=True, kw_only=True):
    """A question that the sources leave open or answer differently, and the answer chosen."""

    clause: _ClauseId
    """The clause that states the answer."""
    question: _Text
    """What is open."""
    reason: _Text
    """Why this answer."""
    parameter: str | None = None
    """The parameter that holds the answer; ``None`` where all readings play alike or only one is possible."""
    alternatives: tuple[Alternative, ...] = ()
    """The other answers."""


class Step(_Strict, frozen=True, kw_only=True):
    """One action of an example, and what must be true around it. What is left out is not checked."""

    action: str
    """The action in its notation."""
    refused: str | None = None
    """The clause for which the action is refused; the example then goes on from the same position."""
    turn: int | None = None
    """The seat to act before the action."""
    legal: tuple[str, ...] | None = None
    """All legal actions before the action."""
    winning: int | None = None
    """The seat that is winning the trick after the action; only while the trick is not over."""
    taken_by: int | None = None
    """The seat that takes the trick with this action; ``None``: not checked."""
    gathered: int | None = None
    """How many cards that seat gathers."""
    after: str | None = None
    """The position line after the action."""


class ExpectedResult(_Strict, frozen=True, kw_only=True):
    """What a finished example must come to. What is left out is not checked."""

    points: tuple[int, ...] | None = None
    """Card points by side."""
    winner: int | Literal["nobody"] | None = None
    """The side that wins the deal."""
    game_points: tuple[int, ...] | None = None
    """Game points by side."""
    award: str | None = None
    """Name of the row of the scoring table."""


class MatchCourse(_Strict, frozen=True, kw_only=True):
    """The course of a match: the game points of each deal, and what they must come to."""

    players: _Positive
    """The number of players."""
    dealers: tuple[int, ...]
    """Who must deal each of the deals."""
    deals: tuple[tuple[_Points, ...], ...]
    """Game points by side, deal by deal."""
    scores: tuple[int, ...]
    """Game points by side at the end."""
    dealer: int | None = None
    """The first dealer; ``None``: drawn from the seed."""
    seed: int | None = None
    """The seed that the first dealer is drawn from."""
    winner: int | None = None
    """The side that has won the match at the end; ``None``: nobody yet."""
    options: dict[str, OptionValue] = {}
    """Options of the game."""


class Example(_Strict, frozen=True, kw_only=True):
    """A position and what happens from it, or the course of a match. Run by the tests, shown in the documentation."""

    id: _ExampleId
    """Permanent."""
    title: _Text
    """What it shows."""
    clauses: tuple[_ClauseId, ...]
    """The clauses that it shows at work."""
    position: str | None = None
    """The position line it starts from."""
    deck: str | None = None
    """A pack in dealing order; dealt by the position's dealer it must give the position."""
    match: MatchCourse | None = None
    """The course of a match, in place of a position."""
    source: Source | None = None
    """Where the example stands; ``None`` where it is our own."""
    steps: tuple[Step, ...] = ()
    """What is played."""
    result: ExpectedResult | None = None
    """What the deal comes to; only when the steps end it."""


class Rulebook(_Strict, frozen=True, kw_only=True):
    """The rules of one game."""

    format: Literal[1]
    """Version of the rulebook format."""
    id: _Name
    """The name by which the game is loaded."""
    prefix: Annotated[str, msgspec.Meta(pattern=PREFIX)]
    """First part of every clause and example id."""
    title: _Text
    """The game's name, for people."""
    summary: _Text
    """The game in a sentence or two."""
    names: dict[str, tuple[str, ...]]
    """Other names by language code."""
    glossary: dict[str, str]
    """Local words and what they mean."""
    documents: dict[str, str]
    """The documents that the sources refer to: id to description."""
    parameters: Parameters
    """What the engine plays by."""
    options: dict[str, Option]
    """By the name of the parameter that each changes."""
    refusals: dict[str, _ClauseId]
    """For every reason for which the engine refuses an action, the clause that it refuses it by."""
    clauses: tuple[Clause, ...]
    """In reading order."""
    decisions: tuple[Decision, ...]
    """In the order of their clauses."""
    examples: tuple[Example, ...]
    """In reading order."""
    extends: str | None = None
    """The shipped rulebook of which this one states the differences (:mod:`aceten_spec.inheritance`); ``None``: it stands alone."""
    without: tuple[str, ...] = ()
    """The clauses of that rulebook which do not hold here, without prefix."""

    def clause(self, clause_id: str) -> Clause:
        """Return the clause with this id.

        :raises KeyError: when there is none.
        """
        for clause in self.clauses:
            if clause.id == clause_id:
                return clause
        raise KeyError(clause_id)


REFUSALS: tuple[str, ...] = (
    "deal_over",
    "not_in_hand",
    "wrong_continuation",
    "stop_not_offered",
    "call_without_partner",
    "call_out_of_turn",
    "calls_off",
    "unknown_action",
)
"""Every reason for which an action is refused in a game with matching tricks."""


def digest(parameters: Parameters) -> str:
    """Return the SHA-256 of the parameters as ``sha256:HEX``: equal exactly when the rules that are played are equal.

    Rewording a clause does not change it; changing an option does.
    """
    plain = msgspec.json.encode(parameters, order="sorted")
    return "sha256:" + hashlib.sha256(plain).hexdigest()
