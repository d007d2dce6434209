//! A search in one deal, and what is known in it of a position before anything is tried: bounds, complete tables, what is remembered.

#![expect(clippy::cast_possible_truncation, reason = "a talon has few cards")]

use super::board::Board;
use super::complete::Complete;
use super::draws::Draws;
use super::endgames::Endgames;
use super::goal::Goal;
use super::hands::{Seat, Slot, cards, count};
use super::key::{Hashes, NONE, Rest, Turn, hash, minus, plus};
use super::recent::Recent;
use super::rules::Rules;
use super::trick::{Further, Trick};
use crate::bounds::Target;
use crate::budget::Stopped;
use crate::table::{Key, Known, Table, Use};

/// What is remembered: positions with a talon, and those without one, which are the same in every deal.
#[derive(Debug)]
pub struct Tables {
    talon: Table,
    pub endgames: Endgames,
    /// The deals to which `talon` belongs.
    recent: Recent,
    /// How often a complete table answered.
    pub looked_up: u64,
}

impl Tables {
    /// Make tables of at most so many bytes.
    pub fn new(rules: &Rules, memory: usize) -> Self {
        let talon = Table::new(memory / 4).only_if(rules.shortcuts.tables);
        let endgames = Endgames::new(rules, memory / 2);
        Self { talon, endgames, recent: Recent::new(), looked_up: 0 }
    }

    /// Return how they were used since this was last asked.
    pub fn take_usage(&mut self) -> Use {
        let looked_up = Use { looked_up: std::mem::take(&mut self.looked_up), ..Use::default() };
        self.endgames.take_usage().into_iter().chain([self.talon.take_usage(), looked_up]).sum()
    }

    /// Make ready for a deal with a talon. Who asks about several deals in turn finds again what is known of each.
    pub fn prepare(&mut self, talon: &[Slot]) {
        if !talon.is_empty() && self.recent.forgets_for(talon) {
            self.talon.forget();
        }
    }
}

/// A search in one deal. `PLAIN` says that nothing bears on play but which cards match and what they count.
pub struct Search<'a, const N: usize, const PLAIN: bool> {
    pub rules: &'a Rules,
    pub hashes: &'a Hashes,
    pub tables: &'a mut Tables,
    pub goal: &'a Goal,
    pub talon: &'a [Slot],
    pub rests: &'a [Rest],
    /// The draws that empty the talon.
    pub draws: Draws<N>,
    /// Complete tables of endgames, where they answer what is measured.
    pub complete: Option<&'a Complete>,
    /// What the seats of the sides add to a key, for each leader.
    pub seating: [Key; N],
    /// The same for the sides that have taken a trick, that of the leader first.
    pub taking: [Key; 4],
    pub board: Board<N>,
    pub further: Further,
}

/// A bound for what is still to come: at least so much when it reaches the target, and at most so much when it does not.
pub type Bound = Result<i32, Stopped>;

