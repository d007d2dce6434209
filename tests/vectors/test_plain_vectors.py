"""The rules in plain Python give the answers of the test vectors, which no engine plays here."""

from collections.abc import Iterator
from importlib.resources import files
from typing import TypeVar

import msgspec
import pytest
from support.oracles.compared_facts import facts_of_table

from aceten_spec import load_shipped, plain, shipped
from aceten_spec.formats import VectorFile
from aceten_spec.options import apply_options
from aceten_spec.protocol import DealRequest, DealResult, MatchReply, MatchRequest, MatchStep, PlayReply, Step
from aceten_spec.rulebook import Parameters

_Q = TypeVar("_Q", DealRequest, MatchRequest)


def questions(game: str, kind: type[_Q]) -> Iterator[tuple[Parameters, _Q, msgspec.Raw]]:
    """Yield the questions of a kind, each with the parameters of what is asked about, and the answer."""
    folder = files("aceten_spec").joinpath("vectors")
    for each in msgspec.json.decode(folder.joinpath(f"{game}.json").read_bytes(), type=VectorFile).answers:
        asked = each.request
        if isinstance(asked, kind):
            yield apply_options(load_shipped(game), asked.players, asked.options)[0], asked, each.reply


def step_of(table: plain.Table, told: Step) -> Step:
    """Return what plain Python says of a moment, as far as an answer tells it."""
    settled = plain.settlement(table)
    result = told.result and DealResult(
        points=None if settled is None or told.result.points is None else settled.points,
        winners=None if settled is None else settled.winners,
        game_points=None if settled is None else settled.game_points,
        resets=() if settled is None else settled.resets,
    )
    return Step(
        turn=plain.turn(table),
        legal=tuple(sorted(plain.legal(table))),
        refused=told.refused,
        result=result if settled is not None or told.result is None else None,
        winning=None if told.winning is None else plain.winning(table),
        points=None if told.points is None else facts_of_table(table).points,
        tricks=None if told.tricks is None else tuple(table.tricks),
        hands=None if told.hands is None else tuple([tuple(sorted(hand)) for hand in table.hands]),
        talon=None if told.talon is None else tuple(table.talon),
    )


def in_no_order(told: Step) -> Step:
    """Return an answer with legal actions and the cards of hands sorted, as their order means nothing."""
    hands = None if told.hands is None else tuple([tuple(sorted(hand)) for hand in told.hands])
    return msgspec.structs.replace(told, legal=tuple(sorted(told.legal)), hands=hands)


@pytest.mark.parametrize("game", shipped())
def test_deals_are_those_of_the_vectors(game: str) -> None:
    """A deal that a vector plays runs so in plain Python: turn, legal actions, result; and what it refuses is refused."""
    for rules, asked, reply in questions(game, DealRequest):
        table = plain.deal(rules, asked.players, asked.deck, asked.dealer, cut=asked.cut, scores=asked.scores)
        steps = msgspec.json.decode(reply, type=PlayReply).steps
        for told, action in zip(steps, (*asked.actions, None), strict=True):
            assert step_of(table, told) == in_no_order(told)
            if action is None or action in plain.calls(table):
                continue
            assert (plain.refusal(table, action) is not None) == told.refused
            table = table if told.refused else plain.after(table, action)


def stands(sheet: plain.ScoreSheet, told: MatchStep) -> MatchStep:
    """Return how a match stands in plain Python, as far as an answer tells it."""
    return MatchStep(
        scores=sheet.scores,
        dealer=None if told.dealer is None else sheet.dealer,
        over=plain.match_over(sheet),
        winner=plain.match_winner(sheet),
        players=None if told.players is None else sheet.seated,
    )


@pytest.mark.parametrize("game", shipped())
def test_matches_are_those_of_the_vectors(game: str) -> None:
    """A match that a vector follows stands so in plain Python before each deal and after the last."""
    for rules, asked, reply in questions(game, MatchRequest):
        sheet = plain.first_sheet(rules, asked.players, asked.dealer)
        steps = msgspec.json.decode(reply, type=MatchReply).steps
        assert stands(sheet, steps[0]) == steps[0]
        for told, deal in zip(steps[1:], asked.deals, strict=True):
            sheet = plain.with_deal(sheet, deal.game_points, deal.resets, trump=deal.trump, claimed=deal.claimed)
            assert stands(sheet, told) == told
