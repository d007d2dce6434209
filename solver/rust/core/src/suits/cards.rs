//! Sets of cards as bits: a lane of 16 bits for each suit, in it a bit for each rank, the lowest first.

/// A set of cards.
pub type Cards = u64;

/// The suits.
pub const SUITS: usize = 4;
/// The bits of a lane.
pub const LANES: usize = 16;
/// The lowest bit of every lane.
pub const LOWEST: Cards = 0x0001_0001_0001_0001;
/// The number that stands for no suit.
pub const NO_SUIT: u8 = 4;

const LANE: Cards = 0xffff;

/// Return the set of a card, by its number: 16 for each suit, and its strength.
#[inline]
pub fn card(number: u8) -> Cards {
    1 << number
}

/// Return the number of a card.
#[inline]
pub fn number_of(suit: u8, strength: u8) -> u8 {
    suit << 4 | strength
}

/// Return the number of the lowest of some cards.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "there are 64 cards")]
pub fn lowest_card(cards: Cards) -> u8 {
    cards.trailing_zeros() as u8
}

/// Return the number of the highest of some cards.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "there are 64 cards")]
pub fn highest_card(cards: Cards) -> u8 {
    cards.ilog2() as u8
}

/// Return the suit of a card.
#[inline]
pub fn suit_of(number: u8) -> u8 {
    number >> 4
}

/// Return the strength of a card.
#[inline]
pub fn strength_of(number: u8) -> u8 {
    number & 15
}

/// Return the cards of a suit that there can be; none of [`NO_SUIT`].
#[inline]
pub fn of_suit(suit: u8) -> Cards {
    if suit < NO_SUIT { LANE << (LANES * usize::from(suit)) } else { 0 }
}

/// Return the lane of a suit.
#[inline]
pub fn lane(cards: Cards, suit: usize) -> usize {
    (cards >> (LANES * suit) & LANE) as usize
}

/// Return the cards of the suit of a card that are higher.
#[inline]
pub fn above(number: u8) -> Cards {
    of_suit(suit_of(number)) & !(card(number) | (card(number) - 1))
}

/// Yields the numbers of cards, the lowest first.
#[derive(Debug)]
pub struct Each(pub Cards);

impl Iterator for Each {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let number = (self.0 != 0).then(|| lowest_card(self.0))?;
        self.0 &= self.0 - 1;
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_stand_in_lanes() {
        let cards = card(0) | card(12) | card(16) | card(63);
        assert_eq!(Each(cards).collect::<Vec<_>>(), [0, 12, 16, 63]);
        assert_eq!((lane(cards, 0), lane(cards, 1), lane(cards, 3)), (0x1001, 1, 0x8000));
        assert_eq!(of_suit(1) & cards, card(16));
        assert_eq!(of_suit(NO_SUIT), 0);
        assert_eq!(above(14), card(15));
        assert_eq!(above(15), 0);
        assert_eq!(above(62), card(63));
    }
}
