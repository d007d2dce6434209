//! The C ABI of the native core, and the only unsafe code of it.
//!
//! A caller opens a solver by a list of numbers, the rules of a game, asks it questions by lists of numbers, and closes it. All
//! numbers are checked; a panic ends at this boundary. A status other than [`OK`] comes with a message.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::{Duration, Instant};

use aceten_core::budget::Budget;
use aceten_core::driver::{Answer, Depth};
use aceten_core::matching::batch::{self, Batch, Told};
use aceten_core::matching::complete::Complete;
use aceten_core::reading::Reader;
use aceten_core::solver::Solver;

/// The version of this interface: what calls it refuses any other.
const ABI: u32 = 7;

/// It is done.
const OK: i32 = 0;
/// The rules or the question are wrong.
const REFUSED: i32 = 1;
/// Another thread is asking the same solver.
const BUSY: i32 = 2;
/// A fault of the core; the solver is of no more use.
const BROKEN: i32 = 3;
/// The answer does not fit into the memory that is there for it.
const TOO_LONG: i32 = 4;
/// An argument is missing.
const MISSING: i32 = 5;

/// The most deals of a batch.
const MOST_DEALS: usize = 1 << 24;

/// How much an answer may cost.
#[repr(C)]
pub struct Limits {
    /// Nodes.
    nodes: u64,
    /// Seconds; negative or not finite: no limit.
    seconds: f64,
}

/// What an answer has cost.
#[repr(C)]
#[derive(Default)]
pub struct Cost {
    /// Nodes searched.
    nodes: u64,
    /// How often a position was looked for in the tables.
    probes: u64,
    /// How often it was found.
    hits: u64,
    /// How often something had to make room in the tables.
    evictions: u64,
    /// How often a complete table of endgames answered.
    looked_up: u64,
    /// Seconds.
    seconds: f64,
}

/// Memory of the caller for a message, which is cut to fit and ends with a zero byte.
#[repr(C)]
pub struct Message {
    text: *mut u8,
    size: usize,
}

/// A solver and what other threads may see of it.
pub struct Handle {
    solver: Mutex<Solver>,
    stop: AtomicBool,
    nodes: AtomicU64,
}

/// Return the version of this interface.
#[unsafe(no_mangle)]
pub extern "C" fn aceten_abi() -> u32 {
    ABI
}

/// Return the sizes of the structures of this interface in bytes, in one number: limits, cost, message, views, from the lowest byte on.
#[unsafe(no_mangle)]
pub extern "C" fn aceten_sizes() -> u64 {
    (size_of::<Limits>() | size_of::<Cost>() << 8 | size_of::<Message>() << 16 | size_of::<Views>() << 24) as u64
}

/// Make a solver by the rules of a game, whose tables take at most `memory` bytes, and write where it is to `handle`.
///
/// # Safety
/// `rules` points to `count` numbers, `handle` and `message` to what they say; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_open(
    rules: *const i32,
    count: usize,
    memory: u64,
    handle: *mut *mut Handle,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (rules, handle, message) = unsafe { (list(rules, count), handle.as_mut(), message.as_ref()) };
    let (Some(rules), Some(handle)) = (rules, handle) else {
        return fail(message, MISSING, "rules and the place for a handle are needed");
    };
    guarded(message, || match Solver::new(rules, usize::try_from(memory).unwrap_or(usize::MAX)) {
        Ok(solver) => {
            let made = Handle { solver: Mutex::new(solver), stop: AtomicBool::new(false), nodes: AtomicU64::new(0) };
            *handle = Box::into_raw(Box::new(made));
            OK
        }
        Err(refusal) => fail(message, REFUSED, &format!("rules, {refusal}")),
    })
}

/// Free a solver. Nothing may be done with it afterwards.
///
/// # Safety
/// `handle` comes from [`aceten_open`] and is not in use; it may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_close(handle: *mut Handle) {
    if !handle.is_null() {
        // SAFETY: it was made by Box::into_raw, and this is the last use of it.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Let a search that is going on in another thread end soon, or (with 0) allow searches again.
///
/// # Safety
/// `handle` comes from [`aceten_open`]; it may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_stop(handle: *const Handle, stop: i32) {
    // SAFETY: as the caller promises; what is written to may be shared.
    if let Some(handle) = unsafe { handle.as_ref() } {
        handle.stop.store(stop != 0, Ordering::Relaxed);
    }
}

