"""Beside a game that is played: what the machine would do and why, what has just happened and why, and the next deal of a match."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec

from aceten import Game, Match, Side
from aceten.deals.shuffling import MAX_SEED
from aceten.vocabulary.naming import party_of, seat_name
from aceten.words import match_words, missing, result_words, telling
from aceten.words.lessons import lesson
from aceten_board.bodies import MOST_DEALS, AskedTable, PlayedDeal, Spoken
from aceten_board.shown_table import match_from, moments, seat_of, states_of, view_to_act
from aceten_solver.hidden.hints import hint
from aceten_solver.hidden.machine_player import Machine, Strength
from aceten_solver.reviews.puzzles import is_claimed
from aceten_spec.speech import capital, say

SECONDS = 5
"""So long the machine thinks about a hint at most."""


class AskedHint(AskedTable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What would the machine do?"""

    strength: Strength = "playouts"
    """How well it plays."""


class AskedMatch(Spoken, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How does a match go on?"""

    deals: Annotated[tuple[PlayedDeal, ...], msgspec.Meta(min_length=1, max_length=MOST_DEALS - 1)]
    """Its deals from the first on, each over."""


class Told(msgspec.Struct, frozen=True):
    """Something in sentences."""

    told: tuple[str, ...]


class Hinted(msgspec.Struct, frozen=True):
    """What the machine would do, and why."""

    action: str
    do: str
    """What it is called."""
    told: str


class MatchSheet(msgspec.Struct, frozen=True):
    """What is written down during a match."""

    names: tuple[str, ...]
    """The sides; the players, where partners change."""
    rows: tuple[tuple[int, ...], ...]
    """What each had at the beginning and after each deal; or what was missing, where it is written from the target down to nothing, as
    on the sheet of a Bummerl."""
    winner: int | None
    """Who of them has won."""


class MatchTold(msgspec.Struct, frozen=True):
    """How a match stands, and its next deal."""

    told: tuple[str, ...]
    """What the last deal came to, and how the match stands."""
    position: str | None
    """The next deal; ``None``: the match is over."""
    sheet: MatchSheet
    """The scores after each deal."""
    verdict: str = ""
    """Whether whoever asks has won the last deal, or the match, and how it stands from there; nothing where that is nobody."""
    won: bool = True
    """Whether that is no loss."""


def hinted(asked: AskedHint) -> Hinted:
    """Return what the machine would do in the place of whoever is to act, which sees what he sees.

    :raises AcetenError: when there is nothing to do.
    """
    view = view_to_act(asked)
    advice = Machine(seed=0, strength=asked.strength, seconds=SECONDS).advise(view)
    best = advice.prospects[0].action
    return Hinted(str(best), capital(telling(view).choice(best)), hint(advice, view))


def explained(asked: AskedTable) -> Told:
    """Return what has just happened and why, in sentences for somebody who learns the game; before anything has, how it begins.

    :raises AcetenError: when that cannot be told.
    """
    found = moments(asked)
    if not isinstance(found, list):
        return Told(())
    seat = None if asked.seat is None else seat_of(found[-1], asked.seat)
    if len(found) == 1:
        now = found[-1] if seat is None else found[-1].view(seat)
        return Told((f"{telling(now).opening()}.",))
    before, after = found[-2:]
    return Told(tuple(lesson(before, after)))


def match_told(asked: AskedMatch) -> MatchTold:
    """Return how a match stands after its deals, and deal the next.

    :raises AcetenError: when the deals are no match, or the last is not over.
    """
    match = match_from(states_of(asked.deals[0])[0])
    told: list[str] = []
    rows: list[tuple[int, ...]] = []
    for deal in asked.deals:
        end = states_of(deal)[-1]
        after = match.finish(end)
        told = [result_words(match, end), *match_words(match, end, after, down=counts_down(match.game))]
        match = after
        rows.append(match.scores)
    position = None if match.over else str(match.deal(seed=secrets.randbelow(MAX_SEED + 1)))
    if asked.own is None or asked.own >= match.game.players:
        return MatchTold(tuple(told), position, _sheet(match, rows))
    own = asked.own if len(match.scores) == match.game.players else match.game.sides[asked.own]
    sheet = _sheet(match, rows, own)
    others = [side for side in range(len(match.scores)) if side != own]
    before = rows[-2] if len(rows) > 1 else (0,) * len(match.scores)
    gained = [has - had for has, had in zip(match.scores, before, strict=True)]
    ahead = gained[own] - max(gained[side] for side in others)
    if match.over:
        ahead = 1 if match.winner == own else -1
    stands = "\u00a0:\u00a0".join(str(sheet.rows[-1][side]) for side in (own, *others))
    verdict = f"{_verdict(ahead, over=match.over)}: {stands}"
    return MatchTold(tuple(told), position, sheet, verdict, won=ahead >= 0)


def _verdict(ahead: int, *, over: bool) -> str:
    if over:
        return say("Match won") if ahead > 0 else say("Match lost")
    if not ahead:
        return say("Nobody is ahead")
    return say("Deal won") if ahead > 0 else say("Deal lost")


def counts_down(game: Game) -> bool:
    """Whether a match is written from its target down to nothing, as Bummerl are."""
    return is_claimed(game.rules) and not game.scores_matter


def _sheet(match: Match, rows: list[tuple[int, ...]], own: int | None = None) -> MatchSheet:
    game = match.game
    sides = game.side_count == len(match.scores)
    names = [party_of(game, side).name if sides else seat_name(side) for side in range(len(match.scores))]
    if own is not None:
        names[own] = say("We") if sides and game.sides.count(Side(own)) > 1 else say("You")
    rows = [(0,) * len(match.scores), *rows]
    return MatchSheet(
        names=tuple(names),
        rows=tuple([missing(game, row) if counts_down(game) else row for row in rows]),
        winner=match.winner,
    )
