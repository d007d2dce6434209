//! Many deals with suit tricks: what is told of them.

use super::cards::{Cards, NO_SUIT};
use super::dealing::{Dealing, TrumpFrom};
use super::rules::Rules;
use super::seats::Seat;
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
    let dealing = Dealing::read(&mut Given::new(form("suit dealing"), dealing)?, &rules)?;
    let planes = Planes::read(planes, rules.players.into(), dealing.pack.len(), dealing.codes.len())?;
    Many::open(Deals { rules, dealing, planes }, deals)
}

struct Deals {
    rules: Rules,
    dealing: Dealing,
    planes: Planes,
}

impl Deals {
    /// The numbers of the kinds of some cards.
    fn kinds(&self, cards: Cards) -> impl Iterator<Item = usize> + use<'_> {
        Table::kinds(&self.dealing, cards)
    }
}

impl Playing for Deals {
    type Table = Table;

    fn sizes(&self) -> [usize; 3] {
        [self.rules.players.into(), self.dealing.codes.len(), self.planes.size]
    }

    fn nothing(&self) -> Table {
        Table::new()
    }

    fn deal(&self, table: &mut Table, seed: u64, dealer: usize) {
        table.deal(&self.rules, &self.dealing, seed, dealer);
    }

    fn begin(&self, position: &[i32], past: &[i32]) -> Result<Table, Refusal> {
        Table::begun(&self.rules, position, past)
    }

    fn turn(&self, table: &Table) -> Option<usize> {
        (!table.now.over).then(|| table.now.turn.place())
    }

    fn mark_legal(&self, table: &Table, legal: &mut [u8]) {
        table.mark_legal(&self.rules, &self.dealing, legal);
    }

    fn act(&self, table: &mut Table, number: usize) {
        table.act(&self.rules, &self.dealing, self.dealing.codes[number]);
    }

    fn see(&self, table: &Table, seen: &mut [i16]) {
        let (now, dealing, told) = (&table.now, &self.dealing, &self.planes.further);
        let seat = now.turn;
        let mut eyes = Eyes::new(&self.planes, seen, seat.place(), seat.side().place());
        eyes.see(&Scene {
            leader: now.leader.place(),
            winning: now.winning.place(),
            turn: seat.place(),
            dealer: table.dealer,
            talon: now.talon.into(),
            points: now.points.map(i32::from),
            tricks: table.tricks,
        });
        for other in (0..self.rules.players).map(Seat::new) {
            let (hand, shown) = (now.hands[other], table.shown[other]);
            eyes.size(other.place(), hand.count_ones() as usize);
            for kind in self.kinds(if other == seat { hand } else { shown }) {
                eyes.held(other.place(), kind, 1);
            }
            if let Some(at) = told.shown {
                for kind in self.kinds(shown) {
                    eyes.of_seat(at, other.place(), kind, 1);
                }
            }
        }
        for (place, &number) in now.trick[..now.played.into()].iter().enumerate() {
            if let Some(kind) = dealing.number_of(number) {
                eyes.lying(place, kind);
            }
        }
        for (side, &taken) in table.taken.iter().enumerate() {
            for kind in self.kinds(taken) {
                eyes.taken(side, kind, 1);
            }
        }
        if let (Some(at), true) = (told.trump, now.trump != NO_SUIT) {
            eyes.number(at + usize::from(now.trump), 1);
        }
        if let (Some(at), true) = (told.turn_up, now.talon > 0 && dealing.trump_from == TrumpFrom::TurnUp) {
            if let Some(kind) = dealing.number_of(now.turn_up) {
                eyes.number(at + kind, 1);
            }
        }
        if let Some(at) = told.melds {
            eyes.by_side(at, now.melds.map(i32::from));
        }
        if let Some(at) = told.bids {
            for (place, &bid) in table.bids.iter().take(told.auction).enumerate() {
                eyes.number(at + place, bid.into());
            }
        }
        if let (Some(bid), Some(declarer), Some(contract)) = (now.contract, told.declarer, told.contract) {
            eyes.seat(declarer, bid.seat.place());
            eyes.number(contract, usize::try_from(bid.points).unwrap_or_default());
        }
        if let (Some(closed), Some(at), Some(points), Some(tricks)) =
            (now.closed, told.closed, told.closed_points, told.closed_tricks)
        {
            eyes.seat(at, closed.seat.place());
            eyes.by_side(tricks, table.closed.1.map(i32::from));
            eyes.number(points, usize::try_from(table.closed.0).unwrap_or_default());
        }
    }

    fn legal_from(&self) -> usize {
        self.planes.legal
    }

    fn end(&self, table: &Table) -> [i16; END] {
        table.end(&self.rules)
    }
}
