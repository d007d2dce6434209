//! Which deals the table of positions with a talon knows of.

use super::hands::Slot;

/// What is known of so many deals is kept at a time, where none has come back: what nobody asks for is only in the way.
const FEW: usize = 4;
/// So many are kept where one has come back, and no more are remembered to have been asked about.
const MANY: usize = 1024;

/// The deals that were asked about last.
#[derive(Debug)]
pub struct Recent {
    /// Their talons, the last one at the end.
    talons: Vec<Vec<Slot>>,
    /// From this one on the table knows of them.
    first: usize,
    /// It is to know of so many.
    most: usize,
}

impl Recent {
    /// No deals.
    pub fn new() -> Self {
        Self { talons: Vec::new(), first: 0, most: FEW }
    }

    /// Take note that a deal is asked about; return whether the table is to forget all deals before it.
    pub fn forgets_for(&mut self, talon: &[Slot]) -> bool {
        let before = self.talons.iter().rposition(|each| each.ends_with(talon));
        if before.is_some_and(|place| place >= self.first) {
            return false;
        }
        if before.is_some() {
            self.most = MANY;
        }
        let count = self.talons.len();
        let is_too_many = count == MANY || count == self.first + self.most;
        if count == MANY {
            *self = Self::new();
        } else if is_too_many {
            self.first = count;
        }
        self.talons.push(talon.to_vec());
        is_too_many
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Return a talon that a number stands for.
    fn talon(number: usize) -> Vec<Slot> {
        [number >> 8, number >> 4, number].map(|part| Slot::new(part % 16)).to_vec()
    }

    /// Ask about deals in turn; return before which of them all is forgotten.
    fn forgets(recent: &mut Recent, deals: impl Iterator<Item = usize>) -> Vec<usize> {
        deals.filter(|&number| recent.forgets_for(&talon(number))).collect()
    }

    #[test]
    fn few_deals_are_kept_where_none_comes_back() {
        assert_eq!(forgets(&mut Recent::new(), 0..10), [4, 8]);
        assert_eq!(forgets(&mut Recent::new(), (0..4).chain(0..4)), []);
    }

    #[test]
    fn a_deal_that_goes_on_is_the_same() {
        let mut recent = Recent::new();
        assert_eq!(forgets(&mut recent, 0..4), []);
        assert!(!recent.forgets_for(&talon(3)[1..]));
        assert!(recent.forgets_for(&talon(4)));
    }

    #[test]
    fn many_are_kept_where_one_comes_back() {
        let mut recent = Recent::new();
        assert_eq!(forgets(&mut recent, 0..10), [4, 8]);
        assert_eq!(forgets(&mut recent, (0..10).chain(0..10)), []);
    }

    #[test]
    fn what_was_asked_about_long_ago_is_new_again() {
        let mut recent = Recent::new();
        forgets(&mut recent, 0..50);
        assert_eq!(forgets(&mut recent, (0..48).chain(50..1000)), [976, 980, 984, 988, 992, 996]);
    }
}
