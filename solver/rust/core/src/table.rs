//! A bounded table of what is known about positions.
//!
//! A position is known by two independent 64-bit hashes of all that bears on the rest of its deal: one says where it stands, the
//! other is compared, and so is what the first has left. That two positions are taken for one has a chance of about one in 2^80 for
//! each comparison.

#![expect(clippy::cast_possible_truncation, reason = "entries are packed of small numbers")]

use crate::bounds::Target;
use std::hint::black_box;
use std::iter::Sum;

const WORDS: usize = 8;
const ENTRIES: usize = WORDS / 2;

/// The two hashes of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Where it stands.
    pub index: u64,
    /// What is compared.
    pub check: u64,
}

/// What is known about a position: that what is measured lies between two numbers, and where to look first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// At least so much.
    pub low: i16,
    /// At most so much.
    pub high: i16,
    /// The action that decided last.
    pub hint: u8,
}

impl Known {
    /// Both bounds.
    #[inline]
    #[must_use]
    pub fn bounds(self) -> (i32, i32) {
        (self.low.into(), self.high.into())
    }

    /// Narrow the bounds by the answer to a question.
    #[inline]
    pub fn narrow(&mut self, target: Target, reached: bool) {
        let (low, high) = target.narrowed(self.bounds(), target.number() - i32::from(!reached));
        (self.low, self.high) = (low as i16, high as i16);
    }
}

/// How a table was used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Use {
    /// How often something was looked for.
    pub probes: u64,
    /// How often it was found.
    pub hits: u64,
    /// How often something else had to make room.
    pub evictions: u64,
    /// How often a complete table of endgames answered.
    pub looked_up: u64,
}

impl Sum for Use {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, each| Self {
            probes: sum.probes + each.probes,
            hits: sum.hits + each.hits,
            evictions: sum.evictions + each.evictions,
            looked_up: sum.looked_up + each.looked_up,
        })
    }
}

/// Whether there is memory for so many things now. To ask for more than there is would end the process.
///
/// Memory that is never looked at costs nothing, so that this is quick whatever the number is.
#[must_use]
pub fn has_room<T>(count: usize) -> bool {
    black_box(&mut Vec::<T>::new()).try_reserve_exact(count).is_ok()
}

/// A table of bounded size. Buckets are cache lines of four positions; the one that took the least work makes room.
///
/// It begins small, so that what is asked of it stays near, and is doubled whenever there are new positions for half its places.
#[derive(Debug)]
pub struct Table {
    words: Vec<u64>,
    /// What was looked for or stored last, each position in a place of its own: so little that it stays near the processor.
    near: Vec<[u64; 2]>,
    /// Where the first cache line begins.
    start: usize,
    mask: u64,
    /// The mask that it can grow to.
    most: u64,
    /// How many bits of the first hash tell the bucket at first; those after them are kept.
    first: u32,
    /// How many positions are new since it was doubled.
    fresh: u64,
    /// Whether anything is stored.
    used: bool,
    usage: Use,
}

impl Table {
    /// The smallest table, in bytes.
    pub const SMALLEST: usize = 1 << 12;
    /// How many bits tell the bucket at first.
    const FIRST_BITS: u32 = 10;

