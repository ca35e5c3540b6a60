//! Whether the agent could do what a self-test does not try, on Windows.

use super::power::allow_shutdown;
use crate::os::Problem;

/// Whether any process can be asked to end: only windows can be.
pub fn any_process_can_be_asked() -> bool {
    false
}

/// By which way the agent may restart this computer and shut it down.
pub async fn power_right() -> Result<String, Problem> {
    tokio::task::spawn_blocking(allow_shutdown).await??;
    Ok("by Windows itself".to_owned())
}

/// Why updates cannot be searched for without the network and without changing
/// anything; none when they can.
pub fn why_no_scan() -> Option<String> {
    Some("Windows Update searches over the network, for minutes".to_owned())
}
