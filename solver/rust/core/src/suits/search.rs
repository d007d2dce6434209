//! The search: can side 0 secure this much? Alpha-beta with a table, for all that the rules allow.

use super::contract::Goal;
use super::deal::{Frame, Position, Took};
use super::endgames::Endgames;
use super::key::{self, Hash, Places, Words};
use super::move_order::{History, Moves, NO_HINT};
use super::play::Play;
use super::race::{Race, is_race};
use super::rules::Rules;
use super::scores::Score;
use super::seats::Side;
use super::tricks::Tricks;
use super::worth::Weights;
use crate::bounds::Target;
use crate::budget::{Budget, Stopped};
use crate::table::{Key, Known, Table, Use};

/// What sets questions of contracts apart: with the points of the bidders alone, and with those of both sides.
const CONTRACT: [u64; 2] = [0xc0ac_29b7_c97c_50dd, 0x3f84_d5b5_b547_0917];
/// What sets questions apart of how much more one side gets than the other.
const MARGIN: u64 = 0x9216_d5d9_8979_fb1b;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Points still to come, two for each, and the last trick; and this much more or less for every trick, where it counts.
    Points { every_trick: Option<i32> },
    /// What the end of the deal counts for.
    End(Weights),
}

/// What is remembered about positions, from question to question.
#[derive(Debug)]
pub struct Memory {
    pub places: Places,
    words: Words,
    /// Positions with a talon to draw from.
    main: Table,
    /// Positions in which nothing is drawn any more.
    endgames: Endgames,
    history: History,
}

impl Memory {
    /// Make tables of at most so many bytes.
    pub fn new(rules: &Rules, bytes: usize) -> Self {
        let main = Table::new(if rules.talon == 0 { Table::SMALLEST } else { bytes / 4 * 3 });
        let endgames = if rules.talon == 0 { bytes } else { bytes / 4 };
        Self {
            places: Places::new(rules),
            words: Words::new(rules),
            main: main.only_if(rules.shortcuts.tables),
            endgames: Endgames::new(rules, endgames),
            history: History::new(),
        }
    }

    /// Return how the tables were used since this was last asked.
    pub fn take_usage(&mut self) -> Use {
        let [worths, tricks] = self.endgames.take_usage();
        [self.main.take_usage(), worths, tricks].into_iter().sum()
    }
}

/// A question about a position as the table takes it: whether a number of the viewer's side is at least `need`.
struct Asked {
    key: Key,
    need: Target,
    /// Whether the answer is that to the opposite question of side 1.
    mirrored: bool,
}

/// A search in one deal.
pub struct Search<'a> {
    pub rules: &'a Rules,
    pub frame: &'a Frame,
    pub measure: Measure,
    pub memory: &'a mut Memory,
    /// Whether it stays the same who has which card.
    is_settled: bool,
    /// Whether points alone are scored, or by a contract: nobody can end the deal before.
    by_points: bool,
}

impl<'a> Search<'a> {
    /// Begin a search from a position on.
    pub fn new(rules: &'a Rules, frame: &'a Frame, at: &Position, measure: Measure, memory: &'a mut Memory) -> Self {
        memory.history.clear();
        let is_settled = at.talon == 0;
        if is_settled {
            memory.words.clear();
        }
        let by_points = matches!(measure, Measure::End(_))
            && (rules.score == Score::Contract || at.scores_points_alone(rules, frame));
        Self { rules, frame, measure, memory, is_settled, by_points }
    }

    /// Return what an action that has led from one position to another adds to the count.
    #[inline]
    pub fn gain(&self, before: &Position, after: &Position) -> i32 {
        match self.measure {
            Measure::Points { .. } => 2 * i32::from(after.points[0] - before.points[0]),
            Measure::End(_) => 0,
        }
    }

    /// Return what the end of a deal adds to the count.
    #[inline]
    pub fn last(&self, at: &Position) -> i32 {
        match self.measure {
            Measure::Points { every_trick } => {
                let last = i32::from(at.leader.side() == Side::FIRST);
                let extra = match every_trick {
                    Some(extra) if at.took[1] == Took::No => extra,
                    Some(extra) if at.took[0] == Took::No => -extra,
                    _ => 0,
                };
                1 + last * (2 * self.rules.last_trick_points + 1) + extra
            }
            Measure::End(weights) => at.worth(self.rules, self.frame, weights),
        }
    }

