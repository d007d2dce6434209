//! The search at the end of a race of two: nothing is drawn any more, and who has enough points says so.
//!
//! Who has enough claims at once: it is his turn when he comes to it, he can never score more, and the other side only comes further.
//! So all that is asked is who is there first, how far the other one is then, and at the end who took the last trick or who had closed
//! the talon. Who is bound to lose more may claim wrongly at any turn.

use super::cards::{Cards, Each, card, suit_of};
use super::deal::{Frame, Position, Took, level};
use super::endgames::Endgames;
use super::key::{self, Hash, Places, add_suits, from_leader};
use super::play::{Hands, NO_HINT, NOTHING, OnTable, Play, hands_of, trick_of};
use super::rules::{Claims, MarriedBy, Rules};
use super::scores::{PenaltyAt, Score};
use super::seats::Side;
use super::worth::Weights;
use crate::bounds::Target;
use crate::budget::{Budget, Stopped};
use crate::table::Known;

const SEATS: usize = 2;

/// Whether positions from this one on can be left to the search for the end of a race.
pub fn is_race(rules: &Rules, at: &Position) -> bool {
    let exchanging = at.closed.is_some_and(|closed| closed.fresh) && rules.exchange.after_closing;
    let marriages = &rules.marriages;
    let steady = !rules.trump_by_marriage && marriages.by != MarriedBy::Order && (marriages.first || at.begun);
    let ends = at.over || at.has_open_talon() || at.hand() == 0;
    usize::from(rules.players) == SEATS
        && rules.score == Score::Race
        && rules.claimed_anywhere()
        && rules.more_is_better(false)
        && steady
        && !exchanging
        && !ends
}

/// A search for the answer to one question about the end of a race: whether it is worth so much to side 0.
pub struct Race<'a> {
    pub play: Play<'a>,
    pub places: &'a Places,
    pub endgames: &'a mut Endgames,
    pub frame: &'a Frame,
    /// Which side has closed the talon.
    closer: Option<usize>,
    at_root: Position,
    target: i32,
    /// What is remembered of the question, as each side sees it.
    salts: [u64; 2],
    /// Points for the last trick.
    last: i32,
    may_meld: bool,
}

/// How far a race has come before a trick, or before a card.
#[derive(Clone, Copy)]
struct Stage {
    hands: Hands<SEATS>,
    /// What counts for each side.
    has: [i32; 2],
    /// The marriages that will count when a side takes a trick.
    waiting: [i32; 2],
    took: [bool; 2],
}

impl<'a> Race<'a> {
    /// Ask whether a position is worth so much to side 0.
    pub fn new(
        play: Play<'a>,
        places: &'a Places,
        endgames: &'a mut Endgames,
        frame: &'a Frame,
        at: &Position,
        target: i32,
        weights: Weights,
    ) -> Self {
        let closer = at.closed.map(|closed| closed.seat.side().place());
        let mut race = Self {
            play,
            places,
            endgames,
            frame,
            closer,
            at_root: *at,
            target,
            salts: [0; 2],
            last: if at.talon == 0 { play.rules.last_trick_points } else { 0 },
            may_meld: at.marriages_allowed(play.rules),
        };
        if weights.game_point == 0 {
            // To win at all is to score any number of game points, and not to lose is to let none be scored.
            race.target = target.signum();
        }
        race.salts = [0, 1].map(|side| race.salt(side));
        race
    }

    fn salt(&self, side: usize) -> u64 {
        let mut hash = Hash::EMPTY;
        let seen = if side == 0 { self.target } else { 1 - self.target };
        hash.add(0x1319 << 40 | u64::from(seen.cast_unsigned()) << 1 | u64::from(self.last > 0));
        hash.add(u64::from(self.frame.needs[side].cast_unsigned()));
        hash.add(u64::from(self.frame.needs[1 - side].cast_unsigned()));
        if let Some(closed) = self.at_root.closed {
            let own = u64::from(closed.seat.side().place() == side);
            hash.add(1 + own + closed.level.place() as u64 * 2 + u64::from(closed.took) * 8);
        }
        hash.key().index
    }

    /// Answer it.
    pub fn answer(&mut self, budget: &mut Budget) -> Result<bool, Stopped> {
        let at = self.at_root;
        let had = Side::BOTH.map(|side| key::had(&at, side));
        let mut hands = hands_of::<SEATS>(&at);
        // What lies in a closed talon is nobody's.
        hands.left = i32::from(self.play.rules.points(hands.of[0] | hands.of[1] | at.trick_cards()));
        let stage = Stage {
            hands,
            has: had.map(|(has, _)| i32::from(has)),
            waiting: had.map(|(_, waiting)| i32::from(waiting)),
            took: at.took.map(|took| took == Took::Yes),
        };
        let turn = at.turn.place();
        if at.played == 0 {
            self.lead(&stage, turn, budget)
        } else {
            self.follow(&stage, turn, trick_of::<SEATS>(self.play.rules, &at), budget)
        }
    }

    /// Whether game points of a side are what is asked for.
    #[inline]
    fn suffices(&self, side: usize, game_points: i32) -> bool {
        (if side == 0 { game_points } else { -game_points }) >= self.target
    }

