//! Endgames by number: all positions in which everybody holds so many cards, seats counted from the leader, and the place of each.
//!
//! A position is a column for each slot: how many cards of it every seat holds. Slots that may be exchanged with each other (a group)
//! stand side by side, and their columns in rising order, so that positions that do the same have one place. The place of a position
//! is the number of those whose list of columns comes before its own; what is left of the hands after some columns tells how many
//! ways there are to go on, and these numbers are all that is kept.

#![expect(clippy::cast_possible_truncation, reason = "places are taken apart into small numbers")]

use super::board::width;
use super::hands::{Seat, Slot};
use super::rules::{MAX_SLOTS, Rules};

/// The most cards a hand.
pub const MOST_CARDS: usize = 15;
/// More seats than this have too many columns.
const MOST_SEATS: usize = 6;
/// The most bytes for the numbers of ways.
const MOST_BYTES: usize = 1 << 26;

/// The places of all endgames of a game, up to so many cards a hand.
#[derive(Debug)]
pub struct Places {
    /// The slots in the order of the list, and where the group of each begins in it.
    order: Vec<(Slot, u8)>,
    /// How many bits a column has.
    row: u32,
    /// For each leader the number of each column, seats counted from the leader, by its bits; columns that there are not have that of the
    /// empty one.
    numbers: Vec<u16>,
    /// The bits of each column.
    columns: Vec<u32>,
    /// What each takes from what is left of the hands.
    takes: Vec<u32>,
    /// For each place in the list, for what is left of the hands, how many ways there are with a column before each.
    ways: Vec<u32>,
    /// What is left of the hands at first, when each has so many cards.
    full: Vec<u32>,
    /// Where the numbers of ways begin for the next place in the list.
    stride: usize,
}

