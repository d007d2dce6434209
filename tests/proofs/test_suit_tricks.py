"""The theorems about suit tricks, and wrong functions for which each theorem about games with suit tricks must fail."""

from __future__ import annotations

import inspect
import itertools
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slices import one_of_each, sliced

from aceten import Game, Play, SuitGame, load, parse
from aceten.proofs.mutating import Mutation, installed
from aceten.proofs.obligations import Provers, discharge
from aceten.proofs.propositions import establish
from aceten.proofs.replacing import named
from aceten.proofs.setting import setting
from aceten.proofs.theorems import auction, rights, suit_ending, suit_tricks
from aceten.proofs.theorems import step as play
from aceten.suits import steps
from aceten_spec import Rank, load_shipped, shipped
from aceten_spec.formulas import suit_tricks as formulas

GAMES = tuple(game for game in shipped() if isinstance(load(game), SuitGame))
PROPOSITIONS = {
    proposition.id: proposition
    for module in (play, suit_tricks, rights, auction, suit_ending)
    for proposition in module.PROPOSITIONS
}
Z3_ONLY = Provers(solvers=("z3",))
STRONG = st.tuples(st.integers(1, 4), st.integers(0, 7))
TRUMP = st.integers(0, 4)
HIGHEST = formulas.highest()
REFUSAL = {
    "none": formulas.refusal("none"),
    "follow": formulas.refusal("follow"),
    "follow_beat_trump": formulas.refusal("follow_beat_trump"),
}
HELD = {
    size: (formulas.held(size, "led"), formulas.held(size, "higher"), formulas.held(size, "trump"))
    for size in range(1, 7)
}


@pytest.mark.turns(2)
@pytest.mark.parametrize("game", sliced(["schnapsen"], whole=list(GAMES)))
@pytest.mark.parametrize("theorem", ["T-SUIT-TRICK", "T-OBEY"])
def test_theorem_is_proved(game: str, theorem: str) -> None:
    """Tricks go to the highest card, and exactly what the rules allow can be played: in every game with suit tricks."""
    found = establish(PROPOSITIONS[theorem], setting(load(game)), provers=Provers())
    assert found.verdict == "proved", [each for each in found.obligations if each.verdict != "proved"]
    assert found.clauses
    assert set(found.clauses) <= {clause.id for clause in load_shipped(game).clauses}
    assert all("{" not in obligation.domain for obligation in found.obligations)


def test_theorems_speak_about_suit_tricks_alone() -> None:
    """In a game with matching tricks there is nothing to prove about suits."""
    about = setting(load("zsiros"))
    assert [name for name, proposition in PROPOSITIONS.items() if proposition.applies(about)] == ["T-STEP"]


def test_large_hands_are_covered_in_part() -> None:
    """With more cards in hand than are followed one by one the obligation says that it is bounded."""
    for game, kept, left_out in (("einwerfen", "owed", "owed_first"), ("schnapsen", "owed", "owed_first")):
        applying = {step.name for step in PROPOSITIONS["T-OBEY"].steps if step.applies(setting(load(game)))}
        assert kept in applying
        assert left_out not in applying
    assert all(step.bounded for step in PROPOSITIONS["T-OBEY"].steps if step.name.endswith("-first"))


# --- Wrong functions ---


def _wrong(function: str, old: str, new: str) -> Mutation:
    """Return a function of the engine in which some text is another."""
    source = textwrap.dedent(inspect.getsource(named(function)))
    assert source.count(old) == 1, (function, old)
    return Mutation(
        function=function,
        operator="constant",
        line=1,
        number=1,
        before=old,
        after=new,
        source=source.replace(old, new),
    )


