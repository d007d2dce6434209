"""The checker that Rocq writes from what is proved in ``spec/rocq``: it walks as :func:`aceten_certificates.check` does.

Of a file it is told the position, part by part, with the claims and the moves. It is a program by itself, which has to be built.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Literal

import msgspec

import aceten_spec
from aceten import AcetenError, MatchingGame, State, parse
from aceten.engine.equal_actions import canonical_state
from aceten.notation.position_parts import position_of
from aceten_certificates.certificate import CertificateHeader, Reader
from aceten_certificates.checking import MOST_POSITIONS, Checked
from aceten_certificates.claims import Claim, Measure
from aceten_certificates.classes import actions_of
from aceten_certificates.errors import CertificateError, too_many
from aceten_certificates.kinds import is_of_strategies
from aceten_certificates.sealed_file import header_line, read_by
from aceten_spec.protocol import Position
from aceten_spec.rulebook import MatchingParameters
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_NAME: Final = "aceten-rocq"
_BUILT: Final = Path(aceten_spec.__file__).parents[1] / "rocq" / "engine" / _NAME


class CheckerError(AcetenError):
    """The checker is not there, or cannot be asked about a certificate: nothing is said of that."""


class _Request(msgspec.Struct, frozen=True, kw_only=True):
    """A claim, as the program is asked."""

    command: Literal["check"] = "check"
    game: str
    players: int
    options: dict[str, str | int]
    parts: Position
    measure: Measure
    at_least: int | None
    at_most: int | None
    moves: str
    most: int


class _Reply(msgspec.Struct, frozen=True):
    """What it answers: how many positions were walked, or where the proof fails."""

    positions: int | None = None
    fault: str = ""
    position: str = ""
    move: int | None = None
    found: int | None = None


def program() -> Path:
    """Return where the checker is: in the checkout, or else wherever programs are found.

    :raises CheckerError: when it is nowhere.
    """
    found = _BUILT if _BUILT.exists() else shutil.which(_NAME)
    if found is None:
        raise CheckerError(
            say("the checker that is proved is not built here; in a checkout, make rocq-tools rocq builds it")
        )
    return Path(found)


def check_with_rocq(
    source: Path | str | bytes,
    *,
    most: int | None = MOST_POSITIONS,
    progress: Callable[[int], None] | None = None,
) -> Checked:
    """Check a certificate with the checker that is proved, and return what it proves.

    :param source: a file by its name, or its content.
    :param most: how many positions it may look at for each claim; ``None``: any number.
    :param progress: is told how many positions were looked at, in the end.
    :raises CertificateError: when it is no certificate, or does not prove what it claims.
    :raises FileError: when the file cannot be read.
    :raises CheckerError: when the checker is not there, or cannot be asked about this.
    """
    checked = read_by(lambda file: _check(file, program(), most), source)
    if progress is not None:
        progress(sum(checked.positions))
    return checked


def _check(file: IO[bytes], checker: Path, most: int | None) -> Checked:
    if is_of_strategies(header_line(file)):
        raise CheckerError(
            say("the checker that is proved knows positions of which every card is seen, and no strategies")
        )
    file.seek(0)
    reader = Reader(file, most=most)
    header = reader.header
    _require_known(header)
    requests = [
        _request(header, claim, bytes(reader.moves(count)).hex(), most)
        for claim, count in zip(header.claims, header.moves, strict=True)
    ]
    counts = [
        _positions(header, claim, reply, most)
        for claim, reply in zip(header.claims, _replies(checker, requests), strict=True)
    ]
    return Checked(
        header.position,
        header.measure,
        header.claims,
        tuple(counts),
        strict=False,
        digest=reader.digest,
        proved_in="rocq",
    )


def _require_known(header: CertificateHeader) -> None:
    """Require a position about which the checker can be asked.

    :raises CheckerError: when it is none.
    """
    state, rules = header.position, header.position.game.rules
    if isinstance(rules, MatchingParameters) and rules.sides == "lone":
        raise CheckerError(
            say("the checker that is proved knows two sides that stay the same, and no player who plays alone")
        )
    to_nobody = (
        isinstance(state.game, MatchingGame) and state.game.leftover and state.game.rules.leftover != "last_trick"
    )
    if to_nobody and header.measure == "points":
        raise CheckerError(say("the checker that is proved counts no points where cards are left over for nobody"))
    if header.measure != "points" and not (state.points_known and state.tricks is not None):
        raise CheckerError(say("the checker that is proved needs to know the points and tricks of both sides"))


def _request(header: CertificateHeader, claim: Claim, moves: str, most: int | None) -> _Request:
    game = header.position.game
    return _Request(
        game=game.rulebook.id,
        players=game.players,
        options=dict(game.options),
        parts=position_of(header.position),
        measure=header.measure,
        at_least=claim.number if claim.half == "at_least" else None,
        at_most=claim.number if claim.half == "at_most" else None,
        moves=moves,
        most=2**62 - 1 if most is None else most,
    )


def _replies(checker: Path, requests: Sequence[_Request]) -> list[_Reply]:
    """Ask the checker, and return its replies."""
    import subprocess  # noqa: PLC0415 - which a browser has not, and only this needs

    lines = b"\n".join(map(msgspec.json.encode, requests)) + b"\n"
    try:
        asked = subprocess.run([checker], input=lines, capture_output=True, check=True)  # noqa: S603 - our own program
        return [msgspec.json.decode(line, type=_Reply) for line in asked.stdout.splitlines()]
    except (OSError, subprocess.CalledProcessError, msgspec.DecodeError) as error:
        raise CheckerError(say("the checker that is proved gives no answer")) from error


def _positions(header: CertificateHeader, claim: Claim, reply: _Reply, most: int | None) -> int:
    """Return how many positions were walked.

    :raises CertificateError: when the claim is not proved.
    """
    if reply.positions is not None:
        return reply.positions
    start = header.position
    options = [f"{name}={value}" for name, value in start.game.options]
    line = " ".join([str(start.game), reply.position, *options]) if reply.position else ""
    at = _state(line)
    where = line if at is None else str(at)
    if reply.fault == "too_many" and most is not None:
        raise too_many(most, where)
    actions = [] if at is None else actions_of(at)
    words = {
        "ends_otherwise": say(
            "the deal ends with {found} by {measure}, where {number} was claimed",
            found=reply.found,
            measure=header.measure,
            number=claim.number,
        ),
        "no_move": say("no move is told for this position"),
        "no_such_move": say(
            "move {move} is told, where there are {number}: {known}",
            move=reply.move,
            number=len(actions),
            known=", ".join(map(str, actions)),
        ),
        "moves_left": say("there are more moves than the proof takes"),
        "not_of_play": say("the position does not come about in play"),
    }
    raise CertificateError(words.get(reply.fault, reply.fault), position=where)


def _state(line: str) -> State | None:
    """Return the position of a line; ``None`` where the line does not tell enough."""
    try:
        state = parse(line) if line else None
    except AcetenError:
        return None
    return canonical_state(state) if isinstance(state, State) else None
