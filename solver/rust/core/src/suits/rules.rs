//! The rules of a game with suit tricks, as a list of numbers, and what is worked out from them once.
//!
//! The list, after the number that says what the tricks are like (a flag is 0 or 1):
//!
//! 1. a flag: positions may be taken for others that are worth the same, and cards for others that do the same;
//! 2. the players, 2 or 4; the cards of a hand; the cards of the talon after the deal; the ranks of a suit;
//! 3. what a card counts, for each strength from the lowest on; and which place its rank has where cards are written in order;
//! 4. the strengths of king, queen and of the trump that is exchanged, -1 where there is none;
//! 5. a flag: trumps come with marriages; the points for the last trick;
//! 6. what is owed to a lead while the talon is open, and after (0 nothing, 1 suit, 2 suit, higher card or trump);
//! 7. marriages (0 none, or by 1 trump, 2 suit, 3 order), four numbers of points for them;
//!    flags: led with the king alone, compulsory, with the first lead, without a talon, when it is closed;
//! 8. exchanging, flags: the leader alone, only after a trick; the smallest talon for it; a flag: after closing;
//! 9. closing (0 never, 1 after drawing, 2 before it too), the smallest talon for it; a flag: with the first lead;
//! 10. claims (0 none, 1 called, 2 automatic), a flag: wrong ones are refused;
//! 11. scoring (0 table, 1 race, 2 contract, 3 points), the most game points of a side;
//! 12. of a race: three numbers for a win, a flag: counted at the closing; schneider; two penalties, when the trick counts for them
//!     (0 closing, 1 end, 2 flat); a flag: the last trick wins;
//! 13. of a contract: the highest bid, what it counts or 0, flags: it takes every trick, the others score too;
//! 14. the number of rows of the table, and for each: points from and to, card points from and to (-1 for none), tricks (0 any, 1 some,
//!     2 all), game points.

use super::cards::{Cards, LANES, LOWEST, SUITS, lane};
use crate::reading::{Reader, Refusal};
use crate::shortcuts::Shortcuts;

/// The most ranks of a suit.
pub const MAX_RANKS: usize = 13;
/// The most seats.
pub const MAX_PLAYERS: usize = 4;
/// The most that anything counts.
pub const MOST: i32 = 4000;
const MAX_ROWS: usize = 64;
const MAX_CARDS: usize = SUITS * MAX_RANKS;

/// What a player owes to a lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obligation {
    /// Nothing.
    None,
    /// A card of the suit.
    Follow,
    /// A card of the suit, a higher one if possible; otherwise a trump.
    Beat,
}

/// What the points of a marriage depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarriedBy {
    /// There are none.
    None,
    /// Whether it is in trumps.
    Trump,
    /// The suit.
    Suit,
    /// How many were shown before.
    Order,
}

/// When the talon can be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosedWhen {
    /// Never.
    Never,
    /// After drawing.
    Drawn,
    /// Before drawing, too.
    Either,
}

/// Whether a side can end a deal when it has enough points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claims {
    /// No.
    Never,
    /// By saying so.
    Called,
    /// It ends by itself.
    Automatic,
}

/// How a deal is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// By a table of points.
    Table,
    /// As a race to a number of points.
    Race,
    /// By a contract.
    Contract,
    /// Every side its points.
    Points,
}

/// When a side must have taken a trick for the lower penalty, where the talon was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PenaltyAt {
    /// Before the closing.
    Closing,
    /// Before the end.
    End,
    /// The higher penalty in any case.
    Flat,
}

/// A row of a scoring table.
#[derive(Debug)]
pub struct Row {
    pub points: (i32, i32),
    pub cards: Option<(i32, i32)>,
    /// Whether every trick is needed, or must not be there.
    pub every_trick: Option<bool>,
    pub game_points: i32,
}

/// Which cards are led with a marriage.
#[derive(Debug)]
pub struct MarriageLeads {
    /// Kings alone.
    pub by_king: bool,
    /// A card with which one may be shown is not led without it.
    pub forced: bool,
}

/// Marriages: a king and a queen of one suit.
#[derive(Debug)]
pub struct Marriages {
    pub by: MarriedBy,
    pub points: [i16; SUITS],
    pub leads: MarriageLeads,
    /// Whether they may be shown with the first lead.
    pub first: bool,
    /// Whether they may be shown without a talon.
    pub after_stock: bool,
    /// Whether they may be shown when the talon is closed.
    pub after_closing: bool,
}

