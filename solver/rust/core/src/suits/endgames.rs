//! What is known of endgames: positions in which nothing is drawn any more.
//!
//! They are the same whatever deal they come from, so that what is kept of them serves every later deal. Every search asks here before
//! it looks at the moves of such a position: this is the place for complete tables of small endgames, to be asked first.

use super::rules::Rules;
use super::shapes::{Bounds, Shaped, Shapes};
use crate::table::{Key, Known, Table, Use};

/// What is known of endgames, and kept from deal to deal.
#[derive(Debug)]
pub struct Endgames {
    /// Those in which more than tricks is left, or what the end is worth is asked for.
    worths: Table,
    /// Those in which nothing but tricks is left.
    tricks: Shapes,
}

impl Endgames {
    /// Make tables of at most so many bytes.
    pub fn new(rules: &Rules, bytes: usize) -> Self {
        let part = bytes / 4;
        let (worths, tricks) = if rules.only_tricks() { (part, 3 * part) } else { (3 * part, part) };
        Self { worths: Table::new(worths).only_if(rules.shortcuts.tables), tricks: Shapes::new(rules, tricks) }
    }

    /// Return what is known of a position, by the key that tells it from all others.
    #[inline]
    pub fn known(&mut self, key: Key) -> Option<Known> {
        self.worths.probe(key)
    }

    /// Keep what is known of a position, and how much work it was.
    #[inline]
    pub fn keep(&mut self, key: Key, known: Known, work: u64) {
        self.worths.store(key, known, work);
    }

    /// Narrow what is known of a position in which nothing but tricks is left.
    #[inline]
    pub fn narrow(&mut self, at: &Shaped, known: &mut Bounds) {
        self.tricks.probe(at, known);
    }

    /// Keep what is known of a position in which nothing but tricks is left, and how much work it was.
    #[inline]
    pub fn keep_tricks(&mut self, at: &Shaped, known: Bounds, work: u64) {
        self.tricks.store(at, known, work);
    }

    /// Return how both tables were used since this was last asked.
    pub fn take_usage(&mut self) -> [Use; 2] {
        [self.worths.take_usage(), self.tricks.take_usage()]
    }
}
