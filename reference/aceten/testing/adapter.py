"""Your engine beside the reference: what you say of it, and where the two part."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, TypeAlias

import msgspec
from typing_extensions import override

from aceten.conformance.findings.asker import Asker, Wrong
from aceten.conformance.findings.finding import finding_of
from aceten.conformance.findings.finding_words import facts
from aceten.conformance.findings.reduction import smallest
from aceten.conformance.oracle.answers import game_of, start_of
from aceten.conformance.oracle.cases import OracleCase, case_about, of_game
from aceten.conformance.oracle.discrepancies import Discrepancy
from aceten.conformance.verification import Finding
from aceten.engine.game import Game
from aceten.engine.state import State
from aceten.notation.position import parse_state
from aceten.notation.position_parts import words
from aceten.testing.sample_deals import Deal, deal_of, game_named
from aceten.vocabulary.actions import EXCHANGE, FLIP, PASS, SPICE, STOP, Action, Claim, Close, Draw, Play, parse_action
from aceten.vocabulary.errors import UsageError, usage_error
from aceten_spec.cards import sort_cards
from aceten_spec.errors import shown
from aceten_spec.protocol import (
    DealRequest,
    DealResult,
    Failed,
    Level,
    Option,
    PlayReply,
    PositionRequest,
    Question,
    Reply,
    Step,
)
from aceten_spec.rulebook import Rulebook
from aceten_spec.speech import message_of, say

PlayRequest: TypeAlias = DealRequest | PositionRequest
"""A question about the course of a deal."""


class Adapter(ABC):
    """Your engine, as the tests speak to it: one instance is one deal. Fill in what it can do.

    Cards and actions are text, as everywhere: ``Ah``, ``stop``, ``meld:Kh``. Seats and sides are numbers from 0.
    """

    games: ClassVar[tuple[str | Game, ...]] = ()
    """The games that it plays, with their numbers of players: ``("zsiros/2", "zsiros/4")``; or loaded ones, by rulebooks of your own."""
    plays: ClassVar[Mapping[str, Option]] = {}
    """The options by which it plays, where they are not the rulebook's own."""
    lacks: ClassVar[tuple[str, ...]] = ()
    """The kinds of actions that it does not have, of :data:`aceten_spec.protocol.ACTIONS`: nobody takes them."""
    omits: ClassVar[tuple[str, ...]] = ()
    """The parts of its answers that it does not tell, such as ``result.points``."""
    refuses: ClassVar[tuple[type[Exception], ...]] = (ValueError,)
    """The exceptions by which :meth:`play` refuses an action; with none of them it is asked nothing but legal actions. Any other exception
    is a fault."""

    @abstractmethod
    def deal(self, deal: Deal) -> None:
        """Begin with a deal: ``deal.deck`` is dealt by ``deal.dealer``, ``deal.state()`` has hands and talon."""

    def position(self, state: State) -> None:
        """Begin with a position instead, in the middle of a deal or of a trick. Where you can do that, shorter games are found.

        :param state: says where every card is, and what has been captured: ``state.hands``, ``state.talon``, ``state.trick``, ...
        :raises UsageError: where you leave it as it is; then nobody calls it.
        """
        raise _no_position(type(self), state)

    @abstractmethod
    def turn(self) -> int | None:
        """Return the seat to act; ``None`` when the deal is over."""

    @abstractmethod
    def legal(self) -> Iterable[object]:
        """Return every legal action of the seat to act, in any order, as text or what becomes text by ``str``; calls left out."""

    @abstractmethod
    def play(self, action: str) -> None:
        """Let the seat to act do this, or refuse it by one of :attr:`refuses`; then nothing has happened."""

    @abstractmethod
    def result(self) -> DealResult | None:
        """Return what the deal has come to, when it is over: the winning sides, game points, and card points if you like."""

    def hands(self) -> Sequence[Iterable[object]] | None:
        """Return the hand of each seat, in any order; ``None``: not told."""
        return None

    def talon(self) -> Iterable[object] | None:
        """Return the undealt cards in the order in which they will be drawn; ``None``: not told."""
        return None

    def points(self) -> Sequence[int] | None:
        """Return the card points captured so far, by side; ``None``: not told."""
        return None

    def tricks(self) -> Sequence[int] | None:
        """Return the tricks taken so far, by side; ``None``: not told."""
        return None

    def winning(self) -> int | None:
        """Return the seat that is winning the trick on the table; ``None``: not told."""
        return None


def _no_position(adapter: type[Adapter], state: State) -> UsageError:
    """Return the error that an engine was to begin with a position, and cannot."""
    return UsageError(
        say("{adapter} has no position(state), and cannot begin with {state}", adapter=adapter.__name__, state=state)
    )


