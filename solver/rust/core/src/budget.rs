//! How much a search may cost, and what it has cost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// After so many nodes the clock and the stop flag are looked at: some tenths of a millisecond.
const CHECK_EVERY: u64 = 4096;

/// The nodes or the time are used up, or the search was told to stop. What has been proved until then stays proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// How much a search may cost.
#[derive(Debug)]
pub struct Budget<'a> {
    nodes: u64,
    next_check: u64,
    limit: u64,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    progress: &'a AtomicU64,
}

impl<'a> Budget<'a> {
    /// Allow so many nodes, until `deadline`, while `stop` is not set. The number of nodes is written to `progress` now and then.
    #[must_use]
    pub fn new(limit: u64, deadline: Option<Instant>, stop: &'a AtomicBool, progress: &'a AtomicU64) -> Self {
        Self { nodes: 0, next_check: 0, limit, deadline, stop, progress }
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

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.progress.store(self.nodes, Ordering::Relaxed);
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
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
    use std::time::Duration;

    fn spent(budget: &mut Budget) -> u64 {
        while budget.nodes() < 100_000 && budget.spend().is_ok() {}
        budget.nodes()
    }

    #[test]
    fn every_node_of_a_limit_is_allowed_and_none_more() {
        let (stop, progress) = (AtomicBool::new(false), AtomicU64::new(0));
        for limit in [0, 1, 4095, 4096, 4097, 20_000] {
            assert_eq!(spent(&mut Budget::new(limit, None, &stop, &progress)), limit);
        }
        assert_eq!(progress.load(Ordering::Relaxed), 20_000);
    }

    #[test]
    fn a_deadline_or_the_flag_ends_it_soon() {
        let (stop, progress) = (AtomicBool::new(false), AtomicU64::new(0));
        let past = Instant::now();
        assert_eq!(spent(&mut Budget::new(u64::MAX, Some(past), &stop, &progress)), 0);
        let later = past + Duration::from_hours(1);
        let mut budget = Budget::new(u64::MAX, Some(later), &stop, &progress);
        assert_eq!(budget.spend(), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(spent(&mut budget), CHECK_EVERY);
    }
}
