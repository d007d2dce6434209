//! Reading a question: a position that is not the end of a deal, and what is measured.
//!
//! 1. What every trick counts beside points, or -1 where it does not count; what it counts to win the deal, and each game point: both 0
//!    where points are measured;
//! 2. the leader; trumps, or -1; for each side points, whether it took a trick (0 no, 1 yes, 2 not known), points of marriages, and the
//!    points that it needs for a right claim;
//! 3. flags: it is known how many tricks each side took; a trick was taken;
//! 4. who closed the talon, or -1; what the other side had then; flags: it had taken a trick; no trick was taken since;
//! 5. who has bid the most, or -1, and how much;
//! 6. cards, each by 16 for its suit and its strength, after their number: the talon as it is drawn, the trick, and each hand.

use super::cards::{Cards, Each, LANES, NO_SUIT, SUITS, card, suit_of};
use super::deal::{Closed, Frame, Position, Took, level, side_of};
use super::rules::{Claims, ClosedWhen, MAX_PLAYERS, MOST, MarriedBy, Rules, Score};
use super::search::Measure;
use super::worth::Weights;
use crate::reading::{Reader, Refusal};

/// Points may be missing or left over by so many in a match.
const MOST_NEEDED: i32 = 1_000_000;

/// Read a question.
pub fn read(rules: &Rules, reader: &mut Reader) -> Result<(Frame, Position, Measure), Refusal> {
    let every_trick = reader.number(-1, 4 * MOST, "every trick: expected -1 or what it counts")?;
    let deal = reader.number(0, 2 * MOST + 1, "the deal: counts too much")?;
    let game_point = reader.number(0, 3, "a game point: counts too much")?;
    if rules.score != Score::Points && deal + game_point > 1 {
        return Err(reader.refusal("the deal and game points: one of them says both"));
    }
    let measure = match (deal, game_point) {
        (0, 0) => Measure::Points { every_trick: (every_trick >= 0).then_some(every_trick) },
        _ => Measure::End(Weights { deal, game_point }),
    };
    if deal + game_point == 0 && rules.score != Score::Table {
        return Err(reader.refusal("measure: points alone do not decide such a deal"));
    }
    let leader = reader.count(rules.players - 1, "leader: no such seat")? as u8;
    let trump = u8::try_from(reader.number(-1, 3, "trump: no such suit")?).unwrap_or(NO_SUIT);
    let mut sides = [Side::default(); 2];
    for side in &mut sides {
        *side = Side::read(reader)?;
    }
    let tricks_known = reader.flag("tricks: expected 0 or 1")?;
    let begun = reader.flag("tricks: expected 0 or 1")?;
    let closed = closed(rules, reader)?;
    let declarer = seat(rules, reader, "bid: no such seat")?;
    if declarer.is_some() != (rules.score == Score::Contract) {
        return Err(reader.refusal("bid: missing, or not in this game"));
    }
    let bid = reader.number(0, rules.contract.highest_bid, "bid: too high")?;
    let mut cards = CardReader { ranks: rules.ranks, seen: 0 };
    let mut talon = [0; 64];
    let talon_size = cards.list(reader, &mut talon, rules.talon)?;
    let mut trick = [0; MAX_PLAYERS];
    let played = cards.list(reader, &mut trick, rules.players - 1)?;
    let mut hands = [0; MAX_PLAYERS];
    for hand in &mut hands[..rules.players] {
        let mut held = [0; 64];
        let count = cards.list(reader, &mut held, rules.hand as usize)?;
        *hand = held[..count].iter().map(|&number| card(number)).sum();
    }
    reader.end()?;
    let frame = Frame {
        talon,
        talon_size: talon_size as u8,
        needs: sides.map(|side| side.needs),
        contract: declarer.map(|seat| (side_of(seat) as u8, bid)),
        tricks_known,
    };
    let mut now = Position {
        hands,
        trick,
        played: 0,
        leader,
        turn: leader,
        winning: leader,
        talon: talon_size as u8,
        turn_up: talon[talon_size.saturating_sub(1)],
        trump,
        points: sides.map(|side| side.points),
        melds: sides.map(|side| side.melds),
        took: sides.map(|side| side.took),
        left: rules.points(cards.seen),
        begun,
        closed,
        claimant: None,
        over: false,
    };
    for &number in &trick[..played] {
        now.put(rules, number);
    }
    check(rules, &frame, &now, reader)?;
    Ok((frame, now, measure))
}

