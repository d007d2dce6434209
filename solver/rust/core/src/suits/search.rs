//! The search: can side 0 secure this much? Alpha-beta with a table, for all that the rules allow.

use super::cards::{Cards, Each, card, suit_of};
use super::code;
use super::contract::Goal;
use super::deal::{Frame, Position, Took};
use super::endgames::Endgames;
use super::key::{self, Hash, Places, Words};
use super::play::Play;
use super::race::{Race, is_race};
use super::rules::{MAX_PLAYERS, Rules};
use super::seats::Side;
use super::tricks::Tricks;
use super::worth::Weights;
use crate::bounds::Target;
use crate::budget::{Budget, Stopped};
use crate::deal::MAX_ACTIONS;
use crate::table::{Key, Known, Table, Use};

/// What sets questions of contracts apart: with the points of the bidders alone, and with those of both sides.
const CONTRACT: [u64; 2] = [0xc0ac_29b7_c97c_50dd, 0x3f84_d5b5_b547_0917];
/// No hint.
const NO_HINT: u8 = u8::MAX;

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
    /// How often each action was enough in the deal that is asked about, by its place in the trick and the side that did it.
    history: Box<[[[u32; 256]; 2]; MAX_PLAYERS]>,
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
            history: Box::new([[[0; 256]; 2]; MAX_PLAYERS]),
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
}

impl<'a> Search<'a> {
    /// Begin a search from a position on.
    pub fn new(rules: &'a Rules, frame: &'a Frame, at: &Position, measure: Measure, memory: &'a mut Memory) -> Self {
        *memory.history = [[[0; 256]; 2]; MAX_PLAYERS];
        let is_settled = at.talon == 0;
        if is_settled {
            memory.words.clear();
        }
        Self { rules, frame, measure, memory, is_settled }
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
                if let Some(bid) = at.contract
                    && self.rules.shortcuts.foresight
                    && let Some(bounds) = at.contract_reach(self.rules, self.frame, bid, weights)
                {
                    return bounds;
                }
                let most = |side| weights.deal + weights.game_point * at.most_game_points(self.rules, side);
                (-most(Side::SECOND), most(Side::FIRST))
            }
        }
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
        let mut moves = Moves::of(self, at, known.hint);
        let mut reached = !maximizing;
        while let Some(action) = moves.next() {
            let mut after = *at;
            after.act(self.rules, self.frame, action);
            if self.secures(&after, target.less(self.gain(at, &after)), budget)? == maximizing {
                reached = maximizing;
                known.hint = action;
                let history =
                    &mut self.memory.history[usize::from(at.played)][usize::from(!maximizing)][usize::from(action)];
                *history = history.saturating_add(1);
                break;
            }
        }
        if let Some(asked) = asked {
            known.narrow(asked.need, reached != asked.mirrored);
            self.keep(at, asked.key, known, budget.nodes() - before);
        }
        Ok(reached)
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

/// The moves of a position, the promising ones first. One stands for all that do the same.
struct Moves {
    actions: [u8; MAX_ACTIONS],
    scores: [u32; MAX_ACTIONS],
    count: usize,
    next: usize,
}

impl Moves {
    fn of(search: &Search, at: &Position, hint: u8) -> Self {
        let (rules, frame) = (search.rules, search.frame);
        let mut moves = Self { actions: [0; MAX_ACTIONS], scores: [0; MAX_ACTIONS], count: 0, next: 0 };
        let mut legal = [0; MAX_ACTIONS];
        let count = at.legal(rules, frame, &mut legal);
        let kept = if rules.shortcuts.alike { distinct(rules, frame, at) } else { at.hand() };
        for &action in &legal[..count] {
            if action < code::MELD && kept & card(action) == 0 {
                continue;
            }
            moves.actions[moves.count] = action;
            moves.scores[moves.count] = score(search, at, action, hint);
            moves.count += 1;
        }
        moves
    }

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let rest = self.next..self.count;
        let best = rest.max_by_key(|&place| self.scores[place])?;
        self.actions.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        Some(self.actions[self.next - 1])
    }
}

fn score(search: &Search, at: &Position, action: u8, hint: u8) -> u32 {
    if !search.rules.shortcuts.order {
        return 0;
    }
    if action == hint {
        return u32::MAX;
    }
    let claimed = match action {
        code::CLAIM => Some(None),
        code::CLAIM_WITH..code::PASS => Some(Some(action - code::CLAIM_WITH)),
        _ => None,
    };
    if let Some(suit) = claimed {
        return if at.is_right(search.rules, search.frame, suit) { u32::MAX - 1 } else { 0 };
    }
    let history = 1 + search.memory.history[usize::from(at.played)][at.turn.side()][usize::from(action)];
    if at.played > 0 && action < code::MELD {
        history.saturating_add(promise(search.rules, at, action) << 8)
    } else {
        history
    }
}

/// Return how much speaks for a reply: it takes the trick, and more with it, or gives much to its own side and little to the other. Chosen
/// by the nodes of searches, which are many more where leads are told apart like that, too.
fn promise(rules: &Rules, at: &Position, number: u8) -> u32 {
    let value = rules.values[usize::from(number)];
    let place = usize::from(at.winning.turns_after(at.leader, rules.players));
    let best = at.trick[place];
    let promise = if at.winning.side() == at.turn.side() {
        40 + value
    } else if at.beats(number, best) {
        let own_suit = if suit_of(number) == suit_of(best) { 24 } else { 0 };
        40 + own_suit + 2 * (value + rules.points(at.trick_cards()))
    } else {
        let trump = if suit_of(number) == at.trump { 10 } else { 0 };
        40 - value - trump
    };
    promise.max(0).cast_unsigned().into()
}

/// Return one card for all of the hand that do the same: that count the same, with none between them still in play, and of which no
/// rule names one. To exchange two such cards in a position changes nothing that a rule asks about.
fn distinct(rules: &Rules, frame: &Frame, at: &Position) -> Cards {
    let hand = at.hand();
    let mut others = at.trick_cards() | at.talon_cards(frame).map(card).sum::<Cards>();
    for (seat, &cards) in at.hands[..rules.players.into()].iter().enumerate() {
        if seat != at.turn.place() {
            others |= cards;
        }
    }
    let mut kept = 0;
    let mut last: Option<u8> = None;
    for number in Each(hand) {
        let same = last.is_some_and(|below| {
            suit_of(below) == suit_of(number)
                && rules.values[usize::from(below)] == rules.values[usize::from(number)]
                && (card(below) | card(number)) & rules.named == 0
                && others & (card(number) - 1) & !(2 * card(below) - 1) == 0
        });
        if !same {
            kept |= card(number);
        }
        last = Some(number);
    }
    kept
}