    /// Return bounds for what can still be added to the count.
    #[inline]
    pub fn reach(&self, at: &Position) -> (i32, i32) {
        if at.over {
            let last = self.last(at);
            return (last, last);
        }
        match self.measure {
            Measure::Points { every_trick } => {
                let extra = every_trick.unwrap_or_default();
                let all = 2 * (i32::from(at.left) + self.rules.last_trick_points) + 2;
                let low = 1 - if at.took[0] == Took::No { extra } else { 0 };
                let high = all + if at.took[1] == Took::No { extra } else { 0 };
                (low, high)
            }
            Measure::End(weights) => {
                if self.rules.shortcuts.foresight
                    && let Some(bounds) = self.foreseen(at, weights)
                {
                    return bounds;
                }
                let most = |side| weights.deal + weights.game_point * at.most_game_points(self.rules, side);
                (-most(Side::SECOND), most(Side::FIRST))
            }
        }
    }

    /// Return bounds for what an end counts, by the points that each side can still come to.
    fn foreseen(&self, at: &Position, weights: Weights) -> Option<(i32, i32)> {
        if let Some(bid) = at.contract {
            return at.contract_reach(self.rules, self.frame, bid, weights);
        }
        let margins = at.auction.is_none() && self.by_points;
        let (low, high) = margins.then(|| at.margins(self.rules, self.frame)).flatten()?;
        Some((weights.of_margin(low), weights.of_margin(high)))
    }

    /// Whether side 0 can bring what is still to come to at least `target`.
    ///
    /// # Errors
    /// When the budget is used up before the answer is known.
    pub fn secures(&mut self, at: &Position, target: Target, budget: &mut Budget) -> Result<bool, Stopped> {
        if let Some(bound) = target.settled(self.reach(at)) {
            return Ok(target.is_reached(bound));
        }
        if self.only_tricks(at) {
            return if !target.is_reached(self.shared(at)) {
                self.tricks(at).takes_all(at, 0, budget)
            } else if target.is_reached(1) {
                Ok(!self.tricks(at).takes_all(at, 1, budget)?)
            } else {
                self.tricks(at).secures(at, target.less(1), budget)
            };
        }
        if let Measure::End(weights) = self.measure
            && self.rules.shortcuts.special
            && self.by_points
            && let Some(points) = at.points_asked(self.rules, self.frame, weights, target)
        {
            return self.tricks(at).secures(at, points, budget);
        }
        if let Measure::End(weights) = self.measure
            && self.rules.shortcuts.special
            && is_race(self.rules, at)
        {
            let memory = &mut *self.memory;
            let play = Play { rules: self.rules, trump: at.trump };
            let (places, endgames) = (&memory.places, &mut memory.endgames);
            return Race::new(play, places, endgames, self.frame, at, target.number(), weights).answer(budget);
        }
        let asked = (at.played == 0).then(|| self.asked(at, target.number()));
        let mut known = Known { low: i16::MIN, high: i16::MAX, hint: NO_HINT };
        if let Some(asked) = &asked
            && let Some(found) = self.found(at, asked.key)
        {
            if let Some(bound) = asked.need.settled(found.bounds()) {
                return Ok(asked.need.is_reached(bound) != asked.mirrored);
            }
            known = found;
        }
        budget.spend()?;
        let before = budget.nodes();
        let maximizing = at.turn.side() == Side::FIRST;
        let mut moves = Moves::of(self.rules, self.frame, &self.memory.history, at, known.hint);
        let mut reached = !maximizing;
        if at.played + 1 == self.rules.players
            && self.rules.shortcuts.foresight
            && self.knows_enough(at, &moves, target, maximizing)
        {
            return Ok(maximizing);
        }
        while let Some(action) = moves.next() {
            let mut after = *at;
            after.act(self.rules, self.frame, action);
            if self.secures(&after, target.less(self.gain(at, &after)), budget)? == maximizing {
                reached = maximizing;
                known.hint = action;
                self.memory.history.add(at.played, at.turn.side(), action);
                break;
            }
        }
        if let Some(asked) = asked {
            known.narrow(asked.need, reached != asked.mirrored);
            self.keep(at, asked.key, known, budget.nodes() - before);
        }
        Ok(reached)
    }

