//! The disk that a file or folder is on.

use std::path::Path;

use nix::sys::statvfs::statvfs;

/// Bytes of a file system, as `df` counts: those reserved for the administrator
/// are neither used nor available.
#[derive(Clone, Copy, Debug)]
pub struct Disk {
    pub used: u64,
    pub available: u64,
}

impl Disk {
    /// The disk of this path; none if it cannot be measured. A mount that hangs
    /// blocks.
    pub fn of(path: &Path) -> Option<Self> {
        let disk = statvfs(path).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(disk.fragment_size());
        Some(Self {
            used: bytes(disk.blocks().saturating_sub(disk.blocks_free())),
            available: bytes(disk.blocks_available()),
        })
    }

    /// Whether less than a tenth is left.
    pub fn is_nearly_full(self) -> bool {
        self.available < self.used.saturating_add(self.available) / 10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_nearly_full_when_less_than_a_tenth_is_left() {
        let is_nearly_full = |used, available| Disk { used, available }.is_nearly_full();
        assert!(is_nearly_full(91, 9) && is_nearly_full(100, 0));
        assert!(!is_nearly_full(90, 10) && !is_nearly_full(0, 0));
        assert!(Disk::of(&std::env::temp_dir()).is_some_and(|disk| disk.used > 0));
        assert!(Disk::of(Path::new("/nowhere")).is_none());
    }
}
