"""Programs that are right but for lies at moments that a verification may miss: seldom, late, where something meets, when watched.

Each is the independent model, whose answer is changed where the liar wants to lie. A liar knows what it was asked, and remembers; a new
start takes from it what a process forgets.
"""

import random
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import ClassVar, Final, Self, TypeAlias

import msgspec
from conformance.programs.referee import Program, agreed_on
from typing_extensions import override

from aceten_spec.errors import RulebookError
from aceten_spec.protocol import (
    DealResult,
    MatchReply,
    MatchRequest,
    Option,
    PerftReply,
    PlayReply,
    PositionRequest,
    Question,
    Reply,
    ScoreReply,
    ScoreRequest,
    ShuffleReply,
    TrickReply,
    ViewReply,
)

Options: TypeAlias = "tuple[tuple[str, Option], ...]"
"""Options by name, each with a value."""


class Liar(Program, ABC):
    """Lies where :meth:`lies` says so. What it is, stands in its docstring."""

    games_played: ClassVar[tuple[str, ...]] = ("zsiros", "septica", "schnapsen")
    """The games in which it is verified."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__([game])
        self.game = game
        self.seed = seed
        self.chance = random.Random(f"{type(self).__name__} {game} {seed}")  # each liar's own chance in each game
        self.start()

    def start(self) -> None:
        """Forget what a process forgets when it ends."""

    def started(self) -> Self:
        """Return the same liar after a new start."""
        self.start()
        return self

    @abstractmethod
    def lies(self, question: Question) -> bool:
        """Whether it lies when it is asked this; to be asked once about every question, in their order."""

    @override
    def answer(self, question: Question) -> Reply:
        reply = super().answer(question)
        return otherwise(reply, question) if self.lies(question) else reply


def otherwise(reply: Reply, question: Question) -> Reply:
    """Return another answer than the right one, which could be one."""
    replace, lie = msgspec.structs.replace, reply
    match reply:
        case TrickReply():
            lie = replace(reply, winner=(reply.winner + 1) % question.players)
        case ScoreReply():
            lie = replace(reply, result=_more_points(reply.result))
        case PlayReply():
            *steps, last = reply.steps
            if last.turn is not None:
                last = replace(last, turn=(last.turn + 1) % question.players)
            elif last.result is not None:
                last = replace(last, result=_more_points(last.result))
            lie = replace(reply, steps=(*steps, last))
        case MatchReply():
            *stands, end = reply.steps
            lie = replace(reply, steps=(*stands, replace(end, scores=(end.scores[0] + 1, *end.scores[1:]))))
        case ViewReply():
            lie = replace(reply, talon=reply.talon + 1)
        case ShuffleReply():
            first, second, *rest = reply.deck
            lie = replace(reply, deck=(second, first, *rest))
        case PerftReply():
            lie = replace(reply, count=reply.count + 1)
        case _:
            pass  # an error, or a skipped question, is no answer
    return lie


def _more_points(result: DealResult) -> DealResult:
    points = result.points or (0,)
    return msgspec.structs.replace(result, points=(points[0] + 1, *points[1:]))


LIARS: Final[dict[str, type[Liar]]] = {}
"""Every liar by its name, which is that of its class in small letters."""


def liar(*games: str) -> Callable[[type[Liar]], type[Liar]]:
    """Enter a class, and the games in which it is verified, if they are others than those of most."""

    def enter(made: type[Liar]) -> type[Liar]:
        made.games_played = games or made.games_played
        LIARS["".join(f"-{each.lower()}" if each.isupper() else each for each in made.__name__)[1:]] = made
        return made

    return enter


def sentence_of(made: type[Liar]) -> str:
    """Return when a liar lies, in a sentence."""
    return (made.__doc__ or "").strip()


def _is_one_of(number: int, question: Question, seed: int) -> bool:
    """Whether a question is one in so many: which are, depends on the seed, and the same is so each time."""
    asked = msgspec.json.encode(msgspec.structs.replace(question, id=0), order="deterministic")
    return zlib.crc32(asked, seed) % number == 0


# --- Seldom -------------------------------------------------------------------------------------------------------------


@liar()
class OneAnswerInThousand(Liar):
    """One answer in 1,000, by chance: asked the same again it is right."""

    @override
    def lies(self, question: Question) -> bool:
        return not self.chance.randrange(1_000)


@liar()
class OneAnswerInTenThousand(Liar):
    """One answer in 10,000, by chance: asked the same again it is right."""

    @override
    def lies(self, question: Question) -> bool:
        return not self.chance.randrange(10_000)


@liar()
class OneQuestionInTenThousand(Liar):
    """One question in 10,000, whenever that is asked."""

    @override
    def lies(self, question: Question) -> bool:
        return _is_one_of(10_000, question, self.seed)


# --- Late ---------------------------------------------------------------------------------------------------------------


@liar("zsiros", "schnapsen", "einwerfen")
class AfterSevenDeals(Liar):
    """In a match of which seven deals or more have been played."""

    @override
    def lies(self, question: Question) -> bool:
        return isinstance(question, MatchRequest) and len(question.deals) >= 7


@liar("zsiros", "schnapsen", "hola")
class BothOneShort(Liar):
    """In a match in which all sides have come to one game point less than the target at once."""

    @override
    def lies(self, question: Question) -> bool:
        return isinstance(question, MatchRequest) and any(
            set(step.scores) == {self.agreed(question).rules.target - 1} for step in self.stands(question).steps
        )


@liar()
class AfterThousandAnswers(Liar):
    """Always, once it has given 1,000 answers since it was started."""

    @override
    def start(self) -> None:
        self.given = 0

    @override
    def lies(self, question: Question) -> bool:
        self.given += 1
        return self.given > 1_000


# --- With three players -------------------------------------------------------------------------------------------------


@liar("septica", "hola")
class WithThree(Liar):
    """With three players."""

    @override
    def lies(self, question: Question) -> bool:
        return question.players == 3


@liar("septica", "hola")
class WithThreeSeldom(Liar):
    """With three players, one question in 100, whenever that is asked."""

    @override
    def lies(self, question: Question) -> bool:
        return question.players == 3 and _is_one_of(100, question, self.seed)


# --- While its mistakes are made smaller ----------------------------------------------------------------------------------


@liar()
class RightAfterOneLie(Liar):
    """Once, in one answer of 300; from then on it is right for ever, also when it is started again."""

    @override
    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, seed)
        self.lied = False

    @override
    def lies(self, question: Question) -> bool:
        lies = not self.lied and not self.chance.randrange(300)
        self.lied |= lies
        return lies


@liar()
class WrongAfterOneLie(Liar):
    """Always, once it has lied in one answer of 300, until it is started again."""

    @override
    def start(self) -> None:
        self.lied = False

    @override
    def lies(self, question: Question) -> bool:
        self.lied = self.lied or not self.chance.randrange(300)
        return self.lied


@liar()
class InShortEndings(Liar):
    """In positions in which all hands together have at most as many cards as there are players."""

    @override
    def lies(self, question: Question) -> bool:
        return (
            isinstance(question, PositionRequest) and sum(map(len, self.position(question).hands)) <= question.players
        )


@liar()
class InBarePositions(Liar):
    """In positions whose line says nothing but hands and lead."""

    @override
    def lies(self, question: Question) -> bool:
        return isinstance(question, PositionRequest) and _said(question) <= {"hands", "lead"}


def _said(question: PositionRequest) -> set[str]:
    """Return what a position line says, but for options."""
    return {word.partition("=")[0] for word in question.position.split()[1:]}.difference(question.options)


# --- With pairs of options ----------------------------------------------------------------------------------------------


class _WithOptions(Liar):
    """Lies in one variant, which the seed chooses."""

    together: ClassVar[int] = 2
    """So many options have to be agreed on."""

    @override
    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, seed)
        self.players, self.agreed_options = self._variant()

    def _variant(self) -> tuple[int, Options]:
        """Return a number of players, and options that can be agreed on with it."""
        supports = [one for one in self.supports(self.game) if len(one.options) >= self.together]
        while True:
            support = self.chance.choice(supports)
            names = sorted(self.chance.sample(sorted(support.options), self.together))
            chosen = tuple([(name, self.chance.choice(support.options[name])) for name in names])
            try:
                agreed_on(self.game, support.players[0], chosen)
            except RulebookError:
                continue
            return support.players[0], chosen

    def in_variant(self, question: Question) -> bool:
        """Whether a question is about the variant, whatever else is agreed on."""
        return question.players == self.players and all(
            str(question.options.get(name)) == str(value) for name, value in self.agreed_options
        )

    @override
    def lies(self, question: Question) -> bool:
        return self.in_variant(question)


@liar()
class WithTwoOptions(_WithOptions):
    """With one number of players and two options agreed on, in all answers."""


@liar()
class WithTwoOptionsInScores(_WithOptions):
    """With one number of players and two options agreed on, in answers about scores."""

    @override
    def lies(self, question: Question) -> bool:
        return isinstance(question, ScoreRequest) and self.in_variant(question)


@liar()
class WithTwoOptionsSeldom(_WithOptions):
    """With one number of players and two options agreed on, one question in 10, whenever that is asked."""

    @override
    def lies(self, question: Question) -> bool:
        return self.in_variant(question) and _is_one_of(10, question, self.seed)


@liar()
class WithThreeOptions(_WithOptions):
    """With one number of players and three options agreed on, in all answers."""

    together = 3


def lying(kind: str, game: str, seed: int) -> Callable[[], Liar]:
    """Return what starts a liar: each time the same one."""
    made = LIARS[kind](game, seed)
    return made.started


def cast_of(game: str, seed: int) -> Iterator[tuple[str, Liar]]:
    """Yield every liar that is verified in a game, with its name."""
    for name, made in LIARS.items():
        if game in made.games_played:
            yield name, made(game, seed)
