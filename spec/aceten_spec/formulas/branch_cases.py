"""The cases that the branches of play are made of, in words: when each is so, what follows, and which clauses say it.

The relations of play (:mod:`aceten_spec.formulas.matching.play_relation`, :mod:`aceten_spec.formulas.suits.suit_relation`) name with every
branch that is no refusal the cases that it is made of; why an action is refused :mod:`aceten_spec.clauses.refusals` has in words.

Braces hold what depends on the game: its ``rules``, and of them in words which rank is ``exchange`` and which ``forfeits`` a deal, the
``lone_card``, the ``highest_bid``, what all play to (``round``), that there is something ``to_draw``, that drawing was ``chosen``, that
enough points end a deal with the last card only (``at_last``), and at which turns of his a player may have ``claimed``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

import msgspec

from aceten_spec.formulas.case_names import CaseName
from aceten_spec.formulas.draw_clauses import drawn_at, shares
from aceten_spec.formulas.matching import trick_clauses
from aceten_spec.formulas.suits import auction_clauses, rights_clauses, suit_trick_clauses
from aceten_spec.formulas.terms import TRUE, Formula, Number, Term, Truth, numeral, term_of
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters

if TYPE_CHECKING:
    from aceten_spec.clauses.refusals import RefusalCode

Decision: TypeAlias = Literal["action", "winning", "next", "taken", "bidding"]
"""What is decided by a case: what an action does by itself, who is winning the trick, what follows a card, what follows a trick, or what
follows a bid."""

Stated: TypeAlias = "Formula[Number] | Formula[Truth]"
"""A formula, be it of a number or of a truth."""

Says: TypeAlias = Callable[[Parameters, int], "tuple[Stated, ...]"]
"""The formulas for a game's rules and number of players."""


def _nothing(_rules: Parameters, _players: int) -> tuple[Stated, ...]:
    return ()


