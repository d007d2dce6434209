"""What a rulebook is: the rules of one game as data.

A rulebook holds *parameters*, everything in which the games of a group differ; *clauses*, the normative text; *decisions*,
where the sources are silent or disagree; *options*, the parameters that players may change; and *examples*, which are run.
:mod:`aceten_spec.loader` reads rulebooks from TOML and refuses wrong ones.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from aceten_spec.cards import PACKS, Pack, card
from aceten_spec.speech import Language, language

RankLetter: TypeAlias = Literal["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
"""A rank in a rulebook, as in every notation."""

SuitLetter: TypeAlias = Literal["c", "s", "h", "d"]
"""A suit in a rulebook, as in every notation."""

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
CARD: Final = r"^[AKQJT98765432][cshd]\Z"
"""What a card with its suit looks like."""
CARD_OR_NONE: Final = r"^(none|[AKQJT98765432][cshd])\Z"
"""What a card with its suit, or none, looks like."""

_Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]
_ClauseId: TypeAlias = Annotated[str, msgspec.Meta(pattern=CLAUSE_ID)]
_ExampleId: TypeAlias = Annotated[str, msgspec.Meta(pattern=EXAMPLE_ID)]
_Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=NAME)]
_CardText: TypeAlias = Annotated[str, msgspec.Meta(pattern=CARD)]

CallName: TypeAlias = Literal["beat", "no-beat", "grease", "no-grease"]
"""A call, as it is written after ``call:SEAT:``."""


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything in a rulebook: immutable, by name, nothing unknown."""


class Award(_Strict, frozen=True, kw_only=True):
    """One row of the scoring table: what the winners of a deal score."""

    name: _Name
    """What the row is called, such as ``kopasz``."""
    meaning: _Text
    """The row in words, for people."""
    points: tuple[_Points, _Points]
    """The row applies when the winners have from this to that many points, both included, those for the last trick among them."""
    tricks: Literal["all", "some", "any"]
    """``all``: the winners took every trick; ``some``: the losers took one at least; ``any``: either."""
    game_points: _Positive
    """What the winners score."""
    cards: tuple[_Points, _Points] | None = None
    """Where it is given, the winners must also have from this to that many points from cards alone, without the last trick's."""


class _Common(_Strict, frozen=True, kw_only=True):
    """The parameters of a game, whatever its tricks are like. One that has a default may be left out where it says nothing special."""

    # Players and cards
    pack: str
    """Id of the pack (:data:`aceten_spec.cards.PACKS`)."""
    packs: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    """How many such packs are shuffled together."""
    removed: tuple[_CardText, ...] = ()
    """Cards that are taken out before the game, one from each pack."""
    players: tuple[_Players, ...]
    """The numbers of players for which the game is described."""
    direction: Literal["clockwise", "anticlockwise"]
    """Which way round the table play goes. Seats are numbered in the order of play, so this only concerns pictures."""

    # Dealing
    hand: _Positive
    """Cards that each player is dealt, and draws up to."""
    deal: tuple[_Positive, ...]
    """The batches in which a hand is dealt, in order; their sum is ``hand``."""

    # Scoring a deal
    values: dict[RankLetter, _Points]
    """Card points by rank; a rank that is left out counts nothing."""
    last_trick_points: _Points = 0
    """Points for taking the last trick, beside those of its cards."""
    scoring: tuple[Award, ...] = ()
    """The rows of the scoring table, the lowest first. The first that fits the winners of a deal applies, or else the lowest."""

    # The match
    match_ends: Literal["target", "deals"] = "target"
    """Whether a match ends when a side has ``target`` game points, or after ``deals`` deals."""
    target: _Positive
    """Game points that win the match."""
    deals: _Positive = 1
    """Deals in a match that ends after a number of deals."""
    match_tie: Literal["goes_on", "nobody"] = "goes_on"
    """What happens when a match would end and the best are equal: it goes on until they are not, or nobody wins it."""
    next_dealer: Literal["rotate", "losers", "keeps", "winners", "same"] = "rotate"
    """Who deals next: the next player; one of the losers (the next player when the dealer's side won, else the dealer's partner);
    the same player when his side scored ``keeps_deal`` or more, else the next; one of the winners (the dealer when his side won, else
    the next player); or always the same player. After a deal that nobody wins the turn passes, but for the last."""
    keeps_deal: _Points = 0
    """Game points in a deal with which its dealer deals again."""
    drawn_dealer: Literal["passes", "keeps"] = "passes"
    """Who deals after a deal in which all score equally: whom ``next_dealer`` names, or the same player again."""


