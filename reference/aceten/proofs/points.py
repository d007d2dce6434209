"""The theorem that no card points are lost: when a deal is over, those of the whole pack are captured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from aceten.errors import UsageError
from aceten.matching.game import MatchingGame
from aceten.proofs import counting, moving
from aceten.proofs.obligations import Case, discharge
from aceten.proofs.report import Theorem, Verdict, overall
from aceten.proofs.setting import Setting, setting
from aceten.proofs.witness import replay
from aceten_spec.formulas import pack_points

if TYPE_CHECKING:
    from collections.abc import Container

    from aceten.game import Game
    from aceten.proofs.functions import Functions


class _Step(msgspec.Struct, frozen=True, kw_only=True):
    """An obligation before it is discharged."""

    name: str
    statement: str
    clauses: tuple[str, ...]
    """Without the rulebook's prefix."""
    function: str
    domain: str
    """With the names of :func:`_sizes` in braces."""
    cases: Callable[[Setting], Iterator[Case]]


_STEPS: Final = (
    _Step(
        name="add_card",
        statement="a card adds to card points what the clause says that it counts",
        clauses=("CARDS-3",),
        function="aceten.scoring.add_card",
        domain="all whole numbers of card points; all whole numbers for the rank, the {ranks} of the pack among them",
        cases=counting.add_card,
    ),
    _Step(
        name="count_cards",
        statement="cards count together what they count one by one",
        clauses=("CARDS-3", "SCORE-1"),
        function="aceten.scoring.count_cards",
        domain="every tuple of 0 to {pack} cards; all whole numbers for each rank",
        cases=counting.count_cards,
    ),
    _Step(
        name="pack",
        statement="the pack counts what the clauses say, and that is the total of the game",
        clauses=("CARDS-1", "CARDS-3"),
        function="aceten.scoring.count_cards",
        domain="the one pack",
        cases=counting.pack,
    ),
    _Step(
        name="deal",
        statement="a deal puts the whole pack in play, with nothing captured",
        clauses=("DEAL-3", "DEAL-4", "DEAL-5"),
        function="aceten.game.Game.deal",
        domain="every order of the {pack} cards, each of the {players} dealers",
        cases=moving.deal,
    ),
    _Step(
        name="play",
        statement="a card that is not in hand is refused; any other moves from there to the trick, and nothing else of card points"
        " moves",
        clauses=("PLAY-2", "PLAY-3", "MULTI-2", "MULTI-3"),
        function="aceten.matching.state.MatchingState.play",
        domain="hands of 1 to {hand} cards before the trick, tricks of every length, each leader, any seat winning; all whole"
        " numbers for the chosen card (of those that may continue the trick, where that is the choice) and for each card in hands"
        " and trick; any talon and card points, which are not looked at",
        cases=moving.play,
    ),
    _Step(
        name="stop",
        statement="to stop is accepted exactly after a round, and lets the trick be taken as it lies",
        clauses=("MULTI-5",),
        function="aceten.matching.state.MatchingState.play",
        domain="tricks of every length, each leader, any seat winning; any hands, talon and card points, which are not looked at",
        cases=moving.stop,
    ),
    _Step(
        name="call",
        statement="a call, where it is accepted, changes nothing",
        clauses=("CALL-3",),
        function="aceten.matching.state.MatchingState.play",
        domain="each call of each seat at the turn of each seat; any cards and card points, which are not looked at",
        cases=moving.call,
    ),
    _Step(
        name="credit",
        statement="the side that wins a trick gains all of it and the other nothing",
        clauses=("PLAY-7", "SCORE-1"),
        function="aceten.scoring.credit",
        domain="all whole numbers of card points, gained or had before; both sides",
        cases=counting.credit,
    ),
    _Step(
        name="cards_due",
        statement="each draws what he lacks, or an equal share, and the talon suffices for all of it",
        clauses=("DRAW-1", "DRAW-3", "DRAW-5"),
        function="aceten.drawing.cards_due",
        domain="all whole numbers from 0, of cards lacked and of cards in the talon; {players} players",
        cases=moving.cards_due,
    ),
    _Step(
        name="draw_turns",
        statement="as many cards are drawn from the top of the talon as are due to all, and each player draws what is due to him",
        clauses=("DRAW-1", "DRAW-2"),
        function="aceten.drawing.draw_turns",
        domain="1 to {hand} cards due to each, {players} players; each of the players",
        cases=moving.draw_turns,
    ),
    _Step(
        name="draw",
        statement="drawing moves cards from the talon to the hands, equally many to each",
        clauses=("DRAW-1", "DRAW-3", "DRAW-5"),
        function="aceten.drawing.draw",
        domain="hands of 0 to {hand} cards, talons of 0 to {talon} that {players} divides, each winner; all whole numbers for"
        " each card",
        cases=moving.draw,
    ),
    _Step(
        name="end_trick",
        statement="the winner's side captures the trick, everybody draws, and the deal is over exactly when nothing is in play",
        clauses=("PLAY-7", "PLAY-8", "DRAW-1", "DRAW-3", "DRAW-5"),
        function="aceten.matching.state.MatchingState._end_trick",
        domain="hands of 1 to {hand} cards before the trick, tricks of each number of rounds, talons of 0 to {talon} that"
        " {players} divides (none with smaller hands), each winner; all whole numbers for each card and for points captured"
        " before",
        cases=moving.end_trick,
    ),
    _Step(
        name="result",
        statement="the result states the card points that were captured, and those for the last trick with the side that took it",
        clauses=("SCORE-1", "SCORE-8"),
        function="aceten.matching.state.MatchingState.result",
        domain="all whole numbers of card points that are together those of the pack, all whole numbers of tricks; each winner of"
        " the last trick, each side or none that forfeits",
        cases=counting.result,
    ),
)

