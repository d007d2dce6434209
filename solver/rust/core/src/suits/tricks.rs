//! The search where nothing but tricks is left: no talon, no marriage, no claim, and what is measured is points.
//!
//! Positions are remembered before tricks. Results are bounds that may say more than was asked: what side 0 gets is at least the result
//! if it comes to the target, and at most the result if it does not. It is counted as 2 for each point, and 1 for the last trick.

use super::cards::{Cards, LANES, SUITS, card, lane, of_suit, suit_of};
use super::deal::Position;
use super::endgames::Endgames;
use super::key::{Places, Words};
use super::play::{Choice, Hands, MOST_CARDS, NO_HINT, NOTHING, OnTable, Play, hands_of, trick_of};
use super::shapes::{Bounds, Shaped};
use crate::budget::{Budget, Stopped};
use crate::table::mix;

/// What sets positions apart of which is asked whether side 0 or side 1 takes every trick.
const EVERY_TRICK: [u64; 2] = [0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c];
/// What stands for every trick in the table: so much that it makes no difference what cards count.
const ALL: i32 = 60_000;

/// A search for tricks alone.
pub struct Tricks<'a> {
    pub play: Play<'a>,
    pub places: &'a Places,
    pub endgames: &'a mut Endgames,
    /// What was worked out before about suits, while it stays the same who has which card.
    pub words: Option<&'a mut Words>,
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

    /// Whether a side can take every trick that is still to come.
    pub fn takes_all(&mut self, at: &Position, side: usize, budget: &mut Budget) -> Result<bool, Stopped> {
        if self.play.rules.players == 2 {
            self.all_from(hands_of::<2>(at), at, side, budget)
        } else {
            self.all_from(hands_of::<4>(at), at, side, budget)
        }
    }

    fn all_from<const SEATS: usize>(
        &mut self,
        hands: Hands<SEATS>,
        at: &Position,
        side: usize,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if at.played == 0 {
            return self.all_led(&hands, usize::from(at.leader), side, budget);
        }
        let trick = trick_of::<SEATS>(self.play.rules, at);
        self.all_followed(&hands, usize::from(at.turn), usize::from(at.played), trick, side, budget)
    }

    /// Whether a side can take every trick when a seat is to lead.
    fn all_led<const SEATS: usize>(
        &mut self,
        hands: &Hands<SEATS>,
        leader: usize,
        side: usize,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if hands.of[0].count_ones() < 2 {
            return Ok(self.play.last_winner(hands, leader) & 1 == side);
        }
        let all = hands.of.iter().fold(0, |all, &hand| all | hand);
        let trumps = all & of_suit(self.play.trump);
        let is_ours = |cards: Cards| (side..SEATS).step_by(2).any(|seat| hands.of[seat] & cards != 0);
        if trumps != 0 && !is_ours(1 << trumps.ilog2()) {
            return Ok(false);
        }
        let wants = leader & 1 == side;
        if wants && self.play.sure(hands, leader)[0].every_trick {
            return Ok(true);
        }
        let mut at = self.shaped(hands, leader);
        at.shape ^= EVERY_TRICK[side];
        let mut known = Bounds { low: 0, high: ALL, hint: NO_HINT };
        self.endgames.narrow(&at, &mut known);
        if known.low > ALL / 2 || known.high < ALL / 2 {
            return Ok(known.low > ALL / 2);
        }
        budget.spend()?;
        let before = budget.nodes();
        let choice = self.play.leads(hands, leader, known.hint);
        let others = all & !hands.of[leader];
        let mut answer = !wants;
        for place in 0..choice.count {
            let number = choice.card(place);
            if self.repeats(&choice, place, others) {
                continue;
            }
            let mut after = *hands;
            after.of[leader] &= !card(number);
            let trick = self.play.with(NOTHING, 0, leader, number);
            if self.all_followed(&after, (leader + 1) % SEATS, 1, trick, side, budget)? == wants {
                answer = wants;
                known.hint = number;
                break;
            }
        }
        let found = if answer { ALL } else { 0 };
        self.endgames.keep_tricks(&at, Bounds { low: found, high: found, hint: known.hint }, budget.nodes() - before);
        Ok(answer)
    }

    /// Whether a side can take every trick when a seat is to play to one.
    fn all_followed<const SEATS: usize>(
        &mut self,
        hands: &Hands<SEATS>,
        seat: usize,
        played: usize,
        trick: OnTable,
        side: usize,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        budget.spend()?;
        let wants = seat & 1 == side;
        let choice = self.play.replies(hands, seat, played, trick);
        let others = others_of(hands, seat, trick);
        for place in 0..choice.count {
            let number = choice.card(place);
            if self.repeats(&choice, place, others) {
                continue;
            }
            let mut after = *hands;
            after.of[seat] &= !card(number);
            let trick = self.play.with(trick, played, seat, number);
            let answer = if played + 1 < SEATS {
                self.all_followed(&after, (seat + 1) % SEATS, played + 1, trick, side, budget)?
            } else {
                after.left -= trick.points;
                trick.winning & 1 == side && self.all_led(&after, trick.winning, side, budget)?
            };
            if answer == wants {
                return Ok(wants);
            }
        }
        Ok(!wants)
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
    fn find<const SEATS: usize>(&mut self, hands: &Hands<SEATS>, leader: usize, most: i32) -> Bounds {
        let at = self.shaped(hands, leader);
        let mut known = Bounds { low: 0, high: most, hint: NO_HINT };
        self.endgames.narrow(&at, &mut known);
        known
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
        let at = self.shaped(&hands, leader);
        let mut known = Bounds { low, high, hint: NO_HINT };
        self.endgames.narrow(&at, &mut known);
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
        self.endgames.keep_tricks(&at, known, budget.nodes() - before);
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
        let others = others_of(&hands, seat, trick);
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

    /// Whether a card beats the same as one tried before it, where it makes no difference what cards count.
    #[inline]
    fn repeats(&self, choice: &Choice, place: usize, others: Cards) -> bool {
        let number = choice.card(place);
        self.play.rules.shortcuts.alike && choice.cards().take(place).any(|other| are_neighbours(other, number, others))
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
        if !self.play.rules.shortcuts.alike {
            return None;
        }
        let number = choice.card(place);
        for (other, &result) in choice.cards().take(place).zip(results) {
            if !are_neighbours(other, number, others) {
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
                Some(words) => words.get(suit, cards, word),
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
