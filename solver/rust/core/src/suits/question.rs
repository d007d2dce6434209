//! A question about a position that is not the end of a deal, as it is read.

use super::auction::{Auction, Bid};
use super::cards::{Cards, Each, LANES, NO_SUIT, SUITS, card, suit_of};
use super::deal::{Closed, Frame, Position, Took, level};
use super::rules::{Claims, ClosedWhen, MAX_PLAYERS, MarriedBy, Rules};
use super::scores::{MOST, Score};
use super::search::Measure;
use super::seats::{Seat, Side};
use super::worth::Weights;
use crate::reading::{Given, Refusal};

/// Points may be missing or left over by so many in a match.
const MOST_NEEDED: i32 = 1_000_000;

/// Read a question.
pub fn read(rules: &Rules, given: &mut Given) -> Result<(Frame, Position, Measure), Refusal> {
    let measure = measure(rules, given)?;
    let players = usize::from(rules.players);
    let leader = Seat::new(given.count("leader", players - 1, "no such seat")?);
    let trump = given.place("trump", SUITS, "no such suit")?.unwrap_or(NO_SUIT);
    let points = given.array("points", (0, MOST), "too many")?;
    let took = given.each_of("took", [("no", Took::No), ("yes", Took::Yes), ("unknown", Took::Unknown)])?;
    let melds = given.array("melds", (0, MOST), "too many points")?;
    let needs = given.array("needs", (-MOST_NEEDED, MOST_NEEDED), "too many points")?;
    let tricks_known = given.flag("tricks_known")?;
    let begun = given.flag("begun")?;
    let closed = closed(rules, given)?;
    let bidder = given.place("bidder", players, "no such seat")?.map(Seat::new);
    if bidder.is_some() && rules.score != Score::Contract {
        return Err(Refusal::of("bidder", "not in this game"));
    }
    let bid: i32 = given.number("bid", (0, rules.bidding.highest()), "too high")?;
    let called = given.list("bids")?;
    let mut cards = CardReader { ranks: rules.ranks, seen: 0 };
    let mut talon = [0; 64];
    let talon_size = cards.list("talon", given.list("talon")?, &mut talon, rules.talon)?;
    let mut trick = [0; MAX_PLAYERS];
    let played = cards.list("trick", given.list("trick")?, &mut trick, players - 1)?;
    let lists = given.lists("hands")?;
    if lists.len() != players {
        return Err(Refusal::of("hands", "not one for each seat"));
    }
    let mut hands = [0; MAX_PLAYERS];
    for (hand, list) in hands.iter_mut().zip(lists) {
        let mut held = [0; 64];
        let count = cards.list("hands", list, &mut held, rules.hand.into())?;
        *hand = held[..count.into()].iter().map(|&number| card(number)).sum();
    }
    given.end()?;
    let frame = Frame { talon, talon_size, needs, tricks_known };
    let mut now = Position {
        hands,
        trick,
        played: 0,
        leader,
        turn: leader,
        winning: leader,
        talon: talon_size,
        turn_up: talon[usize::from(talon_size).saturating_sub(1)],
        trump,
        points,
        melds,
        took: [took[0], took[1]],
        left: rules.points(cards.seen),
        begun,
        closed,
        claimant: None,
        auction: None,
        contract: bidder.map(|seat| Bid { seat, points: bid }),
        over: false,
    };
    for &number in &trick[..played.into()] {
        now.put(rules, number);
    }
    if rules.score == Score::Contract && bidder.is_none() {
        read_bids(rules, &mut now, called)?;
    } else if !called.is_empty() {
        return Err(Refusal::of("bids", "there is no auction that goes on"));
    }
    check(rules, &frame, &now)?;
    Ok((frame, now, measure))
}

/// Read what is measured.
fn measure(rules: &Rules, given: &mut Given) -> Result<Measure, Refusal> {
    let every_trick = given.number("every_trick", (-1, 4 * MOST), "expected -1 or what it counts")?;
    let deal = given.number("deal", (0, 2 * MOST + 1), "counts too much")?;
    let game_point = given.number("game_point", (0, 3), "counts too much")?;
    if rules.score != Score::Points && deal + game_point > 1 {
        return Err(Refusal::of("deal, game_point", "one of them says both"));
    }
    if deal + game_point == 0 && rules.score != Score::Table {
        return Err(Refusal::of("deal, game_point", "points alone do not decide such a deal"));
    }
    Ok(match (deal, game_point) {
        (0, 0) => Measure::Points { every_trick: (every_trick >= 0).then_some(every_trick) },
        _ => Measure::End(Weights { deal, game_point }),
    })
}

