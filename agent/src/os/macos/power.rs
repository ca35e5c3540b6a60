//! Restarting macOS, or switching it off.

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;

use super::ask::ask;
use super::wake_schedule::parse;
use crate::os::tool::tool;
use crate::os::{PowerAction, Problem, WakeTimer};

const LIMIT: Duration = Duration::from_secs(60);
const LIST_LIMIT: Duration = Duration::from_secs(5);

/// What people who are logged in read.
const MESSAGE: &str = "Your administrator restarts or switches off this computer: save your work.";

/// Restarts the machine or switches it off after this time.
///
/// Whole minutes are waited for by `shutdown` itself, which warns everybody who is logged in
/// and goes on without the agent; the rest is waited for here, before that.
pub async fn change_power(action: PowerAction, delay: Duration) -> Result<(), Problem> {
    let (wait, arguments) = plan(action, delay);
    tokio::time::sleep(wait).await;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // Its part that waits has the streams it was started with.
    let mut shutdown = tool("shutdown", &arguments);
    let ended = shutdown.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let ended = tokio::time::timeout(LIMIT, ended).await.context("shutdown does not answer")?;
    match ended.context("cannot run shutdown")? {
        status if status.success() => Ok(()),
        status => Err(Problem::failed(format!("shutdown refuses: {status}"))),
    }
}

/// What will wake the machine when it sleeps.
pub async fn wake_timers() -> Result<Vec<WakeTimer>, Problem> {
    Ok(parse(&ask("pmset", &["-g", "sched"], LIST_LIMIT).await?))
}

fn plan(action: PowerAction, delay: Duration) -> (Duration, Vec<String>) {
    let option = match action {
        PowerAction::Reboot => "-r",
        PowerAction::Shutdown => "-h",
    };
    let (minutes, seconds) = (delay.as_secs() / 60, delay.as_secs() % 60);
    let mut arguments = match minutes {
        0 => vec![option.to_owned(), "now".to_owned()],
        minutes => vec![option.to_owned(), format!("+{minutes}")],
    };
    arguments.push(MESSAGE.to_owned());
    (Duration::from_secs(seconds), arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_waits_for_minutes_and_the_agent_for_the_rest() {
        for (action, seconds, wait, expected) in [
            (PowerAction::Reboot, 2, 2, ["-r", "now"]),
            (PowerAction::Reboot, 60, 0, ["-r", "+1"]),
            (PowerAction::Shutdown, 150, 30, ["-h", "+2"]),
        ] {
            let (waited, arguments) = plan(action, Duration::from_secs(seconds));
            assert_eq!(waited, Duration::from_secs(wait));
            assert_eq!(arguments, [expected[0], expected[1], MESSAGE]);
        }
    }
}
