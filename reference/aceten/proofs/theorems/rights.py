"""What may be done beside playing a card: showing a marriage, exchanging, closing the talon, drawing and claiming."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aceten.actions import Action, Claim, Close, Draw, Exchange, Meld, Play, Seat
from aceten.proofs import suit_deals
from aceten.proofs.obligations import Case, Numbers, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.replacing import replaced
from aceten.proofs.setting import Setting, holds, is_suits, with_rules
from aceten.proofs.theorems import suit_follows
from aceten.proofs.theorems.suit_games import option_games, suit, trump_suit, truths, yes_no
from aceten.proofs.witness import first_of, whole_deal
from aceten.suits import rights
from aceten_spec.cards import Rank, Suit, card_of
from aceten_spec.formulas import Z3, Truth
from aceten_spec.formulas import rights as formulas
from aceten_spec.formulas.suit_play import SuitPlay
from aceten_spec.formulas.terms import either, together

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.proofs.report import Witness
    from aceten.state import State
    from aceten.suits.game import SuitGame

_MARRIED: Final = (Rank.KING, Rank.QUEEN)


def _which(setting: Setting) -> Iterator[Case]:
    """Any kings and queens, when some may be shown and when none may."""
    own = setting.suits
    cards = [card_of(rank, each) for each in Suit for rank in _MARRIED]

    asked: list[tuple[object, str]] = []

    def show_refusal(state: object) -> str:
        return next((why for before, why in asked if state is before), "meld_off")

    def listed(over: int, refused: int, *there: int) -> tuple[bool, ...]:
        hand = tuple([card for card, held in zip(cards, there, strict=True) if held == 1])
        before = suit_deals.moment(
            own,
            hands=tuple([hand if seat == 1 else () for seat in range(own.players)]),
            turn=None if over == 1 else Seat(1),
        )
        asked[:] = [(before, "meld_closed" if refused == 1 else "")]
        found = rights.marriages(before)
        return (*[each in found for each in Suit], len(set(found)) == len(found))

    def claim(given: Numbers, found: Numbers) -> Truth:
        over, refused, *there = given
        may = (over == 0) & (refused == 0)
        whole = [may & (king == 1) & (queen == 1) for king, queen in zip(there[::2], there[1::2], strict=True)]
        return Z3.And(
            [together(holds(shown), both) for shown, both in zip(found, whole, strict=False)] + [holds(found[-1])]
        )

    with replaced(rights.show_refusal, show_refusal):
        yield Case(
            variables=(
                yes_no("the deal is over"),
                yes_no("none may be shown"),
                *[yes_no(f"the hand has {card}") for card in cards],
            ),
            returns=(*(f"the marriage of {each.name.lower()} may be shown" for each in Suit), "each once"),
            lifted=listed,
            assuming=truths,
            claim=claim,
        )


def _has_marriages(setting: Setting) -> bool:
    return setting.suits.rules.marriages != "none"


def _worth(setting: Setting) -> Iterator[Case]:
    games = option_games(setting, "marriages", "marriage_points")
    # The first marriage may also count as little as can be.
    games += tuple(with_rules(own, marriage_points=(1, 2, 3, 4)) for own in games if own.rules.marriages == "order")
    for own in games:
        if own.rules.marriages == "none":
            continue
        relation = SuitPlay(own.rules, own.players)
        suits = tuple(map(int, Suit))
        before = [sum(own.rules.marriage_points[:shown]) for shown in range(4)]

        def worth(  # noqa: PLR0917 - what the case is about
            shown: int, trump: int, _: int, one: int, other: int, own: SuitGame = own, suits: tuple[int, ...] = suits
        ) -> int:
            chosen = next(each for each in (*suits, 0) if trump == each)
            state = suit_deals.moment(own, turn=Seat(0), trump=chosen or None, melds=(one, other))
            return rights.marriage_points(state, Suit(next(each for each in suits if shown == each)))

        def assuming(given: Numbers, own: SuitGame = own, before: Sequence[int] = before) -> list[Truth]:
            known = [(given[2] == shown) & (given[3] + given[4] == points) for shown, points in enumerate(before)]
            in_order = [Z3.Or(known)] if own.rules.marriages == "order" else [given[2] == 0]
            return [
                given[0] >= 1,
                given[1] >= 0,
                *[each <= len(Suit) for each in given[:2]],
                *[number >= 0 for number in given[3:]],
                *in_order,
            ]

        def claim(given: Numbers, found: Numbers, relation: SuitPlay = relation) -> Truth:
            shown, trump, _, *melds = given
            without, with_it = (relation.marriage_points(tuple(melds), each, shown) for each in (None, trump))
            return found[0] == either(trump == 0, without, with_it)

        yield Case(
            name=", ".join(f"{name}={value}" for name, value in own.options) or "as it is played",
            variables=(
                suit("suit"),
                trump_suit(),
                Variable("shown before", (0, 1, 2, 3)),
                Variable("shown by side 0", (0, 20, 40)),
                Variable("shown by side 1", (0, 20, 40)),
            ),
            returns=("points",),
            lifted=worth,
            assuming=assuming,
            claim=claim,
        )


def _exchangeable(setting: Setting) -> Iterator[Case]:
    own, exchanged = setting.suits, formulas.exchanged(setting.suits.rules)
    suits = (0, *map(int, Suit))
    for talon in range(3):

        def card(trump: int, talon: int = talon) -> int:
            chosen = next(each for each in suits if trump == each)
            found = rights.exchangeable(suit_deals.moment(own, talon=own.pack.cards[:talon], trump=chosen or None))
            return -1 if found is None else int(found)

        yield Case(
            name=f"talon {talon}",
            variables=(trump_suit(),),
            returns=("card",),
            lifted=card,
            assuming=lambda given: [given[0] >= suits[0], given[0] <= suits[-1]],
            claim=lambda given, found, talon=talon: found[0] == exchanged.of(talon, *given),  # type: ignore[misc]
        )


# --- The theorem ---


def _kinds(game: SuitGame) -> dict[str, type[Action]]:
    """Return what can be done in a game beside playing cards, by what a witness shows."""
    rules, kinds = game.rules, dict[str, type[Action]]()
    if rules.marriages != "none":
        kinds["a marriage is shown"] = Meld
    if rules.exchange != "none":
        kinds["the turn-up is exchanged"] = Exchange
    if rules.close != "never":
        kinds["the talon is closed"] = Close
    if rules.close == "either":
        kinds["the winner of a trick draws, although he might close"] = Draw
    if rules.claim == "called":
        kinds["a player claims"] = Claim
    return kinds


def _witnesses(setting: Setting) -> Iterator[Witness]:
    game = setting.suits
    for shows, kind in _kinds(game).items():
        yield _deal_with(game, shows, kind)
    if not _kinds(game):
        yield whole_deal("nothing but cards is played", game, 1, _only_cards)


def _deal_with(game: SuitGame, shows: str, kind: type[Action]) -> Witness:
    """Return a deal in which something of a kind is done as soon as it can be, the first of some such deals."""
    near = max(game.rules.target - 1, 0)  # where the match is claimed, a deal in which that can come about
    scores = (near,) * game.side_count if game.scores_matter else None

    def wanted(_: State, action: Action) -> bool:
        return isinstance(action, kind)

    def did(states: Sequence[State]) -> bool:
        return states[-1].turn is None and any(isinstance(action, kind) for _, action in states[-1].log)

    seeds = range(1, 40)
    return first_of(whole_deal(shows, game, seed, did, prefer=wanted, scores=scores) for seed in seeds)


def _only_cards(states: Sequence[State]) -> bool:
    return states[-1].turn is None and all(isinstance(action, Play) for _, action in states[-1].log)


_RIGHTS: Final = "aceten.suits.rights"

_STEPS: Final = (
    Step(
        name="rightly",
        statement="marriages are shown, cards exchanged or drawn, the talon closed, bids and claims made exactly when the clauses say",
        clauses=(
            *("MELD-1", "MELD-4", "MELD-5", "MELD-6", "MELD-7", "EXCH-1", "EXCH-2", "EXCH-3", "EXCH-4", "EXCH-5"),
            *("CLOSE-1", "CLOSE-2"),
            *("CLOSE-4", "DRAW-1", "CLAIM-1", "BID-1"),
        ),
        function="aceten_spec.formulas.suit_play.SuitPlay.meld",
        domain=suit_follows.SHAPES,
        cases=suit_follows.rightly,
    ),
    Step(
        name="marriages",
        statement="the marriages that may be shown are those of which the hand has king and queen",
        clauses=("MELD-1", "MELD-9"),
        function=f"{_RIGHTS}.marriages",
        domain="any kings and queens",
        cases=_which,
    ),
    Step(
        name="marriage_points",
        statement="a marriage counts what its clause says",
        clauses=("MELD-2",),
        function=f"{_RIGHTS}.marriage_points",
        domain="every suit, every trump suit or none, whoever has shown the marriages before, with every option",
        cases=_worth,
        applies=_has_marriages,
    ),
    Step(
        name="exchangeable",
        statement="the card that can be exchanged for the turn-up is the one that its clause names, as long as there is one",
        clauses=("EXCH-1",),
        function=f"{_RIGHTS}.exchangeable",
        domain="every trump suit or none, talons of every size that makes a difference",
        cases=_exchangeable,
        applies=lambda setting: setting.suits.rules.exchange != "none",
    ),
)

PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-RIGHTS",
        statement=lambda _: (
            "marriages, exchanging, closing, drawing and claiming are allowed exactly when the rules allow them"
        ),
        argument=(
            "An action does what a branch of the relation of play says, or is refused as it says (T-STEP); and the relation refuses "
            "exactly what the clauses do not allow (rightly)."
        ),
        steps=_STEPS,
        applies=is_suits,
        witnesses=_witnesses,
    ),
)
"""The theorem about rights."""
