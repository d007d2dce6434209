//! A question about a position, as it is read.

use super::board::Board;
use super::goal::Goal;
use super::hands::{Seat, Slot, cards, count, held, mark};
use super::rules::{Continuation, MAX_SLOTS, Rules};
use super::trick::{Further, Next, Trick};
use crate::reading::{Reader, Refusal};

/// The most cards in play: as many as all slots have.
const MAX_CARDS: usize = 128;

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// A seat leads to a trick.
    Lead,
    /// A seat plays to the lead.
    Reply,
    /// The leader continues the trick or stops it.
    Choose,
    /// The winner of the trick spices it or leaves it.
    Spice,
    /// The deal is over.
    Over,
}

/// A position, and what is measured.
#[derive(Debug)]
pub struct Question<const N: usize> {
    /// What is measured.
    pub goal: Goal,
    /// Where the deal stands.
    pub trick: Trick,
    /// The same, where the rules look at more.
    pub further: Further,
    /// The hands.
    pub board: Board<N>,
    /// The cards that will be drawn, in their order.
    pub talon: Vec<Slot>,
    /// What is to be done next.
    pub phase: Phase,
}

impl<const N: usize> Question<N> {
    /// Read a question.
    ///
    /// # Errors
    /// When no position of the game is like this.
    pub fn read(reader: &mut Reader, rules: &Rules) -> Result<Self, Refusal> {
        let goal = Goal::read(reader, rules)?;
        let took = reader.count(3, "sides with a trick: expected 0 to 3")? as u8;
        let burned = reader.count(3, "burned sides: expected 0 to 3")? as u8;
        let leader = Seat::new(reader.count(N - 1, "leader: no such seat")?);
        let mut left = rules.copies;
        let table = read_cards(reader, rules, &mut left)?;
        let drawn = read_slot(reader, rules, 1)?;
        let mut board = Board::new(rules);
        for seat in 0..N {
            for slot in read_cards(reader, rules, &mut left)? {
                board.add(Seat::new(seat), slot);
            }
        }
        let mut talon = read_cards(reader, rules, &mut left)?;
        let led_rank = reader.count(255, "leads: no such rank")? as u8;
        let leads = reader.count(if led_rank == 0 { 0 } else { rules.lead_limit }, "leads: too many")? as u8;
        reader.end()?;

        let points = |slots: &[Slot]| slots.iter().map(|&slot| rules.points[slot]).sum::<i32>();
        let hands: i32 = board.hands().map(|(_, hand)| points_of(rules, hand)).sum();
        let cards_left = talon.len();
        if !(rules.flip || rules.spice || rules.leftover_to_last) {
            talon.truncate(talon.len() / N * N); // what is too little for everybody goes to nobody
        }
        let took = if matches!(goal, Goal::Outcome { extremes: false, .. }) { 3 } else { took };
        let in_play = hands + points(&talon) + points(&table);
        if let Goal::End(worths) = &goal
            && worths.most != in_play
        {
            return Err(reader.refusal("worths: not for the points in play"));
        }
        let trick = Trick::before(leader, 0, in_play as i16, took);
        let captured = if let Goal::End(worths) = &goal { worths.first as i16 } else { 0 };
        let further = Further { led_rank, leads, burned, captured, ..Further::default() };
        let mut question = Self { goal, trick, further, board, talon, phase: Phase::Lead };
        question.replay(reader, rules, &table, drawn)?;
        question.check_hands(reader, rules, table.len(), cards_left)?;
        Ok(question)
    }

    /// Play the cards that lie in the trick again.
    fn replay(&mut self, reader: &Reader, rules: &Rules, table: &[Slot], drawn: Option<Slot>) -> Result<(), Refusal> {
        let leads = (self.further.led_rank, self.further.leads);
        for &slot in table {
            if self.trick.place as usize == N && rules.continuation == Continuation::Never {
                return Err(reader.refusal("trick: it was over before"));
            }
            self.further.note(rules, &self.trick, slot);
            self.trick = self.trick.with::<N>(rules, slot);
        }
        (self.further.led_rank, self.further.leads) = leads; // they count the lead of this trick already
        let Some(drawn) = drawn else {
            self.phase = if table.is_empty() { Phase::Lead } else { Phase::Reply };
            if self.trick.place as usize == N {
                self.phase = Phase::Choose;
                if self.trick.next::<N, false>(rules, &self.board, &[]) != Next::Choose {
                    return Err(reader.refusal("trick: it is over"));
                }
            }
            return Ok(());
        };
        let hand = self.board.hand(self.trick.winning);
        if !rules.spice || table.len() != N || held(hand) & mark(drawn) == 0 {
            return Err(reader.refusal("drawn: nobody has drawn such a card"));
        }
        self.phase = Phase::Spice;
        self.further.spicing = Some(drawn);
        Ok(())
    }

    /// Check that everybody has received equally many cards.
    fn check_hands(&self, reader: &Reader, rules: &Rules, table: usize, talon: usize) -> Result<(), Refusal> {
        let drawing = (self.phase == Phase::Spice).then_some(self.trick.winning);
        let mut before = talon + usize::from(drawing.is_some());
        let mut all = None;
        for turn in 0..N {
            let seat = self.trick.leader.after(turn, N);
            let mut held = cards(self.board.hand(seat));
            let played = (table + N - 1 - turn) / N;
            if drawing == Some(seat) {
                held = (held + played).saturating_sub(1);
            } else if rules.flip && played > 0 && held == rules.hand {
                before += 1; // a full hand, although the seat has played: it turned up a card instead
            } else {
                held += played;
            }
            if *all.get_or_insert(held) != held {
                return Err(reader.refusal("hands: they are not equal"));
            }
        }
        let held = all.unwrap_or_default();
        if held == 0 || held > rules.hand {
            return Err(reader.refusal("hands: no cards, or too many"));
        }
        let exact = rules.flip || rules.spice;
        if exact && !before.is_multiple_of(N) || before >= N && held < rules.hand {
            return Err(reader.refusal("talon: not as drawing leaves it"));
        }
        Ok(())
    }
}

pub(super) fn points_of(rules: &Rules, hand: u64) -> i32 {
    rules.all().map(|slot| count(hand, slot) * rules.points[slot]).sum()
}

/// Read a slot by its code; `offset` of these stand for none.
fn read_slot(reader: &mut Reader, rules: &Rules, offset: usize) -> Result<Option<Slot>, Refusal> {
    let code = reader.count((rules.slots + offset).saturating_sub(1), "card: no such slot")?;
    Ok(code.checked_sub(offset).map(|code| rules.slot_of[code]))
}

/// Read cards, of which so many are left.
fn read_cards(reader: &mut Reader, rules: &Rules, left: &mut [usize; MAX_SLOTS]) -> Result<Vec<Slot>, Refusal> {
    let count = reader.count(MAX_CARDS, "cards: too many")?;
    let mut slots = Vec::with_capacity(count);
    for _ in 0..count {
        let Some(slot) = read_slot(reader, rules, 0)? else {
            return Err(reader.refusal("card: there are none"));
        };
        if left[slot] == 0 {
            return Err(reader.refusal("card: more than the pack has"));
        }
        left[slot] -= 1;
        slots.push(slot);
    }
    Ok(slots)
}