    /// Make a table of at most so many bytes, and of at least [`Table::SMALLEST`]; what stays near is at most an eighth more.
    /// Where there is less memory the table is smaller.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes.max(Self::SMALLEST) / (WORDS * size_of::<u64>())).max(1);
        let mut buckets = 1_usize << buckets.ilog2();
        while buckets > 1 && !has_room::<u64>((buckets + 1) * WORDS) {
            buckets /= 2;
        }
        // Only what is looked at is written, so that memory beyond it costs nothing; and it never moves.
        let mut words = Vec::<u64>::with_capacity((buckets + 1) * WORDS);
        let beyond = words.as_ptr().addr() / size_of::<u64>() % WORDS;
        let bits = buckets.ilog2();
        let first = bits.min(Self::FIRST_BITS.max(bits.saturating_sub(u16::BITS)));
        words.resize(((1 << first) + 1) * WORDS, 0);
        Self {
            words,
            near: vec![[0; 2]; (buckets / 2).min(NEAR)],
            start: (WORDS - beyond) % WORDS,
            mask: (1 << first) - 1,
            most: buckets as u64 - 1,
            first,
            fresh: 0,
            used: true,
            usage: Use::default(),
        }
    }

    /// Store nothing, where a search is to remember nothing.
    #[must_use]
    pub fn only_if(mut self, used: bool) -> Self {
        self.used = used;
        self
    }

    /// Forget everything, so that the table is as small as at first.
    pub fn forget(&mut self) {
        self.mask = (1 << self.first) - 1;
        self.words.truncate((self.mask as usize + 2) * WORDS);
        self.words.fill(0);
        self.near.fill([0; 2]);
        self.fresh = 0;
    }

    /// Return what is known about a position.
    #[inline]
    pub fn probe(&mut self, key: Key) -> Option<Known> {
        self.usage.probes += 1;
        let kept = self.kept(key);
        let place = self.place(key);
        let [check, word] = self.near[place];
        if check == key.check && (word >> KEPT) as u16 == kept && word != 0 {
            self.usage.hits += 1;
            return Some(unpack(word));
        }
        let bucket = self.bucket(key);
        for entry in self.words[bucket..bucket + WORDS].chunks_exact(2) {
            if entry[0] == key.check && (entry[1] >> KEPT) as u16 == kept && entry[1] != 0 {
                self.usage.hits += 1;
                self.near[place] = [entry[0], entry[1]];
                return Some(unpack(entry[1]));
            }
        }
        None
    }

    /// Keep what is known about a position. `work` says how much it took to know it: what took little makes room first.
    #[inline]
    pub fn store(&mut self, key: Key, known: Known, work: u64) {
        if !self.used {
            return;
        }
        let near = self.place(key);
        let bucket = self.bucket(key);
        let kept = self.kept(key);
        let entries = &mut self.words[bucket..bucket + WORDS];
        let mut place = 0;
        let mut is_fresh = true;
        let mut least = u64::MAX;
        for entry in 0..ENTRIES {
            let word = entries[2 * entry + 1];
            if entries[2 * entry] == key.check && (word >> KEPT) as u16 == kept && word != 0 {
                place = entry;
                least = 0;
                is_fresh = false;
                break;
            }
            let weight = weight(word);
            if weight < least {
                place = entry;
                least = weight;
            }
        }
        self.usage.evictions += u64::from(least > 0);
        entries[2 * place] = key.check;
        entries[2 * place + 1] = pack(known, work, kept);
        self.near[near] = [key.check, entries[2 * place + 1]];
        // Whatever has stood here for long makes room one day.
        for entry in 0..ENTRIES {
            let word = entries[2 * entry + 1];
            if entry != place && least > 0 && weight(word) > 1 {
                entries[2 * entry + 1] = word - (1 << WEIGHT);
            }
        }
        self.fresh += u64::from(is_fresh);
        if self.fresh > 2 * self.mask && self.mask < self.most {
            self.double();
        }
    }

    /// Double the table: every position stays in its bucket, or goes to the one that is new for it.
    #[cold]
    fn double(&mut self) {
        let size = (self.mask as usize + 1) * WORDS;
        let bit = KEPT + (self.mask + 1).ilog2() - self.first;
        self.words.resize(self.words.len() + size, 0);
        let (old, new) = self.words[self.start..].split_at_mut(size);
        for (entry, moved) in old.chunks_exact_mut(2).zip(new.chunks_exact_mut(2)) {
            if entry[1] >> bit & 1 == 1 {
                moved.swap_with_slice(entry);
            }
        }
        self.mask = 2 * self.mask + 1;
        self.fresh = 0;
    }

    /// Return what is kept of the first hash of a position.
    #[inline]
    fn kept(&self, key: Key) -> u16 {
        (key.index >> self.first) as u16
    }

    /// Where a position stands among those that were looked for last.
    #[inline]
    fn place(&self, key: Key) -> usize {
        key.index as usize & (self.near.len() - 1)
    }

    /// Return how the table was used since this was last asked.
    pub fn take_usage(&mut self) -> Use {
        std::mem::take(&mut self.usage)
    }

    #[inline]
    fn bucket(&self, key: Key) -> usize {
        self.start + (key.index & self.mask) as usize * WORDS
    }
}

/// So many positions stay near.
const NEAR: usize = 1 << 14;

const WEIGHT: u32 = 40;
const KEPT: u32 = 48;

/// Return the weight of what is kept.
#[inline]
fn weight(word: u64) -> u64 {
    word >> WEIGHT & 0xff
}

