//! A deal that is played on and taken back, for who asks about it.

use super::board::Board;
use super::goal::Goal;
use super::hands::{Falling, Marks, Seat, Slot, count, held, mark};
use super::knowledge::Search;
use super::question::Phase;
use super::trick::{Further, Next, Trick};
use crate::bounds::Target;
use crate::budget::{Budget, Stopped};
use crate::deal::{self, Action, MAX_ACTIONS};

/// Turn up the top card of the talon and play it.
pub const FLIP: Action = 61;
/// Put the card drawn into the trick in place of the one that won it.
pub const SPICE: Action = 62;
/// End the trick, or leave it as it is.
pub const STOP: Action = 63;

/// A deal at one moment.
#[derive(Clone, Copy)]
pub struct Moment {
    /// Where it stands.
    pub trick: Trick,
    /// What is to be done next.
    pub phase: Phase,
    /// What its end counts, when it is over.
    pub end: i32,
}

/// A deal that is played on and taken back.
pub struct Deal<'a, const N: usize, const PLAIN: bool> {
    /// The search in it.
    pub search: Search<'a, N, PLAIN>,
    /// The current moment.
    pub now: Moment,
    /// All before.
    pub past: Vec<(Moment, Board<N>, Further)>,
}

impl<const N: usize, const PLAIN: bool> Deal<'_, N, PLAIN> {
    fn seat(&self) -> Seat {
        match self.now.phase {
            Phase::Lead | Phase::Choose => self.now.trick.leader,
            Phase::Reply => self.now.trick.turn::<N>(),
            Phase::Spice | Phase::Over => self.now.trick.winning,
        }
    }

    /// The slots from which the seat to act may play.
    fn playable(&self) -> Marks {
        let rules = self.search.rules;
        let hand = self.search.board.hand(self.seat());
        match self.now.phase {
            Phase::Lead => self.search.further.leading(rules, hand),
            Phase::Reply => held(hand),
            Phase::Choose => self.now.trick.continuing(rules, hand),
            Phase::Spice | Phase::Over => 0,
        }
    }

    fn play_slot(&mut self, slot: Slot) -> i32 {
        let trick = self.search.put(&self.now.trick, slot);
        self.go_on(trick)
    }

    fn go_on(&mut self, mut trick: Trick) -> i32 {
        let search = &mut self.search;
        match trick.next::<N, PLAIN>(search.rules, &search.board, search.talon) {
            Next::Reply => self.now = Moment { trick, phase: Phase::Reply, end: 0 },
            Next::Choose => self.now = Moment { trick, phase: Phase::Choose, end: 0 },
            Next::Spice => {
                search.draw_one(&mut trick);
                self.now = Moment { trick, phase: Phase::Spice, end: 0 };
            }
            Next::Capture => return self.take(trick),
        }
        0
    }

    fn take(&mut self, trick: Trick) -> i32 {
        let (after, gained) = self.search.take(&trick);
        let over = self.search.board.hand(after.leader) == 0;
        let end = if over { self.search.at_end(&trick, &after) } else { 0 };
        self.now = Moment { trick: after, phase: if over { Phase::Over } else { Phase::Lead }, end };
        if let Goal::Outcome { .. } = self.search.goal { 2 * self.search.rules.unit * i32::from(gained) } else { 0 }
    }
}

