//! The rules of a game with matching tricks, as plain data.

#![expect(clippy::cast_possible_truncation, reason = "there are few slots")]

use super::hands::{Marks, Seat, Slot, mark};
use crate::manifest::form;
use crate::reading::{Given, Refusal};
use crate::shortcuts::Shortcuts;

/// The most seats at a table.
pub const MAX_SEATS: usize = 8;
/// The most kinds of cards that the rules tell apart: a hand counts each in four bits of a word.
pub const MAX_SLOTS: usize = 16;
/// The most cards of one kind.
const MAX_COPIES: u8 = 8;
/// Points of all cards and of the last trick together are no more than this, so that what is counted fits into 16 bits.
pub const MAX_POINTS: i32 = 7_990;
/// No deal has more tricks.
const MAX_TRICKS: usize = 255;

/// When the leader may continue a trick at the end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Continuation {
    /// Not at all.
    Never,
    /// While the other side is winning it.
    OpponentWinning,
    /// While the other side or the leader himself is winning it.
    NotPartnerWinning,
    /// Whoever is winning it.
    Always,
}

/// The rules. Cards that do the same share a *slot*; slots are in falling order of card points.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Rules {
    /// What a search may use to be fast.
    pub shortcuts: Shortcuts,
    /// The number of seats.
    pub seats: usize,
    /// The side of each seat: 0 wants much.
    sides: [usize; MAX_SEATS],
    /// The number of cards of a full hand.
    pub hand: usize,
    /// Whether players draw one card each in turn.
    pub round_robin: bool,
    /// When the leader may continue.
    pub continuation: Continuation,
    /// Whether he may continue with any card.
    pub any_card: bool,
    /// Whether the newest lead has to be matched.
    pub newest: bool,
    /// Whether the first match takes the trick.
    pub first_match: bool,
    /// Whether the top card of the talon may be turned up and played.
    pub flip: bool,
    /// Whether the winner of a trick may exchange the card that won it for the one that he has drawn.
    pub spice: bool,
    /// How many tricks in a row may be led with cards of one rank; 0: any number.
    pub lead_limit: usize,
    /// Whether a round of four cards of one rank burns the other side.
    pub four_resets: bool,
    /// Whether cards that are too few for everybody to draw go to the last trick.
    pub leftover_to_last: bool,
    /// Card points and the points for the last trick are counted in multiples of this.
    pub unit: i32,
    /// Points for the last trick, in units.
    pub last_trick: i32,
    /// The number of slots.
    pub slots: usize,
    /// Card points of each slot, in units.
    pub points: [i32; MAX_SLOTS],
    /// The rank of each slot.
    pub ranks: [u8; MAX_SLOTS],
    /// How many cards of each slot the pack has.
    pub copies: [usize; MAX_SLOTS],
    /// Which slots match a led one, before and after a trump was played.
    pub matching: [[Marks; MAX_SLOTS]; 2],
    /// The slots that are trumps when led.
    pub trumps_led: Marks,
    /// The slots that are trumps when played to a lead.
    pub trumps_played: Marks,
    /// The slots that match others than themselves.
    pub strong: Marks,
    /// The slots that lose a deal as its last card.
    pub losing: Marks,
    /// For each slot the group of those that may be exchanged with it when none of them is in the talon; 0: it stands for itself.
    pub groups: [u8; MAX_SLOTS],
    /// Pairs of slots that do the same throughout, the second of which the first stands for.
    pub twins: Vec<(Slot, Slot)>,
    /// The place of each slot in the list that the rules came in.
    pub codes: [u8; MAX_SLOTS],
    /// The slot at each place of that list.
    pub slot_of: [Slot; MAX_SLOTS],
}

impl Rules {
    /// Read the rules from a list of numbers.
    ///
    /// # Errors
    /// When it has another form, the rules contradict themselves, or are more than can be done here.
    pub fn of_numbers(numbers: &[i32]) -> Result<Self, Refusal> {
        Self::read(&mut Given::new(form("matching rules"), numbers)?)
    }

