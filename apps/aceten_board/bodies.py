"""What the page asks, and what it is told: the bodies of requests and answers."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from aceten import Annotations
from aceten.notation.record_lines import MAX_RECORD
from aceten_solver import Objective
from aceten_spec.formats import MOST_NAME
from aceten_spec.speech import Language

MOST_ACTIONS: Final = 1000
"""More than any deal has."""
MOST_DEALS: Final = 200
"""More than a match of any game comes to."""

_Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=20_000)]
_Action: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
_Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=9)]
_Actions: TypeAlias = Annotated[tuple[_Action, ...], msgspec.Meta(max_length=MOST_ACTIONS)]
Style: TypeAlias = Literal["french", "german"]
"""The faces that cards can have."""


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that is asked."""

    language: Language = "en"
    """The language of what is said."""
    names: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=MOST_NAME)], ...], msgspec.Meta(max_length=8)] = ()
    """What the players are called in it, seat 0 first; none: by their letters."""
    own: _Seat | None = None
    """Whoever asks plays this seat, against machines alone: where there are no names, players are called by where they sit from there."""


class AskedTable(Spoken, frozen=True, forbid_unknown_fields=True):
    """Where the board stands: a position line, and what has been done since."""

    position: _Text
    """The position line; it may hide cards, and then nothing has been done since."""
    actions: _Actions = ()
    """The actions since."""
    seat: _Seat | None = None
    """Whose eyes it is seen with; ``None``: all cards lie open."""
    style: Style | None = None
    """The faces of the cards; ``None``: those of the game's own pack."""


class AskedLook(AskedTable, frozen=True, forbid_unknown_fields=True):
    """How does it look?"""

    ahead: _Actions = ()
    """What was done further on in the same line of play; where that is not allowed, nothing is told of it."""


class AskedValues(AskedTable, frozen=True, forbid_unknown_fields=True):
    """What is it worth?"""

    objective: Objective | None = None
    """What counts; ``None``: what the solver asks for by itself."""
    seconds: Annotated[float, msgspec.Meta(gt=0, le=30)] = 30.0
    """How long to search at most."""


class AskedReview(AskedTable, frozen=True, forbid_unknown_fields=True):
    """What did each action cost?"""

    objective: Objective | None = None
    """What counts; ``None``: what a review asks for by itself."""
    seconds: Annotated[float, msgspec.Meta(gt=0, le=60)] = 60.0
    """How long to search at most."""


class AskedFair(AskedReview, frozen=True, forbid_unknown_fields=True):
    """What did each action of a player cost by what he knew? ``seat`` is the player."""

    known: bool = True
    """Whether all cards are known; otherwise the position is one of many that fit what the player saw."""


class AskedMachine(AskedTable, frozen=True, forbid_unknown_fields=True):
    """What does the machine do?"""

    strength: Annotated[str, msgspec.Meta(max_length=200)] = "average"
    """How well it plays; or the name of a policy that plays in its place."""


class AskedDeal(Spoken, frozen=True, forbid_unknown_fields=True):
    """Deal."""

    game: Annotated[str, msgspec.Meta(max_length=100)]
    """The game, with its number of players or without, and its options, as a position line begins."""
    seed: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """What the deal depends on; ``None`` for both: chance."""
    number: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,400}$")] | None = None
    """The number of the deal in place of a seed, in digits."""


class AskedKit(Spoken, frozen=True, forbid_unknown_fields=True):
    """What is a game set up with?"""

    game: Annotated[str, msgspec.Meta(max_length=100)]
    """The game, with its number of players."""
    style: Style | None = None
    """The faces of the cards; ``None``: those of the game's own pack."""


class AskedText(Spoken, frozen=True, forbid_unknown_fields=True):
    """What does a text say?"""

    text: Annotated[str, msgspec.Meta(max_length=MAX_RECORD)]
    """Position lines, or records, as JSON Lines or as people type them."""


class PlayedDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal that was played, or a part of one."""

    position: _Text
    """The position that it begins with."""
    actions: _Actions = ()
    """What was done."""
    kept: Annotations | None = None
    """What people keep beside it; ``null``: nothing."""
    of_match: Annotations | None = None
    """What they keep beside the match of which it is the first deal."""


class AskedDeals(Spoken, frozen=True, forbid_unknown_fields=True):
    """What of these deals?"""

    deals: Annotated[tuple[PlayedDeal, ...], msgspec.Meta(min_length=1, max_length=MOST_DEALS)]
    seat: _Seat | None = None
    """Whose eyes they are seen with; ``None``: all cards lie open."""


class ActionLabel(msgspec.Struct, frozen=True):
    """What an action is worth."""

    action: _Action
    label: Annotated[str, msgspec.Meta(max_length=100)]
    best: bool
    shown: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """What stands under the card where it is more than the label: how far that may be off, a guess, who has the last trick."""
    words: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """What it means: who wins, and how."""


class AskedPicture(AskedTable, frozen=True, forbid_unknown_fields=True):
    """What does it look like on paper?"""

    caption: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """What the labels say."""
    worths: Annotated[tuple[ActionLabel, ...], msgspec.Meta(max_length=100)] = ()
    """What stands under the cards."""


class TablePlayer(msgspec.Struct, frozen=True):
    """A player at the table."""

    name: str
    side: int
    cards: tuple[str | None, ...]
    """His cards, ``null`` for one that is not seen."""
    marks: tuple[str, ...]
    """What he is: the leader, to act, the dealer."""


class Laid(msgspec.Struct, frozen=True):
    """A card of the trick."""

    name: str
    """Who laid it."""
    card: str
    winning: bool


class Trumps(msgspec.Struct, frozen=True):
    """The trump suit."""

    suit: str | None
    """Its letter; ``null``: there is none yet."""
    told: str


class Choice(msgspec.Struct, frozen=True):
    """Something that may be done."""

    action: str
    card: str | None
    """The card that it plays; ``null``: none."""
    name: str
    """What it is called."""
    same: str
    """One action for all that do the same."""
    counts: int | None = None
    """What the marriage counts that it shows; ``null``: it shows none, or that is not known."""
    loses: str | None = None
    """What a wrong claim costs, where it is one; ``null``: it is none, or that is not known."""


class TrickTaken(msgspec.Struct, frozen=True):
    """A trick that ended."""

    to: str
    """The letter of who took it."""
    points: int
    """The card points in it."""


class DoneAction(msgspec.Struct, frozen=True):
    """Something that was done."""

    who: str
    """The letter of who did it."""
    leads: bool
    """Whether a trick began with it."""
    took: TrickTaken | None = None
    """The trick that ended with it; ``null``: none did."""


class Collected(msgspec.Struct, frozen=True):
    """A trick that ended with the last action."""

    cards: tuple[str, ...]
    by: tuple[int, ...]
    """The seats that laid them."""
    to: int
    """The seat that took it."""


class Look(msgspec.Struct, frozen=True):
    """The table at one moment."""

    game: str
    """The game's title."""
    style: str
    """Which pictures the cards have: ``french`` or ``german``."""
    begins: str
    """How its position lines begin: the game, and the options that were agreed on."""
    line: str
    """The position line as it is seen."""
    players: tuple[TablePlayer, ...]
    taken: tuple[str, ...]
    """What each side has captured, in words."""
    talon: int
    turn_up: str | None
    """The card of the talon that lies face up; ``null`` where none does, as when the talon is closed."""
    trumps: Trumps | None
    """The trump suit; ``null`` where the game has none."""
    trick: tuple[Laid, ...]
    turn: int | None
    choices: tuple[Choice, ...]
    """What the seat to act may do."""
    names: dict[str, str]
    """What every card is called that lies open."""
    clockwise: bool
    """The direction of play."""
    played: tuple[DoneAction, ...]
    """What has been done since the position, and further on."""
    collected: Collected | None
    told: tuple[str, ...]
    """What the last action was, and what it led to."""
    standing: tuple[str, ...]
    """What else is known: bids, marriages, who has closed the talon, who plays alone."""
    over: bool


class Values(msgspec.Struct, frozen=True):
    """What the actions are worth, as far as that is known."""

    caption: str
    """What the labels say."""
    worths: tuple[ActionLabel, ...]
    told: tuple[str, ...]
    """What the deal comes to, in sentences."""
    line: tuple[str, ...]
    """Best play; empty where it is not known, or where cards are hidden."""
    settled: bool
    """Whether no better answer follows."""


