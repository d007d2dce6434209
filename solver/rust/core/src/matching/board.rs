//! The cards of a position: hands, and the same by columns.

#![expect(clippy::cast_possible_truncation, reason = "a column has few bits")]

use super::hands::{Seat, Slot, cards};
use super::rules::{MAX_SLOTS, Rules};

/// Hands, and for each slot how many cards every seat holds of it: its column.
#[derive(Debug, Clone, Copy)]
pub struct Board<const N: usize> {
    /// The hand of each seat: how many cards of each slot, in four bits.
    hands: [u64; N],
    /// How many cards of each slot every seat holds, in so many bits a seat as [`width`] says.
    columns: [u32; MAX_SLOTS],
    width: u32,
}

/// How many bits of a column a seat takes: few, so that columns can be looked up.
pub fn width(rules: &Rules) -> u32 {
    let most = rules.copies.iter().copied().max().unwrap_or(0);
    if most < 8 { 3 } else { 4 }
}

impl<const N: usize> Board<N> {
    /// A board without cards.
    pub fn new(rules: &Rules) -> Self {
        Self { hands: [0; N], columns: [0; MAX_SLOTS], width: width(rules) }
    }

    /// The board on which the seats hold what columns say.
    pub fn of_columns(rules: &Rules, columns: [u32; MAX_SLOTS]) -> Self {
        let mut board = Self { columns, ..Self::new(rules) };
        for (seat, slot) in (0..N).flat_map(|seat| rules.all().map(move |slot| (Seat::new(seat), slot))) {
            let held = columns[slot] >> (board.width * seat.number() as u32) & ((1 << board.width) - 1);
            board.hands[seat] += u64::from(held) << (4 * slot.place());
        }
        board
    }

    /// The hand of a seat.
    #[inline]
    pub fn hand(&self, seat: Seat) -> u64 {
        self.hands[seat]
    }

    /// All hands, from that of seat 0 on.
    #[inline]
    pub fn hands(&self) -> impl Iterator<Item = (Seat, u64)> + '_ {
        (0..N).map(|number| (Seat::new(number), self.hands[number]))
    }

    /// The columns of all slots.
    #[inline]
    pub fn columns(&self) -> &[u32; MAX_SLOTS] {
        &self.columns
    }

    /// One card of a seat, in a column.
    #[inline]
    pub fn one(&self, seat: Seat) -> u32 {
        1 << (self.width * seat.number() as u32)
    }

    /// Give a card to a seat.
    #[inline]
    pub fn add(&mut self, seat: Seat, slot: Slot) {
        self.hands[seat] += 1 << (4 * slot.place());
        self.columns[slot] += self.one(seat);
    }

    /// Take a card from a seat that holds it.
    #[inline]
    pub fn remove(&mut self, seat: Seat, slot: Slot) {
        self.hands[seat] -= 1 << (4 * slot.place());
        self.columns[slot] -= self.one(seat);
    }

    /// Deal cards, equally many to everybody at once, from a seat on.
    pub fn deal(&mut self, talon: &[Slot], first: Seat) {
        let each = talon.len() / N;
        for turn in 0..N {
            for &slot in &talon[turn * each..(turn + 1) * each] {
                self.add(first.after(turn, N), slot);
            }
        }
    }

    /// Let everybody draw, the winner of a trick first, from a talon of which `drawn` cards are gone; return how many are gone then.
    pub fn draw(&mut self, rules: &Rules, talon: &[Slot], mut drawn: usize, winner: Seat) -> usize {
        let left = talon.len() - drawn;
        if left == 0 {
            return drawn;
        }
        if !(rules.flip || rules.spice || rules.round_robin) {
            // Everybody lacks equally many cards.
            let due = rules.hand.saturating_sub(cards(self.hands[winner])).min(left / N);
            self.deal(&talon[drawn..drawn + due * N], winner);
            return drawn + due * N;
        }
        // Who has a full hand, as he has turned up a card or drawn already, counts as having drawn one.
        let mut full = 0;
        if rules.flip || rules.spice {
            full = self.hands.iter().filter(|&&hand| cards(hand) == rules.hand).count();
        }
        let share = (left + full) / N;
        let mut due = [0; N];
        for (turn, due) in due.iter_mut().enumerate() {
            *due = rules.hand.saturating_sub(cards(self.hands[winner.after(turn, N)])).min(share);
        }
        let rounds = if rules.round_robin { share } else { 1 };
        for times in 0..rounds {
            for (turn, &due) in due.iter().enumerate() {
                let seat = winner.after(turn, N);
                let count = if rules.round_robin { usize::from(times < due) } else { due };
                for _ in 0..count {
                    // There are as many cards as are due, in every position that can come about.
                    if let Some(&slot) = talon.get(drawn) {
                        self.add(seat, slot);
                        drawn += 1;
                    }
                }
            }
        }
        drawn
    }
}