def takes_positions(adapter: type[Adapter]) -> bool:
    """Whether an engine can begin with a position."""
    return adapter.position is not Adapter.position


def games_of(adapter: type[Adapter]) -> tuple[Game, ...]:
    """Return the games that an engine plays.

    :raises UsageError: when it names none.
    :raises AcetenError: when there is no such game or option.
    """
    if not adapter.games:
        raise usage_error("{adapter}.games: expected games such as zsiros/2", adapter=adapter.__name__)
    return tuple([game_named(game, adapter.plays) if isinstance(game, str) else game for game in adapter.games])


def step_told(mine: Adapter, *, refused: bool = False) -> Step:
    """Return what an engine says of this moment."""
    turn, hands, talon, points, tricks = mine.turn(), mine.hands(), mine.talon(), mine.points(), mine.tricks()
    return Step(
        turn=turn,
        legal=() if turn is None else tuple(map(str, mine.legal())),
        refused=refused,
        result=_checked(mine.result()) if turn is None else None,
        winning=mine.winning(),
        points=None if points is None else tuple(points),
        tricks=None if tricks is None else tuple(tricks),
        hands=None if hands is None else tuple([tuple(map(str, hand)) for hand in hands]),
        talon=None if talon is None else tuple(map(str, talon)),
    )


def _checked(result: DealResult | None) -> DealResult | None:
    """Return a result as the protocol has it: its numbers may be given in lists.

    :raises msgspec.ValidationError: when it is none.
    """
    return msgspec.convert(msgspec.to_builtins(result), DealResult | None)


class InProcess:
    """Answers questions about play by an engine that is at hand."""

    def __init__(self, adapter: type[Adapter], rules: Rulebook) -> None:
        """Say which engine, and by which rulebook it is asked."""
        self._adapter: Final = adapter
        self._rules: Final = rules

    def ask(self, question: Question) -> Reply:
        """Return what the engine says: the course of a deal, or that it broke."""
        if not isinstance(question, PlayRequest):
            raise TypeError(question)
        try:
            return PlayReply(id=question.id, steps=tuple(self._course(question)))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it
            return Failed(id=question.id, error=f"{type(error).__name__}: {error}")

    def restart(self) -> None:
        """Do nothing: each question begins with a new instance."""

    def _course(self, question: PlayRequest) -> Iterator[Step]:
        mine = begun(self._adapter, start_in(question, self._rules))
        for action in question.actions:
            before = step_told(mine)
            yield step_told(mine, refused=True) if not taken(mine, action) else before
        yield step_told(mine)


def begun(adapter: type[Adapter], start: Deal | State) -> Adapter:
    """Return an engine that has begun with a deal, or with a position."""
    mine = adapter()
    if isinstance(start, Deal):
        mine.deal(start)
    else:
        mine.position(start)
    return mine


def taken(mine: Adapter, action: str) -> bool:
    """Let an engine take an action; return whether it does, and does not refuse it."""
    try:
        mine.play(action)
    except mine.refuses:
        return False
    return True


def start_in(question: PlayRequest, rules: Rulebook) -> Deal | State:
    """Return what a question begins with."""
    game = game_of(question, rules)
    if isinstance(question, PositionRequest):
        return start_of(question, game)
    deck = "".join(question.deck)
    return deal_of(game, deck, dealer=question.dealer, cut=question.cut, scores=question.scores)


def question_about(start: Deal | State, actions: Sequence[str]) -> PlayRequest:
    """Return the question what holds in a deal or after a position, when these actions are taken."""
    if isinstance(start, State):
        return PositionRequest(id=0, **of_game(start.game), position=str(start), actions=tuple(actions))
    return DealRequest(
        id=0,
        **of_game(start.game),
        deck=words(start.deck),
        dealer=start.dealer,
        cut=None if start.cut is None else str(start.cut),
        scores=start.scores,
        actions=tuple(actions),
    )


def refusable(state: State) -> list[str]:
    """Return actions that are not legal, those first that an engine is likeliest to take: cards of the hand, words, other cards."""
    assert state.turn is not None  # noqa: S101 - somebody is to act
    own = sort_cards(state.hands[state.turn])
    further: list[Action] = [STOP, FLIP, SPICE, PASS, EXCHANGE, Draw(), Close(), Claim()]
    cards = [*own, *state.game.pack.cards]
    tried = [*map(Play, own), *further, *map(Play, cards[len(own) :])]
    legal = frozenset(state.legal)
    return [str(action) for action in dict.fromkeys(tried) if action not in legal]


