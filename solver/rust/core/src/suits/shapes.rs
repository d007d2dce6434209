//! A bounded table of positions before a trick in which nothing but tricks is left, by their shapes.
//!
//! The shape of a position is whose the cards of each suit are, from the lowest to the highest, and who is to lead. Which card beats
//! which, and what is owed, depends on it alone: in positions of one shape the same can be played, card for card. They differ in what
//! the cards count. So what a side can secure in one of them it can secure in another one by the same play, but for the cards of its own
//! that count less there; and no side comes to more than it does in the one but for those that count more.

#![expect(clippy::cast_possible_truncation, reason = "words are packed of small numbers")]

use super::cards::{Cards, LANES, SUITS, card, lane, suit_of};
use super::play::NO_HINT;
use super::rules::Rules;
use crate::table::{Use, has_room};

const ENTRIES: usize = 4;
const WEIGHT: u32 = 40;

/// What is known of a position: what side 0 gets at least and at most, and a promising card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub low: i32,
    pub high: i32,
    pub hint: u8,
}

/// A position: a hash of its shape, the cards in it, and what they count.
#[derive(Debug, Clone, Copy)]
pub struct Shaped {
    pub shape: u64,
    /// Its suits in an order that depends on their shapes alone, and its cards with the suits in this order.
    pub suits: [usize; SUITS],
    pub cards: Cards,
    pub points: i32,
}

/// What is kept of a position: the hash of its shape, its cards, and what is known.
type Entry = [u64; 3];

/// The table. It begins small, and is doubled whenever there are new positions for half its places.
#[derive(Debug)]
pub struct Shapes {
    entries: Vec<Entry>,
    mask: usize,
    /// The mask that it can grow to.
    most: usize,
    /// How many positions are new since it was doubled.
    fresh: usize,
    /// Whether anything is stored.
    used: bool,
    /// By the cards of a suit: what each counts, from the lowest on, a byte for each.
    counts: Vec<u128>,
    usage: Use,
}

const FIRST_MASK: usize = (1 << 10) - 1;
const HALVES: u128 = 0x00ff_00ff_00ff_00ff_00ff_00ff_00ff_00ff;
const TOPS: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;
const ONES: u64 = 0x0001_0001_0001_0001;

impl Shapes {
    /// Make a table of at most so many bytes, fewer where there is less memory.
    pub fn new(rules: &Rules, bytes: usize) -> Self {
        let buckets = (bytes / size_of::<[Entry; ENTRIES]>()).max(1);
        let mut most = (1 << buckets.ilog2()) - 1;
        while most > 0 && !has_room::<Entry>((most + 1) * ENTRIES) {
            most /= 2;
        }
        let counts = (0..1_usize << rules.ranks)
            .map(|cards| {
                let held = (0..rules.ranks).filter(|rank| cards >> rank & 1 == 1);
                held.rev().fold(0, |all, rank| all << 8 | u128::from(rules.values[rank].unsigned_abs()))
            })
            .collect();
        let mask = FIRST_MASK.min(most);
        // Only what is looked at is written, so that memory beyond it costs nothing; and it never moves.
        let mut entries = Vec::with_capacity((most + 1) * ENTRIES);
        entries.resize((mask + 1) * ENTRIES, [0; 3]);
        Self { entries, mask, most, fresh: 0, used: rules.shortcuts.tables, counts, usage: Use::default() }
    }

    /// Return how the table was used since this was last asked.
    pub fn take_usage(&mut self) -> Use {
        std::mem::take(&mut self.usage)
    }

