//! Tricks without a talon: which cards may be played, which are promising, and which are sure to take their tricks.

#![expect(clippy::cast_possible_truncation, reason = "entries are packed of small numbers")]

use super::cards::{Cards, NO_SUIT, SUITS, above, highest_card, lowest_card, of_suit, suit_of};
use super::deal::Position;
use super::rules::{Obligation, Rules};

/// The most cards of a hand.
pub const MOST_CARDS: usize = 26;
/// More promising than any trick that is lost: one that is likely to be taken. No trick counts so much.
const TAKEN: i32 = 1000;
/// How much a point of a trick is worth in strengths of the card: what the trick counts comes first, among what counts almost the
/// same the card. A card that is led is better high, as it takes the trick; one that is played better low, as the higher one is kept.
const POINT: i32 = 4;
/// More promising than everything else.
const HINTED: i32 = 1 << 20;
/// No hint.
pub const NO_HINT: u8 = u8::MAX;

/// The cards of all seats, and what they count.
#[derive(Clone, Copy)]
pub struct Hands<const SEATS: usize> {
    pub of: [Cards; SEATS],
    /// Card points in hands and trick.
    pub left: i32,
}

/// A trick on the table.
#[derive(Clone, Copy)]
pub struct OnTable {
    pub led: u8,
    pub best: u8,
    pub winning: usize,
    pub points: i32,
}

/// The place of a trick before its first card.
pub const NOTHING: OnTable = OnTable { led: 0, best: 0, winning: 0, points: 0 };

/// Cards that may be played, the promising ones first.
pub struct Choice {
    /// How promising each is, and in the lowest byte the complement of its number, so that the lower of equals comes first.
    entries: [i32; MOST_CARDS],
    pub count: usize,
}

/// What a side is sure of.
#[derive(Clone, Copy)]
pub struct Sure {
    /// Card points.
    pub points: i32,
    /// Whether it takes every trick.
    pub every_trick: bool,
}

/// Tricks that can be cashed.
struct Cashed {
    /// The cards, not trumps, that take them.
    cards: Cards,
    /// How many there are, besides those with trumps.
    tricks: u32,
    /// What is given to them at least: how much more it counts than as many of the lowest cards.
    given: i32,
    /// Whether the partner takes some of them.
    crossed: bool,
}

/// The rules of play without a talon, and the trump suit.
#[derive(Clone, Copy)]
pub struct Play<'a> {
    pub rules: &'a Rules,
    pub trump: u8,
}

