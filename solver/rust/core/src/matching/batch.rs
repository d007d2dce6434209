//! Many deals with matching tricks, between two sides that are known beforehand: what is told of them.

use super::dealing::Dealing;
use super::hands::{Falling, Slot, cards, count, held};
use super::rules::Rules;
use super::table::Table;
use crate::manifest::form;
use crate::many::planes::{Eyes, Planes, Scene};
use crate::many::{Batch, END, Many, Playing};
use crate::reading::{Given, Refusal};

/// Make so many deals, none of which has been dealt.
///
/// # Errors
/// When the rules or what is said of dealing are wrong, or there is not memory for so many.
pub fn open(rules: &[i32], dealing: &[i32], planes: &[i32], deals: usize) -> Result<Box<dyn Batch>, Refusal> {
    let rules = Rules::of_numbers(rules)?;
    let dealing = Dealing::read(&mut Given::new(form("dealing"), dealing)?, &rules)?;
    let planes = Planes::read(planes, rules.seats, rules.slots, dealing.actions)?;
    match rules.seats {
        2 => Many::open(Deals::<2>::new(rules, dealing, planes), deals),
        3 => Many::open(Deals::<3>::new(rules, dealing, planes), deals),
        4 => Many::open(Deals::<4>::new(rules, dealing, planes), deals),
        5 => Many::open(Deals::<5>::new(rules, dealing, planes), deals),
        6 => Many::open(Deals::<6>::new(rules, dealing, planes), deals),
        7 => Many::open(Deals::<7>::new(rules, dealing, planes), deals),
        _ => Many::open(Deals::<8>::new(rules, dealing, planes), deals),
    }
}

struct Deals<const N: usize> {
    rules: Rules,
    dealing: Dealing,
    planes: Planes,
}

impl<const N: usize> Deals<N> {
    fn new(rules: Rules, dealing: Dealing, planes: Planes) -> Self {
        Self { rules, dealing, planes }
    }

    fn kind(&self, slot: Slot) -> usize {
        self.rules.codes[slot].into()
    }
}

impl<const N: usize> Playing for Deals<N> {
    type Table = Table<N>;

    fn sizes(&self) -> [usize; 3] {
        [N, self.dealing.actions, self.planes.size]
    }

    fn nothing(&self) -> Table<N> {
        Table::new(&self.rules)
    }

    fn deal(&self, table: &mut Table<N>, seed: u64, dealer: usize) {
        table.deal(&self.rules, &self.dealing, seed, dealer);
    }

    fn begin(&self, position: &[i32], past: &[i32]) -> Result<Table<N>, Refusal> {
        Table::begun(&self.rules, position, past)
    }

    fn turn(&self, table: &Table<N>) -> Option<usize> {
        table.turn()
    }

    fn mark_legal(&self, table: &Table<N>, legal: &mut [u8]) {
        for slot in Falling(table.playable(&self.rules)) {
            legal[self.kind(slot)] = 1;
        }
        for (number, is_legal) in self.dealing.further.iter().zip(table.further_legal(&self.rules)) {
            if let (Some(number), true) = (number, is_legal) {
                legal[*number] = 1;
            }
        }
    }

    fn act(&self, table: &mut Table<N>, number: usize) {
        table.act(&self.rules, self.dealing.further, number);
    }

    fn see(&self, table: &Table<N>, seen: &mut [i16]) {
        let (rules, told) = (&self.rules, &self.planes.further);
        let Some(seat) = table.turn() else { return };
        let side = rules.side(table.seat());
        let mut eyes = Eyes::new(&self.planes, seen, seat, side);
        eyes.see(&Scene {
            leader: table.trick.leader.number(),
            winning: table.trick.winning.number(),
            turn: seat,
            dealer: table.dealer,
            talon: table.talon_left(),
            points: table.points.map(|points| points * rules.unit),
            tricks: table.tricks,
        });
        let partner = (told.peeking && table.talon_left() == 0).then(|| (seat + N / 2) % N);
        for (other, hand) in table.board.hands() {
            eyes.size(other.number(), cards(hand));
            if other.number() == seat || Some(other.number()) == partner {
                for slot in Falling(held(hand)) {
                    eyes.held(other.number(), self.kind(slot), i16::try_from(count(hand, slot)).unwrap_or(i16::MAX));
                }
            }
        }
        for (place, &slot) in table.lying.iter().enumerate() {
            eyes.lying(place, self.kind(slot));
        }
        for (side, taken) in table.taken.iter().enumerate() {
            for slot in rules.all() {
                eyes.taken(side, self.kind(slot), taken[slot].into());
            }
        }
        let further = &table.further;
        if let Some(at) = told.leads
            && let Some(kind) = rules.all().find(|&slot| rules.ranks[slot] == further.led_rank)
            && further.leads > 0
        {
            eyes.number(at + told.lead_ranks[self.kind(kind)], further.leads.into());
        }
        if let (Some(at), Some(slot)) = (told.drawn, further.spicing) {
            eyes.number(at + self.kind(slot), 1);
        }
        if let (Some(at), true) = (told.spicing, further.spicing.is_some()) {
            eyes.number(at, 1);
        }
        if let Some(at) = told.resets {
            eyes.by_side(at, [further.burned & 1, further.burned >> 1 & 1].map(i32::from));
        }
    }

    fn legal_from(&self) -> usize {
        self.planes.legal
    }

    fn end(&self, table: &Table<N>) -> [i16; END] {
        table.end(&self.rules)
    }
}
