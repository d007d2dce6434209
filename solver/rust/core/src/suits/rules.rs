//! The rules of a game with suit tricks, and what is worked out from them once.

use super::auction::Bidding;
use super::cards::{Cards, LANES, LOWEST, SUITS, lane};
use super::scores::{Contract, MOST, Race, Row, Score, number};
use crate::manifest::form;
use crate::reading::{Given, Refusal};
use crate::shortcuts::Shortcuts;

/// The most ranks of a suit.
pub const MAX_RANKS: usize = 13;
/// The most seats.
pub const MAX_PLAYERS: usize = 4;
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

/// When a claim is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimedWhen {
    /// At any turn.
    Turn,
    /// By the leader alone.
    Leading,
    /// By the leader alone, when a trick was taken, and not with a marriage.
    Trick,
}

/// What a claim can still be when all cards are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimedLast {
    /// The winner of the last trick says whether he claims.
    Asked,
    /// He has claimed if he has enough.
    Counted,
    /// Nothing.
    Off,
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
    pub rank: Option<u8>,
    pub by_leader: bool,
    pub needs_trick: bool,
    pub min_stock: u8,
    pub after_closing: bool,
}

/// Closing the talon.
#[derive(Debug)]
pub struct Closing {
    pub when: ClosedWhen,
    pub min_stock: u8,
    pub first: bool,
}

/// The rules of a game.
#[derive(Debug)]
pub struct Rules {
    /// What a search may use to be fast.
    pub shortcuts: Shortcuts,
    pub players: u8,
    pub hand: u8,
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
    pub king: Option<u8>,
    pub queen: Option<u8>,
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
    pub claimed_when: ClaimedWhen,
    pub claimed_last: ClaimedLast,
    pub wrong_refused: bool,
    pub score: Score,
    pub most_game_points: i32,
    pub race: Race,
    pub bidding: Bidding,
    pub contract: Contract,
    pub rows: Vec<Row>,
}

impl Rules {
    /// Read the rules from a list of numbers.
    pub fn of_numbers(numbers: &[i32]) -> Result<Self, Refusal> {
        Self::read(&mut Given::new(form("suit rules"), numbers)?)
    }

