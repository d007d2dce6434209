//! Seats and kinds of cards as numbers of their own, and hands: how many cards of each slot, in four bits of a word.

#![expect(clippy::cast_possible_truncation, reason = "there are few seats and slots")]

use std::ops::{Index, IndexMut};

/// A seat at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat(u8);

impl Seat {
    /// The seat with a number, from 0 on.
    #[inline]
    pub const fn new(number: usize) -> Self {
        Self(number as u8)
    }

    /// Its number.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The seat so many places after this one.
    #[inline]
    pub const fn after(self, places: usize, seats: usize) -> Self {
        let after = self.number() + places;
        Self::new(if after >= seats { after - seats } else { after })
    }
}

/// Cards that do the same; slots are in falling order of card points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Slot(u8);

impl Slot {
    /// The slot at a place in that order.
    #[inline]
    pub const fn new(place: usize) -> Self {
        Self(place as u8)
    }

    /// Its place.
    #[inline]
    pub const fn place(self) -> usize {
        self.0 as usize
    }
}

/// Let lists be indexed by what is a number of its own.
macro_rules! index_by {
    ($kind:ty, $number:ident) => {
        impl<T> Index<$kind> for [T] {
            type Output = T;

            #[inline]
            fn index(&self, place: $kind) -> &T {
                &self[place.$number()]
            }
        }

        impl<T> IndexMut<$kind> for [T] {
            #[inline]
            fn index_mut(&mut self, place: $kind) -> &mut T {
                &mut self[place.$number()]
            }
        }
    };
}

index_by!(Slot, place);
index_by!(Seat, number);

/// One bit for each slot, at its place in a hand.
pub type Marks = u64;

/// The mark of a slot.
#[inline]
pub const fn mark(slot: Slot) -> Marks {
    1 << (4 * slot.place())
}

/// How many cards of a slot there are among some.
#[inline]
pub const fn count(cards: u64, slot: Slot) -> i32 {
    (cards >> (4 * slot.place()) & 15) as i32
}

/// The marks of all slots of which a hand holds something.
#[inline]
pub const fn held(hand: u64) -> Marks {
    (hand | hand >> 1 | hand >> 2 | hand >> 3) & 0x1111_1111_1111_1111
}

/// How many cards a hand has.
#[inline]
pub const fn cards(hand: u64) -> usize {
    const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    (((hand & LOW) + (hand >> 4 & LOW)).wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

/// The first slot that is marked.
#[inline]
pub const fn first(marks: Marks) -> Slot {
    Slot::new(marks.trailing_zeros() as usize / 4)
}

/// The last slot that is marked.
#[inline]
pub const fn last(marks: Marks) -> Slot {
    Slot::new((63 - marks.leading_zeros() as usize) / 4)
}

/// Marked slots in falling order of what they count.
pub struct Falling(pub Marks);

impl Iterator for Falling {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        if self.0 == 0 {
            return None;
        }
        let slot = first(self.0);
        self.0 &= self.0 - 1;
        Some(slot)
    }
}
