//! The cards of a position: hands, and the same by columns.

use super::rules::{MAX_SLOTS, Rules, cards};

/// Hands, and for each slot how many cards every seat holds of it: its column.
#[derive(Debug, Clone, Copy)]
pub struct Board<const N: usize> {
    /// The hand of each seat: how many cards of each slot, in four bits.
    pub hands: [u64; N],
    /// How many cards of each slot every seat holds, in so many bits a seat as [`width`] says.
    pub columns: [u32; MAX_SLOTS],
}

/// How many bits of a column a seat takes: few, so that columns can be looked up.
pub fn width(rules: &Rules) -> u32 {
    let most = rules.copies.iter().copied().max().unwrap_or(0);
    if most < 8 { 3 } else { 4 }
}

impl<const N: usize> Board<N> {
    /// A board without cards.
    pub const EMPTY: Self = Self { hands: [0; N], columns: [0; MAX_SLOTS] };

    /// Give a card to a seat.
    #[inline]
    pub fn add(&mut self, seat: usize, slot: usize, width: u32) {
        self.hands[seat] += 1 << (4 * slot);
        self.columns[slot] += 1 << (width * seat as u32);
    }

    /// Take a card from a seat that holds it.
    #[inline]
    pub fn remove(&mut self, seat: usize, slot: usize, width: u32) {
        self.hands[seat] -= 1 << (4 * slot);
        self.columns[slot] -= 1 << (width * seat as u32);
    }

    /// Let everybody draw, the winner of a trick first, from a talon of which `drawn` cards are gone; return how many are gone then.
    pub fn draw(&mut self, rules: &Rules, talon: &[u8], mut drawn: usize, winner: usize, width: u32) -> usize {
        let left = talon.len() - drawn;
        if left == 0 {
            return drawn;
        }
        if !(rules.flip || rules.spice || rules.round_robin) {
            // Everybody lacks equally many cards.
            let due = rules.hand.saturating_sub(cards(self.hands[winner])).min(left / N);
            for turn in 0..N {
                let seat = seat_after(winner, turn, N);
                for &slot in &talon[drawn..drawn + due] {
                    self.add(seat, slot as usize, width);
                }
                drawn += due;
            }
            return drawn;
        }
        // Who has a full hand, as he has turned up a card or drawn already, counts as having drawn one.
        let mut full = 0;
        if rules.flip || rules.spice {
            full = self.hands.iter().filter(|&&hand| cards(hand) == rules.hand).count();
        }
        let share = (left + full) / N;
        let mut due = [0; N];
        for (turn, due) in due.iter_mut().enumerate() {
            *due = rules.hand.saturating_sub(cards(self.hands[seat_after(winner, turn, N)])).min(share);
        }
        let rounds = if rules.round_robin { share } else { 1 };
        for times in 0..rounds {
            for (turn, &due) in due.iter().enumerate() {
                let seat = seat_after(winner, turn, N);
                let count = if rules.round_robin { usize::from(times < due) } else { due };
                for _ in 0..count {
                    // There are as many cards as are due, in every position that can come about.
                    if let Some(&slot) = talon.get(drawn) {
                        self.add(seat, slot as usize, width);
                        drawn += 1;
                    }
                }
            }
        }
        drawn
    }
}

/// The seat so many places after another.
#[inline]
pub const fn seat_after(seat: usize, places: usize, seats: usize) -> usize {
    let after = seat + places;
    if after >= seats { after - seats } else { after }
}
