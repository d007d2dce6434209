//! Answering what is asked of a position: its value, the value of every action, and best play ([`crate::best_play`]).

use crate::budget::{Budget, Stopped};
use crate::deal::{Answer, Deal, Depth, MAX_ACTIONS, MAX_LINE, Span, Work};

/// After so many nodes without a value the position is taken for one that may be out of reach: some seconds.
const NODES_FOR_VALUE: u64 = 20_000_000;
/// So many nodes are spent on settling one action after the other, before anything else: some tenths of a second.
const NODES_FOR_EACH: u64 = 2_000_000;
/// So many nodes are spent on bounds then.
const NODES_FOR_BOUNDS: u64 = 20_000_000;
/// And so many on the question by which of the actions a bound holds that was found.
const NODES_FOR_PROOF: u64 = 500_000;

/// Answer a question about a position, as far as the budget allows.
pub fn solve<D: Deal>(deal: &mut D, levels: &[i32], depth: Depth, budget: &mut Budget) -> Answer {
    let mut work = Work { deal, levels, root: Span { low: 0, high: 0 }, actions: Vec::new(), line: Vec::new() };
    work.root = work.reach(0);
    if depth >= Depth::Actions {
        work.list_actions();
    }
    let done = work.run(depth, budget);
    if done.is_err() {
        work.tighten();
    }
    let exact = work.root.is_settled() && work.actions.iter().all(|(_, _, span)| span.is_settled()) && done.is_ok();
    let actions = work.actions.into_iter().map(|(action, _, span)| (action, span)).collect();
    Answer { root: work.root, actions, line: work.line, exact }
}

