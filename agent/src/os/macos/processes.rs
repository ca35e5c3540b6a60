//! The processes of this machine, and the end of one.

use muster_protocol::{EndProcess, Process};
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

use super::process_table::find;
use crate::os::Problem;
use crate::os::process_list::{BETWEEN_SAMPLES, MAX_COMMAND_LINE_BYTES};
use crate::os::unix::process_end;
use crate::os::unix::user_names::UserNames;

/// Every running process, with what it takes right now.
pub async fn list_processes() -> Result<Vec<Process>, Problem> {
    let mut system =
        System::new().map_err(|error| Problem::failed(format!("no processes: {error}")))?;
    let mut system = tokio::task::spawn_blocking(move || {
        refresh(&mut system, ProcessRefreshKind::nothing().without_tasks().with_cpu());
        system
    })
    .await?;
    tokio::time::sleep(BETWEEN_SAMPLES).await;
    let describe = move || {
        let kind = ProcessRefreshKind::nothing().without_tasks().with_cpu().with_memory();
        let kind = kind.with_user(UpdateKind::Always).with_cmd(UpdateKind::Always);
        refresh(&mut system, kind);
        let mut names = UserNames::default();
        let all = system.processes().values();
        let mut processes: Vec<Process> = all.map(|one| describe(one, &mut names)).collect();
        processes.sort_by_key(|process| process.pid);
        processes
    };
    Ok(tokio::task::spawn_blocking(describe).await?)
}

fn refresh(system: &mut System, kind: ProcessRefreshKind) {
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
}

fn describe(process: &sysinfo::Process, names: &mut UserNames) -> Process {
    // The effective one decides what it may do.
    let uid = process.effective_user_id().map(|uid| **uid);
    let words = process.cmd().iter().map(|word| word.to_string_lossy());
    let mut command_line = words.collect::<Vec<_>>().join(" ");
    command_line.truncate(command_line.floor_char_boundary(MAX_COMMAND_LINE_BYTES));
    Process {
        pid: process.pid().as_u32(),
        ppid: process.parent().map_or(0, |parent| parent.as_u32()),
        name: process.name().to_string_lossy().into_owned(),
        cpu_percent: (process.cpu_usage() * 10.0).round() / 10.0,
        memory_bytes: process.memory(),
        username: uid.map(|uid| names.name_of(uid)).unwrap_or_default(),
        command_line,
    }
}

/// Asks a process to end, and leaves it at that.
pub async fn terminate_process(request: &EndProcess) -> Result<(), Problem> {
    process_end::terminate(request.pid, find_start)
}

/// Ends a process: first with a request, then with force.
pub async fn end_process(request: &EndProcess) -> Result<(), Problem> {
    process_end::end(request.pid, find_start).await
}

fn find_start(id: i32) -> Option<u64> {
    find(id).filter(|entry| !entry.zombie).map(|entry| entry.started)
}

#[cfg(test)]
mod tests {
    use tokio::process::Command;

    use super::*;

    #[tokio::test]
    async fn a_process_is_listed_with_its_command_and_ended_by_force_when_it_has_to_be() {
        let script = "trap '' TERM; while :; do sleep 0.1; done";
        let mut child = Command::new("sh").args(["-c", script]).kill_on_drop(true).spawn().unwrap();
        let pid = child.id().unwrap();
        let own = |list: Vec<Process>| list.into_iter().find(|process| process.pid == pid);
        let found = loop {
            // Until it is the shell, and not yet what the test is.
            let found = own(list_processes().await.unwrap());
            if let Some(found) = found.filter(|found| found.command_line.contains("trap")) {
                break found;
            }
        };
        assert_eq!(found.ppid, std::process::id());
        assert_eq!(found.command_line, format!("sh -c {script}"));
        assert!(found.memory_bytes > 0 && !found.username.is_empty(), "{found:?}");
        let request = EndProcess { pid };
        let (ended, status) = tokio::join!(end_process(&request), child.wait());
        assert_eq!(ended, Ok(()));
        assert!(!status.unwrap().success());
    }

    #[test]
    fn only_what_lives_has_started() {
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(find_start(own).is_some());
        assert_eq!(find_start(999_999_999), None);
    }
}
