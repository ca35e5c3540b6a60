//! Whether the agent could do what a self-test does not try, on macOS.

use crate::os::{Problem, accounts};

/// Whether any process can be asked to end.
pub fn any_process_can_be_asked() -> bool {
    true
}

/// By which way the agent may restart this computer and shut it down.
pub async fn power_right() -> Result<String, Problem> {
    match accounts::is_administrator() {
        true => Ok("by shutdown".to_owned()),
        false => Err(Problem::failed("the agent does not run as root")),
    }
}

/// Why updates cannot be searched for without the network and without changing
/// anything; none when they can.
pub fn why_no_scan() -> Option<String> {
    Some("softwareupdate searches over the network, for minutes".to_owned())
}
