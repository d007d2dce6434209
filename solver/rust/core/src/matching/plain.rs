//! Tricks in which nothing bears on play but which cards match and what they count, and no card changes what matches.
//!
//! Nearly all nodes of nearly all searches are such plays to a lead. What stays the same in a round is kept apart from the little that
//! changes from card to card, and what is known of what a trick leads to is looked up before anything is searched.

#![expect(clippy::cast_possible_truncation, reason = "points fit into 16 bits, by the bounds of the rules")]

use super::hands::{Falling, Marks, Seat, Slot, cards, first, mark};
use super::knowledge::{Bound, Search};
use super::move_order::{Replies, Slots};
use super::rules::MAX_SLOTS;
use super::trick::Trick;
use crate::bounds::{Best, Target};
use crate::budget::Budget;
use crate::table::Key;

/// What stays the same while everybody plays a card to a lead.
#[derive(Clone, Copy)]
pub struct Round {
    /// The trick when the round began.
    trick: Trick,
    to_match: Marks,
    target: Target,
}

impl Round {
    /// The trick when everybody has played, and somebody is winning it.
    #[inline]
    fn over<const N: usize>(&self, winner: Seat, points: i32) -> Trick {
        Trick { winning: winner, points: points as i16, place: N as u8, ..self.trick }
    }
}

