//! Many deals of one game that are played on at the same time, by who says what is played: for programs that learn.
//!
//! The rules are those of the search, in the parts that a search and play have in common. What a seat sees is told as the engine tells it.

pub mod planes;
pub mod shuffle;

use crate::reading::{Refusal, first_list};
use crate::table::has_room;

/// How a deal ended: so many numbers, which the kind of its tricks says.
pub const END: usize = 6;
/// The most cards of a pack.
pub const MAX_PACK: usize = 128;
/// A side has taken no more tricks than this when a deal begins in its middle.
pub const MOST_TRICKS: i32 = 127;

/// What is told of every deal, each in memory of the caller's, one deal after the other.
#[derive(Debug)]
pub struct Told<'a> {
    /// The seat to act; -1: the deal is over, or was never dealt.
    pub turns: &'a mut [i8],
    /// For each action 1 where it is legal.
    pub legal: &'a mut [u8],
    /// What the seat to act sees.
    pub seen: &'a mut [i16],
    /// How the deal ended: [`END`] numbers.
    pub ends: &'a mut [i16],
}

/// A game whose deals are played on.
pub trait Playing: Send {
    /// A deal at one moment.
    type Table: Clone + Send;

    /// How many seats there are, how many actions have numbers, and how many numbers are seen.
    fn sizes(&self) -> [usize; 3];

    /// A deal that was never dealt.
    fn nothing(&self) -> Self::Table;

    /// Deal anew.
    fn deal(&self, table: &mut Self::Table, seed: u64, dealer: usize);

    /// Begin in the middle of a deal: with a position as it is told to a search, and what went before.
    ///
    /// # Errors
    /// When no deal stands like this.
    fn begin(&self, position: &[i32], past: &[i32]) -> Result<Self::Table, Refusal>;

    /// The seat to act; none when the deal is over.
    fn turn(&self, table: &Self::Table) -> Option<usize>;

    /// Mark the numbers of the legal actions.
    fn mark_legal(&self, table: &Self::Table, legal: &mut [u8]);

    /// Play an action by its number, which is legal.
    fn act(&self, table: &mut Self::Table, number: usize);

    /// Write what the seat to act sees, but for what is legal, into numbers that are all 0.
    fn see(&self, table: &Self::Table, seen: &mut [i16]);

    /// Where in what is seen the legal actions stand.
    fn legal_from(&self) -> usize;

    /// How the deal ended, if it has.
    fn end(&self, table: &Self::Table) -> [i16; END];
}

/// Many deals of one game.
pub trait Batch: Send {
    /// How many deals there are, how many actions have numbers, and how many numbers are seen.
    fn sizes(&self) -> [usize; 3];

    /// Deal anew where it is asked for, from a seed and by a dealer each.
    ///
    /// # Errors
    /// When the lists have other sizes, or there is no such seat; then nothing has changed.
    fn deal(&mut self, seeds: &[u64], dealers: &[u8], chosen: &[u8], told: &mut Told) -> Result<(), &'static str>;

    /// Begin in the middle of a deal where it is asked for: of each of those a position, and what went before, two lists with their lengths.
    ///
    /// # Errors
    /// When the lists have other sizes, or no deal stands like this; then nothing has changed.
    fn begin(&mut self, positions: &[i32], chosen: &[u8], told: &mut Told) -> Result<(), Refusal>;

    /// Play an action in every deal that is chosen and not over.
    ///
    /// # Errors
    /// When the lists have other sizes, or an action is not legal; then nothing has changed.
    fn step(&mut self, actions: &[i32], chosen: &[u8], told: &mut Told) -> Result<(), &'static str>;
}

/// The deals of one game.
pub struct Many<P: Playing> {
    game: P,
    tables: Vec<P::Table>,
}

impl<P: Playing + 'static> Many<P> {
    /// Make so many deals.
    ///
    /// # Errors
    /// When there is not memory for them.
    pub fn open(game: P, deals: usize) -> Result<Box<dyn Batch>, Refusal> {
        if !has_room::<P::Table>(deals) {
            return Err(Refusal::of("deals", "there is not memory for so many"));
        }
        let tables = vec![game.nothing(); deals];
        Ok(Box::new(Self { game, tables }))
    }
}