    /// Narrow what is known of a position by all that is known of positions of its shape.
    #[inline]
    pub fn probe(&mut self, at: &Shaped, known: &mut Bounds) {
        self.usage.probes += 1;
        let bucket = self.bucket(at.shape);
        let mut is_there = false;
        for entry in 0..ENTRIES {
            let [shape, cards, word] = self.entries[bucket + entry];
            if shape != at.shape || word == 0 {
                continue;
            }
            let found = unpack(word);
            let (mut less, mut more) = (0, 0);
            if cards != at.cards {
                more = self.more(cards, at.cards);
                less = more - (at.points - self.points(cards));
            }
            known.low = known.low.max(found.low - 2 * less);
            known.high = known.high.min(found.high + 2 * more);
            if known.hint == NO_HINT || cards == at.cards {
                known.hint = found.hint;
            }
            is_there = true;
        }
        self.usage.hits += u64::from(is_there);
        if known.hint != NO_HINT {
            known.hint = at.at_place(known.hint);
        }
    }

    /// Keep what is known of a position. `work` says how much it took to know it: what took little makes room first.
    #[inline]
    pub fn store(&mut self, at: &Shaped, known: Bounds, work: u64) {
        if !self.used {
            return;
        }
        let bucket = self.bucket(at.shape);
        let entries = &mut self.entries[bucket..bucket + ENTRIES];
        let mut place = 0;
        let mut least = u64::MAX;
        let mut is_fresh = true;
        for (entry, &[shape, cards, word]) in entries.iter().enumerate() {
            if (shape, cards) == (at.shape, at.cards) && word != 0 {
                (place, least, is_fresh) = (entry, 0, false);
                break;
            }
            if word >> WEIGHT < least {
                (place, least) = (entry, word >> WEIGHT);
            }
        }
        self.usage.evictions += u64::from(least > 0);
        let hint = if known.hint == NO_HINT { NO_HINT } else { at.place_of(known.hint) };
        entries[place] = [at.shape, at.cards, pack(Bounds { hint, ..known }, work)];
        // Whatever has stood here for long makes room one day.
        for (entry, [_, _, word]) in entries.iter_mut().enumerate() {
            if entry != place && least > 0 && *word >> WEIGHT > 1 {
                *word -= 1 << WEIGHT;
            }
        }
        self.fresh += usize::from(is_fresh);
        if self.fresh > 2 * self.mask && self.mask < self.most {
            self.double();
        }
    }

    /// Double the table: every position stays in its bucket, or goes to the one that is new for it.
    #[cold]
    fn double(&mut self) {
        let bit = self.mask as u64 + 1;
        let size = self.entries.len();
        self.entries.resize(2 * size, [0; 3]);
        let (old, new) = self.entries.split_at_mut(size);
        for (entry, moved) in old.iter_mut().zip(new) {
            if entry[0] & bit != 0 {
                std::mem::swap(entry, moved);
            }
        }
        self.mask = 2 * self.mask + 1;
        self.fresh = 0;
    }

    /// Return how much more the cards count that count more than those of the same places among others.
    #[inline]
    fn more(&self, others: Cards, cards: Cards) -> i32 {
        let mut sums = 0;
        for suit in 0..SUITS {
            let (from, to) = (self.counts[lane(others, suit)], self.counts[lane(cards, suit)]);
            if from == to {
                continue;
            }
            // In every byte: the difference, and above it whether it is none below zero.
            let apart = (to | TOPS) - from;
            let rises = apart & TOPS;
            let more = apart & (rises - (rises >> 7));
            sums += (more & HALVES) + (more >> 8 & HALVES);
        }
        summed(sums)
    }

    /// Return what cards count together.
    #[inline]
    fn points(&self, cards: Cards) -> i32 {
        let mut sums = 0;
        for suit in 0..SUITS {
            let counts = self.counts[lane(cards, suit)];
            sums += (counts & HALVES) + (counts >> 8 & HALVES);
        }
        summed(sums)
    }

    #[inline]
    fn bucket(&self, shape: u64) -> usize {
        (shape as usize & self.mask) * ENTRIES
    }
}

/// Return the sum of eight numbers of 16 bits, which has no more bits itself. It multiplies 64, as not every processor can more at once.
#[inline]
fn summed(numbers: u128) -> i32 {
    let pairs = (numbers as u64).wrapping_add((numbers >> 64) as u64);
    (pairs.wrapping_mul(ONES) >> 48) as i32
}

