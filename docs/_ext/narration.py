"""The worked examples in words: what the engine did, move by move, as sentences for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from aceten import Call, Flip, Play, Side, Spice, Stop, load, start_match
from aceten_cli.words import counted, listed, meaning_of_result, party, winning_card
from aceten_cli.words import seat_name as player
from aceten_spec.names import card_name

if TYPE_CHECKING:
    from aceten import Card, Game, State
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
    """What the sides have after it."""


class MatchStory(NamedTuple):
    """The course of a match."""

    sides: tuple[str, ...]
    """The players of each side, such as ``A and C``."""
    deals: tuple[DealRow, ...]
    """Its deals."""
    ending: str
    """Who has won it, in a sentence."""


def side(game: Game, number: int) -> str:
    """Return the players of a side, such as ``A and C``."""
    return listed(player(seat) for seat in range(game.players) if game.sides[seat] == number)


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
    state, action = moment.before, moment.action
    match action:
        case Play():
            verb = "continues with" if state.choosing else "plays" if state.trick else "leads"
            return f"{_actor(state)} {verb} the {_name(state, action.card)}"
        case Flip():
            verb = "plays" if state.trick else "leads"
            return (
                f"{_actor(state)} turns up the top card of the talon and {verb} it, the {_name(state, state.talon[0])}"
            )
        case Spice():
            gives = "the card just drawn" if state.drawn is None else f"the {_name(state, state.drawn)}"
            return f"{_actor(state)} puts {gives} into the trick and takes back the {_name(state, winning_card(state))}"
        case Stop():
            return f"{_actor(state)} stops" if state.drawn is None else f"{_actor(state)} leaves the trick as it is"
        case Call():
            return f"{player(action.seat)} calls “{action.kind.replace('-', ' ')}”"
        case _:
            assert_never(action)


def _tried(moment: Moment) -> str:
    state, action = moment.before, moment.action
    match action:
        case Play():
            return f"{_actor(state)} tries to play the {_name(state, action.card)}"
        case Flip():
            return f"{_actor(state)} tries to turn up a card"
        case Spice():
            return f"{_actor(state)} tries to spice a trick"
        case Stop():
            return f"{_actor(state)} tries to stop"
        case Call():
            return f"{player(action.seat)} tries to call “{action.kind.replace('-', ' ')}”"
        case _:
            assert_never(action)


def _actor(state: State) -> str:
    return player(state.turn) if state.turn is not None else "Someone"


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
    if isinstance(moment.action, Call):
        return ""
    if after.drawn is not None:
        return f"{player(after.winning)} wins the trick, draws the {_name(after, after.drawn)}, and may spice or stop"
    if after.trick:
        choice = f"; {player(after.leader)} may continue or stop" if after.choosing else ""
        return f"{player(after.winning)} is winning{choice}"
    return _trick_taken(moment.before, after)


def _trick_taken(before: State, after: State) -> str:
    cards = sum(map(len, after.taken)) - sum(map(len, before.taken))
    points = sum(after.points) - sum(before.points)
    last = after.game.rules.last_trick_points if after.turn is None else 0
    bonus = f" and {last} for the last trick" if last else ""
    shown = f"; {player(after.lone)} plays alone" if after.lone is not None and before.lone is None else ""
    burned = "".join(
        f"; the score of {party(after.game, _seats(after.game, lost)).name} falls to 0"
        for lost in after.burned
        if lost not in before.burned
    )
    taken = f"{player(after.leader)} takes the trick: {cards} cards, {counted(points, 'card point')}{bonus}"
    return f"{taken}{shown}{burned}{_draws(before, after)}"


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
    return isinstance(after.log[len(before.log)][1], Play)


def _seats(game: Game, number: int) -> list[int]:
    return [seat for seat in range(game.players) if game.sides[seat] == number]


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
        dealer = player(match.dealer)
        resets = tuple(map(Side, course.resets[number])) if course.resets else ()
        match = match.add_game_points(game_points, resets)
        rows.append(DealRow(dealer, game_points, ", ".join(side(game, lost) for lost in resets), match.scores))
    sides = tuple(side(game, number) for number in range(game.side_count))
    won = "The match goes on."
    if match.winner is not None:
        won = f"{party(game, _seats(game, match.winner)).does('win')} the match."
    return MatchStory(sides, tuple(rows), won)