/// Return about how many nodes the search that is going on has come to.
///
/// # Safety
/// `handle` comes from [`aceten_open`]; it may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_nodes(handle: *const Handle) -> u64 {
    // SAFETY: as the caller promises; what is read may be shared.
    unsafe { handle.as_ref() }.map_or(0, |handle| handle.nodes.load(Ordering::Relaxed))
}

/// Make room for the complete tables of a game up to so many cards a hand, and write where they are to `handle`. Any number of threads
/// may use them at once.
///
/// # Safety
/// `rules` points to `count` numbers, `handle` and `message` to what they say; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_complete_open(
    rules: *const i32,
    count: usize,
    cards: usize,
    handle: *mut *const Complete,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (rules, handle, message) = unsafe { (list(rules, count), handle.as_mut(), message.as_ref()) };
    let (Some(rules), Some(handle)) = (rules, handle) else {
        return fail(message, MISSING, "rules and the place for a handle are needed");
    };
    guarded(message, || match Complete::of_numbers(rules, cards) {
        Ok(complete) => {
            *handle = Arc::into_raw(Arc::new(complete));
            OK
        }
        Err(refusal) => fail(message, REFUSED, refusal.problem),
    })
}

/// Give complete tables back; solvers that use them go on to do so.
///
/// # Safety
/// `complete` comes from [`aceten_complete_open`] and is given back once; it may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_complete_close(complete: *const Complete) {
    if !complete.is_null() {
        // SAFETY: it was made by Arc::into_raw, and this is the last use of it.
        drop(unsafe { Arc::from_raw(complete) });
    }
}

/// Return how many bytes the table of so many cards a hand takes; 0: there is no such table.
///
/// # Safety
/// `complete` comes from [`aceten_complete_open`]; it may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_complete_size(complete: *const Complete, cards: usize) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { complete.as_ref() }.map_or(0, |complete| complete.size(cards) as u64)
}

/// Use a copy of the table of so many cards a hand that lies in memory of the caller's.
///
/// # Safety
/// `complete` comes from [`aceten_complete_open`], `table` points to so many bytes that nothing changes meanwhile; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_complete_attach(
    complete: *const Complete,
    cards: usize,
    table: *const u8,
    size: usize,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (complete, message) = unsafe { (complete.as_ref(), message.as_ref()) };
    let Some(complete) = complete.filter(|_| !table.is_null()) else {
        return fail(message, MISSING, "tables and bytes are needed");
    };
    // SAFETY: as the caller promises.
    let table = unsafe { slice::from_raw_parts(table, size) };
    guarded(message, || complete.attach(cards, table).map_or_else(|problem| fail(message, REFUSED, problem), |()| OK))
}

/// Work out entries of the table of so many cards a hand from a place on, by the tables of fewer cards. With 1 the cards are tried the
/// other way round, which makes no difference to what they come to.
///
/// # Safety
/// `complete` comes from [`aceten_complete_open`], `entries` points to so many bytes that nothing else refers to; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_complete_fill(
    complete: *const Complete,
    cards: usize,
    from: usize,
    entries: *mut u8,
    size: usize,
    backwards: i32,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (complete, entries, message) = unsafe { (complete.as_ref(), list_mut(entries, size), message.as_ref()) };
    let (Some(complete), Some(entries)) = (complete, entries) else {
        return fail(message, MISSING, "tables and memory are needed");
    };
    guarded(message, || {
        let filled = complete.fill(cards, from, entries, backwards != 0);
        filled.map_or_else(|problem| fail(message, REFUSED, problem), |()| OK)
    })
}

/// Count what so many positions of the table of so many cards a hand show, from a place on, and write the numbers of [`Counts`].
///
/// # Safety
/// `complete` comes from [`aceten_complete_open`], `into` points to memory for `room` numbers; each may be null.
///
/// [`Counts`]: aceten_core::matching::counts::Counts
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_complete_count(
    complete: *const Complete,
    cards: usize,
    from: usize,
    count: usize,
    into: *mut u64,
    room: usize,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (complete, into, message) = unsafe { (complete.as_ref(), list_mut(into, room), message.as_ref()) };
    let (Some(complete), Some(into)) = (complete, into) else {
        return fail(message, MISSING, "tables and memory are needed");
    };
    guarded(message, || {
        let numbers: Vec<u64> = match complete.count(cards, from, count) {
            Ok(counts) => counts.numbers().collect(),
            Err(problem) => return fail(message, REFUSED, problem),
        };
        if numbers.len() != into.len() {
            return fail(message, TOO_LONG, "there is not as much room as there are numbers");
        }
        into.copy_from_slice(&numbers);
        OK
    })
}

