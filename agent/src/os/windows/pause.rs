//! Waiting on a thread that has nothing else to do.

use std::time::Duration;

/// Stops this thread for a moment. For threads that may block, never for those of the
/// runtime: Windows has nothing to wait for where this is called.
#[expect(clippy::disallowed_methods, reason = "the state cannot be waited for")]
pub fn pause(time: Duration) {
    std::thread::sleep(time);
}