class Moved(msgspec.Struct, frozen=True):
    """What the machine does."""

    action: str


class Dealt(msgspec.Struct, frozen=True):
    """A deal."""

    position: str


class Refused(msgspec.Struct, frozen=True):
    """What is wrong."""

    error: str
    clause: str | None = None
    """The clause that is broken, where it is one."""
    rule: str | None = None
    """What it says."""
    field: str | None = None
    """The key of the position line that is to blame, where it is one; ``game``: what the line begins with."""


class OptionTold(msgspec.Struct, frozen=True):
    """Something that players may agree on otherwise."""

    name: str
    values: tuple[str, ...] | None
    """What can be agreed on; ``null``: any whole number."""
    own: str
    """What holds where nothing is agreed on."""
    clause: str
    rule: str
    """What the clause says."""
    means: dict[str, str] = {}
    """What is played with each value, in a sentence."""


class Kit(msgspec.Struct, frozen=True):
    """What a position of a game is set up with."""

    title: str
    style: str
    cards: tuple[str, ...]
    """The pack; a card that there is several times stands there as often."""
    names: dict[str, str]
    """What the cards are called."""
    players: tuple[str, ...]
    sides: tuple[str, ...]
    """Who gathers together."""
    keys: tuple[str, ...]
    """The keys of a position line that are no piles of cards."""
    options: tuple[OptionTold, ...]


class Found(msgspec.Struct, frozen=True):
    """What a text says."""

    deals: tuple[PlayedDeal, ...]
    seat: int | None
    """Whose eyes alone it was seen with; ``null``: all cards lie open."""
    about: str = ""
    """Who played, when and where, and what is said of it."""
    problems: tuple[str, ...] = ()
    """What is wrong with other records in it."""


class DealTold(msgspec.Struct, frozen=True):
    """One of several deals."""

    name: str
    told: str
    """What it came to, and how the match stands."""
    before: tuple[str, ...]
    """How the match stood before it, and what of that bears on it; nothing where the deals are no match."""


class DealsTold(msgspec.Struct, frozen=True):
    """Several deals."""

    match: bool
    """Whether they are a match."""
    deals: tuple[DealTold, ...]


class KeptText(msgspec.Struct, frozen=True):
    """A text to be kept: a record, or a picture."""

    text: str


class JudgedStep(msgspec.Struct, frozen=True):
    """An action, and what it cost."""

    number: int
    """Which action it is, counted from 1."""
    value: int | None
    """What the deal comes to after it, as a number to draw; ``null`` where that is not settled."""
    label: str
    mistake: bool
    told: str


class ChanceTold(msgspec.Struct, frozen=True):
    """The last moment at which a side could have come to more."""

    number: int
    """Which action gave it away, counted from 1."""
    told: str
    line: tuple[str, ...]
    """Best play from before it."""


class PlayerTold(msgspec.Struct, frozen=True):
    """What a player's mistakes come to."""

    name: str
    mistakes: int
    cost: str


class Judged(msgspec.Struct, frozen=True):
    """A review, as far as it is settled."""

    caption: str
    """What the values are."""
    before: int | None
    """What the deal comes to before the first action."""
    label: str
    steps: tuple[JudgedStep, ...]
    told: tuple[str, ...]
    chances: tuple[ChanceTold, ...]
    players: tuple[PlayerTold, ...]
    picture: str
    """The graph as SVG, to be kept."""
    settled: bool
    """Whether no better answer follows."""


class FairStep(msgspec.Struct, frozen=True):
    """An action that was a choice, and what it cost by what its player knew."""

    number: int
    """Which action it is, counted from 1."""
    done: str
    cost: str
    """By what was known, on average."""
    open_cost: str
    """With all cards known; nothing where they are not, or it is not settled."""
    judgement: str
    """What it was, in a word or two; nothing where that is not settled."""
    wrong: bool
    """Whether another action was better by what was known."""
    better: str


class Fair(msgspec.Struct, frozen=True):
    """What the actions of a player cost by what he knew."""

    caption: str
    """What the costs are."""
    steps: tuple[FairStep, ...]
    told: str
    """What it comes to."""
    settled: bool
    """Whether no better answer follows."""