/// Exchanging a card for the turn-up.
#[derive(Debug)]
pub struct Exchange {
    /// The strength of the trump that can be exchanged.
    pub rank: Option<u32>,
    pub by_leader: bool,
    pub needs_trick: bool,
    pub min_stock: usize,
    pub after_closing: bool,
}

/// Closing the talon.
#[derive(Debug)]
pub struct Closing {
    pub when: ClosedWhen,
    pub min_stock: usize,
    pub first: bool,
}

/// What a race is worth.
#[derive(Debug)]
pub struct Race {
    pub won: [i32; 3],
    pub won_at_closing: bool,
    pub schneider: i32,
    pub penalty: [i32; 2],
    pub penalty_at: PenaltyAt,
    pub last_trick_wins: bool,
}

/// What a contract is worth.
#[derive(Debug)]
pub struct Contract {
    pub highest_bid: i32,
    pub grand_points: i32,
    pub grand_needs_tricks: bool,
    pub defenders_score: bool,
}

/// The rules of a game.
#[derive(Debug)]
pub struct Rules {
    /// What a search may use to be fast.
    pub shortcuts: Shortcuts,
    pub players: usize,
    pub hand: u32,
    pub talon: usize,
    pub ranks: usize,
    /// What a card counts, by its number.
    pub values: [i16; 64],
    /// The place of each rank, by its strength, where cards are written in order.
    pub written: [u8; MAX_RANKS],
    /// What the lowest card counts.
    pub lowest: i16,
    /// The ranks that count more than the lowest, and how much more, from the most on.
    above_lowest: Vec<(usize, i32)>,
    /// What the cards of a suit count together, by their bits.
    lane_points: Vec<i16>,
    /// What the card counts that counts least, and most.
    lane_extremes: Vec<(i16, i16)>,
    pub king: Option<u32>,
    pub queen: Option<u32>,
    /// The cards that a rule names.
    pub named: Cards,
    pub trump_by_marriage: bool,
    pub last_trick_points: i32,
    pub obligation: Obligation,
    pub last_obligation: Obligation,
    pub marriages: Marriages,
    pub exchange: Exchange,
    pub closing: Closing,
    pub claims: Claims,
    pub wrong_refused: bool,
    pub score: Score,
    pub most_game_points: i32,
    pub race: Race,
    pub contract: Contract,
    pub rows: Vec<Row>,
}

impl Rules {
    /// Read the rules.
    pub fn read(reader: &mut Reader) -> Result<Self, Refusal> {
        let shortcuts = Shortcuts::read(reader)?;
        let players = reader.count(MAX_PLAYERS, "players: expected 2 or 4")?;
        if players != 2 && players != 4 {
            return Err(reader.refusal("players: expected 2 or 4"));
        }
        let hand = reader.count(MAX_CARDS / players, "hand: too many cards")? as u32;
        let talon = reader.count(MAX_CARDS, "talon: too many cards")?;
        let ranks = reader.count(MAX_RANKS, "ranks: too many")?;
        let mut values = [0; 64];
        for strength in 0..ranks {
            let value = reader.number(0, MOST / 32, "points: too many")? as i16;
            (0..SUITS).for_each(|suit| values[LANES * suit + strength] = value);
        }
        let mut written = [0; MAX_RANKS];
        for place in &mut written[..ranks] {
            *place = reader.count(ranks - 1, "written: there is no such place")? as u8;
        }
        let [king, queen, exchanged] = [strength(reader, ranks)?, strength(reader, ranks)?, strength(reader, ranks)?];
        let trump_by_marriage = flag(reader)?;
        let last_trick_points = reader.number(0, MOST / 32, "last trick: too many points")?;
        let (obligation, last_obligation) = (owed(reader)?, owed(reader)?);
        let marriages = Marriages::read(reader)?;
        let exchange = Exchange::read(reader, exchanged)?;
        let closing = Closing::read(reader)?;
        let claims = one_of(reader, [Claims::Never, Claims::Called, Claims::Automatic])?;
        let wrong_refused = flag(reader)?;
        let score = one_of(reader, [Score::Table, Score::Race, Score::Contract, Score::Points])?;
        let most_game_points = number(reader)?;
        let race = Race::read(reader)?;
        let contract = Contract::read(reader)?;
        let count = reader.count(MAX_ROWS, "rows: too many")?;
        let rows = (0..count).map(|_| Row::read(reader)).collect::<Result<Vec<Row>, Refusal>>()?;
        let married = if marriages.by == MarriedBy::None { [None; 2] } else { [king, queen] };
        let named = married.into_iter().chain([exchanged]).flatten().fold(0, |all, rank| all | LOWEST << rank);
        let lane_points = (0..1_usize << ranks)
            .map(|cards| (0..ranks).filter(|rank| cards >> rank & 1 == 1).map(|rank| values[rank]).sum())
            .collect();
        let lane_extremes = (0..1_usize << ranks)
            .map(|cards| {
                let counts = || (0..ranks).filter(|rank| cards >> rank & 1 == 1).map(|rank| values[rank]);
                (counts().min().unwrap_or(i16::MAX), counts().max().unwrap_or(0))
            })
            .collect();
        let lowest = values[..ranks].iter().copied().min().unwrap_or_default();
        let mut above_lowest: Vec<_> = (0..ranks).map(|rank| (rank, i32::from(values[rank] - lowest))).collect();
        above_lowest.retain(|&(_, more)| more > 0);
        above_lowest.sort_by_key(|&(_, more)| std::cmp::Reverse(more));
        let rules = Self {
            shortcuts,
            players,
            hand,
            talon,
            ranks,
            values,
            written,
            lowest,
            above_lowest,
            lane_points,
            lane_extremes,
            king,
            queen,
            named,
            trump_by_marriage,
            last_trick_points,
            obligation,
            last_obligation,
            marriages,
            exchange,
            closing,
            claims,
            wrong_refused,
            score,
            most_game_points,
            race,
            contract,
            rows,
        };
        rules.check().map_or(Ok(rules), |problem| Err(reader.refusal(problem)))
    }

