//! What a contract asks of the rest of a deal: a goal in points, and between what it can end.

use super::auction::Bid;
use super::deal::{Frame, Position, Took};
use super::rules::Rules;
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
}
