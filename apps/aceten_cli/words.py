"""Saying in words what happens at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from aceten import Action, Call, Flip, Play, Spice, State, Stop
from aceten.scoring import DRAW, POINTS, SHARED, SWEEP
from aceten_spec.names import Language, card_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from aceten import Card, Game, Side
    from aceten_solver import Value

SEATS: Final = "ABCDEFGH"
"""What players are called: A is seat 0."""


def seat_name(seat: int) -> str:
    """Return what a player is called."""
    return SEATS[seat]


def seats_name(seats: Iterable[int]) -> str:
    """Return what players who gather together are called in a table, such as ``A+C``."""
    return "+".join(map(seat_name, seats))


def side_name(game: Game, side: int) -> str:
    """Return what a side is called in a table: its players, such as ``A+C``."""
    return seats_name(_seats_of(game, (side,)))


class Party(msgspec.Struct, frozen=True):
    """One or more players who win or lose together, as sentences speak of them."""

    name: str
    """``A``; ``A's side`` of those who gather their cards together; ``A and C`` of others."""
    plural: bool
    """Whether a verb after the name is in the plural."""

    def does(self, verb: str) -> str:
        """Return the beginning of a sentence about them, such as ``A's side takes``."""
        return f"{self.name} {verb}" if self.plural else f"{self.name} {verb}s"


def party(game: Game, seats: Sequence[int]) -> Party:
    """Return how sentences speak of these players."""
    if len(seats) == 1:
        return Party(seat_name(seats[0]), plural=False)
    if len({game.sides[seat] for seat in seats}) == 1:
        return Party(f"{seat_name(seats[0])}'s side", plural=False)
    return Party(listed(map(seat_name, seats)), plural=True)


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def counted(number: int, noun: str) -> str:
    """Return a number of things, such as ``1 card`` or ``4 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# --- Actions ------------------------------------------------------------------------------------------------------------


def choice_words(state: State, action: Action, language: Language) -> str:
    """Return an action as something to choose: ``ten of hearts``, ``turn up the top card``, ``stop``."""
    match action:
        case Play(card):
            return card_words(state.game, card, language)
        case Flip():
            return "turn up the top card"
        case Spice():
            return f"spice ({_exchange(state, language)})"
        case Stop():
            return "leave the trick as it is" if state.drawn is not None else "stop"
        case Call(_, kind):
            return f"call “{kind}”"


def action_in_line(state: State, action: Action, language: Language) -> str:
    """Return an action as lines of play tell it after the player's name: ``ten``, ``turns up ten``, ``stops``."""
    match action:
        case Play(card):
            return _in_line(state.game, card, language)
        case Flip():
            return f"turns up {_in_line(state.game, state.talon[0], language)}"
        case Spice():
            return f"spices ({_exchange(state, language)})"
        case Stop():
            return "does not spice" if state.drawn is not None else "stops"
        case Call(_, kind):
            return f"calls “{kind}”"


def card_words(game: Game, card: Card, language: Language) -> str:
    """Return what a card is called in the pack of the game."""
    return card_name(card, style=game.pack.style, language=language)


def winning_card(state: State) -> Card:
    """Return the card with which a trick of one round is being won."""
    return state.trick[(state.winning - state.leader) % state.game.players]


def _in_line(game: Game, card: Card, language: Language) -> str:
    """Return a card in a line of play: one that has a suit in its notation, as words would be too long."""
    return str(card) if card.suit is not None else card_words(game, card, language)


def _exchange(state: State, language: Language) -> str:
    if state.drawn is None:
        return ""
    return f"{_in_line(state.game, state.drawn, language)} for {_in_line(state.game, winning_card(state), language)}"


# --- Lines of play ------------------------------------------------------------------------------------------------------


class TrickStory(msgspec.Struct, frozen=True):
    """A trick, or what is left of it to play, in words."""

    moves: str
    """Who did what, in order."""
    outcome: str
    """Who took it, and what it brought; empty when it is not over."""


def tricks_of(start: State, actions: Iterable[Action], language: Language) -> tuple[TrickStory, ...]:
    """Return the tricks that a line of play makes."""
    stories: list[TrickStory] = []
    moves: list[str] = []
    state = start
    for action in actions:
        after = state.play(action)
        moves.append(f"{seat_name(after.log[-1][0])} {action_in_line(state, action, language)}")
        if state.trick and not after.trick:
            stories.append(TrickStory(", ".join(moves), _taken(state, after)))
            moves = []
        state = after
    if moves:
        stories.append(TrickStory(", ".join(moves), ""))
    return tuple(stories)


def _taken(before: State, after: State) -> str:
    """Return who took a trick, and what it brought him."""
    cards = sum(map(len, after.taken)) - sum(map(len, before.taken))
    points = sum(after.points) - sum(before.points)
    last = after.game.rules.last_trick_points if after.turn is None else 0
    bonus = f" and {last} for the last trick" if last else ""
    return f"{seat_name(after.leader)} takes {cards} cards, {points} points{bonus}"


# --- What a deal comes to -----------------------------------------------------------------------------------------------


