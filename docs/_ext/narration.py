"""The worked examples in words: what the engine did, move by move, as sentences for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from suit_narration import does_in_suits, suit_words, tries_in_suits

from aceten import (
    Bid,
    Call,
    Claim,
    Close,
    Draw,
    Flip,
    MatchingState,
    Meld,
    Pass,
    Play,
    Side,
    Spice,
    Stop,
    SuitState,
    card,
    load,
    start_match,
)
from aceten.naming import counted, listed, side_words
from aceten.naming import seat_name as player
from aceten.seating import seats_of
from aceten_cli.results import meaning_of_result
from aceten_cli.words import party_of
from aceten_spec.names import card_name, suit_name

if TYPE_CHECKING:
    from aceten import Action, Card, Match, State
    from aceten.examples import Moment
    from aceten_spec.rulebook import MatchCourse, Rulebook


class Row(NamedTuple):
    """One action of an example."""

    notation: str
    """The action as a program writes it."""
    action: str
    """Who does what."""
    outcome: str
    """What it leads to; may be empty."""
    refused: bool
    """Whether the engine refused it."""


class DealRow(NamedTuple):
    """One deal of a match."""

    dealer: str
    """Who dealt."""
    game_points: tuple[int, ...]
    """What the sides scored in it."""
    resets: str
    """Whose score fell to 0; may be empty."""
    scores: tuple[int, ...]
    """What the sides have after it; the players, where partners change."""
    partners: str
    """Who plays with whom; empty where that never changes."""
    trump: str
    """The trump suit, where it bears on what the deal counts; else empty."""


class MatchStory(NamedTuple):
    """The course of a match."""

    sides: tuple[str, ...]
    """The players of each side, such as ``A and C``."""
    deals: tuple[DealRow, ...]
    """Its deals."""
    ending: str
    """Who has won it, in a sentence."""


def hands(state: State) -> list[tuple[str, str]]:
    """Return each player and his hand, from the first seat on."""
    return [
        (player(seat), ", ".join(_name(state, card) for card in hand) or "nothing")
        for seat, hand in enumerate(state.hands)
    ]


def tell(moment: Moment) -> Row:
    """Return an action and what it led to."""
    after = moment.after
    if after is None:
        return Row(str(moment.action), _tried(moment), _refusal(moment), refused=True)
    return Row(str(moment.action), _done(moment), _outcome(moment, after), refused=False)


def _done(moment: Moment) -> str:
    return f"{_who(moment)} {_does(moment.before, moment.action)}"


def _does(state: State, action: Action) -> str:
    """Return what a player does, as it stands after his name."""
    match action:
        case Play() | Flip() | Spice() | Stop() | Call():
            return _does_with_cards(state, action)
        case _:
            return does_in_suits(state, action)


def _does_with_cards(state: State, action: Play | Flip | Spice | Stop | Call) -> str:
    choosing = isinstance(state, MatchingState) and state.choosing
    drawn = state.drawn if isinstance(state, MatchingState) else None
    match action:
        case Play():
            verb = "continues with" if choosing else "plays" if state.trick else "leads"
            return f"{verb} the {_name(state, action.card)}"
        case Flip():
            verb = "plays" if state.trick else "leads"
            return f"turns up the top card of the talon and {verb} it, the {_name(state, state.talon[0])}"
        case Spice():
            gives = "the card just drawn" if drawn is None else f"the {_name(state, drawn)}"
            took = state.trick[(state.winning - state.leader) % state.game.players]
            return f"puts {gives} into the trick and takes back the {_name(state, took)}"
        case Stop():
            return "stops" if drawn is None else "leaves the trick as it is"
        case Call():
            return f"calls “{action.kind.replace('-', ' ')}”"


def _tried(moment: Moment) -> str:
    return f"{_who(moment)} tries to {_try(moment.before, moment.action)}"


def _try(state: State, action: Action) -> str:
    """Return what a player tries to do, in vain."""
    match action:
        case Play():
            return f"play the {_name(state, action.card)}"
        case Flip():
            return "turn up a card"
        case Spice():
            return "spice a trick"
        case Stop():
            return "stop"
        case Call():
            return f"call “{action.kind.replace('-', ' ')}”"
        case _:
            return tries_in_suits(state, action)


def _who(moment: Moment) -> str:
    """Return who acts."""
    action, turn = moment.action, moment.before.turn
    if isinstance(action, Call):
        return player(action.seat)
    return player(turn) if turn is not None else "Someone"


def _name(state: State, card: Card) -> str:
    return card_name(card, style=state.game.pack.style)


def _refusal(moment: Moment) -> str:
    state = moment.before
    if isinstance(moment.action, Call):
        instead = f"; {player(state.calls[0].seat)} may call now" if state.calls else ""
    else:
        instead = f"; allowed: {', '.join(map(str, state.legal))}" if state.legal else ""
    return f"Refused by {moment.clause}{instead}"


def _outcome(moment: Moment, after: State) -> str:
    if isinstance(after, SuitState):
        told = _outcome_in_suits(moment, after)
        return told[:1].upper() + told[1:]
    if isinstance(moment.action, Call) or not isinstance(after, MatchingState):
        return ""
    if after.drawn is not None:
        return f"{player(after.winning)} wins the trick, draws the {_name(after, after.drawn)}, and may spice or stop"
    if after.trick:
        choice = f"; {player(after.leader)} may continue or stop" if after.choosing else ""
        return f"{player(after.winning)} is winning{choice}"
    return _trick_taken(moment.before, after)


def _outcome_in_suits(moment: Moment, after: SuitState) -> str:
    before = moment.before
    match moment.action:
        case Play() | Meld():
            told = [f"{player(after.winning)} is winning" if after.trick else _trick_taken(before, after)]
            if isinstance(before, SuitState):
                told = [*_shown(before, after), *told]
            if after.claimant is not None:
                told = [*(told if _captured(after) > _captured(before) else told[:-1]), "the deal is over"]
            elif after.drawing:
                told.append(f"{player(after.leader)} may close the talon before anybody draws")
            elif after.asking:
                told.append(f"{player(after.leader)} may claim")
            return "; ".join(told)
        case Draw():
            return _draws(before, after).removeprefix("; ")
        case Close():
            return "nobody draws any more"
        case Claim():
            return "; ".join([*(_shown(before, after) if isinstance(before, SuitState) else []), "the deal is over"])
        case Bid() | Pass() if after.contract is not None and isinstance(before, SuitState) and before.bidding:
            return f"{player(after.contract[0])} has bid the most"
        case _:
            return ""


def _shown(before: SuitState, after: SuitState) -> list[str]:
    """Return what a marriage that was shown counts, and the trump suit if it changes it."""
    told = [
        f"it counts {more}" for has, more in zip(before.melds, _gained(before, after), strict=True) if more or has < 0
    ]
    if after.trump is not None and after.trump != before.trump:
        told.append(f"{suit_words(after, after.trump)} are trumps")
    return told


def _gained(before: SuitState, after: SuitState) -> list[int]:
    return [has - had for had, has in zip(before.melds, after.melds, strict=True)]


def _captured(state: State) -> int:
    return sum(map(len, state.taken))


def _trick_taken(before: State, after: State) -> str:
    cards = _captured(after) - _captured(before)
    points = sum(after.points) - sum(before.points)
    over = after.turn is None if isinstance(after, MatchingState) else not (any(after.hands) or after.talon)
    last = after.game.rules.last_trick_points if over else 0
    bonus = f" and {last} for the last trick" if last else ""
    taken = f"{player(after.leader)} takes the trick: {cards} cards, {counted(points, 'card point')}{bonus}"
    return f"{taken}{_told_of_seats(before, after)}{_draws(before, after)}"


def _told_of_seats(before: State, after: State) -> str:
    """Return who turns out to play alone, and whose score falls to 0."""
    if not isinstance(before, MatchingState) or not isinstance(after, MatchingState):
        return ""
    shown = f"; {player(after.lone)} plays alone" if after.lone is not None and before.lone is None else ""
    return shown + "".join(
        f"; the score of {party_of(after.game, lost).name} falls to 0"
        for lost in after.burned
        if lost not in before.burned
    )


def _draws(before: State, after: State) -> str:
    """Return who draws how many cards after a trick."""
    game, winner = after.game, after.leader
    # Whoever drew holds more than he did before the trick ended, when only the last to act had still to play.
    counts = [
        len(after.hands[seat]) - len(before.hands[seat]) + (seat == before.turn and _from_hand(before, after))
        for seat in range(game.players)
    ]
    drawing = [(winner + turn) % game.players for turn in range(game.players)]
    drawing = [seat for seat in drawing if counts[seat]]
    if not drawing:
        return ""
    each = counts[drawing[0]]
    if len(drawing) == game.players:
        return f"; each draws {counted(each, 'card')}, {player(winner)} first"
    verb = "draws" if len(drawing) == 1 else "draw"
    return f"; {listed(map(player, drawing))} {verb} {counted(each, 'card')}"


def _from_hand(before: State, after: State) -> bool:
    """Whether the action between the two states was a card from hand."""
    return isinstance(after.log[len(before.log)][1], Play | Meld)


def ending(state: State) -> str:
    """Return what a deal that is over came to, and the row of the scoring table by which it scores."""
    award = state.result.award if state.result is not None else None
    row = any(award == each.name for each in state.game.rules.scoring)
    return meaning_of_result(state) + (f" Row of the scoring table: {award}." if row else "")


def tell_match(rulebook: Rulebook, course: MatchCourse) -> MatchStory:
    """Return the deals of a match, and who has won it."""
    game = load(rulebook, players=course.players, **course.options)
    match = start_match(game, dealer=course.dealer, seed=course.seed)
    rows: list[DealRow] = []
    for number, game_points in enumerate(course.deals):
        dealer, partners = player(match.dealer), _partners(match)
        resets = tuple(map(Side, course.resets[number])) if course.resets else ()
        trump = card(f"A{course.trumps[number]}").suit if course.trumps else None
        last = number == len(course.deals) - 1
        claimed = Side(course.claimed) if course.claimed is not None and last else None
        match = match.add_game_points(game_points, resets, trump=trump, claimed=claimed)
        suit = "" if trump is None else suit_name(trump, style=game.pack.style)
        lost = ", ".join(side_words(game, each) for each in resets)
        rows.append(DealRow(dealer, game_points, lost, match.scores, partners, suit))
    sides = tuple(side_words(game, number) for number in range(game.side_count))
    if _by_player(match):
        sides = tuple(f"the seats of {each}" for each in sides)
    return MatchStory(sides, tuple(rows), _won(match, claimed=course.claimed is not None))


def _by_player(match: Match) -> bool:
    """Whether the score is kept by player, as partners change."""
    return len(match.scores) > match.game.side_count


def _partners(match: Match) -> str:
    """Return who plays with whom; nothing where that never changes."""
    if not _by_player(match):
        return ""
    game = match.game
    pairs = [[player(match.players[seat]) for seat in seats_of(game, (number,))] for number in range(game.side_count)]
    return ", ".join(map(listed, pairs))


def _won(match: Match, *, claimed: bool) -> str:
    """Return who has won a match, in a sentence."""
    if match.winner is None:
        return "Nobody wins the match." if match.over else "The match goes on."
    winner = player(match.winner)
    if _by_player(match):
        return f"{winner} wins the match."
    return f"{party_of(match.game, match.winner).does('win')} the match{' by the claim' if claimed else ''}."