    /// Return in what the rules contradict themselves.
    fn check(&self) -> Option<&'static str> {
        let claims = self.claims != Claims::Never;
        let (fits, most) = match self.score {
            Score::Table => {
                if self.rows.is_empty() {
                    return Some("rows: a table needs one");
                }
                let most = self.rows.iter().map(|row| row.game_points).max().unwrap_or_default();
                (!claims && self.marriages.by == MarriedBy::None, most)
            }
            Score::Race => {
                if !self.race.won.is_sorted() || !self.race.penalty.is_sorted() {
                    return Some("race: numbers that fall");
                }
                (claims, self.race.won[2].max(self.race.penalty[1]))
            }
            Score::Contract => (!claims, self.contract.grand_points),
            Score::Points => (true, 0),
        };
        if !fits {
            return Some("claims, marriages: not with this score");
        }
        if self.closing.when != ClosedWhen::Never && self.score != Score::Race {
            return Some("closing: not with this score");
        }
        (self.most_game_points < most).then_some("game points: a side can score more")
    }

    /// Whether more points for a side, and as many fewer for the other one, are never worse for it. That is so at every end of a deal,
    /// and before, as points only bear on what may be claimed: a side may do what it could do with fewer. But one whose points end
    /// the deal by themselves cannot go on.
    pub fn more_is_better(&self, winner_alone: bool) -> bool {
        match self.score {
            Score::Table => false,
            Score::Race => self.race.won.is_sorted() && self.race.penalty.is_sorted(),
            Score::Contract => true,
            Score::Points => winner_alone || self.claims != Claims::Automatic,
        }
    }

    /// Whether there is nothing but tricks in a deal.
    pub fn only_tricks(&self) -> bool {
        self.claims == Claims::Never && self.marriages.by == MarriedBy::None
    }

    /// Whether a row of the table asks for tricks.
    pub fn rows_ask_for_tricks(&self) -> bool {
        self.rows.iter().any(|row| row.every_trick.is_some())
    }

    /// Return what cards count together.
    #[inline]
    pub fn points(&self, cards: Cards) -> i16 {
        (0..SUITS).map(|suit| self.lane_points[lane(cards, suit)]).sum()
    }
}

impl Rules {
    /// Whether all cards count the same.
    #[inline]
    pub fn is_flat(&self) -> bool {
        self.above_lowest.is_empty()
    }

    /// Return how much more cards count than as many of the lowest.
    #[inline]
    pub fn above_lowest(&self, cards: Cards) -> i32 {
        self.most_of(cards, u32::MAX)
    }

    /// Return how much more those of some cards that count most count than as many of the lowest, so many of them at most.
    #[inline]
    pub fn most_of(&self, cards: Cards, mut count: u32) -> i32 {
        let mut sum = 0;
        for &(rank, more) in &self.above_lowest {
            let there = count.min(of_rank(cards, rank));
            sum += more * there.cast_signed();
            count -= there;
        }
        sum
    }

    /// Return how much more those of some cards that count least count than as many of the lowest, so many of them at most.
    #[inline]
    pub fn least_of(&self, cards: Cards, count: u32) -> i32 {
        self.above_lowest(cards) - self.most_of(cards, cards.count_ones().saturating_sub(count))
    }

