"""The theorems about symmetries, and wrong functions that they must fail for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

import msgspec
import pytest
from slices import sliced

from aceten import MatchingState, Seat, load, scoring
from aceten.matching.game import MatchingGame
from aceten.matching.settling import settle
from aceten.proofs.obligations import Provers
from aceten.proofs.propositions import establish
from aceten.proofs.replacing import replaced
from aceten.proofs.setting import setting
from aceten.proofs.theorems import matching_symmetry, suit_symmetry
from aceten.proofs.theorems.step import PROPOSITIONS as STEP
from aceten.proofs.theorems.symmetry import PROPOSITIONS
from aceten.suits.state import SuitState
from aceten_spec import Card, load_shipped, shipped
from aceten_spec import cards as vocabulary
from aceten_spec.formulas import Z3, Formula, cards, play, rights, suit_play, suit_tricks, tricks
from aceten_spec.formulas.terms import TRUE, every

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from aceten import Game, Side
    from aceten.matching.settling import Course
    from aceten.proofs.report import Obligation
    from aceten.scoring import Result
    from aceten_spec.formulas import Number, Truth
    from aceten_spec.rulebook import MatchingParameters, OptionValue, SuitParameters

ALL = [(game, players) for game in shipped() for players in load_shipped(game).parameters.players]
GAMES = sliced([("einwerfen", 4)], whole=ALL)
FAST = Provers(solvers=("z3",))
"""Enough where something is to be refuted."""


@pytest.mark.turns(3)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_symmetries_are_proved(game: str, players: int) -> None:
    """In these games suits, seats and the ranks that do the same may be exchanged, and the key of a state is enough."""
    about = setting(load(game, players=players))
    for proposition in PROPOSITIONS:
        if not proposition.applies(about):
            continue
        theorem = establish(proposition, about, provers=Provers())
        failed = [obligation for obligation in theorem.obligations if obligation.verdict != "proved"]
        assert theorem.verdict == "proved", (failed, theorem.witnesses)
        assert all("{" not in obligation.domain for obligation in theorem.obligations)
        assert theorem.clauses


@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("sedma", 4, {"sides": "each", "score_by": "stakes_card_points"}),
        ("sedma-three", 3, {"three_player": "each_for_himself", "score_by": "stakes_card_points"}),
    ],
)
def test_who_shares_a_win_makes_no_difference(game: str, players: int, options: dict[str, OptionValue]) -> None:
    """Winners with equal points score alike from whichever seat they are looked at, also where a row asks for points of cards."""
    assert _obligation(load(game, players=players, **options), "T-SEATS.result").verdict == "proved"


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("sedma-three", 3, {}),
        *sliced(
            [],
            whole=[
                ("hola", 4, {"four_resets": "on", "wild_led": "own_rank"}),
                ("zsiros", 4, {"last_card_loses": "7", "continuation": "always", "draw": "round_robin"}),
                ("ristiklappi", 4, {"taken_by": "first_match", "lead_limit": 3}),
                ("tausendeins", 2, {"marriages": "order", "wrong_claim": "lost"}),
            ],
        ),
    ],
)
def test_suits_are_proved_to_make_no_difference_with_options(
    game: str, players: int, options: dict[str, OptionValue]
) -> None:
    """A lone card keeps its suit, and options change nothing about it."""
    [suits] = [proposition for proposition in PROPOSITIONS if proposition.id == "T-SUITS"]
    theorem = establish(suits, setting(load(game, players=players, **options)), provers=FAST)
    assert theorem.verdict == "proved", theorem


def test_ranks_that_a_rule_names_are_no_exchange_for_others() -> None:
    """Ranks may be exchanged that count the same; not those that are wild, lose the deal, or belong to the lone card."""
    zsiros = setting(load("zsiros", players=2)).matching
    assert [[*map(_letter, group)] for group in matching_symmetry.alike_ranks(zsiros)] == [
        ["A", "T"],
        ["K", "Q", "J", "9", "8"],
    ]
    three = setting(load("sedma-three")).matching
    assert "K" not in [_letter(rank) for group in matching_symmetry.alike_ranks(three) for rank in group]
    losing = setting(load("zsiros", players=2, last_card_loses="7")).matching
    assert matching_symmetry.alike_ranks(losing) == matching_symmetry.alike_ranks(zsiros)


def _letter(rank: int) -> str:
    return str(Card(rank))


def _with_spice_and_wild_cards() -> Game:
    """Return a game in which not only the led rank can have won a trick that is spiced; no shipped rulebook has such rules."""
    ristiklappi = load_shipped("ristiklappi")
    rules = msgspec.structs.replace(ristiklappi.parameters, wild=("7",))
    return load(msgspec.structs.replace(ristiklappi, id="other", clauses=(), parameters=rules), players=4)


@pytest.mark.turns(3)
@pytest.mark.parametrize("rules", [{"wild": ("7",), "wild_role": "trump"}, {"four_resets": "on"}])
def test_key_tells_enough_where_rules_meet(rules: dict[str, object]) -> None:
    """With spice the key also tells whether a trick is trumped, and with rounds of equal ranks also the card that was drawn."""
    ristiklappi = load_shipped("ristiklappi")
    parameters = msgspec.structs.replace(ristiklappi.parameters, **rules)
    other = load(msgspec.structs.replace(ristiklappi, id="other", clauses=(), parameters=parameters), players=4)
    assert _obligation(other, "T-KEY.play").verdict == "proved"
    assert _obligation(other, "T-KEY.key").verdict == "proved"


@pytest.mark.turns(3)
def test_spice_is_remembered_by_the_card_that_is_winning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever spices gets the card back that won, which can be a wild one: a key that does not tell it is not enough."""
    other = _with_spice_and_wild_cards()
    assert _obligation(other, "T-KEY.play").verdict == "proved"
    assert _obligation(other, "T-KEY.key").verdict == "proved"
    with monkeypatch.context() as changed:
        changed.setattr(MatchingState, "key", property(_key_that_does_not_tell_it))
        assert _obligation(other, "T-KEY.key").verdict == "refuted"
    monkeypatch.setattr(matching_symmetry, "key_of", _told_without_it)
    assert _obligation(other, "T-KEY.play").verdict == "refuted"