impl<D: Deal> Work<'_, D> {
    fn run(&mut self, depth: Depth, budget: &mut Budget) -> Result<(), Stopped> {
        if self.deal.is_over() {
            return Ok(());
        }
        if depth < Depth::Actions {
            return self.settle_root(depth, budget);
        }
        if !self.settle_each(budget)? {
            self.settle_root(depth, budget)?;
            for place in 0..self.actions.len() {
                let (action, gain, mut span) = self.actions[place];
                self.bound(&mut span);
                let maximizes = self.deal.maximizes();
                let settled = self.after(action, |work, _| work.settle_action(&mut span, gain, maximizes, budget));
                self.actions[place].2 = span;
                settled?;
            }
        }
        if depth >= Depth::Line { self.follow(budget) } else { Ok(()) }
    }

    /// Settle one action after the other, and so the position, where there is an idea of its value; return whether that is done.
    ///
    /// Before all cards are drawn it takes less than to settle the position first, of which half of the answers hold for one action alone.
    /// But its value comes first where nodes are limited, or the position is hard.
    fn settle_each(&mut self, budget: &mut Budget) -> Result<bool, Stopped> {
        let Some(mut guess) = self.deal.guess().map(|guess| self.reached(guess)) else {
            return Ok(false);
        };
        if self.deal.is_late() || !budget.is_unlimited() {
            return Ok(false);
        }
        let settled = budget.share(NODES_FOR_EACH, 2, |budget| {
            for place in 0..self.actions.len() {
                let (action, gain, mut span) = self.actions[place];
                let settled =
                    self.after(action, |work, _| work.search_from(&mut span, Some(guess), gain, budget, false));
                self.actions[place].2 = span;
                self.narrow_root();
                settled?;
                guess = span.low;
            }
            Ok(())
        });
        Ok(settled?.is_some())
    }

    /// Settle the value of the position. Where that takes long, what the next cards make certain of each action is found out before.
    fn settle_root(&mut self, depth: Depth, budget: &mut Budget) -> Result<(), Stopped> {
        let mut root = self.root;
        let settled = budget.share(NODES_FOR_VALUE, 3, |budget| self.settle(&mut root, 0, budget, false));
        self.root = root;
        if settled?.is_some() {
            return Ok(());
        }
        if depth >= Depth::Actions {
            budget.share(NODES_FOR_BOUNDS, 3, |budget| self.look_ahead(budget))?;
        }
        let mut root = self.root;
        let settled = self.settle(&mut root, 0, budget, true);
        self.root = root;
        settled
    }

    /// Find an action for which that holds, too, which has just been found out of the position: it is remembered what proved it.
    fn find_proof(&mut self, root: Span, level: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let maximizes = self.deal.maximizes();
        if maximizes != (root.low >= level) {
            return Ok(());
        }
        for place in 0..self.actions.len() {
            let (action, gain, mut span) = self.actions[place];
            if span.low < level && level <= span.high {
                let asked = budget.share(NODES_FOR_PROOF, 1, |budget| {
                    self.after(action, |work, _| work.ask(&mut span, level, gain, budget))
                });
                self.actions[place].2 = span;
                asked?;
            }
            if if maximizes { span.low >= level } else { span.high < level } {
                break;
            }
        }
        Ok(())
    }

    /// Narrow what is known of the actions, and so of the position, by what is certain after more and more of the next actions.
    fn look_ahead(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        for depth in 0..MAX_LINE {
            for place in 0..self.actions.len() {
                let (action, gain, mut span) = self.actions[place];
                let (low, high) = self.after(action, |work, _| -> Result<_, Stopped> {
                    let low = work.certain(depth, |(low, _)| low, (i32::MIN, i32::MAX), budget)?;
                    Ok((low, work.certain(depth, |(_, high)| high, (i32::MIN, i32::MAX), budget)?))
                })?;
                span.low = span.low.max(self.reached(gain + low));
                span.high = span.high.min(self.reached(gain + high));
                self.actions[place].2 = span;
            }
            self.narrow_root();
        }
        Ok(())
    }

    /// Carry what is proved of the actions over to the position: it is worth what the best of them is.
    fn narrow_root(&mut self) {
        let maximizes = self.deal.maximizes();
        let best = |ends: &mut dyn Iterator<Item = usize>| if maximizes { ends.max() } else { ends.min() };
        let low = best(&mut self.actions.iter().map(|(_, _, span)| span.low));
        let high = best(&mut self.actions.iter().map(|(_, _, span)| span.high));
        self.root.low = self.root.low.max(low.unwrap_or(0));
        self.root.high = self.root.high.min(high.unwrap_or(self.root.high));
    }

    /// Return what is certain for one side when so many actions are played perfectly and the other side gets all that comes after them.
    ///
    /// `end` takes from what can still be added to the count of side 0 what is added then.
    fn certain(
        &mut self,
        depth: usize,
        end: fn((i32, i32)) -> i32,
        (mut least, mut most): (i32, i32),
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        budget.spend()?;
        let reach = self.deal.reach();
        if depth == 0 || self.deal.is_over() || reach.1 <= least || most <= reach.0 {
            return Ok(end(reach));
        }
        let maximizes = self.deal.maximizes();
        let mut actions = [0; MAX_ACTIONS];
        let count = self.deal.actions(&mut actions);
        let mut best = if maximizes { i32::MIN } else { i32::MAX };
        for &action in &actions[..count] {
            let found = self.after(action, |work, gain| -> Result<i32, Stopped> {
                let window = (least.saturating_sub(gain), most.saturating_sub(gain));
                Ok(gain + work.certain(depth - 1, end, window, budget)?)
            })?;
            if maximizes {
                best = best.max(found);
                least = least.max(found);
            } else {
                best = best.min(found);
                most = most.min(found);
            }
            if least >= most {
                break;
            }
        }
        Ok(best)
    }

    fn list_actions(&mut self) {
        let mut actions = [0; MAX_ACTIONS];
        let count = self.deal.actions(&mut actions);
        for &action in &actions[..count] {
            let (gain, span) = self.after(action, |work, gain| (gain, work.reach(gain)));
            self.actions.push((action, gain, span));
        }
    }

    /// Settle the value of the current position, when so much was gained.
    ///
    /// Where it is wanted, an action is found after each answer for which it holds, too.
    ///
    /// Where there is an idea of it the first questions are near it, and then further and further away; otherwise in the middle.
    fn settle(&mut self, span: &mut Span, gained: i32, budget: &mut Budget, proving: bool) -> Result<(), Stopped> {
        let guess = self.deal.guess().map(|guess| self.reached(gained + guess));
        self.search_from(span, guess, gained, budget, proving)
    }

    fn search_from(
        &mut self,
        span: &mut Span,
        guess: Option<usize>,
        gained: i32,
        budget: &mut Budget,
        proving: bool,
    ) -> Result<(), Stopped> {
        let mut next = guess;
        let mut step = 1;
        while !span.is_settled() {
            let middle = (span.low + span.high).div_ceil(2);
            let level = next.unwrap_or(middle).clamp(span.low + 1, span.high);
            if self.ask(span, level, gained, budget)? {
                next = guess.map(|_| (span.low + step).min((span.low + span.high).div_ceil(2)));
            } else {
                next = guess.map(|_| (span.high + 1).saturating_sub(step).max((span.low + span.high).div_ceil(2)));
            }
            step *= 2;
            if proving {
                self.find_proof(*span, level, budget)?;
            }
        }
        Ok(())
    }

    /// Ask whether the current position reaches a level, and narrow its span by the answer and what else is known by then.
    fn ask(&mut self, span: &mut Span, level: usize, gained: i32, budget: &mut Budget) -> Result<bool, Stopped> {
        let reaches = self.deal.secures(self.target(level, gained), budget)?;
        let (low, high) = self.deal.known();
        let (low, high) = (self.reached(gained + low), self.reached(gained + high));
        if reaches {
            span.low = level.max(low);
            span.high = span.high.min(high).max(span.low);
        } else {
            span.high = (level - 1).min(high);
            span.low = span.low.max(low).min(span.high);
        }
        Ok(reaches)
    }

    /// Settle the value of an action that was just played: it is often as good as the position for the side that played it.
    fn settle_action(
        &mut self,
        span: &mut Span,
        gained: i32,
        maximizes: bool,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        if span.is_settled() {
            return Ok(());
        }
        let level = if maximizes { span.high } else { span.low + 1 };
        let near = self.deal.guess().map(|_| level);
        self.ask(span, level, gained, budget)?;
        self.search_from(span, near, gained, budget, false)
    }

    /// Carry what is proved about the position over to an action: none is better for the side to act.
    fn bound(&self, span: &mut Span) {
        if self.deal.maximizes() {
            span.high = span.high.min(self.root.high);
        } else {
            span.low = span.low.max(self.root.low);
        }
    }

    fn tighten(&mut self) {
        for place in 0..self.actions.len() {
            let mut span = self.actions[place].2;
            self.bound(&mut span);
            self.actions[place].2 = span;
        }
    }
}