_STATE = "aceten.suits.state.SuitState"
_PLAY = "aceten.suits.play"
_MOMENT = "aceten.suits.moment.SuitMoment"
_WRONG = [
    ("T-STEP.suit_view", "schnapsen", f"{_STATE}.view", "hand if other == sees else self.shown[other]", "hand"),
    ("T-STEP.suit_start", "schnapsen", "aceten.suits.state.start", "(*rest[1:], rest[0])", "rest"),
    ("T-SUIT-TRICK.strong", "tausendeins", "aceten.suits.game.strong_card", "order.index(rank)", "-order.index(rank)"),
    ("T-SUIT-TRICK.built", "schnapsen", "aceten.suits.game.build_suits", "reversed(rules.order)", "rules.order"),
    ("T-SUIT-TRICK.beats", "schnapsen", "aceten.suits.steps.beats", "card[0] == trump", "card[0] == best[0]"),
    ("T-SUIT-TRICK.highest", "schnapsen", "aceten.suits.steps.beats", "return card[1] > best[1]", "return True"),
    ("T-STEP.suit_card", "schnapsen", f"{_PLAY}.contest", "state.trump or 0", "0"),
    ("T-STEP.suit_card", "einwerfen", f"{_PLAY}.contest", "winning - state.leader", "winning"),
    ("T-OBEY.owed", "schnapsen", "aceten.suits.steps.owed", "strength > led[1]", "strength >= led[1]"),
    ("T-OBEY.owed", "einwerfen", "aceten.suits.steps.owed", "if follows:", "if not follows:"),
    ("T-OBEY.pays", "schnapsen", "aceten.suits.steps.pays", "card[1] > debt[1]", "card[1] >= debt[1]"),
    ("T-OBEY.unpaid", "schnapsen", "aceten.suits.steps.unpaid", "card[0] == led", "card[0] != led"),
    ("T-STEP.suit_card", "schnapsen", f"{_PLAY}.owed_to_lead", "if state.open_talon", "if state.talon"),
    (
        "T-STEP.suit_legal",
        "schnapsen",
        f"{_PLAY}.legal_actions",
        "for card in hand if pays(strong[card], debt)",
        "for card in hand",
    ),
    ("T-STEP.suit_card", "schnapsen", f"{_PLAY}.after_card", "if card not in hand", "if False"),
    ("T-STEP.suit_card", "auction-sixty-six", f"{_PLAY}.after_card", "if state.naming", "if False"),
    ("T-STEP.suit_card", "schnapsen", f"{_PLAY}.after_card", " if state.open_talon else code", ""),
    ("T-STEP.meld", "schnapsen", "aceten.suits.rights.show_refusal", "if state.trick", "if False"),
    ("T-STEP.meld", "sixty-six", "aceten.suits.rights.show_refusal", "meld_closed", "meld_exhausted"),
    (
        "T-RIGHTS.marriages",
        "schnapsen",
        "aceten.suits.rights.marriages",
        "rank_number(card) == Rank.KING",
        "rank_number(card) == Rank.QUEEN",
    ),
    ("T-STEP.meld", "schnapsen meld_first=off", "aceten.suits.rights.tricks_taken", " + len(state.talon)", ""),
    ("T-RIGHTS.marriage_points", "schnapsen", "aceten.suits.rights.marriage_points", "suit == state.trump", "False"),
    ("T-RIGHTS.marriage_points", "tausendeins", "aceten.suits.rights.marriage_points", "before > 0", "before > 40"),
    ("T-STEP.meld", "tausendeins", f"{_PLAY}.show_marriage", "trump=suit if", "trump=state.trump if"),
    ("T-STEP.meld", "schnapsen", f"{_PLAY}.after_meld", " or card.rank not in leading", ""),
    ("T-STEP.talon", "schnapsen", "aceten.suits.rights.exchangeable", "not state.talon or ", ""),
    (
        "T-STEP.talon",
        "schnapsen exchange_min_stock=3",
        "aceten.suits.rights.exchange_refusal",
        "len(state.talon) < rules.exchange_min_stock",
        "not state.talon",
    ),
    (
        "T-STEP.talon",
        "sixty-six exchange_after_closing=on",
        "aceten.suits.rights.exchange_refusal",
        "if turn == state.closed.seat",
        "if False",
    ),
    (
        "T-STEP.talon",
        "sixty-six",
        "aceten.suits.rights.exchange_refusal",
        "card not in state.hands[turn]",
        "state.drawing",
    ),
    ("T-STEP.suit_legal", "schnapsen", "aceten.suits.rights.may_exchange", "not exchange", "exchange"),
    ("T-STEP.talon", "schnapsen", f"{_PLAY}.after_exchange", "(*state.talon[:-1], card)", "(card, *state.talon[:-1])"),
    ("T-STEP.talon", "schnapsen", "aceten.suits.rights.close_refusal", "if state.trick", "if False"),
    ("T-STEP.suit_legal", "schnapsen", "aceten.suits.rights.may_close", "not close", "close"),
    ("T-STEP.talon", "schnapsen", f"{_PLAY}.after_close", "Side(1 - state.game.sides[turn])", "state.game.sides[turn]"),
    ("T-STEP.suit_card", "schnapsen", f"{_MOMENT}.drawing", " < self.game.rules.hand", " <= self.game.rules.hand"),
    ("T-STEP.suit_card", "schnapsen", f"{_MOMENT}.open_talon", " and self.closed is None", ""),
    ("T-STEP.talon", "schnapsen", f"{_PLAY}.after_draw", "if not state.drawing", "if state.drawing"),
    ("T-STEP.talon", "sixty-six", "aceten.suits.rights.draw_refusal", "if state.talon else", "if False else"),
    ("T-STEP.suit_card", "schnapsen", f"{_PLAY}.draw_up", "state.leader, game.rules", "0, game.rules"),
    ("T-STEP.talon", "schnapsen", f"{_MOMENT}.asking", "and not self.hands", "and self.hands"),
    ("T-STEP.claim", "tausendeins", f"{_PLAY}.may_claim", " or is_right(state, suit)", ""),
    ("T-STEP.claim", "tausendeins", f"{_PLAY}.is_right", "state.scores[side]", "state.scores[0]"),
    ("T-STEP.suit_card", "tausendeins claiming=automatic", f"{_MOMENT}.has_enough", "self.scores[side]", "0"),
    (
        "T-STEP.claim",
        "tausendeins",
        "aceten.suits.settling.claims_rightly",
        "score + points >= rules.target",
        "score + points > rules.target",
    ),
    ("T-STEP.claim", "tausendeins", "aceten.suits.settling.counted", " if took_a_trick else points", ""),
    ("T-STEP.talon", "schnapsen", f"{_MOMENT}.counted", "points = self.points[side]", "points = 0"),
    ("T-STEP.suit_card", "sixty-six claiming=automatic", f"{_MOMENT}.last_trick_points", " or any(self.hands)", ""),
    (
        "T-STEP.claim",
        "schnapsen close=either",
        f"{_PLAY}.after_claim",
        "suit is not None and state.drawing",
        "state.drawing",
    ),
    ("T-STEP.talon", "schnapsen", f"{_PLAY}.after_pass", "if not state.asking", "if False"),
    ("T-STEP.suit_legal", "schnapsen", f"{_PLAY}.legal_actions", "if may_exchange(state)", "if may_close(state)"),
    ("T-STEP.suit_legal", "schnapsen", f"{_PLAY}.legal_actions", "(_CLAIM, PASS) if", "(_CLAIM,) if"),
    ("T-AUCTION.may_bid", "auction-sixty-six", "aceten.suits.steps.may_bid", "passed[-1]", "passed[0]"),
    (
        "T-AUCTION.auction_over",
        "auction-sixty-six",
        "aceten.suits.steps.auction_over",
        "bids[1 - players :]",
        "bids[-players:]",
    ),
    (
        "T-STEP.bid",
        "auction-sixty-six",
        "aceten.suits.auction.legal_bids",
        "points > highest",
        "points >= highest",
    ),
    ("T-STEP.bid", "auction-sixty-six", "aceten.suits.auction.legal_bids", "may_bid(state.bids,", "may_bid((),"),
    ("T-STEP.bid", "auction-sixty-six", "aceten.suits.auction.after_bid", "bids.index(highest)", "len(bids)"),
    ("T-STEP.bid", "auction-sixty-six", f"{_MOMENT}.bidding", " and self.contract is None", ""),
    ("T-STEP.bid", "auction-sixty-six", f"{_MOMENT}.naming", " and self.trump is None", ""),
    ("T-STEP.bid", "auction-sixty-six", f"{_PLAY}.after_bidding", "else action.points", "else 1"),
    (
        "T-STEP.bid",
        "auction-sixty-six",
        "aceten.suits.auction.bid_refusal",
        "if points in",
        "if points not in",
    ),
    ("T-STEP.bid", "auction-sixty-six", f"{_PLAY}.after_naming", "if not state.naming", "if False"),
    ("T-AUCTION.ends", "auction-sixty-six", "aceten.suits.steps.auction_over", "bids[-1] == highest or ", ""),
    ("T-STEP.suit_card", "einwerfen", f"{_PLAY}.take_trick", "not state.hands[winner] and ", ""),
    ("T-STEP.suit_card", "sixty-six close_min_stock=3", f"{_PLAY}.take_trick", ">= rules.close_min_stock", "> 0"),
    ("T-STEP.talon", "schnapsen", f"{_PLAY}.at_turn", "if state.turn is None", "if False"),
    ("T-STEP.talon", "schnapsen", f"{_STATE}.play", "return after_draw(self", "return after_close(self"),
    ("T-STEP.talon", "auction-sixty-six", f"{_PLAY}.after_pass", "if state.bidding", "if not state.bidding"),
    ("T-STEP.claim", "schnapsen", f"{_STATE}.play", "return after_claim(self, action)", "return self"),
    ("T-STEP.suit_legal", "tausendeins", f"{_PLAY}.legal_actions", "else (PASS,)", "else ()"),
    (
        "T-STEP.suit_legal",
        "auction-sixty-six",
        "aceten.suits.auction.legal_bids",
        "if forced else (*higher, PASS)",
        "",
    ),
]


