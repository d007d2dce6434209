//! A question about a position, as it is read.

#![expect(clippy::cast_possible_truncation, reason = "points fit into 16 bits, by the bounds of the rules")]

use super::board::Board;
use super::goal::Goal;
use super::hands::{Seat, Slot, cards, count, held, mark};
use super::rules::{Continuation, MAX_SLOTS, Rules};
use super::trick::{Further, Next, Trick};
use crate::reading::{Given, Refusal};

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
    /// The cards that lie in the trick, in order.
    pub lying: Vec<Slot>,
    /// How many cards of the talon nobody draws.
    pub unplayed: usize,
    /// How many cards of each slot are in play no more.
    pub gone: [usize; MAX_SLOTS],
}

impl<const N: usize> Question<N> {
    /// Read a question.
    ///
    /// # Errors
    /// When no position of the game is like this.
    pub fn read(given: &mut Given, rules: &Rules) -> Result<Self, Refusal> {
        let goal = Goal::read(given, rules)?;
        let took = sides(given, ["first_took", "second_took"])?;
        let burned = sides(given, ["first_burned", "second_burned"])?;
        let leader = Seat::new(given.count("leader", N - 1, "no such seat")?);
        let mut left = rules.copies;
        let table = cards_of(given.list("trick")?, "trick", rules, &mut left)?;
        let drawn: usize = given.count("drawn", rules.slots, "no such card")?;
        let drawn = drawn.checked_sub(1).map(|code| rules.slot_of[code]);
        let hands = given.lists("hands")?;
        if hands.len() != N {
            return Err(Refusal::of("hands", "not one for each seat"));
        }
        let mut board = Board::new(rules);
        for (seat, hand) in hands.into_iter().enumerate() {
            for slot in cards_of(hand, "hands", rules, &mut left)? {
                board.add(Seat::new(seat), slot);
            }
        }
        let mut talon = cards_of(given.list("talon")?, "talon", rules, &mut left)?;
        let led_rank: u8 = given.count("led_rank", 255, "no such rank")?;
        let leads = given.count("leads", if led_rank == 0 { 0 } else { rules.lead_limit }, "too many")?;
        given.end()?;

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
            return Err(Refusal::of("worths", "not for the points in play"));
        }
        let trick = Trick::before(leader, 0, in_play as i16, took);
        let captured = if let Goal::End(worths) = &goal { worths.first as i16 } else { 0 };
        let further = Further { led_rank, leads, burned, captured, ..Further::default() };
        let unplayed = cards_left - talon.len();
        let phase = Phase::Lead;
        let mut question = Self { goal, trick, further, board, talon, phase, lying: Vec::new(), unplayed, gone: left };
        question.replay(rules, &table, drawn)?;
        question.check_hands(rules, table.len(), cards_left)?;
        question.lying = table;
        Ok(question)
    }

    /// Play the cards that lie in the trick again.
    fn replay(&mut self, rules: &Rules, table: &[Slot], drawn: Option<Slot>) -> Result<(), Refusal> {
        let leads = (self.further.led_rank, self.further.leads);
        for &slot in table {
            if self.trick.place as usize == N && rules.continuation == Continuation::Never {
                return Err(Refusal::of("trick", "it was over before"));
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
                    return Err(Refusal::of("trick", "it is over"));
                }
            }
            return Ok(());
        };
        let hand = self.board.hand(self.trick.winning);
        if !rules.spice || table.len() != N || held(hand) & mark(drawn) == 0 {
            return Err(Refusal::of("drawn", "nobody has drawn such a card"));
        }
        self.phase = Phase::Spice;
        self.further.spicing = Some(drawn);
        Ok(())
    }

    /// Check that everybody has received equally many cards.
    fn check_hands(&self, rules: &Rules, table: usize, talon: usize) -> Result<(), Refusal> {
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
                return Err(Refusal::of("hands", "they are not equal"));
            }
        }
        let held = all.unwrap_or_default();
        if held == 0 || held > rules.hand {
            return Err(Refusal::of("hands", "no cards, or too many"));
        }
        let exact = rules.flip || rules.spice;
        if exact && !before.is_multiple_of(N) || before >= N && held < rules.hand {
            return Err(Refusal::of("talon", "not as drawing leaves it"));
        }
        Ok(())
    }
}

pub(super) fn points_of(rules: &Rules, hand: u64) -> i32 {
    rules.all().map(|slot| count(hand, slot) * rules.points[slot]).sum()
}

/// Return of which sides something is true, one bit each.
fn sides(given: &mut Given, [first, second]: [&'static str; 2]) -> Result<u8, Refusal> {
    Ok(u8::from(given.flag(first)?) | u8::from(given.flag(second)?) << 1)
}

/// Return the slots of cards by their codes; so many of each are left.
pub(super) fn cards_of(
    codes: &[i32],
    field: &'static str,
    rules: &Rules,
    left: &mut [usize; MAX_SLOTS],
) -> Result<Vec<Slot>, Refusal> {
    let mut slots = Vec::with_capacity(codes.len());
    for &code in codes {
        let code = usize::try_from(code).ok().filter(|&code| code < rules.slots);
        let slot = rules.slot_of[code.ok_or(Refusal::of(field, "no such card"))?];
        if left[slot] == 0 {
            return Err(Refusal::of(field, "more of a card than the pack has"));
        }
        left[slot] -= 1;
        slots.push(slot);
    }
    Ok(slots)
}
