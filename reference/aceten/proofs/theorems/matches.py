"""How a match goes on: who deals next, what a deal adds to the score, and when it is over."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, cast

import msgspec
from typing_extensions import override

from aceten import match
from aceten.actions import Seat, Side
from aceten.errors import UsageError
from aceten.loading import load
from aceten.proofs.linking import linked
from aceten.proofs.obligations import Case, Variable
from aceten.proofs.propositions import Proposition, Step
from aceten.proofs.setting import holds
from aceten.proofs.theorems.ended import (
    FLAG,
    Numbers,
    as_number,
    end_variables,
    ends,
    every_value,
    finished,
    missing,
    model,
    needed,
    same,
    shown,
    team_count,
    within,
)
from aceten_spec.cards import Suit
from aceten_spec.errors import AcetenError
from aceten_spec.formulas import Z3
from aceten_spec.formulas.matches import carried_on, counts_in_match, dealer_after, leads, match_over
from aceten_spec.options import option_values, options_for
from aceten_spec.rulebook import SuitParameters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aceten.game import Game
    from aceten.proofs.report import Witness
    from aceten.proofs.setting import Setting
    from aceten.scoring import Result
    from aceten.state import State
    from aceten_spec.formulas import Number, Truth

MOST_SCORES: Final = 24
"""Where two readings of who deals next differ at more scores than so many, they are not listed."""

_DOUBLED: Final = 3
"""So often a deal is doubled at most in what is proved."""


def by_player(setting: Setting) -> bool:
    """Whether partners change, so that the score is kept by player."""
    rules = setting.game.rules
    return isinstance(rules, SuitParameters) and rules.partners_change > 0


def _counted(setting: Setting) -> int:
    """Return how many scores there are."""
    return setting.game.players if by_player(setting) else setting.game.side_count


def _gained(setting: Setting) -> tuple[Variable, ...]:
    usual = tuple(range(setting.game.most_game_points + 1))
    return tuple(Variable(f"game points of side {side}", usual) for side in range(setting.game.side_count))


def _scores(setting: Setting) -> tuple[Variable, ...]:
    usual = tuple(range(setting.game.rules.target + 1))
    return tuple(Variable(f"score {number}", usual) for number in range(_counted(setting)))


# --- Who deals next ---------------------------------------------------------------------------------------------------


_NEXT_DEALERS: Final = ("rotate", "losers", "keeps", "winners", "same")
_DRAWN_DEALERS: Final = ("passes", "keeps")


def _next_dealer(setting: Setting) -> Iterator[Case]:
    """Whoever has dealt, by the game's own rule and by every other one."""
    own = setting.game
    for rule, drawn, dealer in itertools.product(_NEXT_DEALERS, _DRAWN_DEALERS, range(own.players)):
        rules = msgspec.structs.replace(own.rules, next_dealer=rule, drawn_dealer=drawn)
        game = msgspec.structs.replace(own, rules=rules)

        def following(*gained: int, dealer: int = dealer, game: Game = game) -> int:
            return match.next_dealer(game, Seat(dealer), gained)

        def claim(given: Numbers, found: Numbers, dealer: int = dealer, game: Game = game) -> Truth:
            return found[0] == dealer_after(game.rules, game.players, game.side_count, dealer)(*given)

        yield Case(
            name=f"{rule}, {drawn} after a draw, seat {dealer} has dealt",
            variables=_gained(setting),
            returns=("next dealer",),
            lifted=following,
            claim=claim,
        )


def _readings(setting: Setting) -> list[tuple[Game, int, int]]:
    """Return the game by other readings of when the dealer keeps the deal, each with the lower number and the higher one."""
    game = setting.game
    there = options_for(game.rulebook, game.players)
    if game.rules.next_dealer != "keeps" or "keeps_deal" not in there:
        return []
    found: list[tuple[Game, int, int]] = []
    for value in option_values(there["keeps_deal"]) or ():
        if value == game.rules.keeps_deal:
            continue
        try:
            other = load(game.rulebook, players=game.players, **(dict(game.options) | {"keeps_deal": value}))
        except AcetenError:
            continue
        if other.rules.next_dealer == "keeps":
            low, high = sorted((game.rules.keeps_deal, other.rules.keeps_deal))
            found.append((other, low, high))
    return found