    fn read(given: &mut Given) -> Result<Self, Refusal> {
        given.one_of("tricks", [("suits", ())])?;
        let shortcuts = Shortcuts::read(given)?;
        let players: u8 = given.count("players", MAX_PLAYERS, "expected 2 or 4")?;
        if players != 2 && players != 4 {
            return Err(Refusal::of("players", "expected 2 or 4"));
        }
        let hand = given.count("hand", MAX_CARDS / usize::from(players), "too many cards")?;
        let talon: usize = given.count("talon", MAX_CARDS, "too many cards")?;
        let ranks: usize = given.count("ranks", MAX_RANKS, "too many")?;
        let mut values = [0; 64];
        for (strength, value) in given.numbers("values", (0, MOST / 32), "too many points")?.into_iter().enumerate() {
            (0..SUITS).for_each(|suit| values[LANES * suit + strength] = value);
        }
        let mut written = [0; MAX_RANKS];
        let places: Vec<u8> = given.numbers("written", (0, MOST), "there is no such place")?;
        if places.iter().any(|&place| usize::from(place) >= ranks) {
            return Err(Refusal::of("written", "there is no such place"));
        }
        written[..ranks].copy_from_slice(&places);
        let king = given.place("king", ranks, "there is no such rank")?;
        let queen = given.place("queen", ranks, "there is no such rank")?;
        let exchanged = given.place("exchange", ranks, "there is no such rank")?;
        let trump_by_marriage = given.flag("trump_by_marriage")?;
        let last_trick_points = given.number("last_trick", (0, MOST / 32), "too many points")?;
        let (obligation, last_obligation) = (owed(given, "obligation")?, owed(given, "last_obligation")?);
        let marriages = Marriages::read(given)?;
        let exchange = Exchange::read(given, exchanged)?;
        let closing = Closing::read(given)?;
        let claims = [("never", Claims::Never), ("called", Claims::Called), ("automatic", Claims::Automatic)];
        let claims = given.one_of("claim", claims)?;
        let moments = [("turn", ClaimedWhen::Turn), ("leading", ClaimedWhen::Leading), ("trick", ClaimedWhen::Trick)];
        let claimed_when = given.one_of("claim_when", moments)?;
        let last = [("asked", ClaimedLast::Asked), ("counted", ClaimedLast::Counted), ("off", ClaimedLast::Off)];
        let claimed_last = given.one_of("claim_last", last)?;
        let wrong_refused = given.flag("wrong_claim_refused")?;
        let scores =
            [("table", Score::Table), ("race", Score::Race), ("contract", Score::Contract), ("points", Score::Points)];
        let score = given.one_of("score", scores)?;
        let most_game_points = number(given, "most_game_points")?;
        let race = Race::read(given)?;
        let bidding = Bidding::read(given)?;
        let contract = Contract::read(given)?;
        let rows = given.rows("rows")?.iter_mut().map(Row::read).collect::<Result<Vec<Row>, Refusal>>()?;
        if rows.len() > MAX_ROWS {
            return Err(Refusal::of("rows", "too many"));
        }
        given.end()?;
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
            claimed_when,
            claimed_last,
            wrong_refused,
            score,
            most_game_points,
            race,
            bidding,
            contract,
            rows,
        };
        rules.check().map(|()| rules)
    }

    /// Check that the rules do not contradict themselves.
    fn check(&self) -> Result<(), Refusal> {
        let claims = self.claims != Claims::Never;
        let (fits, most) = match self.score {
            Score::Table => {
                if self.rows.is_empty() {
                    return Err(Refusal::of("rows", "a table needs one"));
                }
                let most = self.rows.iter().map(|row| row.game_points).max().unwrap_or_default();
                (!claims && self.marriages.by == MarriedBy::None, most)
            }
            Score::Race => {
                if !self.race.won.is_sorted() || !self.race.penalty.is_sorted() {
                    return Err(Refusal::of("won, penalty", "numbers that fall"));
                }
                (claims, self.race.won[2].max(self.race.penalty[1]))
            }
            Score::Contract => (!claims, self.contract.grand_points),
            Score::Points => (true, 0),
        };
        if !fits {
            return Err(Refusal::of("claim, marriages", "not with this score"));
        }
        if self.closing.when != ClosedWhen::Never && self.score != Score::Race {
            return Err(Refusal::of("close", "not with this score"));
        }
        if self.bidding.bids.is_empty() == (self.score == Score::Contract) {
            return Err(Refusal::of("bids", "missing, or not with this score"));
        }
        if self.most_game_points < most {
            return Err(Refusal::of("most_game_points", "a side can score more"));
        }
        Ok(())
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

    /// Whether the winner of the last trick has still to say whether he claims.
    pub fn asks(&self) -> bool {
        self.claims == Claims::Called && self.claimed_last == ClaimedLast::Asked
    }

    /// Whether who has enough points can say so at every turn, and after the last trick, where it has to be said.
    pub fn claimed_anywhere(&self) -> bool {
        self.claims != Claims::Called || (self.claimed_when == ClaimedWhen::Turn && self.asks())
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
    fn read(given: &mut Given) -> Result<Self, Refusal> {
        let kinds = [
            ("none", MarriedBy::None),
            ("trump", MarriedBy::Trump),
            ("suit", MarriedBy::Suit),
            ("order", MarriedBy::Order),
        ];
        let by = given.one_of("marriages", kinds)?;
        Ok(Self {
            by,
            points: given.array("marriage_points", (0, MOST / 4), "too many")?,
            leads: MarriageLeads { by_king: given.flag("meld_by_king")?, forced: given.flag("meld_forced")? },
            first: given.flag("meld_first")?,
            after_stock: given.flag("meld_after_stock")?,
            after_closing: given.flag("meld_after_closing")?,
        })
    }
}

impl Exchange {
    fn read(given: &mut Given, rank: Option<u8>) -> Result<Self, Refusal> {
        Ok(Self {
            rank,
            by_leader: given.flag("exchange_by_leader")?,
            needs_trick: given.flag("exchange_needs_trick")?,
            min_stock: given.count("exchange_min_stock", MAX_CARDS, "too many cards")?,
            after_closing: given.flag("exchange_after_closing")?,
        })
    }
}

impl Closing {
    fn read(given: &mut Given) -> Result<Self, Refusal> {
        let times =
            [("never", ClosedWhen::Never), ("after_drawing", ClosedWhen::Drawn), ("either", ClosedWhen::Either)];
        Ok(Self {
            when: given.one_of("close", times)?,
            min_stock: given.count("close_min_stock", MAX_CARDS, "too many cards")?,
            first: given.flag("close_first")?,
        })
    }
}

/// Return how many cards are of a rank.
#[inline]
fn of_rank(cards: Cards, rank: usize) -> u32 {
    ((cards >> rank & LOWEST).wrapping_mul(LOWEST) >> 48) as u32
}

fn owed(given: &mut Given, name: &'static str) -> Result<Obligation, Refusal> {
    let kinds = [("none", Obligation::None), ("follow", Obligation::Follow), ("follow_beat_trump", Obligation::Beat)];
    given.one_of(name, kinds)
}