class BranchCase(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One case of something that is decided on the way from an action to the deal as it is then."""

    decides: Decision
    """What it decides. Of the cases that decide the same the first that holds is so, but for those that are so beside others."""
    when: str
    """When it is so, in words; empty: always."""
    then: str
    """What follows."""
    clauses: tuple[str, ...]
    """The clauses that say it, without prefix: those of them that a rulebook has."""
    beside: bool = False
    """Whether it is so beside another case."""
    says: Says = _nothing
    """Formulas that say when it is so, or what follows, more closely."""


def of_matching(make: Callable[[MatchingParameters], Stated]) -> Says:
    """Return the formula about games with matching tricks, which no other game asks for."""
    return lambda rules, _: (make(cast("MatchingParameters", rules)),)


def of_suits(make: Callable[[SuitParameters], Stated]) -> Says:
    """Return the formula about games with suit tricks, likewise."""
    return lambda rules, _: (make(cast("SuitParameters", rules)),)


def given(formula: Formula[Term], **known: int) -> Formula[Term]:
    """Return a formula about fewer numbers, as some of them are known."""
    values = [numeral(known[name]) if (name := str(each)) in known else each for each in formula.variables]
    left = tuple([each for each in formula.variables if str(each) not in known])
    return Formula(clauses=formula.clauses, text=formula.text, variables=left, term=formula(*values))


def in_words(formula: Formula[Term]) -> Formula[Truth]:
    """Return a formula of which the words alone are to be read: as mathematics it is about numbers that nobody counts at the table."""
    return Formula(clauses=formula.clauses, text=formula.text, variables=(), term=term_of(TRUE))


def matching(rules: MatchingParameters) -> Formula[Truth]:
    """Return what matches, in a game without trumps without a word of them."""
    formula = trick_clauses.matching(rules)
    return formula if rules.wild_role == "trump" else given(formula, trumped=0)


def continues(rules: MatchingParameters) -> Formula[Truth]:
    """Return with what a trick is continued, likewise."""
    formula = trick_clauses.continues(rules)
    return formula if rules.wild_role == "trump" else given(formula, trumped=0)


def _matches(rules: Parameters, players: int) -> tuple[Stated, ...]:
    of = cast("MatchingParameters", rules)
    lead = [in_words(trick_clauses.to_match(of, players))] if of.continuation != "never" else []
    counts = [trick_clauses.rank_of_led(of), trick_clauses.rank_of_played(of)] if of.lone_card_rank != "own" else []
    first = [trick_clauses.winning(of)] if of.taken_by == "first_match" else []
    return (matching(of), *counts, *lead, *map(in_words, first))


def _draws(rules: Parameters, players: int) -> tuple[Stated, ...]:
    if isinstance(rules, SuitParameters):  # one card is drawn, and there is one for each or for none
        return ()
    return in_words(shares(players)), in_words(drawn_at(rules.draw, players))


def counted(rules: SuitParameters) -> Formula[Number]:
    """Return what counts for a side, without a word of what there is not."""
    words = ["the card points of the tricks taken, without the one on the table"]
    known: dict[str, int] = {}
    if rules.last_trick_points:
        words.append(f"{rules.last_trick_points} for the last trick, when all cards of the pack have been played")
    else:
        known["last"] = 0
    if rules.marriages == "none":
        known |= {"marriages": 0, "trick": 0}
    elif rules.meld_counts == "any_trick":
        words.append("the marriages shown, as soon as their side has taken a trick in the deal, before or after")
    else:
        words.append("the marriages shown, each as soon as its side has taken a trick afterwards")
    counts = given(rights_clauses.counts(), **known)
    return msgspec.structs.replace(counts, text=f"what counts: {'; '.join(words)}")


def _shown(rules: Parameters, _: int) -> tuple[Stated, ...]:
    of = cast("SuitParameters", rules)
    counts = [] if of.claim == "called" else [counted(of)]  # where there are claims it is said of these
    return tuple(map(in_words, (rights_clauses.marriage_points(of), *counts)))


def _right(rules: Parameters, _: int) -> tuple[Stated, ...]:
    of = cast("SuitParameters", rules)
    return rights_clauses.is_right(of), counted(of)


CASES: Final[dict[CaseName, BranchCase]] = {
    # Who is winning the trick
    "led": BranchCase(
        decides="winning",
        when="the trick is empty",
        then="the card is led, and its player is winning the trick",
        clauses=("PLAY-2", "PLAY-4", "SUIT-2"),
    ),
    "led_to_round": BranchCase(
        decides="winning",
        when="the leader leads to another round of the trick",
        then="he is winning it again, and from now on this card has to be matched",
        clauses=("MULTI-10", "MULTI-3"),
    ),
    "winning_already": BranchCase(
        decides="winning",
        when="the leader goes on with a trick that he is winning himself",
        then="he is winning it still, whatever the card",
        clauses=("MULTI-3", "PLAY-4"),
    ),
    "matched": BranchCase(
        decides="winning",
        when="the card matches the card that was led",
        then="its player is winning the trick",
        clauses=("PLAY-4", "PLAY-5", "PLAY-6", "PLAY-9", "PLAY-10", "LONE-3", "LONE-4", "MULTI-3"),
        says=_matches,
    ),
    "unmatched": BranchCase(
        decides="winning",
        when="otherwise",
        then="who was winning the trick still is",
        clauses=("PLAY-4", "MULTI-7"),
    ),
    "beaten": BranchCase(
        decides="winning",
        when="the card beats the one winning so far",
        then="its player is winning the trick",
        clauses=("SUIT-1", "CARDS-6"),
        says=lambda _rules, _players: (suit_trick_clauses.takes(),),
    ),
    "unbeaten": BranchCase(
        decides="winning", when="otherwise", then="who was winning the trick still is", clauses=("SUIT-1",)
    ),
    # What follows a card
    "next_plays": BranchCase(
        decides="next",
        when="not all have played to {round}",
        then="the next player plays",
        clauses=("PLAY-2",),
    ),
    "leader_chooses": BranchCase(
        decides="next",
        when="all have, the trick may go on, and the leader has a card with which it does",
        then="the leader chooses: he leads such a card to another round of the same trick, or he stops",
        clauses=("MULTI-1", "MULTI-2", "MULTI-4", "MULTI-6", "MULTI-8", "MULTI-9"),
        says=lambda rules, _: (
            trick_clauses.may_continue(cast("MatchingParameters", rules)),
            continues(cast("MatchingParameters", rules)),
        ),
    ),
    "round_over": BranchCase(
        decides="next",
        when="all have",
        then="the trick is over, and who is winning it takes all its cards",
        clauses=("PLAY-7", "MULTI-6", "MULTI-7"),
    ),
    "trick_over": BranchCase(
        decides="next",
        when="all have",
        then="the trick is over, and who is winning it takes its cards",
        clauses=("PLAY-7",),
    ),
    "row_counted": BranchCase(
        decides="next",
        when="the card was led",
        then="it is counted how many tricks in a row were led with its rank",
        clauses=("PLAY-11",),
        beside=True,
    ),
    # What follows a trick
    "may_spice": BranchCase(
        decides="taken",
        when="{to_draw}",
        then="its winner draws one, and spices the trick with it or stops, before it is taken",
        clauses=("SPICE-1", "SPICE-2"),
        says=of_matching(trick_clauses.may_spice),
    ),
    "enough_taken": BranchCase(
        decides="taken",
        when="{at_last}the winner of the trick has {rules.claim_points} points or more now",
        then="he has won the deal, which is over",
        clauses=("CLAIM-1", "CLAIM-2"),
    ),
    "draws_or_closes": BranchCase(
        decides="taken",
        when="the talon is open with {rules.close_min_stock} cards or more",
        then="the winner closes it, or draws",
        clauses=("DRAW-1", "CLOSE-2"),
    ),
    "draws": BranchCase(
        decides="taken",
        when="{to_draw}{chosen}",
        then="all draw, the winner of the trick first, until each has {rules.hand} cards again; then he leads",
        clauses=("DRAW-1", "DRAW-2", "DRAW-3", "DRAW-4"),
        says=_draws,
    ),
    "asked": BranchCase(
        decides="taken",
        when="nobody has a card any more",
        then="the winner of the trick claims, or passes",
        clauses=("CLAIM-1", "PLAY-8"),
    ),
    "played_out": BranchCase(
        decides="taken",
        when="nobody has a card any more",
        then="the deal is over",
        clauses=("PLAY-8",),
    ),
    "leads_undrawn": BranchCase(
        decides="taken",
        when="otherwise",
        then="the winner of the trick leads to the next, and nobody draws",
        clauses=("PLAY-7", "DRAW-5", "CLOSE-3"),
    ),
    "rest_taken": BranchCase(
        decides="taken",
        when="this was the last trick, and there are cards in the talon",
        then="its winner takes these too",
        clauses=("DRAW-6",),
        beside=True,
    ),
    "turn_up_drawn": BranchCase(
        decides="taken",
        when="the turn-up has been drawn, the last card",
        then="all know who has it",
        clauses=("DRAW-8",),
        beside=True,
    ),
    "lone_shown": BranchCase(
        decides="taken",
        when="{lone_card} is in the trick",
        then="who played it is known to play alone",
        clauses=("LONE-1", "LONE-2"),
        beside=True,
        says=lambda rules, players: (
            in_words(trick_clauses.lone_seat(cast("MatchingParameters", rules), players, players)),
        ),
    ),
    "burned": BranchCase(
        decides="taken",
        when="a round of the trick consists of four cards of one rank",
        then="the scores in the match of the sides that do not take it fall to 0, when the deal is over",
        clauses=("SCORE-11",),
        beside=True,
    ),
    "forfeited": BranchCase(
        decides="taken",
        when="the very last card played was a {forfeits}",
        then="the side that played it has lost the deal",
        clauses=("SCORE-7",),
        beside=True,
    ),
    # What other actions do by themselves
    "stopped": BranchCase(
        decides="action",
        when="",
        then="the trick does not go on: who is winning it takes all its cards",
        clauses=("MULTI-5", "MULTI-7"),
    ),
    "flipped": BranchCase(
        decides="action",
        when="",
        then="the top card of the talon is turned up and played as a card of the hand is",
        clauses=("FLIP-1", "FLIP-2", "FLIP-3"),
        says=of_matching(trick_clauses.may_flip),
    ),
    "spiced": BranchCase(
        decides="action",
        when="",
        then="the card that he has drawn goes into the trick, that with which he won it into his hand; then he takes the trick",
        clauses=("SPICE-1", "SPICE-2"),
    ),
    "not_spiced": BranchCase(
        decides="action",
        when="",
        then="the winner of the trick keeps what he has drawn and takes it",
        clauses=("SPICE-1",),
    ),
    "called": BranchCase(
        decides="action",
        when="",
        then="it is said, and binds nobody",
        clauses=("CALL-1", "CALL-2", "CALL-3", "CALL-5"),
        says=lambda rules, players: (in_words(trick_clauses.may_call(cast("MatchingParameters", rules), players)),),
    ),
    "enough_shown": BranchCase(
        decides="action",
        when="with the marriage the player has {rules.claim_points} points or more",
        then="he has won the deal, which is over, and leads no card",
        clauses=("CLAIM-1", "CLAIM-2"),
    ),
    "married": BranchCase(
        decides="action",
        when="",
        then="king and queen of one suit are shown, which all know now, and one of them is led, as any card is",
        clauses=("MELD-1", "MELD-2", "MELD-3", "MELD-8", "MELD-9"),
        says=_shown,
    ),
    "trump_made": BranchCase(
        decides="action",
        when="",
        then="the suit of the marriage is trump from now on, for this trick already",
        clauses=("TRUMP-1", "TRUMP-3"),
    ),
    "exchanged": BranchCase(
        decides="action",
        when="",
        then="the player takes the turn-up into his hand, as all know; the {exchange} of trumps lies in its place; it is his turn still",
        clauses=("EXCH-1", "EXCH-6"),
    ),
    "closed": BranchCase(
        decides="action",
        when="",
        then="nobody draws any more, and cards are played as when the talon is exhausted, to this lead already; it is his turn still",
        clauses=("CLOSE-3", "CLOSE-2"),
    ),
    "claimed": BranchCase(
        decides="action",
        when="he claims without a marriage",
        then="the deal is over; he may {claimed}",
        clauses=("CLAIM-1", "CLAIM-2", "PLAY-8", "CLAIM-5", "CLAIM-7", "SCORE-1", "SCORE-21"),
        says=_right,
    ),
    "claimed_married": BranchCase(
        decides="action",
        when="he claims with a marriage",
        then="it counts, no card is played; the deal is over",
        clauses=("CLAIM-3", "CLAIM-1"),
    ),
    "not_claimed": BranchCase(
        decides="action",
        when="he is asked and passes",
        then="the deal is over without a claim",
        clauses=("CLAIM-1", "PLAY-8"),
    ),
    "bid": BranchCase(decides="action", when="", then="it is the highest bid now", clauses=("BID-1", "BID-2", "BID-3")),
    "passed": BranchCase(
        decides="action",
        when="",
        then="the player bids nothing",
        clauses=("BID-1", "BID-4"),
    ),
    "nobody_bid": BranchCase(
        decides="bidding",
        when="all have passed",
        then="the deal is over, and nobody scores",
        clauses=("BID-7",),
    ),
    "declared": BranchCase(
        decides="bidding",
        when="{highest_bid} was bid, or all others have passed after a bid",
        then="who has bid the most is the declarer: he names trumps and leads",
        clauses=("BID-5", "BID-6", "TRUMP-2"),
    ),
    "next_bids": BranchCase(
        decides="bidding",
        when="otherwise",
        then="the next player bids or passes",
        clauses=("BID-1", "BID-4"),
        says=lambda rules, players: (in_words(auction_clauses.may_bid(cast("SuitParameters", rules), players, 1)),),
    ),
    "named": BranchCase(
        decides="action", when="", then="its suit is trump, and the declarer leads", clauses=("TRUMP-2", "BID-8")
    ),
}
"""Every case, by its name, in the order in which they are looked at."""


REFUSED_UNLESS: Final[dict[RefusalCode, Says]] = {
    "trumped_continuation": of_matching(continues),
    "wrong_continuation": of_matching(continues),
    "meld_wrong_card": of_suits(rights_clauses.leads),
    "meld_not_king": of_suits(rights_clauses.leads),
    "wrong_claim": of_suits(rights_clauses.is_right),
    "pass_forced": lambda rules, players: (auction_clauses.may_pass(cast("SuitParameters", rules), players),),
    "flip_exhausted": of_matching(trick_clauses.may_flip),
}
"""Formulas that say what is not refused so, where an action is refused for the want of it."""

Reasons: TypeAlias = "tuple[tuple[str, ...], Formula[Number]]"
"""Codes of refusals, and the formula of the first of them that applies, by its place."""


def reasons(rules: SuitParameters) -> tuple[Reasons, ...]:
    """Return the formulas of why an action is refused, as everybody knows a deal at the table."""
    codes = suit_trick_clauses.REFUSALS
    found: list[Reasons] = [
        (rights_clauses.SHOWING, rights_clauses.showing(rules)),
        (rights_clauses.EXCHANGING, given(rights_clauses.exchanging(rules), tricks=1)),
        (rights_clauses.CLOSING, rights_clauses.closing(rules)),
        (rights_clauses.DRAWING, rights_clauses.drawing(rules)),
        (auction_clauses.BIDDING, auction_clauses.bidding(rules)),
        (codes, suit_trick_clauses.refusal(rules.last_obligation)),
    ]
    early = tuple([f"early_{code}" if code else "" for code in codes])
    return (*found, (early, suit_trick_clauses.refusal(rules.obligation)))
