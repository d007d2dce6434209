//! What positions are remembered by: two hashes of all that bears on the rest of the deal.
//!
//! Seats count from the leader on, as they rotate (T-SEATS), and what is remembered is seen by the leader's side. How many tricks a
//! side took makes no difference, only whether it took any (T-KEY). Without a talon suits that are not trumps may be exchanged with
//! each other (T-SUITS), and what matters of a suit is whose the cards still in play are, from the lowest to the highest, and what
//! each counts: which card beats which depends on their order alone, and what is owed on suits and this order. A king and a queen
//! that can still be shown stand for themselves.

#![expect(clippy::cast_possible_truncation, reason = "words are packed of small numbers")]

use super::cards::{Cards, SUITS, lane};
use super::deal::{Frame, Position, Took};
use super::rules::{ClaimedWhen, MarriedBy, Rules};
use super::seats::{Seat, Side};
use crate::table::{Key, mix};

/// Where cards of a lane stand among others.
#[derive(Debug)]
pub struct Places {
    /// By eight bits of all cards and of some of them: the bits of these among those.
    packed: Vec<u8>,
    /// By the cards of a suit: the lowest cards that count the same one after the other.
    plain: Vec<u16>,
    /// The same where king and queen stand for themselves.
    married: Vec<u16>,
}

impl Places {
    /// Work out the tables for the ranks of a game.
    pub fn new(rules: &Rules) -> Self {
        let packed = (0..1_usize << 16).map(|both| pack(both >> 8, both & 255)).collect();
        let values = &rules.values[..rules.ranks];
        let own = |rank: usize| -> (usize, i16) {
            let married = [rules.king, rules.queen].contains(&u8::try_from(rank).ok());
            if married { (1 + rank, 0) } else { (0, values[rank]) }
        };
        let plain = lowest_alike(rules.ranks, |rank| (0, values[rank]));
        Self { packed, plain, married: lowest_alike(rules.ranks, own) }
    }

    /// Return where some cards of a lane stand among all of them, as bits.
    #[inline]
    pub fn among(&self, some: usize, all: usize) -> u64 {
        let low = self.packed[(all & 255) << 8 | some & 255];
        if all < 256 {
            return u64::from(low);
        }
        let high = self.packed[(all >> 8) << 8 | some >> 8];
        u64::from(low) | u64::from(high) << (all & 255).count_ones()
    }

    /// Return what a suit adds to the hash of a shape: whose the cards are.
    #[inline]
    pub fn word(&self, hands: &[Cards], suit: usize, all: usize, trump: u8) -> u64 {
        let mut word = 1 << 60 | u64::from(usize::from(trump) == suit) << 56;
        word |= u64::from(all.count_ones()) << 52;
        for (place, &hand) in hands[1..].iter().enumerate() {
            word |= self.among(lane(hand, suit), all) << (13 * place);
        }
        mix(word)
    }

    /// Return the same for all cards of a lane that count the same one after the other.
    #[inline]
    pub fn kind(&self, all: usize, married: bool) -> u64 {
        u64::from(if married { self.married[all] } else { self.plain[all] })
    }
}

/// What was worked out about suits, while it stays the same who has which card: it depends on the cards still in play alone.
#[derive(Debug)]
pub struct Words {
    ranks: usize,
    words: Vec<u64>,
}

impl Words {
    /// Make room for the suits of a game.
    pub fn new(rules: &Rules) -> Self {
        Self { ranks: rules.ranks, words: vec![0; (2 * SUITS) << rules.ranks] }
    }

    /// Forget what was worked out for other hands.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Return what a suit adds to the hash of a shape, by the cards of it that are in play, and whether it is trumps.
    #[inline]
    pub fn get(&mut self, suit: usize, is_trump: bool, cards: usize, word: impl FnOnce() -> u64) -> u64 {
        let place = &mut self.words[(2 * suit + usize::from(is_trump)) << self.ranks | cards];
        if *place == 0 {
            *place = word();
        }
        *place
    }
}

fn pack(all: usize, some: usize) -> u8 {
    let mut packed = 0;
    let mut place = 0;
    for bit in 0..8 {
        if all >> bit & 1 == 1 {
            packed |= (some >> bit & 1) << place;
            place += 1;
        }
    }
    packed as u8
}

/// Return for every set of ranks the first one whose ranks are worth the same one after the other.
fn lowest_alike(ranks: usize, worth: impl Fn(usize) -> (usize, i16)) -> Vec<u16> {
    let mut first = std::collections::HashMap::new();
    (0..1_u16 << ranks)
        .map(|set| {
            let sequence: Vec<(usize, i16)> = (0..ranks).filter(|rank| set >> rank & 1 == 1).map(&worth).collect();
            *first.entry(sequence).or_insert(set)
        })
        .collect()
}

/// Two hashes in the making.
#[derive(Debug, Clone, Copy)]
pub struct Hash {
    one: u64,
    other: u64,
}

impl Hash {
    pub const EMPTY: Self = Self { one: 0x243f_6a88_85a3_08d3, other: 0x1319_8a2e_0370_7344 };

