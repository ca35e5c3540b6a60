//! Control groups: no process can leave its own, where the system has them.
//!
//! Moving a process into a group makes the kernel hold up every fork of the
//! machine for some milliseconds, so only runs that last are moved. The other
//! marks of a run's processes (see `tree`) do for the rest.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use muster_protocol::hex;
use ring::digest::{SHA256, digest};

use crate::run_id::RunId;

/// What the names of our groups begin with.
const PREFIX: &str = "muster-run-";

/// Groups that were still in use when their run ended.
static LEFT: Mutex<VecDeque<PathBuf>> = Mutex::new(VecDeque::new());

/// How many of those are tried again at the end of each later run.
const RETRIED: usize = 4;

/// The control group of one run; does nothing where there are none.
#[derive(Clone, Debug)]
pub struct Cgroup {
    path: Option<PathBuf>,
}

impl Cgroup {
    /// Names the group of a run without making it.
    ///
    /// The run's folder is part of the name, hashed: agents with other data
    /// directories may know another run of that id.
    pub fn of(run_id: &RunId, run_dir: &Path) -> Self {
        let folder = digest(&SHA256, run_dir.as_os_str().as_encoded_bytes());
        let name = format!("{PREFIX}{run_id}-{}", hex::encode(&folder.as_ref()[..4]));
        Self { path: base().map(|base| base.join(name)) }
    }

    /// Creates the group and moves processes into it; their children follow.
    pub fn take_in(&self, processes: &[i32]) {
        let Some(path) = &self.path else { return };
        if !path.exists() && fs::create_dir(path).is_err() {
            return;
        }
        for process in processes {
            // One that ended meanwhile is no loss.
            let _ = fs::write(path.join("cgroup.procs"), process.to_string());
        }
    }

    /// Kills everything in the group at once.
    pub fn kill(&self) {
        let Some(path) = &self.path else { return };
        let file = path.join("cgroup.kill");
        if file.exists()
            && let Err(error) = fs::write(file, "1")
        {
            tracing::debug!(%error, "a control group cannot be killed");
        }
    }

    /// Removes the group when nothing is in it any more.
    ///
    /// A child that the command left in the background keeps it; the end of
    /// later runs finds it empty some day, or the next start of the agent.
    pub fn remove(&self) {
        let Some(path) = self.path.clone().filter(|path| path.exists()) else { return };
        let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        left.push_front(path);
        for _ in 0..left.len().min(RETRIED) {
            let Some(path) = left.pop_front() else { return };
            // The kernel refuses to remove one that is in use.
            if fs::remove_dir(&path).is_err() && path.exists() {
                left.push_back(path);
            }
        }
    }
}

/// Removes the empty groups of an earlier process.
pub fn sweep() {
    let Some(entries) = base().and_then(|base| fs::read_dir(base).ok()) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Whether this system lets the agent create groups.
#[cfg(test)]
pub fn is_available() -> bool {
    base().is_some()
}

/// The agent's own group, when it may create groups below it.
fn base() -> Option<&'static Path> {
    static BASE: OnceLock<Option<PathBuf>> = OnceLock::new();
    BASE.get_or_init(find_base).as_deref()
}

fn find_base() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let base = own_group(&mounts, &groups)?;
    // Only an attempt shows it: the folder may be read-only or not ours.
    let trial = base.join(format!("{PREFIX}trial-{}", std::process::id()));
    fs::create_dir(&trial).ok()?;
    let usable = trial.join("cgroup.kill").exists();
    fs::remove_dir(&trial).ok()?;
    usable.then_some(base)
}

fn own_group(mounts: &str, groups: &str) -> Option<PathBuf> {
    let mount = mounts.lines().find_map(|line| {
        let mut fields = line.split(' ');
        let (_, folder, kind) = (fields.next()?, fields.next()?, fields.next()?);
        (kind == "cgroup2").then_some(folder)
    })?;
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(Path::new(mount).join(group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_of_a_service_is_found_under_its_mount() {
        let mounts = "proc /proc proc rw 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n";
        let groups = "1:name=systemd:/\n0::/system.slice/muster-agent.service\n";
        assert_eq!(
            own_group(mounts, groups),
            Some("/sys/fs/cgroup/system.slice/muster-agent.service".into())
        );
        assert_eq!(own_group("proc /proc proc rw 0 0", groups), None);
        assert_eq!(own_group(mounts, "4:cpu:/x"), None);
    }
}
