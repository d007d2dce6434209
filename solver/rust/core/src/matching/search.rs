//! The search: can side 0 bring what is still to come to a number?

use super::board::{Board, seat_after};
use super::goal::Goal;
use super::key::{Hashes, NONE, Rest, hash, plus};
use super::rules::{Marks, Rules, first, held, last, mark};
use super::trick::{Further, Next, Trick};
use crate::budget::{Budget, Stopped};
use crate::table::{Key, Known, Table, Use};

/// What is remembered: positions with a talon, and those without one, which are the same in every deal.
#[derive(Debug)]
pub struct Tables {
    talon: Table,
    endgame: Table,
}

impl Tables {
    /// Make tables of at most so many bytes.
    pub fn new(memory: usize) -> Self {
        Self { talon: Table::new(memory / 2), endgame: Table::new(memory / 2) }
    }

    /// Return how they were used since this was last asked.
    pub fn take_usage(&mut self) -> Use {
        let (one, other) = (self.talon.take_usage(), self.endgame.take_usage());
        Use {
            probes: one.probes + other.probes,
            hits: one.hits + other.hits,
            evictions: one.evictions + other.evictions,
        }
    }
}

/// A search in one deal. `PLAIN` says that nothing bears on play but which cards match and what they count.
pub struct Search<'a, const N: usize, const PLAIN: bool> {
    pub rules: &'a Rules,
    pub hashes: &'a Hashes,
    pub tables: &'a mut Tables,
    pub goal: &'a Goal,
    pub talon: &'a [u8],
    pub rests: &'a [Rest],
    /// What the seats of the sides add to a key, for each leader.
    pub seating: [Key; N],
    /// The same for the sides that have taken a trick, that of the leader first.
    pub taking: [Key; 4],
    pub board: Board<N>,
    pub further: Further,
}

type Answer = Result<bool, Stopped>;

