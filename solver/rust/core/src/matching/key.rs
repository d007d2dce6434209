//! What positions are remembered by: two hashes of all that bears on the rest of a deal.
//!
//! Positions with one key have one future (T-KEY). A key counts seats from the leader (T-SEATS), knows no suits (T-SUITS), and takes
//! ranks that do the same for each other (T-RANKS): it is a sum over slots, in which a slot that others can stand for counts by its
//! column alone.

use super::board::{Board, width};
use super::rules::{MAX_SLOTS, Rules};
use crate::table::{Key, mix};

/// Columns with no more bits are looked up.
const LOOKED_UP: u32 = 12;

/// What each column of each class adds to a key.
#[derive(Debug)]
pub struct Hashes {
    seats: u32,
    /// How many bits of a column a seat takes.
    pub width: u32,
    mask: u32,
    columns: Vec<Key>,
}

/// No hash: what adds nothing.
pub const NONE: Key = Key { index: 0, check: 0 };

/// Add what bears on a position to its key, in any order.
#[inline]
#[must_use]
pub const fn plus(one: Key, other: Key) -> Key {
    Key { index: one.index.wrapping_add(other.index), check: one.check.wrapping_add(other.check) }
}

/// Return the hash of some numbers.
#[must_use]
pub fn hash(numbers: impl IntoIterator<Item = u64>) -> Key {
    let mut key = Key { index: 0x9e37_79b9_7f4a_7c15, check: 0xc2b2_ae3d_27d4_eb4f };
    for number in numbers {
        key.index = mix(key.index.wrapping_add(number).wrapping_mul(0xff51_afd7_ed55_8ccd));
        key.check = mix(key.check.rotate_left(17) ^ number.wrapping_mul(0x9fb2_1c65_1e98_df25));
    }
    key
}

impl Hashes {
    /// Work out what columns add for a game.
    pub fn new(rules: &Rules) -> Self {
        let (seats, width) = (rules.seats as u32, width(rules));
        let mut hashes = Self { seats, width, mask: ((1_u64 << (width * seats)) - 1) as u32, columns: Vec::new() };
        if width * seats <= LOOKED_UP {
            let classes = 2 * MAX_SLOTS;
            let mut columns = Vec::with_capacity(classes << (width * seats));
            for class in 0..classes {
                columns.extend((0..=hashes.mask).map(|column| work_out(class, column)));
            }
            hashes.columns = columns;
        }
        hashes
    }

    /// Return what a column adds, seats counted from the leader.
    #[inline]
    pub fn column(&self, class: usize, column: u32, leader: usize) -> Key {
        let turned = self.turned(column, leader);
        if self.columns.is_empty() {
            return work_out(class, turned);
        }
        self.columns[class << (self.width * self.seats) | turned as usize]
    }

    /// Return a column with seats counted from the leader.
    #[inline]
    pub fn turned(&self, column: u32, leader: usize) -> u32 {
        let bits = self.width * leader as u32;
        let column = u64::from(column);
        ((column >> bits | column << (self.width * self.seats - bits)) & u64::from(self.mask)) as u32
    }

    /// Return the key of all hands.
    #[inline]
    pub fn hands<const N: usize>(
        &self,
        board: &Board<N>,
        classes: &[u8; MAX_SLOTS],
        leader: usize,
        slots: usize,
    ) -> Key {
        let mut key = NONE;
        for (&class, &column) in classes.iter().zip(&board.columns).take(slots) {
            key = plus(key, self.column(class as usize, column, leader));
        }
        key
    }
}

/// Work out what a column adds; a slot without cards in any hand makes no difference.
fn work_out(class: usize, column: u32) -> Key {
    if column == 0 { NONE } else { hash([u64::from(column) << 8 | class as u64]) }
}

/// What is the same in every position with the same rest of the talon.
#[derive(Debug, Clone, Copy)]
pub struct Rest {
    /// The hash of the cards that are left, in their order.
    pub key: Key,
    /// For each slot itself, or what it shares with all that may be exchanged with it while none of them is among these cards.
    pub classes: [u8; MAX_SLOTS],
}

/// Return what is the same in every position with the same rest of a talon, for each number of cards that are gone.
pub fn rests(rules: &Rules, talon: &[u8]) -> Vec<Rest> {
    let mut classes = std::array::from_fn(|slot| match rules.groups[slot] {
        0 => slot as u8,
        group => MAX_SLOTS as u8 + group,
    });
    let mut key = NONE;
    let mut rests = vec![Rest { key, classes }];
    for &slot in talon.iter().rev() {
        key = hash([key.index, key.check, u64::from(slot)]);
        classes[slot as usize] = slot;
        rests.push(Rest { key, classes });
    }
    rests.reverse();
    rests
}
