//! Targets and bounds: what a search is asked for, and what it answers.
//!
//! A bound that is found answers a question alone: at least so much when it reaches the target, and at most so much when it does not.

/// What the count of side 0 is to be brought to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target(i32);

impl Target {
    /// A number that is to be reached.
    #[inline]
    #[must_use]
    pub const fn new(number: i32) -> Self {
        Self(number)
    }

    /// The number.
    #[inline]
    #[must_use]
    pub const fn number(self) -> i32 {
        self.0
    }

    /// What is still to be brought when so much is gained.
    #[inline]
    #[must_use]
    pub const fn less(self, gained: i32) -> Self {
        Self(self.0 - gained)
    }

    /// Whether a number is enough.
    #[inline]
    #[must_use]
    pub const fn is_reached(self, number: i32) -> bool {
        number >= self.0
    }

    /// Return the bound that answers the question, where both bounds lie on one side of the target.
    #[inline]
    #[must_use]
    pub const fn settled(self, (low, high): (i32, i32)) -> Option<i32> {
        if self.is_reached(low) {
            Some(low)
        } else if self.is_reached(high) {
            None
        } else {
            Some(high)
        }
    }

    /// Return bounds narrowed by one that was found.
    #[inline]
    #[must_use]
    pub fn narrowed(self, (low, high): (i32, i32), found: i32) -> (i32, i32) {
        if self.is_reached(found) { (low.max(found), high) } else { (low, high.min(found)) }
    }
}

/// The best that the side to act has found.
#[derive(Debug)]
pub struct Best {
    wants: bool,
    target: Target,
    bound: i32,
}

impl Best {
    /// Nothing is found yet, by this side.
    #[inline]
    #[must_use]
    pub const fn new(side: usize, target: Target) -> Self {
        let wants = side == 0;
        Self { wants, target, bound: if wants { i32::MIN } else { i32::MAX } }
    }

    /// Take note of an action; return whether no other needs to be looked at.
    #[inline]
    pub fn is_enough(&mut self, bound: i32) -> bool {
        self.bound = if self.wants { self.bound.max(bound) } else { self.bound.min(bound) };
        self.target.is_reached(bound) == self.wants
    }

    /// The bound that it comes to.
    #[inline]
    #[must_use]
    pub const fn bound(&self) -> i32 {
        self.bound
    }
}
