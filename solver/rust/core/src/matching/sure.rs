//! What the hands make certain before a lead, without a search of the tricks that lead there.

#![expect(clippy::cast_possible_truncation, reason = "points fit into 16 bits, by the bounds of the rules")]

use super::board::Board;
use super::hands::{Falling, Marks, Seat, count, held};
use super::knowledge::Search;
use super::question::points_of;
use super::rules::Continuation;
use super::trick::Trick;
use crate::bounds::{Best, Target};
use crate::budget::{Budget, Stopped};

impl<const N: usize, const PLAIN: bool> Search<'_, N, PLAIN> {
    /// Return bounds for what is still to come before a lead, by what the hands make certain where nothing is drawn any more.
    #[inline]
    pub fn certain(&self, trick: &Trick) -> (i32, i32) {
        let (low, high) = self.reach(trick);
        let rules = self.rules;
        if !rules.shortcuts.foresight || (trick.drawn as usize) < self.talon.len() || !self.adds() {
            return (low, high);
        }
        let first = rules.side(trick.leader) == 0;
        let all = if first { (high, high) } else { (low, low) };
        if self.sure_winners(trick.leader) != 0 {
            return all;
        }
        match self.sure_tricks(trick) {
            None => all,
            Some(0) => (low, high),
            Some(units) if first => (low.max(2 * units), high),
            Some(units) => (low, high.min(self.sum(trick) - 2 * units)),
        }
    }

    /// Return what the cards count, in units, that the leader plays one after the other to tricks that his side takes; `None`: all tricks
    /// are among these.
    ///
    /// Where a card is matched by its own rank alone, and a trick has one round, these are the cards of ranks that the other side lacks.
    /// Should his partner have to match one, he has no other rank any more, and leads these in his place.
    #[inline]
    fn sure_tricks(&self, trick: &Trick) -> Option<i32> {
        let rules = self.rules;
        if rules.strong != 0 || rules.continuation != Continuation::Never || self.limits_leads(trick) {
            return Some(0);
        }
        let own = self.board.hand(trick.leader);
        let theirs = held(self.by_side()[1 - rules.side(trick.leader)]);
        let sure = held(own) & !theirs;
        if sure == held(own) {
            return None;
        }
        let most = if rules.lead_limit == 0 { i32::MAX } else { i32::try_from(rules.lead_limit).unwrap_or(i32::MAX) };
        Some(Falling(sure).map(|slot| count(own, slot).min(most) * rules.points[slot]).sum())
    }

    /// The seats of a leader's side, one bit each, of which each can take all that is in the hands.
    ///
    /// The leader goes on with card after card, and the last one alone has to be matched: he keeps one for the end that nobody can match,
    /// or that a seat of his side can match after whom nobody can.
    #[inline]
    fn sure_winners(&self, leader: Seat) -> u32 {
        if !(PLAIN && self.rules.may_lead_on()) {
            return 0;
        }
        let hands: [Marks; N] = std::array::from_fn(|place| held(self.board.hand(leader.after(place, N))));
        let side = self.rules.side(leader);
        let mut seats = 0;
        for slot in Falling(hands[0]) {
            let to_match = self.rules.matching(slot, false);
            let last = (1..N).rev().find(|&place| hands[place] & to_match != 0).unwrap_or(0);
            let seat = leader.after(last, N);
            seats |= u32::from(self.rules.side(seat) == side) << seat.number();
        }
        seats
    }

    /// Let the leader's side take all that is in the hands, where it surely can; return the bound that this comes to if it is enough.
    pub fn take_hands(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Result<Option<i32>, Stopped> {
        let rules = self.rules;
        if !rules.shortcuts.foresight {
            return Ok(None);
        }
        let seats = self.sure_winners(trick.leader);
        let mut best = Best::new(rules.side(trick.leader), target);
        for seat in (0..N).map(Seat::new).filter(|seat| seats >> seat.number() & 1 == 1) {
            let points = trick.points + self.board.hands().map(|(_, hand)| points_of(rules, hand)).sum::<i32>() as i16;
            let board = std::mem::replace(&mut self.board, Board::new(rules));
            let taken = Trick { winning: seat, points, place: N as u8, ..*trick };
            let bound = self.capture(&taken, target, budget);
            self.board = board;
            if best.is_enough(bound?) {
                return Ok(Some(best.bound()));
            }
        }
        Ok(None)
    }
}
