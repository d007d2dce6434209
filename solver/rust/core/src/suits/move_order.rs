//! Which actions are tried first, and one of those that do the same.

use super::cards::{Cards, Each, card, suit_of};
use super::code;
use super::deal::{Frame, Position};
use super::rules::{MAX_PLAYERS, Rules};
use super::seats::Side;
use crate::deal::MAX_ACTIONS;

/// No hint.
pub const NO_HINT: u8 = u8::MAX;

/// How often each action was enough in the deal that is asked about, by its place in the trick and the side that did it.
#[derive(Debug)]
pub struct History(Box<[[[u32; 256]; 2]; MAX_PLAYERS]>);

impl History {
    /// Of a deal of which nothing is known.
    pub fn new() -> Self {
        Self(Box::new([[[0; 256]; 2]; MAX_PLAYERS]))
    }

    /// Forget it all.
    pub fn clear(&mut self) {
        *self.0 = [[[0; 256]; 2]; MAX_PLAYERS];
    }

    /// Take note that an action was enough.
    #[inline]
    pub fn add(&mut self, played: u8, side: Side, action: u8) {
        let count = &mut self.0[usize::from(played)][side][usize::from(action)];
        *count = count.saturating_add(1);
    }
}

/// The moves of a position, the promising ones first. One stands for all that do the same.
pub struct Moves {
    actions: [u8; MAX_ACTIONS],
    scores: [u32; MAX_ACTIONS],
    count: usize,
    next: usize,
}

impl Moves {
    pub fn of(rules: &Rules, frame: &Frame, history: &History, at: &Position, hint: u8) -> Self {
        let mut moves = Self { actions: [0; MAX_ACTIONS], scores: [0; MAX_ACTIONS], count: 0, next: 0 };
        let mut legal = [0; MAX_ACTIONS];
        let count = at.legal(rules, frame, &mut legal);
        let kept = if rules.shortcuts.alike { distinct(rules, frame, at) } else { at.hand() };
        for &action in &legal[..count] {
            if action < code::MELD && kept & card(action) == 0 {
                continue;
            }
            moves.actions[moves.count] = action;
            moves.scores[moves.count] = score(rules, frame, history, at, action, hint);
            moves.count += 1;
        }
        moves
    }

    /// Yield them in no order.
    pub fn actions(&self) -> impl Iterator<Item = u8> + use<> {
        self.actions.into_iter().take(self.count)
    }

    #[inline]
    pub fn next(&mut self) -> Option<u8> {
        let rest = self.next..self.count;
        let best = rest.max_by_key(|&place| self.scores[place])?;
        self.actions.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        Some(self.actions[self.next - 1])
    }
}

fn score(rules: &Rules, frame: &Frame, history: &History, at: &Position, action: u8, hint: u8) -> u32 {
    if !rules.shortcuts.order {
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
        return if at.is_right(rules, frame, suit) { u32::MAX - 1 } else { 0 };
    }
    let history = 1 + history.0[usize::from(at.played)][at.turn.side()][usize::from(action)];
    if at.played > 0 && action < code::MELD { history.saturating_add(promise(rules, at, action) << 8) } else { history }
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
