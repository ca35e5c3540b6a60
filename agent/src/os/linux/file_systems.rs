//! Mounted file systems and how full they are.

use std::collections::BTreeMap;
use std::fs;

use muster_protocol::Disk;
use nix::sys::statvfs::statvfs;

use crate::os::disk_space::{is_same_disk, percent_used};

/// Kinds that hold no data of their own on a disk of this machine. One on the
/// network is left out too: asking a server that is gone would never return.
const SKIPPED: [&str; 18] = [
    "autofs", "bpf", "cgroup", "cgroup2", "cifs", "configfs", "debugfs", "devpts", "devtmpfs",
    "efivarfs", "nfs", "nfs4", "nsfs", "proc", "ramfs", "smb3", "squashfs", "tmpfs",
];

/// How full a file system is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    /// Bytes it has.
    pub total: u64,
    /// Bytes in use.
    pub used: u64,
    /// Bytes that everybody may use, not only root.
    pub free: u64,
    /// Inodes it has; none where they are made as they are needed.
    pub inodes: u64,
    /// Inodes that are not in use.
    pub free_inodes: u64,
}

impl Space {
    /// Of what is in use or free, how much is in use.
    pub fn percent_used(&self) -> f64 {
        percent_used(self.used, self.free)
    }

    /// How many of its inodes are in use, if their number is fixed.
    pub fn percent_of_inodes_used(&self) -> Option<f64> {
        let used = self.inodes.saturating_sub(self.free_inodes) as f64;
        (self.inodes > 0).then(|| used / self.inodes as f64 * 100.0)
    }
}

/// Every file system on a disk of this machine, by mount point.
pub fn list() -> Vec<Disk> {
    let fill = |mount: Disk| {
        let space = measure(&mount.device)?;
        let percent = space.percent_used().round() as u8;
        let Space { total, used, free, .. } = space;
        Some(Disk { total, used, free, percent, ..mount })
    };
    mounts().into_iter().filter_map(fill).collect()
}

/// Where file systems on disks of this machine are mounted, by mount point.
/// How full they are is not filled in.
pub fn mounts() -> Vec<Disk> {
    parse_mounts(&fs::read_to_string("/proc/self/mounts").unwrap_or_default())
}

/// How full the file system of a folder is; none when it has no size.
pub fn measure(folder: &str) -> Option<Space> {
    let numbers = statvfs(folder).ok()?;
    let unit = wide(numbers.fragment_size());
    let total = wide(numbers.blocks()) * unit;
    let space = Space {
        total,
        used: total.saturating_sub(wide(numbers.blocks_free()) * unit),
        free: wide(numbers.blocks_available()) * unit,
        inodes: wide(numbers.files()),
        free_inodes: wide(numbers.files_free()),
    };
    (total > 0).then_some(space)
}

/// How full the file system is that is mounted at a folder, of whatever kind; none
/// when nothing with a size is mounted there.
pub fn measure_mount(folder: &str) -> Option<Space> {
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    is_mounted(&mounts, folder).then(|| measure(folder)).flatten()
}

fn is_mounted(mounts: &str, folder: &str) -> bool {
    let mut folders = mounts.lines().filter_map(|line| line.split(' ').nth(1));
    folders.any(|mounted| is_same_disk(&unescape(mounted), folder))
}

/// These numbers are narrower on some processors.
fn wide(number: impl Into<u64>) -> u64 {
    number.into()
}

/// Reads the table of mounts; a device mounted twice counts where its path is
/// shortest.
fn parse_mounts(text: &str) -> Vec<Disk> {
    let mut by_source: BTreeMap<String, Disk> = BTreeMap::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let [source, folder, kind, ..] = fields[..] else { continue };
        let on_network = kind.starts_with("fuse.") || SKIPPED.contains(&kind);
        // The overlay a container calls its root is the disk it has.
        let layered = kind == "overlay" && folder != "/";
        let on_disk = source.starts_with('/') || matches!(kind, "zfs" | "overlay" | "btrfs" | "9p");
        if on_network || layered || !on_disk {
            continue;
        }
        let disk = Disk {
            device: unescape(folder),
            source: unescape(source),
            fstype: kind.to_owned(),
            ..Disk::default()
        };
        let known = by_source.entry(disk.source.clone()).or_insert_with(|| disk.clone());
        if disk.device.len() < known.device.len() {
            *known = disk;
        }
    }
    let mut disks: Vec<Disk> = by_source.into_values().collect();
    disks.sort_by(|one, other| one.device.cmp(&other.device));
    disks
}

/// The table writes a space as `\040`, and a few others so.
fn unescape(text: &str) -> String {
    let plain = text.replace("\\040", " ").replace("\\011", "\t").replace("\\012", "\n");
    plain.replace("\\134", "\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_disks_count_and_each_once() {
        let text = "proc /proc proc rw 0 0\n/dev/sda1 /mnt/bind ext4 rw 0 0\n\
                    /dev/sda1 / ext4 rw 0 0\ntmpfs /run tmpfs rw 0 0\n\
                    server:/x /net nfs4 rw 0 0\n/dev/sdb1 /my\\040disk xfs rw 0 0\n\
                    overlay /var/lib/docker/overlay2/a/merged overlay rw 0 0\n\
                    /dev/loop1 /snap/x squashfs ro 0 0\ntank/home /home zfs rw 0 0\nbroken\n";
        let found: Vec<_> = parse_mounts(text).into_iter().map(|disk| disk.device).collect();
        assert_eq!(found, ["/", "/home", "/my disk"]);
    }

    #[test]
    fn mounts_of_every_kind_are_found_by_their_folder() {
        let text = "server:/x /net nfs4 rw 0 0\n/dev/sdb1 /my\\040disk xfs rw 0 0\n\nbroken\n";
        assert!(is_mounted(text, "/net") && is_mounted(text, "/my disk/"));
        assert!(!is_mounted(text, "/my") && !is_mounted(text, "/"));
    }

    #[test]
    fn the_root_of_this_machine_is_measured() {
        let root = measure("/").unwrap();
        assert!(root.total >= root.used && root.percent_used() <= 100.0);
    }

    #[test]
    fn inodes_are_measured_where_their_number_is_fixed() {
        let space = Space { total: 100, used: 30, free: 30, inodes: 200, free_inodes: 150 };
        assert_eq!((space.percent_used(), space.percent_of_inodes_used()), (50.0, Some(25.0)));
        let space = Space { inodes: 0, free_inodes: 0, ..space };
        assert_eq!(space.percent_of_inodes_used(), None);
    }
}
