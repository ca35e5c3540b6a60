//! The processes of this machine at one moment.

use std::collections::HashMap;
use std::ffi::OsString;

use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};

use crate::os::unix::run_members::Origin;

/// One process.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessEntry {
    /// Its parent; 0 for none.
    pub parent: i32,
    pub session: i32,
    /// When it started, in seconds since 1970: no later process with its number has the same.
    pub started: u64,
    /// Whether it is dead and only waits to be collected.
    pub zombie: bool,
    /// `NAME=value`, as it was started with, as far as the system shows that.
    pub environment: Vec<OsString>,
}

impl ProcessEntry {
    /// Where it comes from.
    pub fn origin(&self) -> Origin {
        let Self { parent, session, started, zombie, .. } = *self;
        Origin { parent, session, started, zombie }
    }
}

/// Every process there is, by its id.
pub fn list() -> HashMap<i32, ProcessEntry> {
    read(ProcessesToUpdate::All)
}

/// One process; none when it is gone.
pub fn find(id: i32) -> Option<ProcessEntry> {
    read(ProcessesToUpdate::Some(&[pid(id)?])).remove(&id)
}

fn read(which: ProcessesToUpdate<'_>) -> HashMap<i32, ProcessEntry> {
    let Ok(mut system) = System::new() else { return HashMap::new() };
    let kind = ProcessRefreshKind::nothing().without_tasks().with_environ(UpdateKind::Always);
    system.refresh_processes_specifics(which, true, kind);
    let entry = |(id, process): (&Pid, &sysinfo::Process)| {
        let entry = ProcessEntry {
            parent: process.parent().and_then(number).unwrap_or(0),
            session: process.session_id().and_then(number).unwrap_or(0),
            started: process.start_time(),
            zombie: process.status() == ProcessStatus::Zombie,
            environment: process.environ().to_vec(),
        };
        Some((number(*id)?, entry))
    };
    system.processes().iter().filter_map(entry).collect()
}

fn pid(id: i32) -> Option<Pid> {
    u32::try_from(id).ok().map(Pid::from_u32)
}

fn number(pid: Pid) -> Option<i32> {
    i32::try_from(pid.as_u32()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_very_process_is_found_and_one_that_cannot_be_is_not() {
        let own = i32::try_from(std::process::id()).unwrap();
        let found = find(own).unwrap();
        assert!(found.started > 1_000_000_000 && !found.zombie && found.parent > 0);
        assert!(!found.environment.is_empty());
        assert_eq!(list()[&own], found);
        assert_eq!(find(-1), None);
    }
}
