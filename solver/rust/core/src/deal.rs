//! A position in a deal that is played on and taken back, and what can be asked and known about it. The same for every kernel.
//!
//! Values are *levels*: numbers, rising, that what side 0 still gets may reach. A value is how many of them it reaches.

use crate::bounds::Target;
use crate::budget::{Budget, Stopped};

/// The most actions that a position can offer.
pub const MAX_ACTIONS: usize = 64;
/// The most actions from a position to the end of its deal.
pub const MAX_LINE: usize = 512;
/// An action, as the kernel numbers them.
pub type Action = u8;

/// A position in a deal that is played on and taken back.
pub trait Deal {
    /// Whether the deal is over.
    fn is_over(&self) -> bool;

    /// Whether side 0 is to act, which wants much.
    fn maximizes(&self) -> bool;

    /// Write the legal actions, each once, in a fixed order; return how many there are.
    fn actions(&self, into: &mut [Action; MAX_ACTIONS]) -> usize;

    /// Do one of the legal actions, and return what it adds to the count of side 0.
    fn play(&mut self, action: Action) -> i32;

    /// Take the last action back.
    fn undo(&mut self);

    /// Return bounds for what can still be added to the count of side 0. They are equal when the deal is over.
    fn reach(&self) -> (i32, i32);

    /// Whether side 0 can bring what is still to come to at least `target`, against any defence.
    ///
    /// # Errors
    /// When the budget is used up before the answer is known; the position is the same as before then, too.
    fn secures(&mut self, target: Target, budget: &mut Budget) -> Result<bool, Stopped>;

    /// Return bounds for what side 0 can bring what is still to come to, as far as they are proved by now.
    fn known(&mut self) -> (i32, i32) {
        self.reach()
    }

    /// Whether it can end before all cards are played.
    fn ends_early(&self) -> bool {
        false
    }

    /// Whether nothing is drawn any more.
    fn is_late(&self) -> bool {
        true
    }

    /// Whether an action claims to have enough.
    fn is_claim(&self, _action: Action) -> bool {
        false
    }

    /// Whether an action plays a card.
    fn plays_card(&self, _action: Action) -> bool {
        true
    }

    /// Return what side 0 may well bring what is still to come to, where the kernel has an idea: the first questions are near it.
    fn guess(&mut self) -> Option<i32> {
        None
    }
}

/// How much is asked about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Its value.
    Value,
    /// And the value of every action.
    Actions,
    /// And best play to the end.
    Line,
}

/// Between which values the value of something lies: it reaches `low` of the levels for certain, and `high` at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The worst that is possible for side 0.
    pub low: usize,
    /// The best that is possible for side 0.
    pub high: usize,
}

impl Span {
    /// Whether the value is known.
    #[must_use]
    pub fn is_settled(self) -> bool {
        self.low == self.high
    }
}

/// What is known about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its value.
    pub root: Span,
    /// The value of every action, in the kernel's order; empty when not asked for.
    pub actions: Vec<(Action, Span)>,
    /// Best play to the end; empty when not asked for, or when the budget ran out.
    pub line: Vec<Action>,
    /// Whether everything that was asked for is settled.
    pub exact: bool,
}

/// A question about a position, and what is known of it so far.
pub(crate) struct Work<'a, D: Deal> {
    pub deal: &'a mut D,
    pub levels: &'a [i32],
    pub root: Span,
    /// Actions, what each adds to the count, and between which values it lies.
    pub actions: Vec<(Action, i32, Span)>,
    pub line: Vec<Action>,
}

impl<D: Deal> Work<'_, D> {
    /// Ask something about the position after an action, with what that adds to the count.
    pub fn after<T>(&mut self, action: Action, ask: impl FnOnce(&mut Self, i32) -> T) -> T {
        let gain = self.deal.play(action);
        let answer = ask(self, gain);
        self.deal.undo();
        answer
    }

    /// Return the values that are possible for certain, without a search, when so much was gained.
    pub fn reach(&self, gained: i32) -> Span {
        let (low, high) = self.deal.reach();
        Span { low: self.reached(gained + low), high: self.reached(gained + high) }
    }

    /// Return what is still to be brought for a level when so much is gained.
    pub fn target(&self, level: usize, gained: i32) -> Target {
        Target::new(self.levels[level - 1]).less(gained)
    }

    /// Return how many levels a number reaches.
    pub fn reached(&self, number: i32) -> usize {
        self.levels.partition_point(|&level| level <= number)
    }
}
