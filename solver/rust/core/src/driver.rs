//! What is asked of a position: its value, the value of every action, and best play. The same for every kernel.
//!
//! Values are *levels*: numbers, rising, that what side 0 still gets may reach. A value is how many of them it reaches.

use crate::bounds::Target;
use crate::budget::{Budget, Stopped};

/// The most actions that a position can offer.
pub const MAX_ACTIONS: usize = 64;
/// The most actions from a position to the end of its deal.
pub const MAX_LINE: usize = 512;
/// So many actions are looked at for the shortest way to the end, before each action of a line.
const MOST_STEPS: u32 = 1000;
/// After so many nodes without a value the position is taken for one that may be out of reach: some seconds.
const NODES_FOR_VALUE: u64 = 20_000_000;
/// So many nodes are spent on settling one action after the other, before anything else: some tenths of a second.
const NODES_FOR_EACH: u64 = 2_000_000;
/// So many nodes are spent on bounds then.
const NODES_FOR_BOUNDS: u64 = 20_000_000;
/// And so many on the question by which of the actions a bound holds that was found.
const NODES_FOR_PROOF: u64 = 500_000;

/// An action, as the kernel numbers them.
pub type Action = u8;

/// A position in a deal that is played on and taken back.
pub trait Deal {
    /// Whether the deal is over.
    fn is_over(&self) -> bool;

    /// Whether side 0 is to act, which wants much.
    fn maximizes(&self) -> bool;

    /// Write the legal actions, each once, in a fixed order; return how many there are.
    fn actions(&self, into: &mut [Action; MAX_ACTIONS]) -> usize;

    /// Do one of the legal actions, and return what it adds to the count of side 0.
    fn play(&mut self, action: Action) -> i32;

    /// Take the last action back.
    fn undo(&mut self);

    /// Return bounds for what can still be added to the count of side 0. They are equal when the deal is over.
    fn reach(&self) -> (i32, i32);

    /// Whether side 0 can bring what is still to come to at least `target`, against any defence.
    ///
    /// # Errors
    /// When the budget is used up before the answer is known; the position is the same as before then, too.
    fn secures(&mut self, target: Target, budget: &mut Budget) -> Result<bool, Stopped>;

    /// Return bounds for what side 0 can bring what is still to come to, as far as they are proved by now.
    fn known(&mut self) -> (i32, i32) {
        self.reach()
    }

    /// Whether it can end before all cards are played.
    fn ends_early(&self) -> bool {
        false
    }

    /// Whether nothing is drawn any more.
    fn is_late(&self) -> bool {
        true
    }

    /// Whether an action claims to have enough.
    fn is_claim(&self, _action: Action) -> bool {
        false
    }

    /// Whether an action plays a card.
    fn plays_card(&self, _action: Action) -> bool {
        true
    }

    /// Return what side 0 may well bring what is still to come to, where the kernel has an idea: the first questions are near it.
    fn guess(&mut self) -> Option<i32> {
        None
    }
}

/// How much is asked about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Its value.
    Value,
    /// And the value of every action.
    Actions,
    /// And best play to the end.
    Line,
}

/// Between which values the value of something lies: it reaches `low` of the levels for certain, and `high` at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The worst that is possible for side 0.
    pub low: usize,
    /// The best that is possible for side 0.
    pub high: usize,
}

impl Span {
    /// Whether the value is known.
    #[must_use]
    pub fn is_settled(self) -> bool {
        self.low == self.high
    }
}

/// What is known about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its value.
    pub root: Span,
    /// The value of every action, in the kernel's order; empty when not asked for.
    pub actions: Vec<(Action, Span)>,
    /// Best play to the end; empty when not asked for, or when the budget ran out.
    pub line: Vec<Action>,
    /// Whether everything that was asked for is settled.
    pub exact: bool,
}

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

struct Work<'a, D: Deal> {
    deal: &'a mut D,
    levels: &'a [i32],
    root: Span,
    /// Actions, what each adds to the count, and between which values it lies.
    actions: Vec<(Action, i32, Span)>,
    line: Vec<Action>,
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

    /// Ask something about the position after an action, with what that adds to the count.
    fn after<T>(&mut self, action: Action, ask: impl FnOnce(&mut Self, i32) -> T) -> T {
        let gain = self.deal.play(action);
        let answer = ask(self, gain);
        self.deal.undo();
        answer
    }

    fn list_actions(&mut self) {
        let mut actions = [0; MAX_ACTIONS];
        let count = self.deal.actions(&mut actions);
        for &action in &actions[..count] {
            let (gain, span) = self.after(action, |work, gain| (gain, work.reach(gain)));
            self.actions.push((action, gain, span));
        }
    }

    /// Return the values that are possible for certain, without a search, when so much was gained.
    fn reach(&self, gained: i32) -> Span {
        let (low, high) = self.deal.reach();
        Span { low: self.reached(gained + low), high: self.reached(gained + high) }
    }

    /// Return what is still to be brought for a level when so much is gained.
    fn target(&self, level: usize, gained: i32) -> Target {
        Target::new(self.levels[level - 1]).less(gained)
    }

    /// Return how many levels a number reaches.
    fn reached(&self, number: i32) -> usize {
        self.levels.partition_point(|&level| level <= number)
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

    /// Find play to the end in which every action keeps the value.
    fn follow(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
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