    fn read(given: &mut Given) -> Result<Self, Refusal> {
        given.one_of("tricks", [("matching", ())])?;
        let shortcuts = Shortcuts::read(given)?;
        let seats: usize = given.count("seats", MAX_SEATS, "expected 2 to 8")?;
        if seats < 2 {
            return Err(Refusal::of("seats", "expected 2 to 8"));
        }
        let mut sides = [0; MAX_SEATS];
        for (side, number) in sides.iter_mut().zip(given.numbers("sides", (0, 1), "expected 0 or 1")?) {
            *side = number;
        }
        let hand: usize = given.count("hand", MAX_TRICKS, "too many cards")?;
        if hand == 0 {
            return Err(Refusal::of("hand", "expected a card"));
        }
        let continuations = [
            ("never", Continuation::Never),
            ("opponent_winning", Continuation::OpponentWinning),
            ("not_partner_winning", Continuation::NotPartnerWinning),
            ("always", Continuation::Always),
        ];
        let mut rules = Self {
            shortcuts,
            seats,
            sides,
            hand,
            round_robin: given.flag("round_robin")?,
            continuation: given.one_of("continuation", continuations)?,
            any_card: given.flag("any_card")?,
            newest: given.flag("newest")?,
            first_match: given.flag("first_match")?,
            flip: given.flag("flip")?,
            spice: given.flag("spice")?,
            lead_limit: given.count("lead_limit", MAX_TRICKS, "too large")?,
            four_resets: given.flag("four_resets")?,
            leftover_to_last: given.flag("leftover_to_last")?,
            unit: 1,
            last_trick: given.number("last_trick", (0, MAX_POINTS), "too many points")?,
            slots: 0,
            points: [0; MAX_SLOTS],
            ranks: [0; MAX_SLOTS],
            copies: [0; MAX_SLOTS],
            matching: [[0; MAX_SLOTS]; 2],
            trumps_led: 0,
            trumps_played: 0,
            strong: 0,
            losing: 0,
            groups: [0; MAX_SLOTS],
            twins: Vec::new(),
            codes: [0; MAX_SLOTS],
            slot_of: [Slot::default(); MAX_SLOTS],
        };
        if (rules.flip || rules.spice) && rules.continuation != Continuation::Never {
            return Err(Refusal::of("flip, spice", "not where tricks can be continued"));
        }
        rules.read_slots(given.rows("slots")?)?;
        given.end()?;
        if shortcuts.alike {
            rules.group(false);
            rules.pair();
        }
        Ok(rules)
    }

    fn read_slots(&mut self, mut rows: Vec<Given>) -> Result<(), Refusal> {
        let slots = rows.len();
        if slots > MAX_SLOTS {
            return Err(Refusal::of("slots", "too many"));
        }
        let slot = |(code, row): (usize, &mut Given)| ReadSlot::read(row, code, slots);
        let mut read = rows.iter_mut().enumerate().map(slot).collect::<Result<Vec<ReadSlot>, Refusal>>()?;
        let total: i32 = read.iter().map(|slot| slot.points * i32::from(slot.copies)).sum();
        if total + self.last_trick > MAX_POINTS {
            return Err(Refusal::of("slots", "too many points"));
        }
        self.unit = read.iter().fold(self.last_trick, |unit, slot| divisor(unit, slot.points)).max(1);
        self.last_trick /= self.unit;
        self.slots = slots;
        read.sort_by_key(|slot| -slot.points);
        for (place, slot) in read.iter().enumerate() {
            self.slot_of[slot.code] = Slot::new(place);
        }
        let marks = |codes: u32| {
            (0..slots).filter(|&code| codes >> code & 1 == 1).map(|code| mark(self.slot_of[code])).sum::<Marks>()
        };
        let trumps: Marks = read.iter().filter(|slot| slot.trump_played).map(|slot| marks(1 << slot.code)).sum();
        for (slot, place) in read.iter().zip((0..).map(Slot::new)) {
            self.codes[place] = slot.code as u8;
            self.points[place] = slot.points / self.unit;
            self.ranks[place] = slot.rank;
            self.copies[place] = slot.copies.into();
            self.matching[0][place] = marks(slot.matching);
            self.matching[1][place] = marks(slot.matching) & trumps;
            self.trumps_led |= mark(place) * u64::from(slot.trump_led);
            self.losing |= mark(place) * u64::from(slot.losing);
        }
        self.trumps_played = trumps;
        self.strong = self.all().map(|slot| self.matching[0][slot] & !mark(slot)).fold(0, |all, marks| all | marks);
        Ok(())
    }

