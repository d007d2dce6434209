"""The end of a deal with matching tricks: who wins it, and what it scores."""

from aceten_spec.plain.deal_settlement import Settlement
from aceten_spec.plain.lone_player import teams
from aceten_spec.plain.matching_table import MatchingTable, cards_taken
from aceten_spec.plain.pack_and_sides import rank
from aceten_spec.plain.scoring_table import row_for


def points(table: MatchingTable) -> list[int]:
    """Return the points of each side when all cards are played, those for the last trick among them.

    Clauses: ZS-SCORE-1, ZS-SCORE-8, SE-SCORE-8, HO-SCORE-8.
    """
    last = table.side(table.leader)
    bonus = table.rules.last_trick_points
    return [has + (bonus if side == last else 0) for side, has in enumerate(cards_taken(table))]


def forfeit(table: MatchingTable) -> int | None:
    """Return the side that has lost the deal by playing the very last card, where it is of the rank that loses.

    Clauses: ZS-SCORE-7.
    """
    if table.last is None:
        return None
    seat, card = table.last
    return table.side(seat) if rank(card) == table.rules.last_card_loses else None


def winners(table: MatchingTable) -> tuple[int, ...]:
    """Return the sides that win: those with most points, if these suffice; what equal points mean the rules say.

    Clauses: ZS-SCORE-2, ZS-SCORE-3, ZS-SCORE-7, SE-SCORE-15, SL-SCORE-15, SL-LONE-5, LK-SCORE-14, HO-SCORE-3.
    """
    lost = forfeit(table)
    if lost is not None:
        return (1 - lost,)
    has = points(table)
    totals = [(sum(has[side] for side in team), team) for team in teams(table)]
    most = max(total for total, _ in totals)
    if most < table.rules.wins_from:
        return ()
    best = [team for total, team in totals if total == most]
    if len(best) > 1:
        match table.rules.tie:
            case "last_trick":
                best = [team for team in best if table.side(table.leader) in team]
            case "shared":
                best = [] if len(best) == len(totals) > 2 else best  # noqa: PLR2004 - of two, both win
            case "draw":
                best = []
    return tuple(sorted(side for team in best for side in team))


def swept(table: MatchingTable, team: set[int]) -> bool:
    """Whether nobody outside a team has taken a trick.

    Clauses: ZS-SCORE-6, HO-SCORE-10.
    """
    return all(not table.tricks[side] for side in range(table.sides) if side not in team)


def resets(table: MatchingTable) -> tuple[int, ...]:
    """Return the sides whose score falls to 0, where sides score their points.

    Clauses: HO-SCORE-11, HO-SCORE-12, HO-SCORE-20, RL-SCORE-13.
    """
    rules, everybody, burned = table.rules, set(range(table.sides)), set(table.burned)
    for side in everybody:
        if rules.sweep_resets and swept(table, {side}):
            burned |= everybody - {side}
        if rules.zero_resets and points(table)[side] == 0:
            burned.add(side)
    return tuple(sorted(burned)) if rules.score == "points" else ()


def by_points(table: MatchingTable) -> tuple[str, tuple[int, ...]]:
    """Return what a deal scores where every side scores its points: more for every trick, nothing for who is burned.

    Clauses: HO-SCORE-9, HO-SCORE-10, HO-SCORE-12, HO-SCORE-20.
    """
    rules = table.rules
    sweeper = next((side for side in range(table.sides) if swept(table, {side})), None)
    scored = [has + (rules.sweep_points if side == sweeper else 0) for side, has in enumerate(points(table))]
    name = "sweep" if sweeper is not None and (rules.sweep_points or rules.sweep_resets) else "points"
    return name, tuple(0 if side in resets(table) else scored[side] for side in range(table.sides))


def by_table(table: MatchingTable) -> tuple[str, tuple[int, ...]]:
    """Return what a deal scores by the scoring table, which all that have won score.

    Clauses: ZS-SCORE-4 to ZS-SCORE-7, SE-SCORE-4, SE-SCORE-9, SL-SCORE-15.
    """
    won = winners(table)
    if not won:
        return "draw", (0,) * table.sides
    winning_teams = [team for team in teams(table) if team & set(won)]
    team = winning_teams[0]
    has = sum(points(table)[side] for side in team)
    cards = sum(cards_taken(table)[side] for side in team)
    row = row_for(table.rules.scoring, has, cards, every_trick=swept(table, team))
    name = row.name if len(winning_teams) == 1 else "shared"
    return name, tuple(row.game_points if side in won else 0 for side in range(table.sides))


def award(table: MatchingTable) -> tuple[str, tuple[int, ...]]:
    """Return what a deal that is over scores: the row of the table, or what stands in its place, and game points by side.

    Clauses: ZS-SCORE-4, HO-SCORE-9.
    """
    return by_points(table) if table.rules.score == "points" else by_table(table)


def settled(table: MatchingTable) -> Settlement:
    """Return what a deal that is over comes to.

    Clauses: ZS-SCORE-1, ZS-SCORE-2, ZS-PLAY-8.
    """
    name, scored = award(table)
    return Settlement(
        points=tuple(points(table)),
        tricks=tuple(table.tricks),
        last_trick=table.side(table.leader),
        winners=winners(table),
        game_points=scored,
        award=name,
        resets=resets(table),
        claimed=None,
        trump=None,
    )