def _differing(setting: Setting, low: int, high: int) -> dict[tuple[int, ...], tuple[int, ...]] | None:
    """Return the points of the dealer's side and of the others at which two readings differ, by the ends that a deal can have."""
    found = ends(setting)
    variables = tuple(Z3.Int(name) for name in found.names)
    points = [total(*variables) for total in found.points]
    own = points[0]
    return every_value([found.possible(*variables), own >= low, own < high], points, variables, most=MOST_SCORES)


def _one_score(setting: Setting) -> Iterator[Case]:
    game, found = setting.game, ends(setting)
    teams = team_count(game)
    for other, low, high in _readings(setting):
        listed = _differing(setting, low, high)
        if listed is None:
            continue

        def dealers(*numbers: int, other: Game = other) -> tuple[int, int]:
            gained = numbers[:teams]
            return match.next_dealer(game, Seat(0), gained), match.next_dealer(other, Seat(0), gained)

        def assuming(given: Numbers) -> list[Truth]:
            numbers = given[teams:]
            everywhere = [total(*numbers) == has for has, total in zip(given, found.points, strict=False)]
            some = [found.rounds[team](*numbers) >= 1 for team in range(teams)]
            return [found.possible(*numbers), *everywhere, *some]

        def claim(given: Numbers, dealt: Numbers, listed: dict[tuple[int, ...], tuple[int, ...]] = listed) -> Truth:
            there = Z3.Or(
                [Z3.And([has == value for has, value in zip(given, values, strict=False)]) for values in listed]
            )
            return same(dealt[0] != dealt[1], there)

        yield Case(
            name=f"{low} or {high} points keep the deal",
            variables=(*[setting.points(f"points of side {side}") for side in range(teams)], *end_variables(found)),
            returns=("next dealer", "next dealer by the other reading"),
            lifted=dealers,
            assuming=assuming,
            claim=claim,
            position=lambda numbers: finished(game, found, numbers[teams:], **needed(game)),
        )


def _reads_otherwise(setting: Setting) -> bool:
    return any(_differing(setting, low, high) is not None for _, low, high in _readings(setting))


# --- When it is over --------------------------------------------------------------------------------------------------


class Calm(match.Match, frozen=True):
    """A match that does not refuse a deal by which two sides come to a target that ends it at once: proofs assume that none does."""

    @property
    @override
    def _immediate(self) -> bool:
        return False


def _match(
    setting: Setting, scores: tuple[int, ...], *, kind: type[match.Match] = Calm, **known: object
) -> match.Match:
    fields: dict[str, object] = {"game": setting.game, "dealer": Seat(0), "scores": scores} | known
    return kind(**fields)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - symbolic


def _over(setting: Setting) -> Iterator[Case]:
    game, count = setting.game, _counted(setting)
    claims = (None, 0, game.side_count - 1) if game.scores_matter else (None,)
    for claimed in claims:

        def over(deals: int, *scores: int, claimed: int | None = claimed) -> tuple[object, ...]:
            now = _match(setting, scores, deals=deals, claimed=claimed)
            won = now.winner
            return (1 if now.over else 0), -1 if won is None else won

        def claim(given: Numbers, found: Numbers, claimed: int | None = claimed) -> Truth:
            scores = given[1:]
            if game.scores_matter:
                return (found[0] == int(claimed is not None)) & (found[1] == (-1 if claimed is None else claimed))
            is_over = match_over(game.rules, count)(*scores, given[0])
            ahead = [is_over & leads(count, number)(*scores) for number in range(count)]
            winner = Z3.Sum([Z3.If(one, number + 1, Z3.IntVal(0)) for number, one in enumerate(ahead)]) - 1
            return same(found[0] == 1, is_over) & within(found[0], 0, 1) & (found[1] == winner)

        yield Case(
            name="" if claimed is None else f"side {claimed} has claimed",
            variables=(Variable("deals", tuple(range(game.rules.deals + 2))), *_scores(setting)),
            returns=("over", "winner"),
            lifted=over,
            claim=claim,
        )


# --- What a deal adds -------------------------------------------------------------------------------------------------


def _favourites(setting: Setting) -> list[tuple[Suit | None, Suit | None]]:
    """Return the trump suit of a deal, and the suit that counted twice before it."""
    rules = setting.game.rules
    if isinstance(rules, SuitParameters) and rules.favourite == "on":
        return [(Suit.HEARTS, None), (Suit.HEARTS, Suit.HEARTS), (Suit.HEARTS, Suit.CLUBS)]
    return [(None, None), (Suit.HEARTS, None)]