impl<const N: usize, const PLAIN: bool> deal::Deal for Deal<'_, N, PLAIN> {
    fn is_over(&self) -> bool {
        self.now.phase == Phase::Over
    }

    fn maximizes(&self) -> bool {
        self.search.rules.side(self.seat()) == 0
    }

    fn actions(&self, into: &mut [Action; MAX_ACTIONS]) -> usize {
        let rules = self.search.rules;
        let mut count = 0;
        for slot in Falling(self.playable()) {
            into[count] = rules.codes[slot];
            count += 1;
        }
        into[..count].sort_unstable();
        let phase = self.now.phase;
        let playing = phase == Phase::Lead || phase == Phase::Reply;
        let further = [
            (FLIP, playing && self.search.may_flip(&self.now.trick)),
            (SPICE, phase == Phase::Spice),
            (STOP, phase == Phase::Spice || phase == Phase::Choose),
        ];
        for (action, _) in further.into_iter().filter(|&(_, legal)| legal) {
            into[count] = action;
            count += 1;
        }
        count
    }

    fn play(&mut self, action: Action) -> i32 {
        self.past.push((self.now, self.search.board, self.search.further));
        let mut trick = self.now.trick;
        match action {
            STOP => self.take(trick),
            SPICE => {
                self.search.exchange(&mut trick);
                self.take(trick)
            }
            FLIP => {
                let slot = self.search.talon[trick.drawn as usize];
                self.now.trick.drawn += 1;
                self.play_slot(slot)
            }
            code => {
                let slot = self.search.rules.slot_of[code as usize];
                let seat = if trick.place as usize == N { trick.leader } else { self.seat() };
                self.search.board.remove(seat, slot);
                self.play_slot(slot)
            }
        }
    }

    fn undo(&mut self) {
        if let Some((moment, board, further)) = self.past.pop() {
            self.now = moment;
            self.search.board = board;
            self.search.further = further;
        }
    }

    fn is_late(&self) -> bool {
        self.now.trick.drawn as usize == self.search.talon.len()
    }

    fn reach(&self) -> (i32, i32) {
        let trick = &self.now.trick;
        let rules = self.search.rules;
        let over = self.now.phase == Phase::Over;
        match *self.search.goal {
            Goal::End(ref worths) => {
                if over {
                    (self.now.end, self.now.end)
                } else {
                    worths.reach()
                }
            }
            Goal::Outcome { extra, .. } => {
                let number = |units: i32, last: i32| 2 * rules.unit * (units + rules.last_trick * last) + 1 + last;
                let (first, second) = (trick.took & 1 == 0, trick.took & 2 == 0);
                let (mut low, mut high) = (number(0, 0), number(trick.left.into(), 1));
                if over {
                    let last = i32::from(rules.side(trick.leader) == 0);
                    (low, high) = (number(0, last), number(0, last));
                }
                (low - extra * i32::from(first), high + extra * i32::from(second))
            }
        }
    }

    /// A side gets half of what is left, a little more when it leads, and much more when it holds more of the wild cards: these parts
    /// come nearest to the values of some thousand deals. Half a step is added, so that about one deal in two is worth that much.
    fn guess(&mut self) -> Option<i32> {
        let Goal::Outcome { .. } = self.search.goal else {
            return None;
        };
        let (rules, trick) = (self.search.rules, &self.now.trick);
        let is_wild = |&slot: &Slot| rules.strong & mark(slot) != 0;
        let wild = |cards: u64| rules.all().filter(is_wild).map(|slot| count(cards, slot)).sum::<i32>();
        let [own, theirs] = self.search.by_side().map(wild);
        let talon = &self.search.talon[trick.drawn as usize..];
        let all = own + theirs + wild(talon.iter().map(|&slot| mark(slot)).sum());
        let leads = if rules.side(trick.leader) == 0 { 1 } else { -1 };
        let twelfths = 6 + leads + 8 * (own - theirs) / all.max(1);
        let left = 2 * (i32::from(trick.left) + rules.last_trick);
        Some(1 + rules.unit * (left * twelfths + 12) / 12)
    }

    fn secures(&mut self, target: Target, budget: &mut Budget) -> Result<bool, Stopped> {
        if let Some(bound) = target.settled(self.reach()) {
            return Ok(target.is_reached(bound));
        }
        let (trick, target) = self.asked(target);
        let bound = match self.now.phase {
            Phase::Lead => self.search.lead(&trick, target, budget)?,
            Phase::Reply => self.search.reply(&trick, target, budget)?,
            Phase::Choose => self.search.choose(&trick, target, budget)?,
            Phase::Spice => self.search.spice(&trick, target, budget)?,
            Phase::Over => self.now.end,
        };
        Ok(target.is_reached(bound))
    }
}

impl<const N: usize, const PLAIN: bool> Deal<'_, N, PLAIN> {
    /// Return a target in the numbers of the search, and the moment with no more of who took tricks than bears on this target.
    ///
    /// That a side takes every trick is above all else that it can get, so whether one has taken a trick matters to one target alone.
    fn asked(&self, target: Target) -> (Trick, Target) {
        let mut trick = self.now.trick;
        let Goal::Outcome { .. } = self.search.goal else {
            return (trick, target);
        };
        let target = target.number();
        let rules = self.search.rules;
        let most = 2 * (i32::from(trick.left) + rules.last_trick) + 1;
        if target <= 1 {
            trick.took = 2;
            return (trick, Target::new(0));
        }
        if target > rules.unit * (most - 1) + 2 {
            trick.took = 1;
            return (trick, Target::new(most + 1));
        }
        trick.took = 3;
        let units = (target - 1) / (2 * rules.unit);
        let more = (target - 1) % (2 * rules.unit);
        (trick, Target::new(2 * units + more.min(2)))
    }
}
