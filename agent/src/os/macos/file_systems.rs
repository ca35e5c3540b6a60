//! Mounted volumes and how full they are.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use nix::sys::statfs::statfs;
use sysinfo::{Disk, DiskRefreshKind, Disks};

use crate::os::disk_space::percent_used;

/// The system's own volumes beside the one that people see. They share its space.
const OF_SYSTEM: &str = "/System/Volumes/";

/// How full a volume is. Volumes of one container share its space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    /// Bytes it has.
    pub total: u64,
    /// Bytes in use.
    pub used: u64,
    /// Bytes that everybody may use.
    pub free: u64,
}

impl Space {
    /// Of what is in use or free, how much is in use.
    pub fn percent_used(&self) -> f64 {
        percent_used(self.used, self.free)
    }
}

/// The volumes on disks of this machine that people see. How full they are is not read.
pub fn volumes(details: DiskRefreshKind) -> Vec<Disk> {
    let Ok(disks) = Disks::new_with_refreshed_list_specifics(details) else { return Vec::new() };
    // There is no other way to take them out.
    let mut disks: Vec<Disk> = Vec::from(disks);
    disks.retain(|disk| !disk.mount_point().starts_with(OF_SYSTEM));
    disks.sort_by(|one, other| one.mount_point().cmp(other.mount_point()));
    disks.dedup_by(|one, other| one.mount_point() == other.mount_point());
    disks
}

/// How full the volume of a folder is; none when it has no size.
pub fn measure(folder: &Path) -> Option<Space> {
    let numbers = statfs(folder).ok()?;
    let unit = wide(numbers.block_size());
    let total = wide(numbers.blocks()).saturating_mul(unit);
    let space = Space {
        total,
        used: total.saturating_sub(wide(numbers.blocks_free()).saturating_mul(unit)),
        free: wide(numbers.blocks_available()).saturating_mul(unit),
    };
    (total > 0).then_some(space)
}

/// How full the volume is that is mounted at a folder; none when nothing with a size is.
pub fn measure_mount(folder: &str) -> Option<Space> {
    let path = Path::new(folder);
    let device = |path: &Path| path.metadata().ok().map(|metadata| metadata.dev());
    let is_mounted = match path.parent() {
        None => path.is_absolute(),
        Some(parent) => path.is_absolute() && device(path)? != device(parent)?,
    };
    is_mounted.then(|| measure(path)).flatten()
}

/// These numbers have other types on other systems.
fn wide(number: impl TryInto<u64>) -> u64 {
    number.try_into().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_measured_and_a_folder_is_no_volume() {
        let root = measure_mount("/").unwrap();
        assert!(root.total >= root.used + root.free, "{root:?}");
        assert!(root.used > 0 && (0.0..=100.0).contains(&root.percent_used()));
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        std::fs::create_dir(&inside).unwrap();
        for none in [inside.to_str().unwrap(), "/no/such/mount", "proc", ""] {
            assert_eq!(measure_mount(none), None, "{none}");
        }
        // It has no size.
        assert_eq!(measure_mount("/proc"), None);
    }
}
