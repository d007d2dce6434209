"""Facts of a wrong answer: what a program says in place of what is right, as far as that tells which rule it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, cast

import msgspec

from aceten.conformance.coverage.matching_facts import rank_led_last
from aceten.conformance.coverage.shared_facts import another_pack, played_last
from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.matching.steps import continuation_allowed
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.vocabulary.actions import Action, Call, Draw, Flip, Meld, Play, Side, parse_action
from aceten.vocabulary.errors import IllegalAction
from aceten_spec.cards import Card, Suit, rank_number
from aceten_spec.errors import NotationError

if TYPE_CHECKING:
    from aceten.conformance.coverage.clause_table import Facts
    from aceten.conformance.oracle.discrepancies import Discrepancy, Value
    from aceten.engine.match import Match
    from aceten.notation.examples import Moment
    from aceten_spec.protocol import DealScore

_TWO: Final = 2
_JUST: Final = 2
"""So many points too few are few: the least card that counts."""

INSTEAD: Final = "instead:"
"""The facts of a wrong answer begin with it."""

_Points: TypeAlias = "list[int]"
_Texts: TypeAlias = "list[str]"


class Trick(msgspec.Struct, frozen=True):
    """The cards of a trick, and what decides about its winner."""

    game: Game
    cards: tuple[Card, ...]
    leader: int
    trump: Suit | None


def facts_instead(discrepancy: Discrepancy, before: Moment | None, now: State, action: Action | None = None) -> Facts:
    """Return what a program says instead of what is right at a moment of play.

    :param before: what happened just before; ``None`` where nothing did.
    :param now: the state that is asked about.
    :param action: the action that follows, if there is one.
    """
    found: set[str] = set()
    expected, given = discrepancy.expected, discrepancy.given
    part = discrepancy.part
    if part == "turn":
        _another_turn(cast("int | None", expected), cast("int | None", given), before, now, found)
    elif part == "refused" and isinstance(action, Call) and given:
        found.add("call_refused")
    elif part == "legal":
        _other_actions(set(cast("_Texts", expected)), set(cast("_Texts", given)), now, found)
    elif part == "hands":
        _other_hands(expected, given, before, now, found)
    elif part in {"points", "result.points", "result.game_points"}:
        _other_points(part, cast("_Points | None", expected), cast("_Points | None", given), now, found)
    elif part == "result.winners":
        _other_winners(cast("_Points | None", expected), cast("_Points | None", given), now, found)
    elif part == "winning" and isinstance(expected, int) and isinstance(given, int):
        _another_taker(_trick(now, now.trick, now.leader), expected, given, found)
    return _named(found)


def facts_instead_in_trick(discrepancy: Discrepancy, trick: Trick) -> Facts:
    """Return what the winner that a program gives for a trick is in place of the right one."""
    found: set[str] = set()
    _taker(trick, cast("int", discrepancy.expected), cast("int", discrepancy.given), found)
    return _named(found)


def facts_instead_in_match(discrepancy: Discrepancy, before: Match, deal: DealScore, after: Match) -> Facts:
    """Return what a program makes of a deal of a match in place of what is right."""
    found: set[str] = set()
    if discrepancy.field == "scores":
        right, wrong = cast("_Points", discrepancy.expected), cast("_Points", discrepancy.given)
        more = [one - other for one, other in zip(wrong, right, strict=False)]
        if after.favourite is not None and any(by and abs(by) in deal.game_points for by in more):
            twice = "counted_twice" if before.favourite is not None else "counted_twice_at_first"
            found.add(twice if max(more) > 0 else "counted_once")
        elif max(more, default=0) > 0:
            found.add("more_scored")
    return _named(found)


def facts_instead_of_deck(discrepancy: Discrepancy, game: Game) -> Facts:
    """Return what is wrong with a shuffled pack."""
    if sorted(cast("_Texts", discrepancy.expected)) == sorted(cast("_Texts", discrepancy.given)):
        return frozenset()
    return _named({"another_special_pack" if another_pack(game) else "another_pack"})


def _named(found: set[str]) -> Facts:
    return frozenset([INSTEAD + fact for fact in found])


def _trick(state: State, cards: tuple[Card, ...], leader: int) -> Trick:
    return Trick(state.game, cards, leader, state.trump if isinstance(state, SuitState) else None)


# --- Turns ---


def _another_turn(right: int | None, wrong: int | None, before: Moment | None, now: State, found: set[str]) -> None:
    if wrong is None:
        found.add("over")
        _over_by_marriages(before, found)
        if all(isinstance(action, Play | Flip) for action in now.legal):
            found.add("over_with_cards_left")
        return
    if right is None:
        found.add("not_over")
        return
    players = now.game.players
    if players > _TWO and now.trick and (wrong + 1 - played_last(now)) % players == 0:
        found.add("the_other_way_round")
    if before is None or before.after is None:
        return
    state = before.before
    if isinstance(now, SuitState) and now.bidding:
        if wrong == _highest_bidder(now):
            found.add("auction_over")
    elif isinstance(before.action, Play | Meld) and (len(state.trick) + 1) % players == 0:
        trick = _trick(now, (*state.trick, before.action.card), state.leader)
        _turn_after_a_round(trick, state, now, (right, wrong), found)


def _highest_bidder(state: SuitState) -> int:
    """Return the seat of the highest bid so far, or -1."""
    highest = max(state.bids, default=0)
    return (state.dealer + 1 + state.bids.index(highest)) % state.game.players if highest else -1


def _over_by_marriages(before: Moment | None, found: set[str]) -> None:
    """Add whether a deal that a program ends may have been ended by what it counts for marriages."""
    if before is None or not isinstance(before.after, SuitState) or before.before.turn is None:
        return
    side = before.before.game.sides[before.before.turn]
    if 0 < before.after.game.rules.claim_points - before.after.counted(side) <= _JUST:
        found.add("over_by_a_little")
    if before.after.melds[side]:
        found.add("over_by_marriages" if before.after.took_a_trick(side) else "over_by_marriages_without_a_trick")


def _turn_after_a_round(trick: Trick, state: State, now: State, turns: tuple[int, int], found: set[str]) -> None:
    """Add what a wrong turn at the end of a round says: a choice that is not given, one too many, or another taker.

    :param state: the state before the last card.
    :param turns: whose turn it is, and whose a program says that it is.
    """
    right, wrong = turns
    if isinstance(now, MatchingState) and now.trick and len(now.trick) % now.game.players == 0:
        if wrong != now.winning:
            _another_taker(trick, now.winning, wrong, found)
        else:
            found.add("no_choice")
            _why_no_choice(now, found)
    elif wrong == trick.leader != right and _against_partner(state, right):
        found.add("a_choice_for_the_winners")
    elif wrong == trick.leader != right and _nothing_to_go_on_with(state, trick.cards):
        found.add("a_choice")
    else:
        _another_taker(trick, now.leader, wrong, found)


def _why_no_choice(now: MatchingState, found: set[str]) -> None:
    """Add what is special in a choice that a program does not give."""
    players = now.game.players
    cards = [action.card for action in now.legal if isinstance(action, Play)]
    if len(now.trick) > players:
        found.add("no_further_choice")
    elif cards and all(rank_number(one) != rank_number(now.trick[0]) for one in cards):
        found.add("no_choice_with_a_wild")


def _against_partner(state: State, taker: int) -> bool:
    """Whether the leader of a trick that his partner takes might go on, if that were allowed."""
    game = state.game
    if not isinstance(game, MatchingGame) or not state.hands[state.leader]:
        return False
    against_both = game.rules.continuation == "opponent_winning"
    against_one = game.rules.continuation == "not_partner_winning" and taker != state.leader
    return (against_both or against_one) and game.sides[taker] == game.sides[state.leader]


def _nothing_to_go_on_with(state: State, trick: tuple[Card, ...]) -> bool:
    """Whether the leader of a trick against whom somebody wins has cards, but none to go on with."""
    game = state.game
    if not isinstance(game, MatchingGame) or game.rules.continuation == "never" or not state.hands[state.leader]:
        return False
    taker = (state.leader + game.winning_place(trick)) % game.players
    leading, winning = game.sides[state.leader], game.sides[taker]
    return continuation_allowed(game.rules.continuation, leading, winning, own=taker == state.leader)


# --- Takers of tricks ---


def _has_played(trick: Trick, seat: int) -> bool:
    """Whether there is such a seat, and a card of its in the trick."""
    players = trick.game.players
    return 0 <= seat < players and (seat - trick.leader) % players < len(trick.cards)


def _another_taker(trick: Trick, right: int, wrong: int, found: set[str]) -> None:
    """Add what a program's winner is to the right one, where it had to find out trumps by itself."""
    game = trick.game
    if not _has_played(trick, wrong):
        return
    if wrong != right and game.sides[wrong] == game.sides[right]:
        found.add("partner_of_the_taker")
    if isinstance(game, SuitGame) and trick.trump is not None:
        others = [game.winning_place(trick.cards, trump=suit) for suit in Suit if suit != trick.trump]
        one, other = (trick.cards[(seat - trick.leader) % game.players] for seat in (right, wrong))
        if one.suit != other.suit and (wrong - trick.leader) % game.players in others:
            found.add("another_trump")
    _taker(trick, right, wrong, found)


