//! Complete tables of endgames: what every position with so many cards a hand comes to.
//!
//! An entry is a byte: one more than the value that the side of the leader brings the rest of a deal to, as [`Goal::Outcome`] counts it:
//! two for each unit and one for the last trick. 0 says that it takes no trick of these, and the highest value that it takes all.
//! So one table answers whatever is asked of the order of outcomes.
//!
//! [`Goal::Outcome`]: super::goal::Goal::Outcome

#![expect(clippy::cast_possible_truncation, reason = "entries are bytes, and columns have few bits")]

use super::board::Board;
use super::hands::{Marks, Seat, Slot, cards, first, held, last, mark};
use super::places::{MOST_CARDS, Places};
use super::question::points_of;
use super::rules::{MAX_SLOTS, Rules};
use super::trick::Trick;
use crate::reading::Refusal;
use std::sync::OnceLock;

/// The highest value that a byte tells.
const HIGHEST: i32 = 254;

/// The complete tables of a game: one for each number of cards a hand, as far as they are there.
#[derive(Debug)]
pub struct Complete {
    pub(super) rules: Rules,
    pub(super) places: Places,
    tables: [OnceLock<Box<[u8]>>; MOST_CARDS + 1],
}

impl Complete {
    /// Make room for the tables of a game, up to so many cards a hand; none is there yet.
    ///
    /// # Errors
    /// When no such tables can be made, with the reason.
    pub fn of_numbers(numbers: &[i32], cards: usize) -> Result<Self, Refusal> {
        if numbers.first() != Some(&0) {
            return Err(Refusal::of("tricks", "tables are made for matching tricks only"));
        }
        let rules = Rules::of_numbers(numbers)?.of_endgames();
        let places = refusal(&rules).map_or(Ok(()), Err).and_then(|()| Places::new(&rules, cards));
        let places = places.map_err(|problem| Refusal::of("tables", problem))?;
        Ok(Self { rules, places, tables: Default::default() })
    }

    /// Whether the tables hold for a game.
    pub fn serves(&self, rules: &Rules) -> bool {
        rules.of_endgames() == self.rules
    }

    /// How many bytes a table takes; 0: there is no such table.
    #[must_use]
    pub fn size(&self, cards: usize) -> usize {
        if (1..=self.places.most()).contains(&cards) { self.places.count(cards) } else { 0 }
    }

