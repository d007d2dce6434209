//! The C ABI of the native core, and the only unsafe code of it.
//!
//! A caller opens a solver by a list of numbers, the rules of a game, asks it questions by lists of numbers, and closes it. All
//! numbers are checked; a panic ends at this boundary. A status other than [`calls::OK`] comes with a message.

mod batches;
mod calls;
mod clock;
mod complete_tables;
#[cfg(target_family = "wasm")]
mod memory;
mod solvers;

use std::ffi::{CString, c_char};
use std::sync::LazyLock;

use batches::Views;
use calls::Message;
use solvers::{Cost, Limits};

static MANIFEST: LazyLock<CString> = LazyLock::new(|| CString::new(aceten_core::manifest::TEXT).unwrap_or_default());

/// The version of this interface: what calls it refuses any other.
const ABI: u32 = 10;

/// Return the version of this interface.
#[unsafe(no_mangle)]
pub extern "C" fn aceten_abi() -> u32 {
    ABI
}

/// Return what rules and questions consist of: the text of the manifest that the core was built with, which ends with a zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn aceten_manifest() -> *const c_char {
    MANIFEST.as_ptr()
}

/// Return the sizes of the structures of this interface in bytes, in one number: limits, cost, message, views, from the lowest byte on.
#[unsafe(no_mangle)]
pub extern "C" fn aceten_sizes() -> u64 {
    (size_of::<Limits>() | size_of::<Cost>() << 8 | size_of::<Message>() << 16 | size_of::<Views>() << 24) as u64
}
