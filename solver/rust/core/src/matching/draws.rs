//! The draw that empties a talon: what it gives to whom, worked out once for all tricks before it.

#![expect(clippy::cast_possible_truncation, reason = "a talon has few cards")]

use super::board::Board;
use super::hands::{Seat, Slot};
use super::rules::{MAX_SLOTS, Rules};

/// The last draws from a talon, for each number of cards that are still there.
#[derive(Debug)]
pub struct Draws<const N: usize> {
    /// Where each stands among `made`; 0: it is not worked out yet.
    places: Vec<u16>,
    /// What everybody gets, by columns, for each winner of the trick before; at first nothing.
    made: Vec<[[u32; MAX_SLOTS]; N]>,
    /// Whether nothing but who has won bears on what is drawn.
    plain: bool,
    hand: usize,
}

impl<const N: usize> Draws<N> {
    /// Those of a talon; none is worked out yet.
    pub fn new(rules: &Rules, talon: &[Slot]) -> Self {
        Self {
            places: vec![0; talon.len() + 1],
            made: vec![[[0; MAX_SLOTS]; N]],
            plain: !(rules.flip || rules.spice || rules.round_robin),
            hand: rules.hand,
        }
    }

    /// Return how many cards everybody holds when the talon is empty, if it is after a trick at whose end so many are left in it and
    /// everybody holds so many.
    #[inline]
    pub fn last(&self, left: usize, held: usize) -> Option<usize> {
        let full = left == 0 || self.plain && left.is_multiple_of(N) && left / N + held <= self.hand;
        full.then_some(held + left / N)
    }

    /// Return what the draw of all these cards gives to everybody, by columns, when a seat has won the trick before.
    #[inline]
    pub fn columns(&mut self, rules: &Rules, left: &[Slot], winner: Seat) -> &[u32; MAX_SLOTS] {
        let mut place = usize::from(self.places[left.len()]);
        if place == 0 && !left.is_empty() {
            place = self.work_out(rules, left);
        }
        &self.made[place][winner]
    }

    #[cold]
    fn work_out(&mut self, rules: &Rules, left: &[Slot]) -> usize {
        self.made.push(std::array::from_fn(|winner| {
            let mut board = Board::<N>::new(rules);
            board.deal(left, Seat::new(winner));
            *board.columns()
        }));
        let place = self.made.len() - 1;
        self.places[left.len()] = place as u16;
        place
    }
}
