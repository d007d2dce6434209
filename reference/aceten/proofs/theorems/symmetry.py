"""The theorems about symmetries: what may be exchanged for what without any difference to play.

Each compares two runs of the engine (:mod:`aceten.proofs.theorems.twins`): of a state and of what comes of it by the exchange.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, cast

import msgspec

from aceten.actions import Claim, Meld, NameTrump, Play, Seat
from aceten.matching.game import MatchingGame
from aceten.matching.state import MatchingState
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.report import Witness
from aceten.proofs.setting import is_suits
from aceten.proofs.theorems import matching_symmetry, suit_symmetry
from aceten.proofs.theorems.suit_symmetry import further
from aceten.proofs.theorems.twins import (
    Cards,
    exchanged,
    made,
)
from aceten.proofs.witness import played, witness
from aceten.suits.state import SuitState
from aceten_spec.cards import Rank, card_of, rank_number, sort_cards, suit_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aceten.actions import Action
    from aceten.game import Game
    from aceten.proofs.setting import Setting
    from aceten.state import State
    from aceten_spec.cards import Card


# --- The theorems -----------------------------------------------------------------------------------------------------

_SEED: Final = 7


def _other_suits(game: Game) -> dict[Card, Card]:
    """Return another card for each: hearts and spades exchanged, but for a lone card and its counterpart."""
    pair = {2: 3, 3: 2}
    kept = {card for card in game.pack.cards if isinstance(game, MatchingGame) and card == game.lone_card}
    moved = {card: made(rank_number(card), pair.get(suit_number(card), suit_number(card))) for card in game.pack.cards}
    return {
        card: card if card in kept or other in kept or other not in game.pack.cards else other
        for card, other in moved.items()
    }


def _exchanged_play(
    moved: Callable[[State], State],
    action: Callable[[Action], Action],
    states: Sequence[State],
    actions: Sequence[Action],
) -> bool:
    """Whether the exchanged play of exchanged states is what the engine makes of it."""
    there = moved(states[0])
    for state, done in zip(states, [*actions, None], strict=True):
        if moved(state) != there:
            return False
        there = there if done is None else there.play(action(done))
    return states[-1].turn is None


def _with_cards(state: State, cards: dict[Card, Card]) -> State:
    def pile(each: Cards) -> Cards:
        return tuple([cards[card] for card in each])

    changed: dict[str, object] = {
        "hands": tuple([sort_cards(pile(hand)) for hand in state.hands]),
        "talon": pile(state.talon),
        "trick": pile(state.trick),
        "taken": tuple([sort_cards(pile(each)) for each in state.taken]),
    }
    if isinstance(state, SuitState):
        changed["shown"] = tuple([sort_cards(pile(hand)) for hand in state.shown])
        changed["trump"] = None if state.trump is None else cards[card_of(state.game.pack.ranks[0], state.trump)].suit
    elif isinstance(state, MatchingState):
        changed["drawn"] = None if state.drawn is None else cards[state.drawn]
        changed["leads"] = tuple([rank_number(cards[_of_rank(cards, rank)]) for rank in state.leads])
    return msgspec.structs.replace(state, **changed)


def _of_rank(cards: dict[Card, Card], rank: int) -> Card:
    return next(card for card in cards if rank_number(card) == rank)


_Again: TypeAlias = "Callable[[Sequence[State], Sequence[Action]], bool]"
"""Whether something is seen in the states and actions of a deal, when it is played again in another way."""


def _deal(
    setting: Setting, shows: str, seen: _Again, *, prefer: Callable[[State, Action], bool] | None = None
) -> Witness:
    """Return a witness: a whole deal, and what is seen when it is played again in another way."""
    game = setting.game
    try:
        actions = played(game, _SEED, prefer=prefer)
    except Exception as error:  # noqa: BLE001 - an engine that fails in any way is no witness
        problem = f"{type(error).__name__}: {error}"
        return Witness(shows=shows, position=str(game.deal(seed=_SEED)), actions=(), holds=False, problem=problem)
    return witness(shows, game.deal(seed=_SEED), actions, lambda states: seen(states, actions))


def _cards_exchanged(setting: Setting, shows: str, cards: dict[Card, Card]) -> Witness:
    """Return a witness: a whole deal, which goes the same way with other cards."""
    ace = setting.game.pack.ranks[0]

    def action(done: Action) -> Action:
        if isinstance(done, NameTrump):
            return NameTrump(cards[card_of(ace, done.suit)].suit or done.suit)
        return msgspec.structs.replace(done, card=cards[done.card]) if isinstance(done, Play) else done

    def seen(states: Sequence[State], actions: Sequence[Action]) -> bool:
        return _exchanged_play(lambda state: _with_cards(state, cards), action, states, actions)

    return _deal(setting, shows, seen, prefer=_neither_claims_nor_melds)


def _neither_claims_nor_melds(_: State, action: Action) -> bool:
    return not isinstance(action, Claim | Meld)


def _suits_exchanged(setting: Setting) -> Iterator[Witness]:
    yield _cards_exchanged(setting, "a whole deal, played again with spades for hearts", _other_suits(setting.game))


def _turned(setting: Setting) -> Iterator[Witness]:
    def seen(states: Sequence[State], actions: Sequence[Action]) -> bool:
        return _exchanged_play(_one_seat_further, lambda action: action, states, actions)

    yield _deal(setting, "a whole deal, played again by everybody one seat further", seen)


def _one_seat_further(state: State) -> State:
    if isinstance(state, SuitState):
        return suit_symmetry.rotated_suits(state)
    return matching_symmetry.rotated(cast("MatchingState", state))


def _ranks_exchanged(setting: Setting) -> Iterator[Witness]:
    one, other = matching_symmetry.alike_ranks(setting.matching)[0][:2]
    cards = {
        card: made(exchanged(rank_number(card), one, other), suit_number(card)) for card in setting.game.pack.cards
    }
    letters = [Rank(rank).letter for rank in (one, other)]
    yield _cards_exchanged(setting, f"a whole deal, played again with {letters[0]} for {letters[1]}", cards)


def _other_past(setting: Setting) -> Iterator[Witness]:
    def changed(state: State) -> State:
        captures = {name: further(getattr(state, name)) for name in ("taken", "points", "tricks")}
        return msgspec.structs.replace(state, dealer=Seat(0), **captures)

    def seen(states: Sequence[State], actions: Sequence[Action]) -> bool:
        there = changed(states[0])
        for state, action in zip(states[:-1], actions, strict=True):
            if there.key != state.key:
                return False
            there = there.play(action) if action in there.legal else changed(state.play(action))
        return states[-1].turn is None

    yield _deal(setting, "a whole deal, with the same keys when the sides have captured each other's cards", seen)


def _has_marriages(setting: Setting) -> bool:
    return is_suits(setting) and setting.suits.rules.marriages != "none"


def _has_alike_ranks(setting: Setting) -> bool:
    return matching_symmetry.is_matching(setting) and bool(matching_symmetry.alike_ranks(setting.matching))


_TRICKS: Final = "hands of two cards, tricks of up to two rounds, with a talon and without, every place in the trick"
_SMALL: Final = f"all ranks and suits; {_TRICKS}"
_SUIT_TABLES: Final = (
    "all cards and every trump suit; hands of two cards, a talon of none, few or more, every place in the trick"
)
_ACTIONS: Final = "; cards, closing, drawing, and claims without a marriage"
_ENDS: Final = "all card points and tricks of {sides} sides, each side taking the last trick"
_TRUSTED: Final = (
    "sort_cards puts the same cards in another order (T-CARDS)",
    "count_cards counts each card by its rank (T-POINTS)",
)
_SIZES: Final = (
    " The engine asks how many cards lie where only to see whose turn it is, whether a round is complete, whether a hand is empty and how"
    " many cards are drawn; the hands that are followed are small, but have each of these cases."
)


def _names_of_ranks(setting: Setting) -> str:
    return ", ".join(
        [" ".join([Rank(rank).letter for rank in group]) for group in matching_symmetry.alike_ranks(setting.matching)]
    )


def _suits_statement(setting: Setting) -> str:
    if matching_symmetry.is_matching(setting):
        lone = setting.matching.lone_card
        return "suits make no difference" + (f", but for {lone}" if lone is not None else "")
    rules = setting.suits.rules
    if rules.marriages == "suit" and len(set(rules.marriage_points)) == len(rules.marriage_points):
        return "suits may be exchanged with each other, trumps with them, but marriages keep the points of their suit"
    return "suits may be exchanged with each other, trumps with them"


SUITS: Final = Proposition(
    id="T-SUITS",
    statement=_suits_statement,
    argument=(
        "With matching tricks two states whose cards have the same ranks, and the lone card in the same places, are run side by"
        " side with any suits: the same is legal, and every action makes states again that differ in suits only. By induction "
        "play goes the same way, so that one card may stand for all of its rank. With suit tricks two suits are exchanged in "
        "all cards and as trumps: every action makes states in which they are exchanged; exchanges of two make up every "
        "permutation." + _SIZES
    ),
    steps=(
        Step(
            name="legal",
            statement="the same ranks may be played, and the same else may be done, whatever the suits are",
            clauses=("CARDS-2", "PLAY-2", "PLAY-3", "MULTI-2", "LONE-1", "LONE-3"),
            function="aceten.matching.state.MatchingState.legal",
            domain=_SMALL,
            bounded=True,
            cases=matching_symmetry.suits_legal,
            applies=matching_symmetry.is_matching,
        ),
        Step(
            name="play",
            statement="states that differ in suits only come to states that differ in suits only",
            clauses=("CARDS-2", "PLAY-4", "PLAY-7", "MULTI-1", "LONE-3", "LONE-4"),
            function="aceten.matching.play.put",
            domain=_SMALL,
            bounded=True,
            cases=matching_symmetry.suits_play,
            applies=matching_symmetry.is_matching,
        ),
        Step(
            name="plain",
            statement="one card stands for all of a rank, and has this rank; for the lone card stands none but itself",
            clauses=("CARDS-2", "LONE-1"),
            function="aceten.matching.facts.MatchingFacts.plain_card",
            domain="all ranks and suits",
            cases=matching_symmetry.plain_cards,
            applies=matching_symmetry.is_matching,
        ),
        Step(
            name="beats",
            statement="the same card takes a trick when two suits are exchanged",
            clauses=("SUIT-1", "CARDS-6"),
            function="aceten.suits.steps.beats",
            domain="all whole numbers for suits and strengths",
            cases=suit_symmetry.suits_beats,
            applies=is_suits,
        ),
        Step(
            name="pays",
            statement="the same cards may be played to a lead when two suits are exchanged, and others are refused for the same reason",
            clauses=("SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7"),
            function="aceten.suits.steps.owed",
            domain="all whole numbers for suits and strengths; hands of two cards",
            bounded=True,
            cases=suit_symmetry.suits_pays,
            applies=is_suits,
        ),
        Step(
            name="marriages",
            statement="a marriage counts the same when two suits are exchanged whose marriages count the same",
            clauses=("MELD-2",),
            function="aceten.suits.rights.marriage_points",
            domain="all suits, and all trump suits; no marriage shown before",
            cases=suit_symmetry.suits_marriages,
            applies=_has_marriages,
        ),
        Step(
            name="cards",
            statement="when two suits are exchanged, they are exchanged in what an action makes of a position, and nothing else changes",
            clauses=("SUIT-1", "PLAY-7", "DRAW-1", "CLOSE-1"),
            function="aceten.suits.state.SuitState._play_card",
            domain=_SUIT_TABLES + _ACTIONS,
            bounded=True,
            cases=suit_symmetry.suits_cards,
            applies=is_suits,
        ),
    ),
    trusted=_TRUSTED,
    witnesses=_suits_exchanged,
)
"""Suits make no difference, or may be exchanged."""

SEATS: Final = Proposition(
    id="T-SEATS",
    statement=lambda setting: (
        f"seats rotate: with all {setting.game.players} players one seat further every play goes the same way one seat further"
    ),
    argument=(
        "A state and the same one seat further, with sides, captures, dealer and log, are run side by side, whoever leads. The "
        "same is legal, and every action makes states again of which one is the other one seat further; a deal comes to the "
        "same for the sides so exchanged. A shift by any number of seats is so many shifts by one; with two sides a shift by "
        "one exchanges them." + _SIZES
    ),
    steps=(
        Step(
            name="legal",
            statement="the same is legal wherever one sits, and the same calls turn with the seats",
            clauses=("PLAYERS-2", "PLAY-2", "PLAY-3", "MULTI-2", "CALL-1"),
            function="aceten.matching.state.MatchingState.legal",
            domain=_SMALL + ", any of the {players} seats leading",
            bounded=True,
            cases=matching_symmetry.seats_legal,
            applies=matching_symmetry.is_matching,
        ),
        Step(
            name="play",
            statement="what an action makes of a position turns with the seats",
            clauses=("PLAYERS-2", "PLAY-4", "PLAY-7", "PLAY-8", "MULTI-1", "DRAW-1", "DRAW-2"),
            function="aceten.matching.state.MatchingState.play",
            domain=_SMALL + ", any of the {players} seats leading, any captures before",
            bounded=True,
            cases=matching_symmetry.seats_play,
            applies=matching_symmetry.is_matching,
        ),
        Step(
            name="result",
            statement="what a deal comes to turns with the seats",
            clauses=("SCORE-1", "SCORE-2", "SCORE-3", "SCORE-4"),
            function="aceten.matching.settling.settle",
            domain=_ENDS,
            cases=matching_symmetry.seats_result,
            applies=matching_symmetry.is_matching,
        ),
        Step(
            name="suit_legal",
            statement="the same is legal wherever one sits",
            clauses=("PLAYERS-2", "PLAY-2", "SUIT-2", "MELD-1", "EXCH-1", "CLOSE-1", "CLAIM-1"),
            function="aceten.suits.state.SuitState.legal",
            domain=_SUIT_TABLES + ", any of the {players} seats leading; before a trick, and to a lead",
            bounded=True,
            cases=suit_symmetry.seats_legal,
            applies=is_suits,
        ),
        Step(
            name="suit_play",
            statement="what an action makes of a position turns with the seats",
            clauses=("PLAYERS-2", "SUIT-1", "PLAY-7", "PLAY-8", "DRAW-1", "CLOSE-1"),
            function="aceten.suits.state.SuitState._play_card",
            domain=_SUIT_TABLES + _ACTIONS + ", any of the {players} seats leading, any captures before",
            bounded=True,
            cases=suit_symmetry.seats_cards,
            applies=is_suits,
        ),
        Step(
            name="suit_result",
            statement="what a deal comes to turns with the seats",
            clauses=("SCORE-1", "SCORE-22", "SCORE-30", "SCORE-35", "SCORE-39"),
            function="aceten.suits.settling.settle",
            domain=_ENDS + ", with a claim and without, the talon closed where it can be",
            cases=suit_symmetry.seats_result,
            applies=is_suits,
        ),
    ),
    trusted=_TRUSTED,
    witnesses=_turned,
)
"""Seats rotate."""

RANKS: Final = Proposition(
    id="T-RANKS",
    statement=lambda setting: (
        f"ranks may be exchanged with each other that no rule names and that count the same: {_names_of_ranks(setting)}"
    ),
    argument=(
        "Two ranks are exchanged in all cards that are in play and in the leads in a row. Whether a card matches, what it "
        "counts, what is legal and what an action makes of the position are the same with these ranks exchanged; by induction "
        "play goes the same way. Exchanges of two make up every permutation of a group." + _SIZES
    ),
    steps=(
        Step(
            name="matches",
            statement="a card matches when it does with the two ranks exchanged",
            clauses=("PLAY-4", "PLAY-5", "PLAY-6"),
            function="aceten.matching.steps.matches",
            domain="all whole numbers for ranks, the two that are exchanged not among those that a rule names",
            cases=matching_symmetry.ranks_matches,
        ),
        Step(
            name="counts",
            statement="a card counts the same with the two ranks exchanged",
            clauses=("CARDS-3",),
            function="aceten.scoring.add_card",
            domain="all whole numbers for ranks, the two that are exchanged counting the same",
            cases=matching_symmetry.ranks_count,
        ),
        Step(
            name="legal",
            statement="the two ranks are exchanged among the legal actions",
            clauses=("PLAY-2", "PLAY-3", "PLAY-11", "MULTI-2"),
            function="aceten.matching.state.MatchingState.legal",
            domain=_SMALL,
            bounded=True,
            cases=matching_symmetry.ranks_legal,
        ),
        Step(
            name="play",
            statement="the two ranks are exchanged in what an action makes of a position, and nothing else changes",
            clauses=("PLAY-4", "PLAY-7", "MULTI-1", "SCORE-11"),
            function="aceten.matching.play.put",
            domain=_SMALL,
            bounded=True,
            cases=matching_symmetry.ranks_play,
        ),
    ),
    trusted=_TRUSTED,
    applies=_has_alike_ranks,
    witnesses=_ranks_exchanged,
)
"""Ranks that do the same may be exchanged."""

KEY: Final = Proposition(
    id="T-KEY",
    statement=lambda _: (
        "positions with one key, and one past where it matters, have the same future: a search may remember them as one"
    ),
    argument=(
        "Two states with one key are run side by side: their captures, the dealer and what else the key leaves out may be any. "
        "The same is legal, and every action brings both the same and leads to states with one key, up to suits (T-SUITS). By "
        "induction all that is still to come is the same. Where captured card points are equal before (which the table of a "
        "search asks for), the trick on the table counts the same, as no card point is lost (T-POINTS). The result depends on "
        "nothing else than points, which sides took a trick, and the end. Within one deal the talon is known by its length, and"
        " who plays alone by the deal. With suit tricks the past is part of what a search remembers, but for how many tricks "
        "each side took." + _SIZES
    ),
    steps=(
        Step(
            name="play",
            statement="from states with one key the same is legal and brings the same, and leads to states with one key",
            clauses=("PLAY-2", "PLAY-3", "PLAY-4", "PLAY-7", "MULTI-1", "MULTI-2"),
            function="aceten.matching.state.MatchingState.key",
            domain=_SMALL + ", any captures before, and any two tricks",
            bounded=True,
            cases=matching_symmetry.key_play,
            applies=matching_symmetry.is_matching,
        ),
        Step(
            name="result",
            statement="what a deal comes to depends on points and on which sides took tricks, not on how many",
            clauses=("SCORE-1", "SCORE-2", "SCORE-4"),
            function="aceten.matching.settling.settle",
            domain=_ENDS,
            cases=matching_symmetry.key_result,
            applies=matching_symmetry.is_matching,
        ),
        Step(
            name="suit_legal",
            statement="from states with one key and one past the same is legal",
            clauses=("PLAY-2", "SUIT-2", "MELD-1", "EXCH-1", "CLOSE-1", "CLAIM-1"),
            function="aceten.suits.state.SuitState.legal",
            domain=_SUIT_TABLES,
            bounded=True,
            cases=suit_symmetry.key_legal,
            applies=is_suits,
        ),
        Step(
            name="suit_play",
            statement="an action leads from states with one key and one past to states with one key and one past",
            clauses=("SUIT-1", "PLAY-7", "PLAY-8", "DRAW-1", "CLOSE-1"),
            function="aceten.suits.state.SuitState.key",
            domain=_SUIT_TABLES + _ACTIONS,
            bounded=True,
            cases=suit_symmetry.key_cards,
            applies=is_suits,
        ),
        Step(
            name="suit_result",
            statement="what a deal comes to depends on points, marriages and which sides took tricks, not on how many",
            clauses=("SCORE-1", "SCORE-22", "SCORE-30", "SCORE-35", "SCORE-39"),
            function="aceten.suits.settling.settle",
            domain=_ENDS + ", with a claim and without, the talon closed where it can be",
            cases=suit_symmetry.key_result,
            applies=is_suits,
        ),
    ),
    trusted=_TRUSTED,
    witnesses=_other_past,
)
"""The key of a state is enough."""

PROPOSITIONS: Final[tuple[Proposition, ...]] = (SUITS, SEATS, RANKS, KEY)
"""What is proved here."""
