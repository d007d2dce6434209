"""Whether marriages can have been shown so: their points, those of them that wait, and the cards that everybody knows by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aceten.positions.shown_marriages import Lying, by_points, conditions
from aceten.vocabulary.actions import Hands
from aceten.vocabulary.errors import position_error
from aceten.vocabulary.naming import seat_name, side_name, the_card, the_cards
from aceten_spec.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from aceten.engine.suits.game import SuitGame


def check_melds(game: SuitGame, melds: tuple[int, ...], trump: Suit | None, lying: Lying, *, led: bool) -> None:
    """Check the points of marriages that were shown, by side.

    :param led: whether anybody can have led a card, or claimed, by now.
    :raises PositionError: when they cannot have been.
    """
    ways = by_points(game, melds, trump)
    if not ways:
        raise position_error("melds", "{points}: no marriages make these points here", points=",".join(map(str, melds)))
    if any(melds) and not led:
        raise position_error("melds", "nobody has led yet, so nobody has shown a marriage")
    if not conditions(game, ways, lying):
        raise position_error(
            "melds",
            "{points}: of each marriage that was shown a card has been led, and the other is in the hand that showed it or gone, too;"
            " kings and queens do not lie so",
            points=",".join(map(str, melds)),
        )


def check_waiting(
    game: SuitGame, waiting: tuple[int, ...], melds: tuple[int, ...], tricks: tuple[int, ...] | None
) -> None:
    """Check the points of the marriages that count only with the next trick of their side.

    :param tricks: tricks taken, by side; ``None``: that is not known.
    :raises PositionError: when they cannot wait.
    """
    one, later = {0, *game.rules.marriage_points}, game.rules.meld_counts == "next_trick"
    if any(waiting) and not later:
        raise position_error("waiting", "a marriage counts with any trick here")
    for side, points in enumerate(waiting):
        if points not in one or points > melds[side]:
            raise position_error(
                "waiting",
                "side {side} is given {points} points; one of its marriages waits at most, and it is among melds=",
                side=side_name(game, side),
                points=points,
            )
        if later and tricks and not tricks[side] and points != melds[side]:
            raise position_error(
                "waiting",
                "side {side} has no trick, so that its marriages, {melds} points, wait for one; {points} are said to",
                side=side_name(game, side),
                melds=melds[side],
                points=points,
            )


def check_shown(
    game: SuitGame, shown: Hands, hands: Hands, melds: tuple[int, ...] | None, trump: Suit | None
) -> list[Card]:
    """Check the cards in hands that everybody knows; return those that no marriage has shown.

    :raises PositionError: when nobody can have seen them there.
    """
    single: list[Card] = []
    for seat, cards in enumerate(shown):
        may_have_shown = melds is not None and melds[game.sides[seat]] > 0
        for card in cards:
            if card not in hands[seat]:
                raise position_error(
                    "shown", "{who} does not hold {card}", who=seat_name(seat), card=the_card(game, card)
                )
        single += [card for card in cards if not (may_have_shown and card.rank in {Rank.KING, Rank.QUEEN})]
    # A trump that everybody has seen can come into a hand: the turn-up, the card that was dealt last, or the one shown by cutting.
    shows_a_trump = game.rules.trump in {"turn_up", "dealt"} or game.rules.cut_card == "known"
    for card in single:
        if card.suit != trump or not shows_a_trump:
            raise position_error("shown", "nobody has seen {card} in a hand here", card=the_card(game, card))
    most = 2 if game.exchange else 1
    if len(single) > most:
        there = the_cards(game, single)
        raise position_error(
            "shown", "{cards}: turned up, exchanged or shown by cutting are {most} at most", cards=there, most=most
        )
    return single
