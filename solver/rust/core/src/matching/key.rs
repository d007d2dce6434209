//! What positions are remembered by: two hashes of all that bears on the rest of a deal.
//!
//! Positions with one key have one future (T-KEY). A key counts seats from the leader (T-SEATS), knows no suits (T-SUITS), and takes
//! ranks that do the same for each other (T-RANKS): it is a sum over slots, in which a slot that others can stand for counts by its
//! column alone.

#![expect(clippy::cast_possible_truncation, reason = "words are packed of small numbers")]

use super::board::width;
use super::hands::{Marks, Seat, Slot, mark};
use super::rules::{MAX_SLOTS, Rules};
use crate::table::{Key, mix};

/// Columns with no more bits are looked up.
const LONGEST: u32 = 12;
/// Each slot has a class, and so has each group of slots.
const CLASSES: usize = 2 * MAX_SLOTS;
/// So many columns are looked up at most.
const LOOKED_UP: usize = CLASSES << LONGEST;

/// What each column of each class adds to a key.
#[derive(Debug)]
pub struct Hashes {
    /// How many bits of a column a seat takes.
    width: u32,
    /// How many all seats take.
    row: u32,
    mask: u64,
    columns: Option<Box<[Key; LOOKED_UP]>>,
    /// Slots that do the same: their columns are added up.
    twins: Vec<(Slot, Slot)>,
}

/// No hash: what adds nothing.
pub const NONE: Key = Key { index: 0, check: 0 };

/// Add what bears on a position to its key, in any order.
#[inline]
#[must_use]
pub const fn plus(one: Key, other: Key) -> Key {
    Key { index: one.index.wrapping_add(other.index), check: one.check.wrapping_add(other.check) }
}

/// Take something off a key again.
#[inline]
#[must_use]
pub const fn minus(one: Key, other: Key) -> Key {
    Key { index: one.index.wrapping_sub(other.index), check: one.check.wrapping_sub(other.check) }
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
        let width = width(rules);
        let row = width * rules.seats as u32;
        let mask = (1_u64 << row) - 1;
        let columns = (row <= LONGEST).then(|| {
            let mut columns = vec![NONE; LOOKED_UP];
            let groups = rules.groups.iter().copied().max().unwrap_or(0);
            for class in (0..rules.slots).chain(MAX_SLOTS + 1..=MAX_SLOTS + usize::from(groups)) {
                for column in 0..=mask {
                    columns[class << row | column as usize] = work_out(class as u64, column);
                }
            }
            columns.try_into().unwrap_or_else(|_| unreachable!())
        });
        Self { width, row, mask, columns, twins: rules.twins.clone() }
    }

    /// Return where the columns of a class begin.
    fn start(&self, class: u8) -> u32 {
        if self.columns.is_none() { class.into() } else { u32::from(class) << self.row }
    }

    /// Return how far columns are turned for a leader.
    #[inline]
    pub fn turn(&self, leader: Seat) -> Turn {
        let right = self.width * leader.number() as u32;
        Turn { right, left: self.row - right }
    }

    /// Return what a column adds, seats counted from the leader.
    #[inline]
    pub fn column(&self, start: u32, column: u32, turn: Turn) -> Key {
        let turned = self.turned(column, turn);
        match &self.columns {
            Some(looked_up) => looked_up[(u64::from(start) | turned) as usize % LOOKED_UP],
            None => work_out(start.into(), turned),
        }
    }

    /// Return the slot that stands for a slot, and its column together with those that it stands for.
    #[inline]
    pub fn standing(&self, slot: Slot, columns: &[u32; MAX_SLOTS]) -> (Slot, u32) {
        let pair = self.twins.iter().find(|&&(first, second)| first == slot || second == slot);
        pair.map_or((slot, columns[slot]), |&(first, second)| (first, columns[first] + columns[second]))
    }

    /// Return a column with seats counted from the leader.
    #[inline]
    pub fn turned(&self, column: u32, turn: Turn) -> u64 {
        let column = u64::from(column);
        (column >> turn.right | column << turn.left) & self.mask
    }

    /// Return the key of all hands.
    #[inline]
    pub fn hands(&self, columns: &[u32; MAX_SLOTS], rest: &Rest, turn: Turn, slots: usize) -> Key {
        let mut key = rest.key;
        let Some(looked_up) = &self.columns else {
            let mut columns = *columns;
            for &(slot, twin) in &self.twins {
                columns[slot] += std::mem::take(&mut columns[twin]);
            }
            for (&start, &column) in rest.starts[..slots].iter().zip(&columns[..slots]) {
                key = plus(key, self.column(start, column, turn));
            }
            return key;
        };
        // Slots that there are not have no cards, which add nothing.
        let sum = if slots <= 8 {
            self.sum::<8>(looked_up, columns, rest, turn)
        } else {
            self.sum::<MAX_SLOTS>(looked_up, columns, rest, turn)
        };
        plus(key, sum)
    }

    /// Return what the columns of so many slots add.
    #[inline]
    fn sum<const SLOTS: usize>(
        &self,
        looked_up: &[Key; LOOKED_UP],
        columns: &[u32; MAX_SLOTS],
        rest: &Rest,
        turn: Turn,
    ) -> Key {
        let mut places = [0; SLOTS];
        for (place, (&start, &column)) in places.iter_mut().zip(rest.starts.iter().zip(columns)) {
            *place = start | (column >> turn.right | column << turn.left) & self.mask as u32;
        }
        for &(slot, twin) in &self.twins {
            places[slot] = rest.starts[slot] | self.turned(columns[slot] + columns[twin], turn) as u32;
            places[twin] = rest.starts[twin];
        }
        places.iter().fold(NONE, |key, &place| plus(key, looked_up[place as usize % LOOKED_UP]))
    }
}

/// How far columns are turned so that a leader comes first.
#[derive(Clone, Copy)]
pub struct Turn {
    right: u32,
    left: u32,
}

/// Work out what a column adds; a slot without cards in any hand makes no difference.
fn work_out(class: u64, column: u64) -> Key {
    if column == 0 { NONE } else { hash([column << 8 | class]) }
}

/// What is the same in every position with the same rest of the talon.
#[derive(Debug, Clone, Copy)]
pub struct Rest {
    /// The hash of the cards that are left, in their order.
    pub key: Key,
    /// These cards as a hand.
    pub cards: u64,
    /// For each slot where its columns are looked up: those of the slot alone, or those that it shares with all that may be exchanged
    /// with it while none of them is among these cards.
    pub starts: [u32; MAX_SLOTS],
    /// The slots that share theirs.
    pub shared: Marks,
}

/// Return what is the same in every position with the same rest of a talon, for each number of cards that are gone.
pub fn rests(rules: &Rules, hashes: &Hashes, talon: &[Slot]) -> Vec<Rest> {
    let grouped = |slot: &Slot| rules.groups[*slot] != 0;
    let mut rest = Rest {
        key: NONE,
        cards: 0,
        starts: std::array::from_fn(|slot| match rules.groups[slot] {
            0 => hashes.start(slot as u8),
            group => hashes.start(MAX_SLOTS as u8 + group),
        }),
        shared: rules.all().filter(grouped).map(mark).sum(),
    };
    let mut rests = vec![rest];
    for &slot in talon.iter().rev() {
        rest.key = hash([rest.key.index, rest.key.check, slot.place() as u64]);
        rest.cards += mark(slot);
        rest.starts[slot] = hashes.start(slot.place() as u8);
        rest.shared &= !mark(slot);
        rests.push(rest);
    }
    rests.reverse();
    rests
}