    /// Whether it is known already of a card that ends the trick that it is enough.
    fn knows_enough(&mut self, at: &Position, moves: &Moves, target: Target, maximizing: bool) -> bool {
        moves.actions().any(|action| {
            let mut after = *at;
            after.act(self.rules, self.frame, action);
            let target = target.less(self.gain(at, &after));
            if let Some(bound) = target.settled(self.reach(&after)) {
                return target.is_reached(bound) == maximizing;
            }
            if after.over || after.played > 0 || self.only_tricks(&after) {
                return false;
            }
            let asked = self.asked(&after, target.number());
            let found = self.found(&after, asked.key).and_then(|found| asked.need.settled(found.bounds()));
            found.is_some_and(|bound| (asked.need.is_reached(bound) != asked.mirrored) == maximizing)
        })
    }

    /// Return what is known of a position.
    #[inline]
    fn found(&mut self, at: &Position, key: Key) -> Option<Known> {
        if at.has_open_talon() { self.memory.main.probe(key) } else { self.memory.endgames.known(key) }
    }

    /// Keep what is known of a position, and how much work it was.
    #[inline]
    fn keep(&mut self, at: &Position, key: Key, known: Known, work: u64) {
        if at.has_open_talon() {
            self.memory.main.store(key, known, work);
        } else {
            self.memory.endgames.keep(key, known, work);
        }
    }

    /// Return bounds for what side 0 can bring what is still to come to, as far as they are proved by now.
    pub fn known(&mut self, at: &Position) -> (i32, i32) {
        let (low, high) = self.reach(at);
        if at.over || !self.only_tricks(at) {
            return (low, high);
        }
        // The bounds of the search for tricks hold but for what every trick counts.
        let shared = self.shared(at);
        let (own_low, own_high) = self.tricks(at).known(at);
        let low = if own_low > 0 { low.max(own_low + 1) } else { low };
        (low, if own_high + 1 < shared { high.min(own_high + 1) } else { high })
    }

    /// Return what side 0 may well bring what is still to come to.
    pub fn guess(&mut self, at: &Position) -> Option<i32> {
        self.only_tricks(at).then(|| 1 + self.tricks(at).guess(at))
    }

    /// Return the most that is still to come without what every trick counts.
    fn shared(&self, at: &Position) -> i32 {
        2 * (i32::from(at.left) + self.rules.last_trick_points) + 2
    }

    /// Whether nothing is left but tricks, so that the search for these will do.
    ///
    /// That a side takes every trick, where that counts, makes no difference to whether side 0 gets so many points: with every trick it
    /// gets all there are, and without any nothing. More than all there are, and less than nothing, is a question of every trick alone.
    fn only_tricks(&self, at: &Position) -> bool {
        self.rules.shortcuts.special && matches!(self.measure, Measure::Points { .. }) && at.talon == 0 && !at.over
    }

