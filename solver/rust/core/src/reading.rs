//! Reading rules and questions: lists of whole numbers, of which nothing is taken on trust.

use std::fmt;

/// Why a list of numbers is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The place in the list of the number that is wrong, or its length when one is missing.
    pub place: usize,
    /// What is wrong.
    pub problem: &'static str,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "number {}: {}", self.place, self.problem)
    }
}

/// Reads a list of numbers from its beginning.
#[derive(Debug)]
pub struct Reader<'a> {
    numbers: &'a [i32],
    place: usize,
}

impl<'a> Reader<'a> {
    /// Read these numbers.
    #[must_use]
    pub fn new(numbers: &'a [i32]) -> Self {
        Self { numbers, place: 0 }
    }

    /// Return the next number, which must lie between `low` and `high`, both included.
    ///
    /// # Errors
    /// When there is none, or it lies outside.
    pub fn number(&mut self, low: i32, high: i32, problem: &'static str) -> Result<i32, Refusal> {
        let Some(&number) = self.numbers.get(self.place) else {
            return Err(self.refusal("the list ends too early"));
        };
        if number < low || number > high {
            return Err(self.refusal(problem));
        }
        self.place += 1;
        Ok(number)
    }

    /// Return the next number, from 0 to `most`.
    ///
    /// # Errors
    /// As [`Reader::number`].
    pub fn count(&mut self, most: usize, problem: &'static str) -> Result<usize, Refusal> {
        let most = i32::try_from(most).unwrap_or(i32::MAX);
        Ok(usize::try_from(self.number(0, most, problem)?).unwrap_or_default())
    }

    /// Return the next number, which is 0 for no and 1 for yes.
    ///
    /// # Errors
    /// As [`Reader::number`].
    pub fn flag(&mut self, problem: &'static str) -> Result<bool, Refusal> {
        Ok(self.number(0, 1, problem)? == 1)
    }

    /// Check that nothing is left.
    ///
    /// # Errors
    /// When something is.
    pub fn end(&self) -> Result<(), Refusal> {
        if self.place == self.numbers.len() { Ok(()) } else { Err(self.refusal("the list is too long")) }
    }

    /// Return a refusal of the number that would come next.
    #[must_use]
    pub fn refusal(&self, problem: &'static str) -> Refusal {
        Refusal { place: self.place, problem }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_order_and_within_bounds() {
        let mut reader = Reader::new(&[3, -1, 1, 7]);
        assert_eq!(reader.count(3, "count"), Ok(3));
        assert_eq!(reader.number(-2, 0, "number"), Ok(-1));
        assert_eq!(reader.flag("flag"), Ok(true));
        assert_eq!(reader.end(), Err(Refusal { place: 3, problem: "the list is too long" }));
        assert_eq!(reader.count(6, "count"), Err(Refusal { place: 3, problem: "count" }));
        assert_eq!(reader.count(7, "count"), Ok(7));
        assert_eq!(reader.end(), Ok(()));
        assert_eq!(reader.flag("flag"), Err(Refusal { place: 4, problem: "the list ends too early" }));
    }
}
