//! A solver for one game, whatever its tricks are like. It keeps what it has learned from question to question.

use crate::budget::Budget;
use crate::deal::{Answer, Depth};
use crate::matching::complete::Complete;
use crate::reading::Refusal;
use crate::table::Use;
use crate::{matching, suits};
use std::sync::Arc;

/// The most levels that a question can name.
const MAX_LEVELS: usize = 4096;
/// Levels are no larger than this, so that what lies between fits into a table.
const HIGHEST_LEVEL: i32 = 16_000;

/// A solver for one game.
#[derive(Debug)]
pub enum Solver {
    /// For matching tricks: rules that begin with 0.
    Matching(Box<matching::Solver>),
    /// For suit tricks: rules that begin with 1.
    Suits(Box<suits::Solver>),
}

impl Solver {
    /// Make a solver by rules, whose tables take at most so many bytes.
    ///
    /// # Errors
    /// When the rules are wrong, or more than the kernel can do.
    pub fn new(rules: &[i32], memory: usize) -> Result<Self, Refusal> {
        match rules.first() {
            Some(0) => Ok(Self::Matching(Box::new(matching::Solver::new(rules, memory)?))),
            Some(1) => Ok(Self::Suits(Box::new(suits::Solver::new(rules, memory)?))),
            _ => Err(Refusal::of("tricks", "expected 0 for matching ones or 1 for suit tricks")),
        }
    }

    /// Answer a question about a position as far as the budget allows.
    ///
    /// # Errors
    /// When the question is wrong.
    pub fn answer(
        &mut self,
        question: &[i32],
        levels: &[i32],
        depth: Depth,
        budget: &mut Budget,
    ) -> Result<Answer, Refusal> {
        check_levels(levels)?;
        match self {
            Self::Matching(solver) => solver.answer(question, levels, depth, budget),
            Self::Suits(solver) => solver.answer(question, levels, depth, budget),
        }
    }

    /// Look endgames up in complete tables from now on; return whether they are those of the game.
    pub fn look_up(&mut self, complete: Arc<Complete>) -> bool {
        match self {
            Self::Matching(solver) => solver.look_up(complete),
            Self::Suits(_) => false,
        }
    }

    /// Return how the tables were used since this was last asked.
    pub fn take_usage(&mut self) -> Use {
        match self {
            Self::Matching(solver) => solver.take_usage(),
            Self::Suits(solver) => solver.take_usage(),
        }
    }
}

fn check_levels(levels: &[i32]) -> Result<(), Refusal> {
    let refusal = |problem| Err(Refusal::of("levels", problem));
    if levels.len() > MAX_LEVELS {
        return refusal("there are too many");
    }
    for (place, &level) in levels.iter().enumerate() {
        if level.unsigned_abs() > HIGHEST_LEVEL.unsigned_abs() {
            return refusal("one is too large");
        }
        if place > 0 && level <= levels[place - 1] {
            return refusal("they do not rise");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_and_are_not_too_large() {
        assert_eq!(check_levels(&[]), Ok(()));
        assert_eq!(check_levels(&[-16_000, 0, 16_000]), Ok(()));
        assert_eq!(check_levels(&[0, 0]).unwrap_err().problem, "they do not rise");
        assert_eq!(check_levels(&[0, 16_001]).unwrap_err().problem, "one is too large");
        assert_eq!(check_levels(&[i32::MIN]).unwrap_err().problem, "one is too large");
        assert!(check_levels(&(0..4097).collect::<Vec<_>>()).is_err());
    }
}
