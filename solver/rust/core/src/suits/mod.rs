//! Suit tricks: the highest trump takes the trick, or else the highest card of the suit led.
//!
//! There are three searches: one for all that the rules allow (`search`), and two for positions in which nothing is drawn any more, for
//! tricks alone (`tricks`) and for the end of a race (`race`). What is known of such positions is asked for in one place (`endgames`).

mod auction;
pub mod batch;
mod cards;
mod code;
mod contract;
mod deal;
mod dealing;
mod endgames;
mod key;
mod marriages;
mod move_order;
mod play;
mod points;
mod question;
mod race;
mod rules;
mod scores;
mod search;
mod seats;
mod shapes;
mod table;
mod tricks;
mod worth;

use self::deal::Position;
use self::rules::{Claims, Rules};
use self::search::{Memory, Search};
use self::seats::Side;
use crate::bounds::Target;
use crate::budget::{Budget, Stopped};
use crate::deal::{Action, Answer, Deal, Depth, MAX_ACTIONS};
use crate::driver;
use crate::manifest::form;
use crate::reading::{Given, Refusal};
use crate::table::Use;

/// A solver for a game with suit tricks.
#[derive(Debug)]
pub struct Solver {
    rules: Box<Rules>,
    memory: Box<Memory>,
}

impl Solver {
    /// Read the rules, and make tables of at most so many bytes.
    ///
    /// # Errors
    /// When the rules are wrong.
    pub fn new(rules: &[i32], memory: usize) -> Result<Self, Refusal> {
        let rules = Box::new(Rules::of_numbers(rules)?);
        let memory = Box::new(Memory::new(&rules, memory));
        Ok(Self { rules, memory })
    }

    /// Answer a question.
    ///
    /// # Errors
    /// When it is wrong.
    pub fn answer(
        &mut self,
        question: &[i32],
        levels: &[i32],
        depth: Depth,
        budget: &mut Budget,
    ) -> Result<Answer, Refusal> {
        let (frame, now, measure) = question::read(&self.rules, &mut Given::new(form("suit question"), question)?)?;
        let search = Search::new(&self.rules, &frame, &now, measure, &mut self.memory);
        Ok(driver::solve(&mut Played { search, now, before: Vec::new() }, levels, depth, budget))
    }

    /// Return how the tables were used since this was last asked.
    pub fn take_usage(&mut self) -> Use {
        self.memory.take_usage()
    }
}

/// A deal that is played on and taken back.
struct Played<'a> {
    search: Search<'a>,
    now: Position,
    before: Vec<Position>,
}

impl Deal for Played<'_> {
    fn is_over(&self) -> bool {
        self.now.over
    }

    fn maximizes(&self) -> bool {
        self.now.turn.side() == Side::FIRST
    }

    fn actions(&self, into: &mut [Action; MAX_ACTIONS]) -> usize {
        let rules = self.search.rules;
        let count = self.now.legal(rules, self.search.frame, into);
        into[..count].sort_by_key(|&action| code::written(action, rules));
        count
    }

    fn play(&mut self, action: Action) -> i32 {
        self.before.push(self.now);
        let before = self.now;
        self.now.act(self.search.rules, self.search.frame, action);
        self.search.gain(&before, &self.now)
    }

    fn undo(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }

    fn reach(&self) -> (i32, i32) {
        self.search.reach(&self.now)
    }

    fn secures(&mut self, target: Target, budget: &mut Budget) -> Result<bool, Stopped> {
        self.search.secures(&self.now, target, budget)
    }

    fn known(&mut self) -> (i32, i32) {
        self.search.known(&self.now)
    }

    fn ends_early(&self) -> bool {
        self.search.rules.claims != Claims::Never
    }

    fn is_late(&self) -> bool {
        !self.now.has_open_talon()
    }

    fn is_claim(&self, action: Action) -> bool {
        (code::CLAIM..code::PASS).contains(&action)
    }

    fn plays_card(&self, action: Action) -> bool {
        action < code::EXCHANGE
    }

    fn guess(&mut self) -> Option<i32> {
        self.search.guess(&self.now)
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "deals are made by small numbers")]
mod tests {
    use super::*;
    use crate::reading::tests::written;
    use crate::shortcuts::ALL;
    use std::sync::atomic::{AtomicBool, AtomicU64};
    use std::time::Duration;