/// What was before, of one side.
#[derive(Debug, Clone, Copy)]
struct Side {
    points: i16,
    took: Took,
    melds: i16,
    needs: i32,
}

impl Default for Side {
    fn default() -> Self {
        Self { points: 0, took: Took::No, melds: 0, needs: 0 }
    }
}

impl Side {
    fn read(reader: &mut Reader) -> Result<Self, Refusal> {
        let points = reader.number(0, MOST, "points: too many")? as i16;
        let took = match reader.number(0, 2, "tricks: expected 0 to 2")? {
            0 => Took::No,
            1 => Took::Yes,
            _ => Took::Unknown,
        };
        let melds = reader.number(0, MOST, "marriages: too many points")? as i16;
        Ok(Self { points, took, melds, needs: reader.number(-MOST_NEEDED, MOST_NEEDED, "claim: too many points")? })
    }
}

fn seat(rules: &Rules, reader: &mut Reader, problem: &'static str) -> Result<Option<u8>, Refusal> {
    let number = reader.number(-1, i32::from(u8::MAX), problem)?;
    match u8::try_from(number) {
        Ok(seat) if usize::from(seat) >= rules.players => Err(reader.refusal(problem)),
        found => Ok(found.ok()),
    }
}

fn closed(rules: &Rules, reader: &mut Reader) -> Result<Option<Closed>, Refusal> {
    let closer = seat(rules, reader, "closed: no such seat")?;
    if closer.is_some() && rules.closing.when == ClosedWhen::Never {
        return Err(reader.refusal("closed: the talon never is"));
    }
    let points = reader.number(0, 2 * MOST, "closed: too many points")?;
    let took = reader.flag("closed: expected 0 or 1")?;
    let fresh = reader.flag("closed: expected 0 or 1")?;
    Ok(closer.map(|seat| Closed { seat, level: level(rules, points, took), took, fresh }))
}

/// Check that play can go on, to an end.
fn check(rules: &Rules, frame: &Frame, now: &Position, reader: &Reader) -> Result<(), Refusal> {
    let refuse = |problem| Err(reader.refusal(problem));
    let players = rules.players as u8;
    let held = |seat: u8| {
        let has_played = (seat + players - now.leader) % players < now.played;
        now.hands[usize::from(seat)].count_ones() + u32::from(has_played)
    };
    let before = held(0);
    if (1..players).any(|seat| held(seat) != before) {
        return refuse("hands: not all the same before the trick");
    }
    if rules.claims == Claims::Automatic && (0..2).any(|side| now.has_enough(rules, frame, side)) {
        return refuse("points: one side has enough, so the deal is over");
    }
    if before == 0 && rules.claims != Claims::Called {
        return refuse("hands: the deal is over");
    }
    if !now.talon.is_multiple_of(players) {
        return refuse("talon: not as many cards for each");
    }
    let is_drawing = now.has_open_talon() && before < rules.hand;
    let may_draw =
        rules.closing.when == ClosedWhen::Either && before > 0 && before + 1 == rules.hand && now.played == 0;
    if is_drawing && !may_draw {
        return refuse("talon: cards have to be drawn first");
    }
    if now.is_naming(frame) && (now.played > 0 || before == 0) {
        return refuse("trump: to be named before the first lead");
    }
    if now.closed.is_some() && now.talon == 0 {
        return refuse("closed: there is no talon");
    }
    if matches!(rules.score, Score::Contract | Score::Points) {
        let cards: i32 = now.points.iter().chain([&now.left]).copied().map(i32::from).sum();
        let most = cards + rules.last_trick_points + melds(rules, frame, now) + rules.contract.highest_bid;
        if most > rules.most_game_points {
            return refuse("points, marriages: more than a side can score");
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
struct CardReader {
    ranks: usize,
    seen: Cards,
}

impl CardReader {
    /// Read a number of cards, and the cards; return how many they are.
    fn list(&mut self, reader: &mut Reader, into: &mut [u8], most: usize) -> Result<usize, Refusal> {
        let count = reader.count(most.min(into.len()), "cards: too many")?;
        for place in &mut into[..count] {
            let number = reader.count(SUITS * LANES - 1, "card: no such number")? as u8;
            if usize::from(number) % LANES >= self.ranks {
                return Err(reader.refusal("card: no such rank"));
            }
            if self.seen & card(number) != 0 {
                return Err(reader.refusal("card: it is there twice"));
            }
            self.seen |= card(number);
            *place = number;
        }
        Ok(count)
    }
}