fn closed(rules: &Rules, given: &mut Given) -> Result<Option<Closed>, Refusal> {
    let closer = given.place("closer", rules.players.into(), "no such seat")?.map(Seat::new);
    if closer.is_some() && rules.closing.when == ClosedWhen::Never {
        return Err(Refusal::of("closer", "the talon is never closed"));
    }
    let points = given.number("closed_points", (0, 2 * MOST), "too many")?;
    let took = given.flag("closed_took")?;
    let fresh = given.flag("closed_fresh")?;
    Ok(closer.map(|seat| Closed { seat, level: level(rules, points, took), took, fresh }))
}

/// Read what was bid in an auction that goes on, the leader first; 0 is a pass.
fn read_bids(rules: &Rules, now: &mut Position, called: &[i32]) -> Result<(), Refusal> {
    let refusal = || Refusal::of("bids", "nobody may bid like that");
    now.auction = Some(Auction::BEGINNING);
    for &points in called {
        let auction = now.auction.ok_or_else(refusal)?;
        let mut open = auction.open(&rules.bidding, now.turn);
        let place = open.find(|&place| rules.bidding.bids[usize::from(place)] == points);
        if place.is_none() && (points != 0 || !auction.may_pass(&rules.bidding, rules.players)) {
            return Err(refusal());
        }
        now.bid(rules, place);
    }
    if now.auction.is_none() { Err(refusal()) } else { Ok(()) }
}

/// Check that play can go on, to an end.
fn check(rules: &Rules, frame: &Frame, now: &Position) -> Result<(), Refusal> {
    let refuse = |field, problem| Err(Refusal::of(field, problem));
    let held = |seat: u8| {
        let seat = Seat::new(seat);
        let has_played = seat.turns_after(now.leader, rules.players) < now.played;
        now.hands[seat].count_ones() + u32::from(has_played)
    };
    let before = held(0);
    if (1..rules.players).any(|seat| held(seat) != before) {
        return refuse("hands", "not all the same before the trick");
    }
    if rules.claims == Claims::Automatic && Side::BOTH.into_iter().any(|side| now.has_enough(rules, frame, side)) {
        return refuse("points", "one side has enough, so the deal is over");
    }
    if before == 0 && !rules.asks() {
        return refuse("hands", "the deal is over");
    }
    if !now.talon.is_multiple_of(rules.players) {
        return refuse("talon", "not as many cards for each");
    }
    let is_drawing = now.has_open_talon() && before < u32::from(rules.hand);
    let may_draw = rules.closing.when == ClosedWhen::Either
        && before > 0
        && before + 1 == u32::from(rules.hand)
        && now.played == 0;
    if is_drawing && !may_draw {
        return refuse("talon", "cards have to be drawn first");
    }
    if now.is_naming() && (now.played > 0 || before == 0) {
        return refuse("trump", "to be named before the first lead");
    }
    if now.auction.is_some() && (now.played > 0 || before == 0 || now.trump != NO_SUIT) {
        return refuse("bids", "before anything else is done");
    }
    if now.closed.is_some() && now.talon == 0 {
        return refuse("closer", "there is no talon");
    }
    if matches!(rules.score, Score::Contract | Score::Points) {
        let cards: i32 = now.points.iter().chain([&now.left]).copied().map(i32::from).sum();
        let most = cards + rules.last_trick_points + melds(rules, frame, now) + rules.bidding.highest();
        if most > rules.most_game_points {
            return refuse("points, melds", "more than a side can score");
        }
    }
    Ok(())
}

/// Return the points of all marriages that were shown, and of those that may still be.
fn melds(rules: &Rules, frame: &Frame, now: &Position) -> i32 {
    let mut points: i32 = now.melds.iter().copied().map(i32::from).sum();
    let mut shown = now.shown(rules);
    for suit in Each(now.future_marriages(rules, frame)).map(suit_of) {
        points += i32::from(if rules.marriages.by == MarriedBy::Order {
            rules.marriages.points[shown]
        } else {
            now.marriage_points(rules, suit)
        });
        shown = (shown + 1).min(SUITS - 1);
    }
    points
}

/// Reads cards, each of which is there once.
pub struct CardReader {
    pub ranks: usize,
    pub seen: Cards,
}

impl CardReader {
    /// Read the cards of a field; return how many they are.
    pub fn list(&mut self, field: &'static str, list: &[i32], into: &mut [u8], most: usize) -> Result<u8, Refusal> {
        if list.len() > most.min(into.len()) {
            return Err(Refusal::of(field, "too many cards"));
        }
        for (place, &number) in into.iter_mut().zip(list) {
            let number = u8::try_from(number).ok().filter(|&number| usize::from(number) < SUITS * LANES);
            let number = number.ok_or(Refusal::of(field, "there is no such card"))?;
            if usize::from(number) % LANES >= self.ranks {
                return Err(Refusal::of(field, "a card of no such rank"));
            }
            if self.seen & card(number) != 0 {
                return Err(Refusal::of(field, "a card is there twice"));
            }
            self.seen |= card(number);
            *place = number;
        }
        u8::try_from(list.len()).map_err(|_| Refusal::of(field, "too many cards"))
    }
}