ID: Final = "T-POINTS"
"""The id of the theorem."""

OBLIGATIONS: Final = tuple(f"{ID}.{step.name}" for step in _STEPS)
"""The ids of its obligations, in order."""

_ARGUMENT: Final = (
    "By induction over the actions of a play. The sum is the card points captured by the sides and those of the cards in trick, hands"
    " and talon. A deal makes it the total of the pack (pack, deal). Every action leaves it as it was: a card that is played (play),"
    " a stop (stop), a call (call), and the end of the trick that may follow (end_trick, which counts by count_cards and add_card,"
    " credits by credit and draws by draw, cards_due and draw_turns). Each of these steps is proved for all sizes of hands, trick"
    " and talon that come about, and leads to such sizes again (deal, play, end_trick). A deal is over only when nothing is in play"
    " (end_trick); then all of the sum is captured, and the result says so (result)."
)

_TRUSTED: Final = (
    "z3, and Python's own operations on whole numbers and tuples",
    "lifting sees everything that a function does with a number, except for `is` and `type`; compared with plain calls on random numbers",
    "sorting a hand or a pile puts the same cards in another order (aceten_spec.cards.sort_cards)",
    "shuffling a pack, or accepting a deck, gives the cards of the pack in some order (aceten.shuffling, Game.deal)",
    "an action that is refused raises an error, so that no state comes of it (State._refuse)",
    "a card that may not continue a trick is refused when it is played to do so (MatchingState._play_card; not in the domain of play)",
    "the side that forfeits the deal by its last card is worked out without a change to the state (MatchingState._forfeit)",
    "the piles and tricks captured before do not decide where card points go (there are none in the proof of end_trick)",
    "the induction that joins the obligations, which is an argument in words",
)


def prove_points(game: Game, functions: Functions, only: Container[str] = OBLIGATIONS) -> Theorem:
    """Return the theorem, proved about these step functions as far as it can be.

    :param only: ids of the obligations to discharge; the theorem counts as proved only when they all are.
    :raises UsageError: for a game with rules that the theorem does not speak about.
    """
    covered = _check_covered(game)
    known = {clause.id for clause in game.rulebook.clauses}
    prefix = game.rulebook.prefix
    sizes = _sizes(game)
    made = setting(covered, functions)
    obligations = tuple(
        discharge(
            name=name,
            statement=step.statement,
            clauses=tuple(clause for clause in (f"{prefix}-{name}" for name in step.clauses) if clause in known),
            function=step.function,
            domain=step.domain.format_map(sizes),
            cases=step.cases(made),
        )
        for name, step in zip(OBLIGATIONS, _STEPS, strict=True)
        if name in only
    )
    witness = replay(made)
    verdicts: list[Verdict] = [obligation.verdict for obligation in obligations]
    if len(obligations) < len(_STEPS):
        verdicts.append("unknown")
    if not witness.holds:
        verdicts.append("refuted")
    return Theorem(
        id=ID,
        statement=f"every play of {game}, of any length, ends with {pack_points(covered.rules).at()} captured card points"
        + _and_last_trick(covered),
        clauses=tuple(dict.fromkeys(clause for obligation in obligations for clause in obligation.clauses)),
        argument=_ARGUMENT,
        obligations=obligations,
        witness=witness,
        trusted=_TRUSTED,
        verdict=overall(tuple(verdicts)),
    )


def _and_last_trick(game: MatchingGame) -> str:
    points = game.rules.last_trick_points
    return f" and a result of {pack_points(game.rules).at() + points} points" if points else ""


def _check_covered(game: Game) -> MatchingGame:
    """Return the game, and refuse one whose rules the obligations do not speak about."""
    if not isinstance(game, MatchingGame):
        message = f"{ID} is stated for games with matching tricks alone; {game} has suit tricks"
        raise UsageError(message)
    rules = game.rules
    plain = {
        "sides": "alternate",
        "leftover": "none",
        "flip": "off",
        "spice": "off",
        "wild_role": "any_rank",
        "wild_led": "any_wild",
        "lead_limit": 0,
        "four_resets": "off",
    }
    for name, value in plain.items():
        if getattr(rules, name) != value:
            message = (
                f"{ID} is not stated for games in which {name} is not {value}; in {game} it is {getattr(rules, name)}"
            )
            raise UsageError(message)
    return game


def _sizes(game: Game) -> dict[str, int]:
    pack, hand = len(game.pack.cards), game.rules.hand
    return {
        "ranks": len(game.pack.ranks),
        "pack": pack,
        "players": game.players,
        "hand": hand,
        "talon": pack - game.players * hand,
    }
