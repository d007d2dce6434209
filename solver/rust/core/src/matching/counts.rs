//! What complete tables show: counts over all positions, or over some in a row.

use super::board::Board;
use super::complete::{Complete, FirstTrick};
use super::hands::{Falling, Seat, Slot, held};
use super::places::MOST_CARDS;
use super::trick::Trick;

/// More units than any table has.
const UNITS: usize = 128;

/// How positions end in perfect play, and what that takes. What is counted as kept is points, whoever takes the last trick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// In how many the side of the leader takes every trick.
    pub every: u64,
    /// In how many it takes none.
    pub none: u64,
    /// In how many it takes more points than the other side.
    pub ahead: u64,
    /// In how many as many.
    pub level: u64,
    /// In how many the leader holds cards of several slots.
    pub several: u64,
    /// In how many of these only one of the slots keeps the points of his side.
    pub only_one: u64,
    /// The first place at which the leader needs the most rounds.
    pub longest: u64,
    /// In how many he needs so many rounds of the first trick, that his side keeps its points.
    pub rounds: [u64; MOST_CARDS + 1],
    /// In how many his side takes so many units of points.
    pub units: [u64; UNITS],
}

impl Counts {
    /// All numbers, in the order of the fields.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        [self.every, self.none, self.ahead, self.level, self.several, self.only_one, self.longest]
            .into_iter()
            .chain(self.rounds)
            .chain(self.units)
    }
}

impl Complete {
    /// Count what so many positions from a place on show.
    ///
    /// # Errors
    /// When their table is not there, or one of those of fewer cards, or there are no such places.
    pub fn count(&self, cards: usize, from: usize, count: usize) -> Result<Counts, &'static str> {
        let entries = self.entries(cards, from, count).ok_or("the table is not there, or has no such places")?;
        self.expect_fewer(cards)?;
        Ok(match self.rules.seats {
            2 => self.count_for::<2>(cards, from, entries),
            3 => self.count_for::<3>(cards, from, entries),
            4 => self.count_for::<4>(cards, from, entries),
            5 => self.count_for::<5>(cards, from, entries),
            _ => self.count_for::<6>(cards, from, entries),
        })
    }

    fn count_for<const N: usize>(&self, cards: usize, from: usize, entries: &[u8]) -> Counts {
        let mut counts = Counts {
            every: 0,
            none: 0,
            ahead: 0,
            level: 0,
            several: 0,
            only_one: 0,
            longest: from as u64,
            rounds: [0; MOST_CARDS + 1],
            units: [0; UNITS],
        };
        let mut most = 0;
        for (place, &entry) in (from..).zip(entries) {
            let board = Board::<N>::of_columns(&self.rules, self.places.position(place, cards));
            let mut first = FirstTrick { complete: self, board, backwards: false, kept: 0 };
            let (value, left) = (i32::from(entry) - 1, first.left());
            let sum = first.sum(left);
            let units = value.clamp(0, sum) / 2;
            counts.every += u64::from(value > sum);
            counts.none += u64::from(value < 0);
            counts.ahead += u64::from(2 * units > sum / 2);
            counts.level += u64::from(2 * units == sum / 2);
            counts.units[units.unsigned_abs() as usize] += 1;
            let leads = held(first.board.hand(Seat::new(0)));
            let several = leads.count_ones() > 1;
            counts.several += u64::from(several);
            let trick = Trick::before(Seat::new(0), 0, left, 3);
            let rounds = first.rounds_for(&trick, units, cards);
            counts.only_one += u64::from(several && first.is_only_one(&trick, units));
            counts.rounds[rounds] += 1;
            if rounds > most {
                (most, counts.longest) = (rounds, place as u64);
            }
        }
        counts
    }
}

impl<const N: usize> FirstTrick<'_, N> {
    /// The slots that the leader may lead, those that keep so many units when he keeps so many cards for later tricks.
    fn keeping(&mut self, trick: &Trick, units: i32, kept: usize) -> impl Iterator<Item = Slot> {
        self.kept = kept;
        let leader = Seat::new(0);
        let need = 2 * units;
        Falling(held(self.board.hand(leader)))
            .filter(move |&slot| units == 0 || self.try_slot(trick, leader, slot, (need - 1, need)) >= need)
    }

    /// How many rounds of the trick the leader needs for so many units: with fewer his side cannot be sure of them.
    fn rounds_for(&mut self, trick: &Trick, units: i32, cards: usize) -> usize {
        (1..cards).find(|rounds| self.keeping(trick, units, cards - rounds).next().is_some()).unwrap_or(cards)
    }

    /// Whether only one slot keeps so many units.
    fn is_only_one(&mut self, trick: &Trick, units: i32) -> bool {
        self.keeping(trick, units, 0).nth(1).is_none()
    }
}