def _ways(setting: Setting) -> Iterator[tuple[Suit | None, Suit | None, int]]:
    """Yield the trump suit of a deal, the suit that counted twice before it, and how often the deal is doubled."""
    rules = setting.game.rules
    carries = isinstance(rules, SuitParameters) and rules.drawn != "void"
    for (trump, favourite), doubled in itertools.product(_favourites(setting), range(_DOUBLED if carries else 1)):
        yield trump, favourite, doubled


def _named(trump: Suit | None, favourite: Suit | None, doubled: int) -> str:
    suits = [suit.letter if suit else "-" for suit in (trump, favourite)]
    return f"trumps {suits[0]}, favourite {suits[1]}, doubled {doubled} times"


def _of_deal(setting: Setting, trump: Suit | None, favourite: Suit | None, gained: Numbers, added: Number) -> Numbers:
    """Return what the formulas of what a deal counts are about."""
    rules = setting.game.rules
    favours = isinstance(rules, SuitParameters) and rules.favourite == "on"
    return *gained, Z3.IntVal(int(favours and trump is not None and trump == favourite)), added


def _favourite_after(setting: Setting, trump: Suit | None, favourite: Suit | None) -> int:
    rules = setting.game.rules
    if not isinstance(rules, SuitParameters):
        return 0
    suit = favourite if favourite is not None or rules.favourite == "off" else trump
    return 0 if suit is None else int(suit)


def _suit(suit: Suit | None) -> int:
    return 0 if suit is None else int(suit)


def _counting(setting: Setting) -> Iterator[Case]:
    rules, sides = setting.game.rules, setting.game.side_count
    for trump, favourite, doubled in _ways(setting):

        def counting(
            added: int,
            *gained: int,
            trump: Suit | None = trump,
            favourite: Suit | None = favourite,
            doubled: int = doubled,
        ) -> tuple[int, ...]:
            now = _match(setting, (0,) * _counted(setting), carried=(added, doubled), favourite=favourite)
            counted, carried, suit = now._counting(gained, trump)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - proved about
            return (*counted, *carried, _suit(suit))

        def claim(
            given: Numbers,
            found: Numbers,
            trump: Suit | None = trump,
            favourite: Suit | None = favourite,
            doubled: int = doubled,
        ) -> Truth:
            of_deal = _of_deal(setting, trump, favourite, given[1:], given[0])
            expected: list[Number | int] = [
                *[counts_in_match(rules, sides, side, doubled)(*of_deal) for side in range(sides)],
                *[formula(*of_deal) for formula in carried_on(rules, sides, doubled)],
                _favourite_after(setting, trump, favourite),
            ]
            return Z3.And([one == other for one, other in zip(found, expected, strict=True)])

        yield Case(
            name=_named(trump, favourite, doubled),
            variables=(Variable("carried", tuple(range(3))), *_gained(setting)),
            returns=(*[f"side {side} counts" for side in range(sides)], "carried", "doubled", "favourite"),
            lifted=counting,
            assuming=lambda given: [number >= 0 for number in given],
            claim=claim,
        )


def _some_dealer(_: Game, dealer: int, gained: tuple[int, ...]) -> int:
    """Stand in for :func:`aceten.match.next_dealer`: return a number that tells what it was asked about."""
    return dealer + gained[0] * 2 + gained[-1] * 3


class Counting(Calm, frozen=True):
    """A match in which a deal counts and carries on something that tells what was asked, so that a proof holds whatever that is."""

    @override
    def _counting(
        self, game_points: tuple[int, ...], trump: Suit | None
    ) -> tuple[tuple[int, ...], tuple[int, int], Suit | None]:
        added, doubled = self.carried
        return tuple([has * 2 + added for has in game_points]), (added + game_points[0], doubled + 1), trump