_SLICE = one_of_each(_WRONG, lambda each: each[0])


def loaded(game: str) -> Game:
    """Return a game that is named with options, as position lines do."""
    name, *options = game.split()
    found = load(name)
    for option in options:
        key, _, value = option.partition("=")
        found = load(name, **dict(found.options) | {key: int(value) if value.isdigit() else value})  # type: ignore[arg-type]  # no option is named players
    return found


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("obligation", "game", "function", "old", "new"),
    sliced(_SLICE, whole=_WRONG),
)
def test_wrong_function_is_refuted(obligation: str, game: str, function: str, old: str, new: str) -> None:
    """A wrong function is refuted at the obligation that is about it, with a counterexample, or does what cannot be followed."""
    theorem, _, name = obligation.partition(".")
    about = setting(loaded(game))
    step = next(step for step in PROPOSITIONS[theorem].steps if step.name == name and step.applies(about))
    with installed(_wrong(function, old, new)):
        found = discharge(
            name=obligation,
            statement=step.statement,
            clauses=step.clauses,
            function=step.function,
            domain=step.domain,
            cases=step.cases(about),
            provers=Z3_ONLY,
        )
    assert found.verdict in {"refuted", "unknown"}, found
    assert found.counterexample is not None or found.reason


@pytest.mark.parametrize(
    ("name", "game", "function", "old", "new"),
    [
        ("unpaid", "einwerfen", "aceten.suits.steps.owed", "if suit == led[0]", "if suit == trump"),
        ("unpaid", "sixty-six", "aceten.suits.steps.owed", "strength > led[1]", "strength < led[1]"),
        ("unpaid", "auction-sixty-six", "aceten.suits.steps.owed", "follows = True", "follows = False"),
    ],
)
def test_counterexample_can_be_shown(name: str, game: str, function: str, old: str, new: str) -> None:
    """A counterexample about a lead comes with a position in which the wrong engine lets other cards be played than the right one."""
    [step] = [step for step in PROPOSITIONS["T-OBEY"].steps if step.name == name]
    about = setting(load(game))
    with installed(_wrong(function, old, new)):
        found = discharge(
            name=name,
            statement=step.statement,
            clauses=(),
            function=step.function,
            domain=step.domain,
            cases=step.cases(about),
            provers=Z3_ONLY,
        )
        assert found.counterexample is not None
        line = found.counterexample.position
        assert line
        wrong = parse(line).legal
    assert parse(line).trick
    assert set(parse(line).legal) != set(wrong)


