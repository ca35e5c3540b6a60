//! What wakes the machine: timers of systemd that are set to, and the alarm of its clock, which
//! `rtcwake` sets.

use std::fs;
use std::path::Path;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat};

use super::init_system::InitSystem;
use super::systemd_time::time_of;
use crate::os::{Problem, WakeTimer, run_tool};

const TOOL_LIMIT: Duration = Duration::from_secs(5);

const CLOCKS: &str = "/sys/class/rtc";

/// What is asked of all timers.
const QUESTION: [&str; 12] = [
    "TZ=UTC",
    "systemctl",
    "show",
    "*.timer",
    "--property",
    "Id",
    "--property",
    "ActiveState",
    "--property",
    "WakeSystem",
    "--property",
    "NextElapseUSecRealtime",
];

/// All of them.
pub async fn list(system: Option<InitSystem>) -> Result<Vec<WakeTimer>, Problem> {
    let mut timers = clock_alarms(Path::new(CLOCKS));
    if system == Some(InitSystem::Systemd) {
        let answer = run_tool("env", &QUESTION, TOOL_LIMIT).await?;
        if !answer.success {
            let reason = format!("systemctl does not list timers: {}", answer.stderr.trim());
            return Err(Problem::failed(reason));
        }
        timers.extend(parse_timers(&answer.stdout));
    }
    Ok(timers)
}

/// Reads `systemctl show`: one block for each timer, empty lines between.
fn parse_timers(text: &str) -> Vec<WakeTimer> {
    let read = |block: &str| {
        let field =
            |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        let is_set = field("WakeSystem") == Some("yes") && field("ActiveState") == Some("active");
        let set_by = field("Id").filter(|_| is_set)?.to_owned();
        let due = field("NextElapseUSecRealtime").and_then(time_of);
        Some(WakeTimer { set_by, due, ..WakeTimer::default() })
    };
    text.split("\n\n").filter_map(read).collect()
}

/// The alarms of the machine's clocks; a file without a number is one that is not set.
fn clock_alarms(folder: &Path) -> Vec<WakeTimer> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut clocks: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    clocks.sort_unstable();
    let alarm = |clock: &String| {
        let text = fs::read_to_string(folder.join(clock).join("wakealarm")).ok()?;
        let time = DateTime::from_timestamp(text.trim().parse().ok()?, 0)?;
        let due = Some(time.to_rfc3339_opts(SecondsFormat::Secs, true));
        let set_by = format!("alarm of the clock {clock}");
        Some(WakeTimer { set_by, due, ..WakeTimer::default() })
    };
    clocks.iter().filter_map(alarm).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timer(set_by: &str, due: Option<&str>) -> WakeTimer {
        let due = due.map(str::to_owned);
        WakeTimer { set_by: set_by.to_owned(), due, ..WakeTimer::default() }
    }

    #[test]
    fn only_timers_that_are_set_and_wake_the_machine_count() {
        let text = "Id=backup.timer\nActiveState=active\nWakeSystem=yes\n\
                    NextElapseUSecRealtime=Fri 2026-11-20 02:00:00 UTC\n\n\
                    Id=apt-daily.timer\nActiveState=active\nWakeSystem=no\n\
                    NextElapseUSecRealtime=Fri 2026-11-20 02:00:00 UTC\n\n\
                    Id=old.timer\nActiveState=inactive\nWakeSystem=yes\n\
                    NextElapseUSecRealtime=\n\n\
                    Id=idle.timer\nActiveState=active\nWakeSystem=yes\nNextElapseUSecRealtime=\n";
        let expected =
            [timer("backup.timer", Some("2026-11-20T02:00:00Z")), timer("idle.timer", None)];
        assert_eq!(parse_timers(text), expected);
        assert_eq!(parse_timers(""), []);
    }

    #[test]
    fn the_alarm_of_a_clock_is_a_timer_where_it_is_set() {
        let folder = tempfile::tempdir().unwrap();
        for (clock, alarm) in [("rtc0", "1795082706\n"), ("rtc1", ""), ("rtc2", "no\n")] {
            fs::create_dir(folder.path().join(clock)).unwrap();
            fs::write(folder.path().join(clock).join("wakealarm"), alarm).unwrap();
        }
        let expected = timer("alarm of the clock rtc0", Some("2026-11-19T10:05:06Z"));
        assert_eq!(clock_alarms(folder.path()), [expected]);
        assert_eq!(clock_alarms(&folder.path().join("none")), []);
    }
}
