"""What a program writes on standard output beside its replies, and numbers as some languages write them."""

import pytest

from aceten.conformance.programs.conversation import ReplyError
from aceten.conformance.programs.program import read_reply
from aceten_spec.protocol import Failed, Hello, HelloReply


@pytest.mark.parametrize(
    "greeting",
    [
        b"Ready.",
        b"Python 3.11",
        b"42",
        b'"ready"',
        b"[]",
        b"null",
        b"true",
        b"1.0",
        b"Gr\xfc\xdfe",
        b"",
        b"==== engine 2.0 ====",
        b'{"info": "ready"}',
        b"{}",
        b"\xef\xbb\xbf",
    ],
)
def test_a_greeting_is_told_where_it_belongs(greeting: bytes) -> None:
    """Whatever stands in place of a reply, also where it happens to be JSON, standard output is named as what it may not be written to."""
    with pytest.raises(
        ReplyError, match="standard output is for replies alone, and messages belong on standard error"
    ) as caught:
        read_reply(Hello(id=0, protocol=1), greeting)
    assert caught.value.kind == "garbage"


def test_whole_numbers_may_have_a_point() -> None:
    """``1.0`` is a whole number, as JSON makes no difference; what stands in texts stays as it is, and other numbers are none."""
    line = b'{"id":3.0,"protocol":2.00,"program":"a 1.0 \\" 2.0","version":"3.0","games":[]}'
    reply = read_reply(Hello(id=3, protocol=2), line)
    assert isinstance(reply, HelloReply)
    assert (reply.id, reply.protocol, reply.program, reply.version) == (3, 2, 'a 1.0 " 2.0', "3.0")
    assert read_reply(Hello(id=3, protocol=2), b'{"id":3.0,"error":"1.0"}') == Failed(id=3, error="1.0")
    for number in (b"2.5", b"2.0001", b"2e0", b"-.0", b"2.", b"+2.0"):
        with pytest.raises(ReplyError):
            read_reply(Hello(id=3, protocol=2), line.replace(b"2.00", number))
