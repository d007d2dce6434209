"""The protocol between ``aceten verify`` and a program that is verified: one JSON object a line, a request and then its reply.

The runner writes a request to the program's standard input and waits for one line on its standard output, with the same ``id``. The first
request is :class:`Hello`, and its reply says what the program can do; what it cannot is not asked. Every further request stands for
itself: a program keeps nothing from one to the next. When standard input ends, the program ends.

Cards, actions and positions are written as everywhere (``Ah``, ``stop``, ``meld:Kh``). Seats, and sides, are numbers from 0; the side of a
seat is its number where everyone plays for himself, and else 0 for even and 1 for odd seats. What a program cannot answer it answers with
:class:`Failed` or :class:`Skipped`.
"""

from __future__ import annotations

import json
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

PROTOCOL: Final = 2
"""Version of the protocol."""

SPOKEN: Final = (1, 2)
"""The versions in which a program may answer; in version 1 it cannot say what it always plays, lacks or omits."""

Level: TypeAlias = Literal["trick", "score", "deal", "position", "match", "view", "shuffle", "perft"]
"""What a program can be asked: the commands of the requests."""

LEVELS: Final[tuple[Level, ...]] = ("trick", "score", "deal", "position", "match", "view", "shuffle", "perft")
"""Every level, in the order in which they are verified."""

ACTIONS: Final = (
    "cards",
    "stop",
    "flip",
    "spice",
    "draw",
    "bid",
    "trump",
    "pass",
    "meld",
    "exchange",
    "close",
    "claim",
    "call",
)
"""The kinds of actions: playing a card, and the words with which others begin."""

Option: TypeAlias = str | int
"""The value of an option."""

_Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class Numbered(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of requests and replies, which have a number. What a reply holds besides is passed over."""

    id: _Number
    """Number of the request; its reply has the same."""


class Hello(Numbered, frozen=True, kw_only=True, tag_field="command", tag="hello"):
    """The first request: who are you, and what can you do?"""

    protocol: int
    """The version that the runner speaks: 2."""


class _Question(Numbered, frozen=True, kw_only=True):
    """Base of requests about a game."""

    game: str
    """Id of the rulebook, such as ``zsiros``."""
    players: _Number
    """The number of players."""
    options: dict[str, Option] = {}
    """The options that differ from what the rulebook says by itself."""


class TrickRequest(_Question, frozen=True, kw_only=True, tag_field="command", tag="trick"):
    """Who wins these cards?"""

    leader: _Number
    """The seat that led."""
    cards: tuple[str, ...]
    """The cards of the trick in order: one or more whole rounds."""
    trump: str | None = None
    """The trump suit, as a letter; left out where there is none."""


class Closed(msgspec.Struct, frozen=True, kw_only=True):
    """That the talon was closed, and how the deal stood then."""

    seat: _Number
    """Who closed it."""
    points: _Number
    """The points that the other side had, marriages that counted among them."""
    tricks: tuple[_Number, ...]
    """By side, the tricks that it had taken."""


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position, part by part: all that the line says, and what follows from it. What it leaves open is ``null`` or left out."""

    turn: _Number | None
    """The seat to act; ``null`` when the deal is over."""
    dealer: _Number
    """The seat that dealt."""
    leader: _Number
    """The seat that led to the trick on the table, or leads to the next; when the deal is over the one that took the last trick."""
    hands: tuple[tuple[str, ...], ...]
    """By seat, the cards in its hand. The card of a marriage that is led is no longer there; its partner is. In games without trumps cards
    may lack suits, here and elsewhere (``A``, ``9``): play them with any suit that is free and answer without, or skip."""
    talon: tuple[str, ...]
    """The undealt cards in the order in which they will be drawn, a turn-up last. A closed talon stays where it is, to the end."""
    trick: tuple[str, ...]
    """The cards of the trick on the table, in the order in which they were played."""
    taken: tuple[tuple[str, ...], ...]
    """By side, the cards that it is known to have captured; others may be missing."""
    points: tuple[_Number, ...]
    """By side, the card points that it has captured, as far as the line says; marriages are not among them."""
    tricks: tuple[_Number, ...] | None
    """By side, the tricks that it has taken; ``null``, which is not 0, when the line leaves that open."""
    forfeit: _Number | None = None
    """The side that lost the deal by its very last card."""
    leads: tuple[str, ...] = ()
    """The ranks of the last leads in a row of one rank, that of the trick on the table among them, where such a row counts."""
    drawn: str | None = None
    """The card that the winner of the trick has drawn while he may spice it; it is in his hand."""
    lone: _Number | None = None
    """Who plays alone, once his card has been captured; open before."""
    resets: tuple[_Number, ...] = ()
    """The sides whose score in the match falls to 0, so far."""
    trump: str | None = None
    """The trump suit, as a letter."""
    closed: Closed | None = None
    """How the talon was closed."""
    melds: tuple[_Number, ...] = ()
    """By side, the points of the marriages that it has shown, whether they count yet or not; also of the one that is on the table."""
    waiting: tuple[_Number, ...] = ()
    """By side, the points of those that count only with its next trick; left out where there are none."""
    shown: tuple[tuple[str, ...], ...] = ()
    """By seat, the cards of its hand that everybody knows."""
    claim: _Number | None = None
    """Who ended the deal by a claim."""
    bids: tuple[_Number, ...] = ()
    """During the auction what was bid, from the seat after the dealer on; 0 is a pass."""
    bid: tuple[_Number, ...] | None = None
    """The declarer's seat and his bid, after the auction."""
    score: tuple[_Number, ...] = ()
    """By side, the score in the match before the deal, where that bears on play."""


class ScoreRequest(_Question, frozen=True, kw_only=True, tag_field="command", tag="score"):
    """What does this deal come to, which is over?"""

    taken: tuple[tuple[str, ...], ...]
    """By side, the cards that it has captured."""
    tricks: tuple[_Number, ...]
    """By side, the tricks that it has taken."""
    last: _Number
    """The side that took the last trick."""
    position: str
    """The end of the deal as a position line, with everything else that bears on the result: marriages, a claim, the bid, ..."""
    parts: Position | None = None
    """The same part by part; the runner always says it, and who writes a question need not."""


class _Dealt(_Question, frozen=True, kw_only=True):
    """Base of requests that begin with a deal."""

    deck: tuple[str, ...]
    """The pack in dealing order, as it lies after shuffling: the first card is dealt first."""
    dealer: _Number
    """The seat that deals."""
    cut: str | None = None
    """The card that cutting shows, in a game where that decides on trumps."""
    scores: tuple[_Number, ...] | None = None
    """The sides' scores in the match, in a game where they bear on play; 0 each when they are left out."""


class DealRequest(_Dealt, frozen=True, kw_only=True, tag_field="command", tag="deal"):
    """Deal these cards and take these actions in turn: what holds before each of them, and in the end?"""

    actions: tuple[str, ...] = ()
    """Actions. One that is not legal is refused, and nothing has happened: the next is taken where it was. Some are words of other games
    (``spice``, ``claim``, ``meld:Kh``): refuse what you cannot read."""


class PositionRequest(_Question, frozen=True, kw_only=True, tag_field="command", tag="position"):
    """Begin with this position and take these actions in turn: what holds before each of them, and in the end?"""

    position: str
    """Position line."""
    parts: Position | None = None
    """The same part by part; the runner always says it, and who writes a question need not."""
    actions: tuple[str, ...] = ()
    """Actions, as in a :class:`DealRequest`."""
    showing: str | None = None
    """The suit, as a letter, of a marriage that the seat to act has just shown, without having led from it: what may it do now? Asked of
    programs that show marriages by an action of its own (:attr:`GameSupport.shows`), and no actions are taken then."""


class DealScore(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a deal brought, as far as a match asks."""

    game_points: tuple[_Number, ...]
    """Game points by side."""
    resets: tuple[_Number, ...] = ()
    """The sides whose score falls to 0."""
    trump: str | None = None
    """The trump suit of the deal, in a game where a suit counts twice."""
    claimed: _Number | None = None
    """The side that has won the match by a claim, or, where play ends by itself, by coming to the target."""


class MatchRequest(_Question, frozen=True, kw_only=True, tag_field="command", tag="match"):
    """A match with deals that come to this: how does it stand before each of them, and in the end?"""

    dealer: _Number
    """The seat that deals first."""
    deals: tuple[DealScore, ...]
    """What the deals brought, in order; none after the end of the match."""


class ViewRequest(_Dealt, frozen=True, kw_only=True, tag_field="command", tag="view"):
    """Deal these cards and take these actions, all of them legal: what may a player know then?"""

    actions: tuple[str, ...] = ()
    """Actions."""
    seat: _Number
    """Whose view it is."""


class ShuffleRequest(_Question, frozen=True, kw_only=True, tag_field="command", tag="shuffle"):
    """How does this seed shuffle the pack, and whom does it draw as the first dealer of a match?"""

    seed: _Number
    """The seed, from 0 to 2**64 - 1."""


class PerftRequest(_Dealt, frozen=True, kw_only=True, tag_field="command", tag="perft"):
    """Deal these cards: how many sequences of so many actions are there?"""

    depth: _Number
    """The number of actions."""


Question: TypeAlias = (
    TrickRequest
    | ScoreRequest
    | DealRequest
    | PositionRequest
    | MatchRequest
    | ViewRequest
    | ShuffleRequest
    | PerftRequest
)
"""A request about a game."""

Request: TypeAlias = Hello | Question
"""A request, told from others by its ``command``."""


class GameSupport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a program can do of a game."""

    game: str
    """Id of the rulebook."""
    players: tuple[_Number, ...]
    """The numbers of players."""
    levels: tuple[str, ...]
    """What it can be asked: any of :data:`LEVELS`."""
    options: dict[str, tuple[Option, ...]] = {}
    """By option, the values that it can do beside the rulebook's own."""
    plays: dict[str, Option] = {}
    """By option, the one value that it always plays by; all questions are about such a game."""
    lacks: tuple[str, ...] = ()
    """The kinds of actions that it does not have, any of :data:`ACTIONS`: nobody takes them, they are not looked for among legal ones, and
    ``perft`` does not count them."""
    omits: tuple[str, ...] = ()
    """Parts of its answers that it never tells although they belong there, such as ``result`` or ``result.winners``: they are not compared.
    A part that can be left out need not stand here."""
    calls: bool = False
    """Whether it knows calls between partners."""
    shows: bool = False
    """Whether it shows a marriage by an action of its own, before a card of it is led: then positions are asked in between, too."""


class HelloReply(Numbered, frozen=True, kw_only=True):
    """Who the program is and what it can do."""

    protocol: int
    """The version of the protocol that it speaks: 2."""
    program: str
    """Its name."""
    version: str = ""
    """Its version."""
    games: tuple[GameSupport, ...]
    """What it can do, by game; a game may be there more than once."""


class TrickReply(Numbered, frozen=True, kw_only=True):
    """Who wins a trick."""

    winner: _Number
    """The seat."""


class DealResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a deal came to."""

    points: tuple[_Number, ...] | None = None
    """Card points by side, marriages and the last trick included where they count; can be left out. Where the position leaves open whether
    a side that has shown a marriage has taken a trick, whatever is said is right."""
    winners: tuple[_Number, ...] | None = None
    """The sides that win the deal, none when nobody does; ``null`` when the position that was played from leaves it open, as one does that
    accounts for fewer points than the pack has. Whatever is said then is right."""
    game_points: tuple[_Number, ...] | None = None
    """Game points by side; ``null`` when the position leaves them open, and then anything is right."""
    resets: tuple[_Number, ...] = ()
    """The sides whose score in the match falls to 0."""


class ScoreReply(Numbered, frozen=True, kw_only=True):
    """What a deal came to."""

    result: DealResult
    """Its result."""


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What holds at one moment of a deal."""

    turn: _Number | None
    """The seat to act; ``null`` when the deal is over."""
    legal: tuple[str, ...]
    """Every legal action of that seat, in any order, calls left out; equal cards once."""
    refused: bool = False
    """Whether the action that was to be taken now is not legal."""
    result: DealResult | None = None
    """What the deal came to, when it is over."""
    winning: _Number | None = None
    """The seat that is winning the trick on the table; can be left out."""
    points: tuple[_Number, ...] | None = None
    """Card points captured so far, by side; can be left out."""
    tricks: tuple[_Number, ...] | None = None
    """Tricks taken so far, by side; can be left out."""
    hands: tuple[tuple[str, ...], ...] | None = None
    """The hand of each seat, in any order; can be left out."""
    talon: tuple[str, ...] | None = None
    """The undealt cards in the order in which they will be drawn; can be left out."""


class PlayReply(Numbered, frozen=True, kw_only=True):
    """The course of a deal."""

    steps: tuple[Step, ...]
    """What holds before each action, and after the last: one more than there are actions."""


class MatchStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a match stands between two deals."""

    scores: tuple[_Number, ...]
    """Game points by side; by player where partners change."""
    dealer: _Number | None = None
    """The seat that deals next; can be left out, and when the match is over it is not looked at."""
    over: bool
    """Whether the match is over."""
    winner: _Number | None = None
    """The side that has won the match, where partners change the player; ``null`` while it goes on, and when nobody has."""
    players: tuple[_Number, ...] | None = None
    """The player in each seat for the next deal, where partners change; can be left out."""


class MatchReply(Numbered, frozen=True, kw_only=True):
    """The course of a match."""

    steps: tuple[MatchStep, ...]
    """How it stands before each deal, and after the last: one more than there are deals."""


class ViewReply(Numbered, frozen=True, kw_only=True):
    """What a player may know."""

    known: tuple[tuple[str, ...], ...]
    """By seat, the cards in its hand that the player knows: all of his own, and what others have shown."""
    sizes: tuple[_Number, ...]
    """By seat, how many cards it holds."""
    talon: _Number
    """How many cards are undealt."""
    known_talon: tuple[str, ...] = ()
    """The last cards of the talon, as far as he knows them: the turn-up."""
    legal: tuple[str, ...]
    """What he may do now; nothing when it is another's turn."""


class ShuffleReply(Numbered, frozen=True, kw_only=True):
    """A shuffled pack."""

    deck: tuple[str, ...]
    """The pack in dealing order."""
    cut: str | None = None
    """The card that cutting shows, in a game where that decides on trumps."""
    dealer: _Number | None = None
    """The seat that deals first in a match, drawn from this seed; can be left out."""


class PerftReply(Numbered, frozen=True, kw_only=True):
    """A count of action sequences."""

    count: _Number
    """How many there are."""


class Failed(Numbered, frozen=True, kw_only=True):
    """The program could not answer, and should have been able to."""

    error: str
    """Why, in words."""


class Skipped(Numbered, frozen=True, kw_only=True):
    """The program does not do what it was asked; that is not counted against it, nor for it."""

    skip: str
    """Why, in words."""


Reply: TypeAlias = (
    HelloReply
    | TrickReply
    | ScoreReply
    | PlayReply
    | MatchReply
    | ViewReply
    | ShuffleReply
    | PerftReply
    | Failed
    | Skipped
)
"""A reply; which of them is expected goes by the request."""

REPLIES: Final[dict[type[Request], type[Reply]]] = {
    Hello: HelloReply,
    TrickRequest: TrickReply,
    ScoreRequest: ScoreReply,
    DealRequest: PlayReply,
    PositionRequest: PlayReply,
    MatchRequest: MatchReply,
    ViewRequest: ViewReply,
    ShuffleRequest: ShuffleReply,
    PerftRequest: PerftReply,
}
"""The reply that answers each request."""


def schemas() -> dict[str, str]:
    """Return the JSON Schema of requests and that of replies as text, by name."""
    texts: dict[str, str] = {}
    replies = tuple(dict.fromkeys((*REPLIES.values(), Failed, Skipped)))
    schema, parts = msgspec.json.schema_components(replies, ref_template="#/$defs/{name}")
    of_replies = {"anyOf": list(schema), "$defs": parts}
    for name, described in (("request", msgspec.json.schema(Request)), ("reply", of_replies)):
        whole = {"$schema": "https://json-schema.org/draft/2020-12/schema"} | described
        texts[name] = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    return texts
