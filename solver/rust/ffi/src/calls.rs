//! What every function of the interface does: look at what the caller points to, keep panics in, and say what is wrong.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

/// It is done.
pub const OK: i32 = 0;
/// The rules or the question are wrong.
pub const REFUSED: i32 = 1;
/// Another thread is asking the same solver.
pub const BUSY: i32 = 2;
/// A fault of the core; the solver is of no more use.
pub const BROKEN: i32 = 3;
/// The answer does not fit into the memory that is there for it.
pub const TOO_LONG: i32 = 4;
/// An argument is missing.
pub const MISSING: i32 = 5;

/// Memory of the caller for a message, which is cut to fit and ends with a zero byte.
#[repr(C)]
pub struct Message {
    text: *mut u8,
    size: usize,
}

/// Do something that may panic; a panic becomes a status with its message.
pub fn guarded(message: Option<&Message>, work: impl FnOnce() -> i32) -> i32 {
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
pub fn fail(message: Option<&Message>, status: i32, text: &str) -> i32 {
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
pub unsafe fn list<'a, T>(first: *const T, count: usize) -> Option<&'a [T]> {
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
pub unsafe fn list_mut<'a, T>(first: *mut T, count: usize) -> Option<&'a mut [T]> {
    // SAFETY: as the caller promises.
    (!first.is_null()).then(|| unsafe { slice::from_raw_parts_mut(first, count) })
}
