//! A deal with suit tricks that is played on, with what everybody sees of it and a search need not know.

use super::auction::Auction;
use super::cards::{Cards, Each, NO_SUIT, card, number_of, suit_of};
use super::code;
use super::deal::{Frame, Position, Took};
use super::dealing::{Dealing, TrumpFrom};
use super::question::{self, CardReader};
use super::rules::{MAX_PLAYERS, Rules};
use super::seats::Seat;
use super::worth::Weights;
use crate::manifest::form;
use crate::many::shuffle::SplitMix;
use crate::many::{END, MAX_PACK, MOST_TRICKS};
use crate::reading::{Given, Refusal};

/// What a deal is worth is told in game points.
const GAME_POINTS: Weights = Weights { deal: 0, game_point: 1 };

/// A deal at one moment.
#[derive(Debug, Clone)]
pub struct Table {
    pub now: Position,
    pub frame: Frame,
    /// Whether it was dealt at all.
    dealt: bool,
    pub dealer: usize,
    /// Cards and tricks that every side has taken.
    pub taken: [Cards; 2],
    pub tricks: [u8; 2],
    /// The cards of each hand that everybody knows.
    pub shown: [Cards; MAX_PLAYERS],
    /// What the other side had when the talon was closed, and the tricks of both.
    pub closed: (i32, [u8; 2]),
    /// What was bid in an auction that goes on, by place from 2 on; 1: passed.
    pub bids: Vec<u8>,
}

impl Table {
    /// A deal that was never dealt.
    pub fn new() -> Self {
        let leader = Seat::new(0);
        let now = Position {
            hands: [0; MAX_PLAYERS],
            trick: [0; MAX_PLAYERS],
            played: 0,
            leader,
            turn: leader,
            winning: leader,
            talon: 0,
            turn_up: 0,
            trump: NO_SUIT,
            points: [0; 2],
            melds: [0; 2],
            took: [Took::No; 2],
            left: 0,
            begun: false,
            closed: None,
            claimant: None,
            auction: None,
            contract: None,
            over: true,
        };
        let frame = Frame { talon: [0; 64], talon_size: 0, needs: [0; 2], tricks_known: true };
        Self {
            now,
            frame,
            dealt: false,
            dealer: 0,
            taken: [0; 2],
            tricks: [0; 2],
            shown: [0; MAX_PLAYERS],
            closed: (0, [0; 2]),
            bids: Vec::new(),
        }
    }

    /// A deal at a moment in its middle.
    ///
    /// # Errors
    /// When none stands like this.
    pub fn begun(rules: &Rules, position: &[i32], past: &[i32]) -> Result<Self, Refusal> {
        let told = &mut Given::new(form("suit question"), position)?;
        let (frame, now, _) = question::read(rules, told)?;
        let given = &mut Given::new(form("suit past"), past)?;
        let players = usize::from(rules.players);
        let dealer = given.count("dealer", players - 1, "no such seat")?;
        let tricks = given.array("tricks", (0, MOST_TRICKS), "too many")?;
        let closed = given.array("closed_tricks", (0, MOST_TRICKS), "too many")?;
        let in_play = now.talon_cards(&frame).map(card).fold(now.trick_cards(), |all, each| all | each);
        let mut gone = CardReader { ranks: rules.ranks, seen: now.hands.iter().fold(in_play, |all, hand| all | hand) };
        let taken = piles(given, "taken", &mut gone)?;
        let shown: [Cards; MAX_PLAYERS] = piles(given, "shown", &mut CardReader { ranks: rules.ranks, seen: 0 })?;
        given.end()?;
        if shown.iter().zip(now.hands).any(|(shown, hand)| shown & !hand != 0) {
            return Err(Refusal::of("shown", "not in the hand"));
        }
        let place = |points: &i32| rules.bidding.bids.iter().position(|bid| bid == points).map_or(1, |place| place + 2);
        let bids = told.list("bids")?.iter().filter_map(|points| u8::try_from(place(points)).ok()).collect();
        let closed = (told.number("closed_points", (0, i32::MAX), "too few")?, closed);
        Ok(Self { now, frame, dealt: true, dealer, taken, tricks, shown, closed, bids })
    }

