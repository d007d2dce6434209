//! Many deals of one game that are played on at the same time, by who says what is played: for programs that learn.
//!
//! Between two sides that are known beforehand. The rules are those of the search, in the parts that a search and play have in common.

#![expect(clippy::cast_possible_truncation, reason = "what is told are small numbers, each in a byte")]

use super::board::Board;
use super::hands::{Falling, Marks, Seat, Slot, count, held, mark};
use super::question::{Phase, cards_of, points_of};
use super::rules::{Continuation, MAX_SLOTS, Rules};
use super::trick::{Further, Next, Trick};
use crate::manifest::form;
use crate::reading::{Given, Refusal};
use crate::table::has_room;

/// The most cards of a pack.
const MAX_PACK: usize = 128;
/// The most actions that have numbers: every slot, and three more.
const MAX_NUMBERS: usize = MAX_SLOTS + 3;
/// Beside four numbers for each slot: place in the round, whether the own side is winning, what is to be chosen, the talon, points.
const FURTHER_SEEN: usize = 6;
/// How a deal ended: points by side, who took the last trick, which sides took one, which are burned, who forfeits.
pub const END: usize = 6;

/// How the pack is dealt, and which numbers the actions have that play no card.
#[derive(Debug)]
struct Dealing {
    /// The numbers of flip, spice and stop, where the game has them.
    further: [Option<usize>; 3],
    /// How many actions have numbers.
    actions: usize,
    /// How many cards each seat is dealt at once, time after time.
    batches: Vec<usize>,
    /// The cards of the pack, from which a shuffle starts.
    pack: Vec<Slot>,
}

/// A deal at one moment.
#[derive(Debug, Clone)]
struct Table<const N: usize> {
    board: Board<N>,
    trick: Trick,
    further: Further,
    talon: Vec<Slot>,
    phase: Phase,
    /// Card points by side, in units.
    points: [i32; 2],
    /// How many cards of each slot have been captured.
    gone: [u8; MAX_SLOTS],
    /// How many of each lie in the trick.
    lies: [u8; MAX_SLOTS],
    /// The side that has lost by the last card.
    forfeit: Option<usize>,
}

/// What is told of every deal, each in memory of the caller's, one deal after the other.
#[derive(Debug)]
pub struct Told<'a> {
    /// The seat to act; -1: the deal is over, or was never dealt.
    pub turns: &'a mut [i8],
    /// For each action 1 where it is legal.
    pub legal: &'a mut [u8],
    /// What the seat to act sees.
    pub seen: &'a mut [u8],
    /// How the deal ended: [`END`] numbers.
    pub ends: &'a mut [i16],
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

    /// Play an action in every deal that is not over.
    ///
    /// # Errors
    /// When the lists have other sizes, or an action is not legal; then nothing has changed.
    fn step(&mut self, actions: &[i32], told: &mut Told) -> Result<(), &'static str>;
}

/// Make so many deals, none of which has been dealt.
///
/// # Errors
/// When the rules or what is said of dealing are wrong, or there is not memory for so many.
pub fn open(rules: &[i32], dealing: &[i32], deals: usize) -> Result<Box<dyn Batch>, Refusal> {
    let rules = Rules::of_numbers(rules)?;
    let told = Dealing::read(&mut Given::new(form("dealing"), dealing)?, &rules)?;
    let opened = match rules.seats {
        2 => Deals::<2>::open(rules, told, deals),
        3 => Deals::<3>::open(rules, told, deals),
        4 => Deals::<4>::open(rules, told, deals),
        5 => Deals::<5>::open(rules, told, deals),
        6 => Deals::<6>::open(rules, told, deals),
        7 => Deals::<7>::open(rules, told, deals),
        _ => Deals::<8>::open(rules, told, deals),
    };
    opened.ok_or_else(|| Refusal::of("deals", "there is not memory for so many"))
}