impl Places {
    /// Number the endgames of a game up to so many cards a hand, or say why that cannot be done.
    ///
    /// # Errors
    /// When there are too many seats, or too many positions.
    pub fn new(rules: &Rules, cards: usize) -> Result<Self, &'static str> {
        if rules.seats > MOST_SEATS {
            return Err("there are too many seats");
        }
        if !(1..=MOST_CARDS).contains(&cards) {
            return Err("cards: expected 1 to 15");
        }
        let (width, base) = (width(rules), cards + 1);
        let row = width * rules.seats as u32;
        let most = rules.copies.iter().copied().max().unwrap_or(0);
        let listed = list_columns(rules.seats, width, base, most);
        let mut numbers = vec![0; rules.seats << row];
        for leader in 0..rules.seats {
            let (right, left) = (width * leader as u32, row - width * leader as u32);
            for (number, &(_, turned, _)) in listed.iter().enumerate() {
                let column = (turned << right | turned >> left) & ((1 << row) - 1);
                numbers[leader << row | column as usize] = number as u16;
            }
        }
        // What is left of the hands is a number with a digit for each seat, and counted in rows of numbers of ways.
        let rows = listed.len() as u32 + 1;
        let one: u32 = (0..rules.seats as u32).map(|seat| (base as u32).pow(seat)).sum();
        let mut places = Self {
            order: in_order(rules),
            row,
            numbers,
            columns: listed.iter().map(|&(_, bits, _)| bits).collect(),
            takes: listed.iter().map(|&(_, _, takes)| takes * rows).collect(),
            ways: Vec::new(),
            full: (0..base as u32).map(|each| each * one * rows).collect(),
            stride: base.pow(rules.seats as u32) * rows as usize,
        };
        places.count_ways(rules, base as u32, &listed)?;
        Ok(places)
    }

    /// The most cards a hand.
    pub fn most(&self) -> usize {
        self.full.len() - 1
    }

    /// How many positions there are with so many cards a hand.
    pub fn count(&self, cards: usize) -> usize {
        self.ways_from(0, self.full[cards], 0) as usize
    }

    /// Count the ways from the last place in the list to the first.
    fn count_ways(&mut self, rules: &Rules, base: u32, listed: &[Column]) -> Result<(), &'static str> {
        let size = self.order.len() * self.stride;
        if size == 0 || size > MOST_BYTES / size_of::<u32>() {
            return Err("there are too many positions");
        }
        self.ways = vec![0; size];
        let rows = listed.len() as u32 + 1;
        // The digits apart from each other, so that all are compared at once.
        let spread =
            |rest: u32| (0..rules.seats as u32).map(|seat| (rest / base.pow(seat) % base) << (5 * seat)).sum::<u32>();
        let borrows = (0..rules.seats as u32).map(|seat| 16 << (5 * seat)).sum::<u32>();
        let spread_columns: Vec<u32> = listed.iter().map(|&(_, _, takes)| spread(takes)).collect();
        for place in (0..self.order.len()).rev() {
            let (slot, first) = self.order[place];
            let copies = rules.copies[slot];
            for rest in 0..(self.stride as u32 / rows) {
                let row = place * self.stride + (rest * rows) as usize;
                let has = spread(rest) | borrows;
                for (number, &(total, _, takes)) in listed.iter().enumerate() {
                    let fits = (has - spread_columns[number]) & borrows == borrows;
                    let ways = if total > copies || !fits {
                        0
                    } else if let Some(&(_, next)) = self.order.get(place + 1) {
                        let least = if next == first { number } else { 0 };
                        self.ways_from(place + 1, (rest - takes) * rows, least)
                    } else {
                        u32::from(rest == takes)
                    };
                    let sum = self.ways[row + number].checked_add(ways);
                    self.ways[row + number + 1] = sum.ok_or("there are too many positions")?;
                }
            }
        }
        Ok(())
    }

    /// How many ways there are from a place in the list on, with a column from `least` on there.
    fn ways_from(&self, place: usize, rest: u32, least: usize) -> u32 {
        let row = place * self.stride + rest as usize;
        self.ways[row + self.columns.len()] - self.ways[row + least]
    }

    /// The place of a position in which everybody holds so many cards, by its columns.
    #[inline]
    pub fn place(&self, column: impl Fn(Slot) -> u32, leader: Seat, cards: usize) -> usize {
        let mut row = self.full[cards] as usize;
        let mut sum = 0;
        let numbers = &self.numbers[leader.number() << self.row..][..1 << self.row];
        let mut sorted = [0_u16; MAX_SLOTS];
        for (place, &(slot, first)) in self.order.iter().enumerate() {
            let mut number = numbers[column(slot) as usize];
            for before in &mut sorted[first as usize..place] {
                (*before, number) = (number.min(*before), number.max(*before));
            }
            sorted[place] = number;
        }
        // No column comes before the last one: it is what is left.
        for (place, &(_, first)) in self.order[..self.order.len() - 1].iter().enumerate() {
            let number = sorted[place] as usize;
            sum += self.ways[row + number];
            if place > first as usize {
                sum -= self.ways[row + sorted[place - 1] as usize];
            }
            row = row + self.stride - self.takes[number] as usize;
        }
        sum as usize
    }

    /// The columns of the position at a place.
    pub fn position(&self, place: usize, cards: usize) -> [u32; MAX_SLOTS] {
        let mut columns = [0; MAX_SLOTS];
        let (mut row, mut place, mut last) = (self.full[cards] as usize, place as u32, 0);
        for (at, &(slot, first)) in self.order.iter().enumerate() {
            let ways = &self.ways[row..=row + self.columns.len()];
            let before = ways[if at > first as usize { last } else { 0 }];
            last = ways.partition_point(|&sum| sum <= before + place) - 1;
            place -= ways[last] - before;
            columns[slot] = self.columns[last];
            row = row + self.stride - self.takes[last] as usize;
        }
        columns
    }
}

/// The slots in the order of the list, and where the group of each begins in it.
fn in_order(rules: &Rules) -> Vec<(Slot, u8)> {
    let mut slots: Vec<Slot> = rules.all().collect();
    slots.sort_by_key(|&slot| (rules.groups[slot], slot.place()));
    let first = |place: usize| {
        let group = rules.groups[slots[place]];
        let of_group = |slot: &Slot| group != 0 && rules.groups[*slot] == group;
        slots.iter().position(of_group).unwrap_or(place) as u8
    };
    (0..slots.len()).map(|place| (slots[place], first(place))).collect()
}

/// A column: how many cards, its bits, and the same with a digit for each seat to another base.
type Column = (usize, u32, u32);

/// List all columns of at most so many cards, fewer than `base` of each seat.
fn list_columns(seats: usize, width: u32, base: usize, most: usize) -> Vec<Column> {
    let mut columns = vec![(0, 0, 0)];
    for seat in 0..seats as u32 {
        let with = |&(total, bits, digits): &Column| {
            (0..base.min(most + 1 - total)).map(move |held| {
                let more = held as u32;
                (total + held, bits | more << (width * seat), digits + more * (base as u32).pow(seat))
            })
        };
        columns = columns.iter().flat_map(with).collect();
    }
    columns
}
