//! Which processes belong to a run, and the signals that they get.

use std::collections::{HashMap, HashSet};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// What shows where a process comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    pub parent: i32,
    pub session: i32,
    /// In the system's own unit.
    pub started: u64,
    /// Whether it is dead and only waits to be collected.
    pub zombie: bool,
}

/// Every living process of a run: those in the session of its first process, those with its
/// mark, and those below them. The first process has its number and the time it started at.
pub fn members(
    processes: &HashMap<i32, Origin>,
    first: Option<(i32, u64)>,
    has_mark: &dyn Fn(i32) -> bool,
) -> HashSet<i32> {
    // A session's number is taken by another only when all of it is gone;
    // as long as its leader is the same, even dead, so is the session.
    let is_same = |(id, started): &(i32, u64)| {
        processes.get(id).is_some_and(|process| process.started == *started)
    };
    let session = first.filter(is_same).map(|(id, _)| id);
    let earliest = first.map_or(0, |(_, started)| started);
    let own = i32::try_from(std::process::id()).unwrap_or(0);

    let mut members: HashSet<i32> = processes
        .iter()
        .filter(|(id, process)| **id != own && process.started >= earliest)
        .filter(|(id, process)| session == Some(process.session) || has_mark(**id))
        .map(|(id, _)| *id)
        .collect();
    add_descendants(&mut members, processes);
    members.retain(|id| processes.get(id).is_some_and(|process| !process.zombie));
    members
}

fn add_descendants(members: &mut HashSet<i32>, processes: &HashMap<i32, Origin>) {
    loop {
        let children: Vec<i32> = processes
            .iter()
            .filter(|(id, process)| members.contains(&process.parent) && !members.contains(id))
            .map(|(id, _)| *id)
            .collect();
        if children.is_empty() {
            return;
        }
        members.extend(children);
    }
}

/// Sends a signal to a process, if it is still there.
pub fn send(id: i32, signal: Signal) {
    match kill(Pid::from_raw(id), signal) {
        Ok(()) | Err(Errno::ESRCH) => {}
        Err(error) => tracing::debug!(%error, process = id, %signal, "a process cannot be ended"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number, parent, session and start of processes, with numbers that no system gives; the
    /// last is dead.
    const PROCESSES: [(i32, i32, i32, u64); 7] = [
        (10_000_000, 1, 10_000_000, 50),
        (10_000_001, 10_000_000, 10_000_000, 51),
        (10_000_002, 10_000_001, 10_000_002, 52),
        (10_000_003, 1, 10_000_003, 53),
        (10_000_004, 1, 10_000_000, 49),
        (10_000_005, 1, 10_000_005, 54),
        (10_000_006, 10_000_000, 10_000_000, 55),
    ];

    /// The last digits of those that belong to the run; the fourth has its mark.
    fn found(first: Option<(i32, u64)>) -> Vec<i32> {
        let processes = HashMap::from(PROCESSES.map(|(id, parent, session, started)| {
            (id, Origin { parent, session, started, zombie: id == 10_000_006 })
        }));
        let members = members(&processes, first, &|id| id == 10_000_003);
        let mut found: Vec<i32> = members.into_iter().map(|id| id - 10_000_000).collect();
        found.sort();
        found
    }

    #[test]
    fn session_mark_and_parent_decide() {
        assert_eq!(found(Some((10_000_000, 50))), [0, 1, 2, 3]);
        // The number is another process's now, and so is its session.
        assert_eq!(found(Some((10_000_000, 48))), [3]);
        // What is older than the run has its mark from elsewhere.
        assert_eq!(found(Some((10_000_000, 54))), Vec::<i32>::new());
        assert_eq!(found(None), [3]);
    }
}
