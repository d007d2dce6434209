"""Certificates of strategies: right ones prove what they claim, whoever follows every deal finds the same, and nothing else is taken."""

import hashlib
import json
import random
import zlib
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import pytest
from support.games.advised_views import view_of
from support.games.hidden_deals import FEW, TWO, Worlds, dealt, worlds_of
from support.games.hidden_histories import History, respond
from support.slices import THOROUGH, TURN

import aceten
import aceten_certificates
import aceten_solver
from aceten import Action, Seat, State, SuitView, UsageError, View, parse
from aceten.engine.equal_actions import canonical_action, canonical_state
from aceten_certificates import CertificateError, Strategy, StrategyCertificate, check_either, check_strategies
from aceten_certificates.claims import usual_measure
from aceten_certificates.errors import TooManyPositionsError
from aceten_certificates.strategies.hidden_game import NONE, HiddenGame
from aceten_certificates.strategies.plans import SequencePlan
from aceten_certificates.strategies.proof import proof_of
from aceten_solver import ActionChance, Equilibrium
from aceten_solver.hidden.best_response import best_response

pytest.importorskip("scipy", reason="equilibria need scipy")

pytestmark = pytest.mark.turns(24)

LONGEST: Final = ("long-talon", True)
"""What takes a minute to be found, and is left to the thorough run."""
FUSION: Final = (
    "zsiros/2 hands=AdQh9d7c,???? talon=?? lead=0 taken=KsKdQcQsQdJcJhJdThTd9s8d7h7d,AsKhJsTc8c8s8h7s tricks=7,3"
)
"""An ending in which the cards of both matter."""


def state_in(name: str) -> State:
    """Return a position of a tiny deal."""
    return dealt(name, TURN, TURN % 3 if name in FEW else 4)


def view_in(name: str) -> View:
    """Return what the seat to act sees there, as its line says it, without what it remembers."""
    state = state_in(name)
    assert state.turn is not None
    view = parse(str(state.view(state.turn).present), rules=state.game.rulebook)
    assert isinstance(view, View)
    return view


def fitting(view: View, *, private: bool) -> Worlds:
    """Return the deals that are thought possible."""
    return list(aceten.worlds(view.public if private else view).listed() or ())


def certified(
    view: View, *, private: bool, objective: aceten_solver.Objective | None = None
) -> tuple[Equilibrium, StrategyCertificate]:
    """Return the equilibrium of a view, and its certificate."""
    found = aceten_solver.find_equilibrium(fitting(view, private=private), objective)
    return found, aceten_solver.certify_strategies(view, found, private=private)


# --- What is right ----------------------------------------------------------------------------------------------------


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    ("name", "private"),
    [
        pytest.param(name, private, id=f"{name}-{'private' if private else 'known'}")
        for name in TWO
        for private in (False, True)
        if THOROUGH or (name, private) != LONGEST
    ],
)
def test_what_the_solver_finds_is_proved(name: str, private: bool) -> None:
    """The value, its bounds, the chances and the sizes are those of the equilibrium, and the gap is rounding at most; strictly likewise."""
    view = view_in(name)
    found, made = certified(view, private=private)
    checked = check_strategies(made, rules=view.game.rulebook)
    assert [float(checked.at_least), float(checked.at_most)] == pytest.approx(found.bounds, abs=1e-9)
    assert 0 <= checked.gap < Fraction(1, 10**9)
    own = [state for state, _ in aceten.worlds(view).listed() or ()]
    assert float(checked.value) == pytest.approx(found.value_in(own), abs=1e-9)
    assert 0 <= checked.gain < Fraction(1, 10**6)
    chances = {each.action: each.chance for each in found.chances(own[0])}
    if chances:
        assert {action: float(chance) for action, chance in checked.chances} == pytest.approx(chances, abs=1e-9)
    game = HiddenGame(made.view, made.measure, private=private)
    assert checked.histories == game.histories == found.histories
    assert tuple(len(each.parents) for each in game.decisions) == found.information_sets
    strict = check_strategies(made.to_bytes(), rules=view.game.rulebook, strict=True)
    assert msgspec.structs.replace(strict, strict=False, positions=checked.positions) == checked


