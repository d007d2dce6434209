"""What the reference answers to the requests of the protocol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import assert_never

import msgspec

from aceten.conformance.oracle.discrepancies import kind_of
from aceten.conformance.oracle.shown_marriages import is_showing, open_after_showing, showable
from aceten.deals.shuffling import shuffle_and_cut
from aceten.engine.game import Game
from aceten.engine.loading import load_with
from aceten.engine.match import Match, first_dealer, start_match
from aceten.engine.perft import perft
from aceten.engine.scoring import Result
from aceten.engine.state import State
from aceten.engine.suits.game import SuitGame
from aceten.engine.suits.state import SuitState
from aceten.engine.trick_winner import trick_winner
from aceten.notation.examples import Moment
from aceten.notation.position import parse_state
from aceten.notation.position_parts import position_of, words
from aceten.vocabulary.actions import Play, Seat, Side, parse_action
from aceten.vocabulary.errors import IllegalAction, usage_error
from aceten_spec.cards import Card, Suit, format_cards
from aceten_spec.errors import shown
from aceten_spec.protocol import (
    DealRequest,
    DealResult,
    DealScore,
    MatchReply,
    MatchRequest,
    MatchStep,
    PerftReply,
    PerftRequest,
    PlayReply,
    PositionRequest,
    Question,
    Reply,
    ScoreReply,
    ScoreRequest,
    ShuffleReply,
    ShuffleRequest,
    Step,
    TrickReply,
    TrickRequest,
    ViewReply,
    ViewRequest,
)
from aceten_spec.rulebook import Rulebook, SuitParameters
from aceten_spec.written_cards import card


def answer(question: Question, rules: Rulebook | None = None) -> Reply:
    """Return what the reference answers.

    :param rules: the rulebook that the question is about; without it the shipped one that it names.
    :raises AcetenError: when the question is about something that cannot be: an unknown game, a deck that is none, ...
    """
    return reply_to(question, game_of(question, rules))


def reply_to(question: Question, game: Game) -> Reply:
    """Return what the reference answers to a question about a game.

    :raises AcetenError: when it is about something that cannot be.
    """
    reply: Reply
    match question:
        case TrickRequest():
            reply = TrickReply(id=question.id, winner=winner_of(game, question))
        case ScoreRequest():
            reply = ScoreReply(id=question.id, result=_end(parse_state(question.position, rules=game.rulebook)))
        case PositionRequest() if is_showing(question):
            reply = _shown(question, game)
        case DealRequest() | PositionRequest():
            reply = play_reply(question, game, moments_of(question, game))
        case MatchRequest():
            reply = match_reply(question, match_course(question, game))
        case ViewRequest():
            reply = _view(question, game)
        case ShuffleRequest():
            reply = _shuffled(game, question)
        case PerftRequest():
            reply = PerftReply(id=question.id, count=perft(start_of(question, game), question.depth))
        case _:
            assert_never(question)
    return reply


def answer_without(question: Question, game: Game, reply: Reply, lacks: Collection[str]) -> Reply:
    """Return the answer for a program that lacks some kinds of actions: nobody takes them, and they are not among the legal ones."""
    if not lacks:
        return reply

    def kept(legal: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([action for action in legal if kind_of(action) not in lacks])

    def count(state: State, depth: int) -> int:
        actions = [action for action in state.legal if kind_of(str(action)) not in lacks]
        return len(actions) if depth == 1 else sum([count(state.play(action), depth - 1) for action in actions])

    replace = msgspec.structs.replace
    if isinstance(reply, PlayReply):
        return replace(reply, steps=tuple([replace(step, legal=kept(step.legal)) for step in reply.steps]))
    if isinstance(reply, ViewReply):
        return replace(reply, legal=kept(reply.legal))
    if isinstance(question, PerftRequest) and question.depth:
        return PerftReply(id=question.id, count=count(start_of(question, game), question.depth))
    return reply


def game_of(question: Question, rules: Rulebook | None = None) -> Game:
    """Return the game that a question is about.

    :param rules: the rulebook that it is about; without it the shipped one that it names.
    :raises AcetenError: when there is no such game, or the rulebook is that of another.
    """
    if rules is not None and rules.id != question.game:
        raise usage_error(
            "game: {given!r}; expected {game!r}, the rulebook that was given",
            given=shown(question.game, 40),
            game=rules.id,
        )
    return load_with(question.game if rules is None else rules, question.players, question.options)


def start_of(question: DealRequest | PositionRequest | ViewRequest | PerftRequest, game: Game) -> State:
    """Return the state that a question about a game begins with.

    :raises AcetenError: when it cannot be dealt, or is no position of the game.
    """
    if isinstance(question, PositionRequest):
        state = parse_state(question.position, rules=game.rulebook)
        if state.game != game:
            raise usage_error(
                "position: one of {game} with other options than the question is about, {other}",
                game=state.game,
                other=game,
            )
        return state
    deck = tuple([card(text) for text in question.deck])
    return game.deal(deck=deck, dealer=question.dealer, cut=question.cut, scores=question.scores)


def moments_of(question: DealRequest | PositionRequest | ViewRequest, game: Game) -> tuple[Moment, ...]:
    """Return what happens when the actions of a question about a game are taken.

    :raises AcetenError: when the deal cannot begin so, or an action is none.
    """
    state = start_of(question, game)
    moments: list[Moment] = []
    for text in question.actions:
        action = parse_action(text)
        try:
            after = state.play(action)
        except IllegalAction as error:
            moments.append(Moment(state, action, None, error.clause))
            continue
        moments.append(Moment(state, action, after, None))
        state = after
    return tuple(moments)


def play_reply(question: DealRequest | PositionRequest, game: Game, moments: tuple[Moment, ...]) -> PlayReply:
    """Return the answer to a question of which one knows what happens."""
    steps = [step_of(moment.before, refused=moment.after is None) for moment in moments]
    end = end_of(moments)
    return PlayReply(id=question.id, steps=(*steps, step_of(start_of(question, game) if end is None else end)))


def end_of(moments: tuple[Moment, ...]) -> State | None:
    """Return the state in the end; ``None`` when nothing has happened."""
    if not moments:
        return None
    return moments[-1].before if moments[-1].after is None else moments[-1].after


def step_of(state: State, *, refused: bool = False) -> Step:
    """Return what holds in a state."""
    return Step(
        turn=state.turn,
        legal=tuple(map(str, state.legal)),
        refused=refused,
        result=None if state.result is None else result_of(state.result),
        winning=state.winning if state.trick else None,
        points=state.points,
        tricks=state.tricks,
        hands=tuple(map(words, state.hands)),
        talon=words(state.talon),
    )


def result_of(result: Result) -> DealResult:
    """Return a result as the protocol has it."""
    return DealResult(
        points=result.points, winners=result.winners, game_points=result.game_points, resets=result.resets
    )


def _end(state: State) -> DealResult:
    if state.result is None:
        raise usage_error("the deal is not over: seat {seat} is to act", seat=state.turn)
    return result_of(state.result)


def score_request(state: State) -> ScoreRequest:
    """Return the question what a deal that is over comes to."""
    game = state.game
    return ScoreRequest(
        id=0,
        game=game.rulebook.id,
        players=game.players,
        options=dict(game.options),
        taken=tuple(map(words, state.taken)),
        tricks=state.tricks or (),
        last=game.sides[state.leader],
        position=str(state),
    )


def deal_score(result: Result) -> DealScore:
    """Return what a deal brought, as far as a match asks."""
    return DealScore(
        game_points=result.game_points or (),
        resets=result.resets,
        trump=None if result.trump is None else result.trump.letter,
        claimed=result.claimed,
    )


def winner_of(game: Game, question: TrickRequest) -> Seat:
    """Return who wins a trick.

    :raises AcetenError: when these cards cannot be played as one trick.
    """
    cards = tuple([card(text) for text in question.cards])
    if not cards or len(cards) % game.players:
        raise usage_error(
            "cards: {number}; expected one or more rounds of {players}", number=len(cards), players=game.players
        )
    if isinstance(game, SuitGame):
        return _suit_winner(game, question, cards)
    # Everybody holds what he plays: then the trick is over when the hands are empty. Cards too few to be drawn stay in the talon.
    first = game.check_seat(question.leader)
    order = [(first + turn) % game.players for turn in range(game.players)]
    hands = ",".join(format_cards(cards[order.index(seat) :: game.players]) for seat in range(game.players))
    options = "".join(f" {name}={value}" for name, value in game.options)
    left = tuple((Counter(game.pack.cards) - Counter(cards)).elements())[: len(game.pack.cards) % game.players]
    state = parse_state(
        f"{game} hands={hands} talon={format_cards(left) or '-'} lead={first}{options}", rules=game.rulebook
    )
    for number, played in enumerate(cards):
        if number and not state.trick:
            raise usage_error("cards: the trick is over after {number} of them", number=number)
        state = state.play(Play(played))
    return state.leader


def _suit_winner(game: SuitGame, question: TrickRequest, cards: tuple[Card, ...]) -> Seat:
    if len(cards) > game.players:
        raise usage_error(
            "cards: {number}; a trick of {game} has {players}", number=len(cards), game=game, players=game.players
        )
    return trick_winner(game, cards, leader=question.leader, trump=suit_of(question.trump))


def suit_of(letter: str | None) -> Suit | None:
    """Return the suit of a letter; ``None`` where there is none.

    :raises NotationError: when no suit is written so.
    """
    return None if letter is None else card(f"A{letter}").suit


def match_course(question: MatchRequest, game: Game) -> list[Match]:
    """Return the match before each deal and after the last.

    :raises AcetenError: when there can be no such deal.
    """
    stands = [start_match(game, dealer=question.dealer)]
    for deal in question.deals:
        stands.append(after_deal(stands[-1], deal))
    return stands


def after_deal(match: Match, deal: DealScore) -> Match:
    """Return a match after one more deal.

    :raises AcetenError: when there can be no such deal.
    """
    claimed = None if deal.claimed is None else Side(deal.claimed)
    resets = tuple(map(Side, deal.resets))
    return match.add_game_points(deal.game_points, resets, trump=suit_of(deal.trump), claimed=claimed)


def match_reply(question: MatchRequest, stands: Sequence[Match]) -> MatchReply:
    """Return the answer to a question of which one knows how the match goes."""
    return MatchReply(id=question.id, steps=tuple(map(match_step, stands)))


def match_step(match: Match) -> MatchStep:
    """Return how a match stands."""
    rules = match.game.rules
    change = isinstance(rules, SuitParameters) and rules.partners_change > 0
    return MatchStep(
        scores=match.scores,
        dealer=None if match.over else match.dealer,
        over=match.over,
        winner=match.winner,
        players=match.players if change and not match.over else None,
    )


def _shown(question: PositionRequest, game: Game) -> PlayReply:
    """Return what may be done when a marriage has been shown, and nothing has been led from it."""
    state, suit = start_of(question, game), suit_of(question.showing)
    if question.actions or not isinstance(state, SuitState) or suit is None or suit not in showable(state):
        raise usage_error(
            "showing: {suit!r}; expected the suit of a marriage that can be shown and then led from, and no actions",
            suit=shown(question.showing or "", 20),
        )
    step = msgspec.structs.replace(step_of(state), legal=open_after_showing(state, suit))
    return PlayReply(id=question.id, steps=(step,))


def _shuffled(game: Game, question: ShuffleRequest) -> ShuffleReply:
    deck, cut = shuffle_and_cut(game.pack.cards, question.seed)
    dealer = first_dealer(game, question.seed)
    return ShuffleReply(id=question.id, deck=words(deck), cut=str(cut) if game.cuts else None, dealer=dealer)


def _view(question: ViewRequest, game: Game) -> ViewReply:
    moments = moments_of(question, game)
    for moment in moments:
        if moment.after is None:
            moment.before.play(moment.action)  # refuses it in words: a view is asked after legal actions alone
    end = end_of(moments)
    return view_reply(question, start_of(question, game) if end is None else end)


def view_reply(question: ViewRequest, state: State) -> ViewReply:
    """Return the answer to a question of which one knows to which state it comes."""
    view = state.view(question.seat)
    return ViewReply(
        id=question.id,
        known=tuple(map(words, view.known)),
        sizes=view.hand_sizes,
        talon=view.talon_size,
        known_talon=words(view.known_talon),
        legal=tuple(map(str, view.legal)),
    )


def in_parts(question: Question, game: Game) -> Question:
    """Return the question with its position part by part, where it is about one."""
    if not isinstance(question, PositionRequest | ScoreRequest):
        return question
    return msgspec.structs.replace(question, parts=position_of(parse_state(question.position, rules=game.rulebook)))
