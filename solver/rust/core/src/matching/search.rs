//! The search: can side 0 bring what is still to come to a number?

#![expect(clippy::cast_possible_truncation, reason = "what is still to come fits into 16 bits")]

use super::hands::{Falling, Seat, Slot, cards, held};
use super::knowledge::{Bound, Search};
use super::rules::Continuation;
use super::trick::{Next, Trick};
use crate::bounds::{Best, Target};
use crate::budget::Budget;
use crate::table::{Key, Known};

impl<const N: usize, const PLAIN: bool> Search<'_, N, PLAIN> {
    /// Bound what is still to come after a card.
    pub fn follow(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        match trick.next::<N, PLAIN>(self.rules, &self.board, self.talon) {
            Next::Reply => self.reply(trick, target, budget),
            Next::Choose => self.choose(trick, target, budget),
            Next::Spice => self.draw_to_spice(trick, target, budget),
            Next::Capture => self.capture(trick, target, budget),
        }
    }

    /// Put a card from a hand into the trick, and go on.
    #[inline]
    fn play(&mut self, trick: &Trick, seat: Seat, slot: Slot, target: Target, budget: &mut Budget) -> Bound {
        let further = self.further;
        self.board.remove(seat, slot);
        let after = self.put(trick, slot);
        let bound = self.follow(&after, target, budget);
        self.board.add(seat, slot);
        if !PLAIN {
            self.further = further;
        }
        bound
    }

    /// Turn up the top card of the talon, put it into the trick, and go on.
    fn flip(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        let mut trick = *trick;
        let further = self.further;
        let slot = self.talon[trick.drawn as usize];
        trick.drawn += 1;
        let after = self.put(&trick, slot);
        let bound = self.follow(&after, target, budget);
        self.further = further;
        bound
    }

    /// Whether the seat to act may turn up a card.
    #[inline]
    pub fn may_flip(&self, trick: &Trick) -> bool {
        !PLAIN && self.rules.flip && (trick.drawn as usize) < self.talon.len()
    }

    /// Whether [`super::plain`] plays the rest of a round: nothing else bears on play, or nothing else any more, as all cards are drawn.
    #[inline]
    fn is_simple(&self, trick: &Trick) -> bool {
        !self.rules.has_trumps() && (PLAIN || self.is_late(trick))
    }

    /// Whether nothing is drawn any more, tricks have a round each, and what is measured adds up.
    fn is_late(&self, trick: &Trick) -> bool {
        let kept = cards(self.board.hand(trick.leader));
        let to_play = |place| usize::from(place >= trick.place as usize);
        trick.drawn as usize == self.talon.len()
            && self.adds()
            && self.rules.continuation == Continuation::Never
            && (0..N).all(|place| cards(self.board.hand(trick.leader.after(place, N))) == kept + to_play(place))
    }

    /// A seat plays to the lead.
    pub fn reply(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        if self.is_simple(trick) {
            return self.play_round(trick, target, budget);
        }
        let seat = trick.turn::<N>();
        let to_match = self.rules.matching(trick.led, trick.trumped);
        let place = (seat, trick.place as usize);
        let slots = self.replies(trick.led, to_match, place, trick.winning, trick.points.into());
        self.try_slots(trick, seat, slots, target, budget)
    }

    /// Let a seat try cards until one is enough, and at last what it may do instead: stop a trick, or turn up a card.
    #[inline]
    fn try_slots(
        &mut self,
        trick: &Trick,
        seat: Seat,
        slots: impl Iterator<Item = Slot>,
        target: Target,
        budget: &mut Budget,
    ) -> Bound {
        budget.spend()?;
        let mut best = Best::new(self.rules.side(seat), target);
        for slot in slots {
            if best.is_enough(self.play(trick, seat, slot, target, budget)?) {
                return Ok(best.bound());
            }
        }
        if trick.place as usize == N {
            best.is_enough(self.capture(trick, target, budget)?);
        } else if self.may_flip(trick) {
            best.is_enough(self.flip(trick, target, budget)?);
        }
        Ok(best.bound())
    }

    /// The leader continues the trick or stops it.
    pub fn choose(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        if self.is_simple(trick) {
            return self.end_round(trick, target, budget);
        }
        let slots = Falling(trick.continuing(self.rules, self.board.hand(trick.leader)));
        self.try_slots(trick, trick.leader, slots, target, budget)
    }

    /// The winner of the trick draws a card, with which he may spice it.
    fn draw_to_spice(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        let mut trick = *trick;
        let further = self.further;
        let slot = self.draw_one(&mut trick);
        let bound = self.spice(&trick, target, budget);
        self.board.remove(trick.winning, slot);
        self.further = further;
        bound
    }

    /// Let the winner of the trick draw a card before he may spice it; return its slot.
    pub fn draw_one(&mut self, trick: &mut Trick) -> Slot {
        let slot = self.talon[trick.drawn as usize];
        trick.drawn += 1;
        self.further.spicing = Some(slot);
        self.board.add(trick.winning, slot);
        slot
    }

    /// The winner of the trick spices it or leaves it.
    pub fn spice(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        budget.spend()?;
        let mut best = Best::new(self.rules.side(trick.winning), target);
        if best.is_enough(self.capture(trick, target, budget)?) {
            return Ok(best.bound());
        }
        let (board, further, mut spiced) = (self.board, self.further, *trick);
        self.exchange(&mut spiced);
        let bound = self.capture(&spiced, target, budget);
        self.board = board;
        self.further = further;
        best.is_enough(bound?);
        Ok(best.bound())
    }

    /// Exchange the card that has won the trick for the one that its winner has drawn.
    pub fn exchange(&mut self, trick: &mut Trick) {
        let (drawn, won) = self.further.exchange::<N>(trick);
        let winner = trick.winning;
        self.board.remove(winner, drawn);
        self.board.add(winner, won);
        trick.points += (self.rules.points[drawn] - self.rules.points[won]) as i16;
    }

    /// The trick is taken, and play goes on.
    pub fn capture(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        self.capture_to(trick, None, target, budget)
    }

    /// The same, where the key of the position that follows may be known.
    pub fn capture_to(&mut self, trick: &Trick, key: Option<Key>, target: Target, budget: &mut Budget) -> Bound {
        if trick.drawn as usize == self.talon.len() {
            let further = self.further;
            let (after, gained) = self.take(trick);
            let bound = self.go_on(trick, &after, key, target, gained, budget);
            if !PLAIN {
                self.further = further;
            }
            return bound;
        }
        let (board, further) = (self.board, self.further);
        let (after, gained) = self.take(trick);
        let bound = self.go_on(trick, &after, key, target, gained, budget);
        self.board = board;
        self.further = further;
        bound
    }

    #[inline]
    fn go_on(
        &mut self,
        trick: &Trick,
        after: &Trick,
        key: Option<Key>,
        target: Target,
        gained: i16,
        budget: &mut Budget,
    ) -> Bound {
        let gained = if self.adds() { 2 * i32::from(gained) } else { 0 };
        if self.board.hand(after.leader) == 0 {
            return Ok(self.at_end(trick, after) + gained);
        }
        Ok(self.lead_at(after, key, target.less(gained), budget)? + gained)
    }

    /// A seat leads to a trick.
    pub fn lead(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        self.lead_at(trick, None, target, budget)
    }

    /// The same, where the key may be known.
    #[inline]
    fn lead_at(&mut self, trick: &Trick, key: Option<Key>, target: Target, budget: &mut Budget) -> Bound {
        let mut bounds = self.certain(trick);
        if let Some(bound) = target.settled(bounds) {
            return Ok(bound);
        }
        if let Some(value) = self.looked_up(trick) {
            return Ok(value);
        }
        let key = key.unwrap_or_else(|| self.key(trick));
        if let Some(known) = self.recall(trick, key) {
            bounds = self.oriented(trick, known.bounds());
            if let Some(bound) = target.settled(bounds) {
                return Ok(bound);
            }
        }
        self.explore(trick, key, bounds, target, budget)
    }

    /// Search what follows a lead, and remember it.
    fn explore(&mut self, trick: &Trick, key: Key, bounds: (i32, i32), target: Target, budget: &mut Budget) -> Bound {
        let before = budget.nodes();
        let bound = match self.take_hands(trick, target, budget)? {
            Some(bound) => bound,
            None => self.lead_any(trick, target, budget)?,
        };
        let (low, high) = self.oriented(trick, target.narrowed(bounds, bound));
        let known = Known { low: low as i16, high: high as i16, hint: 0 };
        self.remember(trick, key, known, budget.nodes() - before);
        Ok(bound)
    }

    /// Whether a leader who continues a trick leads as he did to begin it, with what lies there at stake.
    #[inline]
    pub fn leads_anew(&self) -> bool {
        PLAIN && self.rules.newest && self.rules.any_card
    }

    /// Try leads until one is enough.
    fn lead_any(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        let seat = trick.leader;
        let hand = self.board.hand(seat);
        let leads = if PLAIN { held(hand) } else { self.further.leading(self.rules, hand) };
        self.try_slots(trick, seat, self.leads(self.distinct(leads, trick), seat), target, budget)
    }
}