class MatchingParameters(_Common, frozen=True, kw_only=True, tag_field="tricks", tag="matching"):
    """The parameters of a game with matching tricks: what matches the led card takes the trick."""

    # Players
    sides: Literal["alternate", "each", "lone"] = "alternate"
    """``alternate``: seats belong to two sides in turn. ``each``: everyone plays for himself. ``lone``: whoever holds ``lone_card``
    plays alone against all others, whose points count together at the end; during play everyone gathers for himself."""
    lone_card: Annotated[str, msgspec.Meta(pattern=CARD_OR_NONE)] = "none"
    """The card whose holder plays alone. ``none``: no card does that."""
    lone_card_rank: Literal["own"] | RankLetter = "own"
    """The rank for which ``lone_card`` counts when it is played to a lead. ``own``: its own."""
    lone_card_led: Literal["own"] | RankLetter = "own"
    """The rank for which ``lone_card`` counts when it is led. ``own``: its own."""

    # Drawing
    draw: Literal["block", "round_robin"]
    """How players draw after a trick, its winner first: each all that he needs, or one card each in rotation."""
    leftover: Literal["none", "unplayed", "last_trick"] = "none"
    """What becomes of cards that are too few for everybody to draw one more. ``none``: there are none, as the pack divides by the
    players. ``unplayed``: they stay in the talon and count for nobody. ``last_trick``: the winner of the last trick gets them."""

    # Tricks
    wild: tuple[RankLetter, ...]
    """Ranks that match whatever rank was led."""
    wild_role: Literal["any_rank", "trump"] = "any_rank"
    """``any_rank``: a wild card is like a card of the led rank. ``trump``: once one was played to the lead of another rank, only
    wild cards match."""
    wild_led: Literal["any_wild", "own_rank"] = "any_wild"
    """What matches a led wild card: every wild card, or only those of its own rank."""
    taken_by: Literal["last_match", "first_match"] = "last_match"
    """Which of the cards that were played to a lead and match it takes the trick; if none does, the led card takes it."""
    continuation: Literal["never", "opponent_winning", "always"]
    """When the leader may lead to another round of the same trick."""
    continue_with: Literal["match", "any"] = "match"
    """What he may lead to another round: a card that matches, or any card."""
    to_match: Literal["first_lead", "newest_lead"] = "first_lead"
    """What has to be matched in another round: the first card of the trick, or the card that was led to this round, whatever
    happened in earlier rounds."""
    flip: bool = False
    """Whether a player may turn up the top card of the talon and play that instead of a card from his hand."""
    spice: bool = False
    """Whether the winner of a trick, having drawn, may put the card drawn into the trick in place of the card that won it."""
    lead_limit: _Points = 0
    """How many tricks in a row may be led with cards of the same rank by those who have others; 0: any number."""
    partner_peek: bool = False
    """Whether partners see each other's hands once the talon is exhausted."""
    calls: tuple[CallName, ...]
    """The calls that partners may make; empty: none."""

    # Scoring a deal
    wins_from: _Points = 0
    """Points without which nobody wins a deal; 0: any number suffices that is larger than the others'."""
    tie: Literal["last_trick", "draw", "shared"]
    """Who wins when the best have equally many points: the side that took the last trick, nobody, or all of the best; but nobody where
    more than two are all equal."""
    last_card_loses: Literal["none"] | RankLetter = "none"
    """Rank that must not be the very last card played: the side that plays it loses the deal. ``none``: no such rule."""
    score: Literal["table", "points"] = "table"
    """What a deal brings towards the match: what the scoring table gives its winners, or to every side its points."""
    sweep_points: _Points = 0
    """What a side scores beside its points for taking every trick, where ``score`` is ``points``."""
    sweep_resets: bool = False
    """Whether the scores of the others fall to 0 when a side takes every trick."""
    four_resets: bool = False
    """Whether the scores of the others fall to 0 when a side takes a round that consists of four cards of one rank."""
    zero_resets: bool = False
    """Whether the score of a side that has no points in a deal falls to 0."""

    # The match
    finish: Literal["deal_end", "immediate"] = "deal_end"
    """Whether the match ends with the deal in which a side reaches the target, or at once when a trick brings it there."""


