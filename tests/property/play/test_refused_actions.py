"""Every condition that an action can break, in every game, broken alone: what the refusal names and says."""

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from support.games.game_strategies import matching_state
from support.games.proposed_actions import everything
from support.oracles.plain_tables import begun

from aceten import (
    CLOSE,
    Action,
    Bid,
    Call,
    Claim,
    Close,
    Draw,
    Exchange,
    Flip,
    Game,
    IllegalAction,
    MatchingGame,
    Meld,
    NameTrump,
    Pass,
    Play,
    Spice,
    State,
    Stop,
    SuitGame,
    load,
    parse,
)
from aceten.deals.shuffling import shuffle
from aceten.testing import MatchingDeal, SuitDeal, pick
from aceten_spec import Rulebook, load_shipped, plain, shipped
from aceten_spec.clauses.refusals import REFUSALS, RefusalCode, needed_refusals, refusal_codes
from aceten_spec.options import option_values, options_for, own_value
from aceten_spec.plain import Table
from aceten_spec.rulebook import OptionValue

CONDITIONS: Final[dict[str, tuple[str, str]]] = {
    "deal_over": ("PLAY-8", "is over"),
    "unknown_action": ("PLAY-2", "nothing of the kind"),
    "not_in_hand": ("PLAY-2", "does not hold"),
    "spice_first": ("SPICE-3", "has to spice it or to stop"),
    "bidding": ("BID-8", "auction comes first"),
    "naming": ("BID-8", "trumps have to be named first"),
    "draw_first": ("CLOSE-2", "has to draw first"),
    "lead_limit": ("PLAY-11", "leads of this rank"),
    "trumped_continuation": ("MULTI-9", "trumped"),
    "wrong_continuation": ("MULTI-2", "not match"),
    "early_suit_not_followed": ("SUIT-3", "followed, also while there is a talon"),
    "suit_not_followed": ("SUIT-4", "followed"),
    "not_beaten": ("SUIT-6", "beaten"),
    "not_trumped": ("SUIT-5", "trump"),
    "stop_off": ("MULTI-1", "no trick can be continued"),
    "stop_not_offered": ("MULTI-5", "only the leader stops"),
    "stop_not_spicing": ("PLAY-2", "only the winner of a trick stops"),
    "flip_off": ("FLIP-1", "nobody flips"),
    "flip_exhausted": ("FLIP-3", "exhausted"),
    "spice_off": ("SPICE-1", "nobody spices"),
    "spice_no_trick": ("SPICE-1", "no trick has just been won"),
    "spice_not_drawn": ("SPICE-2", "no card that he has just drawn"),
    "calls_off": ("CALL-1", "no such call"),
    "call_without_partner": ("CALL-1", "no partners"),
    "call_out_of_turn": ("CALL-2", "who calls is no partner of "),
    "claim_off": ("CLAIM-1", "nobody claims"),
    "claim_automatic": ("CLAIM-1", "ends by itself"),
    "claim_not_leading": ("CLAIM-1", "who is to lead"),
    "claim_first_lead": ("CLAIM-1", "before the first trick"),
    "claim_with_marriage": ("CLAIM-3", "led before it counts"),
    "claim_before_drawing": ("CLAIM-3", "after drawing, or after closing"),
    "wrong_claim": ("CLAIM-4", "do not suffice"),
    "meld_not_leading": ("MELD-4", "who is to lead"),
    "meld_closed": ("MELD-6", "talon is closed"),
    "meld_exhausted": ("MELD-5", "exhausted"),
    "meld_first_lead": ("MELD-7", "first lead"),
    "meld_wrong_card": ("MELD-1", "its king or its queen"),
    "meld_not_king": ("MELD-1", "led with its king"),
    "meld_due": ("MELD-9", "has to show it"),
    "no_marriage": ("MELD-1", "not hold both king and queen"),
    "exchange_off": ("EXCH-1", "no card is exchanged"),
    "exchange_exhausted": ("EXCH-4", "exhausted"),
    "exchange_no_card": ("EXCH-1", "does not hold the"),
    "exchange_before_drawing": ("EXCH-2", "has to draw first"),
    "exchange_closed": ("EXCH-5", "talon is closed"),
    "exchange_closer": ("EXCH-5", "has closed the talon"),
    "exchange_late": ("EXCH-5", "since the talon was closed"),
    "exchange_not_leading": ("EXCH-2", "who is to lead"),
    "exchange_no_trick": ("EXCH-3", "has not taken a trick"),
    "exchange_stock": ("EXCH-4", "or more"),
    "close_off": ("CLOSE-1", "nobody closes"),
    "close_not_leading": ("CLOSE-1", "who is to lead"),
    "close_again": ("CLOSE-3", "closed already"),
    "close_stock": ("CLOSE-4", "or more"),
    "close_first_lead": ("CLOSE-1", "before the first lead"),
    "draw_off": ("CLOSE-2", "draws at once"),
    "draw_closed": ("CLOSE-3", "closed"),
    "draw_exhausted": ("DRAW-5", "exhausted"),
    "draw_full_hand": ("DRAW-1", "hands are full"),
    "bid_outside": ("BID-3", "no auction"),
    "bid_passed": ("BID-4", "has passed"),
    "bid_points": ("BID-2", "points cannot be bid"),
    "bid_too_low": ("BID-3", "higher than the last"),
    "trump_in_auction": ("TRUMP-2", "not over"),
    "trump_named": ("TRUMP-2", "named already"),
    "pass_outside": ("BID-1", "outside the auction"),
    "pass_forced": ("BID-1", "has to bid"),
    "pass_not_asked": ("CLAIM-1", "asked for a claim"),
}
"""For each condition the clause that has it, without prefix, and words of what the refusal has to say."""

