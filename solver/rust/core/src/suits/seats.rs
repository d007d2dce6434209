//! Seats, sides and how far a side has come, as numbers of their own.

use std::ops::{Index, IndexMut};

/// A seat at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat(u8);

impl Seat {
    /// The seat with a number, from 0 on.
    #[inline]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// Its number.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place in a list.
    #[inline]
    pub const fn place(self) -> usize {
        self.0 as usize
    }

    /// Its side: every other seat is of the same one.
    #[inline]
    pub const fn side(self) -> Side {
        Side(self.0 & 1)
    }

    /// The seat so many places after this one.
    #[inline]
    pub const fn after(self, places: u8, players: u8) -> Self {
        Self((self.0 + places) % players)
    }

    /// How many places it comes after another one.
    #[inline]
    pub const fn turns_after(self, first: Self, players: u8) -> u8 {
        (self.0 + players - first.0) % players
    }
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side(u8);

impl Side {
    /// The side that wants much.
    pub const FIRST: Self = Self(0);
    /// The other one.
    pub const SECOND: Self = Self(1);
    /// Both.
    pub const BOTH: [Self; 2] = [Self::FIRST, Self::SECOND];

    /// The side against this one.
    #[inline]
    pub const fn other(self) -> Self {
        Self(1 - self.0)
    }

    /// Its place in a list.
    #[inline]
    pub const fn place(self) -> usize {
        self.0 as usize
    }

    /// A number of this side as the first one sees it.
    #[inline]
    pub const fn signed(self, number: i32) -> i32 {
        if self.0 == 0 { number } else { -number }
    }
}

/// How far a side has come that loses a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// It has enough points not to be schneider.
    Enough,
    /// It has fewer.
    Schneider,
    /// It has no trick.
    Trickless,
}

impl Level {
    /// Its place in a list.
    #[inline]
    pub const fn place(self) -> usize {
        self as usize
    }
}

/// Let lists be indexed by what is a number of its own.
macro_rules! index_by {
    ($kind:ty) => {
        impl<T> Index<$kind> for [T] {
            type Output = T;

            #[inline]
            fn index(&self, at: $kind) -> &T {
                &self[at.place()]
            }
        }

        impl<T> IndexMut<$kind> for [T] {
            #[inline]
            fn index_mut(&mut self, at: $kind) -> &mut T {
                &mut self[at.place()]
            }
        }
    };
}

index_by!(Seat);
index_by!(Side);
index_by!(Level);
