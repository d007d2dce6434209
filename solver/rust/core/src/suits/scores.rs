//! How deals are scored: by a table, as a race, by a contract, or in points.

use crate::reading::{Given, Refusal};

/// The most that anything counts.
pub const MOST: i32 = 4000;

/// How a deal is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// By a table of points.
    Table,
    /// As a race to a number of points.
    Race,
    /// By a contract.
    Contract,
    /// Every side its points.
    Points,
}

/// When a side must have taken a trick for the lower penalty, where the talon was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PenaltyAt {
    /// Before the closing.
    Closing,
    /// Before the end.
    End,
    /// The higher penalty in any case.
    Flat,
}

/// A row of a scoring table.
#[derive(Debug)]
pub struct Row {
    pub points: (i32, i32),
    pub cards: Option<(i32, i32)>,
    /// Whether every trick is needed, or must not be there.
    pub every_trick: Option<bool>,
    pub game_points: i32,
}

/// What a race is worth.
#[derive(Debug)]
pub struct Race {
    pub won: [i32; 3],
    pub won_at_closing: bool,
    pub schneider: i32,
    pub penalty: [i32; 2],
    pub penalty_at: PenaltyAt,
    pub last_trick_wins: bool,
}

/// What a contract is worth.
#[derive(Debug)]
pub struct Contract {
    pub grand_points: i32,
    pub grand_needs_tricks: bool,
    pub defenders_score: bool,
}

impl Race {
    pub fn read(given: &mut Given) -> Result<Self, Refusal> {
        let times = [("closing", PenaltyAt::Closing), ("end", PenaltyAt::End), ("flat", PenaltyAt::Flat)];
        Ok(Self {
            won: numbers(given, "won")?,
            won_at_closing: given.flag("won_at_closing")?,
            schneider: number(given, "schneider")?,
            penalty: numbers(given, "penalty")?,
            penalty_at: given.one_of("penalty_at", times)?,
            last_trick_wins: given.flag("last_trick_wins")?,
        })
    }
}

impl Contract {
    pub fn read(given: &mut Given) -> Result<Self, Refusal> {
        Ok(Self {
            grand_points: number(given, "grand_points")?,
            grand_needs_tricks: given.flag("grand_needs_tricks")?,
            defenders_score: given.flag("defenders_score")?,
        })
    }
}

impl Row {
    pub fn read(row: &mut Given) -> Result<Self, Refusal> {
        let points = (number(row, "points_from")?, number(row, "points_to")?);
        let low = row.number("cards_from", (-1, MOST), "expected -1 or a number from 0 on")?;
        let high = row.number("cards_to", (-1, MOST), "expected -1 or a number from 0 on")?;
        let every_trick = row.one_of("tricks", [("any", None), ("some", Some(false)), ("all", Some(true))])?;
        let game_points = number(row, "game_points")?;
        row.end()?;
        Ok(Self { points, cards: (low >= 0).then_some((low, high)), every_trick, game_points })
    }
}

/// Return the number of a field, which is not too large.
pub fn number(given: &mut Given, name: &'static str) -> Result<i32, Refusal> {
    let [number] = numbers(given, name)?;
    Ok(number)
}

fn numbers<const COUNT: usize>(given: &mut Given, name: &'static str) -> Result<[i32; COUNT], Refusal> {
    given.array(name, (0, MOST), "expected a number from 0 on that is not too large")
}
