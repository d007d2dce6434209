//! What the end of a deal comes to: by a table, as a race, by a contract, or in points.

use super::auction::Bid;
use super::deal::{Frame, Position, Took, level};
use super::rules::Rules;
use super::scores::{PenaltyAt, Score};
use super::seats::{Level, Side};

/// What the end of a deal counts for: winning it, and each game point more than the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    pub deal: i32,
    pub game_point: i32,
}

impl Weights {
    /// Return what an end counts at which one side scores more, and which wins.
    fn of(self, winner: i32, margin: i32) -> i32 {
        self.deal * winner + self.game_point * margin
    }

    /// Return what an end counts at which the side wins that scores more.
    pub fn of_margin(self, margin: i32) -> i32 {
        self.of(margin.signum(), margin)
    }
}

impl Weights {
    /// Return the smallest margin that counts so much, of a side that scores by so much more, and wins if it does.
    pub fn margin_for(self, worth: i32) -> i32 {
        let missing = if worth > 0 { worth - self.deal } else { worth + self.deal };
        let by_points = if self.game_point == 0 { missing.signum() } else { -(-missing).div_euclid(self.game_point) };
        if worth > 0 { by_points.max(1) } else { by_points.min(0) }
    }
}

impl Position {
    /// Return what the finished deal counts for side 0.
    pub fn worth(&self, rules: &Rules, frame: &Frame, weights: Weights) -> i32 {
        match rules.score {
            Score::Table => self.table(rules, weights),
            Score::Race => weights.of_margin(self.race(rules, frame)),
            Score::Contract => weights.of_margin(self.contract(rules)),
            Score::Points => self.own_points(rules, frame, weights),
        }
    }

    /// Return what a deal counts that the scoring table decides.
    fn table(&self, rules: &Rules, weights: Weights) -> i32 {
        let mut totals = self.points.map(i32::from);
        totals[self.leader.side()] += rules.last_trick_points;
        if totals[0] == totals[1] {
            return 0;
        }
        let winner = if totals[1] > totals[0] { Side::SECOND } else { Side::FIRST };
        let lost = self.took[winner.other()];
        if lost == Took::Unknown && rules.rows_ask_for_tricks() {
            return weights.of(winner.signed(1), 0);
        }
        let cards = i32::from(self.points[winner]);
        let within = |(low, high), number| low <= number && number <= high;
        let row = rules.rows.iter().find(|row| {
            row.cards.is_none_or(|span| within(span, cards))
                && within(row.points, totals[winner])
                && row.every_trick.is_none_or(|every| every == (lost == Took::No))
        });
        let scored = row.or(rules.rows.first()).map_or(0, |row| row.game_points);
        weights.of(winner.signed(1), winner.signed(scored))
    }

    /// Return the worth of a race to a number of points.
    fn race(&self, rules: &Rules, frame: &Frame) -> i32 {
        let closer = self.closed.map(|closed| closed.seat.side());
        if let Some(claimant) = self.claimant {
            let side = claimant.side();
            let other = side.other();
            if !self.has_enough(rules, frame, side) {
                return other.signed(self.penalty(rules, other));
            }
            if closer == Some(other) {
                return side.signed(self.penalty(rules, side));
            }
            return side.signed(rules.race.won[self.won_level(rules, side)]);
        }
        match closer {
            Some(closer) if !self.has_enough(rules, frame, closer) => {
                closer.other().signed(self.penalty(rules, closer.other()))
            }
            None if rules.race.last_trick_wins => self.leader.side().signed(rules.race.won[Level::Enough]),
            _ => 0,
        }
    }

    /// Return how far the other side has come when a side claims rightly.
    fn won_level(&self, rules: &Rules, winner: Side) -> Level {
        let loser = winner.other();
        match self.closed {
            Some(closed) if rules.race.won_at_closing && closed.seat.side() == winner => closed.level,
            _ => level(rules, self.counted(rules, loser), self.took[loser] == Took::Yes),
        }
    }