    const OPEN: i32 = -1;

    /// Return the rules of a game with these values, from the lowest rank on, and otherwise nothing but tricks, for a table of points.
    pub fn rules(shortcuts: i32, players: i32, values: &[i32], (king, queen): (i32, i32)) -> Vec<i32> {
        tricks(shortcuts, players, values, (king, queen), 1)
    }

    /// The same with what is owed to a lead without a talon.
    fn tricks(shortcuts: i32, players: i32, values: &[i32], (king, queen): (i32, i32), owed: i32) -> Vec<i32> {
        let ranks = i32::try_from(values.len()).unwrap();
        let places: Vec<i32> = (0..ranks).collect();
        written(
            "suit rules",
            &[
                ("tricks", &[1]),
                ("shortcuts", &[shortcuts]),
                ("players", &[players]),
                ("hand", &[4 * ranks / players]),
                ("ranks", &[ranks]),
                ("values", values),
                ("written", &places),
                ("king", &[king]),
                ("queen", &[queen]),
                ("exchange", &[-1]),
                ("obligation", &[1]),
                ("last_obligation", &[owed]),
                ("most_game_points", &[3]),
                ("won", &[1, 2, 3]),
                ("penalty", &[2, 3]),
                ("rows", &[0, 4000, -1, -1, 0, 1]),
            ],
        )
    }

    /// The rules of a race of two to 66 with marriages and a talon that can be closed.
    fn race(shortcuts: i32) -> Vec<i32> {
        written(
            "suit rules",
            &[
                ("tricks", &[1]),
                ("shortcuts", &[shortcuts]),
                ("players", &[2]),
                ("hand", &[5]),
                ("talon", &[10]),
                ("ranks", &[5]),
                ("values", &[2, 3, 4, 10, 11]),
                ("written", &[4, 3, 2, 1, 0]),
                ("king", &[2]),
                ("queen", &[1]),
                ("last_obligation", &[2]),
                ("marriages", &[1]),
                ("marriage_points", &[20, 40, 0, 0]),
                ("meld_first", &[1]),
                ("meld_after_stock", &[1]),
                ("meld_after_closing", &[1]),
                ("exchange_by_leader", &[1]),
                ("exchange_min_stock", &[2]),
                ("close", &[1]),
                ("close_min_stock", &[2]),
                ("close_first", &[1]),
                ("claim", &[1]),
                ("score", &[1]),
                ("most_game_points", &[3]),
                ("won", &[1, 2, 3]),
                ("won_at_closing", &[1]),
                ("schneider", &[33]),
                ("penalty", &[2, 3]),
                ("last_trick_wins", &[1]),
            ],
        )
    }

    /// Return cards in an order that a number stands for.
    fn shuffled(ranks: i32, seed: u64) -> Vec<i32> {
        let mut cards: Vec<i32> = (0..4).flat_map(|suit| (0..ranks).map(move |rank| 16 * suit + rank)).collect();
        let mut random = seed;
        for place in (1..cards.len()).rev() {
            random = crate::table::mix(random + 0x9e37);
            cards.swap(place, (random % (place as u64 + 1)) as usize);
        }
        cards
    }

    /// Return a question about a position in which these hands are left: what is measured, of each side points, whether it took a trick,
    /// points of marriages and those that it needs, trumps, and the talon.
    fn question(measure: [i32; 3], had: [[i32; 4]; 2], trump: i32, talon: &[i32], hands: &[&[i32]]) -> Vec<i32> {
        let [every_trick, deal, game_point] = measure;
        let both = |place: usize| had.map(|side| side[place]);
        let mut lists = vec![i32::try_from(hands.len()).unwrap()];
        for hand in hands {
            lists.push(i32::try_from(hand.len()).unwrap());
            lists.extend(*hand);
        }
        written(
            "suit question",
            &[
                ("every_trick", &[every_trick]),
                ("deal", &[deal]),
                ("game_point", &[game_point]),
                ("trump", &[trump]),
                ("points", &both(0)),
                ("took", &both(1)),
                ("melds", &both(2)),
                ("needs", &both(3)),
                ("tricks_known", &[1]),
                ("begun", &[1]),
                ("closer", &[-1]),
                ("bidder", &[-1]),
                ("talon", talon),
                ("hands", &lists),
            ],
        )
    }

