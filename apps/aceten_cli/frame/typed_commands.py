"""What else is typed at the table: calls to the partner, steps back and forward; and the help on all of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aceten import Call, CallKind, Game, Seat, State, UsageError
from aceten.typed.typed_words import word_meant, words_to_type
from aceten.vocabulary.naming import either
from aceten.words import claimed
from aceten_spec.errors import shown
from aceten_spec.rulebook import MatchingParameters, SuitParameters
from aceten_spec.speech import say, to_say

_MAX_SHOWN: Final = 30
_DIGITS: Final = 4
_CALLS: Final = frozenset(map(str, CallKind))


def calls_typed(text: str, state: State, caller: Seat) -> tuple[Call, ...]:
    """Return the calls that a person means, such as ``beat`` or ``call beat``, one or more; the engine says which he may make.

    :raises UsageError: when they are none.
    """
    verb, _, rest = text.strip().partition(" ")
    said = rest if word_meant(verb) == "call" else text
    kinds = [word_meant(said)] if word_meant(said) in _CALLS else [word_meant(word) for word in said.split()]
    if not kinds or not _CALLS.issuperset(kinds):
        possible = either(words_to_type([call.kind for call in state.calls] or CallKind))
        raise UsageError(say("{text!r}: expected a call, {calls}", text=shown(text, _MAX_SHOWN), calls=possible))
    return tuple([Call(caller, CallKind(kind)) for kind in kinds])


def has_calls(game: Game) -> bool:
    """Whether partners call to each other."""
    return isinstance(game.rules, MatchingParameters) and bool(game.rules.calls) and game.partner(0) is not None


def steps_typed(words: list[str]) -> int:
    """Return how many steps to go back or forward: one, where no number is given.

    :raises UsageError: for anything but a number from 1 on.
    """
    text = words[0] if words else "1"
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS and int(text)):
        raise UsageError(
            say("{text!r}: expected how many actions to go, such as: back 4", text=shown(text, _MAX_SHOWN))
        )
    return int(text)


def help_lines(game: Game, *, numbered: bool) -> Iterator[str]:
    """Yield what can be typed.

    :param numbered: whether cards can be chosen by numbers.
    """
    if numbered:
        yield say("Type the number above a card to play it. PageUp and PageDown look back and forward.")
    else:
        yield say("Cards are named here, not numbered: 10 is a ten, whatever its place in your hand.")
    match game.rules:
        case MatchingParameters():
            yield from _help_with_matching(game.rules, calls=has_calls(game))
        case SuitParameters():
            yield from _help_in_suits(game.rules)
    yield say("  legal         what you may do now")
    yield say("  table         all that you can see")
    yield say("  hint          what to do, and why; hint full: with all figures")
    yield say("  undo          take back your last action")
    yield say("  back          look back, an action at a time or more: back 4")
    yield say("  forward       look on again; here: play on from what you look at")
    yield say("  save FILE     the record of this deal, or of the match so far")
    yield say("  load FILE     go on with the record of a deal or a match")
    yield say("  quit          leave; Ctrl-D and Ctrl-C too")


def _help_with_matching(rules: MatchingParameters, *, calls: bool) -> Iterator[str]:
    """Yield what can be typed in these games alone."""
    yield say(
        "At your turn, type a card as your hand shows it: 9d, Ah, Tc or 10c; or its name. The rank alone will do: 9, a."
    )
    yield say("When only one thing can be done, Enter does it.")
    if rules.continuation != "never":
        yield say("  stop          end the trick, where you may go on with another card")
    if rules.flip:
        yield say("  flip          turn up the top card of the talon and play it")
    if rules.spice:
        yield say("  spice, stop   put the card you drew into the trick for the one that won it, or leave it")
    if calls:
        yield say(
            "  call CALL     at your partner's turn: {calls}; the machine does as called, if it can",
            calls=", ".join(words_to_type(rules.calls)),
        )
        yield say("  calls on      ask what to call before your partner plays; calls off: no longer")


def _help_in_suits(rules: SuitParameters) -> Iterator[str]:
    """Yield what can be typed in these games alone."""
    yield say(
        "At your turn, type a card as your hand shows it: 9d, Ah, Tc or 10c; or its name. The rank alone will do if no other fits."
    )
    yield say("When only one thing can be done, Enter does it.")
    if rules.bids:
        yield say("  66            bid 66; pass: do not bid")
        yield say("  hearts, h     name hearts as trumps")
    if rules.marriages != "none":
        yield say("  meld Kh       show king and queen of hearts and lead the king; meld Qh leads the queen")
    if rules.exchange != "none":
        yield say("  exchange      exchange your card for the turn-up")
    if rules.close != "never":
        yield say("  close         close the talon, so that nobody draws any more")
    if rules.close == "either":
        yield say("  draw          draw after a trick that you have won, instead of closing the talon before")
    if rules.claim == "called":
        lost = to_say("  claim         claim {claimed}; nobody counts for you, and a wrong claim loses")
        refused = to_say("  claim         claim {claimed}; nobody counts for you, and a wrong claim is refused")
        yield say(lost if rules.wrong_claim == "lost" else refused, claimed=claimed(rules))
        if rules.marriages != "none" and rules.claim_when != "trick":
            yield say("  claim h       meld the marriage of hearts and claim")
        if rules.asks:
            yield say("  pass          claim nothing when all cards are played")
