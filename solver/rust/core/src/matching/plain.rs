//! Tricks in which nothing bears on play but which cards match and what they count, and no card changes what matches.
//!
//! Nearly all nodes of nearly all searches are such plays to a lead. What stays the same in a round is kept apart from the little that
//! changes from card to card, and what is known of what a trick leads to is looked up before anything is searched.

use super::board::seat_after;
use super::rules::{MAX_SLOTS, Marks, cards, first, last, mark};
use super::search::{Best, Bound, Order, Search, Slots, settled};
use super::trick::Trick;
use crate::budget::Budget;
use crate::table::Key;

/// What stays the same while everybody plays a card to a lead.
#[derive(Clone, Copy)]
pub struct Round {
    /// The trick when the round began.
    trick: Trick,
    to_match: Marks,
    target: i32,
}

impl Round {
    /// The trick when everybody has played, and somebody is winning it.
    #[inline]
    fn over<const N: usize>(&self, winner: usize, points: i32) -> Trick {
        Trick { winning: winner as u8, points: points as i16, place: N as u8, ..self.trick }
    }
}

/// The cards of a hand in the order in which they are tried.
#[derive(Clone)]
pub struct Replies {
    stages: [Marks; 3],
    rising: bool,
}

impl Replies {
    /// Some cards first, then some others, and then the rest.
    #[inline]
    pub fn new(stages: [Marks; 3], rising: bool) -> Self {
        Self { stages, rising }
    }

    #[inline]
    fn all(&self) -> Marks {
        self.stages[0] | self.stages[1] | self.stages[2]
    }

    #[inline]
    fn is_one(&self) -> bool {
        self.all() & self.all().wrapping_sub(1) == 0
    }
}

impl Iterator for Replies {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let [one, two, three] = &mut self.stages;
        let stage = if *one != 0 {
            one
        } else if *two != 0 {
            two
        } else {
            three
        };
        if *stage == 0 {
            return None;
        }
        let slot = if self.rising { last(*stage) } else { first(*stage) };
        *stage &= !mark(slot);
        Some(slot)
    }
}

