"""What a person types at the table, and which action he means."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from aceten import (
    Action,
    Bid,
    Call,
    CallKind,
    Card,
    Claim,
    Game,
    Meld,
    NameTrump,
    NotationError,
    Play,
    Seat,
    State,
    Suit,
    SuitView,
    UsageError,
    View,
    parse_action,
)
from aceten.vocabulary.naming import card_words, either, suit_words
from aceten.words import claimed, telling
from aceten_spec import Rank, card, card_of, parse_cards
from aceten_spec.cards import without_suit
from aceten_spec.characters import in_order
from aceten_spec.errors import TwoReadingsError, shown
from aceten_spec.names import suit_named, unaccented
from aceten_spec.rulebook import MatchingParameters, SuitParameters
from aceten_spec.speech import Language, say, say_in, speaking, to_say
from aceten_spec.speech import language as spoken
from aceten_spec.written_cards import read_suit

_MAX_SHOWN: Final = 30
_DIGITS: Final = 4
_SMALL_X: Final = re.compile("^[AKQJTakqjt0-9cshd♣♠♥♦]*x")
"""What is no command but cards, with a small x among them."""
_ALONE: Final = frozenset({"stop", "flip", "spice", "exchange", "close", "draw", "claim", "pass"})
"""The words that are an action by themselves."""
_CALLS: Final = frozenset(map(str, CallKind))
# fmt: off
_FILLING: Final = frozenset({
    "with", "and", "the", "of", "in", "marriage", "points", "point",
    "mit", "und", "der", "die", "das", "punkte", "paar",
    "és", "a", "az", "pont", "ponttal", "pár",
})
# fmt: on
"""What people say beside the suit and the points of a claim."""
_WORDS_WANTED: Final = {"bid": 1, "meld": 1, "trump": 1, "call": 2, "play": 1}
"""How many words belong to a word in a row of actions."""


def word_meant(text: str) -> str:
    """Return the English word for one that is typed at the table in the language in force; any other word as it is, in small letters."""
    return _plain_words(spoken()).get(_plain(text), text.casefold())


def words_meant(text: str) -> list[str]:
    """Return the words of what was typed, each as :func:`word_meant` has it."""
    return list(map(word_meant, text.split()))


def words_to_type(meant: Iterable[str]) -> list[str]:
    """Return the words to type for English ones: in each case the first that the language in force has."""
    first: dict[str, str] = {}
    for word, english in _typed_words(spoken()).items():
        first.setdefault(english, word)
    return [first.get(word, word) for word in meant]


@functools.cache
def _typed_words(language: Language) -> Mapping[str, str]:
    """Return the English words for those of a language, of which there may be several for one."""
    with speaking(language):
        english = {
            "stop": say_in("typed", "stop"),
            "flip": say_in("typed", "flip"),
            "spice": say_in("typed", "spice"),
            "exchange": say_in("typed", "exchange"),
            "close": say_in("typed", "close"),
            "draw": say_in("typed", "draw"),
            "claim": say_in("typed", "claim"),
            "pass": say_in("typed", "pass"),
            "meld": say_in("typed", "meld"),
            "trump": say_in("typed", "trump"),
            "bid": say_in("typed", "bid"),
            "play": say_in("typed", "play"),
            "call": say_in("typed", "call"),
            "calls": say_in("typed", "calls"),
            "on": say_in("typed", "on"),
            "off": say_in("typed", "off"),
            "beat": say_in("typed", "beat"),
            "no-beat": say_in("typed", "no-beat"),
            "grease": say_in("typed", "grease"),
            "no-grease": say_in("typed", "no-grease"),
            "legal": say_in("typed", "legal"),
            "table": say_in("typed", "table"),
            "hint": say_in("typed", "hint"),
            "full": say_in("typed", "full"),
            "undo": say_in("typed", "undo"),
            "back": say_in("typed", "back"),
            "forward": say_in("typed", "forward"),
            "here": say_in("typed", "here"),
            "save": say_in("typed", "save"),
            "load": say_in("typed", "load"),
            "show": say_in("typed", "show"),
            "help": say_in("typed", "help"),
            "quit": say_in("typed", "quit"),
        }
    return {word: meant for meant, words in english.items() for word in words.split(", ")}


@functools.cache
def _plain_words(language: Language) -> Mapping[str, str]:
    return {_plain(word): meant for word, meant in _typed_words(language).items()}


def _plain(text: str) -> str:
    """Return text in small letters without accents, and with one blank between its words."""
    return unaccented(" ".join(text.split()))


class NotUnderstoodError(UsageError):
    """What is typed is nothing that can be."""


def action_typed(text: str, view: View) -> Action:
    """Return the action that the player to act means, of those that his game knows.

    Cards are taken in their notation in small letters too, and by name, in any language. A rank alone stands for any card of it that
    may be played, where suits make no difference; else it has to be the only one, or the suit is asked for. Other actions are taken in
    their notation and in words: English ones, and those of the language in force.

    What the game does not know or does not allow is an action like any other, which the engine refuses by its clause.

    :raises NotUnderstoodError: when it is no action; it says what is legal.
    :raises UsageError: when it could be several.
    """
    said = in_order(text).strip().rstrip(".!?;, ")
    words = telling(view)
    for legal in view.legal:
        if not isinstance(legal, Play) and _plain(words.choice(legal)) == _plain(said):
            return legal
    verb, _, rest = " ".join(said.replace(":", " ").split()).partition(" ")
    verb = word_meant(verb)
    if verb == "play" and rest:
        return action_typed(rest, view)
    action = _in_words(verb, rest, view)
    if action is not None:
        return action
    found = _card_named(said, view)
    return Play(_one_of(found, _meant(found, view.hand), view))


def moves_typed(text: str) -> list[str]:
    """Return the actions of a row of them, as they are typed one by one: between commas, or where there are none between blanks.

    A word that needs another one keeps it: ``bid 60``, ``meld Kh``, ``Herz Bube``.
    """
    if re.search("[,;\n]", text):
        return [part.strip() for part in re.split("[,;\n]", text) if part.strip()]
    moves, left = list[str](), text.split()
    while left:
        word = left.pop(0)
        wanted = _WORDS_WANTED.get(word_meant(word), int(len(word) > 1 and suit_named(word) is not None))
        if word_meant(word) == "claim":
            wanted = int(bool(left) and read_suit(left[0]) is not None)
        moves.append(" ".join([word, *left[:wanted]]))
        del left[:wanted]
    return moves


def _in_words(verb: str, rest: str, view: View) -> Action | None:
    """Return the action that is typed in words; ``None`` when it is a card to be played."""
    if verb == "call" or (verb in _ALONE and not rest):
        with contextlib.suppress(NotationError):
            return parse_action(":".join([verb, *rest.casefold().split()]))
    naming = any(isinstance(action, NameTrump) for action in view.legal)
    bidding = isinstance(view, SuitView) and bool(view.game.rules.bids) and view.contract is None
    if verb in {"meld", "marriage"}:
        return Meld(_meld_typed(rest, view))
    if verb == "claim":
        return _claim_typed(rest)
    if verb in {"trump", "trumps"} or (naming and not rest):
        return NameTrump(_suit_typed(rest or verb, view))
    if verb == "bid" or (bidding and verb.isdigit() and not rest):
        return _bid_typed(rest if verb == "bid" else verb, view)
    return _alone(verb, rest, view)


def _alone(verb: str, rest: str, view: View) -> Action | None:
    """Return the action of a word that is one by itself, whatever is said behind it but cards and numbers; ``None`` of another word."""
    if verb in _ALONE:
        if any(_cards_of(word) or word.isdigit() for word in rest.split()):
            raise UsageError(
                say(
                    "{text!r}: {word} stands alone; {legal}",
                    text=shown(rest, _MAX_SHOWN),
                    word=verb,
                    legal=_legal(view),
                )
            )
        return parse_action(verb)
    return None


def _claim_typed(rest: str) -> Claim:
    """Return a claim, of which the suit of a marriage may be said, and the points."""
    words = [
        word for word in re.split(r"[\s,]+", rest) if word and not word.isdigit() and word.casefold() not in _FILLING
    ]
    suits = [_suit_of(word) for word in words]
    different = set(suits)
    if None in different or len(different) > 1:
        raise UsageError(
            say(
                "{text!r}: type claim alone, or with the suit of a marriage that is shown with it: claim h",
                text=shown(rest, _MAX_SHOWN),
            )
        )
    return Claim(suits[0] if suits else None)


def _suit_of(word: str) -> Suit | None:
    """Return the suit that a word names, or that of the card that it is."""
    cards = _cards_of(word)
    return read_suit(word) or (cards[0].suit if len(cards) == 1 else None)


def _bid_typed(text: str, view: View) -> Bid:
    """Return a bid of a number, behind which there may be the word for points."""
    number, _, rest = text.partition(" ")
    such = next((f"bid {action.points}" for action in view.legal if isinstance(action, Bid)), "bid 66")
    if not text:
        raise UsageError(say("a bid has a number, such as: {such}; {legal}", such=such, legal=_legal(view)))
    if not (
        number.isascii() and number.isdigit() and 0 < len(number) <= _DIGITS and not any(map(_cards_of, rest.split()))
    ):
        raise UsageError(
            say(
                "{text!r} is no bid, which is a number, such as: {such}; {legal}",
                text=shown(text, _MAX_SHOWN),
                such=such,
                legal=_legal(view),
            )
        )
    return Bid(int(number))


def _suit_typed(text: str, view: View) -> Suit:
    """Return the suit that is named by its letter or in words."""
    suit = read_suit(text)
    if suit is not None:
        return suit
    suits = ", ".join(suit_words(view.game, suit) for suit in Suit)
    raise UsageError(
        say("{text!r} is no suit: expected one of {suits}, or c, s, h, d", text=shown(text, _MAX_SHOWN), suits=suits)
    )


def _meld_typed(text: str, view: View) -> Card:
    """Return the card of a marriage that is to be led."""
    married = tuple([action.card for action in view.legal if isinstance(action, Meld)])
    such = f"meld {married[0]}" if married else "meld Kh"
    if not text:
        raise UsageError(
            say(
                "a marriage is shown with the card that is led, such as: {such}; {legal}", such=such, legal=_legal(view)
            )
        )
    suit = suit_named(text)
    if suit is not None:
        king, queen = (f"meld {card_of(rank, suit)}" for rank in (Rank.KING, Rank.QUEEN))
        raise UsageError(say("{king} leads the king of the marriage, {queen} its queen", king=king, queen=queen))
    cards = _cards_of(re.sub(r"[+/&]", " ", text))
    if len(cards) > 1:
        first, *others = cards
        if (
            any(each.suit != first.suit or each.rank not in {Rank.KING, Rank.QUEEN} for each in cards)
            or len(others) > 1
        ):
            raise UsageError(
                say(
                    "a marriage is shown with one card, which is led, such as: {such}; {legal}",
                    such=such,
                    legal=_legal(view),
                )
            )
        found = first
    else:
        found = _card_named(text, view)
    return _one_of(found, _meant(found, married) or _meant(found, view.hand), view)


def _card_named(text: str, view: View) -> Card:
    """Return the card of that notation or name, or one without a suit for a rank alone."""
    try:
        return card(text)
    except NotationError as error:
        if isinstance(error, TwoReadingsError) or _SMALL_X.search(text):
            raise UsageError(say("{text!r}: {problem}", text=shown(text, _MAX_SHOWN), problem=error.problem)) from error
    such = next((str(action) for action in view.legal if isinstance(action, Play)), "")
    if len(cards := _cards_of(text)) > 1 and such and {each.rank for each in cards} <= {*view.game.pack.ranks}:
        raise UsageError(
            say(
                "{text!r}: one card at a time, such as: {such}; {legal}",
                text=shown(text, _MAX_SHOWN),
                such=such,
                legal=_legal(view),
            )
        )
    raise NotUnderstoodError(
        say("{text!r} is neither a card nor a command; {legal}", text=shown(text, _MAX_SHOWN), legal=_legal(view))
    )


def _cards_of(text: str) -> tuple[Card, ...]:
    """Return the cards of a text; none where it is no row of cards."""
    try:
        return parse_cards(text)
    except NotationError:
        return ()


def _meant(found: Card, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return those of some cards that go by this name."""
    return tuple([each for each in cards if found in (each, without_suit(each))])


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


def _one_of(found: Card, meant: tuple[Card, ...], view: View) -> Card:
    """Return the one to play of cards that go by the same name: a legal one, or else any, and where there is none what was named.

    :raises UsageError: when it could be several.
    """
    legal = {action.card for action in view.legal if isinstance(action, Play | Meld)}
    playable = [each for each in dict.fromkeys(meant) if each in legal] or list(meant) or [found]
    if len({view.game.canonical_card(each) for each in playable}) > 1:
        named = either(card_words(view.game, each) for each in playable)
        raise UsageError(say("{cards}? The suit matters here", cards=named))
    return playable[0]


def _legal(view: View) -> str:
    return say("legal: {legal}", legal=", ".join(map(str, view.legal)))


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
        if rules.marriages != "none":
            yield say("  claim h       meld the marriage of hearts and claim")
        yield say("  pass          claim nothing when all cards are played")