_KEY = vars(MatchingState)["key"].fget
_told = matching_symmetry.key_of


def _key_that_does_not_tell_it(state: MatchingState) -> tuple[object, ...]:
    key: tuple[object, ...] = _KEY(state)
    return (*key[:7], (), *key[8:])


def _told_without_it(relation: play.Play, deal: play.Deal) -> object:
    key = cast("tuple[object, ...]", _told(relation, deal))
    return (*key[:7], (), *key[8:])


# --- Wrong relations, keys and results --------------------------------------------------------------------------------


def _hearts_are_wild(_: MatchingParameters) -> Formula[Number]:
    card = Z3.Int("card")
    rank = Z3.If(card / 16 == 3, 7, card % 16)
    return Formula(clauses=(), text="", variables=(card,), term=rank)


def _seat_0_wins(_: MatchingParameters) -> Formula[Truth]:
    before, seat, leader, matched, after = map(Z3.Int, ("winning", "seat", "leader", "matched", "after"))
    wins = (matched != 0) & (seat != 0)
    term = Z3.Implies(wins, after == seat) & Z3.Implies(~wins, after == before)
    return Formula(clauses=(), text="", variables=(before, seat, leader, matched, after), term=term)


def _side_0_may_continue(_: MatchingParameters) -> Formula[Truth]:
    leading, winning = Z3.Int("leading"), Z3.Int("winning")
    return Formula(clauses=(), text="", variables=(leading, winning), term=leading == 0)


