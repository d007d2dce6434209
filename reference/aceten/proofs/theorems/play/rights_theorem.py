"""What may be done beside playing a card: showing a marriage, exchanging, closing the talon, drawing and claiming."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from aceten.engine.state import State
from aceten.engine.suits import rights
from aceten.engine.suits.game import SuitGame
from aceten.proofs.claims import symbolic_suit_deals
from aceten.proofs.claims.symbolic_deals import asked_of
from aceten.proofs.execution.replacements import linked
from aceten.proofs.statements.game_setting import Setting, holds, is_suits, with_rules
from aceten.proofs.statements.obligations import Numbers, ProofCase, Variable
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step, for_each
from aceten.proofs.statements.witnesses import first_of, whole_deal
from aceten.proofs.theorems.play import suit_branch_claims
from aceten.proofs.theorems.play.option_games import SUITS, option_games, suit, trump_suit
from aceten.proofs.theorems.results.finished_deals import flag
from aceten.vocabulary.actions import Action, Claim, Close, Draw, Exchange, Meld, Play, Seat
from aceten_spec.cards import Rank, Suit, card_of
from aceten_spec.clauses.refusals import RefusalCode
from aceten_spec.formulas.suits import rights_clauses
from aceten_spec.formulas.suits.suit_relation import SuitRelation
from aceten_spec.formulas.terms import Z3, Truth, either, every, together


def _which(setting: Setting) -> Iterator[ProofCase]:
    """Any kings and queens, when some may be shown and when none may."""
    own = setting.suits
    cards = [card_of(rank, each) for each in Suit for rank in (Rank.KING, Rank.QUEEN)]

    def listed(over: int, refused: int, *there: int) -> tuple[bool, ...]:
        hand = tuple([card for card, held in zip(cards, there, strict=True) if held == 1])
        hands = tuple([hand if seat == 1 else () for seat in range(own.players)])
        before = asked_of(
            symbolic_suit_deals.moment(own, hands=hands, turn=None if over == 1 else Seat(1)), "hands", "turn"
        )
        why: RefusalCode | None = "meld_closed" if refused == 1 else None

        def show_refusal(state: object) -> RefusalCode | None:
            return why if state is before else "meld_off"

        found = linked(rights.marriages, show_refusal=show_refusal)(before)
        return (*[each in found for each in Suit], len(set(found)) == len(found))

    def claim(given: Numbers, found: Numbers) -> Truth:
        over, refused, *there = given
        may = (over == 0) & (refused == 0)
        whole = [may & (king == 1) & (queen == 1) for king, queen in zip(there[::2], there[1::2], strict=True)]
        return every([*map(together, map(holds, found), whole), holds(found[-1])])

    questions = "the deal is over", "none may be shown", *[f"the hand has {card}" for card in cards]
    yield ProofCase(
        variables=tuple(map(flag, questions)),
        returns=(*(f"the marriage of {each.name.lower()} may be shown" for each in Suit), "each once"),
        lifted=listed,
        claim=claim,
    )


def _has_marriages(setting: Setting) -> bool:
    return setting.suits.rules.marriages != "none"


def _games_with_marriages(setting: Setting) -> list[SuitGame]:
    games = [own for own in option_games(setting, "marriages", "marriage_points") if own.rules.marriages != "none"]
    # The first marriage may also count as little as can be.
    return games + [with_rules(own, marriage_points=(1, 2, 3, 4)) for own in games if own.rules.marriages == "order"]


@for_each(_games_with_marriages)
def _worth(_: Setting, own: SuitGame) -> ProofCase:
    relation = SuitRelation(own.rules, own.players)
    before = [sum(own.rules.marriage_points[:shown]) for shown in range(4)]

    def worth(shown: int, trump: int, _: int, one: int, other: int) -> int:
        chosen = next(each for each in (*SUITS, 0) if trump == each)
        state = symbolic_suit_deals.moment(own, trump=chosen or None, melds=(one, other))
        return rights.marriage_points(
            asked_of(state, "trump", "melds"), Suit(next(each for each in SUITS if shown == each))
        )

    def assuming(given: Numbers) -> list[Truth]:
        suit_shown, trump, count, *melds = given
        known = [(count == shown) & (melds[0] + melds[1] == points) for shown, points in enumerate(before)]
        in_order = Z3.Or(known) if own.rules.marriages == "order" else count == 0
        suits = [suit_shown >= 1, trump >= 0, suit_shown <= len(Suit), trump <= len(Suit)]
        return [*suits, *[number >= 0 for number in melds], in_order]

    def claim(given: Numbers, found: Numbers) -> Truth:
        shown, trump, _, *melds = given
        without, with_it = (relation.marriage_points(tuple(melds), each, shown) for each in (None, trump))
        return found[0] == either(trump == 0, without, with_it)

    melds = [Variable(f"shown by side {side}", (0, 20, 40)) for side in range(2)]
    return ProofCase(
        name=", ".join(f"{name}={value}" for name, value in own.options) or "as it is played",
        variables=(suit("suit"), trump_suit(), Variable("shown before", (0, 1, 2, 3)), *melds),
        returns=("points",),
        lifted=worth,
        assuming=assuming,
        claim=claim,
    )


@for_each(lambda _: range(3))
def _exchangeable(setting: Setting, talon: int) -> ProofCase:
    own, exchanged = setting.suits, rights_clauses.exchanged(setting.suits.rules)

    def card(trump: int) -> int:
        chosen = next(each for each in (0, *SUITS) if trump == each)
        state = symbolic_suit_deals.moment(own, talon=own.pack.cards[:talon], trump=chosen or None)
        found = rights.exchangeable(asked_of(state, "talon", "trump"))
        return -1 if found is None else int(found)

    return ProofCase(
        name=f"talon {talon}",
        variables=(trump_suit(),),
        returns=("card",),
        lifted=card,
        assuming=lambda given: [given[0] >= 0, given[0] <= SUITS[-1]],
        claim=lambda given, found: found[0] == exchanged.of(talon, *given),
    )


# --- The theorem ---


def _kinds(game: SuitGame) -> dict[str, type[Action]]:
    """Return what can be done in a game beside playing cards, by what a witness shows."""
    rules = game.rules
    kinds: tuple[tuple[bool, str, type[Action]], ...] = (
        (rules.marriages != "none", "a marriage is shown", Meld),
        (rules.exchange != "none", "the turn-up is exchanged", Exchange),
        (rules.close != "never", "the talon is closed", Close),
        (rules.close == "either", "the winner of a trick draws, although he might close", Draw),
        (rules.claim == "called", "a player claims", Claim),
    )
    return {shows: kind for there, shows, kind in kinds if there}


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


_RIGHTS: Final = "aceten.engine.suits.rights"

_STEPS: Final = (
    Step(
        name="rightly",
        statement="marriages are shown, cards exchanged or drawn, the talon closed, bids and claims made exactly when the clauses say",
        clauses=(
            *("MELD-1", "MELD-4", "MELD-5", "MELD-6", "MELD-7", "EXCH-1", "EXCH-2", "EXCH-3", "EXCH-4", "EXCH-5"),
            *("CLOSE-1", "CLOSE-2", "CLOSE-4", "DRAW-1", "CLAIM-1", "BID-1"),
        ),
        function="aceten_spec.formulas.suits.suit_relation.SuitRelation.meld",
        domain=suit_branch_claims.SHAPES,
        cases=suit_branch_claims.rightly,
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