    /// Use a copy of a table from now on: whatever becomes of the memory in which it was given.
    ///
    /// # Errors
    /// When it is not of the size that it has to be, or is there already.
    pub fn attach(&self, cards: usize, table: &[u8]) -> Result<(), &'static str> {
        if table.is_empty() || table.len() != self.size(cards) {
            return Err("the table is not of the size that it has to be");
        }
        if self.has(cards) {
            return Err("the table is there already");
        }
        self.tables[cards].set(table.into()).map_err(|_| "the table is there already")
    }

    /// Whether a table is there.
    #[inline]
    #[must_use]
    pub fn has(&self, cards: usize) -> bool {
        self.tables.get(cards).is_some_and(|table| table.get().is_some())
    }

    /// What the side of the leader brings the rest of a deal to, when everybody holds so many cards, by the columns of all slots; `None`:
    /// no table is there.
    #[inline]
    #[must_use]
    pub fn value(&self, cards: usize, column: impl Fn(Slot) -> u32, leader: Seat) -> Option<i32> {
        let table = self.tables.get(cards)?.get()?;
        Some(i32::from(table[self.places.place(column, leader, cards)]) - 1)
    }

    /// The entries of so many places from one on, of a table that is there.
    pub(super) fn entries(&self, cards: usize, from: usize, count: usize) -> Option<&[u8]> {
        self.tables.get(cards)?.get()?.get(from..from.checked_add(count)?)
    }

    /// Look whether the tables of fewer cards are there.
    pub(super) fn expect_fewer(&self, cards: usize) -> Result<(), &'static str> {
        if (1..cards).all(|fewer| self.has(fewer)) { Ok(()) } else { Err("the tables of fewer cards are not there") }
    }

    /// Work out entries from a place on, by the tables of fewer cards.
    ///
    /// # Errors
    /// When these are not there, or there are no such places.
    pub fn fill(&self, cards: usize, from: usize, entries: &mut [u8], backwards: bool) -> Result<(), &'static str> {
        if self.size(cards).checked_sub(from).is_none_or(|rest| entries.len() > rest) {
            return Err("there are no such places");
        }
        self.expect_fewer(cards)?;
        match self.rules.seats {
            2 => self.fill_for::<2>(cards, from, entries, backwards),
            3 => self.fill_for::<3>(cards, from, entries, backwards),
            4 => self.fill_for::<4>(cards, from, entries, backwards),
            5 => self.fill_for::<5>(cards, from, entries, backwards),
            _ => self.fill_for::<6>(cards, from, entries, backwards),
        }
        Ok(())
    }

    fn fill_for<const N: usize>(&self, cards: usize, from: usize, entries: &mut [u8], backwards: bool) {
        for (place, entry) in (from..).zip(entries) {
            let board = Board::<N>::of_columns(&self.rules, self.places.position(place, cards));
            let value = FirstTrick { complete: self, board, backwards, kept: 0 }.value();
            *entry = (value + 1).unsigned_abs() as u8;
        }
    }

    /// The position at a place: the codes of the cards of each seat, that of the leader first; `None`: there is no such place.
    #[must_use]
    pub fn position(&self, cards: usize, place: usize) -> Option<Vec<i32>> {
        if place >= self.size(cards) {
            return None;
        }
        let columns = self.places.position(place, cards);
        let width = super::board::width(&self.rules);
        let held = |seat: usize, slot: Slot| columns[slot] >> (width * seat as u32) & ((1 << width) - 1);
        let hand = |seat: usize| {
            let codes = move |slot: Slot| vec![i32::from(self.rules.codes[slot]); held(seat, slot) as usize];
            self.rules.all().flat_map(codes)
        };
        Some((0..self.rules.seats).flat_map(hand).collect())
    }
}

/// Why no endgame of a game can be looked up by its hands alone; `None`: they can.
fn refusal(rules: &Rules) -> Option<&'static str> {
    let pack = rules.all().map(|slot| mark(slot) * rules.copies[slot] as u64).sum();
    let total = points_of(rules, pack);
    let side = |seat: usize| rules.side(Seat::new(seat % rules.seats));
    let alike =
        |leader: usize| (0..rules.seats).all(|seat| (side(leader + seat) == side(leader)) == (side(seat) == side(0)));
    if rules.lead_limit > 0 {
        Some("how often a rank was led bears on the rest")
    } else if rules.four_resets {
        Some("which side's points are lost bears on the rest")
    } else if rules.losing != 0 {
        Some("a last card can lose the deal")
    } else if !(0..rules.seats).all(alike) {
        Some("the sides do not sit alike from every leader")
    } else if 2 * (total + rules.last_trick) + 2 > HIGHEST {
        Some("there are too many points for a byte")
    } else {
        None
    }
}

/// An endgame whose first trick is searched, down to the tables of fewer cards. Seat 0 leads.
pub(super) struct FirstTrick<'a, const N: usize> {
    pub(super) complete: &'a Complete,
    pub(super) board: Board<N>,
    pub(super) backwards: bool,
    /// How many cards the leader keeps: he does not go on with the trick when he has no more.
    pub(super) kept: usize,
}

/// Between which values the value still matters: the side of the leader has the first for certain, the other one concedes the second.
pub(super) type Window = (i32, i32);

/// In which order cards are tried: some before the others, and of each those first that count much, or little.
#[derive(Clone, Copy)]
struct Order {
    stages: [Marks; 2],
    falling: bool,
}