class Told:
    """Plans of both players, asked as an equilibrium is; where they say nothing all actions are as likely."""

    def __init__(self, game: HiddenGame, plans: tuple[SequencePlan, SequencePlan]) -> None:
        self.seats: tuple[Seat, Seat] = game.deals.seats
        self._game = game
        self._plans = plans

    def chances(self, world: State, played: Sequence[Action] = ()) -> Iterable[ActionChance]:
        """Return how likely each action is of those that do not do the same; nothing where all is open."""
        game, place = self._game, [*self._game.deals.weights].index(canonical_state(world))
        layer = game.layers[0]
        for depth, action in enumerate(played, start=1):
            if layer.worths[place] is not None:
                return []
            layer, wanted = game.layers[depth], game.actions.index(canonical_action(world.game, action))
            place = list(zip(layer.parents, layer.actions, strict=True)).index((place, wanted))
        if layer.worths[place] is not None:
            return []
        actions = [game.actions[action] for action, _ in game.steps(layer.states[place])]
        numerators: Sequence[int] = [1] * len(actions)
        if (chooser := layer.choosers[place]) != NONE:
            numerators = self._plans[chooser].chances.get(layer.sets[place], numerators)
        return [
            ActionChance(action=action, chance=each / sum(numerators))
            for action, each in zip(actions, numerators, strict=True)
        ]


@pytest.mark.turns(8)
@pytest.mark.parametrize("private", [False, True], ids=["known", "private"])
@pytest.mark.parametrize("name", FEW)
def test_any_strategies_come_to_what_they_come_to_card_by_card(name: str, private: bool) -> None:
    """What is proved of strategies, however bad, is what best responses come to; where a hand is known every single deal is followed."""
    view = view_in(name)
    game = HiddenGame(view, usual_measure(fitting(view, private=False)[0][0]), private=private)
    source = random.Random(f"{name} {private} {TURN}")

    def numerators(_: int, count: int) -> list[int]:
        cuts = sorted(source.choices(range(8), k=count - 1))
        return [high - low for low, high in zip([0, *cuts], [*cuts, 7], strict=True)]

    plans = SequencePlan(game.decisions[0], 7, numerators), SequencePlan(game.decisions[1], 7, numerators)
    proof, told = proof_of(game, plans), Told(game, plans)
    deals = [(canonical_state(deal), weight) for deal, weight in fitting(view, private=private)]
    if not private and not (isinstance(view, SuitView) and view.closed):  # of a closed talon no order counts
        deals = worlds_of(state_in(name))
    whole = sum([weight for _, weight in deals])
    begin = [History(world, weight / whole, world) for world, weight in deals]
    first, second = game.deals.seats
    assert float(proof.at_least) == pytest.approx(respond(told, second, begin), abs=1e-9)
    assert float(proof.at_most) == pytest.approx(respond(told, first, begin), abs=1e-9)
    assert proof.at_least <= proof.at_most
    mine = [each for each in begin if canonical_state(each.world) in game.deals.own]
    best = respond(told, view.seat, mine) / sum([each.likely for each in mine])
    assert float(proof.value + (proof.gain if view.seat == first else -proof.gain)) == pytest.approx(best, abs=1e-9)
    assert proof.gain >= 0


def test_chances_that_are_no_simple_fractions_are_certified_as_they_are_rounded() -> None:
    """Whatever strategies are given, no more is claimed for them than the rounded ones come to, and hardly less."""
    view = view_of("zsiros/2 hands=A9,?? lead=0 points=30,30")
    found = aceten_solver.find_equilibrium(fitting(view, private=False), "points")
    source = random.Random(f"rounded {TURN}")
    for _ in range(6):
        mixed: list[list[float]] = []
        for decisions in found.game.decisions:
            chances = [1.0] * decisions.sequences
            for first, count in zip(decisions.first, decisions.count, strict=True):
                parts = [source.random() for _ in range(count)]
                chances[first : first + count] = [part / sum(parts) for part in parts]
            mixed.append(chances)
        ours, theirs = mixed
        bounds = (
            best_response(found.game, 1, np.array(ours)),
            best_response(found.game, 0, np.array(theirs)),
        )
        made = aceten_solver.certify_strategies(
            view, Equilibrium(found.game, (ours, theirs), bounds, 0.0), private=False
        )
        checked = check_strategies(made)
        assert [float(checked.at_least), float(checked.at_most)] == pytest.approx(bounds, abs=1e-9)
        assert max(checked.at_least.denominator, checked.at_most.denominator) <= 10**12


# --- What is wrong ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", name="made")
def fusion() -> StrategyCertificate:
    """Return a certificate that is right."""
    return certified(view_of(FUSION), private=True)[1]


Header: TypeAlias = dict[str, Any]
"""The header of a file."""

Change: TypeAlias = Callable[[Header, bytes], bytes]
"""Makes another file of a header and a body."""


def file_of(header: Header, body: bytes) -> bytes:
    """Return a file with a checksum that is right."""
    return sealed(line_of(header), body)


def line_of(header: Header) -> bytes:
    """Return a header as it is written."""
    return json.dumps(header).encode() + b"\n"


def sealed(line: bytes, body: bytes) -> bytes:
    """Return a file of a line and a body."""
    return line + zlib.compress(body) + hashlib.sha256(line + body).digest()


def parts_of(file: bytes) -> tuple[Header, bytes]:
    """Return the header of a file, and its body."""
    line, _, packed = file[:-32].partition(b"\n")
    return json.loads(line), zlib.decompress(packed)