    /// Return what the card counts that counts least.
    #[inline]
    pub fn least(&self, cards: Cards) -> i16 {
        (0..SUITS).map(|suit| self.lane_extremes[lane(cards, suit)].0).min().unwrap_or_default()
    }

    /// Return what the card counts that counts most.
    #[inline]
    pub fn greatest(&self, cards: Cards) -> i16 {
        (0..SUITS).map(|suit| self.lane_extremes[lane(cards, suit)].1).max().unwrap_or_default()
    }
}

impl Marriages {
    fn read(reader: &mut Reader) -> Result<Self, Refusal> {
        let by = one_of(reader, [MarriedBy::None, MarriedBy::Trump, MarriedBy::Suit, MarriedBy::Order])?;
        let mut points = [0; SUITS];
        for each in &mut points {
            *each = reader.number(0, MOST / 4, "marriages: too many points")? as i16;
        }
        let leads = MarriageLeads { by_king: flag(reader)?, forced: flag(reader)? };
        Ok(Self { by, points, leads, first: flag(reader)?, after_stock: flag(reader)?, after_closing: flag(reader)? })
    }
}

impl Exchange {
    fn read(reader: &mut Reader, rank: Option<u32>) -> Result<Self, Refusal> {
        let (by_leader, needs_trick) = (flag(reader)?, flag(reader)?);
        let min_stock = reader.count(MAX_CARDS, "exchange: too many cards")?;
        Ok(Self { rank, by_leader, needs_trick, min_stock, after_closing: flag(reader)? })
    }
}

impl Closing {
    fn read(reader: &mut Reader) -> Result<Self, Refusal> {
        let when = one_of(reader, [ClosedWhen::Never, ClosedWhen::Drawn, ClosedWhen::Either])?;
        let min_stock = reader.count(MAX_CARDS, "closing: too many cards")?;
        Ok(Self { when, min_stock, first: flag(reader)? })
    }
}

impl Race {
    fn read(reader: &mut Reader) -> Result<Self, Refusal> {
        Ok(Self {
            won: [number(reader)?, number(reader)?, number(reader)?],
            won_at_closing: flag(reader)?,
            schneider: number(reader)?,
            penalty: [number(reader)?, number(reader)?],
            penalty_at: one_of(reader, [PenaltyAt::Closing, PenaltyAt::End, PenaltyAt::Flat])?,
            last_trick_wins: flag(reader)?,
        })
    }
}

impl Contract {
    fn read(reader: &mut Reader) -> Result<Self, Refusal> {
        Ok(Self {
            highest_bid: number(reader)?,
            grand_points: number(reader)?,
            grand_needs_tricks: flag(reader)?,
            defenders_score: flag(reader)?,
        })
    }
}

impl Row {
    fn read(reader: &mut Reader) -> Result<Self, Refusal> {
        let points = (number(reader)?, number(reader)?);
        let low = reader.number(-1, MOST, "cards: expected -1 or a number from 0 on")?;
        let high = reader.number(-1, MOST, "cards: expected -1 or a number from 0 on")?;
        let every_trick = one_of(reader, [None, Some(false), Some(true)])?;
        Ok(Self { points, cards: (low >= 0).then_some((low, high)), every_trick, game_points: number(reader)? })
    }
}

/// Return how many cards are of a rank.
#[inline]
fn of_rank(cards: Cards, rank: usize) -> u32 {
    ((cards >> rank & LOWEST).wrapping_mul(LOWEST) >> 48) as u32
}

fn number(reader: &mut Reader) -> Result<i32, Refusal> {
    reader.number(0, MOST, "expected a number from 0 on that is not too large")
}

fn flag(reader: &mut Reader) -> Result<bool, Refusal> {
    reader.flag("expected 0 or 1")
}

/// Return the thing of which the next number is the place among these.
fn one_of<T: Copy, const COUNT: usize>(reader: &mut Reader, things: [T; COUNT]) -> Result<T, Refusal> {
    Ok(things[reader.count(COUNT - 1, "there is no such thing")?])
}

fn owed(reader: &mut Reader) -> Result<Obligation, Refusal> {
    one_of(reader, [Obligation::None, Obligation::Follow, Obligation::Beat])
}

/// Return the next number, the strength of a rank; none if it is -1.
fn strength(reader: &mut Reader, ranks: usize) -> Result<Option<u32>, Refusal> {
    let number = reader.number(-1, i32::from(u8::MAX), "strength: expected -1 or that of a rank")?;
    match u32::try_from(number) {
        Ok(number) if number as usize >= ranks => Err(reader.refusal("strength: there is no such rank")),
        found => Ok(found.ok()),
    }
}
