//! What makes the searches fast, each with a switch. Without any of it they find the same, only later: the tests turn each off.

use crate::reading::{Given, Refusal};

/// All of them, as a number.
pub const ALL: i32 = 31;

/// Which of them are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Shortcuts {
    /// What is worth the same stands for each other: positions in the tables, and cards of a hand.
    pub alike: bool,
    /// What is known about positions is remembered.
    pub tables: bool,
    /// Actions that are likely to be enough come first.
    pub order: bool,
    /// Where nothing but cards bears on play, a search of its own knows no more than these: rounds of matching tricks, suit tricks
    /// without a talon, and the end of a race.
    pub special: bool,
    /// What is known or sure already is seen before anything is searched.
    pub foresight: bool,
}

impl Shortcuts {
    /// All of them.
    #[must_use]
    pub const fn every() -> Self {
        Self { alike: true, tables: true, order: true, special: true, foresight: true }
    }

    /// Read them.
    ///
    /// # Errors
    /// When there are others.
    pub fn read(given: &mut Given) -> Result<Self, Refusal> {
        let words = ["alike", "tables", "order", "special", "foresight"];
        let [alike, tables, order, special, foresight] = given.some_of("shortcuts", words)?;
        Ok(Self { alike, tables, order, special, foresight })
    }
}
