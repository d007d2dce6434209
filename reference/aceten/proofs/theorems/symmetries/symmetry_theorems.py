"""The theorems about symmetries: what may be exchanged for what without any difference to play.

Each compares the branches of a deal with those of what comes of it by the exchange
(:mod:`aceten.proofs.theorems.symmetries.matching_symmetry`, :mod:`aceten.proofs.theorems.symmetries.suit_symmetry`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from aceten.engine.game import Game
from aceten.engine.matching.game import MatchingGame
from aceten.engine.matching.state import MatchingState
from aceten.engine.state import State
from aceten.engine.suits.state import SuitState
from aceten.proofs.claims.deal_pairs import further, turned
from aceten.proofs.statements.game_setting import Setting, is_matching
from aceten.proofs.statements.proof_report import Witness
from aceten.proofs.statements.propositions import Proposition, Step, matching_step, suit_step
from aceten.proofs.statements.witnesses import whole_deal
from aceten.proofs.theorems.play.branch_claims import SHAPES
from aceten.proofs.theorems.play.suit_steps import AUCTIONS
from aceten.proofs.theorems.play.suit_steps import SHAPES as SUIT_SHAPES
from aceten.proofs.theorems.symmetries import matching_symmetry, suit_symmetry
from aceten.proofs.theorems.symmetries.matching_symmetry import ALIKE, HELD
from aceten.proofs.theorems.symmetries.suit_symmetry import ALIKE as SUIT_ALIKE
from aceten.vocabulary.actions import Action, Claim, Meld, NameTrump, Play, Seat
from aceten_spec.cards import Card, Rank, Suit, card_of, rank_number, sort_cards

# --- The theorems -----------------------------------------------------------------------------------------------------

_SEED: Final = 7


def _other_suits(game: Game) -> dict[Card, Card]:
    """Return another card for each: hearts and spades exchanged, but for a lone card and its counterpart."""
    pair = {Suit.SPADES: Suit.HEARTS, Suit.HEARTS: Suit.SPADES}
    kept = {card for card in game.pack.cards if isinstance(game, MatchingGame) and card == game.lone_card}
    suits = {card: card.suit or Suit.CLUBS for card in game.pack.cards}
    moved = {card: card_of(card.rank, pair.get(suit, suit)) for card, suit in suits.items()}
    return {
        card: card if card in kept or other in kept or other not in game.pack.cards else other
        for card, other in moved.items()
    }


def _with_cards(state: State, cards: dict[Card, Card]) -> State:
    def pile(each: tuple[Card, ...]) -> tuple[Card, ...]:
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
        ranks = {rank_number(card): rank_number(other) for card, other in cards.items()}
        changed["leads"] = tuple([ranks[rank] for rank in state.leads])
    return msgspec.structs.replace(state, **changed)


def _steps(states: Sequence[State]) -> list[tuple[State, Action]]:
    """Return each state of a whole deal but the last, with what is done in it."""
    return [(state, action) for state, (_, action) in zip(states[:-1], states[-1].log, strict=True)]


def _cards_exchanged(setting: Setting, shows: str, cards: dict[Card, Card]) -> Witness:
    """Return a witness: a whole deal, which goes the same way with other cards."""
    ace = setting.game.pack.ranks[0]

    def exchanged(action: Action) -> Action:
        if isinstance(action, NameTrump):
            return NameTrump(cards[card_of(ace, action.suit)].suit or action.suit)
        return msgspec.structs.replace(action, card=cards[action.card]) if isinstance(action, Play | Meld) else action

    def seen(states: Sequence[State]) -> bool:
        there = _with_cards(states[0], cards)
        for state, action in _steps(states):
            if _with_cards(state, cards) != there:
                return False
            there = there.play(exchanged(action))
        return _with_cards(states[-1], cards) == there and there.turn is None

    return whole_deal(shows, setting.game, _SEED, seen, prefer=lambda _, action: not isinstance(action, Claim | Meld))


def _suits_exchanged(setting: Setting) -> Iterator[Witness]:
    yield _cards_exchanged(setting, "a whole deal, played again with spades for hearts", _other_suits(setting.game))


def _turned(setting: Setting) -> Iterator[Witness]:
    game = setting.game

    def seen(states: Sequence[State]) -> bool:
        there, last = turned(states[0], game.players), states[-1]
        for state, action in _steps(states):
            if state.turn is None or (there.turn, there.legal) != (game.after[state.turn], state.legal):
                return False
            there = there.play(action)
        return there.turn is None and (there.hands, there.points) == (further(last.hands), further(last.points))

    yield whole_deal("a whole deal, played again by everybody one seat further", game, _SEED, seen)


def _ranks_exchanged(setting: Setting) -> Iterator[Witness]:
    one, other = matching_symmetry.alike_ranks(setting.matching)[0][:2]
    pair = {one: Rank(other), other: Rank(one)}
    cards = {card: card_of(pair.get(card.rank, card.rank), card.suit) for card in setting.game.pack.cards}
    letters = [Rank(rank).letter for rank in (one, other)]
    yield _cards_exchanged(setting, f"a whole deal, played again with {letters[0]} for {letters[1]}", cards)


def _other_past(setting: Setting) -> Iterator[Witness]:
    def changed(state: State) -> State:
        captures = {name: further(getattr(state, name)) for name in ("taken", "points", "tricks")}
        return msgspec.structs.replace(state, dealer=Seat(0), **captures)

    def seen(states: Sequence[State]) -> bool:
        there = changed(states[0])
        for state, action in _steps(states):
            if there.key != state.key:
                return False
            there = there.play(action) if action in there.legal else changed(state.play(action))
        return states[-1].turn is None

    shows = "a whole deal, with the same keys when the sides have captured each other's cards"
    yield whole_deal(shows, setting.game, _SEED, seen)


def _has_alike_ranks(setting: Setting) -> bool:
    return is_matching(setting) and bool(matching_symmetry.alike_ranks(setting.matching))


_ENDS: Final = "all card points and tricks of {sides} sides, each side taking the last trick"
_CLOSED_TOO: Final = _ENDS + ", with a claim and without, the talon closed where it can be"
_HANDS: Final = "hands of 1 to {hand} cards"
_CARD: Final = "aceten_spec.formulas.matching.play_relation.PlayRelation.card"
_SUIT_ACTIONS: Final = (
    *("PLAY-2", "SUIT-1", "SUIT-2", "PLAY-7", "PLAY-8", "DRAW-1"),
    *("MELD-1", "EXCH-1", "CLOSE-1", "CLAIM-1", "BID-1"),
)
"""The clauses about what actions make of a deal with suit tricks."""

_SUIT_RESULTS: Final = ("SCORE-1", "SCORE-22", "SCORE-30", "SCORE-35", "SCORE-39")
"""Those about what such a deal comes to."""

_SUIT_CARD: Final = "aceten_spec.formulas.suits.suit_relation.SuitRelation.card"


def _names_of_ranks(setting: Setting) -> str:
    return ", ".join(
        [" ".join([Rank(rank).letter for rank in group]) for group in matching_symmetry.alike_ranks(setting.matching)]
    )


def _suits_statement(setting: Setting) -> str:
    if is_matching(setting):
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
        "With matching tricks two deals whose cards have the same ranks, and the lone card in the same places, are looked at side by"
        " side: of every action the same branch of the relation of play (T-STEP) holds for both, a refusal with the same code or"
        " one that leads to two such deals again. By induction play goes the same way, so that one card may stand for all of its"
        " rank. With suit tricks suits are exchanged in all "
        "cards, as trumps, and with what their marriages count, whatever that is: the same branch of every action holds, and leads "
        "to deals in which they are exchanged. The relation asks how many cards lie where only to see whose turn it is, whether a "
        "hand lacks cards or is empty, and how large the talon is; the hands here are small, but have each of these cases."
    ),
    steps=(
        matching_step(
            name="play",
            statement="deals that differ in suits only come to deals that differ in suits only, or to the same refusal",
            clauses=(
                *("CARDS-2", "PLAY-2", "PLAY-3", "PLAY-4", "PLAY-7", "MULTI-1", "MULTI-2", "LONE-1"),
                *("LONE-3", "LONE-4"),
            ),
            function=_CARD,
            domain=f"{_HANDS}; {ALIKE}",
            cases=matching_symmetry.suits_play,
        ),
        matching_step(
            name="plain",
            statement="one card stands for all of a rank, and has this rank; for the lone card stands none but itself",
            clauses=("CARDS-2", "LONE-1"),
            function="aceten.engine.matching.game.MatchingGame.canonical_card",
            domain="all whole numbers for cards",
            cases=matching_symmetry.canonical_cards,
        ),
        suit_step(
            name="suit_play",
            statement="when suits are exchanged, and what their marriages count, they are exchanged in what comes of a deal, and nothing"
            " else changes; the same is refused",
            clauses=(
                *("CARDS-6", "SUIT-1", "SUIT-3", "SUIT-4", "SUIT-5", "SUIT-6", "SUIT-7", "MELD-1", "MELD-2"),
                *("PLAY-7", "DRAW-1"),
                *("CLOSE-1", "CLAIM-1", "EXCH-1"),
            ),
            function=_SUIT_CARD,
            domain=f"an exchange of two suits and a turn of all four, which make up every permutation; hands of up to"
            f" {suit_symmetry.HELD} cards, talons for up to {suit_symmetry.ROUNDS} tricks; {SUIT_ALIKE}",
            bounded=True,
            cases=suit_symmetry.suits_play,
        ),
    ),
    witnesses=_suits_exchanged,
)
"""Suits make no difference, or may be exchanged."""

SEATS: Final = Proposition(
    id="T-SEATS",
    statement=lambda setting: (
        f"seats rotate: with all {setting.game.players} players one seat further every play goes the same way one seat further"
    ),
    argument=(
        "A deal and the same one seat further, with sides, captures and who leads, are looked at side by side. The same is legal, "
        "calls among it, and every action makes deals again of which one is the other one seat further; a deal comes to the "
        "same for the sides so exchanged. This holds of every branch of the relation of play (T-STEP). A shift "
        "by any number of seats is so many shifts by one; with two sides a shift by one exchanges them."
    ),
    steps=(
        matching_step(
            name="play",
            statement="what an action makes of a deal turns with the seats; so does what is refused, and who may call",
            clauses=(
                *("PLAYERS-2", "PLAY-2", "PLAY-3", "PLAY-4", "PLAY-7", "PLAY-8", "MULTI-1", "MULTI-2", "DRAW-1"),
                *("DRAW-2", "CALL-1"),
            ),
            function=_CARD,
            domain=f"every branch of every action; {SHAPES}",
            cases=matching_symmetry.seats_play,
        ),
        matching_step(
            name="result",
            statement="what a deal comes to turns with the seats",
            clauses=("SCORE-1", "SCORE-2", "SCORE-3", "SCORE-4"),
            function="aceten.engine.matching.settling.settle",
            domain="all card points and tricks of {sides} sides, no more points than the pack has; each side taking the last trick",
            cases=matching_symmetry.seats_result,
        ),
        suit_step(
            name="suit_play",
            statement="what an action makes of a deal turns with the seats; so does what is refused",
            clauses=("PLAYERS-2", *_SUIT_ACTIONS),
            function=_SUIT_CARD,
            domain=f"every branch of every action; {SUIT_SHAPES}; {AUCTIONS}",
            bounded=True,
            cases=suit_symmetry.seats_play,
        ),
        suit_step(
            name="suit_result",
            statement="what a deal comes to turns with the seats",
            clauses=_SUIT_RESULTS,
            function="aceten.engine.suits.settling.settle",
            domain=_CLOSED_TOO,
            cases=suit_symmetry.seats_result,
        ),
    ),
    witnesses=_turned,
)
"""Seats rotate."""

RANKS: Final = Proposition(
    id="T-RANKS",
    statement=lambda setting: (
        f"ranks may be exchanged with each other that no rule names and that count the same: {_names_of_ranks(setting)}"
    ),
    argument=(
        "Two ranks are exchanged in all cards and in the leads in a row. Of every action the same branch of the relation of play "
        "(T-STEP) holds for both deals, and leads to deals in which they are exchanged, whatever the suits are; what cards count is "
        "looked at on its own. By induction play goes the same way. Exchanges of two make up every permutation of a group. The relation "
        "asks how many cards lie where only to see whose turn it is, whether a round is complete, whether a hand is empty and how "
        "many cards are drawn; the hands here are small, but have each of these cases."
    ),
    steps=(
        Step(
            name="counts",
            statement="the ranks that may be exchanged count the same, and no rule names them",
            clauses=("CARDS-3", "PLAY-5"),
            function="aceten_spec.formulas.card_clauses.card_points",
            domain="all {ranks} ranks",
            cases=matching_symmetry.ranks_count,
        ),
        Step(
            name="play",
            statement="the two ranks are exchanged in what an action makes of a deal, and nothing else changes; the same is refused",
            clauses=(
                *("PLAY-2", "PLAY-3", "PLAY-4", "PLAY-5", "PLAY-6", "PLAY-7", "PLAY-11", "MULTI-1"),
                *("MULTI-2", "SCORE-11"),
            ),
            function=_CARD,
            domain=f"any two ranks that no rule names; hands of up to {HELD} cards; {ALIKE}",
            bounded=True,
            cases=matching_symmetry.ranks_play,
        ),
    ),
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
        "Two states with one key are looked at side by side: their captures, who plays alone and what else the key leaves out may be "
        "any. The same is legal, and every action brings both the same and leads to states with one key, by the "
        "relation of play (T-STEP), of whose deals the engine's keys tell just this. By induction all that is still to come is the "
        "same. Where captured card points are equal before (which the table of a search asks for), the trick on the table "
        "counts the same, as no card point is lost (T-POINTS). The result depends on nothing else than points, which sides took a trick, "
        "and the end. Within one deal the talon is known by its length, and who plays alone by the deal. With suit "
        "tricks the past is part of what a search remembers, but for how many tricks "
        "each side took."
    ),
    steps=(
        matching_step(
            name="key",
            statement="a key tells the hands, how many cards the talon has, who leads and who is winning, and what of the trick matters",
            clauses=("PLAY-2", "PLAY-4", "MULTI-1"),
            function="aceten.engine.matching.state.MatchingState.key",
            domain=f"whatever the hands are; {SHAPES}",
            cases=matching_symmetry.key_kept,
        ),
        matching_step(
            name="play",
            statement="from deals with one key the same is legal and brings the same, and leads to deals with one key",
            clauses=("PLAY-2", "PLAY-3", "PLAY-4", "PLAY-7", "MULTI-1", "MULTI-2"),
            function=_CARD,
            domain=f"any captures before, and any two tricks that count the same; {_HANDS}; {ALIKE}",
            cases=matching_symmetry.key_play,
        ),
        matching_step(
            name="result",
            statement="what a deal comes to depends on points and on which sides took tricks, not on how many",
            clauses=("SCORE-1", "SCORE-2", "SCORE-4"),
            function="aceten.engine.matching.settling.settle",
            domain=_ENDS,
            cases=matching_symmetry.key_result,
        ),
        suit_step(
            name="suit_key",
            statement="a key tells the cards in play, who leads and who acts, trumps, who has closed the talon, and bids; the past tells "
            "points, who took a trick, marriages and how the talon was closed",
            clauses=("PLAY-2", "PLAY-7", "CLOSE-1"),
            function="aceten.engine.suits.state.SuitState.key",
            domain=f"{SUIT_SHAPES}; {AUCTIONS}",
            bounded=True,
            cases=suit_symmetry.key_kept,
        ),
        suit_step(
            name="suit_play",
            statement="from deals with one key and one past the same is legal and brings the same, and leads to such deals",
            clauses=_SUIT_ACTIONS,
            function=_SUIT_CARD,
            domain=f"any captures before, any numbers of tricks, any cards that everybody knows; hands of 0 to {{hand}} cards, "
            f"open talons of every size, closed ones of one; {SUIT_ALIKE}; {AUCTIONS}",
            bounded=True,
            cases=suit_symmetry.key_play,
        ),
        suit_step(
            name="suit_result",
            statement="what a deal comes to depends on points, marriages and which sides took tricks, not on how many",
            clauses=_SUIT_RESULTS,
            function="aceten.engine.suits.settling.settle",
            domain=_CLOSED_TOO,
            cases=suit_symmetry.key_result,
        ),
    ),
    witnesses=_other_past,
)
"""The key of a state is enough."""

PROPOSITIONS: Final[tuple[Proposition, ...]] = (SUITS, SEATS, RANKS, KEY)
"""What is proved here."""
