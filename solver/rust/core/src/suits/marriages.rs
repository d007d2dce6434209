//! Marriages: which may be shown, now and later, with which cards, and what they count.

use super::cards::{Cards, LOWEST, SUITS, card};
use super::deal::{Frame, Position};
use super::rules::{MarriedBy, Rules};

impl Position {
    /// Whether marriages can be shown at the leads of this phase of the deal.
    #[inline]
    pub fn marriages_allowed(&self, rules: &Rules) -> bool {
        if rules.marriages.by == MarriedBy::None {
            return false;
        }
        if self.closed.is_some() {
            rules.marriages.after_closing
        } else {
            self.talon > 0 || rules.marriages.after_stock
        }
    }

    /// Return the suits of which there are both cards of a marriage among these, as the lowest bits of their lanes.
    #[inline]
    pub fn pairs(rules: &Rules, cards: Cards) -> Cards {
        match (rules.king, rules.queen) {
            (Some(king), Some(queen)) => cards >> king & cards >> queen & LOWEST,
            _ => 0,
        }
    }

    /// Return the cards with which the marriages of these suits are led, the suits as the lowest bits of their lanes.
    #[inline]
    pub fn leading(rules: &Rules, marriages: Cards) -> Cards {
        match (rules.king, rules.queen) {
            (Some(king), Some(_)) if rules.marriages.leads.by_king => marriages << king,
            (Some(king), Some(queen)) => marriages << king | marriages << queen,
            _ => 0,
        }
    }

    /// Return the suits of which the seat to act may show a marriage, as the lowest bits of their lanes.
    #[inline]
    pub fn marriages(&self, rules: &Rules) -> Cards {
        if self.played > 0 || !self.marriages_allowed(rules) || (!rules.marriages.first && !self.begun) {
            return 0;
        }
        if self.is_drawing(rules) || self.is_naming() || self.auction.is_some() {
            0
        } else {
            Self::pairs(rules, self.hand())
        }
    }

    /// Return the suits of which a marriage may still be shown by somebody, as the lowest bits of their lanes.
    pub fn future_marriages(&self, rules: &Rules, frame: &Frame) -> Cards {
        let later = self.closed.is_none() && rules.marriages.after_stock;
        if !later && !self.marriages_allowed(rules) {
            return 0;
        }
        if !self.has_open_talon() {
            return self.hands.iter().map(|&hand| Self::pairs(rules, hand)).fold(0, |all, pairs| all | pairs);
        }
        let drawn = self.talon_cards(frame).map(card).sum::<Cards>();
        self.hands.iter().map(|&hand| Self::pairs(rules, hand | drawn)).fold(0, |all, pairs| all | pairs)
    }

    /// Return the points of the marriage of a suit that is shown now.
    #[inline]
    pub fn marriage_points(&self, rules: &Rules, suit: u8) -> i16 {
        let points = &rules.marriages.points;
        match rules.marriages.by {
            MarriedBy::None => 0,
            MarriedBy::Trump => points[usize::from(suit == self.trump)],
            MarriedBy::Suit => points[usize::from(suit) % SUITS],
            MarriedBy::Order => points[self.shown(rules)],
        }
    }

    /// Return how many marriages were shown, where that makes a difference.
    #[inline]
    pub fn shown(&self, rules: &Rules) -> usize {
        let mut before = self.melds[0] + self.melds[1];
        let mut shown = 0;
        while rules.marriages.by == MarriedBy::Order && before > 0 && shown < SUITS - 1 {
            before -= rules.marriages.points[shown];
            shown += 1;
        }
        shown
    }
}
