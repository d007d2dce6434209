//! One trick after another: what a card makes of a trick, and what comes next. The same for the search and for who asks.

#![expect(clippy::cast_possible_truncation, reason = "points and places are small, by the bounds of the rules")]

use super::board::Board;
use super::hands::{Marks, Seat, Slot, cards, held, mark};
use super::rules::{MAX_SEATS, Rules};

/// Where a deal stands, beside its cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trick {
    /// The seat that leads.
    pub leader: Seat,
    /// The seat that is winning; the leader before any card.
    pub winning: Seat,
    /// The slot that has to be matched.
    pub led: Slot,
    /// How many cards of the current round lie there; all of them at its end, 0 before a trick.
    pub place: u8,
    /// Whether a trump was played, where wild cards are trumps.
    pub trumped: bool,
    /// The sides that have taken a trick, one bit each; both where that makes no difference.
    pub took: u8,
    /// How many cards of the talon are gone.
    pub drawn: u8,
    /// Card points in the trick, in units.
    pub points: i16,
    /// Card points that can still be captured, in units, those of the trick included.
    pub left: i16,
}

/// What more some rules make of a deal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Further {
    /// The slots of the current round, in the order of play.
    pub round: [Slot; MAX_SEATS],
    /// Whether an earlier round of the trick was four cards of a rank.
    pub four: bool,
    /// The rank of the last leads in a row of one rank; 0: there are none.
    pub led_rank: u8,
    /// How many these are.
    pub leads: u8,
    /// The slot that the winner of the trick has drawn while he may spice it.
    pub spicing: Option<Slot>,
    /// The sides whose score falls to 0, one bit each.
    pub burned: u8,
    /// Card points that side 0 has captured, in units.
    pub captured: i16,
}

/// What comes after a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The next seat plays to the lead.
    Reply,
    /// The leader may continue the trick or stop it.
    Choose,
    /// The winner draws a card, and may spice the trick with it.
    Spice,
    /// The trick is over.
    Capture,
}

impl Trick {
    /// Where a deal stands when a seat is to lead.
    #[must_use]
    pub fn before(leader: Seat, drawn: usize, left: i16, took: u8) -> Self {
        Self {
            leader,
            winning: leader,
            led: Slot::default(),
            place: 0,
            trumped: false,
            took,
            drawn: drawn as u8,
            points: 0,
            left,
        }
    }

    /// Where a deal stands when the leader is to continue the trick, where neither what he may lead nor who takes it depends on what
    /// was played.
    #[inline]
    #[must_use]
    pub fn led_anew(&self) -> Self {
        Self { points: self.points, ..Self::before(self.leader, self.drawn as usize, self.left, self.took) }
    }

    /// The seat to play to the lead.
    #[inline]
    #[must_use]
    pub fn turn<const N: usize>(&self) -> Seat {
        self.leader.after(self.place as usize, N)
    }

    /// Put a card into the trick.
    #[inline]
    #[must_use]
    pub fn with<const N: usize>(&self, rules: &Rules, slot: Slot) -> Self {
        let mut after = *self;
        let lead = self.place == 0;
        let new_round = self.place as usize == N;
        let seat = if new_round { self.leader } else { self.turn::<N>() };
        after.place = if new_round { 1 } else { self.place + 1 };
        after.points += rules.points[slot] as i16;
        if lead {
            after.led = slot;
            after.trumped = rules.trumps_led & mark(slot) != 0;
            return after;
        }
        let matched = rules.matching(self.led, self.trumped) & mark(slot) != 0;
        if new_round && rules.newest {
            after.led = slot;
            after.winning = seat;
        } else if matched && !(rules.first_match && self.winning != self.leader) {
            after.winning = seat;
        }
        after.trumped |= rules.trumps_played & mark(slot) != 0;
        after
    }

    /// The slots with which the leader may continue.
    #[inline]
    #[must_use]
    pub fn continuing(&self, rules: &Rules, hand: u64) -> Marks {
        if rules.any_card { held(hand) } else { held(hand) & rules.matching(self.led, self.trumped) }
    }

    /// What comes after a card.
    #[inline]
    #[must_use]
    pub fn next<const N: usize, const PLAIN: bool>(&self, rules: &Rules, board: &Board<N>, talon: &[Slot]) -> Next {
        if (self.place as usize) < N {
            return Next::Reply;
        }
        let (leader, winning) = (self.leader, self.winning);
        if rules.may_continue(leader, winning) && self.continuing(rules, board.hand(leader)) != 0 {
            return Next::Choose;
        }
        let spiced =
            !PLAIN && rules.spice && (self.drawn as usize) < talon.len() && cards(board.hand(winning)) != rules.hand;
        if spiced { Next::Spice } else { Next::Capture }
    }

    /// Take the trick: return where the deal stands then, before anybody draws, and how many units it brought.
    #[inline]
    #[must_use]
    pub fn captured(&self, rules: &Rules) -> (Self, i16) {
        let winner = self.winning;
        let took = self.took | 1 << rules.side(winner);
        (Self::before(winner, self.drawn as usize, self.left - self.points, took), self.points)
    }
}

impl Further {
    /// Take note of a card that is put into a trick, which was so before.
    pub fn note(&mut self, rules: &Rules, before: &Trick, slot: Slot) {
        if before.place == 0 && rules.lead_limit > 0 {
            let rank = rules.ranks[slot];
            let more = if self.led_rank == rank { self.leads as usize + 1 } else { 1 };
            self.led_rank = rank;
            self.leads = more.min(rules.lead_limit) as u8;
        }
        let place = before.place as usize % rules.seats;
        if place == 0 {
            self.four = before.place > 0 && (self.four || self.is_four(rules));
        }
        self.round[place] = slot;
    }

    /// Whether the current round, which is complete, is four cards of one rank.
    fn is_four(&self, rules: &Rules) -> bool {
        let rank = |place: usize| rules.ranks[self.round[place]];
        rules.four_resets && rules.seats == 4 && (1..4).all(|place| rank(place) == rank(0))
    }

    /// Exchange the card that has won the trick for the one drawn; return the slot of either, the latter first.
    pub fn exchange<const N: usize>(&mut self, trick: &Trick) -> (Slot, Slot) {
        let place = (trick.winning.number() + N - trick.leader.number()) % N;
        let won = self.round[place];
        let drawn = self.spicing.take().unwrap_or(won);
        self.round[place] = drawn;
        (drawn, won)
    }

    /// Take note of a trick that is taken.
    pub fn capture(&mut self, rules: &Rules, trick: &Trick) {
        let side = rules.side(trick.winning);
        if self.four || self.is_four(rules) {
            self.burned |= 1 << (1 - side);
        }
        if side == 0 {
            self.captured += trick.points;
        }
        self.four = false;
        self.spicing = None;
    }

    /// Return the side that has lost a deal by its last card, of the trick that has just been taken.
    #[must_use]
    pub fn forfeit(&self, rules: &Rules, leader: Seat) -> Option<usize> {
        let last = rules.seats - 1;
        let loses = rules.losing & mark(self.round[last]) != 0;
        loses.then(|| rules.side(leader.after(last, rules.seats)))
    }

    /// The slots that may be led, of some.
    #[must_use]
    pub fn leading(&self, rules: &Rules, hand: u64) -> Marks {
        let all = held(hand);
        if rules.lead_limit == 0 || (self.leads as usize) < rules.lead_limit {
            return all;
        }
        let repeating: Marks = rules.all().filter(|&slot| rules.ranks[slot] == self.led_rank).map(mark).sum();
        if all & !repeating == 0 { all } else { all & !repeating }
    }
}