def _add(setting: Setting) -> Iterator[Case]:
    game, sides = setting.game, setting.game.side_count
    dealer = game.players - 1
    for trump, resets, claimed in (
        (None, (), None),
        (Suit.HEARTS, (sides - 1,), Side(0)),
        (Suit.SPADES, tuple(range(sides)), None),
    ):

        def after(
            deals: int,
            added: int,
            doubled: int,
            *numbers: int,
            trump: Suit | None = trump,
            resets: tuple[int, ...] = resets,
            claimed: Side | None = claimed,
        ) -> tuple[int, ...]:
            scores, gained = numbers[:sides], numbers[sides:]
            now = _match(setting, scores, kind=Counting, dealer=Seat(dealer), deals=deals, carried=(added, doubled))
            add = linked(match.Match.add_game_points, next_dealer=_some_dealer)
            then = add(now, gained, cast("tuple[Side, ...]", resets), trump=trump, claimed=claimed)
            won = -1 if then.claimed is None else then.claimed
            return (then.dealer, *then.scores, then.deals, *then.carried, _suit(then.favourite), won)

        def assuming(given: Numbers) -> list[Truth]:
            scores = given[3 : 3 + sides]
            is_over = [] if game.scores_matter else [~match_over(game.rules, sides)(*scores, given[0])]
            return [*[number >= 0 for number in given], *is_over]

        def claim(
            given: Numbers,
            found: Numbers,
            trump: Suit | None = trump,
            resets: tuple[int, ...] = resets,
            claimed: Side | None = claimed,
        ) -> Truth:
            deals, added, doubled = given[:3]
            scores, gained = given[3 : 3 + sides], given[3 + sides :]
            expected: list[Number | int] = [
                gained[0] * 2 + gained[-1] * 3 + dealer,
                *[0 if side in resets else scores[side] + gained[side] * 2 + added for side in range(sides)],
                deals + 1,
                *[added + gained[0], doubled + 1],
                _suit(trump),
                -1 if claimed is None else claimed,
            ]
            return Z3.And([one == other for one, other in zip(found, expected, strict=True)])

        yield Case(
            name=f"scores of {resets} fall",
            variables=(
                Variable("deals", tuple(range(game.rules.deals + 2))),
                *[Variable(name, tuple(range(3))) for name in ("carried", "doubled")],
                *_scores(setting),
                *_gained(setting),
            ),
            returns=(
                "dealer",
                *[f"score {side}" for side in range(sides)],
                *["deals", "carried", "doubled", "favourite", "claimed"],
            ),
            lifted=after,
            assuming=assuming,
            claim=claim,
        )


def _players(setting: Setting) -> Iterator[Case]:
    game, rules = setting.game, setting.game.rules
    players = game.players
    after = rules.partners_change if isinstance(rules, SuitParameters) else 0
    for dealer, change in itertools.product(range(players), range(len(_TOUR) if after else 1)):

        def seated(extra: int, dealer: int = dealer, change: int = change) -> tuple[int, ...]:
            played = after * change + ((after or 2) - 1 if extra == 1 else 0)
            return _match(setting, (0,) * _counted(setting), dealer=Seat(dealer), deals=played).players

        def claim(_: Numbers, found: Numbers, dealer: int = dealer, change: int = change) -> Truth:
            if not after:
                return Z3.And([player == seat for seat, player in enumerate(found)])
            places = [(dealer + 1 + turn) % players for turn in range(players)]
            return Z3.And([found[places[turn]] == places[who] for turn, who in enumerate(_TOUR[change])])

        yield Case(
            name=f"seat {dealer} deals, after {change} changes",
            variables=(Variable("last deal before the next change", FLAG),),
            returns=tuple(f"player in seat {seat}" for seat in range(players)),
            lifted=seated,
            assuming=lambda given: [within(given[0], 0, 1)],
            claim=claim,
        )


_TOUR: Final = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 2, 3, 1), (0, 3, 2, 1))
"""Who sits in the places from eldest hand on after so many changes, by the places that they had at first.

The partner changes seats with the player to the left of eldest hand, who plays after him, then the next one with the player to the right,
and so on (EW-MATCH-9).
"""


# --- What is refused --------------------------------------------------------------------------------------------------


_NO_TRUMPS: Final = "no trumps"


class Hasty(match.Match, frozen=True):
    """A match that ends as soon as a side comes to the target."""

    @property
    @override
    def _immediate(self) -> bool:
        return True


def _one_of(number: int, choices: Sequence[int]) -> int:
    """Return the number, one of the choices, as a plain number; a symbolic one forks the run."""
    return next(choice for choice in choices if number == choice)