impl Play<'_> {
    /// Return a trick with one more card.
    #[inline]
    pub fn with(&self, mut trick: OnTable, played: usize, seat: usize, number: u8) -> OnTable {
        let value = i32::from(self.rules.values[usize::from(number)]);
        if played == 0 {
            return OnTable { led: number, best: number, winning: seat, points: value };
        }
        if self.beats(number, trick.best) {
            (trick.best, trick.winning) = (number, seat);
        }
        trick.points += value;
        trick
    }

    #[inline]
    pub fn beats(&self, number: u8, best: u8) -> bool {
        if suit_of(number) == suit_of(best) { number > best } else { suit_of(number) == self.trump }
    }

    /// Return what the leader's side and the other one are sure to capture, by the cards that are sure to take their tricks.
    ///
    /// The highest trumps of all bring their side what they count. The leader can cash the highest cards of another suit, as long as
    /// nobody can trump them, and then lead to such cards of his partner. With the highest trumps he can draw those of the others
    /// first.
    #[inline]
    pub fn sure<const SEATS: usize>(&self, hands: &Hands<SEATS>, leader: usize) -> [Sure; 2] {
        if !self.rules.shortcuts.foresight {
            return [Sure { points: 0, every_trick: false }; 2];
        }
        let all = hands.of.iter().fold(0, |all, &hand| all | hand);
        let trumps = of_suit(self.trump);
        // The highest trumps, as long as they are of one side.
        let mut tops = 0;
        let mut top_counts = [0; SEATS];
        let mut top_side = leader & 1;
        let mut rest = all & trumps;
        while rest != 0 {
            let top = 1 << rest.ilog2();
            let owner = (0..SEATS).find(|&seat| hands.of[seat] & top != 0).unwrap_or_default();
            if tops == 0 {
                top_side = owner & 1;
            } else if owner & 1 != top_side {
                break;
            }
            tops |= top;
            top_counts[owner] += 1;
            rest &= !top;
        }
        let most_tops = top_counts.into_iter().max().unwrap_or_default();
        let at_once = self.cash(hands, leader, 0, 0);
        if top_side != leader & 1 {
            let theirs = self.captured(hands, tops, most_tops, 0);
            return [self.captured(hands, at_once.cards, at_once.tricks, at_once.given), theirs];
        }
        let own = top_counts[leader];
        let tricks = (at_once.tricks + if at_once.crossed { most_tops } else { own }).max(most_tops);
        let mut ours = self.captured(hands, at_once.cards | tops, tricks, at_once.given);
        let against = hands.of[(leader + 1) % SEATS] | hands.of[(leader + SEATS - 1) % SEATS];
        if against & trumps != 0 && !ours.every_trick && self.rules.last_obligation != Obligation::None {
            let longest = (1..SEATS).step_by(2).map(|turn| (hands.of[(leader + turn) % SEATS] & trumps).count_ones());
            let longest = longest.max().unwrap_or_default();
            let highest = hands.of[leader] & higher(trumps, all & !hands.of[leader] & trumps);
            if longest <= highest.count_ones() {
                let drawn = self.cash(hands, leader, longest, tops);
                let sure = self.captured(hands, drawn.cards | tops, drawn.tricks + own, drawn.given);
                ours.points = ours.points.max(sure.points);
                ours.every_trick |= sure.every_trick;
            }
        }
        [ours, Sure { points: 0, every_trick: false }]
    }

    /// Return the cards, not trumps, with which the leader can take one trick after the other, and then his partner, once so many rounds
    /// of trumps are drawn with the highest ones.
    #[inline]
    fn cash<const SEATS: usize>(&self, hands: &Hands<SEATS>, leader: usize, drawn: u32, tops: Cards) -> Cashed {
        let own = hands.of[leader];
        let trumps = of_suit(self.trump);
        let opponents = [hands.of[(leader + 1) % SEATS], hands.of[(leader + SEATS - 1) % SEATS]];
        let against = opponents[0] | opponents[1];
        let partner = if SEATS == 2 { 0 } else { hands.of[(leader + 2) % SEATS] };
        let obligation = self.rules.last_obligation;
        let partner_may_duck = SEATS > 2 && obligation == Obligation::Follow;
        let mut rounds = [0; SUITS];
        let mut later = [0; SUITS];
        let mut cashed = Cashed { cards: 0, tricks: 0, given: 0, crossed: false };
        let mut waiting = 0;
        for suit in 0..NO_SUIT {
            let cards = of_suit(suit);
            if suit == self.trump {
                rounds[usize::from(suit)] = drawn;
                continue;
            }
            if (own | partner) & cards == 0 {
                continue;
            }
            // An opponent trumps what he need not follow; a partner where he has to.
            let mut limit = 64;
            for hand in opponents {
                if (hand & trumps).count_ones() > drawn {
                    let length = (hand & cards).count_ones();
                    limit = limit.min(if obligation == Obligation::None { 0 } else { length });
                }
            }
            if obligation == Obligation::Beat && (partner & trumps).count_ones() > drawn {
                limit = limit.min((partner & cards).count_ones());
            }
            let mut winners = own & higher(cards, (against | partner) & cards);
            let others = [opponents[0], opponents[1], partner];
            if obligation != Obligation::None
                && others.into_iter().all(|hand| (hand & cards).count_ones() <= winners.count_ones())
            {
                winners = own & cards;
            }
            let winners = highest(winners, limit);
            let count = winners.count_ones();
            cashed.cards |= winners;
            cashed.tricks += count;
            rounds[usize::from(suit)] = count;
            if partner_may_duck {
                let held = (partner & cards).count_ones().saturating_sub(count);
                let next = highest(partner & higher(cards, against & cards), held.min(limit - count.min(limit)));
                waiting |= next;
                later[usize::from(suit)] = next.count_ones();
                cashed.crossed |= next != 0 && (own & cards).count_ones() > count;
            }
        }
        if cashed.crossed {
            cashed.cards |= waiting;
            cashed.tricks += waiting.count_ones();
        } else {
            (waiting, later) = (0, [0; SUITS]);
        }
        if self.rules.is_flat() {
            return cashed;
        }
        // Opponents follow with what counts least; the partner gives what counts most of what he does not need.
        let mut free = partner & !trumps & !waiting;
        let mut discards = 0;
        for suit in 0..SUITS {
            let (led, more) = (rounds[suit], later[suit]);
            if led + more == 0 {
                continue;
            }
            let cards = of_suit(suit as u8);
            if obligation != Obligation::None {
                for hand in &opponents[..SEATS / 2] {
                    cashed.given += self.rules.least_of(hand & cards, led + more);
                }
            }
            if SEATS > 2 && led > 0 {
                let follows = partner & cards;
                cashed.given += self.rules.most_of(follows & !waiting & !tops, led);
                discards += led.saturating_sub(follows.count_ones());
                free &= !cards;
            }
        }
        cashed.given += self.rules.most_of(free, discards);
        cashed
    }

    /// Return what a side is sure of that captures some cards and takes so many tricks, to which cards are given that count so much more
    /// than the lowest.
    #[inline]
    fn captured<const SEATS: usize>(&self, hands: &Hands<SEATS>, cards: Cards, tricks: u32, given: i32) -> Sure {
        if tricks == 0 {
            return Sure { points: 0, every_trick: false };
        }
        let held = hands.of[0].count_ones();
        if tricks >= held {
            return Sure { points: hands.left, every_trick: true };
        }
        let lowest = i32::from(self.rules.lowest) * (SEATS as u32).cast_signed();
        let by_cards = lowest * tricks.cast_signed() + self.rules.above_lowest(cards) + given;
        // Of each hand no more than the cards for the other tricks is lost.
        let others = held - tricks;
        let lost = hands.of.iter().map(|&hand| self.rules.most_of(hand & !cards, others)).sum::<i32>();
        let by_loss = hands.left - lowest * others.cast_signed() - lost;
        Sure { points: by_cards.max(by_loss), every_trick: false }
    }

    /// Return who takes the last trick, with one card left to each seat, or with none when it is taken.
    #[inline]
    pub fn last_winner<const SEATS: usize>(&self, hands: &Hands<SEATS>, leader: usize) -> usize {
        let mut winning = leader;
        let mut best = lowest_card(hands.of[leader]);
        for turn in 1..SEATS {
            let seat = (leader + turn) % SEATS;
            let number = lowest_card(hands.of[seat]);
            if self.beats(number, best) {
                (winning, best) = (seat, number);
            }
        }
        winning
    }

    /// Return the cards that can be led.
    #[inline]
    pub fn leads<const SEATS: usize>(&self, hands: &Hands<SEATS>, leader: usize, hint: u8) -> Choice {
        let mut choice = Choice { entries: [0; MOST_CARDS], count: 0 };
        let mut left = hands.of[leader];
        while left != 0 {
            let number = lowest_card(left);
            left &= left - 1;
            let score = match number {
                _ if !self.rules.shortcuts.order => 0,
                _ if number == hint => HINTED,
                _ => self.lead_score(hands, leader, number),
            };
            choice.add(number, score);
        }
        choice
    }

    /// Return how promising it is to lead a card.
    #[inline]
    fn lead_score<const SEATS: usize>(&self, hands: &Hands<SEATS>, leader: usize, number: u8) -> i32 {
        let trick = self.with(NOTHING, 0, leader, number);
        let (ours, points) = self.outlook(hands, leader, 1, trick);
        let strength = i32::from(number & 15);
        if ours { TAKEN + POINT * points + strength } else { -POINT * points - strength }
    }

    /// Return what becomes of a trick after a seat has played: whether its side takes it, and what it counts.
    ///
    /// Everybody beats with the lowest card that does, gives his own side what counts most, and the other one what counts least.
    #[inline]
    fn outlook<const SEATS: usize>(
        &self,
        hands: &Hands<SEATS>,
        seat: usize,
        played: usize,
        trick: OnTable,
    ) -> (bool, i32) {
        let mut trick = trick;
        for turn in 1..=SEATS - played {
            let later = (seat + turn) % SEATS;
            let hand = hands.of[later];
            let hostile = (later ^ trick.winning) & 1 == 1;
            let beating = if hostile { self.beating(hand, trick.led, trick.best) } else { None };
            if let Some(beating) = beating {
                trick = self.with(trick, 1, later, beating);
            } else {
                let cards = self.playable(hand, trick.led);
                trick.points += i32::from(if hostile { self.rules.least(cards) } else { self.rules.greatest(cards) });
            }
        }
        ((trick.winning ^ seat) & 1 == 0, trick.points)
    }

    /// Return the lowest card of a hand that takes the trick from the best card, if there is one that may be played.
    #[inline]
    fn beating(&self, hand: Cards, led: u8, best: u8) -> Option<u8> {
        let follows = hand & of_suit(suit_of(led));
        let beating = if follows != 0 {
            if suit_of(best) == suit_of(led) { follows & above(best) } else { 0 }
        } else if suit_of(best) == self.trump {
            hand & above(best)
        } else {
            hand & of_suit(self.trump)
        };
        (beating != 0).then(|| lowest_card(beating))
    }

    /// Return the cards that can be played to a trick.
    #[inline]
    pub fn replies<const SEATS: usize>(
        &self,
        hands: &Hands<SEATS>,
        seat: usize,
        played: usize,
        trick: OnTable,
    ) -> Choice {
        let mut choice = Choice { entries: [0; MOST_CARDS], count: 0 };
        let mut left = self.playable(hands.of[seat], trick.led);
        while left != 0 {
            let number = lowest_card(left);
            left &= left - 1;
            let score = if self.rules.shortcuts.order {
                self.reply_score(hands, seat, played, self.with(trick, played, seat, number), number)
            } else {
                0
            };
            choice.add(number, score);
        }
        choice
    }

    /// Return how promising it is to have played a card to a trick, which is `trick` then.
    #[inline]
    fn reply_score<const SEATS: usize>(
        &self,
        hands: &Hands<SEATS>,
        seat: usize,
        played: usize,
        trick: OnTable,
        number: u8,
    ) -> i32 {
        let (ours, points) = self.outlook(hands, seat, played + 1, trick);
        let strength = i32::from(number & 15);
        if ours { TAKEN + POINT * points - strength } else { -POINT * points - strength }
    }

    /// Return the cards of a hand that may be played to a lead.
    #[inline]
    pub fn playable(&self, hand: Cards, led: u8) -> Cards {
        let beats = match self.rules.last_obligation {
            Obligation::None => return hand,
            Obligation::Follow => false,
            Obligation::Beat => true,
        };
        let follows = hand & of_suit(suit_of(led));
        let higher = if beats { follows & above(led) } else { 0 };
        if higher != 0 {
            return higher;
        }
        if follows != 0 {
            return follows;
        }
        let trumps = if beats { hand & of_suit(self.trump) } else { 0 };
        if trumps != 0 { trumps } else { hand }
    }
}

