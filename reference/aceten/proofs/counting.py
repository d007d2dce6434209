"""What the engine counts: the cases of the obligations about cards, captures and the result."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from aceten.actions import Side
from aceten.proofs.functions import linked
from aceten.proofs.obligations import Case, Random, Variable
from aceten.proofs.positions import over
from aceten_spec.cards import rank_number
from aceten_spec.formulas import Z3, capture, conservation, pack_points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten.proofs.setting import Setting


def add_card(setting: Setting) -> Iterator[Case]:
    """One more card adds what the formula says."""

    def run(points: int, rank: int) -> int:
        return setting.functions.add_card(points, rank, setting.game.values)

    yield Case(
        variables=(setting.points("points"), setting.card("rank")),
        returns=("points after",),
        lifted=run,
        claim=lambda given, found: found[0] == given[0] + setting.counts(given[1]),
    )


def count_cards(setting: Setting) -> Iterator[Case]:
    """Cards count together what they count one by one."""
    count = linked(setting.functions.count_cards, add_card=setting.add_card)
    for number in range(len(setting.game.pack.cards) + 1):
        yield Case(
            name=f"{number} cards",
            variables=setting.cards("rank", number),
            returns=("points",),
            lifted=lambda *ranks: count(ranks, setting.game.values),
            plain=lambda *ranks: setting.functions.count_cards(ranks, setting.game.values),
            claim=lambda given, found: found[0] == Z3.Sum([Z3.IntVal(0), *map(setting.counts, given)]),
        )


def pack(setting: Setting) -> Iterator[Case]:
    """The pack counts what the formula says."""
    ranks = tuple(rank_number(card) for card in setting.game.pack.cards)
    total = pack_points(setting.game.rules)()
    yield Case(
        variables=(),
        returns=("points", "total"),
        lifted=lambda: (setting.functions.count_cards(ranks, setting.game.values), setting.game.total),
        claim=lambda _, found: (found[0] == total) & (found[1] == total),
    )


def credit(setting: Setting) -> Iterator[Case]:
    """The side that wins gains all, the other nothing."""
    captured = capture()

    def run(side: int, gained: int, *had: int) -> tuple[int, ...]:
        return setting.functions.credit(had, Side(side), gained)

    yield Case(
        variables=(
            Variable("side", (0, 1)),
            *map(setting.points, ("gained", "side 0 had", "side 1 had")),
        ),
        returns=("side 0 has", "side 1 has"),
        lifted=run,
        assuming=lambda given: [(given[0] == 0) | (given[0] == 1)],
        claim=lambda given, found: captured(*given, *found) & (found[0] + found[1] == given[2] + given[3] + given[1]),
    )


def result(setting: Setting) -> Iterator[Case]:
    """The result states the captured points as they are, and adds those for the last trick."""
    game = setting.game
    last = game.rules.last_trick_points
    conserved = conservation(game.rules)
    pack, nothing = pack_points(game.rules).at(), Z3.IntVal(0)

    def case(leader: int, forfeit: int | None) -> Case:
        def run(*numbers: int) -> tuple[int, ...]:
            result = setting.functions.result(over(game, numbers[:2], numbers[2:], leader, forfeit))
            return () if result is None else result.points

        def sample(random: Random) -> tuple[int, ...]:
            points = random.among(setting.points("").usual)
            return points, pack - points, random.among(range(3)), random.among(range(3))

        return Case(
            name=f"seat {leader} won the last trick, "
            + ("no side" if forfeit is None else f"side {forfeit}")
            + " forfeits",
            variables=(
                *map(setting.points, ("captured 0", "captured 1")),
                *(Variable(f"tricks {side}", tuple(range(9))) for side in (0, 1)),
            ),
            returns=("points 0", "points 1"),
            lifted=run,
            assuming=lambda given: [conserved(given[0] + given[1], nothing)],
            claim=lambda given, found: (
                conserved(found[0] + found[1] - last, nothing)
                & (found[0] == given[0] + (last if game.sides[leader] == 0 else 0))
                & (found[1] == given[1] + (last if game.sides[leader] == 1 else 0))
            ),
            sample=sample,
        )

    forfeits = (None,) if game.rules.last_card_loses == "none" else (None, 0, 1)
    for leader, forfeit in itertools.product(range(game.players), forfeits):
        yield case(leader, forfeit)