def _nobody_but_seat_0_may_call(_: MatchingParameters, players: int) -> Formula[Truth]:
    turn, seat = Z3.Int("turn"), Z3.Int("seat")
    return Formula(clauses=(), text="", variables=(turn, seat), term=(seat == 0) & (turn == players // 2))


_matching, _card_points = tricks.matching, cards.card_points


def _nines_match_kings(rules: MatchingParameters) -> Formula[Truth]:
    right = _matching(rules)
    rank, led, _ = right.variables
    return msgspec.structs.replace(right, term=right.term | ((rank == 9) & (led == 13)), made={}, functions=[])


def _nines_count(rules: MatchingParameters) -> Formula[Number]:
    right = _card_points(rules)
    [rank] = right.variables
    return msgspec.structs.replace(right, term=right.term + Z3.If(rank == 9, 1, 0), made={}, functions=[])


def _trumped_by_two_wild_cards(_: MatchingParameters, count: int) -> Formula[Truth]:
    ranks = tuple(Z3.Int(f"rank{place}") for place in range(count))
    wild = Z3.Sum([Z3.If(rank == 7, 1, Z3.IntVal(0)) for rank in ranks])
    return Formula(clauses=(), text="", variables=ranks, term=wild >= 2)


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("obligation", "game", "formula", "wrong"),
    [
        ("T-SUITS.play", "zsiros/2", tricks.rank_of_played, _hearts_are_wild),
        ("T-SEATS.play", "zsiros/2", tricks.winning, _seat_0_wins),
        ("T-SEATS.play", "sedma/2", tricks.may_continue, _side_0_may_continue),
        ("T-SEATS.play", "zsiros/4", tricks.may_call, _nobody_but_seat_0_may_call),
        ("T-RANKS.play", "zsiros/2", tricks.matching, _nines_match_kings),
        ("T-RANKS.counts", "zsiros/2", cards.card_points, _nines_count),
        ("T-KEY.play", "zsiros/2", tricks.trumped, _trumped_by_two_wild_cards),
    ],
)
def test_wrong_relation_is_refuted(
    obligation: str, game: str, formula: Callable[..., object], wrong: Callable[..., object]
) -> None:
    """A relation that does not treat alike what is alike is refuted at its step."""
    name, _, players = game.partition("/")
    with replaced(formula, wrong):
        found = _obligation(load(name, players=int(players)), obligation)
    assert found.verdict == "refuted", found
    assert found.counterexample is not None


_allowed = play.Play.card


def _last_card_may_not_be_played(relation: play.Play, deal: play.Deal, card: Number) -> Iterator[play.Branch]:
    hand = () if deal.turn is None else deal.hands[deal.turn]
    if len(hand) > 1 and hand[-1] is card:
        yield play.Branch(TRUE, "wrong_continuation")
    else:
        yield from _allowed(relation, deal, card)


def test_card_that_depends_on_its_place_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first card of a hand stands for all only where it makes no difference in which place one lies."""
    monkeypatch.setattr(play.Play, "card", _last_card_may_not_be_played)
    [step] = STEP
    [found] = establish(step, setting(load("zsiros", players=2)), only=("T-STEP.place",), provers=FAST).obligations
    assert found.verdict == "refuted", found


def _without_any_suit(_: MatchingGame, card: Card) -> Card:
    return vocabulary.without_suit(card)


def _itself(_: MatchingGame, card: Card) -> Card:
    return card


def _side_0_wins_ties(points: tuple[int, ...], last_trick: int, tie: str, wins_from: int = 0) -> tuple[int, ...]:
    del last_trick, tie, wins_from
    return (points.index(max(points)),)


def _points_by_tricks(rules: MatchingParameters, course: Course) -> Result:
    result = settle(rules, course)
    most = course.tricks is not None and course.tricks[0] > course.tricks[1]
    return msgspec.structs.replace(result, award="most tricks") if most else result


@pytest.mark.parametrize(
    ("obligation", "game", "function", "wrong"),
    [
        ("T-SUITS.plain", "sedma-three", MatchingGame.canonical_card, _without_any_suit),
        ("T-SUITS.plain", "zsiros", MatchingGame.canonical_card, _itself),
        ("T-SEATS.result", "sedma", scoring.deal_winners, _side_0_wins_ties),
        ("T-KEY.result", "sedma", settle, _points_by_tricks),
    ],
)
def test_wrong_function_is_refuted(
    obligation: str, game: str, function: Callable[..., object], wrong: Callable[..., object]
) -> None:
    """A function of the engine that does not treat alike what is alike is refuted at its step."""
    about = load(game, players=min(load_shipped(game).parameters.players))
    with replaced(function, wrong):
        found = _obligation(about, obligation)
    assert found.verdict == "refuted", found
    assert found.counterexample is not None


def _key_without_rank(state: MatchingState) -> Hashable:
    return state.hands, len(state.talon), state.leader, state.winning, len(state.trick), state.leads


def _key_without_winner(state: MatchingState) -> Hashable:
    return state.hands, len(state.talon), state.leader, state.to_match, len(state.trick), state.leads


def _key_without_talon(state: MatchingState) -> Hashable:
    return state.hands, state.leader, state.to_match, state.winning, len(state.trick), state.leads


def _key_of_seat_0(state: MatchingState) -> Hashable:
    return (*_KEY(state)[:2], Seat(0), *_KEY(state)[3:])


@pytest.mark.parametrize("key", [_key_without_rank, _key_without_winner, _key_without_talon, _key_of_seat_0])
def test_key_that_leaves_something_out_is_refuted(
    key: Callable[[MatchingState], Hashable], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key without the rank to be matched, without who is winning or leads, or without the talon does not tell enough."""
    monkeypatch.setattr(MatchingState, "key", property(key))
    assert _obligation(load("zsiros", players=4), "T-KEY.key").verdict == "refuted"


@pytest.mark.turns(3)
@pytest.mark.parametrize("place", [0, 1, 2, 3, 4, 5])
def test_less_is_not_enough_to_remember_a_deal_by(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever part of a key is left out, the future is not the same: hands, talon, leader, rank to be matched, winner, trick."""

    def less(relation: play.Play, deal: play.Deal) -> object:
        key = cast("tuple[object, ...]", _told(relation, deal))
        return (*key[:place], *key[place + 1 :])

    monkeypatch.setattr(matching_symmetry, "key_of", less)
    assert _obligation(load("zsiros", players=2), "T-KEY.play").verdict == "refuted"


# --- Suit tricks ------------------------------------------------------------------------------------------------------

_SUIT, _HEIGHT, _TRUMP = Z3.Int("suit"), Z3.Int("strength"), Z3.Int("trump")
_takes, _refusal = suit_tricks.takes, suit_tricks.refusal


def _hearts_beat_all() -> Formula[Truth]:
    right = _takes()
    return msgspec.structs.replace(right, term=right.term | (_SUIT == 3), made={}, functions=[])


def _hearts_pay_all(obligation: Literal["none", "follow", "follow_beat_trump"]) -> Formula[Number]:
    right = _refusal(obligation)
    return msgspec.structs.replace(right, term=Z3.If(_SUIT == 3, 0, right.term), made={}, functions=[])


def _hearts_count_more(_: SuitParameters) -> Formula[Number]:
    term = Z3.If(_SUIT == 3, 40, Z3.IntVal(20))
    return Formula(clauses=(), text="", variables=(_SUIT, _TRUMP, Z3.Int("shown")), term=term)


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("formula", "wrong"),
    [
        (suit_tricks.takes, _hearts_beat_all),
        (suit_tricks.refusal, _hearts_pay_all),
        (rights.marriage_points, _hearts_count_more),
    ],
)
def test_relation_that_knows_a_suit_is_refuted(formula: Callable[..., object], wrong: Callable[..., object]) -> None:
    """A relation that treats one suit in another way than the others is refuted."""
    with replaced(formula, wrong):
        found = _obligation(load("schnapsen-book"), "T-SUITS.suit_play")
    assert found.verdict == "refuted", found
    assert found.counterexample is not None


def _seat_1_wins(relation: suit_play.SuitPlay, deal: suit_play.SuitDeal, card: Number) -> Iterator[suit_play.Way]:
    for way in _card(relation, deal, card):
        after = way.after
        if not isinstance(after, str) and after.trick:
            after = msgspec.structs.replace(after, winning=1)
        yield play.Branch(way.guard, after)


_card, _close, _claim = suit_play.SuitPlay.card, suit_play.SuitPlay.close, suit_play.SuitPlay.claim


def _refusal_alone(code: str) -> Iterator[suit_play.Way]:
    yield play.Branch(TRUE, code)


def _seat_0_claims(relation: suit_play.SuitPlay, deal: suit_play.SuitDeal, suit: int) -> Iterator[suit_play.Way]:
    return _claim(relation, deal, suit) if deal.turn == 0 else _refusal_alone("wrong_claim")


@pytest.mark.parametrize(("name", "wrong"), [("card", _seat_1_wins), ("claim", _seat_0_claims)])
def test_relation_that_knows_a_seat_is_refuted(
    name: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When seat 1 wins whatever it plays, or seat 0 alone may claim, seats do not rotate."""
    monkeypatch.setattr(suit_play.SuitPlay, name, wrong)
    assert _obligation(load("schnapsen-book"), "T-SEATS.suit_play").verdict == "refuted"


def _if_known(deal: suit_play.SuitDeal) -> bool:
    return any(deal.shown)


def _if_seat_0_dealt(deal: suit_play.SuitDeal) -> bool:
    return deal.dealer == 0


def _never(_: suit_play.SuitDeal) -> bool:
    return False


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("looks_at", "verdict"), [(_if_known, "refuted"), (_if_seat_0_dealt, "refuted"), (_never, "proved")]
)
def test_play_that_depends_on_more_than_key_and_past_is_refuted(
    looks_at: Callable[[suit_play.SuitDeal], bool], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When what everybody knows of a hand, or who dealt, decides what is legal, a search has to remember it."""

    def close(relation: suit_play.SuitPlay, deal: suit_play.SuitDeal) -> Iterator[suit_play.Way]:
        return _refusal_alone("close_stock") if looks_at(deal) else _close(relation, deal)

    monkeypatch.setattr(suit_play.SuitPlay, "close", close)
    assert _obligation(load("schnapsen-book"), "T-KEY.suit_play").verdict == verdict


def test_play_that_depends_on_how_many_tricks_a_side_took_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The past tells who took a trick, and of how many only the sum."""

    def close(relation: suit_play.SuitPlay, deal: suit_play.SuitDeal) -> Iterator[suit_play.Way]:
        tricks = (deal.tricks or (TRUE,))[0]
        yield play.Branch(cast("Truth", tricks == 1), "close_stock")
        for way in _close(relation, deal):
            yield play.Branch(every([tricks != 1, way.guard]), way.after)

    monkeypatch.setattr(suit_play.SuitPlay, "close", close)
    assert _obligation(load("schnapsen-book"), "T-KEY.suit_play").verdict == "refuted"


_SUIT_KEY, _SUIT_PAST = vars(SuitState)["key"].fget, vars(SuitState)["past"].fget
_suit_told, _suit_past = suit_symmetry.key_of, suit_symmetry.past_of


@pytest.mark.parametrize("part", ["key", "past"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_key_of_suit_tricks_that_leaves_something_out_is_refuted(
    part: str, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key without a part of it, or a past without one, is not what it is said to be."""
    whole = {"key": _SUIT_KEY, "past": _SUIT_PAST}[part]

    def less(state: SuitState) -> tuple[object, ...]:
        found = list(whole(state))
        found[place] = None
        return tuple(found)

    monkeypatch.setattr(SuitState, part, property(less))
    assert _obligation(load("schnapsen-book"), "T-KEY.suit_key").verdict == "refuted"


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("game", "place"),
    [*[("schnapsen-book", place) for place in (0, 1, 3, 5, 6)], ("auction-sixty-six", 7)],
)
def test_less_is_not_enough_to_remember_a_deal_with_suits_by(
    game: str, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without hands, talon, trick, trumps, whether the talon is closed, or bids, the future is not the same."""

    def less(deal: suit_play.SuitDeal) -> object:
        key = cast("tuple[object, ...]", _suit_told(deal))
        return (*key[:place], *key[place + 1 :])

    monkeypatch.setattr(suit_symmetry, "key_of", less)
    assert _obligation(load(game), "T-KEY.suit_play").verdict == "refuted"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_past_tells_points_tricks_and_marriages(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where points are claimed the past has to tell those of cards and of marriages, and who took a trick."""

    def less(relation: suit_play.SuitPlay, deal: suit_play.SuitDeal) -> tuple[object, ...]:
        past = _suit_past(relation, deal)
        return (*past[:place], (), *past[place + 1 :])

    monkeypatch.setattr(suit_symmetry, "past_of", less)
    assert _obligation(load("schnapsen-book"), "T-KEY.suit_play").verdict == "refuted"


def test_result_that_depends_on_the_side_or_on_tricks_is_refuted() -> None:
    """When side 0 counts a point more, sides cannot be exchanged; when tricks count, a search has to remember their number."""
    game = load("auction-sixty-six")

    def one_more(state: SuitState, side: Side, more: int = 0) -> int:
        return state.points[side] + more + (side == 0)

    def with_tricks(state: SuitState, side: Side, more: int = 0) -> int:
        return state.points[side] + more + (0 if state.tricks is None else state.tricks[side])

    with replaced(SuitState.counted, one_more):
        assert _obligation(game, "T-SEATS.suit_result").verdict == "refuted"
    with replaced(SuitState.counted, with_tricks):
        assert _obligation(game, "T-KEY.suit_result").verdict == "refuted"


def _last_card_is_not_in_hand(
    relation: suit_play.SuitPlay, deal: suit_play.SuitDeal, card: Number
) -> Iterator[suit_play.Way]:
    hand = () if deal.turn is None else deal.hands[deal.turn]
    if len(hand) > 1 and hand[-1] is card:
        yield play.Branch(TRUE, "not_in_hand")
    else:
        yield from _card(relation, deal, card)


def test_suit_card_that_depends_on_its_place_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first card of a hand stands for all only where it makes no difference in which place one lies."""
    monkeypatch.setattr(suit_play.SuitPlay, "card", _last_card_is_not_in_hand)
    [step] = STEP
    [found] = establish(step, setting(load("schnapsen-book")), only=("T-STEP.suit_place",), provers=FAST).obligations
    assert found.verdict == "refuted", found


def _obligation(game: Game, name: str) -> Obligation:
    [proposition] = [each for each in PROPOSITIONS if name.startswith(f"{each.id}.")]
    [obligation] = establish(proposition, setting(game), only=(name,), provers=FAST).obligations
    return obligation
