//! The search where nothing but tricks is left: no talon, no marriage, no claim, and what is measured is points.
//!
//! Positions are remembered before tricks. Results are bounds that may say more than was asked: what side 0 gets is at least the result
//! if it comes to the target, and at most the result if it does not. It is counted as 2 for each point, and 1 for the last trick.

#![expect(clippy::cast_possible_truncation, reason = "words are packed of small numbers")]

use super::cards::{Cards, LANES, SUITS, card, lane, of_suit, suit_of};
use super::deal::Position;
use super::endgames::Endgames;
use super::key::{Places, Words};
use super::play::{Choice, Hands, MOST_CARDS, NO_HINT, NOTHING, OnTable, Play, hands_of, trick_of};
use super::shapes::{Bounds, Shaped};
use crate::bounds::{Best, Target};
use crate::budget::{Budget, Stopped};
use crate::table::mix;

/// What sets positions apart of which is asked whether side 0 or side 1 takes every trick.
const EVERY_TRICK: [u64; 2] = [0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c];
/// What stands for every trick in the table: so much that it makes no difference what cards count.
const ALL: i32 = 60_000;

/// In place of a side that is to take every trick: what is asked for is points.
const POINTS: usize = 2;
/// Where it is every trick that is asked for side 0 gets 1 when it takes them all, or when the other side does not.
const FIRST_WINS: Target = Target::new(1);

/// A search for tricks alone, or for every trick of a side `OF`.
pub struct Tricks<'a> {
    pub play: Play<'a>,
    pub places: &'a Places,
    pub endgames: &'a mut Endgames,
    /// What was worked out before about suits, while it stays the same who has which card.
    pub words: Option<&'a mut Words>,
}

