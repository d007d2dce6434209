//! Many deals at a time, told in memory of the caller's.

use std::sync::{Mutex, TryLockError};

use aceten_core::many::{Batch, Told};
use aceten_core::{matching, suits};

use crate::calls::{BROKEN, BUSY, MISSING, Message, OK, REFUSED, fail, guarded, list, list_mut};

/// The most deals of a batch.
const MOST_DEALS: usize = 1 << 24;

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
    seen: *mut i16,
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
/// `rules`, `dealing` and `planes` point to so many numbers, `handle`, `sizes` (two numbers) and `message` to what they say; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_batch_open(
    rules: *const i32,
    rule_count: usize,
    dealing: *const i32,
    dealing_count: usize,
    planes: *const i32,
    plane_count: usize,
    deals: usize,
    handle: *mut *mut Deals,
    sizes: *mut u64,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (lists, handle, sizes, message) = unsafe {
        let lists = [list(rules, rule_count), list(dealing, dealing_count), list(planes, plane_count)];
        (lists, handle.as_mut(), list_mut(sizes, 2), message.as_ref())
    };
    let ([Some(rules), Some(dealing), Some(planes)], Some(handle), Some(sizes)) = (lists, handle, sizes) else {
        return fail(message, MISSING, "rules, dealing, planes and places for a handle and for sizes are needed");
    };
    if deals > MOST_DEALS {
        return fail(message, REFUSED, "too many deals");
    }
    let open = if rules.first() == Some(&1) { suits::batch::open } else { matching::batch::open };
    guarded(message, || match open(rules, dealing, planes, deals) {
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

/// Begin in the middle of a deal, where `chosen` is not 0, and tell these deals.
///
/// # Safety
/// `handle` comes from [`aceten_batch_open`], `positions` and `chosen` point to so many numbers, `views` and what is in it to what it says; each
/// may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_batch_begin(
    handle: *const Deals,
    positions: *const i32,
    position_count: usize,
    chosen: *const u8,
    count: usize,
    views: *const Views,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (handle, positions, chosen, told, message) = unsafe {
        let told = views.as_ref().and_then(|views| views.told());
        (handle.as_ref(), list(positions, position_count), list(chosen, count), told, message.as_ref())
    };
    let (Some(handle), Some(positions), Some(chosen), Some(mut told)) = (handle, positions, chosen, told) else {
        return fail(message, MISSING, "deals, positions, choices and views are needed");
    };
    with_deals(handle, message, |deals| deals.begin(positions, chosen, &mut told))
}

/// Play an action in every deal that is not over, where `chosen` is not 0, and tell these deals.
///
/// # Safety
/// `handle` comes from [`aceten_batch_open`], `actions` and `chosen` point to `count` numbers, `views` and what is in it to what it says; each
/// may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aceten_batch_step(
    handle: *const Deals,
    actions: *const i32,
    chosen: *const u8,
    count: usize,
    views: *const Views,
    message: *const Message,
) -> i32 {
    // SAFETY: as the caller promises.
    let (handle, actions, chosen, told, message) = unsafe {
        let told = views.as_ref().and_then(|views| views.told());
        (handle.as_ref(), list(actions, count), list(chosen, count), told, message.as_ref())
    };
    let (Some(handle), Some(actions), Some(chosen), Some(mut told)) = (handle, actions, chosen, told) else {
        return fail(message, MISSING, "deals, actions, choices and views are needed");
    };
    with_deals(handle, message, |deals| deals.step(actions, chosen, &mut told))
}

/// Do something with deals that nobody else is using.
fn with_deals<E: ToString>(
    handle: &Deals,
    message: Option<&Message>,
    work: impl FnOnce(&mut dyn Batch) -> Result<(), E>,
) -> i32 {
    guarded(message, || match handle.0.try_lock() {
        Ok(mut deals) => {
            work(deals.as_mut()).map_or_else(|problem| fail(message, REFUSED, &problem.to_string()), |()| OK)
        }
        Err(TryLockError::WouldBlock) => fail(message, BUSY, "another thread is using these deals"),
        Err(TryLockError::Poisoned(_)) => fail(message, BROKEN, "these deals have failed before"),
    })
}
