"""The parameters of a game: everything in which the games of a group differ, as a rulebook states it.

Both kinds of tricks have those in common that speak of cards, dealing, scoring and the match.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from aceten_spec.cards import PACKS, Pack
from aceten_spec.written_cards import card

RankLetter: TypeAlias = Literal["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
"""A rank in a rulebook, as in every notation."""

SuitLetter: TypeAlias = Literal["c", "s", "h", "d"]
"""A suit in a rulebook, as in every notation."""

_MAX: Final = 999_999
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=_MAX)]
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=_MAX)]
Players: TypeAlias = Annotated[int, msgspec.Meta(ge=2, le=8)]
NAME: Final = r"^[a-z][a-z0-9_-]*\Z"
"""What the name of a game or of a row looks like."""
CARD: Final = r"^[AKQJT98765432][cshd]\Z"
"""What a card with its suit looks like."""
CARD_OR_NONE: Final = r"^(none|[AKQJT98765432][cshd])\Z"
"""What a card with its suit, or none, looks like."""

Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]
Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=NAME)]
_CardText: TypeAlias = Annotated[str, msgspec.Meta(pattern=CARD)]

CallName: TypeAlias = Literal["beat", "no-beat", "grease", "no-grease"]
"""A call, as it is written after ``call:SEAT:``."""


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything here: immutable, by name, nothing unknown."""


