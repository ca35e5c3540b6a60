//! What needs an agent that runs as root.

use anyhow::ensure;

use super::account::{Account, is_administrator};
use crate::os::Problem;

/// Fails when this program may not change the services of the system.
pub fn require() -> anyhow::Result<()> {
    ensure!(is_administrator(), "this needs root: run it with sudo");
    Ok(())
}

/// Refuses to run a command as another account.
pub fn require_to_run_as(account: &Account) -> Result<(), Problem> {
    if is_administrator() {
        return Ok(());
    }
    let reason = format!("running as {} needs an agent that runs as root", account.name);
    Err(Problem::failed(reason))
}

/// Refuses to restart the machine or to switch it off.
pub fn require_for_power() -> Result<(), Problem> {
    if is_administrator() {
        return Ok(());
    }
    Err(Problem::failed("the agent does not run as root"))
}
