//! What a seat sees as numbers: the planes of the engine, those that every game has.

use crate::manifest::form;
use crate::reading::{Given, Refusal};

/// No tensor has more numbers.
const MOST_SEEN: usize = 1 << 16;

/// Where the planes begin that every game has.
#[derive(Debug)]
pub struct Planes {
    /// How many numbers there are.
    pub size: usize,
    /// The seats, and the kinds of cards.
    pub players: usize,
    kinds: usize,
    /// How many cards of a trick are told.
    rows: usize,
    hands: usize,
    hand_sizes: usize,
    talon: usize,
    trick: usize,
    leader: usize,
    winning: usize,
    turn: usize,
    dealer: usize,
    taken: usize,
    points: usize,
    tricks: usize,
    tricks_known: usize,
    points_known: usize,
    /// The legal actions.
    pub legal: usize,
    /// What some games alone have.
    pub further: Further,
}

/// Where the planes begin that some games have.
#[derive(Debug)]
pub struct Further {
    /// Of each kind the place of its rank among those that leads are counted by.
    pub lead_ranks: Vec<usize>,
    /// Whether partners see each other's cards when there is no talon.
    pub peeking: bool,
    pub leads: Option<usize>,
    pub spicing: Option<usize>,
    pub drawn: Option<usize>,
    pub resets: Option<usize>,
    pub trump: Option<usize>,
    pub turn_up: Option<usize>,
    pub shown: Option<usize>,
    pub melds: Option<usize>,
    pub closed: Option<usize>,
    pub closed_points: Option<usize>,
    pub closed_tricks: Option<usize>,
    /// How many bids and passes are told.
    pub auction: usize,
    pub bids: Option<usize>,
    pub declarer: Option<usize>,
    pub contract: Option<usize>,
}

/// What everybody sees of a deal.
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    /// Seats.
    pub leader: usize,
    pub winning: usize,
    pub turn: usize,
    pub dealer: usize,
    /// Cards of the talon.
    pub talon: usize,
    /// By side.
    pub points: [i32; 2],
    pub tricks: [u8; 2],
}

impl Planes {
    /// Read where the planes begin.
    ///
    /// # Errors
    /// When one does not fit.
    pub fn read(numbers: &[i32], players: usize, kinds: usize, actions: usize) -> Result<Self, Refusal> {
        let given = &mut Given::new(form("planes"), numbers)?;
        let size = given.count("size", MOST_SEEN, "too many numbers")?;
        let rows: usize = given.count("cards", MOST_SEEN, "too many cards")?;
        let mut at = |name, room| place(given, name, room, size)?.ok_or(Refusal::of(name, "expected a place"));
        let planes = Self {
            size,
            players,
            kinds,
            rows,
            hands: at("hands", players * kinds)?,
            hand_sizes: at("hand_sizes", players)?,
            talon: at("talon", 1)?,
            trick: at("trick", rows * kinds)?,
            leader: at("leader", players)?,
            winning: at("winning", players)?,
            turn: at("turn", players)?,
            dealer: at("dealer", players)?,
            taken: at("taken", 2 * kinds)?,
            points: at("points", 2)?,
            tricks: at("tricks", 2)?,
            tricks_known: at("tricks_known", 1)?,
            points_known: at("points_known", 1)?,
            legal: at("legal", actions)?,
            further: Further::read(given, players, kinds, size)?,
        };
        given.end()?;
        Ok(planes)
    }
}

impl Further {
    fn read(given: &mut Given, players: usize, kinds: usize, size: usize) -> Result<Self, Refusal> {
        let lead_ranks: Vec<usize> = given.numbers("lead_ranks", (0, i32::MAX), "expected places of ranks")?;
        let room = lead_ranks.iter().max().map_or(0, |most| most + 1);
        let peeking = given.flag("peeking")?;
        let auction = given.count("auction", MOST_SEEN, "too many bids")?;
        let mut at = |name, room| place(given, name, room, size);
        let further = Self {
            leads: at("leads", room)?,
            spicing: at("spicing", 1)?,
            drawn: at("drawn", kinds)?,
            resets: at("resets", 2)?,
            trump: at("trump", 4)?,
            turn_up: at("turn_up", kinds)?,
            shown: at("shown", players * kinds)?,
            melds: at("melds", 2)?,
            closed: at("closed", players)?,
            closed_points: at("closed_points", 1)?,
            closed_tricks: at("closed_tricks", 2)?,
            auction,
            bids: at("bids", auction)?,
            declarer: at("declarer", players)?,
            contract: at("contract", 1)?,
            lead_ranks,
            peeking,
        };
        if further.leads.is_some() && further.lead_ranks.len() != kinds {
            return Err(Refusal::of("lead_ranks", "not one for each kind"));
        }
        Ok(further)
    }
}