impl Dealing {
    fn read(given: &mut Given, rules: &Rules) -> Result<Self, Refusal> {
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
        given.end()?;
        let dealt: usize = batches.iter().sum();
        if dealt != rules.hand || left.iter().sum::<usize>() != 0 || dealt * rules.seats > pack.len() {
            return Err(Refusal::of("batches, pack", "not the whole pack, or not full hands"));
        }
        Ok(Self { further, actions, batches, pack })
    }
}

/// The generator of the shuffle.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Draw a number below a bound, each as likely as any other.
    fn below(&mut self, bound: usize) -> usize {
        let limit = (1 << 32) - (1 << 32) % bound as u64;
        loop {
            let upper = self.next() >> 32;
            if upper < limit {
                return (upper % bound as u64) as usize;
            }
        }
    }
}

struct Deals<const N: usize> {
    rules: Rules,
    dealing: Dealing,
    tables: Vec<Table<N>>,
}

impl<const N: usize> Deals<N> {
    /// Make so many; `None`: there is not memory for them.
    fn open(rules: Rules, dealing: Dealing, deals: usize) -> Option<Box<dyn Batch>> {
        has_room::<Table<N>>(deals).then(|| Box::new(Self::new(rules, dealing, deals)) as Box<dyn Batch>)
    }

    fn new(rules: Rules, dealing: Dealing, deals: usize) -> Self {
        let empty = Table {
            board: Board::new(&rules),
            trick: Trick::before(Seat::new(0), 0, 0, 0),
            further: Further::default(),
            talon: Vec::new(),
            phase: Phase::Over,
            points: [0; 2],
            gone: [0; MAX_SLOTS],
            lies: [0; MAX_SLOTS],
            forfeit: None,
        };
        Self { rules, dealing, tables: vec![empty; deals] }
    }

    fn check(&self, told: &Told) -> Result<(), &'static str> {
        let [deals, actions, seen] = self.sizes();
        let sizes = [told.turns.len(), told.legal.len(), told.seen.len(), told.ends.len()];
        if sizes == [deals, deals * actions, deals * seen, deals * END] {
            Ok(())
        } else {
            Err("memory of another size")
        }
    }

    fn tell(&self, deal: usize, told: &mut Told) {
        let [_, actions, seen] = self.sizes();
        let table = &self.tables[deal];
        told.turns[deal] = if table.phase == Phase::Over { -1 } else { table.seat().number() as i8 };
        let legal = &mut told.legal[deal * actions..][..actions];
        legal.fill(0);
        for slot in Falling(table.playable(&self.rules)) {
            legal[self.rules.codes[slot] as usize] = 1;
        }
        for (number, is_legal) in self.dealing.further.iter().zip(table.further_legal(&self.rules)) {
            if let (Some(number), true) = (number, is_legal) {
                legal[*number] = 1;
            }
        }
        table.see(&self.rules, &mut told.seen[deal * seen..][..seen]);
        told.ends[deal * END..][..END].copy_from_slice(&table.end(&self.rules));
    }

    fn is_legal(&self, table: &Table<N>, action: i32) -> bool {
        let Ok(number) = usize::try_from(action) else { return false };
        if number < self.rules.slots {
            return table.playable(&self.rules) & mark(self.rules.slot_of[number]) != 0;
        }
        let further = table.further_legal(&self.rules);
        self.dealing.further.iter().zip(further).any(|(known, is_legal)| is_legal && *known == Some(number))
    }
}

impl<const N: usize> Batch for Deals<N> {
    fn sizes(&self) -> [usize; 3] {
        debug_assert!(self.dealing.actions <= MAX_NUMBERS);
        [self.tables.len(), self.dealing.actions, 4 * self.rules.slots + FURTHER_SEEN]
    }

