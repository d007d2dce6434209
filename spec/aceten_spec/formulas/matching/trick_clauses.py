"""Matching tricks, as formulas: what matches, who takes a trick, and how it may go on.

Cards are numbers here, ranks are plain numbers too, and a place in a trick counts from 0, the card that was led to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aceten_spec.checks.common_checks import has_partners
from aceten_spec.formulas.card_clauses import RANKS, rank_of
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth
from aceten_spec.names import rank_name
from aceten_spec.rulebook import MatchingParameters, pack_of
from aceten_spec.written_cards import card

_TRUE: Final = Z3.BoolVal(True)  # noqa: FBT003 - z3 has no keyword
_FALSE: Final = Z3.BoolVal(False)  # noqa: FBT003 - likewise

FOUR: Final = 4
"""So many cards of one rank burn."""


def wild(rules: MatchingParameters) -> Formula[Truth]:
    """Return the formula of the wild cards, about a card's ``rank``.

    Clauses: ZS-PLAY-5.
    """
    rank = Z3.Int("rank")
    return Formula(
        clauses=("ZS-PLAY-5",),
        text=f"wild is each of {', '.join(rules.wild)}" if rules.wild else "no card is wild",
        variables=(rank,),
        term=_some([rank == int(RANKS[letter]) for letter in rules.wild]),
    )


def rank_of_led(rules: MatchingParameters) -> Formula[Number]:
    """Return the formula of the rank for which a ``card`` counts that is led.

    Clauses: SL-LONE-4.
    """
    return _counts_as(rules, ("SL-LONE-4",), rules.lone_card_led, "led")


def rank_of_played(rules: MatchingParameters) -> Formula[Number]:
    """Return the formula of the rank for which a ``card`` counts that is played to a lead.

    Clauses: SL-LONE-3.
    """
    return _counts_as(rules, ("SL-LONE-3",), rules.lone_card_rank, "played to a lead")


def _counts_as(rules: MatchingParameters, clauses: tuple[str, ...], rank: str, how: str) -> Formula[Number]:
    number = Z3.Int("card")
    term, text = rank_of(number), "a card counts for its own rank"
    if rank != "own":  # which no rulebook says without a lone card
        term = Z3.If(number == int(card(rules.lone_card)), int(RANKS[rank]), term)
        text = f"{rules.lone_card} counts as {rank} when it is {how}, every other card for its own rank"
    return Formula(clauses=clauses, text=text, variables=(number,), term=term)


def matching(rules: MatchingParameters) -> Formula[Truth]:
    """Return the formula of the cards that match, about the card's ``rank``, the rank ``led``, and whether the trick is ``trumped``.

    Clauses: ZS-PLAY-4, ZS-PLAY-5, ZS-PLAY-6, ST-PLAY-9, HO-PLAY-10.
    """
    rank, led, trumped = Z3.Int("rank"), Z3.Int("led"), Z3.Int("trumped")
    is_wild = wild(rules)
    to_led_wild = Z3.BoolVal(rules.wild_led == "any_wild")
    words, letters = ["a card of the led rank matches"], " or ".join(_a(rules, letter) for letter in rules.wild)
    if rules.wild_role == "trump":
        words.append(f", but in a trumped trick, which has {letters} in it, only {letters} does")
    if rules.wild:
        words.append(f"; and {letters} matches whatever was led")
    if rules.wild_led == "own_rank" and len(rules.wild) > 1:
        words.append(f", but for {letters} of another rank")
    return Formula(
        clauses=("ZS-PLAY-4", "ZS-PLAY-5", "ZS-PLAY-6", "ST-PLAY-9", "HO-PLAY-10"),
        text="".join(words),
        variables=(rank, led, trumped),
        term=((rank == led) & ((trumped == 0) | is_wild(rank))) | (is_wild(rank) & (to_led_wild | ~is_wild(led))),
    )


def continues(rules: MatchingParameters) -> Formula[Truth]:
    """Return the formula of the cards that continue a trick, about the same numbers as :func:`matching`.

    Clauses: ZS-MULTI-2, ST-MULTI-9, HO-MULTI-2.
    """
    matched = matching(rules)
    any_card = rules.continue_with == "any"
    return Formula(
        clauses=("ZS-MULTI-2", "ST-MULTI-9", "HO-MULTI-2"),
        text="a trick is continued with any card" if any_card else "a trick is continued with a card that matches",
        variables=matched.variables,
        term=Z3.BoolVal(any_card) | matched.term,
    )


def trumped(rules: MatchingParameters, cards: int) -> Formula[Truth]:
    """Return the formula that a trick is trumped, about the ranks for which so many cards of it count, the led one first.

    A trick that a trump was led to counts among them: nothing but trumps matches there either.

    Clauses: ST-PLAY-9.
    """
    ranks, is_wild = tuple(Z3.Int(f"rank{place}") for place in range(cards)), wild(rules)
    trumps = rules.wild_role == "trump"
    return Formula(
        clauses=("ST-PLAY-9",),
        text="a trick is trumped that has a wild card in it" if trumps else "no trick is trumped",
        variables=ranks,
        term=Z3.BoolVal(trumps) & _some([is_wild(rank) for rank in ranks]),
    )


def to_match(rules: MatchingParameters, players: int) -> Formula[Truth]:
    """Return the formula of the card that has to be matched, about its ``place``, from 0, in a trick of so many ``cards``.

    Clauses: ZS-MULTI-3, HO-MULTI-10.
    """
    cards, place = Z3.Int("cards"), Z3.Int("place")
    newest = (place < cards) & (place % players == 0) & (cards - place <= players)
    return Formula(
        clauses=("ZS-MULTI-3", "HO-MULTI-10"),
        text="what has to be matched is the card that was led to the newest round"
        if rules.to_match == "newest_lead"
        else "what has to be matched is the first card of the trick",
        variables=(cards, place),
        term=newest if rules.to_match == "newest_lead" else place == 0,
    )


def winning(rules: MatchingParameters) -> Formula[Truth]:
    """Return the formula of who is winning ``after`` a ``seat`` has played to the lead of ``leader``, and ``winning`` was before.

    Clauses: ZS-PLAY-4, ZS-MULTI-7, RL-PLAY-4.
    """
    before, seat, leader = Z3.Int("winning"), Z3.Int("seat"), Z3.Int("leader")
    matched, after = Z3.Int("matched"), Z3.Int("after")
    taken = before != leader if rules.taken_by == "first_match" else _FALSE
    wins = (matched != 0) & ~taken
    return Formula(
        clauses=("ZS-PLAY-4", "ZS-MULTI-7", "RL-PLAY-4"),
        text="who matches is winning, unless somebody has matched before"
        if rules.taken_by == "first_match"
        else "who matches is winning",
        variables=(before, seat, leader, matched, after),
        term=Z3.Implies(wins, after == seat) & Z3.Implies(~wins, after == before),
    )


def takes(rules: MatchingParameters, players: int, cards: int) -> Formula[Truth]:
    """Return the formula that the card at a ``place`` takes a trick, about that place and the so many cards of the trick.

    Clauses: ZS-PLAY-4, ZS-PLAY-5, ZS-PLAY-6, ST-PLAY-9, HO-PLAY-10, ZS-MULTI-7, HO-MULTI-10.
    """
    place, trick = Z3.Int("place"), tuple(Z3.Int(f"card{number}") for number in range(cards))
    led_for, played_for, is_wild = rank_of_led(rules), rank_of_played(rules), wild(rules)
    first = max(range(0, cards, players)) if rules.to_match == "newest_lead" else 0
    led, later = led_for(trick[first]), range(first + 1, cards)
    trumps = [Z3.BoolVal(rules.wild_role == "trump") & is_wild(played_for(each)) for each in trick]

    def matched(number: int) -> Truth:
        rank = played_for(trick[number])
        like_the_lead = (rank == led) & ~_some(trumps[1:number])
        return like_the_lead | (
            is_wild(rank) & (Z3.BoolVal(rules.wild_led == "any_wild") | ~is_wild(led) | (rank == led))
        )

    matches = {number: matched(number) for number in later}
    if rules.taken_by == "first_match":
        chosen = {
            number: matches[number] & ~_some([matches[other] for other in later if other < number]) for number in later
        }
        text = "the first card that matches the lead takes the trick; if none does, the lead"
    else:
        chosen = {
            number: matches[number] & ~_some([matches[other] for other in later if other > number]) for number in later
        }
        text = "the last card that matches takes the trick; if none does, the lead"
    chosen[first] = ~_some([*matches.values()])
    return Formula(
        clauses=(
            "ZS-PLAY-4",
            "ZS-PLAY-5",
            "ZS-PLAY-6",
            "ST-PLAY-9",
            "HO-PLAY-10",
            "ZS-MULTI-7",
            "HO-MULTI-10",
        ),
        text=text + (" of the newest round" if rules.to_match == "newest_lead" else ""),
        variables=(place, *trick),
        term=_some([(place == number) & chosen[number] for number in sorted(chosen)]),
    )


def may_continue(rules: MatchingParameters) -> Formula[Truth]:
    """Return the formula that a trick may be continued after a round.

    It is about the sides ``leading`` and ``winning``, and whether the leader himself is winning it: ``own`` is 1.

    Clauses: ZS-MULTI-1, ZS-MULTI-6.
    """
    leading, ahead, own = Z3.Int("leading"), Z3.Int("winning"), Z3.Int("own")
    when, text = {
        "never": (_FALSE, "nobody may continue a trick"),
        "opponent_winning": (leading != ahead, "the leader may continue a trick that an opponent is winning"),
        "not_partner_winning": (
            (own == 1) | (leading != ahead),
            "the leader may continue a trick that an opponent or he himself is winning",
        ),
        "always": (_TRUE, "the leader may continue a trick, whoever is winning it"),
    }[rules.continuation]
    return Formula(clauses=("ZS-MULTI-1", "ZS-MULTI-6"), text=text, variables=(leading, ahead, own), term=when)


def barred(leads: int) -> Formula[Truth]:
    """Return the formula that a rank may not be led again, about the ``rank``, the ``limit``, and the ranks of so many leads before.

    Clauses: RK-PLAY-11.
    """
    rank, limit = Z3.Int("rank"), Z3.Int("limit")
    before = tuple(Z3.Int(f"lead{number}") for number in range(leads))
    of_the_rank = [(limit < leads - number) | (lead == rank) for number, lead in enumerate(before)]
    return Formula(
        clauses=("RK-PLAY-11",),
        text="as many leads as the limit, the last ones in a row, were of this rank",
        variables=(rank, limit, *before),
        term=Z3.And([limit > 0, limit <= leads, *of_the_rank]),
    )


def may_lead(hand: int) -> Formula[Truth]:
    """Return the formula that a card may be led: whether it is of a ``barred`` rank (:func:`barred`), and each card of the hand is.

    Clauses: ZS-PLAY-3, RK-PLAY-11.
    """
    is_barred, held = Z3.Int("barred"), tuple(Z3.Int(f"barred{number}") for number in range(hand))
    return Formula(
        clauses=("ZS-PLAY-3", "RK-PLAY-11"),
        text="any card may be led, but none of a barred rank by who has another",
        variables=(is_barred, *held),
        term=(is_barred == 0) | ~_some([other == 0 for other in held]),
    )


def in_a_row(leads: int) -> Formula[Truth]:
    """Return the formula of how many leads in a row are of one rank ``after`` a lead, of which no more than the ``limit`` are counted.

    It is about the ``rank`` of the new lead, the limit, that number, and the ranks of so many leads before, which are of one rank.

    Clauses: RK-PLAY-11.
    """
    rank, limit, after = Z3.Int("rank"), Z3.Int("limit"), Z3.Int("after")
    before = tuple(Z3.Int(f"lead{number}") for number in range(leads))
    row = Z3.If(Z3.And([_TRUE, *[lead == rank for lead in before]]), leads + 1, Z3.IntVal(1))
    return Formula(
        clauses=("RK-PLAY-11",),
        text="a lead of the same rank makes the row longer by one, any other begins a new one",
        variables=(rank, limit, after, *before),
        term=Z3.If(row < limit, row, limit) == after,
    )


def choosing(players: int) -> Formula[Truth]:
    """Return the formula that the leader of a trick that is not taken has to choose between going on and stopping.

    It is about how many ``cards`` the trick has, and whether its winner has ``drawn`` to spice it.

    Clauses: ZS-MULTI-1, ZS-MULTI-5.
    """
    cards, drawn = Z3.Int("cards"), Z3.Int("drawn")
    return Formula(
        clauses=("ZS-MULTI-1", "ZS-MULTI-5"),
        text="after a round the leader may continue the trick or stop",
        variables=(cards, drawn),
        term=(cards > 0) & (cards % players == 0) & (drawn == 0),
    )


def may_flip(rules: MatchingParameters) -> Formula[Truth]:
    """Return the formula that a player may flip who is to lead or to play, about the cards in the ``talon``.

    Clauses: RL-FLIP-1, RL-FLIP-3.
    """
    talon = Z3.Int("talon")
    return Formula(
        clauses=("RL-FLIP-1", "RL-FLIP-3"),
        text="who is to lead or to play may flip as long as there are cards in the talon"
        if rules.flip
        else "nobody may flip",
        variables=(talon,),
        term=Z3.BoolVal(rules.flip) & (talon > 0),
    )


def may_spice(rules: MatchingParameters) -> Formula[Truth]:
    """Return the formula that the winner of a trick may spice it, about the cards in the ``talon`` and those that he has ``held``.

    Clauses: RL-SPICE-1, RL-SPICE-2.
    """
    talon, held = Z3.Int("talon"), Z3.Int("held")
    return Formula(
        clauses=("RL-SPICE-1", "RL-SPICE-2"),
        text="the winner of a trick may spice it who draws a card after it" if rules.spice else "nobody may spice",
        variables=(talon, held),
        term=Z3.BoolVal(rules.spice) & (talon > 0) & (held < rules.hand),
    )


def may_call(rules: MatchingParameters, players: int) -> Formula[Truth]:
    """Return the formula that a ``seat`` may call, where calls are agreed, when it is the ``turn`` of another: of its partner.

    Clauses: ZS-CALL-1, ZS-CALL-2, ZS-PLAYERS-2.
    """
    turn, seat = Z3.Int("turn"), Z3.Int("seat")
    partners = has_partners(rules, players)
    return Formula(
        clauses=("ZS-CALL-1", "ZS-CALL-2", "ZS-PLAYERS-2"),
        text="one may call at the turn of one's partner" if partners else "nobody has a partner to call",
        variables=(turn, seat),
        term=Z3.BoolVal(partners) & (seat == (turn + players // 2) % players),
    )


def side(rules: MatchingParameters) -> Formula[Number]:
    """Return the formula of the side of a ``seat``: those who gather cards together.

    Clauses: ZS-PLAYERS-2, SP-PLAYERS-3.
    """
    seat = Z3.Int("seat")
    return Formula(
        clauses=("ZS-PLAYERS-2", "SP-PLAYERS-3"),
        text="seats belong to two sides in turn" if rules.sides == "alternate" else "every seat is a side",
        variables=(seat,),
        term=seat % 2 if rules.sides == "alternate" else seat,
    )


def between_tricks(rules: MatchingParameters, players: int) -> Formula[Truth]:
    """Return the formula of a deal between two tricks, and of its end.

    It is about how many cards each has ``held``, how many there are in the ``talon``, and whether the deal is ``over`` (1) or not (0).

    Clauses: ZS-PLAY-8, ZS-DRAW-1, ZS-DRAW-3.
    """
    held, talon, over = Z3.Int("held"), Z3.Int("talon"), Z3.Int("over")
    has_drawn = (held == rules.hand) | (talon < players)
    return Formula(
        clauses=("ZS-PLAY-8", "ZS-DRAW-1", "ZS-DRAW-3"),
        text="all hands are full, or the talon has too few cards for everybody; the deal is over when there is no card in a hand",
        variables=(held, talon, over),
        term=Z3.And([held <= rules.hand, has_drawn, Z3.If(held == 0, 1, Z3.IntVal(0)) == over]),
    )


def burns(players: int, cards: int) -> Formula[Truth]:
    """Return the formula that a round of four players has four cards of one rank, about the ranks of so many cards of a trick.

    Clauses: HO-SCORE-11.
    """
    ranks = tuple(Z3.Int(f"rank{place}") for place in range(cards))
    rounds = [ranks[start : start + FOUR] for start in range(0, cards, FOUR)]
    return Formula(
        clauses=("HO-SCORE-11",),
        text="one round consists of four cards of one rank",
        variables=ranks,
        term=Z3.BoolVal(players == FOUR)
        & _some([Z3.And([_TRUE, *[rank == lead for rank in rest]]) for lead, *rest in rounds]),
    )


def lone_seat(rules: MatchingParameters, players: int, cards: int) -> Formula[Number]:
    """Return the formula of who is known to play alone after a trick: about its ``leader``, who was known before, and its cards.

    Clauses: SL-LONE-1, SL-LONE-2.
    """
    leader, known = Z3.Int("leader"), Z3.Int("known")
    trick = tuple(Z3.Int(f"card{place}") for place in range(cards))
    term = known
    if rules.lone_card != "none":
        number = int(card(rules.lone_card))
        for place in reversed(range(cards)):
            term = Z3.If(trick[place] == number, (leader + place) % players, term)
    return Formula(
        clauses=("SL-LONE-1", "SL-LONE-2"),
        text=f"who has played {rules.lone_card} is known to play alone",
        variables=(leader, known, *trick),
        term=term,
    )


def _some(terms: Sequence[Truth]) -> Truth:
    """Return that one of them holds at least; of none of them that is wrong."""
    return Z3.Or([_FALSE, *terms])


def _a(rules: MatchingParameters, letter: str) -> str:
    """Return a card of a rank in words."""
    name = rank_name(RANKS[letter], style=pack_of(rules).style)
    return f"an {name}" if name[0] in "aeo" else f"a {name}"