/// Return where a plane of so many numbers begins; none where it is not told.
///
/// # Errors
/// When it does not fit.
fn place(given: &mut Given, name: &'static str, room: usize, size: usize) -> Result<Option<usize>, Refusal> {
    let end = (size + 1).checked_sub(room).ok_or(Refusal::of(name, "too many numbers"))?;
    given.place(name, end, "expected a place among what is seen, or -1")
}

/// Whose eyes see, and where it is written.
#[derive(Debug)]
pub struct Eyes<'a> {
    planes: &'a Planes,
    seen: &'a mut [i16],
    seat: usize,
    side: usize,
}

impl<'a> Eyes<'a> {
    /// See with the eyes of a seat.
    pub fn new(planes: &'a Planes, seen: &'a mut [i16], seat: usize, side: usize) -> Self {
        Self { planes, seen, seat, side }
    }

    /// Write what everybody sees.
    #[inline]
    pub fn see(&mut self, scene: &Scene) {
        let planes = self.planes;
        self.seat(planes.leader, scene.leader);
        self.seat(planes.winning, scene.winning);
        self.seat(planes.turn, scene.turn);
        self.seat(planes.dealer, scene.dealer);
        self.number(planes.talon, scene.talon);
        self.by_side(planes.points, scene.points);
        self.by_side(planes.tricks, scene.tricks.map(i32::from));
        self.number(planes.tricks_known, 1);
        self.number(planes.points_known, 1);
    }

    /// Write a number.
    #[inline]
    pub fn number(&mut self, at: usize, number: usize) {
        self.seen[at] = i16::try_from(number).unwrap_or(i16::MAX);
    }

    /// How many seats after the own one another is.
    #[inline]
    fn turns(&self, seat: usize) -> usize {
        let after = seat + self.planes.players - self.seat;
        if after >= self.planes.players { after - self.planes.players } else { after }
    }

    /// Mark a seat.
    #[inline]
    pub fn seat(&mut self, at: usize, seat: usize) {
        self.seen[at + self.turns(seat)] = 1;
    }

    /// Write what each side has, the own one first.
    #[inline]
    pub fn by_side(&mut self, at: usize, each: [i32; 2]) {
        for (place, side) in [self.side, 1 - self.side].into_iter().enumerate() {
            self.seen[at + place] = i16::try_from(each[side]).unwrap_or(i16::MAX);
        }
    }

    /// Write how many cards of a kind a seat is known to hold.
    #[inline]
    pub fn held(&mut self, seat: usize, kind: usize, count: i16) {
        self.of_seat(self.planes.hands, seat, kind, count);
    }

    /// Write how many cards of a kind belong to a seat, in a plane of all kinds for every seat.
    #[inline]
    pub fn of_seat(&mut self, at: usize, seat: usize, kind: usize, count: i16) {
        self.seen[at + self.turns(seat) * self.planes.kinds + kind] = count;
    }

    /// Write how many cards a seat holds.
    #[inline]
    pub fn size(&mut self, seat: usize, count: usize) {
        self.number(self.planes.hand_sizes + self.turns(seat), count);
    }

    /// Write which card lies in the trick at a place.
    #[inline]
    pub fn lying(&mut self, place: usize, kind: usize) {
        if place < self.planes.rows {
            self.seen[self.planes.trick + place * self.planes.kinds + kind] = 1;
        }
    }

    /// Write how many cards of a kind a side has taken.
    #[inline]
    pub fn taken(&mut self, side: usize, kind: usize, count: i16) {
        let place = usize::from(side != self.side);
        self.seen[self.planes.taken + place * self.planes.kinds + kind] = count;
    }
}