    fn deal(&mut self, seeds: &[u64], dealers: &[u8], chosen: &[u8], told: &mut Told) -> Result<(), &'static str> {
        self.check(told)?;
        if [seeds.len(), dealers.len(), chosen.len()] != [self.tables.len(); 3] {
            return Err("expected a seed, a dealer and a choice for each deal");
        }
        if dealers.iter().any(|&dealer| dealer as usize >= N) {
            return Err("dealer: no such seat");
        }
        for deal in (0..seeds.len()).filter(|&deal| chosen[deal] != 0) {
            self.tables[deal].deal(&self.rules, &self.dealing, seeds[deal], dealers[deal] as usize);
            self.tell(deal, told);
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i32], told: &mut Told) -> Result<(), &'static str> {
        self.check(told)?;
        if actions.len() != self.tables.len() {
            return Err("expected an action for each deal");
        }
        let open = |table: &Table<N>| table.phase != Phase::Over;
        if self.tables.iter().zip(actions).any(|(table, &action)| open(table) && !self.is_legal(table, action)) {
            return Err("an action is not legal");
        }
        for (deal, &action) in actions.iter().enumerate() {
            if open(&self.tables[deal]) {
                let further = self.dealing.further;
                self.tables[deal].act(&self.rules, further, action.unsigned_abs() as usize);
                self.tell(deal, told);
            }
        }
        Ok(())
    }
}

impl<const N: usize> Table<N> {
    fn deal(&mut self, rules: &Rules, dealing: &Dealing, seed: u64, dealer: usize) {
        let mut chance = SplitMix(seed);
        let mut pack = [Slot::default(); MAX_PACK];
        let pack = &mut pack[..dealing.pack.len()];
        pack.copy_from_slice(&dealing.pack);
        for place in (1..pack.len()).rev() {
            pack.swap(place, chance.below(place + 1));
        }
        self.board = Board::new(rules);
        let first = Seat::new(dealer).after(1, N);
        let mut at = 0;
        for &batch in &dealing.batches {
            for turn in 0..N {
                for &slot in &pack[at..at + batch] {
                    self.board.add(first.after(turn, N), slot);
                }
                at += batch;
            }
        }
        self.talon.clear();
        self.talon.extend_from_slice(&pack[at..]);
        if !(rules.flip || rules.spice || rules.leftover_to_last) {
            self.talon.truncate(self.talon.len() / N * N); // what is too little for everybody goes to nobody
        }
        let hands: i32 = self.board.hands().map(|(_, hand)| points_of(rules, hand)).sum();
        let left = hands + self.talon.iter().map(|&slot| rules.points[slot]).sum::<i32>();
        self.trick = Trick::before(first, 0, left as i16, 0);
        self.further = Further::default();
        self.phase = Phase::Lead;
        (self.points, self.forfeit) = ([0; 2], None);
        (self.gone, self.lies) = ([0; MAX_SLOTS], [0; MAX_SLOTS]);
    }

    fn seat(&self) -> Seat {
        match self.phase {
            Phase::Lead | Phase::Choose => self.trick.leader,
            Phase::Reply => self.trick.turn::<N>(),
            Phase::Spice | Phase::Over => self.trick.winning,
        }
    }

    /// The slots from which the seat to act may play.
    fn playable(&self, rules: &Rules) -> Marks {
        let hand = self.board.hand(self.seat());
        match self.phase {
            Phase::Lead => self.further.leading(rules, hand),
            Phase::Reply => held(hand),
            Phase::Choose => self.trick.continuing(rules, hand),
            Phase::Spice | Phase::Over => 0,
        }
    }

    /// Whether flip, spice and stop are legal.
    fn further_legal(&self, rules: &Rules) -> [bool; 3] {
        let playing = self.phase == Phase::Lead || self.phase == Phase::Reply;
        [
            playing && rules.flip && (self.trick.drawn as usize) < self.talon.len(),
            self.phase == Phase::Spice,
            self.phase == Phase::Spice || self.phase == Phase::Choose,
        ]
    }

