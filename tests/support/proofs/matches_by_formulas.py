"""The formulas about matches as an engine by itself: what deals add up to, who deals next, when a match is over, and who has won it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from support.games.match_results import match_after
from support.proofs.play_by_formulas import of

from aceten import Game, Match
from aceten.conformance.coverage import Facts, facts_of_match
from aceten_spec.formulas.match_clauses import carried_on, counts_in_match, dealer_after, leads, match_over
from aceten_spec.protocol import DealScore


class Tally(NamedTuple):
    """A match between deals, by the formulas alone."""

    dealer: int
    scores: tuple[int, ...]
    deals: int = 0
    added: int = 0
    """What is added to the next deal that somebody wins."""
    doubled: int = 0
    """How often that deal is doubled."""
    favourite: str | None = None
    claimed: int | None = None

    def then(self, match: Match, deal: DealScore) -> "Tally":
        """Return the tally after a deal of a match; who sits where is the match's."""
        game, rules = match.game, match.game.rules
        sides, gained = game.side_count, deal.game_points
        favours = bool(getattr(rules, "favourite", False))
        numbers = (*gained, int(favours and deal.trump == self.favourite), self.added)
        counted = [of(counts_in_match, game, sides, side, self.doubled).at(*numbers) for side in range(sides)]
        if len(self.scores) != sides:
            counted = [counted[game.sides[match.players.index(player)]] for player in range(game.players)]
        scores = [have + more for have, more in zip(self.scores, counted, strict=True)]
        added, doubled = (formula.at(*numbers) for formula in carried_on(rules, sides, self.doubled))
        return Tally(
            dealer_after(rules, game.players, sides, self.dealer).at(*gained),
            tuple([0 if side in deal.resets else score for side, score in enumerate(scores)]),
            self.deals + 1,
            added,
            doubled,
            self.favourite or (deal.trump if favours else None),
            deal.claimed,
        )

    def end(self, game: Game) -> tuple[bool, int | None]:
        """Return whether the match is over, and who has won it."""
        if game.scores_matter:
            return self.claimed is not None, self.claimed
        count = len(self.scores)
        over = bool(of(match_over, game, count).at(*self.scores, self.deals))
        ahead = [number for number in range(count) if leads(count, number).at(*self.scores)]
        return over, ahead[0] if over and ahead else None


def _tally_of(match: Match) -> Tally:
    """Return a match of the engine as a tally."""
    favourite = None if match.favourite is None else match.favourite.letter
    return Tally(match.dealer, match.scores, match.deals, *match.carried, favourite, match.claimed)


def agree_on(match: Match, deals: Iterable[DealScore]) -> Iterator[Facts]:
    """Require that the engine and the formulas add deals up alike, until the match is over; yield what is the case at each of them."""
    tally = _tally_of(match)
    assert (tally.added, tally.doubled, set(tally.scores)) == (0, 0, {0})
    for deal in deals:
        after = match_after(match, deal)
        tally = tally.then(match, deal)
        assert _tally_of(after) == tally, (match.game, deal)
        assert (after.over, after.winner) == tally.end(match.game), (match.game, deal)
        yield facts_of_match(match, deal, after)
        match = after
        if match.over:
            return
