"""What everybody knows of a deal with matching tricks beside what there is of any: for position lines, pictures and people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from aceten.vocabulary.actions import Side
from aceten.vocabulary.naming import card_words, listed, party_of, seat_name
from aceten.vocabulary.position_writer import UNSEEN
from aceten_spec.cards import Card, Rank, card_of, format_cards, rank_number
from aceten_spec.speech import say, say_counted

if TYPE_CHECKING:
    from aceten.engine.matching.game import MatchingGame
    from aceten.engine.matching.state import MatchingState
    from aceten.engine.matching.view import MatchingView


def words(seen: MatchingState | MatchingView) -> Iterator[str]:
    """Yield the words of a position line that only games with matching tricks know."""
    if seen.forfeit is not None:
        yield f"forfeit={seen.forfeit}"
    if seen.leads != default_leads(seen.game, seen.trick):
        yield "leads=" + format_cards(tuple(card_of(Rank(rank)) for rank in seen.leads))
    if seen.spicing:
        yield f"drawn={UNSEEN if seen.drawn is None else seen.drawn}"
    if seen.lone is not None:
        yield f"lone={seen.lone}"
    if seen.burned:
        yield "resets=" + ",".join(map(str, seen.burned))


def default_leads(game: MatchingGame, trick: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the leads in a row of one rank where a position states none: that of the current trick."""
    return (rank_number(trick[0]),) if trick and game.rules.lead_limit else ()


def notes(seen: MatchingState | MatchingView) -> Iterator[str]:
    """Yield what else everybody knows, in sentences."""
    if seen.spicing:
        who = seat_name(seen.winning)
        if seen.drawn is None:
            yield say("{who} has drawn a card and may spice the trick", who=who)
        else:
            card = card_words(seen.game, seen.drawn)
            yield say("{who} has drawn the {card} and may spice the trick", who=who, card=card)
    if seen.lone is not None:
        yield plays_alone(seen.lone)
    if seen.burned:
        yield resets(seen.game, seen.burned)


def plays_alone(seat: int) -> str:
    """Return that a player plays alone."""
    return say("{who} plays alone", who=seat_name(seat))


def resets(game: MatchingGame, sides: Sequence[Side]) -> str:
    """Return that the scores of these sides fall to 0, of which there is at least one."""
    names = listed(party_of(game, side).name for side in sides)
    return say_counted(
        "the score of {who} in the match falls to 0",
        "the scores of {who} in the match fall to 0",
        len(sides),
        who=names,
    )
