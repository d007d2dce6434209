//! A deal at one moment, and what an action makes of it: the engine's rules, step by step.

use super::auction::{Auction, Bid, Course};
use super::cards::{Cards, Each, NO_SUIT, above, card, number_of, of_suit, suit_of};
use super::code;
use super::rules::{ClaimedLast, ClaimedWhen, Claims, ClosedWhen, MAX_PLAYERS, Obligation, Rules};
use super::seats::{Level, Seat, Side};
use crate::deal::MAX_ACTIONS;

/// Whether a side has taken a trick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Took {
    No,
    Yes,
    Unknown,
}

/// How the talon was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed {
    pub seat: Seat,
    /// How far the other side had come.
    pub level: Level,
    /// Whether the other side had taken a trick.
    pub took: bool,
    /// Whether no trick was taken since.
    pub fresh: bool,
}

/// What stays the same during the rest of a deal.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The talon, in the order in which it is drawn.
    pub talon: [u8; 64],
    pub talon_size: u8,
    /// The points that each side needs for a right claim.
    pub needs: [i32; 2],
    /// Whether it is known how many tricks each side has taken.
    pub tricks_known: bool,
}

/// A deal at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Position {
    pub hands: [Cards; MAX_PLAYERS],
    /// The cards of the trick, in order.
    pub trick: [u8; MAX_PLAYERS],
    pub played: u8,
    pub leader: Seat,
    pub turn: Seat,
    pub winning: Seat,
    /// How many cards the talon has.
    pub talon: u8,
    /// The last of them.
    pub turn_up: u8,
    pub trump: u8,
    pub points: [i16; 2],
    pub melds: [i16; 2],
    pub took: [Took; 2],
    /// Card points in hands, talon and trick.
    pub left: i16,
    /// Whether a trick was taken in this deal.
    pub begun: bool,
    pub closed: Option<Closed>,
    pub claimant: Option<Seat>,
    /// How far the auction has come that goes on.
    pub auction: Option<Auction>,
    /// What was bid in an auction that is over.
    pub contract: Option<Bid>,
    pub over: bool,
}

impl Position {
    #[inline]
    pub fn hand(&self) -> Cards {
        self.hands[self.turn]
    }

    #[inline]
    pub fn has_open_talon(&self) -> bool {
        self.talon > 0 && self.closed.is_none()
    }

    /// Whether the declarer is to name trumps.
    #[inline]
    pub fn is_naming(&self) -> bool {
        self.contract.is_some() && self.trump == NO_SUIT
    }

    /// Whether the winner of a trick has to choose between drawing and closing.
    #[inline]
    pub fn is_drawing(&self, rules: &Rules) -> bool {
        self.has_open_talon() && self.played == 0 && self.hand().count_ones() < u32::from(rules.hand)
    }

    /// Return the cards in the trick.
    #[inline]
    pub fn trick_cards(&self) -> Cards {
        self.trick[..usize::from(self.played)].iter().map(|&number| card(number)).sum()
    }