    /// All slots.
    pub fn all(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.slots).map(Slot::new)
    }

    /// The side of a seat.
    #[inline]
    pub fn side(&self, seat: Seat) -> usize {
        self.sides[seat]
    }

    /// Whether anything bears on play beside which cards match and what they count.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        !(self.flip || self.spice || self.four_resets) && self.lead_limit == 0
    }

    /// Whether the rules let the leader go on with a trick that a seat is winning.
    #[inline]
    #[must_use]
    pub fn may_continue(&self, leader: Seat, winning: Seat) -> bool {
        match self.continuation {
            Continuation::Never => false,
            Continuation::OpponentWinning => self.side(leader) != self.side(winning),
            Continuation::NotPartnerWinning => leader == winning || self.side(leader) != self.side(winning),
            Continuation::Always => true,
        }
    }

    /// Whether there are trumps.
    #[inline]
    #[must_use]
    pub fn has_trumps(&self) -> bool {
        self.trumps_led | self.trumps_played != 0
    }

    /// Whether a leader may go on with any card whoever is winning, and the newest one alone has to be matched, by the last card.
    #[inline]
    #[must_use]
    pub fn may_lead_on(&self) -> bool {
        self.continuation == Continuation::Always
            && self.any_card
            && self.newest
            && !self.first_match
            && !self.has_trumps()
    }

    /// The same rules without all that makes no difference once nothing is drawn any more, nor to what is counted in units.
    #[must_use]
    pub fn of_endgames(&self) -> Self {
        let mut rules = self.clone();
        rules.shortcuts = Shortcuts::every();
        (rules.hand, rules.unit) = (0, 1);
        (rules.round_robin, rules.flip, rules.spice, rules.leftover_to_last) = (false, false, false, false);
        rules.twins.clear();
        rules.group(true);
        rules
    }

    /// Which slots match a led one.
    #[inline]
    #[must_use]
    pub fn matching(&self, led: Slot, trumped: bool) -> Marks {
        self.matching[usize::from(trumped)][led]
    }

    /// Put slots together that may be exchanged with each other in all cards (T-RANKS): no rule names them, they count the same,
    /// nothing but their own rank and the same wild cards match them, and they match nothing else; where positions are numbered, `alike`
    /// in how many the pack has too.
    fn group(&mut self, alike: bool) {
        let named = self.trumps_led | self.trumps_played | self.losing;
        let is_plain = |slot: Slot| {
            let others = || self.all().filter(move |&other| other != slot);
            named & mark(slot) == 0
                && self.matching[0][slot] & mark(slot) != 0
                && others()
                    .all(|other| self.matching[0][other] & mark(slot) == 0 && self.ranks[other] != self.ranks[slot])
        };
        let plain: Vec<Slot> = self.all().filter(|&slot| is_plain(slot)).collect();
        let copies = |slot: Slot| if alike { self.copies[slot] } else { 0 };
        let kind = |slot: Slot| (self.points[slot], copies(slot), self.matching[0][slot] ^ mark(slot));
        let mut groups = [0; MAX_SLOTS];
        let mut next = 1;
        for &slot in &plain {
            let alike: Vec<Slot> = plain.iter().copied().filter(|&other| kind(other) == kind(slot)).collect();
            if alike[0] == slot && alike.len() > 1 {
                for other in alike {
                    groups[other] = next;
                }
                next += 1;
            }
        }
        self.groups = groups;
    }

    /// Pair slots that are matched, match and count alike, where nothing else bears on play.
    fn pair(&mut self) {
        // Columns of both together have to fit into the bits of one.
        if !self.is_plain() || self.hand > 7 {
            return;
        }
        let named = [self.trumps_led, self.trumps_played, self.losing];
        let kind = |slot: Slot| {
            let matched = |led: Slot| self.matching[0][led] & mark(slot) != 0;
            let leads: Vec<bool> = self.all().map(matched).collect();
            (self.points[slot], self.matching[0][slot], named.map(|marks| marks & mark(slot) != 0), leads)
        };
        let mut free: Vec<Slot> = self.all().collect();
        self.twins = self
            .all()
            .filter_map(|slot| {
                free.retain(|&other| other != slot);
                let place = free.iter().position(|&other| kind(other) == kind(slot))?;
                Some((slot, free.remove(place)))
            })
            .collect();
    }
}

/// One kind of card as it is read.
struct ReadSlot {
    code: usize,
    points: i32,
    rank: u8,
    copies: u8,
    matching: u32,
    trump_led: bool,
    trump_played: bool,
    losing: bool,
}

impl ReadSlot {
    fn read(row: &mut Given, code: usize, slots: usize) -> Result<Self, Refusal> {
        let slot = Self {
            code,
            points: row.number("points", (0, MAX_POINTS / i32::from(MAX_COPIES)), "too many")?,
            rank: row.count("rank", 255, "expected 0 to 255")?,
            copies: row.count("copies", MAX_COPIES.into(), "too many")?,
            matching: row.count("matching", (1 << slots) - 1, "no such slots")?,
            trump_led: row.flag("trump_led")?,
            trump_played: row.flag("trump_played")?,
            losing: row.flag("losing")?,
        };
        row.end()?;
        Ok(slot)
    }
}

fn divisor(one: i32, other: i32) -> i32 {
    if other == 0 { one } else { divisor(other, one % other) }
}