def _taker(trick: Trick, right: int, wrong: int, found: set[str]) -> None:
    """Add what the card of the seat that a program takes for the winner is to that of the right one."""
    if not _has_played(trick, wrong):
        return
    if isinstance(trick.game, MatchingGame):
        _match(trick.game, trick, wrong, found)
        return
    one, other = (trick.cards[(seat - trick.leader) % trick.game.players] for seat in (right, wrong))
    if one.suit == other.suit:
        found.add("a_lower_card")
    elif other.suit not in {trick.cards[0].suit, trick.trump} and one.suit != trick.trump:
        found.add("a_discard")


def _match(game: MatchingGame, trick: Trick, wrong: int, found: set[str]) -> None:
    """Add which earlier match a program takes for the winning card."""
    cards, players, rules = trick.cards, game.players, game.matching
    winning = [game.winning_place(cards[: place + 1]) for place in range(len(cards))]
    lone = game.lone_card
    if lone is not None and lone in cards:
        found.add("lone_card_led" if cards[0] == lone else "lone_card_played")
    if rules.trumps or cards[winning[-1]] == lone:
        return
    if not rules.wild and game.played[cards[(wrong - trick.leader) % players]] != game.led[cards[0]]:
        found.add("no_match")
    matching = sorted(set(winning))
    first = winning[:players][-1]
    # Two answer once in a round, so that with two it is no question which match of a round wins.
    in_first_round = rules.newest or players == _TWO or first not in matching[1:2]
    if len(cards) > players and in_first_round and (trick.leader + first) % players == wrong:
        found.add("taker_of_the_first_round")
        return
    taken = [place for place in matching if (trick.leader + place) % players == wrong]
    if taken and not rules.newest and taken[-1] != matching[-1]:
        later = [cards[place] for place in matching if place > taken[-1]]
        if any(game.played[one] == game.led[cards[0]] for one in later):
            found.add("an_earlier_match")  # otherwise it may be that it takes nothing for wild