impl<const N: usize, const PLAIN: bool> Search<'_, N, PLAIN> {
    /// Whether side 0 can bring what is still to come to `target`, from a position after a card.
    pub fn follow(&mut self, trick: Trick, target: i32, budget: &mut Budget) -> Answer {
        match trick.next::<N, PLAIN>(self.rules, &self.board, self.talon) {
            Next::Reply => self.reply(trick, target, budget),
            Next::Choose => self.choose(trick, target, budget),
            Next::Spice => self.draw_to_spice(trick, target, budget),
            Next::Capture => self.capture(trick, target, budget),
        }
    }

    /// Put a card from a hand into the trick, and go on.
    fn play(&mut self, trick: Trick, seat: usize, slot: usize, target: i32, budget: &mut Budget) -> Answer {
        let further = self.further;
        self.board.remove(seat, slot, self.hashes.width);
        let after = self.put(trick, slot);
        let reached = self.follow(after, target, budget);
        self.board.add(seat, slot, self.hashes.width);
        if !PLAIN {
            self.further = further;
        }
        reached
    }

    /// Put a card into the trick.
    #[inline]
    pub fn put(&mut self, trick: Trick, slot: usize) -> Trick {
        if !PLAIN {
            self.further.note(self.rules, &trick, slot);
        }
        trick.with::<N>(self.rules, slot)
    }

    /// Turn up the top card of the talon, put it into the trick, and go on.
    fn flip(&mut self, mut trick: Trick, target: i32, budget: &mut Budget) -> Answer {
        let further = self.further;
        let slot = self.talon[trick.drawn as usize] as usize;
        trick.drawn += 1;
        let after = self.put(trick, slot);
        let reached = self.follow(after, target, budget);
        self.further = further;
        reached
    }

    /// Whether the seat to act may turn up a card.
    #[inline]
    pub fn may_flip(&self, trick: &Trick) -> bool {
        !PLAIN && self.rules.flip && (trick.drawn as usize) < self.talon.len()
    }

    /// A seat plays to the lead.
    pub fn reply(&mut self, trick: Trick, target: i32, budget: &mut Budget) -> Answer {
        budget.spend()?;
        let seat = trick.turn::<N>();
        let side = self.rules.sides[seat];
        let wanted = side == 0;
        let hand = held(self.board.hands[seat]);
        let matching = hand & self.rules.matching(trick.led as usize, trick.trumped);
        let own = mark(trick.led as usize) & matching;
        let others = hand & !matching;
        // When the own side is winning, the most valuable card first; otherwise the cheapest that takes the trick.
        let mut orders = if self.rules.sides[trick.winning as usize] == side {
            [Rising(others, false), Rising(own, false), Rising(matching & !own, false)]
        } else {
            [Rising(own, true), Rising(others, true), Rising(matching & !own, true)]
        };
        for order in &mut orders {
            while let Some(slot) = order.next() {
                if self.play(trick, seat, slot, target, budget)? == wanted {
                    return Ok(wanted);
                }
            }
        }
        if self.may_flip(&trick) && self.flip(trick, target, budget)? == wanted {
            return Ok(wanted);
        }
        Ok(!wanted)
    }

    /// The leader continues the trick or stops it.
    pub fn choose(&mut self, trick: Trick, target: i32, budget: &mut Budget) -> Answer {
        budget.spend()?;
        let seat = trick.leader as usize;
        let wanted = self.rules.sides[seat] == 0;
        if self.capture(trick, target, budget)? == wanted {
            return Ok(wanted);
        }
        let mut order = Rising(trick.continuing(self.rules, self.board.hands[seat]), true);
        while let Some(slot) = order.next() {
            if self.play(trick, seat, slot, target, budget)? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// The winner of the trick draws a card, with which he may spice it.
    fn draw_to_spice(&mut self, mut trick: Trick, target: i32, budget: &mut Budget) -> Answer {
        let further = self.further;
        let slot = self.draw_one(&mut trick);
        let reached = self.spice(trick, target, budget);
        self.board.remove(trick.winning as usize, slot, self.hashes.width);
        self.further = further;
        reached
    }

    /// Let the winner of the trick draw a card before he may spice it; return its slot.
    pub fn draw_one(&mut self, trick: &mut Trick) -> usize {
        let slot = self.talon[trick.drawn as usize];
        trick.drawn += 1;
        self.further.spicing = Some(slot);
        self.board.add(trick.winning as usize, slot as usize, self.hashes.width);
        slot as usize
    }

    /// The winner of the trick spices it or leaves it.
    pub fn spice(&mut self, trick: Trick, target: i32, budget: &mut Budget) -> Answer {
        budget.spend()?;
        let wanted = self.rules.sides[trick.winning as usize] == 0;
        let further = self.further;
        if self.capture(trick, target, budget)? == wanted {
            return Ok(wanted);
        }
        let (board, mut spiced) = (self.board, trick);
        self.exchange(&mut spiced);
        let reached = self.capture(spiced, target, budget);
        self.board = board;
        self.further = further;
        reached
    }

    /// Exchange the card that has won the trick for the one that its winner has drawn.
    pub fn exchange(&mut self, trick: &mut Trick) {
        let (drawn, won) = self.further.exchange::<N>(trick);
        let winner = trick.winning as usize;
        self.board.remove(winner, drawn, self.hashes.width);
        self.board.add(winner, won, self.hashes.width);
        trick.points += (self.rules.points[drawn] - self.rules.points[won]) as i16;
    }

    /// Let the winner take the trick and everybody draw; return where the deal stands then, and how many units side 0 got.
    #[inline]
    pub fn take(&mut self, trick: Trick) -> (Trick, i16) {
        let winner = trick.winning as usize;
        if !PLAIN {
            self.further.capture(self.rules, &trick);
        }
        let (mut after, mut gained) = trick.captured(self.rules);
        after.drawn = self.board.draw(self.rules, self.talon, trick.drawn as usize, winner, self.hashes.width) as u8;
        if self.board.hands[winner] == 0 && (after.drawn as usize) < self.talon.len() {
            // What is too little for everybody goes to the last trick.
            gained += after.left;
            if !PLAIN && self.rules.sides[winner] == 0 {
                self.further.captured += after.left;
            }
            after.left = 0;
        }
        (after, if self.rules.sides[winner] == 0 { gained } else { 0 })
    }

    fn capture(&mut self, trick: Trick, target: i32, budget: &mut Budget) -> Answer {
        if trick.drawn as usize == self.talon.len() {
            let further = self.further;
            let (after, gained) = self.take(trick);
            let reached = self.go_on(&trick, after, target, gained, budget);
            if !PLAIN {
                self.further = further;
            }
            return reached;
        }
        let (board, further) = (self.board, self.further);
        let (after, gained) = self.take(trick);
        let reached = self.go_on(&trick, after, target, gained, budget);
        self.board = board;
        self.further = further;
        reached
    }

    fn go_on(&mut self, trick: &Trick, after: Trick, target: i32, gained: i16, budget: &mut Budget) -> Answer {
        let target = if matches!(self.goal, Goal::Outcome { .. }) { target - 2 * i32::from(gained) } else { target };
        if self.board.hands[after.leader as usize] == 0 {
            return Ok(self.at_end(trick, &after) >= target);
        }
        self.lead(after, target, budget)
    }

    /// Return what the end of a deal counts.
    pub fn at_end(&self, trick: &Trick, after: &Trick) -> i32 {
        match self.goal {
            Goal::Outcome { .. } => match after.took {
                1 => 2 * self.rules.last_trick + 2,
                2 => -1,
                _ if self.rules.sides[after.leader as usize] == 0 => 2 * self.rules.last_trick + 1,
                _ => 0,
            },
            Goal::End(worths) => {
                let forfeit = self.further.forfeit(self.rules, trick.leader as usize);
                worths.at(self.rules, after, &self.further, forfeit).into()
            }
        }
    }

    /// Return bounds for what is still to come.
    #[inline]
    pub fn reach(&self, trick: &Trick) -> (i32, i32) {
        match self.goal {
            Goal::Outcome { .. } => {
                let low = if trick.took & 1 == 0 { -1 } else { 0 };
                let high = 2 * (i32::from(trick.left) + self.rules.last_trick) + 1;
                (low, if trick.took & 2 == 0 { high + 1 } else { high })
            }
            Goal::End(worths) => worths.reach(),
        }
    }

    /// A seat leads to a trick.
    pub fn lead(&mut self, trick: Trick, target: i32, budget: &mut Budget) -> Answer {
        let (mut low, mut high) = self.reach(&trick);
        if target <= low {
            return Ok(true);
        }
        if target > high {
            return Ok(false);
        }
        let key = self.key(&trick);
        let turned = matches!(self.goal, Goal::Outcome { .. }) && self.rules.sides[trick.leader as usize] == 1;
        let sum = if turned { 2 * (i32::from(trick.left) + self.rules.last_trick) + 1 } else { 0 };
        let table =
            if trick.drawn as usize == self.talon.len() { &mut self.tables.endgame } else { &mut self.tables.talon };
        if let Some(known) = table.probe(key) {
            (low, high) = oriented(turned, sum, known.low.into(), known.high.into());
            if target <= low {
                return Ok(true);
            }
            if target > high {
                return Ok(false);
            }
        }
        let before = budget.nodes();
        let (reached, hint) = self.lead_any(trick, target, budget)?;
        if reached {
            low = target;
        } else {
            high = target - 1;
        }
        let (low, high) = oriented(turned, sum, low, high);
        let known = Known { low: low as i16, high: high as i16, hint };
        let table =
            if trick.drawn as usize == self.talon.len() { &mut self.tables.endgame } else { &mut self.tables.talon };
        table.store(key, known, budget.nodes() - before);
        Ok(reached)
    }

    fn lead_any(&mut self, trick: Trick, target: i32, budget: &mut Budget) -> Result<(bool, u8), Stopped> {
        budget.spend()?;
        let seat = trick.leader as usize;
        let wanted = self.rules.sides[seat] == 0;
        let hand = self.board.hands[seat];
        let leads = if PLAIN { held(hand) } else { self.further.leading(self.rules, hand) };
        let mut copies = [0; 5];
        let mut rest = leads;
        while rest != 0 {
            let slot = first(rest);
            rest &= rest - 1;
            copies[(hand >> (4 * slot) & 15).min(4) as usize] |= mark(slot);
        }
        for &slots in copies.iter().rev() {
            let mut order = Rising(slots, true);
            while let Some(slot) = order.next() {
                if self.play(trick, seat, slot, target, budget)? == wanted {
                    return Ok((wanted, slot as u8));
                }
            }
        }
        if self.may_flip(&trick) && self.flip(trick, target, budget)? == wanted {
            return Ok((wanted, 0));
        }
        Ok((!wanted, 0))
    }

    /// The key of a position before a trick.
    fn key(&self, trick: &Trick) -> Key {
        let leader = trick.leader as usize;
        let rest = &self.rests[trick.drawn as usize];
        let hands = self.hashes.hands(&self.board, &rest.classes, leader, self.rules.slots);
        let mut key = plus(plus(hands, rest.key), self.seating[leader]);
        if let Goal::End(worths) = self.goal {
            key = plus(key, worths.past(self.rules, trick, &self.further));
        } else if trick.took != 3 {
            let took = if self.rules.sides[leader] == 0 { trick.took } else { trick.took >> 1 | (trick.took & 1) << 1 };
            key = plus(key, self.taking[took as usize]);
        }
        if !PLAIN && self.further.leads > 0 {
            key = plus(key, self.leads(&rest.classes, leader));
        }
        key
    }

    /// What leads in a row add to a key: the columns of their rank stand out, by how many leads there were.
    fn leads(&self, classes: &[u8; 16], leader: usize) -> Key {
        let mut key = NONE;
        for (slot, &class) in classes.iter().enumerate().take(self.rules.slots) {
            if self.rules.ranks[slot] == self.further.led_rank {
                let column = self.hashes.turned(self.board.columns[slot], leader);
                key = plus(key, hash([class.into(), column.into(), self.further.leads.into()]));
            }
        }
        key
    }
}

/// Numbers of side 0 as numbers of the side that leads, or the other way round.
#[inline]
fn oriented(turned: bool, sum: i32, low: i32, high: i32) -> (i32, i32) {
    if turned { (sum - high, sum - low) } else { (low, high) }
}

/// Slots in the order of what they count.
struct Rising(Marks, bool);

impl Rising {
    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let slot = if self.1 { last(self.0) } else { first(self.0) };
        self.0 &= !mark(slot);
        Some(slot)
    }
}

/// The seats of the other side, counted from a leader.
pub fn others<const N: usize>(rules: &Rules, leader: usize) -> u64 {
    let side = rules.sides[leader];
    (0..N).map(|place| u64::from(rules.sides[seat_after(leader, place, N)] != side) << place).sum()
}