/// Write the position at a place of the table of so many cards a hand: the codes of the cards of each seat, that of the leader first.
///
/// # Safety
/// `complete` comes from [`aceten_complete_open`], `into` points to memory for `room` numbers; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_complete_position(
    complete: *const Complete,
    cards: usize,
    place: usize,
    into: *mut i32,
    room: usize,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (complete, into, message) = unsafe { (complete.as_ref(), list_mut(into, room), message.as_ref()) };
    let (Some(complete), Some(into)) = (complete, into) else {
        return fail(message, MISSING, "tables and memory are needed");
    };
    guarded(message, || {
        let Some(codes) = complete.position(cards, place) else {
            return fail(message, REFUSED, "there is no such place");
        };
        let Some(into) = into.get_mut(..codes.len()) else {
            return fail(message, TOO_LONG, "there is not enough room for the position");
        };
        into.copy_from_slice(&codes);
        OK
    })
}

/// Many deals that are played on at the same time.
pub struct Deals(Mutex<Box<dyn Batch>>);

/// Memory of the caller's in which every deal is told, and the sizes of it.
#[repr(C)]
pub struct Views {
    /// A seat for each deal.
    turns: *mut i8,
    turn_count: usize,
    /// For each deal a number for each action.
    legal: *mut u8,
    legal_count: usize,
    /// For each deal what is seen.
    seen: *mut u8,
    seen_count: usize,
    /// For each deal how it ended.
    ends: *mut i16,
    end_count: usize,
}

impl Views {
    /// # Safety
    /// Each points to so much memory that nothing else refers to, or is null.
    unsafe fn told<'a>(&self) -> Option<Told<'a>> {
        // SAFETY: as the caller promises.
        unsafe {
            Some(Told {
                turns: list_mut(self.turns, self.turn_count)?,
                legal: list_mut(self.legal, self.legal_count)?,
                seen: list_mut(self.seen, self.seen_count)?,
                ends: list_mut(self.ends, self.end_count)?,
            })
        }
    }
}

/// Make so many deals of a game, none of which has been dealt; write where they are to `handle`, and to `sizes` how many actions have numbers
/// and how many numbers are seen.
///
/// # Safety
/// `rules` and `dealing` point to so many numbers, `handle`, `sizes` (two numbers) and `message` to what they say; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_batch_open(
    rules: *const i32,
    rule_count: usize,
    dealing: *const i32,
    dealing_count: usize,
    deals: usize,
    handle: *mut *mut Deals,
    sizes: *mut u64,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (rules, dealing, handle, sizes, message) = unsafe {
        let (rules, dealing) = (list(rules, rule_count), list(dealing, dealing_count));
        (rules, dealing, handle.as_mut(), list_mut(sizes, 2), message.as_ref())
    };
    let (Some(rules), Some(dealing), Some(handle), Some(sizes)) = (rules, dealing, handle, sizes) else {
        return fail(message, MISSING, "rules, dealing and places for a handle and for sizes are needed");
    };
    if deals > MOST_DEALS {
        return fail(message, REFUSED, "too many deals");
    }
    guarded(message, || match batch::open(&mut Reader::new(rules), &mut Reader::new(dealing), deals) {
        Ok(made) => {
            let [_, actions, seen] = made.sizes();
            sizes.copy_from_slice(&[actions as u64, seen as u64]);
            *handle = Box::into_raw(Box::new(Deals(Mutex::new(made))));
            OK
        }
        Err(refusal) => fail(message, REFUSED, &refusal.to_string()),
    })
}

