//! What Linux and macOS do not have.

use crate::os::Problem;

/// Refuses what only Windows has.
pub fn windows_only(what: &str) -> Problem {
    Problem::unsupported(format!("{what} exists on Windows only"))
}
