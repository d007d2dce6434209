"""What is shown to a person at the table: what his seat may know, and what everybody saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from aceten import Call, Flip, Play, Spice, Stop
from aceten_cli.picture import cards_text
from aceten_cli.words import (
    card_words,
    choice_words,
    counted,
    meaning_of_result,
    party,
    seat_name,
    side_name,
    winning_card,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aceten import Action, Card, Game, Match, State, View
    from aceten_solver.sampling import Advice
    from aceten_spec.names import Language


def event_lines(before: State, after: State, language: Language) -> Iterator[str]:
    """Yield what everybody sees of an action: who did what, and who took the trick if that ended it."""
    game = before.game
    seat, action = after.log[-1]
    name = seat_name(seat)
    match action:
        case Play(card):
            again = ", another round" if before.choosing else ""
            yield f"{name}  {_card(game, card, language)}{again}"
        case Flip():
            yield f"{name}  {_card(game, before.talon[0], language)}, turned up from the talon"
        case Spice():
            drawn = "" if before.drawn is None else _card(game, before.drawn, language)
            yield f"{name}  spices: {drawn} takes the place of {winning_card(before)}"
        case Stop():
            yield f"{name}  leaves the trick as it is" if before.drawn is not None else f"{name}  stops"
        case Call(_, kind):
            yield f"{name}  calls “{kind}”"
    if after.drawn is not None:
        yield f"   {seat_name(after.winning)} wins the trick and draws"
    if before.trick and not after.trick:
        cards = sum(map(len, after.taken)) - sum(map(len, before.taken))
        points = sum(after.points) - sum(before.points)
        last = game.rules.last_trick_points if after.turn is None else 0
        bonus = f" and {last} for the last trick" if last else ""
        yield f"   {seat_name(after.leader)} takes {counted(cards, 'card')}, {counted(points, 'point')}{bonus}"
        yield ""


def _card(game: Game, card: Card, language: Language) -> str:
    return f"{card} {card_words(game, card, language)}"


def status(view: View) -> Text:
    """Return what a person wants to know when he is to act, on one line."""
    winning = f"; {seat_name(view.winning)} is winning" if view.trick else ""
    told = f"   [talon {view.talon_size}; {points_words(view.game, view.points)}{winning}] your hand: "
    text = Text(told) + cards_text(view.hand)
    if view.drawn is not None:
        won = view.trick[(view.winning - view.leader) % view.game.players]
        text += Text("; drawn: ") + cards_text((view.drawn,)) + Text("; the trick is won with ") + cards_text((won,))
    alone = _alone(view)
    return text + Text(f"; {alone}") if alone else text


def points_words(game: Game, points: tuple[int, ...]) -> str:
    """Return numbers by side, such as ``A+C 20, B+D 0``."""
    return ", ".join(f"{side_name(game, side)} {has}" for side, has in enumerate(points))


def _alone(view: View) -> str:
    """Return who plays alone, as far as the seat knows."""
    card = view.game.lone_card
    if card is None:
        return ""
    if view.lone == view.seat or card in view.hand:
        return "you play alone"
    lone: int | None = view.lone
    if card in view.trick:
        lone = (view.leader + view.trick.index(card)) % view.game.players
    return "" if lone is None else f"{seat_name(lone)} plays alone"


def table_lines(view: View) -> Iterator[Text]:
    """Yield the whole table as the seat sees it."""
    game = view.game
    yield Text(f"{game}; {seat_name(view.dealer)} dealt; {counted(view.talon_size, 'card')} in the talon")
    hands = [f"{seat_name(seat)} {size}" for seat, size in enumerate(view.hand_sizes)]
    yield Text(f"cards in hand: {', '.join(hands)}")
    for side, (points, pile) in enumerate(zip(view.points, view.taken, strict=True)):
        tricks = "" if view.tricks is None else f" in {counted(view.tricks[side], 'trick')}"
        yield Text(f"{side_name(game, side)} took {counted(points, 'point')}{tricks}: ") + cards_text(pile)
    yield from trick_lines(view)
    if view.leads:
        row = counted(len(view.leads), "lead")
        yield Text(f"{row} of the same rank in a row; {game.rules.lead_limit} at most")
    if view.partner_hand is not None:
        yield Text("your partner's hand: ") + cards_text(view.partner_hand)
    yield Text("your hand: ") + cards_text(view.hand)


def legal_lines(state: State, language: Language) -> Iterator[str]:
    """Yield what the seat to act may do, in notation and in words."""
    for action in state.legal:
        yield f"  {action!s:<5} {choice_words(state, action, language)}"


def advice_lines(advice: Advice, state: State, language: Language) -> Iterator[str]:
    """Yield what the machine would do, and what it rests on."""
    chosen = f"hint: the machine would play {_choice(state, advice.chosen, language)}"
    if advice.method == "forced":
        yield f"{chosen}; nothing else differs from it"
        return
    how = "solved with all cards known" if advice.method == "solved" else "played out mostly at random"
    yield f"{chosen}. It sees what you see; {counted(advice.samples, 'deal')} that fit, {how}, gave on average:"
    for prospect in advice.prospects:
        points = "" if prospect.points is None else f" {prospect.points:.1f} points"
        margin = "" if prospect.margin is None else f", game points {prospect.margin:+.2f}"
        yield f"  {prospect.action!s:<5}{points}{margin}" if prospect.samples else f"  {prospect.action!s:<5} not tried"


def _choice(state: State, action: Action, language: Language) -> str:
    words = choice_words(state, action, language)
    return f"{action} ({words})" if isinstance(action, Play) else words


def help_lines(game: Game) -> Iterator[str]:
    """Yield what can be typed."""
    rules = game.rules
    yield "At your turn, type a card as your hand shows it: 9d, Ah, Tc or 10c; or its name. The rank alone will do: 9, a."
    yield "When only one thing can be done, Enter does it."
    if rules.continuation != "never":
        yield "  stop          end the trick, where you may go on with another card"
    if rules.flip == "on":
        yield "  flip          turn up the top card of the talon and play it"
    if rules.spice == "on":
        yield "  spice, stop   put the card you drew into the trick for the one that won it, or leave it"
    if rules.calls and game.partner(0) is not None:
        yield f"  call CALL     at your partner's turn: {', '.join(rules.calls)}; the machine does as called, if it can"
        yield "  calls off     ask for no calls; calls on asks again"
    yield "  legal         what you may do now         hint       what the machine would do in your place"
    yield "  table         all that you can see        undo       take back your last action"
    yield "  save FILE     the record of this deal     quit       leave; Ctrl-D and Ctrl-C too"


def result_words(match: Match, state: State) -> str:
    """Return what the deal came to that has just ended."""
    if state.result is not None:
        return meaning_of_result(state)
    side = match.reached(state)
    seats = [seat for seat, own in enumerate(match.game.sides) if own == side]
    points = points_words(match.game, state.points)
    return f"{party(match.game, seats).does('come')} to {match.game.rules.target} with this trick. Points in this deal: {points}."


def trick_lines(view: View) -> Iterator[Text]:
    """Yield the trick on the table, or who is to lead to the next."""
    if view.trick:
        played = [
            Text(f"{seat_name((view.leader + place) % view.game.players)} ") + cards_text((card,))
            for place, card in enumerate(view.trick)
        ]
        yield Text("trick: ") + Text(", ").join(played) + Text(f"; {seat_name(view.winning)} is winning")
    elif view.turn is not None:
        yield Text(f"trick: none; {seat_name(view.turn)} is to lead")


def match_words(match: Match) -> str:
    """Return how a match stands, and who has won it."""
    game = match.game
    stands = f"Match: {points_words(game, match.scores)}"
    if match.winner is not None:
        seats = [seat for seat, side in enumerate(game.sides) if side == match.winner]
        return f"{stands}. {party(game, seats).does('win')} the match."
    return f"{stands}; {end_of_match(game)}."


def end_of_match(game: Game) -> str:
    """Return when a match is won."""
    rules = game.rules
    if rules.match_ends == "deals":
        return f"it has {counted(rules.deals, 'deal')}"
    at_once = ", at once when a trick brings them" if rules.finish == "immediate" else ""
    noun = "game point" if rules.score == "table" else "point"
    verb = "wins" if rules.target == 1 else "win"
    return f"{counted(rules.target, noun)} {verb} it{at_once}"