def test_position_of_a_lead() -> None:
    """A card led and a hand make a position; cards that do not exist, or one card twice, make none."""
    about = setting(load("schnapsen"))
    line = suit_tricks.lead_position(about, 3, (2, 4), [(3, 0), (2, 1)])
    state = parse(line)
    assert (str(state.trick[0]), sorted(map(str, state.hands[1]))) == ("As", ["Jh", "Qs"])
    assert [str(action) for action in state.legal if isinstance(action, Play)] == ["Qs"]
    assert not suit_tricks.lead_position(about, 3, (2, 4), [(2, 4)])
    assert not suit_tricks.lead_position(about, 3, (5, 4), [(2, 1)])
    assert not suit_tricks.lead_position(about, 3, (2, 5), [(2, 1)])
    tausendeins = suit_tricks.lead_position(setting(load("tausendeins")), 3, (2, 4), [(3, 0), (2, 1)])
    assert "melds=" in tausendeins


def test_every_step_has_a_wrong_function() -> None:
    """No obligation about the engine is left without a wrong function that it refutes."""
    tried = {obligation for obligation, *_ in _WRONG}
    about = setting(load("auction-sixty-six"))
    for proposition in PROPOSITIONS.values():
        for step in (each for each in proposition.steps if each.applies(about)):
            engine = step.function.startswith("aceten.")
            assert not engine or f"{proposition.id}.{step.name.removesuffix('_first')}" in tried, step.name


