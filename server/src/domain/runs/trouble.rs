//! Which ends of runs a technician looks for in the debug log.

use muster_protocol::End;

use super::kind::RunKind;
use crate::debug_log::{DebugEntry, LogType};
use crate::ids::{AgentKey, RunKey};
use crate::text::cut;

/// Of what an agent says why something could not start.
const LONGEST_REASON: usize = 1000;

/// The entry about a run that ended like this, if it is worth one.
///
/// A script, command or task that ran has its result in the history, whatever its
/// code; one that could not be started is found nowhere else. Of updates every
/// failure counts.
pub fn trouble_of(kind: RunKind, id: RunKey, agent: AgentKey, end: &End) -> Option<DebugEntry> {
    let (log_type, what) = match kind {
        RunKind::AgentUpdate => (LogType::AgentUpdate, "the update of the agent"),
        RunKind::PatchScan => (LogType::WinUpdates, "the scan for updates"),
        RunKind::PatchInstall => (LogType::WinUpdates, "the installation of updates"),
        RunKind::Command => (LogType::Scripting, "the command"),
        RunKind::Script => (LogType::Scripting, "the script"),
        RunKind::Task => (LogType::Scripting, "the task"),
        _ => return None,
    };
    let how = match end {
        End::CouldNotStart { reason } => {
            format!("could not be started: {}", cut(reason, LONGEST_REASON))
        }
        _ if log_type == LogType::Scripting => return None,
        End::Exited { code: 0 } | End::Cancelled => return None,
        End::Exited { code } => format!("ended with code {code}"),
        End::TimedOut => "ran out of time".to_owned(),
        End::Interrupted => "was interrupted: the agent or its machine died".to_owned(),
    };
    let message = format!("{what} failed in run {id}: it {how}");
    Some(DebugEntry::error(log_type, message).about(agent))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trouble(kind: RunKind, end: End) -> Option<DebugEntry> {
        trouble_of(kind, RunKey(7), AgentKey(3), &end)
    }

    #[test]
    fn a_script_that_ran_is_no_trouble_and_one_that_could_not_start_is() {
        for kind in [RunKind::Script, RunKind::Command, RunKind::Task] {
            for end in [End::Exited { code: 1 }, End::TimedOut, End::Cancelled, End::Interrupted] {
                assert_eq!(trouble(kind, end), None);
            }
        }
        let reason = "there is no python here".to_owned();
        let message = "the script failed in run 7: it could not be started: there is no python \
                       here";
        let expected = DebugEntry::error(LogType::Scripting, message).about(AgentKey(3));
        assert_eq!(trouble(RunKind::Script, End::CouldNotStart { reason }), Some(expected));
    }

    #[test]
    fn updates_that_did_not_work_are_trouble_unless_somebody_cancelled_them() {
        let cases = [
            (RunKind::AgentUpdate, LogType::AgentUpdate, "the update of the agent"),
            (RunKind::PatchScan, LogType::WinUpdates, "the scan for updates"),
            (RunKind::PatchInstall, LogType::WinUpdates, "the installation of updates"),
        ];
        for (kind, log_type, what) in cases {
            assert_eq!(trouble(kind, End::Exited { code: 0 }), None);
            assert_eq!(trouble(kind, End::Cancelled), None);
            let interrupted = "was interrupted: the agent or its machine died";
            for (end, how) in [
                (End::Exited { code: 100 }, "ended with code 100"),
                (End::TimedOut, "ran out of time"),
                (End::Interrupted, interrupted),
            ] {
                let message = format!("{what} failed in run 7: it {how}");
                let expected = DebugEntry::error(log_type, message).about(AgentKey(3));
                assert_eq!(trouble(kind, end), Some(expected));
            }
        }
    }

    #[test]
    fn other_runs_are_no_trouble_and_a_long_reason_is_cut() {
        let end = |length: usize| End::CouldNotStart { reason: "x".repeat(length) };
        assert_eq!(trouble(RunKind::Power, end(1)), None);
        let (long, longer) = (end(LONGEST_REASON), end(LONGEST_REASON + 1));
        assert_eq!(trouble(RunKind::Script, long), trouble(RunKind::Script, longer));
    }
}