class SuitParameters(_Common, frozen=True, kw_only=True, tag_field="tricks", tag="suit"):
    """The parameters of a game with suit tricks: the highest trump takes the trick, or else the highest card of the suit led.

    Seats belong to two sides in turn. Where there is a talon, the winner of a trick draws a card from it, then the others.
    """

    # Cards and trumps
    order: tuple[RankLetter, ...]
    """The ranks that there are, from the highest to the lowest, as they win tricks. One of which all cards are removed may stand there."""
    trump: Literal["turn_up", "cut", "dealt", "named", "marriage"]
    """Where trumps come from. ``turn_up``: the last card of the talon lies face up, and its suit is trump. ``cut``: a card is shown by
    cutting the pack before the deal, and its suit is trump. ``dealt``: the last card that is dealt, which falls to the dealer, is
    shown to all, and its suit is trump. ``named``: the highest bidder names a suit. ``marriage``: there is no trump until a marriage is
    shown; the suit of the latest marriage is trump."""
    cut_card: Literal["unknown", "known"] = "unknown"
    """Whether the card that was shown by cutting is known to all when a player has it."""

    # Tricks
    obligation: Literal["none", "follow", "follow_beat_trump"]
    """What a player owes to a lead while there is a talon that is not closed. ``none``: he may play any card. ``follow``: a card of
    the suit led, if he has one. ``follow_beat_trump``: a card of the suit led, one that beats the card led if he can; without a card
    of that suit a trump, if he has one."""
    last_obligation: Literal["none", "follow", "follow_beat_trump"]
    """The same when there is no talon, or when it is closed."""

    # Bidding
    bids: tuple[_Positive, ...] = ()
    """What can be bid for the right to name trumps, rising; empty: there is no auction. The last closes the auction."""
    bid_again: Literal["partner", "always", "never"] = "partner"
    """Whether a player who has passed may bid again: when his partner has bid since, always, or never."""
    no_bid: Literal["redeal", "dealer"] = "redeal"
    """What happens when nobody wants to bid. ``redeal``: nobody scores and the next player deals. ``dealer``: the dealer has to bid."""
    grand_points: _Points = 0
    """What the highest bid counts for whoever scores it, won or lost, instead of all else; 0: the same as any other bid."""
    grand_needs: Literal["points", "tricks"] = "points"
    """What fulfils the highest bid: as many points as were bid, or every trick."""
    defenders_score: bool = False
    """Whether the other side scores what it makes when a bid is fulfilled."""

    # Marriages: a king and a queen of one suit
    marriages: Literal["none", "trump", "suit", "order"] = "none"
    """What the points of a marriage depend on. ``none``: there are no marriages. ``trump``: whether it is in trumps. ``suit``: its
    suit. ``order``: how many were shown before in the deal, by whomever."""
    marriage_points: tuple[_Positive, ...] = ()
    """The points: of a plain marriage and of one in trumps; of clubs, spades, hearts and diamonds; or of the first, second, third and
    fourth marriage."""
    meld_counts: Literal["any_trick", "next_trick"] = "any_trick"
    """With which trick of its side a marriage comes to count: any, taken before it was shown or afterwards, or only one afterwards."""
    meld_lead: Literal["either", "king"] = "either"
    """Which of its two cards is led when a marriage is shown. ``either``: the king or the queen."""
    meld_forced: bool = False
    """Whether one who may show a marriage has to when he leads a card with which he can."""
    meld_first: bool = True
    """Whether a marriage may be shown with the first lead of a deal."""
    meld_after_stock: bool = False
    """Whether a marriage may be shown when there is no talon (any more)."""
    meld_after_closing: bool = False
    """Whether a marriage may be shown when the talon is closed."""

    # Exchanging the turn-up
    exchange: Literal["none"] | RankLetter = "none"
    """The rank of the trump that may be exchanged for the turn-up. ``none``: no card may."""
    exchange_by: Literal["any", "leader"] = "any"
    """Who may exchange at his turn: whoever is to play, or only who is to lead."""
    exchange_needs_trick: bool = True
    """Whether only one whose side has taken a trick may exchange."""
    exchange_min_stock: _Positive = 3
    """The fewest cards that the talon must have for an exchange, the turn-up included."""
    exchange_after_closing: bool = False
    """Whether the other player may exchange at his first turn after the talon was closed, even without a trick."""

    # Closing the talon
    close: Literal["never", "after_drawing", "either"] = "never"
    """When the player who is to lead may close the talon, so that nobody draws any more. ``never``: not at all. ``after_drawing``: with
    the cards that he has drawn. ``either``: also when he has taken a trick, before anybody draws."""
    close_first: bool = True
    """Whether the talon may be closed before the first lead of a deal."""
    close_min_stock: _Positive = 2
    """The fewest cards that the talon must have to be closed, the turn-up included."""

    # Claiming
    claim: Literal["never", "called", "automatic"] = "never"
    """Whether play ends when a player says that he has enough points, or by itself when one has; ``never``: neither."""
    claim_for: Literal["deal", "match"] = "deal"
    """What is claimed: ``claim_points`` in this deal, or ``target`` in the match, this deal included."""
    claim_points: _Points = 0
    """Points that win a deal by a claim."""

    # Scoring a deal
    score: Literal["table", "race", "contract", "points"]
    """What a deal brings towards the match. ``table``: what the scoring table gives the side with more points. ``race``: what ``won``
    gives the side that claims rightly, or ``penalty`` the other one. ``contract``: the bidders their points when they make what they
    bid, else the other side its points and the bid. ``points``: every side its points."""
    won: tuple[_Positive, _Positive, _Positive] = (1, 2, 3)
    """Game points for a right claim: against a side with ``schneider`` points or more, with fewer, and without a trick."""
    won_at: Literal["end", "closing"] = "end"
    """When the other side's points and tricks are counted for that, where the claimant has closed the talon."""
    schneider: _Points = 0
    """The points with which a losing side is not schneider."""
    penalty: tuple[_Positive, _Positive] = (2, 3)
    """Game points for the other side when a claim is wrong, or a side that closed the talon does not win: for one that has taken a
    trick, and for one that has not."""
    penalty_at: Literal["closing", "end", "flat"] = "closing"
    """When it must have taken that trick if the talon was closed: before the closing, or before the end. ``flat``: against the
    side that closed the higher penalty applies in any case."""
    last_trick_wins: bool = False
    """Whether the last trick wins a deal in which nobody has claimed and the talon was not closed, for the lowest of ``won``."""
    wrong_claim: Literal["lost", "refused"] = "lost"
    """What becomes of a wrong claim: the deal ends and is lost, where sides score their points by scoring nothing; or it is not
    allowed."""

    # From deal to deal
    drawn: Literal["void", "carry", "doubles"] = "void"
    """What a deal that nobody wins means for the next one that somebody wins. ``void``: nothing. ``carry``: it brings a game point more
    for each such deal. ``doubles``: its game points are doubled for each."""
    favourite: bool = False
    """Whether a later deal counts twice when its trump suit is that of the first deal of the match."""
    partners_change: _Points = 0
    """After how many deals eldest hand gets another partner; 0: partners are fixed. Where they change, the score is kept by player."""