class _Account(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal came to, or comes to with perfect play, by those who win or lose in it."""

    parties: tuple[tuple[int, ...], ...]
    """The seats of each."""
    points: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    """Who of the parties wins, by number; ``None`` when not known."""
    game_points: tuple[int, ...] | None
    last_trick: int | None
    """Who of them took the last trick."""
    award: str | None


def meaning_of_value(state: State, value: Value, sides: Sequence[Sequence[int]]) -> str:
    """Return what a value means, in a sentence or two.

    :param sides: the seats of the two sides that the value is about (:attr:`aceten_solver.Solution.sides`).
    """
    winners = None if value.winner is None else () if value.winner == "nobody" else (value.winner,)
    account = _Account(
        parties=tuple(map(tuple, sides)),
        points=value.points,
        winners=winners,
        game_points=value.game_points,
        last_trick=value.last_trick,
        award=value.award,
    )
    return " ".join(_sentences(state, account))


def meaning_of_result(state: State) -> str:
    """Return what a deal that is over came to, in a few sentences; nothing when it goes on."""
    result = state.result
    if result is None:
        return ""
    game = state.game
    sentences: list[str] = []
    if state.lone is not None:
        sentences.append(f"{seat_name(state.lone)} plays alone.")
    sentences += _sentences(
        state,
        _Account(
            parties=tuple(_seats_of(game, (side,)) for side in range(game.side_count)),
            points=result.points,
            winners=result.winners,
            game_points=result.game_points,
            last_trick=result.last_trick,
            award=result.award,
        ),
    )
    if result.resets:
        sentences.append(resets_words(game, result.resets))
    return " ".join(sentences)


def resets_words(game: Game, sides: Sequence[Side]) -> str:
    """Return that the scores of these sides fall to 0, in a sentence; nothing where there are none."""
    if not sides:
        return ""
    names = listed(party(game, _seats_of(game, (side,))).name for side in sides)
    scores, fall = ("score", "falls") if len(sides) == 1 else ("scores", "fall")
    return f"The {scores} of {names} in the match {fall} to 0."


def _sentences(state: State, account: _Account) -> list[str]:
    sentences: list[str] = []
    if account.points is not None:
        sentences.append(_points(state, account, account.points))
    if state.game.rules.score == "points" and (account.points is not None or account.game_points is not None):
        sentences.append(_score(state, account))
    else:
        sentences += _winners(state, account)
    return [sentence for sentence in sentences if sentence]


def _points(state: State, account: _Account, points: tuple[int, ...]) -> str:
    """Return who takes how many points."""
    game = state.game
    last = game.rules.last_trick_points
    whole = f"the {game.total + last} points"  # more than the sum where cards stay in the talon
    if not state.points_known:
        whole = f"the {sum(points)} points in this position"
    parts: list[str] = []
    for number, (seats, has) in enumerate(zip(account.parties, points, strict=True)):
        who = party(game, seats)
        said = f"{who.name} {has}" if number else f"{who.does('take')} {has} of {whole}"
        parts.append(said + (f" ({last} for the last trick)" if last and number == account.last_trick else ""))
    together = ""
    if state.lone is not None and len(account.parties) == game.players:
        others = [seat for seat in range(game.players) if seat != state.lone]
        together = f"; {party(game, others).name} {sum(points[seat] for seat in others)} together"
    return f"{', '.join(parts)}{together}."


def _score(state: State, account: _Account) -> str:
    """Return what each side scores where all score their points."""
    if account.game_points is None:
        return "" if not state.points_known else _OPEN_SCORE
    sweep = ""
    if account.award == SWEEP and account.last_trick is not None:
        sweep = party(state.game, account.parties[account.last_trick]).does("take") + " every trick. "
    if account.game_points == account.points:
        return f"{sweep}Each scores as many."
    scored = [
        f"{party(state.game, seats).name} {points}"
        for seats, points in zip(account.parties, account.game_points, strict=True)
    ]
    return f"{sweep}In the match that scores: {', '.join(scored)}."


_OPEN_SCORE: Final = "What that scores is open: say with tricks= or taken= who has taken a trick."


def _winners(state: State, account: _Account) -> list[str]:
    """Return who wins the deal, why, and what that scores."""
    game, winners = state.game, account.winners
    if winners is None:
        return [_open_winner(state)]
    if not winners:
        return [_nobody(state, account)]
    who = party(game, sorted(seat for number in winners for seat in account.parties[number]))
    verb = "share" if account.award == SHARED else "win"
    told = f"{who.does(verb)} the deal{_reason(state, account)}{_scored(state, account, who)}."
    if account.game_points is None and account.points is not None:
        return [told, _OPEN_SCORE]
    return [told]


def _nobody(state: State, account: _Account) -> str:
    needed = state.game.rules.wins_from
    if account.points is not None and max(account.points) < needed:
        return f"Nobody wins the deal: it takes {needed} points."
    return "Nobody wins the deal."


def _open_winner(state: State) -> str:
    game = state.game
    if not state.points_known:
        missing = game.total - sum(state.points) - state.points_in_play
        return (
            f"Who wins the deal is not worked out: {missing} of the {game.total} card points are neither in play nor captured"
            " (say where they are with points=, taken= or talon=)."
        )
    if game.lone_card is not None and state.alone is None:
        return f"Who wins the deal is open: nobody is known to play alone (say with lone= who had {game.lone_card})."
    return ""


def _reason(state: State, account: _Account) -> str:
    """Return why they win, where it is not by more points."""
    if state.forfeit is not None:
        loser = party(state.game, _seats_of(state.game, (state.forfeit,)))
        return f", as {loser.name} played the last card"
    points = account.points
    if points is None or account.award == SHARED or state.game.rules.tie != "last_trick":
        return ""
    return " by the last trick" if points.count(max(points)) > 1 else ""


def _scored(state: State, account: _Account, who: Party) -> str:
    if account.game_points is None or account.award in (None, DRAW, POINTS, SWEEP):
        return ""
    each = " each" if who.plural else ""
    local = f", {account.award}" if account.award in state.game.rulebook.glossary else ""
    return f": {counted(max(account.game_points), 'game point')}{each}{local}"


def _seats_of(game: Game, sides: Iterable[int]) -> tuple[int, ...]:
    wanted = set(sides)
    return tuple(seat for seat, side in enumerate(game.sides) if side in wanted)
