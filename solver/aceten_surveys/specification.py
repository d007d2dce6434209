"""What a survey asks: which deals of which game, and what of each; as people write it, and as it stands in the folder of its results."""

from __future__ import annotations

import functools
import hashlib
import math
import tomllib
from importlib import metadata
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple, TypeAlias

import msgspec

import aceten_solver
from aceten import AcetenError, Game, State, UsageError
from aceten.deals.shuffling import MAX_SEED
from aceten.engine.loading import load_with
from aceten.vocabulary import naming
from aceten_solver import Objective, Solver
from aceten_solver.contests.entrants import is_counted, offered_player
from aceten_solver.question.backends import Backend
from aceten_solver.question.objectives import default_objective
from aceten_solver.question.two_sides import two_sides
from aceten_spec import Rulebook, load_file, load_shipped
from aceten_spec.errors import shown
from aceten_spec.rulebook import OptionValue
from aceten_spec.speech import say
from aceten_spec.texts.user_files import read_text
from aceten_surveys.errors import SurveyError, differing
from aceten_surveys.wrong_specifications import explained

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FORMAT: Final = 1
"""The version of what stands in the files of a folder."""

_MOST_BYTES: Final = 1_000_000
_MOST_SHARD: Final = 1_000_000
_MOST: Final = 2**63 - 1
_SUCH: Final = '\n  game = "zsiros/4"\n  deals = {count = 1000}'

_Seed: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
_Size: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=_MOST_SHARD)]
_Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=_MOST)]
_Digits: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,200}$")]


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all that is read: immutable, by name, nothing unknown."""


class Deals(_Strict, frozen=True, kw_only=True):
    """Which deals: those of seeds in a row, of all or of those that fulfil conditions; or those with certain numbers."""

    first: _Seed = 0
    """The first seed."""
    count: _Positive = 0
    """How many; to be left out where they are listed."""
    dealer: str = "A"
    """Who deals, by letter or number."""
    holds: dict[str, str] = {}
    """Cards that seats are dealt, perhaps among more of them, as in :meth:`aceten.Game.deal`: ``{A = "77A"}``."""
    lacks: dict[str, str] = {}
    """Cards of which seats are dealt none."""
    numbers: tuple[_Digits, ...] = ()
    """In place of seeds: the numbers of the deals (:mod:`aceten.deals.numbered_deals`), as text, as they are large."""
    first_number: _Digits | None = None
    """In place of seeds: the number of the first deal; the others follow it."""

    @property
    def numbered(self) -> bool:
        """Whether they are told by their numbers, and not by seeds."""
        return bool(self.numbers) or self.first_number is not None

    def between(self, start: int, end: int) -> Sequence[int]:
        """Return the seeds or the numbers of the deals from one place to before another."""
        if self.numbers:
            return tuple(map(int, self.numbers[start:end]))
        first = self.first if self.first_number is None else int(self.first_number)
        return range(first + start, first + min(end, self.count))


class Contest(_Strict, frozen=True, kw_only=True):
    """Policies that play the deals against each other, each deal twice: so, and with the sides exchanged."""

    policies: tuple[str, str]
    """That of side 0, and that of side 1, each for every seat of it: a shipped one, or what an installed package offers
    (:data:`aceten_solver.contests.entrants.GROUP`). Of its code nothing is kept but the name."""
    samples: tuple[_Positive, _Positive] = (100, 100)
    """How many deals each samples for an action, where it samples any."""


def check_policies(contest: Contest) -> None:
    """Look whether policies are there.

    :raises SurveyError: when one is not.
    """
    for policy, samples in zip(contest.policies, contest.samples, strict=True):
        try:
            offered_player(policy, SurveyTerms(samples), Solver, None)
        except UsageError as error:
            raise SurveyError(where="play.policies", problem=str(error)) from error


class SurveyTerms(NamedTuple):
    """On what terms policies play in a survey."""

    samples: int | None
    """How many deals a shipped one samples for an action."""
    seconds: float = math.inf
    """How long a program may take, of which there are none."""


class Specification(_Strict, frozen=True, kw_only=True):
    """What people write, in TOML."""

    game: str
    """The game, with its number of players: ``zsiros/4``. Without it the most that the rulebook describes."""
    rules: str | None = None
    """The file of a rulebook of one's own for that game, seen from the file of the specification."""
    options: dict[str, OptionValue | bool] = {}
    """The options of the game."""
    deals: Deals
    """Which deals."""
    values: tuple[Objective, ...] = ()
    """What each deal is worth: one value for each of these; when empty, for the one that the solver asks for by itself."""
    leads: Objective | None = None
    """What each first action is worth, in this; ``None``: not asked."""
    play: Contest | None = None
    """Which policies play the deals; ``None``: none do."""
    certify: _Positive | None = None
    """A certificate of what a deal is worth for one in so many of them, the first among these; ``None``: there are none."""
    positions: bool = False
    """Whether each row carries the position line of its deal."""
    nodes: bool = False
    """Whether to count the states that were searched. Each deal is then searched by itself, without tables of endgames."""
    limit: _Positive | None = None
    """How many states are searched for each question at most; ``None``: as many as it takes. Likewise."""
    shard: _Size = 500
    """How many deals go into a file: what takes some ten seconds."""