def _refused(setting: Setting) -> Iterator[Case]:
    game, rules = setting.game, setting.game.rules
    sides, count, target = game.side_count, _counted(setting), rules.target
    below, before = (target - 1,), (rules.deals - 1,)
    favours = isinstance(rules, SuitParameters) and rules.favourite == "on"
    ways: list[tuple[str, type[match.Match], int, Suit | None, tuple[tuple[int, ...], ...]]] = [
        (
            "an open match or one that is over",
            Calm,
            0,
            Suit.HEARTS,
            ((*below, target), (*before, rules.deals), (0,), (0,)),
        ),
        ("game points below 0", Calm, 0, Suit.HEARTS, (below, before, (0,), (-1, 0, 1))),
        ("sides that there are, and others", Calm, 0, Suit.HEARTS, (below, before, (-1, 0, sides - 1, sides), (0,))),
        ("game points of too few sides", Calm, 1, Suit.HEARTS, (below, before, (0,), (0,))),
        (_NO_TRUMPS, Calm, 0, None, (below, before, (0,), (0,))),
    ]
    if not by_player(setting):
        ways.append(("a match that ends at once", Hasty, 0, Suit.HEARTS, (below, before, (0,), (0, 1))))
    for name, kind, lacking, trump, (scores_, deals_, resets, gains) in ways:

        def refused(
            score: int,
            deals: int,
            reset: int,
            *gained: int,
            kind: type[match.Match] = kind,
            lacking: int = lacking,
            trump: Suit | None = trump,
            choices: tuple[tuple[int, ...], ...] = (scores_, deals_, resets, gains),
        ) -> bool:
            scores = (_one_of(score, choices[0]), *below * (count - 1))
            now = kind(game, Seat(0), scores, _one_of(deals, choices[1]))
            scored = tuple([_one_of(number, choices[3]) for number in gained])[: sides - lacking]
            try:
                now.add_game_points(scored, (Side(_one_of(reset, choices[2])),), trump=trump)
            except UsageError:
                return True
            return False

        def assuming(
            given: Numbers, choices: tuple[tuple[int, ...], ...] = (scores_, deals_, resets, *[gains] * sides)
        ) -> list[Truth]:
            return [Z3.Or([number == value for value in values]) for number, values in zip(given, choices, strict=True)]

        def claim(
            given: Numbers,
            found: Numbers,
            kind: type[match.Match] = kind,
            lacking: int = lacking,
            trump: Suit | None = trump,
        ) -> Truth:
            scores, gained = [given[0], *[Z3.IntVal(target - 1)] * (count - 1)], given[3:]
            why = [*[number < 0 for number in gained], given[2] < 0, given[2] >= sides]
            if not game.scores_matter:
                why.append(match_over(rules, count)(*scores, given[1]))
            if lacking or (favours and trump is None):
                return holds(found[0])
            if kind is Hasty:
                there = [as_number(has + more >= target) for has, more in zip(scores, gained, strict=True)]
                why.append(Z3.Sum(there) > 1)
            return same(holds(found[0]), Z3.Or(why))

        yield Case(
            name=name,
            variables=(
                Variable("score of side 0", scores_),
                Variable("deals", deals_),
                Variable("side whose score falls", resets),
                *[Variable(f"game points of side {side}", gains) for side in range(sides)],
            ),
            returns=("refused",),
            lifted=refused,
            assuming=assuming,
            claim=claim,
        )


# --- Words and witnesses ----------------------------------------------------------------------------------------------


def _statement(setting: Setting) -> str:
    rules = setting.game.rules
    ends_ = f"after {rules.deals} deals" if rules.match_ends == "deals" else f"when a side has {rules.target}"
    if setting.game.scores_matter:
        ends_ = "when a side has claimed it rightly"
    text = f"the score of a match adds up, and it ends {ends_}"
    for _, low, high in _readings(setting):
        listed = _differing(setting, low, high)
        if listed is not None:
            scores = " or ".join("-".join(map(str, values)) for values in sorted(listed))
            text += f"; whether {low} or {high} points keep the deal matters exactly at {scores}"
    return text