class Award(_Strict, frozen=True, kw_only=True):
    """One row of the scoring table: what the winners of a deal score."""

    name: Name
    """What the row is called, such as ``kopasz``."""
    meaning: Text
    """The row in words, for people."""
    points: tuple[Points, Points]
    """The row applies when the winners have from this to that many points, both included, those for the last trick among them."""
    tricks: Literal["all", "some", "any"]
    """``all``: the winners took every trick; ``some``: the losers took one at least; ``any``: either."""
    game_points: Positive
    """What the winners score."""
    cards: tuple[Points, Points] | None = None
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
    players: tuple[Players, ...]
    """The numbers of players for which the game is described."""
    direction: Literal["clockwise", "anticlockwise"]
    """Which way round the table play goes. Seats are numbered in the order of play, so this only concerns pictures."""

    # Dealing
    hand: Positive
    """Cards that each player is dealt, and draws up to."""
    deal: tuple[Positive, ...]
    """The batches in which a hand is dealt, in order; their sum is ``hand``."""

    # Scoring a deal
    values: dict[RankLetter, Points]
    """Card points by rank; a rank that is left out counts nothing."""
    last_trick_points: Points = 0
    """Points for taking the last trick, beside those of its cards."""
    scoring: tuple[Award, ...] = ()
    """The rows of the scoring table, the lowest first. The first that fits the winners of a deal applies, or else the lowest."""

    # The match
    match_ends: Literal["target", "deals"] = "target"
    """Whether a match ends when a side has ``target`` game points, or after ``deals`` deals."""
    target: Positive
    """Game points that win the match."""
    deals: Positive = 1
    """Deals in a match that ends after a number of deals."""
    match_tie: Literal["goes_on", "nobody"] = "goes_on"
    """What happens when a match would end and the best are equal: it goes on until they are not, or nobody wins it."""
    next_dealer: Literal["rotate", "losers", "keeps", "winners", "same"] = "rotate"
    """Who deals next: the next player; one of the losers (the next player when the dealer's side won, else the dealer's partner);
    the same player when his side scored ``keeps_deal`` or more, else the next; one of the winners (the dealer when his side won, else
    the next player); or always the same player. After a deal that nobody wins the turn passes, but for the last."""
    keeps_deal: Points = 0
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
    continuation: Literal["never", "opponent_winning", "not_partner_winning", "always"]
    """When the leader may lead to another round of the same trick: never, while an opponent is winning it, while an opponent or he
    himself is winning it, or whoever is winning it."""
    continue_with: Literal["match", "any"] = "match"
    """What he may lead to another round: a card that matches, or any card."""
    to_match: Literal["first_lead", "newest_lead"] = "first_lead"
    """What has to be matched in another round: the first card of the trick, or the card that was led to this round, whatever
    happened in earlier rounds."""
    flip: bool = False
    """Whether a player may turn up the top card of the talon and play that instead of a card from his hand."""
    spice: bool = False
    """Whether the winner of a trick, having drawn, may put the card drawn into the trick in place of the card that won it."""
    lead_limit: Points = 0
    """How many tricks in a row may be led with cards of the same rank by those who have others; 0: any number."""
    partner_peek: bool = False
    """Whether partners see each other's hands once the talon is exhausted."""
    calls: tuple[CallName, ...]
    """The calls that partners may make; empty: none."""

    # Scoring a deal
    wins_from: Points = 0
    """Points without which nobody wins a deal; 0: any number suffices that is larger than the others'."""
    tie: Literal["last_trick", "draw", "shared"]
    """Who wins when the best have equally many points: the side that took the last trick, nobody, or all of the best; but nobody where
    more than two are all equal."""
    last_card_loses: Literal["none"] | RankLetter = "none"
    """Rank that must not be the very last card played: the side that plays it loses the deal. ``none``: no such rule."""
    score: Literal["table", "points"] = "table"
    """What a deal brings towards the match: what the scoring table gives its winners, or to every side its points."""
    sweep_points: Points = 0
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
    bids: tuple[Positive, ...] = ()
    """What can be bid for the right to name trumps, rising; empty: there is no auction. The last closes the auction."""
    bid_again: Literal["partner", "always", "never"] = "partner"
    """Whether a player who has passed may bid again: when his partner has bid since, always, or never."""
    no_bid: Literal["redeal", "dealer"] = "redeal"
    """What happens when nobody wants to bid. ``redeal``: nobody scores and the next player deals. ``dealer``: the dealer has to bid."""
    grand_points: Points = 0
    """What the highest bid counts for whoever scores it, won or lost, instead of all else; 0: the same as any other bid."""
    grand_needs: Literal["points", "tricks"] = "points"
    """What fulfils the highest bid: as many points as were bid, or every trick."""
    defenders_score: bool = False
    """Whether the other side scores what it makes when a bid is fulfilled."""

    # Marriages: a king and a queen of one suit
    marriages: Literal["none", "trump", "suit", "order"] = "none"
    """What the points of a marriage depend on. ``none``: there are no marriages. ``trump``: whether it is in trumps. ``suit``: its
    suit. ``order``: how many were shown before in the deal, by whomever."""
    marriage_points: tuple[Positive, ...] = ()
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
    exchange_min_stock: Positive = 3
    """The fewest cards that the talon must have for an exchange, the turn-up included."""
    exchange_after_closing: bool = False
    """Whether the other player may exchange at his first turn after the talon was closed, even without a trick."""

    # Closing the talon
    close: Literal["never", "after_drawing", "either"] = "never"
    """When the player who is to lead may close the talon, so that nobody draws any more. ``never``: not at all. ``after_drawing``: with
    the cards that he has drawn. ``either``: also when he has taken a trick, before anybody draws."""
    close_first: bool = True
    """Whether the talon may be closed before the first lead of a deal."""
    close_min_stock: Positive = 2
    """The fewest cards that the talon must have to be closed, the turn-up included."""

    # Claiming
    claim: Literal["never", "called", "automatic"] = "never"
    """Whether play ends when a player says that he has enough points, or by itself when one has; ``never``: neither."""
    claim_when: Literal["turn", "leading", "trick"] = "turn"
    """When a player may say so: at his turn, leading or following; only when he is to lead; or only with a trick that he has just taken,
    before he leads to the next, and not with a marriage that he shows for it."""
    claim_last: Literal["asked", "counted", "off"] = "asked"
    """What there is to be said when all cards are played, where players say so. ``asked``: the winner of the last trick claims or passes.
    ``counted``: nothing, as he has won if he has enough. ``off``: nothing, as nobody claims any more."""
    claim_for: Literal["deal", "match"] = "deal"
    """What is claimed: ``claim_points`` in this deal, or ``target`` in the match, this deal included."""
    claim_points: Points = 0
    """Points that win a deal by a claim."""

    # Scoring a deal
    score: Literal["table", "race", "contract", "points"]
    """What a deal brings towards the match. ``table``: what the scoring table gives the side with more points. ``race``: what ``won``
    gives the side that claims rightly, or ``penalty`` the other one. ``contract``: the bidders their points when they make what they
    bid, else the other side its points and the bid. ``points``: every side its points."""
    won: tuple[Positive, Positive, Positive] = (1, 2, 3)
    """Game points for a right claim: against a side with ``schneider`` points or more, with fewer, and without a trick."""
    won_at: Literal["end", "closing"] = "end"
    """When the other side's points and tricks are counted for that, where the claimant has closed the talon."""
    schneider: Points = 0
    """The points with which a losing side is not schneider."""
    penalty: tuple[Positive, Positive] = (2, 3)
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
    partners_change: Points = 0
    """After how many deals eldest hand gets another partner; 0: partners are fixed. Where they change, the score is kept by player."""

    @property
    def asks(self) -> bool:
        """Whether the winner of the last trick has still to say whether he claims."""
        return self.claim == "called" and self.claim_last == "asked"


Parameters: TypeAlias = MatchingParameters | SuitParameters
"""The parameters of a game, by what its tricks are like: the value of ``tricks``."""


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