class Survey(_Strict, frozen=True, kw_only=True):
    """A specification with all that follows from it: what stands in the folder, and what workers are told."""

    format: int
    """:data:`FORMAT`."""
    version: str
    """The version of aceten that computes it."""
    game: str
    """The game and its number of players."""
    options: dict[str, OptionValue]
    """Its options."""
    rules: str
    """The digest of its parameters (:attr:`aceten.Game.digest`)."""
    search: Backend | None
    """Which search is asked, where the rows depend on it; ``None``: where they do not."""
    deals: Deals
    """Which deals."""
    values: tuple[Objective, ...]
    """What each deal is worth."""
    leads: Objective | None
    """What each first action is worth."""
    nodes: bool
    """Whether states are counted."""
    limit: int | None
    """How many are searched at most."""
    shard: int
    """How many deals go into a file. The rows are the same whatever it is."""
    rulebook: Rulebook | None
    """The rulebook, where it is not one that is shipped."""
    play: Contest | None = None
    """Which policies play the deals."""
    certify: int | None = None
    """For one deal in how many there are certificates."""
    positions: bool = False
    """Whether rows carry position lines."""

    @property
    def digest(self) -> str:
        """SHA-256 of all that the rows depend on: those of two surveys with the same digest may be put together."""
        plain: dict[str, object] = msgspec.to_builtins(self)
        # What came later counts where it is used: what was computed before stays what it was.
        asked = {
            key: value
            for key, value in plain.items()
            if key not in {"shard", "rulebook"} and (value or key not in {"play", "certify", "positions"})
        }
        asked["deals"] = {
            key: value
            for key, value in msgspec.to_builtins(self.deals).items()
            if value or key in {"first", "count", "dealer"}
        }
        return hashlib.sha256(msgspec.json.encode(asked, order="sorted")).hexdigest()

    @property
    def shards(self) -> int:
        """How many files there will be."""
        return -(-self.deals.count // self.shard)

    @property
    def alone(self) -> bool:
        """Whether each deal is searched by itself, so that what is found does not depend on what was searched before."""
        return self.nodes or self.limit is not None

    def drawn(self, shard: int) -> Sequence[int]:
        """Return the seeds of the deals of a file, or their numbers."""
        return self.deals.between(shard * self.shard, (shard + 1) * self.shard)

    def certified(self, shard: int) -> Sequence[int]:
        """Return those of the deals of a file of which there are certificates, by the places that they have in the survey."""
        return () if self.certify is None else self.drawn(shard)[-shard * self.shard % self.certify :: self.certify]

    @property
    def key(self) -> Literal["seed", "number"]:
        """The column that tells which deal it is."""
        return "number" if self.deals.numbered else "seed"

    def told(self, drawn: int) -> int | str:
        """Return what it says: numbers are text, as they are too large for a column of numbers."""
        return str(drawn) if self.deals.numbered else drawn

    def played(self) -> Game:
        """Return the game.

        :raises SurveyError: where this version or this installation would not compute the same rows.
        """
        return _played(msgspec.json.encode(self))


SURVEYS: Final = msgspec.json.Decoder(Survey)
"""Made once, before there are threads: several that make one at once would end the program."""


@functools.lru_cache(maxsize=8)
def _played(encoded: bytes) -> Game:
    survey = SURVEYS.decode(encoded)
    name, _, players = survey.game.partition("/")
    game = load_with(survey.rulebook or name, int(players), survey.options)
    here = msgspec.structs.replace(survey, format=FORMAT, version=version(), rules=game.digest, search=_search(survey))
    if here != survey:
        problem = say(
            "it was begun by another installation, whose rows may be others ({differ})", differ=differing(survey, here)
        )
        raise SurveyError(where=survey.game, problem=problem)
    return game


def version() -> str:
    """Return the version of aceten that is installed."""
    return metadata.version("aceten")


def read_specification(path: Path) -> Survey:
    """Return the survey that a TOML file asks for.

    :raises FileError: when it cannot be read.
    :raises SurveyError: when it is none, or cannot be answered; it says what belongs there.
    :raises RulebookError: when there is no such game or option.
    """
    try:
        asked = msgspec.convert(tomllib.loads(read_text(path, _MOST_BYTES)), Specification)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SurveyError(where=str(path), problem=explained(error, Specification, _SUCH)) from error
    rulebook = None if asked.rules is None else load_file(path.parent / asked.rules)
    try:
        return survey_of(asked, rulebook)
    except SurveyError as error:
        raise SurveyError(where=str(path), problem=error.problem) from error


def survey_of(asked: Specification, rulebook: Rulebook | None = None) -> Survey:
    """Return the survey that a specification asks for.

    :param rulebook: the rules, where they are not those that are shipped.
    :raises SurveyError: when it cannot be answered.
    :raises RulebookError: when there is no such game or option.
    """
    name, slash, players = asked.game.partition("/")
    if slash and not (players.isascii() and players.isdigit() and len(players) == 1):
        raise SurveyError(where="game", problem=say("{game!r}: expected such as zsiros/4", game=shown(asked.game, 40)))
    rules = load_shipped(name) if rulebook is None else rulebook
    if rules.id != name and rulebook is not None:
        problem = say("{game!r}: the rulebook is that of {its!r}", game=shown(name, 40), its=rules.id)
        raise SurveyError(where="game", problem=problem)
    game = load_with(rules, int(players) if slash else None, asked.options)
    values = tuple(dict.fromkeys(asked.values))
    survey = Survey(
        format=FORMAT,
        version=version(),
        game=str(game),
        options=dict(sorted(game.options)),
        rules=game.digest,
        search=_search(asked),
        deals=msgspec.structs.replace(
            _counted(asked.deals),
            dealer=_seat(game, asked.deals.dealer, "deals.dealer"),
            holds=_by_seat(game, asked.deals.holds, "deals.holds"),
            lacks=_by_seat(game, asked.deals.lacks, "deals.lacks"),
        ),
        values=values or (() if asked.leads or asked.play else (default_objective(game),)),
        leads=asked.leads,
        nodes=asked.nodes,
        limit=asked.limit,
        shard=asked.shard,
        rulebook=rulebook,
        play=asked.play,
        certify=asked.certify,
        positions=asked.positions,
    )
    _check(survey, game)
    return survey


def dealt(survey: Survey, game: Game, drawn: int) -> State:
    """Return the deal of a seed or a number.

    :raises UsageError: when no deal fulfils the conditions, or has the number.
    """
    deals = survey.deals
    return game.deal(
        seed=None if deals.numbered else drawn,
        number=drawn if deals.numbered else None,
        dealer=_number_of(game, deals.dealer),
        holds={_number_of(game, seat): cards for seat, cards in deals.holds.items()},
        lacks={_number_of(game, seat): cards for seat, cards in deals.lacks.items()},
    )


def _counted(deals: Deals) -> Deals:
    """Return deals with how many they are, and each number written in one way.

    :raises SurveyError: when it is not said in one way which they are.
    """
    numbers = tuple([str(int(number)) for number in deals.numbers])
    ways = [deals.first > 0, bool(numbers), deals.first_number is not None]
    if sum(ways) > 1 or bool(numbers) == bool(deals.count):
        problem = say("expected count and perhaps first, numbers, or first_number and count")
        raise SurveyError(where="deals", problem=problem)
    if len({*numbers}) < len(numbers):
        twice = next(number for place, number in enumerate(numbers) if number in numbers[:place])
        raise SurveyError(where="deals.numbers", problem=say("number {number} is listed twice", number=twice))
    return msgspec.structs.replace(deals, numbers=numbers, count=deals.count or len(numbers))


def _number_of(game: Game, letter: str) -> int:
    """Return the number of a seat that there is."""
    return naming.seat_named(letter, game.players) or 0


def _by_seat(game: Game, cards: dict[str, str], where: str) -> dict[str, str]:
    """Return cards by the letters of seats, those of one seat together.

    :raises SurveyError: when there is no such seat.
    """
    found: dict[str, str] = {}
    for named, asked in cards.items():
        seat = _seat(game, named, where)
        found[seat] = found.get(seat, "") + asked
    return dict(sorted(found.items()))


def _seat(game: Game, named: str, where: str) -> str:
    """Return the letter of a seat.

    :raises SurveyError: when there is none.
    """
    seat = naming.seat_named(named, game.players)
    if seat is None:
        seats = ", ".join(naming.SEATS[: game.players])
        problem = say("{named!r}: expected one of {seats}", named=shown(named, 40), seats=seats)
        raise SurveyError(where=where, problem=problem)
    return naming.SEATS[seat]


def _check(survey: Survey, game: Game) -> None:
    """Refuse what no deal can answer, before all of them are asked.

    :raises SurveyError: saying why.
    """
    _check_range(survey.deals, game)
    if survey.play is not None:
        check_policies(survey.play)
    if survey.certify is not None and not survey.values:
        raise SurveyError(where="certify", problem=say("certificates prove values, and none are asked for in values"))
    refused: AcetenError | None = None
    for drawn in survey.deals.between(0, _TRIED):
        try:
            _try(survey, game, drawn)
        except AcetenError as error:
            refused = error
        else:
            return
    if refused is not None:
        raise SurveyError(where="deals", problem=str(refused))


def _check_range(deals: Deals, game: Game) -> None:
    """Refuse seeds and numbers of which there are none.

    :raises SurveyError: saying which is the largest.
    """
    last = max(map(int, deals.numbers)) if deals.numbers else deals.between(0, deals.count)[-1]
    most = game.deals - 1 if deals.numbered else MAX_SEED
    if last > most:
        told = say("the last seed would be {last}; the largest is {most}", last=last, most=most)
        if deals.numbered:
            told = say("the last number would be {last}; the largest is {most}", last=last, most=most)
        raise SurveyError(where="deals", problem=told)


_TRIED: Final = 100
"""So many deals are looked at for one that can be asked about: of some games, not every deal tells who plays against whom."""


def _try(survey: Survey, game: Game, drawn: int) -> None:
    """Ask all that is asked of a deal, with hardly any search."""
    state = dealt(survey, game, drawn)
    two_sides(state)
    with Solver(memory=1, tables=False) as solver:
        for objective in (*survey.values, *((survey.leads,) if survey.leads else ())):
            solver.bounds(state, objective, nodes=1)


def _search(asked: Specification | Survey) -> Backend | None:
    """Return which search is asked, where the rows depend on it."""
    policies = asked.play.policies if asked.play else ()
    budgeted = asked.nodes or asked.limit is not None or any(map(is_counted, policies))
    return aceten_solver.backend if budgeted else None