    /// Whether it answers the question when a side claims rightly now.
    #[inline]
    fn wins(&self, stage: &Stage, side: usize) -> bool {
        let rules = self.play.rules;
        let loser = 1 - side;
        let game_points = if self.closer == Some(loser) {
            self.penalty(stage, side)
        } else {
            let level = match self.at_root.closed {
                Some(closed) if rules.race.won_at_closing => closed.level,
                _ => level(rules, stage.has[loser], stage.took[loser]),
            };
            rules.race.won[level]
        };
        self.suffices(side, game_points)
    }

    /// Return the game points of a side when the other one has claimed wrongly, or has closed the talon and does not win.
    #[inline]
    fn penalty(&self, stage: &Stage, gaining: usize) -> i32 {
        let race = &self.play.rules.race;
        let mut took = stage.took[gaining];
        if let Some(closed) = self.at_root.closed
            && closed.seat.side().place() != gaining
        {
            match race.penalty_at {
                PenaltyAt::Flat => return race.penalty[1],
                PenaltyAt::Closing => took = closed.took,
                PenaltyAt::End => {}
            }
        }
        race.penalty[usize::from(!took)]
    }

    /// Return the answer where nothing can change it any more, or where the side to act can have it its way at once.
    #[inline]
    fn decided(&self, stage: &Stage, turn: usize) -> Option<bool> {
        let rules = self.play.rules;
        if stage.has[turn] >= self.frame.needs[turn] {
            return Some(self.wins(stage, turn));
        }
        // Nobody comes to more than by winning now: the other one only comes further.
        if !self.wins(stage, 0) {
            return Some(false);
        }
        if self.wins(stage, 1) {
            return Some(true);
        }
        let other = 1 - turn;
        if rules.claims == Claims::Called
            && !rules.wrong_refused
            && self.suffices(other, self.penalty(stage, other)) == (turn == 0)
        {
            return Some(turn == 0);
        }
        None
    }

    /// Return the answer where a side cannot come to enough points, and nothing else can change it.
    #[inline]
    fn hopeless(&self, stage: &Stage) -> Option<bool> {
        let can = [0, 1].map(|side| self.most(stage, side) >= self.frame.needs[side]);
        let by_last_trick = self.closer.is_none() && self.play.rules.race.last_trick_wins;
        let open = self.play.rules.race.penalty_at == PenaltyAt::End
            && self.closer.is_some_and(|closer| !stage.took[1 - closer]);
        if !can[0] && !can[1] && !by_last_trick && !open {
            return Some(self.end(stage, 0));
        }
        // Without enough points a side scores for the last trick, or when the other one has closed the talon.
        for (side, can) in can.into_iter().enumerate() {
            if !can && self.closer != Some(1 - side) {
                let most = if by_last_trick { self.play.rules.race.won[0] } else { 0 };
                if self.suffices(side, most) == (side == 1) {
                    return Some(side == 1);
                }
            }
        }
        None
    }

    /// Return the most points that a side can come to.
    #[inline]
    fn most(&self, stage: &Stage, side: usize) -> i32 {
        let more = if self.may_meld { self.marriages(stage.hands.of[side]) } else { 0 };
        stage.has[side] + stage.waiting[side] + stage.hands.left + self.last + more
    }

    /// Return what all marriages of a hand count.
    #[inline]
    fn marriages(&self, hand: Cards) -> i32 {
        let pairs = Position::pairs(self.play.rules, hand);
        if pairs == 0 {
            return 0;
        }
        Each(pairs).map(|number| self.marriage(suit_of(number))).sum()
    }

    #[inline]
    fn marriage(&self, suit: u8) -> i32 {
        i32::from(self.at_root.marriage_points(self.play.rules, suit))
    }

    /// Return the answer at the end of play, when a side has taken the last trick and nobody has enough.
    #[inline]
    fn end(&self, stage: &Stage, last: usize) -> bool {
        match self.closer {
            Some(closer) if stage.has[closer] < self.frame.needs[closer] => {
                self.suffices(1 - closer, self.penalty(stage, 1 - closer))
            }
            None if self.play.rules.race.last_trick_wins => self.suffices(last, self.play.rules.race.won[0]),
            _ => self.suffices(0, 0),
        }
    }

    /// Return the answer when all cards are played and a side has taken the last trick.
    #[inline]
    fn after_last(&self, stage: &Stage, winner: usize) -> bool {
        let mut stage = *stage;
        stage.has[winner] += self.last;
        if stage.has[winner] >= self.frame.needs[winner] {
            return self.wins(&stage, winner);
        }
        let ended = self.end(&stage, winner);
        let rules = self.play.rules;
        if rules.claims == Claims::Called && !rules.wrong_refused {
            let wrong = self.suffices(1 - winner, self.penalty(&stage, 1 - winner));
            return if winner == 0 { ended || wrong } else { ended && wrong };
        }
        ended
    }