    /// Return the cards of the talon in the order in which they are drawn.
    pub fn talon_cards<'a>(&self, frame: &'a Frame) -> impl Iterator<Item = u8> + use<'a> {
        let from = usize::from(frame.talon_size - self.talon);
        let unseen = &frame.talon[from..usize::from(frame.talon_size).saturating_sub(1).max(from)];
        let last = (self.talon > 0).then_some(self.turn_up);
        unseen.iter().copied().chain(last)
    }

    // --- What may be done ---

    /// Return the cards that may be played.
    #[inline]
    pub fn playable(&self, rules: &Rules) -> Cards {
        let hand = self.hand();
        if self.played == 0 {
            return hand;
        }
        let obligation = if self.has_open_talon() { rules.obligation } else { rules.last_obligation };
        if obligation == Obligation::None {
            return hand;
        }
        let led = self.trick[0];
        let follows = hand & of_suit(suit_of(led));
        let beats = obligation == Obligation::Beat;
        let owed =
            [if beats { hand & above(led) } else { 0 }, follows, if beats { hand & of_suit(self.trump) } else { 0 }];
        owed.into_iter().find(|&cards| cards != 0).unwrap_or(hand)
    }

    /// Whether the seat to act may exchange its card for the turn-up.
    #[inline]
    pub fn may_exchange(&self, rules: &Rules, frame: &Frame) -> bool {
        let Some(rank) = rules.exchange.rank else {
            return false;
        };
        if self.talon == 0 || self.trump == NO_SUIT || !frame.tricks_known {
            return false;
        }
        let exchanged = card(number_of(self.trump, rank));
        if self.hand() & exchanged == 0 || self.is_drawing(rules) {
            return false;
        }
        if let Some(closed) = self.closed {
            return closed.fresh && self.turn != closed.seat && rules.exchange.after_closing;
        }
        if rules.exchange.by_leader && self.played > 0 {
            return false;
        }
        if rules.exchange.needs_trick && self.took[self.turn.side()] != Took::Yes {
            return false;
        }
        self.talon >= rules.exchange.min_stock
    }

    /// Whether the seat to act may close the talon.
    #[inline]
    pub fn may_close(&self, rules: &Rules) -> bool {
        rules.closing.when != ClosedWhen::Never
            && self.played == 0
            && (rules.closing.first || self.begun)
            && self.has_open_talon()
            && self.talon >= rules.closing.min_stock
    }

    /// Return the points that count for a side now: of cards, of marriages, and of the last trick.
    #[inline]
    pub fn counted(&self, rules: &Rules, side: Side) -> i32 {
        let mut points = i32::from(self.points[side]);
        if self.took[side] == Took::Yes {
            points += i32::from(self.melds[side]);
        }
        let ended = self.played == 0 && self.talon == 0 && self.leader.side() == side;
        if ended && self.hands.iter().all(|&hand| hand == 0) {
            points += rules.last_trick_points;
        }
        points
    }

    /// Whether a side has the points for a right claim.
    #[inline]
    pub fn has_enough(&self, rules: &Rules, frame: &Frame, side: Side) -> bool {
        self.counted(rules, side) >= frame.needs[side]
    }

    /// Whether a claim of the seat to act is right, one with the marriage of a suit if one is given.
    #[inline]
    pub fn is_right(&self, rules: &Rules, frame: &Frame, suit: Option<u8>) -> bool {
        let side = self.turn.side();
        let mut points = self.counted(rules, side);
        if let Some(suit) = suit
            && self.took[side] == Took::Yes
        {
            points += i32::from(self.marriage_points(rules, suit));
        }
        points >= frame.needs[side]
    }

    #[inline]
    pub fn may_claim(&self, rules: &Rules, frame: &Frame, suit: Option<u8>) -> bool {
        let timely = match rules.claimed_when {
            ClaimedWhen::Turn => true,
            ClaimedWhen::Leading => self.played == 0,
            ClaimedWhen::Trick => self.played == 0 && self.begun && suit.is_none(),
        };
        rules.claims == Claims::Called && timely && (!rules.wrong_refused || self.is_right(rules, frame, suit))
    }

    /// Write the legal actions, in the order of their numbers within each kind; return how many there are.
    pub fn legal(&self, rules: &Rules, frame: &Frame, into: &mut [u8; MAX_ACTIONS]) -> usize {
        let mut count = 0;
        let mut add = |action: u8| {
            into[count] = action;
            count += 1;
        };
        if self.over {
            return 0;
        }
        if let Some(auction) = self.auction {
            auction.open(&rules.bidding, self.turn).for_each(|place| add(code::BID + place));
            if auction.may_pass(&rules.bidding, rules.players) {
                add(code::PASS);
            }
            return count;
        }
        if self.is_naming() {
            (0..NO_SUIT).for_each(|suit| add(code::NAME + suit));
            return count;
        }
        if self.hand() == 0 {
            if self.may_claim(rules, frame, None) {
                add(code::CLAIM);
            }
            add(code::PASS);
            return count;
        }
        if self.is_drawing(rules) {
            add(code::CLOSE);
            add(code::DRAW);
            if self.may_claim(rules, frame, None) {
                add(code::CLAIM);
            }
            return count;
        }
        let marriages = self.marriages(rules);
        let shown = Self::leading(rules, marriages);
        let kept = if rules.marriages.leads.forced { shown } else { 0 };
        Each(self.playable(rules) & !kept).for_each(|number| add(code::PLAY + number));
        Each(shown).for_each(|number| add(code::MELD + number));
        if self.may_exchange(rules, frame) {
            add(code::EXCHANGE);
        }
        if self.may_close(rules) {
            add(code::CLOSE);
        }
        if rules.claims == Claims::Called {
            if self.may_claim(rules, frame, None) {
                add(code::CLAIM);
            }
            for suit in Each(marriages).map(suit_of) {
                if self.may_claim(rules, frame, Some(suit)) {
                    add(code::CLAIM_WITH + suit);
                }
            }
        }
        count
    }

    // --- What an action makes of it ---

    /// Do a legal action.
    #[inline]
    pub fn act(&mut self, rules: &Rules, frame: &Frame, action: u8) {
        match action {
            0..code::MELD => self.play(rules, frame, action - code::PLAY),
            code::MELD..code::EXCHANGE => self.meld(rules, frame, action - code::MELD),
            code::EXCHANGE => self.exchange(rules),
            code::CLOSE => self.close(rules),
            code::DRAW => self.draw(rules, frame),
            code::CLAIM => self.claim(rules, None),
            code::CLAIM_WITH..code::PASS => self.claim(rules, Some(action - code::CLAIM_WITH)),
            code::PASS if self.auction.is_some() => self.bid(rules, None),
            code::PASS => self.over = true,
            code::NAME..code::BID => self.trump = action - code::NAME,
            _ => self.bid(rules, Some(action - code::BID)),
        }
    }

    /// Make the bid at a place, or pass, in the auction that goes on. The highest bidder names trumps and leads.
    pub fn bid(&mut self, rules: &Rules, place: Option<u8>) {
        match self.auction.map(|auction| auction.after(&rules.bidding, rules.players, self.turn, place)) {
            None => {}
            Some(Course::GoesOn(auction)) => {
                self.auction = Some(auction);
                self.turn = self.turn.after(1, rules.players);
            }
            Some(Course::Over(contract)) => {
                (self.auction, self.contract, self.over) = (None, contract, contract.is_none());
                let declarer = contract.map_or(self.leader, |bid| bid.seat);
                (self.leader, self.turn, self.winning) = (declarer, declarer, declarer);
            }
        }
    }

    #[inline]
    fn play(&mut self, rules: &Rules, frame: &Frame, number: u8) {
        self.hands[self.turn] &= !card(number);
        self.put(rules, number);
        if self.played == rules.players {
            self.end_trick(rules, frame);
        }
    }

    /// Put a card of the seat to act into the trick.
    #[inline]
    pub fn put(&mut self, rules: &Rules, number: u8) {
        let place = self.winning.turns_after(self.leader, rules.players);
        if self.played == 0 || self.beats(number, self.trick[usize::from(place)]) {
            self.winning = self.turn;
        }
        self.trick[usize::from(self.played)] = number;
        self.played += 1;
        self.turn = self.turn.after(1, rules.players);
    }

    /// Whether a card takes the trick from the one that is winning it.
    #[inline]
    pub fn beats(&self, number: u8, best: u8) -> bool {
        if suit_of(number) == suit_of(best) { number > best } else { suit_of(number) == self.trump }
    }

    /// Let the winner take the complete trick; everybody draws unless he may close the talon first.
    #[inline]
    fn end_trick(&mut self, rules: &Rules, frame: &Frame) {
        let gained = rules.points(self.trick_cards());
        let winner = self.winning;
        let side = winner.side();
        (self.leader, self.turn, self.played) = (winner, winner, 0);
        self.points[side] += gained;
        self.left -= gained;
        self.took[side] = Took::Yes;
        self.begun = true;
        if let Some(closed) = &mut self.closed {
            closed.fresh = false;
        }
        let played_out = self.hand() == 0 && !self.has_open_talon();
        self.over = played_out && !rules.asks();
        let counted = match rules.claims {
            Claims::Never => false,
            Claims::Called => played_out && rules.claimed_last == ClaimedLast::Counted,
            Claims::Automatic => true,
        };
        if counted && self.has_enough(rules, frame, side) {
            self.end(winner);
            return;
        }
        let chooses = rules.closing.when == ClosedWhen::Either && self.talon >= rules.closing.min_stock;
        if self.has_open_talon() && !chooses {
            self.draw(rules, frame);
        }
    }

    fn end(&mut self, claimant: Seat) {
        self.over = true;
        self.claimant = Some(claimant);
    }

    /// Let everybody draw a card, the winner of the trick first.
    #[inline]
    fn draw(&mut self, rules: &Rules, frame: &Frame) {
        for turn in 0..rules.players.min(self.talon) {
            let place = frame.talon_size - self.talon;
            let drawn = if self.talon == 1 { self.turn_up } else { frame.talon[usize::from(place)] };
            self.hands[self.leader.after(turn, rules.players)] |= card(drawn);
            self.talon -= 1;
        }
    }

    fn close(&mut self, rules: &Rules) {
        let other = self.turn.side().other();
        let took = self.took[other] == Took::Yes;
        let level = level(rules, self.counted(rules, other), took);
        self.closed = Some(Closed { seat: self.turn, level, took, fresh: true });
    }

    fn exchange(&mut self, rules: &Rules) {
        let exchanged = number_of(self.trump, rules.exchange.rank.unwrap_or_default());
        let hand = &mut self.hands[self.turn];
        *hand = *hand & !card(exchanged) | card(self.turn_up);
        self.turn_up = exchanged;
    }

    #[inline]
    fn show(&mut self, rules: &Rules, suit: u8) {
        self.melds[self.turn.side()] += self.marriage_points(rules, suit);
        if rules.trump_by_marriage {
            self.trump = suit;
        }
    }

    #[inline]
    fn meld(&mut self, rules: &Rules, frame: &Frame, number: u8) {
        self.show(rules, suit_of(number));
        if rules.claims == Claims::Automatic && self.has_enough(rules, frame, self.turn.side()) {
            self.end(self.turn);
        } else {
            self.play(rules, frame, number);
        }
    }

    fn claim(&mut self, rules: &Rules, suit: Option<u8>) {
        if let Some(suit) = suit {
            self.show(rules, suit);
        }
        self.end(self.turn);
    }
}

/// Return how far a losing side has come.
pub fn level(rules: &Rules, points: i32, took: bool) -> Level {
    match (took, points < rules.race.schneider) {
        (false, _) => Level::Trickless,
        (true, true) => Level::Schneider,
        (true, false) => Level::Enough,
    }
}