    fn tricks(&mut self, at: &Position) -> Tricks<'_> {
        let memory = &mut *self.memory;
        Tricks {
            play: Play { rules: self.rules, trump: at.trump },
            places: &memory.places,
            endgames: &mut memory.endgames,
            words: self.is_settled.then_some(&mut memory.words),
        }
    }

    /// Return the question whether side 0 comes to a target as the table takes it.
    fn asked(&self, at: &Position, target: i32) -> Asked {
        let rules = self.rules;
        let viewer = key::viewer(at, rules.shortcuts.alike);
        let other = viewer.other();
        let mirrored = viewer == Side::SECOND;
        let mut hash = Hash::EMPTY;
        key::add_position(&mut hash, rules, &self.memory.places, self.frame, at, rules.shortcuts.alike);
        let need = match self.measure {
            Measure::Points { every_trick } => {
                let open = every_trick.filter(|_| at.took != [Took::Yes; 2]);
                hash.add(open.map_or(0, |extra| 1 + u64::from(extra.unsigned_abs())));
                if open.is_some() || (at.talon > 0 && rules.exchange.needs_trick) {
                    hash.add(1 + key::took(at, viewer));
                }
                // What side 0 and side 1 still get is together always the same.
                let all = 2 * (i32::from(at.left) + rules.last_trick_points) + 3;
                if mirrored { all + 1 - target } else { target }
            }
            Measure::End(weights) => {
                if let Some(asked) = self.contract_asked(&mut hash, at, weights, target) {
                    return asked;
                }
                if self.by_points && rules.shortcuts.alike && rules.score == Score::Points {
                    return margin_asked(hash, at, weights, target);
                }
                let (own, own_waiting) = key::had(at, viewer);
                let (theirs, theirs_waiting) = key::had(at, other);
                let counts = [weights.deal, weights.game_point].map(|weight| u64::from(weight.unsigned_abs()));
                hash.add(3 + (key::took(at, viewer) << 2) + (counts[0] << 8 | counts[1] << 40));
                let bidder = at.contract.map_or(0, |bid| {
                    1 + u64::from(bid.seat.side() == viewer) + 2 * u64::from(bid.points.unsigned_abs())
                });
                let needs = (self.frame.needs[viewer].cast_unsigned(), self.frame.needs[other].cast_unsigned());
                hash.add(u64::from(needs.0) | u64::from(needs.1) << 32);
                hash.add(bidder);
                let four = [own, theirs, own_waiting, theirs_waiting].map(|number| u64::from(number.cast_unsigned()));
                let target = if mirrored { 1 - target } else { target };
                if let Some(auction) = at.auction {
                    hash.add(auction.code() | u64::from(at.leader.number()) << 32 | u64::from(at.turn.number()) << 40);
                    target
                } else if rules.shortcuts.alike && rules.more_is_better(weights.game_point == 0) {
                    // More points for one side and fewer for the other are never worse for it: what is remembered is with how many.
                    hash.add(u64::from(target.cast_unsigned()) << 32 | (four[0] + four[1]));
                    hash.add(four[2] | four[3] << 16);
                    -i32::from(own)
                } else {
                    hash.add(four[0] | four[1] << 16 | four[2] << 32 | four[3] << 48);
                    target
                }
            }
        };
        Asked { key: hash.key(), need: Target::new(need), mirrored }
    }

    /// Return what is asked of a contract, as its goal tells it: of the bidders, and what they and the others have still to get.
    fn contract_asked(&self, hash: &mut Hash, at: &Position, weights: Weights, target: i32) -> Option<Asked> {
        let bid = at.contract.filter(|_| self.rules.shortcuts.alike && !at.took.contains(&Took::Unknown))?;
        let bidders = bid.seat.side();
        let mirrored = bidders == Side::SECOND;
        let worth = Target::new(if mirrored { 1 - target } else { target });
        let goal = Goal::of(self.rules, bid, weights, worth)?;
        let [own, theirs] = [bidders, bidders.other()].map(|side| i32::from(at.points[side] + at.melds[side]));
        let took = key::took(at, bidders) << 1 | u64::from(bidders == at.leader.side());
        let missing = goal.points - own;
        let need = if let Some(others) = goal.others {
            hash.add(CONTRACT[1] ^ (took | u64::from(missing.cast_unsigned()) << 8));
            theirs - others
        } else {
            hash.add(CONTRACT[0] ^ took & 7);
            missing
        };
        Some(Asked { key: hash.key(), need: Target::new(need), mirrored })
    }
}

/// Return what is asked where points alone are scored: of the side that leads, how much more it has still to get than the other one.
fn margin_asked(mut hash: Hash, at: &Position, weights: Weights, target: i32) -> Asked {
    let viewer = key::viewer(at, true);
    let mirrored = viewer == Side::SECOND;
    let (own, theirs) = (key::had(at, viewer), key::had(at, viewer.other()));
    hash.add(
        MARGIN
            ^ (key::took(at, viewer)
                | u64::from(own.1.cast_unsigned()) << 8
                | u64::from(theirs.1.cast_unsigned()) << 24),
    );
    let margin = weights.margin_for(if mirrored { 1 - target } else { target });
    Asked { key: hash.key(), need: Target::new(margin - i32::from(own.0 - theirs.0)), mirrored }
}
