//! The auction: who may bid how much, and when it is over.

use super::scores::MOST;
use super::seats::Seat;
use crate::deal::MAX_ACTIONS;
use crate::reading::{Given, Refusal};

/// So many bids there can be at most, beside passing.
const MAX_BIDS: usize = MAX_ACTIONS - 1;

/// When a player may bid who has passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Again {
    /// When his partner has bid since.
    Partner,
    Always,
    Never,
}

/// What can be bid, and by whom.
#[derive(Debug)]
pub struct Bidding {
    /// Rising; the last ends the auction. Empty: there is none.
    pub bids: Vec<i32>,
    again: Again,
    /// Whether the dealer has to bid when nobody else has.
    dealer_bids: bool,
}

impl Bidding {
    pub fn read(given: &mut Given) -> Result<Self, Refusal> {
        let bids: Vec<i32> = given.numbers("bids", (1, MOST), "expected numbers from 1 on that are not too large")?;
        if bids.len() > MAX_BIDS || !bids.is_sorted_by(|one, next| one < next) {
            return Err(Refusal::of("bids", "too many, or they do not rise"));
        }
        let again = [("partner", Again::Partner), ("always", Again::Always), ("never", Again::Never)];
        Ok(Self { bids, again: given.one_of("bid_again", again)?, dealer_bids: given.flag("dealer_bids")? })
    }

    /// The highest bid; 0 where there is no auction.
    pub fn highest(&self) -> i32 {
        self.bids.last().copied().unwrap_or_default()
    }
}

/// A bid, and who has made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bid {
    pub seat: Seat,
    pub points: i32,
}

/// How far an auction has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Auction {
    /// How many of the bids are too low by now.
    low: u8,
    /// Who has made the highest bid, where there is one.
    seat: Seat,
    /// Who may not bid, a bit for each seat.
    out: u8,
    /// How many have passed since that bid, or from the beginning on.
    passes: u8,
}

impl Auction {
    /// Before anything is bid.
    pub const BEGINNING: Self = Self { low: 0, seat: Seat::new(0), out: 0, passes: 0 };

    /// Return all that tells it from others.
    pub fn code(self) -> u64 {
        u64::from(self.low)
            | u64::from(self.seat.number()) << 8
            | u64::from(self.out) << 16
            | u64::from(self.passes) << 24
    }

    /// Return the places of the bids that a seat may make.
    pub fn open(self, bidding: &Bidding, seat: Seat) -> std::ops::Range<u8> {
        #[expect(clippy::cast_possible_truncation, reason = "there are not so many bids")]
        let end = bidding.bids.len() as u8;
        if self.out >> seat.number() & 1 == 1 { end..end } else { self.low..end }
    }

    /// Whether the seat to act may pass.
    pub fn may_pass(self, bidding: &Bidding, players: u8) -> bool {
        !bidding.dealer_bids || self.low > 0 || self.passes + 1 < players
    }

    /// Return what comes after a seat has made the bid at a place, or has passed.
    pub fn after(mut self, bidding: &Bidding, players: u8, seat: Seat, place: Option<u8>) -> Course {
        if let Some(place) = place {
            self = Self { low: place + 1, seat, passes: 0, out: self.out };
            if bidding.again == Again::Partner {
                self.out &= !(1 << seat.after(players / 2, players).number());
            }
        } else {
            self.passes += 1;
            if bidding.again != Again::Always {
                self.out |= 1 << seat.number();
            }
        }
        let highest = self.low.checked_sub(1).map(|place| bidding.bids[usize::from(place)]);
        let others = if highest.is_none() { players } else { players - 1 };
        if self.passes < others && usize::from(self.low) < bidding.bids.len() {
            return Course::GoesOn(self);
        }
        Course::Over(highest.map(|points| Bid { seat: self.seat, points }))
    }
}

/// What an auction comes to.
#[derive(Debug, PartialEq, Eq)]
pub enum Course {
    GoesOn(Auction),
    /// With the contract; `None`: nobody has bid.
    Over(Option<Bid>),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who may bid from what on; where the auction is over, the contract.
    type Seen = Result<(u8, std::ops::Range<u8>), Option<(u8, i32)>>;

    const PLAYERS: u8 = 4;

    fn bidding(again: Again, dealer_bids: bool) -> Bidding {
        Bidding { bids: vec![60, 66, 130], again, dealer_bids }
    }

    /// Return what comes after these bids from seat 1 on, each a place or a pass.
    fn after(bidding: &Bidding, called: &[Option<u8>]) -> Seen {
        let (mut auction, mut turn) = (Auction::BEGINNING, Seat::new(1));
        for &place in called {
            match auction.after(bidding, PLAYERS, turn, place) {
                Course::GoesOn(next) => auction = next,
                Course::Over(bid) => return Err(bid.map(|bid| (bid.seat.number(), bid.points))),
            }
            turn = turn.after(1, PLAYERS);
        }
        Ok((turn.number(), auction.open(bidding, turn)))
    }

    #[test]
    fn three_passes_after_a_bid_or_the_highest_end_it() {
        let bidding = bidding(Again::Partner, false);
        assert_eq!(after(&bidding, &[None; 3]), Ok((0, 0..3)));
        assert_eq!(after(&bidding, &[None; 4]), Err(None));
        assert_eq!(after(&bidding, &[None, None, None, Some(0), None, None]), Ok((3, 3..3)));
        assert_eq!(after(&bidding, &[Some(1), None, None, None]), Err(Some((1, 66))));
        assert_eq!(after(&bidding, &[Some(1), Some(2)]), Err(Some((2, 130))));
    }

    #[test]
    fn who_has_passed_may_bid_when_the_rules_say_so() {
        let called = [None, Some(0), None, None];
        for (again, open) in [(Again::Partner, 3..3), (Again::Always, 1..3), (Again::Never, 3..3)] {
            assert_eq!(after(&bidding(again, false), &called), Ok((1, open)));
        }
        let called = [None, Some(0), Some(1), None];
        for (again, open) in [(Again::Partner, 2..3), (Again::Always, 2..3), (Again::Never, 3..3)] {
            assert_eq!(after(&bidding(again, false), &called), Ok((1, open)));
        }
    }

    #[test]
    fn the_dealer_may_have_to_bid() {
        let last = Auction { passes: 3, ..Auction::BEGINNING };
        assert!(last.may_pass(&bidding(Again::Partner, false), PLAYERS));
        assert!(!last.may_pass(&bidding(Again::Partner, true), PLAYERS));
        assert!(Auction { low: 1, ..last }.may_pass(&bidding(Again::Partner, true), PLAYERS));
    }
}