WITHOUT_CLAUSES: Final = {
    ("lusti-kartln", "call_out_of_turn"): "CALL-1",
    **{(game, "calls_off"): "PLAY-2" for game in ("hola", "ristiklappi", "ristikontra", "sedma-three")},
    **{(game, "trumped_continuation"): "PLAY-9" for game in ("zsiros", "septica", "sedma-three")},
    **{(game, "close_off"): "CLOSE-2" for game in ("sixty-six", "schnapsen", "schnapsen-book")},
}
"""Where a game has no clause for a condition of its own, the one that says that there is no more to do, or that of the option."""


KINDS: Final[dict[str, type]] = {
    "deal_over": Play,
    "unknown_action": object,
    "draw_first": Play,
    "spice_first": Play,
    "stop": Stop,
    "flip": Flip,
    "spice": Spice,
    "call": Call,
    "claim": Claim,
    "wrong_claim": Claim,
    "meld_due": Play,
    "meld": Meld,
    "no_marriage": Meld,
    "exchange": Exchange,
    "close": Close,
    "draw": Draw,
    "bid_": Bid,
    "trump_in": NameTrump,
    "trump_named": NameTrump,
    "pass": Pass,
}
"""By how the code of a condition begins the kind of action that breaks it; any other is broken by playing a card."""

DEALS: Final = 4000
"""So many random deals are searched at most."""


class Witness(NamedTuple):
    """An action that breaks one condition and no other."""

    state: State
    action: Action


def witnesses(rulebook: Rulebook, wanted: set[RefusalCode]) -> dict[str, Witness]:
    """Return for each condition an action that breaks it alone, found in random deals of all games of a rulebook."""
    found: dict[str, Witness] = {}
    games = games_of(rulebook)
    for seed in range(DEALS):
        fitting = [game for game in games if any(may_break(game, code) for code in wanted.difference(found))]
        game = fitting[seed % len(fitting)]
        for state, must in moments(game, seed):
            kinds = {kind_of(code) for code in wanted.difference(found)}
            for action in everything(game) if kinds else ():
                broken = plain.broken(must, str(action)) if kinds & {type(action), object} else []
                if len(broken) == 1 and broken[0] in wanted:
                    found.setdefault(broken[0], Witness(state, action))
        if wanted == set(found):
            break
    return found