impl Tricks<'_> {
    /// Whether side 0 can bring what is still to come to at least `target`.
    pub fn secures(&mut self, at: &Position, target: Target, budget: &mut Budget) -> Result<bool, Stopped> {
        self.ask::<POINTS>(at, target, budget)
    }

    /// Whether a side can take every trick that is still to come.
    pub fn takes_all(&mut self, at: &Position, side: usize, budget: &mut Budget) -> Result<bool, Stopped> {
        if side == 0 { self.ask::<0>(at, FIRST_WINS, budget) } else { Ok(!self.ask::<1>(at, FIRST_WINS, budget)?) }
    }

    fn ask<const OF: usize>(&mut self, at: &Position, target: Target, budget: &mut Budget) -> Result<bool, Stopped> {
        let found = if self.play.rules.players == 2 {
            self.from::<2, OF>(at, target, budget)?
        } else {
            self.from::<4, OF>(at, target, budget)?
        };
        Ok(target.is_reached(found))
    }

    fn from<const SEATS: usize, const OF: usize>(
        &mut self,
        at: &Position,
        target: Target,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let hands = hands_of::<SEATS>(at);
        if at.played == 0 {
            return self.lead::<SEATS, OF>(&hands, at.leader.place(), target, budget);
        }
        let trick = trick_of::<SEATS>(self.play.rules, at);
        self.follow::<SEATS, OF>(&hands, at.turn.place(), usize::from(at.played), trick, target, budget)
    }

    /// Return what side 0 gets when a seat is to lead.
    fn lead<const SEATS: usize, const OF: usize>(
        &mut self,
        hands: &Hands<SEATS>,
        leader: usize,
        target: Target,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let most = if OF == POINTS { 2 * (hands.left + self.play.rules.last_trick_points) + 1 } else { 1 };
        if let Some(bound) = target.settled((0, most)) {
            return Ok(bound);
        }
        if hands.of[0].count_ones() < 2 {
            return Ok(if self.play.last_winner(hands, leader) & 1 == 0 { most } else { 0 });
        }
        let all = hands.of.iter().fold(0, |all, &hand| all | hand);
        let (low, high) = self.certain::<SEATS, OF>(hands, leader, all, most);
        if let Some(bound) = target.settled((low, high)) {
            return Ok(bound);
        }
        let mut at = self.shaped(hands, leader);
        // What every trick counts in the table is so much that it makes no difference what cards count.
        let scale = if OF == POINTS { 1 } else { ALL };
        if OF != POINTS {
            at.shape ^= EVERY_TRICK[OF];
        }
        let mut known = Bounds { low: low * scale, high: high * scale, hint: NO_HINT };
        self.endgames.narrow(&at, &mut known);
        if OF != POINTS {
            (known.low, known.high) = (i32::from(known.low > ALL / 2), i32::from(known.high >= ALL / 2));
        }
        if let Some(bound) = target.settled((known.low, known.high)) {
            return Ok(bound);
        }
        budget.spend()?;
        let before = budget.nodes();
        let choice = self.play.leads(hands, leader, known.hint);
        let others = all & !hands.of[leader];
        let (best, enough) =
            self.try_cards::<SEATS, OF>(hands, leader, 0, NOTHING, (&choice, others), target, budget)?;
        known.hint = enough.unwrap_or(known.hint);
        let (low, high) = target.narrowed((known.low, known.high), best);
        let known = Bounds { low: low * scale, high: high * scale, hint: known.hint };
        self.endgames.keep_tricks(&at, known, budget.nodes() - before);
        Ok(best)
    }

    /// Return bounds for what side 0 gets by the cards that are sure to take their tricks.
    #[inline]
    fn certain<const SEATS: usize, const OF: usize>(
        &self,
        hands: &Hands<SEATS>,
        leader: usize,
        all: Cards,
        most: i32,
    ) -> (i32, i32) {
        let (sure, leads) = (|| self.play.sure(hands, leader), leader & 1 == 0);
        if OF == POINTS {
            let [own, theirs] = sure().map(|sure| if sure.every_trick { most } else { 2 * sure.points });
            return if leads { (own, most - theirs) } else { (theirs, most - own) };
        }
        let trumps = all & of_suit(self.play.trump);
        let is_ours = |cards: Cards| (OF..SEATS).step_by(2).any(|seat| hands.of[seat] & cards != 0);
        let (takes, fails) = if OF == 0 { ((1, 1), (0, 0)) } else { ((0, 0), (1, 1)) };
        if trumps != 0 && !is_ours(1 << trumps.ilog2()) {
            fails
        } else if leader & 1 == OF && sure()[0].every_trick {
            takes
        } else {
            (0, 1)
        }
    }

    /// Return what side 0 gets when a seat is to play to a trick.
    fn follow<const SEATS: usize, const OF: usize>(
        &mut self,
        hands: &Hands<SEATS>,
        seat: usize,
        played: usize,
        trick: OnTable,
        target: Target,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        budget.spend()?;
        let choice = self.play.replies(hands, seat, played, trick);
        let others = others_of(hands, seat, trick);
        let (best, _) = self.try_cards::<SEATS, OF>(hands, seat, played, trick, (&choice, others), target, budget)?;
        Ok(best)
    }

    /// Try cards until one is enough: return what side 0 gets, and which it was.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "a card, where it is played, and what is asked")]
    fn try_cards<const SEATS: usize, const OF: usize>(
        &mut self,
        hands: &Hands<SEATS>,
        seat: usize,
        played: usize,
        trick: OnTable,
        (choice, others): (&Choice, Cards),
        target: Target,
        budget: &mut Budget,
    ) -> Result<(i32, Option<u8>), Stopped> {
        let mut best = Best::new(seat & 1, target);
        let mut results = [0; MOST_CARDS];
        for place in 0..choice.count {
            let number = choice.card(place);
            let result = if let Some(bound) = self.like::<OF>(choice, &results, place, others, target, seat & 1 == 0) {
                bound
            } else {
                let mut after = *hands;
                after.of[seat] &= !card(number);
                let trick = self.play.with(trick, played, seat, number);
                if played + 1 < SEATS {
                    self.follow::<SEATS, OF>(&after, (seat + 1) % SEATS, played + 1, trick, target, budget)?
                } else {
                    self.go_on::<SEATS, OF>(&mut after, trick, target, budget)?
                }
            };
            results[place] = result;
            if best.is_enough(result) {
                return Ok((best.bound(), Some(number)));
            }
        }
        Ok((best.bound(), None))
    }

    /// Return what side 0 gets when a trick is complete.
    #[inline]
    fn go_on<const SEATS: usize, const OF: usize>(
        &mut self,
        hands: &mut Hands<SEATS>,
        trick: OnTable,
        target: Target,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        hands.left -= trick.points;
        if OF != POINTS && trick.winning & 1 != OF {
            return Ok(i32::from(OF == 1));
        }
        let gain = if OF == POINTS && trick.winning & 1 == 0 { 2 * trick.points } else { 0 };
        Ok(gain + self.lead::<SEATS, OF>(hands, trick.winning, target.less(gain), budget)?)
    }

    /// Return bounds for what side 0 gets, as far as they are proved.
    pub fn known(&mut self, at: &Position) -> (i32, i32) {
        let most = 2 * (i32::from(at.left) + self.play.rules.last_trick_points) + 1;
        if at.played > 0 {
            return (0, most);
        }
        let leader = at.leader.place();
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
        let (mut seat, mut played) = (at.turn.place(), usize::from(at.played));
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
    fn find<const SEATS: usize>(&mut self, hands: &Hands<SEATS>, leader: usize, most: i32) -> Bounds {
        let at = self.shaped(hands, leader);
        let mut known = Bounds { low: 0, high: most, hint: NO_HINT };
        self.endgames.narrow(&at, &mut known);
        known
    }

    /// Return a bound for a card by what is known of one tried before that beats the same cards, if it decides.
    ///
    /// Two such cards of a hand may be exchanged, but for what they count: they can bring a side no more than this difference.
    #[inline]
    fn like<const OF: usize>(
        &self,
        choice: &Choice,
        results: &[i32; MOST_CARDS],
        place: usize,
        others: Cards,
        target: Target,
        maximizing: bool,
    ) -> Option<i32> {
        if !self.play.rules.shortcuts.alike {
            return None;
        }
        let number = choice.card(place);
        for (other, &result) in choice.cards().take(place).zip(results) {
            if !are_neighbours(other, number, others) {
                continue;
            }
            let values = &self.play.rules.values;
            let apart = i32::from((values[usize::from(other)] - values[usize::from(number)]).abs());
            let apart = if OF == POINTS { 2 * apart } else { 0 };
            let bound = if maximizing { result + apart } else { result - apart };
            if target.is_reached(bound) != maximizing {
                return Some(bound);
            }
        }
        None
    }

    /// Return what a position is remembered by. The suits come in the order of their words, so that it is the same however they are
    /// exchanged.
    #[inline]
    fn shaped<const SEATS: usize>(&mut self, hands: &Hands<SEATS>, leader: usize) -> Shaped {
        let all = hands.of.iter().fold(0, |all, &hand| all | hand);
        let mut words = [0; SUITS];
        for (suit, each) in words.iter_mut().enumerate() {
            let cards = lane(all, suit);
            let word = || self.places.word(&hands.of, suit, cards, self.play.trump);
            let word = match &mut self.words {
                Some(words) => words.get(suit, usize::from(self.play.trump) == suit, cards, word),
                None => word(),
            };
            *each = word & !3 | suit as u64;
        }
        for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            let (low, high) = (words[one].min(words[other]), words[one].max(words[other]));
            (words[one], words[other]) = (low, high);
        }
        let suits = words.map(|word| word as usize & 3);
        let shape = words.iter().fold(leader as u64, |shape, word| shape.wrapping_add(word & !3));
        let cards = suits.iter().rev().fold(0, |cards, &suit| cards << LANES | lane(all, suit) as Cards);
        Shaped { shape: mix(shape), cards, suits, points: hands.left }
    }
}

/// Return the cards that others than a seat have, and those of a trick that matter.
#[inline]
fn others_of<const SEATS: usize>(hands: &Hands<SEATS>, seat: usize, trick: OnTable) -> Cards {
    let mut others = card(trick.best) | card(trick.led);
    for (other, &hand) in hands.of.iter().enumerate() {
        if other != seat {
            others |= hand;
        }
    }
    others
}

/// Whether two cards are of one suit, and none of others between them, so that both beat the same.
#[inline]
fn are_neighbours(one: u8, other: u8, others: Cards) -> bool {
    let (low, high) = (one.min(other), one.max(other));
    suit_of(low) == suit_of(high) && others & (card(high) - 1) & !(2 * card(low) - 1) == 0
}
