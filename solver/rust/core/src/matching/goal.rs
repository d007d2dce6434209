//! What is measured: how much of the points side 0 still gets, or what the end of a deal is worth to it.

use super::key::{self, hash};
use super::rules::Rules;
use super::trick::{Further, Trick};
use crate::reading::{Given, Refusal};
use crate::table::Key;

/// What is measured.
///
/// Both are counted in whole numbers that are small enough for a table: [`Goal::Outcome`] counts two for each unit that a side still
/// captures and one for taking the last trick.
#[derive(Debug)]
pub enum Goal {
    /// Card points, then the last trick; beyond everything that a side takes every trick.
    Outcome {
        /// Whether it is known who has taken a trick, so that "every trick" counts.
        extremes: bool,
        /// What that counts in the numbers of who asks.
        extra: i32,
    },
    /// What the end of a deal is worth.
    End(Worths),
}

/// What ends of a deal are worth to side 0.
#[derive(Debug)]
pub struct Worths {
    /// Card points that side 0 has captured before, in units.
    pub first: i32,
    /// The most that it can still capture, in units.
    pub most: i32,
    numbers: Vec<i16>,
    /// How many there are for one number of points.
    stride: usize,
    forfeits: bool,
    /// Whether it makes a difference which sides have taken a trick, and which are burned.
    takes: bool,
    burns: bool,
    low: i16,
    high: i16,
    key: Key,
}

/// The ends that differ in who took the last trick and which sides took one.
const PLAIN_ENDS: usize = 8;
const BURNED: usize = 4;
const FORFEITS: usize = 3;

impl Goal {
    /// Read what is measured.
    ///
    /// # Errors
    /// When it is wrong.
    pub fn read(given: &mut Given, rules: &Rules) -> Result<Self, Refusal> {
        let ends = given.flag("ends")?;
        let extremes = given.flag("extremes")?;
        let extra = given.number("extra", (0, 16_000), "too large")?;
        let worths = Worths::read(given, rules, ends)?;
        Ok(worths.map_or(Self::Outcome { extremes, extra }, Self::End))
    }
}

impl Worths {
    /// Read what ends are worth, where they are what is measured.
    fn read(given: &mut Given, rules: &Rules, ends: bool) -> Result<Option<Self>, Refusal> {
        let first: i32 = given.number("captured", (0, 8_000), "too much")?;
        let most: i32 = given.number("most", (0, 8_000), "too much")?;
        let burns = given.flag("burning")?;
        let forfeits = given.flag("forfeiting")?;
        let numbers: Vec<i16> = given.numbers("worths", (-16_000, 16_000), "one is too large")?;
        if !ends {
            return Ok(None);
        }
        if forfeits != (rules.losing != 0) {
            return Err(Refusal::of("forfeiting", "not as the rules say"));
        }
        let stride = PLAIN_ENDS * if burns { BURNED } else { 1 } * if forfeits { FORFEITS } else { 1 };
        if numbers.len() != stride * (most.unsigned_abs() as usize + 1) {
            return Err(Refusal::of("worths", "not as many as there are ends"));
        }
        let low = numbers.iter().copied().min().unwrap_or_default();
        let high = numbers.iter().copied().max().unwrap_or_default();
        let key =
            hash(numbers.iter().map(|&worth| u64::from(worth.cast_unsigned())).chain([first.unsigned_abs().into()]));
        let takes = numbers.chunks_exact(4).any(|ends| ends[1] != ends[3] || ends[2] != ends[3]);
        Ok(Some(Self { first, most, numbers, stride, forfeits, takes, burns, low, high, key }))
    }

    /// Return what the end of a deal is worth; who leads took its last trick.
    pub fn at(&self, rules: &Rules, trick: &Trick, further: &Further, forfeit: Option<usize>) -> i16 {
        let last = rules.side(trick.leader);
        let mut place = 0;
        if self.forfeits {
            place = forfeit.map_or(0, |side| side + 1);
        }
        if self.burns {
            place = place * BURNED + further.burned as usize;
        }
        place = (place * 2 + last) * 4 + trick.took as usize;
        let points = usize::try_from(i32::from(further.captured) - self.first).unwrap_or_default();
        self.numbers.get(points * self.stride + place).copied().unwrap_or_default()
    }

    /// Return the least and the most that an end is worth.
    pub fn reach(&self) -> (i32, i32) {
        (self.low.into(), self.high.into())
    }

    /// Return what the past adds to the key of a position.
    pub fn past(&self, rules: &Rules, trick: &Trick, further: &Further) -> Key {
        let took = if self.takes { trick.took } else { 3 };
        let burned = if self.burns { further.burned } else { 0 };
        let side = rules.side(trick.leader) as u64;
        let past = hash([u64::from(further.captured.cast_unsigned()), u64::from(took), u64::from(burned), side]);
        key::plus(self.key, past)
    }
}
