//! How actions are numbered.

use super::cards::{NO_SUIT, strength_of, suit_of};
use super::rules::{MAX_RANKS, Rules};

/// From here on: play a card, by its number.
pub const PLAY: u8 = 0;
/// From here on: show a marriage and lead a card of it, by its number.
pub const MELD: u8 = 64;
/// Exchange a card for the turn-up.
pub const EXCHANGE: u8 = 128;
/// Close the talon.
pub const CLOSE: u8 = 129;
/// Draw.
pub const DRAW: u8 = 130;
/// Claim.
pub const CLAIM: u8 = 131;
/// From here on: show the marriage of a suit and claim.
pub const CLAIM_WITH: u8 = 132;
/// Claim nothing; or bid nothing.
pub const PASS: u8 = 136;
/// From here on: name the trump suit.
pub const NAME: u8 = 137;
/// From here on: bid, by the place among the bids.
pub const BID: u8 = 141;

/// Return where an action stands in the written order: cards by rank and suit, then marriages by theirs, and then the others.
pub fn written(action: u8, rules: &Rules) -> u8 {
    if action >= EXCHANGE {
        return u8::MAX;
    }
    let place = rules.written[usize::from(strength_of(action)) % MAX_RANKS];
    (action & MELD) + place * NO_SUIT + suit_of(action & !MELD)
}