impl<const N: usize, const PLAIN: bool> Search<'_, N, PLAIN> {
    /// Put a card into the trick.
    #[inline]
    pub fn put(&mut self, trick: &Trick, slot: Slot) -> Trick {
        if !PLAIN {
            self.further.note(self.rules, trick, slot);
        }
        trick.with::<N>(self.rules, slot)
    }

    /// Let the winner take the trick and everybody draw; return where the deal stands then, and how many units side 0 got.
    #[inline]
    pub fn take(&mut self, trick: &Trick) -> (Trick, i16) {
        let winner = trick.winning;
        if !PLAIN {
            self.further.capture(self.rules, trick);
        }
        let (mut after, mut gained) = trick.captured(self.rules);
        if trick.drawn as usize == self.talon.len() {
            return (after, if self.rules.side(winner) == 0 { gained } else { 0 });
        }
        after.drawn = self.board.draw(self.rules, self.talon, trick.drawn as usize, winner) as u8;
        if self.board.hand(winner) == 0 && (after.drawn as usize) < self.talon.len() {
            // What is too little for everybody goes to the last trick.
            gained += after.left;
            if !PLAIN && self.rules.side(winner) == 0 {
                self.further.captured += after.left;
            }
            after.left = 0;
        }
        (after, if self.rules.side(winner) == 0 { gained } else { 0 })
    }

    /// Return the bound that answers whether a target is reached before a trick; where that is not known, the key of the position.
    pub fn known(&mut self, trick: &Trick, target: Target) -> Result<i32, Key> {
        if let Some(bound) = target.settled(self.certain(trick)) {
            return Ok(bound);
        }
        if let Some(value) = self.looked_up(trick) {
            return Ok(value);
        }
        let key = self.key(trick);
        let known = self.recall(trick, key).ok_or(key)?;
        target.settled(self.oriented(trick, known.bounds())).ok_or(key)
    }

    /// Return the key of a position in which a seat has one card less than in the one with this key.
    #[inline]
    pub fn key_without(&self, key: Key, seat: Seat, slot: Slot, trick: &Trick) -> Key {
        let turn = self.hashes.turn(trick.leader);
        let (slot, column) = self.hashes.standing(slot, self.board.columns());
        let start = self.rests[trick.drawn as usize].starts[slot];
        let less = column - self.board.one(seat);
        plus(minus(key, self.hashes.column(start, column, turn)), self.hashes.column(start, less, turn))
    }

    /// Whether what is measured adds up along the play.
    #[inline]
    pub fn adds(&self) -> bool {
        PLAIN || matches!(self.goal, Goal::Outcome { .. })
    }

    /// Return what the end of a deal counts.
    pub fn at_end(&self, trick: &Trick, after: &Trick) -> i32 {
        match self.goal {
            Goal::Outcome { .. } => match after.took {
                1 => 2 * self.rules.last_trick + 2,
                2 => -1,
                _ if self.rules.side(after.leader) == 0 => 2 * self.rules.last_trick + 1,
                _ => 0,
            },
            Goal::End(worths) => {
                let forfeit = self.further.forfeit(self.rules, trick.leader);
                worths.at(self.rules, after, &self.further, forfeit).into()
            }
        }
    }

    /// Return bounds for what is still to come.
    #[inline]
    pub fn reach(&self, trick: &Trick) -> (i32, i32) {
        match self.goal {
            Goal::End(worths) if !PLAIN => worths.reach(),
            _ => self.reach_of(trick.left.into(), trick.took),
        }
    }

    /// Return bounds for what is still to come when so many units are left.
    #[inline]
    fn reach_of(&self, left: i32, took: u8) -> (i32, i32) {
        let high = 2 * (left + self.rules.last_trick) + 1;
        (i32::from(took & 1) - 1, high + 1 - i32::from(took >> 1))
    }

    /// What both sides together still get.
    #[inline]
    pub fn sum(&self, trick: &Trick) -> i32 {
        2 * (i32::from(trick.left) + self.rules.last_trick) + 1
    }

    /// Return what side 0 brings the rest to, where a complete table says it.
    #[inline]
    pub fn looked_up(&mut self, trick: &Trick) -> Option<i32> {
        let complete = self.complete?;
        if (trick.drawn as usize) < self.talon.len() || trick.points > 0 {
            return None;
        }
        let leader = trick.leader;
        let value = complete.value(cards(self.board.hand(leader)), |slot| self.board.columns()[slot], leader)?;
        self.tables.looked_up += 1;
        Some(self.of_side_0(trick, value))
    }

    /// What side 0 brings the rest to, where a complete table says what the side of the leader brings it to.
    #[inline]
    pub fn of_side_0(&self, trick: &Trick, value: i32) -> i32 {
        let leader = trick.leader;
        let value = if self.rules.side(leader) == 0 { value } else { self.sum(trick) - value };
        // A side that has taken a trick before is not left without any.
        let (low, high) = self.reach(trick);
        value.clamp(low, high)
    }

    /// Return what is remembered of a position before a trick.
    #[inline]
    pub fn recall(&mut self, trick: &Trick, key: Key) -> Option<Known> {
        if (trick.drawn as usize) < self.talon.len() {
            return self.tables.talon.probe(key);
        }
        self.tables.endgames.known(cards(self.board.hand(trick.leader)), key)
    }

    /// Remember what is known of a position before a trick.
    #[inline]
    pub fn remember(&mut self, trick: &Trick, key: Key, known: Known, work: u64) {
        if (trick.drawn as usize) < self.talon.len() {
            return self.tables.talon.store(key, known, work);
        }
        self.tables.endgames.keep(cards(self.board.hand(trick.leader)), key, known, work);
    }

    /// Numbers of side 0 as numbers of the side that leads, or the other way round.
    #[inline]
    pub fn oriented(&self, trick: &Trick, (low, high): (i32, i32)) -> (i32, i32) {
        if self.adds() && self.rules.side(trick.leader) == 1 {
            let sum = self.sum(trick);
            (sum - high, sum - low)
        } else {
            (low, high)
        }
    }

    /// The key of a position before a trick.
    pub fn key(&self, trick: &Trick) -> Key {
        let leader = trick.leader;
        let rest = &self.rests[trick.drawn as usize];
        let turn = self.hashes.turn(leader);
        let hands = self.hashes.hands(self.board.columns(), rest, turn, self.rules.slots);
        let mut key = plus(hands, self.seating[leader]);
        if let Goal::End(worths) = self.goal {
            key = plus(key, worths.past(self.rules, trick, &self.further));
        } else if trick.took != 3 {
            key = plus(key, self.taking[self.taken(trick)]);
        }
        if trick.points > 0 {
            key = plus(key, hash([3, trick.points.unsigned_abs().into()]));
        }
        if self.limits_leads(trick) {
            key = plus(key, self.leads_in_a_row(rest, turn));
        }
        key
    }

    /// Which sides have taken a trick, that of the leader first.
    #[inline]
    fn taken(&self, trick: &Trick) -> usize {
        let took = trick.took as usize;
        if self.rules.side(trick.leader) == 0 { took } else { took >> 1 | (took & 1) << 1 }
    }

    /// Whether leads in a row may still forbid a lead: so many cards of their rank are left.
    #[inline]
    pub fn limits_leads(&self, trick: &Trick) -> bool {
        let (rules, further) = (self.rules, &self.further);
        if PLAIN || further.leads == 0 {
            return false;
        }
        let cards = self.board.hands().fold(self.rests[trick.drawn as usize].cards, |all, (_, hand)| all + hand);
        let of_rank = rules.all().filter(|&slot| rules.ranks[slot] == further.led_rank);
        let left: i32 = of_rank.map(|slot| count(cards, slot)).sum();
        left.unsigned_abs() as usize + usize::from(further.leads) > rules.lead_limit
    }

    /// What leads in a row add to a key: the columns of their rank stand out, by how many leads there were.
    fn leads_in_a_row(&self, rest: &Rest, turn: Turn) -> Key {
        let mut key = NONE;
        for slot in self.rules.all() {
            if self.rules.ranks[slot] == self.further.led_rank {
                let column = self.hashes.turned(self.board.columns()[slot], turn);
                key = plus(key, hash([rest.starts[slot].into(), column, self.further.leads.into()]));
            }
        }
        key
    }
}

/// The seats of the other side, counted from a leader.
pub fn others<const N: usize>(rules: &Rules, leader: Seat) -> u64 {
    let side = rules.side(leader);
    (0..N).map(|place| u64::from(rules.side(leader.after(place, N)) != side) << place).sum()
}