/// Free deals. Nothing may be done with them afterwards.
///
/// # Safety
/// `handle` comes from [`aceten_batch_open`] and is not in use; it may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_batch_close(handle: *mut Deals) {
    if !handle.is_null() {
        // SAFETY: it was made by Box::into_raw, and this is the last use of it.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Deal anew, where `chosen` is not 0, from a seed and by a dealer for each deal, and tell these deals.
///
/// # Safety
/// `handle` comes from [`aceten_batch_open`], `seeds`, `dealers` and `chosen` point to `count` numbers, `views` and what is in it to what it says;
/// each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_batch_deal(
    handle: *const Deals,
    seeds: *const u64,
    dealers: *const u8,
    chosen: *const u8,
    count: usize,
    views: *const Views,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (handle, seeds, dealers, chosen, told, message) = unsafe {
        let told = views.as_ref().and_then(|views| views.told());
        (handle.as_ref(), list(seeds, count), list(dealers, count), list(chosen, count), told, message.as_ref())
    };
    let (Some(handle), Some(seeds), Some(dealers), Some(chosen), Some(mut told)) =
        (handle, seeds, dealers, chosen, told)
    else {
        return fail(message, MISSING, "deals, seeds, dealers, choices and views are needed");
    };
    with_deals(handle, message, |deals| deals.deal(seeds, dealers, chosen, &mut told))
}

/// Play an action in every deal that is not over, and tell these deals.
///
/// # Safety
/// `handle` comes from [`aceten_batch_open`], `actions` points to `count` numbers, `views` and what is in it to what it says; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_batch_step(
    handle: *const Deals,
    actions: *const i32,
    count: usize,
    views: *const Views,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (handle, actions, told, message) = unsafe {
        let told = views.as_ref().and_then(|views| views.told());
        (handle.as_ref(), list(actions, count), told, message.as_ref())
    };
    let (Some(handle), Some(actions), Some(mut told)) = (handle, actions, told) else {
        return fail(message, MISSING, "deals, actions and views are needed");
    };
    with_deals(handle, message, |deals| deals.step(actions, &mut told))
}

/// Do something with deals that nobody else is using.
fn with_deals(
    handle: &Deals,
    message: Option<&Message>,
    work: impl FnOnce(&mut dyn Batch) -> Result<(), &'static str>,
) -> i32 {
    guarded(message, || match handle.0.try_lock() {
        Ok(mut deals) => work(deals.as_mut()).map_or_else(|problem| fail(message, REFUSED, problem), |()| OK),
        Err(TryLockError::WouldBlock) => fail(message, BUSY, "another thread is using these deals"),
        Err(TryLockError::Poisoned(_)) => fail(message, BROKEN, "these deals have failed before"),
    })
}

/// Let a solver look endgames up in complete tables.
///
/// # Safety
/// `handle` comes from [`aceten_open`] and `complete` from [`aceten_complete_open`]; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_look_up(
    handle: *const Handle,
    complete: *const Complete,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (handle, message) = unsafe { (handle.as_ref(), message.as_ref()) };
    let Some(handle) = handle.filter(|_| !complete.is_null()) else {
        return fail(message, MISSING, "a solver and tables are needed");
    };
    // SAFETY: it was made by Arc::into_raw, and whoever opened it still holds it.
    let complete = unsafe {
        Arc::increment_strong_count(complete);
        Arc::from_raw(complete)
    };
    guarded(message, || {
        let Ok(mut solver) = handle.solver.try_lock() else {
            return fail(message, BUSY, "another thread is asking this solver");
        };
        if solver.look_up(complete) { OK } else { fail(message, REFUSED, "the tables are of another game") }
    })
}