def test_a_certificate_is_read_as_it_was_written(made: StrategyCertificate, tmp_path: Path) -> None:
    """From a file, from bytes and as it is; every part of it is proved, exactly, and its kind is told from that of the other kind."""
    file = tmp_path / "fusion.certificate"
    file.write_bytes(made.to_bytes())
    checked = check_strategies(file)
    assert checked == check_strategies(made.to_bytes()) == check_strategies(made)
    assert checked.at_least == checked.at_most == Fraction(13604, 315)
    assert not checked.gap
    assert (str(checked.value), str(checked.gain), checked.digest) == ("142/3", "0", made.digest)
    assert {str(action): int(chance) for action, chance in checked.chances} == {"Q": 1, "A": 0, "9": 0, "7": 0}
    assert check_either(file) == check_either(made.to_bytes()) == checked
    assert checked.words[0] == "on average at least 13604/315 (43.187) points for A"
    value = aceten_solver.certify(parse("zsiros/2 hands=9,8 lead=1"))
    file.write_bytes(value.to_bytes())
    assert check_either(file) == aceten_certificates.check(value)
    with pytest.raises(CertificateError, match="no certificate of strategies, version 1"):
        check_strategies(file)
    with pytest.raises(CertificateError, match="no certificate of version 1"):
        check_either(b"[]\n")


def test_less_than_is_so_may_be_claimed_and_never_more(made: StrategyCertificate) -> None:
    """A claim that is the smallest part of a point too high, or too low, is refused; a weaker one is what is proved then."""
    little = Fraction(1, 10**12)
    for change in ({"at_least": made.at_least + little}, {"at_most": made.at_most - little}):
        with pytest.raises(CertificateError, match="is claimed, and it is 13604/315"):
            check_strategies(msgspec.structs.replace(made, **change))
    weaker = msgspec.structs.replace(made, at_least=Fraction(43), at_most=Fraction(44))
    checked = check_strategies(weaker)
    assert [str(each) for each in (checked.at_least, checked.at_most, checked.gap)] == ["43", "44", "1"]


def test_another_strategy_proves_less() -> None:
    """A card that is not as good, led instead of the best: then so much is no longer certain; what the other is sure of stays."""
    view = view_of("zsiros/2 hands=A9,?? lead=0 points=30,30")
    found, made = certified(view, private=False)
    first, second = made.strategies
    assert first == Strategy(1, (0, 1))
    assert made.at_least == made.at_most == Fraction(6410, 161)
    assert float(made.at_least) == pytest.approx(found.value, abs=1e-9)
    wrong = msgspec.structs.replace(made, strategies=(Strategy(1, (1, 0)), second))
    with pytest.raises(CertificateError, match=rf"{made.at_least} at least is claimed, and it is \d+"):
        check_strategies(wrong)
    checked = check_strategies(msgspec.structs.replace(wrong, at_least=Fraction(0)))
    assert checked.at_most == made.at_most
    assert checked.gain == made.at_most - checked.value > 0
    assert [(str(action), int(chance)) for action, chance in checked.chances] == [("A", 1), ("9", 0)]


def _first_changed(header: Header, body: bytes) -> bytes:
    place = body.index(0)
    return file_of(header, body[:place] + b"\1" + body[place + 1 :])


def _without_the_last(header: Header, body: bytes) -> bytes:
    return file_of(header | {"numerators": [header["numerators"][0], header["numerators"][1] - 1]}, body[:-1])


def _without_one_of_the_first(header: Header, body: bytes) -> bytes:
    return file_of(header | {"numerators": [header["numerators"][0] - 1, header["numerators"][1]]}, body[1:])


def _with_one_more(header: Header, body: bytes) -> bytes:
    return file_of(header | {"numerators": [header["numerators"][0], header["numerators"][1] + 1]}, body + b"\0")


def _said(**changes: object) -> Change:
    return lambda header, body: file_of(header | changes, body)


def _line(old: str, new: str) -> Change:
    return lambda header, body: file_of(header | {"view": header["view"].replace(old, new)}, body)


