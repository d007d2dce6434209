//! The time, as the system tells it, or whoever has loaded the core as WebAssembly, which has no clock.

use std::time::Duration;

/// Return the time since some moment.
#[cfg(not(target_family = "wasm"))]
pub fn now() -> Duration {
    static BEGUN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGUN.elapsed()
}

#[cfg(target_family = "wasm")]
pub fn now() -> Duration {
    unsafe extern "C" {
        safe fn emscripten_get_now() -> f64; // in thousandths of a second
    }
    Duration::try_from_secs_f64(emscripten_get_now() / 1000.0).unwrap_or_default()
}