/// Write what is known as a number other than 0: low and high, the hint, the weight, from 1 on, and what is kept of the first hash.
fn pack(known: Known, work: u64, kept: u16) -> u64 {
    let weight = u64::from(2 * work.max(1).ilog2() + 1);
    let (low, high) = (u64::from(known.low.cast_unsigned()), u64::from(known.high.cast_unsigned()));
    low | high << 16 | u64::from(known.hint) << 32 | weight << WEIGHT | u64::from(kept) << KEPT
}

fn unpack(word: u64) -> Known {
    Known { low: (word as u16).cast_signed(), high: ((word >> 16) as u16).cast_signed(), hint: (word >> 32) as u8 }
}

/// Return a number of which every bit depends on every bit of `x`.
#[inline]
#[must_use]
pub fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> Key {
        Key { index: mix(number), check: mix(number ^ 0x1234_5678_9abc_def0) }
    }

    #[test]
    fn what_is_stored_is_found_while_there_is_room() {
        let mut table = Table::new(1 << 20);
        for number in 0..300 {
            assert_eq!(table.probe(key(number)), None);
            let low = i16::try_from(number).unwrap();
            table.store(key(number), Known { low: -low, high: low, hint: u8::try_from(number % 256).unwrap() }, number);
        }
        for number in 0..300 {
            let low = i16::try_from(number).unwrap();
            let hint = u8::try_from(number % 256).unwrap();
            assert_eq!(table.probe(key(number)), Some(Known { low: -low, high: low, hint }));
        }
        let usage = table.take_usage();
        assert_eq!((usage.probes, usage.hits, usage.evictions), (600, 300, 0));
        assert_eq!(table.take_usage(), Use::default());
    }

    #[test]
    fn a_table_is_no_larger_than_memory() {
        let mut table = Table::new(1 << 62);
        let known = Known { low: 1, high: 2, hint: 3 };
        table.store(key(0), known, 1);
        assert_eq!(table.probe(key(0)), Some(known));
        assert!(!has_room::<u64>(1 << 60));
    }

    #[test]
    fn what_took_much_work_stays_longer() {
        let mut table = Table::new(0);
        let known = Known { low: 1, high: 2, hint: 3 };
        table.store(key(0), known, 1 << 20);
        for number in 1..500 {
            table.store(key(number), known, 1);
        }
        assert_eq!(table.probe(key(0)), Some(known));
        assert!(table.take_usage().evictions > 0);
    }

    #[test]
    fn a_table_grows_with_what_it_is_to_keep() {
        let mut table = Table::new(1 << 24);
        let known = Known { low: 1, high: 2, hint: 3 };
        for number in 0..50_000 {
            table.store(key(number), known, 1);
        }
        assert_eq!(table.mask + 1, 1 << 14);
        let found = (0..50_000).filter(|&number| table.probe(key(number)) == Some(known)).count();
        assert!(found > 40_000, "{found}");
    }

    #[test]
    fn what_is_stored_again_replaces_itself() {
        let mut table = Table::new(0);
        table.store(key(7), Known { low: 0, high: 9, hint: 1 }, 5);
        table.store(key(7), Known { low: 4, high: 5, hint: 2 }, 5);
        assert_eq!(table.probe(key(7)), Some(Known { low: 4, high: 5, hint: 2 }));
    }

    #[test]
    fn a_table_that_forgets_is_small_again() {
        let mut table = Table::new(1 << 22);
        let first = table.mask;
        for round in 0..2 {
            for number in 0..20_000 {
                assert_eq!(table.probe(key(number)), None);
                table.store(key(number), Known { low: 0, high: 1, hint: round }, 1);
            }
            assert!(table.mask > first);
            table.forget();
            assert_eq!(table.mask, first);
        }
    }

    #[test]
    fn what_was_stored_or_found_last_stays_near() {
        let mut table = Table::new(1 << 16);
        let known = Known { low: 1, high: 2, hint: 3 };
        for number in [1, 2] {
            table.store(key(number), known, 1);
        }
        table.near.fill([0; 2]);
        assert_eq!(table.probe(key(1)), Some(known));
        table.words.fill(0);
        assert_eq!((table.probe(key(1)), table.probe(key(2))), (Some(known), None));
        table.forget();
        assert_eq!(table.probe(key(1)), None);
    }

    #[test]
    fn buckets_are_cache_lines() {
        let table = Table::new(1 << 16);
        assert_eq!(table.words[table.start..].as_ptr().addr() % 64, 0);
        assert!(table.start + (table.mask as usize + 1) * WORDS <= table.words.len());
    }
}