# --- What may be done ---


def _other_actions(right: set[str], wrong: set[str], now: State, found: set[str]) -> None:
    missing, more = right - wrong, wrong - right
    hand = set(map(str, now.hands[now.turn])) if now.turn is not None else set[str]()
    if missing == {"stop"} and not more and wrong != hand:
        found.add("no_stop")  # with the whole hand it may be that no choice is given, and that the next trick is led
    if wrong == {"stop"} and "stop" not in right:
        found.add("forced_stop")
    if missing == {"flip"}:
        found.add("no_flip")
    if missing and all(text.startswith("trump:") for text in missing) and more:
        found.add("auction_not_over")
    disputed = [action.card for action in map(_read, missing | more) if isinstance(action, Play)]
    ranks = {rank_number(one) for one in disputed}
    if isinstance(now, MatchingState) and now.game.rules.lead_limit and not now.trick and ranks == {rank_led_last(now)}:
        found.add("leads_in_a_row")
    if isinstance(now, SuitState):
        _other_words(missing, more, wrong, now, found)
        if disputed and now.trick:
            _by_another_trump(wrong, now, found)


def _read(text: str) -> Action | None:
    """Return the action that a text means; ``None``: none."""
    try:
        return parse_action(text)
    except NotationError:
        return None


def _other_words(missing: set[str], more: set[str], wrong: set[str], now: SuitState, found: set[str]) -> None:
    melds = {text for text in missing if text.startswith("meld:")}
    if melds and any(_married(text) in wrong for text in melds):
        found.add("one_card_of_the_marriage")
    cards = {text for text in missing if ":" not in text}
    if cards and all(f"meld:{text}" in wrong for text in cards):
        found.add("forced_marriages")
    if "close" in missing and len(now.talon) > now.game.players:
        found.add("no_closing")
    if "claim" in missing | more and not now.is_right(None):
        found.add("wrong_claims")
    elif "claim" in missing:
        found.add("no_right_claim")


def _married(meld: str) -> str:
    """Return the same marriage, led with the other card."""
    rank = "Q" if meld[5] == "K" else "K"
    return f"meld:{rank}{meld[6:]}"


def _by_another_trump(wrong: set[str], now: SuitState, found: set[str]) -> None:
    """Add whether a program lets those cards be played that would be right if another suit were trump."""
    if now.turn is None or now.trump is None:
        return
    held = set(map(str, now.hands[now.turn]))
    given = wrong & held
    for suit in Suit:
        if suit == now.trump or given == held:
            continue
        try:
            legal = msgspec.structs.replace(now, trump=suit).legal
        except IllegalAction:
            continue
        if {str(action) for action in legal} & held == given:
            found.add("another_trump")


# --- Hands ---


