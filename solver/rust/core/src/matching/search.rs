//! The search: can side 0 bring what is still to come to a number?

use super::board::{Board, Seat};
use super::complete::Complete;
use super::draws::Draws;
use super::endgames::Endgames;
use super::goal::Goal;
use super::key::{Hashes, NONE, Rest, Turn, hash, minus, plus};
use super::plain::Replies;
use super::recent::Recent;
use super::rules::{Falling, MAX_SLOTS, Marks, Rules, Slot, cards, count, held, mark};
use super::trick::{Further, Next, Trick};
use crate::bounds::{Best, Target};
use crate::budget::{Budget, Stopped};
use crate::table::{Key, Known, Table, Use};

/// How much each card of a slot speaks for leading it: those of the seat itself can be led again, those of its side (its own among
/// them) take the trick, and those of the other side take it away. Chosen by the nodes of searches.
const OWN_CARD: i32 = 3;
const SIDES_CARD: i32 = 1;
const THEIR_CARD: i32 = 4;

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
    /// Bound what is still to come after a card.
    pub fn follow(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        match trick.next::<N, PLAIN>(self.rules, &self.board, self.talon) {
            Next::Reply => self.reply(trick, target, budget),
            Next::Choose => self.choose(trick, target, budget),
            Next::Spice => self.draw_to_spice(trick, target, budget),
            Next::Capture => self.capture(trick, target, budget),
        }
    }

    /// Put a card from a hand into the trick, and go on.
    #[inline]
    fn play(&mut self, trick: &Trick, seat: Seat, slot: Slot, target: Target, budget: &mut Budget) -> Bound {
        let further = self.further;
        self.board.remove(seat, slot);
        let after = self.put(trick, slot);
        let bound = self.follow(&after, target, budget);
        self.board.add(seat, slot);
        if !PLAIN {
            self.further = further;
        }
        bound
    }

    /// Put a card into the trick.
    #[inline]
    pub fn put(&mut self, trick: &Trick, slot: Slot) -> Trick {
        if !PLAIN {
            self.further.note(self.rules, trick, slot);
        }
        trick.with::<N>(self.rules, slot)
    }

    /// Turn up the top card of the talon, put it into the trick, and go on.
    fn flip(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        let mut trick = *trick;
        let further = self.further;
        let slot = self.talon[trick.drawn as usize];
        trick.drawn += 1;
        let after = self.put(&trick, slot);
        let bound = self.follow(&after, target, budget);
        self.further = further;
        bound
    }

    /// Whether the seat to act may turn up a card.
    #[inline]
    pub fn may_flip(&self, trick: &Trick) -> bool {
        !PLAIN && self.rules.flip && (trick.drawn as usize) < self.talon.len()
    }

    /// Whether the tricks are those that [`super::plain`] plays.
    #[inline]
    fn is_simple(&self) -> bool {
        PLAIN && self.rules.trumps_led | self.rules.trumps_played == 0
    }

    /// A seat plays to the lead.
    pub fn reply(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        if self.is_simple() {
            return self.play_round(trick, target, budget);
        }
        let seat = trick.turn::<N>();
        let to_match = self.rules.matching(trick.led, trick.trumped);
        let place = (seat, trick.place as usize);
        let slots = self.replies(trick.led, to_match, place, trick.winning, trick.points.into());
        self.try_slots(trick, seat, slots, target, budget)
    }

    /// Let a seat try cards until one is enough, and at last what it may do instead: stop a trick, or turn up a card.
    #[inline]
    fn try_slots(
        &mut self,
        trick: &Trick,
        seat: Seat,
        slots: impl Iterator<Item = Slot>,
        target: Target,
        budget: &mut Budget,
    ) -> Bound {
        budget.spend()?;
        let mut best = Best::new(self.rules.side(seat), target);
        for slot in slots {
            if best.is_enough(self.play(trick, seat, slot, target, budget)?) {
                return Ok(best.bound());
            }
        }
        if trick.place as usize == N {
            best.is_enough(self.capture(trick, target, budget)?);
        } else if self.may_flip(trick) {
            best.is_enough(self.flip(trick, target, budget)?);
        }
        Ok(best.bound())
    }

    /// The slots to play to a lead, those first that are likely to be enough.
    #[inline]
    pub fn replies(
        &self,
        led: Slot,
        to_match: Marks,
        (seat, place): (Seat, usize),
        winning: Seat,
        points: i32,
    ) -> Replies {
        let hand = held(self.board.hand(seat));
        let own = mark(led) & hand & to_match;
        let wild = hand & to_match & !own;
        let others = hand & !to_match;
        if !self.rules.shortcuts.order {
            return Replies::new([hand, 0, 0], false);
        }
        if self.rules.side(winning) == self.rules.side(seat) {
            // The own side is winning: what is most valuable, or keeps it so where the next seat can take the trick.
            let next = self.board.hand(seat.after(1, N));
            let keeps = place < N - 1 && held(next) & to_match != 0;
            return Replies::new(if keeps { [own, others, wild] } else { [others, own, wild] }, false);
        }
        let stages = if N == 2 && points == 0 {
            [others, own, wild]
        } else if N == 2 || points == 0 || place == 1 {
            [own, others, wild]
        } else {
            [own, wild, others]
        };
        Replies::new(stages, true)
    }

    /// Return the bound that answers whether a target is reached before a trick; where that is not known, the key of the position.
    pub fn known(&mut self, trick: &Trick, target: Target) -> Result<i32, Key> {
        if let Some(bound) = target.settled(self.reach(trick)) {
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
        let start = self.rests[trick.drawn as usize].starts[slot];
        let column = self.board.columns()[slot];
        let less = column - self.board.one(seat);
        plus(minus(key, self.hashes.column(start, column, turn)), self.hashes.column(start, less, turn))
    }

    /// The leader continues the trick or stops it.
    pub fn choose(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        if self.is_simple() {
            return self.end_round(trick, target, budget);
        }
        let slots = Falling(trick.continuing(self.rules, self.board.hand(trick.leader)));
        self.try_slots(trick, trick.leader, slots, target, budget)
    }

    /// The winner of the trick draws a card, with which he may spice it.
    fn draw_to_spice(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        let mut trick = *trick;
        let further = self.further;
        let slot = self.draw_one(&mut trick);
        let bound = self.spice(&trick, target, budget);
        self.board.remove(trick.winning, slot);
        self.further = further;
        bound
    }

    /// Let the winner of the trick draw a card before he may spice it; return its slot.
    pub fn draw_one(&mut self, trick: &mut Trick) -> Slot {
        let slot = self.talon[trick.drawn as usize];
        trick.drawn += 1;
        self.further.spicing = Some(slot);
        self.board.add(trick.winning, slot);
        slot
    }

    /// The winner of the trick spices it or leaves it.
    pub fn spice(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        budget.spend()?;
        let mut best = Best::new(self.rules.side(trick.winning), target);
        if best.is_enough(self.capture(trick, target, budget)?) {
            return Ok(best.bound());
        }
        let (board, further, mut spiced) = (self.board, self.further, *trick);
        self.exchange(&mut spiced);
        let bound = self.capture(&spiced, target, budget);
        self.board = board;
        self.further = further;
        best.is_enough(bound?);
        Ok(best.bound())
    }

    /// Exchange the card that has won the trick for the one that its winner has drawn.
    pub fn exchange(&mut self, trick: &mut Trick) {
        let (drawn, won) = self.further.exchange::<N>(trick);
        let winner = trick.winning;
        self.board.remove(winner, drawn);
        self.board.add(winner, won);
        trick.points += (self.rules.points[drawn] - self.rules.points[won]) as i16;
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

    /// The trick is taken, and play goes on.
    pub fn capture(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        self.capture_to(trick, None, target, budget)
    }

    /// The same, where the key of the position that follows may be known.
    pub fn capture_to(&mut self, trick: &Trick, key: Option<Key>, target: Target, budget: &mut Budget) -> Bound {
        if trick.drawn as usize == self.talon.len() {
            let further = self.further;
            let (after, gained) = self.take(trick);
            let bound = self.go_on(trick, &after, key, target, gained, budget);
            if !PLAIN {
                self.further = further;
            }
            return bound;
        }
        let (board, further) = (self.board, self.further);
        let (after, gained) = self.take(trick);
        let bound = self.go_on(trick, &after, key, target, gained, budget);
        self.board = board;
        self.further = further;
        bound
    }

    #[inline]
    fn go_on(
        &mut self,
        trick: &Trick,
        after: &Trick,
        key: Option<Key>,
        target: Target,
        gained: i16,
        budget: &mut Budget,
    ) -> Bound {
        let gained = if self.adds() { 2 * i32::from(gained) } else { 0 };
        if self.board.hand(after.leader) == 0 {
            return Ok(self.at_end(trick, after) + gained);
        }
        Ok(self.lead_at(after, key, target.less(gained), budget)? + gained)
    }

    /// Whether what is measured adds up along the play.
    #[inline]
    fn adds(&self) -> bool {
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
    fn sum(&self, trick: &Trick) -> i32 {
        2 * (i32::from(trick.left) + self.rules.last_trick) + 1
    }

    /// A seat leads to a trick.
    pub fn lead(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        self.lead_at(trick, None, target, budget)
    }

    /// The same, where the key may be known.
    #[inline]
    fn lead_at(&mut self, trick: &Trick, key: Option<Key>, target: Target, budget: &mut Budget) -> Bound {
        let mut bounds = self.reach(trick);
        if let Some(bound) = target.settled(bounds) {
            return Ok(bound);
        }
        if let Some(value) = self.looked_up(trick) {
            return Ok(value);
        }
        let key = key.unwrap_or_else(|| self.key(trick));
        if let Some(known) = self.recall(trick, key) {
            bounds = self.oriented(trick, known.bounds());
            if let Some(bound) = target.settled(bounds) {
                return Ok(bound);
            }
        }
        self.explore(trick, key, bounds, target, budget)
    }

    /// Return what side 0 brings the rest to, where a complete table says it.
    #[inline]
    pub fn looked_up(&mut self, trick: &Trick) -> Option<i32> {
        let complete = self.complete?;
        if (trick.drawn as usize) < self.talon.len() {
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

    /// Search what follows a lead, and remember it.
    fn explore(&mut self, trick: &Trick, key: Key, bounds: (i32, i32), target: Target, budget: &mut Budget) -> Bound {
        let before = budget.nodes();
        let bound = self.lead_any(trick, target, budget)?;
        let (low, high) = self.oriented(trick, target.narrowed(bounds, bound));
        let known = Known { low: low as i16, high: high as i16, hint: 0 };
        self.remember(trick, key, known, budget.nodes() - before);
        Ok(bound)
    }

    /// Return what is remembered of a position before a trick.
    #[inline]
    fn recall(&mut self, trick: &Trick, key: Key) -> Option<Known> {
        if (trick.drawn as usize) < self.talon.len() {
            return self.tables.talon.probe(key);
        }
        self.tables.endgames.known(cards(self.board.hand(trick.leader)), key)
    }

    /// Remember what is known of a position before a trick.
    #[inline]
    fn remember(&mut self, trick: &Trick, key: Key, known: Known, work: u64) {
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

    /// Try leads until one is enough.
    fn lead_any(&mut self, trick: &Trick, target: Target, budget: &mut Budget) -> Bound {
        let seat = trick.leader;
        let hand = self.board.hand(seat);
        let leads = if PLAIN { held(hand) } else { self.further.leading(self.rules, hand) };
        self.try_slots(trick, seat, self.leads(self.distinct(leads, trick), seat), target, budget)
    }

    /// The slots to lead: those first of which the own side has many and the other side few, then the most valuable; wild cards last.
    #[inline]
    fn leads(&self, marks: Marks, seat: Seat) -> Slots {
        let own = self.board.hand(seat);
        let sides = self.by_side();
        let (ours, theirs) = (sides[self.rules.side(seat)], sides[1 - self.rules.side(seat)]);
        let mut leads = Slots::default();
        if !self.rules.shortcuts.order {
            leads.fall(marks);
            return leads;
        }
        leads.sort(marks & !self.rules.strong, |slot| {
            OWN_CARD * count(own, slot) + SIDES_CARD * count(ours, slot) - THEIR_CARD * count(theirs, slot)
        });
        leads.fall(marks & self.rules.strong);
        leads
    }

    /// All cards of each side.
    #[inline]
    pub fn by_side(&self) -> [u64; 2] {
        let mut cards = [0; 2];
        for (seat, hand) in self.board.hands() {
            cards[self.rules.side(seat)] += hand;
        }
        cards
    }

    /// Leave out slots that do the same as another of these: they may be exchanged with each other, and everybody holds equally many.
    #[inline]
    fn distinct(&self, marks: Marks, trick: &Trick) -> Marks {
        let rest = &self.rests[trick.drawn as usize];
        let shared = marks & rest.shared;
        if !PLAIN || shared & shared.wrapping_sub(1) == 0 {
            return marks;
        }
        let mut distinct = marks;
        let mut rest_of = Falling(shared);
        while let Some(slot) = rest_of.next() {
            for other in Falling(rest_of.0) {
                if self.board.columns()[slot] == self.board.columns()[other] && rest.starts[slot] == rest.starts[other]
                {
                    distinct &= !mark(slot);
                }
            }
        }
        distinct
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
        if !PLAIN && self.further.leads > 0 {
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

/// A list of slots.
#[derive(Default)]
pub struct Slots {
    list: u64,
    count: u32,
}

impl Slots {
    #[inline]
    pub fn push(&mut self, slot: Slot) {
        self.list |= (slot.place() as u64) << (4 * self.count);
        self.count += 1;
    }

    /// Add marked slots, the most valuable first.
    #[inline]
    fn fall(&mut self, marks: Marks) {
        Falling(marks).for_each(|slot| self.push(slot));
    }

    /// Add marked slots, those with a high score first, and of these the most valuable.
    #[inline]
    fn sort(&mut self, marks: Marks, score: impl Fn(Slot) -> i32) {
        let mut sorted = [(0, Slot::default()); MAX_SLOTS];
        let mut length = 0;
        for slot in Falling(marks) {
            let scored = score(slot);
            let mut place = length;
            while place > 0 && sorted[place - 1].0 < scored {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = (scored, slot);
            length += 1;
        }
        for &(_, slot) in &sorted[..length] {
            self.push(slot);
        }
    }
}

impl Iterator for Slots {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        if self.count == 0 {
            return None;
        }
        let slot = self.list & 15;
        self.list >>= 4;
        self.count -= 1;
        Some(Slot::new(slot as usize))
    }
}

/// The seats of the other side, counted from a leader.
pub fn others<const N: usize>(rules: &Rules, leader: Seat) -> u64 {
    let side = rules.side(leader);
    (0..N).map(|place| u64::from(rules.side(leader.after(place, N)) != side) << place).sum()
}
