"""What the reference answers to the requests of the protocol."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from aceten.actions import Play, Seat, Side, parse_action
from aceten.errors import IllegalAction, UsageError
from aceten.examples import Moment
from aceten.loading import load
from aceten.match import Match, first_dealer, start_match
from aceten.perft import perft
from aceten.position import parse
from aceten.shuffling import shuffle_and_cut
from aceten.suits.game import SuitGame
from aceten.tricks import trick_winner
from aceten_spec.cards import Card, card, format_cards
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
from aceten_spec.rulebook import SuitParameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from aceten.game import Game
    from aceten.scoring import Result
    from aceten.state import State
    from aceten_spec.protocol import Option, Question, Reply


def answer(question: Question) -> Reply:
    """Return what the reference answers.

    :raises AcetenError: when the question is about something that cannot be: an unknown game, a deck that is none, ...
    """
    reply: Reply
    match question:
        case TrickRequest():
            reply = TrickReply(id=question.id, winner=winner_of(game_of(question), question))
        case ScoreRequest():
            reply = ScoreReply(id=question.id, result=_end(parse(question.position)))
        case DealRequest() | PositionRequest():
            reply = play_reply(question, moments_of(question))
        case MatchRequest():
            reply = match_reply(question, match_course(question))
        case ViewRequest():
            reply = _view(question)
        case ShuffleRequest():
            reply = _shuffled(game_of(question), question)
        case PerftRequest():
            reply = PerftReply(id=question.id, count=perft(start_of(question), question.depth))
        case _:
            assert_never(question)
    return reply


def game_of(question: Question) -> Game:
    """Return the game that a question is about.

    :raises AcetenError: when there is no such game.
    """
    return _load(question.game, question.players, tuple(question.options.items()))


@lru_cache(maxsize=256)
def _load(name: str, players: int, options: tuple[tuple[str, Option], ...]) -> Game:
    """Load a game once for all the questions about it."""
    return load(name, players=players, **dict(options))


def start_of(question: DealRequest | PositionRequest | ViewRequest | PerftRequest) -> State:
    """Return the state that a question begins with.

    :raises AcetenError: when it cannot be dealt, or is no position of the game.
    """
    game = game_of(question)
    if isinstance(question, PositionRequest):
        state = parse(question.position)
        if state.game != game:
            message = f"position: one of {state.game} with other options than the question is about, {game}"
            raise UsageError(message)
        return state
    deck = tuple([card(text) for text in question.deck])
    return game.deal(deck=deck, dealer=question.dealer, cut=question.cut, scores=question.scores)


def moments_of(question: DealRequest | PositionRequest | ViewRequest) -> tuple[Moment, ...]:
    """Return what happens when the actions of a question are taken.

    :raises AcetenError: when the deal cannot begin so, or an action is none.
    """
    state = start_of(question)
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


def play_reply(question: DealRequest | PositionRequest, moments: tuple[Moment, ...]) -> PlayReply:
    """Return the answer to a question of which one knows what happens."""
    steps = [step_of(moment.before, refused=moment.after is None) for moment in moments]
    end = end_of(moments)
    return PlayReply(id=question.id, steps=(*steps, step_of(start_of(question) if end is None else end)))


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
        message = f"the deal is not over: seat {state.turn} is to act"
        raise UsageError(message)
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
        message = f"cards: {len(cards)}; expected one or more rounds of {game.players}"
        raise UsageError(message)
    if isinstance(game, SuitGame):
        return _suit_winner(game, question, cards)
    # Everybody holds what he plays: then the trick is over when the hands are empty. Cards too few to be drawn stay in the talon.
    first = game.check_seat(question.leader)
    order = [(first + turn) % game.players for turn in range(game.players)]
    hands = ",".join(format_cards(cards[order.index(seat) :: game.players]) for seat in range(game.players))
    options = "".join(f" {name}={value}" for name, value in game.options)
    left = tuple((Counter(game.pack.cards) - Counter(cards)).elements())[: len(game.pack.cards) % game.players]
    state = parse(f"{game} hands={hands} talon={format_cards(left) or '-'} lead={first}{options}")
    for played in cards:
        state = state.play(Play(played))
    return state.leader


def _suit_winner(game: SuitGame, question: TrickRequest, cards: tuple[Card, ...]) -> Seat:
    if len(cards) > game.players:
        message = f"cards: {len(cards)}; a trick of {game} has {game.players}"
        raise UsageError(message)
    trump = None if question.trump is None else card(f"A{question.trump}").suit
    return trick_winner(game, cards, leader=question.leader, trump=trump)


def match_course(question: MatchRequest) -> list[Match]:
    """Return the match before each deal and after the last.

    :raises AcetenError: when there can be no such deal.
    """
    stands = [start_match(game_of(question), dealer=question.dealer)]
    for deal in question.deals:
        trump = None if deal.trump is None else card(f"A{deal.trump}").suit
        claimed = None if deal.claimed is None else Side(deal.claimed)
        resets = tuple(map(Side, deal.resets))
        stands.append(stands[-1].add_game_points(deal.game_points, resets, trump=trump, claimed=claimed))
    return stands


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


def _shuffled(game: Game, question: ShuffleRequest) -> ShuffleReply:
    deck, cut = shuffle_and_cut(game.pack.cards, question.seed)
    dealer = first_dealer(game, question.seed)
    return ShuffleReply(id=question.id, deck=words(deck), cut=str(cut) if game.cuts else None, dealer=dealer)


def _view(question: ViewRequest) -> ViewReply:
    end = end_of(moments_of(question))
    view = (start_of(question) if end is None else end).view(question.seat)
    return ViewReply(
        id=question.id,
        known=tuple(map(words, view.known)),
        sizes=view.hand_sizes,
        talon=view.talon_size,
        known_talon=words(view.known_talon),
        legal=tuple(map(str, view.legal)),
    )


def words(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return cards as text, one by one."""
    return tuple(map(str, cards))
