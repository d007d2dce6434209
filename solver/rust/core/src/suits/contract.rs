//! What a contract asks of the rest of a deal: between what it can end, and the same question of points alone.

use super::auction::Bid;
use super::cards::{Each, SUITS, suit_of};
use super::deal::{Frame, Position, Took};
use super::rules::{MarriedBy, Rules};
use super::seats::Side;
use super::worth::{Weights, margin};
use crate::bounds::Target;

/// What is enough for the bidders at the end of a deal.
#[derive(Debug, PartialEq, Eq)]
pub struct Goal {
    /// So many points of their own.
    pub points: i32,
    /// Or without these no more than so many of the other side, where that can be enough.
    pub others: Option<i32>,
}

impl Goal {
    /// Return what is enough for a contract to be worth so much to the bidders; `None` where it takes more to tell, or no points are.
    ///
    /// The same goal stands for many bids: what was bid makes no difference where more than that is asked for.
    pub fn of(rules: &Rules, bid: Bid, weights: Weights, worth: Target) -> Option<Self> {
        let contract = &rules.contract;
        let is_highest = bid.points == rules.bidding.highest();
        if contract.defenders_score || is_highest && contract.grand_needs_tricks {
            return None;
        }
        // Where winning the deal is all that counts it takes more than nothing, or no less.
        let margin = if weights.game_point == 0 { worth.number().clamp(-1, 1) } else { worth.number() };
        if is_highest && contract.grand_points > 0 {
            let is_between = -contract.grand_points < margin && margin <= contract.grand_points;
            return is_between.then_some(Self { points: bid.points, others: None });
        }
        let others = -margin - bid.points;
        Some(Self { points: bid.points.max(margin), others: (others >= 0).then_some(others) })
    }
}

impl Position {
    /// Return the fewest and the most points that each side can end the deal with; `None` where it stays open whether marriages count.
    fn spans(&self, rules: &Rules, frame: &Frame) -> Option<[(i32, i32); 2]> {
        let future = self.future_marriages(rules, frame);
        let is_open = |side: Side| self.took[side] == Took::Unknown && (self.melds[side] > 0 || future != 0);
        if Side::BOTH.into_iter().any(is_open) {
            return None;
        }
        let to_come = i32::from(self.left) + rules.last_trick_points;
        Some(Side::BOTH.map(|side| {
            let (points, melds) = (i32::from(self.points[side]), i32::from(self.melds[side]));
            let low = if self.took[side] == Took::Yes { points + melds } else { points };
            (low, points + melds + to_come + self.most_of_marriages(rules, frame, side))
        }))
    }

    /// Return the most that a side can still get for marriages.
    fn most_of_marriages(&self, rules: &Rules, frame: &Frame, side: Side) -> i32 {
        let pairs = if self.has_open_talon() {
            self.future_marriages(rules, frame)
        } else {
            let own = self.hands.iter().skip(side.place()).step_by(2);
            let later = self.marriages_allowed(rules);
            if later { own.fold(0, |all, &hand| all | Self::pairs(rules, hand)) } else { 0 }
        };
        let points = rules.marriages.points;
        let most = points.into_iter().max().unwrap_or_default();
        let each = |suit: u8| match rules.marriages.by {
            MarriedBy::Trump if usize::from(self.trump) < SUITS => self.marriage_points(rules, suit),
            MarriedBy::Suit => self.marriage_points(rules, suit),
            _ => most,
        };
        Each(pairs).map(|pair| i32::from(each(suit_of(pair)))).sum()
    }

    /// Return bounds for the worth of a contract at the end of the deal; `None` where it stays open whether marriages count.
    ///
    /// More points for one side, and fewer for the other, are never worse for it; nor is a trick more, or fewer of the other.
    pub fn contract_reach(&self, rules: &Rules, frame: &Frame, bid: Bid, weights: Weights) -> Option<(i32, i32)> {
        let spans = self.spans(rules, frame)?;
        let others = self.took[bid.seat.side().other()];
        if others == Took::Unknown && rules.contract.grand_needs_tricks {
            return None;
        }
        let best = |side: Side| {
            let points = Side::BOTH.map(|each| if each == side { spans[each].1 } else { spans[each].0 });
            let took = if side == bid.seat.side() { others } else { Took::Yes };
            weights.of_margin(margin(rules, bid, points, took))
        };
        Some((best(Side::SECOND), best(Side::FIRST)))
    }

    /// Return what side 0 has to bring the points to come to, counted as tricks are, where a contract is worth so much from there on.
    ///
    /// `None` where more than points bears on that: marriages that can still be shown or wait for a trick, or every trick.
    pub fn points_asked(&self, rules: &Rules, frame: &Frame, weights: Weights, target: Target) -> Option<Target> {
        let bid = self.contract?;
        let waits = |side: Side| self.took[side] != Took::Yes && self.melds[side] > 0;
        if self.talon > 0 || self.is_naming() || self.over || Side::BOTH.into_iter().any(waits) {
            return None;
        }
        let by_tricks = bid.points == rules.bidding.highest() && rules.contract.grand_needs_tricks;
        if by_tricks || self.future_marriages(rules, frame) != 0 {
            return None;
        }
        let has = Side::BOTH.map(|side| i32::from(self.points[side] + self.melds[side]));
        let to_come = i32::from(self.left) + rules.last_trick_points;
        let enough = |gained: i32| {
            let points = [has[0] + gained, has[1] + to_come - gained];
            target.is_reached(weights.of_margin(margin(rules, bid, points, Took::Yes)))
        };
        let (mut low, mut high) = (0, to_come + 1);
        while low < high {
            let middle = i32::midpoint(low, high);
            if enough(middle) { high = middle } else { low = middle + 1 }
        }
        Some(Target::new(2 * low))
    }
}
