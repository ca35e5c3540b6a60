//! Mounted file systems and how full they are.

use std::collections::BTreeMap;
use std::fs;

use muster_protocol::Disk;
use nix::sys::statvfs::statvfs;

/// Kinds that hold no data of their own on a disk of this machine. One on the
/// network is left out too: asking a server that is gone would never return.
const SKIPPED: [&str; 18] = [
    "autofs", "bpf", "cgroup", "cgroup2", "cifs", "configfs", "debugfs", "devpts", "devtmpfs",
    "efivarfs", "nfs", "nfs4", "nsfs", "proc", "ramfs", "smb3", "squashfs", "tmpfs",
];

/// Every file system on a disk of this machine, by mount point.
pub fn list() -> Vec<Disk> {
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    parse_mounts(&mounts).into_iter().filter_map(measure).collect()
}

fn measure(mount: Disk) -> Option<Disk> {
    let numbers = statvfs(mount.device.as_str()).ok()?;
    let unit = wide(numbers.fragment_size());
    let total = wide(numbers.blocks()) * unit;
    if total == 0 {
        return None;
    }
    let used = total.saturating_sub(wide(numbers.blocks_free()) * unit);
    let free = wide(numbers.blocks_available()) * unit;
    // As `df` does: what only root may fill counts neither as used nor free.
    let percent = (used as f64 / (used + free).max(1) as f64 * 100.0).round() as u8;
    Some(Disk { total, used, free, percent, ..mount })
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
                    /dev/loop1 /snap/x squashfs ro 0 0\ntank/home /home zfs rw 0 0\nbroken\n";
        let found: Vec<_> = parse_mounts(text).into_iter().map(|disk| disk.device).collect();
        assert_eq!(found, ["/", "/home", "/my disk"]);
    }

    #[test]
    fn the_root_of_this_machine_is_measured() {
        let root = measure(Disk { device: "/".to_owned(), ..Disk::default() }).unwrap();
        assert!(root.total >= root.used && root.percent <= 100);
    }
}
