//! How much a search may cost, and what it has cost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// After so many nodes the clock and the stop flag are looked at: some tenths of a millisecond.
const CHECK_EVERY: u64 = 4096;

/// Tells the time since some moment. Not every place where the core runs has a clock of its own.
pub type Clock = fn() -> Duration;

/// The nodes or the time are used up, or the search was told to stop. What has been proved until then stays proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// How much a search may cost.
#[derive(Debug)]
pub struct Budget<'a> {
    nodes: u64,
    next_check: u64,
    limit: u64,
    clock: Clock,
    deadline: Option<Duration>,
    stop: &'a AtomicBool,
    progress: &'a AtomicU64,
}

impl<'a> Budget<'a> {
    /// Allow so many nodes, until it is `deadline` by the clock, while `stop` is not set. The number of nodes is written to `progress` now
    /// and then.
    #[must_use]
    pub fn new(
        limit: u64,
        clock: Clock,
        deadline: Option<Duration>,
        stop: &'a AtomicBool,
        progress: &'a AtomicU64,
    ) -> Self {
        Self { nodes: 0, next_check: 0, limit, clock, deadline, stop, progress }
    }

    /// Count a node.
    ///
    /// # Errors
    /// When it is one too many.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Nodes searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether any number of nodes is allowed.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.limit == u64::MAX
    }

    /// Let something cost no more than so many nodes, and no more than so many quarters of what is left of nodes and time.
    ///
    /// Returns `None` when that was not enough.
    ///
    /// # Errors
    /// When the budget as a whole is used up.
    pub fn share<T>(
        &mut self,
        nodes: u64,
        quarters: u32,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let (limit, deadline) = (self.limit, self.deadline);
        let left = limit.saturating_sub(self.nodes);
        self.limit = self.nodes + (left / 4 * u64::from(quarters)).max(left.min(1)).min(nodes);
        self.deadline = deadline.map(|end| {
            let now = (self.clock)();
            now + end.saturating_sub(now) * quarters / 4
        });
        self.next_check = self.nodes;
        let done = work(self);
        (self.limit, self.deadline) = (limit, deadline);
        self.next_check = self.nodes;
        if let Ok(found) = done {
            return Ok(Some(found));
        }
        self.check().map(|()| None)
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.progress.store(self.nodes, Ordering::Relaxed);
        let late = self.deadline.is_some_and(|deadline| (self.clock)() >= deadline);
        if self.nodes >= self.limit || late || self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        self.next_check = self.limit.min(self.nodes + CHECK_EVERY);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> Duration {
        Duration::from_hours(12)
    }

    fn spent(budget: &mut Budget) -> u64 {
        while budget.nodes() < 100_000 && budget.spend().is_ok() {}
        budget.nodes()
    }

    #[test]
    fn every_node_of_a_limit_is_allowed_and_none_more() {
        let (stop, progress) = (AtomicBool::new(false), AtomicU64::new(0));
        for limit in [0, 1, 4095, 4096, 4097, 20_000] {
            assert_eq!(spent(&mut Budget::new(limit, noon, None, &stop, &progress)), limit);
        }
        assert_eq!(progress.load(Ordering::Relaxed), 20_000);
    }

    #[test]
    fn a_share_is_a_part_of_what_is_left_and_the_rest_stays() {
        let (stop, progress) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut budget = Budget::new(10_000, noon, None, &stop, &progress);
        let all = |budget: &mut Budget| -> Result<(), Stopped> {
            loop {
                budget.spend()?;
            }
        };
        assert_eq!(budget.share(1000, 1, |_| Ok(7)), Ok(Some(7)));
        assert_eq!((budget.share(1000, 1, all), budget.nodes()), (Ok(None), 1000));
        assert_eq!((budget.share(10_000, 1, all), budget.nodes()), (Ok(None), 3250));
        assert_eq!(spent(&mut budget), 10_000);
        assert_eq!(budget.share(1, 3, all), Err(Stopped));
        let mut budget = Budget::new(10_000, noon, None, &stop, &progress);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(budget.share(1000, 3, all), Err(Stopped));
    }

    #[test]
    fn a_deadline_or_the_flag_ends_it_soon() {
        let (stop, progress) = (AtomicBool::new(false), AtomicU64::new(0));
        assert_eq!(spent(&mut Budget::new(u64::MAX, noon, Some(noon()), &stop, &progress)), 0);
        let later = noon() + Duration::from_hours(1);
        let mut budget = Budget::new(u64::MAX, noon, Some(later), &stop, &progress);
        assert_eq!(budget.spend(), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(spent(&mut budget), CHECK_EVERY);
    }
}