    fn act(&mut self, rules: &Rules, further: [Option<usize>; 3], action: usize) {
        if action < rules.slots {
            let slot = rules.slot_of[action];
            self.board.remove(self.seat(), slot);
            return self.put(rules, slot);
        }
        if further[0] == Some(action) {
            let slot = self.talon[self.trick.drawn as usize];
            self.trick.drawn += 1;
            return self.put(rules, slot);
        }
        if further[1] == Some(action) {
            let (drawn, won) = self.further.exchange::<N>(&self.trick);
            self.board.remove(self.trick.winning, drawn);
            self.board.add(self.trick.winning, won);
            self.trick.points += (rules.points[drawn] - rules.points[won]) as i16;
            self.lies[drawn] += 1;
            self.lies[won] -= 1;
        }
        self.take(rules);
    }

    fn put(&mut self, rules: &Rules, slot: Slot) {
        self.further.note(rules, &self.trick, slot);
        self.trick = self.trick.with::<N>(rules, slot);
        self.lies[slot] += 1;
        match self.trick.next::<N, false>(rules, &self.board, &self.talon) {
            Next::Reply => self.phase = Phase::Reply,
            Next::Choose => self.phase = Phase::Choose,
            Next::Spice => {
                let slot = self.talon[self.trick.drawn as usize];
                self.trick.drawn += 1;
                self.further.spicing = Some(slot);
                self.board.add(self.trick.winning, slot);
                self.phase = Phase::Spice;
            }
            Next::Capture => self.take(rules),
        }
    }

    fn take(&mut self, rules: &Rules) {
        let before = self.trick;
        let side = rules.side(before.winning);
        self.further.capture(rules, &before);
        let (mut after, gained) = before.captured(rules);
        self.points[side] += i32::from(gained);
        for (gone, lies) in self.gone.iter_mut().zip(&mut self.lies) {
            *gone += std::mem::take(lies);
        }
        if (before.drawn as usize) < self.talon.len() {
            after.drawn = self.board.draw(rules, &self.talon, before.drawn as usize, before.winning) as u8;
            if self.board.hand(before.winning) == 0
                && (after.drawn as usize) < self.talon.len()
                && rules.leftover_to_last
            {
                self.points[side] += i32::from(after.left);
                after.left = 0;
            }
        }
        self.trick = after;
        self.phase = Phase::Lead;
        if self.board.hand(after.leader) == 0 {
            self.phase = Phase::Over;
            self.forfeit = self.further.forfeit(rules, before.leader);
        }
    }

    /// Write what the seat to act sees; nothing when the deal is over.
    fn see(&self, rules: &Rules, into: &mut [u8]) {
        into.fill(0);
        if self.phase == Phase::Over {
            return;
        }
        let seat = self.seat();
        let own = rules.side(seat);
        let hand = self.board.hand(seat);
        for slot in rules.all() {
            let code = rules.codes[slot] as usize;
            into[code] = count(hand, slot).unsigned_abs() as u8;
            into[rules.slots + code] = self.lies[slot];
            into[3 * rules.slots + code] = self.gone[slot];
        }
        if self.trick.place > 0 {
            into[2 * rules.slots + rules.codes[self.trick.led] as usize] = 1;
        }
        let small = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        into[4 * rules.slots..].copy_from_slice(&[
            self.trick.place % N as u8,
            u8::from(self.trick.place > 0 && rules.side(self.trick.winning) == own),
            u8::from(self.phase == Phase::Choose || self.phase == Phase::Spice),
            small(self.talon.len() - self.trick.drawn as usize),
            small(usize::try_from(self.points[own]).unwrap_or_default()),
            small(usize::try_from(self.points[1 - own]).unwrap_or_default()),
        ]);
    }

    fn end(&self, rules: &Rules) -> [i16; END] {
        let forfeit = self.forfeit.map_or(0, |side| i16::from(side as u8) + 1);
        let [first, second] = self.points.map(|points| (points * rules.unit) as i16);
        let last = i16::from(rules.side(self.trick.leader) as u8);
        [first, second, last, self.trick.took.into(), self.further.burned.into(), forfeit]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_one_of_the_shuffle() {
        let mut chance = SplitMix(0);
        assert_eq!(chance.next(), 0xE220_A839_7B1D_CDAF);
        assert!((0..1000).all(|_| chance.below(3) < 3));
    }
}
