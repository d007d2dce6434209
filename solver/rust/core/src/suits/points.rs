//! Points that are still to come, of each side, and what is asked of them where nothing else bears on the end of a deal.

use super::cards::{Cards, Each, SUITS, card, suit_of};
use super::deal::{Frame, Position, Took};
use super::rules::{Claims, MarriedBy, Rules};
use super::scores::Score;
use super::seats::Side;
use super::worth::{Weights, margin};
use crate::bounds::Target;

impl Position {
    /// Return the fewest and the most points that each side can end the deal with; `None` where it stays open whether marriages count.
    pub fn spans(&self, rules: &Rules, frame: &Frame) -> Option<[(i32, i32); 2]> {
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
        let own = self.hands.iter().skip(side.place()).step_by(2);
        let pairs = if self.has_open_talon() {
            let drawn = self.drawn_to_show(rules, frame);
            own.fold(0, |all, &hand| all | Self::pairs(rules, hand | drawn))
        } else if self.marriages_allowed(rules) {
            own.fold(0, |all, &hand| all | Self::pairs(rules, hand))
        } else {
            0
        };
        let points = rules.marriages.points;
        let each = |suit: u8| match rules.marriages.by {
            MarriedBy::Trump if usize::from(self.trump) < SUITS => self.marriage_points(rules, suit),
            MarriedBy::Suit => self.marriage_points(rules, suit),
            _ => points.into_iter().max().unwrap_or_default(),
        };
        Each(pairs).map(|pair| i32::from(each(suit_of(pair)))).sum()
    }

    /// Return the cards of the talon that can come to be shown: where nothing is shown without one, the last to be drawn cannot.
    fn drawn_to_show(&self, rules: &Rules, frame: &Frame) -> Cards {
        let last = if rules.marriages.after_stock { 0 } else { rules.players };
        self.talon_cards(frame).take(self.talon.saturating_sub(last).into()).map(card).sum()
    }

    /// Whether every side scores its points, whatever is played from here on: nobody can come to a right claim, nor make a wrong one.
    pub fn scores_points_alone(&self, rules: &Rules, frame: &Frame) -> bool {
        let spans = (rules.score == Score::Points).then(|| self.spans(rules, frame)).flatten();
        let is_short = |spans: [(i32, i32); 2]| Side::BOTH.into_iter().all(|side| spans[side].1 < frame.needs[side]);
        match rules.claims {
            Claims::Never => spans.is_some(),
            Claims::Called if !rules.wrong_refused => false,
            Claims::Called | Claims::Automatic => spans.is_some_and(is_short),
        }
    }

    /// Return how much more side 0 can come to have than the other one at least, and at most.
    pub fn margins(&self, rules: &Rules, frame: &Frame) -> Option<(i32, i32)> {
        let [own, theirs] = self.spans(rules, frame)?;
        Some((own.0 - theirs.1, own.1 - theirs.0))
    }

    /// Return what side 0 has to bring the points to come to, counted as tricks are, where the end is to be worth so much.
    ///
    /// `None` where more than points bears on that: a talon, marriages that can still be shown or wait for a trick, or every trick.
    pub fn points_asked(&self, rules: &Rules, frame: &Frame, weights: Weights, target: Target) -> Option<Target> {
        let waits = |side: Side| self.took[side] != Took::Yes && self.melds[side] > 0;
        let is_playing = self.auction.is_none() && !self.is_naming() && !self.over && self.hand() != 0;
        if self.talon > 0 || !is_playing || Side::BOTH.into_iter().any(waits) {
            return None;
        }
        let by_tricks = |points| points == rules.bidding.highest() && rules.contract.grand_needs_tricks;
        if self.contract.is_some_and(|bid| by_tricks(bid.points)) || self.future_marriages(rules, frame) != 0 {
            return None;
        }
        let has = Side::BOTH.map(|side| i32::from(self.points[side] + self.melds[side]));
        let to_come = i32::from(self.left) + rules.last_trick_points;
        let enough = |gained: i32| {
            let points = [has[0] + gained, has[1] + to_come - gained];
            let ahead = self.contract.map_or(points[0] - points[1], |bid| margin(rules, bid, points, Took::Yes));
            target.is_reached(weights.of_margin(ahead))
        };
        let (mut low, mut high) = (0, to_come + 1);
        while low < high {
            let middle = i32::midpoint(low, high);
            if enough(middle) { high = middle } else { low = middle + 1 }
        }
        Some(Target::new(2 * low))
    }
}
