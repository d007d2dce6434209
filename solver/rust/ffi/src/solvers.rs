//! Solvers: one is opened by the rules of a game, asked by lists of numbers, and closed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use aceten_core::budget::Budget;
use aceten_core::deal::{Answer, Depth};
use aceten_core::matching::complete::Complete;
use aceten_core::solver::Solver;

use crate::calls::{BROKEN, BUSY, MISSING, Message, OK, REFUSED, TOO_LONG, fail, guarded, list, list_mut};
use crate::clock::now;

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

/// A solver and what other threads may see of it.
pub struct Handle {
    solver: Mutex<Solver>,
    stop: AtomicBool,
    nodes: AtomicU64,
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
        let begun = now();
        let wait = if limits.seconds >= 0.0 { Duration::try_from_secs_f64(limits.seconds).ok() } else { None };
        let deadline = wait.and_then(|wait| begun.checked_add(wait));
        let mut budget = Budget::new(limits.nodes, now, deadline, &handle.stop, &handle.nodes);
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
            seconds: now().saturating_sub(begun).as_secs_f64(),
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
