//! Restarting the machine, or switching it off.

use std::ffi::OsString;
use std::time::Duration;

use muster_protocol::{End, Outcome, Power};

use crate::data_dir::DataDir;
use crate::os::{self, PowerAction, Problem};
use crate::run::{Job, Stage, could_not_start};

/// The answer needs this long to leave before the machine goes.
const GRACE: Duration = Duration::from_secs(2);

/// Restarts the machine or switches it off; returns before that happens.
///
/// With `MUSTER_AGENT_DRY_RUN=1` it is only recorded, in the file
/// `power-dry-run` of the data directory.
pub fn change(data: &DataDir, power: &Power) -> Result<(), Problem> {
    let action = match power.action.as_str() {
        "reboot" => PowerAction::Reboot,
        "shutdown" => PowerAction::Shutdown,
        other => return Err(Problem::failed(format!("power action {other} is not known"))),
    };
    let delay = Duration::from_secs(u64::from(power.delay_seconds)).max(GRACE);
    tracing::warn!(
        action = power.action,
        delay_seconds = power.delay_seconds,
        "restarting or shutting down the machine"
    );
    if is_dry_run() {
        let text = format!("{} {}\n", power.action, power.delay_seconds);
        let written = data.replace(&data.root().join("power-dry-run"), text.as_bytes());
        return written.map_err(|error| Problem::failed(format!("no dry run: {error}")));
    }
    tokio::spawn(async move {
        if let Err(problem) = os::power::change_power(action, delay).await {
            tracing::error!(%problem, "the machine cannot be restarted or shut down");
        }
    });
    Ok(())
}

/// Shows a text to the people who are logged in. In a dry run it is only recorded, in the
/// file `message-dry-run` of the data directory.
pub async fn announce(data: &DataDir, text: &str) {
    if is_dry_run() {
        let file = data.root().join("message-dry-run");
        if let Err(error) = data.replace(&file, text.as_bytes()) {
            tracing::error!(%error, "a message that is not shown is not recorded either");
        }
        return;
    }
    os::notice::announce(text).await;
}

/// The same as a run. The machine goes down a moment later; the outcome is in
/// the ledger by then, and is reported now or after the start.
pub fn carry_out(data: &DataDir, job: &Job, power: &Power) -> Outcome {
    let end = match change(data, power) {
        Ok(()) => End::Exited { code: 0 },
        Err(problem) => could_not_start(problem.to_string()),
    };
    Stage::begin(job).finish(end)
}

/// A test of the library must never take its machine down.
fn is_dry_run() -> bool {
    cfg!(test) || asks_for_dry_run(std::env::var_os("MUSTER_AGENT_DRY_RUN"))
}

fn asks_for_dry_run(variable: Option<OsString>) -> bool {
    variable.is_some_and(|value| value == "1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_one_asks_for_a_dry_run() {
        assert!(asks_for_dry_run(Some("1".into())));
        for value in [None, Some("0"), Some(""), Some("no")] {
            assert!(!asks_for_dry_run(value.map(OsString::from)), "{value:?}");
        }
    }
}