impl<const N: usize, const PLAIN: bool> Search<'_, N, PLAIN> {
    /// Bound what is still to come after a card to which others reply.
    pub fn play_round(&mut self, trick: &Trick, target: i32, budget: &mut Budget) -> Bound {
        let round = self.round(trick, target);
        self.answer(&round, trick.place as usize, trick.winning as usize, trick.points.into(), budget)
    }

    /// Bound what is still to come when everybody has played to a lead.
    pub fn end_round(&mut self, trick: &Trick, target: i32, budget: &mut Budget) -> Bound {
        let round = self.round(trick, target);
        self.round_over(&round, trick.winning as usize, trick.points.into(), budget)
    }

    fn round(&self, trick: &Trick, target: i32) -> Round {
        Round { trick: *trick, to_match: self.rules.matching(trick.led as usize, false), target }
    }

    /// The seat at a place plays to the lead.
    fn answer(&mut self, round: &Round, place: usize, winning: usize, points: i32, budget: &mut Budget) -> Bound {
        budget.spend()?;
        if place == N - 1 {
            return self.close(round, winning, points, budget);
        }
        let rules = self.rules;
        let seat = seat_after(round.trick.leader as usize, place, N);
        let takes = self.takes(round, winning);
        let mut best = Best::new(rules.sides[seat], round.target);
        for slot in self.replies(round.trick.led as usize, round.to_match, (seat, place), winning, points) {
            let next = if takes & mark(slot) == 0 { winning } else { seat };
            self.board.remove(seat, slot, self.hashes.width);
            let bound = self.answer(round, place + 1, next, points + rules.points[slot], budget);
            self.board.add(seat, slot, self.hashes.width);
            if best.is_enough(bound?) {
                break;
            }
        }
        Ok(best.bound)
    }

    /// The slots that take the trick from the seat that is winning it.
    #[inline]
    fn takes(&self, round: &Round, winning: usize) -> Marks {
        let fixed = self.rules.first_match && winning != round.trick.leader as usize;
        if fixed { 0 } else { round.to_match }
    }

    /// The last seat plays to the lead. What is known of what its cards lead to comes before any search.
    #[inline]
    fn close(&mut self, round: &Round, winning: usize, points: i32, budget: &mut Budget) -> Bound {
        let rules = self.rules;
        let seat = seat_after(round.trick.leader as usize, N - 1, N);
        let replies = self.replies(round.trick.led as usize, round.to_match, (seat, N - 1), winning, points);
        let takes = self.takes(round, winning);
        let mut best = Best::new(rules.sides[seat], round.target);
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
                            return Ok(best.bound);
                        }
                    }
                }
            }
        }
        for slot in open {
            let winner = if takes & mark(slot) == 0 { winning } else { seat };
            self.board.remove(seat, slot, self.hashes.width);
            let points = points + rules.points[slot];
            let bound = match after[slot] {
                None => self.round_over(round, winner, points, budget),
                key => self.capture_to(&round.over::<N>(winner, points), key, round.target, budget),
            };
            self.board.add(seat, slot, self.hashes.width);
            if best.is_enough(bound?) {
                break;
            }
        }
        Ok(best.bound)
    }

    /// Return the bound that answers whether the target is reached when the last seat ends the trick with a card; where it is not
    /// known, the key of what follows.
    ///
    /// `key` is that of the position in which it still holds the card; it is worked out for the first card that needs it.
    #[inline]
    fn glance(
        &mut self,
        round: &Round,
        (seat, slot): (usize, usize),
        winner: usize,
        points: i32,
        key: &mut Option<Key>,
    ) -> Result<i32, Key> {
        let trick = &round.trick;
        if (trick.drawn as usize) < self.talon.len() {
            self.board.remove(seat, slot, self.hashes.width);
            let known = self.glance_at(round, winner, points);
            self.board.add(seat, slot, self.hashes.width);
            return known;
        }
        let side = self.rules.sides[winner];
        let gained = if side == 0 { 2 * points } else { 0 };
        let target = round.target - gained;
        let left = trick.left - points as i16;
        let next = Trick::before(winner, trick.drawn as usize, left, trick.took | 1 << side);
        let held = cards(self.board.hands[seat]) - 1;
        if held == 0 {
            return Ok(self.at_end(trick, &next) + gained);
        }
        if let Some(bound) = settled(self.reach(&next), target) {
            return Ok(bound + gained);
        }
        let key = *key.get_or_insert_with(|| self.key(&next));
        let key = self.key_without(key, seat, slot, &next);
        let known = self.tables.endgames.known(held, key).ok_or(key)?;
        let bound = settled(self.oriented(&next, known.low.into(), known.high.into()), target).ok_or(key)?;
        Ok(bound + gained)
    }

    /// Return the bound that answers whether the target is reached when the trick is taken now; where it is not
    /// known, the key of what follows.
    fn glance_at(&mut self, round: &Round, winner: usize, points: i32) -> Result<i32, Key> {
        let trick = round.over::<N>(winner, points);
        let board = ((trick.drawn as usize) < self.talon.len()).then_some(self.board);
        let (after, gained) = self.take(&trick);
        let gained = 2 * i32::from(gained);
        let known = if self.board.hands[after.leader as usize] == 0 {
            Ok(self.at_end(&trick, &after))
        } else {
            self.known(&after, round.target - gained)
        };
        if let Some(board) = board {
            self.board = board;
        }
        known.map(|bound| bound + gained)
    }

    /// Whether the leader may continue a trick that somebody is winning.
    #[inline]
    fn goes_on(&self, round: &Round, winner: usize) -> bool {
        let leader = round.trick.leader as usize;
        self.rules.may_continue(leader, winner) && round.trick.continuing(self.rules, self.board.hands[leader]) != 0
    }

    /// Everybody has played: the leader continues the trick or stops it, or it is over.
    fn round_over(&mut self, round: &Round, winner: usize, points: i32, budget: &mut Budget) -> Bound {
        let leader = round.trick.leader as usize;
        let trick = round.over::<N>(winner, points);
        if !self.goes_on(round, winner) {
            return self.capture(&trick, round.target, budget);
        }
        budget.spend()?;
        let mut best = Best::new(self.rules.sides[leader], round.target);
        let stopped = self.rules.shortcuts.foresight.then(|| self.glance_at(round, winner, points));
        if let Some(Ok(bound)) = stopped
            && best.is_enough(bound)
        {
            return Ok(best.bound);
        }
        for slot in Order(trick.continuing(self.rules, self.board.hands[leader])) {
            self.board.remove(leader, slot, self.hashes.width);
            let next = trick.with::<N>(self.rules, slot);
            let bound = self.play_round(&next, round.target, budget);
            self.board.add(leader, slot, self.hashes.width);
            if best.is_enough(bound?) {
                return Ok(best.bound);
            }
        }
        if !matches!(stopped, Some(Ok(_))) {
            let key = stopped.and_then(Result::err);
            best.is_enough(self.capture_to(&trick, key, round.target, budget)?);
        }
        Ok(best.bound)
    }
}