impl<const N: usize, const PLAIN: bool> Search<'_, N, PLAIN> {
    /// Bound what is still to come after a card to which others reply.
    pub fn play_round(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        let round = self.round(trick, target);
        self.answer(&round, trick.place as usize, trick.winning, trick.points.into(), budget)
    }

    /// Bound what is still to come when everybody has played to a lead.
    pub fn end_round(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        let round = self.round(trick, target);
        self.round_over(&round, trick.winning, trick.points.into(), budget)
    }

    fn round(&self, trick: &Trick, target: Target) -> Round {
        Round { trick: *trick, to_match: self.rules.matching(trick.led, false), target }
    }

    /// The seat at a place plays to the lead.
    fn answer(&mut self, round: &Round, place: usize, winning: Seat, points: i32, budget: &mut Budget) -> Bound {
        budget.spend()?;
        if place == N - 1 {
            return self.close(round, winning, points, budget);
        }
        let rules = self.rules;
        let seat = round.trick.leader.after(place, N);
        let takes = self.takes(round, winning);
        let mut best = Best::new(rules.side(seat), round.target);
        for slot in self.replies(round.trick.led, round.to_match, (seat, place), winning, points) {
            let next = if takes & mark(slot) == 0 { winning } else { seat };
            self.board.remove(seat, slot);
            let bound = self.answer(round, place + 1, next, points + rules.points[slot], budget);
            self.board.add(seat, slot);
            if best.is_enough(bound?) {
                break;
            }
        }
        Ok(best.bound())
    }

    /// The slots that take the trick from the seat that is winning it.
    #[inline]
    fn takes(&self, round: &Round, winning: Seat) -> Marks {
        let fixed = self.rules.first_match && winning != round.trick.leader;
        if fixed { 0 } else { round.to_match }
    }

    /// The last seat plays to the lead. What is known of what its cards lead to comes before any search.
    #[inline]
    fn close(&mut self, round: &Round, winning: Seat, points: i32, budget: &mut Budget) -> Bound {
        let rules = self.rules;
        let seat = round.trick.leader.after(N - 1, N);
        let replies = self.replies(round.trick.led, round.to_match, (seat, N - 1), winning, points);
        let takes = self.takes(round, winning);
        if let Some(held) = self.told_after(round, cards(self.board.hand(seat)) - 1) {
            return self.close_last(round, (seat, replies), (winning, takes), (points, held), budget);
        }
        let mut best = Best::new(rules.side(seat), round.target);
        let mut open = Slots::default();
        let mut after = [None; MAX_SLOTS];
        if replies.is_one() {
            open.push(first(replies.all()));
        } else {
            let winners = [winning, seat];
            let to_search = winners.map(|winner| !rules.shortcuts.foresight || self.goes_on(round, winner));
            let mut keys = [None; 2];
            for slot in replies {
                let kind = usize::from(takes & mark(slot) != 0);
                if to_search[kind] {
                    open.push(slot);
                    continue;
                }
                match self.glance(round, (seat, slot), winners[kind], points + rules.points[slot], &mut keys[kind]) {
                    Err(key) => {
                        after[slot] = Some(key);
                        open.push(slot);
                    }
                    Ok(bound) => {
                        if best.is_enough(bound) {
                            return Ok(best.bound());
                        }
                    }
                }
            }
        }
        for slot in open {
            let winner = if takes & mark(slot) == 0 { winning } else { seat };
            self.board.remove(seat, slot);
            let points = points + rules.points[slot];
            let bound = match after[slot] {
                None => self.round_over(round, winner, points, budget),
                key => self.capture_to(&round.over::<N>(winner, points), key, round.target, budget),
            };
            self.board.add(seat, slot);
            if best.is_enough(bound?) {
                break;
            }
        }
        Ok(best.bound())
    }

    /// Return with how many cards everybody goes on when a trick is over with so many in the hands, if complete tables tell what comes then.
    #[inline]
    fn told_after(&self, round: &Round, held: usize) -> Option<usize> {
        let complete = self.complete.filter(|_| self.rules.shortcuts.foresight)?;
        let left = self.talon.len() - round.trick.drawn as usize;
        self.draws.last(left, held).filter(|&held| held == 0 || complete.has(held))
    }

    /// The last seat plays to the lead, where complete tables tell what comes after the trick.
    #[inline]
    fn close_last(
        &mut self,
        round: &Round,
        (seat, replies): (Seat, Replies),
        (winning, takes): (Seat, Marks),
        (points, held): (i32, usize),
        budget: &mut Budget,
    ) -> Bound {
        let mut best = Best::new(self.rules.side(seat), round.target);
        let winners = [winning, seat];
        let goes_on = winners.map(|winner| self.goes_on(round, winner));
        let mut open = Slots::default();
        for slot in replies {
            let kind = usize::from(takes & mark(slot) != 0);
            if goes_on[kind] {
                open.push(slot);
                continue;
            }
            let points = points + self.rules.points[slot];
            if best.is_enough(self.tell(round, winners[kind], points, held, (slot, self.board.one(seat)))) {
                return Ok(best.bound());
            }
        }
        for slot in open {
            let winner = winners[usize::from(takes & mark(slot) != 0)];
            self.board.remove(seat, slot);
            let bound = self.round_over(round, winner, points + self.rules.points[slot], budget);
            self.board.add(seat, slot);
            if best.is_enough(bound?) {
                break;
            }
        }
        Ok(best.bound())
    }

    /// Return the bound that answers whether the target is reached when the trick is taken now and everybody goes on with so many cards,
    /// which complete tables tell.
    ///
    /// The column of a slot says that much more than the board will: the last card of the trick may still be in a hand.
    #[inline]
    fn tell(&mut self, round: &Round, winner: Seat, points: i32, held: usize, (slot, more): (Slot, u32)) -> i32 {
        let trick = &round.trick;
        let side = self.rules.side(winner);
        let gained = if side == 0 { 2 * points } else { 0 };
        let next = Trick::before(winner, self.talon.len(), trick.left - points as i16, trick.took | 1 << side);
        if held == 0 {
            return self.at_end(trick, &next) + gained;
        }
        if let Some(bound) = round.target.less(gained).settled(self.reach(&next)) {
            return bound + gained;
        }
        let drawn = self.draws.columns(self.rules, &self.talon[trick.drawn as usize..], winner);
        let column = |each: Slot| self.board.columns()[each] + drawn[each] - if each == slot { more } else { 0 };
        let value = self.complete.and_then(|complete| complete.value(held, column, winner)).unwrap_or_default();
        self.tables.looked_up += 1;
        self.of_side_0(&next, value) + gained
    }

    /// Return the bound that answers whether the target is reached when the last seat ends the trick with a card; where it is not
    /// known, the key of what follows.
    ///
    /// `key` is that of the position in which it still holds the card; it is worked out for the first card that needs it.
    #[inline]
    fn glance(
        &mut self,
        round: &Round,
        (seat, slot): (Seat, Slot),
        winner: Seat,
        points: i32,
        key: &mut Option<Key>,
    ) -> Result<i32, Key> {
        let trick = &round.trick;
        if (trick.drawn as usize) < self.talon.len() || self.limits_leads(trick) {
            self.board.remove(seat, slot);
            let known = self.glance_at(round, winner, points);
            self.board.add(seat, slot);
            return known;
        }
        let side = self.rules.side(winner);
        let gained = if side == 0 { 2 * points } else { 0 };
        let target = round.target.less(gained);
        let left = trick.left - points as i16;
        let next = Trick::before(winner, trick.drawn as usize, left, trick.took | 1 << side);
        let held = cards(self.board.hand(seat)) - 1;
        if held == 0 {
            return Ok(self.at_end(trick, &next) + gained);
        }
        if let Some(bound) = target.settled(self.reach(&next)) {
            return Ok(bound + gained);
        }
        let key = *key.get_or_insert_with(|| self.key(&next));
        let key = self.key_without(key, seat, slot, &next);
        let known = self.tables.endgames.known(held, key).ok_or(key)?;
        let bound = target.settled(self.oriented(&next, known.bounds())).ok_or(key)?;
        Ok(bound + gained)
    }

    /// Return the bound that answers whether the target is reached when the trick is taken now; where it is not
    /// known, the key of what follows.
    fn glance_at(&mut self, round: &Round, winner: Seat, points: i32) -> Result<i32, Key> {
        let trick = round.over::<N>(winner, points);
        let board = ((trick.drawn as usize) < self.talon.len()).then_some(self.board);
        let (after, gained) = self.take(&trick);
        let gained = 2 * i32::from(gained);
        let known = if self.board.hand(after.leader) == 0 {
            Ok(self.at_end(&trick, &after))
        } else {
            self.known(&after, round.target.less(gained))
        };
        if let Some(board) = board {
            self.board = board;
        }
        known.map(|bound| bound + gained)
    }

    /// Whether the leader may continue a trick that somebody is winning.
    #[inline]
    fn goes_on(&self, round: &Round, winner: Seat) -> bool {
        let leader = round.trick.leader;
        self.rules.may_continue(leader, winner) && round.trick.continuing(self.rules, self.board.hand(leader)) != 0
    }

    /// Everybody has played: the leader continues the trick or stops it, or it is over.
    fn round_over(&mut self, round: &Round, winner: Seat, points: i32, budget: &mut Budget) -> Bound {
        let leader = round.trick.leader;
        let trick = round.over::<N>(winner, points);
        let held = cards(self.board.hand(leader));
        let told = self.told_after(round, held);
        let told = told.map(|held| self.tell(round, winner, points, held, (Slot::default(), 0)));
        if !self.goes_on(round, winner) {
            return told.map_or_else(|| self.capture(&trick, round.target, budget), Ok);
        }
        budget.spend()?;
        let mut best = Best::new(self.rules.side(leader), round.target);
        let foresight = self.rules.shortcuts.foresight;
        let stopped = foresight.then(|| told.map_or_else(|| self.glance_at(round, winner, points), Ok));
        if let Some(Ok(bound)) = stopped
            && best.is_enough(bound)
        {
            return Ok(best.bound());
        }
        if self.leads_anew() {
            let bound = self.lead(&trick.led_anew(), round.target, budget)?;
            if best.is_enough(bound) {
                return Ok(best.bound());
            }
        } else {
            for slot in Falling(trick.continuing(self.rules, self.board.hand(leader))) {
                self.board.remove(leader, slot);
                let next = trick.with::<N>(self.rules, slot);
                let bound = self.play_round(&next, round.target, budget);
                self.board.add(leader, slot);
                if best.is_enough(bound?) {
                    return Ok(best.bound());
                }
            }
        }
        if !matches!(stopped, Some(Ok(_))) {
            let key = stopped.and_then(Result::err);
            best.is_enough(self.capture_to(&trick, key, round.target, budget)?);
        }
        Ok(best.bound())
    }
}