    /// Return the game points of a side when the other one has claimed wrongly, or has closed the talon and does not win.
    fn penalty(&self, rules: &Rules, gaining: Side) -> i32 {
        let mut took = self.took[gaining] == Took::Yes;
        if let Some(closed) = self.closed
            && closed.seat.side() != gaining
        {
            match rules.race.penalty_at {
                PenaltyAt::Flat => return rules.race.penalty[1],
                PenaltyAt::Closing => took = closed.took,
                PenaltyAt::End => {}
            }
        }
        rules.race.penalty[usize::from(!took)]
    }

    /// Return a number of game points which a side cannot exceed against one that makes no wrong claim and closes nothing any more.
    pub fn most_game_points(&self, rules: &Rules, side: Side) -> i32 {
        if rules.score != Score::Race {
            return rules.most_game_points;
        }
        let loser = side.other();
        match self.closed {
            Some(closed) if closed.seat.side() != side => {
                if rules.race.penalty_at == PenaltyAt::End {
                    rules.race.penalty[0].max(rules.race.penalty[1])
                } else {
                    self.penalty(rules, side)
                }
            }
            Some(_) => rules.race.won[self.won_level(rules, side)],
            None if self.took[loser] != Took::Yes => rules.race.won[2],
            None => {
                let points = i32::from(self.points[loser]) + i32::from(self.melds[loser]);
                rules.race.won[usize::from(points < rules.race.schneider)]
            }
        }
    }

    /// Return the worth of a contract; 0 where nobody has bid, and where the position leaves open whether marriages count.
    fn contract(&self, rules: &Rules) -> i32 {
        let Some(bid) = self.contract else {
            return 0;
        };
        if Side::BOTH.into_iter().any(|side| self.took[side] == Took::Unknown && self.melds[side] > 0) {
            return 0;
        }
        let points = Side::BOTH.map(|side| self.counted(rules, side));
        margin(rules, bid, points, self.took[bid.seat.side().other()])
    }

    /// Return what a deal counts where every side scores its points.
    fn own_points(&self, rules: &Rules, frame: &Frame, weights: Weights) -> i32 {
        let mut scored = Side::BOTH.map(|side| self.counted(rules, side));
        let mut winner = None;
        if let Some(claimant) = self.claimant {
            let side = claimant.side();
            if self.has_enough(rules, frame, side) {
                winner = Some(side.signed(1));
            } else {
                scored[side] = 0;
            }
        }
        let margin = scored[0] - scored[1];
        weights.of(winner.unwrap_or(margin.signum()), margin)
    }
}

/// Return how much more side 0 scores than the other one by a contract, with points of both; 0 where it is open whether the others have
/// taken a trick, and that decides.
pub fn margin(rules: &Rules, bid: Bid, points: [i32; 2], others_took: Took) -> i32 {
    let bidders = bid.seat.side();
    let (own, theirs) = (points[bidders], points[bidders.other()]);
    let highest = bid.points == rules.bidding.highest();
    let grand = highest && rules.contract.grand_points > 0;
    let mut made = own >= bid.points;
    if highest && rules.contract.grand_needs_tricks {
        match others_took {
            Took::Unknown => return 0,
            took => made = took == Took::No,
        }
    }
    let taken = if made { own } else { theirs + bid.points };
    let scored = if grand { rules.contract.grand_points } else { taken };
    let defence = if made && rules.contract.defenders_score { theirs } else { 0 };
    bidders.signed(if made { scored - defence } else { -scored })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_counts_what_is_asked_for_and_no_smaller_one_does() {
        for (deal, game_point) in [(0, 1), (0, 3), (1, 3), (9, 1), (1, 1)] {
            let weights = Weights { deal, game_point };
            for worth in -40..40 {
                let margin = weights.margin_for(worth);
                assert!(weights.of_margin(margin) >= worth, "{weights:?} {worth}");
                assert!(weights.of_margin(margin - 1) < worth, "{weights:?} {worth}");
            }
        }
        assert_eq!([-1, 0, 1].map(|worth| Weights { deal: 1, game_point: 0 }.margin_for(worth)), [0, 0, 1]);
    }
}