    /// Add a word.
    #[inline]
    pub fn add(&mut self, word: u64) {
        self.one = (self.one ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.one ^= self.one >> 32;
        self.other = (self.other ^ word.rotate_left(32)).wrapping_mul(0xd134_2543_de82_ef95);
        self.other ^= self.other >> 29;
    }

    #[inline]
    pub fn key(self) -> Key {
        Key { index: mix(self.one), check: mix(self.other) }
    }
}

/// Whether the suits may be told by their cards alone: nothing is drawn any more, and no card is exchanged.
#[inline]
pub fn is_plain(rules: &Rules, at: &Position) -> bool {
    match at.closed {
        _ if at.talon == 0 => true,
        Some(closed) => !(closed.fresh && rules.exchange.after_closing),
        None => false,
    }
}

/// Add the cards of a position before a trick, and what bears on play beside points.
pub fn add_position(hash: &mut Hash, rules: &Rules, places: &Places, frame: &Frame, at: &Position, alike: bool) {
    if alike && is_plain(rules, at) {
        let marriages = at.future_marriages(rules, frame);
        let leader = at.leader.place();
        if rules.players == 2 {
            add_suits::<2>(hash, (rules, places), from_leader(&at.hands, leader), at.trump, marriages);
        } else {
            add_suits::<4>(hash, (rules, places), from_leader(&at.hands, leader), at.trump, marriages);
        }
    } else {
        let first = if alike { at.leader } else { Seat::new(0) };
        for seat in 0..rules.players {
            hash.add(at.hands[first.after(seat, rules.players)]);
        }
        let mut talon = 0_u64;
        for number in at.talon_cards(frame) {
            talon = (talon ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        }
        hash.add(talon);
        let leader = if alike { 0 } else { u64::from(at.leader.number()) };
        hash.add(u64::from(at.trump) | u64::from(at.talon) << 8 | leader << 16);
    }
    let seat = |seat: Seat| u64::from(if alike { seat.turns_after(at.leader, rules.players) } else { seat.number() });
    let counts = !rules.marriages.first || !rules.closing.first || rules.claimed_when == ClaimedWhen::Trick;
    let mut state = u64::from(counts && at.begun) | (at.shown(rules) as u64) << 1 | u64::from(at.talon > 0) << 4;
    if let Some(closed) = at.closed {
        let fresh = closed.fresh && rules.exchange.after_closing;
        let level = if rules.race.won_at_closing { closed.level.place() as u64 } else { 0 };
        state |= 1 << 5 | seat(closed.seat) << 6 | level << 8 | u64::from(closed.took) << 10;
        state |= u64::from(fresh) << 11;
    }
    hash.add(state);
}

/// Add the suits: whose the cards are, and what they count, the same in whatever order the plain suits come.
///
/// The hands are those of the leader and of the others in turn from him; of `married` suits the marriage can still be shown.
#[inline]
pub fn add_suits<const SEATS: usize>(
    hash: &mut Hash,
    (rules, places): (&Rules, &Places),
    hands: [Cards; SEATS],
    trump: u8,
    married: Cards,
) {
    let all = hands.iter().fold(0, |all, &hand| all | hand);
    let (mut one, mut other) = (0_u64, 0_u64);
    for suit in 0..SUITS {
        let lane_all = lane(all, suit);
        let is_married = lane(married, suit) != 0;
        let mut word = 0;
        for &hand in &hands[1..] {
            word = word << 13 | places.among(lane(hand, suit), lane_all);
        }
        word = word << 13 | places.kind(lane_all, is_married);
        if is_married && rules.marriages.by == MarriedBy::Suit {
            word |= (1 + suit as u64) << 60;
        }
        if usize::from(trump) == suit {
            hash.add(word);
        } else {
            one = one.wrapping_add(mix(word));
            other = other.wrapping_add(mix(word ^ 0xa409_3822_299f_31d0));
        }
    }
    hash.add(one);
    hash.add(other.rotate_left(17));
}

/// Return hands from the leader's on.
#[inline]
pub fn from_leader<const SEATS: usize>(hands: &[Cards], leader: usize) -> [Cards; SEATS] {
    std::array::from_fn(|turn| hands[(leader + turn) % SEATS])
}

/// Return what a side has for certain, and what its marriages will bring when it takes a trick.
#[inline]
pub fn had(at: &Position, side: Side) -> (i16, i16) {
    match at.took[side] {
        Took::Yes => (at.points[side] + at.melds[side], 0),
        _ => (at.points[side], at.melds[side]),
    }
}

/// Return which sides have taken a trick, the leader's first.
#[inline]
pub fn took(at: &Position, side: Side) -> u64 {
    at.took[side] as u64 | (at.took[side.other()] as u64) << 2
}

/// The side that positions before a trick are seen by.
#[inline]
pub fn viewer(at: &Position, alike: bool) -> Side {
    if alike { at.leader.side() } else { Side::FIRST }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortcuts::ALL;

    fn places(values: &[i32], king: i32, queen: i32) -> Places {
        let rules = super::super::tests::rules(ALL, 2, values, (king, queen));
        Places::new(&Rules::of_numbers(&rules).unwrap())
    }

    #[test]
    fn cards_stand_among_others_as_one_counts() {
        let places = places(&[0; 13], -1, -1);
        for all in (0..1 << 13).step_by(7) {
            let some = all & 0b1_0110_1101_1010;
            let mut expected = 0;
            for (place, rank) in (0..13).filter(|rank| all >> rank & 1 == 1).enumerate() {
                expected |= (some as u64 >> rank & 1) << place;
            }
            assert_eq!(places.among(some, all), expected);
        }
    }

    #[test]
    fn suits_are_alike_that_count_the_same_one_after_the_other() {
        let places = places(&[0, 0, 2, 3, 3], 4, 3);
        let kind = |cards, married| places.kind(cards, married);
        assert_eq!(kind(0b00001, false), kind(0b00010, false));
        assert_ne!(kind(0b00011, false), kind(0b00001, false));
        assert_ne!(kind(0b00101, false), kind(0b01001, false));
        assert_eq!(kind(0b10001, false), kind(0b01010, false));
        assert_ne!(kind(0b10001, true), kind(0b01010, true));
    }
}
