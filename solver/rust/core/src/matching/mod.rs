//! Matching tricks: what matches the led card takes the trick.
//!
//! `rules` and `question` are read from numbers; `trick` is one trick after another by these rules; `goal` is what is measured; `search`
//! asks whether it can be brought to a number, and remembers positions by their `key`; `sure` is what hands make certain; `plain` searches faster where nothing but
//! cards bears on play; `endgames` are positions that stay known from deal to deal; `deal` is what the driver asks. `complete` tables hold
//! every endgame, each at its one of the `places`, and `counts` are what they show.

pub mod batch;
mod board;
pub mod complete;
pub mod counts;
mod deal;
mod dealing;
mod draws;
mod endgames;
mod goal;
mod hands;
mod key;
mod knowledge;
mod move_order;
mod places;
mod plain;
mod question;
mod recent;
mod rules;
mod search;
mod sure;
mod table;
mod trick;

use crate::budget::Budget;
use crate::deal::{Answer, Depth};
use crate::driver;
use crate::manifest::form;
use crate::reading::{Given, Refusal};
use crate::table::Use;
use complete::Complete;
use deal::{Deal, Moment};
use draws::Draws;
use goal::Goal;
use hands::Seat;
use key::{Hashes, hash, rests};
use knowledge::{Search, Tables, others};
use question::Question;
use rules::Rules;
use std::sync::Arc;

/// A solver for a game with matching tricks.
#[derive(Debug)]
pub struct Solver {
    rules: Box<Rules>,
    hashes: Hashes,
    tables: Tables,
    complete: Option<Arc<Complete>>,
}

impl Solver {
    /// Read the rules, and make tables of at most so many bytes.
    ///
    /// # Errors
    /// When the rules are wrong.
    pub fn new(rules: &[i32], memory: usize) -> Result<Self, Refusal> {
        let rules = Rules::of_numbers(rules)?;
        let hashes = Hashes::new(&rules);
        let tables = Tables::new(&rules, memory);
        Ok(Self { rules: Box::new(rules), hashes, tables, complete: None })
    }

    /// Look endgames up in complete tables from now on; return whether they are those of the game.
    pub fn look_up(&mut self, complete: Arc<Complete>) -> bool {
        let serves = complete.serves(&self.rules);
        if serves {
            self.complete = Some(complete);
        }
        serves
    }

    /// Answer a question.
    ///
    /// # Errors
    /// When it is wrong.
    pub fn answer(
        &mut self,
        question: &[i32],
        levels: &[i32],
        depth: Depth,
        budget: &mut Budget,
    ) -> Result<Answer, Refusal> {
        match self.rules.seats {
            2 => self.read_and_solve::<2>(question, levels, depth, budget),
            3 => self.read_and_solve::<3>(question, levels, depth, budget),
            4 => self.read_and_solve::<4>(question, levels, depth, budget),
            5 => self.read_and_solve::<5>(question, levels, depth, budget),
            6 => self.read_and_solve::<6>(question, levels, depth, budget),
            7 => self.read_and_solve::<7>(question, levels, depth, budget),
            _ => self.read_and_solve::<8>(question, levels, depth, budget),
        }
    }

    fn read_and_solve<const N: usize>(
        &mut self,
        question: &[i32],
        levels: &[i32],
        depth: Depth,
        budget: &mut Budget,
    ) -> Result<Answer, Refusal> {
        let question = Question::<N>::read(&mut Given::new(form("matching question"), question)?, &self.rules)?;
        let plain =
            self.rules.shortcuts.special && self.rules.is_plain() && matches!(question.goal, Goal::Outcome { .. });
        Ok(if plain {
            self.solve::<N, true>(&question, levels, depth, budget)
        } else {
            self.solve::<N, false>(&question, levels, depth, budget)
        })
    }

    fn solve<const N: usize, const PLAIN: bool>(
        &mut self,
        question: &Question<N>,
        levels: &[i32],
        depth: Depth,
        budget: &mut Budget,
    ) -> Answer {
        let rules = &self.rules;
        self.tables.prepare(&question.talon);
        let search: Search<N, PLAIN> = Search {
            draws: Draws::new(rules, &question.talon),
            rules,
            hashes: &self.hashes,
            tables: &mut self.tables,
            goal: &question.goal,
            talon: &question.talon,
            rests: &rests(rules, &self.hashes, &question.talon),
            complete: self.complete.as_deref().filter(|_| matches!(question.goal, Goal::Outcome { .. })),
            seating: std::array::from_fn(|leader| hash([1, others::<N>(rules, Seat::new(leader))])),
            taking: std::array::from_fn(|took| hash([2, took as u64])),
            board: question.board,
            further: question.further,
        };
        let now = Moment { trick: question.trick, phase: question.phase, end: 0 };
        driver::solve(&mut Deal { search, now, past: Vec::new() }, levels, depth, budget)
    }

    /// Return how the tables were used since this was last asked.
    pub fn take_usage(&mut self) -> Use {
        self.tables.take_usage()
    }
}
