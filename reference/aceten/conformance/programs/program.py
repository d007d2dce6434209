"""A program that is verified: starting it, and asking it.

What is a stranger to all that, :mod:`aceten.conformance.programs.conversation` says.
"""

from __future__ import annotations

from typing import Final

import msgspec
from typing_extensions import override

from aceten.conformance.programs.conversation import Conversation, read_as
from aceten.vocabulary.naming import either_of
from aceten_spec.protocol import PROTOCOL, REPLIES, SPOKEN, Hello, HelloReply, Numbered, Question, Reply, Request
from aceten_spec.speech import message_of


def read_reply(request: Request, line: bytes) -> Reply:
    """Return the reply to a request that a line is.

    :raises ReplyError: when it is none.
    """
    return read_as(request, line, _DECODERS[type(request)])


class Program(Conversation[Reply]):
    """A program that speaks the protocol; in a ``with`` statement, which leaves nothing of it behind.

    :meth:`hello` starts it. After a :class:`~aceten.conformance.programs.conversation.ProgramError` it has been ended, and
    :meth:`restart` starts it again.
    """

    def hello(self) -> HelloReply:
        """Start the program, if it does not run, and ask who it is and what it can do.

        :raises ProgramError: when it cannot be started, or does not answer as the protocol says.
        """
        reply = self.greet(Hello(id=0, protocol=PROTOCOL))
        if not isinstance(reply, HelloReply):
            raise TypeError(reply)
        if reply.protocol not in SPOKEN:
            spoken = either_of(map(str, SPOKEN))
            self.fail(
                "protocol",
                message_of(
                    "speaks version {version} of the protocol; {spoken} is needed",
                    version=reply.protocol,
                    spoken=spoken,
                ),
            )
        return reply

    def ask(self, question: Question) -> Reply:
        """Ask a question, under an id of its own, and return the reply to it, a ``Failed`` or a ``Skipped``.

        :raises ProgramError: when the program does not answer as the protocol says.
        :raises UsageError: when it does not run.
        """
        return self.request(question)

    def restart(self) -> HelloReply:
        """End the program, start it again and ask who it is.

        :raises ProgramError: when it cannot be started, or does not answer as the protocol says.
        """
        self.close()
        return self.hello()

    @override
    def _decoder(self, request: Numbered) -> msgspec.json.Decoder[Reply]:
        return _DECODERS[type(request)]


_DECODERS: Final[dict[type[Numbered], msgspec.json.Decoder[Reply]]] = {
    request: msgspec.json.Decoder(reply) for request, reply in REPLIES.items()
}
