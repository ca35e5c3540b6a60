//! Whether the agent could do what a self-test does not try, on macOS.

use crate::os::Problem;
use crate::os::unix::root;

/// Whether any process can be asked to end.
pub fn any_process_can_be_asked() -> bool {
    true
}

/// By which way the agent may restart this computer and shut it down.
pub async fn power_right() -> Result<String, Problem> {
    root::require_for_power()?;
    Ok("by shutdown".to_owned())
}

/// Why updates cannot be searched for without the network and without changing
/// anything; none when they can.
pub fn why_no_scan() -> Option<String> {
    Some("softwareupdate searches over the network, for minutes".to_owned())
}