impl<const N: usize> FirstTrick<'_, N> {
    fn is_own(&self, seat: Seat) -> bool {
        self.complete.rules.side(seat) == self.complete.rules.side(Seat::new(0))
    }

    /// Card points that are left, in units.
    pub(super) fn left(&self) -> i16 {
        self.board.hands().map(|(_, hand)| points_of(&self.complete.rules, hand)).sum::<i32>() as i16
    }

    /// What both sides together get when so many units are left.
    pub(super) fn sum(&self, left: i16) -> i32 {
        2 * (i32::from(left) + self.complete.rules.last_trick) + 1
    }

    /// What the side of the leader brings the endgame to.
    fn value(&mut self) -> i32 {
        let left = self.left();
        let leader = Seat::new(0);
        let trick = Trick::before(leader, 0, left, 3);
        let window = (-2, self.sum(left) + 1);
        let order = Order { stages: [held(self.board.hand(leader)), 0], falling: false };
        self.try_slots(&trick, leader, order, -2, window)
    }

    /// Let a seat try cards beside something that it can have.
    fn try_slots(&mut self, trick: &Trick, seat: Seat, order: Order, had: i32, (low, high): Window) -> i32 {
        let own = self.is_own(seat);
        let (mut low, mut high, mut best) = (low, high, had);
        for stage in order.stages {
            let mut rest = stage;
            while rest != 0 {
                let slot = if order.falling == self.backwards { last(rest) } else { first(rest) };
                rest &= !mark(slot);
                let value = self.try_slot(trick, seat, slot, (low, high));
                if own {
                    best = best.max(value);
                    low = low.max(best);
                } else {
                    best = best.min(value);
                    high = high.min(best);
                }
                if low >= high {
                    return best;
                }
            }
        }
        best
    }

    /// Let a seat play a card.
    #[inline]
    pub(super) fn try_slot(&mut self, trick: &Trick, seat: Seat, slot: Slot, window: Window) -> i32 {
        self.board.remove(seat, slot);
        let after = trick.with::<N>(&self.complete.rules, slot);
        let value = self.follow(&after, window);
        self.board.add(seat, slot);
        value
    }

    fn follow(&mut self, trick: &Trick, window: Window) -> i32 {
        let rules = &self.complete.rules;
        if (trick.place as usize) < N {
            let seat = trick.turn::<N>();
            let hand = held(self.board.hand(seat));
            let to_match = hand & rules.matching(trick.led, trick.trumped);
            let winning = self.is_own(trick.winning) == self.is_own(seat);
            let own = to_match & mark(trick.led);
            let stages = if winning { [hand & !own, own] } else { [own, hand & !own] };
            let worst = if self.is_own(seat) { -2 } else { i32::MAX };
            return self.try_slots(trick, seat, Order { stages, falling: winning }, worst, window);
        }
        let over = self.over(trick);
        let leader = trick.leader;
        let (low, high) = window;
        let hand = self.board.hand(leader);
        if over >= high || !rules.may_continue(leader, trick.winning) || cards(hand) <= self.kept {
            return over;
        }
        let continuing = trick.continuing(rules, hand);
        let order = Order { stages: [continuing, 0], falling: true };
        self.try_slots(trick, leader, order, over, (low.max(over), high))
    }

    /// What the endgame comes to when the trick is taken now.
    fn over(&self, trick: &Trick) -> i32 {
        let sum = self.sum(trick.left - trick.points);
        let winner = trick.winning;
        let rest = self.complete.value_after(cards(self.board.hand(winner)), self.board.columns(), winner, sum);
        if self.is_own(winner) { 2 * i32::from(trick.points) + rest } else { sum - rest }
    }
}

impl Complete {
    /// What the side that has just taken a trick brings the rest to; it is the leader's, and has a trick.
    fn value_after(&self, cards: usize, columns: &[u32; MAX_SLOTS], leader: Seat, sum: i32) -> i32 {
        if cards == 0 {
            return sum + 1;
        }
        self.value(cards, |slot| columns[slot], leader).unwrap_or_default().max(0)
    }
}