WRONG: Final[dict[str, tuple[Change, str]]] = {
    "a chance that is another": (_first_changed, "do not add up to 1"),
    "an information set without chances": (_without_the_last, "no chances are told"),
    "one chance too few for player 0": (_without_one_of_the_first, "do not add up to 1|no chances are told"),
    "one chance too many": (_with_one_more, "more chances are told than there are choices"),
    "fewer chances than said": (lambda header, body: file_of(header, body[:-1]), "fewer chances than the header says"),
    "more chances than said": (lambda header, body: file_of(header, body + b"\0"), "more chances than the header says"),
    "a bomb": (lambda header, body: file_of(header, body + bytes(2**26)), "more in the file than its header says"),
    "a chance above 1": (lambda header, body: file_of(header, b"\x7f" + body[1:]), "a chance is more than 1"),
    "a chance that never ends": (lambda header, _: file_of(header, b"\x80" * 8000), "a chance is more than 1"),
    "a chance that is written longer": (lambda header, body: file_of(header, b"\x80\0" + body), "longer than it is"),
    "another denominator": (_said(denominators=[9, 24]), "do not add up to 1"),
    "a huge denominator": (_said(denominators=[2**63, 24]), "version 1"),
    "no denominator": (_said(denominators=[0, 24]), "version 1"),
    "a huge claim": (_said(at_least="1" * 20), "version 1"),
    "a claim that is no fraction": (_said(at_least="1/0"), "version 1"),
    "a claim that is not in lowest terms": (_said(at_most="28/2"), "28/2: expected 14"),
    "another hand": (_line("AdQh9d7c", "AdQh9d8h"), "hands|add up|told|claimed|fit"),
    "fewer cards": (_line("AdQh9d7c,????", "AdQh9d,???"), "hands|cards|fit"),
    "other cards captured": (_line("8h7s tricks", "8h9h tricks"), "hands|cards|fit|add up|told|claimed"),
    "another seat": (_line("seat=0", "seat=1"), "seat|hands|not to act"),
    "another to lead": (_line("lead=0", "lead=1"), "not to act"),
    "the cards of the seat are known": (_said(private=False), "add up|told|claimed"),
    "another measure": (_said(measure="deal"), "13604/315 at least is claimed"),
    "no measure": (_said(measure="honour"), "version 1"),
    "a position": (_said(view="zsiros/2 hands=9,8 lead=1"), "shows every card"),
    "no view": (_said(view="zsiros/2 hands=?"), "the view in the header"),
    "four players": (_said(view="zsiros/4 hands=A,?,?,? lead=0 points=50,20"), "by other rules|expected two players"),
    "too many deals": (
        _said(view="zsiros/2 hands=AK97,???? talon=???????????????????????? lead=0"),
        "cannot be listed",
    ),
    "other rules": (_said(rules="sha256:" + "0" * 64), "by other rules"),
    "another version": (_said(strategies=2), "version 1"),
    "an unknown key": (_said(comment="hello"), "version 1"),
    "a key twice": (lambda header, body: sealed(b'{"private": true, ' + line_of(header)[1:], body), "`private` twice"),
    "no text": (lambda header, body: sealed(line_of(header).replace(b"points", b"\xe3"), body), "header of one line"),
    "no header": (lambda _, body: body, "header of one line"),
    "a long header": (_said(view="?" * 2**17), "header of one line"),
    "a deep header": (lambda _header, _body: b"[" * 60_000 + b"\n", "version 1"),
    "nothing": (lambda _header, _body: b"", "header of one line"),
}
"""What is done to a file, and what is said of it then."""


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_refused(made: StrategyCertificate, what: str) -> None:
    """It proves nothing, and the error says why."""
    change, told = WRONG[what]
    with pytest.raises(CertificateError, match=told):
        check_strategies(change(*parts_of(made.to_bytes())))


@pytest.mark.parametrize("place", [0, 20, 600, -200, -40, -1])
def test_a_changed_byte_is_found(made: StrategyCertificate, place: int) -> None:
    """Of the header, the body and the checksum; and a file that is cut, or goes on."""
    file = bytearray(made.to_bytes())
    assert check_strategies(bytes(file))
    file[place % len(file)] ^= 1
    for wrong in (bytes(file), bytes(file[:-1]), bytes(file) + b"\0"):
        with pytest.raises(CertificateError):
            check_strategies(wrong)


def test_no_more_is_looked_at_than_is_allowed(made: StrategyCertificate) -> None:
    """One less than it takes is too little; how far it is, is told on the way."""
    told: list[int] = []
    needed = check_strategies(made, progress=told.append).positions
    assert told == list(range(1000, needed, 1000))
    assert needed == 18258  # 11,176 histories, and positions with open cards
    assert check_strategies(made, most=needed).positions == needed
    with pytest.raises(TooManyPositionsError, match="allow more"):
        check_strategies(made, most=needed - 1)


def test_an_equilibrium_of_other_deals_has_no_certificate_for_a_view() -> None:
    """What was found for other cards, or for another who knows them, says nothing of these."""
    view = view_of(FUSION)
    found = aceten_solver.find_equilibrium(fitting(view, private=False), "points")
    assert check_strategies(aceten_solver.certify_strategies(view, found, private=False)).value >= 47
    with pytest.raises(UsageError, match="not of the deals that fit"):
        aceten_solver.certify_strategies(view, found, private=True)
    with pytest.raises(UsageError, match="not of the deals that fit"):
        aceten_solver.certify_strategies(view_of(FUSION.replace("Ad", "Ts")), found, private=False)
