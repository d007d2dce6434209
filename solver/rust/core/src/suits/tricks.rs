//! The search where nothing but tricks is left: no talon, no marriage, no claim, and what is measured is points.
//!
//! Positions are remembered before tricks. Results are bounds that may say more than was asked: what side 0 gets is at least the result
//! if it comes to the target, and at most the result if it does not. It is counted as 2 for each point, and 1 for the last trick.

use super::cards::{Cards, SUITS, card, lane, suit_of};
use super::deal::Position;
use super::key::{Hash, Places, Words};
use super::play::{Choice, Hands, MOST_CARDS, NO_HINT, NOTHING, OnTable, Play, hands_of, trick_of};
use crate::budget::{Budget, Stopped};
use crate::table::{Key, Known, Table};

/// A search for tricks alone.
pub struct Tricks<'a> {
    pub play: Play<'a>,
    pub places: &'a Places,
    pub table: &'a mut Table,
    /// What was worked out before about suits, while it stays the same who has which card.
    pub words: Option<&'a mut Words>,
}

/// What is known of a position before a trick: what side 0 gets at least and at most.
struct Found {
    key: Key,
    low: i32,
    high: i32,
    hint: u8,
}

impl Tricks<'_> {
    /// Whether side 0 can bring what is still to come to at least `target`.
    pub fn secures(&mut self, at: &Position, target: i32, budget: &mut Budget) -> Result<bool, Stopped> {
        let found = if self.play.rules.players == 2 {
            self.from::<2>(at, target, budget)?
        } else {
            self.from::<4>(at, target, budget)?
        };
        Ok(found >= target)
    }

    /// Return bounds for what side 0 gets, as far as they are proved.
    pub fn known(&mut self, at: &Position) -> (i32, i32) {
        let most = 2 * (i32::from(at.left) + self.play.rules.last_trick_points) + 1;
        if at.played > 0 {
            return (0, most);
        }
        let leader = usize::from(at.leader);
        let found = if self.play.rules.players == 2 {
            self.find(&hands_of::<2>(at), leader, most)
        } else {
            self.find(&hands_of::<4>(at), leader, most)
        };
        (found.low, found.high)
    }

    /// Return what side 0 gets when everybody does what looks most promising.
    pub fn guess(&self, at: &Position) -> i32 {
        if self.play.rules.players == 2 {
            self.play_out(hands_of::<2>(at), at)
        } else {
            self.play_out(hands_of::<4>(at), at)
        }
    }

    fn play_out<const SEATS: usize>(&self, mut hands: Hands<SEATS>, at: &Position) -> i32 {
        let mut trick = trick_of::<SEATS>(self.play.rules, at);
        let (mut seat, mut played) = (usize::from(at.turn), usize::from(at.played));
        let mut found = 0;
        while hands.of[seat] != 0 {
            let choice = if played == 0 {
                self.play.leads(&hands, seat, NO_HINT)
            } else {
                self.play.replies(&hands, seat, played, trick)
            };
            let number = choice.card(0);
            hands.of[seat] &= !card(number);
            trick = self.play.with(trick, played, seat, number);
            (seat, played) = ((seat + 1) % SEATS, played + 1);
            if played == SEATS {
                hands.left -= trick.points;
                if trick.winning & 1 == 0 {
                    found += 2 * trick.points;
                    if hands.of[seat] == 0 {
                        found += 2 * self.play.rules.last_trick_points + 1;
                    }
                }
                (seat, played) = (trick.winning, 0);
            }
        }
        found
    }

    /// Return what is known of a position before a trick.
    #[inline]
    fn find<const SEATS: usize>(&mut self, hands: &Hands<SEATS>, leader: usize, most: i32) -> Found {
        let key = self.key(hands, leader);
        let known = self.table.probe(key).unwrap_or(Known { low: 0, high: most as i16, hint: NO_HINT });
        let (low, high) = (i32::from(known.low), i32::from(known.high));
        let (low, high) = if leader & 1 == 0 { (low, high) } else { (most - high, most - low) };
        Found { key, low, high, hint: known.hint }
    }

    #[inline]
    fn keep(&mut self, found: &Found, leader: usize, most: i32, work: u64) {
        let (low, high) = if leader & 1 == 0 { (found.low, found.high) } else { (most - found.high, most - found.low) };
        self.table.store(found.key, Known { low: low as i16, high: high as i16, hint: found.hint }, work);
    }

    fn from<const SEATS: usize>(&mut self, at: &Position, target: i32, budget: &mut Budget) -> Result<i32, Stopped> {
        let hands = hands_of::<SEATS>(at);
        let (leader, turn) = (usize::from(at.leader), usize::from(at.turn));
        if at.played == 0 {
            return self.lead(hands, leader, target, budget);
        }
        self.follow(hands, turn, usize::from(at.played), trick_of::<SEATS>(self.play.rules, at), target, budget)
    }

    /// Return what side 0 gets when a seat is to lead.
    fn lead<const SEATS: usize>(
        &mut self,
        hands: Hands<SEATS>,
        leader: usize,
        target: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let most = 2 * (hands.left + self.play.rules.last_trick_points) + 1;
        if target <= 0 || target > most {
            return Ok(if target <= 0 { 0 } else { most });
        }
        if hands.of[0].count_ones() < 2 {
            return Ok(if self.play.last_winner(&hands, leader) & 1 == 0 { most } else { 0 });
        }
        let [own, theirs] =
            self.play.sure(&hands, leader).map(|sure| if sure.every_trick { most } else { 2 * sure.points });
        let (low, high) = if leader & 1 == 0 { (own, most - theirs) } else { (theirs, most - own) };
        if target <= low || target > high {
            return Ok(if target <= low { low } else { high });
        }
        let mut known = self.find(&hands, leader, most);
        known.low = known.low.max(low);
        known.high = known.high.min(high);
        if target <= known.low || target > known.high {
            return Ok(if target <= known.low { known.low } else { known.high });
        }
        budget.spend()?;
        let before = budget.nodes();
        let choice = self.play.leads(&hands, leader, known.hint);
        let maximizing = leader & 1 == 0;
        let mut best = if maximizing { i32::MIN } else { i32::MAX };
        let mut results = [0; MOST_CARDS];
        let all = hands.of.iter().fold(0, |all, &hand| all | hand);
        for place in 0..choice.count {
            let number = choice.card(place);
            let others = all & !hands.of[leader];
            let result = if let Some(bound) = self.like(&choice, &results, place, others, target, maximizing) {
                bound
            } else {
                let mut after = hands;
                after.of[leader] &= !card(number);
                let trick = self.play.with(NOTHING, 0, leader, number);
                self.follow(after, (leader + 1) % SEATS, 1, trick, target, budget)?
            };
            results[place] = result;
            best = if maximizing { best.max(result) } else { best.min(result) };
            if (result >= target) == maximizing {
                known.hint = number;
                break;
            }
        }
        if best >= target {
            known.low = known.low.max(best);
        } else {
            known.high = known.high.min(best);
        }
        self.keep(&known, leader, most, budget.nodes() - before);
        Ok(best)
    }

    /// Return what side 0 gets when a seat is to play to a trick.
    fn follow<const SEATS: usize>(
        &mut self,
        hands: Hands<SEATS>,
        seat: usize,
        played: usize,
        trick: OnTable,
        target: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        budget.spend()?;
        let maximizing = seat & 1 == 0;
        let choice = self.play.replies(&hands, seat, played, trick);
        let mut best = if maximizing { i32::MIN } else { i32::MAX };
        let mut results = [0; MOST_CARDS];
        let mut others = card(trick.best) | card(trick.led);
        for (other, &hand) in hands.of.iter().enumerate() {
            if other != seat {
                others |= hand;
            }
        }
        for place in 0..choice.count {
            let number = choice.card(place);
            let result = if let Some(bound) = self.like(&choice, &results, place, others, target, maximizing) {
                bound
            } else {
                let mut after = hands;
                after.of[seat] &= !card(number);
                let trick = self.play.with(trick, played, seat, number);
                if played + 1 < SEATS {
                    self.follow(after, (seat + 1) % SEATS, played + 1, trick, target, budget)?
                } else {
                    let gain = if trick.winning & 1 == 0 { 2 * trick.points } else { 0 };
                    after.left -= trick.points;
                    gain + self.lead(after, trick.winning, target - gain, budget)?
                }
            };
            results[place] = result;
            best = if maximizing { best.max(result) } else { best.min(result) };
            if (result >= target) == maximizing {
                break;
            }
        }
        Ok(best)
    }

    /// Return a bound for a card by what is known of one tried before that beats the same cards, if it decides.
    ///
    /// Two such cards of a hand may be exchanged, but for what they count: they can bring a side no more than this difference.
    #[inline]
    fn like(
        &self,
        choice: &Choice,
        results: &[i32; MOST_CARDS],
        place: usize,
        others: Cards,
        target: i32,
        maximizing: bool,
    ) -> Option<i32> {
        let number = choice.card(place);
        for (other, &result) in choice.cards().take(place).zip(results) {
            if suit_of(other) != suit_of(number) {
                continue;
            }
            let (low, high) = (other.min(number), other.max(number));
            if others & (card(high) - 1) & !(2 * card(low) - 1) != 0 {
                continue;
            }
            let values = &self.play.rules.values;
            let apart = 2 * i32::from((values[usize::from(other)] - values[usize::from(number)]).abs());
            let bound = if maximizing { result + apart } else { result - apart };
            if (bound >= target) != maximizing {
                return Some(bound);
            }
        }
        None
    }

    /// Return what a position is remembered by; see [`super::key`].
    #[inline]
    fn key<const SEATS: usize>(&mut self, hands: &Hands<SEATS>, leader: usize) -> Key {
        let all = hands.of.iter().fold(0, |all, &hand| all | hand);
        let (mut one, mut other) = (0_u64, 0_u64);
        for suit in 0..SUITS {
            let cards = lane(all, suit);
            let word = || self.places.word(&hands.of, suit, cards, self.play.trump);
            let (first, second) = match &mut self.words {
                Some(words) => words.get(suit, cards, word),
                None => word(),
            };
            one = one.wrapping_add(first);
            other = other.wrapping_add(second);
        }
        let mut hash = Hash::EMPTY;
        hash.add(one);
        hash.add(other);
        hash.add(leader as u64);
        hash.key()
    }
}
