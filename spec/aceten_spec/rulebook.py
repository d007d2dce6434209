"""What a rulebook is: the rules of one game as data.

A rulebook holds *parameters*, everything in which the games of a group differ; *clauses*, the normative text; *decisions*,
where the sources are silent or disagree; *options*, the parameters that players may change; and *examples*, which are run.
:mod:`aceten_spec.loader` reads rulebooks from TOML and refuses wrong ones.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from aceten_spec.parameters import CARD as CARD
from aceten_spec.parameters import CARD_OR_NONE as CARD_OR_NONE
from aceten_spec.parameters import NAME as NAME
from aceten_spec.parameters import Award as Award
from aceten_spec.parameters import CallName as CallName
from aceten_spec.parameters import MatchingParameters as MatchingParameters
from aceten_spec.parameters import Name, Players, Points, Positive, Text
from aceten_spec.parameters import Parameters as Parameters
from aceten_spec.parameters import RankLetter as RankLetter
from aceten_spec.parameters import SuitLetter as SuitLetter
from aceten_spec.parameters import SuitParameters as SuitParameters
from aceten_spec.parameters import digest as digest
from aceten_spec.parameters import pack_of as pack_of
from aceten_spec.speech import Language, language

OptionValue: TypeAlias = str | int
"""The value of an option, as it is written after ``name=`` in a position line."""

ResultPart: TypeAlias = Literal["points", "winner", "game_points", "resets", "rest", "next_dealer", "match"]
"""A part of what a deal comes to: the points of each side, who has won, what each side scores, whose score falls to 0, what becomes of
cards that nobody has taken, who deals next, and when a match is over and who has won it."""

CLAUSE_ID: Final = r"^[A-Z0-9]+-[A-Z]+-[0-9]+\Z"
"""What the id of a clause looks like."""
EXAMPLE_ID: Final = r"^[A-Z0-9]+-EX-[0-9]+\Z"
"""What the id of an example looks like."""
PREFIX: Final = r"^[A-Z0-9]+\Z"
"""What the first part of every id looks like."""

_ClauseId: TypeAlias = Annotated[str, msgspec.Meta(pattern=CLAUSE_ID)]
_ExampleId: TypeAlias = Annotated[str, msgspec.Meta(pattern=EXAMPLE_ID)]


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything here: immutable, by name, nothing unknown."""


class Option(_Strict, frozen=True, kw_only=True):
    """Something that players may agree on otherwise.

    An option with a list of values has the name of the parameter that it sets. One with a table of values may have any name: each
    value sets the parameters in its table, and the value with an empty table is the rulebook's own. Tables are applied before the
    options that set a single parameter.
    """

    clause: _ClauseId
    """The clause that says what the option does."""
    values: tuple[OptionValue, ...] | Literal["positive"] | dict[str, dict[str, object]]
    """The values it can take; ``positive``: any whole number from 1."""
    means: dict[str, Text] = {}
    """What is played with each value, in a sentence; of ``positive`` values one under that name, in which ``{value}`` stands for it."""
    players: tuple[Players, ...] = ()
    """The numbers of players with which there is this option; empty: all."""


class Document(_Strict, frozen=True, kw_only=True):
    """What a rule rests on: a page, a book, or a program."""

    title: Text
    """What it is called."""
    kind: Literal["page", "book", "program"] = "page"
    """``program``: what a program does, or what is written beside it."""
    author: str = ""
    """Who wrote it; empty where nobody is named."""
    publication: str = ""
    """The site or the publisher."""
    year: int | None = None
    """When it came out; ``None`` where it does not say."""
    isbn: str = ""
    """The number of a book."""
    address: Annotated[str, msgspec.Meta(pattern=r"^(https?://\S+|not known)\Z")] = "not known"
    """Where it is public: the page, or the repository of a program."""
    copy: Annotated[str, msgspec.Meta(pattern=r"^(https?://\S+)?\Z")] = ""
    """Where a copy stands, if that is what was read."""
    note: str = ""
    """What else there is to say of it."""


class Source(_Strict, frozen=True, kw_only=True):
    """Where a rule stands."""

    document: str
    """Name of a document: one of the rulebook's own, or one that all rulebooks share (:func:`aceten_spec.clauses.sources.shared`)."""
    section: str
    """Heading under which it stands there; empty for a document without headings."""


class Clause(_Strict, frozen=True, kw_only=True):
    """One rule, so small that there is one answer to whether play keeps to it."""

    id: _ClauseId
    """Permanent; never used again for another rule."""
    text: Text
    """The rule, in our words."""
    kind: Literal["seed", "decision"]
    """``seed``: a source document says so. ``decision``: chosen here, see the decision of the same clause."""
    sources: tuple[Source, ...]
    """Where it stands. Empty where nothing but our own choice stands behind it."""
    subject: Literal["rule", "name", "conduct"] = "rule"
    """``name`` fixes a word and ``conduct`` binds the people at the table; neither asks anything of a program."""