impl<P: Playing> Many<P> {
    fn check(&self, told: &Told) -> Result<(), &'static str> {
        let [_, actions, seen] = self.game.sizes();
        let deals = self.tables.len();
        let sizes = [told.turns.len(), told.legal.len(), told.seen.len(), told.ends.len()];
        if sizes == [deals, deals * actions, deals * seen, deals * END] {
            Ok(())
        } else {
            Err("memory of another size")
        }
    }

    fn tell(&self, deal: usize, told: &mut Told) {
        let [_, actions, size] = self.game.sizes();
        let (game, table) = (&self.game, &self.tables[deal]);
        let turn = game.turn(table);
        told.turns[deal] = turn.and_then(|seat| i8::try_from(seat).ok()).unwrap_or(-1);
        let legal = &mut told.legal[deal * actions..][..actions];
        legal.fill(0);
        let seen = &mut told.seen[deal * size..][..size];
        seen.fill(0);
        if turn.is_some() {
            game.mark_legal(table, legal);
            game.see(table, seen);
            for (seen, &legal) in seen[game.legal_from()..].iter_mut().zip(legal.iter()) {
                *seen = legal.into();
            }
        }
        told.ends[deal * END..][..END].copy_from_slice(&game.end(table));
    }
}

impl<P: Playing> Batch for Many<P> {
    fn sizes(&self) -> [usize; 3] {
        let [_, actions, seen] = self.game.sizes();
        [self.tables.len(), actions, seen]
    }

    fn deal(&mut self, seeds: &[u64], dealers: &[u8], chosen: &[u8], told: &mut Told) -> Result<(), &'static str> {
        self.check(told)?;
        if [seeds.len(), dealers.len(), chosen.len()] != [self.tables.len(); 3] {
            return Err("expected a seed, a dealer and a choice for each deal");
        }
        let [seats, ..] = self.game.sizes();
        if dealers.iter().any(|&dealer| usize::from(dealer) >= seats) {
            return Err("dealer: no such seat");
        }
        for deal in (0..seeds.len()).filter(|&deal| chosen[deal] != 0) {
            self.game.deal(&mut self.tables[deal], seeds[deal], dealers[deal].into());
            self.tell(deal, told);
        }
        Ok(())
    }

    fn begin(&mut self, positions: &[i32], chosen: &[u8], told: &mut Told) -> Result<(), Refusal> {
        self.check(told).map_err(|problem| Refusal::of("deals", problem))?;
        if chosen.len() != self.tables.len() {
            return Err(Refusal::of("deals", "expected a choice for each"));
        }
        let mut rest = positions;
        let mut begun = Vec::new();
        for deal in (0..chosen.len()).filter(|&deal| chosen[deal] != 0) {
            let lists = (first_list(&mut rest), first_list(&mut rest));
            let (Some(position), Some(past)) = lists else {
                return Err(Refusal::of("positions", "the list ends too early"));
            };
            begun.push((deal, self.game.begin(position, past)?));
        }
        if !rest.is_empty() {
            return Err(Refusal::of("positions", "the list is too long"));
        }
        for (deal, table) in begun {
            self.tables[deal] = table;
            self.tell(deal, told);
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i32], chosen: &[u8], told: &mut Told) -> Result<(), &'static str> {
        self.check(told)?;
        let (deals, [_, count, _]) = (self.tables.len(), self.game.sizes());
        if [actions.len(), chosen.len()] != [deals; 2] {
            return Err("expected an action and a choice for each deal");
        }
        let goes_on = |deal: usize| chosen[deal] != 0 && self.game.turn(&self.tables[deal]).is_some();
        let legal = |deal: usize| {
            let number = usize::try_from(actions[deal]).ok().filter(|&number| number < count);
            // What was told is the caller's memory, which is not to be relied on.
            let mut legal = [0; MAX_NUMBERS];
            self.game.mark_legal(&self.tables[deal], &mut legal[..count]);
            number.is_some_and(|number| legal[number] != 0)
        };
        if (0..deals).any(|deal| goes_on(deal) && !legal(deal)) {
            return Err("an action is not legal");
        }
        for deal in 0..deals {
            if chosen[deal] != 0 && self.game.turn(&self.tables[deal]).is_some() {
                self.game.act(&mut self.tables[deal], actions[deal].unsigned_abs() as usize);
                self.tell(deal, told);
            }
        }
        Ok(())
    }
}

/// The most actions that have numbers.
pub const MAX_NUMBERS: usize = 256;
