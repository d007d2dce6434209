"""The protocol spoken by the independent model of the rules: a program that is right about every game.

    python tests/conformance/programs/referee.py [GAME...]

With games named it offers only those, and starts faster.
"""

import functools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, assert_never

import msgspec

_TESTS: Final = str(Path(__file__).parents[2])
if _TESTS not in sys.path:
    sys.path.insert(0, _TESTS)  # the model lies there

from conformance.programs.agreements import Agreed, Dealt  # noqa: E402
from conformance.programs.matches import MatchTable  # noqa: E402
from conformance.programs.tables import MatchingTable, SuitTable, Table, copied, texts  # noqa: E402

from aceten_spec import load_shipped, shipped  # noqa: E402
from aceten_spec.options import apply_options, option_values, options_for, own_value  # noqa: E402
from aceten_spec.protocol import (  # noqa: E402
    LEVELS,
    PROTOCOL,
    DealRequest,
    DealResult,
    GameSupport,
    Hello,
    HelloReply,
    MatchReply,
    MatchRequest,
    Option,
    PerftReply,
    PerftRequest,
    PlayReply,
    PositionRequest,
    Question,
    Reply,
    Request,
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
from aceten_spec.rulebook import MatchingParameters, SuitParameters  # noqa: E402


@functools.cache
def agreed_on(game: str, players: int, options: tuple[tuple[str, Option], ...]) -> Agreed:
    """Return what is played."""
    parameters, _ = apply_options(load_shipped(game), players, dict(options))
    return Agreed(parameters, players)


class Program:
    """Answers questions; a wrong program differs in one of the methods, or in one of the models."""

    matching: type[MatchingTable] = MatchingTable
    suits: type[SuitTable] = SuitTable
    match: type[MatchTable] = MatchTable

    def __init__(self, games: Iterable[str] = ()) -> None:
        """Offer these games, or all."""
        self.games = tuple(games) or shipped()

    # --- What it can do ---

    def hello(self) -> HelloReply:
        """Say who it is."""
        supports = tuple(support for game in self.games for support in self.supports(game))
        return HelloReply(id=0, protocol=PROTOCOL, program="referee", version="1", games=supports)

    def supports(self, game: str) -> Iterator[GameSupport]:
        """Say what it can do of a game, which is everything."""
        rulebook = load_shipped(game)
        for players in rulebook.parameters.players:
            options: dict[str, tuple[Option, ...]] = {}
            for name, option in options_for(rulebook, players).items():
                own = own_value(rulebook, name, players)
                values = option_values(option) or (1, 2 * int(own))
                options[name] = tuple(value for value in values if value != own)
            yield GameSupport(game=game, players=(players,), levels=LEVELS, options=options, calls=True)

    # --- What it answers ---

    def agreed(self, question: Question) -> Agreed:
        """Return what a question is about."""
        return agreed_on(question.game, question.players, tuple(question.options.items()))

    def answer(self, question: Question) -> Reply:
        """Return the answer to a question."""
        number = question.id
        reply: Reply
        match question:
            case TrickRequest():
                reply = TrickReply(id=number, winner=self.trick(question))
            case ScoreRequest():
                reply = ScoreReply(id=number, result=self.score(question))
            case DealRequest():
                reply = PlayReply(id=number, steps=tuple(self.course(self.deal(question), question.actions)))
            case PositionRequest(showing=str(suit)):
                reply = PlayReply(id=number, steps=(self.shown(self.position(question), suit),))
            case PositionRequest():
                reply = PlayReply(id=number, steps=tuple(self.course(self.position(question), question.actions)))
            case MatchRequest():
                reply = self.stands(question)
            case ViewRequest():
                reply = self.view(question)
            case ShuffleRequest():
                reply = self.shuffle(question)
            case PerftRequest():
                reply = PerftReply(id=number, count=self.perft(self.deal(question), question.depth))
            case _:
                assert_never(question)
        return reply

    def table(self, dealt: Dealt) -> Table:
        """Return a deal before its first action."""
        return self.matching(dealt) if isinstance(dealt.game.rules, MatchingParameters) else self.suits(dealt)

    def deal(self, question: DealRequest | ViewRequest | PerftRequest) -> Table:
        """Return the deal that a question begins with."""
        return self.table(Dealt(self.agreed(question), question.deck, question.dealer, question.cut, question.scores))

    def _any_table(self, question: Question) -> Table:
        """Return a table at which something else is then set up."""
        agreed = self.agreed(question)
        return self.table(Dealt(agreed, tuple(agreed.pack), 0, agreed.pack[0], None))

    def position(self, question: PositionRequest | ScoreRequest) -> Table:
        """Return the position that a question begins with."""
        table = self._any_table(question)
        said = [word.partition("=") for word in question.position.split()[1:]]
        table.place({key: value for key, _, value in said})
        return table

    def trick(self, question: TrickRequest) -> int:
        """Return who wins a trick."""
        table = self._any_table(question)
        table.leader, table.trick = question.leader, texts("".join(question.cards))
        if isinstance(table, SuitTable):
            table.trump = question.trump
        return table.winning

    def score(self, question: ScoreRequest) -> DealResult:
        """Return what a deal comes to."""
        result = self.position(question).result
        assert result is not None
        return result

    def accepts(self, table: Table, action: str) -> bool:
        """Whether an action can be done."""
        return action in table.allowed

    def accepts_call(self, table: Table, action: str) -> bool:
        """Whether a call can be made, which changes nothing."""
        return action in table.calls

    def course(self, table: Table, actions: Iterable[str]) -> Iterator[Step]:
        """Yield what holds before each action, and after the last."""
        for action in actions:
            step = table.step()
            if self.accepts(table, action):
                table.act(action)
            elif not self.accepts_call(table, action):
                step = msgspec.structs.replace(step, refused=True)
            yield step
        yield table.step()

    def shown(self, table: Table, suit: str) -> Step:
        """Return what holds when a marriage has been shown that is not led from yet."""
        assert isinstance(table, SuitTable)
        return msgspec.structs.replace(table.step(), legal=tuple(sorted(table.shown_alone(suit))))

    def stands(self, question: MatchRequest) -> MatchReply:
        """Return how a match stands before each deal, and after the last."""
        match = self.match(self.agreed(question), question.dealer)
        steps = [match.step()]
        for deal in question.deals:
            match.add(deal)
            steps.append(match.step())
        return MatchReply(id=question.id, steps=tuple(steps))

    def view(self, question: ViewRequest) -> ViewReply:
        """Return what a player may know."""
        table = self.deal(question)
        for action in question.actions:
            if action in table.allowed:
                table.act(action)
        return ViewReply(
            id=question.id,
            known=tuple(map(tuple, table.seen(question.seat))),
            sizes=tuple(map(len, table.hands)),
            talon=len(table.talon),
            known_talon=tuple(table.known_talon()),
            legal=tuple(sorted(self.legal_for(table, question.seat))),
        )

    def legal_for(self, table: Table, seat: int) -> set[str]:
        """Return what a player may do now."""
        return table.allowed if table.turn == seat else set()

    def perft(self, table: Table, depth: int) -> int:
        """Return the number of sequences of so many actions."""
        if depth == 0:
            return 1
        count = 0
        for action in self.counted(table):
            after = copied(table)
            after.act(action)
            count += self.perft(after, depth - 1)
        return count

    def counted(self, table: Table) -> Iterable[str]:
        """Return the actions that are counted."""
        return table.allowed

    # --- Shuffling ---

    def pack(self, agreed: Agreed) -> list[str]:
        """Return the pack before it is shuffled."""
        return agreed.pack

    def numbers(self, seed: int) -> Iterator[int]:
        """Yield the 64-bit numbers of SplitMix64."""
        while True:
            seed = (seed + 0x9E3779B97F4A7C15) % 2**64
            mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
            yield mixed ^ mixed >> 31

    def half(self, number: int) -> int:
        """Return the upper 32 bits."""
        return number >> 32

    def below(self, bound: int, numbers: Iterator[int]) -> int:
        """Return a number below the bound, every one equally likely."""
        number = self.half(next(numbers))
        while number >= 2**32 // bound * bound:
            number = self.half(next(numbers))
        return number % bound

    def places(self, cards: int) -> Iterable[int]:
        """Return the places of the pack in the order in which each gets its card."""
        return range(cards - 1, 0, -1)

    def shuffle(self, question: ShuffleRequest) -> ShuffleReply:
        """Return the pack as a seed shuffles it, and the card that cutting shows where one does."""
        agreed, numbers = self.agreed(question), self.numbers(question.seed)
        deck = self.pack(agreed)
        for place in self.places(len(deck)):
            other = self.below(place + 1, numbers)
            deck[place], deck[other] = deck[other], deck[place]
        cuts = isinstance(agreed.rules, SuitParameters) and agreed.rules.trump == "cut"
        return ShuffleReply(
            id=question.id, deck=tuple(deck), cut=deck[self.below(len(deck), numbers)] if cuts else None
        )


def converse(program: Program) -> None:
    """Answer one line after the other, until there are no more."""
    decoder = msgspec.json.Decoder(Request)
    for line in sys.stdin.buffer:
        request = decoder.decode(line)
        reply = program.hello() if isinstance(request, Hello) else program.answer(request)
        sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    converse(Program(sys.argv[1:]))
