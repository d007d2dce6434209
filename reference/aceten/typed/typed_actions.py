"""What a person types at the table or writes into a record, and which action he means."""

from __future__ import annotations

import contextlib
import re
from typing import Final

from aceten.engine.suits.view import SuitView
from aceten.engine.view import View
from aceten.typed.typed_words import plain, word_meant
from aceten.vocabulary.actions import Action, Bid, Claim, Meld, NameTrump, Play, parse_action
from aceten.vocabulary.errors import UsageError
from aceten.vocabulary.naming import card_words, either, suit_words
from aceten.words import telling
from aceten_spec.cards import Card, Rank, Suit, card_of, without_suit
from aceten_spec.characters import in_order
from aceten_spec.errors import NotationError, TwoReadingsError, shown
from aceten_spec.names import suit_named
from aceten_spec.speech import say
from aceten_spec.written_cards import card, parse_cards, read_suit

_MAX_SHOWN: Final = 30
_DIGITS: Final = 4
_SMALL_X: Final = re.compile("^[AKQJTakqjt0-9cshd♣♠♥♦]*x")
"""What is no command but cards, with a small x among them."""
_ALONE: Final = frozenset({"stop", "flip", "spice", "exchange", "close", "draw", "claim", "pass"})
"""The words that are an action by themselves."""
# fmt: off
_PLAYED: Final = frozenset({"play", "plays", "lead", "leads", "spielt", "spielen"})
"""Words before a card that say no more than the card does."""
_FILLING: Final = frozenset({
    "with", "and", "the", "of", "in", "marriage", "points", "point", "pts",
    "mit", "und", "der", "die", "das", "punkte", "paar",
    "és", "a", "az", "pont", "ponttal", "pár",
})
# fmt: on
"""What people say beside the suit and the points of a claim, and beside a marriage."""
_WORTH: Final = frozenset({"20", "40"})
"""Points of marriages, by which they are called."""
_WORDS_WANTED: Final = {"bid": 1, "meld": 1, "trump": 1, "call": 2, "play": 1}
"""How many words belong to a word in a row of actions."""


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
        if not isinstance(legal, Play) and plain(in_order(words.choice(legal))) == plain(said):
            return legal
    verb, _, rest = " ".join(re.sub(r"[:=,()]|-(?!\d)", " ", said).split()).partition(" ")
    verb = word_meant(verb)
    if verb in _PLAYED and rest:
        return action_typed(rest, view)
    action = _in_words(verb, rest, view)
    if action is not None:
        return action
    found = _card_named(said, view)
    return Play(_one_of(found, _meant(found, view.hand), view))


def moves_typed(text: str) -> list[str]:
    """Return the actions of a row of them, as they are typed one by one: between commas, or where there are none between blanks.

    A word that needs others keeps them: ``bid 60``, ``meld Kh``, ``Herz Bube``, ``queen of hearts``. Numbers of tricks,
    from 1 on, are left out.
    """
    text = _unnumbered(text)
    if re.search("[,;\n]", text):
        return [part.strip() for part in re.split("[,;\n]", text) if part.strip()]
    moves, left = list[str](), text.split()
    while left:
        word = left.pop(0)
        wanted = _WORDS_WANTED.get(word_meant(word), int(len(word) > 1 and suit_named(word) is not None))
        if left and left[0].casefold() == "of":
            wanted = 2
        if (
            word_meant(word) == "claim"
        ):  # nothing is done after it, so all belongs to it that begins with its suit, points or the like
            wanted = len(left) if left and _is_of_claim(left[0]) else 0
        moves.append(" ".join([word, *left[:wanted]]))
        del left[:wanted]
    return moves


def _is_of_claim(word: str) -> bool:
    return word.isdigit() or word.casefold() in _FILLING or read_suit(word) is not None


def _unnumbered(text: str) -> str:
    """Return a row of actions without the numbers of tricks in it, where it begins with the first of them."""
    number, at, gap = 1, 0, ", " if re.search("[,;\n]", text) else " "
    while found := re.compile(rf"(?:^\s*|(?<=\s)){number}[.)]\s").search(text, at):
        if number == 1 and text[: found.start()].strip():
            break
        at = found.start()
        text = f"{text[:at]}{gap}{text[found.end() :]}"
        number += 1
    return text


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
    if verb == "bid" or (bidding and verb.isdigit() and {*rest.casefold().split()} <= _FILLING):
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
    suits = [read_suit(word) for word in words]
    if None in suits:
        suits = [each.suit for each in _cards_of(" ".join(words))] or suits
    if None in suits or len({*suits}) > 1:
        raise UsageError(
            say(
                "{text!r}: type claim alone, or with the suit of a marriage that is shown with it: claim h",
                text=shown(rest, _MAX_SHOWN),
            )
        )
    return Claim(suits[0] if suits else None)


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
    text = " ".join([word for word in text.split() if word.casefold() not in {*_FILLING, *_WORTH}])
    married = tuple([action.card for action in view.legal if isinstance(action, Meld)])
    such = f"meld {married[0]}" if married else "meld Kh"
    if not text:
        raise UsageError(
            say(
                "a marriage is shown with the card that is led, such as: {such}; {legal}", such=such, legal=_legal(view)
            )
        )
    suit = read_suit(text)
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