impl Shaped {
    /// Return where a card stands: the place of its suit, and how many of the suit are lower.
    #[inline]
    fn place_of(&self, number: u8) -> u8 {
        let place = self.suits.iter().position(|&suit| suit == usize::from(suit_of(number))).unwrap_or_default();
        let lower = lane(self.cards, place) as Cards & (card(number & 15) - 1);
        LANES as u8 * place as u8 + lower.count_ones() as u8
    }

    /// Return the card that stands at a place.
    #[inline]
    fn at_place(&self, place: u8) -> u8 {
        let suit = usize::from(suit_of(place)) % SUITS;
        let mut left = lane(self.cards, suit);
        for _ in 0..place & 15 {
            left &= left.wrapping_sub(1);
        }
        (LANES * self.suits[suit]) as u8 + (left.trailing_zeros() as u8).min(15)
    }
}

/// Write what is known as a number other than 0: low and high, the hint, and the weight, from 1 on.
fn pack(known: Bounds, work: u64) -> u64 {
    let weight = u64::from(2 * work.max(1).ilog2() + 1);
    let bounds = u64::from(known.low.cast_unsigned() as u16) | u64::from(known.high.cast_unsigned() as u16) << 16;
    bounds | u64::from(known.hint) << 32 | weight << WEIGHT
}

fn unpack(word: u64) -> Bounds {
    Bounds { low: i32::from(word as u16), high: i32::from((word >> 16) as u16), hint: (word >> 32) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortcuts::ALL;
    use crate::table::mix;

    const SUITS_IN_ORDER: [usize; SUITS] = [2, 0, 1, 3];

    fn shapes(bytes: usize) -> Shapes {
        let rules = super::super::tests::rules(ALL, 2, &[0, 0, 2, 3, 4, 10], (-1, -1));
        Shapes::new(&Rules::of_numbers(&rules).unwrap(), bytes)
    }

    fn at(cards: Cards, points: i32) -> Shaped {
        Shaped { shape: 7, cards, suits: SUITS_IN_ORDER, points }
    }

    #[test]
    fn what_cards_count_loosens_the_bounds_of_one_shape() {
        let mut shapes = shapes(1 << 16);
        let (few, many) = (at(0b00_1100, 5), at(0b10_1000, 13));
        let open = Bounds { low: 0, high: 100, hint: NO_HINT };
        shapes.store(&few, Bounds { low: 4, high: 6, hint: 35 }, 1);
        let mut found = open;
        shapes.probe(&few, &mut found);
        assert_eq!(found, Bounds { low: 4, high: 6, hint: 35 });
        let mut found = open;
        shapes.probe(&many, &mut found);
        assert_eq!(found, Bounds { low: 4, high: 6 + 2 * 8, hint: 37 });

        shapes.store(&many, Bounds { low: 20, high: 21, hint: NO_HINT }, 1);
        let mut found = open;
        shapes.probe(&at(0b01_0001, 4), &mut found);
        assert_eq!((found.low, found.high), (20 - 2 * 9, 6 + 2));
        let mut found = open;
        shapes.probe(&Shaped { shape: 8, ..few }, &mut found);
        assert_eq!(found, open);
    }

    #[test]
    fn a_table_grows_with_what_it_is_to_keep() {
        let mut shapes = shapes(1 << 22);
        let shaped = |number: u64| Shaped { shape: mix(number), ..at(0b11, 0) };
        let bounds = |number: i32| Bounds { low: number, high: number + 1, hint: NO_HINT };
        for number in 0..20_000 {
            shapes.store(&shaped(number), bounds(number as i32), 1);
        }
        assert_eq!(shapes.mask + 1, 1 << 13);
        let is_there = |&number: &u64| {
            let mut found = Bounds { low: 0, high: 60_000, hint: NO_HINT };
            shapes.probe(&shaped(number), &mut found);
            found == bounds(number as i32)
        };
        let there = (0..20_000).filter(is_there).count();
        assert!(there > 16_000, "{there}");
        assert_eq!(shapes.take_usage().probes, 20_000);
        assert_eq!(shapes.take_usage(), Use::default());
    }
}