    /// Deal anew.
    #[expect(clippy::cast_possible_truncation, reason = "a pack has at most 52 cards, a table at most 4 seats")]
    pub fn deal(&mut self, rules: &Rules, dealing: &Dealing, seed: u64, dealer: usize) {
        *self = Self::new();
        let mut chance = SplitMix::new(seed);
        let mut pack = [0; MAX_PACK];
        let pack = &mut pack[..dealing.pack.len()];
        pack.copy_from_slice(&dealing.pack);
        chance.shuffle(pack);
        let dealt = Seat::new(dealer as u8);
        let first = dealt.after(1, rules.players);
        let mut at = 0;
        for &batch in &dealing.batches {
            for turn in 0..rules.players {
                let hand: Cards = pack[at..at + batch].iter().map(|&number| card(number)).sum();
                self.now.hands[first.after(turn, rules.players)] |= hand;
                at += batch;
            }
        }
        let rest = &mut pack[at..];
        let now = &mut self.now;
        match dealing.trump_from {
            TrumpFrom::TurnUp => {
                now.trump = suit_of(rest[0]);
                rest.rotate_left(1);
            }
            TrumpFrom::Dealt => {
                let last = pack[at - 1];
                now.trump = suit_of(last);
                self.shown[dealt] = card(last);
            }
            TrumpFrom::Cut { known } => {
                let cut = pack[chance.below(pack.len())];
                now.trump = suit_of(cut);
                for (shown, hand) in self.shown.iter_mut().zip(now.hands) {
                    *shown = if known { hand & card(cut) } else { 0 };
                }
            }
            TrumpFrom::Later => {}
        }
        let rest = &pack[at..];
        now.auction = (!rules.bidding.bids.is_empty()).then_some(Auction::BEGINNING);
        self.frame.talon[..rest.len()].copy_from_slice(rest);
        self.frame.talon_size = rest.len() as u8;
        self.frame.needs = [dealing.needed; 2];
        now.talon = rest.len() as u8;
        now.turn_up = rest.last().copied().unwrap_or_default();
        let cards: Cards = pack.iter().map(|&number| card(number)).sum();
        now.left = rules.points(cards);
        (now.leader, now.turn, now.winning, now.over) = (first, first, first, false);
        (self.dealt, self.dealer) = (true, dealer);
    }

    /// Do a legal action of the core.
    pub fn act(&mut self, rules: &Rules, dealing: &Dealing, action: u8) {
        let before = self.now;
        let turn = before.turn;
        match action {
            0..code::MELD => self.shown[turn] &= !card(action),
            code::MELD..code::EXCHANGE => {
                let number = action - code::MELD;
                let pair = [rules.king, rules.queen].into_iter().flatten();
                let pair: Cards = pair.map(|rank| card(number_of(suit_of(number), rank))).sum();
                self.shown[turn] = (self.shown[turn] | pair) & !card(number);
            }
            code::EXCHANGE => {
                let exchanged = number_of(before.trump, rules.exchange.rank.unwrap_or_default());
                self.shown[turn] = self.shown[turn] & !card(exchanged) | card(before.turn_up);
            }
            code::CLOSE => {
                self.closed = (before.counted(rules, turn.side().other()), self.tricks);
            }
            _ => {}
        }
        self.now.act(rules, &self.frame, action);
        if action < code::MELD && before.played + 1 == rules.players {
            let winner = self.now.leader.side();
            self.taken[winner] |= before.trick_cards() | card(action);
            self.tricks[winner] += 1;
        }
        if before.auction.is_some() {
            self.bids.push(if action == code::PASS { 1 } else { action - code::BID + 2 });
        }
        if self.now.contract.is_some() {
            self.bids.clear();
        }
        if dealing.trump_from == TrumpFrom::TurnUp && before.talon > 0 && self.now.talon == 0 {
            for (shown, hand) in self.shown.iter_mut().zip(self.now.hands) {
                *shown |= hand & card(before.turn_up);
            }
        }
    }

    /// Mark the numbers of the legal actions.
    pub fn mark_legal(&self, rules: &Rules, dealing: &Dealing, legal: &mut [u8]) {
        let mut actions = [0; crate::deal::MAX_ACTIONS];
        let count = self.now.legal(rules, &self.frame, &mut actions);
        for &action in &actions[..count] {
            if let Some(number) = dealing.number_of(action) {
                legal[number] = 1;
            }
        }
    }

    /// How it ended: by how many game points side 0 is ahead.
    pub fn end(&self, rules: &Rules) -> [i16; END] {
        let mut end = [0; END];
        if self.now.over && self.dealt {
            let worth = self.now.worth(rules, &self.frame, GAME_POINTS);
            end[0] = i16::try_from(worth).unwrap_or_default();
        }
        end
    }

    /// The cards in a set, each by the number of its kind.
    pub fn kinds(dealing: &Dealing, cards: Cards) -> impl Iterator<Item = usize> + use<'_> {
        Each(cards).filter_map(|number| dealing.number_of(number))
    }
}

/// Read piles of cards, none of which is in play, or in two of them.
fn piles<const COUNT: usize>(
    given: &mut Given,
    field: &'static str,
    cards: &mut CardReader,
) -> Result<[Cards; COUNT], Refusal> {
    let lists = given.lists(field)?;
    let mut piles = [0; COUNT];
    if lists.len() > COUNT {
        return Err(Refusal::of(field, "too many"));
    }
    for (pile, list) in piles.iter_mut().zip(lists) {
        let mut numbers = [0; 64];
        let count = cards.list(field, list, &mut numbers, MAX_PACK)?;
        *pile = numbers[..count.into()].iter().map(|&number| card(number)).sum();
    }
    Ok(piles)
}