def _other_hands(expected: Value, given: Value, before: Moment | None, now: State, found: set[str]) -> None:
    if isinstance(expected, int) or isinstance(given, int):
        return  # the number of hands
    right, wrong = cast("_Texts", expected), cast("_Texts", given)
    if before is None:
        found.add("other_cards_dealt" if len(right) == len(wrong) else "another_number_dealt")
        return
    if len(wrong) > now.game.rules.hand:
        found.add("more_than_a_hand")
    elif isinstance(now, MatchingState) and now.trick and not now.drawn and len(wrong) > len(right):
        found.add("drawn_at_a_choice" if len(now.trick) == now.game.players else "drawn_at_a_further_choice")
    elif isinstance(now, SuitState) and len(wrong) < len(right) and len(now.talon) < len(before.before.talon):
        found.add("fewer_cards_drawn")
    elif len(right) == len(wrong):
        few = len(before.before.talon) - len(now.talon) <= now.game.players
        if few and isinstance(before.action, Play | Meld | Flip | Draw):
            found.add("other_cards_drawn")  # one each, so that it is the order of the players
    elif (
        isinstance(now, MatchingState)
        and isinstance(before.action, Play | Flip)
        and not now.drawn
        and now.game.rules.spice
    ):
        found.add("not_drawn_before_spicing")


# --- What a deal comes to ---


def _other_points(field: str, right: _Points | None, wrong: _Points | None, now: State, found: set[str]) -> None:
    """Add what the points that a program gives, game points among them where a deal scores its points, have too many or too few."""
    rules = now.game.rules
    if right is None or wrong is None or len(right) != len(wrong):
        return
    if field == "result.game_points" and isinstance(now, SuitState):
        _as_without_closing(wrong, now, found)
    if field == "result.game_points" and rules.score != "points":
        return
    more = [one - other for one, other in zip(wrong, right, strict=True)]
    changed = [Side(side) for side, by in enumerate(more) if by]
    if field == "result.game_points" and any(right[side] and not wrong[side] for side in changed):
        found.add("burned")
    elif field == "result.game_points" and any(wrong[side] and not right[side] for side in changed):
        found.add("not_burned")
    elif now.turn is None and changed == [now.game.sides[now.leader]] and abs(more[changed[0]]) in _for_last(now):
        found.add("another_last_trick")
    elif isinstance(now, SuitState) and changed and all(now.melds[side] for side in changed):
        without = any(not now.took_a_trick(side) for side in changed)
        found.add("other_marriages_without_a_trick" if without else "other_marriages")
    elif sum(more):
        found.add("other_values")
    else:
        found.add("another_taker")


def _as_without_closing(wrong: _Points, now: SuitState, found: set[str]) -> None:
    """Add whether a claim against who closed the talon scores as if nobody had."""
    closed, claimant, side_of = now.closed, now.claimant, now.game.sides
    if closed is None or claimant is None or side_of[claimant] == side_of[closed.seat]:
        return
    plain = msgspec.structs.replace(now, closed=None).result
    if plain is not None and plain.game_points == tuple(wrong):
        found.add("a_claim_as_without_closing")


def _for_last(now: State) -> set[int]:
    """Return what the last trick counts, or in other games of its kind."""
    unit = now.game.unit if isinstance(now, MatchingState) else 10
    return {now.game.rules.last_trick_points, unit, 10} - {0}


def _other_winners(right: list[int] | None, wrong: list[int] | None, now: State, found: set[str]) -> None:
    if isinstance(now, SuitState) and now.claimant is not None and right is not None and wrong is not None:
        claimant = now.game.sides[now.claimant]
        if (claimant in right) != (claimant in wrong) and wrong:
            found.add("a_right_claim" if claimant in wrong else "a_wrong_claim")
            counted = now.counted(claimant)
            if counted - now.melds[claimant] + now.waiting[claimant] < now.game.rules.claim_points <= counted:
                found.add("a_claim_by_marriages")
    if isinstance(now, MatchingState):
        if now.forfeit is not None:
            found.add("not_forfeited")
        elif wrong is None:
            found.add("no_winners_known")
        elif right and _decided_by_the_last_trick(now, wrong):
            found.add("the_last_trick_to_others")


def _decided_by_the_last_trick(now: MatchingState, wrong: list[int]) -> bool:
    """Whether a program's winners are right where the last trick counts for another side, or not at all."""
    counts, last = now.game.rules.last_trick_points, now.game.sides[now.leader]
    if not counts or now.game.side_count != 2:  # noqa: PLR2004 - of three it is not clear who else it might be
        return False
    without, others = list(now.points), list(now.points)
    others[1 - last] += counts
    return any(wrong == [side for side in (0, 1) if points[side] > points[1 - side]] for points in (without, others))