class Alternative(_Strict, frozen=True, kw_only=True):
    """Another answer to a question that a decision settles."""

    text: Text
    """The other reading."""
    value: OptionValue | None = None
    """The option value that selects it; ``None`` where it cannot be selected, and the text says why not."""
    sources: tuple[Source, ...] = ()
    """Who reads it so."""


class Decision(_Strict, frozen=True, kw_only=True):
    """A question that the sources leave open or answer differently, and the answer chosen."""

    clause: _ClauseId
    """The clause that states the answer."""
    question: Text
    """What is open."""
    reason: Text
    """Why this answer."""
    parameter: str | None = None
    """The parameter or the option that holds the answer; ``None`` where all readings play alike or only one is possible."""
    alternatives: tuple[Alternative, ...] = ()
    """The other answers."""


class Step(_Strict, frozen=True, kw_only=True):
    """One action of an example, and what must be true around it. What is left out is not checked."""

    action: str
    """The action in its notation."""
    refused: str | None = None
    """The clause for which the action is refused; the example then goes on from the same position."""
    code: str | None = None
    """The code of the refusal (:data:`aceten_spec.clauses.refusals.REFUSALS`)."""
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
    winners: tuple[int, ...] | None = None
    """The sides that win the deal, where there can be several."""
    game_points: tuple[int, ...] | None = None
    """Game points by side."""
    award: str | None = None
    """Name of the row of the scoring table, or what stands in its place (:attr:`aceten.Result.award`)."""
    resets: tuple[int, ...] | None = None
    """The sides whose score in the match falls to 0."""


class MatchCourse(_Strict, frozen=True, kw_only=True):
    """The course of a match: the game points of each deal, and what they must come to."""

    players: Positive
    """The number of players."""
    dealers: tuple[int, ...]
    """Who must deal each of the deals."""
    deals: tuple[tuple[Points, ...], ...]
    """Game points by side, deal by deal."""
    scores: tuple[int, ...]
    """Game points by side at the end; by player where partners change."""
    resets: tuple[tuple[int, ...], ...] = ()
    """The sides whose scores fall to 0 by each of the deals; empty: none ever."""
    dealer: int | None = None
    """The first dealer; ``None``: drawn from the seed."""
    seed: int | None = None
    """The seed that the first dealer is drawn from."""
    trumps: tuple[SuitLetter, ...] = ()
    """The trump suit of each deal, where it bears on what a deal counts in the match."""
    seats: tuple[tuple[int, ...], ...] = ()
    """The player in each seat, deal by deal, where partners change."""
    claimed: int | None = None
    """The side that wins the match by a claim in the last deal; ``None``: none does."""
    winner: int | None = None
    """The side that has won the match at the end, where partners change the player; ``None``: nobody."""
    options: dict[str, OptionValue] = {}
    """Options of the game."""


class Example(_Strict, frozen=True, kw_only=True):
    """A position and what happens from it, or the course of a match. Run by the tests, shown in the documentation."""

    id: _ExampleId
    """Permanent."""
    title: Text
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
    id: Name
    """The name by which the game is loaded."""
    prefix: Annotated[str, msgspec.Meta(pattern=PREFIX)]
    """First part of every clause and example id."""
    title: Text
    """The game's name, for people."""
    titles: dict[Language, Text] = {}
    """The same in other languages, where it is another."""
    summary: Text
    """The game in a sentence or two."""
    aliases: tuple[Name, ...] = ()
    """Other ids by which a shipped rulebook is found."""
    names: dict[str, tuple[str, ...]]
    """Other names by language code."""
    glossary: dict[str, str]
    """Local words and what they mean."""
    documents: dict[str, str | Document] = {}
    """Documents of the rulebook's own, by the name under which its sources cite them; a text stands for the title alone."""
    parameters: Parameters
    """What the engine plays by."""
    by_players: dict[str, dict[str, object]] = {}
    """Parameters that differ with the number of players: by that number, those that are not as in ``parameters``."""
    options: dict[str, Option]
    """What players may agree on otherwise, by the name that it has in a position line."""
    refusals: dict[str, _ClauseId]
    """For every reason to refuse an action (:data:`aceten_spec.clauses.refusals.REFUSALS`), the clause that is broken."""
    results: dict[ResultPart, tuple[_ClauseId, ...]] = {}
    """For every part of what a deal comes to, the clauses that say it; a rulebook of one's own may leave parts out."""
    clauses: tuple[Clause, ...]
    """In reading order."""
    decisions: tuple[Decision, ...]
    """In the order of their clauses."""
    examples: tuple[Example, ...]
    """In reading order."""
    extends: str | None = None
    """The shipped rulebook of which this one states the differences (:mod:`aceten_spec.inheritance`); ``None``: it stands alone."""
    without: tuple[str, ...] = ()
    """The clauses of that rulebook which do not hold here, without prefix, and the options which there are not."""

    @property
    def called(self) -> str:
        """The game's name in the language in force."""
        return self.titles.get(language(), self.title)

    def clause(self, clause_id: str) -> Clause:
        """Return the clause with this id.

        :raises KeyError: when there is none.
        """
        for clause in self.clauses:
            if clause.id == clause_id:
                return clause
        raise KeyError(clause_id)
