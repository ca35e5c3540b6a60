//! The programs that take a Linux machine down.

use std::path::Path;
use std::time::Duration;

use super::init_system::{InitSystem, running};
use super::wake_timers;
use crate::os::{PowerAction, Problem, WakeTimer, run_tool};

const LIMIT: Duration = Duration::from_secs(60);

/// Where OpenRC reads what it is to do, when it is process 1 itself.
const OPENRC_INIT: &str = "/run/openrc/init.ctl";

/// A program and its arguments.
type Way = (&'static str, &'static [&'static str]);

/// Restarts the machine or switches it off after this time, by the first program that can.
pub async fn change_power(action: PowerAction, delay: Duration) -> Result<(), Problem> {
    tokio::time::sleep(delay).await;
    let is_openrc_init = Path::new(OPENRC_INIT).exists();
    let mut reasons = Vec::new();
    for (program, arguments) in ways(action, running(), is_openrc_init) {
        match run_tool(program, arguments, LIMIT).await {
            Ok(output) if output.success => return Ok(()),
            Ok(output) => reasons.push(format!("{program}: {}", output.stderr.trim())),
            Err(error) => reasons.push(format!("{error:#}")),
        }
    }
    Err(Problem::failed(reasons.join("; ")))
}

/// What will wake the machine when it sleeps.
pub async fn wake_timers() -> Result<Vec<WakeTimer>, Problem> {
    wake_timers::list(running()).await
}

/// The programs of a restart here, the one that is tried first before the others.
pub(in crate::os::linux) fn programs() -> Vec<&'static str> {
    let ways = ways(PowerAction::Reboot, running(), Path::new(OPENRC_INIT).exists());
    ways.into_iter().map(|(program, _)| program).collect()
}

/// The first one is of what runs as process 1; `shutdown` and `reboot` belong to each of
/// several. `shutdown -P` alone means, to that of System V, to go on for a single user.
fn ways(action: PowerAction, system: Option<InitSystem>, is_openrc_init: bool) -> Vec<Way> {
    let [systemctl, openrc, shutdown, plain]: [Way; 4] = match action {
        PowerAction::Reboot => [
            ("systemctl", &["reboot"]),
            ("openrc-shutdown", &["--reboot", "now"]),
            ("shutdown", &["-r", "now"]),
            ("reboot", &[]),
        ],
        PowerAction::Shutdown => [
            ("systemctl", &["poweroff"]),
            ("openrc-shutdown", &["--poweroff", "now"]),
            ("shutdown", &["-h", "-P", "now"]),
            ("poweroff", &[]),
        ],
    };
    match system {
        Some(InitSystem::Systemd) => vec![systemctl, shutdown, plain],
        _ if is_openrc_init => vec![openrc, shutdown, plain],
        _ => vec![shutdown, plain],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_as_process_1_is_asked_first() {
        let words = |action, system, is_openrc_init| -> Vec<String> {
            let ways = ways(action, system, is_openrc_init).into_iter();
            ways.map(|(program, arguments)| [&[program], arguments].concat().join(" ")).collect()
        };
        let (reboot, shutdown) = (PowerAction::Reboot, PowerAction::Shutdown);
        assert_eq!(
            words(reboot, Some(InitSystem::Systemd), false),
            ["systemctl reboot", "shutdown -r now", "reboot"]
        );
        assert_eq!(
            words(shutdown, Some(InitSystem::Systemd), false),
            ["systemctl poweroff", "shutdown -h -P now", "poweroff"]
        );
        assert_eq!(
            words(reboot, Some(InitSystem::OpenRc), true),
            ["openrc-shutdown --reboot now", "shutdown -r now", "reboot"]
        );
        assert_eq!(
            words(shutdown, Some(InitSystem::OpenRc), false),
            ["shutdown -h -P now", "poweroff"]
        );
        assert_eq!(words(reboot, None, false), ["shutdown -r now", "reboot"]);
    }
}
