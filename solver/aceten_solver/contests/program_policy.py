"""A program in any language as a policy: a process that is asked what to do, one JSON object a line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
from typing_extensions import override

from aceten import SuitView
from aceten.conformance.programs.conversation import Conversation, ProgramError
from aceten_solver.contests.policies import FailedPolicyError
from aceten_solver.contests.policy_messages import (
    POLICY_PROTOCOL,
    BeginReply,
    BeginRequest,
    ChooseReply,
    ChooseRequest,
    PolicyHello,
    PolicyHelloReply,
)
from aceten_spec.errors import shown
from aceten_spec.protocol import Failed, Numbered, Skipped
from aceten_spec.speech import message_of, read_out, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten import Game, Seat, View

_Reply: TypeAlias = PolicyHelloReply | BeginReply | ChooseReply

_DECODERS: Final[dict[type[Numbered], msgspec.json.Decoder[_Reply]]] = {
    PolicyHello: msgspec.json.Decoder(PolicyHelloReply),
    BeginRequest: msgspec.json.Decoder(BeginReply),
    ChooseRequest: msgspec.json.Decoder(ChooseReply),
}

ENVIRONMENT: Final = (
    *("PATH", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"),
    *("SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
)
"""The variables that a program is given, of those that this process has: what programs need to begin at all. Others may hold secrets."""


class ProgramPolicy(Conversation[_Reply]):
    """A program that plays one seat. It is started when the first deal begins, and again when one begins after it has failed."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        seconds: float = 10.0,
        start_seconds: float = 30.0,
        transcript: Callable[[str], None] | None = None,
    ) -> None:
        """Take the command, the time limit of a reply, and that of the first one, for which the program has to come up.

        The transcript is told each request after ``>``, and each reply after ``<``, as they go over the pipes.
        """
        own = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        super().__init__(command, seconds=seconds, start_seconds=start_seconds, transcript=transcript, environment=own)

    def begin(self, game: Game, seat: Seat, seed: int) -> None:
        """Tell the program that a deal begins.

        :raises FailedPolicyError: when it does not answer as the protocol says, or says that it cannot play.
        """
        try:
            self._greet()
        except ProgramError as error:
            raise FailedPolicyError(error.kind, read_out(error.words)) from error
        self._asked(
            BeginRequest(
                id=0,
                game=game.rulebook.id,
                players=game.players,
                options=dict(game.options),
                seat=seat,
                seed=seed,
            )
        )

    def come_up(self) -> None:
        """Look whether the program comes up, and end it.

        :raises ProgramError: when it does not.
        """
        with self:
            self._greet()

    def _greet(self) -> None:
        """Start the program, if it does not run.

        :raises ProgramError: when it does not come up.
        """
        if not self.running:
            hello = self.greet(PolicyHello(id=0, protocol=POLICY_PROTOCOL, role="policy"))
            if isinstance(hello, PolicyHelloReply) and hello.protocol != POLICY_PROTOCOL:
                self.fail(
                    "protocol",
                    message_of(
                        "speaks version {version} of the protocol; {spoken} is needed",
                        version=hello.protocol,
                        spoken=POLICY_PROTOCOL,
                    ),
                )

    def choose(self, view: View) -> str:
        """Ask the program what the seat does.

        :raises FailedPolicyError: when it does not answer as the protocol says, or says that it cannot.
        """
        trump = view.trump if isinstance(view, SuitView) else None
        reply = self._asked(
            ChooseRequest(
                id=0,
                view=str(view),
                seat=view.seat,
                hand=tuple(map(str, view.hand)),
                trick=tuple(map(str, view.trick)),
                leader=view.leader,
                winning=view.winning,
                trump=None if trump is None else trump.letter,
                sizes=view.hand_sizes,
                talon=view.talon_size,
                known_talon=tuple(map(str, view.known_talon)),
                taken=tuple([tuple(map(str, pile)) for pile in view.taken]),
                points=view.points,
                melds=view.melds if isinstance(view, SuitView) else (),
                log=tuple([(seat, str(action)) for seat, action in view.log]),
                legal=tuple(map(str, view.legal)),
            )
        )
        return reply.action if isinstance(reply, ChooseReply) else ""

    def _asked(self, request: BeginRequest | ChooseRequest) -> _Reply:
        try:
            reply = self.request(request)
        except ProgramError as error:
            raise FailedPolicyError(error.kind, read_out(error.words)) from error
        if isinstance(reply, Failed | Skipped):
            reason = reply.error if isinstance(reply, Failed) else reply.skip
            raise FailedPolicyError("error", say("it says: {reason}", reason=shown(reason)))
        return reply

    @override
    def _decoder(self, request: Numbered) -> msgspec.json.Decoder[_Reply]:
        return _DECODERS[type(request)]
