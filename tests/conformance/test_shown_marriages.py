"""Programs that show a marriage by an action of its own are asked what may be done before they lead from it."""

from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
from conformance.programs.in_place import in_place
from conformance.programs.referee import Program
from conformance.programs.tables import SuitTable
from typing_extensions import override

from aceten import UsageError
from aceten.conformance import answer
from aceten.conformance.oracle.shown_marriages import is_showing
from aceten.conformance.runs.runner import verify
from aceten.conformance.verification import Verification
from aceten_spec.protocol import GameSupport, Option, PlayReply, PositionRequest

MARRIED: Final = "sixty-six/2 hands=KhQhAs9sTc9d,AcKcKsQsTdJh talon=JdJc lead=0 taken=AhThAdTsKd9h,QcJsQd9c"


class Twice(SuitTable):
    """A marriage that was shown can be shown again."""

    @override
    def shown_alone(self, suit: str) -> set[str]:
        return super().shown_alone(suit) | {f"show:{suit}"}


class AnotherToo(SuitTable):
    """When a marriage was shown, another can be shown, too."""

    @override
    def shown_alone(self, suit: str) -> set[str]:
        return super().shown_alone(suit) | {f"show:{other}" for other in self.marriages(self.leader) if other != suit}


class AnyLead(SuitTable):
    """When a marriage was shown, any card may be led."""

    @override
    def shown_alone(self, suit: str) -> set[str]:
        return super().shown_alone(suit) | set(self.hands[self.leader])


class NoClaim(SuitTable):
    """A marriage that was shown cannot be claimed with."""

    @override
    def shown_alone(self, suit: str) -> set[str]:
        return super().shown_alone(suit) - {"claim"}


class Showing(Program):
    """Shows a marriage, and then leads from it."""

    @override
    def supports(self, game: str) -> Iterator[GameSupport]:
        for support in super().supports(game):
            yield msgspec.structs.replace(support, shows=True)


def verified(table: type[SuitTable], game: str = "sixty-six", program: type[Program] = Showing) -> Verification:
    """Return what is found in a program with this model, which is asked without starting it."""

    def make() -> Program:
        made = program([game])
        made.suits = table
        return made

    with in_place(make):
        return verify(["showing"], game, levels=["position"], examples=60, seconds=600)


def asked(showing: str, **options: Option) -> tuple[str, ...]:
    """Return what may be done when a marriage was shown."""
    line = " ".join([MARRIED, *[f"{name}={value}" for name, value in options.items()]])
    question = PositionRequest(id=0, game="sixty-six", players=2, position=line, options=options, showing=showing)
    reply = answer(question)
    assert isinstance(reply, PlayReply)
    return reply.steps[0].legal


def test_a_marriage_is_led_from_or_claimed_with() -> None:
    """Who has shown a marriage leads its king or its queen, or claims where that may be; he neither shows again nor exchanges or closes."""
    assert asked("h") == ("Kh", "Qh", "claim")
    assert asked("h", meld_lead="king") == ("Kh", "claim")
    assert asked("h", claiming="trick") == ("Kh", "Qh")


@pytest.mark.parametrize(("showing", "options"), [("s", {}), ("x", {}), ("h", {"claiming": "automatic"})])
def test_what_cannot_be_shown_is_not_asked(showing: str, options: dict[str, Option]) -> None:
    """Without such a marriage, or where the deal is over with it, there is no such moment."""
    with pytest.raises((UsageError, ValueError)):
        asked(showing, **options)


@pytest.mark.turns(18)
@pytest.mark.parametrize("game", ["sixty-six", "schnapsen", "auction-sixty-six", "tausendeins"])
def test_who_does_so_rightly_conforms(game: str) -> None:
    """A program that shows a marriage once, and then leads from it, is right."""
    report = verified(SuitTable, game)
    assert report.verdict == "conforms", [finding.key for finding in report.findings]


@pytest.mark.turns(16)
@pytest.mark.parametrize(
    ("table", "about", "clause"),
    [
        (Twice, "extra meld", "SX-MELD-1"),
        (AnotherToo, "extra meld", "SX-MELD-1"),
        (AnyLead, "extra cards", "SX-MELD-1"),
        (NoClaim, "missing claim", "SX-CLAIM-3"),
    ],
)
def test_what_is_wrong_in_between_is_found(table: type[SuitTable], about: str, clause: str) -> None:
    """A marriage that can be shown twice is one finding, and so is anything else that is wrong before the lead."""
    findings = verified(table).findings
    assert [(finding.about, finding.clauses[0].id) for finding in findings] == [(about, clause)]
    assert is_showing(findings[0].question)


@pytest.mark.turns(4)
def test_nobody_else_is_asked() -> None:
    """A program that does not say that it shows marriages so is asked nothing of the kind."""
    assert verified(Twice, program=Program).verdict == "conforms"
