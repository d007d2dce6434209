//! How the pack of a game with matching tricks is dealt.

use super::hands::Slot;
use super::question::cards_of;
use super::rules::{Continuation, Rules};
use crate::many::MAX_PACK;
use crate::reading::{Given, Refusal};

/// How the pack is dealt, which numbers the actions have that play no card.
#[derive(Debug)]
pub struct Dealing {
    /// The numbers of flip, spice and stop, where the game has them.
    pub further: [Option<usize>; 3],
    /// How many actions have numbers.
    pub actions: usize,
    /// How many cards each seat is dealt at once, time after time.
    pub batches: Vec<usize>,
    /// The cards of the pack, from which a shuffle starts.
    pub pack: Vec<Slot>,
}

impl Dealing {
    /// Read it.
    ///
    /// # Errors
    /// When it does not fit the rules.
    pub fn read(given: &mut Given, rules: &Rules) -> Result<Self, Refusal> {
        let [flips, spices, stops] = given.some_of("further", ["flip", "spice", "stop"])?;
        let stopping = rules.spice || rules.continuation != Continuation::Never;
        if rules.flip && !flips || rules.spice && !spices || stopping && !stops {
            return Err(Refusal::of("further", "the rules have an action without a number"));
        }
        let mut actions = rules.slots;
        let further = [flips, spices, stops].map(|is_there| {
            actions += usize::from(is_there);
            is_there.then(|| actions - 1)
        });
        let batches: Vec<usize> = given.numbers("batches", (0, i32::MAX), "expected numbers of cards")?;
        let mut left = rules.copies;
        let pack = cards_of(given.list("pack")?, "pack", rules, &mut left)?;
        let dealt: usize = batches.iter().sum();
        if dealt != rules.hand || left.iter().sum::<usize>() != 0 || dealt * rules.seats > pack.len() {
            return Err(Refusal::of("batches, pack", "not the whole pack, or not full hands"));
        }
        if pack.len() > MAX_PACK {
            return Err(Refusal::of("pack", "too many cards"));
        }
        given.end()?;
        Ok(Self { further, actions, batches, pack })
    }
}