class Divergence(AssertionError):  # noqa: N818 - it is what a test finds, as an assertion is
    """Your engine and the reference part. What it says is the smallest game in which they do so in the same way, with the clause."""

    def __init__(self, adapter: type[Adapter], start: Deal | State, actions: Sequence[str], seen: str) -> None:
        """Say where it was seen; what there is to say about it is found out when it is asked for, as a search finds many.

        :param adapter: the engine.
        :param start: what it had begun with.
        :param actions: what had been done since, or tried.
        :param seen: what was seen then.
        """
        self.adapter: Final = adapter
        """The engine."""
        self.start: Final = start
        """What it had begun with, when it was seen first."""
        self.actions: Final = tuple(actions)
        """What had been done since, or tried."""
        self._seen: Final = seen
        super().__init__(adapter.__name__)

    @functools.cached_property
    def _first(self) -> tuple[OracleCase, Wrong]:
        """Return what is wrong, and in which question; asked once more."""
        case = case_about(self.start.game, question_about(self.start, self.actions))
        for wrong in _asker(self.adapter, case.game.rulebook).ask(case).wrongs:
            return case, wrong
        note = message_of(
            "Asked the same once more, the engine is right: what it says depends on what came before, or on chance."
        )
        return case, Wrong("unsteady", Discrepancy("", None, "", shown(self._seen)), note)

    @functools.cached_property
    def _smallest(self) -> tuple[OracleCase, Wrong]:
        case, wrong = self._first
        if wrong.kind == "unsteady":
            return self._first
        levels: frozenset[Level] = frozenset(["deal", "position"] if takes_positions(self.adapter) else ["deal"])
        asker = _asker(self.adapter, case.game.rulebook)

        def is_same(_case: OracleCase, other: Wrong) -> bool:
            return other.mark == wrong.mark

        def ask(other: OracleCase) -> tuple[Wrong, ...]:
            return asker.ask(other).wrongs

        return smallest(case, wrong, ask, same=is_same, levels=levels, kept=self.adapter.plays, others=iter(()))

    @functools.cached_property
    def finding(self) -> Finding:
        """What is wrong, in the smallest game that was found: position, action, both answers, and the clauses behind it."""
        return finding_of(*self._smallest, self._first, asked=1, seconds=0.0)[1]

    @property
    def question(self) -> PlayRequest:
        """The smallest game: what it begins with, and the actions."""
        question = self._smallest[0].question
        assert isinstance(question, PlayRequest)  # noqa: S101 - a smaller one is of the same kind
        return question

    @functools.cached_property
    def _text(self) -> str:
        finding = self.finding
        lines = [say("{name} and the reference part", name=self.adapter.__name__)]
        lines += [f"  {label}: {text}" for label, text in facts(finding)]
        for number, clause in enumerate(finding.clauses):
            lines.append(f"  {say('or') if number else say('rule')}: {clause.id}  {clause.text}")
            lines += [f"    {agreed}" for agreed in clause.agreed]
        start = start_in(self.question, self._smallest[0].game.rulebook)
        begin = f"'{start}'" if isinstance(start, State) else repr(start)
        actions = " ".join(self.question.actions)
        lines.append("  " + say("to keep it as a test:"))
        lines.append(f"    play_both({self.adapter.__name__}, {begin}, '{actions}')")
        return "\n".join(lines)

    @override
    def __str__(self) -> str:
        """As people read it."""
        return self._text


def _asker(adapter: type[Adapter], rules: Rulebook) -> Asker:
    return Asker(InProcess(adapter, rules), said=lambda _question: (adapter.lacks, adapter.omits))


def play_both(adapter: type[Adapter], start: Deal | State | str, actions: str | Sequence[str] = ()) -> None:
    """Let an engine and the reference begin alike and take these actions, and hold all that they say against each other.

    :param adapter: your engine.
    :param start: a deal, or a position, also as a line: ``"zsiros/2 hands=A7,T8 talon=KQ"``.
    :param actions: the actions, also as text with spaces between them. One that is not legal has to be refused.
    :raises Divergence: where they do not say the same.
    :raises UsageError: for a position where the engine takes none.
    :raises AcetenError: when there is no such position or action.
    """
    begin = parse_state(start) if isinstance(start, str) else start
    if isinstance(begin, State) and not takes_positions(adapter):
        raise _no_position(adapter, begin)
    taken_in_turn = actions.split() if isinstance(actions, str) else actions
    for action in taken_in_turn:
        parse_action(action)
    case = case_about(begin.game, question_about(begin, taken_in_turn))
    for wrong in _asker(adapter, case.game.rulebook).ask(case).wrongs:
        raise Divergence(adapter, begin, taken_in_turn, str(wrong.mark))
