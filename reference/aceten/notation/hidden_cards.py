"""What position lines say of hidden cards: how many there are, who sees the others, and what is known of hands all the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from aceten.engine.game import Game
from aceten.knowledge.memory import DREW, GAVE, HAD, LACKED, STEPS, Drew, Gave, Had, Lacked, Past, Step, joined
from aceten.notation.position_fields import FieldReader, PositionField, is_number
from aceten.positions.partial_positions import Sight
from aceten.positions.position_checks import WrittenPosition
from aceten.vocabulary.actions import Seat
from aceten.vocabulary.naming import seat_name, the_card
from aceten.vocabulary.position_writer import UNSEEN
from aceten_spec.cards import Card, format_cards, sort_cards, without_suit
from aceten_spec.options import SIGHT_KEYS
from aceten_spec.speech import say, say_counted, to_say
from aceten_spec.written_cards import inside, parse_cards


class SightReader(FieldReader):
    """Reads what one position line says of hidden cards."""

    def _sight(self, game: Game, known: dict[str, PositionField], position: WrittenPosition) -> Sight | None:
        """Return what the line says of hidden cards; ``None`` where all cards lie open."""
        if UNSEEN not in self._plain and not set(SIGHT_KEYS) & known.keys():
            return None  # as of most lines
        hidden = tuple([number for _, number in self._hands(game, known)])
        in_talon = self._talon(known)[1]
        drawn = self._unseen(known.get("drawn"))
        if not (any(hidden) or in_talon or drawn or set(SIGHT_KEYS) & known.keys()):
            return None
        seat, lacking = self._seat(known.get("seat"), game), self._by_seat(known.get("not"), game)
        past, in_part = self._past(known.get("past"), game), self._yes(known.get("partial"))
        if seat is None:
            seen = [
                at
                for at, hand in enumerate(self._split(known["hands"].value))
                if UNSEEN not in hand and position.hands[at]
            ]
            if len(seen) != 1:
                expected = say("seat= with the seat that sees the cards so, such as seat=0")
                raise self._fail(len(self._line), say("hidden cards, and nobody who sees the others"), expected)
            seat = seen[0]
        if hidden[seat]:
            field = known["hands"]
            who = seat_name(seat)
            problem = say_counted(
                "the line is what {who} sees, and {number} card of {who} is hidden",
                "the line is what {who} sees, and {number} cards of {who} are hidden",
                hidden[seat],
                who=who,
            )
            raise self._fail(field.value_column, problem, say("every card in the hand of {who}", who=who))
        self._check_lacking(game, position, seat, lacking, known)
        return Sight(
            seat=Seat(seat),
            hidden=hidden,
            in_talon=in_talon,
            drawn=drawn,
            lacking=lacking,
            past=self._past_of_all(past, game, position, seat, hidden),
            partial=in_part,
        )

    def _hands(self, game: Game, known: dict[str, PositionField]) -> list[tuple[tuple[Card, ...], int]]:
        """Return for each seat the cards of its hand that are named, and how many are hidden."""
        field, what = known["hands"], to_say("one hand for each seat, with commas between, such as hands=[A K],[7 T]")
        parts = self._parts(field, game.players, what)
        hands: list[tuple[tuple[Card, ...], int]] = []
        for (text, column), more in zip(parts, self._by_seat(known.get("has"), game), strict=True):
            cards, hidden = self._with_unseen(text, column, unseen_first=False)
            further = tuple((Counter(more) - Counter(cards)).elements()) if more else ()
            if len(further) > hidden:
                problem = say("{cards} beside the cards that are named already", cards=format_cards(further))
                raise self._fail(column, problem, say("a ? in the hand for each card that it holds besides"))
            hands.append((cards + further, hidden - len(further)))
        return hands

    def _talon(self, known: dict[str, PositionField]) -> tuple[tuple[Card, ...], int]:
        """Return the cards of the talon that are named, its last ones, and how many are hidden before them."""
        field = known.get("talon")
        if field is None:
            return (), 0
        return self._with_unseen(field.value, field.value_column, unseen_first=True)

    def _with_unseen(self, text: str, column: int, *, unseen_first: bool) -> tuple[tuple[Card, ...], int]:
        """Return the cards that are named, and how many are hidden behind them, or before them."""
        if UNSEEN not in text:
            return self._pile(text, column), 0
        inner, begins = inside(text, column)
        unseen = UNSEEN if inner == text else f"{UNSEEN} ,;-"
        named = inner.lstrip(unseen) if unseen_first else inner.rstrip(unseen)
        hidden = inner.count(UNSEEN) - named.count(UNSEEN)
        if not hidden:
            return self._pile(text, column), 0
        begins += len(inner) - len(named) if unseen_first else 0
        if inner == text:
            return self._pile(named, begins), hidden
        return parse_cards(f"[{named}]", line=self._line, offset=begins - 1), hidden

    def _by_seat(self, field: PositionField | None, game: Game) -> tuple[tuple[Card, ...], ...]:
        """Return the cards by seat of a field such as ``B:7,C:Kh``."""
        cards: list[tuple[Card, ...]] = [()] * game.players
        for seat, pile, _ in () if field is None else self._seated(field, game, self._pile):
            cards[seat] += pile
        return tuple(map(sort_cards, cards))

    def _check_lacking(
        self,
        game: Game,
        position: WrittenPosition,
        seat: int,
        lacking: tuple[tuple[Card, ...], ...],
        known: dict[str, PositionField],
    ) -> None:
        """Refuse what is said of cards that a hand does not hold where that is known anyway, or cannot be."""
        who = seat_name(seat)
        for at, cards in enumerate(lacking):
            problem = ""
            if cards and at == seat:
                problem = say("{who} sees all cards of {who}", who=who)
            for card in cards:
                if not _among(card, game.pack.cards):
                    problem = say("{card} is in no pack of {game}", card=the_card(game, card), game=game)
                elif card.suit is not None and card in position.hands[at] and game.pack.copies == 1:
                    problem = say("{other} holds {card}", card=the_card(game, card), other=seat_name(at))
            if problem:
                raise self._fail(known["not"].value_column, problem, say("cards that may be hidden"))

    def _past(self, field: PositionField | None, game: Game) -> list[tuple[int, Past, int]]:
        """Return the seats of whose hands something is known of earlier moments, with what that is, and where it stands."""
        return [] if field is None else list(self._seated(field, game, partial(self._steps, game)))

    def _steps(self, game: Game, text: str, column: int) -> Past:
        """Return what is known of one hand."""
        steps: list[Step] = []
        expected = say("~ or ^ with cards, - with one card, or + with a number, such as ~7-9+1")
        for sign, named, at in _signed(text):
            if sign == DREW and is_number(named) and int(named):
                steps.append(Drew(int(named)))
                continue
            cards = self._pile(named, column + at + len(sign)) if sign not in {DREW, ""} else ()
            if not cards or (sign == GAVE and len(cards) != 1):
                raise self._fail(column + at, f"{(sign + named)[:40]!r}", expected)
            unknown = [card for card in cards if not _among(card, game.pack.cards)]
            if unknown:
                problem = say("{card} is in no pack of {game}", card=the_card(game, unknown[0]), game=game)
                raise self._fail(column + at, problem, say("cards of the pack"))
            steps.append(Gave(cards[0]) if sign == GAVE else Had(cards) if sign == HAD else Lacked(cards))
        return tuple(steps)

    def _past_of_all(
        self,
        told: list[tuple[int, Past, int]],
        game: Game,
        position: WrittenPosition,
        own: int,
        hidden: tuple[int, ...],
    ) -> tuple[Past, ...]:
        """Return what is known of earlier moments of each hand, which could have come about; empty where nothing is."""
        past: list[Past] = [()] * game.players
        for seat, steps, column in told:
            who = seat_name(seat)
            if seat == own or past[seat]:
                sees = say("{who} sees all cards of {who}", who=who)
                problem = sees if seat == own else say("{who} is there twice", who=who)
                raise self._fail(column, problem, say("each other seat once"))
            if len(steps) > STEPS:
                problem = say("{number} steps of {who}", number=len(steps), who=who)
                raise self._fail(column, problem, say("at most {most}", most=STEPS))
            past[seat] = steps
            cards = len(position.hands[seat]) + hidden[seat]
            self._check_moves(steps, column, game, position, cards=cards, who=who)
        return tuple(past) if any(past) else ()

    def _check_moves(
        self, steps: Past, column: int, game: Game, position: WrittenPosition, *, cards: int, who: str
    ) -> None:
        """Refuse what has left a hand and lies nowhere, and more cards that came than were ever there.

        :param cards: how many the hand has now.
        """
        there = position.trick + joined(position.taken or ()) + joined(position.hands) + position.talon
        for step in reversed(steps):
            if isinstance(step, Gave) and not _among(step.card, there):
                problem = say("{card} has been played, and lies nowhere", card=the_card(game, step.card))
                raise self._fail(column, problem, say("taken= with the cards that were captured"))
            cards += isinstance(step, Gave)
            cards -= step.cards if isinstance(step, Drew) else 0
            if cards < isinstance(step, Had):
                problem = say("more cards came to {who} than {who} has held since", who=who)
                raise self._fail(column, problem, say("no more cards than the hand has, and has lost since"))


def _signed(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the signs of what is known of a hand, each with the text up to the next one, and its place; no sign before what has none."""
    signs = re.escape(LACKED + HAD + GAVE + DREW)
    for found in re.finditer(f"([{signs}]|^)([^{signs}]*)", text):
        yield found[1], found[2], found.start()


def _among(card: Card, cards: Iterable[Card]) -> bool:
    """Whether a card is one of some, or of a rank with one of them where it has no suit."""
    return any(card in {each, without_suit(each)} for each in cards)
