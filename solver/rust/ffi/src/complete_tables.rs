//! Complete tables of endgames, in memory of the caller's and of the core's.

use std::slice;
use std::sync::Arc;

use aceten_core::matching::complete::Complete;

use crate::calls::{MISSING, Message, OK, REFUSED, TOO_LONG, fail, guarded, list, list_mut};

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
