//! What is measured: how much of the points side 0 still gets, or what the end of a deal is worth to it.

use super::key::{self, hash};
use super::rules::Rules;
use super::trick::{Further, Trick};
use crate::reading::{Reader, Refusal};
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
    pub fn read(reader: &mut Reader, rules: &Rules) -> Result<Self, Refusal> {
        if reader.flag("goal: expected 0 or 1")? {
            return Ok(Self::End(Worths::read(reader, rules)?));
        }
        let extremes = reader.flag("extremes: expected 0 or 1")?;
        let extra = reader.number(0, 16_000, "extra: too large")?;
        Ok(Self::Outcome { extremes, extra })
    }
}

impl Worths {
    fn read(reader: &mut Reader, rules: &Rules) -> Result<Self, Refusal> {
        let first = reader.number(0, 8_000, "captured: too much")?;
        let most = reader.number(0, 8_000, "worths: too many")?;
        let burns = reader.flag("burned sides: expected 0 or 1")?;
        let forfeits = reader.flag("forfeits: expected 0 or 1")?;
        if forfeits != (rules.losing != 0) {
            return Err(reader.refusal("forfeits: not as the rules say"));
        }
        let stride = PLAIN_ENDS * if burns { BURNED } else { 1 } * if forfeits { FORFEITS } else { 1 };
        let mut numbers = Vec::new();
        for _ in 0..=most {
            for _ in 0..stride {
                numbers.push(reader.number(-16_000, 16_000, "worth: too large")? as i16);
            }
        }
        let low = numbers.iter().copied().min().unwrap_or_default();
        let high = numbers.iter().copied().max().unwrap_or_default();
        let key =
            hash(numbers.iter().map(|&worth| u64::from(worth.cast_unsigned())).chain([first.unsigned_abs().into()]));
        let takes = numbers.chunks_exact(4).any(|ends| ends[1] != ends[3] || ends[2] != ends[3]);
        Ok(Self { first, most, numbers, stride, forfeits, takes, burns, low, high, key })
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