/// Return the cards of a suit that are higher than all of some.
#[inline]
fn higher(suit: Cards, some: Cards) -> Cards {
    if some == 0 { suit } else { suit & above(highest_card(some)) }
}

/// Return the highest of cards, so many of them at most.
#[inline]
fn highest(mut cards: Cards, count: u32) -> Cards {
    while cards.count_ones() > count {
        cards &= cards - 1;
    }
    cards
}

pub fn hands_of<const SEATS: usize>(at: &Position) -> Hands<SEATS> {
    let mut of = [0; SEATS];
    of.copy_from_slice(&at.hands[..SEATS]);
    Hands { of, left: i32::from(at.left) }
}

pub fn trick_of<const SEATS: usize>(rules: &Rules, at: &Position) -> OnTable {
    let winning = at.winning.place();
    let best = at.trick[(winning + SEATS - at.leader.place()) % SEATS];
    OnTable { led: at.trick[0], best, winning, points: i32::from(rules.points(at.trick_cards())) }
}

impl Choice {
    /// Return the card at a place.
    #[inline]
    pub fn card(&self, place: usize) -> u8 {
        !(self.entries[place].cast_unsigned() as u8)
    }

    /// Return the cards in their order.
    #[inline]
    pub fn cards(&self) -> impl Iterator<Item = u8> + '_ {
        self.entries[..self.count].iter().map(|entry| !(entry.cast_unsigned() as u8))
    }

    /// Put a card among those that are less promising.
    #[inline]
    fn add(&mut self, number: u8, score: i32) {
        let entry = score << 8 | i32::from(!number);
        let mut place = self.count;
        while place > 0 && self.entries[place - 1] < entry {
            self.entries[place] = self.entries[place - 1];
            place -= 1;
        }
        self.entries[place] = entry;
        self.count += 1;
    }
}
