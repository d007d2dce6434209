//! In which order cards are tried: those first that are likely to be enough.

use super::hands::{Falling, Marks, Seat, Slot, count, first, held, last, mark};
use super::knowledge::Search;
use super::rules::MAX_SLOTS;
use super::trick::Trick;

/// How much each card of a slot speaks for leading it: those of the seat itself can be led again, those of its side (its own among
/// them) take the trick, and those of the other side take it away. Chosen by the nodes of searches.
const OWN_CARD: i32 = 3;
const SIDES_CARD: i32 = 1;
const THEIR_CARD: i32 = 4;

/// The cards of a hand in the order in which they are tried.
#[derive(Clone)]
pub struct Replies {
    stages: [Marks; 3],
    rising: bool,
}

impl Replies {
    /// Some cards first, then some others, and then the rest.
    #[inline]
    pub fn new(stages: [Marks; 3], rising: bool) -> Self {
        Self { stages, rising }
    }

    #[inline]
    pub fn all(&self) -> Marks {
        self.stages[0] | self.stages[1] | self.stages[2]
    }

    #[inline]
    pub fn is_one(&self) -> bool {
        self.all() & self.all().wrapping_sub(1) == 0
    }
}

impl Iterator for Replies {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        let [one, two, three] = &mut self.stages;
        let stage = if *one != 0 {
            one
        } else if *two != 0 {
            two
        } else {
            three
        };
        if *stage == 0 {
            return None;
        }
        let slot = if self.rising { last(*stage) } else { first(*stage) };
        *stage &= !mark(slot);
        Some(slot)
    }
}

/// A list of slots.
#[derive(Default)]
pub struct Slots {
    list: u64,
    count: u32,
}

impl Slots {
    #[inline]
    pub fn push(&mut self, slot: Slot) {
        self.list |= (slot.place() as u64) << (4 * self.count);
        self.count += 1;
    }

    /// Add marked slots, the most valuable first.
    #[inline]
    fn fall(&mut self, marks: Marks) {
        Falling(marks).for_each(|slot| self.push(slot));
    }

    /// Add marked slots, those with a high score first, and of these the most valuable.
    #[inline]
    fn sort(&mut self, marks: Marks, score: impl Fn(Slot) -> i32) {
        let mut sorted = [(0, Slot::default()); MAX_SLOTS];
        let mut length = 0;
        for slot in Falling(marks) {
            let scored = score(slot);
            let mut place = length;
            while place > 0 && sorted[place - 1].0 < scored {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = (scored, slot);
            length += 1;
        }
        for &(_, slot) in &sorted[..length] {
            self.push(slot);
        }
    }
}

impl Iterator for Slots {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        if self.count == 0 {
            return None;
        }
        let slot = self.list & 15;
        self.list >>= 4;
        self.count -= 1;
        Some(Slot::new(slot as usize))
    }
}

impl<const N: usize, const PLAIN: bool> Search<'_, N, PLAIN> {
    /// The slots to play to a lead, those first that are likely to be enough.
    #[inline]
    pub fn replies(
        &self,
        led: Slot,
        to_match: Marks,
        (seat, place): (Seat, usize),
        winning: Seat,
        points: i32,
    ) -> Replies {
        let hand = self.without_twins(held(self.board.hand(seat)));
        let own = mark(led) & hand & to_match;
        let wild = hand & to_match & !own;
        let others = hand & !to_match;
        if !self.rules.shortcuts.order {
            return Replies::new([hand, 0, 0], false);
        }
        if self.rules.side(winning) == self.rules.side(seat) {
            // The own side is winning: what is most valuable, or keeps it so where the next seat can take the trick.
            let next = self.board.hand(seat.after(1, N));
            let keeps = place < N - 1 && held(next) & to_match != 0;
            return Replies::new(if keeps { [own, others, wild] } else { [others, own, wild] }, false);
        }
        let stages = if N == 2 && points == 0 {
            [others, own, wild]
        } else if N == 2 || points == 0 || place == 1 {
            [own, others, wild]
        } else {
            [own, wild, others]
        };
        Replies::new(stages, true)
    }

    /// The slots to lead: those first of which the own side has many and the other side few, then the most valuable; wild cards last.
    #[inline]
    pub fn leads(&self, marks: Marks, seat: Seat) -> Slots {
        let own = self.board.hand(seat);
        let sides = self.by_side();
        let (ours, theirs) = (sides[self.rules.side(seat)], sides[1 - self.rules.side(seat)]);
        let mut leads = Slots::default();
        if !self.rules.shortcuts.order {
            leads.fall(marks);
            return leads;
        }
        leads.sort(marks & !self.rules.strong, |slot| {
            OWN_CARD * count(own, slot) + SIDES_CARD * count(ours, slot) - THEIR_CARD * count(theirs, slot)
        });
        leads.fall(marks & self.rules.strong);
        leads
    }

    /// All cards of each side.
    #[inline]
    pub fn by_side(&self) -> [u64; 2] {
        let mut cards = [0; 2];
        for (seat, hand) in self.board.hands() {
            cards[self.rules.side(seat)] += hand;
        }
        cards
    }

    /// Leave out slots that do the same as another of these: they are twins, or may be exchanged with each other, and everybody holds
    /// equally many.
    #[inline]
    pub fn distinct(&self, marks: Marks, trick: &Trick) -> Marks {
        let marks = self.without_twins(marks);
        let rest = &self.rests[trick.drawn as usize];
        let shared = marks & rest.shared;
        if !PLAIN || shared & shared.wrapping_sub(1) == 0 {
            return marks;
        }
        let mut distinct = marks;
        let mut rest_of = Falling(shared);
        while let Some(slot) = rest_of.next() {
            for other in Falling(rest_of.0) {
                if self.board.columns()[slot] == self.board.columns()[other] && rest.starts[slot] == rest.starts[other]
                {
                    distinct &= !mark(slot);
                }
            }
        }
        distinct
    }

    /// Leave out slots whose twins are among these.
    #[inline]
    fn without_twins(&self, marks: Marks) -> Marks {
        let is_doubled = |&&(slot, _): &&(Slot, Slot)| marks & mark(slot) != 0;
        self.rules.twins.iter().filter(is_doubled).fold(marks, |marks, &(_, twin)| marks & !mark(twin))
    }
}
