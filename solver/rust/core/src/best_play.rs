//! Best play to the end: a line in which every action keeps the value.

use crate::budget::{Budget, Stopped};
use crate::deal::{Action, Deal, MAX_ACTIONS, MAX_LINE, Work};

/// So many actions are looked at for the shortest way to the end, before each action of a line.
const MOST_STEPS: u32 = 1000;

/// How far a line of best play has come.
///
/// Where a deal can end early the side that profits claims as soon as that keeps the value; once nothing is drawn any more it ends the
/// deal with as few cards as it can, and the other one holds that up, unless the end is too far away to see how. Nobody makes a claim
/// from which he does not profit while anything else keeps the value. Of actions that are equal so far it is the first.
struct Way {
    profiting: Option<usize>,
    /// The fewest cards with which the deal can end, as far as that is known.
    least: i32,
    /// How many actions were looked at for the shortest way.
    steps: u32,
}

/// Why nothing is known of the shortest way.
enum Halt {
    TooFar,
    Stopped(Stopped),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl<D: Deal> Work<'_, D> {
    /// Find play to the end in which every action keeps the value.
    pub fn follow(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let mut line = Vec::new();
        let found = self.keep_value(&mut line, budget);
        for _ in &line {
            self.deal.undo();
        }
        if found.is_ok() {
            self.line = line;
        }
        found
    }

    fn keep_value(&mut self, line: &mut Vec<Action>, budget: &mut Budget) -> Result<(), Stopped> {
        let mut way = Way { profiting: self.profiting(), least: 0, steps: 0 };
        let mut gained = 0;
        while !self.deal.is_over() {
            assert!(line.len() < MAX_LINE, "a deal goes on for longer than any can");
            let action = self.next(&mut way, gained, budget)?;
            gained += self.deal.play(action);
            line.push(action);
        }
        Ok(())
    }

    /// Return the side that profits from the value, in a deal that can end early; `None` when neither does, or none can.
    fn profiting(&self) -> Option<usize> {
        let level = self.root.low;
        if !self.deal.ends_early() {
            return None;
        }
        if level > 0 && self.levels[level - 1] > 0 {
            return Some(0);
        }
        self.levels.get(level).is_some_and(|&above| above <= 0).then_some(1)
    }

    /// Return the action with which the line goes on.
    fn next(&mut self, way: &mut Way, gained: i32, budget: &mut Budget) -> Result<Action, Stopped> {
        let any = way.profiting.is_none() || !self.deal.is_late();
        let steps = self.keeping(way, gained, any, budget)?;
        assert!(!steps.is_empty(), "no action keeps the value: the search contradicts itself");
        if any {
            return Ok(steps[0]);
        }
        way.steps = 0;
        let first = steps[0];
        match self.shortest(way, steps, gained, budget) {
            Err(Halt::TooFar) => {
                way.least = 0;
                Ok(first)
            }
            Err(Halt::Stopped(stopped)) => Err(stopped),
            Ok(action) => Ok(action),
        }
    }

    /// Return the action to the nearest end, if the side that profits is to act, or else to the farthest.
    fn shortest(
        &mut self,
        way: &mut Way,
        mut steps: Vec<Action>,
        gained: i32,
        budget: &mut Budget,
    ) -> Result<Action, Halt> {
        let hurried = self.profits(way);
        for cards in (if hurried { way.least } else { (way.least - 1).max(0) }).. {
            let mut late = Vec::new();
            for &action in &steps {
                if !self.ends_within(way, action, gained, cards, budget)? {
                    late.push(action);
                } else if hurried {
                    way.least = cards - i32::from(self.deal.plays_card(action));
                    return Ok(action);
                }
            }
            if late.is_empty() {
                way.least = cards - i32::from(self.deal.plays_card(steps[0]));
                return Ok(steps[0]);
            }
            steps = late;
        }
        unreachable!("there are not so many cards");
    }

    /// Whether the side that profits can end the deal with so many cards, that of the action included.
    fn ends_within(
        &mut self,
        way: &mut Way,
        action: Action,
        gained: i32,
        cards: i32,
        budget: &mut Budget,
    ) -> Result<bool, Halt> {
        let cards = cards - i32::from(self.deal.plays_card(action));
        if cards < 0 {
            return Ok(false);
        }
        self.after(action, |work, gain| work.is_near(way, gained + gain, cards, budget))
    }

    fn is_near(&mut self, way: &mut Way, gained: i32, cards: i32, budget: &mut Budget) -> Result<bool, Halt> {
        if self.deal.is_over() {
            return Ok(true);
        }
        way.steps += 1;
        if way.steps > MOST_STEPS {
            return Err(Halt::TooFar);
        }
        let hurried = self.profits(way);
        for actions in self.options(way) {
            let mut found = false;
            for action in actions {
                if self.keeps_by(action, gained, budget)? {
                    found = true;
                    if self.ends_within(way, action, gained, cards, budget)? == hurried {
                        return Ok(hurried);
                    }
                }
            }
            if found {
                break;
            }
        }
        Ok(!hurried)
    }

    /// Whether the side that profits is to act.
    fn profits(&self, way: &Way) -> bool {
        way.profiting == Some(usize::from(!self.deal.maximizes()))
    }

    /// Return the legal actions, claims from which one profits in front: what keeps the value is looked for among these, and only where
    /// nothing does among the others, the claims from which one does not profit.
    fn options(&self, way: &Way) -> [Vec<Action>; 2] {
        let mut actions = [0; MAX_ACTIONS];
        let count = self.deal.actions(&mut actions);
        let profits = self.profits(way);
        let (mut claims, mut others): (Vec<Action>, Vec<Action>) =
            actions[..count].iter().partition(|&&action| self.deal.is_claim(action));
        if profits {
            claims.append(&mut others);
            return [claims, others];
        }
        [others, claims]
    }

    /// Return the actions that keep the value, or the first of them.
    fn keeping(&mut self, way: &Way, gained: i32, first: bool, budget: &mut Budget) -> Result<Vec<Action>, Stopped> {
        let mut kept = Vec::new();
        for actions in self.options(way) {
            for action in actions {
                if (kept.is_empty() || !first) && self.keeps_by(action, gained, budget)? {
                    kept.push(action);
                }
            }
            if !kept.is_empty() {
                break;
            }
        }
        Ok(kept)
    }

    /// Whether an action keeps the value.
    fn keeps_by(&mut self, action: Action, gained: i32, budget: &mut Budget) -> Result<bool, Stopped> {
        self.after(action, |work, gain| work.keeps(work.root.low, gained + gain, budget))
    }

    /// Whether the current position, reached with so much gained, comes to just this level.
    fn keeps(&mut self, level: usize, gained: i32, budget: &mut Budget) -> Result<bool, Stopped> {
        let span = self.reach(gained);
        if level < span.low || level > span.high {
            return Ok(false);
        }
        if level > span.low && !self.deal.secures(self.target(level, gained), budget)? {
            return Ok(false);
        }
        Ok(level == span.high || !self.deal.secures(self.target(level + 1, gained), budget)?)
    }
}
