//! Restarting macOS, or switching it off.

use crate::os::{PowerAction, Problem};

/// Restarts the machine or switches it off.
pub async fn change_power(_action: PowerAction) -> Result<(), Problem> {
    Err(Problem::not_supported_yet("restarting and shutting down"))
}
