"""The match: who deals next, how deals add up, and when somebody has won."""

from dataclasses import dataclass, replace

from aceten_spec.parameters import MatchingParameters, Parameters, SuitParameters
from aceten_spec.plain.matching_table import MatchingTable, cards_taken
from aceten_spec.plain.pack_and_sides import side_count


@dataclass(frozen=True, kw_only=True)
class ScoreSheet:
    """A match between two deals."""

    rules: Parameters
    """The parameters of the game."""
    players: int
    """How many play."""
    dealer: int
    """The seat that deals next."""
    scores: tuple[int, ...]
    """The game points of each side; of each player where partners change."""
    seated: tuple[int, ...]
    """The player in each seat. They change places only where partners change."""
    deals: int = 0
    """How many deals have been played."""
    carried: int = 0
    """Game points that deals without a winner add to the next one that has one."""
    doublings: int = 0
    """How often such deals double it."""
    favourite: str | None = None
    """The suit with which deals count twice."""
    claimed: int | None = None
    """The side that has won the match by a claim."""


def partners_change(rules: Parameters) -> int:
    """Return after how many deals eldest hand gets another partner; 0: never.

    Clauses: EW-MATCH-9.
    """
    return rules.partners_change if isinstance(rules, SuitParameters) else 0


def first_sheet(rules: Parameters, players: int, dealer: int) -> ScoreSheet:
    """Return a match before its first deal.

    Clauses: ZS-DEAL-1, EW-PLAYERS-4, EW-MATCH-11.
    """
    counts = players if partners_change(rules) else side_count(rules, players)
    return ScoreSheet(rules=rules, players=players, dealer=dealer, scores=(0,) * counts, seated=tuple(range(players)))


def won_by_claims(rules: Parameters) -> bool:
    """Whether a match is won by claiming it, and in no other way.

    Clauses: TT-MATCH-1, TT-MATCH-3, TT-CLAIM-5.
    """
    return isinstance(rules, SuitParameters) and rules.claim != "never" and rules.claim_for == "match"


def match_over(sheet: ScoreSheet) -> bool:
    """Whether the match is over: somebody has the target, or all deals are played; with equal scores it may go on.

    Clauses: ZS-MATCH-1, SE-MATCH-2, SE-MATCH-4, SM-MATCH-3, SM-MATCH-4, EW-MATCH-5, EW-MATCH-10, TT-CLAIM-5.
    """
    rules = sheet.rules
    if won_by_claims(rules):
        return sheet.claimed is not None
    most = max(sheet.scores)
    if rules.match_ends == "deals" and sheet.deals < rules.deals:
        return False
    if rules.match_ends == "target" and most < rules.target:
        return False
    return rules.match_tie == "nobody" or sheet.scores.count(most) == 1


def match_winner(sheet: ScoreSheet) -> int | None:
    """Return the side that has won the match, the player where partners change; ``None``: nobody has.

    Clauses: ZS-MATCH-1, SM-MATCH-3, EW-MATCH-5, EW-MATCH-10, TT-CLAIM-5.
    """
    if sheet.claimed is not None:
        return sheet.claimed
    most = max(sheet.scores)
    alone = match_over(sheet) and sheet.scores.count(most) == 1
    return sheet.scores.index(most) if alone else None


def next_dealer(sheet: ScoreSheet, game_points: tuple[int, ...]) -> int:
    """Return who deals after a deal in which the sides have scored this.

    Clauses: ZS-DEAL-2, SP-DEAL-2, HO-DEAL-2, SX-DEAL-2, EW-DEAL-2.
    """
    rules, dealer, players = sheet.rules, sheet.dealer, sheet.players
    following = (dealer + 1) % players
    sides = side_count(rules, players)
    own, most = game_points[dealer % sides], max(game_points)
    equal = min(game_points) == most
    if equal and rules.drawn_dealer == "keeps":
        return dealer
    if rules.next_dealer == "losers" and own < most:
        # One of the losers: the dealer's partner, or the dealer himself where he has no partner.
        return (dealer + 2) % players if players == 4 and sides == 2 else dealer  # noqa: PLR2004 - two against two
    again = {
        "same": True,
        "rotate": False,
        "losers": False,
        "keeps": own >= rules.keeps_deal,
        "winners": own == most and not equal,
    }
    return dealer if again[rules.next_dealer] else following


def seated_next(sheet: ScoreSheet) -> tuple[int, ...]:
    """Return the players' seats after one more deal: eldest hand's partner changes with the player to his left, next time to his right.

    Clauses: EW-MATCH-9.
    """
    seated, after = list(sheet.seated), partners_change(sheet.rules)
    played = sheet.deals + 1
    if after and played % after == 0:
        eldest = (sheet.dealer + 1) % sheet.players
        partner = (eldest + 2) % sheet.players
        odd = played // after % 2 == 1
        other = (eldest + 1) % sheet.players if odd else (eldest - 1) % sheet.players
        seated[partner], seated[other] = seated[other], seated[partner]
    return tuple(seated)


def added(sheet: ScoreSheet, gained: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores with what the sides have gained; where partners change each player of a side has it.

    Clauses: ZS-MATCH-1, EW-MATCH-11.
    """
    scores = list(sheet.scores)
    if partners_change(sheet.rules):
        for seat, player in enumerate(sheet.seated):
            scores[player] += gained[seat % 2]
    else:
        scores = [has + more for has, more in zip(scores, gained, strict=True)]
    return tuple(scores)


def with_deal(
    sheet: ScoreSheet,
    game_points: tuple[int, ...],
    resets: tuple[int, ...] = (),
    trump: str | None = None,
    claimed: int | None = None,
) -> ScoreSheet:
    """Return the match after a deal in which the sides have scored this. A deal without a winner may bear on the next one with one.

    Clauses: ZS-MATCH-1, HO-SCORE-11, HO-SCORE-12, HO-SCORE-20, RL-SCORE-13, SX-MATCH-6, EW-MATCH-6, EW-MATCH-7, EW-MATCH-8.
    """
    rules, counted = sheet.rules, game_points
    carried, doublings, favourite = sheet.carried, sheet.doublings, sheet.favourite
    if isinstance(rules, SuitParameters):
        times = 2 if rules.favourite and sheet.favourite == trump else 1
        if rules.favourite and favourite is None:
            favourite = trump
        if any(game_points):
            counted = tuple(has * times * 2**doublings + carried if has else 0 for has in game_points)
            carried, doublings = 0, 0
        else:
            carried += times if rules.drawn == "carry" else 0
            doublings += 1 if rules.drawn == "doubles" else 0
    return replace(
        sheet,
        dealer=next_dealer(sheet, game_points),
        scores=tuple(0 if side in resets else score for side, score in enumerate(added(sheet, counted))),
        seated=seated_next(sheet),
        deals=sheet.deals + 1,
        carried=carried,
        doublings=doublings,
        favourite=favourite,
        claimed=claimed,
    )


def reached(sheet: ScoreSheet, table: MatchingTable) -> int | None:
    """Return the side that has the target with what it has taken so far in a deal, where the match ends with that trick.

    Clauses: RL-MATCH-3.
    """
    if not isinstance(sheet.rules, MatchingParameters) or sheet.rules.finish != "immediate":
        return None
    gained = cards_taken(table)
    if not table.trick and not any(table.hands):
        gained[table.side(table.leader)] += sheet.rules.last_trick_points
    scores = [0 if side in table.burned else score for side, score in enumerate(added(sheet, tuple(gained)))]
    return next((side for side, score in enumerate(scores) if score >= sheet.rules.target), None)