# --- The formulas ---


def test_strengths() -> None:
    """The lowest rank of the order has strength 0; in Einwerfen the ten is below the under."""
    strength = formulas.strength(setting(load("einwerfen")).suits.rules)
    assert [strength.at(rank) for rank in (Rank.SEVEN, Rank.NINE, Rank.TEN, Rank.JACK, Rank.ACE)] == [0, 2, 3, 4, 7]
    strength = formulas.strength(setting(load("schnapsen")).suits.rules)
    assert [strength.at(rank) for rank in (Rank.JACK, Rank.TEN, Rank.ACE)] == [0, 3, 4]


def test_what_takes_a_trick() -> None:
    """A higher card of the suit, or a trump on another suit; a lower trump does not."""
    takes = formulas.takes()
    assert takes.at(1, 5, 1, 4, 3)
    assert not takes.at(1, 4, 1, 5, 3)
    assert not takes.at(2, 7, 1, 0, 3)
    assert takes.at(3, 0, 1, 7, 3)
    assert not takes.at(3, 0, 3, 1, 3)
    assert not takes.at(1, 7, 3, 0, 3)
    assert not takes.at(2, 7, 1, 0, 0)


@given(st.lists(STRONG, min_size=1, max_size=4, unique=True), TRUMP)
def test_exactly_one_card_is_the_highest(cards: list[tuple[int, int]], trump: int) -> None:
    """Of the cards of any trick one is the highest, and the engine's comparison finds it."""
    led = cards[0][0]
    winning = [card for card in cards if all(HIGHEST.at(*card, *other, trump, led) for other in cards)]
    best = cards[0]
    for card in cards[1:]:
        best = card if steps.beats(card, best, trump) else best
    assert winning == [best]


@given(st.lists(STRONG, min_size=1, max_size=6, unique=True), STRONG, TRUMP, st.sampled_from(formulas.OBLIGATIONS))
def test_what_is_refused(hand: list[tuple[int, int]], led: tuple[int, int], trump: int, obligation: str) -> None:
    """The formula refuses a card as the clauses do, read card by card."""
    has = [formula.at(*led, trump, *itertools.chain(*hand)) for formula in HELD[len(hand)]]
    same = [card for card in hand if card[0] == led[0]]
    above = [card for card in same if card[1] > led[1]]
    assert has == [bool(same), bool(above), any(card[0] == trump for card in hand)]
    allowed = hand
    if obligation != "none" and same:
        allowed = above if above and obligation == "follow_beat_trump" else same
    elif obligation == "follow_beat_trump":
        allowed = [card for card in hand if card[0] == trump] or hand
    assert [card for card in hand if not REFUSAL[obligation].at(*card, *led, trump, *has)] == allowed


def test_reasons() -> None:
    """A card that does not follow, one that is too low, and one that is no trump are refused for different reasons."""
    formula = formulas.refusal("follow_beat_trump")
    assert formulas.REFUSALS[formula.at(2, 7, 1, 3, 4, 1, 0, 1)] == "suit_not_followed"
    assert formulas.REFUSALS[formula.at(1, 2, 1, 3, 4, 1, 1, 1)] == "not_beaten"
    assert formulas.REFUSALS[formula.at(2, 7, 1, 3, 4, 0, 0, 1)] == "not_trumped"
    assert formulas.REFUSALS[formula.at(1, 2, 1, 3, 4, 1, 0, 1)] == ""


def test_strict_rules_begin() -> None:
    """In Schnapsen any card may be played while there is an open talon; then the strict rules hold."""
    owes = formulas.owes(setting(load("schnapsen")).suits.rules)
    assert [formulas.OBLIGATIONS[owes.at(*given)] for given in ((4, 0), (4, 1), (0, 0))] == [
        "none",
        "follow_beat_trump",
        "follow_beat_trump",
    ]


def test_what_pays() -> None:
    """Where nothing is due every card pays; else a card of the suit that is high enough."""
    pays = formulas.pays()
    assert pays.at(1, 0, 0, -1)
    assert pays.at(1, 0, 1, -1)
    assert not pays.at(2, 7, 1, -1)
    assert not pays.at(1, 3, 1, 3)
    assert pays.at(1, 4, 1, 3)
