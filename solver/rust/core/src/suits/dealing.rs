//! How the pack of a game with suit tricks is dealt, and which numbers the actions have.

use super::cards::{Cards, LANES, card};
use super::code;
use super::rules::Rules;
use super::scores::MOST;
use crate::many::{MAX_NUMBERS, MAX_PACK};
use crate::reading::{Given, Refusal};

/// Where trumps come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrumpFrom {
    /// The first card that is left is turned up, and drawn last.
    TurnUp,
    /// The last card that is dealt, which everybody sees.
    Dealt,
    /// A card that cutting shows, which everybody may remember.
    Cut { known: bool },
    /// The first marriage, or whoever has bid the most.
    Later,
}

/// How the pack is dealt, which numbers the actions have.
#[derive(Debug)]
pub struct Dealing {
    pub trump_from: TrumpFrom,
    /// The points that a side needs for a right claim.
    pub needed: i32,
    /// How many cards each seat is dealt at once, time after time.
    pub batches: Vec<usize>,
    /// The cards of the pack, from which a shuffle starts.
    pub pack: Vec<u8>,
    /// The number of each action of the core.
    numbers: Vec<Option<u8>>,
    /// The action of the core with each number.
    pub codes: Vec<u8>,
}

impl Dealing {
    /// Read it.
    ///
    /// # Errors
    /// When it does not fit the rules.
    pub fn read(given: &mut Given, rules: &Rules) -> Result<Self, Refusal> {
        let players = usize::from(rules.players);
        let kinds = [
            ("turn_up", TrumpFrom::TurnUp),
            ("dealt", TrumpFrom::Dealt),
            ("cut", TrumpFrom::Cut { known: false }),
            ("cut_known", TrumpFrom::Cut { known: true }),
            ("later", TrumpFrom::Later),
        ];
        let trump_from = given.one_of("trumps", kinds)?;
        let needed = given.number("needed", (0, 1_000_000), "too many points")?;
        let batches: Vec<usize> = given.numbers("batches", (0, MOST), "expected numbers of cards")?;
        let pack = pack_of(given, rules)?;
        let dealt = batches.iter().sum::<usize>();
        let left = pack.len().checked_sub(dealt * players);
        if dealt != usize::from(rules.hand)
            || dealt == 0
            || left != Some(rules.talon)
            || !rules.talon.is_multiple_of(players)
        {
            return Err(Refusal::of("batches, pack", "not the whole pack, or not full hands"));
        }
        if trump_from == TrumpFrom::TurnUp && rules.talon == 0 {
            return Err(Refusal::of("trumps", "there is no card to turn up"));
        }
        let actions: usize = given.count("actions", MAX_NUMBERS, "too many")?;
        let (numbers, codes) = numbers_of(given, rules, &pack, actions)?;
        given.end()?;
        Ok(Self { trump_from, needed, batches, pack, numbers, codes })
    }

    /// The number of an action of the core; none where the game does not know it. That of playing a card is the number of its kind, too.
    #[inline]
    pub fn number_of(&self, action: u8) -> Option<usize> {
        self.numbers[usize::from(action)].map(usize::from)
    }
}

fn pack_of(given: &mut Given, rules: &Rules) -> Result<Vec<u8>, Refusal> {
    let pack: Vec<u8> = given.numbers("pack", (0, 63), "there is no such card")?;
    let mut seen: Cards = 0;
    for &number in &pack {
        if usize::from(number) % LANES >= rules.ranks || seen & card(number) != 0 {
            return Err(Refusal::of("pack", "no card of the game, or one twice"));
        }
        seen |= card(number);
    }
    if pack.len() > MAX_PACK { Err(Refusal::of("pack", "too many cards")) } else { Ok(pack) }
}

/// Read the number of each action of the core, and return with them the action with each number.
fn numbers_of(
    given: &mut Given,
    rules: &Rules,
    pack: &[u8],
    actions: usize,
) -> Result<(Vec<Option<u8>>, Vec<u8>), Refusal> {
    let most = i32::try_from(actions).map_or(0, |actions| actions - 1);
    let told: Vec<i32> = given.numbers("numbers", (-1, most), "there is no such action")?;
    let numbers: Vec<Option<u8>> = told.iter().map(|&number| u8::try_from(number).ok()).collect();
    let mut codes: Vec<Option<u8>> = vec![None; actions];
    for (code, number) in (0_u8..).zip(&numbers) {
        if let Some(number) = *number {
            codes[usize::from(number)] = Some(code);
        }
    }
    let there = |&number: &u8| numbers[usize::from(number)].is_some_and(|kind| usize::from(kind) < pack.len());
    let codes: Option<Vec<u8>> = codes.into_iter().collect();
    match codes {
        Some(codes) if numbers.len() == usize::from(code::BID) + rules.bidding.bids.len() && pack.iter().all(there) => {
            Ok((numbers, codes))
        }
        _ => Err(Refusal::of("numbers", "not one for each action, or for each card")),
    }
}