/// Answer a question: `depth` 0 asks for the value, 1 for that of every action too, 2 for best play too.
///
/// The answer is a list: whether it is exact; the lowest and highest value that is possible; the number of actions, and for each
/// the action and its lowest and highest value; the number of actions of best play, and these.
///
/// # Safety
/// `handle` comes from [`aceten_open`], `question` and `levels` point to so many numbers, `answer` to memory for `room` numbers, the
/// others to what they say; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_answer(
    handle: *const Handle,
    question: *const i32,
    question_count: usize,
    levels: *const i32,
    level_count: usize,
    depth: i32,
    limits: *const Limits,
    answer: *mut i32,
    room: usize,
    cost: *mut Cost,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (handle, question, levels, limits, message) = unsafe {
        let message = message.as_ref();
        (handle.as_ref(), list(question, question_count), list(levels, level_count), limits.as_ref(), message)
    };
    // SAFETY: as the caller promises, and nothing else refers to this memory.
    let (answer, cost) = unsafe { (list_mut(answer, room), cost.as_mut()) };
    let (Some(handle), Some(question), Some(levels), Some(limits), Some(answer), Some(cost)) =
        (handle, question, levels, limits, answer, cost)
    else {
        return fail(
            message,
            MISSING,
            "a handle, a question, levels, limits and places for answer and cost are needed",
        );
    };
    let depth = match depth {
        0 => Depth::Value,
        1 => Depth::Actions,
        2 => Depth::Line,
        _ => return fail(message, REFUSED, "depth: expected 0, 1 or 2"),
    };
    guarded(message, || {
        let mut solver = match handle.solver.try_lock() {
            Ok(solver) => solver,
            Err(TryLockError::WouldBlock) => return fail(message, BUSY, "another thread is asking this solver"),
            Err(TryLockError::Poisoned(_)) => return fail(message, BROKEN, "this solver has failed before"),
        };
        let begun = Instant::now();
        let wait = if limits.seconds >= 0.0 { Duration::try_from_secs_f64(limits.seconds).ok() } else { None };
        let deadline = wait.and_then(|wait| begun.checked_add(wait));
        let mut budget = Budget::new(limits.nodes, deadline, &handle.stop, &handle.nodes);
        let found = match solver.answer(question, levels, depth, &mut budget) {
            Ok(found) => found,
            Err(refusal) => return fail(message, REFUSED, &format!("question, {refusal}")),
        };
        let usage = solver.take_usage();
        *cost = Cost {
            nodes: budget.nodes(),
            probes: usage.probes,
            hits: usage.hits,
            evictions: usage.evictions,
            looked_up: usage.looked_up,
            seconds: begun.elapsed().as_secs_f64(),
        };
        if write(&found, answer) { OK } else { fail(message, TOO_LONG, "there is not enough room for the answer") }
    })
}

/// Write an answer as a list of numbers; return whether it fits.
fn write(answer: &Answer, into: &mut [i32]) -> bool {
    let number = |size: usize| i32::try_from(size).unwrap_or(i32::MAX);
    let mut numbers = vec![i32::from(answer.exact), number(answer.root.low), number(answer.root.high)];
    numbers.push(number(answer.actions.len()));
    for (action, span) in &answer.actions {
        numbers.extend([i32::from(*action), number(span.low), number(span.high)]);
    }
    numbers.push(number(answer.line.len()));
    numbers.extend(answer.line.iter().map(|&action| i32::from(action)));
    let Some(place) = into.get_mut(..numbers.len()) else {
        return false;
    };
    place.copy_from_slice(&numbers);
    true
}

/// Do something that may panic; a panic becomes a status with its message.
fn guarded(message: Option<&Message>, work: impl FnOnce() -> i32) -> i32 {
    thread_local! {
        static QUIET: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    done.unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        fail(message, BROKEN, &format!("a fault of the native core: {said}"))
    })
}

/// Write a message where there is room for it, and return the status.
fn fail(message: Option<&Message>, status: i32, text: &str) -> i32 {
    if let Some(message) = message {
        // SAFETY: the caller promises that there is so much memory.
        if let Some(room) = unsafe { list_mut(message.text, message.size) }
            && !room.is_empty()
        {
            let count = text.len().min(room.len() - 1);
            room[..count].copy_from_slice(&text.as_bytes()[..count]);
            room[count] = 0;
        }
    }
    status
}

/// Return numbers of the caller's; a list of none may be anywhere.
///
/// # Safety
/// `first` points to so many numbers, or is null.
unsafe fn list<'a, T>(first: *const T, count: usize) -> Option<&'a [T]> {
    if count == 0 {
        return Some(&[]);
    }
    // SAFETY: as the caller promises.
    (!first.is_null()).then(|| unsafe { slice::from_raw_parts(first, count) })
}

/// Return memory of the caller's that can be written to.
///
/// # Safety
/// `first` points to so much memory, or is null.
unsafe fn list_mut<'a, T>(first: *mut T, count: usize) -> Option<&'a mut [T]> {
    // SAFETY: as the caller promises.
    (!first.is_null()).then(|| unsafe { slice::from_raw_parts_mut(first, count) })
}
