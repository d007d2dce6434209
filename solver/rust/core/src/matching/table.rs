//! A deal with matching tricks that is played on, as everybody sees it.

#![expect(clippy::cast_possible_truncation, reason = "points and places are small, by the bounds of the rules")]

use super::board::Board;
use super::dealing::Dealing;
use super::hands::{Marks, Seat, Slot, held};
use super::question::{Phase, Question, cards_of, points_of};
use super::rules::{MAX_POINTS, MAX_SLOTS, Rules};
use super::trick::{Further, Next, Trick};
use crate::manifest::form;
use crate::many::shuffle::SplitMix;
use crate::many::{END, MAX_PACK, MOST_TRICKS};
use crate::reading::{Given, Refusal};

/// A deal at one moment.
#[derive(Debug, Clone)]
pub struct Table<const N: usize> {
    pub board: Board<N>,
    pub trick: Trick,
    pub further: Further,
    talon: Vec<Slot>,
    /// Cards of the talon that nobody draws.
    unplayed: usize,
    phase: Phase,
    /// Card points by side, in units.
    pub points: [i32; 2],
    /// Tricks by side.
    pub tricks: [u8; 2],
    pub dealer: usize,
    /// How many cards of each slot every side has taken.
    pub taken: [[u8; MAX_SLOTS]; 2],
    /// The cards of the trick, in order.
    pub lying: Vec<Slot>,
    /// The side that has lost by the last card.
    forfeit: Option<usize>,
}

impl<const N: usize> Table<N> {
    /// A deal that was never dealt.
    pub fn new(rules: &Rules) -> Self {
        Self {
            board: Board::new(rules),
            trick: Trick::before(Seat::new(0), 0, 0, 0),
            further: Further::default(),
            talon: Vec::new(),
            unplayed: 0,
            phase: Phase::Over,
            points: [0; 2],
            tricks: [0; 2],
            dealer: 0,
            taken: [[0; MAX_SLOTS]; 2],
            lying: Vec::new(),
            forfeit: None,
        }
    }

    /// A deal at a moment in its middle.
    ///
    /// # Errors
    /// When none stands like this.
    pub fn begun(rules: &Rules, position: &[i32], past: &[i32]) -> Result<Self, Refusal> {
        let mut found = Question::<N>::read(&mut Given::new(form("matching question"), position)?, rules)?;
        let given = &mut Given::new(form("matching past"), past)?;
        let dealer = given.count("dealer", N - 1, "no such seat")?;
        let points: [i32; 2] = given.array("points", (0, MAX_POINTS), "too many")?;
        let tricks: [u8; 2] = given.array("tricks", (0, MOST_TRICKS), "too many")?;
        let mut taken = [[0; MAX_SLOTS]; 2];
        let lists = given.lists("taken")?;
        given.end()?;
        if lists.len() != taken.len() || points.iter().any(|points| points % rules.unit != 0) {
            return Err(Refusal::of("taken, points", "not for two sides, or no such points"));
        }
        for (side, list) in taken.iter_mut().zip(lists) {
            for slot in cards_of(list, "taken", rules, &mut found.gone)? {
                side[slot] += 1;
            }
        }
        found.trick.took = u8::from(tricks[0] > 0) | u8::from(tricks[1] > 0) << 1;
        Ok(Self {
            board: found.board,
            trick: found.trick,
            further: found.further,
            talon: found.talon,
            unplayed: found.unplayed,
            phase: found.phase,
            points: points.map(|points| points / rules.unit),
            tricks,
            dealer,
            taken,
            lying: found.lying,
            forfeit: None,
        })
    }

    /// The seat to act; none when the deal is over.
    pub fn turn(&self) -> Option<usize> {
        (self.phase != Phase::Over).then(|| self.seat().number())
    }

    /// How many cards the talon has.
    pub fn talon_left(&self) -> usize {
        self.talon.len() - self.trick.drawn as usize + self.unplayed
    }

    /// Deal anew.
    pub fn deal(&mut self, rules: &Rules, dealing: &Dealing, seed: u64, dealer: usize) {
        let mut pack = [Slot::default(); MAX_PACK];
        let pack = &mut pack[..dealing.pack.len()];
        pack.copy_from_slice(&dealing.pack);
        SplitMix::new(seed).shuffle(pack);
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
        self.unplayed = 0;
        if !(rules.flip || rules.spice || rules.leftover_to_last) {
            self.unplayed = self.talon.len() % N; // what is too little for everybody goes to nobody
            self.talon.truncate(self.talon.len() - self.unplayed);
        }
        let hands: i32 = self.board.hands().map(|(_, hand)| points_of(rules, hand)).sum();
        let left = hands + self.talon.iter().map(|&slot| rules.points[slot]).sum::<i32>();
        self.trick = Trick::before(first, 0, left as i16, 0);
        self.further = Further::default();
        self.phase = Phase::Lead;
        (self.points, self.forfeit) = ([0; 2], None);
        (self.taken, self.tricks, self.dealer) = ([[0; MAX_SLOTS]; 2], [0; 2], dealer);
        self.lying.clear();
    }

    /// The seat to act, or the winner of the last trick.
    pub fn seat(&self) -> Seat {
        match self.phase {
            Phase::Lead | Phase::Choose => self.trick.leader,
            Phase::Reply => self.trick.turn::<N>(),
            Phase::Spice | Phase::Over => self.trick.winning,
        }
    }

    /// The slots from which the seat to act may play.
    pub fn playable(&self, rules: &Rules) -> Marks {
        let hand = self.board.hand(self.seat());
        match self.phase {
            Phase::Lead => self.further.leading(rules, hand),
            Phase::Reply => held(hand),
            Phase::Choose => self.trick.continuing(rules, hand),
            Phase::Spice | Phase::Over => 0,
        }
    }

    /// Whether flip, spice and stop are legal.
    pub fn further_legal(&self, rules: &Rules) -> [bool; 3] {
        let playing = self.phase == Phase::Lead || self.phase == Phase::Reply;
        [
            playing && rules.flip && (self.trick.drawn as usize) < self.talon.len(),
            self.phase == Phase::Spice,
            self.phase == Phase::Spice || self.phase == Phase::Choose,
        ]
    }

    /// Play an action by its number, which is legal.
    pub fn act(&mut self, rules: &Rules, further: [Option<usize>; 3], action: usize) {
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
            let place = (self.trick.winning.number() + N - self.trick.leader.number()) % N;
            self.lying[place] = drawn;
        }
        self.take(rules);
    }

    fn put(&mut self, rules: &Rules, slot: Slot) {
        self.further.note(rules, &self.trick, slot);
        self.trick = self.trick.with::<N>(rules, slot);
        self.lying.push(slot);
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
        for slot in self.lying.drain(..) {
            self.taken[side][slot] += 1;
        }
        self.tricks[side] += 1;
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

    /// How it ended: points by side, who took the last trick, which sides took one, which are burned, who forfeits.
    pub fn end(&self, rules: &Rules) -> [i16; END] {
        let forfeit = self.forfeit.map_or(0, |side| i16::from(side as u8) + 1);
        let [first, second] = self.points.map(|points| (points * rules.unit) as i16);
        let last = i16::from(rules.side(self.trick.leader) as u8);
        [first, second, last, self.trick.took.into(), self.further.burned.into(), forfeit]
    }
}
