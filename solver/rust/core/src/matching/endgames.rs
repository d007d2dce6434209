//! What is known of endgames: positions in which nothing is drawn any more.
//!
//! They are the same whatever deal they come from, so that what is kept of them serves every later deal. Every search asks here before
//! it looks at the moves of such a position: this is the place for complete tables of small endgames, to be asked first.

use super::rules::Rules;
use crate::table::{Key, Known, Table, Use};

/// The most bytes for positions with few cards.
const SMALL: usize = 1 << 20;

/// What is known of endgames, and kept from deal to deal.
#[derive(Debug)]
pub struct Endgames {
    /// Those in which everybody has two cards at most: so many searches end in them that they are kept together.
    small: Table,
    /// All others.
    large: Table,
}

impl Endgames {
    /// Make tables of at most so many bytes, with at most a quarter more for positions with few cards.
    pub fn new(rules: &Rules, bytes: usize) -> Self {
        let [small, large] =
            [(bytes / 4).min(SMALL), bytes].map(|bytes| Table::new(bytes).only_if(rules.shortcuts.tables));
        Self { small, large }
    }

    /// Return what is known of a position in which the seat to lead has so many cards, by the key that tells it from all others.
    #[inline]
    pub fn known(&mut self, held: usize, key: Key) -> Option<Known> {
        self.table(held).probe(key)
    }

    /// Keep what is known of such a position, and how much work it was.
    #[inline]
    pub fn keep(&mut self, held: usize, key: Key, known: Known, work: u64) {
        self.table(held).store(key, known, work);
    }

    #[inline]
    fn table(&mut self, held: usize) -> &mut Table {
        if held <= 2 { &mut self.small } else { &mut self.large }
    }

    /// Return how both tables were used since this was last asked.
    pub fn take_usage(&mut self) -> [Use; 2] {
        [self.small.take_usage(), self.large.take_usage()]
    }
}