    /// Answer the question before a trick.
    fn lead(&mut self, stage: &Stage, leader: usize, budget: &mut Budget) -> Result<bool, Stopped> {
        if stage.hands.of[leader] == 0 {
            return Ok(self.after_last(stage, leader));
        }
        if let Some(answer) = self.decided(stage, leader).or_else(|| self.hopeless(stage)) {
            return Ok(answer);
        }
        if self.is_sure(stage, leader) {
            return Ok(leader == 0);
        }
        let key = self.key(stage, leader).key();
        let mut known = self.endgames.known(key).unwrap_or(Known { low: i16::MIN, high: i16::MAX, hint: NO_HINT });
        let need = Target::new(-stage.has[leader]);
        if let Some(bound) = need.settled(known.bounds()) {
            return Ok(need.is_reached(bound) == (leader == 0));
        }
        budget.spend()?;
        let before = budget.nodes();
        let found = self.try_leads(stage, leader, &mut known.hint, budget)?;
        known.narrow(need, found == (leader == 0));
        self.endgames.keep(key, known, budget.nodes() - before);
        Ok(found)
    }

    /// Return what a position before a trick is remembered by.
    #[inline]
    fn key(&self, stage: &Stage, leader: usize) -> Hash {
        let rules = self.play.rules;
        let other = 1 - leader;
        let mut hash = Hash::EMPTY;
        let pairs = |seat: usize| Position::pairs(rules, stage.hands.of[seat]);
        let married = if self.may_meld { pairs(0) | pairs(1) } else { 0 };
        add_suits(
            &mut hash,
            (rules, self.places),
            from_leader::<SEATS>(&stage.hands.of, leader),
            self.play.trump,
            married,
        );
        hash.add(self.salts[leader]);
        let together = (stage.has[0] + stage.has[1]).cast_unsigned();
        let waiting = [leader, other].map(|side| u64::from(stage.waiting[side].cast_unsigned()));
        let took = u64::from(stage.took[leader]) | u64::from(stage.took[other]) << 1;
        hash.add(u64::from(together) | waiting[0] << 32 | waiting[1] << 46 | took << 62);
        hash
    }

    /// Whether the leader has it his way by taking one trick after the other, and neither a right nor a wrong claim of the other side
    /// comes between.
    #[inline]
    fn is_sure(&self, stage: &Stage, leader: usize) -> bool {
        let rules = self.play.rules;
        let other = 1 - leader;
        if stage.has[other] >= self.frame.needs[other] || self.wins(stage, leader) != (leader == 0) {
            return false;
        }
        let sure = self.play.sure(&stage.hands, leader)[0];
        if sure.points == 0 && !sure.every_trick {
            return false;
        }
        let more = if sure.every_trick { self.last } else { 0 };
        if stage.has[leader] + stage.waiting[leader] + sure.points + more < self.frame.needs[leader] {
            return false;
        }
        let mut then = *stage;
        then.took[leader] = true;
        let refused = rules.claims != Claims::Called || rules.wrong_refused;
        refused || self.suffices(leader, self.penalty(&then, leader)) == (leader == 0)
    }

    fn try_leads(&mut self, stage: &Stage, leader: usize, hint: &mut u8, budget: &mut Budget) -> Result<bool, Stopped> {
        let hand = stage.hands.of[leader];
        let pairs = if self.may_meld { Position::pairs(self.play.rules, hand) } else { 0 };
        let married = Position::leading(self.play.rules, pairs);
        // Who leads a card of a marriage shows it: points never harm.
        let choice = self.play.leads(&stage.hands, leader, *hint);
        let shown = choice.cards().filter(|&number| card(number) & married != 0);
        let others = choice.cards().filter(|&number| card(number) & married == 0);
        for number in shown.chain(others) {
            let mut after = *stage;
            if card(number) & married != 0 {
                let points = self.marriage(suit_of(number));
                if after.took[leader] {
                    after.has[leader] += points;
                } else {
                    after.waiting[leader] += points;
                }
            }
            let answer = if after.has[leader] >= self.frame.needs[leader] {
                self.wins(&after, leader)
            } else {
                after.hands.of[leader] &= !card(number);
                self.follow(&after, 1 - leader, self.play.with(NOTHING, 0, leader, number), budget)?
            };
            if answer == (leader == 0) {
                *hint = number;
                return Ok(answer);
            }
        }
        Ok(leader != 0)
    }

    /// Answer the question when a card is led.
    fn follow(&mut self, stage: &Stage, seat: usize, trick: OnTable, budget: &mut Budget) -> Result<bool, Stopped> {
        budget.spend()?;
        if let Some(answer) = self.decided(stage, seat) {
            return Ok(answer);
        }
        let choice = self.play.replies(&stage.hands, seat, 1, trick);
        for number in choice.cards() {
            let mut after = *stage;
            after.hands.of[seat] &= !card(number);
            let trick = self.play.with(trick, 1, seat, number);
            let winner = trick.winning;
            after.hands.left -= trick.points;
            after.has[winner] += trick.points + after.waiting[winner];
            after.waiting[winner] = 0;
            after.took[winner] = true;
            if self.lead(&after, winner, budget)? == (seat == 0) {
                return Ok(seat == 0);
            }
        }
        Ok(seat != 0)
    }
}
