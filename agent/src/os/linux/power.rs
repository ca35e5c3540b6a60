//! The programs that take a Linux machine down.

use std::path::Path;
use std::time::Duration;

use crate::os::{PowerAction, Problem, run_tool};

const LIMIT: Duration = Duration::from_secs(60);

/// Restarts the machine or switches it off after this time, by the first program that can.
pub async fn change_power(action: PowerAction, delay: Duration) -> Result<(), Problem> {
    tokio::time::sleep(delay).await;
    let (verb, option) = match action {
        PowerAction::Reboot => ("reboot", "-r"),
        PowerAction::Shutdown => ("poweroff", "-P"),
    };
    let systemctl = ("systemctl", vec![verb]);
    let shutdown = ("shutdown", vec![option, "now"]);
    let plain = (verb, Vec::new());
    let ways = match Path::new("/run/systemd/system").exists() {
        true => vec![systemctl, shutdown, plain],
        false => vec![shutdown, plain],
    };
    let mut reasons = Vec::new();
    for (program, arguments) in ways {
        match run_tool(program, &arguments, LIMIT).await {
            Ok(output) if output.success => return Ok(()),
            Ok(output) => reasons.push(format!("{program}: {}", output.stderr.trim())),
            Err(error) => reasons.push(format!("{error:#}")),
        }
    }
    Err(Problem::failed(reasons.join("; ")))
}