    fn answer(rules: &[i32], asked: &[i32], levels: &[i32]) -> Answer {
        let (stop, progress) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut budget = Budget::new(u64::MAX, Duration::default, None, &stop, &progress);
        let mut solver = Solver::new(rules, 1 << 16).unwrap();
        solver.answer(asked, levels, Depth::Line, &mut budget).unwrap()
    }

    /// Ask the same with all shortcuts, and without one of them or without any, in turn.
    fn compare(turn: u64, rules: impl Fn(i32) -> Vec<i32>, asked: &[i32], levels: &[i32]) {
        let without = [1, 2, 4, 8, 16, ALL][turn as usize % 6];
        let (one, other) = (answer(&rules(ALL), asked, levels), answer(&rules(ALL ^ without), asked, levels));
        assert_eq!((one.root, &one.actions), (other.root, &other.actions), "{asked:?} without {without}");
        assert!(one.exact && other.exact);
    }

    #[test]
    fn tricks_come_to_the_same_without_shortcuts() {
        const EXTRA: i32 = 7;
        for seed in 0..90 {
            let cards = shuffled(8, seed);
            let size = 2 + seed as usize % 3;
            let mut values = [0, 0, 0, 10, 2, 3, 4, 11];
            values.rotate_left(seed as usize % 5);
            for players in [2_u8, 4] {
                let hands: Vec<&[i32]> = cards.chunks(size).take(players.into()).collect();
                let owed = (seed / 5) as i32 % 3;
                let rules = |shortcuts| tricks(shortcuts, players.into(), &values, (-1, -1), owed);
                let asked = question([EXTRA, 0, 0], [[0, 0, 0, 0]; 2], seed as i32 % 5 - 1, &[], &hands);
                let levels: Vec<i32> = (1 - EXTRA..240).collect();
                compare(seed, rules, &asked, &levels);
            }
        }
    }

    #[test]
    fn races_come_to_the_same_without_shortcuts() {
        for seed in 0..60 {
            let cards = shuffled(5, seed);
            let (talon, size) = if seed % 3 == 0 { (2, 5) } else { (0, 4) };
            let points = [20 + seed as i32 % 30, 40 - seed as i32 % 30];
            let hands = [&cards[..size], &cards[size..2 * size]];
            let had = points.map(|points| [points, 1, 0, 66]);
            let asked = question(
                [OPEN, 0, 1],
                had,
                cards[2 * size + talon - 1] / 16,
                &cards[2 * size..2 * size + talon],
                &hands,
            );
            compare(seed, race, &asked, &[-2, -1, 0, 1, 2, 3]);
        }
    }

    #[test]
    fn a_position_that_cannot_go_on_is_refused() {
        let rules = rules(ALL, 2, &[0, 1], (-1, -1));
        let mut solver = Solver::new(&rules, 0).unwrap();
        let (stop, progress) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut budget = Budget::new(u64::MAX, Duration::default, None, &stop, &progress);
        let mut problem = |hands: &[&[i32]]| {
            let asked = question([OPEN, 0, 0], [[0, 1, 0, 0]; 2], 0, &[], hands);
            solver.answer(&asked, &[1], Depth::Value, &mut budget).err().map(|refusal| refusal.to_string())
        };
        assert_eq!(problem(&[&[0], &[1]]), None);
        assert_eq!(problem(&[&[0], &[1, 16]]), Some("hands: not all the same before the trick".into()));
        assert_eq!(problem(&[&[], &[]]), Some("hands: the deal is over".into()));
        assert_eq!(problem(&[&[0], &[0]]), Some("hands: a card is there twice".into()));
        assert_eq!(problem(&[&[0], &[2]]), Some("hands: a card of no such rank".into()));
    }
}
