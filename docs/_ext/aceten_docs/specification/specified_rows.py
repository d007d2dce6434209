"""What stands on the page of a game that is its specification, row by row: of every number of players, those that say the same once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import aceten
from aceten_docs.specification.live_branches import ACTIONS, Live, live_branches
from aceten_docs.specification.mathematics import Mathematics
from aceten_spec import load_shipped
from aceten_spec.clauses.refusals import REFUSALS, refusal_clause
from aceten_spec.formulas import deal_words
from aceten_spec.formulas.award_clauses import row_applies
from aceten_spec.formulas.branch_cases import CASES, REFUSED_UNLESS, reasons
from aceten_spec.formulas.grants import GRANTS
from aceten_spec.formulas.suits.result_rows import contract_rows, race_rows
from aceten_spec.names import card_name, rank_name
from aceten_spec.options import parameters_for
from aceten_spec.rulebook import MatchingParameters, SuitParameters, pack_of
from aceten_spec.written_cards import card

if TYPE_CHECKING:
    from aceten_spec import Rulebook
    from aceten_spec.clauses.refusals import RefusalCode
    from aceten_spec.formulas.branch_cases import Decision, Stated
    from aceten_spec.formulas.case_names import CaseName
    from aceten_spec.formulas.deal_words import Said
    from aceten_spec.rulebook import Parameters

TITLES: Final = {
    "bid": "Bidding",
    "card": "Playing a card",
    "meld": "Showing a marriage",
    "flip": "Turning up a card of the talon",
    "spice": "Spicing a trick",
    "stop": "Stopping",
    "exchange": "Exchanging the turn-up",
    "close": "Closing the talon",
    "draw": "Drawing",
    "claim": "Claiming, and passing after the last trick",
    "pass": "Passing",
    "name": "Naming trumps",
    "call": "Calling",
}
"""What an action is called."""

FOLLOWS: Final[dict[Decision, str]] = {
    "bidding": "What follows a bid or a pass",
    "winning": "Who is winning the trick",
    "next": "What follows a card",
    "taken": "What follows a trick",
}
"""What is decided by cases that are not those of one action."""

BEGINNING, ANY, NOTHING, RESULT, MATCH = (
    *("Before play", "Any action", "What there is not", "What a deal comes to", "The match"),
)
"""The other parts of a page."""

FIRST: Final[tuple[RefusalCode, ...]] = ("spice_first", "bidding", "naming", "draw_first")
"""Refusals that say what has to be done before, in their order; where several actions have one it is said of all of them."""

_AUCTION: Final = ("bid", "pass", "name")
_CLAIMED: Final = {
    "turn": "at any turn of his, leading or following",
    "leading": "when he is to lead",
    "trick": "when he is to lead after a trick",
}
"""What is done first, where there is an auction."""


class Row(NamedTuple):
    """Something that a page says."""

    order: int
    """Its place among those of its part."""
    name: str
    """The name of a case, the code of a refusal, or what a result is called; empty: none of them."""
    when: str
    """When it is so; empty: always."""
    then: str
    """What follows, what a refusal says, or what is so."""
    formal: tuple[tuple[str, str], ...]
    """More closely: in words, and in mathematics."""
    clauses: tuple[str, ...]
    """The ids of the clauses that say it."""
    refused: bool = False
    """Whether an action is refused then."""
    beside: bool = False
    """Whether it is so beside others."""
    coded: bool = False
    """Whether programs call it by its name."""
    given: str = ""
    """What has to be so beside ``when``, which the rows before or after have in common with it; empty: nothing."""


Part: TypeAlias = "dict[Row, tuple[int, ...]]"
"""Rows in their order, and with how many players each is so."""


def parts_of(game: str) -> dict[str, Part]:
    """Return the parts of a page by their titles, in their order."""
    book = load_shipped(game)
    found: dict[str, Part] = {}
    places: dict[tuple[str, Row], Row] = {}
    for players in book.parameters.players:
        for title, rows in _Rows(book, players).parts():
            part = found.setdefault(title, {})
            for row in rows:
                first = places.setdefault((title, row._replace(order=0)), row)  # which may be elsewhere with others
                part[first] = (*part.get(first, ()), players)
    order = list(_titles(bids=isinstance(book.parameters, SuitParameters) and bool(book.parameters.bids)))
    return {
        title: dict(sorted(part.items(), key=lambda item: item[0].order))
        for title, part in sorted(found.items(), key=lambda item: order.index(item[0]))
        if part
    }


def _titles(*, bids: bool) -> Iterator[str]:
    actions = sorted(ACTIONS, key=lambda action: action not in _AUCTION) if bids else ACTIONS
    yield from (BEGINNING, ANY)
    for action in actions:
        yield TITLES[action]
        if action == "name":
            yield FOLLOWS["bidding"]
        if action == "card":
            yield from (FOLLOWS["winning"], FOLLOWS["next"], FOLLOWS["taken"])
    yield from (NOTHING, RESULT, MATCH)


class _Rows:
    """The rows of a page with so many players."""

    def __init__(self, book: Rulebook, players: int) -> None:
        self._book, self._players = book, players
        self._rules = parameters_for(book, players)
        self._mathematics = Mathematics(self._rules)
        self._ids = {clause.id for clause in book.clauses}
        self._live = {action: live for action, live in live_branches(book.id, players).items() if any(live)}
        self._done = {action: live for action, live in self._live.items() if live.trails}
        of_each = [live.refusals for live in self._done.values()]
        self._everywhere = frozenset(code for code in REFUSALS if all(code in codes for codes in of_each))
        self._before: list[RefusalCode] = [code for code in FIRST if sum(code in codes for codes in of_each) > 1]

    def parts(self) -> Iterator[tuple[str, Iterable[Row]]]:
        """Yield every part."""
        sides = aceten.load(self._book, players=self._players).side_count
        yield BEGINNING, self._said(deal_words.beginning(self._rules, self._players))
        yield ANY, [self._refusal(code, "card") for code in REFUSALS if code in self._everywhere]
        yield ANY, [self._first(code) for code in self._before]
        for action, live in self._done.items():
            asked = action == "pass" and "claim" in self._done
            yield TITLES["claim" if asked else action], self._of_action(action, live)
        cases = {name for live in self._done.values() for name in live.cases}
        for decision, title in FOLLOWS.items():
            yield (
                title,
                [self._case(name) for name, case in CASES.items() if name in cases and case.decides == decision],
            )
        nothing = {code: action for action, live in self._live.items() if not live.trails for code in live.refusals}
        yield (
            NOTHING,
            [
                self._refusal(code, nothing[code])
                for code in REFUSALS
                if code in nothing and code not in self._everywhere and code != "unknown_action"
            ],
        )
        yield RESULT, self._results()
        yield MATCH, self._said(deal_words.match(self._rules, self._players, sides))

    def _of_action(self, action: str, live: Live) -> Iterator[Row]:
        said = {*self._everywhere, *self._before}
        yield from (self._refusal(code, action) for code in live.refusals if code not in said)
        yield from (self._granted(self._case(name), live) for name in live.cases if CASES[name].decides == "action")
        if action == "card":
            then = "any card is put into the trick: see the next three parts"
            clauses = self._clauses(("PLAY-3", "SUIT-3", "SUIT-7"))
            yield Row(len(REFUSALS), "", "otherwise", then, (), clauses)

    def _first(self, code: RefusalCode) -> Row:
        """Return that something else has to be done before several actions."""
        row = self._refusal(code, "card")
        actions = [TITLES[action].lower() for action, live in self._done.items() if code in live.refusals]
        return row._replace(when=f"{row.when}: {' and '.join(actions)}")

    def _granted(self, row: Row, live: Live) -> Row:
        """Return a row that says as well what may be done as it is not refused."""
        found = [grant for code, grant in GRANTS.items() if grant.case == row.name and code not in live.refusals]
        clauses = self._clauses(grant.clause for grant in found)
        words = "; ".join(grant.words for grant in found if self._clauses((grant.clause,)))
        if not words:
            return row
        return row._replace(
            then=f"{row.then}; allowed, too: {words}", clauses=tuple(dict.fromkeys((*row.clauses, *clauses)))
        )

    def _case(self, name: CaseName) -> Row:
        case = CASES[name]
        return Row(
            order=len(REFUSALS) + list(CASES).index(name),
            name=name,
            when=self._filled(case.when),
            then=self._filled(case.then),
            formal=self._formal(case.says(self._rules, self._players)),
            clauses=self._clauses(case.clauses),
            beside=case.beside,
        )

    def _refusal(self, code: RefusalCode, action: str) -> Row:
        refusal, formal = REFUSALS[code], tuple([("", self._mathematics.denied(each)) for each in self._unless(code)])
        if isinstance(self._rules, SuitParameters) and not formal:
            formal = self._reason(self._rules, code)
        married = "a marriage is shown with the claim, and " if action == "claim" else ""
        strict = self._strict() if "{strict}" in refusal.when else ""
        return Row(
            order=list(REFUSALS).index(code),
            name=code,
            when=self._filled(refusal.when, married=married, strict=""),
            then=self._filled(refusal.says),
            formal=formal,
            clauses=(refusal_clause(self._book, code),),
            refused=True,
            coded=True,
            given=strict,
        )

    def _unless(self, code: RefusalCode) -> tuple[Stated, ...]:
        return REFUSED_UNLESS[code](self._rules, self._players) if code in REFUSED_UNLESS else ()

    def _reason(self, rules: SuitParameters, code: RefusalCode) -> tuple[tuple[str, str], ...]:
        """Return in mathematics why an action is refused so."""
        for codes, formula in reasons(rules):
            if code in codes:
                found = self._mathematics.conditions(formula).get(codes.index(code), [])
                return tuple([("", said) for said in found if said])
        return ()

    def _strict(self) -> str:
        """Return the condition that there is no talon to draw from, where there can be one."""
        rules = self._rules
        if not isinstance(rules, SuitParameters) or len(pack_of(rules).cards) == rules.hand * self._players:
            return ""
        return "the talon is exhausted" if rules.close == "never" else "the talon is exhausted or closed"

    def _results(self) -> Iterator[Row]:
        rules = self._rules
        yield from self._said(deal_words.winning(rules))
        if rules.score == "table":
            yield from self._awards(rules)
        elif isinstance(rules, SuitParameters) and rules.score in {"race", "contract"}:
            rows = [*(race_rows(rules) if rules.score == "race" else contract_rows(rules))]
            for order, row in enumerate(rows, start=100):
                alike = {each.who for each in rows if row.given and each.given == row.given}
                given, then = (
                    (f"{row.given} → {row.who} scores", row.points) if len(alike) == 1 else (row.given, row.scored)
                )
                yield Row(order, row.name, row.when, then, (), self._clauses(row.clauses), coded=True, given=given)

    def _awards(self, rules: Parameters) -> Iterator[Row]:
        first = 4 if isinstance(rules, MatchingParameters) else 30
        for place, award in enumerate(rules.scoring):
            formula = row_applies(award)
            counted = "1 game point" if award.game_points == 1 else f"{award.game_points} game points"
            yield Row(
                order=100 + place,
                name=award.name,
                when=award.meaning,
                then=f"the winners score {counted}",
                formal=((formula.text, self._mathematics.written(formula)),),
                clauses=self._clauses((f"SCORE-{first + place}",)),
                coded=True,
            )

    def _to_draw(self) -> str:
        """Return the condition that there is something to draw."""
        rules = self._rules
        if getattr(rules, "close", "never") != "never":
            return "the talon is not closed and has cards"
        each = getattr(rules, "leftover", "none") != "none"
        return "the talon has a card for everybody" if each else "the talon has cards"

    # --- Words ---

    def _said(self, sentences: Iterable[Said]) -> Iterator[Row]:
        for order, said in enumerate(sentences):
            yield Row(order, "", "", said.words, (), self._clauses(said.clauses))

    def _formal(self, formulas: Iterable[Stated]) -> tuple[tuple[str, str], ...]:
        return tuple([(each.text, self._mathematics.written(each)) for each in formulas])

    def _clauses(self, keys: Iterable[str]) -> tuple[str, ...]:
        ids = [f"{self._book.prefix}-{key}" for key in keys]
        return tuple([each for each in dict.fromkeys(ids) if each in self._ids])

    def _filled(self, words: str, **more: str) -> str:
        rules = self._rules
        style = pack_of(rules).style

        def rank(name: str) -> str:
            letter = getattr(rules, name, "none")
            return "" if letter == "none" else rank_name(card(letter).rank, style=style)

        lone = getattr(rules, "lone_card", "none")
        rounds = getattr(rules, "continuation", "never") != "never"
        return words.format(
            rules=rules,
            game=self._book.title,
            who="the player",
            talon="…",
            action=SimpleNamespace(points="…"),
            exchange=rank("exchange"),
            forfeits=rank("last_card_loses"),
            lone_card="" if lone == "none" else card_name(card(lone), style=style),
            highest_bid=max(getattr(rules, "bids", ()), default=""),
            round="this round of the trick" if rounds else "the trick",
            to_draw=self._to_draw(),
            chosen=", and he does not close it" if getattr(rules, "close", "never") == "either" else "",
            at_last="nobody has a card any more, and " if getattr(rules, "claim", "automatic") == "called" else "",
            claimed=_CLAIMED[getattr(rules, "claim_when", "turn")],
            **more,
        )