Parameters: TypeAlias = MatchingParameters | SuitParameters
"""The parameters of a game, by what its tricks are like: the value of ``tricks``."""


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
    players: tuple[_Players, ...] = ()
    """The numbers of players with which there is this option; empty: all."""


class Document(_Strict, frozen=True, kw_only=True):
    """What a rule rests on: a page, a book, or a program."""

    title: _Text
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
    """Name of a document: one of the rulebook's own, or one that all rulebooks share (:func:`aceten_spec.sources.shared`)."""
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
    """The parameter or the option that holds the answer; ``None`` where all readings play alike or only one is possible."""
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

    players: _Positive
    """The number of players."""
    dealers: tuple[int, ...]
    """Who must deal each of the deals."""
    deals: tuple[tuple[_Points, ...], ...]
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
    titles: dict[Language, _Text] = {}
    """The same in other languages, where it is another."""
    summary: _Text
    """The game in a sentence or two."""
    aliases: tuple[_Name, ...] = ()
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
    """For every reason for which the engine refuses an action (:data:`aceten_spec.refusals.REFUSALS`), the clause that is broken."""
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


def pack_of(parameters: Parameters) -> Pack:
    """Return what a game is played with.

    :raises KeyError: when there is no such kind of pack.
    """
    return msgspec.structs.replace(
        PACKS[parameters.pack], copies=parameters.packs, removed=tuple(map(card, parameters.removed))
    )


@functools.cache
def _defaults(kind: type[Parameters]) -> tuple[tuple[str, object], ...]:
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))


def digest(parameters: Parameters) -> str:
    """Return the SHA-256 of the parameters as ``sha256:HEX``: equal exactly when the rules that are played are equal.

    Rewording a clause does not change it; changing an option does. A parameter that has its default says nothing, so that one which is new
    leaves the digests of all rules as they are that know nothing of it. A truth value is said by a word, as it is in an option.
    """
    said = {
        name: {False: "off", True: "on"}[value] if isinstance(value, bool) else value
        for name, default in _defaults(type(parameters))
        if (value := getattr(parameters, name)) != default
    }
    canonical = msgspec.json.encode({"tricks": parameters.__struct_config__.tag, **said}, order="sorted")
    return "sha256:" + hashlib.sha256(canonical).hexdigest()