def games_of(rulebook: Rulebook) -> list[Game]:
    """Return the games of a rulebook: for each number of players as it is, and with each other value of each option.

    Last those with another way of wrong claims besides: where such a claim is refused, that hides what else is wrong with it.
    """
    found: list[Game] = []
    for players in rulebook.parameters.players:
        changes: list[dict[str, OptionValue]] = [{}]
        for name, option in options_for(rulebook, players).items():
            own = own_value(rulebook, name, players)
            changes += [{name: value} for value in option_values(option) or () if value != own]
        freely = [each for each in changes if "wrong_claim" in each]
        changes += [{**each, **free} for free in freely for each in changes if "claiming" in each]
        found += [load(rulebook, players=players, **each) for each in changes]
    return found


def may_break(game: Game, code: RefusalCode) -> bool:
    """Whether a condition is one of a game, as far as its parameters tell."""
    refusal, rules = REFUSALS[code], game.rules
    differs = code.endswith("_off") or all(getattr(rules, name) != plain for name, plain in refusal.never)
    return differs and all(getattr(rules, name) == value for name, value in refusal.only)


def kind_of(code: str) -> type:
    """Return the kind of action that breaks a condition, by how its code begins."""
    return next((kind for word, kind in KINDS.items() if code.startswith(word)), Play)


def moments(game: Game, seed: int) -> Iterator[tuple[State, Table]]:
    """Yield the states of a random deal, each with what must be the case in it."""
    chance = random.Random(seed)
    deck, dealer = shuffle(game.pack.cards, seed), chance.randrange(game.players)
    state: State
    if isinstance(game, SuitGame):
        cut = chance.choice(game.pack.cards) if game.cuts else None
        near = (
            chance.randrange(game.rules.target),
            chance.randrange(game.rules.target),
        )  # a claim may be right at once
        suits = SuitDeal(game, deck, dealer, cut, near if game.scores_matter else None)
        state = suits.state()
        while True:
            yield state, begun(suits, state.log)
            if state.turn is None:
                return
            seldom = 2 if game.rules.exchange_after_closing else 6
            closing = CLOSE in state.legal and chance.randrange(seldom) == 0
            state = state.play(CLOSE if closing else pick(state, chance.randrange(128)))
    elif isinstance(game, MatchingGame):
        matching = MatchingDeal(game, deck, dealer)
        state = matching.state()
        while True:
            yield state, begun(matching, state.log)
            if state.turn is None:
                return
            state = matching_state(state.play(pick(state, chance.randrange(256))))


@pytest.mark.turns(18)
@pytest.mark.parametrize("game", shipped())
def test_every_condition_is_broken_alone(game: str) -> None:
    """In every game each condition that it has is broken alone by some action: its clause is named, and what is the matter is said."""
    rulebook = load_shipped(game)
    wanted = set(needed_refusals(rulebook))
    for known in refusal_codes(rulebook.parameters):
        switched_off = REFUSALS[known].optional or known.endswith("_off")
        if switched_off and rulebook.refusals.get(known):
            wanted.add(known)
    found = witnesses(rulebook, wanted)
    assert wanted == set(found)
    for code, (state, action) in found.items():
        with pytest.raises(IllegalAction) as caught:
            state.play(action)
        clause, words = CONDITIONS[code]
        assert caught.value.code == code, f"{action} in {state}"
        assert caught.value.clause == f"{rulebook.prefix}-{WITHOUT_CLAUSES.get((game, code), clause)}"
        assert words in caught.value.problem
        assert "{" not in caught.value.problem
        line = parse(str(state))
        if line == state:  # a position tells all that the refusal depends on
            with pytest.raises(IllegalAction, match=words):
                line.play(action)


def test_every_condition_is_known() -> None:
    """Each condition has its clause and its words here, but for those that no shipped game has."""
    assert {*REFUSALS} - {*CONDITIONS} == {"early_not_beaten", "early_not_trumped", "meld_off"}