def _witnesses(setting: Setting) -> Iterator[Witness]:
    game, found = setting.game, ends(setting)
    for other, low, high in _readings(setting):
        listed = _differing(setting, low, high)
        for values, numbers in sorted((listed or {}).items()):
            shows = f"at {'-'.join(map(str, values))} the next dealer is another one by the other reading"

            def parts(_: State, result: Result, other: Game = other) -> bool:
                gained = result.game_points
                return gained is not None and (
                    match.next_dealer(game, Seat(0), gained) != match.next_dealer(other, Seat(0), gained)
                )

            yield shown(shows, game, finished(game, found, numbers, **needed(game)), parts)
    variables = tuple(Z3.Int(name) for name in found.names)
    wanted = [found.possible(*variables), found.points[0](*variables) > 0, found.last(*variables) == 0]
    said = needed(game)
    end = None
    if isinstance(game.rules, SuitParameters) and game.rules.score == "race":
        end = model([*wanted, found.points[0](*variables) >= game.rules.claim_points], variables)
        said = said if end is None else said | {"claim": 0}
    end = end or model(wanted, variables)
    if end is None:
        yield missing("a deal is added to the score", "no deal can end so")
        return

    def added(_: State, result: Result) -> bool:
        start = match.start_match(game, dealer=0)
        then = start.add(result)
        kept = by_player(setting) or tuple(result.game_points or ()) == then.scores
        return then.deals == 1 and bool(kept)

    yield shown("a deal is added to the score", game, finished(game, found, end, **said), added)


PROPOSITIONS: Final[tuple[Proposition, ...]] = (
    Proposition(
        id="T-MATCH",
        statement=_statement,
        argument=(
            "A match is its dealer, its scores, how many deals were played, and what is carried. Each deal changes them as the clauses"
            " say, for all scores and game points; so they are what all deals together make of them. The match is over, and won, exactly"
            " when the clauses say so of these numbers."
        ),
        witnesses=_witnesses,
        steps=(
            Step(
                name="next_dealer",
                statement="the next deal is dealt by whom the rules name",
                clauses=("DEAL-2",),
                function="aceten.match.next_dealer",
                domain="all whole numbers of game points, each of {players} dealers",
                cases=_next_dealer,
            ),
            Step(
                name="readings",
                statement="the readings of when the dealer keeps the deal differ exactly at the listed points",
                clauses=("DEAL-2",),
                function="aceten.match.next_dealer",
                domain="all ends of deals in which every side took a trick",
                cases=_one_score,
                applies=_reads_otherwise,
            ),
            Step(
                name="over",
                statement="the match is over when it is decided, and who then has more than all others has won it",
                clauses=("MATCH-1", "MATCH-2", "MATCH-3", "MATCH-4", "MATCH-5", "MATCH-10", "CLAIM-5"),
                function="aceten.match.Match.over",
                domain="all whole numbers of scores and deals",
                cases=_over,
            ),
            Step(
                name="winner",
                statement="who has more than all others when the match is over has won it",
                clauses=("MATCH-1", "MATCH-3", "MATCH-10", "CLAIM-5"),
                function="aceten.match.Match.winner",
                domain="all whole numbers of scores and deals",
                cases=_over,
            ),
            Step(
                name="add",
                statement="a deal adds to the scores what it counts, and scores fall to 0 as its result says",
                clauses=("DEAL-2", "MATCH-1", "SCORE-11", "SCORE-12", "SCORE-13"),
                function="aceten.match.Match.add_game_points",
                domain="all whole numbers of scores and game points, whatever a deal counts and whoever deals next",
                cases=_add,
                applies=lambda setting: not by_player(setting),
            ),
            Step(
                name="counting",
                statement="a deal counts its game points, with what drawn deals and the favourite suit make of them",
                clauses=("MATCH-6", "MATCH-7", "MATCH-8"),
                function="aceten.match.Match._counting",
                domain="all whole numbers of game points, doubled twice at most",
                bounded=True,
                cases=_counting,
            ),
            Step(
                name="favourite",
                statement="where a suit counts twice, a deal without its trumps is refused",
                clauses=("MATCH-7", "MATCH-8"),
                function="aceten.match.Match._counting",
                domain="a deal without a trump suit",
                cases=lambda setting: (case for case in _refused(setting) if case.name == _NO_TRUMPS),
            ),
            Step(
                name="refused",
                statement="a deal is refused when the match is over, or when it is no deal of the match",
                clauses=("MATCH-1", "MATCH-3", "MATCH-8"),
                function="aceten.match.Match.add_game_points",
                domain="scores at the target and one below, game points from -1 to 1 of two sides, sides that are there and are not",
                bounded=True,
                cases=_refused,
            ),
            Step(
                name="players",
                statement="players stay where they are; in a tour eldest hand has each of the others for a partner",
                clauses=("MATCH-9",),
                function="aceten.match.Match.players",
                domain="up to three changes, each of {players} dealers",
                bounded=True,
                cases=_players,
            ),
        ),
    ),
)
"""The theorem about matches."""
